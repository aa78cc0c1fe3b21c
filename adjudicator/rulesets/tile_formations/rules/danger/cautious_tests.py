"""Chapter TF-DANGER, caution: who may move cautiously, and that tests are rolled twice for it.

The speed of a cautious move is worked out with every other speed, in movement/speed.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.tile_formations.model.messages import CautiousDeclared, DeclareCautious
from adjudicator.rulesets.tile_formations.model.rows import Action, Unit
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.model.terrain_table import rule_clause
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.movers import find_mover
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode, move_mode
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import Mate
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import LeaveDuty
from adjudicator.rulesets.tile_formations.rules.zones.leaving import MoveChoices, other_mates, shut_in_by_caution

DIE = "die"

# -- declaring


def declare_cautious(ruling: Ruling[Game], command: DeclareCautious) -> None:
    """TF-DANGER-09 A unit moves cautiously if its owner says so before its first step."""
    unit = find_mover(ruling, command.unit)
    ruling.refuse_if(declaration_fault(ruling.game, unit, action_of(ruling.game)))
    ruling.record(CautiousDeclared(unit=unit.id), "TF-DANGER-09", "TF-DANGER-11")


def declaration_fault(game: Game, unit: Unit, action: Action) -> Fault | None:
    """TF-DANGER-09 TF-ZOC-12 Say why a unit may not declare caution now, in the move that is open."""
    if unit.moved:
        return fault("TF-DANGER-09", "too-late", "unit", unit=unit.id)
    if unit.cautious:
        return fault("TF-DANGER-09", "cautious-already", "unit", unit=unit.id)
    return caution_fault(game, unit.id, move_mode(game, unit.id, action))


def caution_fault(
    game: Game, unit: str, mode: MoveMode, known: LeaveDuty | None = None, mates: Sequence[Mate] | None = None
) -> Fault | None:
    """TF-ZOC-12 Say why a unit may not move cautiously: it could not do what it must, or would shut another one in.

    `known` is its duty and `mates` are those that have to leave zones, where that is known already.
    """
    if not mode.due:
        return None
    graph = MoveGraph(game, unit, mode._replace(cautious=True))
    duty = known or LeaveDuty(graph)
    if duty.keeps_inside(graph):
        return fault(duty.clause, "caution-keeps-inside", "unit", unit=unit, enemy=duty.graph.owners[0])
    shut = shut_in_by_caution(graph, duty, other_mates(game, unit, mode) if mates is None else mates)
    return fault("TF-ZOC-12", "caution-shuts-in", "unit", unit=unit, other=shut) if shut else None


def cautious_declared(game: Game, event: CautiousDeclared) -> None:
    """Note that the unit is cautious in this move."""
    game.units[event.unit] = replace(game.units[event.unit], cautious=True)


def caution_offers(game: Game, unmoved: Sequence[MoveChoices], mates: Sequence[Mate]) -> list[Offer]:
    """TF-DANGER-09 Offer caution to those that have not moved and may declare it."""
    able = tuple(choices.graph.unit for choices in unmoved if _may_declare(game, choices, mates))
    return [offer(DeclareCautious, "TF-DANGER-09", unit=Choice(able))] if able else []


def _may_declare(game: Game, choices: MoveChoices, mates: Sequence[Mate]) -> bool:
    """TF-DANGER-09 TF-ZOC-12 Tell whether a unit that has not moved may declare caution."""
    unit, mode = choices.graph.unit, choices.graph.mode
    return not game.units[unit].cautious and caution_fault(game, unit, mode, choices.duty, mates) is None


# -- the second roll


def rolls_twice(game: Game, kind: str, cautious: bool) -> bool:
    """TF-DANGER-10 TF-MINE-05 Tell whether a test is rolled twice: for cautious movement, where nothing bars it."""
    barred = game.kinds[kind].bars_second_roll and game.options.minefield_bars_cautious
    return cautious and not barred


def second_roll_clauses(game: Game, kind: str, cautious: bool) -> tuple[str, ...]:
    """TF-DANGER-11 Name the clause of what becomes of caution in a test; none where there is no caution."""
    if not cautious:
        return ()
    twice = rolls_twice(game, kind, cautious)
    return ("TF-DANGER-10" if twice else rule_clause(kind, "bars_second_roll", "TF-DANGER-11"),)


def rerolls_each_die(game: Game) -> bool:
    """TF-DANGER-10 Tell whether each die has a second roll, and not the test as a whole."""
    return game.options.cautious_scope == DIE


PART = Part(handlers=handlers(declare_cautious), reducers=reducers(cautious_declared))
