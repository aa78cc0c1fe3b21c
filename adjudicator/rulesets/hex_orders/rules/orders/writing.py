"""Writing orders: a plot for each unit, in secret and one round ahead, until they are committed (HX-ORDERS-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Range, Shape, Some, items, offer, optional, shape
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, subject_of
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.messages import (
    CommitOrders,
    Defaults,
    OrdersCommitted,
    OrdersPlotted,
    Plot,
    PlotOrders,
    Plots,
    Sheet,
)
from adjudicator.rulesets.hex_orders.model.rows import Orders
from adjudicator.rulesets.hex_orders.model.state import Game, on_board, order_of_ids, orders_key, weapon_of
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.rules.orders import due_orders

# -- what there is to write


def turns_due(sheet: Sheet, turn: int) -> tuple[int, ...]:
    """HX-ORDERS-02, HX-ORDERS-03 List the turns that a unit's orders are written for in a turn, 0 before the first."""
    ahead = max(sheet.orders_ahead, 1)
    return (turn + ahead,) if turn else tuple(range(1, ahead + 1))


def unwritten_orders(game: Game, seat: Party, turn: int) -> Iterator[tuple[str, int]]:
    """List units, with the turn, whose orders a side has to write in a turn and has not written yet."""
    for unit in on_board(game, seat):
        for due in turns_due(game.sheets[unit.id], turn):
            if orders_key(unit.id, due) not in game.orders:
                yield unit.id, due


def movement_orders(game: Game, unit: str) -> tuple[str, ...]:
    """HX-ORDERS-07, HX-ORDERS-08 List the movement orders of a unit: those of its speed, then those of the others."""
    sheet, speed = game.sheets[unit], game.units[unit].speed
    by_speed = sorted(sheet.speeds, key=lambda row: row.speed != speed)
    return tuple(dict.fromkeys(order for row in by_speed for order in row.movement))


def gunnery_orders(sheet: Sheet) -> tuple[str, ...]:
    """HX-GUNNERY-11 List the gunnery orders of a base, each Load with its weapon; its default is among them."""
    weapons = [weapon.id for weapon in sheet.weapons if not weapon.always_loaded]
    listed = (order for row in sheet.gunnery for order in order_codes.with_every_weapon(row.pattern, weapons))
    return tuple(dict.fromkeys((*due_orders.default_gunnery(sheet)[:1], *listed)))


def _turn_of(ruling: Ruling[Game]) -> int:
    """Give the turn in which orders are written, as the open question says; 0 before the first."""
    return ruling.subject(OrdersSubject).turn


# -- plotting


def plot_orders(ruling: Ruling[Game], command: PlotOrders) -> None:
    """HX-ORDERS-01 A unit gets one movement order and as many gunnery orders as it has, from its own list."""
    plot = command.plot
    if plot is None:
        ruling.reject("HX-ORDERS-01", "no-plot", "plot")
    _find(ruling, plot, "plot")
    ruling.refuse_all([*_faults(ruling, plot, "plot")])
    ruling.record(OrdersPlotted(seat=ruling.actor, plot=_without_blanks(plot), entry=ruling.seq), "HX-ORDERS-02")


def _find(ruling: Ruling[Game], plot: Plot, path: str) -> None:
    own = {unit.id: unit for unit in on_board(ruling.game, ruling.actor)}
    ruling.find(own, plot.unit, f"{path}.unit")


def _without_blanks(plot: Plot) -> Plot:
    gunnery = tuple(order_codes.without_blanks(order) for order in plot.gunnery)
    return Plot(
        turn=plot.turn, unit=plot.unit, movement=(order_codes.without_blanks(plot.movement[0]),), gunnery=gunnery
    )


def _faults(ruling: Ruling[Game], plot: Plot, path: str) -> Iterator[Fault]:
    """Name all that is wrong with the orders of an own unit."""
    sheet = ruling.game.sheets[plot.unit]
    yield from _turn_faults(ruling, sheet, plot, f"{path}.turn")
    yield from _movement_faults(sheet, plot, f"{path}.movement")
    yield from _gunnery_faults(sheet, plot, f"{path}.gunnery")


def written_faults(sheet: Sheet, plot: Plot, path: str) -> Iterator[Fault]:
    """HX-ORDERS-01 HX-ORDERS-08 Find what is wrong with orders as they are written, for whatever turn."""
    yield from _movement_faults(sheet, plot, path)
    yield from _gunnery_faults(sheet, plot, path)


def _turn_faults(ruling: Ruling[Game], sheet: Sheet, plot: Plot, path: str) -> Iterator[Fault]:
    """HX-ORDERS-02 Orders are written for the turn that is due; those on the table stay (HX-ORDERS-04)."""
    row = ruling.game.orders.get(orders_key(plot.unit, plot.turn))
    due = turns_due(sheet, _turn_of(ruling))
    if row is not None and row.final:
        yield Fault("HX-ORDERS-04", "orders-final", path, (("unit", plot.unit), ("turn", plot.turn)))
    elif plot.turn not in due:
        yield Fault("HX-ORDERS-02", "other-turn-due", path, (("turn", plot.turn), ("due", " or ".join(map(str, due)))))


def _movement_faults(sheet: Sheet, plot: Plot, path: str) -> Iterator[Fault]:
    """HX-ORDERS-08 The movement order stands on the unit's list under some speed."""
    if len(plot.movement) != 1:
        yield Fault("HX-ORDERS-01", "movement-orders", path, (("unit", plot.unit), ("found", len(plot.movement))))
        return
    order = order_codes.without_blanks(plot.movement[0])
    problem = _unread(order_codes.read_movement, order)
    if problem:
        yield Fault("HX-ORDERS-10", "no-movement-order", path, (("problem", problem),))
    elif not any(order in speed.movement for speed in sheet.speeds):
        yield Fault("HX-ORDERS-08", "order-not-listed", path, (("unit", plot.unit), ("order", order)))


def _unread(read: Callable[[str], object], order: str) -> str:
    """Say what keeps an order from being read; "" where it can be."""
    try:
        read(order)
    except ValueError as problem:
        return str(problem)
    return ""


def _gunnery_faults(sheet: Sheet, plot: Plot, path: str) -> Iterator[Fault]:
    """HX-ORDERS-01 There are as many gunnery orders as the unit has."""
    found, wanted = len(plot.gunnery), sheet.fire_orders
    if found != wanted:
        yield Fault("HX-ORDERS-01", "gunnery-orders", path, (("unit", plot.unit), ("found", found), ("wanted", wanted)))
        return
    for order in plot.gunnery:
        yield from _shot_faults(sheet, plot.unit, order_codes.without_blanks(order), path)


def _shot_faults(sheet: Sheet, unit: str, order: str, path: str) -> Iterator[Fault]:
    """HX-ORDERS-08, HX-GUNNERY-11 A gunnery order is of the unit's list; every Load names a weapon of the base."""
    problem = _unread(order_codes.read_gunnery, order)
    if problem:
        yield Fault("HX-GUNNERY-01", "no-gunnery-order", path, (("problem", problem),))
        return
    listed = {row.pattern for row in sheet.gunnery} | {*due_orders.default_gunnery(sheet)}
    if order_codes.without_weapons(order) not in listed:
        yield Fault("HX-ORDERS-08", "order-not-listed", path, (("unit", unit), ("order", order)))
    for part in order_codes.read_gunnery(order):
        if part.name == "Load" and weapon_of(sheet, part.word) is None:
            yield Fault("HX-GUNNERY-11", "load-names-no-weapon", path, (("unit", unit), ("weapon", part.word)))


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
    further = _further(ruling, command)
    named = [orders_key(plot.unit, plot.turn) for plot in further]
    lacking = tuple(item for item in unwritten_orders(game, seat, turn) if orders_key(*item) not in named)
    units = ", ".join(dict.fromkeys(unit for unit, _ in lacking))
    allowed = not lacking or command.allow_defaults
    ruling.require(allowed, "HX-ORDERS-36", "orders-missing", "allow_defaults", units=units)
    plots = (*further, *(_default(game, unit, item) for unit, item in lacking))
    plotted = [key for key, row in game.orders.items() if row.seat == seat and not row.final]
    plotted += [orders_key(plot.unit, plot.turn) for plot in plots]
    ruling.record(OrdersCommitted(seat=seat, turn=due, defaults=Defaults(plots=plots)), "HX-ORDERS-04")
    if game.options.open_orders:
        _show_at_once(ruling, tuple(dict.fromkeys(plotted)))
    ruling.answered()


def _further(ruling: Ruling[Game], command: CommitOrders) -> tuple[Plot, ...]:
    """HX-ORDERS-02, HX-GAP-09 Take the orders that come with the commitment: they show nobody a longer lead."""
    plots = command.further.plots if command.further else ()
    for number, plot in enumerate(plots):
        _find(ruling, plot, f"further.plots[{number}]")
    faults: list[Fault] = []
    for number, plot in enumerate(plots):
        path = f"further.plots[{number}]"
        faults += _faults(ruling, plot, path)
        if (plot.unit, plot.turn) in [(row.unit, row.turn) for row in plots[:number]]:
            faults.append(Fault("HX-ORDERS-01", "plotted-twice", path, (("unit", plot.unit), ("turn", plot.turn))))
    ruling.refuse_all(faults)
    return tuple(map(_without_blanks, plots))


def _default(game: Game, unit: str, turn: int) -> Plot:
    """HX-ORDERS-36 Make the default orders of a unit: no movement order, the speed it has then decides."""
    return Plot(turn=turn, unit=unit, movement=(), gunnery=due_orders.default_gunnery(game.sheets[unit]))


def _show_at_once(ruling: Ruling[Game], plotted: tuple[str, ...]) -> None:
    """HX-ORDERS-05 Under the option open_orders, show what was committed, but for hidden units."""
    game = ruling.game
    rows = [game.orders[key] for key in plotted]
    seen = sorted((row for row in rows if not game.units[row.unit].hidden), key=lambda row: order_of_ids(row.unit))
    for turn in sorted({row.turn for row in seen}):
        due_orders.open_orders(ruling, turn, [row for row in seen if row.turn == turn])


def orders_committed(game: Game, event: OrdersCommitted) -> None:
    """Nothing of these orders changes any more; a plot without a movement order is a default."""
    seat = event.seat
    for plot in event.defaults.plots if event.defaults else ():
        movement = next(iter(plot.movement), order_codes.NO_MOVEMENT)
        row = Orders(plot.unit, seat, plot.turn, movement, plot.gunnery, 0, defaulted=not plot.movement)
        game.orders[orders_key(plot.unit, plot.turn)] = row
    for key, row in game.orders.items():
        if row.seat == seat and not row.final:
            game.orders[key] = replace(row, final=True)
    game.sides[seat] = replace(game.sides[seat], orders=event.turn)


# -- what may be said


def offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer a plot for every unit and turn that is due, and to commit them.

    Of a hidden unit with a longer lead only the first turn is plotted; the others come with the commitment, for the
    number of plots would tell its lead (HX-GAP-09).
    """
    turn = subject_of(window, OrdersSubject).turn
    plots = [
        offer(PlotOrders, "HX-ORDERS-01", plot=_shape(game, unit.id, due))
        for unit in on_board(game, party)
        for due in turns_due(game.sheets[unit.id], turn)[: 1 if unit.hidden else None]
    ]
    return [*plots, _commit_offer(game, party, turn)]


def _commit_offer(game: Game, party: Party, turn: int) -> Offer:
    lacking = tuple(unwritten_orders(game, party, turn))
    defaults = Choice(("true",) if lacking else ("true", "false"))
    later = [(unit, due) for unit, due in lacking if due != turns_due(game.sheets[unit], turn)[0]]
    plots = items(*(_shape(game, unit, due) for unit, due in later), least=0, most=len(later), once=True)
    more = {"further": optional(shape(Plots, plots=plots))} if later else {}
    return offer(CommitOrders, "HX-ORDERS-04", turn=Range(turn + 1, turn + 1), allow_defaults=defaults, **more)


def _shape(game: Game, unit: str, turn: int) -> Shape:
    sheet = game.sheets[unit]
    return Shape(
        "Plot",
        (
            Domain("turn", Range(turn, turn)),
            Domain("unit", Choice((unit,))),
            Domain("movement", Some(movement_orders(game, unit), 1, 1)),
            Domain("gunnery", items(Choice(gunnery_orders(sheet)), least=sheet.fire_orders, most=sheet.fire_orders)),
        ),
    )


def silence(_game: Game, window: Window, _party: Party) -> CommitOrders:
    """HX-GAP-08, HX-ORDERS-36 Let plotted orders stand; the other units take their defaults."""
    return CommitOrders(turn=subject_of(window, OrdersSubject).turn + 1, allow_defaults=True)


PART = Part(handlers=handlers(plot_orders, commit_orders), reducers=reducers(orders_plotted, orders_committed))
