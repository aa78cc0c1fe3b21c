"""What may be asked about a battle besides its view: distances, by anybody at any time (GA-2.4-01)."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import NamedTuple, TypeAlias

from adjudicator.board.inches import (
    Base,
    Body,
    Polygon,
    Pose,
    flat_gap,
    gap,
    height_gap,
    point_gap,
    polygon_gap,
    polygons_overlap,
)
from adjudicator.board.inches import Shape as BaseShape
from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.rows import Marker
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.reports.messages import Distance, MeasureDistanceRequest
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of, body_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import Shape, shape_of


def measure_distance(game: Game, _party: Party, request: MeasureDistanceRequest) -> Distance:
    """GA-2.4-01 Measure between closest points, at no cost; markers count from their rim (GA-7.0-02).

    A terrain feature is its footprint on the ground and its solids.

    Raises Unknown for an id that does not exist, Rejected for what does not stand on the warfield.
    """
    first, second = _things(game, request.first, "first"), _things(game, request.second, "second")
    rim = game.options.marker_radius
    found = (_between(one, other, rim) for one in first for other in second)
    return min(found, key=lambda row: row.distance)


class Block(NamedTuple):
    """A part of a terrain feature: a polygon from one height to another."""

    polygon: Polygon
    bottom: int = 0
    top: int = 0


Thing: TypeAlias = Body | Marker | Block


def _between(one: Thing, other: Thing, rim: int) -> Distance:
    match one, other:
        case Body(), Body():
            return _distance(flat_gap(one, other), height_gap(one, other), gap(one, other))
        case Marker(), Marker():
            return _distance(isqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2) - 2 * rim)
        case Body(), Marker():
            return _distance(point_gap(one, other.x, other.y) - rim, abs(one.pose.z))
        case Body(), Block():
            return _distance(polygon_gap(one, other.polygon), _rise(other, one.pose.z, one.pose.z))
        case Marker(), Block():
            return _distance(polygon_gap(_spot(one.x, one.y), other.polygon) - rim, _rise(other, 0, 0))
        case Block(), Block():
            return _distance(_apart(one.polygon, other.polygon), _rise(other, one.bottom, one.top))
        case _:
            return _between(other, one, rim)


def _distance(flat: int, rise: int = 0, straight: int | None = None) -> Distance:
    horizontal = max(0, flat)
    line = isqrt(horizontal * horizontal + rise * rise) if straight is None else straight
    return Distance(distance=line, horizontal=horizontal, vertical=rise)


def _rise(block: Block, bottom: int, top: int) -> int:
    return max(0, block.bottom - top, bottom - block.top)


def _spot(x: int, y: int) -> Body:
    """Make a body without an extent."""
    return Body(Base(0, 0, BaseShape.ROUND), 0, Pose(x, y, 0, 0))


def _apart(one: Polygon, other: Polygon) -> int:
    """Measure between two polygons: where they share nothing, a corner of one is closest to the other."""
    if polygons_overlap(one, other):
        return 0
    pairs = (*((corner, other) for corner in one), *((corner, one) for corner in other))
    return min(polygon_gap(_spot(*corner), polygon) for corner, polygon in pairs)


def _blocks(shape: Shape) -> list[Block]:
    solids = (part.volume for part in shape.parts)
    return [Block(shape.footprint), *(Block(solid.polygon, solid.z0, solid.z1) for solid in solids)]


def _things(game: Game, key: str, path: str) -> Sequence[Thing]:
    if key in game.markers:
        return [game.markers[key]]
    if key in game.terrain:
        return _blocks(shape_of(game.terrain[key].feature))
    troop, formation = game.troops.get(key), game.formations.get(key)
    if troop is not None:
        found = [body_of(game, troop)] if troop.pose is not None else []
    elif formation is not None:
        found = bodies_of(game, key)
    else:
        raise Unknown(Fault("", "unknown-id", path))
    if not found:
        raise Rejected(Fault("GA-2.1-07", "off-warfield", path, (("id", key),)))
    return found
