"""One accepted command as bytes: building a record, sealing its secrets, reading and filling it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, Party
from adjudicator.kernel.dice.wgdice import Roll, owner_of_stream
from adjudicator.kernel.record.chain import sealed_hash
from adjudicator.kernel.record.mpint import encode, pack
from adjudicator.kernel.record.visibility import owner_of, redact, values_at

if TYPE_CHECKING:
    from adjudicator.kernel.decide.rules import Rules

FORMAT = 1
COMMAND_PART = 0
REST_PART = 1
# behind every party: the public event that ends a gap
_LAST = 256
Ruled = tuple[Struct, tuple[str, ...]]
_Place = tuple[int, int]
Salts = Callable[[], bytes]


class Actor(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Role, party and key id of who gave the command."""

    role: int
    party: int
    key: str


class Envelope(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A command as it stands in a record: its secrets are nil, `seal` commits to them."""

    id: bytes
    head: bytes | None
    body: Any
    seal: bytes | None


class Record(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An entry, the same bytes for everybody."""

    format: int
    game: bytes
    seq: int
    prev: bytes
    time: int
    actor: Actor
    command: Envelope
    signature: bytes | None
    dice: tuple[Roll, ...]
    events: tuple[Any, ...]
    sealed: tuple[tuple[int, bytes], ...]
    state: tuple[bytes, bytes | None] | None


class OpenedPart(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What opens one sealed part: owner, part, salt and bytes."""

    owner: int
    part: int
    salt: bytes
    data: bytes


class OpenedRecord(Struct, frozen=True):
    """A record with the secrets that its reader may have; `whole` says that nothing is missing.

    `events` stand in the order of `in_order`, as far as the reader has them.
    """

    command: Struct
    events: tuple[Ruled, ...]
    rolls: tuple[Roll, ...]
    whole: bool


class Draft(Struct, frozen=True):
    """A record and its openings, ready to be appended."""

    record: Record
    data: bytes
    openings: tuple[OpenedPart, ...]

    def sealed_bytes(self) -> bytes | None:
        """Openings as stored beside the record, or None where there are none."""
        return pack(self.openings) if self.openings else None


class EntryMetadata(Struct, frozen=True):
    """What the caller knows of a command besides its fields."""

    game: bytes
    prev: bytes
    time: int
    actor: Actor
    command_id: bytes
    head: bytes | None
    signature: bytes | None = None
    salt: bytes | None = None


# what a party's sealed part holds where nothing of an entry is its secret
_EMPTY_REST = pack([[], [], []])
_OPENINGS = msgspec.msgpack.Decoder(tuple[OpenedPart, ...])


def read_opened_parts(data: bytes | None) -> tuple[OpenedPart, ...]:
    """Decode stored openings."""
    return _OPENINGS.decode(data) if data else ()


@lru_cache(maxsize=64)
def _decoder(commands: tuple[type, ...], events: tuple[type, ...]) -> msgspec.msgpack.Decoder[Record]:
    body = Union[commands]  # type: ignore[valid-type]  # noqa: UP007
    event = Union[events]  # type: ignore[valid-type]  # noqa: UP007
    envelope = msgspec.defstruct(
        "TypedEnvelope",
        [("id", bytes), ("head", bytes | None), ("body", body), ("seal", bytes | None)],
        frozen=True,
        array_like=True,
        forbid_unknown_fields=True,
    )
    fields = [
        (name, {"command": envelope, "events": tuple[tuple[event, tuple[str, ...]], ...]}.get(name, kind))
        for name, kind in _record_types().items()
    ]
    typed = msgspec.defstruct("TypedRecord", fields, frozen=True, array_like=True, forbid_unknown_fields=True)
    return msgspec.msgpack.Decoder(typed)


def _record_types() -> dict[str, Any]:
    return {field.name: field.type for field in msgspec.structs.fields(Record)}


@cache
def decoder(rules: Rules[Any]) -> msgspec.msgpack.Decoder[Record]:
    """Return the typed decoder of a ruleset's records; an unknown kind or field is an error."""
    return _decoder(rules.logged, tuple(rules.reducers))


def draft(  # noqa: PLR0913, PLR0917  (what an entry is made of)
    rules: Rules[Any],
    ids: EntryMetadata,
    seq: int,
    command: Struct,
    events: Sequence[Ruled],
    rolls: Sequence[Roll],
    seats: int,
    state: tuple[bytes, bytes | None] | None,
    salts: Salts,
) -> Draft:
    """Build the record of an accepted command, its secrets sealed.

    Raises AssertionError where a secret stands in an entry whose command is not marked `seals`.
    """
    mask = rules.masks[type(command)]
    openings: list[OpenedPart] = []
    seal: bytes | None = None
    if mask.secret:
        data = encode(values_at(command, mask.secret))
        opening = OpenedPart(ids.actor.party, COMMAND_PART, ids.salt or salts(), data)
        openings.append(opening)
        seal = commitment(ids.game, ids.command_id, opening)
    public, rest = _split(rules, events, rolls)
    parts = _rest_parts(rules, command, rest, seats, salts)
    openings.extend(parts)
    record = Record(
        FORMAT,
        ids.game,
        seq,
        ids.prev,
        ids.time,
        ids.actor,
        Envelope(ids.command_id, ids.head, redact(command, mask.secret), seal),
        ids.signature,
        tuple(roll for roll in rolls if not _hidden(roll)),
        tuple(public),
        tuple((part.owner, commitment(ids.game, ids.command_id, part)) for part in parts),
        state,
    )
    return Draft(record, pack(record), tuple(openings))


def commitment(game: bytes, command_id: bytes, opening: OpenedPart) -> bytes:
    """Compute the salted commitment of a sealed part."""
    return sealed_hash(game, opening.owner, opening.part, command_id, opening.salt, opening.data)


class _Rest:
    """One owner's share of an entry that is not for everybody."""

    __slots__ = ("fields", "rolls", "whole")

    def __init__(self) -> None:
        self.fields: list[list[Any]] = []
        self.whole: list[list[Any]] = []
        self.rolls: list[Roll] = []


def _split(rules: Rules[Any], events: Sequence[Ruled], rolls: Sequence[Roll]) -> tuple[list[Ruled], dict[Party, _Rest]]:
    public: list[Ruled] = []
    rest: dict[Party, _Rest] = {}
    for event, clauses in events:
        mask = rules.masks[type(event)]
        owner = owner_of(mask, event)
        if owner == EVERYONE or not mask.secret:
            public.append((event, clauses))
        elif mask.whole:
            rest.setdefault(owner, _Rest()).whole.append([len(public), (event, clauses)])
        else:
            share = rest.setdefault(owner, _Rest())
            share.fields.append([len(public), values_at(event, mask.secret)])
            public.append((redact(event, mask.secret), clauses))
    for roll in rolls:
        if _hidden(roll):
            rest.setdefault(owner_of_stream(roll.stream), _Rest()).rolls.append(roll)
    return public, rest


def in_order(rules: Rules[Any], events: Sequence[Ruled]) -> list[Ruled]:
    """Put the events of a ruling into the order in which `fill` gives them back.

    Wholly secret events that stand in one gap between public ones go by owner; all else stays as it is.
    """
    placed: list[tuple[_Place, Ruled]] = []
    public = 0
    for event, clauses in events:
        mask = rules.masks[type(event)]
        owner = owner_of(mask, event) if mask.whole else EVERYONE
        secret = owner != EVERYONE
        placed.append(((public, owner if secret else _LAST), (event, clauses)))
        public += not secret
    return _sorted(placed)


def _sorted(placed: list[tuple[_Place, Ruled]]) -> list[Ruled]:
    """Sort by place; what has the same place keeps its order."""
    return [ruled for _, ruled in sorted(placed, key=itemgetter(0))]


def _rest_parts(
    rules: Rules[Any], command: Struct, rest: Mapping[Party, _Rest], seats: int, salts: Salts
) -> list[OpenedPart]:
    if not rules.seals(type(command)):
        if rest:
            message = f"{type(command).__name__} is not marked `seals` and its entry holds a secret"
            raise AssertionError(message)
        return []
    for_referee = rules.referee_secrets or rules.masks[type(command)].seals_for_referee
    owners = [*range(seats), *((REFEREE,) if for_referee else ())]
    if not set(rest) <= set(owners):
        message = (
            f"a secret of parties {sorted(rest)} and sealed parts of {owners}: mark its command `seals_for_referee`"
        )
        raise AssertionError(message)
    parts = []
    for owner in owners:
        share = rest.get(owner) or _Rest()
        data = pack([share.fields, share.whole, share.rolls])
        parts.append(OpenedPart(owner, REST_PART, salts(), data))
    return parts


def _hidden(roll: Roll) -> bool:
    return owner_of_stream(roll.stream) != EVERYONE


def open_record(rules: Rules[Any], record: Record, openings: Sequence[OpenedPart]) -> OpenedRecord:
    """Put the secrets of the openings at hand back into a record."""
    command, events = record.command.body, record.events
    if record.command.seal is None and not record.sealed:
        return OpenedRecord(command, events, record.dice, True)
    by_part = {(opening.owner, opening.part): opening for opening in openings}
    missing = 0
    secret = by_part.get((record.actor.party, COMMAND_PART))
    mask = rules.masks[type(command)]
    if record.command.seal is not None:
        if secret is None:
            missing += 1
        else:
            kind: type[Struct] = type(command)
            names, _, secrets = _secret_fields(kind, mask.secret)
            found = secrets.decode(secret.data)
            command = replace(command, **dict(zip(names, found, strict=True)))
    rests = [by_part.get((owner, REST_PART)) for owner, _ in record.sealed]
    missing += rests.count(None)
    merged, rolls = _merge(rules, record, [rest for rest in rests if rest is not None and rest.data != _EMPTY_REST])
    return OpenedRecord(command, tuple(merged), rolls, whole=missing == 0)


def _merge(rules: Rules[Any], record: Record, rests: Sequence[OpenedPart]) -> tuple[Sequence[Ruled], tuple[Roll, ...]]:
    if not rests:
        return record.events, record.dice
    ruled = list(record.events)
    placed: list[tuple[_Place, Ruled]] = []
    rolls = list(record.dice)
    for rest in rests:
        fields, whole, dice = msgspec.msgpack.decode(rest.data)
        for place, values in fields:
            event, clauses = ruled[place]
            ruled[place] = (_refill(event, rules.masks[type(event)].secret, values), clauses)
        placed.extend(((gap, rest.owner), _event(rules, raw)) for gap, raw in whole)
        rolls.extend(msgspec.convert(roll, Roll) for roll in dice)
    if not placed:
        return ruled, tuple(rolls)
    placed.extend(((place, _LAST), row) for place, row in enumerate(ruled))
    return _sorted(placed), tuple(rolls)


def _event(rules: Rules[Any], raw: Any) -> Ruled:
    (kind, *values), clauses = raw
    event = next((reducer for reducer in rules.reducers if reducer.__name__ == kind), None)
    if event is None:
        message = f"unknown event {kind} in a sealed part"
        raise ValueError(message)
    return msgspec.convert([kind, *values], event), tuple(clauses)


def _refill(message: Struct, indices: tuple[int, ...], values: Sequence[Any]) -> Any:
    names, secrets, _ = _secret_fields(type(message), indices)
    found = msgspec.convert(values, secrets)
    return replace(message, **dict(zip(names, found, strict=True)))


@cache
def _secret_fields(
    kind: type[Struct], indices: tuple[int, ...]
) -> tuple[tuple[str, ...], Any, msgspec.msgpack.Decoder[Any]]:
    """Name these fields of a message, and give the type of their values as a tuple, and its decoder."""
    found = [msgspec.structs.fields(kind)[index] for index in indices]
    values: Any = tuple[tuple(field.type for field in found)]  # type: ignore[misc]
    return tuple(field.name for field in found), values, msgspec.msgpack.Decoder(values)
