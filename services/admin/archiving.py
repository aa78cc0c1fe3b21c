"""Closed games go into the archive, and from there into oblivion: what is kept is the proof of their history."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from replays.bundle import BundleFault, read_bundle
from services.admin.judging import faults, whole_file
from services.games.timing.clock import OPEN
from services.rpc.errors import NotDone
from services.rpc.games import TEST_SEEDS
from services.sessions.session import terms_of
from services.slices import sliced
from services.store.archive import Archived, GameForgotten, entries_of
from services.store.freezes import ARCHIVED, Freeze, resumed_key
from services.store.redis_keys import label_game, unlabel_games

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import Entry
    from replays.bundle import Bundle
    from services.admin.parts import AdminParts
    from services.sessions.session import Session


FORMAT: Final = "wgproof/1"


class Archiving:
    """Archives and forgets games."""

    def __init__(self, parts: AdminParts) -> None:
        self._parts = parts
        self._command_handler = parts.command_handler
        self._archive = parts.archive
        self._store = parts.store

    async def archive(self, game: bytes, kid: str, reason: str, *, remove: bool) -> AsyncGenerator[str, None]:
        """Archive a game, step by step.

        Of a game that is archived and whose freeze was lost or damaged, the freeze is written again. Raises NotDone
        where it is not over, archived already, or its file does not pass its audit.
        """
        row = await self._archive.of(game)
        is_done = row is not None and (row.forgotten or row.removed or not remove)
        if row is not None and not await self._command_handler.freezes.is_archived(game):
            await self._command_handler.freezes.archive(game, Freeze(row.time, row.kid, row.reason, ARCHIVED))
            yield "archived"
            if is_done:
                return
        if is_done:
            raise NotDone("archived-already", "the game is archived already: look at it to see where")
        if row is None:
            session, entries = await self._closed(game)
            data = await asyncio.to_thread(whole_file, entries, session, self._parts.keys)
            file = await asyncio.to_thread(self._archive.write, self._archive.file(game), data)
            yield "written"
            await self._audit(game, signed=self._parts.keys.can_sign(session.protocol.log_key))
            yield "audited"
            row = Archived(len(entries), entries[-1].hash, file, self._parts.now(), kid, reason)
            await self._command_handler.freezes.archive(game, Freeze(row.time, kid, reason, ARCHIVED))
            await self._archive.put(game, row)
            yield "archived"
        if remove:
            if self._parts.remove is None:
                raise NotDone("not-removable", "this store can not drop a game: archive it without removing it")
            await self._take_out(game, row)
            yield "removed"

    async def forget(self, game: bytes, kid: str, reason: str) -> None:
        """Drop an archived game: entries, openings, file, labels, tokens and notes; what was cut off goes on.

        Raises NotDone where it is not archived, or forgotten already.
        """
        row = await self._archive.of(game)
        if row is None:
            raise NotDone("not-archived", "the game is not archived: archive it first")
        if row.forgotten and not (await self._archive.left(game) or await self._parts.stored(game)):
            raise NotDone("forgotten-already", "the game is forgotten already: its proof is kept")
        # until the last step it is among all games: whoever looks for what was begun and has not ended finds it there
        await label_game(self._store, game, ())
        if not row.forgotten:
            # before it is marked: until then it is read from its file, and from then on by nobody
            row = await self._take_out(game, row)
            event = await self._event(game)
            if event is not None:  # while the game can be read: its result stays
                await self._parts.told.make_whole(event, game)
            proof = await asyncio.to_thread(self._proof, game, row, kid, reason)
            file = await asyncio.to_thread(self._archive.write, self._archive.proof_file(game), proof)
            row = msgspec.structs.replace(
                row, file=file, time=self._parts.now(), kid=kid, reason=reason, forgotten=True
            )
            await self._archive.put(game, row)
        await self._drop(game, row)

    async def enter_begun(self) -> None:
        """Enter among all games those whose forgetting was cut off, so that they are found there; StoreDown.

        Earlier releases took them out before their file.
        """
        async for game, row in self._archive.rows():
            if row.forgotten and self._archive.file(game).exists():
                await label_game(self._store, game, ())

    def proof(self, game: bytes) -> bytes:
        """Give the kept proof of a game.

        Raises NotDone where there is none.
        """
        try:
            return self._archive.proof_file(game).read_bytes()
        except FileNotFoundError:
            raise NotDone("not-forgotten", "no proof is kept of this game: it was not forgotten here") from None

    async def _closed(self, game: bytes) -> tuple[Session, list[Entry]]:
        async with self._command_handler.locked(game) as session:
            if session.protocol.secret is None or session.game.stack:
                raise NotDone("not-closed", "the game is not over and revealed: let it end, or close it, and wait")
            return session, [entry async for entry in sliced(self._command_handler.log.read(game))]

    async def _audit(self, game: bytes, *, signed: bool) -> None:
        """Audit the file as it lies on the disk; one that fails goes."""
        path = self._archive.file(game)
        report = await self._parts.audits.audit(await asyncio.to_thread(path.read_bytes))
        found = faults(report, signed=signed)
        if found:
            path.unlink()
            raise NotDone("audit-failed", f"the file does not pass its audit and was removed: {found[0]}")

    async def _take_out(self, game: bytes, row: Archived) -> Archived:
        """Leave the file alone of an archived game; the row that says so.

        Raises NotDone where the store has others than were archived, LogFault where the file is another.
        """
        # what is read from the file now is all that will be left: LogFault where it is not what was archived
        self._archive.drop(game)
        await self._archive.entries(game)
        await self._remove(game, row)
        row = msgspec.structs.replace(row, removed=True)
        await self._archive.put(game, row)
        self._command_handler.sessions.drop(game)
        return row

    async def _remove(self, game: bytes, row: Archived) -> None:
        """Take the entries of an archived game out of the store; an older backup may have brought them back.

        Raises NotDone where others than were archived stay.
        """
        if self._parts.remove is None or not await self._parts.stored(game):
            return
        # the store drops none but a frozen game
        await self._command_handler.freezes.fence(game)
        if not await self._parts.remove(game, row.entries, row.head):
            raise NotDone("not-removed", "the store has other entries than were archived: restore the game and repeat")

    async def _drop(self, game: bytes, row: Archived) -> None:
        # first: where there is no file any more the stored entries alone say what its event is
        event = await self._event(game)
        if event is not None:
            await self._parts.told.untell(event, game)
        await self._remove(game, row)
        await self._archive.put(game, msgspec.structs.replace(row, removed=True))
        self._archive.drop(game)
        self._command_handler.sessions.drop(game)
        # every step can be done again, and what says most goes first
        await asyncio.to_thread(self._archive.remove, game)
        self._parts.notes.forget(game)
        for key in (TEST_SEEDS + game.hex(), resumed_key(game)):
            await self._store.delete(key)
        await self._parts.credentials.forget(game)
        await self._store.drop_members(OPEN, [game])
        # last, so that a forgetting that was cut off can be seen and done again
        await unlabel_games(self._store, [game])

    async def _event(self, game: bytes) -> bytes | None:
        """Give the event of an archived game by its file, else by its stored entries; None where it has none."""
        path = self._archive.file(game)

        def read() -> Entry | None:
            with suppress(FileNotFoundError, BundleFault):
                return entries_of(read_bundle(path.read_bytes()))[0]
            return None

        first = await asyncio.to_thread(read)
        if first is None and await self._parts.stored(game):
            with suppress(GameForgotten):
                first = await self._command_handler.log.entry(game, 1)
        return None if first is None else terms_of(first).event

    def _proof(self, game: bytes, row: Archived, kid: str, reason: str) -> bytes:
        bundle = read_bundle(self._archive.file(game).read_bytes())
        proof = {
            "format": FORMAT,
            "game": game.hex(),
            "entries": row.entries,
            "replay_sha256": row.file.hex(),
            "archived_ms": row.time,
            "forgotten_ms": self._parts.now(),
            "by": kid,
            "reason": reason,
            **_proven(bundle),
        }
        return (json.dumps(proof, indent=1) + "\n").encode()


def _proven(bundle: Bundle) -> dict[str, Any]:
    """Give hashes and signed heads: nothing that anybody wrote or named."""
    manifest = bundle.manifest
    return {
        "ruleset": manifest["ruleset"],
        "edition": manifest["edition"],
        "engine": manifest["engine"],
        "hashes": [entry.hash.hex() for entry in entries_of(bundle)],
        "heads": list(bundle.heads),
    }
