"""How games of an event stand, a line each."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, Final

from services.rpc.wire_values import read_any_span
from services.tools.event.output import clock, persons, points, span, who, word

GAME_COLUMNS: Final = (
    "round",
    "table",
    "game",
    "ruleset",
    "players",
    "state",
    "asked",
    "since",
    "left",
    "score",
    "open",
)
SHORT: Final = 8  # digits of an id that are shown; ids made at one time begin alike


def game_rows(games: Iterable[Any], now: int | None = None) -> list[list[str]]:
    """Write games as rows of GAME_COLUMNS; `now` is in ms since 1970."""
    at = time.time_ns() // 1_000_000 if now is None else now
    return [game_row(row, at) for row in games]


def game_row(row: Any, now: int) -> list[str]:
    """Write a game as a row of GAME_COLUMNS."""
    due = row.due_time.ToMilliseconds() if row.HasField("due_time") else None
    return [
        row.round,
        row.table,
        row.game.hex()[-SHORT:],
        row.ruleset,
        persons(row.seats),
        state_of(row),
        ", ".join(who(party, row.seats) for party in row.asked),
        clock(row.asked_time) if row.HasField("asked_time") else "",
        _left(row, due, now),
        score_of(row),
        str(row.open_matters) if row.open_matters else "",
    ]


def state_of(row: Any) -> str:
    """Say how far a game is, and how it ended."""
    state = word(row, "status")
    if not row.HasField("result"):
        return state
    return f"{state}: {word(row.result, 'ending').replace('_', ' ')}"


def score_of(row: Any) -> str:
    """Write what each seat has scored."""
    scores = row.result.scores if row.HasField("result") and row.result.scores else row.scores
    return " - ".join(points(score.total) for score in scores)


def _left(row: Any, due: int | None, now: int) -> str:
    """Write the time left: banks where there are clocks, with a star where one runs; else until silence is taken."""
    if not row.clocks:
        return "" if due is None else span(due - now)
    gone = max(0, now - row.last_time.ToMilliseconds())
    return " / ".join(
        "flag" if seat.flag else span(bank - gone) + "*" if seat.running else span(bank)
        for seat, bank in ((seat, read_any_span(seat.bank)) for seat in row.clocks)
    )
