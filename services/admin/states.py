"""The state of a game as its operator may know it: public facts, and where and how it lies."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

import msgspec

from adjudicator.kernel.record.log import LogFault
from services.admin.beside import FREEZE, RESUMED, way_of
from services.games.editions import ServedElsewhere
from services.games.heartbeats import PROCESSES
from services.games.refusals import GameUnknown, LogKeyLost, OtherKeys
from services.rpc.errors import NotFound
from services.rpc.redaction import put_windows
from services.rpc.wire_values import timestamp_of, words_of
from services.sessions.session import EditionUnreadable, RecordStart, Session
from services.slices import sliced
from services.store.archive import PROOF, Archive, GameForgotten
from services.store.freezes import FreezeDamaged
from services.store.redis_keys import find_games
from wargame.v1 import admin_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.record.log import Entry
    from services.admin.parts import AdminParts

FREEZES: Final = words_of(admin_pb2.FreezeKind.DESCRIPTOR)
PAGE, PAGE_MOST = 50, 200
# What is told of a game whose forgetting was cut off.
BEGUN: Final = "it was begun to forget the game, and not all of it is gone: forget it again"
# Seconds after which a page ends short: games that are not in memory are read from their logs.
PAGE_SECONDS: Final = 2.0


class GameStates:
    """Looks at games."""

    def __init__(self, parts: AdminParts) -> None:
        self._command_handler = parts.command_handler
        self._store = parts.store
        self._archive = parts.archive
        self._process = parts.process

    async def of(self, game: bytes, *, size: bool = True) -> admin_pb2.GameState:
        """Look at a game; with its `size` all of its log is read.

        Raises NotFound, ServedElsewhere, StoreDown.
        """
        state = await self._begin(game)
        try:
            async with self._command_handler.locked(game) as session:
                _put_session(state, session)
                self._command_handler.require_keys(session)
        except GameUnknown:
            raise NotFound("no such game in this store") from None
        except (OtherKeys, LogKeyLost, EditionUnreadable, LogFault) as fault:
            state.fault, state.log_key_lost = state.fault or str(fault), isinstance(fault, LogKeyLost)
        except GameForgotten:
            return state
        await self._put_log(state, game, size=size)
        return state

    async def page(self, after: bytes, count: int) -> admin_pb2.SurveyResponse:
        """Look at the next games."""
        games, end = await find_games(self._store, (), after, min(count or PAGE, PAGE_MOST))
        response = admin_pb2.SurveyResponse()
        until = asyncio.get_running_loop().time() + PAGE_SECONDS
        for game in games:
            if response.games and asyncio.get_running_loop().time() > until:
                end = response.games[-1].game
                break
            response.games.append(await self._listed(game))
        response.next_page_token = end.hex()
        return response

    async def _listed(self, game: bytes) -> admin_pb2.GameState:
        """Look at one game of many, whose fault stops no other; of one that is served elsewhere tell what is known."""
        try:
            return await self.of(game, size=False)
        except NotFound as fault:
            return admin_pb2.GameState(game=game, fault=str(fault))
        except ServedElsewhere as moved:
            state = await self._begin(game)
            state.ruleset, state.edition = moved.ruleset, moved.edition or ""
            state.fault = state.fault or str(moved)
            await self._put_log(state, game, size=False)
            return state

    async def _begin(self, game: bytes) -> admin_pb2.GameState:
        """Tell of a game what is known without its session."""
        in_memory = self._command_handler.sessions.has(game)
        state = admin_pb2.GameState(game=game, in_memory=in_memory, process=self._process)
        state.processes.extend(name.hex() for name in await self._store.common_members([PROCESSES]))
        await self._put_place(state, game)
        return state

    async def _put_place(self, state: Any, game: bytes) -> None:
        freezes = self._command_handler.freezes
        freeze, way = None, FREEZE
        try:
            freeze = await freezes.of(game)
            way = RESUMED
            if freeze is None:
                await freezes.gap(game)
        except FreezeDamaged as fault:
            state.fault = f"the row {fault.key} can not be read: {way_of(way)}"
        if freeze is not None:
            state.freeze.kind = FREEZES[freeze.state]
            state.freeze.time.CopyFrom(timestamp_of(freeze.time))
            state.freeze.by, state.freeze.reason = freeze.kid, freeze.reason
        try:
            await put_archive(state.archive, self._archive, game)
        except LogFault as fault:
            state.fault = state.fault or str(fault)
        if state.archive.file.endswith(PROOF) and not state.archive.forgotten:
            state.fault = BEGUN

    async def _put_log(self, state: Any, game: bytes, *, size: bool) -> None:
        log = self._command_handler.log
        try:
            first = await log.entry(game, 1)
            state.owner = "" if first is None else _opener(first)
            if size:
                async for entry in sliced(log.read(game)):
                    state.size += len(entry.record)  # what is sealed beside them is as long as what it hides
        except LogFault as fault:
            state.fault = state.fault or str(fault)


async def put_archive(target: Any, archive: Archive, game: bytes) -> None:
    """Write where an archived game is; nothing for one that lies in the store alone."""
    row = await archive.of(game)
    if row is None:
        return
    path = archive.proof_file(game) if row.forgotten else archive.file(game)
    target.file, target.sha256 = "/".join(path.parts[-3:]), row.file
    target.time.CopyFrom(timestamp_of(row.time))
    target.removed = row.removed
    target.forgotten = row.forgotten and not await archive.left(game)


def _put_session(state: Any, session: Session) -> None:
    protocol = session.protocol
    state.ruleset, state.edition, state.log_key = session.rules.name, protocol.edition, protocol.log_key
    state.entries, state.head = protocol.seq, protocol.head
    state.opened_time.CopyFrom(timestamp_of(protocol.times[0]))
    state.last_time.CopyFrom(timestamp_of(protocol.times[-1]))
    state.finished, state.revealed = protocol.finished is not None, protocol.secret is not None
    put_windows(state.windows, session.game.stack)
    for window in state.windows:
        window.ClearField("subject")


def _opener(entry: Entry) -> str:
    try:
        return msgspec.msgpack.decode(entry.record, type=RecordStart).actor[2]
    except msgspec.MsgspecError:
        return ""
