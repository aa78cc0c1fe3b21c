"""Absent seats in every ruleset: silence is taken for one seat, and then for all, whatever is asked."""

from random import Random

import pytest

from adjudicator.kernel.messages import AbsenceEnded, AbsenceOrdered, AnswerAbsent, Grounds, OrderAbsent, RevokeAbsent
from adjudicator.kernel.referee.dues import clock_dues
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

WHY = Grounds(reason="went to the doctor", clause="", about=())
ENTRIES_MOST = 120


def absent(table):
    """The command of the service that is due for an absent seat; None where none is."""
    found = [due.command for due in clock_dues(table.protocol)]
    return next((command for command in found if isinstance(command, AnswerAbsent)), None)


def walked(path, seed, *, reported):
    """Play at random; seats go away and come back at any moment. Gives the table and how often silence was taken."""
    table = Table(rules_at(path), dice=seeded(seed), reported=reported, referee=True)
    driver, generator, taken = Driver(table, seed), Random(seed), 0
    while table.game.result is None and table.protocol.seq < ENTRIES_MOST:
        due = absent(table)
        if due is not None:
            table.when("table", due).accepted()
            taken += 1
        elif generator.random() < 0.2:
            seat = generator.randrange(2)
            away = seat in table.protocol.docket.absences
            ruling = (RevokeAbsent if away else OrderAbsent)(grounds=WHY, seat=seat)
            table.when("referee", ruling).then(AbsenceEnded if away else AbsenceOrdered, seat=seat)
        else:
            driver.walk(1)
    return table, taken


@every_ruleset
@pytest.mark.rule("WG-SEAT-02", "WG-SEAT-03")
@pytest.mark.parametrize("reported", [False, True], ids=["", "reported"])
def test_silence_is_taken_at_any_moment(path, reported):
    """What the ruleset asks of an absent seat ends by silence, or by the loss of the game where that is no answer."""
    table, taken = walked(path, 5, reported=reported)
    assert taken > 0
    assert not list(table.rules.invariants(table.game))
    if table.game.result is None:
        assert absent(table) is None or table.protocol.seq >= ENTRIES_MOST
