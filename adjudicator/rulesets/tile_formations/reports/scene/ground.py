"""Tiles with their terrain."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.tiles import name_of, tile_of
from adjudicator.kernel.scene import Cell, Point
from adjudicator.kernel.scene.grid_layout import centre, polygon
from adjudicator.rulesets.tile_formations.reports.messages import View

HEX = "hex"


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
