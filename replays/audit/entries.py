"""Entries as the audit reads them: decoded from the bytes by a library of its own, hashed as they came."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgpack
from msgspec import Struct

from adjudicator.kernel.record.chain import entry_hash
from replays.audit.report import Findings
from replays.bundle import Bundle

FIELDS = 12
FORMAT = 1
REST_PARTS = 3
_WORD = 2**32 - 1
MAX_INT = 2**53 - 1
MAX_DEPTH = 16
_PLAIN = frozenset({type(None), bool, str, bytes})
ZERO = bytes(32)


class RawEntry(Struct, frozen=True):
    """One entry: the stored bytes, their hash, and the twelve fields of a record."""

    place: int
    data: bytes
    hash: bytes
    fields: list[Any]

    @property
    def game(self) -> bytes:
        """Game id."""
        return bytes(self.fields[1])

    @property
    def seq(self) -> int:
        """Number."""
        return int(self.fields[2])

    @property
    def prev(self) -> bytes:
        """Hash of the entry before."""
        return bytes(self.fields[3])

    @property
    def time(self) -> int:
        """Server time in ms."""
        return int(self.fields[4])

    @property
    def role(self) -> int:
        """Role of the actor."""
        return int(self.fields[5][0])

    @property
    def party(self) -> int:
        """Party of the actor."""
        return int(self.fields[5][1])

    @property
    def key(self) -> str:
        """Key id of the actor."""
        return str(self.fields[5][2])

    @property
    def command_id(self) -> bytes:
        """Command id."""
        return bytes(self.fields[6][0])

    @property
    def head(self) -> bytes | None:
        """Head that the actor had seen."""
        return self.fields[6][1]  # type: ignore[no-any-return]

    @property
    def kind(self) -> str:
        """Kind of the command."""
        return str(self.fields[6][2][0])

    @property
    def arguments(self) -> list[Any]:
        """Fields of the command."""
        return list(self.fields[6][2][1:])

    @property
    def seal(self) -> bytes | None:
        """Commitment to the command's secret fields."""
        return self.fields[6][3]  # type: ignore[no-any-return]

    @property
    def signature(self) -> bytes | None:
        """Signature of the command."""
        return self.fields[7]  # type: ignore[no-any-return]

    @property
    def dice(self) -> list[list[Any]]:
        """Rows of dice that everybody sees."""
        return list(self.fields[8])

    @property
    def events(self) -> list[list[Any]]:
        """Events as [[kind, fields...], clauses]."""
        return list(self.fields[9])

    @property
    def state(self) -> list[Any] | None:
        """Public and keyed state hash, where the entry has them."""
        return self.fields[11]  # type: ignore[no-any-return]

    @property
    def sealed(self) -> list[list[Any]]:
        """[owner, commitment] rows."""
        return list(self.fields[10])

    def event_kinds(self) -> list[str]:
        """Kinds of the events, in order."""
        return [str(event[0][0]) for event in self.events]

    def event(self, kind: str) -> list[Any] | None:
        """Fields of the first event of a kind."""
        for row in self.fields[9]:
            if row[0][0] == kind:
                return list(row[0][1:])
        return None


def read_entries(bundle: Bundle, findings: Findings) -> list[RawEntry]:
    """Decode every record; those that can not be read are findings and are left out."""
    entries = []
    for place, data in enumerate(bundle.records, start=1):
        raw = _read(place, data, findings)
        if raw is not None:
            entries.append(raw)
    return entries


def decode(place: int, data: bytes) -> RawEntry:
    """Decode a record that is known to be sound, such as one of a log that was folded."""
    return RawEntry(place, data, entry_hash(data), msgpack.unpackb(data, raw=False, strict_map_key=True))


def read_rest(data: bytes) -> list[Any]:
    """Read a sealed part 1: secret fields, wholly secret events, hidden rows of dice.

    Raises ValueError where the bytes are anything else.
    """
    try:
        rest = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        raise ValueError(f"no MessagePack: {error}") from error
    if not isinstance(rest, list) or len(rest) != REST_PARTS or not all(isinstance(part, list) for part in rest):
        raise ValueError("not secret fields, secret events and hidden dice")
    fault = _fault(rest) or _dice_fault(rest[2])
    if fault:
        raise ValueError(fault)
    if msgpack.packb(rest, use_bin_type=True) != data:
        raise ValueError("not in the shortest encoding")
    return rest


def _read(place: int, data: bytes, findings: Findings) -> RawEntry | None:
    try:
        fields = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except msgpack.ExtraData as extra:
        findings.add("NON_CANONICAL_ENTRY", place, "nothing after the record", f"{len(extra.extra)} bytes more")
        fields = extra.unpacked
    except (ValueError, RecursionError, msgpack.UnpackException) as error:
        findings.add("BUNDLE_MALFORMED", place, "MessagePack", str(error))
        return None
    fault = _fault(fields) or _shape_fault(fields)
    if fault:
        findings.add("BUNDLE_MALFORMED", place, "a record of wglog/1", fault)
        return None
    shortest = msgpack.packb(fields, use_bin_type=True)
    if shortest != data:
        findings.add("NON_CANONICAL_ENTRY", place, "shortest encoding", f"{len(data)} bytes for {len(shortest)}")
    return RawEntry(place, data, entry_hash(data), fields)


def _fault(value: object, depth: int = 0) -> str | None:
    """Find what MP-int does not allow; recursion depth is bounded by the check itself."""
    if isinstance(value, list):
        if depth >= MAX_DEPTH:
            return f"nested deeper than {MAX_DEPTH}"
        for item in value:
            kind = type(item)
            # nearly all values are plain, and are not worth a call
            if kind in _PLAIN or (kind is int and -MAX_INT <= item <= MAX_INT):
                continue
            if fault := _fault(item, depth + 1):
                return fault
        return None
    if value is None or isinstance(value, bool | str | bytes):
        return None
    if isinstance(value, int):
        return None if -MAX_INT <= value <= MAX_INT else "an integer beyond 2^53-1"
    return f"a {type(value).__name__}"


def _shape_fault(fields: Any) -> str | None:
    if not isinstance(fields, list) or len(fields) != FIELDS:
        return f"not {FIELDS} fields"
    if type(fields[0]) is not int or fields[0] != FORMAT:
        return f"format {fields[0]}, this auditor reads {FORMAT}"
    lists = {5: "actor", 6: "command", 8: "dice", 9: "events", 10: "sealed"}
    for index, name in lists.items():
        if not isinstance(fields[index], list):
            return f"{name} is no array"
    return next((text for fits, text in _SHAPES if not fits(fields)), None) or _dice_fault(fields[8])


def _dice_fault(rows: list[Any]) -> str | None:
    if all(_is_dice(row) for row in rows):
        return None
    return "a row of dice is not stream, epoch, index, sides, faces, label and roller"


def _is_dice(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 7:  # noqa: PLR2004
        return False
    stream, epoch, index, sides, faces, why, roller = row
    places = _within(stream, 0, 0xFFFF) and _within(epoch, 0, _WORD) and _within(index, 0, _WORD)
    thrown = _within(sides, 1, _WORD) and isinstance(faces, list) and all(_within(face, 1, sides) for face in faces)
    named = isinstance(why, str) and _within(roller, 0, 255)
    return places and thrown and bool(faces) and named and index + len(faces) <= _WORD


def _is_command(command: list[Any]) -> bool:
    if len(command) != 4 or not _sized(command[0], 16):  # noqa: PLR2004
        return False
    _, head, body, seal = command
    kind = isinstance(body, list) and bool(body) and isinstance(body[0], str)
    return kind and _hash_or_nil(head) and _hash_or_nil(seal)


def _is_event(row: Any) -> bool:
    if not isinstance(row, list) or len(row) != 2:  # noqa: PLR2004
        return False
    body, clauses = row
    kind = isinstance(body, list) and bool(body) and isinstance(body[0], str)
    return kind and isinstance(clauses, list) and all(isinstance(clause, str) for clause in clauses)


def _is_sealed(row: Any) -> bool:
    return isinstance(row, list) and len(row) == 2 and _within(row[0], 0, 255) and _sized(row[1], 32)  # noqa: PLR2004


def _is_actor(actor: list[Any]) -> bool:
    if len(actor) != 3:  # noqa: PLR2004
        return False
    return _within(actor[0], 0, 255) and _within(actor[1], 0, 255) and isinstance(actor[2], str)


def _is_state(state: Any) -> bool:
    if state is None:
        return True
    return isinstance(state, list) and len(state) == 2 and _sized(state[0], 32) and _hash_or_nil(state[1])  # noqa: PLR2004


def _within(value: Any, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _sized(value: Any, size: int) -> bool:
    return isinstance(value, bytes) and len(value) == size


def _hash_or_nil(value: Any) -> bool:
    return value is None or _sized(value, 32)


_SHAPES: tuple[tuple[Callable[[list[Any]], bool], str], ...] = (
    (lambda f: _sized(f[1], 16), "the game id is not 16 bytes"),
    (lambda f: _within(f[2], 1, MAX_INT), "the number of the entry is no number from 1"),
    (lambda f: _sized(f[3], 32), "the hash of the entry before is not 32 bytes"),
    (lambda f: _within(f[4], 0, MAX_INT), "the time is no number of milliseconds"),
    (lambda f: _is_actor(f[5]), "the actor is not role, party and key"),
    (lambda f: _is_command(f[6]), "the command is not id, head, body and seal"),
    (lambda f: f[7] is None or _sized(f[7], 64), "the signature is not 64 bytes"),
    (lambda f: all(map(_is_event, f[9])), "an event is not kind, fields and clauses"),
    (lambda f: all(map(_is_sealed, f[10])), "a sealed part is not owner and commitment"),
    (lambda f: _is_state(f[11]), "the state is not a public hash and a keyed one"),
)
