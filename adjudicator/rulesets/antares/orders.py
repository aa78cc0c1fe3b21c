"""Orders: who gets one, who has to test for it, and what comes of the test (AN-TURN-08 to AN-TURN-12, AN-ORDER)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares import actions, army_options, bag, downs, naturals, pins
from adjudicator.rulesets.antares.model.messages import (
    GiveOrder,
    OrderGiven,
    OrderTested,
    Rallied,
    RollOrderTest,
    SetAsideDie,
    UnitWentDown,
)
from adjudicator.rulesets.antares.option_effects import lasting, played_modifier, use_up
from adjudicator.rulesets.antares.rows import Action, Drawn, Unit
from adjudicator.rulesets.antares.special_rules import order_test_modifier, skips_order_test
from adjudicator.rulesets.antares.stat_tests import ALWAYS, D10, NEVER, passes, pins_term
from adjudicator.rulesets.antares.state import TABLE_PLACE, Game, acting, has_flag, stat

ORDERS = ("fire", "advance", "run", "ambush", "rally", "down")
ALLOCATION = "allocation"
ALLOCATED = "allocated"
CLAUSE_OF: Mapping[str, str] = MappingProxyType({
    "fire": "AN-ORDER-01", "advance": "AN-ORDER-04", "run": "AN-ORDER-07", "ambush": "AN-ORDER-10",
    "rally": "AN-ORDER-13", "down": "AN-ORDER-17",
})  # fmt: skip

# -- giving an order


def give_order(ruling: Ruling[Game], command: GiveOrder) -> None:
    """AN-TURN-08 Give one of the side's units the drawn die, showing an order."""
    game, drawn = ruling.game, cast("Drawn", ruling.game.drawn)
    row = ruling.find(game.units, command.unit, "unit")
    ruling.require(row.seat == drawn.seat, "AN-TURN-08", "wrong-side", "unit", unit=row.id)
    ruling.require(row.place == TABLE_PLACE, "AN-TURN-08", "not-on-table", "unit", unit=row.id)
    ruling.require(bag.eligible(game, row), _why_not(row), "has-order", "unit", unit=row.id, order=row.order)
    ruling.require(command.order in ORDERS, "AN-TURN-08", "no-such-order", "order", order=command.order)
    allowed = not drawn.down_only or command.order == downs.DOWN
    ruling.require(allowed, "AN-OPT-04", "down-only", "order", order=command.order)
    test = needs_test(game, row.id, command.order)
    forced = ("AN-TURN-12",) if test and not row.pins else ()
    ruling.record(OrderGiven(unit=row.id, order=command.order, test=test), *_cited(command.order, test=test), *forced)
    ruling.answered()
    if command.order == downs.DOWN:
        ruling.record(UnitWentDown(unit=row.id, die="turned", cause="order"), "AN-ORDER-17", "AN-ORDER-18")
    actions.begin(ruling, row.id)
    ruling.ask(ALLOCATED, about=(row.id,))


def _why_not(row: Unit) -> str:
    """Name the clause under which a unit can not be given an order."""
    if row.dice > 1:
        return "AN-TURN-09"
    if row.dieless or (row.kept and row.order == downs.DOWN):
        return "AN-TURNEND-09"
    return "AN-TURN-03" if row.kept and row.order == "run" else "AN-TURN-08"


def _cited(order: str, *, test: bool) -> tuple[str, ...]:
    special = {"down": "AN-ORDER-17", "ambush": "AN-ORDER-11", "rally": "AN-ORDER-13"}.get(order)
    obeys = ("AN-TURN-11", CLAUSE_OF[order]) if test else ("AN-ORDER-24",)
    return ("AN-TURN-08", *((special,) if special else ()), *obeys)


def needs_test(game: Game, unit: str, order: str) -> bool:
    """AN-TURN-11 AN-TURN-12 AN-ORDER-17 AN-OPT-09 Tell whether a unit has to test for an order.

    A unit without Co can not test and obeys.
    """
    if order == downs.DOWN or skips_order_test(game, unit) or stat(game, unit, "command") is None:
        return False
    return game.units[unit].pins > 0 or has_flag(game, unit, "force_order_test")


def _allocated(ruling: Ruling[Game], window: Window) -> None:
    """AN-OPT-10 AN-TURN-11 Let options be played on the order; then comes its test, where there still is one."""
    (unit,) = window.about
    game = ruling.game
    seat = army_options.next_to_play(game, acting(game).seat, army_options.ALLOCATION)
    if seat is not None:
        ruling.ask(ALLOCATED, about=window.about)
        ruling.ask("allocation_options", seat)
    elif needs_test(game, unit, acting(game).order):
        ruling.ask("order_test", TABLE, about=window.about)


# -- the order test


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


def roll_order_test(ruling: Ruling[Game], _command: RollOrderTest) -> None:
    """AN-TURN-11 Test whether a unit obeys; it sheds pins first (AN-ORDER-25), or goes Down."""
    action = acting(ruling.game)
    needed = order_tally(ruling.game, action.unit, action.order)
    (face,) = ruling.roll(1, D10, "order", by=action.seat)
    passed = passes(face, needed.total)
    ruling.record(
        OrderTested(unit=action.unit, needed=needed, face=face, passed=passed), "AN-TURN-11", *needed.clauses(),
        *_natural(face), *(() if ruling.game.units[action.unit].pins else ("AN-TURN-12",)),
    )  # fmt: skip
    ruling.answered()
    if not passed:
        _disobey(ruling, action, face)
    elif action.order == "rally":
        _rally(ruling, action, face)
    else:
        _shed(ruling, action.unit, face)
    naturals.natural(ruling, action.unit, "rally" if action.order == "rally" else "order", face)


def _natural(face: int) -> tuple[str, ...]:
    return {ALWAYS: ("AN-GEN-02",), NEVER: ("AN-GEN-03",)}.get(face, ("AN-GEN-01",))


def _shed(ruling: Ruling[Game], unit: str, face: int) -> None:
    """AN-ORDER-20 AN-ORDER-21 A passed test takes 1 pin off, or 2 with a 1, before anything is done."""
    if face == ALWAYS:
        pins.take_off(ruling, unit, 2, "order_test", "AN-ORDER-20", "AN-ORDER-25")
    else:
        pins.take_off(ruling, unit, 1, "order_test", "AN-ORDER-21", "AN-ORDER-25")


def _rally(ruling: Ruling[Game], action: Action, face: int) -> None:
    """AN-ORDER-14 AN-ORDER-15 A rally takes D6 + 1 pins off, or D6 + 2 with a 1."""
    clause, more = ("AN-ORDER-14", 2) if face == ALWAYS else ("AN-ORDER-15", 1)
    (die,) = ruling.roll(1, 6, "rally", by=action.seat)
    ruling.record(Rallied(unit=action.unit, face=die, pins=die + more), clause)
    pins.take_off(ruling, action.unit, die + more, "rally", clause)
    if ruling.game.how.rally_stacks_with_test:
        pins.take_off(ruling, action.unit, more, "order_test", clause)


def _disobey(ruling: Ruling[Game], action: Action, face: int) -> None:
    """AN-ORDER-22 AN-ORDER-23 AN-ORDER-16 A failed test sends the unit Down; it loses a pin unless it was a 10."""
    clause = "AN-ORDER-23" if face == NEVER else "AN-ORDER-22"
    cited = (clause, "AN-ORDER-16") if action.order == "rally" else (clause,)
    downs.go_down(ruling, action.unit, "order_test", *cited)
    if face != NEVER:
        pins.take_off(ruling, action.unit, 1, "order_test", *cited)


# -- reducers


def order_given(game: Game, event: OrderGiven) -> None:
    """Lay the die beside the unit and let it act."""
    bag.show(game, event.unit, event.order)
    game.drawn, game.passes, game.done = None, 0, ()
    seat = game.units[event.unit].seat
    game.actions = (
        *game.actions, Action(unit=event.unit, seat=seat, order=event.order, kind="order", test=event.test),
    )  # fmt: skip


def order_tested(game: Game, event: OrderTested) -> None:
    """Note a failure; a modifier that waited for the test is used up."""
    if game.actions:
        game.actions = (*game.actions[:-1], replace(game.actions[-1], failed=not event.passed))
    row = lasting(game, "add_test_modifier", event.unit)
    if row is not None:
        use_up(game, row)


def rallied(_game: Game, _event: Rallied) -> None:
    """The pins come off by an event of their own."""


# -- what may be said


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    units = bag.eligible_units(game, party)
    if not units:
        # a referee has taken dice off units since the question was asked
        return [offer(SetAsideDie, "AN-TURN-10")]
    down = game.drawn is not None and game.drawn.down_only
    faces = (downs.DOWN,) if down else ORDERS
    return [offer(GiveOrder, "AN-TURN-08", unit=Choice(units), order=Choice(faces))]


def _silence(game: Game, _window: Window, party: Party) -> Struct:
    units = bag.eligible_units(game, party)
    return GiveOrder(unit=units[0], order=downs.DOWN) if units else SetAsideDie()


CLAUSES = handlers(give_order, roll_order_test)
REDUCERS = reducers(order_given, order_tested, rallied)
WINDOWS = windows(
    WindowKind(ALLOCATION, "AN-TURN-08", (GiveOrder, SetAsideDie), _offers, _silence),
    WindowKind(ALLOCATED, "AN-OPT-10", on_close=_allocated),
    table_step("order_test", "AN-TURN-11", RollOrderTest),
)

__all__ = ["ALLOCATION", "CLAUSES", "ORDERS", "REDUCERS", "WINDOWS", "needs_test", "order_tally"]
