"""Readings that a game may choose instead, where they meet more than one rule."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    BreakTested,
    ContestedDieResolved,
    KeepOrder,
    OrderDieKept,
    ReactionTested,
    ResistRolled,
)
from adjudicator.rulesets.antares.model.rows import ContestedDie
from tests.rulesets.antares.fixtures import FIRE, USED, X, Y, act_on, acting, ambusher, duel, moving_past, two_sides
from tests.rulesets.antares.movement.fixtures import mover, wood_ahead
from tests.rulesets.antares.sheets import INCH, natural_effect, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    begin_turn_end,
    distance_gone,
    events_of,
    move_unit,
    one_event,
    open_reactions,
    play_on,
    react,
    shoot,
    unit_row,
)


@pytest.mark.rule("AN-GEN-05", "AN-TURNEND-13")
@pytest.mark.ruling("AN-GEN-05.2", "AN-GEN-05.3")
@pytest.mark.parametrize(("high", "claimed"), [(True, True), (False, False)])
def test_low_wins_a_contested_die_by_the_option(high, claimed):
    """A 8, B 5 for a die of B: A claims it, and where low wins its owner has it back."""
    played = two_sides([8, 5, 1], FIRE, FIRE, options={"rolloff_high_wins": high})
    played.set(contested_dice=(ContestedDie(owner=1, contester=0),))
    begin_turn_end(played).then(ContestedDieResolved, faces=(8, 5), claimed=claimed)


@pytest.mark.rule("AN-GEN-03", "AN-REACT-12")
@pytest.mark.ruling("AN-GEN-03.3")
@pytest.mark.parametrize(("test", "pins"), [("reaction", 2), ("resist", 1)])
def test_a_ten_hurts_more_in_the_named_kind_of_test_alone(test, pins):
    """A reaction of 10 gives its pin, and one more only where reactions are named."""
    options = {"natural_ten_penalty": (natural_effect(test, "add_pin"),)}
    played = duel(troopers(1, "gun"), troopers(1, "gun"), [10, 9], theirs={}, options=options)
    shoot(played).accepted()
    react(played, "firefight").accepted()
    assert one_event(play_on(played), ReactionTested).passed is False
    assert unit_row(played).pins == pins


@pytest.mark.rule("AN-GEN-02", "AN-GEN-03")
@pytest.mark.ruling("AN-GEN-02.2", "AN-GEN-02.3", "AN-GEN-03.2", "AN-GEN-03.3")
@pytest.mark.parametrize(("face", "named", "pins"), [(1, False, 4), (1, True, 3), (10, False, 4), (10, True, 5)])
def test_ones_and_tens_of_resist_tests(face, named, pins):
    """With 3 pins a hit makes 4; a saving 1 takes one off and a failing 10 adds one by the options alone."""
    options = {
        "natural_one_bonus": (natural_effect("resist", "remove_pin"),),
        "natural_ten_penalty": (natural_effect("resist", "add_pin"),),
    }
    played = duel(
        troopers(1, "gun"), troopers(5), [3, face], theirs={**USED, "pins": 3}, options=options if named else {}
    )
    shoot(played).accepted()
    (resisted,) = events_of(play_on(played), ResistRolled)
    assert [test.saved for test in resisted.tests] == [face == 1]
    assert unit_row(played).pins == pins


@pytest.mark.rule("AN-REACT-35", "AN-BREAK-16")
@pytest.mark.ruling("AN-REACT-35.3")
@pytest.mark.parametrize(("when", "tests"), [("immediate", [7, 6]), ("end_of_action", [6])])
def test_breaks_of_two_volleys_are_settled_one_by_one_or_once_at_the_end(when, tests):
    """Two ambushers kill two and one of four: a test after each volley, or by the option one when the move is over."""
    first, second = ambusher("b-u", sheet=troopers(2, "gun")), ambusher("b-v", 2 * INCH)
    dice = [2, 3, 9, 9, 1, 2, 9, 1] if when == "immediate" else [2, 3, 9, 9, 2, 9, 1]
    played = moving_past(dice, first, second, own=troopers(4), options={"interrupted_break": when})
    move_unit(played, 8 * INCH).accepted()
    react(played, "ambush_fire", "b-u", point=INCH).accepted()
    react(played, "ambush_fire", "b-v", point=4 * INCH).accepted()
    assert [test.needed.total for test in events_of(play_on(played), BreakTested)] == tests


@pytest.mark.rule("AN-REACT-25", "AN-TURNEND-10")
@pytest.mark.ruling("AN-REACT-25.3")
@pytest.mark.parametrize("kept", [True, False])
def test_an_ambusher_that_has_fired_may_react_again_by_the_option_alone(kept):
    """Where the Ambush die stays, the unit is asked about the next move and may keep the order at the turn's end."""
    second = ("a-z", troopers(1), (X, Y - 4 * INCH))
    played = acting(
        "run", ("a-x", troopers(1), (X, Y)), second, ambusher(), dice=[9], options={"ambush_kept_after_reaction": kept}
    )
    move_unit(played, 8 * INCH).accepted()
    react(played, "ambush_fire", "b-z", point=INCH).accepted()
    play_on(played)
    act_on(played, "a-z", "run")
    move_unit(played, 8 * INCH, unit="a-z").accepted()
    assert open_reactions(played) == ({"b-z": ("ambush_fire",)} if kept else {})
    if not kept:
        assert unit_row(played, "b-z").order == "fire"
        return
    play_on(played)
    begin_step(played, "ambush", first=1)
    played.faces(1)
    played.when("blue", KeepOrder(unit="b-z", keep=True)).then(OrderDieKept, order="ambush")


@pytest.mark.rule("AN-TERRAIN-08")
@pytest.mark.ruling("AN-TERRAIN-08.3")
@pytest.mark.parametrize(("mode", "far"), [("terrain_only", 3500), ("whole_move", 2500)])
def test_an_advance_is_halved_whole_by_the_option(mode, far):
    """A wood 2 inches ahead and a failed test: the 3 inches left make 1.5, or by the option all 5 make 2.5."""
    played = mover("advance", [9], wood_ahead("w1", 2 * INCH), options={"difficult_fail_mode": mode})
    move_unit(played, 5 * INCH).accepted()
    assert distance_gone(played) == far
