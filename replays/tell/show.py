"""A game reported entry by entry: who, what, dice, why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR, TABLE, Party
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.dice.wgdice import PUBLIC, REPORTED, Roll
from adjudicator.kernel.labels import NO_LABELS, Labels
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.record import OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from adjudicator.kernel.sentences import counted, finished, inches, listed
from replays.audit.entries import RawEntry, read_entries
from replays.audit.open_questions import stacks
from replays.audit.report import Findings, printable
from replays.bundle import Bundle
from replays.party_names import party_name
from replays.tell.moments import may_see
from replays.tell.options_line import options_line, terms_line
from replays.tell.phrases import EventFormatter
from replays.tell.throws import Drawn, beside
from replays.tell.transcript import BYTES_ONLY
from replays.tell.values import brief_text

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
    seat: str | Party | None = None,
    first: int = 1,
    last: int = 1 << 53,
) -> Iterator[StyledLine]:
    """Report entries `first` to `last` as (style, line); with `seat` only what that seat, or "spectator", may see.

    A file is shown as it is: whether it is true, the audit checks. Raises ValueError for a seat that nobody has.
    """
    entries = read_entries(bundle, Findings())
    if not entries:
        yield PLAIN, "no entry of this file can be read: see `replay audit`"
        return
    report = _GameReport(rules, entries[0], labels, seat)
    yield from report.head(entries)
    for raw, stack in stacks(entries):
        if raw.seq > last:
            return
        # what stands before the first entry is read too: later sentences name what it said
        lines = tuple(report.entry(raw, bundle.openings(raw.seq), stack[-1] if stack else None))
        yield from lines if raw.seq >= first else ()


class _GameReport:
    def __init__(
        self, rules: LoadedRuleset[Any] | None, first: RawEntry, labels: Labels, seat: str | Party | None
    ) -> None:
        self.rules = rules
        self.first = first
        self.labels = labels
        self.terms = _read_terms(first)
        self.names = [known.name for known in self.terms.seats] if self.terms else []
        self.viewer = _viewer(seat, self.names)
        self.formatter = EventFormatter(rules, self.names, labels) if rules else None
        self.width = max(len(name) for name in (*self.names, "referee"))
        self.drawn = Drawn()

    def head(self, entries: Sequence[RawEntry]) -> Iterator[StyledLine]:
        """Report which game it is, and which of its options differ from the book."""
        terms = self.terms
        yield HEADING, f"game {self.first.game.hex()}, {counted(len(entries), 'entry', 'entries')}"
        if terms is not None:
            yield PLAIN, printable(f"{terms.ruleset}, edition {terms.edition}: {' against '.join(self.names)}")
            yield PLAIN, printable(terms_line(terms))
        changed = options_line(self._options(entries), self.labels)
        if changed:
            yield PLAIN, printable(changed)
        if self.viewer is not None:
            yield PLAIN, f"as {party_name(self.viewer, self.names)} sees it"

    def _options(self, entries: Sequence[RawEntry]) -> Struct | None:
        """Find the options of the game, which the event of its creation holds."""
        for raw in entries:
            known = self._known(raw, [])
            for event, _ in known[1].events if known is not None else ():
                found = getattr(event, "options", None)
                if isinstance(found, Struct):
                    return found
        return None

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
        if self.formatter is not None:
            subject = asked.subject if asked is not None else ()
            self.formatter.memory.enter(record.actor.party, subject, record.seq)
        for (event, clauses), rolls in beside(opened.events, self.drawn.without(opened), self.labels.beside):
            for roll in rolls:
                yield from self._throw(roll)
            if event is not None:
                yield from self._event(event, clauses, whole=opened.whole)
        yield from self._question(raw, asked)

    def _throw(self, roll: Roll) -> Iterator[StyledLine]:
        """Report a throw; a die of one side is none."""
        if roll.sides > 1:
            named = self.formatter.throw_name(roll.why) if self.formatter is not None else roll.why
            yield DICE, self._indent(printable(_throw(roll, named, self.names)))

    def _known(self, raw: RawEntry, openings: list[OpenedPart]) -> tuple[Record, OpenedRecord] | None:
        if self.rules is None:
            return None
        try:
            record = decoder(self.rules).decode(raw.data)
            return record, open_record(self.rules, record, [part for part in openings if self._may_see(record, part)])
        except Exception:  # noqa: BLE001  (a file that lies about its ruleset is still shown, value by value)
            return None

    def _may_see(self, record: Record, part: OpenedPart) -> bool:
        return self.viewer is None or may_see(record, part, self.viewer)

    def _command(self, raw: RawEntry, opened: OpenedRecord, record: Record) -> str:
        text = ""
        if not isinstance(opened.command, BYTES_ONLY) and self.rules is not None:
            secret = () if opened.whole else self.rules.masks[type(opened.command)].secret
            text = self._plain_fields(opened.command, secret)
        who = party_name(record.actor.party, self.names)
        return printable(f"{raw.seq:>5} {who:<{self.width}} {raw.kind} {text}".rstrip())

    def _plain_fields(self, command: Struct, secret: Sequence[int]) -> str:
        """Write what a command names in one word or a few; what it lists is told by its events."""
        written = []
        for index, name in enumerate(command.__struct_fields__):
            value = getattr(command, name)
            if value is None and index in secret:
                written.append(f"{name}=secret")
            elif isinstance(value, int) and not isinstance(value, bool) and name in self.labels.lengths:
                written.append(f"{name}={inches(value)}")
            elif value not in (None, "", (), False) and not _nested(value):
                written.append(f"{name}={brief_text(value)}")
        return " ".join(written)

    def _event(self, event: Struct, clauses: Sequence[str], *, whole: bool) -> Iterator[StyledLine]:
        if self.formatter is None:
            return
        heading = self.labels.headings.get(type(event).__name__)
        if heading is not None:
            yield HEADING, ""
            yield HEADING, printable(self.formatter.format_event(event, heading, whole=whole))
            if type(event) not in self.labels.variants:
                return
        sentence = self.formatter.format_event(event, whole=whole)
        if not sentence:
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
            yield QUESTION, self._indent(printable(f"-> {self._asked(top)}"))

    def _asked(self, window: Window) -> str:
        if self.formatter is not None:
            return self.formatter.format_question(window.kind, window.subject, window.asks)
        who = listed([party_name(party, self.names) for party in window.asks])
        return f"{who}: {' '.join((window.kind, *window.subject))}"

    def _raw(self, raw: RawEntry) -> Iterator[StyledLine]:
        """Report an entry whose ruleset is not in this build: kinds and values."""
        who = party_name(raw.party, self.names)
        yield ENTRY, printable(f"{raw.seq:>5} {who:<{self.width}} {raw.kind} {_plain(raw.arguments)}".rstrip())
        for row in raw.dice:
            roll = msgspec.convert(row, Roll)
            yield DICE, self._indent(printable(_throw(roll, roll.why, self.names)))
        for (kind, *fields), clauses in raw.events:
            yield EVENT, self._indent(printable(f"{kind} {_plain(fields)}  {' '.join(clauses)}"))

    def _indent(self, text: str) -> str:
        return " " * (7 + self.width) + text.rstrip()


def _read_terms(first: RawEntry) -> OpenGame | None:
    try:
        return msgspec.convert([first.kind, *first.arguments], OpenGame)
    except msgspec.ValidationError:
        return None


def _viewer(seat: str | Party | None, names: Sequence[str]) -> Party | None:
    if seat is None or isinstance(seat, int):
        return seat
    if seat in names:
        return names.index(seat)
    if seat.isdecimal() and int(seat) < len(names):
        return int(seat)
    if seat == party_name(SPECTATOR, names):
        return SPECTATOR
    raise ValueError(f"no seat is called {seat!r}; the seats are {', '.join(names) or 'not known'}")


def _throw(roll: Roll, named: str, names: Sequence[str]) -> str:
    faces = " ".join(map(str, roll.faces))
    source = {PUBLIC: "", REPORTED: ", from the table"}.get(roll.stream, ", hidden")
    who = {TABLE: "dice", REFEREE: "the referee"}.get(roll.roller) or party_name(roll.roller, names)
    verb = "throws" if roll.roller != TABLE else "of the table:"
    return finished(f"{who} {verb} {len(roll.faces)}d{roll.sides} for {named}{source}: {faces}")


def _nested(value: object) -> bool:
    return isinstance(value, Struct) or (isinstance(value, tuple) and any(map(_nested, value)))


def _plain(values: Sequence[Any]) -> str:
    return " ".join(value.hex()[:16] if isinstance(value, bytes) else str(value) for value in values)
