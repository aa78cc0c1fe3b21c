"""All moves of a step judged together: who works its way in, who is held back, where both sides meet (HX-STACK-06).

Nothing here depends on the order in which units are looked at: every round judges all hexes as they are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple, TypeAlias

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model.board_hexes import order_of_hexes
from adjudicator.rulesets.hex_orders.model.order_codes import STEERS
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying, on_board, order_of_ids
from adjudicator.rulesets.hex_orders.rules.board.costs import cost_tally
from adjudicator.rulesets.hex_orders.rules.board.entering import may_get_stuck
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits, sizes_of
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import Plan, after_early_changes, count_of_steps

Pair: TypeAlias = tuple[str, str]
Group: TypeAlias = tuple[str, ...]
Layer: TypeAlias = tuple[str, bool]


class Swap(NamedTuple):
    """Units of both sides that try to enter each other's hexes (HX-ASSAULT-02)."""

    hexes: Pair
    units: tuple[str, ...]


class ResolvedMoves(NamedTuple):
    """What comes of all moves.

    `entering` has the goal of every unit that moves, those that have to fight for it too; `working` the tokens for
    its goal that a unit has after this step; `stuck` those that may not leave their hex; `held` the goals of those that
    overstacking holds back. `fights` are the units that meet in a hex, by hex.
    """

    entering: dict[str, str]
    working: dict[str, int]
    stuck: tuple[str, ...]
    held: dict[str, str]
    swaps: tuple[Swap, ...]
    fights: tuple[tuple[str, tuple[str, ...]], ...]

    def fighting(self) -> tuple[str, ...]:
        """List the units that are in a fight, by id."""
        found = {unit for _, units in self.fights for unit in units}
        return tuple(sorted(found, key=order_of_ids))


# -- one unit


def may_roll(game: Game, plan: Plan) -> bool:
    """HX-TERRAIN-20, HX-STACK-06 Tell whether a unit has to roll before it leaves its hex.

    None does that flies then, be it that it takes off in the same part.
    """
    after = after_early_changes(game, (plan,))
    row = after.units[plan.unit]
    on_exit = game.options.swamp_stuck_timing == "on_exit"
    return bool(plan.goal) and on_exit and not is_flying(after, row) and may_get_stuck(after, row.id, row.hex)


def cost_of_move(game: Game, plan: Plan) -> Tally:
    """HX-TERRAIN-32 Give the cost of a planned move, in a game where the unit has turned and changed speed already."""
    return cost_tally(game, plan.unit, game.units[plan.unit].hex, plan.goal)


def tokens_kept(game: Game, plan: Plan) -> int:
    """HX-MOVE-02, HX-MOVE-05 Count the tokens for its goal that a unit still has when it tries to enter."""
    row = game.units[plan.unit]
    turned = any(change.code.name in STEERS for change in plan.before)
    return 0 if turned or row.difficult_hex != plan.goal else row.difficult


def can_enter(game: Game, plan: Plan) -> bool:
    """HX-MOVE-06 Tell whether a unit goes into its goal now, as far as terrain is concerned."""
    if not plan.goal or is_stuck(game, plan.unit):
        return False
    return tokens_kept(game, plan) >= cost_of_move(after_early_changes(game, (plan,)), plan).total - 1


def is_stuck(game: Game, unit: str) -> bool:
    """HX-TERRAIN-20 Tell whether a unit may not leave its hex in this step."""
    return game.units[unit].stuck == count_of_steps(game)


# -- all units


def resolve_moves(
    game: Game, plans: Mapping[str, Plan], stuck: Collection[str] = (), chosen: Mapping[Group, str] | None = None
) -> ResolvedMoves:
    """HX-STACK-06 Judge all moves together, until nothing changes.

    `game` is as it was at the start of the step, `stuck` have rolled for it, `chosen` are the hexes that the units of
    an exchange fight over; while one is not chosen, both hexes count as contested.
    """
    after = after_early_changes(game, plans.values())
    leaving = [plan for plan in plans.values() if plan.goal]
    fast = tuple(plan.unit for plan in leaving if plan.unit in stuck or is_stuck(game, plan.unit))
    free = [plan for plan in leaving if plan.unit not in fast]
    working = {plan.unit: tokens_kept(game, plan) + 1 for plan in free if not _enough(game, after, plan)}
    wishes = {plan.unit: plan.goal for plan in free if plan.unit not in working}
    return _settled(after, wishes, working, fast, chosen or {})


def _enough(game: Game, after: Game, plan: Plan) -> bool:
    return tokens_kept(game, plan) >= cost_of_move(after, plan).total - 1


def _settled(
    after: Game, wishes: dict[str, str], working: dict[str, int], fast: tuple[str, ...], chosen: Mapping[Group, str]
) -> ResolvedMoves:
    held: dict[str, str] = {}
    while True:
        entering = {unit: goal for unit, goal in wishes.items() if unit not in held}
        swaps = _swaps(after, entering)
        places = _places(after, entering, swaps, chosen)
        fights = _fights(after, entering, places)
        more = _overfull(after, entering, places, _contested(after, fights, swaps, chosen))
        if not more:
            listed = tuple((name, fights[name, layer]) for name, layer in sorted(fights, key=_order))
            return ResolvedMoves(entering, working, fast, held, swaps, listed)
        held |= {unit: wishes[unit] for unit in sorted(more, key=order_of_ids)}


def _order(layer: Layer) -> tuple[tuple[int, int], bool]:
    return order_of_hexes(layer[0]), layer[1]


def fighting_layer(game: Game, unit: str) -> bool:
    """HX-ASSAULT-04 Say in which layer of a hex a unit meets enemies: in the air, or on the ground (or all in one)."""
    return is_flying(game, game.units[unit]) and not game.options.flying_ground_assault


def _swaps(after: Game, entering: Mapping[str, str]) -> tuple[Swap, ...]:
    """HX-ASSAULT-02 Find the units of both sides that try to enter each other's hexes."""
    found: dict[tuple[Pair, bool], list[str]] = {}
    for unit, goal in entering.items():
        low, high = sorted((after.units[unit].hex, goal), key=order_of_hexes)
        found.setdefault(((low, high), fighting_layer(after, unit)), []).append(unit)
    listed = sorted(found.items(), key=lambda item: (*map(order_of_hexes, item[0][0]), item[0][1]))
    return tuple(
        Swap(pair, tuple(sorted(units, key=order_of_ids))) for (pair, _), units in listed if _crossing(after, units)
    )


def _crossing(after: Game, units: Iterable[str]) -> bool:
    rows = [after.units[unit] for unit in units]
    return any(a.seat != b.seat and a.hex != b.hex for a in rows for b in rows)


def _places(
    after: Game, entering: Mapping[str, str], swaps: Iterable[Swap], chosen: Mapping[Group, str]
) -> dict[str, str]:
    """HX-ASSAULT-07, HX-RETREAT-10 Say in which hex each unit counts: "" while the hex of its exchange is open."""
    places = {row.id: entering.get(row.id, row.hex) for row in on_board(after)}
    places.update({unit: chosen.get(swap.units, "") for swap in swaps for unit in swap.units})
    return places


def _fights(after: Game, entering: Mapping[str, str], places: Mapping[str, str]) -> dict[Layer, tuple[str, ...]]:
    """HX-ASSAULT-01, HX-ASSAULT-03 Find the hexes where both sides meet and somebody enters."""
    found: dict[Layer, list[str]] = {}
    for unit, name in places.items():
        if name:
            found.setdefault((name, fighting_layer(after, unit)), []).append(unit)
    return {
        layer: tuple(units)
        for layer, units in found.items()
        if len({after.units[unit].seat for unit in units}) > 1 and any(unit in entering for unit in units)
    }


def _contested(
    after: Game, fights: Mapping[Layer, tuple[str, ...]], swaps: Iterable[Swap], chosen: Mapping[Group, str]
) -> list[Layer]:
    unsure = [
        (name, fighting_layer(after, swap.units[0]))
        for swap in swaps
        if swap.units not in chosen
        for name in swap.hexes
    ]
    return [*fights, *unsure]


def _overfull(
    after: Game, entering: Mapping[str, str], places: Mapping[str, str], contested: Iterable[Layer]
) -> list[str]:
    """HX-STACK-04, HX-STACK-05 Find the units that would enter a hex beyond its limit, where no enemy is met."""
    skipped = tuple(contested)
    found: dict[tuple[str, bool, int], list[str]] = {}
    for unit, name in places.items():
        row = after.units[unit]
        if name and (name, fighting_layer(after, unit)) not in skipped:
            found.setdefault((name, is_flying(after, row), row.seat), []).append(unit)
    full = (units for units in found.values() if not fits(sizes_of(after, units)))
    return [unit for units in full for unit in units if unit in entering]
