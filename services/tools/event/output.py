"""What the verbs of an event print: columns for people, JSON for machines, errors with their fix."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterable, Sequence
from typing import Any, Final

from replays.audit.report import printable
from services.events.plain_values import party_word, plain, word_of

ABSENT, REFUSED, NOT_CONFIRMED = 4, 5, 6
MINUTE, HOUR = 60, 3600
HUNDRED: Final = 100


def say(text: str) -> None:
    """Print a line; what would control the terminal, in a text that somebody else wrote, is shown escaped."""
    say_file(printable(text))


def say_file(text: str) -> None:
    """Print what is written for programs as it is."""
    print(text, flush=True)  # noqa: T201  (a program talks on its output)


def note(text: str) -> None:
    """Print a line beside the output, for who watches."""
    print(printable(text), file=sys.stderr, flush=True)  # noqa: T201  (as above)


def fail(text: str, status: int) -> int:
    """Say on the error output why the program ends, in a line or more, and give its exit code."""
    lines = "\n".join(map(printable, text.split("\n")))
    print(f"event: {lines}", file=sys.stderr)  # noqa: T201  (as above)
    return status


def say_json(value: Any) -> None:
    """Print a message, or plain values, as one line of JSON."""
    text = json.dumps(plain(value) if hasattr(value, "DESCRIPTOR") else value, ensure_ascii=False)
    # JSON leaves some signs that control a terminal as they are
    say_file("".join(sign if sign.isprintable() else json.dumps(sign)[1:-1] for sign in text))


def say_rows(names: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    """Print rows in columns under their names."""
    for line in in_columns([[name.upper() for name in names], *rows]):
        say(line)


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Put rows in columns, two spaces between."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def span(milliseconds: int) -> str:
    """Write a time as minutes and seconds, with hours where there are some: 4:05, 1:04:05, -0:30."""
    seconds = abs(milliseconds) // 1000
    hours, rest = divmod(seconds, HOUR)
    minutes, left = divmod(rest, MINUTE)
    text = f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"
    return f"-{text}" if milliseconds < 0 else text


def clock(stamp: Any) -> str:
    """Write a Timestamp as a time of day, UTC."""
    return time.strftime("%H:%M:%S", time.gmtime(stamp.seconds))


def day(stamp: Any) -> str:
    """Write a Timestamp as a day and a time, UTC."""
    return time.strftime("%Y-%m-%d %H:%MZ", time.gmtime(stamp.seconds))


def points(hundredths: int) -> str:
    """Write hundredths of a point: 12, 12.5, -0.25."""
    whole, part = divmod(abs(hundredths), HUNDRED)
    text = f"{whole}.{part:02}".rstrip("0").rstrip(".") if part else str(whole)
    return f"-{text}" if hundredths < 0 else text


def persons(seats: Iterable[Any]) -> str:
    """Name who plays a game."""
    return " - ".join(seat.person or seat.name for seat in seats)


def who(party: Any, seats: Sequence[Any]) -> str:
    """Name a party: the person of a seat, or who it is else."""
    word = party_word(party)
    if isinstance(word, int):
        return (seats[word].person or seats[word].name) if word < len(seats) else f"seat {word}"
    return word


def word(message: Any, name: str) -> str:
    """Give the word of an enum's field."""
    return word_of(message.DESCRIPTOR.fields_by_name[name].enum_type, getattr(message, name))
