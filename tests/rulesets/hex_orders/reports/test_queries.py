"""Scenarios, maps, armies and army lists, as they are asked for."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.registry import rules_of
from adjudicator.rulesets.hex_orders.reports.queries import QUERIES
from adjudicator.rulesets.hex_orders.roster.army_lists import LISTS
from adjudicator.rulesets.hex_orders.roster.ready_armies import READY_ROSTERS
from adjudicator.rulesets.hex_orders.roster.ready_maps import MAPS


def ask(method, request):
    return QUERIES[method](rules_of("hex_orders").start(2), 0, request)


@pytest.mark.rule("HX-ARMY-02")
@pytest.mark.rule("HX-ARMY-03")
@pytest.mark.rule("HX-ARMY-04")
@pytest.mark.rule("HX-ARMY-05")
def test_scenarios_are_listed_with_points():
    """Types of game are listed with the points of each pool; an asymmetric one has those of its roles."""
    (scenario,) = ask("ListScenarios", ReadyListRequest(game=b"")).scenarios
    assert scenario.name == "entrenched"
    found = {
        row.name: row.points and (row.points.ip, row.points.mp, row.points.cp, row.points.xp)
        for row in scenario.game_types
    }
    assert found == {
        "pure_tank": (24, 0, 0, 0),
        "infantry": (0, 24, 24, 24),
        "standard": (24, 24, 24, 24),
        "asymmetric": None,
    }


def test_maps_are_read():
    """Ready maps are listed with their sizes, and one is shown hex by hex; another name is unknown."""
    sheets = ask("ListMaps", ReadyListRequest(game=b"")).maps
    assert [sheet.name for sheet in sheets] == list(MAPS)
    long = ask("ReadMap", ReadyItemRequest(game=b"", name="long_valley"))
    assert (long.sheet.columns, long.sheet.rows, long.hexes) == (9, 12, MAPS["long_valley"].terrain)
    with pytest.raises(Unknown):
        ask("ReadMap", ReadyItemRequest(game=b"", name=""))


def test_armies_are_read():
    """Every ready army that is listed is shown as SubmitArmy takes it; another name is unknown."""
    sheets = ask("ListArmies", ReadyListRequest(game=b"")).armies
    assert len(sheets) == sum(map(len, READY_ROSTERS.values()))
    for sheet in sheets:
        read = ask("ReadArmy", ReadyItemRequest(game=b"", name=sheet.name))
        ready = READY_ROSTERS[sheet.nation][sheet.budget]
        assert (read.army.units, read.free, sheet.units) == (ready.units, ready.free, len(ready.units))
    for name in ("", "elf", "elf.x"):
        with pytest.raises(Unknown):
            ask("ReadArmy", ReadyItemRequest(game=b"", name=name))


@pytest.mark.rule("HX-ARMY-12")
def test_army_lists_are_read():
    """Every nation that is listed has a list that is read; another one is unknown."""
    sheets = ask("ListCatalogues", ReadyListRequest(game=b"")).catalogues
    assert [sheet.name for sheet in sheets] == sorted(LISTS)
    for sheet in sheets:
        read = ask("ReadCatalogue", ReadyItemRequest(game=b"", name=sheet.name))
        assert (sheet.units, sheet.upgrades, sheet.loaded) == (len(read.units), len(read.upgrades), False)
    with pytest.raises(Unknown):
        ask("ReadCatalogue", ReadyItemRequest(game=b"", name="x"))
