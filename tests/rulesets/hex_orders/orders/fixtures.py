"""Units with the orders that a test needs."""

from __future__ import annotations

from typing import Any

from tests.rulesets.hex_orders.assault.fixtures import SLOW
from tests.rulesets.hex_orders.fixtures import infantry, tank, with_orders
from tests.rulesets.hex_orders.gunnery.fixtures import with_gunnery_orders


def infantry_with_orders(*orders: str, **changes: Any) -> Any:
    """Make an infantry base that may be given these orders."""
    return with_orders(infantry(**changes), *orders)


def tank_with_orders(*orders: str, **changes: Any) -> Any:
    """Make a tank that may be given these orders."""
    return with_orders(tank(**changes), *orders)


PAIR = [("a1", "D2", "S", tank(), {"speed": "fast"}), ("b1", "D8", "N", infantry())]


def with_order(id, where, order, nation, facing="N"):
    """Place slow infantry that has this order on its list."""
    return (id, where, facing, with_gunnery_orders(infantry(nation=nation), order), SLOW)


STANDING = with_order("b1", "D4", "-+-+-", "ork")
STANDS = {"b1": "-+-+-"}

FACINGS = ("N", "NE", "SE", "S", "SW", "NW")
FAR_ENEMY = ("b1", "A1", "S", infantry(nation="ork"))

FOUR_UNITS = [
    ("a1", "D8", "N", tank(), {"speed": "fast"}),
    ("a2", "B8", "N", infantry()),
    ("b1", "D2", "S", infantry(), {"hidden": True}),
    ("b2", "F2", "S", tank(), {"speed": "slow"}),
]
