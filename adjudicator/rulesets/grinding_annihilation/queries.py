"""What may be asked about a battle besides its view: distances, by anybody at any time (GA-2.4-01)."""

from __future__ import annotations

from math import isqrt

from adjudicator.board.inches import Body, flat_gap, gap, height_gap, point_gap
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruling import Fault, Rejected, Unknown
from adjudicator.rulesets.grinding_annihilation.measure import bodies_of, body_of
from adjudicator.rulesets.grinding_annihilation.messages import Distance, MeasureDistanceRequest
from adjudicator.rulesets.grinding_annihilation.state import Game, Marker


def measure_distance(game: Game, _party: Party, request: MeasureDistanceRequest) -> Distance:
    """GA-2.4-01 Measure between closest points, at no cost; markers count from their rim (GA-7.0-02).

    Raises Unknown for an id that does not exist, Rejected for what does not stand on the warfield.
    """
    first, second = _things(game, request.first, "first"), _things(game, request.second, "second")
    rim = game.how.marker_radius
    found = (_between(one, other, rim) for one in first for other in second)
    return min(found, key=lambda each: each.distance)


def _between(one: Body | Marker, other: Body | Marker, rim: int) -> Distance:
    match one, other:
        case Body(), Body():
            return _distance(flat_gap(one, other), height_gap(one, other), gap(one, other))
        case Marker(), Marker():
            return _distance(isqrt((one.x - other.x) ** 2 + (one.y - other.y) ** 2) - 2 * rim)
        case Body(), Marker():
            return _distance(point_gap(one, other.x, other.y) - rim, abs(one.pose.z))
        case _:
            return _between(other, one, rim)


def _distance(flat: int, rise: int = 0, straight: int | None = None) -> Distance:
    horizontal = max(0, flat)
    line = isqrt(horizontal * horizontal + rise * rise) if straight is None else straight
    return Distance(distance=line, horizontal=horizontal, vertical=rise)


def _things(game: Game, key: str, path: str) -> list[Body] | list[Marker]:
    if key in game.markers:
        return [game.markers[key]]
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


__all__ = ["measure_distance"]
