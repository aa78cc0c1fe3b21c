"""Minefields: their faces, and no second roll."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareCautious,
    RollDangerousTerrain,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    QUIET_ENEMY_AT_F3,
    VEHICLES,
    WOOD_AND_MINES,
    infantry,
    table,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    check_casualties,
    enter_danger,
    move,
    open_window,
    refused,
    roll,
    unit_row,
)

MINES = (5, 6)


@pytest.mark.rule("TF-MINE-01")
def test_minefields_for_infantry() -> None:
    """Infantry of integrity 1 that rolls a 4 in a minefield passes."""
    check_casualties("+minefield", "INF", (4,), 0, bad=MINES)
    check_casualties("+minefield", "INF", (6,), 1, bad=MINES)


@pytest.mark.rule("TF-MINE-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_minefields_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 2 rolls 5, 2 in a minefield and loses 1 point."""
    check_casualties("+minefield", kind, (5, 2), 1, bad=MINES)


@pytest.mark.rule("TF-MINE-03")
def test_minefields_for_war_engines() -> None:
    """A war engine of integrity 4 rolls 6, 5, 4, 1 in a minefield and loses 2 points."""
    check_casualties("+minefield", "WE", (6, 5, 4, 1), 2, bad=MINES)


@pytest.mark.rule("TF-MINE-04")
@pytest.mark.parametrize("kind", ["INF", "LV", "AV", "WE"])
def test_fives_and_sixes_hurt_in_minefields(kind: str) -> None:
    """Dice of 5, 6, 4 are 2 casualties in a minefield, and one elsewhere."""
    check_casualties("+minefield", kind, (5, 6, 4), 2, bad=MINES)
    done, played = enter_danger("marsh", "INF", 3, (5, 6, 4))
    assert (done.one(DangerousTerrainRolled).casualties, unit_row(played, "a1.1").integrity) == (1, 2)


def cautious_table(ground: str, start: str = "open_ground", **options: Any) -> Table:
    """Put infantry of integrity 2 that moves cautiously west of a tile of some ground."""
    units: Any = {"a1.1": ((2, 2), zoneless("INF", integrity=2))}
    played = wide_ground(units, terrain={(3, 2): ground, (2, 2): start}, options=options)
    begin_action(played, "a1")
    played.when("red", DeclareCautious(unit="a1.1")).accepted()
    return played


@pytest.mark.rule("TF-MINE-05")
@pytest.mark.ruling("TF-MINE-05.2")
def test_no_second_roll_in_minefields() -> None:
    """A cautious unit that rolls a 5 in a minefield takes the casualty, and there is no second roll."""
    played = cautious_table("+minefield")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=False, dice=2)
    done = roll(played, "a1.1", 5, 1).then(DangerousTerrainRolled, faces=(5, 1), second_faces=(), casualties=1)
    done.then(CasualtyTaken, points=1, left=1)
    assert open_window(played).kind == "formation_move"
    refused(played.when("red", RollDangerousTerrain(unit="a1.1", feature="")), "not-asked", "TF-MOVE-05")


@pytest.mark.rule("TF-MINE-05")
@pytest.mark.ruling("TF-MINE-05.4")
def test_no_second_roll_for_who_sets_out_in_a_minefield() -> None:
    """A test of a minefield tile that a unit only starts in is not rolled again either."""
    played = cautious_table("open_ground", "+minefield")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, starting=True, second_roll=False)
    roll(played, "a1.1", 5, 5).then(DangerousTerrainRolled, second_faces=(), casualties=2)


@pytest.mark.rule("TF-MINE-05")
@pytest.mark.ruling("TF-MINE-05.2")
def test_a_second_roll_in_minefields_by_an_option() -> None:
    """By the option caution helps in minefields as in other dangerous terrain: the better roll counts."""
    played = cautious_table("+minefield", minefield_bars_cautious=False)
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=True)
    roll(played, "a1.1", 5, 6, 5, 4).then(DangerousTerrainRolled, faces=(5, 6), second_faces=(5, 4), casualties=1)
    played = cautious_table("marsh")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, second_roll=True)
    roll(played, "a1.1", 6, 6, 1, 1).then(DangerousTerrainRolled, casualties=0)


@pytest.mark.rule("TF-MINE-04", "TF-MINE-05")
def test_minefields_are_worse_and_never_rolled_again() -> None:
    """A 5 is a casualty too, and caution gives no second roll."""
    played = table(WOOD_AND_MINES, QUIET_ENEMY_AT_F3 | {"a1.1": ("C1", infantry(integrity=3))})
    begin_action(played, "a1")
    played.when("red", DeclareCautious(unit="a1.1")).accepted()
    move(played, "a1.1", "D1").then(DangerousTestRequired, faces=(5, 6), second_roll=False).cites("TF-MINE-05")
    played.when("red", RollDangerousTerrain(unit="b1.1", feature="")).rejected("TF-DANGER-13", "other-test")
    roll(played, "a1.1", 5, 6, 4).then(DangerousTerrainRolled, casualties=2)
    played.when("red", RollDangerousTerrain(unit="a1.1", feature="")).rejected("TF-MOVE-05", "not-asked")
    assert unit_row(played, "a1.1").integrity == 1
