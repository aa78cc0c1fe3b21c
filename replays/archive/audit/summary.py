"""Results of many audits as a table, JSON, CSV and Parquet."""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from io import StringIO
from pathlib import Path
from typing import Any, Final

import pyarrow as pa
from pyarrow import parquet

from replays.archive.audit.result import COLUMNS, EXIT, Result, worst
from replays.audit.report import PASS, printable

MANY: Final = 40


def summary_of(results: Sequence[Result], others: Sequence[str]) -> dict[str, Any]:
    """Give counts and rows as plain values; rows stand in the order of their names."""
    rows = [result.row for result in results]
    verdicts = Counter(result.verdict for result in results)
    return {
        "files": len(results),
        "exit_code": worst(verdicts),
        "verdicts": {verdict: verdicts[verdict] for verdict in EXIT if verdicts[verdict]},
        "kinds": _counted(row["kind"] for row in rows),
        "codes": _counted(row["code"] for row in rows if row["code"]),
        "rulesets": _counted(row["ruleset"] for row in rows if row["ruleset"]),
        "editions": _counted(f"{row['ruleset']} {row['edition']}" for row in rows if row["ruleset"]),
        "forgers": _counted(row["forgers"] for row in rows if row["forgers"]),
        "left_alone": list(others),
        "rows": rows,
    }


def _counted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def as_json(summary: dict[str, Any]) -> str:
    """Write a summary for machines."""
    return json.dumps(summary, indent=1)


def as_csv(results: Sequence[Result]) -> str:
    """Write rows as CSV, with a line of names."""
    out = StringIO()
    writer = csv.DictWriter(out, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(result.row for result in results)
    return out.getvalue()


def write_parquet(results: Sequence[Result], path: Path) -> None:
    """Write rows as Parquet."""
    kinds = {"text": pa.string(), "whole number": pa.int64()}
    schema = pa.schema([(name, kinds[kind]) for name, (kind, _) in COLUMNS.items()])
    parquet.write_table(pa.Table.from_pylist([result.row for result in results], schema=schema), path)


def lines_of(summary: dict[str, Any]) -> list[tuple[str, str]]:
    """Format a summary for people as (style, line): counts, and every file that did not just pass."""
    lines = [("heading", f"{summary['files']} files")]
    lines += [(verdict, f"    {count:>7}  {verdict}") for verdict, count in summary["verdicts"].items()]
    for heading, key in (
        ("first findings", "codes"),
        ("rulesets", "rulesets"),
        ("editions", "editions"),
        ("who could have forged them", "forgers"),
    ):
        if summary[key]:
            lines.append(("heading", heading))
            lines += [("", f"    {count:>7}  {printable(text)}") for text, count in summary[key].items()]
    strange = {kind: count for kind, count in summary["kinds"].items() if kind != "game"}
    if strange or summary["left_alone"]:
        lines.append(("heading", "left alone"))
        lines += [("", f"    {count:>7}  {kind}") for kind, count in strange.items()]
        if summary["left_alone"]:
            lines.append(("", f"    {len(summary['left_alone']):>7}  not named *.replay, or the log of an event"))
    told = [row for row in summary["rows"] if row["verdict"] != PASS]
    if told:
        lines.append(("heading", "files"))
        lines += [(row["verdict"], _told(row)) for row in sorted(told, key=_rank)[:MANY]]
    if len(told) > MANY:
        lines.append(("", f"    and {len(told) - MANY} more (--json lists them all)"))
    return lines


def _rank(row: dict[str, Any]) -> tuple[int, str]:
    return list(EXIT).index(row["verdict"]), row["file"]


def _told(row: dict[str, Any]) -> str:
    place = f"at entry {row['entry']}" if row["entry"] else "in the file" if row["code"] else ""
    kind = "" if row["kind"] == "game" else row["kind"]
    parts = (row["verdict"], row["file"], kind, row["code"], place, row["path"], row["note"])
    return "    " + printable("  ".join(part for part in parts if part))
