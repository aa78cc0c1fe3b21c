"""Events from creation to results over gRPC, with clocks on, and the service killed in between."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.program import PATIENCE
from tests.services.conftest import free_ports
from tests.services.events.whole_acts import ACTS, NotHere, appeal_upheld, call, give_up, no_show
from tests.services.events.whole_event import RULESETS, WholeEvent


class Program:
    """The service as a user starts it, which can be killed and started again at the same address."""

    def __init__(self, data: Path) -> None:
        (port,) = free_ports(1)
        self.data, self.address = data, f"127.0.0.1:{port}"

    def start(self) -> None:
        """Start it, and wait until it serves."""
        words = ["serve", "--listen", self.address, "--data", str(self.data), "--log-level", "error"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "services.cli", *words], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("adjudicator serves at "), line

    def end(self, how: int = signal.SIGTERM) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def served(data: Path) -> Iterator[Program]:
    program = Program(data)
    program.start()
    try:
        yield program
    finally:
        program.end()


def event_of(program: Program, persons: int, rulesets: tuple[str, ...]) -> WholeEvent:
    return WholeEvent(program.address, (program.data / "owner.token").read_text().strip(), persons, rulesets)


@pytest.mark.slow
def test_a_small_event(tmp_path):
    """Four players, one round, a call and an appeal: games close by themselves, pass the audit, and are exported."""
    with served(tmp_path) as program:
        event = event_of(program, 4, ("tile_formations", "antares"))
        first, second = event.open_round(1)
        call(first)
        appeal_upheld(second)
        for table in (first, second):
            table.close()
            table.check()
        event.check_results()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_whole_event(tmp_path):
    """Sixteen players, four rulesets, three rounds: every act once or more, and the service is killed in each round."""
    with served(tmp_path) as program:
        event = event_of(program, 16, RULESETS)
        left, done = [*ACTS, *ACTS], set()
        for number in (1, 2, 3):
            *tables, last = event.open_round(number, absent=True)
            for place, table in enumerate(tables):
                act = left.pop(0)
                try:
                    act(table)
                    done.add(act)
                except NotHere:
                    left.append(act)
                    give_up(table, 0)
                if place == 3:
                    program.end(signal.SIGKILL)
                    program.start()
            no_show(last)
            for table in (*tables, last):
                table.close()
        assert [act.__name__ for act in ACTS if act not in done] == []
        for table in event.tables:
            table.check()
        event.check_results()
