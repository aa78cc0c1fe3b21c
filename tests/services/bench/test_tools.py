"""Tools beside the bench, small: what they measure has to be the real thing."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import grpc
import pytest

from services.bench import against, limits, overload
from services.bench.against import NotMeasured, checked_out, compare, figures_of
from services.bench.dearest import LARGE_NUMBER, Inflater, StepTimer, search
from services.bench.limits import PAGE, PLACES, _quickest, long_game, long_list, memory_of
from services.bench.load import running_process
from services.bench.native import NoGo, baseline, build, processor_seconds
from services.bench.overload import DEADLINE, Served, Spans, drive
from services.rpc.access.statuses import overload_details
from services.rpc.methods import methods_of
from tests.verifier.golang import needs_go


async def test_the_longest_step():
    """The longest step of the event loop is found, and waiting is none."""
    with StepTimer() as timer:
        await asyncio.sleep(0.05)
    waited = timer.longest
    with StepTimer() as timer:
        await asyncio.sleep(0)
        until = time.thread_time() + 0.1
        while time.thread_time() < until:
            pass
        await asyncio.sleep(0)
    assert timer.longest >= 0.1 > waited
    assert "timed" not in asyncio.events.Handle._run.__qualname__


def test_inflated_requests():
    """Requests are made as long as their method takes them, with the ids of the game and large numbers."""
    method = methods_of("wargame.grinding_annihilation.v1.Play")["EstimateAttack"]

    def name_game(message):
        message.game = b"g" * 16

    ways = dict(Inflater(["id-1", "id-2"]).ways(method, method.request(), name_game))
    longest: dict[str, Any] = {way: method.request.FromString(data) for way, data in ways.items()}
    assert method.most // 4 < len(ways["lists"]) <= method.most
    assert {message.game for message in longest.values()} == {b"g" * 16}
    assert len(longest["as it is"].weapons) == 0 < len(longest["lists"].weapons)
    assert "id-1" in str(longest["lists of ids"])
    assert str(LARGE_NUMBER) in str(longest["lists and numbers"])


@pytest.mark.long
async def test_a_search_for_the_dearest():
    """The search sends requests at legal states, and gives the dearest first."""
    found = await search("tile_formations", 1, 30, 1)
    assert [row.step for row in found] == sorted((row.step for row in found), reverse=True)
    assert {"MusterArmy"} <= {row.method for row in found}
    assert all(row.step > 0 for row in found)


@pytest.mark.slow
async def test_a_long_game(monkeypatch):
    """A game goes on to as many entries as are asked for, and its commands are timed on the way."""
    monkeypatch.setattr(limits, "LOOKED_AT", 20)
    found = await long_game(PLACES[0])
    assert list(found) == [PLACES[0]]
    assert found[PLACES[0]] > 0


def test_the_quickest_group():
    """Of the groups the one with the least mean counts."""
    assert _quickest([9, 9, 1, 3, 8, 8, 7, 7, 9, 9]) == 2


@pytest.mark.slow
async def test_a_long_list(monkeypatch):
    """Both lists are read, the short one and the whole one of two pages, that twice."""
    monkeypatch.setattr(limits, "SETUP_AT_ONCE", 4)
    found = await long_list(PAGE + 6)
    assert len(found) == 3
    assert all(took > 0 for took in found.values())


@pytest.mark.slow
async def test_memory_of_a_battle():
    """A battle holds memory, played or loaded, and neither is nothing."""
    live, loaded = await memory_of("tile_formations")
    assert live > 50_000
    assert loaded > 50_000


def test_figures_of_another_revision():
    """Figures are found under the names that they had, and what is missing is left out."""
    old = {"floor": {"1": {"rate": 10}}, "again": {"rate": 5}, "ratio_64": 0.25}
    assert figures_of(old) == {
        "baseline, 1 in flight, a second": 10,
        "re-adjudication, commands a second": 5,
        "service / baseline, 64 in flight": 0.25,
    }


def test_in_turns(monkeypatch, tmp_path):
    """This tree and the other are measured in turns, and medians are compared."""
    rates, seen = iter([10, 2, 30, 4, 20, 6]), []

    def run_in(tree, ruleset, commands):
        seen.append(tree == against.HERE)
        return {"audit": {"rate": next(rates)}}

    monkeypatch.setattr(against, "run_in", run_in)
    monkeypatch.setattr(against, "_git", lambda *_words: None)
    found = compare("HEAD", "antares", 10, 3, lambda _text: None)
    assert seen == [True, False] * 3
    assert found == {"re-adjudication, commands a second": (20, 4)}


def test_no_such_revision():
    """A revision that there is not is named, and leaves nothing behind."""
    with pytest.raises(NotMeasured, match="no-such-revision"), checked_out("no-such-revision"):
        pass


@pytest.mark.long
@needs_go
async def test_a_load_that_is_not_python(tmp_path):
    """The load generator is built, its requests are all served, and their processor time is seen."""
    program = build(tmp_path)
    (tmp_path / "floor").mkdir()
    found = await baseline(program, tmp_path / "floor")
    assert found["baseline, 64 in flight"] > 0
    assert found["baseline, processor ms a request"] > 0
    assert processor_seconds(os.getpid()) > 0


def test_without_go(monkeypatch, tmp_path):
    """Where Go is missing that is said."""
    monkeypatch.setattr("services.bench.native.shutil.which", lambda _name: str(tmp_path / "none"))
    with pytest.raises(NoGo, match="Go is missing"):
        build(tmp_path)


async def test_a_server_that_does_not_start():
    """It is named; and what went wrong meanwhile is told where it has ended long before it would be stopped."""
    with pytest.raises(OSError, match="did not start"):
        await ended("pass")
    with pytest.raises(ZeroDivisionError):
        await ended("print('ready')")


async def ended(program: str) -> None:
    """Run a program until it has ended, and fail then."""
    async with running_process(sys.executable, "-c", program) as number:
        with suppress(ProcessLookupError):
            while True:
                os.kill(number, 0)
                await asyncio.sleep(0.01)
        raise ZeroDivisionError


@pytest.mark.long
@needs_go
async def test_driven_callers(tmp_path, monkeypatch):
    """Callers give each call a deadline, come again when they are told to, and count what is answered in time."""
    came: dict[bytes, list[float]] = {}
    measured = asyncio.Event()

    def processor(number: int) -> float:
        # asked for when the measurement begins: what is refused before then is not counted
        measured.set()
        return processor_seconds(number)

    async def answer(request: bytes, context: Any) -> bytes:
        came.setdefault(request, []).append(time.monotonic())
        assert 0 < context.time_remaining() <= DEADLINE
        if len(came[request]) == 1:
            await measured.wait()
            context.set_trailing_metadata((("grpc-status-details-bin", overload_details(5)),))
            await context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "later")
        await asyncio.sleep(0.01)
        return b""

    monkeypatch.setattr(overload, "processor_seconds", processor)
    program = await asyncio.to_thread(build, tmp_path)
    async with serving(answer, address := f"unix:{tmp_path}/socket"):
        nobody: Any = None
        served = Served(address, os.getpid(), nobody, "")
        jobs = [[("/some.Service/Do", name, "")] for name in (b"one", b"two")]
        tally, answers = await drive(program, tmp_path, served, jobs, again=True, spans=Spans(0, 2))
        assert all(times[1] - times[0] >= 0.5 for times in came.values())
        assert (tally.refused, tally.failed, sum(answers)) == (2, 0, tally.answered)
        assert min(answers) > 3
        assert 1 <= tally.open_most <= 2
        assert tally.seconds >= 2
        with pytest.raises(RuntimeError, match="anything more to send"):
            await drive(program, tmp_path, served, jobs, again=False, spans=Spans(0, 2))


@asynccontextmanager
async def serving(answer: Any, address: str) -> AsyncIterator[None]:
    """Serve one method, and stop whatever happens: one that is left would be ended amid later tests."""
    server = grpc.aio.server()
    handler: Any = grpc.unary_unary_rpc_method_handler(answer)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("some.Service", {"Do": handler}),))
    server.add_insecure_port(address)
    await server.start()
    try:
        yield
    finally:
        await server.stop(0)
