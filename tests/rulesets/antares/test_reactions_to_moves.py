"""AN-REACT-18 to AN-REACT-28: reactions to assaults and moves, Ambush and Free Reactions."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AssaultFailed,
    ContactMade,
    DeclareReaction,
    DieRerolled,
    KeepOrder,
    ModelLost,
    MoveInterrupted,
    OrderDieKept,
    PointBlankPartBegun,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    ShootingDeclared,
    UnitMoved,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from tests.kit import Table
from tests.rulesets.antares.givens import INCH, at, begin, piece, rule
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
    go,
    gun,
    listed,
    men,
    of,
    one,
    react,
    row,
    shoot,
    through,
)

ARMED = men(1, "gun")


def watched(dice: list[int], order: str = "run", own: Any = None, **rest: Any) -> Table:
    """Let "a-x" act with "b-z" in Ambush 12 inches beside it."""
    watcher = ("b-z", rest.pop("watcher", ARMED), rest.pop("where", (X, Y + 13 * INCH)), rest.pop("theirs", AMBUSH))
    return acting(order, ("a-x", own or men(1), (X, Y)), watcher, *rest.pop("more", ()), dice=dice, **rest)


# -- assaulted


@pytest.mark.rule("AN-REACT-18")
@pytest.mark.parametrize(("aimed", "number"), [(False, 5), (True, 6)])
def test_stand_and_shoot_shoots_first_and_once(aimed, number):
    """The target of an assault shoots before the assaulter, once, with the aimed bonus by the option alone."""
    dice = [1, 9, 9, 9, 9, 9, 1]
    played = duel(ARMED, ARMED, dice, 4 * INCH, order="run", theirs={}, options={"stand_and_shoot_aimed": aimed})
    charge(played, 4 * INCH)
    react(played, "stand_and_shoot")
    events = through(played)
    assert row(played).order == "fire"
    kinds = [each.kind for each in of(events, ShootingDeclared) if each.kind != "hand_to_hand"]
    assert kinds == ["stand_and_shoot", "point_blank"]
    assert of(events, AccuracyRolled)[0].needed.total == number
    assert of(events, AccuracyRolled)[1].needed.total == 5
    assert DEFAULTS.stand_and_shoot_aimed is False


@pytest.mark.rule("AN-REACT-18")
def test_stand_and_shoot_answers_an_assault_alone():
    """It does not answer a Run past the unit."""
    played = watched([], watcher=ARMED)
    go(played, 8 * INCH)
    react(played, "stand_and_shoot", "b-z").rejected("AN-REACT-18", "wrong-trigger")


@pytest.mark.rule("AN-REACT-19")
def test_an_escape_gets_out_of_reach():
    """A target of M 5 runs 10 inches from an assaulter 6 inches off, before that one moves: the gap is 16."""
    played = duel(men(1), men(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    go(played, 10 * INCH, unit="b-y", who="blue").accepted()
    assert (at(played, "a-x.1"), at(played, "b-y.1")) == ((X, Y), (X + 17 * INCH, Y))
    assert row(played).order == "run"
    assert asked(played) == "assault_path"
    go(played, 10 * INCH)
    assert len(of(through(played), AssaultFailed)) == 1


@pytest.mark.rule("AN-REACT-20")
def test_an_assaulter_that_reaches_the_escaper_fights_on():
    """From a gap of 3 inches an escape of 5 is caught by a reach of 10: point blank shooting follows."""
    played = duel(ARMED, men(1), [1, 9, 9, 9, 9, 1], 3 * INCH, order="run", theirs={})
    charge(played, 3 * INCH)
    react(played, "escape")
    go(played, 5 * INCH, unit="b-y", who="blue").accepted()
    go(played, 8 * INCH).then(ContactMade, PointBlankPartBegun)
    through(played)


@pytest.mark.rule("AN-REACT-20")
def test_an_escape_beyond_reach_makes_the_assault_fail():
    """With a gap of 16 inches a reach of 15 does not do: the assault fails."""
    played = duel(men(1), men(1), [1, 1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH, sprint=True)
    react(played, "escape")
    go(played, 10 * INCH, unit="b-y", who="blue").accepted()
    go(played, 15 * INCH, sprint=True)
    assert len(of(through(played), AssaultFailed)) == 1
    assert at(played, "a-x.1") == (X + 15 * INCH, Y)


@pytest.mark.rule("AN-REACT-20")
def test_an_escape_ends_farther_away():
    """An escape that ends no farther from the assaulter is refused."""
    played = duel(men(1), men(1), [1], 6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "escape")
    go(played, -2 * INCH, unit="b-y", who="blue").rejected("AN-REACT-20", "no-farther-away")
    go(played, 0, INCH, unit="b-y", who="blue").accepted()
    go(played, 2 * INCH)
    through(played)


@pytest.mark.rule("AN-REACT-21")
def test_a_countercharge_meets_half_way():
    """Over a gap of 12 inches both move 6 and meet, and both fight at Str and 1."""
    played = duel(men(1), men(1), [1, 1, 9, 9, 9, 1], 12 * INCH, order="run", theirs={})
    charge(played, 12 * INCH, sprint=True)
    react(played, "countercharge")
    go(played, -6 * INCH, unit="b-y", who="blue").accepted()
    go(played, 6 * INCH, sprint=True)
    events = through(played)
    assert len(of(events, ContactMade)) == 1
    assert [each.needed.total for each in of(events, AccuracyRolled)] == [6, 6]
    assert row(played).order == "run"


@pytest.mark.rule("AN-REACT-21")
def test_a_countercharge_stops_half_way():
    """A countercharge that stops short of half the gap though it could go on is refused."""
    played = duel(men(1), men(1), [1], 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH)
    react(played, "countercharge")
    go(played, -2 * INCH, unit="b-y", who="blue").rejected("AN-REACT-21", "not-half-way")


@pytest.mark.rule("AN-REACT-21")
def test_the_other_side_covers_what_one_can_not():
    """A unit of M 2 goes 4 of the 10 inches, and the assaulter the other 6."""
    played = duel(men(1), men(1, move=2 * INCH), [1, 9, 9, 9, 1], 10 * INCH, order="run", theirs={})
    charge(played, 10 * INCH)
    react(played, "countercharge")
    go(played, -4 * INCH, unit="b-y", who="blue").accepted()
    go(played, 6 * INCH).then(ContactMade)
    through(played)


@pytest.mark.rule("AN-REACT-21")
def test_a_unit_that_may_not_assault_may_not_countercharge():
    """A weapon team is refused."""
    played = duel(men(1), men(1, type="weapon_team", flags=()), gap=6 * INCH, order="run", theirs={})
    charge(played, 6 * INCH)
    react(played, "countercharge").rejected("AN-REACT-21", "may-not-assault")


# -- Ambush Fire


GAPPED = [
    piece(name, (left, 18 * INCH), (right, 18 * INCH), type="obstacle", los="blocking", height=0, cover="clear")
    for name, left, right in (("w1", 0, 13_800), ("w2", 16_200, 60_000))
]


@pytest.mark.rule("AN-REACT-22")
def test_ambush_fire_halts_the_mover_where_the_ambusher_says():
    """A runner seen at 4 to 6 inches of its path is shot at 5, and refused at 0 and 10; it goes on afterwards."""
    played = watched([9], terrain=GAPPED, where=(X + 5 * INCH, 25 * INCH))
    go(played, 10 * INCH)
    for point in (0, 10 * INCH):
        outcome = react(played, "ambush_fire", "b-z", point=point)
        outcome.rejected("AN-REACT-37", "nobody-can-shoot-there")
    react(played, "ambush_fire", "b-z", point=5 * INCH)
    events = through(played)
    assert one(events, MoveInterrupted).progress == 5 * INCH
    shot = next(place for place, each in enumerate(events) if isinstance(each, AccuracyRolled))
    before = [each for each in events[:shot] if isinstance(each, UnitMoved)]
    assert before[-1].models[0].pose.x == X + 5 * INCH
    assert at(played, "a-x.1") == (X + 10 * INCH, Y)
    assert row(played, "b-z").order == "fire"


@pytest.mark.rule("AN-REACT-22")
@pytest.mark.parametrize("order", ["advance", "run"])
@pytest.mark.parametrize("point", [0, 5 * INCH])
def test_ambush_fire_answers_runs_and_advances_from_start_to_end(order, point):
    """A Run and an Advance are answered at any point, start and end included."""
    played = watched([9], order)
    go(played, 5 * INCH)
    react(played, "ambush_fire", "b-z", point=point).accepted()
    assert len(of(through(played), AccuracyRolled)) == 1


@pytest.mark.rule("AN-REACT-22")
def test_only_a_unit_in_ambush_fires_at_a_mover():
    """An unordered unit is refused, and alone it is not asked."""
    other = ("b-y", ARMED, (X, Y - 9 * INCH))
    played = watched([], more=[other])
    go(played, 5 * INCH)
    assert set(listed(played)) == {"b-z"}
    react(played, "ambush_fire", "b-y", point=INCH).rejected("AN-REACT-22", "needs-ambush")
    played = watched([], theirs={})
    go(played, 5 * INCH).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-23")
def test_the_last_ten_inches_of_an_assault_are_not_interrupted():
    """From 14 inches a point at 3 is allowed and one at 4 is not, since 10 inches are left there."""
    watcher = ("b-z", ARMED, (X, Y + 13 * INCH), AMBUSH)
    played = duel(men(1), men(1), [9, 1, 9, 9, 9, 1], 14 * INCH, order="run", more=[watcher])
    charge(played, 14 * INCH, sprint=True)
    react(played, "ambush_fire", "b-z", point=4 * INCH).rejected("AN-REACT-23", "within-10-inches")
    react(played, "ambush_fire", "b-z", point=3999).accepted()
    assert one(through(played), MoveInterrupted).progress == 3999


@pytest.mark.rule("AN-REACT-23")
def test_an_assault_from_within_ten_is_not_interrupted_at_all():
    """An ambusher is not asked, or refused, where the assault starts 9 inches from its target."""
    watcher = ("b-z", ARMED, (X, Y + 13 * INCH), AMBUSH)
    played = duel(men(1), men(1), [9, 9, 9, 1], 9 * INCH, order="run", more=[watcher])
    charge(played, 9 * INCH).without(ReactionsAsked)
    through(played)


@pytest.mark.rule("AN-REACT-23")
@pytest.mark.parametrize(("y", "allowed"), [(13 * INCH, True), (9 * INCH, False)])
def test_by_the_option_the_distance_of_the_ambusher_counts(y, allowed):
    """By the option an assault from 9 inches is halted where the ambusher is more than 10 inches away."""
    watcher = ("b-z", ARMED, (X, Y + y), AMBUSH)
    dice = [*([9] if allowed else []), 9, 9, 9, 1]
    options = {"ambush_assault_gap_from": "ambusher"}
    played = duel(men(1), men(1), dice, 9 * INCH, order="run", more=[watcher], options=options)
    charge(played, 9 * INCH)
    if allowed:
        react(played, "ambush_fire", "b-z", point=0).accepted()
    assert len(of(through(played), MoveInterrupted)) == int(allowed)


@pytest.mark.rule("AN-REACT-24")
def test_ambush_fire_is_shot_as_under_fire():
    """Acc 5 without pins against a medium target makes 6, and the die is turned to Fire."""
    played = watched([9])
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    assert one(through(played), AccuracyRolled).needed.total == 6
    assert row(played, "b-z").order == "fire"


@pytest.mark.rule("AN-REACT-24")
def test_hits_on_a_sprinter_are_rerolled():
    """A hit on a unit that sprints past an ambusher is thrown again, one on a runner is not."""
    for sprint, dice in ((True, [3, 9, 1]), (False, [3, 2])):
        played = watched(dice)
        go(played, 8 * INCH, sprint=sprint)
        react(played, "ambush_fire", "b-z", point=2 * INCH)
        reasons = [each.reason for each in of(through(played), DieRerolled)]
        assert reasons == (["sprinting"] if sprint else [])


@pytest.mark.rule("AN-REACT-24")
def test_heavy_weapons_fire_from_ambush():
    """A heavy weapon fires from Ambush, without the aimed bonus."""
    big = gun(1, "big", kind="heavy", properties=())
    played = watched([9], watcher=men(1, "big"), weapons=[big])
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    assert one(through(played), AccuracyRolled).needed.total == 5


@pytest.mark.rule("AN-REACT-25")
def test_an_ambusher_may_let_triggers_pass():
    """Three moves go by without a reaction: the unit is still in Ambush and keeps the order at the end of the turn."""
    more = [(f"a-{name}", men(1), (X, Y - 3 * INCH * place)) for place, name in enumerate("uv", 1)]
    played = watched([], more=more)
    go(played, 4 * INCH)
    decline(played)
    through(played)
    for each in ("a-u", "a-v"):
        act(played, each, "run")
        go(played, 4 * INCH, unit=each).asks("reaction", "blue")
        decline(played)
        through(played)
        assert row(played, "b-z").order == "ambush"
    begin(played, "ambush", first=1)
    played.faces(1)
    played.when("blue", KeepOrder(unit="b-z", keep=True)).then(OrderDieKept, unit="b-z", order="ambush")


@pytest.mark.rule("AN-REACT-25")
@pytest.mark.parametrize(("kept", "order"), [(False, "fire"), (True, "ambush")])
def test_a_reaction_ends_the_ambush_unless_the_option_says_otherwise(kept, order):
    """After Ambush Fire the die shows Fire, by the option Ambush still."""
    played = watched([9], options={"ambush_kept_after_reaction": kept})
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    through(played)
    assert row(played, "b-z").order == order


# -- Free Reactions, and limits


FREE = (rule("free_reaction", 1, "firefight"),)


@pytest.mark.rule("AN-REACT-26")
def test_a_free_reaction_leaves_the_die_alone():
    """A unit that shows Advance and may Firefight freely tests Init and shoots; its die stays Advance."""
    played = duel(ARMED, men(1, "gun", rules=FREE), [5, 9, 9], theirs={**USED, "pins": 2})
    shoot(played).asks("reaction", "blue")
    react(played, "firefight", free=True)
    events = through(played)
    test = one(events, ReactionTested)
    assert test.needed is not None
    assert (test.needed.total, test.passed) == (5, True)
    assert [each.needed.total for each in of(events, AccuracyRolled)] == [6, 4]
    assert (row(played).order, played.game.sides[1].bag) == ("advance", 0)


@pytest.mark.rule("AN-REACT-26")
def test_a_free_reaction_in_ambush_is_not_tested():
    """A unit in Ambush that Firefights freely takes no test and stays in Ambush."""
    played = duel(ARMED, men(1, "gun", rules=FREE), [9, 9], theirs=AMBUSH)
    shoot(played)
    react(played, "firefight", free=True)
    assert one(through(played), ReactionTested).needed is None
    assert row(played).order == "ambush"


@pytest.mark.rule("AN-REACT-26")
def test_a_free_reaction_is_limited_and_has_to_be_granted():
    """A second use in a turn and a unit without the rule are not asked or refused."""
    second = ("a-z", ARMED, (X, Y - 4 * INCH))
    played = duel(ARMED, men(1, "gun", rules=FREE), [1, 9, 9, 9], theirs=USED, more=[second])
    shoot(played)
    react(played, "firefight", free=True)
    through(played)
    act(played, "a-z", "fire")
    shoot(played, unit="a-z").without(ReactionsAsked)
    played = duel(ARMED, ARMED, theirs={})
    shoot(played)
    react(played, "firefight", free=True).rejected("AN-REACT-26", "no-free-reaction")


@pytest.mark.rule("AN-REACT-27")
def test_reactions_do_not_trigger_reactions():
    """The acting unit, shot at by a Firefight with a die to use, is not asked and may not go Down."""
    played = duel(men(1, "gun", order_dice=2), ARMED, [1, 9, 9], theirs={}, mine={"hand": 2})
    shoot(played)
    events = react(played, "firefight").accepted().events
    assert asked(played) != "reaction"
    down = DeclareReaction(unit="a-x", reaction="go_down", sprint=False, point=0, free=False)
    played.when("red", down).rejected("AN-REACT-34", "not-asked")
    assert not of([*events, *through(played)], ReactionsAsked)


@pytest.mark.rule("AN-REACT-27")
def test_a_unit_reacts_once_to_an_action():
    """A unit of two dice that has fired from Ambush at an advance is not asked when it is shot at."""
    played = duel(ARMED, men(1, "gun", order_dice=2), [9, 9], order="advance", theirs={**AMBUSH, "hand": 1})
    go(played, 0, 4 * INCH)
    react(played, "ambush_fire", point=INCH)
    through(played, "action")
    shoot(played).without(ReactionsAsked)
    through(played)


@pytest.mark.rule("AN-REACT-28")
def test_only_the_target_reacts_to_shots():
    """A neighbour of the target is not listed and is refused."""
    neighbour = ("b-z", ARMED, (X + 11 * INCH, Y + 3 * INCH))
    played = duel(ARMED, ARMED, theirs={}, more=[neighbour])
    shoot(played)
    assert set(listed(played)) == {"b-y"}
    react(played, "firefight", "b-z").rejected("AN-REACT-28", "not-the-target")


@pytest.mark.rule("AN-REACT-28")
def test_a_reaction_whose_target_is_gone_is_spent():
    """Where the mover is destroyed by the first ambusher the second reacts to nobody and its die stays Fire."""
    second = ("b-w", ARMED, (X + 3 * INCH, Y + 13 * INCH), AMBUSH)
    played = watched([3, 9], more=[second])
    go(played, 8 * INCH)
    react(played, "ambush_fire", "b-z", point=INCH)
    react(played, "ambush_fire", "b-w", point=4 * INCH)
    events = through(played)
    assert len(of(events, ModelLost)) == 1
    assert [each.unit for each in of(events, ReactionStarted)] == ["b-z"]
    assert row(played, "b-w").order == "fire"
