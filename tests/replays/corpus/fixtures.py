"""A corpus of four cases that nobody needs rules for, and programs that answer it well or badly."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from msgspec import Raw

from replays.corpus.files import FORMAT, Case, Chapter, Corpus, chapter_bytes, export
from replays.corpus.schema import index_schema

COMMAND = {"by": {"role": 3, "party": 0, "key": "k"}, "time": 0, "kind": "Pass", "fields": {}, "faces": [2]}
REFUSED = {"refused": [{"clause": "TF-A-01", "reason": "too-far", "path": "to", "facts": {"distance": 3}}]}
ACCEPTED: dict[str, Any] = {
    "events": [{"kind": "Passed", "fields": {"by": 0}, "clauses": ["TF-A-02"]}],
    "throws": [{"sides": 6, "faces": [2], "why": "pass", "roller": 0, "stream": 0}],
}
STEP = {"command": COMMAND, "cites": ["TF-A-03"]}
OUTCOMES = {"TF-A-01/1": REFUSED, "TF-A-02/1": ACCEPTED, "TF-A-02/2": ACCEPTED, "TF-A-04/1": REFUSED}
ANSWERS = """
import json, os, sys, time
outcomes = json.loads({outcomes!r})
for line in sys.stdin:
    asked = json.loads(line)
    if "corpus" in asked:
        print(json.dumps({{"corpus": asked["corpus"], "name": "mine", "rulesets": ["tile_formations"]}}), flush=True)
        continue
    case = asked["case"]
    outcome = outcomes[case]
{also}
    print(json.dumps({{"case": case, **outcome}}), flush=True)
"""


def raw(value: object) -> Raw:
    """Write a value as the files hold it."""
    return Raw(json.dumps(value).encode())


def chapter(ruleset: str = "tile_formations", outcomes: dict[str, Any] | None = None) -> Chapter:
    """Make a chapter of the four cases."""
    cases = tuple(
        Case(name, f"Title of {name}.", (name.partition("/")[0],), (), "00" * 16, ("s1",), raw(COMMAND), raw(outcome))
        for name, outcome in (OUTCOMES if outcomes is None else outcomes).items()
    )
    return Chapter(FORMAT, ruleset, "2026.1", "TF-A", {"s1": raw(STEP)}, cases)


def corpus(*chapters: Chapter) -> Corpus:
    """Make a corpus of chapters, of the one where none is given."""
    return Corpus(chapters or (chapter(),))


def exported(folder: Path, *chapters: Chapter) -> Path:
    """Write a corpus as the verb does, without schemas that name rules."""
    files = [(row.path, chapter_bytes(row)) for row in chapters or (chapter(),)]
    export(files, lambda _: index_schema(), folder)
    return folder


def program(folder: Path, also: str = "") -> list[str]:
    """Write a program that answers the four cases rightly, but for what it does `also`; how it is called."""
    script = folder / "mine.py"
    lines = [f"    {line}" for line in also.splitlines()]
    script.write_text(ANSWERS.format(outcomes=json.dumps(OUTCOMES), also="\n".join(lines)), encoding="utf-8")
    return [sys.executable, str(script)]
