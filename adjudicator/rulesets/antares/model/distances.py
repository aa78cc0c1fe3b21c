"""Chapter 1, distances: between the nearest points of bases, in plan (AN-GEN-07).

Lengths are thousandths of an inch. What is decided (`..._within`, `touches`) is decided exactly; what is measured
(`gap`, `model_gap`) is rounded down. Heights never count: of the terrain they say over what one sees (sight_lines.py).
Devices that do not stand by themselves are where the models of their unit are.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import product
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.board.inches import (
    Body,
    Point,
    Pose,
    Rect,
    any_within_both,
    flat_gap,
    least_gap,
    overlaps_any,
    point_gap_within,
)
from adjudicator.rulesets.antares.model.derived import derived_of, kept_bodies
from adjudicator.rulesets.antares.model.messages import ModelPose
from adjudicator.rulesets.antares.model.rows import Device, Model
from adjudicator.rulesets.antares.model.state import Game, kind_of, models_of, on_table, terms_of

TOUCH = 10
Box: TypeAlias = tuple[int, int, int, int]

# -- bodies


def field(game: Game) -> Rect:
    """Give the table as a rectangle."""
    terms = terms_of(game).terms
    return Rect(0, 0, terms.length, terms.width)


def body_at(game: Game, model: Model, pose: Pose) -> Body:
    """Give a model's body as it would stand in a pose; all bodies stand on one level, since all is measured in plan."""
    kind = kind_of(game, model)
    return Body(kind.base_size, max(1, kind.height), Pose(pose.x, pose.y, 0, pose.facing))


def body_of(game: Game, model: Model) -> Body:
    """Give the body of a model where it stands.

    Raises LookupError for one that is not set up.
    """
    if model.pose is None:
        raise LookupError(f"model {model.id} is measured and is not on the table")
    kept, sheet = kept_bodies(game), game.sheets[model.unit]
    found = kept.get(model.id)
    if found is None or found[0] is not model or found[1] is not sheet:
        found = kept[model.id] = model, sheet, body_at(game, model, model.pose)
    return found[2]


def bodies_of(game: Game, unit: str) -> tuple[Body, ...]:
    """List the bodies of a unit's models, by number; none where they are not set up."""
    return tuple(body_of(game, model) for model in models_of(game, unit) if model.pose is not None)


def bodies_on_table(game: Game, *, without: Collection[str] = ()) -> Iterator[tuple[Model, Body]]:
    """Go through the models on the table, unit by unit, some units left out."""
    for row in on_table(game):
        if row.id not in without:
            for model in models_of(game, row.id):
                if model.pose is not None:
                    yield model, body_of(game, model)


def other_bodies(game: Game, unit: str) -> tuple[Body, ...]:
    """List the bodies on the table that are not a unit's own."""
    kept = derived_of(game).others
    found = kept.get(unit)
    if found is None:
        found = kept[unit] = tuple(body for _, body in bodies_on_table(game, without=(unit,)))
    return found


def device_bodies(game: Game, device: Device) -> tuple[Body, ...]:
    """Give where a device is: its own base, or the models of the unit that it goes with."""
    if device.pose is None:
        return bodies_of(game, device.unit) if device.unit in game.units else ()
    sheet = game.device_sheets[device.sheet]
    pose = Pose(device.pose.x, device.pose.y, 0, device.pose.facing)
    return (Body(sheet.base_size, max(1, sheet.height), pose),)


# -- distances


def model_gap(game: Game, model: Model, other: Model) -> int:
    """AN-GEN-07 Measure the distance of two models, rounded down; 0 where their bases meet."""
    return flat_gap(body_of(game, model), body_of(game, other))


def gap(game: Game, unit: str, other: str) -> int:
    """AN-GEN-07 Measure the distance of the nearest models of two units, rounded down.

    Raises ValueError where one is empty.
    """
    return least_gap(bodies_of(game, unit), bodies_of(game, other))


def within(game: Game, unit: str, other: str, limit: int) -> bool:
    """AN-GEN-07 Decide whether two units are within a distance, the distance included."""
    return bodies_within(bodies_of(game, unit), bodies_of(game, other), limit)


def bodies_within(bodies: Collection[Body], others: Collection[Body], limit: int) -> bool:
    """Decide whether some body of a group is within a distance of some body of another."""
    return any_within_both(bodies, others, limit, 0)


def nearest_pair(game: Game, unit: str, other: str) -> tuple[Model, Model]:
    """Find the two models of two units that are nearest to each other; of several the first by number.

    Raises ValueError where one is empty.
    """
    pairs = product(models_of(game, unit), models_of(game, other))
    return min(pairs, key=lambda pair: model_gap(game, *pair))


def device_within(game: Game, device: Device, unit: str, limit: int) -> bool:
    """AN-GEN-07 Decide whether a device is within a distance of a unit."""
    return bodies_within(device_bodies(game, device), bodies_of(game, unit), limit)


def device_within_spot(game: Game, device: Device, x: int, y: int, limit: int) -> bool:
    """AN-GEN-07 Decide whether a device is within a distance of a point of the table."""
    return any(point_gap_within(device_body, x, y, limit) for device_body in device_bodies(game, device))


# -- contact


def touches(bodies: Collection[Body], others: Collection[Body]) -> bool:
    """AN-ASSAULT-04 Decide whether some body of a group stands against some body of another."""
    return bodies_within(bodies, others, TOUCH)


def in_contact(game: Game, unit: str, other: str) -> bool:
    """AN-ASSAULT-04 Decide whether two units are in base contact."""
    return touches(bodies_of(game, unit), bodies_of(game, other))


def free_of(body: Body, others: Iterable[Body]) -> bool:
    """Tell whether a body stands on top of nobody; to touch is not to."""
    return not overlaps_any(body, others)


# -- boxes


def box_of(points: Iterable[Point], far: int = 0) -> Box:
    """Wrap points in a box, so far around them."""
    xs, ys = zip(*points, strict=True)
    return min(xs) - far, max(xs) + far, min(ys) - far, max(ys) + far


def boxes_meet(a: Box, b: Box) -> bool:
    """Tell whether two boxes have a point in common."""
    return a[0] <= b[1] and b[0] <= a[1] and a[2] <= b[3] and b[2] <= a[3]


# -- as if


def with_poses(game: Game, poses: Iterable[ModelPose]) -> Game:
    """Give the game as it would be if these models stood elsewhere; the game itself is left as it is."""
    twin = game.fork()
    for pose in poses:
        twin.models[pose.model] = replace(twin.models[pose.model], pose=pose.pose)
    return twin
