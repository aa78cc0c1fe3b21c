"""A backup: every game and event as an audited file, what the store holds beside the logs, and a manifest written last.

It is made in a folder whose name ends in `.part` and gets its own name once it is whole; begun again, it goes on.
"""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import hmac
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from adjudicator.kernel.record.log import LogFault
from services.admin.beside import StoreRows, read_rows, way_of
from services.admin.judging import judge, known_secret, whole_file
from services.admin.record import RECORD
from services.games.keys import LOG_FILE, LOG_KEYS_FOLDER, MASTER_FILE, locked, require_private
from services.games.quotas import OPENED, QUOTAS
from services.games.timing.clock import OPEN
from services.rpc.export import every_part, export
from services.rpc.games import TEST_SEEDS
from services.sessions.session import EditionUnreadable
from services.store.archive import ARCHIVED_GAMES, GameForgotten, archive_key, sync_folder
from services.store.freezes import FROZEN_GAMES, freeze_key, resumed_key
from services.store.redis_keys import CLAIMS, ENDED_SESSIONS, TOKENS
from services.store.register_logs import COSIGNED

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import Entry
    from services.games.keys import Keys
    from services.register.copies import RegisterCopies
    from services.rpc.loaded_rulesets import LoadedRulesets
    from services.sessions.sessions import Sessions
    from services.store.archive import Archive, Archived, ArchivedLog
    from services.store.freezes import Freezes
    from services.store.redis_keys import KeyStore

FORMAT: Final = "wgbackup/1"
MANIFEST: Final = "manifest.json"
STORE: Final = "store.msgpack"
GAMES, ARCHIVE, KEYS, EVENTS, REGISTERS = "games", "archive", "keys", "events", "registers"
PART: Final = ".part"
TOKEN_FILES: Final = ("owner.token", "admin.token")
_BRING: Final = "restore an earlier backup, or else this one, which brings it back by its file or proof"
_PROGRESS: Final = "progress.jsonl"
_PREFIXES: Final = (TOKENS, CLAIMS, ENDED_SESSIONS, TEST_SEEDS, QUOTAS, RECORD, COSIGNED)
_SETS: Final = (FROZEN_GAMES, ARCHIVED_GAMES, OPEN)
_PURPOSE: Final = "backup"
# How often it is told how far it is.
TELL_SECONDS: Final = 1.0
# Rows that are read in one round trip.
_PAGE: Final = 1_000

Tell = Callable[[str], None]


class EventLogs(Protocol):
    """The logs of events, which have no rules: copied and brought back by who knows what they hold."""

    def copies(self) -> AsyncIterator[tuple[bytes, int, bytes, bytes, str]]:
        """Give id, entries, head, file and fault of each; no file where its log can not be read. StoreDown."""
        ...

    async def restore(self, event: bytes, data: bytes) -> tuple[bool, bool]:
        """Append what is missing: whether anything was, and whether more was signed than is there now.

        Raises LogFault, Conflict, StoreDown.
        """
        ...


class BackupRefused(Exception):
    """A backup can not be made or used; the text names the problem and the fix."""


@dataclass(slots=True)
class Manifest:
    """What a whole backup holds: SHA-256 of each file, entries and head of each game and event, and what is wrong."""

    made_ms: int
    keys: bool
    master_key: str
    files: dict[str, str] = field(default_factory=dict)
    games: dict[str, tuple[int, str]] = field(default_factory=dict)
    faults: dict[str, str] = field(default_factory=dict)
    events: dict[str, tuple[int, str]] = field(default_factory=dict)

    def data(self) -> bytes:
        """Write it, without its seal."""
        rows = {"format": FORMAT, **{name: getattr(self, name) for name in self.__slots__}}
        if not self.events:
            del rows["events"]  # as backups were sealed before there were any
        return json.dumps(rows, sort_keys=True, indent=1).encode()

    def seal(self, keys: Keys) -> bytes:
        """Compute what nobody can who has not the master secret."""
        return hmac.digest(keys.derive(_PURPOSE), self.data(), "sha256")


@dataclass(frozen=True, slots=True)
class Source:
    """Where a backup is taken from; `data` is the data folder."""

    data: Path
    log: ArchivedLog
    store: KeyStore
    sessions: Sessions
    keys: Keys
    rulesets: LoadedRulesets
    archive: Archive
    freezes: Freezes
    events: EventLogs
    registers: RegisterCopies | None = None


class Backup:
    """Makes one backup in `folder`, with the keys of the deployment where `with_keys`.

    `unread` are keys of rows beside the games that nobody can read, each with the way on; they are copied as they are.
    """

    def __init__(self, source: Source, folder: Path, *, with_keys: bool, tell: Tell) -> None:
        self._source = source
        self._folder = folder
        self._part = folder.parent / f"{folder.name}{PART}"
        self._tell = tell
        self._manifest = Manifest(time.time_ns() // 1_000_000, with_keys, source.keys.master_id)
        self._before: dict[str, dict[str, Any]] = {}
        self.unread: dict[str, str] = {}

    async def run(self) -> Manifest:
        """Make it, or go on where an earlier try ended.

        Raises BackupRefused, KeyFault where others may look into its folder, StoreDown, OSError.
        """
        if self._folder.exists():
            raise BackupRefused(f"{self._folder} exists: name a folder that does not")
        self._part.mkdir(mode=0o700, parents=True, exist_ok=True)
        require_private(self._part)
        with _held(self._part):
            self._before = dict(self._read_progress())
            await self._copy_games()
            await self._copy_events()
            await self._copy_registers()
            await self._copy_archive()
            rows = await _rows(self._source.store, self._manifest.games, self._tell)
            # that of an archived game is named with its game
            named = {archive_key(bytes.fromhex(game)) for game in self._manifest.faults}
            self.unread = {key: way_of(kind) for key, kind in read_rows(rows).unread.items() if key not in named}
            self._put(STORE, msgspec.msgpack.encode(rows))
            if self._manifest.keys:
                self._copy_keys()
            self._finish()
        return self._manifest

    # -- games

    async def _copy_games(self) -> None:
        only_archived = {game async for game, row in self._source.archive.rows() if row.removed}
        games = sorted([game async for game in self._source.log.games() if game not in only_archived])
        told = 0.0
        for done, game in enumerate(games, 1):
            try:
                await self._copy_game(game)
            except LogFault as fault:
                self._manifest.faults[game.hex()] = str(fault)
            except GameForgotten:
                continue  # since the games were listed
            if time.monotonic() - told > TELL_SECONDS or done == len(games):
                told = time.monotonic()
                self._tell(f"{done} of {len(games)} games, {len(self._manifest.faults)} with a fault")

    async def _copy_game(self, game: bytes) -> None:
        entries, data, secret, signed = await self._file_of(game)
        name, head = f"{GAMES}/{game.hex()[-2:]}/{game.hex()}.replay", entries[-1].hash.hex()
        digest = hashlib.sha256(data).hexdigest()
        known = self._before.get(game.hex())
        if known is None or known["sha256"] != digest or not _has(self._part / name, digest):
            self._put(name, data)
            found = await asyncio.to_thread(self._audit, name, secret, signed=signed)
            known = {"game": game.hex(), "sha256": digest, "fault": found[0] if found else ""}
            self._note_progress(known)
        self._manifest.files[name] = digest
        self._manifest.games[game.hex()] = len(entries), head
        if known["fault"]:
            self._manifest.faults[game.hex()] = known["fault"]

    async def _file_of(self, game: bytes) -> tuple[list[Entry], bytes, bytes | None, bool]:
        """Give a game's entries and its replay file; its head is noted before it is signed."""
        source = self._source
        try:
            session = await source.sessions.known(game)
        except EditionUnreadable:
            entries = [entry async for entry in source.log.read(game)]
            return entries, export(entries, None, every_part), None, False
        if session is None:
            raise LogFault("MISSING_ENTRY", 1, "the log was there a moment ago and is gone")
        last = session.protocol.seq
        entries = [entry async for entry in source.log.read(game) if entry.seq <= last]
        data = await asyncio.to_thread(whole_file, entries, session, source.keys)
        source.sessions.drop(game)
        signed = source.keys.can_sign(session.protocol.log_key)
        return entries, data, known_secret(source.keys, session), signed

    def _audit(self, name: str, secret: bytes | None, *, signed: bool) -> list[str]:
        """Audit the file as it lies there."""
        return judge((self._part / name).read_bytes(), self._source.rulesets.find, secret, signed=signed)

    async def _copy_events(self) -> None:
        async for event, size, head, data, fault in self._source.events.copies():
            if fault:
                self._manifest.faults[event.hex()] = fault
            if data:
                self._put(f"{EVENTS}/{event.hex()}.replay", data)
                self._manifest.events[event.hex()] = size, head.hex()

    async def _copy_registers(self) -> None:
        """Copy the registers after the games that stand in them."""
        if self._source.registers is None:
            return
        async for register, data, fault in self._source.registers.copies():
            if fault:
                self._manifest.faults[register.hex()] = fault
            if data:
                self._put(f"{REGISTERS}/{register.hex()}.log", data)

    async def _copy_archive(self) -> None:
        for game in await self._source.archive.games():
            await self._copy_archived(game)

    async def _copy_archived(self, game: bytes) -> None:
        """Copy the file or proof of an archived game; one that is forgotten meanwhile is looked at once more."""
        before = None
        while (row := await self._noted(game)) is not None:
            path = self._source.archive.proof_file(game) if row.forgotten else self._source.archive.file(game)
            try:
                data = await asyncio.to_thread(path.read_bytes)
            except FileNotFoundError:
                data = b""
            if hashlib.sha256(data).digest() == row.file:
                self._put(f"{ARCHIVE}/{path.parent.name}/{path.name}", data)
                return
            if row == before:
                self._manifest.faults[game.hex()] = f"{path} is missing or altered: bring back a copy of it"
                return
            before = row

    async def _noted(self, game: bytes) -> Archived | None:
        """Give what is noted of an archived game; what it has in the archive is copied where that can not be read."""
        archive = self._source.archive
        try:
            row = await archive.of(game)
            if row is not None or await self._source.log.exists(game):
                return row
            fault = f"the row {archive_key(game)} and its entries are not in the store: {_BRING}"
        except LogFault as damaged:
            fault = str(damaged)
        self._manifest.faults[game.hex()] = fault
        for path in (archive.file(game), archive.proof_file(game)):
            with suppress(FileNotFoundError):
                self._put(f"{ARCHIVE}/{path.parent.name}/{path.name}", await asyncio.to_thread(path.read_bytes))
        return None

    # -- files

    def _copy_keys(self) -> None:
        folder = self._source.data / LOG_KEYS_FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        # no rotation meanwhile: a new log.key without the note that leads to it would be worth nothing
        with locked(folder):
            others = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
            names = (MASTER_FILE, LOG_FILE, *TOKEN_FILES)
            for path in (*(self._source.data / name for name in names), *others):
                if path.exists():
                    self._put(f"{KEYS}/{path.relative_to(self._source.data)}", path.read_bytes())

    def _put(self, name: str, data: bytes) -> None:
        path = self._part / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        self._manifest.files[name] = hashlib.sha256(data).hexdigest()

    def _finish(self) -> None:
        """Write the manifest, drop what is not in it, and give the folder its name."""
        for path in [path for path in self._part.rglob("*") if path.is_file()]:
            if path.relative_to(self._part).as_posix() not in self._manifest.files:
                path.unlink()
        rows = json.loads(self._manifest.data()) | {"seal": self._manifest.seal(self._source.keys).hex()}
        self._put(MANIFEST, (json.dumps(rows, sort_keys=True, indent=1) + "\n").encode())
        for folder in (*(path for path in self._part.rglob("*") if path.is_dir()), self._part):
            sync_folder(folder)
        self._part.rename(self._folder)
        sync_folder(self._folder.parent)

    def _read_progress(self) -> Iterator[tuple[str, dict[str, Any]]]:
        path = self._part / _PROGRESS
        for line in path.read_text().splitlines() if path.exists() else []:
            try:
                row = json.loads(line)
            except ValueError:
                continue  # the last line of a try that was cut off
            yield row["game"], row

    def _note_progress(self, row: dict[str, Any]) -> None:
        with (self._part / _PROGRESS).open("a") as file:
            file.write(json.dumps(row) + "\n")


async def _rows(store: KeyStore, games: dict[str, tuple[int, str]], tell: Tell) -> StoreRows:
    keys = [key for prefix in _PREFIXES async for key in store.scan(prefix)]
    ids = {bytes.fromhex(game) for game in games}
    ids |= {game for name in _SETS for game in await store.common_members([name])}
    for game in sorted(ids):
        keys += [freeze_key(game), resumed_key(game), archive_key(game)]
    values = [row async for row in _values(store, keys, tell)]
    names = [*_SETS, *[key async for key in store.scan(OPENED)]]
    return StoreRows(values, [(name, await store.common_members([name])) for name in names])


async def _values(store: KeyStore, keys: list[str], tell: Tell) -> AsyncIterator[tuple[str, bytes]]:
    """Read the values that there are, in pages of keys that share a hash tag."""
    done, told = 0, time.monotonic()
    for _, group in groupby(sorted(keys), lambda key: key.partition("}")[0]):
        same = list(group)
        for at in range(0, len(same), _PAGE):
            page = same[at : at + _PAGE]
            for key, value in zip(page, await store.get_many(page), strict=True):
                if value is not None:
                    yield key, value
            done += len(page)
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                tell(f"{done} of {len(keys)} rows beside the games")


def read_manifest(folder: Path, keys: Keys) -> Manifest:
    """Read the manifest of a whole backup that these keys have sealed.

    Raises BackupRefused.
    """
    try:
        rows = json.loads((folder / MANIFEST).read_bytes())
        seal = bytes.fromhex(rows.pop("seal"))
        if rows.pop("format") != FORMAT:
            raise BackupRefused(f"{folder} is a backup of another format: restore it with the release that made it")
        manifest = Manifest(**rows)
    except FileNotFoundError:
        text = f"{folder} is no whole backup: it has no {MANIFEST}; run `adjudicator backup` again to finish it"
        raise BackupRefused(text) from None
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as fault:  # the last by lists within lists
        raise BackupRefused(f"{folder / MANIFEST} can not be read ({fault}): take another backup") from fault
    if manifest.master_key != keys.master_id:
        text = f"{folder} was made with master secret {manifest.master_key}, here is {keys.master_id}"
        raise BackupRefused(f"{text}: restore it into a folder with its keys, or with --keys into an empty one")
    if not hmac.compare_digest(seal, manifest.seal(keys)):
        raise BackupRefused(f"{folder / MANIFEST} was altered since it was made: take another backup")
    return manifest


def check_files(folder: Path, manifest: Manifest, tell: Tell) -> None:
    """Check every file of a backup against its manifest.

    Raises BackupRefused with the first that is missing or altered.
    """
    for done, (name, digest) in enumerate(sorted(manifest.files.items()), 1):
        if not _has(folder / name, digest):
            raise BackupRefused(f"{folder / name} is missing or altered: take another backup")
        if done % 1_000 == 0:
            tell(f"{done} of {len(manifest.files)} files checked")


def _has(path: Path, digest: str) -> bool:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == digest
    except OSError:
        return False


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Hold a folder against another backup.

    Raises BackupRefused.
    """
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise BackupRefused(f"another backup is being made in {folder}: wait for it, or name another folder") from None
    finally:
        os.close(lock)


async def copied_games(folder: Path, manifest: Manifest) -> AsyncIterator[tuple[bytes, Path]]:
    """Give the games of a backup with their files, in order."""
    for game in sorted(manifest.games):
        yield bytes.fromhex(game), folder / GAMES / game[-2:] / f"{game}.replay"
