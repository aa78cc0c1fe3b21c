"""Hills, which let see farther, and cliffs, which climbers take."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import ArmyMustered, ShootingDeclared, UnitMoved
from tests.rulesets.tile_formations.fixtures import (
    VEHICLES,
    at,
    formation_sheet,
    infantry,
    open_table,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    check_crossed,
    come_and_declare,
    create,
    danger_tests,
    lone_unit,
    move,
    muster,
    refused,
    roll,
    shoot_at,
    shoot_at_resolved,
)
from tests.rulesets.tile_formations.terrain.steps import (
    check_dangerous,
    check_kept_out,
    check_vision,
    declare_at_distance,
    step_into,
)


@pytest.mark.rule("TF-HILL-01")
@pytest.mark.ruling("TF-HILL-01.2")
def test_hills_for_infantry() -> None:
    """Infantry sees 2 tiles farther from a hill, 12 for 10; it crosses at cost 1 and has no cover there."""
    check_vision("INF", 10, "hills", 12)
    check_vision("INF", 10, "open_ground", 10)
    check_crossed("hills", "INF")
    assert shoot_at("INF", "hills", bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-HILL-01")
@pytest.mark.ruling("TF-HILL-01.2")
def test_vision_without_a_limit() -> None:
    """Who has no limit of vision sees as far as its weapon reaches."""
    declare_at_distance("INF", 0, "open_ground", 20).then(ShootingDeclared)
    declare_at_distance("INF", 0, "hills", 20).then(ShootingDeclared)


@pytest.mark.rule("TF-HILL-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_hills_for_vehicles(kind: str) -> None:
    """A vehicle sees 10 for 8 from a hill, and crosses it at cost 1 without a test."""
    check_vision(kind, 8, "hills", 10)
    check_vision(kind, 8, "open_ground", 8)
    check_crossed("hills", kind)


@pytest.mark.rule("TF-HILL-03")
def test_hills_for_war_engines() -> None:
    """A war engine sees 14 for 12 from a hill, and crosses it at cost 1 without a test."""
    check_vision("WE", 12, "hills", 14)
    check_vision("WE", 12, "open_ground", 12)
    check_crossed("hills", "WE")


@pytest.mark.rule("TF-HILL-04")
def test_infantry_lies_low_on_hills() -> None:
    """Infantry in Overwatch on a hill is hit on 3 in the place of 4, and on 4 without Overwatch."""
    assert shoot_at("INF", "hills", low=True).to_hit == 3
    assert shoot_at("INF", "hills", bare=True).to_hit == 4


@pytest.mark.rule("TF-HILL-05")
def test_lying_low_on_hills_is_a_cover_save() -> None:
    """Infantry in Overwatch on a hill saves on 1 or 2."""
    assert shoot_at("INF", "hills", low=True) == ShotResult(3, "cover", 2, (1, 2))


@pytest.mark.rule("TF-HILL-06")
def test_lying_low_on_hills_ends_with_the_overwatch() -> None:
    """Shot at after its Overwatch shots in the same turn, infantry on a hill has neither benefit."""
    assert shoot_at_resolved("hills", bare=True) == ShotResult(4, "none", 0, ())


@pytest.mark.rule("TF-CLIFF-01")
def test_cliffs_stop_infantry() -> None:
    """Infantry without climbing gear neither enters a cliff nor goes through it."""
    check_kept_out("INF", "cliffs", "TF-CLIFF-01")


@pytest.mark.rule("TF-CLIFF-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_cliffs_stop_vehicles(kind: str) -> None:
    """Vehicles do not enter cliffs, with climbing gear neither."""
    check_kept_out(kind, "cliffs", "TF-CLIFF-02")
    _, outcome = step_into(kind, "cliffs", flags=("climbing_gear",))
    refused(outcome, "impassable", "TF-CLIFF-02")


@pytest.mark.rule("TF-CLIFF-03")
def test_cliffs_stop_war_engines() -> None:
    """War engines do not enter cliffs, with climbing gear neither."""
    check_kept_out("WE", "cliffs", "TF-CLIFF-03")
    _, outcome = step_into("WE", "cliffs", flags=("climbing_gear",))
    refused(outcome, "impassable", "TF-CLIFF-03")


@pytest.mark.rule("TF-CLIFF-04")
def test_climbers_take_cliffs_as_dangerous() -> None:
    """Infantry with climbing gear enters a cliff: a 6 destroys it, a 5 lets it pass on beyond."""
    check_dangerous("INF", "cliffs", flags=("climbing_gear",))
    played = lone_unit(infantry(flags=("climbing_gear",)), terrain={(3, 2): "cliffs"})
    assert [test.kind for test in danger_tests(move(played, "a1.1", (3, 2), (4, 2)))] == ["cliffs"]
    roll(played, "a1.1", 5).then(UnitMoved, tile=at(4, 2), done=True)


@pytest.mark.rule("TF-CLIFF-04")
def test_climbing_gear_opens_nothing_else() -> None:
    """What else is impassable for infantry stays so for climbers."""
    played = lone_unit(infantry(flags=("climbing_gear",)), terrain={(3, 2): "+bunkers"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "not-crossed", "TF-BUNK-02")


@pytest.mark.rule("TF-HILL-01")
@pytest.mark.parametrize(("options", "vision"), [({}, 0), ({"default_vision": 10}, 10)])
@pytest.mark.ruling("TF-HILL-01.2")
def test_vision_has_a_default(options: dict[str, int], vision: int) -> None:
    """A unit whose data says nothing of vision has that of the option, which is 0, no limit, by default."""
    played = open_table()
    create(played, options=options).accepted()
    army = muster(played, "red", formation_sheet(infantry(vision=None), infantry(vision=7))).one(ArmyMustered)
    assert [unit.vision for unit in army.formations[0].units] == [vision, 7]


@pytest.mark.rule("TF-HILL-01")
@pytest.mark.parametrize(("ground", "most"), [("open_ground", 10), ("hills", 12)])
@pytest.mark.ruling("TF-HILL-01.2")
def test_the_default_vision_bounds_shooting(ground: str, most: int) -> None:
    """With a default vision of 10 a unit without data sees 10 tiles, and 12 from a hill."""
    shooter = zoneless("INF", vision=None, weapons=(weapon(weapon_range=40),))
    for distance in (most, most + 1):
        units: Any = {"a1.1": ((1, 1), shooter), "b1.1": ((1 + distance, 1), zoneless("AV"))}
        outcome = come_and_declare(wide_ground(units, terrain={(1, 1): ground}, options={"default_vision": 10}))
        if distance == most:
            outcome.accepted()
        else:
            refused(outcome, "beyond-vision", "TF-SHOOT-05", distance=distance)
