"""Answers of the vectors for what stands outside a log: stretches, warrants, statements, refusals, registers."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from adjudicator.kernel.dice import wgdice
from adjudicator.kernel.record import chain, mpint
from replays import notes
from replays.audit.receipts import head_lines, statement_text
from replays.register.checkpoint import read_checkpoint
from replays.register.leaves import read_leaf
from replays.register.tree import leaf_hash, node_hash, verify_inclusion
from replays.wallet.reading import read_wallet
from replays.wallet.refusal import DOMAIN, command_hash, read_refusal

Values: TypeAlias = Mapping[str, Any]
Answer: TypeAlias = dict[str, Any]


def _raw(values: Values, name: str) -> bytes:
    return bytes.fromhex(values[name])


def _stretches(values: Values) -> Answer:
    game, count = _raw(values, "game"), values["count"]
    end = wgdice.stretch_end(_raw(values, "secret"), game)
    secrets = [wgdice.stretch_secret(end, game, count, epoch) for epoch in range(count)]
    return {
        "message": (b"wgdice/1/stretches\0" + game).hex(),
        "secrets": [secret.hex() for secret in secrets],
        "hashed": (b"wgdice/1/stretch\0" + game + (1).to_bytes(4, "big") + secrets[0]).hex(),
        "commitment": wgdice.stretch_secret(end, game, count, -1).hex(),
    }


def _warrant(values: Values) -> Answer:
    keys = [bytes.fromhex(key) for key in values["keys"]]
    signed = chain.warrant_bytes(_raw(values, "scope"), values["office"], values["token"], keys, values["number"])
    good = notes.verifies(_raw(values, "owner"), _raw(values, "warrant"), signed)
    return {"signed": signed.hex(), "good": good}


def _statement(values: Values) -> Answer:
    text = notes.verify(values["key"], values["note"])
    seat = int(text.split("\n")[1])
    game, size, head = chain.read_head(head_lines(text))
    if statement_text(game, seat, size, head) != text or notes.key_of(values["key"])[0] != f"seat-{seat}":
        raise ValueError("no statement of this seat")
    return {"game": game.hex(), "seat": seat, "size": size, "hash": head.hex()}


def _command_hash(values: Values) -> Answer:
    hashed = b"wglog/1/cmd\0" + _raw(values, "command")
    return {"hashed": hashed.hex(), "hash": command_hash(hashed).hex()}


def _refusal(values: Values) -> Answer:
    data = _raw(values, "refusal")
    found = read_refusal(data)
    return {
        "game": found.game.hex(),
        "seq": found.seq,
        "head": found.head.hex(),
        "time": found.time,
        "command": found.command.hex(),
        "clauses": [fault.clause for fault in found.faults],
        "reasons": [fault.reason for fault in found.faults],
        "left": found.left,
        "signed": (DOMAIN + data).hex(),
        "good": notes.verifies(_raw(values, "public"), _raw(values, "signature"), DOMAIN + data),
    }


def _leaf(values: Values) -> Answer:
    data = _raw(values, "leaf")
    leaf = read_leaf(data)
    fields = mpint.decode(data)
    kind = fields[2][0] if isinstance(fields, list) and isinstance(fields[2], list) else None
    return {"time": leaf.time, "kind": kind, "hashed": (b"\0" + data).hex(), "hash": leaf_hash(data).hex()}


def _nodes(hashed: bytes, index: int, size: int, path: Sequence[bytes]) -> list[str]:
    """Give the hashes above a leaf whose path was verified."""
    found, place, last = [], index, size - 1
    for beside in path:
        if place % 2 or place == last:
            hashed = node_hash(beside, hashed)
            while place % 2 == 0 and place:
                place, last = place >> 1, last >> 1
        else:
            hashed = node_hash(hashed, beside)
        found.append(hashed.hex())
        place, last = place >> 1, last >> 1
    return found


def _inclusion(values: Values) -> Answer:
    path = [bytes.fromhex(row) for row in values["path"]]
    hashed, index, size = leaf_hash(_raw(values, "leaf")), values["index"], values["size"]
    verify_inclusion(hashed, index, size, path, _raw(values, "root"))
    return {"hash": hashed.hex(), "nodes": _nodes(hashed, index, size, path)}


def _checkpoint(values: Values) -> Answer:
    found = read_checkpoint(values["key"], values["note"])
    return {"origin": found.origin, "size": found.size, "root": found.root.hex()}


def _wallet(values: Values) -> Answer:
    wallet = read_wallet(base64.b64decode(values["wallet"]), "vectors")
    return {
        "game": wallet.game.hex(),
        "log_keys": wallet.log_keys,
        "openings": [row.hex() for row in wallet.openings],
        "receipts": [
            [row.size, hashlib.sha256(b"wglog/1/entry\0" + row.record).hexdigest()] for row in wallet.receipts
        ],
        "heads": [[row.size, row.hash.hex()] for row in wallet.heads],
        "contributions": [[row.seat, row.contribution.hex(), row.commitment.hex()] for row in wallet.contributions],
        "commands": [row.id.hex() for row in wallet.commands],
        "statements": len(wallet.statements),
        "unknown": sum(wallet.unknown.values()),
    }


HELD_OPERATIONS: Final[Mapping[str, Callable[[Values], Answer]]] = MappingProxyType(
    {
        "stretches": _stretches,
        "warrant": _warrant,
        "statement": _statement,
        "command_hash": _command_hash,
        "refusal": _refusal,
        "leaf": _leaf,
        "inclusion": _inclusion,
        "checkpoint": _checkpoint,
        "wallet": _wallet,
    }
)
