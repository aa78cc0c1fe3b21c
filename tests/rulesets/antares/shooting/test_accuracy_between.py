"""AN-ACC-17, -22, -23, -25 and -26: fields, terrain and Blurs between shooter and target."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import AccuracyRolled
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import Device
from tests.rulesets.antares.fixtures import (
    ENEMY_X,
    MISSES,
    TALL,
    USED,
    X,
    Y,
    acting,
    advance_duel,
    gun_duel,
    marker_near_target,
    stepwise_duel,
    target_place,
)
from tests.rulesets.antares.sheets import INCH, box, device_sheet, gun, marker, model_kind, troopers, wall
from tests.rulesets.antares.steps import (
    die_results,
    events_of,
    number_needed,
    one_event,
    play_on,
    resist_tests,
    roll_accuracy,
    shoot,
)


def field_marker(sheet: str, id: str = "m1", state: str = "working", **changes: Any) -> Device:
    """Make the marker of a field of 3 inches, midway of 15 inches, the enemy's."""
    return Device(id=id, sheet=sheet, seat=1, state=state, pose=marker(id, sheet, at=(X + 8 * INCH, Y)).pose, **changes)


@pytest.mark.rule("AN-ACC-17")
@pytest.mark.parametrize(("gap", "state", "needed"), [(15, "working", 4), (25, "working", 3), (15, "patched", 5)])
@pytest.mark.ruling("AN-ACC-17.2")
def test_a_kinetic_dampener_costs_one(gap, state, needed):
    """A shot through an active dampener makes Acc 5 a 4, at long range a 3; a field that is off costs nothing."""
    played = advance_duel(field_marker("kinetic_dampener", state=state), gap=gap * INCH)
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
@pytest.mark.parametrize(("sheet", "needed"), [("kinetic_dampener", 4), ("batter_shield", 3)])
@pytest.mark.ruling("AN-ACC-17.2", "AN-ACC-25.1")
def test_fields_of_a_kind_count_once(sheet, needed):
    """Two dampeners, or two Batter Shields, on the line cost no more than one."""
    assert number_needed(advance_duel(field_marker(sheet), field_marker(sheet, "m2"), gap=15 * INCH)) == needed


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
def test_fields_of_two_kinds_add_up():
    """A dampener and a Batter Shield cost 3."""
    assert (
        number_needed(
            advance_duel(field_marker("kinetic_dampener"), field_marker("batter_shield", "m2"), gap=15 * INCH)
        )
        == 2
    )


@pytest.mark.rule("AN-ACC-17")
@pytest.mark.parametrize(("through", "needed"), [(3, 4), (2, 5)])
def test_most_shooters_have_to_shoot_through_the_field(through, needed):
    """Three of five whose line crosses the field make -1 for all, two make none."""
    side = [(X, Y + 1100 * number) if number < through else (X, Y + 20 * INCH + 1100 * number) for number in range(5)]
    units = (("a-x", troopers(5, "gun"), side), ("b-y", troopers(1), (X + 16 * INCH, Y + 2 * INCH), USED))
    dampener = marker("m1", "kinetic_dampener", 1, at=(X + 4 * INCH, Y + 2 * INCH))
    rifle = gun(0, short_range=30 * INCH)
    played = acting("advance", *units, dice=[9] * 5, markers=[dampener], weapons=[rifle], pace="step")
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
@pytest.mark.parametrize(
    ("kinds", "total"),
    [(("kinetic_dampener",), 4), (("batter_shield",), 3), (("kinetic_dampener", "batter_shield"), 2)],
)
def test_a_dampener_costs_one_and_a_batter_shield_two_each_once(kinds, total):
    """A Kinetic Dampener on most lines costs 1 and a Batter Shield 2, each once."""
    big = [device_sheet(kind, radius=20 * INCH) for kind in kinds]
    markers = [marker(f"m{index}", kind, 1, unit="b-y") for index, kind in enumerate((*kinds, *kinds))]
    assert (
        number_needed(stepwise_duel(MISSES, 40 * INCH - 500, order="advance", markers=markers, device_sheets=big))
        == total - 2
    )


@pytest.mark.rule("AN-ACC-22")
@pytest.mark.parametrize(
    ("widths", "needed"), [((3000,), 3), ((4000,), 3), ((1000, 1000, 1000), 3), ((100,), 3), ((), 5)]
)
@pytest.mark.ruling("AN-ACC-22.2")
def test_obscuring_terrain_between_costs_two_once(widths, needed):
    """3 inches of wood make Acc 5 a 3, and so do exactly 4, or three pieces."""
    pieces = [box(f"w{at}", X + 3 * INCH + 2 * INCH * at, 0, width, TALL) for at, width in enumerate(widths)]
    assert number_needed(advance_duel(gap=15 * INCH, terrain=pieces)) == needed


@pytest.mark.rule("AN-ACC-22")
@pytest.mark.parametrize(("behind", "needed"), [(3, 3), (2, 5)])
def test_most_of_the_line_of_fire_has_to_be_obscured(behind, needed):
    """Three of five shooters behind the wood make -2 for all, two make none."""
    screen = box("w1", X + 2 * INCH, Y - INCH, 500, 1500 * behind + 200, movement="open")
    units = (("a-x", troopers(5, "gun"), (X, Y)), ("b-y", troopers(5), target_place(15 * INCH), USED))
    played = acting("advance", *units, dice=[9] * 5, terrain=[screen], pace="step")
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-22", "AN-SHOOT-07")
@pytest.mark.parametrize(("scope", "numbers"), [("volley", [5, 5, 5, 5, 5]), ("per_model", [3, 3, 5, 5, 5])])
@pytest.mark.ruling("AN-SHOOT-07.3")
def test_by_an_option_each_shooter_pays_for_its_own_terrain(scope, numbers):
    """Two of five behind a wood cost nothing; by the option those two shoot at 3."""
    screen = box("w1", X + 2 * INCH, Y - INCH, 500, 3200, movement="open")
    units = (("a-x", troopers(5, "gun"), (X, Y)), ("b-y", troopers(5), target_place(15 * INCH), USED))
    played = acting("advance", *units, dice=[9] * 5, terrain=[screen], options={"majority_scope": scope}, pace="step")
    rolled = events_of(roll_accuracy(played).events, AccuracyRolled)
    assert sorted(row.needed.total for row in rolled for _ in row.dice) == numbers


@pytest.mark.rule("AN-ACC-22", "AN-SHOOT-07")
@pytest.mark.ruling("AN-SHOOT-07.2")
def test_half_the_shooters_are_not_most():
    """Two of four behind the wood are a tie and cost nothing."""
    screen = box("w1", X + 2 * INCH, Y - INCH, 500, 3200, movement="open")
    units = (("a-x", troopers(4, "gun"), (X, Y)), ("b-y", troopers(4), target_place(15 * INCH), USED))
    assert number_needed(acting("advance", *units, dice=[9] * 4, terrain=[screen], pace="step")) == 5


@pytest.mark.rule("AN-ACC-22", "AN-ACC-23", "AN-TERRAIN-23")
@pytest.mark.parametrize(("los", "needed"), [("obscuring", 3), ("clear", 5)])
def test_an_obstacle_between_hinders_by_its_class(los, needed):
    """An obscuring wall midway makes Acc 5 a 3; a ditch of class clear in its place costs nothing."""
    between = wall("w1", (X + 8000, 0), (X + 8000, 48_000), los=los)
    assert number_needed(advance_duel(gap=15_000, terrain=[between])) == needed


@pytest.mark.rule("AN-ACC-23")
@pytest.mark.parametrize(("place", "needed"), [(8000, 3), (500 + 500, 5), (15_000 + 1000 - 500 - 500, 5)])
def test_a_wall_between_obscures_but_for_those_behind_it(place, needed):
    """A wall midway costs 2; half an inch before the shooter, or before the target, it costs nothing."""
    played = advance_duel(gap=15 * INCH, terrain=[wall("w1", (X + place, 0), (X + place, TALL))])
    assert number_needed(played) == needed


@pytest.mark.rule("AN-ACC-23")
def test_the_targets_wall_covers_it_instead():
    """Half an inch behind the only wall the target is shot at without penalty and resists at 6 + 2."""
    place = target_place(15 * INCH)[0] - 1000
    played = gun_duel([3, 2], 15 * INCH, order="advance", terrain=[wall("w1", (place, 0), (place, TALL))], pace="auto")
    shoot(played).accepted()
    events = play_on(played)
    assert one_event(events, AccuracyRolled).needed.total == 5
    assert [resist_test.needed.total for resist_test in resist_tests(events)] == [8]


@pytest.mark.rule("AN-ACC-23")
def test_another_wall_obscures_a_defended_shooter():
    """From behind its own wall a shooter pays for a second wall midway."""
    walls = [wall("w1", (X + 1000, 0), (X + 1000, TALL)), wall("w2", (X + 8000, 0), (X + 8000, TALL))]
    assert number_needed(advance_duel(gap=15 * INCH, terrain=walls)) == 3


@pytest.mark.rule("AN-ACC-25")
@pytest.mark.parametrize(("face", "result"), [(1, "lucky"), (2, "miss")])
@pytest.mark.ruling("AN-ACC-25.1")
def test_a_batter_shield_costs_two(face, result):
    """Acc 5 through a Batter Shield at extreme range needs 1: a 1 hits."""
    played = gun_duel([face], 35 * INCH, order="advance", markers=[field_marker("batter_shield")])
    outcome = roll_accuracy(played)
    assert outcome.one(AccuracyRolled).needed.total == 1
    assert die_results(outcome) == [result]


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(("distance", "die", "needed"), [(2000, 2, 3), (3000, 3, 2), (3000, 1, 4), (3001, None, 5)])
def test_a_blur_costs_a_d3(distance, die, needed):
    """A target 2 inches from a Blur whose D3 shows 2 makes Acc 5 a 3; beyond 3 inches no D3 is thrown."""
    played = advance_duel(marker_near_target(distance, "blur", seat=1), faces=[*([] if die is None else [die]), 9])
    rolled = roll_accuracy(played).one(AccuracyRolled)
    assert (rolled.needed.total, rolled.blur) == (needed, die or 0)


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.ruling("AN-ACC-26.2")
def test_blurs_do_not_add_up_and_one_d3_is_thrown():
    """Two Blurs and three groups of dice take one D3."""
    kinds = tuple(model_kind(name, weapons=(name,)) for name in ("gun", "other"))
    own = troopers(2, kinds=kinds, models=("gun", "other"))
    blurs = [marker_near_target(1000, "blur", "m1", 1), marker_near_target(2000, "blur", "m2", 1)]
    played = gun_duel([2, 9, 9], own=own, order="advance", markers=blurs, weapons=[gun(0, "other")])
    assert [event.needed.total for event in events_of(roll_accuracy(played).events, AccuracyRolled)] == [3, 3]


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(("close", "blurred"), [(3, True), (2, False)])
@pytest.mark.ruling("AN-ACC-26.2")
def test_most_of_the_target_has_to_be_near_the_blur(close, blurred):
    """Three of five models within 3 inches of the Blur make the penalty, two do not."""
    far = target_place()[0]
    where = [
        (far + 1100 * number, Y) if number < close else (far + 20 * INCH + 1100 * number, Y) for number in range(5)
    ]
    units = (("a-x", troopers(1, "gun"), (X, Y)), ("b-y", troopers(5), where, USED))
    blur = marker("m1", "blur", 1, at=(far + 1100, Y + 2000))
    played = acting("advance", *units, dice=[2, 9] if blurred else [9], markers=[blur], pace="step")
    assert number_needed(played) == (3 if blurred else 5)


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(
    ("applies", "whose", "blurred"),
    [
        ("target", "target", True),
        ("target", "shooter", False),
        ("shooter", "shooter", True),
        ("shooter", "target", False),
        ("either", "target", True),
        ("either", "shooter", True),
    ],
)
@pytest.mark.ruling("AN-ACC-26.3")
def test_who_has_to_be_near_the_blur_is_an_option(applies, whose, blurred):
    """By default the target, by the option the shooter, or either."""
    assert DEFAULTS.blur_applies_to == "target"
    x, y = (X, Y) if whose == "shooter" else target_place()
    blur = marker("m1", "blur", 1, at=(x, y - 2000))
    played = advance_duel(blur, options={"blur_applies_to": applies}, faces=[2, 9] if blurred else [9])
    assert number_needed(played) == (3 if blurred else 5)


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(
    ("place", "applies", "total"),
    [
        ((ENEMY_X, Y + 3_000), "target", 3),
        ((ENEMY_X, Y - 3_000), "target", 5),
        ((X, Y + 3_000), "target", 5),
        ((X, Y + 3_000), "shooter", 3),
        ((X, Y + 3_000), "either", 3),
        ((ENEMY_X, Y + 3_000), "shooter", 5),
    ],
)
def test_a_blur_near_most_of_the_target_costs_one_d3(place, applies, total):
    """A Blur near most models of the target, or of whom the option names, costs one D3 for the volley."""
    faces = (*((2,) if total == 3 else ()), *MISSES)
    played = stepwise_duel(
        faces, order="advance", markers=[marker("m1", "blur", 1, at=place)], options={"blur_applies_to": applies}
    )
    outcome = roll_accuracy(played)
    event = outcome.one(AccuracyRolled)
    assert (event.needed.total, event.blur) == (total, 5 - total)
    assert [roll.why for roll in outcome.rolls] == (["blur", "accuracy"] if event.blur else ["accuracy"])
