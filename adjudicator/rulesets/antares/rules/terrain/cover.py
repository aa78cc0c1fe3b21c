"""Chapter 7, cover: what hides a target model from those who shoot at it, and what it adds to Resist.

Areas cover whoever stands in them, obstacles whoever is within 1 inch of them against shots that come over them. Where
several models shoot, a shot comes over an obstacle if it does so for more than half of them (AN-SHOOT-07).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.rulesets.antares.model.distances import body_of
from adjudicator.rulesets.antares.model.messages import TerrainPiece
from adjudicator.rulesets.antares.model.rows import Model
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.roster.force_lists import SIZES
from adjudicator.rulesets.antares.roster.terrain_checks import COVERS
from adjudicator.rulesets.antares.rules.shooting.line_of_sight import size_of
from adjudicator.rulesets.antares.rules.terrain.terrain_pieces import (
    OBSTACLE,
    lies_across,
    near_edge,
    pieces_of,
    stands_in,
)
from adjudicator.rulesets.antares.rules.tests.rounding import is_majority

CLEAR, SOFT, HARD = COVERS
SOFT_SIZES = 2


def cover_against(game: Game, target: Model, shooters: Sequence[Model]) -> str:
    """AN-TERRAIN-20 AN-TERRAIN-21 Give the cover of a model against these shooters: "clear", "soft" or "hard".

    Of several kinds the one that helps it most.
    """
    found = {row.cover for row in covering(game, target, shooters)}
    return max((CLEAR, SOFT, HARD), key=lambda word: (word in found and bonus(game, target, word)[0], word in found))


def bonus(game: Game, target: Model, cover: str) -> tuple[int, str]:
    """AN-TERRAIN-17 AN-TERRAIN-18 AN-TERRAIN-27 Give what cover adds to a model's Resist, and by what clause."""
    size = size_of(game, target.unit)
    if cover == SOFT:
        return (1 if size < SOFT_SIZES else 0), "AN-TERRAIN-17"
    if cover == HARD:
        limit = game.options.hard_cover_size_limit
        return (2 if not limit or size <= SIZES.index(limit) else 0), "AN-TERRAIN-18"
    return 0, "AN-TERRAIN-27"


def covering(game: Game, target: Model, shooters: Sequence[Model]) -> Iterator[TerrainPiece]:
    """AN-TERRAIN-20 AN-TERRAIN-21 Go through the pieces that cover a model against these shooters, by id."""
    body = body_of(game, target)
    point = body.pose.x, body.pose.y
    for piece in pieces_of(game):
        if piece.cover == CLEAR:
            continue
        if piece.terrain_type != OBSTACLE:
            if stands_in(piece, point):
                yield piece
        elif near_edge(piece, body):
            over = [shooter for shooter in shooters if lies_across(piece, _point(game, shooter), point)]
            if is_majority(len(over), len(shooters)):
                yield piece


def _point(game: Game, model: Model) -> tuple[int, int]:
    pose = body_of(game, model).pose
    return pose.x, pose.y
