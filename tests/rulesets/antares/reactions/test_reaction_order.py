"""AN-REACT-32 to AN-REACT-34: in which order reactions are tested and carried out."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    AgilityTested,
    AmbushPointNamed,
    AssaultFailed,
    CarryOutReaction,
    ContactMade,
    DrawOrderDie,
    EndAction,
    HitsScored,
    MoveInterrupted,
    PinsAdded,
    ReactionTested,
    ResistRolled,
    ResumeAction,
    RollAccuracy,
    RollAgilityTest,
    RollReactionTest,
    ShootingDeclared,
)
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, X, Y, acting, ambusher, blue_trooper, duel, moving_past
from tests.rulesets.antares.reactions.fixtures import ARMED, FAR_AMBUSHER, NEAR_AMBUSHER
from tests.rulesets.antares.sheets import INCH, box, lone_trooper, troopers, wall
from tests.rulesets.antares.steps import (
    answer_by_default,
    carry_out,
    charge,
    event_names,
    events_of,
    innermost_window,
    move_unit,
    one_event,
    open_reactions,
    place_of,
    play_on,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-REACT-32")
@pytest.mark.ruling("AN-REACT-32.2")
def test_all_tests_come_before_the_first_reaction():
    """The target fails its Countercharge with a 9 and takes a pin; the ambusher shoots; the assaulter goes on."""
    dice = [9, 9, 1, 9, 9, 1]
    played = duel(troopers(1), troopers(1), dice, 14 * INCH, order="run", theirs={}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "countercharge")
    react(played, "ambush_fire", "b-z", point=INCH)
    events = play_on(played, "follow_on")
    assert [(event.unit, event.passed) for event in events_of(events, ReactionTested)] == [
        ("b-y", False),
        ("b-z", True),
    ]
    names = event_names(events)
    last = max(place for place, name in enumerate(names) if name == "ReactionTested")
    assert last < names.index("ReactionStarted") < names.index("ContactMade")
    assert events_of(events, PinsAdded, unit="b-y")[0].cause == "reaction"


@pytest.mark.rule("AN-REACT-32")
def test_the_die_is_placed_with_the_test():
    """A unit that passes gets its die before the first reaction is carried out."""
    played = duel(troopers(1), ARMED, [1, 9, 1, 9, 9, 9, 9, 1], 14 * INCH, order="run", theirs={}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=INCH)
    react(played, "stand_and_shoot")
    names = event_names(play_on(played))
    assert names.index("OrderDieTaken") < names.index("ReactionStarted")


@pytest.mark.rule("AN-REACT-32", "AN-REACT-12", "AN-REACT-33")
def test_a_failed_countercharge_leaves_the_ambusher_to_shoot_first():
    """The target fails on 9 and takes a pin; then the ambusher shoots, then the assaulter goes on."""
    ambusher = ("b-z", lone_trooper(), (15_000, 25_000), AMBUSH)
    played = acting("run", RED_TROOPER, blue_trooper(25_000, {}), ambusher, dice=[9], pace="step")
    charge(played, 14_000, sprint=True).accepted()
    assert open_reactions(played) == {"b-y": ("stand_and_shoot", "escape", "countercharge"), "b-z": ("ambush_fire",)}
    react(played, "countercharge").accepted()
    react(played, "ambush_fire", "b-z", point=3000).asks("reaction_test")
    answer_by_default(played).then(ReactionTested).asks("resume")
    assert unit_row(played, "b-y").pins == 1
    answer_by_default(played).asks("reaction_shot", "blue")
    assert place_of(played, "a-x.1") == (13_000, 10_000)


@pytest.mark.rule("AN-REACT-33")
@pytest.mark.ruling("AN-REACT-33.2")
def test_ambush_fire_then_the_rest_of_the_move_then_stand_and_shoot():
    """Ambush Fire at 3 inches of an assault from 14, the rest of the move, contact, X's shots, the other shots."""
    dice = [1, 9, 1, 9, 9, 9, 9, 9, 1]
    played = duel(ARMED, ARMED, dice, 14 * INCH, order="run", theirs={}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "stand_and_shoot")
    react(played, "ambush_fire", "b-z", point=3 * INCH)
    events = play_on(played)
    story = [
        event.kind if isinstance(event, ShootingDeclared) else type(event).__name__
        for event in events
        if isinstance(event, ShootingDeclared | MoveInterrupted | ContactMade)
    ]
    assert story[:5] == ["MoveInterrupted", "ambush_fire", "ContactMade", "stand_and_shoot", "point_blank"]
    assert one_event(events, MoveInterrupted).progress == 3 * INCH


@pytest.mark.rule("AN-REACT-33")
@pytest.mark.ruling("AN-REACT-33.2")
def test_points_nearest_the_start_come_first():
    """Of two ambushers the one with the point nearer the start shoots first, whoever declared first."""
    played = moving_past([9, 9], ambusher("b-u"), ambusher("b-v", 2 * INCH))
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-u", point=6 * INCH)
    react(played, "ambush_fire", "b-v", point=2 * INCH)
    events = play_on(played)
    assert [(event.by, event.progress) for event in events_of(events, MoveInterrupted)] == [
        ("b-v", 2 * INCH),
        ("b-u", 6 * INCH),
    ]


@pytest.mark.rule("AN-REACT-33")
def test_after_an_escape_path_and_points_are_named_anew():
    """After an Escape the assaulter names a path and the ambusher a point on it."""
    played = duel(troopers(1), troopers(1), [1, 9, 1], 14 * INCH, order="run", theirs={}, more=[ambusher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "escape")
    react(played, "ambush_fire", "b-z", point=INCH)
    move_unit(played, 9 * INCH, unit="b-y", who="blue").asks("assault_path", "red")
    move_unit(played, 12 * INCH, sprint=True).asks("ambush_point", "blue")
    played.when("blue", CarryOutReaction(unit="b-z", point=5 * INCH, lapse=False)).then(AmbushPointNamed)
    events = play_on(played)
    assert one_event(events, MoveInterrupted).progress == 5 * INCH
    assert len(events_of(events, AssaultFailed)) == 1


@pytest.mark.rule("AN-REACT-33")
@pytest.mark.ruling("AN-REACT-33.2")
def test_ambush_fires_at_one_point_follow_the_order_of_declaration():
    """Two ambushers that name one point fire in the order in which they declared."""
    played = moving_past([9, 9], ambusher("b-u"), ambusher("b-v", 2 * INCH))
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-v", point=2 * INCH)
    react(played, "ambush_fire", "b-u", point=2 * INCH)
    assert [event.by for event in events_of(play_on(played), MoveInterrupted)] == ["b-v", "b-u"]


@pytest.mark.rule("AN-REACT-33")
def test_the_nearer_point_is_shot_at_first_then_the_order_of_declaration():
    """Of two ambushers the one with the nearer point fires first; at one point the order of declaration counts."""
    for points, order in (((8000, 3000), ["b-z", "b-y"]), ((3000, 3000), ["b-y", "b-z"])):
        played = acting("run", RED_TROOPER, NEAR_AMBUSHER, FAR_AMBUSHER, dice=[9, 9])
        move_unit(played, 10_000).accepted()
        react(played, "ambush_fire", "b-y", point=points[0]).accepted()
        react(played, "ambush_fire", "b-z", point=points[1]).accepted()
        for row in order:
            assert innermost_window(played).subject == (row,)
            shoot(played, target="a-x", unit=row, who="blue").accepted()
        played.last.then(ActionEnded)
        assert place_of(played, "a-x.1") == (20_000, 10_000)


@pytest.mark.rule("AN-REACT-33", "AN-REACT-23")
def test_after_an_escape_the_ambusher_names_its_point_on_the_new_path():
    """After an Escape the ambusher names its point on the new path, still more than 10 inches from the target."""
    ambusher = ("b-z", lone_trooper(), (15_000, 25_000), AMBUSH)
    played = acting("run", RED_TROOPER, blue_trooper(23_000, {}), ambusher, dice=[7], pace="step")
    charge(played, 12_000, sprint=True).accepted()
    react(played, "escape").accepted()
    react(played, "ambush_fire", "b-z", point=1000).accepted()
    answer_by_default(played)
    move_unit(played, 4000, unit="b-y", who="blue").asks("assault_path", "red")
    move_unit(played, 15_000, sprint=True).asks("ambush_point", "blue")
    carry_out(played, "b-z", 15_001).rejected("AN-REACT-22", "point-beyond-path", length=15_000)
    carry_out(played, "b-z", 6000).rejected("AN-REACT-23", "within-10-inches")
    carry_out(played, "b-z", 5500).then(AmbushPointNamed).asks("resume")
    answer_by_default(played).asks("reaction_shot", "blue")
    assert place_of(played, "a-x.1") == (15_500, 10_000)


@pytest.mark.rule("AN-REACT-34")
@pytest.mark.ruling("AN-REACT-34.2")
def test_a_reaction_is_finished_before_the_action_goes_on():
    """While a dash over a wall waits for its agility test neither shots nor a draw are accepted; the test is."""
    wood = box("w", X + 20 * INCH, Y + 5 * INCH, 20 * INCH, 8 * INCH, cover="hard", los="clear", movement="open")
    fence = wall("f", (X + 15 * INCH, Y + 3 * INCH), (X + 45 * INCH, Y + 3 * INCH))
    dice = [1, 5, 9]
    played = duel(ARMED, troopers(1), dice, 25 * INCH, theirs={}, terrain=[wood, fence], pace="step")
    shoot(played)
    react(played, "dash_to_cover")
    played.when("table", RollReactionTest()).asks("reaction_move", "blue")
    move_unit(played, 0, 8 * INCH, unit="b-y", who="blue").asks("agility")
    for command in (RollAccuracy(), DrawOrderDie()):
        played.when("table", command).rejected("AN-TERRAIN-06", "not-asked")
    played.when("red", EndAction(unit="a-x")).rejected("AN-TERRAIN-06", "not-asked")
    played.when("table", RollAgilityTest()).then(AgilityTested, terrain="f").asks("resume")
    played.when("table", RollAccuracy()).rejected("AN-REACT-34", "not-asked")
    played.when("table", ResumeAction()).asks("accuracy")
    played.when("table", RollAccuracy()).accepted()


@pytest.mark.rule("AN-REACT-34")
@pytest.mark.ruling("AN-REACT-34.2")
def test_a_firefight_runs_level_step_by_step():
    """Accuracy of both, then the resist tests of both, then the losses and pins of both; the acting side first."""
    dice = [1, 3, 4, 3, 4, 9, 2, 9, 2, 1, 1]
    played = duel(troopers(2, "gun"), troopers(2, "gun"), dice, theirs={})
    shoot(played)
    react(played, "firefight")
    events = play_on(played)
    story = [type(event).__name__ for event in events if isinstance(event, AccuracyRolled | ResistRolled | HitsScored)]
    assert story.count("AccuracyRolled") == story.count("ResistRolled") == 2
    assert story[:2] == ["AccuracyRolled", "AccuracyRolled"]
    assert story[-2:] == ["ResistRolled", "ResistRolled"]
    assert [event.unit for event in events_of(events, ResistRolled)] == ["b-y", "a-x"]
    names = event_names(events)
    assert names.index("ModelLost") > max(place for place, name in enumerate(names) if name == "ResistRolled")
