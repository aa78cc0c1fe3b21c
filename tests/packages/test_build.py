"""What `make dist` builds: the same bytes from the same commit, with all that belongs in it."""

import hashlib
import json
import re
import tarfile
import zipfile

import pytest

from tests.packages.fixtures import PROTOS, ROOT, built, rights, run
from tools.packages.build import BUILDERS

pytestmark = pytest.mark.packages
JAVA = re.compile(r"adjudicator-client-.*\.(jar|pom)")


def test_the_same_commit_gives_the_same_bytes(dist, clone, tmp_path):
    """Another clone, another time of its files and other rights give the same files, byte for byte.

    The Java client's are compared in `test_java.py`.
    """
    with rights(0o077):
        again = built(clone, tmp_path / "again", *(name for name in BUILDERS if name != "Java client"))
    rows = (again / "SHA256SUMS").read_text().splitlines()
    missing = set((dist / "SHA256SUMS").read_text().splitlines()) - set(rows)
    assert all(JAVA.fullmatch(row.split("  ")[1]) for row in missing), missing
    assert len(missing) in (0, 3)
    assert len(rows) > 3
    for row in rows:
        digest, name = row.split("  ")
        assert hashlib.sha256((again / name).read_bytes()).hexdigest() == digest


def test_what_is_not_committed_is_not_built(dist, clone, tmp_path):
    """A file that nobody committed changes nothing, and those of an earlier build are gone."""
    (clone / "adjudicator/stray.py").write_text("STRAY = 1\n")
    (tmp_path / "again").mkdir()
    (tmp_path / "again/adjudicator-0.0.1.tar.gz").write_text("of an earlier build")
    again = built(clone, tmp_path / "again", "server")
    rows = (again / "SHA256SUMS").read_text().splitlines()
    assert sorted(path.name for path in again.iterdir()) == sorted(
        ["SHA256SUMS", *(row.split("  ")[1] for row in rows)]
    )
    assert set(rows) < set((dist / "SHA256SUMS").read_text().splitlines())


def test_the_wheel_holds_what_belongs_in_it(wheel):
    """Licence, types, data and the contract are in the wheel; tests, tools and old games are not."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
    for package in ("adjudicator", "services", "replays", "wargame"):
        assert f"{package}/py.typed" in names
    assert set(names) >= PROTOS
    rules = {
        path.relative_to(ROOT).as_posix()
        for suffix in ("py", "toml", "map")
        for path in (ROOT / "adjudicator").rglob(f"*.{suffix}")
    }
    assert rules <= set(names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"adjudicator", "services", "replays", "wargame"}
    assert [name for name in names if name.endswith(("licenses/LICENSE", "licenses/NOTICE"))]
    assert "\nLicense-Expression: Apache-2.0\n" in metadata
    assert "\nAuthor: The Adjudicator authors\n" in metadata


def test_the_source_archive_builds_the_same_wheel(dist, wheel, tmp_path):
    """The source archive is enough to build the wheel from, and gives its content."""
    (archive,) = dist.glob("adjudicator-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    run(ROOT / ".venv/bin/python", "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path / "out", folder=folder)
    (again,) = (tmp_path / "out").iterdir()
    assert _content(again) == _content(wheel)


def _content(path):
    """Files of a wheel by name, with their sums."""
    with zipfile.ZipFile(path) as archive:
        return {name: hashlib.sha256(archive.read(name)).hexdigest() for name in archive.namelist()}


def test_the_list_of_parts_is_the_locked_set(dist):
    """The list of parts names every locked package with its version and hashes, and no host."""
    (path,) = dist.glob("*.cdx.json")
    found = json.loads(path.read_text())
    assert (found["bomFormat"], found["metadata"]["component"]["name"]) == ("CycloneDX", "adjudicator")
    lock = (ROOT / "requirements/runtime.lock").read_text()
    locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", lock, re.MULTILINE))
    assert {part["name"]: part["version"] for part in found["components"]} == locked
    assert all(part["hashes"] for part in found["components"])
    assert "://" not in json.dumps(found["components"])
