"""Hexes with their terrain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from adjudicator.board.hexes import to_offset
from adjudicator.kernel.scene import Cell, Setting, Zone
from adjudicator.kernel.scene.grid_layout import polygon
from adjudicator.rulesets.hex_orders.model.board_hexes import board_of, parse, row_of, rows_of_area
from adjudicator.rulesets.hex_orders.model.terrain import NUMBERS
from adjudicator.rulesets.hex_orders.reports.messages import View

CLEAR = "clear"


class Ground(NamedTuple):
    """What a hex is made of, and where in the View that stands."""

    terrain: str
    overlays: tuple[str, ...]
    path: str


def cell_id(name: str) -> str:
    """Give the id of a hex in scenes."""
    return f"cell:{name}"


def cells(view: View) -> Iterator[Cell]:
    """Draw every hex of the board, those of the viewer's own design too while they are not laid out."""
    grounds = _grounds(view)
    for name in board_of(view.columns, view.rows):
        ground = grounds.get(name, Ground(CLEAR, (), ""))
        yield Cell(
            id=cell_id(name),
            text=f"{name}: {', '.join((ground.terrain, *ground.overlays)).replace('_', ' ')}.",
            of_view=(ground.path,) if ground.path else (),
            poly=polygon(*to_offset(parse(name)), hexes=True),
            terrain=ground.terrain,
            overlays=ground.overlays,
            level=_level(ground.terrain),
        )


def zones(view: View, setting: Setting) -> Iterator[Zone]:
    """HX-MAP-04 Draw the areas of the sides while the game is set up."""
    if view.turn:
        return
    for place, side in enumerate(view.sides):
        rows = rows_of_area(view.rows, side.number)
        names = tuple(name for name in board_of(view.columns, view.rows) if row_of(name) in rows)
        if names:
            yield Zone(
                id=f"zone:area:{side.seat}",
                text=f"The area of {setting.seats[side.seat]}: rows {rows[0]} to {rows[-1]}.",
                why=("HX-MAP-04", "HX-SETUP-13"),
                of_view=(f"sides[{place}].number",),
                kind="deploy",
                seat=side.seat,
                cells=tuple(map(cell_id, names)),
            )


def _level(terrain: str) -> int:
    """Give the level of the ground (HX-TERRAIN-07, HX-TERRAIN-11)."""
    numbers = NUMBERS.terrain.get(terrain)
    return numbers.height.by if numbers is not None else 0


def _grounds(view: View) -> Mapping[str, Ground]:
    found: dict[str, Ground] = {}
    for place, designed in enumerate(view.own_area.hexes if view.own_area is not None else ()):
        found[designed.hex] = Ground(designed.terrain, designed.overlays, f"own_area.hexes[{place}]")
    for place, row in enumerate(view.hexes):
        found[row.hex] = Ground(row.terrain, row.overlays, f"hexes[{place}]")
    return found
