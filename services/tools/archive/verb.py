"""`archive`: what works with many replay files, and the games of a running service beside them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from replays.archive import verb
from replays.archive.work.sources import Source

FETCHING = ("audit", "tables", "judge")


def add(subparsers: Any) -> None:
    """Add `archive` with all its verbs to the program."""
    verbs = verb.add(subparsers)
    for name in FETCHING:
        parser = verbs.choices[name]
        group = parser.add_argument_group("a running service", "its games, as far as the token's holder may have them")
        group.add_argument("--service", default="", metavar="ADDRESS", help="fetch its games too, as 127.0.0.1:50051")
        group.add_argument("--token", default="", help="a token of the service")
        group.add_argument(
            "--token-file", type=Path, default=Path("adjudicator-data/owner.token"), help="file with a token"
        )
        group.add_argument("--ca", type=Path, help="certificate of the service's authority, PEM; turns TLS on")
        parser.set_defaults(more=games_of)


def games_of(args: argparse.Namespace) -> Sequence[Source]:
    """List the games of the service that is named; none where none is, and then nothing of a service is loaded.

    Raises Unusable where the service refuses or is not there.
    """
    if not args.service:
        return ()
    from services.tools.archive.games import games_of_service  # noqa: PLC0415

    return games_of_service(args)
