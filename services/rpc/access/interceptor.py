"""What stands before every method: token, role, size, rate and turn; errors become statuses.

Every method is registered as one that takes a stream, unary ones too: so a call is seen with its first byte, and not
only once its message has come, which whoever holds a slot for nothing would never send.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import ExitStack, aclosing, asynccontextmanager
from typing import Any, Final, TypeAlias

import grpc
from google.protobuf.message import DecodeError, Message

from services.games.editions import ServedElsewhere
from services.operation.calls import Call
from services.rpc.access.admission import NOBODY
from services.rpc.access.context import Context
from services.rpc.access.credentials import Credential
from services.rpc.access.guard import CallGuard, authorization_of, seconds_left
from services.rpc.access.slots import OpenSlots
from services.rpc.errors import Limited, UnknownMethod
from services.rpc.methods import LARGE, Method
from services.rpc.passing.passing import caller_of
from services.rpc.wire_values import Invalid

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"
UnaryCall: TypeAlias = Callable[[Credential, Any], Awaitable[Message]]
ServerStreamCall: TypeAlias = Callable[[Credential, Any], AsyncGenerator[bytes, None]]
ClientStreamCall: TypeAlias = Callable[[Credential, AsyncIterator[Any]], Awaitable[Message]]
OpenUnaryCall: TypeAlias = Callable[[bytes], Awaitable[bytes]]
OpenStreamCall: TypeAlias = Callable[[bytes], AsyncGenerator[bytes, None]]

MESSAGE_SECONDS: Final = 5.0
# Seconds after its first message in which a call of one message has said that it has no more.
SECOND_MESSAGE_SECONDS: Final = 0.05
# Methods that only another release may know have one name in our figures: what callers make up would fill them.
UNKNOWN: Final = "unknown"


class AccessInterceptor(CallGuard):
    """Makes gRPC handlers of functions that get a credential and a request."""

    def unary(self, method: Method, call: UnaryCall, seconds: float | None = None) -> Handler:
        """Serve one request with one response; `seconds` is the most that it takes, where that is not the usual."""
        parse = method.request.FromString
        # who may wait longer for an answer has no longer to send the request: until then nothing says that one comes
        message_seconds = None if seconds is None else MESSAGE_SECONDS

        async def serve(_requests: object, context: Context) -> bytes:
            # a token that was valid is looked up again once it is its call's turn: that too is work
            known = self._credentials.seen(authorization_of(context))
            seen = None if self.admission.is_full else known
            if self.admission.is_full or (seen is not None and not self.admission.has_room(seen.kid)):
                await self._shed(method.path, context, NOBODY if known is None else known.kid)

            async def work(mine: Call) -> bytes:
                until = asyncio.get_running_loop().time() + seconds_left(context, seconds)
                credential = seen
                if credential is None:
                    self.admission.require_room()
                    credential = await self._credential(context)
                self._allow(method, credential)
                mine.knows_all = credential.knows_all
                with self.admission.open(credential.kid) as place:
                    async with asyncio.timeout_at(until):
                        async with asyncio.timeout(message_seconds):
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
                mine.knows_all = credential.knows_all
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
                token = authorization_of(context) or ""
                with self.streams.take(credential.kid, caller_of(context)[0], lambda: mine.end(_gave_way())):
                    to = self._passing.of_other_releases(token)
                    async with _whole(_messages(context)) as requests:
                        responses = self._passing.stream(mine, context, to, requests, again=False)
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


def _gave_way() -> Limited:
    return Limited("others with this token have fewer streams than you: open it again later", 1, reason="streams")


def _game_of(request: Any, method: Method, credential: Credential) -> bytes:
    """Give the game that a request is about; none where it is about all, or about one that the caller may not reach.

    The turns of a game are its own callers': whoever names another's is refused without taking one.
    """
    game = bytes(request.header.game if method.command else getattr(request, "game", b""))
    return game if credential.game in (None, game) else b""


async def _receive(context: Context) -> bytes:
    data = await context.read()
    if data is grpc.aio.EOF:
        raise Invalid("", "the call has no message")
    return bytes(data)


@asynccontextmanager
async def _whole(messages: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes | AsyncIterator[bytes]]:
    """Give the one message of a call whose caller has said all; of any other call its messages as they come.

    The first one is waited for as that of any other call. Nothing is read any more once the call is over.
    """
    async with asyncio.timeout(MESSAGE_SECONDS):
        first = await anext(messages, None)
    if first is None:
        raise Invalid("", "the call has no message")
    following = asyncio.ensure_future(anext(messages, None))
    following.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may ask any more
    try:
        ended, _ = await asyncio.wait((following,), timeout=SECOND_MESSAGE_SECONDS)
        yield first if ended and following.result() is None else _following(first, following, messages)
    finally:
        following.cancel()


async def _following(
    first: bytes, second: asyncio.Future[bytes | None], messages: AsyncIterator[bytes]
) -> AsyncIterator[bytes]:
    yield first
    if (data := await second) is not None:
        yield data
        async for data in messages:
            yield data


async def _messages(context: Context) -> AsyncGenerator[bytes, None]:
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
