"""What the games of an event have told it: its feed, the last row of each game, its signs; and where its own log is.

A feed has an epoch: a number that it was begun with. A position is an epoch and a number in the feed; a feed that was
made anew has another epoch, so that nobody goes on in it as if it were the one before.

Beside the row of a game stands the entry from which on it has told everything: 1 where nothing of it is missing.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from redis.exceptions import ResponseError

from adjudicator.kernel.record.log import EventLog, MemoryLog, Told
from services.store.event_keys import EVENT_LOGS, event_log_key, fresh_epoch, told_keys
from services.store.event_scripts import (
    BATCH,
    PUT_GAME,
    PUT_LAST_ROW,
    PUT_ROW,
    PUT_SIGNS,
    RENEW,
    RESET,
    TAKE_OUT,
    Plain,
)
from services.store.redis_client import BLOCK, refusal, store_errors
from services.store.redis_connections import Command, PipelinedConnections
from services.store.redis_log import RedisLog

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    Keeps = Callable[[bytes], Awaitable[bool]]

_PAGE: Final = 1000
# Games of which it is asked at once whether they are kept.
_ASKED: Final = 50
# How often the signs of an event are read before it is made anew with what came meanwhile.
_TRIES: Final = 3
_BLOCK_MS: Final = round(1000 * BLOCK)
# What the entry from which on a game has told everything stands under, behind the id of the game.
_SINCE: Final = b"+"
_GAME_SIZE: Final = 16
_WHOLE: Final = b"1"
# What rows and signs are kept as.
_KINDS: Final = (b"hash", b"stream")


class Position(NamedTuple):
    """A place in a feed: `epoch` 0 where there is none yet."""

    epoch: int
    number: int


class Standing(NamedTuple):
    """The last row of each game, and the games of which no row and no sign is missing."""

    rows: dict[bytes, bytes]
    whole: frozenset[bytes]


class FeedRenewed(Exception):
    """The feed was made anew since that position: its rows tell how the games stand."""


class Feeds(Protocol):
    """The feeds of all events; StoreDown from all."""

    async def position(self, event: bytes) -> Position:
        """Give the end of a feed."""
        ...

    async def rows(self, event: bytes) -> dict[bytes, bytes]:
        """Give the last row of each game."""
        ...

    async def standing(self, event: bytes) -> Standing:
        """Give the last row of each game, and which games have told everything."""
        ...

    async def read(self, event: bytes, after: Position) -> list[tuple[int, bytes]]:
        """Give the next digests after a position, none where there are none yet; FeedRenewed."""
        ...

    async def wait(self, event: bytes, after: Position) -> None:
        """Return once there may be a digest after a position; after some seconds in any case."""
        ...

    async def signs(self, event: bytes) -> list[bytes]:
        """Give all digests that somebody looks for, in order."""
        ...

    async def renew(self, event: bytes, epoch: int) -> bool:
        """Begin a feed anew that has this epoch; rows and signs stay. Whether nobody did before."""
        ...

    async def reset(self, event: bytes, keeps: Keeps, game_of: Callable[[bytes], bytes]) -> None:
        """Take everything away, so that it is made anew, but the row and the signs of each game that it `keeps`.

        `game_of` gives the game of a digest.
        """
        ...

    async def put_row(self, event: bytes, game: bytes, before: bytes, row: bytes) -> bool:
        """Put a row in the place of another, empty for none; whether that was still there."""
        ...

    async def game(self, event: bytes, game: bytes) -> tuple[bytes, bool]:
        """Give the last row of a game, empty where there is none, and whether it has told everything."""
        ...

    async def put_game(self, event: bytes, game: bytes, before: bytes, row: bytes, signs: Sequence[bytes]) -> bool:
        """Put a row in the place of another, add signs, and note that the game has told everything.

        All of it or none: whether the row was still there and the game had not told everything. A sign that is there
        already is there twice.
        """
        ...

    async def forget(self, event: bytes, plain: Plain) -> None:
        """Leave of what a game has told what is `plain`; its entries in the feed go, and one comes last that is.

        Who follows the feed goes on in it, from an entry that went too. Done again it does what is left to do.
        """
        ...


class RedisFeeds:
    """Feeds in a store."""

    def __init__(self, log: RedisLog, *, replicas: int = 0) -> None:
        """Read what this log has been told."""
        self._link = log.link
        self._connections = PipelinedConnections(log.link, replicas=replicas)

    async def aclose(self) -> None:
        """Let what is under way finish; the link stays open."""
        await self._connections.aclose()

    async def position(self, event: bytes) -> Position:
        """Give the end of a feed."""
        feed = told_keys(event)[0]
        with store_errors():
            rows: Any = await self._link.client.xrevrange(feed, count=1)
            if not rows:
                return Position(0, 0)
            return Position(await self._epoch(feed), _number(rows[0][0]))

    async def _epoch(self, feed: str) -> int:
        with store_errors():
            rows: Any = await self._link.client.xrange(feed, "1-0", "1-0")
        return int(rows[0][1][b"e"]) if rows else 0

    async def rows(self, event: bytes) -> dict[bytes, bytes]:
        """Give the last row of each game."""
        return (await self.standing(event)).rows

    async def standing(self, event: bytes) -> Standing:
        """Give the last row of each game, and which games have told everything."""
        with store_errors():
            found: Any = await self._link.client.hgetall(told_keys(event)[1])
        rows = {game: row for game, row in found.items() if len(game) == _GAME_SIZE}
        return Standing(rows, frozenset(game for game in rows if found.get(game + _SINCE) == _WHOLE))

    async def read(self, event: bytes, after: Position) -> list[tuple[int, bytes]]:
        """Give the next digests after a position; FeedRenewed."""
        feed = told_keys(event)[0]
        number = max(after.number, 1)
        with store_errors():
            # the last entry that the reader has comes first: it shows that this is still the feed of that reader.
            # Where its game was forgotten others come behind it, the last of that game at least
            rows: Any = await self._link.client.xrange(feed, f"{number}-0", "+", _PAGE)
        if after.epoch == 0 and not rows:
            return []
        if await self._epoch(feed) != after.epoch or not rows:
            raise FeedRenewed
        return [(_number(place), fields[b"d"]) for place, fields in rows if _number(place) > number]

    async def wait(self, event: bytes, after: Position) -> None:
        """Return once there may be a digest after a position."""
        with store_errors():
            await self._link.waiting.xread({told_keys(event)[0]: f"{max(after.number, 1)}-0"}, 1, _BLOCK_MS)

    async def signs(self, event: bytes) -> list[bytes]:
        """Give all digests that somebody looks for."""
        return [data async for _, data in self._entries(told_keys(event)[2])]

    async def _entries(self, key: str, start: str = "-") -> AsyncIterator[tuple[bytes, bytes]]:
        """Give the place and the digest of every entry of a stream."""
        while True:
            with store_errors():
                rows: Any = await self._link.client.xrange(key, start, "+", _PAGE)
            if not rows:
                return
            for place, fields in rows:
                yield place, fields.get(b"d", b"")
            start = f"({rows[-1][0].decode()}"

    async def renew(self, event: bytes, epoch: int) -> bool:
        """Begin a feed anew, and leave rows and signs; whether nobody did before."""
        keys = told_keys(event)
        return bool(await self._eval(RENEW, keys, str(epoch), fresh_epoch()))

    async def reset(self, event: bytes, keeps: Keeps, game_of: Callable[[bytes], bytes]) -> None:
        """Take everything away but the row and the signs of each game that it `keeps`."""
        keys = told_keys(event)
        done, tries = False, 0
        while not done:
            tries += 1
            try:
                with store_errors():
                    top: Any = await self._link.client.xrevrange(keys[2], count=1)
                told = [row async for row in self._entries(keys[2])]
                games = {*await self.rows(event), *(game_of(data) for _, data in told)} - {b""}
                # only now: what is kept may have changed while much was read
                kept = await _kept(games, keeps)
                # a busy event is told something at every moment: it is not read again for ever. And what came while it
                # was read may be in the place of what was read before: then only what stands there at the end is kept
                at_last = tries >= _TRIES or told[-1:] != [(place, row.get(b"d", b"")) for place, row in top]
                signs = [place if at_last else data for place, data in told if game_of(data) in kept]
                last, flag = told[-1][0] if told else b"", b"1" if at_last else b""
                done = bool(await self._eval(RESET, keys, last, flag, len(kept), *sorted(kept), *signs))
            except ResponseError:
                if not await self._drop_others(keys):
                    raise

    async def _drop_others(self, keys: Sequence[str]) -> bool:
        """Take away what stands in the place of rows or signs and is none; whether there was any."""
        kinds = [(key, kind, await self._call(key, ("TYPE", key))) for key, kind in zip(keys[1:], _KINDS, strict=True)]
        others = [key for key, kind, found in kinds if found not in (kind, b"none")]
        for key in others:
            await self._call(key, ("DEL", key))
        return bool(others)

    async def put_row(self, event: bytes, game: bytes, before: bytes, row: bytes) -> bool:
        """Put a row in the place of another; whether that was still there."""
        return bool(await self._eval(PUT_ROW, told_keys(event)[1:2], game, before, row))

    async def game(self, event: bytes, game: bytes) -> tuple[bytes, bool]:
        """Give the last row of a game, and whether it has told everything."""
        with store_errors():
            client: Any = self._link.client
            row, since = await client.hmget(told_keys(event)[1], game, game + _SINCE)
        return row or b"", row is not None and since == _WHOLE

    async def put_game(self, event: bytes, game: bytes, before: bytes, row: bytes, signs: Sequence[bytes]) -> bool:
        """Put a row and signs, and note that the game has told everything; whether the row was still there."""
        return bool(await self._eval(PUT_GAME, told_keys(event)[1:], game, before, row, *signs))

    async def forget(self, event: bytes, plain: Plain) -> None:
        """Leave of what a game has told what is `plain`; its entries in the feed go, and one comes last that is."""
        _, rows, signs = told_keys(event)
        while row := (await self.game(event, plain.game))[0]:
            if await self._eval(PUT_LAST_ROW, (rows,), plain.game, row, plain.row(row)):
                break
        while changed := await self._not_plain(signs, plain):
            for at in range(0, len(changed), 2 * BATCH):
                await self._eval(PUT_SIGNS, (signs,), *changed[at : at + 2 * BATCH])
        while not await self._take_out(event, plain):
            pass

    async def _not_plain(self, signs: str, plain: Plain) -> list[bytes]:
        """Give place and plain digest of each sign of a game that is not plain yet, one after the other."""
        told = [(place, data, plain.digest(data)) async for place, data in self._entries(signs)]
        return [word for place, data, kept in told if kept not in (None, data) for word in (place, kept or b"")]

    async def _take_out(self, event: bytes, plain: Plain) -> bool:
        """Take the entries of a game out of a feed; whether it was the same feed to the end."""
        feed = told_keys(event)[0]
        epoch = await self._epoch(feed)
        found = [(place, data) async for place, data in self._entries(feed, "(1-0") if plain.digest(data) is not None]
        if found and not epoch:  # its beginning was lost
            await self.renew(event, epoch)
            return False
        if not found or (len(found) == 1 and plain.last(found[0][1]) == found[0][1]):
            return True
        last = plain.last(found[-1][1])
        for at in range(0, len(found), BATCH):
            places = [place for place, _ in found[at : at + BATCH]]
            if not await self._eval(TAKE_OUT, (feed,), str(epoch), b"" if at else last, *places):
                return False
        return True

    async def _eval(self, script: bytes, keys: Sequence[str], *arguments: str | bytes | int) -> Any:
        return await self._call(keys[0], ("EVAL", script, len(keys), *keys, *arguments))

    async def _call(self, key: str, command: Command) -> Any:
        reply = await self._connections.call(key, command, command)
        if isinstance(reply, Exception):
            raise refusal(reply) or reply
        return reply


class MemoryFeeds:
    """Feeds of a log in memory: they end with it."""

    def __init__(self, log: MemoryLog) -> None:
        """Read what this log has been told."""
        self._log = log
        self._begun: dict[bytes, tuple[int, int]] = {}
        self._rows: dict[bytes, dict[bytes, tuple[bytes, int]]] = {}
        self._signs: dict[bytes, list[bytes]] = {}
        self._whole: set[tuple[bytes, bytes]] = set()

    def _told(self, event: bytes) -> list[tuple[bytes, Told]]:
        return self._log.told.get(event, [])[self._feed(event)[1] :]

    def _feed(self, event: bytes) -> tuple[int, int]:
        return self._begun.get(event, (1, 0))

    async def position(self, event: bytes) -> Position:
        """Give the end of a feed; numbers begin as those of a store do, whose first entry is the epoch."""
        told = self._told(event)
        return Position(self._feed(event)[0], len(told) + 1) if told or event in self._begun else Position(0, 0)

    async def rows(self, event: bytes) -> dict[bytes, bytes]:
        """Give the last row of each game."""
        told = {game: found.row for game, found in self._log.told.get(event, [])}
        counts, put = self._counts(event), self._rows.get(event, {})
        # one that was put stands until its game tells of itself
        return told | {game: row for game, (row, count) in put.items() if count == counts[game]}

    def _counts(self, event: bytes) -> Counter[bytes]:
        return Counter(game for game, _ in self._log.told.get(event, []))

    async def standing(self, event: bytes) -> Standing:
        """Give the last row of each game, and which games have told everything."""
        rows, counts = await self.rows(event), self._counts(event)
        return Standing(rows, frozenset([game for game in rows if await self._is_whole(event, game, counts[game])]))

    async def _is_whole(self, event: bytes, game: bytes, count: int) -> bool:
        """Whether as many entries were told as the log has, or what was missing was put."""
        return (event, game) in self._whole or (count > 0 and await self._log.entry(game, count + 1) is None)

    async def read(self, event: bytes, after: Position) -> list[tuple[int, bytes]]:
        """Give the next digests after a position; FeedRenewed."""
        end = await self.position(event)
        if after.epoch != end.epoch or after.number > max(end.number, 1):
            raise FeedRenewed
        told = self._told(event)
        start = max(after.number, 1)
        numbered = enumerate(told[start - 1 :], start + 1)
        return [(number, found.digest) for number, (_, found) in numbered if found.digest]

    async def wait(self, event: bytes, after: Position) -> None:
        """Return once there may be a digest after a position."""
        if (await self.position(event)).number <= max(after.number, 1):
            await self._log.grown()

    async def signs(self, event: bytes) -> list[bytes]:
        """Give all digests that somebody looks for."""
        told = self._log.told.get(event, [])
        return [*self._signs.get(event, []), *(found.digest for _, found in told if found.sign)]

    async def renew(self, event: bytes, epoch: int) -> bool:
        """Begin a feed anew, and leave rows and signs; whether nobody did before."""
        if (await self.position(event)).epoch != epoch:
            return False
        self._begun[event] = fresh_epoch(), len(self._log.told.get(event, []))
        return True

    async def reset(self, event: bytes, keeps: Keeps, game_of: Callable[[bytes], bytes]) -> None:
        """Do nothing: what is in memory was never lost."""

    async def put_row(self, event: bytes, game: bytes, before: bytes, row: bytes) -> bool:
        """Put a row in the place of another; whether that was still there."""
        rows = await self.rows(event)
        if rows.get(game, b"") != before:
            return False
        self._rows.setdefault(event, {})[game] = row, self._counts(event)[game]
        return True

    async def game(self, event: bytes, game: bytes) -> tuple[bytes, bool]:
        """Give the last row of a game, and whether it has told everything."""
        row = (await self.rows(event)).get(game, b"")
        return row, bool(row) and await self._is_whole(event, game, self._counts(event)[game])

    async def put_game(self, event: bytes, game: bytes, before: bytes, row: bytes, signs: Sequence[bytes]) -> bool:
        """Put a row and signs, and note that the game has told everything; whether the row was still there."""
        if (await self.game(event, game))[1] or not await self.put_row(event, game, before, row):
            return False
        self._signs.setdefault(event, []).extend(signs)
        self._whole.add((event, game))
        return True

    async def forget(self, event: bytes, plain: Plain) -> None:
        """Leave of what a game has told what is `plain`; its entries in the feed go, and one comes last that is."""
        row, _ = await self.game(event, plain.game)
        self._whole.add((event, plain.game))
        self._signs[event] = [plain.digest(data) or data for data in await self.signs(event)]
        told = self._log.told.get(event, [])
        mine = [found.digest for game, found in told if game == plain.game and found.digest]
        last = [plain.last(digest) for digest in mine[-1:]]
        for at, (game, found) in enumerate(told):  # what goes leaves its number; all signs are kept above
            gone = game == plain.game and mine != last
            told[at] = game, Told(event, b"" if gone else found.digest, b"" if gone else found.row)
        if mine != last:
            told += [(plain.game, Told(event, digest, b"")) for digest in last]
        if row:
            self._rows.setdefault(event, {})[plain.game] = plain.row(row), self._counts(event)[plain.game]


class EventStore(NamedTuple):
    """What a store has of events: their own logs, and their feeds."""

    log: EventLog
    feeds: Feeds

    async def aclose(self) -> None:
        """Let what is under way finish; the link stays open."""
        for part in self:
            if isinstance(part, RedisLog | RedisFeeds):
                await part.aclose()


_IN_MEMORY: WeakKeyDictionary[EventLog, EventStore] = WeakKeyDictionary()


def event_store(log: EventLog, *, replicas: int = 0) -> EventStore:
    """Give what has the events beside the games of this log."""
    if isinstance(log, RedisLog):
        return EventStore(
            RedisLog(log.link, replicas=replicas, key_of=event_log_key, found_by=EVENT_LOGS),
            RedisFeeds(log, replicas=replicas),
        )
    if not isinstance(log, MemoryLog):
        raise TypeError(f"{type(log).__name__} has no place for events: use RedisLog or MemoryLog")
    if log not in _IN_MEMORY:
        _IN_MEMORY[log] = EventStore(MemoryLog(asyncio.Event), MemoryFeeds(log))
    return _IN_MEMORY[log]


async def _kept(games: set[bytes], keeps: Keeps) -> set[bytes]:
    """Give the games that are kept, asked for many at a time."""
    found, asked = set(), sorted(games)
    for at in range(0, len(asked), _ASKED):
        some = asked[at : at + _ASKED]
        answers = await asyncio.gather(*map(keeps, some))
        found |= {game for game, is_kept in zip(some, answers, strict=True) if is_kept}
    return found


def _number(place: bytes) -> int:
    return int(place.partition(b"-")[0])
