"""The scene of a View: turn and phase, tiles, zones, units, and who is not on the battlefield."""

from __future__ import annotations

from typing import Literal

from adjudicator.kernel.scene import Board, Scene, Setting, Side
from adjudicator.kernel.scene.grid_layout import size
from adjudicator.rulesets.tile_formations.reports.messages import SideView, View
from adjudicator.rulesets.tile_formations.reports.scene.bodies import bodies
from adjudicator.rulesets.tile_formations.reports.scene.ground import cells, is_hex


def scene(view: View, setting: Setting) -> Scene:
    """Draw a game; everybody sees all of it."""
    width, height = size(view.columns, view.rows, hexes=is_hex(view))
    steps: Literal["edge", "corner"] = "corner" if view.tile_shape == "square8" else "edge"
    return Scene(
        seq=setting.seq,
        viewer=setting.viewer_name,
        turn=_turn(view),
        phase=(view.ended or view.phase).replace("_", " "),
        asks=setting.asks,
        sides=tuple(_side(side, setting) for side in view.sides),
        board=Board(kind="tiles", width=width, height=height, unit="1/1000 cell", steps=steps),
        cells=tuple(cells(view)),
        items=tuple(bodies(view, setting)),
    )


def _turn(view: View) -> str:
    if not view.turn:
        return "Set-up"
    limit = view.options.turn_limit if view.options is not None else None
    return f"Turn {view.turn} of {limit}" if limit else f"Turn {view.turn}"


def _side(side: SideView, setting: Setting) -> Side:
    return Side(seat=side.seat, name=setting.seats[side.seat], text=f"side {side.side}, integrity {side.integrity}")
