"""What a cell of the tamper matrix holds: keys, verifiers, others who have something in hand, and what is found."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

VANISHED: Final = "vanished"
NONE, LOG, ALL = KEYS = ("none", "log key", "all keys")
AUDIT, GO, JAVASCRIPT = VERIFIERS = ("audit", "Go", "JavaScript")
WALLET, RECEIPT, RECEIPTS, STATEMENT, REGISTER, MONITOR, BOTH = (
    "a player's wallet",
    "one receipt",
    "receipts of both players",
    "a seat's statement",
    "the register",
    "a monitor of the register",
    "a monitor with a wallet",
)


class Found(NamedTuple):
    """What is found first in the file by each verifier, and what others find where nothing is."""

    audit: str
    go: str
    javascript: str
    others: tuple[tuple[str, str], ...] = ()

    def by(self, verifier: str) -> str:
        """Give what one of them finds."""
        return {AUDIT: self.audit, GO: self.go, JAVASCRIPT: self.javascript}[verifier]


class Tamper(NamedTuple):
    """A row: its number, the name of the alteration in the tests, what is altered, and what is found by keys held."""

    row: str
    name: str
    what: str
    found: Mapping[str, Found]

    @property
    def no_file(self) -> bool:
        """Whether there is no file to be verified."""
        return self.name == VANISHED


def each(audit: str, go: str | None = None, javascript: str | None = None) -> Found:
    """Give what is found: by Go what the audit finds, and by JavaScript what Go does, where nothing else is said."""
    go = audit if go is None else go
    return Found(audit, go, go if javascript is None else javascript)


def keys(none: Found | str, log: Found | str, everything: Found | str | None = None) -> Mapping[str, Found]:
    """Give what is found by the keys held; with all of them what is found with the log's, if nothing else is said."""
    rows = (none, log, log if everything is None else everything)
    return MappingProxyType(
        {key: row if isinstance(row, Found) else each(row) for key, row in zip(KEYS, rows, strict=True)}
    )


HELD = (
    (WALLET, "RECEIPT_NOT_IN_LOG"),
    (RECEIPT, "RECEIPT_NOT_IN_LOG"),
    (STATEMENT, "STATEMENT_CONTRADICTED"),
    (REGISTER, "REGISTRY_MISMATCH"),
)
CUT = ((WALLET, "TRUNCATED_LOG"), (RECEIPT, "TRUNCATED_LOG"), (REGISTER, "TRUNCATED_LOG"))
NOTHING, SHORTER = Found("", "", "", HELD), Found("", "", "", CUT)
FORKED = Found("", "", "", (*HELD, (RECEIPTS, "FORKED_LOG")))
FOREIGN = "HEAD_SIGNATURE_INVALID"
"""What a file is that a stranger has made with keys of his own, and the published key pinned."""
