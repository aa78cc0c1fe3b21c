"""Several processes on one log: each takes every command on the newest state, and none plays with other keys."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import asynccontextmanager
from dataclasses import replace

import grpc
import pytest

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.record.log import MemoryLog, StoreDown
from replays.bundle import read_bundle
from services.store.redis_keys import MemoryKeys
from tests.services.fixtures import ToyGame, fault_of, serve_toy, toy_rules

Code = grpc.StatusCode


class Rewritten(MemoryLog):
    """A log whose entries a test takes away behind the back of those who have read them."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.store_down = False
        self.late: list[asyncio.Event] = []
        self.written = asyncio.Event()

    async def append(self, *entry):
        if self.store_down:
            raise StoreDown("away", outcome_unknown=True)
        await super().append(*entry)
        if self.late:
            self.written.set()
            await self.late.pop().wait()

    def lose(self, game, count):
        """Forget the last entries, as a failover to a copy that lags behind does."""
        lost = self._games[game][-count:]
        del self._games[game][-count:]
        return lost

    def restore(self, game, entries):
        """Give back what was lost."""
        self._games[game].extend(entries)


@asynccontextmanager
async def two(folders):
    """Two services on one log and one key store, in these folders."""
    log, keys = Rewritten(), MemoryKeys()
    async with serve_toy(folders[0], log=log, keys=keys) as first, serve_toy(folders[1], log=log, keys=keys) as second:
        yield first, second


@pytest.fixture
async def pair(tmp_path):
    async with two((tmp_path, tmp_path)) as pair:
        yield pair


def copied(game, toy_service):
    """Speak of the same game to the other service."""
    found = ToyGame(toy_service, game.opened, toy_service.owner, ("red", "blue"))
    found.tokens = {**game.tokens, "owner": toy_service.owner}
    return found


async def test_alternately(pair):
    """A command decided on the newest head is taken by a process that has not read it."""
    first, second = pair
    game = await first.open()
    other = copied(game, second)
    assert (await other.call("Get", "red")).receipt.seq == 5
    await game.call("CreateMatch", "owner", rounds=1)
    head = (await game.call("Offers", "red")).head
    plotted = await other.call("PlotMarch", "red", heading="west", head=head)
    assert plotted.receipt.seq == 7
    # allowed by what the other process has written, and without a head that tells of it
    assert (await game.call("PlotMarch", "blue", heading="west")).receipt.seq == 8


async def test_both_in_parallel(pair):
    """Of two seats that answer in two processes at once both are taken, one after the other."""
    first, second = pair
    game = await first.match()
    other = copied(game, second)
    head = (await game.call("Offers", "red")).head
    await other.call("Offers", "red")
    answers = await asyncio.gather(
        game.call("PlotMarch", "red", heading="west", head=head),
        other.call("PlotMarch", "blue", heading="east", head=head),
    )
    assert sorted(answer.receipt.seq for answer in answers) == [7, 8]


async def test_retry_elsewhere(pair):
    """A retry that reaches another process gets the first answer, whatever head it carries."""
    first, second = pair
    game = await first.match()
    other = copied(game, second)
    await other.call("Offers", "red")
    await game.call("PlotMarch", "blue", heading="west")
    head = (await game.call("Offers", "red")).head
    used = secrets.token_bytes(16)
    answer = await game.call("PlotMarch", "red", heading="west", head=head, command_id=used)
    assert await other.call("PlotMarch", "red", heading="west", head=head, command_id=used) == answer
    reused = await other.refused("PlotMarch", "red", heading="east", head=head, command_id=used)
    assert fault_of(reused) == (Code.ALREADY_EXISTS, "command-id-reused")


async def test_refusal_names_the_newest_state(pair):
    """What is refused is refused on the state that the log has, not on the one that the process had."""
    first, second = pair
    game = await first.match()
    other = copied(game, second)
    await other.call("Offers", "red")
    newest = (await game.call("PlotMarch", "red", heading="west")).receipt
    refused = await other.refused("PlotMarch", "red", heading="west")
    assert fault_of(refused) == (Code.FAILED_PRECONDITION, "not-asked")
    stale = await other.refused("PlotMarch", "red", heading="west", head=b"\x09" * 32)
    assert f"entry {newest.seq};" in stale.details()


async def test_a_lost_log_key(tmp_path):
    """A finished game whose log key is lost is shown and handed out, without signatures; one that goes on is not."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        over, running = await toy_service.match(), await toy_service.match()
        await over.call("Concede", "red")
        for who in ("red", "blue"):
            await over.call("ConfirmResult", who)
        async with asyncio.timeout(60):
            while not (await over.call("Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
    (tmp_path / "log.key").unlink()
    async with serve_toy(tmp_path, log=log, keys=keys) as toy_service:
        shown = await copied(over, toy_service).call("Get", "red")
        assert (shown.revealed, shown.HasField("receipt")) == (True, False)
        data = b"".join([chunk.data async for chunk in copied(over, toy_service).start("Export", "red")])
        assert read_bundle(data).heads == ()
        assert len(read_bundle(data).records) == len(log._games[over.id])
        error = await copied(running, toy_service).refused("Get", "red")
        assert fault_of(error) == (Code.FAILED_PRECONDITION, "log-key-lost")


async def test_other_keys(tmp_path):
    """A process with other keys does not throw the game's dice, nor sign its heads, nor give away its file."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir(0o700)
    async with two((tmp_path / "one", tmp_path / "two")) as (first, second):
        game = await first.open()
        other = copied(game, second)
        before = game.request("CreateMatch", rounds=1)
        # the owner's token is one of another folder: games of another owner are not there
        assert (await other.refused("CreateMatch", "owner", rounds=1)).code() == Code.NOT_FOUND
        calls = [other.refused("PlotMarch", "red", heading="west"), other.refused("Get", "red")]
        for call in calls:
            assert fault_of(await call) == (Code.FAILED_PRECONDITION, "other-keys")
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await other.start("Export", "red").read()
        assert fault_of(fault.value) == (Code.FAILED_PRECONDITION, "other-keys")
        answer = await first.call("CreateMatch", first.owner, before)
        assert answer.receipt.seq == 6
        assert answer.rolls
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await second.call("CreateMatch", second.owner, before)
        assert fault.value.code() == Code.NOT_FOUND
        assert wgdice.commit(game.id, first.service.keys.secret_of(game.id)) == game.opened.commitment


async def test_lost_tail(pair):
    """A game whose log has lost an acknowledged entry stands still until it is restored: nothing is merged."""
    first, _ = pair
    game = await first.match()
    await game.call("PlotMarch", "red", heading="west")
    lost = first.log.lose(game.id, 2)
    for _ in range(2):
        error = await game.refused("PlotMarch", "blue", heading="west")
        assert error.code() == Code.DATA_LOSS
        assert "TRUNCATED_LOG" in error.details()
    first.log.restore(game.id, lost)
    assert (await game.call("PlotMarch", "blue", heading="west")).receipt.seq == 8


async def test_lost_while_the_store_was_away(pair):
    """What a process has acknowledged it remembers across an outage, and misses after it."""
    first, _ = pair
    game = await first.match()
    await game.call("PlotMarch", "red", heading="west")
    first.log.store_down = True
    assert (await game.refused("PlotMarch", "blue", heading="west")).code() == Code.UNAVAILABLE
    first.log.store_down = False
    first.log.lose(game.id, 1)
    assert (await game.refused("PlotMarch", "blue", heading="west")).code() == Code.DATA_LOSS
    assert await first.log.entry(game.id, 7) is None


async def test_failed_opening(pair):
    """An opening that was not written leaves no game behind."""
    first, _ = pair
    seed = b"\x12" * 32
    first.log.store_down = True
    with pytest.raises(grpc.aio.AioRpcError) as fault:
        await first.open(test_seed=seed, command_id=b"\x13" * 16)
    assert fault.value.code() == Code.UNAVAILABLE
    first.log.store_down = False
    game = await first.open(test_seed=seed, command_id=b"\x13" * 16)
    assert (await game.call("Get", "red")).receipt.seq == 5


async def test_an_acknowledgement_that_is_read_late(pair):
    """An entry is answered as written, though another process has gone on before its acknowledgement was read."""
    first, second = pair
    game = await first.match()
    other = copied(game, second)
    await other.call("View", "blue")
    log = first.service.command_handler.log
    while not isinstance(log, Rewritten):
        log = log._log
    late = asyncio.Event()
    log.late.append(late)
    slow = asyncio.create_task(game.call("PlotMarch", "red", heading="west"))
    await asyncio.wait_for(log.written.wait(), 60)
    assert (await other.call("PlotMarch", "blue", heading="west")).receipt.seq == 8
    late.set()
    assert (await slow).receipt.seq == 7


async def test_a_head_that_can_not_be_noted(pair, monkeypatch):
    """What is written and can not be noted is answered as what may stand, never as what was not written."""
    game = await pair[0].match()

    def full(_path):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("services.sessions.head_notes._open_for_writing", full)
        fault = await game.refused("PlotMarch", "red", heading="west")
    assert fault.code() == Code.UNAVAILABLE
    assert "what came may stand" in str(fault.details())
    assert (await game.call("Get", "red")).receipt.seq == 7


async def test_a_closed_game_is_written_to_no_more(tmp_path):
    """A release of a later edition writes nothing behind the last entry of a closed game, whatever is sent."""
    log, keys = MemoryLog(asyncio.Event), MemoryKeys()
    async with serve_toy(tmp_path, log=log, keys=keys) as before:
        game = await before.match()
        await game.play_on("red", "blue")
        async with asyncio.timeout(20):
            while not (info := await game.call("Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.05)
    later = replace(toy_rules(), edition="2")
    async with serve_toy(tmp_path, log=log, keys=keys, rules=later) as after:
        fault = await copied(game, after).refused("PlotMarch", "red", heading="west")
        assert fault.code() == Code.FAILED_PRECONDITION
        assert len([entry async for entry in log.read(game.id)]) == info.receipt.seq
