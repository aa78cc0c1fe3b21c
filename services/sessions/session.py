"""A game at the head of its log: folded state and protocol, brought up to date before each command."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing, suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import fold_events, fold_one
from adjudicator.kernel.decide.past import Past, PastNeeded, given_past, no_past
from adjudicator.kernel.decide.state import Tables
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.log import Entry, EventLog, LogFault
from adjudicator.kernel.record.record import (
    COMMAND_PART,
    FORMAT,
    REST_PART,
    OpenedPart,
    OpenedRecord,
    Record,
    commitment,
    decoder,
    open_record,
    read_opened_parts,
)
from adjudicator.kernel.ruleset import LoadedRuleset
from services.sessions.head_notes import TAIL
from services.slices import sliced

RulesOf = Callable[[str], LoadedRuleset[Any]]


class RulesetMissing(LogFault):
    """A game is of a ruleset that this build does not have."""

    def __init__(self, ruleset: str, edition: str, seq: int) -> None:
        text = f"ruleset {ruleset!r} is not in this build; start a server that has it"
        super().__init__("ENGINE_MISMATCH", seq, text)
        self.ruleset = ruleset
        self.edition = edition


class EditionUnreadable(Exception):
    """An entry of another edition of the rules code that this release can not fold; the log itself is whole."""

    def __init__(self, edition: str, seq: int, ours: str, ruleset: str = "") -> None:
        super().__init__(
            f"the game is of edition {edition}, and this release, of edition {ours}, can not read its entry {seq}:"
            " serve it with a release of its own edition; nothing of it is lost"
        )
        self.edition = edition
        self.seq = seq
        self.ours = ours
        self.ruleset = ruleset


class RecordStart(msgspec.Struct, array_like=True):
    """The first fields of a record, enough to find the ruleset of a game's first entry."""

    format: int
    game: bytes
    seq: int
    prev: bytes
    time: int
    actor: tuple[int, int, str]
    command: tuple[bytes, bytes | None, list[Any], bytes | None]


class Session:
    """One game, folded up to `protocol.seq`. Not shared between tasks without its lock.

    `checked_key` is the log key in force when its terms were found to fit the keys of this deployment; `unnoted`
    are its latest entries that no note of a signed head has yet; `registered` says that the register was seen to.
    """

    __slots__ = ("checked_key", "game", "game_id", "protocol", "registered", "rules", "unnoted")

    def __init__(self, game_id: bytes, rules: LoadedRuleset[Any], seats: int) -> None:
        self.game_id = game_id
        self.rules = rules
        self.protocol = ProtocolState(game_id)
        self.game: Tables = rules.start(seats)
        self.checked_key: str | None = None
        self.registered = False
        self.unnoted: deque[Entry] = deque(maxlen=TAIL)

    @property
    def spectator_delay(self) -> int:
        """How much later than it is spectators see the game, in ms."""
        return self.protocol.terms.spectator_delay_ms

    @property
    def seen_at(self) -> int:
        """When spectators see its last entry, in ms since 1970."""
        return self.protocol.times[-1] + self.spectator_delay

    def take(self, entry: Entry, past: Past[Any] = no_past) -> tuple[Record, OpenedRecord]:
        """Check one entry against the chain and fold it.

        Raises LogFault where the entry is not what must follow, EditionUnreadable where it does follow and is of
        an edition that this release can not read; PastNeeded, with nothing taken, where it is a rewind to what `past`
        does not have.
        """
        try:
            return self._take(entry, past)
        except LogFault as fault:
            edition = _foreign_edition(self.protocol, self.rules, entry)
            if edition is None or fault.name not in ("BUNDLE_MALFORMED", "EVENTS_MISMATCH"):
                raise
            raise EditionUnreadable(edition, entry.seq, self.rules.edition, self.rules.name) from fault

    def _take(self, entry: Entry, past: Past[Any]) -> tuple[Record, OpenedRecord]:
        record = read_record(self.rules, entry)
        self.check(record, entry)
        openings = check_opened_parts(record, entry)
        try:
            opened = open_record(self.rules, record, openings)
            self.game = fold_one(self.rules, self.game, self.protocol, record, opened, entry.hash, past)
        except PastNeeded:
            raise
        except Exception as error:
            # whatever a reducer raises over an entry stops the game
            why = f"does not follow from the entries before it ({type(error).__name__}); restore the store"
            raise LogFault("EVENTS_MISMATCH", entry.seq, f"entry {entry.seq} {why}") from error
        self.unnoted.append(entry)
        return record, opened

    def check(self, record: Record, entry: Entry) -> None:
        """Refuse an entry that does not follow: game, number, chain. Its hash is the log's, computed from the bytes.

        Raises LogFault.
        """
        protocol = self.protocol
        follows = record.format == FORMAT and record.game == self.game_id and record.prev == protocol.head
        if not (follows and entry.seq == record.seq == protocol.seq + 1):
            raise _fault(self, record, entry)


def reread_entry(session: Session, entry: Entry) -> tuple[Record, OpenedRecord]:
    """Read an entry that was folded before, or is about to be.

    Raises LogFault where it is not the one that was folded: the log was changed since.
    """
    if entry.seq <= session.protocol.seq and session.protocol.hashes.get(entry.hash) != entry.seq:
        text = f"entry {entry.seq} is not the one that was read before; restore the store"
        raise LogFault("HEAD_MISMATCH", entry.seq, text)
    record = read_record(session.rules, entry)
    return record, open_record(session.rules, record, check_opened_parts(record, entry))


def check_opened_parts(record: Record, entry: Entry) -> tuple[OpenedPart, ...]:
    """Give the stored openings of an entry; no hash of the chain covers them.

    Raises LogFault where they are not those that its record commits to.
    """
    if entry.openings is None and not record.sealed and record.command.seal is None:
        return ()
    due = {(owner, REST_PART): promised for owner, promised in record.sealed}
    if record.command.seal is not None:
        due[record.actor.party, COMMAND_PART] = record.command.seal
    try:
        openings = read_opened_parts(entry.openings)
        found = {
            (opening.owner, opening.part): commitment(record.game, record.command.id, opening) for opening in openings
        }
    except (msgspec.MsgspecError, ValueError) as error:
        raise LogFault("BUNDLE_MALFORMED", entry.seq, f"the openings of entry {entry.seq} can not be read") from error
    if found != due or len(openings) != len(due):
        text = f"the openings of entry {entry.seq} do not fit what its record commits to; restore the store"
        raise LogFault("SEALED_OPENING_MISMATCH", entry.seq, text)
    return openings


def _fault(session: Session, record: Record, entry: Entry) -> LogFault:
    at, due = f"entry {entry.seq} of game {session.game_id.hex()}", session.protocol.seq + 1
    if record.game != session.game_id:
        return LogFault("WRONG_GAME", entry.seq, f"{at} belongs to game {record.game.hex()}")
    if not entry.seq == record.seq == due:
        return LogFault("MISSING_ENTRY", entry.seq, f"{at} carries number {record.seq}, not {due}")
    return LogFault("CHAIN_BREAK", entry.seq, f"{at} does not name the entry before it")


def read_record(rules: LoadedRuleset[Any], entry: Entry) -> Record:
    """Decode an entry's record.

    Raises LogFault with the place where the bytes are not a record of this ruleset.
    """
    try:
        return decoder(rules).decode(entry.record)
    except msgspec.MsgspecError as error:
        raise LogFault(
            "BUNDLE_MALFORMED", entry.seq, f"entry {entry.seq} is no record of {rules.name}: {error}"
        ) from error


def terms_of(entry: Entry) -> OpenGame:
    """Read the terms of a game out of its first entry.

    Raises LogFault where it is none.
    """
    try:
        head = msgspec.msgpack.decode(entry.record, type=RecordStart)
        return msgspec.convert(head.command[2], OpenGame)
    except (msgspec.MsgspecError, IndexError) as error:
        raise LogFault("GENESIS_INVALID", entry.seq, f"the first entry opens no game: {error}") from error


def owner_of(entry: Entry) -> str:
    """Read the key id of the token that opened a game out of its first entry.

    Raises LogFault where it is no record.
    """
    try:
        return msgspec.msgpack.decode(entry.record, type=RecordStart).actor[2]
    except msgspec.MsgspecError as error:
        raise LogFault("GENESIS_INVALID", entry.seq, f"the first entry opens no game: {error}") from error


def time_of(entry: Entry) -> int:
    """Read when an entry was written, in ms.

    Raises LogFault where it is no record.
    """
    try:
        return msgspec.msgpack.decode(entry.record, type=RecordStart).time
    except msgspec.MsgspecError as error:
        raise LogFault("BUNDLE_MALFORMED", entry.seq, f"entry {entry.seq} is no record: {error}") from error


async def past_game(session: Session, seq: int, entries: AsyncGenerator[Entry, None]) -> Tables:
    """Fold the game of a session as it stood after an entry that it has taken, along the path, from its log's entries.

    Raises LogFault where the log is not what was read before, StoreDown.
    """
    rules, path = session.rules, set(session.protocol.docket.path(seq))
    game: Tables = rules.start(len(session.protocol.seats))
    async with aclosing(sliced(entries)) as found:
        async for entry in found:
            if entry.seq > seq:
                break
            if entry.seq in path:
                fold_events(rules, game, *reread_entry(session, entry))
    return game


async def take(
    session: Session, entry: Entry, entries: Callable[[], AsyncGenerator[Entry, None]]
) -> tuple[Record, OpenedRecord]:
    """Take an entry; for a rewind the log is read once more, which `entries` gives from its first entry on.

    Raises as `Session.take`, and as `past_game`.
    """
    try:
        return session.take(entry)
    except PastNeeded as needed:
        game = await past_game(session, needed.seq, entries())
        return session.take(entry, given_past({needed.seq: game}))


def _begun(game_id: bytes, entry: Entry, rules_of: RulesOf) -> Session:
    """Begin the session of a game whose first entry this is; the entry is still to be taken. Raises as `load`."""
    try:
        terms = terms_of(entry)
    except LogFault as fault:
        try:
            rules = rules_of(_opened_under(entry)[0])
        except KeyError:
            raise fault from None
        edition = _foreign_edition(ProtocolState(game_id), rules, entry)
        if edition is None:
            raise
        raise EditionUnreadable(edition, entry.seq, rules.edition, rules.name) from fault
    try:
        rules = rules_of(terms.ruleset)
    except KeyError:
        raise RulesetMissing(terms.ruleset, terms.edition, entry.seq) from None
    return Session(game_id, rules, len(terms.seats))


def _foreign_edition(protocol: ProtocolState, rules: LoadedRuleset[Any], entry: Entry) -> str | None:
    """Give the edition of an entry that follows by its hashes, None where it is ours or does not follow."""
    try:
        start = msgspec.msgpack.decode(entry.record, type=RecordStart)
    except msgspec.MsgspecError:
        return None
    due = (protocol.game_id, protocol.seq + 1, protocol.head)
    edition = protocol.edition or _opened_under(entry)[1]
    ours = edition in ("", rules.edition)
    return None if ours or (start.game, start.seq, start.prev) != due else edition


def _opened_under(entry: Entry) -> tuple[str, str]:
    """Give ruleset and edition out of the first entry of a game, whatever else its terms are; empty where it is none.

    Every release has written them first.
    """
    try:
        start = msgspec.msgpack.decode(entry.record, type=RecordStart)
        kind, *terms = msgspec.convert(start.command[2][:3], tuple[str, str, str])
    except msgspec.MsgspecError:
        return "", ""
    return (terms[0], terms[1]) if kind == OpenGame.__struct_config__.tag else ("", "")


async def load(log: EventLog, game_id: bytes, rules_of: RulesOf) -> Session | None:
    """Read and fold a game from its log; None where there is no such game.

    Raises LogFault where the log is torn or altered, RulesetMissing where its ruleset is not in this build.
    """
    session: Session | None = None
    async with aclosing(sliced(log.read(game_id))) as entries:
        async for entry in entries:
            try:
                session = session or _begun(game_id, entry, rules_of)
                await take(session, entry, lambda: log.read(game_id))
            except EditionUnreadable:
                _require_named(entry, await anext(entries, None))
                raise
    return session


def _require_named(entry: Entry, following: Entry | None) -> None:
    """Refuse an entry that the one after it does not name: it was altered, whatever edition it says; LogFault."""
    if following is None:
        return
    with suppress(msgspec.MsgspecError):
        if msgspec.msgpack.decode(following.record, type=RecordStart).prev == entry.hash:
            return
    text = (
        f"entry {following.seq} does not name entry {entry.seq} before it: one of them was altered; restore the store"
    )
    raise LogFault("CHAIN_BREAK", following.seq, text)


async def refresh(session: Session, log: EventLog) -> None:
    """Fold what was appended since.

    Raises LogFault where the log has lost or changed what was read before; StoreDown.
    """
    async for entry in sliced(log.read(session.game_id, session.protocol.seq, session.protocol.head)):
        await take(session, entry, lambda: log.read(session.game_id))


def update_protocol(session: Session, record: Record, opened: OpenedRecord, entry_hash: bytes) -> None:
    """Enter an entry into the protocol state, where the game is the ruling's own fork already."""
    suspended = session.game.suspended
    session.protocol.enter(record, opened, entry_hash)
    if suspended is not None and suspended.seq == 0:
        session.game.suspended = replace(suspended, seq=record.seq)


async def fold_up_to(session: Session, log: EventLog, seq: int) -> Session:
    """Fold a game on, up to an entry.

    Raises as `Session.take`, StoreDown.
    """
    protocol = session.protocol
    async with aclosing(sliced(log.read(session.game_id, protocol.seq, protocol.head))) as entries:
        async for entry in entries:
            if entry.seq > seq:
                break
            await take(session, entry, lambda: log.read(session.game_id))
    return session
