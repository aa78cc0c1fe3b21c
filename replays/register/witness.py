"""The protocol of witnesses (C2SP `tlog-witness`): requests, answers, and what a witness checks before it cosigns."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from replays import notes
from replays.register.checkpoint import Checkpoint, read_text
from replays.register.tree import PROOF_MOST, ProofInvalid, verify_consistency

PATH: Final = "/add-checkpoint"
SIZE_TYPE: Final = "text/x.tlog.size"
REQUEST_MOST: Final = 16 * 1024
_OLD: Final = re.compile(r"old (0|[1-9][0-9]{0,15})")
_OK, _BAD, _FORBIDDEN, _UNKNOWN, _CONFLICT, _UNPROVEN = 200, 400, 403, 404, 409, 422


class Refused(Exception):
    """A witness does not cosign: `status` of HTTP, and the size that it knows where that is another."""

    def __init__(self, status: int, text: str, size: int | None = None) -> None:
        """Say why."""
        super().__init__(text)
        self.status = status
        self.size = size


class Request(Struct, frozen=True):
    """A checkpoint that is brought to a witness, with the proof that it goes on from the one of size `old`."""

    old: int
    proof: tuple[bytes, ...]
    note: str


class Known(Struct, frozen=True):
    """The latest checkpoint of a register that a witness has cosigned."""

    size: int
    root: bytes


def write_request(old: int, proof: Sequence[bytes], note: str) -> bytes:
    """Write the body of a request."""
    lines = [f"old {old}", *(base64.b64encode(hashed).decode() for hashed in proof), "", note]
    return "\n".join(lines).encode()


def read_request(data: bytes) -> Request:
    """Read the body of a request.

    Raises Refused.
    """
    try:
        head, blank, note = data.decode().partition("\n\n")
        first, *lines = head.split("\n")
        old = _OLD.fullmatch(first)
        if not blank or old is None or len(lines) > PROOF_MOST:
            raise Refused(_BAD, "no request: a line `old SIZE`, hashes, an empty line and a checkpoint")
        return Request(int(old[1]), tuple(map(notes.decode_base64, lines)), note)
    except ValueError as fault:
        raise Refused(_BAD, str(fault)) from fault


def origin_of(request: Request) -> str:
    """Give the register that a checkpoint says it is of.

    Raises Refused.
    """
    try:
        return read_text(notes.split(request.note)[0])[0]
    except ValueError as fault:
        raise Refused(_BAD, str(fault)) from fault


def check_request(request: Request, vkey: str | None, known: Known) -> Checkpoint:
    """Check that a checkpoint is signed by the register's key and goes on from what is `known` of it.

    Raises Refused.
    """
    if vkey is None:
        raise Refused(_UNKNOWN, f"no register of origin {origin_of(request)} is known here")
    try:
        origin, size, root = read_text(notes.verify(vkey, request.note))
    except ValueError as fault:
        raise Refused(_FORBIDDEN, str(fault)) from fault
    if request.old > size:
        raise Refused(_BAD, f"the old size {request.old} is above the size {size}")
    if request.old != known.size:
        raise Refused(_CONFLICT, f"the size known here is {known.size}", known.size)
    if request.old == size and size and root != known.root:
        raise Refused(_CONFLICT, f"another root of size {size} is known here: the register shows two histories")
    try:
        verify_consistency(known.size, known.root, size, root, request.proof)
    except ProofInvalid as fault:
        raise Refused(_UNPROVEN, str(fault)) from fault
    return Checkpoint(origin, size, root, request.note)
