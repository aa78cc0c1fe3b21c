"""Logs of events copied, brought back, repaired: byte for byte, and only what holds by its hashes and signatures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from adjudicator.kernel.record.chain import GENESIS_PREV, head_text
from adjudicator.kernel.record.log import LogFault
from replays.bundle import read_bundle, write_bundle
from replays.events.audit import audit_event_log
from replays.events.reading import NAME
from services.events.log.state import EventState
from services.sessions.head_notes import Note, when_free
from services.sessions.noted_logs import bring_up
from services.sessions.repair import Repaired, RepairRefused
from services.store.archive import entries_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from adjudicator.kernel.record.log import Entry, EventLog
    from services.games.keys import Keys
    from services.sessions.head_notes import HeadNotes
    from services.sessions.repair import Sources
    from services.store.redis_keys import KeyStore

# One ordered set for each owner, and one of all under no name: ids ascend with time.
EVENTS: Final = "{events}/ids:"


class EventNotRestored(LogFault):
    """A copy of an event's log that is not brought back; the text says why."""


async def list_event(store: KeyStore, event: bytes, owner: str) -> None:
    """Enter an event into the lists of all events and of its owner's."""
    for name in ("", owner):
        await store.add_ordered(EVENTS + name, [event])


def event_file(event: bytes, entries: Sequence[Entry], keys: Keys) -> bytes:
    """Write the file of an event, its last head signed."""
    head = keys.sign(head_text(event, entries[-1].seq, entries[-1].hash))
    return write_bundle(NAME, "", b"", (entry.record for entry in entries), [head], [])


class EventCopies:
    """Copies the logs of all events, and brings them back."""

    def __init__(self, log: EventLog, store: KeyStore, notes: HeadNotes, keys: Keys) -> None:
        self._log = log
        self._store = store
        self._notes = notes
        self._keys = keys

    async def copies(self) -> AsyncIterator[tuple[bytes, int, bytes, bytes, str]]:
        """Give id, entries, head, file and fault of each event; no file where its log can not be read. StoreDown."""
        for event in sorted([event async for event in self._log.games()]):
            state = EventState(event)
            try:
                await bring_up(state, self._log, self._notes)
                entries = [entry async for entry in self._log.read(event) if entry.seq <= state.seq]
            except LogFault as fault:
                yield event, 0, b"", b"", str(fault)
                continue
            data = event_file(event, entries, self._keys)
            faults = audit_event_log(data, self._keys.verification_keys)
            yield event, state.seq, state.head, data, faults[0] if faults else ""

    async def restore(self, event: bytes, data: bytes) -> tuple[bool, bool]:
        """Append what the store lacks: whether it did lack any, and whether more was signed than is there now.

        Raises EventNotRestored where the copy does not hold or the store has other entries; Conflict, StoreDown.
        """
        faults = audit_event_log(data, self._keys.verification_keys)
        if faults:
            raise EventNotRestored("EVENT_INVALID", 0, f"its copy does not pass its audit: {faults[0]}")
        entries = entries_of(read_bundle(data))
        there = [entry.hash async for entry in self._log.read(event)]
        state = EventState(event)
        for entry, known in zip(entries, there, strict=False):
            if entry.hash != known:
                text = f"the store has another entry {entry.seq}: nothing was changed; look which of the two was signed"
                raise EventNotRestored("FORKED_LOG", entry.seq, text)
        for entry in entries:
            state.take(entry)
        head = there[-1] if there else GENESIS_PREV
        await append(self._log, event, head, entries[len(there) :])
        await list_event(self._store, event, state.owner)
        note, end = self._notes.last(event), Note(max(len(there), len(entries)), max(entries, key=_seq).hash)
        if note is None and len(entries) >= len(there):
            await when_free(lambda: self._notes.put(event, end))
        return len(there) < len(entries), note is not None and note.size > end.size


def _seq(entry: Entry) -> int:
    return entry.seq


async def append(log: EventLog, event: bytes, head: bytes, entries: Sequence[Entry]) -> None:
    """Append entries byte for byte; Conflict, StoreDown."""
    for entry in entries:
        await log.append(event, entry.seq, head, entry.record, None)
        head = entry.hash


async def repair_event(
    log: EventLog, notes: HeadNotes, sources: Sources, event: bytes, record: Callable[[Repaired], Awaitable[None]]
) -> Repaired:
    """Append what the log of an event has lost; `record` is called before the first entry is written.

    Raises RepairRefused, LogFault, Conflict, StoreDown.
    """
    target = sources.target()
    if target is None:
        raise RepairRefused("no head of this event was signed here: there is nothing to bring back; give receipts")
    state = EventState(event)
    async for entry in log.read(event):
        state.take(entry)
    end = Note(state.seq, state.head)
    lost = [] if state.hashes.get(target.head) == target.size else sources.chain(end, target)
    for entry in lost:
        state.take(entry)
    for note in sorted(sources.heads):
        if state.hashes.get(note.head) != note.size:
            raise RepairRefused(f"two heads of {note.size} entries were signed: no log can hold both")
    done = Repaired(end.size + 1, end.size + len(lost), lost[-1].hash if lost else end.head)
    await record(done)
    await append(log, event, end.head, lost)
    await when_free(lambda: notes.put(event, Note(done.last, done.head)))
    return done
