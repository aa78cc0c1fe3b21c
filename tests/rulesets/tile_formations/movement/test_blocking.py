"""Other units in the way: enemies, allies, and room to stay."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    FAR_ENEMY,
    GROUND_TYPES,
    SHEETS_BY_TYPE,
    VEHICLES,
    Placed,
    aircraft,
    at,
    infantry,
    open_ground,
    table,
    vehicle,
    war_engine,
    zoneless,
)
from tests.rulesets.tile_formations.steps import begin_action, charge, move, refused, tile_of_unit


def _past(mover: str, ally: str, enemy: bool = False) -> Table:
    """Set a unit up at (2,2), which moves east, and another in its way at (3,2)."""
    other = "b1.1" if enemy else "a2.1"
    played = open_ground(
        {"a1.1": ((2, 2), zoneless(mover)), other: ((3, 2), zoneless(ally)), "b2.1": ("L12", zoneless("INF"))}
    )
    begin_action(played, "a1")
    return played


@pytest.mark.rule("TF-BLOCK-01")
@pytest.mark.parametrize("mover", [*GROUND_TYPES, "AC"])
@pytest.mark.parametrize("enemy", [*GROUND_TYPES, "AC"])
def test_enemies_are_not_passed_through(mover: str, enemy: str) -> None:
    """Nobody moves through an enemy, whatever the two are."""
    played = _past(mover, enemy, enemy=True)
    refused(move(played, "a1.1", (3, 2), (4, 2)), "enemy-in-tile", "TF-BLOCK-01", tile=at(3, 2), enemy="b1.1")
    refused(move(played, "a1.1", (3, 2)), "enemy-in-tile", "TF-BLOCK-01")
    move(played, "a1.1", (3, 3), (4, 2)).accepted()


@pytest.mark.rule("TF-BLOCK-01")
def test_an_enemy_without_its_zone_still_blocks() -> None:
    """A contacted enemy has lost its zone of control, but its tile stays closed."""
    played = open_ground(
        {"a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry(speed=6)), "b1.1": ((5, 5), infantry())}
    )
    begin_action(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
    refused(move(played, "a1.2", (3, 6), (4, 6), (5, 5), (6, 5)), "enemy-in-tile", "TF-BLOCK-01", enemy="b1.1")


@pytest.mark.rule("TF-BLOCK-02")
@pytest.mark.parametrize("mover", [*GROUND_TYPES, "AC"])
def test_own_infantry_is_passed_through(mover: str) -> None:
    """Any unit moves through infantry of its own army and ends beyond it."""
    played = _past(mover, "INF")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    assert tile_of_unit(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-BLOCK-03")
@pytest.mark.parametrize("ally", [*GROUND_TYPES, "AC"])
def test_infantry_passes_through_any_own_unit(ally: str) -> None:
    """Infantry moves through every unit of its own army."""
    played = _past("INF", ally)
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    assert tile_of_unit(played, "a1.1") == at(4, 2)


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
@pytest.mark.ruling("TF-BLOCK-05.2")
def test_a_move_ends_in_a_free_tile(speed: int, fits: bool) -> None:
    """With own vehicles on both tiles ahead, infantry of speed 2 can not end there; speed 3 reaches the tile beyond."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry(speed=speed)),
        "a2.1": ((3, 2), vehicle()),
        "a2.2": ((4, 2), vehicle()),
    }
    played = open_ground(units)
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "occupied", "TF-BLOCK-05", tile=at(4, 2))
    refused(move(played, "a1.1", (3, 2)), "occupied", "TF-BLOCK-05", tile=at(3, 2))
    beyond = move(played, "a1.1", (3, 2), (4, 2), (5, 2))
    if fits:
        beyond.accepted()
        assert tile_of_unit(played, "a1.1") == at(5, 2)
    else:
        refused(beyond, "exceeds-speed", "TF-MOVE-01", speed=2)


@pytest.mark.rule("TF-BLOCK-05")
@pytest.mark.ruling("TF-BLOCK-05.3")
def test_a_tile_may_be_opened_to_more_units() -> None:
    """With a limit of two, one unit more may end its move in a tile, and a third may not."""
    units: dict[str, Placed] = {f"a1.{n}": ((2, 1 + n), infantry()) for n in (1, 2, 3)}
    played = open_ground(units, options={"stacking_limit": 2})
    begin_action(played, "a1")
    move(played, "a1.1", (2, 3)).accepted()
    refused(move(played, "a1.3", (2, 3)), "occupied", "TF-BLOCK-05", tile=at(2, 3))
    assert tile_of_unit(played, "a1.1") == tile_of_unit(played, "a1.2") == at(2, 3)


@pytest.mark.rule("TF-BLOCK-06")
@pytest.mark.ruling("TF-BLOCK-06.2")
def test_allies_are_the_whole_army() -> None:
    """Infantry of another formation is passed through like that of the own one, and so is that of an allied seat."""
    played = _past("AV", "INF")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    units: dict[str, Placed] = {"a1.1": ((2, 2), vehicle()), "c1.1": ((3, 2), infantry()), "b1.1": ("L12", infantry())}
    played = open_ground(units, seats=3, sides=(1, 2, 1))
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    played = open_ground(units, seats=3, sides=(1, 2, 3))
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "enemy-in-tile", "TF-BLOCK-01", enemy="c1.1")


@pytest.mark.rule("TF-BLOCK-06")
@pytest.mark.parametrize("squeeze", [False, True])
@pytest.mark.ruling("TF-BLOCK-06.3")
def test_diagonal_steps_between_enemies(squeeze: bool) -> None:
    """A diagonal step between two enemies is allowed unless the option forbids it; past one enemy it always is."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()),
        "b1.1": ((3, 2), zoneless("INF")),
        "b1.2": ((2, 3), zoneless("INF")),
    }
    played = open_ground(units, options={"no_diagonal_squeeze": squeeze})
    begin_action(played, "a1")
    if squeeze:
        refused(move(played, "a1.1", (3, 3)), "squeezed", "TF-BLOCK-06")
        move(played, "a1.1", (3, 1)).accepted()
    else:
        move(played, "a1.1", (3, 3)).accepted()


@pytest.mark.rule("TF-BLOCK-04")
@pytest.mark.parametrize("ally", VEHICLES)
def test_no_other_passing_is_possible(ally: str) -> None:
    """Only infantry, or through infantry: aircraft do not move through own vehicles either."""
    played = open_ground({"a1.1": ((2, 2), aircraft()), "a2.1": ((3, 2), SHEETS_BY_TYPE[ally]())})
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "blocked-by-ally", "TF-BLOCK-04")


@pytest.mark.rule("TF-BLOCK-01", "TF-BLOCK-02", "TF-BLOCK-03", "TF-BLOCK-04", "TF-BLOCK-05")
def test_who_may_pass_whom() -> None:
    """Nobody passes an enemy; infantry passes any ally, and any unit passes allied infantry; the rest is blocked."""
    row: dict[str, Placed] = {"a1.1": ((0, 0), vehicle()), "a2.1": ((1, 0), vehicle()), "b1.1": FAR_ENEMY}
    thin: dict[str, Any] = {"options": {"tile_shape": "square4"}}
    played = table("", row, **thin)
    begin_action(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).rejected("TF-BLOCK-04", "blocked-by-ally", ally="a2.1")
    move(played, "a1.1", (1, 0)).rejected("TF-BLOCK-05", "occupied")
    played = table("", row | {"a2.1": ((1, 0), infantry())}, **thin)
    begin_action(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).accepted().cites("TF-BLOCK-02")
    played = table("", row | {"a1.1": ((0, 0), infantry()), "a2.1": ((1, 0), war_engine())}, **thin)
    begin_action(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).accepted().cites("TF-BLOCK-03")
    enemy_sheet: dict[str, Placed] = {
        "a1.1": row["a1.1"],
        "b1.1": FAR_ENEMY,
        "b2.1": ((1, 0), infantry(flags=("no_zoc",))),
    }
    played = table("", enemy_sheet, **thin)
    begin_action(played, "a1")
    move(played, "a1.1", (1, 0), (2, 0)).rejected("TF-BLOCK-01", "enemy-in-tile", enemy="b2.1")
