"""Games of an event are opened: each once, under an id in the bucket of the event."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncGenerator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from adjudicator.kernel.messages import GameTerms
from adjudicator.kernel.protocol.terms import AGREE_REFEREE
from services.events.log.entries import EventCreated, GameRow, GamesOpened, SeatRow
from services.games.editions import ServedElsewhere
from services.rpc.access.credentials import Role
from services.rpc.errors import NotDone
from services.rpc.games import Games, fresh_id
from services.rpc.new_game import ENUMS, EVENT_LABEL, OFFICIALS_MOST, read_start, read_terms
from services.rpc.wire_values import ID_SIZE, Invalid, words_of
from services.sessions.session import terms_of
from services.slices import at_once
from services.store.freezes import bucket
from services.store.redis_keys import claim_game
from wargame.v1 import events_pb2, games_pb2, officials_pb2

if TYPE_CHECKING:
    from adjudicator.kernel.messages import OpenGame
    from services.events.desk import Check, EventDesk
    from services.events.following import Following
    from services.events.in_games.removals import Removals
    from services.events.log.state import EventState
    from services.rpc.access.credentials import Credential
    from services.rpc.loaded_rulesets import LoadedRulesets
    from services.store.redis_keys import KeyStore

PAIRINGS_MOST: Final = 500
LABEL_MOST: Final = 64
# offices of those whose tokens have keys
SIGNING: Final[Mapping[int, officials_pb2.Office]] = {
    Role.REFEREE: officials_pb2.OFFICE_REFEREE,
    Role.HEAD_REFEREE: officials_pb2.OFFICE_HEAD_REFEREE,
}
OWN_LABELS: Final = frozenset({EVENT_LABEL, "round", "table"})


def derived_id(purpose: str, command_id: bytes, *parts: bytes) -> bytes:
    """Make the id of a command that follows from another one: the same for every retry."""
    return hashlib.sha256(f"adjudicator/1/{purpose}\0".encode() + command_id + b"".join(parts)).digest()[:ID_SIZE]


def draw_id(event: bytes, now: int) -> bytes:
    """Draw ids of a game until one lies in the bucket of its event: one script writes to the keys of both."""
    place = bucket(event)
    while True:
        game = fresh_id(now)
        if bucket(game) == place:
            return game


def _command_id(request: events_pb2.OpenGamesRequest, at: int) -> bytes:
    """Make the id of the command that opens one of the games."""
    return derived_id("event game", request.command_id, request.event, at.to_bytes(4, "big"))


class Opening:
    """Opens games of events."""

    def __init__(
        self,
        desk: EventDesk,
        games: Games,
        store: KeyStore,
        rulesets: LoadedRulesets,
        removals: Removals,
        following: Following,
    ) -> None:
        self._desk = desk
        self._following = following
        self._removals = removals
        self._games = games
        self._store = store
        self._rulesets = rulesets

    async def open_games(
        self, credential: Credential, request: events_pb2.OpenGamesRequest
    ) -> AsyncGenerator[bytes, None]:
        """Open games; a retry opens what is missing. All are checked before the first is opened."""
        if len(request.command_id) != ID_SIZE:
            raise Invalid("command_id", f"must have {ID_SIZE} bytes")
        if not 1 <= len(request.pairings) <= PAIRINGS_MOST:
            raise Invalid("pairings", f"must be 1 to {PAIRINGS_MOST}")
        restarted = [bytes(row.restarts) for row in request.pairings if row.HasField("restarts")]
        if len(set(restarted)) < len(restarted):
            raise Invalid("pairings", "name one game twice in restarts: one game takes its place")
        state = await self._desk.reached(credential, request.event)
        wanted = [self._terms(state, pairing, at) for at, pairing in enumerate(request.pairings)]
        if request.command_id not in state.given:
            self._require_open(state, request)
        games = await self._claimed(credential, request, wanted)

        async def open_one(at: int) -> games_pb2.OpenResponse:
            command_id = _command_id(request, at)
            return await self._games.open_game(
                credential, games[at], command_id, await self._as_opened(games[at], wanted[at])
            )

        async with self._games.room(credential, games):
            opened = [reply async for reply in at_once(open_one, range(len(games)))]
        rows = tuple(
            _row(pairing, terms, reply) for pairing, terms, reply in zip(request.pairings, wanted, opened, strict=True)
        )
        body = GamesOpened(rows)
        state, _ = await self._desk.give(request.event, request.command_id, credential.actor, body, _fits(body))
        await self._removals.enforce(request.event)
        await self._following.warm(state)
        for at, reply in enumerate(opened):
            seats = [row for row in reply.credentials if row.HasField("seat")]
            made = events_pb2.OpenedGame(index=at, game=reply.game, credentials=seats, commitment=reply.commitment)
            made.receipt.CopyFrom(reply.receipt)
            if reply.HasField("registration"):
                made.registration.CopyFrom(reply.registration)
            yield made.SerializeToString()

    def _require_open(self, state: EventState, request: events_pb2.OpenGamesRequest) -> None:
        """Refuse games of a closed event, of ruled out persons, or in the place of games that there are not."""
        if state.closed:
            raise NotDone("EVENT_CLOSED", "the event is closed: nothing is added to it; create another one")
        for at, pairing in enumerate(request.pairings):
            for number, seat in enumerate(pairing.seats):
                if state.roster[seat.person].withdrawn:
                    text = f"pairings[{at}].seats[{number}]: this person is withdrawn; add the person again to play on"
                    raise NotDone("PERSON_WITHDRAWN", text)
            if pairing.HasField("restarts") and state.games[pairing.restarts].replaced_by is not None:
                raise NotDone("GAME_REPLACED", f"pairings[{at}].restarts: another game has taken its place already")

    async def _claimed(
        self, credential: Credential, request: events_pb2.OpenGamesRequest, wanted: Sequence[OpenGame]
    ) -> list[bytes]:
        """Give the ids of the games, the same to a retry: a claim is for the command's id and the place in the request.

        Raises ServedElsewhere, StoreDown.
        """

        async def claim(at: int) -> bytes:
            fresh = draw_id(request.event, self._desk.now())
            game = await claim_game(self._store, credential.kid, _command_id(request, at), fresh)
            if self._games.opens_elsewhere(wanted[at].ruleset):
                raise ServedElsewhere(wanted[at].ruleset, None, game)
            return game

        return [game async for game in at_once(claim, range(len(wanted)))]

    async def _as_opened(self, game: bytes, terms: OpenGame) -> OpenGame:
        """Give what a first try has taken from the roster, which may have changed since: keys, and who may draw."""
        first = await self._games.first_entry(game)
        if first is None or [seat.name for seat in terms_of(first).seats] != [seat.name for seat in terms.seats]:
            return terms
        return replace(
            terms,
            seats=terms_of(first).seats,
            event_terms=terms_of(first).event_terms,
            officials=terms_of(first).officials,
        )

    def _terms(self, state: EventState, pairing: events_pb2.Pairing, at: int) -> OpenGame:
        """Make the terms of a game out of those of its event.

        Raises Invalid where the pairing does not fit them.
        """
        place, terms = f"pairings[{at}]", state.terms
        if terms is None:
            raise AssertionError
        request = _open_request(state, terms, pairing, place)
        try:
            read, starts = read_terms(request, self._rulesets), read_start(pairing)
        except Invalid as fault:
            raise fault.under(place) from None
        restarts = bytes(pairing.restarts) if pairing.HasField("restarts") else None
        if restarts is not None and restarts not in state.games:
            raise Invalid(f"{place}.restarts", "is no game of the event")
        games = _with_draws(state, terms, pairing)
        return replace(read, event=state.event, event_terms=games, starts_ms=starts, restarts=restarts)


def _with_draws(state: EventState, terms: EventCreated, pairing: events_pb2.Pairing) -> GameTerms:
    """Say whether seats may agree on a draw where the terms do not: between teams a referee has to allow it."""
    if terms.games.agree or not terms.referee:
        return terms.games
    teams = all(state.roster[seat.person].person.affiliation for seat in pairing.seats)
    return replace(terms.games, agree=AGREE_REFEREE) if teams else terms.games


def _fits(body: GamesOpened) -> Check:
    """Make what refuses games in the place of one that another has taken meanwhile."""

    def check(state: EventState) -> None:
        for at, row in enumerate(body.games):
            if row.restarts is not None and state.games[row.restarts].replaced_by is not None:
                raise NotDone("GAME_REPLACED", f"pairings[{at}].restarts: another game has taken its place already")

    return check


def _open_request(
    state: EventState, terms: EventCreated, pairing: events_pb2.Pairing, place: str
) -> games_pb2.OpenRequest:
    row = next((row for row in terms.rulesets if row.ruleset == pairing.ruleset), None)
    if row is None:
        allowed = ", ".join(sorted(row.ruleset for row in terms.rulesets))
        raise Invalid(f"{place}.ruleset", f"is none of the event's: {allowed}")
    chosen: Any = {name: words_of(kind)[getattr(row, name)] for name, kind in ENUMS.items()}
    by_seats = games_pb2.SIGNATURES_SEATS if terms.signed else games_pb2.SIGNATURES_NONE
    signatures = games_pb2.SIGNATURES_ALL if terms.owner_keys else by_seats
    request = games_pb2.OpenRequest(
        command_id=bytes(ID_SIZE), ruleset=row.ruleset, referee=terms.referee, signatures=signatures, **chosen
    )
    if terms.owner_keys:
        _put_officials(request, state, terms)
    request.referee_contributes = row.referee_contributes
    if row.stretches is not None:
        request.stretches.count, request.stretches.dice = row.stretches.count, row.stretches.dice
        request.stretches.time.seconds = row.stretches.time
    request.response_limit.seconds, request.appeal_window.seconds = terms.response_limit, terms.appeal_window
    request.spectator_delay.seconds = terms.spectator_delay
    for number, seat in enumerate(pairing.seats):
        member = state.roster.get(seat.person)
        if member is None:
            raise Invalid(f"{place}.seats[{number}].person", "is not on the roster: add the person with ChangeRoster")
        request.seats.add(name=seat.name or seat.person, keys=member.person.keys)
    if len({seat.person for seat in pairing.seats}) < len(pairing.seats):
        raise Invalid(f"{place}.seats", "must be different persons")
    _put_labels(request, state, pairing, place)
    return request


def _put_officials(request: games_pb2.OpenRequest, state: EventState, terms: EventCreated) -> None:
    """Name who signs besides the seats: the owner, and referees who have keys; others are admitted by a warrant."""
    request.officials.add(office=officials_pb2.OFFICE_OWNER, keys=terms.owner_keys)
    for kid, token in state.tokens.items():
        office = SIGNING.get(token.made.role)
        if office is not None and token.made.keys and not token.revoked and len(request.officials) < OFFICIALS_MOST:
            request.officials.add(office=office, token=kid, keys=token.made.keys)


def _put_labels(request: games_pb2.OpenRequest, state: EventState, pairing: events_pb2.Pairing, place: str) -> None:
    given = {EVENT_LABEL: state.event.hex(), "round": pairing.round, "table": pairing.table}
    for name, value in given.items():
        if value:
            request.labels.add(name=name, value=value)
    for number, label in enumerate(pairing.labels):
        if label.name in OWN_LABELS:
            raise Invalid(f"{place}.labels[{number}].name", "is a label that the event sets itself")
        request.labels.add(name=label.name, value=label.value)


def _row(pairing: events_pb2.Pairing, terms: OpenGame, reply: games_pb2.OpenResponse) -> GameRow:
    seats: Sequence[SeatRow] = [
        SeatRow(seat.name, asked.person) for seat, asked in zip(terms.seats, pairing.seats, strict=True)
    ]
    return GameRow(
        reply.game, reply.commitment, terms.ruleset, pairing.round, pairing.table, tuple(seats), terms.restarts
    )
