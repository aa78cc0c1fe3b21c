"""`adjudicator archive play` and `adjudicator archive judge`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any, Final

PLAYED, STOPPED, UNREADY = 0, 130, 4
JOBS_MOST: Final = 512


def add(verbs: Any) -> None:
    """Add both to `archive`."""
    play = verbs.add_parser(
        "play",
        help="play any number of games between bots by a plan, and report what they say",
        description="Plays the games of a plan (TOML) between bots, on several processes or a cluster. Games are "
        "written down as they are done: the same command goes on where it was stopped. Tables and the report "
        "(report.html) are written at the end.",
        epilog="exit codes: 0 played, 4 a plan, file or argument can not be used, 130 stopped: give the command again",
    )
    play.add_argument("plan", type=Path, metavar="PLAN", help="the plan, in TOML")
    play.add_argument("--out", type=Path, metavar="DIR", help="folder of the games, tables and report")
    play.add_argument("--games", type=int, metavar="N", help="games of each setting, in place of the plan's number")
    add_workers(play)
    play.add_argument("--game", type=int, metavar="N", help="play one game again, by its number in the report")
    play.add_argument("--replay", type=Path, metavar="FILE", help="where to write the replay file of --game")
    play.set_defaults(run=run_play)
    judge = verbs.add_parser(
        "judge",
        help="judge games again under a changed option or this build's edition",
        description="Judges replay files again: their commands and faces under a changed option, or under the edition "
        "of this build, and names for each game the first entry that differs. What comes after a difference is never "
        "claimed. Files that can not be judged are named, counted and left alone.",
        epilog="exit codes: 0 judged, 3 some files were left alone, 4 a file or argument can not be used",
    )
    judge.add_argument("paths", nargs="+", metavar="PATH", help="replay files, folders and patterns")
    judge.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option as it would be; several add up"
    )
    judge.add_argument("--edition", default="", metavar="E", help="only rulesets whose edition in this build is E")
    judge.add_argument("--play-on", action="store_true", help="let bots play on from the first difference")
    judge.add_argument("--json", action="store_true", help="every file, for machines")
    add_workers(judge)
    judge.set_defaults(run=run_judge)


def add_workers(parser: argparse.ArgumentParser) -> None:
    """Add where the work is done."""
    cores = os.cpu_count() or 1
    parser.add_argument("--jobs", type=int, default=cores, metavar="N", help=f"processes (default: {cores}, the cores)")
    parser.add_argument("--dask", default="", metavar="ADDRESS", help="scheduler of a Dask cluster, as tcp://host:8786")


def run_judge(args: argparse.Namespace) -> int:
    """Judge an archive again."""
    from replays.archive.lab.judging import run
    from replays.files import Unusable

    try:
        require_jobs(args.jobs)
        return run(args)
    except Unusable as fault:
        print(f"archive judge: {fault}", file=sys.stderr)
        return UNREADY
    except KeyboardInterrupt:
        print("archive judge: stopped", file=sys.stderr)
        return STOPPED


def _require_sense(args: argparse.Namespace) -> None:
    """Refuse arguments that do not go together. Raises Unusable."""
    from replays.files import Unusable

    require_jobs(args.jobs)
    if (args.game is None) != (args.replay is None):
        raise Unusable("--game and --replay go together: a number of the report, and the file to write")
    if args.game is None and args.out is None:
        raise Unusable("--out: name a folder for the games and the report")


def require_jobs(jobs: int) -> None:
    """Refuse what is no number of processes. Raises Unusable."""
    from replays.files import Unusable

    if not 1 <= jobs <= JOBS_MOST:
        raise Unusable(f"--jobs: {jobs} is no number of processes; give one from 1 to {JOBS_MOST}")


def run_play(args: argparse.Namespace) -> int:
    """Play the games of a plan, or one of them again."""
    from replays.archive.lab.plan import PlanFault
    from replays.archive.lab.playing import play_again, play_plan
    from replays.files import Unusable

    try:
        _require_sense(args)
        if args.game is not None:
            print(play_again(args.plan, args.game, args.replay))
        else:
            print(play_plan(args.plan, args.out, args.jobs, args.dask, args.games))
    except (PlanFault, Unusable) as fault:
        print("\n".join(f"archive play: {line}" for line in str(fault).splitlines()), file=sys.stderr)
        return UNREADY
    except KeyboardInterrupt:
        print("archive play: stopped; the games so far are kept, the same command goes on", file=sys.stderr)
        return STOPPED
    return PLAYED
