"""Precedents of a clause, page by page, for others than who has the tables: of finished games alone.

Each question has a process of its own, so this loads DuckDB and nothing else of the extra.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import duckdb

from replays.archive.search.questions import ANEW, KINDS, Answer, Count, Precedent, Question
from replays.archive.tables.listing import parts_in, paths_of
from replays.files import Unusable

# Longer texts and lists are cut, so that a page has a size.
_LONGEST: Final = 1_000
# Files of games that are over; others are not looked at, whatever the tables have of them.
_FIT: Final = """
CREATE TEMP VIEW fit AS SELECT file, game, ruleset, event AS of_event, ended_ms FROM games WHERE finished
"""
# $1 is the clause, $2 the event. Rulings count that rest on the clause, or are about an entry that cites it.
_FOUND: Final = """
WITH cited AS (
    SELECT file, seq, string_agg(DISTINCT event, ', ' ORDER BY event) AS what, min(party) AS party
    FROM clauses WHERE clause = $1 GROUP BY file, seq
), found AS (
    SELECT 1 AS kind, file, seq, command AS what, party, reason, text, '' AS held, '' AS stands, about, 0 AS settled
    FROM acts WHERE act = 'ClauseInterpreted' AND clause = $1
    UNION ALL
    SELECT 2, file, seq, command, party, reason, '', '', '', about, 0
    FROM acts WHERE act = 'RulingGiven' AND (clause = $1 OR EXISTS (
        SELECT 1 FROM cited WHERE cited.file = acts.file AND list_contains(acts.about, cited.seq)))
    UNION ALL
    SELECT 3, file, seq, how, party, '', stated, held, coalesce(stands, ''), [about], coalesce(settled, 0)
    FROM disputes WHERE clause = $1
    UNION ALL
    SELECT 4, file, seq, reason, '', '', facts, '', '', CAST([] AS BIGINT[]), 0 FROM refusals WHERE clause = $1
    UNION ALL
    SELECT 5, file, seq, what, party, '', '', '', '', CAST([] AS BIGINT[]), 0 FROM cited
)
SELECT DISTINCT kind, file, game, seq, ruleset, ended_ms, what, party, reason, text, held, stands, about, settled
FROM found JOIN fit USING (file) WHERE $2 = '' OR of_event = $2
"""
_STORED: Final = "CREATE TEMP TABLE precedents AS SELECT * FROM ({})"
_GAMES: Final = "SELECT count(*) FROM fit WHERE $1 = '' OR of_event = $1"
_COUNTS: Final = """
SELECT kind, ruleset, count(*), count(DISTINCT file) FROM precedents GROUP BY kind, ruleset ORDER BY kind, ruleset
"""
_PAGE: Final = """
SELECT * FROM precedents WHERE list_contains($1, kind)
ORDER BY kind, ended_ms DESC, file, seq, what, party, text, held, stands LIMIT $2 OFFSET $3
"""


def find(question: Question) -> Answer:
    """Answer a question about a clause; where there are no tables, or they were written anew, it says so."""
    folder = Path(question.folder)
    try:
        parts = parts_in(folder)
        if question.parts > len(parts):
            return Answer(why=ANEW)
        known = parts[: question.parts or None]
        paths = paths_of(folder, known)
    except Unusable as fault:
        return Answer(why=str(fault))
    if not known:
        return Answer()
    # nobody's words become a question here, so that nothing has to be locked
    with duckdb.connect(":memory:", config={"threads": 1}) as database:
        try:
            for name, files in paths.items():
                database.from_parquet(files).create_view(name)
            return _answer(database, question, len(known))
        except duckdb.OutOfMemoryException as fault:
            raise MemoryError from fault
        except duckdb.Error as fault:
            return Answer(why=f"{folder} has tables that can not be read: {fault}")


def _answer(database: Any, question: Question, parts: int) -> Answer:
    def ask(text: str, *values: Any) -> list[Any]:
        rows: list[Any] = database.execute(text, values).fetchall()
        return rows

    ask(_FIT)
    ask(_STORED.format(_FOUND), question.clause, question.event)
    games = ask(_GAMES, question.event)[0][0]
    counts = [Count(KINDS[kind - 1], *rest) for kind, *rest in ask(_COUNTS)]
    kinds = [number for number, kind in enumerate(KINDS, start=1) if kind in question.kinds]
    rows = ask(_PAGE, kinds, question.most + 1, question.skip)
    found = [_precedent(row) for row in rows[: question.most]]
    return Answer(games, counts, found, parts, end=len(rows) <= question.most)


def _precedent(row: tuple[Any, ...]) -> Precedent:
    kind, file, *values = row
    cut: list[Any] = [value[:_LONGEST] if isinstance(value, str | list) else value for value in values]
    return Precedent(KINDS[kind - 1], str(file).rpartition("/")[2][:_LONGEST], *cut)
