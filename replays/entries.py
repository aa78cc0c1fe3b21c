"""Entries as an auditor reads them: decoded from the bytes by a library of its own, hashed as they came."""

from __future__ import annotations

from typing import Any

import msgpack
from msgspec import Struct

from adjudicator.kernel.chain import entry_hash
from replays.bundle import Bundle
from replays.report import Findings

FIELDS = 12
MAX_INT = 2**53 - 1
MAX_DEPTH = 16
ZERO = bytes(32)


class Raw(Struct, frozen=True):
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
        """Head that the actor saw."""
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
    def sealed(self) -> list[list[Any]]:
        """[owner, commitment] rows."""
        return list(self.fields[10])

    def event_kinds(self) -> list[str]:
        """Kinds of the events, in order."""
        return [str(event[0][0]) for event in self.events]

    def event(self, kind: str) -> list[Any] | None:
        """Fields of the first event of a kind."""
        return next((list(event[0][1:]) for event in self.events if event[0][0] == kind), None)


def read_entries(bundle: Bundle, findings: Findings) -> list[Raw]:
    """Decode every record; those that can not be read are findings and are left out."""
    entries = []
    for place, data in enumerate(bundle.records, start=1):
        raw = _read(place, data, findings)
        if raw is not None:
            entries.append(raw)
    return entries


def decode(place: int, data: bytes) -> Raw:
    """Decode a record that is known to be sound, such as one of a log that was folded."""
    return Raw(place, data, entry_hash(data), msgpack.unpackb(data, raw=False, strict_map_key=True))


def _read(place: int, data: bytes, findings: Findings) -> Raw | None:
    try:
        fields = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except msgpack.ExtraData as extra:
        findings.add("NON_CANONICAL_ENTRY", place, "nothing after the record", f"{len(extra.extra)} bytes more")
        fields = extra.unpacked
    except (ValueError, UnicodeDecodeError, msgpack.UnpackException) as error:
        findings.add("BUNDLE_MALFORMED", place, "MessagePack", str(error))
        return None
    fault = _fault(fields) or _shape_fault(fields)
    if fault:
        findings.add("BUNDLE_MALFORMED", place, "a record of wglog/1", fault)
        return None
    again = msgpack.packb(fields, use_bin_type=True)
    if again != data and not findings.has("BUNDLE_MALFORMED"):
        findings.add("NON_CANONICAL_ENTRY", place, "shortest encoding", f"{len(data)} bytes for {len(again)}")
    return Raw(place, data, entry_hash(data), fields)


def _fault(value: object, depth: int = 0) -> str | None:
    """Find what MP-int does not allow; recursion depth is bounded by the check itself."""
    if depth > MAX_DEPTH:
        return f"nested deeper than {MAX_DEPTH}"
    if isinstance(value, list):
        return next((fault for each in value if (fault := _fault(each, depth + 1))), None)
    if value is None or isinstance(value, bool | str | bytes):
        return None
    if isinstance(value, int):
        return None if -MAX_INT <= value <= MAX_INT else "an integer beyond 2^53-1"
    return f"a {type(value).__name__}"


def _shape_fault(fields: Any) -> str | None:
    if not isinstance(fields, list) or len(fields) != FIELDS:
        return f"not {FIELDS} fields"
    kinds: list[tuple[int, type | tuple[type, ...], str]] = [
        (0, int, "format"), (1, bytes, "game"), (2, int, "seq"), (3, bytes, "prev"), (4, int, "time"),
        (5, list, "actor"), (6, list, "command"), (7, (bytes, type(None)), "signature"), (8, list, "dice"),
        (9, list, "events"), (10, list, "sealed"), (11, (list, type(None)), "state"),
    ]  # fmt: skip
    for index, kind, name in kinds:
        if not isinstance(fields[index], kind) or isinstance(fields[index], bool):
            return f"{name} is no {kind}"
    if fields[0] != 1:
        return f"format {fields[0]}, this auditor reads 1"
    return _inner_fault(fields)


def _inner_fault(fields: list[Any]) -> str | None:
    actor, command, dice, events, sealed = fields[5], fields[6], fields[8], fields[9], fields[10]
    if len(fields[1]) != 16 or len(fields[3]) != len(ZERO):  # noqa: PLR2004
        return "game id or hash of the wrong size"
    if not _typed(actor, int, int, str):
        return "actor is not role, party and key"
    if not (_typed(command, bytes, object, list, object) and command[2] and isinstance(command[2][0], str)):
        return "command is not id, head, body and seal"
    if not (_hash_or_nil(command[1]) and _hash_or_nil(command[3])):
        return "head or seal is no hash"
    if not all(_typed(row, int, int, int, int, list, str, int) and _ints(row[4]) for row in dice):
        return "a row of dice is not stream, epoch, index, sides, faces, label and roller"
    if not all(_typed(row, list, list) and row[0] and isinstance(row[0][0], str) and _words(row[1]) for row in events):
        return "an event is not kind, fields and clauses"
    if not all(_typed(row, int, bytes) and len(row[1]) == len(ZERO) for row in sealed):
        return "a sealed part is not owner and commitment"
    return None


def _typed(row: Any, *kinds: type) -> bool:
    if not isinstance(row, list) or len(row) != len(kinds):
        return False
    return all(isinstance(v, k) and not (k is int and isinstance(v, bool)) for v, k in zip(row, kinds, strict=True))


def _hash_or_nil(value: object) -> bool:
    return value is None or (isinstance(value, bytes) and len(value) == len(ZERO))


def _ints(values: list[Any]) -> bool:
    return all(isinstance(value, int) and not isinstance(value, bool) for value in values)


def _words(values: list[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


__all__ = ["ZERO", "Raw", "decode", "read_entries"]
