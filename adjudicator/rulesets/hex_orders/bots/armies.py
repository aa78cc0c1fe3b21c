"""How a bot spends its points: on ready rosters, or on a mixture of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.rulesets.hex_orders.bots.situation import Turn
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
from adjudicator.rulesets.hex_orders.roster.budgets import ASYMMETRIC, NOTHING, POOLS, plus
from adjudicator.rulesets.hex_orders.roster.ready_armies import READY_ROSTERS
from adjudicator.rulesets.hex_orders.roster.upgrades import with_upgrades

HUGE = "huge"
SOME_HUGE = 3
MIXED = 3
MOST_SPARE = 6


def side_of(turn: Turn) -> SideView:
    """Give the own side."""
    return turn.view.sides[turn.seat]


def budget_name(turn: Turn) -> str:
    """Name the kind of budget that the own side has."""
    if turn.view.game_type != ASYMMETRIC:
        return turn.view.game_type
    side = side_of(turn)
    return "armoured" if side.role == "armoured" else f"light_{side.package or 'a'}"


# -- points


def free_points(turn: Turn) -> SplitFreePoints:
    """Divide the free points as the roster wants it, or anyhow."""
    entry = READY_ROSTERS[side_of(turn).nations[0]]["armoured"].free
    split = (entry.mp, entry.cp, entry.xp)
    if sum(split) != MOST_SPARE or turn.one_in(SOME_HUGE):
        mp = turn.chance.randrange(MOST_SPARE + 1)
        cp = turn.chance.randrange(MOST_SPARE - mp + 1)
        split = (mp, cp, MOST_SPARE - mp - cp)
    return SplitFreePoints(points=FreePoints(mp=split[0], cp=split[1], xp=split[2]))


class Purse:
    """Buys what the budget still allows."""

    def __init__(self, turn: Turn) -> None:
        self.budget = side_of(turn).budget or NOTHING
        self.strict = bool(turn.view.options and turn.view.options.army_budget_strict)
        self.spent = NOTHING

    def pays(self, price: Price) -> bool:
        """Buy at a price, where every pool can bear it."""
        total = plus(self.spent, price)
        if not all(self._within(getattr(total, pool), getattr(self.budget, pool)) for pool in POOLS):
            return False
        self.spent = total
        return True

    def _within(self, cost: int, allotted: int) -> bool:
        return cost < allotted or (cost == allotted and not (self.strict and allotted))


# -- huge units


def huge_units(turn: Turn) -> DeclareHugeUnits:
    """Declare the huge units of the roster; now and then others that can be paid."""
    name, side = budget_name(turn), side_of(turn)
    wanted = [(nation, unit.kind) for nation in side.nations for unit in READY_ROSTERS[nation][name].units]
    kinds = [(nation, kind) for nation, kind in wanted if _size(nation, kind) == HUGE]
    if turn.one_in(SOME_HUGE):
        kinds += [(nation, unit.sheet.kind) for nation in side.nations for unit in LISTS[nation].units]
        turn.chance.shuffle(kinds)
        kinds = [row for row in kinds if _size(*row) == HUGE][: 1 + turn.chance.randrange(2)]
    purse = Purse(turn)
    taken = [f"{nation}:{kind}" for nation, kind in kinds if purse.pays(_sold(nation, kind).entry.sheet.price)]
    return DeclareHugeUnits(huge=HugeList(kinds=tuple(taken)))


def _sold(nation: str, kind: str) -> ListedUnit:
    return next(ListedUnit(LISTS[nation], unit) for unit in LISTS[nation].units if unit.sheet.kind == kind)


def _size(nation: str, kind: str) -> str:
    return _sold(nation, kind).entry.sheet.size


# -- armies


def army(turn: Turn) -> SubmitArmy:
    """Hand in the roster for the own budget, or a mixture of what all rosters hold; always the huge units declared."""
    side, purse = side_of(turn), Purse(turn)
    huge = [_declared(key, side.nations) for key in side.huge]
    units = list(_bought(huge, purse))
    rows = list(_wanted(turn, side.nations))
    units += _bought([row for row in rows if _size(row[0], row[1].kind) != HUGE], purse)
    return SubmitArmy(army=Roster(units=tuple(units)))


def _declared(key: str, nations: Sequence[str]) -> tuple[str, Purchase]:
    """Find out what was declared, by "nation:kind" or by its kind alone."""
    nation, _, kind = key.rpartition(":")
    sold = {row: [entry.sheet.kind for entry in LISTS[row].units] for row in nations}
    return nation or next(row for row in nations if kind in sold[row]), Purchase(kind=kind)


def _every(nation: str) -> Iterator[Purchase]:
    """List every unit of every roster of a nation."""
    return (unit for roster in READY_ROSTERS[nation].values() for unit in roster.units)


def _leader(nation: str, kind: str) -> tuple[str, Purchase]:
    found = (row for row in _every(nation) if row.kind == kind)
    return nation, next(found, Purchase(kind=kind))


def _wanted(turn: Turn, nations: Sequence[str]) -> Iterator[tuple[str, Purchase]]:
    """List what to buy as long as the points last: leaders of advanced games first."""
    name = budget_name(turn)
    for nation in nations:
        if turn.view.options is not None and turn.view.options.advanced:
            leaders = [unit.sheet.kind for unit in LISTS[nation].units if unit.sheet.price.com]
            yield from (_leader(nation, kind) for kind in leaders)
    if len(nations) > 1 or turn.one_in(MIXED):
        mixed = [(nation, row) for nation in nations for row in _every(nation)]
        mixed += [(nation, Purchase(kind=unit.sheet.kind)) for nation in nations for unit in LISTS[nation].units]
        turn.chance.shuffle(mixed)
        yield from mixed
    for nation in nations:
        yield from ((nation, unit) for unit in READY_ROSTERS[nation][name].units)


def _bought(rows: Iterable[tuple[str, Purchase]], purse: Purse) -> Iterator[Purchase]:
    for nation, entry in rows:
        sheet, faults = with_upgrades(_sold(nation, entry.kind), entry.upgrades, "")
        if not faults and purse.pays(sheet.price):
            yield Purchase(kind=f"{nation}:{entry.kind}", upgrades=entry.upgrades)
