"""Quotas: how many games an owner may have open, and open in a day."""

from __future__ import annotations

import asyncio
import secrets
from collections import Counter
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Meta, Struct

from adjudicator.kernel.record.log import StoreDown
from services.logs import frames
from services.logs import log as service_log
from services.operation.going_on import GoingOn
from services.slices import at_once

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence

    from adjudicator.kernel.record.log import EventLog
    from services.store.redis_keys import KeyStore

QUOTAS: Final = "{admin}:quota:"
# Place of the quota of every owner who has none of his own: no key id.
_EVERYBODY: Final = "everybody"
# Ids of an owner's games; of one whose id was made long before it was opened also a row with when that was, since the
# id of a try that was refused may lie ready for weeks, and a game counts to the day in which it is opened.
OPENED: Final = "{owner}:opened:"
# Games that are being opened, each with the call that does and since when: one counts though another call of the same
# command, be it in another process, gives it up.
OPENING: Final = "{owner}:opening:"
_ID: Final = 16
_CALL: Final = 8
_TIME: Final = 6
_DAY_MS: Final = 24 * 3600 * 1000
_OPENING_MS: Final = 10_000
# Many games are opened within this time, be it by another process: until then the room that they have stays theirs.
_PROMISE_MS: Final = 10 * 60_000
# An id that is older than this is not taken for the time at which its game is opened.
_LATE_MS: Final = 3600 * 1000
# Games of which it is kept that their logs are there.
_KNOWN_MOST: Final = 65_536
# Games of an owner without a quota that are opened before those that count no more are looked for.
_TRIMMED_AFTER: Final = 500


_Most = Annotated[int, Meta(ge=0, le=2**32 - 1)]


class Quota(Struct, frozen=True):
    """The most games that an owner may have open, and open within 24 hours; 0 for as many as he likes."""

    open_games: int = 0
    daily_games: int = 0


class _Stored(Struct):
    """A quota as it is stored, every field of it: one that was left out would be no limit."""

    open_games: _Most
    daily_games: _Most


class QuotaSpent(Exception):
    """The owner has as many games as his quota says; `seconds` until that may change by itself, 0 for never."""

    def __init__(self, text: str, seconds: float = 0) -> None:
        super().__init__(text)
        self.seconds = seconds


class QuotaDamaged(QuotaSpent):
    """Nobody can read the owner's quota: he opens none until it is set again."""

    def __init__(self) -> None:
        super().__init__("the quota of this owner's token can not be read: ask the operator to set it again")


class _Opening:
    """A call that opens games of an owner: those that are new, and the rows in the store that say so under a quota.

    `late` has the rows of those whose ids were made long ago.
    """

    def __init__(self, kid: str, log: EventLog) -> None:
        self.kid = kid
        self.log = log
        self.games: list[bytes] = []
        self.rows: list[bytes] = []
        self.late: dict[bytes, bytes] = {}

    def counted(self, games: Iterable[bytes]) -> list[bytes]:
        """Give what says in the store that these games are the owner's, and when those that are late are opened."""
        given = list(games)
        return [*given, *(self.late[game] for game in given if game in self.late)]


class Quotas:
    """Counts the games of owners by the key ids of their tokens; `now()` is in ms.

    `open_key` names the set of games that are not over.
    """

    def __init__(self, keys: KeyStore, now: Callable[[], int], open_key: str) -> None:
        self._keys = keys
        self._now = now
        self._open_key = open_key
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        # owners' games that have room and are being opened, by how many calls
        self._promised = Counter[tuple[str, bytes]]()
        # rows of calls that have ended, of owners' games: the store was away when they were to be dropped
        self._left = dict[tuple[str, bytes], list[bytes]]()
        self._untrimmed = Counter[str]()
        self._known = set[bytes]()
        self._settling = GoingOn()

    async def put(self, kid: str | None, quota: Quota) -> None:
        """Set the quota of an owner, None for all who have none; one without any limit is dropped. StoreDown."""
        place = QUOTAS + (kid or _EVERYBODY)
        if quota == Quota():
            await self._keys.delete(place)
        else:
            await self._keys.set(place, msgspec.msgpack.encode(quota))

    async def of(self, kid: str) -> Quota:
        """Give the quota of an owner.

        Raises QuotaDamaged, StoreDown.
        """
        own, everybodys = await self._keys.get_many([QUOTAS + kid, QUOTAS + _EVERYBODY])
        data = everybodys if own is None else own
        quota = Quota() if data is None else _readable(data)
        if quota is None:
            raise QuotaDamaged
        return quota

    async def all(self) -> AsyncIterator[tuple[str | None, Quota | None]]:
        """List the quotas by key id, None for that of all who have none; StoreDown.

        One that can not be read is None.
        """
        async for key in self._keys.scan(QUOTAS):
            kid, data = key.removeprefix(QUOTAS), await self._keys.get(key)
            if data is not None:  # it was not dropped meanwhile
                yield None if kid == _EVERYBODY else kid, _readable(data)

    async def games_of(self, kid: str) -> tuple[int, int]:
        """Count an owner's open games, and those of the last 24 hours; StoreDown."""
        running, recent = await self._counted(kid)
        return len(running), len(recent)

    @asynccontextmanager
    async def room(
        self,
        kid: str,
        games: Sequence[bytes],
        log: EventLog,
        is_opened: Callable[[bytes], Awaitable[bool]],
        *,
        timed: bool = True,
    ) -> AsyncIterator[None]:
        """Count new games for their owner, all of them or none, and keep their room for them while they are opened.

        Those that are there already need none; what was not opened in the end is counted no more. `is_opened` says what
        is there once nobody opens it any more; ids that are not `timed` hold no time. Raises QuotaSpent, StoreDown.
        """
        call, promised = _Opening(kid, log), Counter[tuple[str, bytes]]()
        try:
            async with self._turn(kid):
                await self._claim(call, games, timed=timed)
                promised.update((kid, game) for game in call.games)
                self._promised += promised
            yield
        except BaseException:
            self._promised -= promised
            if call.games or call.rows:
                await self._shielded(call, self._settle(call, is_opened))
            raise
        self._promised -= promised
        if call.games:
            await self._shielded(call, self._keep(call))

    async def _shielded(self, call: _Opening, work: Awaitable[None]) -> None:
        """Do what is left of a call also where its caller is cancelled; rows that stay as it fails count on a while.

        A fault of it is only logged: the caller has his answer, or his own. Without a quota there are no rows: what was
        opened is not counted where the store is away just then, and what was not takes no room in any case.
        """

        async def do() -> None:
            try:
                await work
            except StoreDown:
                pass  # its rows, if it has any, count a while
            except Exception as fault:  # noqa: BLE001  (the caller has another one, or none)
                service_log.error("room not settled", kid=call.kid, kind=type(fault).__name__, frames=frames(fault))
            finally:
                self._leave(call)

        await self._settling.to_its_end(do())

    async def _keep(self, call: _Opening) -> None:
        """Count what was opened, which a try of the same call in another process may have given up; StoreDown."""
        self._take_left(call)
        await self._keys.add_members(OPENED + call.kid, call.counted(call.games))
        await self._let_go(call)

    async def _settle(self, call: _Opening, is_opened: Callable[[bytes], Awaitable[bool]]) -> None:
        """Count of games whose opening broke off those that are there nevertheless, and no others; StoreDown."""
        self._take_left(call)
        await self._give_up(call, is_opened)
        await self._let_go(call)

    def _turn(self, kid: str) -> asyncio.Lock:
        return self._turns.setdefault(kid, asyncio.Lock())

    async def _claim(self, call: _Opening, games: Sequence[bytes], *, timed: bool) -> None:
        """Count those of some games that are new: one call of an owner after the other in this process.

        Of two that claim the last room in two processes at the same moment both are refused. Without a quota games are
        counted once they are there, and not before.
        """
        there = await _those(call.log.exists, games)
        missing = [game for game in games if game not in there]
        if not missing:
            return
        quota = await self.of(call.kid)
        mine = set(missing)
        now = self._now()
        call.late = {
            game: game + now.to_bytes(_TIME, "big") for game in missing if timed and now - _made(game) > _LATE_MS
        }
        if quota == Quota():
            call.games = missing
            if self._is_to_be_trimmed(call.kid, len(missing)):
                await self._counted(call.kid, call.log, mine)
            return
        await self._hold(call, missing)
        call.games = missing  # not before: what gives games up needs rows that are there
        await self._keys.add_members(OPENED + call.kid, call.counted(missing))
        running, recent = await self._counted(call.kid, call.log, mine)
        try:
            _require_room(
                quota,
                [game for game in running if game not in mine],
                [time for game, time in recent.items() if game not in mine],
                len(missing),
                self._now(),
            )
        except QuotaSpent:
            await self._settle(call, call.log.exists)
            call.games = []
            raise

    async def _there(self, games: Sequence[bytes], log: EventLog) -> set[bytes]:
        """Give those that have a log; of one that has, it is not asked again."""
        known = {game for game in games if game in self._known}
        asked = [game for game in games if game not in known]
        found = await _those(log.exists, asked)
        if len(self._known) + len(found) > _KNOWN_MOST:
            self._known = set(known)
        self._known |= found
        return known | found

    async def _hold(self, call: _Opening, games: Sequence[bytes]) -> None:
        """Say that a call opens games; StoreDown."""
        ends = secrets.token_bytes(_CALL) + self._now().to_bytes(_TIME, "big")
        call.rows = [game + ends for game in games]
        await self._keys.add_members(OPENING + call.kid, call.rows)

    async def _give_up(self, call: _Opening, is_there: Callable[[bytes], Awaitable[bool]]) -> None:
        """Count a call's games no more, but for those that are there, or that another call here opens; StoreDown.

        Another process may open one while we drop it. If it is there when we look again, we put it back; if it is not,
        whoever opens it later counts it after that. In between our rows count, which were there before the first look;
        without a quota there are none, and nobody asks.
        """
        there = await _those(is_there, call.games)
        given = [game for game in call.games if game not in there and not self._promised[call.kid, game]]
        await self._drop(call.kid, call.counted(given))
        there |= await _those(call.log.exists, given)
        await self._keys.add_members(OPENED + call.kid, call.counted(there))

    async def _let_go(self, call: _Opening) -> None:
        """Say no more that a call opens games; StoreDown."""
        if call.rows:
            await self._keys.drop_members(OPENING + call.kid, call.rows)
        call.rows = []

    def _take_left(self, call: _Opening) -> None:
        """Let a call drop what earlier ones of its games could not, if they ended before it looks what is there."""
        for game in call.games:
            call.rows += self._left.pop((call.kid, game), ())

    def _leave(self, call: _Opening) -> None:
        """Keep in mind rows that are still there, for the next call of these games, as long as they count."""
        since = self._now() - _PROMISE_MS
        for row in call.rows:
            place = call.kid, row[:_ID]
            others = [other for other in self._left.pop(place, ()) if _since(other) > since]
            self._left[place] = [*others, row]
        while self._left and _since(next(iter(self._left.values()))[-1]) <= since:
            del self._left[next(iter(self._left))]  # those that were left first come first

    async def _drop(self, kid: str, rows: Sequence[bytes]) -> None:
        if rows:
            await self._keys.drop_members(OPENED + kid, rows)

    def _is_to_be_trimmed(self, kid: str, opened: int) -> bool:
        """Whether an owner without a quota has opened so many games that his set would grow for ever."""
        self._untrimmed[kid] += opened
        if self._untrimmed[kid] < _TRIMMED_AFTER:
            return False
        del self._untrimmed[kid]
        return True

    async def _counted(
        self, kid: str, log: EventLog | None = None, mine: frozenset[bytes] | set[bytes] = frozenset()
    ) -> tuple[list[bytes], dict[bytes, int]]:
        """Give the owner's games that are not over and when those of the last day were opened, and drop what is old.

        The id of a game from a seed holds no time: it is not counted by the day, and dropped once the `log` has it.
        Those that are `mine` are claimed at this moment: they stay. One that the `log` does not have counts for as long
        as somebody may be opening it, and no longer: what broke off must not count for a day.
        """
        # at one moment: what is opened now may leave either of them while the other has it
        rows = await self._keys.any_members([OPENING + kid, OPENED + kid])
        opening = [row for row in rows if len(row) == _ID + _CALL + _TIME]
        late = {row[:_ID]: row for row in rows if len(row) == _ID + _TIME}  # of several the last
        promised = {game for owner, game in self._promised if owner == kid}
        opened = sorted(promised.union(row[:_ID] for row in rows))  # without a quota the store does not have them yet
        running = set(await self._keys.among_members(self._open_key, opened))
        now = self._now()
        times = {game: _since(late[game]) if game in late else _made(game) for game in opened}
        recent = [game for game in opened if now - _DAY_MS < times[game] < now + _OPENING_MS]
        # what is being opened at this moment is not in the set of open games yet
        running |= {row[:_ID] for row in opening if now - _since(row) < _PROMISE_MS}
        running |= {game for game in recent if abs(_made(game) - now) < _OPENING_MS}
        running |= promised
        if log is not None:
            unsure = [game for game in recent if game not in running and game not in mine]
            unknown = set(unsure) - await self._there(unsure, log)
            running |= {game for game in unknown if now - _made(game) < _PROMISE_MS}
            recent = [game for game in recent if game in running or game not in unknown]
        counted = running.union(recent, mine)
        old = [game for game in opened if game not in counted]
        gone = {game for game in old if _made(game) < now or (log is not None and await log.exists(game))}
        await self._drop(kid, [row for row in {*opened, *rows} if row[:_ID] in gone and len(row) <= _ID + _TIME])
        over = [row for row in opening if row[:_ID] not in counted]
        if over:
            await self._keys.drop_members(OPENING + kid, over)
        return [game for game in opened if game in running], {game: times[game] for game in recent}


def read_stored(data: bytes) -> Quota:
    """Read the row of a quota, which has one limit at least; ValueError, RecursionError."""
    row = msgspec.msgpack.decode(data, type=_Stored)
    quota = Quota(row.open_games, row.daily_games)
    if quota == Quota():
        raise ValueError("it has no limit, and would not stand in the store")
    return quota


def _readable(data: bytes) -> Quota | None:
    try:
        return read_stored(data)
    except (ValueError, RecursionError):  # the latter by lists within lists, very deep
        return None


async def _those(are: Callable[[bytes], Awaitable[bool]], games: Sequence[bytes]) -> set[bytes]:
    """Give those games of which something is so."""
    answers = [answer async for answer in at_once(are, games)]
    return {game for game, answer in zip(games, answers, strict=True) if answer}


def _require_room(quota: Quota, running: Sequence[bytes], recent: Sequence[int], wanted: int, now: int) -> None:
    """Refuse more new games than an owner has room for who has these; `recent` are times of the last day, ms.

    Raises QuotaSpent.
    """
    room = quota.open_games - len(running)
    if quota.open_games and room < wanted:
        ways = "end one, or ask the operator for a larger quota"
        raise QuotaSpent(_spent(quota.open_games, "open", room, wanted) + ways)
    room = quota.daily_games - len(recent)
    if quota.daily_games and room < wanted:
        text = _spent(quota.daily_games, "in 24 hours", room, wanted)
        if wanted > quota.daily_games:
            raise QuotaSpent(text + "ask the operator for a larger quota")
        last = sorted(recent)[wanted - room - 1]  # the last of those that have to be older
        raise QuotaSpent(text + "wait, or ask the operator", max(1.0, (last + _DAY_MS - now) / 1000))


def _spent(most: int, when: str, room: int, wanted: int) -> str:
    """Say how far a quota is spent, up to what can be done about it."""
    text = f"this owner's token may have {most} games {when} and has "
    if wanted == 1:
        return text + "them: "
    return text + f"room for {max(0, room)} of the {wanted} that are asked for, none of which was opened: open fewer, "


def _made(game: bytes) -> int:
    """Time at which a game's id was made, ms: it stands in its first bytes."""
    return int.from_bytes(game[:6], "big")


def _since(row: bytes) -> int:
    """Time at which a game was opened, or a process began to open it, ms: it stands in the last bytes of the row."""
    return int.from_bytes(row[-_TIME:], "big")
