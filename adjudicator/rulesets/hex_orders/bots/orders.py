"""How a bot writes orders: it foresees where each order would take a unit, and whether its guns will be ready."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.messages import AnswerDraw, Concede, OfferDraw
from adjudicator.kernel.sampling import word_of, words_of
from adjudicator.rulesets.hex_orders.bots.situation import FAR, Place, Situation, expected_move, longest_range, strength
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.board_hexes import distance
from adjudicator.rulesets.hex_orders.model.messages import Plot, PlotOrders, Sheet
from adjudicator.rulesets.hex_orders.reports.messages import UnitView

STILL = "stand_still"
OFF = 50
CLOSE = 14
GOOD = 3
HOPELESS = 4
DRAWISH = 80


def orders(situation: Situation) -> Struct | None:
    """Plot the next unit's orders; when all are written, commit them."""
    plotted = {(own_order.unit, own_order.turn) for own_order in situation.view.own_orders}
    for offered in situation.offered("PlotOrders"):
        unit, due = word_of(offered.fields, "plot", "unit"), int(word_of(offered.fields, "plot", "turn"))
        if (unit, due) not in plotted and unit in situation.units:
            return _plot(situation, offered, situation.units[unit], due)
    return (
        _draw_or_concession(situation) or situation.any_of("CommitOrders")
        if situation.offered("CommitOrders")
        else None
    )


def _draw_or_concession(situation: Situation) -> Struct | None:
    """Answer an offer of a draw; give up a lost game, or offer a draw, once in a long while."""
    offered = situation.view.draw_offered
    if offered is not None:
        return AnswerDraw(accept=situation.one_in(4)) if offered != situation.seat else None
    if situation.view.turn and len(situation.enemies()) >= HOPELESS * len(situation.mine()) and situation.one_in(GOOD):
        return Concede()
    return OfferDraw() if situation.view.turn > 1 and situation.one_in(DRAWISH) else None


# -- what to do


def _plot(situation: Situation, offered: Offer, unit: UnitView, due: int) -> PlotOrders | None:
    """Plot what fits the speed that the unit will have."""
    listed = words_of(offered.fields, "plot", "gunnery")
    if unit.sheet is None or unit.status is None:
        return None
    place, ready = _expected_place(situation, unit, due)
    movement = _movement(situation, unit, place, words_of(offered.fields, "plot", "movement"))
    after = expected_move(unit.sheet, place, movement, situation.nearest_hex(place.hex))
    gunnery: list[str] = []
    for _ in range(unit.sheet.fire_orders):
        fresh = [order for order in listed if "Load[" not in order or order not in gunnery]
        gunnery.append(_gunnery(situation, unit, (place, after), fresh, ready))
    return PlotOrders(plot=Plot(turn=due, unit=unit.id, movement=(movement,), gunnery=tuple(gunnery)))


def _expected_place(situation: Situation, unit: UnitView, due: int) -> tuple[Place, bool]:
    """Foresee where a unit will be when it carries out orders for a turn, and whether a gun will be ready."""
    sheet, status = unit.sheet, unit.status
    if sheet is None or status is None:
        return Place(unit.hex, "N", STILL), False
    place = Place(unit.hex, status.facing, status.speed)
    ready = any(weapon.always_loaded for weapon in sheet.weapons) or any(load.count for load in status.loads)
    before = [
        own_order for own_order in situation.view.own_orders if own_order.unit == unit.id and own_order.turn < due
    ]
    for row in sorted(before, key=lambda row: row.turn):
        place = expected_move(sheet, place, row.movement[0], situation.nearest_hex(place.hex))
        ready = ready or any("Load" in order for order in row.gunnery)
    return place, ready


# -- movement


def _movement(situation: Situation, unit: UnitView, place: Place, listed: Sequence[str]) -> str:
    """Take one of the orders of the speed to come that bring the unit best to where it wants to be."""
    sheet = unit.sheet
    speed = next((row for row in sheet.speeds if row.speed == place.speed), None) if sheet else None
    fitting = [order for order in listed if speed is not None and order in speed.movement] or list(listed)
    if sheet is None or situation.one_in(8):
        return situation.chance.choice(fitting)
    weighed = sorted((_weight(situation, unit, place, order), order) for order in fitting)
    return situation.chance.choice([order for weight, order in weighed[:GOOD] if weight < weighed[0][0] + GOOD])


def _weight(situation: Situation, unit: UnitView, place: Place, order: str) -> int:
    """Weigh where an order leads: how far it is from the distance that the unit likes, and whether it looks there."""
    if unit.sheet is None:
        return 0
    to = situation.nearest_hex(place.hex)
    end = expected_move(unit.sheet, place, order, to)
    if end.hex not in situation.board:
        return OFF
    apart = abs(situation.range_of(end.hex) - _preferred_range(situation, unit)) if situation.enemy_hexes else 0
    looks = 0 if end.hex == to else int(end.facing != situation.facing_to(end.hex, to))
    return 2 * apart + looks + ("Flee" in order) * GOOD - ("Chase" in order)


def _preferred_range(situation: Situation, unit: UnitView) -> int:
    """Give the distance that a unit likes: brawlers none, guns their range."""
    if unit.sheet is None or strength(unit) > CLOSE * len(unit.sheet.models):
        return 0
    return min(longest_range(unit.sheet), 3) if longest_range(unit.sheet) > 1 else 0


# -- gunnery


def _gunnery(situation: Situation, unit: UnitView, way: tuple[Place, Place], listed: Sequence[str], ready: bool) -> str:
    """Fire when something is loaded, load when nothing is, spot when tokens are near; each speed allows its own."""
    sheet = unit.sheet
    if sheet is None or situation.one_in(10):
        return situation.chance.choice(listed)
    able = [order for order in listed if _allowed(sheet, order, way)] or list(listed)
    wanted = list(_wanted_actions(situation, unit, ready))
    weighed = sorted((_rank(order, wanted), order) for order in able)
    return situation.chance.choice([order for rank, order in weighed if rank == weighed[0][0]])


def _wanted_actions(situation: Situation, unit: UnitView, ready: bool) -> Iterator[str]:
    """List the actions that are wanted, the most wanted first."""
    tokens = [enemy.hex for enemy in situation.enemies() if enemy.hidden]
    near = min((distance(unit.hex, token) for token in tokens), default=FAR)
    if near <= GOOD and situation.one_in(2):
        yield "Spot"
    if ready:
        yield from ("Fire", "Aim") if not situation.one_in(4) else ("Aim", "Fire")
    else:
        yield from ("Load", "Fire")


def _rank(order: str, wanted: Sequence[str]) -> int:
    """Weigh a gunnery order by what it does: the first wish counts most, both parts count."""
    names = [code.name for code in order_codes.read_gunnery(order)]
    return -sum((len(wanted) - place) * names.count(name) for place, name in enumerate(wanted))


def _allowed(sheet: Sheet, order: str, way: tuple[Place, Place]) -> bool:
    """Tell whether the speeds before and after the movement allow both parts."""
    pattern = next((row for row in sheet.gunnery if row.pattern == order_codes.without_weapons(order)), None)
    if pattern is None:
        return True
    second = order_codes.read_gunnery(order)[1]
    limits = (pattern.first_speeds, pattern.second_speeds)
    speeds = [place.speed for place in way]
    within = all(not limit or speed in limit for limit, speed in zip(limits, speeds, strict=True))
    return within and (second.name != "Load" or speeds[1] == STILL)
