"""Lines of a wallet as they are read: each of a known kind is as docs/wallet-format.md has it.

What is refused may be secret still, so that no text of an error repeats a part of it.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from adjudicator_client.proof.mpint import NotMpint, decode

ACTOR_FIELDS: Final = 3
COMMAND_FIELDS: Final = 4
WHOLE_FIELDS: Final = 3
_DIGITS: Final = re.compile("(?:[0-9a-f]{2})*")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _based(value: Any) -> bool:
    if not isinstance(value, str):
        return False
    try:
        data = base64.b64decode(value, validate=True)
    except ValueError:
        return False
    return base64.b64encode(data).decode() == value


def _hex(*sizes: int) -> Callable[[Any], bool]:
    def fits(value: Any) -> bool:
        return isinstance(value, str) and bool(_DIGITS.fullmatch(value)) and len(value) // 2 in sizes

    return fits


def _count(least: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and value >= least


def _command(value: Any) -> bool:
    """Tell whether this is a command as it is signed: game, actor, and id, head, fields and seal."""
    if not _based(value):
        return False
    try:
        whole = decode(base64.b64decode(value))
    except NotMpint:
        return False
    if not isinstance(whole, list) or len(whole) != WHOLE_FIELDS:
        return False
    _, actor, row = whole
    lists = isinstance(actor, list) and isinstance(row, list)
    if not lists or (len(actor), len(row)) != (ACTOR_FIELDS, COMMAND_FIELDS):
        return False
    return isinstance(row[0], bytes) and isinstance(row[2], list) and bool(row[2]) and isinstance(row[2][0], str)


HASH: Final = _hex(32)
KINDS: Final[Mapping[str, Mapping[str, Callable[[Any], bool]]]] = {
    "log_key": {"key": _text},
    "seat": {"seat": _count(0), "token_id": _text, "key": _hex(0, 32)},
    "player": {"seat": _count(0), "key": HASH},
    "opening": {"commitment": HASH},
    "contribution": {"seat": _count(0), "contribution": HASH, "commitment": HASH},
    "command": {"command": _command, "signature": _hex(0, 64), "salt": _hex(0, 32), "secret": _based},
    "receipt": {"seq": _count(1), "hash": HASH, "note": _text, "command_id": _hex(0, 16), "record": _based},
    "head": {"seq": _count(1), "hash": HASH},
    "unproven": {"seq": _count(1), "hash": HASH, "note": _text},
    "statement": {"note": _text},
    "refusal": {"refusal": _based, "signature": _hex(64), "log_key": _text},
    "inclusion": {"register": _text, "leaf": _based, "proof": _text, "key": _text},
}


def read_line(text: bytes) -> dict[str, Any]:
    """Read a line.

    Raises ValueError, which does not say what stands there.
    """
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        row = None  # what the parser says repeats a part of the line
    if not isinstance(row, dict):
        raise ValueError("is no JSON object")  # noqa: TRY004  (the file)
    kind = row.get("kind", "")
    if not isinstance(kind, str):
        raise ValueError("has no kind")  # noqa: TRY004
    for name, fits in KINDS.get(kind, {}).items():
        if not fits(row.get(name)):
            raise ValueError(f"is a {kind} whose {name} is not as the format has it")
    return row
