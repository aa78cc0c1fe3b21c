"""Refusals that players have kept in wallets, as rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from replays.arguments import wallet_at
from replays.wallet.refusal import read_refusal


def refusals_in(paths: Sequence[Path]) -> dict[str, list[list[Any]]]:
    """Give the rows of the refusals in wallets, without the file, by game.

    Raises Unusable where one is no wallet. That a refusal was signed is not looked at: `replay audit --refusals` does.
    """
    found: dict[str, list[list[Any]]] = {}
    for path in paths:
        wallet = wallet_at(path)
        for kept in dict.fromkeys(wallet.refusals):
            for row in _rows(path.name, kept.refusal):
                found.setdefault(wallet.game.hex(), []).append(row)
    return found


def _rows(wallet: str, data: bytes) -> Iterator[list[Any]]:
    try:
        refusal = read_refusal(data)
    except ValueError:
        return
    for fault in refusal.faults:
        facts = json.dumps(dict(fault.facts), ensure_ascii=False)
        yield [wallet, refusal.seq, refusal.time, fault.clause, fault.reason, fault.path, facts]
