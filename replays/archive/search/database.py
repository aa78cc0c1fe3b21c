"""DuckDB over the tables of an archive: it reads those, and nothing else of the machine."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from sys import getsizeof
from typing import Any, Final

import duckdb

from replays.archive.tables.writing import datasets_in
from replays.archive.work.bounded import MIB, Bounds
from replays.files import Unusable

# What is turned off once the tables are there: files and networks, extensions, and Python's own variables.
_CLOSED: Final = (
    "SET enable_progress_bar = false",  # which would stand in the answer
    "SET python_enable_replacements = false",
    "SET autoinstall_known_extensions = false",
    "SET autoload_known_extensions = false",
    "SET enable_external_access = false",
    "SET lock_configuration = true",
)
# Rows that are taken at once: between them an answer can be ended, and what is held is counted.
_TOGETHER: Final = 256
# Seconds after which a question that is to end is told so again: it may not have begun before.
_AGAIN: Final = 0.1
BOUNDS: Final = Bounds()


class Found:
    """What a question gave: names of columns, and rows."""

    def __init__(self, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
        self.names = list(names)
        self.rows = [list(row) for row in rows]

    def as_dicts(self) -> list[dict[str, Any]]:
        """Give each row as values under names; of columns with the same name the later have a number behind it."""
        names = _apart(self.names)
        return [dict(zip(names, row, strict=True)) for row in self.rows]


def _apart(names: Sequence[str]) -> list[str]:
    """Tell names that are there more than once apart: a, a_2, a_3."""
    found: list[str] = []
    for name in names:
        unlike, number = name, 1
        while unlike in found or (number > 1 and unlike in names):
            number += 1
            unlike = f"{name}_{number}"
        found.append(unlike)
    return found


@contextmanager
def opened(folder: Path, bounds: Bounds = BOUNDS) -> Iterator[Any]:
    """Open the tables of a folder as views of a database in memory, which puts nothing on the disk.

    Raises Unusable where there are none.
    """
    tables = datasets_in(folder)
    settings = {"memory_limit": f"{bounds.memory}B", "temp_directory": ""}
    with duckdb.connect(":memory:", config=settings) as database:
        for name, table in tables.items():
            database.register(name, table)
        for line in _CLOSED:
            database.execute(line)
        yield database


def ask(database: Any, question: str, values: Sequence[Any] = (), bounds: Bounds = BOUNDS) -> Found:
    """Ask a question in SQL, beside this thread, so that Ctrl-C ends it; `bounds.seconds` are of the clock here.

    Raises Unusable where DuckDB refuses it, or it takes more than its bounds.
    """
    ended = threading.Event()
    answered: Future[Found] = Future()
    work = threading.Thread(
        target=_work, args=(answered, database, question, list(values), bounds.memory, ended), daemon=True
    )
    try:  # it may be ended as soon as it has begun
        work.start()
        return answered.result(bounds.seconds)
    except TimeoutError:
        message = f"no answer within {bounds.seconds} seconds: ask for less, or give more with --seconds"
        raise Unusable(message) from None
    except duckdb.OutOfMemoryException as fault:
        raise _too_much(bounds.memory) from fault
    except duckdb.Error as fault:
        raise Unusable(f"{fault}; the tables and their columns stand in docs/reference/archive.md") from fault
    finally:
        ended.set()
        while work.is_alive():
            database.interrupt()
            work.join(_AGAIN)


def _work(answered: Future[Found], *arguments: Any) -> None:
    """Answer a question; whatever comes of it goes to who asked."""
    try:
        answered.set_result(_answer(*arguments))
    except BaseException as fault:  # noqa: BLE001  (it is raised where it is waited for)
        answered.set_exception(fault)


def _answer(database: Any, question: str, values: list[Any], memory: int, ended: threading.Event) -> Found:
    if ended.is_set():
        return Found((), ())
    answer = database.execute(question, values)
    if answer is None:
        raise Unusable(
            "the question is empty; write one in SQL, as: SELECT ruleset, count(*) FROM games GROUP BY ruleset"
        )
    names = [column[0] for column in answer.description or ()]
    rows: list[Any] = []
    size = 0
    while names and not ended.is_set() and (part := answer.fetchmany(_TOGETHER)):
        size += sum(map(_size, part))
        if size > memory:
            raise _too_much(memory)
        rows += part
    return Found(names, rows)


def _size(value: Any) -> int:
    """Count the bytes of a value with all that is in it."""
    inner: Iterable[Any] = ()
    if isinstance(value, list | tuple):
        inner = value
    elif isinstance(value, dict):
        inner = chain(value, value.values())
    return getsizeof(value) + sum(map(_size, inner))


def _too_much(memory: int) -> Unusable:
    return Unusable(f"the question takes more than {memory // MIB} MiB: ask for less, or give more with --memory")
