"""Rewinds: which entries of a game stand, and which dice may be used once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from adjudicator_client.contract.wargame.v1 import rewinds_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.marks import place_of
from adjudicator_client.proof.records import Record

REWOUND: Final = rewinds_pb2.Rewound.DESCRIPTOR
TO, VOIDS, AGAIN = (place_of(REWOUND, name) for name in ("to", "voids", "again"))


class Path:
    """Which entries of a game stand. Records are entered in order, from the first on.

    The game after an entry follows from the entries on its path: itself, and those before it; but before a rewind
    stands what stood before the first entry that it made void. What is not on the path of the last entry is void; it
    may stand again, where a later rewind goes back before the one that made it void.
    """

    def __init__(self) -> None:
        self.last = 0
        self._rewinds: dict[int, int] = {}
        self._stand: list[int] = []
        self._fixed = 0
        self._finished = False

    @property
    def rewinds(self) -> Mapping[int, int]:
        """The entries that went back, each with the first entry that it made void."""
        return MappingProxyType(self._rewinds)

    @property
    def void(self) -> list[int]:
        """Numbers of the entries that do not stand."""
        stand = set(self._stand)
        return [seq for seq in range(1, self.last + 1) if seq not in stand]

    def enter(self, record: Record) -> None:
        """Go on to the next entry.

        Raises NotProven where it goes back to where it can not, or names other entries as void than it makes void.
        """
        fields = _event(record, "Rewound")
        if fields is not None:
            self._go_back(record, fields)
        self._stand.append(record.seq)
        self.last = record.seq
        if not self._fixed and _event(record, "SeedFixed") is not None:
            self._fixed = record.seq
        self._finished = self._finished or _event(record, "Finished") is not None

    def _go_back(self, record: Record, fields: Sequence[Any]) -> None:
        to = fields[TO] if len(fields) > VOIDS else None
        if not self._fixed or self._finished or to not in self._stand or to <= self._fixed:
            expected = f"an entry that stands, after entry {self._fixed} and before the close"
            raise NotProven("REWIND_INVALID", record.game, record.seq, expected, str(to))
        voids = [seq for seq in self._stand if seq >= to]
        if fields[VOIDS] != voids:
            expected = f"entries {voids} to be void"
            raise NotProven("REWIND_INVALID", record.game, record.seq, expected, str(fields[VOIDS]))
        self._rewinds[record.seq] = to
        self._stand = self._path(to - 1)

    def _path(self, seq: int) -> list[int]:
        found: list[int] = []
        while seq > 0:
            found.append(seq)
            seq = self._rewinds.get(seq, seq) - 1
        return found[::-1]


class StandingDice:
    """The throws of a void entry that a rewind lets stand: the next entry with dice may use each of them once more."""

    def __init__(self) -> None:
        self._thrown: dict[int, list[list[Any]]] = {}
        self._waiting: list[list[Any]] = []
        self._rows: list[list[Any]] = []

    def enter(self, record: Record, rows: Sequence[list[Any]]) -> None:
        """Go on to the next entry, which has these throws."""
        self._thrown[record.seq] = list(rows)
        self._rows = []
        if rows:
            self._rows, self._waiting = self._waiting, []
        fields = _event(record, "Rewound")
        if fields is not None:
            again = fields[AGAIN] if len(fields) > AGAIN else None
            self._waiting = list(self._thrown.get(again[0], ())) if again else []

    def allows(self, row: list[Any]) -> bool:
        """Tell whether a throw is the next of its stream that stands; from the first that is not, none does."""
        following = next((found for found in self._rows if found[0] == row[0]), None)
        if following is None or following != row:
            self._rows = []
            return False
        self._rows.remove(following)
        return True


def void_entries(records: Sequence[Record]) -> list[int]:
    """List the entries of a log that do not stand.

    Raises NotProven.
    """
    path = Path()
    for record in records:
        path.enter(record)
    return path.void


def _event(record: Record, kind: str) -> Sequence[Any] | None:
    """Give the fields of the first event of a kind in the record."""
    return next((fields for (found, *fields), _ in record.events if found == kind), None)
