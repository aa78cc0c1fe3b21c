"""Long work in slices: whoever else wants the event loop gets it in between."""

from __future__ import annotations

import asyncio
import threading
from contextvars import ContextVar
from types import SimpleNamespace
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import SPECTATOR
from services import slices
from services.games import rulings
from services.rpc import handlers
from services.rpc.access.credentials import Credential, Role
from services.rpc.access.seen_games import SeenGames
from services.rpc.handlers import GrpcHandlers
from tests.services.fixtures import methods, serve_toy


class Turns:
    """Counts the turns of the loop beside some work."""

    async def __aenter__(self):
        self.count = 0
        self.task = asyncio.create_task(self.run())
        await asyncio.sleep(0)
        return self

    async def run(self):
        while True:
            self.count += 1
            await asyncio.sleep(0)

    async def __aexit__(self, *_):
        self.task.cancel()


@pytest.fixture
async def toy_service(tmp_path, monkeypatch):
    """A service whose slices are of one entry."""
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


async def test_items_stay_the_same():
    """All items come, in order, and the source is closed when somebody stops in the middle."""
    closed = []

    async def numbers():
        try:
            for number in range(100):
                yield number
        finally:
            closed.append(True)

    assert [number async for number in slices.sliced(numbers())] == list(range(100))
    some = slices.sliced(numbers())
    assert await anext(some) == 0
    await some.aclose()
    assert closed == [True, True]


async def test_short_work_is_not_cut(monkeypatch):
    """Work that is over within a slice gives no turns away."""
    monkeypatch.setattr(slices, "SLICE_SECONDS", 60.0)

    async def numbers():
        for number in range(100):
            yield number

    async with Turns() as turns:
        async for _ in slices.sliced(numbers()):
            pass
        assert turns.count < 5


@pytest.mark.parametrize("what", ["load", "past"])
async def test_turns_in_between(toy_service, what):
    """A cold load and a look at an earlier entry give others their turns."""
    game = await toy_service.match()
    await game.play_on("red", "blue")
    handler, log = toy_service.service.command_handler, toy_service.log
    count = len(log._games[game.id])
    if what == "load":
        handler.sessions.clear()
    async with Turns() as turns:
        if what == "load":
            async with handler.locked(game.id):
                pass
        else:
            await handler.as_of(game.id, count - 1)
        assert turns.count >= count


# -- beside the loop


@pytest.fixture
def judged(monkeypatch):
    """Names of the commands that were judged beside the loop, and of those on it."""
    beside: list[str] = []
    on_loop: list[str] = []
    loop = threading.get_ident()

    def adjudicate(rules, game, protocol, actor, command, *rest, **named):
        (on_loop if threading.get_ident() == loop else beside).append(type(command).__name__)
        return real(rules, game, protocol, actor, command, *rest, **named)

    real = vars(rulings)["adjudicate"]
    monkeypatch.setattr(rulings, "adjudicate", adjudicate)
    return beside, on_loop


async def test_aside_gives_and_raises_what_the_work_does():
    """Work beside the loop has the context of its task; results and errors are its own."""
    name: ContextVar[str] = ContextVar("name")
    name.set("red")
    assert await slices.aside(name.get) == "red"

    def refuse():
        raise Rejected(Fault("WG-DICE-01", "dice-awaited"))

    with pytest.raises(Rejected, match="dice-awaited"):
        await slices.aside(refuse)


async def test_the_loop_turns_while_work_lasts():
    """Whoever else wants the event loop gets it while work beside it goes on."""
    done = threading.Event()

    async def let_it_end():
        done.set()

    waiting = asyncio.create_task(slices.aside(done.wait, 30))
    await asyncio.create_task(let_it_end())
    assert await waiting


async def test_a_cancelled_caller_waits_for_its_thread():
    """Whoever holds a game's lock holds it until the thread reads nothing more; what waits for a thread is given up."""
    begun, go_on = threading.Semaphore(0), threading.Event()
    ran: list[int] = []

    def work():
        begun.release()
        assert go_on.wait(30)
        raise ValueError

    at_work = [asyncio.create_task(slices.aside(work)) for _ in range(2)]
    for _ in at_work:
        assert await asyncio.to_thread(begun.acquire, timeout=30)
    waiting = asyncio.create_task(slices.aside(ran.append, 1))
    await asyncio.sleep(0)
    try:
        for _ in range(3):
            for task in (*at_work, waiting):
                task.cancel()
            await asyncio.sleep(0)
        assert [task.done() for task in (*at_work, waiting)] == [False, False, True]
    finally:
        go_on.set()
    await asyncio.wait(at_work)
    assert all(task.cancelled() for task in (*at_work, waiting))
    assert not ran


async def test_large_commands_are_judged_beside_the_loop(toy_service, judged, monkeypatch):
    """Commands of many bytes are judged on a thread, small ones at once; the game is the same game to the end."""
    beside, on_loop = judged
    monkeypatch.setattr(rulings, "SLICE_SECONDS", 60.0)
    game = await toy_service.match()
    assert not beside
    assert on_loop
    monkeypatch.setattr(slices, "LARGE_BYTES", 0)
    on_loop.clear()
    await game.play_on("red", "blue")
    assert beside
    assert not set(on_loop) & set(beside)
    handler = toy_service.service.command_handler
    async with handler.locked(game.id) as session:
        played = session.game.dump()
    handler.sessions.clear()
    async with handler.locked(game.id) as session:
        assert session.game.dump() == played


async def some_moves(game):
    """Play on for two moves."""
    with pytest.raises(AssertionError, match="does not end"):
        await game.play_on("red", "blue", moves=2)


async def test_kinds_that_took_long_are_judged_beside_the_loop(toy_service, judged, monkeypatch):
    """A kind of command that has taken longer than a slice goes to a thread the next time, until that is long ago."""
    beside, on_loop = judged
    monkeypatch.setattr(rulings, "SLICE_SECONDS", 60.0)
    game = await toy_service.match()
    handler = toy_service.service.command_handler
    kinds = list(handler.rules_of("toy").handlers)
    await some_moves(game)
    assert not beside
    for kind in kinds:
        handler.rulings._note_seconds(kind, 72.0)
    on_loop.clear()
    await some_moves(game)
    assert beside
    assert not on_loop
    for kind in kinds * 3:
        handler.rulings._note_seconds(kind, 0.0)
    beside.clear()
    await some_moves(game)
    assert on_loop
    assert not beside


async def test_queries_are_answered_beside_the_loop(toy_service):
    """Odds may take long: they are worked out on a thread, and nobody changes the game meanwhile."""
    seen, loop = [], threading.get_ident()
    handler, game = toy_service.service.command_handler, await toy_service.match()

    def odds(state, viewer, question):
        locked = handler.sessions._locks[game.id].locked()
        seen.append((threading.get_ident() != loop, locked, viewer))
        return question

    converter = SimpleNamespace(to_struct=lambda request: request, to_pb=lambda value: value)
    plain: Any = SimpleNamespace(unary=lambda _method, call: call)
    nothing: Any = None
    rulesets: Any = SimpleNamespace(converter=converter)
    watch: Any = SimpleNamespace(seen=SeenGames(handler))
    served = GrpcHandlers(rulesets, handler, plain, nothing, nothing, watch)
    owner, request = Credential(Role.AUDITOR, "0" * 12, None, None), methods()["View"].request(game=game.id)
    assert await plain.unary(None, served._query("toy", odds))(owner, request) is request
    assert seen == [(True, True, SPECTATOR)]


async def test_offers_of_a_larger_game_are_worked_out_beside_the_loop(toy_service, monkeypatch):
    """What is known to be short in a small game is asked on a thread first, once the game has twice as many rows."""
    monkeypatch.setattr(slices, "SLICE_SECONDS", 30.0)
    beside: list[bool] = []
    loop = threading.get_ident()

    def noted(session, credential):
        beside.append(threading.get_ident() != loop)
        return real(session, credential)

    real = vars(handlers)["permitted"]
    monkeypatch.setattr(handlers, "permitted", noted)
    game = await toy_service.match()
    async with toy_service.service.command_handler.locked(game.id) as session:
        state = session.game
    for size, wanted in ((8, [True, False]), (9, [False]), (20, [True, False])):
        monkeypatch.setattr(type(state), "row_count", lambda _state, size=size: size)
        for _ in wanted:
            await game.call("Offers", "red")
        assert beside == wanted
        beside.clear()


async def test_work_of_a_kind_comes_to_the_loop_once_it_is_known_to_be_short():
    """A kind that is new is done on a thread; then on the loop, unless it has taken longer than a slice."""
    paced: slices.Paced[str] = slices.Paced()
    loop = threading.current_thread()
    assert await paced.work("short", threading.current_thread) is not loop
    assert await paced.work("short", threading.current_thread) is loop
    assert await paced.work("long", threading.current_thread) is not loop


async def test_work_that_takes_long_stays_beside_the_loop(monkeypatch):
    """Of a kind that took longer than a slice the next is done on a thread too; what it raises is raised."""
    monkeypatch.setattr(slices, "SLICE_SECONDS", 0.0)
    paced: slices.Paced[str] = slices.Paced()
    loop = threading.current_thread()
    assert [await paced.work("kind", threading.current_thread) is loop for _ in range(3)] == [False] * 3
    with pytest.raises(ZeroDivisionError):
        await paced.work("kind", lambda: 1 // 0)


async def test_work_at_once_that_fails():
    """Nothing goes on behind an error, which comes behind what was done together with it; nothing more is begun."""
    begun, ended, go_on = [], [], asyncio.Event()

    async def work(number):
        begun.append(number)
        if number == 1:
            go_on.set()
            raise ValueError(number)
        await go_on.wait()
        await asyncio.sleep(0.01)
        ended.append(number)
        return number

    given = []

    async def collect():
        async for number in slices.at_once(work, range(2 * slices.AT_ONCE)):
            given.append(number)  # noqa: PERF401 - what came before the error counts

    with pytest.raises(ValueError, match="1"):
        await collect()
    done = [number for number in range(slices.AT_ONCE) if number != 1]
    assert (begun, sorted(ended), given) == (list(range(slices.AT_ONCE)), done, done)


async def test_work_at_once_that_is_cancelled():
    """Whoever is cancelled goes on once all that was begun has ended."""
    ended, begun = [], asyncio.Event()

    async def work(number):
        try:
            begun.set()
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0.02 * number)
            ended.append(number)

    async def collect():
        return [number async for number in slices.at_once(work, range(3))]

    task = asyncio.create_task(collect())
    await begun.wait()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert sorted(ended) == [0, 1, 2]
