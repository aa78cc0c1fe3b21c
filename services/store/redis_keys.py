"""What the service keeps beside the logs: tokens, who opened which game, and labels."""

from __future__ import annotations

import asyncio
import re
from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING, Annotated, Any, Final, Protocol

from msgspec import Meta

from services.logs import log
from services.store.redis_client import refusal, store_errors
from services.store.redis_connections import Command, PipelinedConnection, PipelinedConnections

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Sequence

    from services.store.redis_client import Client, Link

# A time in a row, in ms since 1970, before the year 10000: a later one can not be shown, and the row is damaged.
Time = Annotated[int, Meta(ge=0, lt=253_402_300_800_000)]

PROBE: Final = "{health}:probe"
TOKENS: Final = "{auth}:token:"
CLAIMS: Final = "{open}:"
# Invites of browsers by the hash of each, and sessions of browsers that were signed out.
INVITES: Final = "{invite}:"
ENDED_SESSIONS: Final = "{session}:ended:"
# One sorted set for each label: ids ascend with time, and a page of them costs as much as it holds.
_LABELS: Final = "{labels}/ids:"
_OLD_LABELS: Final = "{labels}:"
_STEP: Final = 200
_STEPS: Final = 10
# How long a retry of opening a game finds the game that it opened, in seconds.
CLAIM_AGE: Final = 30 * 24 * 3600
_PAGE: Final = 1000
_ID_SIZE: Final = 16
# Seconds that the probe waits for copies: it says that they are missing before the store counts as silent.
_PROBE_PATIENCE: Final = 0.5


class KeyStore(Protocol):
    """Durable values by key, and sets of values; StoreDown from all."""

    async def get(self, key: str) -> bytes | None:
        """Give the value, or None."""
        ...

    async def set(self, key: str, value: bytes) -> None:
        """Write the value, whatever was there."""
        ...

    async def put_if_absent(self, key: str, value: bytes, ttl: int | None = None) -> bool:
        """Write the value for `ttl` seconds, or for ever, unless there is one; whether it was."""
        ...

    async def delete(self, key: str) -> bool:
        """Forget the value; whether there was one."""
        ...

    async def get_many(self, keys: Sequence[str]) -> list[bytes | None]:
        """Give the value of each key, or None, in one round trip; the keys share one hash tag."""
        ...

    async def delete_many(self, keys: Sequence[str]) -> None:
        """Forget the values in one round trip; the keys share one hash tag."""
        ...

    def scan(self, prefix: str) -> AsyncIterator[str]:
        """Give the keys that begin so, in no order, each once."""
        ...

    async def add_members(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into a set."""
        ...

    async def drop_members(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of a set."""
        ...

    async def common_members(self, keys: Iterable[str]) -> list[bytes]:
        """Give what all these sets hold, ascending; they share one hash tag."""
        ...

    async def any_members(self, keys: Sequence[str]) -> list[bytes]:
        """Give what any of these sets holds at one moment, ascending, each once; they share one hash tag."""
        ...

    async def among_members(self, key: str, values: list[bytes]) -> list[bytes]:
        """Give those of these values that a set holds, in one round trip, however large the set is."""
        ...

    async def probe(self) -> None:
        """Write something small, past everything else that this process asks the store."""
        ...

    async def add_ordered(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into an ordered set."""
        ...

    async def drop_ordered(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of an ordered set."""
        ...

    async def count_ordered(self, key: str) -> int:
        """Count the values of an ordered set."""
        ...

    async def next_ordered(self, key: str, after: bytes, count: int) -> list[bytes]:
        """Give the next values after this one, ascending, so many at most."""
        ...

    async def among_ordered(self, key: str, values: list[bytes]) -> list[bytes]:
        """Give those of these values that an ordered set holds."""
        ...


def token_key(kid: str) -> str:
    """Name the key of a token; all begin with TOKENS."""
    return TOKENS + kid


async def claim_game(keys: KeyStore, kid: str, command_id: bytes, game_id: bytes) -> bytes:
    """Give the game that this command of this key opens: `game_id`, unless it is a retry.

    The game of a retry may have no log yet, if the first try ended between claim and append.
    """
    if await keys.put_if_absent(_claim(kid, command_id), game_id, CLAIM_AGE):
        return game_id
    return await claimed_game(keys, kid, command_id) or await claim_game(keys, kid, command_id, game_id)


async def claimed_game(keys: KeyStore, kid: str, command_id: bytes) -> bytes | None:
    """Give the game that a first try of this command of this key has claimed; None where there was none."""
    return await keys.get(_claim(kid, command_id))


def _claim(kid: str, command_id: bytes) -> str:
    return f"{CLAIMS}{kid}:{command_id.hex()}"


async def label_game(keys: KeyStore, game_id: bytes, labels: Iterable[str]) -> None:
    """Put a game under its labels; the index can be rebuilt from the logs."""
    for label in ("", *sorted(set(labels))):
        await keys.add_ordered(_LABELS + label, [game_id])


async def unlabel_games(keys: KeyStore, game_ids: Iterable[bytes]) -> None:
    """Take games out of the indexes, all of them at each label at once; last out of that of all games.

    So one that was cut off is still found.
    """
    given = list(game_ids)
    labels = [key async for key in keys.scan(_LABELS) if key != _LABELS]
    for at in range(0, len(labels), _STEP):
        await asyncio.gather(*(keys.drop_ordered(key, given) for key in labels[at : at + _STEP]))
    await keys.drop_ordered(_LABELS, given)


async def indexed_games(keys: KeyStore) -> AsyncIterator[bytes]:
    """Give every id that stands under any label, each once."""
    seen: set[bytes] = set()
    async for key in keys.scan(_LABELS):
        after = b""
        while page := await keys.next_ordered(key, after, _STEP):
            for game in page:
                if game not in seen:
                    seen.add(game)
                    yield game
            after = page[-1]


async def find_games(
    keys: KeyStore, labels: Iterable[str] = (), after: bytes = b"", most: int = _STEP
) -> tuple[list[bytes], bytes]:
    """Give the next games after this one under all these labels, or all games, and where to go on, b"" at the end.

    They are looked for among those of the rarest label, and only so many of them at once: a page may be short.
    """
    names = [_LABELS + label for label in sorted(set(labels))] or [_LABELS]
    counts = [await keys.count_ordered(name) for name in names]
    rarest = names.pop(counts.index(min(counts)))
    found: list[bytes] = []
    steps = 0
    while steps < _STEPS or len(after) != _ID_SIZE:  # nobody could go on after what is the id of no game
        steps += 1
        step = await keys.next_ordered(rarest, after, _STEP if names else most + 1)
        kept = [game for game in step if len(game) == _ID_SIZE]  # of others nobody could ask; a rebuild drops them
        for name in names:
            kept = await keys.among_ordered(name, kept)
        found += kept
        if len(found) > most:
            return found[:most], found[most - 1]
        if len(step) < (_STEP if names else most + 1):
            return found, b""
        after = step[-1]
    return found, after


async def in_all(keys: KeyStore, labels: Iterable[str], game_id: bytes) -> bool:
    """Whether a game is under all these labels."""
    for label in ("", *labels):
        if not await keys.among_ordered(_LABELS + label, [game_id]):
            return False
    return True


async def rename_labels(keys: KeyStore, *, alone: bool = True) -> bool:
    """Take over the labels of releases that kept them in sets without order; whether there were any.

    Not `alone`, where such a release may still be running, its sets stay as they are, and are to be looked at again.
    """
    found = False
    async for key in keys.scan(_OLD_LABELS):
        found = True
        await keys.add_ordered(_LABELS + key.removeprefix(_OLD_LABELS), await keys.common_members([key]))
        if alone:
            await keys.delete(key)
    return found


class RedisKeys:
    """KeyStore in a store."""

    def __init__(self, link: Link, *, replicas: int = 0) -> None:
        """Await `replicas` copies of what is written."""
        self._client: Client = link.client
        self._connections = PipelinedConnections(link, replicas=replicas)
        self._probe: PipelinedConnection | None = None
        if not link.clustered:
            self._probe = PipelinedConnection(
                link.open_connection,
                timeout=link.timeout,
                replicas=replicas,
                copies=link.copies,
                patience=_PROBE_PATIENCE,
            )

    async def aclose(self) -> None:
        """Let what is under way finish; the link stays open."""
        await self._connections.aclose()
        if self._probe is not None:
            await self._probe.aclose()

    async def probe(self) -> None:
        """Write over a connection of its own; the servers of a cluster are not told apart."""
        if self._probe is None:
            await self.set(PROBE, b"")
            return
        reply = await self._probe.send(("SET", PROBE, b""))
        if isinstance(reply, Exception):
            raise refusal(reply) or reply

    async def get(self, key: str) -> bytes | None:
        """Give the value, or None."""
        with store_errors():
            value: Any = await self._client.get(key)
        return None if value is None else bytes(value)

    async def set(self, key: str, value: bytes) -> None:
        """Write the value."""
        await self._write("SET", key, value)

    async def put_if_absent(self, key: str, value: bytes, ttl: int | None = None) -> bool:
        """Write the value unless there is one; whether it was written."""
        age = () if ttl is None else ("EX", ttl)
        return bool(await self._write("SET", key, value, *age, "NX"))

    async def delete(self, key: str) -> bool:
        """Forget the value; whether there was one."""
        return bool(await self._write("DEL", key))

    async def get_many(self, keys: Sequence[str]) -> list[bytes | None]:
        """Give the value of each key, or None."""
        if not keys:
            return []
        with store_errors():
            values: Any = await self._client.mget(keys)
        return [None if value is None else bytes(value) for value in values]

    async def delete_many(self, keys: Sequence[str]) -> None:
        """Forget the values."""
        if keys:
            await self._write("DEL", *keys)

    async def scan(self, prefix: str) -> AsyncIterator[str]:
        """Give the keys that begin so; one that is no text, which nobody asks for, is logged and left out."""
        pattern = re.sub(r"([\\*?\[\]])", r"\\\1", prefix) + "*"
        seen = set()
        with store_errors():
            async for key in self._client.scan_iter(match=pattern, count=_PAGE):
                if key in seen:
                    continue
                seen.add(key)
                try:
                    name = key.decode()
                except UnicodeDecodeError:
                    log.error("key unreadable", key=repr(key))
                else:
                    yield name

    async def add_members(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into a set."""
        given = list(values)
        if given:
            await self._write("SADD", key, *given)

    async def drop_members(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of a set."""
        given = list(values)
        if given:
            await self._write("SREM", key, *given)

    async def common_members(self, keys: Iterable[str]) -> list[bytes]:
        """Give what all these sets hold, ascending."""
        with store_errors():
            members: Any = await self._client.sinter(list(keys))
        return sorted(members)

    async def any_members(self, keys: Sequence[str]) -> list[bytes]:
        """Give what any of these sets holds, ascending."""
        with store_errors():
            members: Any = await self._client.sunion(list(keys))
        return sorted(members)

    async def among_members(self, key: str, values: list[bytes]) -> list[bytes]:
        """Give those of these values that a set holds."""
        if not values:
            return []
        given: Any = values
        with store_errors():
            held: Any = await self._client.smismember(key, given)
        return [value for value, is_held in zip(values, held, strict=True) if is_held]

    async def add_ordered(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into an ordered set."""
        pairs = [part for value in values for part in (0, value)]
        if pairs:
            await self._write("ZADD", key, *pairs)

    async def drop_ordered(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of an ordered set."""
        given = list(values)
        if given:
            await self._write("ZREM", key, *given)

    async def count_ordered(self, key: str) -> int:
        """Count the values of an ordered set."""
        with store_errors():
            return int(await self._client.zcard(key))

    async def next_ordered(self, key: str, after: bytes, count: int) -> list[bytes]:
        """Give the next values after this one."""
        start: Any = b"(" + after if after else b"-"
        with store_errors():
            found: Any = await self._client.zrangebylex(key, start, "+", 0, count)
        return list(found)

    async def among_ordered(self, key: str, values: list[bytes]) -> list[bytes]:
        """Give those of these values that an ordered set holds."""
        if not values:
            return []
        members: Any = values
        with store_errors():
            scores: Any = await self._client.zmscore(key, members)
        return [value for value, score in zip(values, scores, strict=True) if score is not None]

    async def _write(self, name: str, key: str, *arguments: str | bytes | int) -> Any:
        command: Command = (name, key, *arguments)
        reply = await self._connections.call(key, command, command)
        if isinstance(reply, Exception):
            raise refusal(reply) or reply
        return reply


class MemoryKeys:
    """KeyStore that ends with the process; nothing expires."""

    def __init__(self) -> None:
        """Begin empty."""
        self._values: dict[str, bytes] = {}
        self._members: dict[str, set[bytes]] = {}
        self._ordered: dict[str, list[bytes]] = {}

    async def get(self, key: str) -> bytes | None:
        """Give the value, or None."""
        return self._values.get(key)

    async def set(self, key: str, value: bytes) -> None:
        """Write the value."""
        self._values[key] = value

    async def put_if_absent(self, key: str, value: bytes, ttl: int | None = None) -> bool:
        """Write the value unless there is one; it stays whatever `ttl` says."""
        del ttl
        if key in self._values:
            return False
        self._values[key] = value
        return True

    async def probe(self) -> None:
        """Do nothing: it is there as long as the process is."""

    async def delete(self, key: str) -> bool:
        """Forget the value; whether there was one."""
        held = self._values.pop(key, None), self._members.pop(key, None)
        return held != (None, None)

    async def get_many(self, keys: Sequence[str]) -> list[bytes | None]:
        """Give the value of each key, or None."""
        return [self._values.get(key) for key in keys]

    async def delete_many(self, keys: Sequence[str]) -> None:
        """Forget the values."""
        for key in keys:
            self._values.pop(key, None)

    async def scan(self, prefix: str) -> AsyncIterator[str]:
        """Give the keys that begin so."""
        for key in [key for key in (*self._values, *self._members, *self._ordered) if key.startswith(prefix)]:
            yield key

    async def add_members(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into a set."""
        self._members.setdefault(key, set()).update(values)

    async def drop_members(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of a set."""
        self._members.get(key, set()).difference_update(values)

    async def common_members(self, keys: Iterable[str]) -> list[bytes]:
        """Give what all these sets hold, ascending."""
        sets = [self._members.get(key, set()) for key in keys]
        return sorted(set.intersection(*sets)) if sets else []

    async def any_members(self, keys: Sequence[str]) -> list[bytes]:
        """Give what any of these sets holds, ascending."""
        return sorted(set[bytes]().union(*(self._members.get(key, ()) for key in keys)))

    async def among_members(self, key: str, values: list[bytes]) -> list[bytes]:
        """Give those of these values that a set holds."""
        members = self._members.get(key, set())
        return [value for value in values if value in members]

    async def add_ordered(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into an ordered set."""
        ordered = self._ordered.setdefault(key, [])
        for value in values:
            place = bisect_left(ordered, value)
            if ordered[place : place + 1] != [value]:
                ordered.insert(place, value)

    async def drop_ordered(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of an ordered set."""
        gone = set(values)
        self._ordered[key] = [value for value in self._ordered.get(key, ()) if value not in gone]

    async def count_ordered(self, key: str) -> int:
        """Count the values of an ordered set."""
        return len(self._ordered.get(key, ()))

    async def next_ordered(self, key: str, after: bytes, count: int) -> list[bytes]:
        """Give the next values after this one."""
        ordered = self._ordered.get(key, [])
        start = bisect_right(ordered, after) if after else 0
        return ordered[start : start + count]

    async def among_ordered(self, key: str, values: list[bytes]) -> list[bytes]:
        """Give those of these values that an ordered set holds."""
        ordered = self._ordered.get(key, [])
        return [value for value in values if ordered[bisect_left(ordered, value) :][:1] == [value]]
