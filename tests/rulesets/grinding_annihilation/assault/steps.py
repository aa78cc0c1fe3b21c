"""Rolling for Assaults, making their moves, and facts about them."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    MakeAssaultMove,
    RollAssault,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.steps import path

ROLL = RollAssault(formation="a-r")


def roll_assault(table: Table, *targets: str) -> Table:
    """Declare the Assault of "a-r" and roll for it."""
    table.when("red", DeclareAssault(formation="a-r", targets=targets or ("b-b",))).accepted()
    table.when("red", ROLL).accepted()
    return table


def assault_move(*paths: TroopPath) -> MakeAssaultMove:
    """Make the Assault move of "a-r"."""
    return MakeAssaultMove(formation="a-r", paths=paths)


def path_to(x: float, y: float, number: int = 1) -> TroopPath:
    """Send a troop of "a-r" straight to a place."""
    return path(f"a-r.{number}", (x, y))


def make_assault_move(table: Table, *paths: TroopPath) -> Any:
    return table.when("red", MakeAssaultMove(formation="a-r", paths=paths))


def last_fact(table: Table) -> str:
    return list(table.game.facts)[-1]
