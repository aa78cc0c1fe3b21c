"""The client for Java: a jar, its sources, and the description by which Maven takes them."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.packages.faults import ToolMissing, run

NAME: Final = "adjudicator-client"
TOOLS: Final = ("mvn", "javac")
# the archives hold the rights of files, whatever those of who builds are
SAME_RIGHTS: Final = ("sh", "-c", 'umask 022 && exec "$@"', "sh")


def java_client(tree: Path, out: Path, environment: Mapping[str, str]) -> None:
    """Build the Java client without its tests; every time in its archives is that of the commit.

    Raises DistFault.
    """
    missing = [tool for tool in TOOLS if shutil.which(tool, path=environment.get("PATH")) is None]
    if missing:
        raise ToolMissing(f"{' and '.join(missing)} missing: install Maven 3.8 and a JDK, 17 or later")
    version = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    time = environment["SOURCE_DATE_EPOCH"]
    options = [f"-Drevision={version}", f"-Dproject.build.outputTimestamp={time}", "-Dmaven.test.skip=true"]
    folder = tree / "clients/java"
    run([*SAME_RIGHTS, "mvn", "-B", "-ntp", "-q", *options, "package"], folder, environment)
    built = folder / "target"
    shutil.copyfile(built / "released.pom", out / f"{NAME}-{version}.pom")
    for name in (f"{NAME}-{version}.jar", f"{NAME}-{version}-sources.jar"):
        shutil.copyfile(built / name, out / name)
