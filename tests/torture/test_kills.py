"""Service and store are killed and held up under load: nothing answered is lost, doubled or answered differently."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from contextlib import suppress

import pytest

from services.store.embedded import running_url
from tests.torture.run import SECONDS, SETTLE_SECONDS, Run
from tests.torture.services import RunningService
from tests.torture.stores import kill, one_server, reading

pytestmark = pytest.mark.faults


def store_pid(service):
    """Process of a service's embedded store."""
    return int((service.data / "store" / "server.lock").read_text().split()[0])


async def kill_service(service, _chance):
    """Kill the service; its store goes with it."""
    await service.kill()
    await service.start_again()


async def kill_store(service, _chance):
    """Kill the embedded store, which the service starts again."""
    with suppress(ProcessLookupError):
        os.kill(store_pid(service), signal.SIGKILL)
    await asyncio.sleep(1)


async def kill_both(service, _chance):
    """Kill the store, and the service with it."""
    with suppress(ProcessLookupError):
        os.kill(store_pid(service), signal.SIGKILL)
    await kill_service(service, _chance)


async def hold_service(service, chance):
    """Hold the service with SIGSTOP."""
    await service.pause(chance.uniform(0.2, 1.5))


async def hold_store(service, chance):
    """Hold the store with SIGSTOP, at times for longer than the service waits for it."""
    pid = store_pid(service)
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(chance.choice((0.2, 1.0, 5.5)))
        os.kill(pid, signal.SIGCONT)


HARMS = {"kills": (kill_service, kill_store, kill_both), "stops": (hold_service, hold_store)}


@pytest.mark.parametrize("name", HARMS)
async def test_one_service(tmp_path, name):
    """One service with its embedded store, ended and held up at any moment."""
    chance = random.Random(name)
    async with RunningService(tmp_path / "data") as service:
        run = Run(f"one service, {name}", tmp_path, [service.address], service.owner)

        async def harm(calm):
            count = 0
            while not calm.is_set():
                await asyncio.sleep(chance.uniform(0.1, 0.8))
                await chance.choice(HARMS[name])(service, chance)
                count += 1
            return count

        await run.play(harm)
        # it may have been killed last
        async with asyncio.timeout(SETTLE_SECONDS):
            while (url := running_url(tmp_path / "data" / "store")) is None:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)
        async with reading(url) as log:
            await run.judge(log)


async def test_two_services_on_one_store(tmp_path):
    """Of two services on one store now this one, now that, now the store is killed or held up."""
    chance = random.Random(2)
    async with one_server(tmp_path / "store") as (store, port):
        url, data = f"redis://127.0.0.1:{port}", tmp_path / "data"
        async with RunningService(data, redis_url=url) as one, RunningService(data, redis_url=url) as other:
            addresses = [one.address, other.address]
            run = Run("two services on one store", tmp_path, addresses, one.owner, old_reads=True)

            async def harm(calm):
                count = 0
                while not calm.is_set():
                    await asyncio.sleep(chance.uniform(0.1, 0.8))
                    service, what = chance.choice((one, other)), chance.randrange(4)
                    if what == 0:
                        kill(store)
                        await asyncio.sleep(0.2)
                        await store.restart()
                    elif what == 1:
                        await service.pause(chance.uniform(0.2, 3.0))
                    else:
                        await service.kill()
                        await asyncio.sleep(chance.uniform(0, 1))
                        await service.start_again()
                    count += 1
                return count

            await run.play(harm)
            async with reading(url) as log:
                await run.judge(log)


async def test_two_services_without_faults(tmp_path):
    """Two services that write to the same games at once agree on one order, also where nothing goes wrong."""
    async with one_server(tmp_path / "store") as (_, port):
        url, data = f"redis://127.0.0.1:{port}", tmp_path / "data"
        async with RunningService(data, redis_url=url) as one, RunningService(data, redis_url=url) as other:
            run = Run("two services, no faults", tmp_path, [one.address, other.address], one.owner)

            async def harm(calm):
                await calm.wait()
                return 1

            await run.play(harm, seconds=SECONDS / 2)
            async with reading(url) as log:
                await run.judge(log)
