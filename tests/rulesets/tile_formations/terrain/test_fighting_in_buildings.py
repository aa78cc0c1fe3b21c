"""Buildings wear down where shootings and assaults were fought, whoever fell."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import ConfirmFact
from adjudicator.rulesets.tile_formations.model.messages import (
    AssaultEnded,
    AssaultHits,
    Charge,
    ContactEnded,
    ContactMade,
    DamageTerrain,
    DeclareShooting,
    EndAssault,
    RecordCasualties,
    RollSaves,
    RollToHit,
    ShootingResolved,
    TerrainConverted,
    TerrainDamaged,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.model.rows import Cell
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import (
    FOUR_POINT_BUILDINGS,
    HOUSE,
    TARGET_PLACE,
    UNARMED,
    Place,
    Placed,
    at,
    duel,
    infantry,
    path,
    table,
    unarmed,
    weapon,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    change_unit,
    charge,
    charged_at,
    end_assault,
    end_assault_accepted,
    end_move,
    hold_and_shoot,
    open_assault,
    open_fact,
    report_hits,
    report_loss,
    report_loss_with_shock,
    roll_saves,
)


def damage_of(*outcomes: Outcome) -> list[tuple[str, int, int, str]]:
    """List the damage that terrain took: tile, points, total, cause."""
    events = [event for outcome in outcomes for event in outcome.accepted().events]
    return [(row.tile, row.points, row.total, row.cause) for row in events if isinstance(row, TerrainDamaged)]


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize("fallen", [(), ("b1.1",), ("a1.1",), ("a1.1", "b1.1")])
def test_a_building_is_damaged_whoever_falls(fallen: tuple[str, ...]) -> None:
    """The building that was fought in takes its point once, whether who fought stands or fell."""
    played = charged_at(HOUSE)
    for unit in fallen:
        report_loss_with_shock(played, unit, 2).then(UnitDestroyed, unit=unit)
    assert damage_of(end_assault_accepted(played).then(AssaultEnded)) == [(at(5, 5), 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
def test_a_defender_that_falls_to_hits_was_fought() -> None:
    """Two unsaved hits, 6 and 6 against cover, take the defender; its building is damaged all the same."""
    played = charged_at(HOUSE)
    played.when("referee", AssaultHits(unit="b1.1", hits=2, save_modifier=0)).accepted().asks("saves", "blue")
    played.faces(6, 6).when("blue", RollSaves(unit="")).then(UnitDestroyed, unit="b1.1").without(TerrainDamaged)
    assert damage_of(end_assault_accepted(played)) == [(at(5, 5), 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
def test_attacker_and_defender_fight_in_their_tiles() -> None:
    """The attacker's building is damaged as the defender's is, by column; nobody else's is."""
    places: dict[Place, Any] = {(4, 5): "buildings", (5, 5): "buildings", (9, 5): "buildings", (3, 5): "buildings"}
    played = charged_at(places)
    report_loss_with_shock(played, "a1.1", 2)
    assert damage_of(end_assault_accepted(played)) == [(at(4, 5), 1, 1, "fighting"), (at(5, 5), 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_is_damaged_once_a_fight() -> None:
    """Two chargers and one defender fight one fight in its building, and the next assault another."""
    more: dict[str, Placed] = {"a1.3": ((2, 6), infantry())}
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), **more, "b1.1": ((5, 5), infantry(integrity=2))}
    played = table(
        "", units, terrain=HOUSE, options={**FOUR_POINT_BUILDINGS, "building_damage_per_fight": 2}, referee=True
    )
    for total in (2, 4):
        begin_action(played, "a1", "engage", target="b1")
        for unit, way in (("a1.1", ((3, 5), (4, 5))), ("a1.3", ((3, 6), (4, 6)))):
            steps = path(*way) if total == 2 else ()
            played.when("red", Charge(unit=unit, path=steps, enemy="b1.1")).then(ContactMade)
        end_move(played, "a1").accepted()
        ended = end_assault_accepted(played)
        assert damage_of(ended) == [(at(5, 5), 2, total, "fighting")]
    ended.then(TerrainConverted, tile=at(5, 5), was="buildings", now="ruins")


@pytest.mark.rule("TF-BUILD-04")
def test_a_contact_that_ended_before_the_next_is_kept() -> None:
    """Buildings of contacts that were made and lost on the way count with those that still stand."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "a1.2": ((6, 8), infantry()),
        "b1.1": ((5, 5), infantry()),
        "b2.1": ((8, 7), infantry()),
    }
    terrain: dict[Place, Any] = {**HOUSE, (8, 7): "buildings"}
    played = table("", units, terrain=terrain, options={**FOUR_POINT_BUILDINGS, "coherency_tiles": 20}, referee=True)
    begin_action(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    report_loss_with_shock(played, "b1.1", 1).then(ContactEnded, unit="a1.1", enemy="b1.1")
    played.when("red", Charge(unit="a1.2", path=path((7, 8)), enemy="b2.1")).then(ContactMade, tiles=("H9", "I8"))
    end_move(played, "a1").accepted()
    assert damage_of(end_assault_accepted(played)) == [(at(5, 5), 1, 1, "fighting"), (at(8, 7), 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-05")
def test_a_building_that_fell_on_the_way_is_ruins() -> None:
    """A tile that has become ruins during the assault is damaged no more at its end."""
    played = charged_at(HOUSE)
    played.when("referee", DamageTerrain(tile=at(5, 5), points=4)).then(TerrainConverted, now="ruins")
    assert damage_of(end_assault_accepted(played)) == []


@pytest.mark.rule("TF-BUILD-04")
def test_a_seat_ends_it_as_the_referee_does() -> None:
    """WG-FACT-03: without a referee the building is damaged when the other seat has let the end stand."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), infantry(integrity=2))}
    played = table("", {**units, "b2.1": ((11, 11), infantry())}, terrain=HOUSE, options=FOUR_POINT_BUILDINGS)
    begin_action(played, "a1", "engage", target="b1")
    played.when("red", Charge(unit="a1.1", path=path((3, 5), (4, 5)), enemy="b1.1")).accepted()
    end_move(played, "a1").asks("assault", "red", "blue")
    played.when("red", RecordCasualties(unit="b1.1", points=2, causes_shock=True)).asks("fact_stated", "blue")
    played.when("blue", ConfirmFact(fact=open_fact(played))).then(UnitDestroyed, unit="b1.1")
    played.when("red", EndAssault(assault="")).accepted().without(TerrainDamaged)
    assert damage_of(played.when("blue", ConfirmFact(fact=open_fact(played))).accepted()) == [
        (at(5, 5), 1, 1, "fighting")
    ]


@pytest.mark.rule("TF-BUILD-04")
def test_without_a_number_an_assault_damages_nothing() -> None:
    """By default only what is stated damages a building, a fight in which the defender fell no more."""
    played = charged_at(HOUSE, options={})
    report_loss_with_shock(played, "b1.1", 2)
    assert damage_of(end_assault_accepted(played)) == []


@pytest.mark.rule("TF-BUILD-04")
def test_a_target_that_was_taken_away_was_shot_at() -> None:
    """A unit that was hit, and lost by a referee's word before its save, leaves a damaged building."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()),
        "b1.1": ((5, 5), infantry()),
        "b1.2": ((11, 11), infantry()),
    }
    played = table("", units, terrain=HOUSE, options=FOUR_POINT_BUILDINGS, referee=True)
    begin_action(played, "a1", "hold")
    end_move(played, "a1").accepted()
    shooting = DeclareShooting(formation="a1", target="b1", crossfire=False, air=False, to_hit_modifier=0)
    played.when("red", shooting).accepted()
    played.faces(1).when("red", RollToHit(unit="", target="")).accepted().asks("saves", "blue")
    report_loss_with_shock(played, "b1.1", 1)
    assert damage_of(played.when("blue", RollSaves(unit="")).accepted()) == [(at(5, 5), 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize(("points", "faces", "damaged"), [(1, (1,), True), (0, (1,), False), (1, (6,), False)])
def test_fighting_damages_by_the_option(points: int, faces: tuple[int, ...], damaged: bool) -> None:
    """A shooting that hits infantry in a building damages it by what the option says, one without a hit does not."""
    options = {"building_integrity": 4, "building_damage_per_fight": points}
    played = duel(unarmed(), "buildings", weapon(dice=1), options=options)
    done = hold_and_shoot(played, *faces)
    if faces == (1,):
        done = roll_saves(played, 1)
    done.then(ShootingResolved)
    assert [event.total for event in done.events if isinstance(event, TerrainDamaged)] == [points] * damaged


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_suffers_though_its_defender_is_shot() -> None:
    """A defender that a shooting destroys leaves a building that has taken the damage of that fight."""
    played = duel(unarmed(integrity=1), "buildings", options={"building_integrity": 4})
    hold_and_shoot(played, 1)
    done = roll_saves(played, 6).then(UnitDestroyed, unit="b1.1", cause="shooting")
    assert damage_of(done) == [(at(*TARGET_PLACE), 1, 1, "fighting")]


ENEMY_TILE = at(5, 5)


def house_table(damage: int = 0, defender: Any = None, **options: Any) -> Table:
    """Let a1.1 assault b1.1 in a building that has taken so much damage; by default it stands 4 points."""
    enemy_sheet = defender or zoneless("INF", integrity=1, weapons=(UNARMED,))
    setup: dict[str, Any] = {"building_integrity": 4, "building_damage_per_fight": 1, "coherency_tiles": 20} | options
    return open_assault(enemy_sheet, "buildings", options=setup, terrain={(5, 5): Cell("buildings", (), damage)})


def lose_defender(played: Table) -> Outcome:
    """Let the defender in the building fail its save and be destroyed in the assault."""
    report_hits(played, 1)
    return roll_saves(played, 6).then(UnitDestroyed, unit="b1.1", cause="assault")


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_suffers_though_its_defender_falls() -> None:
    """A defender destroyed in the assault leaves a building that has taken the damage of the fight, once."""
    played = house_table()
    outcomes = (lose_defender(played), end_assault(played).accepted())
    assert damage_of(*outcomes) == [(ENEMY_TILE, 1, 1, "fighting")]
    assert played.game.cells[ENEMY_TILE].damage == 1


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize("hits", [(1,), (1, 1), (1, 2, 1)])
def test_a_fight_damages_a_building_once(hits: tuple[int, ...]) -> None:
    """However often hits fall in one assault, its building takes the damage of one fight."""
    played = house_table(defender=zoneless("INF", integrity=9, weapons=(UNARMED,)))
    outcomes = []
    for number in hits:
        report_hits(played, number)
        outcomes.append(roll_saves(played, *[6] * number))
    assert damage_of(*outcomes, end_assault(played).accepted()) == [(ENEMY_TILE, 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
def test_a_building_suffers_though_the_loss_is_stated() -> None:
    """A defender whose loss in the assault is stated leaves a damaged building as well."""
    played = house_table()
    gone = report_loss(played, "b1.1").then(UnitDestroyed, unit="b1.1")
    assert damage_of(gone, end_assault(played).accepted()) == [(ENEMY_TILE, 1, 1, "fighting")]


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.rule("TF-BUILD-05")
def test_four_assaults_bring_a_building_down() -> None:
    """Four rounds of fighting of 1 point, each of which destroys a defender, turn a building of 4 into ruins."""
    played = house_table()
    for total in (1, 2, 3, 4):
        if total > 1:
            change_unit(played, "b1.1", tile=ENEMY_TILE, out="", integrity=1, contacts=(), zone_lost="")
            change_unit(played, "a1.1", tile=at(2, 5), contacts=(), charged=False, moved=False)
            begin_action(played, "a1", "engage", target="b1")
            charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).accepted()
            end_move(played, "a1").asks("assault")
        outcomes = (lose_defender(played), end_assault(played).accepted())
        assert damage_of(*outcomes) == [(ENEMY_TILE, 1, total, "fighting")]
        assert played.game.cells[ENEMY_TILE].base == ("ruins" if total == 4 else "buildings")


@pytest.mark.rule("TF-BUILD-04")
@pytest.mark.parametrize(("damage", "points", "ruined"), [(3, 1, True), (2, 1, False), (2, 2, True), (0, 3, False)])
def test_the_last_fight_ruins_a_building(damage: int, points: int, ruined: bool) -> None:
    """A building falls with the fight that brings its damage to 4, its defender with it or not."""
    played = house_table(damage, building_damage_per_fight=points)
    outcomes = (lose_defender(played), end_assault(played).accepted())
    converted = [event for outcome in outcomes for event in outcome.events if isinstance(event, TerrainConverted)]
    assert damage_of(*outcomes) == [(ENEMY_TILE, points, damage + points, "fighting")]
    assert [(row.tile, row.was, row.now) for row in converted] == [(ENEMY_TILE, "buildings", "ruins")] * ruined
    assert played.game.cells[ENEMY_TILE].base == ("ruins" if ruined else "buildings")


@pytest.mark.rule("TF-BUILD-04")
def test_no_fight_damages_a_building_without_a_number() -> None:
    """By default a building takes nothing from an assault, be its defender destroyed."""
    played = house_table(building_integrity=None)
    outcomes = (lose_defender(played), end_assault(played).accepted())
    assert damage_of(*outcomes) == []
    assert played.game.cells[ENEMY_TILE].base == "buildings"
