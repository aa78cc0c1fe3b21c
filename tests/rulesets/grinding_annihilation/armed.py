"""Battles in which the players have Battle-Manoeuvres prepared and points to spend."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import BeginPhase, DeclineReaction, UseBattleManoeuvre
from tests.kit import NAMES, Outcome, Table
from tests.rulesets.grinding_annihilation.givens import PAIRS, Unit, battle, kind_for


def armed(*units: Unit, red: Sequence[str] = (), blue: Sequence[str] = (), points: int = 5, phase: str = "shooting",
          **rest: Any) -> Table:  # fmt: skip
    """Begin a phase in which red and blue have these Battle-Manoeuvres prepared, and as many points each."""
    table = battle(*units, phase=phase, begin=False, **rest)
    arm(table, red=red, blue=blue, points=points)
    table.ask(kind_for(table, "BeginPhase"), "table", about=(phase,))
    table.when("table", BeginPhase(phase=phase)).accepted()
    return table


def arm(table: Table, *, red: Sequence[str] = (), blue: Sequence[str] = (), points: int = 5) -> Table:
    """Let the players have prepared these, and hold so many points."""
    for seat, keys in ((0, red), (1, blue)):
        side = replace(table.game.sides[seat], prepared=tuple(keys), manoeuvre_points=points)
        table.put("sides", side, key="seat")
    return table


def armed_brawl(*units: Unit, first: str = "blue", **rest: Any) -> Table:
    """Begin a Brawl Phase in which red selects first; two pairs fight elsewhere."""
    return armed(*units, *PAIRS, phase="brawl", first=first, **rest)


def use(table: Table, who: str, manoeuvre: str, formation: str, **fields: Any) -> Outcome:
    """Use a Battle-Manoeuvre."""
    return table.when(who, UseBattleManoeuvre(manoeuvre=manoeuvre, formation=formation, **fields))


def passes(table: Table, who: str) -> Outcome:
    """Decline what the open window allows."""
    assert table.window is not None
    return table.when(who, DeclineReaction(window=table.window.id))


def points(table: Table, who: str) -> int:
    """Give a player's Manoeuvre Points as everybody sees them."""
    return int(table.view("spectator").sides[NAMES.index(who)].manoeuvre_points)


def in_force(table: Table) -> list[tuple[str, str, str]]:
    """Give the effects in force as everybody sees them."""
    return [(each.manoeuvre, each.formation, each.troop) for each in table.view("spectator").effects]


def kind(table: Table) -> str:
    """Give the kind of the innermost question."""
    return "" if table.window is None else table.window.kind
