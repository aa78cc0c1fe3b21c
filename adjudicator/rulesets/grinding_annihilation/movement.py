"""Chapter 3.2, the move step: each formation once, one kind of move each.

A move is declared, then made. Between the two lies the suspended window `move_started`, after it `move_ended`: what
interrupts a move is pushed on them. `make_move` asks the player of the formation for the move itself. Retreats are
declared and made in retreat.py.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.offers import Choice, Offer, offer
from adjudicator.kernel.parties import Party
from adjudicator.kernel.ruleset import clauses, reducers
from adjudicator.kernel.ruling import Ruling
from adjudicator.kernel.tally import Tally
from adjudicator.kernel.windows import Asks, Window, windows
from adjudicator.rulesets.grinding_annihilation import endings, retreat
from adjudicator.rulesets.grinding_annihilation.claims import forget_claims
from adjudicator.rulesets.grinding_annihilation.measure import threatened_by
from adjudicator.rulesets.grinding_annihilation.messages import (
    AdvanceRolled,
    ClaimImpossible,
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    EndMoveStep,
    FormationMoved,
    FormationRemainedStationary,
    MakeAdvanceMove,
    MakeNormalMove,
    MakeRetreatMove,
    MoveDeclared,
    MoveStepEnded,
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
    profile_of,
    troops_of,
)

D6 = 6

# -- selecting


def _selected(ruling: Ruling[Game], key: str) -> Formation:
    """GA-3.2-01 Each formation is selected once in its player's Move turn."""
    row = own_formation(ruling, key)
    ruling.require(not row.move, "GA-3.2-01", "already-moved", "formation", formation=key, move=row.move)
    return row


def _moving(ruling: Ruling[Game], key: str) -> Formation:
    """GA-3.2-03 GA-3.2-25 Who is within Threat Range, or cannot move, makes no Normal move and no Advance."""
    row = _selected(ruling, key)
    ruling.require(not immovable(ruling.game, key), "GA-3.2-25", "cannot-move", "formation", troop=key)
    enemies = threatened_by(ruling.game, key)
    ruling.require(not enemies, "GA-3.2-03", "in-threat", "formation", formation=key, enemies=" ".join(enemies))
    return row


def remain_stationary(ruling: Ruling[Game], command: RemainStationary) -> None:
    """GA-3.2-09 A formation that Remains Stationary is not moved for the rest of the phase."""
    row = _selected(ruling, command.formation)
    ruling.record(FormationRemainedStationary(formation=row.id), "GA-3.2-01", "GA-3.2-09")


def formation_remained_stationary(game: Game, event: FormationRemainedStationary) -> None:
    row = game.formations[event.formation]
    game.formations[event.formation] = replace(row, move="remained_stationary")


# -- Normal moves and Advances


def declare_normal_move(ruling: Ruling[Game], command: DeclareNormalMove) -> None:
    """GA-3.2-10 In a Normal move each troop may go as far as its Move."""
    row = _moving(ruling, command.formation)
    reaches = _reaches(ruling.game, row, "GA-3.2-10")
    ruling.record(MoveDeclared(formation=row.id, kind="normal", reaches=reaches), "GA-3.2-02", "GA-3.2-10")
    ruling.ask("move_started", about=(row.id,))


def declare_advance(ruling: Ruling[Game], command: DeclareAdvance) -> None:
    """GA-3.2-12 An Advance adds one die, in inches, to the Move of every troop."""
    row = _moving(ruling, command.formation)
    ruling.require(not fatigued(ruling.game, row.id), "GA-3.1-10", "battle-fatigued", "formation", formation=row.id)
    reaches = _reaches(ruling.game, row, "GA-3.2-12")
    ruling.record(MoveDeclared(formation=row.id, kind="advance", reaches=reaches), "GA-3.2-02", "GA-3.2-12")
    (face,) = ruling.roll(1, D6, "advance-roll")
    farther = tuple(TroopReach(troop=each.troop, reach=each.reach.add(face * INCH, "GA-3.2-12")) for each in reaches)
    ruling.record(AdvanceRolled(formation=row.id, face=face, reaches=farther), "GA-3.2-12")
    ruling.ask("move_started", about=(row.id,))


def _reaches(game: Game, row: Formation, clause: str) -> tuple[TroopReach, ...]:
    return tuple(
        TroopReach(troop=troop.id, reach=Tally.base(profile_of(game, troop).move, clause))
        for troop in troops_of(game, row.id)
    )


def move_declared(game: Game, event: MoveDeclared) -> None:
    """A formation is selected, whatever becomes of its move (GA-3.2-21)."""
    game.action = Action(
        formation=event.formation, kind=event.kind, step="declared", reaches=event.reaches, paths=event.paths,
        tested=event.tested,
    )  # fmt: skip
    game.formations[event.formation] = replace(game.formations[event.formation], move=event.kind)


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
        ruling.ask("make_move", game.formations[formation].seat, about=(formation,))


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
    plan = planned(ruling, key, paths)
    if plan.paths:
        ruling.refuse_all([
            *path_faults(game, plan, terms, reach_of(action.reaches)),
            *end_faults(game, plan, terms),
            *threat_faults(game, plan, "GA-3.2-27", fliers=True),
        ])  # fmt: skip
    event = FormationMoved(formation=key, kind=kind, troops=troop_moves(game, plan))
    ruling.record(event, "GA-3.2-04", terms.distance, terms.passing)
    ruling.answered()
    ruling.ask("move_ended", about=(key,))


def formation_moved(game: Game, event: FormationMoved) -> None:
    """Put the troops where they went; the action is done."""
    put_troops(game, event.troops)
    forget_claims(game, event.formation)
    game.action = None
    if event.kind == "assault":
        game.formations[event.formation] = replace(game.formations[event.formation], assaulted=True)


# -- the end of the step


def end_move_step(ruling: Ruling[Game], _command: EndMoveStep) -> None:
    """GA-3.2-01 Formations that were not selected Remain Stationary when the step is closed."""
    for row in unmoved(ruling.game, ruling.actor):
        ruling.record(FormationRemainedStationary(formation=row.id), "GA-3.2-01", "GA-3.2-09")
    ruling.record(MoveStepEnded(seat=ruling.actor), "GA-3.2-01", "GA-3.2-30")
    ruling.answered()


def move_step_ended(game: Game, _event: MoveStepEnded) -> None:
    game.battle = replace(game.battle, step="reinforcements")


def unmoved(game: Game, seat: Party) -> list[Formation]:
    """GA-3.2-01 List a player's formations that were not selected in this Move turn."""
    return [row for row in on_warfield(game, seat) if not row.move]


# -- what may be said


def _turn_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """GA-3.2-02 GA-3.2-03 Offer each kind of move to those who may make it."""
    rows = unmoved(game, party)
    able = [row for row in rows if not immovable(game, row.id)]
    locked = [row for row in able if threatened_by(game, row.id)]
    free = [row.id for row in able if row not in locked]
    steady = [key for key in free if not fatigued(game, key)]
    every = [
        (RemainStationary, "GA-3.2-09", [row.id for row in rows]),
        (DeclareNormalMove, "GA-3.2-10", free),
        (DeclareAdvance, "GA-3.2-12", steady),
    ]
    return [
        *(offer(command, clause, formation=Choice(tuple(keys))) for command, clause, keys in every if keys),
        *(_retreat_offer(game, row) for row in locked),
        offer(EndMoveStep, "GA-3.2-01"),
    ]


def _retreat_offer(game: Game, row: Formation) -> Offer:
    reach = max(profile_of(game, troop).move for troop in troops_of(game, row.id))
    return move_offer(game, DeclareRetreat, "GA-3.2-15", row.id, row.troops, reach)


def _end_step(_game: Game, _window: Window, _party: Party) -> Struct:
    return EndMoveStep()


def _move_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    action = game.action
    if action is None:
        return []
    if action.kind == "retreat":
        return retreat.retreat_offers(game, action)
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
    command = MakeNormalMove if action.kind == "normal" else MakeAdvanceMove
    return command(formation=action.formation)


STEP = (RemainStationary, DeclareNormalMove, DeclareAdvance, DeclareRetreat, EndMoveStep)
MOVES = (MakeNormalMove, MakeAdvanceMove, MakeRetreatMove, ClaimImpossible)
CLAUSES = clauses(
    remain_stationary, declare_normal_move, declare_advance, make_normal_move, make_advance_move, end_move_step
)
REDUCERS = reducers(formation_remained_stationary, move_declared, advance_rolled, formation_moved, move_step_ended)
WINDOWS = windows(
    Asks("move_turn", "GA-3.2-01", STEP, _turn_offers, _end_step),
    Asks("move_started", "GA-3.2-04", then=_start),
    Asks("make_move", "GA-3.2-04", MOVES, _move_offers, _move_now),
    Asks("move_ended", "GA-3.2-01"),
)

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS"]
