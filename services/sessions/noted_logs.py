"""A log that has no session brought up to its store, whose head is noted before anybody is given it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

from adjudicator.kernel.record.log import LogFault
from services.sessions.head_notes import Note, when_free

if TYPE_CHECKING:
    from collections import deque

    from adjudicator.kernel.record.log import Entry, EventLog
    from services.sessions.head_notes import HeadNotes


class Folded(Protocol):
    """A log as it was folded: its id, its end, and the number of each entry by its hash."""

    seq: int
    head: bytes
    hashes: dict[bytes, int]
    unnoted: deque[Entry]

    @property
    def log_id(self) -> bytes:
        """Id of the log, 16 bytes."""
        ...

    def take(self, entry: Entry) -> None:
        """Fold one more entry; LogFault where it does not follow."""
        ...


async def bring_up(state: Folded, log: EventLog, notes: HeadNotes) -> None:
    """Fold what was appended since, and note the head; another process may go on meanwhile.

    Raises LogFault where the log has lost or changed what was read before, or what was signed here; StoreDown.
    """
    await _read_on(state, log)
    while True:
        before = state.seq
        try:
            if state.seq:
                await when_free(partial(_note, state, notes))
            else:
                notes.require_none(state.log_id)
        except LogFault as fault:
            if fault.name != "TRUNCATED_LOG":
                raise
            await _read_on(state, log)
            if state.seq == before:
                raise
        else:
            return


async def _read_on(state: Folded, log: EventLog) -> None:
    async for entry in log.read(state.log_id, state.seq, state.head if state.seq else None):
        state.take(entry)


def _note(state: Folded, notes: HeadNotes) -> None:
    notes.vouch_log(state.log_id, Note(state.seq, state.head), state.hashes, state.unnoted)
