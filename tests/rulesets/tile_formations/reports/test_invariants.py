"""What holds of every game."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.rows import Cell
from adjudicator.rulesets.tile_formations.rules.invariants import invariants
from tests.rulesets.tile_formations.reports.fixtures import small_table
from tests.rulesets.tile_formations.steps import begin_action, change_unit


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"integrity": 0}, "of integrity 1 has 0"),
        ({"tile": "Z9"}, "off the battlefield"),
        ({"tile": "D3"}, "D3 holds enemies"),
        ({"tile": "A4"}, "A4 holds"),
        ({"contacts": ("b1.1",)}, "in contact"),
        ({"out": "shooting"}, "is shooting"),
        ({"zone_lost": "assault-1"}, "lost its zone"),
        ({"formation": "a2"}, "no formation"),
    ],
)
def test_broken_units_are_found(fields, words):
    """Whatever can not be true of a unit is said in words."""
    played = small_table()
    assert list(invariants(played.game)) == []
    change_unit(played, "a1.1", **fields)
    assert any(words in invariant for invariant in invariants(played.game))


def test_broken_games_are_found():
    """Terrain without a kind, formations in no state, and actions over each other are said in words."""
    played = small_table()
    played.set(cells={"Z9": Cell("lava")})
    assert any("off the battlefield" in invariant for invariant in invariants(played.game))
    assert any("lava" in invariant for invariant in invariants(played.game))
    played = small_table(formations={"a1": {"state": "merry", "shock": -1}})
    assert any("merry" in invariant for invariant in invariants(played.game))
    played = small_table()
    begin_action(played, "a1")
    played.ask("choose_action", "red")
    assert "an action is asked for while one is under way" in list(invariants(played.game))
