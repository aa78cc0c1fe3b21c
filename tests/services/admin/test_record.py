"""The operators' record: rows without gaps, whoever writes at once, and read in few round trips."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from services.admin.record import RECORD, AdminRecord
from services.store.redis_keys import KeyStore, MemoryKeys, RedisKeys

if TYPE_CHECKING:
    from collections.abc import Sequence

    from services.store.redis_client import Link


class Distant(MemoryKeys):
    """Keys that let others go on at every read and write, as a store does, and that count these."""

    trips = 0

    async def _travel(self) -> None:
        self.trips += 1
        await asyncio.sleep(0)

    async def get(self, key: str) -> bytes | None:
        await self._travel()
        return await super().get(key)

    async def get_many(self, keys: Sequence[str]) -> list[bytes | None]:
        await self._travel()
        return await super().get_many(keys)

    async def put_if_absent(self, key: str, value: bytes, ttl: int | None = None) -> bool:
        await self._travel()
        return await super().put_if_absent(key, value, ttl)


def record_in(keys: KeyStore) -> AdminRecord:
    """The record as a process has it that began just now."""
    return AdminRecord(keys, lambda: 7)


async def shown(record: AdminRecord, after: int = 0) -> list[tuple[int, str, bool]]:
    """Number and verb of each row, and whether it follows."""
    return [(number, row.verb, follows) async for number, row, follows in record.rows(after)]


async def test_verbs_at_once() -> None:
    """Rows of many verbs that run at once, in two processes, have every number once and follow from one another."""
    keys = Distant()
    records = [record_in(keys), record_in(keys)]
    for _ in range(3):
        await asyncio.gather(*(records[number % 2].write("kid", "Freeze", None, "why") for number in range(20)))
    assert await shown(record_in(keys)) == [(number, "Freeze", True) for number in range(1, 61)]


async def test_a_process_that_begins_reads_many_rows_in_few_round_trips() -> None:
    """The first row that a process writes comes after all that others wrote, and costs a round trip for many."""
    keys = Distant()
    first = record_in(keys)
    for _ in range(3_500):
        await first.write("kid", "Look", None, "why")
    keys.trips = 0
    begun = record_in(keys)
    assert await begun.write("kid", "Last", None, "why") == 3_501
    assert keys.trips < 15
    keys.trips = 0
    assert (await shown(begun, 3_499)) == [(3_500, "Look", True), (3_501, "Last", True)]
    assert keys.trips < 4
    assert all(follows for _, _, follows in await shown(begun))


async def test_a_process_that_goes_on_asks_once_for_what_comes_next() -> None:
    """A process that knows the end asks once whether others have gone on, and writes."""
    keys = Distant()
    record = record_in(keys)
    await record.write("kid", "First", None, "why")
    keys.trips = 0
    await record.write("kid", "Second", None, "why")
    assert keys.trips == 2


async def test_rows_behind_a_missing_one() -> None:
    """A row that is missing hides none behind it, and the next shows that it does not follow."""
    keys = MemoryKeys()
    record = record_in(keys)
    for number in range(1, 6):
        await record.write("kid", f"verb {number}", None, "why")
    await keys.delete(f"{RECORD}{3:010d}")
    assert await shown(record_in(keys)) == [
        (1, "verb 1", True),
        (2, "verb 2", True),
        (4, "verb 4", False),
        (5, "verb 5", True),
    ]


async def test_a_missing_row_is_not_written_anew() -> None:
    """A process that begins after a row was taken away writes behind all others, and the gap stays."""
    keys = MemoryKeys()
    record = record_in(keys)
    for number in range(1, 6):
        await record.write("kid", f"verb {number}", None, "why")
    await keys.delete(f"{RECORD}{3:010d}")
    assert await record_in(keys).write("kid", "verb 6", None, "why") == 6
    assert await shown(record_in(keys), 3) == [(4, "verb 4", False), (5, "verb 5", True), (6, "verb 6", True)]


async def test_lists_within_lists() -> None:
    """A row with something nested very deep behind its fields is shown as one that can not be read, and hides none."""
    keys = MemoryKeys()
    record = record_in(keys)
    for number in range(1, 4):
        await record.write("kid", f"verb {number}", None, "why")
    key = f"{RECORD}{2:010d}"
    row = await keys.get(key) or b""
    await keys.set(key, bytes([row[0] + 1]) + row[1:] + b"\x91" * 1200 + b"\x01")
    assert await shown(record_in(keys)) == [(1, "verb 1", True), (2, "", False), (3, "verb 3", False)]


async def test_bytes_that_are_no_text() -> None:
    """A row whose words are no text any more is shown as one that can not be read, and hides none behind it."""
    keys = MemoryKeys()
    record = record_in(keys)
    for _ in range(3):
        await record.write("kid", "Look", None, "reason")
    key = f"{RECORD}{2:010d}"
    await keys.set(key, (await keys.get(key) or b"").replace(b"reason", b"\xff\xfe\xfdson"))
    assert await shown(record_in(keys)) == [(1, "Look", True), (2, "", False), (3, "Look", False)]


async def test_a_key_that_is_no_row(embedded_link: Link) -> None:
    """Where something else stands in the place of the next row the verb writes behind it, and so do all after it."""
    keys, client = RedisKeys(embedded_link), _any(embedded_link.client)
    record = record_in(keys)
    await record.write("kid", "First", None, "why")
    await client.lpush(f"{RECORD}{2:010d}", "no row")
    async with asyncio.timeout(60):
        assert await record.write("kid", "Second", None, "why") == 3
        assert await record_in(keys).write("kid", "Third", None, "why") == 4
    assert await shown(record) == [(1, "First", True), (3, "Second", False), (4, "Third", True)]
    assert [number for number, _, _ in await shown(record, 2)] == [3, 4]
    await keys.aclose()


def _any(client: Any) -> Any:
    """The same client, whose answers have any type."""
    return client
