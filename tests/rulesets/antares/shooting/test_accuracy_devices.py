"""AN-ACC-06 to AN-ACC-14 and -27: devices and markers that help shooters."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.kernel.messages import Corrected
from adjudicator.rulesets.antares.model.messages import EndTestTaken, MarkerRemoved, ResolveEndTest, RollAccuracy
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import Device
from tests.rulesets.antares.fixtures import (
    ENEMY_X,
    MISSES,
    TALL,
    USED,
    X,
    Y,
    advance_duel,
    gun_duel,
    marker_near_target,
    overhead_duel,
    stepwise_duel,
    table,
    target_place,
)
from tests.rulesets.antares.sheets import INCH, armed_squad, box, device_sheet, end_test, marker, troopers
from tests.rulesets.antares.steps import (
    begin_step,
    events_of,
    fired,
    number_needed,
    question,
    roll_accuracy,
    set_by_ruling,
    shoot,
)


def overhead_number(*markers: Device, **rest: Any) -> int:
    """Give what an overhead weapon needs that aims at the first model of "b-y" on Advance: 4 without markers."""
    played = overhead_duel([10], **{"order": "advance", "markers": markers, **rest})
    return number_needed(played, fired("lobber", aim=target_place()))


@pytest.mark.rule("AN-ACC-06")
@pytest.mark.parametrize(
    ("faction", "distance", "state", "needed"),
    [
        ("ghar", 4000, "working", 6),
        ("ghar", 5000, "working", 6),
        ("ghar", 5001, "working", 5),
        ("concord", 4000, "working", 5),
        ("ghar", 4000, "patched", 5),
    ],
)
@pytest.mark.ruling("AN-ACC-06.2")
def test_a_working_flitter_helps_ghar(faction, distance, state, needed):
    """A Ghar shooter gets 1 for a working Flitter within 5 inches of the target; others get nothing."""
    flitter = marker_near_target(distance, "flitter", state=state)
    assert number_needed(advance_duel(flitter, own=troopers(1, "gun", faction=faction))) == needed


@pytest.mark.rule("AN-ACC-06")
@pytest.mark.parametrize(("reference", "distance", "needed"), [("target", 4, 6), ("shooter", 4, 5), ("shooter", 16, 6)])
@pytest.mark.ruling("AN-ACC-06.2", "AN-ACC-06.3")
def test_the_flitter_is_measured_from_target_or_shooter(reference, distance, needed):
    """By the option the 5 inches run from the shooter."""
    assert DEFAULTS.flitter_measured_from == "target"
    x = target_place(20 * INCH)[0] - 750 - distance * INCH
    played = advance_duel(
        marker("m1", "flitter", at=(x, Y)),
        gap=20 * INCH,
        own=troopers(1, "gun", faction="ghar"),
        options={"flitter_measured_from": reference},
    )
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-07")
@pytest.mark.parametrize(("face", "removed"), [(7, True), (6, False), (10, True), (1, False)])
@pytest.mark.ruling("AN-ACC-07.2")
def test_a_flitter_is_erratic(face, removed):
    """At the end of the turn a Flitter of Erratic 7 goes on a 7 and stays on a 6."""
    units = [("a-x", troopers(1), (X, Y), USED), ("b-y", troopers(1), target_place(), USED)]
    played = table([face], units=units, markers=[marker("m1", "flitter", at=(X, Y + 5 * INCH))], pace="step")
    begin_step(played, "end_tests")
    outcome = played.when("table", ResolveEndTest()).then(EndTestTaken, subject="m1", face=face, removed=removed)
    assert bool(events_of(outcome.events, MarkerRemoved)) is removed
    assert ("m1" in played.game.devices) is not removed


@pytest.mark.rule("AN-ACC-07")
@pytest.mark.parametrize(("face", "removed"), [(3, True), (4, False)])
@pytest.mark.ruling("AN-ACC-07.2")
def test_number_and_direction_are_data(face, removed):
    """A Flitter whose data remove it on a 3 or less goes on a 3 and stays on a 4."""
    tame = device_sheet("flitter", "tame", end_test=end_test("at_most", 3))
    units = [("a-x", troopers(1), (X, Y), USED), ("b-y", troopers(1), target_place(), USED)]
    played = table([face], units=units, device_sheets=[tame], markers=[marker("m1", "tame", at=(X, Y))], pace="step")
    begin_step(played, "end_tests")
    played.when("table", ResolveEndTest()).accepted()
    assert ("m1" in played.game.devices) is not removed


@pytest.mark.rule("AN-ACC-08")
@pytest.mark.parametrize(("distance", "seat", "needed"), [(0, 0, 5), (500, 1, 4), (2000, 0, 4)])
def test_a_targeter_that_touches_the_target_helps_overhead_fire(distance, seat, needed):
    """A friendly Targeter that touches a target model gives 1; the enemy's, or one far off, gives nothing."""
    assert overhead_number(marker_near_target(distance, "targeter", seat=seat)) == needed


@pytest.mark.rule("AN-ACC-08")
@pytest.mark.parametrize(("distance", "needed"), [(500, 5), (1000, 5), (1001, 4)])
def test_a_targeter_within_an_inch_of_the_aim_point_helps_overhead_fire(distance, needed):
    """Half an inch from the aim point, which is no model, a Targeter gives 1: 5 - 1 + 1 = 5."""
    aim = (X + 11 * INCH, Y + 8 * INCH)
    targeter = marker("m1", "targeter", at=(aim[0], aim[1] + 250 + distance))
    played = overhead_duel([10], order="advance", markers=[targeter])
    assert number_needed(played, fired("lobber", aim=aim)) == needed


@pytest.mark.rule("AN-ACC-08")
def test_a_targeter_on_the_target_helps_wherever_the_aim_point_is():
    """A Targeter that touches a target model gives 1 though the aim point lies 8 inches off."""
    played = overhead_duel([10], order="advance", markers=[marker_near_target(0, "targeter")])
    assert number_needed(played, fired("lobber", aim=(X + 11 * INCH, Y + 8 * INCH))) == 5


@pytest.mark.rule("AN-ACC-08", "AN-ACC-09", "AN-ACC-10")
@pytest.mark.parametrize(
    ("markers", "total"),
    [
        ([], 4),
        ([marker("m1", "targeter", at=(ENEMY_X, Y - 700))], 5),
        ([marker("m1", "targeter", 1, at=(ENEMY_X, Y))], 4),
        ([marker("m1", "targeter", at=(ENEMY_X, Y)), marker("m2", "lifeseeker", at=(ENEMY_X, Y))], 5),
        ([marker("m1", "lifeseeker", at=(ENEMY_X, Y - 5_250))], 5),
    ],
)
def test_a_targeter_or_lifeseeker_at_the_aim_point_helps_overhead_fire(markers, total):
    """A friendly Targeter at the aim point or Lifeseeker near it gives 1 in all."""
    played = stepwise_duel(MISSES, own=armed_squad("launcher"), order="advance", markers=markers)
    assert number_needed(played, fired("launcher", aim=(ENEMY_X, Y))) == total


@pytest.mark.rule("AN-ACC-09")
@pytest.mark.parametrize(
    ("distance", "state", "seat", "needed"),
    [(5000, "working", 0, 5), (5001, "working", 0, 4), (5000, "patched", 0, 4), (5000, "working", 1, 4)],
)
@pytest.mark.ruling("AN-ACC-09.2")
def test_a_lifeseeker_near_the_aim_point_helps_overhead_fire(distance, state, seat, needed):
    """A friendly working Lifeseeker within 5 inches of the aim point gives 1, a patched one nothing."""
    x, y = target_place()
    seeker = Device(
        id="m1", sheet="lifeseeker", seat=seat, state=state, pose=marker("m1", "x", at=(x, y - 250 - distance)).pose
    )
    assert overhead_number(seeker) == needed


@pytest.mark.rule("AN-ACC-10")
@pytest.mark.parametrize(("cap", "needed"), [(1, 5), (2, 6), (5, 7)])
@pytest.mark.ruling("AN-ACC-10.2", "AN-ACC-10.3")
def test_overhead_markers_give_one_in_all(cap, needed):
    """A Targeter and two Lifeseekers give 1 in all; by the option more."""
    assert DEFAULTS.oh_marker_cap == 1
    markers = [
        marker_near_target(0, "targeter", "m1"),
        marker_near_target(2000, "lifeseeker", "m2"),
        marker_near_target(3000, "lifeseeker", "m3"),
    ]
    assert overhead_number(*markers, options={"oh_marker_cap": cap}) == needed


@pytest.mark.rule("AN-ACC-11")
@pytest.mark.parametrize(
    ("first", "second", "seat", "needed"), [(0, 0, 0, 7), (1000, 0, 0, 7), (1001, 0, 0, 6), (0, 0, 1, 5)]
)
@pytest.mark.ruling("AN-ACC-11.2")
def test_each_targeter_at_the_target_helps_direct_fire(first, second, seat, needed):
    """Two friendly Targeters within an inch of the target give 2; beyond it, or the enemy's, none."""
    x, y = target_place()
    other = marker("m2", "targeter", seat, at=(x + 750 + second, y))
    assert number_needed(advance_duel(marker_near_target(first, "targeter", seat=seat), other)) == needed


@pytest.mark.rule("AN-ACC-12")
@pytest.mark.parametrize(("tags", "needed"), [(0, 5), (1, 6), (2, 7)])
@pytest.mark.ruling("AN-ACC-12.2")
def test_each_staa_tag_on_the_target_helps_direct_fire(tags, needed):
    """One tag on the target makes Acc 5 a 6, two a 7."""
    markers = [marker(f"m{number}", "staa_tag", 0, "b-y") for number in range(tags)]
    assert number_needed(advance_duel(*markers)) == needed


@pytest.mark.rule("AN-ACC-12")
def test_a_tag_on_another_unit_does_not_help():
    """A tag counts on the target alone."""
    other = ("b-z", troopers(1), (X, Y + 20 * INCH), USED)
    assert number_needed(advance_duel(marker("m1", "staa_tag", 0, "b-z"), more=[other])) == 5


@pytest.mark.rule("AN-ACC-13")
@pytest.mark.parametrize(("third", "needed"), [(None, 7), ({"state": "patched"}, 7), ({"seat": 1}, 7), ({}, 8)])
@pytest.mark.ruling("AN-ACC-09.2")
def test_each_working_lifeseeker_helps_direct_fire(third, needed):
    """Two working Lifeseekers at 3 and 5 inches give 2; a third that is patched or the enemy's adds nothing."""
    markers = [marker_near_target(3000, "lifeseeker", "m1"), marker_near_target(5000, "lifeseeker", "m2")]
    if third is not None:
        markers.append(marker_near_target(1000, "lifeseeker", "m3", **third))
    assert number_needed(advance_duel(*markers)) == needed


@pytest.mark.rule("AN-ACC-13")
@pytest.mark.ruling("AN-ACC-09.2")
def test_a_lifeseeker_beyond_five_inches_does_not_help():
    """5.001 inches are too far."""
    assert number_needed(advance_duel(marker_near_target(5001, "lifeseeker"))) == 5


@pytest.mark.rule("AN-ACC-14")
@pytest.mark.parametrize(("cap", "needed"), [(3, 8), (4, 9), (1, 6)])
@pytest.mark.ruling("AN-ACC-14.2", "AN-ACC-14.3")
def test_direct_markers_give_three_in_all(cap, needed):
    """Two Targeters, a tag and a Lifeseeker are 4 and give 3; by the option another number."""
    assert DEFAULTS.direct_marker_cap == 3
    x, y = target_place()
    markers = [
        marker_near_target(0, "targeter", "m1"),
        marker("m2", "targeter", at=(x + 750, y)),
        marker("m3", "staa_tag", 0, "b-y"),
        marker_near_target(3000, "lifeseeker", "m4"),
    ]
    assert number_needed(advance_duel(*markers, options={"direct_marker_cap": cap})) == needed


@pytest.mark.rule("AN-ACC-14")
@pytest.mark.parametrize(
    ("kinds", "options", "total"),
    [
        (("targeter", "targeter"), {}, 7),
        (("staa_tag",), {}, 6),
        (("lifeseeker", "lifeseeker"), {}, 7),
        (("targeter", "targeter", "staa_tag", "lifeseeker"), {}, 8),
        (("targeter", "targeter", "staa_tag", "lifeseeker"), {"direct_marker_cap": 4}, 9),
    ],
)
@pytest.mark.ruling("AN-ACC-14.2")
def test_targeters_tags_and_lifeseekers_help_direct_fire_up_to_the_cap(kinds, options, total):
    """Targeters, tags and Lifeseekers give 1 each to direct fire, held to the cap in all."""
    markers = [marker(f"m{index}", kind, unit="b-y") for index, kind in enumerate(kinds)]
    assert number_needed(stepwise_duel(MISSES, order="advance", markers=markers, options=options)) == total


@pytest.mark.rule("AN-ACC-27")
@pytest.mark.parametrize(("state", "asked_for"), [("patched", False), ("working", True)])
@pytest.mark.ruling("AN-ACC-27.2")
def test_a_patched_spotter_gives_no_re_rolls(state, asked_for):
    """A spotter that is patched gives no miss re-rolls to the next volley; set to work again it does."""
    played = gun_duel([9], own=troopers(1, "gun", devices=("spotter",)))
    changes = ["patched"] if state == "patched" else ["patched", "working"]
    for change in changes:
        set_by_ruling(played, "devices", "a-x#1", state=change).then(Corrected, after=f'"{change}"')
    roll_accuracy(played)
    assert (question(played) == "miss_reroll") is asked_for


@pytest.mark.rule("AN-ACC-27", "AN-OH-01")
@pytest.mark.parametrize(("lends", "seen"), [("a-x", True), ("", False), ("a-z", False)])
@pytest.mark.ruling("AN-ACC-27.2")
def test_a_patched_device_lends_its_sight(lends, seen):
    """What a patched device sees the unit that it lends its sight to may aim at overhead; nobody else."""
    hill = box("w1", X + 3 * INCH, 0, 500, TALL, los="blocking")
    buddy = Device(
        id="m1",
        sheet="spotter",
        seat=0,
        state="patched",
        lends_sight_to=lends,
        pose=marker("m1", "spotter", at=(X + 5 * INCH, Y + 5 * INCH)).pose,
    )
    friend = ("a-z", troopers(1), (X, Y + 20 * INCH), USED)
    played = overhead_duel([10] * seen, terrain=[hill], markers=[buddy], more=[friend])
    outcome = shoot(played, fired("lobber", aim=target_place()))
    if seen:
        outcome.accepted()
        played.when("table", RollAccuracy()).accepted()
    else:
        outcome.rejected("AN-OH-01", "no-line-of-sight")


@pytest.mark.rule("AN-ACC-27")
def test_a_patched_lifeseeker_gives_no_bonus():
    """A Lifeseeker that is patched gives no bonus."""
    played = stepwise_duel(MISSES, order="advance", markers=[marker("m1", "lifeseeker", unit="b-y")])
    row = played.game.devices["m1"]
    played.put("devices", type(row)(id="m1", sheet="lifeseeker", seat=0, unit="b-y", state="patched"))
    assert number_needed(played) == 5
