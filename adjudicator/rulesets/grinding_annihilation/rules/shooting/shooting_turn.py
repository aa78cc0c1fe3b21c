"""Chapter 3.3, the Shooting turn: formations are selected to shoot or throw Grenades, until the turn is ended."""

from __future__ import annotations

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import EndTurn, SelectToShoot, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.grenades import grenade_offers
from adjudicator.rulesets.grinding_annihilation.rules.rounds.player_turns import END_TURN
from adjudicator.rulesets.grinding_annihilation.rules.shooting.shooting_selection import selection_offers


def _offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    """Offer the formations that may shoot, the end of the turn, and those that may throw."""
    return [*selection_offers(game, party), END_TURN, *grenade_offers(game, party)]


PART = Part(
    windows=windows(
        WindowKind(
            "shooting_turn", "GA-3.3-01", (SelectToShoot, UseBattleManoeuvre, EndTurn), _offers, always(EndTurn())
        )
    )
)
