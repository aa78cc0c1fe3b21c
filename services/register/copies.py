"""Registers copied and brought back: the entries of their logs, byte for byte, and only what holds by its hashes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from adjudicator.kernel.record.chain import GENESIS_PREV
from adjudicator.kernel.record.log import Entry, LogFault, make_entry
from services.register.state import RegisterState, name_in
from services.sessions.head_notes import HeadNotes, Note, when_free

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from adjudicator.kernel.record.log import EventLog

_RECORDS: Final = msgspec.msgpack.Decoder(list[bytes])


class RegisterCopies:
    """Copies the logs of registers, and brings them back."""

    def __init__(self, log: EventLog, notes: HeadNotes) -> None:
        self._log = log
        self._notes = notes

    async def copies(self) -> AsyncIterator[tuple[bytes, bytes, str]]:
        """Give id, copy and fault of each register; no copy where its log can not be read. StoreDown."""
        for register in sorted([register async for register in self._log.games()]):
            try:
                entries = [entry async for entry in self._log.read(register)]
                _folded(register, entries)
            except LogFault as fault:
                yield register, b"", str(fault)
                continue
            yield register, msgspec.msgpack.encode([entry.record for entry in entries]), ""

    async def restore(self, register: bytes, data: bytes) -> bool:
        """Append what the store lacks: whether more was signed for than is there now.

        Raises LogFault where the copy does not hold or the store has other entries; Conflict, StoreDown.
        """
        try:
            records = _RECORDS.decode(data)
        except msgspec.MsgspecError as fault:
            raise LogFault("BUNDLE_MALFORMED", 0, f"its copy can not be read: {fault}") from fault
        entries = [make_entry(seq, record, None) for seq, record in enumerate(records, 1)]
        _folded(register, entries)
        there = [entry.hash async for entry in self._log.read(register)]
        for entry, known in zip(entries, there, strict=False):
            if entry.hash != known:
                text = f"the store has another entry {entry.seq}: nothing was changed; look which of the two was signed"
                raise LogFault("FORKED_LOG", entry.seq, text)
        head = there[-1] if there else GENESIS_PREV
        for entry in entries[len(there) :]:
            await self._log.append(register, entry.seq, head, entry.record, None)
            head = entry.hash
        end, note = Note(max(len(there), len(entries)), head), self._notes.last(register)
        if note is None and end.size:
            await when_free(lambda: self._notes.put(register, end))
        return note is not None and note.size > end.size


def _folded(register: bytes, entries: list[Entry]) -> None:
    """Fold a register; LogFault where an entry does not follow."""
    if not entries:
        return
    state = RegisterState(name_in(entries[0]))
    if state.log_id != register:
        raise LogFault("WRONG_GAME", 1, "its first entry is of another register")
    for entry in entries:
        state.take(entry)
