"""Calls that another process serves are passed on to it, and their answers back, so that a caller notices nothing."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import quote, unquote

import grpc

from services.logs import log
from services.operation.calls import REQUEST_ID, Call
from services.rpc.access.context import Context
from services.rpc.access.statuses import DETAILS, Status
from services.rpc.errors import PassedBack, ProcessAway
from services.rpc.methods import LARGE
from services.rpc.passing.certificates import Certificates, host_of

if TYPE_CHECKING:
    from services.games.announcements import Announcement
    from services.games.editions import ServedElsewhere
    from services.games.heartbeats import Processes

Metadata: TypeAlias = "Sequence[tuple[str, str | bytes]]"
# Where a call came from that was passed on; believed of processes of this deployment alone.
CALLER: Final = "adjudicator-caller"
# What belongs to one connection, or is written anew for the next.
_OWN: Final = frozenset({CALLER, REQUEST_ID, "user-agent", "content-type", "te", "host"})
_OPTIONS: Final = (
    ("grpc.max_receive_message_length", 4 * LARGE),
    ("grpc.max_send_message_length", LARGE),
    ("grpc.max_metadata_size", 32 * 1024),
    ("grpc.enable_retries", 0),
    # processes call each other themselves, whatever proxy the machine's environment names for others
    ("grpc.enable_http_proxy", 0),
    # else the library would let all channels to a process share one connection
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 1_000),
)
# what the library itself says of a call whose line broke; every fault of ours comes with details
_LOST: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.INTERNAL)
# Calls on one connection: fewer than the other side lets be open there, beyond which they would wait without a word.
CALLS_OF_CONNECTION: Final = 200
# Seconds for which a process that did not answer is asked after all others.
LAST_SECONDS: Final = 5.0
# Seconds after which no answer speaks against a process, and not against the caller who waits no longer.
PATIENCE: Final = 0.5
# Seconds until a stream has to begin, where another process can be asked instead.
BEGIN_SECONDS: Final = 1.0


class _Connection:
    """A connection to another process, and how many calls are open on it."""

    __slots__ = ("calls", "channel")

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.channel = channel
        self.calls = 0


class _Away(Exception):
    """A process can not be reached, or went away: whether it did what it was asked is not known."""


def caller_of(context: Context) -> tuple[str, bool]:
    """Give the peer that a call comes from, and whether another process of this deployment has passed it on."""
    for key, value in context.invocation_metadata() or ():
        if key == CALLER and isinstance(value, str) and context.peer_identities():
            return unquote(value), True
    return context.peer(), False


class Passing:
    """Passes calls on; `find` tells for a game which process serves it, None where that is us; `passed` counts.

    Connections are kept for as long as their process is there.
    """

    def __init__(
        self,
        processes: Processes,
        certificates: Certificates,
        find: Callable[[bytes], Awaitable[ServedElsewhere | None]],
        passed: Callable[[], object] = lambda: None,
    ) -> None:
        self._processes = processes
        self._certificates = certificates
        self._find = find
        self._connections: dict[bytes, list[_Connection]] = {}
        self._failed: dict[bytes, float] = {}
        self._passed = passed

    async def aclose(self) -> None:
        """Close all connections."""
        connections, self._connections = self._connections.values(), {}
        await asyncio.gather(*(row.channel.close() for rows in connections for row in rows))

    async def elsewhere(self, game: bytes) -> ServedElsewhere | None:
        """Say where a game is served whose request was not understood here: a later release may understand it."""
        if not game or not self._processes.of_other_releases():
            return None
        return await self._find(game)

    async def unary(self, call: Call, context: Context, moved: ServedElsewhere, data: bytes, until: float) -> bytes:
        """Pass one request on; its response.

        A process that can not be reached is passed over, and so is one that has not answered in half of the time that
        is left while there are others: commands have ids, and what was done is not done again. Raises PassedBack.
        """
        clock = asyncio.get_running_loop().time
        for process, last in _with_last(self.streams_to(moved)):
            with self._connected(process) as channel:
                made: Any = channel.unary_unary(call.method)
                left = max(until - clock(), 0.001)
                seconds = left if last else left / 2
                begun = made(data, metadata=_metadata(call, context), timeout=seconds)
                try:
                    response = await self._answer(begun, process, seconds, last=last)
                except _Away:
                    continue
                call.trailers += _trailers(await begun.trailing_metadata())
                return bytes(response)
        raise ProcessAway

    async def stream(
        self,
        call: Call,
        context: Context,
        to: Sequence[Announcement],
        requests: bytes | AsyncIterator[bytes],
        *,
        again: bool = True,
    ) -> AsyncGenerator[bytes, None]:
        """Pass a stream on to the first of these processes that begins it; its responses.

        Where it is more than one request it can be given once, and so can a call that may do something: `again` is
        False then. Raises PassedBack, ProcessAway.
        """
        for process, last in _with_last(to):
            once = last or not again or not isinstance(requests, bytes)
            begins = False
            with self._connected(process) as channel:
                # one request goes out with the call: written by itself it could meet a refusal, which is lost then
                kind = channel.unary_stream if isinstance(requests, bytes) else channel.stream_stream
                made: Any = kind(call.method)
                begun = made(requests, metadata=_metadata(call, context), timeout=context.time_remaining())
                try:
                    if not once:
                        await self._begins(begun, process)
                    while (response := await self._answer(begun.read(), process)) is not grpc.aio.EOF:
                        begins = True
                        yield bytes(response)
                    call.trailers += _trailers(await begun.trailing_metadata())
                except _Away:
                    if begins or once:
                        break
                else:
                    return
                finally:
                    begun.cancel()
        raise ProcessAway

    def streams_to(self, moved: ServedElsewhere) -> list[Announcement]:
        """Give the processes that a call can be passed on to; those that have just failed come last."""
        found = self._processes.who_serves(moved.ruleset, moved.edition, moved.game)
        now = asyncio.get_running_loop().time()
        return sorted(found, key=lambda says: self._failed.get(says.name, 0.0) > now)

    def of_other_releases(self, token: str = "") -> list[Announcement]:
        """Give the processes that may know a method that we do not know, those of the latest release first."""
        found = self._processes.of_other_releases()
        latest = {says.release: max(row.began for row in found if row.release == says.release) for says in found}
        return sorted(self._processes.in_turn(found, token.encode()), key=lambda says: -latest[says.release])

    async def _answer(
        self, waiting: Awaitable[Any], process: Announcement, seconds: float = 0.0, *, last: bool = True
    ) -> Any:
        """Wait for a response, of which no more than so many `seconds` are given to the process.

        Raises PassedBack with the status of a call that was refused there, _Away.
        """
        try:
            answer = await waiting
        except grpc.aio.AioRpcError as error:
            fault = self._fault(error, process)
            late = error.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            if isinstance(fault, _Away) or (late and seconds >= PATIENCE):
                self._ask_last(process)
            raise _Away if late and not last else fault from None
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise _Away from None  # its connection was closed
        self._failed.pop(process.name, None)
        return answer

    async def _begins(self, begun: Any, process: Announcement) -> None:
        """Wait until a process has taken a stream in.

        Raises _Away.
        """
        try:
            async with asyncio.timeout(BEGIN_SECONDS):
                await begun.initial_metadata()
        except TimeoutError:
            log.warning("process does not answer", address=process.address)
            self._ask_last(process)
            raise _Away from None

    def _ask_last(self, process: Announcement) -> None:
        """Ask a process that has failed after all others for a while."""
        self._failed[process.name] = asyncio.get_running_loop().time() + LAST_SECONDS

    def _fault(self, error: grpc.aio.AioRpcError, process: Announcement) -> Exception:
        trailers = error.trailing_metadata() or ()
        details = [value for key, value in trailers if key == DETAILS]
        # the library says CANCELLED where the other side dropped a call, which no handler of ours does
        if error.code() in _LOST and not details:
            log.warning("process not reached", address=process.address)
            return _Away()
        return PassedBack(_status(error, details), _trailers(trailers))

    @contextmanager
    def _connected(self, process: Announcement) -> Iterator[grpc.aio.Channel]:
        """Give a connection to a process that has room for one more call; as many are made as are needed."""
        self._passed()
        self._forget_gone()
        connections = self._connections.setdefault(process.name, [])
        found = next((row for row in connections if row.calls < CALLS_OF_CONNECTION), None)
        if found is None:
            found = _Connection(self._channel(process))
            connections.append(found)
        found.calls += 1
        try:
            yield found.channel
        finally:
            found.calls -= 1

    def _channel(self, process: Announcement) -> grpc.aio.Channel:
        name = ("grpc.ssl_target_name_override", host_of(process.name))
        credentials = self._certificates.channel()
        return grpc.aio.secure_channel(process.address, credentials, options=(*_OPTIONS, name))

    def _forget_gone(self) -> None:
        for name in self._connections.keys() - set(self._processes.others):
            self._failed.pop(name, None)
            for row in self._connections.pop(name):
                closing = asyncio.create_task(row.channel.close())
                closing.add_done_callback(lambda done: done.cancelled() or done.exception())


def _with_last(processes: Sequence[Announcement]) -> Iterator[tuple[Announcement, bool]]:
    """Give processes, and of each whether it is the last."""
    for place, process in enumerate(processes, 1):
        yield process, place == len(processes)


def _metadata(call: Call, context: Context) -> Metadata:
    """Give what goes along with a call: what the caller sent, under our request id, and where it came from."""
    given = [(key, value) for key, value in context.invocation_metadata() or () if _goes_along(key)]
    return [*given, (REQUEST_ID, call.request_id), (CALLER, quote(context.peer(), safe=""))]


def _goes_along(key: str) -> bool:
    return key not in _OWN and not key.startswith(("grpc-", ":"))


def _trailers(metadata: Iterable[tuple[str, Any]] | None) -> tuple[tuple[str, Any], ...]:
    return tuple((key, value) for key, value in metadata or () if _goes_along(key) and key != DETAILS)


def _status(error: grpc.aio.AioRpcError, details: list[Any]) -> Status:
    if details:
        return Status.FromString(details[0])
    return Status(code=error.code().value[0], message=error.details() or "")


class UnknownMethods(grpc.GenericRpcHandler):
    """Methods of ours that this release does not know: as long as there is another one, it may."""

    def __init__(self, passing: Passing, serve: Callable[[str], Any]) -> None:
        self._passing = passing
        self._serve = serve

    def service(self, handler_call_details: Any) -> Any:
        """Give the handler of a method, None where there is nobody to ask; nothing is passed on twice."""
        known = any(key == CALLER for key, _ in handler_call_details.invocation_metadata or ())
        if known or not handler_call_details.method.startswith("/wargame.") or not self._passing.of_other_releases():
            return None
        return self._serve(handler_call_details.method)
