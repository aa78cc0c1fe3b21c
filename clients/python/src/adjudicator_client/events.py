"""Events as they are told: each is the event of the record, or of a part that was opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, Final, NamedTuple

from google.protobuf.message import DecodeError, Message

from adjudicator_client import contract
from adjudicator_client.contract import PACKAGES
from adjudicator_client.contract.wargame.v1 import play_pb2, protocol_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.marks import message_of, secret_fields, slots
from adjudicator_client.proof.logged import row_of
from adjudicator_client.proof.mpint import decode, encode
from adjudicator_client.proof.records import REST_PART, Record

SHARED: Final = str(protocol_pb2.DESCRIPTOR.package)
# by package, the message of which the arm of a oneof is the event
HOLDERS: Final = dict.fromkeys(PACKAGES, "Event") | {SHARED: "ProtocolEvent"}


class Expected(NamedTuple):
    """An event as the record has it, and its secret fields where they were opened."""

    kind: str
    clauses: list[str]
    row: list[Any]
    secrets: Sequence[Any]


def check_events(told: Iterable[play_pb2.Ruled], record: Record) -> None:
    """Compare events with those of the record and its open parts: order, names, clauses, places and fields.

    Fields of an event that this release does not know are passed over, and so are those of a ruleset's event where it
    does not know the ruleset.

    Raises NotProven.
    """
    rows, expected = list(told), list(_expected(record))
    names = [(row.kind, row.clauses) for row in expected]
    found = [(row.name, list(row.clauses)) for row in rows]
    if names != found:
        raise NotProven("ENTRY_MISMATCH", record.game, record.seq, f"events {names}", f"events {found}")
    places = [row.place for row in rows]
    if not _may_stand(places, record):
        wanted = f"{len(places)} places in order"
        raise NotProven("ENTRY_MISMATCH", record.game, record.seq, wanted, f"places {places}")
    for ruled, row in zip(rows, expected, strict=True):
        if not _same(ruled, row):
            raise NotProven("ENTRY_MISMATCH", record.game, record.seq, f"{row.kind} as in the record", "another")


def _may_stand(places: Sequence[int], record: Record) -> bool:
    """Tell whether places ascend, without gaps where no sealed part can hold an event that is left out."""
    opened = {row.owner for row in record.openings if row.part == REST_PART}
    if all(owner in opened for owner, _ in record.sealed):
        return list(places) == list(range(len(places)))
    return all(before < after for before, after in pairwise(places))


def _expected(record: Record) -> Iterator[Expected]:
    """List events in order: those that are sealed as a whole stand before the event of their gap, by owner."""
    secrets: dict[int, Sequence[Any]] = {}
    gaps: dict[int, list[Expected]] = {}
    for opened in sorted(record.openings, key=lambda row: row.owner):
        if opened.part == REST_PART:
            fields, whole, *_ = decode(opened.data)
            secrets |= dict(fields)
            for gap, ruled in whole:
                gaps.setdefault(gap, []).append(_read(ruled, ()))
    for place, ruled in enumerate(record.events):
        yield from gaps.pop(place, ())
        yield _read(ruled, secrets.get(place, ()))
    for gap in sorted(gaps):
        yield from gaps[gap]


def _read(ruled: Sequence[Any], secrets: Sequence[Any]) -> Expected:
    event, clauses = ruled
    return Expected(event[0], list(clauses), list(event[1:]), secrets)


def _same(ruled: play_pb2.Ruled, expected: Expected) -> bool:
    """Tell whether an event is the expected one, as far as this release knows its fields."""
    holder = _holder(ruled)
    if holder is None:
        return _package(ruled) not in HOLDERS
    kind = holder.WhichOneof("kind")
    if kind is None:  # an arm that this release does not know, which must not be one that it does
        return expected.kind not in {arm.message_type.name for arm in holder.DESCRIPTOR.fields}
    event = getattr(holder, kind)
    return event.DESCRIPTOR.name == expected.kind and _same_fields(event, expected)


def _same_fields(event: Message, expected: Expected) -> bool:
    opened, secret = iter(expected.secrets), secret_fields(event.DESCRIPTOR)
    wanted = [
        next(opened, None) if value is None and field in secret else value
        for value, field in zip(expected.row, slots(event.DESCRIPTOR), strict=False)
    ]
    try:
        found = row_of(event)
    except ValueError:  # a time that no log can have
        return False
    return encode(wanted) == encode(found[: len(wanted)])


def _holder(ruled: play_pb2.Ruled) -> Any:
    """Read the message that holds any event of its package; None where this release knows no such message."""
    package = _package(ruled)
    if package not in HOLDERS:
        return None
    name = f"{package}.{HOLDERS[package]}"
    if ruled.event.type_url.rpartition("/")[2] != name:
        return None
    if package != SHARED:
        import_module(f"{contract.__name__}.{package}.events_pb2")  # rulesets are loaded where they are met
    try:
        return message_of(name).FromString(ruled.event.value)
    except DecodeError:
        return None


def _package(ruled: play_pb2.Ruled) -> str:
    return ruled.event.type_url.rpartition("/")[2].rpartition(".")[0]
