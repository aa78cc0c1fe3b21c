"""Restoring a backup: what a store lacks is appended, byte for byte; what it has is compared and never rewritten."""

from __future__ import annotations

import asyncio
import os
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

import msgspec

from adjudicator.kernel.record.chain import GENESIS_PREV
from adjudicator.kernel.record.log import Conflict, LogFault
from replays.bundle import BundleFault, read_bundle
from services.admin.backup import (
    ARCHIVE,
    EVENTS,
    KEYS,
    REGISTERS,
    STORE,
    TELL_SECONDS,
    BackupRefused,
    check_files,
    copied_games,
    read_manifest,
)
from services.admin.beside import ARCHIVE as ARCHIVE_ROW
from services.admin.beside import FREEZE, KnownRows, StoreRows, done_with, read_rows, unnoted, usable, way_of
from services.admin.judging import judge
from services.admin.stand_ins import by_file, by_proof
from services.games.keys import LOG_FILE, MASTER_FILE, SIZE, Keys
from services.games.timing.clock import OPEN
from services.rpc.new_game import index_texts
from services.sessions.head_notes import Note, when_free
from services.sessions.session import owner_of, terms_of
from services.store.archive import ARCHIVED_GAMES, GameForgotten, archive_key, entries_of
from services.store.freezes import BUCKETS, FROZEN_GAMES, AppendRefused, FreezeDamaged, freeze_key, resumed_key
from services.store.redis_keys import CLAIM_AGE, CLAIMS, label_game

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from adjudicator.kernel.record.log import Entry
    from replays.bundle import Bundle
    from services.admin.backup import Manifest, Source, Tell
    from services.sessions.head_notes import HeadNotes
    from services.store.archive import Archived

_AT_ONCE: Final = 8
# Rows that are written at once: one round trip, and one write to the disk of the store.
_ROWS: Final = 500
# Games that are looked up at once, each over a connection of its own.
_ASKED: Final = 50
_FORGOTTEN: Final = "it was forgotten after the backup was made"
T = TypeVar("T")


@dataclass(slots=True)
class Restored:
    """What became of each game, and of each event: restored, there already, behind its note, or left alone and why.

    `unread` are keys of rows beside the games that can not be read, each with what was done with it, and the way on.
    """

    restored: list[bytes] = field(default_factory=list)
    there: list[bytes] = field(default_factory=list)
    behind: list[bytes] = field(default_factory=list)
    refused: dict[bytes, str] = field(default_factory=dict)
    restored_events: list[bytes] = field(default_factory=list)
    there_events: list[bytes] = field(default_factory=list)
    unread: dict[str, str] = field(default_factory=dict)


class Checked(NamedTuple):
    """A backup whose manifest and files are whole: its manifest, the rows that a restore writes, what they say."""

    manifest: Manifest
    rows: StoreRows
    known: KnownRows


def check_backup(folder: Path, keys: Keys, tell: Tell) -> Checked:
    """Check all of a backup but for its games, which are judged one by one; nothing is written.

    Raises BackupRefused, OSError.
    """
    manifest = read_manifest(folder, keys)
    check_files(folder, manifest, tell)
    try:
        rows = msgspec.msgpack.decode((folder / STORE).read_bytes(), type=StoreRows)
    except (ValueError, RecursionError) as fault:
        text = f"{folder / STORE} can not be read ({fault}): take another backup, or restore an earlier one"
        raise BackupRefused(text) from fault
    known = read_rows(rows)
    return Checked(manifest, usable(rows, known, manifest.made_ms), known)


def copied_keys(folder: Path, name: str) -> Keys:
    """Read the keys that lie in a backup.

    Raises BackupRefused, KeyFault, OSError.
    """
    master, log = (folder / KEYS / file for file in (MASTER_FILE, LOG_FILE))
    for path in (master, log):
        if not path.exists() or path.stat().st_size != SIZE:
            raise BackupRefused(f"{path} is missing or altered: take another backup")
    return Keys(master.read_bytes(), log.read_bytes(), name)


def place_keys(folder: Path, data: Path, *, wanted: bool) -> None:
    """Put the keys of a backup into a data folder that has none, where they are wanted.

    Raises BackupRefused as `keys_to_place` does.
    """
    for path, place in keys_to_place(folder, data, wanted=wanted):
        _copy(path, place)


def keys_to_place(folder: Path, data: Path, *, wanted: bool) -> list[tuple[Path, Path]]:
    """Give the files of keys that a data folder takes from a backup, none where they are not wanted, with their places.

    Raises BackupRefused where there are none to take, or others are there.
    """
    there = (data / MASTER_FILE).exists()
    kept = sorted(path for path in (folder / KEYS).rglob("*") if path.is_file())
    if not wanted:
        if not there:
            way = "give --keys to take those of the backup" if kept else "the backup was made without; copy them there"
            raise BackupRefused(f"{data} has no keys, without which no game goes on: {way}")
        return []
    if not kept:
        raise BackupRefused(f"{folder} was made without keys: bring {MASTER_FILE} and log.key from elsewhere")
    found = [(path, data / path.relative_to(folder / KEYS)) for path in kept]
    for path, place in found:
        if place.exists() and place.read_bytes() != path.read_bytes():
            raise BackupRefused(f"{place} is another key than the backup's: restore into a folder of its own")
    return found


class Restore:
    """Restores one backup; `notes` are those of the data folder, which are never set back."""

    def __init__(self, target: Source, notes: HeadNotes, folder: Path, tell: Tell) -> None:
        self._target = target
        self._notes = notes
        self._folder = folder
        self._tell = tell
        self._known = KnownRows()
        # games that have other entries in the store: nothing that was done to their copies is done to them
        self._others = set[bytes]()
        self.done = Restored()

    async def run(self, checked: Checked | None = None) -> tuple[Manifest, Restored]:
        """Restore it, as it was `checked` or else is now; done again, it goes on where it ended.

        Raises BackupRefused before anything is written, StoreDown, OSError.
        """
        if checked is None:
            checked = await asyncio.to_thread(check_backup, self._folder, self._target.keys, self._tell)
        manifest, rows, self._known = checked
        for key, kind in self._known.unread.items():
            if kind == ARCHIVE_ROW:
                continue  # what is done with it shows once the archive is there
            self.done.unread[key] = f"its row in {self._folder / STORE} can not be read; {done_with(kind)}"
        self._target.keys.test_seeds |= self._known.seeds
        await self._copy_archive(manifest)
        await self._restore_games(manifest)
        for event in sorted(manifest.events):
            await self._restore_event(bytes.fromhex(event))
        await self._restore_registers(manifest)
        # what freezes and archives games comes after their entries
        anew = await self._archived_anew(manifest, rows)
        await self._put_rows(StoreRows([*rows.values, *anew], rows.sets))
        return manifest, self.done

    async def _restore_games(self, manifest: Manifest) -> None:
        """Restore the games, some at once; the first fault that is not of one game alone ends it."""
        room, told = asyncio.Semaphore(_AT_ONCE), time.monotonic()
        try:
            async with asyncio.TaskGroup() as group:
                async for game, path in copied_games(self._folder, manifest):
                    await room.acquire()
                    group.create_task(self._restore(game, path)).add_done_callback(lambda _: room.release())
                    if time.monotonic() - told > TELL_SECONDS:
                        told = time.monotonic()
                        self._tell_games(manifest)
        except BaseExceptionGroup as faults:
            raise faults.exceptions[0] from None
        self._tell_games(manifest)

    def _tell_games(self, manifest: Manifest) -> None:
        done = {*self.done.restored, *self.done.there, *self.done.refused}
        self._tell(f"{len(done)} of {len(manifest.games)} games, {len(self.done.refused)} left alone")

    async def _copy_archive(self, manifest: Manifest) -> None:
        """Copy what the manifest names, but for the files of games that were forgotten since."""
        for path in [self._folder / name for name in manifest.files if name.startswith(f"{ARCHIVE}/")]:
            game = bytes.fromhex(path.stem)
            place = self._target.archive.file(game).with_name(path.name)
            if not place.exists() and not await self._is_forgotten(game):
                _copy(path, place)

    async def _is_forgotten(self, game: bytes) -> bool:
        try:
            row = await self._target.archive.of(game)
        except LogFault as fault:
            # the proof alone says then that it was forgotten
            self.done.unread[archive_key(game)] = str(fault)
            row = None
        return (row is not None and row.forgotten) or self._target.archive.proof_file(game).exists()

    async def _archived_anew(self, manifest: Manifest, rows: StoreRows) -> list[tuple[str, bytes]]:
        """Give notes of archived games in the place of those that are damaged or missing; each is named."""
        found = []
        for game in sorted({*unnoted(rows, self._known)} - self._others):
            key, stored = archive_key(game), game.hex() in manifest.games
            if stored and key not in self._known.unread:
                continue  # it lies in the store as always
            row, done = await asyncio.to_thread(self._archived, game, manifest.made_ms, stored=stored)
            text = f"its row in {self._folder / STORE} can not be read or is missing; {done}"
            self.done.unread.setdefault(key, text)  # what the store says itself comes first
            found += [] if row is None else [(key, msgspec.msgpack.encode(row))]
        return found

    def _archived(self, game: bytes, time: int, *, stored: bool) -> tuple[Archived | None, str]:
        """Give the note of an archived game by what the archive has of it, and what is done with that."""
        file = self._target.archive.file(game)
        proof = self._target.archive.proof_file(game)
        row = by_proof(game, proof)
        if row is not None:
            return row, "that game is forgotten, as its proof says"
        row = by_file(file, self._target.rulesets.find, time, removed=not stored)
        if row is not None:
            return row, "that game is archived, as its file says, without the reason"
        if stored:
            return None, done_with(ARCHIVE_ROW)
        either = f"{file}, or {proof} where it was forgotten"
        return None, f"that game is lost without {either}, which is missing or altered: bring it back and restore again"

    async def _restore_event(self, event: bytes) -> None:
        try:
            data = await asyncio.to_thread((self._folder / EVENTS / f"{event.hex()}.replay").read_bytes)
            anew, behind = await self._target.events.restore(event, data)
        except (LogFault, Conflict, BackupRefused) as fault:
            self.done.refused[event] = str(fault)
            return
        (self.done.restored_events if anew else self.done.there_events).append(event)
        if behind:
            self.done.behind.append(event)

    async def _restore_registers(self, manifest: Manifest) -> None:
        registers = self._target.registers
        names = sorted(name for name in manifest.files if name.startswith(f"{REGISTERS}/"))
        for path in [self._folder / name for name in names] if registers is not None else []:
            register = bytes.fromhex(path.stem)
            try:
                data = await asyncio.to_thread(path.read_bytes)
                if registers is not None and await registers.restore(register, data):
                    self.done.behind.append(register)
            except (LogFault, Conflict) as fault:
                self.done.refused[register] = str(fault)

    async def _restore(self, game: bytes, path: Path) -> None:
        try:
            await self._restore_game(game, path)
        except (LogFault, Conflict, BundleFault) as fault:
            self.done.refused[game] = str(fault)
        except GameForgotten:  # at this moment
            self.done.refused[game] = _FORGOTTEN
        except AppendRefused:
            self.done.refused[game] = "it is frozen: unfreeze it and restore again"
            await self._has_freeze(game)

    async def _restore_game(self, game: bytes, path: Path) -> None:
        data = await asyncio.to_thread(path.read_bytes)
        bundle = read_bundle(data)
        secret = self._target.keys.secret_of(game)
        faults = await asyncio.to_thread(self._judge, data, secret, bundle)
        if faults:
            self.done.refused[game] = f"its copy does not pass its audit: {faults[0]}"
        elif await self._is_forgotten(game):
            self.done.refused[game] = _FORGOTTEN
        else:
            await self._append(game, entries_of(bundle), signed=bool(bundle.heads))

    def _judge(self, data: bytes, secret: bytes, bundle: Bundle) -> list[str]:
        found = judge(data, self._target.rulesets.find, secret, signed=bool(bundle.heads))
        # a game that was opened with other keys is judged by what it shows itself
        if any(fault.startswith("SEED_COMMIT_MISMATCH") for fault in found):
            return judge(data, self._target.rulesets.find, None, signed=bool(bundle.heads))
        return found

    async def _append(self, game: bytes, entries: tuple[Entry, ...], *, signed: bool) -> None:
        there = [entry.hash async for entry in self._target.log.read(game)]
        for entry, known in zip(entries, there, strict=False):
            if entry.hash != known:
                text = f"the store has another entry {entry.seq}: nothing was changed; look which of the two was signed"
                self.done.refused[game] = text
                self._others.add(game)
                return
        head = there[-1] if there else GENESIS_PREV
        for entry in entries[len(there) :]:
            await self._target.log.append(game, entry.seq, head, entry.record, entry.openings)
            head = entry.hash
        await label_game(self._target.store, game, index_texts(terms_of(entries[0]), owner_of(entries[0])))
        (self.done.restored if len(there) < len(entries) else self.done.there).append(game)
        await self._compare_note(game, Note(max(len(there), len(entries)), head), signed=signed)

    async def _compare_note(self, game: bytes, end: Note, *, signed: bool) -> None:
        """Find out whether more was signed than is there now; a game without a note gets that of its copy."""
        try:
            note = self._notes.last(game)
        except LogFault as fault:
            self.done.refused[game] = str(fault)
            return
        if note is None and signed:
            await when_free(lambda: self._notes.put(game, end))
        elif note is not None and note.size > end.size:
            self.done.behind.append(game)

    async def _put_rows(self, rows: StoreRows) -> None:
        """Write what is not there: what came after the backup stays."""
        unfrozen = await self._unfrozen(rows)
        dropped = {freeze_key(game) for game in unfrozen} | await self._keys_of_forgotten()
        dropped |= {key_of(game) for game in self._others for key_of in (freeze_key, resumed_key, archive_key)}
        values = [row for row in rows.values if row[0] not in dropped]
        # what says of games that they are frozen or archived, then which games those are, then all else
        await self._put_values([row for row in values if row[0].startswith(BUCKETS)])
        await self._put_sets(rows, unfrozen)
        await self._put_values([row for row in values if not row[0].startswith(BUCKETS)])

    async def _put_values(self, values: list[tuple[str, bytes]]) -> None:
        """Write those that are not there, many at once, so that they go out together."""
        told = time.monotonic()
        for at in range(0, len(values), _ROWS):
            await asyncio.gather(*(self._put_value(*row) for row in values[at : at + _ROWS]))
            if time.monotonic() - told > TELL_SECONDS:
                told = time.monotonic()
                self._tell(f"{at + _ROWS} of {len(values)} rows beside the games: tokens, freezes, quotas")

    async def _put_value(self, key: str, value: bytes) -> None:
        await self._target.store.put_if_absent(key, value, CLAIM_AGE if key.startswith(CLAIMS) else None)

    async def _put_sets(self, rows: StoreRows, unfrozen: set[bytes]) -> None:
        others = self._others
        left_out = {OPEN: self.done.refused, FROZEN_GAMES: unfrozen | others, ARCHIVED_GAMES: others}
        for name, values in rows.sets:
            left = left_out.get(name, ())
            kept = [game for game in values if game not in left]
            if kept:
                await self._target.store.add_members(name, kept)
            if name == FROZEN_GAMES:
                await _each(kept, self._fence)

    async def _fence(self, game: bytes) -> None:
        if await self._has_freeze(game):
            await self._target.freezes.fence(game)

    async def _has_freeze(self, game: bytes) -> bool:
        """Whether the store has a freeze of the game; one that nobody can read holds it all the same, and is named."""
        try:
            return await self._target.freezes.of(game) is not None
        except FreezeDamaged as fault:
            self.done.unread[fault.key] = f"its row in the store can not be read: {way_of(FREEZE)}"
            return True

    async def _unfrozen(self, rows: StoreRows) -> set[bytes]:
        """Give the games that were unfrozen after the backup was made."""
        frozen = sorted({game for name, games in rows.sets if name == FROZEN_GAMES for game in games})
        found = set()
        for game, resumed in zip(frozen, await _each(frozen, self._resumed), strict=True):
            freeze = self._known.freezes.get(freeze_key(game))
            if freeze is not None and resumed > freeze.time:
                found.add(game)
        return found

    async def _resumed(self, game: bytes) -> int:
        """Give when a game was last unfrozen; never, where the store says what nobody can read."""
        try:
            return await self._target.freezes.resumed(game)
        except FreezeDamaged as fault:
            way = "the game stays frozen: unfreeze it, and its time to answer runs anew"
            self.done.unread[fault.key] = f"its row in the store can not be read; {way}"
            return 0

    async def _keys_of_forgotten(self) -> set[str]:
        """Give the keys of what a game that was forgotten had: its tokens, its seed."""
        asked = sorted(set(self._known.games.values()))
        forgotten = dict(zip(asked, await _each(asked, self._is_forgotten), strict=True))
        return {key for key, game in self._known.games.items() if forgotten[game]}


async def _each(games: Sequence[bytes], ask: Callable[[bytes], Awaitable[T]]) -> list[T]:
    """Give what each is answered, asked many at once, so that they share round trips."""
    found: list[T] = []
    for at in range(0, len(games), _ASKED):
        found += await asyncio.gather(*map(ask, games[at : at + _ASKED]))
    return found


def _copy(source: Path, place: Path) -> None:
    """Copy a private file durably, whole or not at all."""
    place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = place.with_name(f".{place.name}.draft")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(source.read_bytes())
        out.flush()
        os.fsync(out.fileno())
    draft.replace(place)
