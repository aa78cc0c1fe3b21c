"""Admission: turns in even shares by token and by game, refusals before any work, and none of it begun too late."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import ExitStack

import grpc
import pytest
from google.rpc import error_details_pb2

from adjudicator.kernel.record.log import MemoryLog
from services.rpc.access import interceptor
from services.rpc.access.admission import (
    LEAST_OPEN,
    LEAST_PAUSE,
    MOST_OPEN,
    MOST_PAUSE,
    RUNNING_OF_GAME,
    Admission,
    Load,
    SentOff,
)
from services.rpc.access.credentials import Credential, Role
from services.rpc.access.statuses import read_status, status_of
from services.rpc.errors import Limited, Stopping
from services.store.redis_keys import TOKENS, MemoryKeys
from tests.services.fixtures import methods, serve_toy
from wargame.v1 import games_pb2

Code = grpc.StatusCode
ONE, TWO = b"1" * 16, b"2" * 16


class Time:
    """A clock that a test turns."""

    now = 100.0

    def __call__(self):
        return self.now


class Calls:
    """Calls that wait for a turn and hold it until a test ends them."""

    def __init__(self, **sizes):
        self.admission = Admission(Time(), **sizes)
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, name, kid, game=ONE):
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._run(name, kid, game))
        await turn_over()

    async def _run(self, name, kid, game):
        async with self.admission.turn(kid, game):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, *names):
        for name in names:
            self.ends[name].set()
            await turn_over()


async def turn_over():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_tokens_take_turns():
    """A token with many calls has as many turns as one with few."""
    calls = Calls(running=1, of_game=9)
    for name in ("a1", "a2", "a3", "a4", "b1", "b2"):
        await calls.come(name, name[0])
    for name in ("a1", "a2", "b1", "a3", "b2", "a4"):
        await calls.end(name)
    assert calls.begun == ["a1", "a2", "b1", "a3", "b2", "a4"]
    assert (calls.admission.running, calls.admission.waiting) == (0, 0)


async def test_games_of_a_token_take_turns():
    """Among the calls of one token its games take turns."""
    calls = Calls(running=1, of_game=9)
    for name in ("x1", "x2", "x3", "y1", "y2"):
        await calls.come(name, "owner", ONE if name[0] == "x" else TWO)
    for name in list(calls.ends):
        calls.ends[name].set()
    await asyncio.gather(*calls.tasks.values())
    assert calls.begun == ["x1", "x2", "y1", "x3", "y2"]


async def test_a_busy_game_is_passed_over():
    """A game that has its calls under way keeps nobody else from a turn; what is of no game is never passed over."""
    calls = Calls(running=4, of_game=2)
    for name in ("x1", "x2", "x3"):
        await calls.come(name, "a")
    await calls.come("y1", "b", TWO)
    await calls.come("list", "a", b"")
    assert calls.begun == ["x1", "x2", "y1", "list"]
    await calls.end("x1")
    assert calls.begun[-1] == "x3"
    await calls.end("x2", "x3", "y1", "list")


async def test_who_leaves_the_queue():
    """A caller that leaves before its turn is never begun, and one that leaves with it gives it back."""
    calls = Calls(running=1)
    for name in ("a1", "b1", "c1", "d1"):
        await calls.come(name, name[0])
    calls.tasks["b1"].cancel()
    await turn_over()
    calls.ends["a1"].set()
    while "c1" not in calls.begun:  # noqa: ASYNC110 - a turn of the loop is what is waited for
        await asyncio.sleep(0)
    calls.tasks["c1"].cancel()
    await turn_over()
    assert calls.begun == ["a1", "c1", "d1"]
    await calls.end("d1")
    assert (calls.admission.running, calls.admission.waiting, dict(calls.admission._queues)) == (0, 0, {})


async def test_left_in_the_moment_of_its_turn():
    """A turn that is given in the moment its caller leaves goes on to the next."""
    calls = Calls(running=1)
    for name in ("a1", "b1", "c1"):
        await calls.come(name, name[0])
    calls.ends["a1"].set()
    await asyncio.sleep(0)
    calls.tasks["b1"].cancel()
    await turn_over()
    assert calls.begun[-1] == "c1"
    await calls.end("c1")
    assert calls.admission.running == 0


def test_shares_of_open_calls():
    """One token may hold half of what is free; when all is taken, each has its even share, and a new one gets in."""
    admission = Admission(Time())
    most = admission.load.open_most
    with ExitStack() as held:
        for _ in range(most // 2):
            held.enter_context(admission.open("hog"))
        with pytest.raises(Limited) as fault, admission.open("hog"):
            pass
        assert fault.value.seconds > 0
        for number in range(most // 2):
            held.enter_context(admission.open(f"t{number}"))
        for kid in ("hog", "t1"):
            with pytest.raises(Limited), admission.open(kid):
                pass
        for number in range(most):
            held.enter_context(admission.open(f"n{number}"))
        with pytest.raises(Limited), admission.open("late"):
            pass
    with admission.open("late"):
        assert dict(admission._open) == {"late": 1}


def refused_seconds(admission, kid):
    """Be refused, and give the pause."""
    with pytest.raises(Limited) as fault, admission.open(kid):
        pass
    return fault.value.seconds


def test_who_is_refused_on_purpose_lengthens_no_pause_but_its_own():
    """Of refused calls that wait each token has one in a round: one that comes on and on waits behind all others."""
    admission = Admission(Time())
    with ExitStack() as held:
        for kid in ("hog", "club"):
            for _ in range(admission.load.open_most // 2):
                held.enter_context(admission.open(kid))
        hog = [refused_seconds(admission, "hog") for _ in range(30_000)]
        assert MOST_PAUSE / 2 <= hog[-1] <= 1.5 * MOST_PAUSE
        assert max(refused_seconds(admission, "club") for _ in range(100)) <= 1.5 * LEAST_PAUSE


def test_who_comes_on_purpose_for_long_lengthens_no_pause_but_its_own():
    """However long a token comes on and on at a busy service, others with a token are asked for the least pause."""
    time = Time()
    admission = Admission(time)
    with ExitStack() as held:
        for kid in ("hog", "club"):
            for _ in range(admission.load.open_most // 2):
                held.enter_context(admission.open(kid))
        for _ in range(12):
            for _ in range(200):
                admission.load.done(busy=True)
            for _ in range(3_000):
                hog = refused_seconds(admission, "hog")
            time.now += 1.0
            assert refused_seconds(admission, "club") <= 1.5 * LEAST_PAUSE
        assert hog > 10 * LEAST_PAUSE


def test_a_crowd_with_tokens_is_asked_for_longer_pauses():
    """Where many tokens come that have done nothing on purpose, the pause of each grows until they are spread."""
    time = Time()
    load = Load(time)
    for _ in range(20):
        for number in range(5_000):
            load.came(f"t{number}")
        for _ in range(500):
            load.done(busy=True)
        time.now += 1.0
        load.came("t0")
    assert load.known_pause == load.pause == MOST_PAUSE


def test_calls_that_wait_are_counted_in_rounds():
    """A call waits for one call of each other token for each of its own, and what has come again is counted no more."""
    waiting = SentOff()
    assert [waiting.add("a", 50) for _ in range(4)] == [1, 2, 3, 4]
    assert [waiting.add(kid, 50) for kid in ("b", "b", "c")] == [2, 4, 3]
    assert waiting.add("a", 50) == 8
    waiting.come(4)
    assert [waiting.add("a", 50), waiting.add("c", 50)] == [5, 3]
    assert waiting.add("a", 6) == 6
    waiting.come(100)
    assert (waiting.add("b", 50), waiting.calls) == (1, 1)
    for number in range(5_000):
        waiting.come(1)
        waiting.add(str(number), 50)
    assert (waiting.calls, len(waiting._last)) == (1, 1)
    for number in range(50_000):
        waiting.come(1 if number else 0)
        waiting.add(str(number), 50)
        waiting.add("a", 50)
    assert len(waiting._last) < 5_000


@pytest.mark.parametrize("callers", [1_500, 6_000])
def test_a_crowd_after_a_quiet_spell_is_spread_at_once(callers, monkeypatch):
    """Of callers who all come at once no more come again a second than the service can refuse, and none of it idles."""
    monkeypatch.setattr("services.rpc.access.admission.random.uniform", random.Random(1).uniform)
    clock, served, step = Time(), 400, 0.01
    gate = Admission(clock)
    gate.load.rate = served
    coming = [clock.now] * callers
    refused: Counter[float] = Counter()
    answered: Counter[float] = Counter()
    for tick in range(round(10 / step)):
        clock.now = 100 + step * tick
        second, room = tick * step // 1, served * step
        here = [at for at in coming if at <= clock.now]
        coming = [at for at in coming if at > clock.now]
        for at, _ in enumerate(here):
            gate.load.came()
            if at < room:
                answered[second] += 1
                gate.load.done(busy=True)
            else:
                refused[second] += 1
                coming.append(clock.now + gate.pause())
    assert max(refused[second] for second in range(1, 10)) <= 1.5 * served
    assert min(answered[second] for second in range(1, min(9, callers // served))) >= 0.75 * served


def test_pauses_follow_the_load():
    """The pause that is asked for grows while more come than is served, and shrinks when it is over."""
    time = Time()
    load = Load(time)

    def second(came, done):
        for _ in range(came):
            load.came()
        for _ in range(done):
            load.done(busy=True)
        time.now += 1.0
        load.came()

    pauses = []
    for _ in range(20):
        second(5_000, 500)
        pauses.append(load.pause)
    assert pauses == sorted(pauses)
    assert pauses[-1] == MOST_PAUSE
    assert load.open_most == pytest.approx(500, rel=0.02)
    second(500, 500)
    assert load.pause < MOST_PAUSE
    for _ in range(10):
        load.done(busy=False)
        time.now += 1.0
        load.came()
    assert load.pause == LEAST_PAUSE
    assert load.open_most == pytest.approx(500, rel=0.02), "an idle second says nothing of what could be done"


def test_a_pause_without_calls_says_nothing_of_the_rate():
    """The call that ends a pause in which nobody called finds nothing done, and takes no room from those after it."""
    time = Time()
    load = Load(time)
    most, load.pause = load.open_most, 4 * LEAST_PAUSE
    time.now += 60.0
    load.came("a")
    assert (load.open_most, load.pause) == (most, 2 * LEAST_PAUSE)
    load.came("a")
    load.came("b")
    time.now += 1.0
    load.came("a")  # those two were not answered: that says something
    assert load.open_most < most


def test_a_pause_after_many_calls_says_nothing_of_the_rate():
    """What was done before all was answered counts, however long nobody called then, and a standstill counts too."""
    time = Time()
    load = Load(time)

    def many(busy):
        for number in range(400):
            load.came(f"t{number}")
        for number in range(400):
            load.done(busy=number < busy)

    for _ in range(10):
        many(busy=368)
        time.now += 60.0
        load.came("t0")
    assert load.open_most == pytest.approx(400, rel=0.02)
    many(busy=400)
    time.now += 10.0
    load.came("t0")  # some waited all the while
    assert load.open_most == pytest.approx(220, rel=0.02)


@pytest.mark.parametrize(("done", "most"), [(1, LEAST_OPEN), (100_000, MOST_OPEN)])
def test_open_calls_follow_the_rate(done, most):
    """As many calls are open as are answered in a second, within bounds."""
    time = Time()
    load = Load(time)
    for _ in range(20):
        load._done = load._busy = done
        time.now += 1.0
        load.came()
    assert load.open_most == most


class Slow(MemoryLog):
    """A log whose reads wait until a test lets them."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.go = asyncio.Event()
        self.go.set()
        self.reads = 0

    async def read(self, game_id, after=0, head=None):
        self.reads += 1
        await self.go.wait()
        async for entry in super().read(game_id, after, head):
            yield entry


class CountingKeys(MemoryKeys):
    """A store that counts how often a token is looked up."""

    lookups = 0

    async def get(self, key):
        self.lookups += key.startswith(TOKENS)
        return await super().get(key)


async def test_refused_before_the_store_is_asked(tmp_path, monkeypatch):
    """Where there is no room, not even a token is looked up: neither one that was valid, nor one that nobody knows."""
    store = CountingKeys()
    monkeypatch.setattr("services.rpc.access.credentials.FRESH_MS", 0)
    async with serve_toy(tmp_path, keys=store) as toy_service:
        game = await toy_service.match()
        other = await toy_service.service.credentials.make(Role.OWNER)
        admission = toy_service.service.interceptor.admission
        with ExitStack() as held:
            for number in range(2 * admission.load.open_most):
                held.enter_context(admission.open(f"t{number}"))
            store.lookups = 0
            for token in (game.tokens["red"], other):
                with pytest.raises(grpc.aio.AioRpcError) as fault:
                    await toy_service.call("Explain", token, games_pb2.ExplainRequest(clause="WG-ASK-01"))
                assert fault.value.code() == Code.RESOURCE_EXHAUSTED
            assert store.lookups == 0
        for token in (game.tokens["red"], other):
            await toy_service.call("Explain", token, games_pb2.ExplainRequest(clause="WG-ASK-01"))
        assert store.lookups >= 2


async def test_past_its_deadline(tmp_path, monkeypatch):
    """A call whose caller has given up while it waited is never begun, and those that come later are served."""
    monkeypatch.setattr("services.rpc.access.guard.UNARY_SECONDS", 60.0)
    log = Slow()
    async with serve_toy(tmp_path, log=log) as toy_service:
        game = await toy_service.match()
        metadata = (("authorization", f"Bearer {game.tokens['red']}"),)
        offers = toy_service.stub(methods()["Offers"])
        log.go.clear()
        log.reads = 0
        admission = toy_service.service.interceptor.admission
        # they have all turns of the game, and keep them until none of the others is there
        first = [offers(game.request("Offers"), metadata=metadata, timeout=60) for _ in range(RUNNING_OF_GAME)]
        await until(lambda: admission.running == RUNNING_OF_GAME)
        calls = [offers(game.request("Offers"), metadata=metadata, timeout=0.5) for _ in range(30)]
        await asyncio.gather(*calls, return_exceptions=True)
        assert {await call.code() for call in calls} == {Code.DEADLINE_EXCEEDED}
        await until(lambda: admission._open_total == RUNNING_OF_GAME)
        for call in first:
            call.cancel()
        # the service has noticed too that nobody waits any more
        await until_idle(admission)
        log.go.set()
        assert (await game.call("Offers", "red")).seq == 6
        assert log.reads <= RUNNING_OF_GAME + 1


async def until_idle(admission):
    """Wait until no call is open and none is worked on."""
    await until(lambda: not admission.running and not admission._open_total)


async def until(holds):
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)


async def test_overloaded(tmp_path, monkeypatch):
    """A service with more calls than it takes refuses at once, says when to come again, and has done nothing."""
    monkeypatch.setattr("services.rpc.access.guard.UNARY_SECONDS", 60.0)  # none that waits gives up meanwhile
    log = Slow()
    async with serve_toy(tmp_path, log=log) as toy_service:
        game = await toy_service.match()
        monkeypatch.setattr("services.rpc.access.admission.LEAST_OPEN", 8)
        toy_service.service.interceptor.admission.load.rate = 8
        log.go.clear()
        log.reads = 0
        calls = [asyncio.ensure_future(game.refused("Offers", "red")) for _ in range(20)]
        done: set[asyncio.Future[grpc.aio.AioRpcError]] = set()
        async with asyncio.timeout(60):
            while len(done) < 16:
                done, _ = await asyncio.wait(calls, return_when=asyncio.FIRST_COMPLETED)
                await asyncio.sleep(0.01)
        for call in done:
            info = error_details_pb2.RetryInfo()
            status = read_status(await call)
            assert Code.RESOURCE_EXHAUSTED.value[0] == status.code
            assert status.details[0].Unpack(info)
            assert info.retry_delay.ToMilliseconds() > 0
        assert log.reads <= 2
        for call in calls:
            call.cancel()
        log.go.set()


async def test_a_full_service_looks_at_no_call(tmp_path, monkeypatch):
    """What there is no room for is refused unseen, whoever calls, with the details that any such refusal has."""
    async with serve_toy(tmp_path) as toy_service:
        access = toy_service.service.interceptor
        seen: list[str] = []
        guarded = access._guarded

        async def watched(path, *rest, **more):
            seen.append(path)
            return await guarded(path, *rest, **more)

        monkeypatch.setattr(access, "_guarded", watched)
        explain, mine = games_pb2.ExplainRequest(clause="WG-ASK-01"), "0123456789abcdef"
        counted = access.metrics.refusals.labels("overload")
        before = counted._value.get()
        with ExitStack() as held:
            for number in range(2 * access.admission.load.open_most):
                held.enter_context(access.admission.open(f"t{number}"))
            unknown = "wg1_seat_0123456789ab_" + "x" * 43
            # nobody but a process of the deployment has passed a call on, whatever a caller says
            stranger = (("adjudicator-caller", "ipv4:127.0.0.1:1"),)
            for token, more in ((toy_service.owner, ()), (unknown, ()), (unknown, stranger)):
                metadata = (("authorization", f"Bearer {token}"), ("x-request-id", mine), *more)
                with pytest.raises(grpc.aio.AioRpcError) as fault:
                    await toy_service.start_with("Explain", explain, metadata)
                status = read_status(fault.value)
                assert dict(fault.value.trailing_metadata())["x-request-id"] == mine
                assert fault.value.code() is Code.RESOURCE_EXHAUSTED
                assert status == status_of(Limited(fault.value.details() or "", _delay(status), reason="overload"))
                assert LEAST_PAUSE / 2 <= _delay(status) <= MOST_PAUSE * 1.5
            assert (seen, counted._value.get() - before) == ([], 3)
            # a stop is told to those who find no room, too
            access.calls.close(Stopping())
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await toy_service.call("Explain", toy_service.owner, explain)
            assert fault.value.code() is Code.UNAVAILABLE
        assert len(seen) == 1


async def test_who_has_its_share_is_refused_unseen(tmp_path, monkeypatch):
    """Of a token that has its share of open calls one more is refused before anything is begun for it; others go on."""
    async with serve_toy(tmp_path) as toy_service:
        access = toy_service.service.interceptor
        explain = games_pb2.ExplainRequest(clause="WG-ASK-01")
        await toy_service.call("Explain", toy_service.owner, explain)
        other = await toy_service.service.credentials.make(Role.OWNER)
        begun: list[str] = []
        begin = access.calls.begin

        def watched(method, *rest, **more):
            begun.append(method)
            return begin(method, *rest, **more)

        monkeypatch.setattr(access.calls, "begin", watched)
        kid = access._credentials.seen(f"Bearer {toy_service.owner}").kid
        with ExitStack() as held:
            for _ in range(access.admission.load.open_most // 2):
                held.enter_context(access.admission.open(kid))
            with pytest.raises(grpc.aio.AioRpcError) as fault:
                await toy_service.call("Explain", toy_service.owner, explain)
            assert fault.value.code() is Code.RESOURCE_EXHAUSTED
            assert _delay(read_status(fault.value)) > 0
            assert begun == []
            await toy_service.call("Explain", other, explain)
        await toy_service.call("Explain", toy_service.owner, explain)
        assert len(begun) == 2


async def test_who_was_seen_waits_for_nobody_unknown(tmp_path):
    """A token that was seen, of which a call finds no room, is told no longer pause for what strangers were refused."""
    async with serve_toy(tmp_path) as toy_service:
        admission = toy_service.service.interceptor.admission
        explain = games_pb2.ExplainRequest(clause="WG-ASK-01")
        await toy_service.call("Explain", toy_service.owner, explain)
        with ExitStack() as held:
            for number in range(2 * admission.load.open_most):
                held.enter_context(admission.open(f"t{number}"))
            for _ in range(20_000):
                admission.pause()
            delays = []
            for token in (toy_service.owner, "wg1_seat_0123456789ab_" + "x" * 43):
                with pytest.raises(grpc.aio.AioRpcError) as fault:
                    await toy_service.call("Explain", token, explain)
                delays.append(_delay(read_status(fault.value)))
        assert delays[0] <= 1.5 * LEAST_PAUSE < MOST_PAUSE / 4 < delays[1]


def _delay(status):
    info = error_details_pb2.RetryInfo()
    assert status.details[0].Unpack(info)
    return info.retry_delay.ToMilliseconds() / 1000


@pytest.mark.parametrize(("game", "turn"), [(None, ONE), (ONE, ONE), (TWO, b"")])
def test_turns_of_a_game_are_its_own_callers(game, turn):
    """Who names a game that its token is not for takes no turn of it, and is refused behind."""
    credential = Credential(role=Role.AUDITOR, kid="k", game=game, seat=None)
    assert interceptor._game_of(games_pb2.GetRequest(game=ONE), methods()["Get"], credential) == turn


class Held(MemoryLog):
    """A log whose appends wait until a test lets them."""

    def __init__(self):
        super().__init__(asyncio.Event)
        self.go = asyncio.Event()
        self.go.set()
        self.held = asyncio.Semaphore(0)

    async def append(self, *entry):
        if not self.go.is_set():
            self.held.release()
        await self.go.wait()
        await super().append(*entry)


async def test_commands_without_their_callers(tmp_path):
    """A command whose caller has left goes on, and keeps its turn and its place for as long."""
    log = Held()
    async with serve_toy(tmp_path, log=log) as toy_service:
        games = [await toy_service.match() for _ in range(4)]
        admission = toy_service.service.interceptor.admission
        log.go.clear()
        plot = toy_service.stub(methods()["PlotMarch"])
        calls = []
        for game in games:
            metadata = (("authorization", f"Bearer {game.tokens['red']}"),)
            calls.append(plot(game.request("PlotMarch", heading="west"), metadata=metadata, timeout=60))
        async with asyncio.timeout(60):
            for _ in games:
                await log.held.acquire()
            for call in calls:
                call.cancel()
            await toy_service.service.interceptor.calls.wait(60)
        assert (admission.running, admission._open_total) == (4, 4)
        log.go.set()
        await until_idle(admission)
        for game in games:
            assert (await game.call("View", "red")).seq == 7


async def test_room_for_newcomers(tmp_path, monkeypatch):
    """Two tokens that flood the service keep out nobody whose token it has never seen."""
    monkeypatch.setattr("services.rpc.access.guard.UNARY_SECONDS", 60.0)  # none that waits gives up meanwhile
    log = Slow()
    async with serve_toy(tmp_path, log=log) as toy_service:
        games = [await toy_service.match() for _ in range(2)]
        newcomer = await toy_service.service.credentials.make(Role.OWNER)
        monkeypatch.setattr("services.rpc.access.admission.LEAST_OPEN", 8)
        admission = toy_service.service.interceptor.admission
        admission.load.rate = 8
        log.go.clear()
        floods = [asyncio.ensure_future(_outcome(game)) for game in games for _ in range(20)]
        async with asyncio.timeout(20):
            while sum(flood.done() for flood in floods) < 40 - 12:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.02)
        assert admission.load.open_most <= admission._open_total
        answer = asyncio.ensure_future(
            toy_service.call("Explain", newcomer, games_pb2.ExplainRequest(clause="WG-ASK-01"))
        )
        await asyncio.sleep(0.2)
        log.go.set()
        assert (await answer).clause == "WG-ASK-01"
        refused = [outcome for outcome in await asyncio.gather(*floods) if outcome is not Code.OK]
        assert set(refused) == {Code.RESOURCE_EXHAUSTED}


async def _outcome(game):
    try:
        await game.call("Offers", "red")
    except grpc.aio.AioRpcError as fault:
        return fault.code()
    return Code.OK
