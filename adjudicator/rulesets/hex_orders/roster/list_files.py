"""Army lists as their data files hold them, made into the messages of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from adjudicator.kernel.decoding import Decoder
from adjudicator.rulesets.hex_orders.model.messages import (
    Ability,
    Angles,
    ArmyList,
    Die,
    GunneryOrder,
    HexEffect,
    Model,
    Sheet,
    SpeedOrders,
    TableResult,
    TypedDie,
    UnitEntry,
    UpgradeOption,
    Weapon,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.order_codes import NO_GUNNERY, NO_MOVEMENT, STAND_STILL
from adjudicator.rulesets.hex_orders.roster import list_values

Table: TypeAlias = Mapping[str, Any]
DECODER = Decoder(
    readers={
        Ability: list_values.read_ability,
        Angles: list_values.read_angles,
        Die: list_values.read_die,
        GunneryOrder: list_values.read_gunnery,
        HexEffect: list_values.read_hex_effect,
        TableResult: list_values.read_result,
        TypedDie: list_values.read_typed,
        WeaponEffect: list_values.read_effect,
    },
    defaults={
        Sheet: {"default_gunnery": NO_GUNNERY, "fire_orders": 1, "initial_speed": STAND_STILL, "orders_ahead": 1},
        SpeedOrders: {"default_movement": NO_MOVEMENT},
        Weapon: {"arc": "*"},
    },
)


def army_list(row: Table) -> ArmyList:
    """Turn a data file into an army list.

    Raises ValueError where a text can not be read, a key is not known or a weapon is not defined.
    """
    nation = row["nation"]
    arsenal = {entry.id: entry for entry in (_weapon(entry, nation) for entry in row.get("weapons", ()))}
    upgrades = tuple(_upgrade(entry, nation) for entry in row.get("upgrades", ()))
    items = (item for upgrade in upgrades for item in _items_of(upgrade))
    fields = {
        **row,
        "upgrades": upgrades,
        "weapons": _weapons_named(items, arsenal, nation),
        "units": tuple(_unit(entry, nation, arsenal) for entry in row.get("units", ())),
    }
    return DECODER.message(ArmyList, fields, nation)


def _weapon(row: Table, nation: str) -> Weapon:
    """HX-GUNNERY-13 A weapon whose file does not say what it holds has what one Load gives or its Burst needs."""
    always = row.get("always_loaded", False)
    per_order = row.get("load_per_order", 0 if always else 1)
    capacity = 0 if always else max(per_order, row.get("burst", 0))
    return DECODER.message(
        Weapon, {"load_per_order": per_order, "load_capacity": capacity, **row}, f"{nation}.{row.get('id')}"
    )


def _upgrade(row: Table, nation: str) -> UpgradeOption:
    return DECODER.message(UpgradeOption, _with_resistances(row), f"{nation}.{row.get('id')}")


def _items_of(upgrade: UpgradeOption) -> Iterator[str]:
    if upgrade.weapon:
        yield upgrade.weapon
    if upgrade.elite is not None:
        yield from upgrade.elite.weapons


def _weapons_named(names: Iterable[str], arsenal: Mapping[str, Weapon], where: str) -> tuple[Weapon, ...]:
    wanted = tuple(dict.fromkeys(names))
    missing = [name for name in wanted if name not in arsenal]
    if missing:
        raise ValueError(f"{where}: weapons {', '.join(missing)} are not defined: add them under [[weapons]]")
    return tuple(arsenal[name] for name in wanted)


def _unit(row: Table, nation: str, arsenal: Mapping[str, Weapon]) -> UnitEntry:
    fields = {**row, "sheet": _sheet(row["sheet"], nation, arsenal)}
    return DECODER.message(UnitEntry, fields, f"{nation}.{fields['sheet'].kind}")


def _sheet(row: Table, nation: str, arsenal: Mapping[str, Weapon]) -> Sheet:
    kind = row["kind"]
    models = tuple(model for entry in row["models"] for model in _models(entry, f"{nation}.{kind}.models"))
    carried = [item for entry in models for item in entry.weapons]
    if row.get("base_weapon"):
        carried.append(row["base_weapon"])
    fields = {
        "nation": nation,
        **_with_resistances(row),
        "models": models,
        "weapons": _weapons_named(carried, arsenal, kind),
        "tables": tuple(_damage_table(*entry) for entry in row["tables"].items()),
    }
    return DECODER.message(Sheet, fields, f"{nation}.{kind}")


def _models(row: Table, where: str) -> tuple[Model, ...]:
    """Make so many models alike."""
    fields = {key: value for key, value in row.items() if key != "count"}
    count: int = row.get("count", 1)
    return (DECODER.message(Model, fields, where),) * count


def _damage_table(kind: str, rows: Mapping[str, Iterable[str]]) -> Table:
    lines = sorted((int(value), results) for value, results in rows.items())
    return MappingProxyType({"damage_type": kind, "rows": [{"value": value, "results": row} for value, row in lines]})


def _with_resistances(row: Table) -> dict[str, Any]:
    found = [{"damage_type": kind, "by": by} for kind, by in row.get("resistances", {}).items()]
    return {**row, "resistances": found}
