"""How a bot places terrain: a ready feature now and then, between the zones, clear of markers."""

from __future__ import annotations

from adjudicator.kernel.bot import Generator
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import PassTerrain, PlaceTerrainFeature, TerrainFeature
from adjudicator.rulesets.grinding_annihilation.roster.ready_terrain import TERRAIN_PIECES, placed
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import collide, is_buried, shape_of

ENOUGH = 4
TRIES = 20
SELDOM = 3


def terrain(table: Table, chance: Generator, *, offered: bool) -> PlaceTerrainFeature | PassTerrain:
    """Place a feature now and then, up to a few on the warfield; pass otherwise."""
    if not offered or len(table.view.terrain) >= ENOUGH or chance.randrange(SELDOM) == 0:
        return PassTerrain()
    for _ in range(TRIES):
        entry = TERRAIN_PIECES[chance.choice(sorted(TERRAIN_PIECES))]
        feature = placed(entry, *_spot(table, chance), turned=chance.randrange(2) == 1)
        if _fits(table, feature):
            return PlaceTerrainFeature(feature=feature)
    return PassTerrain()


def _spot(table: Table, chance: Generator) -> tuple[int, int]:
    x0, y0, x1, y1 = _between(table)
    return x0 + chance.randrange(max(1, x1 - x0)), y0 + chance.randrange(max(1, y1 - y0))


def _between(table: Table) -> tuple[int, int, int, int]:
    """Give what lies between the zones, whichever edges these lie along."""
    one, other = sorted(table.view.zones, key=lambda zone: (zone.x0, zone.y0))
    if one.x1 <= other.x0:
        return one.x1, 0, other.x0, table.view.width
    return 0, one.y1, table.view.length, other.y0


def _fits(table: Table, feature: TerrainFeature) -> bool:
    """Tell whether a feature lies between the zones, on no marker and through no other feature."""
    shape = shape_of(feature)
    x0, y0, x1, y1 = shape.box
    clear = all(x1 <= zone.x0 or zone.x1 <= x0 or y1 <= zone.y0 or zone.y1 <= y0 for zone in table.view.zones)
    inside = min(x0, y0) >= 0 and x1 <= table.view.length and y1 <= table.view.width
    covered = any(is_buried(shape, marker.x, marker.y) for marker in table.view.markers)
    return clear and inside and not covered and not any(collide(shape, row) for row in table.shapes)
