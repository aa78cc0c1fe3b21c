"""The Python client as it is released: what belongs in it, and nothing of the service."""

import tarfile
import tomllib
import zipfile

import pytest

from tests.packages.fixtures import PROTOS, ROOT, run

pytestmark = pytest.mark.packages
TEXTS = ("LICENSE", "NOTICE")
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]


def test_the_wheel_holds_the_client_alone(client_wheel):
    """One package with types, the contract and its code, of the server's version; no test and no tool of the build."""
    with zipfile.ZipFile(client_wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
        texts = {
            name: archive.read(next(path for path in names if path.endswith(f"licenses/{name}"))) for name in TEXTS
        }
    assert texts["LICENSE"] == (ROOT / "LICENSE").read_bytes()
    # what the server's package holds besides, such as the script of the page, the client does not
    assert texts["NOTICE"] == (ROOT / "NOTICE").read_bytes().split(b"\n\n")[0] + b"\n"
    assert {name.split("/")[0].split("-")[0] for name in names} == {"adjudicator_client"}
    assert {
        "adjudicator_client/py.typed",
        "adjudicator_client/contract/wargame/v1/games_pb2.pyi",
        "adjudicator_client/contract/wargame/antares/v1/stubs.py",
    } <= set(names)
    assert {f"adjudicator_client/protos/{name}" for name in PROTOS} <= set(names)
    assert f"\nVersion: {VERSION}\n" in metadata
    assert metadata.count("\nRequires-Dist: ") == 3


def test_the_source_archive_builds_the_same_wheel(dist, client_wheel, tmp_path):
    """The source archive brings the contract, and gives the wheel byte for byte in its files."""
    (archive,) = dist.glob("adjudicator_client-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    run(ROOT / ".venv/bin/python", "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "out", folder=folder)
    (again,) = (tmp_path / "out").iterdir()
    with zipfile.ZipFile(again) as ours, zipfile.ZipFile(client_wheel) as theirs:
        assert sorted(ours.namelist()) == sorted(theirs.namelist())
        assert [name for name in ours.namelist() if ours.read(name) != theirs.read(name)] == []
