"""Armies: what is bought from a force list, every fault at once, and the units that come of it (WG-ARMY-01)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, at_most, fault, unique
from adjudicator.kernel.decide.parties import SEAT_LETTERS, Party
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    ArmyUnit,
    ForceEntry,
    ForceList,
    ModelKind,
    MusteredDevice,
    MusteredUnit,
    OptionUse,
    SubmitArmy,
    UnitSheet,
    Upgrade,
)
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.roster.force_lists import TYPES

NAME = re.compile(r"[a-z0-9_]{1,16}", re.ASCII)
MOST_UNITS, MOST_MODELS, MOST_OPTIONS, LONGEST_NAME = 40, 300, 20, 60

# -- faults


def army_faults(game: Game, force: ForceList, command: SubmitArmy, limit: int) -> Iterator[Fault]:
    """WG-ARMY-01 Name everything that is wrong with an army of a list."""
    if not command.units:
        yield fault("WG-ARMY-01", "no-units", "units")
    if len(command.name) > LONGEST_NAME:
        yield fault("WG-DATA-01", "name-too-long", "name", most=LONGEST_NAME)
    yield from at_most("WG-DATA-01", "units", command.units, MOST_UNITS)
    yield from at_most("WG-DATA-01", "options", command.options, MOST_OPTIONS)
    ids = [row.id for row in command.units]
    yield from unique("WG-DATA-01", "units", ids, NAME, "1 to 16 small letters, figures and _", of=".id")
    entries = {entry.sheet.kind: entry for entry in force.entries}
    for number, unit in enumerate(command.units[:MOST_UNITS]):
        yield from _unit_faults(unit, entries.get(unit.entry), f"units[{number}]", tuple(entries))
    yield from _count_faults(command, force)
    bought = (dict(counts_of(entries[row.entry], row)) for row in command.units if row.entry in entries)
    models = sum(sum(row.values()) for row in bought)
    if models > MOST_MODELS:
        yield fault("WG-DATA-01", "too-many-models", "units", found=models, most=MOST_MODELS)
    yield from _option_faults(command, force)
    yield from _clashes(game, force)
    cost = points_of(force, command)
    if limit and cost > limit:
        yield fault("WG-ARMY-01", "over-limit", "units", points=cost, limit=limit)


def _unit_faults(unit: ArmyUnit, entry: ForceEntry | None, path: str, known: Sequence[str]) -> Iterator[Fault]:
    if entry is None:
        yield fault(
            "WG-ARMY-01", "no-such-entry", f"{path}.entry", entry=unit.entry or "nothing", known=" ".join(known)
        )
        return
    yield from _model_faults(unit, entry, path)
    ids = [upgrade.id for upgrade in entry.upgrades]
    for number, name in enumerate(unit.upgrades):
        if name not in ids or name in unit.upgrades[:number]:
            reason = "upgrade-twice" if name in ids else "no-such-upgrade"
            yield fault("WG-ARMY-01", reason, f"{path}.upgrades[{number}]", upgrade=name, known=" ".join(ids) or "none")
    if unit.points != unit_points(entry, unit):
        yield fault(
            "WG-ARMY-01", "wrong-points", f"{path}.points", counted=unit.points, points=unit_points(entry, unit)
        )


def _model_faults(unit: ArmyUnit, entry: ForceEntry, path: str) -> Iterator[Fault]:
    ranges = {model.kind.name: model for model in entry.models}
    named = [model.kind for model in unit.models]
    for number, name in enumerate(named):
        if name not in ranges or name in named[:number]:
            reason = "kind-twice" if name in ranges else "no-such-kind"
            yield fault("WG-ARMY-01", reason, f"{path}.models[{number}].kind", kind=name, known=", ".join(ranges))
    counts = dict(counts_of(entry, unit))
    for name, range_ in ranges.items():
        if not range_.least <= counts.get(name, 0) <= range_.most:
            facts: dict[str, int | str] = {"kind": name, "found": counts.get(name, 0)}
            yield fault("WG-ARMY-01", "model-count", f"{path}.models", **facts, least=range_.least, most=range_.most)
    if not any(counts.values()):
        yield fault("WG-ARMY-01", "no-models", f"{path}.models", entry=unit.entry)


def _count_faults(command: SubmitArmy, force: ForceList) -> Iterator[Fault]:
    counts = Counter(unit.entry for unit in command.units)
    for entry in force.entries:
        name = entry.sheet.kind
        if entry.most and counts[name] > entry.most:
            yield fault("WG-ARMY-01", "too-many-of-it", "units", entry=name, found=counts[name], most=entry.most)


def _option_faults(command: SubmitArmy, force: ForceList) -> Iterator[Fault]:
    known = [option.id for option in force.options]
    for number, name in enumerate(command.options):
        if name not in known:
            yield fault(
                "WG-ARMY-01", "no-such-option", f"options[{number}]", option=name, known=" ".join(known) or "none"
            )


def _clashes(game: Game, force: ForceList) -> Iterator[Fault]:
    """Things of both armies have one id only where they are the same."""
    weapons = [weapon.id for weapon in force.weapons if game.weapons.get(weapon.id, weapon) != weapon]
    devices = [device.id for device in force.devices if game.device_sheets.get(device.id, device) != device]
    for name in (*weapons, *devices):
        yield fault("WG-DATA-01", "id-clash", "list", id=name)


# -- points and models


def counts_of(entry: ForceEntry, unit: ArmyUnit) -> tuple[tuple[str, int], ...]:
    """List how many models of each kind a unit has, in the order of their numbers; the fewest where it is left open."""
    named = tuple((model.kind, model.count) for model in unit.models)
    return named or tuple((model.kind.name, model.least) for model in entry.models)


def unit_points(entry: ForceEntry, unit: ArmyUnit) -> int:
    """Count the points of a unit, all in."""
    ranges = {model.kind.name: model for model in entry.models}
    counts = ((ranges[name], count) for name, count in counts_of(entry, unit) if name in ranges)
    more = sum(max(0, count - row.least) * row.points for row, count in counts)
    return entry.points + more + sum(row.points for row in _bought(entry, unit))


def points_of(force: ForceList, command: SubmitArmy) -> int:
    """Count the points of an army: what its units and options cost."""
    entries = {entry.sheet.kind: entry for entry in force.entries}
    options = {option.id: option.points for option in force.options}
    units = sum(unit_points(entries[unit.entry], unit) for unit in command.units if unit.entry in entries)
    return units + sum(options.get(option, 0) for option in command.options)


def _bought(entry: ForceEntry, unit: ArmyUnit) -> tuple[Upgrade, ...]:
    return tuple(upgrade for upgrade in entry.upgrades if upgrade.id in unit.upgrades)


# -- what comes of it


def accepted_army(force: ForceList, seat: Party, command: SubmitArmy) -> ArmyAccepted:
    """AN-TURN-09 Make the units, devices and options of an army that has no fault."""
    entries = {entry.sheet.kind: entry for entry in force.entries}
    units = tuple(
        MusteredUnit(id=f"{SEAT_LETTERS[seat]}-{row.id}", sheet=sheet_of(entries[row.entry], row))
        for row in command.units
    )
    devices = tuple(
        MusteredDevice(id=f"{unit.id}#{number}", sheet=name, unit=unit.id)
        for unit in units
        for number, name in enumerate(unit.sheet.devices, 1)
    )
    used = {name for unit in units for kind in unit.sheet.kinds for name in (*kind.weapons, kind.crews)}
    return ArmyAccepted(
        seat=seat,
        list=force.id,
        name=command.name or force.name,
        points=points_of(force, command),
        units=units,
        devices=devices,
        options=_options(force, seat, command, entries),
        device_sheets=force.devices,
        weapons=tuple(weapon for weapon in force.weapons if weapon.id in used),
    )


def _options(
    force: ForceList, seat: Party, command: SubmitArmy, entries: dict[str, ForceEntry]
) -> tuple[OptionUse, ...]:
    sheets = {option.id: option for option in force.options}
    upgrades = (row for unit in command.units for row in _bought(entries[unit.entry], unit))
    bought_options = [name for row in upgrades for name in row.options]
    out: list[OptionUse] = []
    for place, name in enumerate(names := sorted((*command.options, *bought_options))):
        again = names[:place].count(name)
        id = f"{SEAT_LETTERS[seat]}-{name}" + (f"-{again + 1}" if again else "")
        out.append(OptionUse(id=id, sheet=sheets[name]))
    return tuple(out)


def sheet_of(entry: ForceEntry, unit: ArmyUnit) -> UnitSheet:
    """AN-MOVE-05 AN-ASSAULT-02 Make the sheet of a unit: its models, what it was bought with, the flags of its type."""
    bought = _bought(entry, unit)
    sheet = entry.sheet
    kinds, models = _models(entry, unit, bought)
    return replace(
        sheet,
        flags=_flags(sheet, bought),
        rules=(*sheet.rules, *(rule for row in bought for rule in row.rules)),
        devices=(*sheet.devices, *(name for row in bought for name in row.devices)),
        kinds=kinds,
        models=models,
        points=unit_points(entry, unit),
    )


def _flags(sheet: UnitSheet, bought: Sequence[Upgrade]) -> tuple[str, ...]:
    words = (*TYPES[sheet.unit_type].flags, *sheet.flags, *(flag for row in bought for flag in row.flags))
    taken = {word[1:] for word in words if word.startswith("-")}
    return tuple(dict.fromkeys(word for word in words if word not in taken))


def _models(
    entry: ForceEntry, unit: ArmyUnit, bought: Sequence[Upgrade]
) -> tuple[tuple[ModelKind, ...], tuple[str, ...]]:
    kinds = {model.kind.name: model.kind for model in entry.models}
    models = [name for name, count in counts_of(entry, unit) for _ in range(count)]
    for row in bought:
        if row.model:
            _rearm(kinds, models, row)
    used = tuple(kind for name, kind in kinds.items() if name in models)
    return used, tuple(models)


def _rearm(kinds: dict[str, ModelKind], models: list[str], upgrade: Upgrade) -> None:
    """Give other weapons to models of a kind: to all, or to the last ones, which become a kind of their own."""
    places = [place for place, name in enumerate(models) if name == upgrade.model]
    if not upgrade.count or upgrade.count >= len(places):
        kinds[upgrade.model] = replace(kinds[upgrade.model], weapons=upgrade.weapons)
        return
    name = f"{upgrade.model} ({upgrade.name})"
    kinds[name] = replace(kinds[upgrade.model], name=name, weapons=upgrade.weapons)
    for place in places[-upgrade.count :]:
        models[place] = name
