"""What the referee may change at any time, and what becomes of open questions then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model.messages import (
    DeviceStateChanged,
    MarkerPlaced,
    OverrideRuling,
    PlaceMarker,
    RecordOptionEffect,
    RulingRecorded,
    SetDeviceState,
    SetUnitFlag,
    UnitFlagChanged,
)
from tests.rulesets.antares.fixtures import A, B, table, two_squads
from tests.rulesets.antares.mission.fixtures import two_armies
from tests.rulesets.antares.sheets import marker, plain_squad, squad, state_change
from tests.rulesets.antares.steps import ruling, unit_row


@pytest.mark.rule("AN-TURN-07")
def test_nothing_is_drawn_from_a_bag_that_the_referee_has_emptied() -> None:
    """Where a draw is open the turn goes on without it."""
    played = two_squads(a={"order": "fire"}, pace="step", referee=True)
    played.ask("turn").ask("draw", "table", over=True)
    played.when("referee", ruling("order_die_from_bag", seat=1, number=9)).accepted()
    assert played.window is None or played.window.kind != "draw"


@pytest.mark.rule("AN-TURN-12")
def test_the_referee_sets_and_takes_away_flags() -> None:
    """They are set and taken away, those of the sheet too; unknown ones are refused."""
    played = two_armies()
    played.when("red", SetUnitFlag(unit="a-x", flag="fast", on=True)).rejected("AN-TURN-12", "referee-only")
    played.when("referee", SetUnitFlag(unit="a-x", flag="shiny", on=True)).rejected("AN-TURN-12", "no-such-flag")
    played.when("referee", SetUnitFlag(unit="a-x", flag="can_assault", on=False)).then(UnitFlagChanged)
    played.when("referee", SetUnitFlag(unit="a-x", flag="fast", on=True)).accepted()
    flags = next(unit for unit in played.view("blue").units if unit.id == "a-x").flags
    assert flags == ("can_sprint", "down_forces_rerolls", "fast")
    played.when("referee", SetUnitFlag(unit="a-x", flag="can_assault", on=True)).accepted()
    assert unit_row(played, "a-x").removed_flags == ()


@pytest.mark.rule("AN-OPT-01")
def test_the_referee_moves_no_die_that_is_not_there() -> None:
    """A unit without a die in the bag has none taken out of it, and one that has used none has none put back."""
    played = two_squads(a={"order": "fire"})
    played.when("referee", ruling("order_die_from_bag", "a-x")).rejected("AN-OPT-01", "change-needs-die")
    played.when("referee", ruling("order_die_to_bag", "b-y")).rejected("AN-OPT-01", "change-needs-die")


@pytest.mark.rule("AN-TURNEND-02")
def test_a_down_unit_that_rises_by_ruling_is_not_asked_about() -> None:
    """The question of step 2.1 goes where there is nothing to answer any more."""
    played = two_squads(a={"order": "down"}, step="down", pace="step").ask("turn").ask("down", "red", over=True)
    played.when("referee", ruling("order_die_to_bag", "a-x")).accepted()
    assert played.window is None or played.window.kind != "down"
    assert not unit_row(played, "a-x").order


@pytest.mark.rule("AN-TURNEND-11")
def test_a_unit_that_is_fast_no_more_is_not_asked_about() -> None:
    """The question of step 2.3 goes where the referee takes the flag away."""
    fast = plain_squad(flags=(*plain_squad().flags, "fast"))
    played = table(units=[("a-x", fast, A, {"order": "run"}), ("b-y", plain_squad(), B)], step="run", pace="step")
    played.ask("turn").ask("run", "red", over=True)
    played.when("referee", SetUnitFlag(unit="a-x", flag="fast", on=False)).accepted()
    assert played.window is None or played.window.kind != "run"


@pytest.mark.rule("AN-ACC-27")
@pytest.mark.ruling("AN-ACC-27.2")
def test_the_referee_patches_devices_that_may_lend_their_sight() -> None:
    """A device is patched and may lend its sight to its own side; a marker is not."""
    rows = [("a-x", squad(), A), ("b-y", squad(), B)]
    played = table(units=rows, markers=[marker("m1", "blur", at=A)])
    patch = SetDeviceState(device="a-x#1", state="patched", lends_sight_to="a-x")
    played.when("referee", replace(patch, device="m1")).rejected("AN-ACC-27", "not-patchable")
    played.when("referee", replace(patch, state="off")).rejected("AN-ACC-27", "no-such-state")
    played.when("referee", replace(patch, lends_sight_to="b-y")).rejected("AN-ACC-27", "lends-no-sight")
    played.when("referee", replace(patch, state="working")).rejected("AN-ACC-27", "lends-no-sight")
    played.when("referee", patch).then(DeviceStateChanged)
    assert (played.game.devices["a-x#1"].state, played.game.devices["a-x#1"].lends_sight_to) == ("patched", "a-x")


def test_the_referee_places_markers_with_ids_of_their_own() -> None:
    """They stand at a place or go with a unit, and never get an id again."""
    played = table(units=[("a-x", squad(), A)])
    place = PlaceMarker(sheet="staa_tag", seat=1, unit="a-x")
    played.when("red", place).rejected("AN-ACC-12", "referee-only")
    played.when("referee", replace(place, pose=Pose(1, 1, 0, 0))).rejected("AN-ACC-12", "marker-place")
    played.when("referee", replace(place, seat=4)).rejected("AN-ACC-12", "no-such-side")
    played.when("referee", place).then(MarkerPlaced, marker="m1")
    change = state_change("marker_removed", "m1")
    note = RecordOptionEffect(option="", note="gone", changes=(change,))
    played.when("referee", note).accepted()
    blur = PlaceMarker(sheet="blur", seat=0, unit="", pose=Pose(1, 1, 0, 0))
    played.when("referee", blur).then(MarkerPlaced, marker="m2")


def test_rulings_are_put_on_record() -> None:
    """About a clause of the book, with a reason."""
    played = two_armies()
    note = OverrideRuling(clause="AN-TERRAIN-16", decision="the hill sees over the wood", reason="agreed before")
    played.when("blue", note).rejected("AN-TERRAIN-16", "referee-only")
    played.when("referee", replace(note, clause="AN-HILL-01")).rejected("AN-TERRAIN-16", "no-such-clause")
    played.when("referee", replace(note, reason=" ")).rejected("AN-TERRAIN-16", "note-needed", "reason")
    played.when("referee", note).exactly(RulingRecorded).cites("AN-TERRAIN-16")


def test_the_referee_moves_dice() -> None:
    """Of a unit, or of a side."""
    played = two_armies()
    change = state_change("order_die_to_bag", "a-x")
    side = state_change("order_die_to_bag", seat=1, number=2)
    played.when("referee", RecordOptionEffect(option="x", note="ruled", changes=(change, side))).accepted()
    assert (played.game.sides[0].bag, unit_row(played, "a-x").unused_dice, unit_row(played, "a-x").order) == (1, 1, "")
    assert played.game.sides[1].bag == 2
