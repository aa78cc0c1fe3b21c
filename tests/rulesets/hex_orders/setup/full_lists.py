"""Two army lists that sell every kind of unit and upgrade, and games that begin with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyList,
    CreateGame,
    LoadArmyList,
    Options,
    PassChoice,
    Purchase,
    Roster,
    Sheet,
    SideTerms,
    SubmitArmy,
    SubmitMapArea,
    UnitEntry,
    UpgradeOption,
)
from tests.kit import Outcome, Table
from tests.rulesets.hex_orders.fixtures import ability, infantry, line, model, price, rules, tank, weapon
from tests.rulesets.hex_orders.setup.steps import area, buy, huge
from tests.rulesets.tables import DrawnInTurn

RIFLE = weapon("rifle", hands=2, weapon_range=3)
HEAVY = weapon("heavy_musket", hands=2)
PISTOL = weapon("pistol", hands=1, weapon_range=1)
SWORD = weapon("sword", hands=1, weapon_range=1)
CANNON = weapon("hand_cannon", weapon_range=3)
MORTAR = weapon("mortar", weapon_range=3)
GUN = weapon("gun", hands=1, weapon_range=1)


def cheap_upgrade(id: str, scope: str = "base", cost: Mapping[str, int] | None = None, **changes: Any) -> UpgradeOption:
    """Make an upgrade that costs one cp where nothing else is said."""
    made = UpgradeOption(
        id=id,
        name=id,
        price=price(**(cost or {"cp": 1})),
        scope=scope,
        elites_only=False,
        weapon="",
        arms="",
        equipment="",
        hands=0,
        armour=0,
    )
    return replace(made, **changes)


UPGRADES = (
    cheap_upgrade("veteran", "model", {"xp": 1}, elite=model("veteran", line(1, 4), ("musket",))),
    cheap_upgrade("rifles", weapon="rifle", arms="all"),
    cheap_upgrade("rifle", "model", weapon="rifle", arms="one"),
    cheap_upgrade("heavy", "model", weapon="heavy_musket", arms="one"),
    cheap_upgrade("pistol", "model", weapon="pistol", arms="one"),
    cheap_upgrade("sword", "model", weapon="sword", arms="one"),
    cheap_upgrade("shield", "model", equipment="shield", hands=1),
    cheap_upgrade("both", "model", weapon="gun", arms="adds"),
    cheap_upgrade("cannon", weapon="hand_cannon", arms="shared"),
    cheap_upgrade("mortar", weapon="mortar", arms="shared"),
    cheap_upgrade("masks", "base", {"cp": 2}, equipment="masks", immunities=("poison_cloud",)),
    cheap_upgrade("marksman", "model", {"xp": 1}, abilities=(ability("good_shot"),)),
    cheap_upgrade("officers_pistol", "model", equipment="officers_pistol", requires=("elite",), elites_only=True),
    cheap_upgrade("banner", requires=("masks",), equipment="banner"),
    cheap_upgrade("horns", requires=("type:cavalry",), equipment="horns"),
    cheap_upgrade("plate", "base", armour=1, types=("armoured",)),
)
OFFERED = tuple(upgrade.id for upgrade in UPGRADES)
BEHEMOTH = tank(kind="behemoth", size="huge", price=price(ip=14))
BUGGY = tank(kind="buggy", types=("vehicle", "wheeled", "scout"), size="small", price=price(ip=2))
SNIPERS = infantry(kind="snipers", hidden=True, price=price(mp=3))
RANGERS = infantry(kind="rangers", hidden=True, types=("infantry", "biological", "scout"), price=price(mp=3))
LURKER = tank(kind="lurker", size="huge", hidden=True, price=price(ip=10))
STALKER = tank(kind="stalker", hidden=True)
UNITS = (tank(), infantry(), BEHEMOTH, BUGGY, SNIPERS, RANGERS, LURKER, STALKER)


def full_list(nation: str, units: Iterable[Sheet] = UNITS, **changes: Any) -> ArmyList:
    """Make a list that sells these; infantry may take every upgrade."""
    made = ArmyList(
        nation=nation,
        upgrades=UPGRADES,
        weapons=(RIFLE, HEAVY, PISTOL, SWORD, CANNON, MORTAR, GUN),
        units=tuple(_entry(replace(unit, nation=nation)) for unit in units),
    )
    return replace(made, **changes)


def _entry(sheet: Sheet) -> UnitEntry:
    return UnitEntry(sheet=sheet, upgrades=OFFERED if "infantry" in sheet.types else ())


def terms_of(
    game_type: str = "standard",
    sides: Sequence[tuple[Any, ...]] = (("dwarf", 1), ("elf", 2)),
    ready: str = "",
    scenario: str = "entrenched",
    **options: Any,
) -> CreateGame:
    """Make terms; a side is its nations, written with "+", its number and its role."""
    return CreateGame(
        scenario=scenario,
        game_type=game_type,
        map_name=ready,
        sides=tuple(_side(*side) for side in sides),
        options=replace(Options(), **options),
    )


def _side(nations: str, number: int = 0, role: str = "") -> SideTerms:
    return SideTerms(nations=tuple(filter(None, nations.split("+"))), number=number, role=role)


def open_game(dice: Iterable[int] = (), **rest: Any) -> Table:
    """Open a game with both lists loaded."""
    played = DrawnInTurn(rules(), dice=dice, **rest)
    for nation in ("dwarf", "elf"):
        played.when("referee", LoadArmyList(list=full_list(nation))).accepted()
    return played


def game_of_full_lists(dice: Iterable[int] = (), *args: Any, **options: Any) -> Table:
    """Open a game and agree on terms."""
    played = open_game(dice)
    played.when("referee", terms_of(*args, **options)).accepted()
    return played


def roster(*units: str | tuple[str | tuple[str, int], ...]) -> Roster:
    """Make a roster of kinds, each alone or with its upgrades, an upgrade with its model or without."""
    return Roster(units=tuple(_full_purchase((unit,) if isinstance(unit, str) else unit) for unit in units))


def _full_purchase(row: Any) -> Purchase:
    kind, *upgrades = row
    return buy(kind, *upgrades)


def full_army(*units: str | tuple[str | tuple[str, int], ...]) -> SubmitArmy:
    """Hand in a roster."""
    return SubmitArmy(army=roster(*units))


def building(
    *args: Any, dice: Iterable[int] = (), declared: Sequence[Sequence[str]] = ((), ()), **options: Any
) -> Table:
    """Come to the armies: huge units are declared."""
    played = game_of_full_lists(dice, *args, **options)
    for seat, kinds in enumerate(declared):
        played.when(seat, huge(*kinds)).accepted()
    return played


def area_of(**hexes: str) -> SubmitMapArea:
    """Design an area: D1="forest", D2="clear+entrenchment"."""
    return area(hexes)


def mapping(*args: Any, **rest: Any) -> Table:
    """Come to the map with one tank for each side."""
    played = building(*args, **rest)
    for seat in (0, 1):
        played.when(seat, full_army("standard_tank")).accepted()
    return played


def placing(
    dice: Iterable[int],
    red: Sequence[Any],
    blue: Sequence[Any],
    areas: Sequence[SubmitMapArea] = (area_of(), area_of()),
    declared: Sequence[Sequence[str]] = ((), ()),
    **options: Any,
) -> Table:
    """Come to the set-up with these armies, on a board that is clear but for the areas."""
    played = building(dice=dice, declared=declared, **options)
    for seat, units in enumerate((red, blue)):
        played.when(seat, full_army(*units)).accepted()
    for seat, design in enumerate(areas):
        played.when(seat, design).accepted()
    for seat in (0, 1):
        last = played.when(seat, PassChoice()).accepted()
    played.outcome = last
    return played


def sheets_of(outcome: Outcome, kind: type[Struct]) -> tuple[Sheet, ...]:
    """Give the bases of the army of an event."""
    found: Any = outcome.one(kind)
    return tuple(found.army.units)


def offer_to_buy(*upgrades: Any, kind: str = "line_infantry") -> Any:
    """Try to buy one base with these upgrades."""
    return building().when("red", full_army((kind, *upgrades)))
