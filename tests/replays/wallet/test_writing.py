"""Wallets are gone on with after a crash, and no other file is touched."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from replays.wallet.writing import WalletFile

if sys.platform != "win32":
    import fcntl

GAME = b"g" * 16


@pytest.mark.parametrize(
    "text",
    [
        "a key, without an end of its line",
        "key:\nwithout an end of its line",
        '{"format":"adjudicator-wallet/2',
        '{"format":"adjudicator-wallet/1","game":"' + "00" * 16 + '"}\n{"kind":"he',
        '{"format":"adjudicator-wallet/1","game":"' + "00" * 16,
    ],
)
def test_other_files(tmp_path, text):
    """A file that is no wallet of the game is refused and left as it is, though its last line has no end."""
    path = tmp_path / "red.wallet"
    path.touch(0o600)
    path.write_text(text)
    with pytest.raises(ValueError, match=r"red\.wallet"):
        WalletFile(path, GAME)
    assert path.read_text() == text


@pytest.mark.parametrize("spaced", [False, True])
@pytest.mark.parametrize("cut", [0, 1, 40, -1])
def test_a_first_line_that_was_cut(tmp_path, cut, spaced):
    """A wallet whose first line a crash has cut is begun again, whoever wrote it."""
    path = tmp_path / "red.wallet"
    WalletFile(path, GAME).close()
    whole = path.read_text()
    path.write_text((json.dumps(json.loads(whole)) + "\n" if spaced else whole)[:cut])
    WalletFile(path, GAME).close()
    assert path.read_text() == whole


def test_a_later_line_that_was_cut(tmp_path):
    """Of a wallet of the game only the line that was cut is taken away."""
    path = tmp_path / "red.wallet"
    WalletFile(path, GAME).close()
    whole = path.read_text()
    path.write_text(whole + '{"kind":"he')
    WalletFile(path, GAME).close()
    assert path.read_text() == whole


def test_it_is_begun_once_by_all(tmp_path):
    """Several that open the same new wallet at once write one first line."""
    for number in range(40):
        path = tmp_path / f"{number}.wallet"
        with ThreadPoolExecutor(8) as pool:
            for made in [pool.submit(WalletFile, path, GAME) for _ in range(8)]:
                made.result().close()
        assert len(path.read_text().splitlines()) == 1


def test_a_line_that_the_disk_took_half_of(tmp_path, monkeypatch):
    """The call fails and takes the half away; the same line is written when it is given again, and others behind it."""
    path, write = tmp_path / "red.wallet", os.write
    with WalletFile(path, GAME) as wallet:
        with monkeypatch.context() as full:
            full.setattr(os, "write", lambda number, line: write(number, line[: len(line) // 2]))
            with pytest.raises(OSError, match="disk is full"):
                wallet.add("head", seq=1, hash=b"h")
        for seq in (1, 2):
            wallet.add("head", seq=seq, hash=b"h")
    assert [json.loads(line).get("seq") for line in path.read_text().splitlines()] == [None, 1, 2]


def test_a_line_that_did_not_reach_the_disk(tmp_path, monkeypatch):
    """Given again, a line that has to be on the disk is put there, though it stands in the file already."""
    done: list[int] = []
    with WalletFile(tmp_path / "red.wallet", GAME) as wallet:
        with monkeypatch.context() as broken:

            def fail(_number):
                raise OSError("broken")

            broken.setattr(os, "fsync", fail)
            with pytest.raises(OSError, match="broken"):
                wallet.add("head", durable=True, seq=1, hash=b"h")
        with monkeypatch.context() as seen:
            seen.setattr(os, "fsync", done.append)
            wallet.add("head", durable=True, seq=1, hash=b"h")
    assert len(done) == 1


def fail_once(monkeypatch):
    """Let the disk fail once, as systems tell it: the next call is told that all is well; gives what is done then."""
    done = []
    write, fsync = os.write, os.fsync

    def noted_write(number, line):
        done.append(line)
        return write(number, line)

    def noted_fsync(number):
        done.append("fsync")
        return fsync(number)

    def broken(_number):
        monkeypatch.setattr(os, "write", noted_write)
        monkeypatch.setattr(os, "fsync", noted_fsync)
        raise OSError("broken")

    monkeypatch.setattr(os, "fsync", broken)
    return done


def test_what_the_disk_has_lost_is_written_anew(tmp_path, monkeypatch):
    """A system tells one of two callers that the disk has failed: the line of the other is not taken for written."""
    path = tmp_path / "red.wallet"
    with WalletFile(path, GAME) as wallet:
        wallet.add("head", durable=True, seq=1, hash=b"h")
        for seq in (2, 3):
            wallet.add("head", seq=seq, hash=b"h")
        there = path.read_bytes()
        done = fail_once(monkeypatch)
        with pytest.raises(OSError, match="broken"):
            wallet.put_on_disk()
        wallet.put_on_disk()
        assert done == [*there.splitlines(keepends=True)[2:], "fsync"]
    assert path.read_bytes() == there
    assert done[3:] == ["fsync"]


def test_another_file_is_not_written_into(tmp_path, monkeypatch):
    """Where the wallet was moved away meanwhile its lines are not put into what stands there now."""
    path = tmp_path / "red.wallet"
    wallet = WalletFile(path, GAME)
    wallet.add("head", seq=1, hash=b"h")
    fail_once(monkeypatch)
    with pytest.raises(OSError, match="broken"):
        wallet.put_on_disk()
    path.rename(tmp_path / "other")
    path.write_text("mine")
    with pytest.raises(OSError, match="another file"):
        wallet.put_on_disk()
    assert path.read_text() == "mine"


def test_the_name_of_a_new_wallet_is_on_the_disk(tmp_path, monkeypatch):
    """Without it a loss of power takes the whole file, whatever of it was put on the disk."""
    done = []
    monkeypatch.setattr(os, "fsync", lambda number: done.append(os.fstat(number).st_ino))
    WalletFile(tmp_path / "red.wallet", GAME).close()
    assert tmp_path.stat().st_ino in done


@pytest.mark.parametrize("kept", [20, 0, -1])
def test_what_another_program_has_cut(tmp_path, kept):
    """No line is written behind a cut one: it would be a part of that, and both lost."""
    path = tmp_path / "red.wallet"
    with WalletFile(path, GAME) as wallet:
        path.write_text(path.read_text()[:kept])
        there = path.read_text()
        for _ in range(2):
            with pytest.raises(OSError, match="whole line"):
                wallet.add("head", seq=1, hash=b"h" * 32)
        assert path.read_text() == there


def test_lines_are_written_as_they_always_were(tmp_path):
    """A line has the bytes that older releases wrote, whatever is in it: so none of theirs is written twice."""
    text = "".join(map(chr, range(0x20))) + '"\\/\x7f\u00e9\u2014\u2028\U0001f600'
    row = {"kind": "later", "text": text, "seq": 3, "none": ""}
    with WalletFile(tmp_path / "red.wallet", GAME) as wallet:
        wallet.add("later", text=text, seq=3, none=b"")
    expected = json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"
    assert (tmp_path / "red.wallet").read_bytes().split(b"\n", 1)[1] == expected.encode()


def test_what_another_program_left_is_looked_at(tmp_path):
    """A line goes behind whole ones alone, though the last line that was written here was whole."""
    path = tmp_path / "red.wallet"
    with WalletFile(path, GAME) as wallet:
        wallet.add("head", seq=1, hash=bytes(32))
        with path.open("ab") as other:
            other.write(b'{"kind":"later"}\n')
        wallet.add("head", seq=2, hash=bytes(32))
        with path.open("ab") as other:
            other.write(b'{"kind":"la')
        for _ in range(2):
            with pytest.raises(OSError, match="whole line"):
                wallet.add("head", seq=3, hash=bytes(32))
        path.write_bytes(b"")
        with pytest.raises(OSError, match="whole line"):
            wallet.add("head", seq=3, hash=bytes(32))


def test_a_wallet_that_is_closed_writes_into_no_file(tmp_path):
    """The system gives the number of a closed file to the next one: nothing of a wallet may land in that."""
    wallet = WalletFile(tmp_path / "red.wallet", GAME)
    wallet.close()
    with (tmp_path / "mine").open("a+b", buffering=0) as other:
        other.write(b"text\n")
        for act in (lambda: wallet.add("head", seq=1, hash=bytes(32)), wallet.put_on_disk, wallet.close):
            with pytest.raises(OSError, match="is closed"):
                act()
    assert (tmp_path / "mine").read_bytes() == b"text\n"


def test_a_wallet_that_is_cut_at_any_byte(tmp_path):
    """Its whole lines stay as they are, what was cut is written again, and nothing stands there twice."""
    path = tmp_path / "red.wallet"
    items: list[dict[str, Any]] = [{"seq": seq, "hash": bytes([seq]) * 32} for seq in range(1, 4)]
    with WalletFile(path, GAME) as wallet:
        for item in items:
            wallet.add("head", **item)
    whole = path.read_bytes()
    for size in range(len(whole) + 1):
        path.write_bytes(whole[:size])
        with WalletFile(path, GAME) as wallet:
            for item in items:
                wallet.add("head", **item)
        assert path.read_bytes() == whole


def test_no_line_is_written_twice_in_one_run(tmp_path):
    """What stands there is not written again, whoever keeps it again."""
    path = tmp_path / "red.wallet"
    with WalletFile(path, GAME) as wallet:
        for seq in (1, 2, 1, 2):
            wallet.add("head", seq=seq, hash=bytes(32))
    assert [json.loads(line)["seq"] for line in path.read_bytes().splitlines()[1:]] == [1, 2]


@pytest.mark.skipif(sys.platform == "win32", reason="no locks")
def test_a_line_waits_for_another_program_that_writes(tmp_path):
    """A line is written while no other program holds the lock of the file, and not before."""
    path = tmp_path / "red.wallet"
    with WalletFile(path, GAME) as wallet, path.open("rb") as other, ThreadPoolExecutor(1) as pool:
        there = path.read_bytes()
        fcntl.flock(other, fcntl.LOCK_SH)
        writing = pool.submit(wallet.add, "head", seq=1, hash=bytes(32))
        with pytest.raises(TimeoutError):
            writing.result(0.1)
        assert path.read_bytes() == there
        fcntl.flock(other, fcntl.LOCK_UN)
        writing.result(30)
        assert len(path.read_bytes()) > len(there)
