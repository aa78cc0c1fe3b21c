"""Distances and measuring (GA-2.4-01 to -07)."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.registry import rules_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultDeclared,
    DeclareAssault,
    FormationArrived,
    SelectToShoot,
    TargetsDeclared,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import MeasureDistanceRequest
from adjudicator.rulesets.grinding_annihilation.reports.queries import measure_distance
from tests.kit import GAME, Table
from tests.rulesets.grinding_annihilation.armies.steps import arrival, reserves_waiting
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn
from tests.rulesets.grinding_annihilation.concepts.steps import measured_distance
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, gun
from tests.rulesets.grinding_annihilation.steps import aim, fire, last_event, refused, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import craters, hill, with_terrain, woods


@pytest.mark.rule("GA-2.4-01", "GA-2.4-02", "GA-2.4-06")
def test_anybody_measures_at_any_time():
    """Distances run between the closest points of bases; asking for them changes nothing."""
    red, blue = formation("a-r", at=[(10, 10), (8, 10)]), formation("b-b", at=[(17, 10)])
    table = battle(red, blue, markers=((20, 10),))
    entries = len(table.log)
    assert measured_distance(table, "a-r.1", "b-b.1").distance == 6000
    assert measured_distance(table, "a-r", "b-b").distance == 6000
    assert measured_distance(table, "a-r.2", "b-b.1").distance == 8000
    assert measured_distance(table, "b-b", "1").horizontal == 2500
    assert len(table.log) == entries


@pytest.mark.rule("GA-2.4-01", "GA-2.4-03")
@pytest.mark.parametrize(
    ("one", "other", "distance", "horizontal", "vertical"),
    [
        ("a-r.1", "t1", 9500, 9500, 0),
        ("t1", "a-r.1", 9500, 9500, 0),
        ("a-r", "t1", 0, 0, 0),
        ("a-r.2", "t1", 0, 0, 0),
        ("a-r.3", "t1", 2000, 0, 2000),
        ("b-b", "t1", 4500, 4500, 0),
        ("1", "t1", 8000, 8000, 0),
        ("2", "t1", 5000, 5000, 0),
        ("t2", "t1", 5000, 5000, 0),
        ("t2", "t3", 0, 0, 0),
        ("t3", "1", 0, 0, 0),
        ("a-r.4", "t1", 9708, 9500, 2000),
        ("a-r.5", "t2", 2500, 1500, 2000),
    ],
)
def test_terrain_is_measured_too(one: str, other: str, distance: int, horizontal: int, vertical: int):
    """A feature is its footprint on the ground and its solids up to their tops; who stands on it is at no distance."""
    places = [(10, 7), (22, 7, 3), (22, 8.2, 5), (10, 8.2, 5), (26, 13, 2)]
    table = battle(formation("a-r", at=places), formation("b-b", at=[(29, 7)], weapons=()), markers=((32, 7), (22, 14)))
    with_terrain(table, hill(20, 5, 24, 9, top=3), craters(28, 12, 30, 14), woods(29, 6, 33, 13))
    answer = measured_distance(table, one, other)
    assert (answer.distance, answer.horizontal, answer.vertical) == (distance, horizontal, vertical)
    with pytest.raises(Unknown):
        measured_distance(table, one, "t9")


@pytest.mark.rule("GA-2.4-03")
@pytest.mark.ruling("GA-2.4-03.2", "GA-2.4-03.4")
def test_plain_distances_go_through_the_air():
    """A plain distance is straight in three dimensions; limits in plan and height are kept each on its own."""
    red, blue = formation("a-r", at=[(10, 10)], weapons=(gun("shot", reach=10),)), [(17, 10, 8)]
    table = battle(red, formation("b-b", at=blue), dice=(1,))
    answer = measured_distance(table, "a-r", "b-b")
    assert (answer.distance, answer.horizontal, answer.vertical) == (10_000, 6000, 8000)
    assert last_event(fire(table), TargetsDeclared).shots[0].distance == 10_000
    short = formation("a-r", at=[(10, 10)], weapons=(gun("shot", reach=9.999),))
    table = battle(short, formation("b-b", at=blue))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b")), "GA-3.3-04").rejected(
        "GA-3.3-04", "out-of-range"
    )


def test_nothing_is_measured_before_the_battle_is_created():
    """A distance asked for before there are formations is of an id that does not exist."""
    table = Table(rules_of("grinding_annihilation"))
    asked = MeasureDistanceRequest(game=GAME, first="a-r", second="b-b")
    with pytest.raises(Unknown):
        measure_distance(table.game, 0, asked)


@pytest.mark.rule("GA-2.4-07")
@pytest.mark.parametrize(("x", "whole"), [(0.4, False), (0.5, True), (59.5, True), (59.6, False)])
def test_arrivals_stand_fully_on_the_warfield(x: float, *, whole: bool):
    """A 1" base centred 0.4" from the edge hangs over it and is refused; at 0.5" it stands on the warfield."""
    table = reserves_waiting(2, "reserves")
    if whole:
        table.when("red", arrival((x, 30))).then(FormationArrived, formation="a-p")
    else:
        refused(table, "red", arrival((x, 30)), "GA-2.4-07").rejected("GA-2.4-07", "off-board")


ASSAULT = DeclareAssault(formation="a-r", targets=("b-b",))


@pytest.mark.rule("GA-2.4-06")
def test_distance_of_formations_is_that_of_their_closest_troops():
    """A formation with troops at 11 and 15 inches is within 12."""
    table = assault_turn(at=((10, 10), (8, 10)), enemy=((22, 10),))
    assert table.when("red", ASSAULT).one(AssaultDeclared).distances == (11_000,)
