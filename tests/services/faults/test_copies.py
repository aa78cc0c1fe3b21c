"""Copies that are awaited: what is answered survives the primary, and what might not is not answered."""

from __future__ import annotations

import secrets

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2_grpc

from services import logs
from services.operation.health import READINESS
from services.rpc.access.statuses import read_status
from services.store.redis_client import connect
from services.store.redis_keys import RedisKeys
from services.store.redis_log import RedisLog
from tests.services.fixtures import GAMES, serve_toy
from tests.services.operation.test_health import NOT_SERVING, SERVING, until
from tests.services.pair import Pair

Code = grpc.StatusCode


class LinkedPair(Pair):
    """A pair with a link to the primary, and a log and keys that await the copy."""

    async def __aenter__(self):
        await super().__aenter__()
        self.link = await connect(self.url, call_timeout=2)
        self.stack.push_async_callback(self.link.aclose)
        self.log, self.keys = RedisLog(self.link, replicas=1), RedisKeys(self.link, replicas=1)
        self.stack.push_async_callback(self.log.aclose)
        self.stack.push_async_callback(self.keys.aclose)
        return self


@pytest.fixture
async def pair(tmp_path):
    async with LinkedPair(tmp_path / "stores") as pair:
        yield pair


def retry_seconds(error):
    """What a refused call says about when to try again."""
    info = error_details_pb2.RetryInfo()
    return sum(info.retry_delay.seconds for detail in read_status(error).details if detail.Unpack(info))


@pytest.mark.slow
async def test_failover_after_a_partition(pair, tmp_path, capfd):
    """What is answered survives a partition and a failover; what no copy has is not answered, retries included."""
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        logs.configure("warning")
        game = await toy_service.match()
        first = game.request("PlotMarch", command_id=secrets.token_bytes(16), heading="west")
        answer = await toy_service.call("PlotMarch", game.tokens["red"], first)

        pair.copying.cut = True
        second = {"heading": "east", "command_id": secrets.token_bytes(16)}
        for _ in range(3):
            error = await game.refused("PlotMarch", "blue", **second)
            assert (error.code(), retry_seconds(error)) == (Code.UNAVAILABLE, 1)
        assert (await game.call("View", "red")).seq == answer.receipt.seq
        assert '"event": "copies missing"' in capfd.readouterr().err

        await pair.fail_over()
        await toy_service.call("PlotMarch", game.tokens["red"], first)
        error = await game.refused("PlotMarch", "blue", **second)
        assert (error.code(), retry_seconds(error)) == (Code.UNAVAILABLE, 1)
        assert "copies" in (error.details() or "")

        await pair.old_primary_copies()
        done = await game.call("PlotMarch", "blue", **second)
        assert done.receipt.seq == answer.receipt.seq + 1
        assert await toy_service.call("PlotMarch", game.tokens["red"], first) == answer
        assert await game.call("PlotMarch", "blue", **second) == done
        await game.play_on("red", "blue")


@pytest.mark.slow
async def test_copies_that_come_back(pair, tmp_path):
    """An entry that waited for its copies is answered, and not written twice, once they have it."""
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        game = await toy_service.match()
        pair.copying.cut = True
        wanted = {"heading": "west", "command_id": secrets.token_bytes(16)}
        assert (await game.refused("PlotMarch", "red", **wanted)).code() == Code.UNAVAILABLE
        pair.copying.cut = False
        pair.copying.close_connections()
        await pair.copy(1, pair.copying.port)
        done = await game.call("PlotMarch", "red", **wanted)
        assert (done.receipt.seq, (await game.call("View", "red")).seq) == (7, 7)


@pytest.mark.slow
async def test_health_says_that_copies_are_missing(pair, tmp_path, capfd):
    """While commands are refused for want of copies nothing is served, and the log and the figures say why."""
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        logs.configure("warning")
        stub = health_pb2_grpc.HealthStub(toy_service.channel)

        def figure(name):
            return toy_service.service.interceptor.metrics.registry.get_sample_value(f"adjudicator_store_copies_{name}")

        game = await toy_service.match()
        await until(stub, READINESS, SERVING)
        assert figure("missing_total") == 0
        pair.copying.cut = True
        await until(stub, READINESS, NOT_SERVING)
        assert (await game.refused("PlotMarch", "red", heading="west")).code() == Code.UNAVAILABLE
        assert '"reason": "NotCopied"' in capfd.readouterr().err
        assert figure("missing_total") > 0
        confirmed = figure("seconds_count")
        await pair.fail_over()
        await until(stub, GAMES, NOT_SERVING)
        await pair.old_primary_copies()
        await until(stub, READINESS, SERVING)
        await until(stub, GAMES, SERVING)
        assert figure("seconds_count") > confirmed


@pytest.mark.slow
async def test_another_process_reads_what_no_copy_has(pair, tmp_path):
    """An entry that another process wrote is not shown, nor a game opened upon it, before a copy has it."""
    other = RedisLog(pair.link, replicas=1)
    async with serve_toy(tmp_path / "data", log=pair.log, keys=pair.keys) as toy_service:
        game = await toy_service.match()
        async with serve_toy(tmp_path / "data", log=other, keys=pair.keys) as second:
            pair.copying.cut = True
            assert (await game.refused("PlotMarch", "red", heading="west")).code() == Code.UNAVAILABLE
            second.service.command_handler.sessions.clear()
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await second.call("View", game.tokens["red"], game.request("View"))
            assert fault.value.code() == Code.UNAVAILABLE
    await other.aclose()
