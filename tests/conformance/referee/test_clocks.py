"""Clocks in every ruleset: silence is taken for whoever is out of time, at any moment, and every game ends."""

from random import Random

import pytest

from adjudicator.kernel.docket import clocks
from adjudicator.kernel.messages import CallFlag, CallNoShow, CallTime, ClockTerms, FlagFell, GameTerms, TurnTimed
from tests.conformance.driver import Driver, every_ruleset, rules_at
from tests.kit import Table, seeded

ENTRIES_MOST = 150


def terms(**clock):
    """A bank of twenty seconds, where a command takes five seconds on average."""
    usual = dict.fromkeys(("increment_ms", "delay_ms", "cap_ms", "grace_ms", "least_ms"), 0)
    made = ClockTerms(**{**usual, "bank_ms": 20_000, "after_flag_ms": 5_000, "per": "turn", "on_flag": "loss", **clock})
    return GameTerms(
        clock=made,
        stops=None,
        referee_ms=0,
        no_show_ms=60_000,
        time_called_ms=7_200_000,
        penalties=(),
        endings=(),
        agree="",
    )


def walked(path, seed, most, *, reported=False, **clock):
    """Play at random, with time between; the service calls what is due. Gives the table and how often it called."""
    table = Table(rules_at(path), dice=seeded(seed), reported=reported, terms=terms(**clock))
    driver, generator, called = Driver(table, seed), Random(seed), 0
    while table.game.result is None and table.protocol.seq < most:
        table.time += generator.randint(0, 10_000)
        due = clocks.overdue(table.protocol.docket, table.time)
        if due is None:
            driver.walk(1)
            continue
        table.when("table", CallFlag(seat=due.seat)).accepted()
        called += 1
    return table, called


def told(table, kind):
    return [event for opened in table.log for event, _ in opened.events if isinstance(event, kind)]


@every_ruleset
@pytest.mark.rule("WG-CLOCK-03")
@pytest.mark.parametrize("reported", [False, True], ids=["", "reported"])
def test_silence_is_taken_for_the_rest_of_the_game(path, reported):
    """Whatever is asked of a seat that is out of time is answered, by the entry of the service alone."""
    table, called = walked(path, 7, ENTRIES_MOST, reported=reported, on_flag="defaults_game")
    assert called > 0
    assert all(event.until == 0 and event.silent for event in told(table, FlagFell))
    assert not list(table.rules.invariants(table.game))


@every_ruleset
@pytest.mark.rule("WG-CLOCK-02")
def test_turns_are_timed(path):
    """Turns end, and time is added for them; a flag that fell for a turn is up again after it."""
    table, called = walked(path, 3, 2 * ENTRIES_MOST, on_flag="defaults_turn", increment_ms=5_000)
    assert called > 0
    assert told(table, TurnTimed) or table.game.result is not None
    assert not list(table.rules.invariants(table.game))


@every_ruleset
@pytest.mark.rule("WG-CLOCK-03")
def test_a_flag_ends_the_game_at_any_moment(path):
    """Under the loss of the game the other seat has won."""
    table, _ = walked(path, 5, 2_000)
    assert (table.game.result.ending, table.game.result.by) == ("flag", "clock")


@every_ruleset
@pytest.mark.rule("WG-CLOCK-05")
@pytest.mark.rule("WG-CLOCK-06")
def test_a_game_ends_before_it_has_begun(path):
    """Nobody came; or time was called while the game was set up."""
    table = Table(rules_at(path), dice=seeded(1), profile="P1", terms=terms())
    table.time += 60_000
    table.when("table", CallNoShow()).accepted()
    assert (table.game.result.ending, table.game.result.by) == ("void", "clock")
    table = Table(rules_at(path), dice=seeded(1), terms=terms(bank_ms=10**9))
    Driver(table, 1).walk(3)
    table.time += 7_200_000
    table.when("table", CallTime()).accepted()
    assert (table.game.result.ending, table.game.result.by) == ("time_called", "clock")
