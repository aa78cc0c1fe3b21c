"""Credentials: opaque tokens, stored hashed, that say who may call and for which party."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import hmac
import re
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable
from enum import IntEnum
from typing import Final, NamedTuple

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import REFEREE, SPECTATOR, TABLE, Party
from adjudicator.kernel.record.log import StoreDown
from adjudicator.kernel.record.record import Actor
from services.logs import log
from services.rpc.access.browser_tokens import BrowserTokens, is_session
from services.rpc.wire_values import require_id
from services.store.redis_keys import TOKENS, KeyStore, Time, token_key

FRESH_MS: Final = 2_000
# While the store is away nobody can revoke a token: those seen valid go on for an hour, so that games can be read.
AWAY_MS: Final = 3_600_000
RECHECK_SECONDS: Final = 15.0
KEPT: Final = 50_000
# Tokens that are read or dropped in one round trip.
PAGE: Final = 1_000
_BEARER: Final = "Bearer "
_NOBODY: Final = bytes(32)


class Role(IntEnum):
    """What a credential stands for; numbers as in the contract."""

    OWNER = 1
    REFEREE = 2
    SEAT = 3
    SPECTATOR = 4
    AUDITOR = 5
    ADMIN = 7
    HEAD_REFEREE = 8


# Roles whose tokens may be for every game.
EVERY_GAME: Final = (Role.OWNER, Role.AUDITOR, Role.ADMIN)
# Roles whose tokens may be for an event.
OF_AN_EVENT: Final = (Role.HEAD_REFEREE, Role.REFEREE, Role.SEAT, Role.SPECTATOR, Role.AUDITOR)
# Roles of which a token is made at the first start.
OF_A_DEPLOYMENT: Final = (Role.OWNER, Role.ADMIN)
NAMES: Final = {
    Role.OWNER: "the owner",
    Role.REFEREE: "the referee of this game",
    Role.SEAT: "a seat of this game",
    Role.SPECTATOR: "a spectator of this game",
    Role.AUDITOR: "an auditor",
    Role.ADMIN: "an operator",
    Role.HEAD_REFEREE: "the head referee of this game",
}
ROLES: Final = {role.name.lower(): role for role in Role}
_TOKEN: Final = re.compile(rf"wg1_({'|'.join(ROLES)})_([0-9a-f]{{12}})_[A-Za-z0-9_-]{{43}}")


class Unauthenticated(Exception):
    """The call carries no valid token; the caller does not learn why it is not valid."""


class Denied(Exception):
    """The credential does not reach so far: another game, or one that does not exist; or, as it says, another role."""


def actor_of(token: str, party: Party) -> Actor:
    """Tell from a token who calls with it, as an entry names him: what whoever signs has to know."""
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise ValueError("that is no token: give what the opening of the game or `adjudicator token make` has given")
    return Actor(int(ROLES[found[1]]), party, found[2])


def not_for(call: str, roles: Iterable[int], role: Role, *, event: bool = False) -> str:
    """Say that a role may not make a call, and whose token may; `event` for a call that is about an event."""
    named = "An" if role.name[0] in "AO" else "A"
    use = " or ".join(NAMES[Role(number)] for number in sorted(roles) if number in NAMES)
    if event:
        use = use.replace("of this game", "of this event")
    whose = role.name.lower().replace("_", " ")
    return f"{named} {whose}'s token may not call {call}: use the token of {use or 'the service'}."


class Credential(Struct, frozen=True):
    """A valid token. `game` is None where it is for more than one game; `seat` only of a player in a game.

    `event` is the event that all its games are of, `name` whose it is there; both of a token for an event alone.
    `made` is when it was made, in ms, None where it is for an event; then `seated` is the entry by which its holder has
    taken the seat of the game, 0 from the start.
    """

    role: Role
    kid: str
    game: bytes | None
    seat: int | None
    event: bytes | None = None
    name: str = ""
    made: int | None = 0
    seated: int = 0

    @property
    def knows_all(self) -> bool:
        """Whether its holder is told that there is no game of an id: others can not tell it from one of others."""
        return self.game is None and self.event is None

    @property
    def party(self) -> Party:
        """Party that it acts as."""
        if self.seat is not None:
            return self.seat
        if self.role is Role.ADMIN:
            return TABLE
        return REFEREE if self.role in (Role.OWNER, Role.REFEREE, Role.HEAD_REFEREE) else SPECTATOR

    @property
    def viewer(self) -> Party:
        """Party whose view it gets: owners and operators see what everybody sees."""
        return SPECTATOR if self.role in (Role.OWNER, Role.ADMIN) else self.party

    @property
    def sees_late(self) -> bool:
        """Whether it sees games late where their terms say so: who plays, rules, opens or audits does not."""
        return self.role is Role.SPECTATOR

    @property
    def follows_late(self) -> bool:
        """Whether it sees the games of an event late as a whole: most of them are not those of a seat."""
        return self.role in (Role.SPECTATOR, Role.SEAT)

    @property
    def actor(self) -> Actor:
        """Actor as it is written into the log."""
        return Actor(int(self.role), self.party, self.kid)

    def reach(self, game: bytes) -> None:
        """Refuse games that the credential is not for, and what can be the id of none.

        Raises Denied, Invalid.
        """
        if self.game not in (None, game):
            raise Denied
        require_id(game)

    def reach_event(self, event: bytes) -> None:
        """Refuse events that the credential is not for; whose an event is stands in its own log.

        Raises Denied.
        """
        if self.game is not None or self.event not in (None, event):
            raise Denied

    def within(self, game: bytes, seat: int | None, seated: int = 0) -> Credential:
        """Give what it is in one game of its event."""
        return Credential(self.role, self.kid, game, seat, self.event, self.name, self.made, seated)


class Row(Struct, frozen=True):
    """A token as it is stored: times in ms since 1970, 0 for never.

    What every release has written must be there: a row that lacks it is damaged, and would be that of another token.
    """

    hash: bytes
    role: int
    game: bytes | None
    seat: int | None
    made: Time
    expires: int
    revoked: int
    event: bytes | None = None
    name: str = ""

    def valid(self, now: int) -> bool:
        """Whether it is valid now."""
        return not self.revoked and (self.expires == 0 or now < self.expires)

    @property
    def fits(self) -> bool:
        """Whether its role goes with what it is for."""
        role = self.role
        if self.event is not None:
            return self.game is None and role in OF_AN_EVENT and (role != Role.SEAT or bool(self.name))
        return (role == Role.SEAT) == (self.seat is not None) and (bool(self.game) or role in EVERY_GAME)


def read_row(data: bytes) -> Row:
    """Read the row of a token; ValueError, RecursionError."""
    row = msgspec.msgpack.decode(data, type=Row)
    if row.role not in NAMES or not row.fits:
        raise ValueError("its role is none, or none for what it is for")
    return row


class _OfGame(Struct):
    """What a damaged row of a token may still say: the game that it was for."""

    game: bytes | None = None


def game_of_row(data: bytes) -> bytes | None:
    """Read of which game a token is, also where its row lets nobody in: it goes with the game."""
    try:
        return msgspec.msgpack.decode(data, type=_OfGame).game
    except (ValueError, RecursionError):  # the latter by lists within lists, very deep
        return None


class Known(NamedTuple):
    """A token that was seen valid: when, until when it is (0 for ever), when the store was asked last, in vain too."""

    credential: Credential
    seen: int
    expires: int
    asked: int

    def counts(self, now: int) -> bool:
        """Whether it is taken for valid where the store can not be asked."""
        return now - self.seen <= AWAY_MS and (self.expires == 0 or now < self.expires)


class Credentials:
    """Makes, checks and revokes tokens; `now()` is in ms."""

    def __init__(self, keys: KeyStore, now: Callable[[], int], session_key: bytes | None = None) -> None:
        """`session_key` seals the sessions of browsers; without one they end with this process."""
        self._keys = keys
        self.browsers = BrowserTokens(keys, now, session_key or secrets.token_bytes(32))
        self._now = now
        self._known: OrderedDict[str, Known] = OrderedDict()
        self._wrong: OrderedDict[str, int] = OrderedDict()
        self._lookups: dict[str, asyncio.Task[Credential]] = {}
        self._unreadable: set[str] = set()

    async def make(
        self,
        role: Role,
        game: bytes | None = None,
        seat: int | None = None,
        *,
        expires: int = 0,
        kid: str | None = None,
        secret: bytes | None = None,
        event: bytes | None = None,
        name: str = "",
    ) -> str:
        """Make a token, or the same again for the same kid and secret, though it may count no more.

        Raises ValueError where the role needs a game or seat that is not given, or has none, or where another token has
        this kid.
        """
        kid = kid or secrets.token_hex(6)
        token = write_token(role, kid, secret or secrets.token_bytes(32))
        row = Row(_digest(token), int(role), game, seat, self._now(), expires, 0, event=event, name=name)
        if not row.fits:
            raise ValueError(f"a token for {role.name.lower()} of game {game!r}, seat {seat}: name what it is for")
        if not await self._keys.put_if_absent(token_key(kid), msgspec.msgpack.encode(row)):
            old = await self.row(kid)
            if old is not None and old.hash != row.hash:  # one that can not be read stays, and lets nobody in
                raise ValueError(f"key id {kid} is taken by another token")
        return token

    async def adopt(self, token: str, role: Role = Role.OWNER) -> None:
        """Store an owner's or operator's token in a store that has not seen it; a revoked one stays revoked.

        Raises ValueError where it is no token of this role.
        """
        match = _TOKEN.fullmatch(token)
        if match is None or ROLES[match[1]] is not role:
            raise ValueError(f"no token of role {role.name.lower()}: remove the file to get a new one")
        row = Row(_digest(token), int(role), None, None, self._now(), 0, 0)
        await self._keys.put_if_absent(token_key(match[2]), msgspec.msgpack.encode(row))

    async def row(self, kid: str) -> Row | None:
        """Read what is stored of a token."""
        return self._read(kid, await self._keys.get(token_key(kid)))

    def _read(self, kid: str, data: bytes | None) -> Row | None:
        try:
            return None if data is None else read_row(data)
        except (ValueError, RecursionError):  # the latter by lists within lists, very deep
            if kid not in self._unreadable and len(self._unreadable) < KEPT:
                self._unreadable.add(kid)
                log.error("token unreadable", kid=kid)
            return None

    async def rows(self) -> AsyncIterator[tuple[str, Row]]:
        """List the tokens by key id, read many at a time."""
        async for kid, data in self._stored():
            row = self._read(kid, data)
            if row is not None:
                yield kid, row

    async def _stored(self) -> AsyncIterator[tuple[str, bytes]]:
        keys = [key async for key in self._keys.scan(TOKENS)]
        for at in range(0, len(keys), PAGE):
            page = keys[at : at + PAGE]
            for key, data in zip(page, await self._keys.get_many(page), strict=True):
                if data is not None:
                    yield key.removeprefix(TOKENS), data

    async def revoke(self, kid: str) -> bool:
        """Revoke a token; whether there was a valid one."""
        row = await self.row(kid)
        if row is None or row.revoked:
            return False
        revoked = msgspec.structs.replace(row, revoked=self._now())
        await self._keys.set(token_key(kid), msgspec.msgpack.encode(revoked))
        self._known = OrderedDict((token, known) for token, known in self._known.items() if known.credential.kid != kid)
        return True

    async def begin_session(self, invite: str) -> str:
        """Begin a session with an invite.

        Raises Unauthenticated where the invite was used, is over or never was, or its token is no longer valid.
        """
        kid = await self.browsers.take(invite)
        if kid is None:
            raise Unauthenticated
        session = self.browsers.session(kid)
        await self.check(session)
        return session

    async def end_session(self, token: str) -> None:
        """Let a session be over; anything else is left as it is."""
        session = self.browsers.read(token)
        if session is not None:
            await self.browsers.end(session)
            self._known.pop(token, None)

    async def forget(self, game: bytes) -> int:
        """Drop every token of a game; how many there were. StoreDown."""
        kids = [kid async for kid, data in self._stored() if game_of_row(data) == game]
        for at in range(0, len(kids), PAGE):
            await self._keys.delete_many([token_key(kid) for kid in kids[at : at + PAGE]])
        kept = ((token, known) for token, known in self._known.items() if known.credential.game != game)
        self._known = OrderedDict(kept)
        return len(kids)

    def known(self, authorization: str | bytes | None) -> Credential | None:
        """Give the credential of a token that was valid two seconds ago, None where it has to be looked up.

        Where the store did not answer two seconds ago, one that was seen valid goes on as `check` has let it.

        Raises Unauthenticated where it is no token, or was none two seconds ago.
        """
        token, now = _token(authorization), self._now()
        known = self._known.get(token)
        if known is not None and now - known.asked < FRESH_MS and known.counts(now):
            return known.credential
        wrong = self._wrong.get(token)
        if not (_TOKEN.fullmatch(token) or is_session(token)) or (wrong is not None and now - wrong < FRESH_MS):
            raise Unauthenticated
        return None

    def seen(self, authorization: str | bytes | None) -> Credential | None:
        """Give the credential of a token that this process has seen valid; it may have been revoked since."""
        known = self._known.get(_token(authorization))
        return None if known is None else known.credential

    async def admit(self, authorization: str | bytes | None) -> Credential:
        """Turn the metadata of a call into a credential; calls that come at once share one look into the store.

        A token that was valid two seconds ago still is. Raises Unauthenticated, one for all faults.
        """
        known = self.known(authorization)
        if known is not None:
            return known
        return await self._look_up(_token(authorization))

    async def _look_up(self, token: str) -> Credential:
        lookup = self._lookups.get(token)
        if lookup is None:
            lookup = self._lookups[token] = asyncio.create_task(self.check(token))
            lookup.add_done_callback(lambda done: self._looked_up(token, done))
        return await asyncio.shield(lookup)

    def _looked_up(self, token: str, lookup: asyncio.Task[Credential]) -> None:
        del self._lookups[token]
        if not lookup.cancelled() and isinstance(lookup.exception(), Unauthenticated):
            self._wrong[token] = self._now()
            if len(self._wrong) > KEPT:
                self._wrong.popitem(last=False)

    async def recheck(self, authorization: str | bytes | None) -> Credential:
        """Look a token up, whatever is remembered of it: for streams; those of one token share the look into the store.

        Raises Unauthenticated.
        """
        return await self._look_up(_token(authorization))

    async def check(self, token: str) -> Credential:
        """Look a token up, or the one that a session stands for.

        Raises Unauthenticated.
        """
        session, match = self.browsers.read(token), _TOKEN.fullmatch(token)
        if match is None and session is None:
            raise Unauthenticated
        kid = session.kid if session else match[2] if match else ""
        try:
            row = await self.row(kid)
            ended = session is not None and await self.browsers.has_ended(session)
        except StoreDown:
            return self._while_away(token)
        same = session is not None or hmac.compare_digest(_digest(token), row.hash if row else _NOBODY)
        now = self._now()
        # a token names its role itself
        same = same and row is not None and (match is None or ROLES[match[1]] == row.role)
        if row is None or ended or not same or not row.valid(now):
            self._known.pop(token, None)
            raise Unauthenticated
        made = row.made if row.event is None else None
        credential = Credential(Role(row.role), kid, row.game, row.seat, row.event, row.name, made)
        self._known.pop(token, None)
        self._known[token] = Known(credential, now, row.expires, now)
        if len(self._known) > KEPT:
            self._known.popitem(last=False)
        return credential

    def _while_away(self, token: str) -> Credential:
        """Take a token that was valid within the last hour, where the store can not be asked; StoreDown."""
        known, now = self._known.get(token), self._now()
        if known is None or not known.counts(now):
            raise StoreDown("the store does not answer, and the token was not seen before")
        self._known[token] = known._replace(asked=now)
        return known.credential


def write_token(role: Role, kid: str, secret: bytes) -> str:
    """Format a token as its holder sends it."""
    tail = base64.urlsafe_b64encode(secret).rstrip(b"=").decode()
    return f"wg1_{role.name.lower()}_{kid}_{tail}"


def _token(authorization: str | bytes | None) -> str:
    if isinstance(authorization, str) and authorization.startswith(_BEARER):
        return authorization.removeprefix(_BEARER)
    return ""


def _digest(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "replace")).digest()
