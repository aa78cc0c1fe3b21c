"""Straight moves that are legal: a unit goes side by side towards a point or in a direction (AN-MOVE-09)."""

from __future__ import annotations

from collections.abc import Mapping
from math import isqrt

from msgspec.structs import replace

from adjudicator.board.inches import Body, Point, flat_gap
from adjudicator.board.rounding import towards_zero
from adjudicator.rulesets.antares.model.distances import bodies_of, body_of
from adjudicator.rulesets.antares.model.messages import ModelPath
from adjudicator.rulesets.antares.model.state import INCH, Game, models_of
from adjudicator.rulesets.antares.rules.movement.coherency import coherent
from adjudicator.rulesets.antares.rules.movement.move_allowance import allowance
from adjudicator.rulesets.antares.rules.movement.move_checks import each_fault
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import ground_at

GRAIN = INCH // 8
FINE = 1 << 20


def straight_paths(
    game: Game, unit: str, towards: Point, allowance: int, *, kind: str = "run", sprint: bool = False, target: str = ""
) -> tuple[ModelPath, ...]:
    """AN-MOVE-09 Lead a unit straight towards a point, side by side, as far as it may go; () where it may not at all.

    The model that is nearest to the point goes there, at most so far. What is given passes `faults`, which the further
    arguments are for; where something stands in the way the unit stops short of it.
    """
    bodies = bodies_of(game, unit)
    lead = min(bodies, key=lambda row: _square(row, towards), default=None)
    if lead is None:
        return ()
    heading = towards[0] - lead.pose.x, towards[1] - lead.pose.y
    most = min(allowance, isqrt(heading[0] ** 2 + heading[1] ** 2))
    return paths_along_heading(game, unit, heading, most, kind=kind, sprint=sprint, target=target)


def paths_along_heading(
    game: Game, unit: str, heading: Point, most: int, *, kind: str = "run", sprint: bool = False, target: str = ""
) -> tuple[ModelPath, ...]:
    """AN-MOVE-09 Lead a unit in a direction, as `straight` does."""
    own = allowance(game, unit, kind, sprint=sprint)

    def legal(distance: int) -> tuple[ModelPath, ...]:
        paths = side_by_side(game, unit, heading, distance)
        wrong = next(each_fault(game, unit, kind, paths, sprint=sprint, target=target), None)
        return paths if wrong is None else ()

    low, high = 0, min(most, own)
    found = legal(high) if high > 0 and any(heading) else ()
    while not found and high - low > GRAIN:
        middle = (low + high) // 2
        paths = legal(middle)
        low, high = (middle, high) if paths else (low, middle)
    return found or (legal(low) if low else ())


def side_by_side(game: Game, unit: str, heading: Point, distance: int) -> tuple[ModelPath, ...]:
    """Let every model of a unit go so far in a direction, to whole thousandths and not farther; facings stay.

    A unit that was torn apart closes up to the model that is foremost (AN-MOVE-09).
    """
    starts = {model.id: body_of(game, model) for model in models_of(game, unit) if model.pose is not None}
    ends = {key: _shifted(body, *_parts(heading, distance)) for key, body in starts.items()}
    if game.options.coherency and not coherent(tuple(ends.values()), game.options.coherency):
        ends = _closed_up(ends, heading, game.options.coherency)
    return _paths(game, ends)


def shift(game: Game, unit: str, heading: Point, distance: int) -> tuple[ModelPath, ...]:
    """Let every model of a unit go so far in a direction, wherever that leaves it."""
    models = [model for model in models_of(game, unit) if model.pose is not None]
    return _paths(game, {model.id: _shifted(body_of(game, model), *_parts(heading, distance)) for model in models})


def _paths(game: Game, ends: Mapping[str, Body]) -> tuple[ModelPath, ...]:
    poses = {key: replace(body.pose, z=ground_at(game, body.pose.x, body.pose.y)) for key, body in ends.items()}
    return tuple(ModelPath(model=key, path=(pose,)) for key, pose in poses.items())


def _parts(heading: Point, distance: int) -> Point:
    """Give how far a distance along a heading goes on either axis, to whole thousandths and not farther."""
    length = root_above(heading)
    return towards_zero(heading[0] * distance * FINE, length), towards_zero(heading[1] * distance * FINE, length)


def root_above(heading: Point) -> int:
    """Take the length of a heading in parts of FINE, rounded up; exact where it is a whole number."""
    square = (heading[0] ** 2 + heading[1] ** 2) * FINE * FINE
    root = isqrt(square)
    return max(1, root + (root * root < square))


def _shifted(body: Body, dx: int, dy: int) -> Body:
    return replace(body, pose=replace(body.pose, x=body.pose.x + dx, y=body.pose.y + dy))


def _closed_up(ends: Mapping[str, Body], heading: Point, limit: int) -> dict[str, Body]:
    """Draw models in, one after the other, to the nearest that stands already."""
    waiting = dict(ends)
    first = max(waiting, key=lambda key: _ahead(waiting[key], heading))
    placed = {first: waiting.pop(first)}
    while waiting:
        pairs = [(key, other) for key in waiting for other in placed]
        key, by = min(pairs, key=lambda pair: flat_gap(ends[pair[0]], placed[pair[1]]))
        placed[key] = _drawn_in(waiting.pop(key), placed[by], limit)
    return {key: placed[key] for key in ends}


def _ahead(body: Body, heading: Point) -> int:
    return body.pose.x * heading[0] + body.pose.y * heading[1]


def _drawn_in(body: Body, other: Body, limit: int) -> Body:
    """Bring a body so near to another that they keep a gap; one that does stays."""
    over = flat_gap(body, other) + 2 - limit
    if flat_gap(body, other) <= limit - 2:
        return body
    away = other.pose.x - body.pose.x, other.pose.y - body.pose.y
    return _shifted(body, *_parts(away, over))


def _square(body: Body, point: Point) -> int:
    return (body.pose.x - point[0]) ** 2 + (body.pose.y - point[1]) ** 2
