"""State of the toy: pieces, sides, plots, ambushes and the one strike that is under way."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.state import Tables

HEADINGS = ("north", "east", "south", "west")
PIECES = {"b1": 1, "b2": 1, "r1": 0, "r2": 0}
ACTIONS = 3
HARD = 4


class Row(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What every row is: an immutable array of its fields."""


class Side(Row, frozen=True):
    """What a seat has left; `actions` are those of its present turn."""

    shields: int = 1
    tokens: tuple[str, ...] = ()
    actions: int = ACTIONS


class March(Row, frozen=True):
    """A plotted heading, the entry that holds it, and whether everybody knows it."""

    heading: str
    entry: int
    shown: bool = False


class Ambush(Row, frozen=True):
    """A hidden ambush."""

    seat: int
    place: str
    strength: int


class Blow(Row, frozen=True):
    """A strike before its die is thrown."""

    piece: str
    target: str
    parried: bool = False


class Game(Tables):
    """The toy's tables. `pieces` maps id to seat; `sides` and `plots` are keyed by seat."""

    __slots__ = ("ambushes", "bag", "blow", "first", "pieces", "plots", "round", "rounds", "sides")

    def __init__(self) -> None:
        super().__init__()
        self.ambushes: dict[str, Ambush] = {}
        self.bag: tuple[str, ...] = ()
        self.blow: Blow | None = None
        self.first: Party = 0
        self.pieces: dict[str, int] = {}
        self.plots: dict[int, March] = {}
        self.round = 0
        self.rounds = 0
        self.sides: dict[int, Side] = {}


def pieces_of(game: Game, seat: Party) -> tuple[str, ...]:
    return tuple(sorted(piece for piece, owner in game.pieces.items() if owner == seat))


def blow_of(game: Game) -> Blow:
    """Give the strike that is under way.

    Raises LookupError where there is none, which no window allows.
    """
    if game.blow is None:
        raise LookupError("no strike is under way")
    return game.blow


def in_cover(game: Game, piece: str) -> bool:
    """A claim counts once it is confirmed, or settled for cover."""
    held = (fact for fact in game.facts.values() if fact.subjects == (piece,) and fact.value == "cover")
    return any(fact.status in ("confirmed", "settled") for fact in held)


def start(seats: int) -> Game:
    """Make an empty game; the toy is always for two."""
    return Game()


def knows(game: Game, party: Party, key: str) -> bool:
    """An ambush that was not sprung is known to its owner alone."""
    return key not in game.ambushes or game.ambushes[key].seat == party
