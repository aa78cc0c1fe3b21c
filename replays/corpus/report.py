"""What a run has shown: by clause, by ruleset and by case; as a table and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from replays.corpus.files import Case, Chapter, cited_in
from replays.corpus.running import LEFT_OUT, PASSED, VERDICTS, Verdict

FORMAT: Final = "wgcorpus-report/1"
SUSPECTS: Final = 5


class Row(Struct, frozen=True):
    """A case, its verdict, and every clause that it mentions: what it is about, cites or relies on."""

    chapter: Chapter
    case: Case
    verdict: Verdict
    mentions: frozenset[str]

    @property
    def wrong(self) -> bool:
        """Whether it was asked and not passed."""
        return self.verdict.verdict not in {PASSED, LEFT_OUT}


class Suspect(Struct, frozen=True):
    """A clause that failing cases share: how many of those that mention it fail."""

    clause: str
    wrong: int
    cases: int


def rows_of(judged: Iterable[tuple[Chapter, Case, Verdict]]) -> list[Row]:
    """Gather verdicts by case id."""
    found = [Row(chapter, case, verdict, mentions(chapter, case)) for chapter, case, verdict in judged]
    return sorted(found, key=lambda row: row.case.id)


def mentions(chapter: Chapter, case: Case) -> frozenset[str]:
    """Name every clause that a case is about, that its outcome cites, or that its setup relies on."""
    setup = (chapter.cited(name) for name in case.setup)
    return frozenset(case.clauses).union(cited_in(case.expected), *setup)


def by_clause(rows: Iterable[Row]) -> dict[str, Counter[str]]:
    """Count verdicts by the clauses that cases are about."""
    found: dict[str, Counter[str]] = {}
    for row in rows:
        for clause in row.case.clauses:
            found.setdefault(clause, Counter())[row.verdict.verdict] += 1
    return dict(sorted(found.items()))


def suspects(rows: Sequence[Row]) -> list[Suspect]:
    """Name few clauses that the failing cases share, the likeliest first: where to begin.

    Each is the one that most of the cases left mention, weighed by how many of all its cases fail.
    """
    cases = Counter(clause for row in rows for clause in row.mentions)
    left = [row for row in rows if row.wrong]
    found: list[Suspect] = []
    while left and len(found) < SUSPECTS:
        wrong = Counter(clause for row in left for clause in row.mentions)
        # a * a / b without a quotient: whole numbers that can be compared
        clause = max(sorted(wrong), key=lambda name: wrong[name] * wrong[name] * 1_000_000 // cases[name])
        found.append(Suspect(clause, wrong[clause], cases[clause]))
        left = [row for row in left if clause not in row.mentions]
    return found


def totals(rows: Iterable[Row]) -> dict[str, int]:
    """Count verdicts, those that there are not too."""
    counted = Counter(row.verdict.verdict for row in rows)
    return {verdict: counted[verdict] for verdict in VERDICTS}


def as_json(name: str, rows: Sequence[Row]) -> dict[str, Any]:
    """Give everything as plain values."""
    return {
        "format": FORMAT,
        "program": name,
        "totals": totals(rows),
        "suspects": [asdict(row) for row in suspects(rows)],
        "clauses": {clause: dict(counted) for clause, counted in by_clause(rows).items()},
        "cases": [_case(row) for row in rows],
    }


def _case(row: Row) -> dict[str, Any]:
    verdict = row.verdict
    found: dict[str, Any] = {
        "id": row.case.id,
        "ruleset": row.chapter.ruleset,
        "clauses": list(row.case.clauses),
        "rulings": list(row.case.rulings),
        "verdict": verdict.verdict,
    }
    if verdict.differs is not None:
        found["differs"] = asdict(verdict.differs)
    return found | ({"said": verdict.said} if verdict.said else {})


def as_text(name: str, rows: Sequence[Row], most: int) -> Iterator[str]:
    """Tell the cases that did not pass, `most` at most, and the tables."""
    wrong = [row for row in rows if row.wrong]
    for row in wrong[:most]:
        yield from _told(row)
    if len(wrong) > most:
        yield f"... and {len(wrong) - most} more: --all, or --json"
    if wrong:
        yield ""
        yield from _failed_clauses(rows)
    yield f"{name or 'the program'}, by ruleset:"
    names = [verdict for verdict, count in totals(rows).items() if count or verdict == PASSED]
    yield f"  {'ruleset':24} {'cases':>7} " + " ".join(f"{verdict:>9}" for verdict in names) + "  clauses passed"
    for ruleset in sorted({row.chapter.ruleset for row in rows}):
        yield _table_row(ruleset, [row for row in rows if row.chapter.ruleset == ruleset], names)
    yield _table_row("all", rows, names)


def _told(row: Row) -> Iterator[str]:
    verdict = row.verdict
    yield f"{row.case.id} {verdict.verdict}: {row.case.title}"
    if verdict.differs is not None:
        yield f"  {verdict.differs.at}: expected {verdict.differs.expected}, found {verdict.differs.found}"
    if verdict.said:
        yield f"  {verdict.said}"


def _failed_clauses(rows: Sequence[Row]) -> Iterator[str]:
    yield "clauses with cases that did not pass:"
    for clause, counted in by_clause(rows).items():
        wrong = counted.total() - counted[PASSED] - counted[LEFT_OUT]
        if wrong:
            yield f"  {clause}: {wrong} of {counted.total()}"
    yield "where to begin (clauses that the failing cases are about, cite or rely on):"
    for row in suspects(rows):
        yield f"  {row.clause}: {row.wrong} of the {row.cases} cases that mention it"
    yield ""


def _table_row(title: str, rows: Sequence[Row], names: Sequence[str]) -> str:
    counted = totals(rows)
    clauses = by_clause(rows)
    passed = sum(set(verdicts) == {PASSED} for verdicts in clauses.values())
    cells = " ".join(f"{counted[name]:9}" for name in names)
    return f"  {title:24} {len(rows):7} {cells}  {passed} of {len(clauses)}"
