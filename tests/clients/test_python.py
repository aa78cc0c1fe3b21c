"""The Python client, built and installed where nothing else is: its suite against a service."""

import sys

import pytest

from tests.clients.served import CLIENTS, ROOT, run

pytestmark = pytest.mark.clients
FOLDER = CLIENTS / "python"
UV = ROOT / ".venv/bin/uv"
NEEDS = {"adjudicator-client", "cffi", "grpcio", "protobuf", "pycparser", "pynacl", "typing-extensions"}


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """An environment with the client's wheel, the locked versions of what it needs, and pytest."""
    folder = tmp_path_factory.mktemp("python")
    run(ROOT / ".venv/bin/python", "-m", "hatchling", "build", "-t", "wheel", "-d", folder / "dist", folder=FOLDER)
    (wheel,) = (folder / "dist").iterdir()
    run(UV, "venv", "-q", "--python", sys.executable, folder / "env", folder=folder)
    found = folder / "env/bin/python"
    install = (UV, "pip", "install", "-q", "--python", found, "-c", ROOT / "requirements/dev.lock")
    run(*install, wheel, folder=folder)
    names = run(UV, "pip", "list", "-q", "--python", found, "--format", "freeze", folder=folder).split()
    assert {name.partition("==")[0] for name in names} <= NEEDS
    run(*install, "pytest", "pytest-asyncio", "pytest-timeout", folder=folder)
    return found


def test_the_suite_of_the_client(served, python, tmp_path):
    """Vectors, whole games of every ruleset, a line that breaks, and tampering: the client's own tests pass."""
    words = ("-P", "-m", "pytest", "-q", "-rs", "--timeout=600", "-c", FOLDER / "pyproject.toml", "--rootdir", FOLDER)
    environment = {**served.environment, "COLUMNS": "100"}
    out = run(python, *words, FOLDER / "tests", folder=tmp_path, **environment)
    assert " passed" in out
    assert "skipped" not in out
