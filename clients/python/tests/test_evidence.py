"""What is signed, and what is not: kept or not, whatever else is known of a game."""

import base64
import hashlib

import pytest
from lying import rows

from adjudicator_client import Game, Key, NotProven, Receipts, Refused, Service, Wallet
from adjudicator_client.contract.wargame.v1 import games_pb2, record_pb2
from adjudicator_client.proof.mpint import encode
from adjudicator_client.proof.notes import sign_note
from adjudicator_client.proof.register import Proven, compare_held, other_leaves

GAME = b"g" * 16
OLD, NEW = Key.new(), Key.new()


def line_of(key, name="log.example.org"):
    """Write the verification key of a key."""
    number = hashlib.sha256(f"{name}\n".encode() + b"\x01" + key.public).hexdigest()[:8]
    return f"{name}+{number}+{base64.b64encode(bytes([1]) + key.public).decode()}"


def receipt_of(key, seq, digest, game=GAME):
    """Sign a head."""
    text = f"wglog/1/head {game.hex()}\n{seq}\n{base64.b64encode(digest).decode()}\n"
    return record_pb2.Receipt(seq=seq, hash=digest, note=sign_note("log.example.org", key.public, key.sign, text))


def side_of(path, monkeypatch):
    """Give the side of a game of which nothing is asked but for keys."""
    text = f"wglog/1/key\n{line_of(OLD)}\n{line_of(NEW)}\n"
    notes = [sign_note("log.example.org", key.public, key.sign, text) for key in (OLD, NEW)]
    change = notes[0] + notes[1].rpartition("\n\n")[2]

    async def answer(*_):
        return games_pb2.LogKeyResponse(verification_key=line_of(NEW), changes=[change])

    service = Service("127.0.0.1:1", "token")
    monkeypatch.setattr(service.caller, "call", answer)
    return Game(service, GAME, "token", wallet=Wallet(GAME, path), receipts=Receipts(GAME, [line_of(OLD)]))


async def test_a_receipt_is_kept_behind_its_key(tmp_path, monkeypatch):
    """A key that was handed on to stands in the wallet before what it has signed."""
    path = tmp_path / "red.wallet"
    side = side_of(path, monkeypatch)
    keep, kinds = side.wallet.keep, []

    def noted(kind, **fields):
        kinds.append(fields.get("key", kind))
        keep(kind, **fields)

    monkeypatch.setattr(side.wallet, "keep", noted)
    side.opened_with(receipt_of(NEW, 1, bytes(32)))
    await side.receipts()
    assert kinds.index(line_of(NEW)) < kinds.index("receipt")
    side.wallet.close()
    assert set(Wallet(GAME, path).receipts().kept) == {1}


async def test_two_signed_heads_of_one_size_are_both_kept(tmp_path, monkeypatch):
    """What is signed is evidence, whether it fits or not."""
    path = tmp_path / "red.wallet"
    side = side_of(path, monkeypatch)
    await side._keep(receipt_of(OLD, 1, bytes(32)))
    for key in (OLD, NEW):
        with pytest.raises(NotProven, match="TWO_HEADS"):
            await side._keep(receipt_of(key, 1, key.public))
    with pytest.raises(NotProven, match="RECEIPT_MISMATCH"):
        await side._keep(record_pb2.Receipt(seq=2, hash=bytes(32), note=receipt_of(OLD, 1, bytes(32)).note))
    assert [row["hash"] for row in rows(path, "receipt")] == [OLD.public.hex(), NEW.public.hex()]
    side.wallet.close()
    again = Wallet(GAME, path)
    with pytest.raises(NotProven, match="TWO_HEADS"):
        again.receipts()


async def test_a_head_under_a_key_that_nobody_knows(tmp_path, monkeypatch):
    """It is kept, and marked as unproven, where it contradicts what is known; and nothing else that does not verify."""
    path, stranger = tmp_path / "red.wallet", Key.new()
    side = side_of(path, monkeypatch)
    await side._keep(receipt_of(OLD, 1, bytes(32)))
    side.wallet.keep_receipt(receipt_of(OLD, 1, bytes(32)))
    other = receipt_of(stranger, 1, bytes([7]) * 32)
    forged = receipt_of(OLD, 1, bytes([7]) * 32)
    forged.note = f"{forged.note[:-3]}{'A' if forged.note[-3] == 'Q' else 'Q'}=\n"
    unsigned = record_pb2.Receipt(seq=1, hash=other.hash, note=other.note.partition("\n\n")[0] + "\n\n")
    for given in (
        receipt_of(stranger, 1, bytes(32)),  # says what is known
        receipt_of(stranger, 2, bytes(32)),  # of an entry that nobody has seen
        receipt_of(stranger, 1, bytes([7]) * 32, b"h" * 16),
        record_pb2.Receipt(seq=1, hash=bytes([8]) * 32, note=other.note),
        forged,
        unsigned,
    ):
        with pytest.raises(NotProven, match="HEAD_SIGNATURE_INVALID"):
            await side._keep(given)
    assert rows(path, "unproven") == []
    for _ in range(2):
        with pytest.raises(NotProven, match="HEAD_SIGNATURE_INVALID"):
            await side._keep(other)
    assert rows(path, "unproven") == [{"kind": "unproven", "seq": 1, "hash": "07" * 32, "note": other.note}]
    side.wallet.close()
    assert set(Wallet(GAME, path).receipts().kept) == {1}  # it is no receipt


def test_heads_under_keys_that_nobody_knows_do_not_fill_a_wallet(tmp_path):
    """Whoever makes such heads at will can not make a wallet too large to be read: the first 64 are kept."""
    path, stranger = tmp_path / "red.wallet", Key.new()
    wallet = Wallet(GAME, path)
    for number in (0, *range(40)):  # one that is shown again is no new one
        wallet.keep_unproven(receipt_of(stranger, 1, bytes([number]) * 32))
    wallet.close()
    wallet = Wallet(GAME, path)
    for number in range(30, 100):
        wallet.keep_unproven(receipt_of(stranger, 1, bytes([number]) * 32))
    wallet.close()
    assert [row["hash"] for row in rows(path, "unproven")] == [f"{number:02x}" * 32 for number in range(64)]


async def test_a_refusal_that_is_signed_on_an_earlier_state(tmp_path, monkeypatch):
    """Its signature does not make it one of a command that was decided later."""
    path = tmp_path / "red.wallet"
    side = side_of(path, monkeypatch)
    receipts = await side.receipts()
    receipts.note(1, bytes(32))
    receipts.note(2, bytes([2]) * 32)
    for seq, head in ((1, bytes(32)), (2, bytes([2]) * 32)):
        row = [bytes(16), bytes([2]) * 32, ["OpenContribution", bytes(32)], None]
        refusal = encode([1, GAME, seq, head, 7, bytes(32), [["WG-SEED-01", "not-asked", "", []]], 0])
        signature = OLD.sign(b"wglog/1/refusal\0" + refusal)
        faults = [record_pb2.Fault(clause="WG-SEED-01", reason="not-asked")]
        refused = Refused("FAILED_PRECONDITION", record_pb2.Refusal(seq=seq, head=head, faults=faults), "")
        refused.signed = record_pb2.SignedRefusal(refusal=refusal, signature=signature, log_key=line_of(OLD))
        if seq == 1:
            with pytest.raises(NotProven, match="REFUSAL_UNPROVEN"):
                await side._refused(refused, row)
        else:
            await side._refused(refused, row)
    assert len(rows(path, "refusal")) == 2


def registration_of(leaf, index, beside=None, log=OLD, register=NEW, third=None):
    """Register a leaf, alone or in a tree of two, with a `third` one behind them; gives what proves it."""
    name = "register.example.org"
    vkey = line_of(register, name)
    key = sign_note("log.example.org", log.public, log.sign, f"wgregister/1/key\n{name}\n{vkey}\n")
    own = hashlib.sha256(b"\0" + leaf).digest()
    pair = (own, beside) if index == 0 else (beside, own)
    root = own if beside is None else hashlib.sha256(b"\1" + pair[0] + pair[1]).digest()
    if third is not None:
        root = hashlib.sha256(b"\1" + root + third).digest()
    beside_it = [row for row in (beside, third) if row is not None]
    text = f"{name}\n{1 + len(beside_it)}\n{base64.b64encode(root).decode()}\n"
    path = "".join(base64.b64encode(row).decode() + "\n" for row in beside_it)
    note = sign_note(name, register.public, register.sign, text)
    proof = f"c2sp.org/tlog-proof@v1\nindex {index}\n{path}\n{note}"
    return games_pb2.Registration(register=name, leaf=leaf, proof=proof, key=key)


def node(left, right):
    return hashlib.sha256(b"\1" + left + right).digest()


def root_of(hashes):
    """The root of RFC 6962, as it is defined there."""
    if len(hashes) == 1:
        return hashes[0]
    half = 1 << (len(hashes) - 1).bit_length() - 1
    return node(root_of(hashes[:half]), root_of(hashes[half:]))


def path_of(index, hashes):
    """The path of a leaf of RFC 6962, as it is defined there."""
    if len(hashes) == 1:
        return []
    half = 1 << (len(hashes) - 1).bit_length() - 1
    if index < half:
        return [*path_of(index, hashes[:half]), root_of(hashes[half:])]
    return [*path_of(index - half, hashes[half:]), root_of(hashes[:half])]


@pytest.mark.parametrize("index", range(7))
def test_trees_of_two_sizes_that_are_not_one(index):
    """Whatever leaf before its own a register changes as it grows is found, and no tree that only grew is accused."""

    def shown(hashes):
        return Proven("key", index, len(hashes), root_of(hashes), path_of(index, hashes))

    leaves = [hashlib.sha256(bytes([0, at])).digest() for at in range(10)]
    for small in range(index + 1, len(leaves)):
        before = shown(leaves[:small])
        for large in range(small, len(leaves) + 1):
            assert other_leaves(before, shown(leaves[:large])) is None
            for at in set(range(large)) - {index}:
                changed = [*leaves[:large]]
                changed[at] = bytes(32)
                found = other_leaves(before, shown(changed)), other_leaves(shown(changed), before)
                assert (found[0] is None) == (found[1] is None)
                assert found[0] is not None or at > index
                assert found[0] is None or found[0][0] <= at <= found[0][1] < small


def test_a_register_that_was_rewritten(tmp_path):
    """What the register had signed before, as it stands in the wallet, holds against what it shows now."""
    path = tmp_path / "red.wallet"
    first = Wallet(GAME, path)
    first.keep_inclusion(registration_of(b"opening", 0, bytes(32)))
    first.close()
    held = Wallet(GAME, path).inclusions()
    keys = [line_of(OLD)]
    for given in (registration_of(b"opening", 0, bytes(32)), registration_of(b"opening", 0)):
        compare_held(keys, held, given, GAME)
    others = {
        "leaf": [registration_of(b"opened", 0, bytes(32)), registration_of(b"opening", 1, bytes(32))],
        "root": [registration_of(b"opening", 0, bytes([1]) * 32)],
    }
    for what, rows_of in others.items():
        for given in rows_of:
            with pytest.raises(NotProven, match=f"REGISTRY_MISMATCH.*{what}"):
                compare_held(keys, held, given, GAME)
            # what a register has signed that no key of the log names, or nobody, says nothing
            compare_held(keys, [registration_of(b"opening", 0, bytes(32), log=NEW)], given, GAME)
            compare_held(keys, [games_pb2.Registration(leaf=b"opening")], given, GAME)
    compare_held(keys, held, registration_of(b"opening", 0, bytes(32), third=bytes(32)), GAME)  # it has grown
    grown = registration_of(b"opening", 0, bytes([1]) * 32, third=bytes(32))
    with pytest.raises(NotProven, match=r"REGISTRY_MISMATCH.*of leaves 1 to 1, as it was signed before"):
        compare_held(keys, held, grown, GAME)
    with pytest.raises(NotProven, match=r"REGISTRY_MISMATCH.*of leaves 1 to 1, as it was signed before"):
        compare_held(keys, [grown], held[0], GAME)
    another = registration_of(b"opening", 0, bytes(32), register=OLD)  # with another key it may be rewritten at will
    with pytest.raises(NotProven, match=r"REGISTRY_MISMATCH.*the register register.example.org\+\S+ as before"):
        compare_held(keys, held, another, GAME)
