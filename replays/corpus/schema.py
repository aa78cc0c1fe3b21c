"""JSON schemas of the corpus: its index, and for each ruleset its chapters with every command, event and row."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from inspect import cleandoc
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.registry import rules_of
from replays.corpus.files import FORMAT
from replays.corpus.games import change_form
from replays.corpus.values import HEX, KIND, row_types, struct_of

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
TEXT: Final = {"type": "string"}
NUMBER: Final = {"type": "integer"}
ANY_HEX: Final = {"type": "string", "pattern": "^([0-9a-f]{2})*$"}
DIGEST: Final = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
# tables begin alike with any number of seats
SEATS: Final = 2
CLAUSES: Final = {"type": "array", "items": TEXT}
PLAIN: Final[Mapping[Any, dict[str, Any]]] = {
    str: TEXT,
    int: NUMBER,
    bool: {"type": "boolean"},
    bytes: ANY_HEX,
    NoneType: {"type": "null"},
}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}"}


def _object(needed: Mapping[str, Any], **optional: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {**needed, **optional},
        "required": sorted(needed),
        "additionalProperties": False,
    }


def index_schema() -> dict[str, Any]:
    """Describe corpus.json."""
    file = dict.fromkeys(("path", "ruleset", "edition", "chapter"), TEXT)
    row = _object(file | {"sha256": DIGEST, "cases": NUMBER})
    return {"$schema": DIALECT, **_object({"format": {"const": FORMAT}, "files": _list(row)})}


def schema_of(ruleset: str | None) -> Mapping[str, Any]:
    """Describe the chapters of a ruleset, or the index."""
    return index_schema() if ruleset is None else chapter_schema(ruleset)


@cache
def chapter_schema(ruleset: str) -> dict[str, Any]:
    """Describe the chapters of a ruleset."""
    rules = rules_of(ruleset)
    rows = row_types(ruleset)
    kinds = [*rules.handlers, *rules.reducers, *rows.values()]
    commands = [_kind(kind) for kind in rules.handlers]
    events = [_kind(kind) for kind in rules.reducers]
    chapter = {
        "format": {"const": FORMAT},
        "ruleset": {"const": ruleset},
        "edition": TEXT,
        "chapter": TEXT,
        "steps": {"type": "object", "additionalProperties": _ref("step")},
        "cases": _list(_ref("case")),
    }
    return {
        "$schema": DIALECT,
        **_object(chapter),
        "$defs": _forms(commands, events, rows, _tables(rules.start(SEATS)))
        | {kind.__name__: _row(kind) for kind in _reached(kinds)},
    }


def _tables(game: Any) -> dict[str, Any]:
    """Describe the tables of a game: no others, and with what each begins, stated as a change of it."""
    tables = {name: {"$ref": "#/$defs/change", "default": change_form(None, getattr(game, name))} for name in game.ALL}
    return _object({}, **tables) | _described(type(game))


def _described(kind: type) -> dict[str, str]:
    """Say what a type is, in the words of its own code."""
    text = kind.__dict__.get("__doc__")
    return {"description": cleandoc(text)} if text else {}


def _forms(
    commands: list[Any], events: list[Any], rows: Mapping[str, type[Struct]], tables: dict[str, Any]
) -> dict[str, Any]:
    """Describe what all chapters share."""
    case = dict.fromkeys(("id", "title"), TEXT) | dict.fromkeys(("clauses", "rulings", "setup"), CLAUSES)
    by = _object({"role": NUMBER, "party": NUMBER}, key=TEXT)
    given = {"by": by, "time": NUMBER, "kind": TEXT, "fields": {"type": "object"}}
    fault = {"clause": TEXT, "reason": TEXT, "facts": {"type": "object"}}
    throw = dict.fromkeys(("sides", "roller", "stream"), NUMBER) | {"faces": _list(NUMBER), "why": TEXT}
    outcomes = [
        _object({"refused": _list(_object(fault, path=TEXT))}),
        _object({"events": _list(_ref("ruled")), "throws": _list(_object(throw))}),
    ]
    pairs = _list(_list(_ref("value")))
    change = _object({}, put=pairs, drop=_list(_ref("value")), rows=pairs, value=_ref("value"))
    typed = [_tagged(name) for name in sorted(rows)]
    plain = [TEXT, NUMBER, PLAIN[bool], PLAIN[NoneType], _object({HEX: ANY_HEX}), _list(_ref("value"))]
    steps = [
        _object({"command": _ref("given"), "cites": CLAUSES}),
        _object({"events": _list({"anyOf": events})}),
        _object({"tables": _ref("tables")}),
    ]
    ruled = {"kind": TEXT, "fields": {"type": "object"}, "clauses": CLAUSES}
    return {
        "change": change,
        "tables": tables,
        "case": _object(case | {"game": ANY_HEX, "command": _ref("given"), "expected": {"anyOf": outcomes}}),
        "given": {"allOf": [_object(given, faces=_list(NUMBER)), {"anyOf": [_open(row) for row in commands]}]},
        "ruled": {"allOf": [_object(ruled), {"anyOf": [_open(row) for row in events]}]},
        "step": {"anyOf": steps},
        "value": {"anyOf": [*plain, *typed]},
    }


def _kind(kind: type[Struct]) -> dict[str, Any]:
    return _object({"kind": {"const": kind.__name__}, "fields": _ref(kind.__name__)})


def _open(row: Mapping[str, Any]) -> dict[str, Any]:
    """Let a row have more fields, which another part of the schema describes."""
    return {name: value for name, value in row.items() if name != "additionalProperties"}


def _tagged(name: str) -> dict[str, Any]:
    """Describe a row that says its type: the fields of the row, and its type besides."""
    return {"type": "object", "properties": {KIND: {"const": name}}, "required": [KIND]}


def _reached(kinds: Iterable[type[Struct]]) -> list[type[Struct]]:
    """List these types and all that stand in their fields, once each, by name."""
    found: dict[str, type[Struct]] = {}
    left = list(kinds)
    while left:
        kind = left.pop()
        if found.setdefault(kind.__name__, kind) is kind:
            inner = [row for field in fields(kind) for row in _structs(field.type)]
            left.extend(row for row in inner if row.__name__ not in found)
    return [found[name] for name in sorted(found)]


def _structs(hint: Any) -> list[type[Struct]]:
    only = struct_of(hint)
    if only is not None:
        return [only]
    return [row for inner in get_args(hint) if inner is not ... for row in _structs(inner)]


def _row(kind: type[Struct]) -> dict[str, Any]:
    return _object({field.name: _place(field.type) for field in fields(kind)}) | _described(kind)


def _place(hint: Any) -> dict[str, Any]:
    """Describe what a field may hold."""
    if get_origin(hint) is Literal:
        return {"enum": list(get_args(hint))}
    if get_origin(hint) in {Union, UnionType}:
        return {"anyOf": [_place(inner) for inner in get_args(hint)]}
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        return _list(_place(inner[0])) if inner[1:] == (...,) else {"type": "array"}
    if isinstance(hint, type) and issubclass(hint, Struct):
        return {"type": "object"} if hint is Struct else _ref(hint.__name__)
    return PLAIN.get(hint, {})
