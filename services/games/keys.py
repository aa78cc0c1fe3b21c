"""The keys of a deployment: the master secret of all dice and tokens, and the key that signs heads."""

from __future__ import annotations

import hmac
import os
import secrets
import stat
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adjudicator.kernel.dice import wgdice
from replays import notes

MASTER_FILE: Final = "master.secret"
LOG_FILE: Final = "log.key"
SIZE: Final = 32


class KeyFault(Exception):
    """A key file that can not be trusted."""


class Keys:
    """Master secret and log key; `test_seeds` holds the seeds of test games by game."""

    def __init__(self, master: bytes, log_seed: bytes, name: str) -> None:
        if master in wgdice.WELL_KNOWN_SECRETS:
            raise KeyFault("the master secret is a published test value: remove the file to get a fresh one")
        self._master = master
        self.log_key = Ed25519PrivateKey.from_private_bytes(log_seed)
        self.log_name = name
        self.verification_key = notes.verify_key(name, self.log_key.public_key().public_bytes_raw())
        self.test_seeds: dict[bytes, bytes] = {}

    @property
    def master_id(self) -> str:
        """Id of the master secret, from which the secret can not be computed."""
        return self.derive("key id")[:6].hex()

    def secret_of(self, game: bytes) -> bytes:
        """Derive a game's dice secret."""
        return wgdice.derive_secret(self.test_seeds.get(game, self._master), game)

    def derive(self, purpose: str, *parts: bytes) -> bytes:
        """Derive 32 bytes for another purpose than dice; parts but the last are of fixed length."""
        return hmac.digest(self._master, b"".join((f"adjudicator/1/{purpose}\0".encode(), *parts)), "sha256")


def seeded_game(seed: bytes) -> bytes:
    """Id of the game that is played from a seed."""
    return hmac.digest(seed, b"adjudicator/1/test game\0", "sha256")[:16]


def load_keys(folder: Path, name: str) -> Keys:
    """Read the keys of a data folder, made at first start.

    Raises KeyFault where the folder or a file is open to others, or a file is of another size.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    require_private(folder)
    master, log = (read_or_make(folder / file, secrets.token_bytes(SIZE)) for file in (MASTER_FILE, LOG_FILE))
    for file, key in ((MASTER_FILE, master), (LOG_FILE, log)):
        if len(key) != SIZE:
            raise KeyFault(f"{folder / file} has {len(key)} bytes and must have {SIZE}: restore it from a copy")
    return Keys(master, log, name)


def require_private(folder: Path) -> None:
    """Refuse a folder that others can look into or write to: it holds keys, tokens and the hidden orders of games.

    Raises KeyFault.
    """
    status = folder.stat()
    if status.st_mode & 0o077 or status.st_uid != os.geteuid():
        raise KeyFault(f"{folder} must be a folder of our own that nobody else may read: chmod 700 it")


def read_or_make(path: Path, content: bytes) -> bytes:
    """Read a private file, or make it with this content; the first of two processes wins.

    Raises KeyFault where others may read it.
    """
    if not path.exists():
        _make(path, content)
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid != os.geteuid():
        raise KeyFault(f"{path} must be a file of our own that nobody else may read: chmod 600 it")
    return path.read_bytes()


def _make(path: Path, content: bytes) -> None:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(file, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        path.hardlink_to(draft)
    except FileExistsError:
        return
    finally:
        draft.unlink()
