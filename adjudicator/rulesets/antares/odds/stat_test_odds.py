"""Odds of a test: the rules take it, over every face of its dice (AN-GEN-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Rejected, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Subject
from adjudicator.kernel.dice.tally import Tally
from adjudicator.kernel.distribution import Distribution, certain, follow, mapped
from adjudicator.rulesets.antares.model.messages import DamageRolled, OrderGiven, ResolveDown, TerrainPiece
from adjudicator.rulesets.antares.model.rows import Reaction, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, has_flag, is_down, is_probe, stat
from adjudicator.rulesets.antares.model.subjects import TerrainTestSubject, UnitSubject
from adjudicator.rulesets.antares.odds.format_odds import to_chances
from adjudicator.rulesets.antares.odds.positions import Position, played, ruled
from adjudicator.rulesets.antares.odds.shooting_odds import chance_of, is_there, unit_on_table
from adjudicator.rulesets.antares.reports.messages import EstimateTestRequest, TestOdds
from adjudicator.rulesets.antares.rules.damage import break_tests, damage_chart
from adjudicator.rulesets.antares.rules.damage.resist_tests import CHART
from adjudicator.rulesets.antares.rules.movement import agility_tests
from adjudicator.rulesets.antares.rules.reactions import triggers
from adjudicator.rulesets.antares.rules.reactions.reaction_tests import reaction_tally
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10
from adjudicator.rulesets.antares.rules.turn import giving_orders, kept_dice, order_tests

ORDERS = ("fire", "advance", "run", "ambush", "rally")
TAKEN_BY = MappingProxyType(
    {
        "recovery": "AN-TURNEND-02",
        "reaction": "AN-REACT-29",
        "break": "AN-BREAK-10",
        "sprint": "AN-MOVE-06",
        "terrain": "AN-TERRAIN-06",
        "damage": "AN-DMG-02",
    }
)
"""The clauses by which units take tests; those of orders are AN-TURN-08."""
GROUND = TerrainPiece(
    id="supposed",
    terrain_type="area",
    building=False,
    los="clear",
    movement="difficult",
    cover="clear",
    ground=0,
    height=0,
    shape=(),
    sees_over=(),
)


class After(NamedTuple):
    """What a test leaves behind: whether it was passed, pins, and what becomes of the unit."""

    passed: bool
    pins: int
    becomes: str


class Taken(NamedTuple):
    """A test that is taken: its number, what comes of it, and what that is called."""

    needed: Tally
    found: Distribution[tuple[Position, bool]]
    passed: str
    failed: str


def estimate_test(game: Game, _party: Party, request: EstimateTestRequest) -> TestOdds:
    """AN-GEN-01 Tell what a test of a unit would come to, were it taken now.

    That it is due, or that its order or reaction may be given now, is supposed.
    Raises Unknown for an id that does not exist, Rejected for a test that the unit does not take.
    """
    unit = unit_on_table(game, request.unit, "unit", TAKEN_BY.get(request.test, "AN-TURN-08")).id
    if request.test == "damage":
        return _damage(game, unit, request.weapon)
    if request.test in ORDERS:
        taken = _order(game, unit, request.test)
    elif request.test in TESTS:
        taken = TESTS[request.test](game, unit)
    else:
        known = " ".join((*ORDERS, *TESTS, "damage"))
        raise Rejected(fault("WG-DATA-01", "not-among", "test", found=request.test or "nothing", known=known))
    odds = mapped(taken.found, lambda pair: _after(pair[0].game, unit, taken, passed=pair[1]))
    return TestOdds(
        needed=taken.needed,
        passed=to_chance(chance_of(odds, lambda row: row.passed)),
        pins=to_chances(mapped(odds, lambda row: row.pins)),
        outcomes=to_chances(mapped(odds, lambda row: row.becomes)),
    )


def _after(game: Game, unit: str, taken: Taken, *, passed: bool) -> After:
    row = game.units[unit]
    if not is_there(game, unit):
        return After(passed, row.pins, "broken" if row.place == "broken" or row.fleeing else "destroyed")
    word = taken.passed if passed else taken.failed
    return After(passed, row.pins, word or ("down" if is_down(game, unit) else "acts"))


def _passed(events: Sequence[Struct]) -> bool:
    """Tell whether the test among these events was passed."""
    return bool(next(event.passed for event in events if hasattr(event, "passed")))


def _taken(game: Game, kind: str, subject: Subject) -> Distribution[tuple[Position, bool]]:
    return _played_on(ruled(game, (kind, subject), _passed))


def _played_on(found: Distribution[tuple[Position, bool]]) -> Distribution[tuple[Position, bool]]:
    """Let what follows at once, an automatic break, be settled."""
    return follow(found, lambda pair: mapped(played(pair[0]), lambda position: (position, pair[1])))


# -- test by test


def _order(game: Game, unit: str, order: str) -> Taken:
    """AN-ORDER-14 to AN-ORDER-25 A unit obeys and sheds pins, or goes Down."""
    twin = game.fork()
    twin.actions = ()
    test = order_tests.needs_test(game, unit, order)
    giving_orders.order_given(twin, OrderGiven(unit=unit, order=order, test=test))
    if not test:
        return Taken(Tally.base(D10, "AN-ORDER-24"), certain((Position(twin), True)), "acts", "down")
    needed = order_tests.order_tally(twin, unit, order)
    return Taken(needed, _taken(twin, "order_test", UnitSubject(unit)), "acts", "down")


def _recovery(game: Game, unit: str) -> Taken:
    """AN-TURNEND-02 to AN-TURNEND-08 It returns its die, or stays Down."""
    if not is_down(game, unit):
        raise Rejected(fault("AN-TURNEND-02", "not-down", "unit", unit=unit))
    needed = kept_dice.recovery_tally(game, unit)
    if needed is None:
        raise Rejected(fault("AN-TURNEND-04", "no-command", "unit", unit=unit))
    twin = game.fork()
    twin.answered = ()
    command = ResolveDown(unit=unit, recover=True)
    found = ruled(twin, ("down", Subject()), _passed, game.units[unit].seat, command)
    return Taken(needed, found, "recovers", "down")


def _reaction(game: Game, unit: str) -> Taken:
    """AN-REACT-04 AN-REACT-07 AN-REACT-08 AN-REACT-12 It reacts, or takes a pin; a unit in Ambush takes no test."""
    if is_probe(game, unit):
        raise Rejected(fault("AN-REACT-04", "probes-do-not-react", "unit", unit=unit))
    if game.units[unit].fleeing:
        raise Rejected(fault("AN-REACT-29", "reactor-gone", "unit", unit=unit))
    twin = game.fork()
    if game.units[unit].order == "ambush":
        twin.stack = ()
        return Taken(Tally.base(D10, "AN-REACT-08"), certain((Position(twin), True)), "acts", "fails")
    twin.reactions = (Reaction(unit=unit, reaction=triggers.FIREFIGHT, free=True),)
    return Taken(reaction_tally(game, unit), _taken(twin, "reaction_test", UnitSubject(unit)), "acts", "fails")


def _break(game: Game, unit: str) -> Taken:
    """AN-BREAK-01 AN-BREAK-10 to AN-BREAK-15 It stands, goes Down or breaks, as its losses, or damage, say now."""
    if is_probe(game, unit):
        raise Rejected(fault("AN-BREAK-01", "probes-do-not-test", "unit", unit=unit))
    if stat(game, unit, "command") is None:
        raise Rejected(fault("AN-BREAK-01", "no-command", "unit", unit=unit))
    twin = game.fork()
    usual = (break_tests.DAMAGE,) if has_flag(game, unit, CHART) else ("defeat",)
    row = game.units[unit]
    twin.units[unit] = replace(row, break_triggers=row.break_triggers or usual, break_test_count=1)
    needed = break_tests.break_tally(game, unit)
    return Taken(needed, _taken(twin, "break_test", UnitSubject(unit)), "stays", "down")


def _sprint(game: Game, unit: str) -> Taken:
    """AN-MOVE-05 AN-MOVE-06 AN-MOVE-08 It is fresh, or exhausted by a pin."""
    if not has_flag(game, unit, "can_sprint"):
        raise Rejected(fault("AN-MOVE-05", "cannot-sprint", "unit", unit=unit, unit_type=game.sheets[unit].unit_type))
    needed = Tally.base(agility_tests.agility_of(game, unit), "AN-MOVE-06")
    down = game.options.exhausted_goes_down
    found = _taken(game, agility_tests.SPRINT_TEST, UnitSubject(unit))
    return Taken(needed, found, "acts", "down" if down else "exhausted")


def _terrain(game: Game, unit: str) -> Taken:
    """AN-TERRAIN-05 AN-TERRAIN-07 AN-TERRAIN-08 AN-TERRAIN-10 It goes on, or is held up; a Cumbersome one is pinned."""
    if is_probe(game, unit):
        raise Rejected(fault("AN-TERRAIN-05", "probes-do-not-test", "unit", unit=unit))
    needed = Tally.base(agility_tests.agility_of(game, unit), "AN-TERRAIN-06")
    twin = game.fork()
    twin.terrain[GROUND.id] = GROUND
    return Taken(needed, _taken(twin, agility_tests.TERRAIN_TEST, TerrainTestSubject(unit, GROUND.id)), "acts", "held")


TESTS: Mapping[str, Callable[[Game, str], Taken]] = MappingProxyType(
    {"recovery": _recovery, "reaction": _reaction, "break": _break, "sprint": _sprint, "terrain": _terrain}
)


# -- damage


def damage_rolls_of(game: Game, unit: str, weapon: str, count: int) -> tuple[tuple[str, str, Party], ...]:
    """AN-DMG-02 Lay out damage rolls of a unit, on its models in turn.

    Raises Rejected for a unit without a damage chart, and for a weapon that there is not.
    """
    if not has_flag(game, unit, CHART):
        raise Rejected(fault("AN-DMG-02", "no-damage-chart", "unit", unit=unit))
    if weapon and weapon not in game.weapons:
        raise Rejected(fault("AN-DMG-03", "no-such-weapon", "weapon", unit=unit, weapon=weapon))
    models = game.units[unit].models
    return tuple((weapon, models[place % len(models)], 1 - game.units[unit].seat) for place in range(count))


def _damage(game: Game, unit: str, weapon: str) -> TestOdds:
    """AN-DMG-03 Tell which row of the chart a damage roll comes to, and the pins that it leaves."""
    twin = game.fork()
    twin.volley_results = {unit: VolleyResult(unit=unit, damage_rolls=damage_rolls_of(game, unit, weapon, 1))}
    found = ruled(twin, (damage_chart.ROLL, UnitSubject(unit)), _row)
    settled = follow(
        found, lambda pair: mapped(played(pair[0]), lambda position: (position.game.units[unit].pins, pair[1]))
    )
    rows = mapped(settled, lambda pair: pair[1])
    return TestOdds(
        needed=damage_chart.damage_tally(game, unit, weapon, 0),
        passed=to_chance(rows.chance("none")),
        pins=to_chances(mapped(settled, lambda pair: pair[0])),
        outcomes=to_chances(rows, tuple(damage_chart.CHART)),
    )


def _row(events: Sequence[Struct]) -> str:
    return next(event.row for event in events if isinstance(event, DamageRolled))
