"""AN-REACT-34: what a reaction that is carried out asks of its player: the path of its move, or its shots."""

from __future__ import annotations

from adjudicator.kernel.decide.exact_offers import exact_offers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares import dashes, shooting, triggers, waiving
from adjudicator.rulesets.antares.model.messages import CarryOutReaction, DeclareShooting, MoveUnit
from adjudicator.rulesets.antares.reaction_moves import straight_moves
from adjudicator.rulesets.antares.state import Game, acting

SHOWN = 4


def _moves(game: Game, window: Window, _party: Party) -> list[Offer]:
    clause = triggers.CLAUSE[dashes.kind_of_move(game)]
    found = [each for each, _ in zip(straight_moves(game), range(SHOWN), strict=False)]
    unit = window.about[0]
    places = Places(game.units[unit].models, dashes.reach(game, unit))
    own = offer(MoveUnit, clause, unit=Choice((unit,)), paths=places)
    return [*exact_offers(found, clause), own, *waiving.offers(game, window)]


def _shots(game: Game, window: Window, _party: Party) -> list[Offer]:
    return [*shooting.offers_of(game, window.about[0]), *waiving.offers(game, window)]


def _go(game: Game, window: Window, _party: Party) -> MoveUnit | CarryOutReaction:
    """AN-REACT-38 Let silence stay where that is allowed, and else go straight."""
    return waiving.lapse(window) if waiving.may_lapse(game, window) else next(straight_moves(game))


def _shoot(game: Game, window: Window, _party: Party) -> DeclareShooting | CarryOutReaction:
    """AN-REACT-31 What was declared stands: silence fires everything that may be fired."""
    if waiving.may_lapse(game, window):
        return waiving.lapse(window)
    return DeclareShooting(unit=window.about[0], target=acting(game).target, weapons=())


WINDOWS = windows(
    WindowKind("reaction_move", "AN-REACT-34", (MoveUnit, CarryOutReaction), _moves, _go),
    WindowKind("reaction_shot", "AN-REACT-34", (DeclareShooting, CarryOutReaction), _shots, _shoot),
)  # fmt: skip

__all__ = ["WINDOWS"]
