"""Army lists and ready maps as their data files hold them, and what they mean in the messages of the contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyList,
    AssaultLine,
    DamageTable,
    Deflection,
    Model,
    Price,
    Resistance,
    Sheet,
    SpeedOrders,
    TableRow,
    UnitEntry,
    UpgradeOption,
    Weapon,
)
from adjudicator.rulesets.hex_orders.roster import list_values


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """What every table of a data file is: keys that are not known are refused."""


class PriceRow(Entry, frozen=True):
    """Points by pool."""

    ip: int = 0
    mp: int = 0
    cp: int = 0
    xp: int = 0
    com: int = 0


class WeaponRow(Entry, frozen=True):
    """A weapon; without `load_capacity` it holds what one Load gives or its Burst needs (HX-GUNNERY-13)."""

    id: str
    name: str
    hands: int = 0
    range: int = 0
    arc: str = "*"
    ap: int = 0
    damage: str | None = None
    extra: tuple[str, ...] = ()
    area: int = 0
    burst: int = 0
    limited_ammo: int = 0
    always_loaded: bool = False
    load_per_order: int | None = None
    load_capacity: int | None = None
    enhanced_accuracy: bool = False
    effects: tuple[str, ...] = ()
    hex_effect: str | None = None
    automatic: bool = False
    speeds: tuple[str, ...] = ()


class AssaultRow(Entry, frozen=True):
    """How a model fights."""

    dice: str
    to_hit: int
    ap: int = 0
    damage: str | None = None
    extra: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


class DeflectionRow(Entry, frozen=True):
    """How a model deflects."""

    dice: str
    to_hit: str


class ModelRow(Entry, frozen=True):
    """So many models alike."""

    name: str
    assault: AssaultRow
    count: int = 1
    elite: bool = False
    weapons: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    deflection: DeflectionRow | None = None


class SpeedRow(Entry, frozen=True):
    """What can be ordered at a speed."""

    speed: str
    movement: tuple[str, ...] = ()
    default_movement: str = "-+-+-"
    flying: bool = False
    accelerates: str = ""
    brakes: str = ""


class SheetRow(Entry, frozen=True):
    """A unit base."""

    kind: str
    name: str
    size: str
    armour: str
    models: tuple[ModelRow, ...]
    ladder: tuple[str, ...]
    speeds: tuple[SpeedRow, ...]
    tables: dict[str, dict[str, tuple[str, ...]]]
    nation: str = ""
    price: PriceRow = PriceRow()
    types: tuple[str, ...] = ()
    terrain_permissions: tuple[str, ...] = ()
    initial_speed: str = "stand_still"
    setup_rows: tuple[int, ...] = ()
    gunnery: tuple[str, ...] = ()
    default_gunnery: str = "-+-"
    fire_orders: int = 1
    orders_ahead: int = 1
    resistances: dict[str, int] = {}
    immunities: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    hidden: bool = False
    leader_follow: bool = False
    base_weapon: str = ""


class UnitRow(Entry, frozen=True):
    """What is sold."""

    sheet: SheetRow
    upgrades: tuple[str, ...] = ()


class UpgradeRow(Entry, frozen=True):
    """An upgrade."""

    id: str
    name: str
    scope: str
    price: PriceRow = PriceRow()
    requires: tuple[str, ...] = ()
    elites_only: bool = False
    elite: ModelRow | None = None
    weapon: str = ""
    arms: str = ""
    equipment: str = ""
    hands: int = 0
    types: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    resistances: dict[str, int] = {}
    immunities: tuple[str, ...] = ()
    deflection: DeflectionRow | None = None
    assault: AssaultRow | None = None
    armour: int = 0


class ListRow(Entry, frozen=True):
    """The army list of a nation."""

    nation: str
    units: tuple[UnitRow, ...]
    weapons: tuple[WeaponRow, ...] = ()
    upgrades: tuple[UpgradeRow, ...] = ()


# -- army lists


def army_list(row: ListRow) -> ArmyList:
    """Turn a data file into an army list.

    Raises ValueError where a text can not be read or a weapon is not defined.
    """
    arsenal = {each.id: weapon(each) for each in row.weapons}
    given = (item for each in row.upgrades for item in _gives(each))
    return ArmyList(
        nation=row.nation,
        units=tuple(UnitEntry(sheet=_sheet(each.sheet, row.nation, arsenal), upgrades=each.upgrades)
                    for each in row.units),
        upgrades=tuple(_upgrade(each) for each in row.upgrades),
        weapons=_picked(given, arsenal, row.nation),
    )  # fmt: skip


def weapon(row: WeaponRow) -> Weapon:
    """Turn a row into a weapon."""
    per_order = row.load_per_order
    if per_order is None:
        per_order = 0 if row.always_loaded else 1
    capacity = max(per_order, row.burst) if row.load_capacity is None else row.load_capacity
    return Weapon(
        id=row.id, name=row.name, hands=row.hands, range=row.range, arc=row.arc, ap=row.ap,
        damage=list_values.die(row.damage) if row.damage else None, extra=tuple(map(list_values.typed, row.extra)),
        area=row.area, burst=row.burst, limited_ammo=row.limited_ammo, always_loaded=row.always_loaded,
        load_per_order=per_order, load_capacity=0 if row.always_loaded and row.load_capacity is None else capacity,
        enhanced_accuracy=row.enhanced_accuracy, effects=tuple(map(list_values.effect, row.effects)),
        hex_effect=list_values.hex_effect(row.hex_effect) if row.hex_effect else None, automatic=row.automatic,
        speeds=row.speeds,
    )  # fmt: skip


def _gives(row: UpgradeRow) -> Iterator[str]:
    if row.weapon:
        yield row.weapon
    if row.elite is not None:
        yield from row.elite.weapons


def _picked(names: Iterable[str], arsenal: Mapping[str, Weapon], where: str) -> tuple[Weapon, ...]:
    wanted = tuple(dict.fromkeys(names))
    missing = [name for name in wanted if name not in arsenal]
    if missing:
        raise ValueError(f"{where}: weapons {', '.join(missing)} are not defined: add them under [[weapons]]")
    return tuple(arsenal[name] for name in wanted)


def _sheet(row: SheetRow, nation: str, arsenal: Mapping[str, Weapon]) -> Sheet:
    carried = [item for each in row.models for item in each.weapons]
    if row.base_weapon:
        carried.append(row.base_weapon)
    return Sheet(
        kind=row.kind, name=row.name, nation=row.nation or nation, price=_price(row.price), types=row.types,
        size=row.size, models=tuple(_model(each) for each in row.models for _ in range(each.count)),
        terrain_permissions=row.terrain_permissions, ladder=row.ladder, speeds=tuple(map(_speed, row.speeds)),
        initial_speed=row.initial_speed, setup_rows=row.setup_rows,
        gunnery=tuple(map(list_values.gunnery, row.gunnery)),
        default_gunnery=row.default_gunnery, fire_orders=row.fire_orders, orders_ahead=row.orders_ahead,
        armour=list_values.angles(row.armour), tables=tuple(_table(*each) for each in row.tables.items()),
        resistances=_resistances(row.resistances), immunities=row.immunities,
        abilities=tuple(map(list_values.ability, row.abilities)), hidden=row.hidden, leader_follow=row.leader_follow,
        base_weapon=row.base_weapon, weapons=_picked(carried, arsenal, row.kind),
    )  # fmt: skip


def _price(row: PriceRow) -> Price:
    return Price(ip=row.ip, mp=row.mp, cp=row.cp, xp=row.xp, com=row.com)


def _model(row: ModelRow) -> Model:
    return Model(
        name=row.name, elite=row.elite, weapons=row.weapons, equipment=row.equipment,
        abilities=tuple(map(list_values.ability, row.abilities)), assault=_assault(row.assault),
        deflection=_deflection(row.deflection),
    )  # fmt: skip


def _assault(row: AssaultRow) -> AssaultLine:
    return AssaultLine(
        dice=list_values.angles(row.dice), to_hit=row.to_hit, ap=row.ap,
        damage=list_values.die(row.damage) if row.damage else None, extra=tuple(map(list_values.typed, row.extra)),
        effects=tuple(map(list_values.effect, row.effects)),
    )  # fmt: skip


def _deflection(row: DeflectionRow | None) -> Deflection | None:
    if row is None:
        return None
    return Deflection(dice=list_values.angles(row.dice), to_hit=list_values.angles(row.to_hit))


def _speed(row: SpeedRow) -> SpeedOrders:
    return SpeedOrders(
        speed=row.speed, movement=row.movement, default_movement=row.default_movement, flying=row.flying,
        accelerates=row.accelerates, brakes=row.brakes,
    )  # fmt: skip


def _table(kind: str, rows: Mapping[str, tuple[str, ...]]) -> DamageTable:
    lines = sorted((int(value), results) for value, results in rows.items())
    return DamageTable(
        type=kind,
        rows=tuple(TableRow(value=value, results=tuple(map(list_values.result, results))) for value, results in lines),
    )


def _resistances(rows: Mapping[str, int]) -> tuple[Resistance, ...]:
    return tuple(Resistance(type=kind, by=by) for kind, by in rows.items())


def _upgrade(row: UpgradeRow) -> UpgradeOption:
    return UpgradeOption(
        id=row.id, name=row.name, price=_price(row.price), scope=row.scope, requires=row.requires,
        elites_only=row.elites_only, elite=_model(row.elite) if row.elite else None, weapon=row.weapon, arms=row.arms,
        equipment=row.equipment, hands=row.hands, types=row.types,
        abilities=tuple(map(list_values.ability, row.abilities)), resistances=_resistances(row.resistances),
        immunities=row.immunities, deflection=_deflection(row.deflection),
        assault=_assault(row.assault) if row.assault else None, armour=row.armour,
    )  # fmt: skip


# -- ready maps
