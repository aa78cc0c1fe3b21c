"""The service's own log holds what its allow-list names, and no secret of any game."""

from __future__ import annotations

import io
import json
import logging

import pytest

from services import logs
from services.games.keys import load_keys
from services.rpc.games import TEST_SEEDS, learn_seed
from tests.services.fixtures import serve_toy


@pytest.fixture
def out():
    out = io.StringIO()
    logs.configure("debug", out)
    yield out
    logs.configure("error")


def test_allow_list(out):
    """A key that is not on the list is dropped with its value, and the line says so."""
    logs.log.info("started", address="here", token="wg1_owner_secret", seed=b"s", command={"heading": "west"})
    line = json.loads(out.getvalue())
    assert line.keys() == {"event", "level", "timestamp", "address", "count", "fault"}
    assert line["count"] == 3
    assert "secret" not in out.getvalue()
    assert "west" not in out.getvalue()


def test_levels(out):
    """What is below the level is not written."""
    logs.configure("warning", out)
    logs.log.info("started")
    logs.log.warning("store down")
    assert [json.loads(line)["event"] for line in out.getvalue().splitlines()] == ["store down"]


def test_other_loggers(out, capfd):
    """What libraries log, exceptions with values in them included, goes nowhere."""
    logging.getLogger("grpc._cython").error("token wg1_secret")
    logging.getLogger("asyncio").error("boom %s", "west")
    assert out.getvalue() == ""
    assert capfd.readouterr() == ("", "")


async def test_game_leaves_no_secret(tmp_path, capfd):
    """A whole game at the most talkative level leaves no token, seed, command field or event in the log."""
    out = io.StringIO()
    async with serve_toy(tmp_path) as toy_service:
        logs.configure("debug", out)
        game = await toy_service.match()
        await game.refused("PlotMarch", "spectator", heading="west")
        await game.refused("Strike", "red", piece="canary-1", target="canary-2")
        await game.play_on("red", "blue")
        keys = toy_service.service.keys
        secret = keys.secret_of(game.id)
        forbidden = [token.split("_", 3)[3] for token in game.tokens.values()]
    output = out.getvalue() + "".join(capfd.readouterr())
    forbidden += [
        "canary",
        "north",
        "west",
        "PlotMarch {",
        secret.hex(),
        str(secret),
        keys._master.hex(),
        str(keys._master),
    ]
    assert "refused" in output
    for word in forbidden:
        assert word not in output
    for line in out.getvalue().splitlines():
        assert json.loads(line).keys() <= logs.KEYS


def test_nobody_reads_any_more():
    """Where the log can not be written, what wanted to log goes on."""
    gone = io.StringIO()
    try:
        logs.configure("debug", gone)
        gone.close()
        logs.log.error("store down")
    finally:
        logs.configure("error")


@pytest.mark.parametrize(
    ("seed", "fault"), [(b"short", "a seed of 5 bytes, not 32"), (b"\x11" * 32, "it is the seed of another game")]
)
def test_a_damaged_seed(tmp_path, out, seed, fault):
    """The line about a stored seed that can not be read says of which game it is and why, and not the seed."""
    keys = load_keys(tmp_path / "data", "log")
    learn_seed(keys, TEST_SEEDS + "ab" * 16, seed)
    line = json.loads(out.getvalue())
    assert (line["event"], line["game"], line["fault"], keys.test_seeds) == ("seed unreadable", "ab" * 16, fault, {})
    assert "count" not in line
