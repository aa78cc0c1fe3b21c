"""What stands before every method: token, role, size, rate and turn; errors become statuses.

Every method is registered as one that takes a stream, unary ones too: so a call is seen with its first byte, and not
only once its message has come, which whoever holds a slot for nothing would never send.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import ExitStack, aclosing, asynccontextmanager
from typing import Any, Final, TypeAlias

import grpc
from google.protobuf.message import DecodeError, Message

from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.logs import log
from services.operation.calls import Call, OpenCalls
from services.operation.metrics import Metrics
from services.operation.tracing import call_span
from services.rpc.access.admission import Admission, Held
from services.rpc.access.connections import Proven
from services.rpc.access.context import Context
from services.rpc.access.credentials import RECHECK_SECONDS, Credential, Credentials, Denied, Unauthenticated, not_for
from services.rpc.access.rate_limits import Rates
from services.rpc.access.slots import LateRefusals, LookupSlots, OpenSlots, StreamSlots
from services.rpc.errors import (
    CODES,
    Limited,
    NotFound,
    PassedBack,
    ProcessAway,
    Status,
    UnknownMethod,
    abort,
    reason_of,
    status_of,
)
from services.rpc.methods import LARGE, Method
from services.rpc.passing.passing import Passing, caller_of
from services.rpc.wire_values import Invalid

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
UnaryCall: TypeAlias = Callable[[Credential, Any], Awaitable[Message]]
ServerStreamCall: TypeAlias = Callable[[Credential, Any], AsyncGenerator[bytes, None]]
ClientStreamCall: TypeAlias = Callable[[Credential, AsyncIterator[Any]], Awaitable[Message]]
OpenUnaryCall: TypeAlias = Callable[[bytes], Awaitable[bytes]]
OpenStreamCall: TypeAlias = Callable[[bytes], AsyncGenerator[bytes, None]]
Work: TypeAlias = Callable[[Call], Awaitable[Any]]

UNARY_SECONDS: Final = 5.0
MESSAGE_SECONDS: Final = 5.0
# Methods that only another release may know have one name in our figures: what callers make up would fill them.
UNKNOWN: Final = "unknown"


class AccessInterceptor:
    """Makes gRPC handlers of functions that get a credential and a request."""

    def __init__(
        self,
        credentials: Credentials,
        rates: Rates,
        *,
        recheck: float = RECHECK_SECONDS,
        metrics: Metrics | None = None,
        admission: Admission | None = None,
        passing: Passing | None = None,
    ) -> None:
        self._credentials = credentials
        self._rates = rates
        self.recheck = recheck
        self.metrics = metrics or Metrics()
        self.admission = admission or Admission(time.monotonic)
        self.calls = OpenCalls()
        self.streams = StreamSlots()
        self._lookups = LookupSlots()
        self._late = LateRefusals()
        self.passing = passing
        self.proven = Proven()
        self._abandoned: set[asyncio.Future[Any]] = set()

    # -- the kinds of call

    def unary(self, method: Method, call: UnaryCall) -> Handler:
        """Serve one request with one response."""
        parse = method.request.FromString

        async def serve(_requests: object, context: Context) -> bytes:
            async def work(mine: Call) -> bytes:
                until = asyncio.get_running_loop().time() + _seconds_left(context)
                # a token that was valid is looked up again once it is its call's turn: that too is work
                credential = self._credentials.seen(_authorization(context))
                if credential is None:
                    self.admission.require_room()
                    credential = await self._credential(context)
                self._allow(method, credential)
                mine.knows_all = credential.game is None
                with self.admission.open(credential.kid) as place:
                    async with asyncio.timeout_at(until):
                        data = await _receive(context)
                        request = _read(parse, data, method.most)
                        game = _game_of(request, method, credential)

                        async def do() -> bytes:
                            return (await call(await self._credential(context), request)).SerializeToString()

                        try:
                            # whose caller has given up meanwhile is never begun
                            async with self.admission.turn(credential.kid, game) as turn:
                                return await (self._to_its_end(do(), place, turn) if method.command else do())
                        except (ServedElsewhere, Invalid) as fault:
                            moved = await self._moved(fault, context, game)
                        return await self._passing.unary(mine, context, moved, data, until)

            return bytes(await self._guarded(method.path, context, work))

        return grpc.stream_unary_rpc_method_handler(serve)

    def server_stream(self, method: Method, call: ServerStreamCall) -> Handler:
        """Serve one request with many responses, serialised already; the token is checked again from time to time."""
        parse = method.request.FromString

        async def serve(_requests: object, context: Context) -> None:
            async def work(mine: Call) -> None:
                token, credential = await self._authenticate(method, context)
                mine.knows_all = credential.game is None
                with self.streams.take(credential.kid, caller_of(context)[0], lambda: mine.end(_gave_way())):
                    async with asyncio.timeout(MESSAGE_SECONDS):
                        data = await _receive(context)
                    request = _read(parse, data, method.most)
                    await context.send_initial_metadata(mine.metadata)  # tells that the token was accepted
                    try:
                        async for response in self._recheck_token(call(credential, request), token):
                            await context.write(response)
                    except (ServedElsewhere, Invalid) as fault:
                        moved = await self._moved(fault, context, _game_of(request, method, credential))
                    else:
                        return
                    to = self._passing.streams_to(moved)
                    responses = self._passing.stream(mine, context, to, moved.request or data)
                    async for response in self._recheck_token(responses, token):
                        await context.write(response)

            await self._guarded(method.path, context, work, stream=True)

        return grpc.stream_stream_rpc_method_handler(serve)

    def client_stream(self, method: Method, call: ClientStreamCall) -> Handler:
        """Serve many requests with one response."""
        parse = method.request.FromString

        async def requests(chunks: AsyncIterator[bytes]) -> AsyncIterator[Message]:
            async for data in chunks:
                yield _read(parse, data, method.most)

        async def serve(chunks: AsyncIterator[bytes], context: Context) -> bytes:
            async def work(mine: Call) -> bytes:
                _, credential = await self._authenticate(method, context)
                with self.streams.take(credential.kid, caller_of(context)[0], lambda: mine.end(_gave_way())):
                    return (await call(credential, requests(chunks))).SerializeToString()

            return bytes(await self._guarded(method.path, context, work, stream=True))

        return grpc.stream_unary_rpc_method_handler(serve)

    def open_unary(self, path: str, slots: OpenSlots, call: OpenUnaryCall) -> Handler:
        """Serve a method that needs no token."""

        async def serve(_requests: object, context: Context) -> bytes:
            async def work(mine: Call) -> bytes:
                async with self._open_call(slots, context):
                    async with asyncio.timeout(MESSAGE_SECONDS):
                        return await call(await _receive(context))

            return bytes(await self._guarded(path, context, work))

        return grpc.stream_unary_rpc_method_handler(serve)

    def open_stream(self, path: str, slots: OpenSlots, call: OpenStreamCall, *, one: bool = True) -> Handler:
        """Serve a method that needs no token and gives many responses, to one request or to each."""

        async def serve(_requests: object, context: Context) -> None:
            async def work(mine: Call) -> None:
                async with self._open_call(slots, context):
                    while True:
                        async with asyncio.timeout(MESSAGE_SECONDS):
                            data = await context.read()
                        if data is grpc.aio.EOF:
                            return
                        async with aclosing(call(data)) as responses:
                            async for response in responses:
                                await context.write(response)
                        if one:
                            return

            await self._guarded(path, context, work, stream=True)

        return grpc.stream_stream_rpc_method_handler(serve)

    @asynccontextmanager
    async def _open_call(self, slots: OpenSlots, context: Context) -> AsyncIterator[None]:
        """Hold a slot for a call without a token; a refusal comes late, since whoever is refused comes again at once.

        Raises Limited.
        """
        with ExitStack() as held:
            try:
                self._rates.probed(context.peer())
                held.enter_context(slots.take(context.peer()))
            except Limited:
                await self._late.wait()
                raise
            yield

    def unknown(self, path: str) -> Handler:
        """Serve a method that only another release knows: by a process of that release."""

        async def serve(_requests: object, context: Context) -> None:
            async def work(mine: Call) -> None:
                credential = await self._credential(context)
                self._spend(credential, command=True)
                token = _authorization(context) or ""
                with self.streams.take(credential.kid, caller_of(context)[0], lambda: mine.end(_gave_way())):
                    to = self._passing.of_other_releases(token)
                    responses = self._passing.stream(mine, context, to, _messages(context))
                    async for response in self._recheck_token(responses, token):
                        await context.write(response)

            await self._guarded(path, context, work, stream=True, counted=UNKNOWN)

        return grpc.stream_stream_rpc_method_handler(serve)

    def unimplemented(self, path: str) -> Handler:
        """Refuse a method that nobody has, as everything else is refused."""

        async def serve(_requests: object, context: Context) -> None:
            async def work(_mine: Call) -> None:
                self._rates.probed(context.peer())
                raise UnknownMethod

            await self._guarded(path, context, work, stream=True, counted=UNKNOWN)

        return grpc.stream_stream_rpc_method_handler(serve)

    # -- what they share

    @property
    def _passing(self) -> Passing:
        if self.passing is None:
            raise ProcessAway
        return self.passing

    async def _to_its_end(self, work: Coroutine[Any, Any, bytes], place: Held, turn: Held) -> bytes:
        """Let a command go on whose caller leaves: it may stand already; its turn and place are its own until then."""
        task = asyncio.create_task(work)
        for held in (place, turn):
            held.until(task)
        self._abandoned.add(task)
        task.add_done_callback(self._end_abandoned)
        return await asyncio.shield(task)

    def _end_abandoned(self, task: asyncio.Future[Any]) -> None:
        self._abandoned.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved, so that nobody warns of it

    async def aclose(self, seconds: float) -> None:
        """Let commands that go on without their callers end, but not for ever; then pass nothing on any more."""
        if self._abandoned:
            await asyncio.wait(self._abandoned, timeout=seconds)
        if self.passing is not None:
            await self.passing.aclose()

    async def _moved(self, fault: ServedElsewhere | Invalid, context: Context, game: bytes) -> ServedElsewhere:
        """Say where a call is passed on to; a fault that no other process would see otherwise stands.

        Raises the fault. A call that was passed on is not passed on again.
        """
        if self.passing is None or caller_of(context)[1]:
            raise fault
        found = fault if isinstance(fault, ServedElsewhere) else await self.passing.elsewhere(game)
        if found is None:
            raise fault
        return found

    async def _guarded(
        self, path: str, context: Context, work: Work, *, stream: bool = False, counted: str = ""
    ) -> Any:
        """Do the work of a call; what it raises becomes its status. `counted` names it in the figures, not its path."""
        if _seconds_left(context) <= 0:
            raise asyncio.CancelledError  # nobody waits any more
        call = self.calls.begin(path, context.invocation_metadata(), stream=stream)
        context.set_trailing_metadata(call.metadata)
        if caller_of(context)[1]:
            self.proven.note(context.peer())
        status = "CANCELLED"
        try:
            self.calls.require_open()
            with call_span(path, call.request_id, context.invocation_metadata()):
                answer = await work(call)
            status = "OK"
            if call.trailers:
                context.set_trailing_metadata(call.metadata)
        except (Exception, asyncio.CancelledError) as error:
            fault = call.ending if isinstance(error, asyncio.CancelledError) else error
            if fault is None:
                raise
            call.trailers += fault.trailers if isinstance(fault, PassedBack) else ()
            found = self._status(call, fault)
            status = CODES[found.code].name
            await abort(context, found, call.metadata)
            raise
        else:
            return answer
        finally:
            self.calls.finish(call)
            self.metrics.ended(counted or path, status, None if stream else time.perf_counter() - call.began)

    def _status(self, call: Call, error: Exception) -> Status:
        log.debug("refused", method=call.method, kind=type(error).__name__)
        self.metrics.refusals.labels(reason_of(error)).inc()
        if isinstance(error, GameUnknown) and call.knows_all:
            kind = "" if call.method.startswith("/wargame.v1.Games/") else " of this ruleset"
            return status_of(NotFound(f"there is no such game{kind}: Games.List gives those that there are"))
        return status_of(error)

    async def _authenticate(self, method: Method, context: Context) -> tuple[str, Credential]:
        credential = await self._credential(context)
        self._allow(method, credential)
        return _authorization(context) or "", credential

    async def _credential(self, context: Context) -> Credential:
        authorization = _authorization(context)
        try:
            return self._credentials.known(authorization) or await self._look_up(authorization, context)
        except Unauthenticated:
            self._rates.failed(caller_of(context)[0])
            raise

    def _allow(self, method: Method, credential: Credential) -> None:
        """Refuse a role that may not call the method, and a token that has spent its calls.

        Raises Denied, Limited.
        """
        if credential.role not in method.roles:
            log.warning("denied", method=method.path, kid=credential.kid, role=credential.role.name)
            raise Denied(not_for(method.name, method.roles, credential.role))
        self._spend(credential, command=method.command)

    def _spend(self, credential: Credential, *, command: bool) -> None:
        if self._rates.limited:
            self._rates.spend(credential.kid, command=command)

    async def _look_up(self, authorization: str | None, context: Context) -> Credential:
        """Look a token up; one that was valid before does not wait behind those that nobody knows."""
        if self._credentials.seen(authorization):
            return await self._credentials.admit(authorization)
        async with self._lookups.take(caller_of(context)[0]):
            return await self._credentials.admit(authorization)

    async def _recheck_token(self, responses: AsyncGenerator[bytes, None], token: str) -> AsyncIterator[bytes]:
        """Pass responses on until their token is no longer valid."""
        clock = asyncio.get_running_loop().time
        due = clock() + self.recheck
        pending: asyncio.Future[bytes] | None = None
        async with aclosing(responses):
            try:
                while True:
                    pending = pending or asyncio.ensure_future(anext(responses))
                    await asyncio.wait({pending}, timeout=max(0.0, due - clock()))
                    if clock() >= due:
                        await self._credentials.recheck(token)
                        due = clock() + self.recheck
                    if pending.done():
                        done, pending = pending, None
                        yield done.result()
            except StopAsyncIteration:
                return
            finally:
                if pending is not None:
                    pending.cancel()
                    await asyncio.gather(pending, return_exceptions=True)


def _gave_way() -> Limited:
    return Limited("others with this token have fewer streams than you: open it again later", 1, reason="streams")


def _seconds_left(context: Context) -> float:
    """Give the time that the caller waits, and no more than a unary call may take."""
    left: float | None = context.time_remaining()
    return UNARY_SECONDS if left is None else max(0.0, min(left, UNARY_SECONDS))


def _game_of(request: Any, method: Method, credential: Credential) -> bytes:
    """Give the game that a request is about; none where it is about all, or about one that the caller may not reach.

    The turns of a game are its own callers': whoever names another's is refused without taking one.
    """
    game = bytes(request.header.game if method.command else getattr(request, "game", b""))
    return game if credential.game in (None, game) else b""


def _authorization(context: Context) -> str | None:
    found = [value for key, value in context.invocation_metadata() or () if key == "authorization"]
    return found[0] if len(found) == 1 and isinstance(found[0], str) else None


async def _receive(context: Context) -> bytes:
    data = await context.read()
    if data is grpc.aio.EOF:
        raise Invalid("", "the call has no message")
    return bytes(data)


async def _messages(context: Context) -> AsyncIterator[bytes]:
    """Give the messages of a call of which nothing is known but that it is one of ours."""
    while (data := await context.read()) is not grpc.aio.EOF:
        if len(data) > LARGE:
            raise Limited(f"a request of {len(data)} bytes: no method takes more than {LARGE}", reason="size")
        yield bytes(data)


def _read(parse: Callable[[bytes], Message], data: bytes, most: int) -> Message:
    if len(data) > most:
        raise Limited(f"a request of {len(data)} bytes: this method takes {most}", reason="size")
    try:
        return parse(data)
    except (DecodeError, RecursionError):
        raise Invalid("", "the request is no message of this method") from None
