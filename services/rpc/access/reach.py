"""Which games a token reaches: those of its owner, of its event, its own; and as whom it does.

What decides stands in the first entry of a game, which never changes: who opened it, and of which event it is.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.kernel.record.log import LogFault
from services.games.editions import ServedElsewhere
from services.games.refusals import GameUnknown, SeatTaken
from services.games.seated import holds_seat
from services.logs import log
from services.rpc.access.credentials import Credential, Denied, Role
from services.rpc.errors import NotDone
from services.rpc.wire_values import require_id
from services.sessions.session import EditionUnreadable, RecordStart, Session, terms_of
from services.store.archive import GameForgotten

if TYPE_CHECKING:
    from adjudicator.kernel.messages import OpenGame
    from adjudicator.kernel.record.log import Entry, EventLog

KEPT: Final = 65_536
# gives the seat of a person in a game of an event, None where that person sits at none, and by which entry it was taken
SeatOf: TypeAlias = Callable[[bytes, bytes, str], Awaitable[tuple[int | None, int]]]

# tells of a game whether somebody sits there; None where only the game itself can say
Sits: TypeAlias = Callable[[bytes], bool | None]
# gives what tells it of a person in the games of an event, as far as that is known without reading them
MaySit: TypeAlias = Callable[[bytes, str], Awaitable[Sits]]
# whether a token is of a referee who has the affiliation or a key of somebody in a game of an event
IsPartial: TypeAlias = Callable[[bytes, bytes, str], Awaitable[bool]]
# says that a token is for other rounds or tables of its event than a game, and whose is for it; nothing where it is
Outside: TypeAlias = Callable[[bytes, bytes, str], Awaitable[str]]
# gives the options that games of a ruleset must be created with in an event, None where any will do
OptionsOf: TypeAlias = Callable[[bytes, str], Awaitable[Struct | None]]
# refuses a command that does not fit what stands outside of its game
Requires: TypeAlias = Callable[[bytes, bytes, Struct], Awaitable[None]]
# lists who may take a seat over in a game of an event
Substitutes: TypeAlias = Callable[[bytes, bytes], Awaitable[tuple[str, ...]]]
# lists the games that take the place of a game
Replacing: TypeAlias = Callable[[bytes], Awaitable[tuple[bytes, ...]]]
# lets follow in an event what a command in one of its games means for others
After: TypeAlias = Callable[[bytes, Struct], Awaitable[None]]
REFEREES: Final = (Role.REFEREE, Role.HEAD_REFEREE)


class Opening(Struct, frozen=True):
    """Who opened a game, by the key id of the token; of which event it is, and which game it takes the place of."""

    owner: str
    event: bytes | None
    restarts: bytes | None = None


class Nameable(Struct, frozen=True):
    """What lies outside of a game and may be named in it.

    `persons` may take a seat over, None where anybody may; `games` take the place of this one.
    """

    persons: tuple[str, ...] | None = None
    games: tuple[bytes, ...] = ()


async def nobodys_seat(_event: bytes, _game: bytes, _person: str) -> tuple[int | None, int]:
    """Seat nobody: there are no events."""
    return None, 0


async def anybody(_event: bytes, _person: str) -> Sits:
    """Know of no game who sits there: there are no events."""
    return _unknown


def _unknown(_game: bytes) -> bool | None:
    return None


async def nobody_partial(_event: bytes, _game: bytes, _kid: str) -> bool:
    """Find nobody partial: there are no events."""
    return False


async def nothing_outside(_event: bytes, _game: bytes, _kid: str) -> str:
    """Limit nobody: there are no events."""
    return ""


async def no_substitutes(_event: bytes, _game: bytes) -> tuple[str, ...]:
    """Name nobody: there are no events."""
    return ()


async def no_replacements(_game: bytes) -> tuple[bytes, ...]:
    """Find none: there is no index."""
    return ()


async def any_options(_event: bytes, _ruleset: str) -> Struct | None:
    """Ask for none: there are no events."""
    return None


async def require_nothing(_game: bytes, _command_id: bytes, _command: Struct) -> None:
    """Refuse nothing: there are no events."""


async def nothing_follows(_event: bytes, _command: Struct) -> None:
    """Let nothing follow: there are no events."""


def require_accepted(session: Session, kid: str) -> None:
    """Refuse a partial referee, of the affiliation or with a key of a seat, whom not every seat has accepted.

    Raises Denied.
    """
    protocol = session.protocol
    if len(protocol.docket.accepted.get(kid, ())) < len(protocol.seats):
        raise Denied(
            "This referee has the affiliation or a key of a seat of the game: use the token of another referee, "
            f"or let every seat give AcceptReferee with key {kid}."
        )


def require_held(session: Session, credential: Credential) -> None:
    """Refuse to go on as a seat that another person plays meanwhile.

    Raises SeatTaken.
    """
    if not holds_seat(session.protocol, credential):
        raise SeatTaken


class Reach:
    """Knows the openings of games, the latest asked for in memory."""

    def __init__(self, log: EventLog, seat_of: SeatOf = nobodys_seat) -> None:
        self._log = log
        self.seat_of = seat_of
        self.may_sit: MaySit = anybody
        self.is_partial: IsPartial = nobody_partial
        self.outside: Outside = nothing_outside
        self.options_of: OptionsOf = any_options
        self.substitutes: Substitutes = no_substitutes
        self.replacements: Replacing = no_replacements
        self.require_fits: Requires = require_nothing
        self.after: After = nothing_follows
        self._openings: OrderedDict[bytes, Opening] = OrderedDict()

    async def narrow(self, credential: Credential, game: bytes) -> Credential:
        """Give what a credential is in a game.

        A game that is not there is left to whoever looks it up. Raises Denied or GameUnknown where it does not reach so
        far, Invalid for what can be no id, StoreDown.
        """
        if credential.game is not None:
            credential.reach(game)
            return credential
        require_id(game)
        if credential.event is None and credential.role is not Role.OWNER:
            return credential
        opening = await self.opening(game)
        if credential.event is None:
            if opening is not None and opening.owner != credential.kid:
                raise GameUnknown(game.hex())  # as one that does not exist
            return credential
        if opening is None or opening.event != credential.event:
            raise Denied
        if credential.role is not Role.SEAT:
            why = await self.outside(credential.event, game, credential.kid)
            if why:
                raise Denied(why)
            return credential.within(game, None)
        seat, seated = await self.seat_of(credential.event, game, credential.name)
        if seat is None:
            raise Denied
        return credential.within(game, seat, seated)

    async def sitting(self, credential: Credential) -> Sits:
        """Give what tells whether the rows of its event name the person of a credential in a game.

        Raises LogFault, StoreDown.
        """
        if credential.event is None or credential.role is not Role.SEAT:
            return _unknown
        return await self.may_sit(credential.event, credential.name)

    async def reaches(self, credential: Credential, game: bytes, sits: Sits) -> bool:
        """Whether a credential reaches a game that can be read; one that can not must not hide the others.

        One that another release serves is reached where its row names the person: it was written together with the
        last entry. Raises StoreDown.
        """
        try:
            await self.narrow(credential, game)
        except (Denied, GameUnknown):
            return False
        except (EditionUnreadable, GameForgotten, LogFault, ServedElsewhere) as fault:
            if isinstance(fault, ServedElsewhere) and sits(game) is True:
                return True
            log.warning("game not in the list", game=game.hex(), kind=type(fault).__name__)
            return False
        return True

    async def partial(self, credential: Credential, game: bytes) -> bool:
        """Whether a credential is of a referee who has the affiliation or a key of a seat, which all seats accept."""
        if credential.event is None or credential.role not in REFEREES:
            return False
        return await self.is_partial(credential.event, game, credential.kid)

    async def require_options(self, game: bytes, ruleset: str, options: Struct) -> None:
        """Refuse to create a game of an event with other options than its terms name.

        Raises NotDone, LogFault, StoreDown.
        """
        opening = await self.opening(game)
        if opening is None or opening.event is None:
            return
        wanted = await self.options_of(opening.event, ruleset)
        if wanted is not None and wanted != options:
            text = "the game is of an event whose terms name other options: give those that Events.Get shows"
            raise NotDone("EVENT_OPTIONS", text)

    async def nameable(self, credential: Credential, game: bytes) -> Nameable:
        """List what a referee may name that lies outside of a game, but games; for others nothing is looked up.

        The game must not be held meanwhile. Raises LogFault, StoreDown.
        """
        opening = await self.opening(game) if credential.role in REFEREES else None
        if opening is None or opening.event is None:
            return Nameable()
        return Nameable(await self.substitutes(opening.event, game))

    async def opening(self, game: bytes) -> Opening | None:
        """Read who opened a game, None where there is none that can be read; StoreDown."""
        known = self._openings.get(game)
        if known is not None:
            self._openings.move_to_end(game)
            return known
        try:
            entry = await self._log.entry(game, 1)
        except LogFault:
            return None  # whoever reads the game is told what is wrong with it
        return self.note(game, entry)

    def note(self, game: bytes, entry: Entry | None) -> Opening | None:
        """Keep what the first entry of a game says."""
        try:
            start: Any = msgspec.msgpack.decode(entry.record, type=RecordStart) if entry else None
            found = _opening(start.actor[2], terms_of(entry)) if entry else None
        except (LogFault, msgspec.MsgspecError):
            return None
        if found is not None:
            self._openings[game] = found
            if len(self._openings) > KEPT:
                self._openings.popitem(last=False)
        return found


def _opening(owner: str, terms: OpenGame) -> Opening:
    return Opening(owner, terms.event, terms.restarts)
