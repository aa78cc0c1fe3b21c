"""Odds of Grenades, Armoured Charges, Deadly Demise and wrecks."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.rulesets.grinding_annihilation.odds.mortal_wound_estimates import (
    estimate_armoured_charge,
    estimate_deadly_demise,
    estimate_grenades,
    estimate_wreck,
)
from adjudicator.rulesets.grinding_annihilation.reports.messages import (
    ArmouredChargeEstimate,
    DeadlyDemiseEstimate,
    EstimateArmouredChargeRequest,
    EstimateDeadlyDemiseRequest,
    EstimatedLosses,
    EstimateGrenadesRequest,
    EstimateWreckRequest,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, blade, duel, formation, line, trooper
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier, squad, take_off_warfield
from tests.rulesets.grinding_annihilation.odds.fixtures import GAME
from tests.rulesets.grinding_annihilation.odds.steps import fractions


def binomial(count: int, chance: Fraction, cap: int = 99) -> dict[int, Fraction]:
    """Spread how many of some dice succeed, at most so many of them counted."""
    found: dict[int, Fraction] = {}
    for k in range(count + 1):
        share = comb(count, k) * chance**k * (1 - chance) ** (count - k)
        found[min(k, cap)] = found.get(min(k, cap), Fraction(0)) + share
    return found


HALF = Fraction(1, 2)

# -- Grenades


def thrown(**enemy: Any) -> EstimatedLosses:
    """Ask about Grenades of "a-r" at "b-b"."""
    row = formation("a-r", at=[(10, 10)], keywords=("infantry", "grenades"))
    fields: dict[str, Any] = {"at": line(2, 15), "weapons": (), "troop": trooper(w=1)} | enemy
    blue = formation("b-b", **fields)
    request = EstimateGrenadesRequest(game=GAME, formation="a-r", enemy="b-b")
    return estimate_grenades(battle(row, blue).game, 1, request).losses


@pytest.mark.rule("GA-5.4-02", "GA-3.3-31")
def test_grenades_wound_on_a_four():
    """Six dice, each a mortal wound with one half; two troops of one wound are destroyed by two or more."""
    found = thrown()
    assert fractions(found.mortal_wounds) == binomial(6, HALF)
    assert fractions(found.damage) == fractions(found.troops_lost) == binomial(6, HALF, cap=2)
    assert (Fraction(found.destroyed.ratio), found.left_out) == (Fraction(57, 64), ())


@pytest.mark.rule("GA-5.4-02", "GA-3.3-34")
def test_reinforced_health_ignores_wounds_of_grenades():
    """With Reinforced Health on a 5 a die costs a wound with one third; three of them cost a troop of three."""
    found = thrown(troop=trooper(w=3), powers=("reinforced_health 5",))
    assert fractions(found.damage) == binomial(6, Fraction(1, 3), cap=6)
    assert fractions(found.troops_lost)[2] == Fraction(1, 3) ** 6


@pytest.mark.rule("GA-5.4-02", "GA-3.3-36")
@pytest.mark.parametrize(("count", "left_out"), [(1, ()), (2, ("GA-3.3-36",))])
def test_a_deadly_demise_beside_others_is_said_to_be_left_out(count: int, left_out: tuple):
    """Where a fallen troop may hurt others of its formation the odds say that this is not in them."""
    assert thrown(at=line(count, 15), powers=("deadly_demise 1",)).left_out == left_out


@pytest.mark.rule("GA-5.4-01", "GA-2.1-07")
def test_who_has_no_grenades_throws_none():
    """A formation without the keyword, and a friend as a target, are refused."""
    without = duel()
    carrying = replace(without.game.troops["a-r.1"], keywords=("grenades",))
    for enemy, reason in (("b-b", "keyword-missing"), ("a-spare", "not-an-enemy")):
        with pytest.raises(Rejected, match=reason):
            estimate_grenades(without.game, 0, EstimateGrenadesRequest(game=GAME, formation="a-r", enemy=enemy))
        without.put("troops", carrying)


# -- Armoured Charge


def charged(strength: int, vigour: int, **vehicle: Any) -> ArmouredChargeEstimate:
    """Ask about a charge with a weapon of some Strength."""
    row = formation("a-r", at=[(10, 10)], weapons=(blade("ram", s=strength),), **({"keywords": ("vehicle",)} | vehicle))
    blue = formation("b-b", at=[(15, 10)], troop=trooper(v=vigour, w=5), weapons=())
    request = EstimateArmouredChargeRequest(game=GAME, formation="a-r", enemy="b-b", weapon="ram", profile=0)
    return estimate_armoured_charge(battle(row, blue).game, 1, request)


@pytest.mark.rule("GA-5.5-02")
@pytest.mark.parametrize(("vigour", "dice"), [(4, 10), (8, 8)])
def test_a_charge_has_as_many_dice_as_strength(vigour: int, dice: int):
    """Strength 8 has 8 dice, two more over Vigour 4; a 5 or 6 is a mortal wound, at most six in all."""
    found = charged(8, vigour)
    third = Fraction(1, 3)
    assert found.dice.total == dice
    assert fractions(found.losses.mortal_wounds) == binomial(dice, third, cap=6)
    assert fractions(found.losses.damage) == binomial(dice, third, cap=5)
    assert Fraction(found.losses.destroyed.ratio) == sum(binomial(dice, third)[k] for k in range(5, dice + 1))


@pytest.mark.rule("GA-5.5-01")
def test_only_vehicles_charge_and_only_with_what_they_carry():
    """Infantry, and a weapon that nobody carries, are refused."""
    with pytest.raises(Rejected, match="keyword-missing"):
        charged(8, 4, keywords=("infantry",))
    table = battle(formation("a-r", at=[(10, 10)], keywords=("vehicle",)), formation("b-b", at=[(15, 10)]))
    request = EstimateArmouredChargeRequest(game=GAME, formation="a-r", enemy="b-b", weapon="rifle", profile=0)
    with pytest.raises(Rejected, match="no-charge-weapon"):
        estimate_armoured_charge(table.game, 0, request)


# -- Deadly Demise


def exploded(x: str, *, troops: int = 1) -> DeadlyDemiseEstimate:
    """Ask about a bomb with formations 5.9, 6 and 6.1 inches away."""
    units = (
        formation("b-b", at=line(troops, 20, 10, 1.2), weapons=(), powers=(f"deadly_demise {x}",)),
        formation("a-near", at=[(20, 3.1)], weapons=(), troop=trooper(w=5)),
        formation("b-edge", at=[(27, 10)], weapons=(), troop=trooper(w=5)),
        formation("b-far", at=[(12.9, 10)], weapons=(), troop=trooper(w=5)),
    )
    return estimate_deadly_demise(battle(*units).game, 0, EstimateDeadlyDemiseRequest(game=GAME, troop="b-b.1"))


@pytest.mark.rule("GA-3.3-36", "GA-3.3-37")
def test_a_demise_strikes_all_within_reach_on_a_six():
    """On a 6 each formation within 6" suffers the wounds; a random number of them is rolled for each."""
    found = exploded("2")
    assert Fraction(found.set_off.ratio) == Fraction(1, 6)
    assert [row.formation for row in found.losses] == ["a-near", "b-edge"]
    assert fractions(found.losses[0].damage) == {0: Fraction(5, 6), 2: Fraction(1, 6)}
    random_wounds = {0: Fraction(5, 6), **{n: Fraction(1, 18) for n in (1, 2, 3)}}
    assert [fractions(row.damage) for row in exploded("D3").losses] == [random_wounds, random_wounds]


@pytest.mark.rule("GA-3.3-37")
def test_a_demise_strikes_its_own_survivors_but_not_itself():
    """Of the own formation the others suffer; a further one of these may go off too, which is said."""
    own = exploded("1", troops=3).losses[1]
    assert (own.formation, own.left_out) == ("b-b", ("GA-3.3-36",))
    assert fractions(own.troops_lost) == {0: Fraction(5, 6), 1: Fraction(1, 6)}


@pytest.mark.rule("GA-3.3-36")
def test_who_has_no_demise_has_no_odds_of_it():
    """A troop without Deadly Demise is refused."""
    with pytest.raises(Rejected, match="no-demise"):
        estimate_deadly_demise(duel().game, 0, EstimateDeadlyDemiseRequest(game=GAME, troop="b-b.1"))


# -- wrecks


def wrecked(count: int, *, emergency: bool) -> Any:
    """Ask about passengers of one wound each."""
    table: Table = battle(squad(count, troop=trooper(w=1)), carrier(at=(20, 20)), phase="shooting")
    take_off_warfield(table, {"a-p": "a-t.1"})
    request = EstimateWreckRequest(game=GAME, formation="a-p", emergency=emergency)
    return estimate_wreck(table.game, 1, request)


@pytest.mark.rule("GA-3.2-44", "GA-3.2-46")
@pytest.mark.parametrize(("emergency", "hurts", "left_out"), [(False, 1, ()), (True, 3, ("GA-3.2-47",))])
def test_who_leaves_a_wreck_rolls_a_die_each(hurts: int, left_out: tuple, *, emergency: bool):
    """A die for each troop hurts on a 1, in an emergency on a 1 to 3; who finds no room is left out of it."""
    found = wrecked(8, emergency=emergency)
    assert (found.hurts, found.losses.left_out) == (hurts, left_out)
    assert (
        fractions(found.losses.troops_lost) == fractions(found.losses.mortal_wounds) == binomial(8, Fraction(hurts, 6))
    )


@pytest.mark.rule("GA-3.2-43")
def test_only_passengers_leave_a_wreck():
    """A formation on the warfield is refused."""
    with pytest.raises(Rejected, match="not-embarked"):
        estimate_wreck(duel().game, 0, EstimateWreckRequest(game=GAME, formation="a-r", emergency=False))
