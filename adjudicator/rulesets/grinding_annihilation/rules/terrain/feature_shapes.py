"""Chapter 6, terrain features as shapes: what each type lets stand and pass. Pure, for rules and bots alike.

A feature takes up its footprint; woods and ruins have a boundary besides, and count as their boundary. Its solids are
prisms. Solids of woods hide and do not hinder; craters have none. A solid whose top is at most 2" above the ground is
crossed as if absent, yet nobody ends a move inside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from adjudicator.board.inches import (
    Body,
    Box,
    Path,
    Polygon,
    Pose,
    Volume,
    boxes_meet,
    climb,
    crosses_volume,
    fills,
    inside_polygon,
    overlaps_polygon,
    point_in_polygon,
    point_side,
    polygon_gap_within,
    polygons_overlap,
    way_box,
)
from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.grinding_annihilation.model.messages import TerrainFeature

CRATERS, BARRICADE, DEBRIS, HILL, WOODS, RUINS = "craters", "barricade", "debris", "hill_or_building", "woods", "ruins"
TYPES = (CRATERS, BARRICADE, DEBRIS, HILL, WOODS, RUINS)
BOUNDED = (WOODS, RUINS)
SOLID, WALL, FLOOR, ROOF = "solid", "wall", "floor", "roof"
LOW = 2000
BESIDE = 10
BARRED_INSIDE = {RUINS: "GA-6.6-01", HILL: "GA-6.4-01"}


class SolidPart(NamedTuple):
    """A solid of a feature."""

    kind: str
    volume: Volume


class Shape(NamedTuple):
    """A feature worked out: `ground` is its boundary or, without one, its footprint; `bulk` is what bars the way.

    `box` encloses all that belongs to it.
    """

    type: str
    footprint: Polygon
    ground: Polygon
    parts: tuple[SolidPart, ...]
    bulk: tuple[SolidPart, ...]
    box: Box


class MovementMode(NamedTuple):
    """How a troop gets about: `walks` through ruins (GA-6.6-01), `flies` in this move, `lands` on upper floors."""

    walks: bool = False
    flies: bool = False
    lands: bool = False


def polygon_of(spots: Iterable[Spot]) -> Polygon:
    """Take corners as a polygon of the board."""
    return tuple((spot.x, spot.y) for spot in spots)


@lru_cache(maxsize=512)
def shape_of(feature: TerrainFeature) -> Shape:
    """Work a feature out."""
    parts = tuple(
        SolidPart(solid.kind, Volume(polygon_of(solid.polygon), solid.bottom, solid.top)) for solid in feature.solids
    )
    footprint = polygon_of(feature.footprint)
    ground = polygon_of(feature.boundary) if feature.terrain_type in BOUNDED else footprint
    bulk = () if feature.terrain_type == WOODS else parts
    return Shape(feature.terrain_type, footprint, ground, parts, bulk, _box_around(footprint, ground, parts))


# -- standing


def standing_fault(shapes: Iterable[Shape], body: Body, gait: MovementMode) -> Fault | None:
    """GA-3.2-24 GA-6.2-01 GA-6.4-01 GA-6.6-01 GA-6.6-02 Say why a troop may not stand somewhere, or None."""
    near = [row for row in shapes if _near(body, row)]
    for shape in near:
        if shape.type == BARRICADE and overlaps_polygon(body, shape.footprint):
            return fault("GA-6.2-01", "on-barricade")
        if any(fills(body, part.volume) for part in shape.bulk):
            return fault(BARRED_INSIDE.get(shape.type, "GA-3.2-22"), "in-terrain")
    if body.pose.z == 0:
        return None
    faults = [
        _standing_on_fault(shape, part, body, gait) for shape in near for part in shape.bulk if _carries(part, body)
    ]
    if not faults:
        return fault("GA-3.2-24", "mid-climb")
    return None if None in faults else faults[0]


def _near(body: Body, shape: Shape) -> bool:
    """Rule out cheaply what a base can not touch."""
    reach = body.base.length + body.base.width + BESIDE
    return _near_box(body.pose.x, body.pose.y, reach, shape.box)


def _near_box(x: int, y: int, reach: int, box: Box) -> bool:
    return box[0] - reach <= x <= box[2] + reach and box[1] - reach <= y <= box[3] + reach


def _box_around(footprint: Polygon, ground: Polygon, parts: Iterable[SolidPart]) -> Box:
    corners = [*footprint, *ground]
    corners += [corner for part in parts for corner in part.volume.polygon]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _carries(part: SolidPart, body: Body) -> bool:
    return part.volume.z1 == body.pose.z and overlaps_polygon(body, part.volume.polygon)


def _standing_on_fault(shape: Shape, part: SolidPart, body: Body, gait: MovementMode) -> Fault | None:
    """GA-6.4-01 GA-6.6-02 Say why a troop may not stand on top of a solid, or None."""
    whole = inside_polygon(body, part.volume.polygon)
    if shape.type == HILL:
        return None if whole else fault("GA-6.4-01", "overhangs")
    if shape.type == RUINS:
        if part.kind != FLOOR:
            return fault("GA-6.6-01", "no-floor")
        if not (gait.walks or gait.lands):
            return fault("GA-6.6-02", "upper-floor")
        return None if whole else fault("GA-6.6-02", "overhangs")
    centred = point_in_polygon((body.pose.x, body.pose.y), part.volume.polygon)
    return None if centred else fault("GA-3.2-24", "overhangs")


def stands_on(shapes: Iterable[Shape], body: Body) -> tuple[Shape, ...]:
    """GA-3.2-28 List the features on top of which a troop stands."""
    if body.pose.z == 0:
        return ()
    return tuple(shape for shape in shapes if any(_carries(part, body) for part in shape.bulk))


# -- placing


def collide(one: Shape, other: Shape) -> bool:
    """GA-7.0-10 Tell whether solids of two features would fill the same space."""
    return any(
        a.volume.z0 < b.volume.z1 and b.volume.z0 < a.volume.z1 and polygons_overlap(a.volume.polygon, b.volume.polygon)
        for a in one.bulk
        for b in other.bulk
    )


def is_buried(shape: Shape, x: int, y: int) -> bool:
    """GA-7.0-10 Tell whether nobody could stand on a point of the ground, or on what is above it."""
    if shape.type == BARRICADE and point_side((x, y), shape.footprint) > 0:
        return True
    over = [part for part in shape.bulk if point_side((x, y), part.volume.polygon) > 0]
    filled = any(part.volume.z0 == 0 for part in over)
    carried = shape.type in (HILL, DEBRIS) or any(part.kind == FLOOR for part in over)
    return filled and not carried


# -- moving


def way_fault(shapes: Sequence[Shape], body: Body, path: Path, gait: MovementMode, through: str) -> Fault | None:
    """GA-3.2-22 GA-3.2-24 GA-6.6-01 Say why a troop may not go a way, or None; `through` is the clause of the move."""
    if any(pose.z < 0 for pose in path):
        return fault("GA-3.2-24", "off-the-ground")
    around = way_box(body, path)
    for shape in shapes:
        if (gait.walks and shape.type == RUINS) or not boxes_meet(around, shape.box):
            continue
        level = _cleared_height(shape, body, path) if gait.flies else LOW
        if any(part.volume.z1 > level and crosses_volume(body, path, part.volume) for part in shape.bulk):
            return fault("GA-6.6-01" if shape.type == RUINS else through, "through-terrain")
    high = max(body.pose.z, *(pose.z for pose in path)) > LOW if path else False
    held = gait.flies or not high or all(_supported(shapes, moment) for moment in _moments(body, path))
    return None if held else fault("GA-3.2-24", "off-the-ground")


def _cleared_height(shape: Shape, body: Body, path: Path) -> int:
    """GA-3.2-28 Give the height up to which a feature is cleared; its sides are, by who flies from or onto it."""
    ends = (body, _at(body, path[-1]))
    return max(LOW, *(end.pose.z if stands_on((shape,), end) else LOW for end in ends))


def flies_from_terrain(shapes: Sequence[Shape], body: Body, path: Path) -> bool:
    """GA-3.2-28 Tell whether the move of a flyer begins or ends on terrain."""
    return any(stands_on(shapes, row) for row in (body, _at(body, path[-1])))


def climb_length(body: Body, path: Path) -> int:
    """GA-3.2-23 Add up what is climbed and descended; rises up to 2" cost nothing (GA-3.2-22)."""
    return climb(body, path, LOW)


def _at(body: Body, pose: Pose) -> Body:
    return Body(body.base, body.height, pose)


def _moments(body: Body, path: Path) -> Iterator[Body]:
    """Go along a way in steps of at most an eighth of a base, its heights taken evenly."""
    stride = max(1, min(body.base.length, body.base.width) // 8)
    here = body.pose
    for pose in path:
        far = max(abs(pose.x - here.x), abs(pose.y - here.y))
        count = 1 + far // stride
        for k in range(1, count + 1):
            x, y, z = (a + (b - a) * k // count for a, b in ((here.x, pose.x), (here.y, pose.y), (here.z, pose.z)))
            yield _at(body, Pose(x, y, z, pose.facing))
        here = pose


def _supported(shapes: Sequence[Shape], body: Body) -> bool:
    """GA-3.2-23 Tell whether a climbing troop has something under or beside it; up to 2" it needs nothing."""
    if body.pose.z <= LOW:
        return True
    return any(_near(body, shape) and _supports(shape, body) for shape in shapes)


def _supports(shape: Shape, body: Body) -> bool:
    high = [part for part in shape.bulk if part.volume.z1 >= body.pose.z]
    if high and shape.type == RUINS:
        return polygon_gap_within(body, shape.ground, BESIDE)
    return any(polygon_gap_within(body, part.volume.polygon, BESIDE) for part in high)
