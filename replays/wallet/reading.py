"""Wallet files (`adjudicator-wallet/1`): one JSON object a line, the first names the game, every other is one item."""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from msgspec import Struct

from adjudicator.kernel.record.mpint import MAX_INTEGER, decode, encode

FORMAT: Final = "adjudicator-wallet/1"
# what a wallet may weigh, in bytes, and how many lines are read: those of a game of 50,000 entries
FILE_MOST: Final = 256 * 1024 * 1024
LINES_MOST: Final = 500_000
Row = Mapping[str, Any]
T = TypeVar("T")


class Receipt(Struct, frozen=True):
    """A head that the service signed; with the id of the holder's own command, and the record, where they are known."""

    size: int
    hash: bytes
    note: str
    command_id: bytes
    record: bytes


class Head(Struct, frozen=True):
    """The hash of an entry as the holder saw it: nobody has signed it."""

    size: int
    hash: bytes


class Contribution(Struct, frozen=True):
    """What a seat brought to the seed of the dice, and its commitment."""

    seat: int
    contribution: bytes
    commitment: bytes


class Command(Struct, frozen=True):
    """A command of the holder's own: `signed` is what a signature covers, MP-int([game, actor, command]).

    `salt` and `data` open the seal over its secret fields; both are empty where it has none.
    """

    signed: bytes
    signature: bytes
    salt: bytes
    data: bytes

    @property
    def id(self) -> bytes:
        """Id of the command."""
        return bytes(decode(self.signed)[2][0])


class KeptRefusal(Struct, frozen=True):
    """A signed refusal."""

    refusal: bytes
    signature: bytes
    log_key: str


class OwnSeat(Struct, frozen=True):
    """Which seat the holder plays, the id of the token, and the public key, empty where there is none."""

    seat: int
    token_id: str
    key: bytes


class Player(Struct, frozen=True):
    """A public key with which a seat signs, as the holder was told it."""

    seat: int
    key: bytes


class Inclusion(Struct, frozen=True):
    """What the holder was given before contributing: a leaf of a register, its proof, the note that names its key."""

    register: str
    leaf: bytes
    proof: str
    key: str


class Wallet(Struct):
    """What a wallet holds; `unknown` counts the lines of kinds that this release does not know, `torn` a cut end."""

    game: bytes
    source: str
    log_keys: list[str]
    seats: list[OwnSeat]
    players: list[Player]
    openings: list[bytes]
    receipts: list[Receipt]
    heads: list[Head]
    contributions: list[Contribution]
    commands: list[Command]
    refusals: list[KeptRefusal]
    statements: list[str]
    inclusions: list[Inclusion]
    unproven: list[Receipt]  # that contradict the others, signed with a key that the holder did not know
    unknown: Counter[str]
    torn: bool = False


class _Line:
    """One line of a wallet, whose fields are read by name; ValueError names the one at fault."""

    def __init__(self, row: Row, number: int) -> None:
        self.row = row
        self.place = f"line {number}"

    def hex(self, name: str, *sizes: int) -> bytes:
        """Read bytes in hex, of one of these sizes."""
        value = self.row.get(name)
        try:
            data = bytes.fromhex(value) if isinstance(value, str) else None
        except ValueError:
            data = None
        if data is None or len(data) not in sizes or data.hex() != value:
            raise self.fault(name, " or ".join(str(2 * size) for size in sizes) + " hex digits")
        return data

    def base64(self, name: str) -> bytes:
        """Read bytes in base64."""
        value = self.row.get(name)
        try:
            data = base64.b64decode(value, validate=True) if isinstance(value, str) else None
        except ValueError:
            data = None
        if data is None or base64.b64encode(data).decode() != value:
            raise self.fault(name, "base64")
        return data

    def text(self, name: str) -> str:
        """Read a text."""
        value = self.row.get(name)
        if not isinstance(value, str):
            raise self.fault(name, "a text")
        return value

    def number(self, name: str, least: int) -> int:
        """Read a number."""
        value = self.row.get(name)
        if type(value) is not int or not least <= value <= MAX_INTEGER:
            raise self.fault(name, f"a number from {least} on")
        return value

    def fault(self, name: str, due: str) -> ValueError:
        return ValueError(f"{self.place}: {name} is not {due}")


def is_wallet(data: bytes) -> bool:
    """Whether a file says that it is a wallet."""
    return FORMAT.encode() in data[: data.find(b"\n")]


def read_wallet(data: bytes, source: str) -> Wallet:
    """Read a wallet; a last line that was cut by a crash is left out. Signatures are not verified here.

    Raises ValueError, whose text names the line and the field.
    """
    if len(data) > FILE_MOST:
        raise ValueError(f"has more than {FILE_MOST} bytes")
    lines = data.split(b"\n")
    torn = bool(lines.pop())
    if len(lines) > LINES_MOST:
        raise ValueError(f"has more than {LINES_MOST} lines")
    if not lines:
        raise ValueError(f"has no first line, with the format {FORMAT} and the game")
    first = _Line(_row(lines[0], 1), 1)
    if first.row.get("format") != FORMAT:
        raise ValueError(f"is no wallet: its first line does not have the format {FORMAT}")
    wallet = Wallet(first.hex("game", 16), source, [], [], [], [], [], [], [], [], [], [], [], [], Counter(), torn)
    for number, text in enumerate(lines[1:], start=2):
        _take(wallet, _Line(_row(text, number), number))
    return wallet


def _row(text: bytes, number: int) -> Row:
    try:
        row = json.loads(text)
    except (ValueError, RecursionError):
        row = None
    if not isinstance(row, dict):
        raise ValueError(f"line {number}: is no JSON object")  # noqa: TRY004  (the file, not an argument)
    return row


def _take(wallet: Wallet, line: _Line) -> None:
    kind = line.text("kind")
    take = _KINDS.get(kind)
    if take is None:
        wallet.unknown[kind] += 1
    else:
        take(wallet, line)


def _log_key(wallet: Wallet, line: _Line) -> None:
    wallet.log_keys.append(line.text("key"))


def _seat(wallet: Wallet, line: _Line) -> None:
    wallet.seats.append(OwnSeat(line.number("seat", 0), line.text("token_id"), line.hex("key", 0, 32)))


def _player(wallet: Wallet, line: _Line) -> None:
    wallet.players.append(Player(line.number("seat", 0), line.hex("key", 32)))


def _opening(wallet: Wallet, line: _Line) -> None:
    wallet.openings.append(line.hex("commitment", 32))


def _receipt(wallet: Wallet, line: _Line) -> None:
    hash_, note = line.hex("hash", 32), line.text("note")
    id_, record = line.hex("command_id", 0, 16), line.base64("record")
    wallet.receipts.append(Receipt(line.number("seq", 1), hash_, note, id_, record))


def _unproven(wallet: Wallet, line: _Line) -> None:
    hash_, note = line.hex("hash", 32), line.text("note")
    wallet.unproven.append(Receipt(line.number("seq", 1), hash_, note, b"", b""))


def _head(wallet: Wallet, line: _Line) -> None:
    wallet.heads.append(Head(line.number("seq", 1), line.hex("hash", 32)))


def _contribution(wallet: Wallet, line: _Line) -> None:
    found = Contribution(line.number("seat", 0), line.hex("contribution", 32), line.hex("commitment", 32))
    wallet.contributions.append(found)


def _command(wallet: Wallet, line: _Line) -> None:
    signed = line.base64("command")
    fields = decode(signed)
    whole = isinstance(fields, list) and len(fields) == 3 and encode(fields) == signed and _is_command(*fields)  # noqa: PLR2004
    if not whole:
        raise line.fault("command", "game, actor and command as they are signed")
    made = Command(signed, line.hex("signature", 0, 64), line.hex("salt", 0, 32), line.base64("secret"))
    wallet.commands.append(made)


def _is_command(game: Any, actor: Any, command: Any) -> bool:
    if not isinstance(game, bytes) or not isinstance(actor, list) or not isinstance(command, list):
        return False
    if (len(game), len(actor), len(command)) != (16, 3, 4) or not isinstance(command[2], list):
        return False
    id_ = isinstance(command[0], bytes) and len(command[0]) == 16  # noqa: PLR2004
    return id_ and bool(command[2]) and isinstance(command[2][0], str)


def _refusal(wallet: Wallet, line: _Line) -> None:
    found = KeptRefusal(line.base64("refusal"), line.hex("signature", 64), line.text("log_key"))
    wallet.refusals.append(found)


def _statement(wallet: Wallet, line: _Line) -> None:
    wallet.statements.append(line.text("note"))


def _inclusion(wallet: Wallet, line: _Line) -> None:
    wallet.inclusions.append(
        Inclusion(line.text("register"), line.base64("leaf"), line.text("proof"), line.text("key"))
    )


_KINDS: Final[Mapping[str, Callable[[Wallet, _Line], None]]] = {
    "command": _command,
    "contribution": _contribution,
    "head": _head,
    "inclusion": _inclusion,
    "log_key": _log_key,
    "opening": _opening,
    "player": _player,
    "receipt": _receipt,
    "refusal": _refusal,
    "seat": _seat,
    "statement": _statement,
    "unproven": _unproven,
}
