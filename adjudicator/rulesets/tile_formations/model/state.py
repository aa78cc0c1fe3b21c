"""State of a game: flat tables of rows."""

from __future__ import annotations

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.state import Tables
from adjudicator.rulesets.tile_formations.model.messages import Hit, TerrainKind, UnitSheet
from adjudicator.rulesets.tile_formations.model.options import OPTIONS
from adjudicator.rulesets.tile_formations.model.rows import (
    Action,
    Assault,
    Battlefield,
    Cell,
    DangerTest,
    Formation,
    Shooting,
    Side,
    Unit,
    UnitMove,
)


class Game(Tables):
    """The tables of a game.

    `kinds` are kinds of terrain by name; `cells` tiles that differ from the base terrain; `sides` are keyed by seat;
    `formations`, `units`, `assaults`, `hits` by id; `sheets` by unit, those that are gone too. `action`, `unit_move`,
    `danger_test` and `shooting` are what is under way, `unsaved_hits` are casualties by unit that count when all saves
    are rolled. `settled_shots` are facts by shooter and target that were settled of a shooting that was not made, until
    somebody moves. `active` is the seat that acts, or acts next; `first` the seat that acted first in this turn.
    """

    __slots__ = (
        "action",
        "active",
        "assaults",
        "battlefield",
        "cells",
        "danger_test",
        "ended",
        "first",
        "formations",
        "hits",
        "kinds",
        "options",
        "settled_shots",
        "sheets",
        "shooting",
        "sides",
        "turn",
        "unit_move",
        "units",
        "unsaved_hits",
        "winners",
    )

    def __init__(self) -> None:
        super().__init__()
        self.battlefield: Battlefield | None = None
        self.options = OPTIONS.defaults
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
        self.unit_move: UnitMove | None = None
        self.danger_test: DangerTest | None = None
        self.shooting: Shooting | None = None
        self.hits: dict[str, Hit] = {}
        self.unsaved_hits: dict[str, int] = {}
        self.assaults: dict[str, Assault] = {}
        self.settled_shots: dict[str, tuple[str, ...]] = {}
        self.ended = ""
        self.winners: tuple[int, ...] = ()


def empty_game(_seats: int) -> Game:
    """Make an empty table."""
    return Game()


def battlefield_of(game: Game) -> Battlefield:
    """Give the battlefield.

    Raises LookupError before it is created, which no window allows.
    """
    if game.battlefield is None:
        raise LookupError("the battlefield is not created")
    return game.battlefield


def action_of(game: Game) -> Action:
    """Give the action under way.

    Raises LookupError where there is none, which no window allows.
    """
    if game.action is None:
        raise LookupError("no action is under way")
    return game.action
