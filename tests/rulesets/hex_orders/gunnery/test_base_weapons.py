"""How the models and the weapon of a base fire, and that a base has one set of orders."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    FireHeld,
    HitRolled,
    HoldFire,
    LoadSpent,
    PassChoice,
    Plot,
    PlotOrders,
    TargetChosen,
)
from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from tests.rulesets.hex_orders.fixtures import ORK, ability, armed, infantry, line, model, table, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import FIRE_FIRST
from tests.rulesets.hex_orders.gunnery.steps import fires_gun, roll
from tests.rulesets.hex_orders.steps import (
    SILENT,
    begin,
    carry_out_steps,
    drop_unused_faces,
    fires,
    give_default,
    of_kind,
    refused,
    shot,
    unit,
)

GUN = weapon("gun", weapon_range=4, always_loaded=True)
CANNON = weapon("cannon", weapon_range=4, always_loaded=True)
ORDER = ("-+-+-", "Fire+-")
SQUAD = replace(armed(infantry(nation="dwarf"), GUN), weapons=(GUN, CANNON), base_weapon="cannon")
PLAIN = armed(infantry(nation="dwarf"), GUN)
TARGETS = [("b1", "D3", "N", infantry(), {"speed": "slow"}), ("b2", "E5", "N", infantry(), {"speed": "slow"})]


def base_that_shoots(sheet, dice=(), speed="slow", targets=TARGETS, **changes):
    """Let a base in D5 fire at two bases."""
    units = [("a1", "D5", "N", sheet, {"speed": speed, **changes}), *targets]
    played = table(dice, pace="step", units=units, running={"a1": ORDER})
    begin(played, "gunnery_1").asks("fire", "red")
    return played


def roll_shots(played):
    """Let the shots be rolled."""
    events = []
    while played.window.kind == "fire":
        events += played.when(played.window.asks[0], SILENT).accepted().events
    assert played.window.kind == "gunnery_hits"
    return of_kind([*events, *give_default(played).events], HitRolled)


@pytest.mark.rule("HX-ARMY-20")
def test_every_alive_model_fires_by_itself():
    """Three alive musketeers roll three open-ended dice, two at one base and one at another, each with its rows."""
    played = base_that_shoots(PLAIN, [4, 6, 2, 5], dead=(2,))
    shots = (shot("b1", 1), shot("b1", 3), shot("b2", 4))
    assert len(played.when("red", fires("a1", "gun", *shots)).one(TargetChosen).shots) == 3
    found = [(row.target, row.faces, row.modifiers.total, row.hit) for row in roll_shots(played)]
    assert found == [("b1", (4,), 0, False), ("b1", (6, 2), 0, True), ("b2", (5,), 1, True)]


@pytest.mark.rule("HX-ARMY-20")
def test_a_dead_model_does_not_fire():
    """A model that was removed has no shot, and no model fires twice."""
    played = base_that_shoots(PLAIN, dead=(2,))
    refused(played, "red", fires("a1", "gun", shot("b1", 2)), "HX-ARMY-20", "no-such-model")
    refused(played, "red", fires("a1", "gun", shot("b1", 1), shot("b2", 1)), "HX-ARMY-20", "model-twice")
    played.when("red", HoldFire(unit="a1", models=())).accepted()


@pytest.mark.rule("HX-ARMY-20")
def test_assault_dice_of_the_models_are_summed():
    """A base of four models with one die each rolls four dice in an assault."""
    units = [("a1", "D5", "N", PLAIN, {"speed": "slow"}), ("b1", "D4", "S", infantry(models=infantry().models[:1]))]
    played = table([5, 1, 1, 1, 1], pace="step", units=units, running={"a1": ("F+-+-", "-+-")})
    carry_out_steps(played, "movement_1")
    while played.window.kind != "assault":
        give_default(played)
    thrown = [(roll.why, len(roll.faces)) for roll in give_default(played).rolls]
    drop_unused_faces(played)
    assert thrown == [("assault", 4), ("assault", 1)]


@pytest.mark.rule("HX-ARMY-21")
def test_a_base_has_one_set_of_orders():
    """Orders for a single model are refused, those for its base are taken."""
    units = [("a1", "D5", "N", PLAIN), ("b1", "A1", "N", infantry())]
    played = table(turn=1, units=units).ask("orders", "red", "blue", subject=OrdersSubject(1))
    for name in ("a1.1", "a1:1", "a1/1"):
        alone = PlotOrders(plot=Plot(turn=2, unit=name, movement=("-+-+-",), gunnery=("-+-",)))
        refused(played, "red", alone, "", "unknown-id")
    given = PlotOrders(plot=Plot(turn=2, unit="a1", movement=("A+F+-",), gunnery=("-+-",)))
    played.when("red", given).accepted()


@pytest.mark.rule("HX-ARMY-21")
def test_all_models_share_hex_facing_and_speed():
    """When a base moves, turns and changes speed, all its models do: the base alone has a place."""
    units = [("a1", "D5", "N", PLAIN, {"speed": "slow"})]
    played = table(pace="step", units=units, running={"a1": ("A+F+-", "-+-")})
    carry_out_steps(played, "movement_1", "movement_2")
    row = unit(played, "a1")
    assert (row.hex, row.facing, row.speed, row.dead) == ("D4", "N", "fast", ())


@pytest.mark.rule("HX-ARMY-25")
def test_a_base_fires_its_own_weapon_once_or_those_of_its_models():
    """The hand cannon has one roll however many models live; the muskets can not follow under the same order."""
    targets = [*TARGETS, ("b3", "D4", "N", infantry(), {"speed": "slow"})]
    played = base_that_shoots(SQUAD, [5], targets=targets)
    played.when("red", fires("a1", "cannon", shot("b1", 0))).accepted()
    refused(played, "red", fires("a1", "gun", shot("b1", 1)), "HX-FIRE-31", "not-asked")
    assert len(roll_shots(played)) == 1


@pytest.mark.rule("HX-ARMY-25")
def test_never_both_under_one_order():
    """Neither two shots of the base's weapon nor the weapon after muskets are allowed."""
    played = base_that_shoots(SQUAD)
    refused(played, "red", fires("a1", "cannon", shot("b1", 0), shot("b2", 0)), "HX-ARMY-25", "base-weapon-twice")
    played.when("red", fires("a1", "gun", shot("b1", 1))).accepted()
    refused(played, "red", fires("a1", "cannon", shot("b1", 0)), "HX-ARMY-25", "models-have-fired")
    played.when("red", fires("a1", "gun", shot("b1", 2))).accepted()


@pytest.mark.rule("HX-ARMY-26")
def test_a_base_weapon_has_the_rows_of_its_best_shooter():
    """With three bad shots and one good one the cannon rolls at +1 and the muskets of the bad ones at -1."""
    bad = model("regular", line(1, 5), ("gun",), abilities=(ability("bad_shot"),))
    good = model("elite", line(1, 5), ("gun",), abilities=(ability("good_shot"),), elite=True)
    mixed = replace(SQUAD, models=(bad, bad, bad, good))
    played = base_that_shoots(mixed, [4])
    played.when("red", fires("a1", "cannon", shot("b1", 0))).accepted()
    (one,) = roll_shots(played)
    assert (one.modifiers.total, one.hit) == (1, True)
    played = base_that_shoots(mixed, [5, 4])
    played.when("red", fires("a1", "gun", shot("b1", 1), shot("b1", 4))).accepted()
    assert [row.modifiers.total for row in roll_shots(played)] == [-1, 1]
    played = base_that_shoots(mixed, [5], dead=(4,))
    played.when("red", fires("a1", "cannon", shot("b1", 0))).accepted()
    assert [row.modifiers.total for row in roll_shots(played)] == [-1]


@pytest.mark.rule("HX-ARMY-27")
def test_a_base_weapon_needs_two_alive_models():
    """With one model left the cannon is refused and the musket allowed; with two the cannon is allowed."""
    played = base_that_shoots(SQUAD, dead=(1, 2, 3))
    refused(played, "red", fires("a1", "cannon", shot("b1", 0)), "HX-ARMY-27", "too-few-models")
    played.when("red", fires("a1", "gun", shot("b1", 4))).accepted()
    played = base_that_shoots(SQUAD, dead=(1, 2))
    played.when("red", fires("a1", "cannon", shot("b1", 0))).accepted()


@pytest.mark.rule("HX-ARMY-20", "HX-GUNNERY-23")
def test_models_fire_by_themselves_and_no_weapon_twice():
    """Two of four fire muskets at different bases, two hold; the musket's one token serves all."""
    foot = infantry()
    played = table(
        [3, 4],
        turn=2,
        units=[
            ("a1", "D5", "N", foot, {"speed": "slow", "loads": {"musket": 1}}),
            ("b1", "D3", "S", tank(), {"speed": "slow"}),
            ("b2", "E4", "S", tank(), {"speed": "slow"}),
        ],
        running={"a1": FIRE_FIRST},
        pace="step",
    )
    begin(played, "gunnery_1")
    musket = fires_gun("a1", shot("b1", 1), shot("b2", 2), weapon="musket")
    played.when("red", musket).then(TargetChosen, LoadSpent)
    played.when("red", musket).rejected("HX-GUNNERY-23", "weapon-has-fired")
    played.when("red", HoldFire(unit="a1", models=())).then(FireHeld(unit="a1", models=(3, 4)))
    assert len([event for event in roll(played).events if isinstance(event, HitRolled)]) == 2


@pytest.mark.rule("HX-ARMY-25", "HX-ARMY-26", "HX-ARMY-27")
def test_the_unit_base_weapon_goes_instead_of_the_models_and_with_the_best_shooter():
    """A hand cannon is rolled once at the best model's modifiers and takes two alive models."""
    cannon = weapon("cannon", weapon_range=4)
    foot = infantry(base_weapon="cannon", weapons=(*infantry().weapons, cannon))
    bad, good = (ability("bad_shot"),), (ability("good_shot"),)
    marked = zip(foot.models, (bad, bad, bad, good), strict=True)
    sheet = replace(foot, models=tuple(replace(row, abilities=marks) for row, marks in marked))
    ready = {"speed": "slow", "loads": {"musket": 1, "cannon": 1}}
    units = [
        ("a1", "D5", "N", sheet, ready),
        ("a2", "A9", "N", tank(hidden=True), {"hidden": True}),
        ("b1", "D3", "S", ORK, {"speed": "slow"}),
    ]
    played = table([3], turn=2, units=units, running={"a1": FIRE_FIRST}, pace="step")
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", PassChoice()).asks("fire", "red")
    played.when("red", fires_gun("a1", shot("b1", 0), weapon="cannon")).then(TargetChosen).asks("fire", "red")
    played.when("red", fires_gun("a1", shot("b1", 1), weapon="musket")).rejected("HX-ARMY-25", "base-has-fired")
    played.when("red", PassChoice()).accepted()
    assert roll(played).one(HitRolled).modifiers.total == 1
    few = table(
        units=[(*units[0][:4], {**ready, "dead": (1, 2, 3)}), units[2]], running={"a1": FIRE_FIRST}, pace="step"
    )
    begin(few, "gunnery_1")
    few.when("red", fires_gun("a1", shot("b1", 0), weapon="cannon")).rejected("HX-ARMY-27", "too-few-models")
