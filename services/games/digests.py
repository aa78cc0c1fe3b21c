"""What the feed of an event is told of an entry: what to look for in it, and how the game stands after it.

All of it is public: names and fields of the kernel's public events, open windows, results and scores.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import REFEREE, is_seat
from adjudicator.kernel.docket import clocks
from adjudicator.kernel.docket.appeals import APPEAL
from adjudicator.kernel.docket.heard import Heard
from adjudicator.kernel.docket.stops import outage_ms
from adjudicator.kernel.messages import Asked, Finished, OpenGame, ResultReached, SeatScore, SeedFixed
from adjudicator.kernel.protocol.deadlines import limit_ms
from adjudicator.kernel.record.chain import entry_hash
from adjudicator.kernel.record.log import Told
from adjudicator.kernel.record.record import Actor, Draft
from services.store.event_scripts import Plain
from services.store.freezes import bucket

if TYPE_CHECKING:
    from adjudicator.kernel.decide.rules import Rules
    from adjudicator.kernel.decide.ruling import Ruling
    from adjudicator.kernel.docket.docket import Docket
    from adjudicator.kernel.protocol.protocol_state import ProtocolState

# numbers of the contract's enum EventGameStatus
OPENED, PLAYING, STOPPED, RESULT, APPEALED, FINISHED = range(1, 7)
# words of the contract's enum SignKind, by the event that they stand for
SIGNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "RefereeCalled": "call",
        "CallClosed": "call_ended",
        "FlagFell": "flag",
        "DeadlineEnforced": "deadline",
        "FactDisputed": "dispute",
        "RollDisputed": "dispute",
        "FactSettled": "dispute_ended",
        "DisputeRolledOff": "dispute_ended",
        "GameStopped": "stop",
        "StopEnded": "resume",
        "RulingGiven": "ruling",
        "Penalised": "penalty",
        "ResultReached": "result",
        "AppealLodged": "appeal",
        "AppealSettled": "appeal_ended",
        "AppealOverturned": "appeal_ended",
        "Finished": "finished",
        "ProposalMade": "proposal",
        "Rewound": "rewind",
        "SeatSubstituted": "substitution",
    }
)
# fields that name whom an event is about, and the entries that it is about
_PARTIES: Final = ("by", "party", "seat")
_ENTRIES: Final = ("call", "stop", "appeal", "to")
# fields that name what kind of thing it is
_KINDS: Final = ("act", "kind", "end", "ending", "person")

# An id of a clause, or the number of an interpretation, of the event or of the game; games of earlier releases have
# cited any text.
_CLAUSE: Final = re.compile(r"[A-Z]{2,4}-[A-Z0-9.]{1,16}-[0-9]{2,3}|(?:I-)?[1-9][0-9]{0,8}")


class Clocked(Struct, frozen=True, array_like=True):
    """The clock of a seat: what was left, in ms, whether it runs since, and whether its flag has fallen."""

    seat: int
    bank: int
    running: bool
    flag: bool


class Matter(Struct, frozen=True, array_like=True):
    """What waits for a referee: a word of MatterKind, its entry and since when, in ms; 0 where that is not known."""

    kind: str
    entry: int
    since: int


class Row(Struct, frozen=True, array_like=True):
    """How a game stands after entry `seq`; times in ms since 1970, 0 for none."""

    seq: int
    time: int
    status: int
    asked: tuple[int, ...]
    since: int
    due: int
    clocks: tuple[Clocked, ...]
    scores: tuple[SeatScore, ...]
    result: ResultReached | None
    matters: int
    absent: tuple[int, ...] = ()
    waiting: tuple[Matter, ...] = ()
    substitutes: tuple[tuple[int, str], ...] = ()


class Sign(Struct, frozen=True, array_like=True):
    """Something to look for: a word of SignKind, and what the event says of it; `act` is of what kind it is."""

    kind: str
    name: str
    party: int | None
    act: str
    clause: str
    reason: str
    about: tuple[int, ...]


class Digest(Struct, frozen=True, array_like=True):
    """An entry in short, with the row after it."""

    game: bytes
    seq: int
    hash: bytes
    time: int
    actor: Actor
    command: str
    signs: tuple[Sign, ...]
    row: Row


_ROW: Final = msgspec.msgpack.Decoder(Row)
_DIGEST: Final = msgspec.msgpack.Decoder(Digest)


def event_of(protocol: ProtocolState, command: Struct) -> bytes | None:
    """Give the event of a game, None where it belongs to none; its opening names it."""
    terms = command if isinstance(command, OpenGame) else protocol.open_game
    return None if terms is None else terms.event


def told_of(rules: Rules[Any], ruling: Ruling[Any], drafted: Draft) -> Told | None:
    """Say what is told of an entry that is about to be appended; None where its game belongs to no event."""
    record, command = drafted.record, ruling.command
    if command is None or (event := event_of(ruling.protocol, command)) is None or bucket(event) != bucket(record.game):
        return None
    events = [found for found, _ in ruling.events]
    docket = ruling.protocol.docket.fork()
    docket.enter(Heard(record.seq, record.time, record.actor, command), ruling.events)
    row = row_after(rules, ruling.game, ruling.protocol, docket, record.seq, record.time, command, events)
    signs = tuple(signs_of(events))
    digest = Digest(
        record.game, record.seq, entry_hash(drafted.data), record.time, record.actor, type(command).__name__, signs, row
    )
    return Told(event, msgspec.msgpack.encode(digest), msgspec.msgpack.encode(row), bool(signs))


def row_after(
    rules: Rules[Any],
    game: Any,
    protocol: ProtocolState,
    docket: Docket,
    seq: int,
    time: int,
    command: Struct,
    events: Sequence[Struct],
) -> Row:
    """Say how a game stands after entry `seq`; `protocol` is as it was before, or as it is after without `events`."""
    terms = command if isinstance(command, OpenGame) else protocol.terms
    asked, since, due = _question(rules, game, protocol, docket, seq, time, terms, events)
    waiting = tuple(_matters(game, protocol, docket, seq, time, since))
    return Row(
        seq=seq,
        time=time,
        status=_status(game, protocol, docket, events),
        asked=asked,
        since=since,
        due=due,
        clocks=_clocks(docket),
        scores=rules.score(game) if protocol.transcript is not None else (),
        result=_result(game, protocol, events),
        matters=len(waiting),
        absent=tuple(sorted(docket.absences)),
        waiting=waiting,
        substitutes=docket.players,
    )


def _question(
    rules: Rules[Any],
    game: Any,
    protocol: ProtocolState,
    docket: Docket,
    seq: int,
    time: int,
    terms: OpenGame,
    events: Sequence[Struct],
) -> tuple[tuple[int, ...], int, int]:
    """Say who is asked by the innermost window, since when, and until when."""
    if not game.stack:
        return (), 0, 0
    window = game.stack[-1]
    anew = any(isinstance(event, Asked) for event in events)
    opened = max(window.opened, seq if anew else protocol.asked)
    since = time if opened >= seq else protocol.time_of(opened)
    asked = tuple(sorted(window.asks))
    if window.kind == APPEAL:
        return asked, since, _appeals_close(protocol, docket, seq, time, since, 1000 * terms.appeal_window)
    limit = limit_ms(window, terms.response_limit, terms.event_terms) if rules.windows[window.kind].may_lapse else 0
    silence = clocks.waits_until(docket, limit) if limit else None
    flag = clocks.first_due(docket)
    return asked, since, min((at for at in (silence, flag and flag.at) if at), default=0)


def _clocks(docket: Docket) -> tuple[Clocked, ...]:
    """List the clocks of the seats."""
    runs = clocks.running(docket)
    return tuple(
        Clocked(seat, row.bank, seat in runs and not row.flag, row.flag > 0)
        for seat, row in enumerate(docket.clocks.seats)
    )


def _appeals_close(protocol: ProtocolState, docket: Docket, seq: int, time: int, since: int, whole: int) -> int:
    """Say when the time for appeals is over; after one was settled it runs on from there."""
    resumed = docket.resumed
    if resumed is None:
        return since + whole + outage_ms(docket, since)
    at = time if resumed.seq >= seq else protocol.time_of(resumed.seq)
    return at + resumed.left_ms + outage_ms(docket, at)


def _status(game: Any, protocol: ProtocolState, docket: Docket, events: Sequence[Struct]) -> int:
    """Say how far the game is."""
    if protocol.finished is not None or any(isinstance(event, Finished) for event in events):
        return FINISHED
    if game.result is not None:
        return APPEALED if docket.appeal is not None else RESULT
    if docket.halt is not None:
        return STOPPED
    seeded = protocol.transcript is not None or any(isinstance(event, SeedFixed) for event in events)
    return PLAYING if seeded else OPENED


def _result(game: Any, protocol: ProtocolState, events: Sequence[Struct]) -> ResultReached | None:
    """Give the result that stands after these events."""
    if game.result is None:
        return None
    mine = [event for event in events if isinstance(event, ResultReached)]
    if mine:
        return mine[-1]
    # a rewind across one result may bring back another: it is the one that the game has
    of_game = (game.result.winners, game.result.outcome)
    earlier = [protocol.results[seq] for seq in sorted(protocol.results, reverse=True)]
    return next((result for result in earlier if (result.winners, result.outcome) == of_game), None)


def _matters(
    game: Any, protocol: ProtocolState, docket: Docket, seq: int, time: int, asked_since: int
) -> Iterator[Matter]:
    """List what waits for a referee: calls, disputes, an appeal, a proposal; else whatever else a referee is asked."""

    def told(kind: str, entry: int) -> Matter:
        return Matter(kind, entry, time if entry >= seq else protocol.time_of(entry))

    asked = game.stack[-1].kind if game.stack and REFEREE in game.stack[-1].asks else ""
    found = [told("call", call.seq) for call in docket.calls]
    found += [Matter("dispute", 0, 0) for fact in game.facts.values() if fact.status == "disputed"]
    if docket.appeal is not None:
        found.append(told("appeal", docket.appeal.seq))
    if docket.proposal is not None and asked == "consent":
        found.append(told("proposal", docket.proposal.seq))
    yield from found
    if asked and not found:
        yield Matter("question", 0, asked_since)


def signs_of(events: Sequence[Struct]) -> list[Sign]:
    """List what to look for in an entry."""
    found = []
    for event in events:
        kind = SIGNS.get(type(event).__name__)
        if kind is not None:
            found.append(_sign(kind, event))
    return found


def _sign(kind: str, event: Struct) -> Sign:
    about = getattr(event, "about", ())
    named = tuple(getattr(event, name) for name in _ENTRIES if isinstance(getattr(event, name, None), int))
    parties = (getattr(event, name) for name in _PARTIES if isinstance(getattr(event, name, None), int))
    party = next((party for party in parties if is_seat(party) or party > 0), None)
    return Sign(
        kind=kind,
        name=type(event).__name__,
        party=None if kind == "result" else party,
        act=next((getattr(event, name) for name in _KINDS if isinstance(getattr(event, name, None), str)), ""),
        clause=getattr(event, "clause", ""),
        reason=getattr(event, "reason", ""),
        about=(*named, *(about if isinstance(about, tuple) else (about,))),
    )


# -- what stays when a game is forgotten


def plain_of(game: bytes, names: Container[str]) -> Plain:
    """Say what stays of a game; of names those."""

    def digest(data: bytes) -> bytes | None:
        if game not in data or (read := _DIGEST.decode(data)).game != game:
            return None
        return msgspec.msgpack.encode(_plain_digest(read, names))

    def last(data: bytes) -> bytes:
        return msgspec.msgpack.encode(replace(_plain_digest(_DIGEST.decode(data), names), signs=()))

    return Plain(game, lambda data: msgspec.msgpack.encode(_plain_row(_ROW.decode(data), names)), digest, last)


def _plain_digest(digest: Digest, names: Container[str]) -> Digest:
    signs = tuple(_plain_sign(sign, names) for sign in digest.signs)
    return replace(digest, signs=signs, row=_plain_row(digest.row, names))


def _plain_sign(sign: Sign, names: Container[str]) -> Sign:
    """Leave words of the rules alone: the one name among them is that of whoever takes a seat over."""
    is_name = sign.kind == "substitution" and sign.act not in names
    clause = sign.clause if _CLAUSE.fullmatch(sign.clause) else ""
    return replace(sign, act="" if is_name else sign.act, clause=clause, reason="")


def _plain_row(row: Row, names: Container[str]) -> Row:
    return replace(row, substitutes=tuple((seat, name if name in names else "") for seat, name in row.substitutes))
