"""The Java client's build, without compiling once more what is compiled in a jar that was made of the same sources."""

from __future__ import annotations

import zipfile
from pathlib import Path

GENERATED = "adjudicator/wargame/"
COMPILED = "target/classes"
SOURCES = "target/generated-sources/protobuf"
MAVEN = ("mvn", "-B", "-ntp", "-q")


def jar_of(folder: Path) -> Path:
    """The client's jar among what `make dist` has built."""
    (found,) = (path for path in folder.glob("adjudicator-client-*.jar") if not path.stem.endswith("-sources"))
    return found


def generated_of(jar: Path) -> dict[str, bytes]:
    """What was generated from the contract when a jar was built: the files in the archive of sources beside it."""
    with zipfile.ZipFile(jar.with_name(f"{jar.stem}-sources.jar")) as archive:
        names = [name for name in archive.namelist() if name.startswith(GENERATED) and name.endswith(".java")]
        return {name: archive.read(name) for name in names}


def generated_in(folder: Path) -> dict[str, bytes]:
    """What is generated in a client's folder."""
    home = folder / SOURCES
    return {path.relative_to(home).as_posix(): path.read_bytes() for path in home.rglob("*.java")}


def lay_compiled(jar: Path, folder: Path, *left_out: str) -> None:
    """Lay a jar's generated classes where Maven finds them done, but those of some packages, which it then compiles.

    The sources must have been generated in the folder before: classes that are older are compiled again.
    """
    with zipfile.ZipFile(jar) as archive:
        names = [name for name in archive.namelist() if name.startswith(GENERATED) and not name.startswith(left_out)]
        archive.extractall(folder / COMPILED, names)
