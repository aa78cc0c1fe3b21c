"""A game reported entry by entry: who, what, dice, why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll
from adjudicator.kernel.labels import NO_LABELS, Labels
from adjudicator.kernel.messages import OpenGame, Unsealed
from adjudicator.kernel.record.record import COMMAND_PART, OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.checks_order import stacks
from replays.audit.entries import RawEntry, read_entries
from replays.audit.report import Findings, printable
from replays.bundle import Bundle
from replays.party_names import party_name
from replays.tell.phrases import EventFormatter
from replays.tell.transcript import BYTES_ONLY
from replays.tell.values import fields_text

HEADING, ENTRY, DICE, EVENT, REASON, QUESTION, PLAIN = (
    "heading",
    "entry",
    "dice",
    "event",
    "reason",
    "question",
    "plain",
)
COLUMN = 84
StyledLine = tuple[str, str]


def show(
    bundle: Bundle,
    rules: LoadedRuleset[Any] | None,
    labels: Labels = NO_LABELS,
    seat: str | None = None,
    first: int = 1,
    last: int = 1 << 53,
) -> Iterator[StyledLine]:
    """Report entries `first` to `last` as (style, line); with `seat` only what that seat may see.

    A file is shown as it is: whether it is true, the audit checks. Raises ValueError for a seat that nobody has.
    """
    entries = read_entries(bundle, Findings())
    if not entries:
        yield PLAIN, "no entry of this file can be read: see `replay audit`"
        return
    report = _GameReport(rules, entries[0], labels, seat)
    yield from report.head(len(entries))
    for raw, stack in stacks(entries):
        if first <= raw.seq <= last:
            yield from report.entry(raw, bundle.openings(raw.seq), stack[-1] if stack else None)


class _GameReport:
    def __init__(self, rules: LoadedRuleset[Any] | None, first: RawEntry, labels: Labels, seat: str | None) -> None:
        self.rules = rules
        self.first = first
        self.labels = labels
        self.terms = _read_terms(first)
        self.names = [known.name for known in self.terms.seats] if self.terms else []
        self.viewer = _viewer(seat, self.names)
        self.formatter = (
            EventFormatter(rules, self.names, labels.lengths, labels.words, labels.lists) if rules else None
        )
        self.width = max(len(name) for name in (*self.names, "referee"))

    def head(self, entries: int) -> Iterator[StyledLine]:
        """Report which game it is."""
        terms = self.terms
        yield HEADING, f"game {self.first.game.hex()}, {entries} entries"
        if terms is not None:
            yield PLAIN, printable(f"{terms.ruleset}, edition {terms.edition}: {' against '.join(self.names)}")
            yield PLAIN, f"profile {terms.profile}, {terms.dice_mode} dice, pace {terms.pace}"
        if self.viewer is not None:
            yield PLAIN, f"as {party_name(self.viewer, self.names)} sees it"

    def entry(
        self, raw: RawEntry, openings: Sequence[tuple[int, int, bytes, bytes]], asked: Window | None
    ) -> Iterator[StyledLine]:
        """Report one entry."""
        known = self._known(raw, [OpenedPart(*row) for row in openings])
        if known is None:
            yield from self._raw(raw)
            return
        record, opened = known
        yield ENTRY, self._command(raw, opened, record)
        for roll in opened.rolls:
            yield DICE, self._indent(f"throws {_throw(roll, self.names)}")
        for event, clauses in opened.events:
            yield from self._event(event, clauses, whole=opened.whole)
        yield from self._question(raw, asked)

    def _known(self, raw: RawEntry, openings: list[OpenedPart]) -> tuple[Record, OpenedRecord] | None:
        if self.rules is None:
            return None
        try:
            record = decoder(self.rules).decode(raw.data)
            return record, open_record(self.rules, record, [part for part in openings if self._may_see(record, part)])
        except Exception:  # noqa: BLE001  (a file that lies about its ruleset is still shown, value by value)
            return None

    def _may_see(self, record: Record, part: OpenedPart) -> bool:
        """Whether the viewer had this part when the entry came: an own secret, or a command that was open at once."""
        if self.viewer in (None, part.owner):
            return True
        opened = (event.entries for event, _ in record.events if isinstance(event, Unsealed))
        return part.part == COMMAND_PART and any(record.seq in entries for entries in opened)

    def _command(self, raw: RawEntry, opened: OpenedRecord, record: Record) -> str:
        text = ""
        if not isinstance(opened.command, BYTES_ONLY) and self.rules is not None:
            secret = () if opened.whole else self.rules.masks[type(opened.command)].secret
            text = fields_text(opened.command, secret, brief=True)
        who = party_name(record.actor.party, self.names)
        return printable(f"{raw.seq:>5} {who:<{self.width}} {raw.kind} {text}".rstrip())

    def _event(self, event: Struct, clauses: Sequence[str], *, whole: bool) -> Iterator[StyledLine]:
        if self.formatter is None:
            return
        heading = self.labels.headings.get(type(event).__name__)
        sentence = self.formatter.format_event(event, heading, whole=whole)
        if heading is not None:
            yield HEADING, ""
            yield HEADING, printable(sentence)
        if heading is not None or not sentence:
            return
        yield EVENT, self._indent(f"{printable(sentence):<{COLUMN - self.width}}  {' '.join(map(printable, clauses))}")
        for reason in self.formatter.reasons(event):
            yield REASON, self._indent(f"    {printable(reason)}")

    def _question(self, raw: RawEntry, before: Window | None) -> Iterator[StyledLine]:
        fields = raw.event("Asked")
        windows = fields[1] if fields is not None and len(fields) > 1 else []
        try:
            top = msgspec.convert(windows[-1], Window) if windows else None
        except (msgspec.ValidationError, TypeError, KeyError):
            return
        if top is not None and top.asks and (before is None or before.id != top.id):
            who = " and ".join(party_name(party, self.names) for party in top.asks)
            words = (self.labels.words.get(word, word) for word in top.subject)
            subject = f" about {' '.join(words)}" if top.subject else ""
            yield QUESTION, self._indent(printable(f"-> {who}: {top.kind.replace('_', ' ')}{subject}"))

    def _raw(self, raw: RawEntry) -> Iterator[StyledLine]:
        """Report an entry whose ruleset is not in this build: kinds and values."""
        who = party_name(raw.party, self.names)
        yield ENTRY, printable(f"{raw.seq:>5} {who:<{self.width}} {raw.kind} {_plain(raw.arguments)}".rstrip())
        for row in raw.dice:
            yield DICE, self._indent(f"throws {_throw(msgspec.convert(row, Roll), self.names)}")
        for (kind, *fields), clauses in raw.events:
            yield EVENT, self._indent(printable(f"{kind} {_plain(fields)}  {' '.join(clauses)}"))

    def _indent(self, text: str) -> str:
        return " " * (7 + self.width) + text.rstrip()


def _read_terms(first: RawEntry) -> OpenGame | None:
    try:
        return msgspec.convert([first.kind, *first.arguments], OpenGame)
    except msgspec.ValidationError:
        return None


def _viewer(seat: str | None, names: Sequence[str]) -> Party | None:
    if seat is None:
        return None
    if seat in names:
        return names.index(seat)
    if seat.isdecimal() and int(seat) < len(names):
        return int(seat)
    raise ValueError(f"no seat is called {seat!r}; the seats are {', '.join(names) or 'not known'}")


def _throw(roll: Roll, names: Sequence[str]) -> str:
    faces = " ".join(map(str, roll.faces))
    source = {PUBLIC: "", REPORTED: ", from the table"}.get(roll.stream, ", hidden")
    return printable(
        f"{len(roll.faces)}d{roll.sides} for {roll.why} ({party_name(roll.roller, names)}{source}): {faces}"
    )


def _plain(values: Sequence[Any]) -> str:
    return " ".join(value.hex()[:16] if isinstance(value, bytes) else str(value) for value in values)
