"""Rulings that the code does not keep yet."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.hex_orders.model.messages import UnitPlaced
from tests.rulesets.hex_orders.fixtures import infantry, price
from tests.rulesets.hex_orders.setup.fixtures import FIRST, STOCK, entry, terms
from tests.rulesets.hex_orders.setup.steps import deploying, load_lists, place
from tests.rulesets.hex_orders.steps import refused


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3", "HX-GAP-07.4")
def test_an_unknown_way_to_win_is_refused_under_its_own_clause():
    """A value of victory that there is not is refused as such, and not for want of a turn limit."""
    refused(load_lists(), "referee", terms(victory="otherwise"), "HX-GAP-07", "option-value")


@pytest.mark.rule("HX-SETUP-14")
@pytest.mark.ruling("HX-SETUP-14.2")
def test_a_unit_without_an_initial_speed_stands_still():
    """Where the data of a unit name no initial speed it starts standing still."""
    guard = infantry(kind="plain", initial_speed="", price=price(mp=1))
    played = deploying(["plain"], ["guard"], FIRST, entries=(*STOCK, entry(guard)))
    played.when("red", place(1, "D2", "S")).then(UnitPlaced)
    assert played.game.units["a1"].speed == "stand_still"
