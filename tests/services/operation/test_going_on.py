"""Work that goes on without its caller: until the service stops, and no longer than that may take."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import pytest

from services.operation.going_on import GoingOn


async def test_what_is_not_over_is_left_alone_or_cut_off() -> None:
    """Whoever only waits leaves what is not over at work; whoever closes cuts it off."""
    going_on, gate = GoingOn(), asyncio.Event()
    task = going_on.begin(gate.wait())
    await going_on.wait(0.01)
    assert not task.done()
    assert not task.cancelling()
    await going_on.aclose(0)
    assert task.cancelled()


async def test_work_outlives_its_caller() -> None:
    """A caller who leaves takes nothing with him; one who stays gets what the work gives, or raises."""
    going_on, gate, done = GoingOn(), asyncio.Event(), list[str]()

    async def work(word: str) -> str:
        await gate.wait()
        done.append(word)
        if word == "bad":
            raise ValueError(word)
        return word

    leaves, stays, fails = (asyncio.create_task(going_on.to_its_end(work(word))) for word in ("one", "two", "bad"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    leaves.cancel()
    gate.set()
    assert await stays == "two"
    with pytest.raises(ValueError, match="bad"):
        await fails
    assert leaves.cancelled()
    assert done == ["one", "two", "bad"]


async def test_a_stop_while_many_verbs_wait_for_the_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verbs that do not end at once are cut off together, so that the stop takes no longer for many than for one."""
    monkeypatch.setattr("services.operation.going_on.END_SECONDS", 60.0)
    going_on, cut = GoingOn(), list[int]()

    async def verb(number: int) -> None:
        for _ in range(4):  # what it leaves waits for the store too
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(100)
            cut.append(number)

    calls = [asyncio.create_task(going_on.to_its_end(verb(number))) for number in range(20)]
    await asyncio.sleep(0.05)
    for call in calls:
        call.cancel()
    await going_on.aclose(0)
    # each has been cut off once before any is cut off again
    assert (sorted(cut[:20]), len(cut)) == (list(range(20)), 80)
    assert going_on._tasks == set()
