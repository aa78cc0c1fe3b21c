"""`adjudicator replay stats`: luck of the players, every throw with its chance, and a test of the dice service."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any


def add(verbs: Any) -> Any:
    """Add the verb; what it runs is the caller's to set."""
    parser = verbs.add_parser(
        "stats",
        help="luck of the players, and a test of the dice",
        description="Says of each player's throws how lucky they were, given the rules at that moment and how much was "
        "looked at; counts the dice that have no odds; and tests the dice service, over several games for more.",
        epilog="exit codes: 0 counted, 2 counted and altered, 4 the file or an argument can not be used",
    )
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="replay files, patterns of names, or folders such as an event's export"
    )
    parser.add_argument("--throws", action="store_true", help="every throw: what it needed, its chance, what came")
    parser.add_argument("--svg", type=Path, metavar="FOLDER", help="write luck.svg and distributions.svg into a folder")
    parser.add_argument("--json", action="store_true", help="plain values for machines, every throw included")
    return parser


def run(args: argparse.Namespace, find: Any) -> int:
    """Count, and write what was found; `find` gives a ruleset by name."""
    from replays.luck.running import run_stats

    return run_stats(args, find)
