"""The primary dies at every point of an append, cut off from its copy or not, and a cluster fails over by itself."""

from __future__ import annotations

import asyncio
import random

import pytest

from tests.services.pair import Pair
from tests.torture.append_gate import POINTS, AppendGate
from tests.torture.run import SECONDS, Run
from tests.torture.services import RunningService
from tests.torture.stores import Cluster, reading

pytestmark = pytest.mark.faults
REACH_SECONDS = 60


async def fail_over_at(pair, point, *, cut_off):
    """Let the primary die at a point of the next append, cut off from its copy before or not; then make all whole."""
    pair.copying.cut = cut_off
    pair.clients.arm(point)
    try:
        # a primary without its copy may be sent no append at all: then it dies while everybody waits
        await asyncio.wait_for(pair.clients.reached.wait(), 1.5 if cut_off else REACH_SECONDS)
    except TimeoutError:
        assert cut_off, f"no append has come to the point {point}"
        pair.clients.stop_all()
    await pair.fail_over()
    await asyncio.sleep(0.3)
    await pair.old_primary_copies()


@pytest.mark.parametrize("cut_off", [False, True], ids=["copied", "cut off"])
async def test_points_of_an_append(tmp_path, cut_off):
    """A failover at any point of an append loses nothing that was answered."""
    async with (
        Pair(tmp_path / "stores", AppendGate) as pair,
        RunningService(tmp_path / "data", redis_url=pair.url, replicas=1) as service,
    ):
        how = "cut off from its copy" if cut_off else "with its copy"
        run = Run(f"failover at every point, {how}", tmp_path, [service.address], service.owner)

        async def harm(calm):
            count = 0
            while count < len(POINTS) or not calm.is_set():
                await asyncio.sleep(0.3)
                await fail_over_at(pair, POINTS[count % len(POINTS)], cut_off=cut_off)
                count += 1
            return count

        await run.play(harm)
        async with reading(pair.url) as log:
            await run.judge(log)


def answered_first(history, before):
    """Whether a command was answered that nobody had given when there were so many operations."""
    known = {operation.id for operation in history.operations[:before]}
    later = (operation for operation in history.operations[before:] if operation.id not in known)
    return any(operation.kind == "append" and operation.outcome == "answered" for operation in later)


async def test_a_loss_is_seen(tmp_path):
    """Where no copy is awaited, the same failover loses what was answered, and the figures say so."""
    async with (
        Pair(tmp_path / "stores", AppendGate) as pair,
        RunningService(tmp_path / "data", redis_url=pair.url, unsafe_store="yes") as service,
    ):
        run = Run("no copy is awaited", tmp_path, [service.address], service.owner)

        async def harm(calm):
            await asyncio.sleep(0.5)
            before = len(run.history.operations)
            pair.copying.cut = True
            while not answered_first(run.history, before):  # noqa: ASYNC110 - players fill it
                await asyncio.sleep(0.05)
            await pair.fail_over()
            await pair.old_primary_copies()
            await calm.wait()
            return 1

        await run.play(harm, seconds=4, patience=5)
        async with reading(pair.url) as log:
            logs = await run.logs(log)
        assert run.history.figures(logs).lost > 0
        verdict = run.linearizable(logs)
        assert verdict is None or verdict["not_linearizable"]


async def test_a_cluster_of_three_shards(tmp_path):
    """Primaries of a cluster die one after the other; their copies take over by themselves."""
    chance = random.Random(3)
    async with (
        Cluster(tmp_path / "stores") as cluster,
        RunningService(tmp_path / "data", redis_url=cluster.url, replicas=1) as service,
    ):
        run = Run("three shards with copies", tmp_path, [service.address], service.owner)
        without: list[float] = []

        async def harm(calm):
            while not (without and calm.is_set()):
                await asyncio.sleep(chance.uniform(0.3, 1))
                without.append(await cluster.fail_over(chance.choice(await cluster.primaries())))
            return len(without)

        await run.play(harm, seconds=2 * SECONDS)
        async with reading(cluster.url) as log:
            await run.judge(log)
        print(f"  seconds until a copy had taken over: {', '.join(f'{took:.1f}' for took in without)}")
