"""Lanes: one connection per server, on which whatever has queued up goes out at once.

A store that syncs its file before it answers pays one sync for a whole pipeline, so
all games share a lane: measured, that is half as fast again as a pool of connections.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

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
from services.store.redis_client import down, guard

if TYPE_CHECKING:
    from collections.abc import Callable

    from redis.asyncio.connection import AbstractConnection

    from services.store.redis_client import Link

__all__ = ["Command", "PipelinedConnection", "PipelinedConnections"]

Command: TypeAlias = "tuple[str | bytes | int, ...]"
_Address: TypeAlias = "tuple[str, int] | None"

# One pipeline: large enough for every game of a turn, small enough for its replies
# to come within the timeout.
_BATCH: Final = 512
# A cluster that moves slots answers "elsewhere" and "not yet"; seconds before each try.
_PAUSES: Final = (0.0, 0.0, 0.02, 0.05, 0.1, 0.2, 0.4)
_LOST: Final = (RedisError, OSError, TimeoutError)


class _Item(NamedTuple):
    command: Command
    spare: Command | None
    reply: asyncio.Future[Any]


class PipelinedConnection:
    """One shared connection; `pipelines` and `commands` count what went out on it."""

    def __init__(self, dial: Callable[[], AbstractConnection], *, timeout: float, replicas: int) -> None:
        """Await `replicas` copies of each write, and each pipeline for `timeout` seconds."""
        self._connection = dial()
        self._timeout = timeout
        self._replicas = replicas
        self._queue: list[_Item] = []
        self._flusher: asyncio.Task[None] | None = None
        self.pipelines = 0
        self.commands = 0

    def send(self, command: Command, spare: Command | None = None) -> asyncio.Future[Any]:
        """Queue a command; its reply, or the error that is its reply; StoreDown.

        `spare` goes out if the server does not know the script that the command names.
        The command goes out and its reply is read whether or not anybody still waits:
        a caller that leaves must not hand its reply to the next one.
        """
        reply: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.append(_Item(command, spare, reply))
        if self._flusher is None:
            self._flusher = asyncio.create_task(self._flush())
        return reply

    async def aclose(self) -> None:
        """Let what is queued go out, then hang up."""
        if self._flusher is not None:
            await self._flusher
        await self._connection.disconnect()

    async def _flush(self) -> None:
        batch: list[_Item] = []
        try:
            while self._queue:
                batch, self._queue = self._queue[:_BATCH], self._queue[_BATCH:]
                replies = await self._exchange([item.command for item in batch])
                self._queue[:0] = _spares(batch, replies)
        except BaseException as error:
            # Nobody may wait for ever, whatever ended the lane.
            for item in [*batch, *self._queue]:
                _settle(item, down(error, outcome_unknown=True))
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
                sent = True
                await self._talk(commands, replies)
        except _LOST as error:
            await self._hang_up()
            missing = down(error, outcome_unknown=sent)
            if self._replicas:
                replies = [one if isinstance(one, Exception) else missing for one in replies]
            return replies + [missing] * (len(commands) - len(replies))
        except BaseException:
            await self._hang_up()
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
        await connection.connect()  # type: ignore[no-untyped-call]

    async def _talk(self, commands: list[Command], replies: list[Any]) -> None:
        packed = self._connection.pack_commands([*commands, *self._wait()])
        self.pipelines += 1
        self.commands += len(commands)
        await self._connection.send_packed_command(packed, check_health=False)
        for _ in commands:
            replies.append(await self._reply())  # noqa: PERF401 - kept if the next is lost
        if self._replicas:
            copies = await self._reply()
            if not isinstance(copies, int) or copies < self._replicas:
                message = f"{copies} replicas of {self._replicas} have confirmed the write"
                raise TimeoutError(message)

    def _wait(self) -> list[Command]:
        if not self._replicas:
            return []
        return [("WAIT", self._replicas, round(self._timeout * 500))]

    async def _reply(self) -> Any:
        try:
            return await self._connection.read_response(disconnect_on_error=False)
        except (ResponseError, BusyLoadingError) as refused:
            return refused

    async def _hang_up(self) -> None:
        with suppress(*_LOST):
            await self._connection.disconnect(nowait=True)


class PipelinedConnections:
    """The lanes of a store: one, or one to each server of a cluster."""

    def __init__(self, link: Link, *, replicas: int = 0) -> None:
        """Open no connection yet."""
        self._link = link
        self._replicas = replicas
        self._lanes: dict[_Address, PipelinedConnection] = {}
        self._moved = False
        self._routes: set[asyncio.Task[Any]] = set()

    @property
    def pipelines(self) -> int:
        """Count the pipelines that went out."""
        return sum(lane.pipelines for lane in self._lanes.values())

    async def call(self, key: str, command: Command, spare: Command) -> Any:
        """Send a command to the server that has `key`; its reply or error; StoreDown."""
        client = self._link.client
        if not isinstance(client, RedisCluster):
            return await self._lane(None).send(command, spare)
        # To find the server takes time, in which the caller may leave as well.
        route = asyncio.create_task(self._route(client, key, command, spare))
        self._routes.add(route)
        route.add_done_callback(self._routes.discard)
        return await asyncio.shield(route)

    async def aclose(self) -> None:
        """Let what is queued go out, then hang up."""
        await asyncio.gather(*self._routes, return_exceptions=True)
        for lane in self._lanes.values():
            await lane.aclose()

    async def _route(self, client: RedisCluster, key: str, command: Command, spare: Command) -> Any:
        try:
            address = await self._home(client, key)
            return await self._search(client, address, command, spare)
        except StoreDown:
            self._moved = True
            raise

    async def _home(self, client: RedisCluster, key: str) -> tuple[str, int]:
        with guard():
            await client.initialize()
            if self._moved:
                await client.nodes_manager.initialize()
                self._moved = False
            node = client.get_node_from_key(key)
        if node is None:
            message = f"no server of the cluster has the slot of {key}; mend the cluster"
            raise StoreDown(message)
        return node.host, int(node.port)

    async def _search(self, client: RedisCluster, address: tuple[str, int], command: Command, spare: Command) -> Any:
        reply: Any = None
        for pause in _PAUSES:
            await asyncio.sleep(pause)
            if type(reply) is AskError:
                # The permission is for one command, which must not fail for its script.
                sent = map(self._lane(address).send, (("ASKING",), spare))
                _, reply = await asyncio.gather(*sent)
            else:
                reply = await self._lane(address).send(command, spare)
            match reply:
                case MovedError():
                    await client.nodes_manager.move_slot(reply)
                    address = reply.host, reply.port
                case AskError():
                    address = reply.host, reply.port
                case TryAgainError() | ClusterDownError():
                    continue
                case _:
                    return reply
        return reply

    def _lane(self, address: _Address) -> PipelinedConnection:
        lane = self._lanes.get(address)
        if lane is None:
            link = self._link
            lane = PipelinedConnection(lambda: link.dial(address), timeout=link.timeout, replicas=self._replicas)
            self._lanes[address] = lane
        return lane


def _spares(batch: list[_Item], replies: list[Any]) -> list[_Item]:
    spares = []
    for item, reply in zip(batch, replies, strict=True):
        if isinstance(reply, NoScriptError) and item.spare is not None:
            spares.append(_Item(item.spare, None, item.reply))
        else:
            _settle(item, reply)
    return spares


def _settle(item: _Item, reply: object) -> None:
    if item.reply.done():
        return
    if isinstance(reply, StoreDown):
        # One each: an exception keeps the trace of the task that it is raised in.
        item.reply.set_exception(StoreDown(str(reply), outcome_unknown=reply.outcome_unknown))
    else:
        item.reply.set_result(reply)
