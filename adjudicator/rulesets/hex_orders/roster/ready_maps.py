"""Ready maps: pictures in data/maps, checked when they are loaded."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.hex_orders.model.board_hexes import parse, row_of, rows_of_no_mans_land
from adjudicator.rulesets.hex_orders.model.messages import HexTerrain
from adjudicator.rulesets.hex_orders.model.options import OPTIONS, PACKAGE
from adjudicator.rulesets.hex_orders.model.terrain import level_of

SYMBOLS: Mapping[str, str] = MappingProxyType(
    {
        ".": "clear",
        "M": "mountains",
        "H": "hills",
        "F": "forest",
        "S": "swamp",
        "B": "building",
        "U": "ruins",
        "R": "rough",
    }
)


class MapRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready map as a picture: a line for each row, a symbol for each column."""

    title: str
    columns: int
    rows: int
    picture: str
    overlays: dict[str, tuple[str, ...]] = {}


class ReadyMap(Struct, frozen=True):
    """A map that is drawn already; `terrain` leaves clear hexes out."""

    title: str
    columns: int
    rows: int
    terrain: tuple[HexTerrain, ...]


def ready_map(row: MapRow) -> ReadyMap:
    """Read a map.

    Raises ValueError where the picture does not fit, or something in NoMansLand blocks sight (HX-MAP-06).
    """
    terrain = terrain_of(row)
    middle = rows_of_no_mans_land(row.rows)
    blocking = [
        item.hex
        for item in terrain
        if row_of(item.hex) in middle and level_of(OPTIONS.defaults, item.terrain) is not None
    ]
    if blocking:
        raise ValueError(f"map {row.title}: {', '.join(blocking)} in NoMansLand block sight: take another terrain")
    parse(f"{chr(ord('A') + row.columns - 1)}{row.rows}")
    return ReadyMap(row.title, row.columns, row.rows, terrain)


def terrain_of(row: MapRow) -> tuple[HexTerrain, ...]:
    """Read a picture: every hex that is not clear or has an overlay, row by row.

    Raises ValueError where the picture has another size, or a symbol or an overlay's hex is not known.
    """
    lines = [line.split() for line in row.picture.strip().splitlines()]
    if len(lines) != row.rows or any(len(line) != row.columns for line in lines):
        raise ValueError(f"map {row.title}: the picture is not {row.columns} symbols by {row.rows} lines: fix it")
    symbols = {
        f"{chr(ord('A') + column)}{number}": symbol
        for number, line in enumerate(lines, 1)
        for column, symbol in enumerate(line)
    }
    strange = [name for name in row.overlays if name not in symbols]
    strange += [symbol for symbol in symbols.values() if symbol not in SYMBOLS]
    if strange:
        known = " ".join(SYMBOLS)
        raise ValueError(f"map {row.title}: {', '.join(strange)}: no such hex or symbol; symbols are {known}")
    return tuple(
        HexTerrain(hex=name, terrain=SYMBOLS[symbol], overlays=row.overlays.get(name, ()))
        for name, symbol in symbols.items()
        if symbol != "." or name in row.overlays
    )


MAPS: Mapping[str, ReadyMap] = MappingProxyType(
    {name: ready_map(row) for name, row in read_folder(PACKAGE, "maps", MapRow).items()}
)
