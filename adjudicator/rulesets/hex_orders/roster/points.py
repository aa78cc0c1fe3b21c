"""Points in five pools that never convert (HX-ARMY-01)."""

from __future__ import annotations

from adjudicator.rulesets.hex_orders.model.messages import Price

POOLS = ("ip", "mp", "cp", "xp", "com")


def price(ip: int = 0, mp: int = 0, cp: int = 0, xp: int = 0, com: int = 0) -> Price:
    """Make a price; what is not named is nothing."""
    return Price(ip=ip, mp=mp, cp=cp, xp=xp, com=com)


NOTHING = price()


def plus(*prices: Price) -> Price:
    """HX-ARMY-01 Add prices up, pool by pool."""
    return price(*(sum(getattr(row, pool) for row in prices) for pool in POOLS))


def total(price: Price) -> int:
    """HX-GAP-07 Add the points of all pools up, as a score counts them."""
    return sum(getattr(price, pool) for pool in POOLS)
