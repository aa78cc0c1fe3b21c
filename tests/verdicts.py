"""What an audit of a test's own game may say: nothing but that nobody signed, where the test's game has no keys."""

from __future__ import annotations

from replays.audit.report import Report

UNSIGNED = frozenset({"UNSIGNED_GAME", "UNSIGNED_ACTS"})


def holds(report: Report) -> bool:
    """Whether an audit passes, or would if somebody had signed."""
    codes = {finding.code for finding in report.findings}
    return codes <= UNSIGNED and report.result == ("PASS_WITH_NOTES" if codes or report.notes else "PASS")
