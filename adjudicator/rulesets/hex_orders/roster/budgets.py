"""Prices in five pools that never convert, and what a purchase leaves; budgets.toml has what each game type gives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read
from adjudicator.rulesets.hex_orders.model.messages import FreePoints, Price
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.model.rows import Side
from adjudicator.rulesets.hex_orders.model.state import Game, terms_of
from adjudicator.rulesets.hex_orders.model.terrain import RuledNumber

POOLS = ("ip", "mp", "cp", "xp", "com")
ROLES = ("armoured", "light")
ASYMMETRIC = "asymmetric"


class Points(Struct, frozen=True, forbid_unknown_fields=True):
    """Points of each pool, and the clause that gives them."""

    clause: str
    ip: int = 0
    mp: int = 0
    cp: int = 0
    xp: int = 0
    com: int = 0

    def price(self) -> Price:
        """Give them as a price."""
        return Price(ip=self.ip, mp=self.mp, cp=self.cp, xp=self.xp, com=self.com)


class Budgets(Struct, frozen=True, forbid_unknown_fields=True):
    """The file budgets.toml."""

    advanced: Points
    armoured: Points
    free: RuledNumber
    game_types: dict[str, Points]
    packages: dict[str, Points]


BUDGETS = read(PACKAGE, "budgets.toml", Budgets)
GAME_TYPES: Mapping[str, Points] = MappingProxyType(BUDGETS.game_types)
PACKAGES = tuple(BUDGETS.packages)
FREE_POINTS = BUDGETS.free.by


def price(ip: int = 0, mp: int = 0, cp: int = 0, xp: int = 0, com: int = 0) -> Price:
    """Make a price; what is not named is nothing."""
    return Price(ip=ip, mp=mp, cp=cp, xp=xp, com=com)


NOTHING = price()


def add_prices(*prices: Price) -> Price:
    """HX-ARMY-01 Add prices up, pool by pool."""
    return price(*(sum(getattr(row, pool) for row in prices) for pool in POOLS))


def total(price: Price) -> int:
    """HX-GAP-07 Add the points of all pools up, as a score counts them."""
    return sum(getattr(price, pool) for pool in POOLS)


def budget_of(game: Game, side: Side) -> Price | None:
    """Give what a side has to spend; None before its package or its free points are known."""
    game_type = terms_of(game).game_type
    own = GAME_TYPES[game_type].price() if game_type != ASYMMETRIC else _asymmetric(side)
    return own if own is None or not game.options.advanced else add_prices(own, BUDGETS.advanced.price())


def _asymmetric(side: Side) -> Price | None:
    """HX-ARMY-05, HX-ARMY-06 The armoured side adds its free points; the light one has its package."""
    if side.role == "armoured":
        return None if side.free is None else add_prices(BUDGETS.armoured.price(), side.free)
    package = BUDGETS.packages.get(side.package)
    return package.price() if package is not None else None


def split_faults(points: FreePoints) -> Iterator[Fault]:
    """HX-ARMY-05 The six free points are divided among mp, cp and xp, all of them."""
    found = points.mp + points.cp + points.xp
    if found != FREE_POINTS:
        yield Fault(BUDGETS.free.clause, "free-points", "points", (("found", found), ("points", FREE_POINTS)))


def most_payable(game: Game, seat: Party, prices: Sequence[Price], most: int, *, besides: Sequence[Price] = ()) -> int:
    """HX-ARMY-09 Count, up to `most`, what of these prices a side can pay besides others, whichever it takes."""
    dearest = price(**{pool: max((getattr(row, pool) for row in prices), default=0) for pool in POOLS})
    counts = range(1, most + 1)
    return next((count - 1 for count in counts if _is_overdrawn(game, seat, [*besides, *[dearest] * count])), most)


def _is_overdrawn(game: Game, seat: Party, prices: Iterable[Price]) -> bool:
    return next(overdrawn_pools(prices, game.sides[seat], game, "HX-ARMY-09", ""), None) is not None


def overdrawn_pools(spent: Iterable[Price], side: Side, game: Game, clause: str, path: str) -> Iterator[Fault]:
    """HX-ARMY-09 Name every pool that prices overdraw; read strictly, every pool of an allotment stays under it."""
    spent_by_pool, budget = add_prices(*spent), side.budget or NOTHING
    for pool in POOLS:
        cost, allotted = getattr(spent_by_pool, pool), getattr(budget, pool)
        strict = game.options.army_budget_strict and allotted > 0
        if cost > allotted or (strict and cost == allotted):
            reason = "not-under-budget" if strict else "over-budget"
            yield Fault(clause, reason, path, (("pool", pool), ("cost", cost), ("budget", allotted)))
