"""Whom a unit may meet in a movement step, as far as its side can tell (HX-CHOICE-02, HX-GAP-09)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.board_hexes import distance
from adjudicator.rulesets.hex_orders.model.rows import Choice, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, flies_at, on_board, other_seat
from adjudicator.rulesets.hex_orders.rules.movement.move_resolution import can_enter, fighting_layer
from adjudicator.rulesets.hex_orders.rules.orders.movement_codes import (
    OpenPart,
    Plan,
    after_early_changes,
    open_part_of,
    parts_of,
    plan_of,
)

AMONG_FRIENDS = ("Follow", "Flee")
MEETING = 2
"""From farther off no two units meet in a movement step, for each of them goes one hex at most (HX-GAP-02)."""

# -- what nobody else can tell


def hangs_on_hidden_friends(game: Game, row: Unit) -> bool:
    """HX-GAP-09 Tell whether what an open unit can do hangs on what its hidden friends are.

    So it is for a leader, for room in a hex and for landing. Then neither what it chooses from, nor that it has a
    choice at all, may be told before it moves.
    """
    if row.hidden or not any(item.hidden for item in on_board(game, row.seat)):
        return False
    sheet = game.sheets[row.id]
    mixed = len({flies_at(sheet, speed.speed) for speed in sheet.speeds}) > 1
    found = (code.name for part in parts_of(game, row.id) for code in order_codes.read_codes(part))
    return any(name in AMONG_FRIENDS or (mixed and name in order_codes.SPEEDS) for name in found)


def hanging_on_hidden_friends(game: Game, seat: Party, nation: str = "") -> tuple[str, ...]:
    """List a seat's open units whose choices hang on hidden friends, by id."""
    rows = (row for row in on_board(game, seat) if nation in ("", game.sheets[row.id].nation))
    return tuple(row.id for row in rows if hangs_on_hidden_friends(game, row))


# -- who may meet whom


class ExpectedEnemy(NamedTuple):
    """An enemy as the chooser expects it: where it is and where it will be; hidden ones stay as far as he knows."""

    unit: str
    at: str
    to: tuple[str, ...]
    layer: bool


def expected_enemies(game: Game, seat: Party) -> tuple[ExpectedEnemy, ...]:
    """HX-CHOICE-04 List a seat's enemies with what they do by their orders and by the choices made so far."""
    return tuple(ExpectedEnemy(row.id, row.hex, *_next(game, row)) for row in on_board(game, other_seat(seat)))


def _next(game: Game, row: Unit) -> tuple[tuple[str, ...], bool]:
    if row.hidden:
        return (row.hex,), False
    enemy_plans = game.choices.get(row.id)
    if hangs_on_hidden_friends(game, row):
        return (enemy_plans.hex or row.hex if enemy_plans else row.hex,), fighting_layer(game, row.id)
    found = open_part_of(game, row.id)
    waits = found.is_open() or (found.enemy and len(found.destinations) > 1)
    if waits and not (enemy_plans and (enemy_plans.facing or enemy_plans.hex)):
        return (row.hex,), fighting_layer(game, row.id)
    plan = plan_of(game, row.id, enemy_plans)
    goal = plan.goal if can_enter(game, plan) else row.hex
    return (goal,), fighting_layer(after_early_changes(game, (plan,)), row.id)


def imaginable_enemies(game: Game, seat: Party, near: Collection[str]) -> tuple[ExpectedEnemy, ...]:
    """HX-CHOICE-02 List a seat's enemies with every hex that their orders may lead to, for all that the seat knows.

    Those are left out that can not be met from one of the hexes `near`.
    """
    enemies = on_board(game, other_seat(seat))
    return tuple(_imaginable(game, row) for row in enemies if any(distance(row.hex, name) <= MEETING for name in near))


def _imaginable(game: Game, row: Unit) -> ExpectedEnemy:
    if row.hidden or hangs_on_hidden_friends(game, row):
        near = tuple(name for name in game.hexes if distance(name, row.hex) <= 1)
        return ExpectedEnemy(row.id, row.hex, near, layer=not row.hidden and fighting_layer(game, row.id))
    found = tuple(plans_of_answers(game, row.id, open_part_of(game, row.id)))
    goals = tuple(plan.goal for plan in found if plan.goal)
    return ExpectedEnemy(
        row.id, row.hex, (row.hex, *goals), fighting_layer(after_early_changes(game, found[:1]), row.id)
    )


def plans_of_answers(game: Game, unit: str, found: OpenPart) -> Iterable[Plan]:
    """Give the plan of every answer that a part leaves open."""
    return (plan_of(game, unit, Choice(unit, facing=facing, hex=where)) for facing, where in found.answers())


def plan_meets_enemy(game: Game, plan: Plan, enemies: Sequence[ExpectedEnemy]) -> bool:
    """HX-CHOICE-02 Tell whether a plan leads into an assault, for all that is known of the enemies."""
    if not can_enter(game, plan):
        return False
    here, layer = game.units[plan.unit].hex, fighting_layer(after_early_changes(game, (plan,)), plan.unit)
    return any(
        enemy.layer == layer and (plan.goal in enemy.to or (plan.goal == enemy.at and here in enemy.to))
        for enemy in enemies
    )


def plan_may_meet_enemy(game: Game, seat: Party) -> tuple[str, ...]:
    """HX-CHOICE-02 List a seat's units whose open choice could take them into an assault, by id."""
    places = [row.hex for row in on_board(game, other_seat(seat))]
    near = (row for row in on_board(game, seat) if any(distance(row.hex, name) <= MEETING for name in places))
    found = [(row, open_part_of(game, row.id)) for row in near]
    choosing = [(row, item) for row, item in found if item.is_open()]
    enemies = imaginable_enemies(game, seat, [row.hex for row, _ in choosing])
    return tuple(
        row.id
        for row, item in choosing
        if any(plan_meets_enemy(game, plan, enemies) for plan in plans_of_answers(game, row.id, item))
    )
