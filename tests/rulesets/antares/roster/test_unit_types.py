"""What units of a type may do where their force list says nothing about it, and how a list takes it away."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.kernel.messages import Corrected
from adjudicator.rulesets.antares.model.messages import (
    ArmyAccepted,
    ArmyUnit,
    CreateGame,
    DieRerolled,
    KindCount,
    LoadForceList,
    Options,
    SubmitArmy,
)
from adjudicator.rulesets.antares.roster.library import FORCES
from tests.kit import Table
from tests.rulesets.antares.fixtures import DOWN, duel, rules
from tests.rulesets.antares.sheets import troopers
from tests.rulesets.antares.steps import events_of, play_on, set_by_ruling, shoot

ALL_TYPES = (
    "infantry",
    "mounted",
    "beast",
    "humongous_beast",
    "weapon_team",
    "vehicle",
    "vehicle_drone",
    "drone",
    "probe",
)


def flags_by_type(*taken: str) -> dict[str, tuple[str, ...]]:
    """Hand in a unit of each type out of a list that names no flags but those it takes away; gives their flags."""
    entry = next(row for row in FORCES["concord"].entries if row.sheet.kind == "interceptors")
    kinds = tuple(replace(model, least=1, most=1, points=0) for model in entry.models[:1])
    flags = tuple(f"-{row}" for row in taken)

    def sold(sort: str) -> Any:
        return replace(
            entry,
            sheet=replace(entry.sheet, kind=sort, unit_type=sort, flags=flags),
            models=kinds,
            points=10,
            upgrades=(),
            most=0,
        )

    force = replace(FORCES["concord"], id="types", entries=tuple(map(sold, ALL_TYPES)))
    one = (KindCount(kind=kinds[0].kind.name, count=1),)
    units = tuple(
        ArmyUnit(id=f"u{number}", entry=sort, models=one, upgrades=(), points=10)
        for number, sort in enumerate(ALL_TYPES)
    )
    played = Table(rules())
    create = CreateGame(scenario="clash", points_limit=0, terrain=(), options=Options())
    army = SubmitArmy(list="types", name="One of each", units=units, options=())
    played.play(("referee", create), ("red", LoadForceList(list=force)), ("red", army))
    return {unit.sheet.unit_type: unit.sheet.flags for unit in played.last.one(ArmyAccepted).units}


def types_with_flag(flag: str, *taken: str) -> set[str]:
    """Name the types whose units have a flag."""
    return {sort for sort, flags in flags_by_type(*taken).items() if flag in flags}


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.ruling("AN-ORDER-19.2")
def test_down_protects_three_types_by_default() -> None:
    """Being Down protects infantry, beasts and weapon teams; mounted troops and humongous beasts it does not."""
    assert types_with_flag("down_forces_rerolls") == {"infantry", "beast", "weapon_team"}


@pytest.mark.rule("AN-ORDER-19")
@pytest.mark.parametrize("on", [True, False])
@pytest.mark.ruling("AN-ORDER-19.2")
def test_a_flag_that_was_taken_away_protects_no_more(on):
    """Where the referee takes the flag from Down infantry its hits stand; with the flag they are thrown again."""
    enemy = troopers(5, flags=("down_forces_rerolls",))
    played = duel(troopers(1, "gun"), enemy, [3, 9] if on else [3, 1], theirs=DOWN)
    if not on:
        set_by_ruling(played, "units", "b-y", removed_flags=("down_forces_rerolls",)).then(Corrected)
    shoot(played)
    assert len(events_of(play_on(played), DieRerolled, reason="down")) == int(on)


@pytest.mark.rule("AN-MOVE-05")
@pytest.mark.ruling("AN-MOVE-05.2")
def test_three_types_sprint_by_default() -> None:
    """Infantry, mounted troops and beasts may sprint, and no other type."""
    assert types_with_flag("can_sprint") == {"infantry", "mounted", "beast"}


@pytest.mark.rule("AN-ASSAULT-02")
@pytest.mark.ruling("AN-ASSAULT-02.2")
def test_four_types_assault_by_default() -> None:
    """Infantry, mounted troops, beasts and humongous beasts may assault; a list switches units of them off."""
    assert types_with_flag("can_assault") == {"infantry", "mounted", "beast", "humongous_beast"}
    assert types_with_flag("can_assault", "can_assault") == set()


@pytest.mark.rule("AN-DMG-01")
@pytest.mark.ruling("AN-DMG-01.2")
def test_three_types_use_the_damage_chart_by_default() -> None:
    """Vehicles, vehicle drones and humongous beasts use the chart, and no other type."""
    assert types_with_flag("uses_damage_chart") == {"vehicle", "vehicle_drone", "humongous_beast"}
