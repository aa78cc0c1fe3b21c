"""Values as text: short enough for a player to read, exact enough to be read back where the type is known."""

from __future__ import annotations

import json
import re
import types
from enum import IntEnum
from typing import Any, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from adjudicator.kernel.dice.tally import Tally, Term

BARE = re.compile(r"[\w.:/+*@'-]+")
HIDDEN = "?"
ABSENT = "~"
LONGEST = 60


class Unreadable(ValueError):
    """A text that is not in the notation; it names what is wrong and where."""


class Word(str):
    """A bare word: a number, a name, hex or a truth value, as the type will say."""

    __slots__ = ()


# -- printing


def text_of(value: object, *, brief: bool = False, words: bool = False) -> str:
    """Write one value as it stands inside another; `brief` and `words` as in `fields_text`."""
    if value is None:
        return ABSENT
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return value.name.lower() if words and isinstance(value, IntEnum) else str(value)
    if isinstance(value, bytes):
        said = _note(value) if brief else ""
        return json.dumps(said, ensure_ascii=False) if said else value.hex() or '""'
    if isinstance(value, str):
        return value if BARE.fullmatch(value) else json.dumps(value)
    if isinstance(value, Tally):
        return f"{value.total}{{{','.join(f'{t.operation}:{t.value}:{t.clause}' for t in value.terms)}}}"
    if isinstance(value, Struct):
        return f"({fields_text(value, brief=brief, words=words)})"
    if isinstance(value, list | tuple):
        return f"[{','.join(text_of(item, brief=brief, words=words) for item in value)}]"
    raise Unreadable(f"a {type(value).__name__} has no place in a transcript")


def _note(value: bytes) -> str:
    """Give the text of bytes that were filled up with zeros, as notes are; empty where they are no such text."""
    text = value.rstrip(b"\0").decode("utf-8", errors="replace")
    return text if value.endswith(b"\0") and text.isprintable() and "\ufffd" not in text else ""


def field_text(value: object, *, brief: bool = False, words: bool = False) -> str:
    """Write one value behind its field's name: a list of plain values goes without brackets."""
    if isinstance(value, list | tuple) and value and not any(isinstance(v, list | tuple | Struct) for v in value):
        return ",".join(text_of(item, words=words) for item in value)
    return text_of(value, brief=brief, words=words)


def fields_text(message: Struct, hidden: tuple[int, ...] = (), *, brief: bool = False, words: bool = False) -> str:
    """Write the fields of a message; secret ones (`hidden`) that are absent are a question mark.

    Two are for reading alone: with `brief` what is absent or empty is left out, and so is the end of what is long; with
    `words` a choice of an enum is its word, not its number.
    """
    parts = []
    for index, name in enumerate(message.__struct_fields__):
        value = getattr(message, name)
        secret = value is None and index in hidden
        if brief and not secret and value in (None, "", ()):
            continue
        text = HIDDEN if secret else field_text(value, brief=brief, words=words)
        parts.append(f"{name}={f'{text[:LONGEST]} ...' if brief and len(text) > LONGEST else text}")
    return " ".join(parts)


def brief_text(value: object) -> str:
    """Write one value for reading, as `field_text` does: of what is long the beginning, up to a whole member."""
    text = field_text(value, brief=True, words=True)
    if len(text) <= LONGEST:
        return text
    begun = text[: LONGEST + 1]
    cut = max(begun.rfind(","), begun.rfind(" "))
    return f"{text[: cut if cut > 0 else LONGEST]} ..."


# -- reading


class Reader:
    """Reads values off a line, from left to right."""

    def __init__(self, line: str) -> None:
        self.line = line
        self.at = 0

    def fields(self, end: str = "") -> dict[str, Any]:
        """Read `name=value` pairs up to `end` or the end of the line."""
        found: dict[str, Any] = {}
        while not self._take(end) if end else self.at < len(self.line):
            if self._take(" "):
                continue
            name = self._word()
            self._must("=")
            found[str(name)] = self._listed()
        return found

    def _listed(self) -> Any:
        value = self._value()
        if not self._next(","):
            return value
        values = [value]
        while self._take(","):
            values.append(self._value())
        return values

    def _value(self) -> Any:
        if self._next('"'):
            value, length = json.JSONDecoder().raw_decode(self.line[self.at :])
            self.at += length
            return value
        if self._take("["):
            return self._items("]")
        if self._take("("):
            return self.fields(")")
        if self._take(ABSENT) or self._take(HIDDEN):
            return None
        word = self._word()
        return self._tally(int(word)) if self._take("{") else word

    def _items(self, end: str) -> list[Any]:
        values: list[Any] = []
        while not self._take(end):
            if values:
                self._must(",")
            values.append(self._value())
        return values

    def _tally(self, total: int) -> Tally:
        terms = []
        while not self._take("}"):
            self._take(",")
            operation, value, clause = self._word().split(":", 2)
            terms.append(Term(clause, operation, int(value)))
        return Tally(total, tuple(terms))

    def _word(self) -> Word:
        match = BARE.match(self.line, self.at)
        if match is None:
            raise Unreadable(f"a word is expected at column {self.at + 1} of {self.line!r}")
        self.at = match.end()
        return Word(match.group())

    def _next(self, sign: str) -> bool:
        return self.line.startswith(sign, self.at)

    def _take(self, sign: str) -> bool:
        if not self._next(sign):
            return False
        self.at += len(sign)
        return True

    def _must(self, sign: str) -> None:
        if not self._take(sign):
            raise Unreadable(f"{sign!r} is expected at column {self.at + 1} of {self.line!r}")


def read_message(kind: type[Struct], line: str) -> Struct:
    """Read a message of a known kind back from its fields.

    Raises Unreadable.
    """
    try:
        return _message(kind, Reader(line).fields())
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise Unreadable(f"no {kind.__name__}: {error}") from error


def _message(kind: type[Struct], found: dict[str, Any]) -> Struct:
    known = {field.name: field.type for field in fields(kind)}
    unknown = [name for name in found if name not in known]
    if unknown:
        raise Unreadable(f"{kind.__name__} has no field {', '.join(unknown)}")
    return kind(**{name: _typed(value, known[name]) for name, value in found.items()})


def _typed(value: Any, kind: Any) -> Any:
    if value is None or isinstance(value, Tally):
        return value
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return _typed(value, next(arg for arg in get_args(kind) if arg is not type(None)))
    if origin is tuple:
        return _tuple(value if isinstance(value, list) else [value], get_args(kind))
    if kind is bool:
        return {"yes": True, "no": False}[value]
    if kind is bytes:
        return bytes.fromhex(value)
    if isinstance(kind, type) and issubclass(kind, Struct):
        return _message(kind, value)
    if isinstance(kind, type) and issubclass(kind, IntEnum):
        return kind(int(value))
    return kind(value)


def _tuple(values: list[Any], kinds: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(kinds) == 2 and kinds[1] is Ellipsis:  # noqa: PLR2004
        return tuple(_typed(value, kinds[0]) for value in values)
    return tuple(_typed(value, kind) for value, kind in zip(values, kinds, strict=True))
