"""Chapters 6.5 and 6.6, what the boundaries of woods and ruins do to lines of sight.

Woods never stop a ray; a troop is fully visible only by rays that keep clear of them. A ray may end in ruins, or begin
where its troop is wholly inside them, and does not cross them. Boundaries have no height: to look over them is to look
across them.
"""

from __future__ import annotations

from typing import NamedTuple

from adjudicator.board.inches import Body, inside_polygon, overlaps_polygon
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import RUINS, WOODS, Shape

ABOVE_ALL = ("towering", "aircraft")


class SightBody(NamedTuple):
    """A troop that looks or is looked at; `tall` is Towering or Aircraft (GA-6.5-02, GA-6.6-03)."""

    body: Body
    tall: bool = False


def sight_body_of(game: Game, troop: Troop) -> SightBody:
    """Give a troop as it stands, or fell."""
    return SightBody(body_of(game, troop), any(has_keyword(game, troop, word) for word in ABOVE_ALL))


def blocks_full_view(shape: Shape, observer: SightBody, target: SightBody) -> bool:
    """GA-6.5-02 GA-6.5-03 Tell whether lines across a wood show nothing fully; who is wholly inside looks out of it."""
    if shape.type != WOODS or observer.tall or target.tall:
        return False
    return overlaps_polygon(target.body, shape.ground) or not inside_polygon(observer.body, shape.ground)


def stops_lines(shape: Shape, observer: SightBody, target: SightBody) -> bool:
    """GA-6.6-03 GA-6.6-04 Tell whether ruins stop lines that cross them; not from or to those wholly inside."""
    if shape.type != RUINS or observer.tall or target.tall:
        return False
    return not any(inside_polygon(row.body, shape.ground) for row in (observer, target))
