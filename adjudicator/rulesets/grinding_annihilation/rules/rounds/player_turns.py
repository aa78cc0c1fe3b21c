"""Chapter 3.0, player turns of a phase: their beginning, their end, and the hand-over to the next.

For each player turn three windows are pushed: `turn_over` (suspended), in the Move Phase `reinforcements`, and on top
`<phase>_turn`, which asks the player and belongs to its chapter. Windows that settle losses call
`battle_end.check_annihilation` when they close.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import offer
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    EndTurn,
    PhaseEnded,
    PlayerTurnBegun,
    PlayerTurnEnded,
    TurnEnding,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import TurnSubject
from adjudicator.rulesets.grinding_annihilation.rules.armies import reserves
from adjudicator.rulesets.grinding_annihilation.rules.assault.near_at_start import note_near
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects, reactions
from adjudicator.rulesets.grinding_annihilation.rules.concepts import out_of_cohesion
from adjudicator.rulesets.grinding_annihilation.rules.manoeuvres_phase.battle_fatigue import due_tests, recover
from adjudicator.rulesets.grinding_annihilation.rules.missions import battle_end, exstintech_recovery, scoring

STEPS = {"manoeuvres": "fatigue", "move": "move", "shooting": "shooting", "assault": "assault"}
ORDER = "deployment_order"
END_TURN = offer(EndTurn, "GA-3.0-09")


# -- player turns


def begin_turn(ruling: Ruling[Game], phase: str, seat: Party) -> None:
    """GA-3.0-02 The first player takes a complete turn of the phase, then the second."""
    ruling.record(PlayerTurnBegun(seat=seat, phase=phase), "GA-3.0-02")
    if phase == "manoeuvres":
        recover(ruling, seat)
    if phase == "assault" and ruling.game.options.assault_eligibility_snapshot == "own_turn":
        note_near(ruling, seat)
    ruling.ask("turn_over", subject=TurnSubject(phase, seat))
    if phase == "move":
        orders = reactions.asked_opponents(ruling.game, seat, "move_turn_ending", ORDER)
        if orders:
            ruling.ask("move_turn_ending", *orders)
        ruling.ask("reinforcements", seat)
    ruling.ask(f"{phase}_turn", seat)


def player_turn_begun(game: Game, event: PlayerTurnBegun) -> None:
    """Hand the turn over."""
    game.battle = replace(game.battle, turn=event.seat, step=STEPS[event.phase])
    for key, row in game.formations.items():
        if row.tested:
            game.formations[key] = replace(row, tested=False)
    for key, row in game.formations.items() if event.phase == "move" else ():
        if row.seat == event.seat and row.began != row.aboard:
            game.formations[key] = replace(row, began=row.aboard)


def end_turn(ruling: Ruling[Game], _command: EndTurn) -> None:
    """GA-3.0-09 A player may end the turn when everything compulsory in it is done."""
    due = due_tests(ruling.game, ruling.actor) if ruling.game.battle.phase == "manoeuvres" else ()
    ruling.require(not due, "GA-3.0-09", "tests-due", formations=" ".join(due))
    if ruling.game.battle.phase == "manoeuvres":
        exstintech_recovery.require_removed(ruling)
    if ruling.game.battle.phase == "move":
        late = " ".join(row.id for row in reserves.overdue(ruling.game, ruling.actor))
        ruling.require(not late, "GA-4.3-10", "aircraft-due", formations=late)
    ruling.answered()


# -- ends


def _turn_over(ruling: Ruling[Game], window: Window) -> None:
    """GA-2.2-08 When a turn ends both players look to the cohesion of their formations."""
    if battle_end.check_annihilation(ruling):
        return
    turn = subject_of(window, TurnSubject)
    phase, seat = turn.phase, turn.seat
    ruling.record(TurnEnding(seat=seat, phase=phase), "GA-3.0-09")
    ruling.ask("turn_close", subject=turn)
    if ruling.game.options.cohesion_check == "end_of_turn":
        out_of_cohesion.clean_up(ruling, seat)


def turn_ending(game: Game, _event: TurnEnding) -> None:
    """Go on to the clean-up."""
    game.battle = replace(game.battle, step="cohesion")


def _turn_close(ruling: Ruling[Game], window: Window) -> None:
    """GA-3.0-02 After the second player's turn the next phase starts."""
    if battle_end.check_annihilation(ruling):
        return
    game, turn = ruling.game, subject_of(window, TurnSubject)
    phase, seat = turn.phase, turn.seat
    last = seat != first_player(game)
    scoring.settle_turn(ruling, phase, seat, last=last)
    ruling.record(PlayerTurnEnded(seat=seat, phase=phase), "GA-3.0-09")
    effects.expire(ruling, phase_over=last)
    if last:
        ruling.record(PhaseEnded(phase=phase), "GA-3.0-02")
        ruling.ask("begin_phase", TABLE)
    else:
        begin_turn(ruling, phase, rival(seat))


def player_turn_ended(game: Game, _event: PlayerTurnEnded) -> None:
    """Nobody's turn is on until the next begins; what binds for a turn is over, no Advance or Retreat (GA-3.2-45)."""
    game.battle = replace(game.battle, step="", embarks="")
    for key, row in game.formations.items():
        if row.bound == "turn":
            game.formations[key] = replace(row, bound="", move="" if row.move == "normal" else row.move)


def first_player(game: Game) -> int:
    if game.battle.first is None:
        message = "a phase is played and nobody has the first turn"
        raise AssertionError(message)
    return game.battle.first


def _whose_turn(_game: Game, event: PlayerTurnEnded) -> Sequence[Party]:
    return (event.seat,)


PART = Part(
    handlers=handlers(end_turn),
    reducers=reducers(player_turn_begun, turn_ending, player_turn_ended),
    turns={PlayerTurnEnded: _whose_turn},
    windows=windows(
        WindowKind("turn_over", "GA-3.0-09", on_close=_turn_over, subject=TurnSubject, turn=True),
        WindowKind("turn_close", "GA-3.0-02", on_close=_turn_close, subject=TurnSubject),
    ),
)
