"""Orders that are due: shown to everybody, judged when they are carried out, replaced by defaults (HX-ORDERS)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.messages import (
    OrderReplacedByDefault,
    OrdersRevealed,
    PlacedPlot,
    Sheet,
    SpeedOrders,
)
from adjudicator.rulesets.hex_orders.model.rows import Orders, Running
from adjudicator.rulesets.hex_orders.model.state import (
    Game,
    is_shaken,
    on_board,
    order_of_ids,
    orders_key,
    owner_if_hidden,
)

# -- what a unit's data say


def speed_orders(sheet: Sheet, speed: str) -> SpeedOrders | None:
    """HX-ORDERS-07 Give what a base can be ordered at a speed; None for a speed that it has not."""
    for row in sheet.speeds:
        if row.speed == speed:
            return row
    return None


def default_movement(game: Game, unit: str) -> str:
    """HX-ORDERS-35 Give the default movement order of a unit's present speed."""
    found = speed_orders(game.sheets[unit], game.units[unit].speed)
    return found.default_movement or order_codes.NO_MOVEMENT if found else order_codes.NO_MOVEMENT


def default_gunnery(sheet: Sheet) -> tuple[str, ...]:
    """HX-GUNNERY-09 Give a base's default gunnery orders, as many as it has orders."""
    return (sheet.default_gunnery or order_codes.NO_GUNNERY,) * sheet.fire_orders


def may_be_ordered(game: Game, unit: str, order: str) -> bool:
    """HX-ORDERS-08 Tell whether a movement order is on a unit's list for its present speed."""
    found = speed_orders(game.sheets[unit], game.units[unit].speed)
    return found is not None and order in found.movement


# -- showing orders


def plot_of(game: Game, row: Orders) -> PlacedPlot:
    """Tell orders; what nobody plotted, and is not yet due, is the default of the present speed (HX-ORDERS-36)."""
    due = row.turn < game.turn or (row.turn == game.turn and row.unit in game.running)
    movement = row.movement if due or not row.defaulted else default_movement(game, row.unit)
    return PlacedPlot(unit=row.unit, movement=movement, gunnery=row.gunnery, defaulted=row.defaulted)


def due_orders_of(game: Game, unit: str) -> tuple[PlacedPlot, ...]:
    """Tell a unit's orders of this turn, for when it is revealed: none before they are due, or without any."""
    row = game.orders.get(orders_key(unit, game.turn))
    return (plot_of(game, row),) if row is not None and unit in game.running else ()


def mark_shown(game: Game, turn: int, units: Iterable[str]) -> None:
    """Note that everybody knows these units' orders of a turn: for reducers."""
    for unit in units:
        key = orders_key(unit, turn)
        if key in game.orders:
            game.orders[key] = replace(game.orders[key], shown=True)


def reveal_due_orders(ruling: Ruling[Game], turn: int) -> None:
    """HX-ORDERS-05 Show the orders of a turn that begins to be carried out, but for those of hidden units."""
    open_orders(ruling, turn, [row for row in _orders_of(ruling.game, turn) if not ruling.game.units[row.unit].hidden])


def open_orders(ruling: Ruling[Game], turn: int, rows: Iterable[Orders]) -> None:
    """HX-ORDERS-05 Show orders and open the entries that hold them."""
    shown = tuple(rows)
    entries = sorted({row.entry for row in shown if row.entry and not row.shown})
    if entries:
        ruling.unseal(*entries, clause="HX-ORDERS-05")
    plots = tuple(plot_of(ruling.game, row) for row in shown)
    ruling.record(OrdersRevealed(turn=turn, orders=plots), "HX-ORDERS-05")


def _orders_of(game: Game, turn: int) -> list[Orders]:
    """HX-ORDERS-04 List the orders of a turn by unit; those of units that are gone are discarded."""
    keys = (orders_key(unit.id, turn) for unit in on_board(game))
    return [game.orders[key] for key in keys if key in game.orders]


def orders_revealed(game: Game, event: OrdersRevealed) -> None:
    """Orders of this turn are carried out from now on, those of hidden units too."""
    mark_shown(game, event.turn, (order.unit for order in event.orders))
    if event.turn == game.turn:
        game.running = {unit.id: _running(game, unit.id) for unit in on_board(game)}
        for row in _orders_of(game, game.turn):
            movement = order_codes.joined(game.running[row.unit].movement)
            game.orders[orders_key(row.unit, row.turn)] = replace(row, movement=movement)


def _running(game: Game, unit: str) -> Running:
    row = game.orders.get(orders_key(unit, game.turn))
    movement = default_movement(game, unit) if row is None or row.defaulted else row.movement
    gunnery = default_gunnery(game.sheets[unit]) if row is None else row.gunnery
    return Running(unit, order_codes.split(movement), tuple(_halves(item) for item in gunnery))


def _halves(order: str) -> tuple[str, str]:
    first, second = order_codes.split(order)
    return first, second


# -- carrying orders out


def movement_part(game: Game, unit: str, number: int) -> str:
    """Give the part of a unit's movement order for movement step 1, 2 or 3, as it was judged."""
    row = game.running.get(unit)
    return row.movement[number - 1] if row else order_codes.NOTHING


def default_part(game: Game, unit: str, number: int) -> str:
    """HX-ORDERS-34 Give the same part of the default order of a unit's present speed."""
    return order_codes.split(default_movement(game, unit))[number - 1]


def gunnery_parts(game: Game, unit: str, number: int) -> tuple[str, ...]:
    """Give the parts of a unit's gunnery orders for gunnery step 1 or 2, in order of its orders."""
    row = game.running.get(unit)
    return tuple(order[number - 1] for order in row.gunnery) if row else ()


def judge_movement(ruling: Ruling[Game], number: int = 1) -> None:
    """HX-ORDERS-33 Judge movement orders as a movement step begins, all of them against the speeds of now.

    Before the first movement the whole order is judged; later a unit that became shaken turns to its default
    (HX-SHAKEN-03). Judging twice in a step changes nothing.
    """
    for unit in on_board(ruling.game):
        row = ruling.game.running.get(unit.id)
        if row is None or row.shaken:
            continue
        if number == 1:
            _judge_whole(ruling, row)
        elif is_shaken(ruling.game, unit):
            _judge_part(ruling, row, number)


def _judge_whole(ruling: Ruling[Game], row: Running) -> None:
    game, unit = ruling.game, ruling.game.units[row.unit]
    ordered, default = order_codes.joined(row.movement), default_movement(ruling.game, row.unit)
    if is_shaken(game, unit):
        _replace(ruling, row, 0, ordered, default, "shaken", "HX-SHAKEN-03")
    elif ordered != default and not may_be_ordered(game, row.unit, ordered):
        _replace(ruling, row, 0, ordered, default, "speed", "HX-ORDERS-33")
    elif ordered != default and _is_defaulted(game, row.unit):
        _replace(ruling, row, 0, ordered, default, "speed", "HX-ORDERS-36")


def _replace(
    ruling: Ruling[Game], row: Running, part: int, ordered: str, default: str, reason: str, clause: str
) -> None:
    replace_order(ruling, row.unit, "movement", part, ordered, default, reason, clause)


def _is_defaulted(game: Game, unit: str) -> bool:
    row = game.orders.get(orders_key(unit, game.turn))
    return row is None or row.defaulted


def _judge_part(ruling: Ruling[Game], row: Running, number: int) -> None:
    ordered, default = row.movement[number - 1], default_part(ruling.game, row.unit, number)
    if ordered != default:
        _replace(ruling, row, number, ordered, default, "shaken", "HX-SHAKEN-03")


def replace_order(
    ruling: Ruling[Game], unit: str, order: str, part: int, ordered: str, instead: str, reason: str, *clauses: str
) -> None:
    """HX-ORDERS-34, HX-GUNNERY-22 Tell that a unit carries something else out: a whole order (part 0) or one part.

    `order` is "movement" or "gunnery".
    """
    event = OrderReplacedByDefault(
        owner=owner_if_hidden(ruling.game, unit),
        unit=unit,
        order=order,
        part=part,
        ordered=ordered,
        instead=instead,
        reason=reason,
    )
    ruling.record(event, *clauses)


def order_replaced_by_default(game: Game, event: OrderReplacedByDefault) -> None:
    """Let the unit carry something else out: a whole order (part 0), or one part of it."""
    row = game.running.get(event.unit or "")
    if row is None:
        return
    part, ordered, instead = event.part or 0, event.ordered or "", event.instead or ""
    if event.order == "movement":
        game.running[row.unit] = _with_movement(row, part, instead, shaken=event.reason == "shaken")
    else:
        game.running[row.unit] = replace(row, gunnery=_with_gunnery(row.gunnery, part, ordered, instead))


def _with_movement(row: Running, part: int, instead: str, *, shaken: bool) -> Running:
    if part == 0:
        return replace(row, movement=order_codes.split(instead), shaken=shaken)
    return replace(row, movement=(*row.movement[: part - 1], instead, *row.movement[part:]))


def _with_gunnery(
    orders: tuple[tuple[str, str], ...], part: int, ordered: str, instead: str
) -> tuple[tuple[str, str], ...]:
    """HX-GUNNERY-10 Replace one of a unit's gunnery orders: like ones may differ in the speeds that allow them."""
    for at, (first, second) in enumerate(orders):
        if ordered == (order_codes.joined((first, second)), first, second)[part]:
            now = (instead, f"{instead}+{second}", f"{first}+{instead}")[part]
            return (*orders[:at], _halves(now), *orders[at + 1 :])
    return orders


def orders_not_due(game: Game) -> tuple[Orders, ...]:
    """List orders that nobody else knows, by unit and turn: those that never became due, and of hidden units."""
    secret = (row for row in game.orders.values() if not row.shown)
    return tuple(sorted(secret, key=lambda row: (order_of_ids(row.unit), row.turn)))


PART = Part(reducers=reducers(orders_revealed, order_replaced_by_default))
