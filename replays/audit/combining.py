"""Audits of one file by several builds, put together: each has judged the stretch that was played under its edition.

A game that went on under a later edition is judged whole by nobody alone, since a build has the rules of one edition.
The release of each edition audits the same file, and what they say is added up: an entry is judged where one of them
has adjudicated it again, and what any of them found is found.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from replays.audit.report import CODES, WARNINGS, Finding, Judged, Report, in_order, primary_of, result_of


def reports_in(text: bytes) -> tuple[Report, ...]:
    """Read what `replay audit --json` or `replay event --json` has written, the reports of an event's games.

    Raises ValueError where it is no such report, or one of a release that did not say what it had judged.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError("is no report of an audit: make it with replay audit --json") from error
    rows = found.get("games") if isinstance(found, dict) and "event" in found else [found]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise ValueError("is no report of an audit: make it with replay audit --json")
    return tuple(_report(row) for row in rows)


def _report(row: dict[str, Any]) -> Report:
    if "judged" not in row or not row.get("sha256"):
        raise ValueError("does not say of which file it is and what it judged: make it with a release that does")
    levels = row.get("levels")
    plain = {**row, "levels": [*levels.items()] if isinstance(levels, dict) else levels}
    try:
        report = msgspec.convert(plain, Report)
    except msgspec.ValidationError as error:
        raise ValueError(f"is no report of an audit: {error}") from error
    unknown = sorted({finding.code for finding in report.findings} - set(CODES))
    if unknown:
        raise ValueError(f"names {unknown[0]}, which this release does not know: combine them with the later release")
    return report


def of_the_same(report: Report, others: Sequence[Report]) -> list[Report]:
    """List the reports that were made of the same bytes."""
    return [other for other in others if other.sha256 == report.sha256]


def combine(report: Report, others: Sequence[Report]) -> Report:
    """Add reports of other builds on the same file to that of this one.

    The second level is complete where every entry was judged by one of them. Of another report that counts what lies
    within a stretch which the log itself gives to the edition that the report judged by.
    """
    reports = [report, *others]
    found = in_order({_as_of_here(finding): None for one in reports for finding in one.findings})
    notes = tuple(dict.fromkeys(note for one in reports for note in one.notes))
    levels = tuple((level, _together(state, reports) if level == "L2" else state) for level, state in report.levels)
    whole = all(state == "done" for _, state in levels)
    elsewhere = [stretch for other in others for stretch in other.judged if stretch not in report.judged]
    declared = [_said(stretch) for stretch in dict.fromkeys(elsewhere)]
    return replace(
        report,
        result=result_of(found, notes, whole=whole),
        levels=levels,
        findings=found,
        primary=primary_of(found),
        notes=notes,
        declared=(*report.declared, *declared),
        judged=tuple(sorted({*report.judged, *elsewhere}, key=_place)),
    )


def _as_of_here(finding: Finding) -> Finding:
    """Take a finding of a report as serious as this build takes its code, whatever the report says."""
    return replace(finding, severity="warning" if finding.code in WARNINGS else "error")


def _together(state: str, reports: Sequence[Report]) -> str:
    """Say what is left of the second level; `state` is what this build says."""
    if state == "done":
        return state
    left = list(_left(reports))
    if not left:
        return "done"
    places = ", ".join(f"{first} to {last}" if first < last else str(first) for first, last in left)
    return f"no report has judged entries {places}; {state}" if len(reports) > 1 else state


def _left(reports: Sequence[Report]) -> Iterator[tuple[int, int]]:
    """Give the stretches that no report has judged."""
    due = 1
    ours, others = reports[0], reports[1:]
    judged = [*ours.judged, *(stretch for one in others for stretch in one.judged if _fits(stretch, ours.foreign))]
    for stretch in sorted(judged, key=_place):
        if stretch.first > due:
            yield due, stretch.first - 1
        due = max(due, stretch.last + 1)
    if due <= reports[0].entries:
        yield due, reports[0].entries


def _fits(judged: Judged, foreign: Sequence[Judged]) -> bool:
    """Whether what a report says it has judged is a part of a stretch of just that edition."""
    return any(
        due.first <= judged.first <= judged.last <= due.last and due.edition == judged.edition for due in foreign
    )


def _place(stretch: Judged) -> tuple[int, int, str, str]:
    return stretch.first, stretch.last, stretch.edition, stretch.engine


def _said(stretch: Judged) -> str:
    return (
        f"entries {stretch.first} to {stretch.last} (edition {stretch.edition}) were judged by another build, "
        f"{stretch.engine}: that holds as far as you trust who ran it"
    )
