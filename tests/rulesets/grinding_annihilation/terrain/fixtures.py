"""Terrain features in inches, and ways to put them on a table that is set up already."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ObjectiveMarkerPlaced,
    SelectToShoot,
    TerrainFeature,
    TerrainSolid,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Terrain
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, mil, trooper

Box = tuple[float, float, float, float]


def box(x0: float, y0: float, x1: float, y1: float) -> tuple[Spot, ...]:
    """Give the corners of a rectangle."""
    return tuple(Spot(x=mil(x), y=mil(y)) for x, y in ((x0, y0), (x1, y0), (x1, y1), (x0, y1)))


def solid(at: Box, top: float, bottom: float = 0, kind: str = "solid") -> TerrainSolid:
    """Make a solid over a rectangle."""
    return TerrainSolid(kind=kind, polygon=box(*at), bottom=mil(bottom), top=mil(top))


def craters(*at: float) -> TerrainFeature:
    """Make a crater."""
    return TerrainFeature(terrain_type="craters", footprint=box(*at))


def barricade(x0: float, y0: float, x1: float, y1: float, top: float = 0.5) -> TerrainFeature:
    """Make a barricade as high as this."""
    return TerrainFeature(
        terrain_type="barricade", footprint=box(x0, y0, x1, y1), solids=(solid((x0, y0, x1, y1), top),)
    )


def debris(x0: float, y0: float, x1: float, y1: float, top: float = 4) -> TerrainFeature:
    """Make battle debris."""
    return TerrainFeature(terrain_type="debris", footprint=box(x0, y0, x1, y1), solids=(solid((x0, y0, x1, y1), top),))


def hill(x0: float, y0: float, x1: float, y1: float, top: float = 3) -> TerrainFeature:
    """Make a hill or building."""
    return TerrainFeature(
        terrain_type="hill_or_building", footprint=box(x0, y0, x1, y1), solids=(solid((x0, y0, x1, y1), top),)
    )


def woods(*at: float, solids: Sequence[TerrainSolid] = ()) -> TerrainFeature:
    """Make a wood; without solids there is nothing in it that hides anybody."""
    return TerrainFeature(terrain_type="woods", footprint=box(*at), solids=tuple(solids), boundary=box(*at))


def ruins(*at: float, solids: Sequence[TerrainSolid] = ()) -> TerrainFeature:
    """Make ruins with these walls, floors and roofs."""
    return TerrainFeature(terrain_type="ruins", footprint=box(*at), solids=tuple(solids), boundary=box(*at))


def with_terrain(table: Table, *features: TerrainFeature) -> Table:
    """Let these features stand on the warfield, "t1" the first."""
    rows = (Terrain(id=f"t{n}", seat=0, feature=feature, agreed=True) for n, feature in enumerate(features, 1))
    return table.put("terrain", *rows)


GEOMETRIC = {"visibility_source": "geometric"}


def facing_in_terrain(
    *features, red=((10, 10),), blue=((20, 10),), keywords=("infantry",), red_keywords=("infantry",), more=(), **rest
):
    """Let "a-r" look at "b-b" across features, where sight is worked out."""
    units = (
        formation("a-r", at=list(red), keywords=red_keywords),
        formation("b-b", at=list(blue), weapons=(), keywords=keywords),
    )
    return with_terrain(battle(*units, *more, options=rest.pop("options", GEOMETRIC), **rest), *features)


def shooting_in_terrain(*features, options=None, **rest):
    """Let "a-r" be selected to shoot at "b-b"."""
    table = facing_in_terrain(*features, options=options or {}, **rest)
    table.when("red", SelectToShoot(formation="a-r")).accepted()
    return table


def move_turn_in_terrain(*features, m=6, keywords=("infantry",), at=((10, 10),), base=1):
    """Let "a-r" stand at x 10 in red's Move turn, with terrain about it."""
    unit = formation("a-r", at=list(at), troop=trooper(m=m, base=base), keywords=keywords)
    return with_terrain(battle(unit, formation("b-b", at=[(40, 30)]), phase="move"), *features)


def battle_in_terrain(*features, m=6, keywords=("infantry",), others=(), phase="move", dice=()):
    """Let "a-r" stand at x 10 with terrain and others about it."""
    red = formation("a-r", at=[(10, 10)], troop=trooper(m=m), keywords=keywords)
    units = [red, *(others or (formation("b-b", at=[(40, 30)]),))]
    return with_terrain(battle(*units, phase=phase, dice=dice), *features)


FOUR = ((24, 10), (36, 10), (24, 30), (36, 30))


def terrain_step(*dice, step="terrain", markers=FOUR, **rest):
    """Let red be asked for terrain, or for the next marker."""
    table = battle(begin=False, phase="manoeuvres", dice=dice, **rest)
    rows = [
        ObjectiveMarkerPlaced(marker=str(n), seat=(n - 1) % 2, x=mil(x), y=mil(y), next=None)
        for n, (x, y) in enumerate(markers, 1)
    ]
    table.given(*rows)
    table.set(battle=replace(table.game.battle, round=0, selects=0, step="terrain" if step == "terrain" else "markers"))
    return table.ask("terrain" if step == "terrain" else "place_marker", "red")
