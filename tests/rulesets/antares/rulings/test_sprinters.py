"""AN-REROLL-07: a sprint protects in the assault and from Ambush, and nowhere else."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import AccuracyRolled, AgilityTested, DieRerolled
from tests.rulesets.antares.fixtures import X, Y, duel
from tests.rulesets.antares.sheets import INCH, box, troopers
from tests.rulesets.antares.steps import charge, events_of, move_unit, play_on, react, shoot, unit_row

WOOD = box("w", X + 20 * INCH, Y + 5 * INCH, 20 * INCH, 12 * INCH, cover="hard", los="clear", movement="open")


@pytest.mark.rule("AN-REROLL-07", "AN-REACT-16")
@pytest.mark.ruling("AN-REROLL-07.2", "AN-REROLL-07.3")
@pytest.mark.parametrize(("option", "again"), [(False, []), (True, ["sprinting"])])
def test_a_dash_at_a_sprint_protects_by_the_option_alone(option, again):
    """A unit that sprinted to cover is shot at on a Fire order: its hits stand, but by the option."""
    dice = [1, 5, 3, 9] if option else [1, 5, 3, 1]
    options = {"sprint_reroll_all_shots": option}
    played = duel(troopers(1, "gun"), troopers(1), dice, 25 * INCH, theirs={}, terrain=[WOOD], options=options)
    shoot(played).accepted()
    react(played, "dash_to_cover", sprint=True).accepted()
    move_unit(played, 0, 12 * INCH, unit="b-y", who="blue", sprint=True).accepted()
    seen = play_on(played)
    assert [test.terrain or test.cause for test in events_of(seen, AgilityTested)] == ["sprint"]
    assert [event.reason for event in events_of(seen, DieRerolled)] == again


@pytest.mark.rule("AN-REROLL-07", "AN-REACT-21")
@pytest.mark.ruling("AN-REROLL-07.2")
@pytest.mark.parametrize("sprint", [True, False])
def test_a_unit_that_sprints_in_its_countercharge_is_protected_at_point_blank(sprint):
    """Both assault in a Countercharge: hits on one that sprints in it are thrown again, on one that runs they stand."""
    dice = [1, 5, 3, 9, 9, 9, 9, 1] if sprint else [1, 3, 1, 9, 9, 1]
    played = duel(troopers(1, "gun"), troopers(1), dice, 8 * INCH, order="run", theirs={})
    charge(played, 8 * INCH).accepted()
    react(played, "countercharge", sprint=sprint).accepted()
    seen = list(move_unit(played, -4 * INCH, unit="b-y", who="blue", sprint=sprint).accepted().events)
    move_unit(played, 4 * INCH).accepted()
    seen += play_on(played, "follow_on", "consolidate")
    assert len([test for test in events_of(seen, AgilityTested) if test.unit == "b-y"]) == int(sprint)
    assert [event.reason for event in events_of(seen, DieRerolled)] == ["sprinting"] * sprint
    assert events_of(seen, AccuracyRolled)
    assert unit_row(played).order in ("run", "down")
