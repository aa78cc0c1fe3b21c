"""Bases on a board in inches while the events of an entry are told: where they stand, and how they lie to each other.

How bases are measured is the board's to say, and is handed in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec.structs import replace

from adjudicator.kernel.scene import Body, Measure, Path, Point, Shape
from adjudicator.kernel.scene.inch_layout import Outline, between, facing_from, front

B = TypeVar("B")
# by number, as the contract has them
SHAPES: tuple[Shape, ...] = ("circle", "circle", "rect", "oval")
ROUND = 1


class Pose(Protocol):
    """Where a base stands, its facing in tenths of a degree."""

    @property
    def x(self) -> int:
        """Along the long side."""
        ...

    @property
    def y(self) -> int:
        """Along the short side."""
        ...

    @property
    def z(self) -> int:
        """Height above the ground."""
        ...

    @property
    def facing(self) -> int:
        """Tenths of a degree, 0 along x."""
        ...


class Base(Protocol):
    """A base by its measures."""

    @property
    def length(self) -> int:
        """Along the facing."""
        ...

    @property
    def width(self) -> int:
        """Across the facing."""
        ...

    @property
    def shape(self) -> int:
        """Give its number in the contract."""
        ...


def stands(pose: Pose, base: Base) -> partial[Body]:
    """Fill in where a body stands and the size of its base; a round one has no facing."""
    return partial(
        Body,
        x=pose.x,
        y=pose.y,
        z=pose.z,
        facing=None if base.shape == ROUND else facing_from(pose.facing),
        shape=SHAPES[base.shape],
        length=base.length,
        width=base.width,
    )


class Based(NamedTuple):
    """A base of a View: its id, its unit, the base itself as the board has it, and where the View has its pose."""

    key: str
    unit: str
    body: Any
    path: str
    place: Point | None


class Board(NamedTuple):
    """How the board measures its bases: where one is, its outline, the gap between two, and one put elsewhere."""

    outline: Callable[[Any], Outline]
    place: Callable[[Any], Point]
    gap: Callable[[Any, Any], int]
    moved: Callable[[Any, Any], Any]


class Ground(Generic[B]):
    """Bases by id: as they stood before an entry, then as the events that were taken have moved them."""

    def __init__(self, board: Board, before: Iterable[Based], after: Iterable[Based]) -> None:
        self.board = board
        self.bodies: dict[str, B] = {}
        self.arriving: dict[str, B] = {}  # their base is known, and they do not stand yet
        self.units: dict[str, list[str]] = {}
        self.ends: dict[str, tuple[str, Point]] = {}  # where bases stand after the entry, and where the View has that
        self.drawn: set[str] = set()  # what is drawn once in an entry
        self.notes: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {}
        seen: set[str] = set()
        for row in before:
            (self.arriving if row.place is None else self.bodies)[row.key] = row.body
            self._count(row, seen)
        for row in after:
            if row.place is not None:
                self.ends[row.key] = (row.path, row.place)
            if row.key not in self.bodies:
                self.arriving[row.key] = row.body
            self._count(row, seen)

    def _count(self, row: Based, seen: set[str]) -> None:
        if row.key not in seen:
            seen.add(row.key)
            self.units.setdefault(row.unit, []).append(row.key)

    def put(self, key: str, pose: object) -> None:
        """Move a base, or set it up."""
        body = self.bodies.get(key) or self.arriving.get(key)
        if body is not None:
            self.bodies[key] = self.board.moved(body, pose)

    def at(self, key: str) -> Point | None:
        """Give the centre of a base; None where it does not stand."""
        body = self.bodies.get(key)
        return None if body is None else self.board.place(body)

    def standing(self, unit: str, *, left: bool = False) -> list[str]:
        """List the bases of a unit, or the base that is named, that stand; with `left` after the entry too."""
        keys = self.units.get(unit, [unit])
        return [key for key in keys if key in self.bodies and (not left or key in self.ends)]

    def nearest(self, one: Sequence[str], other: Sequence[str]) -> tuple[str, str] | None:
        """Find the two of some bases that are nearest to each other."""
        return min(product(one, other), key=lambda pair: (self.gap(*pair), pair), default=None)

    def gap(self, one: str, other: str) -> int:
        """Measure between two bases, rounded down."""
        return self.board.gap(self.bodies[one], self.bodies[other])

    def edges(self, one: str, other: str) -> tuple[Point, Point]:
        """Give the nearest points of two bases."""
        return between(*(self.board.outline(self.bodies[key]) for key in (one, other)))

    def end_path(self, key: str, end: Point) -> tuple[str, ...]:
        """Name where the View has the end of a way; nothing where the base went on from there in the same entry."""
        path, place = self.ends.get(key, ("", None))
        return (path,) if place == end else ()

    # -- drawing

    def path(
        self, key: str, points: Sequence[Point], kind: str, said: str, why: tuple[str, ...], *, ghost: bool = True
    ) -> Path:
        """Draw a way; with `ghost` the base is also drawn where it begins, if it went on and stands after the entry."""
        return Path(
            id=self.name(f"path:{kind}-{key}"),
            text=said,
            why=why,
            of_view=self.end_path(key, points[-1]),
            body=body_id(key),
            points=tuple(points),
            kind=kind,
            ghost=ghost and len(points) > 1 and key in self.ends,
        )

    def ahead(
        self, key: str, ends: tuple[Point, Point], length: int, limit: int | None, said: str, why: tuple[str, ...]
    ) -> Measure:
        """Draw how far a base that still stands at the start of its way goes, at its foremost point."""
        (x, y), (end_x, end_y) = ends
        tip = front(self.board.outline(self.bodies[key]), *ends)
        return Measure(
            id=self.name(f"measure:way-{key}"),
            text=said,
            why=why,
            points=(tip, (tip[0] + end_x - x, tip[1] + end_y - y)),
            length=length,
            limit=limit,
            ok=None if limit is None else length <= limit,
            clause=why[0] if why else "",
        )

    def note(self, unit: str, word: str, said: str, why: Sequence[str]) -> None:
        """Note in a word and a sentence what became of a unit that stands where it is."""
        self.notes.setdefault(unit, []).append((word, said, tuple(why)))

    def noted(self) -> Iterator[Path]:
        """Draw what was noted: one spot for each unit that still stands, with its words and sentences."""
        for unit, rows in self.notes.items():
            for key in self.standing(unit, left=True)[:1]:
                words = ", ".join(dict.fromkeys(word for word, _, _ in rows))
                said = " ".join(dict.fromkeys(said for _, said, _ in rows))
                clauses = tuple(dict.fromkeys(clause for _, _, why in rows for clause in why))
                spot = self.path(key, (self.ends[key][1],), words, said, clauses, ghost=False)
                yield replace(spot, id=self.name(f"path:note-{unit}"))

    def name(self, name: str) -> str:
        """Make an id that nothing else of the entry has."""
        free = name
        while free in self.drawn:
            free += "+"
        self.drawn.add(free)
        return free


def body_id(key: str) -> str:
    """Give the id of a base in scenes."""
    return f"body:{key}"
