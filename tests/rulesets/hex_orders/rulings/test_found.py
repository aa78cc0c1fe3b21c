"""Rulings that the code does not keep yet."""

from __future__ import annotations

import pytest

from tests.rulesets.hex_orders.setup.fixtures import terms
from tests.rulesets.hex_orders.setup.steps import load_lists
from tests.rulesets.hex_orders.steps import refused


@pytest.mark.rule("HX-GAP-07")
@pytest.mark.ruling("HX-GAP-07.3", "HX-GAP-07.4")
def test_an_unknown_way_to_win_is_refused_under_its_own_clause():
    """A value of victory that there is not is refused as such, and not for want of a turn limit."""
    refused(load_lists(), "referee", terms(victory="otherwise"), "HX-GAP-07", "option-value")
