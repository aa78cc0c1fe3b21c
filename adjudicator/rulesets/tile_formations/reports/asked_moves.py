"""Moves that are asked about: the unit, and how it moves, in the action under way or in one that is supposed."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown, fault
from adjudicator.rulesets.tile_formations.model.options import ADVANCE, ENGAGE, actions_of, moves_of
from adjudicator.rulesets.tile_formations.model.rows import Unit
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.reports.messages import EstimateDangerRequest, ReachRequest
from adjudicator.rulesets.tile_formations.rules.danger.cautious_tests import caution_fault
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, move_mode, moves_to_leave
from adjudicator.rulesets.tile_formations.rules.zones.leave_checks import road_fault
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around


def unit_on_board(game: Game, key: str) -> Unit:
    """Find a unit that is asked about.

    Raises Unknown for a unit that there is not, Rejected for one off the battlefield.
    """
    row = game.units.get(key)
    if row is None:
        raise Unknown(Fault("", "unknown-id", "unit"))
    if row.out:
        raise Rejected(fault("TF-MOVE-01", "unit-gone", "unit", unit=row.id))
    return row


def is_under_way(game: Game, request: ReachRequest) -> bool:
    """Tell whether the action asked about is the one under way."""
    action = game.action
    own = action is not None and action.formation == game.units[request.unit].formation
    return own and action is not None and request.action in {"", action.action}


def mode_to_reach(game: Game, request: ReachRequest) -> tuple[MoveMode, str]:
    """Say how a unit moves, and why it can not: a reason of refusal, empty for none."""
    row, action = game.units[request.unit], game.action
    if action is not None and is_under_way(game, request):
        mode = move_mode(game, row.id, action)
        mode = mode._replace(cautious=mode.cautious or request.cautious)
        reason = "already-moved" if row.moved else "" if action.moving else "no-move-open"
    else:
        mode, reason = _supposed(game, request)
    wrong = caution_fault(game, row.id, mode) if not reason and request.cautious and not row.cautious else None
    return mode, wrong.reason if wrong else reason


def _supposed(game: Game, request: ReachRequest) -> tuple[MoveMode, str]:
    """Suppose an action that is not under way."""
    row, name = game.units[request.unit], request.action or ADVANCE
    count = moves_of(game.options, name)
    if count is None:
        known = " ".join(actions_of(game.options))
        raise Rejected(fault("TF-MOVE-04", "no-such-action", "action", action=name[:40], known=known))
    due, left = bool(zones_around(game, row.id)), moves_to_leave(game, max(0, count - 1))
    mode = MoveMode(name, request.cautious, request.road_march, due, left)
    wrong = road_fault(game, row, count) if count and request.road_march else None
    return mode, wrong.reason if wrong else "" if count else "no-move-open"


def modes_of_path(request: EstimateDangerRequest) -> tuple[MoveMode, ...]:
    """Say how a unit may go along a path in an action to come."""
    return MoveMode(ADVANCE, request.cautious), MoveMode(ENGAGE, request.cautious)
