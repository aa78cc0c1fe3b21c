"""The dice of `wgdice/1`: from a secret and contributions to every face."""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Sequence
from typing import Final

PUBLIC: Final = 0
REPORTED: Final = 0xFFFF
NO_ENTROPY: Final = bytes(32)
_WORDS: Final = 2**32


def _tag(name: str) -> bytes:
    return f"wgdice/1/{name}\0".encode()


def _hash(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def _sized(size: int, value: bytes, name: str) -> bytes:
    if len(value) != size:
        raise ValueError(f"{name} has {len(value)} bytes: give exactly {size}")
    return value


def _slots(slots: Sequence[bytes | None]) -> bytes:
    rows = [bytes(33) if slot is None else b"\1" + _sized(32, slot, "a contribution") for slot in slots]
    return bytes([len(slots)]) + b"".join(rows)


def commit(game: bytes, secret: bytes) -> bytes:
    """The service's commitment to the secret of a game."""
    return _hash(_tag("commit"), _sized(16, game, "game"), _sized(32, secret, "secret"))


def seat_commit(game: bytes, seat: int, contribution: bytes) -> bytes:
    """A seat's commitment to its contribution."""
    parts = _sized(16, game, "game"), bytes([seat]), _sized(32, contribution, "contribution")
    return _hash(_tag("seat"), *parts)


def transcript(game: bytes, commitment: bytes, settings: bytes, contributions: Sequence[bytes | None]) -> bytes:
    """What commitment, settings and contributions are bound to; None is a seat without a contribution."""
    parts = _sized(16, game, "game"), _sized(32, commitment, "commitment"), _sized(32, settings, "settings")
    return _hash(_tag("transcript"), *parts, _slots(contributions))


def epoch_entropy(game: bytes, epoch: int, contributions: Sequence[bytes | None], beacon: bytes | None = None) -> bytes:
    """The entropy of a later epoch."""
    parts = _sized(16, game, "game"), struct.pack(">I", epoch), _slots(contributions), _slots([beacon])
    return _hash(_tag("epoch"), *parts)


def stream_key(
    secret: bytes, transcript: bytes, epoch: int = 0, stream: int = PUBLIC, entropy: bytes = NO_ENTROPY
) -> bytes:
    """The key of one stream of dice in one epoch."""
    parts = _sized(32, transcript, "transcript"), struct.pack(">IH", epoch, stream), _sized(32, entropy, "entropy")
    return hmac.digest(_sized(32, secret, "secret"), _tag("key") + b"".join(parts), "sha256")


def stretch_end(secret: bytes, game: bytes) -> bytes:
    """The secret of the last stretch of a game."""
    parts = _tag("stretches") + _sized(16, game, "game")
    return hmac.digest(_sized(32, secret, "secret"), parts, "sha256")


def stretch_before(game: bytes, number: int, secret: bytes) -> bytes:
    """What the secret of a stretch, counted from 1, hashes to: that of the one before, or of 1 the commitment."""
    parts = _sized(16, game, "game"), struct.pack(">I", number), _sized(32, secret, "secret")
    return _hash(_tag("stretch"), *parts)


def uniform(key: bytes, index: int, sides: int) -> tuple[int, int]:
    """A number below `sides`, and how many words it took.

    Raises ValueError for a die that there is not.
    """
    if not 1 <= sides < _WORDS or not 0 <= index < _WORDS:
        raise ValueError(f"a die of {sides} sides at index {index}")
    limit, block, attempts = _WORDS - _WORDS % sides, 0, 0
    while True:
        data = hmac.digest(key, _tag("draw") + struct.pack(">III", index, sides, block), "sha256")
        for word in struct.unpack(">8I", data):
            attempts += 1
            if word < limit:
                return word % sides, attempts
        block += 1


def draw(key: bytes, index: int, sides: int, count: int) -> list[int]:
    """The faces of `count` dice, 1 to `sides`, from this index on."""
    return [uniform(key, place, sides)[0] + 1 for place in range(index, index + count)]
