"""`adjudicator archive judge`: games judged again under a changed option or this build's edition."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replays.archive.audit.verb import add_where, require_where, sources_for

if TYPE_CHECKING:
    from replays.archive.lab.judge.telling import Outcome

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
        epilog="exit codes: 0 judged, 3 some files were left alone, or judged in part, 4 a file or argument can not be "
        "used, or the scheduler is lost, 130 stopped",
    )
    parser.add_argument("path", nargs="*", metavar="PATH", help="files, patterns, and folders of *.replay at any depth")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option as it would be; several add up"
    )
    parser.add_argument("--edition", default="", metavar="E", help="only rulesets whose edition in this build is E")
    parser.add_argument("--play-on", action="store_true", help="let bots play on from the first difference")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where results are kept, and a run is gone on with")
    parser.add_argument("--json", action="store_true", help="every file, for machines")
    add_where(parser)
    parser.set_defaults(run=run, more=None)


def run(args: argparse.Namespace) -> int:
    """Judge an archive again, print what came of it, and give the exit code."""
    from replays.archive.work.lost import SchedulerLost
    from replays.files import Unusable

    try:
        require_where(args)
        return _tell(args, _judged(args))
    except Unusable as fault:
        return _refuse(str(fault))
    except SchedulerLost:
        return _refuse(f"the scheduler at {args.dask} is lost; {_how_to_go_on(args)}")
    except KeyboardInterrupt:
        _refuse(f"stopped; {_how_to_go_on(args)}")
        return STOPPED


def _judged(args: argparse.Namespace) -> Outcome:
    from replays.archive.lab.judge.job import Change
    from replays.archive.lab.judge.options import options_of
    from replays.archive.lab.judge.running import Result, judge_files, names_known
    from replays.archive.lab.judge.telling import outcome_of, require_edition
    from replays.archive.work.bounded import MIB, Bounds
    from replays.archive.work.kept import kept_in
    from replays.archive.work.progress import progress
    from replays.archive.work.where import Where

    change = Change(options_of(args.option), args.play_on)
    require_edition(args.edition)
    sources = sources_for(args)
    files = sources.files
    where = Where(min(args.jobs, len(files)), args.dask, args.dashboard)
    bounds = Bounds(args.seconds, args.memory * MIB)
    with kept_in(args.out, RESULTS, Result) as kept:
        known = len(names_known(files, kept.rows, change)) if kept is not None else 0
        with progress("judged", len(files), done=known, quiet=args.quiet, brief=True) as step:
            found = judge_files(files, change, where, bounds, kept, step)
    return outcome_of(found, args.edition, sources.others)


def _how_to_go_on(args: argparse.Namespace) -> str:
    if args.out is None:
        return "nothing was kept; with --out FOLDER a run can be gone on with"
    return f"the files so far are kept in {args.out / RESULTS}, the same command goes on"


def _tell(args: argparse.Namespace, outcome: Outcome) -> int:
    """Print what came of the files, write it beside what is kept, and give the exit code. Raises Unusable."""
    from replays.archive.lab.judge.telling import as_json, exit_code, summary
    from replays.files import Unusable

    if args.out is not None:
        try:
            args.out.joinpath(WHOLE).write_text(as_json(outcome) + "\n", encoding="utf-8", newline="\n")
        except OSError as error:
            raise Unusable(f"{args.out} can not be written: {error.strerror}; name another --out") from error
    given = dict(sorted(word.split("=", 1) for word in args.option))
    print(as_json(outcome) if args.json else "\n".join(summary(outcome, given)))
    return exit_code(outcome)


def _refuse(text: str) -> int:
    from replays.audit.report import printable

    print("\n".join(f"archive judge: {printable(line)}" for line in text.splitlines()), file=sys.stderr)
    return UNREADY
