"""Chapter 14, parting: consolidation moves and breaking off (AN-CONS, AN-PBS-10).

Who is asked, and in which order, is said by the assault; here is judged where a unit may go. Both are moves of their
own in the innermost place, under the terrain rules of an Advance, and trigger nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.board.inches import Body, Point, along, flat_gap, moved
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares import movement, ways
from adjudicator.rulesets.antares.courses import Course
from adjudicator.rulesets.antares.measure import bodies_of, body_of, in_contact, least_gap, nearest_pair
from adjudicator.rulesets.antares.model.messages import BreakOff, ConsolidateMove, ModelPath, UnitBrokeOff
from adjudicator.rulesets.antares.state import INCH, Game, has_flag, standing

SLACK = 10
CONSOLIDATION, BREAK_OFF = "consolidation", "break_off"
LOSER, WINNER, DRAWN = "loser", "winner", "drawn"

# -- consolidating


def consolidate_move(ruling: Ruling[Game], command: ConsolidateMove) -> None:
    """AN-CONS-01 AN-CONS-02 Part from the opponent by an Advance move that triggers nothing."""
    game, unit = ruling.game, _asked(ruling, command.unit, "AN-CONS-04")
    ruling.refuse_all(faults(game, unit, command.paths))
    clause = {LOSER: "AN-CONS-05", DRAWN: "AN-CONS-07"}.get(role(game, unit), "AN-CONS-05")
    movement.declare(ruling, CONSOLIDATION, unit, command.paths, False, "AN-CONS-02", "AN-CONS-03", clause)
    ruling.answered()


def _asked(ruling: Ruling[Game], unit: str, clause: str) -> str:
    """Give the unit that is asked to part; the command has to name it."""
    asked = ruling.window.about[0] if ruling.window is not None else ""
    ruling.find(ruling.game.units, unit, "unit")
    ruling.require(unit == asked, clause, "other-unit-parts", "unit", unit=asked)
    return asked


def opponent_of(game: Game, unit: str) -> str:
    """AN-CONS-03 Name the unit that a unit parts from; "" where it is gone or has broken off."""
    fight = game.assault
    if fight is None:
        return ""
    other = fight.target if unit == fight.unit else fight.unit
    return other if standing(game, other) and other not in fight.left else ""


def role(game: Game, unit: str) -> str:
    """AN-CONS-05 AN-CONS-07 AN-PBS-11 Say as what a unit consolidates; whoever is left alone counts as the winner."""
    fight = game.assault
    if fight is None or not opponent_of(game, unit):
        return WINNER
    if not fight.loser:
        return DRAWN
    return LOSER if fight.loser == unit else WINNER


def least(game: Game, unit: str) -> int:
    """AN-CONS-05 AN-CONS-07 Give how far each model has to go where it can: its M, 1 inch after a draw, or nothing."""
    full = ways.allowance(game, unit, CONSOLIDATION)
    return {LOSER: full, DRAWN: min(INCH, full)}.get(role(game, unit), 0)


def faults(game: Game, unit: str, paths: Sequence[ModelPath]) -> list[Fault]:
    """AN-CONS-01 AN-CONS-03 AN-CONS-05 AN-CONS-07 Find what is wrong with a consolidation move."""
    foe = opponent_of(game, unit)
    found = ways.faults(game, unit, CONSOLIDATION, paths, target=foe) if paths else []
    if found or not foe:
        return found
    plan = ways.plan_of(game, unit, paths)
    return [
        *_first_inch(game, plan, foe), *_enough(game, plan), *_farther(game, plan, foe), *_stays(game, plan, foe),
    ]  # fmt: skip


def _stays(game: Game, plan: ways.Plan, foe: str) -> Iterator[Fault]:
    """AN-CONS-05 Nobody stays in contact who can get away."""
    if not plan.courses and in_contact(game, plan.unit, foe) and _possible(game, plan.unit):
        yield Fault("AN-CONS-05", "ends-in-contact", "paths", (("unit", plan.unit), ("enemy", foe)))


def _first_inch(game: Game, plan: ways.Plan, foe: str) -> Iterator[Fault]:
    """AN-CONS-03 The first inch goes directly away: from the nearest enemy model, or from that of the whole unit."""
    enemies, heading = bodies_of(game, foe), heading_away(game, plan.unit, foe)
    for number, each in enumerate(plan.courses):
        after = moved(each.body, along(each.body, each.path, INCH))
        if not _parallel(each, after, heading) and not _straight_off(each, after, enemies):
            yield Fault("AN-CONS-03", "not-directly-away", f"paths[{number}]", (("model", each.model), ("enemy", foe)))


def heading_away(game: Game, unit: str, foe: str) -> Point:
    """AN-CONS-03 Give the direction from the nearest enemy model to the unit's own that is nearest to it."""
    own, other = (body_of(game, each).pose for each in nearest_pair(game, unit, foe))
    return own.x - other.x, own.y - other.y


def _parallel(course: Course, after: Body, heading: Point) -> bool:
    """Decide whether a body went along a heading, as near as whole thousandths allow."""
    way = after.pose.x - course.body.pose.x, after.pose.y - course.body.pose.y
    ahead = way[0] * heading[0] + way[1] * heading[1]
    aside = way[0] * heading[1] - way[1] * heading[0]
    return ahead >= 0 and abs(aside) * ways.FINE <= SLACK * ways.root_above(heading)


def _straight_off(course: Course, after: Body, enemies: Sequence[Body]) -> bool:
    """Decide whether the gap to the nearest enemy model grew by as much as the body went."""
    nearest = min(enemies, key=lambda each: flat_gap(course.body, each))
    gone = min(INCH, course.length)
    return flat_gap(after, nearest) - flat_gap(course.body, nearest) >= gone - SLACK


def _enough(game: Game, plan: ways.Plan) -> Iterator[Fault]:
    """AN-CONS-05 AN-CONS-07 A loser goes its full M and after a draw each goes 1 inch, or as far as is possible."""
    lengths = {each.model: each.length for each in plan.courses}
    shortest = min(lengths.get(key, 0) for key in plan.before)
    needed = least(game, plan.unit)
    if shortest + SLACK >= needed or shortest + SLACK >= _possible(game, plan.unit):
        return
    clause = "AN-CONS-05" if role(game, plan.unit) == LOSER else "AN-CONS-07"
    facts = (("unit", plan.unit), ("distance", shortest), ("needed", needed))
    yield Fault(clause, "moves-too-little", "paths", facts)


def _possible(game: Game, unit: str) -> int:
    """AN-CONS-05 Measure the longest legal move straight away."""
    plan = ways.plan_of(game, unit, away(game, unit))
    return min((each.length for each in plan.courses), default=0)


def _farther(game: Game, plan: ways.Plan, foe: str) -> Iterator[Fault]:
    """AN-CONS-05 The loser ends farther from its opponent."""
    if not plan.courses or role(game, plan.unit) != LOSER:
        return
    enemies = bodies_of(game, foe)
    before, after = (least_gap(each.values(), enemies) for each in (plan.before, plan.after))
    if after <= before:
        facts = (("unit", plan.unit), ("before", before), ("after", after))
        yield Fault("AN-CONS-05", "not-farther-away", "paths", facts)


def away(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """AN-CONS-05 Lead a unit straight away from its opponent as far as it may go; () where it can not, or need not.

    What silence stands for, and what a loser who can not go its full M is measured by.
    """
    foe = opponent_of(game, unit)
    most = ways.allowance(game, unit, CONSOLIDATION)
    if not foe or not most:
        return ()
    heading = heading_away(game, unit, foe)
    paths = ways.along_heading(game, unit, heading, most, kind=CONSOLIDATION, target=foe)
    for tried in (paths, _first_off(game, unit, heading, paths)):
        wrong = ways.faults(game, unit, CONSOLIDATION, tried, target=foe)
        if tried and not wrong and not list(_first_inch(game, ways.plan_of(game, unit, tried), foe)):
            return tried
    return ()


def _first_off(game: Game, unit: str, heading: Point, paths: Sequence[ModelPath]) -> tuple[ModelPath, ...]:
    """AN-CONS-03 Let models go an inch straight away before they close up; for units that were torn apart."""
    first = {each.model: each.path[0] for each in ways.shift(game, unit, heading, INCH)}
    return tuple(ModelPath(model=each.model, path=(first[each.model], *each.path)) for each in paths)


def by_silence(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """AN-CONS-05 AN-CONS-07 Give the way that silence stands for: straight away for whoever has to go, else none."""
    foe = opponent_of(game, unit)
    due = bool(foe) and (role(game, unit) != WINNER or in_contact(game, unit, foe))
    return away(game, unit) if due else ()


# -- breaking off


def break_off(ruling: Ruling[Game], command: BreakOff) -> None:
    """AN-PBS-09 AN-PBS-10 A unit with Hit and Run leaves the fight, through its opponent if it likes."""
    game, unit = ruling.game, _asked(ruling, command.unit, "AN-PBS-09")
    ruling.require(has_flag(game, unit, "hit_and_run"), "AN-PBS-09", "no-hit-and-run", "unit", unit=unit)
    ruling.require(command.paths, "AN-PBS-10", "nobody-breaks-off", "paths", unit=unit)
    foe = opponent_of(game, unit)
    ruling.refuse_all(ways.faults(game, unit, BREAK_OFF, command.paths, target=foe))
    ruling.record(UnitBrokeOff(unit=unit), "AN-PBS-09")
    movement.declare(ruling, BREAK_OFF, unit, command.paths, False, "AN-CONS-01", "AN-CONS-02", target=foe)
    ruling.answered()


def unit_broke_off(game: Game, event: UnitBrokeOff) -> None:
    """It is in the fight no more."""
    if game.assault is not None:
        game.assault = replace(game.assault, left=(*game.assault.left, event.unit))


def off(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """AN-PBS-10 Lead a unit straight away out of a fight by breaking off; () where that is not possible."""
    foe = opponent_of(game, unit)
    if not foe:
        return ()
    most = ways.allowance(game, unit, BREAK_OFF)
    return ways.along_heading(game, unit, heading_away(game, unit, foe), most, kind=BREAK_OFF, target=foe)


CLAUSES = handlers(consolidate_move, break_off)
REDUCERS = reducers(unit_broke_off)

__all__ = ["CLAUSES", "REDUCERS", "away", "by_silence", "faults", "heading_away", "least", "off", "opponent_of", "role"]
