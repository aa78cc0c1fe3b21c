"""The exact odds of dangerous terrain on a path, test by test (TF-DANGER-03)."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from adjudicator.kernel.chances import to_chance
from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.distribution import Distribution, certain, follow, mapped
from adjudicator.rulesets.tile_formations.model.rows import Action, Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.odds.format_odds import number_chances
from adjudicator.rulesets.tile_formations.reports.asked_moves import modes_of_path, unit_on_board
from adjudicator.rulesets.tile_formations.reports.chances import casualty_odds
from adjudicator.rulesets.tile_formations.reports.messages import DangerOdds, EstimateDangerRequest, ReachTest
from adjudicator.rulesets.tile_formations.reports.reach import reach_tests
from adjudicator.rulesets.tile_formations.rules.danger.cautious_tests import declaration_fault
from adjudicator.rulesets.tile_formations.rules.danger.dangerous_terrain import dice_for
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.paths import LegalPath, judge_path
from adjudicator.rulesets.tile_formations.rules.movement.unit_moves import judge_move


def estimate_danger(game: Game, _party: Party, request: EstimateDangerRequest) -> DangerOdds:
    """TF-DANGER-03 Work out what dangerous terrain does to a unit that goes along a path.

    The path is judged as the move that is open to the unit, else as in an advance or a charge to come. Raises Unknown
    for a unit that there is not, Rejected for one off the battlefield and for a path that it may not take.
    """
    unit = unit_on_board(game, request.unit)
    graph, path = _judged(game, request)
    tests = reach_tests(graph, path.whole)
    left = certain(unit.integrity)
    for test in tests:
        left = follow(left, lambda now, test=test: _after(game, unit.id, test, now))  # type: ignore[misc]
    lost = mapped(left, lambda now: unit.integrity - now)
    return DangerOdds(tests=tests, casualties=number_chances(lost), destroyed=to_chance(left.chance(0)))


def _judged(game: Game, request: EstimateDangerRequest) -> tuple[MoveGraph, LegalPath]:
    action, row = game.action, game.units[request.unit]
    if action is not None and action.moving and action.formation == row.formation:
        return _judged_in_move(game, row, action, request)
    wrong: list[Fault] = []
    for mode in modes_of_path(request):
        graph = MoveGraph(game, request.unit, mode)
        path = judge_path(graph, request.path)
        if isinstance(path, LegalPath):
            return graph, path
        wrong.append(path)
    raise Rejected(wrong[0])


def _judged_in_move(
    game: Game, row: Unit, action: Action, request: EstimateDangerRequest
) -> tuple[MoveGraph, LegalPath]:
    """TF-DANGER-09 Judge the path as the move that is open, with caution declared first where it is asked for."""
    supposed = copy(game)
    if request.cautious and not row.cautious:
        wrong = declaration_fault(game, row, action)
        if wrong is not None:
            raise Rejected(wrong)
        supposed.units = {**game.units, row.id: replace(row, cautious=True)}
    move = judge_move(supposed, row.id, request.path)
    if isinstance(move, Fault):
        raise Rejected(move)
    return move


def _after(game: Game, unit: str, test: ReachTest, left: int) -> Distribution[int]:
    """TF-DANGER-03 TF-DANGER-04 Spread the integrity that a test leaves; who has none left is not tested."""
    if not left:
        return certain(0)
    lost = casualty_odds(game, dice_for(game, unit, left), test.faces, second=test.second_roll)
    return mapped(lost, lambda count: max(0, left - count))
