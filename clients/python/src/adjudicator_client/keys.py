"""Keys of seats and officials."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from nacl.bindings import crypto_sign, crypto_sign_seed_keypair

SEED_SIZE = 32
SIGNATURE_SIZE = 64


class Key:
    """An Ed25519 key of a seat or an official. Only its public half is ever shown or sent."""

    def __init__(self, seed: bytes) -> None:
        """`seed` is the secret, 32 bytes.

        Raises ValueError for another size.
        """
        self.public, self._private = crypto_sign_seed_keypair(seed)

    @classmethod
    def new(cls) -> Key:
        """Make a new one."""
        return cls(secrets.token_bytes(SEED_SIZE))

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
            file.write(self._private[:SEED_SIZE].hex() + "\n")

    def sign(self, data: bytes) -> bytes:
        """Sign bytes."""
        return crypto_sign(data, self._private)[:SIGNATURE_SIZE]

    def __repr__(self) -> str:
        """Show the public half."""
        return f"Key({self.public.hex()})"


@dataclass(frozen=True)
class Seat:
    """A seat in the terms of a new game; `bot` says that a program plays it. Without a key it gets a new one."""

    name: str
    key: Key | None = None
    bot: bool = False
