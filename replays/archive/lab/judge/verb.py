"""`adjudicator archive judge`: games judged again under a changed option or this build's edition."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replays.archive.audit.verb import add_where, require_where

if TYPE_CHECKING:
    from replays.archive.lab.judge.running import Found

STOPPED, UNREADY = 130, 4
RESULTS, WHOLE = "judged.jsonl", "judged.json"


def add(verbs: Any) -> None:
    """Add `judge`."""
    parser = verbs.add_parser(
        "judge",
        help="judge games again under a changed option or this build's edition",
        description="Judges replay files again: their commands and faces under a changed option, or under the edition "
        "of this build, and names for each game the first entry that differs. What comes after a difference is never "
        "claimed. Files that can not be judged are named, counted and left alone. With --out results are kept as they "
        "come, and the same command goes on where it was stopped.",
        epilog="exit codes: 0 judged, 3 some files were left alone, 4 a file or argument can not be used, or the "
        "scheduler is lost, 130 stopped",
    )
    parser.add_argument("paths", nargs="+", metavar="PATH", help="replay files, folders and patterns")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option as it would be; several add up"
    )
    parser.add_argument("--edition", default="", metavar="E", help="only rulesets whose edition in this build is E")
    parser.add_argument("--play-on", action="store_true", help="let bots play on from the first difference")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where results are kept, and a run is gone on with")
    parser.add_argument("--json", action="store_true", help="every file, for machines")
    add_where(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Judge an archive again, print what came of it, and give the exit code."""
    from replays.archive.lab.judge.telling import exit_code
    from replays.archive.work.lost import SchedulerLost
    from replays.files import Unusable

    try:
        require_where(args)
        found = _judged(args)
        _tell(args, found)
    except Unusable as fault:
        print(f"archive judge: {fault}", file=sys.stderr)
        return UNREADY
    except SchedulerLost:
        print(f"archive judge: the scheduler at {args.dask} is lost; {_how_to_go_on(args)}", file=sys.stderr)
        return UNREADY
    except KeyboardInterrupt:
        print(f"archive judge: stopped; {_how_to_go_on(args)}", file=sys.stderr)
        return STOPPED
    return exit_code(found)


def _judged(args: argparse.Namespace) -> list[Found]:
    from replays.archive.lab.judge.job import Change
    from replays.archive.lab.judge.running import Result, judge_files
    from replays.archive.lab.judge.telling import files_in, options_of, require_edition
    from replays.archive.work.bounded import MIB, Bounds
    from replays.archive.work.kept import kept_in
    from replays.archive.work.progress import progress
    from replays.archive.work.where import Where

    change = Change(options_of(args.option), args.play_on)
    require_edition(args.edition)
    paths = files_in(args.paths)
    where = Where(min(args.jobs, len(paths)), args.dask, args.dashboard)
    bounds = Bounds(args.seconds, args.memory * MIB)
    with (
        kept_in(args.out, RESULTS, Result) as kept,
        progress("judged", len(paths), quiet=args.quiet, brief=True) as step,
    ):
        return judge_files(paths, change, where, bounds, kept, step)


def _how_to_go_on(args: argparse.Namespace) -> str:
    if args.out is None:
        return "nothing was kept; with --out FOLDER a run can be gone on with"
    return f"the files so far are kept in {args.out / RESULTS}, the same command goes on"


def _tell(args: argparse.Namespace, found: list[Found]) -> None:
    """Print what came of the files, and write it beside what is kept. Raises Unusable."""
    from replays.archive.lab.judge.telling import as_json, options_of, summary
    from replays.files import Unusable

    if args.out is not None:
        try:
            args.out.joinpath(WHOLE).write_text(as_json(found) + "\n", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Unusable(f"{args.out} can not be written: {error.strerror}; name another --out") from error
    print(as_json(found) if args.json else "\n".join(summary(found, options_of(args.option), args.edition)))
