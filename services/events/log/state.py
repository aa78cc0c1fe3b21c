"""An event as it stands: the fold of its log."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Final

from msgspec import Struct

from adjudicator.kernel.record.chain import GENESIS_PREV
from adjudicator.kernel.record.log import Entry
from adjudicator.kernel.record.record import Actor
from services.events.log.entries import (
    Body,
    ClauseInterpreted,
    EventClosed,
    EventCreated,
    EventRecord,
    GameRow,
    GamesOpened,
    Person,
    PersonPenalised,
    RosterChanged,
    TokenMade,
    TokenRevoked,
    read_record,
)
from services.sessions.head_notes import TAIL


class Member(Struct, frozen=True):
    """A person of the roster; whoever is withdrawn plays in no further game."""

    person: Person
    withdrawn: bool = False


class OpenedGame(Struct, frozen=True):
    """A game of the event; `number` counts from 1, `replaced_by` is the game that took its place."""

    number: int
    row: GameRow
    replaced_by: bytes | None = None


class Token(Struct, frozen=True):
    """A token of the event; times in ms since 1970, `revoked` 0 where it was not."""

    made: TokenMade
    time: int
    revoked: int = 0


class Given(Struct, frozen=True):
    """An entry by its number, with who gave it and when (ms since 1970)."""

    seq: int
    time: int
    actor: Actor
    body: Body


class EventState:
    """One event, folded up to entry `seq`.

    `given` maps command ids to entries, `games`, `roster` and `tokens` are in the order of their coming;
    interpretation I-n is the n-th of `interpretations`. `hashes` gives the number of each entry by its hash, `unnoted`
    are the latest that no note of a signed head has yet.
    """

    def __init__(self, event: bytes) -> None:
        self.event = event
        self.seq = 0
        self.head = GENESIS_PREV
        self.time = 0
        self.created = 0
        self.owner = ""
        self.terms: EventCreated | None = None
        self.roster: dict[str, Member] = {}
        self.games: dict[bytes, OpenedGame] = {}
        self.tokens: dict[str, Token] = {}
        self.interpretations: list[Given] = []
        self.penalties: list[Given] = []
        self.closed = False
        self.given: dict[bytes, Given] = {}
        self.hashes: dict[bytes, int] = {}
        self.unnoted: deque[Entry] = deque(maxlen=TAIL)

    @property
    def log_id(self) -> bytes:
        """Id of its log."""
        return self.event

    @property
    def is_there(self) -> bool:
        """Whether the event was created."""
        return self.terms is not None

    def take(self, entry: Entry) -> None:
        """Fold one more entry.

        Raises LogFault where it does not follow.
        """
        record = read_record(self.event, entry, self.head)
        given = Given(record.seq, record.time, record.actor, record.body)
        fold = _FOLDS.get(type(record.body))
        if fold is not None:
            fold(self, record.body, given)
        self.seq, self.head, self.time = record.seq, entry.hash, record.time
        self.given[record.command_id] = given
        self.hashes[entry.hash] = record.seq
        self.unnoted.append(entry)

    def record(self, body: Body, actor: Actor, command_id: bytes, now: int) -> EventRecord:
        """Make the next entry."""
        return EventRecord(1, self.event, self.seq + 1, self.head, max(now, self.time), actor, command_id, body)

    def seat_of(self, game: bytes, person: str) -> int | None:
        """Give the seat of a person in a game, None where there is none."""
        opened = self.games.get(game)
        if opened is None:
            return None
        return next((seat for seat, row in enumerate(opened.row.seats) if row.person == person), None)

    def name_of(self, kid: str) -> str:
        """Give the name that a token was made for; its key id where it was made for none."""
        token = self.tokens.get(kid)
        return (token.made.name if token else "") or kid


def _created(state: EventState, body: EventCreated, given: Given) -> None:
    state.terms, state.owner, state.created = body, given.actor.key, given.time
    state.roster = {person.name: Member(person) for person in body.roster}


def _roster(state: EventState, body: RosterChanged, _given: Given) -> None:
    for person in body.added:
        state.roster[person.name] = Member(person)
    for name in body.withdrawn:
        state.roster[name] = Member(state.roster[name].person, withdrawn=True)


def _opened(state: EventState, body: GamesOpened, _given: Given) -> None:
    for row in body.games:
        state.games[row.game] = OpenedGame(len(state.games) + 1, row)
        before = state.games.get(row.restarts or b"")
        if before is not None:
            state.games[before.row.game] = OpenedGame(before.number, before.row, row.game)


def _token(state: EventState, body: TokenMade, given: Given) -> None:
    state.tokens[body.kid] = Token(body, given.time)


def _revoked(state: EventState, body: TokenRevoked, given: Given) -> None:
    token = state.tokens[body.kid]
    state.tokens[body.kid] = Token(token.made, token.time, token.revoked or given.time)


def _interpreted(state: EventState, _body: ClauseInterpreted, given: Given) -> None:
    state.interpretations.append(given)


def _penalised(state: EventState, _body: PersonPenalised, given: Given) -> None:
    state.penalties.append(given)


def _closed(state: EventState, _body: EventClosed, _given: Given) -> None:
    state.closed = True


_FOLDS: Final[dict[type, Callable[[EventState, Any, Given], None]]] = {
    EventCreated: _created,
    RosterChanged: _roster,
    GamesOpened: _opened,
    TokenMade: _token,
    TokenRevoked: _revoked,
    ClauseInterpreted: _interpreted,
    PersonPenalised: _penalised,
    EventClosed: _closed,
}
