"""Refusals judged again: each against the log at the head that it names, with the rules of this build."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Protocol

import msgpack
from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import History, adjudicate
from adjudicator.kernel.decide.faults import Fault, Rejected
from adjudicator.kernel.dice.wgdice import Throw
from adjudicator.kernel.messages import RulingGiven
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.protocol.roles import SEAT_ROLE
from adjudicator.kernel.record.chain import sealed_hash, signing_bytes
from adjudicator.kernel.record.mpint import encode
from adjudicator.kernel.record.record import COMMAND_PART, OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays import notes
from replays.audit.entries import RawEntry
from replays.audit.report import Findings
from replays.wallet.reading import Command, KeptRefusal, Wallet
from replays.wallet.refusal import DOMAIN, Refusal, command_hash, difference, read_refusal

RECORD_FORMAT: Final = 1
STALE: Final = (Fault("", "stale-head", "header.head"),)
HEADLESS: Final = (Fault("WG-RULE-02", "head-missing", "header.head"),)


class LogKeys(Protocol):
    """The keys of a log's heads."""

    known: list[str]


class Kept(Struct, frozen=True):
    """A refusal whose signature fits, with the command that it is of; `source` names the wallet."""

    refusal: Refusal
    command: Command
    source: str

    @property
    def kind(self) -> str:
        """Kind of the command."""
        return str(msgpack.unpackb(self.command.signed, raw=False)[2][2][0])


class Threw(Exception):
    """The rules came to throw dice: they had nothing against the command."""


class _NoDice:
    """Throws none: a command is checked before its dice are thrown."""

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Say that it came so far.

        Raises Threw.
        """
        raise Threw(ask.why)


class Refusals:
    """The refusals of a game that wait to be judged, by the entry after which they were ruled."""

    def __init__(
        self, entries: Sequence[RawEntry], wallets: Iterable[Wallet], keys: LogKeys, findings: Findings
    ) -> None:
        self.findings = findings
        self._entries = {raw.seq: raw for raw in entries}
        self._waiting: dict[int, list[Kept]] = defaultdict(list)
        own = [wallet for wallet in wallets if entries and wallet.game == entries[0].game]
        for wallet in own:
            commands = {command_hash(signing_bytes(row.signed)): row for row in wallet.commands}
            for row in dict.fromkeys(wallet.refusals):
                self._take(row, wallet, commands, keys)
        if not own:
            findings.incomplete["L3"] = "none of the wallets is of this game"

    def _take(self, row: KeptRefusal, wallet: Wallet, commands: Mapping[bytes, Command], keys: LogKeys) -> None:
        seq = 0
        try:
            refusal = read_refusal(row.refusal)
            seq = refusal.seq
            _require_signed(row, refusal, wallet.game, keys)
        except ValueError as fault:
            self.findings.add(
                "REFUSAL_UNPROVEN", seq, f"a refusal signed by a key of this log ({wallet.source})", fault
            )
            return
        self._take_signed(refusal, commands.get(refusal.command), wallet.source)

    def _take_signed(self, refusal: Refusal, command: Command | None, source: str) -> None:
        seq, findings = refusal.seq, self.findings
        there, last = self._entries.get(seq), max(self._entries)
        if seq > last:
            findings.add("TRUNCATED_LOG", last + 1, f"{seq} entries, after which a refusal was signed ({source})", last)
        elif there is None or there.hash != refusal.head:
            due = f"{refusal.head.hex()}, on which a refusal was signed ({source})"
            findings.add("RECEIPT_NOT_IN_LOG", seq, due, "no such entry" if there is None else there.hash)
        elif command is None:
            text = f"the command of a refusal in its wallet ({source})"
            findings.add("REFUSAL_UNPROVEN", seq, text, f"none with the hash {refusal.command.hex()}")
        else:
            self._waiting[seq].append(Kept(refusal, command, source))

    def leave(self, why: str) -> None:
        """Say why those that still wait can not be judged."""
        if any(self._waiting.values()):
            self.findings.incomplete["L3"] = f"refusals after entry {min(self._waiting)} can not be judged: {why}"

    def judge(
        self, seq: int, rules: LoadedRuleset[Any], game: Any, protocol: ProtocolState, history: History[Any]
    ) -> None:
        """Judge those that were ruled after this entry, on the game as it stands."""
        for kept in self._waiting.pop(seq, ()):
            if protocol.edition != rules.edition:
                text = f"edition {protocol.edition} is not in this build, which has {rules.edition}"
                self.findings.incomplete["L3"] = f"refusals after entry {seq} can not be judged: {text}"
                continue
            self._check_time(kept)
            try:
                due = _faults_of(kept, rules, game, protocol, history)
            except MemoryError:
                raise
            except Exception as fault:  # noqa: BLE001  (of a log that was altered the rules may raise anything)
                text = f"a command of {rules.name} ({kept.source})"
                self.findings.add("REFUSAL_UNPROVEN", seq, text, fault)
                continue
            self._compare(kept, due)

    def _check_time(self, kept: Kept) -> None:
        refusal, after = kept.refusal, self._entries.get(kept.refusal.seq + 1)
        least, most = self._entries[refusal.seq].time, after.time if after is not None else refusal.time
        if not least <= refusal.time <= most:
            self.findings.add("REFUSAL_MISSTATED", refusal.seq, f"time: from {least} to {most}", refusal.time)

    def _compare(self, kept: Kept, due: tuple[Fault, ...]) -> None:
        seq, first = kept.refusal.seq, kept.refusal.faults[0]
        told = f"{first.clause} {first.reason}".strip()
        who = f"{kept.kind} after entry {seq} ({kept.source})"
        place = difference(kept.refusal.faults, due) if due else None
        if not due:
            self.findings.add("REFUSED_LEGAL_COMMAND", seq, f"{kept.kind}: a command that the rules allow", told)
            self.findings.refusals.append(f"{who}: refused as {told}, and the rules allow it")
        elif place is not None:
            path, is_due, found = place
            self.findings.add("REFUSAL_MISSTATED", seq, f"{path}: {is_due}", found)
            reason = f"{due[0].clause} {due[0].reason}".strip()
            self.findings.refusals.append(f"{who}: refused as {told}, and is to be refused as {reason}")
        else:
            self.findings.refusals.append(f"{who}: rightly refused, {told}")


def _require_signed(row: KeptRefusal, refusal: Refusal, game: bytes, keys: LogKeys) -> None:
    """Raise ValueError where no key of the log has signed a refusal, or it is another game's."""
    public = notes.key_of(row.log_key)[1]
    if row.log_key not in keys.known or not notes.verifies(public, row.signature, DOMAIN + row.refusal):
        raise ValueError("no signature by a key of this log")
    if refusal.game != game:
        raise ValueError("the refusal of another game")


def _faults_of(
    kept: Kept, rules: LoadedRuleset[Any], game: Any, protocol: ProtocolState, history: History[Any]
) -> tuple[Fault, ...]:
    """Rule on a refused command; no faults where the rules allow it. ValueError where it is no command of the rules."""
    record, opened = _opened(kept, rules)
    actor, head = record.actor, record.command.head
    if head is not None and _is_stale(game, protocol, actor.party, head):
        return STALE
    try:
        ruling = adjudicate(
            rules,
            game,
            protocol,
            actor.party,
            opened.command,
            _NoDice(),
            kept.refusal.time,
            by=actor,
            past=history.game,
        )
    except Rejected as rejected:
        return rejected.faults
    except Threw:
        return ()
    ruled = any(isinstance(event, RulingGiven) for event, _ in ruling.events)
    terms = protocol.open_game
    of_event = actor.role == SEAT_ROLE and terms is not None and terms.event is not None
    return HEADLESS if head is None and (ruled or of_event) else ()


def _is_stale(game: Any, protocol: ProtocolState, party: int, head: bytes) -> bool:
    """Whether what was seen is older than the question, the party's own last entry, and what a ruling has changed."""
    seen = protocol.hashes.get(head)
    opened = game.stack[-1].opened if game.stack else 0
    return seen is None or seen < max(opened, protocol.last_by.get(party, 0), protocol.docket.changed)


def _opened(kept: Kept, rules: LoadedRuleset[Any]) -> tuple[Record, OpenedRecord]:
    """Read a command as one of a record, its secret fields opened from the wallet."""
    command, refusal = kept.command, kept.refusal
    game, actor, row = msgpack.unpackb(command.signed, raw=False)
    parts: tuple[OpenedPart, ...] = ()
    if row[3] is not None:
        party = actor[1]
        if sealed_hash(game, party, COMMAND_PART, row[0], command.salt, command.data) != row[3]:
            raise ValueError("its secret fields in the wallet do not fit their seal")
        parts = (OpenedPart(party, COMMAND_PART, command.salt, command.data),)
    fields = [RECORD_FORMAT, game, refusal.seq + 1, refusal.head, refusal.time, actor, row, None, [], [], [], None]
    try:
        record = decoder(rules).decode(encode(fields))
        return record, open_record(rules, record, parts)
    except Exception as error:
        # bytes of a wallet may be anything: whatever the decoder raises over them
        raise ValueError(f"not a command of these rules: {error}") from error
