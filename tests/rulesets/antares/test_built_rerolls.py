"""Faces and re-rolls: hits, misses, lucky hits and duds; sources of re-rolls; targets that are hard to hit."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares import shooting
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    DeclareReaction,
    DeclineReroll,
    DieRerolled,
    HitsScored,
    RerollDeclined,
    RerollHits,
    RerollMisses,
    ResumeAction,
    RollAccuracy,
    RollReactionTest,
    ShootingDeclared,
)
from tests.rulesets.antares.givens import INCH, armed, box, device_sheet, marker, plain, squad, vehicle, weapon
from tests.rulesets.antares.volleying import X, Y, duel, results, rolled, shoot

FOE_X = X + 11 * INCH
DOWN = {"order": "down"}


def again(*dice, source="spotter", volley="v1"):
    return RerollMisses(volley=volley, source=source, dice=dice)


def flags(outcome, unit="b-y"):
    """List the hits on a unit: True for a lucky one."""
    found = [each for each in outcome.events if isinstance(each, HitsScored) and each.unit == unit]
    return [hit.lucky for each in found for hit in each.hits]


def faces_of(outcome):
    return [
        (each.die, each.before, each.now.face, each.now.result)
        for each in outcome.events
        if isinstance(each, DieRerolled)
    ]


# -- faces


@pytest.mark.rule("AN-HIT-01")
def test_a_lucky_hit_at_any_number():
    """A 1 hits even where the number is below 1, and a 10 misses whatever it is."""
    outcome = rolled(duel((1, 2, 10, 9, 8), mine={"pins": 9}))
    assert outcome.one(AccuracyRolled).needed.total == -3
    assert results(outcome) == ["lucky", "miss", "dud", "miss", "miss"]


@pytest.mark.rule("AN-HIT-02")
@pytest.mark.parametrize(
    ("option", "faces", "found"),
    [
        ("one_per_volley", (1, 1, 4, 9, 9), ["lucky", "hit", "hit", "miss", "miss"]),
        ("only_if_exactly_one", (1, 1, 4, 9, 9), ["hit", "hit", "hit", "miss", "miss"]),
        ("only_if_exactly_one", (1, 2, 4, 9, 9), ["lucky", "hit", "hit", "miss", "miss"]),
    ],
)
def test_several_ones(option, faces, found):
    """Of several 1s one is the lucky hit, or none by the option; the others are hits."""
    assert results(rolled(duel(faces, options={"lucky_rule": option}))) == found


@pytest.mark.rule("AN-HIT-07")
def test_a_dud_whatever_the_number():
    """A 10 misses where the number is 10 or more."""
    markers = [marker(f"m{index}", "staa_tag", unit="b-y") for index in range(6)]
    played = duel((10, 9, 9, 9, 10), markers=markers, options={"direct_marker_cap": 6})
    outcome = rolled(played)
    assert outcome.one(AccuracyRolled).needed.total == 12
    assert results(outcome) == ["dud", "hit", "hit", "hit", "dud"]


@pytest.mark.rule("AN-HIT-04")
def test_hits_are_scored_one_by_one():
    """Every die that hits makes one hit of the weapon's strike value, named after its model."""
    event = rolled(duel((2, 9, 6, 10, 1))).one(HitsScored)
    assert [(each.id, each.shooter, each.lucky) for each in event.hits] == [
        ("v1.001", "a-x.1", False), ("v1.003", "a-x.3", False), ("v1.005", "a-x.5", True),
    ]  # fmt: skip
    assert {(each.unit, each.weapon, each.strike_value, each.overhead) for each in event.hits} == {
        ("b-y", "carbine", 1, False)
    }


def test_nothing_is_scored_for_misses():
    """A volley that misses leads to no hits."""
    rolled(duel((9, 9, 10, 8, 7))).without(HitsScored).asks("pins")


@pytest.mark.rule("AN-RESIST-03")
def test_a_strike_value_with_dice():
    """A strike value with dice is thrown for each hit."""
    arm = weapon("scatter", strike_value=type(weapon().strike_value)(dice=1, sides=3, plus=1))
    played = duel((3, 4, 9, 9, 9, 2, 3), own=armed("scatter"), weapons=[arm])
    rolled(played).asks("hit_reroll")
    event = played.when("table", RerollHits()).one(HitsScored)
    assert [each.strike_value for each in event.hits] == [3, 4]


# -- misses


@pytest.mark.rule("AN-REROLL-01")
def test_a_spotter_lets_one_miss_be_thrown_again():
    """The shooter picks one miss, which is re-rolled once; then nothing more is asked."""
    played = duel((2, 3, 7, 8, 9, 4), own=squad())
    rolled(played).asks("miss_reroll", "red")
    outcome = played.when("red", again(4))
    assert faces_of(outcome) == [(4, 8, 4, "hit")]
    assert len(flags(outcome)) == 3


def test_all_misses_by_the_option():
    """With miss_rerolls all, every miss may be thrown again."""
    played = duel((2, 3, 7, 8, 9, 4, 9, 1), own=squad(), options={"miss_rerolls": "all"})
    rolled(played)
    assert faces_of(played.when("red", again(3, 5, 4))) == [(3, 7, 4, "hit"), (4, 8, 9, "miss"), (5, 9, 1, "lucky")]


def test_a_device_may_say_how_many():
    """A device's own number of re-rolls stands in place of the option."""
    generous = device_sheet("spotter", "hawk", miss_rerolls="all")
    played = duel((2, 3, 7, 8, 9, 4, 9), own=plain(devices=("hawk",)), device_sheets=[generous])
    rolled(played)
    played.when("red", again(3, 5)).accepted()


@pytest.mark.parametrize(
    ("dice", "clause", "reason"),
    [
        ((3, 4), "AN-REROLL-01", "too-many-misses"), ((), "AN-REROLL-01", "no-dice-named"),
        ((1,), "AN-REROLL-01", "not-a-miss"), ((5,), "AN-HIT-07", "dud"), ((6,), "AN-REROLL-01", "no-such-die"),
        ((3, 3), "AN-REROLL-11", "die-twice"),
    ],
)  # fmt: skip
def test_dice_that_are_not_thrown_again(dice, clause, reason):
    """A source re-rolls one miss, and no hit or dud."""
    played = duel((2, 3, 7, 8, 10), own=squad())
    rolled(played)
    played.when("red", again(*dice)).rejected(clause, reason)


@pytest.mark.rule("AN-ACC-27")
@pytest.mark.parametrize("hidden", [True, False])
def test_a_spotter_that_sees_nothing(hidden):
    """A spotter that is patched, or sees no model of the target, lets nothing be re-rolled."""
    wall = [box("t1", X + 2 * INCH, Y - 15 * INCH, INCH, 14 * INCH, los="blocking")] if hidden else []
    played = duel((2, 9, 9, 9, 9), own=squad(), terrain=wall)
    row = played.game.devices["a-x#1"]
    pose = played.game.models["a-x.1"].pose
    changed = {"pose": type(pose)(X - INCH, Y - 14 * INCH, 0, 0)} if hidden else {"state": "patched"}
    fields = {name: getattr(row, name) for name in row.__struct_fields__}
    played.put("devices", type(row)(**{**fields, **changed}))
    rolled(played)
    assert "miss_reroll" not in {each.kind for each in played.windows}


def test_whose_spotter_counts():
    """A spotter serves its own unit, or its side by its data."""
    friend = ("a-z", squad(), (X, Y + 12 * INCH))
    rolled(duel((9,) * 5, more=[friend])).asks("pins")
    wide = device_sheet("spotter", "hawk", scope="side")
    friend = ("a-z", plain(devices=("hawk",)), (X, Y + 12 * INCH))
    rolled(duel((9,) * 5, more=[friend], device_sheets=[wide])).asks("miss_reroll", "red")


@pytest.mark.rule("AN-REROLL-02")
@pytest.mark.parametrize(("faction", "asked"), [("vorl", "miss_reroll"), ("concord", "pins")])
def test_a_combat_array_serves_vorl(faction, asked):
    """A combat array that sees the target lets a Vorl unit re-roll one miss, and no other."""
    played = duel((9,) * 5, own=plain(faction=faction, devices=("combat_array",)))
    rolled(played).asks(asked)
    assert played.offered("red") == (["RerollMisses", "DeclineReroll"] if faction == "vorl" else [])


@pytest.mark.rule("AN-REROLL-03")
@pytest.mark.parametrize(("y", "asked"), [(Y - 15_750, "miss_reroll"), (Y - 16_250, "pins")])
def test_a_tectorist_near_the_target(y, asked):
    """A friendly Tectorist within 15 inches of the target lets one miss be re-rolled, however many there are."""
    markers = [marker("m1", "tectorist", at=(FOE_X, y)), marker("m2", "tectorist", at=(FOE_X, y))]
    rolled(duel((9,) * 5, markers=markers)).asks(asked)


def test_two_kinds_of_source_re_roll_two_misses():
    """Each kind of source re-rolls another miss, and never the same die twice."""
    played = duel((2, 7, 8, 9, 9, 9, 3), own=squad(), markers=[marker("m1", "tectorist", unit="a-x")])
    rolled(played)
    played.when("red", again(2)).asks("miss_reroll", "red")
    played.when("red", again(2, source="tectorist")).rejected("AN-REROLL-11", "re-rolled-before")
    played.when("red", again(3)).rejected("AN-REROLL-01", "no-such-source")
    played.when("red", again(3, source="tectorist")).accepted()
    assert len(flags(played.last)) == 2


def test_re_rolls_may_be_declined():
    """The shooter may let the misses stand, which silence does too."""
    played = duel((2, 7, 8, 9, 9), own=squad(), markers=[marker("m1", "tectorist", unit="a-x")])
    rolled(played)
    played.when("red", DeclineReroll(volley="v2")).rejected("", "unknown-id")
    played.when("red", DeclineReroll(volley="v1")).then(RerollDeclined, HitsScored)
    asks = played.rules.windows["miss_reroll"]
    assert asks.default_command is not None


@pytest.mark.rule("AN-HIT-08")
def test_a_dud_is_not_retargeted():
    """A weapon that looks for its target again re-throws its misses, and no dud."""
    seeker = weapon("seeker", properties=("retarget_on_miss",))
    played = duel((2, 7, 10, 9, 9, 3, 4), own=armed("seeker"), weapons=[seeker])
    rolled(played).asks("miss_reroll", "red")
    played.when("red", again(3, source="retarget")).rejected("AN-HIT-08", "dud")
    outcome = played.when("red", again(2, 4, source="retarget"))
    assert [each[3] for each in faces_of(outcome)] == ["hit", "hit"]


# -- hits


@pytest.mark.rule("AN-REROLL-06")
def test_hits_on_down_infantry():
    """Four hits on Down infantry at 6 are thrown again: 6, 7, 1 and 9 leave two."""
    played = duel((2, 3, 4, 5, 9, 6, 7, 1, 9), theirs=DOWN)
    rolled(played).asks("hit_reroll", "table")
    outcome = played.when("table", RerollHits())
    assert [each[2:] for each in faces_of(outcome)] == [(6, "hit"), (7, "miss"), (1, "lucky"), (9, "miss")]
    assert flags(outcome) == [False, True]


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize(
    ("foe", "asked"),
    [
        (vehicle(order_dice=1), "resist"), (plain(type="beast"), "hit_reroll"),
        (plain(type="weapon_team", flags=("down_forces_rerolls",)), "hit_reroll"), (plain(flags=()), "allocate"),
        (plain(type="mounted", flags=()), "allocate"), (plain(type="mounted"), "hit_reroll"),
    ],
)  # fmt: skip
def test_whom_down_protects(foe, asked):
    """Down protects whose flag says so, which armies give to infantry, beasts and weapon teams."""
    rolled(duel((2, 3, 4, 5, 9), theirs=DOWN, foe=foe)).asks(asked)


@pytest.mark.rule("AN-REROLL-05")
@pytest.mark.parametrize(
    ("order", "flag", "asked"),
    [("run", ("fast",), "hit_reroll"), ("advance", ("fast",), "allocate"), ("run", (), "allocate")],
)
def test_fast_units_on_run(order, flag, asked):
    """Hits on a Fast unit whose order is Run are thrown again."""
    rolled(duel((2, 3, 4, 9, 9), foe=plain(flags=flag), theirs={"order": order})).asks(asked)


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(
    ("options", "row", "asked"),
    [
        ({}, {"sprinting": True}, "allocate"), ({"sprint_reroll_all_shots": True}, {"sprinted": 1}, "hit_reroll"),
        ({"sprint_reroll_all_shots": True}, {"sprinted": 3}, "allocate"), ({}, {"sprinted": 1}, "allocate"),
    ],
)  # fmt: skip
def test_a_sprint_protects_against_shots_during_it(options, row, asked):
    """A shot after the sprint is not re-rolled, unless the option lets the sprint protect for the turn."""
    rolled(duel((2, 3, 4, 9, 9), theirs={"order": "run", **row}, options=options)).asks(asked)


@pytest.mark.rule("AN-REROLL-04")
@pytest.mark.parametrize(("once", "second"), [(False, (6, 2)), (True, (6,))])
def test_a_miss_that_became_a_hit_is_thrown_again(once, second):
    """Misses come first: 3, 7, 10 with 7 made a 4, then 6 and 2, leave one hit at 5; by the option none twice."""
    played = duel(
        (3, 7, 10, 4, *second), theirs=DOWN, own=squad(models=("trooper",) * 3), order="advance",
        options={"reroll_each_die_once": once},
    )  # fmt: skip
    rolled(played)
    played.when("red", again(2)).asks("hit_reroll")
    outcome = played.when("table", RerollHits())
    assert [each[0] for each in faces_of(outcome)] == ([1] if once else [1, 2])
    assert flags(outcome) == [False]


@pytest.mark.rule("AN-REROLL-11")
def test_lucky_hits_and_duds_are_locked():
    """Dice 1, 4, 10 against 5 at a Down target: only the 4 is thrown again."""
    played = duel((1, 4, 10, 9), theirs=DOWN, own=plain(models=("trooper",) * 3), order="advance")
    rolled(played).asks("hit_reroll")
    outcome = played.when("table", RerollHits())
    assert faces_of(outcome) == [(2, 4, 9, "miss")]
    assert flags(outcome) == [True]


def test_all_hits_thrown_away():
    """A volley whose hits all became misses leads to nothing."""
    played = duel((2, 3, 9, 9, 9, 9, 10), theirs=DOWN)
    rolled(played)
    played.when("table", RerollHits()).without(HitsScored).asks("pins")


def test_offers_of_re_rolls_are_accepted():
    """What is offered for a miss is a source and its misses."""
    played = duel((2, 7, 8, 10, 9), own=squad())
    rolled(played)
    first = played.offers("red")[0]
    assert first.fields[2].values.values == ("2", "3", "5")
    assert (first.fields[2].values.least, first.fields[2].values.most) == (1, 1)


@pytest.mark.rule("AN-REACT-15")
def test_a_firefight_is_rolled_with_the_shooting_it_answers():
    """Both volleys go through each stage together, the acting side's first, without each other's pins."""
    played = duel((3, *(9,) * 10), theirs={})
    played.when("red", shoot()).asks("reaction", "blue")
    answer = DeclareReaction(unit="b-y", reaction="firefight", sprint=False, point=0, free=False)
    played.when("blue", answer).asks("reaction_test", "table")
    played.when("table", RollReactionTest()).asks("reaction_shot", "blue")
    played.when("blue", shoot(unit="b-y", target="a-x")).then(ShootingDeclared, kind="firefight", volley="v2")
    played.when("table", ResumeAction()).asks("accuracy", "table")
    first = played.when("table", RollAccuracy()).one(AccuracyRolled)
    second = played.when("table", RollAccuracy()).one(AccuracyRolled)
    assert [(each.volley, each.needed.total) for each in (first, second)] == [("v1", 6), ("v2", 6)]


@pytest.mark.rule("AN-REACT-37")
def test_the_target_of_a_firefight_is_fixed():
    """A unit that reacts shoots at the unit that triggered it, and not blindly."""
    played = duel((3,), theirs={}, more=[("a-z", plain(), (X, Y + 10 * INCH))])
    played.when("red", shoot()).accepted()
    answer = DeclareReaction(unit="b-y", reaction="firefight", sprint=False, point=0, free=False)
    played.when("blue", answer).accepted()
    played.when("table", RollReactionTest()).asks("reaction_shot", "blue")
    played.when("blue", shoot(unit="b-y", target="a-z")).rejected("AN-REACT-37", "target-is-fixed", target="a-x")
    offers = shooting.offers_of(played.game, "b-y")
    assert {each.fields[1].values.values for each in offers} == {("a-x",)}
