"""Rows of a store beside its games, each read as a service reads it: which nobody can read, and what to do then."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, NamedTuple

import msgspec

from services.games.keys import read_id, read_seed
from services.games.quotas import QUOTAS, read_stored
from services.rpc.access.credentials import game_of_row, read_row
from services.rpc.games import TEST_SEEDS
from services.store.archive import ARCHIVED_GAMES, Archived, archive_key
from services.store.freezes import ARCHIVED, BUCKETS, FROZEN, Freeze, freeze_key, read_freeze, read_gap, resumed_key
from services.store.redis_keys import TOKENS
from services.store.register_logs import COSIGNED, read_cosigned, write_cosigned

# What the reason of a freeze is that nobody can read.
UNKNOWN: Final = "why it is frozen could not be read when it was restored"
_NO_GAME: Final = "seed of no game"
_SEED: Final = (
    "open that game again with its seed, with a service started with --allow-test-seeds, and restart other processes"
)
_PREFIXES: Final = (TOKENS, TEST_SEEDS, QUOTAS, COSIGNED)


def _word(key: str) -> str:
    """Give what a key of one game says of it."""
    return key.split(":")[1]


FREEZE, RESUMED, ARCHIVE = (_word(key(b"")) for key in (freeze_key, resumed_key, archive_key))


class _Way(NamedTuple):
    """What a restore does with a row that nobody can read, and what is to be done."""

    done: str
    todo: str


_WAYS: Final = {
    TOKENS: _Way("it is put back as it is, valid for nobody", "give out another token"),
    TEST_SEEDS: _Way("it is left out", _SEED),
    _NO_GAME: _Way("it is left out", "its key names no game, nobody needs it"),
    QUOTAS: _Way("it is left out", "set the quota again"),
    COSIGNED: _Way(
        "lines of witnesses that can be read are put back",
        "take it out of the store and restore an earlier backup, or proofs of that checkpoint lack the others",
    ),
    FREEZE: _Way(
        "that game takes no commands, and why is not known any more",
        "unfreeze it, unless it is archived, or its complaint is not settled",
    ),
    RESUMED: _Way(
        "unless that game is frozen, it counts as unfrozen when the backup was begun",
        "freeze and unfreeze that game, and its time to answer runs anew",
    ),
    ARCHIVE: _Way("it is left out", "archive that game again"),
}


class StoreRows(msgspec.Struct, array_like=True):
    """What a store holds beside the logs: values by key, and sets of values."""

    values: list[tuple[str, bytes]]
    sets: list[tuple[str, list[bytes]]]


@dataclass(slots=True)
class KnownRows:
    """What rows say: games of tokens and of seeds, and freezes, by the key of each; seeds by game.

    `unread` are the keys of those that nobody can read, each with what kind of row it is.
    """

    games: dict[str, bytes] = field(default_factory=dict)
    seeds: dict[bytes, bytes] = field(default_factory=dict)
    freezes: dict[str, Freeze] = field(default_factory=dict)
    unread: dict[str, str] = field(default_factory=dict)

    def learn(self, kind: str, key: str, value: bytes) -> None:
        """Read one row; ValueError, RecursionError."""
        if kind == TOKENS:
            game = game_of_row(value)
            self.games |= {} if game is None else {key: game}
            read_row(value)
        elif kind == TEST_SEEDS:
            game, seed = read_seed(key.removeprefix(TEST_SEEDS), value)
            self.games[key], self.seeds[game] = game, seed
        elif kind == QUOTAS:
            read_stored(value)
        elif kind == FREEZE:
            self.freezes[key] = read_freeze(value)
        elif kind == ARCHIVE:
            msgspec.msgpack.decode(value, type=Archived)
        elif kind == RESUMED:
            read_gap(value)
        elif kind == COSIGNED and not read_cosigned(value)[1]:
            raise ValueError("a line is no signature")


def read_rows(rows: StoreRows) -> KnownRows:
    """Read the rows, each by itself, as a service would."""
    known = KnownRows()
    for key, value in rows.values:
        kind = _kind(key)
        try:
            known.learn(kind, key, value)
        except (ValueError, RecursionError):  # the latter by lists within lists, very deep
            known.unread[key] = _NO_GAME if kind == TEST_SEEDS and not _names_game(key) else kind
    return known


def usable(rows: StoreRows, known: KnownRows, time: int) -> StoreRows:
    """Give what a restore writes of the rows: what it does with those that nobody can read stands in `done_with`.

    A token stays as it is: it is valid for nobody, and without its row one that was revoked would be valid again. A
    game of which a freeze can not be read is frozen, or archived, since `time`, when the backup was begun. Of
    which the note of an unfreezing can not be read was unfrozen then: without it a freeze would count against players.
    """
    values = []
    frozen = {_game(key) for key, _ in rows.values if _kind(key) == FREEZE}
    archived = {_game(key) for key, _ in rows.values if _kind(key) == ARCHIVE}
    archived |= {game.hex() for game in _archived(rows)}
    for key, value in rows.values:
        kind = known.unread.get(key)
        if kind in (None, TOKENS):
            values.append((key, value))
        elif kind == FREEZE:
            known.freezes[key] = Freeze(time, "", UNKNOWN, ARCHIVED if _game(key) in archived else FROZEN)
            values.append((key, msgspec.msgpack.encode(known.freezes[key])))
        elif kind == RESUMED and _game(key) not in frozen:
            # of a frozen game it would tell a restore that is done again that the game was unfrozen since
            values.append((key, b"%d" % time))
        elif kind == COSIGNED and (lines := read_cosigned(value)[0]):
            values.append((key, write_cosigned(lines)))
    return StoreRows(values, rows.sets)


def unnoted(rows: StoreRows, known: KnownRows) -> list[bytes]:
    """Give the archived games of which no note is there that can be read."""
    readable = {key for key, _ in rows.values} - known.unread.keys()
    damaged = {bytes.fromhex(_game(key)) for key, kind in known.unread.items() if kind == ARCHIVE}
    return sorted(damaged | {game for game in _archived(rows) if archive_key(game) not in readable})


def _archived(rows: StoreRows) -> set[bytes]:
    return {game for name, games in rows.sets if name == ARCHIVED_GAMES for game in games}


def done_with(kind: str) -> str:
    """Say what a restore does with a row of this kind that nobody can read, and what is to be done."""
    return f"{_WAYS[kind].done}: {_WAYS[kind].todo}"


def way_of(kind: str) -> str:
    """Say what is to be done about a row of this kind in the store."""
    if kind == _NO_GAME:
        return "take it out of the store: its key names no game"
    if kind in (FREEZE, ARCHIVE):
        unfrozen = "unfreeze that game and freeze it again, or archive it again where it was archived,"
        way = unfrozen if kind == FREEZE else "take it out of the store, archive that game again"
        return f"{way} and take another backup"
    return _WAYS[kind].todo


def _kind(key: str) -> str:
    """Give the kind of a row: how its key begins, or what it says of a game; empty for what is not read."""
    if key.startswith(BUCKETS):
        return _word(key)
    return next((prefix for prefix in _PREFIXES if key.startswith(prefix)), "")


def _game(key: str) -> str:
    """Give the id of the game that a key is about."""
    return key.rpartition(":")[2]


def _names_game(key: str) -> bool:
    try:
        read_id(key.removeprefix(TEST_SEEDS))
    except ValueError:
        return False
    return True
