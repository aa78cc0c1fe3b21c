"""Build what is released from the last commit, the same bytes every time: `python tools/packages/build.py --out dist`.

Every builder of BUILDERS gets the files of that commit in a folder of its own and writes what it makes to the output
folder: packages, and a list of their parts (CycloneDX). SHA256SUMS names all of it. What is not committed is not in it.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.packages.faults import DistFault, ToolMissing, run
from tools.packages.go import go_client
from tools.packages.java import java_client
from tools.packages.python import python_client
from tools.packages.typescript import typescript_client

ROOT: Final = Path(__file__).resolve().parents[2]
SBOM_TOOL: Final = ROOT / ".venv/tools/dist/bin/cyclonedx-py"
SUMS: Final = "SHA256SUMS"

Builder: TypeAlias = Callable[[Path, Path, Mapping[str, str]], None]


def server(tree: Path, out: Path, environment: Mapping[str, str]) -> None:
    """Build the server's source archive and wheel, and the list of its parts from the locked set."""
    run([sys.executable, "-m", "hatchling", "build", "-d", str(out)], tree, environment)
    version = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    sbom = out / f"adjudicator-{version}.cdx.json"
    words = ["requirements", "requirements/runtime.lock", "--pyproject", "pyproject.toml", "--mc-type", "application"]
    run([str(SBOM_TOOL), *words, "--output-reproducible", "--of", "JSON", "-o", str(sbom)], tree, environment)
    _without_hosts(sbom)


# Packages of clients come here, each with a builder of its own; what takes longest begins first. One whose tools are
# missing is left out, but in CI.
BUILDERS: Final[Mapping[str, Builder]] = MappingProxyType(
    {
        "Java client": java_client,
        "Go client": go_client,
        "TypeScript client": typescript_client,
        "server": server,
        "Python client": python_client,
    }
)


def build(root: Path, out: Path, only: Sequence[str] = ()) -> list[Path]:
    """Build the last commit of `root` into `out`, which is emptied of files first; gives the files.

    `only` names some of BUILDERS; without it all are built.

    Raises DistFault.
    """
    if not SBOM_TOOL.exists():
        raise DistFault(f"{SBOM_TOOL} is missing: run make dist, which installs it")
    out.mkdir(parents=True, exist_ok=True)
    for path in out.iterdir():
        if path.is_file():
            path.unlink()
    epoch = _git(root, "log", "-1", "--format=%ct").decode().strip()
    environment = {**os.environ, "SOURCE_DATE_EPOCH": epoch, "PYTHONHASHSEED": "0", "TZ": "UTC"}
    # rights of folders stand in some packages
    with _usual_rights():
        _build_each(root, out, environment, only or tuple(BUILDERS))
    files = sorted(path for path in out.iterdir() if path.is_file() and not path.name.startswith("."))
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)
    (out / SUMS).write_text(sums, encoding="utf-8")
    return files


@contextmanager
def _usual_rights() -> Iterator[None]:
    """Let what is written be readable by all, whatever the user's own mask."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def _build_each(root: Path, out: Path, environment: Mapping[str, str], names: Sequence[str]) -> None:
    """Let builders work on the files of the last commit, each on its own, as many at once as there are cores."""
    files = _git(root, "archive", "--format=tar", "HEAD")
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        building = [pool.submit(_build_one, name, files, out, environment) for name in names]
    for done in building:
        done.result()


def _build_one(name: str, files: bytes, out: Path, environment: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory(prefix="dist-") as folder:
        with tarfile.open(fileobj=io.BytesIO(files)) as archive:
            archive.extractall(folder, filter="data")
        try:
            BUILDERS[name](Path(folder), out.absolute(), environment)
        except ToolMissing as fault:
            if os.environ.get("CI"):
                raise
            print(f"dist: the {name} is left out: {fault}", file=sys.stderr)


def _without_hosts(sbom: Path) -> None:
    """Leave out where the tool believes that packages were fetched from: whoever installs has an index of their own.

    The hashes stay; the tool's description of a part is nothing but its line in the lock.
    """
    found = json.loads(sbom.read_text(encoding="utf-8"))
    for part in found["components"]:
        part.pop("description", None)
        hashes = [row for reference in part.pop("externalReferences", []) for row in reference.get("hashes", [])]
        if hashes:
            part["hashes"] = hashes
    sbom.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


def _git(root: Path, *words: str) -> bytes:
    ran = subprocess.run(["git", *words], cwd=root, capture_output=True, check=False)
    if ran.returncode:
        raise DistFault(f"git {words[0]}: {ran.stderr.decode().strip()}; build in a clone with at least one commit")
    return ran.stdout


def main(arguments: Sequence[str] | None = None) -> int:
    """Build, and list what was built."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--root", type=Path, default=ROOT, help="the clone to build (this one)")
    parser.add_argument("--out", type=Path, required=True, help="folder for what is built; its files are removed first")
    parser.add_argument(
        "--only", action="append", default=[], choices=sorted(BUILDERS), help="build this alone; may be repeated"
    )
    options = parser.parse_args(arguments)
    try:
        build(options.root, options.out, options.only)
        if _git(options.root, "status", "--porcelain"):
            print("dist: the last commit was built; changes that are not committed are not in it", file=sys.stderr)
    except DistFault as fault:
        print(f"dist: {fault}", file=sys.stderr)
        return 1
    print((options.out / SUMS).read_text(encoding="utf-8"), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
