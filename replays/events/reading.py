"""The log of an event as the audit reads it: decoded by a library of its own, hashed as it came, and folded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import msgpack
import msgspec
from msgspec import Struct

from adjudicator.kernel.messages import GameTerms, PenaltyRule, Stretches
from adjudicator.kernel.protocol.terms import USUAL_PENALTIES
from adjudicator.kernel.record.chain import entry_hash
from replays.audit.report import Findings

FORMAT: Final = 1
FIELDS: Final = 8
# What stands in the manifest of the file in the place of a ruleset.
NAME: Final = "event"


class EventEntry(Struct, frozen=True):
    """One entry: its bytes, their hash, and the eight fields of a record; `kind` and `body` are of the last."""

    data: bytes
    hash: bytes
    event: bytes
    seq: int
    prev: bytes
    time: int
    role: int
    key: str
    command_id: bytes
    kind: str
    body: list[Any]


class Person(Struct, frozen=True, array_like=True):
    """Somebody of the roster."""

    name: str
    affiliation: str
    keys: tuple[bytes, ...]


class RulesetRow(Struct, frozen=True, array_like=True):
    """What may be played, and how."""

    ruleset: str
    options_type: str
    options: bytes
    pace: str
    dice_mode: str
    profile: str
    stretches: Stretches | None = None
    referee_contributes: bool = False


class Terms(Struct, frozen=True, array_like=True):
    """The terms of an event."""

    name: str
    rulesets: tuple[RulesetRow, ...]
    games: GameTerms
    response_limit: int
    appeal_window: int
    signed: bool
    referee: bool
    roster: tuple[Person, ...]
    spectator_delay: int = 0
    owner_keys: tuple[bytes, ...] = ()


class SeatRow(Struct, frozen=True, array_like=True):
    """A seat, and who was paired there."""

    name: str
    person: str


class GameRow(Struct, frozen=True, array_like=True):
    """A game as the event has opened it."""

    game: bytes
    commitment: bytes
    ruleset: str
    round: str
    table: str
    seats: tuple[SeatRow, ...]
    restarts: bytes | None


class Token(Struct, frozen=True, array_like=True):
    """A token that was made, for games of these rounds and tables; for all where none is named."""

    kid: str
    role: int
    name: str
    affiliation: str
    expires: int
    keys: tuple[bytes, ...] = ()
    rounds: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()


class Interpretation(Struct, frozen=True, array_like=True):
    """What a clause means."""

    clause: str
    text: str
    reason: str
    replaces: str


class EventPenalty(Struct, frozen=True, array_like=True):
    """A penalty outside of games; `follows` is the entry of the one that it follows from, or 0."""

    person: str
    kind: str
    amount: int
    game: bytes | None
    reason: str
    clause: str
    follows: int


def read_event_entries(records: Sequence[bytes], findings: Findings) -> list[EventEntry]:
    """Decode every record; those that can not be read are findings and are left out."""
    entries = []
    for place, data in enumerate(records, start=1):
        try:
            entries.append(_decode(data))
        except (TypeError, ValueError, IndexError, msgpack.UnpackException, RecursionError) as error:
            findings.add("BUNDLE_MALFORMED", place, "an entry of an event", error)
            continue
        if msgpack.packb(msgpack.unpackb(data, raw=False), use_bin_type=True) != data:
            findings.add("NON_CANONICAL_ENTRY", place, "the only way to write this entry", "another")
    return entries


def _decode(data: bytes) -> EventEntry:
    fields = msgpack.unpackb(data, raw=False, strict_map_key=True)
    if not isinstance(fields, list) or len(fields) != FIELDS or fields[0] != FORMAT:
        raise ValueError(f"it has not the {FIELDS} fields of format {FORMAT}")
    _, event, seq, prev, time, (role, _, key), command_id, (kind, *body) = fields
    plain = (event, bytes), (seq, int), (prev, bytes), (time, int), (role, int), (key, str), (command_id, bytes)
    if not all(isinstance(value, wanted) for value, wanted in (*plain, (kind, str))):
        raise ValueError("a field is of another kind")
    return EventEntry(data, entry_hash(data), event, seq, prev, time, role, key, command_id, kind, body)


class EventFold:
    """What an event's log says, entry by entry; times in ms. Lists are in the order of the log."""

    def __init__(self) -> None:
        self.event = b""
        self.owner = ""
        self.terms: Terms | None = None
        self.roster: dict[str, list[tuple[int, Person, bool]]] = {}
        self.games: dict[bytes, tuple[EventEntry, GameRow]] = {}
        self.replaced: dict[bytes, bytes] = {}
        self.tokens: dict[str, tuple[int, Token]] = {}
        self.revoked: dict[str, int] = {}
        self.interpretations: list[tuple[int, Interpretation]] = []
        self.penalties: list[tuple[EventEntry, EventPenalty]] = []
        self.closed = 0

    @property
    def rules(self) -> tuple[PenaltyRule, ...]:
        """What follows from what."""
        return (self.terms.games.penalties if self.terms is not None else ()) or USUAL_PENALTIES

    def person(self, name: str, time: int) -> Person | None:
        """Give a person as the roster had it at a time."""
        return next((row for since, row, _ in reversed(self.roster.get(name, [])) if since <= time), None)

    def take(self, entry: EventEntry) -> str:
        """Fold an entry; gives what is wrong with it, nothing where it holds.

        Raises msgspec.ValidationError where it can not be read.
        """
        fault = _faults_before(self, entry)
        if fault:
            return fault
        return _FOLDS[entry.kind](self, entry)


def _faults_before(fold: EventFold, entry: EventEntry) -> str:
    if entry.kind not in _FOLDS:
        return f"{entry.kind} is nothing that an event's log holds"
    if (fold.terms is None) != (entry.kind == "EventCreated"):
        return "an event is created once, by its first entry"
    if fold.closed and entry.kind != "TokenRevoked":
        return f"the event was closed by entry {fold.closed}"
    return ""


def _created(fold: EventFold, entry: EventEntry) -> str:
    fold.terms = msgspec.convert(entry.body, Terms)
    fold.event, fold.owner = entry.event, entry.key
    fold.roster = {person.name: [(entry.time, person, False)] for person in fold.terms.roster}
    return ""


def _roster(fold: EventFold, entry: EventEntry) -> str:
    added, withdrawn, _ = entry.body
    for person in msgspec.convert(added, tuple[Person, ...]):
        fold.roster.setdefault(person.name, []).append((entry.time, person, False))
    for name in withdrawn:
        if name not in fold.roster:
            return f"{name} is withdrawn and was never on the roster"
        fold.roster[name].append((entry.time, fold.roster[name][-1][1], True))
    return ""


def _opened(fold: EventFold, entry: EventEntry) -> str:
    rows = msgspec.convert(entry.body[0], tuple[GameRow, ...])
    for row in rows:
        if row.game in fold.games:
            return f"game {row.game.hex()} is opened twice"
        fold.games[row.game] = entry, row
        unknown = [seat.person for seat in row.seats if seat.person not in fold.roster]
        if unknown:
            return f"{unknown[0]} plays and is not on the roster"
        if row.restarts is not None and (row.restarts not in fold.games or row.restarts in fold.replaced):
            return f"game {row.game.hex()} takes the place of one that is not there, or that another has taken"
        if row.restarts is not None:
            fold.replaced[row.restarts] = row.game
    return ""


def _made(fold: EventFold, entry: EventEntry) -> str:
    token = msgspec.convert(entry.body, Token)
    if token.kid in fold.tokens:
        return f"token {token.kid} is made twice"
    fold.tokens[token.kid] = entry.time, token
    return ""


def _revoked(fold: EventFold, entry: EventEntry) -> str:
    kid = entry.body[0]
    fold.revoked.setdefault(kid, entry.time)
    return "" if kid in fold.tokens else f"token {kid} was never made"


def _interpreted(fold: EventFold, entry: EventEntry) -> str:
    row = msgspec.convert(entry.body, Interpretation)
    earlier = {f"I-{number}": known for number, (_, known) in enumerate(fold.interpretations, 1)}
    fold.interpretations.append((entry.time, row))
    if not row.replaces:
        return ""
    known = earlier.get(row.replaces)
    if known is None or known.clause != row.clause:
        return f"it replaces {row.replaces}, which is no earlier interpretation of that clause"
    if any(other.replaces == row.replaces for other in earlier.values()):
        return f"{row.replaces} was replaced already"
    return ""


def _penalised(fold: EventFold, entry: EventEntry) -> str:
    row = msgspec.convert(entry.body, EventPenalty)
    fold.penalties.append((entry, row))
    return "" if row.person in fold.roster else f"{row.person} is not on the roster"


def _paused(fold: EventFold, entry: EventEntry) -> str:
    unknown = [game for game in entry.body[0] if game not in fold.games]
    return f"game {unknown[0].hex()} is none of the event" if unknown else ""


def _closed(fold: EventFold, entry: EventEntry) -> str:
    fold.closed = entry.seq
    return ""


_FOLDS: Final = {
    "EventCreated": _created,
    "RosterChanged": _roster,
    "GamesOpened": _opened,
    "TokenMade": _made,
    "TokenRevoked": _revoked,
    "ClauseInterpreted": _interpreted,
    "PersonPenalised": _penalised,
    "GamesPaused": _paused,
    "GamesResumed": _paused,
    "EventClosed": _closed,
}
