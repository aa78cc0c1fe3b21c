"""Chapter 3.2, the move step: each formation once, one kind of move each.

A move is declared, then made. Between the two lies the suspended window `move_started`, after it `move_ended`: what
interrupts a move is pushed on them. `make_move` asks the player of the formation for the move itself. Retreats are
declared and made in retreat.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation import aircraft, damaged, endings, overwatch, retreat, transports
from adjudicator.rulesets.grinding_annihilation.carriers import is_aircraft
from adjudicator.rulesets.grinding_annihilation.claims import forget_claims
from adjudicator.rulesets.grinding_annihilation.effects import OVERWATCH
from adjudicator.rulesets.grinding_annihilation.manoeuvres import ask_reroll, opponents
from adjudicator.rulesets.grinding_annihilation.measure import threatened_by
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    ClaimImpossible,
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    DisembarkFormation,
    EmbarkFormation,
    EndMoveStep,
    FormationMoved,
    FormationRemainedStationary,
    MakeAdvanceMove,
    MakeNormalMove,
    MakeRetreatMove,
    MoveAircraft,
    MoveDeclared,
    MoveStepEnded,
    ReachesChanged,
    RemainStationary,
    TroopPath,
    TroopReach,
)
from adjudicator.rulesets.grinding_annihilation.moves import (
    ADVANCE,
    NORMAL,
    Terms,
    acting,
    end_faults,
    immovable,
    move_offer,
    own_formation,
    path_faults,
    planned,
    put_troops,
    reach_of,
    threat_faults,
    troop_moves,
)
from adjudicator.rulesets.grinding_annihilation.state import (
    INCH,
    Action,
    Formation,
    Game,
    fatigued,
    living,
    on_warfield,
    troops_of,
)

D6 = 6
EMBARKING = ("normal", "advance", "retreat")

# -- selecting


def _selected(ruling: Ruling[Game], key: str) -> Formation:
    """GA-3.2-01 Each formation is selected once in its player's Move turn."""
    row = own_formation(ruling, key)
    ruling.require(not row.move, "GA-3.2-01", "already-moved", "formation", formation=key, move=row.move)
    return row


def _no_aircraft(ruling: Ruling[Game], key: str) -> None:
    """GA-4.3-06 Aircraft make Normal moves and nothing else."""
    ruling.require(not is_aircraft(ruling.game, key), "GA-4.3-06", "aircraft-flies", "formation", formation=key)


def pinned_by(game: Game, key: str) -> tuple[str, ...]:
    """GA-3.2-03 GA-4.3-06 GA-4.3-11 Name who keeps a formation from a Normal move: no Aircraft, and Aircraft nobody."""
    if is_aircraft(game, key):
        return ()
    return tuple(each for each in threatened_by(game, key) if not is_aircraft(game, each))


def _moving(ruling: Ruling[Game], key: str) -> Formation:
    """GA-3.2-03 GA-3.2-25 Who is within Threat Range, or cannot move, makes no Normal move and no Advance."""
    row = _selected(ruling, key)
    ruling.require(not immovable(ruling.game, key), "GA-3.2-25", "cannot-move", "formation", troop=key)
    enemies = pinned_by(ruling.game, key)
    ruling.require(not enemies, "GA-3.2-03", "in-threat", "formation", formation=key, enemies=" ".join(enemies))
    return row


def remain_stationary(ruling: Ruling[Game], command: RemainStationary) -> None:
    """GA-3.2-09 A formation that Remains Stationary is not moved for the rest of the phase."""
    row = _selected(ruling, command.formation)
    _no_aircraft(ruling, row.id)
    ruling.require(not row.disembarked, "GA-3.2-40", "has-got-out", "formation", formation=row.id)
    ruling.record(FormationRemainedStationary(formation=row.id), "GA-3.2-01", "GA-3.2-09")


def formation_remained_stationary(game: Game, event: FormationRemainedStationary) -> None:
    row = game.formations[event.formation]
    game.formations[event.formation] = replace(row, move="remained_stationary")
    game.battle = replace(game.battle, embarks="")


# -- Normal moves and Advances


def declare_normal_move(ruling: Ruling[Game], command: DeclareNormalMove) -> None:
    """GA-3.2-10 In a Normal move each troop may go as far as its Move."""
    row = _moving(ruling, command.formation)
    reaches = _reaches(ruling.game, row, "GA-3.2-10")
    declared = MoveDeclared(formation=row.id, kind="normal", reaches=reaches)
    ruling.record(declared, "GA-3.2-02", "GA-3.2-10", *damaged.cited(reaches))
    _started(ruling, row)


def declare_advance(ruling: Ruling[Game], command: DeclareAdvance) -> None:
    """GA-3.2-12 An Advance adds one die, in inches, to the Move of every troop."""
    row = _moving(ruling, command.formation)
    _no_aircraft(ruling, row.id)
    ruling.require(not fatigued(ruling.game, row.id), "GA-3.1-10", "battle-fatigued", "formation", formation=row.id)
    reaches = _reaches(ruling.game, row, "GA-3.2-12")
    declared = MoveDeclared(formation=row.id, kind="advance", reaches=reaches)
    ruling.record(declared, "GA-3.2-02", "GA-3.2-12", *damaged.cited(reaches))
    (face,) = ruling.roll(1, D6, "advance-roll")
    farther = advance_reaches(ruling.game, row, face)
    ruling.record(AdvanceRolled(formation=row.id, face=face, reaches=farther), "GA-3.2-12")
    _started(ruling, row)
    ask_reroll(ruling, row.id, "advance", "", face)


def advance_reaches(game: Game, row: Formation, face: int) -> tuple[TroopReach, ...]:
    """GA-3.2-12 Give how far each troop may go in an Advance with this roll."""
    reaches = _reaches(game, row, "GA-3.2-12")
    return tuple(TroopReach(troop=each.troop, reach=each.reach.add(face * INCH, "GA-3.2-12")) for each in reaches)


def _started(ruling: Ruling[Game], row: Formation) -> None:
    """GA-5.7-01 A move begins once all before it is settled; the other player may answer it."""
    ruling.ask("move_started", *opponents(ruling.game, row.seat, "move_started", OVERWATCH), about=(row.id,))


def _reaches(game: Game, row: Formation, clause: str) -> tuple[TroopReach, ...]:
    return tuple(
        TroopReach(troop=troop.id, reach=damaged.move(game, troop, clause)) for troop in troops_of(game, row.id)
    )


def move_declared(game: Game, event: MoveDeclared) -> None:
    """A formation is selected, whatever becomes of its move (GA-3.2-21)."""
    game.action = Action(
        formation=event.formation, kind=event.kind, step="declared", reaches=event.reaches, paths=event.paths,
        tested=event.tested,
    )  # fmt: skip
    game.formations[event.formation] = replace(game.formations[event.formation], move=event.kind)
    game.battle = replace(game.battle, embarks="")


def advance_rolled(game: Game, event: AdvanceRolled) -> None:
    if game.action is not None:
        game.action = replace(game.action, step="rolled", reaches=event.reaches)


def _start(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.2-04 Ask for the move once everything before it is settled; nobody may be left to make it."""
    game, formation = ruling.game, window.about[0]
    action = game.action
    if action is not None and not living(game, formation):
        event = FormationMoved(formation=formation, kind=action.kind, troops=())
        ruling.record(event, "GA-3.2-20")
    if not endings.check_annihilation(ruling) and living(game, formation):
        _lessen(ruling)
        ruling.ask("make_move", game.formations[formation].seat, about=(formation,))


def _lessen(ruling: Ruling[Game]) -> None:
    """GA-4.1-03 Who was damaged before the move was made goes less far."""
    action = ruling.game.action
    reaches = () if action is None else damaged.now(ruling.game, action.reaches)
    if action is not None and reaches != action.reaches:
        ruling.record(ReachesChanged(formation=action.formation, reaches=reaches), damaged.CLAUSE, "GA-3.2-04")


def reaches_changed(game: Game, event: ReachesChanged) -> None:
    """Let the troops go as far as is left."""
    if game.action is not None:
        game.action = replace(game.action, reaches=event.reaches)


def make_normal_move(ruling: Ruling[Game], command: MakeNormalMove) -> None:
    """GA-3.2-11 No troop may come within Threat Range of an enemy in a Normal move, not even in passing."""
    _make(ruling, command.formation, command.paths, "normal", NORMAL)


def make_advance_move(ruling: Ruling[Game], command: MakeAdvanceMove) -> None:
    """GA-3.2-13 An Advance keeps to the limits of a Normal move."""
    _make(ruling, command.formation, command.paths, "advance", ADVANCE)


def _make(ruling: Ruling[Game], key: str, paths: Sequence[TroopPath], kind: str, terms: Terms) -> None:
    """GA-2.2-07 A move that does not end well is not made at all; who moves nobody breaks no limit."""
    game, action = ruling.game, acting(ruling, key)
    ruling.require(action.kind == kind, "GA-3.2-12", "other-move", "", kind=action.kind)
    ruling.require(not is_aircraft(game, key), "GA-4.3-07", "aircraft-flies", "formation", formation=key)
    plan = planned(ruling, key, paths)
    if plan.paths:
        ruling.refuse_all([
            *path_faults(game, plan, terms, reach_of(action.reaches)),
            *end_faults(game, plan, terms),
            *threat_faults(game, plan, "GA-3.2-27", fliers=True),
        ])  # fmt: skip
    event = FormationMoved(formation=key, kind=kind, troops=troop_moves(game, plan, terms))
    ruling.record(event, "GA-3.2-04", terms.distance, terms.passing)
    ruling.answered()
    seat = game.formations[key].seat
    ruling.ask("move_ended", *opponents(game, seat, "move_ended", OVERWATCH), about=(key,))


def formation_moved(game: Game, event: FormationMoved) -> None:
    """Put the troops where they went; the action is done."""
    put_troops(game, event.troops)
    forget_claims(game, event.formation)
    game.action = None
    if event.kind in EMBARKING:
        game.battle = replace(game.battle, embarks=event.formation)
    if event.kind == "assault":
        game.formations[event.formation] = replace(game.formations[event.formation], assaulted=True)


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
    free = [row.id for row in able if not pinned_by(game, row.id)]
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
        *(_retreat_offer(game, row) for row in locked),
        *transports.embark_offers(game, party),
        *transports.disembark_offers(game, party),
        *(() if any(is_aircraft(game, row.id) for row in rows) else (offer(EndMoveStep, "GA-3.2-01"),)),
    ]


def _retreat_offer(game: Game, row: Formation) -> Offer:
    reach = max(damaged.move(game, troop, "GA-3.2-15").total for troop in troops_of(game, row.id))
    return move_offer(game, DeclareRetreat, "GA-3.2-15", row.id, row.troops, reach)


def _end_step(game: Game, _window: Window, party: Party) -> Struct:
    """Let silence move Aircraft, which have to, and end the step."""
    flying = next((row.id for row in unmoved(game, party) if is_aircraft(game, row.id)), "")
    return DeclareNormalMove(formation=flying) if flying else EndMoveStep()


def _move_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    action = game.action
    if action is None:
        return []
    if action.kind == "retreat":
        return retreat.retreat_offers(game, action)
    if is_aircraft(game, action.formation):
        return aircraft.flight_offers(game, action)
    reach = max((each.reach.total for each in action.reaches), default=0)
    command = MakeNormalMove if action.kind == "normal" else MakeAdvanceMove
    troops = game.formations[action.formation].troops
    return [move_offer(game, command, "GA-3.2-04", action.formation, troops, reach)]


def _move_now(game: Game, _window: Window, _party: Party) -> Struct | None:
    """Let silence move nobody, or retreat as planned."""
    action = game.action
    if action is None:
        return None
    if action.kind == "retreat":
        return retreat.retreat_now(game, action)
    if is_aircraft(game, action.formation):
        return aircraft.flight_now(game, action)
    command = MakeNormalMove if action.kind == "normal" else MakeAdvanceMove
    return command(formation=action.formation)


STEP = (
    RemainStationary, DeclareNormalMove, DeclareAdvance, DeclareRetreat, EmbarkFormation, DisembarkFormation,
    EndMoveStep,
)  # fmt: skip
MOVES = (MakeNormalMove, MakeAdvanceMove, MakeRetreatMove, MoveAircraft, ClaimImpossible)
CLAUSES = handlers(
    remain_stationary, declare_normal_move, declare_advance, make_normal_move, make_advance_move, end_move_step
)
REDUCERS = reducers(
    formation_remained_stationary, move_declared, advance_rolled, reaches_changed, formation_moved, move_step_ended
)  # fmt: skip
WINDOWS = windows(
    WindowKind("move_turn", "GA-3.2-01", STEP, _turn_offers, _end_step),
    overwatch.window("move_started", "GA-3.2-04", _start),
    WindowKind("make_move", "GA-3.2-04", MOVES, _move_offers, _move_now),
    overwatch.window("move_ended", "GA-3.2-01"),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "advance_reaches"]
