"""Armies: a roster is taken whole and becomes bases, or is refused with every fault that it has (HX-ARMY-09)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.hex_orders.model.messages import ArmiesLocked, Army, ArmyCommitted, Roster, Sheet, SubmitArmy
from adjudicator.rulesets.hex_orders.model.rows import ArmyUnit
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, army_key, other_seat
from adjudicator.rulesets.hex_orders.roster.army_lists import ListedUnit, find_unit, nations_of
from adjudicator.rulesets.hex_orders.roster.budgets import add_prices, overdrawn_pools
from adjudicator.rulesets.hex_orders.roster.upgrades import with_upgrades
from adjudicator.rulesets.hex_orders.rules.setup.affordable_armies import affordable_rosters
from adjudicator.rulesets.hex_orders.rules.setup.huge_units import HUGE
from adjudicator.rulesets.hex_orders.rules.setup.map_design import begin_map
from adjudicator.rulesets.hex_orders.rules.setup.own_armies import own_army_offers
from adjudicator.rulesets.hex_orders.rules.turn.end_of_game import finish_game

MOST_UNITS = 99
MOST_UPGRADES = 99


def begin_armies(ruling: Ruling[Game]) -> None:
    """HX-HUGE-01 Ask both sides for their armies."""
    ruling.ask("army", *SEATS)


def submit_army(ruling: Ruling[Game], command: SubmitArmy) -> None:
    """HX-ARMY-09 An army is any mix of what the lists sell, within every pool."""
    army, faults = army_of_roster(ruling.game, ruling.actor, command.army or Roster())
    ruling.refuse_all(faults)
    ruling.record(ArmyCommitted(seat=ruling.actor, army=army), "HX-ARMY-09", "HX-ARMY-12", "HX-ARMY-28", "HX-HUGE-02")
    ruling.answered()


def army_committed(game: Game, event: ArmyCommitted) -> None:
    """Keep the army by numbers."""
    game.sides[event.seat] = replace(game.sides[event.seat], army=True)
    for number, sheet in enumerate(event.army.units if event.army else (), 1):
        game.armies[army_key(event.seat, number)] = ArmyUnit(event.seat, number, sheet)


def army_of_roster(game: Game, seat: Party, roster: Roster) -> tuple[Army, list[Fault]]:
    """Make an army of a roster, with all that is wrong with it; with faults the army means nothing."""
    if not 0 < len(roster.units) <= MOST_UNITS:
        found = len(roster.units)
        clause, reason = ("HX-ARMY-09", "number-range") if found else ("HX-ARMY-28", "empty-army")
        return Army(spent=add_prices()), [fault(clause, reason, "army.units", found=found, least=1, most=MOST_UNITS)]
    faults: list[Fault] = []
    sheets: list[Sheet] = []
    huge: list[ListedUnit] = []
    for number, unit in enumerate(roster.units):
        bought, path = find_unit(game, seat, unit.kind), f"army.units[{number}]"
        if bought is None:
            nation = nations_of(game, seat)
            faults.append(fault("HX-ARMY-12", "unknown-item", f"{path}.kind", item=unit.kind, nation=nation))
            continue
        sheet, wrong = with_upgrades(bought, unit.upgrades[:MOST_UPGRADES], path)
        faults += wrong
        sheets.append(sheet)
        huge += [bought] if sheet.size == HUGE else []
    faults += overdrawn_pools([sheet.price for sheet in sheets], game.sides[seat], game, "HX-ARMY-09", "army.units")
    faults += _huge_faults(game, seat, huge)
    return Army(units=tuple(sheets), spent=add_prices(*(sheet.price for sheet in sheets))), faults


def _huge_faults(game: Game, seat: Party, huge: Sequence[ListedUnit]) -> Iterator[Fault]:
    """HX-HUGE-02 The army holds just the huge units that were disclosed."""
    named = [found for kind in game.sides[seat].huge or () if (found := find_unit(game, seat, kind))]
    declared, held = Counter(unit.key for unit in named), Counter(unit.key for unit in huge)
    kinds = {unit.key: unit.entry.sheet.kind for unit in (*named, *huge)}
    for key in sorted(kinds):
        if declared[key] != held[key]:
            disclosed, there = declared[key], held[key]
            yield fault("HX-HUGE-02", "not-as-declared", "army.units", kind=kinds[key], declared=disclosed, found=there)


def _armies_in(ruling: Ruling[Game], _window: Window) -> None:
    """HX-GAP-08 With both armies in the map comes next; a side without an army has lost, a draw where neither has."""
    absent = tuple(seat for seat in SEATS if not ruling.game.sides[seat].army)
    if absent:
        winner = other_seat(absent[0]) if len(absent) == 1 else None
        finish_game(ruling, "no_army", winner, "HX-GAP-08")
        return
    ruling.record(ArmiesLocked(), "HX-ARMY-09")
    begin_map(ruling)


def armies_locked(game: Game, _event: ArmiesLocked) -> None:
    """Go over to the map."""
    game.step = "map"


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """HX-ARMY-09 Offer armies that the side can pay, whole ones and one in parts."""
    whole = exact_offers((SubmitArmy(army=roster) for roster in affordable_rosters(game, party)), "HX-ARMY-09")
    return [*whole, *own_army_offers(game, party)]


PART = Part(
    handlers=handlers(submit_army),
    reducers=reducers(army_committed, armies_locked),
    windows=windows(WindowKind("army", "HX-ARMY-09", (SubmitArmy,), _offers, on_close=_armies_in, silence_passes=True)),
)
