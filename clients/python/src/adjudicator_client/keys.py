"""Keys of seats and officials."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

SEED_SIZE = 32


class Key:
    """An Ed25519 key of a seat or an official. Only its public half is ever shown or sent."""

    def __init__(self, seed: bytes) -> None:
        """`seed` is the secret, 32 bytes."""
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._private.public_key().public_bytes_raw()

    @classmethod
    def new(cls) -> Key:
        """Make a new one."""
        return cls(Ed25519PrivateKey.generate().private_bytes_raw())

    @classmethod
    def load(cls, path: Path | str) -> Key:
        """Load one that was saved.

        Raises OSError, ValueError.
        """
        seed = bytes.fromhex(Path(path).read_text(encoding="ascii"))
        if len(seed) != SEED_SIZE:
            raise ValueError(f"{path} holds {len(seed)} bytes: a key has {SEED_SIZE}, written in hex")
        return cls(seed)

    def save(self, path: Path | str) -> None:
        """Save it in a new file that nobody else may read.

        Raises FileExistsError: a key is never written over.
        """
        number = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(number, "w", encoding="ascii") as file:
            file.write(self._private.private_bytes_raw().hex() + "\n")

    def sign(self, data: bytes) -> bytes:
        """Sign bytes."""
        return self._private.sign(data)

    def __repr__(self) -> str:
        """Show the public half."""
        return f"Key({self.public.hex()})"


@dataclass(frozen=True)
class Seat:
    """A seat in the terms of a new game; `bot` says that a program plays it. Without a key it gets a new one."""

    name: str
    key: Key | None = None
    bot: bool = False
