"""Times of the contract are integers of the log: alone, and in a game with clocks."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from adjudicator_client import Key, Seat
from adjudicator_client.contract.wargame.v1.clocks_pb2 import ClockSet, GiveBackOutage, SetClock
from adjudicator_client.contract.wargame.v1.protocol_pb2 import OpenGame, ProtocolEvent
from adjudicator_client.contract.wargame.v1.rulings_pb2 import Grounds
from adjudicator_client.contract.wargame.v1.stops_pb2 import AdjournGame, ResumeGame
from adjudicator_client.contract.wargame.v1.terms_pb2 import ClockTerms, GameTerms
from adjudicator_client.proof.logged import row_of
from adjudicator_client.proof.mpint import decode

WHY = Grounds(reason="the lights went out")
NEW_MS = 5_400_500


@pytest.mark.parametrize(
    ("seconds", "nanos", "due"),
    [
        (0, 0, 0),
        (1, 5_000_000, 1_005),
        (-1, -5_000_000, -1_005),
        (0, -1_000_000, -1),
        (31_622_400_000, 0, 31_622_400_000_000),
    ],
)
def test_a_bank_is_milliseconds(seconds, nanos, due):
    """Of one sign, whole, and below 0 where it is overdrawn."""
    assert row_of(ClockSet(old_bank={"seconds": seconds, "nanos": nanos}))[1] == due


@pytest.mark.parametrize(
    ("seconds", "nanos"), [(1, 1), (1, -1_000_000), (-1, 1_000_000), (0, 10**9), (31_622_400_001, 0)]
)
def test_what_no_log_can_hold_is_refused(seconds, nanos):
    """With the field."""
    with pytest.raises(ValueError, match="old_bank"):
        row_of(ClockSet(old_bank={"seconds": seconds, "nanos": nanos}))


def test_other_times_are_not_below_zero():
    """Neither terms nor limits nor Timestamps."""
    for message in (
        ClockTerms(bank={"seconds": -1}),
        OpenGame(response_limit={"seconds": -1}),
        OpenGame(response_limit={"seconds": 1, "nanos": 1_000_000}),
        GiveBackOutage(from_time={"seconds": -1}),
        GiveBackOutage(from_time={"nanos": 1}),
    ):
        with pytest.raises(ValueError, match="must be whole"):
            row_of(message)


def test_what_is_absent_is_zero():
    """As the service logs it."""
    assert row_of(ClockTerms())[:4] == [0, 0, 0, 0]
    assert row_of(GiveBackOutage()) == [0, 0]
    assert row_of(OpenGame())[8] == 0


async def test_a_game_with_clocks(service):
    """An offered clock is set, signed in milliseconds; every event that tells of times is that of its record."""
    seats = [Seat("red", Key.new()), Seat("blue", Key.new())]
    clock = ClockTerms(bank=timedelta(hours=1), increment=timedelta(milliseconds=1_500))
    terms = GameTerms(clock=clock, no_show=timedelta(hours=2))
    opened = await service.open("tile_formations", seats, referee=True, event_terms=terms)
    red, blue, referee = opened.seat(0), opened.seat(1), opened.referee()
    await asyncio.gather(red.join(), blue.join())
    offers = await referee.offers()
    offer = next(row for row in offers.anytime if row.command == "SetClock")
    command = await referee.make(offer, answer)
    assert isinstance(command, SetClock)
    assert command.new_bank.ToMilliseconds() == NEW_MS
    await referee.give(command)
    await referee.offers()
    await referee.give(AdjournGame(grounds=WHY, duration=timedelta(milliseconds=90_001)))
    await referee.offers()
    await referee.give(ResumeGame(grounds=WHY))
    told: dict[str, Any] = {}
    logged: dict[str, Any] = {}
    async for entry in opened.spectator().read():  # which compares every event with its record
        record = decode(entry.record)
        for ruled in entry.ruled:
            told[ruled.name] = ProtocolEvent.FromString(ruled.event.value)
        logged |= {row[0][0]: row[0][1:] for row in record[9]} | {entry.command: record[6][2][1:]}
    assert logged["SetClock"][2:] == [3_600_000, NEW_MS]
    assert logged["AdjournGame"][1] == 90_001
    assert logged["ClockSet"][1:] == [3_600_000, NEW_MS]
    assert told["ClockSet"].clock_set.new_bank.ToMilliseconds() == NEW_MS
    assert told["GameStopped"].game_stopped.until_time.ToMilliseconds() == logged["GameStopped"][1]
    assert row_of((await red.terms()).event_terms) == row_of(terms)
    shown = (await referee.facts()).clocks.seats[command.seat]
    assert shown.bank.ToMilliseconds() == NEW_MS
    await opened.spectator().verify()


def answer(choice):
    """Set the bank; say why."""
    return {"range": min(max(choice.least, NEW_MS), choice.most), "words": "the lights went out"}.get(
        choice.kind, choice.values[0] if choice.values else choice.kind == "flag"
    )
