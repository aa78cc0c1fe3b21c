"""The container file's steps, done in a bare Debian root: what they leave serves a game that passes the audit."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager

import pytest

from tests.packages.fixtures import ROOT, client_lock, run
from tools.container import FILE, follow

CLIENT = """
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends python3 python3-venv && rm -rf /var/lib/apt/lists/*
COPY client.lock *.whl play_a_game.py /opt/install/
RUN python3 -m venv /opt/client \\
    && /opt/client/bin/pip install --no-cache-dir --require-hashes -r /opt/install/client.lock \\
    && /opt/client/bin/pip install --no-cache-dir --no-deps /opt/install/*.whl \\
    && /opt/client/bin/pip check
ENTRYPOINT ["/opt/client/bin/python", "-P", "/opt/install/play_a_game.py"]
"""
CAN = os.geteuid() == 0 and shutil.which("mmdebstrap") is not None
pytestmark = [
    pytest.mark.packages,
    pytest.mark.timeout(900),
    pytest.mark.skipif(not CAN and not os.environ.get("CI"), reason="a bare root is made by root with mmdebstrap"),
]


@pytest.fixture(scope="module")
def image(dist, tmp_path_factory):
    """The root that the steps leave, made of what is released; it is large, and removed at once."""
    folder = tmp_path_factory.mktemp("container")
    context = folder / "context"
    (context / "requirements").mkdir(parents=True)
    shutil.copy(ROOT / "requirements/runtime.lock", context / "requirements")
    shutil.copytree(dist, context / "dist")
    yield follow(FILE, context, folder / "root")
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def client_root(client_wheel, tmp_path_factory):
    """A bare root with Python and the client, and no part of the service."""
    folder = tmp_path_factory.mktemp("client")
    (folder / "context").mkdir()
    client_lock(folder / "context/client.lock")
    shutil.copy(client_wheel, folder / "context")
    shutil.copy(ROOT / "tests/packages/play_a_game.py", folder / "context")
    (folder / "Containerfile").write_text(CLIENT)
    yield follow(folder / "Containerfile", folder / "context", folder / "root")
    shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def started(image, *more):
    """Start the container's program as an engine would; gives its address."""
    command = image.inside([*image.entrypoint, *image.command, *more])
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=image.environment) as service:
        try:
            line = service.stdout.readline()
            found = re.match(r"adjudicator serves at (\S+), ", line)
            assert found, f"the service did not start: {line!r}"
            yield found[1]
        finally:
            service.terminate()
            service.wait(60)


def test_it_serves_a_game(image, client_root, tmp_path):
    """Its program, as its user, serves a whole game, and keeps keys and games in its volume for nobody else.

    The game is played by the client of another bare root.
    """
    data = image.root / "var/lib/adjudicator"
    with started(image, "--listen", "127.0.0.1:0") as address:
        token = data / "owner.token"
        shutil.copy(token, client_root.root / "opt/install/token")
        words = [*client_root.entrypoint, address, "/opt/install/token", "tile_formations", "/opt/install/own.replay"]
        game = run(*client_root.inside(words), folder=ROOT, **client_root.environment).strip()
        program = [sys.executable, "-m", "services.cli", "replay"]
        words = ["--address", address, "--token-file", token, "--out", tmp_path / "game.replay"]
        run(*program, "export", game, *words, folder=ROOT)
    assert json.loads(run(*program, "audit", "--json", tmp_path / "game.replay", folder=ROOT))["result"] == "PASS"
    assert (image.user, data.stat().st_mode & 0o777, data.stat().st_uid) == ("adjudicator", 0o700, 10001)
    assert (data / "store/appendonlydir").is_dir()
    assert {path.stat().st_uid for path in data.rglob("*")} == {10001}


def test_nothing_is_left_of_the_build(image):
    """What was only needed to install is gone, and the program can not be changed by its user."""
    assert not (image.root / "opt/install").exists()
    assert list((image.root / "var/lib/apt/lists").iterdir()) == []
    assert {path.stat().st_uid for path in (image.root / "opt/adjudicator").rglob("*")} == {0}
