"""How many cases there are for each ruleset, clause and ruling."""

from __future__ import annotations

from typing import Any

from replays.corpus.files import Corpus, cited_in


def counts_of(corpus: Corpus) -> dict[str, Any]:
    """Count cases by ruleset and clause: those that are about it, and those whose outcome cites it besides."""
    found: dict[str, Any] = {}
    for chapter, case in corpus.cases():
        row = found.setdefault(
            chapter.ruleset, {"edition": chapter.edition, "cases": 0, "clauses": {}, "cited": {}, "rulings": {}}
        )
        row["cases"] += 1
        cited = cited_in(case.expected) - set(case.clauses)
        for table, names in (("clauses", case.clauses), ("cited", cited), ("rulings", case.rulings)):
            for name in names:
                row[table][name] = row[table].get(name, 0) + 1
    for row in found.values():
        for table in ("clauses", "cited", "rulings"):
            row[table] = dict(sorted(row[table].items()))
    return dict(sorted(found.items()))
