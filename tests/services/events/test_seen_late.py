"""A feed as those see it who see it late: where the store has lost the end of it, and what a list of games folds."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest

from services.events.seen_late import FOLDED_MOST, SeenLate
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
    late = SeenGames.late

    async def counted(self: SeenGames, game: bytes, delay: int) -> Any:
        found[game] += 1
        return await late(self, game, delay)

    monkeypatch.setattr(SeenGames, "late", counted)
    return found


async def many(toy_service: ToyService, count: int) -> tuple[Event, str]:
    """Open many games whose entries a spectator sees an hour late, and play on in the first."""
    event = await create(toy_service, referee=False, spectator_delay={"seconds": 3_600})
    opened = await event.open(*(pairing("anna", "ben", table=str(number)) for number in range(count)))
    await event.game(opened[0]).call("CreateMatch", "owner", rounds=1)
    return event, await event.token("spectator", "sue")


def forget(toy_service: ToyService, event: Event) -> None:
    """Lose a feed: it is made anew, and tells no openings any more."""
    log: Any = toy_service.log
    del log.told[event.id][:]


async def test_a_list_right_after_the_opening_folds_no_game(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """The feed has told how each game stood when it was opened, and a list says what folding would."""
    event, sue = await many(toy_service, 12)
    shown = (await event.call("Games", sue)).games
    assert not folded
    assert [row.seq for row in shown] == [1] * 12
    assert (await event.call("Games")).games[0].seq == 2
    forget(toy_service, event)
    assert (await event.call("Games", sue)).games == shown
    assert set(folded.values()) == {1}
    assert len(folded) == 12


async def test_a_page_folds_so_many_games_at_most(toy_service: ToyService, folded: Counter[bytes]) -> None:
    """Where games have to be folded a page ends early, with what it has found, and the next one goes on."""
    count = 2 * FOLDED_MOST + 5
    event, sue = await many(toy_service, count)
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
    # a filter that nothing fits makes pages without games, and no longer ones
    page = await event.call("Games", sue, statuses=[events_pb2.EVENT_GAME_STATUS_FINISHED])
    assert (len(page.games), page.next_page_token) == (0, str(FOLDED_MOST))
