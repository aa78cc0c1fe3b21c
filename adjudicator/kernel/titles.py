"""Titles of what has an id, as one party sees them: read from its view, so that no title tells it anything new."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Self

from msgspec import Struct

OF_A_SIDE = re.compile(r"[a-h](?:-[a-z]|\d)[\w.#-]*")
"""Ids of what belongs to a side: b-bikes, a1.1; words of the contract are none."""


NOUNS: Mapping[str, str] = MappingProxyType(
    {"FormationView": "formation", "PartView": "formation", "OptionUse": "option", "ArmyOption": "option"}
)
"""What is called by a title, by the kind of its row; all else is a unit."""


class Title(str):
    """A title, and what it is the title of."""

    __slots__ = ("noun",)
    noun: str

    def __new__(cls, text: str, noun: str) -> Self:
        """Make a title of a text and a noun."""
        title = super().__new__(cls, text)
        title.noun = noun
        return title


def titles_in(view: Struct) -> dict[str, Title]:
    """Gather the titles of a view: of every row that has an id, its name or that of its sheet."""
    return dict(_titles(view))


def _titles(value: Any) -> Iterator[tuple[str, Title]]:
    if isinstance(value, Struct):
        key = getattr(value, "id", None)
        title = getattr(value, "name", None) or getattr(getattr(value, "sheet", None), "name", None)
        if isinstance(key, str) and isinstance(title, str) and title and title != key and OF_A_SIDE.fullmatch(key):
            yield key, Title(title, NOUNS.get(type(value).__name__, "unit"))
        for name in value.__struct_fields__:
            yield from _titles(getattr(value, name))
    elif isinstance(value, tuple):
        for row in value:
            yield from _titles(row)
