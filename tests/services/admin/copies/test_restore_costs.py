"""A backup and a restore of a large deployment: in few round trips, telling how far they are, and ended by a fault."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from adjudicator.kernel.record.log import StoreDown
from services.admin import backup, restore
from services.admin.backup import Backup
from services.admin.restore import Restore
from services.games.timing.clock import OPEN
from services.rpc.access.credentials import Credentials, Role
from services.store.redis_keys import TOKENS, MemoryKeys
from tests.services.admin.copies.test_backup import Place

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

TOKENS_MADE = 1_200


class Distant(MemoryKeys):
    """Keys behind a network: round trips are counted, what is asked in the same turn shares one."""

    def __init__(self) -> None:
        super().__init__()
        self.trips = 0
        self._leaving: asyncio.Task[None] | None = None
        self.breaks_at = "none"

    async def _travel(self) -> None:
        if self._leaving is None or self._leaving.done():
            self.trips += 1
            self._leaving = asyncio.create_task(asyncio.sleep(0))
        await self._leaving

    async def get(self, key: str) -> bytes | None:
        await self._travel()
        return await super().get(key)

    async def get_many(self, keys: Sequence[str]) -> list[bytes | None]:
        assert len({key.partition("}")[0] for key in keys}) == 1, "a cluster reads keys of one tag together"
        await self._travel()
        return await super().get_many(keys)

    async def put_if_absent(self, key: str, value: bytes, ttl: int | None = None) -> bool:
        if key.startswith(self.breaks_at):
            raise StoreDown("away")
        await self._travel()
        return await super().put_if_absent(key, value, ttl)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """A data folder with a store behind a network."""
    place = Place(tmp_path / "data")
    place.store = Distant()
    return place


async def grown(place: Place, games: int = 1) -> list[bytes]:
    """Open games, and make many tokens."""
    async with place.serve() as toy_service:
        opened = [bytes((await toy_service.match()).id) for _ in range(games)]
        credentials: Credentials = toy_service.service.credentials
        for _ in range(TOKENS_MADE):
            await credentials.make(Role.SPECTATOR, opened[0])
    return opened


def emptied(place: Place) -> Distant:
    """The same place after its store was lost."""
    place.log, place.store = type(place.log)(), Distant()
    return place.store


async def test_rows_go_out_together(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are read and written hundreds in a round trip, and it is told how far they are."""
    await grown(place)
    told: list[str] = []
    for module in (backup, restore):
        monkeypatch.setattr(module, "TELL_SECONDS", -1.0)
    before: Any = place.store
    before.trips = 0
    await Backup(place.source(), tmp_path / "copy", with_keys=False, tell=told.append).run()
    assert before.trips < 100
    assert any("rows beside the games" in line for line in told)
    told.clear()
    store = emptied(place)
    await Restore(place.source(), place.notes(), tmp_path / "copy", told.append).run()
    assert store.trips < 100
    assert len([key async for key in store.scan(TOKENS)]) >= TOKENS_MADE
    assert any("rows beside the games" in line for line in told)
    assert "1 of 1 games, 0 left alone" in told


async def test_a_store_that_goes_away_ends_it(place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A store that goes away ends a restore with its own error, before the other games are looked at."""
    games = await grown(place, 30)
    await place.back_up(tmp_path / "copy")
    emptied(place)
    looked: list[Any] = []
    judge = Restore._judge

    def judged(self: Restore, *given: Any) -> list[str]:
        looked.append(given)
        return judge(self, *given)

    async def away(*_: Any) -> None:
        raise StoreDown("away")

    monkeypatch.setattr(Restore, "_judge", judged)
    with monkeypatch.context() as patch:
        patch.setattr(place.log, "append", away)
        with pytest.raises(StoreDown, match="away"):
            await place.restore(tmp_path / "copy")
    assert len(looked) < 20
    assert sorted((await place.restore(tmp_path / "copy")).restored) == sorted(games)


async def test_open_games_before_the_many_rows(place: Place, tmp_path: Path) -> None:
    """A restore that is cut off among tokens has the games that are not over, and done again it brings the rest."""
    (game,) = await grown(place)
    await place.back_up(tmp_path / "copy")
    store = emptied(place)
    store.breaks_at = TOKENS
    with pytest.raises(StoreDown):
        await place.restore(tmp_path / "copy")
    assert await store.common_members([OPEN]) == [game]
    store.breaks_at = "none"
    done = await place.restore(tmp_path / "copy")
    assert (done.there, done.refused) == ([game], {})
    assert len([key async for key in store.scan(TOKENS)]) >= TOKENS_MADE
