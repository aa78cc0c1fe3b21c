"""What follows from where troops stand, kept with the battle until a table that it follows from changes.

Nothing in it is state: without it every answer is the same and takes longer. It holds values and never a battle, so it
is shared by the forks of a battle and goes with the last of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from adjudicator.board.inches import Body, Box, group_box, groups_apart
from adjudicator.rulesets.grinding_annihilation.model.rows import Formation
from adjudicator.rulesets.grinding_annihilation.model.state import Game, enemies_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_of


class Group(NamedTuple):
    """The bodies of a formation on the warfield, and a box that none of them leaves."""

    bodies: tuple[Body, ...]
    box: Box


class Derived:
    """What follows from who stands where, by formation: its group, and who is near it.

    `threats` are the enemies within Threat Range, `foes` those that it can fight, `targets` those that each troop may.
    """

    __slots__ = ("_groups", "_options", "_tables", "foes", "targets", "threats")

    def __init__(self, game: Game) -> None:
        """Copy the tables: the rows in them never change, the tables do."""
        self._options = game.options
        self._tables = [table.copy() for table in _tables(game)]
        self._groups: dict[str, Group | None] = {}
        self.threats: dict[str, tuple[str, ...]] = {}
        self.foes: dict[str, tuple[str, ...]] = {}
        self.targets: dict[str, Mapping[str, tuple[str, ...]]] = {}

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        return self._options is game.options and self._tables == _tables(game)

    def group(self, game: Game, formation: str) -> Group | None:
        """Give the group of a formation of the battle that this holds for; None where nobody of it is there."""
        if formation not in self._groups:
            bodies = tuple(bodies_of(game, formation))
            self._groups[formation] = Group(bodies, group_box(bodies)) if bodies else None
        return self._groups[formation]


def _tables(game: Game) -> list[dict[str, Any]]:
    return [game.troops, game.formations, game.profiles, game.parts, game.terrain]


def derived_of(game: Game) -> Derived:
    """Give what is known of the battle as it stands."""
    found: Derived | None = game.derived
    if found is None or not found.holds(game):
        found = game.derived = Derived(game)
    return found


def enemies_near(game: Game, row: Formation, reach: int) -> list[tuple[str, tuple[Body, ...]]]:
    """List enemy formations and their bodies, by id; who is left out has nobody within reach of the formation."""
    derived = derived_of(game)
    mine = derived.group(game, row.id)
    if mine is None:
        return []
    groups = ((enemy.id, derived.group(game, enemy.id)) for enemy in enemies_of(game, row))
    return [
        (enemy, group.bodies)
        for enemy, group in groups
        if group is not None and not groups_apart(mine.box, group.box, reach)
    ]
