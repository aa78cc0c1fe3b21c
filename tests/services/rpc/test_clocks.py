"""Clocks through gRPC: opened with a game, shown with every answer, set by a referee, called by the service."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from adjudicator.kernel.messages import EndingTerms, GameTerms
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.wire_values import span_of
from tests.services.fixtures import event_in, fault_of, open_request, serve_toy
from wargame.v1 import rulings_pb2, terms_pb2

WHY = rulings_pb2.Grounds(reason="the lights went out")
Code = grpc.StatusCode
HOUR = 3_600_000
YEAR_9000 = 221_845_392_000
ms = Duration.ToMilliseconds


def terms(**clock):
    """An hour for each seat."""
    given = {"bank": HOUR, **clock}
    times: Any = {name: span_of(value) if isinstance(value, int) else value for name, value in given.items()}
    return terms_pb2.GameTerms(clock=terms_pb2.ClockTerms(**times))


@pytest.fixture
async def toy_service(tmp_path):
    async with serve_toy(tmp_path) as toy_service:
        yield toy_service


async def turn(service, **opening):
    """A match in its first turn, and whose it is."""
    game = await service.match(referee=True, **{"event_terms": terms(), **opening})
    for who in ("red", "blue"):
        await game.call("PlotMarch", who, heading="north")
    window = (await game.call("Get", "spectator")).windows[-1]
    return game, ("red", "blue")[window.asks[0].seat]


async def test_clocks_are_shown_with_every_answer(toy_service):
    """The same in offers, answers and facts, for whoever asks: who runs, and when the flag falls."""
    game, who = await turn(toy_service, event_terms=terms(delay=500, grace=250))
    shown = (await game.call("Get", "spectator")).clocks
    assert shown == (await game.call("Offers", "red")).clocks == (await game.call("Offers", "referee")).clocks
    mover = ("red", "blue").index(who)
    assert [(row.seat, row.running, row.flag) for row in shown.seats] == [
        (0, mover == 0, False),
        (1, mover == 1, False),
    ]
    row = shown.seats[mover]
    due = shown.time.ToMilliseconds() + 500 + ms(row.bank) + 250
    assert (ms(row.free), row.due_time.ToMilliseconds()) == (500, due)
    assert not shown.seats[1 - mover].HasField("due_time")
    ended = (await game.call("EndTurn", who)).clocks
    assert [row.running for row in ended.seats] == [mover == 1, mover == 0]
    assert ms(ended.seats[mover].bank) <= HOUR


async def test_a_retry_shows_the_clocks_as_they_were(toy_service):
    """The first answer again, although the game has gone on."""
    game, who = await turn(toy_service)
    command_id = b"r" * 16
    first = await game.call("EndTurn", who, command_id=command_id)
    await game.call("EndTurn", "blue" if who == "red" else "red")
    assert await game.call("EndTurn", who, command_id=command_id) == first


async def test_a_referee_sets_a_clock(toy_service):
    """As it is offered; a seat may not."""
    game, _ = await turn(toy_service)
    offers = await game.call("Offers", "referee")
    bank = offers.clocks.seats[0].bank
    assert "SetClock" in {row.command for row in offers.anytime}
    assert "SetClock" not in {row.command for row in (await game.call("Offers", "red")).anytime}
    fields = {"grounds": WHY, "seat": 0, "old_bank": bank, "new_bank": span_of(2 * HOUR)}
    assert fault_of(await game.refused("SetClock", "red", head=offers.head, **fields))[0] == Code.PERMISSION_DENIED
    wrong = await game.refused("SetClock", "referee", head=offers.head, **{**fields, "old_bank": span_of(ms(bank) + 1)})
    assert fault_of(wrong) == (Code.FAILED_PRECONDITION, "other-bank")
    reply = await game.call("SetClock", "referee", head=offers.head, **fields)
    assert ms(reply.clocks.seats[0].bank) == 2 * HOUR


async def test_the_service_ends_a_game_by_the_clock(toy_service):
    """A flag falls; the other seat has won, and the result says by what."""
    game, who = await turn(toy_service, event_terms=terms(grace=1, on_flag="ON_FLAG_LOSS"), appeal_window=60)
    offers = await game.call("Offers", "referee")
    seat = ("red", "blue").index(who)
    clock = {"seat": seat, "old_bank": offers.clocks.seats[seat].bank, "new_bank": span_of(1)}
    await game.call("SetClock", "referee", head=offers.head, grounds=WHY, **clock)
    entries = game.start("Watch", who)
    async for entry in entries:
        if entry.command == "CallFlag":
            break
    assert [row.name for row in entry.ruled][:2] == ["FlagFell", "ResultReached"]
    assert ms(event_in(entry.ruled[0]).flag_fell.bank) <= -1
    result = (await game.call("Get", "spectator")).result
    assert (list(result.winners), result.outcome) == ([1 - ("red", "blue").index(who)], "won")


async def test_terms_that_do_not_fit_are_refused(toy_service):
    """With the field and the fix."""

    async def refused(**opening):
        with pytest.raises(grpc.aio.AioRpcError) as raised:
            await toy_service.call("Open", toy_service.owner, open_request(**opening))
        return raised.value

    found = await refused(event_terms=terms(), pace="step")
    assert fault_of(found) == (Code.FAILED_PRECONDITION, "clock-needs-auto")
    found = await refused(event_terms=terms(delay=2**40))
    assert fault_of(found) == (Code.FAILED_PRECONDITION, "clock-number")
    for start in ({"seconds": -5}, {}, {"seconds": 4_000_000_000, "nanos": 1_500_000}, {"seconds": YEAR_9000}):
        found = await refused(event_terms=terms(), starts_time=Timestamp(**start))
        assert (found.code(), found.details().split()[0]) == (Code.INVALID_ARGUMENT, "starts_time")
    told = await refused(event_terms=terms(bank=0))
    assert "event_terms.clock.bank must be 0.001 s to 366 d" in told.details()


async def test_no_clock_runs_before_the_start(toy_service):
    """The start lies in another year."""
    game, who = await turn(toy_service, starts_time=Timestamp(seconds=4_000_000_000))
    shown = (await game.call("EndTurn", who)).clocks
    assert [ms(row.bank) for row in shown.seats] == [HOUR, HOUR]
    other = shown.seats[1 - ("red", "blue").index(who)]
    assert other.due_time.ToMilliseconds() == 4_000_000_000_000 + HOUR + 1_000


async def test_an_ending_in_the_terms_is_chosen(toy_service):
    """Terms that say what an ending is worth say which; one that is no choice of the contract is refused, too."""
    unknown: Any = 77
    for ending in (terms_pb2.ENDING_UNSPECIFIED, unknown):
        endings = terms_pb2.GameTerms(endings=[terms_pb2.EndingTerms(ending=ending)])
        with pytest.raises(grpc.aio.AioRpcError, match=r"event_terms.endings\[0\].ending is no"):
            await toy_service.open(event_terms=endings)
    flag = terms_pb2.GameTerms(endings=[terms_pb2.EndingTerms(ending=terms_pb2.ENDING_FLAG)])
    game = await toy_service.open(event_terms=flag)
    assert (await game.call("Get", "owner")).terms.event_terms.endings[0].ending == terms_pb2.ENDING_FLAG


def test_an_ending_that_an_earlier_release_took():
    """Terms could name any word once: such a row is shown without its ending, and hides no game."""
    rows = tuple(EndingTerms(ending=word, refused=False) for word in ("sudden death", "flag"))
    named = GameTerms(referee_ms=0, no_show_ms=0, time_called_ms=0, agree="", endings=rows)
    shown: Any = LoadedRulesets({}).converter.to_pb(named)
    assert [row.ending for row in shown.endings] == [terms_pb2.ENDING_UNSPECIFIED, terms_pb2.ENDING_FLAG]
