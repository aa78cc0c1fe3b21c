"""When it is enough: a sequential probability ratio test of a share of wins, game by game in their order.

It is stated in the plan before the first game. A game counts when all before it are known, however many workers play
and whichever is done first, so that the same plan always stops at the same game.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import Struct

from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import FIRST, SEATS, SIDES, Plan, Stop

NULL, ALTERNATIVE, OPEN = "null", "alternative", ""
WON, LOST, DRAWN = 1.0, 0.0, 0.5
_SEATS: Final = {name: seat for seat, name in enumerate(SEATS)}


class Course(Struct, frozen=True):
    """A test as far as it went: the log of the ratio after each game that was won or lost, and what it decided."""

    path: tuple[float, ...]
    lower: float
    upper: float
    decision: str


def measured_seat(plan: Plan, row: GameRow) -> int | None:
    """Give the seat whose wins are counted; None where it is not known who was first."""
    if plan.of == FIRST:
        return row.first
    return row.sides.index(plan.of) if plan.of in SIDES else _SEATS[plan.of]


def points_of(plan: Plan, row: GameRow) -> float | None:
    """Give 1 for a win of whom the plan is about, 0 for a loss, a half for a draw; None where the game says nothing."""
    seat = measured_seat(plan, row)
    if row.failed or seat is None:
        return None
    if len(row.winners) != 1:
        return DRAWN
    return WON if row.winners[0] == seat else LOST


def bounds(stop: Stop) -> tuple[float, float]:
    """Give the logarithms at which the test decides for `null` and for `alternative`.

    Wald's usual ones, with 1 - beta and 1 - alpha in them, hold the error rates only nearly; these hold them where all
    games have one share.
    """
    return math.log(stop.beta), -math.log(stop.alpha)


def course_of(stop: Stop, results: Iterable[float]) -> Course:
    """Run the test over games in their order, up to its decision; draws say nothing for either side."""
    lower, upper = bounds(stop)
    won = math.log(stop.alternative / stop.null)
    lost = math.log((1 - stop.alternative) / (1 - stop.null))
    path: list[float] = []
    decision, ratio = OPEN, 0.0
    for result in results:
        if result == DRAWN:
            continue
        ratio += won if result == WON else lost
        path.append(ratio)
        if ratio >= upper or ratio <= lower:
            decision = ALTERNATIVE if ratio >= upper else NULL
            break
    return Course(tuple(path), lower, upper, decision)


class SettingRows:
    """The games of one setting as they come in, put in their order; `done` says that no more are needed."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.counted: list[GameRow] = []
        self._waiting: dict[int, GameRow] = {}
        self._taken = 0
        self._ratio = 0.0
        self.decision = OPEN

    def add(self, row: GameRow) -> None:
        """Take a game, in whatever order it was done."""
        self._waiting[row.index] = row
        while self._taken in self._waiting:
            self._count(self._waiting.pop(self._taken))
            self._taken += 1

    def _count(self, row: GameRow) -> None:
        if self.decision:
            return
        self.counted.append(row)
        result = points_of(self.plan, row)
        if self.plan.stop is None or result is None:
            return
        step = course_of(self.plan.stop, [result]).path
        self._ratio += sum(step)
        lower, upper = bounds(self.plan.stop)
        if self._ratio >= upper or self._ratio <= lower:
            self.decision = ALTERNATIVE if self._ratio >= upper else NULL

    @property
    def done(self) -> bool:
        """Whether this setting needs no more games."""
        return bool(self.decision) or len(self.counted) >= self.plan.per_setting


class Progress:
    """The games of a plan as they come in; tells which are to be played, and which count."""

    def __init__(self, plan: Plan, rows: Sequence[GameRow] = ()) -> None:
        self.plan = plan
        self.settings = {setting.name: SettingRows(plan) for setting in plan.settings}
        self.known: set[int] = set()
        for row in rows:
            self.add(row)

    def add(self, row: GameRow) -> None:
        """Take a game."""
        self.known.add(row.number)
        self.settings[row.setting].add(row)

    def due(self, number: int) -> bool:
        """Tell whether a game is still to be played."""
        setting = self.plan.settings[(number - 1) % len(self.plan.settings)].name
        return number not in self.known and not self.settings[setting].done

    @property
    def counted(self) -> dict[str, list[GameRow]]:
        """Give the games that count, by setting, in their order."""
        return {name: rows.counted for name, rows in self.settings.items()}
