"""What follows from the tables alone, kept with the game until a table that it follows from changes.

Nothing in it is state: without it every answer is the same and takes longer. It holds values and never a game, so it is
shared by the forks of a game and goes with the last of them.
"""

from __future__ import annotations

from typing import Any

from adjudicator.board.inches import Body
from adjudicator.rulesets.antares.model.messages import UnitSheet
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import Game


class Derived:
    """What is known of where models stand.

    `bodies` are those of models by id, each with the rows that it follows from. As long as all tables stay as they are
    there hold, by unit, the `others` on the table, and `barriers`, by the units too that it may pass through.
    """

    __slots__ = ("_tables", "_terms", "barriers", "bodies", "others")

    def __init__(self, game: Game, bodies: dict[str, tuple[Model, UnitSheet, Body]]) -> None:
        """Copy the tables: the rows in them never change, the tables do."""
        self._terms = game.terms
        self._tables = [table.copy() for table in _tables(game)]
        self.bodies = bodies
        self.barriers: dict[tuple[str, tuple[str, ...]], Any] = {}
        self.others: dict[str, tuple[Body, ...]] = {}

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        return self._terms is game.terms and self._tables == _tables(game)


def derived_of(game: Game) -> Derived:
    """Give what is known of the game as it stands."""
    found: Derived | None = game.derived
    if found is None or not found.holds(game):
        found = game.derived = Derived(game, found.bodies if found is not None else {})
    return found


def kept_bodies(game: Game) -> dict[str, tuple[Model, UnitSheet, Body]]:
    """Give bodies that were worked out before; whoever asks looks whether their rows are still the game's."""
    found: Derived | None = game.derived
    return found.bodies if found is not None else derived_of(game).bodies


def _tables(game: Game) -> list[dict[Any, Any]]:
    return [game.models, game.units, game.sheets, game.terrain]
