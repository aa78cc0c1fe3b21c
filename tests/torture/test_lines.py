"""Connections stall, slow down, break in the middle of a message, and close in one direction alone."""

from __future__ import annotations

import asyncio

import pytest

from tests.torture.line import BadLine
from tests.torture.run import Run
from tests.torture.services import RunningService
from tests.torture.stores import one_server, reading

pytestmark = pytest.mark.faults


async def test_between_client_and_service(tmp_path):
    """Whatever happens to the connections of clients, each command is carried out once, and retries say the same."""
    async with one_server(tmp_path / "store") as (_, port):
        url = f"redis://127.0.0.1:{port}"
        async with (
            RunningService(tmp_path / "data", redis_url=url) as service,
            BadLine(int(service.address.rpartition(":")[2])) as line,
        ):
            run = Run("bad lines to clients", tmp_path, [f"127.0.0.1:{line.port}"], service.owner)
            await run.play(line.worsen)
            async with reading(url) as log:
                await run.judge(log)


async def test_between_service_and_store(tmp_path):
    """Whatever happens to the connections to the store, nothing is lost and nothing written twice."""
    async with one_server(tmp_path / "store") as (_, port), BadLine(port) as line:
        url = f"redis://127.0.0.1:{port}"
        async with RunningService(tmp_path / "data", redis_url=f"redis://127.0.0.1:{line.port}") as service:
            run = Run("bad lines to the store", tmp_path, [service.address], service.owner)
            await run.play(line.worsen)
            async with reading(url) as log:
                await run.judge(log)


async def test_one_of_two_services_is_cut_off(tmp_path):
    """Of two services one has a bad line to the store: what it shows may be old, what it writes is in its place."""
    async with one_server(tmp_path / "store") as (_, port), BadLine(port) as line:
        url, data = f"redis://127.0.0.1:{port}", tmp_path / "data"
        bad = f"redis://127.0.0.1:{line.port}"
        async with RunningService(data, redis_url=url) as one, RunningService(data, redis_url=bad) as other:
            addresses = [one.address, other.address]
            run = Run("one of two services with a bad line", tmp_path, addresses, one.owner, old_reads=True)

            async def harm(calm: asyncio.Event) -> int:
                return await line.worsen(calm, 1.0)

            await run.play(harm)
            async with reading(url) as log:
                await run.judge(log)
