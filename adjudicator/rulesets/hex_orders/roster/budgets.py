"""Prices in five pools that never convert, what each game type gives, what a purchase leaves (HX-ARMY-01 to -09)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.hex_orders.model.messages import FreePoints, Price
from adjudicator.rulesets.hex_orders.model.rows import Side
from adjudicator.rulesets.hex_orders.model.state import Game, terms_of

POOLS = ("ip", "mp", "cp", "xp", "com")
ROLES = ("armoured", "light")
PACKAGES = ("a", "b")
FREE_POINTS = 6
ASYMMETRIC = "asymmetric"


def price(ip: int = 0, mp: int = 0, cp: int = 0, xp: int = 0, com: int = 0) -> Price:
    """Make a price; what is not named is nothing."""
    return Price(ip=ip, mp=mp, cp=cp, xp=xp, com=com)


NOTHING = price()
ADVANCED = price(com=24, mp=12)
ARMOURED = price(ip=48)
LIGHT: Mapping[str, Price] = MappingProxyType({"a": price(mp=48, cp=48, xp=48), "b": price(12, 36, 36, 36)})
GAME_TYPES: Mapping[str, tuple[Price, str]] = MappingProxyType(
    {
        "pure_tank": (price(ip=24), "HX-ARMY-02"),
        "infantry": (price(mp=24, cp=24, xp=24), "HX-ARMY-03"),
        "standard": (price(24, 24, 24, 24), "HX-ARMY-04"),
        ASYMMETRIC: (NOTHING, "HX-ARMY-05"),
    }
)


def add_prices(*prices: Price) -> Price:
    """HX-ARMY-01 Add prices up, pool by pool."""
    return price(*(sum(getattr(row, pool) for row in prices) for pool in POOLS))


def total(price: Price) -> int:
    """HX-GAP-07 Add the points of all pools up, as a score counts them."""
    return sum(getattr(price, pool) for pool in POOLS)


def budget_of(game: Game, side: Side) -> Price | None:
    """Give what a side has to spend; None before its package or its free points are known."""
    game_type = terms_of(game).game_type
    own = GAME_TYPES[game_type][0] if game_type != ASYMMETRIC else _asymmetric(side)
    return own if own is None or not game.options.advanced else add_prices(own, ADVANCED)


def _asymmetric(side: Side) -> Price | None:
    """HX-ARMY-05, HX-ARMY-06 The armoured side adds its free points; the light one has its package."""
    if side.role == "armoured":
        return None if side.free is None else add_prices(ARMOURED, side.free)
    return LIGHT.get(side.package)


def split_faults(points: FreePoints) -> Iterator[Fault]:
    """HX-ARMY-05 The six free points are divided among mp, cp and xp, all of them."""
    found = points.mp + points.cp + points.xp
    if found != FREE_POINTS:
        yield Fault("HX-ARMY-05", "free-points", "points", (("found", found), ("points", FREE_POINTS)))


def overdrawn_pools(spent: Iterable[Price], side: Side, game: Game, clause: str, path: str) -> Iterator[Fault]:
    """HX-ARMY-09 Name every pool that prices overdraw; read strictly, every pool of an allotment stays under it."""
    spent_by_pool, budget = add_prices(*spent), side.budget or NOTHING
    for pool in POOLS:
        cost, allotted = getattr(spent_by_pool, pool), getattr(budget, pool)
        strict = game.options.army_budget_strict and allotted > 0
        if cost > allotted or (strict and cost == allotted):
            reason = "not-under-budget" if strict else "over-budget"
            yield Fault(clause, reason, path, (("pool", pool), ("cost", cost), ("budget", allotted)))
