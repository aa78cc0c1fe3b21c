"""AN-GEN-05: odd dice and roll-offs."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import DamageRolled, RollOffMade
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.fixtures import DOWN, duel, two_sides
from tests.rulesets.antares.sheets import troopers, vehicle
from tests.rulesets.antares.steps import begin_turn_end, one_event, order_given, play_on, shoot, unit_row


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("high", "winner"), [(True, 1), (False, 0)])
@pytest.mark.ruling("AN-GEN-05.2", "AN-GEN-05.3")
def test_a_roll_off_is_repeated_on_a_tie(high, winner):
    """7 against 7 is thrown again; 3 against 8 goes to the second side, or to the first by the option."""
    played = two_sides([7, 7, 3, 8], DOWN, DOWN, options={"rolloff_high_wins": high})
    out = begin_turn_end(played).then(RollOffMade, faces=(7, 7, 3, 8), winner=winner)
    assert [(roll.sides, len(roll.faces)) for roll in out.rolls] == [(10, 1)] * 4
    out.asks("down", "blue" if winner else "red")
    assert DEFAULTS.rolloff_high_wins is True


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("face", "pins"), [(5, 6), (1, 2)])
@pytest.mark.ruling("AN-GEN-05.2")
def test_odd_dice_are_dice_of_their_own(face, pins):
    """The D5 of the extra pins gives its face, 5 or 1, and neither means more."""
    played = duel(troopers(1, "gun"), vehicle(), [3, 10, 2, face, 1], theirs={"order": "advance", "unused_dice": 0})
    shoot(played)
    events = play_on(played)
    rolled = one_event(events, DamageRolled)
    assert (rolled.row, rolled.pin_die, rolled.pins) == ("2", face, pins)
    thrown = [(roll.sides, roll.faces) for roll in played.rolls]
    assert (5, (face,)) in thrown


@pytest.mark.rule("AN-GEN-05")
@pytest.mark.parametrize(("face", "pins"), [(1, 3), (6, 0)])
def test_a_d6_is_no_stat_test(face, pins):
    """The D6 of a rally takes its face and 1 off: a 1 is no success, a 6 no failure."""
    out = order_given("rally", [4, face], {"pins": 5})
    assert [(roll.sides, roll.faces) for roll in out.rolls] == [(10, (4,)), (6, (face,))]
    assert unit_row(out.table, "a-x").pins == pins
