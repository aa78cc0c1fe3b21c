"""The service's own force lists, scenarios and ready armies, refused at load where something in them does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.antares.forces import list_faults
from adjudicator.rulesets.antares.model.messages import ForceList, ScenarioTerms, SubmitArmy, TerrainPiece
from adjudicator.rulesets.antares.options import PACKAGE
from adjudicator.rulesets.antares.pieces import piece_faults
from adjudicator.rulesets.antares.reports.messages import ForceLists, ReadForceListRequest
from adjudicator.rulesets.antares.state import Game
from adjudicator.rulesets.antares.written import message


class Scenario(Struct, frozen=True):
    """A scenario: what it says, the most points of an army where nobody says otherwise, and its terrain."""

    terms: ScenarioTerms
    points_limit: int
    terrain: tuple[TerrainPiece, ...]


def _told(name: str, faults: list[Fault]) -> None:
    if faults:
        told = "; ".join(f"{fault.path} {fault.reason} {dict(fault.facts)} ({fault.clause})" for fault in faults)
        raise ValueError(f"{name} does not hold: {told}")


def _force(name: str, row: dict[str, Any]) -> ForceList:
    made = message(ForceList, {"id": name, **row}, name)
    _told(name, list(list_faults(made)))
    return made


def _scenario(name: str, row: dict[str, Any]) -> Scenario:
    terms = message(ScenarioTerms, row["terms"], name)
    terrain = tuple(
        message(TerrainPiece, each, f"{name}.terrain[{place}]") for place, each in enumerate(row["terrain"])
    )
    _told(name, list(piece_faults(terrain, terms.length, terms.width)))
    return Scenario(terms, row["points_limit"], terrain)


FORCES: Mapping[str, ForceList] = MappingProxyType({
    name: _force(name, row) for name, row in read_folder(PACKAGE, "forces", dict[str, Any]).items()
})  # fmt: skip
SCENARIOS: Mapping[str, Scenario] = MappingProxyType({
    name: _scenario(name, row) for name, row in read_folder(PACKAGE, "scenarios", dict[str, Any]).items()
})  # fmt: skip
ARMIES: Mapping[str, SubmitArmy] = MappingProxyType({
    name: message(SubmitArmy, row, name) for name, row in read_folder(PACKAGE, "armies", dict[str, Any]).items()
})  # fmt: skip


def force_of(game: Game, name: str) -> ForceList | None:
    """AN-OPT-01 Give a force list: one that was loaded into this game, else the service's own."""
    return game.forces.get(name) or FORCES.get(name)


def read_force_list(game: Game, _party: Party, request: ReadForceListRequest) -> ForceLists:
    """AN-OPT-01 Tell what a force list sells, or which lists there are; Unknown for one that there is not."""
    names = tuple(sorted({*FORCES, *game.forces}))
    if not request.list:
        return ForceLists(lists=(), names=names)
    found = force_of(game, request.list)
    if found is None:
        raise Unknown(Fault("", "unknown-id", "list"))
    return ForceLists(lists=(found,), names=names)


__all__ = ["ARMIES", "FORCES", "SCENARIOS", "Scenario", "force_of", "read_force_list"]
