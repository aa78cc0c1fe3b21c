"""Odds against an independent calculation: icepool reckons the same dice, and the fractions agree to the last digit."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest

from adjudicator.rulesets.hex_orders.messages import (
    Bonus,
    EstimateAssaultRequest,
    EstimateShotRequest,
    Pending,
    Resistance,
    TableResult,
    TypedDie,
)
from adjudicator.rulesets.hex_orders.odds import estimate_shot
from adjudicator.rulesets.hex_orders.odds_assault import estimate_assault
from tests.rulesets.hex_orders.givens import (
    ability,
    angles,
    armed,
    damage_table,
    deflection,
    die,
    field,
    infantry,
    line,
    model,
    tank,
    weapon,
)

DEEP = 14  # extra dice that are looked at: more than any sum of modifiers of these tests asks for
NEEDED = 5
ROWS = {3: ("future 1",), 4: ("kill 1",), 6: ("kill 2", "bleeding 4"), 8: ("destroy",)}
PLAIN = ("front", "front_side_right", "back_side_right", "back", "back_side_left", "front_side_left")
CLOCKWISE = ("N", "NE", "SE", "S", "SW", "NW")
D6 = icepool.d6


# -- the independent calculation


def open_die() -> Any:
    """A d6; after a 6 each further die of 5 or 6 adds one and goes on."""
    more = icepool.Die([0])
    for _ in range(DEEP):
        more = icepool.Die([0, 0, 0, 0, 1 + more, 1 + more])
    return icepool.Die([1, 2, 3, 4, 5, 6 + more])


def chance(die: Any, wanted: Any) -> Fraction:
    return Fraction(sum(count for face, count in die.items() if wanted(face)), die.denominator())


def armour_die(value: int, penetration: int) -> Any:
    """Armour successes: penetration takes dice away, a negative one makes each easier."""
    dice = max(0, value - max(0, penetration))
    easy = max(1, 5 + min(0, penetration))
    return dice @ D6.map(lambda face: int(face >= easy)) if dice else icepool.Die([0])


def row_of(rows: Any, total: int) -> tuple[str, ...]:
    reached = [value for value in rows if value <= total]
    return rows[max(reached)] if reached else ()


def spelt(texts: Any) -> str:
    return ", ".join(texts) or "no_damage"


def regular_die(saves: Any, sides: int, plus: int, rows: Any) -> Any:
    """The row that a hit comes to, as its text."""

    def row(successes: int, face: int) -> str:
        return spelt(() if successes > 1 else row_of(rows, face + plus - 3 * successes))

    return icepool.map(row, saves, icepool.d(sides))


def distribution(die: Any) -> dict[Any, Fraction]:
    return {face: Fraction(count, die.denominator()) for face, count in die.items()}


# -- asking


def told(chances: Any) -> dict[str, Fraction]:
    found = {each.outcome: Fraction(each.chance.ratio) for each in chances}
    for each in chances:
        assert each.chance.per_million == int(Fraction(each.chance.ratio) * 1_000_000)
    return {name: each for name, each in found.items() if each}


def shot(game: Any, weapon: str = "main_gun", **asked: Any) -> Any:
    named = {"unit": "a1", "target": "b1", "model": 1, "gun": "", "use_aim": False, **asked}
    return estimate_shot(game, 0, EstimateShotRequest(game=bytes(16), weapon=weapon, **named))


def facing(own: Any, other: Any, *, at: str = "D2", towards: str = "S", red: Any = None, blue: Any = None) -> Any:
    units = [("a1", "D5", "N", own, {"speed": "slow", **(red or {})}),
             ("b1", at, towards, other, {"speed": "slow", **(blue or {})})]  # fmt: skip
    return field(units=units)


def gun(**changes: Any) -> Any:
    return armed(tank(), weapon("main_gun", **changes))


# -- shots


@pytest.mark.rule("HX-FIRE-02")
@pytest.mark.rule("HX-OPEN-02")
@pytest.mark.parametrize("total", range(-6, 7))
def test_every_sum_of_modifiers(total):
    """A roll to hit with -6 to +6 hits as often as icepool says, past the 6 by extra dice."""
    better = {1: ("good_shot",), 2: ("excellent_shot",), 3: ("excellent_shot", "good_shot")}
    names = better.get(total, ("excellent_shot", "good_shot", "steady") if total > 3 else ())
    own = armed(
        tank(), weapon("main_gun", enhanced_accuracy=total >= 5), abilities=tuple(ability(name) for name in names)
    )  # fmt: skip
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
    assert told(odds.armour) == distribution(outcomes)
    assert told(odds.damage) == distribution(regular_die(saves, 8, 0, ROWS))
    assert odds.penetration.total == penetration


@pytest.mark.rule("HX-DTABLE-02")
@pytest.mark.parametrize(("sides", "plus"), [(4, 0), (4, 3), (6, -2), (8, 1), (10, -1), (12, 2)])
@pytest.mark.parametrize(("at", "near"), [("D4", 1), ("D2", 0), ("D1", 0)])
@pytest.mark.parametrize(("bonus", "resisted"), [(0, 0), (2, 0), (1, 3)])
def test_damage_with_bonuses_and_resistance(sides, plus, at, near, bonus, resisted):
    """The die, its bonus, point-blank, future damage and resistance all count on the damage table."""
    text = f"d{sides}{plus:+d}" if plus else f"d{sides}"
    tough = tank(
        tables=(damage_table("regular", ROWS),), armour=angles(2),
        resistances=(Resistance(type="regular", by=resisted),) if resisted else (),
    )  # fmt: skip
    blue = {"bonuses": (Bonus(table="regular", by=bonus),)} if bonus else {}
    odds = shot(facing(gun(damage=die(text), ap=1), tough, at=at, blue=blue))
    saves = armour_die(2, 1 + near)
    assert told(odds.damage) == distribution(regular_die(saves, sides, plus + near + bonus - resisted, ROWS))
    hits = chance(open_die(), lambda face: face + near >= NEEDED)
    whole = {name: each * hits for name, each in told(odds.damage).items()}
    whole["no_damage"] = whole.get("no_damage", 0) + 1 - hits
    assert told(odds.shot) == whole


@pytest.mark.rule("HX-ANGLES-10")
@pytest.mark.parametrize("towards", CLOCKWISE)
def test_every_angle(towards):
    """A shot from the south meets the angle in which the south lies for who faces that way, and its armour."""
    value = {"front": 4, "front_side": 3, "back_side": 2, "back": 1}
    odds = shot(facing(gun(), tank(armour=angles("4/3/2/1")), towards=towards))
    hit = PLAIN[(CLOCKWISE.index("S") - CLOCKWISE.index(towards)) % 6]
    assert odds.angle == hit
    saves = armour_die(value[hit.removesuffix("_right").removesuffix("_left")], 0)
    assert told(odds.armour)["through"] == chance(saves, lambda count: count == 0)


@pytest.mark.rule("HX-ANGLES-12")
def test_the_weaker_angle_at_a_corner():
    """Through a corner the attacker takes the weaker of two angles, and the odds do the same."""
    game = facing(armed(tank(), weapon("main_gun", range=4)), tank(armour=angles("4/3/2/1")), at="E4", towards="NE")
    assert {shot(game).angle} <= {"back", "back_side_left", "back_side_right"}


SPECIAL = {4: ("kill 1", "future 2"), 6: ("kill 2",), 9: ("destroy",)}


@pytest.mark.rule("HX-SPECIAL-02")
@pytest.mark.rule("HX-DTABLE-05")
@pytest.mark.parametrize("needs_penetration", [False, True])
@pytest.mark.parametrize("pended", [0, 2])
@pytest.mark.parametrize("bonus", [0, 3])
def test_models_lost_to_regular_and_special_damage(needs_penetration, pended, bonus):
    """Losses follow the rolls in order: deaths halve bonuses, models can not fall twice, two dice of a type add up."""
    own = gun(damage=die("d6"), extra=(TypedDie(type="psychic", die=die("d6+1")),) * 2)
    base = infantry(
        armour=angles(2), tables=(damage_table("psychic", SPECIAL), damage_table("regular", ROWS)),
    )  # fmt: skip
    kills = tuple(Pending(result=TableResult(kind="kill", x=1, word=""), cause="h9") for _ in range(pended))
    blue = {"pending": kills, "bonuses": (Bonus(table="psychic", by=bonus),) if bonus else ()}
    game = facing(own, base, blue=blue)
    game.how = type(game.how)(**{**_fields(game.how), "special_needs_penetration": needs_penetration})
    most = 4 - pended

    def losses(successes: int, face: int, first: int, second: int) -> int:
        left, psychic = most, bonus
        rows = [((), 0)] if successes > 1 else [(row_of(ROWS, face - 3 * successes), 0)]
        left, psychic = fallen(rows[0][0], left, psychic)
        if successes < 2 or not needs_penetration:
            for die_face in (first, second):
                left, psychic = fallen(row_of(SPECIAL, die_face + 1 + psychic), left, psychic, adds=True)
        return most - left

    odds = shot(game)
    hurt = icepool.map(losses, armour_die(2, 0), D6, D6, D6)
    hit = chance(open_die(), lambda face: face >= NEEDED)
    expected = {str(count): each * hit for count, each in distribution(hurt).items()}
    expected["0"] = expected.get("0", 0) + 1 - hit
    assert told(odds.losses) == expected
    assert Fraction(odds.destroyed.ratio) == expected.get(str(most), 0)


def _fields(how: Any) -> dict[str, Any]:
    return {name: getattr(how, name) for name in how.__struct_fields__}


def fallen(results: Any, left: int, bonus: int, *, adds: bool = False) -> tuple[int, int]:
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
    own = gun(damage=None, extra=(TypedDie(type="psychic", die=die("d6")), TypedDie(type="curse", die=die("d6"))))
    odds = shot(facing(own, infantry()))
    assert (odds.armour, odds.damage, odds.shot) == ((), (), ())
    rows = {4: ("shaken",), 6: ("kill 1",)}
    assert [each.type for each in odds.special] == ["psychic", "curse"]
    assert told(odds.special[0].damage) == distribution(D6.map(lambda face: spelt(row_of(rows, face))))
    assert told(odds.special[1].damage) == {"no_damage": 1}
    assert Fraction(odds.destroyed.ratio) == 0


# -- assaults


def pool(*groups: tuple[int, int]) -> Any:
    """Successes of groups of dice, as (dice, face needed)."""
    found = icepool.Die([0])
    for dice, needed in groups:
        if dice and needed <= 6:
            found = found + dice @ D6.map(lambda face, needed=needed: int(face >= needed))
    return found


def kept(own: Any, shields: Any) -> Any:
    return icepool.map(lambda hits, stopped: max(0, hits - stopped), own, shields)


def fighting(*models: Any, nation: str, **changes: Any) -> Any:
    return infantry(nation=nation, models=tuple(models), **changes)


def man(dice: Any, needed: int, shield: Any = None, name: str = "man") -> Any:
    return model(name, line(dice, needed), deflection=deflection(*shield) if shield else None)


FIGHTS = {
    "one each": (((1, 5),), ((1, 5),), (), ()),
    "four against two": (((4, 5),), ((2, 4),), (), ()),
    "sixes and threes": (((2, 6), (3, 3)), ((4, 5),), (), ()),
    "two shields": (((6, 4),), ((3, 4),), (), ((2, 5),)),
    "shields on both sides": (((5, 3), (1, 6)), ((4, 3),), ((1, 4),), ((3, 6), (1, 2))),
    "more shields than dice": (((2, 5),), ((1, 2),), (), ((5, 3),)),
    "sure hits": (((3, 1),), ((3, 1),), ((1, 6),), ()),
    "a crowd": (((8, 5), (4, 4)), ((10, 5),), ((2, 5),), ((2, 5),)),
}


def models_of(groups: Any, shields: Any) -> list[Any]:
    """One model for each group, so that every group keeps its own number; shields go with the models in order."""
    padded = [*shields, *[None] * (len(groups) - len(shields))]
    extra = [man(0, 6, shield, f"shield{at}") for at, shield in enumerate(padded[len(groups) :])]
    return [man(dice, needed, shield, f"man{at}") for at, ((dice, needed), shield) in
            enumerate(zip(groups, padded, strict=False))] + extra  # fmt: skip


@pytest.mark.rule("HX-ASSAULT-18")
@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.parametrize("nations", [("spartan", "elf"), ("elf", "ork"), ("dwarf", "dwarf")])
@pytest.mark.parametrize("name", FIGHTS)
def test_assaults(name, nations):
    """What both keep, ties and the advantage: the stronger nation takes ties, of one nation half of them."""
    own, enemy, own_shields, enemy_shields = FIGHTS[name]
    units = [
        ("a1", "D6", "N", fighting(*models_of(own, own_shields), nation=nations[0])),
        ("b1", "D5", "N", fighting(*models_of(enemy, enemy_shields), nation=nations[1])),
    ]
    odds = estimate_assault(field(units=units), 0, EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5"))
    left = kept(pool(*own), pool(*enemy_shields)), kept(pool(*enemy), pool(*own_shields))
    assert told(odds.own) == {str(count): each for count, each in distribution(left[0]).items()}
    assert told(odds.enemy) == {str(count): each for count, each in distribution(left[1]).items()}
    lead = left[0] - left[1]
    tie = chance(lead, lambda more: more == 0)
    share = {("spartan", "elf"): 1, ("elf", "ork"): 0}.get(nations, Fraction(1, 2))
    assert Fraction(odds.tie.ratio) == tie
    assert Fraction(odds.advantage.ratio) == chance(lead, lambda more: more > 0) + tie * share


@pytest.mark.rule("HX-ASSAULT-12")
@pytest.mark.parametrize("towards", CLOCKWISE)
def test_an_assault_from_every_side(towards):
    """A base that stands uses the dice of the angle in which the enemy comes, whoever enters those of its front."""
    by_angle = {"front": 4, "front_side": 3, "back_side": 2, "back": 1}
    stands = fighting(man("4/3/2/1", 4), nation="elf")
    units = [("a1", "D6", "N", fighting(man("2/1/1/1", 5), nation="elf")), ("b1", "D5", towards, stands)]
    odds = estimate_assault(field(units=units), 0, EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5"))
    angle = PLAIN[(CLOCKWISE.index("S") - CLOCKWISE.index(towards)) % 6].removesuffix("_right").removesuffix("_left")
    assert [(each.unit, each.angle, each.dice) for each in odds.bases] == [
        ("a1", "front", 2), ("b1", angle, by_angle[angle]),
    ]  # fmt: skip
    assert told(odds.enemy) == {
        str(count): each for count, each in distribution(pool((by_angle[angle], 4))).items()
    }  # fmt: skip


@pytest.mark.rule("HX-ABILITIES-08")
def test_who_is_shaken_and_fears_throws_half():
    """Seven dice of a shaken base become three against a unit with fear, the first ones; unshaken ones stay."""
    feared = fighting(man(1, 5), nation="ork", abilities=(ability("fear", 6),))
    afraid = fighting(man(3, 4, name="first"), man(4, 6, name="second"), nation="elf")
    units = [("a1", "D6", "N", afraid, {"pinned": 1}), ("b1", "D5", "N", feared)]
    game = field(units=units)
    ask = EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5")
    odds = estimate_assault(game, 0, ask)
    assert [(each.dice, each.halved) for each in odds.bases] == [(3, True), (1, False)]
    assert told(odds.own) == {str(count): each for count, each in distribution(pool((3, 4))).items()}
    steady = field(units=[("a1", "D6", "N", afraid), units[1]])
    assert estimate_assault(steady, 0, ask).bases[0].dice == 7


@pytest.mark.rule("HX-ASSAULT-14")
def test_two_against_two():
    """Two bases of each side roll together."""
    one, two = fighting(man(2, 5), nation="elf"), fighting(man(3, 4), nation="ork")
    units = [("a1", "D6", "N", one), ("a2", "C5", "SE", two), ("b1", "D5", "S", one), ("b2", "D5", "S", two)]
    ask = EstimateAssaultRequest(game=bytes(16), attackers=("a1", "a2"), hex="D5")
    odds = estimate_assault(field(units=units), 0, ask)
    both = {str(count): each for count, each in distribution(pool((2, 5), (3, 4))).items()}
    assert told(odds.own) == told(odds.enemy) == both
