"""AN-ACC: what lies between shooter and target, Blurs, and patched devices."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AccuracyRolled,
    DeviceStateChanged,
    RollAccuracy,
    SetDeviceState,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Device
from tests.rulesets.antares.givens import (
    INCH,
    box,
    kind,
    marker,
    wall,
)  # fmt: skip
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    acting,
    asked,
    fired,
    gun,
    men,
    of,
    one,
    resisted,
    shoot,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import advancing, field, lobbing, mark, near, needs, results, roll

TALL = 48 * INCH


# -- between: AN-ACC-17, AN-ACC-22, AN-ACC-23, AN-ACC-25


def shield(sheet: str, id: str = "m1", state: str = "working", **changes: Any) -> Device:
    """Make the marker of a field of 3 inches, midway of 15 inches, the enemy's."""
    return Device(id=id, sheet=sheet, seat=1, state=state, pose=marker(id, sheet, at=(X + 8 * INCH, Y)).pose, **changes)


@pytest.mark.rule("AN-ACC-17")
@pytest.mark.parametrize(("gap", "state", "needed"), [(15, "working", 4), (25, "working", 3), (15, "patched", 5)])
def test_a_kinetic_dampener_costs_one(gap, state, needed):
    """A shot through an active dampener makes Acc 5 a 4, at long range a 3; a field that is off costs nothing."""
    played = advancing(shield("kinetic_dampener", state=state), gap=gap * INCH)
    assert needs(played) == needed


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
@pytest.mark.parametrize(("sheet", "needed"), [("kinetic_dampener", 4), ("batter_shield", 3)])
def test_fields_of_a_kind_count_once(sheet, needed):
    """Two dampeners, or two Batter Shields, on the line cost no more than one."""
    assert needs(advancing(shield(sheet), shield(sheet, "m2"), gap=15 * INCH)) == needed


@pytest.mark.rule("AN-ACC-17", "AN-ACC-25")
def test_fields_of_two_kinds_add_up():
    """A dampener and a Batter Shield cost 3."""
    assert needs(advancing(shield("kinetic_dampener"), shield("batter_shield", "m2"), gap=15 * INCH)) == 2


@pytest.mark.rule("AN-ACC-17")
@pytest.mark.parametrize(("through", "needed"), [(3, 4), (2, 5)])
def test_most_shooters_have_to_shoot_through_the_field(through, needed):
    """Three of five whose line crosses the field make -1 for all, two make none."""
    side = [(X, Y + 1100 * number) if number < through else (X, Y + 20 * INCH + 1100 * number) for number in range(5)]
    units = (("a-x", men(5, "gun"), side), ("b-y", men(1), (X + 16 * INCH, Y + 2 * INCH), USED))
    dampener = marker("m1", "kinetic_dampener", 1, at=(X + 4 * INCH, Y + 2 * INCH))
    rifle = gun(0, short=30 * INCH)
    played = acting("advance", *units, dice=[9] * 5, markers=[dampener], weapons=[rifle], pace="step")
    assert needs(played) == needed


@pytest.mark.rule("AN-ACC-25")
@pytest.mark.parametrize(("face", "result"), [(1, "lucky"), (2, "miss")])
def test_a_batter_shield_costs_two(face, result):
    """Acc 5 through a Batter Shield at extreme range needs 1: a 1 hits."""
    played = field([face], 35 * INCH, order="advance", markers=[shield("batter_shield")])
    outcome = roll(played)
    assert outcome.one(AccuracyRolled).needed.total == 1
    assert results(outcome) == [result]


@pytest.mark.rule("AN-ACC-22")
@pytest.mark.parametrize(
    ("widths", "needed"), [((3000,), 3), ((4000,), 3), ((1000, 1000, 1000), 3), ((100,), 3), ((), 5)]
)
def test_obscuring_terrain_between_costs_two_once(widths, needed):
    """3 inches of wood make Acc 5 a 3, and so do exactly 4, or three pieces."""
    pieces = [box(f"w{at}", X + 3 * INCH + 2 * INCH * at, 0, width, TALL) for at, width in enumerate(widths)]
    assert needs(advancing(gap=15 * INCH, terrain=pieces)) == needed


@pytest.mark.rule("AN-ACC-22")
@pytest.mark.parametrize(("behind", "needed"), [(3, 3), (2, 5)])
def test_most_of_the_line_of_fire_has_to_be_obscured(behind, needed):
    """Three of five shooters behind the wood make -2 for all, two make none."""
    screen = box("w1", X + 2 * INCH, Y - INCH, 500, 1500 * behind + 200, move="open")
    units = (("a-x", men(5, "gun"), (X, Y)), ("b-y", men(5), mark(15 * INCH), USED))
    played = acting("advance", *units, dice=[9] * 5, terrain=[screen], pace="step")
    assert needs(played) == needed


@pytest.mark.rule("AN-ACC-23")
@pytest.mark.parametrize(("place", "needed"), [(8000, 3), (500 + 500, 5), (15_000 + 1000 - 500 - 500, 5)])
def test_a_wall_between_obscures_but_for_those_behind_it(place, needed):
    """A wall midway costs 2; half an inch before the shooter, or before the target, it costs nothing."""
    played = advancing(gap=15 * INCH, terrain=[wall("w1", (X + place, 0), (X + place, TALL))])
    assert needs(played) == needed


@pytest.mark.rule("AN-ACC-23")
def test_the_targets_wall_covers_it_instead():
    """Half an inch behind the only wall the target is shot at without penalty and resists at 6 + 2."""
    place = mark(15 * INCH)[0] - 1000
    played = field([3, 2], 15 * INCH, order="advance", terrain=[wall("w1", (place, 0), (place, TALL))], pace="auto")
    shoot(played).accepted()
    events = through(played)
    assert one(events, AccuracyRolled).needed.total == 5
    assert [each.needed.total for each in resisted(events)] == [8]


# -- AN-ACC-26, AN-ACC-27


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(("distance", "die", "needed"), [(2000, 2, 3), (3000, 3, 2), (3000, 1, 4), (3001, None, 5)])
def test_a_blur_costs_a_d3(distance, die, needed):
    """A target 2 inches from a Blur whose D3 shows 2 makes Acc 5 a 3; beyond 3 inches no D3 is thrown."""
    played = advancing(near(distance, "blur", seat=1), faces=[*([] if die is None else [die]), 9])
    rolled = roll(played).one(AccuracyRolled)
    assert (rolled.needed.total, rolled.blur) == (needed, die or 0)


@pytest.mark.rule("AN-ACC-26")
def test_blurs_do_not_add_up_and_one_d3_is_thrown():
    """Two Blurs and three groups of dice take one D3."""
    kinds = tuple(kind(name, weapons=(name,)) for name in ("gun", "other"))
    own = men(2, kinds=kinds, models=("gun", "other"))
    blurs = [near(1000, "blur", "m1", 1), near(2000, "blur", "m2", 1)]
    played = field([2, 9, 9], own=own, order="advance", markers=blurs, weapons=[gun(0, "other")])
    assert [each.needed.total for each in of(roll(played).events, AccuracyRolled)] == [3, 3]


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(("close", "blurred"), [(3, True), (2, False)])
def test_most_of_the_target_has_to_be_near_the_blur(close, blurred):
    """Three of five models within 3 inches of the Blur make the penalty, two do not."""
    far = mark()[0]
    where = [
        (far + 1100 * number, Y) if number < close else (far + 20 * INCH + 1100 * number, Y) for number in range(5)
    ]
    units = (("a-x", men(1, "gun"), (X, Y)), ("b-y", men(5), where, USED))
    blur = marker("m1", "blur", 1, at=(far + 1100, Y + 2000))
    played = acting("advance", *units, dice=[2, 9] if blurred else [9], markers=[blur], pace="step")
    assert needs(played) == (3 if blurred else 5)


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(
    ("applies", "whose", "blurred"),
    [("target", "target", True), ("target", "shooter", False), ("shooter", "shooter", True),
     ("shooter", "target", False), ("either", "target", True), ("either", "shooter", True)],
)  # fmt: skip
def test_who_has_to_be_near_the_blur_is_an_option(applies, whose, blurred):
    """By default the target, by the option the shooter, or either."""
    assert DEFAULTS.blur_applies_to == "target"
    x, y = (X, Y) if whose == "shooter" else mark()
    blur = marker("m1", "blur", 1, at=(x, y - 2000))
    played = advancing(blur, options={"blur_applies_to": applies}, faces=[2, 9] if blurred else [9])
    assert needs(played) == (3 if blurred else 5)


@pytest.mark.rule("AN-ACC-27")
@pytest.mark.parametrize(("state", "asked_for"), [("patched", False), ("working", True)])
def test_a_patched_spotter_gives_no_re_rolls(state, asked_for):
    """A spotter that is patched gives no miss re-rolls to the next volley; set to work again it does."""
    played = field([9], own=men(1, "gun", devices=("spotter",)))
    changes = ["patched"] if state == "patched" else ["patched", "working"]
    for each in changes:
        command = SetDeviceState(device="a-x#1", state=each, lends_sight_to="")
        played.when("referee", command).then(DeviceStateChanged, device="a-x#1", state=each)
    roll(played)
    assert (asked(played) == "miss_reroll") is asked_for


@pytest.mark.rule("AN-ACC-27", "AN-OH-01")
@pytest.mark.parametrize(("lends", "seen"), [("a-x", True), ("", False), ("a-z", False)])
def test_a_patched_device_lends_its_sight(lends, seen):
    """What a patched device sees the unit that it lends its sight to may aim at overhead; nobody else."""
    hill = box("w1", X + 3 * INCH, 0, 500, TALL, los="blocking")
    buddy = Device(id="m1", sheet="spotter", seat=0, state="patched", lends=lends,
                   pose=marker("m1", "spotter", at=(X + 5 * INCH, Y + 5 * INCH)).pose)  # fmt: skip
    friend = ("a-z", men(1), (X, Y + 20 * INCH), USED)
    played = lobbing([10] * seen, terrain=[hill], markers=[buddy], more=[friend])
    outcome = shoot(played, fired("lobber", aim=mark()))
    if seen:
        outcome.accepted()
        played.when("table", RollAccuracy()).accepted()
    else:
        outcome.rejected("AN-OH-01", "no-line-of-sight")


@pytest.mark.rule("AN-ACC-23")
def test_another_wall_obscures_a_defended_shooter():
    """From behind its own wall a shooter pays for a second wall midway."""
    walls = [wall("w1", (X + 1000, 0), (X + 1000, TALL)), wall("w2", (X + 8000, 0), (X + 8000, TALL))]
    assert needs(advancing(gap=15 * INCH, terrain=walls)) == 3


@pytest.mark.rule("AN-ACC-22", "AN-SHOOT-07")
@pytest.mark.parametrize(("scope", "numbers"), [("volley", [5, 5, 5, 5, 5]), ("per_model", [3, 3, 5, 5, 5])])
def test_by_an_option_each_shooter_pays_for_its_own_terrain(scope, numbers):
    """Two of five behind a wood cost nothing; by the option those two shoot at 3."""
    screen = box("w1", X + 2 * INCH, Y - INCH, 500, 3200, move="open")
    units = (("a-x", men(5, "gun"), (X, Y)), ("b-y", men(5), mark(15 * INCH), USED))
    played = acting("advance", *units, dice=[9] * 5, terrain=[screen], options={"majority_scope": scope}, pace="step")
    rolled = of(roll(played).events, AccuracyRolled)
    assert sorted(each.needed.total for each in rolled for _ in each.dice) == numbers


@pytest.mark.rule("AN-ACC-22", "AN-SHOOT-07")
def test_half_the_shooters_are_not_most():
    """Two of four behind the wood are a tie and cost nothing."""
    screen = box("w1", X + 2 * INCH, Y - INCH, 500, 3200, move="open")
    units = (("a-x", men(4, "gun"), (X, Y)), ("b-y", men(4), mark(15 * INCH), USED))
    assert needs(acting("advance", *units, dice=[9] * 4, terrain=[screen], pace="step")) == 5
