"""A register as it stands: the fold of its log, whose entries hold leaves by the batch."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import deque
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.record import mpint
from adjudicator.kernel.record.chain import GENESIS_PREV
from adjudicator.kernel.record.log import Entry, LogFault
from replays.register.leaves import (
    DAY,
    EVENT,
    LOG_OWNER,
    Begun,
    GameEnded,
    GameOpened,
    GameVoided,
    KeyAdded,
    KeyRotated,
    read_leaf,
)
from replays.register.tree import Tree, leaf_hash
from services.sessions.head_notes import TAIL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from replays.register.leaves import Body

FORMAT: Final = 1


class RegisterName(Struct, frozen=True):
    """Which register: that of an event, or that of a day for the games of none."""

    scope: str
    event: bytes | None
    day: str

    @property
    def path(self) -> str:
        """Where it is served, below all registers."""
        return f"{self.scope}/{self.event.hex() if self.event is not None else self.day}"

    @property
    def id(self) -> bytes:
        """Id of its log."""
        return hashlib.sha256(b"adjudicator/1/register\0" + self.path.encode()).digest()[:16]


def of_event(event: bytes) -> RegisterName:
    """Name the register of an event."""
    return RegisterName(EVENT, event, "")


def of_day(time: int) -> RegisterName:
    """Name the register of a day of the calendar, UTC, by a time in ms."""
    return RegisterName(DAY, None, datetime.fromtimestamp(time // 1000, UTC).strftime("%Y-%m-%d"))


class Batch(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An entry of the log: leaves that came in together.

    `told` is the last entry of the event's own log that leaves were made of, 0 for none.
    """

    format: int
    register: bytes
    seq: int
    prev: bytes
    told: int
    leaves: tuple[bytes, ...]


_DECODER: Final = msgspec.msgpack.Decoder(Batch)


def name_in(entry: Entry) -> RegisterName:
    """Read which register a first entry is of; LogFault where it does not say."""
    try:
        body = read_leaf(_DECODER.decode(entry.record).leaves[0]).body
    except (msgspec.MsgspecError, ValueError, IndexError) as error:
        raise LogFault("BUNDLE_MALFORMED", entry.seq, f"entry {entry.seq} begins no register: {error}") from error
    if not isinstance(body, Begun):
        raise LogFault("BUNDLE_MALFORMED", entry.seq, f"entry {entry.seq} begins no register")
    return RegisterName(body.scope, body.event, body.day)


class RegisterState:
    """A register folded up to entry `seq`: its leaves, their tree, and where games stand in it.

    `ends` are the sizes at which checkpoints are signed: those after each entry.
    """

    def __init__(self, name: RegisterName) -> None:
        self.name = name
        self.seq = 0
        self.head = GENESIS_PREV
        self.hashes: dict[bytes, int] = {}
        self.unnoted: deque[Entry] = deque(maxlen=TAIL)
        self.leaves: list[bytes] = []
        self.tree = Tree()
        self.ends: list[int] = []
        self.begun: Begun | None = None
        self.opened: dict[bytes, int] = {}
        self.ended: dict[bytes, int] = {}
        self.told = 0
        self.time = 0
        self.log_key = ""

    @property
    def log_id(self) -> bytes:
        """Id of its log."""
        return self.name.id

    @property
    def size(self) -> int:
        """Number of leaves."""
        return len(self.leaves)

    def take(self, entry: Entry) -> None:
        """Fold one more entry.

        Raises LogFault where it does not follow.
        """
        try:
            batch = _DECODER.decode(entry.record)
            leaves = [read_leaf(data) for data in batch.leaves]
        except (msgspec.MsgspecError, ValueError) as error:
            raise LogFault(
                "BUNDLE_MALFORMED", entry.seq, f"entry {entry.seq} is none of a register: {error}"
            ) from error
        due = (FORMAT, self.name.id, entry.seq, self.head)
        if (batch.format, batch.register, batch.seq, batch.prev) != due or entry.seq != self.seq + 1:
            raise LogFault("CHAIN_BREAK", entry.seq, "it does not follow the entry before it; restore the store")
        for data, leaf in zip(batch.leaves, leaves, strict=True):
            self._index(leaf.body)
            self.leaves.append(data)
            self.tree.append(leaf_hash(data))
            self.time = leaf.time
        self.ends.append(self.size)
        self.seq, self.head, self.told = entry.seq, entry.hash, max(batch.told, self.told)
        self.hashes[entry.hash] = entry.seq
        self.unnoted.append(entry)

    def _index(self, body: Body) -> None:
        if isinstance(body, Begun) and self.begun is None:
            self.begun = body
        elif isinstance(body, KeyAdded) and body.owner == LOG_OWNER and body.keys:
            self.log_key = body.keys[0]
        elif isinstance(body, KeyRotated):
            self.log_key = body.key
        elif isinstance(body, GameOpened):
            self.opened.setdefault(body.game, self.size)
        elif isinstance(body, GameEnded | GameVoided):
            self.ended.setdefault(body.game, self.size)

    def end_after(self, index: int) -> int:
        """Give the size of the first checkpoint that a leaf stands under."""
        return self.ends[bisect_right(self.ends, index)]

    def record(self, leaves: Sequence[bytes], told: int) -> bytes:
        """Write the next entry."""
        return mpint.encode(Batch(FORMAT, self.name.id, self.seq + 1, self.head, max(told, self.told), tuple(leaves)))
