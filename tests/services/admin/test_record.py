"""The operators' record: rows without gaps, whoever writes at once, and read in few round trips."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from services.admin.record import RECORD, AdminRecord
from services.store.redis_keys import MemoryKeys

if TYPE_CHECKING:
    from collections.abc import Sequence


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


def record_in(keys: MemoryKeys) -> AdminRecord:
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


async def test_a_process_that_goes_on_reads_no_page() -> None:
    """A process that knows the end asks for the next row alone."""
    keys = Distant()
    record = record_in(keys)
    await record.write("kid", "First", None, "why")
    keys.trips = 0
    await record.write("kid", "Second", None, "why")
    assert keys.trips < 5


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
