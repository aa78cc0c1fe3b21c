"""Maps, forces and the terrain table, as they are asked for."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.faults import Unknown
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.reports.messages import ReadForceRequest, ReadMapRequest, ReadTerrainRequest
from adjudicator.rulesets.tile_formations.reports.queries import read_force, read_map, read_terrain
from adjudicator.rulesets.tile_formations.roster.ready_made import READY_FORCES, READY_MAPS
from tests.rulesets.tile_formations.fixtures import rules
from tests.rulesets.tile_formations.reports.fixtures import small_table


def test_maps_and_forces_are_read():
    """Names are stated, and one map or force whole; another name is unknown."""
    game = small_table().game
    assert read_map(game, 0, ReadMapRequest(game=b"", map="")).names == tuple(READY_MAPS)
    assert read_map(game, 0, ReadMapRequest(game=b"", map="crossroads")).text.startswith("title: Crossroads")
    assert (
        read_force(game, 0, ReadForceRequest(game=b"", force="river_guard")).formations == READY_FORCES["river_guard"]
    )
    with pytest.raises(Unknown):
        read_map(game, 0, ReadMapRequest(game=b"", map="x"))
    with pytest.raises(Unknown):
        read_force(game, 0, ReadForceRequest(game=b"", force="x"))


def test_terrain_is_read():
    """The table of the game is stated; before there is one, that of the page."""
    game = small_table().game
    assert [kind.name for kind in read_terrain(game, 0, ReadTerrainRequest(game=b"")).kinds] == sorted(TERRAIN_KINDS)
    assert len(read_terrain(rules().start(2), 0, ReadTerrainRequest(game=b"")).kinds) == len(TERRAIN_KINDS)
