"""Odds of a test: every face is asked what it does, by the rules' own numbers and bands (AN-GEN-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, certain, die, follow, mapped
from adjudicator.rulesets.antares.model.state import Game, has_flag, stat
from adjudicator.rulesets.antares.odds.format_odds import to_chance, to_chances
from adjudicator.rulesets.antares.odds.shooting_odds import unit_on_table
from adjudicator.rulesets.antares.reports.messages import EstimateTestRequest, TestOdds
from adjudicator.rulesets.antares.rules.damage import break_tests, casualties, damage_chart
from adjudicator.rulesets.antares.rules.movement import agility_tests
from adjudicator.rulesets.antares.rules.reactions.reaction_tests import reaction_tally
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10, good_faces, passes
from adjudicator.rulesets.antares.rules.turn import kept_dice, order_tests

ORDERS = ("fire", "advance", "run", "ambush", "rally")


class After(NamedTuple):
    """What a test leaves behind: pins taken away (added, if negative), and what becomes of the unit."""

    shed: int
    becomes: str


Odds: TypeAlias = tuple[Tally, Distribution[After]]


def estimate_test(game: Game, _party: Party, request: EstimateTestRequest) -> TestOdds:
    """AN-GEN-01 Tell what a test of a unit would come to, were it rolled now.

    Raises Unknown for an id that does not exist, Rejected for a test that the unit does not take.
    """
    unit = unit_on_table(game, request.unit, "unit").id
    if request.test == "damage":
        return _damage(game, unit, request.weapon)
    if request.test in ORDERS:
        needed, odds = _order(game, unit, request.test)
    elif request.test in TESTS:
        needed, odds = TESTS[request.test](game, unit)
    else:
        known = " ".join((*ORDERS, *TESTS, "damage"))
        raise Rejected(fault("AN-GEN-01", "not-among", "test", found=request.test or "nothing", known=known))
    pins = game.units[unit].pins
    passed = Fraction(good_faces(needed.total), D10)
    return TestOdds(
        needed=needed,
        passed=to_chance(passed),
        pins=to_chances(mapped(odds, lambda row: max(0, pins - row.shed))),
        outcomes=to_chances(mapped(odds, lambda row: row.becomes)),
    )


def _order(game: Game, unit: str, order: str) -> Odds:
    """AN-ORDER-14 to AN-ORDER-24 A unit obeys and sheds pins, or goes Down."""
    if not order_tests.needs_test(game, unit, order):
        return Tally.base(D10, "AN-ORDER-24"), certain(After(0, "acts"))
    needed = order_tests.order_tally(game, unit, order)
    stacks = game.options.rally_stacks_with_test

    def shed(face: int) -> Distribution[After]:
        passed = passes(face, needed.total)
        more = order_tests.pins_shed(face, passed=passed)
        if not passed:
            return certain(After(more, "down"))
        if order != "rally":
            return certain(After(more, "acts"))
        return die(lambda rolled: After(rolled + more + (more if stacks else 0), "acts"), order_tests.RALLY_DIE)

    return needed, follow(die(lambda face: face, D10), shed)


def _recovery(game: Game, unit: str) -> Odds:
    """AN-TURNEND-04 to AN-TURNEND-08 It returns its die, or stays Down."""
    needed = kept_dice.recovery_tally(game, unit)
    if needed is None:
        raise Rejected(fault("AN-TURNEND-04", "no-command", "unit", unit=unit))
    total = needed.total

    def band(face: int) -> After:
        passed = passes(face, total)
        return After(kept_dice.recovery_band(face, passed=passed)[1], "recovers" if passed else "down")

    return needed, die(band, D10)


def _reaction(game: Game, unit: str) -> Odds:
    """AN-REACT-07 AN-REACT-10 AN-REACT-12 It reacts, or takes a pin."""
    needed = reaction_tally(game, unit)
    return needed, die(lambda face: After(0, "acts") if passes(face, needed.total) else After(-1, "fails"), D10)


def _break(game: Game, unit: str) -> Odds:
    """AN-BREAK-10 to AN-BREAK-15 It stands, goes Down or breaks, as its losses say now."""
    if stat(game, unit, "command") is None:
        raise Rejected(fault("AN-BREAK-01", "no-command", "unit", unit=unit))
    needed = break_tests.break_tally(game, unit)
    down = game.units[unit].order == "down"
    lost = After(0, "broken") if casualties.half_lost(game, unit) else After(-1 if down else 0, "down")
    return needed, die(lambda face: After(0, "stays") if passes(face, needed.total) else lost, D10)


def _sprint(game: Game, unit: str) -> Odds:
    """AN-MOVE-06 AN-MOVE-08 It is fresh, or exhausted by a pin."""
    needed = Tally.base(agility_tests.agility_of(game, unit), "AN-MOVE-06")
    tired = After(-1, "down" if game.options.exhausted_goes_down else "exhausted")
    return needed, die(lambda face: After(0, "acts") if passes(face, needed.total) else tired, D10)


def _terrain(game: Game, unit: str) -> Odds:
    """AN-TERRAIN-07 AN-TERRAIN-08 AN-TERRAIN-10 It goes on, or is held up; a Cumbersome one takes a pin."""
    needed = Tally.base(agility_tests.agility_of(game, unit), "AN-TERRAIN-06")
    held = After(-1 if has_flag(game, unit, "cumbersome") else 0, "held")
    return needed, die(lambda face: After(0, "acts") if passes(face, needed.total) else held, D10)


TESTS: Mapping[str, Callable[[Game, str], Odds]] = MappingProxyType(
    {"recovery": _recovery, "reaction": _reaction, "break": _break, "sprint": _sprint, "terrain": _terrain}
)


def _damage(game: Game, unit: str, weapon: str) -> TestOdds:
    """AN-DMG-03 Tell which row of the chart a damage roll comes to, and the pins that it gives."""
    if weapon and weapon not in game.weapons:
        raise Rejected(fault("AN-DMG-03", "no-such-weapon", "weapon", weapon=weapon))

    def read(face: int) -> Distribution[After]:
        name, row = damage_chart.row_of(damage_chart.damage_tally(game, unit, weapon, face).total)
        thrown = die(lambda rolled: rolled, row.sides) if row.sides else certain(0)
        return mapped(thrown, lambda rolled: After(-(rolled + row.plus), name))

    odds = follow(die(lambda face: face, D10), read)
    pins = game.units[unit].pins
    rows = mapped(odds, lambda found: found.becomes)
    return TestOdds(
        needed=damage_chart.damage_tally(game, unit, weapon, 0),
        passed=to_chance(rows.chance("none")),
        pins=to_chances(mapped(odds, lambda found: pins - found.shed)),
        outcomes=to_chances(rows, tuple(damage_chart.CHART)),
    )
