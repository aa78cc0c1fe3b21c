"""A movement step: what is ordered happens to all units at once, to a fixed point (HX-TURN-04, HX-STACK-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from adjudicator.kernel.decide.handlers import Part, handlers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.hex_orders.model.messages import DifficultTerrainTokenPlaced, MoveOverstacked, ResolveMovement
from adjudicator.rulesets.hex_orders.model.order_codes import NOTHING
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import (
    Game,
    flies_at,
    on_board,
    order_of_ids,
    other_seat,
    owner_if_hidden,
)
from adjudicator.rulesets.hex_orders.model.subjects import UnitsSubject
from adjudicator.rulesets.hex_orders.model.terrain import height_of_hex, height_of_unit
from adjudicator.rulesets.hex_orders.rules.assault import contested_hexes, fights
from adjudicator.rulesets.hex_orders.rules.board import swamps
from adjudicator.rulesets.hex_orders.rules.board.line_of_sight import line_of_sight, sees
from adjudicator.rulesets.hex_orders.rules.damage.shaken import make_shaken
from adjudicator.rulesets.hex_orders.rules.gunnery import revealing
from adjudicator.rulesets.hex_orders.rules.hex_effects import hex_effects
from adjudicator.rulesets.hex_orders.rules.movement.move_resolution import ResolvedMoves, cost_of_move, resolve_moves
from adjudicator.rulesets.hex_orders.rules.movement.unit_moves import (
    carry_out,
    lose_tokens,
    move,
    record_replaced_order,
)
from adjudicator.rulesets.hex_orders.rules.orders import assault_intents, due_orders
from adjudicator.rulesets.hex_orders.rules.orders.flying import shift_of, without_room
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import (
    WAY_OF_MOVE,
    Change,
    Plan,
    after_early_changes,
    number_of_step,
    plans_of,
)
from adjudicator.rulesets.hex_orders.rules.retreats import pre_assault_retreats

# -- the course of a step


def begin_movement(ruling: Ruling[Game], number: int) -> None:
    """HX-TURN-04, HX-TURN-11, HX-TURN-12 Ask for what is open in movement step 1, 2 or 3, then let it happen."""
    due_orders.judge_movement(ruling, number)
    ruling.ask("movement", TABLE)
    ruling.ask("flights")
    ruling.ask("choosing")
    assault_intents.ask_intents(ruling)


def resolve_movement(ruling: Ruling[Game], _command: ResolveMovement) -> None:
    """HX-STACK-06 Judge all moves together and carry them out; exchanges wait until their hex is chosen."""
    window = ruling.window
    if window is not None and window.kind == "sinking":
        swamps.roll_in(ruling, subject_of(window, UnitsSubject).units)
        ruling.answered()
        return
    game = ruling.game
    plans = plans_of(game)
    faces = swamps.roll_out(ruling, plans.values())
    verdict = resolve_moves(
        game, plans, tuple(unit for unit, face in faces.items() if swamps.is_stuck_on(game, unit, face))
    )
    ruling.answered()
    if not verdict.swaps:
        _carry_out(ruling, plans, verdict, faces)
        return
    swamps.record_rolls(ruling, faces)
    ruling.ask("carrying")
    contested_hexes.ask_exchanges(ruling, verdict.swaps)


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """HX-ASSAULT-07 Carry the moves out once it is known where exchanges are fought."""
    start = contested_hexes.before_reveals(ruling.game)
    plans = plans_of(start)
    _carry_out(ruling, plans, resolve_moves(start, plans, (), contested_hexes.chosen_hexes(start)), {})


def _carry_out(
    ruling: Ruling[Game], plans: Mapping[str, Plan], verdict: ResolvedMoves, faces: Mapping[str, int]
) -> None:
    after = after_early_changes(ruling.game.fork(), plans.values())
    for plan in plans.values():
        record_replaced_order(ruling, plan)
    for plan in plans.values():
        for change in plan.before:
            carry_out(ruling, plan.unit, change)
    swamps.record_rolls(ruling, faces)
    _give_difficult_tokens(ruling, after, plans, verdict.working)
    _hold_back(ruling, verdict.held)
    moved = _move(ruling, after, plans, verdict)
    _carry_out_later_codes(ruling, plans, verdict.fighting())
    contested_hexes.record_contests(ruling, plans, verdict)
    _show(ruling, moved)
    fights.ask_fear(ruling)
    hex_effects.ask_trigger(ruling, hex_effects.MOVEMENT)
    pre_assault_retreats.begin_before_assault(ruling)
    swamps.ask_sinking(ruling, moved)


# -- what happens to one unit


def _give_difficult_tokens(
    ruling: Ruling[Game], after: Game, plans: Mapping[str, Plan], working: Mapping[str, int]
) -> None:
    """HX-MOVE-01, HX-MOVE-06 Give tokens to those that work their way into a hex; they stay where they are."""
    game = ruling.game
    for unit in sorted(working, key=order_of_ids):
        goal = plans[unit].goal
        if game.units[unit].difficult_hex != goal:
            lose_tokens(ruling, unit)
        event = DifficultTerrainTokenPlaced(
            owner=owner_if_hidden(game, unit), unit=unit, hex=goal, tokens=working[unit]
        )
        ruling.record(event, "HX-MOVE-01", "HX-MOVE-06", *cost_of_move(after, plans[unit]).clauses())


def _hold_back(ruling: Ruling[Game], held: Mapping[str, str]) -> None:
    """HX-STACK-04 Hold those back that would fill a hex beyond its limit; they are shaken."""
    game = ruling.game
    later = game.options.overstack_shaken_from == "next_turn"
    for unit in sorted(held, key=order_of_ids):
        event = MoveOverstacked(owner=owner_if_hidden(game, unit), unit=unit, hex=held[unit])
        ruling.record(event, "HX-STACK-04", "HX-STACK-05")
        make_shaken(ruling, unit, "overstacked", "HX-STACK-04", later=later)


def _move(ruling: Ruling[Game], after: Game, plans: Mapping[str, Plan], verdict: ResolvedMoves) -> tuple[str, ...]:
    """HX-STACK-06, HX-RETREAT-10 Move those that nobody meets; who has to fight for its goal stays where it was."""
    game, fighting = ruling.game, verdict.fighting()
    moved = []
    for unit in sorted(verdict.entering, key=order_of_ids):
        plan = plans[unit]
        if unit not in fighting:
            move(ruling, unit, plan.goal, WAY_OF_MOVE[plan.move], plan.clause, *_price_clauses(after, plan))
            moved.append(unit)
        elif game.units[unit].difficult_hex != plan.goal:
            lose_tokens(ruling, unit)
    return tuple(moved)


def _price_clauses(after: Game, plan: Plan) -> tuple[str, ...]:
    price = cost_of_move(after, plan)
    return ("HX-MOVE-02", *price.clauses()) if price.total > 1 else ()


def _carry_out_later_codes(ruling: Ruling[Game], plans: Mapping[str, Plan], fighting: Iterable[str]) -> None:
    """HX-STACK-06 Carry the codes out that stand behind a move; who can neither land nor take off leaves that out."""
    grounded = _grounded(ruling.game, plans, tuple(fighting))
    for plan in plans.values():
        for change in plan.after:
            if plan.unit in grounded and _shift_speed(ruling.game, plan.unit, change) is not None:
                _refuse_shift(ruling, plan.unit, change)
            else:
                carry_out(ruling, plan.unit, change)


def _shift_speed(game: Game, unit: str, change: Change) -> bool | None:
    return shift_of(game.sheets[unit], game.units[unit].speed, change.speed) if change.speed else None


def _grounded(game: Game, plans: Mapping[str, Plan], fighting: tuple[str, ...]) -> tuple[str, ...]:
    """HX-ORDERS-37 List who finds no room where it wants to land or take off after its move, and who has to fight."""
    shifting: dict[str, bool] = {}
    for plan in plans.values():
        for change in plan.after:
            shift = _shift_speed(game, plan.unit, change)
            if shift is not None:
                shifting.setdefault(plan.unit, shift)
    return (*without_room(game, shifting.items()), *(unit for unit in shifting if unit in fighting))


def _refuse_shift(ruling: Ruling[Game], unit: str, change: Change) -> None:
    flying = flies_at(ruling.game.sheets[unit], change.speed)
    reason = "no-room-to-fly" if flying else "no-room-to-land"
    due_orders.replace_order(
        ruling,
        unit,
        "movement",
        number_of_step(ruling.game),
        str(change.code),
        NOTHING,
        reason,
        "HX-ORDERS-34",
        "HX-ORDERS-37",
    )


def _show(ruling: Ruling[Game], moved: Iterable[str]) -> None:
    """HX-GUNNERY-21 At the end of the movement, turn hidden units face up that entered a hex in an enemy's sight."""
    game = ruling.game
    hidden = [game.units[unit] for unit in moved if game.units[unit].hidden]
    seen = [
        row.id for row in hidden if any(_watches(game, enemy, row) for enemy in on_board(game, other_seat(row.seat)))
    ]
    for unit in seen:
        revealing.reveal(ruling, unit, "moved", "HX-GUNNERY-21")


def _watches(game: Game, enemy: Unit, row: Unit) -> bool:
    """HX-GAP-09 Tell whether an enemy sees who moved; a token sees from the ground, or it would show that it flies."""
    if not enemy.hidden:
        return sees(game, enemy.id, row.id)
    return line_of_sight(game, enemy.hex, height_of_hex(game, enemy.hex), row.hex, height_of_unit(game, row.id))


PART = Part(
    handlers=handlers(resolve_movement),
    windows=windows(
        table_step("movement", "HX-STACK-06", ResolveMovement), WindowKind("carrying", "HX-ASSAULT-07", on_close=_go_on)
    ),
)
