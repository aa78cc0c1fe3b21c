"""The archive: closed games as replay files in a folder, read as if they still lay in the store."""

from __future__ import annotations

import asyncio
import hashlib
import os
import secrets
from collections import OrderedDict
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import Struct

from adjudicator.kernel.record.log import Entry, EventLog, LogFault, Told, make_entry
from adjudicator.kernel.record.mpint import pack
from adjudicator.kernel.record.record import OpenedPart
from replays.bundle import BundleFault, read_bundle
from services.logs import log
from services.store.freezes import bucket
from services.store.redis_keys import Time, in_all

if TYPE_CHECKING:
    from replays.bundle import Bundle
    from services.store.redis_keys import KeyStore

FOLDER: Final = "archive"
# How the name of a proof ends.
PROOF: Final = ".proof"
ARCHIVED_GAMES: Final = "{admin}:archived"
_KEPT: Final = 4
# Games that are asked for at once.
_ASKED: Final = 50


def archive_key(game_id: bytes) -> str:
    """Name the key that says where a game went."""
    return f"{bucket(game_id)}:archived:{game_id.hex()}"


class Archived(Struct, frozen=True):
    """A game out of use: its entries and last hash, the SHA-256 of its file, when (ms), by whom and why.

    `removed` once its entries are in the file alone; `forgotten` once its proof is kept, and `file` is its SHA-256:
    from then on nobody reads the game, and what is left of it goes.
    """

    entries: int
    head: bytes
    file: bytes
    time: Time
    kid: str
    reason: str
    removed: bool = False
    forgotten: bool = False


class GameForgotten(Exception):
    """The game was forgotten: only the proof of its history is kept."""

    def __init__(self) -> None:
        super().__init__("the game was forgotten by its operator; the proof of its history is kept: ask the operator")


class Archive:
    """The folder, and what the store says of its games; processes that share the store share the folder."""

    def __init__(self, folder: Path, keys: KeyStore) -> None:
        """Use this folder, made with the first file."""
        self._folder = folder
        self._keys = keys
        self._read: OrderedDict[tuple[bytes, bytes], tuple[Entry, ...]] = OrderedDict()

    def file(self, game: bytes) -> Path:
        """Give the place of a game's replay file."""
        return self._folder / game.hex()[-2:] / f"{game.hex()}.replay"

    def proof_file(self, game: bytes) -> Path:
        """Give the place of the proof of a forgotten game."""
        return self.file(game).with_suffix(PROOF)

    def write(self, path: Path, data: bytes) -> bytes:
        """Write a file of the archive durably, whole or not at all; its SHA-256. OSError."""
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(path)
        sync_folder(path.parent)
        return hashlib.sha256(data).digest()

    def remove(self, game: bytes) -> None:
        """Take the file of a game away durably, with what was left of tries to write it; OSError."""
        path = self.file(game)
        found = [path, *path.parent.glob(f".{path.name}.*")]
        for file in found:
            file.unlink(missing_ok=True)
        with suppress(FileNotFoundError):
            sync_folder(path.parent)

    async def left(self, game: bytes) -> bool:
        """Whether anything is left of a game that was to be forgotten: that it is among all games goes last.

        Raises StoreDown.
        """
        return self.file(game).exists() or await in_all(self._keys, (), game)

    async def of(self, game: bytes) -> Archived | None:
        """Say where a game went, None where it lies in the store as always.

        Raises LogFault where what is noted can not be read, StoreDown.
        """
        data = await self._keys.get(archive_key(game))
        try:
            return None if data is None else msgspec.msgpack.decode(data, type=Archived)
        except (ValueError, RecursionError) as fault:  # the latter by lists within lists, very deep
            way = "make a backup, take it out of the store, and restore an earlier backup, or else that one"
            text = f"the row {archive_key(game)} can not be read: {way}"
            raise LogFault("ARCHIVE_DAMAGED", 0, text) from fault

    async def put(self, game: bytes, row: Archived) -> None:
        """Note where a game went; StoreDown."""
        await self._keys.set(archive_key(game), msgspec.msgpack.encode(row))
        await self._keys.add_members(ARCHIVED_GAMES, [game])

    async def games(self) -> list[bytes]:
        """List the games that were archived; StoreDown."""
        return await self._keys.common_members([ARCHIVED_GAMES])

    async def rows(self) -> AsyncIterator[tuple[bytes, Archived]]:
        """Give the games that were archived with what is noted of each, read many at a time; StoreDown.

        One of which the note can not be read is logged and left out: it stops no other.
        """
        games = await self.games()
        for at in range(0, len(games), _ASKED):
            some = games[at : at + _ASKED]
            for game, row in zip(some, await asyncio.gather(*map(self._readable, some)), strict=True):
                if row is not None:
                    yield game, row

    async def _readable(self, game: bytes) -> Archived | None:
        try:
            return await self.of(game)
        except LogFault as fault:
            log.error("log fault", game=game.hex(), fault=fault.name, seq=fault.seq)
            return None

    async def entries(self, game: bytes) -> tuple[Entry, ...] | None:
        """Give the entries of a game whose file alone has them, None where it has no such file.

        Raises GameForgotten, LogFault where the file is gone or another, StoreDown.
        """
        row = await self.of(game)
        if row is None:
            return None
        if row.forgotten:
            raise GameForgotten
        known = self._read.get((game, row.file))
        if known is None:
            known = await asyncio.to_thread(self._load, game, row)
            self._read[game, row.file] = known
            if len(self._read) > _KEPT:
                self._read.popitem(last=False)
        return known

    def drop(self, game: bytes) -> None:
        """Forget what was read of a game."""
        for known in [known for known in self._read if known[0] == game]:
            del self._read[known]

    def _load(self, game: bytes, row: Archived) -> tuple[Entry, ...]:
        path = self.file(game)
        try:
            data = path.read_bytes()
            if hashlib.sha256(data).digest() != row.file:
                raise LogFault(
                    "ARCHIVE_DAMAGED", 0, f"{path} is not the file that was archived: bring back a copy of it"
                )
            return entries_of(read_bundle(data))
        except FileNotFoundError:
            raise LogFault("ARCHIVE_MISSING", 0, f"{path} is not there: bring back the folder {self._folder}") from None
        except (OSError, BundleFault) as fault:
            raise LogFault(
                "ARCHIVE_DAMAGED", 0, f"{path} can not be read ({fault}): bring back a copy of it"
            ) from fault


def entries_of(bundle: Bundle) -> tuple[Entry, ...]:
    """Give the entries of a replay file that holds every opening, as they lay in the store."""
    found = []
    for seq, record in enumerate(bundle.records, 1):
        parts = tuple(OpenedPart(*row) for row in bundle.openings(seq))
        found.append(make_entry(seq, record, pack(parts) if parts else None))
    return tuple(found)


class ArchivedLog:
    """An EventLog whose removed games are read from the archive."""

    def __init__(self, log: EventLog, archive: Archive) -> None:
        self._log = log
        self._archive = archive

    async def append(
        self, game_id: bytes, seq: int, head: bytes, record: bytes, openings: bytes | None, told: Told | None = None
    ) -> None:
        """Write an entry; Conflict, LogFault, StoreDown."""
        await self._log.append(game_id, seq, head, record, openings, told)

    async def read(self, game_id: bytes, after: int = 0, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give the entries after `after`; LogFault, StoreDown, GameForgotten."""
        last = after
        try:
            async for entry in self._log.read(game_id, after, head):
                last = entry.seq
                yield entry
        except LogFault as fault:
            archived = await self._archive.entries(game_id) if fault.name == "TRUNCATED_LOG" else None
            if archived is None:
                raise
        else:
            archived = await self._archive.entries(game_id) if last == 0 else None
        for entry in (archived or ())[last:]:
            yield entry

    async def follow(self, game_id: bytes, after: int, head: bytes | None = None) -> AsyncGenerator[Entry, None]:
        """Give them, and then those that come: to an archived game none."""
        try:
            async for entry in self._log.follow(game_id, after, head):
                yield entry
        except LogFault as fault:
            archived = await self._archive.entries(game_id) if fault.name == "TRUNCATED_LOG" else None
            if archived is None:
                raise
            for entry in archived[after:]:
                yield entry
            await asyncio.Event().wait()

    async def entry(self, game_id: bytes, seq: int) -> Entry | None:
        """Give one entry."""
        found = await self._log.entry(game_id, seq)
        if found is None and seq > 0:
            archived = await self._archive.entries(game_id) or ()
            return archived[seq - 1] if seq <= len(archived) else None
        return found

    async def exists(self, game_id: bytes) -> bool:
        """Whether the game has a log, in the store or in the archive."""
        return await self._log.exists(game_id) or await self._archive.of(game_id) is not None

    async def games(self) -> AsyncIterator[bytes]:
        """Give the ids of all games that can be read."""
        seen = set()
        async for game in self._log.games():
            seen.add(game)
            yield game
        async for game, row in self._archive.rows():
            if game not in seen and not row.forgotten:
                yield game


def sync_folder(folder: Path) -> None:
    """Bring the name of a file to the disk."""
    held = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(held)
    finally:
        os.close(held)
