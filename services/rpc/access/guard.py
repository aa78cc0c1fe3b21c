"""What every call goes through, whatever its kind: token, role, rate, its place among the open calls, its status."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import aclosing
from typing import Any, Final, TypeAlias

import grpc

from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.logs import log
from services.operation.calls import REQUEST_ID, Call, OpenCalls, request_id_of
from services.operation.going_on import GoingOn
from services.operation.metrics import Metrics
from services.operation.tracing import call_span
from services.rpc.access.admission import OVERLOADED, Admission, Held
from services.rpc.access.connections import Proven, Strangers
from services.rpc.access.context import Context
from services.rpc.access.credentials import RECHECK_SECONDS, Credential, Credentials, Denied, Unauthenticated, not_for
from services.rpc.access.rate_limits import Rates
from services.rpc.access.slots import LateRefusals, LookupSlots, StreamSlots
from services.rpc.access.statuses import CODES, DETAILS, Status, abort, overload_details, reason_of, status_of
from services.rpc.errors import NotFound, PassedBack, ProcessAway, StreamEnds
from services.rpc.methods import Method
from services.rpc.passing.passing import Passing, caller_of
from services.rpc.wire_values import Invalid

Work: TypeAlias = Callable[[Call], Awaitable[Any]]

UNARY_SECONDS: Final = 5.0
# paths of the methods that are about an event, not about a game of it
EVENTS: Final = "/wargame.v1.Events/"


class CallGuard:
    """What the kinds of call have in common."""

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
        self._lookups = LookupSlots(pause=self.admission.pause)
        self._late = LateRefusals()
        self.passing = passing
        self.proven = Proven()
        self.strangers = Strangers()
        self._going_on = GoingOn()

    @property
    def _passing(self) -> Passing:
        if self.passing is None:
            raise ProcessAway
        return self.passing

    async def _to_its_end(self, work: Coroutine[Any, Any, bytes], place: Held, turn: Held) -> bytes:
        """Let a command go on whose caller leaves: it may stand already; its turn and place are its own until then."""
        task = self._going_on.begin(work)
        for held in (place, turn):
            held.until(task)
        return await asyncio.shield(task)

    async def aclose(self, seconds: float) -> None:
        """Let commands that go on without their callers end, but not for ever; then pass nothing on any more."""
        await self._going_on.wait(seconds)
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
        if seconds_left(context) <= 0:
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
            if isinstance(error, grpc.aio.InternalError):
                fault = StreamEnds()  # the line to the caller is gone, which is no fault of ours
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

    async def _shed(self, path: str, context: Context, kid: str) -> None:
        """Refuse a call where there is no room for it, with as little work as it takes: nothing of it is read.

        Returns where it has to be looked at first: a stop is told otherwise, and what another process has passed on
        proves that process.
        """
        metadata = context.invocation_metadata() or ()
        if self.calls.is_closed or caller_of(context)[1]:
            return
        self.admission.load.came(kid)
        self.metrics.shed(path)
        details = overload_details(round(10 * self.admission.pause(kid)))
        trailers = ((REQUEST_ID, request_id_of(metadata)), (DETAILS, details))
        await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, OVERLOADED, trailers)

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
        return authorization_of(context) or "", credential

    async def _credential(self, context: Context) -> Credential:
        authorization = authorization_of(context)
        try:
            found = self._credentials.known(authorization) or await self._look_up(authorization, context)
        except Unauthenticated:
            self.strangers.failed(context.peer())
            self._rates.failed(caller_of(context)[0])
            raise
        self.strangers.known(context.peer)
        return found

    def _allow(self, method: Method, credential: Credential) -> None:
        """Refuse a role that may not call the method, and a token that has spent its calls.

        Raises Denied, Limited.
        """
        if credential.role not in method.roles:
            log.warning("denied", method=method.path, kid=credential.kid, role=credential.role.name)
            event = method.path.startswith(EVENTS)
            raise Denied(not_for(method.name, method.roles, credential.role, event=event))
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
                        await self._credentials.admit(token)  # what came after a revocation is nobody's
                        done, pending = pending, None
                        yield done.result()
            except StopAsyncIteration:
                return
            finally:
                if pending is not None:
                    pending.cancel()
                    await asyncio.gather(pending, return_exceptions=True)


def seconds_left(context: Context, most: float | None = None) -> float:
    """Give the time that the caller waits, and no more than a unary call may take: `most`, where it is another."""
    most = UNARY_SECONDS if most is None else most
    left: float | None = context.time_remaining()
    return most if left is None else max(0.0, min(left, most))


def authorization_of(context: Context) -> str | None:
    found = [value for key, value in context.invocation_metadata() or () if key == "authorization"]
    return found[0] if len(found) == 1 and isinstance(found[0], str) else None
