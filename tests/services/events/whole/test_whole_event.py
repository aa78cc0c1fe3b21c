"""Events from creation to results over gRPC, with clocks on, and the service killed in between."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from adjudicator.kernel.protocol.roles import SEAT_ROLE
from services.rpc.wire_values import span_of
from tests.program import PATIENCE
from tests.services.events.whole.acts import ACTS, NEEDS, appeal_upheld, call, come, concession, flag_fall, no_show
from tests.services.events.whole.event import RULESETS, WholeEvent
from tests.services.events.whole.steps import NotHere, give_up
from tests.services.events.whole.stream import Followed
from tests.services.events.whole.table import SIGNING
from wargame.v1 import protocol_pb2, terms_pb2

# time of each seat where everybody leaves, and what is done before that
BANK_MS, SET_UP = 10_000, 4


class Program:
    """The service as a user starts it, which can be killed and started again at the same address."""

    def __init__(self, data: Path) -> None:
        # no port, which another program might have taken when it starts again
        self.data, self.address = data, f"unix:{data}/service.sock"

    def start(self, earlier: str = "") -> None:
        """Start it, and wait until it serves; with an earlier edition of a ruleset, where one is named."""
        words = ["services.cli", "serve", "--listen", self.address, "--data", str(self.data), "--log-level", "error"]
        if earlier:
            words = ["tests.services.events.earlier_release", earlier, str(self.data), self.address]
        self.process = subprocess.Popen([sys.executable, "-m", *words], stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("adjudicator serves at "), line

    def end(self, how: int = signal.SIGTERM) -> None:
        """End it."""
        self.process.send_signal(how)
        self.process.wait(PATIENCE)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def restart(self) -> None:
        """Kill it in the middle of whatever it does, and start it again."""
        self.end(signal.SIGKILL)
        self.start()


@contextmanager
def served(data: Path, earlier: str = "") -> Iterator[Program]:
    program = Program(data)
    program.start(earlier)
    try:
        yield program
    finally:
        program.end()


def event_of(
    program: Program, persons: int, rulesets: tuple[str, ...], *, signed: bool = False, **games: Any
) -> WholeEvent:
    owner = (program.data / "owner.token").read_text().strip()
    return WholeEvent(program.address, owner, persons, rulesets, signed=signed, restart=program.restart, **games)


@pytest.mark.slow
def test_a_small_event(tmp_path):
    """Four players, one round, a call and an appeal: games close by themselves, pass the audit, and are exported."""
    with served(tmp_path) as program:
        event = event_of(program, 4, ("tile_formations", "antares"), signed=True)
        stream = Followed(event)
        first, second = event.open_round(1)
        call(first)
        appeal_upheld(second)
        for table in (first, second):
            table.close()
            assert table.check() > {SEAT_ROLE}, "nobody but the seats has signed"
        stream.check(event.tables)
        event.check_results()
        event.check_log()


@pytest.mark.long
@pytest.mark.timeout(600)
def test_an_event_that_is_left_alone(tmp_path):
    """Banks run out, silence is taken for all that is asked from then on, and each book ends its game as it says.

    No seat does anything after the set-up, and none appeals: games reach their results and close by themselves.
    """
    bank, least = span_of(BANK_MS), span_of(1)
    clock = terms_pb2.ClockTerms(bank=bank, on_flag=terms_pb2.ON_FLAG_DEFAULTS_GAME, after_flag=least, grace=least)
    with served(tmp_path) as program:
        event = event_of(program, 2 * len(RULESETS), RULESETS, clock=clock)
        stream = Followed(event)
        tables = event.open_round(1)
        for table in tables:
            table.begin().walk(SET_UP)
        for table in tables:
            table.leave()
            table.close()
        for table in tables:
            assert table.events("FlagFell"), table.ruleset
            found = table.facts().result
            assert found.by == protocol_pb2.RESULT_BY_RULES, (table.ruleset, found)
            assert table.events("AppealLodged") == []
            table.check()
        stream.check(event.tables)
        event.check_results()
        event.check_log()


@pytest.mark.long
@pytest.mark.timeout(900)
def test_a_whole_event(tmp_path):
    """Sixteen players who sign, four rulesets, three rounds: every act at least once, the service killed in each round.

    Where chance leaves no place for an act in a game, the next one has it.
    """
    with served(tmp_path, earlier=RULESETS[1]) as program:
        event = event_of(program, 16, RULESETS, signed=True)
        stream = Followed(event)
        left, done = list(ACTS), set()
        for number in (1, 2, 3):
            *tables, last = event.open_round(number, absent=True)
            there = [0] if number == 2 else []
            for seat in there:
                come(last, seat)
            for table in tables:
                fits = [act for act in left if NEEDS.get(act, table.ruleset) == table.ruleset]
                act = fits[0] if fits else concession
                left = [other for other in left if other is not act]
                try:
                    act(table)
                    done.add(act)
                except NotHere:
                    left.insert(0, act)
                    give_up(table, 0)
            no_show(last, *there)
            for table in tables:
                if table.is_silent:
                    flag_fall(table)
            if number > 1:
                program.restart()
            for table in (*tables, last):
                table.close()
        assert [act.__name__ for act in ACTS if act not in done] == []
        stream.check(event.tables)
        assert set().union(*(table.check() for table in event.tables)) == SIGNING
        event.check_results()
        event.check_log()
