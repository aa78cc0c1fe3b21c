"""Quotas: how many games an owner may have open, and open in a day."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from adjudicator.kernel.record.log import EventLog
    from services.store.redis_keys import KeyStore

QUOTAS: Final = "{admin}:quota:"
# Place of the quota of every owner who has none of his own: no key id.
_EVERYBODY: Final = "everybody"
OPENED: Final = "{owner}:opened:"
_DAY_MS: Final = 24 * 3600 * 1000
_OPENING_MS: Final = 10_000


class Quota(Struct, frozen=True):
    """The most games that an owner may have open, and open within 24 hours; 0 for as many as he likes."""

    open_games: int = 0
    daily_games: int = 0


class QuotaSpent(Exception):
    """The owner has as many games as his quota says; `seconds` until that may change by itself, 0 for never."""

    def __init__(self, text: str, seconds: float = 0) -> None:
        super().__init__(text)
        self.seconds = seconds


class Quotas:
    """Counts the games of owners by the key ids of their tokens; `now()` is in ms.

    `open_key` names the set of games that are not over.
    """

    def __init__(self, keys: KeyStore, now: Callable[[], int], open_key: str) -> None:
        self._keys = keys
        self._now = now
        self._open_key = open_key
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def put(self, kid: str | None, quota: Quota) -> None:
        """Set the quota of an owner, None for all who have none; one without any limit is dropped. StoreDown."""
        place = QUOTAS + (kid or _EVERYBODY)
        if quota == Quota():
            await self._keys.delete(place)
        else:
            await self._keys.set(place, msgspec.msgpack.encode(quota))

    async def of(self, kid: str) -> Quota:
        """Give the quota of an owner; StoreDown."""
        data = await self._keys.get(QUOTAS + kid) or await self._keys.get(QUOTAS + _EVERYBODY)
        return Quota() if data is None else msgspec.msgpack.decode(data, type=Quota)

    async def all(self) -> AsyncIterator[tuple[str | None, Quota]]:
        """List the quotas by key id, None for that of all who have none; StoreDown."""
        async for key in self._keys.scan(QUOTAS):
            kid = key.removeprefix(QUOTAS)
            yield None if kid == _EVERYBODY else kid, await self.of(kid)

    async def games_of(self, kid: str) -> tuple[int, int]:
        """Count an owner's open games, and those of the last 24 hours; StoreDown."""
        running, recent = await self._counted(kid)
        return len(running), len(recent)

    async def require_room(self, kid: str, game: bytes, log: EventLog) -> None:
        """Count a new game for its owner; one that is there already, since this is a retry, is not counted again.

        Raises QuotaSpent, StoreDown.
        """
        async with self._turns.setdefault(kid, asyncio.Lock()):
            await self._claim(kid, game, log)

    async def _claim(self, kid: str, game: bytes, log: EventLog) -> None:
        """Count a new game of an owner, one after the other in this process.

        Of two that claim the last room in two processes at the same moment both are refused.
        """
        quota = await self.of(kid)
        if await log.exists(game):
            return
        await self._keys.add_members(OPENED + kid, [game])
        if quota == Quota():
            return
        running, recent = await self._counted(kid, log)
        # the claim of this game is among them
        text = "this owner's token may have {} games {} and has them: "
        if quota.open_games and len([other for other in running if other != game]) >= quota.open_games:
            await self._keys.drop_members(OPENED + kid, [game])
            raise QuotaSpent(text.format(quota.open_games, "open") + "end one, or ask the operator for a larger quota")
        if quota.daily_games and len([other for other in recent if other != game]) >= quota.daily_games:
            await self._keys.drop_members(OPENED + kid, [game])
            seconds = max(1.0, (_made(recent[0]) + _DAY_MS - self._now()) / 1000)
            raise QuotaSpent(text.format(quota.daily_games, "in 24 hours") + "wait, or ask the operator", seconds)

    async def _counted(self, kid: str, log: EventLog | None = None) -> tuple[list[bytes], list[bytes]]:
        """Give the owner's games that are not over and those of the last day, and drop what counts no more.

        The id of a game from a seed holds no time: it is not counted by the day, and dropped once the `log` has it.
        """
        opened = await self._keys.common_members([OPENED + kid])
        running = set(await self._keys.common_members([self._open_key]))
        now = self._now()
        recent = [game for game in opened if now - _DAY_MS < _made(game) < now + _OPENING_MS]
        # what is being opened at this moment is not in the set of open games yet
        fresh = {game for game in recent if abs(_made(game) - now) < _OPENING_MS}
        old = [game for game in opened if game not in running and game not in recent]
        gone = [game for game in old if _made(game) < now or (log is not None and await log.exists(game))]
        if gone:
            await self._keys.drop_members(OPENED + kid, gone)
        return [game for game in opened if game in running or game in fresh], recent


def _made(game: bytes) -> int:
    """Time at which a game's id was made, ms: it stands in its first bytes."""
    return int.from_bytes(game[:6], "big")
