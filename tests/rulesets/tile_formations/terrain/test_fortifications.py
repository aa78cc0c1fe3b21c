"""Fortifications and bunkers."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import SavesRolled, UnitMoved
from tests.rulesets.tile_formations.fixtures import (
    SHEETS_BY_TYPE,
    UNARMED,
    VEHICLES,
    at,
    duel,
    infantry,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    check_crossed,
    check_impassable,
    come_and_declare,
    danger_tests,
    hold_and_shoot,
    lone_unit,
    move,
    refused,
    roll,
    roll_saves,
    roll_to_hit,
    shock_added,
    shock_of,
    shoot_at,
)
from tests.rulesets.tile_formations.terrain.steps import check_dangerous, check_kept_out, hit_and_save, step_into


@pytest.mark.rule("TF-FORT-01")
def test_fortifications_for_infantry() -> None:
    """Infantry goes through fortifications at cost 1 without a test, and saves there on 1 to 4."""
    check_crossed("fortifications", "INF")
    assert shoot_at("INF", "fortifications") == ShotResult(3, "cover", 4, (1, 2, 3, 4))


@pytest.mark.rule("TF-FORT-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_fortifications_for_vehicles(kind: str) -> None:
    """No vehicle enters fortifications."""
    check_impassable("fortifications", kind, "TF-FORT-02")


@pytest.mark.rule("TF-FORT-03")
def test_fortifications_for_war_engines() -> None:
    """No war engine enters fortifications."""
    check_impassable("fortifications", "WE", "TF-FORT-03")


@pytest.mark.rule("TF-FORT-04")
def test_fortifications_spare_saves_in_a_crossfire() -> None:
    """In fortifications neither cover nor armour is lowered by a crossfire; other modifiers count."""
    crossed = {"crossfire": True}
    assert shoot_at("INF", "fortifications", declared=crossed) == ShotResult(3, "cover", 4, (1, 2, 3, 4))
    assert shoot_at("INF", "fortifications", armour=5, declared=crossed) == ShotResult(3, "armour", 5, (1, 2, 3, 4, 5))
    weaker = weapon(dice=6, save_modifier=-1)
    assert shoot_at("INF", "fortifications", gun=weaker, declared=crossed).value == 3


@pytest.mark.rule("TF-FORT-04")
def test_the_bastion_is_judged_unit_by_unit() -> None:
    """Of a formation in a crossfire only the unit in fortifications is spared."""
    enemy_sheet = zoneless("INF", armour=4, integrity=2, weapons=(UNARMED,))
    units: Any = {
        "a1.1": ((1, 5), zoneless("INF", weapons=(weapon(dice=2),))),
        "b1.1": ((7, 5), enemy_sheet),
        "b1.2": ((7, 6), enemy_sheet),
    }
    played = wide_ground(units, terrain={(7, 5): "fortifications"})
    hold_and_shoot(played, 1, 1, crossfire=True)
    rolled = [event for event in roll_saves(played, 4, 4).events if isinstance(event, SavesRolled)]
    assert [(row.unit, row.saves[0].value.total, row.saves[0].saved) for row in rolled] == [
        ("b1.1", 4, True),
        ("b1.2", 3, False),
    ]


@pytest.mark.rule("TF-FORT-05")
@pytest.mark.parametrize("ground", ["fortifications", "open_ground"])
def test_fortifications_do_not_spare_the_shock(ground: str) -> None:
    """The Shock of a crossfire is the same with and without fortifications."""
    played = duel(zoneless("INF"), ground)
    assert sorted(shock_added(come_and_declare(played, crossfire=True).accepted())) == [
        ("crossfire", 1),
        ("under_fire", 1),
    ]
    roll_to_hit(played, 6)
    assert shock_of(played, "b1") == 2


@pytest.mark.rule("TF-BUNK-01")
def test_bunkers_shelter_infantry() -> None:
    """Infantry in a bunker is harder to hit by one and saved on 1 to 4."""
    _, saves = hit_and_save("+bunkers", 1, 4, 5)
    assert saves == [(4, True), (4, True), (4, False)]


@pytest.mark.rule("TF-BUNK-02")
@pytest.mark.ruling("TF-BUNK-02.2")
def test_bunkers_are_held_and_not_crossed() -> None:
    """Infantry ends a move in a bunker, and does not go across it."""
    played = lone_unit(infantry(), terrain={(3, 2): "+bunkers"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "not-crossed", "TF-BUNK-02", tile=at(3, 2))
    moved = move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True)
    assert not danger_tests(moved)


@pytest.mark.rule("TF-BUNK-03")
@pytest.mark.parametrize("kind", VEHICLES)
@pytest.mark.ruling("TF-BUNK-03.2")
def test_bunkers_are_dangerous_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that enters a bunker is destroyed by a 6; it may go across."""
    check_dangerous(kind, "+bunkers")
    played = lone_unit(SHEETS_BY_TYPE[kind](), terrain={(3, 2): "+bunkers"})
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(4, 2))


@pytest.mark.rule("TF-BUNK-04")
def test_bunkers_stop_war_engines() -> None:
    """War engines do not enter bunkers."""
    check_kept_out("WE", "+bunkers", "TF-BUNK-04")


@pytest.mark.rule("TF-BUNK-05")
@pytest.mark.ruling("TF-BUNK-05.2")
def test_bunkers_count_as_fortifications() -> None:
    """In a crossfire the cover of a bunker stays 4, that of a ruin falls to 2; Shock comes as always."""
    played, saves = hit_and_save("+bunkers", 4, 5, crossfire=True)
    assert saves == [(4, True), (4, False)]
    assert played.game.formations["b1"].shock == 2
    assert hit_and_save("ruins", 2, 3, crossfire=True)[1] == [(2, True), (2, False)]


@pytest.mark.rule("TF-BUNK-05")
@pytest.mark.ruling("TF-BUNK-05.2")
def test_the_cells_stay_those_of_bunkers() -> None:
    """A vehicle enters a bunker for a test, though fortifications would keep it out; infantry crosses only those."""
    _, outcome = step_into("AV", "fortifications")
    refused(outcome, "impassable", "TF-FORT-02")
    played, outcome = step_into("AV", "+bunkers")
    assert len(danger_tests(outcome)) == 1
    roll(played, "a1.1", 1)
    move(lone_unit(infantry(), terrain={(3, 2): "fortifications"}), "a1.1", (3, 2), (4, 2)).accepted()
