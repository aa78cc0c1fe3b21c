"""AN-HIT: what accuracy dice do."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DieRerolled,
    Hazard,
    HazardTriggered,
    HitsScored,
    RollOverheadShift,
    TemplateResolved,
    TemplateShifted,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.rulesets.antares.fixtures import DOWN, EAST, duel, gun_duel, overhead_duel, stepwise_duel, target_place
from tests.rulesets.antares.sheets import INCH, amount, armed_squad, gun, marker, model_kind, stats, troopers, weapon
from tests.rulesets.antares.shooting.fixtures import shots_at_five
from tests.rulesets.antares.steps import (
    charge,
    die_results,
    events_of,
    faces_thrown_again,
    fired,
    hits_scored,
    lucky_hits,
    play_on,
    question,
    reroll_command,
    reroll_hits,
    reroll_misses,
    resist_tests,
    roll_accuracy,
    shoot,
)


@pytest.mark.rule("AN-HIT-01")
@pytest.mark.parametrize(("face", "result"), [(1, "lucky"), (2, "miss")])
def test_a_one_always_hits(face, result):
    """Against -1 a 1 is a lucky hit and a 2 a miss."""
    outcome = roll_accuracy(shots_at_five([face], 1, mine={"pins": 6}))
    assert outcome.one(AccuracyRolled).needed.total == -1
    assert die_results(outcome) == [result]


@pytest.mark.rule("AN-HIT-01")
def test_a_lucky_hit_is_not_re_rolled():
    """A 1 at a Down target stays as it is."""
    played = shots_at_five([1], 1, theirs=DOWN)
    roll_accuracy(played)
    assert question(played) != "hit_reroll"
    assert (hits_scored(played), lucky_hits(played)) == (1, 1)


@pytest.mark.rule("AN-HIT-01")
def test_a_one_hits_and_a_ten_misses_at_any_number():
    """A 1 hits even where the number is below 1, and a 10 misses whatever it is."""
    outcome = roll_accuracy(stepwise_duel((1, 2, 10, 9, 8), mine={"pins": 9}))
    assert outcome.one(AccuracyRolled).needed.total == -3
    assert die_results(outcome) == ["lucky", "miss", "dud", "miss", "miss"]


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.ruling("AN-HIT-02.3")
def test_one_hit_of_a_volley_is_lucky():
    """1, 1, 4 against 5 make one lucky and two ordinary hits."""
    played = shots_at_five([1, 1, 4], 3)
    outcome = roll_accuracy(played)
    assert sorted(die_results(outcome)) == ["hit", "hit", "lucky"]
    assert (hits_scored(played), lucky_hits(played)) == (3, 1)


@pytest.mark.rule("AN-HIT-02")
def test_the_other_ones_are_re_rolled_as_ordinary_hits():
    """1, 1, 4 at a Down target: two dice are thrown again."""
    played = shots_at_five([1, 1, 4, 9, 5], 3, theirs=DOWN)
    roll_accuracy(played)
    thrown = reroll_hits(played)
    assert [die for die, _, _ in thrown] == [2, 3]
    assert (hits_scored(played), lucky_hits(played)) == (2, 1)


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.parametrize(("faces", "hits", "luck"), [([4, 3, 1, 1], 2, 1), ([1, 3, 1], 2, 1), ([4, 3, 1, 9], 1, 1)])
def test_a_one_on_a_re_roll_is_lucky_where_there_is_none_yet(faces, hits, luck):
    """Of two hits thrown again into 1s one is lucky; beside a lucky hit a 1 is ordinary."""
    played = shots_at_five(faces, 2, theirs=DOWN)
    roll_accuracy(played)
    reroll_hits(played)
    assert (hits_scored(played), lucky_hits(played)) == (hits, luck)


@pytest.mark.rule("AN-HIT-02", "AN-REROLL-04")
def test_a_miss_that_becomes_a_one_is_lucky():
    """A miss thrown again into a 1 is the lucky hit and is not thrown again as a hit."""
    played = shots_at_five([8, 1], 1, devices=("spotter",), theirs=DOWN)
    roll_accuracy(played)
    reroll_misses(played, "spotter", 1).then(DieRerolled, die=1)
    assert question(played) != "hit_reroll"
    assert (hits_scored(played), lucky_hits(played)) == (1, 1)


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.parametrize(
    ("rule", "faces", "luck"),
    [("one_per_volley", [1, 1, 4], 1), ("only_if_exactly_one", [1, 1, 4], 0), ("only_if_exactly_one", [1, 3, 4], 1)],
)
@pytest.mark.ruling("AN-HIT-02.4")
def test_two_ones_cancel_the_luck_by_an_option(rule, faces, luck):
    """With the option two 1s are both ordinary hits; a single one is lucky."""
    assert DEFAULTS.lucky_rule == "one_per_volley"
    played = shots_at_five(faces, 3, options={"lucky_rule": rule})
    roll_accuracy(played)
    assert (hits_scored(played), lucky_hits(played)) == (3, luck)


@pytest.mark.rule("AN-HIT-02")
def test_a_volley_is_all_groups():
    """A 1 in each of two groups makes one lucky hit."""
    kinds = tuple(model_kind(name, weapons=(name,)) for name in ("gun", "other"))
    own = troopers(2, kinds=kinds, models=("gun", "other"))
    played = gun_duel([1, 1], own=own, enemy=troopers(5), weapons=[gun(0, "other")])
    outcome = roll_accuracy(played)
    assert len(events_of(outcome.events, AccuracyRolled)) == 2
    assert lucky_hits(played) == 1


@pytest.mark.rule("AN-HIT-05")
@pytest.mark.parametrize(("devices", "asks"), [((), False), (("spotter",), True)])
def test_a_failed_direct_shot_misses(devices, asks):
    """A 6 against 5 is a miss and makes no hit; with a spotter it may be thrown again."""
    played = shots_at_five([6], 1, devices=devices)
    assert die_results(roll_accuracy(played)) == ["miss"]
    assert (question(played) == "miss_reroll") is asks
    assert hits_scored(played) == 0


@pytest.mark.rule("AN-HIT-05")
def test_nothing_is_scored_for_misses():
    """A volley that misses leads to no hits."""
    roll_accuracy(stepwise_duel((9, 9, 10, 8, 7))).without(HitsScored).asks("pins")


@pytest.mark.rule("AN-HIT-06")
@pytest.mark.parametrize(("order", "shifts"), [("fire", True), ("advance", False)])
def test_a_failed_overhead_shot_shifts_on_fire_and_misses_on_advance(order, shifts):
    """An 8 against 4 shifts on Fire; on Advance nothing comes of it."""
    played = overhead_duel([8, *([9, EAST] if shifts else [])], order=order, pace="auto")
    shoot(played, fired("lobber", aim=target_place())).accepted()
    events = play_on(played)
    assert bool(events_of(events, TemplateShifted)) is shifts
    assert bool(events_of(events, TemplateResolved)) is shifts


@pytest.mark.rule("AN-HIT-06")
@pytest.mark.parametrize("order", ["fire", "advance"])
def test_a_failed_overhead_shot_that_is_re_rolled_stays(order):
    """An 8 thrown again into a 4 leaves the template on the aim point."""
    own = troopers(1, "lobber", devices=("spotter",))
    played = overhead_duel([8, 4, 2], own=own, order=order)
    roll_accuracy(played, fired("lobber", aim=target_place()))
    reroll_misses(played, "spotter", 1).accepted()
    outcome = played.when("table", RollOverheadShift()).without(TemplateShifted)
    found = outcome.one(TemplateResolved)
    assert (found.at.x, found.at.y) == target_place()


@pytest.mark.rule("AN-HIT-07")
def test_a_ten_misses_and_is_not_re_rolled():
    """Against 11 with a spotter in sight a 10 is a dud: no re-roll is offered and no hit scored."""
    own = troopers(1, "gun", devices=("spotter",), stats=stats(accuracy=10))
    played = gun_duel([10], own=own)
    outcome = roll_accuracy(played)
    assert outcome.one(AccuracyRolled).needed.total == 11
    assert die_results(outcome) == ["dud"]
    assert question(played) != "miss_reroll"
    assert hits_scored(played) == 0


@pytest.mark.rule("AN-HIT-07")
def test_a_ten_misses_where_the_number_is_ten_or_more():
    """A 10 misses where the number is 10 or more."""
    markers = [marker(f"m{index}", "staa_tag", unit="b-y") for index in range(6)]
    played = stepwise_duel((10, 9, 9, 9, 10), markers=markers, options={"direct_marker_cap": 6})
    outcome = roll_accuracy(played)
    assert outcome.one(AccuracyRolled).needed.total == 12
    assert die_results(outcome) == ["dud", "hit", "hit", "hit", "dud"]


@pytest.mark.rule("AN-HIT-08")
def test_a_dud_is_not_retargeted():
    """A weapon that retargets its misses can not do so with a 10; with the plain miss beside it it can."""
    arm = gun(0, "seeker", properties=("pbs", "retarget_on_miss"))
    played = gun_duel([8, 10, 3], own=troopers(2, "seeker"), enemy=troopers(5), weapons=[arm], order="advance")
    roll_accuracy(played)
    assert question(played) == "miss_reroll"
    reroll_misses(played, "retarget", 2).rejected("AN-HIT-08", "dud", die=2)
    reroll_misses(played, "retarget", 1).then(DieRerolled, die=1, before=8)
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-HIT-08")
def test_a_dud_alone_leaves_nothing_to_retarget():
    """Where the only miss is a 10 the weapon's effect is not offered."""
    arm = gun(0, "seeker", properties=("pbs", "retarget_on_miss"))
    played = gun_duel([10], own=troopers(1, "seeker"), weapons=[arm])
    roll_accuracy(played)
    assert question(played) != "miss_reroll"


@pytest.mark.rule("AN-HIT-08")
def test_misses_are_retargeted_and_duds_are_not():
    """A weapon that looks for its target again re-throws its misses, and no dud."""
    seeker = weapon("seeker", properties=("retarget_on_miss",))
    played = stepwise_duel((2, 7, 10, 9, 9, 3, 4), own=armed_squad("seeker"), weapons=[seeker])
    roll_accuracy(played).asks("miss_reroll", "red")
    played.when("red", reroll_command(3, source="retarget")).rejected("AN-HIT-08", "dud")
    outcome = played.when("red", reroll_command(2, 4, source="retarget"))
    assert [row[3] for row in faces_thrown_again(outcome)] == ["hit", "hit"]


@pytest.mark.rule("AN-HIT-09")
@pytest.mark.parametrize(("hazard", "hits"), [(Hazard(strike_value=amount(1)), 1), (None, 0)])
@pytest.mark.ruling("AN-HIT-09.2")
def test_a_hazardous_weapon_hits_its_user_on_a_ten(hazard, hits):
    """With data a 10 in hand to hand is a hit of strike value 1 on the wielder, without only a dud."""
    own = troopers(1, model_hazard=hazard)
    played = duel(own, troopers(1), [10, 9, *[2] * hits, 8, 3], order="run")
    charge(played, 10 * INCH).accepted()
    events = play_on(played, "consolidate", "consolidation_order", "follow_on")
    found = [hit for event in events_of(events, HazardTriggered) for hit in event.hits]
    assert [(hit.unit, hit.strike_value) for hit in found] == [("a-x", 1)] * hits
    assert [resist_test.needed.total for resist_test in resist_tests(events, "a-x")] == [5] * hits
    attack = events_of(events, AccuracyRolled)[0]
    assert [die.result for die in attack.dice] == ["dud"]


@pytest.mark.rule("AN-HIT-09")
def test_a_hazardous_weapon_that_throws_no_ten_hurts_nobody():
    """A 9 of a hazardous weapon is a miss and nothing else."""
    own = troopers(1, model_hazard=Hazard(strike_value=amount(1)))
    played = duel(own, troopers(1), [9, 9, 8, 3], order="run")
    charge(played, 10 * INCH).accepted()
    assert not events_of(play_on(played, "consolidate", "consolidation_order"), HazardTriggered)
