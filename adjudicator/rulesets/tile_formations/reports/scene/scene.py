"""The scene of a View: turn and phase, tiles, zones, units, and who is not on the battlefield."""

from __future__ import annotations

from typing import Literal

from adjudicator.kernel.scene import Board, Scene, Setting
from adjudicator.kernel.scene.grid_layout import size
from adjudicator.rulesets.tile_formations.reports.messages import View
from adjudicator.rulesets.tile_formations.reports.scene.aside import aside, sides
from adjudicator.rulesets.tile_formations.reports.scene.bodies import bodies, tokens
from adjudicator.rulesets.tile_formations.reports.scene.ground import cells, damage, is_hex, roads, zones


def scene(view: View, setting: Setting) -> Scene:
    """Draw a game; everybody sees all of it."""
    width, height = size(view.columns, view.rows, hexes=is_hex(view))
    steps: Literal["edge", "corner"] = "corner" if view.tile_shape == "square8" else "edge"
    return Scene(
        seq=setting.seq,
        viewer=setting.viewer_name,
        turn=_turn(view),
        phase=_phase(view, setting),
        asks=setting.asks,
        sides=tuple(sides(view, setting)),
        board=Board(
            kind="tiles", width=width, height=height, unit="1/1000 cell", steps=steps, aside=tuple(aside(view))
        ),
        cells=tuple(cells(view)),
        items=(*roads(view), *zones(view, setting), *bodies(view, setting), *damage(view), *tokens(view)),
    )


def _turn(view: View) -> str:
    if not view.turn:
        return "Set-up"
    limit = view.options.turn_limit if view.options is not None else None
    return f"Turn {view.turn} of {limit}" if limit else f"Turn {view.turn}"


def _phase(view: View, setting: Setting) -> str:
    """Name the phase, and the action under way; at the end who has won."""
    if view.ended:
        names = " and ".join(setting.seats[seat] for seat in view.winners) or "nobody"
        return f"{names} {'have' if len(view.winners) > 1 else 'has'} won ({view.ended.replace('_', ' ')})"
    phase = view.phase.replace("_", " ")
    if view.action is None:
        return phase
    return f"{view.action.formation} {view.action.action.replace('_', ' ')}: {phase}"
