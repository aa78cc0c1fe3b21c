"""The query Reach: every tile that a unit can end its move in, at what cost and with which tests."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.reports.asked_moves import is_under_way, mode_to_reach, unit_on_board
from adjudicator.rulesets.tile_formations.reports.messages import Reach, ReachRequest, ReachTest, ReachTile
from adjudicator.rulesets.tile_formations.rules.danger.dangerous_terrain import tests_on_path
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd
from adjudicator.rulesets.tile_formations.rules.movement.speed import speed_of
from adjudicator.rulesets.tile_formations.rules.zones import leaving
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import FREE
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import is_outside_zones


def reach(game: Game, _party: Party, request: ReachRequest) -> Reach:
    """TF-MOVE-01 Tell where a unit can go in one move, in the action under way or in one that is supposed.

    Raises Unknown for a unit that there is not, Rejected for one off the battlefield or an action that there is not.
    """
    unit = unit_on_board(game, request.unit).id
    mode, reason = mode_to_reach(game, request)
    if reason:
        return _reach(MoveGraph(game, unit, mode), [], FREE, reason)
    choices = leaving.move_choices(game, unit, mode)
    open_move = game.action is not None and is_under_way(game, request)
    mates = leaving.other_mates(game, unit, mode) if open_move else []
    stays = [_own_place(choices.graph)] if choices.may_stay() else []
    return _reach(choices.graph, [*leaving.allowed_ends(choices, mates), *stays], choices.duty.must, "")


def _reach(graph: MoveGraph, found: Sequence[PathEnd], must: str, reason: str) -> Reach:
    game, unit, mode = graph.game, graph.unit, graph.mode
    road = graph.may_use_road(graph.start)
    ends = sorted(found, key=lambda end: graph.order(end.place))
    return Reach(
        unit=unit,
        tile=graph.start,
        speed=speed_of(game, unit, mode, road=False),
        road_speed=speed_of(game, unit, mode, road=road),
        tiles=tuple(_tile(graph, end) for end in ends),
        bound=graph.owners,
        must=must,
        reason=reason,
    )


def _own_place(graph: MoveGraph) -> PathEnd:
    contacts = graph.contacts(graph.start) if graph.mode.engaging else ()
    return PathEnd(graph.start, 0, 0, (), road=False, contacts=contacts)


def _tile(graph: MoveGraph, end: PathEnd) -> ReachTile:
    return ReachTile(
        tile=end.place,
        cost=end.cost,
        path=end.path,
        tests=reach_tests(graph, end.path),
        road=end.road,
        contacts=end.contacts,
        in_zone=not is_outside_zones(graph, end.place),
    )


def reach_tests(graph: MoveGraph, path: Sequence[str]) -> tuple[ReachTest, ...]:
    """TF-DANGER-01 TF-DANGER-02 Tell the tests on a path, from the one for setting out on."""
    return tuple(
        ReachTest(tile=due.tile, kind=due.kind, dice=due.dice, faces=due.faces, second_roll=due.second_roll)
        for due in tests_on_path(graph, path)
    )
