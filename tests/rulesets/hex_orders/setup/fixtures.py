"""Army lists, terms and what they sell."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.hex_orders.model.messages import (
    ArmyList,
    CreateGame,
    Options,
    Price,
    Sheet,
    SideTerms,
    UnitEntry,
    UpgradeOption,
    Weapon,
)
from tests.rulesets.hex_orders.fixtures import infantry, price, tank

NATIONS = ("dwarf", "elf")


def entry(sheet: Sheet, *upgrades: str) -> UnitEntry:
    """Sell a base with these upgrades."""
    return UnitEntry(sheet=sheet, upgrades=upgrades)


def upgrade(id: str, scope: str = "base", cost: Price | None = None, **changes: Any) -> UpgradeOption:
    """Make an upgrade for 2 cp that gives nothing yet."""
    made = UpgradeOption(
        id=id,
        name=id,
        price=cost or price(cp=2),
        scope=scope,
        elites_only=False,
        weapon="",
        arms="",
        equipment="",
        hands=0,
        armour=0,
    )
    return replace(made, **changes)


def infantry_at(kind: str, **pools: int) -> UnitEntry:
    """Sell a base of infantry at this price."""
    return entry(infantry(kind=kind, price=price(**pools)))


BEHEMOTH = tank(kind="behemoth", name="Behemoth", size="huge", price=price(ip=14), types=("vehicle", "walker"))
SCOUT = infantry(kind="scout", name="Scout", types=("infantry", "biological", "scout"), price=price(mp=1))
SNIPER = infantry(kind="sniper", name="Sniper", hidden=True, price=price(mp=1))
LURKER = infantry(
    kind="lurker", name="Lurker", hidden=True, types=("infantry", "biological", "scout"), price=price(mp=1)
)
COLOSSUS = infantry(kind="colossus", name="Colossus", size="huge", hidden=True, price=price(mp=2))
RUNNER = replace(SCOUT, kind="runner", name="Runner", size="huge", price=price(mp=2))
GUARD = infantry(kind="guard", name="Guard", price=price(mp=1))
STOCK = tuple(entry(row) for row in (tank(), GUARD, BEHEMOTH, SCOUT, SNIPER, LURKER, COLOSSUS, RUNNER))


def army_list(
    nation: str, entries: Iterable[UnitEntry], upgrades: Iterable[UpgradeOption] = (), weapons: Iterable[Weapon] = ()
) -> ArmyList:
    """Write the list of a nation."""
    units = tuple(replace(row, sheet=replace(row.sheet, nation=nation)) for row in entries)
    return ArmyList(nation=nation, units=units, upgrades=tuple(upgrades), weapons=tuple(weapons))


def terms(game_type: str = "standard", **changes: Any) -> CreateGame:
    """Say the terms of a game of dwarves, side 1, and elves, side 2; other names are options."""
    numbers = changes.pop("numbers", (1, 2))
    roles = changes.pop("roles", ("armoured", "light") if game_type == "asymmetric" else ("", ""))
    sides = tuple(
        SideTerms(nations=(nation,), number=number, role=role)
        for nation, number, role in zip(NATIONS, numbers, roles, strict=True)
    )
    scenario, ready = changes.pop("scenario", "entrenched"), changes.pop("map_name", "")
    return CreateGame(
        scenario=scenario,
        game_type=game_type,
        map_name=ready,
        sides=changes.pop("sides", sides),
        options=Options(**changes),
    )


GIANTS = ("behemoth", "colossus", "runner")

TANK_KIND = "standard_tank"
FOOT_KIND = "line_infantry"
BUGGY_KIND = "buggy"
SNIPERS_KIND = "snipers"
RANGERS_KIND = "rangers"

FIRST, SECOND = (1, 6), (6, 1)
