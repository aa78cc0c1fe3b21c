"""Flags, no-shows, called time and outages: what the service writes by itself, when, and before what."""

from __future__ import annotations

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.messages import ClockTerms, GameTerms
from services.games.refusals import StaleHead
from services.games.timing.game_clocks import shown_clocks
from services.store.freezes import Freeze, GameFrozen, resumed_key
from tests.services.games.steps import GAME, START, Table
from tests.toy.model.messages import CreateMatch, EndTurn, PlotMarch


def terms(no_show_ms=0, time_called_ms=0, **clock):
    """A bank of ten seconds."""
    usual = dict.fromkeys(("increment_ms", "delay_ms", "cap_ms", "after_flag_ms", "grace_ms", "least_ms"), 0)
    made = ClockTerms(**{**usual, "bank_ms": 10_000, "per": "answer", "on_flag": "note", **clock})
    return GameTerms(
        clock=made,
        stops=None,
        referee_ms=0,
        no_show_ms=no_show_ms,
        time_called_ms=time_called_ms,
        penalties=(),
        endings=(),
        agree="",
    )


async def turn(limit=0, **clock):
    """Red's turn, with nothing charged so far."""
    table = Table()
    await table.open(event_terms=terms(**clock), response_limit=limit)
    await table.give(REFEREE, CreateMatch(rounds=2))
    for seat, heading in ((0, "north"), (1, "east")):
        await table.give(seat, PlotMarch(heading=heading))
    return table


async def asked(table):
    """The seat whose turn it is."""
    session = await table.session()
    assert session.game.stack[-1].kind == "turn"
    return session.game.stack[-1].asks[0]


async def test_the_service_calls_a_flag_when_it_is_due():
    """Not before, and once."""
    table = await turn()
    await table.later(10.9)
    assert len(await table.entries()) == 4
    await table.later(0.2)
    assert (await table.entries())[4:] == [("CallFlag", 11_100)]
    await table.later(60)
    assert len(await table.entries()) == 5


async def test_a_flag_is_written_before_a_command_that_comes_after_it():
    """The seat's command comes after its flag has fallen: it was decided on a game that is lost by now."""
    table = await turn(on_flag="loss")
    seat = await asked(table)
    table.ms += 11_000
    with pytest.raises(StaleHead):
        await table.give(seat, EndTurn())
    assert (await table.entries())[4:] == [("CallFlag", 11_000)]
    result = (await table.session()).game.result
    assert (result.winners, result.ending, result.by) == ((1 - seat,), "flag", "clock")


async def test_a_command_in_time_is_taken():
    """A millisecond before the flag."""
    table = await turn(on_flag="loss")
    table.ms += 10_999
    await table.give(await asked(table), EndTurn())
    assert (await table.entries())[4:] == [("EndTurn", 10_999)]


async def test_silence_is_taken_question_by_question():
    """Each in an entry of its own, until somebody else is asked."""
    table = await turn(on_flag="defaults_game")
    seat = await asked(table)
    await table.later(11)
    await table.later(0)
    assert [kind for kind, _ in (await table.entries())[4:]] == ["CallFlag"]
    await table.give(1 - seat, EndTurn())
    await table.later(0)
    session = await table.session()
    assert [kind for kind, _ in (await table.entries())[4:]] == ["CallFlag", "EndTurn", "CallFlag"]
    assert (session.game.stack[-1].kind, session.game.stack[-1].asks) == ("plot", (1 - seat,))


async def test_clocks_outlive_the_process():
    """Another process that knows nothing but the log calls the same flag at the same time."""
    table = await turn()
    await table.later(5)
    table.restart()
    await table.later(5.9)
    assert len(await table.entries()) == 4
    await table.later(0.2)
    assert (await table.entries())[4:] == [("CallFlag", 11_100)]


async def test_time_in_which_the_service_was_down_is_given_back():
    """Before the flag is looked at, and once; the flag falls as much later."""
    table = await turn()
    table.ms += 60_000
    table.restart()
    table.processes.outage = START + 2_000, START + 60_000
    await table.later(0)
    assert (await table.entries())[4:] == [("GiveBackOutage", 60_000)]
    session = await table.session()
    assert sorted(row.bank for row in session.protocol.docket.clocks.seats) == [8_000, 10_000]
    await table.later(8.9)
    assert len(await table.entries()) == 5
    await table.later(0.2)
    assert (await table.entries())[5:] == [("CallFlag", 69_100)]


async def test_an_outage_is_given_back_before_a_command():
    """A command that comes before the clock has looked is not too late."""
    table = await turn(on_flag="loss")
    seat = await asked(table)
    table.ms += 60_000
    table.restart()
    table.processes.outage = START + 2_000, START + 60_000
    await table.give(seat, EndTurn())
    assert (await table.entries())[4:] == [("GiveBackOutage", 60_000), ("EndTurn", 60_000)]


async def test_a_seat_that_never_comes_loses():
    """And where neither comes the game is void; both close by themselves."""
    table = Table()
    await table.open(profile="P1", event_terms=terms(no_show_ms=60_000), starts_ms=START + 5_000)
    await table.later(64.9)
    assert len(await table.entries()) == 1
    await table.later(0.2)
    kinds = [kind for kind, _ in await table.entries()]
    assert kinds == ["OpenGame", "CallNoShow"]
    assert (await table.session()).game.result.ending == "void"


async def test_time_is_called():
    """So long after the start the game ends as it stands, whoever is asked."""
    table = await turn(time_called_ms=5_000)
    await table.later(5.1)
    assert (await table.entries())[4:] == [("CallTime", 5_100)]
    assert (await table.session()).game.result.ending == "time_called"


async def test_what_is_shown_of_clocks():
    """Banks after the last entry, who runs, and when the flag falls; the same for everybody."""
    table = await turn(delay_ms=500)
    seat = await asked(table)
    await table.later(2)
    session = await table.session()
    shown = shown_clocks(session.protocol)
    rows = [(row.bank, row.free, row.running, row.flagged, row.due) for row in shown.seats]
    assert (shown.time, shown.silence) == (START, None)
    assert rows[seat] == (10_000, 500, True, False, START + 11_500)
    assert rows[1 - seat] == (10_000, 500, False, False, None)


async def frozen(table, seconds):
    """Freeze the game for so long, as an operator does; it takes commands again."""
    freezes = table.command_handler.freezes
    await freezes.freeze(GAME, Freeze(table.ms, "op", "a complaint"))
    await table.later(seconds)
    await freezes.unfreeze(GAME, table.ms)


async def test_the_time_in_which_a_game_was_frozen_is_given_back():
    """Two seconds were used before it; no flag falls in it, and the seat has the rest after it."""
    table = await turn(on_flag="loss")
    await table.later(2)
    await frozen(table, 60)
    await table.clock.look(GAME)
    assert (await table.entries())[4:] == [("GiveBackOutage", 62_000)]
    session = await table.session()
    assert sorted(row.bank for row in session.protocol.docket.clocks.seats) == [8_000, 10_000]
    await table.later(8.9)
    assert len(await table.entries()) == 5
    await table.later(0.2)
    assert (await table.entries())[5:] == [("CallFlag", 71_100)]


async def test_no_flag_falls_where_nobody_can_read_when_the_game_was_frozen(caplog):
    """What is due waits for the operator, who freezes the game again, and no fault of the service is logged."""
    table = await turn(on_flag="loss")
    seat = await asked(table)
    store = table.command_handler.freezes
    await store._keys.set(resumed_key(GAME), b"damaged")
    await table.later(60)
    await table.clock.look(GAME)
    with pytest.raises(GameFrozen):
        await table.give(seat, EndTurn())
    assert len(await table.entries()) == 4
    assert "internal error" not in caplog.text
    await frozen(table, 1)
    await table.clock.look(GAME)
    assert len(await table.entries()) > 4


async def test_a_process_that_knew_nothing_of_the_freeze_gives_it_back_before_a_flag():
    """A command comes to it first; the freeze and an outage that met it are one gap."""
    table = await turn(on_flag="loss")
    seat = await asked(table)
    await table.later(2)
    await frozen(table, 60)
    store = table.command_handler.freezes
    table.restart()
    table.command_handler.freezes = store
    table.processes.outage = START + 61_000, START + 63_000
    table.ms += 1_000
    await table.give(seat, EndTurn())
    assert (await table.entries())[4:] == [("GiveBackOutage", 63_000), ("EndTurn", 63_000)]
    session = await table.session()
    assert session.protocol.docket.clocks.seats[seat].bank == 8_000


async def test_the_time_to_answer_runs_anew_after_a_freeze():
    """Twenty seconds from the end of it, also where it was given back to the clocks."""
    table = await turn(bank_ms=600_000, limit=20)
    await table.later(5)
    await frozen(table, 60)
    await table.clock.look(GAME)
    await table.later(19.9)
    assert [kind for kind, _ in (await table.entries())[4:]] == ["GiveBackOutage"]
    await table.later(0.2)
    assert (await table.entries())[5:] == [("EnforceDeadline", 85_100)]
