"""Tiles, checkpoints, cosignatures, proofs and leaves of a register, as texts and bytes."""

from __future__ import annotations

import base64

import pytest

from adjudicator.kernel.record import mpint
from replays import notes
from replays.register import checkpoint as cp
from replays.register import tiles
from replays.register.leaves import Begun, GameEnded, Interpreted, read_leaf, write_leaf
from replays.register.proof import read_proof, verify_proof, verify_registration, write_proof
from replays.register.tree import Tree, leaf_hash
from tests.replays.register.steps import ORIGIN, SEED, VKEY, WITNESS, WITNESS_KEY, WITNESS_NAME, public_key


def test_tiles_are_named_as_the_standard_names_them() -> None:
    """Numbers stand in groups of three digits, partial tiles carry their width."""
    assert tiles.tile_path(0, 1234067) == "tile/0/x001/x234/067"
    assert tiles.tile_path(1, 5, 7) == "tile/1/005.p/7"
    assert tiles.tile_path("entries", 1000) == "tile/entries/x001/000"


def test_a_tree_of_seventy_thousand_leaves_has_the_tiles_that_the_standard_counts() -> None:
    """The example of tlog-tiles: 273 whole tiles and one of 112, one whole and one of 17 above, and one of 1."""
    assert [list(tiles.widths(70_000, level))[-1] for level in (0, 1, 2)] == [(273, 112), (1, 17), (0, 1)]
    assert len(list(tiles.widths(70_000))) == 274
    assert not list(tiles.widths(70_000, 3))


def test_new_tiles_are_those_that_hold_something_new() -> None:
    """What a growing tree adds is the tiles that the earlier tree did not have, and a root can be made of them."""
    leaves = [n.to_bytes(2, "big") for n in range(600)]
    tree = Tree(map(leaf_hash, leaves))
    assert [path for path, _ in tiles.new_tiles(tree, 512, 600)] == ["tile/0/002.p/88"]
    assert [path for path, _ in tiles.new_tiles(tree, 255, 512)] == ["tile/0/000", "tile/0/001", "tile/1/000.p/2"]
    made = dict(tiles.new_tiles(tree, 0, 600))
    paths = ["tile/0/000", "tile/0/001", "tile/0/002.p/88"]
    hashes = [hashed for path in paths for hashed in tiles.read_tile(made[path])]
    assert Tree(hashes).root() == tree.root()
    bundles = dict(tiles.new_bundles(leaves, 300, 600))
    assert sorted(bundles) == ["tile/entries/001", "tile/entries/002.p/88"]
    assert tiles.read_bundle(bundles["tile/entries/001"]) == leaves[256:512]


@pytest.mark.parametrize("data", [b"\0", b"\0\5ab", b"\0\1a\0"])
def test_a_bundle_that_is_cut_off_is_refused(data: bytes) -> None:
    """Half a leaf is no leaf."""
    with pytest.raises(ValueError, match="cut off"):
        tiles.read_bundle(data)


def test_the_example_of_the_standard_is_a_cosignature() -> None:
    """A time stands before its signature in eight bytes; what is signed begins with a line of its own."""
    assert cp.cosigned("example.com/behind-the-sofa\n1\nAA==\n", 1679315147) == (
        b"cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n1\nAA==\n"
    )
    signed = cp.sign_checkpoint(SEED, ORIGIN, 1, leaf_hash(b"x"))
    text = notes.split(signed.note)[0]
    line = cp.cosign(WITNESS, WITNESS_NAME, text, 1679315147)
    data = base64.b64decode(line.split(" ")[2])
    assert len(data) == 4 + 8 + 64
    assert int.from_bytes(data[4:12], "big") == 1679315147
    note = cp.with_cosignatures(signed.note, [line, line])
    assert note.count("\n— ") == 2
    assert cp.cosignatures(note, [WITNESS_KEY]) == {WITNESS_KEY: 1679315147}
    assert cp.read_checkpoint(VKEY, note).root == signed.root


def test_a_cosignature_over_another_text_or_time_does_not_count() -> None:
    """Neither the cosignature of another checkpoint nor one with another time is taken."""
    one, two = (cp.sign_checkpoint(SEED, ORIGIN, size, leaf_hash(b"x")) for size in (1, 2))
    line = cp.cosign(WITNESS, WITNESS_NAME, notes.split(one.note)[0], 5)
    assert cp.cosignatures(cp.with_cosignatures(two.note, [line]), [WITNESS_KEY]) == {}
    name, data = line.rsplit(" ", 1)
    raw = bytearray(base64.b64decode(data))
    raw[11] += 1
    later = f"{name} {base64.b64encode(raw).decode()}"
    assert cp.cosignatures(cp.with_cosignatures(one.note, [later]), [WITNESS_KEY]) == {}


def test_a_checkpoint_is_of_the_origin_of_its_key() -> None:
    """A key signs for its own register alone, and a size has one spelling."""
    other = notes.sign(SEED, ORIGIN, cp.checkpoint_text("another", 1, leaf_hash(b"x")))
    with pytest.raises(ValueError, match="another"):
        cp.read_checkpoint(VKEY, other)
    for size in ("01", "-1", "1 ", ""):
        with pytest.raises(ValueError, match="no checkpoint"):
            cp.read_text(f"{ORIGIN}\n{size}\n{base64.b64encode(bytes(32)).decode()}\n")


def test_a_proof_stands_alone() -> None:
    """What a player is given is checked with the key of the log alone."""
    leaves = [b"zero", b"one", b"two"]
    tree = Tree(map(leaf_hash, leaves))
    signed = cp.sign_checkpoint(SEED, ORIGIN, 3, tree.root())
    text = write_proof(1, tree.inclusion(1, 3), signed.note)
    assert text.startswith("c2sp.org/tlog-proof@v1\nindex 1\n")
    log_key = notes.verify_key("log", public_key(WITNESS))
    key_note = notes.sign(WITNESS, "log", cp.key_text(ORIGIN, VKEY))
    proof, found = verify_registration(log_key, key_note, b"one", text)
    assert (proof.index, found.size) == (1, 3)
    assert read_proof(text.replace("\nindex", "\nextra AAAA\nindex", 1)) == proof
    with pytest.raises(ValueError, match="not proven"):
        verify_registration(log_key, key_note, b"two", text)
    with pytest.raises(ValueError, match="not proven"):
        verify_proof(VKEY, b"one", text.replace("index 1", "index 0"))
    with pytest.raises(ValueError, match="does not fit"):
        verify_registration(log_key, key_note.replace("/day/", "/dag/"), b"one", text)


def test_a_leaf_has_one_spelling() -> None:
    """Leaves are MP-int; other bytes for the same values, another version and more fields are refused."""
    for body in (Begun("day", None, "2026-11-24", 1, ("w",)), Interpreted("I-1", "GA-1", "text", "")):
        assert read_leaf(write_leaf(7, body)).body == body
    data = write_leaf(1, GameEnded(bytes(16), 4, bytes(32), "won", "", (0,)))
    assert mpint.decode(data)[:2] == [1, 1]
    longer = data.replace(b"\x93\x01\x01", b"\x93\x01\xcc\x01", 1)
    for wrong in (longer, data + b"\0", data[:-1], b"\x93\x02" + data[2:], mpint.encode([1, 1, ["Other"]])):
        with pytest.raises(ValueError, match="no leaf"):
            read_leaf(wrong)
