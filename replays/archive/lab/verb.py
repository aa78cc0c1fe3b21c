"""`adjudicator archive play` and `adjudicator archive judge`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any, Final

from replays.archive.audit.verb import LIMITS, add_where, require_where
from replays.archive.lab.judge import verb as judging

PLAYED, PARTLY, STOPPED, UNREADY = 0, 3, 130, 4
JOBS_MOST: Final = next(most for name, _, most in LIMITS if name == "jobs")


def add(verbs: Any) -> None:
    """Add both to `archive`."""
    play = verbs.add_parser(
        "play",
        help="play any number of games between bots by a plan, and report what they say",
        description="Plays the games of a plan (TOML) between bots, each in a bounded process, several at once or on a "
        "cluster. Games are written down as they are done: the same command goes on where it was stopped. Tables and "
        "the report (report.html) are written at the end.",
        epilog="exit codes: 0 played, 3 played, but some games are not decided: they went beyond --seconds or "
        "--memory, or their process ended, 4 a plan, file or argument can not be used, or the scheduler is lost, "
        "130 stopped: give the command again",
    )
    play.add_argument("plan", type=Path, metavar="PLAN", help="the plan, in TOML")
    play.add_argument("--out", type=Path, metavar="DIR", help="folder of the games, tables and report")
    play.add_argument("--games", type=int, metavar="N", help="games of each setting, in place of the plan's number")
    add_where(play, "game")
    play.add_argument("--game", type=int, metavar="N", help="play one game again, by its number in the report")
    play.add_argument("--replay", type=Path, metavar="FILE", help="where to write the replay file of --game")
    play.set_defaults(run=run_play)
    judging.add(verbs)


def _require_sense(args: argparse.Namespace) -> None:
    """Refuse arguments that do not go together. Raises Unusable."""
    from replays.files import Unusable

    if not 1 <= args.jobs <= JOBS_MOST:
        raise Unusable(f"--jobs: {args.jobs} is no number of games at once; give one from 1 to {JOBS_MOST}")
    require_where(args)
    if (args.game is None) != (args.replay is None):
        raise Unusable("--game and --replay go together: a number of the report, and the file to write")
    if args.game is None and args.out is None:
        raise Unusable("--out: name a folder for the games and the report")


def run_play(args: argparse.Namespace) -> int:
    """Play the games of a plan, or one of them again."""
    from replays.archive.lab.plan import PlanFault
    from replays.archive.lab.playing import play_again, play_plan
    from replays.archive.work.bounded import MIB, Bounds
    from replays.archive.work.lost import SchedulerLost
    from replays.archive.work.where import Where
    from replays.audit.report import printable
    from replays.files import Unusable

    try:
        _require_sense(args)
        if args.game is not None:
            print(printable(play_again(args.plan, args.game, args.replay)))
        else:
            where, bounds = Where(args.jobs, args.dask, args.dashboard), Bounds(args.seconds, args.memory * MIB)
            played = play_plan(args.plan, args.out, where, bounds, args.games, quiet=args.quiet)
            print("\n".join(map(printable, played.text.splitlines())))
            return PARTLY if played.undecided else PLAYED
    except (PlanFault, Unusable) as fault:
        print("\n".join(f"archive play: {printable(line)}" for line in str(fault).splitlines()), file=sys.stderr)
        return UNREADY
    except SchedulerLost:
        lost = f"the scheduler at {args.dask} is lost"
        print(f"archive play: {lost}; the games so far are kept, the same command goes on", file=sys.stderr)
        return UNREADY
    except KeyboardInterrupt:
        print("archive play: stopped; the games so far are kept, the same command goes on", file=sys.stderr)
        return STOPPED
    return PLAYED
