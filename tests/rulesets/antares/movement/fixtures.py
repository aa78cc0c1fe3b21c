"""Units that move over open ground, and ground in their way."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.antares.model.messages import MoveUnit
from tests.kit import Table
from tests.rulesets.antares.fixtures import TALL, X, Y, acting, table, with_order
from tests.rulesets.antares.sheets import INCH, box, plain_squad, troopers, wall
from tests.rulesets.antares.steps import straight_paths

SQUAD = ("a-x", plain_squad(), (10_000, 10_000))
FAR_ENEMY = ("b-y", plain_squad(), (60_000, 10_000))
WOOD = box("wood", 14_500, 5000, 8000, 20_000)
WALL = wall("wall", (16_500, 0), (16_500, 40_000))


def moving(order, dice=(), options=None, *, terrain=(), units=(SQUAD, FAR_ENEMY), mover="a-x", **rest):
    """Let a unit act, in a turn that ends with its action."""
    played = with_order(table(dice, options, units=units, terrain=terrain, **rest), mover, order)
    return played.set(stack=played.game.stack[1:])


def go_with(played, dx=0, dy=0, *, sprint=False, mover="a-x"):
    return played.when("red", MoveUnit(unit=mover, paths=straight_paths(played, mover, dx, dy), sprint=sprint))


def unwatched(order: str = "run", sheet: Any = None, faces: Any = (), **rest: Any) -> Table:
    """Let a unit act that nobody watches."""
    mine = rest.pop("mine", {})
    return acting(order, ("a-x", sheet or troopers(3), (X, Y), mine), *rest.pop("more", ()), dice=faces, **rest)


RIM = X + INCH // 2


def wall_ahead(id: str, ahead: int, **changes: Any) -> Any:
    """Make a wall right across the table, so far ahead of the first model."""
    return wall(id, (RIM + ahead, 0), (RIM + ahead, TALL), **changes)


def wood_ahead(id: str, ahead: int, depth: int = 40 * INCH, **changes: Any) -> Any:
    """Make a wood right across the table, its edge so far ahead of the first model."""
    return box(id, RIM + ahead, 0, depth, TALL, **changes)


def mover(order: str, faces: Any = (), *terrain: Any, sheet: Any = None, **rest: Any) -> Table:
    where = rest.pop("where", (X, Y))
    mine = rest.pop("mine", {})
    return acting(order, ("a-x", sheet or troopers(1), where, mine), dice=faces, terrain=terrain, **rest)
