"""Indexes of a large deployment are made anew in few round trips, and it is told how far that is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from services.store.archive import Archive, Archived
from services.store.redis_keys import indexed_games, label_game
from tests.services.admin.copies.test_restore_costs import Distant
from tests.services.admin.steps import each
from tests.services.events.steps import create
from tests.services.events.test_acts import running
from tests.services.fixtures import serve_toy

if TYPE_CHECKING:
    from pathlib import Path

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
