"""A feed as those see it who see it late, where the store has lost the end of it."""

from __future__ import annotations

from typing import Any

import msgspec

from services.events.seen_late import SeenLate
from services.store.event_feeds import FeedRenewed, Position

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
