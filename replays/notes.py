"""Signed notes: short texts under Ed25519 signatures, as C2SP writes them."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from replays.small_order import of_small_order

_ED25519: Final = b"\x01"
KEY_ID_SIZE: Final = 4
_KEY_SIZE: Final = 32
_DASH: Final = "\N{EM DASH} "
_MAX_SIGNATURES: Final = 16
_TEXT: Final = re.compile(r"[^\x00-\x09\x0b-\x1f]*\n")


class NoteInvalid(ValueError):
    """A note or key that is not well formed, or not signed by the key."""


class _Key(NamedTuple):
    name: str
    id: bytes
    public: bytes


@lru_cache(maxsize=16)
def _valid_name(name: str) -> bool:
    return bool(name) and not any(c.isspace() or c == "+" or c < " " for c in name)


def _valid_text(text: str) -> bool:
    return _TEXT.fullmatch(text) is not None


def decode_base64(text: str) -> bytes:
    """Decode strictly: one text alone stands for these bytes."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError) as error:
        raise NoteInvalid(f"not base64: {text!r}") from error
    if base64.b64encode(data).decode() != text:
        raise NoteInvalid(f"not the plain base64 of its bytes: {text!r}")
    return data


@lru_cache(maxsize=64)
def key_id(name: str, public: bytes, kind: bytes = _ED25519) -> bytes:
    """Make the four bytes by which a signature names its key; a cosigner's key is of another kind."""
    named = name.encode() + b"\n" + kind + public
    return hashlib.sha256(named).digest()[:KEY_ID_SIZE]


def verify_key(name: str, public: bytes, kind: bytes = _ED25519) -> str:
    """Write a public key of 32 bytes as the line that verifiers keep."""
    if not _valid_name(name) or len(public) != _KEY_SIZE:
        raise NoteInvalid(f"no key for {name!r}: give a name without spaces or plus, and 32 bytes")
    data = base64.b64encode(kind + public).decode()
    return f"{name}+{key_id(name, public, kind).hex()}+{data}"


def key_of(line: str, kind: bytes = _ED25519) -> tuple[str, bytes]:
    """Read name and public key out of a verifier's line."""
    key = _read_key(line, kind)
    return key.name, key.public


def _read_key(line: str, kind: bytes = _ED25519) -> _Key:
    # The base64 part may hold plus signs of its own: only the first two part.
    name, _, rest = line.partition("+")
    number, _, data = rest.partition("+")
    public = decode_base64(data)[1:]
    if len(public) != _KEY_SIZE or verify_key(name, public, kind) != line:
        raise NoteInvalid(f"not an Ed25519 verification key, or its id {number!r} is wrong: {line!r}")
    return _Key(name, key_id(name, public, kind), public)


def sign(key: Ed25519PrivateKey | bytes, name: str, text: str) -> str:
    """Sign a text that ends in a newline; `key` may be given as its 32-byte seed."""
    private = Ed25519PrivateKey.from_private_bytes(key) if isinstance(key, bytes) else key
    return signed_by(private.sign, _public(private), name, text)


def signed_by(signing: Callable[[bytes], bytes], public: bytes, name: str, text: str) -> str:
    """Sign a text that ends in a newline by whatever signs bytes with the private half of a key."""
    if not _valid_name(name) or not _valid_text(text):
        raise NoteInvalid(f"can not sign {text!r} as {name!r}: lines of text, a name in one word")
    return f"{text}\n{_line(name, key_id(name, public) + signing(text.encode()))}\n"


def signature_line(
    key: Ed25519PrivateKey | bytes, name: str, signed: bytes, kind: bytes = _ED25519, before: bytes = b""
) -> str:
    """Write the line of a signature; `before` stands in it between the id of the key and the signature."""
    private = Ed25519PrivateKey.from_private_bytes(key) if isinstance(key, bytes) else key
    return _line(name, key_id(name, _public(private), kind) + before + private.sign(signed))


def _line(name: str, data: bytes) -> str:
    return f"{_DASH}{name} {base64.b64encode(data).decode()}"


@lru_cache(maxsize=16)
def _public(private: Ed25519PrivateKey) -> bytes:
    """Give the public half, derived once for a key that signs many notes."""
    return private.public_key().public_bytes_raw()


def verifies(key: bytes, signature: bytes, data: bytes) -> bool:
    """Tell whether a signature over these bytes is of this public key, 32 bytes; never under a key of small order."""
    if of_small_order(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def verify(line: str, note: str) -> str:
    """Give the text of a note that this key signed; other keys are passed over."""
    key = _read_key(line)
    text, signatures = split(note)
    own = [data[KEY_ID_SIZE:] for name, data in signatures if (name, data[:KEY_ID_SIZE]) == key[:2]]
    if not own:
        raise NoteInvalid(f"no signature of {key.name}+{key.id.hex()} on {text!r}")
    if not all(verifies(key.public, signature, text.encode()) for signature in own):
        raise NoteInvalid(f"the signature of {key.name} does not fit {text!r}")
    return text


def split(note: str) -> tuple[str, list[tuple[str, bytes]]]:
    """Give the text of a note, and name and bytes of each signature; NoteInvalid where it is none."""
    text, blank, tail = note.rpartition("\n\n")
    lines = tail.split("\n")
    if not blank or lines.pop() or not 1 <= len(lines) <= _MAX_SIGNATURES:
        raise NoteInvalid(f"not a text, an empty line and signatures: {note!r}")
    text += "\n"
    if not _valid_text(text):
        raise NoteInvalid(f"control characters in the text of {note!r}")
    return text, [read_signature(line) for line in lines]


def read_signature(line: str) -> tuple[str, bytes]:
    """Read name and bytes of a signature out of its line; NoteInvalid where it is none."""
    name, _, data = line.removeprefix(_DASH).partition(" ")
    signature = decode_base64(data)
    if not line.startswith(_DASH) or not _valid_name(name) or len(signature) <= KEY_ID_SIZE:
        raise NoteInvalid(f"not the line of a signature: {line!r}")
    return name, signature
