"""The public part of a game's tables: what everybody may know, as the state hash covers it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeAlias

from msgspec import Struct

from adjudicator.kernel.decide.state import UNHASHED, Tables, listed

# gives the public part of a table: its rows by key, or its value
Redact: TypeAlias = Callable[[Any], Any]


class PublicTables:
    """Says of every table of a ruleset whether it is public, secret, or has a public part; none is public by default.

    The kernel's tables of facts, result and open questions are public. Raises TypeError where a table is not declared
    just once.
    """

    def __init__(
        self, kind: type[Tables], public: Iterable[str], redacted: Mapping[str, Redact], secret: Iterable[str] = ()
    ) -> None:
        self.kind = kind
        self.names = tuple(name for name in kind.ALL if name not in {*secret, *UNHASHED})
        self.redacted = dict(redacted)
        declared = [*Tables.ALL, *public, *redacted, *secret]
        wrong = sorted({name for name in {*declared, *kind.ALL} if declared.count(name) != 1 or name not in kind.ALL})
        if wrong:
            raise TypeError(f"{kind.__module__}.{kind.__name__}: declare just once who sees {', '.join(wrong)}")

    def __call__(self, game: Any) -> list[list[Any]]:
        """List the public part of every table by name, rows by key ascending; secret tables are left out.

        Raises TypeError for a game with other tables than were declared.
        """
        if type(game) is not self.kind:
            raise TypeError(f"{type(game).__name__} is not the {self.kind.__name__} whose tables were declared")
        return [[name, listed(self._public_part(game, name))] for name in self.names]

    def _public_part(self, game: Any, name: str) -> Any:
        return self.redacted[name](game) if name in self.redacted else getattr(game, name)


class RedactedRow:
    """Says of every field of a kind of row whether everybody knows it; no field is public by default.

    Raises TypeError where a field is not declared just once.
    """

    def __init__(self, kind: type[Struct], public: Iterable[str], secret: Iterable[str]) -> None:
        self.kind = kind
        hidden = tuple(secret)
        self.secret = frozenset(hidden)
        declared = [*public, *hidden]
        fields = kind.__struct_fields__
        wrong = sorted({name for name in {*declared, *fields} if declared.count(name) != 1 or name not in fields})
        if wrong:
            raise TypeError(f"{kind.__module__}.{kind.__name__}: declare just once who sees {', '.join(wrong)}")

    def __call__(self, row: Struct, **instead: Any) -> list[Any]:
        """Give the fields of a row in their order; secret ones as `instead` has them, else absent.

        Raises TypeError where a field that is not secret is given.
        """
        if type(row) is not self.kind or not self.secret.issuperset(instead):
            raise TypeError(f"{type(row).__name__} with {', '.join(instead)} is not a redacted {self.kind.__name__}")
        return [instead.get(name) if name in self.secret else getattr(row, name) for name in row.__struct_fields__]
