"""Random places in zones: the actions that are open are those that an oracle finds by the ledger's words alone."""

from __future__ import annotations

import pytest

from tests.rulesets.tile_formations.fixtures import Placed, infantry, table
from tests.rulesets.tile_formations.oracles.open_actions import MOVES, SIZE, Place, helpful_actions, random_place
from tests.rulesets.tile_formations.steps import ask_action

ACTIONS = {*MOVES, "engage"}


def is_open(place: Place, action: str) -> bool:
    """Tell whether the unit's formation may begin an action; where not, it is for TF-ZOC-10."""
    units: dict[str, Placed] = {"a1.1": (place.unit, infantry(speed=place.speed))}
    units |= {f"b1.{number}": (tile, infantry()) for number, tile in enumerate(place.enemies, 1)}
    played = table("", units, terrain=dict.fromkeys(place.cliffs, "cliffs"), columns=SIZE, rows=SIZE)
    tried = ask_action(played, "a1", action, target="b1" if action == "engage" else "")
    tried.looked_at = True
    assert {fault.clause for fault in tried.faults} <= {"TF-ZOC-10"}
    return not tried.faults


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-12", "TF-ZOC-13")
@pytest.mark.ruling("TF-ZOC-13.2")
@pytest.mark.parametrize("seed", range(60))
def test_open_actions_are_those_that_help(seed: int) -> None:
    """Where some action lets a unit charge or leave, such actions are open and no other; else all are."""
    place = random_place(seed)
    assert {action for action in ACTIONS if is_open(place, action)} == (helpful_actions(place) or ACTIONS), place
