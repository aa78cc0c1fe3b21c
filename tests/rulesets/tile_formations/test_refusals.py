"""What a refusal tells of what a client sent."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR
from adjudicator.rulesets.tile_formations.model.messages import BeginAction, DamageTerrain, EndFormationMove, MoveUnit
from tests.rulesets.tile_formations.fixtures import FAR_ENEMY, infantry, table
from tests.rulesets.tile_formations.steps import begin_action


@pytest.mark.parametrize("seat", [0, 1, REFEREE, SPECTATOR])
def test_long_texts_are_not_sent_back_whole(seat: int) -> None:
    """A refusal quotes no more than a little of what a client sent."""
    long = "x" * 5000
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, referee=True)
    begin_action(played, "a1")
    commands = (
        MoveUnit(unit="a1.1", path=(long,)),
        EndFormationMove(formation="", keep=(long,)),
        DamageTerrain(tile=long, points=1),
        BeginAction(formation="a1", action=long, test=long, target="", road_march=False),
    )
    for command in commands:
        for fault in played.refused(command, seat):
            assert all(len(str(value)) <= 200 for _, value in fault.facts), fault
