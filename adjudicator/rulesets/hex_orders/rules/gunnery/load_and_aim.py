"""Load, aim and ammunition: what gunnery parts put on a unit, and what firing takes off it (HX-GUNNERY-11 to -17)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.messages import (
    Aim,
    AimSpent,
    AimTaken,
    AmmoSpent,
    Load,
    LoadSpent,
    Weapon,
    WeaponLoaded,
)
from adjudicator.rulesets.hex_orders.model.rows import Unit
from adjudicator.rulesets.hex_orders.model.state import Game, owner_if_hidden, weapon_of
from adjudicator.rulesets.hex_orders.rules.gunnery import fire_orders, legal_shots
from adjudicator.rulesets.hex_orders.rules.orders import due_orders

# -- parts that need no choice


def load_and_aim(ruling: Ruling[Game], unit: str) -> None:
    """HX-TURN-02 Carry out Load and Aim of a unit in this step."""
    for part in due_orders.gunnery_parts(ruling.game, unit, fire_orders.step_number(ruling.game)):
        code = order_codes.read_action(part)
        if code.name == fire_orders.LOAD:
            _load(ruling, unit, code.word)
        elif code.name == fire_orders.AIM:
            _aim(ruling, unit)


def _load(ruling: Ruling[Game], unit: str, name: str) -> None:
    """HX-GUNNERY-11 Put tokens on the weapon that the order names, up to what it holds (HX-GUNNERY-13)."""
    game = ruling.game
    weapon = weapon_of(game.sheets[unit], name)
    if weapon is None or name in game.units[unit].lost_weapons:
        return
    before = legal_shots.count_in(game.units[unit].loads, name)
    tokens = max(before, min(before + max(1, weapon.load_per_order), capacity(weapon)))
    event = WeaponLoaded(owner=owner_if_hidden(game, unit), unit=unit, weapon=name, tokens=tokens)
    ruling.record(event, "HX-GUNNERY-11", "HX-GUNNERY-13")


def capacity(weapon: Weapon) -> int:
    """HX-GUNNERY-13 Count the load tokens that a weapon holds, at least what its burst needs (HX-ABILITIES-14)."""
    return max(weapon.load_capacity or weapon.load_per_order, weapon.burst, 1)


def _aim(ruling: Ruling[Game], unit: str) -> None:
    """HX-GUNNERY-15 Aim from the hex of now; a new aim takes the place of one before."""
    row = ruling.game.units[unit]
    event = AimTaken(owner=owner_if_hidden(ruling.game, unit), unit=unit, hex=row.hex, turn=ruling.game.turn)
    ruling.record(event, "HX-GUNNERY-15")


def weapon_loaded(game: Game, event: WeaponLoaded) -> None:
    """Count the tokens."""
    if event.unit is not None and event.weapon is not None:
        row = game.units[event.unit]
        game.units[row.id] = replace(row, loads=_counted(row.loads, event.weapon, event.tokens or 0))


def aim_taken(game: Game, event: AimTaken) -> None:
    """Note where and when."""
    if event.unit is not None:
        aim = Aim(hex=event.hex or "", turn=event.turn or 0)
        game.units[event.unit] = replace(game.units[event.unit], aim=aim)


def _counted(rows: tuple[Load, ...], weapon: str, count: int) -> tuple[Load, ...]:
    others = tuple(row for row in rows if row.weapon != weapon)
    return tuple(sorted((*others, Load(weapon=weapon, count=count)), key=lambda row: row.weapon))


# -- what firing takes


def spend_load_and_aim(ruling: Ruling[Game], row: Unit, weapon: Weapon, *, already_fired: bool, aimed: bool) -> None:
    """HX-GUNNERY-12 HX-ABILITIES-16 Take load, a use and the aim; load and use once for each Fire order."""
    now = ruling.game.units[row.id]
    if aimed and now.aim is not None:
        ruling.record(AimSpent(unit=row.id), "HX-GUNNERY-15")
    if already_fired:
        return
    needed = legal_shots.load_needed(weapon)
    if needed:
        left = legal_shots.count_in(now.loads, weapon.id) - needed
        ruling.record(LoadSpent(unit=row.id, weapon=weapon.id, left=left), "HX-GUNNERY-12")
    if weapon.limited_ammo:
        uses = legal_shots.count_in(now.uses, weapon.id) + 1
        ruling.record(AmmoSpent(unit=row.id, weapon=weapon.id, uses=uses), "HX-ABILITIES-16")


def load_spent(game: Game, event: LoadSpent) -> None:
    row = game.units[event.unit]
    game.units[row.id] = replace(row, loads=_counted(row.loads, event.weapon, event.left))


def ammo_spent(game: Game, event: AmmoSpent) -> None:
    row = game.units[event.unit]
    game.units[row.id] = replace(row, uses=_counted(row.uses, event.weapon, event.uses))


def aim_spent(game: Game, event: AimSpent) -> None:
    game.units[event.unit] = replace(game.units[event.unit], aim=None)


PART = Part(reducers=reducers(weapon_loaded, aim_taken, load_spent, ammo_spent, aim_spent))
