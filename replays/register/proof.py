"""Proofs that stand alone, as C2SP `tlog-proof` has them: a leaf's place, its path, and the checkpoint above it."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from replays import notes
from replays.register.checkpoint import Checkpoint, read_checkpoint, read_key_text
from replays.register.tree import HASH_SIZE, PROOF_MOST, leaf_hash, verify_inclusion

TITLE: Final = "c2sp.org/tlog-proof@v1"
_INDEX: Final = re.compile(r"index (0|[1-9][0-9]{0,15})")


class Proof(Struct, frozen=True):
    """Place of a leaf, the hashes beside its path, and the note of a checkpoint."""

    index: int
    path: tuple[bytes, ...]
    note: str


def write_proof(index: int, path: Sequence[bytes], note: str) -> str:
    """Write a proof."""
    lines = [TITLE, f"index {index}", *(base64.b64encode(hashed).decode() for hashed in path), ""]
    return "\n".join(lines) + "\n" + note


def read_proof(text: str) -> Proof:
    """Read a proof; nothing of it is checked.

    Raises ValueError.
    """
    head, blank, note = text.partition("\n\n")
    lines = head.split("\n")
    if len(lines) > 1 and lines[1].startswith("extra "):
        del lines[1]
    place = _INDEX.fullmatch(lines[1]) if len(lines) > 1 else None
    if lines[0] != TITLE or not blank or place is None or len(lines) > PROOF_MOST + 2:
        raise ValueError(f"no proof of a register: it begins with {TITLE} and an index")
    path = tuple(notes.decode_base64(line) for line in lines[2:])
    if any(len(hashed) != HASH_SIZE for hashed in path):
        raise ValueError(f"a proof with hashes of another size than {HASH_SIZE} bytes")
    return Proof(int(place[1]), path, note)


def verify_proof(vkey: str, leaf: bytes, text: str) -> tuple[Proof, Checkpoint]:
    """Check that a leaf stands in the register of this key, by a checkpoint that it has signed.

    Raises ValueError.
    """
    proof = read_proof(text)
    checkpoint = read_checkpoint(vkey, proof.note)
    verify_inclusion(leaf_hash(leaf), proof.index, checkpoint.size, proof.path, checkpoint.root)
    return proof, checkpoint


def other_leaves(one: Proof, size: int, other: Proof, other_size: int) -> tuple[int, int] | None:
    """Find leaves that two trees have otherwise, by proofs of one leaf in both: the first and last of them.

    A tree only grows: what is full in the smaller one never changes, and every hash of it that stands in both paths is
    compared. That is all before the leaf, and behind it what both have; the rest takes the tiles of the register.
    """
    held = dict(_beside(one, size))
    for (level, number), hashed in _beside(other, other_size):
        first, after = number << level, (number + 1) << level
        if after <= min(size, other_size) and held.get((level, number), hashed) != hashed:
            return first, after - 1
    return None


def _beside(proof: Proof, size: int) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Give the hashes beside a path, each with its level in the tree, from 0, and its number there."""
    place, last, level = proof.index, size - 1, 0
    for hashed in proof.path:
        while place == last and place % 2 == 0:  # alone at the edge: it goes up as it is
            place, last, level = place >> 1, last >> 1, level + 1
        yield (level, place ^ 1), hashed
        place, last, level = place >> 1, last >> 1, level + 1


def verify_registration(log_key: str, key_note: str, leaf: bytes, text: str) -> tuple[Proof, Checkpoint]:
    """Check what a player is given: the register's key, signed by the log's key, and the proof by that key.

    Raises ValueError.
    """
    _, vkey = read_key_text(notes.verify(log_key, key_note))
    return verify_proof(vkey, leaf, text)
