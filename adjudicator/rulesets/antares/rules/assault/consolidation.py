"""Consolidation: who parts in which order, and where a unit may go (AN-CONS).

It is a move of its own in the innermost place, under the terrain rules of an Advance, and triggers nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.board.inches import Body, Point, along, flat_gap, least_gap, moved
from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer, optional
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model.distances import bodies_of, body_of, in_contact, nearest_pair
from adjudicator.rulesets.antares.model.messages import ConsolidateMove, ConsolidationBegun, ModelPath
from adjudicator.rulesets.antares.model.state import INCH, Game
from adjudicator.rulesets.antares.model.subjects import RollOffSubject, UnitSubject
from adjudicator.rulesets.antares.rules.assault.fighters import fighters_left, opponent_of
from adjudicator.rulesets.antares.rules.movement import move_allowance, move_checks, straight_moves, unit_moves
from adjudicator.rulesets.antares.rules.movement.move_progress import Course

SLACK = 10
CONSOLIDATION = "consolidation"
LOSER, WINNER, DRAWN = "loser", "winner", "drawn"

# -- consolidating


def consolidate_move(ruling: Ruling[Game], command: ConsolidateMove) -> None:
    """AN-CONS-01 AN-CONS-02 Part from the opponent by an Advance move that triggers nothing."""
    game, unit = ruling.game, asked_to_part(ruling, command.unit, "AN-CONS-04")
    ruling.refuse_all(faults(game, unit, command.paths))
    clause = {LOSER: "AN-CONS-05", DRAWN: "AN-CONS-07"}.get(consolidation_role(game, unit), "AN-CONS-05")
    unit_moves.declare_move(ruling, CONSOLIDATION, unit, command.paths, False, "AN-CONS-02", "AN-CONS-03", clause)
    ruling.answered()


def asked_to_part(ruling: Ruling[Game], unit: str, clause: str) -> str:
    """Give the unit that is asked to part; the command has to name it."""
    asked = ruling.subject(UnitSubject).unit
    ruling.find(ruling.game.units, unit, "unit")
    ruling.require(unit == asked, clause, "other-unit-parts", "unit", unit=asked)
    return asked


def consolidation_role(game: Game, unit: str) -> str:
    """AN-CONS-05 AN-CONS-07 AN-PBS-11 Say as what a unit consolidates; whoever is left alone counts as the winner."""
    fight = game.assault
    if fight is None or not opponent_of(game, unit):
        return WINNER
    if not fight.loser:
        return DRAWN
    return LOSER if fight.loser == unit else WINNER


def least_distance(game: Game, unit: str) -> int:
    """AN-CONS-05 AN-CONS-07 Give how far each model has to go where it can: its M, 1 inch after a draw, or nothing."""
    full = move_allowance.allowance(game, unit, CONSOLIDATION)
    return {LOSER: full, DRAWN: min(INCH, full)}.get(consolidation_role(game, unit), 0)


def faults(game: Game, unit: str, paths: Sequence[ModelPath]) -> list[Fault]:
    """AN-CONS-01 AN-CONS-03 AN-CONS-05 AN-CONS-07 Find what is wrong with a consolidation move."""
    enemy = opponent_of(game, unit)
    found = move_checks.faults(game, unit, CONSOLIDATION, paths, target=enemy) if paths else []
    if found or not enemy:
        return found
    plan = move_checks.plan_of(game, unit, paths)
    return [
        *_first_inch_faults(game, plan, enemy),
        *_distance_faults(game, plan),
        *_gap_faults(game, plan, enemy),
        *_contact_faults(game, plan, enemy),
    ]


def _contact_faults(game: Game, plan: move_checks.Plan, enemy: str) -> Iterator[Fault]:
    """AN-CONS-05 Nobody stays in contact who can get away."""
    if not plan.courses and in_contact(game, plan.unit, enemy) and _greatest_distance(game, plan.unit):
        yield fault("AN-CONS-05", "ends-in-contact", "paths", unit=plan.unit, enemy=enemy)


def _first_inch_faults(game: Game, plan: move_checks.Plan, enemy: str) -> Iterator[Fault]:
    """AN-CONS-03 The first inch goes directly away: from the nearest enemy model, or from that of the whole unit."""
    enemies, heading = bodies_of(game, enemy), heading_away(game, plan.unit, enemy)
    for number, course in enumerate(plan.courses):
        after = moved(course.body, along(course.body, course.path, INCH))
        if not _is_parallel(course, after, heading) and not _goes_straight_away(course, after, enemies):
            yield fault("AN-CONS-03", "not-directly-away", f"paths[{number}]", model=course.model, enemy=enemy)


def heading_away(game: Game, unit: str, enemy: str) -> Point:
    """AN-CONS-03 Give the direction from the nearest enemy model to the unit's own that is nearest to it."""
    own, other = (body_of(game, row).pose for row in nearest_pair(game, unit, enemy))
    return own.x - other.x, own.y - other.y


def _is_parallel(course: Course, after: Body, heading: Point) -> bool:
    """Decide whether a body went along a heading, as near as whole thousandths allow."""
    way = after.pose.x - course.body.pose.x, after.pose.y - course.body.pose.y
    ahead = way[0] * heading[0] + way[1] * heading[1]
    aside = way[0] * heading[1] - way[1] * heading[0]
    return ahead >= 0 and abs(aside) * straight_moves.FINE <= SLACK * straight_moves.root_above(heading)


def _goes_straight_away(course: Course, after: Body, enemies: Sequence[Body]) -> bool:
    """Decide whether the gap to the nearest enemy model grew by as much as the body went."""
    nearest = min(enemies, key=lambda row: flat_gap(course.body, row))
    gone = min(INCH, course.length)
    return flat_gap(after, nearest) - flat_gap(course.body, nearest) >= gone - SLACK


def _distance_faults(game: Game, plan: move_checks.Plan) -> Iterator[Fault]:
    """AN-CONS-05 AN-CONS-07 A loser goes its full M and after a draw each goes 1 inch, or as far as is possible."""
    lengths = {course.model: course.length for course in plan.courses}
    shortest = min(lengths.get(key, 0) for key in plan.before)
    needed = least_distance(game, plan.unit)
    if shortest + SLACK >= needed or shortest + SLACK >= _greatest_distance(game, plan.unit):
        return
    clause = "AN-CONS-05" if consolidation_role(game, plan.unit) == LOSER else "AN-CONS-07"
    yield fault(clause, "moves-too-little", "paths", unit=plan.unit, distance=shortest, needed=needed)


def _greatest_distance(game: Game, unit: str) -> int:
    """AN-CONS-05 Measure the longest legal move straight away."""
    plan = move_checks.plan_of(game, unit, straight_away_paths(game, unit))
    return min((course.length for course in plan.courses), default=0)


def _gap_faults(game: Game, plan: move_checks.Plan, enemy: str) -> Iterator[Fault]:
    """AN-CONS-05 The loser ends farther from its opponent."""
    if not plan.courses or consolidation_role(game, plan.unit) != LOSER:
        return
    enemies = bodies_of(game, enemy)
    before, after = (least_gap(row.values(), enemies) for row in (plan.before, plan.after))
    if after <= before:
        yield fault("AN-CONS-05", "not-farther-away", "paths", unit=plan.unit, before=before, after=after)


def straight_away_paths(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """AN-CONS-05 Lead a unit straight away from its opponent as far as it may go; () where it can not, or need not.

    What silence stands for, and what a loser who can not go its full M is measured by.
    """
    enemy = opponent_of(game, unit)
    most = move_allowance.allowance(game, unit, CONSOLIDATION)
    if not enemy or not most:
        return ()
    heading = heading_away(game, unit, enemy)
    paths = straight_moves.paths_along_heading(game, unit, heading, most, kind=CONSOLIDATION, target=enemy)
    for tried in (paths, _separated_first(game, unit, heading, paths)):
        wrong = move_checks.faults(game, unit, CONSOLIDATION, tried, target=enemy)
        if tried and not wrong and not list(_first_inch_faults(game, move_checks.plan_of(game, unit, tried), enemy)):
            return tried
    return ()


def _separated_first(game: Game, unit: str, heading: Point, paths: Sequence[ModelPath]) -> tuple[ModelPath, ...]:
    """AN-CONS-03 Let models go an inch straight away before they close up; for units that were torn apart."""
    first = {row.model: row.path[0] for row in straight_moves.shift(game, unit, heading, INCH)}
    return tuple(ModelPath(model=path.model, path=(first[path.model], *path.path)) for path in paths)


def default_paths(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """AN-CONS-05 AN-CONS-07 Give the way that silence stands for: straight away for whoever has to go, else none."""
    enemy = opponent_of(game, unit)
    due = bool(enemy) and (consolidation_role(game, unit) != WINNER or in_contact(game, unit, enemy))
    return straight_away_paths(game, unit) if due else ()


def _begin_parting(ruling: Ruling[Game], _window: Window) -> None:
    """AN-H2H-18 AN-CONS-04 AN-CONS-06 Let the units part: the loser first, after a draw as a roll-off says."""
    game = ruling.game
    order = fighters_left(game)
    ruling.ask("assault_end")
    if not order:
        return
    drawn = len(order) > 1 and game.assault is not None and not game.assault.loser
    if game.assault is not None and order[0] == game.assault.winner:
        order = order[::-1]
    clause = "AN-CONS-06" if drawn else "AN-CONS-04"
    ruling.record(ConsolidationBegun(units=order), "AN-H2H-18" if len(order) > 1 else "AN-PBS-11", clause)
    ruling.ask("consolidations")
    if drawn:
        ruling.ask("roll_off", TABLE, subject=RollOffSubject("consolidation"))


def _ask_consolidation(ruling: Ruling[Game], _window: Window) -> None:
    """AN-CONS-04 Ask for the consolidation moves, one after the other."""
    fight = ruling.game.assault
    for unit in reversed(fight.consolidating if fight is not None else ()):
        ruling.ask("consolidate", ruling.game.units[unit].seat, subject=UnitSubject(unit))


def _consolidation_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """AN-CONS-05 AN-CONS-07 Offer the way straight off, staying where that is allowed, and ways of one's own."""
    unit = subject_of(window, UnitSubject).unit
    one, usual = Choice((unit,)), default_paths(game, unit)
    tried = dict.fromkeys((straight_away_paths(game, unit), usual))
    good = [paths for paths in tried if paths and (paths == usual or not faults(game, unit, paths))]
    may_stay = not usual or not faults(game, unit, ())
    if not good:
        return [offer(ConsolidateMove, "AN-CONS-01", unit=one)]
    reach, spots = move_allowance.allowance(game, unit, "consolidation"), tuple(bare(exact_items(row)) for row in good)
    places = Places(game.units[unit].models, reach, spots=spots)
    return [offer(ConsolidateMove, "AN-CONS-01", unit=one, paths=optional(places) if may_stay else places)]


def _default_command(game: Game, window: Window, _party: Party) -> ConsolidateMove:
    return ConsolidateMove(
        unit=subject_of(window, UnitSubject).unit, paths=default_paths(game, subject_of(window, UnitSubject).unit)
    )


def consolidation_begun(game: Game, event: ConsolidationBegun) -> None:
    """They consolidate in this order, unless a roll-off changes it."""
    if game.assault is not None:
        game.assault = replace(game.assault, consolidating=event.units)


PART = Part(
    handlers=handlers(consolidate_move),
    reducers=reducers(consolidation_begun),
    windows=windows(
        WindowKind("parting", "AN-H2H-18", on_close=_begin_parting),
        WindowKind("consolidations", "AN-CONS-04", on_close=_ask_consolidation),
        WindowKind(
            "consolidate",
            "AN-CONS-04",
            (ConsolidateMove,),
            _consolidation_offers,
            _default_command,
            subject=UnitSubject,
            after_flag=True,
        ),
    ),
)
