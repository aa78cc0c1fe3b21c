"""The battlefield that terms describe: a ready map, a map in text, or a size, and the tiles and zones given besides."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from adjudicator.board.tiles import board_of, is_name, name_of, tile_of
from adjudicator.kernel.decide.faults import Fault, among, fault, within
from adjudicator.kernel.decoding import read_table
from adjudicator.rulesets.tile_formations.model.messages import (
    CreateBattlefield,
    DeploymentZone,
    TerrainKind,
    TileTerrain,
)
from adjudicator.rulesets.tile_formations.model.options import PACKAGE
from adjudicator.rulesets.tile_formations.model.terrain_table import ON_BASE, ON_TOP, OPEN_GROUND, TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.map_text import MOST_SIDE, MapDrawing, parse_map
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_MAPS

SQUARE = "square8"
MOST_OVERLAYS = 8


class EdgeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A zone along an edge."""

    edge: str
    depth: int


EDGE_ZONES = read_table(PACKAGE, "zones.toml", EdgeRow)


class BattlefieldLayout(NamedTuple):
    """A battlefield, complete: tiles that differ from the base terrain, and every seat's zone."""

    title: str
    columns: int
    rows: int
    base: str
    kinds: tuple[TerrainKind, ...]
    tiles: tuple[TileTerrain, ...]
    zones: tuple[DeploymentZone, ...]


def terrain_kinds_of(command: CreateBattlefield) -> dict[str, TerrainKind]:
    """TF-TERRAIN-01 Give every kind of terrain of a game: the usual ones, and those that it brings along."""
    return {**TERRAIN_KINDS, **{row.name: row for row in command.terrain}}


def lay_out(command: CreateBattlefield, seats: int) -> tuple[BattlefieldLayout, list[Fault]]:
    """Lay the battlefield out, with all that is wrong with it; with faults it means nothing."""
    kinds = terrain_kinds_of(command)
    drawn, faults = _drawn(command, kinds)
    base = command.base_terrain or (drawn.base if drawn else OPEN_GROUND)
    faults += _base_faults(command, kinds)
    faults += _size_faults(command, drawn)
    columns, rows = (drawn.columns, drawn.rows) if drawn else (command.columns, command.rows)
    if not (0 < columns <= MOST_SIDE and 0 < rows <= MOST_SIDE):
        columns = rows = 0
    if columns or not faults:
        faults += _tile_faults(command, kinds, columns, rows)
        faults += _zone_faults(command, columns, rows, seats)
    if faults:
        return BattlefieldLayout("", 0, 0, base, (), (), ()), faults
    tiles, zones = _tiles(command, drawn, base), _zones(command, drawn, columns, rows, seats)
    title = drawn.title if drawn else ""
    return BattlefieldLayout(title, columns, rows, base, tuple(kinds.values()), tiles, zones), []


# -- maps and sizes


def _drawn(command: CreateBattlefield, kinds: Mapping[str, TerrainKind]) -> tuple[MapDrawing | None, list[Fault]]:
    """Take a ready map, or read the text of one."""
    if command.map_name and command.text:
        return None, [fault("WG-DATA-01", "two-maps", "text", map_name=command.map_name[:48])]
    if command.map_name:
        return READY_MAPS.get(command.map_name), list(
            among("WG-DATA-01", "map_name", command.map_name[:48], READY_MAPS)
        )
    return parse_map(command.text, kinds) if command.text else (None, [])


def _base_faults(command: CreateBattlefield, kinds: Mapping[str, TerrainKind]) -> Iterator[Fault]:
    if command.base_terrain:
        yield from among("TF-TERRAIN-08", "base_terrain", command.base_terrain, _layer(kinds, ON_BASE))


def _layer(kinds: Mapping[str, TerrainKind], layer: str) -> list[str]:
    return [kind.name for kind in kinds.values() if kind.layer == layer]


def _size_faults(command: CreateBattlefield, drawn: MapDrawing | None) -> Iterator[Fault]:
    """TF-GRID-01 A map has a size of its own; without one it is given."""
    if command.map_name or command.text:
        for name in ("columns", "rows") if drawn else ():
            found, of_map = getattr(command, name), getattr(drawn, name)
            if of_map and found not in {0, of_map}:
                yield fault("TF-GRID-01", "two-sizes", name, found=found, of_map=of_map)
        return
    yield from within("TF-GRID-01", "columns", command.columns, 1, MOST_SIDE)
    yield from within("TF-GRID-01", "rows", command.rows, 1, MOST_SIDE)


def _inside(name: str, columns: int, rows: int) -> bool:
    if not is_name(name):
        return False
    place = tile_of(name)
    return place.column < columns and place.row < rows


# -- tiles


def _tile_faults(
    command: CreateBattlefield, kinds: Mapping[str, TerrainKind], columns: int, rows: int
) -> Iterator[Fault]:
    """TF-TERRAIN-08 A tile has one base terrain, and any other terrain on it, each once."""
    seen: set[str] = set()
    bases, overlays = _layer(kinds, ON_BASE), _layer(kinds, ON_TOP)
    for number, tile in enumerate(command.tiles):
        path = f"tiles[{number}]"
        yield from _place_faults("TF-GRID-01", f"{path}.tile", tile.tile, columns, rows)
        if tile.tile in seen:
            yield fault("TF-TERRAIN-08", "id-twice", f"{path}.tile", id=tile.tile[:20])
        seen.add(tile.tile)
        if tile.base_terrain:
            yield from among("TF-TERRAIN-08", f"{path}.base_terrain", tile.base_terrain, bases)
        yield from within("TF-TERRAIN-08", f"{path}.overlays", len(tile.overlays), 0, MOST_OVERLAYS)
        for place, name in enumerate(tile.overlays[:MOST_OVERLAYS]):
            yield from among("TF-TERRAIN-08", f"{path}.overlays[{place}]", name, overlays)
            if name in tile.overlays[:place]:
                yield fault("TF-TERRAIN-08", "id-twice", f"{path}.overlays[{place}]", id=name[:48])


def _place_faults(clause: str, path: str, name: str, columns: int, rows: int) -> Iterator[Fault]:
    if columns and not _inside(name, columns, rows):
        yield fault(clause, "no-such-place", path, tile=name[:20], last=name_of(columns - 1, rows - 1))


def _tiles(command: CreateBattlefield, drawn: MapDrawing | None, base: str) -> tuple[TileTerrain, ...]:
    """Put tiles that are given in the place of those of the map; what is the base terrain alone is left out."""
    cells = {tile.tile: tile for tile in drawn.tiles} if drawn else {}
    for tile in command.tiles:
        below = tile.base_terrain or (cells[tile.tile].base_terrain if tile.tile in cells else base)
        cells[tile.tile] = TileTerrain(tile=tile.tile, base_terrain=below, overlays=tile.overlays)
    kept = (cell for cell in cells.values() if cell.overlays or cell.base_terrain != base)
    return tuple(sorted(kept, key=lambda row: tile_of(row.tile)))


# -- zones


def _zone_faults(command: CreateBattlefield, columns: int, rows: int, seats: int) -> Iterator[Fault]:
    """WG-SETUP-02 A seat has one zone, of tiles of the battlefield."""
    for number, zone in enumerate(command.zones):
        path = f"zones[{number}]"
        yield from within("WG-SETUP-02", f"{path}.seat", zone.seat, 0, seats - 1)
        if zone.seat in [other.seat for other in command.zones[:number]]:
            yield fault("WG-SETUP-02", "id-twice", f"{path}.seat", id=zone.seat)
        if not zone.tiles:
            yield fault("WG-SETUP-02", "no-zone", f"{path}.tiles", seat=zone.seat)
        for place, name in enumerate(zone.tiles):
            yield from _place_faults("WG-SETUP-02", f"{path}.tiles[{place}]", name, columns, rows)
        if len(set(zone.tiles)) < len(zone.tiles):
            twice = next(name for place, name in enumerate(zone.tiles) if name in zone.tiles[:place])
            yield fault("WG-SETUP-02", "id-twice", f"{path}.tiles", id=twice[:20])


def _zones(
    command: CreateBattlefield, drawn: MapDrawing | None, columns: int, rows: int, seats: int
) -> tuple[DeploymentZone, ...]:
    """WG-SETUP-02 Give every seat its zone: as given, as on the map, or along an edge.

    A map may have zones of seats that do not play.
    """
    zone_tiles = {zone.seat: zone.tiles for zone in (*(drawn.zones if drawn else ()), *command.zones)}
    field = board_of(SQUARE, columns, rows)
    return tuple(
        DeploymentZone(
            seat=seat, tiles=tuple(sorted(zone_tiles.get(seat) or edge_zone(seat, columns, rows), key=field.order))
        )
        for seat in range(seats)
    )


def edge_zone(seat: int, columns: int, rows: int) -> tuple[str, ...]:
    """WG-SETUP-02 List the tiles along the edge of a seat; on a small battlefield at most half of it."""
    row = EDGE_ZONES[str(seat)]
    across = rows if row.edge in {"north", "south"} else columns
    depth = min(row.depth, max(1, across // 2))
    first = 0 if row.edge in {"north", "west"} else across - depth
    band = range(first, first + depth)
    if row.edge in {"north", "south"}:
        return tuple(name_of(x, y) for x in range(columns) for y in band)
    return tuple(name_of(x, y) for x in band for y in range(rows))
