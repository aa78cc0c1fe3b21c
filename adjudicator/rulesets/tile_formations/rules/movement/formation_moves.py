"""Chapter TF-MOVE, moves of a formation: each is opened, made unit by unit in any order, and ended with its check."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import WindowKind, windows
from adjudicator.rulesets.tile_formations.model.look_ups import units_of
from adjudicator.rulesets.tile_formations.model.messages import (
    Charge,
    DeclareCautious,
    EndFormationMove,
    FormationMoveBegun,
    FormationMoveEnded,
    MoveUnit,
)
from adjudicator.rulesets.tile_formations.model.rows import Action
from adjudicator.rulesets.tile_formations.model.state import Game, action_of
from adjudicator.rulesets.tile_formations.model.subjects import FormationSubject
from adjudicator.rulesets.tile_formations.rules.formations import cohesion
from adjudicator.rulesets.tile_formations.rules.movement.move_offers import default_move, move_offers
from adjudicator.rulesets.tile_formations.rules.movement.movers import require_acting
from adjudicator.rulesets.tile_formations.rules.shooting import overwatch
from adjudicator.rulesets.tile_formations.rules.zones import leave_checks
from adjudicator.rulesets.tile_formations.rules.zones.leaving import leave_duties
from adjudicator.rulesets.tile_formations.rules.zones.zones import zones_around

MOVE = "formation_move"


def begin_move(ruling: Ruling[Game], action: Action) -> None:
    """TF-MOVE-05 Open the next move of an action."""
    begun = FormationMoveBegun(formation=action.formation, move_number=action.move + 1, left=action.left - 1)
    ruling.record(begun, "TF-MOVE-05")
    ruling.ask(MOVE, action.seat, subject=FormationSubject(action.formation))


def formation_move_begun(game: Game, event: FormationMoveBegun) -> None:
    """Open the move; every unit may move in it."""
    game.action = replace(action_of(game), move=event.move_number, left=event.left, moving=True)
    ready_units(game, event.formation)


def ready_units(game: Game, formation: str, *, forget_charges: bool = False) -> None:
    """Let the units of a formation be fresh for a move; whether they have charged holds for the action."""
    for unit in units_of(game, formation):
        game.units[unit.id] = unit.ready_to_move(charged=unit.charged and not forget_charges)


def end_formation_move(ruling: Ruling[Game], command: EndFormationMove) -> None:
    """TF-MOVE-05 TF-COHESION-05 TF-COHESION-06 A move is complete with its check; who was left unmoved stays."""
    action = action_of(ruling.game)
    require_acting(ruling, command.formation)
    duties = leave_duties(ruling.game)
    ruling.refuse_if(leave_checks.unmoved_fault(duties))
    trapped = leave_checks.trapped_units(duties)
    checked = cohesion.is_checked(ruling.game)
    kept = cohesion.body_to_keep(ruling, action.formation, command.keep) if checked else ()
    ruling.record(
        FormationMoveEnded(formation=action.formation, move_number=action.move), "TF-MOVE-05", "TF-COHESION-05"
    )
    if checked:
        cohesion.leave_behind(ruling, action.formation, kept)
    for unit in trapped:
        if not ruling.game.units[unit].out and unit not in action.could_leave:
            leave_checks.record_trapped(ruling, unit, zones_around(ruling.game, unit))
    ruling.answered_all()
    overwatch.open_windows(ruling, action.formation)


def formation_move_ended(game: Game, event: FormationMoveEnded) -> None:
    """Close the move; what units did was for this move."""
    game.action = replace(action_of(game), moving=False)
    ready_units(game, event.formation)


PART = Part(
    handlers=handlers(end_formation_move),
    reducers=reducers(formation_move_begun, formation_move_ended),
    windows=windows(
        WindowKind(
            MOVE,
            "TF-MOVE-05",
            (DeclareCautious, MoveUnit, Charge, EndFormationMove),
            move_offers,
            default_move,
            subject=FormationSubject,
        )
    ),
)
