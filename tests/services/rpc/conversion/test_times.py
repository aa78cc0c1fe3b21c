"""Times on the wire are well-known messages, and integers of milliseconds in Structs: exact, both ways."""

import typing
from typing import Any

import msgspec
import pytest
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message_factory import GetMessageClass
from google.protobuf.timestamp_pb2 import Timestamp
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from adjudicator.kernel import messages
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.offers import Range, offer
from replays.wallet.refusal import as_answered
from services.rpc.conversion import KERNEL, Converter
from services.rpc.wire_values import (
    LAST_SECOND,
    MOST_SECONDS,
    Invalid,
    name_in_ms,
    put_span,
    put_time,
    read_any_span,
    read_span,
    read_time,
)
from wargame.v1 import clocks_pb2, events_pb2, options_pb2, record_pb2, stops_pb2, terms_pb2

MOST_MS = 1_000 * MOST_SECONDS
SPANS = st.integers(-MOST_MS, MOST_MS)
CONVERTER = Converter([(KERNEL, messages)])
BELOW_ZERO: Any = options_pb2.below_zero
KINDS = [
    kind
    for kind in vars(messages).values()
    if isinstance(kind, type) and issubclass(kind, Struct) and set(kind.__struct_fields__) & set(messages.TOLD_AS)
]


def times():
    """Every time in what a log holds: its Struct, and its field."""
    for kind in KINDS:
        fields: Any = CONVERTER.to_pb(empty(kind)).DESCRIPTOR.fields
        for field in fields:
            if name_in_ms(field):
                yield pytest.param(kind, field, id=field.full_name)


def empty(kind):
    """A value of a type that says nothing."""
    origin = typing.get_origin(kind)
    if origin is not None:
        return () if origin is tuple else None
    if not issubclass(kind, Struct):
        return kind()
    hints = typing.get_type_hints(kind)
    return kind(**{name: empty(hints[name]) for name in kind.__struct_fields__})


@given(SPANS)
def test_spans_there_and_back(milliseconds):
    """As the library of protobuf writes them: seconds and nanos have one sign."""
    written, due = Duration(), Duration()
    put_span(written, milliseconds)
    due.FromMilliseconds(milliseconds)
    assert written == due
    assert read_any_span(written) == milliseconds
    if milliseconds < 0:
        with pytest.raises(Invalid):
            read_span(written)
    else:
        assert read_span(written) == milliseconds


@given(st.integers(1, 1_000 * LAST_SECOND + 999))
def test_times_there_and_back(milliseconds):
    """As the library writes them; what is written has a text, which JSON needs."""
    written, due = Timestamp(), Timestamp()
    put_time(written, milliseconds)
    due.FromMilliseconds(milliseconds)
    assert written == due
    assert written.ToJsonString()
    assert read_time(written) == milliseconds


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**31), 2**31 - 1))
def test_what_is_read_is_written_the_same(seconds, nanos):
    """There is one Duration and one Timestamp for an integer: any other is refused."""
    for kind, read, put in ((Duration, read_any_span, put_span), (Timestamp, read_time, put_time)):
        told, written = kind(seconds=seconds, nanos=nanos), kind()
        try:
            put(written, read(told))
        except Invalid:
            continue
        assert written == told


@pytest.mark.parametrize(
    ("told", "problem"),
    [
        ({"nanos": 1}, "whole milliseconds"),
        ({"seconds": 5, "nanos": 999_999}, "whole milliseconds"),
        ({"seconds": 1, "nanos": -1_000_000}, "of the sign"),
        ({"seconds": -1, "nanos": 1_000_000}, "of the sign"),
        ({"nanos": 1_000_000_000}, "less than a second"),
        ({"seconds": MOST_SECONDS + 1}, "a thousand years"),
        ({"seconds": -MOST_SECONDS - 1}, "a thousand years"),
    ],
)
def test_a_duration_that_does_not_fit_is_refused(told, problem):
    """With the path of its field, alone and within other messages."""
    with pytest.raises(Invalid, match=problem) as caught:
        CONVERTER.to_struct(clocks_pb2.ClockSet(old_bank=told))
    assert caught.value.path == "old_bank"
    with pytest.raises(Invalid, match=problem) as caught:
        CONVERTER.to_struct(terms_pb2.GameTerms(clock=terms_pb2.ClockTerms(cap=told)))
    assert caught.value.path == "clock.cap"


@pytest.mark.parametrize("told", [{}, {"seconds": -1}, {"nanos": 1}, {"seconds": LAST_SECOND + 1}, {"nanos": 10**9}])
def test_a_timestamp_that_does_not_fit_is_refused(told):
    """One that is there is after 1970, and of whole milliseconds: 0 in the log stands for one that is absent."""
    with pytest.raises(Invalid) as caught:
        CONVERTER.to_struct(stops_pb2.GameStopped(kind="STOP_KIND_PAUSE", until_time=told))
    assert caught.value.path == "until_time"


@pytest.mark.parametrize(("kind", "field"), list(times()))
def test_every_time_of_a_log(kind, field):
    """Its Struct has it as an integer under the name that the contract says, and its message by its own."""
    name = name_in_ms(field)
    assert name in kind.__struct_fields__
    values = {"seconds": 7, "nanos": 5_000_000}
    message = GetMessageClass(field.containing_type)(**{field.name: values})
    due = msgspec.structs.replace(empty(kind), **{name: 7_005})
    assert getattr(CONVERTER.to_pb(due), field.name) == getattr(message, field.name)
    less = Duration(seconds=-1, nanos=-5_000_000)
    written: Any = CONVERTER.to_pb(msgspec.structs.replace(due, **{name: -1_005}))
    if field.GetOptions().Extensions[BELOW_ZERO]:
        assert getattr(written, field.name) == less
    absent: Any = CONVERTER.to_pb(msgspec.structs.replace(due, **{name: 0}))
    assert absent.HasField(field.name) == (field.message_type.full_name == "google.protobuf.Duration")


def clock_with(**times: Any):
    """A clock with these times."""
    return terms_pb2.ClockTerms(**times)


def test_banks_may_be_overdrawn_and_terms_not():
    """Those that the contract marks; what is absent is 0."""
    for bank in ({}, {"seconds": -2, "nanos": -500_000_000}, {"nanos": -1_000_000}):
        told = clocks_pb2.FlagFell(seat=1, bank=bank)
        found: Any = CONVERTER.to_struct(told)
        assert found.bank_ms == told.bank.ToMilliseconds()
        assert CONVERTER.to_pb(found) == told
    assert CONVERTER.to_struct(clocks_pb2.FlagFell(seat=1)).bank_ms == 0
    for name in ("bank", "increment", "least"):
        with pytest.raises(Invalid, match="must not be below 0") as caught:
            CONVERTER.to_struct(clock_with(**{name: {"seconds": -1}}))
        assert caught.value.path == name


def test_offers_and_refusals_name_the_fields_of_the_contract():
    """What is offered can be given, and what is refused was told so: neither knows the names of a log."""
    made: Any = CONVERTER.to_pb(offer(messages.SetClock, "WG-CLOCK-04", old_ms=Range(1, 1), new_ms=Range(0, 9)))
    assert [row.field for row in made.fields] == ["old_bank", "new_bank"]
    assert {row.field for row in made.fields} <= set(clocks_pb2.SetClock.DESCRIPTOR.fields_by_name)
    told = as_answered(Fault("", "number-range", "new_ms", (("field", "new_ms"), ("found", -1))))
    assert (told.path, told.facts) == ("new_bank", (("field", "new_bank"), ("found", -1)))
    path = "event_terms.clock.after_flag_ms"
    assert as_answered(Fault("", "clock-number", path, ())).path == "event_terms.clock.after_flag"


def test_no_name_stands_for_two_times():
    """A name in milliseconds has one in the contract, whatever message it stands in."""
    for file in (clocks_pb2, events_pb2, record_pb2, stops_pb2, terms_pb2):
        for message in file.DESCRIPTOR.message_types_by_name.values():
            for field in message.fields:
                name = name_in_ms(field)
                assert messages.TOLD_AS.get(name, field.name) == field.name
