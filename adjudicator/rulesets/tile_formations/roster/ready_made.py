"""Ready maps and forces, refused at load where something in them does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.faults import require_none
from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.tile_formations.model.messages import FormationSheet, HitValues, UnitSheet, Weapon
from adjudicator.rulesets.tile_formations.model.options import PACKAGE
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.map_text import MapDrawing, parse_map
from adjudicator.rulesets.tile_formations.roster.unit_sheets import army_faults

ENDING = ".map"


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """What every table of a data file is: keys that are not known are refused."""


class WeaponRow(Entry, frozen=True):
    """A weapon; `to_hit` is for infantry, vehicles and war engines."""

    dice: int
    to_hit: tuple[int, int, int]
    range: int
    save_modifier: int = 0
    air: bool = False


class UnitRow(Entry, frozen=True):
    """So many units alike; `weapons` are names of the file's arsenal."""

    name: str
    type: str
    speed: int
    integrity: int
    armour: int | None = None
    vision: int | None = None
    footprint: tuple[int, int] = (0, 0)
    flags: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()
    count: int = 1


class FormationRow(Entry, frozen=True):
    """A formation."""

    name: str
    units: tuple[UnitRow, ...]


class ForceRow(Entry, frozen=True):
    """A force: its arsenal by name, and its formations."""

    formations: tuple[FormationRow, ...]
    arsenal: dict[str, WeaponRow] = {}


# -- forces


def force_of(name: str, row: ForceRow) -> tuple[FormationSheet, ...]:
    """Turn a data file into formations.

    Raises ValueError with every fault found.
    """
    missing = {weapon for formation in row.formations for unit in formation.units for weapon in unit.weapons}
    missing -= set(row.arsenal)
    if missing:
        raise ValueError(f"the force {name} does not hold: {', '.join(sorted(missing))} not in the arsenal: add them")
    arsenal = {key: _weapon(key, item) for key, item in row.arsenal.items()}
    sheets = tuple(
        FormationSheet(
            name=item.name, units=tuple(unit for unit_row in item.units for unit in _units(unit_row, arsenal))
        )
        for item in row.formations
    )
    require_none(f"the force {name}", list(army_faults(sheets)))
    return sheets


def _weapon(name: str, row: WeaponRow) -> Weapon:
    infantry, vehicles, war_engines = row.to_hit
    values = HitValues(infantry=infantry, vehicles=vehicles, war_engines=war_engines)
    return Weapon(
        name=name, dice=row.dice, to_hit=values, weapon_range=row.range, save_modifier=row.save_modifier, air=row.air
    )


def _units(row: UnitRow, arsenal: Mapping[str, Weapon]) -> list[UnitSheet]:
    columns, rows = row.footprint
    sheets = UnitSheet(
        name=row.name,
        unit_type=row.type,
        speed=row.speed,
        integrity=row.integrity,
        armour=row.armour,
        vision=row.vision,
        columns=columns,
        rows=rows,
        flags=row.flags,
        weapons=tuple(arsenal[weapon] for weapon in row.weapons),
    )
    return [sheets] * row.count


# -- maps


def ready_map(name: str, text: str) -> MapDrawing:
    """Read a map.

    Raises ValueError with every fault found.
    """
    drawn, faults = parse_map(text, TERRAIN_KINDS)
    require_none(f"the map {name}", faults)
    return drawn


def _map_texts() -> dict[str, str]:
    folder = resources.files(PACKAGE).joinpath("data", "maps")
    files = sorted((row.name, row) for row in folder.iterdir() if row.name.endswith(ENDING))
    return {name.removesuffix(ENDING): file.read_text(encoding="utf-8") for name, file in files}


READY_FORCES: Mapping[str, tuple[FormationSheet, ...]] = MappingProxyType(
    {name: force_of(name, row) for name, row in read_folder(PACKAGE, "forces", ForceRow).items()}
)
TEXTS = _map_texts()
READY_MAPS: Mapping[str, MapDrawing] = MappingProxyType({name: ready_map(name, text) for name, text in TEXTS.items()})
# the smallest of them, as one that is handed in is written
EXAMPLE_MAP = min(TEXTS.values(), key=len)
