"""The summary of a battle names who fell."""

from __future__ import annotations

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    FormationDestroyed,
    MusteredFormation,
    RosterAccepted,
    RoundBegun,
)
from adjudicator.rulesets.grinding_annihilation.reports.summary import BattleSummary


def test_the_leader_of_an_attached_formation_falls_under_its_own_name():
    """Of an attached formation the part is told that fell: the Leader is not told as its Escort."""
    summary = BattleSummary(["red", "blue"])
    formations = [("b-guards", "Guards"), ("b-lord", "Lord")]
    mustered = tuple(MusteredFormation(id=id, catalogue="", name=name, points=0) for id, name in formations)
    summary.take(1, RosterAccepted(seat=1, faction="", doctrine="", points=0, formations=mustered, general=""))
    for number, part in enumerate(("b-guards", "b-lord"), start=1):
        summary.take(number * 2, RoundBegun(round=number))
        summary.take(
            number * 2 + 1, FormationDestroyed(formation="b-guards", part=part, cause="attack", whole=part == "b-lord")
        )
    told = summary.lines()
    assert told[0].endswith("Blue's Guards (b-guards) were destroyed.")
    assert told[1].endswith("Blue's Lord (b-lord) was destroyed.")
