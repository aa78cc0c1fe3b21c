"""What a client's suite has left behind of one game, held against it: the audit, the register, and altered wallets."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from adjudicator.kernel.record.mpint import decode, encode
from replays.bundle import read_bundle, write_bundle
from replays.wallet.reading import read_wallet
from services.cli import main
from tests.clients.served import Served

# a line of each kind, a field of it that is altered, and what an audit says then
ALTERED = [
    ("receipt", "note", "RECEIPT_UNPROVEN"),
    ("inclusion", "proof", "RECEIPT_UNPROVEN"),
    ("statement", "note", "RECEIPT_UNPROVEN"),
    ("contribution", "contribution", "WALLET_CONTRADICTED"),
    ("head", "hash", "WALLET_CONTRADICTED"),
    ("command", "signature", "WALLET_CONTRADICTED"),
    ("opening", "commitment", "WALLET_CONTRADICTED"),
    ("player", "key", "WALLET_CONTRADICTED"),
    ("refusal", "signature", "REFUSAL_UNPROVEN"),
]


def audited(capsys, file: Path, receipts: Iterable[Path], refusals: Iterable[Path]) -> tuple[int, Any]:
    """Audit a file with what players hold, and refusals too; gives exit code and report."""
    words = ["replay", "audit", str(file), "--json"]
    for path in receipts:
        words += ["--receipts", str(path)]
    for path in refusals:
        words += ["--refusals", str(path)]
    capsys.readouterr()
    code = main(words)
    return code, json.loads(capsys.readouterr().out)


def codes(report: Any) -> set[str]:
    """The codes of what an audit has found."""
    return {row["code"] for row in report["findings"]}


def alter_line(source: Path, target: Path, kind: str, name: str) -> None:
    """Write a wallet of which a field of the last line of a kind is altered."""
    lines = [json.loads(line) for line in source.read_text(encoding="utf-8").splitlines()]
    row = next(row for row in lines[::-1] if row.get("kind") == kind and row[name])
    at = len(row[name]) // 4
    row[name] = row[name][:at] + ("b" if row[name][at] == "a" else "a") + row[name][at + 1 :]
    target.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in lines), encoding="utf-8")


def forge_command(source: Path, target: Path, wallet: Path, *, sealed: bool = False) -> None:
    """Write a game anew with another field, or another seal, in a command of a wallet's holder."""
    own = {row.command_id for row in read_wallet(wallet.read_bytes(), wallet.name).receipts}
    bundle = read_bundle(source.read_bytes())
    records = [decode(record) for record in bundle.records]
    row = next(row for row in records if row[6][0] in own and (row[6][3] is not None) == sealed)
    if sealed:
        row[6][3] = bytes(32)
    else:
        row[6][2][1] = bytes(32)
    ruleset, edition, engine = (bundle.manifest[name] for name in ("ruleset", "edition", "engine"))
    entries = list(map(encode, records))
    target.write_bytes(write_bundle(ruleset, edition, bytes.fromhex(engine), entries, bundle.heads, bundle.sealed))


def place_of(served: Served, wallets: Iterable[Path]) -> tuple[str, str]:
    """Give the name of the one register that wallets have, and where it is served."""
    (name,) = {row.register for path in wallets for row in read_wallet(path.read_bytes(), path.name).inclusions}
    return name, f"http://{served.web_address}/register/{'/'.join(name.split('/')[-2:])}"


def watched(capsys, place: str, wallets: Iterable[Path]) -> tuple[int, Any]:
    """Watch a register with wallets; gives exit code and report."""
    words = ["register", "watch", place, "--json"]
    for path in wallets:
        words += ["--wallet", str(path)]
    capsys.readouterr()
    code = main(words)
    return code, json.loads(capsys.readouterr().out)


def check_registered(capsys, served: Served, wallets: list[Path]) -> None:
    """See to it that the game of wallets stands in the register that its players were shown, as it was shown them."""
    name, place = place_of(served, wallets)
    status, found = watched(capsys, place, wallets)
    assert (status, found["register"], found["status"]) == (0, name, 0)
    game = read_wallet(wallets[0].read_bytes(), "").game.hex()
    assert [row for row in found["noticed"] if row.get("game") == game] == []
