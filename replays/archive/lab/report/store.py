"""Where the games of a plan are kept: a line for each as it is done, and tables of all of them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, Self

import msgspec
from msgspec import Struct

from adjudicator.registry import engine_digest
from replays.archive.lab.games import GameRow
from replays.archive.lab.plan import Plan
from replays.archive.work.kept import append, locked
from replays.files import Unusable

LINES, FORMAT = "games.jsonl", "wglab/1"
TABLES: Final = ("games.parquet", "games.csv", "games.json")
_COLUMNS: Final = ("plan", *GameRow.__struct_fields__)


class _Head(Struct, frozen=True):
    """The first line of a file of games: whose they are, and the digest of the build whose dice they have."""

    format: str
    plan: str
    title: str
    engine: str = ""


class Games:
    """The file of games in a folder: what stands in it is kept, a torn last line is played again.

    Raises Unusable where it can not be used, or another run writes it.
    """

    def __init__(self, folder: Path, plan: Plan) -> None:
        self.path = folder / LINES
        self.plan = plan
        self._file = locked(self.path)
        try:
            self.rows = self._begun()
        except BaseException:  # nobody else closes it
            self._file.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._file.close()

    def _begin(self) -> list[GameRow]:
        head = _Head(FORMAT, self.plan.digest, self.plan.title, engine_digest(self.plan.ruleset).hex())
        self._append(msgspec.json.encode(head) + b"\n")
        return []

    def _begun(self) -> list[GameRow]:
        data = self._read()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if lines:
            rows = self._rows(lines)
        if len(whole) < len(data):
            self._file.truncate(len(whole))
        return rows if lines else self._begin()

    def _rows(self, lines: Sequence[bytes]) -> list[GameRow]:
        try:
            head = msgspec.json.decode(lines[0], type=_Head)
            rows = {row.number: row for row in (msgspec.json.decode(line, type=GameRow) for line in lines[1:])}
        except msgspec.MsgspecError as error:
            raise Unusable(f"{self.path} holds no games of a plan ({error}); name another folder with --out") from error
        if head.format != FORMAT or head.plan != self.plan.digest:
            raise Unusable(
                f"{self.path} holds games of another plan ({head.title!r}), or the plan was changed since: "
                "name another folder with --out"
            )
        if head.engine != engine_digest(self.plan.ruleset).hex():
            raise Unusable(
                f"{self.path} holds games of another build ({head.engine or 'not named'}), whose dice are others: "
                "go on with the release that played them, or name another folder with --out"
            )
        return list(rows.values())

    def _read(self) -> bytes:
        try:
            self._file.seek(0)
            return self._file.readall()
        except OSError as error:
            raise Unusable(f"{self.path} can not be read: {error.strerror}; name another folder with --out") from error

    def add(self, *rows: GameRow) -> None:
        """Write games down, on disk before this returns. Raises Unusable where the disk does not take them."""
        self._append(msgspec.json.Encoder().encode_lines(rows))

    def _append(self, data: bytes) -> None:
        try:
            append(self._file, data)
        except OSError as error:
            message = f"{self.path} can not be written: {error.strerror}; make room: the same command goes on"
            raise Unusable(message) from error


def write_tables(folder: Path, plan: Plan, rows: Sequence[GameRow]) -> None:
    """Write the games in order as Parquet, CSV and JSON.

    Raises OSError.
    """
    import pyarrow as pa  # noqa: PLC0415
    from pyarrow import parquet  # noqa: PLC0415

    table = [_plain(plan, row) for row in sorted(rows, key=lambda row: row.number)]
    parquet.write_table(pa.Table.from_pylist(table, schema=_schema(pa)), folder / TABLES[0])
    with folder.joinpath(TABLES[1]).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, _COLUMNS)
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.items()} for row in table)
    folder.joinpath(TABLES[2]).write_bytes(msgspec.json.format(msgspec.json.encode(table), indent=1))


def _plain(plan: Plan, row: GameRow) -> dict[str, Any]:
    values = {name: getattr(row, name) for name in GameRow.__struct_fields__}
    return {"plan": plan.digest, **{n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}}


def _cell(value: Any) -> Any:
    return " ".join(map(str, value)) if isinstance(value, list) else value


def _schema(pa: Any) -> Any:
    kinds = {int: pa.int64(), str: pa.string(), float: pa.float64()}
    lists = {"sides": pa.string(), "winners": pa.int64(), "scores": pa.float64(), "luck": pa.float64()}
    found = {row.name: kinds.get(row.type, pa.int64()) for row in msgspec.structs.fields(GameRow)}
    found |= {name: pa.list_(kind) for name, kind in lists.items()}
    return pa.schema([(name, {"plan": pa.string(), **found}[name]) for name in _COLUMNS])
