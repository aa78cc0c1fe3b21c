"""A battle in a few lines: who was lost, how, and how it ended."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.rulesets.antares.model.messages import ArmyAccepted, GameEnded, TurnStarted, UnitBroken
from adjudicator.rulesets.antares.reports.summary import BattleSummary
from tests.rulesets.antares.playouts import play_game

SEATS = ("red", "blue")


def played() -> list[tuple[int, Struct]]:
    return [(seq, event) for seq, filled in enumerate(play_game(8, "attrition").log, 1) for event, _ in filled.events]


def test_a_broken_unit_is_named_by_its_title_and_its_end():
    """A unit that breaks is told in a sentence of its own, title before id."""
    armies = [(seq, event) for seq, event in played() if isinstance(event, ArmyAccepted)]
    unit = next(row for _, army in armies if army.seat == 1 for row in army.units)
    events = [*armies, (20, TurnStarted(turn=3)), (30, UnitBroken(unit=unit.id, cause="test", flees=False))]
    line = BattleSummary.of(SEATS, events)[0]
    assert line.endswith(f" Blue's {unit.sheet.name} ({unit.id}) broke and left the table.")


def test_the_end_says_who_won_by_what():
    """The end names the last turn and the winner with the points."""
    ended = GameEnded(reason="turn_limit", points=(2, 5), final_points=(2, 5), broken=(), winner=1)
    lines = BattleSummary.of(SEATS, [(20, TurnStarted(turn=6)), (90, ended)])
    assert lines[-1] == "Turn 6 was the last. Blue won 5 to 2."
