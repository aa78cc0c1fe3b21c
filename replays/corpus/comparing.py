"""What an answer says otherwise than the corpus: the first field that differs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec import Struct

LONGEST: Final = 200
NOTHING: Final = "(nothing)"
NOT_GIVEN: Final = "(not given)"
# where in a command a refusal points is ours to choose, and no rule
NOT_COMPARED: Final = frozenset({"path"})


class Difference(Struct, frozen=True):
    """The first field that differs: its place, what was expected and what was found, as JSON."""

    at: str
    expected: str
    found: str


def first_difference(expected: dict[str, Any], answer: dict[str, Any]) -> Difference | None:
    """Compare an answer with what is expected; what an answer says besides is not looked at."""
    for name in ("refused", "events"):
        if (name in expected) != (name in answer):
            return Difference(name, _said(expected), _said(answer))
    if "throws" in answer and "throws" not in expected:
        return Difference("throws", NOTHING, _short(answer["throws"]))
    for name, due in expected.items():
        if name not in answer:
            return Difference(name, _short(due), NOT_GIVEN)
        found = _first(name, due, answer[name])
        if found is not None:
            return found
    return None


def _said(outcome: dict[str, Any]) -> str:
    """Say in short what an outcome is."""
    refused = outcome.get("refused")
    if isinstance(refused, list):
        return f"refused: {_short([_head(fault, ('clause', 'reason')) for fault in refused])}"
    events = outcome.get("events")
    if isinstance(events, list):
        return f"accepted: {_short([_head(event, ('kind',)) for event in events])}"
    return _short(outcome)


def _head(row: Any, names: Iterable[str]) -> str:
    return " ".join(str(row.get(name)) for name in names) if isinstance(row, dict) else str(row)


def _first(at: str, due: Any, found: Any) -> Difference | None:
    if isinstance(due, dict) and isinstance(found, dict):
        return _first_of(at, due, found)
    if isinstance(due, list) and isinstance(found, list):
        return _first_row(at, due, found)
    # true is no number here, although Python says so
    same = type(due) is type(found) and due == found
    return None if same else Difference(at, _short(due), _short(found))


def _first_of(at: str, due: dict[str, Any], found: dict[str, Any]) -> Difference | None:
    for name, value in due.items():
        if name in NOT_COMPARED and not at.endswith("fields"):
            continue
        if name not in found:
            return Difference(f"{at}.{name}", _short(value), NOT_GIVEN)
        inner = _first(f"{at}.{name}", value, found[name])
        if inner is not None:
            return inner
    more = sorted(found.keys() - due.keys() - NOT_COMPARED)
    return Difference(f"{at}.{more[0]}", NOTHING, _short(found[more[0]])) if more else None


def _first_row(at: str, due: list[Any], found: list[Any]) -> Difference | None:
    for number, (value, other) in enumerate(zip(due, found, strict=False)):
        inner = _first(f"{at}[{number}]", value, other)
        if inner is not None:
            return inner
    if len(due) == len(found):
        return None
    number = min(len(due), len(found))
    rows = [_short(side[number]) if number < len(side) else NOTHING for side in (due, found)]
    return Difference(f"{at}[{number}]", *rows)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
