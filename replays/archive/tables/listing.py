"""The list of what is in the tables of a folder: plain lines, which need no package of the extra to be read."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from replays.archive.tables.schema import TABLES, VERSION
from replays.files import Unusable

LIST: Final = "files.jsonl"


class Listed(Struct, frozen=True):
    """A file that is in the tables: name, content, the mark of its game, and the part that has its rows.

    `earlier` are the marks that its game had before, shortened; lists of earlier releases have none.
    """

    file: str
    sha256: str
    mark: str
    part: str
    version: int = VERSION
    earlier: str = ""


def parts_in(folder: Path) -> list[str]:
    """Name the parts of the tables in a folder, as they were added; a line that is being written does not count yet.

    Raises Unusable where there are none.
    """
    try:
        data = folder.joinpath(LIST).read_bytes()
        rows = [msgspec.json.decode(line, type=Listed) for line in data[: data.rfind(b"\n") + 1].splitlines()]
    except (OSError, msgspec.MsgspecError) as error:
        raise Unusable(f"{folder} has no tables: write them with archive tables PATH... --out {folder}") from error
    if any(row.version != VERSION for row in rows):
        raise Unusable(f"{folder} has tables of another version than {VERSION}: write them anew into another folder")
    return list(dict.fromkeys(row.part for row in rows))


def paths_of(folder: Path, parts: Sequence[str]) -> dict[str, list[str]]:
    """Name the files of each table in these parts.

    Raises Unusable where one is missing.
    """
    found = {name: [folder / name / f"{part}.parquet" for part in sorted(parts)] for name in TABLES}
    missing = next((path for paths in found.values() for path in paths if not path.is_file()), None)
    if missing is not None:
        raise Unusable(f"{missing} is missing: write the tables anew into another folder")
    return {name: list(map(str, paths)) for name, paths in found.items()}
