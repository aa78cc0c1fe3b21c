"""Tables on disk: parts that hold whole files, and a list of what is in them, which alone says what counts.

DIR/TABLE/PART.parquet, and DIR/files.jsonl with a line for each file that is in a part. A part is written whole, then
listed: what a run that was killed has left unlisted is taken away by the next.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import dataset, parquet

from replays.archive.tables.listing import Listed, parts_in, paths_of
from replays.archive.tables.schema import NUMBER, NUMBERS, TABLES, TEXT, TEXTS, TRUTH, VERSION, TableSchema
from replays.archive.work.kept import Kept
from replays.files import Unusable

# Files that go into one part.
TOGETHER: Final = 100


class Writer:
    """Adds files to the tables in a folder."""

    def __init__(self, folder: Path, kept: Kept[Listed]) -> None:
        self._folder, self._kept = folder, kept
        other = next((row for row in kept.rows if row.version != VERSION), None)
        if other is not None:
            message = f"{folder} has tables of version {other.version}, this program writes {VERSION}: another --out"
            raise Unusable(message)
        self.known = {(row.file, row.sha256) for row in kept.rows}
        self.games = {row.mark: row.file for row in kept.rows}
        self._waiting: list[tuple[Listed, dict[str, list[list[Any]]]]] = []
        self._parts = {row.part for row in kept.rows}
        for path in folder.glob("*/part-*.parquet"):
            if path.stem not in self._parts:
                path.unlink()

    def add(self, file: str, sha256: str, mark: str, rows: dict[str, list[list[Any]]]) -> None:
        """Add the rows of a file."""
        self.games[mark] = file
        self._waiting.append((Listed(file, sha256, mark, ""), rows))
        if len(self._waiting) >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write what waits as a part, and list it. Raises Unusable where the disk does not take it."""
        if not self._waiting:
            return
        part = f"part-{len(self._parts):05}"
        self._parts.add(part)
        waiting = sorted(self._waiting, key=lambda row: row[0].file)
        try:
            for table in TABLES.values():
                rows = [row for _, made in waiting for row in made[table.name]]
                write_part(table, rows, self._folder / table.name / f"{part}.parquet")
        except OSError as error:
            message = (
                f"{self._folder} can not be written: {error.strerror or error}; make room: the same command goes on"
            )
            raise Unusable(message) from error
        self._kept.add(*(Listed(listed.file, listed.sha256, listed.mark, part) for listed, _ in waiting))
        self._waiting = []


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
