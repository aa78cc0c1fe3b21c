"""A movement step: what is ordered happens to all units at once, to a fixed point (HX-TURN-04, HX-STACK-06)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from adjudicator.kernel.parties import EVERYONE, TABLE
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.windows import Asks, Window, table_step, windows
from adjudicator.rulesets.hex_orders import choices, contested, effects, fights, orders, retreats, sinking, spotting
from adjudicator.rulesets.hex_orders.messages import (
    DifficultTerrainTokenPlaced,
    DifficultTerrainTokensLost,
    MoveOverstacked,
    OrderReplacedByDefault,
    ResolveMovement,
    SpeedChanged,
    UnitLanded,
    UnitMoved,
    UnitRotated,
    UnitTookOff,
)
from adjudicator.rulesets.hex_orders.notation import NOTHING, STEERS
from adjudicator.rulesets.hex_orders.rows import Unit
from adjudicator.rulesets.hex_orders.shaken import shake
from adjudicator.rulesets.hex_orders.sight import line_of_sight, sees
from adjudicator.rulesets.hex_orders.stacked import Verdict, judge, price_of
from adjudicator.rulesets.hex_orders.state import Game, flies_at, on_board, order_of_ids, rival, veil
from adjudicator.rulesets.hex_orders.steps import (
    WAYS,
    Change,
    Plan,
    as_planned,
    clause_of,
    may_shift,
    number_of_step,
    plans_of,
)
from adjudicator.rulesets.hex_orders.terrain import height_of_hex, height_of_unit

# -- the course of a step


def begin_movement(ruling: Ruling[Game], number: int) -> None:
    """HX-TURN-04, HX-TURN-11, HX-TURN-12 Ask for what is open in movement step 1, 2 or 3, then let it happen."""
    orders.judge_movement(ruling, number)
    ruling.ask("movement", TABLE)
    ruling.ask("flights")
    ruling.ask("choosing")
    choices.ask_intents(ruling)


def resolve_movement(ruling: Ruling[Game], _command: ResolveMovement) -> None:
    """HX-STACK-06 Judge all moves together and carry them out; exchanges wait until their hex is chosen."""
    window = ruling.window
    if window is not None and window.kind == "sinking":
        sinking.roll_in(ruling, window.about)
        ruling.answered()
        return
    game = ruling.game
    plans = plans_of(game)
    faces = sinking.roll_out(ruling, plans.values())
    verdict = judge(game, plans, tuple(unit for unit, face in faces.items() if sinking.sticks(game, unit, face)))
    ruling.answered()
    if not verdict.swaps:
        _carry_out(ruling, plans, verdict, faces)
        return
    sinking.record(ruling, faces)
    ruling.ask("carrying")
    contested.ask_exchanges(ruling, verdict.swaps)


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """HX-ASSAULT-07 Carry the moves out once it is known where exchanges are fought."""
    start = contested.before_reveals(ruling.game)
    plans = plans_of(start)
    _carry_out(ruling, plans, judge(start, plans, (), contested.chosen_hexes(start)), {})


def _carry_out(ruling: Ruling[Game], plans: Mapping[str, Plan], verdict: Verdict, faces: Mapping[str, int]) -> None:
    after = as_planned(ruling.game.fork(), plans.values())
    for plan in plans.values():
        _replace(ruling, plan)
    for plan in plans.values():
        for change in plan.before:
            _change(ruling, plan.unit, change)
    sinking.record(ruling, faces)
    _work(ruling, after, plans, verdict.working)
    _hold(ruling, verdict.held)
    moved = _move(ruling, after, plans, verdict)
    _afterwards(ruling, plans, verdict.fighting())
    contested.contest(ruling, plans, verdict)
    _show(ruling, moved)
    fights.ask_fear(ruling)
    effects.ask_trigger(ruling, effects.MOVEMENT)
    retreats.begin_before_assault(ruling)
    sinking.ask_sinking(ruling, moved)


# -- what happens to one unit


def _replace(ruling: Ruling[Game], plan: Plan) -> None:
    """HX-ORDERS-34 Tell that something else is carried out than was ordered."""
    if not plan.reason:
        return
    game = ruling.game
    event = OrderReplacedByDefault(
        owner=veil(game, plan.unit), unit=plan.unit, order="movement", part=number_of_step(game),
        ordered=plan.ordered, instead=plan.part, reason=plan.reason,
    )  # fmt: skip
    ruling.record(event, "HX-ORDERS-34", plan.because)


def _change(ruling: Ruling[Game], unit: str, change: Change) -> None:
    """HX-ORDERS-11 Turn a unit or change its speed; who turns in place gives up its way into difficult terrain."""
    game, owner, clause = ruling.game, veil(ruling.game, unit), clause_of(change.code)
    row = game.units[unit]
    if change.facing:
        if change.facing != row.facing:
            event = UnitRotated(owner=owner, unit=unit, facing=change.facing, code=change.code.name)
            ruling.record(event, clause)
        if change.code.name in STEERS:
            lose_tokens(ruling, unit)
        return
    if change.speed != row.speed:
        ruling.record(SpeedChanged(owner=owner, unit=unit, speed=change.speed, cause=str(change.code)), clause)
    _shift(ruling, unit, row.speed)


def _shift(ruling: Ruling[Game], unit: str, before: str) -> None:
    """HX-ORDERS-37 Tell that a unit took off or landed by its change of speed."""
    game, owner = ruling.game, veil(ruling.game, unit)
    sheet, speed = game.sheets[unit], game.units[unit].speed
    if flies_at(sheet, speed) and not flies_at(sheet, before):
        ruling.record(UnitTookOff(owner=owner, unit=unit), "HX-ORDERS-37")
    elif flies_at(sheet, before) and not flies_at(sheet, speed):
        ruling.record(UnitLanded(owner=owner, unit=unit), "HX-ORDERS-37")


def lose_tokens(ruling: Ruling[Game], unit: str) -> None:
    """HX-MOVE-05 Take a unit's difficult-terrain tokens away, if it has any."""
    game = ruling.game
    if game.units[unit].difficult:
        ruling.record(DifficultTerrainTokensLost(owner=veil(game, unit), unit=unit), "HX-MOVE-05")


def _work(ruling: Ruling[Game], after: Game, plans: Mapping[str, Plan], working: Mapping[str, int]) -> None:
    """HX-MOVE-01, HX-MOVE-06 Give tokens to those that work their way into a hex; they stay where they are."""
    game = ruling.game
    for unit in sorted(working, key=order_of_ids):
        goal = plans[unit].goal
        if game.units[unit].difficult_hex != goal:
            lose_tokens(ruling, unit)
        event = DifficultTerrainTokenPlaced(owner=veil(game, unit), unit=unit, hex=goal, tokens=working[unit])
        ruling.record(event, "HX-MOVE-01", "HX-MOVE-06", *price_of(after, plans[unit]).clauses())


def _hold(ruling: Ruling[Game], held: Mapping[str, str]) -> None:
    """HX-STACK-04 Hold those back that would fill a hex beyond its limit; they are shaken."""
    game = ruling.game
    later = game.how.overstack_shaken_from == "next_turn"
    for unit in sorted(held, key=order_of_ids):
        event = MoveOverstacked(owner=veil(game, unit), unit=unit, hex=held[unit])
        ruling.record(event, "HX-STACK-04", "HX-STACK-05")
        shake(ruling, unit, "overstacked", "HX-STACK-04", later=later)


def _move(ruling: Ruling[Game], after: Game, plans: Mapping[str, Plan], verdict: Verdict) -> tuple[str, ...]:
    """HX-STACK-06, HX-RETREAT-10 Move those that nobody meets; who has to fight for its goal stays where it was."""
    game, fighting = ruling.game, verdict.fighting()
    moved = []
    for unit in sorted(verdict.entering, key=order_of_ids):
        plan = plans[unit]
        if unit not in fighting:
            move(ruling, unit, plan.goal, WAYS[plan.move], plan.clause, *_price_clauses(after, plan))
            moved.append(unit)
        elif game.units[unit].difficult_hex != plan.goal:
            lose_tokens(ruling, unit)
    return tuple(moved)


def _price_clauses(after: Game, plan: Plan) -> tuple[str, ...]:
    price = price_of(after, plan)
    return ("HX-MOVE-02", *price.clauses()) if price.total > 1 else ()


def move(ruling: Ruling[Game], unit: str, goal: str, way: str, *because: str) -> None:
    """Put a unit into another hex; why stays with its owner while it is hidden (HX-GAP-09)."""
    owner = veil(ruling.game, unit)
    event = UnitMoved(unit=unit, origin=ruling.game.units[unit].hex, hex=goal, owner=owner, way=way)
    ruling.record(event, "HX-STACK-06", *(because if owner == EVERYONE else ()))


def _afterwards(ruling: Ruling[Game], plans: Mapping[str, Plan], fighting: Iterable[str]) -> None:
    """HX-STACK-06 Carry the codes out that stand behind a move; who can neither land nor take off leaves that out."""
    grounded = _grounded(ruling.game, plans, tuple(fighting))
    for plan in plans.values():
        for change in plan.after:
            if plan.unit in grounded and change.speed and _shifts(ruling.game, plan.unit, change):
                _refuse_shift(ruling, plan.unit, change)
            else:
                _change(ruling, plan.unit, change)


def _shifts(game: Game, unit: str, change: Change) -> bool:
    sheet = game.sheets[unit]
    return flies_at(sheet, change.speed) != flies_at(sheet, game.units[unit].speed)


def _grounded(game: Game, plans: Mapping[str, Plan], fighting: tuple[str, ...]) -> tuple[str, ...]:
    """HX-ORDERS-37 List who finds no room where it wants to land or take off after its move, and who has to fight."""
    joint: dict[tuple[str, int, bool], list[str]] = {}
    for plan in plans.values():
        change = next((each for each in plan.after if each.speed and _shifts(game, plan.unit, each)), None)
        if change is not None:
            row = game.units[plan.unit]
            joint.setdefault((row.hex, row.seat, flies_at(game.sheets[row.id], change.speed)), []).append(row.id)
    lost = [unit for (name, _, flying), units in joint.items()
            if not may_shift(game, tuple(units), name, flying=flying) for unit in units]  # fmt: skip
    return (*lost, *(unit for units in joint.values() for unit in units if unit in fighting))


def _refuse_shift(ruling: Ruling[Game], unit: str, change: Change) -> None:
    game = ruling.game
    event = OrderReplacedByDefault(
        owner=veil(game, unit), unit=unit, order="movement", part=number_of_step(game), ordered=str(change.code),
        instead=NOTHING, reason="no-room-to-fly" if flies_at(game.sheets[unit], change.speed) else "no-room-to-land",
    )  # fmt: skip
    ruling.record(event, "HX-ORDERS-34", "HX-ORDERS-37")


def _show(ruling: Ruling[Game], moved: Iterable[str]) -> None:
    """HX-GUNNERY-21 At the end of the movement, turn hidden units face up that entered a hex in an enemy's sight."""
    game = ruling.game
    hidden = [game.units[unit] for unit in moved if game.units[unit].hidden]
    seen = [row.id for row in hidden if any(_watches(game, enemy, row) for enemy in on_board(game, rival(row.seat)))]
    for unit in seen:
        spotting.reveal(ruling, unit, "moved", "HX-GUNNERY-21")


def _watches(game: Game, enemy: Unit, row: Unit) -> bool:
    """HX-GAP-09 Tell whether an enemy sees who moved; a token sees from the ground, or it would show that it flies."""
    if not enemy.hidden:
        return sees(game, enemy.id, row.id)
    return line_of_sight(game, enemy.hex, height_of_hex(game, enemy.hex), row.hex, height_of_unit(game, row.id))


# -- reducers


def speed_changed(game: Game, event: SpeedChanged) -> None:
    """It has another speed from now on."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], speed=event.speed or "")


def unit_rotated(game: Game, event: UnitRotated) -> None:
    """It faces another side."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], facing=event.facing or "")


def unit_took_off(_game: Game, _event: UnitTookOff) -> None:
    """Change nothing: its speed says that it flies."""


def unit_landed(_game: Game, _event: UnitLanded) -> None:
    """Change nothing: its speed says that it is on the ground."""


def difficult_terrain_token_placed(game: Game, event: DifficultTerrainTokenPlaced) -> None:
    """It works its way into a hex."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], difficult_hex=event.hex or "", difficult=event.tokens or 0)


def difficult_terrain_tokens_lost(game: Game, event: DifficultTerrainTokensLost) -> None:
    """It has no tokens any more."""
    unit = event.unit or ""
    game.units[unit] = replace(game.units[unit], difficult_hex="", difficult=0)


def unit_moved(game: Game, event: UnitMoved) -> None:
    """HX-MOVE-02 It is in another hex and has no tokens any more."""
    row = effects.moved(game, game.units[event.unit], event.hex)
    game.units[event.unit] = replace(row, difficult_hex="", difficult=0)


def move_overstacked(_game: Game, _event: MoveOverstacked) -> None:
    """Change nothing: it stays where it is."""


# -- what may be said


CLAUSES = clauses(resolve_movement)
REDUCERS = reducers(
    speed_changed, unit_rotated, unit_took_off, unit_landed, difficult_terrain_token_placed,
    difficult_terrain_tokens_lost, unit_moved, move_overstacked,
)  # fmt: skip
WINDOWS = windows(
    table_step("movement", "HX-STACK-06", ResolveMovement),
    Asks("carrying", "HX-ASSAULT-07", then=_go_on),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "begin_movement", "lose_tokens", "move", "resolve_movement"]
