"""Terrain as it is offered in place of a scenario's own: pieces of every kind between the two zones (AN-TERRAIN-22)."""

from __future__ import annotations

from functools import cache

from adjudicator.kernel.decide.offers import (
    Choice,
    Domain,
    Flag,
    Items,
    Range,
    Shape,
    Some,
    items,
    optional,
    shape,
    where,
)
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.antares.model.messages import ScenarioTerms, TerrainPiece
from adjudicator.rulesets.antares.model.state import INCH
from adjudicator.rulesets.antares.roster.library import SCENARIOS
from adjudicator.rulesets.antares.roster.terrain_checks import COVERS, LOS, MOVE, SEES_OVER

AREAS, OBSTACLES, MOST_HEIGHT = 4, 2, 12 * INCH
# the corners of an area lie in the four quarters of a box, so that its sides never cross
QUARTERS = ((0, 0), (1, 0), (1, 1), (0, 1))


@cache
def offered_terrain() -> tuple[Domain, ...]:
    """AN-TERRAIN-22 Offer each scenario terrain of its own size; where none is given the scenario's own stands."""
    return tuple(optional(where(_pieces(scenario.terms), scenario=name)) for name, scenario in SCENARIOS.items())


def _pieces(terms: ScenarioTerms) -> Items:
    """AN-TERRAIN-22 Offer areas side by side, obstacles and open ground, each piece once."""
    south = min(zone.y_to for zone in terms.zones)
    north = max(zone.y_from for zone in terms.zones)
    width = terms.length // AREAS
    boxes = [(number * width, south, (number + 1) * width, north) for number in range(AREAS)]
    areas = [_area(f"area{number}", box) for number, box in enumerate(boxes, 1)]
    lines = [_obstacle(f"obstacle{number}", box) for number, box in enumerate(boxes[:OBSTACLES], 1)]
    pieces = (*areas, *lines, _open_ground("open1", boxes[-1]))
    return items(*pieces, least=1, most=len(pieces), once=True)


def _area(id: str, box: tuple[int, int, int, int]) -> Shape:
    corners = items(*(_spot_in(_quarter(box, *at)) for at in QUARTERS), least=4, most=4, once=True)
    kind = Choice(("area",))
    return shape(TerrainPiece, id=Choice((id,)), terrain_type=kind, building=Flag(), shape=corners, **_hinders())


def _obstacle(id: str, box: tuple[int, int, int, int]) -> Shape:
    ends = items(*(_spot_in(_quarter(box, *at)) for at in QUARTERS[:2]), least=2, most=2, once=True)
    return shape(TerrainPiece, id=Choice((id,)), terrain_type=Choice(("obstacle",)), shape=ends, **_hinders())


def _open_ground(id: str, box: tuple[int, int, int, int]) -> Shape:
    corners = items(*(_spot_in(_quarter(box, *at)) for at in QUARTERS), least=4, most=4, once=True)
    words = {"los": Choice(LOS[:1]), "movement": Choice(MOVE[:1]), "cover": Choice(COVERS[:1])}
    return shape(TerrainPiece, id=Choice((id,)), terrain_type=Choice(("none",)), shape=corners, **words)


def _hinders() -> dict[str, Choice | Range | Some]:
    return {
        "los": Choice(LOS),
        "movement": Choice(MOVE),
        "cover": Choice(COVERS),
        "height": Range(0, MOST_HEIGHT),
        "sees_over": Some(SEES_OVER, 0, len(SEES_OVER)),
        "ground": Range(0, MOST_HEIGHT),
    }


def _quarter(box: tuple[int, int, int, int], right: int, upper: int) -> tuple[int, int, int, int]:
    """Give a quarter of a box; quarters lie an inch apart."""
    x0, y0, x1, y1 = box
    middle_x, middle_y, half = (x0 + x1) // 2, (y0 + y1) // 2, INCH // 2
    across = (middle_x + half, x1) if right else (x0, middle_x - half)
    up = (middle_y + half, y1) if upper else (y0, middle_y - half)
    return across[0], up[0], across[1], up[1]


def _spot_in(box: tuple[int, int, int, int]) -> Shape:
    return shape(Spot, x=Range(box[0], box[2]), y=Range(box[1], box[3]))
