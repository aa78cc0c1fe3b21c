"""Commands, events and rows as JSON that any language reads: objects of named fields, and back again, checked."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from adjudicator import registry
from adjudicator.kernel import messages
from adjudicator.kernel.decide import state, windows

T = TypeVar("T", bound=Struct)
KIND: Final = "@type"
HEX: Final = "hex"
UNIONS: Final = (Union, UnionType)


class NoValue(ValueError):
    """A value that has no form in the corpus, or JSON that is none of its values; the text says which."""


# -- to JSON


def named(value: Any, hint: Any = Any) -> Any:
    """Write a value as JSON: a row as an object of its fields, with its `@type` where the place does not tell it.

    Raises NoValue for what has no form.
    """
    if isinstance(value, Struct):
        kind = type(value)
        head = {} if struct_of(hint) is kind else {KIND: kind.__name__}
        return head | {field: named(getattr(value, field), inner) for field, inner in _hints(kind).items()}
    if isinstance(value, tuple | list):
        inners = _inner_hints(hint, len(value))
        return [named(row, inner) for row, inner in zip(value, inners, strict=True)]
    if isinstance(value, bytes):
        return value.hex() if bytes in _options(hint) else {HEX: value.hex()}
    if value is None or isinstance(value, str | int):
        return value
    raise NoValue(f"a {type(value).__name__} has no form in the corpus: use rows, tuples, words and integers")


def tagged(row: Struct) -> dict[str, Any]:
    """Write a command or an event: its kind, and its fields beside it."""
    return {"kind": type(row).__name__, "fields": named(row, type(row))}


# -- from JSON


def read(found: Any, kind: type[T]) -> T:
    """Read an object of named fields as a row of this type.

    Raises NoValue that says what does not fit.
    """
    try:
        made: T = msgspec.convert(_positional(found, kind), kind, builtin_types=(bytes,))
    except (msgspec.ValidationError, ValueError, TypeError) as fault:
        raise NoValue(f"{kind.__name__}: {fault}") from fault
    return made


def read_any(found: Any, types: Mapping[str, type[Struct]]) -> Any:
    """Read a value of a table, whose rows say their type.

    Raises NoValue that says what does not fit.
    """
    if isinstance(found, list):
        return tuple(read_any(row, types) for row in found)
    if not isinstance(found, dict):
        return found
    if set(found) == {HEX}:
        return bytes.fromhex(found[HEX])
    kind = types.get(str(found.get(KIND)))
    if kind is None:
        raise NoValue(f"no row of this ruleset is a {found.get(KIND)}")
    return read({name: value for name, value in found.items() if name != KIND}, kind)


def _positional(found: Any, hint: Any) -> Any:
    """Put named fields into the order of the type, as the log has them."""
    if found is None:
        return None
    kind = struct_of(hint)
    if kind is not None:
        return _fields_in_order(found, kind)
    if isinstance(found, list):
        inners = _inner_hints(hint, len(found))
        return [_positional(row, inner) for row, inner in zip(found, inners, strict=True)]
    if isinstance(found, str) and bytes in _options(hint):
        return bytes.fromhex(found)
    return found


def _fields_in_order(found: Any, kind: type[Struct]) -> Any:
    if not isinstance(found, dict):
        raise NoValue(f"a {kind.__name__} is an object of its fields, not {found!r}")
    hints = _hints(kind)
    unknown = sorted(found.keys() - hints.keys())
    missing = sorted(hints.keys() - found.keys())
    if unknown or missing:
        raise NoValue(
            f"a {kind.__name__} has no field {', '.join(unknown) or '-'}, and lacks {', '.join(missing) or '-'}"
        )
    values = {name: _positional(found[name], inner) for name, inner in hints.items()}
    config = kind.__struct_config__
    if not config.array_like:
        return values
    return [*([] if config.tag is None else [config.tag]), *values.values()]


# -- types


@cache
def _hints(kind: type[Struct]) -> Mapping[str, Any]:
    return MappingProxyType({field.name: field.type for field in fields(kind)})


def _options(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in UNIONS else (hint,)


@cache
def struct_of(hint: Any) -> type[Struct] | None:
    """Give the one type of row that a place takes, None where it takes others too, or none."""
    found = [kind for kind in _options(hint) if kind is not NoneType]
    only = found[0] if len(found) == 1 else None
    return only if isinstance(only, type) and issubclass(only, Struct) and only is not Struct else None


def _inner_hints(hint: Any, count: int) -> tuple[Any, ...]:
    """Give the types of the elements of a list."""
    for option in _options(hint):
        inner = get_args(option)
        if get_origin(option) is tuple and inner[1:] == (...,):
            return inner[:1] * count
        if get_origin(option) is tuple and len(inner) == count:
            return inner
    return (Any,) * count


@cache
def row_types(ruleset: str) -> Mapping[str, type[Struct]]:
    """Find the types of rows that a ruleset's tables may hold, by name: its own first, then the kernel's."""
    found: dict[str, type[Struct]] = {}
    for module in (messages, state, windows, *_modules(f"{registry.RULESETS[ruleset]}.model")):
        own = (row for row in vars(module).values() if isinstance(row, type) and issubclass(row, Struct))
        for kind in own:
            if kind.__module__ == module.__name__:
                _note(found, kind)
    return MappingProxyType(found)


def _note(found: dict[str, type[Struct]], kind: type[Struct]) -> None:
    """Keep a type by its name; a message of the contract gives way to a row of the state of the same name."""
    before = found.get(kind.__name__)
    if before is None or before.__struct_config__.tag is not None or before.__module__.endswith(".messages"):
        found[kind.__name__] = kind


def _modules(package: str) -> Iterator[Any]:
    module = import_module(package)
    yield module
    for info in sorted(pkgutil.walk_packages(getattr(module, "__path__", ()), f"{package}."), key=lambda row: row.name):
        yield import_module(info.name)
