"""The server's wheel where nothing else is: it serves, and a game is played, exported and audited."""

import json
import re
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest

from adjudicator.registry import RULESETS, engine_digest
from tests.packages.fixtures import ROOT, clean_environment, client_lock, run

pytestmark = [pytest.mark.packages, pytest.mark.timeout(300)]
UV = ROOT / ".venv/bin/uv"
# the whole game comes first on the page
GAME = re.compile(r"^```python\n(import asyncio\n.*?asyncio\.run\(main\(\)\)\n)```$", re.MULTILINE | re.DOTALL)
WHERE = "import services; print(services.__file__)"
DIGESTS = (
    "import json; from adjudicator.registry import RULESETS, engine_digest; "
    "print(json.dumps({name: engine_digest(name).hex() for name in RULESETS}))"
)


@pytest.fixture(scope="module")
def home(wheel, tmp_path_factory):
    """An environment with the locked packages and the wheel, and nothing else."""
    folder = tmp_path_factory.mktemp("home")
    run(sys.executable, "-m", "venv", folder / "env", folder=folder)
    python = folder / "env/bin/python"
    lock = ROOT / "requirements/runtime.lock"
    run(python, "-m", "pip", "install", "-q", "--require-hashes", "-r", lock, folder=folder)
    run(python, "-m", "pip", "install", "-q", "--no-deps", wheel, folder=folder)
    run(python, "-m", "pip", "check", folder=folder)
    return folder


@pytest.fixture(scope="module")
def client(client_wheel, tmp_path_factory):
    """The Python of an environment with the client's wheel, what it needs, and nothing else."""
    folder = tmp_path_factory.mktemp("client")
    run(sys.executable, "-m", "venv", folder / "env", folder=folder)
    python = folder / "env/bin/python"
    lock = client_lock(folder / "client.lock")
    run(python, "-m", "pip", "install", "-q", "--require-hashes", "-r", lock, folder=folder)
    run(python, "-m", "pip", "install", "-q", "--no-deps", client_wheel, folder=folder)
    run(python, "-m", "pip", "check", folder=folder)
    return python


@contextmanager
def serving(program, folder):
    """Serve from a folder, with a path on which there is no store; gives the address."""
    command = [program, "serve", "--listen", "127.0.0.1:0", "--data", folder / "data"]
    environment = clean_environment(PATH=str(Path(program).parent))
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=folder, env=environment) as service:
        try:
            line = service.stdout.readline()
            found = re.match(r"adjudicator serves at (\S+), ", line)
            assert found, f"the service did not start: {line!r}"
            yield found[1]
        finally:
            service.terminate()
            service.wait(30)


def test_it_needs_nothing_else(home, client, tmp_path):
    """Installed alone it serves, the client installed alone plays a whole game, and the replay passes the audit."""
    program = home / "env/bin/adjudicator"
    assert str(home) in run(home / "env/bin/python", "-c", WHERE, folder=home)
    script = ROOT / "tests/packages/play_a_game.py"
    with serving(program, home) as address:
        token = home / "data/owner.token"
        played = run(client, "-P", script, address, token, "tile_formations", tmp_path / "own.replay", folder=tmp_path)
        words = ["--address", address, "--token-file", token, "--out", "game.replay"]
        run(program, "replay", "export", played.strip(), *words, folder=home)
    report = json.loads(run(program, "replay", "audit", "--json", "game.replay", folder=home))
    assert (report["result"], report["game"]) == ("PASS", played.strip())
    own = json.loads(run(program, "replay", "audit", "--json", tmp_path / "own.replay", folder=home))
    assert (own["result"], own["game"]) == ("PASS", played.strip())


def test_the_game_of_the_client_s_page(home, client, tmp_path):
    """The game of the client's README runs as it stands, and the installed program audits it with its receipts."""
    game, *_ = GAME.findall((ROOT / "clients/python/README.md").read_text(encoding="utf-8"))
    program = home / "env/bin/adjudicator"
    with serving(program, home) as address:
        (tmp_path / "game.py").write_text(game.replace("127.0.0.1:50051", address))
        (tmp_path / "adjudicator-data").symlink_to(home / "data")
        said = run(client, "game.py", folder=tmp_path)
    assert re.search(r"\n\d+ entries, \w+, winner: \w+\nverified: \d+ receipts, \d+ signatures, [1-9]\d* dice\n$", said)
    words = ["--json", "game.replay", "--receipts", "red.receipts.json"]
    report = json.loads(run(program, "replay", "audit", *words, folder=tmp_path))
    assert (report["result"], report["levels"]["L3"]) == ("PASS", "done")


def test_service_and_client_live_in_one_environment(home, client_wheel, tmp_path):
    """Both are imported side by side; their messages are of the same contract and share no class."""
    run(UV, "pip", "install", "-q", "--no-deps", "--target", tmp_path / "more", client_wheel, folder=tmp_path)
    text = (
        "import adjudicator_client, services.cli; from wargame.v1 import games_pb2 as ours; "
        "from adjudicator_client.contract.wargame.v1 import games_pb2 as theirs; "
        "print(ours.OpenRequest is theirs.OpenRequest, "
        "ours.DESCRIPTOR.serialized_pb == theirs.DESCRIPTOR.serialized_pb)"
    )
    said = run(home / "env/bin/python", "-c", text, folder=tmp_path, PYTHONPATH=str(tmp_path / "more"))
    assert said.split() == ["False", "True"]


def test_it_decides_as_this_tree_does(home):
    """The rules of the wheel have the digests of the rules here."""
    found = json.loads(run(home / "env/bin/python", "-c", DIGESTS, folder=home))
    assert found == {name: engine_digest(name).hex() for name in RULESETS}


def test_it_brings_the_contract(home):
    """The contract is found in the installed packages, beside what was generated from it."""
    find = "from importlib.resources import files; print(files('wargame').joinpath('v1/games.proto').read_text())"
    assert "service Games" in run(home / "env/bin/python", "-c", find, folder=home)


def test_uv_installs_it_as_a_tool(wheel, tmp_path):
    """One command makes the program available, in an environment of its own."""
    places = {"UV_TOOL_DIR": str(tmp_path / "tools"), "UV_TOOL_BIN_DIR": str(tmp_path / "bin")}
    run(UV, "tool", "install", "-q", "--python", sys.executable, wheel, folder=tmp_path, **places)
    assert "GA-3.3-19  " in run(tmp_path / "bin/adjudicator", "rules", "GA-3.3-19", folder=tmp_path)
