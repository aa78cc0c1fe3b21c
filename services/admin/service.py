"""Serves Admin: every verb of an operator, recorded with its reason before it is done."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Final, TypeVar

import grpc
from msgspec.structs import replace

from adjudicator.kernel.messages import ChangeLogKey, CloseGame
from adjudicator.kernel.record.log import LogFault
from services.admin import indexes
from services.admin.archiving import Archiving
from services.admin.judging import faults, whole_file
from services.admin.record import AdminRecord
from services.admin.repair_sources import ID_SIZE, game_of, read_sources
from services.admin.rows import quota_row, read_quota, record_row
from services.admin.states import GameStates, put_archive
from services.games.keys import RotatedMeanwhile
from services.games.refusals import GameUnknown
from services.games.requests import CommandRequest
from services.operation.going_on import GoingOn
from services.rpc.access.credentials import Denied
from services.rpc.errors import NotDone, NotFound
from services.rpc.methods import methods_of
from services.rpc.wire_values import Invalid, read_page_token, words_of
from services.sessions.repair import Repaired, RepairRefused, repair
from services.sessions.session import reread_entry
from services.store.freezes import ARCHIVED, FROZEN, Freeze, FreezeDamaged, bucket
from wargame.v1 import admin_pb2, games_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from adjudicator.kernel.record.log import Entry
    from services.admin.parts import AdminParts
    from services.rpc.access.credentials import Credential
    from services.rpc.access.interceptor import AccessInterceptor, ServerStreamCall, UnaryCall
    from services.sessions.session import Session

SERVICE: Final = "wargame.v1.Admin"
STEPS: Final[dict[str, Any]] = words_of(admin_pb2.ArchiveStep.DESCRIPTOR)
REASON_MOST: Final = 500
ROWS: Final = 200
CHUNK: Final = 256 * 1024
# How long a verb may hold a game, in seconds, if its process dies.
CLAIM_SECONDS: Final = 900
T = TypeVar("T")


class Admin:
    """Serves Admin."""

    def __init__(self, parts: AdminParts) -> None:
        self._command_handler = parts.command_handler
        self._store = parts.store
        self._keys = parts.keys
        self._clock = parts.clock
        self._notes = parts.notes
        self._archive = parts.archive
        self._told = parts.told
        self._quotas = parts.quotas
        self._audits = parts.audits
        self._now = parts.now
        self._record = AdminRecord(parts.store, parts.now)
        self._states = GameStates(parts)
        self._archiving = Archiving(parts)
        self._going_on = GoingOn()

    async def aclose(self, seconds: float) -> None:
        """Let what was begun end within so many seconds, and wait until no audit is left."""
        await self._going_on.aclose(seconds)
        await self._audits.aclose()

    def handler(self, interceptor: AccessInterceptor) -> grpc.GenericRpcHandler:
        """Make the handler of the service."""
        methods = methods_of(SERVICE)
        unary: dict[str, UnaryCall] = {
            "Look": self.look,
            "Survey": self.survey,
            "Freeze": self.freeze,
            "Unfreeze": self.unfreeze,
            "Close": self.close,
            "Forget": self.forget,
            "RotateLogKey": self.rotate_log_key,
            "ChangeLogKey": self.change_log_key,
            "SetQuota": self.set_quota,
            "ListQuotas": self.list_quotas,
            "Record": self.record,
        }
        streams: dict[str, ServerStreamCall] = {
            "Archive": self.archive,
            "Proof": self.proof,
            "RebuildIndexes": self.rebuild_indexes,
        }
        handlers = {name: interceptor.unary(methods.pop(name), call) for name, call in unary.items()}
        handlers |= {name: interceptor.server_stream(methods.pop(name), call) for name, call in streams.items()}
        handlers["Repair"] = interceptor.client_stream(methods.pop("Repair"), self.repair)
        if methods:
            raise LookupError(f"nobody serves {', '.join(methods)} of {SERVICE}")
        return grpc.method_handlers_generic_handler(SERVICE, handlers)

    # -- looking

    async def look(self, credential: Credential, request: admin_pb2.LookRequest) -> Message:
        """Give the state of a game."""
        return await self._states.of(game_of(credential, request.game))

    async def survey(self, credential: Credential, request: admin_pb2.SurveyRequest) -> Message:
        """Give the states of the next games."""
        _require_all(credential)
        return await self._states.page(read_page_token(request.page_token), request.page_size)

    async def record(self, credential: Credential, request: admin_pb2.RecordRequest) -> Message:
        """Give the next rows of the operators' record."""
        _require_all(credential)
        response = admin_pb2.RecordResponse()
        async for number, row, follows in self._record.rows(request.after):
            response.rows.append(record_row(number, row, follows=follows))
            if len(response.rows) == ROWS:
                break
        return response

    # -- games

    async def freeze(self, credential: Credential, request: admin_pb2.FreezeRequest) -> Message:
        """Freeze a game."""
        game = game_of(credential, request.game)

        async def act() -> None:
            if not await self._command_handler.log.exists(game):
                raise NotFound("no such game in this store")
            made = Freeze(self._now(), credential.kid, request.reason)
            if not await self._command_handler.freezes.freeze(game, made):
                raise NotDone("frozen-already", "the game takes no commands already: look at it to see why")

        await self._recorded(credential, "Freeze", game, request.reason, act)
        return await self._states.of(game)

    async def unfreeze(self, credential: Credential, request: admin_pb2.UnfreezeRequest) -> Message:
        """Unfreeze a game; its time is given back, and what is due is due a whole time to answer from now."""
        game = game_of(credential, request.game)

        async def act() -> None:
            state = await self._frozen(game)
            if state is None:
                raise NotDone("not-frozen", "the game is not frozen: nothing needs to be done")
            if state == ARCHIVED:
                raise NotDone("archived-already", "the game is archived and takes no commands any more")
            if not await self._command_handler.freezes.unfreeze(game, self._now()):
                raise NotDone("not-frozen", "another operator was first: nothing needs to be done")

        await self._recorded(credential, "Unfreeze", game, request.reason, act)
        state = await self._states.of(game)
        if not state.fault:
            await self._clock.look(game)
        return state

    async def _frozen(self, game: bytes) -> str | None:
        """Say whether a game is frozen or archived, None where it is neither; LogFault, StoreDown.

        Where its freeze can not be read the archive knows. Of one that is in neither place nobody says that it is not
        archived: its freeze stays.
        """
        try:
            freeze = await self._command_handler.freezes.of(game)
        except FreezeDamaged:
            if await self._archive.of(game) is not None or game in await self._archive.games():
                return ARCHIVED
            if not await self._command_handler.log.exists(game):
                raise NotFound("no such game in this store") from None
            return FROZEN
        return None if freeze is None else freeze.state

    async def close(self, credential: Credential, request: admin_pb2.CloseRequest) -> Message:
        """Close a game, by an entry of its log."""
        game = game_of(credential, request.game)

        async def act() -> None:
            command = CloseGame(reason=request.reason)
            given = CommandRequest(game, _command_id(request), command, credential.actor)
            self._clock.update((await self._command_handler.submit(given)).session)

        await self._recorded(credential, "Close", game, request.reason, act)
        return await self._states.of(game)

    async def change_log_key(self, credential: Credential, request: admin_pb2.ChangeKeyRequest) -> Message:
        """Let a game whose log key is lost go on under the present one."""
        game = game_of(credential, request.game)

        async def act() -> None:
            async with self._command_handler.locked(game) as session:
                before, first = session.protocol.log_key, await self._first_try(session, _command_id(request))
            if first is None and self._keys.can_sign(before):
                raise NotDone("key-present", f"this server has {before}: nothing needs to be done")
            changes, key = self._keys.changes_from(before), self._keys.verification_key
            command = replace(first or ChangeLogKey(log_key=key, changes=changes, reason=""), reason=request.reason)
            given = CommandRequest(game, _command_id(request), command, credential.actor)
            self._clock.update((await self._command_handler.submit(given)).session)

        await self._recorded(credential, "ChangeLogKey", game, request.reason, act)
        return await self._states.of(game)

    async def _first_try(self, session: Session, command_id: bytes) -> ChangeLogKey | None:
        """Give the change that stands in the log under this command id: the keys may have been rotated since."""
        seq = session.protocol.answered.get(command_id)
        entry = None if seq is None else await self._command_handler.log.entry(session.game_id, seq)
        command = None if entry is None else reread_entry(session, entry)[1].command
        return command if isinstance(command, ChangeLogKey) else None

    async def repair(self, credential: Credential, parts: AsyncIterator[admin_pb2.RepairPart]) -> Message:
        """Bring back the lost end of a log."""
        game, reason, sources = await read_sources(credential, self._keys, self._notes, parts)

        async def act() -> Repaired:
            async with self._claimed(game), self._command_handler.sessions.lock(game):
                try:
                    return await repair(
                        self._command_handler.log,
                        self._command_handler.rules_of,
                        self._notes,
                        sources,
                        game,
                        self._noting(credential, game, reason),
                        self._judge,
                        self._store,
                    )
                except RepairRefused as refused:
                    raise NotDone("not-repaired", str(refused)) from refused
                finally:
                    self._command_handler.sessions.drop(game)

        done = await self._recorded(credential, "Repair", game, reason, act)
        return admin_pb2.RepairResponse(first=done.first, last=done.last, head=done.head)

    async def archive(self, credential: Credential, request: admin_pb2.ArchiveRequest) -> AsyncGenerator[bytes, None]:
        """Archive a game, and tell of each step."""
        game = game_of(credential, request.game)
        _check_reason(request.reason)
        try:
            await self._record.write(credential.kid, "Archive", game, request.reason, "begun")
            async with self._claimed(game):
                steps = self._archiving.archive(game, credential.kid, request.reason, remove=request.remove)
                async for step in steps:
                    response = admin_pb2.ArchiveResponse(step=STEPS[step])
                    await put_archive(response.archive, self._archive, game)
                    yield response.SerializeToString()
        except BaseException as fault:  # its caller may have left
            await self._going_on.to_its_end(self._failed(credential, "Archive", game, request.reason, fault))
            _tell_unknown(fault)
            raise
        await self._record.write(credential.kid, "Archive", game, request.reason)

    async def forget(self, credential: Credential, request: admin_pb2.ForgetRequest) -> Message:
        """Forget an archived game."""
        game = game_of(credential, request.game)

        async def act() -> None:
            async with self._claimed(game):
                await self._archiving.forget(game, credential.kid, request.reason)

        await self._recorded(credential, "Forget", game, request.reason, act)
        return await self._states.of(game)

    async def proof(self, credential: Credential, request: admin_pb2.ProofRequest) -> AsyncGenerator[bytes, None]:
        """Give the proof of a forgotten game."""
        data = await asyncio.to_thread(self._archiving.proof, game_of(credential, request.game))
        for at in range(0, len(data), CHUNK):
            yield games_pb2.Chunk(data=data[at : at + CHUNK]).SerializeToString()

    # -- the deployment

    async def rebuild_indexes(
        self, credential: Credential, request: admin_pb2.RebuildRequest
    ) -> AsyncGenerator[bytes, None]:
        """Make the indexes anew."""
        _require_all(credential)
        _check_reason(request.reason)
        try:
            await self._record.write(credential.kid, "RebuildIndexes", None, request.reason, "begun")
            await self._archiving.enter_begun()
            async for row in indexes.rebuild(self._command_handler, self._store, self._clock, self._reset):
                yield admin_pb2.RebuildResponse(
                    done=row.done, total=row.total, unread=row.unread, dropped=row.dropped
                ).SerializeToString()
        except BaseException as fault:  # its caller may have left
            await self._going_on.to_its_end(self._failed(credential, "RebuildIndexes", None, request.reason, fault))
            raise
        await self._record.write(credential.kid, "RebuildIndexes", None, request.reason)

    async def _reset(self, event: bytes) -> None:
        """Let what an event was told be made anew, but for archived games: one may be forgotten at this moment."""

        async def keeps(game: bytes) -> bool:
            try:
                return await self._archive.of(game) is not None
            except LogFault:  # what is noted can not be read, but that it was archived
                return True

        await self._told.reset(event, keeps)

    async def rotate_log_key(self, credential: Credential, request: admin_pb2.RotateRequest) -> Message:
        """Replace the log key."""
        _require_all(credential)
        if not request.verification_key:
            raise Invalid("verification_key", "is missing: name the key that is to be replaced, as LogKey gives it")

        async def act() -> str:
            try:
                return await asyncio.to_thread(self._keys.rotate, request.verification_key)
            except RotatedMeanwhile as other:
                text = f"the log key is {other}, and not the one that was to be replaced: look whether that is enough"
                raise NotDone("rotated-already", text) from None

        change = await self._recorded(credential, "RotateLogKey", None, request.reason, act)
        return admin_pb2.RotateResponse(verification_key=self._keys.verification_key, change=change)

    async def set_quota(self, credential: Credential, request: admin_pb2.SetQuotaRequest) -> Message:
        """Set a quota."""
        _require_all(credential)
        owner, quota = read_quota(request.quota)

        async def act() -> None:
            await self._quotas.put(owner, quota)

        detail = f"{owner or 'everybody'}: {quota.open_games or 'any'} open, {quota.daily_games or 'any'} a day"
        await self._recorded(credential, "SetQuota", None, request.reason, act, detail)
        return await self.list_quotas(credential, admin_pb2.ListQuotasRequest())

    async def list_quotas(self, credential: Credential, _request: admin_pb2.ListQuotasRequest) -> Message:
        """List the quotas."""
        _require_all(credential)
        rows = [row async for row in self._quotas.all()]
        used = {kid: await self._quotas.games_of(kid) for kid, _ in rows if kid is not None}
        rows.sort(key=lambda row: row[0] or "")
        return admin_pb2.Quotas(quotas=[quota_row(kid, quota, used.get(kid or "")) for kid, quota in rows])

    # -- what they share

    async def _recorded(
        self,
        credential: Credential,
        verb: str,
        game: bytes | None,
        reason: str,
        act: Callable[[], Coroutine[Any, Any, T]],
        detail: str = "",
    ) -> T:
        """Do something, with a row of the record before and after it; it goes on where its caller leaves."""

        async def recorded() -> T:
            try:
                await self._record.write(credential.kid, verb, game, reason, "begun", detail)
                done = await act()
            except BaseException as fault:  # the stop may cut it off
                await self._failed(credential, verb, game, reason, fault)
                _tell_unknown(fault)
                raise
            await self._record.write(credential.kid, verb, game, reason, "done", detail)
            return done

        _check_reason(reason)
        return await self._going_on.to_its_end(recorded())

    async def _failed(
        self, credential: Credential, verb: str, game: bytes | None, reason: str, fault: BaseException
    ) -> None:
        await self._record.write(
            credential.kid, verb, game, reason, f"failed: {type(fault).__name__}", str(fault)[:200]
        )

    @asynccontextmanager
    async def _claimed(self, game: bytes) -> AsyncIterator[None]:
        """Hold a game against other operators, in whatever process.

        Raises NotDone where one is at work on it.
        """
        key = f"{bucket(game)}:claimed:{game.hex()}"
        if not await self._store.put_if_absent(key, b"", CLAIM_SECONDS):
            raise NotDone("busy", "another operator's request works on this game: wait for it, and look at the game")
        try:
            yield
        finally:
            await self._store.delete(key)

    def _noting(self, credential: Credential, game: bytes, reason: str) -> Callable[[Repaired], Awaitable[None]]:
        async def note(done: Repaired) -> None:
            detail = f"entries {done.first} to {done.last}, head {done.head.hex()}"
            await self._record.write(credential.kid, "Repair", game, reason, "begun", detail)

        return note

    async def _judge(self, entries: list[Entry], session: Session) -> list[str]:
        data = await asyncio.to_thread(whole_file, entries, session, None)
        return faults(await self._audits.audit(data), signed=False)


def _tell_unknown(fault: BaseException) -> None:
    """Say of a game that there is none, which others are not told.

    Raises NotFound.
    """
    if isinstance(fault, GameUnknown):
        raise NotFound("no such game in this store") from fault


def _check_reason(reason: str) -> None:
    """Refuse what is no reason; Invalid."""
    if not reason.strip():
        raise Invalid("reason", "is missing: say why, for the record")
    if len(reason) > REASON_MOST or not reason.isprintable():
        raise Invalid("reason", f"must be one line of {REASON_MOST} signs at most that show")


def _require_all(credential: Credential) -> None:
    """Refuse a token for one game where the verb is about all of them.

    Raises Denied.
    """
    if credential.game is not None:
        raise Denied


def _command_id(request: Any) -> bytes:
    found: bytes = request.command_id
    if len(found) != ID_SIZE:
        raise Invalid("command_id", f"must have {ID_SIZE} bytes")
    return found
