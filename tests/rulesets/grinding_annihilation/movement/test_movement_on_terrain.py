"""Moves over, onto and around terrain (GA-3.2-22 to -28)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    DeclareRetreat,
    DesperateRetreatTested,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
    TerrainFeature,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, mil, trooper
from tests.rulesets.grinding_annihilation.steps import last_event, make, move, path
from tests.rulesets.grinding_annihilation.terrain.fixtures import (
    battle_in_terrain,
    craters,
    debris,
    hill,
    move_turn_in_terrain,
    with_terrain,
)
from tests.rulesets.grinding_annihilation.terrain.steps import distance_moved, move_refused


@pytest.mark.rule("GA-3.2-22")
def test_low_terrain_is_crossed_as_if_absent_and_nobody_goes_through_high_terrain():
    """A 2" wall costs nothing to cross, a higher one may not be walked through."""
    assert distance_moved(move_turn_in_terrain(debris(12, 5, 12.5, 15, top=2)), (16, 10)) == mil(6)
    for top in (2.001, 3):
        move_refused(move_turn_in_terrain(debris(12, 5, 12.5, 15, top=top)), "GA-3.2-22", "through-terrain", (16, 10))


@pytest.mark.rule("GA-3.2-23")
def test_what_is_climbed_counts():
    """2" forward, 3" up and 1" across are 6"; over the container and down again are too many."""
    container = hill(12.5, 5, 15, 15)
    assert distance_moved(move_turn_in_terrain(container), (12, 10), (12, 10, 3), (13, 10, 3)) == mil(6)
    over = ((12, 10), (12, 10, 3), (15.5, 10, 3), (15.5, 10))
    move_refused(move_turn_in_terrain(container), "GA-3.2-23", "too-far", *over)
    assert distance_moved(move_turn_in_terrain(container, m=13), *over) == mil(11.5)


@pytest.mark.rule("GA-3.2-23", "GA-3.2-22")
def test_a_low_hill_is_stepped_onto_for_nothing():
    """Rises of up to 2" cost nothing, to stand on them neither."""
    assert distance_moved(move_turn_in_terrain(hill(12, 5, 18, 15, top=2)), (16, 10, 2)) == mil(6)


@pytest.mark.rule("GA-3.2-24")
def test_no_move_ends_in_mid_climb_or_in_the_air():
    """A move may end on the ground or on top, not part of the way up, nor where nothing is."""
    wall = hill(11.5, 5, 15, 15, top=6)
    move_refused(move_turn_in_terrain(wall), "GA-3.2-24", "mid-climb", (11, 10), (11, 10, 5))
    move_refused(move_turn_in_terrain(wall, m=20), "GA-3.2-24", "off-the-ground", (8, 10, 3), (8, 12, 3), (8, 12))


@pytest.mark.rule("GA-3.2-24", "GA-3.2-22")
def test_nobody_walks_on_air_between_two_roofs():
    """Above 2" a troop has to have something beneath or beside it all the way; a gap as wide as a lane is too wide."""
    near, far = hill(10.5, 5, 13, 15, top=3), hill(18, 5, 20, 15, top=3)
    way = ((10, 10), (10, 10, 3), (12, 10, 3), (19, 10, 3))
    move_refused(move_turn_in_terrain(near, far, m=20), "GA-3.2-24", "off-the-ground", *way)
    assert distance_moved(move_turn_in_terrain(near, hill(13.2, 5, 20, 15, top=3), m=20), *way) == mil(12)


@pytest.mark.rule("GA-3.2-28")
@pytest.mark.parametrize(("m", "accepted"), [(10, True), (9, False)])
def test_a_flyer_is_measured_through_the_air_to_a_roof(m, accepted):
    """From the ground to a roof 6" up and 8" away it is 10"."""
    table = move_turn_in_terrain(hill(17, 8, 20, 12, top=6), m=m, keywords=("infantry", "fly"))
    outcome = move(table, path("a-r.1", (18, 10, 6)))
    if accepted:
        assert outcome.accepted().one(FormationMoved).troops[0].distance == mil(10)
    else:
        outcome.rejected("GA-3.2-23", "too-far")


@pytest.mark.rule("GA-3.2-28", "GA-3.2-22")
def test_a_flyer_from_ground_to_ground_pays_for_its_path_and_climb():
    """Where neither end is on terrain a flyer goes over what is in its way like anybody else."""
    tower = hill(12, 8, 13, 12, top=3)
    over = ((11, 10, 3), (14, 10, 3), (14, 10))
    assert distance_moved(move_turn_in_terrain(tower, m=10, keywords=("fly",)), *over) == mil(10)
    move_refused(move_turn_in_terrain(tower, m=10, keywords=("fly",)), "GA-3.2-22", "through-terrain", (14, 10))
    move_refused(move_turn_in_terrain(tower, m=9, keywords=("fly",)), "GA-3.2-23", "too-far", *over)


@pytest.mark.rule("GA-3.2-23")
def test_a_formation_moves_over_terrain_in_cohesion():
    """Each troop pays for its own climb."""
    table = move_turn_in_terrain(hill(12.5, 5, 16, 15), at=((11, 9), (11, 11)))
    ways = (path(f"a-r.{n}", (12, y), (12, y, 3), (13, y, 3)) for n, y in ((1, 9), (2, 11)))
    move(table, *ways).accepted()
    assert [troop.distance for troop in last_event(table, FormationMoved).troops] == [mil(5), mil(5)]


@pytest.mark.rule("GA-3.2-05", "GA-3.4-12", "GA-3.2-22")
def test_nobody_leaps_over_a_screen_of_enemies():
    """A rise of 2" is as absent; it lifts no assaulter over an enemy in the way, whatever terrain is about."""
    screen = [formation("b-s", at=[(13, 10)]), formation("b-b", at=[(16, 10)])]
    table = battle_in_terrain(craters(40, 5, 42, 7), others=screen, phase="assault", dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-s", "b-b"))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    leap = path("a-r.1", (10, 10, 2), (15, 10, 2), (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(leap,))).rejected("GA-3.4-12", "crosses-enemy")
    round_about = path("a-r.1", (13, 11.2), (14.2, 11.2), (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(round_about,))).then(FormationMoved)


@pytest.mark.rule("GA-3.2-05", "GA-3.2-22")
def test_nobody_walks_through_a_low_hill_under_who_stands_on_it():
    """A low hill is as absent, whoever stands on it is not."""
    screen = [formation("b-s", at=[(13, 10, 1.5)]), formation("b-b", at=[(16, 10)])]
    table = battle_in_terrain(hill(12, 8, 14, 12, top=1.5), others=screen, phase="assault", dice=(6, 6))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-s", "b-b"))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    through = path("a-r.1", (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(through,))).rejected("GA-3.4-12", "crosses-enemy")
    beside = path("a-r.1", (13, 11.2), (14.2, 11.2), (15, 10))
    moved = table.when("red", MakeAssaultMove(formation="a-r", paths=(beside,))).one(FormationMoved)
    assert moved.troops[0].distance == 5874


@pytest.mark.rule("GA-3.2-18", "GA-3.2-22")
def test_a_leap_is_tested_as_a_crossing():
    """Who retreats over an enemy takes his test though his way rises by 2"."""
    table = battle_in_terrain(craters(40, 5, 42, 7), others=[formation("b-s", at=[(11.5, 10)])], dice=(6,))
    leap = path("a-r.1", (10, 10, 2), (14.5, 10, 2), (14.5, 10))
    table.when("red", DeclareRetreat(formation="a-r", paths=(leap,))).then(DesperateRetreatTested, failures=0)


@pytest.mark.rule("GA-3.2-28", "GA-3.2-22")
def test_a_flyer_does_not_fly_through_a_higher_tier():
    """From the lower tier of a hill a flyer goes over the upper tier, not through it."""
    box = hill(5, 5, 12, 15, top=3)
    tiers = TerrainFeature(
        terrain_type=box.terrain_type,
        footprint=hill(5, 5, 20, 15).footprint,
        solids=(*box.solids, *hill(12, 5, 20, 15, top=9).solids),
    )
    red = formation("a-r", at=[(10, 10, 3)], troop=trooper(m=30), keywords=("infantry", "fly"))
    table = with_terrain(battle(red, formation("b-b", at=[(40, 30)]), phase="move"), tiers)
    move(table, path("a-r.1", (22, 10))).rejected("GA-3.2-22", "through-terrain")
    over = make("a-r", path("a-r.1", (10, 10, 9), (21, 10, 9), (22, 10)))
    table.when("red", over).then(FormationMoved)


@pytest.mark.rule("GA-3.2-24")
def test_a_gap_a_little_wider_than_a_base_is_not_walked_on_air():
    """A gap between roofs that is a fifth wider than a base is too wide, wherever the way begins."""
    near, far = hill(10.5, 5, 13, 15, top=3), hill(14.25, 5, 20, 15, top=3)
    for start in (12, 12.1, 12.2, 12.3):
        table = battle_in_terrain(near, far, m=20)
        way = ((10, 10), (10, 10, 3), (start, 10, 3), (19, 10, 3))
        move(table, path("a-r.1", *way)).rejected("GA-3.2-24", "off-the-ground")


@pytest.mark.rule("GA-3.2-23")
def test_a_statue_taller_than_two_inches_is_not_crossed_for_nothing():
    """A way in two legs over a 3" statue costs both climbs."""
    statue = debris(12, 9, 12.5, 11, top=3)
    over = path("a-r.1", (11.5, 10), (11.5, 10, 3), (13, 10, 3), (13, 10))
    assert move(battle_in_terrain(statue, m=9), over).one(FormationMoved).troops[0].distance == mil(9)
    move(battle_in_terrain(statue, m=8.999), over).rejected("GA-3.2-23", "too-far", distance=9000)
