"""What may be fired at what: gunnery parts of the step, weapons that are ready, legal targets (HX-GUNNERY-18)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruling import Ruling
from adjudicator.rulesets.hex_orders import grid, hits, lines_of_fire, notation, orders, sight, terrain
from adjudicator.rulesets.hex_orders.messages import Load, Weapon
from adjudicator.rulesets.hex_orders.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.state import Game, alive, model_of, on_board, order_of_ids, weapon_of

FIRE, LOAD, AIM = "Fire", "Load", "Aim"
END = "gunnery_end"
FIRED = ("shots", "area", "effect")
ENOUGH = 2
# why something is not allowed: the clause and the reason
Fault: TypeAlias = tuple[str, str]
# what was fired under one Fire order: each weapon with its models, without models the unit-base weapon
Bucket: TypeAlias = list[tuple[str, tuple[int, ...]]]

# -- the step


def step_number(game: Game) -> int:
    """HX-GUNNERY-01 Give the number of the gunnery step, 1 or 2."""
    return 2 if game.step == "gunnery_2" else 1


def parts_of(game: Game, unit: str) -> tuple[str, ...]:
    """Name the actions of a unit in this gunnery step, one for each gunnery order, as they were judged."""
    return tuple(notation.action(each).name for each in orders.gunnery_parts(game, unit, step_number(game)))


def hidden_at_start(game: Game) -> tuple[str, ...]:
    """HX-TURN-22 List the units that were hidden when the gunnery step began."""
    began = next((window for window in game.stack if window.kind == END), None)
    return began.about if began is not None else hidden_now(game)


def hidden_now(game: Game) -> tuple[str, ...]:
    """List the tokens on the board, by id."""
    return tuple(each.id for each in on_board(game) if each.hidden)


def next_number(game: Game) -> int:
    """Number what is declared next in the open; what hidden units do is numbered apart, so that it tells nothing."""
    public = (each for each in game.declared.values() if each.id.startswith("s"))
    return 1 + sum(len(each.shots) or 1 for each in public)


def in_order(game: Game) -> list[Declared]:
    """HX-TURN-22 List what was declared by unit, then as it was declared, whichever side was asked first."""
    rows = (each for each in game.declared.values() if each.kind != "held")
    return sorted(rows, key=lambda each: (order_of_ids(each.unit), int(each.id.removeprefix("s").split(".")[-1])))


# -- who


def own_unit(ruling: Ruling[Game], unit: str, path: str = "unit") -> Unit:
    """Find an own unit on the board that this window is about."""
    row = ruling.find(ruling.game.units, unit, path)
    ruling.require(row.seat == ruling.actor, "HX-GAP-06", "not-your-unit", path, unit=unit)
    ruling.require(not row.out, "HX-GUNNERY-18", "unit-is-gone", path, unit=unit)
    nation = ruling.game.sheets[unit].nation
    asked = ruling.window.about[:1] if ruling.window else ()
    ruling.require(not asked or nation in asked, "HX-CHOICE-05", "other-nation", path, unit=unit, nation=nation)
    return row


def own_weapon(ruling: Ruling[Game], row: Unit, weapon: str) -> Weapon:
    """Find a weapon of a base."""
    found = weapon_of(ruling.game.sheets[row.id], weapon)
    if found is None:
        ruling.reject("HX-ARMY-20", "no-such-weapon", "weapon", unit=row.id, weapon=weapon)
    return found


def carriers(game: Game, unit: str, weapon: Weapon) -> tuple[int, ...]:
    """HX-ARMY-20 List the alive models that have a weapon."""
    return tuple(number for number in alive(game, unit) if weapon.id in model_of(game, unit, number).weapons)


def is_shared(game: Game, unit: str, weapon: Weapon) -> bool:
    """HX-ARMY-18 Tell whether it is the base's unit-base weapon."""
    return weapon.id == game.sheets[unit].base_weapon


def held(game: Game, unit: str) -> tuple[int, ...]:
    """HX-FIRE-01 List the models that hold their fire in this step."""
    rows = (each for each in game.declared.values() if each.kind == "held" and each.unit == unit)
    return tuple(sorted({model for each in rows for model in each.models}))


def check_models(ruling: Ruling[Game], row: Unit, weapon: Weapon, models: Sequence[int], path: str) -> None:
    """HX-ARMY-20 Let models fire that are alive, have the weapon and do not hold; none for the unit-base weapon."""
    game, facts = ruling.game, {"unit": row.id, "weapon": weapon.id}
    shared = is_shared(game, row.id, weapon)
    ruling.require(shared == (not models), "HX-ARMY-25", "models-or-base", path, **facts)
    once = len(set(models)) == len(models)
    ruling.require(once, "HX-ARMY-20", "model-twice", path, **facts)
    waiting = held(game, row.id)
    for model in models:
        ruling.require(model in alive(game, row.id), "HX-ARMY-20", "no-such-model", path, unit=row.id, model=model)
        ruling.require(
            model in carriers(game, row.id, weapon), "HX-ARMY-20", "model-without-weapon", path, **facts, model=model
        )
        ruling.require(model not in waiting, "HX-FIRE-01", "model-holds", path, unit=row.id, model=model)
    all_hold = shared and set(alive(game, row.id)) <= set(waiting)
    ruling.require(not all_hold, "HX-FIRE-01", "all-hold", path, unit=row.id)


# -- under which Fire order


def buckets(game: Game, unit: str) -> list[Bucket]:
    """HX-GUNNERY-23 Sort what a unit fired in this step by its Fire orders."""
    found: list[Bucket] = [[] for part in parts_of(game, unit) if part == FIRE]
    for each in in_order(game):
        if each.unit == unit and each.kind in FIRED:
            at = place_for(found, each.weapon, each.models)
            if at is not None:
                found[at].append((each.weapon, each.models))
    return found


def place_for(found: Sequence[Bucket], weapon: str, models: Sequence[int]) -> int | None:
    """HX-GUNNERY-23 Name the first Fire order under which models may fire a weapon; None where there is none left.

    A weapon is fired under one order alone, a model fires one weapon under an order, and the unit-base weapon goes
    without the models' own (HX-ARMY-25).
    """
    holder = holder_of(found, weapon)
    places = range(len(found)) if holder is None else (holder,)
    return next((at for at in places if _fits(found[at], models)), None)


def holder_of(found: Sequence[Bucket], weapon: str) -> int | None:
    """Name the Fire order under which a weapon was fired in this step."""
    return next((at for at, bucket in enumerate(found) if any(name == weapon for name, _ in bucket)), None)


def _fits(bucket: Bucket, models: Sequence[int]) -> bool:
    if not models:
        return not bucket
    return all(others and not set(others) & set(models) for _, others in bucket)


def fault_of_order(found: Sequence[Bucket], weapon: str, models: Sequence[int]) -> Fault | None:
    """Say why models may not fire a weapon under any Fire order of the step; None where they may."""
    if place_for(found, weapon, models) is not None:
        return None
    if not found:
        return "HX-GUNNERY-18", "no-fire-part"
    if holder_of(found, weapon) is not None:
        return "HX-GUNNERY-23", "weapon-has-fired"
    if not models:
        return "HX-ARMY-25", "models-have-fired"
    shared = all(not others for bucket in found for _, others in bucket)
    return ("HX-ARMY-25", "base-has-fired") if shared else ("HX-GUNNERY-23", "model-has-fired")


# -- with what


def count_in(rows: Sequence[Load], weapon: str) -> int:
    """Read the count of a weapon's load tokens, or uses."""
    return next((each.count for each in rows if each.weapon == weapon), 0)


def load_needed(weapon: Weapon) -> int:
    """HX-GUNNERY-12 HX-ABILITIES-14 Count the load tokens that firing takes; none for what is always loaded."""
    return 0 if weapon.always_loaded else max(1, weapon.burst)


def fault_of_weapon(game: Game, row: Unit, weapon: Weapon, *, again: bool = False) -> Fault | None:
    """Say why a weapon can not be fired now; None where it can.

    `again` says that it was fired under this Fire order already, by other models: load and use are paid for.
    """
    loaded = count_in(row.loads, weapon.id) >= load_needed(weapon)
    spent = weapon.limited_ammo and count_in(row.uses, weapon.id) >= weapon.limited_ammo
    few = is_shared(game, row.id, weapon) and len(alive(game, row.id)) < ENOUGH
    faults = (
        (weapon.id in row.lost_weapons, "HX-DTABLE-09", "weapon-is-lost"),
        (weapon.speeds and row.speed not in weapon.speeds, "HX-GUNNERY-10", "wrong-speed"),
        (few, "HX-ARMY-27", "too-few-models"),
        (spent and not again, "HX-ABILITIES-16", "out-of-ammunition"),
        (not loaded and not again and weapon.burst > 0, "HX-ABILITIES-14", "burst-not-full"),
        (not loaded and not again, "HX-GUNNERY-12", "not-loaded"),
    )
    return next(((clause, reason) for applies, clause, reason in faults if applies), None)


def weapons_of(game: Game, unit: str) -> tuple[Weapon, ...]:
    """List the weapons that a base has somebody to fire with."""
    return tuple(
        each for each in game.sheets[unit].weapons if is_shared(game, unit, each) or carriers(game, unit, each)
    )


def ready(game: Game, row: Unit) -> tuple[Weapon, ...]:
    """List the weapons that a base could fire now, if it had a target."""
    return tuple(each for each in weapons_of(game, row.id) if fault_of_weapon(game, row, each) is None)


# -- at what


def fault_of_target(game: Game, row: Unit, weapon: Weapon, target: Unit, gun: str = "") -> Fault | None:
    """HX-GUNNERY-18 Say why a unit may not be fired at; None where it may."""
    if target.out:
        return "HX-GUNNERY-18", "target-is-gone"
    if target.seat == row.seat:
        return "HX-GUNNERY-18", "friendly-target"
    if target.hidden:
        return "HX-GUNNERY-20", "hidden-target"
    if target.id in hidden_at_start(game):
        return "HX-TURN-22", "revealed-too-late"
    fault = fault_of_way(game, row, weapon, target.hex, gun)
    if fault is None and not sight.sees(game, row.id, target.id):
        return "HX-GUNNERY-18", "no-line-of-sight"
    return fault


def fault_of_way(
    game: Game, row: Unit, weapon: Weapon, where: str, gun: str = "", side: str = ""
) -> Fault | None:  # fmt: skip
    """HX-FIRE-20 HX-ANGLES-05 Say why a hex is out of range or field of fire; None where it is not."""
    if grid.distance(row.hex, where) > hits.longest(weapon):
        return "HX-FIRE-20", "out-of-range"
    if side and side not in lines_of_fire.exits(row.hex, where):
        return "HX-FIRE-33", "not-a-way-out"
    if hits.way_out(game, row, weapon, where, gun, side) is None:
        return ("HX-FIXED-01", "outside-gun") if gun else ("HX-ANGLES-05", "outside-arc")
    return None


def fault_of_token(game: Game, row: Unit, weapon: Weapon, token: Unit) -> Fault | None:
    """HX-GUNNERY-20 Say why a token may not be spotted; None where it may. Nothing but its hex is looked at."""
    if token.out or token.seat == row.seat or not token.hidden:
        return "HX-GUNNERY-19", "not-a-token"
    fault = fault_of_way(game, row, weapon, token.hex)
    if fault is None and not sight.sees_hex(game, row.id, token.hex):
        return "HX-GUNNERY-20", "no-line-of-sight"
    return fault


def targets_of(game: Game, row: Unit, weapon: Weapon, gun: str = "") -> tuple[str, ...]:
    """HX-GUNNERY-18 List the units that a weapon may be fired at now."""
    enemies = on_board(game, 1 - row.seat)
    return tuple(each.id for each in enemies if fault_of_target(game, row, weapon, each, gun) is None)


# -- aim


def aim_hex(game: Game, row: Unit, weapon: str, models: Sequence[int]) -> str:
    """HX-GUNNERY-15 HX-GUNNERY-16 Say from where an aim was taken that may be used now; "" without one.

    An aim that was used under the same Fire order covers its other shots too.
    """
    if row.aim is not None:
        return row.aim.hex if game.turn <= row.aim.turn + 1 else ""
    found = buckets(game, row.id)
    at = place_for(found, weapon, models)
    same = [name for name, _ in found[at]] if at is not None else []
    used = (each for each in game.declared.values() if each.unit == row.id and each.weapon in same and each.aim_hex)
    return next((each.aim_hex for each in used), "")


def aim_holds(game: Game, place: str, target: Unit) -> bool:
    """HX-GUNNERY-17 Tell whether a target is in sight of the hex from which the aim was taken."""
    height = terrain.height_of_unit(game, target.id)
    return bool(place) and sight.line_of_sight(game, place, terrain.height_of_hex(game, place), target.hex, height)


def aim_holds_hex(game: Game, place: str, where: str) -> bool:
    """HX-GUNNERY-17 Tell whether the ground of a hex is in sight of the hex from which the aim was taken."""
    return bool(place) and sight.sees_from(game, place, terrain.height_of_hex(game, place), where)


def enemies_in(game: Game, seat: Party, where: str) -> tuple[Unit, ...]:
    """HX-AREA-07 List the enemies in a hex, hidden and flying ones too."""
    return tuple(each for each in on_board(game, 1 - seat) if each.hex == where)


__all__ = [
    "AIM", "END", "FIRE", "FIRED", "LOAD", "Bucket", "Fault", "aim_hex", "aim_holds", "aim_holds_hex", "buckets",
    "carriers", "check_models", "count_in", "enemies_in", "fault_of_order", "fault_of_target", "fault_of_token",
    "fault_of_way", "fault_of_weapon", "held", "hidden_at_start", "hidden_now", "holder_of", "in_order", "is_shared",
    "load_needed", "next_number", "own_unit", "own_weapon", "parts_of", "place_for", "ready", "step_number",
    "targets_of", "weapons_of",
]  # fmt: skip
