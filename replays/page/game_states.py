"""A replay file read for its page: the entries as the audit reads them, each with the game after it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import SPECTATOR
from adjudicator.kernel.decide.windows import Window
from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.record import OpenedPart, Record, decoder
from adjudicator.kernel.ruleset import LoadedRuleset
from replays.audit.entries import RawEntry, read_entries
from replays.audit.open_questions import stacks
from replays.audit.report import Findings
from replays.bundle import Bundle
from replays.tell.moments import Moment, MomentFault, moments


class Step(Struct, frozen=True):
    """One entry: raw and read, the questions before and after it, and the game after it.

    `moment` is None from the first entry on that can not be folded, such as one whose secrets the file does not open.
    """

    raw: RawEntry
    record: Record
    parts: tuple[OpenedPart, ...]
    asked: Window | None
    asks: Window | None
    moment: Moment | None


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
        self.void: frozenset[int] = frozenset()
        self.undrawn = ""  # why the game can not be folded to its end

    def steps(self) -> Iterator[Step]:
        """Give the entries in order, each with the game after it; a game is changed by the next step."""
        folded = self._moments()
        read = decoder(self.rules)
        for raw, before in stacks(self.entries):
            asked = before[-1] if before else None
            try:
                record = read.decode(raw.data)
            except msgspec.MsgspecError as error:
                raise ValueError(f"entry {raw.seq} can not be read: {error}; see `adjudicator replay audit`") from error
            parts = tuple(OpenedPart(*row) for row in self.bundle.openings(raw.seq))
            yield Step(raw, record, parts, asked, _asks(raw, tuple(before)), next(folded, None))
        next(folded, None)  # what stands at the end is known behind the last moment

    def _moments(self) -> Iterator[Moment]:
        moment: Moment | None = None
        try:
            for moment in moments(self.bundle, self.rules, SPECTATOR):
                yield moment
        except MomentFault as fault:
            self.undrawn = str(fault)
        if moment is not None:
            self.void = frozenset(range(1, moment.seq + 1)).difference(moment.protocol.docket.path(moment.seq))

    @property
    def owners(self) -> frozenset[int]:
        """Seats whose secrets the file opens."""
        return frozenset(row[0] for sealed in self.bundle.sealed for row in sealed.openings)

    @property
    def revealed(self) -> bool:
        """Whether the secret of the dice is out, and with it all secrets."""
        return any(raw.kind == "Reveal" for raw in self.entries)


def _asks(raw: RawEntry, before: tuple[Window, ...]) -> Window | None:
    """Give the innermost question after an entry; an altered file may hold any."""
    fields = raw.event("Asked")
    try:
        stack = before if fields is None else (*before[: fields[0]], *msgspec.convert(fields[1], tuple[Window, ...]))
    except (msgspec.ValidationError, TypeError, IndexError):
        return None
    return stack[-1] if stack else None


def _terms(first: RawEntry) -> OpenGame:
    try:
        return msgspec.convert([first.kind, *first.arguments], OpenGame)
    except msgspec.ValidationError as error:
        raise ValueError(f"the first entry does not open a game: {error}; see `adjudicator replay audit`") from error
