"""How many units can leave enemy zones together, by every order of moves and every end."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import path_ends
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import Mate, with_unit_at
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import is_outside_zones


def most_leaving(game: Game, mates: Sequence[Mate]) -> int:
    """Try every unit first, at every end outside of zones."""
    best = 0
    for mate in mates:
        graph = MoveGraph(game, mate.unit, mate.mode)
        rest = [other for other in mates if other != mate]
        for end in path_ends(graph).values():
            if is_outside_zones(graph, end.place):
                best = max(best, 1 + most_leaving(with_unit_at(game, mate.unit, end.place), rest))
            if best == len(mates):
                return best
    return best
