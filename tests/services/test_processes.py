"""Several processes: what each has for itself, and what the supervisor does when one does not start."""

import asyncio
import signal
import sys

import pytest

from services import processes
from services.config import Config
from services.processes import Worker, of_process, serve_processes


@pytest.mark.parametrize(
    ("metrics", "found"), [("", ["", ""]), ("127.0.0.1:9100", ["127.0.0.1:9100", "127.0.0.1:9101"])]
)
def test_figures_are_at_a_port_of_each_process(tmp_path, metrics, found):
    """Each process shows its figures at the next port, so that none fails at one that is taken."""
    config = Config(data=tmp_path, metrics=metrics)
    assert [of_process(config, number).metrics for number in range(2)] == found


@pytest.mark.parametrize(("grace", "own"), [(10, 5), (7, 3), (1, 1)])
def test_each_process_has_half_of_the_grace(tmp_path, grace, own):
    """The processes end within half of the grace, so that all of them and then the store end within the whole."""
    assert of_process(Config(data=tmp_path, grace=grace), 1).grace == own


@pytest.mark.parametrize("grace", [1, 10])
def test_a_process_that_does_not_stop_leaves_time_for_the_store(tmp_path, grace):
    """A process that does not end is killed before all must have ended, with the shortest grace too."""
    worker = Worker((), of_process(Config(data=tmp_path, grace=grace), 0))
    assert worker._grace < grace + processes.LATE_SECONDS


async def test_a_start_that_fails_once_is_tried_again(monkeypatch, tmp_path):
    """A process that can not be started again for want of memory is started later."""
    tries = 0
    third = asyncio.Event()
    spawn = asyncio.create_subprocess_exec

    async def scarce(*command, **how):
        nonlocal tries
        tries += 1
        if tries == 2:
            raise BlockingIOError(11, "Resource temporarily unavailable")
        if tries == 3:
            third.set()
        return await spawn(*command, **how)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", scarce)
    monkeypatch.setattr(processes, "pauses", lambda: iter([0.01] * 100))
    worker = Worker((sys.executable, "-c", "print('ready')"), Config(data=tmp_path))
    task = asyncio.create_task(worker.run())
    await asyncio.wait_for(third.wait(), 60)
    assert not task.done()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


async def test_a_stop_while_the_store_starts(monkeypatch, tmp_path):
    """A signal ends the start of a store that takes for ever, and the countdown of the stop is that of its grace."""
    bounds = []

    async def never(_stack, _config):
        await asyncio.sleep(3600)

    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(processes, "_store", never)

    def on_signals(stop, grace):
        bounds.append(grace)
        asyncio.get_running_loop().call_later(0.2, stop)

    monkeypatch.setattr(processes, "on_signals", on_signals)
    tmp_path.chmod(0o700)
    try:
        config = Config(data=tmp_path, listen="127.0.0.1:0", processes=2, grace=1)
        await asyncio.wait_for(serve_processes(config), 30)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    assert bounds == [1 + processes.LATE_SECONDS]
