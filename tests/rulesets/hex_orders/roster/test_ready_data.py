"""Army lists, ready maps, rosters, clauses and phrases hold, and between them they show every rule."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace as changed

from adjudicator.data import read, read_folder, read_sentences
from adjudicator.kernel.tally import Tally
from adjudicator.rulesets.hex_orders import messages
from adjudicator.rulesets.hex_orders.budgets import GAME_TYPES, LIGHT, price
from adjudicator.rulesets.hex_orders.library import LISTS, MAPS
from adjudicator.rulesets.hex_orders.listing import ListRow
from adjudicator.rulesets.hex_orders.messages import (
    ArmyList,
    AssaultLine,
    Model,
    Purchase,
    Roster,
    Sheet,
    UpgradeChoice,
    Weapon,
)
from adjudicator.rulesets.hex_orders.muster import mustered
from adjudicator.rulesets.hex_orders.notation import movement
from adjudicator.rulesets.hex_orders.options import PACKAGE
from adjudicator.rulesets.hex_orders.ranking import NATIONS
from adjudicator.rulesets.hex_orders.rows import Side, Terms
from adjudicator.rulesets.hex_orders.state import Game
from adjudicator.rulesets.hex_orders.terrain import TERRAINS
from replays.phrases import Speaker
from tests import toy
from tests.kit import rules_from

SECTIONS = {
    "ARMY": 28, "HUGE": 3, "TERRAIN": 33, "MOVE": 6, "LOS": 20, "STACK": 7, "MAP": 8, "SETUP": 16, "TURN": 24,
    "ORDERS": 37, "CHOICE": 8, "GUNNERY": 23, "ANGLES": 12, "FIXED": 5, "FIRE": 33, "OPEN": 3, "AREA": 7, "DAMAGE": 4,
    "ARMOUR": 13, "DTABLE": 9, "SPECIAL": 6, "ASSAULT": 38, "RETREAT": 10, "ABILITIES": 29, "SHAKEN": 7, "CONT": 25,
    "HEXFX": 17, "AFTERMATH": 4, "GAP": 9,
}  # fmt: skip
ALL_CLAUSES = 444
TEXTS = read(PACKAGE, "clauses.toml", dict[str, str])
PHRASES = read_sentences(PACKAGE, "phrases_events", "phrases")
ROSTERS = read_folder(PACKAGE, "armies", dict[str, Any])
BUDGETS = ("standard", "infantry", "pure_tank", "armoured", "light_a", "light_b")
EVENTS = [getattr(messages, name) for name in PHRASES]
SAMPLES: dict[Any, Any] = {int: 1, str: "a1", bool: True, Tally: Tally.base(3, "HX-FIRE-02")}


# -- what the data hold


def sheets() -> list[Sheet]:
    """List every unit that is sold."""
    return [entry.sheet for each in LISTS.values() for entry in each.units]


def models(row: ArmyList) -> Iterator[Model]:
    """List the models of a list, elites too."""
    yield from (model for entry in row.units for model in entry.sheet.models)
    yield from (upgrade.elite for upgrade in row.upgrades if upgrade.elite)


def lines() -> list[AssaultLine]:
    """List every way to fight in an assault."""
    given = [each.assault for row in LISTS.values() for each in row.upgrades if each.assault]
    return given + [model.assault for row in LISTS.values() for model in models(row)]


def weapons() -> dict[str, Weapon]:
    """List every weapon, by its list and id."""
    every = ((row.nation, each) for row in LISTS.values()
             for each in (*row.weapons, *(item for entry in row.units for item in entry.sheet.weapons)))  # fmt: skip
    return {f"{nation}:{each.id}": each for nation, each in every}


def abilities() -> set[str]:
    """List the names of all abilities that somebody has."""
    found = {each.name for sheet in sheets() for each in sheet.abilities}
    found |= {each.name for row in LISTS.values() for upgrade in row.upgrades for each in upgrade.abilities}
    return found | {each.name for row in LISTS.values() for model in models(row) for each in model.abilities}


def codes(sheet: Sheet) -> set[str]:
    """List the codes in a unit's movement orders, A[X] and B[X] without their speed."""
    orders = (order for speed in sheet.speeds for order in (*speed.movement, speed.default_movement))
    return {f"{code.name}[]" if code.word else code.name for order in orders for part in movement(order)
            for code in part}  # fmt: skip


def roster(row: dict[str, Any]) -> Roster:
    """Turn a ready army into the message that a side hands in."""
    return Roster(units=tuple(
        Purchase(kind=unit["kind"], upgrades=tuple(
            UpgradeChoice(upgrade=each["upgrade"], model=each.get("model", 0)) for each in unit.get("upgrades", ())
        ))
        for unit in row["units"]
    ))  # fmt: skip


def table_for(nation: str, kind: str) -> Game:
    """Set a table at which seat 0 has the points of a kind of army, and has declared the huge units that it holds."""
    game, row = Game(), ROSTERS[nation][kind]
    budgets = {name: points for name, (points, _) in GAME_TYPES.items()}
    budgets |= {"light_a": LIGHT["a"], "light_b": LIGHT["b"], "armoured": price(ip=48, **row.get("free", {}))}
    huge = {sheet.kind for sheet in sheets() if sheet.size == "huge"}
    declared = tuple(unit["kind"] for unit in row["units"] if unit["kind"] in huge)
    game.terms = Terms("entrenched", kind, "", 7, 9)
    game.sides[0] = Side(nations=(nation,), budget=budgets[kind], huge=declared)
    return game


# -- clauses, phrases, nations


def test_every_clause_has_a_text():
    """All 444 clauses have a text, numbered without gaps in 29 sections."""
    found = Counter(key.split("-")[1] for key in TEXTS)
    assert found == SECTIONS
    assert set(TEXTS) == {f"HX-{name}-{number:02}" for name, most in SECTIONS.items() for number in range(1, most + 1)}
    assert len(TEXTS) == ALL_CLAUSES
    assert all(text.endswith(".") and len(text) > len("No.") for text in TEXTS.values())


def sample(kind: Any) -> Any:
    """Make a value of a type, every optional field filled and every list with one element."""
    if kind in SAMPLES:
        return SAMPLES[kind]
    if get_origin(kind) in (Union, UnionType):
        return sample(next(each for each in get_args(kind) if each is not type(None)))
    if get_origin(kind) is tuple:
        return (sample(get_args(kind)[0]),)
    return kind(**{name: sample(each) for name, each in get_type_hints(kind).items()})


def test_every_event_has_a_phrase():
    """Each kind of event has one phrase, and no phrase is left over."""
    kinds = {kind.__name__ for kind, mask in messages.MASKS.items() if kind.__module__ == messages.__name__}
    commands = {kind.__name__ for kind in messages.ROLES}
    assert set(PHRASES) == kinds - commands


# what only repeats the command above it, or the heading below
UNTOLD = {
    "ChoicePassed", "DamageApplied", "DeflectionDiceRolled", "HexEffectMet", "OrdersPlotted", "RetreatChosen",
    "SetupStepCompleted", "StepEnded", "TurnEnded",
}  # fmt: skip


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
def test_a_phrase_fits_its_event(kind):
    """A phrase names fields that are there, and is said for a reader who may not know what is secret too."""
    rules = replace(rules_from(toy), phrases=PHRASES, masks=messages.MASKS)
    event: Struct = sample(kind)
    mask = messages.MASKS[kind]
    names = [kind.__struct_fields__[index] for index in mask.secret]
    # what is secret as a whole is never told to others
    others = () if mask.whole else (changed(event, **dict.fromkeys(names)),)
    for told in (event, *others):
        said = Speaker(rules, ("red", "blue")).sentence(told)
        assert bool(said) == (kind.__name__ not in UNTOLD)
        assert not said.startswith(kind.__name__)


@pytest.mark.rule("HX-CHOICE-05", "HX-CHOICE-06", "HX-ASSAULT-21")
def test_the_two_rankings_of_nations():
    """Spartan, Elf, Dark-Elf, Dwarf, Ork choose last to first; Spartan, Dark-Elf, Ork, Dwarf, Elf win ties."""
    choice = sorted(NATIONS, key=lambda each: NATIONS[each].ranking_choice)
    assault = sorted(NATIONS, key=lambda each: NATIONS[each].ranking_assault)
    assert choice == ["spartan", "elf", "dark_elf", "dwarf", "ork"]
    assert assault == ["spartan", "dark_elf", "ork", "dwarf", "elf"]


# -- army lists


def test_every_nation_sells_an_army():
    """Each nation has foot of four and of two, riders or beasts, vehicles, a scout, a hidden and a huge unit."""
    assert set(LISTS) == set(NATIONS)
    for row in LISTS.values():
        sold = [entry.sheet for entry in row.units]
        foot = {len(sheet.models) for sheet in sold if "infantry" in sheet.types}
        assert {2, 4} <= foot, row.nation
        assert any({"cavalry", "beast"} & set(sheet.types) for sheet in sold), row.nation
        assert sum("vehicle" in sheet.types for sheet in sold) > 1, row.nation
        assert any("scout" in sheet.types for sheet in sold), row.nation
        assert any(sheet.hidden for sheet in sold), row.nation
        assert any(sheet.size == "huge" for sheet in sold), row.nation
        assert any(sheet.price.com for sheet in sold), row.nation


def test_nothing_in_a_list_is_idle():
    """Every weapon of a data file is carried or given by something, and every upgrade is offered by a unit."""
    for row in read_folder(PACKAGE, "lists", ListRow).values():
        carried = {item for unit in row.units for model in unit.sheet.models for item in model.weapons}
        carried |= {upgrade.weapon for upgrade in row.upgrades}
        carried |= {item for upgrade in row.upgrades if upgrade.elite for item in upgrade.elite.weapons}
        offered = {each for unit in row.units for each in unit.upgrades}
        assert {weapon.id for weapon in row.weapons} <= carried, row.nation
        assert {upgrade.id for upgrade in row.upgrades} == offered, row.nation


def test_every_ability_is_somebodys():
    """Between them the lists use all ten abilities."""
    assert abilities() == {
        "pre_assault_retreat", "terror", "fear", "cunning_assault", "good_shot", "excellent_shot", "bad_shot",
        "steady", "camouflage", "take_cover",
    }  # fmt: skip


def test_every_property_of_weapons_is_used():
    """Bursts, area, limited ammunition, fixed guns and all else that a weapon may have stand on some weapon."""
    every = weapons().values()
    assert any(each.burst for each in every)
    assert any(each.area for each in every)
    assert any(each.limited_ammo and each.always_loaded for each in every)
    assert any(each.limited_ammo and not each.always_loaded for each in every)
    assert any(each.load_per_order == 5 for each in every)
    assert any(each.load_capacity > max(each.load_per_order, each.burst) for each in every)
    assert any(each.enhanced_accuracy for each in every)
    assert any(each.speeds for each in every)
    assert any(each.arc.startswith("x") for each in every)
    assert {each.hands for each in every} == {0, 1, 2}
    assert {effect.kind for each in every for effect in each.effects} == {"fire", "acid", "minor_acid", "poison"}
    assert {extra.type for each in every for extra in each.extra} == {"psychic", "light"}
    assert any(each.extra and each.damage is None for each in every)
    assert any(each.extra and each.damage for each in every)


def test_every_hex_effect_is_fired():
    """Smoke, fire, poison, both grades of acid and a mixed cloud are put into hexes, with a roll and without."""
    fired = [each for each in weapons().values() if each.hex_effect]
    assert {(each.hex_effect.kind, each.hex_effect.grade) for each in fired} >= {
        ("smoke", ""), ("fire", ""), ("poison_cloud", ""), ("acid_cloud", "minor"), ("acid_cloud", "major"),
        ("poison_acid_cloud", "minor"),
    }  # fmt: skip
    assert {each.automatic for each in fired} == {False, True}


def test_every_way_to_fight_is_there():
    """Assault lines do regular, psychic or both sorts of damage, and leave fire, acid, minor acid and poison."""
    assert {effect.kind for each in lines() for effect in each.effects} == {"fire", "acid", "minor_acid", "poison"}
    assert any(each.damage is None and each.extra for each in lines())
    assert any(each.damage and each.extra for each in lines())
    assert any(model.deflection for row in LISTS.values() for model in models(row))


def test_every_result_of_damage_can_come_up():
    """The three sorts of tables hold all eight results, and more than one kill."""
    tables = [table for sheet in sheets() for table in sheet.tables]
    results = [result for table in tables for row in table.rows for result in row.results]
    assert {table.type for table in tables} == {"regular", "psychic", "light"}
    assert {result.kind for result in results} == {
        "future", "shaken", "kill", "destroy", "bleeding", "on_fire", "weapon_lost", "speed_set",
    }  # fmt: skip
    assert any(result.kind == "kill" and result.x > 1 for result in results)


def test_resistances_and_immunities():
    """Every type of damage is resisted by somebody, and poison and its clouds leave somebody cold."""
    given = [upgrade for row in LISTS.values() for upgrade in row.upgrades]
    resisted = {each.type for sheet in sheets() for each in sheet.resistances}
    resisted |= {each.type for upgrade in given for each in upgrade.resistances}
    assert resisted == {"regular", "psychic", "poison", "fire", "acid", "light"}
    immune = {each for sheet in sheets() for each in sheet.immunities}
    assert immune | {each for upgrade in given for each in upgrade.immunities} == {"poison", "poison_cloud"}


def test_every_sort_of_unit_is_there():
    """Sizes, tags, leads, fire orders, leaders, permissions, wider areas and flight occur."""
    every = sheets()
    assert {sheet.size for sheet in every} == {"small", "medium", "large", "huge"}
    tags = {word for sheet in every for word in sheet.types}
    assert {"infantry", "cavalry", "vehicle", "tank", "tracked", "wheeled", "scout", "flying"} <= tags
    crews = [{"biological", "biological_crew"} & set(sheet.types) for sheet in every]
    assert all(found in crews for found in ({"biological"}, {"biological_crew"}, set()))
    assert {1, 2} == {sheet.orders_ahead for sheet in every} == {sheet.fire_orders for sheet in every}
    assert any(sheet.leader_follow and not sheet.price.com for sheet in every)
    assert any(sheet.terrain_permissions for sheet in every)
    assert any(sheet.setup_rows for sheet in every)
    assert any(sheet.default_gunnery != "-+-" for sheet in every)


def test_every_code_and_speed_is_there():
    """Every movement code stands in some order, and speeds on and off the ladder, flying ones too, are used."""
    every = {code for sheet in sheets() for code in codes(sheet)}
    assert every >= {"F", "R", "L", "B", "B[]", "A", "A[]", "Rev", "Chase", "Follow", "360", "Flee"}
    speeds = [speed for sheet in sheets() for speed in sheet.speeds]
    assert {"stand_still", "slow", "fast", "crawling", "rest", "setup"} <= {each.speed for each in speeds}
    assert any(each.flying for each in speeds)
    assert any(each.accelerates for each in speeds)
    assert any(each.brakes for each in speeds)


def test_every_sort_of_upgrade_is_there():
    """Upgrades come for the base and for a model, arm in all four ways, and bestow all that they may."""
    every = [upgrade for row in LISTS.values() for upgrade in row.upgrades]
    assert {each.scope for each in every} == {"base", "model"}
    assert {each.arms for each in every} == {"", "all", "one", "shared", "adds"}
    assert any(each.elites_only and each.arms == "one" for each in every)
    needs = {word.partition(":")[0] for each in every for word in each.requires}
    assert {"elite", "type"} <= needs
    assert needs & {each.id for each in every}
    for field in ("elite", "equipment", "hands", "types", "abilities", "resistances", "immunities", "deflection",
                  "assault", "armour"):  # fmt: skip
        assert any(getattr(each, field) for each in every), field
    pools = [each.price for each in every] + [each.price for each in sheets()]
    assert all(any(getattr(each, pool) for each in pools) for pool in ("ip", "mp", "cp", "xp", "com"))


# -- maps and rosters


@pytest.mark.rule("HX-TERRAIN-01", "HX-MAP-01", "HX-MAP-08")
def test_the_ready_maps():
    """Seven maps, one of them larger, show all kinds of terrain."""
    sizes = Counter((each.columns, each.rows) for each in MAPS.values())
    assert sizes == {(7, 9): 6, (9, 12): 1}
    assert {each.terrain for row in MAPS.values() for each in row.terrain} | {"clear"} == set(TERRAINS)
    assert any(each.overlays for row in MAPS.values() for each in row.terrain)


@pytest.mark.parametrize("kind", BUDGETS)
@pytest.mark.parametrize("nation", LISTS)
def test_a_ready_army_is_legal(nation, kind):
    """Every ready army can be handed in as it stands."""
    army, faults = mustered(table_for(nation, kind), 0, roster(ROSTERS[nation][kind]))
    assert faults == []
    assert len(army.units) == len(ROSTERS[nation][kind]["units"])


def test_standard_armies():
    """A standard army has six to nine bases, a scout among them and a hidden unit, and foot beside vehicles."""
    for nation, row in ROSTERS.items():
        sold = {entry.sheet.kind: entry.sheet for entry in LISTS[nation].units}
        army = [sold[unit["kind"]] for unit in row["standard"]["units"]]
        assert 6 <= len(army) <= 9, nation
        assert any(sheet.hidden for sheet in army), nation
        assert any("scout" in sheet.types for sheet in army), nation
        assert {"infantry", "vehicle"} <= {word for sheet in army for word in sheet.types}, nation


def test_rosters_use_what_there_is():
    """Whatever needs no command points is bought in some ready army, every upgrade too."""
    for nation, row in ROSTERS.items():
        assert row["nation"] == nation
        units = [unit for kind in BUDGETS for unit in row[kind]["units"]]
        bought = {unit["kind"] for unit in units}
        plain = {entry.sheet.kind for entry in LISTS[nation].units if not entry.sheet.price.com}
        assert bought == plain, nation
        taken = {each["upgrade"] for unit in units for each in unit.get("upgrades", ())}
        assert taken == {each.id for each in LISTS[nation].upgrades}, nation
        assert sum(row["armoured"]["free"].values()) == 6, nation
