"""Scenes: a board as typed drawables that any renderer can draw without knowing a ruleset.

Every number is an integer. x grows to the right and y downwards; on a board in inches both are thousandths of an inch,
on one of hexes or tiles thousandths of a cell. Facings are thousandths of a degree, 0 up, clockwise.
What the View of a party lacks is not in its scene.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec import Struct

from adjudicator.kernel.decide.parties import Party

Point: TypeAlias = tuple[int, int]
JSON_NAMES: Mapping[str, str] = MappingProxyType({"of_view": "from"})


class Drawable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=JSON_NAMES, tag_field="type"):
    """What all drawables have.

    `id` stays the same over the entries of a game, and is unique in a scene; `text` is one plain sentence, `why` holds
    ids of clauses, `of_view` (in JSON `from`) the paths of the drawn values in the View, such as `units[3].hex`.
    """

    id: str
    text: str
    why: tuple[str, ...] = ()
    of_view: tuple[str, ...] = ()


# -- items: what stays from entry to entry, from below to above


class Cell(Drawable, frozen=True, kw_only=True, tag="cell"):
    """A hex or a tile; its id is `cell:` and its name.

    `poly` has its corners clockwise, `terrain` and `overlays` are words of the ruleset, `level` is the height of the
    ground in the ruleset's levels.
    """

    poly: tuple[Point, ...]
    terrain: str
    overlays: tuple[str, ...] = ()
    level: int = 0


class Area(Drawable, frozen=True, kw_only=True, tag="area"):
    """A piece of terrain on a board without cells; `height` in units of the board, 0 where it is not known."""

    poly: tuple[Point, ...]
    kind: str
    height: int = 0


class Line(Drawable, frozen=True, kw_only=True, tag="line"):
    """A wall, a road, an edge."""

    points: tuple[Point, ...]
    kind: str


class Circle(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A circle in units of the board."""

    x: int
    y: int
    radius: int


ZoneKind: TypeAlias = Literal["deploy", "objective", "control", "reach"]


class Zone(Drawable, frozen=True, kw_only=True, tag="zone"):
    """A part of the board that matters: exactly one of `poly`, `circle` and `cells` (ids of cells) says where.

    `seat` is whose it is, or who controls it; None for nobody's.
    """

    kind: ZoneKind
    seat: int | None = None
    poly: tuple[Point, ...] | None = None
    circle: Circle | None = None
    cells: tuple[str, ...] | None = None


Shape: TypeAlias = Literal["circle", "rect", "oval", "hex", "tile"]


class Body(Drawable, frozen=True, kw_only=True, tag="body"):
    """A base, a model or a counter on the board; (`x`, `y`) is its centre, `z` how high it stands.

    `unit` is the id of the unit it belongs to. `length` is along the facing, `width` across it; `facing` is None where
    it has none. `glyph` is a word for what it is, one of GLYPHS or another. `count` says for how many models the body
    stands, 0 where that is not known; `wounds` what it has left of `of` (wounds, integrity or models, as the ruleset
    counts), both 0 where that is not known or nothing is counted. `states` are words such as "pinned". A `hidden` body
    is a unit behind a token, or one of which only the place is known.
    """

    unit: str
    seat: int
    x: int
    y: int
    z: int = 0
    facing: int | None = None
    shape: Shape
    length: int
    width: int
    glyph: str = ""
    count: int = 1
    wounds: int = 0
    of: int = 0
    states: tuple[str, ...] = ()
    hidden: bool = False


class Token(Drawable, frozen=True, kw_only=True, tag="token"):
    """A marker on an item or a cell, named by its id in `on`; `value` is written on it, empty for none."""

    on: str
    kind: str
    value: str = ""
    seat: int | None = None


class Template(Drawable, frozen=True, kw_only=True, tag="template"):
    """A template that lies on the board: a polygon of `points`, or with "circle" its centre and a point of its edge."""

    shape: Literal["circle", "poly"]
    points: tuple[Point, ...]


Item: TypeAlias = Area | Line | Zone | Body | Token | Template


# -- marks: what belongs to one entry alone


class Path(Drawable, frozen=True, kw_only=True, tag="path"):
    """A way that was gone in this entry, from the first point to the last.

    `body` is the id of the body. With `ghost` the body is also drawn pale where the way begins. `kind` is a word such
    as "move", "charge", "fall_back" or "turn".
    """

    body: str
    points: tuple[Point, ...]
    kind: str
    ghost: bool = True


class Shot(Drawable, frozen=True, kw_only=True, tag="shot"):
    """A shot or a blow from one item or cell to another, by their ids; `result` is a word such as "hit" or "miss"."""

    from_item: str
    to_item: str
    result: str


class Measure(Drawable, frozen=True, kw_only=True, tag="measure"):
    """A measured distance between two points at the edges; None in `limit` and `ok` where nothing had to be kept."""

    points: tuple[Point, Point]
    length: int
    limit: int | None = None
    ok: bool | None = None
    clause: str = ""


Mark: TypeAlias = Path | Shot | Measure


# -- the scene


class Aside(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, rename=JSON_NAMES):
    """Something that is not on the board: a unit in reserve, one that is destroyed, an army that waits."""

    seat: int | None
    text: str
    unit: str = ""
    of_view: tuple[str, ...] = ()


class Board(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The board; `width` and `height` in `unit`, 0 while there is none.

    `steps` says which cells are one step apart: those that share an edge, those that share a corner, or none.
    """

    kind: Literal["inches", "hexes", "tiles"]
    width: int
    height: int
    unit: Literal["1/1000 inch", "1/1000 cell"]
    steps: Literal["edge", "corner", "none"] = "none"
    aside: tuple[Aside, ...] = ()


class Side(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A seat by its name, which a player chose, and a line on how it stands: points, losses, what it has left."""

    seat: int
    name: str
    text: str = ""


class Scene(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A board after an entry, as a party may see it.

    `viewer` and `asks` are names of parties: a seat's own, "spectator", "referee" or "table". `turn` and `phase` are
    texts for people, such as "Turn 3 of 6". `marks` tell what entry `seq` did.
    """

    seq: int
    viewer: str
    turn: str
    phase: str
    asks: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ()
    board: Board
    cells: tuple[Cell, ...] = ()
    items: tuple[Item, ...] = ()
    marks: tuple[Mark, ...] = ()


# words that renderers have a sign for; another word is drawn by its first two letters
GLYPHS = (
    "infantry",
    "elite",
    "leader",
    "cavalry",
    "bike",
    "beast",
    "vehicle",
    "light_vehicle",
    "walker",
    "war_engine",
    "gun",
    "support",
    "aircraft",
    "probe",
    "unknown",
)


# -- what a ruleset brings


class Setting(NamedTuple):
    """What a scene needs besides the View: names of the seats, who looks, after which entry, and who is asked."""

    seats: tuple[str, ...]
    viewer: Party
    seq: int
    asks: tuple[str, ...]
    viewer_name: str


# an event as the party sees it, what it may not know left out, with the ids of its clauses
SeenEvent: TypeAlias = tuple[Struct, Sequence[str]]
MakeScene: TypeAlias = Callable[[Any, Setting], Scene]
# gives the marks of an entry from the Views before and after it and its events
MakeMarks: TypeAlias = Callable[[Any, Any, Sequence[SeenEvent], Setting], tuple[Mark, ...]]


def no_marks(_before: Any, _after: Any, _events: Sequence[SeenEvent], _setting: Setting) -> tuple[Mark, ...]:
    """Draw nothing of an entry."""
    return ()


class SceneMaker(Struct, frozen=True):
    """How a ruleset draws its games: both functions use what they are given and nothing else."""

    scene: MakeScene
    marks: MakeMarks = no_marks


# -- its JSON form


def to_json(scene: Scene) -> bytes:
    """Write a scene as JSON: the fields in the order of their declaration, every one, without blanks."""
    return msgspec.json.encode(scene)


def from_json(data: bytes) -> Scene:
    """Read a scene.

    Raises msgspec.ValidationError or msgspec.DecodeError, whose text names the field, where it is none.
    """
    return msgspec.json.decode(data, type=Scene)


def value_at(view: Any, path: str) -> Any:
    """Read the value at a path of a View, such as `units[3].status.facing`.

    Raises ValueError where the View has no such place.
    """
    value = view
    for name in path.replace("[", ".[").split("."):
        try:
            value = value[int(name[1:-1])] if name.startswith("[") else getattr(value, name)
        except (AttributeError, IndexError, TypeError, ValueError) as fault:
            raise ValueError(f"{path!r} is no place of {type(view).__name__}: it ends before {name!r}") from fault
    return value
