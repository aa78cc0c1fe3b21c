"""What estimates refuse, against what the commands that they estimate are refused for.

An estimate is told if and only if its command is accepted; else both are refused under the same clause for the same
reason. What an estimate supposes on purpose is named by the law of its test, reason by reason: a command may be refused
for such a reason, and its odds are told all the same, or refused for what would be found wrong next. So are the
limits that an estimate has alone: it speaks of them only where nothing that it asks for is wrong with the command.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import Party, is_seat
from adjudicator.kernel.sampling import words_of
from tests.kit import Table
from tests.odds_by_play.harness import STATES, positions

STEPS = 260
SELDOM = 0.25

EVERY_GAME = pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 1 + STATES))]
)


class Question(NamedTuple):
    """An estimate, the command that it estimates, who gives it, and who asks, if that is somebody else."""

    query: str
    request: Struct
    command: Struct
    seat: Party
    asker: Party | None = None


class Law(NamedTuple):
    """What an estimate supposes: reasons that only its command is refused for; `alone` are reasons of it alone.

    `asked` turns it round: the estimate asks for these reasons, and supposes every other one.
    """

    supposed: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()
    asked: frozenset[str] | None = None

    def supposes(self, reason: str) -> bool:
        """Tell whether a reason of the command is not looked for."""
        return reason in self.supposed if self.asked is None else reason not in self.asked


EXACTLY = Law()


def refusal_of_estimate(table: Table, question: Question) -> Fault | None:
    """Give the first thing that an estimate is refused for."""
    asker = question.seat if question.asker is None else question.asker
    try:
        table.rules.queries[question.query](table.game, asker, question.request)
    except Rejected as refusal:
        return refusal.faults[0]
    return None


def check(table: Table, question: Question, law: Law = EXACTLY, *, there: Table | None = None) -> str:
    """Compare an estimate with its command; gives the command's reason, empty for what is accepted.

    The command is given `there`, where that is another position. Raises AssertionError where they do not go together.
    """
    faults = (there or table).refused(question.command, question.seat)
    ruled, told = faults[0] if faults else None, refusal_of_estimate(table, question)
    assert _go_together(ruled, told, law), (
        f"{question.query}: the estimate says {told}, the command {ruled}\n{question.request}\n{question.command}"
    )
    return "" if ruled is None else ruled.reason


def _go_together(ruled: Fault | None, told: Fault | None, law: Law) -> bool:
    if told is not None and told.reason in law.alone:
        return ruled is None or law.supposes(ruled.reason)
    if ruled is None or told is None:
        return told is None and (ruled is None or law.supposes(ruled.reason))
    same = (ruled.clause, ruled.reason) == (told.clause, told.reason)
    return same or (law.supposes(ruled.reason) and not law.supposes(told.reason))


def walk(path: str, seed: int, *kinds: str) -> Iterator[tuple[Table, Party, Random]]:
    """Go through the positions of a random game that ask a seat one of these questions, with its seat and chance."""
    number = 0
    for table in positions(path, seed, most=STEPS):
        top = table.window
        if top is not None and top.kind in kinds and is_seat(top.asks[0]):
            yield table, top.asks[0], Random(f"{seed}/{number}")
            number += 1


def offered(table: Table, seat: Party, command: str, field: str) -> list[str]:
    """List the words that offers of a command have for a field."""
    rows = [row for row in table.offers(seat) if row.command == command]
    return sorted({word for row in rows for word in words_of(row.fields, field) if word})


def mostly(chance: Random, likely: Iterable[Any], others: Iterable[Any]) -> Any:
    """Draw one of what is likely, seldom, or for want of it, one of the others."""
    rows, rest = list(likely), list(others)
    return chance.choice(rest) if not rows or chance.random() < SELDOM else chance.choice(rows)
