"""What is released, built once from the last commit, and programs run outside of the repository."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT_NEEDS = ("cffi", "cryptography", "grpcio", "protobuf", "pycparser", "typing-extensions")
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


@pytest.fixture(scope="session")
def dist(tmp_path_factory):
    """What `make dist` builds of the last commit."""
    return built(ROOT, tmp_path_factory.mktemp("dist"))


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
