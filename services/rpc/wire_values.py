"""Values that are written otherwise on the wire than in a Struct: parties, times and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.duration_pb2 import Duration
from google.protobuf.timestamp_pb2 import Timestamp

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SPECTATOR, TABLE, Party, is_seat
from wargame.v1 import options_pb2, record_pb2

PARTY: Final = "wargame.v1.Party"
DURATION: Final = "google.protobuf.Duration"
TIMESTAMP: Final = "google.protobuf.Timestamp"
ID_SIZE: Final = 16  # bytes of the id of a game
# Bytes of what a hash or a contribution to the seed stands in; of any other length it is neither.
SIZES: Final[Mapping[str, int]] = {
    "wargame.v1.CommitContribution.commitment": 32,
    "wargame.v1.OpenContribution.contribution": 32,
}
MAX_INTEGER: Final = 2**53 - 1  # the log's largest integer: it fits a double, so that every language reads it
SECOND: Final = 1_000  # ms
MILLISECOND: Final = 1_000_000  # ns
# The longest Duration of milliseconds, in seconds: a thousand years, so that whatever time it is added to is one that a
# Timestamp can hold.
MOST_SECONDS: Final = 1_000 * 366 * 24 * 3_600
LAST_SECOND: Final = 253_402_300_799  # of a Timestamp: that of the year 9999


class Invalid(Exception):
    """A message that is not understood: where, such as `troops[2].path[0].x`, and what is wrong, without its value."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem

    def under(self, place: str) -> Invalid:
        """Give the same error with the path of the larger value that this one is part of."""
        return Invalid(f"{place}.{self.path}" if self.path else place, self.problem)


def read_party(message: Any) -> int:
    """Read a Party.

    Raises Invalid where it names nobody.
    """
    who = message.WhichOneof("who")
    if who == "seat":
        if not is_seat(message.seat):
            raise Invalid("seat", "is no seat")
        return int(message.seat)
    if who is None or message.named not in PARTIES:
        raise Invalid("" if who is None else "named", "is not chosen")
    return PARTIES[message.named]


def put_party(target: Any, party: Party) -> None:
    """Write a party into an empty Party.

    Raises ValueError for a number that is nobody's.
    """
    if party >= 0 and is_seat(party):
        target.seat = party
    elif party in NAMED:
        target.named = NAMED[party]
    else:
        raise ValueError(f"{party} is no party: seats are 0 to {SPECTATOR - 1}, others are one of {sorted(NAMED)}")


def require_id(game: bytes) -> None:
    """Raise Invalid for what can be no id of a game."""
    require_size("game", game, ID_SIZE)


def require_size(path: str, value: bytes, size: int) -> None:
    """Raise Invalid for bytes of another length."""
    if len(value) != size:
        raise Invalid(path, f"must have {size} bytes" if value else f"is missing: it has {size} bytes")


def read_seconds(message: Any) -> int:
    """Read a Duration of whole seconds.

    Raises Invalid for any other.
    """
    if message.nanos or not 0 <= message.seconds <= MAX_INTEGER:
        raise Invalid("", "must be whole seconds, and not below 0")
    return int(message.seconds)


def _put_seconds(target: Any, seconds: int) -> None:
    target.seconds = seconds


def read_span(message: Any) -> int:
    """Read a Duration as milliseconds.

    Raises Invalid where it is no number of whole ones, is below 0, or longer than a thousand years.
    """
    milliseconds = read_any_span(message)
    if milliseconds < 0:
        raise Invalid("", "must not be below 0")
    return milliseconds


def read_any_span(message: Any) -> int:
    """Read a Duration that may be below 0 as milliseconds.

    Raises Invalid where it is no number of whole ones, or longer than a thousand years.
    """
    seconds, nanos = message.seconds, message.nanos
    if not -MOST_SECONDS <= seconds <= MOST_SECONDS:
        raise Invalid("", "must be at most a thousand years")
    if abs(nanos) >= SECOND * MILLISECOND or seconds * nanos < 0:
        raise Invalid("", "must have nanos of less than a second, and of the sign of its seconds")
    if nanos % MILLISECOND:
        raise Invalid("", "must be whole milliseconds")
    return int(seconds * SECOND + nanos // MILLISECOND)


def read_time(message: Any) -> int:
    """Read a Timestamp as milliseconds since 1970.

    Raises Invalid where it is no number of whole ones, or no time after 1970 and before the year 10000.
    """
    seconds, nanos = message.seconds, message.nanos
    if not (0 <= seconds <= LAST_SECOND and 0 <= nanos < SECOND * MILLISECOND and (seconds or nanos)):
        raise Invalid("", "must be a time after 1970 and before the year 10000")
    if nanos % MILLISECOND:
        raise Invalid("", "must be whole milliseconds")
    return int(seconds * SECOND + nanos // MILLISECOND)


def put_span(target: Any, milliseconds: int) -> None:
    """Write milliseconds into an empty Duration; one below 0 has seconds and nanos below 0."""
    if milliseconds < 0:
        seconds, rest = divmod(-milliseconds, SECOND)
        target.seconds, target.nanos = -seconds, -rest * MILLISECOND
    else:
        target.seconds, target.nanos = milliseconds // SECOND, milliseconds % SECOND * MILLISECOND


def put_time(target: Any, milliseconds: int) -> None:
    """Write milliseconds since 1970 into an empty Timestamp."""
    target.seconds, target.nanos = milliseconds // SECOND, milliseconds % SECOND * MILLISECOND


def span_of(milliseconds: int) -> Duration:
    """Give milliseconds as a Duration."""
    made = Duration()
    put_span(made, milliseconds)
    return made


def read_page_token(token: str) -> bytes:
    """Read the id of the game after which a page begins; none for the first page.

    Raises Invalid for what is no page token.
    """
    try:
        game = bytes.fromhex(token)
    except ValueError:
        game = b"?"
    if len(game) not in (0, ID_SIZE):
        raise Invalid("page_token", "is not from a response of this method")
    return game


def timestamp_of(milliseconds: int) -> Timestamp:
    """Give a time of an entry, in milliseconds since 1970, as a Timestamp."""
    return Timestamp(seconds=milliseconds // SECOND, nanos=milliseconds % SECOND * MILLISECOND)


def name_in_ms(field: FieldDescriptor) -> str:
    """Give the name under which a time is an integer of milliseconds; empty where it is none."""
    mark: Any = options_pb2.in_ms
    return str(field.GetOptions().Extensions[mark])


def integer_reader(field: FieldDescriptor) -> Callable[[Any], int] | None:
    """Give what reads a message as the integer that stands for it in a Struct; None where none does."""
    kind = field.message_type.full_name if field.message_type is not None else ""
    if not name_in_ms(field):
        return INTEGER_READERS.get(kind)
    if kind == TIMESTAMP:
        return read_time
    mark: Any = options_pb2.below_zero
    return read_any_span if field.GetOptions().Extensions[mark] else read_span


def integer_writer(field: FieldDescriptor) -> Callable[[Any, int], None] | None:
    """Give what writes the integer that stands for a message in a Struct; None where none does."""
    kind = field.message_type.full_name if field.message_type is not None else ""
    if not name_in_ms(field):
        return INTEGER_WRITERS.get(kind)
    return put_time if kind == TIMESTAMP else put_span


def words_of(enum: EnumDescriptor) -> dict[str, int]:
    """Give the numbers of an enum's choices by their words, the empty word for zero; nothing where they have none.

    Raises TypeError where some have a word and others not, or two have the same.
    """
    mark: Any = options_pb2.word
    words = [(value.GetOptions().Extensions[mark], value.number) for value in enum.values if value.number]
    if not any(word for word, _ in words):
        return {}
    numbers = {"": 0, **dict(words)}
    if len(numbers) <= len(words):
        raise TypeError(f"{enum.full_name} has a choice without a word, or one word twice")
    return numbers


PARTIES: Final[Mapping[int, Party]] = {
    record_pb2.NAMED_PARTY_TABLE: TABLE,
    record_pb2.NAMED_PARTY_REFEREE: REFEREE,
    record_pb2.NAMED_PARTY_EVERYONE: EVERYONE,
}
NAMED: Final = {party: number for number, party in PARTIES.items()}
INTEGER_READERS: Final[Mapping[str, Callable[[Any], Any]]] = {PARTY: read_party, DURATION: read_seconds}
INTEGER_WRITERS: Final[Mapping[str, Callable[[Any, Any], None]]] = {PARTY: put_party, DURATION: _put_seconds}
