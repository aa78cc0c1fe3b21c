"""Fixed weapons: guns that each look one way and fire together."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import HitRolled, LoadArmyList, LoadSpent, TargetChosen
from adjudicator.rulesets.hex_orders.roster import fields_of_fire
from adjudicator.rulesets.hex_orders.roster.fields_of_fire import guns_of
from tests.kit import Table
from tests.rulesets.hex_orders.fixtures import armed, infantry, rules, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST, FRONT, shooter
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots, fires_gun, ways_out
from tests.rulesets.hex_orders.setup.fixtures import army_list, entry
from tests.rulesets.hex_orders.steps import begin, fires, hold_fire, of_kind, refused, roll_declared, shot, unit

RIGHT, LEFT = "front_side_right", "front_side_left"


def fixed_system(arc="x2/x1/x1/-", **changes):
    """Make a unit with a fixed system."""
    return shooter(weapon("gun", weapon_range=4, arc=arc, **changes))


def loaded_system(dice=(), arc="x2/x1/x1/-", enemies=(), **settings):
    """Let a loaded system in D5 that faces N be asked; b1 is in D3."""
    more = [(name, where, "S", infantry(), {"speed": "slow"}) for name, where in enemies]
    return begin_firing(dice, fixed_system(arc), own={"loads": {"gun": 1}}, more=more, **settings)


@pytest.mark.rule("HX-FIXED-01")
def test_a_gun_fires_through_its_own_angle():
    """The gun of the back can not be used at a target in front, the front gun can."""
    played = loaded_system((), "x1/-/-/x1")
    refused(played, "red", fires("a1", "gun", shot("b1", gun="back")), "HX-FIXED-01", "outside-gun")
    assert not played.refused(fires("a1", "gun", shot("b1", gun="front")), "red")
    hold_fire(played)


@pytest.mark.rule("HX-FIXED-02")
@pytest.mark.ruling("HX-FIXED-02.2")
def test_all_guns_fire_at_once():
    """One Fire order gives two shots ahead and one to the right, for one load token; the other guns are lost."""
    played = loaded_system([1, 1, 1], enemies=[("b2", "F4")])
    outcome = declare_shots(played, shot("b1", gun="front"), shot("b1", gun="front"), shot("b2", gun=RIGHT))
    outcome.then(TargetChosen, LoadSpent, left=0)
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 3
    assert unit(played, "a1").loads[0].count == 0


@pytest.mark.rule("HX-FIXED-02")
@pytest.mark.ruling("HX-FIXED-02.2")
def test_each_gun_has_a_target_of_its_own():
    """Two guns of one angle may fire at two targets in it."""
    played = loaded_system([1, 1], enemies=[("b2", "D2")])
    declare_shots(played, shot("b1", gun="front"), shot("b2", gun="front")).accepted()
    assert [row.target for row in of_kind(roll_declared(played).events, HitRolled)] == ["b1", "b2"]


@pytest.mark.rule("HX-FIXED-02")
def test_the_system_fires_once():
    """Guns that were not named with the others are lost: the system does not fire again under the order."""
    played = loaded_system([1], enemies=[("b2", "F4")])
    declare_shots(played, shot("b1", gun="front")).accepted()
    refused(played, "red", fires("a1", "gun", shot("b2", gun=RIGHT)), "HX-FIRE-31", "not-asked")
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 1


@pytest.mark.rule("HX-FIXED-03")
def test_six_shots_in_all():
    """x2/x1/x1/- is 2 guns ahead, one at each front-side and back-side, none in the back."""
    assert dict(guns_of("x2/x1/x1/-")) == {"front": 2, RIGHT: 1, "back_side_right": 1, "back_side_left": 1, LEFT: 1}
    assert sum(count for _, count in guns_of("x2/x1/x1/-")) == 6
    around = [("b2", "F4"), ("b3", "F6"), ("b4", "B6"), ("b5", "B4")]
    played = loaded_system([1] * 6, enemies=around)
    shots = (
        shot("b1", gun="front"),
        shot("b1", gun="front"),
        shot("b2", gun=RIGHT),
        shot("b3", gun="back_side_right"),
        shot("b4", gun="back_side_left"),
        shot("b5", gun=LEFT),
    )
    refused(played, "red", fires("a1", "gun", *shots, shot("b1", gun="front")), "HX-FIXED-03", "too-many-guns")
    refused(played, "red", fires("a1", "gun", *shots, shot("b2", gun=RIGHT)), "HX-FIXED-03", "too-many-guns")
    declare_shots(played, *shots).accepted()
    assert len(of_kind(roll_declared(played).events, HitRolled)) == 6


@pytest.mark.rule("HX-FIXED-03")
def test_no_gun_in_the_back():
    """A dash means that there is none."""
    played = loaded_system((), enemies=[("b2", "D7")])
    refused(played, "red", fires("a1", "gun", shot("b2", gun="back")), "HX-FIXED-01", "no-such-gun")
    hold_fire(played)


@pytest.mark.rule("HX-FIXED-04")
@pytest.mark.parametrize("arc", ["x2/x1/x1/-/x1/x2", "x2/x1/-/-/-/-", "*/*/-/-/-/-"])
def test_left_and_right_are_alike(arc):
    """A list that names left and right entries by themselves, and differently, is rejected."""
    sheet = armed(infantry(), weapon("gun", arc=arc))
    outcome = Table(rules()).when("referee", LoadArmyList(list=army_list("elf", [entry(sheet)])))
    outcome.looked_at = True
    assert "HX-FIXED-04" in {fault.clause for fault in outcome.faults}


@pytest.mark.rule("HX-FIXED-05")
@pytest.mark.ruling("HX-FIXED-05.2")
def test_a_corner_target_for_the_guns_of_both_angles():
    """At E4 both front guns and the right-hand gun fire, each at -1; the left-hand gun is refused."""
    played = loaded_system([1, 1, 1], "x2/x1/-/-", to="E4")
    left = refused(played, "red", fires("a1", "gun", shot("b1", gun=LEFT)), "HX-FIXED-01", "outside-gun")
    assert left.clause.startswith("HX-FIXED")
    outcome = declare_shots(played, shot("b1", gun="front"), shot("b1", gun="front"), shot("b1", gun=RIGHT))
    assert [row.on_edge for row in outcome.one(TargetChosen).shots] == [True] * 3
    rolled = of_kind(roll_declared(played).events, HitRolled)
    assert [row.modifiers.total for row in rolled] == [-1] * 3
    assert all(("HX-FIRE-22", -1) in {(term.clause, term.value) for term in row.modifiers.terms} for row in rolled)


@pytest.mark.rule("HX-FIXED-01", "HX-FIXED-03")
def test_a_fixed_system_has_guns_by_angle():
    """x2/x1/x1/- has six guns and none behind; each gun has its own angle alone."""
    arc = "x2/x1/x1/-"
    assert dict(fields_of_fire.guns_of(arc)) == {
        "front": 2,
        "front_side_right": 1,
        "back_side_right": 1,
        "back_side_left": 1,
        "front_side_left": 1,
    }
    assert ways_out(arc, "D2", gun="front") == [("N", False)]
    assert ways_out(arc, "D2", gun="front_side_left") == []
    assert ways_out(arc, "D8", gun="back") == []
    assert ways_out(arc, "D2") == []
    assert fields_of_fire.guns_of(FRONT) == ()


@pytest.mark.rule("HX-FIXED-05")
def test_a_corner_is_the_edge_of_either_gun():
    """Front guns and the right-hand gun reach E4 on the edge, the left-hand gun does not."""
    arc = "x2/x1/-/-"
    found = {gun: ways_out(arc, "E4", gun=gun) for gun in ("front", "front_side_right", "front_side_left")}
    assert found == {"front": [("N", True)], "front_side_right": [("NE", True)], "front_side_left": []}


@pytest.mark.rule("HX-FIXED-01", "HX-FIXED-02", "HX-FIXED-03")
def test_fixed_guns_fire_at_once_each_in_its_own_angle():
    """x2/x1/x1/- gives two shots ahead and one to each side, at a corner on the edge."""
    system = weapon("guns", arc="x2/x1/-/-")
    played = table(
        turn=2,
        pace="step",
        units=[
            ("a1", "D5", "N", armed(tank(), system), {"loads": {"guns": 1}}),
            ("b1", "E4", "S", tank(), {}),
            ("b2", "D3", "S", tank(), {}),
        ],
        running={"a1": FIRE_FIRST},
    )
    begin(played, "gunnery_1")
    left = fires_gun("a1", shot("b1", gun="front_side_left"), weapon="guns")
    played.when("red", left).rejected("HX-FIXED-01", "outside-gun")
    three = fires_gun("a1", *[shot("b2", gun="front")] * 3, weapon="guns")
    played.when("red", three).rejected("HX-FIXED-03", "too-many-guns")
    settings = (shot("b2", gun="front"), shot("b1", gun="front"), shot("b1", gun="front_side_right"))
    out = played.when("red", fires_gun("a1", *settings, weapon="guns"))
    assert [row.on_edge for row in out.one(TargetChosen).shots] == [False, True, True]
