"""Gun emplacements, and their shield for vehicles."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DangerousTestRequired,
    SaveChosen,
    UnitMoved,
)
from tests.rulesets.tile_formations.fixtures import VEHICLES, at, duel, weapon, wide_ground, zoneless
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    begin_action,
    check_crossed,
    choose_save,
    hold_and_shoot,
    move,
    refused,
    roll_saves,
    rolled_saves,
    shoot_at,
    stand_before,
    tile_of_unit,
)


@pytest.mark.rule("TF-GUN-01")
def test_gun_emplacements_cover_infantry() -> None:
    """Infantry in a gun emplacement is hit on 3 in the place of 4, and saves on 1 to 3."""
    assert shoot_at("INF", "+gun_emplacements") == ShotResult(3, "cover", 3, (1, 2, 3))


def check_held(kind: str, clause: str) -> None:
    """Check that a gun emplacement may be held and not crossed."""
    refused(move(stand_before("+gun_emplacements", kind), "a1.1", (3, 2), (4, 2)), "not-crossed", clause)
    played = stand_before("+gun_emplacements", kind)
    move(played, "a1.1", (3, 2)).then(UnitMoved, tile=at(3, 2), done=True).without(DangerousTestRequired)
    assert tile_of_unit(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GUN-02")
@pytest.mark.ruling("TF-GUN-02.1")
def test_gun_emplacements_for_infantry() -> None:
    """Infantry may end its path in a gun emplacement and not cross it."""
    check_held("INF", "TF-GUN-02")


@pytest.mark.rule("TF-GUN-02", "TF-GUN-04")
@pytest.mark.parametrize(("kind", "clause"), [("INF", "TF-GUN-02"), ("AV", "TF-GUN-04")])
@pytest.mark.parametrize("reading", ["deploy_only", "no_entry"])
def test_gun_emplacements_by_the_other_readings(kind: str, clause: str, reading: str) -> None:
    """By the stricter options nobody enters a gun emplacement in a move."""
    played = wide_ground(
        {"a1.1": ((2, 2), zoneless(kind))},
        terrain={(3, 2): "+gun_emplacements"},
        options={"cover_and_impassable": reading},
    )
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "impassable", clause)
    assert tile_of_unit(played, "a1.1") == at(2, 2)


@pytest.mark.rule("TF-GUN-03")
@pytest.mark.parametrize("kind", VEHICLES)
def test_gun_emplacements_cover_vehicles(kind: str) -> None:
    """A vehicle of armour 1 in a gun emplacement is hit on 3 in the place of 4, and saves on 1 or 2."""
    assert shoot_at(kind, "+gun_emplacements", armour=1) == ShotResult(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-GUN-04")
@pytest.mark.parametrize("kind", VEHICLES)
@pytest.mark.ruling("TF-GUN-04.1")
def test_gun_emplacements_for_vehicles(kind: str) -> None:
    """A vehicle may end its path in a gun emplacement and not cross it."""
    check_held(kind, "TF-GUN-04")


@pytest.mark.rule("TF-GUN-05")
def test_gun_emplacements_for_war_engines() -> None:
    """A war engine crosses a gun emplacement at cost 1 without a test."""
    check_crossed("+gun_emplacements", "WE")


@pytest.mark.rule("TF-GUN-06")
def test_the_gun_shield_works_as_cover_of_infantry() -> None:
    """A vehicle of armour 4 uses armour by default, may choose the cover of 2, and has one save for one hit."""
    assert shoot_at("AV", "+gun_emplacements", armour=4) == ShotResult(3, "armour", 4, (1, 2, 3, 4))
    played = duel(zoneless("AV", armour=4, integrity=3), "+gun_emplacements", weapon(dice=2))
    hold_and_shoot(played, 1, 1).asks("saves", "blue")
    played.when("blue", choose_save("b1.1", "cover", "h1")).then(SaveChosen, save="cover", hits=("h1",))
    done = roll_saves(played, 3, 3).then(CasualtyTaken, points=1, left=2)
    assert rolled_saves(done) == [("cover", 2, False), ("armour", 4, True)]


@pytest.mark.rule("TF-GUN-06")
def test_modifiers_change_the_gun_shield() -> None:
    """A crossfire lowers the gun shield to 1, as it does any cover save."""
    assert shoot_at("LV", "+gun_emplacements", declared={"crossfire": True}) == ShotResult(3, "cover", 1, (1,))
