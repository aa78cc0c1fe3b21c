"""AN-REACT-29 to AN-REACT-32: who is asked for reactions, what is declared, and the tests."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, subject_of, windows
from adjudicator.rulesets.antares.model.messages import (
    DeclareReaction,
    PassReaction,
    ReactionDeclared,
    ReactionDeclined,
    ReactionsAsked,
)
from adjudicator.rulesets.antares.model.rows import Reaction
from adjudicator.rulesets.antares.model.state import Game, current_action, has_flag, rival
from adjudicator.rulesets.antares.model.subjects import TriggerSubject
from adjudicator.rulesets.antares.rules.reactions import ambush_fire, triggers

NO, YES = "false", "true"

# -- the question


def begin(ruling: Ruling[Game], trigger: str) -> None:
    """AN-REACT-29 Ask the other side for its reactions to what the innermost action has just declared.

    `trigger`: "fire" or "advance" (shooting under that order, its volleys are in game.volleys), "move" or "assault"
    (the path is in Action.move). Nothing is asked where nobody may react.
    """
    units = triggers.reacting_units(ruling.game, trigger)
    if not units:
        return
    act = current_action(ruling.game)
    event = ReactionsAsked(trigger=trigger, unit=act.unit, units=units)
    ruling.record(event, "AN-REACT-29", "AN-REACT-30", "AN-REACT-37")
    ruling.ask("reactions_carried")
    ruling.ask("reactions_tested")
    ruling.ask("reaction", rival(act.seat), subject=TriggerSubject(trigger, act.unit))


def reactions_asked(game: Game, event: ReactionsAsked) -> None:
    """List them; what was declared in an earlier window of the action is over."""
    asked = (Reaction(unit=unit.unit, reaction="", stage="asked", options=unit.reactions) for unit in event.units)
    game.reactions = tuple(asked)


def _asked(game: Game) -> tuple[Reaction, ...]:
    return tuple(reaction for reaction in game.reactions if reaction.stage == "asked")


def _close(ruling: Ruling[Game]) -> None:
    """AN-REACT-31 The window closes when every listed unit has answered."""
    if not _asked(ruling.game):
        ruling.answered()


# -- the answers


def declare_reaction(ruling: Ruling[Game], command: DeclareReaction) -> None:
    """AN-REACT-31 A listed unit declares a reaction, which stands."""
    game = ruling.game
    trigger = ruling.subject(TriggerSubject).trigger
    ruling.find(game.units, command.unit, "unit")
    ruling.refuse_if(next(triggers.faults(game, trigger, command), None))
    ruling.require(triggers.row_of(game, command.unit), "AN-REACT-29", "not-listed", "unit", unit=command.unit)
    reasons = _reasons(game, command)
    event = ReactionDeclared(
        unit=command.unit, reaction=command.reaction, sprint=command.sprint, free=command.free, point=command.point
    )
    ruling.record(event, "AN-REACT-31", *reasons)
    _close(ruling)


def _reasons(game: Game, command: DeclareReaction) -> tuple[str, ...]:
    row = game.units[command.unit]
    if command.free:
        die = "AN-REACT-26"
    elif row.order == "ambush":
        die = "AN-REACT-02"
    else:
        die = "AN-REACT-03" if row.order else "AN-REACT-01"
    return (triggers.CLAUSE[command.reaction], die, *(("AN-REACT-06",) if command.sprint else ()))


def reaction_declared(game: Game, event: ReactionDeclared) -> None:
    """Put it behind those that were declared before (AN-REACT-32); the unit reacts no more to this action."""
    row = Reaction(unit=event.unit, reaction=event.reaction, sprint=event.sprint, point=event.point, free=event.free)
    game.reactions = (*(reaction for reaction in game.reactions if reaction.unit != event.unit), row)
    act = game.actions[-1]
    game.actions = (*game.actions[:-1], replace(act, reacted=(*act.reacted, event.unit)))
    if event.free:
        unit = game.units[event.unit]
        freed = (*unit.free_reactions_made, event.reaction)
        game.units[event.unit] = replace(
            unit, free_reactions_used=unit.free_reactions_used + 1, free_reactions_made=freed
        )


def pass_reaction(ruling: Ruling[Game], command: PassReaction) -> None:
    """AN-REACT-31 AN-REACT-25 A unit lets the trigger pass, or all that have not answered."""
    game = ruling.game
    named = command.unit
    if named:
        ruling.find(game.units, named, "unit")
        row = triggers.row_of(game, named)
        ruling.require(row is not None, "AN-REACT-29", "not-listed", "unit", unit=named)
        open_yet = row is not None and row.stage == "asked"
        ruling.require(open_yet, "AN-REACT-31", "answered-already", "unit", unit=named)
    units = (named,) if named else tuple(item.unit for item in _asked(game))
    ruling.record(ReactionDeclined(units=units), "AN-REACT-31", "AN-REACT-25")
    _close(ruling)


def reaction_declined(game: Game, event: ReactionDeclined) -> None:
    """They do not react in this window."""
    triggers.change_reactions(game, event.units, stage="declined")


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    rows = _asked(game)
    found = [
        declaration
        for row in rows
        for declaration in _declarations(game, subject_of(window, TriggerSubject).trigger, row)
    ]
    waiting = Choice(tuple(item.unit for item in rows))
    return [*found, offer(PassReaction, "AN-REACT-31", unit=waiting), offer(PassReaction, "AN-REACT-31")]


def _declarations(game: Game, trigger: str, row: Reaction) -> Iterator[Offer]:
    for reaction in row.options:
        for free in triggers.payments(game, trigger, row.unit, reaction):
            fields = {
                "unit": Choice((row.unit,)),
                "reaction": Choice((reaction,)),
                "free": Choice((YES if free else NO,)),
            }
            clause = triggers.CLAUSE[reaction]
            if reaction == triggers.AMBUSH_FIRE:
                for point in ambush_fire.serving_points(game, row.unit, assault=trigger == "assault"):
                    yield offer(DeclareReaction, clause, **fields, point=Range(point, point))
            elif reaction in triggers.MOVES and has_flag(game, row.unit, "can_sprint"):
                yield offer(DeclareReaction, clause, **fields, sprint=Choice((NO, YES)))
            else:
                yield offer(DeclareReaction, clause, **fields)


PART = Part(
    handlers=handlers(declare_reaction, pass_reaction),
    reducers=reducers(reactions_asked, reaction_declared, reaction_declined),
    windows=windows(
        WindowKind(
            "reaction",
            "AN-REACT-31",
            (DeclareReaction, PassReaction),
            _offers,
            always(PassReaction(unit="")),
            subject=TriggerSubject,
        )
    ),
)
