"""Fighting nobody, and who fought."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    CloseIn,
    Consolidate,
    DeclareMeleeAttacks,
    FightBegun,
    MeleeAttack,
    SelectToFight,
    TroopPath,
)
from tests.kit import NAMES, Table
from tests.rulesets.grinding_annihilation.steps import events_of, settle


def fighters_in_order(table: Table) -> list[str]:
    """Give the formations that fought, in order."""
    return [event.formation for event in events_of(table, FightBegun)]


def melee_declared(formation: str, *attacks: MeleeAttack) -> DeclareMeleeAttacks:
    """Declare melee attacks without sight."""
    return DeclareMeleeAttacks(formation=formation, attacks=tuple(attacks), sights=())


def fight_nobody(table: Table, formation: str) -> Table:
    """Let a formation fight with nobody."""
    who = NAMES[0 if formation.startswith("a-") else 1]
    table.when(who, SelectToFight(formation=formation)).accepted()
    return settle(table, "SelectToFight", DeclareMeleeAttacks=lambda _t, _w, _p: melee_declared(formation))


def consolidate_by(*paths: TroopPath, marker: str = "") -> Consolidate:
    """Consolidate with "a-r"."""
    return Consolidate(formation="a-r", paths=paths, marker=marker)


def close_in_with(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", CloseIn(formation="a-r", paths=paths))
