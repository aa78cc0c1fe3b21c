"""Moves over, onto and around terrain (GA-3.2-22 to -28, chapter 6)."""

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClaimImpossible,
    DeclareAssault,
    FormationDeployed,
    FormationMoved,
    MakeAssaultMove,
    RollAssault,
)
from tests.rulesets.grinding_annihilation.givens import (
    battle,
    declare,
    formation,
    last,
    make,
    mil,
    move,
    path,
    refused,
    settle,
    trooper,
)
from tests.rulesets.grinding_annihilation.givens import places as places_of
from tests.rulesets.grinding_annihilation.ground import (
    barricade,
    craters,
    debris,
    hill,
    ruins,
    solid,
    with_terrain,
    woods,
)
from tests.rulesets.grinding_annihilation.test_setup import deploy, deploying

HOUSE = (
    solid((13, 8, 13.3, 14), 5, kind="wall"),
    solid((13.3, 8, 18, 14), 3.2, 3, kind="floor"),
    solid((13.3, 8, 18, 14), 6.2, 6, kind="roof"),
)


def walking(*features, m=6, keywords=("infantry",), at=((10, 10),), base=1):
    """Let "a-r" stand at x 10 in red's Move turn, with terrain about it."""
    unit = formation("a-r", at=list(at), troop=trooper(m=m, base=base), keywords=keywords)
    return with_terrain(battle(unit, formation("b-b", at=[(40, 30)]), phase="move"), *features)


def goes(table, *places, kind="normal"):
    """Make a move that is accepted, and give how far its troop went."""
    event = move(table, path("a-r.1", *places), kind=kind).accepted().one(FormationMoved)
    return event.troops[0].distance


def bars(table, clause, reason, *places):
    """Find a move refused under this clause alone, and nobody moved."""
    declare(table).accepted()
    refused(table, "red", make("a-r", path("a-r.1", *places)), clause).rejected(clause, reason)
    assert places_of(table)[0] == (10, 10)


@pytest.mark.rule("GA-3.2-22")
def test_low_terrain_is_crossed_as_if_absent_and_nobody_goes_through_high_terrain():
    """A 2" wall costs nothing to cross, a higher one may not be walked through."""
    assert goes(walking(debris(12, 5, 12.5, 15, top=2)), (16, 10)) == mil(6)
    for top in (2.001, 3):
        bars(walking(debris(12, 5, 12.5, 15, top=top)), "GA-3.2-22", "through-terrain", (16, 10))


@pytest.mark.rule("GA-3.2-23")
def test_what_is_climbed_counts():
    """2" forward, 3" up and 1" across are 6"; over the container and down again are too many."""
    container = hill(12.5, 5, 15, 15)
    assert goes(walking(container), (12, 10), (12, 10, 3), (13, 10, 3)) == mil(6)
    over = ((12, 10), (12, 10, 3), (15.5, 10, 3), (15.5, 10))
    bars(walking(container), "GA-3.2-23", "too-far", *over)
    assert goes(walking(container, m=13), *over) == mil(11.5)


@pytest.mark.rule("GA-3.2-23", "GA-3.2-22")
def test_a_low_hill_is_stepped_onto_for_nothing():
    """Rises of up to 2" cost nothing, to stand on them neither."""
    assert goes(walking(hill(12, 5, 18, 15, top=2)), (16, 10, 2)) == mil(6)


@pytest.mark.rule("GA-3.2-24")
def test_no_move_ends_in_mid_climb_or_in_the_air():
    """A move may end on the ground or on top, not part of the way up, nor where nothing is."""
    wall = hill(11.5, 5, 15, 15, top=6)
    bars(walking(wall), "GA-3.2-24", "mid-climb", (11, 10), (11, 10, 5))
    bars(walking(wall, m=20), "GA-3.2-24", "off-the-ground", (8, 10, 3), (8, 12, 3), (8, 12))


@pytest.mark.rule("GA-3.2-24", "GA-3.2-22")
def test_nobody_walks_on_air_between_two_roofs():
    """Above 2" a troop has to have something beneath or beside it all the way; a gap as wide as a lane is too wide."""
    near, far = hill(10.5, 5, 13, 15, top=3), hill(18, 5, 20, 15, top=3)
    way = ((10, 10), (10, 10, 3), (12, 10, 3), (19, 10, 3))
    bars(walking(near, far, m=20), "GA-3.2-24", "off-the-ground", *way)
    assert goes(walking(near, hill(13.2, 5, 20, 15, top=3), m=20), *way) == mil(12)


@pytest.mark.rule("GA-3.2-28")
@pytest.mark.parametrize(("m", "accepted"), [(10, True), (9, False)])
def test_a_flyer_is_measured_through_the_air_to_a_roof(m, accepted):
    """From the ground to a roof 6" up and 8" away it is 10"."""
    table = walking(hill(17, 8, 20, 12, top=6), m=m, keywords=("infantry", "fly"))
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
    assert goes(walking(tower, m=10, keywords=("fly",)), *over) == mil(10)
    bars(walking(tower, m=10, keywords=("fly",)), "GA-3.2-22", "through-terrain", (14, 10))
    bars(walking(tower, m=9, keywords=("fly",)), "GA-3.2-23", "too-far", *over)


def assaulting(*dice, wall=3):
    """Let "a-r" declare an Assault on "b-b", a gap of 6" and a wall between them."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(17, 10)])
    table = with_terrain(battle(red, blue, phase="assault", dice=dice), debris(12, 5, 12.5, 15, top=wall))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", ClaimImpossible(what="contact", formation="a-r", troops=("a-r.1",))).accepted()
    return settle(table, "MakeAssaultMove")


@pytest.mark.rule("GA-3.4-13")
@pytest.mark.parametrize(("dice", "reached"), [((5, 5), False), ((5, 6), True)])
def test_an_assault_climbs_like_any_move(dice, reached):
    """A target 6" away behind a 3" wall takes 11": 5" across, 3" up, 3" down."""
    table = assaulting(*dice)
    way = path("a-r.1", (11.5, 10), (11.5, 10, 3), (13, 10, 3), (13, 10), (15, 10))
    outcome = table.when("red", MakeAssaultMove(formation="a-r", paths=(way,)))
    if reached:
        assert outcome.accepted().one(FormationMoved).troops[0].distance == mil(11)
    else:
        outcome.rejected("GA-3.2-23", "too-far")


@pytest.mark.rule("GA-3.4-13")
def test_an_assault_goes_through_no_wall():
    """The way through a wall is refused by the clause of the Assault."""
    table = assaulting(5, 6)
    way = path("a-r.1", (15, 10))
    table.when("red", MakeAssaultMove(formation="a-r", paths=(way,))).rejected("GA-3.4-13", "through-terrain")


@pytest.mark.rule("GA-6.1-01")
@pytest.mark.parametrize("feature", [craters(11, 5, 15, 15), woods(11, 5, 15, 15, solids=(solid((12, 5, 13, 15), 5),))])
def test_craters_and_woods_hinder_nobody(feature):
    """A 6" move across covers 6", and may end inside; trees do not bar the way."""
    assert goes(walking(feature), (16, 10)) == mil(6)
    assert goes(walking(feature), (13, 10)) == mil(3)


@pytest.mark.rule("GA-6.5-01")
def test_troops_move_through_woods_normally():
    """A 6" Normal move through a wood covers 6", for a Vehicle too."""
    assert goes(walking(woods(11, 5, 15, 15), keywords=("vehicle",)), (16, 10)) == mil(6)


@pytest.mark.rule("GA-6.2-01")
def test_nobody_ends_on_a_barricade():
    """A barricade is passed over for nothing and stood on by nobody, on its top neither."""
    low = barricade(12, 5, 14, 15, top=2)
    assert goes(walking(low), (16, 10)) == mil(6)
    bars(walking(low), "GA-6.2-01", "on-barricade", (13, 10))
    bars(walking(low), "GA-6.2-01", "on-barricade", (13, 10, 2))
    bars(walking(low), "GA-6.2-01", "on-barricade", (11.6, 10))
    assert goes(walking(low), (11.5, 10)) == mil(1.5)


@pytest.mark.rule("GA-6.2-01")
def test_nobody_is_set_up_on_a_barricade():
    """What forbids to end a move there forbids to be set up there: neither on it nor partly on it, but beside it."""
    table = deploying(formation("a-r", at=[(5, 5)]), formation("b-b", at=[(55, 5)]))
    with_terrain(table, barricade(4, 4, 6, 14))
    for x in (5, 6.4):
        table.when("red", deploy("a-r", (x, 8))).rejected("GA-6.2-01", "on-barricade")
    table.when("red", deploy("a-r", (6.5, 8))).then(FormationDeployed)


@pytest.mark.rule("GA-6.4-01")
def test_nobody_hangs_over_the_side_of_a_hill_or_stands_inside_it():
    """A base stands fully on a top or not at all, and nobody is inside."""
    table = walking(hill(12.5, 5, 16, 15), m=9)
    up = ((12, 10), (12, 10, 3))
    bars(table, "GA-6.4-01", "overhangs", *up, (12.9, 10, 3))
    assert goes(walking(hill(12.5, 5, 16, 15), m=9), *up, (13, 10, 3)) == mil(6)
    bars(walking(hill(12, 5, 18, 15, top=2)), "GA-6.4-01", "in-terrain", (14, 10))


@pytest.mark.rule("GA-6.3-01", "GA-3.2-24")
def test_debris_is_climbed_and_stood_on():
    """Movement over debris follows the general rules; the middle of a base has to be on it."""
    pile = debris(12.5, 9.8, 16, 10.2, top=3)
    assert goes(walking(pile), (12, 10), (12, 10, 3), (13, 10, 3)) == mil(6)
    bars(walking(pile), "GA-3.2-24", "overhangs", (12, 10), (12, 10, 3), (12.3, 10, 3))


@pytest.mark.rule("GA-6.6-01")
@pytest.mark.parametrize(
    ("keywords", "through"),
    [(("infantry",), True), (("bestial",), True), (("vehicle",), False), (("vehicle", "fly"), False)],
)
def test_infantry_and_beasts_walk_through_ruins(keywords, through):
    """Walls are absent for Infantry and Bestial troops; all others, flyers too, go round or over."""
    table = walking(ruins(13, 8, 18, 14, solids=HOUSE), keywords=keywords)
    if through:
        assert goes(table, (15, 10)) == mil(5)
    else:
        bars(table, "GA-6.6-01", "through-terrain", (15, 10))


@pytest.mark.rule("GA-6.6-01")
def test_nobody_ends_inside_a_wall_floor_or_roof():
    """What is walked through is not stood in, and walls and roofs carry nobody."""
    house = ruins(13, 8, 18, 14, solids=HOUSE)
    bars(walking(house), "GA-6.6-01", "in-terrain", (13.1, 10))
    bars(walking(house, m=12), "GA-6.6-01", "in-terrain", (15, 10), (15, 10, 2.5))
    bars(walking(house, m=20), "GA-6.6-01", "no-floor", (15, 10), (15, 10, 6.2))


@pytest.mark.rule("GA-6.6-02")
def test_upper_floors_are_for_infantry_beasts_and_flyers():
    """A Monstrous troop ends on the ground floor, where it fits, not on an upper one; nobody hangs over its side."""
    open_house = ruins(13, 8, 18, 14, solids=(HOUSE[1],))
    up = ((12.5, 10), (12.5, 10, 3.2), (15, 10, 3.2))
    for word in ("infantry", "bestial"):
        assert goes(walking(open_house, m=9, keywords=(word,)), *up) == mil(8.2)
    bars(walking(open_house, m=9, keywords=("monstrous",)), "GA-6.6-02", "upper-floor", *up)
    assert goes(walking(open_house, m=9, keywords=("monstrous", "fly")), (15, 10, 3.2)) == 5937
    assert goes(walking(open_house, m=9, keywords=("monstrous",)), (15, 10)) == mil(5)
    bars(walking(open_house, m=9), "GA-6.6-02", "overhangs", *up[:2], (13.5, 10, 3.2))


@pytest.mark.rule("GA-6.6-02")
@pytest.mark.parametrize(("keyword", "accepted"), [
    ("infantry", True), ("bestial", True), ("fly", True), ("monstrous", False), ("vehicle", False),
])  # fmt: skip
def test_who_is_set_up_on_an_upper_floor(keyword, accepted):
    """Infantry, beasts and flyers are set up on an upper floor, others on the ground floor alone."""
    table = deploying(formation("a-r", at=[(5, 5)], keywords=(keyword,)), formation("b-b", at=[(55, 5)]))
    with_terrain(table, ruins(4, 4, 12, 14, solids=(solid((4, 4, 12, 14), 3.2, 3, kind="floor"),)))
    upper = table.when("red", deploy("a-r", (8, 8, 3.2)))
    if accepted:
        upper.then(FormationDeployed)
    else:
        upper.rejected("GA-6.6-02", "upper-floor")
        table.when("red", deploy("a-r", (8, 8))).then(FormationDeployed)


@pytest.mark.rule("GA-3.2-23")
def test_a_formation_moves_over_terrain_in_cohesion():
    """Each troop pays for its own climb."""
    table = walking(hill(12.5, 5, 16, 15), at=((11, 9), (11, 11)))
    ways = (path(f"a-r.{n}", (12, y), (12, y, 3), (13, y, 3)) for n, y in ((1, 9), (2, 11)))
    move(table, *ways).accepted()
    assert [each.distance for each in last(table, FormationMoved).troops] == [mil(5), mil(5)]
