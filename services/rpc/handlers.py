"""gRPC handlers, made from descriptors, so that no service names a command of any ruleset."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, Final, cast

import grpc
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.messages import MASKS
from services import slices
from services.games.command_handler import CommandHandler
from services.games.refusals import GameUnknown, Refused, StaleHead
from services.games.requests import CommandRequest, CommandResult
from services.games.timing.game_clocks import shown_clocks
from services.logs import log
from services.rpc.access.interceptor import AccessInterceptor, ServerStreamCall, UnaryCall
from services.rpc.access.reach import Reach, require_accepted, require_held
from services.rpc.access.statuses import refusal_of, status_of
from services.rpc.available_offers import anytime, may_restart, permitted
from services.rpc.dry_runs import read_command, require_may_give, try_command
from services.rpc.found_places import places, read_chosen
from services.rpc.loaded_rulesets import LoadedRulesets
from services.rpc.methods import Method, methods_of
from services.rpc.ready import ready_item, ready_list
from services.rpc.redaction import (
    EntryRedactor,
    inspected_tables,
    put_clocks,
    put_receipt,
    put_rolls,
    put_tables,
    put_windows,
)
from services.rpc.wire_values import Invalid, require_size
from services.slices import Paced, aside
from wargame.v1.play_pb2 import ViewResponse

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from services.games.receipts import Receipts
    from services.games.timing.clock import Clock
    from services.rpc.access.credentials import Credential
    from services.rpc.watch import Watch
    from services.sessions.session import Session

GAMES: Final = "wargame.v1.Games"
PROTOCOL: Final = "wargame.v1.Protocol"
REFEREE: Final = "wargame.v1.Referee"
SIZES: Final = {"game": 16, "command_id": 16, "head": 32, "signature": 64, "salt": 32}
NEEDED: Final = ("game", "command_id")


class GrpcHandlers:
    """Serves Play of every ruleset, and for all of them Protocol and the methods of Games that follow a game."""

    def __init__(
        self,
        rulesets: LoadedRulesets,
        command_handler: CommandHandler,
        interceptor: AccessInterceptor,
        receipts: Receipts,
        clock: Clock,
        watch: Watch,
        reach: Reach | None = None,
    ) -> None:
        self._reach = reach or Reach(command_handler.log)
        self._rulesets = rulesets
        self._converter = rulesets.converter
        self._command_handler = command_handler
        self._interceptor = interceptor
        self._receipts = receipts
        self._clock = clock
        self._watch = watch
        self._offers_paced: Paced[tuple[str, str, int]] = Paced()

    def handlers(self) -> list[grpc.GenericRpcHandler]:
        """Make the handlers of all services.

        Raises Unmarked where a method has no roles, LookupError where it is neither a command nor known.
        """
        made = []
        for service in (PROTOCOL, REFEREE):
            commands = {name: self._command(method, None) for name, method in methods_of(service).items()}
            made.append(grpc.method_handlers_generic_handler(service, commands))
        for name, rules in self._rulesets.by_name.items():
            service = f"{rules.package}.Play"
            play = {key: self._play(name, method) for key, method in methods_of(service).items()}
            made.append(grpc.method_handlers_generic_handler(service, play))
        return made

    def following(self) -> dict[str, grpc.RpcMethodHandler[Any, Any]]:
        """Make the handlers of those methods of Games by which any game is followed, whatever its ruleset."""
        methods = methods_of(GAMES)
        unary = {
            "Check": self._check(methods["Check"]),
            "FindPlaces": self._places(methods["FindPlaces"]),
            "ListReady": self._ready_list(),
            "ReadInspected": self._inspected(methods["ReadInspected"]),
            "Offers": self._offers(methods["Offers"]),
            "ReadReady": self._ready_item(),
            "View": self._any_view(),
        }
        streams: dict[str, ServerStreamCall] = {"Watch": self._watch.watch, "Read": self._watch.read}
        made = {name: self._interceptor.unary(methods[name], call) for name, call in unary.items()}
        return made | {name: self._interceptor.server_stream(methods[name], call) for name, call in streams.items()}

    def _play(self, name: str, method: Method) -> grpc.RpcMethodHandler[Any, Any]:
        if method.command:
            return self._command(method, name)
        if method.name == "View":
            return self._interceptor.unary(method, self._view(name))
        query = self._rulesets.by_name[name].queries.get(method.name)
        if query is None:
            raise LookupError(f"{method.path} is neither a command nor shared: name it in the queries of {name}")
        return self._interceptor.unary(method, self._query(name, query))

    # -- commands

    def _command(self, method: Method, name: str | None) -> grpc.RpcMethodHandler[Any, Any]:
        masks = self._rulesets.by_name[name].masks if name else MASKS
        redactor = self._rulesets.redactors[name] if name else None

        async def call(credential: Credential, request: Any) -> Message:
            credential, command_request = await self._command_request(credential, request, name, masks)
            try:
                result = await self._command_handler.submit(command_request)
            except (Refused, StaleHead) as refused:
                refused.signed = self._receipts.refusal(refused, command_request)
                raise
            self._clock.update(result.session)
            if result.session.protocol.terms.event is not None:
                await self._reach.after(result.session.protocol.terms.event, command_request.command)
            log.debug("accepted", method=method.path, seq=result.entry.seq)
            return await self._outcome(method, redactor, result, credential, large=command_request.large)

        return self._interceptor.unary(method, call)

    async def _command_request(
        self, credential: Credential, request: Any, name: str | None, masks: Mapping[type[Struct], Any]
    ) -> tuple[Credential, CommandRequest]:
        """Read a command, with what its caller is in that game."""
        header = request.header
        for field, size in SIZES.items():
            value = getattr(header, field)
            if value or field in NEEDED:
                require_size(f"header.{field}", value, size)
        credential = await self._reach.narrow(credential, header.game)
        await self._require_impartial(credential, header.game)
        large = _is_large(request)
        command = await self._read(request)
        options = getattr(command, "options", None)
        if options is not None and name is not None:
            await self._reach.require_options(header.game, name, options)
        await self._reach.require_fits(header.game, header.command_id, command)
        if header.signature and not header.salt and masks and masks[type(command)].secret:
            raise Invalid("header.salt", "is missing: who signs a command with secrets makes its salt")
        return credential, CommandRequest(
            header.game,
            header.command_id,
            command,
            credential.actor,
            header.head or None,
            header.signature or None,
            header.salt or None,
            large,
            credential,
        )

    async def _require_impartial(self, credential: Credential, game: bytes) -> None:
        """Refuse a partial referee whom not every seat has accepted.

        Raises Denied, GameUnknown, LogFault, StoreDown.
        """
        if await self._reach.partial(credential, game):
            async with self._command_handler.locked(game) as session:
                require_accepted(session, credential.kid)

    async def _read(self, request: Any) -> Any:
        """Read a request; beside the event loop where it is large."""
        read = self._converter.to_struct
        return await aside(read, request) if _is_large(request) else read(request)

    async def _outcome(
        self,
        method: Method,
        redactor: EntryRedactor | None,
        result: CommandResult,
        credential: Credential,
        *,
        large: bool,
    ) -> Message:
        stack, clocks = result.stack, result.clocks
        if stack is None or clocks is None:
            then = await self._command_handler.as_of(result.record.game, result.entry.seq)
            stack, clocks = then.game.stack, shown_clocks(then.protocol)
        reply: Any = method.response()
        put_receipt(reply.receipt, self._receipts, result.session.protocol, result.entry.seq, result.entry.hash)
        put_rolls(reply.rolls, result.opened.rolls, credential.viewer)
        if redactor is not None and large:
            await aside(redactor.put_ruled, reply.ruled, result.opened, credential.viewer)
        elif redactor is not None:
            redactor.put_ruled(reply.ruled, result.opened, credential.viewer)
        put_windows(reply.windows, stack)
        put_clocks(reply.clocks, clocks)
        return cast("Message", reply)

    # -- reads

    def _view(self, name: str) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            async with self._at(credential, request, name) as session:
                return self._shown(session, credential)

        return call

    def _any_view(self) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            async with self._at(credential, request, None) as session:
                view: Any = self._shown(session, credential)
                reply = ViewResponse(seq=view.seq, head=view.head)
                put_windows(reply.windows, session.game.stack)
                put_clocks(reply.clocks, shown_clocks(session.protocol))
            reply.view.Pack(view)
            return reply

        return call

    def _shown(self, session: Session, credential: Credential) -> Message:
        view: Any = self._converter.to_pb(session.rules.view(session.game, credential.viewer))
        view.seq, view.head = session.protocol.seq, session.protocol.head
        return cast("Message", view)

    def _offers(self, method: Method) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            named = await self._reach.nameable(credential, request.game)

            def reply_with(session: Session) -> Message:
                reply: Any = method.response(seq=session.protocol.seq, head=session.protocol.head)
                put_windows(reply.windows, session.game.stack)
                put_clocks(reply.clocks, shown_clocks(session.protocol))
                reply.offers.extend(self._converter.to_pb(offer) for offer in permitted(session, credential))
                reply.anytime.extend(self._converter.to_pb(offer) for offer in anytime(session, credential, named))
                return cast("Message", reply)

            async with self._reading(credential, request.game) as session:
                if may_restart(session, credential):
                    named = replace(named, games=await self._reach.replacements(request.game))
                stack = session.game.stack
                # what is asked in one kind of window of games of about one size takes about as long each time
                question = session.rules.name, stack[-1].kind if stack else "", session.game.row_count().bit_length()
                return await self._offers_paced.work(question, reply_with, session)

        return call

    def _places(self, method: Method) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            chosen = read_chosen(request)

            def reply_with(session: Session) -> Message:
                found = places(session, credential.party, request.command, request.field, chosen)
                return method.response(spots=map(self._converter.to_pb, found))

            async with self._reading(credential, request.game) as session:
                return await aside(reply_with, session)

        return call

    def _check(self, method: Method) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            await self._require_impartial(credential, request.game)
            async with self._reading(credential, request.game) as session:
                command = await self._read(read_command(session.rules.package, request.command))
                require_may_give(session, credential, command)
                ruleset = session.rules.name
            if (options := getattr(command, "options", None)) is not None:
                await self._reach.require_options(request.game, ruleset, options)
            unfit = await self._unfit(request.game, command)
            async with self._reading(credential, request.game) as session:
                reply: Any = method.response(seq=session.protocol.seq, head=session.protocol.head)
                try:
                    if unfit is not None:
                        raise unfit
                    await aside(try_command, session, credential, command, self._command_handler.now())
                except Rejected as refusal:
                    reply.refusal.CopyFrom(refusal_of(status_of(Refused(refusal, session, credential.viewer))))
                return cast("Message", reply)

        return call

    async def _unfit(self, game: bytes, command: Struct) -> Rejected | None:
        """Say what a command is refused for that stands outside of its game; the game must not be held meanwhile."""
        try:
            await self._reach.require_fits(game, b"", command)
        except Rejected as refusal:
            return refusal
        return None

    def _inspected(self, method: Method) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            async with self._reading(credential, request.game) as session:
                names = inspected_tables(session.protocol, credential.kid, request.entry)
            as_of = await self._command_handler.as_of(request.game, request.entry)
            reply: Any = method.response()
            await aside(put_tables, reply.tables, as_of.game, names)
            return cast("Message", reply)

        return call

    def _ready_list(self) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            async with self._reading(credential, request.game) as session:
                return await aside(ready_list, self._converter, session, credential.viewer)

        return call

    def _ready_item(self) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            async with self._reading(credential, request.game) as session:
                return await aside(ready_item, self._converter, session, credential.viewer, request)

        return call

    def _query(self, name: str, query: Callable[[Any, int, Any], Struct]) -> UnaryCall:
        async def call(credential: Credential, request: Any) -> Message:
            credential = await self._reach.narrow(credential, request.game)
            question = await self._read(request)

            def reply_with(session: Session) -> Message:
                return self._converter.to_pb(query(session.game, credential.viewer, question))

            # odds and estimates may take long
            async with self._at(credential, request, name) as session:
                return await aside(reply_with, session)

        return call

    @asynccontextmanager
    async def _at(self, credential: Credential, request: Any, name: str | None) -> AsyncIterator[Session]:
        """Hold a game while reading it as it stands, or as it stood after the entry that the request names."""
        past = "after" in request.DESCRIPTOR.fields_by_name and request.HasField("after")
        async with self._reading(credential, request.game, name) as session:
            if not past:
                yield session
                return
            _require_entry(session, request.after)
        as_of = await self._command_handler.as_of(request.game, request.after)
        with _refusals_of(as_of, credential.viewer):
            yield as_of

    @asynccontextmanager
    async def _reading(self, credential: Credential, game: bytes, name: str | None = None) -> AsyncIterator[Session]:
        """Hold a game, of this ruleset where one is named, while reading it.

        Raises GameUnknown, Refused where what is read is refused, LogFault, StoreDown.
        """
        async with self._watch.seen.reading(credential, game) as session:
            require_held(session, credential)
            if name is not None and session.rules.name != name:
                raise GameUnknown(name)
            with _refusals_of(session, credential.viewer):
                yield session


@contextmanager
def _refusals_of(session: Session, viewer: Party) -> Iterator[None]:
    try:
        yield
    except Rejected as refusal:
        raise Refused(refusal, session, viewer) from refusal


def _is_large(request: Any) -> bool:
    return int(request.ByteSize()) > slices.LARGE_BYTES


def _require_entry(session: Session, seq: int) -> None:
    if not 1 <= seq <= session.protocol.seq:
        raise Invalid("after", f"must be an entry of the game, 1 to {session.protocol.seq}")
