"""Clause tests: moves of formations and units, and passing through other units."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    EnterOverwatch,
    FormationMoveBegun,
    FormationMoveEnded,
    MoveDeclared,
    UnitLeftBattlefield,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    aircraft,
    alive,
    asked,
    at,
    begin,
    end_move,
    infantry,
    move,
    roll,
    table,
    unit,
    vehicle,
    where,
)
from tests.rulesets.tile_formations.said_ground import (
    GROUND,
    MADE,
    VEHICLES,
    barred,
    cautious,
    charge,
    danger_tests,
    lone,
    made,
    plain,
    refused,
)


@pytest.mark.rule("TF-MOVE-01")
def test_a_unit_moves_up_to_its_speed() -> None:
    """With speed 4 a unit moves 4 tiles and not 5; another unit of its formation may stay where it is."""
    played = plain({"a1.1": ((2, 2), infantry(speed=4)), "a1.2": ((2, 3), infantry(speed=4))})
    begin(played, "a1")
    refused(move(played, "a1.1", *[(x, 2) for x in range(3, 8)]), "exceeds-speed", "TF-MOVE-01", speed=4, cost=5)
    move(played, "a1.1", (3, 2), (3, 3), (3, 4), (3, 5)).then(UnitMoved, tile=at(3, 5), done=True)
    move(played, "a1.2").accepted()
    assert where(played, "a1.2") == at(2, 3)
    end_move(played, "a1").then(FormationMoveEnded, move=1)


@pytest.mark.rule("TF-MOVE-02")
def test_a_unit_moves_step_by_step() -> None:
    """A diagonal and a straight step cost 2 points; a path that leaves a tile out is refused."""
    played = lone(infantry(speed=2), (1, 1))
    refused(move(played, "a1.1", (3, 1)), "not-adjacent", "TF-MOVE-02", tile=at(3, 1))
    refused(move(played, "a1.1", (2, 1), (2, 1)), "not-adjacent", "TF-MOVE-02")
    moved = move(played, "a1.1", (1, 1), (2, 2), (3, 2)).one(MoveDeclared)
    assert moved.cost.total == 2
    assert moved.path == (at(2, 2), at(3, 2))


@pytest.mark.rule("TF-MOVE-02")
def test_every_step_has_to_be_legal() -> None:
    """A step that another clause forbids spoils the whole path, and the unit stays where it is."""
    played = lone(vehicle(), terrain={(3, 2): "buildings"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", "TF-BUILD-02", tile=at(3, 2))
    assert where(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-MOVE-03")
def test_turning_costs_nothing() -> None:
    """A path of 4 tiles that turns back twice takes speed 4."""
    played = lone(infantry(speed=4))
    moved = move(played, "a1.1", (3, 2), (2, 2), (3, 2), (4, 2)).one(MoveDeclared)
    assert (moved.cost.total, moved.speed.total) == (4, 4)
    assert where(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.parametrize(
    ("action", "moves"),
    [("advance", 1), ("double", 2), ("march", 3), ("engage", 1), ("marshal", 1), ("hold", 1)],
)
def test_an_action_has_its_moves(action: str, moves: int) -> None:
    """An action fixes the number of moves: three for a march, one charge for an engage; and then there is no more."""
    played = plain({"a1.1": ((2, 2), infantry())})
    target = "b1" if action == "engage" else ""
    begun = begin(played, "a1", action, target=target)
    assert begun.one(ActionBegun).moves == moves
    assert begun.one(FormationMoveBegun).left == moves - 1
    for number in range(moves):
        move(played, "a1.1", (3 + number, 2)).accepted()
        end_move(played, "a1").then(FormationMoveEnded, move=number + 1)
    after = ("action_end", "TF-MOVE-06") if action in {"march", "engage"} else ("shooting", "TF-SHOOT-01")
    barred(move(played, "a1.1", (3 + moves, 2)), *after)
    assert where(played, "a1.1") == at(2 + moves, 2)


@pytest.mark.rule("TF-MOVE-04")
def test_overwatch_has_no_move() -> None:
    """An overwatch action opens no move: its formation can only enter the state."""
    played = plain({"a1.1": ((2, 2), infantry())})
    begin(played, "a1", "overwatch").without(FormationMoveBegun).asks("enter_overwatch", "red")
    barred(move(played, "a1.1", (3, 2)), "enter_overwatch", "TF-OW-01")
    played.when("red", EnterOverwatch(formation="a1")).accepted()
    assert where(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-MOVE-04")
def test_the_moves_of_actions_are_an_option() -> None:
    """The option moves_per_action changes the moves of an action, and adds actions; others are unknown."""
    played = plain({"a1.1": ((2, 2), infantry())}, options={"moves_per_action": {"march": 2, "sprint": 4}})
    assert begin(played, "a1", "march").one(ActionBegun).moves == 2
    assert begin(played, "a1", "sprint").one(ActionBegun).moves == 4
    assert begin(played, "a1", "double").one(ActionBegun).moves == 2
    refused(asked(played, "a1", "dance"), "no-such-action", "TF-MOVE-04")


@pytest.mark.rule("TF-MOVE-05")
def test_moves_are_not_added_together() -> None:
    """A march of speed 3 can not go 9 tiles in one path; it goes 3 tiles three times, and is checked each time."""
    played = lone(infantry(speed=3), (0, 0), "march")
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, 10)]), "exceeds-speed", "TF-MOVE-01", speed=3)
    for number in range(3):
        move(played, "a1.1", *[(3 * number + step, 0) for step in (1, 2, 3)]).accepted()
        assert end_move(played, "a1").one(FormationMoveEnded).move == number + 1
    assert where(played, "a1.1") == at(9, 0)


@pytest.mark.rule("TF-MOVE-05")
def test_a_move_ends_for_all_before_the_next_begins() -> None:
    """A unit can not take its second move while the first of the formation is open."""
    played = plain({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())})
    begin(played, "a1", "double")
    move(played, "a1.1", (3, 2)).accepted()
    refused(move(played, "a1.1", (4, 2)), "already-moved", "TF-MOVE-07")
    end_move(played, "a1").then(FormationMoveEnded, FormationMoveBegun, move=2)
    move(played, "a1.1", (4, 2)).accepted()


@pytest.mark.rule("TF-MOVE-06")
def test_speed_is_not_carried_over() -> None:
    """After a first move of 1 of 3 tiles the second move has 3 tiles and not 5."""
    played = lone(infantry(speed=3), action="double")
    move(played, "a1.1", (3, 2)).accepted()
    end_move(played, "a1").accepted()
    refused(move(played, "a1.1", *[(x, 2) for x in range(4, 9)]), "exceeds-speed", "TF-MOVE-01", speed=3, cost=5)
    move(played, "a1.1", (4, 2), (5, 2), (6, 2)).accepted()


@pytest.mark.rule("TF-MOVE-07")
def test_a_unit_moves_once_in_a_move() -> None:
    """Units move one after the other in any order, each once: A, then B, then A again is refused."""
    played = plain({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry()), "a1.3": ((2, 4), infantry())})
    begin(played, "a1")
    move(played, "a1.3", (3, 4)).accepted()
    move(played, "a1.1", (3, 2)).accepted()
    refused(move(played, "a1.3", (4, 4)), "already-moved", "TF-MOVE-07", unit="a1.3")
    move(played, "a1.2", (2, 2)).accepted()


@pytest.mark.rule("TF-MOVE-07")
def test_a_move_is_complete_before_the_next_unit() -> None:
    """While a test of one unit is due, no other unit of the formation moves."""
    played = plain({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())}, terrain={(3, 2): "marsh"})
    begin(played, "a1")
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    barred(move(played, "a1.2", (3, 3)), "dangerous_test", "TF-DANGER-13")
    roll(played, "a1.1", 1).then(UnitMoved, unit="a1.1", done=True)
    move(played, "a1.2", (3, 3)).accepted()


@pytest.mark.rule("TF-MOVE-08")
@pytest.mark.parametrize(
    ("ground", "careful", "speed"), [("+roads", False, 6), ("open_ground", False, 4), ("+roads", True, 1)]
)
def test_the_speed_is_set_before_the_first_step(ground: str, careful: bool, speed: int) -> None:
    """Speed 4 is 6 on a road all the way; cautious movement makes it 1, on a road too."""
    played = lone(infantry(speed=4), (0, 0), terrain={(x, 0): ground for x in range(8)})
    if careful:
        cautious(played, "a1.1").accepted()
    clause = "TF-DANGER-09" if careful else "TF-MOVE-01"
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, speed + 2)]), "exceeds-speed", clause, speed=speed)
    moved = move(played, "a1.1", *[(x, 0) for x in range(1, speed + 1)]).one(MoveDeclared)
    assert (moved.speed.total, moved.cautious) == (speed, careful)


@pytest.mark.rule("TF-MOVE-09")
def test_nobody_moves_off_the_battlefield() -> None:
    """A step over the edge of the grid is refused."""
    played = table("", {"a1.1": ((0, 2), infantry()), "b1.1": ("L12", infantry())})
    begin(played, "a1")
    refused(move(played, "a1.1", "west"), "edge-closed", "TF-MOVE-09")
    refused(move(played, "a1.1", "A0"), "off-the-battlefield", "TF-MOVE-09")
    refused(move(played, "a1.1", "A4", "A13"), "off-the-battlefield", "TF-MOVE-09")
    assert where(played, "a1.1") == at(0, 2)


@pytest.mark.rule("TF-MOVE-09")
def test_a_scenario_may_open_an_edge() -> None:
    """Over an edge that the options open a unit leaves, over another it does not."""
    units: dict[str, Placed] = {"a1.1": ((0, 0), infantry()), "a1.2": ((0, 1), infantry()), "b1.1": ("L12", infantry())}
    played = table("", units, options={"exit_edges": ("west",)})
    begin(played, "a1")
    refused(move(played, "a1.1", "north"), "edge-closed", "TF-MOVE-09")
    move(played, "a1.1", "west").then(UnitLeftBattlefield, unit="a1.1", edge="west")
    assert unit(played, "a1.1").out == "left"
    assert alive(played) == ["a1.2", "b1.1"]


@pytest.mark.rule("TF-MOVE-10")
def test_a_failed_test_opens_no_move() -> None:
    """A march whose test failed is not begun."""
    played = plain({"a1.1": ((2, 2), infantry())})
    outcome = begin(played, "a1", "march", test="failed").then(ActionTestFailed, action="march", instead="")
    outcome.without(ActionBegun, FormationMoveBegun)


@pytest.mark.rule("TF-MOVE-10")
def test_another_action_may_be_begun_instead() -> None:
    """The option failed_action names what is begun where the test failed; a passed test begins the action itself."""
    played = plain({"a1.1": ((2, 2), infantry())}, options={"failed_action": "hold"})
    begin(played, "a1", "march", test="failed").then(
        ActionTestFailed(formation="a1", action="march", instead="hold"), ActionBegun, action="hold", moves=1
    )
    begin(played, "a1", "march", test="passed").without(ActionTestFailed).then(ActionBegun, action="march", moves=3)
    refused(asked(played, "a1", "march", test="perhaps"), "no-such-result", "TF-MOVE-10")


# -- other units in the way


def _past(mover: str, ally: str, enemy: bool = False) -> Table:
    """Set a unit up at (2,2), which moves east, and another in its way at (3,2)."""
    other = "b1.1" if enemy else "a2.1"
    played = plain({"a1.1": ((2, 2), made(mover)), other: ((3, 2), made(ally)), "b2.1": ("L12", made("INF"))})
    begin(played, "a1")
    return played


@pytest.mark.rule("TF-BLOCK-01")
@pytest.mark.parametrize("mover", [*GROUND, "AC"])
@pytest.mark.parametrize("enemy", [*GROUND, "AC"])
def test_enemies_are_not_passed_through(mover: str, enemy: str) -> None:
    """Nobody moves through an enemy, whatever the two are."""
    played = _past(mover, enemy, enemy=True)
    refused(move(played, "a1.1", (3, 2), (4, 2)), "enemy-in-tile", "TF-BLOCK-01", tile=at(3, 2), enemy="b1.1")
    refused(move(played, "a1.1", (3, 2)), "enemy-in-tile", "TF-BLOCK-01")
    move(played, "a1.1", (3, 3), (4, 2)).accepted()


@pytest.mark.rule("TF-BLOCK-01")
def test_an_enemy_without_its_zone_still_blocks() -> None:
    """A contacted enemy has lost its zone of control, but its tile stays closed."""
    played = plain({"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry(speed=6)), "b1.1": ((5, 5), infantry())})
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    refused(move(played, "a1.2", (3, 6), (4, 6), (5, 5), (6, 5)), "enemy-in-tile", "TF-BLOCK-01", enemy="b1.1")


@pytest.mark.rule("TF-BLOCK-02")
@pytest.mark.parametrize("mover", [*GROUND, "AC"])
def test_own_infantry_is_passed_through(mover: str) -> None:
    """Any unit moves through infantry of its own army and ends beyond it."""
    played = _past(mover, "INF")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    assert where(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-BLOCK-03")
@pytest.mark.parametrize("ally", [*GROUND, "AC"])
def test_infantry_passes_through_any_own_unit(ally: str) -> None:
    """Infantry moves through every unit of its own army."""
    played = _past("INF", ally)
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    assert where(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-BLOCK-04")
@pytest.mark.parametrize("mover", ["LV", "AV", "WE"])
@pytest.mark.parametrize("ally", ["LV", "AV", "WE"])
def test_vehicles_do_not_pass_through_own_vehicles(mover: str, ally: str) -> None:
    """Vehicles and war engines can not move through own vehicles or war engines."""
    played = _past(mover, ally)
    refused(move(played, "a1.1", (3, 2), (4, 2)), "blocked-by-ally", "TF-BLOCK-04", tile=at(3, 2), ally="a2.1")
    move(played, "a1.1", (3, 3), (4, 2)).accepted()


@pytest.mark.rule("TF-BLOCK-05")
@pytest.mark.parametrize(("speed", "fits"), [(2, False), (3, True)])
def test_a_move_ends_in_a_free_tile(speed: int, fits: bool) -> None:
    """With own vehicles on both tiles ahead, infantry of speed 2 can not end there; speed 3 reaches the tile beyond."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(speed=speed)), "a2.1": ((3, 2), vehicle()), "a2.2": ((4, 2), vehicle()),
    }  # fmt: skip
    played = plain(units)
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "occupied", "TF-BLOCK-05", tile=at(4, 2))
    refused(move(played, "a1.1", (3, 2)), "occupied", "TF-BLOCK-05", tile=at(3, 2))
    beyond = move(played, "a1.1", (3, 2), (4, 2), (5, 2))
    if fits:
        beyond.accepted()
        assert where(played, "a1.1") == at(5, 2)
    else:
        refused(beyond, "exceeds-speed", "TF-MOVE-01", speed=2)


@pytest.mark.rule("TF-BLOCK-05")
def test_a_tile_may_be_opened_to_more_units() -> None:
    """With a limit of two, one unit more may end its move in a tile, and a third may not."""
    units: dict[str, Placed] = {f"a1.{n}": ((2, 1 + n), infantry()) for n in (1, 2, 3)}
    played = plain(units, options={"stacking_limit": 2})
    begin(played, "a1")
    move(played, "a1.1", (2, 3)).accepted()
    refused(move(played, "a1.3", (2, 3)), "occupied", "TF-BLOCK-05", tile=at(2, 3))
    assert where(played, "a1.1") == where(played, "a1.2") == at(2, 3)


@pytest.mark.rule("TF-BLOCK-06")
def test_allies_are_the_whole_army() -> None:
    """Infantry of another formation is passed through like that of the own one, and so is that of an allied seat."""
    played = _past("AV", "INF")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), vehicle()), "c1.1": ((3, 2), infantry()), "b1.1": ("L12", infantry()),
    }  # fmt: skip
    played = plain(units, seats=3, sides=(1, 2, 1))
    begin(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    played = plain(units, seats=3, sides=(1, 2, 3))
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "enemy-in-tile", "TF-BLOCK-01", enemy="c1.1")


@pytest.mark.rule("TF-BLOCK-06")
@pytest.mark.parametrize("squeeze", [False, True])
def test_diagonal_steps_between_enemies(squeeze: bool) -> None:
    """A diagonal step between two enemies is allowed unless the option forbids it; past one enemy it always is."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()), "b1.1": ((3, 2), made("INF")), "b1.2": ((2, 3), made("INF")),
    }  # fmt: skip
    played = plain(units, options={"no_diagonal_squeeze": squeeze})
    begin(played, "a1")
    if squeeze:
        refused(move(played, "a1.1", (3, 3)), "squeezed", "TF-BLOCK-06")
        move(played, "a1.1", (3, 1)).accepted()
    else:
        move(played, "a1.1", (3, 3)).accepted()


@pytest.mark.rule("TF-BLOCK-04")
@pytest.mark.parametrize("ally", VEHICLES)
def test_no_other_passing_is_possible(ally: str) -> None:
    """Only infantry, or through infantry: aircraft do not move through own vehicles either."""
    played = plain({"a1.1": ((2, 2), aircraft()), "a2.1": ((3, 2), MADE[ally]())})
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "blocked-by-ally", "TF-BLOCK-04")
