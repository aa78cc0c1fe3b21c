"""The service's own force lists: between them they have everything that the sheet names and the engine knows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Shape
from adjudicator.rulesets.antares.model.messages import (
    ArmyUnit,
    DeviceSheet,
    ForceEntry,
    OptionEffect,
    SpecialRule,
    UnitSheet,
)
from adjudicator.rulesets.antares.roster import force_lists
from adjudicator.rulesets.antares.roster.library import ARMIES, FORCES
from adjudicator.rulesets.antares.roster.mustering import sheet_of, unit_points

LISTS = tuple(FORCES.values())


def bought_unit(entry: ForceEntry, upgrades: tuple[str, ...]) -> ArmyUnit:
    """Buy a unit of an entry with these upgrades, at the points that the list says."""
    plain = ArmyUnit(id="x", entry=entry.sheet.kind, models=(), upgrades=upgrades, points=0)
    return replace(plain, points=unit_points(entry, plain))


def sheets() -> Iterator[UnitSheet]:
    """Make every unit as it comes: plain, and with all its upgrades."""
    for force in LISTS:
        for entry in force.entries:
            for upgrades in ((), tuple(upgrade.id for upgrade in entry.upgrades)):
                unit = bought_unit(entry, upgrades)
                yield sheet_of(entry, unit)


SHEETS = tuple(sheets())
WEAPONS = tuple(weapon for force in LISTS for weapon in force.weapons)
GUNS = {name for sheet in SHEETS for kind in sheet.kinds for name in kind.weapons}
CARRIED = {name for sheet in SHEETS for name in sheet.devices}
LEFT = {weapon.overhead.marker for weapon in WEAPONS if weapon.overhead is not None and weapon.id in GUNS}


def _kinds(rows: tuple[SpecialRule, ...] | tuple[OptionEffect, ...], field: str) -> set[str]:
    return {getattr(row, field) for row in rows}


RULES = tuple(rule for sheet in SHEETS for rule in sheet.rules)
NAMED = ("Superior Shard", "IMTel Boost", "Distort Interference", "Block", "Reprogram", "Virai Reprogram")
EFFECTS = tuple(effect for force in LISTS for option in force.options for effect in option.effects)
ENTRIES = tuple(entry for force in LISTS for entry in force.entries)


def test_every_type_size_and_flag_is_sold() -> None:
    """Every type and size of unit and every flag that the engine reads belongs to some unit."""
    assert {sheet.unit_type for sheet in SHEETS} == set(force_lists.TYPES)
    assert {sheet.size for sheet in SHEETS} == set(force_lists.SIZES)
    words = {flag for sheet in SHEETS for flag in sheet.flags}
    assert {word for word in words if not word.startswith("-")} == set(force_lists.FLAGS)
    assert {word for word in words if word.startswith("-")} <= {f"-{row}" for row in force_lists.FLAGS}
    assert {sheet.faction for sheet in SHEETS} >= {"concord", "ghar", "vorl", "virai"}


def test_every_kind_of_weapon_is_carried() -> None:
    """Every class and property of weapon, every template, hazards and damage modifiers are carried by somebody."""
    carried = [weapon for weapon in WEAPONS if weapon.id in GUNS]
    assert {row.kind for row in carried} == set(force_lists.WEAPONS)
    assert {word for row in carried for word in row.properties} == set(force_lists.PROPERTIES)
    assert {row.overhead.kind for row in carried if row.overhead} == set(force_lists.OVERHEAD)
    assert any(row.hazard for row in carried)
    assert any(row.damage_modifier for row in carried)
    assert any(row.strike_value.dice for row in carried)
    assert any(row.minimum for row in carried)
    assert {mode.rapid for row in carried for mode in row.modes} == {True, False}
    for pair in (("suspensor_net", "heavy"), ("blast", "disruptor")):
        assert any(set(pair) <= set(row.properties) for row in carried)


def test_every_listed_weapon_and_device_is_carried_or_left() -> None:
    """Every weapon of a list is carried by a unit of it, and every device goes with a unit or is left by a weapon."""
    assert {weapon.id for weapon in WEAPONS} == GUNS
    assert {device.id for force in LISTS for device in force.devices} == CARRIED | (LEFT - {""})


def test_every_device_of_the_sheet_is_there() -> None:
    """Every kind of device and marker comes into play, those of a whole side and those with end tests too."""
    known: dict[str, DeviceSheet] = {device.id: device for force in LISTS for device in force.devices}
    used = [known[name] for name in sorted(CARRIED | (LEFT - {""}))]
    assert {row.kind for row in used} == set(force_lists.DEVICES) - {"none"}
    assert {"side", ""} == {row.scope for row in used}
    assert {row.miss_rerolls for row in used} == {"", "all"}
    tests = [row.end_test for row in used if row.end_test is not None]
    assert {test.compare for test in tests} == {"at_least", "at_most"}
    assert {row.placed for row in used} == {True, False}
    assert any(known[name].kind == "staa_tag" for name in LEFT - {""})


def test_every_hook_of_a_special_rule_is_used() -> None:
    """Every hook of special rules, and what each of them may say, belongs to some unit."""
    assert _kinds(RULES, "hook") == set(force_lists.HOOKS) - {"none"}
    assert any(rule.name == "Strength in Numbers" and rule.models for rule in RULES)
    assert any(rule.hook == "free_reaction" and rule.word and rule.number for rule in RULES)


def test_every_army_option_of_the_sheet_is_sold() -> None:
    """Every option that the sheet names is sold, and every effect and moment of options is used."""
    options = [option for force in LISTS for option in force.options]
    assert set(NAMED) <= {option.name for option in options}
    assert _kinds(EFFECTS, "kind") == set(force_lists.EFFECTS) - {"none"}
    assert {word for option in options for word in option.windows} == set(force_lists.MOMENTS)
    assert any(option.end_test for option in options)
    assert any(not option.effects for option in options)
    assert any(option.uses > 1 for option in options)
    assert any(upgrade.options for entry in ENTRIES for upgrade in entry.upgrades)


def test_models_of_every_sort_are_sold() -> None:
    """Models of several Wounds, of their own armour and blows, primary ones, crews and equipment are all sold."""
    kinds = [kind for sheet in SHEETS for kind in sheet.kinds]
    assert {row.wounds for row in kinds} >= {1, 2}
    assert {bonus.applies for row in kinds for bonus in row.armour} >= {"always", "open", "h2h"}
    assert any(row.primary for row in kinds)
    assert any(row.crews for row in kinds)
    assert any(row.equipment for row in kinds)
    assert any(row.hazard for row in kinds)
    assert any(row.strike_value.dice for row in kinds)
    assert {row.base_size.shape for row in kinds} == set(Shape)
    assert {row.order_dice for row in SHEETS} >= {1, 2, 3}


def test_ready_armies_have_every_entry() -> None:
    """Every list has ready armies for games of either size, and between them they have every entry."""
    for force in LISTS:
        own = [army for army in ARMIES.values() if army.list == force.id]
        assert {unit.entry for row in own for unit in row.units} == {entry.sheet.kind for entry in force.entries}
        assert {option for row in own for option in row.options} <= {row.id for row in force.options}


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(FORCES), 2)))
def test_two_lists_share_no_id_for_different_things(one: str, other: str) -> None:
    """Two lists share no id of a weapon or device for different things."""
    for kind in ("weapons", "devices"):
        mine = {row.id: row for row in getattr(FORCES[one], kind)}
        theirs = {row.id: row for row in getattr(FORCES[other], kind)}
        assert all(mine[name] == theirs[name] for name in mine.keys() & theirs.keys())


def test_every_upgrade_changes_the_sheet_or_gives_an_option() -> None:
    """Every upgrade changes the sheet of its unit or gives its side an option."""

    def plain(entry: ForceEntry, *upgrades: str) -> UnitSheet:
        unit = bought_unit(entry, upgrades)
        return sheet_of(entry, unit)

    for entry in ENTRIES:
        for upgrade in entry.upgrades:
            assert upgrade.options or plain(entry) != plain(entry, upgrade.id), upgrade.id
            assert plain(entry, upgrade.id).points == plain(entry).points + upgrade.points
