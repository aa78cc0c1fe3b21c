"""The work of one file's process: the audit, as `adjudicator replay audit` runs it, and what the file says it is."""

from __future__ import annotations

from typing import Final

import msgspec

from replays.archive.audit.result import Judgement
from replays.archive.work.kinds import GAME, Strange, names_of, told_apart
from replays.archive.work.ready import load_rulesets
from replays.audit.audit import audit

JOB: Final = "replays.archive.audit.job:audit_bytes"


def prepare() -> None:
    """Load what every audit needs, and make what would be made anew in the process of each file."""
    load_rulesets()


def audit_bytes(data: bytes) -> bytes:
    """Audit a file; gives a Judgement as msgpack."""
    report = audit(data).as_json()
    found = told_apart(data)
    if isinstance(found, Strange):
        judgement = Judgement(report, found.kind, found.why, found.ruleset, found.edition, found.engine)
    else:
        judgement = Judgement(report, GAME, "", *names_of(found))
    return msgspec.msgpack.encode(judgement)
