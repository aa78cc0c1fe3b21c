"""Odds of assaults against an independent calculation, and against the dice of a fight."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import icepool
import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.rulesets.hex_orders.odds.assault_odds import estimate_assault
from adjudicator.rulesets.hex_orders.reports.messages import EstimateAssaultRequest
from tests.rulesets.hex_orders.fixtures import ability, deflection, field, infantry, line, model, smoke, tank
from tests.rulesets.hex_orders.oracles.odds import ANGLES, CLOCKWISE, D6, chance, chances_of, distribution


def pool(*groups: tuple[int, int]) -> Any:
    """Successes of groups of dice, as (dice, face needed)."""
    found = icepool.Die([0])
    for dice, needed in groups:
        if dice and needed <= 6:
            found = found + dice @ D6.map(lambda face, needed=needed: int(face >= needed))
    return found


def dice_kept(own: Any, shields: Any) -> Any:
    return icepool.map(lambda hits, stopped: max(0, hits - stopped), own, shields)


def fight_row(*models: Any, nation: str, **changes: Any) -> Any:
    return infantry(nation=nation, models=tuple(models), **changes)


def fighter_model(dice: Any, needed: int, shield: Any = None, name: str = "man") -> Any:
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
    extra = [fighter_model(0, 6, shield, f"shield{at}") for at, shield in enumerate(padded[len(groups) :])]
    return [
        fighter_model(dice, needed, shield, f"man{at}")
        for at, ((dice, needed), shield) in enumerate(zip(groups, padded, strict=False))
    ] + extra


@pytest.mark.rule("HX-ASSAULT-18")
@pytest.mark.rule("HX-ASSAULT-21")
@pytest.mark.parametrize("nations", [("spartan", "elf"), ("elf", "ork"), ("dwarf", "dwarf")])
@pytest.mark.parametrize("name", FIGHTS)
def test_assaults(name, nations):
    """What both keep, ties and the advantage: the stronger nation takes ties, of one nation half of them."""
    own, enemy, own_shields, enemy_shields = FIGHTS[name]
    units = [
        ("a1", "D6", "N", fight_row(*models_of(own, own_shields), nation=nations[0])),
        ("b1", "D5", "N", fight_row(*models_of(enemy, enemy_shields), nation=nations[1])),
    ]
    odds = estimate_assault(field(units=units), 0, EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5"))
    left = dice_kept(pool(*own), pool(*enemy_shields)), dice_kept(pool(*enemy), pool(*own_shields))
    assert chances_of(odds.own) == {str(count): row for count, row in distribution(left[0]).items()}
    assert chances_of(odds.enemy) == {str(count): row for count, row in distribution(left[1]).items()}
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
    stands = fight_row(fighter_model("4/3/2/1", 4), nation="elf")
    units = [("a1", "D6", "N", fight_row(fighter_model("2/1/1/1", 5), nation="elf")), ("b1", "D5", towards, stands)]
    odds = estimate_assault(field(units=units), 0, EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5"))
    angle = ANGLES[(CLOCKWISE.index("S") - CLOCKWISE.index(towards)) % 6].removesuffix("_right").removesuffix("_left")
    assert [(base.unit, base.angle, base.dice) for base in odds.bases] == [
        ("a1", "front", 2),
        ("b1", angle, by_angle[angle]),
    ]
    assert chances_of(odds.enemy) == {
        str(count): row for count, row in distribution(pool((by_angle[angle], 4))).items()
    }


@pytest.mark.rule("HX-ABILITIES-08")
def test_who_is_shaken_and_fears_throws_half():
    """Seven dice of a shaken base become three against a unit with fear, the first ones; unshaken ones stay."""
    feared = fight_row(fighter_model(1, 5), nation="ork", abilities=(ability("fear", 6),))
    afraid = fight_row(fighter_model(3, 4, name="first"), fighter_model(4, 6, name="second"), nation="elf")
    units = [("a1", "D6", "N", afraid, {"pinned": 1}), ("b1", "D5", "N", feared)]
    game = field(units=units)
    ask = EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5")
    odds = estimate_assault(game, 0, ask)
    assert [(base.dice, base.halved) for base in odds.bases] == [(3, True), (1, False)]
    assert chances_of(odds.own) == {str(count): row for count, row in distribution(pool((3, 4))).items()}
    steady = field(units=[("a1", "D6", "N", afraid), units[1]])
    assert estimate_assault(steady, 0, ask).bases[0].dice == 7


@pytest.mark.rule("HX-ASSAULT-14")
def test_two_against_two():
    """Two bases of each side roll together."""
    one, two = fight_row(fighter_model(2, 5), nation="elf"), fight_row(fighter_model(3, 4), nation="ork")
    units = [("a1", "D6", "N", one), ("a2", "C5", "SE", two), ("b1", "D5", "S", one), ("b2", "D5", "S", two)]
    ask = EstimateAssaultRequest(game=bytes(16), attackers=("a1", "a2"), hex="D5")
    odds = estimate_assault(field(units=units), 0, ask)
    both = {str(count): row for count, row in distribution(pool((2, 5), (3, 4))).items()}
    assert chances_of(odds.own) == chances_of(odds.enemy) == both


def estimate(game, *attackers, where="D5", party=0):
    return estimate_assault(game, party, EstimateAssaultRequest(game=bytes(16), attackers=attackers, hex=where))


def without_hidden(chances):
    return {row.outcome: Fraction(row.chance.ratio) for row in chances}


@pytest.mark.rule("HX-ASSAULT-20")
def test_odds_of_one_die_against_one():
    """One die at 5+ on each side and no deflection: a third each; the ork wins ties against the elf."""
    one = {"models": (model("one", line(1, 5)),)}
    units = [("a1", "D6", "N", infantry(nation="ork", **one)), ("b1", "D5", "N", infantry(nation="elf", **one))]
    odds = estimate(field(units=units), "a1")
    assert without_hidden(odds.own) == {"0": Fraction(2, 3), "1": Fraction(1, 3)}
    assert Fraction(odds.advantage.ratio) == 1 - Fraction(1, 3) * Fraction(2, 3)


@pytest.mark.rule("HX-ASSAULT-18")
def test_deflections_take_successes_away():
    """Four dice against the back of a tank, whose own two dice meet two deflection dice: all chances add up to one."""
    units = [("a1", "D6", "N", tank(nation="elf")), ("b1", "D5", "N", tank(nation="elf"))]
    odds = estimate(field(units=units), "a1")
    assert sum(without_hidden(odds.own).values()) == sum(without_hidden(odds.enemy).values()) == 1
    assert without_hidden(odds.own)["4"] == Fraction(1, 3) ** 4
    assert without_hidden(odds.enemy)["2"] == Fraction(1, 3) ** 2 * Fraction(2, 3) ** 2


def test_odds_of_what_can_not_be():
    """Refused are an unknown unit, a hex without enemies, one that is not beside, and who is hidden from the asker."""
    units = [("a1", "D6", "N", tank()), ("b1", "D5", "N", tank(), {"hidden": True}), ("b2", "A1", "N", tank())]
    game = field(units=units)
    for attackers, where, clause, reason in (
        (("a1",), "E6", "HX-ASSAULT-03", "no-enemy-there"),
        (("a1",), "A1", "HX-ORDERS-17", "not-beside"),
        (("a1",), "D5", "HX-GAP-09", "odds-unknown"),
        ((), "D5", "HX-ASSAULT-03", "attackers-of-one-side"),
    ):
        with pytest.raises(Rejected) as refusal:
            estimate(game, *attackers, where=where)
        fault = refusal.value.faults[0]
        assert (fault.clause, fault.reason) == (clause, reason)
    with pytest.raises(Unknown):
        estimate(game, "a9")
    assert estimate(game, "a1", party=1)


@pytest.mark.rule("HX-ABILITIES-06", "HX-ABILITIES-07", "HX-ABILITIES-08", "HX-ABILITIES-10")
@pytest.mark.parametrize(("options", "shaken"), [({}, Fraction(1, 3)), ({"fear_shaken_immediate": False}, Fraction(0))])
def test_fear_is_rolled_before_the_fight(options: dict[str, Any], shaken: Fraction) -> None:
    """Fear[6] on a table that shakes on 4 and 5: so often the base keeps half of its four dice."""
    grim = fight_row(fighter_model(1, 6), nation="spartan", abilities=(ability("fear", 6),))
    meek = fight_row(*[fighter_model(1, 4)] * 4, nation="elf")
    units = [("a1", "D6", "N", grim), ("b1", "D5", "N", meek)]
    asked = EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5")
    odds = estimate_assault(field(units=units, options=options), 0, asked)
    whole, half = (distribution(pool((dice, 4))) for dice in (4, 2))
    expected = {str(n): (1 - shaken) * whole[n] + shaken * half.get(n, Fraction(0)) for n in whole}
    assert chances_of(odds.enemy) == expected
    assert [(row.unit, row.dice, row.halved) for row in odds.bases] == [("a1", 1, False), ("b1", 4, False)]
    assert odds.left_out == ()


@pytest.mark.rule("HX-ABILITIES-01", "HX-ABILITIES-09", "HX-ASSAULT-13", "HX-ASSAULT-14", "HX-HEXFX-07", "HX-TURN-24")
def test_what_the_odds_leave_out_is_named() -> None:
    """Choices and rolls that may come before the dice are named by their clauses."""
    grim = fight_row(fighter_model(1, 6), nation="spartan", abilities=(ability("fear", 6),))
    plain = fight_row(fighter_model(1, 4), nation="elf")
    mixed = fight_row(fighter_model(1, 4), fighter_model(1, 5, name="other"), nation="elf")
    shy = fight_row(fighter_model(1, 4), nation="elf", abilities=(ability("pre_assault_retreat", 4),))
    gas = smoke(0, poison=2, poison_level=6, poison_density=4)
    cases: list[tuple[list[Any], dict[str, Any], dict[str, Any], tuple[str, ...]]] = [
        ([plain], {}, {}, ()),
        ([shy], {}, {}, ("HX-ABILITIES-01",)),
        ([mixed], {}, {}, ("HX-ABILITIES-09",)),
        ([plain] * 3, {}, {}, ("HX-ASSAULT-14",)),
        ([plain], {"D5": gas}, {}, ("HX-HEXFX-07",)),
        ([plain], {}, {"damage_effect_timing": "immediate"}, ("HX-TURN-24",)),
    ]
    for sheets, hexes, options, clauses in cases:
        others = [(f"b{n}", "D5", "N", sheet) for n, sheet in enumerate(sheets, 1)]
        game = field(hexes, units=[("a1", "D6", "N", grim), *others], options=options)
        odds = estimate_assault(game, 0, EstimateAssaultRequest(game=bytes(16), attackers=("a1",), hex="D5"))
        assert odds.left_out == clauses
    two = [("a1", "D6", "N", grim), ("a2", "C5", "NE", plain_of(grim)), ("b1", "D5", "N", plain)]
    odds = estimate_assault(
        field(units=two), 0, EstimateAssaultRequest(game=bytes(16), attackers=("a1", "a2"), hex="D5")
    )
    assert odds.left_out == ("HX-ASSAULT-13",)


def plain_of(sheet: Any) -> Any:
    """Take the abilities of a base away."""
    return replace(sheet, abilities=())


@pytest.mark.rule("HX-ASSAULT-14")
def test_three_attackers_of_whom_two_roll() -> None:
    """Three bases may attack; as many as fit roll, the first by id unless their owner names others."""
    plain = fight_row(fighter_model(1, 4), nation="elf")
    attackers = [("a1", "D6", "N"), ("a2", "C5", "SE"), ("a3", "D6", "N")]
    units = [*((id, where, facing, plain) for id, where, facing in attackers), ("b1", "D5", "N", plain)]
    game = field(units=units)
    for named in (("a1", "a2", "a3"), ("a3", "a2", "a1")):
        odds = estimate_assault(game, 0, EstimateAssaultRequest(game=bytes(16), attackers=named, hex="D5"))
        assert [(base.unit, base.dice) for base in odds.bases] == [("a1", 1), ("a2", 1), ("b1", 1)]
        assert "HX-ASSAULT-14" in odds.left_out
        assert chances_of(odds.own) == {"0": Fraction(1, 4), "1": Fraction(1, 2), "2": Fraction(1, 4)}
