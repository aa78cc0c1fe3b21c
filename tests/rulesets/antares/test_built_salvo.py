"""Volleys that are no shooting action: point blank, from Ambush, hand to hand; and the stages that all go through."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.antares import accuracy, firing
from adjudicator.rulesets.antares.model.messages import (
    AccuracyRolled,
    FiredGroup,
    HitsScored,
    RerollHits,
    RollAccuracy,
    ShootingDeclared,
)
from adjudicator.rulesets.antares.rows import Action, Assault
from tests.rulesets.antares.givens import INCH, armed, box, marker, plain, table
from tests.rulesets.antares.volleying import X, Y

STAGES = (
    "salvo_pins",
    "salvo_damage",
    "salvo_resist",
    "salvo_allocation",
    "salvo_hit_rerolls",
    "salvo_shift",
    "salvo_misses",
)

RUN = Action(unit="b-y", seat=1, order="run", kind="order")


def face_to_face(faces=(), *, own=None, foe=None, theirs=None, mine=None, gap=0, **rest):
    units = [("a-x", own or plain(), (X, Y), mine or {}), ("b-y", foe or plain(), (X + INCH + gap, Y), theirs or {})]
    return table(faces, units=units, pace="step", **rest)


def volley(played, kind, unit="a-x", target="b-y", *fired):
    """Let a unit have declared a volley of this kind, with its dice to be rolled."""
    ((_, groups),) = firing.plan(played.game, unit, target, kind, fired).volleys
    return declared(played, kind, unit, target, groups)


def declared(played, kind, unit, target, groups):
    number = f"v{played.game.numbered + 1}"
    played.given(ShootingDeclared(volley=number, unit=unit, target=target, kind=kind, groups=groups))
    played.set(stack=())
    for stage in STAGES:
        played.ask(stage, over=True)
    return played.ask("accuracy", "table", about=(number,), over=True)


def needed(played):
    return played.when("table", RollAccuracy()).one(AccuracyRolled).needed


@pytest.mark.rule("AN-PBS-01")
@pytest.mark.parametrize(
    ("kind", "options", "total"),
    [
        ("point_blank", {}, 4), ("stand_and_shoot", {}, 4), ("stand_and_shoot", {"stand_and_shoot_aimed": True}, 5),
        ("point_blank", {"stand_and_shoot_aimed": True}, 4),
    ],
)  # fmt: skip
def test_point_blank_counts_as_advance(kind, options, total):
    """Acc 5 with a pin needs a 4 at contact; Stand and Shoot is aimed by the option alone."""
    assert needed(volley(face_to_face((9,) * 5, mine={"pins": 1}, options=options), kind)).total == total


@pytest.mark.rule("AN-PBS-03")
def test_point_blank_through_terrain_and_out_of_range():
    """Neither terrain nor range matters at point blank; fields, sizes and Blurs do."""
    wood = box("t1", X + 400, 0, 200, 40 * INCH)
    played = face_to_face((2, *(9,) * 5), own=armed("carbine"), foe=plain(size="large"), terrain=[wood],
                          markers=[marker("m1", "blur", 1, unit="b-y")])  # fmt: skip
    found = needed(volley(played, "point_blank"))
    assert found.clauses() == ("AN-ACC-01", "AN-ACC-04", "AN-ACC-26")
    assert found.total == 4


@pytest.mark.rule("AN-PBS-07")
def test_a_down_unit_forces_re_rolls_at_point_blank():
    """Hits at point blank on Down infantry are thrown again."""
    played = volley(face_to_face((2, 3, 4, 5, 9, 9, 3, 9, 9), theirs={"order": "down"}), "point_blank")
    played.when("table", RollAccuracy()).asks("hit_reroll", "table")
    outcome = played.when("table", RerollHits()).cites("AN-REROLL-06", "AN-PBS-07")
    assert len(outcome.one(HitsScored).hits) == 1


@pytest.mark.rule("AN-REROLL-07")
@pytest.mark.parametrize(
    ("kind", "protected"),
    [("point_blank", True), ("stand_and_shoot", True), ("ambush_fire", True), ("firefight", False)],
)
def test_shots_during_a_sprint(kind, protected):
    """Hits on a sprinting unit are thrown again at point blank and from Ambush."""
    played = face_to_face((2, 3, 9, 9, 9), theirs={"order": "run", "sprinting": True}, gap=5 * INCH)
    played.set(actions=(RUN,))
    outcome = volley(played, kind).when("table", RollAccuracy())
    assert (played.window.kind == "hit_reroll") is protected
    if protected:
        played.faces(9, 9)
        played.when("table", RerollHits()).cites("AN-REROLL-07").without(HitsScored)
    else:
        outcome.then(HitsScored)


@pytest.mark.rule("AN-REROLL-10")
def test_reasons_do_not_add_up():
    """A Fast unit on Run that sprints past an ambusher has each hit thrown again once."""
    played = face_to_face((2, 3, 4, 9, 9, 2, 3, 9), foe=plain(flags=("fast",)), gap=5 * INCH,
                          theirs={"order": "run", "sprinting": True})  # fmt: skip
    played.set(actions=(RUN,))
    volley(played, "ambush_fire").when("table", RollAccuracy()).asks("hit_reroll")
    assert len(played.when("table", RerollHits()).one(HitsScored).hits) == 2


@pytest.mark.rule("AN-REACT-24")
@pytest.mark.parametrize(
    ("arm", "total", "result"), [("carbine", 6, "miss"), ("cannon", 5, "miss"), ("launcher", 4, "shift")]
)
def test_ambush_fire_is_shot_as_under_fire(arm, total, result):
    """Ambush Fire is aimed, lets heavy weapons shoot, and shifts overhead misses."""
    played = volley(face_to_face((9, 9), own=armed(arm, count=2), gap=8 * INCH), "ambush_fire")
    event = played.when("table", RollAccuracy()).one(AccuracyRolled)
    assert (event.needed.total, event.dice[0].result) == (total, result)


# -- hand to hand


def fight(**changes):
    return Assault(**{"unit": "a-x", "target": "b-y", "contact": True, "round": 1, **changes})


@pytest.mark.rule("AN-H2H-03")
@pytest.mark.parametrize(
    ("changes", "own", "foe"),
    [
        ({}, 6, 5), ({"counter": True}, 6, 6), ({"round": 2, "first": "b-y"}, 5, 6),
        ({"round": 2, "first": "a-x"}, 6, 5),
        ({"round": 2}, 5, 5),
    ],
)  # fmt: skip
def test_the_number_of_attacks(changes, own, foe):
    """Str, and 1 for whoever assaults in round one or has won it in the follow-on; pins do not matter."""
    played = face_to_face(mine={"pins": 3}).set(assault=fight(**changes))
    for unit, target, total in (("a-x", "b-y", own), ("b-y", "a-x", foe)):
        blows = FiredGroup(
            weapon="", mode="trooper", models=tuple(f"{unit}.{number}" for number in range(1, 6)), dice=5,
            overhead=False, blind=False, aim=None, heavy=False,
        )  # fmt: skip
        declared(played, "hand_to_hand", unit, target, (blows,))
        row = list(played.game.volleys.values())[-1]
        assert [each.total for each in accuracy.numbers(played.game, row)] == [total]


# -- stages


@pytest.mark.rule("AN-SHOOT-12")
def test_every_volley_is_rolled_before_any_is_scored():
    """All volleys under way go through one stage before the next begins."""
    played = face_to_face((2, 9, 9, 9, 9, 3, 9, 9, 9, 9), gap=8 * INCH)
    volley(played, "firefight")
    volley(played, "firefight", "b-y", "a-x")
    played.set(stack=())
    for stage in (*STAGES, "salvo_accuracy"):
        played.ask(stage, over=True)
    played.ask("accuracy", "table", about=("v1",), over=True)
    played.when("table", RollAccuracy()).without(HitsScored).asks("accuracy", "table")
    outcome = played.when("table", RollAccuracy())
    assert [(each.volley, each.unit) for each in outcome.events if isinstance(each, HitsScored)] == [
        ("v1", "b-y"), ("v2", "a-x"),
    ]  # fmt: skip
