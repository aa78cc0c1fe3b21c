"""`adjudicator archive tables`: many games written as Parquet files."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replays.archive.audit.verb import add_where

if TYPE_CHECKING:
    from replays.archive.tables.running import Left
    from replays.archive.work.sources import Sources

UNREADY = 4
SOME_LEFT = 1
SHOWN = 40


def add(verbs: Any) -> None:
    """Add `tables`."""
    parser = verbs.add_parser(
        "tables",
        help="write many games as Parquet files",
        description="Writes what is public after a game: games, seats, entries, commands, throws, dice, clauses, "
        "disputes, acts of referees, refusals, clocks. Games are not audited (archive audit does). Files that are "
        "there already are passed over, so that more can be added.",
        epilog="exit codes: 0 written, 1 written, but files were left out (games that --finished passes over do not "
        "count), 4 a file or argument can not be used, or "
        "the run was ended before its end",
    )
    parser.add_argument("path", nargs="*", metavar="PATH", help="files, patterns, and folders of *.replay at any depth")
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of the tables")
    parser.add_argument(
        "--refusals",
        action="append",
        type=Path,
        default=[],
        metavar="WALLET",
        help="wallet of a player, whose refusals are added to its game, also where that is there already; repeatable",
    )
    parser.add_argument(
        "--finished", action="store_true", help="pass over games that go on, so that a later run takes them whole"
    )
    parser.add_argument("--json", action="store_true", help="plain values for machines")
    add_where(parser)
    parser.set_defaults(run=run, more=None)


def run(args: argparse.Namespace) -> int:
    """Write the tables, and say what was left out."""
    from replays.archive.audit.verb import require_where, sources_for
    from replays.archive.work.lost import SchedulerLost
    from replays.files import Unusable

    try:
        require_where(args)
        sources = sources_for(args)
        written, left = _write(args, sources)
    except Unusable as fault:
        return _refuse(str(fault))
    except (SchedulerLost, KeyboardInterrupt) as fault:
        what = f"the scheduler at {args.dask} is lost" if isinstance(fault, SchedulerLost) else "ended"
        return _refuse(f"{what}: whole parts are kept in {args.out}; the same command with --out {args.out} goes on")
    return _tell(args, written, left)


def _write(args: argparse.Namespace, sources: Sources) -> tuple[int, list[Left]]:
    from replays.archive.tables.listing import LIST, Listed
    from replays.archive.tables.refusals import refusals_in
    from replays.archive.tables.running import names_known, write_all
    from replays.archive.tables.writing import Writer
    from replays.archive.work.bounded import MIB, Bounds
    from replays.archive.work.cluster import client_of
    from replays.archive.work.kept import kept_at
    from replays.archive.work.progress import progress
    from replays.archive.work.where import Where

    refusals = refusals_in(args.refusals)
    files = sources.files
    with kept_at(args.out / LIST, Listed) as kept:
        writer = Writer(args.out, kept)
        known = len(names_known(files, writer))
        with (
            progress("written", len(files), done=known, quiet=args.quiet) as step,
            client_of(Where(min(args.jobs, len(files)), args.dask, args.dashboard)) as client,
        ):
            bounds = Bounds(args.seconds, args.memory * MIB)
            left = write_all(client, files, writer, bounds, refusals, step, finished=args.finished)
            return writer.games.count, left


def _tell(args: argparse.Namespace, written: int, left: list[Left]) -> int:
    if args.json:
        out = {row.file: {"kind": row.kind, "why": row.why} for row in left}
        print(json.dumps({"games": written, "kinds": _kinds(left), "left_out": out}, indent=1))
    else:
        from replays.audit.report import printable

        print("\n".join(printable(line) for line in _lines(args.out, written, left)))
    return SOME_LEFT if any(not row.goes_on for row in left) else 0


def _kinds(left: Sequence[Left]) -> dict[str, int]:
    return dict(sorted(Counter(row.kind for row in left).items()))


def _lines(folder: Path, written: int, left: Sequence[Left]) -> Iterator[str]:
    counts = ", ".join(f"{number} {kind}" for kind, number in _kinds(left).items())
    yield f"{written} games in {folder}, {len(left)} files left out{f': {counts}' if counts else ''}"
    for row in left[:SHOWN]:
        kind = "" if row.kind == "game" else f"{row.kind}: "
        yield f"    {row.file}: {kind}{row.why}"
    if len(left) > SHOWN:
        yield f"    and {len(left) - SHOWN} more (--json lists them all)"


def _refuse(text: str) -> int:
    from replays.audit.report import printable

    print(f"archive tables: {printable(text)}", file=sys.stderr)
    return UNREADY
