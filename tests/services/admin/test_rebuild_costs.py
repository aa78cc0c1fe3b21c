"""Indexes of a large deployment are made anew in few round trips, and it is told how far that is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from services.admin import indexes
from services.store.archive import Archive, Archived
from services.store.redis_keys import indexed_games, label_game
from services.tools import admin
from tests.services.admin.copies.test_restore_costs import Distant
from tests.services.admin.steps import each, operate
from tests.services.events.steps import create
from tests.services.events.test_acts import running
from tests.services.fixtures import serve_toy
from tests.services.games.test_altered_log import Altered
from wargame.v1 import admin_pb2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from tests.services.fixtures import ToyService

FORGOTTEN = 600


async def test_many_archived_games(tmp_path: Path) -> None:
    """Archived games are looked up many at a time, and those that were forgotten are no games that go on."""
    keys = Distant()
    archive = Archive(tmp_path / "archive", keys)
    async with serve_toy(tmp_path, keys=keys) as toy_service:
        game = await toy_service.match()
        for number in range(FORGOTTEN):
            gone = number.to_bytes(16, "big")
            await archive.put(gone, Archived(1, bytes(32), bytes(32), 0, "", "why", removed=True, forgotten=True))
            await label_game(keys, gone, ())
        keys.trips = 0
        told = await each(toy_service, "RebuildIndexes", reason="lost")
        assert keys.trips < 150
        assert (told[-1].done, told[-1].total, told[-1].dropped) == (1, 1, 0)
        assert game.id in [found async for found in indexed_games(keys)]


async def test_each_event_is_told(tmp_path: Path) -> None:
    """A message comes after each event that is made anew, as it may take long."""
    async with serve_toy(tmp_path) as toy_service:
        for _ in range(3):
            await running(await create(toy_service), "anna", "ben")
        told = await each(toy_service, "RebuildIndexes", reason="lost")
        assert [(row.done, row.total) for row in told] == [(3, 3)] * 4


async def torn(toy_service: ToyService, log: Altered, count: int) -> list[bytes]:
    """Have games whose logs can not be read, by id; and some that can."""
    games = sorted([(await toy_service.match()).id for _ in range(count)])
    for game in games:
        log.entries(game)[3] = log.entries(game)[2]
        await toy_service.open()
    toy_service.service.command_handler.sessions.clear()
    return games


async def test_each_unread_game_is_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """However often it is told how far the rebuild is, games that can not be read stand in its last message alone."""
    monkeypatch.setattr(indexes, "STEP", 1)
    log = Altered()
    async with serve_toy(tmp_path, log=log) as toy_service:
        games = await torn(toy_service, log, 3)
        told = await each(toy_service, "RebuildIndexes", reason="lost")
        assert len(told) > 6
        assert [list(row.unread) for row in told] == [[]] * (len(told) - 1) + [games]
        # so many that they are more than one message
        monkeypatch.setattr(indexes, "NAMED", 2)
        told = await each(toy_service, "RebuildIndexes", reason="lost")
        assert [list(row.unread) for row in told[-3:]] == [[], games[:2], games[2:]]
        assert await operate(toy_service, "rebuild", "--reason", "lost") == 0
    out, err = capsys.readouterr()
    assert "6 games, 3 that can not be read here, 0 dropped" in out
    assert [line.split()[1] for line in err.splitlines() if "can not be read here" in line] == [g.hex() for g in games]


async def test_a_rebuild_that_is_cut_off_names_what_it_was_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Games that can not be read are named on the command line though the connection ends among their messages."""
    games = [bytes([number]) * 16 for number in range(3)]

    async def each(*_: Any, **__: Any) -> AsyncIterator[admin_pb2.RebuildResponse]:
        for first in (0, 2):
            yield admin_pb2.RebuildResponse(done=3, total=3, unread=games[first : first + 2])
        raise grpc.aio.AioRpcError(grpc.StatusCode.UNAVAILABLE, grpc.aio.Metadata(), grpc.aio.Metadata())

    given: Any = SimpleNamespace(reason="lost"), SimpleNamespace(each=each)
    with pytest.raises(grpc.aio.AioRpcError):
        await admin.rebuild(*given)
    named = [line.split()[1] for line in capsys.readouterr().err.splitlines() if "can not be read here" in line]
    assert named == [game.hex() for game in games]
