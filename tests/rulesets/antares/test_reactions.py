"""AN-REACT-01 to AN-REACT-17: who may react, the test, and reactions to being shot at."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    DeclareReaction,
    DieRerolled,
    GiveOrder,
    ModelLost,
    OrderDieTaken,
    OrderTested,
    PinsAdded,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ShotsLost,
    UnitWentDown,
)
from tests.rulesets.antares.givens import INCH, at, box, drawn, probe
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    USED,
    X,
    Y,
    act,
    acting,
    asked,
    charge,
    decline,
    duel,
    gained,
    go,
    left,
    listed,
    men,
    of,
    one,
    react,
    resisted,
    row,
    shoot,
    through,
)

MOD = {"order": "advance", "hand": 1}
ARMED = men(1, "gun")


# -- who may react


@pytest.mark.rule("AN-REACT-01")
def test_an_unordered_unit_may_react():
    """A unit without an order that is shot at may declare a Firefight, with a die from the bag."""
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={})
    shoot(played).asks("reaction", "blue")
    react(played, "firefight").then(OrderDieTaken, unit="b-y", order="fire")
    through(played)


@pytest.mark.rule("AN-REACT-01")
def test_a_unit_with_an_order_may_not():
    """A unit of one die that shows Advance is refused."""
    watcher = ("b-z", ARMED, (X, Y + 15 * INCH), AMBUSH)
    played = duel(men(1), men(1), gap=14 * INCH, order="run", more=[watcher])
    charge(played, 14 * INCH, sprint=True).asks("reaction", "blue")
    assert set(listed(played)) == {"b-z"}
    react(played, "escape").rejected("AN-REACT-01", "reactor-has-order")


@pytest.mark.rule("AN-REACT-02")
def test_a_unit_in_ambush_turns_its_die():
    """A unit in Ambush that is assaulted may Stand and Shoot; its die is turned to Fire and none leaves the bag."""
    played = duel(men(1), ARMED, [9, 9, 9, 9, 1], 4 * INCH, order="run", theirs=AMBUSH)
    charge(played, 4 * INCH).asks("reaction", "blue")
    react(played, "stand_and_shoot").without(OrderDieTaken)
    assert row(played).order == "fire"
    through(played)


@pytest.mark.rule("AN-REACT-03")
def test_a_unit_with_an_unused_die_may_react_once():
    """A unit of two dice that used one reacts once, and is not asked again."""
    second = ("a-z", ARMED, (X, Y - 4 * INCH))
    played = duel(ARMED, men(1, "gun", order_dice=2), [1, 9, 9, 9], theirs=MOD, more=[second])
    shoot(played).asks("reaction", "blue")
    react(played, "firefight")
    through(played)
    assert (row(played).order, row(played).hand, played.game.sides[1].bag) == ("fire", 0, 0)
    act(played, "a-z", "fire")
    shoot(played, unit="a-z").without(ReactionsAsked)
    through(played)


@pytest.mark.rule("AN-REACT-04")
def test_probes_do_not_react():
    """A probe that is shot at is not asked, and its declaration in another window is refused."""
    played = duel(ARMED, probe(), [9], theirs={})
    shoot(played).without(ReactionsAsked)
    watcher = ("b-z", ARMED, (X, Y + 15 * INCH), AMBUSH)
    played = duel(men(1), probe(), order="run", theirs={}, more=[watcher])
    go(played, 4 * INCH).asks("reaction", "blue")
    react(played, "go_down").rejected("AN-REACT-04", "probes-do-not-react")


@pytest.mark.rule("AN-REACT-05")
def test_declarations_close_before_the_first_reaction():
    """Of two units in Ambush one declares and the side passes for the other: that one is refused afterwards."""
    watchers = [(f"b-{name}", ARMED, (X + 3 * INCH * place, Y + 12 * INCH), AMBUSH) for place, name in enumerate("vw")]
    played = acting("run", ("a-x", men(1), (X, Y)), *watchers, dice=[9])
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-v", point=4 * INCH)
    decline(played)
    late = DeclareReaction(unit="b-w", reaction="ambush_fire", sprint=False, point=5 * INCH, free=False)
    played.when("blue", late).rejected("AN-REACT-34", "not-asked")
    through(played)
    assert row(played, "b-w").order == "ambush"


@pytest.mark.rule("AN-REACT-06")
def test_a_run_reaction_may_be_a_sprint():
    """Infantry of M 5 escapes 15 inches and takes the sprint test afterwards."""
    played = duel(men(1), men(1), [1, 6], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape", sprint=True)
    go(played, 15 * INCH, unit="b-y", who="blue", sprint=True).then(AgilityTested, unit="b-y", cause="sprint")
    assert (row(played).pins, row(played).order) == (1, "run")
    assert at(played, "b-y.1") == (X + 22 * INCH, Y)
    through(played)


@pytest.mark.rule("AN-REACT-06")
def test_a_unit_that_does_not_sprint_may_not():
    """A weapon team may not declare its escape as a sprint, and a Firefight is no sprint at all."""
    played = duel(men(1), men(1, type="weapon_team", flags=()), gap=6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape", sprint=True).rejected("AN-MOVE-05", "reactor-can-not-sprint")
    played = duel(ARMED, ARMED, theirs={})
    shoot(played)
    react(played, "firefight", sprint=True).rejected("AN-REACT-06", "reaction-without-run")


# -- the test


@pytest.mark.rule("AN-REACT-07")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_the_test_is_init_less_pins(face, passed):
    """Init 7 with 2 pins makes 5: a 5 passes and a 6 does not."""
    played = duel(ARMED, ARMED, [face, 9, *([9] if passed else [])], theirs={"pins": 2})
    shoot(played)
    react(played, "firefight")
    test = one(through(played), ReactionTested)
    assert test.needed is not None
    assert (test.needed.total, test.face, test.passed) == (5, face, passed)


@pytest.mark.rule("AN-REACT-08")
def test_ambush_needs_no_test():
    """A unit in Ambush with 4 pins fires without a test, at 4 less."""
    watcher = ("b-z", ARMED, (X, Y + 12 * INCH), {**AMBUSH, "pins": 4})
    played = acting("run", ("a-x", men(1), (X, Y)), watcher, dice=[9])
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=2 * INCH)
    events = through(played)
    assert one(events, ReactionTested).needed is None
    assert one(events, AccuracyRolled).needed.total == 5 + 1 - 4


@pytest.mark.rule("AN-REACT-09")
def test_going_down_needs_no_test():
    """An unordered unit with 6 pins goes Down without a die."""
    played = duel(ARMED, men(1), [9], theirs={"pins": 6})
    shoot(played)
    react(played, "go_down")
    events = through(played)
    assert one(events, ReactionTested).needed is None
    assert (row(played).order, row(played).pins) == ("down", 6)


@pytest.mark.rule("AN-REACT-10")
def test_a_passed_test_changes_no_pins():
    """A 1 against 5: the reaction is made and the pins stay."""
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={"pins": 2})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    assert one(events, ReactionTested).passed is True
    assert row(played).pins == 2
    assert len(of(events, AccuracyRolled)) == 2


@pytest.mark.rule("AN-REACT-11")
def test_the_reaction_is_the_order_of_the_turn():
    """A Firefight takes a die from the bag, which shows Fire, without an order test; an order later is refused."""
    other = ("b-z", men(1), (X, Y + 30 * INCH))
    played = duel(ARMED, ARMED, [1, 9, 9], theirs={"pins": 1}, more=[other])
    shoot(played)
    react(played, "firefight")
    assert not of([*played.events, *through(played)], OrderTested)
    assert (row(played).order, played.game.sides[1].bag) == ("fire", 1)
    drawn(played, 1)
    played.when("blue", GiveOrder(unit="b-y", order="advance")).rejected("AN-TURN-08", "has-order")
    played.when("blue", GiveOrder(unit="b-z", order="ambush")).accepted()


@pytest.mark.rule("AN-REACT-12")
@pytest.mark.parametrize(("face", "pins"), [(8, 2), (10, 0)])
def test_a_failed_test_gives_a_pin_and_keeps_the_die(face, pins):
    """An 8 against 5, or a 10: one pin more, no reaction, and the unit may be ordered later."""
    played = duel(ARMED, ARMED, [face, 9], theirs={"pins": pins})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    assert one(events, PinsAdded).cause == "reaction"
    assert not of(events, ReactionStarted)
    assert (row(played).pins, row(played).order, played.game.sides[1].bag) == (pins + 1, "", 1)
    drawn(played, 1)
    played.faces(1)
    played.when("blue", GiveOrder(unit="b-y", order="fire")).accepted()
    assert row(played).order == "fire"


@pytest.mark.rule("AN-REACT-12")
def test_the_pin_of_a_failed_reaction_counts_at_once():
    """A reactor that fails against an assault shoots at point blank with its new pin."""
    played = duel(men(1), ARMED, [8, 9, 9, 9, 1], 4 * INCH, order="run", theirs={})
    charge(played, 4 * INCH)
    react(played, "stand_and_shoot")
    rolls = of(through(played, "follow_on"), AccuracyRolled)
    assert rolls[0].needed.total == 5 - 1


# -- shot at


@pytest.mark.rule("AN-REACT-13")
@pytest.mark.parametrize("order", ["advance", "fire"])
def test_going_down_before_the_shots(order):
    """A target of Fire or Advance that goes Down takes a die from the bag, and hits on it are thrown again."""
    played = duel(ARMED, men(1), [3, 9], theirs={}, order=order)
    shoot(played)
    react(played, "go_down").then(OrderDieTaken, order="down")
    events = through(played)
    assert one(events, DieRerolled).reason == "down"
    assert (row(played).order, played.game.sides[1].bag) == ("down", 0)
    names = [type(each) for each in events]
    assert names.index(UnitWentDown) < names.index(AccuracyRolled)


@pytest.mark.rule("AN-REACT-13")
def test_going_down_does_not_answer_a_run():
    """Going Down is refused against a Run."""
    played = duel(men(1), ARMED, order="run", theirs=AMBUSH)
    go(played, 0, 4 * INCH)
    react(played, "go_down").rejected("AN-REACT-13", "wrong-trigger")


@pytest.mark.rule("AN-REACT-14")
def test_a_firefight_answers_fire_within_20():
    """Fire from 18 inches may be answered, as under Fire, aimed bonus included."""
    played = duel(ARMED, ARMED, [1, 9, 9], 18 * INCH, theirs={})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    assert [each.needed.total for each in of(events, AccuracyRolled)] == [6, 6]
    assert row(played).order == "fire"


@pytest.mark.rule("AN-REACT-14")
def test_a_firefight_does_not_answer_more():
    """Fire from 21 inches and shooting under Advance from 10 can not be answered; 20 inches can."""
    played = duel(ARMED, ARMED, gap=21 * INCH, theirs={})
    shoot(played)
    react(played, "firefight").rejected("AN-REACT-14", "beyond-20-inches", distance=21_000)
    played = duel(ARMED, ARMED, order="advance", theirs={})
    shoot(played)
    react(played, "firefight").rejected("AN-REACT-14", "wrong-trigger")
    played = duel(ARMED, ARMED, [8, 9], gap=20 * INCH, theirs={})
    shoot(played)
    react(played, "firefight").accepted()
    through(played)


@pytest.mark.rule("AN-REACT-15")
def test_both_volleys_are_rolled_on_the_state_before_either():
    """Two sides of 5 that lose 2 each both threw 5 dice, without the pins of the exchange."""
    dice = [1, 3, 4, 9, 9, 9, 3, 4, 9, 9, 9, 9, 9, 9, 9]
    played = duel(men(5, "gun"), men(5, "gun"), dice, theirs={})
    shoot(played)
    react(played, "firefight")
    events = through(played)
    assert [(len(each.dice), each.needed.total) for each in of(events, AccuracyRolled)] == [(5, 6), (5, 6)]
    assert (left(played, "a-x"), left(played)) == (3, 3)
    assert (gained(events, "a-x"), gained(events)) == (1, 1)
    names = [type(each) for each in events]
    assert names.index(ModelLost) > max(place for place, each in enumerate(names) if each is AccuracyRolled)


WOOD = box("w", X + 20 * INCH, Y + 5 * INCH, 20 * INCH, 8 * INCH, cover="hard", los="clear", move="open")


@pytest.mark.rule("AN-REACT-16")
def test_a_dash_answers_fire_from_beyond_20():
    """Fire from 25 inches may be answered by a dash, from 20 it may not."""
    played = duel(ARMED, men(1), [8, 9], 25 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover").accepted()
    through(played)
    played = duel(ARMED, men(1), gap=20 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover").rejected("AN-REACT-16", "within-20-inches")


@pytest.mark.rule("AN-REACT-17")
def test_a_dash_brings_models_into_cover():
    """A unit that dashes 8 inches into hard cover is shot at there, with 2 more on its resist."""
    played = duel(ARMED, men(1), [1, 3, 8], 25 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover")
    go(played, 0, 8 * INCH, unit="b-y", who="blue").accepted()
    events = through(played)
    assert resisted(events)[0].needed.total == 5 + 1 + 2
    assert (row(played).order, at(played, "b-y.1")) == ("run", (X + 26 * INCH, Y + 8 * INCH))


@pytest.mark.rule("AN-REACT-17")
def test_a_dash_from_open_to_open_is_refused():
    """A dash that ends in the open is refused."""
    played = duel(ARMED, men(1), [1], 25 * INCH, theirs={}, terrain=[WOOD])
    shoot(played)
    react(played, "dash_to_cover")
    go(played, 0, -8 * INCH, unit="b-y", who="blue").rejected("AN-REACT-17", "no-better-cover")
    assert asked(played) == "reaction_move"
    played.faces(9)
    through(played)


@pytest.mark.rule("AN-REACT-17")
def test_the_shooter_loses_shots_at_a_unit_out_of_sight():
    """A unit that dashes behind something solid is not shot at any more, and no other target is asked for."""
    rock = box("r", X + 22 * INCH, Y + 5 * INCH, INCH, 20 * INCH, cover="hard", los="blocking", move="impassable")
    other = ("b-z", men(1), (X + 10 * INCH, Y - 4 * INCH), USED)
    played = duel(ARMED, men(1), [1], 25 * INCH, theirs={}, terrain=[rock], more=[other])
    shoot(played)
    react(played, "dash_to_cover")
    go(played, 0, 10 * INCH, unit="b-y", who="blue").accepted()
    events = through(played)
    assert one(events, ShotsLost).models == ("a-x.1",)
    assert not of(events, AccuracyRolled)


@pytest.mark.rule("AN-REACT-01")
def test_a_unit_without_a_die_in_the_bag_may_not():
    """An unordered unit whose side has no die left in the bag is not asked, or refused for want of a die."""
    watcher = ("b-z", ARMED, (X, Y + 15 * INCH), AMBUSH)
    played = duel(men(1), ARMED, gap=14 * INCH, order="run", theirs={}, more=[watcher])
    sides = played.game.sides
    played.set(sides={0: sides[0], 1: replace(sides[1], bag=0, taken=1)})
    charge(played, 14 * INCH, sprint=True)
    assert set(listed(played)) == {"b-z"}
    react(played, "stand_and_shoot").rejected("AN-ORDER-27", "no-die-left")
