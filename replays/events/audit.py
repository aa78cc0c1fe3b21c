"""The audit of an event: its own log, and what that says of its games against their replay files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from msgspec import Struct

from adjudicator.kernel.messages import ChangeLogKey
from replays.audit.audit import LEVELS, Find, audit, registered
from replays.audit.checks_log import check_genesis
from replays.audit.combining import combine, of_the_same
from replays.audit.entries import read_entries
from replays.audit.report import FAIL, INCOMPLETE, Findings, Report
from replays.bundle import BundleFault, read_bundle
from replays.events.checks_games import (
    EventGameFile,
    check_interpretations,
    check_openings,
    check_penalties,
    check_referees,
)
from replays.events.checks_log import check_entries, check_event_heads
from replays.events.reading import NAME, EventEntry, EventFold, read_event_entries

T = TypeVar("T")
EVENT_LEVELS: Final = ("L0", "L1")


class EventReport(Struct, frozen=True):
    """Outcome of the audit of an event: the report on its log and on what it says of games, and that of each game."""

    event: Report
    games: tuple[tuple[str, Report], ...]

    @property
    def exit_code(self) -> int:
        """0 pass, 1 pass with notes, 2 fail, 3 incomplete."""
        return self.event.exit_code

    def as_json(self) -> dict[str, Any]:
        """Plain values for machines."""
        return {
            "event": self.event.as_json(),
            "games": [{"file": name, **report.as_json()} for name, report in self.games],
        }


def audit_event(
    data: bytes,
    games: Mapping[str, bytes],
    *,
    levels: Sequence[str] = LEVELS,
    vkey: str | None = None,
    find: Find = registered,
    others: Sequence[Report] = (),
) -> EventReport:
    """Audit the file of an event and the replay files of its games, by file name; no bytes make it raise.

    `vkey` is the operator's verification key as published; without it the keys that the games name are believed.
    `others` are reports of other builds on the same files of games, that went on under a later edition.
    """
    made = _EventAudit()
    audited = ((name, audit(games[name], levels=levels, vkey=vkey, find=find)) for name in sorted(games))
    reports = tuple((name, combine(report, of_the_same(report, others))) for name, report in audited)
    made.run(data, games, vkey)
    made.count(reports)
    return EventReport(made.report(), reports)


def audit_event_log(data: bytes, keys: Sequence[str]) -> list[str]:
    """Name what does not hold in the file of an event by itself; `keys` are those that may have signed its heads."""
    made = _EventAudit()
    made.read(data, keys)
    return [f"{finding.code} at entry {finding.seq}" for finding in made.findings.found]


class _EventAudit:
    def __init__(self) -> None:
        self.findings = Findings()
        self.entries: list[EventEntry] = []
        self.fold = EventFold()
        self.missing = 0

    def run(self, data: bytes, games: Mapping[str, bytes], vkey: str | None) -> None:
        """Check everything that can be checked."""
        files = {file.entries[0].game: file for name in sorted(games) if (file := self._game(games[name])) is not None}
        keys = [vkey] if vkey else list(dict.fromkeys(key for file in files.values() for key in _keys_of(file)))
        self.read(data, keys)
        if not keys:
            self.findings.incomplete["L0"] = "no game names a log key: pin it with --vkey"
        self.missing = sum(game not in files for game in self.fold.games)
        if self.missing:
            self.findings.incomplete["L1"] = f"{self.missing} of its games have no replay file here"
        self._check(check_openings, self.fold, files, self.findings)
        self._check(check_referees, self.fold, files, self.findings)
        self._check(check_interpretations, self.fold, files, self.findings)
        self._check(_check_penalties, self.fold, files, self.findings, not self.missing)
        self.findings.testimony += self._check(_testimony, self.fold) or []

    def read(self, data: bytes, keys: Sequence[str]) -> None:
        """Check the log by itself."""
        try:
            bundle = read_bundle(data)
        except BundleFault as fault:
            self.findings.add("BUNDLE_MALFORMED", 0, "the file of an event", fault)
            return
        for text in bundle.altered:
            self.findings.add("BUNDLE_MALFORMED", 0, "the file as it was written", text)
        if bundle.manifest["ruleset"] != NAME:
            self.findings.add("BUNDLE_MALFORMED", 0, "the file of an event", f"one of {bundle.manifest['ruleset']}")
        self.entries = self._check(read_event_entries, bundle.records, self.findings) or []
        self.fold = self._check(check_entries, self.entries, self.findings) or self.fold
        if keys:
            self._check(check_event_heads, self.entries, bundle.heads, keys, self.findings)

    def _game(self, data: bytes) -> EventGameFile | None:
        """Read a game as far as it can be; what is wrong with it its own audit says."""
        unseen = Findings()
        try:
            entries = read_entries(read_bundle(data), unseen)
            terms = check_genesis(entries, unseen)
        except MemoryError:
            raise
        except Exception:  # noqa: BLE001  (as the audit of the game says)
            return None
        return EventGameFile(terms, entries) if terms is not None else None

    def count(self, reports: Sequence[tuple[str, Report]]) -> None:
        """Let the event fail where a game does, and be incomplete where one is."""
        for name, report in reports:
            if report.result == FAIL:
                self.findings.add("EVENT_GAME_FAILED", 0, f"{name} to pass its audit", _primary(report))
        unfinished = sum(report.result == INCOMPLETE for _, report in reports)
        if unfinished:
            self.findings.incomplete.setdefault("L1", f"{unfinished} of its games can not be checked completely yet")

    def report(self) -> Report:
        """Make the report."""
        terms = self.fold.terms
        declared = () if terms is None else (f"event {terms.name!r} of the owner {self.fold.owner}",)
        more = (f"{len(self.fold.games)} games, {len(self.fold.roster)} persons, {len(self.fold.tokens)} tokens",)
        event = self.entries[0].event.hex() if self.entries else ""
        return self.findings.report(event, len(self.entries), declared + more, EVENT_LEVELS)

    def _check(self, check: Callable[..., T], *what: object) -> T | None:
        """Run a check; what it raises over an altered file is a finding, never a crash."""
        try:
            return check(*what)
        except MemoryError:  # of this machine, and not of the file
            raise
        except Exception as error:  # noqa: BLE001  (the check may raise anything at all)
            self.findings.add("BUNDLE_MALFORMED", 0, f"what {check.__name__} can read", repr(error))
            return None


def _check_penalties(fold: EventFold, files: Mapping[bytes, EventGameFile], findings: Findings, whole: bool) -> None:
    check_penalties(fold, files, findings, whole=whole)


def _keys_of(file: EventGameFile) -> list[str]:
    """List the keys by which a game says that its heads are signed."""
    changed = [str(raw.arguments[0]) for raw in file.entries if raw.kind == ChangeLogKey.__name__ and raw.arguments]
    return [file.terms.log_key, *changed]


def _primary(report: Report) -> str:
    return "its audit failed" if report.primary is None else f"{report.primary.code} at entry {report.primary.seq}"


def _testimony(fold: EventFold) -> list[str]:
    """List what rests on people's word: what clauses mean, and penalties outside of games."""
    said = [f"I-{number}: {row.clause} means: {row.text}" for number, (_, row) in enumerate(fold.interpretations, 1)]
    for entry, row in fold.penalties:
        why = f"as follows from entry {row.follows}" if row.follows else row.reason
        said.append(f"entry {entry.seq}: {row.person} is given {row.kind}: {why}")
    return said
