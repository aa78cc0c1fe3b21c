"""Dice: the derivation `wgdice/1`, and the rows that ask for and hold faces.

Every die hangs on a secret, a place in a stream and a number of sides.
No function that draws has a parameter for a command or for the state of a
game, so nobody who knows the secret can choose a command by its dice.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Final, Protocol

from msgspec import Struct

from adjudicator.kernel.decide.parties import EVERYONE, REFEREE, Party, is_seat

PUBLIC: Final = 0
REFEREE_STREAM: Final = 0xFFF0
REPORTED: Final = 0xFFFF
MAX_DRAWS: Final = 10_000
MAX_SIDES: Final = 2**32 - 1
MAX_SEATS: Final = 255
NO_ENTROPY: Final = bytes(32)
WELL_KNOWN_SECRETS: Final = (bytes(32), bytes(range(32)), b"\xff" * 32)

_WORDS: Final = 2**32
_ABSENT: Final = bytes(33)
_place = struct.Struct(">III").pack
_words = struct.Struct(">8I").unpack


def _tag(name: str) -> bytes:
    return f"wgdice/1/{name}\0".encode("ascii")


_SECRET, _COMMIT, _SEAT, _TRANSCRIPT, _KEY, _DRAW, _STATE, _STRETCHES, _STRETCH = map(
    _tag, ("secret", "commit", "seat", "transcript", "key", "draw", "state", "stretches", "stretch")
)


def require_size(size: int, **named: bytes) -> None:
    """Refuse bytes of another length: HMAC would pad them in silence."""
    for name, value in named.items():
        if len(value) != size:
            raise ValueError(f"{name} has {len(value)} bytes: give exactly {size}")


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _mac(key: bytes, *parts: bytes) -> bytes:
    return hmac.digest(key, b"".join(parts), "sha256")


def _pack(slots: Sequence[bytes | None]) -> bytes:
    if len(slots) > MAX_SEATS:
        raise ValueError(f"{len(slots)} contributions: at most {MAX_SEATS} seats")
    parts = [bytes([len(slots)])]
    for slot in slots:
        if slot is not None:
            require_size(32, contribution=slot)
        parts.append(_ABSENT if slot is None else b"\x01" + slot)
    return b"".join(parts)


def derive_secret(master: bytes, game: bytes, rekeys: int = 0) -> bytes:
    """Derive a game's secret from the deployment's master key."""
    require_size(32, master=master)
    require_size(16, game=game)
    return _mac(master, _SECRET, game, struct.pack(">I", rekeys))


def commit(game: bytes, secret: bytes) -> bytes:
    """Commit to a secret; the commitment stands in the genesis entry."""
    require_size(16, game=game)
    require_size(32, secret=secret)
    return _hash(_COMMIT, game, secret)


def seat_commit(game: bytes, seat: int, contribution: bytes) -> bytes:
    """Commit to a seat's contribution before anybody opens his."""
    require_size(16, game=game)
    require_size(32, contribution=contribution)
    return _hash(_SEAT, game, bytes([seat]), contribution)


def transcript(game: bytes, commitment: bytes, settings: bytes, contributions: Sequence[bytes | None]) -> bytes:
    """Bind commitment, settings and contributions; None is an absent seat."""
    require_size(16, game=game)
    require_size(32, commitment=commitment, settings=settings)
    return _hash(_TRANSCRIPT, game, commitment, settings, _pack(contributions))


def stream_key(
    secret: bytes, transcript: bytes, epoch: int = 0, stream: int = PUBLIC, entropy: bytes = NO_ENTROPY
) -> bytes:
    """Derive the key of one stream of dice in one epoch."""
    require_size(32, secret=secret, transcript=transcript, entropy=entropy)
    number = struct.pack(">IH", epoch, stream)
    return _mac(secret, _KEY, transcript, number, entropy)


def state_key(secret: bytes, transcript: bytes) -> bytes:
    """Derive the key of the full state's hash."""
    require_size(32, secret=secret, transcript=transcript)
    return _mac(secret, _STATE, transcript)


def stretch_end(secret: bytes, game: bytes) -> bytes:
    """Derive the secret of a game's last stretch, from which those of all before it follow."""
    require_size(32, secret=secret)
    require_size(16, game=game)
    return _mac(secret, _STRETCHES, game)


def stretch_before(game: bytes, number: int, secret: bytes) -> bytes:
    """Hash the secret of the stretch `number`, counted from 1: that of the one before, or of 1 the commitment."""
    require_size(16, game=game)
    require_size(32, secret=secret)
    return _hash(_STRETCH, game, struct.pack(">I", number), secret)


def stretch_secret(end: bytes, game: bytes, count: int, epoch: int) -> bytes:
    """Give the secret of a stretch, from 0, out of that of the last of `count`; epoch -1 is the commitment."""
    if not -1 <= epoch < count:
        raise ValueError(f"stretch {epoch} of {count}: give 0..{count - 1}")
    found = end
    for number in range(count, epoch + 1, -1):
        found = stretch_before(game, number, found)
    return found


def hidden_stream(owner: Party) -> int:
    """Name the stream of a party's hidden dice: a seat's own, and the referee's for whoever is no seat."""
    return owner + 1 if is_seat(owner) else REFEREE_STREAM


def owner_of_stream(stream: int) -> Party:
    """Tell whose the dice of a stream are: a seat's, the referee's, or everyone's."""
    if stream in {PUBLIC, REPORTED}:
        return EVERYONE
    seat = stream - 1
    return seat if is_seat(seat) else REFEREE


def _limit(sides: int) -> int:
    if not 1 <= sides <= MAX_SIDES:
        raise ValueError(f"a die of {sides} sides: give 1..{MAX_SIDES}")
    return _WORDS - _WORDS % sides


def uniform(key: bytes, index: int, sides: int) -> tuple[int, int]:
    """Draw a number below `sides`, and say how many words it took."""
    limit, attempts, block = _limit(sides), 0, 0
    while True:
        for word in _words(_mac(key, _DRAW, _place(index, sides, block))):
            attempts += 1
            if word < limit:
                return word % sides, attempts
        block += 1


def die(key: bytes, index: int, sides: int) -> int:
    """Draw one die, face 1..sides."""
    return uniform(key, index, sides)[0] + 1


def draw(key: bytes, index: int, sides: int, count: int) -> tuple[int, ...]:
    """Draw `count` dice of consecutive indices: one HMAC each."""
    limit, digest, faces = _limit(sides), hmac.digest, []
    for place in range(index, index + count):
        block = digest(key, _DRAW + _place(place, sides, 0), "sha256")
        word = int.from_bytes(block[:4], "big")
        faces.append(word % sides + 1 if word < limit else die(key, place, sides))
    return tuple(faces)


class Throw(Struct, frozen=True):
    """What is asked of a source: `count` dice of one kind, from one place on."""

    stream: int
    epoch: int
    index: int
    sides: int
    count: int
    why: str
    roller: int

    def __str__(self) -> str:
        """Name the throw for a message."""
        return (
            f"{self.count}d{self.sides} {self.why!r} of party {self.roller}"
            f" (stream {self.stream}, epoch {self.epoch}, index {self.index})"
        )

    def rolled(self, faces: tuple[int, ...]) -> Roll:
        """Make the row of the log."""
        return Roll(self.stream, self.epoch, self.index, self.sides, faces, self.why, self.roller)


class Roll(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One throw as the log holds it, faces 1..sides."""

    stream: int
    epoch: int
    index: int
    sides: int
    faces: tuple[int, ...]
    why: str
    roller: int

    def asked(self) -> Throw:
        """Give back the question that this row answers."""
        count = len(self.faces)
        return Throw(self.stream, self.epoch, self.index, self.sides, count, self.why, self.roller)


class Dice(Protocol):
    """A source of faces."""

    def throw(self, ask: Throw) -> tuple[int, ...]:
        """Give `ask.count` faces 1..sides."""
        ...
