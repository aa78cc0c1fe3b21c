"""Tiles with their terrain, roads from tile to tile, and zones."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.tiles import Board, board_of, name_of, tile_of
from adjudicator.kernel.scene import Cell, Line, Point, Setting, Token, Zone
from adjudicator.kernel.scene.grid_layout import centre, polygon
from adjudicator.rulesets.tile_formations.reports.messages import UnitView, View

HEX = "hex"
ROADS = "roads"
DIAGONAL = 2  # letters of the name of a diagonal direction of squares


def is_hex(view: View) -> bool:
    """Tell whether the tiles are hexes."""
    return view.tile_shape == HEX


def cell_id(name: str) -> str:
    """Give the id of a tile in scenes."""
    return f"cell:{name}"


def centre_of(view: View, name: str) -> Point:
    """Give the centre of a tile."""
    return centre(*tile_of(name), hexes=is_hex(view))


def cells(view: View) -> Iterator[Cell]:
    """Draw every tile of the battlefield."""
    listed = {tile.tile: place for place, tile in enumerate(view.tiles)}
    for column in range(view.columns):
        for row in range(view.rows):
            name = name_of(column, row)
            place = listed.get(name)
            found = view.tiles[place] if place is not None else None
            terrain = found.base_terrain if found is not None else view.base_terrain
            overlays = found.overlays if found is not None else ()
            yield Cell(
                id=cell_id(name),
                text=f"{name}: {', '.join((terrain, *overlays)).replace('_', ' ')}.",
                of_view=(f"tiles[{place}]" if place is not None else "base_terrain",),
                poly=polygon(column, row, hexes=is_hex(view)),
                terrain=terrain,
                overlays=overlays,
            )


def roads(view: View) -> Iterator[Line]:
    """Draw roads from the middle of a tile to that of the next; not across a corner that a road goes round."""
    places = {tile.tile: place for place, tile in enumerate(view.tiles) if ROADS in tile.overlays}
    if not places:
        return
    field = _board(view)
    for name, place in places.items():
        for other in field.neighbours(name):
            if (
                other in places
                and field.order(name) < field.order(other)
                and not _round(view, field, name, other, places)
            ):
                yield Line(
                    id=f"road:{name}:{other}",
                    text=f"A road leads from {name} to {other}.",
                    of_view=(f"tiles[{place}].overlays", f"tiles[{places[other]}].overlays"),
                    points=(centre_of(view, name), centre_of(view, other)),
                    kind="road",
                )


def _round(view: View, field: Board, name: str, other: str, roads: dict[str, int]) -> bool:
    """Tell whether two tiles that meet in a corner are joined by a road over a third one."""
    direction = field.direction(name, other)
    if is_hex(view) or direction is None or len(direction) < DIAGONAL:
        return False
    return any(tile in roads and tile in field.neighbours(other) for tile in field.neighbours(name))


def damage(view: View) -> Iterator[Token]:
    """Mark terrain that is damaged."""
    for place, tile in enumerate(view.tiles):
        if tile.damage:
            yield Token(
                id=f"token:{tile.tile}:damage",
                text=f"The terrain in {tile.tile} has {tile.damage} points of damage.",
                why=("TF-BUILD-04",),
                of_view=(f"tiles[{place}].damage",),
                on=cell_id(tile.tile),
                kind="damage",
                value=str(tile.damage),
            )


# -- zones


def zones(view: View, setting: Setting) -> Iterator[Zone]:
    """Draw where armies deploy; once they have, the tiles in their zones of control."""
    for place, side in enumerate(view.sides):
        owner = setting.seats[side.seat]
        if view.turn:
            yield from _control(view, side.seat, owner)
        elif side.zone:
            yield Zone(
                id=f"zone:deploy:{side.seat}",
                text=f"{owner} deploys in {len(side.zone)} tiles.",
                why=("TF-BLOCK-05",),
                of_view=(f"sides[{place}].zone",),
                kind="deploy",
                seat=side.seat,
                cells=tuple(map(cell_id, side.zone)),
            )


def _control(view: View, seat: int, owner: str) -> Iterator[Zone]:
    """TF-ZOC-01 Draw the tiles within reach of the units of a seat that have a zone of control."""
    own = [(place, unit) for place, unit in enumerate(view.units) if unit.seat == seat and unit.has_zone]
    names = _within(view, [unit for _, unit in own])
    if names:
        yield Zone(
            id=f"zone:control:{seat}",
            text=f"Zones of control of {owner}: {' '.join(names)}.",
            why=("TF-ZOC-01",),
            of_view=tuple(f"units[{place}].has_zone" for place, _ in own),
            kind="control",
            seat=seat,
            cells=tuple(map(cell_id, names)),
        )


def _within(view: View, units: list[UnitView]) -> list[str]:
    radius = view.options.zoc_radius if view.options is not None else None
    if radius is None:
        return []
    field = _board(view)
    return sorted({near for unit in units for tile in unit.tiles for near in field.within(tile, radius)}, key=tile_of)


def _board(view: View) -> Board:
    return board_of(view.tile_shape, view.columns, view.rows)
