"""AN-ASSAULT: what an assault needs, how it goes and how it fails."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AgilityTested,
    AssaultDeclared,
    AssaultFailed,
    ContactMade,
    RollH2H,
    UnitMoved,
)
from tests.rulesets.antares.givens import (
    INCH,
    at,
    probe,
    rule,
    table,
    under,
    vehicle,
    wall,
)
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    USED,
    X,
    Y,
    acting,
    asked,
    charge,
    decline,
    duel,
    go,
    kinds,
    men,
    of,
    one,
    react,
    row,
    through,
)

ASSAULTERS = ("infantry", "mounted", "beast", "humongous_beast")
OTHERS = ("vehicle", "vehicle_drone", "drone", "weapon_team", "probe")


# -- declaring


@pytest.mark.rule("AN-ASSAULT-01")
@pytest.mark.parametrize("order", ["advance", "fire"])
def test_an_assault_needs_a_run(order):
    """A unit on Advance or Fire can not assault."""
    charge(duel(men(1), men(1), gap=4 * INCH, order=order), 4 * INCH).rejected("AN-ASSAULT-01", "assault-needs-run")


@pytest.mark.rule("AN-ASSAULT-01")
def test_an_assault_is_declared_before_moving():
    """A unit that has moved can not assault with what is left of its Run."""
    units = (("a-x", men(1), (X, Y)), ("b-y", men(1), (X + 11 * INCH, Y)))
    played = under(table([1], units=units), "a-x", "run")
    go(played, 4 * INCH).then(UnitMoved, ActionEnded).asks("allocation", "blue")
    charge(played, 6 * INCH).rejected("AN-TURN-08", "not-asked")
    played = under(table([9, 9, 9, 1, 1], units=units), "a-x", "run")
    charge(played, 10 * INCH).then(AssaultDeclared, target="b-y")
    decline(played)
    through(played, "allocation")


@pytest.mark.rule("AN-ASSAULT-01")
def test_a_run_and_a_retained_run_may_assault():
    """A unit on Run and one that makes its retained Run name the target before they move."""
    for retained in (False, True):
        units = (("a-x", men(1), (X, Y)), ("b-y", men(1), (X + 6 * INCH, Y), USED))
        played = acting("run", *units, retained=retained, dice=[9, 9, 9, 1])
        charge(played, 5 * INCH).then(AssaultDeclared, ContactMade, target="b-y")
        through(played)


@pytest.mark.rule("AN-ASSAULT-02")
@pytest.mark.parametrize("sort", OTHERS)
def test_other_types_do_not_assault(sort):
    """Vehicles, drones, weapon teams and probes do not assault."""
    played = duel(men(1, type=sort, flags=()), men(1), gap=4 * INCH, order="run")
    charge(played, 4 * INCH).rejected("AN-ASSAULT-02", "type-does-not-assault")


@pytest.mark.rule("AN-ASSAULT-02")
@pytest.mark.parametrize("sort", ASSAULTERS)
def test_four_types_assault(sort):
    """Infantry, mounted troops, beasts and humongous beasts assault."""
    flags = ("can_assault", "uses_damage_chart") if sort == "humongous_beast" else ("can_assault",)
    played = duel(men(1, type=sort, flags=flags), men(1), [9, 9, 9, 1], 4 * INCH, order="run")
    charge(played, 4 * INCH).then(ContactMade)
    through(played)


@pytest.mark.rule("AN-ASSAULT-02")
def test_data_may_let_a_vehicle_assault():
    """A vehicle whose data says so assaults."""
    own = vehicle(flags=("uses_damage_chart", "can_assault"), kinds=men(1).kinds, models=("trooper",))
    played = duel(own, men(1), [9, 9, 9, 1], 4 * INCH, order="run")
    charge(played, 4 * INCH).then(ContactMade)
    through(played)


@pytest.mark.rule("AN-ASSAULT-02")
def test_single_units_may_be_switched_off():
    """Infantry whose flag was taken away does not assault."""
    played = duel(men(1), men(1), gap=4 * INCH, order="run", mine={"unflagged": ("can_assault",)})
    charge(played, 4 * INCH).rejected("AN-ASSAULT-02", "type-does-not-assault")


@pytest.mark.rule("AN-ASSAULT-03")
def test_probes_are_not_assaulted():
    """An assault on a probe is refused."""
    outcome = charge(duel(men(1), probe(), gap=4 * INCH, order="run"), 4250)
    outcome.rejected("AN-ASSAULT-03", "assault-on-a-probe")
    assert len(outcome.faults) == 1
    played = duel(men(1), probe(type="drone"), [9, 9, 1], gap=4 * INCH, order="run")
    charge(played, 4250).then(AssaultDeclared, ContactMade)
    through(played)


# -- the move


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_target_beyond_a_run_needs_a_sprint():
    """With M 5 a target 12 inches off is reached by a sprint alone, with the test on contact."""
    played = duel(men(1), men(1), [1, 9, 9, 9, 1], 12 * INCH, order="run")
    charge(played, 12 * INCH).rejected("AN-ASSAULT-04", "out-of-reach", distance=12 * INCH, limit=10 * INCH)
    charge(played, 12 * INCH, sprint=True).then(AgilityTested, cause="sprint")
    assert len(of(through(played), AssaultFailed)) == 0


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_target_beyond_reach_is_refused():
    """With M 5 a target 16 inches off is out of reach of a sprint, and one 15 inches off is not."""
    played = duel(men(1), men(1), gap=16 * INCH, order="run")
    charge(played, 15 * INCH, sprint=True).rejected("AN-ASSAULT-04", "out-of-reach", limit=15 * INCH)
    played = duel(men(1), men(1), [1, 9, 9, 9, 1], 15 * INCH, order="run")
    charge(played, 15 * INCH, sprint=True).then(AssaultDeclared, ContactMade)
    through(played)


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_unit_that_can_not_sprint_reaches_2m():
    """A unit that does not sprint is refused a target at 12 inches."""
    played = duel(men(1, type="humongous_beast", flags=("can_assault",)), men(1), gap=12 * INCH, order="run")
    outcome = charge(played, 10 * INCH)
    outcome.rejected("AN-ASSAULT-04", "out-of-reach")


@pytest.mark.rule("AN-ASSAULT-04")
def test_the_path_ends_in_contact():
    """A path that ends half an inch short of a reachable target is refused."""
    charge(duel(men(1), men(1), gap=6 * INCH, order="run"), 5500).rejected("AN-ASSAULT-04", "no-contact")


@pytest.mark.rule("AN-ASSAULT-04")
def test_terrain_on_the_way_is_tested():
    """An assault over a wall takes the test of the wall, and goes on where that is passed."""
    fence = wall("w", (13 * INCH, 0), (13 * INCH, 30 * INCH))
    played = duel(men(1), men(1), [5, 9, 9, 9, 1], 8 * INCH, order="run", terrain=[fence])
    charge(played, 8 * INCH).then(AgilityTested, ContactMade)
    assert one(played.events, AgilityTested).cause == "w"
    through(played)


@pytest.mark.rule("AN-ASSAULT-05")
def test_an_assault_that_terrain_stops_fails():
    """A unit that fails at a wall stays there, without shots or blows, and its order stays Run."""
    fence = wall("w", (13 * INCH, 0), (13 * INCH, 30 * INCH))
    played = duel(men(1, "gun"), men(1, "gun"), [9], 8 * INCH, order="run", terrain=[fence])
    charge(played, 8 * INCH).then(AssaultFailed).without(ContactMade)
    assert at(played, "a-x.1")[0] < 13 * INCH
    assert (row(played, "a-x").order, asked(played)) == ("run", "")


@pytest.mark.rule("AN-ASSAULT-05")
def test_an_assault_fails_when_the_target_escapes():
    """The target escapes to 14 inches: the assaulter moves its 10 and the assault fails."""
    played = duel(men(1), men(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    go(played, 8 * INCH, unit="b-y", who="blue")
    assert asked(played) == "assault_path"
    outcome = go(played, 10 * INCH)
    assert one(through(played), AssaultFailed).target == "b-y"
    assert at(played, "a-x.1") == (X + 10 * INCH, Y)
    assert row(played, "a-x").order == "run"
    assert not of(outcome.events, ContactMade)


@pytest.mark.rule("AN-ASSAULT-05")
def test_the_assaulter_may_stop_earlier():
    """After an escape the assaulter may go less than it could."""
    played = duel(men(1), men(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    go(played, 8 * INCH, unit="b-y", who="blue")
    go(played, 3 * INCH)
    assert len(of(through(played), AssaultFailed)) == 1
    assert at(played, "a-x.1") == (X + 3 * INCH, Y)


# -- the order of things, and who takes part


@pytest.mark.rule("AN-ASSAULT-06")
def test_hand_to_hand_waits_for_point_blank_shooting():
    """While weapons for point blank shooting are asked the attacks are refused."""
    own = men(1, "carbine")
    played = duel(own, men(1), gap=4 * INCH, order="run")
    charge(played, 4 * INCH).asks("pbs_weapons", "red")
    played.when("table", RollH2H()).rejected("AN-PBS-02", "not-asked")
    played.faces(9, 9, 9, 9, 1)
    names = kinds(through(played))
    assert names.index("PointBlankPartBegun") < names.index("H2HRoundBegun")


@pytest.mark.rule("AN-ASSAULT-06")
def test_the_order_of_an_assault():
    """Reactions, move, sprint test, shots, breaks, blows, result and consolidation follow each other."""
    dice = [1, 3, 9, 2, 9, 9, 9, 1]
    foe = men(3, rules=(rule("break_test_on_casualty"),))
    played = duel(men(1, "gun"), foe, dice, 12 * INCH, order="run", theirs={})
    seen = list(charge(played, 12 * INCH, sprint=True).accepted().events)
    decline(played)
    names = kinds([*seen, *through(played)])
    wanted = [
        "AssaultDeclared", "ReactionsAsked", "ReactionDeclined", "UnitMoved", "AgilityTested", "ContactMade",
        "PointBlankPartBegun", "BreakTested", "H2HRoundBegun", "H2HRoundResolved", "ConsolidationBegun",
        "AssaultEnded",
    ]  # fmt: skip
    places = [names.index(each) for each in wanted]
    assert places == sorted(places)


@pytest.mark.rule("AN-ASSAULT-06")
def test_the_pin_of_the_sprint_counts_at_point_blank():
    """A unit that fails its sprint test on contact shoots at point blank at -1."""
    played = duel(men(1, "gun"), men(1), [9, 9, 9, 9, 1], 12 * INCH, order="run")
    charge(played, 12 * INCH, sprint=True)
    rolls = [each for each in of(through(played), AccuracyRolled) if each.volley == "v1"]
    assert rolls[0].needed.total == 5 - 1


@pytest.mark.rule("AN-ASSAULT-07")
def test_only_the_target_may_be_touched():
    """A path that ends in contact with a second enemy unit too is refused."""
    second = ("b-z", men(1), (X + 4 * INCH, Y + INCH), USED)
    played = duel(men(1), men(1), gap=4 * INCH, order="run", more=[second])
    outcome = charge(played, 4 * INCH).rejected("AN-ASSAULT-07", "ends-in-contact", enemy="b-z")
    assert len(outcome.faults) == 1
    second = ("b-z", men(1), (X + 4 * INCH, Y + INCH + 100), USED)
    played = duel(men(1), men(1), [9, 9, 9, 1], gap=4 * INCH, order="run", more=[second])
    charge(played, 4 * INCH).then(AssaultDeclared, ContactMade, target="b-y")
    through(played)


@pytest.mark.rule("AN-ASSAULT-05")
def test_an_assault_fails_when_losses_leave_nobody_to_reach_the_target():
    """The one model that would have touched is shot from Ambush: the other completes its path, and that is all."""
    watcher = ("b-z", men(1, "gun"), (X, Y + 13 * INCH), AMBUSH)
    units = (
        ("a-x", men(2), [(X, Y), (X - 1500, Y)]), ("b-y", men(1), (X + 15 * INCH, Y), USED), watcher,
    )  # fmt: skip
    played = acting("run", *units, dice=[3, 3, 9, 1, 1])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=2 * INCH)
    events = through(played)
    assert row(played, "a-x").models == ("a-x.2",)
    assert one(events, AssaultFailed).target == "b-y"
    assert not of(events, ContactMade)
    assert (row(played, "a-x").order, at(played, "a-x.2")) == ("run", (X + 12_500, Y))
