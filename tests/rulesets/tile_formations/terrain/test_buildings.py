"""Buildings and ruins: their cells, the damage that is stated, and what they become."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DamageTerrain,
    DangerousTestRequired,
    DeclareShooting,
    EndAssault,
    RollSaves,
    RollToHit,
    TerrainConverted,
    TerrainDamaged,
    UnitDestroyed,
    UnitMoved,
)
from adjudicator.rulesets.tile_formations.model.tile_terrain import cell_at
from adjudicator.rulesets.tile_formations.rules.shooting.legal_saves import save_taken
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    FAR_ENEMY,
    MOST_INTEGER,
    PLAIN_HIT,
    SHOOTER_PLACE,
    SIX_DICE,
    TARGET_PLACE,
    UNARMED,
    VEHICLES,
    at,
    duel,
    gunner,
    infantry,
    table,
    unarmed,
    weapon,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    ShotResult,
    begin_action,
    check_casualties,
    check_crossed,
    check_impassable,
    end_move,
    hold_and_shoot,
    move,
    open_assault,
    open_fact,
    refused,
    report_hits,
    roll,
    roll_saves,
    shock_of,
    shoot_and_save,
    shoot_at,
    tile_of_unit,
    unit_row,
)


def house_table(**options: Any) -> Table:
    """Let a1.1 face infantry of integrity 9 in a building."""
    return duel(zoneless("INF", integrity=9, weapons=(UNARMED,)), "buildings", options=options)


def fight_in_house(played: Table) -> Outcome:
    """Let one hit fall on the building's infantry, which saves it."""
    hold_and_shoot(played, 1)
    return roll_saves(played, 1)


def damage(played: Table, points: int, tile: str = at(*TARGET_PLACE), who: str = "referee") -> Outcome:
    """Damage terrain; the outcome may be a refusal."""
    return played.when(who, DamageTerrain(tile=tile, points=points))


@pytest.mark.rule("TF-BUILD-01")
def test_buildings_for_infantry() -> None:
    """Infantry goes through buildings at cost 1 without a test, and saves there on 1 to 3."""
    check_crossed("buildings", "INF")
    assert shoot_at("INF", "buildings") == ShotResult(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-BUILD-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_buildings_for_vehicles(kind: str) -> None:
    """No vehicle enters buildings."""
    check_impassable("buildings", kind, "TF-BUILD-02")


@pytest.mark.rule("TF-BUILD-03")
def test_buildings_for_war_engines() -> None:
    """No war engine enters buildings."""
    check_impassable("buildings", "WE", "TF-BUILD-03")


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.ruling("TF-BUILD-04.2")
def test_four_rounds_of_fighting_destroy_a_building() -> None:
    """A building of 4 points falls in the fourth round of fighting, at 1 point for each."""
    played = house_table(building_integrity=4, building_damage_per_fight=1)
    for total in (1, 2, 3):
        fight_in_house(played).then(
            TerrainDamaged, tile=at(*TARGET_PLACE), points=1, total=total, cause="fighting"
        ).without(TerrainConverted)
    fight_in_house(played).then(TerrainDamaged, total=4).then(TerrainConverted, was="buildings", now="ruins")


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.ruling("TF-BUILD-04.2")
def test_the_damage_of_a_round_is_an_option() -> None:
    """At 2 points a round a building of 3 falls in the second."""
    played = house_table(building_integrity=3, building_damage_per_fight=2)
    fight_in_house(played).then(TerrainDamaged, points=2, total=2).without(TerrainConverted)
    fight_in_house(played).then(TerrainConverted, tile=at(*TARGET_PLACE))


@pytest.mark.rule("TF-BUILD-04")
def test_an_assault_is_fighting() -> None:
    """A round of fighting in an assault damages the building as shooting does."""
    played = open_assault(zoneless("INF", integrity=9), "buildings", options={"building_integrity": 4})
    report_hits(played, 1)
    rounds = [event for event in roll_saves(played, 1).events if isinstance(event, TerrainDamaged)]
    ended = played.when("referee", EndAssault(assault="")).accepted()
    rounds += [event for event in ended.events if isinstance(event, TerrainDamaged)]
    assert [(row.tile, row.points, row.total) for row in rounds] == [(at(5, 5), 1, 1)]


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.ruling("TF-BUILD-04.2")
def test_without_a_number_only_the_referee_destroys_a_building() -> None:
    """By default no fighting damages a building; the referee's word does."""
    played = house_table()
    for _ in range(4):
        fight_in_house(played).without(TerrainDamaged, TerrainConverted)
    damage(played, 1).then(TerrainDamaged, cause="referee", points=1).then(TerrainConverted, now="ruins")


@pytest.mark.rule("TF-BUILD-04")
def test_the_referee_damages_a_building_of_a_number() -> None:
    """Told damage adds up to what the building stands; nothing else can be damaged, nor by nothing."""
    played = house_table(building_integrity=4)
    damage(played, 3).then(TerrainDamaged, points=3, total=3).without(TerrainConverted)
    refused(damage(played, 0), "no-points", "TF-BUILD-04")
    refused(damage(played, 1, at(1, 1)), "nothing-to-destroy", "TF-BUILD-04")
    damage(played, 1).then(TerrainDamaged, total=4).then(TerrainConverted, was="buildings", now="ruins")
    refused(damage(played, 1), "nothing-to-destroy", "TF-BUILD-04")


@pytest.mark.rule("TF-BUILD-05")
@pytest.mark.ruling("TF-BUILD-05.2")
def test_a_destroyed_building_is_ruins() -> None:
    """The infantry inside stays, unhurt, with the cover save of ruins."""
    played = duel(zoneless("INF", integrity=9, weapons=(UNARMED,)), "buildings", SIX_DICE)
    damage(played, 1).then(TerrainConverted, tile=at(*TARGET_PLACE), was="buildings", now="ruins").without(
        CasualtyTaken
    )
    assert (tile_of_unit(played, "b1.1"), unit_row(played, "b1.1").integrity) == (at(*TARGET_PLACE), 9)
    assert shoot_and_save(played) == ShotResult(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-BUILD-05")
@pytest.mark.parametrize(("kind", "clause"), [("LV", "TF-BUILD-02"), ("AV", "TF-BUILD-02"), ("WE", "TF-BUILD-03")])
def test_vehicles_may_enter_a_destroyed_building(kind: str, clause: str) -> None:
    """What the building kept out may enter its ruins, at risk."""
    played = wide_ground(
        {"a1.1": ((2, 2), zoneless(kind, integrity=2)), "b1.1": ((20, 20), zoneless("INF"))},
        terrain={(3, 2): "buildings"},
    )
    begin_action(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "impassable", clause)
    damage(played, 1, at(3, 2)).then(TerrainConverted)
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, kind="ruins", dice=2)
    roll(played, "a1.1", 1, 2).then(UnitMoved, done=True)


@pytest.mark.rule("TF-BUILD-05")
@pytest.mark.ruling("TF-BUILD-05.3")
def test_occupants_may_suffer_by_an_option() -> None:
    """By the option each unit inside loses so many points when the building falls, and nobody else."""
    units: Any = {
        "a1.1": (SHOOTER_PLACE, gunner()),
        "b1.1": (TARGET_PLACE, zoneless("INF", integrity=3)),
        "b1.2": ((8, 5), zoneless("INF", integrity=3)),
    }
    played = wide_ground(units, terrain={TARGET_PLACE: "buildings"}, options={"collapse_casualties": 2})
    damage(played, 1).then(CasualtyTaken, unit="b1.1", points=2, left=1, cause="collapse")
    assert [unit_row(played, row).integrity for row in ("b1.1", "b1.2")] == [1, 3]


@pytest.mark.rule("TF-BUILD-05")
def test_overlays_outlast_the_building() -> None:
    """What lies on the tile stays when the building becomes ruins."""
    played = duel(zoneless("INF"), "buildings+minefield")
    damage(played, 1).then(TerrainConverted)
    row = played.game.cells[at(*TARGET_PLACE)]
    assert (row.base, row.overlays, row.damage) == ("ruins", ("minefield",), 0)


@pytest.mark.rule("TF-RUIN-01")
def test_ruins_for_infantry() -> None:
    """Infantry goes through ruins at cost 1 without a test, and saves there on 1 to 3."""
    check_crossed("ruins", "INF")
    assert shoot_at("INF", "ruins") == ShotResult(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-RUIN-02")
@pytest.mark.parametrize("kind", VEHICLES)
def test_ruins_for_vehicles(kind: str) -> None:
    """A vehicle of integrity 1 that rolls a 6 in ruins is destroyed, and with a 5 passes."""
    check_casualties("ruins", kind, (6,), 1).then(UnitDestroyed)
    check_casualties("ruins", kind, (5,), 0)


@pytest.mark.rule("TF-RUIN-03")
def test_ruins_for_war_engines() -> None:
    """A war engine of integrity 3 rolls 6, 6, 2 in ruins and loses 2 points."""
    check_casualties("ruins", "WE", (6, 6, 2), 2)


def report_damage(played: Table, points: int = 1, tile: str = "B2", who: str = "referee") -> Outcome:
    """Tell damage."""
    return played.when(who, DamageTerrain(tile=tile, points=points))


def occupied_building(**setup: Any) -> Table:
    """Put blue infantry into a building."""
    units = {"a1.1": ("F2", infantry(weapons=(weapon(dice=1),))), "b1.1": ("B2", infantry(integrity=3))}
    played = table("", units, terrain={"B2": "buildings+roads"}, referee=True, **setup)
    return played.ask("choose_action", "red")


@pytest.mark.rule("TF-BUILD-04", "TF-BUILD-05")
def test_buildings_fall_by_the_referees_word() -> None:
    """Without a limit buildings fall by stated damage alone; they become ruins, and who is inside stays."""
    played = occupied_building()
    report_damage(played, tile="C2").rejected("TF-BUILD-04", "nothing-to-destroy")
    report_damage(played, tile="Z9").rejected("TF-BUILD-04", "off-the-battlefield")
    report_damage(played, 0).rejected("TF-BUILD-04", "no-points")
    report_damage(played).then(TerrainDamaged, TerrainConverted, was="buildings", now="ruins").without(CasualtyTaken)
    assert (cell_at(played.game, "B2").base, cell_at(played.game, "B2").overlays) == ("ruins", ("roads",))
    assert save_taken(played.game, "b1.1", PLAIN_HIT)[1].total == 3
    report_damage(played).rejected("TF-BUILD-04", "nothing-to-destroy")


@pytest.mark.rule("TF-BUILD-04", "TF-BUILD-05")
def test_buildings_stand_so_much() -> None:
    """With a limit they fall when damage reaches it; the options may hurt who is inside, without Shock."""
    played = occupied_building(options={"building_integrity": 4, "collapse_casualties": 3})
    report_damage(played, 3).then(TerrainDamaged, total=3).without(TerrainConverted)
    report_damage(played).then(TerrainDamaged, TerrainConverted, CasualtyTaken, UnitDestroyed, cause="collapse")
    assert (unit_row(played, "b1.1").out, shock_of(played, "b1")) == ("collapse", 0)


@pytest.mark.rule("TF-BUILD-04")
def test_a_seat_tells_damage_and_the_other_lets_it_stand() -> None:
    """Without a referee stated damage counts when it is confirmed."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": ("F6", infantry())}, terrain={"B2": "buildings"})
    played.ask("choose_action", "red")
    report_damage(played, who="red").accepted().without(TerrainDamaged).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=open_fact(played))).then(TerrainConverted)


def shot_at_building(face: int, **options: Any) -> Outcome:
    """Let red shoot at the building once."""
    played = occupied_building(options=options)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").accepted()
    declared: Any = {"formation": "a1", "target": "b1", "crossfire": False, "air": False, "to_hit_modifier": 0}
    played.when("red", DeclareShooting(**declared)).accepted()
    outcome = played.faces(face).when("red", RollToHit(unit="", target="")).accepted()
    return played.faces(3).when("blue", RollSaves(unit="")).accepted() if face <= 3 else outcome


@pytest.mark.rule("TF-BUILD-04")
def test_fighting_wears_buildings_down() -> None:
    """A shooting that hits a unit inside is a round of fighting; one that misses is none."""
    shot_at_building(3, building_integrity=4).then(TerrainDamaged, points=1, cause="fighting").without(TerrainConverted)
    shot_at_building(3, building_integrity=2, building_damage_per_fight=2).then(TerrainDamaged, TerrainConverted)
    shot_at_building(5, building_integrity=4).without(TerrainDamaged)
    shot_at_building(3).without(TerrainDamaged)
    shot_at_building(3, building_integrity=4, building_damage_per_fight=0).without(TerrainDamaged)


@pytest.mark.rule("TF-BUILD-04")
def test_damage_that_is_stated_has_a_bound() -> None:
    """A building takes at most 99 points at a time."""
    played = table("", {"a1.1": ("A1", infantry()), "b1.1": FAR_ENEMY}, terrain={"B2": "buildings"}, referee=True)
    played.ask("choose_action", "red")
    stated = DamageTerrain(tile="B2", points=MOST_INTEGER)
    played.when("referee", stated).rejected("TF-BUILD-04", "number-range", "points", most=99)


@pytest.mark.rule("TF-BUILD-04")
def test_what_is_not_on_the_battlefield_is_not_damaged() -> None:
    """Damage is stated of a tile that there is, and of a building in it."""
    played = duel(unarmed(), "buildings", options={"building_integrity": 4})
    for tile, reason in (("Z99", "off-the-battlefield"), ("A1", "nothing-to-destroy")):
        refused(played.when("referee", DamageTerrain(tile=tile, points=1)), reason, "TF-BUILD-04")
    played.when("referee", DamageTerrain(tile=at(*TARGET_PLACE), points=1)).then(TerrainDamaged, total=1)
