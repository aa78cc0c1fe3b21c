"""Times of the contract as a log has them: a Duration or Timestamp marked `in_ms` is whole milliseconds there."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from google.protobuf.descriptor import FieldDescriptor

from adjudicator_client.contract.google.protobuf import descriptor_pb2
from adjudicator_client.contract.wargame.v1 import options_pb2

DURATION: Final = "google.protobuf.Duration"
TIMESTAMP: Final = "google.protobuf.Timestamp"
SECOND: Final = 1_000  # ms
MILLISECOND: Final = 1_000_000  # ns
MOST_SECONDS: Final = 1_000 * 366 * 24 * 3_600  # of a Duration: the service takes none that is longer
LAST_SECOND: Final = 253_402_300_799  # of a Timestamp


@cache
def name_in_ms(field: FieldDescriptor) -> str:
    """Give the name that a field has where it is an integer of milliseconds; empty where it is none."""
    return str(_options(field).Extensions[options_pb2.in_ms])


def is_time(field: FieldDescriptor) -> bool:
    """Tell whether a field is a Duration or a Timestamp, which is an integer in a log and 0 where it is absent."""
    return _kind(field) in (DURATION, TIMESTAMP)


def integer_of(value: Any, field: FieldDescriptor) -> int:
    """Give a time as a log has it: milliseconds where the contract says so, else whole seconds.

    Raises ValueError where it has no such integer.
    """
    seconds, nanos = int(value.seconds), int(value.nanos)
    unit = MILLISECOND if name_in_ms(field) else SECOND * MILLISECOND
    lowest, highest = _bounds(field)
    one_sign = seconds * nanos >= 0 if _kind(field) == DURATION else nanos >= 0
    fits = lowest <= seconds <= highest and abs(nanos) < SECOND * MILLISECOND and one_sign and nanos % unit == 0
    if not fits or (lowest == 0 and nanos < 0):
        whole = "milliseconds" if unit == MILLISECOND else "seconds"
        raise ValueError(f"{field.full_name} must be whole {whole} from {lowest} s to {highest} s")
    return seconds * SECOND + nanos // MILLISECOND if unit == MILLISECOND else seconds


def put_milliseconds(target: Any, milliseconds: int) -> None:
    """Write milliseconds into a Duration or a Timestamp; both numbers of a Duration have the same sign."""
    sign = -1 if milliseconds < 0 else 1
    seconds, rest = divmod(abs(milliseconds), SECOND)
    target.seconds, target.nanos = sign * seconds, sign * rest * MILLISECOND


@cache
def _bounds(field: FieldDescriptor) -> tuple[int, int]:
    if _kind(field) == TIMESTAMP:
        return 0, LAST_SECOND
    if not name_in_ms(field):
        return 0, MOST_SECONDS
    return -MOST_SECONDS if _options(field).Extensions[options_pb2.below_zero] else 0, MOST_SECONDS


def _kind(field: FieldDescriptor) -> str:
    return field.message_type.full_name if field.message_type is not None else ""


def _options(field: FieldDescriptor) -> Any:
    # the library's own classes do not know our marks
    return descriptor_pb2.FieldOptions.FromString(field.GetOptions().SerializeToString())
