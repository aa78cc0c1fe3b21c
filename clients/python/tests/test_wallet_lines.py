"""The lines of a wallet: what is refused says where and repeats nothing, and no line stands behind a cut one."""

import json
import os

import pytest

from adjudicator_client import Wallet

GAME = b"g" * 16
TITLE = json.dumps({"format": "adjudicator-wallet/1", "game": GAME.hex()}) + "\n"
SECRET = "c0ffee" * 10 + "c0ff"
HEAD = json.dumps({"kind": "head", "seq": 1, "hash": "11" * 32}) + "\n"


def write(path, text):
    path.touch(0o600)
    path.write_text(text)


@pytest.mark.parametrize(
    "line",
    [
        f'{{"kind":"contribution","seat":0,"contribution":"{SECRET.upper()}","commitment":"{SECRET}"}}',
        f'{{"kind":"contribution","seat":0,"contribution":"{SECRET}0","commitment":"{SECRET}"}}',
        f'{{"kind":"contribution","seat":0,"contribution":"{SECRET}" "commitment":"{SECRET}"}}',
        f'{{"kind":"contribution","seat":"{SECRET}","contribution":"{SECRET}","commitment":"{SECRET}"}}',
        f'{{"kind":"contribution","contribution":"{SECRET}","commitment":"{SECRET}"}}',
        f'{{"kind":"command","command":"","signature":"","salt":"{SECRET}!","secret":""}}',
        f'{{"kind":"command","command":"","signature":"","salt":"","secret":"{SECRET}!"}}',
        f'{{"kind":"command","command":"{SECRET}","signature":"","salt":"","secret":""}}',
        '{"kind":"head","seq":0,"hash":"' + SECRET + '"}',
        '{"kind":"head","seq":true,"hash":"' + SECRET + '"}',
        f'{{"kind":["{SECRET}"]}}',
        f'"{SECRET}',
        f"[{SECRET}]",
    ],
)
def test_a_line_that_is_not_read(tmp_path, line):
    """What is refused may be secret still: contributions, salts, orders."""
    path = tmp_path / "red.wallet"
    write(path, f"{TITLE}{line}\n")
    with pytest.raises(ValueError, match=r"red\.wallet.* line 2 ") as caught:
        Wallet(GAME, path)
    error = caught.value
    assert "c0ff" not in str(error).lower()
    assert error.__cause__ is None
    assert error.__suppress_context__ or error.__context__ is None
    assert path.read_text() == f"{TITLE}{line}\n"


def test_lines_of_other_releases(tmp_path):
    """Lines of a kind and fields that are not known are left alone."""
    path = tmp_path / "red.wallet"
    newer = '{"kind":"newer","a":[1.5e3,true,null]}\n{"kind":"log_key","key":"one","since":-0.5}\n'
    write(path, TITLE + newer)
    wallet = Wallet(GAME, path)
    assert wallet.receipts().log_keys == ["one"]
    wallet.keep_head(1, b"\x11" * 32)
    wallet.close()
    assert path.read_text().startswith(TITLE + newer)


def test_something_else_than_a_file(tmp_path):
    """A pipe is not waited at, and a file beyond all bounds is not read."""
    path = tmp_path / "red.wallet"
    os.mkfifo(path, 0o600)
    with pytest.raises(ValueError, match=r"red\.wallet"):
        Wallet(GAME, path)
    path.unlink()
    write(path, TITLE)
    os.truncate(path, 256 * 1024 * 1024 + 1)
    with pytest.raises(ValueError, match="bytes"):
        Wallet(GAME, path)


@pytest.mark.parametrize("there", [TITLE + HEAD[:20], "", TITLE.rstrip()])
def test_what_another_program_has_cut(tmp_path, there):
    """No line is written behind a cut one: it would be a part of that, and both lost."""
    path = tmp_path / "red.wallet"
    wallet = Wallet(GAME, path)
    path.write_text(there)
    for _ in range(2):
        with pytest.raises(OSError, match=r"red\.wallet.*whole line"):
            wallet.keep_head(2, b"\x12" * 32)
    assert path.read_text() == there
    wallet.close()


@pytest.mark.parametrize("room", [0, 9, -1])
def test_no_room(tmp_path, monkeypatch, room):
    """What could be written of a line in part is taken away at once, and the line is not taken for one that stands."""
    path = tmp_path / "red.wallet"
    wallet = Wallet(GAME, path)
    before = path.read_text()
    write_some = os.write

    def full(file, data):
        if room < 0:
            raise OSError("no room")
        return write_some(file, data[:room])

    with monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        for _ in range(2):
            with pytest.raises(OSError, match="room"):
                wallet.keep_head(1, b"\x11" * 32)
            assert path.read_text() == before
    wallet.keep_head(1, b"\x11" * 32)
    wallet.close()
    assert len(path.read_text().splitlines()) == 2
