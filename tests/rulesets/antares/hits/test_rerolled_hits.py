"""AN-REROLL-05 to AN-REROLL-12: hits on protected targets that are thrown again or halved."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import (
    DieRerolled,
    HitsHalved,
    HitsScored,
    PinsAdded,
    RerollHits,
    VolleysResolved,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from tests.kit import Outcome
from tests.rulesets.antares.fixtures import (
    AMBUSH,
    DOWN,
    RUNNING,
    USED,
    X,
    Y,
    act_on,
    acting,
    duel,
    gun_duel,
    overhead_duel,
    spotter_duel,
    stepwise_duel,
    target_place,
)
from tests.rulesets.antares.sheets import (
    INCH,
    armed_squad,
    gun,
    overhead_effect,
    overhead_gun,
    plain_squad,
    troopers,
    vehicle,
)
from tests.rulesets.antares.shooting.fixtures import FAR_TARGET, NETS, launcher_at, launcher_duel
from tests.rulesets.antares.steps import (
    charge,
    decline,
    events_of,
    faces_thrown_again,
    fired,
    hits_scored,
    land_templates,
    lucky_flags,
    may_reroll_misses,
    move_unit,
    pins_gained,
    play_on,
    question,
    react,
    reroll_hits,
    reroll_misses,
    roll_accuracy,
    shoot,
    unit_row,
)


def pass_ambush(faces: Any, *, sprint: bool, mover: Any = None, options: Any = None) -> Outcome:
    """Let "a-x" go past two guns in Ambush, which fire at 5 inches of its path."""
    units = (("a-x", mover or troopers(3), (X, Y)), ("b-y", troopers(2, "gun"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH))
    played = acting("run", *units, dice=faces, options=options)
    move_unit(played, 10 * INCH, sprint=sprint).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    return played.last


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize(
    ("enemy", "asked"),
    [
        (vehicle(order_dice=1), "resist"),
        (plain_squad(unit_type="beast"), "hit_reroll"),
        (plain_squad(unit_type="weapon_team", flags=("down_forces_rerolls",)), "hit_reroll"),
        (plain_squad(flags=()), "allocate"),
        (plain_squad(unit_type="mounted", flags=()), "allocate"),
        (plain_squad(unit_type="mounted"), "hit_reroll"),
    ],
)
def test_down_protects_units_with_the_flag(enemy, asked):
    """Down protects whose flag says so, which armies give to infantry, beasts and weapon teams."""
    roll_accuracy(stepwise_duel((2, 3, 4, 5, 9), theirs=DOWN, enemy=enemy)).asks(asked)


@pytest.mark.rule("AN-REROLL-05")
def test_hits_on_a_fast_unit_that_runs_are_re_rolled_at_the_same_number():
    """Three hits against 5 throw 2, 8, 5: two are left."""
    played = spotter_duel([2, 3, 4, 2, 8, 5], 3, devices=(), enemy=troopers(5, flags=("fast",)), theirs=RUNNING)
    roll_accuracy(played)
    assert reroll_hits(played) == [(1, 2, 2), (2, 3, 8), (3, 4, 5)]
    assert hits_scored(played) == 2


@pytest.mark.rule("AN-REROLL-05")
@pytest.mark.parametrize(("flags", "order"), [((), "run"), (("fast",), "advance")])
def test_others_are_not_protected_by_a_run(flags, order):
    """A unit that runs and is not Fast, or is Fast and advances, takes its hits."""
    played = spotter_duel([2], 1, devices=(), enemy=troopers(5, flags=flags), theirs={"order": order})
    roll_accuracy(played)
    assert question(played) != "hit_reroll"
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-REROLL-06")
@pytest.mark.parametrize("kind", ["infantry", "beast", "weapon_team"])
def test_hits_on_a_down_unit_are_re_rolled(kind):
    """Four hits against 6 on Down infantry throw 6, 7, 1, 9: two are left."""
    enemy = troopers(5, unit_type=kind, flags=("down_forces_rerolls",))
    played = gun_duel([2, 3, 4, 5, 6, 7, 1, 9], own=troopers(4, "gun"), enemy=enemy, theirs=DOWN)
    roll_accuracy(played)
    assert [now for _, _, now in reroll_hits(played)] == [6, 7, 1, 9]
    assert hits_scored(played) == 2


@pytest.mark.rule("AN-REROLL-06")
@pytest.mark.parametrize(
    ("enemy", "order"),
    [
        (troopers(5, unit_type="vehicle", flags=()), "down"),
        (troopers(5, unit_type="mounted", flags=()), "down"),
        (troopers(5), "rally"),
    ],
)
def test_hits_on_others_stand(enemy, order):
    """A Down vehicle takes its four hits, and so does infantry that is not Down."""
    played = gun_duel([2, 3, 4, 5], own=troopers(4, "gun"), enemy=enemy, theirs={"order": order})
    roll_accuracy(played)
    assert question(played) != "hit_reroll"
    assert hits_scored(played) == 4


@pytest.mark.rule("AN-REROLL-06")
def test_hits_on_down_infantry_are_thrown_again():
    """Four hits on Down infantry at 6 are thrown again: 6, 7, 1 and 9 leave two."""
    played = stepwise_duel((2, 3, 4, 5, 9, 6, 7, 1, 9), theirs=DOWN)
    roll_accuracy(played).asks("hit_reroll", "table")
    outcome = played.when("table", RerollHits())
    assert [row[2:] for row in faces_thrown_again(outcome)] == [(6, "hit"), (7, "miss"), (1, "lucky"), (9, "miss")]
    assert lucky_flags(outcome) == [False, True]


@pytest.mark.rule("AN-REROLL-06")
def test_a_volley_that_loses_all_its_hits_leads_to_nothing():
    """A volley whose hits all became misses leads to nothing."""
    played = stepwise_duel((2, 3, 9, 9, 9, 9, 10), theirs=DOWN)
    roll_accuracy(played)
    played.when("table", RerollHits()).without(HitsScored).asks("pins")


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(("sprint", "thrown"), [(True, 2), (False, 0)])
@pytest.mark.ruling("AN-REROLL-07.2")
def test_hits_from_ambush_on_a_sprinting_unit_are_re_rolled(sprint, thrown):
    """Two hits on infantry that sprints past an ambusher are both thrown again; on a Run they stand."""
    faces = [2, 3, 9, 9, 5] if sprint else [2, 3, 1, 1]
    played = pass_ambush(faces, sprint=sprint).table
    events = play_on(played)
    found = events_of(events, DieRerolled)
    assert [row.reason for row in found] == ["sprinting"] * thrown


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(("option", "thrown"), [(False, 0), (True, 1)])
@pytest.mark.ruling("AN-REROLL-07.2", "AN-REROLL-07.3")
def test_a_sprint_protects_later_by_an_option(option, thrown):
    """Shot at later in the turn on a Fire order a unit that sprinted is not protected, but by the option."""
    assert DEFAULTS.sprint_reroll_all_shots is False
    units = (("a-x", troopers(1), (X, Y)), ("b-y", troopers(1, "gun"), (X + 5 * INCH, Y + 10 * INCH)))
    played = acting("run", *units, dice=[5, 2, 9 if thrown else 1], options={"sprint_reroll_all_shots": option})
    move_unit(played, 12 * INCH, sprint=True).accepted()
    play_on(played)
    act_on(played, "b-y", "fire")
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    assert len(events_of(play_on(played), DieRerolled)) == thrown


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(("sprint", "thrown"), [(True, ["sprinting"]), (False, [])])
@pytest.mark.ruling("AN-REROLL-07.2")
def test_point_blank_hits_on_a_sprinting_assaulter_are_re_rolled(sprint, thrown):
    """A unit that sprints while it assaults is protected at point blank; one that runs is not."""
    gap = 12 * INCH if sprint else 9 * INCH
    faces = [5, 2, 9, 9, 9, 8, 3] if sprint else [2, 1, 9, 9, 1]
    played = duel(troopers(1), troopers(1, "gun"), faces, gap, order="run")
    charge(played, gap, sprint=sprint).accepted()
    seen = play_on(played, "consolidate", "follow_on")
    assert [event.reason for event in events_of(seen, DieRerolled)] == thrown


@pytest.mark.rule("AN-REROLL-07", "AN-REROLL-08")
def test_blast_hits_on_a_unit_that_sprints_past_an_ambush_are_halved():
    """A blast of 5 from Ambush on a sprinting unit makes 2 hits."""
    units = (("a-x", troopers(1), (X, Y)), ("b-y", troopers(1, "lobber"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH))
    played = acting("run", *units, dice=[4, 5, 1, 1, 5], weapons=[overhead_gun()])
    move_unit(played, 10 * INCH, sprint=True).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, fired("lobber", aim=(X + 5 * INCH, Y)), target="a-x", unit="b-y", who="blue").accepted()
    halved = events_of(play_on(played), HitsHalved)
    assert [(row.unit, row.before, row.now) for row in halved] == [("a-x", 5, 2)]


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(
    ("options", "row", "asked"),
    [
        ({}, {"sprinting": True}, "allocate"),
        ({"sprint_reroll_all_shots": True}, {"sprinted": 1}, "hit_reroll"),
        ({"sprint_reroll_all_shots": True}, {"sprinted": 3}, "allocate"),
        ({}, {"sprinted": 1}, "allocate"),
    ],
)
def test_a_shot_after_the_sprint_is_re_rolled_by_option_alone(options, row, asked):
    """A shot after the sprint is not re-rolled, unless the option lets the sprint protect for the turn."""
    roll_accuracy(stepwise_duel((2, 3, 4, 9, 9), theirs={"order": "run", **row}, options=options)).asks(asked)


@pytest.mark.rule("AN-REROLL-08")
@pytest.mark.parametrize(
    ("rounding", "die", "left"), [("down", 5, 2), ("down", 1, 0), ("down", 4, 2), ("up", 5, 3), ("up", 1, 1)]
)
def test_blast_hits_on_protected_targets_are_halved(rounding, die, left):
    """A D5 of 5 on Down infantry makes 2 hits, a 1 none; nothing is thrown again."""
    played = overhead_duel([4, die], theirs=DOWN, options={"half_rounding": rounding})
    land_templates(played, fired("lobber", aim=target_place()))
    assert reroll_hits(played) == []
    played.last.then(HitsHalved, unit="b-y", what="hits", before=die, now=left)
    assert hits_scored(played) == left


@pytest.mark.rule("AN-REROLL-08")
def test_no_hits_are_no_pin():
    """A single blast hit on Down infantry falls away, and its pin with it."""
    played = overhead_duel([4, 1], theirs=DOWN, pace="auto")
    shoot(played, fired("lobber", aim=target_place())).accepted()
    events = play_on(played)
    assert not events_of(events, PinsAdded)
    assert events_of(events, VolleysResolved)


@pytest.mark.rule("AN-REROLL-08")
@pytest.mark.parametrize(("enemy", "theirs"), [(troopers(1, flags=("fast",)), RUNNING), (troopers(1), DOWN)])
def test_every_reason_halves(enemy, theirs):
    """Fast on Run halves as Down does."""
    played = overhead_duel([4, 4], enemy=enemy, theirs=theirs)
    land_templates(played, fired("lobber", aim=target_place()))
    reroll_hits(played)
    assert hits_scored(played) == 2


@pytest.mark.rule("AN-REROLL-08")
@pytest.mark.parametrize(
    ("face", "rounding", "now"), [(4, "down", 2), (3, "down", 1), (3, "up", 2), (1, "down", 0), (1, "up", 1)]
)
def test_blast_hits_on_down_infantry_are_halved(face, rounding, now):
    """Hits of a template on Down infantry are halved and not thrown again."""
    played = launcher_duel((3, face), theirs=DOWN, options={"half_rounding": rounding})
    land_templates(played, launcher_at()).asks("hit_reroll", "table")
    outcome = played.when("table", RerollHits()).then(HitsHalved, before=face, now=now, what="hits")
    scored = [len(event.hits) for event in outcome.events if isinstance(event, HitsScored)]
    assert scored == ([now] if now else [])
    assert len(played.game.hits) == now


@pytest.mark.rule("AN-REROLL-08")
def test_of_halved_hits_the_lucky_one_stays():
    """Of halved hits the lucky one stays as long as one does."""
    played = launcher_duel((1, 3), theirs=DOWN)
    land_templates(played, launcher_at())
    event = played.when("table", RerollHits()).one(HitsScored)
    assert [hit.lucky for hit in event.hits] == [True]


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.parametrize(("theirs", "pins"), [(DOWN, 2), (USED, 4)])
def test_net_pins_on_protected_targets_are_halved(theirs, pins):
    """A light net whose D3 shows 3 makes 4 pins, and 2 on Down infantry."""
    arm = overhead_gun("net", properties=("suspensor_net",), overhead=overhead_effect("net", 0, INCH))
    played = overhead_duel([4, 3], arm=arm, enemy=troopers(1, resist=11), theirs=theirs, pace="auto")
    shoot(played, fired("net", aim=target_place())).accepted()
    assert pins_gained(play_on(played)) == pins


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.parametrize(("rounding", "pins"), [("down", 1), ("up", 2)])
def test_halved_net_pins_are_rounded_by_the_option(rounding, pins):
    """A light net whose D3 shows 2 makes 3 pins: halved 1, by the option 2."""
    arm = overhead_gun("net", properties=("suspensor_net",), overhead=overhead_effect("net", 0, INCH))
    played = overhead_duel(
        [4, 2], arm=arm, enemy=troopers(1, resist=11), theirs=DOWN, pace="auto", options={"half_rounding": rounding}
    )
    shoot(played, fired("net", aim=target_place())).accepted()
    assert pins_gained(play_on(played)) == pins


@pytest.mark.rule("AN-REROLL-09")
def test_pins_of_nets_on_down_infantry_are_halved():
    """D3 of 3 gives 4 pins, and Down infantry takes 2."""
    played = launcher_duel((3, 3), own=armed_squad("light_net", count=1), weapons=NETS, theirs=DOWN)
    land_templates(played, fired("light_net", aim=FAR_TARGET)).asks("hit_reroll")
    outcome = played.when("table", RerollHits()).then(HitsHalved, what="pins", before=4, now=2)
    assert outcome.one(HitsScored).net == 2


@pytest.mark.rule("AN-REROLL-09")
@pytest.mark.parametrize(("protects", "again", "pins"), [("pins", 0, 2), ("hits", 1, 4), ("both", 1, 2)])
@pytest.mark.ruling("AN-REROLL-09.2", "AN-REROLL-09.3")
def test_a_net_that_is_fired_directly_halves_its_pins_and_its_hits_stand(protects, again, pins):
    """Of a light net on Down infantry the pins are halved and no hit is re-rolled; by option otherwise."""
    arm = gun(0, "net", properties=("suspensor_net",))
    dice = [2, *[2] * again, 3, 1]
    options = {"net_protection": protects}
    played = duel(troopers(1, "net"), troopers(5), dice, weapons=[arm], theirs=DOWN, options=options)
    shoot(played)
    events = play_on(played)
    assert len(events_of(events, DieRerolled)) == again
    assert pins_gained(events) == pins
    assert DEFAULTS.net_protection == "pins"


@pytest.mark.rule("AN-REROLL-10")
def test_reasons_do_not_add_up():
    """Three hits on a Fast beast that sprints past an ambusher are thrown again once each."""
    mover = troopers(3, unit_type="beast", flags=("fast", "can_sprint"))
    units = (("a-x", mover, (X, Y)), ("b-y", troopers(3, "gun"), (X + 5 * INCH, Y + 10 * INCH), AMBUSH))
    played = acting("run", *units, dice=[2, 3, 4, 9, 9, 9, 5])
    move_unit(played, 10 * INCH, sprint=True).accepted()
    react(played, "ambush_fire", point=5 * INCH).accepted()
    shoot(played, target="a-x", unit="b-y", who="blue").accepted()
    assert [event.die for event in events_of(play_on(played), DieRerolled)] == [1, 2, 3]


@pytest.mark.rule("AN-REROLL-10")
def test_hits_are_halved_once():
    """Four blast hits on a Fast unit on Run that has sprinted make 2 and not 1, though both protect it."""
    enemy = troopers(1, flags=("fast", "down_forces_rerolls"))
    played = overhead_duel(
        [4, 4], enemy=enemy, theirs={"order": "run", "sprinted": 1}, options={"sprint_reroll_all_shots": True}
    )
    land_templates(played, fired("lobber", aim=target_place()))
    reroll_hits(played)
    assert hits_scored(played) == 2


@pytest.mark.rule("AN-REROLL-11")
def test_a_lucky_hit_and_a_ten_are_never_re_rolled():
    """1, 4, 10 against 5 at a Down target with a spotter: only the 4 is thrown again."""
    played = spotter_duel([1, 4, 10, 8], 3, theirs=DOWN)
    assert not may_reroll_misses(played)
    assert reroll_hits(played) == [(2, 4, 8)]
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-REROLL-11", "AN-HIT-07")
def test_a_ten_is_refused_where_another_miss_may_be_re_rolled():
    """With a miss and a 10 the 10 can not be named."""
    played = spotter_duel([8, 10, 9], 2)
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 2).rejected("AN-HIT-07", "dud")
    reroll_misses(played, "spotter", 1).accepted()


@pytest.mark.rule("AN-REROLL-11")
def test_the_result_of_a_re_roll_stands():
    """A miss that is thrown again into a miss is left; a hit that is thrown again into a hit too."""
    played = spotter_duel([8, 3, 9, 4], 2, theirs=DOWN)
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 1).then(DieRerolled, before=8)
    assert reroll_hits(played) == [(2, 3, 4)]
    assert question(played) not in ("miss_reroll", "hit_reroll")
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-REROLL-11")
def test_lucky_hits_and_duds_are_not_thrown_again():
    """Dice 1, 4, 10 against 5 at a Down target: only the 4 is thrown again."""
    played = stepwise_duel((1, 4, 10, 9), theirs=DOWN, own=plain_squad(models=("trooper",) * 3), order="advance")
    roll_accuracy(played).asks("hit_reroll")
    outcome = played.when("table", RerollHits())
    assert faces_thrown_again(outcome) == [(2, 4, 9, "miss")]
    assert lucky_flags(outcome) == [True]


@pytest.mark.rule("AN-REROLL-12")
def test_a_unit_that_goes_down_as_a_reaction_is_protected():
    """Unordered infantry that goes Down against a volley has the hits of that volley thrown again."""
    played = gun_duel([3, 9], theirs={}, pace="auto")
    shoot(played).accepted()
    outcome = react(played, "go_down").then(DieRerolled, reason="down", before=3)
    assert not events_of(outcome.events, HitsScored)
    assert unit_row(played).order == "down"


@pytest.mark.rule("AN-REROLL-12")
def test_a_unit_that_does_not_react_is_not_protected():
    """A unit that might have gone Down and declines takes the hit."""
    played = gun_duel([3, 1], theirs={}, pace="auto")
    shoot(played).accepted()
    decline(played).without(DieRerolled).then(HitsScored)
