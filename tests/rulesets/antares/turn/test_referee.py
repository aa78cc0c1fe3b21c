"""What the referee may change at any time, and what becomes of open questions then."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.messages import Corrected
from adjudicator.rulesets.antares.model.messages import RecordOptionEffect, UnitFlagChanged
from tests.rulesets.antares.fixtures import A, B, table, two_squads, with_drawn_die
from tests.rulesets.antares.mission.fixtures import two_armies
from tests.rulesets.antares.sheets import marker, plain_squad, squad, state_change
from tests.rulesets.antares.steps import place_marker, ruling, set_by_ruling, unit_row


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
    played = with_drawn_die(two_squads())
    set_by_ruling(played, "units", "a-x", added_flags=("shiny",)).rejected("WG-CORRECT-01", "breaks-the-rules")
    flags = {"removed_flags": ("can_assault",), "added_flags": ("fast",)}
    set_by_ruling(played, "units", "a-x", **flags).then(Corrected, Corrected)
    flags = next(unit for unit in played.view("blue").units if unit.id == "a-x").flags
    assert flags == ("can_sprint", "down_forces_rerolls", "fast")
    changes = state_change("flag", "a-x", number=0, word="can_assault"), state_change("flag", "a-x", word="shiny")
    effect = RecordOptionEffect(option="", note="ruled", changes=changes[:1])
    played.when("referee", replace(effect, changes=changes)).rejected("AN-OPT-01", "no-such-flag", "changes[1]")
    played.when("red", effect).rejected("AN-OPT-01", "referee-only")
    played.when("referee", effect).then(UnitFlagChanged, flag="can_assault", on=True)
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
    set_by_ruling(played, "units", "a-x", removed_flags=("fast",)).then(Corrected)
    assert played.window is None or played.window.kind != "run"


@pytest.mark.rule("AN-ACC-27")
@pytest.mark.ruling("AN-ACC-27.2")
def test_the_referee_patches_devices_that_may_lend_their_sight() -> None:
    """A device is patched and may lend its sight to its own side; a marker is not."""
    rows = [("a-x", squad(), A), ("b-y", squad(), B)]
    played = with_drawn_die(table(units=rows, markers=[marker("m1", "blur", at=A)]))
    for device, wrong, words in (
        ("m1", {"state": "patched"}, "m1 is a marker and is patched"),
        ("a-x#1", {"state": "off"}, "a-x#1 of seat 0 is off"),
        (
            "a-x#1",
            {"state": "patched", "lends_sight_to": "b-y"},
            "a-x#1 lends its sight to b-y, which is not of its side",
        ),
        ("a-x#1", {"lends_sight_to": "a-x"}, "a-x#1 lends its sight and is working"),
    ):
        refused = set_by_ruling(played, "devices", device, **wrong)
        refused.rejected("WG-CORRECT-01", "breaks-the-rules", "patch", broken=words)
    set_by_ruling(played, "devices", "a-x#1", state="patched", lends_sight_to="a-x").then(Corrected, Corrected)
    assert (played.game.devices["a-x#1"].state, played.game.devices["a-x#1"].lends_sight_to) == ("patched", "a-x")


def test_the_referee_places_markers_with_ids_of_their_own() -> None:
    """They stand at a place or go with a unit, and never get an id again."""
    played = with_drawn_die(table(units=[("a-x", squad(), A)]))
    tag = marker("m1", "staa_tag", 1, unit="a-x")
    for wrong, words in (
        (replace(tag, pose=Pose(1, 1, 0, 0)), "m1 neither stands at a place nor goes with a unit, or both"),
        (replace(tag, unit=""), "m1 neither stands at a place nor goes with a unit, or both"),
        (replace(tag, seat=4), "m1 of seat 4 is working"),
        (replace(tag, id="m2"), "m2 is a marker, and 1 were placed"),
    ):
        place_marker(played, wrong).rejected("WG-CORRECT-01", "breaks-the-rules", "patch", broken=words)
    place_marker(played, tag).then(Corrected, Corrected)
    change = state_change("marker_removed", "m1")
    note = RecordOptionEffect(option="", note="gone", changes=(change,))
    played.when("referee", note).accepted()
    place_marker(played, marker("m2", "blur", at=(1, 1))).then(Corrected, Corrected)
    assert (tuple(played.game.devices)[-1], played.game.marker_count) == ("m2", 2)


def test_the_referee_moves_dice() -> None:
    """Of a unit, or of a side."""
    played = two_armies()
    change = state_change("order_die_to_bag", "a-x")
    side = state_change("order_die_to_bag", seat=1, number=2)
    played.when("referee", RecordOptionEffect(option="x", note="ruled", changes=(change, side))).accepted()
    assert (played.game.sides[0].bag, unit_row(played, "a-x").unused_dice, unit_row(played, "a-x").order) == (1, 1, "")
    assert played.game.sides[1].bag == 2
