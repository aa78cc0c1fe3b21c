"""Chapter 2.1, Tactical Points as they are scored (GA-2.1-09)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import TacticalPointsScored
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival

MARKERS, BLITZKRIEG, GENERAL, DELIVERED = "markers", "blitzkrieg", "general", "scientist"


def score(ruling: Ruling[Game], seat: Party, points: Tally, cause: str) -> None:
    """GA-2.1-09 Record Tactical Points."""
    total = ruling.game.sides[seat].tactical_points + points.total
    clauses = ("GA-2.1-09", *points.clauses())
    ruling.record(TacticalPointsScored(seat=seat, points=points, total=total, cause=cause), *clauses)


def tactical_points_scored(game: Game, event: TacticalPointsScored) -> None:
    """Add the points; those for a General and for scientists lie outside the cap of the round."""
    side = replace(game.sides[event.seat], tactical_points=event.total)
    if event.cause == GENERAL:
        other = rival(event.seat)
        game.sides[other] = replace(game.sides[other], general_paid=True)
    elif event.cause != DELIVERED:
        side = replace(side, round_points=side.round_points + event.points.total)
    game.sides[event.seat] = side


PART = Part(reducers=reducers(tactical_points_scored))
