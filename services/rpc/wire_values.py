"""Values that are written otherwise on the wire than in a Struct: parties, times and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from google.protobuf.descriptor import EnumDescriptor
from google.protobuf.timestamp_pb2 import Timestamp

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, SPECTATOR, TABLE, Party, is_seat
from wargame.v1 import options_pb2, record_pb2

PARTY: Final = "wargame.v1.Party"
DURATION: Final = "google.protobuf.Duration"
ID_SIZE: Final = 16  # bytes of the id of a game
# Bytes of what a hash or a contribution to the seed stands in; of any other length it is neither.
SIZES: Final[Mapping[str, int]] = {
    "wargame.v1.CommitContribution.commitment": 32,
    "wargame.v1.OpenContribution.contribution": 32,
}
MAX_INTEGER: Final = 2**53 - 1  # the log's largest integer: it fits a double, so that every language reads it


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
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)


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
