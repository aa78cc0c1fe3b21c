"""The edge: handlers made from descriptors, so that no service names a command of any ruleset."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast

import grpc
from msgspec import Struct

from adjudicator.kernel.decide.faults import Rejected
from services.games.command_handler import CommandHandler, CommandRequest, CommandResult, GameUnknown, Refused
from services.games.loaded_rulesets import LoadedRulesets
from services.logs import log
from services.rpc.available_offers import anytime, offers
from services.rpc.conversion import Invalid
from services.rpc.interceptor import AccessInterceptor, Work
from services.rpc.methods import Method, methods_of
from services.rpc.redaction import EntryRedactor, put_receipt, put_rolls, put_windows

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from services.games.clock import Clock
    from services.games.receipts import Receipts
    from services.games.session import Session
    from services.rpc.credentials import Credential
    from services.rpc.watch import Watch

UMPIRE: Final = "wargame.v1.Umpire"
SIZES: Final = {"game": 16, "command_id": 16, "head": 32, "signature": 64, "salt": 32}
NEEDED: Final = ("game", "command_id")


T = TypeVar("T")


class GrpcHandlers:
    """Serves Play of every ruleset, and Umpire once for all."""

    def __init__(
        self,
        shelf: LoadedRulesets,
        desk: CommandHandler,
        gate: AccessInterceptor,
        receipts: Receipts,
        clock: Clock,
        watch: Watch,
    ) -> None:
        self._shelf = shelf
        self._wire = shelf.wire
        self._desk = desk
        self._gate = gate
        self._receipts = receipts
        self._clock = clock
        self._watch = watch

    def handlers(self) -> list[grpc.GenericRpcHandler]:
        """Make the handlers of all services.

        Raises Unmarked where a method has no roles, LookupError where it is neither a command nor known.
        """
        umpire = {name: self._command(each, None) for name, each in methods_of(UMPIRE).items()}
        made = [grpc.method_handlers_generic_handler(UMPIRE, umpire)]
        for name, rules in self._shelf.rules.items():
            service = f"{rules.package}.Play"
            play = {key: self._play(name, each) for key, each in methods_of(service).items()}
            made.append(grpc.method_handlers_generic_handler(service, play))
        return made

    def _play(self, name: str, method: Method) -> grpc.RpcMethodHandler[Any, Any]:
        if method.command:
            return self._command(method, name)
        if method.gives_stream:
            flow = {"Watch": self._watch.watch, "Read": self._watch.read}[method.name]
            return self._gate.stream(method, lambda credential, request: flow(name, credential, request))
        known: dict[str, Callable[[str, Method], Work]] = {"View": self._view, "Offers": self._offers}
        if method.name in known:
            return self._gate.answer(method, known[method.name](name, method))
        query = self._shelf.rules[name].queries.get(method.name)
        if query is None:
            raise LookupError(f"{method.path} is neither a command nor shared: name it in QUERIES of {name}")
        return self._gate.answer(method, self._query(name, query))

    # -- commands

    def _command(self, method: Method, name: str | None) -> grpc.RpcMethodHandler[Any, Any]:
        masks = self._shelf.rules[name].masks if name else {}
        projector = self._shelf.projectors[name] if name else None

        async def work(credential: Credential, request: Any) -> Message:
            ask = self._ask(credential, request, masks)
            answer = await self._desk.submit(ask)
            self._clock.saw(answer.session)
            log.debug("taken", method=method.path, seq=answer.entry.seq)
            return await self._outcome(method, projector, answer, credential)

        return self._gate.answer(method, work)

    def _ask(self, credential: Credential, request: Any, masks: Mapping[type[Struct], Any]) -> CommandRequest:
        header = request.header
        for field, size in SIZES.items():
            found = len(getattr(header, field))
            if found != size and (found or field in NEEDED):
                raise Invalid(f"header.{field}", f"must have {size} bytes" if found else "is missing")
        credential.reach(header.game)
        command = self._wire.to_struct(request)
        if header.signature and not header.salt and masks and masks[type(command)].secret:
            raise Invalid("header.salt", "is missing: who signs a command with secrets makes its salt")
        return CommandRequest(
            header.game, header.command_id, command, credential.actor,
            header.head or None, header.signature or None, header.salt or None,
        )  # fmt: skip

    async def _outcome(
        self, method: Method, projector: EntryRedactor | None, answer: CommandResult, credential: Credential
    ) -> Message:
        stack = answer.stack
        if stack is None:
            stack = (await self._desk.as_of(answer.record.game, answer.entry.seq)).game.stack
        reply: Any = method.response()
        put_receipt(reply.receipt, self._receipts, answer.record.game, answer.entry.seq, answer.entry.hash)
        put_rolls(reply.rolls, answer.opened.rolls, credential.viewer)
        if projector is not None:
            projector.put_ruled(reply.ruled, answer.opened, credential.viewer)
        put_windows(reply.windows, stack)
        return cast("Message", reply)

    # -- reads

    def _view(self, name: str, _method: Method) -> Work:
        async def work(credential: Credential, request: Any) -> Message:
            credential.reach(request.game)
            if not request.HasField("after"):
                return await self._at(request.game, name, lambda session: self._shown(session, credential))
            await self._at(request.game, name, lambda session: _require_entry(session, request.after))
            past = await self._desk.as_of(request.game, request.after)
            return self._shown(past, credential)

        return work

    def _shown(self, session: Session, credential: Credential) -> Message:
        view: Any = self._wire.to_pb(session.rules.view(session.game, credential.viewer))
        view.seq, view.head = session.protocol.seq, session.protocol.head
        return cast("Message", view)

    def _offers(self, name: str, method: Method) -> Work:
        def offered(session: Session, credential: Credential) -> Message:
            reply: Any = method.response(seq=session.protocol.seq, head=session.protocol.head)
            put_windows(reply.windows, session.game.stack)
            reply.offers.extend(self._wire.to_pb(each) for each in offers(session, credential.party))
            reply.anytime.extend(self._wire.to_pb(each) for each in anytime(session, credential))
            return cast("Message", reply)

        async def work(credential: Credential, request: Any) -> Message:
            credential.reach(request.game)
            return await self._at(request.game, name, lambda session: offered(session, credential))

        return work

    def _query(self, name: str, query: Callable[[Any, int, Any], Struct]) -> Work:
        async def work(credential: Credential, request: Any) -> Message:
            credential.reach(request.game)
            asked = self._wire.to_struct(request)

            def answer(session: Session) -> Message:
                return self._wire.to_pb(query(session.game, credential.viewer, asked))

            return await self._at(request.game, name, answer)

        return work

    async def _at(self, game: bytes, name: str, look: Callable[[Session], T]) -> T:
        async with self._desk.at(game) as session:
            if session.rules.name != name:
                raise GameUnknown(name)
            try:
                return look(session)
            except Rejected as refusal:
                raise Refused(refusal, session) from refusal


def _require_entry(session: Session, seq: int) -> None:
    if not 1 <= seq <= session.protocol.seq:
        raise Invalid("after", f"must be an entry of the game, 1 to {session.protocol.seq}")


__all__ = ["UMPIRE", "GrpcHandlers"]
