"""When automatic breaks are checked in a fight, and what a consolidation does not set off."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    BreakTested,
    ChooseFollowOn,
    ConsolidateMove,
    H2HRoundBegun,
    ModelLost,
    ReactionsAsked,
    UnitBroken,
)
from tests.rulesets.antares.givens import INCH, straight
from tests.rulesets.antares.said_fights import (
    AMBUSH,
    DOWN,
    USED,
    X,
    Y,
    act,
    charge,
    duel,
    go,
    kinds,
    men,
    of,
    one,
    row,
    through,
)


@pytest.mark.rule("AN-BREAK-04")
def test_a_round_is_fought_to_its_end_before_anybody_breaks_by_pins():
    """A Down unit that reaches its Co by the first blows still strikes with the model that is left, and breaks then."""
    played = duel(men(1), men(2), [3, 9, 3, 9], 4 * INCH, order="run", theirs={**DOWN, "pins": 7})
    charge(played, 4 * INCH)
    events = through(played)
    names = kinds(events)
    assert [len(each.dice) for each in of(events, AccuracyRolled)] == [1, 1]
    assert {each.model[:3] for each in of(events, ModelLost)} == {"a-x", "b-y"}
    assert one(events, UnitBroken).unit == "b-y"
    assert len(names) - 1 - names[::-1].index("AccuracyRolled") < names.index("UnitBroken")
    assert row(played, "a-x").place == "destroyed"


@pytest.mark.rule("AN-BREAK-04")
def test_an_exchange_at_point_blank_is_shot_to_its_end_before_anybody_breaks_by_pins():
    """A Down unit that reaches its Co by the first shots still shoots, and breaks before a blow is struck."""
    foe = men(2, "gun", type="mounted", flags=())
    played = duel(men(1, "gun"), foe, [3, 1, 9, 9], 4 * INCH, order="run", theirs={**DOWN, "pins": 7})
    charge(played, 4 * INCH)
    events = through(played, "consolidate")
    names = kinds(events)
    assert [len(each.dice) for each in of(events, AccuracyRolled)] == [1, 2]
    assert one(events, UnitBroken).cause == "automatic"
    assert len(names) - 1 - names[::-1].index("AccuracyRolled") < names.index("UnitBroken")
    assert not of(events, H2HRoundBegun)
    assert not of(events, BreakTested)
    through(played)


@pytest.mark.rule("AN-CONS-02")
def test_the_same_move_sets_a_reaction_off_when_it_is_no_consolidation():
    """An ambusher is asked about the Run of a unit, and not about its consolidation over the same ground."""
    ambusher = ("a-z", men(1, "gun"), (X + 8 * INCH, Y + 8 * INCH), AMBUSH)
    parts = duel(
        men(1), men(1), [9, 9, 1], 4 * INCH, order="run", theirs={**USED, "pins": 1}, more=[ambusher]
    )  # fmt: skip
    charge(parts, 4 * INCH)
    through(parts, "follow_on")
    parts.when("red", ChooseFollowOn(follow_on=False)).asks("consolidate", "blue")
    away = ConsolidateMove(unit="b-y", paths=straight(parts, "b-y", 5 * INCH))
    parts.when("blue", away).without(ReactionsAsked).asks("consolidate", "red")
    runs = duel(men(1), men(1), (), 4 * INCH, order="run", theirs={}, more=[ambusher])
    act(runs, "b-y", "run")
    go(runs, 5 * INCH, unit="b-y", who="blue").then(ReactionsAsked, unit="b-y").asks("reaction", "red")
