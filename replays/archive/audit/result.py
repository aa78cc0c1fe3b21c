"""What an audit of many says of one file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from replays.audit.report import FAIL, INCOMPLETE, NOTES, PASS

# Verdicts besides those of an audit: a file whose audit went beyond its bounds, or ended its process, or was not read.
TIME, MEMORY, CRASHED, UNREADABLE = "TIME", "MEMORY", "CRASHED", "UNREADABLE"
# The exit code of each verdict, the worst first; one of several files is that of the worst.
EXIT: Final[Mapping[str, int]] = MappingProxyType(
    {FAIL: 2, UNREADABLE: 4, CRASHED: 3, MEMORY: 3, TIME: 3, INCOMPLETE: 3, NOTES: 1, PASS: 0}
)
_PATH: Final = re.compile(r"((?:events|dice|sealed|actor|command|state|openings)[\w.\[\]]*|[a-z]+): ")


class Result(Struct, frozen=True):
    """What came of a file.

    `report` has the whole report of the audit (`replay audit --json`), None where there is none. `kind` says what the
    file is: a game, torn (cut off), foreign (no replay file), newer (of a format, ruleset or edition that this build
    does not know).
    """

    name: str
    sha256: str
    size: int
    program: str
    verdict: str
    kind: str
    note: str = ""
    ruleset: str = ""
    edition: str = ""
    engine: str = ""
    report: dict[str, Any] | None = None

    @property
    def row(self) -> dict[str, Any]:
        """Give one row of a table: plain values under the names of COLUMNS."""
        report = self.report or {}
        primary = report.get("primary") or {}
        played = list(dict.fromkeys(stretch["edition"] for stretch in report.get("judged", ())))
        return {
            "file": self.name,
            "verdict": self.verdict,
            "kind": self.kind,
            "code": primary.get("code", ""),
            "entry": primary.get("seq"),
            "path": _path(primary),
            "expected": primary.get("expected", ""),
            "found": primary.get("found", ""),
            "ruleset": self.ruleset,
            "edition": self.edition,
            "editions_judged": " ".join(played),
            "engine": self.engine,
            "game": report.get("game", ""),
            "entries": report.get("entries"),
            "findings": len(report.get("findings", ())),
            "forgers": report.get("forgers", ""),
            "note": self.note or _unchecked(report),
            "bytes": self.size,
            "sha256": self.sha256,
            "program": self.program,
        }


# The columns of a table of results, with what each is.
COLUMNS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "file": ("text", "name of the file as it was given or found; games of a service by address and game"),
        "verdict": ("text", "PASS, PASS_WITH_NOTES, FAIL, INCOMPLETE; TIME, MEMORY, CRASHED, UNREADABLE"),
        "kind": ("text", "game, torn, foreign or newer"),
        "code": ("text", "code of the first finding"),
        "entry": ("whole number", "entry of the first finding; 0 for the file"),
        "path": ("text", "field that the first finding names"),
        "expected": ("text", "what was expected there"),
        "found": ("text", "what was found there"),
        "ruleset": ("text", "ruleset that the file names"),
        "edition": ("text", "edition that the game began under"),
        "editions_judged": ("text", "editions whose entries were adjudicated again"),
        "engine": ("text", "digest of the build that the game began under"),
        "game": ("text", "id of the game"),
        "entries": ("whole number", "entries of the game"),
        "findings": ("whole number", "findings, warnings among them"),
        "forgers": ("text", "whose keys it takes to forge such a game"),
        "note": ("text", "why there is no report, or what the file is"),
        "bytes": ("whole number", "size of the file"),
        "sha256": ("text", "SHA-256 of the file"),
        "program": ("text", "version and digest of the program that audited it"),
    }
)


def result_of(name: str, sha256: str, size: int, program: str, found: Judgement) -> Result:
    """Make the result of a file that was audited."""
    return Result(
        name,
        sha256,
        size,
        program,
        verdict=found.report["result"],
        kind=found.kind,
        note=found.note,
        ruleset=found.ruleset,
        edition=found.edition,
        engine=found.engine,
        report=found.report,
    )


class Judgement(Struct, frozen=True):
    """What the process of a file's audit gives: the report, and what the file says that it is."""

    report: dict[str, Any]
    kind: str
    note: str = ""
    ruleset: str = ""
    edition: str = ""
    engine: str = ""


def _unchecked(report: Mapping[str, Any]) -> str:
    return "; ".join(f"{level}: {state}" for level, state in report.get("levels", {}).items() if state != "done")


def _path(primary: Mapping[str, Any]) -> str:
    if primary.get("code") not in ("EVENTS_MISMATCH", "STATE_HASH_MISMATCH"):
        return ""
    found = _PATH.match(str(primary.get("expected", "")))
    return found[1] if found else ""


def worst(verdicts: Iterable[str]) -> int:
    """Give the exit code of several files: that of the worst verdict among them."""
    found = set(verdicts)
    return next((code for verdict, code in EXIT.items() if verdict in found), 0)
