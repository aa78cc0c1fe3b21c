"""The client for TypeScript and JavaScript, built as a tarball that npm installs."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import tarfile
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from tools.packages.faults import ToolMissing, run

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = Path("clients/typescript")
BUF: Final = ROOT / ".venv/bin"
PROGRAMS: Final = ("node", "npm")
# of the description of a package: what only its own folder has use for
LEFT_OUT: Final = ("scripts", "devDependencies")
PACKED: Final = ("README.md", "dist")


def with_buf(environment: Mapping[str, str]) -> dict[str, str]:
    """Give an environment in which buf is found, as the package's own build wants it.

    Raises ToolMissing where Node or npm is missing.
    """
    path = environment.get("PATH", os.defpath)
    missing = [name for name in PROGRAMS if shutil.which(name, path=path) is None]
    if missing:
        raise ToolMissing(f"{' and '.join(missing)} missing: install Node 20 or later")
    return {**environment, "PATH": os.pathsep.join([str(BUF), path])}


def typescript_client(tree: Path, out: Path, environment: Mapping[str, str]) -> None:
    """Build the tarball: compiled modules, their types, the contract, and a description with the release's version.

    Raises DistFault.
    """
    folder, known = tree / FOLDER, with_buf(environment)
    run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"], folder, known)
    run(["npm", "run", "build"], folder, known)
    version = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    files = {path.relative_to(folder): path.read_bytes() for name in PACKED for path in _files(folder / name)}
    files |= {path.relative_to(tree): path.read_bytes() for path in (tree / "proto/wargame").rglob("*.proto")}
    files |= {Path(name): (tree / name).read_bytes() for name in ("LICENSE", "NOTICE")}
    files[Path("package.json")] = described(folder / "package.json", version)
    (out / f"adjudicator-client-{version}.tgz").write_bytes(packed(files, int(environment["SOURCE_DATE_EPOCH"])))


def described(path: Path, version: str) -> bytes:
    """Read the description of the package, with this version and without what only its own folder has use for."""
    found = json.loads(path.read_text(encoding="utf-8"))
    kept = {name: value for name, value in found.items() if name not in LEFT_OUT}
    return (json.dumps({**kept, "version": version}, indent=2) + "\n").encode()


def packed(files: Mapping[Path, bytes], time: int) -> bytes:
    """Write a tarball as npm reads it: names in order, one time, nothing of this machine."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in sorted(files):
            entry = tarfile.TarInfo(f"package/{path.as_posix()}")
            entry.size, entry.mtime, entry.mode = len(files[path]), time, 0o644
            archive.addfile(entry, io.BytesIO(files[path]))
    return gzip.compress(stream.getvalue(), mtime=0)


def _files(path: Path) -> list[Path]:
    return [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
