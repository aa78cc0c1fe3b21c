"""The scene of a game: turn and step, how both sides stand, and everything on the table and beside it."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.scene import Board, Scene, Setting, Side
from adjudicator.kernel.sentences import counted, finished
from adjudicator.rulesets.antares.reports.messages import ActionView, SideView, View
from adjudicator.rulesets.antares.reports.scene.table import deployment_zones, objectives, templates, terrain
from adjudicator.rulesets.antares.reports.scene.tokens import tokens
from adjudicator.rulesets.antares.reports.scene.units import aside, bodies, devices

STEPS = {
    "setup": "set-up",
    "orders": "orders are drawn",
    "down": "units that are down",
    "ambush": "units in ambush",
    "run": "units that run",
    "contested": "contested dice",
    "victory": "the count",
}
ENDS = {
    "turn_limit": "after the last turn",
    "army_broken": "since an army broke",
    "destroyed": "since a side was destroyed",
    "conceded": "since the other side gave up",
    "ruled": "by a ruling",
    "agreed": "by agreement",
}


def scene(view: View, setting: Setting) -> Scene:
    """Draw the game as its View shows it."""
    terms = view.terms
    return Scene(
        seq=setting.seq,
        viewer=setting.viewer_name,
        turn=_turn(view),
        phase=_phase(view, setting),
        asks=setting.asks,
        sides=tuple(Side(seat=row.seat, name=setting.seats[row.seat], text=_side(row, view)) for row in view.sides),
        board=Board(
            kind="inches",
            width=terms.length if terms is not None else 0,
            height=terms.width if terms is not None else 0,
            unit="1/1000 inch",
            aside=tuple(aside(view)),
        ),
        items=(
            *terrain(view),
            *deployment_zones(view, setting),
            *objectives(view, setting),
            *devices(view, setting),
            *bodies(view, setting),
            *tokens(view, setting),
            *templates(view),
        ),
    )


def _turn(view: View) -> str:
    if not view.turn:
        return "Set-up"
    limit = view.terms.turns if view.terms is not None else 0
    return f"Turn {view.turn} of {limit}" if limit else f"Turn {view.turn}"


def _phase(view: View, setting: Setting) -> str:
    if view.ended:
        how = ENDS.get(view.ended, view.ended)
        return f"Drawn {how}" if view.winner is None else f"{setting.seats[view.winner]} has won {how}"
    words = [STEPS.get(view.step, view.step.replace("_", " "))]
    if view.drawn is not None:
        words.append(f"a die of {setting.seats[view.drawn]} is drawn")
    return finished("; ".join([*words, *_under_way(view)]))[:-1]


def _under_way(view: View) -> Iterator[str]:
    """Tell what acts, the innermost last, and what is fought out."""
    for action in view.actions:
        yield _acts(action)
    if view.assault is not None and view.assault.round:
        yield f"round {view.assault.round} of hand to hand"


def _acts(action: ActionView) -> str:
    what = action.order.replace("_", " ") or "action"
    how = {"order": "", "retained": " (retained)", "reaction": " (reaction)", "parting": " (parting)"}[action.kind]
    return f"{action.unit}: {what}{how}{f' on {action.target}' if action.target else ''}"


def _side(row: SideView, view: View) -> str:
    points = view.points[row.seat] if view.points else row.points
    told = [
        counted(points, "point"),
        f"{counted(row.bag, 'order die', 'order dice')} in the bag",
        f"{row.lost_dice} of {row.starting_dice} lost",
    ]
    return f"{row.army or 'No army yet'}: {', '.join(told)}{'; broken' if row.broken else ''}"
