"""Access to a Redis or Valkey store: clients, connections, and its errors as exceptions of ours."""

from __future__ import annotations

import re
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, ConnectionPool, Redis, RedisCluster
from redis.asyncio.connection import Connection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisClusterException, RedisError, ResponseError

from adjudicator.kernel.record.log import StoreDown, StoreFull, StoreReadOnly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from redis.asyncio.connection import AbstractConnection

Client: TypeAlias = "Redis | RedisCluster"

_CLUSTER: Final = "+cluster"
_CONNECTIONS: Final = 32
_FOLLOWERS: Final = 1 << 16
_TIMEOUT: Final = 5.0
# How long a call that waits for entries may block, in seconds; its socket waits longer.
BLOCK: Final = 5.0

_FULL: Final = frozenset({"MISCONF", "OOM"})
_READ_ONLY: Final = frozenset({"NOPERM", "NOREPLICAS", "READONLY"})
# A script that may not write has an error text of its own.
_NO_RIGHTS: Final = re.compile("no permissions|can't run this command")
_AWAY: Final = frozenset({"ASK", "BUSY", "CLUSTERDOWN", "LOADING", "MASTERDOWN", "MOVED", "TRYAGAIN"})


class NotCopied(StoreDown):
    """Fewer copies than are awaited have confirmed a write: it is not acknowledged."""


@dataclass(slots=True)
class CopyMeter:
    """Hears of each wait for copies: after how many seconds they have confirmed, or that some were missing."""

    confirmed: Callable[[float], object] = lambda _seconds: None
    missing: Callable[[], object] = lambda: None


@dataclass(frozen=True, slots=True)
class Link:
    """A store that can be reached: `client` for calls, `waiting` for those that block."""

    url: str
    client: Client
    waiting: Client
    timeout: float
    copies: CopyMeter = field(default_factory=CopyMeter)

    @property
    def clustered(self) -> bool:
        """Whether keys are spread over several servers."""
        return isinstance(self.client, RedisCluster)

    @property
    def place(self) -> str:
        """Name the store for people, without its password."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def open_connection(self, address: tuple[str, int] | None = None) -> AbstractConnection:
        """Make a connection apart from the pool, to this server if the store is a cluster."""
        options: dict[str, Any] = dict(parse_url(self.url.replace(_CLUSTER, "")))
        kind = options.pop("connection_class", Connection)
        if address is not None:
            options["host"], options["port"] = address
        options.update(_options(self.timeout), socket_timeout=None)
        connection: AbstractConnection = kind(**options)
        return connection

    async def aclose(self) -> None:
        """Close all connections."""
        await self.client.aclose()
        await self.waiting.aclose()


async def connect(url: str, call_timeout: float = _TIMEOUT) -> Link:
    """Connect to the store, which may turn out to be a cluster; StoreDown.

    `url` is unix://, redis://, rediss://, redis+cluster:// or rediss+cluster://;
    `call_timeout` is in seconds and holds for every call.
    """
    with store_errors():
        if _CLUSTER in urlsplit(url).scheme:
            return _link(url, call_timeout, clustered=True)
        link = _link(url, call_timeout, clustered=False)
        info = await link.client.info("cluster")
        if not info.get("cluster_enabled"):
            return link
        await link.aclose()
        return _link(url, call_timeout, clustered=True)


@contextmanager
def store_errors(*, writes: bool = False) -> Iterator[None]:
    """Turn what the client library raises into StoreDown and its kinds.

    A call that `writes` may have been carried out if the connection was lost.
    """
    try:
        yield
    except ResponseError as error:
        known = refusal(error)
        if known is None:
            raise
        raise known from error
    except (RedisError, RedisClusterException, OSError, TimeoutError) as error:
        raise store_down(error, outcome_unknown=writes) from error
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        # while a cluster changes, its client trips over its own tables
        if not _of_library(error):
            raise
        raise store_down(error, outcome_unknown=writes) from error


def _of_library(error: BaseException) -> bool:
    """Whether an error comes out of the client library, or out of the event loop below it."""
    frame = error.__traceback__
    while frame is not None:
        if str(frame.tb_frame.f_globals.get("__name__", "")).partition(".")[0] == "redis":
            return True
        frame = frame.tb_next
    return False


def store_down(error: BaseException, *, outcome_unknown: bool) -> StoreDown:
    """Make the exception for a store that does not answer."""
    cause = str(error) or type(error).__name__
    text = f"the store does not answer ({cause}); start it, or correct its URL and credentials"
    if outcome_unknown:
        text += "; what was under way may have been written: read the log's end"
    return StoreDown(text, outcome_unknown=outcome_unknown)


def refusal(error: Exception) -> StoreDown | None:
    """Make the exception for an error reply of the store; None where the error is about the call itself."""
    # A script's errors carry the code of the command that failed somewhere inside.
    code = getattr(error, "status_code", None) or ""
    codes = frozenset(re.findall(r"[A-Z]{3,}", f"{code} {error}"))
    if codes & _FULL:
        return StoreFull(f"the store is full, nothing was written; give it more memory ({error})")
    if codes & _READ_ONLY or _NO_RIGHTS.search(str(error)):
        return StoreReadOnly(
            "the store takes no writes, nothing was written;"
            f" connect to the primary with a user who may write ({error})"
        )
    if codes & _AWAY:
        return StoreDown(f"the store is not ready, nothing was written; try again ({error})")
    return None


def _options(timeout: float) -> dict[str, Any]:
    # No retries below us: a second try of a write would meet its own first one.
    return {"protocol": 2, "retry": Retry(NoBackoff(), 0), "socket_connect_timeout": timeout}


def _link(url: str, timeout: float, *, clustered: bool) -> Link:
    make = _cluster if clustered else _single
    return Link(url, make(url, timeout, wait=False), make(url, timeout, wait=True), timeout)


def _single(url: str, timeout: float, *, wait: bool) -> Client:
    options = _options(timeout)
    if wait:
        # Left out it would be the library's own, which ends as soon as a block does.
        limits = {"max_connections": _FOLLOWERS, "socket_timeout": timeout + BLOCK}
        pool = ConnectionPool.from_url(url, **options, **limits)
    else:
        limits = {"max_connections": _CONNECTIONS, "timeout": timeout, "socket_timeout": timeout}
        pool = BlockingConnectionPool.from_url(url, **options, **limits)
    return Redis.from_pool(pool)


def _cluster(url: str, timeout: float, *, wait: bool) -> Client:
    return RedisCluster.from_url(
        url.replace(_CLUSTER, ""),
        **_options(timeout),
        max_connections=_FOLLOWERS,
        socket_timeout=timeout + BLOCK if wait else timeout,
    )
