"""Refusals that a service has signed: of which command, after which entry, and why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from adjudicator_client.errors import NotProven
from adjudicator_client.proof.ed25519 import verifies
from adjudicator_client.proof.mpint import NotMpint, decode
from adjudicator_client.proof.notes import NoteInvalid, public_of

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import record_pb2

CHECK: Final = "REFUSAL_UNPROVEN"
DOMAIN: Final = b"wglog/1/refusal\0"
KINDS: Final = (int, bytes, int, bytes, int, bytes, list, int)


class Said(NamedTuple):
    """What the answer says beside the signed refusal, and what was refused.

    `command` is the SHA-256 of what the command's signature covers; None where nobody here knows that. `first` is the
    first fault: clause, reason, path.
    """

    game: bytes
    seq: int
    head: bytes
    command: bytes | None
    first: list[str]


def verify_refusal(said: Said, signed: record_pb2.SignedRefusal, log_keys: Sequence[str]) -> None:
    """Verify that a key of the log has signed the refusal of this command, as the answer says it.

    Raises NotProven.
    """

    def check(holds: object, expected: str, found: str) -> None:
        if not holds:
            raise NotProven(CHECK, said.game, said.seq, expected, found)

    check(signed.log_key in log_keys, f"a key of the log: {' '.join(log_keys)}", signed.log_key)
    fits = verifies(_public(signed.log_key), signed.signature, DOMAIN + signed.refusal)
    check(fits, f"a signature of {signed.log_key}", "one that does not fit")
    fields = _fields(signed.refusal)
    check(fields, "a refusal of format 1", "other fields")
    _, game, seq, head, _, command, faults, _ = fields
    check(game == said.game, "a refusal in this game", "one in another")
    check(said.command in (None, command), "a refusal of the command that was given", "one of another")
    there = f"entry {said.seq}, {said.head.hex()}"
    check((seq, head) == (said.seq, said.head), there, f"entry {seq}, {head.hex()}")
    found = faults[0][:3] if faults and isinstance(faults[0], list) else []
    check(found == said.first, " ".join(said.first), " ".join(str(word) for word in found))


def _public(line: str) -> bytes:
    try:
        return public_of(line)
    except NoteInvalid:
        return b""


def _fields(data: bytes) -> list[Any]:
    """Give the fields of a refusal; none where it is not one of format 1."""
    try:
        fields = decode(data)
    except NotMpint:
        return []
    whole = isinstance(fields, list) and len(fields) == len(KINDS) and fields[0] == 1
    return fields if whole and all(isinstance(value, kind) for value, kind in zip(fields, KINDS, strict=True)) else []
