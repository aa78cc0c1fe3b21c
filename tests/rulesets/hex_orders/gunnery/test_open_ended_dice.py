"""Open-ended dice: which rolls are, how they go on, and what they come to."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from adjudicator.rulesets.hex_orders.model.messages import (
    AreaDiceRolled,
    DamageRolled,
    RollDamage,
    SpotAim,
    SpotHiddenUnit,
    UnitRevealed,
)
from adjudicator.rulesets.hex_orders.odds.shooting_odds import hit_chance
from adjudicator.rulesets.hex_orders.rules.gunnery.open_ended_dice import face_value
from tests.rulesets.hex_orders.fixtures import infantry, squad, tank, weapon
from tests.rulesets.hex_orders.gunnery.fixtures import duel, loaded_tank
from tests.rulesets.hex_orders.gunnery.steps import begin_firing, declare_shots, fires_area_weapon, rolled_once, shot_of
from tests.rulesets.hex_orders.steps import begin, hold_fire, roll_declared, run_service, shot


@pytest.mark.rule("HX-OPEN-01")
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_a_die_below_six_is_final(face):
    """Only the highest face lets another die be thrown."""
    rolled = shot_of([face])
    assert (rolled.faces, rolled.result) == ((face,), face)


@pytest.mark.rule("HX-OPEN-01")
@pytest.mark.ruling("HX-OPEN-01.2")
def test_extra_dice_are_always_rolled():
    """A 6 that hits anyhow goes on all the same, and its extra die is a d6 of its own."""
    played = begin_firing([6, 5, 2])
    declare_shots(played, shot("b1")).accepted()
    outcome = roll_declared(played)
    assert [(roll.why, roll.sides, roll.faces) for roll in outcome.rolls] == [
        ("to-hit", 6, (6,)),
        ("extension", 6, (5,)),
        ("extension", 6, (2,)),
    ]


@pytest.mark.rule("HX-OPEN-01")
@pytest.mark.ruling("HX-OPEN-01.2")
def test_other_dice_are_plain():
    """A 6 for area, armour or damage is a 6, and no other die follows."""
    bomb = weapon("bomb", area=4, always_loaded=True, damage=None)
    played = begin_firing([6, 6, 6, 6], squad(bomb, count=1))
    played.when("red", fires_area_weapon("bomb", "D3", 1)).accepted()
    assert roll_declared(played).one(AreaDiceRolled).successes == 4
    played = begin_firing([5], target=tank(nation="elf"))
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(6, 6, 6, 6)
    assert [roll.faces for roll in played.when("table", RollDamage()).accepted().rolls] == [(6, 6, 6, 6)]
    played = begin_firing([5])
    declare_shots(played, shot("b1")).accepted()
    roll_declared(played)
    played.faces(6)
    damage = played.when("table", RollDamage())
    assert [(roll.why, roll.faces) for roll in damage.rolls] == [("damage", (6,))]
    assert damage.one(DamageRolled).total.total == 6


@pytest.mark.rule("HX-OPEN-01")
@pytest.mark.parametrize(("dice", "seen"), [((6, 5, 1), True), ((6, 4), False)])
@pytest.mark.ruling("HX-OPEN-01.2")
def test_spotting_is_open_ended(dice, seen):
    """A Spot that needs 7 goes on after a 6."""
    token = {"hidden": True, "speed": "fast"}
    played = duel(dice, other=token, hexes={"D3": "forest"}, orders=("-+-+-", "Spot+Spot"))
    begin(played, "gunnery_1").asks("fire", "red")
    played.when("red", SpotHiddenUnit(spot=SpotAim(unit="a1", token="b1"))).accepted()
    outcome = roll_declared(played)
    events = [*outcome.events, *run_service(played)]
    assert any(isinstance(event, UnitRevealed) for event in events) is seen


@pytest.mark.rule("HX-OPEN-02")
@pytest.mark.parametrize(
    ("dice", "result"), [((6, 4), 6), ((6, 5, 4), 7), ((6, 6, 6, 1), 8), ((6, 3), 6), ((6, 6, 5, 5, 1), 9)]
)
def test_extra_dice_of_five_and_six_add_one(dice, result):
    """Each 5 or 6 adds one and lets another die be thrown; the first other face ends the roll and adds nothing."""
    rolled = shot_of(dice)
    assert (rolled.faces, rolled.result) == (dice, result)
    assert face_value(dice) == result


@pytest.mark.rule("HX-OPEN-02")
def test_how_likely_each_result_is():
    """The chance of a needed result is that of all throws of up to four dice that reach it."""
    for needed in range(2, 9):
        chance = Fraction(0)
        for dice in product(range(1, 7), repeat=4):
            value = dice[0]
            for extra in dice[1:] if value == 6 else ():
                if extra < 5:
                    break
                value += 1
            chance += Fraction(int(value >= needed), 6**4)
        assert hit_chance(5 - needed) == chance


@pytest.mark.rule("HX-OPEN-03")
@pytest.mark.parametrize(("dice", "result"), [((6, 5, 6, 3), 8), ((6, 5, 3), 7)])
@pytest.mark.ruling("HX-OPEN-03.2")
def test_the_worked_sequence(dice, result):
    """6, 5, 6, 3 is 8; 6, 5, 3 is 7."""
    rolled = shot_of(dice, target=infantry())
    assert (rolled.faces, rolled.result) == (dice, result)


@pytest.mark.rule("HX-OPEN-03")
def test_the_script_is_thrown_to_its_end():
    """After 6, 5 the roll still waits for a die that ends it."""
    played = begin_firing([6, 5, 3, 4], squad(weapon("gun", always_loaded=True), count=2))
    declare_shots(played, shot("b1", 1), shot("b1", 2)).accepted()
    hold_fire(played)
    found = [roll for roll in roll_declared(played).rolls if roll.why == "to-hit"]
    assert [row.faces for row in found] == [(6,), (4,)]


@pytest.mark.rule("HX-OPEN-02")
@pytest.mark.parametrize(("faces", "value"), [((5,), 5), ((6, 4), 6), ((6, 5, 4), 7), ((6, 5, 6, 3), 8)])
def test_each_further_5_or_6_after_a_6_adds_one(faces, value):
    """A 6 lets further dice be thrown, each 5 or 6 of them adds one, and the first other one ends it."""
    assert face_value(faces) == value
    assert rolled_once(loaded_tank(faces)).faces == faces
