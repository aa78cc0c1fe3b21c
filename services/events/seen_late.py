"""The games of an event as those see them who see them late: rows, signs and the feed as they were so long ago.

What the games tell is held back; what organisers and referees write into the log of the event itself is not.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.record.log import LogFault
from services.events.messages import read_digest, read_row
from services.events.rebuild import UNREAD
from services.games.digests import row_after
from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.logs import log
from services.sessions.session import EditionUnreadable
from services.store.event_feeds import FeedRenewed, Position

if TYPE_CHECKING:
    from services.events.log.state import EventState
    from services.rpc.access.credentials import Credential
    from services.rpc.access.seen_games import SeenGames
    from services.store.event_feeds import Feeds

# Events whose feeds are kept as they are seen late.
KEPT: Final = 200


class _DigestStart(Struct, array_like=True):
    """The first fields of a digest."""

    game: bytes
    seq: int
    hash: bytes
    time: int


_START: Final = msgspec.msgpack.Decoder(_DigestStart)


class _Feed:
    """A feed as far as it is seen late: where that is, and the last digest of each game up to there."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.position = Position(0, 0)
        self.last: dict[bytes, bytes] = {}


class SeenLate:
    """Holds back what games tell their event."""

    def __init__(self, feeds: Feeds, seen: SeenGames) -> None:
        self._feeds = feeds
        self._seen = seen
        self._held: OrderedDict[bytes, _Feed] = OrderedDict()

    async def position(self, event: bytes, delay: int) -> Position:
        """Give the end of a feed as it is seen so late; StoreDown."""
        return (await self._feed(event, delay)).position

    async def rows(self, state: EventState, rows: dict[bytes, bytes], delay: int) -> dict[bytes, bytes]:
        """Give the row of each game as it was when what is seen so late was the last of it; `rows` are the latest.

        Raises as `SeenGames.late`.
        """
        time = self._seen.now() - delay
        newer = [game for game in state.games if game in rows and read_row(rows[game]).time > time]
        if not newer:
            return rows
        last = (await self._feed(state.event, delay)).last
        return rows | {game: await self._row(game, last.get(game), delay) for game in newer}

    async def _row(self, game: bytes, digest: bytes | None, delay: int) -> bytes:
        if digest is not None:
            return msgspec.msgpack.encode(read_digest(digest).row)
        # its opening alone is seen, or the feed was made anew since
        try:
            session = await self._seen.late(game, delay)
        except (LogFault, GameUnknown, ServedElsewhere, EditionUnreadable) as fault:
            # one game must not hide the others
            log.warning("game not in the list", game=game.hex(), kind=type(fault).__name__)
            return UNREAD
        protocol = session.protocol
        row = row_after(
            session.rules, session.game, protocol, protocol.docket, protocol.seq, protocol.times[-1], protocol.terms, []
        )
        return msgspec.msgpack.encode(row)

    def signs(self, signs: Sequence[bytes], delay: int) -> list[bytes]:
        """Leave out the digests that are not seen yet."""
        time = self._seen.now() - delay
        return [data for data in signs if not delay or _START.decode(data).time <= time]

    async def wait(self, digest: bytes, delay: int) -> None:
        """Return when a digest is seen so late."""
        await self._seen.wait(_START.decode(digest).time, delay)

    async def _feed(self, event: bytes, delay: int) -> _Feed:
        """Go on in a feed to the last digest that is seen."""
        feed = self._held.setdefault(event, _Feed())
        self._held.move_to_end(event)
        if len(self._held) > KEPT:
            self._held.popitem(last=False)
        async with feed.lock:
            for _ in range(2):
                try:
                    await self._go_on(event, feed, self._seen.now() - delay)
                    break
                except FeedRenewed:
                    # made anew, or its end was lost: what was read of it tells nothing any more
                    feed.position, feed.last = Position(0, 0), {}
        return feed

    async def _go_on(self, event: bytes, feed: _Feed, time: int) -> None:
        epoch = (await self._feeds.position(event)).epoch
        if epoch != feed.position.epoch:
            feed.position, feed.last = Position(epoch, 0), {}
        while epoch:
            found = await self._feeds.read(event, feed.position)
            for number, data in found:
                start = _START.decode(data)
                if start.time > time:
                    return
                feed.position = Position(epoch, number)
                feed.last[start.game] = data
            if not found:
                return


def delay_in(state: EventState, credential: Credential) -> int:
    """Say how much later than they are a caller sees the games of an event, in ms."""
    return 1_000 * state.terms.spectator_delay if state.terms is not None and credential.follows_late else 0
