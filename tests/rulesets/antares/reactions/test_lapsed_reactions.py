"""AN-REACT-38: reactions that can not be made any more."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    AmbushPointNamed,
    AssaultFailed,
    CarryOutReaction,
    ContactMade,
    MoveDeclared,
    MoveStopped,
    MoveUnit,
    ReactionCarriedOut,
    ReactionLapsed,
    UnitDestroyed,
    UnitMoved,
)
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, acting, ambusher, blue_trooper, duel, moving_past
from tests.rulesets.antares.reactions.fixtures import ARMED, FAR_AMBUSHER, FAR_TARGET, NEAR_AMBUSHER, fired_at
from tests.rulesets.antares.sheets import INCH, box, lone_trooper, troopers, wall
from tests.rulesets.antares.steps import (
    answer_by_default,
    carry_out,
    charge,
    events_of,
    move_unit,
    one_event,
    place_of,
    play_on,
    play_until,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-REACT-38")
def test_a_reaction_that_has_become_impossible_lapses():
    """Two ambushers declare and the first destroys the mover: the second lapses and its die shows Fire."""
    played = moving_past([3, 9], ambusher("b-u"), ambusher("b-v", 2 * INCH))
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-u", point=INCH)
    react(played, "ambush_fire", "b-v", point=4 * INCH)
    events = play_on(played)
    assert one_event(events, ReactionLapsed).unit == "b-v"
    assert [unit_row(played, row).order for row in ("b-u", "b-v")] == ["fire", "fire"]


@pytest.mark.rule("AN-REACT-38")
def test_stand_and_shoot_lapses_without_contact():
    """An assaulter that fails at a wall is not shot at; the reactor's die stays Fire."""
    fence = wall("f", (13 * INCH, 0), (13 * INCH, 30 * INCH))
    played = duel(troopers(1), ARMED, [1, 9], 8 * INCH, order="run", theirs={}, terrain=[fence])
    charge(played, 8 * INCH)
    react(played, "stand_and_shoot")
    events = play_on(played)
    assert one_event(events, ReactionLapsed).reaction == "stand_and_shoot"
    assert not events_of(events, AccuracyRolled)
    assert unit_row(played).order == "fire"


@pytest.mark.rule("AN-REACT-38", "AN-REACT-35")
def test_the_second_fire_lapses_where_the_first_destroys_the_mover():
    """Where the first ambusher destroys the mover the second's fire lapses, and its die shows Fire."""
    played = acting("run", RED_TROOPER, NEAR_AMBUSHER, FAR_AMBUSHER, dice=[3, 9])
    move_unit(played, 10_000).accepted()
    react(played, "ambush_fire", "b-y", point=2000).accepted()
    react(played, "ambush_fire", "b-z", point=6000).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").then(
        UnitDestroyed, ReactionCarriedOut, ReactionLapsed, reason="gone"
    )
    played.last.then(ReactionLapsed, MoveStopped, ActionEnded)
    assert unit_row(played, "b-z").order == "fire"


@pytest.mark.rule("AN-REACT-38")
def test_fire_at_a_point_that_is_not_reached_lapses():
    """Where a wall stops the mover before the point the fire lapses."""
    low = wall("wall", (14_000, 0), (14_000, 40_000), los="clear")
    played = acting("run", RED_TROOPER, NEAR_AMBUSHER, dice=[9], terrain=[low])
    move_unit(played, 10_000).accepted()
    react(played, "ambush_fire", point=8000).then(AgilityTested, MoveStopped, UnitMoved, ReactionLapsed, ActionEnded)
    assert unit_row(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-38", "AN-REACT-19")
@pytest.mark.ruling("AN-REACT-38.2")
@pytest.mark.parametrize(("sprint", "far"), [(False, 10_000), (True, 15_000)])
def test_an_escape_with_a_way_does_not_lapse(sprint, far):
    """An Escape that can be made is not let lapse, no lapse is offered, and silence goes straight away at full pace."""
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7], pace="step")
    charge(played, 6000).accepted()
    react(played, "escape", sprint=sprint).accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    carry_out(played, "b-y", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse", reaction="escape")
    assert {offer.command for offer in played.offers(1)} == {"MoveUnit"}
    answer_by_default(played).then(MoveDeclared, kind="escape", sprint=sprint)
    assert place_of(played, "b-y.1") == (17_000 + far, 10_000)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-20")
@pytest.mark.ruling("AN-REACT-38.2")
def test_an_escape_goes_no_shorter_than_somewhere():
    """Its player may stop short, but to stay where it is is no Escape."""
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7], pace="step")
    charge(played, 6000).accepted()
    react(played, "escape").accepted()
    answer_by_default(played)
    move = MoveUnit(unit="b-y", paths=(), sprint=False)
    played.when("blue", move).rejected("AN-REACT-20", "no-farther-away", "paths", before=6000, after=6000)
    move_unit(played, 1, unit="b-y", who="blue").accepted()


@pytest.mark.rule("AN-REACT-38", "AN-REACT-33")
@pytest.mark.parametrize("silent", [True, False])
def test_an_escape_without_a_way_lapses(silent):
    """With rock on all sides there is no way: it is let lapse, by silence too, and the assault stays as declared."""
    rocks = [
        box("east", 17_500, 5000, 1000, 10_000, movement="impassable", los="clear"),
        box("north", 14_000, 10_500, 4000, 1000, movement="impassable", los="clear"),
        box("south", 14_000, 8500, 4000, 1000, movement="impassable", los="clear"),
    ]
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7], pace="step", terrain=rocks)
    charge(played, 6000).accepted()
    react(played, "escape").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    # the one way that is open leads towards the assaulter
    assert "CarryOutReaction" in {offer.command for offer in played.offers(1)}
    outcome = answer_by_default(played) if silent else carry_out(played, "b-y", lapse=True)
    outcome.then(ReactionLapsed, reaction="escape", reason="waived").asks("resume")
    answer_by_default(played).then(ActionResumed, UnitMoved, ContactMade)
    assert unit_row(played, "b-y").order == "run"


@pytest.mark.rule("AN-REACT-38", "AN-REACT-16", "AN-REACT-17")
@pytest.mark.ruling("AN-REACT-38.2")
def test_a_dash_with_a_way_does_not_lapse():
    """A Dash to Cover that can be made is not let lapse, and silence leads it into cover."""
    wood = box("wood", 34_000, 14_000, 4000, 4000, los="obscuring", cover="soft", movement="open")
    played = fired_at(dice=[7], enemy=FAR_TARGET, pace="step", terrain=[wood])
    react(played, "dash_to_cover").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    carry_out(played, "b-y", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse", reaction="dash_to_cover")
    assert {offer.command for offer in played.offers(1)} == {"MoveUnit"}
    answer_by_default(played).then(MoveDeclared, kind="dash_to_cover")
    assert place_of(played, "b-y.1") == (36_000, 16_000)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-17")
@pytest.mark.ruling("AN-REACT-38.2")
def test_a_dash_that_ends_just_behind_a_wall_does_not_lapse():
    """Cover that only a way of some inches leads to is found: behind a wall that is passed on the way."""
    rocks = [
        box("east", 39_800, 0, 1000, 40_000, movement="impassable", los="clear"),
        box("north", 30_000, 11_000, 12_000, 1000, movement="impassable", los="clear"),
    ]
    low = wall("low", (37_700, 2000), (37_700, 30_000), los="clear")
    played = fired_at(dice=[7], enemy=FAR_TARGET, pace="step", terrain=[low, *rocks])
    react(played, "dash_to_cover").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    carry_out(played, "b-y", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse")
    answer_by_default(played).then(MoveDeclared, kind="dash_to_cover")


@pytest.mark.rule("AN-REACT-38", "AN-REACT-17")
@pytest.mark.parametrize("silent", [True, False])
def test_a_dash_without_cover_lapses(silent):
    """In the open no dash leads to cover: it is let lapse, by silence too, and the unit is shot at where it stands."""
    played = fired_at(dice=[7], enemy=FAR_TARGET, pace="step")
    react(played, "dash_to_cover").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    outcome = answer_by_default(played) if silent else carry_out(played, "b-y", lapse=True)
    outcome.then(ReactionLapsed, reaction="dash_to_cover", reason="waived").asks("resume")
    assert unit_row(played, "b-y").order == "run"


@pytest.mark.rule("AN-REACT-38", "AN-REACT-21")
@pytest.mark.ruling("AN-REACT-21.2", "AN-REACT-38.2")
def test_a_countercharge_with_a_way_does_not_lapse():
    """It goes half way and straight, which leaves nothing to choose: it is not let lapse, and silence makes it."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    carry_out(played, "b-y", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse", reaction="countercharge")
    answer_by_default(played).then(MoveDeclared, kind="countercharge").asks("assault_path", "red")
    assert place_of(played, "b-y.1") == (17_000, 10_000)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-21")
@pytest.mark.parametrize("silent", [True, False])
def test_a_countercharge_without_a_way_lapses(silent):
    """Where no way of its reach leads half way it is let lapse, by silence too."""
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "countercharge").accepted()
    answer_by_default(played).asks("reaction_move", "blue")
    rock = box("rock", 19_000, 1000, 1000, 19_000, movement="impassable", los="clear")
    played.put("terrain", rock)
    outcome = answer_by_default(played) if silent else carry_out(played, "b-y", lapse=True)
    outcome.then(ReactionLapsed, reaction="countercharge", reason="waived")


@pytest.mark.rule("AN-REACT-38")
def test_fire_without_a_point_on_the_new_path_lapses():
    """An ambusher that can not shoot at any point of the new path lets its fire lapse; its die stays."""
    ambusher = ("b-z", lone_trooper(), (15_000, 25_000), AMBUSH)
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), ambusher, dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    react(played, "ambush_fire", "b-z", point=1000).accepted()
    answer_by_default(played)
    move_unit(played, 1000, -8000, unit="b-y", who="blue").asks("assault_path", "red")
    played.put("units", replace(unit_row(played, "b-z"), disabled_weapons=("carbine",)))
    move_unit(played, 0, -9000).then(ReactionLapsed, unit="b-z", reason="no_target").asks("resume")
    assert unit_row(played, "b-z").order == "fire"
    played.faces(5)
    assert isinstance(play_until(played)[-1], ActionEnded)


@pytest.mark.rule("AN-REACT-38", "AN-REACT-33")
@pytest.mark.parametrize(("far", "named"), [(15_000, 1000), (500, 0)])
def test_fire_with_a_point_on_the_new_path_does_not_lapse(far, named):
    """Where a point serves the fire does not lapse: silence names the point declared, or else the first that serves."""
    ambusher = ("b-z", lone_trooper(), (15_000, 25_000), AMBUSH)
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), ambusher, dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    react(played, "ambush_fire", "b-z", point=1000).accepted()
    answer_by_default(played)
    move_unit(played, 4000, unit="b-y", who="blue").asks("assault_path", "red")
    move_unit(played, far, sprint=True).asks("ambush_point", "blue")
    carry_out(played, "b-z", lapse=True).rejected("AN-REACT-38", "declared-stands", "lapse", reaction="ambush_fire")
    answer_by_default(played).then(AmbushPointNamed, unit="b-z", point=named)


@pytest.mark.rule("AN-REACT-38", "AN-ASSAULT-05")
def test_stand_and_shoot_lapses_where_a_wall_stops_the_assaulter():
    """An assaulter that stops at a wall makes no contact, and Stand and Shoot lapses."""
    low = wall("wall", (14_000, 0), (14_000, 40_000), los="clear")
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7, 9], terrain=[low])
    charge(played, 6000).accepted()
    react(played, "stand_and_shoot").then(AgilityTested, ReactionLapsed, AssaultFailed, ActionEnded)
    assert unit_row(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-38", "AN-REACT-34")
def test_a_reply_that_can_not_be_made_lapses_and_its_die_stays():
    """A reply that nobody can shoot any more lapses, by its player or by silence, and its die stays as placed."""
    for silent in (False, True):
        played = fired_at(dice=[3, 9])
        react(played, "firefight").accepted()
        carry_out(played, "b-z", lapse=True).rejected("AN-REACT-34", "other-unit-reacts")
        carry_out(played, "b-y", 500).rejected("AN-REACT-34", "reaction-awaits-its-own")
        played.put("units", replace(unit_row(played, "b-y"), disabled_weapons=("carbine",)))
        outcome = answer_by_default(played) if silent else carry_out(played, "b-y", lapse=True)
        outcome.then(ReactionLapsed, ActionResumed, AccuracyRolled, ActionEnded)
        assert unit_row(played, "b-y").order == "fire"


@pytest.mark.rule("AN-REACT-38")
@pytest.mark.ruling("AN-REACT-38.2")
def test_a_reaction_that_can_be_made_is_not_let_lapse():
    """A Firefight that has passed its test and can be shot is not waived; its shot is accepted."""
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [1, 9, 9], theirs={})
    shoot(played)
    react(played, "firefight").asks("reaction_shot", "blue")
    waiver = played.when("blue", CarryOutReaction(unit="b-y", point=0, lapse=True))
    waiver.rejected("AN-REACT-38", "declared-stands", "lapse", unit="b-y", reaction="firefight")
    assert "CarryOutReaction" not in {offer.command for offer in played.offers(1)}
    shoot(played, unit="b-y", target="a-x", who="blue").accepted()
    play_on(played)
