"""Unit sheets as they are handed in: every fault of them, and what stands where nothing was given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, among, unique, within
from adjudicator.rulesets.tile_formations.model.messages import FormationSheet, GameOptions, UnitSheet, Weapon
from adjudicator.rulesets.tile_formations.roster.upload_checks import ANY_WORD, name_faults

TYPES = ("INF", "LV", "AV", "WE", "AC")
FLAGS = ("climbing_gear", "no_zoc", "obscures")
MOST_FORMATIONS, MOST_UNITS, MOST_IN_ALL = 24, 24, 150
MOST_SPEED, MOST_INTEGRITY, MOST_VALUE, MOST_TILES = 30, 30, 6, 999
MOST_FOOTPRINT, MOST_WEAPONS, MOST_DICE = 4, 8, 30


def army_faults(formations: Sequence[FormationSheet]) -> Iterator[Fault]:
    """WG-DATA-01 Name everything that is wrong with an army."""
    yield from within("WG-DATA-01", "formations", len(formations), 1, MOST_FORMATIONS)
    total = sum(len(row.units) for row in formations)
    if total > MOST_IN_ALL:
        yield from within("WG-DATA-01", "formations", total, 1, MOST_IN_ALL)
    for number, formation in enumerate(formations[:MOST_FORMATIONS]):
        path = f"formations[{number}]"
        yield from name_faults("WG-DATA-01", f"{path}.name", formation.name)
        yield from within("WG-DATA-01", f"{path}.units", len(formation.units), 1, MOST_UNITS)
        for place, sheet in enumerate(formation.units[:MOST_UNITS]):
            yield from sheet_faults(sheet, f"{path}.units[{place}]")


def sheet_faults(sheet: UnitSheet, path: str) -> Iterator[Fault]:
    """Check a unit."""
    yield from name_faults("WG-DATA-01", f"{path}.name", sheet.name)
    yield from among("TF-GRID-03", f"{path}.unit_type", sheet.unit_type, TYPES)
    yield from within("TF-MOVE-01", f"{path}.speed", sheet.speed, 0, MOST_SPEED)
    yield from within("TF-DANGER-04", f"{path}.integrity", sheet.integrity, 1, MOST_INTEGRITY)
    yield from within("TF-SAVE-07", f"{path}.armour", sheet.armour or 0, 0, MOST_VALUE)
    yield from within("TF-HILL-01", f"{path}.vision", sheet.vision or 0, 0, MOST_TILES)
    if sheet.columns or sheet.rows:
        yield from within("TF-GRID-02", f"{path}.columns", sheet.columns, 1, MOST_FOOTPRINT)
        yield from within("TF-GRID-02", f"{path}.rows", sheet.rows, 1, MOST_FOOTPRINT)
    for number, flag in enumerate(sheet.flags):
        yield from among("TF-GRID-03", f"{path}.flags[{number}]", flag, FLAGS)
    yield from unique("WG-DATA-01", f"{path}.flags", sheet.flags, ANY_WORD)
    yield from within("WG-DATA-01", f"{path}.weapons", len(sheet.weapons), 0, MOST_WEAPONS)
    yield from unique("WG-DATA-01", f"{path}.weapons", [row.name for row in sheet.weapons], ANY_WORD, of=".name")
    for number, weapon in enumerate(sheet.weapons[:MOST_WEAPONS]):
        yield from weapon_faults(weapon, f"{path}.weapons[{number}]")


def weapon_faults(weapon: Weapon, path: str) -> Iterator[Fault]:
    """TF-SHOOT-01 Check a weapon."""
    yield from name_faults("WG-DATA-01", f"{path}.name", weapon.name)
    yield from within("TF-SHOOT-01", f"{path}.dice", weapon.dice, 0, MOST_DICE)
    yield from within("TF-SHOOT-01", f"{path}.weapon_range", weapon.weapon_range, 0, MOST_TILES)
    yield from within("TF-SAVE-08", f"{path}.save_modifier", weapon.save_modifier, -MOST_VALUE, MOST_VALUE)
    for column in ("infantry", "vehicles", "war_engines"):
        yield from within("TF-SHOOT-01", f"{path}.to_hit.{column}", getattr(weapon.to_hit, column), 0, MOST_VALUE)


def complete_sheet(options: GameOptions, sheet: UnitSheet) -> UnitSheet:
    """Write every value of a unit out: what is not given has the default of the options."""
    columns, rows = (sheet.columns, sheet.rows) if sheet.columns else options.default_footprint
    return replace(
        sheet,
        columns=columns,
        rows=rows,
        armour=options.default_armour if sheet.armour is None else sheet.armour,
        vision=options.default_vision if sheet.vision is None else sheet.vision,
        weapons=sheet.weapons or (options.default_weapon,),
    )


def complete_army(options: GameOptions, formations: Sequence[FormationSheet]) -> tuple[FormationSheet, ...]:
    """Write every value of an army out."""
    return tuple(
        replace(formation, units=tuple(complete_sheet(options, unit) for unit in formation.units))
        for formation in formations
    )
