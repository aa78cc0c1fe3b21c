"""Leaves of a register: what is said in public of games, keys, referees and the meaning of rules, as MP-int.

A leaf is `[1, time, [kind, fields...]]`, time in ms since 1970.
No leaf holds a secret, or what a spectator may not know.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.kernel.record import mpint

FORMAT: Final = 1
EVENT, DAY = "event", "day"
# Whose the keys of heads are.
LOG_OWNER: Final = "log"


class Begun(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """The register begins: of an event, or of a day for the games of none.

    `quorum` of the `witnesses`, verification keys, are to cosign its checkpoints.
    """

    scope: str
    event: bytes | None
    day: str
    quorum: int
    witnesses: tuple[str, ...]


class GameOpened(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """A game was opened: its id, the commitment to its seed, the digest of its terms (R), and the keys of each seat.

    `restarts` is the game that it takes the place of.
    """

    game: bytes
    commitment: bytes
    terms: bytes
    ruleset: str
    keys: tuple[tuple[bytes, ...], ...]
    event: bytes | None
    round: str
    table: str
    restarts: bytes | None


class GameEnded(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """A game is over and its seed is shown: number of entries, hash of the last, and the result."""

    game: bytes
    size: int
    head: bytes
    outcome: str
    ending: str
    winners: tuple[int, ...]


class GameVoided(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """A game is over and counts for nothing: `ruling` is the number of the entry that says so, 0 for none."""

    game: bytes
    size: int
    head: bytes
    ending: str
    ruling: int


class KeyAdded(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Keys came into use: the log's own (`owner` "log"), or those of a person of the event."""

    owner: str
    keys: tuple[str, ...]


class KeyRotated(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """The key of the log has handed on to another, by a note that both have signed."""

    owner: str
    key: str
    note: str


class KeyRevoked(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Keys of a person are in use no more."""

    owner: str
    reason: str


class RoleGiven(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Somebody may act for the event: id of the token, role, name, affiliation, keys; `expires` in ms, 0 for never."""

    token: str
    role: int
    name: str
    affiliation: str
    keys: tuple[bytes, ...]
    expires: int


class RoleRevoked(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """Somebody may act for the event no more."""

    token: str
    reason: str


class Interpreted(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """What a clause means in this event from now on; `replaces` is an earlier interpretation, empty for none."""

    number: str
    clause: str
    text: str
    replaces: str


class EventEnded(Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=True):
    """The event is closed: no game is opened any more."""

    reason: str


Body: TypeAlias = (
    Begun
    | GameOpened
    | GameEnded
    | GameVoided
    | KeyAdded
    | KeyRotated
    | KeyRevoked
    | RoleGiven
    | RoleRevoked
    | Interpreted
    | EventEnded
)


class Leaf(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A leaf: `time` in ms since 1970."""

    format: int
    time: int
    body: Body


_DECODER: Final = msgspec.msgpack.Decoder(Leaf)


def write_leaf(time: int, body: Body) -> bytes:
    """Write a leaf."""
    return mpint.encode(Leaf(FORMAT, time, body))


def read_leaf(data: bytes) -> Leaf:
    """Read a leaf; the bytes are those that `write_leaf` gives.

    Raises ValueError.
    """
    try:
        leaf = _DECODER.decode(data)
        same = mpint.encode(leaf) == data
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise ValueError(f"no leaf of a register: {error}") from error
    if leaf.format != FORMAT or not same:
        raise ValueError(f"no leaf of a register in format {FORMAT}, or not in its plain bytes")
    return leaf
