"""What is written behind a program is done in order, waited for where it is needed, and fails where it counts."""

import asyncio
import multiprocessing
import os
import subprocess
import sys
import threading
from typing import Any

import pytest

import adjudicator_client.evidence.disk
import adjudicator_client.wallet
import replays.wallet.disk
import replays.wallet.writing

GAME = b"game of a wallet"


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
    assert all(one.finished for one in begun)


async def test_a_fault_is_raised_where_it_is_waited_for(ways):
    """Nothing else is held up by it."""
    disk = ways.DiskThread()
    failed, other = disk.begin(full), disk.begin(lambda: None)
    await ways.done(other)
    with pytest.raises(OSError, match="no room"):
        await ways.done(failed)


async def test_who_does_not_wait_any_more_ends_nothing(ways):
    """What is under way is finished, and so are what had not begun yet and what comes after."""
    free, seen, disk = threading.Event(), list[str](), ways.DiskThread()
    first = disk.begin(lambda: None if free.wait(30) else full())
    second = disk.begin(lambda: seen.append("second"))
    waiting = [asyncio.create_task(ways.done(one)) for one in (first, second)]
    await asyncio.sleep(0.01)
    for task in waiting:
        task.cancel()
    await asyncio.wait(waiting)
    free.set()
    await ways.done(disk.begin(lambda: None))
    assert first.finished
    assert first.fault is None
    assert (second.finished, seen) == (True, ["second"])


async def test_two_who_wait_for_one(ways):
    """Both go on once it is finished, and both are told of its fault."""
    free, disk = threading.Event(), ways.DiskThread()
    begun = disk.begin(lambda: full() if free.wait(30) else None)
    waiting = [asyncio.create_task(ways.done(begun)) for _ in range(2)]
    await asyncio.sleep(0.01)
    free.set()
    for found in await asyncio.gather(*waiting, return_exceptions=True):
        assert isinstance(found, OSError)


async def test_a_thread_that_has_nothing_to_do_ends(ways):
    """It is begun anew with the next thing to do."""
    disk, threads = ways.DiskThread(idle=0.001), list[threading.Thread]()
    for _ in range(3):
        await ways.done(disk.begin(lambda: threads.append(threading.current_thread())))
        threads[-1].join(30)
        assert not threads[-1].is_alive()
    assert len(threads) == 3


async def test_what_comes_while_the_thread_is_about_to_end_is_done(ways):
    """A thread that has waited in vain looks once more: nothing that was begun is left lying."""
    disk, begun = ways.DiskThread(idle=0.001), ways.Begun(lambda: None)
    with disk._starting:
        thread = disk._thread = disk._start()
        await asyncio.sleep(0.1)  # it has waited in vain by now, and waits to say so
        disk._asked.put(begun)
    await asyncio.to_thread(thread.join, 30)
    assert begun.finished


async def test_where_there_can_be_no_thread(ways, monkeypatch):
    """That is told to whoever waits for the disk, and to nobody who begins; the next thing is done again."""
    disk, seen = ways.DiskThread(), list[str]()
    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", no_thread)
        failed = disk.begin(lambda: seen.append("first"))
    with pytest.raises(OSError, match="let this program have more"):
        await ways.done(failed)
    await ways.done(disk.begin(lambda: seen.append("second")))
    assert seen == ["second"]


def no_thread(_thread: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def test_an_event_loop_that_is_closed_holds_nothing_up(ways):
    """Who waited in it is gone; what comes after is done."""
    free, disk = threading.Event(), ways.DiskThread()

    async def wait_and_leave() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(ways.done(disk.begin(lambda: None if free.wait(30) else full())), 0.01)

    with asyncio.Runner() as runner:
        runner.run(wait_and_leave())
    free.set()
    after = threading.Event()
    disk.begin(after.set)
    assert after.wait(30)


@pytest.mark.skipif(os.name != "posix", reason="no fork")
async def test_a_program_that_was_forked_has_a_thread_of_its_own(ways):
    """That of the program before is not there; what waited for it is done once, in the program before."""
    free, disk = threading.Event(), ways.DiskThread()
    read, write = os.pipe()
    busy = disk.begin(lambda: None if free.wait(60) else full())
    waits = disk.begin(lambda: os.write(write, b"x") and None)
    with disk._starting:
        child = forked(lambda: written_here(disk))
    child.start()
    await ended(child)
    free.set()
    await ways.done(busy)
    await ways.done(waits)
    assert os.read(read, 9) == b"x"
    os.close(read)
    os.close(write)


@pytest.mark.skipif(os.name != "posix", reason="no fork")
@pytest.mark.parametrize("kind", [replays.wallet.writing.WalletFile, adjudicator_client.wallet.Wallet])
async def test_a_program_that_was_forked_while_the_disk_was_written(tmp_path, monkeypatch, kind):
    """It writes to the disk itself, and does not wait for the thread of the program before."""
    asked, free, path, fsync = threading.Event(), threading.Event(), tmp_path / "red.wallet", os.fsync
    wallet = kind(path, GAME) if kind is replays.wallet.writing.WalletFile else kind(GAME, path)

    def held(number: int) -> None:
        asked.set()
        assert free.wait(60)
        fsync(number)

    monkeypatch.setattr(os, "fsync", held)
    begun = replays.wallet.disk.DiskThread().begin(wallet.put_on_disk)
    assert await asyncio.to_thread(asked.wait, 30)
    monkeypatch.setattr(os, "fsync", fsync)
    child = forked(wallet.put_on_disk)
    child.start()
    await ended(child)
    free.set()
    await replays.wallet.disk.done(begun)
    wallet.close()


def written_here(disk: Any) -> None:
    written = threading.Event()
    disk.begin(written.set)
    assert written.wait(20)


def forked(act: Any) -> Any:
    return multiprocessing.get_context("fork").Process(target=act)


async def ended(child: Any) -> None:
    """Wait for a program to have ended well."""
    await asyncio.to_thread(child.join, 30)
    child.kill()
    assert child.exitcode == 0


def test_a_program_that_ends_waits_for_no_disk(tmp_path):
    """Its lines are the system's by then, whole; that it did not wait for them is its own affair."""
    path = tmp_path / "red.wallet"
    program = [sys.executable, "-c", ENDING, path, GAME.decode()]
    done = subprocess.run(program, timeout=60, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (3, "", "")
    assert path.read_bytes().splitlines()[1:] == [b'{"kind":"later","n":%d}' % number for number in range(50)]


ENDING = """
import os, sys, threading
from pathlib import Path
from replays.wallet.disk import DiskThread
from replays.wallet.writing import WalletFile

wallet, disk, asked = WalletFile(Path(sys.argv[1]), sys.argv[2].encode()), DiskThread(), threading.Event()
os.fsync = lambda _: asked.set() or threading.Event().wait()
for number in range(50):
    wallet.add("later", n=number)
    disk.begin(wallet.put_on_disk)
asked.wait()
sys.exit(3)
"""
