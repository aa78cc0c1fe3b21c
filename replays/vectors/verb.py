"""`adjudicator replay vectors`: whether an implementation of the file format computes what the specification says."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from typing import Any

from msgspec.structs import asdict

from replays.vectors.against import NoAnswer, differences, kept

DIFFERENT, UNREADY = 2, 4


def add(verbs: Any) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "vectors",
        help="does another implementation compute what the format says?",
        description="Asks a command for every vector of the format and names each value that differs.",
        epilog=f"exit codes: 0 all equal, {DIFFERENT} some differ, {UNREADY} the command can not be asked",
    )
    parser.add_argument("--against", metavar="COMMAND", required=True, help="the command, as a shell would read it")
    parser.add_argument(
        "--only", metavar="WORD", default="", help="vectors alone with this word in their name, or this operation"
    )
    parser.add_argument("--json", action="store_true", help="plain values for machines")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Ask, and say what differs."""
    vectors = [row for row in kept() if args.only in row.name or args.only == row.op]
    command = shlex.split(args.against)
    if not vectors or not command:
        sys.stderr.write("adjudicator replay vectors: no vector has this word, or there is no command\n")
        return UNREADY
    try:
        found = list(differences(command, vectors))
    except NoAnswer as fault:
        sys.stderr.write(f"adjudicator replay vectors: {fault}\n")
        return UNREADY
    if args.json:
        print(json.dumps({"vectors": len(vectors), "differences": [asdict(row) for row in found]}, indent=1))
    else:
        for row in found:
            print(f"{row.vector}, {row.value}: expected {row.expected}, found {row.found}")
        wrong = len({row.vector for row in found})
        print(f"{len(vectors)} vectors, {len(vectors) - wrong} equal")
    return DIFFERENT if found else 0
