"""The service's own force lists, scenarios and ready armies, refused at load where something in them does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from adjudicator.kernel.decide.faults import require_none
from adjudicator.kernel.decoding import read_folder
from adjudicator.rulesets.antares.model.messages import ForceList, ScenarioTerms, SubmitArmy, TerrainPiece
from adjudicator.rulesets.antares.model.options import PACKAGE
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.roster.data_messages import DECODER
from adjudicator.rulesets.antares.roster.force_lists import list_faults
from adjudicator.rulesets.antares.roster.terrain_checks import piece_faults


class Scenario(Struct, frozen=True):
    """A scenario: what it says, the most points of an army where nobody says otherwise, and its terrain."""

    terms: ScenarioTerms
    points_limit: int
    terrain: tuple[TerrainPiece, ...]


def _force(name: str, row: dict[str, Any]) -> ForceList:
    force = DECODER.message(ForceList, {"id": name, **row}, name)
    require_none(name, list(list_faults(force)))
    return force


def _scenario(name: str, row: dict[str, Any]) -> Scenario:
    terms = DECODER.message(ScenarioTerms, row["terms"], name)
    terrain = tuple(
        DECODER.message(TerrainPiece, item, f"{name}.terrain[{place}]") for place, item in enumerate(row["terrain"])
    )
    require_none(name, list(piece_faults(terrain, terms.length, terms.width)))
    return Scenario(terms, row["points_limit"], terrain)


FORCES: Mapping[str, ForceList] = MappingProxyType(
    {name: _force(name, row) for name, row in read_folder(PACKAGE, "forces", dict[str, Any]).items()}
)
SCENARIOS: Mapping[str, Scenario] = MappingProxyType(
    {name: _scenario(name, row) for name, row in read_folder(PACKAGE, "scenarios", dict[str, Any]).items()}
)
ARMIES: Mapping[str, SubmitArmy] = MappingProxyType(
    {
        name: DECODER.message(SubmitArmy, row, name)
        for name, row in read_folder(PACKAGE, "armies", dict[str, Any]).items()
    }
)


def force_of(game: Game, name: str) -> ForceList | None:
    """AN-OPT-01 Give a force list: one that was loaded into this game, else the service's own."""
    return game.forces.get(name) or FORCES.get(name)
