"""The scene of a battle: whose turn it is, how both sides stand, and everything on the warfield and beside it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.scene import Board, Scene, Setting, Side
from adjudicator.kernel.sentences import counted, finished
from adjudicator.rulesets.grinding_annihilation.reports.messages import SideView, View
from adjudicator.rulesets.grinding_annihilation.reports.scene.units import aside, bodies, tokens
from adjudicator.rulesets.grinding_annihilation.reports.scene.warfield import deployment_zones, markers, terrain

STEPS = {"fights_first": "those that fight first", "remaining": "remaining fights", "fatigue": "Battle-Fatigue"}
ENDS = {
    "rounds": "after the last round",
    "annihilation": "by annihilation",
    "conceded": "since the other side gave up",
    "agreed": "by agreement",
    "ruled": "by a ruling",
}


def scene(view: View, setting: Setting) -> Scene:
    """Draw the battle as its View shows it."""
    return Scene(
        seq=setting.seq,
        viewer=setting.viewer_name,
        turn=_turn(view),
        phase=_phase(view, setting),
        asks=setting.asks,
        sides=tuple(Side(seat=row.seat, name=setting.seats[row.seat], text=_side(row)) for row in view.sides),
        board=Board(kind="inches", width=view.length, height=view.width, unit="1/1000 inch", aside=tuple(aside(view))),
        items=(
            *terrain(view),
            *deployment_zones(view, setting),
            *markers(view, setting),
            *bodies(view, setting),
            *tokens(view, setting),
        ),
    )


def _turn(view: View) -> str:
    return f"Round {view.round} of {view.last_round}" if view.round else "Set-up"


def _phase(view: View, setting: Setting) -> str:
    if view.ended:
        return _end(view, setting)
    step = STEPS.get(view.step, view.step.replace("_", " "))
    if view.phase == "setup":
        return finished(step)[:-1]
    parts = [f"{view.phase.capitalize()} Phase{_whose(view, setting)}"]
    parts += [step] if step and step != view.phase else []
    return ": ".join(parts) + "".join(f"; {text}" for text in _under_way(view))


def _whose(view: View, setting: Setting) -> str:
    """GA-3.5-01 Say whose turn it is; in the Brawl Phase both players select in turns, so who does next."""
    if view.phase == "brawl":
        return "" if view.selects_next is None else f", {setting.seats[view.selects_next]} selects"
    return "" if view.player_in_turn is None else f", turn of {setting.seats[view.player_in_turn]}"


def _end(view: View, setting: Setting) -> str:
    how = ENDS.get(view.ended, view.ended)
    return f"Drawn {how}" if view.winner is None else f"{setting.seats[view.winner]} has won {how}"


def _under_way(view: View) -> Iterator[str]:
    action = view.action
    if action is not None:
        yield f"{action.formation}: {action.kind} under way"
    if view.declaration is not None and (action is None or action.formation != view.declaration.formation):
        yield f"{view.declaration.formation}: attacks under way"


def _side(row: SideView) -> str:
    words = [row.role.capitalize()] if row.role else []
    words += [counted(row.tactical_points, "Tactical Point"), counted(row.manoeuvre_points, "Manoeuvre Point")]
    return ", ".join(words) + (f"; {row.points} points of {row.faction.replace('_', ' ')}" if row.faction else "")
