"""The state of a game: flat tables of frozen rows, forked for a ruling, folded from records."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from msgspec import Struct

from adjudicator.kernel.decide.windows import Stack


class Fact(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A fact about the real table that one seat stated; `status` is stated, confirmed, disputed or settled."""

    id: str
    kind: str
    subjects: tuple[str, ...]
    value: str
    by: int
    status: str
    other: str = ""
    against: int = 255


class Result(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """How the game ended; `ending` and `by` are words of the contract's enums Ending and ResultBy."""

    winners: tuple[int, ...]
    outcome: str
    ending: str = ""
    by: str = ""


class Draw(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An offered draw: the seat that offered it, and those that have accepted."""

    by: int
    accepted: tuple[int, ...] = ()


class Again(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A command that a ruling has given once more, with the dice of the entry that gave it first; fields as JSON."""

    entry: int
    party: int
    kind: str
    fields: str


class Suspended(Struct, frozen=True):
    """A command that waits for the faces of physical dice.

    `command` is None for a step of TABLE, which is asked for anew from the window it answers. `faces` are those
    confirmed so far, `reported` those that still wait for confirmation.
    """

    seq: int
    actor: int
    command: Struct | None
    count: int
    sides: int
    why: str
    roller: int
    faces: tuple[tuple[int, ...], ...] = ()
    reported: tuple[int, ...] | None = None


# what waits in the middle of an entry's course: it follows from the log, and no hash covers it
UNHASHED = ("again", "suspended")


class Tables:
    """What every game has; a ruleset's game adds its own slots, all of them dicts of rows or immutable values.

    `derived` is no table: what a ruleset worked out from tables and keeps for the next question. It says itself which
    tables it holds for, is compared with them before it is used, and holds no game, so forks begin with the same.
    """

    __slots__ = ("again", "derived", "draw", "facts", "result", "stack", "suspended")

    ALL: ClassVar[tuple[str, ...]] = ("again", "draw", "facts", "result", "stack", "suspended")

    derived: Any

    again: Again | None
    draw: Draw | None
    facts: dict[str, Fact]
    suspended: Suspended | None
    result: Result | None
    stack: Stack

    def __init__(self) -> None:
        self.again = None
        self.derived = None
        self.draw = None
        self.facts = {}
        self.suspended = None
        self.result = None
        self.stack = ()

    def __init_subclass__(cls) -> None:
        """Gather the names of all slots, so that fork and dump need no list of their own."""
        slots: list[str] = []
        for base in reversed(cls.__mro__):
            slots.extend(base.__dict__.get("__slots__", ()))
        cls.ALL = tuple(sorted(name for name in slots if name != "derived"))

    def fork(self) -> Self:
        """Copy the tables and share the rows: what is done to the fork does not touch this game."""
        twin = object.__new__(type(self))
        twin.derived = self.derived
        for name in self.ALL:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) is dict else value)
        return twin

    def row_count(self) -> int:
        """Count the rows of all tables."""
        return sum(len(value) for name in self.ALL if type(value := getattr(self, name)) is dict)

    def dump(self) -> list[list[Any]]:
        """List every table by name, rows by key ascending: what the keyed state hash covers."""
        return [[name, listed(getattr(self, name))] for name in self.ALL if name not in UNHASHED]


def listed(value: object) -> object:
    """Give a table as rows by key ascending; any other value as it is."""
    if isinstance(value, dict):
        return [[key, value[key]] for key in sorted(value)]
    return value
