"""Health: what is said of the service is true within a second, for each of its services."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from adjudicator.kernel.record.log import StoreDown, StoreFull
from services.games.timing.clock import Clock
from services.operation.health import LIVENESS, READINESS, TURNS, Health, StoreWatch
from services.operation.metrics import Metrics
from services.operation.works import at_work
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import GAMES, SERVICES, serve_toy
from tests.services.web.fixtures import Web

UNKNOWN, SERVING, NOT_SERVING, SERVICE_UNKNOWN = 0, 1, 2, 3
NAMES = ("", READINESS, *SERVICES)


class Store(MemoryKeys):
    """A store that a test takes away: `fault` is what its answer to the probe is, "silent" that there is none."""

    fault: Any = None

    async def probe(self):
        if self.fault == "silent":
            await asyncio.Event().wait()
        if self.fault is not None:
            raise self.fault


async def until(stub, name, status):
    """Ask until the answer is this one."""
    async with asyncio.timeout(20):
        while (await stub.Check(health_pb2.HealthCheckRequest(service=name))).status != status:  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("fault", [StoreDown("gone"), StoreFull("full"), "silent"])
async def test_store_goes_and_comes(tmp_path, fault):
    """Without its store nothing is served, and the process is alive; with it again everything is."""
    store = Store()
    async with serve_toy(tmp_path, keys=store) as toy_service:
        stub: Any = health_pb2_grpc.HealthStub(toy_service.channel)
        for there in (None, fault, None):
            store.fault = there
            for name in NAMES:
                await until(stub, name, SERVING if there is None else NOT_SERVING)
            await until(stub, LIVENESS, SERVING)


async def test_watched(tmp_path):
    """Who watches is told of every change, also of the stop, after which the stream ends."""
    store = Store()
    async with serve_toy(tmp_path, keys=store) as toy_service:
        channel = grpc.aio.insecure_channel(toy_service.service.address)  # outlives the service
        stub: Any = health_pb2_grpc.HealthStub(channel)
        await until(stub, GAMES, SERVING)
        stream = stub.Watch(health_pb2.HealthCheckRequest(service=GAMES))
        seen = [(await asyncio.wait_for(stream.read(), 20)).status]
        store.fault = StoreDown("gone")
        seen.append((await asyncio.wait_for(stream.read(), 20)).status)
        store.fault = None
        seen.append((await asyncio.wait_for(stream.read(), 20)).status)
        assert seen == [SERVING, NOT_SERVING, SERVING]
        toy_service.service.health.stop()
        assert (await asyncio.wait_for(stream.read(), 20)).status == NOT_SERVING
        await until(stub, LIVENESS, SERVING)
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await stream.read()
    await channel.close()
    assert fault.value.code() == grpc.StatusCode.UNAVAILABLE


async def test_what_goes_on_beside_the_calls_ends(tmp_path, monkeypatch, capfd):
    """Where something that goes on beside the calls ends, nothing is served from then on, and the log says why."""
    faulty, run = asyncio.Event(), Clock.run

    async def run_until_faulty(clock):
        going = asyncio.create_task(run(clock))
        await faulty.wait()
        going.cancel()
        raise ZeroDivisionError

    monkeypatch.setattr(Clock, "run", run_until_faulty)
    async with serve_toy(tmp_path, web="127.0.0.1:0") as toy_service:
        stub: Any = health_pb2_grpc.HealthStub(toy_service.channel)
        await until(stub, READINESS, SERVING)
        faulty.set()
        for name in NAMES:
            await until(stub, name, NOT_SERVING)
        await until(stub, LIVENESS, SERVING)
        toy_service.service.health.set_ready(None)
        await until(stub, READINESS, NOT_SERVING)
        web = toy_service.service.web
        assert web is not None
        answer, body = await Web(web.address).send("/readyz", {}, method="GET")
        assert (answer.status, body) == (503, b"Clock has ended\n")
        assert (await Web(web.address).send("/livez", {}, method="GET"))[0].status == 200
    assert "ZeroDivisionError" in capfd.readouterr().err


async def test_work_that_has_nothing_to_do():
    """Work that ends of itself is no fault; work that a fault ends is told by its name."""
    ended: list[str] = []

    class Idle:
        async def run(self):
            pass

    class Faulty:
        async def run(self):
            raise ZeroDivisionError

    async with at_work([Idle(), Faulty()], ended.append):
        await asyncio.sleep(0.01)
    assert ended == ["Faulty"]


async def test_no_such_service(tmp_path):
    """A name that nobody serves is not found, and watched it is unknown."""
    async with serve_toy(tmp_path) as toy_service:
        stub: Any = health_pb2_grpc.HealthStub(toy_service.channel)
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await stub.Check(health_pb2.HealthCheckRequest(service="chess"))
        assert fault.value.code() == grpc.StatusCode.NOT_FOUND
        stream = stub.Watch(health_pb2.HealthCheckRequest(service="chess"))
        assert (await asyncio.wait_for(stream.read(), 20)).status == SERVICE_UNKNOWN
        stream.cancel()


async def test_busy_is_not_dead(monkeypatch):
    """While this process holds its own loop up, a store that has not answered yet is not called dead; later it is."""
    monkeypatch.setattr("services.operation.health.TURN", 0.005)
    answer = asyncio.get_running_loop().create_future()

    async def write():
        await answer

    watch = StoreWatch(Health([GAMES], Metrics()), write, Metrics())
    look = asyncio.create_task(watch._look())
    for _ in range(2 * TURNS):
        spin(0.02)
        await asyncio.sleep(0)
    answer.set_result(None)
    assert await look is None
    answer = asyncio.get_running_loop().create_future()
    assert await watch._look() == "the store does not answer"


def spin(seconds):
    """Hold the loop far longer than a turn of it takes."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass
