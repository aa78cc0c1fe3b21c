"""What stands before every method: checks of token, role, size and rate; errors become statuses."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable
from contextlib import aclosing, contextmanager
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import grpc
from google.protobuf.message import DecodeError, Message

from services.logs import log
from services.rpc.conversion import Invalid
from services.rpc.credentials import RECHECK_SECONDS, Credential, Credentials, Denied, Unauthenticated
from services.rpc.errors import Limited, abort
from services.rpc.methods import Method
from services.rpc.rate_limits import Rates

if TYPE_CHECKING:
    from collections.abc import Iterator

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
UnaryCall: TypeAlias = Callable[[Credential, Any], Awaitable[Message]]
ServerStreamCall: TypeAlias = Callable[[Credential, Any], AsyncGenerator[bytes, None]]
ClientStreamCall: TypeAlias = Callable[[Credential, AsyncIterator[Any]], Awaitable[Message]]

UNARY_SECONDS: Final = 5.0
STREAMS: Final = 64


class AccessInterceptor:
    """Makes gRPC handlers of functions that get a credential and a request."""

    def __init__(self, credentials: Credentials, rates: Rates, *, recheck: float = RECHECK_SECONDS) -> None:
        self._credentials = credentials
        self._rates = rates
        self._recheck = recheck
        self._streams: Counter[str] = Counter()

    # -- the three kinds of call

    def unary(self, method: Method, call: UnaryCall) -> grpc.RpcMethodHandler[Any, Any]:
        """Serve one request with one response."""
        parse = method.request.FromString

        async def serve(data: bytes, context: Context) -> bytes:
            try:
                _, credential = await self._authenticate(method, context)
                request = _read(parse, data, method.most)
                async with asyncio.timeout(UNARY_SECONDS):
                    return (await call(credential, request)).SerializeToString()
            except Exception as error:
                await self._abort(method, context, error)
                raise

        return grpc.unary_unary_rpc_method_handler(serve)

    def server_stream(self, method: Method, call: ServerStreamCall) -> grpc.RpcMethodHandler[Any, Any]:
        """Serve one request with many responses, serialised already; the token is checked again from time to time."""
        parse = method.request.FromString

        async def serve(data: bytes, context: Context) -> AsyncIterator[bytes]:
            try:
                token, credential = await self._authenticate(method, context)
                request = _read(parse, data, method.most)
                with self._count_stream(credential):
                    await context.send_initial_metadata(())  # tells the caller that the token was accepted
                    async for response in self._recheck_token(call(credential, request), token):
                        yield response
            except Exception as error:  # noqa: BLE001  (as above)
                await self._abort(method, context, error)

        return grpc.unary_stream_rpc_method_handler(serve)

    def client_stream(self, method: Method, call: ClientStreamCall) -> grpc.RpcMethodHandler[Any, Any]:
        """Serve many requests with one response."""
        parse = method.request.FromString

        async def requests(chunks: AsyncIterator[bytes]) -> AsyncIterator[Message]:
            async for data in chunks:
                yield _read(parse, data, method.most)

        async def serve(chunks: AsyncIterator[bytes], context: Context) -> bytes:
            try:
                _, credential = await self._authenticate(method, context)
                with self._count_stream(credential):
                    return (await call(credential, requests(chunks))).SerializeToString()
            except Exception as error:
                await self._abort(method, context, error)
                raise

        return grpc.stream_unary_rpc_method_handler(serve)

    # -- what they share

    async def _authenticate(self, method: Method, context: Context) -> tuple[str, Credential]:
        authorization = _authorization(context)
        if self._rates.limited:
            self._rates.require_trusted(context.peer())
        try:
            credential = await self._credentials.admit(authorization)
        except Unauthenticated:
            self._rates.failed(context.peer())
            raise
        if credential.role not in method.roles:
            log.warning("denied", method=method.path, kid=credential.kid, role=credential.role.name)
            raise Denied
        if self._rates.limited:
            self._rates.spend(credential.kid, command=method.command)
        return authorization or "", credential

    async def _recheck_token(self, responses: AsyncGenerator[bytes, None], token: str) -> AsyncIterator[bytes]:
        """Pass responses on until their token is no longer valid."""
        clock = asyncio.get_running_loop().time
        due = clock() + self._recheck
        pending: asyncio.Future[bytes] | None = None
        async with aclosing(responses):
            try:
                while True:
                    pending = pending or asyncio.ensure_future(anext(responses))
                    await asyncio.wait({pending}, timeout=max(0.0, due - clock()))
                    if clock() >= due:
                        await self._credentials.recheck(token)
                        due = clock() + self._recheck
                    if pending.done():
                        done, pending = pending, None
                        yield done.result()
            except StopAsyncIteration:
                return
            finally:
                if pending is not None:
                    pending.cancel()
                    await asyncio.gather(pending, return_exceptions=True)

    @contextmanager
    def _count_stream(self, credential: Credential) -> Iterator[None]:
        if self._streams[credential.kid] >= STREAMS:
            raise Limited(f"this token has {STREAMS} streams open: close one")
        self._streams[credential.kid] += 1
        try:
            yield
        finally:
            self._streams[credential.kid] -= 1
            if not self._streams[credential.kid]:
                del self._streams[credential.kid]

    async def _abort(self, method: Method, context: Context, error: Exception) -> None:
        log.debug("refused", method=method.path, kind=type(error).__name__)
        await abort(context, error)


def _authorization(context: Context) -> str | None:
    found = [value for key, value in context.invocation_metadata() or () if key == "authorization"]
    return found[0] if len(found) == 1 and isinstance(found[0], str) else None


def _read(parse: Callable[[bytes], Message], data: bytes, most: int) -> Message:
    if len(data) > most:
        raise Limited(f"a request of {len(data)} bytes: this method takes {most}")
    try:
        return parse(data)
    except (DecodeError, RecursionError):
        raise Invalid("", "the request is no message of this method") from None
