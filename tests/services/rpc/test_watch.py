"""Watching a game: every entry once and in order, as its viewer may see it, for as long as the token is valid."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import grpc
import msgpack
import pytest

from adjudicator.kernel.record.log import MemoryLog
from replays.bundle import read_bundle
from services.rpc.errors import Limited
from services.rpc.watch import Watch
from tests.kernel.fixtures import lay_for_both, plot_openly
from tests.services.fixtures import event_in, methods, refusal_from, serve_toy, toy_rules
from tests.toy.model.messages import LayAmbush, PlotMarch

Code = grpc.StatusCode
# seconds until something that is sure to come is missed
PATIENCE = 60


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path, recheck=0.3) as toy_service:
        yield toy_service


def watching(game, who, start=1, **asked):
    """Begin to watch, from this entry on."""
    return game.start("Watch", who, after=start - 1, **asked)


async def take(stream, count):
    """Read so many entries."""
    return [await asyncio.wait_for(stream.read(), PATIENCE) for _ in range(count)]


async def ended(stream):
    """Read to the end; the code that it ends with."""
    try:
        while await asyncio.wait_for(stream.read(), PATIENCE) is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error
    return None


async def test_from_the_start_and_on(toy_service):
    """A watcher gets what was there and what comes, without a gap."""
    game = await toy_service.match()
    stream = watching(game, "blue")
    assert [row.seq for row in await take(stream, 6)] == [1, 2, 3, 4, 5, 6]
    outcome = await game.call("PlotMarch", "red", heading="west")
    (entry,) = await take(stream, 1)
    assert (entry.seq, entry.hash, entry.command) == (7, outcome.receipt.hash, "PlotMarch")
    stream.cancel()


@pytest.mark.parametrize("start", [1, 4, 6, 7])
async def test_from_any_entry(toy_service, start):
    """Watching begins at any entry, the next one included."""
    game = await toy_service.match()
    stream = watching(game, "spectator", start)
    await game.call("PlotMarch", "red", heading="west")
    first = max(start, 1)
    assert [row.seq for row in await take(stream, 8 - first)] == list(range(first, 8))
    stream.cancel()


async def test_resume_by_hash(toy_service):
    """A watcher goes on after the entry that it has, if the log has the same."""
    game = await toy_service.match()
    entries = await take(watching(game, "red"), 6)
    stream = watching(game, "red", 5, hash=entries[3].hash)
    assert await take(stream, 2) == entries[4:]
    stream.cancel()
    for start, known in ((5, entries[2].hash), (9, b""), (1, entries[0].hash)):
        fault = await ended(watching(game, "red", start, **({"hash": known} if known else {})))
        assert (fault.code(), refusal_from(fault).seq, refusal_from(fault).head) == (Code.ABORTED, 6, entries[5].hash)


async def test_every_watcher_sees_its_own(toy_service):
    """One entry looks to each watcher as it may see it; abuse case 4."""
    game = await toy_service.match()
    streams = {who: watching(game, who, 7) for who in ("red", "blue", "spectator")}
    await asyncio.sleep(0.05)
    await game.call("PlotMarch", "red", heading="west")
    seen = {who: (await take(stream, 1))[0] for who, stream in streams.items()}
    assert event_in(seen["red"].ruled[0]).march_plotted.heading == "west"
    assert b"west" in seen["red"].openings[0].data
    for who in ("blue", "spectator"):
        assert b"west" not in seen[who].SerializeToString()
        assert len(seen[who].ruled) == len(seen["red"].ruled)
    assert not seen["spectator"].openings
    for stream in streams.values():
        stream.cancel()


async def test_hidden_events_leave_no_trace(toy_service):
    """An event that is all secret is not sent to others, nor is its place; its entry is."""
    game = await toy_service.match()
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    who, other = ("red", "blue") if (await game.call("Offers", "red")).offers else ("blue", "red")
    mine, theirs = (watching(game, row, 9) for row in (who, other))
    await game.call("LayAmbush", who, place="north")
    (own,), (shown,) = await take(mine, 1), await take(theirs, 1)
    assert own.seq == shown.seq == 9
    assert [row.name for row in own.ruled] == ["ActionSpent", "AmbushLaid"]
    assert [(row.name, row.place) for row in shown.ruled] == [("ActionSpent", 0)]
    assert (len(own.rolls), len(shown.rolls)) == (1, 0)
    mine.cancel()
    theirs.cancel()


async def test_hidden_events_of_two_seats(tmp_path):
    """Each seat gets its own of what an entry hides, numbered as if the other had nothing in it."""
    rules = replace(toy_rules(), handlers={**toy_rules().handlers, LayAmbush: lay_for_both})
    async with serve_toy(tmp_path, rules=rules) as toy_service:
        game = await toy_service.match()
        for who in ("red", "blue"):
            await game.call("PlotMarch", who, heading="west")
        who = "red" if (await game.call("Offers", "red")).offers else "blue"
        answer = await game.call("LayAmbush", who, place="north")
        seen = {row: (await take(watching(game, row, 9), 1))[0] for row in ("red", "blue", "spectator")}
    laid = {
        key: [(ruled.place, event_in(ruled).ambush_laid.ambush) for ruled in shown.ruled[1:]]
        for key, shown in seen.items()
    }
    assert laid == {"red": [(1, "y9")], "blue": [(1, "x9"), (2, "z9")], "spectator": []}
    assert list(answer.ruled) == list(seen[who].ruled)
    rests = {key: [part.data for part in shown.openings if part.part] for key, shown in seen.items()}
    gaps = {key: [gap for data in rest for gap, _ in msgpack.unpackb(data)[1]] for key, rest in rests.items()}
    assert gaps == {"red": [1], "blue": [1, 1], "spectator": []}


async def test_open_at_once(tmp_path, monkeypatch):
    """A command that its own entry opens is open to all with that entry, read, watched or taken home."""
    rules = replace(toy_rules(), handlers={**toy_rules().handlers, PlotMarch: plot_openly})
    async with serve_toy(tmp_path, rules=rules) as toy_service:
        game = await toy_service.match()
        streams = {who: watching(game, who, 7) for who in ("red", "blue", "spectator")}
        watch = Watch(toy_service.service.rulesets, toy_service.service.command_handler)
        credential = await toy_service.service.credentials.admit(f"Bearer {game.tokens['spectator']}")

        async def elsewhere(*_):
            """Another process writes the entry: this one holds the game as it was."""
            toy_service.service.command_handler.sessions.clear()
            await game.call("PlotMarch", "red", heading="west")

        monkeypatch.setattr(watch, "_require_entry", elsewhere)
        flow = watch.watch(credential, game.request("Watch", after=6))
        behind = methods()["Watch"].response.FromString(await anext(flow))
        await flow.aclose()
        seen = {who: (await take(stream, 1))[0] for who, stream in streams.items()}
        seen["behind"] = behind
        seen["reader"] = await anext(aiter(game.start("Read", "spectator", after=6)))
        chunks = [row.data async for row in game.start("Export", "spectator")]
    for who, entry in seen.items():
        command = next(opening for opening in entry.openings if opening.part == 0)
        assert (entry.seq, command.owner.seat, msgpack.unpackb(command.data)) == (7, 0, ["west"]), who
    assert {opening.owner.seat for opening in seen["blue"].openings if opening.part} == {1}
    assert [(row.seq, row.openings[0][:2]) for row in read_bundle(b"".join(chunks)).sealed] == [(7, (0, 0))]


async def test_entries_without_events_are_sent(toy_service):
    """An entry in which nothing is shown is sent all the same: the chain has no holes."""
    game = await toy_service.open(contributions=False)
    stream = watching(game, "spectator")
    await game.contribute("red", "blue")
    assert [row.seq for row in await take(stream, 5)] == [1, 2, 3, 4, 5]
    stream.cancel()


async def test_records_on_request(toy_service):
    """The records' bytes come where they are asked for."""
    game = await toy_service.match()
    with_bytes, without = watching(game, "red", records=True), watching(game, "red")
    stored = [entry.record async for entry in toy_service.log.read(game.id)]
    assert [row.record for row in await take(with_bytes, 6)] == stored
    assert not any(row.record for row in await take(without, 6))
    with_bytes.cancel()
    without.cancel()


async def test_all_is_open_after_the_reveal(toy_service):
    """Once the secret is shown, nothing of any entry is hidden from anybody."""
    game = await toy_service.match()
    await game.play_on("red", "blue")
    async with asyncio.timeout(PATIENCE):
        while not (await game.call("Get", "red")).revealed:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    views = {}
    for who in ("red", "spectator"):
        views[who] = [row async for row in game.start("Read", who)]
    assert views["red"] == views["spectator"]
    plots = [view for view in views["spectator"] if view.command == "PlotMarch"]
    assert all(event_in(plot.ruled[0]).march_plotted.heading for plot in plots)


async def test_while_commands_come(toy_service):
    """A watcher that joins while the game goes on misses nothing and gets nothing twice."""
    game = await toy_service.match()
    playing = asyncio.ensure_future(game.play_on("red", "blue"))
    streams: list[grpc.aio.UnaryStreamCall] = []
    while not playing.done() and len(streams) < 20:
        streams.append(watching(game, "spectator"))
        await asyncio.sleep(0.01)
    await playing
    last = (await game.call("Get", "red")).receipt.seq
    for stream in streams:
        assert [row.seq for row in await take(stream, last)] == list(range(1, last + 1))
        stream.cancel()


class Paused(MemoryLog):
    """A log that, once armed, looks an entry up and is then read only when a test lets it."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.inner = MemoryLog(asyncio.Event)
        self.inner._games = self._games
        self.inner._waiting = self._waiting
        self.armed = False
        self.paused = asyncio.Event()
        self.go = asyncio.Event()
        self.go.set()

    async def append(self, *entry):
        await self.inner.append(*entry)

    async def entry(self, game_id, seq):
        if self.armed:
            self.go.clear()
            self.paused.set()
        return await self.inner.entry(game_id, seq)

    async def read(self, game_id, after=0, head=None):
        await self.go.wait()
        async for entry in self.inner.read(game_id, after, head):
            yield entry

    async def follow(self, game_id, after, head=None):
        async for entry in self.inner.follow(game_id, after, head):
            yield entry


async def test_read_and_followed(tmp_path):
    """An entry that comes while a watcher is still reading what was there is sent once."""
    log = Paused()
    async with serve_toy(tmp_path, log=log) as toy_service:
        game = await toy_service.match()
        log.armed = True
        stream = watching(game, "spectator", 7)
        await asyncio.wait_for(log.paused.wait(), PATIENCE)
        log.armed = False
        await game.call("PlotMarch", "red", heading="west")
        await asyncio.sleep(0.05)
        log.go.set()
        (first,) = await take(stream, 1)
        await game.call("PlotMarch", "blue", heading="west")
        (second,) = await take(stream, 1)
        assert (first.seq, second.seq) == (7, 8)
        stream.cancel()


class Stubborn(MemoryLog):
    """A log whose followers swallow their first cancellation, as the store's client now and then does."""

    async def follow(self, game_id, after, head=None):
        try:
            await asyncio.sleep(3_600)
        except asyncio.CancelledError:
            await asyncio.sleep(3_600)
        yield await anext(super().follow(game_id, after, head))


async def test_a_follower_that_does_not_end_at_once(tmp_path):
    """When the last watcher has left nobody follows the log any more, even if a cancellation was swallowed."""
    async with serve_toy(tmp_path, log=Stubborn(asyncio.Event)) as toy_service:
        game = await toy_service.match()
        stream = watching(game, "red", 6)
        assert (await asyncio.wait_for(stream.read(), PATIENCE)).seq == 6
        assert len(followers()) == 1
        stream.cancel()
        async with asyncio.timeout(PATIENCE):
            while followers():  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.01)


def followers():
    """Tasks that follow a log."""
    return [task for task in asyncio.all_tasks() if "Follower._run" in repr(task)]


async def test_one_follower(toy_service):
    """All watchers of a game share one follower, which ends with the last of them."""
    game = await toy_service.match()
    streams = [watching(game, who, 7) for who in ("red", "blue", "spectator") for _ in range(5)]
    async with asyncio.timeout(PATIENCE):
        while toy_service.service.interceptor.streams.count < len(streams) or not toy_service.log._waiting:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)
    assert len(toy_service.log._waiting) == 1
    for stream in streams:
        stream.cancel()
    async with asyncio.timeout(PATIENCE):
        while followers():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.01)


@pytest.mark.parametrize("recheck", [0.3, 3_600])
async def test_revoked_while_watching(tmp_path, recheck):
    """A stream ends soon after its token was revoked, or with the next entry, which it does not show; abuse case 10."""
    async with serve_toy(tmp_path, recheck=recheck) as toy_service:
        game = await toy_service.match()
        stream = watching(game, "blue", 6)
        assert (await asyncio.wait_for(stream.read(), PATIENCE)).seq == 6
        await toy_service.service.credentials.revoke(game.tokens["blue"].split("_")[2])
        if recheck > 1:
            await game.call("PlotMarch", "red", heading="west")
        with pytest.raises(grpc.aio.AioRpcError) as fault:
            await asyncio.wait_for(stream.read(), PATIENCE)
        assert fault.value.code() == Code.UNAUTHENTICATED
        assert (await game.refused("View", "blue")).code() == Code.UNAUTHENTICATED


async def test_read_a_part(toy_service):
    """Reading gives the entries after one up to another, and ends."""
    game = await toy_service.match()
    asked = [({}, [1, 2, 3, 4, 5, 6]), ({"after": 4}, [5, 6]), ({"after": 2, "up_to": 3}, [3]), ({"after": 6}, [])]
    for part, seqs in asked:
        assert [row.seq async for row in game.start("Read", "red", **part)] == seqs
    for part in ({"after": 7}, {"up_to": 0}):
        fault = await ended(game.start("Read", "red", **part))
        assert fault.code() == Code.INVALID_ARGUMENT, part


async def test_slow_reader(toy_service):
    """Who reads slower than entries come is told to go on from what he has; memory stays bounded; abuse case 18."""
    game = await toy_service.match()
    watch = Watch(toy_service.service.rulesets, toy_service.service.command_handler, queue=3)
    credential = await toy_service.service.credentials.admit(f"Bearer {game.tokens['spectator']}")
    request = game.request("Watch", after=6)
    flow = watch.watch(credential, request)
    coming = asyncio.ensure_future(anext(flow))
    await asyncio.sleep(0.05)
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="west")
    await coming
    await game.play_on("red", "blue")
    with pytest.raises(Limited):
        async for _ in flow:
            pass
    await toy_service.service.command_handler.as_of(game.id, 1)


async def test_too_many_streams(toy_service):
    """One token has a bounded number of streams; the others are served."""
    game = await toy_service.match()
    streams = [watching(game, "spectator", 7) for _ in range(65)]
    done = await asyncio.gather(
        *(asyncio.wait_for(row.wait_for_connection(), PATIENCE) for row in streams), return_exceptions=True
    )
    codes = [await row.code() for row, result in zip(streams, done, strict=True) if isinstance(result, Exception)]
    assert codes == [Code.RESOURCE_EXHAUSTED]
    assert (await game.call("View", "red")).seq == 6
    for stream in streams:
        stream.cancel()
