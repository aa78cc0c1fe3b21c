"""What is released, built once from the last commit, and programs run outside of the repository."""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROTOS = frozenset(path.relative_to(ROOT / "proto").as_posix() for path in (ROOT / "proto/wargame").rglob("*.proto"))
CLIENT_NEEDS = ("cffi", "grpcio", "protobuf", "pycparser", "pynacl", "typing-extensions")
HIDDEN = ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")


def clean_environment(**more):
    """What a program gets that must not find this repository by its environment."""
    return {name: value for name, value in os.environ.items() if name not in HIDDEN} | more


def run(*command, folder, **more):
    """Run a program to its end; gives what it prints, and fails with all that it said."""
    words = [str(word) for word in command]
    ran = subprocess.run(words, cwd=folder, env=clean_environment(**more), capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{' '.join(words)}\n{ran.stdout}\n{ran.stderr}"
    return ran.stdout


def client_lock(path):
    """Write the part of the lock that the Python client needs, with its hashes; gives the path."""
    lock = (ROOT / "requirements/runtime.lock").read_text()
    rows = [re.search(rf"^{name}==.*?(?=^[a-z#]|\Z)", lock, re.MULTILINE | re.DOTALL) for name in CLIENT_NEEDS]
    path.write_text("".join(row[0] for row in rows if row))
    return path


def built(root, out, *only):
    """Build the last commit of a clone, or some of its packages alone; gives the folder."""
    some = [word for name in only for word in ("--only", name)]
    run(sys.executable, ROOT / "tools/packages/build.py", "--root", root, "--out", out, *some, folder=root)
    return out


@contextmanager
def rights(mask):
    """Let files be made with other rights than usual."""
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture
def clone(tmp_path):
    """Another clone of this repository, with other times of its files."""
    run("git", "clone", "-q", "--no-local", ROOT, tmp_path / "clone", folder=tmp_path)
    return tmp_path / "clone"


def released():
    """The folder that DIST names, None without it; what lies in it is whole."""
    if not os.environ.get("DIST"):
        return None
    folder = (ROOT / os.environ["DIST"]).absolute()
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest, f"{folder / name}: run make dist"
    return folder


@pytest.fixture(scope="session")
def dist(tmp_path_factory):
    """What `make dist` has built of the last commit: the folder that DIST names; without it that is built here."""
    return released() or built(ROOT, tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="session")
def wheel(dist):
    """The server's wheel."""
    (found,) = dist.glob("adjudicator-*.whl")
    return found


@pytest.fixture(scope="session")
def client_wheel(dist):
    """The Python client's wheel."""
    (found,) = dist.glob("adjudicator_client-*.whl")
    return found
