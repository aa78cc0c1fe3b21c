"""A test on the way suspends the move, and the path goes on unchanged."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DangerousTestRequired,
    MoveDeclared,
    MoveResumed,
    MoveSuspended,
    UnitDestroyed,
    UnitMoved,
)
from tests.rulesets.tile_formations.fixtures import WOOD_AT_D3, at, infantry, open_ground, table, vehicle, war_engine
from tests.rulesets.tile_formations.steps import (
    begin_action,
    danger_tests,
    end_move,
    lone_unit,
    move,
    refused,
    refused_by_window,
    roll,
    tile_of_unit,
)


@pytest.mark.rule("TF-DANGER-13")
def test_a_move_goes_on_after_its_test() -> None:
    """A unit that survives at the wood with one of two points goes on to the third tile of its path."""
    played = lone_unit(war_engine(integrity=2), terrain=WOOD_AT_D3)
    outcome = move(played, "a1.1", (3, 2), (4, 2)).then(MoveSuspended, tile=at(3, 2), rest=(at(4, 2),))
    outcome.asks("dangerous_test", "red")
    resumed = roll(played, "a1.1", 6, 1).then(CasualtyTaken, left=1).then(MoveResumed, rest=(at(4, 2),))
    resumed.then(UnitMoved, tile=at(4, 2), done=True)
    assert tile_of_unit(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-DANGER-13")
@pytest.mark.ruling("TF-DANGER-13.2")
def test_nothing_else_is_done_while_a_test_is_due() -> None:
    """Other units wait, the path can not be changed, and the move not ended, before the die is rolled."""
    played = open_ground({"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}, terrain=WOOD_AT_D3)
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    refused_by_window(move(played, "a1.2", (3, 3)), "dangerous_test", "TF-DANGER-13")
    refused_by_window(move(played, "a1.1", (3, 3)), "dangerous_test", "TF-DANGER-13")
    refused_by_window(end_move(played, "a1"), "dangerous_test", "TF-DANGER-13")
    roll(played, "a1.1", 2).then(UnitMoved, tile=at(4, 2))
    refused(move(played, "a1.1", (5, 2)), "already-moved", "TF-MOVE-07")
    move(played, "a1.2", (3, 3)).accepted()


@pytest.mark.rule("TF-DANGER-13")
def test_a_destroyed_unit_ends_where_it_was_tested() -> None:
    """A unit destroyed in the wood has entered it and nothing beyond; the others go on with the move."""
    played = open_ground({"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}, terrain=WOOD_AT_D3)
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(3, 2), done=False)
    roll(played, "a1.1", 6).then(UnitDestroyed).without(UnitMoved)
    move(played, "a1.2", (3, 3), (4, 2)).accepted()


@pytest.mark.rule("TF-DANGER-13")
@pytest.mark.ruling("TF-DANGER-13.2")
def test_the_path_is_checked_whole_before_any_die() -> None:
    """A path that breaks a rule beyond the dangerous tile is refused before the test."""
    played = lone_unit(vehicle(), terrain={(3, 2): "woods", (4, 2): "buildings"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", "TF-BUILD-02", tile=at(4, 2))
    assert tile_of_unit(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-DANGER-13", "TF-TERRAIN-03", "TF-DANGER-02")
def test_terrain_stops_or_tests() -> None:
    """Impassable terrain is refused under its own clause, dangerous terrain tests on the way."""
    played = table(". B W . W .", {"a1.1": ("A1", vehicle(speed=6, integrity=2)), "b1.1": ("F1", vehicle())})
    begin_action(played, "a1")
    move(played, "a1.1", "B1").rejected("TF-BUILD-02", "impassable", terrain="buildings")
    drawing = ". W W . W .\n. . . . . .\n. . . . . ."
    played = table(
        drawing, {"a1.1": ("A1", vehicle(speed=6, integrity=2)), "b1.1": ("F3", infantry(flags=("no_zoc",)))}
    )
    begin_action(played, "a1", "march")
    start = move(played, "a1.1", "B1", "C1", "D1", "E1").then(MoveDeclared, UnitMoved, MoveSuspended)
    assert start.one(DangerousTestRequired).feature == "woods@B1"
    end_move(played, "a1").rejected("TF-DANGER-13", "not-asked")
    roll(played, "a1.1", 6, 1).then(CasualtyTaken, MoveResumed, UnitMoved, DangerousTestRequired)
    assert tile_of_unit(played, "a1.1") == "E1"
    roll(played, "a1.1", 5).then(UnitMoved, tile="E1", done=True)
    end_move(played, "a1").accepted()
    move(played, "a1.1").without(DangerousTestRequired)
    end_move(played, "a1").accepted()
    move(played, "a1.1", "E2").then(DangerousTestRequired, starting=True)
    roll(played, "a1.1", 6).then(UnitDestroyed, cause="dangerous_terrain").without(UnitMoved)


@pytest.mark.rule("TF-DANGER-13")
@pytest.mark.rule("TF-BLOCK-02")
@pytest.mark.parametrize(("face", "left"), [(1, True), (6, False)])
def test_a_test_may_be_met_among_own_infantry(face: int, left: bool) -> None:
    """A vehicle that goes through own infantry in a wood is tested there; it goes on, or ends in that tile."""
    played = open_ground({"a1.1": ((2, 2), vehicle()), "a1.2": ((3, 2), infantry())}, terrain=WOOD_AT_D3)
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "occupied", "TF-BLOCK-05")
    assert [test.tile for test in danger_tests(move(played, "a1.1", (3, 2), (4, 2)))] == [at(3, 2)]
    roll(played, "a1.1", face)
    assert tile_of_unit(played, "a1.1") == (at(4, 2) if left else "")
    assert tile_of_unit(played, "a1.2") == at(3, 2)
