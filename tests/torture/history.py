"""What concurrent clients were told, when, and what became of it: the history of a run, and figures from it."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

Outcome = Literal["answered", "refused", "unknown"]
# After every operation of a run.
LAST = 1 << 62


@dataclass(slots=True)
class Operation:
    """A command with all its tries, or a read; times in ns of one clock."""

    game: bytes
    client: int
    kind: Literal["append", "read"]
    began: int
    id: bytes = b""
    ended: int = LAST
    outcome: Outcome = "unknown"
    seq: int = 0
    hash: bytes = b""
    tries: int = 0

    def end(self, outcome: Outcome, seq: int = 0, head: bytes = b"") -> None:
        """Note what was told."""
        self.ended, self.outcome, self.seq, self.hash = time.monotonic_ns(), outcome, seq, head

    def row(self) -> dict[str, Any]:
        """Give it as the checker reads it."""
        return {
            "game": self.game.hex(),
            "client": self.client,
            "kind": self.kind,
            "id": self.id.hex(),
            "began": self.began,
            "ended": self.ended,
            "outcome": self.outcome,
            "seq": self.seq,
            "hash": self.hash.hex(),
        }


@dataclass(frozen=True, slots=True)
class Stored:
    """An entry as the log has it: number, command id, hash."""

    seq: int
    id: bytes
    hash: bytes


@dataclass(slots=True)
class Figures:
    """What a run comes to; all but the first two have to be zero."""

    acknowledged: int = 0
    tries: int = 0
    lost: int = 0
    doubled: int = 0
    answered_differently: int = 0
    refused_but_written: int = 0
    never_answered: int = 0
    shown_but_not_stored: int = 0
    faults: int = 0

    @property
    def wrong(self) -> dict[str, int]:
        """Name what is not as it has to be."""
        names = [name for name in self.__dataclass_fields__ if name not in ("acknowledged", "tries")]
        return {name: getattr(self, name) for name in names if getattr(self, name)}

    def text(self) -> str:
        """Give all of it in a line."""
        return ", ".join(f"{name.replace('_', ' ')} {getattr(self, name)}" for name in self.__dataclass_fields__)


@dataclass(slots=True)
class History:
    """All operations of a run, where each log stood before, and answers that were not alike.

    With `old_reads` a read may be older than what another service has acknowledged meanwhile: one whose store is away
    shows what it has in memory.
    """

    old_reads: bool = False
    starts: dict[bytes, tuple[int, bytes]] = field(default_factory=dict)
    operations: list[Operation] = field(default_factory=list)
    different: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def begin(self, game: bytes, client: int, kind: Literal["append", "read"], command_id: bytes = b"") -> Operation:
        """Note that an operation begins."""
        operation = Operation(game, client, kind, time.monotonic_ns(), command_id)
        self.operations.append(operation)
        return operation

    def figures(self, logs: Mapping[bytes, list[Stored]]) -> Figures:
        """Compare what clients were told with what the logs hold."""
        found = Figures(answered_differently=self.different, faults=sum(self.faults.values()))
        stored = {(game, entry.seq): entry for game, entries in logs.items() for entry in entries}
        counts = Counter((game, entry.id) for game, entries in logs.items() for entry in entries)
        found.doubled = sum(count > 1 for count in counts.values())
        told: dict[tuple[bytes, bytes], tuple[int, bytes]] = {}
        for operation in self.operations:
            entry = stored.get((operation.game, operation.seq))
            if operation.kind == "read":
                seen = operation.outcome == "answered" and operation.seq > self.starts[operation.game][0]
                found.shown_but_not_stored += seen and (entry is None or entry.hash != operation.hash)
                continue
            key, said = (operation.game, operation.id), (operation.seq, operation.hash)
            found.tries += operation.tries
            found.never_answered += operation.outcome == "unknown"
            found.refused_but_written += operation.outcome == "refused" and operation.tries == 1 and key in counts
            if operation.outcome == "answered":
                found.answered_differently += key in told and told[key] != said
                found.acknowledged += key not in told
                found.lost += key not in told and entry != Stored(operation.seq, operation.id, operation.hash)
                told.setdefault(key, said)
        return found

    def write(self, path: Path, logs: Mapping[bytes, list[Stored]]) -> None:
        """Write the history as the checker reads it.

        The log says what became of a command whose last word to its client was no answer, and of entries that the
        service writes by itself; at last somebody reads where it ends.
        """
        places = {(game, entry.id): entry for game, entries in logs.items() for entry in entries}
        asked = {(operation.game, operation.id) for operation in self.operations}
        with path.open("w") as file:
            for game, (seq, head) in self.starts.items():
                line = {"kind": "start", "game": game.hex(), "seq": seq, "hash": head.hex()}
                file.write(json.dumps(line) + "\n")
            own = (
                Operation(game, 0, "append", 0, entry.id, LAST, "answered", entry.seq, entry.hash)
                for game, entries in logs.items()
                for entry in entries
                if (game, entry.id) not in asked and entry.seq > self.starts[game][0]
            )
            ends = (
                Operation(game, 0, "read", LAST + 1, b"", LAST + 2, "answered", entries[-1].seq, entries[-1].hash)
                for game, entries in logs.items()
                if entries
            )
            for operation in (*_decided(self.operations, places), *own, *ends):
                old = self.old_reads and operation.kind == "read" and operation.ended < LAST
                file.write(json.dumps({**operation.row(), "old": old}) + "\n")


def _decided(operations: Iterable[Operation], places: Mapping[tuple[bytes, bytes], Stored]) -> Iterable[Operation]:
    for operation in operations:
        # a refusal after a try without an answer: that first try may still have come through, sooner or later
        open_end = operation.outcome == "unknown" or (operation.outcome == "refused" and operation.tries > 1)
        if not open_end:
            yield operation
            continue
        entry = places.get((operation.game, operation.id))
        if operation.kind == "append" and entry is not None:
            began, who = operation.began, operation.client
            yield Operation(operation.game, who, "append", began, entry.id, LAST, "answered", entry.seq, entry.hash)
