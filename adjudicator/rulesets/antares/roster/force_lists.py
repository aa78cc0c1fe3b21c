"""Force lists: weapons, devices, army options and units as data, every fault at once (AN-OPT-01).

The sheet names such things without defining them; whatever a list does not say has no effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.faults import ID, Fault, all_among, among, at_most, bad_id, fault, unique, within
from adjudicator.kernel.decoding import read_table
from adjudicator.kernel.messages import Amount
from adjudicator.rulesets.antares.model.messages import (
    ArmyOption,
    DeviceSheet,
    EndTest,
    FiringMode,
    ForceEntry,
    ForceList,
    KindRange,
    ModelKind,
    OverheadEffect,
    SpecialRule,
    UnitSheet,
    Upgrade,
    Weapon,
)
from adjudicator.rulesets.antares.model.options import PACKAGE

WORD = re.compile(r".+", re.DOTALL)
WEAPONS = ("standard", "light_support", "heavy", "overhead")
PROPERTIES = (
    "pbs",
    "disruptor",
    "slingnet",
    "suspensor_net",
    "blast",
    "fires_on_advance",
    "heavy",
    "retarget_on_miss",
    "break_test",
)
DEVICES = (
    "spotter",
    "targeter",
    "lifeseeker",
    "tectorist",
    "combat_array",
    "flitter",
    "blur",
    "staa_tag",
    "kinetic_dampener",
    "batter_shield",
    "subverter",
    "munition",
    "none",
)
FLAGS = (
    "fast",
    "can_sprint",
    "can_assault",
    "cumbersome",
    "heavily_armoured",
    "hit_and_run",
    "uses_damage_chart",
    "down_forces_rerolls",
    "may_split_targets",
    "all_weapons",
    "primary_model_only",
    "force_order_test",
)
HOOKS = ("order_test_modifier", "skips_order_test", "free_reaction", "break_test_on_casualty", "none")
REACTIONS = ("go_down", "firefight", "dash_to_cover", "stand_and_shoot", "escape", "countercharge", "ambush_fire")
ADD_DIE = "add_special_die"
MOMENTS = ("turn_start", "dice_draw", "allocation")
EFFECTS = (
    "add_special_die",
    "return_drawn_die",
    "redraw_unblockable",
    "change_die_side",
    "remove_pins",
    "add_test_modifier",
    "grant_free_reaction",
    "contest_die",
    "next_die_down",
    "none",
)
ARMOUR = ("always", "shooting", "overhead", "blast", "pbs", "h2h", "open")
OVERHEAD = ("blast", "net", "marker")
SIZES = ("small", "medium", "large", "huge")
DICE = (0, 2, 3, 4, 5, 6, 10)
FARTHEST, LONGEST, BIGGEST = 400_000, 60_000, 24_000
MOST, MOST_MODELS, STAT = 60, 20, 20


class TypeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a type of unit may do by itself."""

    flags: tuple[str, ...]


TYPES: Mapping[str, TypeRow] = MappingProxyType(dict(read_table(PACKAGE, "types.toml", TypeRow)))


def list_faults(force: ForceList) -> Iterator[Fault]:
    """WG-DATA-01 Name everything that is wrong with a force list."""
    if ID.fullmatch(force.id) is None:
        yield bad_id("WG-DATA-01", "list.id", force.id)
    for name in ("weapons", "devices", "options", "entries"):
        yield from at_most("WG-DATA-01", f"list.{name}", getattr(force, name), MOST)
    yield from unique("WG-DATA-01", "list.weapons", [row.id for row in force.weapons], of=".id")
    yield from unique("WG-DATA-01", "list.devices", [row.id for row in force.devices], of=".id")
    yield from unique("WG-DATA-01", "list.options", [row.id for row in force.options], of=".id")
    yield from unique("WG-DATA-01", "list.entries", [row.sheet.kind for row in force.entries], of=".sheet.kind")
    for number, weapon in enumerate(force.weapons[:MOST]):
        yield from _weapon(weapon, f"list.weapons[{number}]", force)
    for number, device in enumerate(force.devices[:MOST]):
        yield from _device(device, f"list.devices[{number}]")
    for number, option in enumerate(force.options[:MOST]):
        yield from _option(option, f"list.options[{number}]")
    for number, entry in enumerate(force.entries[:MOST]):
        yield from _entry(entry, f"list.entries[{number}]", force)


# -- weapons


def _weapon(weapon: Weapon, path: str, force: ForceList) -> Iterator[Fault]:
    yield from among("AN-ORDER-03", f"{path}.kind", weapon.kind, WEAPONS)
    yield from all_among("AN-PBS-02", f"{path}.properties", weapon.properties, PROPERTIES)
    bands = (0, weapon.minimum, weapon.short_range, weapon.long_range, weapon.extreme, FARTHEST)
    if any(a > b for a, b in pairwise(bands)):
        yield fault("AN-SHOOT-10", "bands-cross", path, weapon=weapon.id, most=FARTHEST)
    yield from at_most("WG-DATA-01", f"{path}.modes", weapon.modes, MOST_MODELS)
    yield from unique("WG-DATA-01", f"{path}.modes", [row.name for row in weapon.modes], of=".name")
    for number, mode in enumerate(weapon.modes[:MOST_MODELS]):
        yield from _mode(mode, f"{path}.modes[{number}]")
    if not weapon.modes and weapon.extreme:
        yield fault("AN-ACC-18", "no-mode", f"{path}.modes", weapon=weapon.id)
    yield from _amount(weapon.strike_value, f"{path}.strike_value", "AN-RESIST-03")
    yield from within("AN-ACC-21", f"{path}.crew", weapon.crew, 0, MOST_MODELS)
    yield from within("AN-DMG-03", f"{path}.damage_modifier", weapon.damage_modifier, -STAT, STAT)
    if (weapon.overhead is None) == (weapon.kind == "overhead"):
        yield fault("AN-OH-12", "overhead-mismatch", f"{path}.overhead", weapon=weapon.id)
    if weapon.overhead is not None:
        yield from _overhead(weapon.overhead, f"{path}.overhead", force)
    if weapon.hazard is not None:
        yield from _amount(weapon.hazard.strike_value, f"{path}.hazard", "AN-HIT-09")


def _mode(mode: FiringMode, path: str) -> Iterator[Fault]:
    yield from within("AN-ACC-18", f"{path}.shots", mode.shots, 1, MOST_MODELS)
    yield from within("AN-ACC-18", f"{path}.accuracy", mode.accuracy, -STAT, STAT)


def _overhead(effect: OverheadEffect, path: str, force: ForceList) -> Iterator[Fault]:
    yield from among("AN-OH-12", f"{path}.kind", effect.kind, OVERHEAD)
    yield from _amount(effect.hits, f"{path}.hits", "AN-OH-12")
    yield from within("AN-OH-12", f"{path}.radius", effect.radius, 0, BIGGEST)
    if effect.kind == "marker" or effect.marker:
        yield from among("AN-OH-12", f"{path}.marker", effect.marker, [device.id for device in force.devices])


def _amount(amount: Amount, path: str, clause: str) -> Iterator[Fault]:
    yield from within(clause, f"{path}.dice", amount.dice, 0, MOST_MODELS)
    yield from within(clause, f"{path}.plus", amount.plus, -STAT, STAT)
    if amount.sides not in DICE or bool(amount.dice) != bool(amount.sides):
        known = " ".join(str(die) for die in DICE if die)
        yield fault("AN-GEN-05", "no-such-dice", path, dice=amount.dice, sides=amount.sides, known=known)


# -- devices and options


def _device(device: DeviceSheet, path: str) -> Iterator[Fault]:
    yield from among("AN-ACC-27", f"{path}.kind", device.kind, DEVICES)
    yield from among("AN-REROLL-01", f"{path}.miss_rerolls", device.miss_rerolls, ("", "one_per_source", "all"))
    yield from among("AN-REROLL-01", f"{path}.scope", device.scope, ("", "own_unit", "side"))
    yield from within("AN-ACC-17", f"{path}.radius", device.radius, 0, BIGGEST)
    yield from within("AN-ACC-17", f"{path}.accuracy", device.accuracy, -STAT, STAT)
    yield from within("WG-DATA-01", f"{path}.base_size", device.base_size.length, 1, BIGGEST)
    yield from _end_test(device.end_test, f"{path}.end_test")


def _end_test(test: EndTest | None, path: str) -> Iterator[Fault]:
    if test is None:
        return
    yield from among("AN-TURNEND-14", f"{path}.compare", test.compare, ("at_least", "at_most"))
    yield from among("AN-TURNEND-14", f"{path}.success", test.success, ("remove", "stay"))
    yield from among("AN-TURNEND-14", f"{path}.failure", test.failure, ("remove", "stay"))
    yield from within("AN-TURNEND-14", f"{path}.sides", test.sides, 2, 100)


def _option(option: ArmyOption, path: str) -> Iterator[Fault]:
    yield from within("AN-OPT-01", f"{path}.uses", option.uses, 1, MOST_MODELS)
    yield from all_among("AN-OPT-10", f"{path}.windows", option.windows, MOMENTS)
    if not option.windows:
        yield fault("AN-OPT-10", "no-window", f"{path}.windows", option=option.id, known=" ".join(MOMENTS))
    for number, effect in enumerate(option.effects):
        yield from among("AN-OPT-01", f"{path}.effects[{number}].kind", effect.kind, EFFECTS)
        if effect.kind == "grant_free_reaction":
            yield from among("AN-REACT-26", f"{path}.effects[{number}].word", effect.word, REACTIONS)
    if [row.kind for row in option.effects].count(ADD_DIE) > 1:
        # such a die would put another of its kind into the bag whenever it is drawn
        yield fault("AN-OPT-03", "special-die-twice", f"{path}.effects", option=option.id)
    yield from _end_test(option.end_test, f"{path}.end_test")


# -- units


def _entry(entry: ForceEntry, path: str, force: ForceList) -> Iterator[Fault]:
    yield from _sheet(entry.sheet, f"{path}.sheet", force)
    yield from at_most("WG-DATA-01", f"{path}.models", entry.models, MOST_MODELS)
    yield from _names(f"{path}.models", [model.kind.name for model in entry.models])
    if not entry.models:
        yield fault("WG-DATA-01", "no-models", f"{path}.models", entry=entry.sheet.kind)
    for number, kind in enumerate(entry.models[:MOST_MODELS]):
        yield from _range(kind, f"{path}.models[{number}]", force)
    yield from unique("WG-DATA-01", f"{path}.upgrades", [row.id for row in entry.upgrades], of=".id")
    for number, upgrade in enumerate(entry.upgrades[:MOST_MODELS]):
        yield from _upgrade(upgrade, f"{path}.upgrades[{number}]", entry, force)


def _names(path: str, names: Sequence[str]) -> Iterator[Fault]:
    yield from unique("WG-DATA-01", path, names, WORD, "at least one character")


def _sheet(sheet: UnitSheet, path: str, force: ForceList) -> Iterator[Fault]:
    yield from among("AN-ORDER-19", f"{path}.unit_type", sheet.unit_type, TYPES)
    yield from among("AN-SHOOT-08", f"{path}.size", sheet.size, SIZES)
    yield from within("AN-TURN-09", f"{path}.order_dice", sheet.order_dice, 1, 6)
    yield from within("AN-MOVE-01", f"{path}.movement", sheet.movement, 0, LONGEST)
    plain = [flag.removeprefix("-") for flag in sheet.flags]
    yield from all_among("AN-MOVE-05", f"{path}.flags", plain, FLAGS)
    yield from all_among("WG-DATA-01", f"{path}.devices", sheet.devices, [device.id for device in force.devices])
    for name in sheet.stats.__struct_fields__:
        yield from within("AN-GEN-01", f"{path}.stats.{name}", getattr(sheet.stats, name), 0, STAT)
    if sheet.stats.resist is None:
        yield fault("AN-RESIST-01", "stat-missing", f"{path}.stats.resist", stat="Res", entry=sheet.kind)
    if sheet.stats.command is None and sheet.unit_type != "probe":
        yield fault("AN-BREAK-01", "stat-missing", f"{path}.stats.command", stat="Co", entry=sheet.kind)
    yield from _rules(sheet.rules, f"{path}.rules")


def _rules(rules: Sequence[SpecialRule], path: str) -> Iterator[Fault]:
    for number, rule in enumerate(rules):
        yield from among("AN-OPT-09", f"{path}[{number}].hook", rule.hook, HOOKS)
        if rule.hook == "free_reaction":
            yield from among("AN-REACT-26", f"{path}[{number}].word", rule.word, REACTIONS)


def _range(found: KindRange, path: str, force: ForceList) -> Iterator[Fault]:
    yield from within("WG-DATA-01", f"{path}.most", found.most, max(1, found.least), MOST_MODELS)
    yield from _kind(found.kind, f"{path}.kind", force)


def _kind(kind: ModelKind, path: str, force: ForceList) -> Iterator[Fault]:
    weapons = [weapon.id for weapon in force.weapons]
    yield from within("AN-GEN-07", f"{path}.base_size", max(kind.base_size.length, kind.base_size.width), 1, BIGGEST)
    yield from within("AN-SHOOT-08", f"{path}.height", kind.height, 1, BIGGEST)
    yield from within("AN-RESIST-08", f"{path}.wounds", kind.wounds, 1, MOST_MODELS)
    yield from within("AN-H2H-06", f"{path}.attacks", kind.attacks, 0, MOST_MODELS)
    yield from _amount(kind.strike_value, f"{path}.strike_value", "AN-H2H-06")
    yield from all_among("AN-RESIST-02", f"{path}.armour", [row.applies for row in kind.armour], ARMOUR)
    yield from all_among("WG-DATA-01", f"{path}.weapons", kind.weapons, weapons)
    if kind.crews:
        yield from among("AN-ACC-21", f"{path}.crews", kind.crews, weapons)


def _upgrade(upgrade: Upgrade, path: str, entry: ForceEntry, force: ForceList) -> Iterator[Fault]:
    yield from all_among("WG-DATA-01", f"{path}.devices", upgrade.devices, [device.id for device in force.devices])
    yield from all_among("WG-DATA-01", f"{path}.options", upgrade.options, [option.id for option in force.options])
    yield from all_among("WG-DATA-01", f"{path}.weapons", upgrade.weapons, [weapon.id for weapon in force.weapons])
    yield from all_among("AN-MOVE-05", f"{path}.flags", [flag.removeprefix("-") for flag in upgrade.flags], FLAGS)
    if upgrade.model:
        yield from among("WG-DATA-01", f"{path}.model", upgrade.model, [model.kind.name for model in entry.models])
    yield from _rules(upgrade.rules, f"{path}.rules")
