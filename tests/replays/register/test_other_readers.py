"""Registers as they stand are read by other people's code: golang.org/x/mod/sumdb, and transparency-dev's tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from replays import notes
from replays.register.checkpoint import cosign, with_cosignatures
from tests.replays.register.go_reader import ask
from tests.replays.register.steps import VKEY, WITNESS, WITNESS_KEY, WITNESS_NAME, MadeRegister, encoded
from tests.verifier.golang import needs_go

pytestmark = [pytest.mark.slow, needs_go]
POLICY = f"witness w {WITNESS_KEY} https://witness.example.org/\ngroup one 1 w\nquorum one\n"


def leaves(count: int) -> list[bytes]:
    return [f"leaf {n}".encode() * (n % 5 + 1) for n in range(count)]


@pytest.mark.parametrize("size", [1, 2, 255, 256, 257, 700])
def test_others_read_checkpoints_tiles_entries_and_proofs(tmp_path: Path, size: int) -> None:
    """Sumdb and Tessera's client read a register of any size, from any earlier checkpoint, and every proof of ours."""
    made = MadeRegister(leaves(size))
    text = notes.split(made.checkpoint().note)[0]
    note = with_cosignatures(made.checkpoint().note, [cosign(WITNESS, WITNESS_NAME, text, 1_790_000_000)])
    earlier = sorted({n for n in (1, 2, 3, 128, 255, 256, 512) if n <= size})
    places = sorted({0, size // 2, size - 1})
    done = ask(
        "check",
        str(made.write(tmp_path, note)),
        vkey=VKEY,
        witnesses=[WITNESS_KEY],
        policy=POLICY,
        earlier=[made.checkpoint(n).note for n in earlier],
        proofs=[{"leaf": encoded(made.leaves[n]), "text": made.proof(n)} for n in places],
    )
    assert done == {
        "size": size,
        "entries": size,
        "inclusions": len(places),
        "consistent": len(earlier),
        "cosignatures": 1,
        "quorum": True,
    }


def test_others_refuse_what_is_altered(tmp_path: Path) -> None:
    """An entry, a tile and a history that are not those of the checkpoint are refused by them, too."""
    made = MadeRegister(leaves(300))
    folder = made.write(tmp_path / "r")
    bundle = folder / "tile/entries/001.p/44"
    bundle.write_bytes(bundle.read_bytes().replace(b"leaf 299", b"leaf 298"))
    with pytest.raises(AssertionError, match="sumdb"):
        ask("check", str(folder), vkey=VKEY)
    made.write(folder)
    other = MadeRegister([b"another", *leaves(300)[1:]])
    with pytest.raises(AssertionError, match="sumdb"):
        ask("check", str(folder), vkey=VKEY, earlier=[other.checkpoint(200).note])
    with pytest.raises(AssertionError, match="proof"):
        ask("check", str(folder), vkey=VKEY, proofs=[{"leaf": encoded(b"other"), "text": made.proof(7)}])
