"""AN-PBS-09 to AN-PBS-11: leaving the fight before the blows."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AssaultEnded,
    BreakOff,
    BreakOffDeclined,
    ConsolidationBegun,
    DeclineBreakOff,
    H2HRoundBegun,
    ModelLost,
    MoveDeclared,
    UnitBrokeOff,
    UnitMoved,
)
from adjudicator.rulesets.antares.rules.assault import breaking_off
from tests.kit import Outcome, Table
from tests.rulesets.antares.assault.fixtures import MOVER, OTHER, asked_to_part
from tests.rulesets.antares.assault.steps import assault_from_four_inches, paths_by
from tests.rulesets.antares.fixtures import X, Y, acting, blue_trooper
from tests.rulesets.antares.sheets import INCH, lone_trooper, plain_squad, troopers
from tests.rulesets.antares.steps import (
    answer_by_default,
    charge,
    event_names,
    events_of,
    one_event,
    place_of,
    play_on,
    play_until,
    question,
    straight_paths,
    unit_row,
)

RIDER_FLAGS = ("can_assault", "can_sprint", "hit_and_run")


def break_off_by(played: Table, unit: str, dx: int = 0, dy: int = 0, who: str = "red") -> Outcome:
    return played.when(who, BreakOff(unit=unit, paths=straight_paths(played, unit, dx, dy)))


@pytest.mark.rule("AN-PBS-09")
def test_a_unit_with_hit_and_run_may_break_off():
    """A mounted assaulter with Hit and Run leaves, and no round is fought."""
    played, _ = assault_from_four_inches([], troopers(1, unit_type="mounted", flags=RIDER_FLAGS), troopers(1))
    assert question(played) == "break_off"
    break_off_by(played, "a-x", -4 * INCH).then(UnitBrokeOff, unit="a-x").without(H2HRoundBegun)
    assert not events_of(play_on(played), H2HRoundBegun)


@pytest.mark.rule("AN-PBS-09")
def test_a_unit_without_the_rule_fights():
    """Infantry without the rule is not asked, and its wish to break off is refused."""
    played, events = assault_from_four_inches([9, 9, 9, 1], troopers(1), troopers(1))
    assert len(events_of(events, H2HRoundBegun)) == 1
    break_off_by(played, "a-x", -4 * INCH).rejected("AN-CONS-04", "not-asked")
    played, _ = assault_from_four_inches([], troopers(1), troopers(1, flags=RIDER_FLAGS))
    assert question(played) == "break_off"
    break_off_by(played, "a-x", -4 * INCH).rejected("AN-PBS-09", "not-asked")
    break_off_by(played, "b-y", 4 * INCH, who="blue").then(UnitBrokeOff, unit="b-y")
    play_on(played)


@pytest.mark.rule("AN-PBS-09")
@pytest.mark.ruling("AN-PBS-09.2")
def test_the_assaulter_decides_first_and_one_is_enough():
    """Both have the rule: the assaulter is asked first; where it stays the target is asked; one leaving ends it."""
    rider = troopers(1, flags=RIDER_FLAGS)
    played, _ = assault_from_four_inches([], rider, rider)
    assert played.window is not None
    assert played.window.asks == (0,)
    played.when("red", DeclineBreakOff(unit="a-x")).asks("break_off", "blue")
    break_off_by(played, "b-y", 4 * INCH, who="blue").then(UnitBrokeOff, unit="b-y")
    assert not events_of(play_on(played), H2HRoundBegun)
    played, _ = assault_from_four_inches([], rider, rider)
    break_off_by(played, "a-x", -4 * INCH)
    assert question(played) != "break_off"
    play_on(played)


@pytest.mark.rule("AN-PBS-09")
def test_a_unit_that_stays_fights():
    """Where the unit with the rule declines the round is fought."""
    played, _ = assault_from_four_inches([9, 9, 9, 1], troopers(1, flags=RIDER_FLAGS), troopers(1))
    played.when("red", DeclineBreakOff(unit="a-x"))
    assert len(events_of(play_on(played), H2HRoundBegun)) == 1


@pytest.mark.rule("AN-PBS-09", "AN-PBS-10", "AN-PBS-11")
def test_whoever_breaks_off_leaves_the_other_to_consolidate():
    """Who has the rule may break off, through its opponent; the other may consolidate, and nobody fights."""
    rider = lone_trooper(unit_type="mounted", movement=10_000, flags=("can_assault", "hit_and_run"))
    played = acting("run", ("a-x", rider, (10_000, 10_000)), blue_trooper(), dice=[9, 9], pace="step")
    charge(played, 6000).accepted()
    play_until(played, "break_off")
    played.when("red", BreakOff(unit="a-x", paths=straight_paths(played, "a-x", 1500, 0))).rejected(
        "AN-PBS-10", "ends-too-near"
    )
    away = BreakOff(unit="a-x", paths=straight_paths(played, "a-x", 9000, 0))
    played.when("red", away).then(UnitBrokeOff, UnitMoved, ConsolidationBegun, units=("b-y",))
    played.last.asks("consolidate", "blue").without(H2HRoundBegun)
    answer_by_default(played).then(AssaultEnded)
    assert place_of(played, "a-x.1") == (25_000, 10_000)


@pytest.mark.rule("AN-PBS-09")
def test_with_hit_and_run_on_both_sides_the_assaulter_is_asked_first():
    """The assaulter is asked first, then the target; where both decline they fight."""
    sheet: dict[str, Any] = {"flags": ("can_assault", "hit_and_run")}
    played = acting(
        "run", ("a-x", lone_trooper(**sheet), (10_000, 10_000)), blue_trooper(**sheet), dice=[9, 9], pace="step"
    )
    charge(played, 6000).accepted()
    play_until(played, "break_off")
    played.when("red", DeclineBreakOff(unit="b-y")).rejected("AN-PBS-09", "other-unit-asked")
    played.when("red", DeclineBreakOff(unit="a-x")).then(BreakOffDeclined).asks("break_off", "blue")
    played.when("blue", DeclineBreakOff(unit="b-y")).then(BreakOffDeclined, H2HRoundBegun).asks("h2h_roll")


@pytest.mark.rule("AN-PBS-09", "AN-PBS-10")
def test_breaking_off_goes_up_to_m_and_ends_an_inch_clear():
    """Who breaks off goes up to M, through its opponent if it likes, and ends at least an inch from it."""
    riders = plain_squad(flags=("hit_and_run", "can_assault"), movement=10_000)
    units = (("a-x", riders, (20_000, 20_000)), OTHER)

    def off(*steps, standing_units=units):
        played = asked_to_part(window="break_off", units=standing_units)
        return played.when("red", BreakOff(unit="a-x", paths=paths_by(played, "a-x", *steps) if steps else ()))

    off((9000, 0)).then(UnitBrokeOff, MoveDeclared, UnitMoved, over=True)
    off((0, 9000)).then(UnitMoved, over=True)
    off((2000, 0)).rejected("AN-PBS-10", "ends-too-near")
    off((-999, 0)).rejected("AN-PBS-10", "ends-too-near")
    off((-1000, 0)).then(UnitMoved)
    off((10_001, 0)).rejected("AN-PBS-10", "too-far")
    off().rejected("AN-PBS-10", "nobody-breaks-off")
    off((-4000, 0), standing_units=(MOVER, OTHER)).rejected("AN-PBS-09", "no-hit-and-run")
    third = ("b-z", plain_squad(), (26_000, 20_000))
    off((9000, 0), standing_units=(*units, third)).rejected("AN-PBS-10", "crosses-enemy")
    played = asked_to_part(window="break_off", units=units)
    played.when("red", BreakOff(unit="a-x", paths=breaking_off.straight_break_off(played.game, "a-x"))).then(
        UnitMoved, progress=10_000
    )
    assert played.game.assault.broke_off == ("a-x",)
    assert unit_row(played, "a-x").order == "run"
    assert straight_paths(played, "a-x")[0].path[0].x == 10_000


@pytest.mark.rule("AN-PBS-10")
def test_breaking_off_may_pass_through_the_opponent():
    """With M 10 a unit goes 9 inches through the enemy and ends well beyond."""
    played, _ = assault_from_four_inches([], troopers(1, flags=RIDER_FLAGS, movement=10 * INCH), troopers(1))
    break_off_by(played, "a-x", 9 * INCH).accepted()
    assert place_of(played, "a-x.1") == (X + 13 * INCH, Y)
    play_on(played)


@pytest.mark.rule("AN-PBS-10")
@pytest.mark.parametrize(
    ("dx", "reason"),
    [
        (2 * INCH, "ends-too-near"),
        (2999, "ends-too-near"),
        (3 * INCH, ""),
        (10 * INCH, ""),
        (10_001, "too-far"),
        (-999, "ends-too-near"),
        (-INCH, ""),
    ],
)
@pytest.mark.ruling("AN-PBS-10.2")
def test_breaking_off_ends_clear_and_within_m(dx, reason):
    """It may not end in contact or within an inch of the opponent, nor go beyond M; an inch off and M it may."""
    played, _ = assault_from_four_inches([], troopers(1, flags=RIDER_FLAGS, movement=10 * INCH), troopers(1))
    outcome = break_off_by(played, "a-x", dx)
    if reason:
        outcome.rejected("AN-PBS-10", reason)
        assert len(outcome.faults) == 1
    else:
        outcome.then(UnitBrokeOff, unit="a-x")
        play_on(played)


@pytest.mark.rule("AN-PBS-10")
@pytest.mark.ruling("AN-PBS-10.2")
def test_the_first_inch_need_not_go_straight_away():
    """Breaking off sidewise is allowed where the unit ends an inch away."""
    played, _ = assault_from_four_inches([], troopers(1, flags=RIDER_FLAGS), troopers(1))
    break_off_by(played, "a-x", 0, 4 * INCH).then(UnitBrokeOff, unit="a-x")
    assert place_of(played, "a-x.1") == (X + 4 * INCH, Y + 4 * INCH)
    play_on(played)


@pytest.mark.rule("AN-PBS-11")
@pytest.mark.ruling("AN-PBS-11.2")
def test_a_survivor_consolidates_where_the_other_side_is_gone():
    """A defender that is shot down leaves the assaulter a consolidation move of 1M."""
    played, events = assault_from_four_inches([3, 9], troopers(1, "gun"), troopers(1))
    assert one_event(events, ModelLost).model == "b-y.1"
    assert not events_of(events, H2HRoundBegun)
    assert one_event(events, ConsolidationBegun).units == ("a-x",)
    assert question(played) == "consolidate"
    assert played.window is not None
    assert played.window.asks == (0,)
    answer_by_default(played)


@pytest.mark.rule("AN-PBS-11")
@pytest.mark.ruling("AN-PBS-11.2")
def test_a_survivor_consolidates_where_the_other_broke_off():
    """Where the assaulter breaks off the target may consolidate."""
    played, _ = assault_from_four_inches([], troopers(1, flags=RIDER_FLAGS), troopers(1))
    events = break_off_by(played, "a-x", -4 * INCH).events
    assert one_event(events, ConsolidationBegun).units == ("b-y",)
    assert "H2HRoundBegun" not in event_names(play_on(played))
