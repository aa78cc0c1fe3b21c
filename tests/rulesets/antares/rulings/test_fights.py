"""Rulings on hand to hand fighting, breaks and Countercharges."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import BreakTested, H2HRoundResolved, UnitBroken
from tests.rulesets.antares.assault.steps import fight
from tests.rulesets.antares.fixtures import USED, duel
from tests.rulesets.antares.sheets import BRITTLE, INCH, stats, troopers
from tests.rulesets.antares.steps import charge, events_of, move_unit, one_event, play_on, react, shoot, unit_row


@pytest.mark.rule("AN-H2H-13")
@pytest.mark.ruling("AN-H2H-13.1", "AN-H2H-13.2")
@pytest.mark.parametrize(("decides", "loser", "winner"), [(False, "", ""), (True, "b-y", "a-x")])
def test_a_break_in_a_drawn_round_names_a_loser_by_the_option_alone(decides, loser, winner):
    """6 pins against 6 and Co 6 of the one: it breaks, the round is a draw, or by the option it has lost."""
    enemy = troopers(5, stats=stats(command=6))
    options = {"automatic_break_decides": decides}
    _, events = fight(
        [3, *[10] * 5, 9], troopers(1), enemy, mine={"pins": 6}, theirs={**USED, "pins": 5}, options=options
    )
    result = one_event(events, H2HRoundResolved)
    assert (result.pins, result.loser, result.winner) == ((6, 6), loser, winner)
    assert [event.unit for event in events_of(events, UnitBroken)] == ["b-y"]
    assert not events_of(events, BreakTested)


@pytest.mark.rule("AN-REACT-21")
@pytest.mark.ruling("AN-REACT-21.1")
@pytest.mark.parametrize("step", [0, 3 * INCH])
def test_a_slow_countercharge_goes_as_far_as_it_can(step):
    """Of 10 inches a unit of M 2 can go 4 and not its half: less than 4 is refused, 4 is not."""
    played = duel(troopers(1), troopers(1, movement=2 * INCH), [1, 9, 9, 9, 1], 10 * INCH, order="run", theirs={})
    charge(played, 10 * INCH).accepted()
    react(played, "countercharge").accepted()
    move_unit(played, -step, unit="b-y", who="blue").rejected("AN-REACT-21", "not-half-way")
    move_unit(played, -4 * INCH, unit="b-y", who="blue").asks("assault_path", "red")
    move_unit(played, 6 * INCH).accepted()
    play_on(played)


@pytest.mark.rule("AN-BREAK-14", "AN-GEN-03")
@pytest.mark.ruling("AN-GEN-03.2")
def test_a_ten_in_a_break_test_is_an_ordinary_failure():
    """Co 12 with a pin fails on a 10 as on any failure under half losses: the unit is Down, and not destroyed."""
    played = duel(troopers(1, "gun"), troopers(5, rules=BRITTLE, stats=stats(command=12)), [3, 9, 10])
    shoot(played).accepted()
    test = one_event(play_on(played), BreakTested)
    assert (test.needed.total, test.passed) == (11, False)
    assert (unit_row(played).place, unit_row(played).order, unit_row(played).pins) == ("table", "down", 1)


@pytest.mark.rule("AN-BREAK-17", "AN-H2H-14")
@pytest.mark.ruling("AN-BREAK-17.2")
@pytest.mark.parametrize(("faces", "broken"), [((9, 9), {"a-x", "b-y"}), ((9, 1), {"a-x"}), ((1, 9), {"b-y"})])
def test_after_a_drawn_round_the_acting_unit_tests_first(faces, broken):
    """Both units of two lose one in a drawn round: each tests at 7, the acting one first, whatever the other does."""
    dice = [3, 9, 3, 9, 9, 9, *faces]
    _, events = fight(dice, troopers(2), troopers(2))
    tests = events_of(events, BreakTested)
    assert [(test.unit, test.needed.total, test.face) for test in tests] == [("a-x", 7, faces[0]), ("b-y", 7, faces[1])]
    assert {event.unit for event in events_of(events, UnitBroken)} == broken
