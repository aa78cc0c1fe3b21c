"""What a battle may be made of: scenarios, ready armies, catalogues and terrain, as sheets with numbers and clauses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.reports import messages
from adjudicator.rulesets.grinding_annihilation.reports.faction_sheets import catalogue_of, manoeuvre_sheet
from adjudicator.rulesets.grinding_annihilation.reports.scenario_sheets import scenario_sheet
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from adjudicator.rulesets.grinding_annihilation.roster.ready_armies import ARMIES, Army, submitted, suggested
from adjudicator.rulesets.grinding_annihilation.roster.ready_terrain import TERRAIN_PIECES, placed
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS, SIZES
from adjudicator.rulesets.grinding_annihilation.rules.armies.army_checks import (
    CHARACTER,
    MOST_ENHANCEMENTS,
    MOST_PREPARED,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.battle_formation_checks import PERCENT


def list_scenarios(_game: Game, _party: Party, _request: ReadyListRequest) -> messages.Scenarios:
    """GA-2.1-01 Show the scenarios and the battle sizes."""
    sizes = (messages.SizeSheet(name=key, clause=row.clause, points=row.points) for key, row in SIZES.items())
    return messages.Scenarios(scenarios=tuple(map(scenario_sheet, SCENARIOS.values())), sizes=tuple(sizes))


def list_armies(_game: Game, _party: Party, _request: ReadyListRequest) -> messages.Armies:
    """GA-8.1-04 Show the ready armies in short."""
    return messages.Armies(armies=tuple(_army_sheet(key, army) for key, army in ARMIES.items()))


def read_army(_game: Game, _party: Party, request: ReadyItemRequest) -> messages.Army:
    """GA-8.1-04 Show a ready army; Unknown for one that there is not."""
    army = ARMIES.get(request.name)
    if army is None:
        raise Unknown(Fault("", "unknown-id", "name"))
    roster, names = submitted(army), messages.RosterSheet.__struct_fields__
    return messages.Army(
        sheet=_army_sheet(request.name, army),
        roster=messages.RosterSheet(**{name: getattr(roster, name) for name in names}),
        battle_formations=suggested(army),
    )


def _army_sheet(key: str, army: Army) -> messages.ArmySheet:
    return messages.ArmySheet(
        name=key,
        title=army.name,
        clause=army.clause,
        faction=army.faction,
        battle_size=army.battle_size,
        points=army.points,
    )


def list_catalogues(_game: Game, _party: Party, _request: ReadyListRequest) -> messages.Catalogues:
    """GA-8.1-02 Show the factions in short, and what every roster has to satisfy."""
    return messages.Catalogues(
        catalogues=tuple(
            messages.CatalogueSheet(
                name=key, title=row.name, clause=row.clause, formations=tuple(item.id for item in row.catalogues)
            )
            for key, row in LIBRARY.factions.items()
        ),
        terms=messages.RosterTerms(
            most_prepared=MOST_PREPARED,
            most_enhancements=MOST_ENHANCEMENTS,
            character=CHARACTER,
            reserves_percent=PERCENT,
        ),
        manoeuvres=tuple(manoeuvre_sheet(key, row) for key, row in LIBRARY.manoeuvres.items()),
    )


def read_catalogue(_game: Game, _party: Party, request: ReadyItemRequest) -> messages.Catalogue:
    """GA-8.1-02 Show everything that a faction fields; Unknown for one that there is not."""
    faction = LIBRARY.factions.get(request.name)
    if faction is None:
        raise Unknown(Fault("", "unknown-id", "name"))
    return catalogue_of(faction)


def list_terrain(_game: Game, _party: Party, _request: ReadyListRequest) -> messages.ReadyTerrain:
    """GA-7.0-10 Show the terrain features that are ready to be placed, each about its middle."""
    features = (
        messages.ReadyFeature(name=key, clause=row.clause, feature=placed(row, 0, 0, turned=False))
        for key, row in TERRAIN_PIECES.items()
    )
    return messages.ReadyTerrain(features=tuple(features))


READINGS: Mapping[str, Query] = MappingProxyType(
    {
        "ListArmies": list_armies,
        "ListCatalogues": list_catalogues,
        "ListScenarios": list_scenarios,
        "ListTerrain": list_terrain,
        "ReadArmy": read_army,
        "ReadCatalogue": read_catalogue,
    }
)
