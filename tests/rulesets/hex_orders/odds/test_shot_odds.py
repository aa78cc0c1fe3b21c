"""Odds of shots against an independent calculation: the fractions agree to the last digit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.rulesets.hex_orders.model.messages import Bonus, Pending, Resistance, TableResult, TypedDie
from adjudicator.rulesets.hex_orders.odds.shooting_odds import estimate_shot, hit_chance
from adjudicator.rulesets.hex_orders.reports.messages import EstimateShotRequest
from tests.rulesets.hex_orders.fixtures import (
    ORK,
    ability,
    angles,
    armed,
    damage_table,
    die,
    field,
    infantry,
    table,
    tank,
    weapon,
)
from tests.rulesets.hex_orders.oracles.odds import (
    ANGLES,
    CLOCKWISE,
    D6,
    NEEDED,
    armour_die,
    chance,
    chances_of,
    distribution,
    open_die,
    regular_die,
    row_of,
    text_of_row,
)
from tests.rulesets.hex_orders.steps import change

ROWS = {3: ("future 1",), 4: ("kill 1",), 6: ("kill 2", "bleeding 4"), 8: ("destroy",)}


def shot(game: Any, weapon: str = "main_gun", **asked: Any) -> Any:
    named = {"unit": "a1", "target": "b1", "model": 1, "gun": "", "use_aim": False, "exit": "", "entry": "", **asked}
    return estimate_shot(game, 0, EstimateShotRequest(game=bytes(16), weapon=weapon, **named))


def facing(own: Any, other: Any, *, at: str = "D2", towards: str = "S", red: Any = None, blue: Any = None) -> Any:
    units = [
        ("a1", "D5", "N", own, {"speed": "slow", **(red or {})}),
        ("b1", at, towards, other, {"speed": "slow", **(blue or {})}),
    ]
    return field(units=units)


def gun(**changes: Any) -> Any:
    return armed(tank(), weapon("main_gun", **changes))


@pytest.mark.rule("HX-FIRE-02")
@pytest.mark.rule("HX-OPEN-02")
@pytest.mark.parametrize("total", range(-6, 7))
def test_every_sum_of_modifiers(total):
    """A roll to hit with -6 to +6 hits as often as icepool says, past the 6 by extra dice."""
    better = {1: ("good_shot",), 2: ("excellent_shot",), 3: ("excellent_shot", "good_shot")}
    names = better.get(total, ("excellent_shot", "good_shot", "steady") if total > 3 else ())
    own = armed(
        tank(), weapon("main_gun", enhanced_accuracy=total >= 5), abilities=tuple(ability(name) for name in names)
    )
    other = tank(abilities=(ability("take_cover", x=-total, word="slow"),) if total < 0 else ())
    odds = shot(facing(own, other, red={"speed": "stand_still" if total == 6 else "slow"}))
    assert odds.modifiers.total == total
    assert Fraction(odds.hit.ratio) == chance(open_die(), lambda face: face + total >= NEEDED)


@pytest.mark.rule("HX-ARMOUR-01")
@pytest.mark.parametrize("penetration", range(-6, 5))
@pytest.mark.parametrize("value", range(7))
def test_every_armour_against_every_penetration(value, penetration):
    """Armour 0 to 6 against penetration -6 to +4: what is stopped, reduced and let through, and every damage row."""
    game = facing(
        gun(ap=penetration, damage=die("d8")), infantry(armour=angles(value), tables=(damage_table("regular", ROWS),))
    )
    odds, saves = shot(game), armour_die(value, penetration)
    outcomes = saves.map(lambda count: ("through", "reduced", "stopped")[min(count, 2)])
    assert chances_of(odds.armour) == distribution(outcomes)
    assert chances_of(odds.damage) == distribution(regular_die(saves, 8, 0, ROWS))
    assert odds.penetration.total == penetration


@pytest.mark.rule("HX-DTABLE-02")
@pytest.mark.parametrize(("sides", "plus"), [(4, 0), (4, 3), (6, -2), (8, 1), (10, -1), (12, 2)])
@pytest.mark.parametrize(("at", "near"), [("D4", 1), ("D2", 0), ("D1", 0)])
@pytest.mark.parametrize(("bonus", "resisted"), [(0, 0), (2, 0), (1, 3)])
def test_damage_with_bonuses_and_resistance(sides, plus, at, near, bonus, resisted):
    """The die, its bonus, point-blank, future damage and resistance all count on the damage table."""
    text = f"d{sides}{plus:+d}" if plus else f"d{sides}"
    tough = tank(
        tables=(damage_table("regular", ROWS),),
        armour=angles(2),
        resistances=(Resistance(damage_type="regular", by=resisted),) if resisted else (),
    )
    blue = {"bonuses": (Bonus(table="regular", by=bonus),)} if bonus else {}
    odds = shot(facing(gun(damage=die(text), ap=1), tough, at=at, blue=blue))
    saves = armour_die(2, 1 + near)
    assert chances_of(odds.damage) == distribution(regular_die(saves, sides, plus + near + bonus - resisted, ROWS))
    hits = chance(open_die(), lambda face: face + near >= NEEDED)
    whole = {name: row * hits for name, row in chances_of(odds.damage).items()}
    whole["no_damage"] = whole.get("no_damage", 0) + 1 - hits
    assert chances_of(odds.shot) == whole


@pytest.mark.rule("HX-ANGLES-10")
@pytest.mark.parametrize("towards", CLOCKWISE)
def test_every_angle(towards):
    """A shot from the south meets the angle in which the south lies for who faces that way, and its armour."""
    value = {"front": 4, "front_side": 3, "back_side": 2, "back": 1}
    odds = shot(facing(gun(), tank(armour=angles("4/3/2/1")), towards=towards))
    hit = ANGLES[(CLOCKWISE.index("S") - CLOCKWISE.index(towards)) % 6]
    assert odds.angle == hit
    saves = armour_die(value[hit.removesuffix("_right").removesuffix("_left")], 0)
    assert chances_of(odds.armour)["through"] == chance(saves, lambda count: count == 0)


@pytest.mark.rule("HX-ANGLES-12")
def test_the_weaker_angle_at_a_corner():
    """Through a corner the attacker takes the weaker of two angles, and the odds do the same."""
    game = facing(
        armed(tank(), weapon("main_gun", weapon_range=4)), tank(armour=angles("4/3/2/1")), at="E4", towards="NE"
    )
    assert {shot(game).angle} <= {"back", "back_side_left", "back_side_right"}


SPECIAL = {4: ("kill 1", "future 2"), 6: ("kill 2",), 9: ("destroy",)}


@pytest.mark.rule("HX-SPECIAL-02")
@pytest.mark.rule("HX-DTABLE-05")
@pytest.mark.parametrize("needs_penetration", [False, True])
@pytest.mark.parametrize("pended", [0, 2])
@pytest.mark.parametrize("bonus", [0, 3])
def test_models_lost_to_regular_and_special_damage(needs_penetration, pended, bonus):
    """Losses follow the rolls in order: deaths halve bonuses, models can not fall twice, two dice of a type add up."""
    own = gun(damage=die("d6"), extra=(TypedDie(damage_type="psychic", die=die("d6+1")),) * 2)
    base = infantry(armour=angles(2), tables=(damage_table("psychic", SPECIAL), damage_table("regular", ROWS)))
    kills = tuple(Pending(result=TableResult(kind="kill", x=1, word=""), cause="h9") for _ in range(pended))
    blue = {"pending": kills, "bonuses": (Bonus(table="psychic", by=bonus),) if bonus else ()}
    game = facing(own, base, blue=blue)
    game.options = type(game.options)(**{**_fields(game.options), "special_needs_penetration": needs_penetration})
    most = 4 - pended

    def losses(successes: int, face: int, first: int, second: int) -> int:
        left, psychic = most, bonus
        rows = [((), 0)] if successes > 1 else [(row_of(ROWS, face - 3 * successes), 0)]
        left, psychic = after_deaths(rows[0][0], left, psychic)
        if successes < 2 or not needs_penetration:
            for die_face in (first, second):
                left, psychic = after_deaths(row_of(SPECIAL, die_face + 1 + psychic), left, psychic, adds=True)
        return most - left

    odds = shot(game)
    hurt = icepool.map(losses, armour_die(2, 0), D6, D6, D6)
    hit = chance(open_die(), lambda face: face >= NEEDED)
    expected = {str(count): row * hit for count, row in distribution(hurt).items()}
    expected["0"] = expected.get("0", 0) + 1 - hit
    assert chances_of(odds.losses) == expected
    assert Fraction(odds.destroyed.ratio) == expected.get(str(most), 0)


def _fields(how: Any) -> dict[str, Any]:
    return {name: getattr(how, name) for name in how.__struct_fields__}


def after_deaths(results: Any, left: int, bonus: int, *, adds: bool = False) -> tuple[int, int]:
    """Take a row: deaths one by one, each halves the bonus; what the row adds comes afterwards."""
    for text in results:
        kind, _, number = text.partition(" ")
        deaths = {"kill": min(int(number or 0), left), "destroy": 0}.get(kind, 0)
        for _ in range(deaths):
            bonus //= 2
        left = 0 if kind == "destroy" else left - deaths
    if adds:
        bonus += sum(int(text.split()[1]) for text in results if text.startswith("future"))
    return left, bonus


def test_special_damage_alone():
    """A weapon without regular damage has no armour dice; a base without the table takes nothing."""
    own = gun(
        damage=None,
        extra=(TypedDie(damage_type="psychic", die=die("d6")), TypedDie(damage_type="curse", die=die("d6"))),
    )
    odds = shot(facing(own, infantry()))
    assert (odds.armour, odds.damage, odds.shot) == ((), (), ())
    rows = {4: ("shaken",), 6: ("kill 1",)}
    assert [row.damage_type for row in odds.special] == ["psychic", "curse"]
    assert chances_of(odds.special[0].damage) == distribution(D6.map(lambda face: text_of_row(row_of(rows, face))))
    assert chances_of(odds.special[1].damage) == {"no_damage": 1}
    assert Fraction(odds.destroyed.ratio) == 0


@pytest.mark.rule("HX-FIRE-02", "HX-GAP-09")
def test_the_odds_of_a_shot_are_exact_and_tell_nothing_of_tokens():
    """A slow tank at a slow tank at normal range: hits 1/3, three armour dice at 5+, rows of its regular table."""
    played = table(units=[("a1", "D5", "N", tank(), {"speed": "slow"}), ("b1", "D2", "S", ORK, {"speed": "slow"})])
    asked = EstimateShotRequest(
        game=bytes(16), unit="a1", weapon="main_gun", model=1, gun="", target="b1", use_aim=False, exit="", entry=""
    )
    odds = estimate_shot(played.game, 0, asked)
    assert (odds.hit.ratio, odds.hit.per_million) == ("1/3", 333_333)
    assert [(row.outcome, row.chance.ratio) for row in odds.armour] == [
        ("stopped", "7/27"),
        ("reduced", "4/9"),
        ("through", "8/27"),
    ]
    assert odds.damage[0].outcome == "no_damage"
    assert {row.outcome: row.chance.ratio for row in odds.damage}["destroy"] == "4/81"
    assert {row.outcome: row.chance.ratio for row in odds.shot}["destroy"] == "4/243"
    hidden = change(played, "b1", hidden=True)
    with pytest.raises(Rejected):
        estimate_shot(hidden.game, 0, asked)


@pytest.mark.rule("HX-OPEN-02")
def test_the_chance_of_a_hit_is_that_of_the_open_ended_die():
    """A 5 is needed; a 6 and one more adding die make 7."""
    assert [str(hit_chance(by)) for by in (5, 4, 0, -1, -2, -3)] == ["1", "1", "1/3", "1/6", "1/18", "1/54"]


@pytest.mark.rule("HX-OPEN-02")
def test_chances_fall_by_a_third_beyond_six():
    """What needs more than 6 needs a 6 and extra dice of 5 or 6."""
    assert [hit_chance(by).denominator for by in (-2, -3, -4)] == [18, 54, 162]


@pytest.mark.rule("HX-ARMY-27")
def test_no_odds_of_a_base_weapon_that_nobody_can_fire_any_more():
    """With two models alive there are odds; with one there are none, under the clause that refuses the shot."""
    guns = weapon("gun", always_loaded=True), weapon("cannon", always_loaded=True)
    squad = replace(armed(infantry(nation="dwarf"), guns[0]), weapons=guns, base_weapon="cannon")
    assert shot(facing(squad, ORK, red={"dead": (1, 2)}), "cannon", model=0).hit.ratio
    with pytest.raises(Rejected) as refusal:
        shot(facing(squad, ORK, red={"dead": (1, 2, 3)}), "cannon", model=0)
    assert (refusal.value.faults[0].clause, refusal.value.faults[0].reason) == ("HX-ARMY-27", "too-few-models")
    assert shot(facing(squad, ORK, red={"dead": (1, 2, 3)}), "gun", model=4).hit.ratio
