"""Dice that more than two parties have brought bytes for: whole games over gRPC, with wallets, and their audits."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgpack
import msgspec
import pytest

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.seed import opening_digest
from adjudicator.kernel.record.log import MemoryLog
from adjudicator.registry import rules_of
from adjudicator_client import RandomPlayer, Service
from adjudicator_client.contract.wargame.v1 import stretches_pb2
from replays.audit.audit import audit
from replays.audit.receipts import read_held
from replays.bundle import read_bundle
from services.config import Config
from services.server import serving
from services.store.redis_keys import MemoryKeys

RULESET = "tile_formations"
NAMES = ["red", "blue", "green", "grey"]
REFEREE = 254


async def whole_game(folder: Path, seats: int, **terms: Any) -> tuple[bytes, list[bytes]]:
    """Play a game of so many seats to its end; gives the file and the wallets."""
    config = Config(listen="127.0.0.1:0", data=folder / "data")
    async with (
        serving(config, MemoryLog(asyncio.Event), MemoryKeys(), {RULESET: rules_of(RULESET)}) as served,
        Service(served.address, served.owner_token) as service,
    ):
        opened = await service.open(RULESET, NAMES[:seats], **terms)
        paths = [folder / f"{at}.wallet" for at in range(seats)]
        sides = [opened.seat(at, wallet=path) for at, path in enumerate(paths)]
        sides.append(opened.referee() if terms.get("referee") else opened.owner())
        await asyncio.gather(*(side.join() for side in sides))
        # all that may be offered to a referee takes long to find: he is asked where no seat has moved
        *players, third = (RandomPlayer(side, f"{at}", patience=60) for at, side in enumerate(sides))
        while not (await sides[0].facts()).revealed:
            if not any([await player.step() for player in players]) and not await third.step():
                await asyncio.sleep(0.05)
        return await sides[0].export(), [path.read_bytes() for path in paths]


def brought(replay: bytes) -> list[int]:
    """Who has brought something to the seed, in the order of the transcript."""
    records = [msgpack.unpackb(record) for record in read_bundle(replay).records]
    return sorted(record[5][1] for record in records if record[6][2][0] == "OpenContribution")


@pytest.mark.parametrize("seats", [3])
@pytest.mark.rule("WG-SEED-05")
async def test_every_seat_contributes(tmp_path, seats):
    """A game of three seats passes with the wallets of all of them, and its transcript packs as many slots."""
    replay, wallets = await whole_game(tmp_path, seats)
    held = [item for at, wallet in enumerate(wallets) for item in read_held(wallet, f"{at}.wallet")]
    report = audit(replay, held=held)
    assert (report.result, dict(report.levels)["L3"], report.findings) == ("PASS", "done", ())
    assert brought(replay) == list(range(seats))


@pytest.mark.parametrize("seats", [2])
@pytest.mark.rule("WG-SEED-05")
async def test_the_referee_contributes_too(tmp_path, seats):
    """The referee is one more slot after the seats; without his bytes the transcript is another."""
    terms = {"referee": True, "referee_contributes": True, "appeal_window": timedelta(0)}
    replay, wallets = await whole_game(tmp_path, seats, **terms)
    held = [item for at, wallet in enumerate(wallets) for item in read_held(wallet, f"{at}.wallet")]
    report = audit(replay, held=held)
    assert (report.result, report.findings) == ("PASS", ())
    assert "the referee contributed to the seed" in report.declared
    assert brought(replay) == [*range(seats), REFEREE]
    records = [msgpack.unpackb(record) for record in read_bundle(replay).records]
    given = [row[6][2][1] for party in (*range(seats), REFEREE) for row in records if opens(row, party)]
    fixed = next(event for row in records for event, _ in row[9] if event[0] == "SeedFixed")
    assert fixed[1] in transcripts(records, given)
    assert fixed[1] not in transcripts(records, given[:-1])


def opens(row: list[Any], party: int) -> bool:
    return bool(row[6][2][0] == "OpenContribution" and row[5][1] == party)


def transcripts(records: list[Any], given: list[bytes]) -> list[bytes]:
    """The transcript over these contributions."""
    terms = msgspec.convert(records[0][6][2], OpenGame)
    return [wgdice.transcript(records[0][1], terms.commitment or b"", opening_digest(terms), given)]


async def test_four_seats_a_referee_and_stretches(tmp_path):
    """Dice of five contributions are shown in stretches while the game goes on, one for each die."""
    terms = {"referee": True, "referee_contributes": True, "appeal_window": timedelta(0)}
    replay, wallets = await whole_game(tmp_path, 4, stretches=stretches_pb2.Stretches(count=64, dice=1), **terms)
    held = [item for at, wallet in enumerate(wallets) for item in read_held(wallet, f"{at}.wallet")]
    report = audit(replay, held=held)
    assert (report.result, report.findings) == ("PASS", ())
    assert "open dice are shown in stretches, while the game goes on" in report.declared
    records = [msgpack.unpackb(record) for record in read_bundle(replay).records]
    thrown = {dice[1] for record in records for dice in record[8]}
    shown = {record[6][2][1] for record in records if record[6][2][0] == "ShowStretch"}
    assert thrown <= shown
    assert brought(replay) == [0, 1, 2, 3, REFEREE]
