"""The tree of a register against the definition in RFC 6962, and proofs against those that are altered."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replays.register.tree import (
    EMPTY_ROOT,
    ProofInvalid,
    Tree,
    leaf_hash,
    node_hash,
    verify_consistency,
    verify_inclusion,
)

LEAVES = st.lists(st.binary(max_size=6), max_size=70)


def naive_root(leaves: Sequence[bytes]) -> bytes:
    """The root as the RFC's recursion has it, hash by hash."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return hashlib.sha256(b"\0" + leaves[0]).digest()
    power = 1
    while power * 2 < len(leaves):
        power *= 2
    return hashlib.sha256(b"\1" + naive_root(leaves[:power]) + naive_root(leaves[power:])).digest()


def naive_path(index: int, leaves: Sequence[bytes]) -> list[bytes]:
    """The path of a leaf as the RFC's recursion has it."""
    if len(leaves) == 1:
        return []
    power = 1
    while power * 2 < len(leaves):
        power *= 2
    if index < power:
        return [*naive_path(index, leaves[:power]), naive_root(leaves[power:])]
    return [*naive_path(index - power, leaves[power:]), naive_root(leaves[:power])]


def naive_consistency(old: int, leaves: Sequence[bytes], *, whole: bool = True) -> list[bytes]:
    """The proof of consistency as the RFC's recursion has it."""
    if old == len(leaves):
        return [] if whole else [naive_root(leaves)]
    power = 1
    while power * 2 < len(leaves):
        power *= 2
    if old <= power:
        return [*naive_consistency(old, leaves[:power], whole=whole), naive_root(leaves[power:])]
    return [*naive_consistency(old - power, leaves[power:], whole=False), naive_root(leaves[:power])]


def grown(leaves: Sequence[bytes]) -> Tree:
    return Tree(map(leaf_hash, leaves))


@given(LEAVES, st.data())
def test_roots_and_proofs_are_those_of_the_definition(leaves: list[bytes], data: st.DataObject) -> None:
    """Every root, path and proof of consistency is what RFC 6962 defines, for every size of a tree."""
    tree = grown(leaves)
    size = data.draw(st.integers(0, len(leaves)))
    assert tree.root(size) == naive_root(leaves[:size])
    old = data.draw(st.integers(0, size))
    if old:
        assert tree.consistency(old, size) == naive_consistency(old, leaves[:size])
    if size:
        index = data.draw(st.integers(0, size - 1))
        assert tree.inclusion(index, size) == naive_path(index, leaves[:size])


@given(LEAVES.filter(bool), st.data())
def test_a_leaf_is_proven_at_its_place_and_at_no_other(leaves: list[bytes], data: st.DataObject) -> None:
    """A path proves its own leaf at its own index; another index, size, leaf or hash is refused."""
    tree = grown([bytes([n]) + leaf for n, leaf in enumerate(leaves)])
    index = data.draw(st.integers(0, tree.size - 1))
    hashed, path, root = tree.levels[0][index], tree.inclusion(index, tree.size), tree.root()
    verify_inclusion(hashed, index, tree.size, path, root)
    other = data.draw(st.integers(0, tree.size).filter(lambda n: n != index))
    altered = [*path[:-1], node_hash(root, root)] if path else [root]
    for wrong in (
        (hashed, other, tree.size, path, root),
        (node_hash(hashed, hashed), index, tree.size, path, root),
        (hashed, index, tree.size, altered, root),
        (hashed, index, tree.size, [*path, root], root),
        (hashed, index, tree.size, path, hashed + root[:0] if tree.size > 1 else EMPTY_ROOT),
    ):
        with pytest.raises(ProofInvalid):
            verify_inclusion(*wrong)


@given(LEAVES, st.data())
def test_a_tree_is_proven_to_begin_with_an_earlier_one_alone(leaves: list[bytes], data: st.DataObject) -> None:
    """A proof of consistency holds for the two trees it was made of; of a tree with another leaf none holds."""
    tree = grown(leaves)
    size = data.draw(st.integers(0, tree.size))
    old = data.draw(st.integers(0, size))
    proof = tree.consistency(old, size)
    verify_consistency(old, tree.root(old), size, tree.root(size), proof)
    with pytest.raises(ProofInvalid):
        verify_consistency(old, node_hash(EMPTY_ROOT, EMPTY_ROOT), size, tree.root(size), proof)
    with pytest.raises(ProofInvalid):
        verify_consistency(size + 1, tree.root(size), size, tree.root(size), proof)
    if 0 < old < size:
        other = grown([b"another", *leaves[1:]])
        with pytest.raises(ProofInvalid):
            verify_consistency(old, tree.root(old), size, other.root(size), other.consistency(old, size))
        with pytest.raises(ProofInvalid):
            verify_consistency(old, tree.root(old), size, tree.root(size), [*proof, EMPTY_ROOT])


def test_a_place_that_is_not_there_is_refused() -> None:
    """A tree gives no root and no proof of a size that it has not reached."""
    tree = grown([b"a", b"b"])
    for call in (lambda: tree.root(3), lambda: tree.inclusion(2, 2), lambda: tree.consistency(1, 3)):
        with pytest.raises(ValueError, match="tree of 2 leaves"):
            call()
