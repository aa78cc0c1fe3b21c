"""The keys of a deployment: the master secret of all dice and tokens, and the keys that sign heads."""

from __future__ import annotations

import fcntl
import hmac
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adjudicator.kernel.dice import wgdice
from replays import key_changes, notes
from services.ed25519 import Signer

MASTER_FILE: Final = "master.secret"
LOG_FILE: Final = "log.key"
# Keys that are or were in use, each under its id, and the notes by which one hands on to the next.
LOG_KEYS_FOLDER: Final = "log-keys"
CHANGES_FILE: Final = "changes.txt"
SIZE: Final = 32
_ID_SIZE: Final = 16
# What the seal of notes of signed heads is derived for.
NOTES_KEY: Final = "head note"


class KeyFault(Exception):
    """A key file that can not be trusted."""


class RotatedMeanwhile(Exception):
    """The log key is another than the one that was to be replaced."""


class Keys:
    """Master secret and log keys; `test_seeds` holds the seeds of test games by game."""

    def __init__(self, master: bytes, log_seed: bytes, name: str, folder: Path | None = None) -> None:
        if master in wgdice.WELL_KNOWN_SECRETS:
            raise KeyFault("the master secret is a published test value: remove the file to get a fresh one")
        self._master = master
        self._folder = folder
        self._seen: tuple[int, int] | None = None
        self.log_name = name
        self.changes: tuple[str, ...] = ()
        self._private: dict[str, Ed25519PrivateKey] = {}  # as those take them who write changes of keys
        self._signers: dict[str, Signer] = {}
        self.verification_key = self._add(log_seed, name)
        self.test_seeds: dict[bytes, bytes] = {}
        self.refresh()

    @property
    def master_id(self) -> str:
        """Id of the master secret, from which the secret can not be computed."""
        return self.derive("key id")[:6].hex()

    @property
    def log_key(self) -> Ed25519PrivateKey:
        """The key that new games are signed with."""
        return self._private[self.verification_key]

    @property
    def verification_keys(self) -> list[str]:
        """Every key that heads of this deployment were signed with, as far as it is known, the present one last."""
        self.refresh()
        earlier = [key_changes.read(change)[0] for change in self.changes]
        return [
            *dict.fromkeys(key for key in (*earlier, *self._signers) if key != self.verification_key),
            self.verification_key,
        ]

    def secret_of(self, game: bytes) -> bytes:
        """Derive a game's dice secret."""
        return wgdice.derive_secret(self.test_seeds.get(game, self._master), game)

    def derive(self, purpose: str, *parts: bytes) -> bytes:
        """Derive 32 bytes for another purpose than dice; parts but the last are of fixed length."""
        return hmac.digest(self._master, b"".join((f"adjudicator/1/{purpose}\0".encode(), *parts)), "sha256")

    # -- log keys

    def can_sign(self, key: str) -> bool:
        """Whether the private half of a verification key is here; one that another process has made is read."""
        if key not in self._signers:
            self.refresh()
        return key in self._signers

    def sign(self, text: str, key: str = "") -> str:
        """Sign a text as a note, with the present key unless another is named; KeyError where that is not here."""
        key = key or self.verification_key
        signer = self._signers[key]
        return notes.signed_by(signer.sign, signer.public, notes.key_of(key)[0], text)

    def sign_bytes(self, data: bytes, key: str = "") -> bytes:
        """Sign bytes with the present key, or the one named; KeyError where that is not here."""
        return self._signers[key or self.verification_key].sign(data)

    def changes_from(self, key: str) -> tuple[str, ...]:
        """Give the notes that lead from an earlier key to the present one, none where none do."""
        places = [place for place, change in enumerate(self.changes) if key_changes.read(change)[0] == key]
        found = self.changes[places[-1] :] if places else ()
        if len(found) > key_changes.CHANGES_MOST:
            found = self._shortened(found)
        return found if key_changes.lead(key, self.verification_key, found) else ()

    def _shortened(self, changes: tuple[str, ...]) -> tuple[str, ...]:
        """Let the first key of a long chain that is still here hand on to the present one at once."""
        for place, change in enumerate(changes):
            before = key_changes.read(change)[0]
            if before in self._private:
                last = key_changes.write(before, self.verification_key, self._private[before], self.log_key)
                return (*changes[:place], last)
        return changes

    def refresh(self) -> None:
        """Read the log keys again where they were changed.

        Raises KeyFault where a file of theirs is open to others or can not be read.
        """
        path = self._folder / LOG_KEYS_FOLDER / CHANGES_FILE if self._folder else None
        if path is None or not path.exists():
            return
        status = path.stat()
        if self._seen == (status.st_mtime_ns, status.st_ino):
            return
        self.changes = _read_changes(path)
        for change in self.changes:
            for key in key_changes.read(change):
                self._load(key)
            before, after = key_changes.read(change)
            # a rotation is done once its note is written; the file log.key follows
            if before == self.verification_key and after in self._signers:
                self.verification_key = after
        self._seen = status.st_mtime_ns, status.st_ino

    def rotate(self, expected: str) -> str:
        """Replace the log key, and give the note by which it hands on to the new one; old heads stay good.

        Raises RotatedMeanwhile where the present key is not `expected`, KeyFault.
        """
        if self._folder is None:
            raise KeyFault("these keys have no folder: start the service with a data folder")
        folder = self._folder / LOG_KEYS_FOLDER
        folder.mkdir(mode=0o700, exist_ok=True)
        with locked(folder):
            self.refresh()
            if self.verification_key != expected:
                raise RotatedMeanwhile(self.verification_key)
            seed, before = secrets.token_bytes(SIZE), self.verification_key
            key = Ed25519PrivateKey.from_private_bytes(seed)
            after = notes.verify_key(self.log_name, key.public_key().public_bytes_raw())
            change = key_changes.write(before, after, self.log_key, key)
            old = self.log_key.private_bytes_raw()
            for name, content in ((before, old), (after, seed)):
                if not (folder / _file_of(name)).exists():
                    _make(folder / _file_of(name), content)
            _replace(folder / CHANGES_FILE, _packed((*self.changes, change)))
            self.refresh()
            _replace(self._folder / LOG_FILE, seed)
            return change

    def _add(self, seed: bytes, name: str) -> str:
        signer = Signer(seed)
        key = notes.verify_key(name, signer.public)
        self._private[key], self._signers[key] = Ed25519PrivateKey.from_private_bytes(seed), signer
        return key

    def _load(self, key: str) -> None:
        """Read the private half of a key, where it is kept."""
        path = (self._folder or Path()) / LOG_KEYS_FOLDER / _file_of(key)
        if key in self._signers or not path.exists():
            return
        if self._add(_sized(path, _private(path)), notes.key_of(key)[0]) != key:
            raise KeyFault(f"{path} is not the private half of {key}: restore it from a copy, or remove it")


def seeded_game(seed: bytes) -> bytes:
    """Id of the game that is played from a seed."""
    return hmac.digest(seed, b"adjudicator/1/test game\0", "sha256")[:16]


def read_id(name: str) -> bytes:
    """Read the hexadecimal id of a game; ValueError."""
    game = bytes.fromhex(name)
    if game.hex() != name or len(game) != _ID_SIZE:
        raise ValueError(f"{name!r} is no id of a game")
    return game


def read_seed(name: str, seed: bytes) -> tuple[bytes, bytes]:
    """Give the test game that a stored seed is of, by its hexadecimal id, and the seed.

    Raises ValueError where the name is no id, or the seed has another size or is of another game.
    """
    game = read_id(name)
    if len(seed) != SIZE:
        raise ValueError(f"a seed of {len(seed)} bytes, not {SIZE}")
    if seeded_game(seed) != game:
        raise ValueError("it is the seed of another game")
    return game, seed


def load_keys(folder: Path, name: str) -> Keys:
    """Read the keys of a data folder, made at first start.

    Raises KeyFault where the folder or a file is open to others, or a file is of another size.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    require_private(folder)
    master, log = (
        _sized(folder / file, read_or_make(folder / file, secrets.token_bytes(SIZE)))
        for file in (MASTER_FILE, LOG_FILE)
    )
    return Keys(master, log, name, folder)


def existing_keys(folder: Path, name: str) -> Keys:
    """Read the keys of a data folder that a service has made; none are made, whatever is missing.

    Raises KeyFault where there are none, and as load_keys does.
    """
    missing = [file for file in (MASTER_FILE, LOG_FILE) if not (folder / file).exists()]
    if missing:
        lost = "; where it is lost for ever, the next start of the service makes a new one"
        way = f"bring it from a backup with keys{lost}" if missing == [LOG_FILE] else "name the data folder by --data"
        raise KeyFault(f"{folder} has no {' and no '.join(missing)}: {way}")
    return load_keys(folder, name)


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
    return _private(path)


def _private(path: Path) -> bytes:
    status = path.lstat()
    if not stat.S_ISREG(status.st_mode) or status.st_mode & 0o077 or status.st_uid != os.geteuid():
        raise KeyFault(f"{path} must be a file of our own that nobody else may read: chmod 600 it")
    return path.read_bytes()


def _sized(path: Path, key: bytes) -> bytes:
    if len(key) != SIZE:
        raise KeyFault(f"{path} has {len(key)} bytes and must have {SIZE}: restore it from a copy")
    return key


def _make(path: Path, content: bytes) -> None:
    draft = _drafted(path, content)
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        return
    finally:
        draft.unlink()


def _replace(path: Path, content: bytes) -> None:
    _drafted(path, content).replace(path)


def _drafted(path: Path, content: bytes) -> Path:
    draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    file = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(file, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    return draft


def _file_of(key: str) -> str:
    return f"{key.split('+')[1]}.key"


def _packed(changes: tuple[str, ...]) -> bytes:
    return "\0".join(changes).encode()


def _read_changes(path: Path) -> tuple[str, ...]:
    try:
        changes = tuple(_private(path).decode().split("\0"))
        for change in changes:
            key_changes.read(change)
    except ValueError as fault:
        raise KeyFault(f"{path} holds no changes of log keys ({fault}): restore it from a copy") from fault
    return changes


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold a folder against other processes."""
    lock = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)
