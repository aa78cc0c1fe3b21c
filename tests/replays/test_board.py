"""`adjudicator replay board`: the board of a file after any entry, for spectators and seats, and what it refuses."""

from __future__ import annotations

import argparse
import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from adjudicator.kernel.scene import from_json
from replays.bundle import Bundle, Sealed, read_bundle, write_bundle
from replays.cli import add

HISTORY = Path(__file__).parent / "history"
HEXES, TILES = "hex_orders-2026.4", "tile_formations-2026.5"


@cache
def _data(name: str) -> bytes:
    return gzip.decompress((HISTORY / f"{name}.replay.gz").read_bytes())


def _without_openings(name: str, *owners: int) -> bytes:
    """Write a file that opens what these seats knew alone."""
    bundle: Bundle = read_bundle(_data(name))
    sealed = [Sealed(row.seq, tuple(part for part in row.openings if part[0] in owners)) for row in bundle.sealed]
    manifest = bundle.manifest
    names = manifest["ruleset"], manifest["edition"], bytes.fromhex(manifest["engine"])
    return write_bundle(*names, bundle.records, bundle.heads, [row for row in sealed if row.openings])


@pytest.fixture
def board(capsys: Any, tmp_path: Path) -> Any:
    """Run `replay board` on a file; gives status, output and complaints."""

    def go(data: bytes, *words: str) -> tuple[int, str, str]:
        path = tmp_path / "game.replay"
        path.write_bytes(data)
        parser = argparse.ArgumentParser()
        add(parser.add_subparsers())
        args = parser.parse_args(["replay", "board", str(path), *words])
        status = args.run(args)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return go


def test_the_last_board_is_drawn_unless_an_entry_is_named(board: Any) -> None:
    """Without --at the board after the last entry comes, with --at that of the entry; both say what it did."""
    status, out, _ = board(_data(HEXES))
    assert status == 0
    assert out.startswith("hex_orders: red against blue\nTurn 6 of 6, blue has won (turn limit)\nNobody is asked.\n")
    status, out, _ = board(_data(HEXES), "--at", "120")
    assert status == 0
    lines = out.splitlines()
    assert lines[1:5] == [
        "Turn 2 of 6, movement 2",
        "Asked now: blue.",
        "Blue is to declare who wants an assault.",
        "As spectator sees it after entry 120.",
    ]
    assert "  a4 moves from F2 to E2, straight on. [HX-STACK-06 HX-ORDERS-17]" in lines


def test_forms(board: Any, tmp_path: Path) -> None:
    """As values, as a picture, and into a file."""
    _, out, _ = board(_data(TILES), "--at", "60", "--json")
    assert from_json(out.encode()).seq == json.loads(out)["seq"] == 60
    to = tmp_path / "board.svg"
    status, out, _ = board(_data(TILES), "--at", "60", "--svg", "--out", str(to))
    assert (status, out) == (0, "")
    assert to.read_text(encoding="utf-8").startswith("<svg xmlns=")


def test_a_seat_is_shown_what_it_was_shown(board: Any) -> None:
    """Blue sees the face of its unit behind a token, red and spectators the token alone, all from one file."""
    hidden = {}
    for viewer in ("spectator", "red", "blue", "1"):
        _, out, _ = board(_data(HEXES), "--at", "120", "--json", "--as", viewer)
        scene = from_json(out.encode())
        hidden[viewer] = next(item for item in scene.items if item.id == "unit:b9")
        assert scene.viewer == ("blue" if viewer == "1" else viewer)
    assert hidden["spectator"] == hidden["red"]
    assert (hidden["red"].facing, hidden["red"].count) == (None, 0)
    assert hidden["blue"] == hidden["1"]
    assert (hidden["blue"].facing, hidden["blue"].count) != (None, 0)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--at", "0"), "there is no entry 0: --at takes 1 to 260"),
        (("--at", "261"), "there is no entry 261: --at takes 1 to 260"),
        (("--as", "green"), "--as: nobody is called 'green' here; write one of red, blue, spectator"),
        (("--out", "/nowhere/board.txt"), "/nowhere/board.txt can not be written: No such file or directory"),
    ],
)
def test_refusals(board: Any, words: tuple[str, ...], text: str) -> None:
    """What can not be drawn is told with its place and what to do; nothing is printed."""
    status, out, err = board(_data(HEXES), *words)
    assert (status, out) == (4, "")
    assert err.startswith(f"replay board: {text}")


def test_a_seat_whose_secrets_a_file_lacks_is_not_shown_less(board: Any) -> None:
    """A file of red's alone shows no board as blue; one that lacks what the fold needs says at which entry."""
    data = _without_openings(HEXES, 0)
    status, _, err = board(data, "--at", "15", "--as", "blue")
    assert status == 4
    assert "this file does not hold what that seat knew" in err
    status, _, err = board(data, "--at", "120")
    assert status == 4
    assert "needs sealed parts that this file does not open: export the game again after the reveal" in err
    assert board(_without_openings(TILES), "--at", "60")[0] == 0
