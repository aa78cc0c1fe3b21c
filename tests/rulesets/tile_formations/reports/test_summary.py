"""A game in a few lines."""

from __future__ import annotations

from msgspec.structs import replace as changed

from adjudicator.kernel.options import to_message
from adjudicator.rulesets.tile_formations.model.messages import (
    ArmyMustered,
    BattlefieldCreated,
    CasualtyTaken,
    FormationSheet,
    GameEnded,
    Options,
    TurnStarted,
    UnitDestroyed,
)
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
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
        "Turn 1: integrity lost Ann 0, Bob 3. Bob lost the rifles (b1.1) to shooting.",
        "Turning point at entry 9, turn 1. The rifles (b1.1) fell, worth 3 points of integrity.",
        "In turn 1 the other sides had nothing left. Ann won. Integrity: Ann 4, Bob 0.",
    ]


def test_a_loss_of_one_point():
    """A loss of one point is told in the singular."""
    army = FormationSheet(name="Few", units=(infantry(name="scouts", integrity=1),))
    stated = BattleSummary.of(
        ("Ann", "Bob"),
        [
            (3, ArmyMustered(seat=1, force="", formations=(army,))),
            (5, TurnStarted(turn=1, seat=0)),
            (9, UnitDestroyed(unit="b1.1", cause="shooting", morale=True)),
        ],
    )
    assert stated[-1].endswith("The scouts (b1.1) fell, worth 1 point of integrity.")


def test_a_game_that_names_no_winner_says_why():
    """Under an option that names no winner the end says so, and is called no draw."""
    options = to_message(changed(OPTIONS.defaults, victory="none"), Options)
    created = BattlefieldCreated(
        map_name="",
        title="",
        columns=4,
        rows=4,
        base_terrain="open_ground",
        sides=(),
        zones=(),
        terrain=(),
        options=options,
    )
    ended = GameEnded(reason="turn_limit", winners=(), integrity=(2, 13))
    events = [(1, created), (2, TurnStarted(turn=3, seat=0)), (9, ended)]
    assert BattleSummary.of(("red", "blue"), events)[-1] == (
        "Turn 3 was the last. No winner is named: this game is played with `victory = none`. Integrity: red 2, blue 13."
    )
