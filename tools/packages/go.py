"""The client for Go: `python tools/packages/go.py` generates the Go code of the contract into clients/go/wargame.

That code is not committed. A release holds it: `go_client` builds the module as a proxy of Go modules serves it.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.packages.faults import DistFault, ToolMissing, run

ROOT: Final = Path(__file__).resolve().parents[2]
MODULE: Final = "adjudicator.invalid/client"
FOLDER: Final = Path("clients/go")
BUF: Final = ROOT / ".venv/bin/buf"
TEMPLATE: Final = FOLDER / "buf.gen.yaml"
USUAL: Final = Path("/usr/local/go/bin")
# beside the module: how its code is generated, and what that needs, a module of its own
LEFT_OUT: Final = ("generate", "buf.gen.yaml")
EARLIEST: Final = (1980, 1, 1, 0, 0, 0)  # that a zip can name


def with_go(environment: Mapping[str, str]) -> dict[str, str]:
    """Give an environment in which Go is found.

    Raises ToolMissing where there is none.
    """
    path = environment.get("PATH", os.defpath)
    if shutil.which("go", path=path) is None:
        path = os.pathsep.join([path, str(USUAL)])
        if shutil.which("go", path=path) is None:
            raise ToolMissing("go is missing: install Go 1.26 or later")
    return {**environment, "PATH": path}


def generate(tree: Path, environment: Mapping[str, str]) -> None:
    """Generate the Go code of a tree's contract into its client.

    Raises DistFault.
    """
    shutil.rmtree(tree / FOLDER / "wargame", ignore_errors=True)
    run([str(BUF), "generate", "--template", str(TEMPLATE)], tree, with_go(environment))


def go_client(tree: Path, out: Path, environment: Mapping[str, str]) -> None:
    """Build the module for Go: a zip to be unpacked, from whose folder `go get` takes it as from a proxy.

    Raises DistFault.
    """
    generate(tree, environment)
    version = tomllib.loads((tree / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    time = datetime.fromtimestamp(int(environment["SOURCE_DATE_EPOCH"]), tz=UTC)
    served = f"{MODULE}/@v/v{version}"
    info = {"Version": f"v{version}", "Time": time.strftime("%Y-%m-%dT%H:%M:%SZ")}
    files = {
        f"{MODULE}/@v/list": f"v{version}\n".encode(),
        f"{served}.info": json.dumps(info).encode(),
        f"{served}.mod": (tree / FOLDER / "go.mod").read_bytes(),
        f"{served}.zip": packed(module_files(tree, f"{MODULE}@v{version}")),
    }
    (out / f"adjudicator-client-go-{version}.zip").write_bytes(packed(files))


def module_files(tree: Path, prefix: str) -> dict[str, bytes]:
    """Read the files of the module by their names in its zip, the contract and the licence of the whole with them."""
    folder = tree / FOLDER
    paths = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    paths = {place: path for place, path in paths.items() if place.parts[0] not in LEFT_OUT}
    paths |= {path.relative_to(tree): path for path in (tree / "proto/wargame").rglob("*.proto")}
    paths |= {Path(name): tree / name for name in ("LICENSE", "NOTICE")}
    return {f"{prefix}/{place.as_posix()}": path.read_bytes() for place, path in paths.items()}


def packed(files: Mapping[str, bytes]) -> bytes:
    """Write a zip: names in order, no times, nothing of this machine."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, EARLIEST)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.create_system = 3
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, files[name])
    return stream.getvalue()


def main() -> int:
    """Generate into this tree."""
    try:
        generate(ROOT, os.environ)
    except DistFault as fault:
        print(f"the Go code was not generated: {fault}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
