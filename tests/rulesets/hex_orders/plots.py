"""Orders drawn from what is offered, and where they lead: the hexes of a unit, step by step."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice as OneOf
from adjudicator.kernel.decide.offers import Offer, Shape
from adjudicator.rulesets.hex_orders.bots.sampling import sampled
from adjudicator.rulesets.hex_orders.model.messages import Plot, PlotOrders
from adjudicator.rulesets.hex_orders.model.rows import Running
from adjudicator.rulesets.hex_orders.model.state import is_shaken
from adjudicator.rulesets.hex_orders.rules.movement.move_resolution import can_enter, tokens_kept
from adjudicator.rulesets.hex_orders.rules.orders.due_orders import default_movement
from adjudicator.rulesets.hex_orders.rules.orders.plans import plan_of
from tests.rulesets.hex_orders.boards import STILL, World


def commit_offer(world: World, who: int) -> Offer:
    """Give the offer to commit."""
    return next(each for each in world.offers(who) if each.command == "CommitOrders")


def shape_of(offered: Offer) -> dict[str, Any]:
    """Give the domains of a plot by field."""
    shape = offered.fields[0].values
    assert isinstance(shape, Shape)
    return {each.field: each.values for each in shape.parts}


def words(offered: Offer, name: str) -> str:
    """Give the one value of a field of a plot."""
    values = shape_of(offered)[name]
    return values.values[0] if isinstance(values, OneOf) else str(values.least)


def plot_of(offered: Offer, chance: Random) -> Plot:
    """Draw a plot of what is offered; half of them stay in their hex."""
    made = sampled(offered, chance)
    assert isinstance(made, PlotOrders)
    assert made.plot is not None
    gunnery_orders = shape_of(offered)["gunnery"]
    drawn = tuple(chance.choice(gunnery_orders.values) for _ in range(gunnery_orders.most))
    return replace(made.plot, gunnery=drawn)


def path(game: Any, plot: Plot) -> tuple[str, ...]:
    """Foresee the hexes of a unit, step by step, up to the turn of a plot."""
    twin = game.fork()
    rows = {
        **{row.turn: row.movement for row in game.orders.values() if row.unit == plot.unit},
        plot.turn: plot.movement[0],
    }
    found = []
    for twin.turn in range(max(game.turn, 1), plot.turn + 1):
        order = rows.get(twin.turn, STILL)
        if is_shaken(twin, twin.units[plot.unit]):
            order = default_movement(twin, plot.unit)
        twin.running = {**twin.running, plot.unit: Running(plot.unit, tuple(order.split("+")), ())}
        for number in (1, 2, 3):
            twin.step = f"movement_{number}"
            found.append(_foreseen(twin, plot.unit))
    return tuple(found)


def _foreseen(twin: Any, unit: str) -> str:
    plan, row = plan_of(twin, unit), twin.units[unit]
    goes = can_enter(twin, plan)
    work = 0 if goes or not plan.goal else tokens_kept(twin, plan) + 1
    row = replace(row, facing=plan.facing, speed=plan.speed)
    row = replace(row, hex=plan.goal if goes else row.hex, difficult=work, difficult_hex=plan.goal if work else "")
    for change in plan.after:
        row = replace(row, facing=change.facing or row.facing, speed=change.speed or row.speed)
    twin.units[unit] = row
    return str(row.hex)


__all__ = ["commit_offer", "path", "plot_of", "words"]
