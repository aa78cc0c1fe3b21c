"""Clause tests: buildings, which fighting destroys."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DamageTerrain,
    DangerousTestRequired,
    EndAssault,
    TerrainConverted,
    TerrainDamaged,
    UnitMoved,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import at, begin, move, roll, unit, where
from tests.rulesets.tile_formations.said_shots import (
    HERE,
    SIX,
    THERE,
    UNARMED,
    Probe,
    assaulted,
    barred,
    crosses,
    duel,
    fire,
    gunner,
    made,
    plain,
    probe,
    probed,
    refused,
    save,
    strike,
)


def house(**options: Any) -> Table:
    """Let a1.1 face infantry of integrity 9 in a building."""
    return duel(made("INF", integrity=9, weapons=(UNARMED,)), "buildings", options=options)


def fought(played: Table) -> Outcome:
    """Let one hit fall on the building's infantry, which saves it."""
    fire(played, 1)
    return save(played, 1)


def damage(played: Table, points: int, tile: str = at(*THERE), who: str = "referee") -> Outcome:
    """Damage terrain; the outcome may be a refusal."""
    return played.when(who, DamageTerrain(tile=tile, points=points))


@pytest.mark.rule("TF-BUILD-01")
def test_buildings_for_infantry() -> None:
    """Infantry goes through buildings at cost 1 without a test, and saves there on 1 to 3."""
    crosses("buildings", "INF")
    assert probe("INF", "buildings") == Probe(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-BUILD-02")
@pytest.mark.parametrize("kind", ["LV", "AV"])
def test_buildings_for_vehicles(kind: str) -> None:
    """No vehicle enters buildings."""
    barred("buildings", kind, "TF-BUILD-02")


@pytest.mark.rule("TF-BUILD-03")
def test_buildings_for_war_engines() -> None:
    """No war engine enters buildings."""
    barred("buildings", "WE", "TF-BUILD-03")


@pytest.mark.rule("TF-BUILD-04")
def test_four_rounds_of_fighting_destroy_a_building() -> None:
    """A building of 4 points falls in the fourth round of fighting, at 1 point for each."""
    played = house(building_integrity=4, building_damage_per_fight=1)
    for total in (1, 2, 3):
        fought(played).then(TerrainDamaged, tile=at(*THERE), points=1, total=total, cause="fighting").without(
            TerrainConverted
        )
    fought(played).then(TerrainDamaged, total=4).then(TerrainConverted, was="buildings", now="ruins")


@pytest.mark.rule("TF-BUILD-04")
def test_the_damage_of_a_round_is_an_option() -> None:
    """At 2 points a round a building of 3 falls in the second."""
    played = house(building_integrity=3, building_damage_per_fight=2)
    fought(played).then(TerrainDamaged, points=2, total=2).without(TerrainConverted)
    fought(played).then(TerrainConverted, tile=at(*THERE))


@pytest.mark.rule("TF-BUILD-04")
def test_an_assault_is_fighting() -> None:
    """A round of fighting in an assault damages the building as shooting does."""
    played = assaulted(made("INF", integrity=9), "buildings", options={"building_integrity": 4})
    strike(played, 1)
    rounds = [each for each in save(played, 1).events if isinstance(each, TerrainDamaged)]
    ended = played.when("referee", EndAssault(assault="")).accepted()
    rounds += [each for each in ended.events if isinstance(each, TerrainDamaged)]
    assert [(each.tile, each.points, each.total) for each in rounds] == [(at(5, 5), 1, 1)]


@pytest.mark.rule("TF-BUILD-04")
def test_without_a_number_only_the_referee_destroys_a_building() -> None:
    """By default no fighting damages a building; the referee's word does."""
    played = house()
    for _ in range(4):
        fought(played).without(TerrainDamaged, TerrainConverted)
    damage(played, 1).then(TerrainDamaged, cause="referee", points=1).then(TerrainConverted, now="ruins")


@pytest.mark.rule("TF-BUILD-04")
def test_the_referee_damages_a_building_of_a_number() -> None:
    """Told damage adds up to what the building stands; nothing else can be damaged, nor by nothing."""
    played = house(building_integrity=4)
    damage(played, 3).then(TerrainDamaged, points=3, total=3).without(TerrainConverted)
    refused(damage(played, 0), "no-points", "TF-BUILD-04")
    refused(damage(played, 1, at(1, 1)), "nothing-to-destroy", "TF-BUILD-04")
    damage(played, 1).then(TerrainDamaged, total=4).then(TerrainConverted, was="buildings", now="ruins")
    refused(damage(played, 1), "nothing-to-destroy", "TF-BUILD-04")


@pytest.mark.rule("TF-BUILD-05")
def test_a_destroyed_building_is_ruins() -> None:
    """The infantry inside stays, unhurt, with the cover save of ruins."""
    played = duel(made("INF", integrity=9, weapons=(UNARMED,)), "buildings", SIX)
    damage(played, 1).then(TerrainConverted, tile=at(*THERE), was="buildings", now="ruins").without(CasualtyTaken)
    assert (where(played, "b1.1"), unit(played, "b1.1").integrity) == (at(*THERE), 9)
    assert probed(played) == Probe(3, "cover", 3, (1, 2, 3))


@pytest.mark.rule("TF-BUILD-05")
@pytest.mark.parametrize(("kind", "clause"), [("LV", "TF-BUILD-02"), ("AV", "TF-BUILD-02"), ("WE", "TF-BUILD-03")])
def test_vehicles_may_enter_a_destroyed_building(kind: str, clause: str) -> None:
    """What the building kept out may enter its ruins, at risk."""
    played = plain({"a1.1": ((2, 2), made(kind, integrity=2)), "b1.1": ((20, 20), made("INF"))}, terrain={
        (3, 2): "buildings"
    })  # fmt: skip
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "impassable", clause)
    damage(played, 1, at(3, 2)).then(TerrainConverted)
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, kind="ruins", dice=2)
    roll(played, "a1.1", 1, 2).then(UnitMoved, done=True)


@pytest.mark.rule("TF-BUILD-05")
def test_occupants_may_suffer_by_an_option() -> None:
    """By the option each unit inside loses so many points when the building falls, and nobody else."""
    units: Any = {
        "a1.1": (HERE, gunner()), "b1.1": (THERE, made("INF", integrity=3)), "b1.2": ((8, 5), made("INF", integrity=3)),
    }  # fmt: skip
    played = plain(units, terrain={THERE: "buildings"}, options={"collapse_casualties": 2})
    damage(played, 1).then(CasualtyTaken, unit="b1.1", points=2, left=1, cause="collapse")
    assert [unit(played, each).integrity for each in ("b1.1", "b1.2")] == [1, 3]


@pytest.mark.rule("TF-BUILD-05")
def test_overlays_outlast_the_building() -> None:
    """What lies on the tile stays when the building becomes ruins."""
    played = duel(made("INF"), "buildings+minefield")
    damage(played, 1).then(TerrainConverted)
    row = played.game.cells[at(*THERE)]
    assert (row.base, row.overlays, row.damage) == ("ruins", ("minefield",), 0)
