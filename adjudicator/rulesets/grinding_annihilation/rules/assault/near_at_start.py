"""Chapter 3.4, who is near an enemy at the start of the Assault turn (GA-3.4-02), and notes of that kind."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import EligibilityNoted
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, enemies_of, on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import formations_within

NEAR = 12 * INCH


def note_near(ruling: Ruling[Game], seat: Party | None) -> None:
    """GA-3.4-02 Only who is within 12" of an enemy at the start may declare an Assault."""
    game = ruling.game
    near = tuple(
        row.id
        for row in on_warfield(game, seat)
        if any(formations_within(game, row.id, enemy.id, NEAR) for enemy in enemies_of(game, row))
    )
    ruling.record(EligibilityNoted(purpose="assault", seat=seat, formations=near), "GA-3.4-02")


def eligibility_noted(game: Game, event: EligibilityNoted) -> None:
    """Remember for the phase what was true at its start."""
    for key in event.formations:
        row = game.formations[key]
        assault = event.purpose == "assault"
        game.formations[key] = replace(row, near=True) if assault else replace(row, first_step=True)


PART = Part(reducers=reducers(eligibility_noted))
