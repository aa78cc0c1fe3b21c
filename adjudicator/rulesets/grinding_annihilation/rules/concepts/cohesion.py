"""Chapter 2.2, formation cohesion: when troops are one cohesive group."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from adjudicator.board.inches import Body, hang_together
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import VERTICAL, bodies_of

LINK = 2 * INCH
LINKS_NEEDED_FROM = 7


def cohesive(bodies: Sequence[Body]) -> bool:
    """GA-2.2-02 GA-2.2-03 GA-2.2-04 Tell whether troops in these places are one cohesive group."""
    return len(bodies) <= 1 or _linked(tuple(bodies))


@lru_cache(maxsize=512)
def _linked(bodies: tuple[Body, ...]) -> bool:
    needed = 2 if len(bodies) >= LINKS_NEEDED_FROM else 1
    return hang_together(bodies, LINK, VERTICAL, needed)


def in_cohesion(game: Game, formation: str) -> bool:
    """GA-2.2-02 Tell whether a formation is in cohesion where it stands."""
    return cohesive(bodies_of(game, formation))
