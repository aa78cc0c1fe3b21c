"""`adjudicator replay board`: the board after an entry of a replay file."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from replays.audit.audit import Find, registered
from replays.files import Unusable, bundle_at, needed

ALTERED, UNREADY = 2, 4


def add(verbs: Any) -> None:
    """Add the verb."""
    parser = verbs.add_parser(
        "board",
        help="the board after an entry",
        description="Draws the board after an entry, with what the entry did: as text, as a picture, or as values.",
        epilog="exit codes: 0 drawn, 2 drawn and altered, 4 the file or an argument can not be used",
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--at", type=int, metavar="N", help="after this entry (the last)")
    help_of_as = "as this seat was shown it: a name or number (as a spectator)"
    parser.add_argument("--as", dest="viewer", metavar="SEAT", help=help_of_as)
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--svg", action="store_true", help="a picture")
    form.add_argument("--json", action="store_true", help="the scene as values for machines: see docs/board.md")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write to this file")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace, find: Find = registered) -> int:
    """Draw the board after an entry."""
    from adjudicator.kernel.scene import to_json
    from replays.draw.svg import to_svg
    from replays.draw.text import to_text
    from replays.tell.moments import seats_of, viewer_of
    from replays.tell.scenes import drawn_at

    try:
        bundle = bundle_at(args.file)
        known = find(str(bundle.manifest["ruleset"]))
        rules = needed(known[0] if known else None)
        drawn = drawn_at(bundle, rules, viewer_of(args.viewer, seats_of(bundle, rules)), args.at)
        form = "json" if args.json else "svg" if args.svg else "text"
        write = {"json": lambda scene, _: f"{to_json(scene).decode()}\n", "svg": to_svg, "text": to_text}
        _write(write[form](*drawn), args.out)
    except (Unusable, ValueError) as fault:
        return _refuse(fault)
    if bundle.altered:
        _refuse("this file was altered (see replay audit); what is drawn may not be true")
        return ALTERED
    return 0


def _write(text: str, path: Path | None) -> None:
    if path is None:
        print(text, end="")
        return
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unusable(f"{path} can not be written: {error.strerror}; name a file in a folder that is there") from error


def _refuse(fault: object) -> int:
    print(f"replay board: {fault}", file=sys.stderr)
    return UNREADY
