"""Terrain features for tests, in inches, and ways to put them on a table that is set up already."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.rulesets.grinding_annihilation.model.messages import Spot, TerrainFeature, TerrainSolid
from adjudicator.rulesets.grinding_annihilation.rows import Terrain
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import mil

Box = tuple[float, float, float, float]


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Spot, ...]:
    """Give the corners of a rectangle."""
    return tuple(Spot(x=mil(x), y=mil(y)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def solid(at: Box, top: float, bottom: float = 0, kind: str = "solid") -> TerrainSolid:
    """Make a solid over a rectangle."""
    return TerrainSolid(kind=kind, polygon=box(*at), bottom=mil(bottom), top=mil(top))


def craters(*at: float) -> TerrainFeature:
    """Make a crater."""
    return TerrainFeature(type="craters", footprint=box(*at))


def barricade(x0: float, y0: float, x1: float, y1: float, top: float = 0.5) -> TerrainFeature:
    """Make a barricade as high as this."""
    return TerrainFeature(type="barricade", footprint=box(x0, y0, x1, y1), solids=(solid((x0, y0, x1, y1), top),))


def debris(x0: float, y0: float, x1: float, y1: float, top: float = 4) -> TerrainFeature:
    """Make battle debris."""
    return TerrainFeature(type="debris", footprint=box(x0, y0, x1, y1), solids=(solid((x0, y0, x1, y1), top),))


def hill(x0: float, y0: float, x1: float, y1: float, top: float = 3) -> TerrainFeature:
    """Make a hill or building."""
    return TerrainFeature(
        type="hill_or_building", footprint=box(x0, y0, x1, y1), solids=(solid((x0, y0, x1, y1), top),)
    )


def woods(*at: float, solids: Sequence[TerrainSolid] = ()) -> TerrainFeature:
    """Make a wood; without solids there is nothing in it that hides anybody."""
    return TerrainFeature(type="woods", footprint=box(*at), solids=tuple(solids), boundary=box(*at))


def ruins(*at: float, solids: Sequence[TerrainSolid] = ()) -> TerrainFeature:
    """Make ruins with these walls, floors and roofs."""
    return TerrainFeature(type="ruins", footprint=box(*at), solids=tuple(solids), boundary=box(*at))


def with_terrain(table: Table, *features: TerrainFeature) -> Table:
    """Let these features stand on the warfield, "t1" the first."""
    rows = (Terrain(id=f"t{n}", seat=0, feature=each, agreed=True) for n, each in enumerate(features, 1))
    return table.put("terrain", *rows)
