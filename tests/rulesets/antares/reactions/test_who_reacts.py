"""AN-REACT-01 to AN-REACT-06: who may react, with which die, and how fast."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    ActionResumed,
    AgilityTested,
    DeclareReaction,
    DeclareShooting,
    OrderDieTaken,
    ReactionCarriedOut,
    ReactionsAsked,
    ShotsLost,
    UnitMoved,
    UnitWentDown,
)
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, USED, X, Y, act_on, acting, blue_trooper, duel
from tests.rulesets.antares.reactions.fixtures import ARMED, NEAR_TARGET, fired_at
from tests.rulesets.antares.sheets import INCH, armed_squad, box, lone_trooper, probe, troopers, vehicle
from tests.rulesets.antares.steps import (
    charge,
    decline,
    fired,
    move_unit,
    open_reactions,
    place_of,
    play_on,
    question,
    react,
    shoot,
    unit_row,
)

MOD = {"order": "advance", "unused_dice": 1}


@pytest.mark.rule("AN-REACT-01")
def test_an_unordered_unit_may_react():
    """A unit without an order that is shot at may declare a Firefight, with a die from the bag."""
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={})
    shoot(played).asks("reaction", "blue")
    react(played, "firefight").then(OrderDieTaken, unit="b-y", order="fire")
    play_on(played)


@pytest.mark.rule("AN-REACT-01")
def test_a_unit_with_an_order_may_not():
    """A unit of one die that shows Advance is refused."""
    watcher = ("b-z", ARMED, (X, Y + 15 * INCH), AMBUSH)
    played = duel(troopers(1), troopers(1), gap=14 * INCH, order="run", more=[watcher])
    charge(played, 14 * INCH, sprint=True).asks("reaction", "blue")
    assert set(open_reactions(played)) == {"b-z"}
    react(played, "escape").rejected("AN-REACT-01", "reactor-has-order")


@pytest.mark.rule("AN-REACT-01")
def test_a_unit_without_a_die_in_the_bag_may_not():
    """An unordered unit whose side has no die left in the bag is not asked, or refused for want of a die."""
    watcher = ("b-z", ARMED, (X, Y + 15 * INCH), AMBUSH)
    played = duel(troopers(1), ARMED, gap=14 * INCH, order="run", theirs={}, more=[watcher])
    sides = played.game.sides
    played.set(sides={0: sides[0], 1: replace(sides[1], bag=0, dice_taken=1)})
    charge(played, 14 * INCH, sprint=True)
    assert set(open_reactions(played)) == {"b-z"}
    react(played, "stand_and_shoot").rejected("AN-ORDER-27", "no-die-left")


@pytest.mark.rule("AN-REACT-01", "AN-REACT-29")
def test_a_unit_with_its_one_order_is_not_asked():
    """A unit that has its one order is not asked, and the shooting goes on at once."""
    for order in ("advance", "rally"):
        played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (29_000, 10_000), {"order": order}), dice=[9])
        shoot(played).without(ReactionsAsked).then(AccuracyRolled, ActionEnded)


@pytest.mark.rule("AN-REACT-01")
def test_of_two_targets_the_one_with_an_order_is_refused():
    """Of two targets one has its order: it is refused for that."""
    sheet = armed_squad("carbine", count=2, flags=("may_split_targets",))
    other = ("b-z", lone_trooper(), (29_000, 13_000), USED)
    played = acting("fire", ("a-x", sheet, (10_000, 10_000)), NEAR_TARGET, other)
    weapons = (fired("carbine", "a-x.1"), fired("carbine", "a-x.2", target="b-z"))
    played.when("red", DeclareShooting(unit="a-x", target="b-y", weapons=weapons)).then(ReactionsAsked)
    assert open_reactions(played) == {"b-y": ("go_down", "firefight")}
    react(played, "go_down", "b-z").rejected("AN-REACT-01", "reactor-has-order", order="advance")


@pytest.mark.rule("AN-REACT-02")
def test_a_unit_in_ambush_turns_its_die():
    """A unit in Ambush that is assaulted may Stand and Shoot; its die is turned to Fire and none leaves the bag."""
    played = duel(troopers(1), ARMED, [9, 9, 9, 9, 1], 4 * INCH, order="run", theirs=AMBUSH)
    charge(played, 4 * INCH).asks("reaction", "blue")
    react(played, "stand_and_shoot").without(OrderDieTaken)
    assert unit_row(played).order == "fire"
    play_on(played)


@pytest.mark.rule("AN-REACT-03")
@pytest.mark.ruling("AN-TURN-09.2", "AN-REACT-03.1")
def test_a_unit_with_an_unused_die_may_react_once():
    """A unit of two dice that used one reacts once, and is not asked again."""
    second = ("a-z", ARMED, (X, Y - 4 * INCH))
    played = duel(ARMED, troopers(1, "gun", order_dice=2), [1, 9, 9, 9], theirs=MOD, more=[second])
    shoot(played).asks("reaction", "blue")
    react(played, "firefight")
    play_on(played)
    assert (unit_row(played).order, unit_row(played).unused_dice, played.game.sides[1].bag) == ("fire", 0, 0)
    act_on(played, "a-z", "fire")
    shoot(played, unit="a-z").without(ReactionsAsked)
    play_on(played)


@pytest.mark.rule("AN-REACT-03")
@pytest.mark.ruling("AN-TURN-09.2")
def test_a_unit_with_an_unused_die_reacts_once():
    """A MOD 2 unit with an unused die may react once, and then no more."""
    tank = vehicle(kinds=(*vehicle().kinds,))
    played = acting("fire", RED_TROOPER, ("b-y", tank, (29_000, 10_000), USED), dice=[5, 9, 9, 9, 9, 9])
    shoot(played).accepted()
    assert unit_row(played, "b-y").unused_dice == 1
    react(played, "firefight").then(OrderDieTaken, unit="b-y", order="fire").cites("AN-REACT-03", "AN-REACT-11")
    shoot(played, target="a-x", unit="b-y", who="blue").then(AccuracyRolled, AccuracyRolled)
    assert unit_row(played, "b-y").unused_dice == 0
    assert unit_row(played, "b-y").order == "fire"
    both = {"order": "fire", "unused_dice": 0}
    played = acting("fire", RED_TROOPER, ("b-y", tank, (29_000, 10_000), both), dice=[9])
    shoot(played).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-03", "AN-REACT-13", "AN-ORDER-26")
def test_going_down_uses_the_unused_second_die():
    """A MOD unit that goes Down as a reaction uses its unused die."""
    played = acting("fire", RED_TROOPER, ("b-y", vehicle(), (29_000, 10_000), USED), dice=[9])
    shoot(played).accepted()
    react(played, "go_down").then(OrderDieTaken, UnitWentDown, die="from_bag")
    assert (unit_row(played, "b-y").order, unit_row(played, "b-y").unused_dice) == ("down", 0)
    down = {"order": "down"}
    played = acting("fire", RED_TROOPER, ("b-y", vehicle(), (29_000, 10_000), down), dice=[])
    shoot(played).accepted()
    react(played, "go_down").rejected("AN-REACT-13", "down-already")


@pytest.mark.rule("AN-REACT-04")
def test_probes_do_not_react():
    """A probe that is shot at is not asked, and its declaration in another window is refused."""
    played = duel(ARMED, probe(), [9], theirs={})
    shoot(played).without(ReactionsAsked)
    watcher = ("b-z", ARMED, (X, Y + 15 * INCH), AMBUSH)
    played = duel(troopers(1), probe(), order="run", theirs={}, more=[watcher])
    move_unit(played, 4 * INCH).asks("reaction", "blue")
    react(played, "go_down").rejected("AN-REACT-04", "probes-do-not-react")


@pytest.mark.rule("AN-REACT-04", "AN-REACT-29")
def test_probes_and_units_of_the_acting_side_do_not_react():
    """A probe and a unit of the acting side are refused, each by its clause; the target alone is listed."""
    ordered = ("b-z", lone_trooper(), (29_000, 16_000), USED)
    played = fired_at(ordered, ("b-p", probe(), (29_000, 20_000)))
    react(played, "firefight", "a-x").rejected("AN-REACT-29", "reactor-not-yours")
    react(played, "go_down", "b-p").rejected("AN-REACT-04", "probes-do-not-react")
    react(played, "go_down", "b-nobody").rejected("", "unknown-id")
    assert open_reactions(played) == {"b-y": ("go_down", "firefight")}


@pytest.mark.rule("AN-REACT-05")
def test_declarations_close_before_the_first_reaction():
    """Of two units in Ambush one declares and the side passes for the other: that one is refused afterwards."""
    watchers = [(f"b-{name}", ARMED, (X + 3 * INCH * place, Y + 12 * INCH), AMBUSH) for place, name in enumerate("vw")]
    played = acting("run", ("a-x", troopers(1), (X, Y)), *watchers, dice=[9])
    move_unit(played, 8 * INCH)
    react(played, "ambush_fire", "b-v", point=4 * INCH)
    decline(played)
    late = DeclareReaction(unit="b-w", reaction="ambush_fire", sprint=False, point=5 * INCH, free=False)
    played.when("blue", late).rejected("AN-REACT-34", "not-asked")
    play_on(played)
    assert unit_row(played, "b-w").order == "ambush"


@pytest.mark.rule("AN-REACT-06")
def test_a_run_reaction_may_be_a_sprint():
    """Infantry of M 5 escapes 15 inches and takes the sprint test afterwards."""
    played = duel(troopers(1), troopers(1), [1, 6], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape", sprint=True)
    move_unit(played, 15 * INCH, unit="b-y", who="blue", sprint=True).then(AgilityTested, unit="b-y", cause="sprint")
    assert (unit_row(played).pins, unit_row(played).order) == (1, "run")
    assert place_of(played, "b-y.1") == (X + 22 * INCH, Y)
    play_on(played)


@pytest.mark.rule("AN-REACT-06")
def test_a_unit_that_does_not_sprint_may_not():
    """A weapon team may not declare its escape as a sprint, and a Firefight is no sprint at all."""
    played = duel(troopers(1), troopers(1, unit_type="weapon_team", flags=()), gap=6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape", sprint=True).rejected("AN-MOVE-05", "reactor-can-not-sprint")
    played = duel(ARMED, ARMED, theirs={})
    shoot(played)
    react(played, "firefight", sprint=True).rejected("AN-REACT-06", "reaction-without-run")


@pytest.mark.rule("AN-REACT-06", "AN-REACT-19")
def test_an_escape_at_a_sprint_goes_three_times_m_and_is_tested():
    """A sprint goes 15 inches and is tested after it."""
    played = acting("run", RED_TROOPER, blue_trooper(17_000, {}), dice=[7, 6])
    charge(played, 6000).accepted()
    react(played, "escape", sprint=True).accepted()
    move_unit(played, 15_000, unit="b-y", who="blue", sprint=True).then(UnitMoved, AgilityTested, ReactionCarriedOut)
    assert unit_row(played, "b-y").pins == 1
    assert unit_row(played, "b-y").sprinting


@pytest.mark.rule("AN-REACT-06", "AN-REACT-17")
def test_a_sprinting_dash_out_of_sight_is_not_shot_at():
    """A sprint that was declared goes 3M and is tested; who is out of sight is not shot at."""
    house = box("house", 30_000, 20_000, 4000, 4000, los="blocking", movement="impassable", cover="clear")
    played = acting("fire", RED_TROOPER, ("b-y", lone_trooper(), (36_000, 10_000)), dice=[3, 9], terrain=[house])
    shoot(played).accepted()
    react(played, "dash_to_cover", sprint=True).accepted()
    move_unit(played, 5000, 13_000, unit="b-y", who="blue", sprint=True).then(
        UnitMoved, AgilityTested, ReactionCarriedOut
    )
    played.last.then(ActionResumed, ShotsLost).without(AccuracyRolled)
    assert unit_row(played, "b-y").pins == 1


@pytest.mark.rule("AN-REACT-06")
def test_a_countercharge_may_be_a_sprint():
    """Over 15 inches a sprinting countercharge of M 2 goes 6 of the 7.5 it should, and takes its sprint test then."""
    played = duel(troopers(1), troopers(1, movement=2 * INCH), [1, 6, 1, 9, 9, 1], 15 * INCH, order="run", theirs={})
    charge(played, 15 * INCH, sprint=True)
    react(played, "countercharge", sprint=True)
    move_unit(played, -6 * INCH, unit="b-y", who="blue", sprint=True).then(AgilityTested, unit="b-y", cause="sprint")
    assert (unit_row(played).pins, unit_row(played).order, question(played)) == (1, "run", "assault_path")
    move_unit(played, 9 * INCH, sprint=True).accepted()
    play_on(played, "follow_on")
