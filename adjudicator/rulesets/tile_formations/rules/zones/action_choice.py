"""Chapter TF-ZOC, choice of action: which actions a formation may take whose units stand in enemy zones."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.rulesets.tile_formations.model.options import ENGAGE, actions_of, moves_of
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, moves_to_leave
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import could_leave_at_once
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import CLEAR_OF_ZONES, LookAhead
from adjudicator.rulesets.tile_formations.rules.zones.zones import units_in_zones

ANY_ACTION = "any_action"


def possible_actions(game: Game, formation: str, *, free: bool = False) -> tuple[str, ...]:
    """TF-ZOC-11 TF-ZOC-13 List the actions that a formation may take where it stands; `free` as in `action_fault`."""
    bound = units_in_zones(game, formation)
    able = tuple(action for action in actions_of(game.options) if moves_of(game.options, action) or not bound)
    return able if free else _fitting(able, freeing_actions(game, bound))


def action_fault(game: Game, bound: tuple[str, ...], action: str, *, free: bool = False) -> Fault | None:
    """TF-ZOC-10 TF-ZOC-11 A formation with units in enemy zones takes an action that lets them charge or leave.

    `free` is what a referee begins after a failed test: any action with a move.
    """
    if not bound:
        return None
    if not moves_of(game.options, action):
        return fault("TF-ZOC-11", "in-enemy-zone", "action", unit=bound[0])
    freeing = {} if free else freeing_actions(game, bound)
    able = tuple(row for row in actions_of(game.options) if moves_of(game.options, row))
    if action in _fitting(able, freeing):
        return None
    unit = next(unit for unit, actions in freeing.items() if action not in actions)
    return fault("TF-ZOC-10", "action-keeps-inside", "action", unit=unit, known=" ".join(freeing[unit]))


def could_leave(game: Game, bound: tuple[str, ...], action: str) -> tuple[str, ...]:
    """TF-ZOC-13 List the units that another action would let charge or leave, and this one does not."""
    return tuple(unit for unit, actions in freeing_actions(game, bound).items() if action not in actions)


def freeing_actions(game: Game, bound: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    """TF-ZOC-13 Give the actions that let a unit charge or leave, by unit; units that none lets are left out.

    Where the options judge by the chosen action alone, nobody is listed.
    """
    if game.options.zoc_judged_by != ANY_ACTION:
        return {}
    found = {unit: _freeing(game, unit) for unit in bound}
    return {unit: actions for unit, actions in found.items() if actions}


def _freeing(game: Game, unit: str) -> tuple[str, ...]:
    """Who is free after so many moves is free after more; an engage action does what others of its moves do."""
    known: dict[tuple[bool, int], bool] = {}
    for moves, engaging in sorted({_kind(game, action) for action in actions_of(game.options)}):
        fewer = any(free for (charging, count), free in known.items() if count <= moves and charging <= engaging)
        known[engaging, moves] = moves > 0 and (fewer or _frees(game, unit, moves, engaging=engaging))
    kinds = {action: _kind(game, action) for action in actions_of(game.options)}
    return tuple(action for action, (moves, engaging) in kinds.items() if known[engaging, moves])


def _kind(game: Game, action: str) -> tuple[int, bool]:
    return moves_of(game.options, action) or 0, action == ENGAGE


def _frees(game: Game, unit: str, moves: int, *, engaging: bool) -> bool:
    """TF-ZOC-10 Tell whether a unit in enemy zones could charge, or be out by the last of so many moves."""
    mode = MoveMode(ENGAGE if engaging else "", due=True, left=moves_to_leave(game, moves - 1))
    graph = MoveGraph(game, unit, mode)
    kept, key = graph.known.leaves, (*graph.search_key(), mode.left)
    if key not in kept:
        in_time = mode.left > 0 and not could_leave_at_once(graph)
        kept[key] = LookAhead(graph, mode.left).aim == CLEAR_OF_ZONES if in_time else could_leave_at_once(graph)
    return kept[key]


def _fitting(able: tuple[str, ...], freeing: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """TF-ZOC-13 List the actions that let every unit charge or leave that could, or that one of them needs.

    Where units need different actions and none of them a certain one, those are left that no other betters.
    """
    gains = {action: {unit for unit, actions in freeing.items() if action in actions} for action in able}
    needed = {actions[0] for actions in freeing.values() if len(actions) == 1}
    fitting = tuple(action for action in able if len(gains[action]) == len(freeing) or action in needed)
    return fitting or tuple(action for action in able if not any(gains[action] < more for more in gains.values()))
