"""The public register: proofs of RFC 6962, checkpoints as C2SP has them, and the opening of a game."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from adjudicator_client.contract.wargame.v1 import protocol_pb2
from adjudicator_client.errors import NotProven
from adjudicator_client.marks import place_of
from adjudicator_client.proof.games import settings_digest
from adjudicator_client.proof.mpint import NotMpint, decode
from adjudicator_client.proof.notes import NoteInvalid, verify_note

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import games_pb2
    from adjudicator_client.proof.records import Record

CHECK: Final = "REGISTRY_MISMATCH"
TERMS: Final = protocol_pb2.OpenGame.DESCRIPTOR
HASH_SIZE: Final = 32
PROOF_MOST: Final = 63
_KEY: Final = re.compile(r"wgregister/1/key\n([^\n]+)\n([^\n]+)\n")
_CHECKPOINT: Final = re.compile(r"([^\n]+)\n(0|[1-9][0-9]{0,15})\n([A-Za-z0-9+/]{43}=)\n(?:[^\n]+\n)*")
_PROOF: Final = re.compile(
    r"c2sp\.org/tlog-proof@v1\n(?:extra [^\n]*\n)?index (0|[1-9][0-9]{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n(.+)",
    re.DOTALL,
)


class Registered(NamedTuple):
    """Where the opening of a game stands: name of the register, number of the leaf, when it was entered, in ms."""

    register: str
    leaf: int
    time: int


class Proven(NamedTuple):
    """What a proof shows: the register's key, the number of the leaf, and the tree that was signed.

    `path` are the hashes that lead from the leaf to the root.
    """

    vkey: str
    place: int
    size: int
    root: bytes
    path: Sequence[bytes]


def verify_registration(log_keys: Sequence[str], given: games_pb2.Registration, genesis: Record) -> Registered:
    """Verify that a register has the opening of this first entry, by a key that a key of the log names.

    Raises NotProven.
    """
    try:
        proven = _proven(log_keys, given)
        time, opening = _read_opening(given.leaf)
    except (NoteInvalid, NotMpint) as fault:
        raise NotProven(CHECK, genesis.game, 1, "a proof that the game stands in a register", str(fault)) from None
    _compare(genesis, opening)
    return Registered(proven.vkey.partition("+")[0], proven.place, time)


def compare_held(
    log_keys: Sequence[str], held: Iterable[games_pb2.Registration], given: games_pb2.Registration, game: bytes
) -> None:
    """Compare a proof that was verified with earlier ones.

    A game stands in one register, with one key; that has one leaf of the game, and one tree, which only grows. Of what
    is held only that counts which a register has signed that a key of the log names.

    Raises NotProven.
    """
    now = _proven(log_keys, given)
    for row in held:
        try:
            before = _proven(log_keys, row)
        except NoteInvalid:
            continue
        if before.vkey != now.vkey:
            raise NotProven(CHECK, game, 1, f"the register {before.vkey} as before", f"another one, {now.vkey}")
        if (before.place, row.leaf) != (now.place, given.leaf):
            expected = f"leaf {before.place} as the register had it before"
            raise NotProven(CHECK, game, 1, expected, f"another leaf, {now.place}")
        if before.size == now.size and before.root != now.root:
            expected = f"the root {before.root.hex()} of {before.size} leaves, as it was signed before"
            raise NotProven(CHECK, game, 1, expected, now.root.hex())
        if (differs := other_leaves(before, now)) is not None:
            first, last, due, found = differs
            expected = f"the hash {due.hex()} of leaves {first} to {last}, as it was signed before"
            raise NotProven(CHECK, game, 1, expected, found.hex())


def other_leaves(before: Proven, now: Proven) -> tuple[int, int, bytes, bytes] | None:
    """Find leaves of two trees, proven for one leaf, that are not the same: the first and last of them, and the hashes.

    A tree only grows: what is full in the smaller one never changes, and every hash of it that is on both paths is
    compared. That is all before the leaf, and behind it what both paths have; the rest takes the tiles.
    """
    size, held = min(before.size, now.size), dict(_beside(before))
    for (level, number), found in _beside(now):
        first, after = number << level, (number + 1) << level
        due = held.get((level, number), found)
        if after <= size and due != found:
            return first, after - 1, due, found
    return None


def _beside(proven: Proven) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Give the hashes beside a path, each with its level in the tree, from 0, and its number there."""
    place, last, level = proven.place, proven.size - 1, 0
    for hashed in proven.path:
        while place == last and place % 2 == 0:  # alone at the edge: it goes up as it is
            place, last, level = place >> 1, last >> 1, level + 1
        yield (level, place ^ 1), hashed
        place, last, level = place >> 1, last >> 1, level + 1


def _proven(log_keys: Sequence[str], given: games_pb2.Registration) -> Proven:
    vkey = _register_key(log_keys, given.key)
    return _verify_proof(vkey, given.leaf, given.proof)


def _register_key(log_keys: Sequence[str], note: str) -> str:
    for line in log_keys:
        try:
            found = _KEY.fullmatch(verify_note(line, note))
        except NoteInvalid:
            continue
        if found is not None and found[2].startswith(f"{found[1]}+"):
            return found[2]
    raise NoteInvalid("no key of a register that a key of the log names")


def _verify_proof(vkey: str, leaf: bytes, text: str) -> Proven:
    found = _PROOF.fullmatch(text)
    if found is None:
        raise NoteInvalid("no proof of a register")
    checkpoint = _CHECKPOINT.fullmatch(verify_note(vkey, found[3]))
    if checkpoint is None or not vkey.startswith(f"{checkpoint[1]}+"):
        raise NoteInvalid("no checkpoint of the register")
    path = [base64.b64decode(line) for line in found[2].splitlines()]
    if any(len(row) != HASH_SIZE for row in path) or len(path) > PROOF_MOST:
        raise NoteInvalid("no path of hashes")
    leaf_hash = hashlib.sha256(b"\0" + leaf).digest()
    proven = Proven(vkey, int(found[1]), int(checkpoint[2]), base64.b64decode(checkpoint[3]), path)
    if not leads_to(leaf_hash, proven.place, proven.size, path, proven.root):
        raise NoteInvalid("a path that does not lead to the root that was signed")
    return proven


def leads_to(hashed: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Tell whether a leaf of this hash stands at a place of the tree of so many leaves (RFC 6962)."""
    place, last = index, size - 1
    if not 0 <= place <= last:
        return False
    for beside in path:
        if last == 0:
            return False
        if place % 2 or place == last:
            hashed = _node(beside, hashed)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            hashed = _node(hashed, beside)
        place, last = place >> 1, last >> 1
    return last == 0 and hashed == root


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def _read_opening(leaf: bytes) -> tuple[int, list[Any]]:
    value = decode(leaf)
    if isinstance(value, list) and len(value) == 3 and value[0] == 1 and isinstance(value[2], list):  # noqa: PLR2004
        kind, *fields = value[2] or [None]
        if kind == "GameOpened" and len(fields) == 9 and isinstance(value[1], int):  # noqa: PLR2004
            return value[1], fields
    raise NotMpint("a leaf that is no opening")


def _compare(genesis: Record, opening: Sequence[Any]) -> None:
    """Compare an opening with the first entry: the game, what it is committed to, its terms and keys."""
    seats = seat_keys(genesis)
    event, labels = _term(genesis, "event"), dict(_term(genesis, "labels") or ())
    due = {
        "game": (genesis.game, opening[0]),
        "commitment": (_term(genesis, "commitment"), opening[1]),
        "digest of the terms": (settings_digest(genesis.values), opening[2]),
        "ruleset": (_term(genesis, "ruleset"), opening[3]),
        "keys of the seats": (seats, opening[4]),
        "event": (event, opening[5]),
        "round": (labels.get("round", "") if event else "", opening[6]),
        "table": (labels.get("table", "") if event else "", opening[7]),
        "game that it takes the place of": (_term(genesis, "restarts"), opening[8]),
    }
    for name, (here, there) in due.items():
        if here != there:
            raise NotProven(CHECK, genesis.game, 1, f"{name} as registered: {_shown(there)}", _shown(here))


def seat_keys(genesis: Record) -> list[list[bytes]]:
    """List the keys of each seat, as the first entry has them."""
    return [list(seat[place_of(protocol_pb2.Seat.DESCRIPTOR, "keys")]) for seat in _term(genesis, "seats")]


def require_own_keys(genesis: Record, seat: int, own: Sequence[bytes], *, signs: bool = True) -> None:
    """Demand that a seat of a new game has keys of its holder alone: with another one moves could be forged.

    The first one of `own` has to be there where the holder `signs` with it.

    Raises NotProven.
    """
    keys = seat_keys(genesis)
    found = keys[seat] if seat < len(keys) else []
    if (signs and own[0] not in found) or not set(found) <= set(own):
        expected = f"seat {seat} with {' '.join(key.hex() for key in own)} and no other key"
        raise NotProven("GENESIS_INVALID", genesis.game, 1, expected, " ".join(key.hex() for key in found) or "none")


def _term(genesis: Record, name: str) -> Any:
    place = place_of(TERMS, name)
    return genesis.values[place] if place < len(genesis.values) else None


def _shown(value: Any) -> str:
    return value.hex() if isinstance(value, bytes) else repr(value)
