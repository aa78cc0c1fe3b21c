"""A register is public: the end of a game stands in it when spectators see that end, and not before."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from replays.audit.audit import audit
from replays.register.leaves import GameEnded, GameOpened
from replays.register.reading import open_register
from services.games.timing.clock import OPEN
from services.store.redis_keys import MemoryKeys
from tests.services.admin.steps import each
from tests.services.audited import find
from tests.services.fixtures import ToyService, serve_toy
from tests.services.rpc.late_games import DAY, DELAY, Hands, TickingLog


def kinds(service: ToyService) -> set[type]:
    """Kinds of leaves that stand in any register, as the folder has them."""
    folders = [path.parent for path in (service.service.config.data / "registers").rglob("checkpoint")]
    return {type(leaf.body) for folder in folders for leaf in open_register(str(folder)).leaves}


async def until(holds: Callable[[], bool]) -> None:
    """Wait until the service has done something by itself."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.05)


async def exported(game: Any, who: str) -> bytes:
    return b"".join([chunk.data async for chunk in game.start("Export", who)])


async def test_an_end_stands_there_when_spectators_see_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a restart, too; files that are exported before audit well, and say that the end is not in them."""
    hands = Hands(monkeypatch)
    keys, log = MemoryKeys(), TickingLog(hands)
    async with serve_toy(tmp_path / "data", log=log, keys=keys) as service:
        game = await service.match(spectator_delay=DELAY, appeal_window=0)
        await game.play_on("red", "blue")
        assert (await game.call("Get", "owner")).revealed
        early = await exported(game, "owner")
        await asyncio.sleep(0.5)
        assert GameOpened in kinds(service)
        assert GameEnded not in kinds(service)
        hands.ms = (hands.ms - 1_000) + DAY - 1
    async with serve_toy(tmp_path / "data", log=log, keys=keys) as service:
        client = ToyService(service.service, service.channel, log)
        game.client = client
        await asyncio.sleep(0.5)
        assert not (await game.call("Get", "spectator")).revealed
        assert GameEnded not in kinds(service)
        hands.ms += 1
        assert (await game.call("Get", "spectator")).revealed
        await until(lambda: GameEnded in kinds(service))
        late = await exported(game, "spectator")
    assert len(late) > len(early)
    for data in (early, late):
        assert audit(data, find=find).result in ("PASS", "PASS_WITH_NOTES")


async def test_indexes_that_are_made_anew_leave_an_end_to_come(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An end that is not entered yet stays with the games that are looked after, so that a restart enters it."""
    hands = Hands(monkeypatch)
    keys, log = MemoryKeys(), TickingLog(hands)
    async with serve_toy(tmp_path / "data", log=log, keys=keys) as service:
        game = await service.match(spectator_delay=DELAY, appeal_window=0)
        await game.play_on("red", "blue")
        assert (await game.call("Get", "owner")).revealed
        await each(service, "RebuildIndexes", reason="a restored store")
        assert game.id in keys._members[OPEN]
    hands.ms += DAY
    async with serve_toy(tmp_path / "data", log=log, keys=keys) as service:
        await until(lambda: GameEnded in kinds(service))
        await until(lambda: game.id not in keys._members[OPEN])
