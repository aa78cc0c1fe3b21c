"""Chapter 2.4, lines of sight: worked out from positions, and the most that boundaries let anybody see.

Rays run between fixed points of two bodies, as the board has them. Solids and troops are prisms; boundaries.py says
what woods and ruins do to a ray.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from adjudicator.board.inches import (
    Body,
    Polygon,
    Volume,
    between,
    boxes_meet,
    inside_polygon,
    sees_all,
    visible_share,
    volume_of,
    way_box,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import bodies_on_warfield
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import shapes_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.boundaries import (
    SightBody,
    blocks_full_view,
    sight_body_of,
    stops_lines,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import BOUNDED, RUINS, WOODS, Shape

DEPTH = 1_000_000
UNSEEN, UNDER_HALF, VISIBLE, FULL = "none", "under_half", "visible", "full"


# -- one pair


@lru_cache(maxsize=8192)
def _share(observer: Body, target: Body, blockers: tuple[Volume, ...], across: tuple[Polygon, ...]) -> tuple[int, int]:
    return visible_share(observer, target, blockers, across)


@lru_cache(maxsize=8192)
def _all_seen(observer: Body, target: Body, blockers: tuple[Volume, ...], across: tuple[Polygon, ...]) -> bool:
    return sees_all(observer, target, blockers, across)


def sight_between(
    shapes: Sequence[Shape],
    observer: SightBody,
    target: SightBody,
    others: Iterable[Volume] = (),
    *,
    solid: bool = True,
) -> str:
    """GA-2.4-08 GA-2.4-10 GA-6.5-02 GA-6.6-03 Say what a troop sees of another, in the words of statements.

    `others` are troops in the way. Where `solid` is false the boundaries of woods and ruins alone count.
    """
    return _past(_near(shapes, observer, target), observer, target, others, solid=solid)


def _near(shapes: Iterable[Shape], observer: SightBody, target: SightBody) -> tuple[Shape, ...]:
    a, b = observer.body, target.body
    way = way_box(a, (b.pose,), max(b.base.length, b.base.width))
    return tuple([shape for shape in shapes if boxes_meet(way, shape.box) and _between(shape, a, b)])


def _past(
    near: Sequence[Shape], observer: SightBody, target: SightBody, others: Iterable[Volume] = (), *, solid: bool
) -> str:
    blockers = (*(part.volume for row in near for part in row.parts if solid), *others)
    across = tuple(row.ground for row in near if stops_lines(row, observer, target))
    # nothing in the way, nothing to count
    points, total = _share(observer.body, target.body, blockers, across) if blockers or across else (1, 1)
    if not points:
        return UNSEEN
    hiding = [row for row in near if blocks_full_view(row, observer, target)]
    if points == total and any(inside_polygon(target.body, row.ground) for row in hiding):
        return VISIBLE
    woods = tuple(Volume(row.ground, -DEPTH, DEPTH) for row in hiding)
    if points == total and woods:
        return FULL if _all_seen(observer.body, target.body, (*blockers, *woods), across) else VISIBLE
    if points == total:
        return FULL
    return UNDER_HALF if 2 * points < total else VISIBLE


def _between(shape: Shape, a: Body, b: Body) -> bool:
    return between(a, b, shape.ground) or any(between(a, b, part.volume.polygon) for part in shape.parts)


def hidden_by(shape: Shape, observer: SightBody, target: SightBody) -> bool:
    """GA-6.0-07 Tell whether a feature by itself keeps a troop from being fully visible."""
    return sight_between((shape,), observer, target) != FULL


def lies_between(shape: Shape, observer: SightBody, target: SightBody) -> bool:
    """GA-6.0-07 Tell whether a feature can be why a troop is not fully visible, where sight is stated."""
    if shape.type == WOODS and not blocks_full_view(shape, observer, target) and not (observer.tall or target.tall):
        return False
    return between(observer.body, target.body, shape.ground)


# -- pairs of a battle


def most_seen(game: Game, observer: Troop, target: Troop) -> tuple[str, str]:
    """GA-6.5-02 GA-6.6-03 Give the most that may be stated of a pair, and why: what boundaries alone allow."""
    return Boundaries(game).most(observer, target)


class Boundaries:
    """What woods and ruins bar on a warfield as it stands; every troop is looked up once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bounded = tuple(shape for shape in shapes_of(game) if shape.type in BOUNDED)
        self.looks: dict[str, SightBody] = {}

    def most(self, observer: Troop, target: Troop) -> tuple[str, str]:
        """GA-6.5-02 GA-6.6-03 Give the most that may be stated of a pair, and why."""
        if not self.bounded:
            return FULL, ""
        return most_by_boundaries(self.bounded, self._look(observer), self._look(target))

    def _look(self, troop: Troop) -> SightBody:
        if troop.id not in self.looks:
            self.looks[troop.id] = sight_body_of(self.game, troop)
        return self.looks[troop.id]


def most_by_boundaries(bounded: Sequence[Shape], observer: SightBody, target: SightBody) -> tuple[str, str]:
    """GA-6.5-02 GA-6.6-03 Say the most that woods and ruins let a troop see of another, by their boundaries alone."""
    near = _near(bounded, observer, target)
    if not near:
        return FULL, "GA-6.5-02"
    most = _past([row for row in near if row.type == RUINS], observer, target, solid=False)
    if most != FULL:
        return (UNSEEN if most == UNSEEN else VISIBLE), "GA-6.6-03"
    return (VISIBLE if _past(near, observer, target, solid=False) != FULL else FULL), "GA-6.5-02"


class Visibility:
    """Sight over a warfield as it stands: who is where, and which troops block the view of the others."""

    def __init__(
        self,
        shapes: Sequence[Shape],
        looks: Mapping[str, SightBody],
        formations: Mapping[str, str],
        blocking: Iterable[str],
    ) -> None:
        """Take the troops by id, the formations they belong to, and those that are enemies of whoever looks."""
        self.shapes, self.looks, self.formations = shapes, looks, formations
        self.bulks = tuple((key, volume_of(looks[key].body)) for key in blocking)

    def pair(self, observer: str, target: str) -> str:
        """GA-2.4-08 GA-2.4-09 GA-2.4-10 Say what a troop sees of another.

        Fellows of the target are looked through, but for full sight of it.
        """
        found = self._seen(observer, target, fellows=False)
        return found if found != FULL or self.alone(observer, target) == FULL else VISIBLE

    def alone(self, observer: str, target: str) -> str:
        """GA-2.4-08 GA-2.4-10 Say what a troop sees of another taken by itself, fellows of the target in the way."""
        return self._seen(observer, target, fellows=True)

    def formation(self, observer: str, troops: Iterable[str]) -> str:
        """GA-2.4-09 GA-2.4-11 Say what a troop sees of a formation, its own troops looked through."""
        found = [self._seen(observer, troop, fellows=False) for troop in troops]
        if all(row == FULL for row in found):
            return FULL
        return UNSEEN if all(row == UNSEEN for row in found) else VISIBLE

    def _seen(self, observer: str, target: str, *, fellows: bool) -> str:
        return sight_between(
            self.shapes, self.looks[observer], self.looks[target], self._others(target, fellows=fellows)
        )

    def _others(self, target: str, *, fellows: bool) -> Iterator[Volume]:
        for key, volume in self.bulks:
            if key != target and (fellows or self.formations[key] != self.formations[target]):
                yield volume


def visibility_of(game: Game, seat: int, *others: Troop) -> Visibility:
    """GA-2.4-08 Look with the eyes of a player's troops; enemies of his block the view, by option.

    `others` may look or be looked at too, though they fell.
    """
    standing = [troop for troop, _ in bodies_on_warfield(game)]
    blocking = [row.id for row in standing if row.seat != seat and game.options.enemy_troops_block_los]
    known = (*standing, *others)
    looks = {row.id: sight_body_of(game, row) for row in known}
    return Visibility(shapes_of(game), looks, {row.id: row.formation for row in known}, blocking)
