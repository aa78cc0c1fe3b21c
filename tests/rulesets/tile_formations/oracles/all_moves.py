"""What a unit can come to in several moves, by trying every move from every place."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import iter_path_ends
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import (
    CLEAR_OF_ZONES,
    distance_from_owners,
    is_outside_zones,
)


def best_by_all_moves(graph: MoveGraph, place: str, moves: int, known: dict[tuple[str, int], int]) -> int:
    """Try every move from every place: the best that the unit can come to in so many of them."""
    key = (place, moves)
    if key not in known:
        beside = graph.mode.engaging and place in graph.field and bool(graph.contacts(place))
        known[key] = CLEAR_OF_ZONES if beside or is_outside_zones(graph, place) else distance_from_owners(graph, place)
        if moves and known[key] < CLEAR_OF_ZONES:
            after = {end.place for end in iter_path_ends(graph.from_place(place))}
            known[key] = max(known[key], *(best_by_all_moves(graph, row, moves - 1, known) for row in after), 0)
    return known[key]
