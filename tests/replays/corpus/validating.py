"""The part of JSON Schema that the corpus's schemas use: where a value does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

KNOWN = {
    "$defs",
    "$ref",
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "default",
    "description",
    "enum",
    "items",
    "pattern",
    "properties",
    "required",
    "type",
}
TYPES = {"string": str, "integer": int, "boolean": bool, "null": type(None), "array": list, "object": dict}


def misfits(value: Any, schema: Any, root: Any, at: str = "$") -> Iterator[str]:
    """Name the places that do not fit."""
    assert set(schema) <= KNOWN, f"words that are not read here: {set(schema) - KNOWN}"
    if "$ref" in schema:
        yield from misfits(value, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], root, at)
    if "const" in schema and value != schema["const"]:
        yield f"{at}: {value!r} is not {schema['const']!r}"
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    kind = schema.get("type")
    if kind is not None and (not isinstance(value, TYPES[kind]) or (kind == "integer" and isinstance(value, bool))):
        yield f"{at}: {value!r:.60} is no {kind}"
        return
    if "pattern" in schema and not re.search(schema["pattern"], value):
        yield f"{at}: {value!r} is not like {schema['pattern']}"
    likely = [row for row in schema.get("anyOf", ()) if not _of_another_kind(value, row)]
    if "anyOf" in schema and not any(not list(misfits(value, row, root, at)) for row in likely):
        yield f"{at}: {value!r:.200} fits none of {len(schema['anyOf'])}"
    for row in schema.get("allOf", ()):
        yield from misfits(value, row, root, at)
    yield from _inside(value, schema, root, at)


def _of_another_kind(value: Any, schema: Any) -> bool:
    """Tell at once that an object says another kind than this: hundreds are not tried one after the other."""
    if not isinstance(value, dict):
        return False
    named = {name: row["const"] for name, row in schema.get("properties", {}).items() if "const" in row}
    return any(name in value and value[name] != const for name, const in named.items())


def _inside(value: Any, schema: Any, root: Any, at: str) -> Iterator[str]:
    if isinstance(value, dict):
        yield from (f"{at}: lacks {name}" for name in schema.get("required", ()) if name not in value)
        known, more = schema.get("properties", {}), schema.get("additionalProperties", {})
        for name, inner in value.items():
            if name not in known and more is False:
                yield f"{at}: has {name}"
            else:
                yield from misfits(inner, known.get(name, more or {}), root, f"{at}.{name}")
    if isinstance(value, list):
        for number, row in enumerate(value):
            yield from misfits(row, schema.get("items", {}), root, f"{at}[{number}]")
