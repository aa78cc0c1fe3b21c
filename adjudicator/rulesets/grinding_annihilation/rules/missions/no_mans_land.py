"""Chapter 7.4, No Man's Land: points for standing in the enemy's zone at the end (GA-7.4-04)."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.state import Game, on_warfield, rival
from adjudicator.rulesets.grinding_annihilation.rules.missions.tactical_points import BLITZKRIEG, score
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import (
    partly_in_zone,
    scenario_of,
    wholly_in_zone,
)


def score_blitzkrieg(ruling: Ruling[Game], seat: Party) -> None:
    """GA-7.4-04 Points, once, for a formation in the enemy's zone that never came from Reserves."""
    game, terms = ruling.game, scenario_of(ruling.game).blitzkrieg
    within = wholly_in_zone if game.options.blitzkrieg_wholly else partly_in_zone
    there = any(not row.arrived and within(game, row.id, rival(seat)) for row in on_warfield(game, seat))
    if terms is not None and there:
        score(ruling, seat, Tally.base(terms.points, terms.clause), BLITZKRIEG)
