"""An event brought up to its log, whose head is noted before anybody is given it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from adjudicator.kernel.record.log import LogFault
from services.sessions.head_notes import Note, when_free

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import EventLog
    from services.events.log.state import EventState
    from services.sessions.head_notes import HeadNotes


async def bring_up(state: EventState, log: EventLog, notes: HeadNotes) -> None:
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
                notes.require_none(state.event)
        except LogFault as fault:
            if fault.name != "TRUNCATED_LOG":
                raise
            await _read_on(state, log)
            if state.seq == before:
                raise
        else:
            return


async def _read_on(state: EventState, log: EventLog) -> None:
    async for entry in log.read(state.event, state.seq, state.head if state.seq else None):
        state.take(entry)


def _note(state: EventState, notes: HeadNotes) -> None:
    notes.vouch_log(state.event, Note(state.seq, state.head), state.hashes, state.unnoted)
