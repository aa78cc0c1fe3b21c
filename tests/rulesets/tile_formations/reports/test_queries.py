"""Maps, armies and the terrain table, as they are asked for."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.kernel.messages import ReadyItemRequest, ReadyListRequest
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.reports.messages import ReadTerrainRequest
from adjudicator.rulesets.tile_formations.reports.queries import (
    list_armies,
    list_maps,
    read_army,
    read_map,
    read_terrain,
)
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_FORCES, READY_MAPS
from tests.rulesets.tile_formations.fixtures import rules
from tests.rulesets.tile_formations.reports.fixtures import small_table


def test_maps_are_read():
    """Ready maps are listed with their sizes, and one is written as text; another name is unknown."""
    game = small_table().game
    sheets = list_maps(game, 0, ReadyListRequest(game=b"")).maps
    assert [sheet.name for sheet in sheets] == list(READY_MAPS)
    crossroads = READY_MAPS["crossroads"]
    sheet = next(sheet for sheet in sheets if sheet.name == "crossroads")
    assert (sheet.title, sheet.columns, sheet.rows) == (crossroads.title, crossroads.columns, crossroads.rows)
    assert read_map(game, 0, ReadyItemRequest(game=b"", name="crossroads")).text.startswith("title: Crossroads")
    for name in ("", "x"):
        with pytest.raises(Unknown):
            read_map(game, 0, ReadyItemRequest(game=b"", name=name))


def test_armies_are_read():
    """Ready armies are listed with their numbers, and one is shown unit by unit; another name is unknown."""
    game = small_table().game
    sheets = {sheet.name: sheet for sheet in list_armies(game, 0, ReadyListRequest(game=b"")).armies}
    assert list(sheets) == list(READY_FORCES)
    formations = read_army(game, 0, ReadyItemRequest(game=b"", name="river_guard")).formations
    assert formations == READY_FORCES["river_guard"]
    units = [unit for formation in formations for unit in formation.units]
    sheet = sheets["river_guard"]
    counted = (len(formations), len(units), sum(unit.integrity for unit in units))
    assert (sheet.formations, sheet.units, sheet.integrity) == counted
    for name in ("", "x"):
        with pytest.raises(Unknown):
            read_army(game, 0, ReadyItemRequest(game=b"", name=name))


def test_terrain_is_read():
    """The table of the game is stated; before there is one, that of the page."""
    game = small_table().game
    assert [kind.name for kind in read_terrain(game, 0, ReadTerrainRequest(game=b"")).kinds] == sorted(TERRAIN_KINDS)
    assert len(read_terrain(rules().start(2), 0, ReadTerrainRequest(game=b"")).kinds) == len(TERRAIN_KINDS)
