"""AN-REACT-20: what happens to a unit that escapes and is caught."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import AccuracyRolled, AgilityTested, ContactMade, DieRerolled
from tests.rulesets.antares.assault.steps import blows
from tests.rulesets.antares.fixtures import duel
from tests.rulesets.antares.sheets import INCH, troopers
from tests.rulesets.antares.steps import charge, events_of, move_unit, one_event, pins_gained, play_on, react, unit_row


@pytest.mark.rule("AN-REACT-20", "AN-H2H-04")
@pytest.mark.ruling("AN-REACT-20.2")
def test_who_is_caught_fights_without_a_penalty():
    """A unit that escaped 5 inches and is caught strikes at its Str of 5, at once, and has no pin for it."""
    played = duel(troopers(1), troopers(1), [1, 9, 9, 9, 1], 3 * INCH, order="run", theirs={})
    charge(played, 3 * INCH).accepted()
    react(played, "escape").accepted()
    move_unit(played, 5 * INCH, unit="b-y", who="blue").accepted()
    move_unit(played, 8 * INCH).accepted()
    events = play_on(played)
    (round_of_blows,) = blows(events)
    assert {unit: blow.needed.total for unit, blow in round_of_blows.items()} == {"a-x": 6, "b-y": 5}
    assert {unit: len(blow.dice) for unit, blow in round_of_blows.items()} == {"a-x": 1, "b-y": 1}
    assert pins_gained(events) == unit_row(played).pins == 0


@pytest.mark.rule("AN-REACT-20", "AN-REROLL-07")
@pytest.mark.ruling("AN-REACT-20.2")
@pytest.mark.parametrize(("sprint", "again"), [(True, ["sprinting"]), (False, [])])
def test_hits_on_a_unit_that_sprinted_in_its_escape_are_re_rolled(sprint, again):
    """A unit that sprinted to escape and is caught has point blank hits on it thrown again; one that ran has not."""
    dice = [1, 5, 3, 9, 9, 9, 9, 1] if sprint else [1, 3, 1, 9, 9, 1]
    played = duel(troopers(1, "gun"), troopers(1), dice, 3 * INCH, order="run", theirs={})
    charge(played, 3 * INCH).accepted()
    react(played, "escape", sprint=sprint).accepted()
    seen = list(move_unit(played, 5 * INCH, unit="b-y", who="blue", sprint=sprint).accepted().events)
    move_unit(played, 8 * INCH).accepted()
    seen += play_on(played, "follow_on", "consolidate")
    assert one_event(seen, ContactMade).target == "b-y"
    assert [event.terrain or event.cause for event in events_of(seen, AgilityTested)] == ["sprint"] * sprint
    assert [event.reason for event in events_of(seen, DieRerolled)] == again
    assert events_of(seen, AccuracyRolled)[0].needed.total == 5
