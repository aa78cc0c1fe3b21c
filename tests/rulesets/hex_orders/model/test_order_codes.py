"""Orders as they are written."""

import pytest

from adjudicator.rulesets.hex_orders import notation
from adjudicator.rulesets.hex_orders.notation import Code


@pytest.mark.rule("HX-ORDERS-10")
def test_three_parts():
    """A movement order has three parts, and a dash is a part without action."""
    assert notation.movement("F+L+-") == ((Code("F"),), (Code("L"),), ())
    for wrong in ("F+F", "F+F+F+F", "", "F++F"):
        assert not notation.is_movement(wrong)


@pytest.mark.rule("HX-ORDERS-11")
def test_several_codes_in_a_part():
    """Codes of one part stand from left to right, and one of them at most changes the hex."""
    assert notation.movement("360,A[slow]+F+F")[0] == (Code("360"), Code("A", "slow"))
    assert not notation.is_movement("F,F+-+-")
    assert not notation.is_movement("F[slow]+-+-")
    assert not notation.is_movement("X+-+-")


@pytest.mark.rule("HX-GUNNERY-01")
def test_two_parts():
    """A gunnery order has two parts, and a Load says which weapon it loads."""
    assert notation.gunnery("-+Load[main_gun]") == (notation.IDLE, Code("Load", "main_gun"))
    for wrong in ("Fire", "-+-+Fire", "Fire[gun]+-", "F+-"):
        assert not notation.is_gunnery(wrong)


def test_loads_are_listed_by_weapon():
    """A pattern of a list stands for one order for each weapon that its Load may name."""
    assert notation.loads("-+Load", ("a", "b")) == ("-+Load[a]", "-+Load[b]")
    assert notation.loads("Fire+-", ("a", "b")) == ("Fire+-",)
    assert notation.bare("-+Load[a]") == "-+Load"
    assert notation.tidy(" Fire + - ") == "Fire+-"
    assert str(Code("A", "slow")) == "A[slow]"
