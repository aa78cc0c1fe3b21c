"""The drawn die becomes an order: who may get one, and which (AN-TURN-08 to AN-TURN-12)."""

from __future__ import annotations

from typing import cast

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model.messages import GiveOrder, OrderGiven, SetAsideDie, UnitWentDown
from adjudicator.rulesets.antares.model.rows import Action, DrawnDie, Unit
from adjudicator.rulesets.antares.model.state import TABLE_PLACE, Game, current_action
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.turn import actions, army_options, going_down, order_dice
from adjudicator.rulesets.antares.rules.turn.order_tests import CLAUSE_OF, needs_test

ORDERS = ("fire", "advance", "run", "ambush", "rally", "down")
ALLOCATION = "allocation"
ALLOCATED = "allocated"

# -- giving an order


def give_order(ruling: Ruling[Game], command: GiveOrder) -> None:
    """AN-TURN-08 Give one of the side's units the drawn die, showing an order."""
    game, drawn = ruling.game, cast("DrawnDie", ruling.game.drawn_die)
    row = ruling.find(game.units, command.unit, "unit")
    ruling.require(row.seat == drawn.seat, "AN-TURN-08", "wrong-side", "unit", unit=row.id)
    ruling.require(row.place == TABLE_PLACE, "AN-TURN-08", "not-on-table", "unit", unit=row.id)
    ruling.require(
        order_dice.can_get_order(game, row), _clause_against(row), "has-order", "unit", unit=row.id, order=row.order
    )
    ruling.require(command.order in ORDERS, "AN-TURN-08", "no-such-order", "order", order=command.order)
    allowed = not drawn.down_only or command.order == going_down.DOWN
    ruling.require(allowed, "AN-OPT-04", "down-only", "order", order=command.order)
    test = needs_test(game, row.id, command.order)
    forced = ("AN-TURN-12",) if test and not row.pins else ()
    ruling.record(OrderGiven(unit=row.id, order=command.order, test=test), *_clauses(command.order, test=test), *forced)
    ruling.answered()
    if command.order == going_down.DOWN:
        ruling.record(UnitWentDown(unit=row.id, die="turned", cause="order"), "AN-ORDER-17", "AN-ORDER-18")
    actions.begin(ruling, row.id)
    ruling.ask(ALLOCATED, subject=UnitSubject(row.id))


def _clause_against(row: Unit) -> str:
    """Name the clause under which a unit can not be given an order."""
    if row.dice > 1:
        return "AN-TURN-09"
    if row.down_without_die or (row.die_kept and row.order == going_down.DOWN):
        return "AN-TURNEND-09"
    return "AN-TURN-03" if row.die_kept and row.order == "run" else "AN-TURN-08"


def _clauses(order: str, *, test: bool) -> tuple[str, ...]:
    special = {"down": "AN-ORDER-17", "ambush": "AN-ORDER-11", "rally": "AN-ORDER-13"}.get(order)
    obeys = ("AN-TURN-11", CLAUSE_OF[order]) if test else ("AN-ORDER-24",)
    return ("AN-TURN-08", *((special,) if special else ()), *obeys)


def _allocated(ruling: Ruling[Game], window: Window) -> None:
    """AN-OPT-10 AN-TURN-11 Let options be played on the order; then comes its test, where there still is one."""
    unit = subject_of(window, UnitSubject).unit
    game = ruling.game
    seat = army_options.next_to_play(game, current_action(game).seat, army_options.ALLOCATION)
    if seat is not None:
        ruling.ask(ALLOCATED, subject=UnitSubject(unit))
        ruling.ask("allocation_options", seat)
    elif needs_test(game, unit, current_action(game).order):
        ruling.ask("order_test", TABLE, subject=UnitSubject(unit))


# -- reducers


def order_given(game: Game, event: OrderGiven) -> None:
    """Lay the die beside the unit and let it act."""
    order_dice.show_order(game, event.unit, event.order)
    game.drawn_die, game.passes_in_succession, game.answered = None, 0, ()
    seat = game.units[event.unit].seat
    game.actions = (*game.actions, Action(unit=event.unit, seat=seat, order=event.order, kind="order", test=event.test))


# -- what may be said


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    units = order_dice.eligible_units(game, party)
    if not units:
        # a referee has taken dice off units since the question was asked
        return [offer(SetAsideDie, "AN-TURN-10")]
    down = game.drawn_die is not None and game.drawn_die.down_only
    faces = (going_down.DOWN,) if down else ORDERS
    return [offer(GiveOrder, "AN-TURN-08", unit=Choice(units), order=Choice(faces))]


def _default_command(game: Game, _window: Window, party: Party) -> Struct:
    units = order_dice.eligible_units(game, party)
    return GiveOrder(unit=units[0], order=going_down.DOWN) if units else SetAsideDie()


PART = Part(
    handlers=handlers(give_order),
    reducers=reducers(order_given),
    windows=windows(
        WindowKind(ALLOCATION, "AN-TURN-08", (GiveOrder, SetAsideDie), _offers, _default_command),
        WindowKind(ALLOCATED, "AN-OPT-10", on_close=_allocated, subject=UnitSubject),
    ),
)
