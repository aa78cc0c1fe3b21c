"""Rosters: armies of the package, and small ones made to order."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    EnhancementChoice,
    GearChoice,
    RosterFormation,
    SubmitRoster,
    TroopCount,
)

DATA = resources.files("adjudicator.rulesets.grinding_annihilation").joinpath("data")


def _roster_formation(raw: dict[str, Any]) -> RosterFormation:
    return RosterFormation(
        id=raw["id"],
        catalogue=raw["catalogue"],
        points=raw["points"],
        troops=tuple(TroopCount(**row) for row in raw["troops"]),
        gear=tuple(GearChoice(option=row["option"], troops=tuple(row["troops"])) for row in raw["gear"]),
        enhancements=tuple(EnhancementChoice(**row) for row in raw["enhancements"]),
    )


def package_roster(name: str) -> SubmitRoster:
    """Read an army of the package."""
    raw = tomllib.loads(DATA.joinpath("armies", f"{name}.toml").read_text())
    return SubmitRoster(
        faction=raw["faction"],
        doctrine=raw["doctrine"],
        general=raw["general"],
        prepared_manoeuvres=tuple(raw["prepared_manoeuvres"]),
        formations=tuple(map(_roster_formation, raw["formations"])),
    )


KINDS = {
    "metrical_lord": "lord",
    "wreathe_adept": "adept",
    "voidforged_sentinels": "sentinel",
    "null_reapers": "reaper",
    "furnace_bearers": "bearer",
    "horizon_crawler": "crawler",
    "no_such_thing": "sentinel",
}


def roster_formation(
    id: str,
    catalogue: str,
    count: int,
    points: int,
    *gear: GearChoice,
    profile: str = "",
    enhancements: tuple[str, ...] = (),
) -> RosterFormation:
    """Make a formation of a roster, all of one kind."""
    kind = profile or KINDS[catalogue]
    chosen = tuple(EnhancementChoice(troop=1, enhancement=enhancement) for enhancement in enhancements)
    return RosterFormation(
        id=id,
        catalogue=catalogue,
        troops=(TroopCount(profile=kind, count=count),),
        gear=gear,
        enhancements=chosen,
        points=points,
    )


LORD_ROW = roster_formation("lord", "metrical_lord", 1, 90)

ADEPT_ROW = roster_formation("adept", "wreathe_adept", 1, 65)

SQUAD_ROW = roster_formation("squad", "voidforged_sentinels", 10, 130)


def autereium_roster(*rows: RosterFormation, **terms: Any) -> SubmitRoster:
    """Make a roster of these formations with the lord as General."""
    fields = {"faction": "autereium", "doctrine": "", "general": "lord.1", "prepared_manoeuvres": ()} | terms
    return SubmitRoster(formations=rows, **fields)


RAID = package_roster("kolkata_raid")


def raid_with(row: RosterFormation) -> SubmitRoster:
    return replace(
        RAID, formations=tuple(row if formation.id == row.id else formation for formation in RAID.formations)
    )
