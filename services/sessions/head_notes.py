"""Notes of the last signed head of each game and of each event's own log, kept outside the store with their entries.

A store that has lost its tail, or was restored from an older backup, knows nothing of what it lost. The note does:
a game that is behind it, or whose log has another entry there, is frozen instead of being signed a second time.

One small file per game: a header of fixed size with the head, then the last entries one after the other. A note is
written before its head is given to anybody and outlives the process; a power cut may cost the last second.
The header is sealed with a key of the deployment, so that the notes of another data folder can be believed, or not.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import hmac
import os
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from adjudicator.kernel.record.log import Entry, LogFault, StoreDown, make_entry
from services.logs import log

if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Mapping

    from services.sessions.session import Session

FOLDER: Final = "heads"
# Entries kept beside a head: what a failover loses is a few of them.
TAIL: Final = 32
_MAGIC: Final = b"wgn2"
_HEADER: Final = struct.Struct(">4sI32s8s")
_SEALED: Final = _HEADER.size - 8
# As notes were written before they were sealed, with a plain checksum.
_OLD_MAGIC: Final = b"wgnote/1"
_OLD_HEADER: Final = struct.Struct(">8sI32sI")
_OLD_SUMMED: Final = _OLD_HEADER.size - 4
_GAME_SIZE: Final = 16
_FILE_MOST: Final = 256 * 1024
# Others hold a note for microseconds: how often one that is held is tried, and the seconds between.
HELD_TRIES: Final = 50
HELD_PAUSE: Final = 0.002
_SYNC_SECONDS: Final = 1.0
_ROW: Final = msgspec.msgpack.Decoder(tuple[int, bytes, bytes | None])
_LIBC: Final = ctypes.CDLL(None, use_errno=True) if sys.platform == "linux" else None


class NoteNotWritten(StoreDown):
    """A head can not be noted, and so is given to nobody; its entry may stand in the log."""

    def __init__(self, text: str) -> None:
        """Say why it can not be noted."""
        super().__init__(text, outcome_unknown=True)


class NoteHeld(NoteNotWritten):
    """Another process holds the note at this moment: try again, or end that process where it was stopped."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__("another process holds the note of a signed head: end it, or let it go on")


class Note(NamedTuple):
    """The last head that was vouched for: number of entries and hash of the last."""

    size: int
    head: bytes


class HeadNotes:
    """The notes of a data folder; processes that share the folder share them."""

    def __init__(self, folder: Path, secret: bytes = b"", *, foreign: bool = False) -> None:
        """Use this folder, made with the first note; `secret` seals the notes.

        Of a `foreign` folder only sealed notes are believed.
        """
        self._folder = folder
        self._secret = secret
        self._foreign = foreign
        self._dirty = False

    def last(self, game: bytes) -> Note | None:
        """Read the note of a game, None where no head of it was signed here; LogFault where it is damaged."""
        if len(game) != _GAME_SIZE:
            return None
        try:
            file = os.open(self._path(game), os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise StoreDown(f"the notes of signed heads can not be read ({error.strerror})") from error
        try:
            return self._read(game, os.pread(file, _HEADER.size, 0))
        finally:
            os.close(file)

    def require_none(self, game: bytes) -> None:
        """Refuse a game that was signed here and that the store does not know at all; LogFault."""
        note = self.last(game)
        if note is not None:
            raise LogFault("TRUNCATED_LOG", 1, _lost_text(note, 0))

    def vouch(self, session: Session, *, grown: bool = False) -> None:
        """Note the head of a session before it is signed.

        One that has just `grown` by an entry is not looked for: it is not noted yet.
        Raises LogFault where it does not follow from the last note, NoteHeld, NoteNotWritten.
        """
        protocol = session.protocol
        end = Note(protocol.seq, protocol.head)
        self.vouch_log(session.game_id, end, protocol.hashes, session.unnoted, grown=grown)

    def vouch_log(
        self, log: bytes, end: Note, hashes: Mapping[bytes, int], unnoted: deque[Entry], *, grown: bool = False
    ) -> None:
        """Note the head of a log of any kind, as `vouch` does; `hashes` gives the number of each entry by its hash.

        `unnoted` are the last entries that no note has yet; they are taken out of it.
        """
        if grown or self.last(log) != end:
            with self._locked(log) as file:
                note = self._read(log, os.pread(file, _HEADER.size, 0))
                if note is not None:
                    require_follows(note, end.size, hashes)
                self._write(log, file, note, end, unnoted)
        unnoted.clear()

    def put(self, game: bytes, note: Note) -> None:
        """Write a note anew, for repairs; NoteHeld, NoteNotWritten."""
        with self._locked(game) as file:
            _write_all(file, self._header(game, note), 0)
            os.fsync(file)

    def forget(self, game: bytes) -> None:
        """Drop the note of a game and the entries beside it; OSError."""
        Path(self._path(game)).unlink(missing_ok=True)

    def entries(self, game: bytes) -> list[Entry]:
        """Give the entries that are kept beside the head, as far as they can be read."""
        try:
            data = Path(self._path(game)).read_bytes()
        except FileNotFoundError:
            return []
        return list(_entries(data[_HEADER.size :]))

    async def run(self) -> None:
        """Bring what was written to the disk once a second, for ever; what fails is tried again, and told once."""
        failing = False
        while True:
            await asyncio.sleep(_SYNC_SECONDS)
            if not self._dirty:
                continue
            self._dirty = False
            try:
                await asyncio.to_thread(self.sync)
            except Exception as error:  # noqa: BLE001  (whatever it is, such as no thread to be had, the next may do)
                self._dirty = True
                if not failing:
                    log.error("notes not brought to the disk", kind=type(error).__name__, fault=str(error))
                failing = True
            else:
                if failing:
                    log.info("notes brought to the disk again")
                failing = False

    def sync(self) -> None:
        """Bring what was written to the disk."""
        if _LIBC is None or not self._folder.exists():
            os.sync()
            return
        folder = os.open(self._folder, os.O_RDONLY)
        try:
            if _LIBC.syncfs(folder):
                number = ctypes.get_errno()
                raise OSError(number, os.strerror(number))
        finally:
            os.close(folder)

    def _path(self, game: bytes) -> str:
        name = game.hex()
        return f"{self._folder}/{name[-2:]}/{name}"

    @contextmanager
    def _locked(self, game: bytes) -> Iterator[int]:
        try:
            file = _open_locked(self._path(game))
            try:
                yield file
            finally:
                os.close(file)
        except OSError as error:
            text = f"the note of a signed head can not be written to {self._folder} ({error.strerror}): give it room"
            raise NoteNotWritten(text) from error

    def _write(self, game: bytes, file: int, before: Note | None, note: Note, entries: Iterable[Entry]) -> None:
        if before is not None and before.size >= note.size:
            return
        known = before.size if before else 0
        data = b"".join(_frame(entry) for entry in entries if entry.seq > known)
        end = max(os.fstat(file).st_size, _HEADER.size)
        if end + len(data) > _FILE_MOST:
            kept = _shortened(os.pread(file, _FILE_MOST, _HEADER.size))
            _replace(self._path(game), self._header(game, note) + kept + data)
            self._dirty = True
            return
        try:
            _write_all(file, data, end)
        except OSError:
            with suppress(OSError):
                os.ftruncate(file, end)  # what would come behind half an entry could never be read
            raise
        _write_all(file, self._header(game, note), 0)
        self._dirty = True

    def _header(self, game: bytes, note: Note) -> bytes:
        data = _HEADER.pack(_MAGIC, note.size, note.head, b"")[:_SEALED]
        return data + self._seal(game, data)

    def _seal(self, game: bytes, data: bytes) -> bytes:
        return hmac.digest(self._secret, game + data, "sha256")[: _HEADER.size - _SEALED]

    def _read(self, game: bytes, data: bytes) -> Note | None:
        if not data.strip(b"\0"):
            return None
        if len(data) == _HEADER.size and data.startswith(_MAGIC):
            _, size, head, seal = _HEADER.unpack(data)
            if hmac.compare_digest(seal, self._seal(game, data[:_SEALED])):
                return Note(size, head)
        elif len(data) == _OLD_HEADER.size and not self._foreign:
            magic, size, head, total = _OLD_HEADER.unpack(data)
            if magic == _OLD_MAGIC and total == zlib.crc32(data[:_OLD_SUMMED]):
                return Note(size, head)
        raise LogFault("HEAD_NOTE_DAMAGED", 0, "the note of its last signed head can not be read: `adjudicator repair`")


def require_follows(note: Note, size: int, hashes: Mapping[bytes, int]) -> None:
    """Refuse a history of `size` entries that does not hold the head of a note; LogFault.

    `hashes` gives the number of each entry by its hash.
    """
    if note.size > size:
        raise LogFault("TRUNCATED_LOG", size + 1, _lost_text(note, size))
    if hashes.get(note.head) != note.size:
        text = f"a head of {note.size} entries was signed here that this log does not have: restore the store"
        raise LogFault("FORKED_LOG", note.size, text)


def _lost_text(note: Note, size: int) -> str:
    return (
        f"a head of {note.size} entries was signed here, and the log ends at {size}: bring back what is missing with"
        " `adjudicator repair`, or restore the store"
    )


def _open_for_writing(path: str) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
    try:
        return os.open(path, flags, 0o600)
    except FileNotFoundError:
        Path(path).parent.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        Path(path).parent.mkdir(mode=0o700, exist_ok=True)
        return os.open(path, flags, 0o600)


def _open_locked(path: str) -> int:
    """Open a note and lock it; NoteHeld where another process has it, OSError."""
    while True:
        file = _open_for_writing(path)
        try:
            _lock(file)
            if _is_at(file, path):
                return file
        except BaseException:
            os.close(file)
            raise
        os.close(file)  # another process has put a shorter one in its place meanwhile


def _is_at(file: int, path: str) -> bool:
    try:
        return os.path.samestat(os.fstat(file), Path(path).stat())
    except FileNotFoundError:
        return False


def _replace(path: str, data: bytes) -> None:
    """Write a note beside and put it in the place of the old one, which stays whole where there is no room; OSError."""
    beside = f"{path}.new"
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    try:
        _write_all(file, data, 0)
        os.fsync(file)  # after a power cut an empty note would count as none
        Path(beside).replace(path)
    except OSError:
        with suppress(OSError):
            Path(beside).unlink()
        raise
    finally:
        os.close(file)


def _write_all(file: int, data: bytes, at: int) -> None:
    """Write all of it: a write may be short where the disk runs full, and only the next says so."""
    view = memoryview(data)
    while view:
        done = os.pwrite(file, view, at)
        view, at = view[done:], at + done


def _frame(entry: Entry) -> bytes:
    data = msgspec.msgpack.encode((entry.seq, entry.record, entry.openings))
    return len(data).to_bytes(4, "big") + data


def _entries(data: bytes) -> Iterator[Entry]:
    """Read entries until there are no more, or a torn one."""
    at = 0
    with suppress(msgspec.MsgspecError):
        while at < len(data):
            start, at = at + 4, at + 4 + int.from_bytes(data[at : at + 4], "big")
            yield make_entry(*_ROW.decode(data[start:at]))


def _shortened(data: bytes) -> bytes:
    """Keep the last entries, as many as take half of the room."""
    kept: list[bytes] = []
    for entry in reversed(list(_entries(data))[-TAIL:]):
        frame = _frame(entry)
        if sum(map(len, kept)) + len(frame) > _FILE_MOST // 2:
            break
        kept.insert(0, frame)
    return b"".join(kept)


def _lock(file: int) -> None:
    """Lock a file; NoteHeld where another process has it."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise NoteHeld from None


async def when_free(act: Callable[[], None]) -> None:
    """Do something with a note as soon as nobody else holds it, and let others run meanwhile.

    Raises NoteHeld where it stays held.
    """
    for _ in range(HELD_TRIES):
        with suppress(NoteHeld):
            act()
            return
        await asyncio.sleep(HELD_PAUSE)
    act()
