"""AN-REROLL-01 to AN-REROLL-04: misses that are thrown again."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.antares.model.messages import (
    DeclareShooting,
    DeclineReroll,
    DieRerolled,
    HitsScored,
    RerollDeclined,
    RerollHits,
    RollAccuracy,
    RollOverheadShift,
    TemplateShifted,
)
from adjudicator.rulesets.antares.model.options import DEFAULTS
from adjudicator.rulesets.antares.model.rows import Device
from tests.kit import Table
from tests.rulesets.antares.fixtures import (
    DOWN,
    EAST,
    USED,
    X,
    Y,
    overhead_duel,
    spotter_duel,
    stepwise_duel,
    target_place,
)
from tests.rulesets.antares.sheets import INCH, box, device_sheet, marker, model_kind, plain_squad, squad, troopers
from tests.rulesets.antares.shooting.fixtures import launcher_at, launcher_duel
from tests.rulesets.antares.steps import (
    events_of,
    faces_thrown_again,
    fired,
    hits_scored,
    lucky_flags,
    may_reroll_misses,
    question,
    reroll_command,
    reroll_hits,
    reroll_misses,
    roll_accuracy,
    shoot_command,
)


def far_tectorist_duel(faces: Any, count: int, *markers: Device, **rest: Any) -> Table:
    """Let so many guns shoot at one model 25 inches off, each die needing 4."""
    return spotter_duel(
        faces, count, **{"devices": (), "markers": markers, "gap": 25 * INCH, "enemy": troopers(1), **rest}
    )


def tectorist_south(distance: int, id: str = "m1", seat: int = 0, **changes: Any) -> Device:
    """Make a Tectorist so far south of the first model of "b-y", with a base of half an inch."""
    x, y = target_place(25 * INCH)
    at = (x, y + 750 + distance)
    return Device(id=id, sheet="tectorist", seat=seat, pose=marker(id, "x", at=at).pose, **changes)


@pytest.mark.rule("AN-REROLL-01")
def test_a_spotter_re_rolls_one_miss():
    """Of five dice with three misses the shooter picks one, which is thrown again once."""
    played = spotter_duel([2, 3, 7, 8, 9, 4], 5)
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 3, 4).rejected("AN-REROLL-01", "too-many-misses", most=1)
    reroll_misses(played, "spotter", 4).then(DieRerolled, die=4, reason="spotter", before=8)
    assert question(played) != "miss_reroll"
    assert hits_scored(played) == 3


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize("how", ["option", "data"])
@pytest.mark.ruling("AN-REROLL-01.3")
def test_all_misses_are_re_rolled_by_option_or_data(how):
    """With miss_rerolls all, or a device that says so, all three misses are thrown again."""
    assert DEFAULTS.miss_rerolls == "one_per_source"
    keen = device_sheet("spotter", "keen", miss_rerolls="all")
    rest: Any = (
        {"options": {"miss_rerolls": "all"}} if how == "option" else {"device_sheets": [keen], "devices": ("keen",)}
    )
    played = spotter_duel([2, 3, 7, 8, 9, 4, 6, 5], 5, **rest)
    assert may_reroll_misses(played)
    outcome = reroll_misses(played, "spotter", 3, 4, 5).accepted()
    assert [(event.die, event.now.face) for event in events_of(outcome.events, DieRerolled)] == [(3, 4), (4, 6), (5, 5)]
    assert hits_scored(played) == 4


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.ruling("AN-REROLL-01.3")
def test_a_device_may_say_one_where_the_option_says_all():
    """The data of a device override the option."""
    keen = device_sheet("spotter", "keen", miss_rerolls="one_per_source")
    played = spotter_duel([7, 8, 4], 2, device_sheets=[keen], devices=("keen",), options={"miss_rerolls": "all"})
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 1, 2).rejected("AN-REROLL-01", "too-many-misses")
    reroll_misses(played, "spotter", 1).accepted()


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("changes", "helps"), [({}, True), ({"state": "patched"}, False), ({"sheet": "blur"}, False)])
def test_only_a_working_spotter_helps(changes, helps):
    """A patched spotter gives no re-roll, nor does a device of another kind."""
    device = Device(**{"id": "a-x#1", "sheet": "spotter", "seat": 0, "unit": "a-x", **changes})
    assert may_reroll_misses(spotter_duel([7, 8], 2, devices=(), markers=[device])) is helps


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("y", "helps"), [(Y, True), (Y + 20 * INCH, False)])
def test_the_spotter_has_to_see_the_target(y, helps):
    """A spotter behind a bunker that hides the target from it, not from the squad, gives no re-roll."""
    device = Device(id="a-x#1", sheet="spotter", seat=0, unit="a-x", pose=marker("x", "x", at=(X - INCH, y)).pose)
    bunker = box("w1", X + 2 * INCH, Y + 8 * INCH, INCH, 12 * INCH, los="blocking")
    played = spotter_duel([7, 8], 2, devices=(), markers=[device], terrain=[bunker], enemy=troopers(1))
    assert may_reroll_misses(played) is helps


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("scope", "helps"), [("own_unit", False), ("", False), ("side", True)])
@pytest.mark.ruling("AN-REROLL-01.4")
def test_whose_spotter_counts_is_data(scope, helps):
    """A friend's spotter helps where its data say that it serves the side."""
    friend = ("a-z", troopers(1, devices=("eye",)), (X, Y + 15 * INCH), USED)
    eye = device_sheet("spotter", "eye", scope=scope)
    assert may_reroll_misses(spotter_duel([7, 8], 2, devices=(), more=[friend], device_sheets=[eye])) is helps


@pytest.mark.rule("AN-REROLL-01")
def test_the_shooter_may_decline():
    """A miss need not be thrown again."""
    played = spotter_duel([7, 3], 2)
    assert may_reroll_misses(played)
    played.when("red", DeclineReroll(volley="v1")).then(RerollDeclined).without(DieRerolled)
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("option", "again"), [(True, True), (False, False)])
@pytest.mark.ruling("AN-REROLL-01.5")
def test_failed_overhead_dice_are_re_rolled_before_any_shift(option, again):
    """A failed die of ordinary overhead fire may be thrown again before the shift; by the option it may not."""
    assert DEFAULTS.miss_reroll_overhead is True
    own = troopers(1, "lobber", devices=("spotter",))
    played = overhead_duel([8, *([4, 2] if again else [6, EAST])], own=own, options={"miss_reroll_overhead": option})
    roll_accuracy(played, fired("lobber", aim=target_place()))
    assert (question(played) == "miss_reroll") is again
    if again:
        reroll_misses(played, "spotter", 1).then(DieRerolled, die=1, before=8).without(TemplateShifted)
    outcome = played.when("table", RollOverheadShift()).accepted()
    assert bool(events_of(outcome.events, TemplateShifted)) is not again


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.ruling("AN-REROLL-01.5")
def test_blind_fire_is_never_re_rolled():
    """A failed blind die stays, whatever sees the target."""
    played = overhead_duel([4], own=troopers(1, "lobber", devices=("spotter",)))
    arm = replace(fired("lobber", aim=target_place()), blind=True)
    played.when("red", DeclareShooting(unit="a-x", target="", weapons=(arm,))).accepted()
    played.when("table", RollAccuracy()).without(DieRerolled)
    assert question(played) != "miss_reroll"


@pytest.mark.rule("AN-REROLL-01")
@pytest.mark.parametrize(("option", "asked"), [(True, "miss_reroll"), (False, "shift")])
def test_by_option_a_failed_overhead_die_is_re_rolled_before_it_shifts(option, asked):
    """A failed die of overhead fire is re-rolled as a miss before it shifts, by the option."""
    played = launcher_duel(
        (8,),
        own=squad(kinds=(model_kind(weapons=("launcher",)),), models=("trooper",)),
        options={"miss_reroll_overhead": option},
    )
    roll_accuracy(played, launcher_at()).asks(asked)


@pytest.mark.rule("AN-REROLL-01")
def test_a_blind_miss_is_followed_by_no_offer():
    """No source helps blind fire."""
    played = launcher_duel((8,), own=squad(kinds=(model_kind(weapons=("launcher",)),), models=("trooper",)))
    played.when("red", shoot_command(launcher_at(blind=True), target="")).accepted()
    played.when("table", RollAccuracy()).asks("pins")


@pytest.mark.rule("AN-REROLL-01")
def test_the_shooter_picks_the_miss_that_a_spotter_re_rolls():
    """The shooter picks one miss, which is re-rolled once; then nothing more is asked."""
    played = stepwise_duel((2, 3, 7, 8, 9, 4), own=squad())
    roll_accuracy(played).asks("miss_reroll", "red")
    outcome = played.when("red", reroll_command(4))
    assert faces_thrown_again(outcome) == [(4, 8, 4, "hit")]
    assert len(lucky_flags(outcome)) == 3


@pytest.mark.rule("AN-REROLL-01")
def test_by_option_every_miss_is_re_rolled():
    """With miss_rerolls all, every miss may be thrown again."""
    played = stepwise_duel((2, 3, 7, 8, 9, 4, 9, 1), own=squad(), options={"miss_rerolls": "all"})
    roll_accuracy(played)
    assert faces_thrown_again(played.when("red", reroll_command(3, 5, 4))) == [
        (3, 7, 4, "hit"),
        (4, 8, 9, "miss"),
        (5, 9, 1, "lucky"),
    ]


@pytest.mark.rule("AN-REROLL-01")
def test_the_devices_number_stands_in_place_of_the_option():
    """A device's own number of re-rolls stands in place of the option."""
    generous = device_sheet("spotter", "hawk", miss_rerolls="all")
    played = stepwise_duel((2, 3, 7, 8, 9, 4, 9), own=plain_squad(devices=("hawk",)), device_sheets=[generous])
    roll_accuracy(played)
    played.when("red", reroll_command(3, 5)).accepted()


@pytest.mark.rule("AN-REROLL-01", "AN-REROLL-11", "AN-HIT-07", "WG-DATA-01")
@pytest.mark.parametrize(
    ("dice", "clause", "reason"),
    [
        ((3, 4), "AN-REROLL-01", "too-many-misses"),
        ((), "AN-REROLL-01", "no-dice-named"),
        ((1,), "AN-REROLL-01", "not-a-miss"),
        ((5,), "AN-HIT-07", "dud"),
        ((6,), "WG-DATA-01", "no-such-die"),
        ((3, 3), "AN-REROLL-11", "die-twice"),
    ],
)
def test_a_source_re_rolls_one_miss_and_no_hit_or_dud(dice, clause, reason):
    """A source re-rolls one miss, and no hit or dud."""
    played = stepwise_duel((2, 3, 7, 8, 10), own=squad())
    roll_accuracy(played)
    played.when("red", reroll_command(*dice)).rejected(clause, reason)


@pytest.mark.rule("AN-REROLL-01", "AN-ACC-27")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_patched_or_blocked_spotter_re_rolls_nothing(hidden):
    """A spotter that is patched, or sees no model of the target, lets nothing be re-rolled."""
    wall = [box("t1", X + 2 * INCH, Y - 15 * INCH, INCH, 14 * INCH, los="blocking")] if hidden else []
    played = stepwise_duel((2, 9, 9, 9, 9), own=squad(), terrain=wall)
    row = played.game.devices["a-x#1"]
    pose = played.game.models["a-x.1"].pose
    changed = {"pose": type(pose)(X - INCH, Y - 14 * INCH, 0, 0)} if hidden else {"state": "patched"}
    fields = {name: getattr(row, name) for name in row.__struct_fields__}
    played.put("devices", type(row)(**{**fields, **changed}))
    roll_accuracy(played)
    assert "miss_reroll" not in {window.kind for window in played.windows}


@pytest.mark.rule("AN-REROLL-01")
def test_a_spotter_serves_its_unit_or_its_side_by_its_data():
    """A spotter serves its own unit, or its side by its data."""
    friend = ("a-z", squad(), (X, Y + 12 * INCH))
    roll_accuracy(stepwise_duel((9,) * 5, more=[friend])).asks("pins")
    wide = device_sheet("spotter", "hawk", scope="side")
    friend = ("a-z", plain_squad(devices=("hawk",)), (X, Y + 12 * INCH))
    roll_accuracy(stepwise_duel((9,) * 5, more=[friend], device_sheets=[wide])).asks("miss_reroll", "red")


@pytest.mark.rule("AN-REROLL-01", "AN-REROLL-02", "AN-REROLL-03")
@pytest.mark.ruling("AN-REROLL-01.2")
def test_each_kind_of_source_re_rolls_another_miss():
    """Each kind of source re-rolls another miss, and never the same die twice."""
    played = stepwise_duel((2, 7, 8, 9, 9, 9, 3), own=squad(), markers=[marker("m1", "tectorist", unit="a-x")])
    roll_accuracy(played)
    played.when("red", reroll_command(2)).asks("miss_reroll", "red")
    played.when("red", reroll_command(2, source="tectorist")).rejected("AN-REROLL-11", "re-rolled-before")
    played.when("red", reroll_command(3)).rejected("AN-REROLL-01", "no-such-source")
    played.when("red", reroll_command(3, source="tectorist")).accepted()
    assert len(lucky_flags(played.last)) == 2


@pytest.mark.rule("AN-REROLL-01")
def test_silence_lets_the_misses_stand():
    """The shooter may let the misses stand, which silence does too."""
    played = stepwise_duel((2, 7, 8, 9, 9), own=squad(), markers=[marker("m1", "tectorist", unit="a-x")])
    roll_accuracy(played)
    played.when("red", DeclineReroll(volley="v2")).rejected("", "unknown-id")
    played.when("red", DeclineReroll(volley="v1")).then(RerollDeclined, HitsScored)
    asks = played.rules.windows["miss_reroll"]
    assert asks.default_command is not None


@pytest.mark.rule("AN-REROLL-02")
@pytest.mark.ruling("AN-REROLL-02.2")
def test_a_combat_array_re_rolls_one_miss_of_a_vorl_unit():
    """Of four misses of a Vorl unit whose array sees the target one is thrown again."""
    played = spotter_duel([6, 7, 8, 9, 5], 4, devices=("combat_array",), faction="vorl")
    assert may_reroll_misses(played)
    reroll_misses(played, "combat_array", 1, 2).rejected("AN-REROLL-02", "too-many-misses")
    reroll_misses(played, "combat_array", 2).then(DieRerolled, die=2, reason="combat_array")
    assert question(played) != "miss_reroll"
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-REROLL-02")
@pytest.mark.parametrize(
    ("faction", "state", "scope", "helps"),
    [
        ("vorl", "working", "side", True),
        ("vorl", "patched", "side", False),
        ("concord", "working", "side", False),
        ("vorl", "working", "", False),
    ],
)
@pytest.mark.ruling("AN-REROLL-02.2")
def test_an_array_serves_vorl_alone_and_while_it_works(faction, state, scope, helps):
    """A friend's array helps a Vorl unit that its data name; patched it does not, and other factions never."""
    friend = ("a-z", troopers(1, faction="vorl"), (X, Y + 15 * INCH), USED)
    sheet = device_sheet("combat_array", "mind", scope=scope)
    array = Device(id="a-z#1", sheet="mind", seat=0, unit="a-z", state=state)
    played = spotter_duel([6, 7], 2, devices=(), faction=faction, more=[friend], device_sheets=[sheet], markers=[array])
    assert may_reroll_misses(played) is helps


@pytest.mark.rule("AN-REROLL-02")
def test_the_array_has_to_see_the_target():
    """An array that is hidden from the target gives no re-roll."""
    array = Device(
        id="a-x#1", sheet="combat_array", seat=0, unit="a-x", pose=marker("x", "x", at=(X - INCH, Y + 20 * INCH)).pose
    )
    bunker = box("w1", X + 2 * INCH, Y + 8 * INCH, INCH, 12 * INCH, los="blocking")
    rest: Any = {"faction": "vorl", "devices": (), "markers": [array], "enemy": troopers(1)}
    assert may_reroll_misses(spotter_duel([6, 7], 2, **rest)) is True
    assert may_reroll_misses(spotter_duel([6, 7], 2, terrain=[bunker], **rest)) is False


@pytest.mark.rule("AN-REROLL-02")
@pytest.mark.parametrize(("faction", "asked"), [("vorl", "miss_reroll"), ("concord", "pins")])
def test_a_combat_array_serves_vorl_units_alone(faction, asked):
    """A combat array that sees the target lets a Vorl unit re-roll one miss, and no other."""
    played = stepwise_duel((9,) * 5, own=plain_squad(faction=faction, devices=("combat_array",)))
    roll_accuracy(played).asks(asked)
    assert played.offered("red") == (["RerollMisses", "DeclineReroll"] if faction == "vorl" else [])


@pytest.mark.rule("AN-REROLL-03")
@pytest.mark.parametrize(("distance", "seat", "helps"), [(15_000, 0, True), (15_500, 0, False), (15_000, 1, False)])
def test_a_tectorist_within_fifteen_inches_of_the_target_re_rolls_one_miss(distance, seat, helps):
    """A friendly Tectorist at 15.0 inches gives one re-roll, at 15.5 none, the enemy's none."""
    played = far_tectorist_duel([7, 8, 4] if helps else [7, 8], 2, tectorist_south(distance, seat=seat))
    assert may_reroll_misses(played) is helps
    if helps:
        reroll_misses(played, "tectorist", 1, 2).rejected("AN-REROLL-03", "too-many-misses")
        reroll_misses(played, "tectorist", 1).then(DieRerolled, die=1, reason="tectorist")


@pytest.mark.rule("AN-REROLL-03")
@pytest.mark.ruling("AN-REROLL-03.2")
def test_a_tectorist_need_not_see():
    """A Tectorist behind a bunker helps all the same."""
    x, y = target_place(25 * INCH)
    bunker = box("w1", x - 5 * INCH, y + 3 * INCH, 10 * INCH, INCH, los="blocking")
    assert may_reroll_misses(far_tectorist_duel([7, 8], 2, tectorist_south(10 * INCH), terrain=[bunker]))


@pytest.mark.rule("AN-REROLL-03")
@pytest.mark.ruling("AN-REROLL-03.3")
def test_several_tectorists_are_one_source():
    """Two Tectorists throw one miss again."""
    played = far_tectorist_duel([7, 8, 9], 2, tectorist_south(10 * INCH), tectorist_south(12 * INCH, "m2"))
    assert may_reroll_misses(played)
    reroll_misses(played, "tectorist", 1).accepted()
    assert question(played) != "miss_reroll"


@pytest.mark.rule("AN-REROLL-03", "AN-REROLL-01", "AN-REROLL-11")
@pytest.mark.ruling("AN-REROLL-01.2", "AN-REROLL-03.3")
def test_two_sources_re_roll_two_different_misses():
    """Spotter and Tectorist throw two of three misses again, never the same die twice."""
    played = far_tectorist_duel([7, 8, 9, 6, 3], 3, tectorist_south(10 * INCH), devices=("spotter",))
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 1).then(DieRerolled, die=1, reason="spotter")
    assert question(played) == "miss_reroll"
    reroll_misses(played, "spotter", 2).rejected("AN-REROLL-01", "no-such-source")
    reroll_misses(played, "tectorist", 1).rejected("AN-REROLL-11", "re-rolled-before")
    reroll_misses(played, "tectorist", 3).then(DieRerolled, die=3, reason="tectorist")
    assert question(played) != "miss_reroll"
    assert hits_scored(played) == 1


@pytest.mark.rule("AN-REROLL-04")
@pytest.mark.parametrize(
    ("once", "faces", "thrown", "hits"), [(False, [6, 2], [(1, 3, 6), (2, 4, 2)], 1), (True, [6], [(1, 3, 6)], 1)]
)
@pytest.mark.ruling("AN-REROLL-04.2", "AN-REROLL-04.3")
def test_misses_are_re_rolled_before_hits(once, faces, thrown, hits):
    """3, 7, 10 at a Down target: the 7 becomes a 4, then 3 and 4 are thrown again; by the option once a die."""
    assert DEFAULTS.reroll_each_die_once is False
    played = spotter_duel([3, 7, 10, 4, *faces], 3, theirs=DOWN, options={"reroll_each_die_once": once})
    assert may_reroll_misses(played)
    reroll_misses(played, "spotter", 2).then(DieRerolled, die=2, before=7)
    assert question(played) == "hit_reroll"
    assert reroll_hits(played) == thrown
    assert hits_scored(played) == hits


@pytest.mark.rule("AN-REROLL-04")
@pytest.mark.parametrize(("once", "second"), [(False, (6, 2)), (True, (6,))])
def test_a_miss_that_became_a_hit_is_thrown_again_but_by_option(once, second):
    """Misses come first: 3, 7, 10 with 7 made a 4, then 6 and 2, leave one hit at 5; by the option none twice."""
    played = stepwise_duel(
        (3, 7, 10, 4, *second),
        theirs=DOWN,
        own=squad(models=("trooper",) * 3),
        order="advance",
        options={"reroll_each_die_once": once},
    )
    roll_accuracy(played)
    played.when("red", reroll_command(2)).asks("hit_reroll")
    outcome = played.when("table", RerollHits())
    assert [row[0] for row in faces_thrown_again(outcome)] == ([1] if once else [1, 2])
    assert lucky_flags(outcome) == [False]


def test_the_offer_of_a_re_roll_names_source_and_misses():
    """What is offered for a miss is a source and its misses."""
    played = stepwise_duel((2, 7, 8, 10, 9), own=squad())
    roll_accuracy(played)
    first = played.offers("red")[0]
    assert first.fields[2].values.values == ("2", "3", "5")
    assert (first.fields[2].values.least, first.fields[2].values.most) == (1, 1)
