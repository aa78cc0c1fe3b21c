"""Chapters 6 and 7.0, all that can be wrong with a terrain feature that is to be placed."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board.inches import Polygon, polygon_contains_polygon, polygon_faults, polygons_overlap
from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.grinding_annihilation.model.messages import TerrainFeature
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import warfield_rect
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import terrain_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import (
    BOUNDED,
    CRATERS,
    FLOOR,
    ROOF,
    RUINS,
    SOLID,
    TYPES,
    WALL,
    WOODS,
    Shape,
    collide,
    is_buried,
    polygon_of,
    shape_of,
)

CORNERS = 32
SOLIDS = 24
HIGHEST = 60 * INCH
KINDS = {RUINS: (SOLID, WALL, FLOOR, ROOF)}
BOUNDARY = {WOODS: "GA-6.5-01", RUINS: "GA-6.6-01"}


def feature_faults(game: Game, feature: TerrainFeature, but: str = "") -> Iterator[Fault]:
    """GA-6.0-01 GA-6.5-01 GA-6.6-01 GA-7.0-10 Find what is wrong with a feature; `but` is itself, placed already."""
    if feature.terrain_type not in TYPES:
        yield Fault(
            "GA-6.0-01",
            "terrain-type",
            "feature.terrain_type",
            (("found", feature.terrain_type), ("types", " ".join(TYPES))),
        )
        return
    fault = [*_outline_faults(game, feature)]
    yield from fault
    if not fault:
        yield from _solid_faults(feature)
        yield from _room_faults(game, shape_of(feature), but)


def _outline_faults(game: Game, feature: TerrainFeature) -> Iterator[Fault]:
    bounded = feature.terrain_type in BOUNDED
    if bounded and not feature.boundary:
        yield Fault(
            BOUNDARY[feature.terrain_type], "no-boundary", "feature.boundary", (("terrain_type", feature.terrain_type),)
        )
    if feature.boundary and not bounded:
        yield Fault("GA-6.0-01", "needless-boundary", "feature.boundary", (("terrain_type", feature.terrain_type),))
    outlines = [("feature.footprint", polygon_of(feature.footprint))]
    outlines += [("feature.boundary", polygon_of(feature.boundary))] if feature.boundary else []
    if len(feature.solids) > SOLIDS:
        yield Fault("GA-6.0-01", "many-solids", "feature.solids", (("found", len(feature.solids)), ("most", SOLIDS)))
        return
    outlines += [(f"feature.solids[{n}].polygon", polygon_of(solid.polygon)) for n, solid in enumerate(feature.solids)]
    for where, polygon in outlines:
        fault = _polygon_fault(game, polygon)
        if fault:
            yield Fault("GA-6.0-01", "terrain-outline", where, (("problem", fault),))


def _polygon_fault(game: Game, polygon: Polygon) -> str:
    if len(polygon) > CORNERS:
        return f"it has {len(polygon)} corners and may have {CORNERS}"
    board = warfield_rect(game)
    if not all(board.x0 <= x <= board.x1 and board.y0 <= y <= board.y1 for x, y in polygon):
        return "it leaves the warfield"
    return next(iter(polygon_faults(polygon)), "")


def _solid_faults(feature: TerrainFeature) -> Iterator[Fault]:
    footprint = polygon_of(feature.footprint)
    kinds = KINDS.get(feature.terrain_type, (SOLID,))
    if feature.boundary and not polygons_overlap(polygon_of(feature.boundary), footprint):
        yield Fault(BOUNDARY[feature.terrain_type], "boundary-elsewhere", "feature.boundary")
    for n, solid in enumerate(feature.solids):
        where = f"feature.solids[{n}]"
        if feature.terrain_type == CRATERS:
            yield Fault("GA-6.1-01", "solid-craters", where)
        if solid.kind not in kinds:
            yield Fault("GA-6.0-01", "solid-kind", where, (("found", solid.kind), ("kinds", " ".join(kinds))))
        if not solid.bottom < solid.top <= HIGHEST:
            yield Fault("GA-6.0-01", "solid-height", where, (("most", HIGHEST),))
        if not polygon_contains_polygon(footprint, polygon_of(solid.polygon)):
            yield Fault("GA-6.0-01", "solid-outside", where)


def _room_faults(game: Game, shape: Shape, but: str) -> Iterator[Fault]:
    """GA-7.0-10 Solids of two features do not fill the same space, and a marker is never buried."""
    for row in terrain_of(game):
        if row.id != but and collide(shape, shape_of(row.feature)):
            yield Fault("GA-7.0-10", "terrain-overlaps", "feature", (("other", row.id),))
    for key in sorted(game.markers):
        marker = game.markers[key]
        if is_buried(shape, marker.x, marker.y):
            yield Fault("GA-7.0-10", "marker-buried", "feature", (("marker", key),))
