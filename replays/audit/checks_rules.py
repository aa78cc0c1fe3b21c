"""Level L2 of the audit: every command is adjudicated again, with the faces of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from adjudicator.kernel import chain, dice
from adjudicator.kernel.adjudicate import adjudicate
from adjudicator.kernel.dice import Roll, Throw
from adjudicator.kernel.docket import Docket
from adjudicator.kernel.messages import Finished, OpenGame
from adjudicator.kernel.mpint import encode
from adjudicator.kernel.parties import SPECTATOR
from adjudicator.kernel.record import COMMAND_PART, Draft, Filled, Ids, Opening, Record, decoder, draft, fill
from adjudicator.kernel.ruleset import Rules
from adjudicator.kernel.ruling import Rejected, Ruling
from adjudicator.kernel.throws import DiceMismatch, LoggedDice
from replays.bundle import Bundle
from replays.entries import Raw
from replays.report import Findings

STATE_EVERY = 16


class LoggedStreams:
    """Faces of one entry's log, stream by stream, each row compared with what the rules ask for."""

    def __init__(self, rolls: Sequence[Roll]) -> None:
        streams = sorted({roll.stream for roll in rolls})
        self._logged = {stream: LoggedDice([roll for roll in rolls if roll.stream == stream]) for stream in streams}

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Hand out the logged faces.

        Raises DiceMismatch where the rules ask for another throw.
        """
        logged = self._logged.get(ask.stream)
        if logged is None:
            raise DiceMismatch(ask, None)
        return logged.throw(ask)


class Stop(Exception):
    """From here on re-adjudication means nothing: what came before no longer agrees."""


def check_rules(
    entries: Sequence[Raw], bundle: Bundle, opening: OpenGame, known: tuple[Rules[Any], bytes], secret: bytes | None,
    findings: Findings,
) -> None:  # fmt: skip
    """Checks 34 and 42 to 44: dice asked for, legality, events and state hashes. `known` is the ruleset at hand."""
    rules, engine = known
    if opening.edition != rules.edition:
        findings.incomplete["L2"] = f"edition {opening.edition} is not at hand; this build has {rules.edition}"
        return
    if opening.engine != engine:
        findings.notes.append(
            f"the game was played with other code or data of edition {rules.edition} ({opening.engine.hex()}) "
            f"than this audit has ({engine.hex()})"
        )
    audit = _Again(rules, opening, secret, findings)
    for raw in entries:
        openings = tuple(Opening(*row) for row in bundle.openings(raw.seq))
        try:
            audit.take(raw, openings)
        except Stop:
            return


class _Again:
    """One game played again from its commands."""

    def __init__(self, rules: Rules[Any], opening: OpenGame, secret: bytes | None, findings: Findings) -> None:
        self.rules = rules
        self.findings = findings
        self.secret = secret
        self.seats = len(opening.seats)
        self.game: Any = rules.start(self.seats)
        self.docket: Docket | None = None

    def take(self, raw: Raw, openings: tuple[Opening, ...]) -> None:
        """Adjudicate one entry again and compare.

        Raises Stop where nothing after it can be compared.
        """
        docket = self.docket = self.docket or Docket(raw.game)
        record, filled = self._decode(raw, openings)
        ruling = self._rule(raw, docket, record, filled)
        before = len(self.findings.found)
        _compare(raw, filled, ruling, self.findings)
        self._state(raw, docket, record, ruling, filled)
        if len(self.findings.found) == before:
            self._same_record(raw, record, filled, openings, ruling)
        if tuple(ruling.events) != filled.events:
            # the log tells another game from here on: what follows is not comparable
            raise Stop
        self.game = ruling.game
        docket.enter(record, filled, raw.hash)

    def _decode(self, raw: Raw, openings: tuple[Opening, ...]) -> tuple[Record, Filled]:
        try:
            record = decoder(self.rules).decode(raw.data)
            filled = fill(self.rules, record, openings)
        except Exception as error:
            # sealed bytes are free of form: whatever they make the decoder trip over is a finding, never a crash
            self.findings.add("BUNDLE_MALFORMED", raw.seq, f"a record of {self.rules.name}", error)
            raise Stop from error
        if not filled.whole:
            self.findings.incomplete["L2"] = f"sealed parts from entry {raw.seq} on are not opened in this file"
            raise Stop
        return record, filled

    def _rule(self, raw: Raw, docket: Docket, record: Record, filled: Filled) -> Ruling[Any]:
        source = LoggedStreams(filled.rolls)
        try:
            return adjudicate(self.rules, self.game, docket, raw.party, filled.command, source, record.time)
        except Rejected as refusal:
            self.findings.add("ILLEGAL_COMMAND_ACCEPTED", raw.seq, f"a {raw.kind} that the rules allow", refusal)
            raise Stop from refusal
        except DiceMismatch as mismatch:
            found = mismatch.found.asked() if mismatch.found is not None else "no such row"
            self.findings.add("DICE_SPEC_MISMATCH", raw.seq, mismatch.expected, found)
            raise Stop from mismatch
        except Exception as error:
            # an altered log can bring the rules to any state: whatever they trip over is a finding, never a crash
            self.findings.add("ILLEGAL_COMMAND_ACCEPTED", raw.seq, f"a {raw.kind} that the rules can take", repr(error))
            raise Stop from error

    def _state(self, raw: Raw, docket: Docket, record: Record, ruling: Ruling[Any], filled: Filled) -> None:
        final = any(isinstance(event, Finished) for event, _ in filled.events)
        due = self._hashes(docket, ruling) if final or raw.seq % STATE_EVERY == 0 else None
        found = record.state
        if due is not None and due[1] == b"" and found is not None and found[1] is not None:
            due = (due[0], found[1])
        if due != found:
            self.findings.add("STATE_HASH_MISMATCH", raw.seq, _hex(due), _hex(found))

    def _hashes(self, docket: Docket, ruling: Ruling[Any]) -> tuple[bytes, bytes | None]:
        """Compute the state hashes; the keyed one is b"" while its key is not out."""
        public = chain.state_hash(encode(self.rules.view(ruling.game, SPECTATOR)))
        if not self.rules.sealing or docket.transcript is None:
            return public, None
        if self.secret is None:
            return public, b""
        key = dice.state_key(self.secret, docket.transcript)
        return public, chain.full_state_hash(key, encode(ruling.game.dump()))

    def _same_record(
        self, raw: Raw, record: Record, filled: Filled, openings: tuple[Opening, ...], ruling: Ruling[Any]
    ) -> None:
        """Build the record anew: it must be the same bytes, which leaves no value of it unchecked."""
        try:
            made = self._draft(record, filled, openings, ruling)
        except Exception as error:
            self.findings.add("EVENTS_MISMATCH", raw.seq, "what a record can be made of", repr(error))
            raise Stop from error
        if made.data != raw.data or sorted(made.openings, key=_part) != sorted(openings, key=_part):
            self.findings.add("EVENTS_MISMATCH", raw.seq, "the record that these rules make", "another one")

    def _draft(self, record: Record, filled: Filled, openings: tuple[Opening, ...], ruling: Ruling[Any]) -> Draft:
        salts = {_part(each): each.salt for each in openings}
        rest = iter([salt for (part, _), salt in sorted(salts.items()) if part != COMMAND_PART])
        envelope = record.command
        ids = Ids(
            record.game, record.prev, record.time, record.actor, envelope.id, envelope.head, record.signature,
            salts.get((COMMAND_PART, record.actor.party)),
        )  # fmt: skip
        return draft(
            self.rules, ids, ruling.seq, filled.command, ruling.events, ruling.rolls, self.seats, record.state,
            lambda: next(rest),
        )  # fmt: skip


def _part(opening: Opening) -> tuple[int, int]:
    return opening.part, opening.owner


def _hex(state: tuple[bytes, bytes | None] | None) -> str:
    return "none" if state is None else " ".join("nil" if each is None else each.hex() for each in state)


def _compare(raw: Raw, filled: Filled, ruling: Ruling[Any], findings: Findings) -> None:
    asked, thrown = _by_stream(tuple(ruling.rolls)), _by_stream(filled.rolls)
    if asked != thrown:
        findings.add("DICE_SPEC_MISMATCH", raw.seq, _throws(asked), _throws(thrown))
    due, found = tuple(ruling.events), filled.events
    if due != found:
        place = next(
            (i for i, pair in enumerate(zip(due, found, strict=False)) if pair[0] != pair[1]), min(len(due), len(found))
        )
        findings.add("EVENTS_MISMATCH", raw.seq, _shown(due, place), _shown(found, place))


def _throws(rolls: Sequence[Roll]) -> str:
    return "; ".join(str(roll.asked()) for roll in rolls) or "no dice"


def _shown(events: Sequence[tuple[Struct, tuple[str, ...]]], place: int) -> str:
    if place >= len(events):
        return "no more events"
    event, clauses = events[place]
    return f"{event} under {', '.join(clauses)}"


def _by_stream(rolls: Sequence[Roll]) -> list[Roll]:
    return sorted(rolls, key=lambda roll: (roll.stream, roll.index))


__all__ = ["LoggedStreams", "check_rules"]
