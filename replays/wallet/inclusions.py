"""Proofs of a register in a wallet: what was registered for its holder, against the log and the register as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from adjudicator.kernel.messages import OpenGame
from replays.audit.entries import RawEntry
from replays.audit.report import Findings
from replays.register.checkpoint import read_key_text
from replays.register.opening import Registered, contradicted, opening_differences, other_history, read_proven, shown
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

    Where the register was read, it has that leaf still. All proofs are of one register, which only grew, whoever was
    given them. A proof that does not hold proves nothing.
    """
    told: list[_Shown] = []
    for wallet in wallets:
        for row in wallet.inclusions:
            try:
                vkey, found = _proven(row, keys)
            except ValueError as error:
                findings.add("RECEIPT_UNPROVEN", 1, f"a proof of this game's opening ({wallet.source})", error)
                continue
            _compare(entries, terms, found, wallet.source, findings)
            told.append(_Shown(vkey, found, wallet.source))
            _compare_shown(told, findings)
            if register is not None and (why := contradicted(found, register)):
                findings.add(CODE, 1, f"what {register.checkpoint.origin} has signed ({wallet.source})", why)


class _Shown(NamedTuple):
    """What was proven to a holder, with the key of the register."""

    vkey: str
    found: Registered
    source: str


def _compare_shown(told: Sequence[_Shown], findings: Findings) -> None:
    """Compare the last proof with those before it: two that differ are proof that players were shown two registers."""
    *earlier, now = told
    for before in earlier:
        another = f"another register, {now.vkey}" if now.vkey != before.vkey else other_history(before.found, now.found)
        if another:
            expected = f"the register {before.found.checkpoint.origin} as it was proven to a holder ({before.source})"
            findings.add(CODE, 1, expected, f"{another} ({now.source})")
            return


def _proven(row: Inclusion, keys: Keys) -> tuple[str, Registered]:
    """Check a proof with the register that the wallet names: another's proves nothing of it. Gives that one's key too.

    Raises ValueError.
    """
    origin, vkey = read_key_text(keys.verify_any(row.key))
    if origin != row.register:
        raise ValueError(f"the key of the register {origin}, and the wallet names {row.register}")
    return vkey, read_proven(vkey, row.leaf, row.proof)


def _compare(entries: Sequence[RawEntry], terms: OpenGame, found: Registered, source: str, findings: Findings) -> None:
    for name, here, there in opening_differences(entries[0].game, terms, found.body):
        findings.add(CODE, 1, f"{name} as it was proven to a holder ({source}): {shown(there)}", shown(here))
    first = next((raw for raw in entries if raw.kind in _CONTRIBUTIONS), None)
    if first is not None and found.leaf.time > first.time:
        text = f"an opening registered before any contribution ({source})"
        findings.add("SEED_COMMIT_LATE", first.seq, text, "one after it")
