"""Kinds of terrain that a game brings along."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.messages import TerrainCell, TerrainKind
from adjudicator.rulesets.tile_formations.model.terrain_table import TERRAIN_KINDS
from adjudicator.rulesets.tile_formations.roster.terrain_kinds import terrain_faults
from tests.rulesets.tile_formations.fixtures import rules

MUD = replace(TERRAIN_KINDS["marsh"], name="mud")


def faults(*kinds: TerrainKind) -> list[tuple[str, str, str]]:
    """Give clause, reason and place of every fault."""
    found = tuple(terrain_faults(kinds))
    for row in found:
        assert row.reason in rules().reasons
        assert row.clause in rules().texts
    return [(row.clause, row.reason, row.path) for row in found]


def cell(**changes: Any) -> TerrainCell:
    """Make a cell."""
    fields: Any = {"movement": "none", "cover": 0, "vision": 0} | changes
    return TerrainCell(**fields)


@pytest.mark.rule("TF-TERRAIN-01", "WG-DATA-01")
def test_kinds_that_may_be_brought_along() -> None:
    """Kinds of its own, or other readings of the usual ones, are accepted as far as the rules can use them."""
    shelter = replace(MUD, name="shelter", gun_shield=True, vehicles=cell(cover=6), destructible_into="mud")
    clear = replace(TERRAIN_KINDS["woods"], obscuring="none")
    assert (
        faults(
            MUD,
            shelter,
            clear,
            *(terrain_kind for terrain_kind in TERRAIN_KINDS.values() if terrain_kind.name != "woods"),
        )
        == []
    )
    assert faults(MUD, MUD) == [("WG-DATA-01", "id-twice", "terrain[1].name")]


@pytest.mark.rule("TF-TERRAIN-01")
@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"infantry": cell(movement="slow")}, ("TF-TERRAIN-01", "not-among", "terrain[0].infantry.movement")),
        ({"infantry": cell(cover=7)}, ("TF-TERRAIN-05", "number-range", "terrain[0].infantry.cover")),
        ({"vehicles": cell(vision=61)}, ("TF-HILL-01", "number-range", "terrain[0].vehicles.vision")),
        ({"vehicles": cell(cover=2)}, ("TF-SAVE-06", "cover-without-save", "terrain[0].vehicles.cover")),
        ({"war_engines": cell(cover=2)}, ("TF-SAVE-06", "cover-without-save", "terrain[0].war_engines.cover")),
        ({"layer": "air"}, ("TF-TERRAIN-08", "not-among", "terrain[0].layer")),
        ({"obscuring": "some"}, ("TF-COVER-06", "not-among", "terrain[0].obscuring")),
        ({"impeded": ("TANK",)}, ("TF-BARR-04", "not-among", "terrain[0].impeded[0]")),
        ({"danger_faces": (0,)}, ("TF-DANGER-03", "number-range", "terrain[0].danger_faces[0]")),
        ({"danger_faces": (6, 6)}, ("TF-DANGER-03", "id-twice", "terrain[0].danger_faces[1]")),
        ({"destructible_into": "mud"}, ("TF-BUILD-05", "not-among", "terrain[0].destructible_into")),
        ({"destructible_into": "roads"}, ("TF-BUILD-05", "not-among", "terrain[0].destructible_into")),
        ({"name": "My Mud"}, ("WG-DATA-01", "bad-terrain-name", "terrain[0].name")),
    ],
)
def test_kinds_that_may_not(changes: dict[str, Any], fault: tuple[str, str, str]) -> None:
    """Each fault of a kind is named with its place."""
    assert faults(replace(MUD, **changes)) == [fault]
