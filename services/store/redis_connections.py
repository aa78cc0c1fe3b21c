"""Pipelined connections: one per server; whatever has queued up goes out at once.

A store that syncs its file before it answers pays one sync for a whole pipeline, so
all games share a connection: measured, that is half as fast again as a pool of connections.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from hiredis import pack_command
from redis.asyncio import RedisCluster
from redis.exceptions import (
    AskError,
    BusyLoadingError,
    ClusterDownError,
    MovedError,
    NoScriptError,
    RedisError,
    ResponseError,
    TryAgainError,
)

from adjudicator.kernel.record.log import StoreDown
from services.logs import log
from services.store.redis_client import CopyMeter, NotCopied, store_down, store_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio.connection import AbstractConnection

    from services.store.redis_client import Link

Command: TypeAlias = "tuple[str | bytes | int, ...]"
_Address: TypeAlias = "tuple[str, int] | None"

# One pipeline: large enough for every game of a turn, small enough for its replies
# to come within the timeout.
_BATCH: Final = 512
# A cluster that moves slots answers MOVED, ASK and TRYAGAIN; seconds before each try.
_RETRY_PAUSES: Final = (0.0, 0.0, 0.02, 0.05, 0.1, 0.2, 0.4)
_LOST: Final = (RedisError, OSError, TimeoutError)
# Copies take milliseconds. A command waits for them twice at most, when it is written and when it
# is looked up, each time perhaps behind another pipeline: four such waits stay within the timeout.
_WAITS_IN_TIMEOUT: Final = 5


class _Queued(NamedTuple):
    command: Command
    fallback: Command | None
    reply: asyncio.Future[Any]


class PipelinedConnection:
    """One shared connection; `pipelines` and `commands` count what went out on it."""

    def __init__(
        self,
        open_connection: Callable[[], AbstractConnection],
        *,
        timeout: float,
        replicas: int,
        copies: CopyMeter | None = None,
        patience: float | None = None,
    ) -> None:
        """Await `replicas` copies of each write for `patience` seconds, and each pipeline for `timeout`."""
        self._connection = open_connection()
        self._timeout = timeout
        self._replicas = replicas
        self._patience = timeout / _WAITS_IN_TIMEOUT if patience is None else patience
        self._copies = copies or CopyMeter()
        self._copies_seen = False
        self._copies_found: object = replicas
        self._queue: list[_Queued] = []
        self._flusher: asyncio.Task[None] | None = None
        self.pipelines = 0
        self.commands = 0

    def send(self, command: Command, fallback: Command | None = None) -> asyncio.Future[Any]:
        """Queue a command; its reply, or the error that is its reply; StoreDown.

        `fallback` goes out if the server does not know the script that the command names.
        The command goes out and its reply is read whether or not anybody still waits:
        a caller that leaves must not hand its reply to the next one.
        """
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.append(_Queued(command, fallback, reply))
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush())
        return reply

    async def aclose(self) -> None:
        """Let what is queued go out, then disconnect."""
        if self._flusher is not None:
            await self._flusher
        await self._connection.disconnect()

    async def _flush(self) -> None:
        batch: list[_Queued] = []
        try:
            while self._queue:
                batch, self._queue = self._queue[:_BATCH], self._queue[_BATCH:]
                replies = await self._exchange([item.command for item in batch])
                self._queue[:0] = _fallbacks(batch, replies)
        except BaseException as error:
            # Nobody may wait for ever, whatever ended the connection.
            for item in [*batch, *self._queue]:
                _set_reply(item, store_down(error, outcome_unknown=True))
            self._queue.clear()
            raise
        finally:
            self._flusher = None

    async def _exchange(self, commands: list[Command]) -> list[Any]:
        replies: list[Any] = []
        sent = False
        try:
            async with asyncio.timeout(self._timeout):
                await self._ready()
                await self._require_copies()
                sent = True
                await self._send_and_read(commands, replies)
        except NotCopied as missing:
            return self._not_copied(missing, commands, replies)
        except _LOST as error:
            await self._disconnect()
            return self._not_copied(store_down(error, outcome_unknown=sent), commands, replies)
        except BaseException:
            await self._disconnect()
            raise
        return replies

    async def _ready(self) -> None:
        # A connection that the server has closed would swallow a command: its outcome
        # would be unknown for nothing.
        connection = self._connection
        if connection.is_connected:
            try:
                stale = await connection.can_read()
            except _LOST:
                stale = True
            if stale:
                await connection.disconnect(nowait=True)
        if not connection.is_connected:
            self._copies_seen = False
        await connection.connect()  # type: ignore[no-untyped-call]

    def _not_copied(self, missing: StoreDown, commands: list[Command], replies: list[Any]) -> list[Any]:
        """Give the replies where the store went away, or its copies did, before all was confirmed."""
        if self._replicas:
            replies = [reply if isinstance(reply, Exception) else missing for reply in replies]
        return replies + [missing] * (len(commands) - len(replies))

    async def _require_copies(self) -> None:
        """Write nothing to a server that has fewer copies than are awaited; NotCopied.

        Asked on a new connection and after copies were missing: a failover may have left the new
        primary without any, and each command would wait for them in vain.
        """
        if not self._replicas or self._copies_seen:
            return
        await self._connection.send_command("ROLE", check_health=False)
        role = await self._reply()
        if isinstance(role, list) and role[0] == b"master" and len(role[2]) < self._replicas:
            raise self._missing(len(role[2]), outcome_unknown=False)

    def _missing(self, copies: object, *, outcome_unknown: bool) -> NotCopied:
        self._copies_seen = False
        found = copies if isinstance(copies, int) else 0
        self._copies.missing()
        if found != self._copies_found:
            log.warning("copies missing", copies=f"{found} of {self._replicas}")
        self._copies_found = found
        what = "what was under way counts once they have" if outcome_unknown else "nothing was written"
        text = f"{found} replicas of {self._replicas} have confirmed the write: bring back the others; {what}"
        return NotCopied(text, outcome_unknown=outcome_unknown)

    async def _send_and_read(self, commands: list[Command], replies: list[Any]) -> None:
        rows = (*commands, *self._wait_command())
        packed = b"".join(pack_command(row) for row in rows)  # type: ignore[arg-type]  # its stub has tuples of one
        self.pipelines += 1
        self.commands += len(commands)
        await self._connection.send_packed_command(packed, check_health=False)
        for _ in commands:
            replies.append(await self._reply())  # noqa: PERF401 - kept if the next is lost
        if self._replicas:
            began = time.perf_counter()
            copies = await self._reply()
            if not isinstance(copies, int) or copies < self._replicas:
                raise self._missing(copies, outcome_unknown=True)
            self._copies.confirmed(time.perf_counter() - began)
            self._copies_seen, self._copies_found = True, self._replicas

    def _wait_command(self) -> list[Command]:
        if not self._replicas:
            return []
        return [("WAIT", self._replicas, round(self._patience * 1000))]

    async def _reply(self) -> Any:
        try:
            return await self._connection.read_response(disconnect_on_error=False)
        except (ResponseError, BusyLoadingError) as refused:
            return refused

    async def _disconnect(self) -> None:
        with suppress(*_LOST):
            await self._connection.disconnect(nowait=True)


class PipelinedConnections:
    """The connections of a store: one, or one to each server of a cluster."""

    def __init__(self, link: Link, *, replicas: int = 0) -> None:
        """Open no connection yet."""
        self._link = link
        self._replicas = replicas
        self._connections: dict[_Address, PipelinedConnection] = {}
        self._moved = False
        self._routes: set[asyncio.Task[Any]] = set()

    @property
    def pipelines(self) -> int:
        """Count the pipelines that went out."""
        return sum(connection.pipelines for connection in self._connections.values())

    async def call(self, key: str, command: Command, fallback: Command) -> Any:
        """Send a command to the server that has `key`; its reply or error; StoreDown."""
        client = self._link.client
        if not isinstance(client, RedisCluster):
            return await self._connection_to(None).send(command, fallback)
        # Finding the server takes time, in which the caller may leave as well.
        route = asyncio.create_task(self._route(client, key, command, fallback))
        self._routes.add(route)
        route.add_done_callback(self._routes.discard)
        return await asyncio.shield(route)

    async def aclose(self) -> None:
        """Let what is queued go out, then disconnect."""
        await asyncio.gather(*self._routes, return_exceptions=True)
        for connection in self._connections.values():
            await connection.aclose()

    async def _route(self, client: RedisCluster, key: str, command: Command, fallback: Command) -> Any:
        try:
            address = await self._address_of(client, key)
            return await self._send_following_moves(client, address, command, fallback)
        except StoreDown:
            self._moved = True
            raise

    async def _address_of(self, client: RedisCluster, key: str) -> tuple[str, int]:
        with store_errors():
            await client.initialize()
            if self._moved:
                await client.nodes_manager.initialize()
                self._moved = False
            node = client.get_node_from_key(key)
        if node is None:
            message = f"no server of the cluster has the slot of {key}; repair the cluster"
            raise StoreDown(message)
        return node.host, int(node.port)

    async def _send_following_moves(
        self, client: RedisCluster, address: tuple[str, int], command: Command, fallback: Command
    ) -> Any:
        reply: Any = None
        for pause in _RETRY_PAUSES:
            await asyncio.sleep(pause)
            if type(reply) is AskError:
                # The permission is for one command, which must not fail for its script.
                replies = map(self._connection_to(address).send, (("ASKING",), fallback))
                _, reply = await asyncio.gather(*replies)
            else:
                reply = await self._connection_to(address).send(command, fallback)
            match reply:
                case MovedError():
                    with store_errors(writes=True):
                        await client.nodes_manager.move_slot(reply)
                    address = reply.host, reply.port
                case AskError():
                    address = reply.host, reply.port
                case TryAgainError() | ClusterDownError():
                    continue
                case _:
                    return reply
        return reply

    def _connection_to(self, address: _Address) -> PipelinedConnection:
        connection = self._connections.get(address)
        if connection is None:
            link = self._link
            connection = PipelinedConnection(
                lambda: link.open_connection(address), timeout=link.timeout, replicas=self._replicas, copies=link.copies
            )
            self._connections[address] = connection
        return connection


def _fallbacks(batch: list[_Queued], replies: list[Any]) -> list[_Queued]:
    fallbacks = []
    for item, reply in zip(batch, replies, strict=True):
        if isinstance(reply, NoScriptError) and item.fallback is not None:
            fallbacks.append(_Queued(item.fallback, None, item.reply))
        else:
            _set_reply(item, reply)
    return fallbacks


def _set_reply(item: _Queued, reply: object) -> None:
    if item.reply.done():
        return
    if isinstance(reply, StoreDown):
        # One each: an exception keeps the trace of the task that it is raised in.
        item.reply.set_exception(type(reply)(str(reply), outcome_unknown=reply.outcome_unknown))
    else:
        item.reply.set_result(reply)
