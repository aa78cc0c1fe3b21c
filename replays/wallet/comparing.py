"""Two players compare what they hold of a game: one history, or two, and whether a signature proves it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Final

from msgspec import Struct

from adjudicator.kernel.record.chain import read_head
from replays import notes
from replays.audit.receipts import (
    Held,
    Receipt,
    Statement,
    head_lines,
    receipts_of,
    statement_key,
    statement_text,
    statements_of,
)
from replays.wallet.reading import Wallet

FORKED: Final = "forked"
CONTRADICTED: Final = "contradicted"
SAME: Final = "same"
UNKNOWN: Final = "unknown"
UNPROVEN: Final = "unproven"


class Seen(Struct, frozen=True):
    """The hash of an entry in somebody's hands; `signer` says who signed it: "log", "seat N", or nobody."""

    size: int
    hash: bytes
    signer: str


class Compared(Struct, frozen=True):
    """What came of one line of the other's: a verdict, the entry, and the two hashes, b"" where there is none."""

    verdict: str
    size: int
    own: Seen | None
    other: Seen | None
    text: str


def compare(wallet: Wallet, others: Sequence[Held], vkey: str | None = None) -> Iterator[Compared]:
    """Compare heads and statements of others with one's own wallet; its log keys are believed where none is given."""
    keys = wallet.log_keys if vkey is None else [vkey]
    own: dict[int, Seen] = {}
    for seen in _own(wallet, keys):
        if seen.size not in own or not own[seen.size].signer:
            own[seen.size] = seen
    for item in _flat(others):
        if item.game != wallet.game:
            yield Compared(UNPROVEN, item.size, None, None, f"of another game, {item.game.hex()}")
            continue
        other = _seen(item, wallet, keys)
        if other is None:
            yield Compared(UNPROVEN, item.size, None, None, f"not signed by {_due(item)} as this wallet knows it")
            continue
        yield _verdict(own.get(item.size), other)


def _flat(others: Sequence[Held]) -> Iterator[Receipt | Statement]:
    for item in others:
        if isinstance(item, Wallet):
            yield from receipts_of(item)
            yield from statements_of(item)
        else:
            yield item


def _own(wallet: Wallet, keys: Sequence[str]) -> Iterator[Seen]:
    for head in wallet.heads:
        yield Seen(head.size, head.hash, "")
    for row in wallet.receipts:
        found = _signed(row.note, wallet.game, row.size, keys)
        if found is not None:
            yield Seen(row.size, found, "log")


def _seen(item: Receipt | Statement, wallet: Wallet, keys: Sequence[str]) -> Seen | None:
    if isinstance(item, Receipt):
        head = _signed(item.note, item.game, item.size, keys)
        return None if head is None else Seen(item.size, head, "log")
    for player in wallet.players:
        with suppress(ValueError):
            text = notes.verify(statement_key(item.seat, player.key), item.note)
            head = read_head(head_lines(text))[2]
            if player.seat == item.seat and statement_text(item.game, item.seat, item.size, head) == text:
                return Seen(item.size, head, f"seat {item.seat}")
    return None


def _signed(note: str, game: bytes, size: int, keys: Sequence[str]) -> bytes | None:
    for key in keys:
        with suppress(ValueError):
            found = read_head(notes.verify(key, note))
            if found[:2] == (game, size):
                return found[2]
    return None


def _due(item: Receipt | Statement) -> str:
    return f"seat {item.seat}" if isinstance(item, Statement) else "the log key"


def _verdict(own: Seen | None, other: Seen) -> Compared:
    size = other.size
    if own is None:
        return Compared(UNKNOWN, size, None, other, "this wallet has not seen that entry")
    if own.hash == other.hash:
        return Compared(SAME, size, own, other, "")
    if own.signer == other.signer == "log":
        return Compared(
            FORKED, size, own, other, "the service signed both: the log was forked, and both receipts prove it"
        )
    text = f"the log was forked, or {other.signer} does not tell the truth: ask for the receipt of that entry"
    return Compared(CONTRADICTED, size, own, other, text)
