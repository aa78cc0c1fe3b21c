"""Checks of army lists: a list is taken whole, or refused with every fault that it has (HX-ARMY-12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from adjudicator.kernel.decide.faults import Fault, among, bad_id, fault, unique, within
from adjudicator.rulesets.hex_orders.model import order_codes
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyList,
    GunneryOrder,
    Model,
    Sheet,
    SpeedOrders,
    UpgradeOption,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.nations import NATIONS
from adjudicator.rulesets.hex_orders.model.terrain import TERRAINS
from adjudicator.rulesets.hex_orders.roster.value_checks import (
    MOST,
    ability_faults,
    angle_faults,
    assault_faults,
    deflection_faults,
    resistance_faults,
    table_faults,
    weapon_faults,
)

SIZES = ("small", "medium", "large", "huge")
SCOPES = ("base", "model")
ARMS = ("all", "one", "shared", "adds")
SCOPE_OF = {"all": "base", "shared": "base", "one": "model"}
HANDS = 2
MOST_MODELS = 24
MOST_GUNNERY = 8
MOST_AHEAD = 8


def list_faults(row: ArmyList) -> Iterator[Fault]:
    """HX-ARMY-12 Name every fault of an army list, with its path and clause."""
    yield from among("HX-ARMY-12", "list.nation", row.nation, NATIONS)
    if not row.units:
        yield fault("HX-ARMY-12", "empty-list", "list.units")
    yield from unique("HX-ARMY-12", "list.units", [unit.sheet.kind for unit in row.units], of=".sheet.kind")
    yield from unique("HX-ARMY-12", "list.upgrades", [item.id for item in row.upgrades], of=".id")
    yield from unique("HX-ARMY-12", "list.weapons", [item.id for item in row.weapons], of=".id")
    for number, weapon in enumerate(row.weapons):
        yield from weapon_faults(weapon, f"list.weapons[{number}]")
    for number, upgrade in enumerate(row.upgrades):
        yield from _upgrade_faults(row, upgrade, f"list.upgrades[{number}]")
    for number, entry in enumerate(row.units):
        yield from _sheet_faults(entry.sheet, row, f"list.units[{number}].sheet")
        yield from _offered_faults(row, number)


# -- a unit


def _sheet_faults(sheet: Sheet, row: ArmyList, path: str) -> Iterator[Fault]:
    yield from among("HX-GAP-04", f"{path}.nation", sheet.nation, (row.nation,))
    yield from among("HX-STACK-01", f"{path}.size", sheet.size, SIZES)
    if not sheet.models:
        yield fault("HX-ARMY-14", "no-models", f"{path}.models", kind=sheet.kind)
    yield from within("HX-ARMY-14", f"{path}.models", len(sheet.models), 0, MOST_MODELS)
    yield from within("HX-ORDERS-01", f"{path}.fire_orders", sheet.fire_orders, 0, MOST_GUNNERY)
    yield from within("HX-ORDERS-02", f"{path}.orders_ahead", sheet.orders_ahead, 1, MOST_AHEAD)
    for number, terrain in enumerate(sheet.terrain_permissions):
        yield from among("HX-TERRAIN-23", f"{path}.terrain_permissions[{number}]", terrain, TERRAINS)
    speeds, weapons = [speed.speed for speed in sheet.speeds], [weapon.id for weapon in sheet.weapons]
    yield from angle_faults(sheet.armour, f"{path}.armour", "HX-ARMOUR-13")
    yield from ability_faults(sheet.abilities, f"{path}.abilities", speeds)
    yield from resistance_faults(sheet.resistances, f"{path}.resistances")
    yield from table_faults(sheet.tables, f"{path}.tables", weapons, speeds)
    yield from _speed_faults(sheet, path, speeds)
    yield from _gunnery_faults(sheet, path, speeds)
    yield from _arms_faults(sheet, path, weapons)
    for number, model in enumerate(sheet.models):
        yield from _model_faults(model, f"{path}.models[{number}]", speeds)


def _arms_faults(sheet: Sheet, path: str, weapons: Sequence[str]) -> Iterator[Fault]:
    """HX-ARMY-18, HX-ARMY-20 Every weapon that is carried is defined."""
    yield from unique("HX-ARMY-12", f"{path}.weapons", weapons)
    for number, weapon in enumerate(sheet.weapons):
        yield from weapon_faults(weapon, f"{path}.weapons[{number}]")
    for number, model in enumerate(sheet.models):
        for place, item in enumerate(model.weapons):
            yield from among("HX-ARMY-20", f"{path}.models[{number}].weapons[{place}]", item, weapons)
    if sheet.base_weapon:
        yield from among("HX-ARMY-18", f"{path}.base_weapon", sheet.base_weapon, weapons)


def _model_faults(model: Model, path: str, speeds: Sequence[str] | None) -> Iterator[Fault]:
    if not model.name:
        yield bad_id("HX-ARMY-14", f"{path}.name", model.name, "a name")
    yield from assault_faults(model.assault, f"{path}.assault")
    yield from deflection_faults(model.deflection, f"{path}.deflection")
    yield from ability_faults(model.abilities, f"{path}.abilities", speeds)


# -- speeds and orders


def _speed_faults(sheet: Sheet, path: str, speeds: Sequence[str]) -> Iterator[Fault]:
    """HX-ORDERS-09 Check ladder and speeds."""
    yield from unique("HX-ORDERS-09", f"{path}.speeds", speeds)
    yield from unique("HX-ORDERS-09", f"{path}.ladder", sheet.ladder)
    yield from among("HX-SETUP-14", f"{path}.initial_speed", sheet.initial_speed or order_codes.STAND_STILL, speeds)
    for number, speed in enumerate(sheet.ladder):
        yield from among("HX-ORDERS-09", f"{path}.ladder[{number}]", speed, speeds)
    for number, row in enumerate(sheet.speeds):
        yield from _orders_faults(row, f"{path}.speeds[{number}]", speeds)


def _orders_faults(row: SpeedOrders, path: str, speeds: Sequence[str]) -> Iterator[Fault]:
    for name in ("accelerates", "brakes"):
        yield from among("HX-ORDERS-09", f"{path}.{name}", getattr(row, name), ("", *speeds))
    orders = [(f"{path}.movement[{number}]", order) for number, order in enumerate(row.movement)]
    for where, order in (*orders, (f"{path}.default_movement", row.default_movement)):
        yield from _order_faults(where, order, speeds)


def _order_faults(path: str, order: str, speeds: Sequence[str]) -> Iterator[Fault]:
    """HX-ORDERS-10, HX-ORDERS-11, HX-ORDERS-21, HX-ORDERS-23 Check a movement order."""
    clause = "HX-ORDERS-10" if len(order_codes.split(order)) != order_codes.MOVEMENT_PARTS else "HX-ORDERS-11"
    yield from _unread(order_codes.read_movement, order, path, clause)
    if order_codes.is_movement(order):
        named = (code for part in order_codes.read_movement(order) for code in part if code.word)
        for code in named:
            yield from among("HX-ORDERS-23" if code.name == "A" else "HX-ORDERS-21", path, code.word, speeds)


def _unread(read: Callable[[str], object], order: str, path: str, clause: str) -> Iterator[Fault]:
    try:
        read(order)
    except ValueError as problem:
        yield fault(clause, "bad-order", path, problem=str(problem))


def _gunnery_faults(sheet: Sheet, path: str, speeds: Sequence[str]) -> Iterator[Fault]:
    """HX-GUNNERY-01, HX-GUNNERY-10 Check gunnery orders; what a Load loads is named when it is plotted."""
    for number, row in enumerate(sheet.gunnery):
        where = f"{path}.gunnery[{number}]"
        yield from _unread(order_codes.read_gunnery, row.pattern, f"{where}.pattern", "HX-GUNNERY-01")
        if "[" in row.pattern:
            yield fault("HX-GUNNERY-11", "load-named", f"{where}.pattern", pattern=row.pattern)
        yield from _limits(row, where, speeds)
    yield from _unread(order_codes.read_gunnery, sheet.default_gunnery, f"{path}.default_gunnery", "HX-GUNNERY-09")


def _limits(row: GunneryOrder, path: str, speeds: Sequence[str]) -> Iterator[Fault]:
    for name in ("first_speeds", "second_speeds"):
        for number, speed in enumerate(getattr(row, name)):
            yield from among("HX-GUNNERY-10", f"{path}.{name}[{number}]", speed, speeds)


# -- upgrades


def _upgrade_faults(row: ArmyList, option: UpgradeOption, path: str) -> Iterator[Fault]:
    """HX-ARMY-10, HX-ARMY-11, HX-ARMY-13, HX-ARMY-23 Check an upgrade by itself."""
    yield from among("HX-ARMY-13", f"{path}.scope", option.scope, SCOPES)
    for pool in ("ip", "mp"):
        yield from within("HX-ARMY-10", f"{path}.price.{pool}", getattr(option.price, pool), 0, 0)
    yield from within("HX-ARMY-16", f"{path}.hands", option.hands, 0, HANDS)
    yield from within("HX-ARMOUR-13", f"{path}.armour", option.armour, -MOST, MOST)
    upgrades = [upgrade.id for upgrade in row.upgrades]
    for number, word in enumerate(option.requires):
        if word != "elite" and not word.startswith("type:"):
            yield from among("HX-ARMY-11", f"{path}.requires[{number}]", word, ("elite", "type:...", *upgrades))
    yield from _armed_faults(row, option, path)
    yield from _scope_faults(option, path)
    yield from ability_faults(option.abilities, f"{path}.abilities", None)
    yield from resistance_faults(option.resistances, f"{path}.resistances")
    yield from deflection_faults(option.deflection, f"{path}.deflection")
    if option.assault is not None:
        yield from assault_faults(option.assault, f"{path}.assault")
    if option.elite is not None:
        yield from _model_faults(option.elite, f"{path}.elite", None)


def _armed_faults(row: ArmyList, option: UpgradeOption, path: str) -> Iterator[Fault]:
    """HX-ARMY-23 A weapon comes in one of the ways that there are."""
    yield from among("HX-ARMY-23", f"{path}.arms", option.arms, ARMS if option.weapon else ("",))
    if option.weapon:
        yield from among("HX-ARMY-23", f"{path}.weapon", option.weapon, [weapon.id for weapon in row.weapons])
    if option.arms in SCOPE_OF:
        yield from among("HX-ARMY-23", f"{path}.scope", option.scope, (SCOPE_OF[option.arms],))


def _scope_faults(option: UpgradeOption, path: str) -> Iterator[Fault]:
    """HX-ARMY-13, HX-ARMY-22 An elite is one model; what a base is or resists, it is and resists as a whole."""
    if option.elite is not None or option.elites_only:
        yield from among("HX-ARMY-22", f"{path}.scope", option.scope, ("model",))
    if option.scope == "model":
        whole = ("types", "resistances", "immunities", "armour")
        for name in (row for row in whole if getattr(option, row)):
            yield fault("HX-ARMY-13", "base-only", f"{path}.{name}", name=name)


def _offered_faults(row: ArmyList, number: int) -> Iterator[Fault]:
    """HX-ARMY-11, HX-ARMY-12 Check what an entry offers against the list and the entry itself."""
    entry, path = row.units[number], f"list.units[{number}].upgrades"
    options = {upgrade.id: upgrade for upgrade in row.upgrades}
    yield from unique("HX-ARMY-12", path, entry.upgrades)
    own = {weapon.id: weapon for weapon in entry.sheet.weapons}
    listed = {weapon.id: weapon for weapon in row.weapons}
    for place, key in enumerate(entry.upgrades):
        where, option = f"{path}[{place}]", options.get(key)
        if option is None:
            yield from among("HX-ARMY-12", where, key, options)
            continue
        for item in (*(option.elite.weapons if option.elite else ()), option.weapon):
            yield from _same_weapon(item, own, listed, where)


def _same_weapon(item: str, own: dict[str, Weapon], listed: dict[str, Weapon], path: str) -> Iterator[Fault]:
    if item:
        yield from among("HX-ARMY-23", path, item, (*own, *listed))
    if item in own and item in listed and own[item] != listed[item]:
        yield fault("HX-ARMY-23", "weapon-differs", path, weapon=item)
