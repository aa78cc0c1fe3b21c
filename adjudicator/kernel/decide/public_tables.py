"""The public part of a game's tables: what everybody may know, as the state hash covers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.kernel.decide.state import Tables, listed

# gives the public part of a table: its rows by key, or its value
Redact: TypeAlias = Callable[[Any], Any]


class PublicTables:
    """Says of every table whether it is public, secret, or has a public part; nothing is public by default.

    Raises TypeError where a table is not declared just once.
    """

    def __init__(
        self, kind: type[Tables], public: Iterable[str], redacted: Mapping[str, Redact], secret: Iterable[str] = ()
    ) -> None:
        self.names = tuple(name for name in kind.ALL if name not in {*secret, "suspended"})
        self.redacted = dict(redacted)
        declared = [*Tables.ALL, *public, *redacted, *secret]
        wrong = sorted({name for name in {*declared, *kind.ALL} if declared.count(name) != 1 or name not in kind.ALL})
        if wrong:
            raise TypeError(f"{kind.__module__}.{kind.__name__}: declare just once who sees {', '.join(wrong)}")

    def __call__(self, game: Any) -> list[list[Any]]:
        """List the public part of every table by name, rows by key ascending; secret tables are left out."""
        return [[name, listed(self._public_part(game, name))] for name in self.names]

    def _public_part(self, game: Any, name: str) -> Any:
        return self.redacted[name](game) if name in self.redacted else getattr(game, name)


def redacted_row(row: Struct, **instead: Any) -> list[Any]:
    """Give the fields of a row in their order, with others in the place of those that are secret."""
    return [instead.get(name, getattr(row, name)) for name in row.__struct_fields__]
