"""The scene of a View: turn and step, hexes, zones, units, tokens, and who is not on the board."""

from __future__ import annotations

from adjudicator.kernel.scene import Board, Scene, Setting
from adjudicator.kernel.scene.grid_layout import size
from adjudicator.rulesets.hex_orders.reports.messages import View
from adjudicator.rulesets.hex_orders.reports.scene.aside import aside, sides
from adjudicator.rulesets.hex_orders.reports.scene.bodies import bodies
from adjudicator.rulesets.hex_orders.reports.scene.ground import cells, zones
from adjudicator.rulesets.hex_orders.reports.scene.tokens import tokens


def scene(view: View, setting: Setting) -> Scene:
    """Draw a game as a party may see it."""
    width, height = size(view.columns, view.rows, hexes=True)
    return Scene(
        seq=setting.seq,
        viewer=setting.viewer_name,
        turn=_turn(view),
        phase=_phase(view, setting),
        asks=setting.asks,
        sides=tuple(sides(view, setting)),
        board=Board(
            kind="hexes",
            width=width,
            height=height,
            unit="1/1000 cell",
            steps="edge",
            aside=tuple(aside(view, setting)),
        ),
        cells=tuple(cells(view)),
        items=(*zones(view, setting), *bodies(view, setting), *tokens(view)),
    )


def _phase(view: View, setting: Setting) -> str:
    if view.ended:
        result = f"{setting.seats[view.winner]} has won" if view.winner is not None else "nobody has won"
        return f"{result} ({view.ended.replace('_', ' ')})"
    if view.setup is not None and view.setup.step:
        return f"placing units, step {view.setup.step}"
    return view.step.replace("_", " ") if view.turn else ""


def _turn(view: View) -> str:
    if not view.turn:
        return "Set-up"
    limit = view.options.turn_limit if view.options is not None else None
    return f"Turn {view.turn} of {limit}" if limit else f"Turn {view.turn}"
