"""What may be asked about a game beside its view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from adjudicator.kernel.decide.faults import Fault, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.kernel.ruleset import Query
from adjudicator.rulesets.hex_orders.model.messages import ArmyList, Roster
from adjudicator.rulesets.hex_orders.model.state import Game
from adjudicator.rulesets.hex_orders.reports.messages import (
    Armies,
    ArmySheet,
    Catalogues,
    CatalogueSheet,
    GameTypeSheet,
    Map,
    Maps,
    MapSheet,
    ReadyArmy,
    Scenarios,
    ScenarioSheet,
)
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS, list_of
from adjudicator.rulesets.hex_orders.roster.budgets import ASYMMETRIC, GAME_TYPES
from adjudicator.rulesets.hex_orders.roster.ready_armies import READY_ROSTERS
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS
from adjudicator.rulesets.hex_orders.rules.setup.terms import SCENARIO


def list_scenarios(_game: Game, _party: Party, _request: ReadyListRequest) -> Scenarios:
    """HX-MAP-01 HX-ARMY-02 List the scenarios, and the points of each type of game."""
    types = tuple(
        GameTypeSheet(name=name, points=None if name == ASYMMETRIC else row.price(), clause=row.clause)
        for name, row in GAME_TYPES.items()
    )
    return Scenarios(scenarios=(ScenarioSheet(name=SCENARIO, game_types=types, clause="HX-MAP-01"),))


def list_maps(_game: Game, _party: Party, _request: ReadyListRequest) -> Maps:
    """HX-MAP-01 List the ready maps."""
    return Maps(maps=tuple(map(_map_sheet, MAPS)))


def _map_sheet(name: str) -> MapSheet:
    row = MAPS[name]
    return MapSheet(name=name, title=row.title, columns=row.columns, rows=row.rows, clause="HX-MAP-01")


def read_map(_game: Game, _party: Party, request: ReadyItemRequest) -> Map:
    """HX-MAP-01 Show a ready map; Unknown for one that there is not."""
    if request.name not in MAPS:
        raise Unknown(Fault("", "unknown-id", "name"))
    return Map(sheet=_map_sheet(request.name), hexes=MAPS[request.name].terrain)


def list_armies(_game: Game, _party: Party, _request: ReadyListRequest) -> Armies:
    """HX-ARMY-09 List the ready armies, nation by nation."""
    return Armies(
        armies=tuple(
            ArmySheet(
                name=f"{nation}.{budget}", nation=nation, budget=budget, units=len(row.units), clause="HX-ARMY-09"
            )
            for nation, rosters in READY_ROSTERS.items()
            for budget, row in rosters.items()
        )
    )


def read_army(_game: Game, _party: Party, request: ReadyItemRequest) -> ReadyArmy:
    """HX-ARMY-09 Show a ready army; Unknown for one that there is not."""
    nation, _, budget = request.name.partition(".")
    row = READY_ROSTERS.get(nation, {}).get(budget)
    if row is None:
        raise Unknown(Fault("", "unknown-id", "name"))
    return ReadyArmy(army=Roster(units=row.units), free=row.free)


def list_catalogues(game: Game, _party: Party, _request: ReadyListRequest) -> Catalogues:
    """HX-ARMY-12 List the nations that have an army list in this game."""
    found = {**LISTS, **game.lists}
    return Catalogues(
        catalogues=tuple(
            CatalogueSheet(
                name=nation,
                units=len(found[nation].units),
                upgrades=len(found[nation].upgrades),
                loaded=nation in game.lists,
                clause="HX-ARMY-12",
            )
            for nation in sorted(found)
        )
    )


def read_catalogue(game: Game, _party: Party, request: ReadyItemRequest) -> ArmyList:
    """HX-ARMY-12 Tell what a nation's army list sells; Unknown for a nation without one."""
    found = list_of(game, request.name)
    if found is None:
        raise Unknown(Fault("", "unknown-id", "name"))
    return found


QUERIES: Mapping[str, Query] = MappingProxyType(
    {
        "ListArmies": list_armies,
        "ListCatalogues": list_catalogues,
        "ListMaps": list_maps,
        "ListScenarios": list_scenarios,
        "ReadArmy": read_army,
        "ReadCatalogue": read_catalogue,
        "ReadMap": read_map,
    }
)
