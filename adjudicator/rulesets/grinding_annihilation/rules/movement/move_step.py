"""Chapter 3.2, the move step: each formation is selected once, for one kind of move; who is not remains stationary."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    DisembarkFormation,
    EmbarkFormation,
    EndMoveStep,
    FormationMoved,
    FormationRemainedStationary,
    MoveDeclared,
    MoveStepEnded,
    RemainStationary,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, fatigued, on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.movement import transports
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import immovable
from adjudicator.rulesets.grinding_annihilation.rules.movement.normal_moves import (
    refuse_aircraft,
    selected,
    threats_against,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.retreats import plan_offers
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import is_aircraft


def remain_stationary(ruling: Ruling[Game], command: RemainStationary) -> None:
    """GA-3.2-09 A formation that Remains Stationary is not moved for the rest of the phase."""
    row = selected(ruling, command.formation)
    refuse_aircraft(ruling, row.id)
    ruling.require(not row.disembarked, "GA-3.2-40", "has-got-out", "formation", formation=row.id)
    ruling.record(FormationRemainedStationary(formation=row.id), "GA-3.2-01", "GA-3.2-09")


def formation_remained_stationary(game: Game, event: FormationRemainedStationary) -> None:
    row = game.formations[event.formation]
    game.formations[event.formation] = replace(row, move="remained_stationary")
    game.battle = replace(game.battle, embarks="")


# -- the end of the step


def end_move_step(ruling: Ruling[Game], _command: EndMoveStep) -> None:
    """GA-3.2-01 GA-4.3-06 Who was not selected Remains Stationary when the step is closed; no Aircraft may."""
    rows = unmoved(ruling.game, ruling.actor)
    flying = " ".join(row.id for row in rows if is_aircraft(ruling.game, row.id))
    ruling.require(not flying, "GA-4.3-06", "aircraft-unmoved", formations=flying)
    for row in rows:
        if row.disembarked:
            _stand_still(ruling, row)
        else:
            ruling.record(FormationRemainedStationary(formation=row.id), "GA-3.2-01", "GA-3.2-09")
    ruling.record(MoveStepEnded(seat=ruling.actor), "GA-3.2-01", "GA-3.2-30")
    ruling.answered()


def _stand_still(ruling: Ruling[Game], row: Formation) -> None:
    """GA-3.2-40 Who got out of a transport and is not moved counts as having made a Normal move of no length."""
    ruling.record(MoveDeclared(formation=row.id, kind="normal", reaches=()), "GA-3.2-40")
    ruling.record(FormationMoved(formation=row.id, kind="normal", troops=()), "GA-3.2-40")


def move_step_ended(game: Game, _event: MoveStepEnded) -> None:
    game.battle = replace(game.battle, step="reinforcements", embarks="")


def unmoved(game: Game, seat: Party) -> list[Formation]:
    """GA-3.2-01 List a player's formations that were not selected in this Move turn."""
    return [row for row in on_warfield(game, seat) if not row.move]


# -- what may be said


def _turn_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """GA-3.2-02 GA-3.2-03 Offer each kind of move to those who may make it."""
    rows = unmoved(game, party)
    able = [row for row in rows if not immovable(game, row.id)]
    free = [row.id for row in able if not threats_against(game, row.id)]
    steady = [key for key in free if not (fatigued(game, key) or is_aircraft(game, key))]
    locked = [row for row in able if threatened_by(game, row.id) and not is_aircraft(game, row.id)]
    still = [row.id for row in rows if not (row.disembarked or is_aircraft(game, row.id))]
    every = [
        (RemainStationary, "GA-3.2-09", still),
        (DeclareNormalMove, "GA-3.2-10", free),
        (DeclareAdvance, "GA-3.2-12", steady),
    ]
    return [
        *(offer(command, clause, formation=Choice(tuple(keys))) for command, clause, keys in every if keys),
        *(item for row in locked for item in plan_offers(game, row)),
        *transports.embark_offers(game, party),
        *transports.disembark_offers(game, party),
        *(() if any(is_aircraft(game, row.id) for row in rows) else (offer(EndMoveStep, "GA-3.2-01"),)),
    ]


def _end_step(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence move Aircraft, which have to, and end the step."""
    flying = next((row.id for row in unmoved(game, party) if is_aircraft(game, row.id)), "")
    return DeclareNormalMove(formation=flying) if flying else EndMoveStep()


STEP = (
    RemainStationary,
    DeclareNormalMove,
    DeclareAdvance,
    DeclareRetreat,
    EmbarkFormation,
    DisembarkFormation,
    EndMoveStep,
)


PART = Part(
    handlers=handlers(remain_stationary, end_move_step),
    reducers=reducers(formation_remained_stationary, move_step_ended),
    windows=windows(WindowKind("move_turn", "GA-3.2-01", STEP, _turn_offers, _end_step)),
)
