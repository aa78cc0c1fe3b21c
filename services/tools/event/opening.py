"""`event create` and `event open`: an event from a file of terms, its games from a file of pairings."""

from __future__ import annotations

import argparse
import csv
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from adjudicator.kernel.sentences import counted
from services.cli import DONE, WRONG
from services.games.signing import public_key
from services.tools.event.files import openings, read_event, read_pairings
from services.tools.event.organiser import Organiser
from services.tools.event.output import fail, persons, say, say_json, say_rows
from wargame.v1 import options_pb2

OPENED_MOST: Final = 500  # games that one call opens, as the contract has it
TOKEN_COLUMNS: Final = ("round", "table", "game", "seat", "person", "token")


def add(_verbs: Any, verb: Any) -> None:
    """Add the verbs."""
    made = verb(
        "create",
        "create an event from a file of terms and roster",
        create,
        more="The file is TOML, or JSON where it is called .json: the fields of EventTerms, and the roster beside "
        "them. The same file creates one event, however often it is given.",
    )
    made.add_argument("file", type=Path, help="terms and roster")
    made.add_argument(
        "--unsigned-acts",
        action="store_true",
        help="where seats sign: neither you nor referees sign what you do (everybody signs, you with a key of --data)",
    )
    opened = verb(
        "open",
        "open games from a CSV of pairings",
        open_games,
        more="Columns: round, table, ruleset, a person for each seat, and perhaps when it starts. A line of names may "
        "have restarts, too: the id of the game that this one takes the place of. The same pairings open their games "
        "once, however often they are given.",
    )
    opened.add_argument("file", type=Path, help="the pairings")
    opened.add_argument(
        "--tokens", type=Path, help="write the tokens of the seats here, as CSV that you alone can read"
    )


async def create(args: argparse.Namespace, organiser: Organiser) -> int:
    """Create an event."""
    request = read_event(args.file)
    terms = request.terms
    terms.unsigned_acts = terms.unsigned_acts or args.unsigned_acts
    if terms.signed and not terms.owner_keys and not terms.unsigned_acts and organiser.keys is not None:
        terms.owner_keys.append(public_key(organiser.keys.find_or_make()))
    sheet = await organiser.call(organiser.method("Create"), request)
    if args.json:
        say_json(sheet)
    else:
        say(f"{sheet.event.hex()}  {sheet.terms.name}, {counted(len(sheet.roster), 'person')}")
    return DONE


async def open_games(args: argparse.Namespace, organiser: Organiser) -> int:
    """Open games."""
    if args.tokens and not args.tokens.absolute().parent.is_dir():
        return fail(f"folder {args.tokens.parent} does not exist; make it or name another --tokens", WRONG)
    event = await organiser.event(args.event)
    sheet = await organiser.do("Get", event=event)
    pairings = read_pairings(args.file, sheet)
    opened: list[Any] = []
    with progress("opening games", len(pairings)) as one_more:
        for request in openings(event, pairings, OPENED_MOST):
            base = len(opened)
            async for made in organiser.stream(organiser.method("OpenGames"), **_fields(request)):
                made.index += base
                opened.append(made)
                one_more()
    if args.tokens:
        _write_tokens(args.tokens, pairings, opened)
    _tell(args, pairings, opened)
    return DONE


def _fields(request: Any) -> dict[str, Any]:
    return {field.name: value for field, value in request.ListFields()}


def _tell(args: argparse.Namespace, pairings: Sequence[Any], opened: Sequence[Any]) -> None:
    if args.json:
        for made in opened:
            say_json(made)
        return
    rows = [
        [pair.round, pair.table, pair.ruleset, persons(pair.seats), made.game.hex()]
        for made in opened
        for pair in [pairings[made.index]]
    ]
    say_rows(("round", "table", "ruleset", "players", "game"), rows)
    if args.tokens:
        say(f"the seats' tokens are in {args.tokens}")


def _write_tokens(path: Path, pairings: Sequence[Any], opened: Sequence[Any]) -> None:
    """Write the tokens where only their owner reads them."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(TOKEN_COLUMNS)
        for made in opened:
            pair = pairings[made.index]
            for row in made.credentials:
                if row.role == options_pb2.ROLE_SEAT:
                    seat = pair.seats[row.seat]
                    place = (pair.round, pair.table, made.game.hex())
                    rows.writerow([*place, seat.name or seat.person, seat.person, row.token])


class progress:  # noqa: N801  (used as a function is)
    """A bar on a terminal that grows by a call; nothing elsewhere."""

    def __init__(self, text: str, total: int) -> None:
        self._bar = Progress(
            TextColumn(text),
            BarColumn(),
            MofNCompleteColumn(),
            console=Console(stderr=True),
            transient=True,
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task(text, total=total)

    def __enter__(self) -> Any:
        self._bar.start()
        return lambda: self._bar.advance(self._task)

    def __exit__(self, *_exc: object) -> None:
        self._bar.stop()
