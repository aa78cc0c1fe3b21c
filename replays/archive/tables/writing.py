"""Tables on disk: parts that hold whole files, and a list of what is in them, which alone says what counts.

DIR/TABLE/PART.parquet, and DIR/files.jsonl with a line for each file that is in a part. A part is written whole, then
listed: what a run that was killed has left unlisted is taken away by the next.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from msgspec.structs import replace
from pyarrow import dataset, parquet

from replays.archive.tables.listing import Listed, parts_in, paths_of
from replays.archive.tables.refusals import Refused
from replays.archive.tables.schema import NUMBER, NUMBERS, TABLES, TEXT, TEXTS, TRUTH, VERSION, TableSchema
from replays.archive.work.kept import Kept
from replays.files import Unusable

# Files that go into one part.
TOGETHER: Final = 100
# Digits of a mark that a list has of each entry before the last.
SHORT: Final = 16


class Games:
    """Which games are there, from which files: known by the hashes of their first entries."""

    def __init__(self, rows: Iterable[Listed]) -> None:
        self.files: set[str] = set()
        self.count = 0
        self._last: dict[str, str] = {}
        self._earlier: dict[str, str] = {}
        for row in rows:
            if row.mark:  # and is no wallet
                self.add(row)

    def add(self, row: Listed) -> None:
        """Add the game of a file."""
        self.count += 1
        self.files.add(row.file)
        self._last[row.mark] = row.file
        starts = range(0, len(row.earlier), SHORT)
        self._earlier |= {row.earlier[start : start + SHORT]: row.file for start in starts}

    def file_of(self, marks: Sequence[str]) -> str:
        """Name the file that has this game, be it as it was with fewer entries, or with more; else nothing."""
        fewer = next((self._last[mark] for mark in reversed(marks) if mark in self._last), "")
        return fewer or self._earlier.get(marks[-1][:SHORT], "")


class Writer:
    """Adds files to the tables in a folder."""

    def __init__(self, folder: Path, kept: Kept[Listed]) -> None:
        self._folder, self._kept = folder, kept
        other = next((row for row in kept.rows if row.version != VERSION), None)
        if other is not None:
            message = f"{folder} has tables of version {other.version}, this program writes {VERSION}: another --out"
            raise Unusable(message)
        self._unlist_partly_listed()
        self.known = {(row.file, row.sha256) for row in kept.rows}
        self.games = Games(kept.rows)
        self._begun: dict[str, int] | None = None
        self._waiting: list[tuple[Listed, dict[str, list[list[Any]]]]] = []
        self._parts = {row.part for row in kept.rows}
        for path in folder.glob("*/part-*.parquet"):
            if path.stem not in self._parts:
                path.unlink()

    def add(self, file: str, sha256: str, marks: Sequence[str], rows: dict[str, list[list[Any]]]) -> None:
        """Add the rows of a file."""
        earlier = "".join(mark[:SHORT] for mark in marks[:-1])
        listed = Listed(file, sha256, marks[-1], "", earlier=earlier)
        self.games.add(listed)
        self._waiting.append((listed, rows))
        if len(self._waiting) >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write what waits as a part, and list it. Raises Unusable where the disk does not take it."""
        if not self._waiting:
            return
        waiting = sorted(self._waiting, key=lambda row: row[0].file)
        made = {name: [row for _, rows in waiting for row in rows[name]] for name in TABLES}
        self._write(made, [listed for listed, _ in waiting])
        self._waiting, self._begun = [], None

    def there(self, file: str, marks: Sequence[str], entries: int) -> str:
        """Say why a file is not added where its game or its name is there already; else nothing.

        What is there stays as it is: parts are never written again, so that whoever reads them meanwhile, by whatever
        program, has each game once (docs/decisions/0121-parts-of-tables-are-added-to.md).
        """
        first = self.games.file_of(marks)
        if not first:
            other = (
                "another game is there under this name: give the file another, or write the tables into another folder"
            )
            return other if file in self.games.files else ""
        begun = self._entries_begun().get(first, entries)
        if begun < entries:
            return (
                f"{first} is there as it was with {begun} entries, when its game went on, and this one has {entries}: "
                "write the tables anew into another folder, with --finished where games still go on"
            )
        return f"its game is there already, from {first}"

    def add_refusals(self, wallets: Sequence[Refused]) -> set[str]:
        """Add what wallets have kept and the tables have not, as a part of its own; gives the games of the tables."""
        self.flush()
        files: dict[str, list[str]] = defaultdict(list)
        for file, game in self._rows("games", "file", "game"):
            files[game].append(file)
        # not by the wallet: its name may be another today
        names = [name for name in TABLES["refusals"].names if name != "wallet"]
        known = Counter(map(tuple, self._rows("refusals", *names)))
        made: list[list[Any]] = []
        listed: list[Listed] = []
        for one in wallets:
            before = len(made)
            for row in ([file, one.game, *kept] for file in files.get(one.game, ()) for kept in one.rows):
                same = (*row[:2], *row[3:])
                if known[same]:
                    known[same] -= 1
                else:
                    made.append(row)
            if len(made) > before:
                listed.append(Listed(one.wallet, "", "", ""))
        if made:
            self._write({"refusals": made}, listed)
        return set(files)

    def _unlist_partly_listed(self) -> None:
        """Take the last part from the list where a run was killed while it listed it: its files are read again."""
        last = self._kept.rows[-1].part if self._kept.rows else ""
        listed = [row.file for row in self._kept.rows if row.part == last]
        path = self._folder / "games" / f"{last}.parquet"
        if last and path.is_file():
            held = parquet.read_table(path, columns=["file"])["file"].to_pylist()
            if not set(listed).issuperset(held):
                self._kept.take_back(len(listed))

    def _entries_begun(self) -> dict[str, int]:
        """Give the files of games that went on when they were added, with their entries then."""
        if self._begun is None:
            rows = self._rows("games", "file", "finished", "entries")
            self._begun = {file: entries for file, finished, entries in rows if not finished}
        waiting = [dict(zip(TABLES["games"].names, rows["games"][0], strict=True)) for _, rows in self._waiting]
        return self._begun | {row["file"]: row["entries"] for row in waiting if not row["finished"]}

    def _rows(self, table: str, *names: str) -> list[list[Any]]:
        """Read columns of all parts that are listed."""
        found: list[list[Any]] = []
        for path in paths_of(self._folder, parts_in(self._folder))[table]:
            columns = parquet.read_table(path, columns=list(names))
            found += map(list, zip(*(columns[name].to_pylist() for name in names), strict=True))
        return found

    def _write(self, made: dict[str, list[list[Any]]], listed: Sequence[Listed]) -> None:
        """Write a part, and list it. Raises Unusable where the disk does not take it."""
        part = f"part-{len(self._parts):05}"
        self._parts.add(part)
        try:
            for table in TABLES.values():
                write_part(table, made.get(table.name, []), self._folder / table.name / f"{part}.parquet")
        except OSError as error:
            message = (
                f"{self._folder} can not be written: {error.strerror or error}; make room: the same command goes on"
            )
            raise Unusable(message) from error
        self._kept.add(*(replace(row, part=part) for row in listed))


def write_part(table: TableSchema, rows: Iterable[list[Any]], path: Path) -> None:
    """Write rows as one Parquet file, which is there whole or not at all."""
    schema = arrow_schema(table)
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    made = pa.table(
        [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    unready = path.with_suffix(".unready")
    parquet.write_table(made, unready, compression="zstd")
    unready.replace(path)


def datasets_in(folder: Path) -> dict[str, Any]:
    """Open the tables of a folder, with the parts that are listed.

    Raises Unusable where there are none, or a part is missing.
    """
    found = {}
    for name, files in paths_of(folder, parts_in(folder)).items():
        schema = arrow_schema(TABLES[name])
        found[name] = dataset.dataset(files, schema=schema) if files else schema.empty_table()
    return found


def arrow_schema(table: TableSchema) -> Any:
    """Give a table's schema as Arrow has it."""
    kinds = {
        TEXT: pa.string(),
        NUMBER: pa.int64(),
        TRUTH: pa.bool_(),
        TEXTS: pa.list_(pa.string()),
        NUMBERS: pa.list_(pa.int64()),
    }
    fields = [
        pa.field(column.name, kinds[column.kind], metadata={"meaning": column.meaning}) for column in table.columns
    ]
    return pa.schema(fields, metadata={"version": str(VERSION), "row": table.row})
