"""Tables of an archive written row by row, for what no bot plays: rulings, interpretations, games that go on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from replays.archive.tables.schema import TABLES, VERSION
from replays.archive.tables.writing import write_part

Rows = dict[str, list[dict[str, Any]]]


def game(name: str, *, finished: bool = True, ended_ms: int = 0, event: str = "", **rows: list[dict[str, Any]]) -> Rows:
    """Give a game's rows: what is not named stays null."""
    own = {"file": f"/srv/games/{name}.replay", "game": name.encode().hex().ljust(32, "0")}
    about = {"ruleset": "toy", "finished": finished, "ended_ms": ended_ms, "event": event}
    return {table: [own | row for row in found] for table, found in ({"games": [about]} | rows).items()}


def add_part(folder: Path, *games: Rows) -> None:
    """Add games to the tables in a folder, as one part."""
    listed = folder / "files.jsonl"
    number = len({json.loads(line)["part"] for line in listed.read_text().splitlines()}) if listed.exists() else 0
    part = f"part-{number:05}"
    for table in TABLES.values():
        rows = [[row.get(name) for name in table.names] for one in games for row in one.get(table.name, ())]
        write_part(table, rows, folder / table.name / f"{part}.parquet")
    with listed.open("a") as lines:
        for one in games:
            own = one["games"][0]
            line = {"file": own["file"], "sha256": own["game"], "mark": own["game"], "part": part, "version": VERSION}
            lines.write(json.dumps(line) + "\n")
