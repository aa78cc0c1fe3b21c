"""All paths from a place, legal or not."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph


def all_paths(graph: MoveGraph, most: int) -> Iterator[tuple[str, ...]]:
    """List all paths of up to so many tiles from the start, also those that leave by an edge."""
    layer: list[tuple[str, ...]] = [()]
    for _ in range(most):
        layer = [(*path, near) for path in layer for near in graph.field.neighbours(path[-1] if path else graph.start)]
        yield from layer
    yield from ((*path, edge) for path in [(), *layer] for edge in graph.field.edges(path[-1] if path else graph.start))
