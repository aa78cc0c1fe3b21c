"""Fixed weapons: guns that each look one way and fire together."""

import pytest

from adjudicator.rulesets.hex_orders.angles import guns_of
from adjudicator.rulesets.hex_orders.messages import (
    HitRolled,
    LoadArmyList,
    LoadSpent,
    TargetChosen,
)
from tests.kit import Table
from tests.rulesets.hex_orders.givens import armed, infantry, rules, unit, weapon
from tests.rulesets.hex_orders.said import army_list, entry, kept, refused
from tests.rulesets.hex_orders.said_fire import at, declares, fires, firing, hush, rolls, shooter

RIGHT, LEFT = "front_side_right", "front_side_left"


def battery(arc="x2/x1/x1/-", **changes):
    """Make a unit with a fixed system."""
    return shooter(weapon("gun", range=4, arc=arc, **changes))


def manned(dice=(), arc="x2/x1/x1/-", enemies=(), **given):
    """Let a loaded system in D5 that faces N be asked; b1 is in D3."""
    more = [(name, where, "S", infantry(), {"speed": "slow"}) for name, where in enemies]
    return firing(dice, battery(arc), own={"loads": {"gun": 1}}, more=more, **given)


@pytest.mark.rule("HX-FIXED-01")
def test_a_gun_fires_through_its_own_angle():
    """The gun of the back can not be used at a target in front, the front gun can."""
    played = manned((), "x1/-/-/x1")
    refused(played, "red", fires("a1", "gun", at("b1", gun="back")), "HX-FIXED-01", "outside-gun")
    assert not played.refused(fires("a1", "gun", at("b1", gun="front")), "red")
    hush(played)


@pytest.mark.rule("HX-FIXED-02")
def test_all_guns_fire_at_once():
    """One Fire order gives two shots ahead and one to the right, for one load token; the other guns are lost."""
    played = manned([1, 1, 1], enemies=[("b2", "F4")])
    outcome = declares(played, at("b1", gun="front"), at("b1", gun="front"), at("b2", gun=RIGHT))
    outcome.then(TargetChosen, LoadSpent, left=0)
    assert len(kept(rolls(played).events, HitRolled)) == 3
    assert unit(played, "a1").loads[0].count == 0


@pytest.mark.rule("HX-FIXED-02")
def test_each_gun_has_a_target_of_its_own():
    """Two guns of one angle may fire at two targets in it."""
    played = manned([1, 1], enemies=[("b2", "D2")])
    declares(played, at("b1", gun="front"), at("b2", gun="front")).accepted()
    assert [each.target for each in kept(rolls(played).events, HitRolled)] == ["b1", "b2"]


@pytest.mark.rule("HX-FIXED-02")
def test_the_system_fires_once():
    """Guns that were not named with the others are lost: the system does not fire again under the order."""
    played = manned([1], enemies=[("b2", "F4")])
    declares(played, at("b1", gun="front")).accepted()
    refused(played, "red", fires("a1", "gun", at("b2", gun=RIGHT)), "HX-FIRE-31", "not-asked")
    assert len(kept(rolls(played).events, HitRolled)) == 1


@pytest.mark.rule("HX-FIXED-03")
def test_six_shots_in_all():
    """x2/x1/x1/- is 2 guns ahead, one at each front-side and back-side, none in the back."""
    assert dict(guns_of("x2/x1/x1/-")) == {
        "front": 2, RIGHT: 1, "back_side_right": 1, "back_side_left": 1, LEFT: 1,
    }  # fmt: skip
    assert sum(count for _, count in guns_of("x2/x1/x1/-")) == 6
    around = [("b2", "F4"), ("b3", "F6"), ("b4", "B6"), ("b5", "B4")]
    played = manned([1] * 6, enemies=around)
    shots = (
        at("b1", gun="front"), at("b1", gun="front"), at("b2", gun=RIGHT), at("b3", gun="back_side_right"),
        at("b4", gun="back_side_left"), at("b5", gun=LEFT),
    )  # fmt: skip
    refused(played, "red", fires("a1", "gun", *shots, at("b1", gun="front")), "HX-FIXED-03", "too-many-guns")
    refused(played, "red", fires("a1", "gun", *shots, at("b2", gun=RIGHT)), "HX-FIXED-03", "too-many-guns")
    declares(played, *shots).accepted()
    assert len(kept(rolls(played).events, HitRolled)) == 6


@pytest.mark.rule("HX-FIXED-03")
def test_no_gun_in_the_back():
    """A dash means that there is none."""
    played = manned((), enemies=[("b2", "D7")])
    refused(played, "red", fires("a1", "gun", at("b2", gun="back")), "HX-FIXED-01", "no-such-gun")
    hush(played)


@pytest.mark.rule("HX-FIXED-04")
@pytest.mark.parametrize("arc", ["x2/x1/x1/-/x1/x2", "x2/x1/-/-/-/-", "*/*/-/-/-/-"])
def test_left_and_right_are_alike(arc):
    """A list that names left and right entries by themselves, and differently, is rejected."""
    sheet = armed(infantry(), weapon("gun", arc=arc))
    outcome = Table(rules()).when("referee", LoadArmyList(list=army_list("elf", [entry(sheet)])))
    outcome.looked_at = True
    assert "HX-FIXED-04" in {each.clause for each in outcome.faults}


@pytest.mark.rule("HX-FIXED-05")
def test_a_corner_target_for_the_guns_of_both_angles():
    """At E4 both front guns and the right-hand gun fire, each at -1; the left-hand gun is refused."""
    played = manned([1, 1, 1], "x2/x1/-/-", to="E4")
    left = refused(played, "red", fires("a1", "gun", at("b1", gun=LEFT)), "HX-FIXED-01", "outside-gun")
    assert left.clause.startswith("HX-FIXED")
    outcome = declares(played, at("b1", gun="front"), at("b1", gun="front"), at("b1", gun=RIGHT))
    assert [each.on_edge for each in outcome.one(TargetChosen).shots] == [True] * 3
    rolled = kept(rolls(played).events, HitRolled)
    assert [each.modifiers.total for each in rolled] == [-1] * 3
    assert all(("HX-FIRE-22", -1) in {(term.clause, term.value) for term in each.modifiers.terms} for each in rolled)
