"""Write the tamper matrix as a page of the reference."""

from __future__ import annotations

from collections.abc import Iterator

from tools.tampers.cells import KEYS, VERIFIERS, Found, Tamper
from tools.tampers.table import TAMPERS

_INTRODUCTION = (
    (
        "What can be done to a game and its file, with which keys, and what is said of it first: by the audit "
        "(`adjudicator replay audit`), by the verifier in Go (`verifier/`) and by that in JavaScript "
        "(`clients/typescript`, which the pages carry). Each cell is a test (`tests/verifier/matrix`)."
    ),
    "",
    (
        "*none*: the file is edited, or a stranger writes another with keys of his own. *log key*: the operator makes "
        "hashes, signed heads and the register anew. *all keys*: those of all players and officials too. The "
        "operator's published key is pinned throughout (`--vkey`). Numbers are those of the matrix in the design; what "
        "has no number of its own there stands from 42 on, and row 19 is row 18 with all keys."
    ),
    "",
    (
        "*left to the audit* is what the verifiers do not claim to find: what the rules decide (L2), and, for that in "
        "JavaScript, order and authority (L1), as [decision 0083](../decisions/0083-a-verifier-says-what-it-claims.md) "
        "has it. *nothing* is what no file can show: the last column says who finds it then, and under which name. "
        "What a player holds is judged by all three alike (`--receipts`)."
    ),
)
_LEFT, _NOTHING, _NO_FILE = "left to the audit", "nothing", "no file"


def page(note: str) -> list[str]:
    """Give the lines of the page, with the note that says what has written it."""
    lines = ["# What is found when a game is altered", note, "", *_INTRODUCTION, ""]
    lines += ["| | Altered | Keys | Audit | Go | JavaScript | Found by others |", "|---|---|---|---|---|---|---|"]
    for row in TAMPERS:
        lines += _rows(row)
    return lines


def _rows(row: Tamper) -> Iterator[str]:
    """Give a line for the keys that make a difference, and one for those that make none."""
    told: dict[Found, list[str]] = {}
    for keys in KEYS:
        told.setdefault(row.found[keys], []).append(keys)
    for place, (found, under) in enumerate(told.items()):
        number, what = (row.row, row.what) if place == 0 else ("", "")
        held = "any" if len(under) == len(KEYS) else ", ".join(under)
        cells = " | ".join(_cell(row, found, verifier) for verifier in VERIFIERS)
        others = "; ".join(f"{who}: `{code}`" for who, code in found.others)
        yield f"| {number} | {what} | {held} | {cells} | {others} |"


def _cell(row: Tamper, found: Found, verifier: str) -> str:
    code = found.by(verifier)
    if code:
        return f"`{code}`"
    if found.audit:
        return _LEFT
    return _NO_FILE if row.no_file else _NOTHING
