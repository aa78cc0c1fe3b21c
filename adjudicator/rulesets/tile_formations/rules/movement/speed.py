"""How a unit moves and how fast: the mode of its move, its speed with its reasons, and what that pays for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.model.options import ENGAGE
from adjudicator.rulesets.tile_formations.model.rows import Action
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.terrain.passage import impeded_clause

ROAD_BONUS = 2
CAUTIOUS_SPEED = 1
HALVE = "halve_move"
FIRST_MOVE = "first_move"
ANY_TERRAIN = ""
ALL = "all"
WHATEVER = 1_000_000  # more than any path costs


class MoveMode(NamedTuple):
    """How a unit moves: under which action, cautiously, on roads alone.

    `due` says that it has to leave the zones that it stands in, and `left` how many moves it has for it after this one.
    """

    action: str
    cautious: bool = False
    road_march: bool = False
    due: bool = False
    left: int = 0

    @property
    def engaging(self) -> bool:
        """Whether it may enter enemy zones to make contact (TF-ZOC-05)."""
        return self.action == ENGAGE

    def at_full_speed(self) -> MoveMode:
        """Give the same without caution."""
        return self._replace(cautious=False)


def move_mode(game: Game, unit: str, action: Action) -> MoveMode:
    """Say how a unit moves in the action under way."""
    row = game.units[unit]
    bound = unit in action.bound and not row.charged
    return MoveMode(action.action, row.cautious, action.road_march, bound, moves_to_leave(game, action.left))


def moves_to_leave(game: Game, left: int) -> int:
    """TF-ZOC-12 Count the moves after this one in which a unit may still leave a zone."""
    return 0 if game.options.leave_zone_by == FIRST_MOVE else left


# -- speed


def speed_of(game: Game, unit: str, mode: MoveMode, *, road: bool, impeded: str | None = None) -> Tally:
    """TF-MOVE-08 Work a unit's speed out: base speed, roads, halving, and last of all cautious movement.

    `impeded` is the terrain that slows the move down, None for none.
    """
    sheet = game.sheets[unit]
    speed = Tally.base(sheet.speed, "TF-MOVE-01")
    if mode.engaging and game.options.charge_moves != 1:
        speed = speed.times(game.options.charge_moves, "TF-CHARGE-01")
    if road:
        speed = speed.add(ROAD_BONUS, "TF-ROAD-04")
    if impeded is not None and game.options.impeded_mode == HALVE:
        speed = speed.set(_halved(speed.total), impeded_clause(game, sheet, impeded))
    if mode.cautious:
        speed = speed.at_most(CAUTIOUS_SPEED, "TF-DANGER-09")
    return speed


def _halved(speed: int) -> int:
    """TF-BARR-04 Halve a speed, rounded down; what can move at all keeps 1."""
    return max(min(1, speed), speed // 2)


class SpeedLimit(NamedTuple):
    """One way to spend speed: so many points, on roads alone, with or without terrain that slows down.

    `minimum` says that one tile may be entered whatever it costs (TF-DANGER-12).
    """

    points: int
    road: bool = False
    unimpeded: bool = False
    minimum: bool = False

    def pays(self, cost: int, *, single: bool) -> bool:
        """Tell whether it pays for so much, in a single step or in several."""
        return cost <= self.most(single=single)

    def most(self, *, single: bool) -> int:
        """Give the most that it pays for, in a single step or in several."""
        return most_paid(self.points, minimum=self.minimum and single)


def speed_limits(game: Game, unit: str, mode: MoveMode, *, road: bool) -> Iterator[SpeedLimit]:
    """TF-MOVE-08 List the ways to spend speed; how fast a unit is may depend on the whole of its path."""
    slowed, minimum = game.options.impeded_mode == HALVE, has_minimum_move(game, mode)
    yield SpeedLimit(speed_of(game, unit, mode, road=road).total, road, slowed, minimum)
    if slowed:
        yield SpeedLimit(speed_of(game, unit, mode, road=road, impeded=ANY_TERRAIN).total, road, minimum=minimum)


def has_minimum_move(game: Game, mode: MoveMode) -> bool:
    """TF-DANGER-12 Tell whether one tile may be entered whatever it costs: cautiously, or by option always."""
    return mode.cautious or game.options.minimum_move == ALL


def pays(speed: int, cost: int, *, minimum: bool) -> bool:
    """TF-MOVE-01 Compare cost and speed."""
    return cost <= most_paid(speed, minimum=minimum)


def most_paid(speed: int, *, minimum: bool) -> int:
    """TF-DANGER-12 Give the highest cost that a speed pays for; a minimum move may cost whatever it does."""
    return WHATEVER if minimum and speed >= 1 else speed
