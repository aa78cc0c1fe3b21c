"""AN-REACT-29 to AN-REACT-34: when sides are asked, and in which order reactions go."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    AmbushPointNamed,
    AssaultFailed,
    CarryOutReaction,
    ContactMade,
    DeclareShooting,
    DrawOrderDie,
    EndAction,
    FiredWeapon,
    HitsScored,
    MoveInterrupted,
    PinsAdded,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ResistRolled,
    ResumeAction,
    RollAccuracy,
    RollAgilityTest,
    RollReactionTest,
    ShootingDeclared,
    Spot,
)
from tests.rulesets.antares.givens import INCH, at, box, overhead, wall, weapon
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    X,
    Y,
    asked,
    charge,
    decline,
    duel,
    go,
    kinds,
    listed,
    men,
    of,
    one,
    passing,
    react,
    row,
    shoot,
    through,
    watcher,
)

ARMED = men(1, "gun")


# -- windows


@pytest.mark.rule("AN-REACT-29")
def test_the_other_side_alone_is_asked_about_listed_units():
    """Fire at unordered X from 18 inches: X is listed with Go Down and Firefight, an ambusher beside it is not."""
    beside = ("b-z", ARMED, (X + 19 * INCH, Y + 3 * INCH), AMBUSH)
    played = duel(ARMED, ARMED, gap=18 * INCH, theirs={}, more=[beside])
    shoot(played).asks("reaction", "blue")
    assert {unit: set(kinds_open) for unit, kinds_open in listed(played).items()} == {"b-y": {"go_down", "firefight"}}
    assert played.game.actions[-1].unit == "a-x"


@pytest.mark.rule("AN-REACT-29")
def test_no_window_opens_where_nobody_can_react():
    """A target on Rally without an unused die is not asked, and the shots are thrown at once."""
    played = duel(ARMED, ARMED, [9], theirs={"order": "rally"})
    shoot(played).then(AccuracyRolled).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-29")
def test_blind_fire_opens_no_window_and_overhead_fire_asks_its_target():
    """Blind fire names no target and asks nobody; overhead fire asks the unit that it names."""
    tube = weapon(
        "tube", kind="overhead", minimum=0, modes=weapon().modes[:1], properties=("blast",), overhead=overhead()
    )
    rock = box("r", X + 5 * INCH, 0, INCH, 40 * INCH, los="blocking", move="impassable")
    for blind, terrain, dice in ((True, [rock], [6]), (False, [], [])):
        played = duel(men(1, "tube"), men(1), dice, weapons=[tube], terrain=terrain, theirs={})
        aim = Spot(x=X + 11 * INCH, y=Y)
        arm = FiredWeapon(weapon="tube", mode="", models=(), aim=aim, blind=blind, target="")
        played.when("red", DeclareShooting(unit="a-x", target="" if blind else "b-y", weapons=(arm,))).accepted()
        assert (asked(played) == "reaction") is not blind


@pytest.mark.rule("AN-REACT-30")
def test_an_advance_opens_two_windows():
    """An Advance past an ambusher asks it for Ambush Fire; shooting at unordered X then asks X to go Down."""
    played = passing([9], watcher(), ("b-y", ARMED, (X + 11 * INCH, Y)), order="advance", own=ARMED)
    go(played, 0, 2 * INCH).asks("reaction", "blue")
    assert listed(played) == {"b-z": ("ambush_fire",)}
    decline(played)
    through(played, "action")
    shoot(played).asks("reaction", "blue")
    assert listed(played) == {"b-y": ("go_down",)}
    decline(played)
    through(played)


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.parametrize(
    ("gap", "wanted"), [(18 * INCH, {"go_down", "firefight"}), (25 * INCH, {"go_down", "dash_to_cover"})]
)
def test_fire_asks_its_target_once(gap, wanted):
    """Fire asks for Go Down and a Firefight within 20 inches, or for a dash beyond."""
    played = duel(ARMED, ARMED, [9], gap, theirs={})
    shoot(played)
    assert set(listed(played)["b-y"]) == wanted
    decline(played)
    assert not of(through(played), ReactionsAsked)


@pytest.mark.rule("AN-REACT-30")
@pytest.mark.parametrize("how", ["run", "sprint", "retained"])
def test_runs_of_all_sorts_open_a_window(how):
    """A Run, a sprint and a retained Run ask for Ambush Fire when the path is declared."""
    played = passing([1] if how == "sprint" else [], retained=how == "retained")
    go(played, 8 * INCH, sprint=how == "sprint").asks("reaction", "blue")
    assert at(played, "a-x.1") == (X, Y)
    assert listed(played) == {"b-z": ("ambush_fire",)}
    decline(played)
    through(played)


@pytest.mark.rule("AN-REACT-30")
def test_an_assault_asks_the_target_and_all_ambushers():
    """An assault from 14 inches asks its target for three reactions and any ambusher for Ambush Fire."""
    played = duel(men(1), ARMED, gap=14 * INCH, order="run", theirs={}, more=[watcher()])
    charge(played, 14 * INCH, sprint=True).asks("reaction", "blue")
    found = {unit: set(kinds_open) for unit, kinds_open in listed(played).items()}
    assert found == {"b-y": {"stand_and_shoot", "escape", "countercharge"}, "b-z": {"ambush_fire"}}


@pytest.mark.rule("AN-REACT-30")
def test_a_target_in_ambush_picks_one_of_four():
    """A target of an assault that is in Ambush itself has all four open."""
    played = duel(men(1), ARMED, gap=14 * INCH, order="run", theirs=AMBUSH)
    charge(played, 14 * INCH, sprint=True)
    assert set(listed(played)["b-y"]) == {"stand_and_shoot", "escape", "countercharge", "ambush_fire"}


@pytest.mark.rule("AN-REACT-31")
def test_each_listed_unit_answers_once():
    """Of three units the first declares, the second declines and the side passes: the third does not react."""
    played = passing([9], *(watcher(f"b-{name}", dx * INCH) for dx, name in enumerate(("t", "u", "v"), 1)))
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-t", point=INCH).asks("reaction", "blue")
    react(played, "ambush_fire", "b-t", point=2 * INCH).rejected("AN-REACT-31", "declared-already")
    decline(played, "b-u").asks("reaction", "blue")
    react(played, "ambush_fire", "b-u", point=2 * INCH).rejected("AN-REACT-31", "declined-already")
    decline(played)
    assert asked(played) != "reaction"
    through(played)
    assert [row(played, f"b-{name}").order for name in "tuv"] == ["fire", "ambush", "ambush"]


@pytest.mark.rule("AN-REACT-31")
def test_the_side_answers_in_the_order_it_likes():
    """The last listed unit may declare first."""
    played = passing([9, 9], watcher("b-u"), watcher("b-v", 2 * INCH))
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-v", point=INCH).accepted()
    react(played, "ambush_fire", "b-u", point=INCH).accepted()
    started = [each.unit for each in of(through(played), ReactionStarted)]
    assert started == ["b-v", "b-u"]


@pytest.mark.rule("AN-REACT-32")
def test_all_tests_come_before_the_first_reaction():
    """The target fails its Countercharge with a 9 and takes a pin; the ambusher shoots; the assaulter goes on."""
    dice = [9, 9, 1, 9, 9, 1]
    played = duel(men(1), men(1), dice, 14 * INCH, order="run", theirs={}, more=[watcher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "countercharge")
    react(played, "ambush_fire", "b-z", point=INCH)
    events = through(played, "follow_on")
    assert [(each.unit, each.passed) for each in of(events, ReactionTested)] == [("b-y", False), ("b-z", True)]
    names = kinds(events)
    last = max(place for place, each in enumerate(names) if each == "ReactionTested")
    assert last < names.index("ReactionStarted") < names.index("ContactMade")
    assert of(events, PinsAdded, unit="b-y")[0].cause == "reaction"


@pytest.mark.rule("AN-REACT-32")
def test_the_die_is_placed_with_the_test():
    """A unit that passes gets its die before the first reaction is carried out."""
    played = duel(men(1), ARMED, [1, 9, 1, 9, 9, 9, 9, 1], 14 * INCH, order="run", theirs={}, more=[watcher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=INCH)
    react(played, "stand_and_shoot")
    names = kinds(through(played))
    assert names.index("OrderDieTaken") < names.index("ReactionStarted")


# -- the order of reactions


@pytest.mark.rule("AN-REACT-33")
def test_ambush_fire_then_the_rest_of_the_move_then_stand_and_shoot():
    """Ambush Fire at 3 inches of an assault from 14, the rest of the move, contact, X's shots, the other shots."""
    dice = [1, 9, 1, 9, 9, 9, 9, 9, 1]
    played = duel(ARMED, ARMED, dice, 14 * INCH, order="run", theirs={}, more=[watcher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "stand_and_shoot")
    react(played, "ambush_fire", "b-z", point=3 * INCH)
    events = through(played)
    story = [
        each.kind if isinstance(each, ShootingDeclared) else type(each).__name__
        for each in events
        if isinstance(each, ShootingDeclared | MoveInterrupted | ContactMade)
    ]
    assert story[:5] == ["MoveInterrupted", "ambush_fire", "ContactMade", "stand_and_shoot", "point_blank"]
    assert one(events, MoveInterrupted).progress == 3 * INCH


@pytest.mark.rule("AN-REACT-33")
def test_points_nearest_the_start_come_first():
    """Of two ambushers the one with the point nearer the start shoots first, whoever declared first."""
    played = passing([9, 9], watcher("b-u"), watcher("b-v", 2 * INCH))
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-u", point=6 * INCH)
    react(played, "ambush_fire", "b-v", point=2 * INCH)
    events = through(played)
    assert [(each.by, each.progress) for each in of(events, MoveInterrupted)] == [
        ("b-v", 2 * INCH), ("b-u", 6 * INCH),
    ]  # fmt: skip


@pytest.mark.rule("AN-REACT-33")
def test_after_an_escape_path_and_points_are_named_anew():
    """After an Escape the assaulter names a path and the ambusher a point on it."""
    played = duel(men(1), men(1), [1, 9, 1], 14 * INCH, order="run", theirs={}, more=[watcher()])
    charge(played, 14 * INCH, sprint=True)
    react(played, "escape")
    react(played, "ambush_fire", "b-z", point=INCH)
    go(played, 9 * INCH, unit="b-y", who="blue").asks("assault_path", "red")
    go(played, 12 * INCH, sprint=True).asks("ambush_point", "blue")
    played.when("blue", CarryOutReaction(unit="b-z", point=5 * INCH, lapse=False)).then(AmbushPointNamed)
    events = through(played)
    assert one(events, MoveInterrupted).progress == 5 * INCH
    assert len(of(events, AssaultFailed)) == 1


@pytest.mark.rule("AN-REACT-34")
def test_a_reaction_is_finished_before_the_action_goes_on():
    """While a dash over a wall waits for its agility test neither shots nor a draw are accepted; the test is."""
    wood = box("w", X + 20 * INCH, Y + 5 * INCH, 20 * INCH, 8 * INCH, cover="hard", los="clear", move="open")
    fence = wall("f", (X + 15 * INCH, Y + 3 * INCH), (X + 45 * INCH, Y + 3 * INCH))
    dice = [1, 5, 9]
    played = duel(ARMED, men(1), dice, 25 * INCH, theirs={}, terrain=[wood, fence], pace="step")
    shoot(played)
    react(played, "dash_to_cover")
    played.when("table", RollReactionTest()).asks("reaction_move", "blue")
    go(played, 0, 8 * INCH, unit="b-y", who="blue").asks("agility")
    for command in (RollAccuracy(), DrawOrderDie()):
        played.when("table", command).rejected("AN-TERRAIN-06", "not-asked")
    played.when("red", EndAction(unit="a-x")).rejected("AN-TERRAIN-06", "not-asked")
    played.when("table", RollAgilityTest()).then(AgilityTested, cause="f").asks("resume")
    played.when("table", RollAccuracy()).rejected("AN-REACT-34", "not-asked")
    played.when("table", ResumeAction()).asks("accuracy")
    played.when("table", RollAccuracy()).accepted()


@pytest.mark.rule("AN-REACT-34")
def test_a_firefight_runs_level_step_by_step():
    """Accuracy of both, then the resist tests of both, then the losses and pins of both; the acting side first."""
    dice = [1, 3, 4, 3, 4, 9, 2, 9, 2, 1, 1]
    played = duel(men(2, "gun"), men(2, "gun"), dice, theirs={})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    story = [type(each).__name__ for each in events if isinstance(each, AccuracyRolled | ResistRolled | HitsScored)]
    assert story.count("AccuracyRolled") == story.count("ResistRolled") == 2
    assert story[:2] == ["AccuracyRolled", "AccuracyRolled"]
    assert story[-2:] == ["ResistRolled", "ResistRolled"]
    assert [each.unit for each in of(events, ResistRolled)] == ["b-y", "a-x"]
    names = kinds(events)
    assert names.index("ModelLost") > max(place for place, each in enumerate(names) if each == "ResistRolled")


@pytest.mark.rule("AN-REACT-33")
def test_ambush_fires_at_one_point_follow_the_order_of_declaration():
    """Two ambushers that name one point fire in the order in which they declared."""
    played = passing([9, 9], watcher("b-u"), watcher("b-v", 2 * INCH))
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-v", point=2 * INCH)
    react(played, "ambush_fire", "b-u", point=2 * INCH)
    assert [each.by for each in of(through(played), MoveInterrupted)] == ["b-v", "b-u"]
