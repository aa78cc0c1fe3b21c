"""The repair of a game that has lost its tail: the missing entries are appended again, byte for byte.

Nothing is invented: an entry comes back only where it leads, by the hashes, from the log's end to a head that was
signed, and where the whole game, adjudicated again, holds with it.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.kernel.record.chain import GENESIS_PREV, read_head
from adjudicator.kernel.record.log import Entry, EventLog, LogFault
from adjudicator.kernel.record.mpint import pack
from adjudicator.kernel.record.record import COMMAND_PART, REST_PART, Record, commitment, read_opened_parts
from replays import notes as signed_notes
from services.sessions.head_notes import HeadNotes, Note, when_free
from services.sessions.session import RulesOf, Session, load, take, terms_of
from services.store.archive import entries_of
from services.store.event_keys import told_keys
from services.store.freezes import AppendRefused

if TYPE_CHECKING:
    from replays.bundle import Bundle
    from services.store.redis_keys import KeyStore

# Adjudicates all entries of a game again; names what does not hold.
Judge: TypeAlias = "Callable[[list[Entry], Session], Awaitable[list[str]]]"
_FAULTS_SHOWN: Final = 3


class RepairRefused(Exception):
    """The game can not be repaired from what there is; the text says what is missing."""


class ChainStart(Struct, array_like=True):
    """The first fields of an entry of any log: what it is of, its number, the hash of the one before."""

    format: int
    log: bytes
    seq: int
    prev: bytes


class Repaired(Struct, frozen=True):
    """What a repair did: the entries that were appended, none where `first` is beyond `last`."""

    first: int
    last: int
    head: bytes


class Sources:
    """Entries and signed heads of one game, from wherever there are any."""

    def __init__(self, game: bytes, verification_keys: Sequence[str]) -> None:
        """Believe the heads that one of these keys has signed."""
        self._game = game
        self._keys = verification_keys
        self._entries: dict[bytes, Entry] = {}
        self.heads: set[Note] = set()
        self.unbelieved = 0

    def add_notes(self, notes: HeadNotes) -> None:
        """Take what a process has noted; of a note that is damaged, or not sealed by us, the entries alone."""
        self._add_entries(notes.entries(self._game))
        try:
            note = notes.last(self._game)
        except LogFault:
            self.unbelieved += 1
            return
        if note is not None:
            self.heads.add(note)

    def add_bundle(self, bundle: Bundle) -> None:
        """Take a replay file; what its readers could not see comes from others.

        Raises RepairRefused where one of its heads is of another game or not signed with our key.
        """
        self._add_entries(entries_of(bundle))
        for head in bundle.heads:
            self.add_receipt(head)

    def add_receipt(self, note: str) -> None:
        """Take a signed head: what it promises must be there in the end.

        Raises RepairRefused where it is of another game or not signed with our key.
        """
        try:
            game, size, head = read_head(self._verified(note))
        except ValueError as error:
            raise RepairRefused(f"a receipt is not signed by this deployment, or is cut: {error}") from error
        if game != self._game:
            raise RepairRefused(f"a receipt is of game {game.hex()}: give those of {self._game.hex()} alone")
        self.heads.add(Note(size, head))

    def _verified(self, note: str) -> str:
        for key in self._keys[:-1]:
            with suppress(ValueError):
                return signed_notes.verify(key, note)
        return signed_notes.verify(self._keys[-1], note)

    def any_entry(self) -> Entry | None:
        """Give one of the entries that were found, None where there are none."""
        return next(iter(self._entries.values()), None)

    def target(self) -> Note | None:
        """Give the longest history that was signed, None where nothing was."""
        return max(self.heads, default=None)

    def chain(self, end: Note, target: Note) -> list[Entry]:
        """Give the entries from the log's end on to the target.

        Raises RepairRefused where one is missing, or the log went another way.
        """
        found: list[Entry] = []
        size, head = target
        while (size, head) != end:
            if size <= end.size:
                raise RepairRefused(f"the log has other entries than were signed, up to {end.size}: restore the store")
            entry = self._entries.get(head)
            if entry is None or entry.seq != size:
                raise RepairRefused(f"entry {size} is in none of the sources: name more replay files or notes")
            found.append(entry)
            size, head = size - 1, msgspec.msgpack.decode(entry.record, type=ChainStart).prev
        return found[::-1]

    def _add_entries(self, entries: Iterable[Entry]) -> None:
        """Take entries; what several readers may see of one is put together, as far as it is what was promised."""
        for entry in map(_with_fitting, entries):
            known = self._entries.get(entry.hash)
            self._entries[entry.hash] = entry if known is None else _joined(known, entry)


async def repair(
    log: EventLog,
    rules_of: RulesOf,
    notes: HeadNotes,
    sources: Sources,
    game: bytes,
    record: Callable[[Repaired], Awaitable[None]],
    judge: Judge,
    store: KeyStore,
) -> Repaired:
    """Append what the log has lost; `record` is called before the first entry is written.

    `judge` adjudicates the whole game again and names what does not hold. Its event, in `store`, is told of none of
    these entries: what it knows of its games is made anew when somebody asks. Raises RepairRefused, LogFault, Conflict,
    EditionUnreadable, StoreDown.
    """
    target = sources.target()
    if target is None:
        left = f" ({sources.unbelieved} notes can not be read, or are not sealed by us)" if sources.unbelieved else ""
        raise RepairRefused(
            f"no head of this game was signed here{left}: there is nothing to bring back; give receipts"
        )
    session = await load(log, game, rules_of)
    end = Note(session.protocol.seq, session.protocol.head) if session else Note(0, GENESIS_PREV)
    whole = session is not None and session.protocol.hashes.get(target.head) == target.size
    lost = [] if whole else sources.chain(end, target)
    done = Repaired(end.size + 1, end.size + len(lost), lost[-1].hash if lost else end.head)
    fitting = await _require_fits(session, rules_of, game, lost, sources, log)
    if lost:
        kept = [entry async for entry in log.read(game)]
        faults = await judge([*kept, *lost], fitting)
        if faults:
            raise RepairRefused(f"the game would not hold what its rules say: {'; '.join(faults[:_FAULTS_SHOWN])}")
    await record(done)
    event = fitting.protocol.terms.event if lost else None
    rows = [] if event is None else [told_keys(event)[1]]
    try:
        # before the entries too, should this be broken off; after them, should somebody have asked meanwhile
        for key in rows:
            await store.delete(key)
        await _append(log, game, end.head, lost)
    finally:
        for key in rows:
            await store.delete(key)
    await when_free(lambda: notes.put(game, Note(done.last, done.head)))
    return done


async def _append(log: EventLog, game: bytes, head: bytes, lost: list[Entry]) -> None:
    for entry in lost:
        try:
            await log.append(game, entry.seq, head, entry.record, entry.openings)
        except AppendRefused:
            raise RepairRefused("the game is frozen: unfreeze it with `adjudicator admin unfreeze` first") from None
        head = entry.hash


async def _require_fits(
    session: Session | None, rules_of: RulesOf, game: bytes, lost: list[Entry], sources: Sources, log: EventLog
) -> Session:
    """Fold the lost entries, and refuse where they do not fold or do not hold every head that was signed."""
    if session is None:
        terms = terms_of(lost[0])
        session = Session(game, rules_of(terms.ruleset), len(terms.seats))

    async def entries() -> AsyncGenerator[Entry, None]:
        async for kept in log.read(game):
            yield kept
        for entry in lost:
            yield entry

    for entry in lost:
        await take(session, entry, entries)
    for note in sorted(sources.heads):
        if session.protocol.hashes.get(note.head) != note.size:
            raise RepairRefused(f"two heads of {note.size} entries were signed: no log can hold both")
    return session


def _with_fitting(entry: Entry) -> Entry:
    """Leave out of an entry the openings that do not open what its record has sealed."""
    try:
        record = msgspec.msgpack.decode(entry.record, type=Record)
        parts = read_opened_parts(entry.openings)
    except msgspec.MsgspecError:
        return Entry(entry.seq, entry.record, None, entry.hash)
    sealed = {(owner, REST_PART): promised for owner, promised in record.sealed}
    if record.command.seal is not None:
        sealed[record.actor.party, COMMAND_PART] = record.command.seal
    fitting = tuple(
        part
        for part in parts
        if sealed.get((part.owner, part.part)) == commitment(record.game, record.command.id, part)
    )
    return Entry(entry.seq, entry.record, pack(fitting) if fitting else None, entry.hash)


def _joined(one: Entry, other: Entry) -> Entry:
    parts = {(part.owner, part.part): part for entry in (one, other) for part in read_opened_parts(entry.openings)}
    # in the order in which the service writes them: that of the command first
    places = sorted(parts, key=lambda place: (place[1], place[0]))
    openings = pack(tuple(parts[place] for place in places)) if parts else None
    return Entry(one.seq, one.record, openings, one.hash)
