"""Fights about to begin, and couples in contact."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FightBegun,
    FightsFirstGained,
    FormationMoved,
    SelectToFight,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.assault.fixtures import begin_phase
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, assaulted, blade, brawl, formation
from tests.rulesets.grinding_annihilation.steps import settle

BLADE = (blade(),)


def couple_in_contact(name: str, x: float, y: float = 10, **red: Any) -> list:
    """Let "a-<name>" and "b-<name>" stand base-to-base."""
    one = formation(f"a-{name}", at=[(x, y)], weapons=BLADE, **red)
    return [one, formation(f"b-{name}", at=[(x + 1, y)], weapons=BLADE)]


def begin_brawl(*units: Unit, **rest: Any) -> Table:
    return begin_phase("brawl", *units, **rest)


def begin_assaulters_fight(*units: Unit, **rest: Any) -> Table:
    """Let a-r, which assaulted, begin its fight."""
    assault = [FormationMoved(formation="a-r", kind="assault"), FightsFirstGained(formation="a-r")]
    table = begin_brawl(*units, past={"assault": assault}, **rest)
    table.when("red", SelectToFight(formation="a-r")).then(FightBegun, step="fights_first").asks("close_in", "red")
    return table


def consolidating(at: tuple[Place, ...], *enemies: Place, markers: tuple[Place, ...] = (), **more: Any) -> Table:
    """Let "a-r", which assaulted, be about to consolidate after no attacks."""
    units = [formation("a-r", at=at, weapons=(), **more), formation("b-b", at=enemies, weapons=BLADE)]
    table = brawl(*units, past={"assault": assaulted("a-r", "b-b")}, markers=markers)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    return settle(table, "Consolidate")
