"""Level L3 of the audit: what players hold in their own hands, signed heads and statements, against the log.

A receipt is a head that the service signed for its holder; clients keep them in a wallet (`adjudicator-wallet/1`),
with much else, or in a file of receipts alone (`adjudicator-receipts/1`). A statement is a head that a seat signed with
its own key and gave away, so that an opponent can prove what was seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from adjudicator.kernel.messages import OpenGame
from adjudicator.kernel.record.chain import entry_hash, head_text, read_head
from adjudicator.kernel.ruleset import LoadedRuleset
from replays import notes
from replays.audit.checks_log import LogKeys
from replays.audit.entries import RawEntry, decode
from replays.audit.report import Findings
from replays.wallet.checks import check_proven, check_wallet, entry_difference
from replays.wallet.reading import FORMAT as WALLET
from replays.wallet.reading import Wallet, is_wallet, read_wallet

FORMAT: Final = "adjudicator-receipts/1"
STATEMENT: Final = "wglog/1/statement"
RECEIPTS_MOST: Final = 100_000
# what a file of receipts may weigh, in bytes: that of a game of 50,000 entries
FILE_MOST: Final = 64 * 1024 * 1024
_TITLE_LINES: Final = 2
_HEX: Final = 16


class Statement(Struct, frozen=True):
    """A head that a seat stated to have seen: a signed note, which the holder got from that seat."""

    game: bytes
    seat: int
    size: int
    note: str
    source: str


class Receipt(Struct, frozen=True):
    """A head that the service signed, as its holder kept it; `source` names the file.

    `command_id` is that of the holder's own command, `record` that of the entry, where they were kept.
    """

    game: bytes
    size: int
    note: str
    source: str
    command_id: bytes = b""
    record: bytes = b""


Held: TypeAlias = Receipt | Statement | Wallet


def read_held(data: bytes, source: str) -> tuple[Held, ...]:
    """Read a wallet, a file of receipts, or a statement.

    Raises ValueError, whose text says what is wrong with it. Signatures are checked with the log, not here.
    """
    if is_wallet(data):
        return (read_wallet(data, source),)
    if len(data) > FILE_MOST:
        raise ValueError(f"has more than {FILE_MOST} bytes")
    try:
        text = data.decode()
        found = {} if text.startswith(STATEMENT) else json.loads(text)
    except ValueError:  # no text, or no JSON
        text, found = "", {}
    if text.startswith(STATEMENT):
        return (_read_statement(text, source),)
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise ValueError(
            f"is neither a wallet ({WALLET}) nor a file of receipts ({FORMAT}) nor a statement ({STATEMENT})"
        )
    rows = found.get("receipts")
    if not isinstance(rows, list) or len(rows) > RECEIPTS_MOST:
        raise ValueError(f"has no list `receipts` of {RECEIPTS_MOST} rows at most")
    game = _game(found.get("game"))
    return tuple(_read_receipt(row, game, place, source) for place, row in enumerate(rows))


def _game(value: Any) -> bytes:
    game = bytes.fromhex(value) if isinstance(value, str) else b""
    if len(game) != _HEX:
        raise ValueError("names no game: `game` is 32 hex digits")
    return game


def _read_receipt(row: Any, game: bytes, place: int, source: str) -> Receipt:
    note = row.get("note") if isinstance(row, dict) else None
    lines = note.split("\n", 3) if isinstance(note, str) else []
    size = int(lines[1]) if len(lines) > _TITLE_LINES and lines[1].isdecimal() and len(lines[1]) < _HEX else 0
    if size < 1:
        raise ValueError(f"has no signed head as `note` in receipts[{place}]")
    return Receipt(game, size, str(note), source)


def _read_statement(text: str, source: str) -> Statement:
    lines = text.split("\n", 5)
    title = lines[0].split(" ")
    if len(title) != _TITLE_LINES or len(lines) <= 4 or not (lines[1].isdecimal() and lines[2].isdecimal()):  # noqa: PLR2004
        raise ValueError(f"is no whole statement: {STATEMENT} and game, seat, size, hash, and a signature")
    return Statement(_game(title[1]), int(lines[1][:9]), int(lines[2][:9]), text, source)


def statement_text(game: bytes, seat: int, size: int, head: bytes) -> str:
    """Write what a seat signs to state the last entry that it has seen: title and game, seat, size, hash."""
    size_line, hash_line = head_text(game, size, head).split("\n")[1:3]
    return f"{STATEMENT} {game.hex()}\n{seat}\n{size_line}\n{hash_line}\n"


def statement_key(seat: int, public: bytes) -> str:
    """Give the verification key of a seat's statements: named by the seat, for the 32 bytes of its key."""
    return notes.verify_key(f"seat-{seat}", public)


def check_held(
    entries: Sequence[RawEntry],
    terms: OpenGame,
    held: Sequence[Held],
    keys: LogKeys,
    rules: LoadedRuleset[Any] | None,
    findings: Findings,
) -> None:
    """Checks 12, 15 and 16: every receipt and statement is of this history, and what a wallet says of the game holds.

    One that its signer did not sign proves nothing and is a warning: anybody can write such a file.
    """
    own = [item for item in held if item.game == entries[0].game]
    if not own:
        findings.incomplete["L3"] = "none of the receipts is of this game"
        return
    if len(own) < len(held):
        findings.notes.append(f"{len(held) - len(own)} receipts, statements or wallets are of other games")
    log = Compared(entries, rules, keys, _seat_keys(entries, terms), {raw.seq: raw.hash for raw in entries}, findings)
    for item in own:
        if isinstance(item, Wallet):
            _check_items(log, receipts_of(item))
            _check_items(log, statements_of(item))
            check_wallet(entries, terms, item, keys, log.proven, findings)
        else:
            _check_items(log, [item])


class Compared:
    """A log as far as receipts are compared with it: `shown` are the heads of all hands, `proven` what differs."""

    def __init__(
        self,
        entries: Sequence[RawEntry],
        rules: LoadedRuleset[Any] | None,
        keys: LogKeys,
        seats: Mapping[int, Sequence[bytes]],
        hashes: Mapping[int, bytes],
        findings: Findings,
    ) -> None:
        self.entries = {raw.seq: raw for raw in entries}
        self.ids = {raw.command_id: raw for raw in entries}
        self.rules = rules
        self.keys = keys
        self.seats = seats
        self.hashes = hashes
        self.findings = findings
        self.shown: dict[int, bytes] = {}
        self.proven: set[int] = set()


def receipts_of(wallet: Wallet) -> Iterator[Receipt]:
    """Give the receipts of a wallet, behind them those of which its holder did not know the key."""
    for row in (*wallet.receipts, *wallet.unproven):
        yield Receipt(wallet.game, row.size, row.note, wallet.source, row.command_id, row.record)


def statements_of(wallet: Wallet) -> Iterator[Statement]:
    """Give the statements in a wallet; a text that is none is one that nobody signed."""
    for note in wallet.statements:
        try:
            yield _read_statement(note, wallet.source)
        except ValueError:
            yield Statement(wallet.game, 0, 0, note, wallet.source)


def _check_items(log: Compared, items: Iterable[Receipt | Statement]) -> None:
    for item in items:
        head = _head_of(item, log.keys, log.seats, log.findings)
        if isinstance(item, Statement):
            _compare_statement(item, head, log.hashes, log.findings)
        elif head is not None:
            _compare_receipt(log, item, head)


def _compare_receipt(log: Compared, item: Receipt, head: bytes) -> None:
    last, findings = max(log.hashes), log.findings
    known = decode(item.size, item.record) if entry_hash(item.record) == head else None
    if log.shown.setdefault(item.size, head) != head:
        first = log.shown[item.size].hex()
        findings.add("FORKED_LOG", item.size, f"one entry {item.size} in all hands: {first}", head)
    elif item.size > last:
        findings.add("TRUNCATED_LOG", last + 1, f"{item.size} entries, signed for a holder ({item.source})", last)
    elif log.hashes.get(item.size) != head:
        due, found = head.hex(), log.hashes[item.size].hex() if item.size in log.hashes else "no such entry"
        if known is not None:
            due, found = entry_difference(known, log.entries.get(item.size), log.rules)
        findings.add("RECEIPT_NOT_IN_LOG", item.size, f"{due}, signed for a holder ({item.source})", found)
    else:
        return
    log.proven.add(item.size)
    if known is not None:
        check_proven(known, item.command_id, log.entries.get(item.size), log.ids, log.rules, findings)


def _compare_statement(item: Statement, head: bytes | None, hashes: Mapping[int, bytes], findings: Findings) -> None:
    if head is not None and hashes.get(item.size) != head:
        due = f"{head.hex()}, stated by seat {item.seat} ({item.source})"
        findings.add("STATEMENT_CONTRADICTED", item.size, due, hashes.get(item.size, "no such entry"))


def _head_of(
    item: Receipt | Statement, keys: LogKeys, seats: Mapping[int, Sequence[bytes]], findings: Findings
) -> bytes | None:
    try:
        return _stated(item, seats.get(item.seat, ())) if isinstance(item, Statement) else _signed(item, keys)
    except ValueError as error:
        signer = f"seat {item.seat}" if isinstance(item, Statement) else "a key of this log"
        findings.add("RECEIPT_UNPROVEN", item.size, f"a head signed by {signer} ({item.source})", error)
        return None


def _signed(item: Receipt, keys: LogKeys) -> bytes:
    game, size, head = read_head(keys.verify(item.note))
    if (game, size) != (item.game, item.size):
        raise ValueError("the head of another game")
    return head


def _stated(item: Statement, publics: Sequence[bytes]) -> bytes:
    for public in publics:
        try:
            text = notes.verify(statement_key(item.seat, public), item.note)
        except ValueError:
            continue
        head = read_head(head_lines(text))[2]
        if statement_text(item.game, item.seat, item.size, head) != text:
            raise ValueError("other lines than those of a statement")
        return head
    raise ValueError(f"no signature by a key of seat {item.seat}")


def head_lines(statement: str) -> str:
    """Give the head that a statement is of, in the three lines that the service signs."""
    lines = statement.split("\n")
    return "\n".join(["wglog/1/head " + lines[0].split(" ")[1], *lines[2:4], ""])


def _seat_keys(entries: Sequence[RawEntry], terms: OpenGame) -> dict[int, tuple[bytes, ...]]:
    """Give all keys that a seat has had: a statement stays one after its player has left."""
    held = {seat: tuple(row.keys) for seat, row in enumerate(terms.seats)}
    for seat, keys in _taken(entries):
        held[seat] = (*held.get(seat, ()), *keys)
    return held


def _taken(entries: Sequence[RawEntry]) -> Iterator[tuple[int, tuple[bytes, ...]]]:
    for raw in entries:
        taken = raw.event("SeatSubstituted")
        if taken is not None:
            yield taken[0], tuple(taken[2])
