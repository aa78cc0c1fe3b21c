"""Entries of the log of an event: what has happened to it, in order, chained as entries of games are."""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.kernel.messages import GameTerms, Stretches
from adjudicator.kernel.record.log import Entry, LogFault
from adjudicator.kernel.record.record import Actor

FORMAT = 1


class Person(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Somebody who plays: name, affiliation, Ed25519 public keys."""

    name: str
    affiliation: str
    keys: tuple[bytes, ...]


class RulesetRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What may be played: `options` is a message of the contract named `options_type`, empty where anything goes."""

    ruleset: str
    options_type: str
    options: bytes
    pace: str
    dice_mode: str
    profile: str
    # without its commitment, which each game has of its own
    stretches: Stretches | None = None
    referee_contributes: bool = False


class EventCreated(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """The event begins, with terms that never change; times in seconds, those of `games` in ms."""

    name: str
    rulesets: tuple[RulesetRow, ...]
    games: GameTerms
    response_limit: int
    appeal_window: int
    signed: bool
    referee: bool
    roster: tuple[Person, ...]
    # appended: events that were created before have none
    spectator_delay: int = 0
    owner_keys: tuple[bytes, ...] = ()


class RosterChanged(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Persons came, or play no further game."""

    added: tuple[Person, ...]
    withdrawn: tuple[str, ...]
    reason: str


class SeatRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A seat of a game, and who sits there."""

    name: str
    person: str


class GameRow(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A game with the commitment to its seed, and where it is played."""

    game: bytes
    commitment: bytes
    ruleset: str
    round: str
    table: str
    seats: tuple[SeatRow, ...]
    restarts: bytes | None


class GamesOpened(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Games were opened, in this order."""

    games: tuple[GameRow, ...]


class TokenMade(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """A token was made; its secret is nowhere. `expires` in ms since 1970, 0 for never; `keys` of a referee.

    It reaches the games of these `rounds` and `tables`, of all where none is named.
    """

    kid: str
    role: int
    name: str
    affiliation: str
    expires: int
    keys: tuple[bytes, ...] = ()
    rounds: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class TokenRevoked(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """A token was revoked."""

    kid: str
    reason: str


class ClauseInterpreted(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """What a clause means from now on; `replaces` is the number of an earlier interpretation, empty for none."""

    clause: str
    text: str
    reason: str
    replaces: str


class PersonPenalised(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """A penalty outside of a game; `follows` is the entry of the one that it follows from by the terms, or 0."""

    person: str
    kind: str
    amount: int
    game: bytes | None
    reason: str
    clause: str
    follows: int


class GamesPaused(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """These games are paused, each by a ruling of its own."""

    games: tuple[bytes, ...]
    reason: str
    clause: str


class GamesResumed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """These games go on, each by a ruling of its own."""

    games: tuple[bytes, ...]
    reason: str
    clause: str


class EventClosed(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Nothing more is added, but that a token is revoked."""

    reason: str


Body: TypeAlias = (
    EventCreated
    | RosterChanged
    | GamesOpened
    | TokenMade
    | TokenRevoked
    | ClauseInterpreted
    | PersonPenalised
    | GamesPaused
    | GamesResumed
    | EventClosed
)


class EventRecord(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An entry: `prev` is the hash of the one before, `time` in ms since 1970."""

    format: int
    event: bytes
    seq: int
    prev: bytes
    time: int
    actor: Actor
    command_id: bytes
    body: Body


_DECODER = msgspec.msgpack.Decoder(EventRecord)


def write_record(record: EventRecord) -> bytes:
    """Write an entry's bytes."""
    return msgspec.msgpack.encode(record)


def read_record(event: bytes, entry: Entry, prev: bytes) -> EventRecord:
    """Read an entry that must follow `prev`.

    Raises LogFault where it does not.
    """
    try:
        record = _DECODER.decode(entry.record)
    except msgspec.MsgspecError as error:
        raise LogFault("BUNDLE_MALFORMED", entry.seq, f"entry {entry.seq} is none of an event: {error}") from error
    if (record.format, record.event, record.seq, record.prev) != (FORMAT, event, entry.seq, prev):
        raise LogFault("CHAIN_BREAK", entry.seq, "it does not follow the entry before it; restore the store")
    return record


def is_event_entry(entry: Entry) -> bool:
    """Whether an entry is of the log of an event."""
    try:
        _DECODER.decode(entry.record)
    except msgspec.MsgspecError:
        return False
    return True
