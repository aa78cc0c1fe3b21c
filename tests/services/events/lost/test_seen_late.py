"""A feed as those see it who see it late: where the store has lost the end of it, and what a list of games folds."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from services.events import seen_late
from services.events.messages import read_row
from services.events.seen_late import FOLDED_MOST, SeenLate
from services.games.digests import Row
from services.rpc.access.seen_games import SeenGames
from services.store.event_feeds import FeedRenewed, Position
from tests.services.events.steps import Event, create, pairing
from tests.services.fixtures import ToyService
from wargame.v1 import events_pb2

EVENT = b"e" * 16


def digest(game: bytes, seq: int, time: int) -> bytes:
    return msgspec.msgpack.encode([game, seq, b"", time])


class Feed:
    """A feed under one epoch, whose end can be lost; it refuses places that it does not have."""

    def __init__(self) -> None:
        self.rows = list[bytes]()

    async def position(self, _event: bytes) -> Position:
        return Position(7, len(self.rows) + 1)

    async def read(self, _event: bytes, after: Position) -> list[tuple[int, bytes]]:
        start = max(after.number, 1)
        if after.epoch != 7 or start > len(self.rows) + 1:
            raise FeedRenewed
        return list(enumerate(self.rows, 2))[start - 1 :]


class Clock:
    def now(self) -> int:
        return 100


async def test_a_feed_that_lost_its_end_is_read_from_its_beginning() -> None:
    """What came in the place of the lost rows is seen by the very next call, under the same epoch."""
    feed: Any = Feed()
    clock: Any = Clock()
    late = SeenLate(feed, clock)
    feed.rows = [digest(b"a", 1, 10), digest(b"a", 2, 20), digest(b"a", 3, 30)]
    assert await late.position(EVENT, 50) == Position(7, 4)
    feed.rows = [digest(b"a", 1, 10)]
    assert await late.position(EVENT, 50) == Position(7, 2)
    feed.rows += [digest(b"b", 1, 40), digest(b"b", 2, 60)]
    # at 100 less a delay of 50 the last is not seen yet
    assert await late.position(EVENT, 50) == Position(7, 3)


@pytest.fixture
def folded(monkeypatch: pytest.MonkeyPatch) -> Counter[bytes]:
    """Count how often each game is folded for those who see it late."""
    found: Counter[bytes] = Counter()
    late = SeenGames.late_until

    async def counted(self: SeenGames, game: bytes, delay: int) -> Any:
        found[game] += 1
        return await late(self, game, delay)

    monkeypatch.setattr(SeenGames, "late_until", counted)
    return found


async def many(toy_service: ToyService, count: int, played: int = 1) -> tuple[Event, str]:
    """Open many games whose entries a spectator sees an hour late, and play on in the first of them."""
    event = await create(toy_service, referee=False, spectator_delay={"seconds": 3_600})
    opened = await event.open(*(pairing("anna", "ben", table=str(number)) for number in range(count)))
    for row in opened[:played]:
        await event.game(row).call("CreateMatch", "owner", rounds=1)
    return event, await event.token("spectator", "sue")


def forget(toy_service: ToyService, event: Event) -> None:
    """Lose a feed: it is made anew, and tells no openings any more."""
    log: Any = toy_service.log
    del log.told[event.id][:]


async def test_a_list_right_after_the_opening_folds_no_game(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """The feed has told how each game stood when it was opened, and a list says what folding would."""
    event, sue = await many(toy_service, 12, 3)
    shown = (await event.call("Games", sue)).games
    assert not folded
    assert [row.seq for row in shown] == [1] * 12
    assert (await event.call("Games")).games[0].seq == 2
    forget(toy_service, event)
    assert (await event.call("Games", sue)).games == shown
    # a game of which there is nothing but its opening is seen as it stands
    assert folded == dict.fromkeys([row.game for row in shown[:3]], 1)


async def test_a_page_folds_so_many_games_at_most(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """Where games have to be folded a page ends early, with what it has found, and the next one goes on."""
    count = 2 * FOLDED_MOST + 5
    event, sue = await many(toy_service, count, count)
    forget(toy_service, event)
    tokens, numbers = [""], list[int]()
    while not numbers or tokens[-1]:
        before = folded.total()
        page = await event.call("Games", sue, page_size=2_000, page_token=tokens[-1])
        assert folded.total() - before <= FOLDED_MOST
        numbers += [row.number for row in page.games]
        tokens.append(page.next_page_token)
    assert numbers == list(range(1, count + 1))
    assert tokens == ["", str(FOLDED_MOST), str(2 * FOLDED_MOST), ""]
    # what was folded stands, for whatever is asked
    page = await event.call("Games", sue, page_size=2_000)
    assert [row.number for row in page.games] == list(range(1, count + 1))
    assert folded.total() == count


async def test_a_filter_makes_no_page_fold_more(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """A filter that nothing fits makes pages without games, and no longer ones."""
    event, sue = await many(toy_service, FOLDED_MOST + 5, FOLDED_MOST + 5)
    forget(toy_service, event)
    page = await event.call("Games", sue, statuses=[events_pb2.EVENT_GAME_STATUS_FINISHED])
    assert (len(page.games), page.next_page_token) == (0, str(FOLDED_MOST))
    assert folded.total() == FOLDED_MOST


async def test_results_after_a_lost_feed_fold_each_game_once(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """However often results are asked for, a game is folded once, and again only when more of it is seen."""
    event, sue = await many(toy_service, 6, 5)
    before = await event.call("Results", sue)
    forget(toy_service, event)
    assert [await event.call("Results", sue) for _ in range(3)] == [before] * 3
    assert set(folded.values()) == {1}
    assert len(folded) == 5


class ThreeEntries(Clock):
    """A game whose entries were written at 50, 60 and 70; it counts how often it is folded."""

    time = 0
    folded = 0
    times = (50, 60, 70)

    def now(self) -> int:
        return self.time

    async def late_until(self, _game: bytes, delay: int) -> tuple[Any, int | None]:
        self.folded += 1
        seen = self.times[: bisect_right(self.times, self.time - delay)]
        session: Any = SimpleNamespace(rules=None, game=None, protocol=SimpleNamespace(docket=None, terms=None))
        session.protocol.seq, session.protocol.times = len(seen), seen
        return session, self.times[len(seen)] if len(seen) < len(self.times) else None


async def test_a_row_that_was_folded_stands_until_more_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row is folded on as soon as the next entry is seen and not before; without one it is kept by nobody."""
    feed: Any = Feed()
    game: Any = ThreeEntries()
    late = SeenLate(feed, game)
    state: Any = SimpleNamespace(event=EVENT, games={b"a": None})
    monkeypatch.setattr(seen_late, "row_after", lambda *given: row(given[4], given[5]))
    found = list[tuple[int, int]]()
    for game.time in (100, 109, 110, 119, 120, 500):
        shown = await late.rows(state, {b"a": msgspec.msgpack.encode(row(9, 1_000))}, 50)
        found.append((read_row(shown[b"a"]).seq, game.folded))
    # they are seen 50 later
    assert found == [(1, 1), (1, 1), (2, 2), (2, 2), (3, 3), (3, 4)]


def row(seq: int, time: int) -> Row:
    return Row(seq, time, 0, (), 0, 0, (), (), None, 0)
