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
            for upgrades in ((), tuple(each.id for each in entry.upgrades)):
                unit = bought_unit(entry, upgrades)
                yield sheet_of(entry, unit)


SHEETS = tuple(sheets())
WEAPONS = tuple(each for force in LISTS for each in force.weapons)
GUNS = {name for sheet in SHEETS for kind in sheet.kinds for name in kind.weapons}
CARRIED = {name for sheet in SHEETS for name in sheet.devices}
LEFT = {each.overhead.marker for each in WEAPONS if each.overhead is not None and each.id in GUNS}


def _kinds(rows: tuple[SpecialRule, ...] | tuple[OptionEffect, ...], field: str) -> set[str]:
    return {getattr(each, field) for each in rows}


RULES = tuple(rule for sheet in SHEETS for rule in sheet.rules)
NAMED = ("Superior Shard", "IMTel Boost", "Distort Interference", "Block", "Reprogram", "Virai Reprogram")
EFFECTS = tuple(effect for force in LISTS for option in force.options for effect in option.effects)
ENTRIES = tuple(entry for force in LISTS for entry in force.entries)


def test_every_type_size_and_flag_is_sold() -> None:
    """Every type and size of unit and every flag that the engine reads belongs to some unit."""
    assert {each.type for each in SHEETS} == set(force_lists.TYPES)
    assert {each.size for each in SHEETS} == set(force_lists.SIZES)
    words = {flag for each in SHEETS for flag in each.flags}
    assert {each for each in words if not each.startswith("-")} == set(force_lists.FLAGS)
    assert {each for each in words if each.startswith("-")} <= {f"-{each}" for each in force_lists.FLAGS}
    assert {each.faction for each in SHEETS} >= {"concord", "ghar", "vorl", "virai"}


def test_every_kind_of_weapon_is_carried() -> None:
    """Every class and property of weapon, every template, hazards and damage modifiers are carried by somebody."""
    carried = [each for each in WEAPONS if each.id in GUNS]
    assert {each.kind for each in carried} == set(force_lists.WEAPONS)
    assert {word for each in carried for word in each.properties} == set(force_lists.PROPERTIES)
    assert {each.overhead.kind for each in carried if each.overhead} == set(force_lists.OVERHEAD)
    assert any(each.hazard for each in carried)
    assert any(each.damage_modifier for each in carried)
    assert any(each.strike_value.dice for each in carried)
    assert any(each.minimum for each in carried)
    assert {mode.rapid for each in carried for mode in each.modes} == {True, False}
    for pair in (("suspensor_net", "heavy"), ("blast", "disruptor")):
        assert any(set(pair) <= set(each.properties) for each in carried)


def test_every_listed_weapon_and_device_is_carried_or_left() -> None:
    """Every weapon of a list is carried by a unit of it, and every device goes with a unit or is left by a weapon."""
    assert {each.id for each in WEAPONS} == GUNS
    assert {each.id for force in LISTS for each in force.devices} == CARRIED | (LEFT - {""})


def test_every_device_of_the_sheet_is_there() -> None:
    """Every kind of device and marker comes into play, those of a whole side and those with end tests too."""
    known: dict[str, DeviceSheet] = {each.id: each for force in LISTS for each in force.devices}
    used = [known[name] for name in sorted(CARRIED | (LEFT - {""}))]
    assert {each.kind for each in used} == set(force_lists.DEVICES) - {"none"}
    assert {"side", ""} == {each.scope for each in used}
    assert {each.miss_rerolls for each in used} == {"", "all"}
    tests = [each.end_test for each in used if each.end_test is not None]
    assert {each.compare for each in tests} == {"at_least", "at_most"}
    assert {each.placed for each in used} == {True, False}
    assert any(known[name].kind == "staa_tag" for name in LEFT - {""})


def test_every_hook_of_a_special_rule_is_used() -> None:
    """Every hook of special rules, and what each of them may say, belongs to some unit."""
    assert _kinds(RULES, "hook") == set(force_lists.HOOKS) - {"none"}
    assert any(each.name == "Strength in Numbers" and each.models for each in RULES)
    assert any(each.hook == "free_reaction" and each.word and each.number for each in RULES)


def test_every_army_option_of_the_sheet_is_sold() -> None:
    """Every option that the sheet names is sold, and every effect and moment of options is used."""
    options = [each for force in LISTS for each in force.options]
    assert set(NAMED) <= {each.name for each in options}
    assert _kinds(EFFECTS, "kind") == set(force_lists.EFFECTS) - {"none"}
    assert {word for each in options for word in each.windows} == set(force_lists.MOMENTS)
    assert any(each.end_test for each in options)
    assert any(not each.effects for each in options)
    assert any(each.uses > 1 for each in options)
    assert any(upgrade.options for entry in ENTRIES for upgrade in entry.upgrades)


def test_models_of_every_sort_are_sold() -> None:
    """Models of several Wounds, of their own armour and blows, primary ones, crews and equipment are all sold."""
    kinds = [kind for sheet in SHEETS for kind in sheet.kinds]
    assert {each.wounds for each in kinds} >= {1, 2}
    assert {bonus.when for each in kinds for bonus in each.armour} >= {"always", "open", "h2h"}
    assert any(each.primary for each in kinds)
    assert any(each.crews for each in kinds)
    assert any(each.equipment for each in kinds)
    assert any(each.hazard for each in kinds)
    assert any(each.strike_value.dice for each in kinds)
    assert {each.base.shape for each in kinds} == set(Shape)
    assert {each.order_dice for each in SHEETS} >= {1, 2, 3}


def test_ready_armies_have_every_entry() -> None:
    """Every list has ready armies for games of either size, and between them they have every entry."""
    for force in LISTS:
        own = [each for each in ARMIES.values() if each.list == force.id]
        assert {unit.entry for each in own for unit in each.units} == {each.sheet.kind for each in force.entries}
        assert {option for each in own for option in each.options} <= {each.id for each in force.options}


@pytest.mark.parametrize(("one", "other"), list(combinations(sorted(FORCES), 2)))
def test_two_lists_share_no_id_for_different_things(one: str, other: str) -> None:
    """Two lists share no id of a weapon or device for different things."""
    for kind in ("weapons", "devices"):
        mine = {each.id: each for each in getattr(FORCES[one], kind)}
        theirs = {each.id: each for each in getattr(FORCES[other], kind)}
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
