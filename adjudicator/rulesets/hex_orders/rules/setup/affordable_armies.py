"""Armies that a side can pay, to be offered whole: ready rosters and mixtures, as far as its points go."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.messages import Price, Purchase, Roster
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.roster.army_lists import find_unit, units_on_sale
from adjudicator.rulesets.hex_orders.roster.budgets import overdrawn_pools
from adjudicator.rulesets.hex_orders.roster.ready_armies import READY_ROSTERS
from adjudicator.rulesets.hex_orders.roster.upgrades import with_upgrades

HUGE = "huge"
MOST_MIXED, MOST_UNITS = 8, 30


def is_payable(game: Game, seat: Party, prices: Iterable[Price]) -> bool:
    """HX-ARMY-09 Tell whether no pool of a side is overdrawn."""
    return next(overdrawn_pools(prices, game.sides[seat], game, "HX-ARMY-09", ""), None) is None


def affordable_rosters(game: Game, seat: Party) -> Iterator[Roster]:
    """HX-ARMY-09 HX-HUGE-02 Give rosters that a side can pay, each with just the huge units that it has named."""
    named = [Purchase(kind=kind) for kind in game.sides[seat].huge or ()]
    for wanted in _wish_lists(game, seat):
        units = tuple(_bought(game, seat, named, wanted))
        if units:
            yield Roster(units=units)


def _wish_lists(game: Game, seat: Party) -> Iterator[Sequence[Purchase]]:
    """List what may be bought: ready rosters of the side's nations, then every kind first in turn."""
    for nation in game.sides[seat].nations:
        for ready in READY_ROSTERS.get(nation, {}).values():
            yield [Purchase(kind=f"{nation}:{unit.kind}", upgrades=unit.upgrades) for unit in ready.units]
    kinds = [Purchase(kind=unit.key) for unit in units_on_sale(game, seat)]
    for first in range(len(kinds)):
        yield [*kinds[first:], *kinds[:first]] * (1 if first % 2 else MOST_UNITS // max(1, len(kinds)) + 1)


def _bought(game: Game, seat: Party, named: Sequence[Purchase], wanted: Iterable[Purchase]) -> Iterator[Purchase]:
    prices: list[Price] = []
    for number, unit in enumerate((*named, *wanted)):
        found = find_unit(game, seat, unit.kind)
        if found is None or len(prices) == MOST_UNITS:
            continue
        sheet, faults = with_upgrades(found, unit.upgrades, "")
        due = number < len(named) or sheet.size != HUGE
        if due and not faults and is_payable(game, seat, [*prices, sheet.price]):
            prices.append(sheet.price)
            yield unit
