"""A register made by hand: leaves, tree, key and a folder as it is served."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays import notes
from replays.register import tiles
from replays.register.checkpoint import Checkpoint, sign_checkpoint, witness_key
from replays.register.proof import write_proof
from replays.register.tree import Tree, leaf_hash

SEED, WITNESS = bytes(range(32)), bytes(range(32, 64))
ORIGIN, WITNESS_NAME = "ref.example.org/log/day/2026-11-24", "witness.example.org"


def public_key(seed: bytes) -> bytes:
    """Give the public half of a seed."""
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


VKEY = notes.verify_key(ORIGIN, public_key(SEED))
WITNESS_KEY = witness_key(WITNESS_NAME, public_key(WITNESS))


class MadeRegister:
    """A register that a test grows."""

    def __init__(self, leaves: Sequence[bytes] = (), origin: str = ORIGIN, seed: bytes = SEED) -> None:
        self.origin, self.seed = origin, seed
        self.vkey = notes.verify_key(origin, public_key(seed))
        self.leaves: list[bytes] = []
        self.tree = Tree()
        self.add(*leaves)

    def add(self, *leaves: bytes) -> int:
        """Add leaves; the size after it."""
        self.leaves += leaves
        for leaf in leaves:
            self.tree.append(leaf_hash(leaf))
        return self.tree.size

    def checkpoint(self, size: int | None = None) -> Checkpoint:
        """Sign a checkpoint."""
        size = self.tree.size if size is None else size
        return sign_checkpoint(self.seed, self.origin, size, self.tree.root(size))

    def proof(self, index: int, size: int | None = None) -> str:
        """Prove a leaf."""
        size = self.tree.size if size is None else size
        return write_proof(index, self.tree.inclusion(index, size), self.checkpoint(size).note)

    def write(self, folder: Path, note: str | None = None) -> Path:
        """Write the folder as it is served."""
        size = self.tree.size
        for path, data in [*tiles.new_tiles(self.tree, 0, size), *tiles.new_bundles(self.leaves, 0, size)]:
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "checkpoint").write_text(self.checkpoint().note if note is None else note)
        return folder


def encoded(data: bytes) -> str:
    """Write bytes as JSON takes them."""
    return base64.b64encode(data).decode()
