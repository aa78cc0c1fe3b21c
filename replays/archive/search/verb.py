"""`adjudicator archive sql` and `archive clause`: questions to the tables of an archive."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

UNREADY = 4


def add(verbs: Any) -> None:
    """Add `sql` and `clause`."""
    sql = verbs.add_parser(
        "sql",
        help="ask tables of games in SQL",
        description="Asks the tables that `archive tables` wrote, with DuckDB. It reads those tables alone: no other "
        "file, no network. docs/reference/archive.md lists tables and columns.",
        epilog="exit codes: 0 answered, 4 the tables or the question can not be used",
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
        epilog="exit codes: 0 told, 1 no game cites the clause, 4 the tables can not be used",
    )
    clause.add_argument("clause", help="the clause, as GA-5.7-02")
    _add_tables(clause)
    clause.add_argument("--most", type=int, default=20, metavar="N", help="entries of each kind that are listed (20)")
    clause.add_argument("--json", action="store_true", help="plain values for machines")
    clause.set_defaults(run=run_clause)


def _add_tables(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=Path, required=True, metavar="DIR", help="folder of the tables")


def run_sql(args: argparse.Namespace) -> int:
    """Ask, and write what comes."""
    from replays.archive.search.database import ask, opened
    from replays.archive.search.output import write
    from replays.files import Unusable

    try:
        with opened(args.tables) as database:
            found = ask(database, args.question)
    except Unusable as fault:
        return _refuse("sql", fault)
    write(found, args.format)
    return 0


def run_clause(args: argparse.Namespace) -> int:
    """Tell what became of a clause."""
    from replays.archive.search.clauses import precedents
    from replays.archive.search.database import opened
    from replays.archive.search.output import as_plain, write
    from replays.files import Unusable

    try:
        with opened(args.tables) as database:
            counts, sections = precedents(database, args.clause, args.most)
    except Unusable as fault:
        return _refuse("clause", fault)
    if args.json:
        found = {title: as_plain(rows) for title, rows in sections}
        print(json.dumps({"clause": args.clause, "counts": as_plain(counts), **found}, indent=1))
    elif not counts.rows:
        print(f"no game of these tables cites {args.clause}")
    else:
        print(args.clause)
        write(counts, "table")
        for title, rows in sections:
            if rows.rows:
                print(f"\n{title}")
                write(rows, "table")
    return 0 if counts.rows else 1


def _refuse(verb: str, fault: object) -> int:
    print(f"archive {verb}: {fault}", file=sys.stderr)
    return UNREADY
