"""Terrain features that are ready to be placed, as data has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from adjudicator.kernel.decoding import read_table
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.grinding_annihilation.model.messages import TerrainFeature, TerrainSolid
from adjudicator.rulesets.grinding_annihilation.model.options import PACKAGE

Corners = tuple[tuple[int, int], ...]


class SolidEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A solid about the middle of its feature."""

    kind: str
    polygon: Corners
    bottom: int
    top: int


class FeatureEntry(Struct, frozen=True, forbid_unknown_fields=True):
    """A feature about its middle."""

    clause: str
    type: str
    footprint: Corners
    solids: tuple[SolidEntry, ...] = ()
    boundary: Corners = ()


TERRAIN_PIECES: Mapping[str, FeatureEntry] = read_table(PACKAGE, "terrain.toml", FeatureEntry)


def placed(entry: FeatureEntry, x: int, y: int, *, turned: bool) -> TerrainFeature:
    """Put a ready feature down around a point, turned by a quarter or not."""

    def there(corners: Iterable[tuple[int, int]]) -> tuple[Spot, ...]:
        return tuple(Spot(x=x - b, y=y + a) if turned else Spot(x=x + a, y=y + b) for a, b in corners)

    return TerrainFeature(
        terrain_type=entry.type,
        footprint=there(entry.footprint),
        boundary=there(entry.boundary),
        solids=tuple(
            TerrainSolid(kind=solid.kind, polygon=there(solid.polygon), bottom=solid.bottom, top=solid.top)
            for solid in entry.solids
        ),
    )
