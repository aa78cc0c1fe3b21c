"""Messages of events, from and to what their log holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
from google.protobuf import descriptor_pool
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from msgspec.structs import replace

from adjudicator.kernel.decide.adjudicate import adjudicate
from adjudicator.kernel.decide.faults import Rejected
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.dice.dice_sources import SeededDice
from adjudicator.kernel.messages import GameTerms, OpenGame, Seat
from adjudicator.kernel.protocol.protocol_state import ProtocolState
from adjudicator.kernel.sentences import filled
from replays.small_order import KEY_SIZE
from replays.wallet.refusal import told
from services.events.log.entries import EventCreated, Person, RulesetRow
from services.games.digests import Digest, Row
from services.rpc.new_game import (
    APPEAL_SECONDS,
    DEFAULTS,
    ENUMS,
    KEYS_MOST,
    NAME,
    WEEK,
    read_stretches,
    require_endings,
    require_sound_keys,
)
from services.rpc.wire_values import ID_SIZE, Invalid, put_party, put_span, read_seconds, timestamp_of, words_of
from wargame.v1 import events_pb2, games_pb2, record_pb2

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from services.events.log.entries import Body
    from services.events.log.state import EventState, Member, OpenedGame, Token
    from services.games.receipts import Receipts
    from services.rpc.conversion import Converter
    from services.rpc.loaded_rulesets import LoadedRulesets

TEXT_MOST: Final = 1_000
PERSONS_MOST: Final = 2_000
# time of a game of an event that names none: whatever else nothing limits, everything that is left ends
TIME_MS: Final = 90 * 24 * 3_600_000
SIGN_KINDS: Final = words_of(events_pb2.SignKind.DESCRIPTOR)
MATTER_KINDS: Final = words_of(events_pb2.MatterKind.DESCRIPTOR)
_ROW = msgspec.msgpack.Decoder(Row)
_DIGEST = msgspec.msgpack.Decoder(Digest)


def read_row(data: bytes) -> Row:
    """Read what a game has told last."""
    return _ROW.decode(data)


def read_digest(data: bytes) -> Digest:
    """Read an entry in short."""
    return _DIGEST.decode(data)


# -- what is asked for


def read_terms(request: events_pb2.CreateEventRequest, rulesets: LoadedRulesets) -> EventCreated:
    """Read the terms of an event, as they are recorded; whether they are taken says `require_terms`.

    Raises Invalid with the first field that can not be read.
    """
    terms = request.terms
    if not terms.name.strip() or len(terms.name) > TEXT_MOST:
        raise Invalid("terms.name", f"must be 1 to {TEXT_MOST} characters")
    if not terms.rulesets:
        raise Invalid("terms.rulesets", "must name at least one")
    rows = tuple(_ruleset(row, f"terms.rulesets[{at}]", rulesets) for at, row in enumerate(terms.rulesets))
    if len({row.ruleset for row in rows}) < len(rows):
        raise Invalid("terms.rulesets", "must name each ruleset once")
    try:
        games: GameTerms = rulesets.converter.to_struct(terms.games)
    except Invalid as fault:
        raise fault.under("terms.games") from None
    games = _with_end(games)
    appeal = _seconds(terms, "appeal_window") if terms.HasField("appeal_window") else APPEAL_SECONDS
    roster = read_persons(request.roster, "roster", signed=terms.signed)
    owner = read_keys(terms.owner_keys, "terms.owner_keys")
    limit, delay = _seconds(terms, "response_limit"), _seconds(terms, "spectator_delay")
    return EventCreated(terms.name, rows, games, limit, appeal, terms.signed, terms.referee, roster, delay, owner)


def as_recorded(first: Body, made: EventCreated) -> EventCreated:
    """Give terms as an earlier release has recorded them, where they are asked for again; others stay as they are."""
    if isinstance(first, EventCreated) and replace(first, games=_with_end(first.games)) == made:
        return first
    return made


def _with_end(games: GameTerms) -> GameTerms:
    return replace(games, time_called_ms=games.time_called_ms or TIME_MS)


def require_terms(request: events_pb2.CreateEventRequest, made: EventCreated, rulesets: LoadedRulesets) -> None:
    """Refuse terms under which no game could be opened, or that do not say what stands behind a ruling.

    Raises Invalid with the first field that does not fit.
    """
    terms, owner = request.terms, made.owner_keys
    if owner and not terms.signed:
        raise Invalid("terms.owner_keys", "are of use where seats sign too: set signed, or leave them out")
    if terms.signed and not owner and not terms.unsigned_acts:
        text = "are missing where seats sign, and no key would stand behind a ruling: name one, or set unsigned_acts"
        raise Invalid("terms.owner_keys", text)
    if terms.unsigned_acts and (owner or not terms.signed):
        raise Invalid("terms.unsigned_acts", "is for events whose seats alone sign: signed, without owner_keys")
    if set(owner) & {key for person in made.roster for key in person.keys}:
        raise Invalid("terms.owner_keys", "has a key of a person of the roster")
    require_endings(made.games, "terms.games")
    for at, row in enumerate(made.rulesets):
        _require_playable(made, row, f"terms.rulesets[{at}]", rulesets)


def _require_playable(made: EventCreated, row: RulesetRow, place: str, rulesets: LoadedRulesets) -> None:
    """Try to open a game under terms that never change, since none could be opened later either.

    Raises Invalid.
    """
    rules = rulesets.by_name[row.ruleset]
    seats = tuple(Seat(name=f"seat {number}", bot=False) for number in range(rules.seats[0]))
    opening = OpenGame(
        ruleset=rules.name,
        edition=rules.edition,
        package=rules.package,
        engine=bytes(KEY_SIZE),
        seats=seats,
        pace=row.pace,
        dice_mode=row.dice_mode,
        profile=row.profile,
        response_limit=made.response_limit,
        referee=made.referee,
        appeal_window=made.appeal_window,
        test=False,
        signed=False,
        master_key="",
        log_key="",
        commitment=bytes(KEY_SIZE),
        event=bytes(ID_SIZE),
        event_terms=made.games,
        stretches=replace(row.stretches, commitment=bytes(KEY_SIZE)) if row.stretches is not None else None,
        referee_contributes=row.referee_contributes,
    )
    game, protocol = rules.start(len(seats)), ProtocolState(bytes(ID_SIZE))
    try:
        adjudicate(rules, game, protocol, REFEREE, opening, SeededDice(bytes(KEY_SIZE), bytes(KEY_SIZE)), 0)
    except Rejected as refusal:
        fault = refusal.faults[0]
        path = told(fault.path)
        path = path.replace("event_terms", "terms.games") if "." in path else f"{place}.{path}"
        facts = tuple((name, path if name == "field" else value) for name, value in fault.facts)
        raise Invalid(path, f"does not fit: {filled(rules.reasons[fault.reason], facts, path)}") from None


def _ruleset(row: events_pb2.RulesetTerms, place: str, rulesets: LoadedRulesets) -> RulesetRow:
    rules = rulesets.by_name.get(row.ruleset)
    if rules is None:
        raise Invalid(f"{place}.ruleset", f"is none of {', '.join(sorted(rulesets.by_name))}")
    kind, options = "", b""
    if row.HasField("game_options"):
        kind, options = row.game_options.TypeName(), row.game_options.value
        if kind != f"{rules.package}.Options":
            raise Invalid(f"{place}.game_options", f"must be {rules.package}.Options")
        read_options(kind, options, rulesets.converter, f"{place}.game_options")
    words = {name: _word(row, name, place) for name in ENUMS}
    try:
        stretches = read_stretches(row, rulesets)
    except Invalid as fault:
        raise fault.under(place) from None
    return RulesetRow(
        rules.name, kind, options, **words, stretches=stretches, referee_contributes=row.referee_contributes
    )


def read_options(kind: str, data: bytes, converter: Converter, place: str = "game_options") -> Any:
    """Read the options of a ruleset's creating command.

    Raises Invalid where they are none.
    """
    try:
        message = GetMessageClass(descriptor_pool.Default().FindMessageTypeByName(kind)).FromString(data)
    except (KeyError, DecodeError):
        raise Invalid(place, f"is no {kind}") from None
    try:
        return converter.to_struct(message)
    except Invalid as fault:
        raise fault.under(place) from None


def _word(row: Any, name: str, place: str) -> str:
    found = {number: word for word, number in words_of(ENUMS[name]).items()}.get(getattr(row, name))
    if found is None:
        raise Invalid(f"{place}.{name}", "is no choice of this version")
    return found or DEFAULTS[name]


def _seconds(terms: Any, name: str) -> int:
    try:
        seconds = read_seconds(getattr(terms, name))
    except Invalid as fault:
        raise fault.under(f"terms.{name}") from None
    if seconds > WEEK:
        raise Invalid(f"terms.{name}", f"may be {WEEK} seconds at most")
    return seconds


def read_persons(persons: Iterable[events_pb2.Person], place: str, *, signed: bool) -> tuple[Person, ...]:
    """Read persons of a roster.

    Raises Invalid with the first field that does not fit.
    """
    found: dict[str, Person] = {}
    for at, person in enumerate(persons):
        where = f"{place}[{at}]"
        if not NAME.fullmatch(person.name) or person.name in found:
            raise Invalid(f"{where}.name", "must be a short name that no other has: a to z, 0 to 9, - and _")
        if len(person.affiliation) > TEXT_MOST:
            raise Invalid(f"{where}.affiliation", f"may have {TEXT_MOST} characters at most")
        keys = read_keys(person.keys, f"{where}.keys")
        if any(key in other.keys for other in found.values() for key in keys):
            raise Invalid(f"{where}.keys", "holds a key of another person: whoever has the key is that person")
        if signed and not person.keys:
            raise Invalid(f"{where}.keys", "is missing: in this event commands are signed")
        found[person.name] = Person(person.name, person.affiliation, keys)
    if len(found) > PERSONS_MOST:
        raise Invalid(place, f"may be {PERSONS_MOST} at most")
    return tuple(found.values())


def read_keys(keys: Iterable[bytes], place: str) -> tuple[bytes, ...]:
    """Read the public keys of a person.

    Raises Invalid.
    """
    found = tuple(keys)
    if len(found) > KEYS_MOST or any(len(key) != KEY_SIZE for key in found):
        raise Invalid(place, f"must be at most {KEYS_MOST} keys of {KEY_SIZE} bytes")
    require_sound_keys(found, place)
    return found


def read_reason(text: str, path: str = "reason") -> str:
    """Read a reason.

    Raises Invalid where it is empty or too long.
    """
    if not text.strip() or len(text) > TEXT_MOST:
        raise Invalid(path, f"must be 1 to {TEXT_MOST} characters: say why")
    return text


def read_clause(text: str) -> str:
    """Read the clause that something rests on, empty for none.

    Raises Invalid where it is too long.
    """
    if len(text) > TEXT_MOST:
        raise Invalid("clause", f"may have {TEXT_MOST} characters at most")
    return text


# -- what is shown


def sheet_of(state: EventState, converter: Converter, receipts: Receipts) -> events_pb2.EventSheet:
    """Write an event as it stands."""
    sheet = events_pb2.EventSheet(
        event=state.event,
        games=len(state.games),
        closed=state.closed,
        created_time=timestamp_of(state.created),
        roster=map(_member, state.roster.values()),
    )
    if state.terms is not None:
        _put_terms(sheet.terms, state.terms, converter)
    put_head(sheet.receipt, state, receipts)
    return sheet


def put_head(receipt: record_pb2.Receipt, state: EventState, receipts: Receipts) -> None:
    """Write the signed head of an event's log."""
    receipt.seq, receipt.hash = state.seq, state.head
    receipt.note = receipts.note(state.event, state.seq, state.head)


def _member(member: Member) -> events_pb2.Person:
    person = member.person
    return events_pb2.Person(
        name=person.name, affiliation=person.affiliation, keys=person.keys, withdrawn=member.withdrawn
    )


def _put_terms(target: events_pb2.EventTerms, terms: EventCreated, converter: Converter) -> None:
    target.name, target.signed, target.referee = terms.name, terms.signed, terms.referee
    target.owner_keys.extend(terms.owner_keys)
    # not recorded: terms from before it had to be said are the same where seats alone sign
    target.unsigned_acts = terms.signed and not terms.owner_keys
    target.games.CopyFrom(converter.to_pb(terms.games))  # type: ignore[arg-type]
    target.response_limit.seconds, target.appeal_window.seconds = terms.response_limit, terms.appeal_window
    if terms.spectator_delay:
        target.spectator_delay.seconds = terms.spectator_delay
    for row in terms.rulesets:
        chosen: Any = {name: words_of(kind)[getattr(row, name)] for name, kind in ENUMS.items()}
        shown = target.rulesets.add(ruleset=row.ruleset, **chosen)
        shown.referee_contributes = row.referee_contributes
        if row.stretches is not None:
            shown.stretches.CopyFrom(converter.to_pb(row.stretches))  # type: ignore[arg-type]
        if row.options_type:
            shown.game_options.type_url = f"type.googleapis.com/{row.options_type}"
            shown.game_options.value = row.options


def token_of(token: Token) -> events_pb2.EventToken:
    """Write a token without its secret."""
    made: Any = token.made
    shown = events_pb2.EventToken(
        key=made.kid, role=made.role, name=made.name, affiliation=made.affiliation, made_time=timestamp_of(token.time)
    )
    shown.keys.extend(made.keys)
    shown.rounds.extend(made.rounds)
    shown.tables.extend(made.tables)
    if made.expires:
        shown.expires_time.CopyFrom(timestamp_of(made.expires))
    if token.revoked:
        shown.revoked_time.CopyFrom(timestamp_of(token.revoked))
    return shown


def seats_of(opened: OpenedGame) -> Iterator[events_pb2.EventSeat]:
    """Write who sits where."""
    for seat in opened.row.seats:
        yield events_pb2.EventSeat(name=seat.name, person=seat.person)


def game_of(game: bytes, opened: OpenedGame | None, row: Row | None, converter: Converter) -> events_pb2.EventGame:
    """Write how a game stands; what the event does not know of it yet is left out."""
    shown = events_pb2.EventGame(game=game)
    if opened is not None:
        known = opened.row
        shown.ruleset, shown.round, shown.table, shown.number = known.ruleset, known.round, known.table, opened.number
        shown.seats.extend(seats_of(opened))
    if row is None:
        return shown
    for seat, person in row.substitutes:
        if seat < len(shown.seats):
            shown.seats[seat].person = person
    status: Any = row.status
    shown.status, shown.seq, shown.open_matters = status, row.seq, row.matters
    shown.last_time.CopyFrom(timestamp_of(row.time))
    for party in row.asked:
        put_party(shown.asked.add(), party)
    if row.since:
        shown.asked_time.CopyFrom(timestamp_of(row.since))
    if row.due:
        shown.due_time.CopyFrom(timestamp_of(row.due))
    for clock in row.clocks:
        told = shown.clocks.add(seat=clock.seat, running=clock.running, flag=clock.flag)
        put_span(told.bank, clock.bank)
    shown.absent.extend(row.absent)
    for matter in row.waiting:
        kind: Any = MATTER_KINDS[matter.kind]
        waits = shown.matters.add(kind=kind, entry=matter.entry or None)
        if matter.since:
            waits.since_time.CopyFrom(timestamp_of(matter.since))
    shown.scores.extend(converter.to_pb(score) for score in row.scores)  # type: ignore[misc]
    if row.result is not None:
        put_result(shown.result, row, converter)
    return shown


def put_result(target: games_pb2.GameResult, row: Row, converter: Converter) -> None:
    """Write the result of a game that has one."""
    if row.result is not None:
        # both messages have the same fields under the same numbers
        target.ParseFromString(converter.to_pb(row.result).SerializeToString())


def feed_entry(
    epoch: int, number: int, digest: Digest, opened: OpenedGame | None, converter: Converter
) -> events_pb2.FeedEntry:
    """Write an entry in short."""
    entry = events_pb2.FeedEntry(
        position=events_pb2.FeedPosition(epoch=epoch, number=number),
        game=digest.game,
        seq=digest.seq,
        hash=digest.hash,
        time=timestamp_of(digest.time),
        command=digest.command,
        row=game_of(digest.game, opened, digest.row, converter),
    )
    role: Any = digest.actor.role
    entry.actor.role, entry.actor.key = role, digest.actor.key
    put_party(entry.actor.party, digest.actor.party)
    for sign in digest.signs:
        kind: Any = SIGN_KINDS[sign.kind]
        shown = entry.signs.add(
            kind=kind, name=sign.name, act=sign.act, clause=sign.clause, reason=sign.reason, about=sign.about
        )
        if sign.party is not None:
            put_party(shown.party, sign.party)
    return entry
