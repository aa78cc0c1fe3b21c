"""Ids of units and of what is numbered."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.state import order_of_ids


@pytest.mark.parametrize("id", ["a1", "b2", "b10"])
def test_ids_of_units_read_as_they_are_written(id: str) -> None:
    """A unit's id is the letter of its side and its number."""
    assert ids.read_unit_id(id).format() == id


def test_units_are_listed_by_number_then_by_side() -> None:
    """Numbers are no text: 10 follows 2."""
    assert sorted(["b10", "b2", "a10", "a2"], key=order_of_ids) == ["a2", "b2", "a10", "b10"]


@pytest.mark.rule("HX-GAP-09")
@pytest.mark.parametrize(
    ("id", "sign", "unit", "number"),
    [("h12", "h", "", 12), ("s1", "s", "", 1), ("b2.1", "", "b2", 1), ("h3.14", "", "h3", 14)],
)
def test_what_hidden_units_do_is_numbered_apart(id: str, sign: str, unit: str, number: int) -> None:
    """In the open by a sign, of a hidden unit by its id: only the first is for everybody."""
    read = ids.read_numbered_id(id)
    assert (read.sign, read.unit, read.number) == (sign, unit, number)
    assert read.format() == id == (ids.hidden_id(unit, number) if unit else ids.open_id(sign, number))
    assert ids.is_open(id) == (not unit)
    assert ids.number_of(id) == number


@pytest.mark.parametrize("id", ["", "h", "12", "held.a1", "b2.", "b2.1.1", "h١", "hh1"])
def test_no_other_text_is_an_id(id: str) -> None:
    """A text that is no id of something numbered is an error that shows it."""
    with pytest.raises(ValueError, match="no id of something numbered"):
        ids.read_numbered_id(id)


@pytest.mark.rule("HX-CONT-03")
def test_a_token_of_damage_tells_whose_it_is() -> None:
    """Tokens differ by unit, kind, level and number; a unit whose id begins another's has none of its tokens."""
    assert ids.damage_token_id("a1", "poison", 8, 1) == "a1:poison:8:1"
    assert [ids.place_of(ids.damage_token_id(unit, "fire", 0, 2)) for unit in ("a1", "a11")] == ["a1", "a11"]


@pytest.mark.rule("HX-HEXFX-02")
def test_an_effect_that_was_met_tells_where() -> None:
    """Effects are told apart by hex and kind."""
    assert ids.effect_met_id("D5", "smoke") == "D5:smoke"
    assert [ids.place_of(ids.effect_met_id(where, "fire")) for where in ("D1", "D11")] == ["D1", "D11"]
