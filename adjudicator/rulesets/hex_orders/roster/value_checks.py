"""Faults of an army list's parts: weapons, dice, abilities, effects, damage tables; each with its path and clause."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from adjudicator.kernel.decide.faults import ID, Fault, among, fault, unique, within
from adjudicator.rulesets.hex_orders.model.angles import PLAIN
from adjudicator.rulesets.hex_orders.model.messages import (
    Ability,
    Angles,
    AssaultLine,
    DamageTable,
    Deflection,
    Die,
    HexEffect,
    Resistance,
    TableResult,
    TypedDie,
    Weapon,
    WeaponEffect,
)
from adjudicator.rulesets.hex_orders.model.terrain import TERRAINS
from adjudicator.rulesets.hex_orders.roster.fields_of_fire import fault_of_arc

DICE = (4, 6, 8, 10, 12)
FACE = (1, 6)
GRADES = ("minor", "major")
EFFECTS: Mapping[str, str] = MappingProxyType(
    {"fire": "HX-ABILITIES-18", "acid": "HX-ABILITIES-20", "minor_acid": "HX-ABILITIES-20", "poison": "HX-ABILITIES-22"}
)
POISONS = ("poison_cloud", "poison_acid_cloud")
ACIDS = ("acid_cloud", "poison_acid_cloud")
HEX_EFFECTS = ("smoke", "fire", "poison_cloud", "acid_cloud", "poison_acid_cloud")
# clause, least and most of x (0 to 0: none), whether it has a die, what its word is
ABILITIES: Mapping[str, tuple[str, tuple[int, int], bool, str]] = MappingProxyType(
    {
        "pre_assault_retreat": ("HX-ABILITIES-01", FACE, False, ""),
        "terror": ("HX-ABILITIES-05", (1, 99), True, ""),
        "fear": ("HX-ABILITIES-06", (4, 12), False, ""),
        "cunning_assault": ("HX-ABILITIES-11", (1, 99), False, ""),
        "good_shot": ("HX-FIRE-24", (0, 0), False, ""),
        "excellent_shot": ("HX-FIRE-25", (0, 0), False, ""),
        "bad_shot": ("HX-FIRE-26", (0, 0), False, ""),
        "steady": ("HX-FIRE-27", (0, 0), False, ""),
        "camouflage": ("HX-FIRE-28", (0, 0), False, "terrain"),
        "take_cover": ("HX-FIRE-29", (1, 9), False, "speed"),
    }
)
# least and most of x (0 to 0: none), whether a word follows
RESULTS: Mapping[str, tuple[tuple[int, int], bool]] = MappingProxyType(
    {
        "future": ((1, 20), False),
        "shaken": ((0, 0), False),
        "kill": ((1, 20), False),
        "destroy": ((0, 0), False),
        "bleeding": ((4, 12), False),
        "on_fire": ((0, 0), False),
        "weapon_lost": ((0, 0), True),
        "speed_set": ((0, 0), True),
    }
)
MOST = 99


# -- dice and stats


def die_faults(die: Die | None, path: str, clause: str) -> Iterator[Fault]:
    """Check a die, where there is one."""
    if die is not None:
        yield from among(clause, f"{path}.sides", die.sides, DICE)
        yield from within(clause, f"{path}.plus", die.plus, -MOST, MOST)


def extra_faults(extra: Sequence[TypedDie], path: str) -> Iterator[Fault]:
    """HX-SPECIAL-02 Check special damage: a type other than regular, and a die."""
    for number, row in enumerate(extra):
        where = f"{path}[{number}]"
        if ID.fullmatch(row.damage_type) is None or row.damage_type == "regular":
            yield fault("HX-SPECIAL-02", "bad-type", f"{where}.type", damage_type=row.damage_type)
        yield from die_faults(row.die, f"{where}.die", "HX-SPECIAL-02")


def angle_faults(stat: Angles, path: str, clause: str, most: int = MOST) -> Iterator[Fault]:
    """Check a stat by angle."""
    for angle in PLAIN:
        yield from within(clause, f"{path}.{angle}", getattr(stat, angle), 0, most)


def assault_faults(line: AssaultLine, path: str) -> Iterator[Fault]:
    """HX-ASSAULT-09 Check how a model fights."""
    yield from angle_faults(line.dice, f"{path}.dice", "HX-ASSAULT-09")
    yield from within("HX-ASSAULT-09", f"{path}.to_hit", line.to_hit, *FACE)
    yield from within("HX-ASSAULT-09", f"{path}.ap", line.ap, -MOST, MOST)
    yield from die_faults(line.damage, f"{path}.damage", "HX-ASSAULT-09")
    yield from extra_faults(line.extra, f"{path}.extra")
    yield from effect_faults(line.effects, f"{path}.effects")


def deflection_faults(row: Deflection | None, path: str) -> Iterator[Fault]:
    """HX-ASSAULT-17 Check assault deflection: a face is needed wherever there are dice."""
    if row is None:
        return
    yield from angle_faults(row.dice, f"{path}.dice", "HX-ASSAULT-17")
    for angle in PLAIN:
        least = 1 if getattr(row.dice, angle) else 0
        yield from within("HX-ASSAULT-17", f"{path}.to_hit.{angle}", getattr(row.to_hit, angle), least, FACE[1])


# -- abilities, effects, resistances


def ability_faults(rows: Sequence[Ability], path: str, speeds: Sequence[str] | None) -> Iterator[Fault]:
    """Check abilities by name; `speeds` are those of the unit, None where it is not known yet."""
    for number, row in enumerate(rows):
        where, known = f"{path}[{number}]", ABILITIES.get(row.name)
        if known is None:
            yield from among("HX-ARMY-12", f"{where}.name", row.name, ABILITIES)
            continue
        clause, (least, most), dice, word = known
        yield from within(clause, f"{where}.x", row.x, least, most)
        yield from among(clause, f"{where}.sides", row.sides, DICE if dice else (0,))
        if row.name == "fear":
            yield from among(clause, f"{where}.x", row.x, DICE)
        yield from _word_faults(clause, f"{where}.word", row.word, word, speeds)


def _word_faults(clause: str, path: str, found: str, word: str, speeds: Sequence[str] | None) -> Iterator[Fault]:
    if word == "terrain":
        yield from among(clause, path, found, TERRAINS)
    elif word == "speed" and speeds is not None:
        yield from among(clause, path, found, speeds)
    elif not word:
        yield from among(clause, path, found, ("",))


def effect_faults(rows: Sequence[WeaponEffect], path: str) -> Iterator[Fault]:
    """Check what a hit leaves on its target."""
    for number, row in enumerate(rows):
        where = f"{path}[{number}]"
        clause = EFFECTS.get(row.kind, "HX-ABILITIES-18")
        yield from among(clause, f"{where}.kind", row.kind, EFFECTS)
        yield from among(clause, f"{where}.level", row.level, DICE if row.kind == "poison" else (0,))


def hex_effect_faults(effect: HexEffect | None, path: str) -> Iterator[Fault]:
    """HX-HEXFX-06, HX-HEXFX-12, HX-HEXFX-14 Check what a weapon puts into a hex."""
    if effect is None:
        return
    poison, acid = effect.kind in POISONS, effect.kind in ACIDS
    yield from among("HX-HEXFX-17", f"{path}.kind", effect.kind, HEX_EFFECTS)
    yield from among("HX-HEXFX-06", f"{path}.level", effect.level, DICE if poison else (0,))
    yield from among("HX-HEXFX-12", f"{path}.grade", effect.grade, GRADES if acid else ("",))
    least, most = FACE if poison or acid else (0, 0)
    yield from within("HX-HEXFX-06", f"{path}.density", effect.density, least, most)


def resistance_faults(rows: Sequence[Resistance], path: str) -> Iterator[Fault]:
    """HX-ABILITIES-24 Check resistances."""
    yield from unique("HX-ABILITIES-24", path, [row.damage_type for row in rows], of=".damage_type")
    for number, row in enumerate(rows):
        yield from within("HX-ABILITIES-24", f"{path}[{number}].by", row.by, 1, MOST)


# -- weapons


def weapon_faults(weapon: Weapon, path: str) -> Iterator[Fault]:
    """Check a weapon."""
    arc = fault_of_arc(weapon.arc)
    if arc is not None:
        yield fault(arc, "bad-arc", f"{path}.arc", arc=weapon.arc)
    yield from within("HX-ARMY-16", f"{path}.hands", weapon.hands, 0, 2)
    yield from within("HX-FIRE-18", f"{path}.range", weapon.weapon_range, 1, MOST)
    yield from within("HX-ARMOUR-02", f"{path}.ap", weapon.ap, -MOST, MOST)
    yield from within("HX-AREA-01", f"{path}.area", weapon.area, 0, FACE[1])
    yield from within("HX-ABILITIES-16", f"{path}.limited_ammo", weapon.limited_ammo, 0, MOST)
    yield from die_faults(weapon.damage, f"{path}.damage", "HX-DTABLE-01")
    yield from extra_faults(weapon.extra, f"{path}.extra")
    yield from effect_faults(weapon.effects, f"{path}.effects")
    yield from hex_effect_faults(weapon.hex_effect, f"{path}.hex_effect")
    yield from _load_faults(weapon, path)


def _load_faults(weapon: Weapon, path: str) -> Iterator[Fault]:
    """HX-GUNNERY-11, HX-GUNNERY-13 A weapon that has to be loaded can be, and holds what its Burst needs."""
    yield from within("HX-ABILITIES-14", f"{path}.burst", weapon.burst, 0, MOST)
    least = 0 if weapon.always_loaded else 1
    yield from within("HX-GUNNERY-11", f"{path}.load_per_order", weapon.load_per_order, least, MOST)
    needed = least * max(1, weapon.burst)
    yield from within("HX-GUNNERY-13", f"{path}.load_capacity", weapon.load_capacity, needed, MOST)


# -- damage tables


def table_faults(
    tables: Sequence[DamageTable], path: str, weapons: Sequence[str], speeds: Sequence[str]
) -> Iterator[Fault]:
    """HX-DTABLE-09 Check the damage tables of a unit: a regular one is among them."""
    types = [item.damage_type for item in tables]
    if "regular" not in types:
        yield fault("HX-DTABLE-09", "no-regular-table", path)
    yield from unique("HX-DTABLE-09", path, types)
    for number, table in enumerate(tables):
        where = f"{path}[{number}].rows"
        values = [row.value for row in table.rows]
        if not values or values != sorted(set(values)):
            yield fault("HX-DTABLE-09", "rows-order", where, damage_type=table.damage_type)
        for place, row in enumerate(table.rows):
            for n, result in enumerate(row.results):
                yield from _result_faults(result, f"{where}[{place}].results[{n}]", weapons, speeds)


def _result_faults(result: TableResult, path: str, weapons: Sequence[str], speeds: Sequence[str]) -> Iterator[Fault]:
    known = RESULTS.get(result.kind)
    if known is None:
        yield from among("HX-DTABLE-09", f"{path}.kind", result.kind, RESULTS)
        return
    (least, most), word = known
    yield from within("HX-DTABLE-09", f"{path}.x", result.x, least, most)
    if result.kind == "bleeding":
        yield from among("HX-CONT-22", f"{path}.x", result.x, DICE)
    words = ("",) if not word else weapons if result.kind == "weapon_lost" else speeds
    yield from among("HX-DTABLE-09", f"{path}.word", result.word, words)
