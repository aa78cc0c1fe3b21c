"""Audits by the operator himself: of what is archived, copied or brought back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from adjudicator.kernel.dice import wgdice
from replays.audit.audit import audit
from replays.audit.finding_help import HELP
from services.rpc.export import every_part, export

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adjudicator.kernel.record.log import Entry
    from replays.audit.audit import Find
    from replays.audit.report import Report
    from services.games.keys import Keys
    from services.sessions.session import Session

# What is missing where nobody can sign the heads any more, or has signed them yet.
_NO_HELP: Final = ("The game is not what its rules make.", "")
UNSIGNED: Final = frozenset({"UNSIGNED_TAIL"})


def whole_file(entries: Sequence[Entry], session: Session, keys: Keys | None) -> bytes:
    """Write all of a game into a replay file, every opening with it; without heads where their key is not here."""
    key = session.protocol.log_key
    sign = (lambda text: keys.sign(text, key)) if keys is not None and keys.can_sign(key) else None
    return export(entries, sign, every_part)


def known_secret(keys: Keys, session: Session) -> bytes | None:
    """Give the dice secret of a game, None where these keys do not derive the one that it was opened with."""
    secret = keys.secret_of(session.game_id)
    return secret if wgdice.commit(session.game_id, secret) == session.protocol.terms.commitment else None


def faults(report: Report, *, signed: bool = True) -> list[str]:
    """Name what an audit found against a file; heads that nobody has `signed` are no fault.

    What was expected and found is left out: it may be hidden from the players, and so from operators.
    """
    errors = [finding for finding in report.findings if finding.severity == "error"]
    kept = [finding for finding in errors if signed or finding.code not in UNSIGNED]
    return [f"{row.code} at entry {row.seq}: {HELP.get(row.code, _NO_HELP)[0]}" for row in kept]


def judge(data: bytes, find: Find, secret: bytes | None, *, signed: bool = True) -> list[str]:
    """Audit a file in this process; `secret` is the game's own, from its keeper."""
    return faults(audit(data, find=find, secret=secret), signed=signed)
