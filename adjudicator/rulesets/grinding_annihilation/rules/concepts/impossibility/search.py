"""Chapter 2.4, impossibility as the service finds it, by option: what it looks through for an end state (GA-2.4-13).

With `impossibility` = "solver" nobody else is asked about a claim: it is refused where one of the end states tried here
is legal and speaks against it, and stands where none does. The search tries a few places for each troop, so it may miss
what a player would find; what it finds is judged like a submitted move by whoever asks. Bots move by the same search.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TypeAlias

from adjudicator.rulesets.grinding_annihilation.model.messages import TroopPath
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.assault_search import charges
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.block_search import escapes
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.fight_search import short_moves
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import mover_of, paths_of
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import reach_of

SOLVER = "solver"
Ways: TypeAlias = tuple[TroopPath, ...]


def solves(game: Game) -> bool:
    """GA-2.4-13 Tell whether the service judges claims by itself."""
    return game.options.impossibility == SOLVER


def assault_moves_of(game: Game, formation: str, targets: Sequence[str], last: Collection[str]) -> Iterator[Ways]:
    """GA-3.4-08 Go through Assault moves on these targets; who is in `last` takes the places that are left."""
    mover = mover_of(game, formation)
    for found in charges(mover, targets, _reach(game), last):
        yield paths_of(mover.troops, found.ways)


def short_moves_of(game: Game, formation: str, troops: Sequence[str]) -> Iterator[Ways]:
    """GA-3.5-10 GA-3.5-19 Go through short moves towards the enemy: of everybody, then of each of some troops alone."""
    mover = mover_of(game, formation)
    for only in (None, *((key,) for key in troops)):
        for contact_only in (True, False):
            yield paths_of(mover.troops, short_moves(mover, contact_only=contact_only, only=only))


def retreats_of(game: Game, formation: str) -> Iterator[Ways]:
    """GA-3.2-15 Go through Retreats of a whole formation."""
    mover = mover_of(game, formation)
    for ends in escapes(mover, _reach(game)):
        yield paths_of(mover.troops, ends)


def _reach(game: Game) -> int:
    """Give how far everybody may go in the move under way."""
    reaches = () if game.action is None else game.action.reaches
    return min(reach_of(reach for reach in reaches if reach.troop in game.troops).values(), default=0)
