"""The odds of an assault agree with the dice of a fight."""

from fractions import Fraction

import pytest

from adjudicator.kernel.ruling import Rejected, Unknown
from adjudicator.rulesets.hex_orders.messages import EstimateAssaultRequest
from adjudicator.rulesets.hex_orders.odds_assault import estimate_assault
from tests.rulesets.hex_orders.givens import field, infantry, line, model, tank


def asked(game, *attackers, where="D5", party=0):
    return estimate_assault(game, party, EstimateAssaultRequest(game=bytes(16), attackers=attackers, hex=where))


def plain(chances):
    return {each.outcome: Fraction(each.chance.ratio) for each in chances}


@pytest.mark.rule("HX-ASSAULT-20")
def test_odds_of_one_die_against_one():
    """One die at 5+ on each side and no deflection: a third each; the ork wins ties against the elf."""
    one = {"models": (model("one", line(1, 5)),)}
    units = [("a1", "D6", "N", infantry(nation="ork", **one)), ("b1", "D5", "N", infantry(nation="elf", **one))]
    odds = asked(field(units=units), "a1")
    assert plain(odds.own) == {"0": Fraction(2, 3), "1": Fraction(1, 3)}
    assert Fraction(odds.advantage.ratio) == 1 - Fraction(1, 3) * Fraction(2, 3)


@pytest.mark.rule("HX-ASSAULT-18")
def test_deflections_take_successes_away():
    """Four dice against the back of a tank, whose own two dice meet two deflection dice: all chances add up to one."""
    units = [("a1", "D6", "N", tank(nation="elf")), ("b1", "D5", "N", tank(nation="elf"))]
    odds = asked(field(units=units), "a1")
    assert sum(plain(odds.own).values()) == sum(plain(odds.enemy).values()) == 1
    assert plain(odds.own)["4"] == Fraction(1, 3) ** 4
    assert plain(odds.enemy)["2"] == Fraction(1, 3) ** 2 * Fraction(2, 3) ** 2


def test_odds_of_what_can_not_be():
    """Refused are an unknown unit, a hex without enemies, one that is not beside, and who is hidden from the asker."""
    units = [("a1", "D6", "N", tank()), ("b1", "D5", "N", tank(), {"hidden": True}), ("b2", "A1", "N", tank())]
    game = field(units=units)
    for attackers, where, reason in (
        (("a1",), "E6", "no-enemy-there"), (("a1",), "A1", "not-beside"), (("a1",), "D5", "odds-unknown"),
        ((), "D5", "attackers-of-one-side"),
    ):  # fmt: skip
        with pytest.raises(Rejected) as refusal:
            asked(game, *attackers, where=where)
        assert refusal.value.faults[0].reason == reason
    with pytest.raises(Unknown):
        asked(game, "a9")
    assert asked(game, "a1", party=1)
