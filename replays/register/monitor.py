"""The monitor: what a register says of its games, put side by side.

It finds games that were opened and never ended, played anew, ended twice, and files that are not what was registered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import msgpack
from msgspec import Struct, field

from adjudicator.kernel.messages import OpenGame, Reveal
from adjudicator.kernel.record.chain import entry_hash
from replays.bundle import Bundle, BundleFault, read_bundle
from replays.register.leaves import DAY, EVENT, Begun, EventEnded, GameEnded, GameOpened, GameVoided, Leaf
from replays.register.policy import Policy, Witness, is_met

ABANDONED, REMADE, ENDED_TWICE, CUT, MISSING = (
    "GAME_ABANDONED",
    "GAME_REMADE",
    "GAME_ENDED_TWICE",
    "GAME_CUT",
    "GAME_MISSING",
)
MISMATCH, QUORUM, LATE = "REGISTRY_MISMATCH", "WITNESS_QUORUM_MISSING", "OPENED_LATE"
REUSED: Final = "SEED_REUSED"
# How long a game may last, in hours, where nobody says otherwise.
HOURS: Final = 48
HOUR_MS: Final = 3_600_000
REVEAL: Final = Reveal.__name__


class Noticed(Struct, frozen=True):
    """Something that a monitor tells of: a stable code, the game, and why.

    `proven` is false where it rests on the word of who holds a wallet alone, which anybody can write.
    """

    code: str
    game: str
    text: str
    proven: bool = True

    def as_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {"code": self.code, "game": self.game, "text": self.text, "proven": self.proven}


class Opened(Struct):
    """A game as a register has it."""

    index: int
    time: int
    body: GameOpened
    ends: list[tuple[int, GameEnded | GameVoided]] = field(default_factory=list)
    others: list[tuple[int, GameOpened]] = field(default_factory=list)


class Games(Struct):
    """All games of a register, in the order of their openings, and when the event was closed, 0 for never."""

    begun: Begun | None
    opened: dict[bytes, Opened]
    stray: list[tuple[int, GameEnded | GameVoided]]
    closed: int
    time: int


def games_of(leaves: Iterable[Leaf]) -> Games:
    """Gather what leaves say of games."""
    found = Games(None, {}, [], 0, 0)
    for index, leaf in enumerate(leaves):
        body, found.time = leaf.body, leaf.time
        if isinstance(body, Begun) and index == 0:
            found.begun = body
        elif isinstance(body, GameOpened) and body.game in found.opened:
            found.opened[body.game].others.append((index, body))
        elif isinstance(body, GameOpened):
            found.opened[body.game] = Opened(index, leaf.time, body)
        elif isinstance(body, GameEnded | GameVoided):
            known = found.opened.get(body.game)
            (known.ends if known is not None else found.stray).append((index, body))
        elif isinstance(body, EventEnded):
            found.closed = leaf.time
    return found


def notice(leaves: Sequence[Leaf], now: int, *, hours: float = HOURS) -> list[Noticed]:
    """Say what is wrong with the games of a register by itself; `now` in ms."""
    games = games_of(leaves)
    found = [*_frame(games), *_remade(games), *_ended_twice(games)]
    for game, row in games.opened.items():
        found += _abandoned(game, row, games, now, hours)
    return found


def _frame(games: Games) -> Iterator[Noticed]:
    if games.begun is None:
        yield Noticed(MISMATCH, "", "the register does not begin with a leaf that says what it is of")
    for _, body in games.stray:
        yield Noticed(MISMATCH, body.game.hex(), "it has an end and no opening before it")
    for game, row in games.opened.items():
        own = games.begun is None or games.begun.scope == DAY or row.body.event == games.begun.event
        if not own or (games.begun is not None and games.begun.scope == EVENT and row.body.event is None):
            yield Noticed(MISMATCH, game.hex(), "it is no game of the event that the register is of")
        if games.closed and row.time > games.closed:
            yield Noticed(LATE, game.hex(), "it was opened after the event was closed")


def _abandoned(game: bytes, row: Opened, games: Games, now: int, hours: float) -> Iterator[Noticed]:
    if row.ends:
        return
    age = now - row.time
    if games.closed and age > 0:
        yield Noticed(ABANDONED, game.hex(), "it was opened and has no end, and the event is closed")
    elif age > hours * HOUR_MS:
        yield Noticed(ABANDONED, game.hex(), f"it was opened {round(age / HOUR_MS)} hours ago and has no end")


def _remade(games: Games) -> Iterator[Noticed]:
    """Find second openings: of one id, at one table of one round, or in the place of a game that no ruling ended."""
    tables: dict[tuple[str, str], bytes] = {}
    for game, row in games.opened.items():
        for _, other in row.others:
            what = "with another commitment to its seed" if other.commitment != row.body.commitment else "again"
            yield Noticed(REMADE, game.hex(), f"it was opened twice, the second time {what}")
        before = row.body.restarts
        if before is not None:
            yield from _restarted(game, before, games)
        if not row.body.table:
            continue
        place = row.body.round, row.body.table
        first = tables.setdefault(place, game)
        if first not in {game, before} and not _chain(games, game, first):
            yield Noticed(
                REMADE, game.hex(), f"round {place[0]}, table {place[1]} was opened before: game {first.hex()}"
            )


def _chain(games: Games, game: bytes, first: bytes) -> bool:
    """Whether a game takes the place of another, by way of others."""
    seen: set[bytes] = set()
    while game in games.opened and game not in seen:
        seen.add(game)
        before = games.opened[game].body.restarts
        if before is None:
            return False
        if before == first:
            return True
        game = before
    return False


def _restarted(game: bytes, before: bytes, games: Games) -> Iterator[Noticed]:
    row = games.opened.get(before)
    if row is None:
        yield Noticed(REMADE, game.hex(), f"it takes the place of game {before.hex()}, which is not registered")
    elif row.ends and not any(isinstance(end, GameVoided) for _, end in row.ends):
        yield Noticed(
            REMADE, game.hex(), f"it takes the place of game {before.hex()}, which has a result and no ruling"
        )


def _ended_twice(games: Games) -> Iterator[Noticed]:
    for game, row in games.opened.items():
        for _, other in row.ends[1:]:
            first = row.ends[0][1]
            if (other.size, other.head) != (first.size, first.head):
                text = f"it ended with {first.size} entries, and with {other.size} of another history after that"
                yield Noticed(ENDED_TWICE, game.hex(), text)


def quorum_missing(leaves: Sequence[Leaf], note: str, policy: Policy | None = None) -> list[Noticed]:
    """Say whether enough witnesses have cosigned the checkpoint: of the register's own policy, or of another."""
    if policy is None:
        begun = games_of(leaves[:1]).begun
        keys = begun.witnesses if begun is not None else ()
        policy = Policy(begun.quorum if begun is not None else 0, tuple(Witness("", key, "") for key in keys))
    if is_met(policy, note):
        return []
    return [Noticed(QUORUM, "", f"fewer than {policy.quorum} of {len(policy.witnesses)} witnesses have cosigned it")]


def compare_files(leaves: Sequence[Leaf], files: Mapping[str, bytes], *, whole: bool) -> list[Noticed]:
    """Compare replay files with a register: each stands there, as long and with that end, and no two share a secret.

    Where the files are the `whole` event, each game of the register is among them.
    """
    games = games_of(leaves)
    found: list[Noticed] = []
    seen: set[bytes] = set()
    secrets: dict[bytes, tuple[str, bytes]] = {}
    for name, data in sorted(files.items()):
        try:
            bundle = read_bundle(data)
            head = _first(bundle)
        except (BundleFault, ValueError) as fault:
            found.append(Noticed(MISMATCH, "", f"{name} is no replay file: {fault}"))
            continue
        game, commitment, size, last = head
        seen.add(game)
        found += _compare(name, games.opened.get(game), head, commitment, size, last)
        for secret in _shown_secrets(bundle):
            first = secrets.setdefault(secret, (name, game))
            if first[1] != game:
                found.append(Noticed(REUSED, game.hex(), f"{name} shows the secret that {first[0]} has shown"))
    missing = games.opened.keys() - seen if whole else set()
    return found + [
        Noticed(MISSING, game.hex(), "it is registered, and no file of it is there") for game in sorted(missing)
    ]


def _compare(
    name: str, row: Opened | None, head: tuple[bytes, bytes, int, bytes], commitment: bytes, size: int, last: bytes
) -> Iterator[Noticed]:
    game = head[0].hex()
    if row is None:
        yield Noticed(MISSING, game, f"{name} is of a game that is not registered")
        return
    if row.body.commitment != commitment:
        yield Noticed(REMADE, game, f"{name} has another commitment to the seed than the one registered")
    for _, end in row.ends[:1]:
        if size < end.size:
            yield Noticed(CUT, game, f"{name} has {size} entries, and the game ended with {end.size}")
        elif size == end.size and last != end.head:
            yield Noticed(REMADE, game, f"{name} ends with another head than the one registered")


def _shown_secrets(bundle: Bundle) -> Iterator[bytes]:
    """Give the secrets of dice that a file shows; one that can not be read shows none, and fails its audit."""
    for record in bundle.records:
        with suppress(IndexError, TypeError, ValueError, msgpack.UnpackException):
            kind, *fields = msgpack.unpackb(record)[6][2]
            if kind == REVEAL and isinstance(fields[0], bytes):
                yield fields[0]


def _first(bundle: Bundle) -> tuple[bytes, bytes, int, bytes]:
    """Give game, commitment, number of entries and last hash of a file."""
    try:
        fields = msgpack.unpackb(bundle.records[0])
        place = 1 + OpenGame.__struct_fields__.index("commitment")
        return bytes(fields[1]), bytes(fields[6][2][place]), len(bundle.records), entry_hash(bundle.records[-1])
    except (IndexError, TypeError, ValueError, msgpack.UnpackException) as fault:
        raise ValueError("its first entry opens no game") from fault
