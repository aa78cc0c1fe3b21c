"""Level L2 of the audit: every command is adjudicated again, with the faces of the log."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final

from adjudicator.kernel.decide.adjudicate import History, adjudicate, fold_one
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.dice.dice_sources import DiceMismatch, LoggedDice
from adjudicator.kernel.dice.wgdice import Roll, Throw
from adjudicator.kernel.messages import AdoptEdition, Finished, OpenGame
from adjudicator.kernel.protocol.editions import is_edition, later_edition
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record import chain
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.record.record import (
    COMMAND_PART,
    Draft,
    EntryMetadata,
    OpenedPart,
    OpenedRecord,
    Record,
    decoder,
    draft,
    open_record,
)
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit import differences
from replays.audit.desk.checks_corrections import check_patch
from replays.audit.entries import RawEntry
from replays.audit.older_records import as_old_as
from replays.audit.report import Findings, Judged
from replays.bundle import Bundle
from replays.wallet.judging import Refusals

NOTHING_THROWN: Final[Mapping[int, int]] = MappingProxyType({})
# Foreign stretches that are named one by one.
PLACES_MOST: Final = 10
# What an adoption names that is not written as an edition is.
UNWRITTEN: Final = "(not an edition)"


class LoggedStreams:
    """Faces of one entry's log, stream by stream, each row compared with what the rules ask for.

    Rows from before a stream's index in `cursors` were thrown before: dice that stand, which a ruling takes by itself.
    """

    def __init__(self, rolls: Sequence[Roll], cursors: Mapping[int, int] = NOTHING_THROWN) -> None:
        fresh = [roll for roll in rolls if roll.index >= cursors.get(roll.stream, 0)]
        streams = sorted({roll.stream for roll in fresh})
        self._logged = {stream: LoggedDice([roll for roll in fresh if roll.stream == stream]) for stream in streams}

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the logged faces.

        Raises DiceMismatch where the rules ask for another throw.
        """
        logged = self._logged.get(ask.stream)
        if logged is None:
            raise DiceMismatch(ask, None)
        return logged.throw(ask)


class Stop(Exception):
    """Re-adjudication ends here: what came before no longer agrees."""


def check_rules(
    entries: Sequence[RawEntry],
    bundle: Bundle,
    terms: OpenGame,
    known: tuple[LoadedRuleset[Any], bytes],
    secret: bytes | None,
    refusals: Refusals | None,
    findings: Findings,
) -> None:
    """Checks 34 and 42 to 44: dice asked for, legality, events, state hashes. `known` is the ruleset of this build.

    `refusals` are judged on the way.
    """
    rules, engine = known
    stretches = list(stretches_of(entries, terms))
    _check_adoptions(stretches, rules.edition, findings)
    for _, edition, played in stretches:
        if edition == rules.edition and played != engine:
            findings.notes.append(
                f"the game was played with other code or data of edition {rules.edition} ({played.hex()}) "
                f"than this audit has ({engine.hex()})"
            )
    foreign = [(first, edition) for first, edition, _ in stretches if edition != rules.edition]
    if foreign:
        places = [f"edition {edition} (from entry {first} on)" for first, edition in foreign[:PLACES_MOST]]
        places += [f"{len(foreign) - PLACES_MOST} more"] if len(foreign) > PLACES_MOST else []
        text = ", ".join(places) if len(stretches) > 1 else f"edition {terms.edition}"
        findings.incomplete["L2"] = f"{text} is not in this build, which has {rules.edition}"
        findings.foreign = list(_played_elsewhere(stretches, len(entries), rules.edition))
    if len(foreign) == len(stretches):
        return
    audit = _Readjudication(rules, terms, secret, findings)
    builds = {first: played for first, _, played in stretches}
    edition, build = terms.edition, terms.engine
    for raw in entries:
        edition, build = _edition_after(raw, edition), builds.get(raw.seq, build)
        openings = tuple(OpenedPart(*row) for row in bundle.openings(raw.seq))
        try:
            if edition == rules.edition:
                audit.take(raw, openings, own=build == engine)
                findings.judge(raw.seq, edition, engine)
            else:
                audit.fold(raw, openings)
        except Stop:
            return
        if refusals is not None and audit.protocol is not None and audit.history is not None:
            refusals.judge(raw.seq, rules, audit.game, audit.protocol, audit.history)


def _played_elsewhere(stretches: Sequence[tuple[int, str, bytes]], entries: int, ours: str) -> Iterator[Judged]:
    """Give the stretches of other editions than ours, which only their builds can judge."""
    ends = [first - 1 for first, _, _ in stretches[1:]]
    for (first, edition, played), last in zip(stretches, [*ends, entries], strict=True):
        if edition != ours:
            yield Judged(first, last, edition, played.hex())


def stretches_of(entries: Sequence[RawEntry], terms: OpenGame) -> Iterator[tuple[int, str, bytes]]:
    """Give the editions that were in force, each with its first entry and the digest of its code and data."""
    edition = terms.edition
    yield 1, edition, terms.engine
    for raw in entries:
        if _edition_after(raw, edition) != edition:
            edition = _edition_after(raw, edition)
            engine = raw.fields[6][2][2]
            yield raw.seq, edition, engine if isinstance(engine, bytes) else b""


def _edition_after(raw: RawEntry, edition: str) -> str:
    """Give the edition that decides this entry and those after it; what is written otherwise is none of any build."""
    if raw.kind != AdoptEdition.__name__:
        return edition
    found = raw.fields[6][2][1]
    return found if isinstance(found, str) and is_edition(found) else UNWRITTEN


def _check_adoptions(stretches: Sequence[tuple[int, str, bytes]], ours: str, findings: Findings) -> None:
    """Check 42 for what needs no build: editions go forward alone. The adoption of ours is adjudicated."""
    for (_, before, _), (first, edition, _) in pairwise(stretches):
        if edition != ours and not later_edition(edition, before):
            findings.add("ILLEGAL_COMMAND_ACCEPTED", first, f"an edition later than {before}", edition)


class _Readjudication:
    """One game played again from its commands."""

    def __init__(self, rules: LoadedRuleset[Any], terms: OpenGame, secret: bytes | None, findings: Findings) -> None:
        self.rules = rules
        self.findings = findings
        self.secret = secret
        self.seats = len(terms.seats)
        self.game: Any = rules.start(self.seats)
        self.protocol: ProtocolState | None = None
        self.history: History[Any] | None = None

    def take(self, raw: RawEntry, openings: tuple[OpenedPart, ...], *, own: bool) -> None:
        """Adjudicate one entry again and compare; `own` says that it was played with this very build.

        Raises Stop where nothing after it can be compared.
        """
        protocol, history = self._course(raw)
        record, opened = self._decode(raw, openings)
        before_game = self.game
        ruling = self._rule(raw, protocol, record, opened)
        before = self.findings.total
        _compare_ruling(raw, opened, ruling, self.findings)
        self._compare_state(raw, protocol, record, ruling, opened)
        if self.findings.total == before:
            self._compare_record(raw, record, opened, openings, ruling, own=own)
        if tuple(ruling.events) != opened.events:
            # the log holds another game from here on: what follows is not comparable
            raise Stop
        check_patch(self.rules, before_game, raw, opened, self.findings)
        self.game = ruling.game
        protocol.enter(record, opened, raw.hash)
        history.add(record, opened)

    def _course(self, raw: RawEntry) -> tuple[ProtocolState, History[Any]]:
        protocol = self.protocol = self.protocol or ProtocolState(raw.game)
        history = self.history = self.history or History(self.rules, protocol, self.seats)
        return protocol, history

    def fold(self, raw: RawEntry, openings: tuple[OpenedPart, ...]) -> None:
        """Take one entry of another edition as it is: what came of it is not judged.

        Raises Stop where this build can not read it.
        """
        protocol, history = self._course(raw)
        try:
            record = decoder(self.rules).decode(raw.data)
            opened = open_record(self.rules, record, openings)
            self.game = fold_one(self.rules, self.game, protocol, record, opened, raw.hash, history.game)
            history.add(record, opened)
        except Exception as error:
            self.findings.incomplete["L2"] = f"entry {raw.seq} is of an edition that this build can not read: {error}"
            raise Stop from error
        if not opened.whole:
            self.findings.incomplete["L2"] = f"sealed parts from entry {raw.seq} on are not opened in this file"
            raise Stop

    def _decode(self, raw: RawEntry, openings: tuple[OpenedPart, ...]) -> tuple[Record, OpenedRecord]:
        try:
            record = decoder(self.rules).decode(raw.data)
            opened = open_record(self.rules, record, openings)
        except MemoryError:
            raise
        except Exception as error:
            # sealed bytes may be anything: whatever the decoder raises over them is a finding, never a crash
            if self.findings.has_at(raw.seq, "NON_CANONICAL_ENTRY"):
                self.findings.incomplete["L2"] = f"entry {raw.seq} is not in the bytes of a record"
            else:
                self.findings.add("BUNDLE_MALFORMED", raw.seq, f"a record of {self.rules.name}", error)
            raise Stop from error
        if not opened.whole:
            self.findings.incomplete["L2"] = f"sealed parts from entry {raw.seq} on are not opened in this file"
            raise Stop
        return record, opened

    def _rule(self, raw: RawEntry, protocol: ProtocolState, record: Record, opened: OpenedRecord) -> Ruling[Any]:
        source = LoggedStreams(opened.rolls, protocol.cursors)
        try:
            return adjudicate(
                self.rules,
                self.game,
                protocol,
                raw.party,
                opened.command,
                source,
                record.time,
                by=record.actor,
                past=self._course(raw)[1].game,
            )
        except Rejected as refusal:
            self.findings.add("ILLEGAL_COMMAND_ACCEPTED", raw.seq, f"a {raw.kind} that the rules allow", refusal)
            raise Stop from refusal
        except DiceMismatch as mismatch:
            found = mismatch.found.asked() if mismatch.found is not None else "no such row"
            self.findings.add("DICE_SPEC_MISMATCH", raw.seq, mismatch.expected, found)
            raise Stop from mismatch
        except MemoryError:
            raise
        except Exception as error:
            # an altered log can bring the rules to any state: whatever they raise is a finding, never a crash
            self.findings.add("ILLEGAL_COMMAND_ACCEPTED", raw.seq, f"a {raw.kind} that the rules can take", repr(error))
            raise Stop from error

    def _compare_state(
        self, raw: RawEntry, protocol: ProtocolState, record: Record, ruling: Ruling[Any], opened: OpenedRecord
    ) -> None:
        final = any(isinstance(event, Finished) for event, _ in opened.events)
        due = self._state_hashes(protocol, ruling) if final or raw.seq % chain.STATE_EVERY == 0 else None
        found = record.state
        if due is not None and due[1] == b"" and found is not None and found[1] is not None:
            due = (due[0], found[1])
        if due != found:
            path, one, other = differences.in_states(due, found)
            self.findings.add("STATE_HASH_MISMATCH", raw.seq, _state(path, one), _state(path, other))

    def _state_hashes(self, protocol: ProtocolState, ruling: Ruling[Any]) -> tuple[bytes, bytes | None]:
        """Compute the state hashes; the keyed one is b"" while its key is not out."""
        public = chain.state_hash(encode(self.rules.public(ruling.game)))
        if not self.rules.sealing or protocol.transcript is None:
            return public, None
        if self.secret is None:
            return public, b""
        key = wgdice.state_key(self.secret, protocol.transcript)
        return public, chain.full_state_hash(key, encode(ruling.game.dump()))

    def _compare_record(
        self,
        raw: RawEntry,
        record: Record,
        opened: OpenedRecord,
        openings: tuple[OpenedPart, ...],
        ruling: Ruling[Any],
        *,
        own: bool,
    ) -> None:
        """Build the record anew: it must be the same bytes, so that every value of it is checked.

        Another build of the edition may not have known the last fields of a message: they may be missing there.
        """
        try:
            drafted = self._draft(record, opened, openings, ruling)
        except MemoryError:
            raise
        except Exception as error:
            self.findings.add("EVENTS_MISMATCH", raw.seq, "what a record can be made of", repr(error))
            raise Stop from error
        due_data = drafted.data if own or drafted.data == raw.data else as_old_as(drafted.record, raw.data)
        if due_data == raw.data and sorted(drafted.openings, key=_part) == sorted(openings, key=_part):
            return
        path, due, found = differences.in_records(due_data, raw.data) or ("openings", "others", "these")
        self.findings.add("EVENTS_MISMATCH", raw.seq, differences.shown(path, due), differences.shown(path, found))

    def _draft(
        self, record: Record, opened: OpenedRecord, openings: tuple[OpenedPart, ...], ruling: Ruling[Any]
    ) -> Draft:
        salts = {_part(opened_part): opened_part.salt for opened_part in openings}
        rest = iter([salt for (part, _), salt in sorted(salts.items()) if part != COMMAND_PART])
        envelope = record.command
        metadata = EntryMetadata(
            record.game,
            record.prev,
            record.time,
            record.actor,
            envelope.id,
            envelope.head,
            record.signature,
            salts.get((COMMAND_PART, record.actor.party)),
        )
        return draft(
            self.rules,
            metadata,
            ruling.seq,
            opened.command,
            ruling.events,
            ruling.rolls,
            self.seats,
            record.state,
            lambda: next(rest),
        )


def _part(terms: OpenedPart) -> tuple[int, int]:
    return terms.part, terms.owner


def _state(path: str, value: Any) -> str:
    if isinstance(value, list):
        value = " ".join("nil" if digest is None else digest.hex() for digest in value)
    return differences.shown(path, "none" if value is None else value)


def _compare_ruling(raw: RawEntry, opened: OpenedRecord, ruling: Ruling[Any], findings: Findings) -> None:
    asked, thrown = _by_stream(tuple(ruling.rolls)), _by_stream(opened.rolls)
    if asked != thrown:
        findings.add("DICE_SPEC_MISMATCH", raw.seq, _throws(asked), _throws(thrown))
    due, found = tuple(ruling.events), opened.events
    differing = differences.in_events(due, found)
    if differing is not None:
        path, expected, other = differing
        findings.add("EVENTS_MISMATCH", raw.seq, differences.shown(path, expected), differences.shown(path, other))
    elif due != found:
        findings.add("EVENTS_MISMATCH", raw.seq, "the events that these rules make", "others")


def _throws(rolls: Sequence[Roll]) -> str:
    return "; ".join(str(roll.asked()) for roll in rolls) or "no dice"


def _by_stream(rolls: Sequence[Roll]) -> list[Roll]:
    return sorted(rolls, key=lambda roll: (roll.stream, roll.index))
