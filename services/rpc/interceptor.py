"""The gate before every method: token, role, size and rate; behind it, errors become statuses."""

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
from services.rpc.methods import LARGE, Method
from services.rpc.rate_limits import Rates

if TYPE_CHECKING:
    from collections.abc import Iterator

Context: TypeAlias = grpc.aio.ServicerContext[Any, Any]
Work: TypeAlias = Callable[[Credential, Any], Awaitable[Message]]
Flow: TypeAlias = Callable[[Credential, Any], AsyncGenerator[bytes, None]]
Intake: TypeAlias = Callable[[Credential, AsyncIterator[Any]], Awaitable[Message]]

UNARY_SECONDS: Final = 5.0
STREAMS: Final = 64


class AccessInterceptor:
    """Makes handlers of functions that get a credential and a request."""

    def __init__(self, seats: Credentials, rates: Rates, *, recheck: float = RECHECK_SECONDS) -> None:
        self._seats = seats
        self._rates = rates
        self._recheck = recheck
        self._streams: Counter[str] = Counter()

    # -- the three kinds of call

    def answer(self, method: Method, work: Work) -> grpc.RpcMethodHandler[Any, Any]:
        """Serve one request with one answer."""
        parse = method.request.FromString

        async def serve(data: bytes, context: Context) -> bytes:
            try:
                _, credential = await self._enter(method, context)
                request = _read(parse, data, method.most)
                async with asyncio.timeout(UNARY_SECONDS):
                    return (await work(credential, request)).SerializeToString()
            except Exception as error:
                await self._abort(method, context, error)
                raise

        return grpc.unary_unary_rpc_method_handler(serve)

    def stream(self, method: Method, flow: Flow) -> grpc.RpcMethodHandler[Any, Any]:
        """Serve one request with many answers, written already; the token is looked at again all the while."""
        parse = method.request.FromString

        async def serve(data: bytes, context: Context) -> AsyncIterator[bytes]:
            try:
                token, credential = await self._enter(method, context)
                request = _read(parse, data, method.most)
                with self._one_more(credential):
                    await context.send_initial_metadata(())  # tells the caller that he is in
                    async for each in self._watched(flow(credential, request), token):
                        yield each
            except Exception as error:  # noqa: BLE001  (as above)
                await self._abort(method, context, error)

        return grpc.unary_stream_rpc_method_handler(serve)

    def intake(self, method: Method, work: Intake) -> grpc.RpcMethodHandler[Any, Any]:
        """Serve many requests with one answer."""
        parse = method.request.FromString

        async def requests(flow: AsyncIterator[bytes]) -> AsyncIterator[Message]:
            async for data in flow:
                yield _read(parse, data, method.most)

        async def serve(flow: AsyncIterator[bytes], context: Context) -> bytes:
            try:
                _, credential = await self._enter(method, context)
                with self._one_more(credential):
                    return (await work(credential, requests(flow))).SerializeToString()
            except Exception as error:
                await self._abort(method, context, error)
                raise

        return grpc.stream_unary_rpc_method_handler(serve)

    # -- what they share

    async def _enter(self, method: Method, context: Context) -> tuple[str, Credential]:
        authorization = _authorization(context)
        if self._rates.limited:
            self._rates.require_trusted(context.peer())
        try:
            credential = await self._seats.admit(authorization)
        except Unauthenticated:
            self._rates.failed(context.peer())
            raise
        if credential.role not in method.roles:
            log.warning("denied", method=method.path, kid=credential.kid, role=credential.role.name)
            raise Denied
        if self._rates.limited:
            self._rates.spend(credential.kid, command=method.command)
        return authorization or "", credential

    async def _watched(self, flow: AsyncGenerator[bytes, None], token: str) -> AsyncIterator[bytes]:
        """Pass a flow on until its token counts no more."""
        clock = asyncio.get_running_loop().time
        due = clock() + self._recheck
        coming: asyncio.Future[bytes] | None = None
        async with aclosing(flow):
            try:
                while True:
                    coming = coming or asyncio.ensure_future(anext(flow))
                    await asyncio.wait({coming}, timeout=max(0.0, due - clock()))
                    if clock() >= due:
                        await self._seats.again(token)
                        due = clock() + self._recheck
                    if coming.done():
                        done, coming = coming, None
                        yield done.result()
            except StopAsyncIteration:
                return
            finally:
                if coming is not None:
                    coming.cancel()
                    await asyncio.gather(coming, return_exceptions=True)

    @contextmanager
    def _one_more(self, credential: Credential) -> Iterator[None]:
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


__all__ = ["LARGE", "AccessInterceptor", "Flow", "Intake", "Work"]
