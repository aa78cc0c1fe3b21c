"""Hashes and texts of the log `wglog/1`; signatures are made elsewhere."""

from __future__ import annotations

import base64
import hashlib
import hmac
from collections.abc import Sequence
from typing import Final

from adjudicator.kernel.dice.wgdice import require_size
from adjudicator.kernel.record.mpint import encode

GENESIS_PREV: Final = bytes(32)
STATE_EVERY: Final = 16  # entries whose number divides by it hold state hashes, and the last does

_COMMAND: Final = b"wglog/1/cmd\0"
_WARRANT: Final = b"wglog/1/warrant\0"
_ENTRY: Final = b"wglog/1/entry\0"
_SEALED: Final = b"wglog/1/sealed\0"
_STATE: Final = b"wglog/1/state\0"
_HEAD: Final = "wglog/1/head"
_HEAD_LINES: Final = 3
_ID_SIZE: Final = 16
_SALT_SIZE: Final = 32


def entry_hash(record: bytes) -> bytes:
    """Hash an entry's stored bytes: the `prev` of the entry after."""
    return hashlib.sha256(_ENTRY + record).digest()


def sealed_hash(game: bytes, owner: int, part: int, command_id: bytes, salt: bytes, data: bytes) -> bytes:
    """Commit to a sealed part; nobody can pass it off as another owner's."""
    if not len(game) == len(command_id) == _ID_SIZE or len(salt) != _SALT_SIZE:
        require_size(_ID_SIZE, game=game, command_id=command_id)
        require_size(_SALT_SIZE, salt=salt)
    parts = (_SEALED, game, bytes((owner, part)), command_id, salt, data)
    return hashlib.sha256(b"".join(parts)).digest()


def signing_bytes(command: bytes) -> bytes:
    """Give what a command's signature covers: MP-int([game, actor, command])."""
    return _COMMAND + command


def warrant_bytes(scope: bytes, office: str, token: str, keys: Sequence[bytes], number: int) -> bytes:
    """Give what an owner signs to admit an official to a game or to all games of an event, whose id `scope` is."""
    require_size(_ID_SIZE, scope=scope)
    return _WARRANT + encode([scope, office, token, list(keys), number])


def state_hash(tables: bytes) -> bytes:
    """Hash the public part of all tables, given as MP-int."""
    return hashlib.sha256(_STATE + tables).digest()


def full_state_hash(key: bytes, tables: bytes) -> bytes:
    """Hash all tables, given as MP-int, under the key that the reveal opens."""
    require_size(32, key=key)
    return hmac.digest(key, tables, "sha256")


def head_text(game: bytes, size: int, head: bytes) -> str:
    """Write the text of a head: the chain's last hash after `size` entries."""
    require_size(16, game=game)
    require_size(32, head=head)
    if size < 1:
        raise ValueError(f"a head of {size} entries: a log begins with one")
    return f"{_HEAD} {game.hex()}\n{size}\n{base64.b64encode(head).decode()}\n"


def read_head(text: str) -> tuple[bytes, int, bytes]:
    """Read game, size and hash back; ValueError for any other text."""
    lines = text.split("\n")
    try:
        title, size, digest = lines[:_HEAD_LINES]
        head = bytes.fromhex(title[-32:]), int(size), base64.b64decode(digest)
        same = head_text(*head) == text
    except ValueError:
        same = False
    if not same:
        raise ValueError(f"not the three lines of a head: {text!r}")
    return head
