"""Tokens of events: made, listed and revoked by owners and head referees; what was made stands in the event's log."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any, Final

from services.events.log.entries import RosterChanged, TokenMade, TokenRevoked
from services.events.log.scopes import read_labels
from services.events.messages import TEXT_MOST, read_keys, read_persons, read_reason, token_of
from services.rpc.access.credentials import OF_AN_EVENT, Credential, Credentials, Denied, Role, not_for
from services.rpc.errors import NotDone, NotFound
from services.rpc.wire_values import Invalid
from wargame.v1 import events_pb2

if TYPE_CHECKING:
    from services.events.desk import EventDesk
    from services.events.log.state import EventState
    from services.games.keys import Keys

REFEREES: Final = (Role.REFEREE, Role.HEAD_REFEREE)


class Tokens:
    """Serves MakeToken, ListTokens and RevokeToken, and changes rosters: no referee of an event plays in it."""

    def __init__(self, desk: EventDesk, credentials: Credentials, keys: Keys) -> None:
        self._desk = desk
        self._credentials = credentials
        self._keys = keys

    async def make(self, credential: Credential, request: events_pb2.MakeTokenRequest) -> events_pb2.MakeTokenResponse:
        """Make a token; a retry gets the same one."""
        role = _role(credential, request)
        event = bytes(request.event)
        await self._desk.reached(credential, event)
        kid = self._keys.derive("event token kid", event, request.command_id)[:6].hex()
        expires = request.expires_time.ToMilliseconds() if request.HasField("expires_time") else 0
        if request.HasField("expires_time") and expires <= 0:
            raise Invalid("expires_time", "is before 1970")
        keys = read_keys(request.keys, "keys")
        if keys and role not in REFEREES:
            raise Invalid("keys", "are a referee's alone: those of a person stand on the roster")
        rounds = read_labels(request.rounds, "rounds", role, TEXT_MOST)
        tables = read_labels(request.tables, "tables", role, TEXT_MOST)
        body = TokenMade(kid, int(role), request.name, request.affiliation, expires, keys, rounds, tables)
        state, _ = await self._desk.give(
            event, request.command_id, credential.actor, body, lambda now: self._fits(now, role, body)
        )
        secret = self._keys.derive("event token", event, bytes.fromhex(kid))
        token = await self._credentials.make(
            role, expires=expires, kid=kid, secret=secret, event=event, name=request.name
        )
        return events_pb2.MakeTokenResponse(token=token, made=token_of(state.tokens[kid]))

    def _fits(self, state: EventState, role: Role, body: TokenMade) -> None:
        """Refuse a token that does not fit the roster, or that is over before it begins."""
        member = state.roster.get(body.name)
        if role is Role.SEAT and member is None:
            raise NotDone("PERSON_UNKNOWN", "a seat's token is for a person of the roster: add the person first")
        if role in REFEREES and (member is not None or keys_of_roster(state) & set(body.keys)):
            text = "a person of the roster, by name or key, can not referee in this event: name somebody else"
            raise NotDone("REFEREE_PLAYS", text)
        if body.expires and body.expires <= self._desk.now():
            raise NotDone("TOKEN_EXPIRED", "expires_time is over: name a later time, or none")

    async def list(
        self, credential: Credential, request: events_pb2.ListTokensRequest
    ) -> events_pb2.ListTokensResponse:
        """List the tokens of an event."""
        state, now = await self._desk.reached(credential, request.event), self._desk.now()
        tokens = [
            token
            for token in state.tokens.values()
            if not (request.valid and (token.revoked or (token.made.expires and token.made.expires <= now)))
        ]
        return events_pb2.ListTokensResponse(tokens=map(token_of, tokens))

    async def revoke(self, credential: Credential, request: events_pb2.RevokeTokenRequest) -> events_pb2.EventToken:
        """Revoke a token; a retry revokes it where the first try did not get so far."""
        state = await self._desk.reached(credential, request.event)
        token = state.tokens.get(request.key)
        if token is None:
            raise NotFound("there is no token of that key id in this event: ListTokens gives those that there are")
        if token.made.role == Role.HEAD_REFEREE and credential.role is not Role.OWNER:
            raise Denied(not_for("RevokeToken for a head referee", (Role.OWNER,), credential.role))
        body = TokenRevoked(request.key, read_reason(request.reason))
        known = state.given.get(request.command_id)
        if known is None or (known.actor, known.body) == (credential.actor, body):
            # first where it is looked up: what comes in between leaves a token that is refused, not one that is used
            await self._credentials.revoke(request.key)
        state, _ = await self._desk.give(request.event, request.command_id, credential.actor, body)
        return token_of(state.tokens[request.key])

    async def change_roster(self, credential: Credential, request: events_pb2.ChangeRosterRequest) -> EventState:
        """Add persons to a roster, or withdraw them."""
        state = await self._desk.reached(credential, request.event)
        signed = state.terms is not None and state.terms.signed
        added = read_persons(request.add, "add", signed=signed)
        withdrawn = tuple(dict.fromkeys(request.withdraw))
        if not added and not withdrawn:
            raise Invalid("add", "is empty, and so is withdraw: name somebody")
        body = RosterChanged(added, withdrawn, read_reason(request.reason))
        state, _ = await self._desk.give(request.event, request.command_id, credential.actor, body, _fits_roster(body))
        return state


def _fits_roster(body: RosterChanged) -> Any:
    def check(state: EventState) -> None:
        names = {person.name for person in body.added}
        for name in body.withdrawn:
            if name in names or name not in state.roster:
                text = f"{name} is not on the roster, or is added by the same request: withdraw those who are on it"
                raise NotDone("PERSON_UNKNOWN", text)
        keys = {key for person in body.added for key in person.keys}
        if keys & keys_of_roster(state, names):
            text = "a person is added with a key of another person of the roster: whoever has the key is that person"
            raise NotDone("KEY_TAKEN", text)
        for person in body.added:
            referee = referee_of(state, person.name, person.keys)
            if referee is not None:
                text = f"{referee} referees this event and can not play in it: revoke the token first"
                raise NotDone("REFEREE_PLAYS", text)

    return check


def keys_of_roster(state: EventState, without: Collection[str] = ()) -> set[bytes]:
    """Give the keys of all persons of a roster but some."""
    return {key for name, member in state.roster.items() if name not in without for key in member.person.keys}


def referee_of(state: EventState, name: str, keys: Collection[bytes]) -> str | None:
    """Name the referee of an event who is somebody, by name or key; None where none is."""
    for token in state.tokens.values():
        same = token.made.name == name or set(keys) & set(token.made.keys)
        if token.made.role in REFEREES and same and not token.revoked:
            return token.made.name
    return None


def _role(credential: Credential, request: events_pb2.MakeTokenRequest) -> Role:
    """Read the role of a new token.

    Raises Invalid, Denied where the caller may not make it.
    """
    try:
        role = Role(request.role)
    except ValueError:
        role = Role.OWNER
    if role not in OF_AN_EVENT:
        names = ", ".join(f"ROLE_{known.name}" for known in OF_AN_EVENT)
        raise Invalid("role", f"must be one of {names}")
    if role is Role.HEAD_REFEREE and credential.role is not Role.OWNER:
        raise Denied(not_for("MakeToken for a head referee", (Role.OWNER,), credential.role))
    if role in (*REFEREES, Role.SEAT) and not request.name.strip():
        raise Invalid("name", "is missing: whose token is it")
    if len(request.name) > TEXT_MOST or len(request.affiliation) > TEXT_MOST:
        raise Invalid("name", f"and affiliation may have {TEXT_MOST} characters at most")
    if request.affiliation and role not in REFEREES:
        raise Invalid("affiliation", "is a referee's alone: a person's stands on the roster")
    return role
