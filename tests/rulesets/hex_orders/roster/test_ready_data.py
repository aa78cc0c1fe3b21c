"""Army lists, ready maps and rosters hold, and between them they show every rule."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyList,
    AssaultLine,
    Model,
    Purchase,
    Roster,
    Sheet,
    UpgradeChoice,
    Weapon,
)
from adjudicator.rulesets.hex_orders.model.nations import NATIONS
from adjudicator.rulesets.hex_orders.model.options import PACKAGE
from adjudicator.rulesets.hex_orders.model.order_codes import read_movement
from adjudicator.rulesets.hex_orders.model.rows import Side, Terms
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.model.terrain import TERRAINS
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from adjudicator.rulesets.hex_orders.roster.budgets import BUDGETS as POINTS
from adjudicator.rulesets.hex_orders.roster.budgets import GAME_TYPES, price
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from adjudicator.rulesets.hex_orders.rules.setup.armies import army_of_roster

ROSTERS = read_folder(PACKAGE, "armies", dict[str, Any])
BUDGETS = ("standard", "infantry", "pure_tank", "armoured", "light_a", "light_b")


def sheets() -> list[Sheet]:
    """List every unit that is sold."""
    return [entry.sheet for row in LISTS.values() for entry in row.units]


def models(row: ArmyList) -> Iterator[Model]:
    """List the models of a list, elites too."""
    yield from (model for entry in row.units for model in entry.sheet.models)
    yield from (upgrade.elite for upgrade in row.upgrades if upgrade.elite)


def lines() -> list[AssaultLine]:
    """List every way to fight in an assault."""
    upgrades = [upgrade.assault for row in LISTS.values() for upgrade in row.upgrades if upgrade.assault]
    return upgrades + [model.assault for row in LISTS.values() for model in models(row)]


def weapons() -> dict[str, Weapon]:
    """List every weapon, by its list and id."""
    every = (
        (row.nation, weapon)
        for row in LISTS.values()
        for weapon in (*row.weapons, *(item for entry in row.units for item in entry.sheet.weapons))
    )
    return {f"{nation}:{candidate.id}": candidate for nation, candidate in every}


def abilities() -> set[str]:
    """List the names of all abilities that somebody has."""
    found = {ability.name for sheet in sheets() for ability in sheet.abilities}
    found |= {ability.name for row in LISTS.values() for upgrade in row.upgrades for ability in upgrade.abilities}
    return found | {ability.name for row in LISTS.values() for model in models(row) for ability in model.abilities}


def codes(sheet: Sheet) -> set[str]:
    """List the codes in a unit's movement orders, A[X] and B[X] without their speed."""
    orders = (order for speed in sheet.speeds for order in (*speed.movement, speed.default_movement))
    return {
        f"{code.name}[]" if code.word else code.name
        for order in orders
        for part in read_movement(order)
        for code in part
    }


def roster(row: dict[str, Any]) -> Roster:
    """Turn a ready army into the message that a side hands in."""
    return Roster(
        units=tuple(
            Purchase(
                kind=unit["kind"],
                upgrades=tuple(
                    UpgradeChoice(upgrade=item["upgrade"], model=item.get("model", 0))
                    for item in unit.get("upgrades", ())
                ),
            )
            for unit in row["units"]
        )
    )


def table_for(nation: str, kind: str) -> Game:
    """Set a table at which seat 0 has the points of a kind of army, and has declared the huge units that it holds."""
    game, row = Game(), ROSTERS[nation][kind]
    budgets = {name: points.price() for name, points in GAME_TYPES.items()}
    budgets |= {
        "light_a": POINTS.packages["a"].price(),
        "light_b": POINTS.packages["b"].price(),
        "armoured": price(ip=48, **row.get("free", {})),
    }
    huge = {sheet.kind for sheet in sheets() if sheet.size == "huge"}
    declared = tuple(unit["kind"] for unit in row["units"] if unit["kind"] in huge)
    game.terms = Terms("entrenched", kind, "", 7, 9)
    game.sides[0] = Side(nations=(nation,), budget=budgets[kind], huge=declared)
    return game


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
    for row in read_folder(PACKAGE, "lists", dict[str, Any]).values():
        carried = {
            item for unit in row["units"] for model in unit["sheet"]["models"] for item in model.get("weapons", ())
        }
        carried |= {upgrade.get("weapon", "") for upgrade in row["upgrades"]}
        carried |= {item for upgrade in row["upgrades"] for item in upgrade.get("elite", {}).get("weapons", ())}
        offered = {entry for unit in row["units"] for entry in unit.get("upgrades", ())}
        assert {weapon["id"] for weapon in row["weapons"]} <= carried, row["nation"]
        assert {upgrade["id"] for upgrade in row["upgrades"]} == offered, row["nation"]


def test_every_ability_is_somebodys():
    """Between them the lists use all ten abilities."""
    assert abilities() == {
        "pre_assault_retreat",
        "terror",
        "fear",
        "cunning_assault",
        "good_shot",
        "excellent_shot",
        "bad_shot",
        "steady",
        "camouflage",
        "take_cover",
    }


def test_every_property_of_weapons_is_used():
    """Bursts, area, limited ammunition, fixed guns and all else that a weapon may have stand on some weapon."""
    every = weapons().values()
    assert any(row.burst for row in every)
    assert any(row.area for row in every)
    assert any(row.limited_ammo and row.always_loaded for row in every)
    assert any(row.limited_ammo and not row.always_loaded for row in every)
    assert any(row.load_per_order == 5 for row in every)
    assert any(row.load_capacity > max(row.load_per_order, row.burst) for row in every)
    assert any(row.enhanced_accuracy for row in every)
    assert any(row.speeds for row in every)
    assert any(row.arc.startswith("x") for row in every)
    assert {row.hands for row in every} == {0, 1, 2}
    assert {effect.kind for row in every for effect in row.effects} == {"fire", "acid", "minor_acid", "poison"}
    assert {extra.damage_type for row in every for extra in row.extra} == {"psychic", "light"}
    assert any(row.extra and row.damage is None for row in every)
    assert any(row.extra and row.damage for row in every)


def test_every_hex_effect_is_fired():
    """Smoke, fire, poison, both grades of acid and a mixed cloud are put into hexes, with a roll and without."""
    fired = [weapon for weapon in weapons().values() if weapon.hex_effect]
    assert {(row.hex_effect.kind, row.hex_effect.grade) for row in fired} >= {
        ("smoke", ""),
        ("fire", ""),
        ("poison_cloud", ""),
        ("acid_cloud", "minor"),
        ("acid_cloud", "major"),
        ("poison_acid_cloud", "minor"),
    }
    assert {row.automatic for row in fired} == {False, True}


def test_every_way_to_fight_is_there():
    """Assault lines do regular, psychic or both sorts of damage, and leave fire, acid, minor acid and poison."""
    assert {effect.kind for line in lines() for effect in line.effects} == {"fire", "acid", "minor_acid", "poison"}
    assert any(line.damage is None and line.extra for line in lines())
    assert any(line.damage and line.extra for line in lines())
    assert any(model.deflection for row in LISTS.values() for model in models(row))


def test_every_result_of_damage_can_come_up():
    """The three sorts of tables hold all eight results, and more than one kill."""
    tables = [table for sheet in sheets() for table in sheet.tables]
    results = [result for table in tables for row in table.rows for result in row.results]
    assert {table.damage_type for table in tables} == {"regular", "psychic", "light"}
    assert {result.kind for result in results} == {
        "future",
        "shaken",
        "kill",
        "destroy",
        "bleeding",
        "on_fire",
        "weapon_lost",
        "speed_set",
    }
    assert any(result.kind == "kill" and result.x > 1 for result in results)


def test_every_resistance_and_immunity_is_somebodys():
    """Every type of damage is resisted by somebody, and poison and its clouds leave somebody cold."""
    upgrades = [upgrade for row in LISTS.values() for upgrade in row.upgrades]
    resisted = {resistance.damage_type for sheet in sheets() for resistance in sheet.resistances}
    resisted |= {resistance.damage_type for upgrade in upgrades for resistance in upgrade.resistances}
    assert resisted == {"regular", "psychic", "poison", "fire", "acid", "light"}
    immune = {immunity for sheet in sheets() for immunity in sheet.immunities}
    assert immune | {immunity for upgrade in upgrades for immunity in upgrade.immunities} == {"poison", "poison_cloud"}


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
    assert {"stand_still", "slow", "fast", "crawling", "rest", "setup"} <= {row.speed for row in speeds}
    assert any(row.flying for row in speeds)
    assert any(row.accelerates for row in speeds)
    assert any(row.brakes for row in speeds)


def test_every_sort_of_upgrade_is_there():
    """Upgrades come for the base and for a model, arm in all four ways, and bestow all that they may."""
    every = [upgrade for row in LISTS.values() for upgrade in row.upgrades]
    assert {item.scope for item in every} == {"base", "model"}
    assert {item.arms for item in every} == {"", "all", "one", "shared", "adds"}
    assert any(item.elites_only and item.arms == "one" for item in every)
    needs = {word.partition(":")[0] for item in every for word in item.requires}
    assert {"elite", "type"} <= needs
    assert needs & {item.id for item in every}
    for field in (
        "elite",
        "equipment",
        "hands",
        "types",
        "abilities",
        "resistances",
        "immunities",
        "deflection",
        "assault",
        "armour",
    ):
        assert any(getattr(item, field) for item in every), field
    pools = [item.price for item in every] + [sheet.price for sheet in sheets()]
    assert all(any(getattr(item, pool) for item in pools) for pool in ("ip", "mp", "cp", "xp", "com"))


@pytest.mark.rule("HX-TERRAIN-01", "HX-MAP-01", "HX-MAP-08")
def test_the_ready_maps_show_every_terrain():
    """Seven maps, one of them larger, show all kinds of terrain."""
    sizes = Counter((item.columns, item.rows) for item in MAPS.values())
    assert sizes == {(7, 9): 6, (9, 12): 1}
    assert {item.terrain for row in MAPS.values() for item in row.terrain} | {"clear"} == set(TERRAINS)
    assert any(item.overlays for row in MAPS.values() for item in row.terrain)


@pytest.mark.parametrize("kind", BUDGETS)
@pytest.mark.parametrize("nation", LISTS)
def test_a_ready_army_is_legal(nation, kind):
    """Every ready army can be handed in as it stands."""
    army, faults = army_of_roster(table_for(nation, kind), 0, roster(ROSTERS[nation][kind]))
    assert faults == []
    assert len(army.units) == len(ROSTERS[nation][kind]["units"])


def test_a_standard_army_has_every_main_sort_of_unit():
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
        taken = {item["upgrade"] for unit in units for item in unit.get("upgrades", ())}
        assert taken == {upgrade.id for upgrade in LISTS[nation].upgrades}, nation
        assert sum(row["armoured"]["free"].values()) == 6, nation
