"""How a bot spends its points: on ready rosters, or on a mixture of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.rulesets.hex_orders.bots.situation import Situation
from adjudicator.rulesets.hex_orders.model.messages import (
    DeclareHugeUnits,
    FreePoints,
    HugeList,
    Price,
    Purchase,
    Roster,
    SplitFreePoints,
    SubmitArmy,
)
from adjudicator.rulesets.hex_orders.reports.messages import SideView
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS, ListedUnit
from adjudicator.rulesets.hex_orders.roster.budgets import ASYMMETRIC, NOTHING, POOLS, add_prices
from adjudicator.rulesets.hex_orders.roster.ready_armies import READY_ROSTERS
from adjudicator.rulesets.hex_orders.roster.upgrades import with_upgrades

HUGE = "huge"
SOME_HUGE = 3
MIXED = 3
MOST_SPARE = 6


def side_of(situation: Situation) -> SideView:
    """Give the own side."""
    return situation.view.sides[situation.seat]


def budget_name(situation: Situation) -> str:
    """Name the kind of budget that the own side has."""
    if situation.view.game_type != ASYMMETRIC:
        return situation.view.game_type
    side = side_of(situation)
    return "armoured" if side.role == "armoured" else f"light_{side.budget_package or 'a'}"


# -- points


def free_points(situation: Situation) -> SplitFreePoints:
    """Divide the free points as the roster wants it, or anyhow."""
    entry = READY_ROSTERS[side_of(situation).nations[0]]["armoured"].free
    split = (entry.mp, entry.cp, entry.xp)
    if sum(split) != MOST_SPARE or situation.one_in(SOME_HUGE):
        mp = situation.chance.randrange(MOST_SPARE + 1)
        cp = situation.chance.randrange(MOST_SPARE - mp + 1)
        split = (mp, cp, MOST_SPARE - mp - cp)
    return SplitFreePoints(points=FreePoints(mp=split[0], cp=split[1], xp=split[2]))


class PointsLeft:
    """Buys what the budget still allows."""

    def __init__(self, situation: Situation) -> None:
        self.budget = side_of(situation).budget or NOTHING
        self.strict = bool(situation.view.options and situation.view.options.army_budget_strict)
        self.spent = NOTHING

    def pays(self, price: Price) -> bool:
        """Buy at a price, where every pool can bear it."""
        total = add_prices(self.spent, price)
        if not all(self._within(getattr(total, pool), getattr(self.budget, pool)) for pool in POOLS):
            return False
        self.spent = total
        return True

    def _within(self, cost: int, allotted: int) -> bool:
        return cost < allotted or (cost == allotted and not (self.strict and allotted))


# -- huge units


def huge_units(situation: Situation) -> DeclareHugeUnits:
    """Declare the huge units of the roster; now and then others that can be paid."""
    name, side = budget_name(situation), side_of(situation)
    wanted = [(nation, unit.kind) for nation in side.nations for unit in READY_ROSTERS[nation][name].units]
    kinds = [(nation, kind) for nation, kind in wanted if _size(nation, kind) == HUGE]
    if situation.one_in(SOME_HUGE):
        kinds += [(nation, unit.sheet.kind) for nation in side.nations for unit in LISTS[nation].units]
        situation.chance.shuffle(kinds)
        kinds = [row for row in kinds if _size(*row) == HUGE][: 1 + situation.chance.randrange(2)]
    points_left = PointsLeft(situation)
    taken = [
        f"{nation}:{kind}" for nation, kind in kinds if points_left.pays(_listed_unit(nation, kind).entry.sheet.price)
    ]
    return DeclareHugeUnits(huge=HugeList(kinds=tuple(taken)))


def _listed_unit(nation: str, kind: str) -> ListedUnit:
    return next(ListedUnit(LISTS[nation], unit) for unit in LISTS[nation].units if unit.sheet.kind == kind)


def _size(nation: str, kind: str) -> str:
    return _listed_unit(nation, kind).entry.sheet.size


# -- armies


def army(situation: Situation) -> SubmitArmy:
    """Hand in the roster for the own budget, or a mixture of what all rosters hold; always the huge units declared."""
    side, points_left = side_of(situation), PointsLeft(situation)
    huge = [_declared_huge_units(key, side.nations) for key in side.huge]
    units = list(_affordable(huge, points_left))
    rows = list(_units_to_buy(situation, side.nations))
    units += _affordable([row for row in rows if _size(row[0], row[1].kind) != HUGE], points_left)
    return SubmitArmy(army=Roster(units=tuple(units)))


def _declared_huge_units(key: str, nations: Sequence[str]) -> tuple[str, Purchase]:
    """Find out what was declared, by "nation:kind" or by its kind alone."""
    nation, _, kind = key.rpartition(":")
    sold = {row: [entry.sheet.kind for entry in LISTS[row].units] for row in nations}
    return nation or next(row for row in nations if kind in sold[row]), Purchase(kind=kind)


def _ready_purchases(nation: str) -> Iterator[Purchase]:
    """List every unit of every roster of a nation."""
    return (unit for roster in READY_ROSTERS[nation].values() for unit in roster.units)


def _leader_to_buy(nation: str, kind: str) -> tuple[str, Purchase]:
    found = (row for row in _ready_purchases(nation) if row.kind == kind)
    return nation, next(found, Purchase(kind=kind))


def _units_to_buy(situation: Situation, nations: Sequence[str]) -> Iterator[tuple[str, Purchase]]:
    """List what to buy as long as the points last: leaders of advanced games first."""
    name = budget_name(situation)
    for nation in nations:
        if situation.view.options is not None and situation.view.options.advanced:
            leaders = [unit.sheet.kind for unit in LISTS[nation].units if unit.sheet.price.com]
            yield from (_leader_to_buy(nation, kind) for kind in leaders)
    if len(nations) > 1 or situation.one_in(MIXED):
        mixed = [(nation, row) for nation in nations for row in _ready_purchases(nation)]
        mixed += [(nation, Purchase(kind=unit.sheet.kind)) for nation in nations for unit in LISTS[nation].units]
        situation.chance.shuffle(mixed)
        yield from mixed
    for nation in nations:
        yield from ((nation, unit) for unit in READY_ROSTERS[nation][name].units)


def _affordable(rows: Iterable[tuple[str, Purchase]], purse: PointsLeft) -> Iterator[Purchase]:
    for nation, entry in rows:
        sheet, faults = with_upgrades(_listed_unit(nation, entry.kind), entry.upgrades, "")
        if not faults and purse.pays(sheet.price):
            yield Purchase(kind=f"{nation}:{entry.kind}", upgrades=entry.upgrades)
