"""`adjudicator replay page`: a replay file as a page that opens from a disk."""

from __future__ import annotations

import argparse
import hashlib
import sys
from pathlib import Path
from typing import Any

from replays.audit.audit import Find, audit, registered
from replays.bundle import BundleFault, file_bytes, read_bundle

ALTERED, UNREADY = 2, 4


def add(verbs: Any) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "page",
        help="a game as one page for a browser, which checks it",
        description="Writes one file that shows a game in a browser and checks it there; it loads nothing and sends "
        "nothing. What CHECK on the page means, docs/page.md says.",
        epilog="exit codes: 0 written, 2 written and altered, 4 the file or an argument can not be used",
    )
    parser.add_argument("file", type=Path, nargs="?", help="a replay file")
    parser.add_argument("--out", type=Path, required=True, help="the page that is written, such as game.html")
    parser.add_argument("--as", dest="seat", metavar="SEAT", help="only what this seat was shown: a name or number")
    parser.add_argument(
        "--audit", action=argparse.BooleanOptionalAction, default=True, help="put the audit's report in (default)"
    )
    parser.add_argument(
        "--checker", action="store_true", help="no game: the page in which anybody opens a file and checks it"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, find: Find = registered) -> int:
    """Write a page."""
    from replays.page.document import checker, page_of  # noqa: PLC0415  (the other verbs start without it)

    if args.checker == (args.file is not None):
        return _refuse("name a replay file, or --checker for a page without a game")
    altered: tuple[str, ...] = ()
    try:
        if args.checker:
            page = checker()
        else:
            data = file_bytes(args.file)
            bundle = read_bundle(data)
            altered = bundle.altered
            known = find(str(bundle.manifest["ruleset"]))
            if known is None:
                return _refuse("the ruleset of this game is not in this build; take a release that has it")
            report = audit(data, find=find) if args.audit else None
            page = page_of(data, known[0], seat=args.seat, report=report)
        args.out.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        return _refuse(f"{error.filename} can not be read or written: {error.strerror}")
    except BundleFault as fault:
        return _refuse(f"{args.file} is no replay file: {fault}")
    except ValueError as fault:
        return _refuse(str(fault))
    size = len(page.encode())
    print(f"{args.out}: {size // 1024} KB, SHA-256 {hashlib.sha256(page.encode()).hexdigest()}")  # noqa: T201
    if altered:
        return _refuse("this file was altered: the page says where", ALTERED)
    return 0


def _refuse(text: str, code: int = UNREADY) -> int:
    print(f"replay page: {text}", file=sys.stderr)  # noqa: T201
    return code
