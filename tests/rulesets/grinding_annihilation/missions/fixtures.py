"""Battles of the scenarios, with markers controlled and points scored before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ControlDetermined,
    EndTurn,
    MarkerControl,
    NameScientist,
    ScientistNamed,
    TacticalPointsScored,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, Unit, battle, formation, trooper


def points_scored(red: int, blue: int) -> list[Struct]:
    """Let both players have scored already."""
    return [
        TacticalPointsScored(seat=seat, points=Tally.base(total, "GA-7.1-05"), total=total, cause="markers")
        for seat, total in enumerate((red, blue))
    ]


def stand(name: str, *at: Place, be: int = 1, **rest: Any) -> Unit:
    """Let troops of so much Battle Effectiveness stand somewhere."""
    return formation(name, at=at, troop=trooper(be=be), weapons=(), **rest)


MIDDLE_MARKER = ((30, 22),)


def control_of_marker(table: Table, who: str = "red") -> MarkerControl:
    """End a turn and tell about the first marker."""
    return table.when(who, EndTurn()).one(ControlDetermined).markers[0]


SQUAD = formation("a-r", at=[(33, 22), (33, 23.5), (33, 25)], weapons=())

MINE = {"1": 0, "2": 0, "3": 0}


def control_noted(control: Mapping[str, int | None]) -> ControlDetermined:
    """Let markers have been controlled by these seats; None is contested."""
    return ControlDetermined(
        markers=tuple(
            MarkerControl(marker=key, levels=(int(seat == 0), int(seat == 1)), controller=seat)
            for key, seat in control.items()
        )
    )


def scientist_capture(
    *units: Unit, number: int = 2, control: dict[str, int | None] | None = None, phase: str = "manoeuvres", **rest: Any
) -> Table:
    """Begin a phase of Scientist Capture; markers are controlled since the round before, all three by red."""
    rest.setdefault("dice", (6, 1) if number > 1 and phase == "manoeuvres" else ())
    before = [control_noted(MINE if control is None else control), *rest.pop("named", ())]
    units = units or (SQUAD,)
    return battle(*units, phase=phase, number=number, scenario="scientist_capture", before=before, **rest)


def name_scientist(troop: str, marker: str = "2", formation: str = "a-r") -> NameScientist:
    return NameScientist(marker=marker, formation=formation, troop=troop)


def scientist_named(troop: str, *keywords: str) -> ScientistNamed:
    """Let a troop have become a scientist in the round before."""
    gained = keywords or ("scientist", "character")
    return ScientistNamed(marker="2", formation=troop.rpartition(".")[0], troop=troop, keywords=gained, round=1)
