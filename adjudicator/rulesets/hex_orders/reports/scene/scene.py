"""The scene of a View: turn and step, hexes, zones, units, tokens, and who is not on the board."""

from __future__ import annotations

from adjudicator.kernel.scene import Board, Scene, Setting, Side
from adjudicator.kernel.scene.grid_layout import size
from adjudicator.rulesets.hex_orders.reports.messages import SideView, View
from adjudicator.rulesets.hex_orders.reports.scene.bodies import bodies
from adjudicator.rulesets.hex_orders.reports.scene.ground import cells


def scene(view: View, setting: Setting) -> Scene:
    """Draw a game as a party may see it."""
    width, height = size(view.columns, view.rows, hexes=True)
    return Scene(
        seq=setting.seq,
        viewer=setting.viewer_name,
        turn=_turn(view),
        phase=(view.ended or view.step).replace("_", " "),
        asks=setting.asks,
        sides=tuple(_side(side, setting) for side in view.sides),
        board=Board(kind="hexes", width=width, height=height, unit="1/1000 cell", steps="edge"),
        cells=tuple(cells(view)),
        items=tuple(bodies(view, setting)),
    )


def _turn(view: View) -> str:
    if not view.turn:
        return "Set-up"
    limit = view.options.turn_limit if view.options is not None else None
    return f"Turn {view.turn} of {limit}" if limit else f"Turn {view.turn}"


def _side(side: SideView, setting: Setting) -> Side:
    return Side(seat=side.seat, name=setting.seats[side.seat], text=", ".join(side.nations))
