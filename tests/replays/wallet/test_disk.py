"""What is written behind a program is done in order, waited for where it is needed, and fails where it counts."""

import asyncio
import multiprocessing
import os
import threading
from typing import Any

import pytest

import adjudicator_client.evidence.disk
import replays.wallet.disk


@pytest.fixture(params=[replays.wallet.disk, adjudicator_client.evidence.disk], ids=["our own", "the client's"])
def ways(request: pytest.FixtureRequest) -> Any:
    return request.param


def full() -> None:
    raise OSError("no room")


async def test_nothing_is_waited_for_before_it_is_needed(ways):
    """What was begun goes on beside the event loop, and whoever waits for it goes on once it is done."""
    free, disk = threading.Event(), ways.DiskThread()
    begun = disk.begin(lambda: None if free.wait(30) else full())
    waiting = asyncio.create_task(ways.done(begun))
    await asyncio.sleep(0.01)
    assert not waiting.done()
    free.set()
    await waiting
    await ways.done(begun)


async def test_one_after_the_other(ways):
    """Things are done in the order in which they were begun, and never two at once."""
    seen, disk = list[int](), ways.DiskThread()
    begun = [disk.begin(lambda number=number: seen.append(number)) for number in range(100)]
    await ways.done(begun[-1])
    assert seen == list(range(100))
    assert all(one.done() for one in begun)


async def test_a_fault_is_raised_where_it_is_waited_for(ways):
    """Nothing else is held up by it."""
    disk = ways.DiskThread()
    failed, other = disk.begin(full), disk.begin(lambda: None)
    await ways.done(other)
    with pytest.raises(OSError, match="no room"):
        await ways.done(failed)


async def test_who_does_not_wait_any_more_ends_nothing(ways):
    """What is under way is finished, and so is what comes after."""
    free, disk = threading.Event(), ways.DiskThread()
    first = disk.begin(lambda: None if free.wait(30) else full())
    second = disk.begin(lambda: None)
    waiting = [asyncio.create_task(ways.done(one)) for one in (first, second)]
    await asyncio.sleep(0.01)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    free.set()
    await ways.done(disk.begin(lambda: None))
    assert first.result() is None
    assert second.cancelled()


async def test_a_thread_that_has_nothing_to_do_ends(ways):
    """It is begun anew with the next thing to do."""
    disk, threads = ways.DiskThread(idle=0.001), list[threading.Thread]()
    for _ in range(3):
        await ways.done(disk.begin(lambda: threads.append(threading.current_thread())))
        threads[-1].join(30)
        assert not threads[-1].is_alive()
    assert len(threads) == 3


@pytest.mark.skipif(os.name != "posix", reason="no fork")
async def test_a_program_that_was_forked_has_a_thread_of_its_own(ways):
    """That of the program before is not there."""
    disk = ways.DiskThread()
    await ways.done(disk.begin(lambda: None))
    child = multiprocessing.get_context("fork").Process(target=lambda: disk.begin(lambda: None).result(20))
    child.start()
    await asyncio.to_thread(child.join, 60)
    assert child.exitcode == 0
