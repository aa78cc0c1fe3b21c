"""Chapter 7, where things are on the warfield of a scenario: deployment zones, fixed markers, Defence Lines.

What data says of the low end holds of the high end turned by half, so that the two stand diagonally.
"""

from __future__ import annotations

from adjudicator.board.inches import Rect, inside, overlaps_polygon, rect_polygon
from adjudicator.board.sines import FULL_TURN
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.grinding_annihilation.model.messages import MarkerPoint, Zone
from adjudicator.rulesets.grinding_annihilation.model.state import SEATS, Game
from adjudicator.rulesets.grinding_annihilation.roster.scenarios import SCENARIOS, Point, Scenario, Zones
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of

DEFENDER = "defender"
FACINGS = {"short": 0, "long": 900}


def scenario_of(game: Game) -> Scenario:
    """Give the numbers of the battle's scenario."""
    return SCENARIOS[game.battle.scenario]


def defender_of(game: Game) -> Party:
    """Name the Defender (GA-7.0-07)."""
    return next(seat for seat in SEATS if game.sides[seat].role == DEFENDER)


# -- zones


def zones_for(game: Game, length: int, width: int) -> tuple[Zone, ...]:
    """GA-7.1-01 GA-7.2-01 GA-7.3-01 GA-7.4-01 GA-7.5-01 Lay both players' zones out on a warfield of a size."""
    rects = ((seat, _strip(game, seat, length, width)) for seat in SEATS)
    return tuple(Zone(seat=seat, x0=rect.x0, y0=rect.y0, x1=rect.x1, y1=rect.y1) for seat, rect in rects)


def _strip(game: Game, seat: Party, length: int, width: int) -> Rect:
    terms = scenario_of(game).zones
    back = terms.setback if game.sides[seat].role == DEFENDER else 0
    near = 0 if game.options.second_line_is_zone else back
    low = _along(terms, near, back + terms.depth, length, width)
    return low if game.sides[seat].end == "low" else _turned(low, length, width)


def _along(terms: Zones, near: int, far: int, length: int, width: int) -> Rect:
    """Give the strip that lies from one distance to another off the low edge."""
    if terms.edge == "short":
        return Rect(near, terms.inset, far, width - terms.inset)
    return Rect(terms.inset, near, length - terms.inset, far)


def _turned(rect: Rect, length: int, width: int) -> Rect:
    return Rect(length - rect.x1, width - rect.y1, length - rect.x0, width - rect.y0)


def rects_of(game: Game, seat: Party) -> list[Rect]:
    """List the parts of a player's deployment zone."""
    return [Rect(zone.x0, zone.y0, zone.x1, zone.y1) for zone in game.battle.zones if zone.seat == seat]


def zone_of(game: Game, seat: Party) -> Rect:
    """GA-7.1-01 Give a player's deployment zone."""
    return rects_of(game, seat)[0]


def wholly_in_zone(game: Game, formation: str, seat: Party) -> bool:
    """Tell whether a formation on the warfield stands wholly within a player's zone."""
    rects = rects_of(game, seat)
    return all(any(inside(body, rect) for rect in rects) for body in bodies_of(game, formation))


def partly_in_zone(game: Game, formation: str, seat: Party) -> bool:
    """Tell whether any part of a formation on the warfield is within a player's zone."""
    polygons = [rect_polygon(rect) for rect in rects_of(game, seat)]
    return any(overlaps_polygon(body, polygon) for body in bodies_of(game, formation) for polygon in polygons)


def inwards(game: Game, seat: Party) -> int:
    """Give the facing from a player's edge to the middle, in tenths of a degree."""
    facing = FACINGS[scenario_of(game).zones.edge]
    return facing if game.sides[seat].end == "low" else (facing + FULL_TURN // 2) % FULL_TURN


# -- markers


def fixed_markers(game: Game) -> tuple[MarkerPoint, ...]:
    """GA-7.2-02 GA-7.3-02 GA-7.4-02 Give the points of the scenario's layout, by an option where there are several."""
    layouts = scenario_of(game).markers.layouts
    chosen = layouts.get(game.options.exstintech_layout) or next(iter(layouts.values()))
    return tuple(_placed(game, str(number), point) for number, point in enumerate(chosen, 1))


def _placed(game: Game, marker: str, point: Point) -> MarkerPoint:
    x, y = _off(point.x_from, point.x, game.battle.length), _off(point.y_from, point.y, game.battle.width)
    return MarkerPoint(marker=marker, x=x, y=y)


def _off(edge: str, distance: int, whole: int) -> int:
    return {"low": distance, "middle": whole // 2 + distance, "high": whole - distance}[edge]


def line_of(game: Game, marker: str) -> Rect:
    """GA-7.5-02 Give where the marker of a Defence Line may be placed."""
    strip = scenario_of(game).markers.strips[int(marker) - 1]
    length, width = game.battle.length, game.battle.width
    low = Rect(strip.near, 0, strip.far, width)
    return low if game.sides[defender_of(game)].end == "low" else _turned(low, length, width)


def interleaved(game: Game) -> bool:
    """GA-7.1-03 Tell whether terrain may come between markers: where these are placed in turns."""
    return game.options.interleave_terrain and scenario_of(game).markers.place == "turns"
