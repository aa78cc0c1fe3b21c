"""`adjudicator wallet`: state the last entry that a seat has seen, and compare what an opponent states."""

from __future__ import annotations

import argparse
import base64
import json
import sys
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from replays import notes
from replays.arguments import held_at, wallet_at
from replays.audit.receipts import statement_text
from replays.files import Unusable
from replays.wallet.comparing import CONTRADICTED, FORKED, SAME, Compared, compare
from replays.wallet.reading import FORMAT, Receipt, Wallet

SAME_HISTORY, NOTHING, TWO, UNREADY = 0, 1, 2, 4
SEED: Final = 32
CODES: Final = (
    "exit codes: 0 the same history, 1 nothing that could be compared, 2 two histories, 4 a file can not be used"
)


def add(subparsers: Any) -> None:
    """Add `wallet` to the program."""
    parser = subparsers.add_parser(
        "wallet",
        help="state what a player has seen of a game, and compare what the opponent states",
        description="Works with wallets, in which clients keep what they were given and gave. Needs no service.",
        epilog="exit codes: as each verb says (adjudicator wallet VERB --help)",
    )
    verbs = parser.add_subparsers(dest="wallet", metavar="VERB", required=True)
    state = verbs.add_parser(
        "statement",
        help="state the last entry that was seen, signed with the seat's key",
        description="Writes a statement, with the receipt of that entry where there is one, for the opponent to keep.",
        epilog="exit codes: 0 written, 4 a file or an argument can not be used",
    )
    state.add_argument("file", type=Path, metavar="WALLET")
    state.add_argument(
        "--key", type=Path, required=True, help="file with the seat's key: 64 hex digits, as clients save it"
    )
    state.add_argument("--entry", type=int, default=None, help="another entry than the last that was seen")
    state.set_defaults(run=run_statement)
    check = verbs.add_parser(
        "check",
        help="compare an opponent's statements and receipts with one's own wallet",
        description="Says whether what an opponent states or holds is of the history that one's own wallet knows.",
        epilog=CODES,
    )
    check.add_argument("file", type=Path, metavar="WALLET")
    check.add_argument("others", type=Path, nargs="+", metavar="FILE", help="statements, wallets or files of receipts")
    check.add_argument("--vkey", help="the operator's published verification key: name+id+base64")
    check.set_defaults(run=run_check)


def run_statement(args: argparse.Namespace) -> int:
    """Write a statement."""
    try:
        wallet = wallet_at(args.file)
        print(_stated(wallet, _key(args.key), args.entry), end="")
    except Unusable as fault:
        return _refuse("statement", fault)
    return 0


def _stated(wallet: Wallet, key: Ed25519PrivateKey, entry: int | None) -> str:
    public = key.public_key().public_bytes_raw()
    seats = [seat.seat for seat in wallet.seats if seat.key == public]
    if not seats:
        raise Unusable(f"{wallet.source} is of no seat with the key {public.hex()}: give the key of its seat")
    known = {head.size: head.hash for head in wallet.heads} | {row.size: row.hash for row in wallet.receipts}
    size = max(known, default=0) if entry is None else entry
    if size not in known:
        raise Unusable(f"{wallet.source} has not seen entry {size}: name one that it has")
    note = notes.sign(key, f"seat-{seats[0]}", statement_text(wallet.game, seats[0], size, known[size]))
    rows: list[dict[str, Any]] = [{"format": FORMAT, "game": wallet.game.hex()}, {"kind": "statement", "note": note}]
    rows += [_receipt(row) for row in wallet.receipts if row.size == size][:1]
    return "".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n" for row in rows)


def _receipt(row: Receipt) -> dict[str, Any]:
    """Write a receipt with the record, which everybody may have; nothing in it is secret."""
    record = base64.b64encode(row.record).decode()
    plain = {"seq": row.size, "hash": row.hash.hex(), "note": row.note, "command_id": row.command_id.hex()}
    return {"kind": "receipt", **plain, "record": record}


def run_check(args: argparse.Namespace) -> int:
    """Compare."""
    try:
        wallet = wallet_at(args.file)
        others = [item for path in args.others for item in held_at(path)]
        if args.vkey is not None:
            notes.key_of(args.vkey)
        found = list(compare(wallet, others, args.vkey))
    except ValueError as fault:  # of the key
        return _refuse("check", f"--vkey: {fault}")
    except Unusable as fault:
        return _refuse("check", fault)
    for row in found:
        if row.verdict != SAME:
            print(f"entry {row.size}: {row.text}{_hashes(row)}")
    same = [row.size for row in found if row.verdict == SAME]
    two = [row for row in found if row.verdict in (FORKED, CONTRADICTED)]
    if two:
        print(f"two histories from entry {min(row.size for row in two)} on, at the latest")
        return TWO
    print(f"the same history, up to entry {max(same)}" if same else "nothing could be compared: ask for another entry")
    return SAME_HISTORY if same else NOTHING


def _hashes(row: Compared) -> str:
    if row.own is None or row.other is None:
        return ""
    own, other = row.own, row.other
    return (
        f"\n    here   {own.hash.hex()}, {own.signer or 'unsigned'}"
        f"\n    there  {other.hash.hex()}, {other.signer or 'unsigned'}"
    )


def _key(path: Path) -> Ed25519PrivateKey:
    try:
        seed = bytes.fromhex(path.read_text(encoding="ascii"))
    except OSError as error:
        raise Unusable(f"{path} can not be read: {error.strerror}; name the file with the seat's key") from error
    except ValueError:
        seed = b""
    if len(seed) != SEED:
        raise Unusable(f"{path} holds no key: 64 hex digits, as clients save it")
    return Ed25519PrivateKey.from_private_bytes(seed)


def _refuse(verb: str, fault: object) -> int:
    print(f"wallet {verb}: {fault}", file=sys.stderr)
    return UNREADY
