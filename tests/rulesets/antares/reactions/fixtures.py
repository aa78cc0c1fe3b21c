"""Units that may react: targets near and far, ambushers, and what they watch."""

from __future__ import annotations

from typing import Any

from tests.kit import Table
from tests.rulesets.antares.fixtures import AMBUSH, RED_TROOPER, X, Y, acting
from tests.rulesets.antares.sheets import INCH, lone_trooper, troopers
from tests.rulesets.antares.steps import shoot

NEAR_AMBUSHER = ("b-y", lone_trooper(), (15_000, 25_000), AMBUSH)
FAR_AMBUSHER = ("b-z", lone_trooper(), (18_000, 25_000), AMBUSH)
NEAR_TARGET = ("b-y", lone_trooper(), (29_000, 10_000))
FAR_TARGET = ("b-y", lone_trooper(), (36_000, 10_000))


def fired_at(*more, dice=(), enemy=NEAR_TARGET, order="fire", **rest) -> Table:
    played = acting(order, RED_TROOPER, enemy, *more, dice=dice, **rest)
    shoot(played).accepted()
    return played


ARMED = troopers(1, "gun")


def watched_mover(dice: list[int], order: str = "run", own: Any = None, **rest: Any) -> Table:
    """Let "a-x" act with "b-z" in Ambush 12 inches beside it."""
    watcher = ("b-z", rest.pop("watcher", ARMED), rest.pop("where", (X, Y + 13 * INCH)), rest.pop("theirs", AMBUSH))
    return acting(order, ("a-x", own or troopers(1), (X, Y)), watcher, *rest.pop("more", ()), dice=dice, **rest)
