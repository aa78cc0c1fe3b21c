"""The replay file: one zip of stored members, written so that the same game gives the same bytes.

Members: `entries.msgpack` (the record bytes, one bin after the other), `heads.txt` (signed notes), `sealed.msgpack`
([seq, openings] for each entry that has any) and `manifest.json`. Nothing is compressed and no field of the zip is free,
so a file is either exactly what its members say or was altered.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

import msgpack
from msgspec import Struct

FORMAT = "wgreplay/1"
ENTRIES = "entries.msgpack"
HEADS = "heads.txt"
SEALED = "sealed.msgpack"
MANIFEST = "manifest.json"
MEMBERS = (ENTRIES, HEADS, MANIFEST, SEALED)
LARGEST = 256 * 1024 * 1024
ENTRY_LARGEST = 1024 * 1024
_EPOCH = (1980, 1, 1, 0, 0, 0)
_HEAD = "wglog/1/head "


class BundleFault(Exception):
    """The file is no replay file; the text names the problem, the place and the mend."""

    def __init__(self, member: str, text: str) -> None:
        super().__init__(f"{member}: {text}")
        self.member = member
        self.text = text


class Sealed(Struct, frozen=True):
    """Openings of one entry as [owner, part, salt, bytes] rows."""

    seq: int
    openings: tuple[tuple[int, int, bytes, bytes], ...]


class Bundle(Struct, frozen=True):
    """A replay file in memory. `altered` lists what the container itself gives away."""

    manifest: dict[str, Any]
    records: tuple[bytes, ...]
    heads: tuple[str, ...]
    sealed: tuple[Sealed, ...]
    altered: tuple[str, ...] = ()

    def openings(self, seq: int) -> tuple[tuple[int, int, bytes, bytes], ...]:
        """Openings of one entry."""
        return next((each.openings for each in self.sealed if each.seq == seq), ())


def write_bundle(
    ruleset: str, edition: str, engine: bytes, records: Iterable[bytes], heads: Iterable[str], sealed: Iterable[Sealed]
) -> bytes:
    """Write a replay file.

    `records` and `sealed` ascend by entry, `heads` are signed notes.
    """
    members = {
        ENTRIES: b"".join(msgpack.packb(record, use_bin_type=True) for record in records),
        HEADS: "\n".join(heads).encode(),
        SEALED: b"".join(
            msgpack.packb([each.seq, [list(row) for row in each.openings]], use_bin_type=True) for each in sealed
        ),
    }
    manifest = {
        "format": FORMAT, "ruleset": ruleset, "edition": edition, "engine": engine.hex(),
        "members": {name: hashlib.sha256(data).hexdigest() for name, data in sorted(members.items())},
    }  # fmt: skip
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


def read_bundle(data: bytes) -> Bundle:
    """Read a replay file; what can still be read of an altered one is read, and `altered` says what does not fit.

    Raises BundleFault where it can not be read at all.
    """
    if len(data) > LARGEST:
        raise BundleFault("file", f"larger than {LARGEST} bytes; a game of this service is never that long")
    members = _members(data)
    altered = [f"{name}: bytes differ from the checksum of the container" for name in _torn(data)]
    manifest = _manifest(members[MANIFEST])
    for name, digest in sorted(manifest["members"].items()):
        if hashlib.sha256(members.get(name, b"")).hexdigest() != digest:
            altered.append(f"{name}: bytes differ from the SHA-256 in {MANIFEST}")
    if not altered and _zipped(members) != data:
        altered.append("container: bytes between the members were altered")
    return Bundle(
        manifest, _records(members[ENTRIES]), _notes(members[HEADS]), _sealed(members[SEALED]), tuple(altered)
    )


def _members(data: bytes) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            found = {info.filename: _raw(archive, info) for info in archive.infolist()}
    except (zipfile.BadZipFile, OSError, EOFError, ValueError, NotImplementedError, RuntimeError) as error:
        raise BundleFault("file", f"no readable zip archive ({error}); it may be cut off: export it again") from error
    missing = [name for name in MEMBERS if name not in found]
    if missing or len(found) != len(MEMBERS):
        names = ", ".join(missing) or "none"
        raise BundleFault("file", f"a replay file has exactly {', '.join(MEMBERS)}; missing: {names}")
    return found


def _raw(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> bytes:
    """Read a member whatever its checksum says, so that the audit can name what was altered in it."""
    if info.file_size > LARGEST or info.compress_type != zipfile.ZIP_STORED:
        raise BundleFault(info.filename, "stored uncompressed and below the size limit is what a member must be")
    info.CRC = None  # type: ignore[assignment]
    with archive.open(info) as member:
        return member.read()


def _torn(data: bytes) -> list[str]:
    torn = []
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for info in archive.infolist():
            try:
                with archive.open(info) as member:
                    member.read()
            except zipfile.BadZipFile:
                torn.append(info.filename)
    return torn


def _manifest(data: bytes) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(data)
    except ValueError as error:
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
            rows.append(Sealed(seq, tuple(_opening(each) for each in openings)))
        except (TypeError, ValueError) as error:
            raise BundleFault(SEALED, f"no list of openings: {error}") from error
    return tuple(rows)


def _opening(row: Any) -> tuple[int, int, bytes, bytes]:
    owner, part, salt, sealed = row
    if not (isinstance(owner, int) and isinstance(part, int) and isinstance(salt, bytes) and isinstance(sealed, bytes)):
        message = "an opening is owner, part, salt and bytes"
        raise TypeError(message)
    return owner, part, salt, sealed


def _stream(data: bytes, name: str, kind: type) -> Sequence[Any]:
    unpacker = msgpack.Unpacker(io.BytesIO(data), raw=False, max_buffer_size=LARGEST, strict_map_key=True)
    rows: list[Any] = []
    try:
        for row in unpacker:
            if not isinstance(row, kind) or (isinstance(row, bytes) and len(row) > ENTRY_LARGEST):
                raise BundleFault(name, f"row {len(rows) + 1} is not what stands there")
            rows.append(row)
    except (msgpack.UnpackException, ValueError, UnicodeDecodeError) as error:
        raise BundleFault(name, f"unreadable after row {len(rows)}: {error}") from error
    if unpacker.tell() != len(data):
        raise BundleFault(name, f"cut off after row {len(rows)}; export the game again")
    return rows


def _notes(data: bytes) -> tuple[str, ...]:
    text = data.decode("utf-8", "replace")
    notes: list[str] = []
    for line in text.splitlines(keepends=True):
        if line.startswith(_HEAD) or not notes:
            notes.append("")
        notes[-1] += line
    return tuple(note.rstrip("\n") + "\n" for note in notes if note.strip())


__all__ = ["Bundle", "BundleFault", "Sealed", "read_bundle", "write_bundle"]
