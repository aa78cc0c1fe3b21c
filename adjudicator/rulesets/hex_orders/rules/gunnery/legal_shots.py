"""What may be fired at what: models, weapons that are ready, legal targets, aims (HX-GUNNERY-18)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import board_hexes, terrain
from adjudicator.rulesets.hex_orders.model.messages import Load, Weapon
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, alive, model_of, on_board, other_seat, weapon_of
from adjudicator.rulesets.hex_orders.model.subjects import ChoosingSubject
from adjudicator.rulesets.hex_orders.rules.board import line_of_sight
from adjudicator.rulesets.hex_orders.rules.gunnery import lines_of_fire, to_hit
from adjudicator.rulesets.hex_orders.rules.gunnery.fire_orders import (
    fired_by_order,
    hidden_at_start,
    holding_models,
    order_to_fire_under,
)

ENOUGH = 2


# -- who


def own_unit(ruling: Ruling[Game], unit: str, path: str = "unit") -> Unit:
    """HX-GAP-04 HX-ORDERS-04 Find a unit of the own team on the board."""
    row = ruling.find(ruling.game.units, unit, path)
    ruling.require(row.seat == ruling.actor, "HX-GAP-04", "not-your-unit", path, unit=unit)
    ruling.require(not row.out, "HX-ORDERS-04", "unit-is-gone", path, unit=unit)
    nation = ruling.game.sheets[unit].nation
    asked = ruling.subject(ChoosingSubject).nation
    ruling.require(asked in ("", nation), "HX-CHOICE-05", "other-nation", path, unit=unit, nation=nation)
    return row


def own_weapon(ruling: Ruling[Game], row: Unit, weapon: str) -> Weapon:
    """Find a weapon of a base."""
    found = weapon_named(ruling.game, row, weapon)
    if isinstance(found, Fault):
        ruling.reject(found.clause, found.reason, found.path, **dict(found.facts))
    return found


def weapon_named(game: Game, row: Unit, weapon: str) -> Weapon | Fault:
    """HX-ARMY-20 Find a weapon of a base, or say that it has none of this name."""
    facts = (("unit", row.id), ("weapon", weapon))
    return weapon_of(game.sheets[row.id], weapon) or Fault("HX-ARMY-20", "no-such-weapon", "weapon", facts)


def models_with_weapon(game: Game, unit: str, weapon: Weapon) -> tuple[int, ...]:
    """HX-ARMY-20 List the alive models that have a weapon."""
    return tuple(number for number in alive(game, unit) if weapon.id in model_of(game, unit, number).weapons)


def is_shared(game: Game, unit: str, weapon: Weapon) -> bool:
    """HX-ARMY-18 Tell whether it is the base's unit-base weapon."""
    return weapon.id == game.sheets[unit].base_weapon


def fault_of_models(game: Game, row: Unit, weapon: Weapon, models: Sequence[int]) -> Fault | None:
    """HX-ARMY-20 HX-ARMY-25 Say why models, or without models the base, have not got a weapon; None where they have."""
    facts: tuple[tuple[str, int | str], ...] = (("unit", row.id), ("weapon", weapon.id))
    if is_shared(game, row.id, weapon) != (not models):
        return Fault("HX-ARMY-25", "models-or-base", "", facts)
    if len(set(models)) < len(models):
        return Fault("HX-ARMY-20", "model-twice", "", facts)
    able = models_with_weapon(game, row.id, weapon)
    for model in models:
        if model not in alive(game, row.id):
            return Fault("HX-ARMY-20", "no-such-model", "", (("unit", row.id), ("model", model)))
        if model not in able:
            return Fault("HX-ARMY-20", "model-without-weapon", "", (*facts, ("model", model)))
    return None


def check_models(ruling: Ruling[Game], row: Unit, weapon: Weapon, models: Sequence[int], path: str) -> None:
    """HX-ARMY-20 Let models fire that are alive, have the weapon and do not hold; none for the unit-base weapon."""
    game = ruling.game
    fault = fault_of_models(game, row, weapon, models)
    if fault is not None:
        ruling.reject(fault.clause, fault.reason, path, **dict(fault.facts))
    waiting = holding_models(game, row.id)
    for model in models:
        ruling.require(model not in waiting, "HX-FIRE-01", "model-holds", path, unit=row.id, model=model)
    all_hold = not models and set(alive(game, row.id)) <= set(waiting)
    ruling.require(not all_hold, "HX-FIRE-01", "all-hold", path, unit=row.id)


# -- with what


def count_in(rows: Sequence[Load], weapon: str) -> int:
    """Read the count of a weapon's load tokens, or uses."""
    return next((row.count for row in rows if row.weapon == weapon), 0)


def load_needed(weapon: Weapon) -> int:
    """HX-GUNNERY-12 HX-ABILITIES-14 Count the load tokens that firing takes; none for what is always loaded."""
    return 0 if weapon.always_loaded else max(1, weapon.burst)


def fault_of_weapon(game: Game, row: Unit, weapon: Weapon, *, already_fired: bool = False) -> Fault | None:
    """Say why a weapon can not be fired now; None where it can.

    `already_fired` says that it was fired under this Fire order already, by other models: load and use are paid for.
    """
    fault = fault_but_for_load(game, row, weapon, already_fired=already_fired)
    if fault is not None or already_fired or count_in(row.loads, weapon.id) >= load_needed(weapon):
        return fault
    return Fault("HX-ABILITIES-14", "burst-not-full") if weapon.burst > 0 else Fault("HX-GUNNERY-12", "not-loaded")


def fault_but_for_load(game: Game, row: Unit, weapon: Weapon, *, already_fired: bool = False) -> Fault | None:
    """Say why a weapon could not be fired now if it were loaded; None where it could."""
    spent = weapon.limited_ammo and count_in(row.uses, weapon.id) >= weapon.limited_ammo
    few = is_shared(game, row.id, weapon) and len(alive(game, row.id)) < ENOUGH
    faults = (
        (weapon.id in row.lost_weapons, "HX-DTABLE-09", "weapon-is-lost"),
        (weapon.speeds and row.speed not in weapon.speeds, "HX-GUNNERY-10", "wrong-speed"),
        (few, "HX-ARMY-27", "too-few-models"),
        (spent and not already_fired, "HX-ABILITIES-16", "out-of-ammunition"),
    )
    return next((Fault(clause, reason) for applies, clause, reason in faults if applies), None)


def weapons_of(game: Game, unit: str) -> tuple[Weapon, ...]:
    """List the weapons that a base has somebody to fire with."""
    return tuple(
        weapon
        for weapon in game.sheets[unit].weapons
        if is_shared(game, unit, weapon) or models_with_weapon(game, unit, weapon)
    )


def weapons_ready(game: Game, row: Unit) -> tuple[Weapon, ...]:
    """List the weapons that a base could fire now, if it had a target."""
    return tuple(weapon for weapon in weapons_of(game, row.id) if fault_of_weapon(game, row, weapon) is None)


# -- at what


def fault_of_target(game: Game, row: Unit, weapon: Weapon, target: Unit, gun: str = "") -> Fault | None:
    """HX-GUNNERY-18 HX-TURN-24 Say why a unit may not be fired at; None where it may."""
    if target.out:
        return Fault("HX-TURN-24", "target-is-gone")
    if target.seat == row.seat:
        return Fault("HX-GUNNERY-18", "friendly-target")
    if target.hidden:
        return Fault("HX-GUNNERY-20", "hidden-target")
    if target.id in hidden_at_start(game):
        return Fault("HX-TURN-22", "revealed-too-late")
    fault = fault_of_line(game, row, weapon, target.hex, gun)
    if fault is None and not line_of_sight.sees(game, row.id, target.id):
        return Fault("HX-GUNNERY-18", "no-line-of-sight")
    return fault


def fault_of_line(game: Game, row: Unit, weapon: Weapon, where: str, gun: str = "", side: str = "") -> Fault | None:
    """HX-FIRE-20 HX-ANGLES-05 Say why a hex is out of range or field of fire; None where it is not."""
    if board_hexes.distance(row.hex, where) > to_hit.longest_range(weapon):
        return Fault("HX-FIRE-20", "out-of-range")
    if side and side not in lines_of_fire.exits(row.hex, where):
        return Fault("HX-FIRE-33", "not-a-way-out")
    if to_hit.best_departure(game, row, weapon, where, gun, side) is None:
        return Fault("HX-FIXED-01", "outside-gun") if gun else Fault("HX-ANGLES-05", "outside-arc")
    return None


def fault_of_token(game: Game, row: Unit, weapon: Weapon, token: Unit) -> Fault | None:
    """HX-GUNNERY-20 Say why a token may not be spotted; None where it may. Nothing but its hex is looked at."""
    if token.out or token.seat == row.seat or not token.hidden:
        return Fault("HX-GUNNERY-19", "not-a-token")
    fault = fault_of_line(game, row, weapon, token.hex)
    if fault is None and not line_of_sight.sees_hex(game, row.id, token.hex):
        return Fault("HX-GUNNERY-20", "no-line-of-sight")
    return fault


def targets_of(game: Game, row: Unit, weapon: Weapon, gun: str = "") -> tuple[str, ...]:
    """HX-GUNNERY-18 List the units that a weapon may be fired at now."""
    return tuple(_targets(game, row, weapon, gun))


def has_target(game: Game, row: Unit, weapon: Weapon, gun: str = "") -> bool:
    """HX-GUNNERY-18 Tell whether there is a unit that a weapon may be fired at now."""
    return next(_targets(game, row, weapon, gun), None) is not None


def _targets(game: Game, row: Unit, weapon: Weapon, gun: str) -> Iterator[str]:
    enemies = on_board(game, other_seat(row.seat))
    return (enemy.id for enemy in enemies if fault_of_target(game, row, weapon, enemy, gun) is None)


# -- aim


def aim_hex(game: Game, row: Unit, weapon: str, models: Sequence[int]) -> str:
    """HX-GUNNERY-15 HX-GUNNERY-16 Say from where an aim was taken that may be used now; "" without one.

    An aim that was used under the same Fire order covers its other shots too.
    """
    if row.aim is not None:
        return row.aim.hex if game.turn <= row.aim.turn + 1 else ""
    found = fired_by_order(game, row.id)
    at = order_to_fire_under(found, weapon, models)
    same = [name for name, _ in found[at]] if at is not None else []
    used = (item for item in game.declared.values() if item.unit == row.id and item.weapon in same and item.aim_hex)
    return next((item.aim_hex for item in used), "")


def aim_holds(game: Game, place: str, target: Unit) -> bool:
    """HX-GUNNERY-17 Tell whether a target is in sight of the hex from which the aim was taken."""
    height = terrain.height_of_unit(game, target.id)
    return bool(place) and line_of_sight.line_of_sight(
        game, place, terrain.height_of_hex(game, place), target.hex, height
    )


def aim_holds_hex(game: Game, place: str, where: str) -> bool:
    """HX-GUNNERY-17 Tell whether the ground of a hex is in sight of the hex from which the aim was taken."""
    return bool(place) and line_of_sight.sees_from(game, place, terrain.height_of_hex(game, place), where)


def fault_of_aim(place: str, *, aimed: bool) -> Fault | None:
    """HX-GUNNERY-15 HX-GUNNERY-17 Say why an aim can not be used that was taken at a place; None where it can."""
    if not place:
        return Fault("HX-GUNNERY-15", "no-aim")
    return None if aimed else Fault("HX-GUNNERY-17", "aim-not-from-there")


def enemies_in(game: Game, seat: Party, where: str) -> tuple[Unit, ...]:
    """HX-AREA-07 List the enemies in a hex, hidden and flying ones too."""
    return tuple(row for row in on_board(game, other_seat(seat)) if row.hex == where)
