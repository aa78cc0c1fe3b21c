"""AN-GEN-01 and AN-GEN-04: tests on a D10, and where pins count."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    AgilityTested,
    BreakTested,
    OrderTested,
    ReactionTested,
    RecoveryTested,
    ResolveDown,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.fixtures import DOWN, FIRE, C, X, Y, acting, duel, two_sides
from tests.rulesets.antares.sheets import INCH, box, troopers
from tests.rulesets.antares.steps import (
    begin_turn_end,
    charge,
    events_of,
    move_unit,
    one_event,
    order_given,
    play_on,
    react,
    resist_tests,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-GEN-01")
@pytest.mark.parametrize(("face", "passed"), [(6, True), (7, False)])
def test_a_roll_up_to_the_target_number_passes(face, passed):
    """Co 8 with 2 pins makes 6 under Fire: a 6 passes, a 7 fails, and one D10 is all that is thrown."""
    out = order_given("fire", [face], {"pins": 2})
    test = out.one(OrderTested)
    assert (test.needed.total, test.passed) == (6, passed)
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (face,))]


@pytest.mark.rule("AN-GEN-01")
def test_bonuses_raise_and_penalties_lower_the_target_number():
    """Accuracy 5 with the aimed bonus and 2 pins is 4, and a 4 hits where a 5 misses."""
    played = duel(troopers(2, "gun"), troopers(5), [4, 5, 1], mine={"pins": 2})
    shoot(played)
    rolled = one_event(play_on(played), AccuracyRolled)
    assert rolled.needed.total == 4
    assert [die.result for die in rolled.dice] == ["hit", "miss"]


@pytest.mark.rule("AN-GEN-04")
@pytest.mark.parametrize(("order", "needed"), [("fire", 5), ("advance", 5), ("run", 5), ("ambush", 5), ("rally", 8)])
def test_pins_count_in_order_tests_but_not_in_rally(order, needed):
    """Co 8 with 3 pins is 5 for Fire, Advance, Run and Ambush, and 8 for Rally."""
    out = order_given(order, [9], {"pins": 3})
    assert out.one(OrderTested).needed.total == needed


@pytest.mark.rule("AN-GEN-04")
def test_pins_count_in_reaction_tests():
    """Init 7 with 3 pins is 4."""
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [4, 10, 10], theirs={"pins": 3})
    shoot(played)
    react(played, "firefight")
    test = one_event(play_on(played), ReactionTested)
    assert (test.needed.total, test.passed) == (4, True)


@pytest.mark.rule("AN-GEN-04")
def test_pins_count_in_break_tests_and_not_in_resist_tests():
    """A unit that has 3 pins now breaks above 5; its Res of 5 and armour of 1 made 6 all the same."""
    played = duel(troopers(1, "gun"), troopers(2), [3, 9, 5], theirs={**FIRE, "pins": 2})
    shoot(played)
    events = play_on(played)
    assert unit_row(played).pins == 3
    assert one_event(events, BreakTested).needed.total == 5
    assert resist_tests(events)[0].needed.total == 6


@pytest.mark.rule("AN-GEN-04")
def test_pins_count_in_accuracy_rolls():
    """Acc 5 aimed with 3 pins is 3."""
    played = duel(troopers(1, "gun"), troopers(1), [10], mine={"pins": 3})
    shoot(played)
    assert one_event(play_on(played), AccuracyRolled).needed.total == 3


@pytest.mark.rule("AN-GEN-04")
def test_pins_do_not_count_in_the_sprint_test():
    """Ag 5 with 3 pins stays 5."""
    played = acting("run", ("a-x", troopers(1), (X, Y), {"pins": 3}), dice=[5])
    move_unit(played, 15 * INCH, sprint=True).then(AgilityTested, cause="sprint", passed=True)
    assert played.last.one(AgilityTested).needed.total == 5


@pytest.mark.rule("AN-GEN-04")
def test_pins_do_not_count_in_terrain_tests():
    """Ag 5 with 3 pins stays 5 at the edge of a wood."""
    wood = box("wood", 14_500, 5000, 4000, 20_000)
    played = acting("run", ("a-x", troopers(1), (X, Y), {"pins": 3}), dice=[5], terrain=[wood])
    move_unit(played, 10 * INCH).then(AgilityTested, terrain="wood", passed=True)
    assert played.last.one(AgilityTested).needed.total == 5


@pytest.mark.rule("AN-GEN-04")
def test_pins_do_not_count_in_hand_to_hand():
    """Str 5 of a unit with 3 pins is 6 as it assaults, that of its target with 2 pins 5."""
    played = duel(troopers(1), troopers(1), [10, 10, 1], order="run", mine={"pins": 3}, theirs={**FIRE, "pins": 2})
    charge(played, 10 * INCH)
    events = play_on(played, "follow_on", "consolidate")
    assert [event.needed.total for event in events_of(events, AccuracyRolled)] == [6, 5]


@pytest.mark.rule("AN-GEN-04", "AN-TURNEND-04")
@pytest.mark.parametrize(("uses", "needed", "passed"), [(False, 8, True), (True, 5, False)])
@pytest.mark.ruling("AN-GEN-04.2")
def test_pins_count_in_recovery_tests_by_the_option_alone(uses, needed, passed):
    """Co 8 with 3 pins recovers on 8, or on 5 by the option."""
    assert DEFAULTS.recovery_uses_pins is False
    more = [("a-z", troopers(1), C, DOWN)]
    played = two_sides([6], {**DOWN, "pins": 3}, FIRE, more=more, options={"recovery_uses_pins": uses})
    begin_turn_end(played).asks("down", "red")
    out = played.when("red", ResolveDown(unit="a-x", recover=True))
    test = out.one(RecoveryTested)
    assert (test.needed.total, test.passed) == (needed, passed)
