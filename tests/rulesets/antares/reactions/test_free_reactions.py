"""AN-REACT-26: Free Reactions."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    ActionEnded,
    OrderDieTaken,
    OrderTurned,
    ReactionsAsked,
    ReactionStarted,
    ReactionTested,
    UnitWentDown,
)
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, USED, X, Y, act_on, acting, duel
from tests.rulesets.antares.reactions.fixtures import ARMED
from tests.rulesets.antares.sheets import INCH, lone_trooper, special_rule, troopers, vehicle
from tests.rulesets.antares.steps import events_of, one_event, open_reactions, play_on, react, shoot, unit_row

FREE_FIREFIGHT = (special_rule("free_reaction", 1, "firefight"),)


@pytest.mark.rule("AN-REACT-26")
@pytest.mark.ruling("AN-REACT-26.2")
def test_a_free_reaction_leaves_the_die_alone():
    """A unit that shows Advance and may Firefight freely tests Init and shoots; its die stays Advance."""
    played = duel(ARMED, troopers(1, "gun", rules=FREE_FIREFIGHT), [5, 9, 9], theirs={**USED, "pins": 2})
    shoot(played).asks("reaction", "blue")
    react(played, "firefight", free=True)
    events = play_on(played)
    test = one_event(events, ReactionTested)
    assert test.needed is not None
    assert (test.needed.total, test.passed) == (5, True)
    assert [event.needed.total for event in events_of(events, AccuracyRolled)] == [6, 4]
    assert (unit_row(played).order, played.game.sides[1].bag) == ("advance", 0)


@pytest.mark.rule("AN-REACT-26")
def test_a_free_reaction_in_ambush_is_not_tested():
    """A unit in Ambush that Firefights freely takes no test and stays in Ambush."""
    played = duel(ARMED, troopers(1, "gun", rules=FREE_FIREFIGHT), [9, 9], theirs=AMBUSH)
    shoot(played)
    react(played, "firefight", free=True)
    assert one_event(play_on(played), ReactionTested).needed is None
    assert unit_row(played).order == "ambush"


@pytest.mark.rule("AN-REACT-26")
@pytest.mark.ruling("AN-REACT-26.2")
def test_a_free_reaction_is_limited_and_has_to_be_granted():
    """A second use in a turn and a unit without the rule are not asked or refused."""
    second = ("a-z", ARMED, (X, Y - 4 * INCH))
    played = duel(ARMED, troopers(1, "gun", rules=FREE_FIREFIGHT), [1, 9, 9, 9], theirs=USED, more=[second])
    shoot(played)
    react(played, "firefight", free=True)
    play_on(played)
    act_on(played, "a-z", "fire")
    shoot(played, unit="a-z").without(ReactionsAsked)
    played = duel(ARMED, ARMED, theirs={})
    shoot(played)
    react(played, "firefight", free=True).rejected("AN-REACT-26", "no-free-reaction")


@pytest.mark.rule("AN-REACT-26")
def test_a_free_reaction_is_tested_keeps_the_die_and_comes_once_a_turn():
    """A unit showing Advance with the rule fires back after a test; its die stays, and it may do so once a turn."""
    sheet = lone_trooper(rules=(special_rule("free_reaction", 1, "firefight"),))
    played = acting("fire", RED_TROOPER, ("b-y", sheet, (29_000, 10_000), USED), dice=[7, 9, 9])
    shoot(played).accepted()
    assert open_reactions(played) == {"b-y": ("firefight",)}
    react(played, "firefight").rejected("AN-REACT-01", "reactor-has-order")
    react(played, "go_down", free=True).rejected("AN-REACT-26", "no-free-reaction")
    react(played, "firefight", free=True).then(ReactionTested, ReactionStarted).without(OrderDieTaken, OrderTurned)
    shoot(played, target="a-x", unit="b-y", who="blue").then(AccuracyRolled, AccuracyRolled, ActionEnded)
    assert unit_row(played, "b-y").order == "advance"
    assert unit_row(played, "b-y").free_reactions_made == ("firefight",)
    used = {"order": "advance", "free_reactions_used": 1, "free_reactions_made": ("firefight",)}
    played = acting("fire", RED_TROOPER, ("b-y", sheet, (29_000, 10_000), used), dice=[9])
    shoot(played).without(ReactionsAsked)


@pytest.mark.rule("AN-REACT-26")
def test_a_unit_that_is_down_makes_no_free_reaction():
    """A Down unit may not Firefight freely; another die of its own would have to turn it up first."""
    sheet = vehicle(rules=(special_rule("free_reaction", 1, "firefight"),))
    down = {"order": "down"}
    played = acting("fire", RED_TROOPER, ("b-y", sheet, (29_000, 10_000), down), dice=[])
    shoot(played).accepted()
    react(played, "firefight", free=True).rejected("AN-REACT-26", "down-already")


@pytest.mark.rule("AN-REACT-26", "AN-REACT-13")
def test_going_down_for_free_leaves_the_die_in_the_bag():
    """Going Down for free leaves the unused die in the bag."""
    sheet = lone_trooper(rules=(special_rule("free_reaction", 1, "go_down"),))
    played = acting("advance", RED_TROOPER, ("b-y", sheet, (29_000, 10_000)), dice=[9])
    shoot(played).accepted()
    bag = played.game.sides[1].bag
    react(played, "go_down", free=True).then(UnitWentDown, die="none")
    assert played.game.sides[1].bag == bag
    assert unit_row(played, "b-y").order == "down"
