"""The frame for leaves can fail: it misses a leaf that no offer tells of, and a reason that nothing needs."""

from __future__ import annotations

import pytest

from tests.conformance.by_offers.every_leaf import ToldLeaves, check
from tests.golden_games import golden_games, situations

TILES = "tile_formations"


def test_a_leaf_without_a_domain_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where offers say nothing of a field, it is missed."""
    monkeypatch.setattr("tests.conformance.by_offers.every_leaf.told", lambda _rows: set())
    found = ToldLeaves(f"adjudicator.rulesets.{TILES}")
    for situation in situations(golden_games(TILES)[0]):
        found.look(situation)
    assert "MoveUnit.unit" in found.untold()


def test_leaves_need_reasons_and_reasons_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    """A leaf without a reason fails, and a reason of what is told of."""
    found = ToldLeaves(f"adjudicator.rulesets.{TILES}")
    monkeypatch.setattr(ToldLeaves, "untold", lambda _self: {"MoveUnit.path.tile"})
    check(found, {"MoveUnit.path": "a reason of a message"})
    with pytest.raises(AssertionError, match="no offer tells of these"):
        check(found, {})
    with pytest.raises(AssertionError, match="take the reason away"):
        check(found, {"MoveUnit.path": "a reason", "MoveUnit.unit": "another"})
