"""Health: liveness, readiness and each named service, true within a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Final

import grpc
from google.protobuf.message import DecodeError
from grpc_health.v1 import health_pb2

from services.logs import log
from services.operation.metrics import Metrics
from services.rpc.access.slots import HEALTH_STREAMS, PROBES, OpenSlots
from services.rpc.errors import NotFound
from services.rpc.wire_values import Invalid

if TYPE_CHECKING:
    from services.rpc.access.interceptor import AccessInterceptor

SERVICE: Final = "grpc.health.v1.Health"
# The process answers; it may be served traffic. The empty name, which most probes ask for, is the second.
LIVENESS, READINESS, OVERALL = "liveness", "readiness", ""
# Seconds between looks at the store, and how many turns of the loop, that long apart, an answer may take.
EVERY: Final = 0.3
TURN: Final = 0.05
TURNS: Final = 12
LATE: Final = 1.5
LATE_COUNTS: Final = 0.2
NOT_LOOKED: Final = "the store was not looked at yet"
_Response = health_pb2.HealthCheckResponse


class Health:
    """The statuses by name, and who watches them."""

    def __init__(self, services: Iterable[str], metrics: Metrics) -> None:
        self._serving = {LIVENESS: True, **dict.fromkeys((READINESS, OVERALL, *services), False)}
        self._metrics = metrics
        self._changed = asyncio.Event()
        self._ending = ""
        self.failed = asyncio.Event()
        self.fault = NOT_LOOKED

    def set_ready(self, fault: str | None) -> None:
        """Say of all services that they are served, or the kind of fault why not; after `stop` and `fail` none is."""
        self.fault = self._ending or fault or ""
        ready = not self.fault
        for name in self._serving:
            self._serving[name] = ready or name == LIVENESS
            self._metrics.health.labels(name or "overall").set(self._serving[name])
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def stop(self) -> None:
        """Say from now on that nothing is served; the process is alive until it ends."""
        self._end("stopping")

    def fail(self, work: str) -> None:
        """Say that nothing is served since something that goes on beside the calls has ended; `failed` is set."""
        self.failed.set()
        self._end(f"{work} has ended")

    def _end(self, why: str) -> None:
        self._ending = why
        self.set_ready(why)

    def serving(self, name: str) -> bool | None:
        """Whether a service is served, None where there is none of that name."""
        return self._serving.get(name)

    def handler(self, interceptor: AccessInterceptor) -> grpc.GenericRpcHandler:
        """Make the handler of the service."""
        handlers = {
            "Check": interceptor.open_unary(f"/{SERVICE}/Check", OpenSlots(PROBES), self._check),
            "Watch": interceptor.open_stream(f"/{SERVICE}/Watch", OpenSlots(HEALTH_STREAMS), self._watch),
        }
        return grpc.method_handlers_generic_handler(SERVICE, handlers)

    async def _check(self, data: bytes) -> bytes:
        serving = self._serving.get(_name(data))
        if serving is None:
            raise NotFound(f"no such service; the names are {', '.join(filter(None, self._serving))}")
        return _response(serving)

    async def _watch(self, data: bytes) -> AsyncGenerator[bytes, None]:
        name, last = _name(data), b""
        while True:
            changed = self._changed
            response = _response(self._serving.get(name))
            if response != last:
                yield response
                last = response
            await changed.wait()


class StoreWatch:
    """Looks after the store by a small write, and sets the health by it."""

    def __init__(self, health: Health, write: Callable[[], Awaitable[object]], metrics: Metrics) -> None:
        self._health = health
        self._write = write
        self._metrics = metrics
        self._fault: str | None = NOT_LOOKED

    async def run(self) -> None:
        """Look for ever."""
        while True:
            began = time.perf_counter()
            self._set(await self._look())
            self._metrics.probe.observe(time.perf_counter() - began)
            began = time.perf_counter()
            await asyncio.sleep(EVERY)
            self._metrics.loop_lag.observe(max(0.0, time.perf_counter() - began - EVERY))

    def _set(self, fault: str | None) -> None:
        if fault is None and self._fault is not None:
            log.info("ready")
        elif fault is not None and fault != self._fault:
            log.error("not ready", reason=fault)
        if fault != self._fault:
            self._health.set_ready(fault)
        self._fault = fault

    async def _look(self) -> str | None:
        """Name what is wrong with the store.

        What counts are turns of the loop, not seconds: a store whose answer this process is too busy to read is up.
        """
        task = asyncio.ensure_future(self._write())
        turns, clock = 0.0, asyncio.get_running_loop().time
        while turns < TURNS and not task.done():
            began = clock()
            await asyncio.wait({task}, timeout=TURN)
            # a turn that came late says that we are busy, and little of the store
            turns += 1 if clock() - began < LATE * TURN else LATE_COUNTS
        if not task.done():
            task.cancel()
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
            return "the store does not answer"
        error = task.exception()
        return None if error is None else type(error).__name__


def _name(data: bytes) -> str:
    try:
        return health_pb2.HealthCheckRequest.FromString(data).service
    except DecodeError:
        raise Invalid("", "the request is no message of this method") from None


def _response(serving: bool | None) -> bytes:
    status = _Response.SERVICE_UNKNOWN if serving is None else _Response.SERVING if serving else _Response.NOT_SERVING
    return _Response(status=status).SerializeToString()
