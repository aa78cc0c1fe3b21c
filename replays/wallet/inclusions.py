"""Proofs of a register in a wallet: what was registered for its holder, against the log and the register as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from adjudicator.kernel.messages import OpenGame
from replays.audit.entries import RawEntry
from replays.audit.report import Findings
from replays.register.checkpoint import read_key_text
from replays.register.opening import Registered, contradicted, opening_differences, read_proven, shown
from replays.register.reading import ReadRegister
from replays.wallet.reading import Inclusion, Wallet

CODE = "REGISTRY_MISMATCH"
_CONTRIBUTIONS = ("CommitContribution", "OpenContribution")


class Keys(Protocol):
    """The keys of a log's heads."""

    def verify_any(self, note: str) -> str:
        """Give the text of a note that one of them has signed; ValueError."""
        ...


def check_inclusions(
    entries: Sequence[RawEntry],
    terms: OpenGame,
    wallets: Sequence[Wallet],
    keys: Keys,
    register: ReadRegister | None,
    findings: Findings,
) -> None:
    """Check 17: what was proven to a player before he contributed is what this log was opened with.

    Where the register was read, it has that leaf still. A proof that does not hold proves nothing.
    """
    for wallet in wallets:
        for row in wallet.inclusions:
            try:
                found = _proven(row, keys)
            except ValueError as error:
                findings.add("RECEIPT_UNPROVEN", 1, f"a proof of this game's opening ({wallet.source})", error)
                continue
            _compare(entries, terms, found, wallet.source, findings)
            if register is not None and (why := contradicted(found, register)):
                findings.add(CODE, 1, f"what {register.checkpoint.origin} has signed ({wallet.source})", why)


def _proven(row: Inclusion, keys: Keys) -> Registered:
    """Check a proof with the register that the wallet names: another's proves nothing of it.

    Raises ValueError.
    """
    origin, vkey = read_key_text(keys.verify_any(row.key))
    if origin != row.register:
        raise ValueError(f"the key of the register {origin}, and the wallet names {row.register}")
    return read_proven(vkey, row.leaf, row.proof)


def _compare(entries: Sequence[RawEntry], terms: OpenGame, found: Registered, source: str, findings: Findings) -> None:
    for name, here, there in opening_differences(entries[0].game, terms, found.body):
        findings.add(CODE, 1, f"{name} as it was proven to a holder ({source}): {shown(there)}", shown(here))
    first = next((raw for raw in entries if raw.kind in _CONTRIBUTIONS), None)
    if first is not None and found.leaf.time > first.time:
        text = f"an opening registered before any contribution ({source})"
        findings.add("SEED_COMMIT_LATE", first.seq, text, "one after it")
