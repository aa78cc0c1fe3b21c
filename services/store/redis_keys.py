"""What the service keeps beside the logs: tokens, who opened which game, and labels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, Protocol

from services.store.redis_client import refusal, store_errors
from services.store.redis_connections import Command, PipelinedConnections

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

    from services.store.redis_client import Client, Link

TOKENS: Final = "{auth}:token:"
_CLAIMS: Final = "{open}:"
_LABELS: Final = "{labels}:"
# How long a retry of opening a game finds the game that it opened, in seconds.
_CLAIM_AGE: Final = 30 * 24 * 3600
_PAGE: Final = 1000


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


def token_key(kid: str) -> str:
    """Name the key of a token; all begin with TOKENS."""
    return TOKENS + kid


async def claim_game(keys: KeyStore, kid: str, command_id: bytes, game_id: bytes) -> bytes:
    """Give the game that this command of this key opens: `game_id`, unless it is a retry.

    The game of a retry may have no log yet, if the first try ended between claim and append.
    """
    key = f"{_CLAIMS}{kid}:{command_id.hex()}"
    if await keys.put_if_absent(key, game_id, _CLAIM_AGE):
        return game_id
    return await keys.get(key) or await claim_game(keys, kid, command_id, game_id)


async def label_game(keys: KeyStore, game_id: bytes, labels: Iterable[str]) -> None:
    """Put a game under its labels; the index can be rebuilt from the logs."""
    for label in ("", *sorted(set(labels))):
        await keys.add_members(_LABELS + label, [game_id])


async def find_games(keys: KeyStore, labels: Iterable[str] = ()) -> list[bytes]:
    """Give the games under all these labels, ascending; without labels, all games."""
    wanted = ("", *sorted(set(labels)))
    return await keys.common_members([_LABELS + label for label in wanted])


class RedisKeys:
    """KeyStore in a store."""

    def __init__(self, link: Link, *, replicas: int = 0) -> None:
        """Await `replicas` copies of what is written."""
        self._client: Client = link.client
        self._connections = PipelinedConnections(link, replicas=replicas)

    async def aclose(self) -> None:
        """Let what is under way finish; the link stays open."""
        await self._connections.aclose()

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

    async def scan(self, prefix: str) -> AsyncIterator[str]:
        """Give the keys that begin so."""
        pattern = re.sub(r"([\\*?\[\]])", r"\\\1", prefix) + "*"
        seen = set()
        with store_errors():
            async for key in self._client.scan_iter(match=pattern, count=_PAGE):
                if key not in seen:
                    seen.add(key)
                    yield key.decode()

    async def add_members(self, key: str, values: Iterable[bytes]) -> None:
        """Put values into a set."""
        await self._write("SADD", key, *values)

    async def drop_members(self, key: str, values: Iterable[bytes]) -> None:
        """Take values out of a set."""
        await self._write("SREM", key, *values)

    async def common_members(self, keys: Iterable[str]) -> list[bytes]:
        """Give what all these sets hold, ascending."""
        with store_errors():
            members: Any = await self._client.sinter(list(keys))
        return sorted(members)

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

    async def delete(self, key: str) -> bool:
        """Forget the value; whether there was one."""
        return self._values.pop(key, None) is not None

    async def scan(self, prefix: str) -> AsyncIterator[str]:
        """Give the keys that begin so."""
        for key in [key for key in self._values if key.startswith(prefix)]:
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
