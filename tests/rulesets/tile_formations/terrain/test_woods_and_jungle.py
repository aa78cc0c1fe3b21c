"""Woods and jungle, and their canopy against air attacks."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rulesets.tile_formations.fixtures import ALL_FACES, UNARMED, VEHICLES, weapon, wide_ground, zoneless
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    check_casualties,
    check_crossed,
    check_impassable,
    hold_and_shoot,
    roll_saves,
    rolled_saves,
    shoot_at,
)

AIR = weapon("bombs", dice=6, air=True)


def under_air(kind: str, ground: str, **changes: Any) -> ShotResult:
    """Hit a unit by an aircraft whose weapon attacks from the air, and let it save with all faces of a die."""
    enemy_sheet = zoneless(kind, **({"integrity": 9, "weapons": (UNARMED,)} | changes))
    units: Any = {"a1.1": ((1, 5), zoneless("AC", weapons=(AIR,))), "b1.1": ((7, 5), enemy_sheet)}
    played = wide_ground(units, terrain={(7, 5): ground})
    hold_and_shoot(played, *(1,) * 6)
    rolls = rolled_saves(roll_saves(played, *ALL_FACES))
    ((used, value),) = {(save, value) for save, value, _ in rolls}
    return ShotResult(0, used, value, tuple(face for face, roll in zip(ALL_FACES, rolls, strict=True) if roll[2]))


@pytest.mark.rule("TF-JUNGLE-01")
def test_jungle_for_infantry() -> None:
    """Infantry goes through jungle at cost 1 without a test, and saves there on 1 to 3."""
    check_crossed("jungle", "INF")
    assert shoot_at("INF", "jungle") == ShotResult(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-JUNGLE-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_jungle_for_vehicles(kind: str) -> None:
    """No vehicle enters jungle."""
    check_impassable("jungle", kind, "TF-JUNGLE-02")


@pytest.mark.rule("TF-JUNGLE-03")
def test_jungle_for_war_engines() -> None:
    """A war engine of integrity 4 rolls 6, 1, 6, 3 in jungle and loses 2 points."""
    check_casualties("jungle", "WE", (6, 1, 6, 3), 2)


@pytest.mark.rule("TF-JUNGLE-04")
@pytest.mark.parametrize("kind", ["INF", "LV", "AV", "WE"])
@pytest.mark.ruling("TF-JUNGLE-04.2")
def test_jungle_helps_against_the_air(kind: str) -> None:
    """Armour 4 in jungle saves on 1 to 5 against an aircraft and on 1 to 4 against others."""
    assert under_air(kind, "jungle", armour=4) == ShotResult(0, "armour", 5, (1, 2, 3, 4, 5))
    assert shoot_at(kind, "jungle", armour=4)[1:] == ("armour", 4, (1, 2, 3, 4))
    assert shoot_at(kind, "jungle", armour=4, declared={"air": True}).value == 5
    assert under_air(kind, "ruins", armour=4).value == 4


@pytest.mark.rule("TF-JUNGLE-04")
@pytest.mark.ruling("TF-JUNGLE-04.2")
def test_jungle_helps_cover_saves_against_the_air() -> None:
    """The cover save of infantry in jungle is 4 against the air; a 6 fails all the same where armour would be 6."""
    assert under_air("INF", "jungle") == ShotResult(0, "cover", 4, (1, 2, 3, 4))
    assert under_air("WE", "jungle", armour=5) == ShotResult(0, "armour", 6, (1, 2, 3, 4, 5))


@pytest.mark.rule("TF-JUNGLE-04", "TF-WOOD-04")
@pytest.mark.parametrize(("ground", "value"), [("jungle", 4), ("woods", 3)])
def test_an_aircraft_attacks_from_the_air_with_any_weapon(ground: str, value: int) -> None:
    """An air unit is one whatever the data of its weapon says."""
    units: Any = {"a1.1": ((1, 5), zoneless("AC", weapons=(weapon(),))), "b1.1": ((7, 5), zoneless("INF", integrity=2))}
    played = wide_ground(units, terrain={(7, 5): ground})
    hold_and_shoot(played, 1).asks("saves", "blue")
    assert rolled_saves(roll_saves(played, value)) == [("cover", value, True)]


@pytest.mark.rule("TF-JUNGLE-04", "TF-WOOD-04")
@pytest.mark.parametrize(("ground", "value"), [("jungle", 3), ("woods", 2)])
def test_the_canopy_is_judged_hit_by_hit(ground: str, value: int) -> None:
    """Of two hits of one shooting only the one from the air is saved more easily."""
    armed = zoneless("WE", weapons=(weapon("bombs", air=True), weapon("gun")))
    units: Any = {"a1.1": ((1, 5), armed), "b1.1": ((7, 5), zoneless("INF", integrity=3))}
    played = wide_ground(units, terrain={(7, 5): ground})
    hold_and_shoot(played, 1, 1)
    assert rolled_saves(roll_saves(played, value + 1, value + 1)) == [
        ("cover", value + 1, True),
        ("cover", value, False),
    ]


@pytest.mark.rule("TF-WOOD-01")
def test_woods_for_infantry() -> None:
    """Infantry goes through woods at cost 1 without a test, and saves there on 1 or 2."""
    check_crossed("woods", "INF")
    assert shoot_at("INF", "woods") == ShotResult(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-WOOD-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_woods_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 2 rolls 6, 3 in woods and loses 1 point."""
    check_casualties("woods", kind, (6, 3), 1)


@pytest.mark.rule("TF-WOOD-03")
def test_woods_for_war_engines() -> None:
    """A war engine of integrity 4 rolls 1, 1, 2, 3 in woods and loses nothing."""
    check_casualties("woods", "WE", (1, 1, 2, 3), 0)


@pytest.mark.rule("TF-WOOD-04")
@pytest.mark.ruling("TF-JUNGLE-04.2")
def test_woods_help_against_the_air() -> None:
    """Infantry in woods saves on 1 to 3 against the air, a vehicle of armour 3 on 1 to 4."""
    assert under_air("INF", "woods") == ShotResult(0, "cover", 3, (1, 2, 3))
    assert under_air("AV", "woods", armour=3) == ShotResult(0, "armour", 4, (1, 2, 3, 4))
    assert shoot_at("INF", "woods", declared={"air": True}) == ShotResult(3, "cover", 3, (1, 2, 3))
    assert shoot_at("INF", "woods").value == 2
