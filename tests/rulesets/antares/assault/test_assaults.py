"""AN-ASSAULT: who assaults whom, how an assault goes and how it fails."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AssaultDeclared,
    AssaultFailed,
    ContactMade,
    EndAction,
    MoveDeclared,
    RollH2H,
    ShootingDeclared,
    UnitMoved,
)
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    RED_TROOPER,
    USED,
    X,
    Y,
    acting,
    blue_trooper,
    duel,
    table,
    with_order,
)
from tests.rulesets.antares.sheets import INCH, lone_trooper, probe, special_rule, troopers, vehicle, wall
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    decline,
    event_names,
    events_of,
    move_unit,
    one_event,
    place_of,
    play_on,
    question,
    react,
    unit_row,
)

OTHERS = ("vehicle", "vehicle_drone", "drone", "weapon_team", "probe")
ASSAULTERS = ("infantry", "mounted", "beast", "humongous_beast")


@pytest.mark.rule("AN-TURN-03", "AN-ASSAULT-01")
def test_a_retained_run_may_assault_unless_the_option_forbids_it():
    """A retained Run may assault, unless the option forbids it."""
    played = acting("run", RED_TROOPER, blue_trooper(), retained=True, pace="step")
    charge(played, 6000).then(AssaultDeclared, MoveDeclared, kind="assault")
    played = acting("run", RED_TROOPER, blue_trooper(), retained=True, options={"retained_run_may_assault": False})
    charge(played, 6000).rejected("AN-TURN-03", "retained-run-only-moves")


@pytest.mark.rule("AN-ASSAULT-01")
@pytest.mark.parametrize("order", ["advance", "fire"])
def test_an_assault_needs_a_run(order):
    """A unit on Advance or Fire can not assault."""
    charge(duel(troopers(1), troopers(1), gap=4 * INCH, order=order), 4 * INCH).rejected(
        "AN-ASSAULT-01", "assault-needs-run"
    )


@pytest.mark.rule("AN-ASSAULT-01")
def test_an_assault_is_declared_before_moving():
    """A unit that has moved can not assault with what is left of its Run."""
    units = (("a-x", troopers(1), (X, Y)), ("b-y", troopers(1), (X + 11 * INCH, Y)))
    played = with_order(table([1], units=units), "a-x", "run")
    move_unit(played, 4 * INCH).then(UnitMoved, ActionEnded).asks("allocation", "blue")
    charge(played, 6 * INCH).rejected("AN-TURN-08", "not-asked")
    played = with_order(table([9, 9, 9, 1, 1], units=units), "a-x", "run")
    charge(played, 10 * INCH).then(AssaultDeclared, target="b-y")
    decline(played)
    play_on(played, "allocation")


@pytest.mark.rule("AN-ASSAULT-01")
def test_a_run_and_a_retained_run_may_assault():
    """A unit on Run and one that makes its retained Run name the target before they move."""
    for retained in (False, True):
        units = (("a-x", troopers(1), (X, Y)), ("b-y", troopers(1), (X + 6 * INCH, Y), USED))
        played = acting("run", *units, retained=retained, dice=[9, 9, 9, 1])
        charge(played, 5 * INCH).then(AssaultDeclared, ContactMade, target="b-y")
        play_on(played)


@pytest.mark.rule("AN-ASSAULT-01")
def test_an_assault_is_refused_but_on_a_run():
    """An assault needs a Run."""
    played = acting("advance", RED_TROOPER, blue_trooper(13_000))
    charge(played, 2000).rejected("AN-ASSAULT-01", "assault-needs-run", order="advance")
    played = acting("run", RED_TROOPER, blue_trooper(13_000), pace="step")
    charge(played, 2000).then(AssaultDeclared)


@pytest.mark.rule("AN-ASSAULT-02")
@pytest.mark.parametrize("sort", OTHERS)
@pytest.mark.ruling("AN-ASSAULT-02.2")
def test_other_types_do_not_assault(sort):
    """Vehicles, drones, weapon teams and probes do not assault."""
    played = duel(troopers(1, unit_type=sort, flags=()), troopers(1), gap=4 * INCH, order="run")
    charge(played, 4 * INCH).rejected("AN-ASSAULT-02", "type-does-not-assault")


@pytest.mark.rule("AN-ASSAULT-02")
@pytest.mark.parametrize("sort", ASSAULTERS)
@pytest.mark.ruling("AN-ASSAULT-02.2")
def test_four_types_assault(sort):
    """Infantry, mounted troops, beasts and humongous beasts assault."""
    flags = ("can_assault", "uses_damage_chart") if sort == "humongous_beast" else ("can_assault",)
    played = duel(troopers(1, unit_type=sort, flags=flags), troopers(1), [9, 9, 9, 1], 4 * INCH, order="run")
    charge(played, 4 * INCH).then(ContactMade)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-02")
def test_data_may_let_a_vehicle_assault():
    """A vehicle whose data says so assaults."""
    own = vehicle(flags=("uses_damage_chart", "can_assault"), kinds=troopers(1).kinds, models=("trooper",))
    played = duel(own, troopers(1), [9, 9, 9, 1], 4 * INCH, order="run")
    charge(played, 4 * INCH).then(ContactMade)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-02")
@pytest.mark.ruling("AN-ASSAULT-02.2")
def test_single_units_may_be_switched_off():
    """Infantry whose flag was taken away does not assault."""
    played = duel(troopers(1), troopers(1), gap=4 * INCH, order="run", mine={"removed_flags": ("can_assault",)})
    charge(played, 4 * INCH).rejected("AN-ASSAULT-02", "type-does-not-assault")


@pytest.mark.rule("AN-ASSAULT-02", "AN-ASSAULT-03")
def test_vehicles_do_not_assault_and_probes_and_friends_are_no_targets():
    """A vehicle may not, a humongous beast may; a probe is no target, nor is a friend."""
    played = acting("run", ("a-x", vehicle(), (10_000, 10_000)), blue_trooper(30_000))
    charge(played, 6000).rejected("AN-ASSAULT-02", "type-does-not-assault", unit_type="vehicle")
    beast = lone_trooper(unit_type="humongous_beast", flags=("can_assault", "uses_damage_chart"))
    played = acting("run", ("a-x", beast, (10_000, 10_000)), blue_trooper(), pace="step")
    charge(played, 6000).then(AssaultDeclared)
    friend = ("a-w", lone_trooper(), (10_000, 15_000))
    played = acting("run", RED_TROOPER, friend, ("b-y", probe(), (17_000, 10_000)))
    charge(played, 6000).rejected("AN-ASSAULT-03", "assault-on-a-probe")
    charge(played, 0, 4000, target="a-w").rejected("AN-ASSAULT-01", "assault-on-a-friend")


@pytest.mark.rule("AN-ASSAULT-03")
def test_probes_are_not_assaulted():
    """An assault on a probe is refused."""
    outcome = charge(duel(troopers(1), probe(), gap=4 * INCH, order="run"), 4250)
    outcome.rejected("AN-ASSAULT-03", "assault-on-a-probe")
    assert len(outcome.faults) == 1
    played = duel(troopers(1), probe(unit_type="drone"), [9, 9, 1], gap=4 * INCH, order="run")
    charge(played, 4250).then(AssaultDeclared, ContactMade)
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-05")
def test_an_assault_that_terrain_stops_fails():
    """A unit that fails at a wall stays there, without shots or blows, and its order stays Run."""
    fence = wall("w", (13 * INCH, 0), (13 * INCH, 30 * INCH))
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [9], 8 * INCH, order="run", terrain=[fence])
    charge(played, 8 * INCH).then(AssaultFailed).without(ContactMade)
    assert place_of(played, "a-x.1")[0] < 13 * INCH
    assert (unit_row(played, "a-x").order, question(played)) == ("run", "")


@pytest.mark.rule("AN-ASSAULT-05")
@pytest.mark.ruling("AN-ASSAULT-04.2")
def test_an_assault_fails_when_the_target_escapes():
    """The target escapes to 14 inches: the assaulter moves its 10 and the assault fails."""
    played = duel(troopers(1), troopers(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    move_unit(played, 8 * INCH, unit="b-y", who="blue")
    assert question(played) == "assault_path"
    outcome = move_unit(played, 10 * INCH)
    assert one_event(play_on(played), AssaultFailed).target == "b-y"
    assert place_of(played, "a-x.1") == (X + 10 * INCH, Y)
    assert unit_row(played, "a-x").order == "run"
    assert not events_of(outcome.events, ContactMade)


@pytest.mark.rule("AN-ASSAULT-05")
@pytest.mark.ruling("AN-ASSAULT-05.2")
def test_the_assaulter_may_stop_earlier():
    """After an escape the assaulter may go less than it could."""
    played = duel(troopers(1), troopers(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    move_unit(played, 8 * INCH, unit="b-y", who="blue")
    move_unit(played, 3 * INCH)
    assert len(events_of(play_on(played), AssaultFailed)) == 1
    assert place_of(played, "a-x.1") == (X + 3 * INCH, Y)


@pytest.mark.rule("AN-ASSAULT-05")
def test_an_assault_fails_when_losses_leave_nobody_to_reach_the_target():
    """The one model that would have touched is shot from Ambush: the other completes its path, and that is all."""
    watcher = ("b-z", troopers(1, "gun"), (X, Y + 13 * INCH), AMBUSH)
    units = (("a-x", troopers(2), [(X, Y), (X - 1500, Y)]), ("b-y", troopers(1), (X + 15 * INCH, Y), USED), watcher)
    played = acting("run", *units, dice=[3, 3, 9, 1, 1])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=2 * INCH)
    events = play_on(played)
    assert unit_row(played, "a-x").models == ("a-x.2",)
    assert one_event(events, AssaultFailed).target == "b-y"
    assert not events_of(events, ContactMade)
    assert (unit_row(played, "a-x").order, place_of(played, "a-x.2")) == ("run", (X + 12_500, Y))


@pytest.mark.rule("AN-ASSAULT-05", "AN-MOVE-10")
def test_the_assaulter_may_stay_where_it_is_by_silence_too():
    """The assaulter may stop earlier: with EndAction, or by silence, it stays."""
    for silent in (True, False):
        played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7])
        charge(played, 6000).accepted()
        react(played, "escape").accepted()
        move_unit(played, 10_000, unit="b-y", who="blue").asks("assault_path", "red")
        if silent:
            answer_by_default(played)
        else:
            played.when("red", EndAction(unit="a-x")).accepted()
        played.last.then(AssaultFailed, ActionEnded)
        assert place_of(played, "a-x.1") == (10_000, 10_000)


@pytest.mark.rule("AN-ASSAULT-06")
def test_hand_to_hand_waits_for_point_blank_shooting():
    """While weapons for point blank shooting are asked the attacks are refused."""
    own = troopers(1, "carbine")
    played = duel(own, troopers(1), gap=4 * INCH, order="run")
    charge(played, 4 * INCH).asks("pbs_weapons", "red")
    played.when("table", RollH2H()).rejected("AN-PBS-02", "not-asked")
    played.faces(9, 9, 9, 9, 1)
    names = event_names(play_on(played))
    assert names.index("PointBlankPartBegun") < names.index("H2HRoundBegun")


@pytest.mark.rule("AN-ASSAULT-06")
def test_the_order_of_an_assault():
    """Reactions, move, sprint test, shots, breaks, blows, result and consolidation follow each other."""
    dice = [1, 3, 9, 2, 9, 9, 9, 1]
    enemy = troopers(3, rules=(special_rule("break_test_on_casualty"),))
    played = duel(troopers(1, "gun"), enemy, dice, 12 * INCH, order="run", theirs={})
    seen = list(charge(played, 12 * INCH, sprint=True).accepted().events)
    decline(played)
    names = event_names([*seen, *play_on(played)])
    wanted = [
        "AssaultDeclared",
        "ReactionsAsked",
        "ReactionDeclined",
        "UnitMoved",
        "AgilityTested",
        "ContactMade",
        "PointBlankPartBegun",
        "BreakTested",
        "H2HRoundBegun",
        "H2HRoundResolved",
        "ConsolidationBegun",
        "AssaultEnded",
    ]
    places = [names.index(row) for row in wanted]
    assert places == sorted(places)


@pytest.mark.rule("AN-ASSAULT-06")
@pytest.mark.ruling("AN-ASSAULT-06.2")
def test_the_pin_of_the_sprint_counts_at_point_blank():
    """A unit that fails its sprint test on contact shoots at point blank at -1."""
    played = duel(troopers(1, "gun"), troopers(1), [9, 9, 9, 9, 1], 12 * INCH, order="run")
    charge(played, 12 * INCH, sprint=True)
    rolls = [event for event in events_of(play_on(played), AccuracyRolled) if event.volley == "v1"]
    assert rolls[0].needed.total == 5 - 1


@pytest.mark.rule("AN-ASSAULT-07")
@pytest.mark.ruling("AN-ASSAULT-07.2")
def test_only_the_target_may_be_touched():
    """A path that ends in contact with a second enemy unit too is refused."""
    second = ("b-z", troopers(1), (X + 4 * INCH, Y + INCH), USED)
    played = duel(troopers(1), troopers(1), gap=4 * INCH, order="run", more=[second])
    outcome = charge(played, 4 * INCH).rejected("AN-ASSAULT-07", "ends-in-contact", enemy="b-z")
    assert len(outcome.faults) == 1
    second = ("b-z", troopers(1), (X + 4 * INCH, Y + INCH + 100), USED)
    played = duel(troopers(1), troopers(1), [9, 9, 9, 1], gap=4 * INCH, order="run", more=[second])
    charge(played, 4 * INCH).then(AssaultDeclared, ContactMade, target="b-y")
    play_on(played)


@pytest.mark.rule("AN-ASSAULT-07")
@pytest.mark.ruling("AN-ASSAULT-07.2")
def test_two_units_fight_and_whoever_stands_beside_them_takes_no_part():
    """A friend of the assaulter that touches the target, and one of the target beside it, strike nobody."""
    friend = ("a-w", troopers(2), (X + 5 * INCH, Y + INCH), USED)
    fellow = ("b-z", troopers(2), (X + 5 * INCH, Y - 2500), USED)
    played = duel(troopers(1), troopers(1), [9, 9, 9, 1], gap=4 * INCH, order="run", more=[friend, fellow])
    charge(played, 4 * INCH).then(AssaultDeclared, ContactMade, target="b-y")
    fights = [event for event in play_on(played) if isinstance(event, ShootingDeclared)]
    assert {(event.unit, event.target) for event in fights} == {("a-x", "b-y"), ("b-y", "a-x")}


@pytest.mark.rule("AN-ASSAULT-07")
@pytest.mark.ruling("AN-ASSAULT-07.2")
def test_a_third_unit_is_refused_by_name_and_by_contact():
    """A path that ends in contact with the target and two other enemies is refused for each of these."""
    others = [(f"b-{key}", troopers(1), (X + 4 * INCH, Y + dy), USED) for key, dy in (("z", INCH), ("w", -INCH))]
    played = duel(troopers(1), troopers(1), gap=4 * INCH, order="run", more=others)
    outcome = charge(played, 4 * INCH)
    for enemy in ("b-w", "b-z"):
        outcome.rejected("AN-ASSAULT-07", "ends-in-contact", enemy=enemy)
    assert len(outcome.faults) == 2
    assert unit_row(played, "a-x").place == "table"
    assert place_of(played, "a-x.1") == (X, Y)
