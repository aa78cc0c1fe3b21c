"""The web edge: calls by Connect and gRPC-Web, given to the very handlers that gRPC has."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2
from msgspec import Struct

from services.logs import frames, log
from services.operation.health import LIVENESS, READINESS
from services.operation.health import SERVICE as HEALTH
from services.register.serving import PREFIX, RegisterFiles
from services.rpc.access.statuses import status_of
from services.rpc.errors import StreamExpired
from services.web.body import Body
from services.web.codecs import Binary, Codec, Json, Types, UnknownJson, types_of
from services.web.connection import Connection
from services.web.context import Aborted, Send, WebContext, peer_of
from services.web.cors import Cors
from services.web.files import ALWAYS as PAGES_ALWAYS
from services.web.files import Answered
from services.web.pages import Pages
from services.web.wire import ConnectStream, ConnectUnary, GrpcWeb, Headers, Wire

# A stream is as old as a connection of gRPC may get.
STREAM_SECONDS: Final = 3_600.0
# What a handler may need to tell that the time is over.
ANSWER_SECONDS: Final = 0.1
ALWAYS: Final = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))
TAKEN: Final = (
    b"application/proto, application/json, application/connect+proto, application/connect+json, "
    b"application/grpc-web+proto, application/grpc-web+json"
)
NOT_CHANGED: Final = 304
PROBES: Final = {"/livez": LIVENESS, "/readyz": READINESS}
SERVING: Final = health_pb2.HealthCheckResponse.SERVING
_CHECK: Final = f"/{HEALTH}/Check"


class _Details(Struct, frozen=True):
    """What a handler is asked for, as the gRPC library asks."""

    method: str
    invocation_metadata: Any


class WebApp:
    """An ASGI application over these handlers; pages of other origins call as `cors` says."""

    def __init__(
        self,
        handlers: Iterable[grpc.GenericRpcHandler],
        cors: Cors,
        pages: Pages,
        register: RegisterFiles | None = None,
    ) -> None:
        self._register = register
        self._handlers = tuple(handlers)
        self._cors = cors
        self._pages = pages

    async def __call__(self, scope: Any, receive: Any, send: Send) -> None:
        """Answer one request."""
        try:
            await self._answer(scope, receive, send)
        except Exception as error:
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
            raise
        finally:
            scope["connection"].close_unless_read()

    async def _answer(self, scope: Any, receive: Any, send: Send) -> None:
        given = dict(scope["headers"])
        always = [*ALWAYS, *self._cors.headers(given)]
        method, path = scope["method"], scope["path"]
        if b"transfer-encoding" in given and b"content-length" in given:
            # a proxy that goes by the other of the two would see another request behind this one
            await _answer(send, 400, [*always, (b"connection", b"close")])
        elif method == "OPTIONS" and b"access-control-request-method" in given:
            status, headers = self._cors.preflight(given)
            await _answer(send, status, [*ALWAYS, *headers])
        elif method in ("GET", "HEAD") and path in PROBES:
            await self._probe(PROBES[path], scope, send, always)
        elif method in ("GET", "HEAD") and path.startswith(PREFIX) and self._register is not None:
            await self._register(scope, receive, send)
        elif (page := await self._pages.answer(scope, given, receive, _peer(scope))) is not None:
            await _answer(send, page.status, [*PAGES_ALWAYS, *_kept(page)], page.body)
        elif method != "POST":
            await _answer(send, 405, [*always, (b"allow", b"POST")])
        elif (wire := _wire(given, path)) is None:
            await _answer(send, 415, [*always, (b"accept-post", TAKEN)])
        elif isinstance(found := self._pages.with_token(scope, given), Answered):
            await _answer(send, found.status, [*always, *found.headers], found.body)
        else:
            await self._call(wire, scope, found, Body(receive), send, always)

    async def _call(self, wire: Wire, scope: Any, headers: Headers, body: Body, send: Send, always: Headers) -> None:
        connection: Connection = scope["connection"]
        context = WebContext(wire, headers, body, send, peer=_peer(scope), always=always)
        task = asyncio.create_task(self._handle(scope["path"], context))
        try:
            await self._finish(task, context, connection)
        finally:
            task.cancel()

    async def _finish(self, task: asyncio.Task[None], context: WebContext, connection: Connection) -> None:
        """Wait until the call has ended, its caller has left or waits no longer; then answer whoever is still there."""
        left = context.time_remaining()
        late = StreamExpired() if left is None or left > STREAM_SECONDS else TimeoutError()
        # of a call with one answer the handler itself sees to the deadline
        more = 0.0 if context.streams else ANSWER_SECONDS
        seconds = STREAM_SECONDS if left is None else min(left + more, STREAM_SECONDS)
        await asyncio.wait({task, connection.gone}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            task.cancel()
            await asyncio.wait({task})
        if connection.gone.done():
            return
        error = late if task.cancelled() else task.exception()
        status = None if error is None or isinstance(error, Aborted) else status_of(error)
        await context.finish(status)

    async def _handle(self, path: str, context: WebContext) -> None:
        """Give the call to its handler, which is told apart by its answer alone."""
        handler: Any = self._find(path, context)
        if handler.response_streaming:
            await handler.stream_stream(context.messages(), context)
        else:
            await context.write(await handler.stream_unary(context.messages(), context))

    def _find(self, path: str, context: Any) -> Any:
        details: Any = _Details(path, context.invocation_metadata())
        return next(found for handler in self._handlers if (found := handler.service(details)) is not None)

    async def _probe(self, name: str, scope: Any, send: Send, always: Headers) -> None:
        """Answer those who look after the service by plain HTTP, under the limits of the health service."""
        probe = _Probe(name, _peer(scope))
        try:
            answer = await self._find(_CHECK, probe).stream_unary(None, probe)
            serving = health_pb2.HealthCheckResponse.FromString(answer).status == SERVING
        except Aborted:
            serving = False
        except Exception as error:  # noqa: BLE001  (whoever looks after us hears of nothing but that it is not well)
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
            serving = False
        await _answer(send, 200 if serving else 503, [*always, (b"content-type", b"text/plain")])


class _Probe(WebContext):
    """A call of the health service that is made of a path."""

    def __init__(self, name: str, peer: str) -> None:
        super().__init__(ConnectUnary(Binary()), [], Body(_nothing), _nowhere, peer=peer, always=[])
        self._request = health_pb2.HealthCheckRequest(service=name).SerializeToString()

    async def read(self) -> bytes:
        """Give the request."""
        return self._request


async def _nothing() -> dict[str, Any]:
    return {"type": "http.request", "more_body": False}


async def _nowhere(_message: Any) -> None:
    return


def _wire(given: Mapping[bytes, bytes], path: str) -> Wire | None:
    """Find how a call is written, None where it is not a way that its method takes."""
    kind = given.get(b"content-type", b"").decode("latin-1").partition(";")[0].strip().lower()
    types = types_of(path)
    if kind.startswith("application/grpc-web"):
        codec = _codec(kind.removeprefix("application/grpc-web").removeprefix("+") or "proto", types)
        return None if codec is None else GrpcWeb(codec)
    stream = kind.startswith("application/connect+")
    if types is not None and types.stream != stream:
        return None
    codec = _codec(kind.removeprefix("application/connect+" if stream else "application/"), types)
    if codec is None:
        return None
    return ConnectStream(codec) if stream else ConnectUnary(codec)


def _codec(name: str, types: Types | None) -> Codec | None:
    """Find a codec; JSON needs to know the messages."""
    if name == "proto":
        return Binary(types)
    if name == "json":
        return UnknownJson() if types is None else Json(types)
    return None


def _peer(scope: Any) -> str:
    connection: Connection = scope["connection"]
    return peer_of(scope["client"], connection.client)


def _kept(page: Answered) -> Headers:
    """Give the headers of a page; what does not say how long it is kept is not."""
    named = any(name == b"cache-control" for name, _ in page.headers)
    return page.headers if named else [*page.headers, (b"cache-control", b"no-store")]


async def _answer(send: Send, status: int, headers: Iterable[tuple[bytes, bytes]], body: bytes = b"") -> None:
    """Answer at once; the length stands there where it is not that of the body."""
    rows = list(headers)
    if status != NOT_CHANGED and not any(name == b"content-length" for name, _ in rows):
        rows.append((b"content-length", str(len(body)).encode()))
    await send({"type": "http.response.start", "status": status, "headers": rows})
    await send({"type": "http.response.body", "body": body, "more_body": False})
