"""The service's own army lists and ready maps, refused at load where something in them does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.hex_orders.catalogue import list_faults
from adjudicator.rulesets.hex_orders.grid import parse, row_of, rows_of_no_mans_land
from adjudicator.rulesets.hex_orders.listing import ListRow, MapRow, army_list, terrain_of
from adjudicator.rulesets.hex_orders.model.messages import ArmyList, HexTerrain, UnitEntry
from adjudicator.rulesets.hex_orders.options import DEFAULTS, PACKAGE
from adjudicator.rulesets.hex_orders.state import Game
from adjudicator.rulesets.hex_orders.terrain import level_of


class ReadyMap(Struct, frozen=True):
    """A map that is drawn already; `terrain` leaves clear hexes out."""

    title: str
    columns: int
    rows: int
    terrain: tuple[HexTerrain, ...]


class Sold(Struct, frozen=True):
    """A unit of an army list, with the list that sells it."""

    list: ArmyList
    entry: UnitEntry

    @property
    def key(self) -> str:
        """Name it among the lists of all nations."""
        return f"{self.list.nation}:{self.entry.sheet.kind}"


def checked_list(row: ListRow) -> ArmyList:
    """Turn a data file into an army list.

    Raises ValueError with every fault found.
    """
    made = army_list(row)
    faults = [f"{fault.path} {fault.reason} {dict(fault.facts)} ({fault.clause})" for fault in list_faults(made)]
    if faults:
        raise ValueError(f"the army list {made.nation} does not hold: " + "; ".join(faults))
    return made


def ready_map(row: MapRow) -> ReadyMap:
    """Read a map.

    Raises ValueError where the picture does not fit, or something in NoMansLand blocks sight (HX-MAP-06).
    """
    terrain = terrain_of(row)
    middle = rows_of_no_mans_land(row.rows)
    blocking = [each.hex for each in terrain
                if row_of(each.hex) in middle and level_of(DEFAULTS, each.terrain) is not None]  # fmt: skip
    if blocking:
        raise ValueError(f"map {row.title}: {', '.join(blocking)} in NoMansLand block sight: take another terrain")
    parse(f"{chr(ord('A') + row.columns - 1)}{row.rows}")
    return ReadyMap(row.title, row.columns, row.rows, terrain)


def _lists() -> Mapping[str, ArmyList]:
    rows = read_folder(PACKAGE, "lists", ListRow).values()
    return MappingProxyType({each.nation: checked_list(each) for each in rows})


LISTS = _lists()
MAPS: Mapping[str, ReadyMap] = MappingProxyType(
    {name: ready_map(row) for name, row in read_folder(PACKAGE, "maps", MapRow).items()}
)


def list_of(game: Game, nation: str) -> ArmyList | None:
    """HX-ARMY-12 Give the army list of a nation: the one that was loaded, else the service's own."""
    return game.lists.get(nation) or LISTS.get(nation)


def sold(game: Game, seat: Party, kind: str) -> Sold | None:
    """HX-ARMY-12 Find a unit in the lists of a side's nations; "nation:kind" names one where several sell it."""
    nation, _, plain = kind.rpartition(":")
    for each in game.sides[seat].nations:
        found = list_of(game, each) if nation in ("", each) else None
        for entry in found.units if found else ():
            if found and entry.sheet.kind == plain:
                return Sold(found, entry)
    return None


__all__ = ["LISTS", "MAPS", "ReadyMap", "Sold", "checked_list", "list_of", "ready_map", "sold"]
