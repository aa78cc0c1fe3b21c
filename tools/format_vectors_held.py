"""Vectors of what stands outside a log: stretches, warrants, statements, refusals, registers and wallets."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from typing import Any, Final

import msgpack
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.record.chain import entry_hash, warrant_bytes
from adjudicator.kernel.record.mpint import encode
from replays import notes
from replays.audit.receipts import statement_text
from replays.register.checkpoint import sign_checkpoint
from replays.register.leaves import Begun, GameOpened, write_leaf
from replays.register.tree import Tree, leaf_hash
from replays.wallet.refusal import DOMAIN, Refusal, command_hash, write_refusal

Case = tuple[str, str, dict[str, Any]]
ORIGIN: Final = "vectors.example/register"
TIME: Final = 1_800_000_000_000
LEAVES: Final = 7


def _key(number: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes([number]) * 32)


def _public(number: int) -> bytes:
    return _key(number).public_key().public_bytes_raw()


def held_cases(dice: dict[str, Any], log: dict[str, Any]) -> Iterator[Case]:
    """Give the cases, made of the kept vectors of dice and of a log."""
    setup = dice["setup"]
    for count in (1, 2, 5):
        given = {"game": setup["G"], "secret": setup["S"], "count": count}
        yield f"stretches: {count}", "stretches", given
    records = [bytes.fromhex(row["record"]) for row in log["entries"]]
    game = bytes.fromhex(log["game"])
    yield from _of_warrants(game)
    yield from _of_statements(game, entry_hash(records[1]))
    yield from _of_refusals(game, records)
    yield from _of_registers(game, bytes.fromhex(setup["C"]))
    yield from _of_wallets(log, game, records)


def _of_warrants(game: bytes) -> Iterator[Case]:
    keys = [_public(5)]
    signature = _key(4).sign(warrant_bytes(game, "referee", "k1", keys, 1))
    values = {"scope": game.hex(), "office": "referee", "token": "k1", "keys": [key.hex() for key in keys]}
    signed = {**values, "owner": _public(4).hex(), "warrant": signature.hex()}
    yield "warrant", "warrant", {**signed, "number": 1}
    yield "warrant of another number", "warrant", {**signed, "number": 2}
    yield "warrant that takes all keys away", "warrant", {**signed, "keys": [], "number": 300}


def _of_statements(game: bytes, head: bytes) -> Iterator[Case]:
    text = statement_text(game, 1, 2, head)
    key = notes.verify_key("seat-1", _public(6))
    note = notes.sign(_key(6), "seat-1", text)
    yield "statement", "statement", {"key": key, "note": note}
    yield "statement of another size", "statement", {"key": key, "note": note.replace("\n2\n", "\n3\n")}
    other = notes.sign(_key(6), "seat-1", statement_text(game, 0, 2, head))
    yield "statement in another seat's name", "statement", {"key": key, "note": other}


def _of_refusals(game: bytes, records: list[bytes]) -> Iterator[Case]:
    fields = msgpack.unpackb(records[2])
    command = encode([fields[1], fields[5], fields[6]])
    yield "hash of a command", "command_hash", {"command": command.hex()}
    fault = Fault("TOY-1.3-01", "not-asked", "command.to", (("asks", 1), ("left", "none")))
    hashed = command_hash(b"wglog/1/cmd\0" + command)
    data = write_refusal(Refusal(game, 2, entry_hash(records[1]), TIME, hashed, (fault, fault), 3))
    signed = {"refusal": data.hex(), "public": _public(7).hex(), "signature": _key(7).sign(DOMAIN + data).hex()}
    yield "refusal", "refusal", signed
    yield "refusal signed by another", "refusal", {**signed, "public": _public(8).hex()}
    yield "refusal with a byte more", "refusal", {**signed, "refusal": signed["refusal"] + "00"}


def _of_registers(game: bytes, commitment: bytes) -> Iterator[Case]:
    begun = write_leaf(TIME, Begun("day", None, "2027-01-15", 0, ()))
    opened = GameOpened(game, commitment, b"r" * 32, "toy", ((_public(5),), ()), None, "", "", None)
    leaves = [begun, *(write_leaf(TIME + place, opened) for place in range(1, LEAVES))]
    for name, leaf in (("beginning", leaves[0]), ("opening", leaves[1]), ("cut off", leaves[1][:-1])):
        yield f"leaf: {name}", "leaf", {"leaf": leaf.hex()}
    yield "leaf: of no kind", "leaf", {"leaf": encode([1, TIME, ["GameForgotten", game]]).hex()}
    tree = Tree(map(leaf_hash, leaves))
    for index, size in ((0, 1), (0, LEAVES), (3, LEAVES), (LEAVES - 1, LEAVES), (2, 4)):
        path = [row.hex() for row in tree.inclusion(index, size)]
        proven = {"leaf": leaves[index].hex(), "index": index, "size": size, "root": tree.root(size).hex()}
        yield f"inclusion: {index} of {size}", "inclusion", {**proven, "path": path}
        if path:
            yield f"inclusion: {index} of {size}, a hash too few", "inclusion", {**proven, "path": path[:-1]}
            yield f"inclusion: {index} of {size}, a hash too many", "inclusion", {**proven, "path": [*path, path[0]]}
    note = sign_checkpoint(_key(9), ORIGIN, LEAVES, tree.root()).note
    key = notes.verify_key(ORIGIN, _public(9))
    yield "checkpoint", "checkpoint", {"key": key, "note": note}
    yield "checkpoint of another size", "checkpoint", {"key": key, "note": note.replace(f"\n{LEAVES}\n", "\n8\n")}


def _of_wallets(log: dict[str, Any], game: bytes, records: list[bytes]) -> Iterator[Case]:
    head, fields = entry_hash(records[1]), msgpack.unpackb(records[2])
    signed = base64.b64encode(encode([fields[1], fields[5], fields[6]])).decode()
    record = base64.b64encode(records[1]).decode()
    rows: list[dict[str, Any]] = [
        {"format": "adjudicator-wallet/1", "game": game.hex()},
        {"kind": "log_key", "key": log["verify_key"]},
        {"kind": "opening", "commitment": "c0" * 32},
        {"kind": "contribution", "seat": 0, "contribution": "a0" * 32, "commitment": "b0" * 32},
        {"kind": "receipt", "seq": 2, "hash": head.hex(), "note": log["note"], "command_id": "", "record": record},
        {"kind": "head", "seq": 2, "hash": head.hex()},
        {"kind": "command", "command": signed, "signature": "", "salt": "", "secret": ""},
        {"kind": "of a later release", "what": [1]},
    ]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    texts = {"whole": text, "cut off": text + '{"kind": "head", "se', "a wrong hash": text.replace("b0b0", "B0b0")}
    for name, words in texts.items():
        yield f"wallet: {name}", "wallet", {"wallet": base64.b64encode(words.encode()).decode()}
