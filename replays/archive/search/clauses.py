"""What became of a clause in the games of an archive."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from replays.archive.search.database import BOUNDS, Found, ask
from replays.archive.work.bounded import Bounds

# Rulings that rest on a clause, or are about an entry that cites it.
_ABOUT: Final = """act = 'RulingGiven' AND (clause = $1 OR list_has_any(about, (
    SELECT list(DISTINCT cited.seq) FROM clauses AS cited WHERE cited.clause = $1 AND cited.file = acts.file)))"""
# How often a clause stood where, by ruleset; an entry that cites it twice counts once.
_COUNTS: Final = f"""
SELECT what, ruleset, count(*) AS times, count(DISTINCT file) AS games FROM (
    SELECT DISTINCT 'decided' AS what, file, seq FROM clauses WHERE clause = $1
    UNION ALL SELECT 'refused', file, seq FROM refusals WHERE clause = $1
    UNION ALL SELECT DISTINCT 'disputed', file, seq FROM disputes WHERE clause = $1
    UNION ALL SELECT DISTINCT 'ruled upon', file, seq FROM acts WHERE {_ABOUT}
    UNION ALL SELECT DISTINCT 'interpreted', file, seq FROM acts WHERE act = 'ClauseInterpreted' AND clause = $1
) JOIN games USING (file)
GROUP BY what, ruleset
ORDER BY list_position(['decided', 'refused', 'disputed', 'ruled upon', 'interpreted'], what), ruleset
"""  # noqa: S608  (of constants alone)
_EVENTS: Final = """
SELECT event, count(*) AS times FROM clauses WHERE clause = $1 GROUP BY event ORDER BY times DESC, event LIMIT $2
"""
_REFUSED: Final = """
SELECT file, game, seq, reason, path, facts FROM refusals WHERE clause = $1 ORDER BY file, seq LIMIT $2
"""
_DISPUTED: Final = """
SELECT file, game, seq, how, party, about, stated, held, settled, stands FROM disputes WHERE clause = $1
ORDER BY file, seq LIMIT $2
"""
_RULED: Final = f"""
SELECT file, game, seq, command, party, reason, clause, about FROM acts WHERE {_ABOUT}
ORDER BY file, seq LIMIT $2
"""  # noqa: S608  (of constants alone)
_INTERPRETED: Final = """
SELECT file, game, seq, party, text, reason FROM acts
WHERE act = 'ClauseInterpreted' AND clause = $1 ORDER BY file, seq LIMIT $2
"""
_CITED: Final = """
SELECT DISTINCT file, game, seq, event FROM clauses WHERE clause = $1 ORDER BY file, seq LIMIT $2
"""
SECTIONS: Final = (
    ("events that it decided", _EVENTS),
    ("disputed", _DISPUTED),
    ("ruled upon", _RULED),
    ("interpretations", _INTERPRETED),
    ("refused", _REFUSED),
    ("entries that cite it", _CITED),
)


def precedents(
    database: Any, clause: str, most: int, bounds: Bounds = BOUNDS
) -> tuple[Found, Sequence[tuple[str, Found]]]:
    """Give how often a clause stood where, and for each kind the first so many entries."""
    counts = ask(database, _COUNTS, [clause], bounds)
    return counts, [(title, ask(database, question, [clause, most], bounds)) for title, question in SECTIONS]
