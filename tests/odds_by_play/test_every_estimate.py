"""Every estimate of every ruleset, and every kind of test and roll, is asked by a test that plays what it tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.registry import RULESETS
from adjudicator.rulesets.antares.odds import stat_test_odds
from adjudicator.rulesets.hex_orders.odds import roll_odds
from tests.conformance.driver import rules_at

HERE = Path(__file__).parent


def plays(name: str) -> str:
    """Read the tests that play a ruleset's estimates."""
    return (HERE / f"test_{name}.py").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", RULESETS.values())
def test_every_estimate_is_played(path: str) -> None:
    """What a ruleset estimates is asked and played; a new estimate needs its play."""
    name = path.rpartition(".")[2]
    found = [query for query in rules_at(path).queries if query.startswith("Estimate")]
    assert found
    assert [query for query in found if f'"{query}"' not in plays(name)] == []


@pytest.mark.parametrize(
    ("name", "words"),
    [("antares", (*stat_test_odds.ORDERS, *stat_test_odds.TESTS, "damage")), ("hex_orders", tuple(roll_odds.ROLLS))],
)
def test_every_kind_of_test_and_roll_is_played(name: str, words: tuple[str, ...]) -> None:
    """One query that estimates several tests, or rolls, is asked for each of them."""
    assert [word for word in words if f'"{word}"' not in plays(name)] == []
