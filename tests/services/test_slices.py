"""Long work in slices: whoever else wants the event loop gets it in between."""

from __future__ import annotations

import asyncio

import pytest

from services import slices
from tests.services.fixtures import serve_toy


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


async def test_short_work_is_not_cut():
    """Work that is over within a slice gives no turns away."""

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
