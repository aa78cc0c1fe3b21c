"""Freezing and unfreezing: no command, read as before, known to every process, and on record."""

from __future__ import annotations

import asyncio
import secrets

import grpc
import pytest

from adjudicator.kernel.record.log import MemoryLog
from services.config import Config
from services.games.timing.clock import TICK_SECONDS
from services.store.freezes import AppendRefused, Freeze, Freezes
from services.store.redis_keys import MemoryKeys, RedisKeys
from services.store.redis_log import RedisLog
from services.store.storage import storage
from tests.services.admin.steps import do, in_service, record_of, refused
from tests.services.fixtures import serve_toy
from tests.services.rpc.late_games import Hands
from wargame.v1 import admin_pb2

Code = grpc.StatusCode
FROZEN = (Code.FAILED_PRECONDITION, "game-frozen")


async def test_a_frozen_game(tmp_path):
    """A frozen game takes no command from anybody, tells why, is read as before, and goes on where it was."""
    async with serve_toy(tmp_path) as toy_service:
        game, other = await toy_service.match(), await toy_service.match()
        known = game.request("PlotMarch", heading="west", command_id=secrets.token_bytes(16))
        first = await toy_service.call("PlotMarch", game.tokens["red"], known)
        state = await do(toy_service, "Freeze", game=game.id, reason="a complaint")
        assert (state.freeze.kind, state.freeze.reason, state.entries) == (
            admin_pb2.FREEZE_KIND_FROZEN,
            "a complaint",
            7,
        )
        error = await game.refused("PlotMarch", "blue", heading="west")
        assert error.code() == Code.FAILED_PRECONDITION
        assert "a complaint" in (error.details() or "")
        assert await toy_service.call("PlotMarch", game.tokens["red"], known) == first
        assert (await game.call("View", "blue")).seq == 7
        assert (await other.call("PlotMarch", "red", heading="west")).receipt.seq == 7
        state = await do(toy_service, "Unfreeze", game=game.id, reason="settled")
        assert not state.HasField("freeze")
        assert (await game.call("PlotMarch", "blue", heading="west")).receipt.seq == 8
        assert await record_of(toy_service) == [
            ("Freeze", game.id, "begun", "a complaint"),
            ("Freeze", game.id, "done", "a complaint"),
            ("Unfreeze", game.id, "begun", "settled"),
            ("Unfreeze", game.id, "done", "settled"),
        ]


async def test_it_survives_a_restart(tmp_path):
    """A game that was frozen before the service started is frozen."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        game = await toy_service.match()
        await do(toy_service, "Freeze", game=game.id, reason="a complaint")
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        back = in_service(toy_service, game)
        assert await refused(back.call("PlotMarch", "red", heading="west")) == FROZEN
        await do(toy_service, "Unfreeze", game=game.id, reason="settled")
        assert (await back.call("PlotMarch", "red", heading="west")).receipt.seq == 7


async def test_twice_and_at_a_wrong_moment(tmp_path):
    """Freezing twice, unfreezing what is not frozen, and games that are not there, are refused and change nothing."""
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.match()
        assert await refused(do(toy_service, "Unfreeze", game=game.id, reason="no")) == (
            Code.FAILED_PRECONDITION,
            "not-frozen",
        )
        calls = [do(toy_service, "Freeze", game=game.id, reason=f"by {number}") for number in range(5)]
        done = await asyncio.gather(*calls, return_exceptions=True)
        assert sum(not isinstance(row, BaseException) for row in done) == 1
        faults = [row for row in done if isinstance(row, grpc.aio.AioRpcError)]
        assert {fault.code() for fault in faults} == {Code.FAILED_PRECONDITION}
        gone = do(toy_service, "Freeze", game=bytes(16), reason="no")
        assert (await refused(gone))[0] == Code.NOT_FOUND
        assert (await refused(do(toy_service, "Look", game=bytes(16))))[0] == Code.NOT_FOUND


async def test_deadlines(tmp_path, monkeypatch):
    """No time runs out while a game is frozen, and the whole time to answer runs anew after."""
    hands = Hands(monkeypatch)
    async with serve_toy(tmp_path) as toy_service:
        game = await toy_service.open(contributions=False, response_limit=1)
        await do(toy_service, "Freeze", game=game.id, reason="a complaint")
        hands.ms += 1_500
        await asyncio.sleep(2 * TICK_SECONDS)
        assert (await do(toy_service, "Look", game=game.id)).entries == 1
        await do(toy_service, "Unfreeze", game=game.id, reason="settled")
        hands.ms += 999
        await asyncio.sleep(2 * TICK_SECONDS)
        assert (await do(toy_service, "Look", game=game.id)).entries == 1
        hands.ms += 1
        async with asyncio.timeout(60):
            while (await do(toy_service, "Look", game=game.id)).entries == 1:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.1)


async def test_the_store_refuses(link, game_id):
    """An entry of a frozen game is refused by the store itself, so that no process appends one."""
    log, keys = RedisLog(link), RedisKeys(link)
    freezes = Freezes(keys, log)
    await log.append(game_id, 1, bytes(32), b"\x90", None)
    entry = await log.entry(game_id, 1)
    assert entry is not None
    assert await freezes.freeze(game_id, Freeze(1, "", "why"))
    assert not await freezes.freeze(game_id, Freeze(2, "", "again"))
    with pytest.raises(AppendRefused):
        await log.append(game_id, 2, entry.hash, b"\x91\x01", None)
    assert not await log.remove(game_id, 2, entry.hash)
    assert not await log.remove(game_id, 1, bytes(32))
    assert await freezes.unfreeze(game_id, 7)
    assert not await log.remove(game_id, 1, entry.hash)
    await log.append(game_id, 2, entry.hash, b"\x91\x01", None)
    assert await freezes.resumed(game_id) == 7
    last = await log.entry(game_id, 2)
    assert last is not None
    await freezes.freeze(game_id, Freeze(1, "", "why"))
    assert await log.remove(game_id, 2, last.hash)
    assert not await log.exists(game_id)
    await freezes.unfreeze(game_id, 8)
    await log.aclose()
    await keys.aclose()


@pytest.mark.slow
async def test_another_process(tmp_path):
    """A game that one process has frozen is frozen in all, whatever they remember."""
    one, two = tmp_path / "one", tmp_path / "two"
    async with (
        storage(Config(data=one)) as (log, keys),
        serve_toy(two, log=log, keys=keys) as first,
        serve_toy(two, log=log, keys=keys) as second,
    ):
        game = await first.match()
        other = in_service(second, game)
        await other.call("PlotMarch", "red", heading="west")
        await do(first, "Freeze", game=game.id, reason="a complaint")
        error = await other.refused("PlotMarch", "blue", heading="west")
        assert "a complaint" in (error.details() or "")
        await do(first, "Unfreeze", game=game.id, reason="settled")
        assert (await other.call("PlotMarch", "blue", heading="west")).receipt.seq == 8
