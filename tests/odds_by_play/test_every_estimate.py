"""Every estimate, and every chance that it tells, is asked by a test that plays what it tells.

So is every kind of test and roll that one query estimates.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct

from adjudicator.kernel.messages import Chance, NamedChance, NumberChance
from adjudicator.registry import RULESETS
from adjudicator.rulesets.antares.odds import stat_test_odds
from adjudicator.rulesets.hex_orders.odds import roll_odds
from tests.conformance.driver import rules_at

HERE = Path(__file__).parent
CHANCES = frozenset({Chance, NamedChance, NumberChance})
# what one die would do, which no play shows by itself, and the tests that work it out instead
BY_HAND = {
    "antares": {
        "GroupOdds.hit": "tests/rulesets/antares/odds/test_odds_by_hand.py",
        "GroupOdds.saved": "tests/rulesets/antares/odds/test_odds_by_hand.py",
    },
    "tile_formations": {
        "ShotOdds.hit": "tests/rulesets/tile_formations/odds/test_shooting.py",
        "TargetOdds.saved": "tests/rulesets/tile_formations/odds/test_shooting.py",
    },
}


def plays(name: str) -> str:
    """Read the tests that play a ruleset's estimates."""
    return (HERE / f"test_{name}.py").read_text(encoding="utf-8")


def estimates(path: str) -> dict[str, Any]:
    """Give the estimates among a ruleset's queries."""
    return {name: query for name, query in rules_at(path).queries.items() if name.startswith("Estimate")}


def told(answer: type[Struct]) -> Iterator[tuple[str, str]]:
    """Give message and name of every field of an answer, and of the messages in it, that holds chances."""
    for name, hint in get_type_hints(answer).items():
        for kind in (hint, *get_args(hint)):
            if not (isinstance(kind, type) and issubclass(kind, Struct)):
                continue
            if kind in CHANCES or kind.__name__ == "Distribution":
                yield answer.__name__, name
            else:
                yield from told(kind)


@pytest.mark.parametrize("path", RULESETS.values())
def test_every_estimate_is_played(path: str) -> None:
    """What a ruleset estimates is asked and played; a new estimate needs its play."""
    name = path.rpartition(".")[2]
    assert estimates(path)
    assert [query for query in estimates(path) if f'"{query}"' not in plays(name)] == []


@pytest.mark.parametrize("path", RULESETS.values())
def test_every_chance_of_an_estimate_is_compared(path: str) -> None:
    """Whatever an estimate gives the chances of is read by its play, or by a test that is named with it."""
    name = path.rpartition(".")[2]
    rows = dict.fromkeys(row for query in estimates(path).values() for row in told(get_type_hints(query)["return"]))
    by_hand = BY_HAND.get(name, {})
    text = plays(name)
    unread = [f"{kind}.{field}" for kind, field in rows if f'"{field}"' not in text and f".{field}" not in text]
    assert len(rows) > 1
    assert [row for row in unread if row not in by_hand] == []
    for row, file in by_hand.items():
        kind, _, field = row.partition(".")
        assert (kind, field) in rows
        assert f".{field}" in (HERE.parents[1] / file).read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "words"),
    [("antares", (*stat_test_odds.ORDERS, *stat_test_odds.TESTS, "damage")), ("hex_orders", tuple(roll_odds.ROLLS))],
)
def test_every_kind_of_test_and_roll_is_played(name: str, words: tuple[str, ...]) -> None:
    """One query that estimates several tests, or rolls, is asked for each of them."""
    assert [word for word in words if f'"{word}"' not in plays(name)] == []
