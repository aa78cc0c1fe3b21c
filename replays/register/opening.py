"""What a player verifies before contributing: the game stands in the register with the terms that he was told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.protocol.seed import opening_digest
from replays import notes
from replays.register.checkpoint import Checkpoint, read_key_text
from replays.register.leaves import GameOpened, Leaf, read_leaf
from replays.register.proof import Proof, other_leaves, verify_proof
from replays.register.reading import ReadRegister


class Registered(Struct, frozen=True):
    """An opening that is proven to stand in a register."""

    leaf: Leaf
    body: GameOpened
    proof: Proof
    checkpoint: Checkpoint


def read_opening(log_key: str, key_note: str, leaf: bytes, proof: str) -> Registered:
    """Check what proves an opening, from the key of the log on.

    Raises ValueError.
    """
    return read_proven(read_key_text(notes.verify(log_key, key_note))[1], leaf, proof)


def read_proven(vkey: str, leaf: bytes, proof: str) -> Registered:
    """Check what proves an opening, with the key of the register.

    Raises ValueError.
    """
    found, checkpoint = verify_proof(vkey, leaf, proof)
    read = read_leaf(leaf)
    return Registered(read, opening_of(read), found, checkpoint)


def contradicted(found: Registered, register: ReadRegister) -> str:
    """Say how a register is not the one that has signed a proof; empty where it is, and of another register."""
    signed = found.checkpoint
    if signed.origin != register.checkpoint.origin:
        return ""
    if signed.size > register.tree.size:
        return f"{register.tree.size} leaves now, and {signed.size} then"
    if register.tree.root(signed.size) != signed.root:
        return f"another root of its first {signed.size} leaves now: it shows two histories"
    return ""


def other_history(before: Registered, now: Registered) -> str:
    """Say how two proofs of one register, with one key, are not of one tree that only grew; empty where they may be."""
    one, other = before.checkpoint, now.checkpoint
    if (before.proof.index, before.leaf) != (now.proof.index, now.leaf):
        return f"leaf {now.proof.index} with another opening of the game, and not leaf {before.proof.index}"
    if one.size == other.size and one.root != other.root:
        return f"another root of {other.size} leaves"
    differs = other_leaves(before.proof, one.size, now.proof, other.size)
    if differs is not None:
        return f"other leaves {differs[0]} to {differs[1]}: trees of {one.size} and {other.size} leaves"
    return ""


def opening_of(leaf: Leaf) -> GameOpened:
    """Give what a leaf says of an opening.

    Raises ValueError where it is none.
    """
    if not isinstance(leaf.body, GameOpened):
        raise ValueError(f"a leaf {type(leaf.body).__name__}, and no opening")  # noqa: TRY004  (what was given)
    return leaf.body


def check_opening(game: bytes, terms: OpenGame, found: Registered) -> None:
    """Compare an opening with the terms of its game.

    Raises ValueError, whose text names what differs.
    """
    for name, here, there in opening_differences(game, terms, found.body):
        raise ValueError(f"{name} as registered: {shown(there)}; as it was told: {shown(here)}")


def opening_differences(game: bytes, terms: OpenGame, body: GameOpened) -> Iterator[tuple[str, Any, Any]]:
    """Give what differs between terms and opening: its name, as the terms have it and as the register has it."""
    labels = {label.name: label.value for label in terms.labels} if terms.event is not None else {}
    due = {
        "game": (game, body.game),
        "commitment": (terms.commitment, body.commitment),
        "digest of the terms": (opening_digest(terms), body.terms),
        "keys of the seats": (tuple(tuple(seat.keys) for seat in terms.seats), body.keys),
        "event": (terms.event, body.event),
        "round": (labels.get("round", ""), body.round),
        "table": (labels.get("table", ""), body.table),
        "game that it takes the place of": (terms.restarts, body.restarts),
    }
    for name, (here, there) in due.items():
        if here != there:
            yield name, here, there


def shown(value: Any) -> str:
    """Write a value of a leaf for people."""
    return value.hex() if isinstance(value, bytes) else repr(value)
