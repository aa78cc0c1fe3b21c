"""Chapter 2.1, Tactical Points as they are scored (GA-2.1-09)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import TacticalPointsScored
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival

GENERAL, DELIVERY = "GA-8.1-07", "GA-7.3-06"


def score(ruling: Ruling[Game], seat: Party, points: Tally) -> None:
    """GA-2.1-09 Record Tactical Points."""
    total = ruling.game.sides[seat].tactical_points + points.total
    clauses = ("GA-2.1-09", *points.clauses())
    ruling.record(TacticalPointsScored(seat=seat, points=points, total=total), *clauses)


def tactical_points_scored(game: Game, event: TacticalPointsScored) -> None:
    """Add the points; those for a General and for scientists lie outside the cap of the round."""
    side = replace(game.sides[event.seat], tactical_points=event.total)
    cause = event.points.terms[0].clause
    if cause == GENERAL:
        other = rival(event.seat)
        game.sides[other] = replace(game.sides[other], general_paid=True)
    elif cause != DELIVERY:
        side = replace(side, round_points=side.round_points + event.points.total)
    game.sides[event.seat] = side


PART = Part(reducers=reducers(tactical_points_scored))
