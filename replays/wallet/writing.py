"""Writing a wallet as the game goes: a line at a time, none of it twice, for nobody else to read."""

from __future__ import annotations

import base64
import json
import os
import sys
import threading
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, Self

import msgspec

from replays.wallet.disk import renew_when_forked
from replays.wallet.reading import FORMAT, Wallet, read_wallet

if sys.platform != "win32":
    import fcntl

OWN: Final = 0o600


class WalletFile:
    """An open wallet. Each line is handed to the system whole; what a crash has cut is taken away before going on."""

    def __init__(self, path: Path, game: bytes) -> None:
        """Open a wallet of this game, or make it.

        Raises OSError, and ValueError where the file is another's: no wallet, of another game, or open to others.
        """
        self._path = path
        # lines that no disk has confirmed yet, each with its place in the file, and whether it has failed to
        self._unsure: list[tuple[int, bytes]] = []
        self._failed = False
        self._end = -1  # of the last line that was written here
        self.begin_anew()
        renew_when_forked(self)
        self._number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), OWN)
        try:
            with _Alone(self._number):
                self.held = self._begin(path, game)
        except BaseException:
            os.close(self._number)
            raise

    def begin_anew(self) -> None:
        """Have the lock of the disk free, here and in every program that is forked."""
        self._disk = threading.Lock()

    def _begin(self, path: Path, game: bytes) -> Wallet:
        if os.name == "posix" and os.fstat(self._number).st_mode & 0o077:
            raise ValueError(f"{path} can be read by others, and holds what is secret until it is opened: chmod 600 it")
        with open(self._number, "rb", closefd=False) as file:
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        title = {"format": FORMAT, "game": game.hex()}
        first, spaced = _text(title), json.dumps(title).encode()
        if not whole and not first.startswith(data) and not spaced.startswith(data):
            raise ValueError(f"{path} is no wallet: it has no first line of one; name another file")
        try:
            held = read_wallet(whole or first, path.name)
        except ValueError as fault:
            raise ValueError(f"{path} {fault}") from fault
        if held.game != game:
            raise ValueError(f"{path} is the wallet of game {held.game.hex()}: name another file")
        if len(whole) < len(data):  # of a wallet, as is known by now, a crash has cut the last line
            os.ftruncate(self._number, len(whole))
        if not whole:
            os.write(self._number, first)
            os.fsync(self._number)
            _put_name_on_disk(path)
        self._lines = {line + b"\n" for line in whole.split(b"\n")}
        return held

    def add(self, kind: str, *, durable: bool = False, **fields: Any) -> None:
        """Write an item, unless it stands there; bytes are written in hex. A `durable` one is on the disk after this.

        Raises OSError.
        """
        row: dict[str, Any] = {"kind": kind}
        for name, value in fields.items():
            row[name] = value.hex() if isinstance(value, bytes) else value
        line = _text(row)
        if line not in self._lines:
            self._require_open()
            with _Alone(self._number):
                self._append(line)
            self._lines.add(line)
        if durable:
            self.put_on_disk()

    def _append(self, line: bytes) -> None:
        """Write a line behind whole ones; what was written of it in part is taken away at once."""
        size = os.lseek(self._number, 0, os.SEEK_END)
        if size != self._end:
            self._require_whole(size)
        if os.write(self._number, line) != len(line):
            os.ftruncate(self._number, size)
            raise OSError("the disk is full: a line of the wallet was cut, and taken away again")
        self._end = size + len(line)
        self._unsure.append((size, line))

    def _require_open(self) -> None:
        if self._number < 0:
            raise OSError("the wallet is closed: open it again")

    def _require_whole(self, size: int) -> None:
        """Refuse a file whose end is not as it was left here, and is no end of a line."""
        os.lseek(self._number, max(size - 1, 0), os.SEEK_SET)
        if os.read(self._number, 1) != b"\n":  # another program has this wallet too, or it is gone
            raise OSError("the wallet does not end with a whole line any more: open it again")

    def put_on_disk(self) -> None:
        """Put what was written so far on the disk, on any thread.

        A system tells one caller that a disk has failed, and then counts as written what is not: it is written anew.

        Raises OSError.
        """
        with self._disk:
            self._require_open()
            unsure = list(self._unsure)
            if self._failed:
                self._write_again(unsure)
            self._failed = True
            os.fsync(self._number)
            self._failed = False
            del self._unsure[: len(unsure)]

    def _write_again(self, lines: Sequence[tuple[int, bytes]]) -> None:
        """Write lines once more where they stand."""
        file = os.open(self._path, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        try:
            if not os.path.samestat(os.fstat(file), os.fstat(self._number)):
                raise OSError("the wallet is another file than the one that was opened: open it again")
            for place, line in lines:
                os.lseek(file, place, os.SEEK_SET)
                if os.write(file, line) != len(line):
                    raise OSError("a line of the wallet is not on the disk: give it room")
        finally:
            os.close(file)

    def close(self) -> None:
        """Put everything on the disk, and close."""
        self.put_on_disk()
        with self._disk:
            os.close(self._number)
            self._number = -1  # the system gives the number to another file

    def __enter__(self) -> Self:
        """Give the wallet."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()


def in_base64(data: bytes) -> str:
    """Write bytes as long ones stand in a wallet."""
    return base64.b64encode(data).decode()


class _Alone:
    """Does something to a file while no other program that asks first does; without, where there are no locks."""

    __slots__ = ("_file",)

    def __init__(self, file: int) -> None:
        self._file = file

    def __enter__(self) -> None:
        if sys.platform != "win32":
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *_: object) -> None:
        if sys.platform != "win32":
            with suppress(OSError):
                fcntl.flock(self._file, fcntl.LOCK_UN)


def _put_name_on_disk(path: Path) -> None:
    """Put the name of a new file on the disk, without which what is in it is lost."""
    if os.name != "posix":
        return
    folder = os.open(path.absolute().parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _text(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row) + b"\n"
