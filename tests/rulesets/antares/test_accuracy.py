"""AN-ACC: what an accuracy die has to show."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (  # fmt: skip
    AccuracyRolled,
    EndTestTaken,
    GiveOrder,
    MarkerRemoved,
    ResolveEndTest,
)
from adjudicator.rulesets.antares.options import DEFAULTS
from adjudicator.rulesets.antares.rows import Device
from tests.rulesets.antares.givens import (
    INCH,
    begin,
    device_sheet,
    drawn,
    end_test,
    kind,
    marker,
    mode,
    table,
    vehicle,
)  # fmt: skip
from tests.rulesets.antares.said_fights import (
    USED,
    X,
    Y,
    duel,
    fired,
    gun,
    men,
    of,
    react,
    shoot,
    stats,
    through,
)  # fmt: skip
from tests.rulesets.antares.said_shots import advancing, big, field, lobbing, mark, near, needs, results, roll, tally

TALL = 48 * INCH


# -- AN-ACC-01, AN-ACC-02


@pytest.mark.rule("AN-ACC-01")
@pytest.mark.parametrize(("face", "result"), [(3, "hit"), (4, "miss"), (1, "lucky"), (10, "dud")])
def test_a_shot_is_a_die_against_acc_and_modifiers(face, result):
    """Acc 5, aimed, 2 pins, long range make 3: a 3 hits and a 4 misses; 1 and 10 have their own results."""
    outcome = roll(field([face], 25 * INCH, mine={"pins": 2}))
    assert outcome.one(AccuracyRolled).needed.total == 3
    assert results(outcome) == [result]


@pytest.mark.rule("AN-ACC-01")
def test_the_acc_is_the_models_own():
    """A model with an Acc of its own shoots with that."""
    keen = men(1, kinds=(kind(weapons=("gun",), stats=stats(accuracy=7)),))
    assert needs(advancing(own=keen)) == 7


@pytest.mark.rule("AN-ACC-02")
def test_modifiers_add_up():
    """Acc 5, Fire, a large target, extreme range and a pin make 4, each by its clause."""
    played = field([9], 40 * INCH, foe=men(1, size="large"), mine={"pins": 1})
    found = tally(played)
    assert found.total == 4
    terms = {term.clause: term.value for term in found.terms}
    assert terms == {"AN-ACC-01": 5, "AN-ACC-03": 1, "AN-ACC-04": 1, "AN-ACC-24": -2, "AN-ACC-15": -1}


@pytest.mark.rule("AN-ACC-02")
def test_each_row_counts_once():
    """Five shooters at five large models at long range take each row once."""
    played = field([9] * 5, 25 * INCH, men(5, "gun"), men(5, size="large"), order="advance")
    assert needs(played) == 5 + 1 - 1


# -- AN-ACC-03 to AN-ACC-05, AN-ACC-20


@pytest.mark.rule("AN-ACC-03")
@pytest.mark.parametrize(("order", "needed"), [("fire", 6), ("advance", 5)])
def test_aimed_fire_of_a_standard_weapon(order, needed):
    """A rifle of Acc 5 needs 6 on Fire and 5 on Advance."""
    assert needs(field([9], order=order)) == needed


@pytest.mark.rule("AN-ACC-03")
@pytest.mark.parametrize(("heavy", "needed"), [(False, 5), (True, 6)])
def test_heavy_weapons_are_not_aimed_but_for_an_option(heavy, needed):
    """A heavy direct weapon on Fire needs 5; with the option it gets the bonus."""
    assert DEFAULTS.aimed_bonus_for_heavy is False
    played = field([9], own=men(1, "big"), weapons=[big()], options={"aimed_bonus_for_heavy": heavy})
    assert needs(played) == needed


@pytest.mark.rule("AN-ACC-03")
def test_a_reaction_that_counts_as_fire_is_aimed():
    """A Firefight and Ambush Fire of Acc 5 need 6."""
    fight = duel(men(1, "gun"), men(1, "gun"), [5, 9, 9], theirs={})
    shoot(fight).accepted()
    react(fight, "firefight").accepted()
    shoot(fight, target="a-x", unit="b-y", who="blue").accepted()
    volleys = of(through(fight), AccuracyRolled)
    assert [each.needed.total for each in volleys] == [6, 6]


@pytest.mark.rule("AN-ACC-03", "AN-ACC-19")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_overhead_fire_costs_one_and_is_never_aimed(order):
    """An overhead weapon of Acc 5 needs 4 on Fire, with the option for heavy weapons too, and 4 on Advance."""
    for option in (False, True):
        played = lobbing([10], order=order, options={"aimed_bonus_for_heavy": option})
        found = tally(played, fired("lobber", aim=mark()))
        assert (found.total, found.clauses()) == (4, ("AN-ACC-01", "AN-ACC-19"))


@pytest.mark.rule("AN-ACC-04", "AN-ACC-05", "AN-ACC-20")
@pytest.mark.parametrize(("size", "needed"), [("small", 4), ("medium", 5), ("large", 6), ("huge", 6)])
def test_the_size_of_the_target(size, needed):
    """Acc 5 needs 4 at a small target, 6 at a large one, and 6 and not 7 at a huge one."""
    assert needs(advancing(foe=vehicle(size=size, order_dice=1))) == needed


# -- AN-ACC-06, AN-ACC-07


@pytest.mark.rule("AN-ACC-06")
@pytest.mark.parametrize(
    ("faction", "distance", "state", "needed"),
    [("ghar", 4000, "working", 6), ("ghar", 5000, "working", 6), ("ghar", 5001, "working", 5),
     ("concord", 4000, "working", 5), ("ghar", 4000, "patched", 5)],
)  # fmt: skip
def test_a_working_flitter_helps_ghar(faction, distance, state, needed):
    """A Ghar shooter gets 1 for a working Flitter within 5 inches of the target; others get nothing."""
    flitter = near(distance, "flitter", state=state)
    assert needs(advancing(flitter, own=men(1, "gun", faction=faction))) == needed


@pytest.mark.rule("AN-ACC-06")
@pytest.mark.parametrize(("reference", "distance", "needed"), [("target", 4, 6), ("shooter", 4, 5), ("shooter", 16, 6)])
def test_the_flitter_is_measured_from_target_or_shooter(reference, distance, needed):
    """By the option the 5 inches run from the shooter."""
    assert DEFAULTS.flitter_measured_from == "target"
    x = mark(20 * INCH)[0] - 750 - distance * INCH
    played = advancing(
        marker("m1", "flitter", at=(x, Y)), gap=20 * INCH, own=men(1, "gun", faction="ghar"),
        options={"flitter_measured_from": reference},
    )  # fmt: skip
    assert needs(played) == needed


@pytest.mark.rule("AN-ACC-07")
@pytest.mark.parametrize(("face", "removed"), [(7, True), (6, False), (10, True), (1, False)])
def test_a_flitter_is_erratic(face, removed):
    """At the end of the turn a Flitter of Erratic 7 goes on a 7 and stays on a 6."""
    units = [("a-x", men(1), (X, Y), USED), ("b-y", men(1), mark(), USED)]
    played = table([face], units=units, markers=[marker("m1", "flitter", at=(X, Y + 5 * INCH))], pace="step")
    begin(played, "end_tests")
    outcome = played.when("table", ResolveEndTest()).then(EndTestTaken, subject="m1", face=face, removed=removed)
    assert bool(of(outcome.events, MarkerRemoved)) is removed
    assert ("m1" in played.game.devices) is not removed


@pytest.mark.rule("AN-ACC-07")
@pytest.mark.parametrize(("face", "removed"), [(3, True), (4, False)])
def test_number_and_direction_are_data(face, removed):
    """A Flitter whose data remove it on a 3 or less goes on a 3 and stays on a 4."""
    tame = device_sheet("flitter", "tame", end_test=end_test("at_most", 3))
    units = [("a-x", men(1), (X, Y), USED), ("b-y", men(1), mark(), USED)]
    played = table([face], units=units, device_sheets=[tame], markers=[marker("m1", "tame", at=(X, Y))], pace="step")
    begin(played, "end_tests")
    played.when("table", ResolveEndTest()).accepted()
    assert ("m1" in played.game.devices) is not removed


# -- overhead: AN-ACC-08 to AN-ACC-10


def overhead_needs(*markers: Device, **rest: Any) -> int:
    """Give what an overhead weapon needs that aims at the first model of "b-y" on Advance: 4 without markers."""
    played = lobbing([10], **{"order": "advance", "markers": markers, **rest})
    return needs(played, fired("lobber", aim=mark()))


@pytest.mark.rule("AN-ACC-08")
@pytest.mark.parametrize(("distance", "seat", "needed"), [(0, 0, 5), (500, 1, 4), (2000, 0, 4)])
def test_a_targeter_that_touches_the_target_helps_overhead_fire(distance, seat, needed):
    """A friendly Targeter that touches a target model gives 1; the enemy's, or one far off, gives nothing."""
    assert overhead_needs(near(distance, "targeter", seat=seat)) == needed


@pytest.mark.rule("AN-ACC-08")
@pytest.mark.parametrize(("distance", "needed"), [(500, 5), (1000, 5), (1001, 4)])
def test_a_targeter_within_an_inch_of_the_aim_point_helps_overhead_fire(distance, needed):
    """Half an inch from the aim point, which is no model, a Targeter gives 1: 5 - 1 + 1 = 5."""
    aim = (X + 11 * INCH, Y + 8 * INCH)
    targeter = marker("m1", "targeter", at=(aim[0], aim[1] + 250 + distance))
    played = lobbing([10], order="advance", markers=[targeter])
    assert needs(played, fired("lobber", aim=aim)) == needed


@pytest.mark.rule("AN-ACC-09")
@pytest.mark.parametrize(
    ("distance", "state", "seat", "needed"),
    [(5000, "working", 0, 5), (5001, "working", 0, 4), (5000, "patched", 0, 4), (5000, "working", 1, 4)],
)
def test_a_lifeseeker_near_the_aim_point_helps_overhead_fire(distance, state, seat, needed):
    """A friendly working Lifeseeker within 5 inches of the aim point gives 1, a patched one nothing."""
    x, y = mark()
    seeker = Device(
        id="m1", sheet="lifeseeker", seat=seat, state=state, pose=marker("m1", "x", at=(x, y - 250 - distance)).pose
    )
    assert overhead_needs(seeker) == needed


@pytest.mark.rule("AN-ACC-10")
@pytest.mark.parametrize(("cap", "needed"), [(1, 5), (2, 6), (5, 7)])
def test_overhead_markers_give_one_in_all(cap, needed):
    """A Targeter and two Lifeseekers give 1 in all; by the option more."""
    assert DEFAULTS.oh_marker_cap == 1
    markers = [near(0, "targeter", "m1"), near(2000, "lifeseeker", "m2"), near(3000, "lifeseeker", "m3")]
    assert overhead_needs(*markers, options={"oh_marker_cap": cap}) == needed


# -- direct: AN-ACC-11 to AN-ACC-14


@pytest.mark.rule("AN-ACC-11")
@pytest.mark.parametrize(
    ("first", "second", "seat", "needed"), [(0, 0, 0, 7), (1000, 0, 0, 7), (1001, 0, 0, 6), (0, 0, 1, 5)]
)
def test_each_targeter_at_the_target_helps_direct_fire(first, second, seat, needed):
    """Two friendly Targeters within an inch of the target give 2; beyond it, or the enemy's, none."""
    x, y = mark()
    other = marker("m2", "targeter", seat, at=(x + 750 + second, y))
    assert needs(advancing(near(first, "targeter", seat=seat), other)) == needed


@pytest.mark.rule("AN-ACC-12")
@pytest.mark.parametrize(("tags", "needed"), [(0, 5), (1, 6), (2, 7)])
def test_each_staa_tag_on_the_target_helps_direct_fire(tags, needed):
    """One tag on the target makes Acc 5 a 6, two a 7."""
    markers = [marker(f"m{number}", "staa_tag", 0, "b-y") for number in range(tags)]
    assert needs(advancing(*markers)) == needed


@pytest.mark.rule("AN-ACC-12")
def test_a_tag_on_another_unit_does_not_help():
    """A tag counts on the target alone."""
    other = ("b-z", men(1), (X, Y + 20 * INCH), USED)
    assert needs(advancing(marker("m1", "staa_tag", 0, "b-z"), more=[other])) == 5


@pytest.mark.rule("AN-ACC-13")
@pytest.mark.parametrize(
    ("third", "needed"),
    [(None, 7), ({"state": "patched"}, 7), ({"seat": 1}, 7), ({}, 8)],
)
def test_each_working_lifeseeker_helps_direct_fire(third, needed):
    """Two working Lifeseekers at 3 and 5 inches give 2; a third that is patched or the enemy's adds nothing."""
    markers = [near(3000, "lifeseeker", "m1"), near(5000, "lifeseeker", "m2")]
    if third is not None:
        markers.append(near(1000, "lifeseeker", "m3", **third))
    assert needs(advancing(*markers)) == needed


@pytest.mark.rule("AN-ACC-13")
def test_a_lifeseeker_beyond_five_inches_does_not_help():
    """5.001 inches are too far."""
    assert needs(advancing(near(5001, "lifeseeker"))) == 5


@pytest.mark.rule("AN-ACC-14")
@pytest.mark.parametrize(("cap", "needed"), [(3, 8), (4, 9), (1, 6)])
def test_direct_markers_give_three_in_all(cap, needed):
    """Two Targeters, a tag and a Lifeseeker are 4 and give 3; by the option another number."""
    assert DEFAULTS.direct_marker_cap == 3
    x, y = mark()
    markers = [
        near(0, "targeter", "m1"), marker("m2", "targeter", at=(x + 750, y)), marker("m3", "staa_tag", 0, "b-y"),
        near(3000, "lifeseeker", "m4"),
    ]  # fmt: skip
    assert needs(advancing(*markers, options={"direct_marker_cap": cap})) == needed


# -- AN-ACC-15 to AN-ACC-21, AN-ACC-24


@pytest.mark.rule("AN-ACC-15")
@pytest.mark.parametrize(("pins", "needed"), [(0, 5), (1, 4), (3, 2), (6, -1)])
def test_each_pin_of_the_shooter_costs_one(pins, needed):
    """Acc 5 with 3 pins needs 2; the target's pins do not count."""
    theirs = {"order": "advance", "pins": 2}
    assert needs(advancing(mine={"pins": pins}, theirs=theirs)) == needed


@pytest.mark.rule("AN-ACC-15")
def test_pins_count_after_the_order_test_has_removed_one():
    """3 pins and a passed order test leave 2: Acc 5 on Advance needs 3."""
    units = [("a-x", men(1, "gun"), (X, Y), {"pins": 3}), ("b-y", men(1), mark(), USED)]
    played = drawn(table([4, 9], units=units, weapons=[gun()], pace="auto"))
    played.set(stack=played.game.stack[1:])
    played.when("red", GiveOrder(unit="a-x", order="advance")).accepted()
    assert played.game.units["a-x"].pins == 2
    assert shoot(played).one(AccuracyRolled).needed.total == 3


@pytest.mark.rule("AN-ACC-16")
def test_long_range_costs_one():
    """Acc 5 at long range on Advance needs 4."""
    assert needs(field([9], 25 * INCH, order="advance")) == 4


@pytest.mark.rule("AN-ACC-24")
def test_extreme_range_costs_two_and_not_three():
    """Acc 6 at 40 inches with 20/30/50 needs 4."""
    own = men(1, "gun", stats=stats(accuracy=6))
    assert needs(field([9], 40 * INCH, own, order="advance")) == 4


@pytest.mark.rule("AN-ACC-18")
@pytest.mark.parametrize(("name", "dice", "needed"), [("rf", 3, 4), ("", 1, 5)])
def test_rapid_fire_costs_one(name, dice, needed):
    """RF with 3 shots throws three dice at -1, the standard mode its one die without."""
    arm = gun(0, "used", modes=(mode("single"), mode("rf", 3, rapid=True)))
    played = field([9] * dice, own=men(1, "used"), weapons=[arm], order="advance")
    rolled = roll(played, fired("used", mode=name)).one(AccuracyRolled)
    assert (rolled.needed.total, len(rolled.dice)) == (needed, dice)


@pytest.mark.rule("AN-ACC-21")
@pytest.mark.parametrize(("left", "needed"), [(("a-x.1", "a-x.2"), 5), (("a-x.1",), 3)])
def test_a_weapon_short_of_crew_costs_two(left, needed):
    """A weapon that needs a crew of 2 and has 1 left makes Acc 5 a 3."""
    assert needs(field([9], own=crewed(2), weapons=[big(crew=2)], mine={"models": left})) == needed


@pytest.mark.rule("AN-ACC-21")
def test_the_penalty_is_flat():
    """A crew of 1 of 3 costs 2, not 4."""
    assert needs(field([9], own=crewed(3), weapons=[big(crew=3)], mine={"models": ("a-x.1",)})) == 3


@pytest.mark.rule("AN-ACC-21")
def test_a_weapon_without_crew_does_not_shoot():
    """With its weapon left and nobody to serve it a team has no shot."""
    kinds = (kind("gun", weapons=("big",), equipment=True), kind("crew", weapons=(), crews="big"))
    team = men(3, type="weapon_team", kinds=kinds, models=("gun", "crew", "crew"))
    played = field(own=team, weapons=[big(crew=2)], mine={"models": ("a-x.1",)})
    shoot(played).rejected("AN-ACC-21", "no-crew")


def crewed(count: int) -> Any:
    """Make a weapon team whose first model carries the weapon and whose others serve it."""
    kinds = (kind("gunner", weapons=("big",), crews="big"), kind("crew", weapons=(), crews="big"))
    return men(count, type="weapon_team", kinds=kinds, models=("gunner",) + ("crew",) * (count - 1))


@pytest.mark.rule("AN-ACC-08")
def test_a_targeter_on_the_target_helps_wherever_the_aim_point_is():
    """A Targeter that touches a target model gives 1 though the aim point lies 8 inches off."""
    played = lobbing([10], order="advance", markers=[near(0, "targeter")])
    assert needs(played, fired("lobber", aim=(X + 11 * INCH, Y + 8 * INCH))) == 5
