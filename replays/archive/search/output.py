"""Rows as a table for people, CSV and JSON."""

from __future__ import annotations

import csv
import datetime as dt
import json
import math
import sys
from decimal import Decimal
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from replays.archive.search.database import Found
from replays.audit.report import printable

# No row is cut: who reads it on a narrow terminal may wrap it there.
WIDE = 100_000


def write(found: Found, form: str) -> None:
    """Write rows on the output."""
    if form == "json":
        print(json.dumps(as_plain(found), indent=1))  # noqa: T201  (a program talks on its output)
    elif form == "csv":
        writer = csv.writer(sys.stdout, lineterminator="\n")
        writer.writerow(found.names)
        writer.writerows(found.rows)
    else:
        table = Table(box=None, pad_edge=False)
        for place, name in enumerate(found.names):
            numbers = all(isinstance(row[place], int | float | Decimal) for row in found.rows)
            table.add_column(Text(printable(name)), justify="right" if numbers and found.rows else "left", no_wrap=True)
        for row in found.rows:
            table.add_row(*(Text(_text(value)) for value in row))
        Console(highlight=False, width=WIDE).print(table)


def as_plain(found: Found) -> list[dict[str, Any]]:
    """Give rows as plain values under the names of their columns."""
    return [{name: _plain(value) for name, value in row.items()} for row in found.as_dicts()]


def _text(value: object) -> str:
    if value is None:
        return ""
    return printable(f"{value:.4g}" if isinstance(value, float) else str(value))


def _plain(value: object) -> Any:
    """Give a value as JSON has it, which has no number for what is none, or has no bounds."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, dt.date | dt.time | dt.timedelta):
        return str(value)
    if isinstance(value, bytes):
        return value.hex()
    return str(value)
