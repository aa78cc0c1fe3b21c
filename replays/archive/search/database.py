"""DuckDB over the tables of an archive: it reads those, and nothing else of the machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import duckdb

from replays.archive.tables.writing import datasets_in
from replays.files import Unusable

# What is turned off once the tables are there: files and networks, extensions, and Python's own variables.
_CLOSED: Final = (
    "SET python_enable_replacements = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)


class Found:
    """What a question gave: names of columns, and rows."""

    def __init__(self, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.names = list(names)
        self.rows = [list(row) for row in rows]

    def as_dicts(self) -> list[dict[str, Any]]:
        """Give each row as values under names."""
        return [dict(zip(self.names, row, strict=True)) for row in self.rows]


@contextmanager
def opened(folder: Path) -> Iterator[Any]:
    """Open the tables of a folder as views of a database in memory.

    Raises Unusable where there are none.
    """
    tables = datasets_in(folder)
    with duckdb.connect(":memory:") as database:
        for name, table in tables.items():
            database.register(name, table)
        for line in _CLOSED:
            database.execute(line)
        yield database


def ask(database: Any, question: str, values: Sequence[Any] = ()) -> Found:
    """Ask a question in SQL.

    Raises Unusable where DuckDB refuses it.
    """
    try:
        answer = database.execute(question, list(values))
        names = [column[0] for column in answer.description or ()]
        return Found(names, answer.fetchall() if names else [])
    except duckdb.Error as fault:
        raise Unusable(f"{fault}; the tables and their columns stand in docs/reference/archive.md") from fault
