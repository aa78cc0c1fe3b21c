"""Units that have to leave by exits that they share: nobody takes so many that one of them is shut in."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import ZocExitImpossible
from tests.rulesets.tile_formations.fixtures import ENEMY_INFANTRY, Place, Placed, infantry, open_ground
from tests.rulesets.tile_formations.steps import begin_action, declare_cautious, end_move, move


def cliffs_but(*places: Place) -> dict[Place, str]:
    """Let cliffs cover the battlefield but for these tiles."""
    return {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in places}


@pytest.mark.rule("TF-ZOC-12")
def test_a_bystander_leaves_two_units_their_two_exits() -> None:
    """Two units of speed 1 leave by (2,5) and (2,6), each by either: a third unit may take neither of the two."""
    units: dict[str, Placed] = {
        "a1.1": ((3, 5), infantry(speed=1)),
        "a1.2": ((3, 6), infantry(speed=1)),
        "a1.3": ((1, 5), infantry(speed=1)),
        "b1.1": ENEMY_INFANTRY,
    }
    open_tiles = ((3, 5), (3, 6), (1, 5), (5, 5), (2, 5), (2, 6), (0, 5))
    played = open_ground(units, terrain=cliffs_but(*open_tiles))
    begin_action(played, "a1")
    for exit_tile in ((2, 5), (2, 6)):
        tried = move(played, "a1.3", exit_tile)
        tried.looked_at = True
        assert {fault.clause for fault in tried.faults} == {"TF-ZOC-12"}, exit_tile
    move(played, "a1.3", (0, 5)).accepted()
    move(played, "a1.1", (2, 5)).accepted()
    move(played, "a1.2", (2, 6)).accepted()
    end_move(played, "a1").without(ZocExitImpossible)


@pytest.mark.rule("TF-ZOC-12")
def test_caution_does_not_take_the_last_exit_of_another() -> None:
    """A unit that could go on beyond (2,5) does not stop there out of caution, where another one has no other exit."""
    units: dict[str, Placed] = {
        "a1.1": ((3, 5), infantry(speed=4)),
        "a1.2": ((3, 6), infantry(speed=1)),
        "b1.1": ENEMY_INFANTRY,
    }
    played = open_ground(units, terrain=cliffs_but((3, 5), (3, 6), (5, 5), (2, 5), (1, 5)))
    begin_action(played, "a1")
    tried = declare_cautious(played, "a1.1")
    if not tried.faults:
        tried = move(played, "a1.1", (2, 5))
    tried.looked_at = True
    assert {fault.clause for fault in tried.faults} == {"TF-ZOC-12"}
    move(played, "a1.2", (2, 5)).accepted()
    move(played, "a1.1", (2, 5), (1, 5)).accepted()
    end_move(played, "a1").without(ZocExitImpossible)
