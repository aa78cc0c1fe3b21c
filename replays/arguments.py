"""Files and words that `adjudicator replay` is given, read and checked."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from replays import notes
from replays.audit.combining import reports_in
from replays.audit.receipts import Held, read_held
from replays.audit.report import Report
from replays.files import Unusable
from replays.wallet.reading import FORMAT, Wallet


def held_at(path: Path) -> tuple[Held, ...]:
    """Read what a player holds.

    Raises Unusable where it is nothing of that kind.
    """
    try:
        found = read_held(path.read_bytes(), path.name)
    except OSError as error:
        raise Unusable(
            f"{path} can not be read: {error.strerror}; name a wallet, a statement or a file of receipts"
        ) from error
    except ValueError as error:
        raise Unusable(f"{path} {error}") from error
    if not found:
        raise Unusable(f"{path} holds no receipt")
    return found


def wallet_at(path: Path, need: str = "name the one that your client keeps") -> Wallet:
    """Read a wallet.

    Raises Unusable where it is none, with what is needed.
    """
    found = held_at(path)[0]
    if not isinstance(found, Wallet):
        raise Unusable(f"{path} is no wallet ({FORMAT}): {need}")
    return found


def reports_at(path: Path) -> tuple[Report, ...]:
    """Read reports of audits.

    Raises Unusable where there is none.
    """
    try:
        return reports_in(path.read_bytes())
    except OSError as error:
        raise Unusable(f"{path} can not be read: {error.strerror}; name what replay audit --json wrote") from error
    except ValueError as error:
        raise Unusable(f"{path} {error}") from error


def require_usable(vkey: str | None, engines: Sequence[str] | None) -> None:
    """Check what is pinned from outside.

    Raises Unusable where it is not written as such.
    """
    try:
        if vkey is not None:
            notes.key_of(vkey)
        if any(len(bytes.fromhex(engine)) != 32 for engine in engines or ()):  # noqa: PLR2004  (SHA-256)
            raise Unusable("--engine takes 64 hex digits")
    except ValueError as error:
        raise Unusable(f"--vkey or --engine: {error}; take them from where the operator publishes them") from error
