"""Clocks in every ruleset: silence is taken for whoever is out of time, at any moment, and every game ends."""

from random import Random

import pytest

from adjudicator.kernel.docket import clocks
from adjudicator.kernel.messages import CallFlag, CallNoShow, CallTime, ClockTerms, FlagFell, GameTerms, TurnTimed
from adjudicator.registry import RULESETS, rules_of
from tests.conformance.driver import Driver, SecondTable, every_ruleset, rules_at
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


def walked(path, seed, most, *, reported=False, kind=Table, **clock):
    """Play at random, with time between; the service calls what is due. Gives the table and how often it called."""
    table = kind(rules_at(path), dice=seeded(seed), reported=reported, terms=terms(**clock))
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


# What is asked of a seat that is out of time, by ruleset: what it saves or loses, and what an act of the other forces
# on it. No book asks a seat for its score: that is counted.
SAVES, LOSSES, FORCED = "saves", "losses", "forced by the other"
AFTER_FLAG = {
    "grinding_annihilation": {
        "targets_selected": ("GA-2.4-12", FORCED),
        "allocate": ("GA-3.3-21", LOSSES),
        "defence": ("GA-3.3-23", SAVES),
        "inflict": ("GA-3.3-26", SAVES),
        "mortal_wound": ("GA-3.3-31", LOSSES),
        "hazard_victim": ("GA-8.3-23", LOSSES),
        "retreat_casualties": ("GA-3.2-20", LOSSES),
        "wreck": ("GA-3.2-43", FORCED),
        "cohesion": ("GA-2.2-08", LOSSES),
    },
    "antares": {
        "allocate": ("AN-HIT-04", LOSSES),
        "allocate_lucky": ("AN-HIT-03", LOSSES),
        "resist": ("AN-RESIST-01", SAVES),
        "damage": ("AN-DMG-02", LOSSES),
        "disabled_weapon": ("AN-DMG-14", LOSSES),
        "break_test": ("AN-BREAK-10", LOSSES),
        "pbs_weapons": ("AN-PBS-02", FORCED),
        "consolidate": ("AN-CONS-04", FORCED),
    },
    "hex_orders": {
        "damage_order": ("HX-TURN-23", LOSSES),
        "casualty": ("HX-DTABLE-08", LOSSES),
        "agony_order": ("HX-CONT-03", LOSSES),
        "deflections": ("HX-ASSAULT-22", SAVES),
        "allocations": ("HX-ASSAULT-23", LOSSES),
        "retreats": ("HX-RETREAT-01", FORCED),
        "angle": ("HX-ASSAULT-13", FORCED),
        "contributors": ("HX-ASSAULT-14", FORCED),
        "exchange": ("HX-ASSAULT-07", FORCED),
        "fear_dice": ("HX-ABILITIES-09", FORCED),
        "flee": ("HX-ORDERS-32", FORCED),
    },
    "tile_formations": {
        "dangerous_test": ("TF-DANGER-13", SAVES),
        "allocate": ("TF-SHOOT-03", LOSSES),
        "saves": ("TF-SHOOT-04", SAVES),
        "assault": ("TF-CHARGE-06", FORCED),
    },
}
# statements and dice of the real table, in every ruleset
OF_THE_TABLE = {"fact_stated": "WG-FACT-01", "roll_report": "WG-DICE-01", "roll_acknowledge": "WG-DICE-02"}


@pytest.mark.parametrize("name", AFTER_FLAG)
@pytest.mark.rule("WG-CLOCK-03")
def test_what_each_book_asks_after_the_flag(name):
    """Just these windows, under these clauses; all else is silence."""
    windows = rules_of(name).windows.values()
    marked = {kind.kind: kind.clause for kind in windows if kind.after_flag}
    assert marked == {**{kind: clause for kind, (clause, _) in AFTER_FLAG[name].items()}, **OF_THE_TABLE}


def _seats_of(path, kinds):
    """The seats that turns were counted for, with an event of these kinds that ended each."""
    # what is looked at here are turns; views are looked at in random games
    table, _ = walked(path, 3, 3 * ENTRIES_MOST, kind=SecondTable, bank_ms=10**9, increment_ms=1, after_flag_ms=0)
    found = []
    for opened in table.log:
        timed = [event.seats for event, _ in opened.events if isinstance(event, TurnTimed)]
        ended = [event for event, _ in opened.events if type(event).__name__ in kinds]
        assert bool(timed) <= bool(ended), f"a turn without {kinds}"
        found += timed
    return found


@pytest.mark.parametrize(
    ("name", "kinds", "whole"),
    [
        ("grinding_annihilation", ("PlayerTurnEnded",), False),
        ("antares", ("ActionEnded",), False),
        ("hex_orders", ("TurnEnded",), True),
        ("tile_formations", ("ActionEnded", "ActionTestFailed"), False),
    ],
)
@pytest.mark.rule("WG-CLOCK-02")
def test_a_turn_is_what_a_player_calls_his_turn(name, kinds, whole):
    """Of one seat where the seats take turns, of both where they play at once; nobody else is given time."""
    found = _seats_of(RULESETS[name], kinds)
    assert found
    assert {len(seats) for seats in found} == ({2} if whole else {1})
    assert {seat for seats in found for seat in seats} == {0, 1}
