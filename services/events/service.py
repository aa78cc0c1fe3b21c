"""The service Events: what its methods are served by."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Any, Final

import grpc
from msgspec import Struct

from adjudicator.kernel.messages import Penalise
from services.events.acts import Acts
from services.events.desk import EventDesk
from services.events.following import Following
from services.events.in_games.game_acts import GameActs
from services.events.in_games.pauses import Pauses
from services.events.in_games.removals import Removals
from services.events.in_games.seated import seated_by
from services.events.log.copies import EVENTS, list_event
from services.events.log.registering import Registering
from services.events.messages import as_recorded, put_head, read_options, read_terms, require_terms, sheet_of
from services.events.opening import Opening, derived_id
from services.events.rebuild import Rebuild
from services.events.rulings import Rulings
from services.events.seen_late import SeenLate
from services.events.tokens import Tokens
from services.rpc.access.credentials import Credential, Denied, Role
from services.rpc.games import Games, fresh_id
from services.rpc.methods import methods_of
from services.rpc.wire_values import ID_SIZE, Invalid, put_party, read_page_token, timestamp_of
from services.store.redis_keys import KeyStore, claim_game, claimed_game
from wargame.v1 import events_pb2

if TYPE_CHECKING:
    from google.protobuf.message import Message

    from services.events.log.state import EventState, Given
    from services.parts import Parts
    from services.rpc.access.interceptor import AccessInterceptor, ServerStreamCall, UnaryCall
    from services.rpc.access.reach import Sits
    from services.store.event_feeds import EventStore

SERVICE: Final = "wargame.v1.Events"
PAGE, PAGE_MOST = 50, 200


class Events:
    """Serves Events."""

    def __init__(self, parts: Parts, games: Games, store: KeyStore, events: EventStore) -> None:
        self._store = store
        self._events = events
        self._parts = parts
        self._converter, self._receipts = parts.rulesets.converter, parts.receipts
        self.desk = EventDesk(events, parts.clock.now, parts.notes)
        self._registering = Registering(parts.registers)
        self.desk.follow = self._registering.follow
        self.rebuild = Rebuild(events.feeds, parts.command_handler)
        late = SeenLate(events.feeds, games.seen)
        self.following = Following(self.desk, self._converter, self.rebuild, late)
        games.reach.seat_of = self._seat_of
        games.reach.may_sit = self._may_sit
        acts = GameActs(self.desk, parts.command_handler, games.seen, late, self.rebuild)
        games.reach.is_partial = acts.is_partial
        games.reach.outside = acts.outside
        games.reach.require_fits = acts.require_fits
        games.reach.after = self._after
        games.reach.substitutes = acts.substitutes
        self._removals = Removals(self.desk, parts.command_handler, parts.clock, self._converter, self.rebuild)
        games.reach.options_of = self._options_of
        self._opening = Opening(self.desk, games, store, parts.rulesets, self._removals, self.following)
        self._rulings = Rulings(self.desk, self._converter, self.rebuild, late)
        self._tokens = Tokens(self.desk, parts.credentials, parts.keys)
        self._acts = Acts(self.desk, parts.rulesets, self.rebuild, acts, self._removals)
        self._pauses = Pauses(
            self.desk,
            acts,
            parts.command_handler,
            parts.receipts,
            parts.clock,
            self._converter,
            self._acts.require_cited,
        )

    def handler(self, interceptor: AccessInterceptor) -> grpc.GenericRpcHandler:
        """Make the handler of the service.

        Raises LookupError where a method of the contract is served by nobody.
        """
        unary: dict[str, UnaryCall] = {
            "Create": self.create,
            "Get": self.get,
            "List": self.list,
            "ChangeRoster": self.change_roster,
            "Games": self.following.games,
            "Results": self._rulings.results,
            "Statistics": self._rulings.statistics,
            "Interpret": self._with_id(self._acts.interpret),
            "ListInterpretations": self._acts.list_interpretations,
            "Penalise": self._with_id(self._acts.penalise),
            "ListPenalties": self._acts.list_penalties,
            "Close": self.close,
            "MakeToken": self._with_id(self._tokens.make),
            "ListTokens": self._tokens.list,
            "RevokeToken": self._with_id(self._tokens.revoke),
        }
        streams: dict[str, ServerStreamCall] = {
            "OpenGames": self._opening.open_games,
            "Follow": self.following.follow,
            "ReadLog": self.read_log,
            "ExportResults": self._rulings.export,
            "Pause": self._pauses.pause,
            "Resume": self._pauses.resume,
            "DueAwards": self._removals.due_awards,
        }
        methods = methods_of(SERVICE)
        missing = methods.keys() ^ (unary.keys() | streams.keys())
        if missing:
            raise LookupError(f"nobody serves {', '.join(sorted(missing))} of {SERVICE}")
        handlers = {name: interceptor.unary(methods[name], call) for name, call in unary.items()}
        handlers |= {name: interceptor.server_stream(methods[name], call) for name, call in streams.items()}
        return grpc.method_handlers_generic_handler(SERVICE, handlers)

    async def aclose(self) -> None:
        """Let what is under way finish."""
        await self.rebuild.aclose()
        await self._registering.aclose()
        await self._events.aclose()

    async def _seat_of(self, event: bytes, game: bytes, person: str) -> tuple[int | None, int]:
        """Give the seat of a person in a game as it stands, and the entry by which the person took it over, or 0."""
        paired = await self.desk.seat_of(event, game, person)
        async with self._parts.command_handler.locked(game) as session:
            seated = session.protocol.docket.seats
        taken = [(seat, row.seq) for seat, row in seated.items() if row.person == person]
        return taken[0] if taken else (None if paired in seated else paired, 0)

    async def _may_sit(self, event: bytes, person: str) -> Sits:
        """Give what says of a game whether a person sits there; None of one of which no row tells who does."""
        state, rows = await self.desk.known(event), await self.desk.feeds.rows(event)

        def may_sit(game: bytes) -> bool | None:
            names = seated_by(state.games.get(game), rows.get(game))
            return None if names is None else person in names

        return may_sit

    async def _after(self, event: bytes, command: Struct) -> None:
        """Let what a command means for other games follow; a retry lets it follow where the first try did not."""
        if isinstance(command, Penalise):
            await self._removals.enforce(event)

    async def _options_of(self, event: bytes, ruleset: str) -> Struct | None:
        """Give the options that games of a ruleset must be created with, None where any will do."""
        state = await self.desk.known(event)
        rows = state.terms.rulesets if state.terms is not None else ()
        row = next((row for row in rows if row.ruleset == ruleset and row.options_type), None)
        found: Struct | None = read_options(row.options_type, row.options, self._converter) if row else None
        return found

    @staticmethod
    def _with_id(call: UnaryCall) -> UnaryCall:
        """Refuse a request without the id that makes it safe to repeat."""

        async def checked(credential: Credential, request: events_pb2.InterpretRequest) -> Message:
            _require_id(request.command_id)
            return await call(credential, request)

        return checked

    async def create(self, credential: Credential, request: events_pb2.CreateEventRequest) -> Message:
        """Create an event; a retry gets the same one, whatever this release would say to its terms."""
        _require_id(request.command_id)
        body = read_terms(request, self._parts.rulesets)
        claimed = derived_id("event", request.command_id)
        first = await self._first(await claimed_game(self._store, credential.kid, claimed), request.command_id)
        if first is None:
            require_terms(request, body, self._parts.rulesets)
        else:
            body = as_recorded(first.body, body)
        event = await claim_game(self._store, credential.kid, claimed, fresh_id(self.desk.now()))
        state, _ = await self.desk.give(event, request.command_id, credential.actor, body)
        await list_event(self._store, event, credential.kid)
        return self._sheet(state)

    async def _first(self, event: bytes | None, command_id: bytes) -> Given | None:
        """Give the entry of a command that stands in the log of an event already."""
        return None if event is None else (await self.desk.find(event)).given.get(command_id)

    def _sheet(self, state: EventState) -> events_pb2.EventSheet:
        return sheet_of(state, self._converter, self._receipts)

    async def get(self, credential: Credential, request: events_pb2.GetEventRequest) -> Message:
        """Give an event."""
        return self._sheet(await self.desk.reached(credential, request.event))

    async def list(self, credential: Credential, request: events_pb2.ListEventsRequest) -> Message:
        """List the events of the caller."""
        after, most = read_page_token(request.page_token), min(request.page_size or PAGE, PAGE_MOST)
        if credential.game is not None:
            raise Denied("This token is for one game, and for no event: use a token of the event.")
        if credential.event is not None:
            found = [credential.event] if credential.event > after else []
        else:
            own = credential.kid if credential.role is Role.OWNER else ""
            found = await self._store.next_ordered(EVENTS + own, after, most + 1)
        reply = events_pb2.ListEventsResponse()
        for event in found[:most]:
            state = await self.desk.find(event)
            if state.is_there:
                reply.events.append(self._sheet(state))
        reply.next_page_token = found[most - 1].hex() if len(found) > most else ""
        return reply

    async def change_roster(self, credential: Credential, request: events_pb2.ChangeRosterRequest) -> Message:
        """Change a roster."""
        _require_id(request.command_id)
        return self._sheet(await self._tokens.change_roster(credential, request))

    async def close(self, credential: Credential, request: events_pb2.CloseEventRequest) -> Message:
        """Close an event."""
        _require_id(request.command_id)
        return self._sheet(await self._acts.close(credential, request))

    async def read_log(
        self, credential: Credential, request: events_pb2.ReadEventLogRequest
    ) -> AsyncGenerator[bytes, None]:
        """Give the entries of the log of an event, and with the last of them its signed head."""
        state = await self.desk.reached(credential, request.event)
        if request.after > state.seq:
            raise Invalid("after", f"must be an entry of the event, 0 to {state.seq}")
        given = {row.seq: row for row in state.given.values()}
        last = state.seq
        async for entry in self.desk.entries(request.event, request.after):
            if entry.seq > last:
                break
            row = given[entry.seq]
            shown = events_pb2.EventEntry(
                seq=entry.seq,
                time=timestamp_of(row.time),
                kind=type(row.body).__name__,
                record=entry.record,
                hash=entry.hash,
            )
            role: Any = row.actor.role
            shown.actor.role, shown.actor.key = role, row.actor.key
            put_party(shown.actor.party, row.actor.party)
            if entry.seq == state.seq:
                put_head(shown.receipt, state, self._receipts)
            yield shown.SerializeToString()


def _require_id(command_id: bytes) -> None:
    if len(command_id) != ID_SIZE:
        raise Invalid("command_id", f"must have {ID_SIZE} bytes")
