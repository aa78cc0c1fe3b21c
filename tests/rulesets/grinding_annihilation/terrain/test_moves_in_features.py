"""Moves and places in features of each type (GA-6.1 to GA-6.6)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import FormationDeployed, FormationMoved
from tests.rulesets.grinding_annihilation.fixtures import formation, mil
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import deploying
from tests.rulesets.grinding_annihilation.missions.set_up.steps import deploy_formation
from tests.rulesets.grinding_annihilation.steps import move, path
from tests.rulesets.grinding_annihilation.terrain.fixtures import (
    barricade,
    battle_in_terrain,
    craters,
    debris,
    hill,
    move_turn_in_terrain,
    ruins,
    solid,
    with_terrain,
    woods,
)
from tests.rulesets.grinding_annihilation.terrain.steps import distance_moved, move_refused


@pytest.mark.rule("GA-6.1-01")
@pytest.mark.parametrize("feature", [craters(11, 5, 15, 15), woods(11, 5, 15, 15, solids=(solid((12, 5, 13, 15), 5),))])
def test_craters_and_woods_hinder_nobody(feature):
    """A 6" move across covers 6", and may end inside; trees do not bar the way."""
    assert distance_moved(move_turn_in_terrain(feature), (16, 10)) == mil(6)
    assert distance_moved(move_turn_in_terrain(feature), (13, 10)) == mil(3)


@pytest.mark.rule("GA-6.5-01")
def test_troops_move_through_woods_normally():
    """A 6" Normal move through a wood covers 6", for a Vehicle too."""
    assert distance_moved(move_turn_in_terrain(woods(11, 5, 15, 15), keywords=("vehicle",)), (16, 10)) == mil(6)


@pytest.mark.rule("GA-6.2-01")
def test_nobody_ends_on_a_barricade():
    """A barricade is passed over for nothing and stood on by nobody, on its top neither."""
    low = barricade(12, 5, 14, 15, top=2)
    assert distance_moved(move_turn_in_terrain(low), (16, 10)) == mil(6)
    move_refused(move_turn_in_terrain(low), "GA-6.2-01", "on-barricade", (13, 10))
    move_refused(move_turn_in_terrain(low), "GA-6.2-01", "on-barricade", (13, 10, 2))
    move_refused(move_turn_in_terrain(low), "GA-6.2-01", "on-barricade", (11.6, 10))
    assert distance_moved(move_turn_in_terrain(low), (11.5, 10)) == mil(1.5)


@pytest.mark.rule("GA-6.2-01")
def test_nobody_is_set_up_on_a_barricade():
    """What forbids to end a move there forbids to be set up there: neither on it nor partly on it, but beside it."""
    table = deploying(formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)]))
    with_terrain(table, barricade(4, 4, 6, 14))
    for x in (5, 6.4):
        table.when("red", deploy_formation("a-r", (x, 8))).rejected("GA-6.2-01", "on-barricade")
    table.when("red", deploy_formation("a-r", (6.5, 8))).then(FormationDeployed)


@pytest.mark.rule("GA-6.4-01")
def test_nobody_hangs_over_the_side_of_a_hill_or_stands_inside_it():
    """A base stands fully on a top or not at all, and nobody is inside."""
    table = move_turn_in_terrain(hill(12.5, 5, 16, 15), m=9)
    up = ((12, 10), (12, 10, 3))
    move_refused(table, "GA-6.4-01", "overhangs", *up, (12.9, 10, 3))
    assert distance_moved(move_turn_in_terrain(hill(12.5, 5, 16, 15), m=9), *up, (13, 10, 3)) == mil(6)
    move_refused(move_turn_in_terrain(hill(12, 5, 18, 15, top=2)), "GA-6.4-01", "in-terrain", (14, 10))


@pytest.mark.rule("GA-6.3-01", "GA-3.2-24")
def test_debris_is_climbed_and_stood_on():
    """Movement over debris follows the general rules; the middle of a base has to be on it."""
    pile = debris(12.5, 9.8, 16, 10.2, top=3)
    assert distance_moved(move_turn_in_terrain(pile), (12, 10), (12, 10, 3), (13, 10, 3)) == mil(6)
    move_refused(move_turn_in_terrain(pile), "GA-3.2-24", "overhangs", (12, 10), (12, 10, 3), (12.3, 10, 3))


RUINED_HOUSE = (
    solid((13, 8, 13.3, 14), 5, kind="wall"),
    solid((13.3, 8, 18, 14), 3.2, 3, kind="floor"),
    solid((13.3, 8, 18, 14), 6.2, 6, kind="roof"),
)


@pytest.mark.rule("GA-6.6-01")
@pytest.mark.parametrize(
    ("keywords", "through"),
    [(("infantry",), True), (("bestial",), True), (("vehicle",), False), (("vehicle", "fly"), False)],
)
def test_infantry_and_beasts_walk_through_ruins(keywords, through):
    """Walls are absent for Infantry and Bestial troops; all others, flyers too, go round or over."""
    table = move_turn_in_terrain(ruins(13, 8, 18, 14, solids=RUINED_HOUSE), keywords=keywords)
    if through:
        assert distance_moved(table, (15, 10)) == mil(5)
    else:
        move_refused(table, "GA-6.6-01", "through-terrain", (15, 10))


@pytest.mark.rule("GA-6.6-01")
def test_nobody_ends_inside_a_wall_floor_or_roof():
    """What is walked through is not stood in, and walls and roofs carry nobody."""
    house = ruins(13, 8, 18, 14, solids=RUINED_HOUSE)
    move_refused(move_turn_in_terrain(house), "GA-6.6-01", "in-terrain", (13.1, 10))
    move_refused(move_turn_in_terrain(house, m=12), "GA-6.6-01", "in-terrain", (15, 10), (15, 10, 2.5))
    move_refused(move_turn_in_terrain(house, m=20), "GA-6.6-01", "no-floor", (15, 10), (15, 10, 6.2))


@pytest.mark.rule("GA-6.6-02")
def test_upper_floors_are_for_infantry_beasts_and_flyers():
    """A Monstrous troop ends on the ground floor, where it fits, not on an upper one; nobody hangs over its side."""
    open_house = ruins(13, 8, 18, 14, solids=(RUINED_HOUSE[1],))
    up = ((12.5, 10), (12.5, 10, 3.2), (15, 10, 3.2))
    for word in ("infantry", "bestial"):
        assert distance_moved(move_turn_in_terrain(open_house, m=9, keywords=(word,)), *up) == mil(8.2)
    move_refused(move_turn_in_terrain(open_house, m=9, keywords=("monstrous",)), "GA-6.6-02", "upper-floor", *up)
    assert distance_moved(move_turn_in_terrain(open_house, m=9, keywords=("monstrous", "fly")), (15, 10, 3.2)) == 5937
    assert distance_moved(move_turn_in_terrain(open_house, m=9, keywords=("monstrous",)), (15, 10)) == mil(5)
    move_refused(move_turn_in_terrain(open_house, m=9), "GA-6.6-02", "overhangs", *up[:2], (13.5, 10, 3.2))


@pytest.mark.rule("GA-6.6-02")
@pytest.mark.ruling("GA-6.6-02.1")
@pytest.mark.parametrize(
    ("keyword", "accepted"),
    [("infantry", True), ("bestial", True), ("fly", True), ("monstrous", False), ("vehicle", False)],
)
def test_who_is_set_up_on_an_upper_floor(keyword, accepted):
    """Infantry, beasts and flyers are set up on an upper floor, others on the ground floor alone."""
    table = deploying(formation("a-r", at=[(5, 5)], keywords=(keyword,)), formation("b-b", at=[(55, 5)]))
    with_terrain(table, ruins(4, 4, 12, 14, solids=(solid((4, 4, 12, 14), 3.2, 3, kind="floor"),)))
    upper = table.when("red", deploy_formation("a-r", (8, 8, 3.2)))
    if accepted:
        upper.then(FormationDeployed)
    else:
        upper.rejected("GA-6.6-02", "upper-floor")
        table.when("red", deploy_formation("a-r", (8, 8))).then(FormationDeployed)


OPEN_HOUSE = (solid((14, 8, 14.3, 14), 8, kind="wall"), solid((14.3, 8, 19, 14), 3.2, 3, kind="floor"))


@pytest.mark.rule("GA-6.6-01", "GA-3.2-28")
def test_a_flyer_lands_on_a_floor_over_the_wall_and_not_through_it():
    """Who flies onto an upper floor goes round or over the walls that are higher."""
    table = battle_in_terrain(ruins(14, 8, 19, 14, solids=OPEN_HOUSE), m=20, keywords=("vehicle", "fly"))
    move(table, path("a-r.1", (17, 10, 3.2))).rejected("GA-6.6-01", "through-terrain")
    over = path("a-r.1", (13, 10, 8), (15, 10, 8), (17, 10, 3.2))
    table = battle_in_terrain(ruins(14, 8, 19, 14, solids=OPEN_HOUSE), m=20, keywords=("vehicle", "fly"))
    move(table, over).accepted().one(FormationMoved)
