"""Which parts of gunnery orders may be carried out; the others become no action or a default (HX-GUNNERY-10)."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.messages import GunneryOrder
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, is_shaken, orders_key, weapon_of
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_orders, legal_shots, spotting, to_hit
from adjudicator.rulesets.hex_orders.rules.orders import due_orders


def judge_parts(ruling: Ruling[Game], row: Unit, number: int) -> None:
    """HX-GUNNERY-22 Let a part that is not allowed now become no action; a whole order its default (HX-ORDERS-33)."""
    game = ruling.game
    if number == 1:
        _judge_whole(ruling, row)
    for index, part in enumerate(due_orders.gunnery_parts(game, row.id, number)):
        fault = None if part == order_codes.NOTHING else fault_of_part(game, row, number, index, part)
        if fault is not None:
            _replace(ruling, row, number, part, order_codes.NOTHING, fault)


def _judge_whole(ruling: Ruling[Game], row: Unit) -> None:
    sheet, running = ruling.game.sheets[row.id], ruling.game.running.get(row.id)
    default = sheet.default_gunnery or order_codes.NO_GUNNERY
    allowed = {order_codes.NO_GUNNERY, default, *(item.pattern for item in sheet.gunnery)}
    for order in [order_codes.joined(item) for item in (running.gunnery if running else ())]:
        if order_codes.without_weapons(order) not in allowed:
            _replace(ruling, row, 0, order, default, Fault("HX-ORDERS-33", "unknown"))


def _replace(ruling: Ruling[Game], row: Unit, part: int, ordered: str, instead: str, fault: Fault) -> None:
    rule = "HX-GUNNERY-22" if part else "HX-GUNNERY-09"
    due_orders.replace_order(ruling, row.id, "gunnery", part, ordered, instead, fault.reason, fault.clause, rule)


def fault_of_part(game: Game, row: Unit, number: int, index: int, part: str) -> Fault | None:
    """HX-GUNNERY-10 Say why a unit may not carry a part of its gunnery order `index` out now; None where it may."""
    if is_shaken(game, row):
        return Fault("HX-SHAKEN-04", "shaken")
    code = order_codes.read_action(part)
    faults = (
        _fault_of_load(game, row, number, code.word) if code.name == fire_orders.LOAD else None,
        _fault_of_speed(game, row, number, index),
        _fault_of_fire(game, row) if code.name == fire_orders.FIRE else None,
        _fault_of_spot(game, row) if code.name == spotting.SPOT else None,
    )
    return next((fault for fault in faults if fault is not None), None)


def _fault_of_speed(game: Game, row: Unit, number: int, index: int) -> Fault | None:
    pattern = _pattern(game, row, index)
    speeds = () if pattern is None else pattern.first_speeds if number == 1 else pattern.second_speeds
    return Fault("HX-GUNNERY-10", "speed") if speeds and row.speed not in speeds else None


def _fault_of_spot(game: Game, row: Unit) -> Fault | None:
    return Fault("HX-GUNNERY-19", "no-weapon") if to_hit.default_weapon(game, row.id) is None else None


def _pattern(game: Game, row: Unit, index: int) -> GunneryOrder | None:
    """Find a gunnery order as it was given in the unit's list; earlier parts of it may be replaced by now."""
    orders = game.orders.get(orders_key(row.id, game.turn))
    patterns = orders.gunnery if orders is not None else ()
    if index >= len(patterns):
        return None
    bare = order_codes.without_weapons(patterns[index])
    return next((item for item in game.sheets[row.id].gunnery if item.pattern == bare), None)


def _fault_of_load(game: Game, row: Unit, number: int, weapon: str) -> Fault | None:
    if weapon_of(game.sheets[row.id], weapon) is None or weapon in row.lost_weapons:
        return Fault("HX-GUNNERY-11", "no-weapon")
    if row.speed == order_codes.STAND_STILL:
        return None
    if number == 2:  # noqa: PLR2004 - the second gunnery step
        return Fault("HX-GUNNERY-03", "speed")
    return Fault("HX-GUNNERY-06", "speed") if game.options.load_requires_stand_still == "both" else None


def _fault_of_fire(game: Game, row: Unit) -> Fault | None:
    """HX-GUNNERY-12 A unit that has no weapon ready does not fire."""
    if legal_shots.weapons_ready(game, row):
        return None
    faults = (legal_shots.fault_of_weapon(game, row, weapon) for weapon in legal_shots.weapons_of(game, row.id))
    return next((fault for fault in faults if fault is not None), Fault("HX-GUNNERY-18", "no-weapon"))
