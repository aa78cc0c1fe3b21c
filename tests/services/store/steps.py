"""What every EventLog must do, whatever it is made of."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from typing import TYPE_CHECKING

import pytest

from adjudicator.kernel.record.chain import GENESIS_PREV, entry_hash
from adjudicator.kernel.record.log import Conflict, Entry, EventLog, LogFault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


def record(seq: int) -> bytes:
    """Make the bytes of an entry, some of them awkward."""
    return b"\x00\r\n\xff" + b"entry %d" % seq


def head(seq: int) -> bytes:
    """Give the hash of an entry of this game, or what stands before the first."""
    return entry_hash(record(seq)) if seq else GENESIS_PREV


def entry(seq: int) -> Entry:
    """Give the entry as it must come back; each third has openings."""
    return Entry(seq, record(seq), openings(seq), head(seq))


def openings(seq: int) -> bytes | None:
    """Give openings to each third entry."""
    return b"x%d" % seq if seq % 3 == 0 else None


async def write(log: EventLog, game_id: bytes, first: int, last: int) -> None:
    """Append the entries from first to last, each after the one before."""
    for seq in range(first, last + 1):
        await log.append(game_id, seq, head(seq - 1), record(seq), openings(seq))


async def take(entries: AsyncIterator[Entry], count: int) -> list[Entry]:
    """Take so many entries, and fail rather than wait for ever."""
    async with asyncio.timeout(60):
        return [await anext(entries) for _ in range(count)]


async def read_all(log: EventLog, game_id: bytes, after: int = 0) -> list[Entry]:
    """Read a log to its end."""
    return [found async for found in log.read(game_id, after)]


class LogContract:
    """The law of EventLog; a subclass has a fixture `log`."""

    async def test_reading_gives_what_was_written(self, log: EventLog, game_id: bytes) -> None:
        """Entries come back in order, byte for byte, with openings and hashes."""
        await write(log, game_id, 1, 7)

        assert await read_all(log, game_id) == [entry(seq) for seq in range(1, 8)]

    async def test_reading_begins_after_an_entry(self, log: EventLog, game_id: bytes) -> None:
        """A reader who has the first five gets the sixth and seventh."""
        await write(log, game_id, 1, 7)

        assert await read_all(log, game_id, after=5) == [entry(6), entry(7)]
        assert await read_all(log, game_id, after=7) == []

    async def test_a_long_log_is_read_whole(self, log: EventLog, game_id: bytes) -> None:
        """More entries than three pages of ten come without a gap at a page's edge."""
        await write(log, game_id, 1, 31)

        for after in (0, 9, 10, 11, 29):
            numbers = [found.seq for found in await read_all(log, game_id, after)]
            assert numbers == list(range(after + 1, 32))
        assert [found.seq for found in await take(log.follow(game_id, 0), 31)] == list(range(1, 32))

    async def test_the_largest_entry(self, log: EventLog, game_id: bytes) -> None:
        """A megabyte of record and one of openings come back whole."""
        large = bytes(range(256)) * 4096
        await log.append(game_id, 1, GENESIS_PREV, large, large)

        assert await read_all(log, game_id) == [Entry(1, large, large, entry_hash(large))]

    async def test_an_unknown_game_is_empty(self, log: EventLog, game_id: bytes) -> None:
        """A game without entries does not exist and reads as nothing."""
        assert not await log.exists(game_id)
        assert await read_all(log, game_id) == []
        assert await log.entry(game_id, 1) is None

    async def test_one_entry(self, log: EventLog, game_id: bytes) -> None:
        """One entry can be had by its number; a number it has not gives None."""
        await write(log, game_id, 1, 3)

        assert await log.entry(game_id, 3) == entry(3)
        assert [await log.entry(game_id, seq) for seq in (-1, 0, 4)] == [None] * 3

    async def test_games_are_listed(self, log: EventLog, game_id: bytes) -> None:
        """Every game with an entry is listed once."""
        other = entry_hash(game_id)[:16]
        await write(log, game_id, 1, 2)
        await write(log, other, 1, 1)

        listed = [found async for found in log.games()]

        assert await log.exists(game_id)
        assert listed.count(game_id) == listed.count(other) == 1

    async def test_a_gap_is_refused(self, log: EventLog, game_id: bytes) -> None:
        """An entry beyond the next is refused, and the refusal tells the end."""
        await write(log, game_id, 1, 2)

        with pytest.raises(Conflict) as refused:
            await log.append(game_id, 4, head(3), record(4), None)

        assert (refused.value.seq, refused.value.head) == (2, head(2))
        assert await read_all(log, game_id) == [entry(1), entry(2)]

    async def test_a_first_entry_without_a_log_before_it(self, log: EventLog, game_id: bytes) -> None:
        """Entry 1 comes after nothing, entry 2 not before entry 1."""
        with pytest.raises(Conflict) as early:
            await log.append(game_id, 2, head(1), record(2), None)
        with pytest.raises(Conflict):
            await log.append(game_id, 1, head(1), record(1), None)

        assert (early.value.seq, early.value.head) == (0, GENESIS_PREV)
        assert not await log.exists(game_id)

    async def test_a_game_is_opened_once(self, log: EventLog, game_id: bytes) -> None:
        """A second first entry is refused."""
        await write(log, game_id, 1, 1)

        with pytest.raises(Conflict) as refused:
            await log.append(game_id, 1, GENESIS_PREV, b"another", None)

        assert refused.value.seq == 1

    async def test_another_history_is_refused(self, log: EventLog, game_id: bytes) -> None:
        """The right number after another entry than the last is refused."""
        await write(log, game_id, 1, 2)

        with pytest.raises(Conflict) as refused:
            await log.append(game_id, 3, entry_hash(b"elsewhere"), record(3), None)

        assert (refused.value.seq, refused.value.head) == (2, head(2))
        assert await log.entry(game_id, 3) is None

    async def test_the_right_history_under_another_number(self, log: EventLog, game_id: bytes) -> None:
        """The last entry's hash with a number that does not follow is refused."""
        await write(log, game_id, 1, 2)

        for seq in (1, 2, 4):
            with pytest.raises(Conflict) as refused:
                await log.append(game_id, seq, head(2), record(seq), None)
            assert (refused.value.seq, refused.value.head) == (2, head(2))
        assert await read_all(log, game_id) == [entry(1), entry(2)]

    async def test_of_two_writers_one_wins(self, log: EventLog, game_id: bytes) -> None:
        """Of eight who write the same number at once, exactly one is accepted."""
        await write(log, game_id, 1, 1)
        records = [b"writer %d" % number for number in range(8)]

        results = await asyncio.gather(
            *(log.append(game_id, 2, head(1), record, None) for record in records), return_exceptions=True
        )

        winners = [record for record, result in zip(records, results, strict=True) if not result]
        assert [type(result) for result in results].count(Conflict) == 7
        assert [found.record for found in await read_all(log, game_id, 1)] == winners

    async def test_a_place_no_entry_can_have(self, log: EventLog, game_id: bytes) -> None:
        """Wrong sizes and numbers are a caller's mistake, not a conflict."""
        for place in ((game_id[1:], 1, GENESIS_PREV), (game_id, 1, b""), (game_id, 0, head(0))):
            with pytest.raises(ValueError, match=r"\S"):
                await log.append(*place, record(1), None)

    async def test_reading_after_what_is_gone(self, log: EventLog, game_id: bytes) -> None:
        """A reader ahead of the log is told that its tail is lost."""
        await write(log, game_id, 1, 2)

        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 3"):
            await read_all(log, game_id, after=3)
        with pytest.raises(LogFault, match="TRUNCATED_LOG at entry 3"):
            await take(log.follow(game_id, 3), 1)

    async def test_reading_after_another_entry(self, log: EventLog, game_id: bytes) -> None:
        """A reader of another history gets an error, however right its number is."""
        await write(log, game_id, 1, 3)
        other = entry_hash(b"elsewhere")

        assert await take(log.read(game_id, 2, head(2)), 1) == [entry(3)]
        with pytest.raises(LogFault, match="HEAD_MISMATCH at entry 2"):
            await take(log.read(game_id, 2, other), 1)
        with pytest.raises(LogFault, match="HEAD_MISMATCH at entry 2"):
            await take(log.follow(game_id, 2, other), 1)

    async def test_following_waits_for_what_comes(self, log: EventLog, game_id: bytes) -> None:
        """A follower gets what is there, then each entry as it is written."""
        await write(log, game_id, 1, 2)
        async with aclosing(log.follow(game_id, 0)) as entries:
            assert await take(entries, 2) == [entry(1), entry(2)]
            waiting = asyncio.create_task(take(entries, 3))
            await asyncio.sleep(0.02)
            assert not waiting.done()
            await write(log, game_id, 3, 5)

            assert await waiting == [entry(3), entry(4), entry(5)]

    async def test_following_resumes_without_a_gap(self, log: EventLog, game_id: bytes) -> None:
        """A follower that left goes on right after the last entry that it had."""
        await write(log, game_id, 1, 3)
        async with aclosing(log.follow(game_id, 1, head(1))) as entries:
            assert await take(entries, 2) == [entry(2), entry(3)]
        await write(log, game_id, 4, 6)

        async with aclosing(log.follow(game_id, 3, head(3))) as entries:
            waiting = asyncio.create_task(take(entries, 6))
            await write(log, game_id, 7, 9)

            assert await waiting == [entry(seq) for seq in range(4, 10)]

    async def test_following_a_game_not_yet_opened(self, log: EventLog, game_id: bytes) -> None:
        """A follower may be there before the first entry."""
        async with aclosing(log.follow(game_id, 0)) as entries:
            waiting = asyncio.create_task(take(entries, 1))
            await asyncio.sleep(0.02)
            await write(log, game_id, 1, 1)

            assert await waiting == [entry(1)]

    async def test_an_append_outlives_its_caller(self, log: EventLog, game_id: bytes) -> None:
        """A caller who leaves neither stops his append nor gets another's answer mixed up."""
        await write(log, game_id, 1, 1)
        leaving = asyncio.create_task(log.append(game_id, 2, head(1), record(2), None))
        await asyncio.sleep(0)
        leaving.cancel()
        await asyncio.wait([leaving])

        async with asyncio.timeout(60), aclosing(log.follow(game_id, 1)) as entries:
            assert await anext(entries) == entry(2)
        await write(log, game_id, 3, 3)
        assert [found.seq for found in await read_all(log, game_id)] == [1, 2, 3]
