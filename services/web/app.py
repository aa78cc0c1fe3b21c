"""The web edge: calls by Connect and gRPC-Web, given to the very handlers that gRPC has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, Final

import grpc
from grpc_health.v1 import health_pb2
from msgspec import Struct

from services.logs import frames, log
from services.operation.health import LIVENESS, READINESS
from services.operation.health import SERVICE as HEALTH
from services.register.serving import PREFIX, RegisterFiles
from services.web.answers import Answered, Headers, Send, answer
from services.web.call import Line, WebCall
from services.web.connection import Connection
from services.web.context import Aborted, WebContext, peer_of
from services.web.cors import Cors
from services.web.files import ALWAYS as PAGES_ALWAYS
from services.web.pages import Pages
from services.web.ways import TAKEN, Way, way_of

ALWAYS: Final = ((b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff"))
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
        fault: Callable[[], str] = str,
    ) -> None:
        self._fault = fault
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
            await answer(send, 400, [*always, (b"connection", b"close")])
        elif method == "OPTIONS" and b"access-control-request-method" in given:
            status, headers = self._cors.preflight(given)
            await answer(send, status, [*ALWAYS, *headers])
        elif method in ("GET", "HEAD") and path in PROBES:
            await self._probe(PROBES[path], scope, send, always)
        elif method in ("GET", "HEAD") and path.startswith(PREFIX) and self._register is not None:
            refused = await self._pages.limited(_peer(scope))
            if refused is not None:
                await answer(send, refused.status, [*always, *refused.headers], refused.body)
            else:
                await self._register(scope, receive, send)
        elif (page := await self._pages.answer(scope, given, receive, _peer(scope))) is not None:
            await answer(send, page.status, [*PAGES_ALWAYS, *_kept(page)], page.body)
        elif method != "POST":
            await answer(send, 405, [*always, (b"allow", b"POST")])
        elif (way := way_of(given, path)) is None:
            await answer(send, 415, [*always, (b"accept-post", TAKEN)])
        elif isinstance(found := await self._pages.with_token(scope, given), Answered):
            await answer(send, found.status, [*always, *found.headers], found.body)
        else:
            line = Line(receive, send, scope["connection"].gone, always)
            await self._call(way, scope, found, line)

    async def _call(self, way: Way, scope: Any, headers: Headers, line: Line) -> None:
        await WebCall(way, headers, line, peer=_peer(scope), serve=partial(self._handle, scope["path"])).run(scope)

    async def _handle(self, path: str, call: WebCall) -> None:
        """Give the call to its handler, which is told apart by its answer alone."""
        handler: Any = self._find(path, call)
        if handler.response_streaming:
            await handler.stream_stream(call.messages(), call)
        else:
            await call.write(await handler.stream_unary(call.messages(), call))

    def _find(self, path: str, context: Any) -> Any:
        details: Any = _Details(path, context.invocation_metadata())
        return next(found for handler in self._handlers if (found := handler.service(details)) is not None)

    async def _probe(self, name: str, scope: Any, send: Send, always: Headers) -> None:
        """Answer those who look after the service by plain HTTP, under the limits of the health service.

        Who asks whether it is ready is told what kind of fault keeps it from that.
        """
        probe, fault = _Probe(name, _peer(scope)), b""
        try:
            found = await self._find(_CHECK, probe).stream_unary(None, probe)
            serving = health_pb2.HealthCheckResponse.FromString(found).status == SERVING
            fault = b"" if serving else f"{self._fault()}\n".encode()
        except Aborted:
            serving = False
        except Exception as error:  # noqa: BLE001  (whoever looks after us hears of nothing but that it is not well)
            log.error("internal error", kind=type(error).__name__, frames=frames(error))
            serving = False
        await answer(send, 200 if serving else 503, [*always, (b"content-type", b"text/plain")], fault)


class _Probe(WebContext):
    """A call of the health service that is made of a path."""

    def __init__(self, name: str, peer: str) -> None:
        super().__init__([], peer)
        self._request = health_pb2.HealthCheckRequest(service=name).SerializeToString()

    async def read(self) -> bytes:
        """Give the request."""
        return self._request


def _peer(scope: Any) -> str:
    connection: Connection = scope["connection"]
    return peer_of(scope["client"], connection.client)


def _kept(page: Answered) -> Headers:
    """Give the headers of a page; what does not say how long it is kept is not."""
    named = any(name == b"cache-control" for name, _ in page.headers)
    return page.headers if named else [*page.headers, (b"cache-control", b"no-store")]
