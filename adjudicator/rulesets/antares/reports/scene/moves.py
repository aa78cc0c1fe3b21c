"""Moves of units as marks: the way of every model as it was declared and gone, and how far the farthest may go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from adjudicator.kernel.scene import Mark, Point
from adjudicator.kernel.scene.inch_layout import way_between, way_length
from adjudicator.kernel.sentences import inches
from adjudicator.rulesets.antares.model.messages import (
    ModelPose,
    MoveDeclared,
    MoveInterrupted,
    MoveStopped,
    UnitDeployed,
    UnitMoved,
)
from adjudicator.rulesets.antares.reports.scene.ground import Table


def move_marks(event: Struct, why: tuple[str, ...], ground: Table) -> Iterator[Mark]:
    """Draw the moves of an event, and note on the ground where the models stand after it, and what is declared."""
    match event:
        case MoveDeclared():
            yield from _declared(event, why, ground)
        case UnitMoved():
            yield from _moved(event.unit, event.models, why, ground)
        case UnitDeployed():
            for row in event.models:
                ground.put(row.model, row.pose)
                points = ((row.pose.x, row.pose.y),)
                yield ground.path(row.model, points, "deploy", f"{row.model} is set up here.", why)
        case MoveInterrupted():
            yield from _halted(event.unit, f"halts for the ambush of {event.by}", why, ground)
        case MoveStopped():
            yield from _halted(event.unit, f"stops: {event.reason.replace('_', ' ')}", why, ground)


def _declared(event: MoveDeclared, why: tuple[str, ...], ground: Table) -> Iterator[Mark]:
    """Note the ways, and draw how far the model with the longest goes; the ways themselves where nobody moves yet."""
    ground.kinds[event.unit], longest = event.kind, ("", 0)
    for path in event.paths:
        way = tuple((pose.x, pose.y) for pose in path.path)
        ground.ways[path.model] = way
        start = ground.at(path.model)
        if start is None or not way:
            continue
        longest = max(longest, (path.model, way_length((start, *way))), key=lambda row: row[1])
        if ground.ends.get(path.model, ("", start))[1] == start != way[-1]:
            said = f"{path.model} is to go this way ({event.kind.replace('_', ' ')})."
            yield ground.path(path.model, (start, *way), "planned", said, why, ghost=False)
    model, length = longest
    start = ground.at(model)
    if start is not None and length:
        said = f"{model} goes {inches(length)} of {inches(event.allowance)}."
        yield ground.ahead(model, (start, ground.ways[model][-1]), length, event.allowance, said, why)


def _moved(unit: str, models: Sequence[ModelPose], why: tuple[str, ...], ground: Table) -> Iterator[Mark]:
    kind = ground.kinds.get(unit, "move")
    for row in models:
        start, end = ground.at(row.model), (row.pose.x, row.pose.y)
        if start is None:
            continue
        points: tuple[Point, ...] = way_between(start, end, ground.ways.get(row.model, ()))
        ground.put(row.model, row.pose)
        if len(points) > 1:
            said = f"{row.model} goes {inches(way_length(points))} ({kind.replace('_', ' ')})."
            yield ground.path(row.model, points, kind, said, why)


def _halted(unit: str, said: str, why: tuple[str, ...], ground: Table) -> Iterator[Mark]:
    standing = ground.standing(unit)
    place = ground.at(standing[0]) if standing else None
    if place is not None:
        yield ground.path(standing[0], (place,), "halt", f"{unit} {said}.", why)
