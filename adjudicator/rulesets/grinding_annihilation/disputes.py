"""Chapter 2.5, who settles a dispute: a seated referee, or the dice before him by option (GA-2.5-11).

Where no referee is seated the kernel has the players roll off, whatever the option says.
"""

from __future__ import annotations

from adjudicator.kernel.game import Fact
from adjudicator.kernel.messages import DisputeRolledOff
from adjudicator.kernel.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.outcomes import SIDES
from adjudicator.rulesets.grinding_annihilation.state import Game

BY_DICE = "roll_off"


def rolled_off(ruling: Ruling[Game], fact: Fact, value: str) -> str | None:
    """GA-2.5-11 Let the players roll off in place of the referee and give what holds; None leaves it to him.

    A judge calls it last, with the value that the actor holds against the statement.
    """
    if fact.status != "stated" or not ruling.docket.referee or ruling.game.how.dispute_by != BY_DICE:
        return None
    off = ruling.roll_off(SIDES, "dispute", (fact.by, ruling.actor))
    faces = tuple(face for each in off.rounds for face in each)
    ruling.record(DisputeRolledOff(fact=fact.id, faces=faces, winner=off.winner), "GA-2.5-11", "GA-2.5-08")
    return fact.value if off.winner == fact.by else value


__all__ = ["rolled_off"]
