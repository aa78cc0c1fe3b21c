"""Whether a store is safe for games: which of its settings could lose entries."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from redis.asyncio import RedisCluster
from redis.exceptions import ResponseError

from services.store.redis_client import store_errors

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from redis.asyncio import Redis
    from redis.asyncio.cluster import ClusterNode

    from services.store.redis_client import Link

_Server: TypeAlias = "Redis | ClusterNode"
_Info: TypeAlias = dict[str, Any]

_OLDEST: Final = (6, 2)
_COPY: Final = re.compile(r"slave\d+")
_SECTIONS: Final = ("server", "persistence", "memory", "replication")


class UnsafeStore(Exception):
    """The store would lose what it has acknowledged; `problems` says how."""

    def __init__(self, place: str, problems: list[str]) -> None:
        """Name the store and all that is wrong with it."""
        super().__init__(f"{place} is not safe for games:\n" + "\n".join(problems))
        self.problems = problems


async def require_safe(link: Link, *, replicas: int = 0) -> None:
    """Refuse a store that could lose or drop an entry; UnsafeStore, StoreDown."""
    problems = await check_server(link, replicas=replicas)
    if problems:
        raise UnsafeStore(link.place, problems)


async def check_server(link: Link, *, replicas: int = 0) -> list[str]:
    """Give what is wrong with the store's settings, each as "NAME: text"; StoreDown.

    `replicas` is how many copies the service awaits for each append.
    A server that does not show its fsync policy is counted as one with a wrong policy.
    """
    with store_errors():
        found = []
        for node in await _servers(link):
            info = await _info(node)
            fsync = await _setting(node, "appendfsync")
            problems = [*_problems(info, fsync), *_copies(info, replicas)]
            found += [problem for problem in problems if problem not in found]
    return found


def _problems(info: _Info, fsync: str) -> Iterator[str]:
    version = str(info.get("redis_version", "0"))
    if _number(version) < _OLDEST:
        yield f"VERSION_TOO_OLD: the server is {version}; install 6.2 or later"
    if not info.get("aof_enabled"):
        yield "AOF_OFF: a restart would forget games; set appendonly yes"
    if info.get("aof_last_write_status", "ok") != "ok":
        yield "AOF_FAILING: the last write to the file failed; look at the server's disk and log"
    if fsync != "always":
        yield f"FSYNC_NOT_ALWAYS: appendfsync is {fsync}; set appendfsync always"
    policy = info.get("maxmemory_policy", "unknown")
    if policy != "noeviction":
        yield f"EVICTION: {policy} would drop whole games; set maxmemory-policy noeviction"
    if info.get("role", "master") != "master":
        yield "REPLICA: the server only copies another; connect to the primary"


def _copies(info: _Info, replicas: int) -> Iterator[str]:
    states = [info[name]["state"] for name in info if _COPY.fullmatch(name)]
    present = states.count("online")
    if present and not replicas:
        yield (f"REPLICAS_NOT_AWAITED: a failover would lose acknowledged entries; await one of the {present} replicas")
    if present < replicas:
        yield f"REPLICAS_MISSING: {replicas} are to be awaited, {present} are connected; add some"


async def _servers(link: Link) -> Sequence[_Server]:
    client = link.client
    if not isinstance(client, RedisCluster):
        return [client]
    await client.initialize()
    return sorted(client.get_primaries(), key=_name)


async def _info(node: _Server) -> _Info:
    info: _Info = {}
    for section in _SECTIONS:
        info.update(await node.execute_command("INFO", section))
    return info


async def _setting(node: _Server, name: str) -> str:
    try:
        found = await node.execute_command("CONFIG GET", name)
    except ResponseError:
        return "not shown by the server"
    return str({_text(key): _text(value) for key, value in found.items()}.get(name, "unknown"))


def _name(node: ClusterNode) -> str:
    return str(node.name)


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
