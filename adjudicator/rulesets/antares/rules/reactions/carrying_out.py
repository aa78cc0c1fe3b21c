"""AN-REACT-33 to AN-REACT-38: reactions are carried out on top of the halted action, one after the other.

Go Down first, then the moves of Dash to Cover, Escape and Countercharge, then Ambush Fire where the mover comes to its
points; the shots of a Firefight are declared last and run level with those of the action (AN-REACT-15).
"""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.rulesets.antares.model.messages import (
    ActionResumed,
    ReactionCarriedOut,
    ReactionLapsed,
    ReactionStarted,
    ResumeAction,
    UnitWentDown,
)
from adjudicator.rulesets.antares.model.rows import Action, Reaction
from adjudicator.rulesets.antares.model.state import Game, current_action, is_down, is_on_table
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.damage import break_tests
from adjudicator.rulesets.antares.rules.reactions import triggers
from adjudicator.rulesets.antares.rules.shooting import shot_plans
from adjudicator.rulesets.antares.rules.turn import going_down, order_dice

# -- the die


def take_order(ruling: Ruling[Game], row: Reaction) -> None:
    """AN-REACT-11 AN-REACT-02 Give a unit that reacts its die, or turn its Ambush die; a Free Reaction uses none.

    Whoever goes Down gets it with that (AN-REACT-13).
    """
    unit, order = ruling.game.units[row.unit], triggers.ORDERS[row.reaction]
    if row.free or row.reaction == triggers.GO_DOWN:
        return
    if unit.order != "ambush":
        order_dice.take_die(ruling, unit.id, order, "AN-REACT-11")
    elif not ruling.game.options.ambush_kept_after_reaction:
        order_dice.turn_die(ruling, unit.id, order, "AN-REACT-02", "AN-REACT-11")


# -- one after the other


def _carry_out_next(ruling: Ruling[Game], _window: Window) -> None:
    """AN-REACT-33 Carry the next reaction out; when none is left the action goes on (AN-REACT-34)."""
    for row in _to_be_carried_out(ruling.game, triggers.GO_DOWN):
        _go_down(ruling, row)
    move = next(iter(_to_be_carried_out(ruling.game, *triggers.MOVES)), None)
    if move is not None:
        _start(ruling, move, "reaction_move")
        return
    firefight = next(iter(_to_be_carried_out(ruling.game, triggers.FIREFIGHT)), None)
    if firefight is not None:
        _start(ruling, firefight, "reaction_shot")
    elif any(reaction.reaction for reaction in ruling.game.reactions):
        ruling.ask("resume", TABLE)


def _to_be_carried_out(game: Game, *kinds: str) -> tuple[Reaction, ...]:
    """List the reactions of these kinds that are still to be carried out, in order of declaration."""
    return tuple(reaction for reaction in game.reactions if reaction.stage == "passed" and reaction.reaction in kinds)


def _go_down(ruling: Ruling[Game], row: Reaction) -> None:
    """AN-REACT-13 Go Down at once, before the shots are rolled."""
    _record_start(ruling, row)
    order = ruling.game.units[row.unit].order
    if row.free:
        # the die that it has is turned, and one that it has not yet used stays in the bag
        event = UnitWentDown(unit=row.unit, die="turned" if order else "none", cause="reaction")
        ruling.record(event, "AN-REACT-13", "AN-REACT-26")
    else:
        going_down.go_down(ruling, row.unit, "reaction", "AN-REACT-13", "AN-REACT-11")
    _record_carried_out(ruling, row)


def _start(ruling: Ruling[Game], row: Reaction, kind: str) -> None:
    """AN-REACT-34 Let a reaction lie on top of the halted action: its own choices and dice are finished first."""
    ruling.ask("reactions_carried")
    if _lapse_if_impossible(ruling, row):
        return
    _record_start(ruling, row)
    ruling.ask("reaction_done", subject=UnitSubject(row.unit))
    ruling.ask(kind, ruling.game.units[row.unit].seat, subject=UnitSubject(row.unit))


def _lapse_if_impossible(ruling: Ruling[Game], row: Reaction) -> bool:
    """AN-REACT-38 Let a reaction lapse that has become impossible; its die stays as it lies."""
    reason = lapse_reason(ruling.game, row, current_action(ruling.game).unit)
    if reason:
        ruling.record(ReactionLapsed(unit=row.unit, reaction=row.reaction, reason=reason), "AN-REACT-38", "AN-REACT-28")
    return bool(reason)


def lapse_reason(game: Game, row: Reaction, enemy: str) -> str:
    """AN-REACT-38 AN-REACT-28 Say why a reaction to this unit can not be carried out any more; "" where it may be."""
    if not _is_there(game, row.unit) or not _is_there(game, enemy):
        return "gone"
    if is_down(game, row.unit):
        return "down"
    if row.reaction in triggers.MOVES:
        return ""
    return "no_target" if shot_plans.shot_fault(game, row.unit, enemy, row.reaction) is not None else ""


def _is_there(game: Game, unit: str) -> bool:
    return is_on_table(game, unit) and not game.units[unit].fleeing


def _record_start(ruling: Ruling[Game], row: Reaction) -> None:
    event = ReactionStarted(unit=row.unit, reaction=row.reaction, point=row.point)
    ruling.record(event, "AN-REACT-33", triggers.CLAUSE[row.reaction], "AN-REACT-27")


def _record_carried_out(ruling: Ruling[Game], row: Reaction) -> None:
    ruling.record(ReactionCarriedOut(unit=row.unit, reaction=row.reaction), "AN-REACT-34", "AN-REACT-10")


def _finish(ruling: Ruling[Game], window: Window) -> None:
    """AN-REACT-34 A reaction is done: its breaks are settled, then the next one begins or the action goes on."""
    row = triggers.row_of(ruling.game, subject_of(window, UnitSubject).unit)
    if row is None or row.stage != "started":
        return
    _record_carried_out(ruling, row)
    if row.reaction == triggers.FIREFIGHT:
        return
    if row.reaction in (triggers.ESCAPE, triggers.COUNTERCHARGE):
        ruling.ask("assault_anew")
    if row.reaction == triggers.AMBUSH_FIRE:
        ruling.ask("ambush_settled")
    if row.reaction != triggers.AMBUSH_FIRE or ruling.game.options.interrupted_break == "immediate":
        break_tests.push_checks(ruling)


def resume_action(ruling: Ruling[Game], _command: ResumeAction) -> None:
    """AN-REACT-34 AN-REACT-35 The halted action goes on."""
    ruling.record(ActionResumed(unit=current_action(ruling.game).unit), "AN-REACT-34")
    ruling.answered()


# -- Ambush Fire


def open_ambush(ruling: Ruling[Game], unit: str) -> None:
    """AN-REACT-22 Let an ambusher fire at the mover, the innermost action, where it stands now.

    Lapses at once where nobody can shoot at it any more (AN-REACT-38).
    """
    row = triggers.row_of(ruling.game, unit)
    if row is None or row.stage != "passed" or _lapse_if_impossible(ruling, row):
        return
    _record_start(ruling, row)
    ruling.ask("reaction_done", subject=UnitSubject(unit))
    ruling.ask("reaction_shot", ruling.game.units[unit].seat, subject=UnitSubject(unit))


def _settle_ambush(ruling: Ruling[Game], _window: Window) -> None:
    """AN-REACT-35 The mover goes on, or its action ends on the spot and the ambushers left have nothing to shoot at."""
    mover = current_action(ruling.game).unit
    if not _is_there(ruling.game, mover):
        lapse_rest(ruling, "gone")
    elif is_down(ruling.game, mover):
        lapse_rest(ruling, "no_target")
    else:
        ruling.ask("resume", TABLE)


def lapse_rest(ruling: Ruling[Game], reason: str = "no_target") -> None:
    """AN-REACT-38 The mover's path is over: Ambush Fire at points that it has not reached lapses."""
    for row in _to_be_carried_out(ruling.game, triggers.AMBUSH_FIRE):
        ruling.record(ReactionLapsed(unit=row.unit, reaction=row.reaction, reason=reason), "AN-REACT-38")


# -- reducers


def reaction_started(game: Game, event: ReactionStarted) -> None:
    """Let it act on top of the halted action."""
    triggers.change_reactions(game, (event.unit,), stage="started")
    seat, enemy = game.units[event.unit].seat, game.actions[-1].unit
    order = triggers.ORDERS[event.reaction]
    action = Action(unit=event.unit, seat=seat, order=order, kind="reaction", target=enemy)
    game.actions = (*game.actions, action)


def reaction_carried_out(game: Game, event: ReactionCarriedOut) -> None:
    """It is done."""
    triggers.change_reactions(game, (event.unit,), stage="done")
    _drop(game, event.unit)


def reaction_lapsed(game: Game, event: ReactionLapsed) -> None:
    """It comes to nothing."""
    triggers.change_reactions(game, (event.unit,), stage="lapsed")
    _drop(game, event.unit)


def _drop(game: Game, unit: str) -> None:
    if game.actions and game.actions[-1].kind == "reaction" and game.actions[-1].unit == unit:
        game.actions = game.actions[:-1]


def action_resumed(_game: Game, _event: ActionResumed) -> None:
    """It goes on where it was halted."""


PART = Part(
    handlers=handlers(resume_action),
    reducers=reducers(reaction_started, reaction_carried_out, reaction_lapsed, action_resumed),
    windows=windows(
        WindowKind("reactions_carried", "AN-REACT-33", on_close=_carry_out_next),
        WindowKind("reaction_done", "AN-REACT-34", on_close=_finish, subject=UnitSubject),
        WindowKind("ambush_settled", "AN-REACT-35", on_close=_settle_ambush),
        table_step("resume", "AN-REACT-34", ResumeAction),
    ),
)
