"""Signed heads: C2SP signed notes under Ed25519 keys, and keys that hand on to the next."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from adjudicator_client.errors import NotProven
from adjudicator_client.proof.ed25519 import verifies

_LINE: Final = re.compile("— ([^+ ]+) ([A-Za-z0-9+/=]+)")
_VERIFIER: Final = re.compile(r"([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")
_HEAD: Final = re.compile(r"wglog/1/head ([0-9a-f]{32})\n([1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n")
_STATEMENT: Final = re.compile(
    r"wglog/1/statement ([0-9a-f]{32})\n([0-9]{1,3})\n([1-9][0-9]{0,14})\n([A-Za-z0-9+/]{43}=)\n"
)
_CHANGE: Final = re.compile(r"wglog/1/key\n([^\n]+)\n([^\n]+)\n")
_ED25519: Final = 1
_KEY_SIZE: Final = 33  # with the byte of its kind
# of a note: others could sign beneath it without end, and wallets keep it whole
SIGNATURES_MOST: Final = 16
NOTE_MOST: Final = 8_192


class NoteInvalid(ValueError):
    """A note or a key that is not well formed, or not signed by the key."""


class Head(NamedTuple):
    """What a signed head says: a game's log has so many entries, and the last of them has this hash."""

    game: bytes
    size: int
    hash: bytes


def verify_note(line: str, note: str) -> str:
    """Give the text of a note that this verification key has signed; signatures of other keys are passed over.

    Raises NoteInvalid.
    """
    name, number, public = _read_key(line)
    text, blank, tail = note.rpartition("\n\n")
    rows = tail.split("\n")
    if not blank or rows.pop():
        raise NoteInvalid("not a text, an empty line and signatures")
    if len(rows) > SIGNATURES_MOST or len(note) > NOTE_MOST:
        raise NoteInvalid(f"more than {SIGNATURES_MOST} signatures, or {NOTE_MOST} characters")
    text += "\n"
    own = 0
    for row in rows:
        found = _LINE.fullmatch(row)
        if found is None:
            raise NoteInvalid(f"not the line of a signature: {row!r}")
        data = _unbase64(found[2])
        if (found[1], data[:4]) == (name, number):
            own += 1
            if not verifies(public, data[4:], text.encode()):
                raise NoteInvalid(f"the signature of {name} does not fit")
    if not own:
        raise NoteInvalid(f"no signature of {name}+{number.hex()}")
    return text


def strange_head(keys: Sequence[str], note: str) -> Head | None:
    """Give the head of a note that is signed, but with none of these keys; nobody can verify it yet.

    None for what is no such note: one that bears the name of a known key, and does not verify, is forged.
    """
    text, blank, tail = note.rpartition("\n\n")
    found = [_LINE.fullmatch(row) for row in tail.removesuffix("\n").split("\n")]
    if not blank or len(found) > SIGNATURES_MOST or len(note) > NOTE_MOST:
        return None
    known = [_read_key(line)[:2] for line in keys]
    try:
        if any(row is None or (row[1], _unbase64(row[2])[:4]) in known for row in found):
            return None
        return read_head(text + "\n")
    except NoteInvalid:
        return None


def read_head(text: str) -> Head:
    """Read the three lines of a head.

    Raises NoteInvalid.
    """
    found = _HEAD.fullmatch(text)
    if found is None:
        raise NoteInvalid("not the three lines of a head")
    return Head(bytes.fromhex(found[1]), int(found[2]), _unbase64(found[3]))


def verify_head(keys: Sequence[str], note: str) -> Head:
    """Give the head that one of these keys has signed.

    Raises NoteInvalid.
    """
    fault = NoteInvalid("no key")
    for line in keys:
        try:
            return read_head(verify_note(line, note))
        except NoteInvalid as error:
            fault = error
    raise fault


def handed_on(line: str, changes: Iterable[str]) -> list[str]:
    """List the keys to which this one has handed on, itself first; notes of other keys are passed over."""
    keys = [line]
    for note in changes:
        found = _CHANGE.match(note)
        if found is None or found[1] != keys[-1]:
            continue
        try:
            texts = {verify_note(key, note) for key in (found[1], found[2])}
        except NoteInvalid:
            continue
        if texts == {found[0]}:
            keys.append(found[2])
    return keys


def statement_text(game: bytes, seat: int, size: int, head: bytes) -> str:
    """Write what a seat signs to state the last entry that it has seen: title and game, seat, size, hash."""
    return f"wglog/1/statement {game.hex()}\n{seat}\n{size}\n{base64.b64encode(head).decode()}\n"


class Statement(NamedTuple):
    """A head that a seat states to have seen; `note` is the whole, with its signature."""

    game: bytes
    seat: int
    size: int
    hash: bytes
    note: str


def read_statement(note: str) -> Statement:
    """Read a statement; whose it is has still to be verified.

    Raises NoteInvalid.
    """
    found = _STATEMENT.match(note)
    if found is None:
        raise NoteInvalid("not the four lines of a statement")
    return Statement(bytes.fromhex(found[1]), int(found[2]), int(found[3]), _unbase64(found[4]), note)


def verify_statement(statement: Statement, game: bytes, publics: Iterable[bytes]) -> None:
    """Verify that a statement is of this game, and signed with one of the keys of its seat.

    Raises NotProven.
    """
    seat, size = statement.seat, statement.size
    for public in publics:
        try:
            text = verify_note(_verify_key(f"seat-{seat}", public), statement.note)
        except NoteInvalid:
            continue
        if text == statement_text(game, seat, size, statement.hash):
            return
    raise NotProven("STATEMENT_UNPROVEN", game, size, f"a statement of this game by seat {seat}", "another")


def _verify_key(name: str, public: bytes) -> str:
    number = hashlib.sha256(name.encode() + b"\n" + bytes([_ED25519]) + public).digest()[:4]
    return f"{name}+{number.hex()}+{base64.b64encode(bytes([_ED25519]) + public).decode()}"


def sign_note(name: str, public: bytes, sign: Callable[[bytes], bytes], text: str) -> str:
    """Sign a text, which ends in a newline, with the Ed25519 key of these 32 public bytes."""
    named = bytes([_ED25519]) + public
    number = hashlib.sha256(f"{name}\n".encode() + named).digest()[:4]
    return f"{text}\n— {name} {base64.b64encode(number + sign(text.encode())).decode()}\n"


def public_of(line: str) -> bytes:
    """Give the public key in a verification key.

    Raises NoteInvalid.
    """
    return _read_key(line)[2]


def _read_key(line: str) -> tuple[str, bytes, bytes]:
    found = _VERIFIER.fullmatch(line)
    if found is None:
        raise NoteInvalid("not a verification key: NAME+ID+KEY")
    data = _unbase64(found[3])
    number = hashlib.sha256(f"{found[1]}\n".encode() + data).digest()[:4]
    if len(data) != _KEY_SIZE or data[0] != _ED25519 or number.hex() != found[2]:
        raise NoteInvalid("not an Ed25519 verification key, or its id is wrong")
    return found[1], number, data[1:]


def _unbase64(text: str) -> bytes:
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        data = b""
    if base64.b64encode(data).decode() != text:
        raise NoteInvalid(f"not the plain base64 of its bytes: {text!r}")
    return data
