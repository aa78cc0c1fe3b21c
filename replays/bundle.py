"""The replay file: one zip of stored members, written so that the same game gives the same bytes.

Members: `entries.msgpack` (the record bytes, one bin after the other), `heads.txt` (signed notes), `sealed.msgpack`
([seq, openings] for each entry that has any) and `manifest.json`; of a game in a public register also
`register.msgpack`. No byte of the file is free: a file that differs from what would be written of its own contents was
altered.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgpack
from msgspec import Struct

FORMAT = "wgreplay/1"
ENTRIES = "entries.msgpack"
HEADS = "heads.txt"
SEALED = "sealed.msgpack"
MANIFEST = "manifest.json"
REGISTER = "register.msgpack"
MEMBERS = (ENTRIES, HEADS, MANIFEST, SEALED)
# Members that a file has where there is something in them.
OPTIONAL_MEMBERS = (REGISTER,)
FILE_MAX = 256 * 1024 * 1024
ENTRY_MAX = 1024 * 1024
MANIFEST_MAX = 4096
_HAS = f"a replay file has exactly {', '.join(MEMBERS)}, and may have {', '.join(OPTIONAL_MEMBERS)}"
_EPOCH = (1980, 1, 1, 0, 0, 0)
_HEAD = re.compile(r"^(?=wglog/1/head )", re.MULTILINE)

OpenedPartRow = tuple[int, int, bytes, bytes]


class BundleFault(Exception):
    """The file is no replay file; the text names the problem, the place and the fix."""

    def __init__(self, member: str, text: str) -> None:
        super().__init__(f"{member}: {text}")
        self.member = member
        self.text = text


class Sealed(Struct, frozen=True):
    """Openings of one entry as [owner, part, salt, bytes] rows."""

    seq: int
    openings: tuple[OpenedPartRow, ...]


class Bundle(Struct, frozen=True, dict=True):
    """A replay file in memory. `altered` lists the faults of the container itself."""

    manifest: dict[str, Any]
    records: tuple[bytes, ...]
    heads: tuple[str, ...]
    sealed: tuple[Sealed, ...]
    altered: tuple[str, ...] = ()
    register: bytes = b""

    @cached_property
    def _by_seq(self) -> dict[int, tuple[OpenedPartRow, ...]]:
        return {sealed.seq: sealed.openings for sealed in self.sealed}

    def openings(self, seq: int) -> tuple[OpenedPartRow, ...]:
        """Openings of one entry."""
        return self._by_seq.get(seq, ())


def write_bundle(
    ruleset: str,
    edition: str,
    engine: bytes,
    records: Iterable[bytes],
    heads: Iterable[str],
    sealed: Iterable[Sealed],
    *,
    register: bytes = b"",
) -> bytes:
    """Write a replay file.

    `records` and `sealed` ascend by entry, `heads` are signed notes, `register` what it carries of a public register.
    """
    return _format_bundle((ruleset, edition, engine.hex()), records, heads, sealed, {REGISTER: register})


def _format_bundle(
    names: tuple[str, str, str],
    records: Iterable[bytes],
    heads: Iterable[str],
    sealed: Iterable[Sealed],
    others: Mapping[str, bytes] = MappingProxyType({}),
) -> bytes:
    members = {name: data for name, data in others.items() if data}
    members |= {
        ENTRIES: b"".join(msgpack.packb(record, use_bin_type=True) for record in records),
        HEADS: "\n".join(heads).encode(),
        SEALED: b"".join(
            msgpack.packb([parts.seq, [list(row) for row in parts.openings]], use_bin_type=True) for parts in sealed
        ),
    }
    manifest = {
        "format": FORMAT,
        "ruleset": names[0],
        "edition": names[1],
        "engine": names[2],
        "members": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(members.items())},
    }
    members[MANIFEST] = (json.dumps(manifest, sort_keys=True, indent=1) + "\n").encode()
    return _zipped(members)


def _zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as archive:
        for name in sorted(members):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.external_attr = 0o644 << 16
            info.create_system = 3
            archive.writestr(info, members[name])
    return out.getvalue()


def file_bytes(path: Path) -> bytes:
    """Read a file as far as it could be a replay file: of a longer one a byte more, which `read_bundle` refuses.

    Raises OSError where it can not be read.
    """
    with path.open("rb") as file:
        return file.read(FILE_MAX + 1)


def read_bundle(data: bytes) -> Bundle:
    """Read a replay file; what can still be read of an altered one is read, and `altered` says what does not fit.

    Raises BundleFault where it can not be read at all.
    """
    if len(data) > FILE_MAX:
        raise BundleFault("file", f"larger than {FILE_MAX} bytes; a game of this service is never that long")
    members = _members(data)
    manifest = _manifest(members[MANIFEST])
    records, heads, sealed = _records(members[ENTRIES]), _notes(members[HEADS]), _sealed(members[SEALED])
    altered = [
        f"{name}: bytes differ from the SHA-256 in {MANIFEST}"
        for name in sorted(members)
        if name != MANIFEST and hashlib.sha256(members[name]).hexdigest() != manifest["members"].get(name)
    ]
    names = (manifest["ruleset"], manifest["edition"], manifest["engine"])
    others = {name: members[name] for name in OPTIONAL_MEMBERS if name in members}
    if not altered and _format_bundle(names, records, heads, sealed, others) != data:
        altered.append("file: not written as a replay file is: bytes outside its contents were altered")
    altered += _out_of_order(heads, sealed)
    return Bundle(manifest, records, heads, sealed, tuple(altered), members.get(REGISTER, b""))


def _out_of_order(heads: Sequence[str], sealed: Sequence[Sealed]) -> Iterator[str]:
    """Name parts that stand in another order than the one that there is, twice, or for nothing."""
    sizes = [claimed_size(head) for head in heads]
    if not _ascends(sizes):
        yield f"{HEADS}: heads stand in the order of their sizes, one of each"
    if not _ascends([row.seq for row in sealed]):
        yield f"{SEALED}: entries stand in the order of their numbers, each once"
    for row in sealed:
        if not row.openings:
            yield f"{SEALED}: entry {row.seq} has no openings, and would not stand here"
        elif not _ascends([(part, owner) for owner, part, _, _ in row.openings]):
            yield f"{SEALED}: openings of entry {row.seq} stand by part and owner, each once"


def _ascends(values: Sequence[Any]) -> bool:
    return all(before < after for before, after in pairwise(values))


def claimed_size(note: str) -> int:
    """Give the size that a head says it is of, before its signature is verified; 0 where it says none."""
    lines = note.split("\n", 2)
    return int(lines[1]) if len(lines) > 1 and re.fullmatch(r"[0-9]{1,8}", lines[1]) else 0


def _members(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = {info.filename: _raw(archive, info) for info in _few(archive.infolist())}
    except (BundleFault, MemoryError):
        raise
    except Exception as error:
        # zipfile raises whatever struct, seek and codecs raise when a header was altered
        raise BundleFault("file", f"no readable zip archive ({error}); it may be cut off: export it again") from error
    missing = [name for name in MEMBERS if name not in found]
    others = sorted(found.keys() - {*MEMBERS, *OPTIONAL_MEMBERS})
    if missing or others:
        names = ", ".join(missing) or "none"
        raise BundleFault("file", f"{_HAS}; missing: {names}; no part of one: {', '.join(others) or 'none'}")
    return found


def _few(listed: Sequence[zipfile.ZipInfo]) -> Sequence[zipfile.ZipInfo]:
    """Refuse an archive of more members before any is read: thousands may name the same bytes."""
    if len(listed) > len(MEMBERS) + len(OPTIONAL_MEMBERS):
        raise BundleFault("file", f"{len(listed)} members; {_HAS}")
    return listed


def _raw(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Read a member whatever its checksum says, so that the audit can name what was altered in it."""
    if info.file_size > FILE_MAX or info.compress_type != zipfile.ZIP_STORED:
        raise BundleFault(info.filename, "stored uncompressed and below the size limit is what a member must be")
    info.CRC = None  # type: ignore[assignment]
    with archive.open(info) as member:
        return member.read()


def _manifest(data: bytes) -> dict[str, Any]:
    if len(data) > MANIFEST_MAX:
        raise BundleFault(MANIFEST, f"larger than {MANIFEST_MAX} bytes")
    try:
        manifest: dict[str, Any] = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise BundleFault(MANIFEST, f"no JSON: {error}") from error
    fit = type(manifest) is dict and manifest.get("format") == FORMAT
    if not fit or not isinstance(manifest.get("members"), dict):
        raise BundleFault(MANIFEST, f"its format must be {FORMAT} and it must list its members")
    if not all(isinstance(manifest.get(key), str) for key in ("ruleset", "edition", "engine")):
        raise BundleFault(MANIFEST, "ruleset, edition and engine must be named")
    return manifest


def _records(data: bytes) -> tuple[bytes, ...]:
    return tuple(_stream(data, ENTRIES, bytes))


def _sealed(data: bytes) -> tuple[Sealed, ...]:
    rows = []
    for row in _stream(data, SEALED, list):
        try:
            seq, openings = row
            rows.append(Sealed(_natural_number(seq), tuple(_opened_part_row(part) for part in openings)))
        except (TypeError, ValueError) as error:
            raise BundleFault(SEALED, f"no list of openings: {error}") from error
    return tuple(rows)


def _opened_part_row(row: Any) -> OpenedPartRow:
    owner, part, salt, sealed = row
    if not (isinstance(salt, bytes) and isinstance(sealed, bytes)):
        raise TypeError("an opening is owner, part, salt and bytes")
    return _natural_number(owner), _natural_number(part), salt, sealed


def _natural_number(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise TypeError(f"{value!r} is no number of an entry, owner or part")
    return value


def _stream(data: bytes, name: str, kind: type) -> Sequence[Any]:
    unpacker = msgpack.Unpacker(io.BytesIO(data), raw=False, max_buffer_size=FILE_MAX, strict_map_key=True)
    rows: list[Any] = []
    try:
        for row in unpacker:
            if not isinstance(row, kind) or (isinstance(row, bytes) and len(row) > ENTRY_MAX):
                raise BundleFault(name, f"row {len(rows) + 1} is not what stands there")
            rows.append(row)
    except (msgpack.UnpackException, ValueError, RecursionError) as error:
        raise BundleFault(name, f"unreadable after row {len(rows)}: {error}") from error
    if unpacker.tell() != len(data):
        raise BundleFault(name, f"cut off after row {len(rows)}; export the game again")
    return rows


def _notes(data: bytes) -> tuple[str, ...]:
    """Split at the first lines of notes; the empty line between two notes belongs to neither."""
    notes = [note for note in _HEAD.split(data.decode("utf-8", "replace")) if note]
    return tuple(note[:-1] if place < len(notes) - 1 else note for place, note in enumerate(notes))
