"""A replay file read for its page: the entries as the audit reads them, and the game after each of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.adjudicate import History, fold_one
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import OpenGame, Unsealed
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.record.record import COMMAND_PART, OpenedPart, OpenedRecord, Record, decoder, open_record
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.entries import RawEntry, read_entries
from replays.audit.open_questions import stacks
from replays.audit.report import Findings
from replays.bundle import Bundle


class Step(Struct, frozen=True):
    """One entry: raw, read, with all secrets that the file opens; `asked` is the question that it answers.

    `game` is the state after it, None from the first entry on whose secrets the file does not open.
    """

    raw: RawEntry
    record: Record
    opened: OpenedRecord
    parts: tuple[OpenedPart, ...]
    asked: Window | None
    stack: tuple[Window, ...]
    game: Any


class ReplayGame:
    """A replay file with its ruleset. Raises ValueError where an entry can not be read under this release."""

    def __init__(self, bundle: Bundle, rules: LoadedRuleset[Any]) -> None:
        self.bundle = bundle
        self.rules = rules
        self.entries = read_entries(bundle, Findings())
        if len(self.entries) != len(bundle.records) or not self.entries:
            raise ValueError("not every entry of this file can be read: see `adjudicator replay audit`")
        self.terms = _terms(self.entries[0])
        self.names = tuple(seat.name for seat in self.terms.seats)
        self.protocol = ProtocolState(self.entries[0].game)
        self.drawn = 0  # entries after which the game could be folded

    def steps(self) -> Iterator[Step]:
        """Give the entries in order, each with the game after it; a game is changed by the next step."""
        rules = self.rules
        game: Any = rules.start(len(self.names))
        history = History(rules, self.protocol, len(self.names))
        read = decoder(rules)
        stack: tuple[Window, ...] = ()
        for raw, before in stacks(self.entries):
            parts = tuple(OpenedPart(*row) for row in self.bundle.openings(raw.seq))
            try:
                record = read.decode(raw.data)
                opened = open_record(rules, record, parts)
                if game is not None and not opened.whole:
                    game = None
                if game is not None:
                    game = fold_one(rules, game, self.protocol, record, opened, raw.hash, history.game)
                    history.add(record, opened)
            except Exception as error:
                # only an altered file gets here, and a decoder or reducer may raise anything over it
                raise ValueError(f"entry {raw.seq} can not be read: {error!r}; see `adjudicator replay audit`") from error
            self.drawn += game is not None
            stack = tuple(before)
            yield Step(raw, record, opened, parts, stack[-1] if stack else None, _after(raw, stack), game)

    @property
    def void(self) -> frozenset[int]:
        """Entries that do not stand, since the game went back before them; known after the last step."""
        stand = set(self.protocol.docket.path(self.drawn)) if self.drawn else set()
        return frozenset(range(1, self.drawn + 1)) - stand

    @property
    def owners(self) -> frozenset[int]:
        """Seats whose secrets the file opens."""
        return frozenset(row[0] for sealed in self.bundle.sealed for row in sealed.openings)

    @property
    def revealed(self) -> bool:
        """Whether the secret of the dice is out, and with it all secrets."""
        return any(raw.kind == "Reveal" for raw in self.entries)


def as_shown_to(rules: LoadedRuleset[Any], step: Step, viewer: int | None) -> OpenedRecord:
    """Open an entry as a party saw it when it came: with its own secrets, and commands that were open by then."""
    if viewer is None:
        return step.opened
    opened = [event.entries for event, _ in step.record.events if isinstance(event, Unsealed)]
    now_open = any(step.record.seq in entries for entries in opened)
    parts = [part for part in step.parts if part.owner == viewer or (part.part == COMMAND_PART and now_open)]
    return open_record(rules, step.record, parts)


def _after(raw: RawEntry, before: tuple[Window, ...]) -> tuple[Window, ...]:
    fields = raw.event("Asked")
    if fields is None or len(fields) < 2:  # noqa: PLR2004  (how many stay, and those above them)
        return before
    return (*before[: fields[0]], *msgspec.convert(fields[1], tuple[Window, ...]))


def _terms(first: RawEntry) -> OpenGame:
    try:
        return msgspec.convert([first.kind, *first.arguments], OpenGame)
    except msgspec.ValidationError as error:
        raise ValueError(f"the first entry does not open a game: {error}; see `adjudicator replay audit`") from error
