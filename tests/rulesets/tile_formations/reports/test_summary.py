"""A game in a few lines."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    CasualtyTaken,
    FormationSheet,
    GameEnded,
    TurnStarted,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.reports.summary import BattleSummary
from tests.rulesets.tile_formations.fixtures import infantry


def test_the_summary():
    """A game is stated in turns, turning points and its end."""
    army = FormationSheet(name="Few", units=(infantry(name="rifles", integrity=3),))
    stated = BattleSummary.of(
        ("Ann", "Bob"),
        [
            (3, ArmyMustered(seat=1, force="", formations=(army,))),
            (5, TurnStarted(turn=1, seat=0)),
            (9, CasualtyTaken(unit="b1.1", points=3, left=0, cause="shooting")),
            (9, UnitDestroyed(unit="b1.1", cause="shooting", morale=True)),
            (9, GameEnded(reason="eliminated", winners=(0,), integrity=(4, 0))),
        ],
    )
    assert stated == [
        "Turn 1: integrity lost Ann 0, Bob 3. Destroyed: Bob's rifles b1.1 (shooting).",
        "Turning point, entry 9 (turn 1): units worth 3 points of integrity fell: rifles b1.1.",
        "Integrity left: Ann 4, Bob 0.",
        "Ann won in turn 1: eliminated.",
    ]
