"""AN-TURNEND-14 and AN-TURNEND-15: the tests of munitions and options."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import EndTestTaken, MarkerRemoved, PlayArmyOption, TurnEnded
from tests.kit import Outcome
from tests.rulesets.antares.fixtures import FIRE, A, B, owning, two_sides
from tests.rulesets.antares.sheets import army_option, device_sheet, end_test, marker, owned_option, plain_squad
from tests.rulesets.antares.steps import begin_step, begin_turn, begin_turn_end, events_of
from tests.rulesets.antares.turn.fixtures import table_of


def marker_at_turn_end(faces: Any, test: Any, **rest: Any) -> Outcome:
    """Let a marker with this test lie on the table at the end of the turn."""
    sheet = device_sheet("munition", "haze", end_test=test)
    marks = [marker("m1", "haze", at=(20_000, 20_000))]
    return begin_turn_end(two_sides(faces, FIRE, FIRE, markers=marks, device_sheets=[sheet], **rest))


HIGH = end_test("at_least", 7)


def option_in_force(id: str, test: Any) -> Any:
    """Make the row of an option in force that has this test."""
    return replace(owning(id, end_test=test), played=True, uses_left=0)


LOW = end_test("at_most", 5, "stay", "remove")


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.parametrize(("face", "gone"), [(7, True), (10, True), (3, False), (6, False)])
def test_a_munition_takes_its_test(face, gone):
    """With D10 of 7 or more it is removed: a 7 takes it away, a 3 leaves it."""
    out = marker_at_turn_end([face, 1], HIGH).then(EndTestTaken, subject="m1", face=face, removed=gone)
    assert bool(events_of(out.events, MarkerRemoved, marker="m1", cause="end_test")) is gone
    assert ("m1" in out.table.game.devices) is not gone


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.parametrize(
    ("test", "face", "removed"),
    [
        (end_test("at_most", 2, sides=6), 2, True),
        (end_test("at_most", 2, sides=6), 3, False),
        (end_test("at_least", 5, "stay", "remove", sides=6), 5, False),
        (end_test("at_least", 5, "stay", "remove", sides=6), 4, True),
    ],
)
@pytest.mark.ruling("AN-TURNEND-14.2")
def test_die_threshold_and_consequence_are_data(test, face, removed):
    """A D6, a comparison the other way and a success that keeps come from the munition."""
    out = marker_at_turn_end([face, 1], test).then(EndTestTaken, removed=removed)
    assert [roll.sides for roll in out.rolls if roll.why == "end-test"] == [6]


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.ruling("AN-TURNEND-14.2")
def test_a_munition_without_a_test_takes_none():
    """No die is thrown for a marker whose data have no test."""
    out = marker_at_turn_end([1], None).without(EndTestTaken, MarkerRemoved)
    assert [roll.why for roll in out.rolls] == ["order-die"]


@pytest.mark.rule("AN-TURNEND-14")
@pytest.mark.parametrize(("face", "gone"), [(7, True), (6, False)])
def test_munitions_test_before_options_as_their_data_say(face: int, gone: bool) -> None:
    """Munitions first, then options; die, number and what follows are data."""
    fire = {"order": "fire"}
    haze = army_option("haze", end_test=end_test("at_most", 5, "stay", "remove"))
    table = table_of(
        [face, 6, 1],
        ("a-x", plain_squad(), A, fire),
        ("b-y", plain_squad(), B, fire),
        markers=(marker("m1", "munition", 1, at=(5000, 5000)),),
        owns=(owned_option(haze, played=True, uses_left=0),),
    )
    out = begin_step(table, "down").then(EndTestTaken, subject="m1", face=face, removed=gone)
    out.then(EndTestTaken, subject="a-haze", success=False, removed=True)
    assert any(isinstance(event, MarkerRemoved) for event in out.events) == gone
    assert not table.game.owned_options["a-haze"].played


@pytest.mark.rule("AN-TURNEND-15")
@pytest.mark.parametrize(("face", "gone"), [(6, True), (5, False)])
def test_an_option_takes_its_test(face, gone):
    """With D10 of 5 or less it is kept: a 6 ends it, a 5 does not."""
    played = two_sides([face, 1], FIRE, FIRE, owns=[option_in_force("haze", LOW)])
    out = begin_turn_end(played).then(EndTestTaken, subject="a-haze", face=face, removed=gone)
    assert played.game.owned_options["a-haze"].played is not gone
    assert out.one(TurnEnded).turn == 1


@pytest.mark.rule("AN-TURNEND-15")
@pytest.mark.parametrize("in_force", [True, False])
def test_no_test_in_the_data_and_no_play_mean_no_roll(in_force):
    """An option in force without a test, and one with a test that was not played, throw nothing."""
    row = option_in_force("haze", None) if in_force else owning("haze", end_test=LOW, moments=("dice_draw",), uses=0)
    out = begin_turn_end(two_sides([1], FIRE, FIRE, owns=[row])).without(EndTestTaken)
    assert [roll.why for roll in out.rolls] == ["order-die"]


@pytest.mark.rule("AN-TURNEND-15")
@pytest.mark.parametrize(("face", "again"), [(6, False), (5, True)])
def test_an_option_that_was_played_is_tested_every_turn_until_it_ends(face, again):
    """Played at the start of a turn it is tested at its end, and at the end of the next only if it was kept."""
    played = two_sides(
        [face], {"unused_dice": 0, **FIRE}, {"unused_dice": 0, **FIRE}, owns=[owning("haze", end_test=LOW)]
    )
    begin_turn(played, 1).asks("start_options", "red")
    played.faces(1)
    played.when("red", PlayArmyOption(option="a-haze", unit="")).then(EndTestTaken, subject="a-haze", removed=not again)
    assert played.game.owned_options["a-haze"].played is again


@pytest.mark.rule("AN-TURNEND-15")
def test_options_come_after_munitions():
    """The marker of the second side is tested before the option of the first."""
    marks = [marker("m1", "munition", 1, at=(20_000, 20_000))]
    out = begin_turn_end(two_sides([3, 5, 1], FIRE, FIRE, markers=marks, owns=[option_in_force("haze", LOW)]))
    assert [event.subject for event in events_of(out.events, EndTestTaken)] == ["m1", "a-haze"]
