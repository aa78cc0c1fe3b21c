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
from services.games.digests import Row, row_after
from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown
from services.logs import log
from services.sessions.session import EditionUnreadable
from services.store.archive import GameForgotten
from services.store.event_feeds import FeedRenewed, Position

if TYPE_CHECKING:
    from services.events.log.state import EventState
    from services.rpc.access.credentials import Credential
    from services.rpc.access.seen_games import SeenGames
    from services.store.event_feeds import Feeds

# Events whose feeds are kept as they are seen late.
KEPT: Final = 200
# Games that one page of a list folds anew, where the feed does not tell how they stood.
FOLDED_MOST: Final = 50


class _DigestStart(Struct, array_like=True):
    """The first fields of a digest."""

    game: bytes
    seq: int
    hash: bytes
    time: int


_START: Final = msgspec.msgpack.Decoder(_DigestStart)


class _Folded(Struct, frozen=True):
    """The row of a game that was folded: it stands as long as what is seen was written before `until`, in ms."""

    row: bytes
    until: int


class _Feed:
    """A feed as far as it is seen late: where that is, and the last digest of each game up to there.

    Of what comes after it the openings alone are told: those of the games up to `ahead`, each with its row.
    `folded` has the games of which the feed tells nothing.
    """

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.begin(0)

    def begin(self, epoch: int) -> None:
        """Know nothing of a feed yet that has this epoch."""
        self.position = self.ahead = Position(epoch, 0)
        self.last: dict[bytes, bytes] = {}
        self.opened: dict[bytes, bytes] = {}
        self.folded: dict[bytes, _Folded] = {}


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
        found, _ = await self.page_rows(state, rows, delay, list(state.games), len(state.games))
        return found

    async def page_rows(
        self, state: EventState, rows: dict[bytes, bytes], delay: int, games: Sequence[bytes], most: int = FOLDED_MOST
    ) -> tuple[dict[bytes, bytes], bytes | None]:
        """Give rows as `rows` does, of these games; and the first game that is left for the next page, or None.

        Where the feed was made anew it does not tell how a game stood, and the game is folded: at most so many are.
        It is folded on once its next entry is seen and no sooner, whoever asks and however often.
        """
        time = self._seen.now() - delay
        newer = [game for game in games if game in rows and _is_newer(read_row(rows[game]), time)]
        if not newer:
            return rows, None
        feed = await self._feed(state.event, delay)
        if any(game not in feed.last and game not in feed.opened for game in newer):
            await self._look_ahead(state.event, feed)
        shown, folded = dict(rows), 0
        for game in newer:
            if game in feed.last:
                shown[game] = msgspec.msgpack.encode(read_digest(feed.last[game]).row)
            elif game in feed.opened:
                shown[game] = feed.opened[game]
            elif (known := feed.folded.get(game)) is not None and time < known.until:
                shown[game] = known.row
            elif folded == most:
                return shown, game
            else:
                folded += 1
                shown[game] = await self._row(feed, game, delay)
        return shown, None

    async def _row(self, feed: _Feed, game: bytes, delay: int) -> bytes:
        """Fold a game, and write its row: the feed was made anew since."""
        epoch = feed.position.epoch
        try:
            session, until = await self._seen.late_until(game, delay)
        except (LogFault, GameUnknown, GameForgotten, ServedElsewhere, EditionUnreadable) as fault:
            # one game must not hide the others
            log.warning("game not in the list", game=game.hex(), kind=type(fault).__name__)
            return UNREAD
        protocol = session.protocol
        row = row_after(
            session.rules, session.game, protocol, protocol.docket, protocol.seq, protocol.times[-1], protocol.terms, []
        )
        data = msgspec.msgpack.encode(row)
        # one call that is broken off leaves what it has found to the next
        if until is not None and feed.position.epoch == epoch:
            feed.folded[game] = _Folded(data, until)
        return data

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
                    feed.begin(0)
        return feed

    async def _go_on(self, event: bytes, feed: _Feed, time: int) -> None:
        epoch = (await self._feeds.position(event)).epoch
        if epoch != feed.position.epoch:
            feed.begin(epoch)
        while epoch:
            found = await self._feeds.read(event, feed.position)
            for number, data in found:
                start = _START.decode(data)
                if start.time > time:
                    return
                feed.position = Position(epoch, number)
                feed.last[start.game] = data
                feed.opened.pop(start.game, None)
                feed.folded.pop(start.game, None)
            if not found:
                return
            await asyncio.sleep(0)  # a feed may be long: others get their turn after each page

    async def _look_ahead(self, event: bytes, feed: _Feed) -> None:
        """Read the openings that came after what is seen: an opening is always seen, and tells nothing of its game."""
        async with feed.lock:
            feed.ahead = max(feed.ahead, feed.position)
            try:
                while found := await self._feeds.read(event, feed.ahead):
                    for number, data in found:
                        start = _START.decode(data)
                        if start.seq == 1 and start.game not in feed.last:
                            feed.opened[start.game] = msgspec.msgpack.encode(read_digest(data).row)
                        feed.ahead = Position(feed.ahead.epoch, number)
                    await asyncio.sleep(0)
            except FeedRenewed:  # who asks next begins with it anew
                feed.ahead, feed.opened = feed.position, {}


def _is_newer(row: Row, time: int) -> bool:
    """Whether a row tells of more than is seen of what was written by this time; an opening is always seen."""
    return row.time > time and row.seq > 1


def delay_in(state: EventState, credential: Credential) -> int:
    """Say how much later than they are a caller sees the games of an event, in ms."""
    return 1_000 * state.terms.spectator_delay if state.terms is not None and credential.follows_late else 0
