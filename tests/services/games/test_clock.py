"""What the service does by itself, and when."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager, suppress
from unittest.mock import AsyncMock, Mock

import pytest

from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.messages import (
    AdjournGame,
    Appeal,
    CallReferee,
    CommitContribution,
    Concede,
    ConfirmResult,
    DeadlineEnforced,
    Grounds,
    OpenContribution,
    PauseGame,
    SeatAbsent,
    ThrowDrawn,
)
from adjudicator.kernel.record.log import StoreDown
from adjudicator.kernel.record.record import Actor
from services.games.command_handler import CommandHandler
from services.games.heartbeats import Processes
from services.games.timing.clock import AT_ONCE, OPEN, Clock
from tests.services.fixtures import toy_rules
from tests.services.games.steps import GAME, SECRET, Table
from tests.toy.model.messages import CreateMatch, RollForFirst


@pytest.fixture
def table():
    return Table()


async def test_silence(table):
    """A question that is not answered in time is answered by what silence stands for, and not a moment before."""
    await table.open(profile="P1", response_limit=60)
    await table.give(0, CommitContribution(commitment=wgdice.seat_commit(GAME, 0, b"c" * 32)))
    await table.later(59.9)
    assert await table.top() == "contribute"
    await table.later(0.2)
    session = await table.session()
    assert session.protocol.absent.keys() == {1}
    assert await table.top() == "open_contribution"
    record, opened = (await last(table))[1:]
    assert (record.actor, record.time) == (Actor(6, 255, ""), 1_060_100)
    assert [type(event) for event, _ in opened.events][:2] == [DeadlineEnforced, SeatAbsent]
    await table.give(0, OpenContribution(contribution=b"c" * 32))
    assert await table.top() == "create"


async def last(table):
    entries = [entry async for entry in table.log.read(GAME)]
    session = await table.session()
    past = await table.command_handler.as_of(GAME, session.protocol.seq - 1)
    return (entries[-1], *past.take(entries[-1]))


async def test_question_without_a_silent_answer(table):
    """A question for which silence stands for nothing is not ended by the service."""
    await table.open(response_limit=60)
    await table.later(10**6)
    assert await table.top() == "create"


async def test_no_limit(table):
    """Where a game sets no limit nobody is hurried, but for a day that each has to give a contribution."""
    await table.open(profile="P1")
    await table.later(24 * 3600 - 1)
    assert (await table.session()).protocol.seq == 1
    await table.later(2)
    assert (await table.session()).protocol.absent.keys() == {0, 1}
    await table.later(10**6)
    assert (await table.session()).protocol.seq == 2


async def test_a_withheld_opening(table):
    """A seat that commits and then does not open stops no game: after a day it goes on without its bytes."""
    await table.open(profile="P1")
    for seat in (0, 1):
        await table.give(seat, CommitContribution(commitment=wgdice.seat_commit(GAME, seat, b"c" * 32)))
    await table.give(0, OpenContribution(contribution=b"c" * 32))
    await table.later(24 * 3600 + 1)
    session = await table.session()
    assert session.protocol.absent.keys() == {1}
    assert session.protocol.transcript is not None
    assert await table.top() == "create"


async def test_end_without_a_referee(table):
    """A game without referee closes at once; it shows its secret when all have confirmed."""
    await table.open()
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(0, Concede())
    assert await table.top() == "confirm_result"
    assert await table.store.common_members([OPEN]) == [GAME]
    for seat in (0, 1):
        await table.give(seat, ConfirmResult())
    session = await table.session()
    assert (session.protocol.secret, session.game.stack) == (SECRET, ())
    assert await table.store.common_members([OPEN]) == []


async def test_unconfirmed(table):
    """A seat that does not confirm holds the secret up for ten minutes, whatever the game's limit."""
    await table.open()
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(0, Concede())
    await table.later(599)
    assert await table.top() == "confirm_result"
    await table.later(2)
    assert (await table.session()).protocol.secret == SECRET


async def test_appeals(table):
    """The game closes when the time for appeals is over, not before."""
    await table.open(appeal_window=30)
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(0, Concede())
    await table.later(29)
    assert await table.top() == "appeal"
    await table.later(2)
    assert await table.top() == "confirm_result"


async def test_result_in_steps(table):
    """A game that is played step by step and has no referee is closed by the service too."""
    await table.open(pace="step")
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(0, RollForFirst())
    await table.give(0, Concede())
    assert await table.top() == "confirm_result"


async def test_a_seated_referee(table):
    """The time for appeals runs out by itself where a referee is seated too."""
    await table.open(referee=True, appeal_window=30)
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(0, Concede())
    await table.later(29)
    assert await table.top() == "appeal"
    await table.later(2)
    assert await table.top() == "confirm_result"


async def test_stops(table):
    """A pause, a call and an adjournment end by themselves, one after the other; deadlines wait for them."""
    why = Grounds(reason="a fire alarm", clause="", about=())
    await table.open(profile="P1", referee=True, response_limit=60)
    await table.later(59)
    await table.give(REFEREE, PauseGame(grounds=why))
    await table.later(3599)
    assert (await table.session()).protocol.docket.stopped
    await table.later(1)
    assert not (await table.session()).protocol.docket.stopped
    await table.give(0, CallReferee(question="when does it begin?", about=()))
    await table.later(600)
    session = await table.session()
    assert (session.protocol.docket.stopped, len(session.protocol.docket.calls)) == (False, 1)
    assert session.protocol.absent == {}
    await table.later(1)
    assert (await table.session()).protocol.absent.keys() == {0, 1}
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(REFEREE, AdjournGame(grounds=why, for_ms=5_000_000))
    await table.later(3000)  # the call lapses an hour after it was made, whatever has stopped the clocks since
    assert (await table.session()).protocol.docket.calls == ()
    await table.later(2000)
    assert not (await table.session()).protocol.docket.stopped


async def test_a_silent_roller(table):
    """A throw that nobody makes is drawn when its time is over, and the game goes on."""
    await table.open(referee=True, response_limit=60, dice_mode="reported")
    await table.give(REFEREE, CreateMatch(rounds=1))
    assert await table.top() == "roll_report"
    await table.later(60)
    opened = (await last(table))[2]
    assert [type(event) for event, _ in opened.events][:2] == [DeadlineEnforced, ThrowDrawn]


async def test_an_appeal_that_nobody_rules_on(table):
    """After the referee's hour it has lapsed; what was left of the time for appeals runs out, and the game closes."""
    await table.open(referee=True, appeal_window=600)
    await table.give(REFEREE, CreateMatch(rounds=1))
    await table.give(0, Concede())
    await table.later(100)
    await table.give(0, Appeal(reason="no"))
    await table.later(3_599)
    assert await table.top() == "appeal_lodged"
    await table.later(2)
    assert await table.top() == "appeal"
    await table.later(498)
    assert await table.top() == "appeal"
    await table.later(3)
    assert await table.top() == "confirm_result"


async def test_restart(table):
    """After a restart the service takes up what was due meanwhile."""
    await table.open(profile="P1", response_limit=60)
    table.restart()
    await table.later(61)
    assert (await table.session()).protocol.absent.keys() == {0, 1}


async def test_a_process_that_is_gone(table):
    """What is due in the games of a process that is gone is done by another, which never heard of them."""
    other = Clock(
        CommandHandler(table.log, lambda _: toy_rules(), lambda _: SECRET, lambda: table.ms, lambda: b"s" * 32),
        table.store,
        lambda _: SECRET,
        lambda: table.ms,
        tick=0.005,
        beat=0.01,
        processes=Processes(table.store, gone=0.2),
    )
    living, dying = asyncio.create_task(other.run()), asyncio.create_task(table.clock.run())
    await asyncio.sleep(0.1)
    await table.open(profile="P1", response_limit=60)
    dying.cancel()
    table.ms += 61_000
    async with asyncio.timeout(60):
        while (await table.session()).protocol.seq < 2:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.02)
    living.cancel()
    assert (await table.session()).protocol.absent.keys() == {0, 1}


async def test_store_is_back(table, monkeypatch):
    """What was due while the store was down is done when it is back."""
    await table.open(profile="P1", response_limit=60)
    append = table.log.append

    async def store_down(*_entry):
        raise StoreDown("gone")

    monkeypatch.setattr(table.log, "append", store_down)
    await table.later(61)
    assert (await table.session()).protocol.seq == 1
    monkeypatch.setattr(table.log, "append", append)
    await table.later(6)
    assert (await table.session()).protocol.seq == 2


@pytest.mark.parametrize("name", ["submit", "locked"])
async def test_an_error_that_nobody_foresaw(table, monkeypatch, name):
    """What is due in a game is tried again after an error of any kind, at the start and later."""
    await table.open(profile="P1", response_limit=60)
    table.restart()
    table.ms += 61_000
    ticking = asyncio.create_task(table.clock.run())
    async with asyncio.timeout(60):
        with monkeypatch.context() as patch:
            patch.setattr(table.command_handler, name, broken := Mock(side_effect=ZeroDivisionError))
            while not broken.called:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.005)
        await asyncio.sleep(0.03)
        assert (await table.session()).protocol.seq == 1
        table.ms += 61_000
        while (await table.session()).protocol.seq < 2:  # noqa: ASYNC110 - no event tells
            await asyncio.sleep(0.005)
    ticking.cancel()


async def test_store_is_away_at_the_start(table, monkeypatch):
    """A service that starts before its store can be read takes up its games when it can."""
    await table.open(profile="P1", response_limit=60)
    table.restart()

    async def store_down(*_names):
        raise StoreDown("gone")

    for thing, name in ((table.store, "common_members"), (table.command_handler, "locked")):
        with monkeypatch.context() as patch:
            patch.setattr(thing, name, store_down if name == "common_members" else away)
            await table.later(61)
    assert (await table.session()).protocol.seq == 1
    ticking = asyncio.create_task(table.clock.run())
    await table.all_done()
    table.ms += 6_000
    await table.all_done()
    ticking.cancel()
    assert (await table.session()).protocol.seq == 2


@asynccontextmanager
async def away(game):
    """Hold a game that can not be read."""
    if game is not None:
        raise StoreDown("gone")
    yield


async def test_a_clock_that_no_longer_hears_of_processes(table, monkeypatch):
    """Where a fault ends the look at other processes it ends the clock too, so that somebody hears of it."""
    monkeypatch.setattr(table.clock, "_watch_processes", AsyncMock(side_effect=ZeroDivisionError))
    monkeypatch.setattr(table.clock, "_tick", 0.001)
    async with asyncio.timeout(20):
        with pytest.raises(ZeroDivisionError):
            await table.clock.run()


class Slow(Clock):
    """A clock that acts for as long as a test lets it."""

    def __init__(self, table):
        super().__init__(table.command_handler, table.store, lambda _: SECRET, lambda: table.ms, tick=0.001)
        self.begun, self.go_on = [], asyncio.Event()

    async def _act_if_due(self, game):
        self.begun.append(game)
        await self.go_on.wait()

    async def has_begun(self, count):
        """Wait until something was begun in so many games."""
        async with asyncio.timeout(20):
            while len(self.begun) < count:  # noqa: ASYNC110 - no event tells
                await asyncio.sleep(0.001)


@pytest.fixture
async def slow(table):
    """Give a slow clock that runs, and end it."""
    clock = Slow(table)
    ticking = asyncio.create_task(clock.run())
    yield clock
    ticking.cancel()
    with suppress(asyncio.CancelledError):
        await ticking


async def test_a_game_that_takes_long(slow):
    """What is due in one game is not held up by another in which it takes long."""
    slow._waiting[GAME] = 0
    await slow.has_begun(1)
    slow._waiting[b"other"] = 0
    await slow.has_begun(2)
    assert slow.begun == [GAME, b"other"]


async def test_games_due_at_one_moment(slow):
    """In so many games at once and no more what is due is done, first where it was due first; each once."""
    games = [bytes([number]) for number in range(2 * AT_ONCE)]
    slow._waiting.update((game, -games.index(game)) for game in games)
    await slow.has_begun(AT_ONCE)
    await asyncio.sleep(0.02)
    assert slow.begun == games[: AT_ONCE - 1 : -1]
    slow.go_on.set()
    await slow.has_begun(2 * AT_ONCE)
    assert slow.begun == games[::-1]


async def test_a_clock_that_hands_on_with_games_due(slow):
    """What waits for its turn is not begun any more once other processes do it."""
    slow._waiting.update((bytes([number]), 0) for number in range(2 * AT_ONCE))
    await slow.has_begun(AT_ONCE)
    slow.hand_on()
    slow.go_on.set()
    await asyncio.sleep(0.02)
    assert len(slow.begun) == AT_ONCE


async def test_games_due_at_a_start(slow, table):
    """What fell due while no process ran is done in so many games at once and no more, as at any other moment."""
    await table.open(profile="P1", response_limit=60)
    table.ms += 61_000
    games = [bytes([number]) for number in range(2 * AT_ONCE)]
    session = await table.session()

    @asynccontextmanager
    async def locked(game):
        with monkeyed(session, game):
            yield session

    table.command_handler.locked = locked
    await table.store.drop_members(OPEN, [GAME])
    await table.store.add_members(OPEN, games)
    assert await slow._load_open_games(everything=True)
    await slow.has_begun(AT_ONCE)
    await asyncio.sleep(0.02)
    assert len(slow.begun) == AT_ONCE


@contextmanager
def monkeyed(session, game):
    """Let the session of one game pass for that of another."""
    session.game_id, kept = game, session.game_id
    yield
    session.game_id = kept


async def test_a_clock_that_is_ended(slow):
    """Nothing that fell due goes on behind whoever has ended the clock."""
    ended = []

    async def act(_game):
        slow.begun.append(_game)
        try:
            await asyncio.sleep(20)
        finally:
            await asyncio.sleep(0.02)
            ended.append(_game)

    slow._act_if_due = act
    ticking = asyncio.create_task(slow.run())
    slow._waiting[GAME] = 0
    await slow.has_begun(1)
    ticking.cancel()
    with suppress(asyncio.CancelledError):
        await ticking
    assert ended == [GAME]


async def test_time_that_passes_during_a_look(table):
    """That nothing is due is told alike whatever time passes between two looks at the clock."""
    await table.open(profile="P1")
    session = await table.session()
    looks = iter(range(table.ms, table.ms + 1000))
    table.clock.now = lambda: next(looks)
    table.clock._due = lambda _session: None
    table.clock.update(session)
    assert not table.clock.waiting
    assert not table.clock._immediate
