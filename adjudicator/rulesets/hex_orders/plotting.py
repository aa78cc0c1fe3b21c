"""Writing orders: a plot for each unit, in secret and one round ahead, until they are committed (HX-ORDERS-01)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Domain, Offer, Range, Shape, Some, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Window
from adjudicator.rulesets.hex_orders import notation, orders
from adjudicator.rulesets.hex_orders.messages import (
    CommitOrders,
    Defaults,
    OrdersCommitted,
    OrdersPlotted,
    Plot,
    PlotOrders,
    Sheet,
)
from adjudicator.rulesets.hex_orders.rows import Orders
from adjudicator.rulesets.hex_orders.state import Game, on_board, order_of_ids, orders_key, weapon_of

# -- what there is to write


def turns_due(sheet: Sheet, turn: int) -> tuple[int, ...]:
    """HX-ORDERS-02, HX-ORDERS-03 List the turns that a unit's orders are written for in a turn, 0 before the first."""
    ahead = max(sheet.orders_ahead, 1)
    return (turn + ahead,) if turn else tuple(range(1, ahead + 1))


def missing(game: Game, seat: Party, turn: int) -> Iterator[tuple[str, int]]:
    """List units, with the turn, whose orders a side has to write in a turn and has not written yet."""
    for unit in on_board(game, seat):
        for due in turns_due(game.sheets[unit.id], turn):
            if orders_key(unit.id, due) not in game.orders:
                yield unit.id, due


def movement_orders(game: Game, unit: str) -> tuple[str, ...]:
    """HX-ORDERS-07, HX-ORDERS-08 List the movement orders of a unit: those of its speed, then those of the others."""
    sheet, speed = game.sheets[unit], game.units[unit].speed
    by_speed = sorted(sheet.speeds, key=lambda each: each.speed != speed)
    return tuple(dict.fromkeys(order for each in by_speed for order in each.movement))


def gunnery_orders(sheet: Sheet) -> tuple[str, ...]:
    """HX-GUNNERY-11 List the gunnery orders of a base, each Load with its weapon; its default is among them."""
    weapons = [weapon.id for weapon in sheet.weapons if not weapon.always_loaded]
    listed = (order for each in sheet.gunnery for order in notation.loads(each.pattern, weapons))
    return tuple(dict.fromkeys((*orders.default_gunnery(sheet)[:1], *listed)))


def _turn_of(ruling: Ruling[Game]) -> int:
    """Give the turn in which orders are written, as the open question says; 0 before the first."""
    return int(ruling.window.about[0]) if ruling.window else ruling.game.turn


# -- plotting


def plot_orders(ruling: Ruling[Game], command: PlotOrders) -> None:
    """HX-ORDERS-01 A unit gets one movement order and as many gunnery orders as it has, from its own list."""
    plot = command.plot
    if plot is None:
        ruling.reject("HX-ORDERS-01", "no-plot", "plot")
    own = {unit.id: unit for unit in on_board(ruling.game, ruling.actor)}
    sheet = ruling.game.sheets[ruling.find(own, plot.unit, "plot.unit").id]
    _check_turn(ruling, sheet, plot)
    movement = _checked_movement(ruling, sheet, plot)
    gunnery = _checked_gunnery(ruling, sheet, plot)
    made = Plot(turn=plot.turn, unit=plot.unit, movement=(movement,), gunnery=gunnery)
    ruling.record(OrdersPlotted(seat=ruling.actor, plot=made, entry=ruling.seq), "HX-ORDERS-02")


def _check_turn(ruling: Ruling[Game], sheet: Sheet, plot: Plot) -> None:
    """HX-ORDERS-02 Orders are written for the turn that is due; those on the table stay (HX-ORDERS-04)."""
    row = ruling.game.orders.get(orders_key(plot.unit, plot.turn))
    final = row is not None and row.final
    ruling.require(not final, "HX-ORDERS-04", "orders-final", "plot.turn", unit=plot.unit, turn=plot.turn)
    due = turns_due(sheet, _turn_of(ruling))
    named = " or ".join(map(str, due))
    ruling.require(plot.turn in due, "HX-ORDERS-02", "other-turn-due", "plot.turn", turn=plot.turn, due=named)


def _checked_movement(ruling: Ruling[Game], sheet: Sheet, plot: Plot) -> str:
    """HX-ORDERS-08 Take the movement order, which stands on the unit's list under some speed."""
    count, path = len(plot.movement), "plot.movement"
    ruling.require(count == 1, "HX-ORDERS-01", "movement-orders", path, unit=plot.unit, found=count)
    order = notation.tidy(plot.movement[0])
    ruling.require(notation.is_movement(order), "HX-ORDERS-10", "no-movement-order", path, order=order)
    listed = any(order in each.movement for each in sheet.speeds)
    ruling.require(listed, "HX-ORDERS-08", "order-not-listed", path, unit=plot.unit, order=order)
    return order


def _checked_gunnery(ruling: Ruling[Game], sheet: Sheet, plot: Plot) -> tuple[str, ...]:
    """HX-ORDERS-01 Take the gunnery orders, as many as the unit has."""
    found, wanted = len(plot.gunnery), sheet.fire_orders
    ruling.require(
        found == wanted, "HX-ORDERS-01", "gunnery-orders", "plot.gunnery", unit=plot.unit, found=found, wanted=wanted
    )
    return tuple(_checked_shot(ruling, sheet, plot, notation.tidy(order)) for order in plot.gunnery)


def _checked_shot(ruling: Ruling[Game], sheet: Sheet, plot: Plot, order: str) -> str:
    """HX-ORDERS-08, HX-GUNNERY-11 Take a gunnery order of the unit's list; every Load names a weapon of the base."""
    path = "plot.gunnery"
    ruling.require(notation.is_gunnery(order), "HX-GUNNERY-01", "no-gunnery-order", path, order=order)
    listed = {each.pattern for each in sheet.gunnery} | {*orders.default_gunnery(sheet)}
    fits = notation.bare(order) in listed
    ruling.require(fits, "HX-ORDERS-08", "order-not-listed", path, unit=plot.unit, order=order)
    for part in notation.gunnery(order):
        known = part.name != "Load" or weapon_of(sheet, part.word) is not None
        ruling.require(known, "HX-GUNNERY-11", "load-names-no-weapon", path, unit=plot.unit, weapon=part.word)
    return order


def orders_plotted(game: Game, event: OrdersPlotted) -> None:
    """Lay the orders down, in the place of earlier ones."""
    plot = event.plot
    if plot is not None:
        row = Orders(plot.unit, event.seat, plot.turn, plot.movement[0], plot.gunnery, event.entry)
        game.orders[orders_key(plot.unit, plot.turn)] = row


# -- committing


def commit_orders(ruling: Ruling[Game], command: CommitOrders) -> None:
    """HX-ORDERS-04 Committed orders are final; units without any get their defaults where that is wanted."""
    game, seat, turn = ruling.game, ruling.actor, _turn_of(ruling)
    due = turn + 1
    ruling.require(command.turn == due, "HX-ORDERS-02", "other-turn-due", "turn", turn=command.turn, due=due)
    lacking = tuple(missing(game, seat, turn))
    units = ", ".join(dict.fromkeys(unit for unit, _ in lacking))
    allowed = not lacking or command.allow_defaults
    ruling.require(allowed, "HX-ORDERS-36", "orders-missing", "allow_defaults", units=units)
    defaults = Defaults(plots=tuple(_default(game, unit, each) for unit, each in lacking))
    written = [key for key, row in game.orders.items() if row.seat == seat and not row.final]
    written += [orders_key(unit, each) for unit, each in lacking]
    ruling.record(OrdersCommitted(seat=seat, turn=due, defaults=defaults), "HX-ORDERS-04")
    if game.how.open_orders:
        _show_at_once(ruling, written)
    ruling.answered()


def _default(game: Game, unit: str, turn: int) -> Plot:
    """HX-ORDERS-36 Make the default orders of a unit; the speed it has when they are carried out decides."""
    movement = orders.default_movement(game, unit)
    return Plot(turn=turn, unit=unit, movement=(movement,), gunnery=orders.default_gunnery(game.sheets[unit]))


def _show_at_once(ruling: Ruling[Game], written: list[str]) -> None:
    """HX-ORDERS-05 Under the option open_orders, show what was committed, but for hidden units."""
    game = ruling.game
    rows = [game.orders[key] for key in written]
    seen = sorted((row for row in rows if not game.units[row.unit].hidden), key=lambda row: order_of_ids(row.unit))
    for turn in sorted({row.turn for row in seen}):
        orders.tell(ruling, turn, [row for row in seen if row.turn == turn])


def orders_committed(game: Game, event: OrdersCommitted) -> None:
    """Nothing of these orders changes any more."""
    seat = event.seat
    for plot in event.defaults.plots if event.defaults else ():
        row = Orders(plot.unit, seat, plot.turn, plot.movement[0], plot.gunnery, 0, defaulted=True)
        game.orders[orders_key(plot.unit, plot.turn)] = row
    for key, row in game.orders.items():
        if row.seat == seat and not row.final:
            game.orders[key] = replace(row, final=True)
    game.sides[seat] = replace(game.sides[seat], orders=event.turn)


# -- what may be said


def offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer a plot for every unit and turn that is due, and to commit them."""
    turn = int(window.about[0])
    plots = [
        offer(PlotOrders, "HX-ORDERS-01", plot=_shape(game, unit.id, due))
        for unit in on_board(game, party)
        for due in turns_due(game.sheets[unit.id], turn)
    ]
    lacking = next(missing(game, party, turn), None) is not None
    defaults = Choice(("true",) if lacking else ("true", "false"))
    return [*plots, offer(CommitOrders, "HX-ORDERS-04", turn=Range(turn + 1, turn + 1), allow_defaults=defaults)]


def _shape(game: Game, unit: str, turn: int) -> Shape:
    sheet = game.sheets[unit]
    return Shape("Plot", (
        Domain("turn", Range(turn, turn)),
        Domain("unit", Choice((unit,))),
        Domain("movement", Some(movement_orders(game, unit), 1, 1)),
        Domain("gunnery", Some(gunnery_orders(sheet), sheet.fire_orders, sheet.fire_orders)),
    ))  # fmt: skip


def silence(_game: Game, window: Window, _party: Party) -> CommitOrders:
    """HX-GAP-08, HX-ORDERS-36 Let plotted orders stand; the other units take their defaults."""
    return CommitOrders(turn=int(window.about[0]) + 1, allow_defaults=True)


CLAUSES = clauses(plot_orders, commit_orders)
REDUCERS = reducers(orders_plotted, orders_committed)

__all__ = [
    "CLAUSES", "REDUCERS", "gunnery_orders", "missing", "movement_orders", "offers", "silence", "turns_due",
]  # fmt: skip
