"""AN-REACT-22 AN-REACT-23 AN-REACT-37: the points of a mover's path at which an ambusher may fire.

A point is so many thousandths of an inch along the path of the innermost action. Whether it serves is judged with the
mover standing there.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.antares.model import distances, weapons
from adjudicator.rulesets.antares.model.state import INCH, Game, current_action
from adjudicator.rulesets.antares.rules.movement import move_progress
from adjudicator.rulesets.antares.rules.shooting import shot_plans

AMBUSH_FIRE = "ambush_fire"
ASSAULT_GAP = 10 * INCH

# -- one point


def length(game: Game) -> int:
    """Measure the path of the mover, the innermost action."""
    move = current_action(game).move
    return move_progress.length_of(game, move) if move is not None else 0


def standing_at(game: Game, point: int) -> Game:
    """Give the game as it would be with the mover at a point of its path."""
    move = current_action(game).move
    return distances.with_poses(game, move_progress.poses_at(game, move, point)) if move is not None else game


def faults(game: Game, unit: str, point: int, *, assault: bool) -> Iterator[Fault]:
    """Say what stands against firing at a point of the path, the first thing first."""
    far = length(game)
    if point > far:
        yield fault("AN-REACT-22", "point-beyond-path", "point", point=point, length=far)
        return
    there = standing_at(game, point)
    if assault and _too_near(there, unit):
        yield fault("AN-REACT-23", "within-10-inches", "point", unit=unit, point=point)
    yield from _no_shot(there, unit, point)


def _too_near(there: Game, unit: str) -> bool:
    """AN-REACT-23 The last 10 inches of an assault can not be halted; by the option the ambusher's distance counts."""
    fight = there.assault
    if fight is None or not there.units[fight.target].models:
        return False
    other = unit if there.options.ambush_assault_gap_from == "ambusher" else fight.unit
    return distances.within(there, other, fight.target, ASSAULT_GAP)


def _no_shot(there: Game, unit: str, point: int) -> Iterator[Fault]:
    mover = current_action(there).unit
    missing = shot_plans.shot_fault(there, unit, mover, AMBUSH_FIRE)
    if missing is not None:
        yield fault(
            "AN-REACT-37", "nobody-can-shoot-there", "point", unit=unit, target=mover, why=missing.reason, point=point
        )


# -- all points


def no_point_faults(game: Game, unit: str, *, assault: bool) -> Iterator[Fault]:
    """Say why no point of the path serves an ambusher, where none does."""
    if not any(True for _ in _serving(game, unit, assault=assault)):
        yield next(faults(game, unit, 0, assault=assault))


def serving_points(game: Game, unit: str, *, assault: bool) -> tuple[int, ...]:
    """List points that serve an ambusher, every inch and both ends of the path; finer where none of these does."""
    found = tuple(_serving(game, unit, assault=assault, fine=False))
    return found or tuple(_serving(game, unit, assault=assault))


def _first_in_reach(game: Game, unit: str) -> int:
    """Give how far the mover has to come at least before any weapon reaches it; a base that turns comes nearer too."""
    mover = current_action(game).unit
    reach = max((weapons.reach(game.weapons[name]) for name in weapons.weapons_carried(game, unit)), default=0)
    turning = max(kind.base_size.length + kind.base_size.width for kind in game.sheets[mover].kinds)
    return distances.gap(game, unit, mover) - reach - turning


def _serving(game: Game, unit: str, *, assault: bool, fine: bool = True) -> Iterator[int]:
    far, first = length(game), _first_in_reach(game, unit)
    tried = sorted({*range(0, far, INCH), far})
    finer = range(INCH // 2, far, INCH) if fine else ()
    for point in (*tried, *finer):
        if point >= first and next(faults(game, unit, point, assault=assault), None) is None:
            yield point
