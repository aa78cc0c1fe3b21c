"""Army lists: the service's own in data/lists, refused at load where they do not hold, and what a side may buy."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.hex_orders.model.messages import ArmyList, UnitEntry
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.roster.list_checks import list_faults
from adjudicator.rulesets.hex_orders.roster.list_files import army_list


class ListedUnit(Struct, frozen=True):
    """A unit of an army list, with the list that sells it."""

    list: ArmyList
    entry: UnitEntry

    @property
    def key(self) -> str:
        """Name it among the lists of all nations."""
        return f"{self.list.nation}:{self.entry.sheet.kind}"


def checked_list(row: Mapping[str, Any]) -> ArmyList:
    """Turn a data file into an army list.

    Raises ValueError with every fault found.
    """
    army = army_list(row)
    faults = [f"{fault.path} {fault.reason} {dict(fault.facts)} ({fault.clause})" for fault in list_faults(army)]
    if faults:
        raise ValueError(f"the army list {army.nation} does not hold: " + "; ".join(faults))
    return army


def _lists() -> Mapping[str, ArmyList]:
    lists = map(checked_list, read_folder(PACKAGE, "lists", dict[str, Any]).values())
    return MappingProxyType({row.nation: row for row in lists})


LISTS = _lists()


def list_of(game: Game, nation: str) -> ArmyList | None:
    """HX-ARMY-12 Give the army list of a nation: the one that was loaded, else the service's own."""
    return game.lists.get(nation) or LISTS.get(nation)


def find_unit(game: Game, seat: Party, kind: str) -> ListedUnit | None:
    """HX-ARMY-12 Find a unit in the lists of a side's nations; "nation:kind" names one where several sell it."""
    nation, _, plain = kind.rpartition(":")
    for row in game.sides[seat].nations:
        found = list_of(game, row) if nation in ("", row) else None
        for entry in found.units if found else ():
            if found and entry.sheet.kind == plain:
                return ListedUnit(found, entry)
    return None


def nations_of(game: Game, seat: Party) -> str:
    """Name a side's nations."""
    return " ".join(game.sides[seat].nations)


def units_on_sale(game: Game, seat: Party) -> tuple[ListedUnit, ...]:
    """HX-ARMY-12 List what the army lists of a side sell, nation by nation."""
    lists = (list_of(game, nation) for nation in game.sides[seat].nations)
    return tuple(ListedUnit(row, entry) for row in lists if row for entry in row.units)


def short_name(game: Game, seat: Party, found: ListedUnit) -> str:
    """Write a unit of a list as short as it is plain."""
    plain = found.entry.sheet.kind
    first = find_unit(game, seat, plain)
    return plain if first is not None and first.key == found.key else found.key
