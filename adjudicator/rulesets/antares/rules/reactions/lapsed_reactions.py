"""AN-REACT-38: what was declared is carried out where it can be, and lapses where it can not.

The service tells whether a shot can be made, a point of Ambush Fire serves, or a path serves a move: a straight one, or
one on which each model goes round what stands in its straight way. A path that it does not look for binds nobody.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, subject_of
from adjudicator.rulesets.antares.model.messages import AmbushPointNamed, CarryOutReaction, ReactionLapsed
from adjudicator.rulesets.antares.model.state import Game, current_action
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.reactions import ambush_fire, carrying_out, triggers
from adjudicator.rulesets.antares.rules.reactions.reaction_paths import serving_moves

POINT = "ambush_point"


def may_lapse(game: Game, window: Window, *, path_serves: bool | None = None) -> bool:
    """AN-REACT-38 Tell whether the reaction that a window is about may be let lapse.

    `path_serves` says whether a path serves the move, where that is known.
    """
    unit = subject_of(window, UnitSubject).unit
    if window.kind == POINT:
        return next(ambush_fire.no_point_faults(game, unit, assault=True), None) is not None
    row = triggers.row_of(game, unit)
    if row is None or carrying_out.lapse_reason(game, row, current_action(game).target):
        return True
    if row.reaction not in triggers.MOVES:
        return False
    return next(serving_moves(game), None) is None if path_serves is None else not path_serves


def carry_out_reaction(ruling: Ruling[Game], command: CarryOutReaction) -> None:
    """AN-REACT-33 AN-REACT-38 Name a point on the new path, or let a reaction lapse where that is allowed."""
    unit = ruling.subject(UnitSubject).unit
    kind = ruling.window.kind if ruling.window is not None else ""
    ruling.require(command.unit == unit, "AN-REACT-34", "other-unit-reacts", "unit", unit=command.unit, asked=unit)
    if command.lapse:
        _waive(ruling, unit)
        return
    ruling.require(kind == POINT, "AN-REACT-34", "reaction-awaits-its-own", "lapse", unit=unit)
    ruling.refuse_if(next(ambush_fire.faults(ruling.game, unit, command.point, assault=True), None))
    ruling.record(AmbushPointNamed(unit=unit, point=command.point), "AN-REACT-33", "AN-REACT-22")
    ruling.answered()


def _waive(ruling: Ruling[Game], unit: str) -> None:
    row = triggers.row_of(ruling.game, unit)
    reaction = row.reaction if row is not None else ""
    allowed = ruling.window is None or may_lapse(ruling.game, ruling.window)
    ruling.require(allowed, "AN-REACT-38", "declared-stands", "lapse", unit=unit, reaction=reaction)
    ruling.record(ReactionLapsed(unit=unit, reaction=reaction, reason="waived"), "AN-REACT-38")
    ruling.answered()


def lapse(window: Window) -> CarryOutReaction:
    """Let the reaction that a window is about lapse."""
    return CarryOutReaction(unit=subject_of(window, UnitSubject).unit, point=0, lapse=True)


def offers(game: Game, window: Window, *, path_serves: bool | None = None) -> Iterator[Offer]:
    """Offer to let it lapse, where that is allowed; `path_serves` as in `may_lapse`."""
    if may_lapse(game, window, path_serves=path_serves):
        yield offer(
            CarryOutReaction,
            "AN-REACT-38",
            unit=Choice((subject_of(window, UnitSubject).unit,)),
            lapse=Choice(("true",)),
        )


def ambush_point_named(game: Game, event: AmbushPointNamed) -> None:
    """It fires there."""
    triggers.change_reactions(game, (event.unit,), point=event.point)


PART = Part(handlers=handlers(carry_out_reaction), reducers=reducers(ambush_point_named))
