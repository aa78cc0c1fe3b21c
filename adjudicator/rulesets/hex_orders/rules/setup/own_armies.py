"""An army of one's own, to be offered in parts: any units of some kinds, as many as are paid whichever they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from adjudicator.kernel.decide.exact_offers import exact_shape
from adjudicator.kernel.decide.offers import Choice, Domain, Items, Offer, Shape, items, offer, optional, shape, where
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model.messages import Price, Purchase, Roster, Sheet, SubmitArmy, UpgradeChoice
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.roster.army_lists import ListedUnit, find_unit, units_on_sale
from adjudicator.rulesets.hex_orders.roster.budgets import most_payable
from adjudicator.rulesets.hex_orders.roster.upgrades import with_upgrades
from adjudicator.rulesets.hex_orders.rules.setup.affordable_armies import HUGE

MOST_OFFERED, MOST_BESIDE_HUGE = 12, 3


def own_army_offers(game: Game, seat: Party) -> list[Offer]:
    """HX-ARMY-09 HX-HUGE-02 Offer units of all kinds, or of one kind, each with an upgrade at most.

    Huge units that the side has named come first, all of them.
    """
    on_sale = [unit for unit in units_on_sale(game, seat) if unit.entry.sheet.size != HUGE]
    groups = [on_sale, *([unit] for unit in on_sale if len(on_sale) > 1)]
    units = [Domain("", found) for group in groups if (found := _units_of(game, seat, group))]
    return [offer(SubmitArmy, "HX-ARMY-09", army=shape(Roster, units=units))] if units else []


def _units_of(game: Game, seat: Party, group: Sequence[ListedUnit]) -> Items | None:
    """Offer as many units of some kinds as a side can pay, whichever they are; None where it can not pay one."""
    named = [(kind, found) for kind in game.sides[seat].huge or () if (found := find_unit(game, seat, kind))]
    prices = [sheet.price for unit in group for _, sheet in _variants(unit)]
    besides: list[Price] = [unit.entry.sheet.price for _, unit in named]
    most = most_payable(game, seat, prices, MOST_BESIDE_HUGE if named else MOST_OFFERED, besides=besides)
    if not most:
        return None
    if not named:
        return items(_purchase(group), least=1, most=most)
    huge = [exact_shape(Purchase(kind=kind)) for kind, _ in named]
    count = len(huge) + most
    return items(*huge, *[_purchase(group)] * most, least=count, most=count, once=True)


def _purchase(group: Iterable[ListedUnit]) -> Shape:
    """HX-ARMY-11 Offer one unit, with no upgrade or one that stands by itself."""
    units = list(group)
    upgrades = [
        optional(where(items(*rows, least=0, most=1), kind=unit.key)) for unit in units if (rows := _upgrades_of(unit))
    ]
    kinds = Choice(tuple(unit.key for unit in units))
    return shape(Purchase, kind=kinds, upgrades=upgrades) if upgrades else shape(Purchase, kind=kinds)


def _upgrades_of(unit: ListedUnit) -> list[Shape]:
    return [exact_shape(upgrade) for upgrade, _ in _variants(unit) if upgrade is not None]


def _variants(unit: ListedUnit) -> Iterator[tuple[UpgradeChoice | None, Sheet]]:
    """Go through a unit as it stands, and with each single upgrade that it can be bought with."""
    yield None, unit.entry.sheet
    for id in unit.entry.upgrades:
        upgrade = UpgradeChoice(upgrade=id, model=0)
        sheet, faults = with_upgrades(unit, (upgrade,), "")
        if not faults:
            yield upgrade, sheet
