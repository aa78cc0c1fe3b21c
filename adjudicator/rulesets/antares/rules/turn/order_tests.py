"""Order tests: who has to take one, its number, and what comes of it (AN-TURN-11, AN-TURN-12, AN-ORDER-13 to -25)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import OrderTested, Rallied, RollOrderTest
from adjudicator.rulesets.antares.model.rows import Action
from adjudicator.rulesets.antares.model.special_rules import order_test_modifier, skips_order_test
from adjudicator.rulesets.antares.model.state import Game, current_action, has_flag, stat
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.tests import natural_results
from adjudicator.rulesets.antares.rules.tests.stat_tests import ALWAYS, D10, NEVER, passes, pins_term
from adjudicator.rulesets.antares.rules.turn import going_down
from adjudicator.rulesets.antares.rules.turn.option_effects import played_modifier, use_up, waiting_effect

RALLY_DIE = 6
CLAUSE_OF: Mapping[str, str] = MappingProxyType(
    {
        "fire": "AN-ORDER-01",
        "advance": "AN-ORDER-04",
        "run": "AN-ORDER-07",
        "ambush": "AN-ORDER-10",
        "rally": "AN-ORDER-13",
        "down": "AN-ORDER-17",
    }
)


def needs_test(game: Game, unit: str, order: str) -> bool:
    """AN-TURN-11 AN-TURN-12 AN-ORDER-17 AN-OPT-09 Tell whether a unit has to test for an order.

    A unit without Co can not test and obeys.
    """
    if order == going_down.DOWN or skips_order_test(game, unit) or stat(game, unit, "command") is None:
        return False
    return game.units[unit].pins > 0 or has_flag(game, unit, "force_order_test")


def order_tally(game: Game, unit: str, order: str) -> Tally:
    """AN-ORDER-01 AN-ORDER-13 AN-GEN-04 AN-OPT-09 Give what a unit has to roll for an order.

    Raises LookupError for a unit without Co.
    """
    command = stat(game, unit, "command")
    if command is None:
        raise LookupError(f"{unit} has no Co")
    needed = Tally.base(command, CLAUSE_OF[order])
    if order != "rally":
        needed = pins_term(needed, game.units[unit].pins)
    needed = needed.add(order_test_modifier(game, unit), "AN-OPT-09")
    return needed.add(played_modifier(game, unit), "AN-OPT-08")


def pins_shed(face: int, *, passed: bool) -> int:
    """AN-ORDER-20 to AN-ORDER-23 Give the pins that an order test takes off: 2 with a 1, none with a 10, else 1."""
    if passed:
        return 2 if face == ALWAYS else 1
    return 0 if face == NEVER else 1


def roll_order_test(ruling: Ruling[Game], _command: RollOrderTest) -> None:
    """AN-TURN-11 Test whether a unit obeys; it sheds pins first (AN-ORDER-25), or goes Down."""
    action = current_action(ruling.game)
    needed = order_tally(ruling.game, action.unit, action.order)
    (face,) = ruling.roll(1, D10, "order", by=action.seat)
    passed = passes(face, needed.total)
    ruling.record(
        OrderTested(unit=action.unit, needed=needed, face=face, passed=passed),
        "AN-TURN-11",
        *needed.clauses(),
        *_natural(face),
        *(() if ruling.game.units[action.unit].pins else ("AN-TURN-12",)),
    )
    ruling.answered()
    if not passed:
        _disobey(ruling, action, face)
    elif action.order == "rally":
        _rally(ruling, action, face)
    else:
        _shed(ruling, action.unit, face)
    natural_results.apply_natural_result(ruling, action.unit, "rally" if action.order == "rally" else "order", face)


def _natural(face: int) -> tuple[str, ...]:
    return {ALWAYS: ("AN-GEN-02",), NEVER: ("AN-GEN-03",)}.get(face, ("AN-GEN-01",))


def _shed(ruling: Ruling[Game], unit: str, face: int) -> None:
    """AN-ORDER-20 AN-ORDER-21 A passed test takes 1 pin off, or 2 with a 1, before anything is done."""
    clause = "AN-ORDER-20" if face == ALWAYS else "AN-ORDER-21"
    pins.remove_pins(ruling, unit, pins_shed(face, passed=True), "order_test", clause, "AN-ORDER-25")


def _rally(ruling: Ruling[Game], action: Action, face: int) -> None:
    """AN-ORDER-14 AN-ORDER-15 A rally takes D6 + 1 pins off, or D6 + 2 with a 1."""
    clause, more = "AN-ORDER-14" if face == ALWAYS else "AN-ORDER-15", pins_shed(face, passed=True)
    (die,) = ruling.roll(1, RALLY_DIE, "rally", by=action.seat)
    ruling.record(Rallied(unit=action.unit, face=die, pins=die + more), clause)
    pins.remove_pins(ruling, action.unit, die + more, "rally", clause)
    if ruling.game.options.rally_stacks_with_test:
        pins.remove_pins(ruling, action.unit, more, "order_test", clause)


def _disobey(ruling: Ruling[Game], action: Action, face: int) -> None:
    """AN-ORDER-22 AN-ORDER-23 AN-ORDER-16 A failed test sends the unit Down; it loses a pin unless it was a 10."""
    clause = "AN-ORDER-23" if face == NEVER else "AN-ORDER-22"
    cited = (clause, "AN-ORDER-16") if action.order == "rally" else (clause,)
    going_down.go_down(ruling, action.unit, "order_test", *cited)
    pins.remove_pins(ruling, action.unit, pins_shed(face, passed=False), "order_test", *cited)


def order_tested(game: Game, event: OrderTested) -> None:
    """Note a failure; a modifier that waited for the test is used up."""
    if game.actions:
        game.actions = (*game.actions[:-1], replace(game.actions[-1], failed=not event.passed))
    row = waiting_effect(game, "add_test_modifier", event.unit)
    if row is not None:
        use_up(game, row)


def rallied(_game: Game, _event: Rallied) -> None:
    """The pins come off by an event of their own."""


PART = Part(
    handlers=handlers(roll_order_test),
    reducers=reducers(order_tested, rallied),
    windows=windows(table_step("order_test", "AN-TURN-11", RollOrderTest, subject=UnitSubject)),
)
