"""The number that an accuracy die needs, term by term, with the ledger's own sums."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DeclareShooting,
    ModelSight,
    RecordSightFacts,
    RollAccuracy,
    ShotsLost,
    Stats,
)
from tests.rulesets.antares.givens import (
    INCH,
    armed,
    box,
    device_sheet,
    kind,
    marker,
    mode,
    plain,
    vehicle,
    wall,
    weapon,
)
from tests.rulesets.antares.volleying import MISSES, X, Y, duel, fired, number, rolled, shoot

FOE_X = X + 11 * INCH


def sized(size):
    return plain(size=size)


@pytest.mark.rule("AN-ACC-01")
def test_the_ledgers_sum():
    """Acc 5, aimed, two pins and long range need a 3."""
    played = duel(MISSES, 25 * INCH, mine={"pins": 2})
    needed = rolled(played).one(AccuracyRolled).needed
    assert needed.total == 3
    assert needed.clauses() == ("AN-ACC-01", "AN-ACC-03", "AN-ACC-15", "AN-ACC-16")


@pytest.mark.rule("AN-ACC-02")
def test_large_extreme_and_pinned():
    """Acc 5, aimed, a large target, extreme range and a pin need a 4."""
    assert number(duel(MISSES, 35 * INCH, mine={"pins": 1}, foe=sized("large"))) == 4


@pytest.mark.rule("AN-ACC-03")
@pytest.mark.parametrize(
    ("arm", "order", "options", "total"),
    [
        ("carbine", "fire", {}, 6), ("carbine", "advance", {}, 5), ("cannon", "fire", {}, 5),
        ("cannon", "fire", {"aimed_bonus_for_heavy": True}, 6), ("launcher", "fire", {}, 4),
    ],
)  # fmt: skip
def test_the_aimed_bonus(arm, order, options, total):
    """Standard weapons are aimed under Fire, heavy ones by the option alone and overhead ones never."""
    assert number(duel(MISSES, 12 * INCH, own=armed(arm), order=order, options=options)) == total


@pytest.mark.parametrize(
    ("size", "total"), [("large", 6), ("huge", 6), ("medium", 5), ("small", 4)]
)  # fmt: skip
def test_the_size_of_the_target(size, total):
    """Large and huge targets give 1 alike, and small ones cost 1."""
    assert number(duel(MISSES, foe=sized(size), order="advance")) == total


@pytest.mark.rule("AN-ACC-06")
@pytest.mark.parametrize(
    ("faction", "place", "options", "total"),
    [
        ("ghar", (FOE_X, 5_500), {}, 6), ("ghar", (FOE_X, 4_000), {}, 5), ("concord", (FOE_X, 5_500), {}, 5),
        ("ghar", (X, 5_500), {}, 5), ("ghar", (X, 5_500), {"flitter_measured_from": "shooter"}, 6),
    ],
)  # fmt: skip
def test_a_flitter_helps_ghar(faction, place, options, total):
    """A Flitter within 5 inches of the target, or of the shooter by the option, gives Ghar 1."""
    markers = [marker("m1", "flitter", at=place)]
    own = plain(faction=faction)
    assert number(duel(MISSES, own=own, order="advance", markers=markers, options=options)) == total


@pytest.mark.parametrize(
    ("markers", "total"),
    [
        ([], 4), ([marker("m1", "targeter", at=(FOE_X, Y - 700))], 5),
        ([marker("m1", "targeter", 1, at=(FOE_X, Y))], 4),
        ([marker("m1", "targeter", at=(FOE_X, Y)), marker("m2", "lifeseeker", at=(FOE_X, Y))], 5),
        ([marker("m1", "lifeseeker", at=(FOE_X, Y - 5_250))], 5),
    ],
)  # fmt: skip
def test_markers_help_overhead_fire(markers, total):
    """A friendly Targeter at the aim point or Lifeseeker near it gives 1 in all."""
    played = duel(MISSES, own=armed("launcher"), order="advance", markers=markers)
    assert number(played, fired("launcher", aim=(FOE_X, Y))) == total


@pytest.mark.rule("AN-ACC-10")
def test_the_overhead_cap():
    """The cap of overhead markers may be raised."""
    markers = [marker("m1", "targeter", at=(FOE_X, Y)), marker("m2", "lifeseeker", at=(FOE_X, Y))]
    played = duel(MISSES, own=armed("launcher"), order="advance", markers=markers, options={"oh_marker_cap": 2})
    assert number(played, fired("launcher", aim=(FOE_X, Y))) == 6


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
def test_markers_help_direct_fire(kinds, options, total):
    """Targeters, tags and Lifeseekers give 1 each to direct fire, held to the cap in all."""
    markers = [marker(f"m{index}", each, unit="b-y") for index, each in enumerate(kinds)]
    assert number(duel(MISSES, order="advance", markers=markers, options=options)) == total


@pytest.mark.rule("AN-ACC-27")
def test_a_patched_lifeseeker_does_nothing():
    """A Lifeseeker that is patched gives no bonus."""
    played = duel(MISSES, order="advance", markers=[marker("m1", "lifeseeker", unit="b-y")])
    row = played.game.devices["m1"]
    played.put("devices", type(row)(id="m1", sheet="lifeseeker", seat=0, unit="b-y", state="patched"))
    assert number(played) == 5


@pytest.mark.rule("AN-SHOOT-10")
@pytest.mark.parametrize(("gap", "total"), [(20_000, 5), (20_500, 4), (30_000, 4), (31_000, 3), (50_000, 3)])
def test_range_bands(gap, total):
    """Short range costs nothing, long range 1 and extreme range 2, each with its limit."""
    played = duel(MISSES[:1], gap, order="advance", own=armed("carbine", count=1), foe=armed("carbine", count=1))
    assert number(played) == total


@pytest.mark.rule("AN-SHOOT-07")
@pytest.mark.parametrize(
    ("far", "scope", "totals"),
    [(3, "volley", [4]), (2, "volley", [5]), (2, "per_model", [5, 5, 5, 4, 4])],
)
def test_the_majority_settles_the_range(far, scope, totals):
    """Most of the models with a weapon settle its range for all, or each its own by the option."""
    near, back = FOE_X + 9_500, FOE_X + 8_000
    places = [(near - 20_000 - (1_500 if index >= 5 - far else 0), Y + 1_500 * index) for index in range(5)]
    assert back < near
    played = duel(MISSES, order="advance", foe=armed("carbine", count=1), options={"majority_scope": scope})
    for index, (x, y) in enumerate(places):
        move(played, f"a-x.{index + 1}", x, y)
    move(played, "b-y.1", near + 1_000 - 500, Y + 3_000)
    outcome = rolled(played)
    assert [each.needed.total for each in outcome.events if isinstance(each, AccuracyRolled)] == totals


def move(played, model, x, y):
    row = played.game.models[model]
    pose = type(row.pose)(x, y, 0, row.pose.facing)
    played.put("models", type(row)(id=row.id, unit=row.unit, kind=row.kind, wounds=row.wounds, pose=pose))


@pytest.mark.rule("AN-ACC-18")
def test_rapid_fire():
    """Rapid fire throws the dice of its mode at 1 less."""
    outcome = rolled(duel(MISSES * 2, order="advance"), fired(mode="rapid"))
    event = outcome.one(AccuracyRolled)
    assert (event.needed.total, len(event.dice)) == (4, 10)


def test_a_mode_with_its_own_modifier():
    """What a mode brings itself is added."""
    arm = weapon("sniper", modes=(mode("steady", 1, 2),))
    assert number(duel(MISSES, order="advance", own=armed("sniper"), weapons=[arm])) == 7


def team(*kinds):
    rows = (
        kind("gunner", weapons=("light_gun",)), kind("loader", weapons=(), crews="light_gun"),
        kind("gun", weapons=("light_gun",), equipment=True),
    )  # fmt: skip
    return plain(type="weapon_team", kinds=rows, models=kinds)


@pytest.mark.rule("AN-ACC-21")
@pytest.mark.parametrize(
    ("kinds", "dice", "total"),
    [
        (("gunner", "loader"), 3, 4), (("gunner",), 3, 2), (("gun", "loader"), 3, 2),
        (("gun", "gun", "loader"), 3, 2), (("gun", "loader") * 2, 6, 2), (("gun", *("loader",) * 2) * 2, 6, 4),
    ],
)  # fmt: skip
def test_insufficient_crew(kinds, dice, total):
    """A weapon with fewer crew than it needs shoots at 2 less, and one without anybody not at all."""
    assert number(duel((9,) * dice, order="advance", own=team(*kinds))) == total


def test_no_crew_no_shot():
    """A gun whose crew is gone can not be fired."""
    duel(own=team("gun")).when("red", shoot()).rejected("AN-ACC-21", "no-crew")


def test_vehicles_are_crewed_from_within():
    """A vehicle needs no other models to serve its weapons."""
    outcome = rolled(duel((9,) * 4, own=vehicle(), foe=sized("medium")))
    assert [each.needed.total for each in outcome.events if isinstance(each, AccuracyRolled)] == [5, 5]


@pytest.mark.rule("AN-ACC-22")
@pytest.mark.parametrize(("depth", "total"), [(3_000, 3), (4_000, 3)])
def test_a_wood_between(depth, total):
    """Up to 4 inches of obscuring terrain between the units cost 2."""
    wood = box("t1", X + 4_000, 0, depth, 40_000)
    assert number(duel(MISSES, order="advance", terrain=[wood])) == total


@pytest.mark.rule("AN-ACC-23")
@pytest.mark.parametrize(("x", "total"), [(X + 5_000, 3), (X + 1_000, 5), (FOE_X - 1_000, 5)])
def test_a_wall_between(x, total):
    """A wall midway costs 2; one behind which either unit is in a Defended Position costs nothing."""
    assert number(duel(MISSES, order="advance", terrain=[wall("t1", (x, 0), (x, 40_000))])) == total


@pytest.mark.parametrize(
    ("kinds", "total"),
    [(("kinetic_dampener",), 4), (("batter_shield",), 3), (("kinetic_dampener", "batter_shield"), 2)],
)
def test_fields_between(kinds, total):
    """A Kinetic Dampener on most lines costs 1 and a Batter Shield 2, each once."""
    big = [device_sheet(each, radius=20 * INCH) for each in kinds]
    markers = [marker(f"m{index}", each, 1, unit="b-y") for index, each in enumerate((*kinds, *kinds))]
    assert number(duel(MISSES, 40 * INCH - 500, order="advance", markers=markers, device_sheets=big)) == total - 2


@pytest.mark.rule("AN-ACC-26")
@pytest.mark.parametrize(
    ("place", "applies", "total"),
    [
        ((FOE_X, Y + 3_000), "target", 3),
        ((FOE_X, Y - 3_000), "target", 5),
        ((X, Y + 3_000), "target", 5),
        ((X, Y + 3_000), "shooter", 3),
        ((X, Y + 3_000), "either", 3),
        ((FOE_X, Y + 3_000), "shooter", 5),
    ],
)
def test_a_blur(place, applies, total):
    """A Blur near most models of the target, or of whom the option names, costs one D3 for the volley."""
    faces = (*((2,) if total == 3 else ()), *MISSES)
    played = duel(
        faces, order="advance", markers=[marker("m1", "blur", 1, at=place)], options={"blur_applies_to": applies}
    )
    outcome = rolled(played)
    event = outcome.one(AccuracyRolled)
    assert (event.needed.total, event.blur) == (total, 5 - total)
    assert [each.why for each in outcome.rolls] == (["blur", "accuracy"] if event.blur else ["accuracy"])


@pytest.mark.rule("AN-OH-08")
def test_blind_fire_needs_a_one():
    """Blind fire uses no modifiers, not even a Blur, and succeeds on a 1 alone."""
    played = duel((2,), own=armed("mortar", count=1), markers=[marker("m1", "blur", 1, at=(FOE_X, Y))])
    played.when("red", shoot(fired("mortar", aim=(X + 12_000, Y), blind=True), target="")).accepted()
    event = played.when("table", RollAccuracy()).one(AccuracyRolled)
    assert (event.needed.total, event.needed.clauses(), event.dice[0].result) == (1, ("AN-OH-08",), "miss")


def facts(volley="v1", penalty=None, **sight):
    usual = {"sees": True, "range": 10_000, "obscuring": 0, "fields": (), "seen": ()}
    rows = tuple(ModelSight(**{**usual, **sight, "model": f"a-x.{number}"}) for number in range(1, 6))
    return RecordSightFacts(volley=volley, sights=rows, covers=(), penalty=penalty)


@pytest.mark.rule("AN-SHOOT-02")
@pytest.mark.parametrize(
    ("stated", "total"),
    [
        (facts(), 5),
        (facts(range=25_000), 4),
        (facts(obscuring=3_000), 3),
        (facts(fields=("batter_shield",)), 3),
        (facts(penalty=-3), 2),
        (facts(obscuring=3_000, penalty=0), 5),
        (facts(obscuring=3_000, seen=("b-y.1", "b-y.2")), 5),
    ],
)
def test_what_people_see_stands_for_the_geometry(stated, total):
    """Ranges, terrain and fields that people state are used in place of the service's own."""
    played = duel(MISSES, order="advance")
    played.when("red", shoot()).asks("accuracy", "table")
    played.when("referee", stated).accepted()
    assert played.when("table", RollAccuracy()).one(AccuracyRolled).needed.total == total


@pytest.mark.rule("AN-SHOOT-05")
@pytest.mark.parametrize(
    ("stated", "reason"), [({"sees": False}, "sight"), ({"obscuring": 4_001}, "sight"), ({"range": 51_000}, "range")]
)
def test_shots_are_lost_where_people_see_nothing(stated, reason):
    """Models that are stated to see nothing, or nothing in range, lose their shots."""
    played = duel(order="advance")
    played.when("red", shoot()).accepted()
    played.when("referee", facts(**stated)).accepted()
    played.when("table", RollAccuracy()).then(ShotsLost, reason=reason).without(AccuracyRolled)


def test_facts_come_before_the_dice():
    """What is seen is not stated once the dice are rolled."""
    played = duel((3, *MISSES[:4]), order="advance")
    rolled(played)
    played.when("referee", facts()).rejected("AN-SHOOT-02", "dice-are-rolled")


def test_models_of_different_skill_shoot_in_groups():
    """Models with an Acc of their own have a number of their own."""
    skilled = kind(
        "leader", stats=Stats(agility=None, accuracy=7, strength=None, resist=None, initiative=None, command=None)
    )
    own = plain(kinds=(kind(), skilled), models=("trooper", "trooper", "leader"))
    outcome = rolled(duel((9, 9, 9), order="advance", own=own))
    found = [(each.needed.total, len(each.dice)) for each in outcome.events if isinstance(each, AccuracyRolled)]
    assert found == [(5, 2), (7, 1)]


def test_shooting_needs_a_command():
    """A unit names its target."""
    duel().when("red", DeclareShooting(unit="a-x", target="", weapons=())).rejected("AN-SHOOT-11", "no-target")
