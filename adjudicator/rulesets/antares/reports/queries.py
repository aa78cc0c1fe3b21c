"""What may be asked about a game beside its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Unknown, fault
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.antares.model.messages import ForceList, SubmitArmy
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.reports import messages
from adjudicator.rulesets.antares.reports.sight_checks import check_sight
from adjudicator.rulesets.antares.roster.library import ARMIES, FORCES, SCENARIOS, force_of
from adjudicator.rulesets.antares.roster.mustering import points_of


def list_scenarios(_game: Game, _party: Party, _request: ReadyListRequest) -> messages.Scenarios:
    """AN-WIN-01 AN-TERRAIN-22 Show the scenarios with their terms and their terrain."""
    sheets = (
        messages.ScenarioSheet(
            name=key,
            title=row.terms.name,
            terms=row.terms,
            points_limit=row.points_limit,
            terrain=row.terrain,
            clause="AN-WIN-01",
        )
        for key, row in SCENARIOS.items()
    )
    return messages.Scenarios(scenarios=tuple(sheets))


def list_armies(_game: Game, _party: Party, _request: ReadyListRequest) -> messages.Armies:
    """AN-WIN-01 Show the ready armies in short."""
    return messages.Armies(armies=tuple(_army_sheet(key, army) for key, army in ARMIES.items()))


def read_army(_game: Game, _party: Party, request: ReadyItemRequest) -> messages.Army:
    """AN-WIN-01 Show a ready army; Unknown for one that there is not."""
    army = ARMIES.get(request.name)
    if army is None:
        raise Unknown(fault("", "unknown-id", "name"))
    return messages.Army(sheet=_army_sheet(request.name, army), units=army.units, options=army.options)


def _army_sheet(key: str, army: SubmitArmy) -> messages.ArmySheet:
    return messages.ArmySheet(
        name=key, title=army.name, list=army.list, points=points_of(FORCES[army.list], army), clause="AN-WIN-01"
    )


def list_catalogues(game: Game, _party: Party, _request: ReadyListRequest) -> messages.Catalogues:
    """AN-OPT-01 Show the force lists in short, those that were loaded into this game too."""
    forces = {**FORCES, **game.forces}
    return messages.Catalogues(catalogues=tuple(_catalogue_sheet(forces[key]) for key in sorted(forces)))


def _catalogue_sheet(force: ForceList) -> messages.CatalogueSheet:
    entries = tuple(entry.sheet.kind for entry in force.entries)
    return messages.CatalogueSheet(
        name=force.id, title=force.name, faction=force.faction, entries=entries, clause="AN-OPT-01"
    )


def read_catalogue(game: Game, _party: Party, request: ReadyItemRequest) -> ForceList:
    """AN-OPT-01 Tell what a force list sells; Unknown for one that there is not."""
    found = force_of(game, request.name)
    if found is None:
        raise Unknown(fault("", "unknown-id", "name"))
    return found


QUERIES: Mapping[str, Query] = MappingProxyType(
    {
        "CheckSight": check_sight,
        "ListArmies": list_armies,
        "ListCatalogues": list_catalogues,
        "ListScenarios": list_scenarios,
        "ReadArmy": read_army,
        "ReadCatalogue": read_catalogue,
    }
)
