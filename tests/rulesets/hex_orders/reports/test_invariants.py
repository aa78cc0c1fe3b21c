"""What holds of every game."""

import pytest

from adjudicator.rulesets.hex_orders.model.subjects import OrdersSubject
from adjudicator.rulesets.hex_orders.rules.invariants import invariants
from tests.rulesets.hex_orders.reports.fixtures import two_sides_one_hidden
from tests.rulesets.hex_orders.steps import change


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("hex", "Z9", "off the board"),
        ("facing", "W", "faces W"),
        ("speed", "warp", "does not know"),
        ("dead", (1,), "without models"),
        ("dead", (5,), "lost"),
        ("pinned", 3, "pinned"),
        ("fire", -1, "fewer"),
        ("poison", (5,), "poisoned"),
        ("difficult", 1, "no hex"),
        ("loads", {"main_gun": 2}, "loads"),
        ("uses", {"laser": 1}, "used"),
    ],
)
def test_broken_units_are_found(field, value, words):
    """Whatever cannot be true of a unit is said in words."""
    played = two_sides_one_hidden()
    assert list(invariants(played.game)) == []
    change(played, "a1", **{field: value})
    assert any(words in invariant for invariant in invariants(played.game))


def test_broken_games_are_found():
    """Orders that nobody carries out and full hexes are said in words."""
    played = two_sides_one_hidden()
    played.set(running={"b1": played.game.running["b1"]})
    assert list(invariants(played.game)) == ["a1 carries no orders out"]
    played = change(two_sides_one_hidden(), "b1", hex="D8")
    assert list(invariants(played.game)) == []
    played.ask("orders", "red", subject=OrdersSubject(1))
    assert list(invariants(played.game)) == ["D8 holds ground units of both sides"]
