"""AN-REACT-34: what a reaction that is carried out asks of its player: the path of its move, or its shots."""

from __future__ import annotations

from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model.messages import CarryOutReaction, DeclareShooting, MoveUnit
from adjudicator.rulesets.antares.model.state import Game, current_action
from adjudicator.rulesets.antares.model.subjects import UnitSubject
from adjudicator.rulesets.antares.rules.reactions import lapsed_reactions, reaction_moves, triggers
from adjudicator.rulesets.antares.rules.reactions.reaction_paths import serving_moves
from adjudicator.rulesets.antares.rules.shooting import declarations

SHOWN = 4


def _move_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    clause = triggers.CLAUSE[reaction_moves.kind_of_move(game)]
    found = [serving_move for serving_move, _ in zip(serving_moves(game), range(SHOWN), strict=False)]
    unit = subject_of(window, UnitSubject).unit
    spots = tuple(bare(exact_items(row.paths)) for row in found)
    places = Places(game.units[unit].models, reaction_moves.reach(game, unit), spots=spots)
    sprint = Choice((str(reaction_moves.sprints(game)).lower(),))
    moves = [offer(MoveUnit, clause, unit=Choice((unit,)), paths=places, sprint=sprint)] if spots else []
    return [*moves, *lapsed_reactions.offers(game, window, path_serves=bool(found))]


def _shot_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    return [*declarations.offers_of(game, subject_of(window, UnitSubject).unit), *lapsed_reactions.offers(game, window)]


def _default_move(game: Game, window: Window, _party: Party) -> MoveUnit | CarryOutReaction:
    """AN-REACT-38 What was declared stands: silence goes by the first path that serves."""
    return lapsed_reactions.lapse(window) if lapsed_reactions.may_lapse(game, window) else next(serving_moves(game))


def _default_shots(game: Game, window: Window, _party: Party) -> DeclareShooting | CarryOutReaction:
    """AN-REACT-31 What was declared stands: silence fires everything that may be fired."""
    if lapsed_reactions.may_lapse(game, window):
        return lapsed_reactions.lapse(window)
    return DeclareShooting(unit=subject_of(window, UnitSubject).unit, target=current_action(game).target, weapons=())


PART = Part(
    windows=windows(
        WindowKind(
            "reaction_move",
            "AN-REACT-34",
            (MoveUnit, CarryOutReaction),
            _move_offers,
            _default_move,
            subject=UnitSubject,
        ),
        WindowKind(
            "reaction_shot",
            "AN-REACT-34",
            (DeclareShooting, CarryOutReaction),
            _shot_offers,
            _default_shots,
            subject=UnitSubject,
        ),
    )
)
