"""`adjudicator archive sql` and `archive clause`: questions to the tables of an archive."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replays.archive.search.database import Found
    from replays.archive.work.bounded import Bounds

UNREADY = 4
MOST = 100_000


def add(verbs: Any) -> None:
    """Add `sql` and `clause`."""
    sql = verbs.add_parser(
        "sql",
        help="ask tables of games in SQL",
        description="Asks the tables that `archive tables` wrote, with DuckDB. It reads those tables alone: no other "
        "file, no network. docs/reference/archive.md lists tables and columns.",
        epilog="exit codes: 0 answered, 4 the tables or the question can not be used, the question took "
        "more than its bounds, or was ended",
    )
    sql.add_argument("question", help="SQL, as: SELECT ruleset, count(*) FROM games GROUP BY ruleset")
    _add_tables(sql)
    sql.add_argument("--format", choices=("table", "csv", "json"), default="table", help="form of the rows (table)")
    sql.set_defaults(run=run_sql)
    clause = verbs.add_parser(
        "clause",
        help="what became of a clause",
        description="Says how often a clause decided, was disputed, ruled upon, interpreted, or stood in a refusal "
        "that a player kept, with file, game and entry of each.",
        epilog="exit codes: 0 told, 1 no game cites the clause, 4 there is no such clause, the tables can not be "
        "used, it took more than its bounds, or was ended",
    )
    clause.add_argument("clause", help="the clause, as GA-5.7-02")
    _add_tables(clause)
    clause.add_argument("--most", type=int, default=20, metavar="N", help="entries of each kind that are listed (20)")
    clause.add_argument("--json", action="store_true", help="plain values for machines")
    clause.set_defaults(run=run_clause)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=Path, required=True, metavar="DIR", help="folder of the tables")
    parser.add_argument("--seconds", type=int, default=300, help="time for a question (300)")
    parser.add_argument(
        "--memory", type=int, default=2048, metavar="MIB", help="memory for it, and for its rows (2048)"
    )


def _bounds(args: argparse.Namespace) -> Bounds:
    """Say what a question may take. Raises Unusable."""
    from replays.archive.audit.verb import require_where
    from replays.archive.work.bounded import MIB, Bounds

    require_where(args)
    return Bounds(args.seconds, args.memory * MIB)


def run_sql(args: argparse.Namespace) -> int:
    """Ask, and write what comes."""
    from replays.archive.search.database import ask, opened
    from replays.archive.search.output import write
    from replays.files import Unusable

    try:
        bounds = _bounds(args)
        with opened(args.tables, bounds) as database:
            found = ask(database, args.question, bounds=bounds)
        write(found, args.format)
    except Unusable as fault:
        return _refuse("sql", fault)
    except KeyboardInterrupt:
        return _refuse("sql", "ended before the answer was written")
    return 0


def _require_sense(clause: str, most: int) -> None:
    """Refuse an empty id, and what is no number of entries. Raises Unusable."""
    from replays.files import Unusable

    if not clause:
        raise Unusable("the id of the clause is empty; write one, as GA-5.7-02")
    if not 1 <= most <= MOST:
        raise Unusable(f"--most: {most} is no number of entries; give one from 1 to {MOST}")


def run_clause(args: argparse.Namespace) -> int:
    """Tell what became of a clause."""
    from replays.archive.search.clauses import precedents
    from replays.archive.search.database import opened
    from replays.archive.search.known import require_clause
    from replays.files import Unusable

    clause = args.clause.strip().upper()
    try:
        _require_sense(clause, args.most)
        bounds = _bounds(args)
        with opened(args.tables, bounds) as database:
            counts, sections = precedents(database, clause, args.most, bounds)
        if not counts.rows:  # games of earlier editions cite what is no clause today
            require_clause(clause)
        _tell_clause(clause, counts, sections, as_plain_values=args.json)
    except Unusable as fault:
        return _refuse("clause", fault)
    except KeyboardInterrupt:
        return _refuse("clause", "ended before the answer was written")
    return 0 if counts.rows else 1


def _tell_clause(clause: str, counts: Found, sections: Sequence[tuple[str, Found]], *, as_plain_values: bool) -> None:
    from replays.archive.search.output import as_plain, write

    if as_plain_values:
        found = {title: as_plain(rows) for title, rows in sections}
        print(json.dumps({"clause": clause, "counts": as_plain(counts), **found}, indent=1))
        return
    if not counts.rows:
        print(f"no game of these tables cites {clause}")
        return
    print(clause)
    write(counts, "table")
    for title, rows in sections:
        if rows.rows:
            print(f"\n{title}")
            write(rows, "table")


def _refuse(verb: str, fault: object) -> int:
    from replays.audit.report import printable

    print("\n".join(map(printable, f"archive {verb}: {fault}".splitlines())), file=sys.stderr)
    return UNREADY
