"""The moves of an action, one after the other."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    EndFormationMove,
    FormationMoveBegun,
    FormationMoveEnded,
    MoveUnit,
)
from tests.rulesets.tile_formations.fixtures import FAR_ENEMY, at, infantry, open_ground, path, table
from tests.rulesets.tile_formations.steps import (
    begin_action,
    end_action,
    end_move,
    lone_unit,
    move,
    refused,
    tile_of_unit,
)


@pytest.mark.rule("TF-MOVE-05")
def test_moves_are_not_added_together() -> None:
    """A march of speed 3 can not go 9 tiles in one path; it goes 3 tiles three times, and is checked each time."""
    played = lone_unit(infantry(speed=3), (0, 0), "march")
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, 10)]), "exceeds-speed", "TF-MOVE-01", speed=3)
    for number in range(3):
        move(played, "a1.1", *[(3 * number + step, 0) for step in (1, 2, 3)]).accepted()
        assert end_move(played, "a1").one(FormationMoveEnded).move_number == number + 1
    assert tile_of_unit(played, "a1.1") == at(9, 0)


@pytest.mark.rule("TF-MOVE-05")
def test_a_move_ends_for_all_before_the_next_begins() -> None:
    """A unit can not take its second move while the first of the formation is open."""
    played = open_ground({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())})
    begin_action(played, "a1", "double")
    move(played, "a1.1", (3, 2)).accepted()
    refused(move(played, "a1.1", (4, 2)), "already-moved", "TF-MOVE-07")
    end_move(played, "a1").then(FormationMoveEnded, FormationMoveBegun, move_number=2)
    move(played, "a1.1", (4, 2)).accepted()


@pytest.mark.rule("TF-MOVE-06")
def test_speed_is_not_carried_over() -> None:
    """After a first move of 1 of 3 tiles the second move has 3 tiles and not 5."""
    played = lone_unit(infantry(speed=3), action="double")
    move(played, "a1.1", (3, 2)).accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", *[(x, 2) for x in range(4, 9)]), "exceeds-speed", "TF-MOVE-01", speed=3, cost=5)
    move(played, "a1.1", (4, 2), (5, 2), (6, 2)).accepted()


@pytest.mark.rule("TF-MOVE-05")
def test_a_march_is_three_moves() -> None:
    """Several moves of an action are separate, and a fourth does not come."""
    played = table("", {"a1.1": ((0, 0), infantry(speed=3)), "b1.1": FAR_ENEMY})
    begin_action(played, "a1", "march")
    for number in range(3):
        row = [(3 * number + step, 0) for step in (1, 2, 3)]
        move(played, "a1.1", *row).accepted()
        end_move(played, "a1").accepted()
    assert tile_of_unit(played, "a1.1") == at(9, 0)
    played.when("red", MoveUnit(unit="a1.1", path=path((10, 0)))).rejected("TF-MOVE-06", "not-asked")
    end_action(played, "a1").accepted()


@pytest.mark.rule("TF-MOVE-05")
def test_the_move_of_the_acting_formation_is_ended() -> None:
    """A move can not be ended in the name of another formation."""
    played = open_ground({"a1.1": ((2, 2), infantry()), "a2.1": ((2, 6), infantry())})
    begin_action(played, "a1", "double")
    ending = EndFormationMove(formation="a2", keep=())
    refused(played.when("red", ending), "not-acting", "TF-MOVE-05", formation="a1")
    end_move(played, "a1").then(FormationMoveBegun, formation="a1", move_number=2, left=0)
