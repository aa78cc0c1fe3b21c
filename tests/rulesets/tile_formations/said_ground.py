"""Words of the clause tests of movement, zones, charges, formations, terrain and danger."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.tile_formations.model.messages import (
    Charge,
    DangerousTestRequired,
    DeclareCautious,
    DeclareShooting,
    EndAssault,
    RecordCasualties,
    RollSaves,
    RollToHit,
    UnitSheet,
)
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.givens import (
    Place,
    Placed,
    aircraft,
    begin,
    end_move,
    infantry,
    light_vehicle,
    path,
    seat_of,
    table,
    vehicle,
    war_engine,
)

FAR: Placed = ("L12", infantry(flags=("no_zoc",)))
"""An enemy far away, which keeps the game going and has no zone."""
MADE = {"INF": infantry, "LV": light_vehicle, "AV": vehicle, "WE": war_engine, "AC": aircraft}
GROUND = ("INF", "LV", "AV", "WE")
VEHICLES = ("LV", "AV")
ACTIONS = ("advance", "double", "march", "marshal", "hold")
"""Actions with a move that are no engage."""


def made(kind: str, **changes: Any) -> UnitSheet:
    """Make a unit of a type that has no zone of control."""
    return MADE[kind](**({"flags": ("no_zoc",)} | changes))


def plain(units: dict[str, Placed], **given: Any) -> Table:
    """Set units on a battlefield of 12 by 12 tiles of open ground, with a far enemy where there is no other."""
    enemy: dict[str, Placed] = {} if any(id[0] != "a" for id in units) else {"b1.1": FAR}
    return table("", {**units, **enemy}, **given)


def lone(sheet: UnitSheet, start: Place = (2, 2), action: str = "advance", **given: Any) -> Table:
    """Set one unit up far from all enemies, its action begun."""
    played = plain({"a1.1": (start, sheet)}, **given)
    begin(played, "a1", action)
    return played


def refused(outcome: Outcome, reason: str, clause: str, **facts: Any) -> None:
    """Check that a command was refused for one fault alone: this reason, under this clause, with these facts."""
    outcome.rejected(clause, reason, **facts)
    assert len(outcome.faults) == 1, f"{outcome.said}: {outcome.faults}, expected only {reason}"


def charge(played: Table, unit: str, enemy: str, *places: Place) -> Outcome:
    """Let a unit charge an enemy along a path; the outcome may be a refusal."""
    return played.when(seat_of(unit), Charge(unit=unit, path=path(*places), enemy=enemy))


def cautious(played: Table, unit: str) -> Outcome:
    """Let a unit move cautiously; the outcome may be a refusal."""
    return played.when(seat_of(unit), DeclareCautious(unit=unit))


def lost(played: Table, unit: str, points: int = 1) -> Outcome:
    """Let the referee tell a loss without Shock."""
    return played.when("referee", RecordCasualties(unit=unit, points=points, causes_shock=False)).accepted()


def over(played: Table) -> Outcome:
    """Let the referee end the assault; the outcome may be a refusal."""
    return played.when("referee", EndAssault(assault=""))


def danger_tests(outcome: Outcome) -> list[DangerousTestRequired]:
    """List the dangerous terrain tests that a command has called for."""
    outcome.accepted()
    return [event for event in outcome.events if isinstance(event, DangerousTestRequired)]


def ready(played: Table, **declared: Any) -> Outcome:
    """Let formation a1 hold and declare that it shoots at b1; the outcome may be a refusal."""
    begin(played, "a1", "hold")
    end_move(played, "a1").accepted()
    usual = DeclareShooting(formation="a1", target="b1", crossfire=False, air=False, to_hit_modifier=0)
    command = {name: getattr(usual, name) for name in usual.__struct_fields__} | declared
    return played.when("red", DeclareShooting(**command))


def shot(played: Table, *faces: int, **declared: Any) -> Outcome:
    """Let formation a1 hold and shoot at b1 with these faces to hit."""
    ready(played, **declared).accepted()
    return played.faces(*faces).when("red", RollToHit(unit="", target="")).accepted()


def saved(played: Table, *faces: int) -> Outcome:
    """Let b1 roll all its saves with these faces."""
    return played.faces(*faces).when("blue", RollSaves(unit="")).accepted()


def barred(outcome: Outcome, window: str, clause: str) -> None:
    """Check that a command was refused because this window is open, under its clause."""
    refused(outcome, "not-asked", clause, window=window)
