"""The story of a game that did not end by its rulebook: given up, agreed, awarded."""

from typing import Any

import pytest

from adjudicator.kernel.messages import AnswerDraw, Award, Concede, Grounds, OfferDraw
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

WHY = Grounds(reason="time was called", clause="", about=())
ENDS: dict[str, Any] = {
    "given up": [("red", Concede())],
    "agreed": [("red", OfferDraw()), ("blue", AnswerDraw(accept=True))],
    "awarded": [("referee", Award(grounds=WHY, ending="forfeit", winners=(0,), scores=()))],
}


@every_ruleset
@pytest.mark.parametrize("end", ENDS)
def test_every_end_is_told(path, end):
    """Each ends in a story, whatever the rules."""
    table = under_way(path, 30)
    if table.game.result is not None:  # a small game, of which so many commands are the whole
        table = under_way(path, 5)
    before = told(table)
    for who, command in ENDS[end]:
        table.when(who, command).accepted()
    assert len(told(table)) >= len(before)
    assert table.game.result is not None


def under_way(path, commands):
    """A game after so many commands."""
    table = Table(rules_at(path), dice=seeded(2), referee=True)
    return Driver(table, 2).walk(commands)


def told(table):
    events = [(seq, event) for seq, entry in enumerate(table.log, start=1) for event, _ in entry.events]
    return list(table.rules.summarise(table.protocol.seats, events))
