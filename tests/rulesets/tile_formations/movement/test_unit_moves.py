"""The move of a unit: steps, speed, the edges of the battlefield."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    FormationMoveEnded,
    MoveDeclared,
    MoveUnit,
    UnitLeftBattlefield,
    UnitMoved,
)
from tests.rulesets.tile_formations.fixtures import FAR_ENEMY, Placed, at, infantry, open_ground, table, vehicle
from tests.rulesets.tile_formations.steps import (
    begin_action,
    change_unit,
    danger_tests,
    declare_cautious,
    end_move,
    lone_unit,
    move,
    refused,
    refused_by_window,
    roll,
    tile_of_unit,
    unit_row,
    units_left,
)


@pytest.mark.rule("TF-MOVE-01")
def test_a_unit_moves_up_to_its_speed() -> None:
    """With speed 4 a unit moves 4 tiles and not 5; another unit of its formation may stay where it is."""
    played = open_ground({"a1.1": ((2, 2), infantry(speed=4)), "a1.2": ((2, 3), infantry(speed=4))})
    begin_action(played, "a1")
    refused(move(played, "a1.1", *[(x, 2) for x in range(3, 8)]), "exceeds-speed", "TF-MOVE-01", speed=4, cost=5)
    move(played, "a1.1", (3, 2), (3, 3), (3, 4), (3, 5)).then(UnitMoved, tile=at(3, 5), done=True)
    move(played, "a1.2").accepted()
    assert tile_of_unit(played, "a1.2") == at(2, 3)
    end_move(played, "a1").then(FormationMoveEnded, move_number=1)


@pytest.mark.rule("TF-MOVE-02")
@pytest.mark.ruling("TF-MOVE-02.2")
def test_a_unit_moves_step_by_step() -> None:
    """A diagonal and a straight step cost 2 points; a path that leaves a tile out is refused."""
    played = lone_unit(infantry(speed=2), (1, 1))
    refused(move(played, "a1.1", (3, 1)), "not-adjacent", "TF-MOVE-02", tile=at(3, 1))
    refused(move(played, "a1.1", (2, 1), (2, 1)), "not-adjacent", "TF-MOVE-02")
    moved = move(played, "a1.1", (1, 1), (2, 2), (3, 2)).one(MoveDeclared)
    assert moved.cost.total == 2
    assert moved.path == (at(2, 2), at(3, 2))


@pytest.mark.rule("TF-MOVE-02")
def test_every_step_has_to_be_legal() -> None:
    """A step that another clause forbids spoils the whole path, and the unit stays where it is."""
    played = lone_unit(vehicle(), terrain={(3, 2): "buildings"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", "TF-BUILD-02", tile=at(3, 2))
    assert tile_of_unit(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-MOVE-03")
def test_turning_costs_nothing() -> None:
    """A path of 4 tiles that turns back twice takes speed 4."""
    played = lone_unit(infantry(speed=4))
    moved = move(played, "a1.1", (3, 2), (2, 2), (3, 2), (4, 2)).one(MoveDeclared)
    assert (moved.cost.total, moved.speed.total) == (4, 4)
    assert tile_of_unit(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-MOVE-07")
@pytest.mark.ruling("TF-MOVE-07.2")
def test_a_unit_moves_once_in_a_move() -> None:
    """Units move one after the other in any order, each once: A, then B, then A again is refused."""
    played = open_ground({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry()), "a1.3": ((2, 4), infantry())})
    begin_action(played, "a1")
    move(played, "a1.3", (3, 4)).accepted()
    move(played, "a1.1", (3, 2)).accepted()
    refused(move(played, "a1.3", (4, 4)), "already-moved", "TF-MOVE-07", unit="a1.3")
    move(played, "a1.2", (2, 2)).accepted()


@pytest.mark.rule("TF-MOVE-07")
@pytest.mark.ruling("TF-MOVE-07.2")
def test_a_move_is_complete_before_the_next_unit() -> None:
    """While a test of one unit is due, no other unit of the formation moves."""
    played = open_ground({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())}, terrain={(3, 2): "marsh"})
    begin_action(played, "a1")
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    refused_by_window(move(played, "a1.2", (3, 3)), "dangerous_test", "TF-DANGER-13")
    roll(played, "a1.1", 1).then(UnitMoved, unit="a1.1", done=True)
    move(played, "a1.2", (3, 3)).accepted()


@pytest.mark.rule("TF-MOVE-08")
@pytest.mark.parametrize(
    ("ground", "careful", "speed"), [("+roads", False, 6), ("open_ground", False, 4), ("+roads", True, 1)]
)
@pytest.mark.ruling("TF-MOVE-08.2")
def test_the_speed_is_set_before_the_first_step(ground: str, careful: bool, speed: int) -> None:
    """Speed 4 is 6 on a road all the way; cautious movement makes it 1, on a road too."""
    played = lone_unit(infantry(speed=4), (0, 0), terrain={(x, 0): ground for x in range(8)})
    if careful:
        declare_cautious(played, "a1.1").accepted()
    clause = "TF-DANGER-09" if careful else "TF-MOVE-01"
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, speed + 2)]), "exceeds-speed", clause, speed=speed)
    moved = move(played, "a1.1", *[(x, 0) for x in range(1, speed + 1)]).one(MoveDeclared)
    assert (moved.speed.total, moved.cautious) == (speed, careful)


@pytest.mark.rule("TF-MOVE-09")
@pytest.mark.ruling("TF-MOVE-09.2")
def test_nobody_moves_off_the_battlefield() -> None:
    """A step over the edge of the grid is refused."""
    played = table("", {"a1.1": ((0, 2), infantry()), "b1.1": ("L12", infantry())})
    begin_action(played, "a1")
    refused(move(played, "a1.1", "west"), "edge-closed", "TF-MOVE-09")
    refused(move(played, "a1.1", "A0"), "off-the-battlefield", "TF-MOVE-09")
    refused(move(played, "a1.1", "A4", "A13"), "off-the-battlefield", "TF-MOVE-09")
    assert tile_of_unit(played, "a1.1") == at(0, 2)


@pytest.mark.rule("TF-MOVE-09")
@pytest.mark.ruling("TF-MOVE-09.2")
def test_a_scenario_may_open_an_edge() -> None:
    """Over an edge that the options open a unit leaves, over another it does not."""
    units: dict[str, Placed] = {"a1.1": ((0, 0), infantry()), "a1.2": ((0, 1), infantry()), "b1.1": ("L12", infantry())}
    played = table("", units, options={"exit_edges": ("west",)})
    begin_action(played, "a1")
    refused(move(played, "a1.1", "north"), "edge-closed", "TF-MOVE-09")
    move(played, "a1.1", "west").then(UnitLeftBattlefield, unit="a1.1", edge="west")
    assert unit_row(played, "a1.1").out == "left"
    assert units_left(played) == ["a1.2", "b1.1"]


@pytest.mark.rule("TF-MOVE-01", "TF-MOVE-02", "TF-MOVE-07")
def test_a_move_goes_step_by_step() -> None:
    """A unit goes any number of tiles up to its speed, along tiles that follow each other, once in a move."""
    played = table("", {"a1.1": ((1, 1), infantry(speed=4)), "a1.2": ((1, 2), infantry()), "b1.1": FAR_ENEMY})
    begin_action(played, "a1")
    move(played, "a1.1", (3, 1)).rejected("TF-MOVE-02", "not-adjacent", "path", tile=at(3, 1))
    move(played, "a1.1", (0, 1), (0, 2), (0, 3), (0, 4), (0, 5)).rejected("TF-MOVE-01", "exceeds-speed", cost=5)
    moved = move(played, "a1.1", (1, 1), (2, 2), (3, 2)).then(MoveDeclared).then(UnitMoved, done=True)
    assert moved.one(MoveDeclared).cost.total == 2
    assert tile_of_unit(played, "a1.1") == at(3, 2)
    move(played, "a1.1", (4, 2)).rejected("TF-MOVE-07", "already-moved")
    end_move(played, "a1").accepted().asks("shooting", "red")


@pytest.mark.rule("TF-MOVE-02")
def test_a_path_may_be_written_as_one_text() -> None:
    """Offers write a path as one text, and a command may hold it so."""
    played = table("", {"a1.1": ("B2", infantry()), "b1.1": FAR_ENEMY})
    begin_action(played, "a1")
    played.when("red", MoveUnit(unit="a1.1", path=("B2 C3 D3",))).then(UnitMoved, tile="D3")


@pytest.mark.rule("TF-MOVE-09")
def test_nobody_leaves_the_battlefield() -> None:
    """A step off the battlefield is refused, an edge too unless the options open it."""
    units: dict[str, Placed] = {"a1.1": ((1, 0), infantry()), "b1.1": FAR_ENEMY}
    played = table("", units)
    begin_action(played, "a1")
    played.when("red", MoveUnit(unit="a1.1", path=("A13",))).rejected("TF-MOVE-09", "off-the-battlefield")
    played.when("red", MoveUnit(unit="a1.1", path=("A1", "west"))).rejected("TF-MOVE-09", "edge-closed", edge="west")
    played = table("", units, options={"exit_edges": ("west",)})
    begin_action(played, "a1")
    played.when("red", MoveUnit(unit="a1.1", path=("B1", "A1", "west"))).then(UnitLeftBattlefield, edge="west")
    assert unit_row(played, "a1.1").out == "left"


@pytest.mark.rule("TF-MOVE-08")
@pytest.mark.rule("TF-BARR-04")
@pytest.mark.ruling("TF-MOVE-08.2")
def test_a_halved_move_counts_the_road() -> None:
    """Under halved moves the speed with the road bonus is halved; cautious movement makes it 1 whatever else holds."""
    ground = {(x, 0): "+roads" for x in range(8)} | {(1, 0): "+roads+barricade"}
    played = lone_unit(vehicle(speed=4), (0, 0), terrain=ground, options={"impeded_mode": "halve_move"})
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, 5)]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *[(x, 0) for x in range(1, 4)]).accepted()
    played = lone_unit(vehicle(speed=4), (0, 0), terrain=ground, options={"impeded_mode": "halve_move"})
    declare_cautious(played, "a1.1").accepted()
    assert move(played, "a1.1", (1, 0)).one(MoveDeclared).speed.total == 1


@pytest.mark.rule("TF-MOVE-01")
def test_units_of_the_acting_formation_move() -> None:
    """A unit of another formation, of the enemy, or off the battlefield does not move in the move of a formation."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()),
        "a1.2": ((2, 3), infantry()),
        "a2.1": ((2, 6), infantry()),
        "b1.1": ("L12", infantry()),
    }
    played = open_ground(units)
    begin_action(played, "a1")
    change_unit(played, "a1.2", out="shooting", tile="", integrity=0)
    refused(move(played, "a2.1", (3, 6)), "not-acting", "TF-MOVE-01", formation="a1")
    refused(move(played, "a1.2", (3, 3)), "unit-gone", "TF-MOVE-01", unit="a1.2")
    refused(move(played, "b1.1", "K12"), "not-asked", "TF-MOVE-05", window="formation_move")
    move(played, "a1.1", (3, 2)).accepted()


@pytest.mark.rule("TF-MOVE-09")
def test_an_edge_is_crossed_by_who_stands_at_it() -> None:
    """Over an open edge leaves who stands beside it, not who is three tiles away."""
    played = lone_unit(infantry(), (3, 3), options={"exit_edges": ("west",)})
    refused(move(played, "a1.1", "west"), "edge-closed", "TF-MOVE-09")
    refused(move(played, "a1.1", (2, 3), (1, 3), "west"), "edge-closed", "TF-MOVE-09")
    move(played, "a1.1", (2, 3), (1, 3), (0, 3), "west").then(UnitLeftBattlefield, unit="a1.1", edge="west")


@pytest.mark.rule("TF-MOVE-09")
def test_leaving_costs_a_point() -> None:
    """The step over the edge is one of the tiles that the speed allows."""
    played = lone_unit(infantry(speed=3), (3, 3), options={"exit_edges": ("west",)})
    refused(move(played, "a1.1", (2, 3), (1, 3), (0, 3), "west"), "exceeds-speed", "TF-MOVE-01", cost=4, speed=3)
