"""What stops a game, who has called, and what is sealed, before every entry: followed from the events of the log.

By code of its own and not by the service's, in a time that grows with the log alone, whatever a forged one holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from adjudicator.kernel.docket.stops import ADJOURNMENT
from adjudicator.kernel.messages import (
    CallClosed,
    CommandSealed,
    Corrected,
    DiceRetired,
    GameStopped,
    RefereeCalled,
    ResultReached,
    Rewound,
    SealedTaken,
    SealedVoid,
    StopEnded,
)
from adjudicator.kernel.protocol.dice_reports import set_name
from replays.audit.entries import RawEntry

READ: Final = (
    CallClosed,
    CommandSealed,
    Corrected,
    DiceRetired,
    GameStopped,
    RefereeCalled,
    ResultReached,
    Rewound,
    SealedTaken,
    SealedVoid,
    StopEnded,
)
KINDS: Final = {kind.__name__: kind for kind in READ}


class Halt(NamedTuple):
    """A pause or adjournment by its entry, and until when (ms) it may last."""

    seq: int
    kind: str
    until: int


class Sealed(NamedTuple):
    """A sealed command by its entry; a ruling that has changed the game after entry `since` makes it void."""

    seq: int
    since: int


class Shelved(NamedTuple):
    """What the result of an entry has ended: adjournments, and the entries of sealed commands that were valid."""

    seq: int
    halts: dict[int, Halt]
    valid: frozenset[int]


class Desk:
    """What the desk knows.

    `calls` give by their entries when (ms) they lapse, `called` how many of a seat have stopped the clocks; `waits` are
    until when (ms) calls stop them, `halts` are pauses and adjournments, by entry.
    """

    def __init__(self) -> None:
        self.calls: dict[int, int] = {}
        self.called: dict[int, int] = {}
        self.waits: dict[int, int] = {}
        self.halts: dict[int, Halt] = {}
        self.envelopes: dict[int, Sealed] = {}
        self.retired: set[str] = set()
        self.changed = 0
        self._shelved: Shelved | None = None
        self._since: int | None = None
        self._still = 0
        self._still_at = [0]  # by entry: the ms before it in which the clocks were stopped
        self._ended = [0]  # by entry: the first result on its path, 0 where the game goes on

    @property
    def halt(self) -> Halt | None:
        """The pause or adjournment in which nothing is played."""
        return next(iter(self.halts.values()), None)

    def stopped_ms(self, seq: int, now: int) -> int:
        """Count the ms from an entry on in which the clocks were stopped."""
        return self._stopped_till(now) - self._still_at[min(seq, len(self._still_at) - 1)]

    def valid(self) -> dict[int, int]:
        """Give the entries of the sealed commands that no ruling has made void, by seat."""
        return {party: row.seq for party, row in self.envelopes.items() if self.changed <= row.since}

    def kept(self, to: int) -> frozenset[int]:
        """Give the entries of the sealed commands that hold after a rewind to an entry."""
        shelved = self._shelved
        if shelved is None or to > shelved.seq or not any(seq < to for seq in shelved.halts):
            return frozenset()
        return frozenset(seq for seq in shelved.valid if seq < to)

    # -- the log

    def enter(self, raw: RawEntry) -> None:
        """Go on to the next entry."""
        base, ended = raw.seq - 1, False
        for event in _events(raw):
            if isinstance(event, Rewound):
                base = max(0, min(event.to, raw.seq) - 1)
                self._rewind(raw, event.to, self._ended[min(base, len(self._ended) - 1)])
            elif isinstance(event, ResultReached):
                ended = True
                self._end(raw, event)
            else:
                self._hear(raw, event)
        before = self._ended[min(base, len(self._ended) - 1)]
        self._ended.append(before or (raw.seq if ended else 0))
        self._still_at.append(self._stopped_till(raw.time))

    def _hear(self, raw: RawEntry, event: Any) -> None:
        if isinstance(event, RefereeCalled):
            self.calls[raw.seq] = event.lapses_ms
            if event.until_ms:
                self.called[event.by] = self.called.get(event.by, 0) + 1
                self.waits[raw.seq] = event.until_ms
        elif isinstance(event, GameStopped):
            self.halts[raw.seq] = Halt(raw.seq, event.kind, event.until_ms)
        elif isinstance(event, CallClosed):
            self.calls.pop(event.call, None)
            self.waits.pop(event.call, None)
        elif isinstance(event, StopEnded):
            self.waits.pop(event.stop, None)
            self.halts.pop(event.stop, None)
        elif isinstance(event, CommandSealed):
            self.envelopes[event.by] = Sealed(raw.seq, raw.seq)
        elif isinstance(event, SealedTaken | SealedVoid):
            self.envelopes.pop(event.by, None)
        elif isinstance(event, Corrected):
            self.changed = raw.seq
        elif isinstance(event, DiceRetired):
            self.retired.add(set_name(event.dice_set))
        self._stop(raw.time)

    def _end(self, raw: RawEntry, event: ResultReached) -> None:
        if self._shelved is None:
            self._shelve(raw.seq)
        self._clear(raw.time)
        if event.ruling:
            self.changed = raw.seq

    def _rewind(self, raw: RawEntry, to: int, ended: int) -> None:
        """Take up what the result had ended that is void now; nothing is stopped where another stands again."""
        shelved, kept = self._shelved, self.kept(to)
        if shelved is not None and to <= shelved.seq:
            self._shelved = None
            self.halts.update({seq: halt for seq, halt in shelved.halts.items() if seq < to})
            held = {party: row.seq for party, row in self.envelopes.items() if row.seq in kept}
            self.envelopes.update({party: Sealed(seq, raw.seq) for party, seq in held.items()})
        if ended and self._shelved is None:
            self._shelve(ended)
            self._clear(raw.time)
        self._stop(raw.time)
        self.changed = raw.seq

    def _shelve(self, seq: int) -> None:
        halts = {at: halt for at, halt in self.halts.items() if halt.kind == ADJOURNMENT}
        self._shelved = Shelved(seq, halts, frozenset(self.valid().values()))

    def _clear(self, time: int) -> None:
        self.halts, self.waits = {}, {}
        self._stop(time)

    # -- time

    def _stop(self, time: int) -> None:
        """Note whether the clocks are stopped from this time on."""
        stopped = bool(self.halts or self.waits)
        if stopped and self._since is None:
            self._since = time
        elif not stopped and self._since is not None:
            self._still += time - self._since
            self._since = None

    def _stopped_till(self, time: int) -> int:
        return self._still + (0 if self._since is None else time - self._since)


def desks(entries: Sequence[RawEntry]) -> Iterator[tuple[RawEntry, Desk]]:
    """Give every entry with what the desk knew before it; good until the next."""
    desk = Desk()
    for raw in entries:
        yield raw, desk
        desk.enter(raw)


def _events(raw: RawEntry) -> Iterator[Any]:
    """Read the events that count here; what can not be read is a finding at L2."""
    for kind, *fields in (event[0] for event in raw.events):
        if kind in KINDS:
            try:
                yield msgspec.convert([kind, *fields], KINDS[kind])
            except msgspec.ValidationError:
                continue
