"""What each operation of the vectors gives, with every value on the way, as this package computes it."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.record import chain, mpint
from replays import key_changes, notes
from replays.audit.entries import FIELDS, RawEntry, read_entries
from replays.audit.report import Findings
from replays.bundle import Bundle
from replays.vectors.held_answers import HELD_OPERATIONS

Values: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]
REFUSED: Final[Answer] = {"refused": True}
# places of values in an opening
COMMITMENT: Final = 16
OFFICIALS: Final = 22
WORDS: Final = 2**32
WORD, BLOCK = 4, 8


def _raw(values: Values, name: str) -> bytes:
    return bytes.fromhex(values[name])


def _hex(value: bytes | None) -> str | None:
    return None if value is None else value.hex()


def plain(value: Any) -> Any:
    """Write a value of MP-int as JSON: bytes as an object with `bin`."""
    if isinstance(value, bytes):
        return {"bin": value.hex()}
    return [plain(row) for row in value] if isinstance(value, list | tuple) else value


def _mpint(values: Values) -> Answer:
    data = _raw(values, "bytes")
    value = mpint.decode(data)
    if mpint.encode(value) != data:
        raise ValueError("another spelling")
    return {"value": plain(value)}


def _hashed(tag: str, *parts: bytes) -> bytes:
    return b"".join([tag.encode(), b"\0", *parts])


def _commitment(values: Values) -> Answer:
    game, secret = _raw(values, "game"), _raw(values, "secret")
    return {"hashed": _hashed("wgdice/1/commit", game, secret).hex(), "commitment": wgdice.commit(game, secret).hex()}


def _seat_commitment(values: Values) -> Answer:
    game, seat, given = _raw(values, "game"), values["seat"], _raw(values, "contribution")
    return {
        "hashed": _hashed("wgdice/1/seat", game, bytes([seat]), given).hex(),
        "commitment": wgdice.seat_commit(game, seat, given).hex(),
    }


def _says_nothing(value: Any, place: int) -> bool:
    nobody = place == OFFICIALS and isinstance(value, list | tuple) and not value
    return value is None or nobody or (isinstance(value, int) and not value)


def _settings(values: Values) -> Answer:
    opening = mpint.decode(_raw(values, "opening"))
    if not isinstance(opening, list | tuple):
        raise ValueError("no opening")  # noqa: TRY004  (what is refused is one kind of error)
    kept = list(opening[1:])
    kept += [None] * (COMMITMENT + 1 - len(kept))
    kept[COMMITMENT] = None
    while len(kept) > COMMITMENT + 1 and _says_nothing(kept[-1], len(kept) - 1):
        kept.pop()
    hashed = mpint.encode(kept)
    return {"hashed": hashed.hex(), "settings": hashlib.sha256(hashed).hexdigest()}


def _transcript(values: Values) -> Answer:
    given = [None if row is None else bytes.fromhex(row) for row in values["contributions"]]
    fixed = [_raw(values, name) for name in ("game", "commitment", "settings")]
    found = wgdice.transcript(fixed[0], fixed[1], fixed[2], given)
    slots = bytes([len(given)]) + b"".join(bytes(33) if row is None else b"\1" + row for row in given)
    return {
        "slots": slots.hex(),
        "hashed": _hashed("wgdice/1/transcript", *fixed, slots).hex(),
        "transcript": found.hex(),
    }


def _stream_key(values: Values) -> Answer:
    bound, epoch, stream = _raw(values, "transcript"), values["epoch"], values["stream"]
    message = _hashed("wgdice/1/key", bound, epoch.to_bytes(4, "big"), stream.to_bytes(2, "big"), wgdice.NO_ENTROPY)
    key = wgdice.stream_key(_raw(values, "secret"), bound, epoch, stream)
    return {"message": message.hex(), "key": key.hex()}


def _block(key: bytes, index: int, sides: int, place: int) -> bytes:
    numbers = b"".join(number.to_bytes(4, "big") for number in (index, sides, place))
    return hmac.digest(key, _hashed("wgdice/1/draw", numbers), "sha256")


def _draw(values: Values) -> Answer:
    key, index, sides = _raw(values, "key"), values["index"], values["sides"]
    value, used = wgdice.uniform(key, index, sides)
    blocks = [_block(key, index, sides, place) for place in range((used - 1) // BLOCK + 1)]
    stream = b"".join(blocks)
    words = [int.from_bytes(stream[WORD * place : WORD * (place + 1)], "big") for place in range(used)]
    return {
        "limit": WORDS - WORDS % sides,
        "blocks": [block.hex() for block in blocks],
        "words": words,
        "value": value,
        "face": value + 1,
    }


def _state_key(values: Values) -> Answer:
    bound = _raw(values, "transcript")
    return {
        "message": _hashed("wgdice/1/state", bound).hex(),
        "key": wgdice.state_key(_raw(values, "secret"), bound).hex(),
    }


def _state_hash(values: Values) -> Answer:
    tables = _raw(values, "tables")
    return {"hashed": _hashed("wglog/1/state", tables).hex(), "hash": chain.state_hash(tables).hex()}


def _keyed_state(values: Values) -> Answer:
    return {"hash": chain.full_state_hash(_raw(values, "key"), _raw(values, "tables")).hex()}


def _read(data: bytes) -> RawEntry:
    findings = Findings()
    entries = read_entries(Bundle({}, (data,), (), ()), findings)
    if findings.found or len(entries) != 1 or len(entries[0].fields) != FIELDS:
        raise ValueError("no record")
    return entries[0]


def _entry(values: Values) -> Answer:
    raw = _read(_raw(values, "record"))
    signed = chain.signing_bytes(mpint.encode([raw.fields[1], raw.fields[5], raw.fields[6]]))
    return {
        "game": raw.game.hex(),
        "seq": raw.seq,
        "prev": raw.prev.hex(),
        "time": raw.time,
        "role": raw.role,
        "party": raw.party,
        "key": raw.key,
        "command_id": raw.command_id.hex(),
        "head": _hex(raw.head),
        "kind": raw.kind,
        "seal": _hex(raw.seal),
        "signed": signed.hex(),
        "signature": _hex(raw.signature),
        "dice": len(raw.dice),
        "events": len(raw.events),
        "sealed": len(raw.sealed),
        "hash": raw.hash.hex(),
    }


def _signature(values: Values) -> Answer:
    return {"good": notes.verifies(*(_raw(values, name) for name in ("public", "signature", "message")))}


def _sealed(values: Values) -> Answer:
    game, command_id, salt, data = (_raw(values, name) for name in ("game", "command_id", "salt", "bytes"))
    owner, part = values["owner"], values["part"]
    return {
        "hashed": _hashed("wglog/1/sealed", game, bytes([owner, part]), command_id, salt, data).hex(),
        "hash": chain.sealed_hash(game, owner, part, command_id, salt, data).hex(),
    }


def _note(values: Values) -> Answer:
    name, public = notes.key_of(values["key"])
    text = notes.verify(values["key"], values["note"])
    return {"name": name, "id": notes.key_id(name, public).hex(), "public": public.hex(), "text": text}


def _head(values: Values) -> Answer:
    game, size, digest = chain.read_head(values["text"])
    return {"game": game.hex(), "size": size, "hash": digest.hex()}


def _key_change(values: Values) -> Answer:
    before, after = key_changes.read(values["note"])
    return {"before": before, "after": after}


def _path(values: Values) -> Answer:
    back = {int(seq): to for seq, to in values["rewinds"].items()}
    path: list[int] = []
    seq = values["entries"]
    while seq >= 1:
        path.append(seq)
        seq = min(back.get(seq, seq), seq) - 1
    on = set(path)
    return {"path": path[::-1], "void": [seq for seq in range(1, values["entries"] + 1) if seq not in on]}


OPERATIONS: Final[Mapping[str, Callable[[Values], Answer]]] = MappingProxyType(
    {
        "mpint": _mpint,
        "commitment": _commitment,
        "seat_commitment": _seat_commitment,
        "settings": _settings,
        "transcript": _transcript,
        "stream_key": _stream_key,
        "draw": _draw,
        "state_key": _state_key,
        "state_hash": _state_hash,
        "keyed_state": _keyed_state,
        "entry": _entry,
        "signature": _signature,
        "sealed": _sealed,
        "note": _note,
        "head": _head,
        "key_change": _key_change,
        "path": _path,
        **HELD_OPERATIONS,
    }
)


def answer(op: str, values: Values) -> Answer:
    """Give what an operation makes of values; `refused` where it has to refuse them."""
    try:
        return OPERATIONS[op](values)
    except (ValueError, TypeError, msgspec.MsgspecError):
        return dict(REFUSED)
