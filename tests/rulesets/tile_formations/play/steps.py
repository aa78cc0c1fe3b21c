"""Ways through deployment and turns."""

from __future__ import annotations

from typing import Any

from adjudicator.kernel.decide.windows import subject_of
from adjudicator.rulesets.tile_formations.model.messages import ActionBegun, BeginAction, EndAction, EnterOverwatch
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import formation_sheet, infantry
from tests.rulesets.tile_formations.steps import deploy, mustered_table, open_window


def play_to_first_action(red: int, blue: int, **options: Any) -> Table:
    """Play up to the first action: so many formations of one unit on each side, in rows far from each other."""
    one = formation_sheet(infantry(flags=("no_zoc",)))
    played = mustered_table((one,) * red, (one,) * blue, options=options)
    while open_window(played).kind == "deploy":
        id = subject_of(open_window(played), FormationSubject).formation
        seat, number = ("red", int(id[1:])) if id[0] == "a" else ("blue", int(id[1:]))
        deploy(played, seat, f"{id}.1", f"{'ACEG'[number - 1]}{1 if seat == 'red' else 12}").accepted()
    return played


def take_overwatch_action(played: Table, id: str) -> Outcome:
    """Let a formation take a whole overwatch action, which has no move; the outcome of its end."""
    seat = "red" if id[0] == "a" else "blue"
    command = BeginAction(formation=id, action="overwatch", test="", target="", road_march=False)
    played.when(seat, command).then(ActionBegun, formation=id).asks("enter_overwatch", seat)
    played.when(seat, EnterOverwatch(formation=id)).asks("action_end", seat)
    return played.when(seat, EndAction(formation=id)).accepted()
