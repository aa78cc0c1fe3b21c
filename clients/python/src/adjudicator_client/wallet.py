"""The wallet of a player: a file of what the service gave and what was given to it, written as the game goes."""

from __future__ import annotations

import base64
import json
import os
import stat
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from adjudicator_client.contract.wargame.v1 import games_pb2
from adjudicator_client.evidence.disk import Begun, DiskThread, renew_when_forked
from adjudicator_client.evidence.lines import read_line
from adjudicator_client.proof.mpint import decode
from adjudicator_client.proof.receipts import Kept, Receipts
from adjudicator_client.proof.records import SIGNED

if TYPE_CHECKING:
    from adjudicator_client.contract.wargame.v1 import record_pb2

if sys.platform != "win32":
    import fcntl

FORMAT: Final = "adjudicator-wallet/1"
OWN: Final = 0o600
_JSON: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
SIZE_MOST: Final = 256 * 1024 * 1024
UNPROVEN_MOST: Final = 64  # a service can make as many as it likes, and a wallet that is too large is read by nobody


class Wallet:
    """A wallet of one game (`adjudicator-wallet/1`); without a path nothing is kept.

    Lines are appended, each handed to the system whole; contributions are on the disk before they are sent, commands
    before their answer is given on. What a crash has cut is taken away when the file is opened again.
    Nobody else may read it, and no token or key is in it.
    """

    def __init__(self, game: bytes, path: Path | str | None = None) -> None:
        """Open the wallet of a game, or make it.

        Raises OSError, and ValueError where the file is no wallet of this game, or others may read it.
        """
        self.game = game
        self.path = None if path is None else Path(path)
        self._rows: list[dict[str, Any]] = []
        self._lines: set[bytes] = set()
        # lines that no disk has confirmed yet, each with its place in the file, and whether it has failed to
        self._unsure: list[tuple[int, bytes]] = []
        self._failed = False
        self._end = -1  # of the last line that was written here
        self.begin_anew()
        renew_when_forked(self)
        self._behind = DiskThread()
        self._keys: list[str] = []  # of the log, as they were kept last
        self._file = -1
        if self.path is not None:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), OWN)
            try:
                with _Alone(self._file):
                    self._begin(self.path)
            except BaseException:
                os.close(self._file)
                self._file = -1
                raise

    def begin_anew(self) -> None:
        """Have the lock of the disk free, here and in every program that is forked."""
        self._disk = threading.Lock()

    def _begin(self, path: Path) -> None:
        there = os.fstat(self._file)
        if not stat.S_ISREG(there.st_mode):
            raise ValueError(f"{path} is no file of its own: name another")
        if there.st_size > SIZE_MOST:
            raise ValueError(f"{path} has more than the {SIZE_MOST} bytes of a wallet: name another file")
        if os.name == "posix" and there.st_mode & 0o077:
            raise ValueError(f"{path} can be read by others, and holds what is secret until it is opened: chmod 600 it")
        with open(self._file, "rb", closefd=False) as file:
            data = file.read()
        whole = data[: data.rfind(b"\n") + 1]
        title = {"format": FORMAT, "game": self.game.hex()}
        other = ValueError(f"{path} is no wallet ({FORMAT}) of game {self.game.hex()}: name another file")
        if not whole and not any(text.startswith(data) for text in (_line(title), json.dumps(title).encode())):
            raise other
        lines = (whole or _line(title)).split(b"\n")[:-1]
        self._lines = {line + b"\n" for line in lines}
        self._rows = [_read(path, number, text) for number, text in enumerate(lines, start=1)]
        first = self._rows.pop(0)
        if {name: first.get(name) for name in title} != title:
            raise other
        if len(whole) < len(data):  # of a wallet, as is known by now, a crash has cut the last line
            os.ftruncate(self._file, len(whole))
        if not whole:
            os.write(self._file, _line(title))
            os.fsync(self._file)
            _put_name_on_disk(path)

    # -- what it held when it was opened

    def _of(self, kind: str) -> Iterator[dict[str, Any]]:
        return (row for row in self._rows if row.get("kind") == kind)

    def receipts(self) -> Receipts | None:
        """Give the receipts that it held, each verified; None where it held no log key.

        Raises NotProven, ValueError.
        """
        keys = [str(row["key"]) for row in self._of("log_key")]
        if not keys:
            return None
        found = Receipts(self.game, keys)
        for row in self._of("receipt"):
            found.keep(Kept(row["seq"], bytes.fromhex(row["hash"]), row["note"], bytes.fromhex(row["command_id"])))
        for row in self._of("head"):
            found.note(row["seq"], bytes.fromhex(row["hash"]))
        return found

    def contribution(self, seat: int | None) -> bytes | None:
        """Give the contribution that this seat has made before."""
        found = [bytes.fromhex(row["contribution"]) for row in self._of("contribution") if row["seat"] == seat]
        return found[-1] if found else None

    def commands(self, actor: Sequence[Any]) -> dict[bytes, tuple[list[Any], bytes | None]]:
        """Give the commands that this role and party have given before, by id: each as it is logged, and its signature.

        Raises ValueError.
        """
        found = [(decode(_unbased(row["command"])), bytes.fromhex(row["signature"])) for row in self._of("command")]
        own = [(row, sign) for (_, whose, row), sign in found if whose[:2] == list(actor[:2])]
        return {bytes(row[0]): (row, sign or None) for row, sign in own}

    def openings(self) -> list[bytes]:
        """Give the commitments to the secret of the dice that earlier runs were told."""
        return [bytes.fromhex(row["commitment"]) for row in self._of("opening")]

    def inclusions(self) -> list[games_pb2.Registration]:
        """Give what has proven before that the game stands in a register."""
        return [
            games_pb2.Registration(
                register=row["register"], leaf=_unbased(row["leaf"]), proof=row["proof"], key=row["key"]
            )
            for row in self._of("inclusion")
        ]

    # -- what is kept

    @property
    def writes(self) -> bool:
        """Whether what is kept is written: there is a file, and it is open."""
        return self._file >= 0

    def keep(self, kind: str, *, durable: bool = False, **fields: Any) -> None:
        """Append a line, unless it stands there; bytes are written in hex. A `durable` one is on the disk after this.

        Raises OSError.
        """
        if not self.writes:
            return
        row: dict[str, Any] = {"kind": kind}
        for name, value in fields.items():
            row[name] = value.hex() if isinstance(value, bytes) else value
        line = _line(row)
        if line not in self._lines:
            with _Alone(self._file):
                self._append(line)
            self._lines.add(line)
        if durable:
            self.put_on_disk()

    def _append(self, line: bytes) -> None:
        """Write a line behind whole ones; what was written of it in part is taken away at once."""
        size = os.lseek(self._file, 0, os.SEEK_END)
        if size != self._end:
            self._require_whole(size)
        if os.write(self._file, line) != len(line):
            os.ftruncate(self._file, size)
            raise OSError(f"a line of {self.path} was cut and taken away again: give the disk room")
        self._end = size + len(line)
        self._unsure.append((size, line))

    def _require_whole(self, size: int) -> None:
        """Refuse a file whose end is not as it was left here, and is no end of a line."""
        os.lseek(self._file, max(size - 1, 0), os.SEEK_SET)
        if os.read(self._file, 1) != b"\n":  # another program has this wallet too, or it is gone
            raise OSError(f"{self.path} does not end with a whole line any more: open it again")

    def put_on_disk(self) -> None:
        """Put what was written so far on the disk, on any thread.

        A system tells one caller that a disk has failed, and then counts as written what is not: it is written anew.

        Raises OSError.
        """
        with self._disk:
            if self._file < 0 or self.path is None:
                return
            unsure = list(self._unsure)
            if self._failed:
                self._write_again(self.path, unsure)
            self._failed = True
            os.fsync(self._file)
            self._failed = False
            del self._unsure[: len(unsure)]

    def _write_again(self, path: Path, lines: Sequence[tuple[int, bytes]]) -> None:
        """Write lines once more where they stand."""
        file = os.open(path, os.O_WRONLY | getattr(os, "O_NOFOLLOW", 0))
        try:
            if not os.path.samestat(os.fstat(file), os.fstat(self._file)):
                raise OSError(f"{path} is another file than the one that was opened: open it again")
            for place, line in lines:
                os.lseek(file, place, os.SEEK_SET)
                if os.write(file, line) != len(line):
                    raise OSError(f"a line of {path} is not on the disk: give it room")
        finally:
            os.close(file)

    def begin_put_on_disk(self) -> Begun | None:
        """Put what was written so far on the disk while something else is done: `done` of `evidence.disk` waits."""
        return self._behind.begin(self.put_on_disk) if self.writes else None

    def keep_keys(self, lines: Sequence[str]) -> None:
        """Keep the keys that sign the log."""
        if self._keys == lines:
            return
        for line in lines:
            self.keep("log_key", key=line)
        self._keys = list(lines)

    def keep_terms(self, commitment: bytes, keys: Sequence[Sequence[bytes]]) -> None:
        """Keep the commitment of the opening, and the keys that each seat signs with."""
        self.keep("opening", commitment=commitment)
        for seat, row in enumerate(keys):
            for key in row:
                self.keep("player", seat=seat, key=key)

    def keep_command(self, covered: bytes, signature: bytes, salt: bytes, secret: bytes) -> None:
        """Keep a command before it is sent; it is on the disk once `put_on_disk` has returned.

        `covered` are the bytes that its signature covers, `salt` and `secret` what opens its seal.
        """
        command = _based(covered.removeprefix(SIGNED))
        self.keep("command", command=command, signature=signature, salt=salt, secret=_based(secret))

    def keep_contribution(self, seat: int, contribution: bytes, commitment: bytes) -> None:
        """Keep a contribution before it is committed to."""
        self.keep("contribution", durable=True, seat=seat, contribution=contribution, commitment=commitment)

    def keep_inclusion(self, given: games_pb2.Registration) -> None:
        """Keep the proof that the game stands in a register."""
        leaf, proof, key = _based(given.leaf), given.proof, given.key
        self.keep("inclusion", durable=True, register=given.register, leaf=leaf, proof=proof, key=key)

    def keep_receipt(self, receipt: record_pb2.Receipt | Kept, command_id: bytes = b"", record: bytes = b"") -> None:
        """Keep a receipt, with the record of its entry where that is at hand."""
        if not self.writes:
            return
        seq, digest, note = receipt.seq, receipt.hash, receipt.note
        self.keep("receipt", seq=seq, hash=digest, note=note, command_id=command_id, record=_based(record))

    def keep_unproven(self, receipt: record_pb2.Receipt) -> None:
        """Keep a head that contradicts what is known, and is signed with a key that is not; the first ones of them."""
        if sum(b'"unproven"' in line[:20] for line in self._lines) < UNPROVEN_MOST:
            self.keep("unproven", durable=True, seq=receipt.seq, hash=receipt.hash, note=receipt.note)

    def keep_head(self, seq: int, digest: bytes) -> None:
        """Keep the hash of an entry as it was seen."""
        self.keep("head", seq=seq, hash=digest)

    def keep_refusal(self, signed: record_pb2.SignedRefusal | None) -> None:
        """Keep a refusal, where it was signed."""
        if signed is not None:
            refusal, signature, key = _based(signed.refusal), signed.signature, signed.log_key
            self.keep("refusal", durable=True, refusal=refusal, signature=signature, log_key=key)

    def close(self) -> None:
        """Put everything on the disk, and close the file."""
        self.put_on_disk()
        with self._disk:
            if self._file >= 0:
                os.close(self._file)
                self._file = -1

    def __repr__(self) -> str:
        """Show the game and the file."""
        return f"Wallet({self.game.hex()}, {self.path})"


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


def _line(row: dict[str, Any]) -> bytes:
    return f"{_JSON.encode(row)}\n".encode()


def _read(path: Path, number: int, text: bytes) -> dict[str, Any]:
    try:
        return read_line(text)
    except ValueError as fault:
        raise ValueError(f"{path} is no wallet: line {number} {fault}") from None


def _unbased(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


def _based(data: bytes) -> str:
    return base64.b64encode(data).decode()
