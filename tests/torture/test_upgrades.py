"""A release takes over from another in the middle of games, both at work on one store for a while."""

from __future__ import annotations

import asyncio

import pytest

from tests.torture.run import Run
from tests.torture.services import RunningService
from tests.torture.stores import one_server, reading

pytestmark = pytest.mark.faults


async def test_in_mid_game(tmp_path):
    """Clients that know the addresses of both releases play on through an upgrade; nothing is lost or done twice."""
    async with one_server(tmp_path / "store") as (_, port):
        url, data = f"redis://127.0.0.1:{port}", tmp_path / "data"
        async with (
            RunningService(data, redis_url=url) as earlier,
            RunningService(data, redis_url=url, edition="2") as later,
        ):
            addresses = [earlier.address, later.address]
            run = Run("upgrade in mid-game", tmp_path, addresses, earlier.owner)

            async def harm(calm):
                await asyncio.sleep(1)
                assert await earlier.stop_in_order() == 0
                await calm.wait()
                # and a machine that was left behind comes up again, with a release that has the edition too
                again = RunningService(data, redis_url=url, edition="2")
                async with again:
                    await asyncio.sleep(0.5)
                return 2

            await run.play(harm)
            async with reading(url) as log:
                await run.judge(log)
                logs = await run.logs(log)
            asked = {operation.id for operation in run.history.operations}
            for game, entries in logs.items():
                own = [entry for entry in entries if entry.seq > run.history.starts[game][0] and entry.id not in asked]
                assert len(own) == 1, "each game adopts the later edition once"
