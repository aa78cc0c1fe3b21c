"""AN-MOVE-06 to AN-MOVE-08: the test of a sprint."""

from __future__ import annotations

import msgspec
import pytest

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    MoveStopped,
    PinsAdded,
    RollAgilityTest,
    UnitExhausted,
    UnitMoved,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.subjects import TerrainTestSubject
from tests.rulesets.antares.movement.fixtures import WALL, go_with, moving, unwatched
from tests.rulesets.antares.sheets import INCH, natural_effect, stats, troopers
from tests.rulesets.antares.steps import agility_tests, distance_gone, move_unit, place_of, unit_row


@pytest.mark.rule("AN-MOVE-06")
@pytest.mark.parametrize(("face", "passed"), [(5, True), (6, False)])
def test_a_sprint_is_tested_after_the_whole_move(face, passed):
    """A sprint of 14 inches is gone first; then Ag 5 passes on a 5 and fails on a 6."""
    played = unwatched("run", faces=[face])
    outcome = move_unit(played, 14 * INCH, sprint=True).then(UnitMoved, AgilityTested, cause="sprint", passed=passed)
    test = outcome.one(AgilityTested)
    assert (test.needed.total, test.face) == (5, face)
    assert distance_gone(played) == 14 * INCH


@pytest.mark.rule("AN-MOVE-06")
def test_pins_do_not_count_in_a_sprint_test():
    """With 3 pins Ag 5 still passes on a 5."""
    played = unwatched("run", faces=[5], mine={"pins": 3})
    assert agility_tests(played, 14 * INCH, sprint=True) == [("sprint", 5, 5, True)]
    assert unit_row(played, "a-x").pins == 3


@pytest.mark.rule("AN-MOVE-06")
@pytest.mark.parametrize(
    ("beyond", "distance", "tested"), [(False, 8, True), (True, 8, False), (True, 10, False), (True, 11, True)]
)
@pytest.mark.ruling("AN-MOVE-06.2", "AN-MOVE-06.3")
def test_a_declared_sprint_tests_whatever_its_length_but_for_an_option(beyond, distance, tested):
    """A sprint used for 2M or less still tests, unless the option asks for more than 2M."""
    played = unwatched("run", faces=[5] if tested else [], options={"sprint_test_only_beyond_run": beyond})
    assert bool(agility_tests(played, distance * INCH, sprint=True)) is tested
    assert DEFAULTS.sprint_test_only_beyond_run is False


@pytest.mark.rule("AN-MOVE-06")
def test_a_run_is_not_tested():
    """A Run that was not declared as a sprint takes no sprint test."""
    assert agility_tests(unwatched("run"), 10 * INCH) == []


@pytest.mark.rule("AN-MOVE-06", "AN-MOVE-07", "AN-MOVE-08")
def test_a_sprint_is_tested_however_short_and_a_failure_costs_a_pin():
    """A sprint is tested after the move, however short; a failure costs 1 pin and the move stands."""
    played = moving("run", [5])
    go_with(played, 9000, sprint=True).then(UnitMoved, AgilityTested, UnitMoved, over=True)
    assert unit_row(played, "a-x").pins == 0
    played = moving("run", [10])
    go_with(played, 14_000, sprint=True).then(AgilityTested, UnitExhausted, PinsAdded, cause="sprint")
    assert unit_row(played, "a-x").pins == 1
    assert place_of(played, "a-x.1")[0] == 24_000


@pytest.mark.rule("AN-MOVE-06", "AN-TERRAIN-09")
def test_a_sprint_that_stops_at_a_wall_is_tested_once():
    """A sprint that stops at a wall is tested all the same, once."""
    played = moving("run", [9, 9], terrain=[WALL])
    outcome = go_with(played, 15_000, sprint=True).then(MoveStopped, AgilityTested, UnitExhausted, UnitMoved)
    tests = [event for event in outcome.events if isinstance(event, AgilityTested)]
    assert [event.terrain or event.cause for event in tests] == ["wall", "sprint"]
    assert [event.progress for event in outcome.events if isinstance(event, UnitMoved)] == [6000, 6000]
    assert unit_row(played, "a-x").pins == 1


@pytest.mark.rule("AN-MOVE-06", "AN-MOVE-08")
def test_by_option_short_sprints_are_free_and_the_exhausted_go_down():
    """By option only what goes beyond 2M is tested, and the exhausted go Down."""
    only = {"sprint_test_only_beyond_run": True}
    go_with(moving("run", [], only), 10_000, sprint=True).without(AgilityTested)
    go_with(moving("run", [6], only), 10_001, sprint=True).then(AgilityTested)
    played = moving("run", [6], {"exhausted_goes_down": True})
    go_with(played, 12_000, sprint=True).then(UnitMoved, over=True)
    assert unit_row(played, "a-x").order == "down"


@pytest.mark.rule("AN-MOVE-07")
@pytest.mark.parametrize("face", [1, 5])
def test_a_passed_sprint_test_changes_nothing(face):
    """Ag 5 that throws 1 or 5 is left with the pins it had."""
    played = unwatched("run", faces=[face], mine={"pins": 2})
    move_unit(played, 15 * INCH, sprint=True).without(PinsAdded, UnitExhausted, UnitWentDown)
    assert (unit_row(played, "a-x").pins, distance_gone(played)) == (2, 15 * INCH)


@pytest.mark.rule("AN-MOVE-08")
@pytest.mark.parametrize(("agility", "face"), [(5, 9), (5, 10), (10, 10)])
@pytest.mark.ruling("AN-GEN-03.2", "AN-MOVE-08.2")
def test_a_failed_sprint_test_gives_a_pin_and_the_move_stands(agility, face):
    """A unit that fails, on a 10 always, is exhausted: one pin, at the end of its 15 inches."""
    played = unwatched("run", troopers(1, stats=stats(agility=agility)), [face])
    move_unit(played, 15 * INCH, sprint=True).then(UnitExhausted).without(UnitWentDown)
    assert (unit_row(played, "a-x").pins, distance_gone(played), unit_row(played, "a-x").order) == (1, 15 * INCH, "run")


@pytest.mark.rule("AN-MOVE-08")
@pytest.mark.ruling("AN-MOVE-08.3")
def test_exhausted_goes_down_by_an_option():
    """With the option a unit that fails its sprint test goes Down besides the pin."""
    assert DEFAULTS.exhausted_goes_down is False
    played = unwatched("run", faces=[9], options={"exhausted_goes_down": True})
    move_unit(played, 15 * INCH, sprint=True).then(UnitWentDown, unit="a-x", cause="sprint")
    assert (unit_row(played, "a-x").order, unit_row(played, "a-x").pins) == ("down", 1)


@pytest.mark.rule("AN-MOVE-08")
@pytest.mark.parametrize(("face", "pins"), [(10, 2), (9, 1)])
@pytest.mark.ruling("AN-MOVE-08.3")
def test_a_ten_hurts_more_by_an_option(face, pins):
    """With the option for natural 10s in sprints a 10 gives a second pin, a 9 does not."""
    played = unwatched("run", faces=[face], options={"natural_ten_penalty": (natural_effect("sprint", "add_pin"),)})
    move_unit(played, 15 * INCH, sprint=True).accepted()
    assert unit_row(played, "a-x").pins == pins


@pytest.mark.rule("AN-MOVE-06", "AN-TERRAIN-06")
@pytest.mark.parametrize(("cause", "tested"), [("sprint", (True, (), ())), ("wood", (False, ("wood",), ("wood",)))])
def test_entries_of_earlier_editions_are_read(cause, tested):
    """Before edition 2026.4 a test named its terrain as the cause: such an entry still reads, and says the same."""
    played = unwatched("run", faces=[])
    words = ["AgilityTested", "a-x", cause, Tally.base(5, "AN-MOVE-06"), 9, False]
    played.given(msgspec.msgpack.decode(msgspec.msgpack.encode(words), type=AgilityTested))
    row = unit_row(played, "a-x")
    assert (row.sprint_tested, row.terrain_tested, row.terrain_failed) == tested


@pytest.mark.rule("AN-MOVE-06")
def test_a_sprint_that_an_earlier_edition_left_open_is_tested():
    """A test of a sprint that waits under the name of the terrain tests goes on as one of a sprint."""
    played = unwatched("run", faces=[5])
    played.ask("agility", "table", subject=TerrainTestSubject("a-x", "sprint"))
    played.when("table", RollAgilityTest()).then(AgilityTested, cause="sprint", face=5, passed=True)
    assert unit_row(played, "a-x").sprint_tested
