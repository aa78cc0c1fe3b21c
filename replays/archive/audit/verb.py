"""`adjudicator archive audit`: many files audited on one machine or a cluster."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from replays.archive.audit.result import Result
    from replays.archive.work.kept import Kept
    from replays.archive.work.sources import Sources

UNREADY = 4
RESULTS = "results.jsonl"
# What a number may be: its argument, what it counts, and the most.
LIMITS = (("jobs", "files at once", 512), ("seconds", "seconds", 1_000_000), ("memory", "MiB", 1 << 24))
CODES = (
    "exit codes: that of the worst file, as replay audit has it: 0 passed, 1 passed with notes, 2 failed, "
    "3 incomplete, or beyond its bounds; 4 a file or argument can not be used, or the run was ended before its end"
)


def add(verbs: Any) -> None:
    """Add `audit`."""
    parser = verbs.add_parser(
        "audit",
        help="audit many files",
        description="Audits each file as `replay audit` does, in a process of its own with bounds of time and memory. "
        "Results are written as they come; the same --out goes on where a run has ended.",
        epilog=CODES,
    )
    parser.add_argument("path", nargs="*", metavar="PATH", help="files, patterns, and folders of *.replay at any depth")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="where results are kept, and a run is gone on with")
    printed = parser.add_mutually_exclusive_group()
    printed.add_argument("--json", action="store_true", help="plain values for machines")
    printed.add_argument("--csv", action="store_true", help="rows of CSV")
    add_where(parser)
    parser.set_defaults(run=run, more=None)


def add_where(parser: argparse.ArgumentParser, what: str = "file") -> None:
    """Add where the work is done, and what it may take for each file, or whatever else there is many of."""
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="N", help=f"{what}s at once here ({cores})")
    parser.add_argument("--dask", default="", metavar="ADDRESS", help="scheduler of a cluster, as tcp://host:8786")
    parser.add_argument("--dashboard", default="", metavar="ADDRESS", help="where Dask's own page is served; else none")
    parser.add_argument("--seconds", type=int, default=300, help=f"processor time for each {what} (300)")
    parser.add_argument("--memory", type=int, default=2048, metavar="MIB", help=f"memory for each {what} (2048)")
    parser.add_argument("--quiet", action="store_true", help="no progress on the error output")


def require_where(args: argparse.Namespace) -> None:
    """Refuse numbers that nothing could be done with. Raises Unusable."""
    from replays.files import Unusable

    for name, what, most in LIMITS:
        number = getattr(args, name, 1)
        if not 1 <= number <= most:
            raise Unusable(f"--{name}: {number} is no number of {what}; give one from 1 to {most}")


def run(args: argparse.Namespace) -> int:
    """Audit, and print what came of it."""
    from replays.archive.audit.result import Result
    from replays.archive.work.kept import kept_in
    from replays.archive.work.lost import SchedulerLost
    from replays.files import Unusable

    found: dict[str, Result] = {}
    try:
        require_where(args)
        sources = sources_for(args)
        with kept_in(args.out, RESULTS, Result) as kept:
            _audit(args, sources, kept, found)
        return _tell(args, sources, [found[name] for name in sorted(found)])
    except Unusable as fault:
        return _refuse(str(fault))
    except SchedulerLost:
        return _refuse(f"the scheduler at {args.dask} is lost: {_how_to_go_on(args)}")
    except KeyboardInterrupt:
        return _refuse(f"ended: {_how_to_go_on(args)}")


def sources_for(args: argparse.Namespace) -> Sources:
    """Find the files that a verb is given.

    Raises Unusable where there are none.
    """
    from replays.archive.work.sources import Sources, sources_of
    from replays.files import Unusable

    found = sources_of(args.path)
    if args.more is not None:  # what a client of a service adds
        found = Sources((*found.files, *args.more(args)), found.others)
    if not found.files:
        raise Unusable("no file is named; name replay files, patterns or folders of them")
    return found


def _audit(args: argparse.Namespace, sources: Sources, kept: Kept[Result] | None, found: dict[str, Result]) -> None:
    from replays.archive.audit.job import JOB
    from replays.archive.work.bounded import MIB, Bounds, start_bounded

    known = kept.rows if kept is not None else []
    files = sources.files
    jobs = min(args.jobs, len(files))
    if not args.dask and not known:  # while Dask is loaded; where a run goes on, there may be nothing to do
        start_bounded(JOB, jobs)
    from replays.archive.audit.running import audit_all, names_known
    from replays.archive.work.cluster import client_of
    from replays.archive.work.progress import progress
    from replays.archive.work.where import Where

    before = names_known(files, known)
    with (
        progress("audited", len(files), done=len(before), quiet=args.quiet) as step,
        client_of(Where(jobs, args.dask, args.dashboard)) as client,
    ):

        def passed(result: Result) -> None:
            found[result.name] = result
            if result.name not in before:
                step()

        for results in audit_all(client, files, known, Bounds(args.seconds, args.memory * MIB), passed):
            if kept is not None:
                kept.add(*results)
            for result in results:
                passed(result)


def _how_to_go_on(args: argparse.Namespace) -> str:
    if args.out is None:
        return "nothing was kept; with --out FOLDER a run can be gone on with"
    path = args.out / RESULTS
    rows = path.read_bytes().count(b"\n") if path.exists() else 0  # the run may have been ended while it wrote some
    return f"{rows} results are kept in {path}; the same command with --out {args.out} goes on"


def _tell(args: argparse.Namespace, sources: Sources, results: list[Result]) -> int:
    from rich.console import Console
    from rich.text import Text

    from replays.archive.audit.summary import as_csv, as_json, lines_of, summary_of, write_parquet
    from replays.files import Unusable

    summary = summary_of(results, sources.others)
    if args.out is not None:
        try:
            args.out.joinpath("summary.json").write_text(as_json(summary) + "\n", encoding="utf-8")
            args.out.joinpath("results.csv").write_text(as_csv(results), encoding="utf-8")
            write_parquet(results, args.out / "results.parquet")
        except OSError as error:
            raise Unusable(f"{args.out} can not be written: {error.strerror or error}; name another --out") from error
    if args.json or args.csv:
        print(as_json(summary) if args.json else as_csv(results).rstrip())
    else:
        from replays.cli import STYLES

        console = Console(soft_wrap=True, highlight=False)
        for style, line in lines_of(summary):
            console.print(Text(line, style=STYLES.get(style, "")))
    code: int = summary["exit_code"]
    return code


def _refuse(text: str) -> int:
    from replays.audit.report import printable

    print(f"archive audit: {printable(text)}", file=sys.stderr)
    return UNREADY
