"""Chapter 11, terrain as it is handed in: kinds, shapes and places, every fault at once (AN-TERRAIN-22)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from adjudicator.board.inches import polygon_faults
from adjudicator.kernel.decide.faults import Fault, all_among, among, at_most, fault, unique, within
from adjudicator.rulesets.antares.model.messages import TerrainPiece

TYPES = ("none", "obstacle", "area")
LOS = ("clear", "obscuring", "blocking")
MOVE = ("open", "difficult", "impassable")
COVERS = ("clear", "soft", "hard")
SEES_OVER = ("obscuring", "blocking", "models")
MOST_PIECES, MOST_POINTS, HIGHEST = 80, 40, 48_000


def piece_faults(pieces: Sequence[TerrainPiece], length: int, width: int) -> Iterator[Fault]:
    """AN-TERRAIN-22 Name everything that is wrong with the terrain of a table of this size."""
    yield from at_most("WG-DATA-01", "terrain", pieces, MOST_PIECES)
    yield from unique("WG-DATA-01", "terrain", [piece.id for piece in pieces], of=".id")
    for number, piece in enumerate(pieces[:MOST_PIECES]):
        yield from _faults(piece, f"terrain[{number}]", length, width)


def _faults(piece: TerrainPiece, path: str, length: int, width: int) -> Iterator[Fault]:
    yield from among("AN-TERRAIN-22", f"{path}.terrain_type", piece.terrain_type, TYPES)
    yield from among("AN-TERRAIN-24", f"{path}.los", piece.los, LOS)
    yield from among("AN-TERRAIN-25", f"{path}.movement", piece.movement, MOVE)
    yield from among("AN-TERRAIN-27", f"{path}.cover", piece.cover, COVERS)
    yield from all_among("AN-TERRAIN-16", f"{path}.sees_over", piece.sees_over, SEES_OVER)
    yield from within("AN-TERRAIN-16", f"{path}.height", piece.height, 0, HIGHEST)
    yield from within("AN-TERRAIN-16", f"{path}.ground", piece.ground, 0, HIGHEST)
    if piece.building and piece.terrain_type != "area":
        yield fault("AN-TERRAIN-22", "building-no-area", f"{path}.building", piece=piece.id)
    if piece.terrain_type == "none" and (piece.los, piece.movement, piece.cover) != (LOS[0], MOVE[0], COVERS[0]):
        yield fault("AN-TERRAIN-22", "open-ground-hinders", path, piece=piece.id)
    yield from _shape_faults(piece, f"{path}.shape", length, width)


def _shape_faults(piece: TerrainPiece, path: str, length: int, width: int) -> Iterator[Fault]:
    yield from at_most("WG-DATA-01", path, piece.shape, MOST_POINTS)
    points = tuple((row.x, row.y) for row in piece.shape[:MOST_POINTS])
    if not all(0 <= x <= length and 0 <= y <= width for x, y in points):
        yield fault("WG-DATA-01", "off-the-table", path, piece=piece.id, length=length, width=width)
    elif piece.terrain_type == "obstacle":
        if len(points) < 2 or any(a == b for a, b in pairwise(points)):  # noqa: PLR2004
            yield fault("AN-TERRAIN-22", "no-line", path, piece=piece.id)
    elif piece.terrain_type == "area":
        for what in polygon_faults(points):
            yield fault("WG-DATA-01", "bad-shape", path, piece=piece.id, what=what)
