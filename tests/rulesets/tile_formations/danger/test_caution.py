"""Cautious movement: when it is declared, its speed, and its second roll."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CautiousDeclared,
    DangerousTerrainRolled,
    MoveDeclared,
    UnitSheet,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    WOOD_AT_D3,
    at,
    infantry,
    light_vehicle,
    open_ground,
    vehicle,
    war_engine,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
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
)


def cautious_table(sheet: UnitSheet | None = None, kind: str = "woods", **setup: Any) -> Table:
    """Let a war engine of integrity 2, or another unit, go cautiously towards this terrain at (3,2)."""
    made = sheet or war_engine(integrity=2)
    played = lone_unit(made, terrain={(3, 2): kind}, **setup)
    declare_cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    return played


@pytest.mark.rule("TF-DANGER-09")
def test_cautious_movement_is_slow() -> None:
    """A cautious unit of speed 6 has speed 1: a path of 2 tiles is refused, one of a tile is not."""
    played = cautious_table(infantry(speed=6))
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", speed=1)
    moved = move(played, "a1.1", (3, 2)).one(MoveDeclared)
    assert (moved.speed.total, moved.cautious) == (1, True)


@pytest.mark.rule("TF-DANGER-09")
def test_caution_is_declared_before_the_first_step() -> None:
    """After its move a unit can not be cautious any more, nor while it is under way."""
    played = lone_unit(infantry())
    move(played, "a1.1", (3, 2)).accepted()
    refused(declare_cautious(played, "a1.1"), "too-late", "TF-DANGER-09", unit="a1.1")
    played = lone_unit(vehicle(), terrain=WOOD_AT_D3)
    move(played, "a1.1", (3, 2)).accepted()
    refused_by_window(declare_cautious(played, "a1.1"), "dangerous_test", "TF-DANGER-13")
    roll(played, "a1.1", 1)


@pytest.mark.rule("TF-DANGER-09")
@pytest.mark.ruling("TF-DANGER-09.2")
def test_caution_is_for_one_unit_and_one_move() -> None:
    """Another unit of the formation keeps its speed, and so does the same unit in its next move."""
    played = open_ground({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())})
    begin_action(played, "a1", "double")
    declare_cautious(played, "a1.1").accepted()
    move(played, "a1.2", (3, 3), (4, 3)).accepted()
    move(played, "a1.1", (3, 2)).accepted()
    end_move(played, "a1").accepted()
    move(played, "a1.1", (4, 2), (5, 2), (6, 2), (7, 2)).accepted()


@pytest.mark.rule("TF-DANGER-10")
@pytest.mark.parametrize(
    ("first", "second", "casualties"),
    [((6, 6), (3, 6), 1), ((1, 6), (6, 6), 1), ((6, 6), (1, 2), 0), ((1, 2), (6, 6), 0)],
)
@pytest.mark.ruling("TF-DANGER-10.2")
def test_a_cautious_test_is_rolled_twice(first: tuple[int, int], second: tuple[int, int], casualties: int) -> None:
    """The whole test is rolled twice and the roll with fewer casualties counts: 6, 6 and then 3, 6 cost one point."""
    played = cautious_table()
    assert danger_tests(move(played, "a1.1", (3, 2)))[0].second_roll
    rolled = roll(played, "a1.1", *first, *second).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.second_faces, rolled.casualties) == (first, second, casualties)
    assert unit_row(played, "a1.1").integrity == 2 - casualties


@pytest.mark.rule("TF-DANGER-10")
@pytest.mark.parametrize(("scope", "left"), [("test", (1, 1, 1)), ("die", (2, 1, 1))])
@pytest.mark.ruling("TF-DANGER-10.3")
def test_each_die_may_have_its_second_roll_instead(scope: str, left: tuple[int, int, int]) -> None:
    """By the option a failed die is made good by its own second roll: 6, 2 and then 1, 6 cost nothing."""
    rolls = ((6, 2, 1, 6), (6, 6, 3, 6), (6, 2, 6, 6))
    for faces, integrity in zip(rolls, left, strict=True):
        played = cautious_table(options={"cautious_scope": scope})
        move(played, "a1.1", (3, 2)).accepted()
        roll(played, "a1.1", *faces)
        assert unit_row(played, "a1.1").integrity == integrity, faces


@pytest.mark.rule("TF-DANGER-10")
def test_starting_tests_are_rolled_twice_too() -> None:
    """Each test of a cautious move is rolled twice, for starting in danger and for entering some more."""
    played = lone_unit(vehicle(), terrain={(2, 2): "marsh", (3, 2): "woods"})
    declare_cautious(played, "a1.1").accepted()
    move(played, "a1.1", (3, 2)).accepted()
    assert danger_tests(roll(played, "a1.1", 6, 1))[0].second_roll
    roll(played, "a1.1", 6, 1)
    assert tile_of_unit(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-DANGER-11")
def test_caution_is_legal_everywhere() -> None:
    """A unit may go cautiously on open ground, and into a minefield, where it rolls once."""
    move(cautious_table(infantry(), "open_ground"), "a1.1", (3, 2)).accepted()
    played = cautious_table(infantry(integrity=2), "+minefield")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", speed=1)
    assert not danger_tests(move(played, "a1.1", (3, 2)))[0].second_roll
    rolled = roll(played, "a1.1", 5, 1).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.second_faces, rolled.casualties) == ((5, 1), (), 1)


@pytest.mark.rule("TF-DANGER-11")
def test_a_minefield_may_allow_the_second_roll() -> None:
    """Where the option lifts the bar of minefields, caution is worth its second roll."""
    played = cautious_table(infantry(), "+minefield", options={"minefield_bars_cautious": False})
    move(played, "a1.1", (3, 2)).accepted()
    assert roll(played, "a1.1", 6, 1).one(DangerousTerrainRolled).casualties == 0


@pytest.mark.rule("TF-DANGER-12")
def test_one_tile_can_always_be_entered() -> None:
    """Cautious infantry enters a barricade of cost 2 as its whole move, and so does a vehicle of speed 1."""
    played = cautious_table(infantry(), "+barricade")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", cost=3, speed=1)
    declared = move(played, "a1.1", (3, 2)).one(MoveDeclared)
    assert (declared.cost.total, declared.speed.total) == (2, 1)
    roll(played, "a1.1", 1, 1)
    assert tile_of_unit(played, "a1.1") == at(3, 2)
    for sheet, reaches in ((light_vehicle(speed=1), True), (light_vehicle(speed=0), False)):
        outcome = move(lone_unit(sheet, terrain={(3, 2): "+barricade"}), "a1.1", (3, 2))
        if reaches:
            outcome.accepted()
        else:
            refused(outcome, "exceeds-speed", "TF-MOVE-01", speed=0)


@pytest.mark.rule("TF-DANGER-12")
def test_the_one_tile_has_to_be_enterable() -> None:
    """The least move does not open what is impassable."""
    played = cautious_table(vehicle(), "buildings")
    refused(move(played, "a1.1", (3, 2)), "impassable", "TF-BUILD-02", tile=at(3, 2))
