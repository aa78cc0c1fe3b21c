"""Chapter 6.2, barricades and pipes between enemies: assaults and fights across them."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from adjudicator.board.inches import Body, flat_gap_within, polygon_gap_within, segment_crosses_polygon, within
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import shapes_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import BARRICADE, BESIDE, Shape

ACROSS = 2 * INCH
BEHIND = INCH


def barricades(game: Game) -> tuple[Shape, ...]:
    """List the barricades and pipes on the warfield."""
    return tuple([shape for shape in shapes_of(game) if shape.type == BARRICADE])


def divides(shape: Shape, body: Body, other: Body) -> bool:
    """GA-6.2-03 Tell whether a barricade lies between two troops: the line of their centres passes over it."""
    ends = ((row.pose.x, row.pose.y) for row in (body, other))
    return segment_crosses_polygon(next(ends), next(ends), shape.footprint)


def fight_across(game: Game, bodies: Collection[Body], others: Collection[Body]) -> bool:
    """GA-6.2-03 Tell whether some troop can fight some other across a barricade: within 2", it lying between them."""
    found = barricades(game)
    if not found:
        return False
    pairs = ((a, b) for a in bodies for b in others if within(a, b, ACROSS))
    return any(divides(shape, a, b) for a, b in pairs for shape in found)


def assault_across(game: Game, bodies: Iterable[Body], others: Collection[Body]) -> bool:
    """GA-6.2-02 Tell whether some troop, close up to a barricade, reaches an enemy no more than 1" behind it."""
    found = barricades(game)
    return bool(found) and any(
        within(a, b, ACROSS)
        and divides(shape, a, b)
        and polygon_gap_within(b, shape.footprint, BEHIND)
        and polygon_gap_within(a, shape.footprint, BESIDE)
        for a in bodies
        for b in others
        for shape in found
    )


def may_assault_across(game: Game, body: Body, other: Body) -> bool:
    """GA-3.4-09 Tell whether an Assault on a troop may come to its end on the far side of a barricade."""
    found = (barricade for barricade in barricades(game) if polygon_gap_within(other, barricade.footprint, BEHIND))
    return any(divides(row, body, other) for row in found)


def may_fight_across(game: Game, body: Body, other: Body, reach: int) -> bool:
    """GA-3.5-21 Tell whether a short move may bring a troop within 2" of an enemy, a barricade lying between them."""
    near = (barricade for barricade in barricades(game) if polygon_gap_within(other, barricade.footprint, ACROSS))
    return any(near) and flat_gap_within(body, other, reach + ACROSS)
