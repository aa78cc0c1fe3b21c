"""Odds of where one template comes down, and on whom (AN-OH-02 to AN-OH-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import isqrt

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, from_weights, mapped
from adjudicator.kernel.messages import NamedChance, Spot
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.distances import bodies_of, box_of
from adjudicator.rulesets.antares.model.messages import FiredWeapon
from adjudicator.rulesets.antares.model.rows import Action, Group, Volley
from adjudicator.rulesets.antares.model.state import INCH, Game, on_table
from adjudicator.rulesets.antares.model.weapons import is_overhead
from adjudicator.rulesets.antares.odds import hit_distribution
from adjudicator.rulesets.antares.odds.format_odds import to_chances
from adjudicator.rulesets.antares.odds.shooting_odds import refuse_plan, unit_on_table, volley_of
from adjudicator.rulesets.antares.reports.messages import EstimateTemplateRequest, TemplateOdds
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.shooting import accuracy_modifiers, overhead_fire, shot_plans
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

Point = tuple[int, int]
NO_SPOT = Spot(x=0, y=0)
TWO = 2


def estimate_template(game: Game, _party: Party, request: EstimateTemplateRequest) -> TemplateOdds:
    """AN-OH-02 AN-OH-03 AN-OH-04 AN-OH-09 AN-REROLL-01 Tell where one template would come down, and on whom.

    A miss is rolled again where a source lets it be. That the unit is given this order is supposed.

    Raises Unknown for an id that does not exist, Rejected for shooting that would be refused.
    """
    unit = unit_on_table(game, request.unit, "unit")
    twin = game.fork()
    twin.actions = (*twin.actions, Action(unit=unit.id, seat=unit.seat, order=request.order, kind="order"))
    fired = FiredWeapon(
        weapon=request.weapon, mode=request.mode, models=(), aim=request.aim, blind=request.blind, target=""
    )
    laid = shot_plans.plan(twin, unit.id, request.target, "shooting", (fired,))
    refuse_plan(laid)
    if not is_overhead(game.weapons[request.weapon]):
        raise Rejected(fault("AN-OH-01", "not-overhead", "weapon", weapon=request.weapon))
    target, groups = laid.volleys[0]
    row = volley_of(unit, target, "shooting", groups)
    if accuracy_modifiers.is_blurred(twin, row) and not request.blind:
        raise Rejected(fault("WG-ODDS-01", "odds-without-blur", "target", target=target))
    return _template(twin, accuracy_modifiers.with_numbers(twin, row))


def _template(game: Game, row: Volley) -> TemplateOdds:
    group = row.groups[0]
    aim = group.aim or NO_SPOT
    faces = {face: _result(game, row, group, face) for face in range(1, D10 + 1)}
    moving = [face for face, result in faces.items() if result == "shift"]
    again = _rerolled(game, row)
    on_aim = Fraction(sum(result == "hit" for result in faces.values()), D10) * (1 + again)
    shifts = Fraction(len(moving), D10)
    if again:
        shifts *= again
    ways = overhead_fire.drifts(game)
    spots = _blind(ways) if group.blind else _shifted(game, row, moving)
    inches = _blind_inches(ways) if group.blind else mapped(spots, _inches)
    assert group.needed is not None  # noqa: S101  (says so to the type checker: it was just given)
    return TemplateOdds(
        needed=group.needed,
        on_aim=to_chance(on_aim),
        shifts=to_chance(shifts),
        lost=to_chance(1 - on_aim - shifts),
        distances=to_chances(inches) if moving else (),
        units=tuple(_units(game, group, aim, on_aim, shifts, spots)),
    )


def _result(game: Game, row: Volley, group: Group, face: int) -> str:
    """AN-OH-02 AN-OH-03 AN-OH-06 AN-OH-09 Say what becomes of the template: "hit" on its aim, "shift", or ""."""
    result = hit_scoring.read_face(game, row, group, face, luck=True).result
    if not volleys.lands(group, volleys.Die(1, 0, 0, face, result)):
        return ""
    return "shift" if group.blind or result == "shift" else "hit"


def _rerolled(game: Game, row: Volley) -> Fraction:
    """AN-REROLL-01 AN-REROLL-04 Give how likely its die misses and is rolled again, as soon as a source lets it be."""
    rerolls = hit_distribution.rerolls_of(game, row)
    served = 0 in rerolls.general and rerolls.left > 0
    return Fraction(hit_distribution.faces_of(game, row, 0, rerolls).misses, D10) if served else Fraction(0)


def _shifted(game: Game, row: Volley, faces: list[int]) -> Distribution[Point]:
    """AN-OH-03 AN-OH-04 AN-OH-05 Give where a template that shifts comes down, seen from its aim point."""
    weights: Counter[Point] = Counter()
    for face in faces if game.options.oh_shift_uses_accuracy_die else range(1, D10 + 1):
        for direction in overhead_fire.DIRECTIONS:
            at = overhead_fire.moved(NO_SPOT, (overhead_fire.shift_distance(game, row, face),), (direction,))
            weights[at.x, at.y] += 1
    return from_weights(weights or {(0, 0): 1})


@cache
def _blind(ways: int) -> Distribution[Point]:
    """AN-OH-09 Give where a template of blind fire comes down: one way, or two one after the other."""
    one: Counter[Point] = Counter()
    for face in range(1, D10 + 1):
        for direction in overhead_fire.DIRECTIONS:
            at = overhead_fire.moved(NO_SPOT, (face * INCH,), (direction,))
            one[at.x, at.y] += 1
    if ways < TWO:
        return from_weights(one)
    both: Counter[Point] = Counter()
    for (x, y), weight in one.items():
        for (dx, dy), more in one.items():
            both[x + dx, y + dy] += weight * more
    return from_weights(both)


@cache
def _blind_inches(ways: int) -> Distribution[int]:
    return mapped(_blind(ways), _inches)


def _inches(point: Point) -> int:
    """Give a distance to the nearest inch."""
    return (isqrt(4 * (point[0] ** 2 + point[1] ** 2)) + INCH) // (2 * INCH)


def _units(
    game: Game, group: Group, aim: Spot, on_aim: Fraction, shifts: Fraction, spots: Distribution[Point]
) -> Iterator[NamedChance]:
    """AN-OH-12 Give how likely the template comes down on each unit."""
    effect = game.weapons[group.weapon].overhead
    radius = effect.radius if effect is not None else 0
    for unit in on_table(game):
        chance = on_aim if overhead_fire.models_under(game, unit.id, aim, radius) else Fraction(0)
        if shifts:
            chance += shifts * Fraction(_struck(game, unit.id, aim, radius, spots.weights), spots.whole)
        if chance:
            yield NamedChance(outcome=unit.id, chance=to_chance(chance))


def _struck(game: Game, unit: str, aim: Spot, radius: int, weights: Mapping[Point, int]) -> int:
    """Add the weights of the places from which a template lies over a unit."""
    bodies = bodies_of(game, unit)
    if not bodies:
        return 0
    points = [(body.pose.x - aim.x, body.pose.y - aim.y) for body in bodies]
    left, right, low, high = box_of(points, radius + max(body.base.length + body.base.width for body in bodies))
    near = ((x, y, weight) for (x, y), weight in weights.items() if left <= x <= right and low <= y <= high)
    return sum(
        weight
        for x, y, weight in near
        if overhead_fire.models_under(game, unit, Spot(x=aim.x + x, y=aim.y + y), radius)
    )
