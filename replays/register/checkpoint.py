"""Checkpoints as C2SP `tlog-checkpoint` has them, and cosignatures of witnesses (`tlog-cosignature`, version 1)."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from replays import notes
from replays.register.tree import HASH_SIZE

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

COSIGNATURE: Final = b"\x04"
KEY_TITLE: Final = "wgregister/1/key"
_SIZE: Final = re.compile(r"0|[1-9][0-9]{0,15}")
_TIME_SIZE: Final = 8
_LINES: Final = 3


class Checkpoint(Struct, frozen=True):
    """A signed root: name of the register, number of leaves, root, and the note that says so."""

    origin: str
    size: int
    root: bytes
    note: str


def checkpoint_text(origin: str, size: int, root: bytes) -> str:
    """Write what is signed."""
    return f"{origin}\n{size}\n{base64.b64encode(root).decode()}\n"


def sign_checkpoint(key: Ed25519PrivateKey | bytes, origin: str, size: int, root: bytes) -> Checkpoint:
    """Sign a root with the key of a register, whose name is its origin."""
    return Checkpoint(origin, size, root, notes.sign(key, origin, checkpoint_text(origin, size, root)))


def read_checkpoint(vkey: str, note: str) -> Checkpoint:
    """Read a checkpoint that this key has signed; its name is the origin.

    Raises ValueError.
    """
    origin, size, root = read_text(notes.verify(vkey, note))
    if origin != notes.key_of(vkey)[0]:
        raise ValueError(f"a checkpoint of {origin}, signed with the key of {notes.key_of(vkey)[0]}")
    return Checkpoint(origin, size, root, note)


def read_text(text: str) -> tuple[str, int, bytes]:
    """Read origin, size and root of a checkpoint whose signature is checked elsewhere.

    Raises ValueError.
    """
    lines = text.split("\n")
    if len(lines) <= _LINES or not lines[0] or not _SIZE.fullmatch(lines[1]):
        raise ValueError(f"no checkpoint: {text[:200]!r}")
    root = notes.decode_base64(lines[2])
    if len(root) != HASH_SIZE:
        raise ValueError(f"a checkpoint without a root of {HASH_SIZE} bytes")
    return lines[0], int(lines[1]), root


# -- the key of a register, said by the key of the log


def key_text(origin: str, vkey: str) -> str:
    """Write what a log key signs to say which key is that of a register."""
    return f"{KEY_TITLE}\n{origin}\n{vkey}\n"


def read_key_text(text: str) -> tuple[str, str]:
    """Read origin and verification key of a register.

    Raises ValueError.
    """
    lines = text.split("\n")
    if len(lines) != _LINES + 1 or lines[0] != KEY_TITLE or notes.key_of(lines[2])[0] != lines[1]:
        raise ValueError(f"no key of a register: {text[:200]!r}")
    return lines[1], lines[2]


# -- cosignatures


def witness_key(name: str, public: bytes) -> str:
    """Write the verification key of a witness."""
    return notes.verify_key(name, public, COSIGNATURE)


def cosign(key: bytes, name: str, text: str, seconds: int) -> str:
    """Cosign the text of a checkpoint: the line of the signature."""
    return notes.signature_line(key, name, cosigned(text, seconds), COSIGNATURE, seconds.to_bytes(_TIME_SIZE, "big"))


def cosigned(text: str, seconds: int) -> bytes:
    """Write what a witness signs."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def cosignatures(note: str, witnesses: Iterable[str]) -> dict[str, int]:
    """Give the time, in seconds, of each cosignature on a note that holds, by the key of the witness.

    Raises ValueError where the note can not be read.
    """
    text, signatures = notes.split(note)
    found: dict[str, int] = {}
    for vkey in dict.fromkeys(witnesses):
        name, public = notes.key_of(vkey, COSIGNATURE)
        number = notes.key_id(name, public, COSIGNATURE)
        for signer, data in signatures:
            given = data[len(number) :]
            seconds = int.from_bytes(given[:_TIME_SIZE], "big")
            if (signer, data[: len(number)]) != (name, number) or seconds >> 63:
                continue
            if notes.verifies(public, given[_TIME_SIZE:], cosigned(text, seconds)):
                found[vkey] = seconds
    return found


def with_cosignatures(note: str, lines: Iterable[str]) -> str:
    """Add lines of witnesses to a note, each once."""
    there = set(note.splitlines())
    return note + "".join(f"{line}\n" for line in dict.fromkeys(lines) if line not in there)
