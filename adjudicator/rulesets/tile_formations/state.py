"""State of a game: flat tables of rows, and the small questions that every chapter asks of them."""

from __future__ import annotations

from functools import lru_cache

from adjudicator.board.tiles import Board, board_of
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.state import Tables
from adjudicator.rulesets.tile_formations.model.messages import Hit, TerrainKind, UnitSheet
from adjudicator.rulesets.tile_formations.options import DEFAULTS, column_of
from adjudicator.rulesets.tile_formations.rows import (
    Action,
    Assault,
    Cell,
    Formation,
    Side,
    Terms,
    Test,
    Unit,
    Volley,
    Walk,
)

INFANTRY = "infantry"
FLYING = "AC"
OVERWATCH, BROKEN, NORMAL = "overwatch", "broken", "normal"
WAITING, HELD_BACK, LEFT = "waiting", "held_back", "left"


class Game(Tables):
    """The tables of a game.

    `kinds` are kinds of terrain by name; `cells` tiles that differ from the base terrain; `sides` are keyed by seat;
    `formations`, `units`, `assaults`, `hits` by id; `sheets` by unit, those that are gone too. `action`, `walk`, `test`
    and `volley` are what is under way, `wounds` casualties by unit that count when all saves are rolled. `active` is
    the seat that acts, or acts next; `first` the seat that acted first in this turn.
    """

    __slots__ = (
        "action", "active", "assaults", "cells", "draw_offered", "ended", "first", "formations", "hits", "how", "kinds",
        "sheets", "sides", "terms", "test", "turn", "units", "volley", "walk", "winners", "wounds",
    )  # fmt: skip

    def __init__(self) -> None:
        super().__init__()
        self.terms: Terms | None = None
        self.how = DEFAULTS
        self.kinds: dict[str, TerrainKind] = {}
        self.cells: dict[str, Cell] = {}
        self.sides: dict[int, Side] = {}
        self.formations: dict[str, Formation] = {}
        self.units: dict[str, Unit] = {}
        self.sheets: dict[str, UnitSheet] = {}
        self.turn = 0
        self.first: Party = 0
        self.active: Party | None = None
        self.action: Action | None = None
        self.walk: Walk | None = None
        self.test: Test | None = None
        self.volley: Volley | None = None
        self.hits: dict[str, Hit] = {}
        self.wounds: dict[str, int] = {}
        self.assaults: dict[str, Assault] = {}
        self.draw_offered: int | None = None
        self.ended = ""
        self.winners: tuple[int, ...] = ()


def start(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def terms_of(game: Game) -> Terms:
    """Give the battlefield.

    Raises LookupError before it is created, which no window allows.
    """
    if game.terms is None:
        raise LookupError("the battlefield is not created")
    return game.terms


def action_of(game: Game) -> Action:
    """Give the action under way.

    Raises LookupError where there is none, which no window allows.
    """
    if game.action is None:
        raise LookupError("no action is under way")
    return game.action


def board(game: Game) -> Board:
    """Give the board: neighbours, distances and lines of its tiles."""
    terms = terms_of(game)
    return board_of(game.how.tile_shape, terms.columns, terms.rows)


# -- sides


def allied(game: Game, a: Party, b: Party) -> bool:
    """TF-BLOCK-06 Tell whether two seats are one army, or armies of one side."""
    return a == b or game.sides[a].side == game.sides[b].side


def enemies_of(game: Game, seat: Party) -> tuple[Party, ...]:
    """List the seats of other sides."""
    return tuple(each for each in sorted(game.sides) if not allied(game, seat, each))


# -- units


@lru_cache(maxsize=4096)
def order_of_ids(key: str) -> tuple[str, int, int]:
    """Sort key of ids of units and formations: by seat, formation, number."""
    formation, _, unit = key.partition(".")
    return formation[:1], int(formation[1:]), int(unit or 0)


def formation_id(seat: Party, number: int) -> str:
    """Make the id of a formation; numbers count from 1."""
    return f"{chr(ord('a') + seat)}{number}"


def unit_id(formation: str, number: int) -> str:
    """Make the id of a unit; numbers count from 1 within the formation."""
    return f"{formation}.{number}"


def type_of(game: Game, unit: str) -> str:
    """Give the type of a unit."""
    return game.sheets[unit].type


def class_of(game: Game, unit: str) -> str:
    """TF-GRID-03 Give the column of the terrain table that a unit uses, "none" for aircraft."""
    return column_of(game.how, game.sheets[unit].type)


def is_infantry(game: Game, unit: str) -> bool:
    """Tell whether a unit is infantry."""
    return class_of(game, unit) == INFANTRY


def on_board(game: Game, seat: Party | None = None) -> tuple[Unit, ...]:
    """List units on the battlefield by id: all, or those of a seat."""
    found = (unit for unit in game.units.values() if not unit.out and seat in (None, unit.seat))
    return tuple(sorted(found, key=_place))


def _place(unit: Unit) -> tuple[str, int, int]:
    return order_of_ids(unit.id)


def units_of(game: Game, formation: str) -> tuple[Unit, ...]:
    """List the units of a formation that are on the battlefield, by number."""
    rows = (game.units[each] for each in game.formations[formation].units)
    return tuple(unit for unit in rows if not unit.out)


def foes(game: Game, seat: Party) -> tuple[Unit, ...]:
    """List units on the battlefield that are enemies of a seat, by id."""
    return tuple(unit for unit in on_board(game) if not allied(game, seat, unit.seat))


def ground_at(game: Game, unit: str, tile: str) -> tuple[str, ...]:
    """TF-GRID-02 List the tiles that a unit occupies with its north-western tile there; none where it does not fit."""
    sheet = game.sheets[unit]
    if sheet.columns == sheet.rows == 1:
        return (tile,)
    return board(game).block(tile, sheet.columns, sheet.rows) or ()


def tiles_of(game: Game, unit: str) -> tuple[str, ...]:
    """TF-GRID-02 List the tiles that a unit on the battlefield occupies."""
    return ground_at(game, unit, game.units[unit].tile)


def gap(game: Game, a: str, b: str) -> int:
    """TF-GRID-02 Give the distance of two units on the battlefield, from their nearest tiles."""
    return span(game, tiles_of(game, a), tiles_of(game, b))


def span(game: Game, one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """Give the distance of the nearest two tiles of two lists."""
    field = board(game)
    return min(field.distance(a, b) for a in one for b in other)


__all__ = [
    "BROKEN", "FLYING", "HELD_BACK", "INFANTRY", "LEFT", "NORMAL", "OVERWATCH", "WAITING", "Game", "action_of",
    "allied", "board", "class_of", "enemies_of", "foes", "formation_id", "gap", "ground_at", "is_infantry", "on_board",
    "order_of_ids", "span", "start", "terms_of", "tiles_of", "type_of", "unit_id", "units_of",
]  # fmt: skip
