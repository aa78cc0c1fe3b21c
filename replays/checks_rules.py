"""Level L2 of the audit: every command is adjudicated again, with the faces of the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel import chain, dice
from adjudicator.kernel.adjudicate import adjudicate
from adjudicator.kernel.dice import Roll, Throw
from adjudicator.kernel.docket import Docket
from adjudicator.kernel.messages import Finished, OpenGame
from adjudicator.kernel.mpint import encode
from adjudicator.kernel.parties import SPECTATOR
from adjudicator.kernel.record import Filled, Opening, Record, decoder, fill
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

    def done(self) -> bool:
        """Tell whether every row was used."""
        return all(logged.done() for logged in self._logged.values())


class Stop(Exception):  # noqa: N818  (it ends the level, it is no fault of the auditor)
    """From here on re-adjudication means nothing: what came before no longer agrees."""


def check_rules(
    entries: Sequence[Raw], bundle: Bundle, opening: OpenGame, rules: Rules[Any], engine: bytes, secret: bytes | None,
    findings: Findings,
) -> None:  # fmt: skip
    """Checks 20, 34 and 42 to 44: edition, dice asked for, legality, events and state hashes."""
    if opening.edition != rules.edition:
        findings.incomplete["L2"] = f"edition {opening.edition} is not at hand; this build has {rules.edition}"
        return
    if opening.engine != engine:
        findings.notes.append("the opening names another digest of the same edition's code and data")
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
        self.game: Any = rules.start(len(opening.seats))
        self.docket: Docket | None = None

    def take(self, raw: Raw, openings: tuple[Opening, ...]) -> None:
        """Adjudicate one entry again and compare.

        Raises Stop where nothing after it can be compared.
        """
        docket = self.docket = self.docket or Docket(raw.game)
        record, filled = self._decode(raw, openings)
        self._states_of_people(raw, filled)
        ruling = self._rule(raw, docket, record, filled)
        _compare(raw, filled, ruling, self.findings)
        self._state(raw, record, ruling, filled)
        if tuple(ruling.events) != filled.events:
            # the log tells another game from here on: what follows is not comparable
            raise Stop
        self.game = ruling.game
        docket.enter(record, filled, raw.hash)

    def _decode(self, raw: Raw, openings: tuple[Opening, ...]) -> tuple[Record, Filled]:
        try:
            record = decoder(self.rules).decode(raw.data)
            filled = fill(self.rules, record, openings)
        except (msgspec.MsgspecError, ValueError, TypeError, LookupError, OverflowError) as error:
            self.findings.add("BUNDLE_MALFORMED", raw.seq, f"a record of {self.rules.name}", str(error))
            raise Stop from error
        if not filled.whole:
            self.findings.incomplete["L2"] = f"sealed parts from entry {raw.seq} on are not opened in this file"
            raise Stop
        return record, filled

    def _states_of_people(self, raw: Raw, filled: Filled) -> None:
        for event, _ in filled.events:
            if type(event).__name__ in ("FactStated", "FactSettled", "FactDisputed", "RollReported", "RollAcknowledged"):
                self.findings.stated.append(f"entry {raw.seq}: {type(event).__name__} by party {raw.party}")

    def _rule(self, raw: Raw, docket: Docket, record: Record, filled: Filled) -> Ruling[Any]:
        source = LoggedStreams(filled.rolls)
        try:
            ruling = adjudicate(self.rules, self.game, docket, raw.party, filled.command, source, record.time)
        except Rejected as refusal:
            self.findings.add("ILLEGAL_COMMAND_ACCEPTED", raw.seq, "a command that the rules allow", refusal)
            raise Stop from refusal
        except DiceMismatch as mismatch:
            self.findings.add("DICE_SPEC_MISMATCH", raw.seq, mismatch.expected, mismatch.found)
            raise Stop from mismatch
        except Exception as error:
            # an altered log can bring the rules to any state: whatever they trip over is a finding, never a crash
            self.findings.add("ILLEGAL_COMMAND_ACCEPTED", raw.seq, "a command that the rules can take", repr(error))
            raise Stop from error
        if not docket.reported and not source.done():
            self.findings.add("DICE_SPEC_MISMATCH", raw.seq, "no more dice", "rows that no rule asks for")
        return ruling

    def _state(self, raw: Raw, record: Record, ruling: Ruling[Any], filled: Filled) -> None:
        final = any(isinstance(event, Finished) for event, _ in filled.events)
        if raw.seq % STATE_EVERY and not final:
            if record.state is not None:
                self.findings.add("STATE_HASH_MISMATCH", raw.seq, "no state hash on this entry", "one")
            return
        public = chain.state_hash(encode(self.rules.view(ruling.game, SPECTATOR)))
        if record.state is None or record.state[0] != public:
            self.findings.add("STATE_HASH_MISMATCH", raw.seq, public, record.state[0] if record.state else "none")
        elif record.state[1] is not None and self.secret is not None:
            self._full_state(raw, record.state[1], ruling)
        elif self.rules.sealing and self.docket and self.docket.transcript and record.state[1] is None:
            self.findings.add("STATE_HASH_MISMATCH", raw.seq, "a keyed hash of the full state", "none")

    def _full_state(self, raw: Raw, found: bytes, ruling: Ruling[Any]) -> None:
        transcript = self.docket.transcript if self.docket else None
        if self.secret is None or transcript is None:
            return
        key = dice.state_key(self.secret, transcript)
        due = chain.full_state_hash(key, encode(ruling.game.dump()))
        if due != found:
            self.findings.add("STATE_HASH_MISMATCH", raw.seq, due, found)


def _compare(raw: Raw, filled: Filled, ruling: Ruling[Any], findings: Findings) -> None:
    rolls = _by_stream(filled.rolls)
    if _by_stream(tuple(ruling.rolls)) != rolls:
        findings.add("DICE_SPEC_MISMATCH", raw.seq, [str(r.asked()) for r in ruling.rolls], [str(r.asked()) for r in filled.rolls])
    due, found = tuple(ruling.events), filled.events
    if due != found:
        place = next((i for i, pair in enumerate(zip(due, found, strict=False)) if pair[0] != pair[1]), min(len(due), len(found)))
        findings.add("EVENTS_MISMATCH", raw.seq, _shown(due, place), _shown(found, place))


def _shown(events: Sequence[tuple[Struct, tuple[str, ...]]], place: int) -> str:
    return str(events[place]) if place < len(events) else "no more events"


def _by_stream(rolls: Sequence[Roll]) -> list[Roll]:
    return sorted(rolls, key=lambda roll: (roll.stream, roll.index))


__all__ = ["LoggedStreams", "check_rules"]
