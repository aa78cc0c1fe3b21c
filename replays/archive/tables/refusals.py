"""Refusals that players have kept in wallets, as rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from replays.arguments import wallet_at
from replays.wallet.refusal import read_refusal


class Refused(Struct, frozen=True):
    """What a wallet has kept: its path, the id of its game, and rows without the file and the game."""

    wallet: str
    game: str
    rows: list[list[Any]]


def refusals_in(paths: Sequence[Path]) -> list[Refused]:
    """Give the refusals in wallets, each once, whatever wallets have it.

    Raises Unusable where one is no wallet. That a refusal was signed is not looked at: `replay audit --refusals` does.
    """
    found: list[Refused] = []
    seen: set[bytes] = set()
    for path in paths:
        wallet = wallet_at(path)
        rows: list[list[Any]] = []
        for kept in wallet.refusals:
            if kept.refusal not in seen:
                seen.add(kept.refusal)
                rows += _rows(path.name, kept.refusal)
        found.append(Refused(str(path), wallet.game.hex(), rows))
    return found


def _rows(wallet: str, data: bytes) -> Iterator[list[Any]]:
    try:
        refusal = read_refusal(data)
    except ValueError:
        return
    for fault in refusal.faults:
        facts = json.dumps(dict(fault.facts), ensure_ascii=False)
        yield [wallet, refusal.seq, refusal.time, fault.clause, fault.reason, fault.path, facts]
