"""Chapter 2.4, impossibility as the service finds it, by option: what it looks through for an end state (GA-2.4-13).

With `impossibility` = "solver" nobody else is asked about a claim: it is refused where one of the end states tried here
is legal and speaks against it, and stands where none does. The search is the one that a bot makes its moves by, so it
may miss what a player would find; what it finds is judged like a submitted move by whoever asks.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from adjudicator.kernel.bot import Sight
from adjudicator.rulesets.grinding_annihilation.bot_charge import charges as charges_of
from adjudicator.rulesets.grinding_annihilation.bot_charge import grip
from adjudicator.rulesets.grinding_annihilation.bot_moves import escapes, paths_of
from adjudicator.rulesets.grinding_annihilation.bot_table import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.moves import reach_of
from adjudicator.rulesets.grinding_annihilation.state import Game
from adjudicator.rulesets.grinding_annihilation.views import view

SOLVER = "solver"
Ways: TypeAlias = tuple[TroopPath, ...]


def solves(game: Game) -> bool:
    """GA-2.4-13 Tell whether the service judges claims by itself."""
    return game.how.impossibility == SOLVER


def assaults(game: Game, formation: str, targets: Sequence[str], last: Collection[str]) -> Iterator[Ways]:
    """GA-3.4-08 Go through Assault moves on these targets; who is in `last` takes the places that are left."""
    table = _table(game, formation)
    for found in charges_of(table, formation, targets, _reach(game), last):
        yield paths_of(table, found.ways)


def grips(game: Game, formation: str, troops: Sequence[str]) -> Iterator[Ways]:
    """GA-3.5-10 GA-3.5-19 Go through short moves towards the enemy: of everybody, then of each of some troops alone."""
    table = _table(game, formation)
    for only in (None, *((key,) for key in troops)):
        for contact_only in (True, False):
            yield paths_of(table, grip(table, formation, contact_only=contact_only, only=only))


def retreats(game: Game, formation: str) -> Iterator[Ways]:
    """GA-3.2-15 Go through Retreats of a whole formation."""
    table = _table(game, formation)
    for ends in escapes(table, formation, _reach(game)):
        yield paths_of(table, ends)


def _table(game: Game, formation: str) -> Table:
    seat = game.formations[formation].seat
    return Table(Sight(seat, view(game, seat), (), ()))


def _reach(game: Game) -> int:
    """Give how far everybody may go in the move under way."""
    reaches = () if game.action is None else game.action.reaches
    return min(reach_of(each for each in reaches if each.troop in game.troops).values(), default=0)


__all__ = ["Ways", "assaults", "grips", "retreats", "solves"]
