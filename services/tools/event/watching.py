"""`event watch`: all games of an event as they go on."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final

import grpc
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from replays.audit.report import printable
from services.cli import DONE
from services.tools.event.games import GAME_COLUMNS, game_rows, state_of
from services.tools.event.organiser import Organiser, place_of
from services.tools.event.output import clock, persons, say, say_json, say_rows, who, word

PER_SECOND: Final = 2
PAUSES: Final = (1, 2, 4, 8, 15)  # seconds before a lost stream is opened again
# after these the stream is opened again: the service stops, or was started anew, or its feed was made anew
PASSING: Final = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.OUT_OF_RANGE,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.CANCELLED,
)
TOLD: Final = 8  # lines of what happened under the table
STYLES: Final = {"stopped": "yellow", "appealed": "magenta", "result": "green", "finished": "dim", "opened": "cyan"}


def add(_verbs: Any, verb: Any) -> None:
    """Add the verb."""
    made = verb(
        "watch",
        "watch the games of an event as they go on",
        watch,
        more="On a terminal a table that follows, elsewhere a line for each thing that happens. It goes on over "
        "restarts of the service, until Ctrl-C.",
    )
    made.add_argument("--round", action="append", default=[], help="of this round alone; may be given again")
    made.add_argument("--once", action="store_true", help="how the games stand now, and no more")
    made.add_argument("--all", action="store_true", help="entries of mere play too, where lines are printed")
    made.add_argument("--until-finished", action="store_true", help="leave when every game is finished")


class Board:
    """The last known row of every game, and what happened last."""

    def __init__(self, rounds: list[str]) -> None:
        self.rounds = rounds
        self.rows: dict[bytes, Any] = {}
        self.told: list[str] = []
        self.trouble = ""

    def take(self, row: Any) -> bool:
        """Take how a game stands, never an older state over a newer one; False for a game of another round."""
        if self.rounds and row.round not in self.rounds:
            return False
        known = self.rows.get(row.game)
        if known is None or known.seq <= row.seq:
            self.rows[row.game] = row
        return True

    @property
    def finished(self) -> bool:
        """Whether there are games, and all are finished."""
        return bool(self.rows) and all(word(row, "status") == "finished" for row in self.rows.values())

    def table(self) -> Table:
        """Draw it."""
        table = Table(*GAME_COLUMNS, title=self.trouble or None, caption="\n".join(self.told[-TOLD:]), box=None)
        table.caption_justify = "left"
        ordered = sorted(self.rows.values(), key=lambda row: row.number)
        for row, cells in zip(ordered, game_rows(ordered), strict=True):
            style = "bold red" if row.open_matters else STYLES.get(word(row, "status"), "")
            table.add_row(*(Text(printable(cell)) for cell in cells), style=style)
        return table


async def watch(args: argparse.Namespace, organiser: Organiser) -> int:
    """Watch an event."""
    event = await organiser.event(args.event)
    board, console = Board(args.round), Console()
    if args.once:
        return await _once(args, organiser, event)
    drawn = console.is_terminal and not args.json
    live = Live(get_renderable=board.table, console=console, refresh_per_second=PER_SECOND) if drawn else None
    with live or contextlib.nullcontext():
        async for entry in follow(organiser, event, board):
            if entry is not None:
                _tell(args, board, entry, drawn=drawn)
            if args.until_finished and board.finished:
                break
    return DONE


def _tell(args: argparse.Namespace, board: Board, entry: Any, *, drawn: bool) -> None:
    lines = sign_lines(entry) or ([entry_line(entry)] if args.all else [])
    board.told = [*board.told, *lines][-TOLD:]
    if args.json:
        say_json(entry)
    elif not drawn:
        for line in lines:
            say(line)


async def _once(args: argparse.Namespace, organiser: Organiser, event: bytes) -> int:
    games, _ = await organiser.games(event, rounds=args.round)
    if args.json:
        for row in games:
            say_json(row)
    else:
        say_rows(GAME_COLUMNS, game_rows(games))
    return DONE


async def follow(organiser: Organiser, event: bytes, board: Board) -> AsyncIterator[Any]:
    """Give what happens, and None whenever all rows were read; a stream that ends is opened again where it was.

    Raises grpc.aio.AioRpcError where the service refuses, or was not there from the start.
    """
    after, tries = None, 0
    while True:
        try:
            if after is None:
                games, after = await organiser.games(event)
                for row in games:
                    board.take(row)
                board.trouble = ""
                yield None
            async for entry in organiser.each("Follow", event=event, after=after):
                after, tries, board.trouble = entry.position, 0, ""
                if board.take(entry.row):
                    yield entry
        except grpc.aio.AioRpcError as fault:
            if fault.code() not in PASSING or (after is None and not board.rows):
                raise
            if fault.code() is grpc.StatusCode.OUT_OF_RANGE:
                after = None  # the feed was made anew
            board.trouble = f"the stream has ended ({fault.code().name}); it is opened again"
        await asyncio.sleep(PAUSES[min(tries, len(PAUSES) - 1)])
        tries += 1


# -- lines


def sign_lines(entry: Any) -> list[str]:
    """Tell what there is to look for in an entry, a line each."""
    return [printable(f"{_begin(entry)}  {_sign(entry.row, sign)}") for sign in entry.signs]


def entry_line(entry: Any) -> str:
    """Tell an entry of mere play."""
    return f"{_begin(entry)}  {entry.command} by {who(entry.actor.party, entry.row.seats)}"


def _begin(entry: Any) -> str:
    return f"{clock(entry.time)}  {place_of(entry.row)}  entry {entry.seq}"


def _sign(row: Any, sign: Any) -> str:
    kind = word(sign, "kind")
    parts = [kind.replace("_", " ")]
    if sign.HasField("party"):
        parts.append(f"of {who(sign.party, row.seats)}")
    if sign.act:
        parts.append(sign.act)
    if sign.about:
        parts.append(f"about {', '.join(map(str, sign.about))}")
    if sign.clause:
        parts.append(f"under {sign.clause}")
    if kind in ("result", "finished") and row.HasField("result"):
        parts.append(f"{persons(row.seats)} {_outcome(row)}")
    return f"{' '.join(parts)}{f': {sign.reason}' if sign.reason else ''}"


def _outcome(row: Any) -> str:
    winners = ", ".join(row.seats[seat].person for seat in row.result.winners if seat < len(row.seats)) or "nobody"
    return f"({state_of(row)}, {winners} won)"
