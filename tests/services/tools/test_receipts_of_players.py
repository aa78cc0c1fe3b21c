"""What a player keeps in his own hand, from a game over gRPC to the audit by the program."""

import asyncio
import json

import pytest

from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import rules_of
from adjudicator_client import Key, RandomPlayer, Seat, Service
from services.cli import main
from services.config import Config
from services.server import serving
from services.store.redis_keys import MemoryKeys

RULESET = "tile_formations"


async def finish(opened):
    """Play the seats of a game to its end, and give them."""
    red, blue = opened.seat(0), opened.seat(1)
    await asyncio.gather(red.join(), blue.join())
    players = [RandomPlayer(game, f"player {seed}") for seed, game in enumerate((red, blue, opened.owner()))]
    while any([await player.step() for player in players]):
        pass
    await red.wait_for_reveal()
    return red, blue


@pytest.fixture
async def hands(tmp_path):
    """A folder with the replay file of a signed game, and what each player kept and was given by the other."""
    config = Config(listen="127.0.0.1:0", data=tmp_path / "data")
    async with (
        serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {RULESET: rules_of(RULESET)}) as served,
        Service(served.address, served.owner_token) as service,
    ):
        opened = await service.open(RULESET, [Seat("red", Key.new()), Seat("blue", Key.new())])
        red, blue = await finish(opened)
        (tmp_path / "statement.txt").write_text(await blue.statement(), encoding="utf-8")
        (await red.receipts()).save(tmp_path / "red.json")
        (tmp_path / "game.replay").write_bytes(await red.export())
        (tmp_path / "key").write_text((await service.log_keys())[0])
        other = await service.open(RULESET, [Seat("red", Key.new()), Seat("blue", Key.new())])
        with pytest.raises(ValueError, match="a statement is a seat's"):
            await other.owner().statement()
    return tmp_path


async def test_from_the_table_to_the_audit(hands, capsys):
    """Receipts and the opponent's statement, kept by the client, are compared with the exported game."""
    key = (hands / "key").read_text()
    words = ["replay", "audit", str(hands / "game.replay"), "--vkey", key, "--json"]
    held = ["--receipts", str(hands / "red.json"), "--receipts", str(hands / "statement.txt")]
    assert await asyncio.to_thread(main, [*words, *held]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["result"], report["levels"]["L3"], report["findings"]) == ("PASS", "done", [])
    statement = hands / "statement.txt"
    size = statement.read_text(encoding="utf-8").split("\n")[2]
    assert int(size) == report["entries"]
    statement.write_text(statement.read_text(encoding="utf-8").replace(f"\n{size}\n", f"\n{int(size) - 1}\n"))
    assert await asyncio.to_thread(main, [*words, *held]) == 1
    report = json.loads(capsys.readouterr().out)
    assert [(row["code"], row["seq"]) for row in report["findings"]] == [("RECEIPT_UNPROVEN", int(size) - 1)]


def test_files_that_hold_no_receipts(tmp_path, capsys):
    """A file that is none ends with status 4, and says which it is and what is missing."""
    (tmp_path / "game.replay").write_bytes(b"PK\xff")
    (tmp_path / "key").write_text("ref.example.org+00", encoding="utf-8")
    words = ["replay", "audit", str(tmp_path / "game.replay"), "--receipts"]
    for path, text in (("game.replay", "neither"), ("none.json", "No such file"), ("key", "neither a wallet")):
        assert main([*words, str(tmp_path / path)]) == 4
        told = capsys.readouterr().err
        assert told.startswith("replay audit: ")
        assert str(tmp_path / path) in told
        assert text in told
