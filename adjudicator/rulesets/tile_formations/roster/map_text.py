"""Maps in text: a few headings, then a picture with a word of signs for each tile; read and written alike.

    title: Two farms
    zone 0: A1-H2
    sign q: quicksand

        A  B  C  D  E  F  G  H
    1   .  .  W  W* .  =  .  B
    2   .  S  W  .  .  =  .  BX

A word is at most one sign of a base terrain and any signs of what lies on it; "." is the base terrain of the map. The
ruler above the picture and the numbers beside it may be left out. What follows ";" is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from adjudicator.board.tiles import MOST, is_name, name_of, tile_of
from adjudicator.kernel.decide.faults import Fault, fault, within
from adjudicator.rulesets.tile_formations.model.messages import DeploymentZone, TerrainKind, TileTerrain
from adjudicator.rulesets.tile_formations.model.terrain_table import ON_BASE, ON_TOP, OPEN_GROUND
from adjudicator.rulesets.tile_formations.roster.map_symbols import BASE, MAP_SYMBOLS, RESERVED, format_cell, symbols_of
from adjudicator.rulesets.tile_formations.roster.upload_checks import name_faults

MOST_SIDE = 100
PATH = "text"
ZONE, SIGN = re.compile(r"zone ([0-3])"), re.compile(r"sign (\S)")
MOST_NAMED, MOST_WORD = 24, 48


class MapDrawing(Struct, frozen=True):
    """A map: tiles that differ from its base terrain, by column, then by row, and zones of some seats."""

    title: str
    base: str
    columns: int
    rows: int
    tiles: tuple[TileTerrain, ...] = ()
    zones: tuple[DeploymentZone, ...] = ()


class MapReader:
    """Reads a map's text, and notes every fault with its line."""

    def __init__(self, kinds: Mapping[str, TerrainKind]) -> None:
        self.kinds = kinds
        self.symbols = dict(MAP_SYMBOLS)
        self.faults: list[Fault] = []
        self.title, self.base = "", OPEN_GROUND
        self.zones: dict[int, tuple[int, str]] = {}
        self.picture: list[tuple[int, list[str]]] = []

    def wrong(self, clause: str, reason: str, line: int, **facts: int | str) -> None:
        """Note a fault."""
        self.faults.append(fault(clause, reason, PATH, line=line, **facts))

    # -- lines

    def read(self, text: str) -> MapDrawing:
        """Read all lines."""
        for number, line in enumerate(text.splitlines(), 1):
            content = line.partition(";")[0].strip()
            if ":" in content:
                self._heading(number, *(part.strip() for part in content.split(":", 1)))
            elif content:
                self._row(number, content.split())
        columns, rows = self._size()
        tiles = [tile for row in enumerate(self.picture) for tile in self._tiles(*row)] if columns else []
        zones = tuple(self._zone(seat, *self.zones[seat], columns, rows) for seat in sorted(self.zones))
        ordered = sorted(tiles, key=lambda found: tile_of(found.tile))
        return MapDrawing(self.title, self.base, columns, rows, tuple(ordered), zones)

    def _heading(self, line: int, name: str, value: str) -> None:
        zone, sign = ZONE.fullmatch(name), SIGN.fullmatch(name)
        if name == "title":
            self.title = value
            self.faults += name_faults("TF-GRID-01", PATH, value)
        elif name == "base":
            self.base = value
            self._known(line, value, ON_BASE)
        elif sign is not None and sign[1] not in RESERVED and not sign[1].isdecimal():
            self.symbols[sign[1]] = value
            self._known(line, value)
        elif zone is not None and int(zone[1]) not in self.zones:
            self.zones[int(zone[1])] = (line, value)
        else:
            self.wrong("TF-GRID-01", "no-such-heading", line, heading=name[:40])

    def _known(self, line: int, kind: str, layer: str = "") -> None:
        found = self.kinds.get(kind)
        if found is None or layer not in {"", found.layer}:
            known = _few([name for name, row in self.kinds.items() if layer in {"", row.layer}])
            self.wrong("TF-TERRAIN-01", "no-such-terrain", line, terrain=kind[:40], known=known)

    def _row(self, line: int, words: list[str]) -> None:
        """Take a row of the picture; a ruler is none, and a number in front has to be the row's own."""
        if not self.picture and words[0] == "A" and words == _ruler(len(words)):
            return
        if words[0].isdecimal():
            number = words.pop(0)
            if number != str(len(self.picture) + 1):
                self.wrong("TF-GRID-01", "row-number", line, found=number[:9], row=len(self.picture) + 1)
        self.picture.append((line, words))

    def _size(self) -> tuple[int, int]:
        """TF-GRID-01 Every row is as long as the first; a map has at least one tile."""
        columns, rows = len(self.picture[0][1]) if self.picture else 0, len(self.picture)
        for line, words in self.picture[1:]:
            if len(words) != columns:
                self.wrong("TF-GRID-01", "row-length", line, found=len(words), columns=columns)
        self.faults += within("TF-GRID-01", PATH, columns, 1, MOST_SIDE)
        self.faults += within("TF-GRID-01", PATH, rows, 1, MOST_SIDE)
        return (columns, rows) if 0 < columns <= MOST_SIDE and rows <= MOST_SIDE else (0, 0)

    # -- tiles

    def _tiles(self, row: int, numbered_row: tuple[int, list[str]]) -> Iterator[TileTerrain]:
        line, words = numbered_row
        for column, word in enumerate(words[:MOST_SIDE]):
            tile = name_of(column, row)
            base, overlays = self._word(line, tile, word)
            if overlays or base != self.base:
                yield TileTerrain(tile=tile, base_terrain=base, overlays=overlays)

    def _word(self, line: int, tile: str, word: str) -> tuple[str, tuple[str, ...]]:
        """TF-TERRAIN-08 Read a tile: one base terrain, and what lies on it."""
        bases, overlays = [], []
        for sign in word:
            kind = self.base if sign == BASE else self.symbols.get(sign)
            row = self.kinds.get(kind or "")
            if kind is None:
                self.wrong("TF-TERRAIN-01", "no-such-sign", line, sign=sign, tile=tile, known=_few([*self.symbols]))
            elif row is not None and row.layer == ON_TOP and sign != BASE:
                overlays.append(kind)
            else:
                bases.append(kind)
        if len(bases) > 1:
            self.wrong("TF-TERRAIN-08", "two-bases", line, tile=tile, terrain=" ".join(bases))
        if len(set(overlays)) < len(overlays):
            self.wrong("TF-TERRAIN-08", "overlay-twice", line, tile=tile)
        return (bases or [self.base])[0], tuple(dict.fromkeys(overlays))

    def _zone(self, seat: int, line: int, value: str, columns: int, rows: int) -> DeploymentZone:
        """WG-SETUP-02 Read a zone: tiles, and rectangles such as A1-H2."""
        found: list[str] = []
        for word in value.split():
            first, _, last = word.partition("-")
            corners = [tile_of(row) for row in (first, last or first) if is_name(row)]
            if len(corners) < len({first, last or first}) or not all(
                corner.column < columns and corner.row < rows for corner in corners
            ):
                self.wrong("WG-SETUP-02", "no-such-tile", line, tile=word[:20])
                continue
            (left, top), (right, bottom) = corners[0], corners[-1]
            found += (name_of(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
        if not found and columns:
            self.wrong("WG-SETUP-02", "empty-zone", line, seat=seat)
        return DeploymentZone(seat=seat, tiles=tuple(sorted(dict.fromkeys(found), key=tile_of)))


def _few(words: Sequence[str]) -> str:
    """List words for a refusal: the first of them, the usual ones, and how many more there are."""
    more = len(words) - MOST_NAMED
    named_here = " ".join(word[:MOST_WORD] for word in words[:MOST_NAMED])
    return f"{named_here} and {more} more" if more > 0 else named_here


def parse_map(text: str, kinds: Mapping[str, TerrainKind]) -> tuple[MapDrawing, list[Fault]]:
    """Read a map, with all that is wrong with it; with faults the map means nothing."""
    reader = MapReader(kinds)
    return reader.read(text), reader.faults


def _ruler(columns: int) -> list[str]:
    return [name_of(column, 0)[:-1] for column in range(min(columns, MOST))]


# -- writing


def map_text(drawn: MapDrawing, kinds: Mapping[str, TerrainKind]) -> str:
    """Write a map as it is read."""
    cells = {tile.tile: tile for tile in drawn.tiles}
    used = [kind for tile in drawn.tiles for kind in (tile.base_terrain, *tile.overlays) if kind in kinds]
    symbols = symbols_of(used)
    own = {kind: sign for kind, sign in symbols.items() if MAP_SYMBOLS.get(sign) != kind}
    words = [
        [_format_tile(cells.get(name_of(x, y)), drawn.base, symbols) for x in range(drawn.columns)]
        for y in range(drawn.rows)
    ]
    return "\n".join([*_headings(drawn, own), "", *_picture(words), ""])


def _headings(drawn: MapDrawing, own: Mapping[str, str]) -> Iterator[str]:
    if drawn.title:
        yield f"title: {drawn.title}"
    if drawn.base != OPEN_GROUND:
        yield f"base: {drawn.base}"
    yield from (f"sign {sign}: {kind}" for kind, sign in own.items())
    yield from (f"zone {zone.seat}: {' '.join(rectangles(zone.tiles))}" for zone in drawn.zones)


def _format_tile(cell: TileTerrain | None, base: str, symbols: Mapping[str, str]) -> str:
    return BASE if cell is None else format_cell(cell.base_terrain, cell.overlays, base, symbols)


def _picture(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    columns = len(rows[0])
    width = max((len(word) for row in rows for word in row), default=1)
    width, beside = max(width, len(name_of(columns - 1, 0)) - 1), len(str(len(rows)))
    ruler = " ".join(name.ljust(width) for name in _ruler(columns))
    yield f"{'':{beside}}  {ruler}".rstrip()
    for number, row in enumerate(rows, 1):
        yield f"{number:<{beside}}  {' '.join(word.ljust(width) for word in row)}".rstrip()


def rectangles(tiles: Iterable[str]) -> list[str]:
    """Write tiles as few rectangles: runs along rows, joined where rows below have the same run."""
    runs: dict[tuple[int, int], list[list[int]]] = {}
    for left, right, row in _runs(tiles):
        spans = runs.setdefault((left, right), [])
        if spans and spans[-1][1] == row - 1:
            spans[-1][1] = row
        else:
            spans.append([row, row])
    found = sorted((top, left, right, bottom) for (left, right), spans in runs.items() for top, bottom in spans)
    return [_rectangle(left, top, right, bottom) for top, left, right, bottom in found]


def _runs(tiles: Iterable[str]) -> Iterator[tuple[int, int, int]]:
    rows: dict[int, list[int]] = {}
    for column, row in sorted(map(tile_of, tiles)):
        rows.setdefault(row, []).append(column)
    for row in sorted(rows):
        columns = rows[row]
        starts = [x for x in columns if x - 1 not in columns]
        ends = [x for x in columns if x + 1 not in columns]
        yield from ((left, right, row) for left, right in zip(starts, ends, strict=True))


def _rectangle(left: int, top: int, right: int, bottom: int) -> str:
    first, last = name_of(left, top), name_of(right, bottom)
    return first if first == last else f"{first}-{last}"
