"""The exact odds of dangerous terrain on a path, test by test (TF-DANGER-03); those of shooting beside them."""

from __future__ import annotations

from operator import add

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, combined, die, follow, mapped, sum_of
from adjudicator.rulesets.tile_formations.chances import numbers, told
from adjudicator.rulesets.tile_formations.course import ENGAGE, Barred, Course, Manner
from adjudicator.rulesets.tile_formations.danger import DIE, FULL, SIDES
from adjudicator.rulesets.tile_formations.leaving import course_of
from adjudicator.rulesets.tile_formations.odds_shooting import estimate_shooting
from adjudicator.rulesets.tile_formations.paths import ADVANCE, Way, judge, manner_of
from adjudicator.rulesets.tile_formations.reach import way_tests
from adjudicator.rulesets.tile_formations.reports.messages import DangerOdds, EstimateDangerRequest, ReachTest
from adjudicator.rulesets.tile_formations.state import Game


def estimate_danger(game: Game, _party: Party, request: EstimateDangerRequest) -> DangerOdds:
    """TF-DANGER-03 Reckon what dangerous terrain does to a unit that goes along a path.

    The path is judged as in the move that is open to the unit, else as in an advance or a charge. Raises Unknown for a
    unit that there is not, Rejected for one off the battlefield and for a path that it may not take.
    """
    row = game.units.get(request.unit)
    if row is None:
        raise Unknown(Fault("", "unknown-id", "unit"))
    if row.out:
        raise Rejected(Fault("TF-MOVE-01", "unit-gone", "unit", (("unit", row.id),)))
    course, way = _judged(game, request)
    tests = way_tests(course, (*way.path, way.edge) if way.edge else way.path)
    left = certain(row.integrity)
    for test in tests:
        left = follow(left, lambda now, test=test: _after(game, row.id, test, now))  # type: ignore[misc]
    return DangerOdds(
        tests=tests, casualties=numbers(mapped(left, lambda now: row.integrity - now)), destroyed=told(left.chance(0))
    )


def _judged(game: Game, request: EstimateDangerRequest) -> tuple[Course, Way]:
    first: Barred | None = None
    for manner in _manners(game, request):
        course = Course(game, request.unit, manner)
        way = judge(course, request.path)
        if isinstance(way, Way):
            return course, way
        first = first or way
    raise Rejected(Fault(first.clause, first.reason, "path", first.facts) if first else Fault("", "unknown-id"))


def _manners(game: Game, request: EstimateDangerRequest) -> tuple[Manner, ...]:
    """Say how the unit moves: as in the open move of its formation, else as it may in general."""
    action = game.action
    if action is not None and action.moving and action.formation == game.units[request.unit].formation:
        course, _duty = course_of(game, request.unit, manner_of(game, request.unit, action))
        declared = game.units[request.unit].cautious
        return (course.manner if declared else course.manner._replace(cautious=request.cautious),)
    return Manner(ADVANCE, request.cautious), Manner(ENGAGE, request.cautious)


def _after(game: Game, unit: str, test: ReachTest, left: int) -> Distribution[int]:
    """TF-DANGER-03 TF-DANGER-04 Spread the integrity that a test leaves; who has none left is not tested."""
    if not left:
        return certain(0)
    dice = game.sheets[unit].integrity if game.how.danger_dice_from == FULL else left
    lost = casualty_odds(game, dice, test.faces, second=test.second_roll)
    return mapped(lost, lambda count: max(0, left - count))


def casualty_odds(game: Game, dice: int, faces: tuple[int, ...], *, second: bool) -> Distribution[int]:
    """TF-DANGER-03 TF-DANGER-10 Spread the casualties of a test, as danger.casualties_of counts them."""
    one = die(lambda face: int(face in faces), SIDES)
    if second and game.how.cautious_scope == DIE:
        return sum_of(dice, combined(one, one, min), 0, add)
    roll = sum_of(dice, one, 0, add)
    return combined(roll, roll, min) if second else roll


__all__ = ["casualty_odds", "estimate_danger", "estimate_shooting"]
