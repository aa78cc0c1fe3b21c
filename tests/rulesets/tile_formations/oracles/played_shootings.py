"""A shooting played out with given faces, which odds are counted from."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.tile_formations.model.die_reading import SIDES
from adjudicator.rulesets.tile_formations.model.messages import DeclareShooting, RollSaves, RollToHit
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import table
from tests.rulesets.tile_formations.steps import begin_action, confirm_stated, end_move

FACES = range(1, SIDES + 1)


def play_out(units: dict[str, Any], faces: tuple[int, ...], **setup: Any) -> Table:
    """Play a shooting out; of the faces as many are rolled as are needed."""
    played = table("", units, **setup)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").accepted()
    declare = DeclareShooting(formation="a1", target="b1", crossfire=True, air=False, to_hit_modifier=0)
    confirm_stated(played, played.when("red", declare).accepted())
    played.faces(*faces).when("red", RollToHit(unit="", target="")).accepted()
    if played.game.hits:
        played.when("blue", RollSaves(unit="")).accepted()
    script: Any = played.dice
    script.faces = script.faces[: script.thrown]
    return played
