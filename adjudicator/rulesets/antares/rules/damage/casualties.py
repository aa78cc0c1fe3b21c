"""Losses: models that are removed, units that are destroyed or break, and what goes with them (AN-RESIST, AN-BREAK).

Order dice of a unit that is gone leave the game at once (AN-TURNEND-16), and so do its devices.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import (
    BreakDue,
    ModelLost,
    OrderDieLost,
    UnitBroken,
    UnitDestroyed,
    UnitFled,
)
from adjudicator.rulesets.antares.model.special_rules import rules_with
from adjudicator.rulesets.antares.model.state import (
    Game,
    casualties_of,
    has_flag,
    is_on_table,
    is_probe,
    starting_models,
)
from adjudicator.rulesets.antares.rules.shooting import markers
from adjudicator.rulesets.antares.rules.turn import order_dice

CLEARED_FIELDS: Mapping[str, Any] = MappingProxyType(
    {
        "order": "",
        "down_without_die": False,
        "retained_run": False,
        "die_kept": False,
        "break_triggers": (),
        "break_test_count": 0,
    }
)
DAMAGE = "damage"

# -- break tests that become due


def is_exempt(game: Game, unit: str) -> bool:
    """AN-BREAK-01 AN-BREAK-02 Tell whether nothing but damage makes a unit test: a probe, or one with a chart."""
    return is_probe(game, unit) or has_flag(game, unit, "uses_damage_chart")


def half_lost(game: Game, unit: str, more: int = 0) -> bool:
    """AN-GEN-06 Tell whether half or more of a unit's starting models are casualties, with so many more."""
    return 2 * (casualties_of(game, unit) + more) >= starting_models(game, unit)


def require_break_test(ruling: Ruling[Game], unit: str, trigger: str, *clauses: str, count: int = 1) -> None:
    """AN-BREAK-09 Let a break test become due, if the unit takes one for this (AN-BREAK-01, AN-BREAK-02).

    `trigger` is as in BreakDue; `count` tests are due where each casualty counts.
    """
    game = ruling.game
    if not is_probe(game, unit) and (trigger == DAMAGE or not is_exempt(game, unit)):
        ruling.record(BreakDue(unit=unit, trigger=trigger, count=count), *clauses)


# -- losing


def lose_models(ruling: Ruling[Game], unit: str, models: tuple[str, ...], cause: str, *clauses: str) -> None:
    """AN-RESIST-07 Remove models of a unit; destroy it with its last one, or let it test for what it lost.

    `cause` is as in ModelLost.
    """
    if not models:
        return
    before = half_lost(ruling.game, unit)
    for model in models:
        ruling.record(ModelLost(model=model, cause=cause), *clauses)
    if not ruling.game.units[unit].models:
        destroy(ruling, unit, "damage" if cause == "damage" else "losses", "AN-RESIST-07")
        return
    _due_for_losses(ruling, unit, len(models), before=before)


def lose_model(ruling: Ruling[Game], model: str, cause: str, *clauses: str) -> None:
    """AN-RESIST-07 Remove one model, as lose_models does."""
    lose_models(ruling, ruling.game.models[model].unit, (model,), cause, *clauses)


def _due_for_losses(ruling: Ruling[Game], unit: str, lost: int, *, before: bool) -> None:
    game = ruling.game
    if any(True for _ in rules_with(game, unit, "break_test_on_casualty")):
        require_break_test(ruling, unit, "rule", "AN-BREAK-09")
    if is_exempt(game, unit) or not half_lost(game, unit):
        return
    if before:
        one_by_one = game.options.break_test_per_casualty
        require_break_test(ruling, unit, "casualty", "AN-BREAK-07", count=lost if one_by_one else 1)
    else:
        require_break_test(ruling, unit, "half", "AN-BREAK-06", "AN-GEN-06")


def destroy(ruling: Ruling[Game], unit: str, cause: str, *clauses: str) -> None:
    """AN-TURNEND-16 Destroy a unit: its models, dice and devices leave the game. `cause`: "losses" or "damage"."""
    ruling.record(UnitDestroyed(unit=unit, cause=cause), *clauses)
    _leave(ruling, unit, "destroyed")


def break_unit(ruling: Ruling[Game], unit: str, cause: str, *clauses: str) -> None:
    """AN-BREAK-05 Let a unit break: it leaves as if destroyed, or flees by the option. `cause`: "automatic", "test"."""
    flees = ruling.game.options.broken_units_flee
    ruling.record(UnitBroken(unit=unit, cause=cause, flees=flees), *clauses, "AN-BREAK-05")
    _leave(ruling, unit, "broken", stays=flees)


def _leave(ruling: Ruling[Game], unit: str, cause: str, *, stays: bool = False) -> None:
    lose_dice(ruling, unit, ruling.game.units[unit].dice, cause, "AN-TURNEND-16", "AN-WIN-02")
    if not stays:
        markers.remove_of(ruling, unit, "AN-TURNEND-16")


def let_flee(ruling: Ruling[Game], *clauses: str) -> None:
    """AN-BREAK-05 Take units that flee off the table, by id: they have had the rest of the turn to get away."""
    for row in [unit for unit in ruling.game.units.values() if unit.fleeing and is_on_table(ruling.game, unit.id)]:
        ruling.record(UnitFled(unit=row.id), "AN-BREAK-05", *clauses)
        markers.remove_of(ruling, row.id, "AN-BREAK-05")


def lose_dice(ruling: Ruling[Game], unit: str, dice: int, cause: str, *clauses: str) -> None:
    """AN-TURNEND-16 AN-DMG-12 Take dice of a unit out of the game: unused ones from the bag first."""
    if dice > 0:
        from_bag = min(dice, order_dice.dice_in_bag(ruling.game, unit))
        ruling.record(OrderDieLost(unit=unit, from_bag=from_bag, dice=dice, cause=cause), *clauses)


# -- reducers


def model_lost(game: Game, event: ModelLost) -> None:
    """Take the model off the table."""
    model = game.models.pop(event.model)
    row = game.units[model.unit]
    models = tuple(item for item in row.models if item != event.model)
    game.units[model.unit] = replace(row, models=models, recent_losses=row.recent_losses + 1)
    outcome = game.volley_results.get(model.unit)
    if outcome is not None:
        rolls = tuple(roll for roll in outcome.damage_rolls if roll[1] != event.model)
        game.volley_results[model.unit] = replace(outcome, damage_rolls=rolls)


def unit_destroyed(game: Game, event: UnitDestroyed) -> None:
    """Take the unit off the table."""
    _take_off_table(game, event.unit, "destroyed")


def unit_broken(game: Game, event: UnitBroken) -> None:
    """Take the unit off the table, or let it flee."""
    if event.flees:
        row = game.units[event.unit]
        game.units[event.unit] = replace(row, fleeing=True, **CLEARED_FIELDS)
    else:
        _take_off_table(game, event.unit, "broken")


def _take_off_table(game: Game, unit: str, place: str) -> None:
    row = game.units[unit]
    for model in row.models:
        game.models.pop(model, None)
    game.units[unit] = replace(row, place=place, models=(), **CLEARED_FIELDS)
    game.hits = {key: hit for key, hit in game.hits.items() if hit.unit != unit}
    outcome = game.volley_results.get(unit)
    if outcome is not None:
        game.volley_results[unit] = replace(outcome, damage_rolls=(), removed_models=())


def unit_fled(game: Game, event: UnitFled) -> None:
    """Take it off the table."""
    _take_off_table(game, event.unit, "fled")


def order_die_lost(game: Game, event: OrderDieLost) -> None:
    """Take dice from the unit and from the bag, and count them."""
    row = game.units[event.unit]
    hand = max(0, row.unused_dice - event.from_bag) if is_on_table(game, event.unit) and not row.fleeing else 0
    left = row.dice - event.dice
    game.units[event.unit] = replace(row, dice=left, unused_dice=min(hand, left))
    order_dice.move_bag(game, row.seat, -event.from_bag)
    side = game.sides[row.seat]
    game.sides[row.seat] = replace(side, dice_lost=side.dice_lost + event.dice)


def break_due(game: Game, event: BreakDue) -> None:
    """Note what the unit has to test for: one test, or as many as each casualty calls for."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(
        row,
        break_triggers=(*row.break_triggers, event.trigger),
        break_test_count=max(row.break_test_count, event.count),
    )


PART = Part(reducers=reducers(model_lost, unit_destroyed, unit_broken, unit_fled, order_die_lost, break_due))
