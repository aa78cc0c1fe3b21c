"""What the service and the Python client take for signed: a part of what an audit does, and all that is honest."""

import hashlib
import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from adjudicator_client.keys import Key
from adjudicator_client.proof import ed25519 as of_client
from replays import notes
from replays.small_order import of_small_order
from services import ed25519
from services.ed25519 import Signer
from tests.services.edwards import TORSION, ZERO, Case, P, cases, forged, opens_with_cofactor, written

CHECKS = pytest.mark.parametrize("check", [ed25519, of_client], ids=["service", "client"])


@CHECKS
def test_what_is_accepted_is_accepted_by_the_audit(check):
    """No odd signature is taken that an audit refuses, nor any under a key or with an R of small order."""
    taken, audited = Counter[str](), Counter[str]()
    for case in cases():
        ours, theirs = check.verifies(*case[1:]), notes.verifies(*case[1:])
        assert theirs or not ours, case
        taken[case.what] += ours
        audited[case.what] += theirs
    assert taken["honest"] == audited["honest"] == taken["S + 0 L"] == 1
    assert taken["a key of small order"] == taken["R of small order"] == audited["a key of small order"] == 0
    assert any(audited[what] for what in audited if what.startswith("key + T") and not what.startswith("key + T0"))


@cache
def opens(key: bytes, signature: bytes, data: bytes) -> bool:
    """What such a library says; it is ours, and slow."""
    return opens_with_cofactor(Case("", key, signature, data))


@CHECKS
def test_a_library_that_takes_the_cofactor(monkeypatch, check):
    """Where a library multiplies by the cofactor, no more is taken than an audit takes, and what is honest still is."""
    odd = [case for case in cases() if case.what.startswith("key + T")][::11]
    honest = [case for case in cases() if case.what == "honest"]
    monkeypatch.setattr(check, "_opens", opens)
    monkeypatch.setattr(check, "_with_cofactor", check._with_cofactor.__wrapped__)
    assert check._with_cofactor()
    assert all(check._opens(*case[1:]) for case in odd + honest)
    for case in odd:
        assert notes.verifies(*case[1:]) or not check.verifies(*case[1:]), case.what
    assert check.verifies(*honest[0][1:])


@CHECKS
def test_the_cofactor_is_found_out(check):
    """The signature by which a library is tried holds with the cofactor alone, and this library refuses it."""
    key, signature = check._BESIDE_KEY, check._BESIDE
    beside = forged("", 2**250 + 7, 2**249 + 5, ZERO, TORSION[4], b"")
    assert (key, signature) == (beside.key, beside.signature)
    assert opens_with_cofactor(beside)
    assert not notes.verifies(key, signature, b"")
    assert check._with_cofactor() is False


@pytest.mark.parametrize("size", [0, 1, 111, 112, 400, 70_000])
def test_signatures_are_the_same_bytes(size):
    """Service, client and OpenSSL sign with the same bytes, and take each other's signatures."""
    for number in range(4):
        seed, data = hashlib.sha256(bytes([number])).digest(), bytes(range(256)) * 300
        other = Ed25519PrivateKey.from_private_bytes(seed)
        signer, key = Signer(seed), Key(seed)
        assert signer.public == key.public == other.public_key().public_bytes_raw()
        signature = other.sign(data[:size])
        assert signer.sign(data[:size]) == key.sign(data[:size]) == signature
        assert all(check.verifies(key.public, signature, data[:size]) for check in (ed25519, of_client, notes))


def test_seeds_have_their_size():
    """A seed of another size makes no key."""
    for make in (Signer, Key):
        for size in (0, 31, 33, 64):
            with pytest.raises(ValueError, match="seed"):
                make(bytes(size))


def test_keys_of_small_order():
    """All eight points of small order are known in every spelling, and no honest key is among them."""
    spelled = {written(point, more) for point in TORSION for more in (0, P) if point[1] + more < 2**255}
    assert len(spelled) > len(TORSION)
    for row in spelled:
        assert of_small_order(row)
        assert of_small_order(bytes([*row[:-1], row[-1] ^ 0x80]))
    assert not of_small_order(Signer(bytes(32)).public)
    assert not of_small_order(b"")


def test_nothing_is_signed_under_a_key_of_small_order():
    """The audit, the service and the client refuse what a library by itself takes for signed under such keys."""
    kept = json.loads(Path(__file__).parents[1].joinpath("kernel/small_order_vectors.json").read_text())
    signature = bytes.fromhex(kept["signature"])
    for row in kept["keys"]:
        key, text = bytes.fromhex(row["key"]), row["text"].encode()
        Ed25519PublicKey.from_public_bytes(key).verify(signature, text)  # a library by itself takes it
        assert of_small_order(key)
        assert not any(check.verifies(key, signature, text) for check in (ed25519, of_client, notes))
