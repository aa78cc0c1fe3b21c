"""The Merkle tree of RFC 6962: roots, inclusion proofs and consistency proofs, made and verified."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

HASH_SIZE: Final = 32
EMPTY_ROOT: Final = hashlib.sha256(b"").digest()
# A proof in a tree of any size that can be counted has no more hashes.
PROOF_MOST: Final = 63


class ProofInvalid(ValueError):
    """A proof that does not lead to the root that it is for."""


def leaf_hash(leaf: bytes) -> bytes:
    """Hash a leaf."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash what stands above two hashes."""
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that only grows. `levels[h]` holds the hashes of its whole subtrees of 2^h leaves, from the left."""

    def __init__(self, hashes: Iterable[bytes] = ()) -> None:
        """Begin with these hashes of leaves."""
        self.levels: list[list[bytes]] = [[]]
        for given in hashes:
            self.append(given)

    @property
    def size(self) -> int:
        """Number of leaves."""
        return len(self.levels[0])

    def append(self, hashed: bytes) -> None:
        """Add the hash of a leaf."""
        for level in self.levels:
            level.append(hashed)
            if len(level) % 2:
                return
            hashed = node_hash(level[-2], level[-1])
        self.levels.append([hashed])

    def root(self, size: int | None = None) -> bytes:
        """Give the root of the first `size` leaves, of all where none is named."""
        size = self.size if size is None else size
        self._require(0 <= size <= self.size, size)
        return self._subtree(0, size) if size else EMPTY_ROOT

    def inclusion(self, index: int, size: int) -> list[bytes]:
        """Prove that a leaf stands among the first `size`: the hashes beside its path, from below."""
        self._require(0 <= index < size <= self.size, size)
        path: list[bytes] = []
        first, last = 0, size
        while last - first > 1:
            middle = first + _split(last - first)
            if index < middle:
                path.append(self._subtree(middle, last))
                last = middle
            else:
                path.append(self._subtree(first, middle))
                first = middle
        return path[::-1]

    def consistency(self, old: int, size: int) -> list[bytes]:
        """Prove that the tree of `size` leaves begins with that of `old`."""
        self._require(0 <= old <= size <= self.size, size)
        if old in {0, size}:
            return []
        path: list[bytes] = []
        first, last, whole = 0, size, True
        while old != last:
            middle = first + _split(last - first)
            if old <= middle:
                path.append(self._subtree(middle, last))
                last = middle
            else:
                path.append(self._subtree(first, middle))
                first, whole = middle, False
        if not whole:
            path.append(self._subtree(first, last))
        return path[::-1]

    def _require(self, fits: bool, size: int) -> None:
        if not fits:
            raise ValueError(f"no such place in a tree of {self.size} leaves, or none of size {size}")

    def _subtree(self, first: int, last: int) -> bytes:
        """Hash the leaves from `first` to before `last`, which begin where a subtree of that size may."""
        count = last - first
        if count & (count - 1) == 0:
            height = count.bit_length() - 1
            return self.levels[height][first >> height]
        middle = first + _split(count)
        return node_hash(self._subtree(first, middle), self._subtree(middle, last))


def _split(count: int) -> int:
    """Give the largest power of two below a count of at least two."""
    return 1 << (count - 1).bit_length() - 1


def verify_inclusion(hashed: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> None:
    """Check that the leaf of this hash stands at `index` of the tree.

    Raises ProofInvalid.
    """
    if not 0 <= index < size:
        raise ProofInvalid(f"leaf {index} of a tree of {size} leaves: there is none")
    place, last = index, size - 1
    for beside in path:
        if last == 0:
            raise ProofInvalid("more hashes than the path has")
        if place % 2 or place == last:
            hashed = node_hash(beside, hashed)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            hashed = node_hash(hashed, beside)
        place, last = place >> 1, last >> 1
    if last or hashed != root:
        raise ProofInvalid(f"leaf {index} is not proven to stand in the tree of {size} leaves")


def verify_consistency(old: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> None:
    """Check that the tree of `size` leaves begins with that of `old`.

    Raises ProofInvalid.
    """
    if not 0 <= old <= size:
        raise ProofInvalid(f"a tree of {size} leaves can not begin with one of {old}")
    if old in {0, size}:
        known = old_root == (EMPTY_ROOT if old == 0 else root)
        if path or not known:
            raise ProofInvalid(f"the trees of {old} and of {size} leaves are not proven to be one")
        return
    hashes = [old_root, *path] if old & (old - 1) == 0 else list(path)
    if not hashes:
        raise ProofInvalid("the proof has no hashes")
    place, last = old - 1, size - 1
    while place % 2:
        place, last = place >> 1, last >> 1
    before = after = hashes[0]
    for beside in hashes[1:]:
        if last == 0:
            raise ProofInvalid("more hashes than the path has")
        if place % 2 or place == last:
            before, after = node_hash(beside, before), node_hash(beside, after)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            after = node_hash(after, beside)
        place, last = place >> 1, last >> 1
    if last or (before, after) != (old_root, root):
        raise ProofInvalid(f"the tree of {size} leaves is not proven to begin with that of {old}")
