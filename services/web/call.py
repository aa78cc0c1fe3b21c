"""One call from the web: its handler runs from the first byte on, and the library reads and writes for it.

The handler asks for messages and gives answers, as by gRPC; the library wants to read a request whole and then ask for
answers. So both run beside each other and meet here: of a body nothing is read before the handler has asked for a
message, and a handler that has refused ends the reading.
"""

from __future__ import annotations

import asyncio
import base64
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

import grpc
from connectrpc.code import Code
from connectrpc.errors import ConnectError
from connectrpc.request import RequestContext

from services.operation.calls import REQUEST_ID
from services.rpc.access.statuses import Status, status_of
from services.rpc.errors import StreamExpired
from services.web.answers import Headers, Receive, Send
from services.web.context import Aborted, WebContext
from services.web.library import CALL, FRAMED, UNARY, Told, application, unread
from services.web.ways import Way

# A stream is as old as a connection of gRPC may get.
STREAM_SECONDS: Final = 3_600.0
LEFT: Final = {"type": "http.disconnect"}
NOTHING: Final = {"type": "http.request", "body": b"", "more_body": False}
# What the library says of compression, of which there is none in answers, and of what they differ by.
_DROPPED: Final = frozenset({b"content-encoding", b"connect-content-encoding", b"grpc-encoding", b"vary"})


class Line:
    """The connection of a call: what it sends, what is sent to it with the headers `always`, and when it is gone."""

    def __init__(self, receive: Receive, send: Send, gone: asyncio.Future[None], always: Headers) -> None:
        self.receive = receive
        self.gone = gone
        self._send = send
        self._always = always
        self._start: dict[str, Any] | None = None
        self._last: dict[str, Any] | None = None
        # whether the next piece of an answer is left out: it was given to have the answer begun
        self.leaves_out = False

    async def send(self, message: Any) -> None:
        """Send a piece of an answer; its beginning waits for the first piece, and the last for `end`."""
        if message["type"] == "http.response.start":
            rows = [row for row in message["headers"] if row[0] not in _DROPPED]
            self._start = {**message, "headers": [*rows, *self._always]}
        elif not message["more_body"]:
            self._last = message
        else:
            await self._begin()
            left_out, self.leaves_out = self.leaves_out, False
            if not left_out:
                await self._send(message)

    async def end(self) -> None:
        """Send the last piece, with its length where it is the whole answer.

        The library is through by then: its deadline would cut off an answer that waits behind others to be read.
        """
        if self._last is None:
            return
        if self._start is not None:
            self._start["headers"].append((b"content-length", str(len(self._last["body"])).encode()))
        await self._begin()
        await self._send(self._last)

    async def _begin(self) -> None:
        if self._start is not None:
            await self._send(self._start)
            self._start = None


class WebCall(WebContext):
    """A call that is written in this way, to be served by `serve`."""

    def __init__(
        self, way: Way, headers: Headers, line: Line, *, peer: str, serve: Callable[[WebCall], Awaitable[None]]
    ) -> None:
        super().__init__(headers, peer)
        self._way = way
        self._line = line
        self._serve = serve
        self._spoken, fault = way.spoken(dict(headers))
        self._refused: Exception | None = fault
        self._context: RequestContext[bytes, bytes] | None = None
        self._handler: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._until: float | None = None
        self._expired = False
        # what the handler has asked for and given
        self._asked = asyncio.Event()
        self._reader: asyncio.Task[Any] | None = None
        self._offered: tuple[bytes | None, asyncio.Future[None]] | None = None
        self._answers: list[bytes] = []
        # what the library has read
        self._came = asyncio.Event()
        self._request: bytes | None = None
        self._requests: AsyncIterator[bytes] | None = None
        self._body_ended = False
        self._reading: asyncio.Timeout | None = None
        self._wake = asyncio.Event()

    async def run(self, scope: Mapping[str, Any]) -> None:
        """Serve it."""
        path = FRAMED if self._way.framed else UNARY
        before = CALL.set(self)
        try:
            ours = {**scope, "path": path, "root_path": "", "headers": self._spoken}
            await application(self._way.codec.most)(ours, self._receive, self._line.send)
        finally:
            CALL.reset(before)
            await self._settle()
        await self._line.end()

    # -- what handlers see

    def time_remaining(self) -> float | None:
        """Give the seconds that the caller still waits."""
        return None if self._until is None else max(0.0, self._until - time.monotonic())

    async def read(self) -> Any:
        """Give the next message in binary, grpc.aio.EOF behind the last.

        Raises Invalid, Unsupported, Limited.
        """
        self._asked.set()
        self._reader = asyncio.current_task()
        try:
            data = await self._next()
        finally:
            self._reader = None
        return grpc.aio.EOF if data is None else await self._way.codec.read(data)

    async def _next(self) -> bytes | None:
        if self._refused is None:
            await self._came.wait()
        if self._refused is not None:
            raise self._refused
        if self._requests is None:
            data, self._request = self._request, None
            return data
        try:
            return await anext(self._requests, None)
        except ConnectError as error:
            fault = unread(error, self._way.codec.most)
            if fault is None:
                raise asyncio.CancelledError from None
            raise fault from None

    async def messages(self) -> AsyncIterator[Any]:
        """Give all messages."""
        while (data := await self.read()) is not grpc.aio.EOF:
            yield data

    async def write(self, message: bytes, /) -> None:
        """Send a message; of a call with one answer it waits for the end."""
        written = await self._way.codec.write(message)
        if self._way.framed:
            await self._offer(written)
        else:
            self._answers.append(written)

    async def send_initial_metadata(self, _initial_metadata: Any, /) -> None:
        """Begin the answer of a stream."""
        if self._way.framed:
            await self._offer(None)

    async def _offer(self, message: bytes | None) -> None:
        """Give the library a message, and wait until it is sent; None begins the answer alone."""
        sent = asyncio.get_running_loop().create_future()
        self._offered = message, sent
        self._wake.set()
        await sent

    # -- what the library sees

    def begin(self, context: RequestContext[bytes, bytes]) -> None:
        """Begin the handler: whose call it is, and whether there is room for it, is looked at before its body."""
        self._context = context
        if (left := context.timeout_ms) is not None:
            self._until = time.monotonic() + left / 1000
        loop = asyncio.get_running_loop()
        self._handler = loop.create_task(self._serving())
        self._handler.add_done_callback(self._stir)
        self._handler.add_done_callback(self._read_no_more)
        self._line.gone.add_done_callback(self._stir)
        self._timer = loop.call_later(STREAM_SECONDS, self._expire)

    async def _serving(self) -> None:
        await self._serve(self)

    async def one(self, request: bytes) -> bytes:
        """Give the answer to a whole request.

        Raises Told.
        """
        self._request = request
        self._came.set()
        await self._handler_ended()
        self._require_ok()
        return b"".join(self._answers)

    async def many(self, requests: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Give the answers as the handler has them.

        Raises Told, ConnectError.
        """
        self._requests = requests
        self._came.set()
        while True:
            await self._wake.wait()
            self._wake.clear()
            if self._line.gone.done():
                raise ConnectError(Code.CANCELED, "the caller has left")
            if self._is_over:
                self._require_ok()
                return
            if self._offered is None:
                continue
            (message, sent), self._offered = self._offered, None
            self._set_metadata()
            self._line.leaves_out = message is None
            yield b"" if message is None else message
            if not sent.done():
                sent.set_result(None)

    async def end(self, error: Exception | None) -> None:
        """End the handler; an error of the library's becomes a status of ours.

        Raises Told.
        """
        found: Told | None = None
        if error is not None and not isinstance(error, Told):
            found = await self._told(error)
        await self._settle()
        self._set_metadata()
        if found is not None:
            raise found

    async def _told(self, error: Exception) -> Told:
        """Have the handler refuse what could not be read, so that it counts it; of another error it is told nothing."""
        if not isinstance(error, ConnectError):
            return self._as_told(status_of(error))
        fault: Exception | None = unread(error, self._way.codec.most)
        if fault is not None:
            self._refused = fault
            self._came.set()
            await self._handler_ended()
        await self._settle()
        # the library knows two more: the time is over, or the caller has left, who hears of nothing any more
        return self._refusal() or self._as_told(status_of(fault or TimeoutError()))

    async def _receive(self) -> Any:
        """Give a piece of the body once the handler has asked for one.

        Raises Told.
        """
        if self._body_ended:
            await asyncio.wait({self._line.gone})
            return LEFT
        await self._asked.wait()
        message = LEFT if self._line.gone.done() else await self._piece()
        self._body_ended = not message.get("more_body", False)
        return message

    async def _piece(self) -> Any:
        """Wait for a piece as long as the handler does.

        Raises Told.
        """
        if not self._is_over:
            with suppress(TimeoutError):
                async with asyncio.timeout(None) as reading:
                    self._reading = reading
                    try:
                        return await self._line.receive()
                    finally:
                        self._reading = None
        self._require_ok()
        return NOTHING

    # -- how it ends

    @property
    def _is_over(self) -> bool:
        return self._handler is not None and self._handler.done()

    async def _handler_ended(self) -> None:
        if self._handler is not None:
            await asyncio.wait({self._handler})

    def _stir(self, _done: Any) -> None:
        self._asked.set()
        self._wake.set()

    def _read_no_more(self, _done: Any) -> None:
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.reschedule(asyncio.get_running_loop().time())

    def _expire(self) -> None:
        self._expired = True
        if self._handler is not None:
            self._handler.cancel()

    async def _settle(self) -> None:
        """Let nothing of it go on."""
        if self._handler is None:
            return
        if not self._handler.done():
            self._handler.cancel()
            await asyncio.wait({self._handler})
        if not self._handler.cancelled():
            self._handler.exception()  # retrieved, so that nobody warns of it
        if (reader := self._reader) is not None:
            # the library can not close what somebody still reads
            reader.cancel()
            await asyncio.wait({reader})
        if self._timer is not None:
            self._timer.cancel()
        self._line.gone.remove_done_callback(self._stir)

    def _require_ok(self) -> None:
        refusal = self._refusal()
        if refusal is not None:
            raise refusal

    def _refusal(self) -> Told | None:
        """Give the status that the handler ended with, None where it was OK."""
        if self._handler is None:
            return None
        if self._handler.cancelled():
            late = StreamExpired() if self._expired or self._until is None else TimeoutError()
            return self._as_told(status_of(late))
        error = self._handler.exception()
        if error is None:
            return None
        return self._as_told(self.status if isinstance(error, Aborted) and self.status else status_of(error))

    def _as_told(self, status: Status) -> Told:
        return Told(status, spelled_out=self._way.codec.name == "json")

    def _set_metadata(self) -> None:
        """Set what goes back with the answer: the request id before it, since clients would read it twice."""
        if self._context is None:
            return
        self._context.response_trailers.clear()
        for key, value in self.trailing:
            if key == REQUEST_ID:
                self._context.response_headers[key] = value
            else:
                self._context.response_trailers.add(key, _text(value))


def _text(value: str | bytes) -> str:
    """Write a value of metadata: bytes, whose names end with -bin, in base64."""
    return base64.b64encode(value).decode().rstrip("=") if isinstance(value, bytes) else value
