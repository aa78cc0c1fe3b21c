"""Chapters 6.0 and 7.0, terrain features: placed in turns, each agreed by the other player.

A placed feature is a fact of kind "terrain" with its type and, of woods and ruins, the corners of its boundary as
value: "woods 1000,2000 3000,2000 3000,4000". The other player lets it stand or holds another value against it, which a
roll-off or the referee settles. The suspended window `terrain_agreed` then puts down what stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.board.inches import (
    Polygon,
    polygon_contains_polygon,
    polygon_faults,
    polygons_overlap,
)
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.features import (
    BOUNDED,
    CRATERS,
    FLOOR,
    ROOF,
    RUINS,
    SOLID,
    TYPES,
    WALL,
    WOODS,
    Shape,
    buried,
    collide,
    polygon_of,
    shape_of,
)
from adjudicator.rulesets.grinding_annihilation.footing import terrain_of
from adjudicator.rulesets.grinding_annihilation.markers import ask_next, features_left
from adjudicator.rulesets.grinding_annihilation.measure import field
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    PlaceTerrainFeature,
    Spot,
    TerrainFeature,
    TerrainFeatureAgreed,
    TerrainFeaturePlaced,
)
from adjudicator.rulesets.grinding_annihilation.state import INCH, Game, Terrain, rival
from adjudicator.rulesets.grinding_annihilation.zones import interleaved

KIND = "terrain"
CORNERS = 32
SOLIDS = 24
HIGHEST = 60 * INCH
KINDS = {RUINS: (SOLID, WALL, FLOOR, ROOF)}
BOUNDARY = {WOODS: "GA-6.5-01", RUINS: "GA-6.6-01"}
_VALUE = re.compile(r"([a-z_]{1,20})((?: \d{1,7},\d{1,7}){0,32})")

# -- placing


def place_terrain_feature(ruling: Ruling[Game], command: PlaceTerrainFeature) -> None:
    """GA-7.0-10 GA-6.0-01 A feature has one type; woods and ruins have a boundary. The other player has to agree."""
    game, feature = ruling.game, command.feature
    early = ruling.window is not None and ruling.window.kind == "place_marker"
    ruling.require(interleaved(game) or not early, "GA-7.1-03", "markers-first", "")
    ruling.require(features_left(game), "GA-7.0-10", "enough-terrain", "feature", placed=len(game.terrain))
    ruling.refuse_all(list(feature_faults(game, feature)))
    key = f"t{len(game.terrain) + 1}"
    event = TerrainFeaturePlaced(feature=key, seat=ruling.actor, terrain=feature)
    ruling.record(event, "GA-7.0-10", "GA-6.0-01", *_boundary_clause(feature))
    ruling.answered()
    fact = ruling.state_fact(KIND, (key,), described(feature), "GA-6.0-01")
    ruling.ask("terrain_agreed", about=(key, fact))
    ruling.ask("fact_stated", rival(ruling.actor), about=(fact,))


def terrain_feature_placed(game: Game, event: TerrainFeaturePlaced) -> None:
    """Put the feature down; the other player is next."""
    game.terrain[event.feature] = Terrain(id=event.feature, seat=event.seat, feature=event.terrain)
    game.battle = replace(game.battle, passes=0, selects=rival(event.seat))


def _boundary_clause(feature: TerrainFeature) -> tuple[str, ...]:
    return (BOUNDARY[feature.type],) if feature.type in BOUNDED else ()


# -- agreeing


def described(feature: TerrainFeature) -> str:
    """Write down what has to be agreed of a feature."""
    corners = feature.boundary if feature.type in BOUNDED else ()
    return " ".join((feature.type, *(f"{each.x},{each.y}" for each in corners)))


def retyped(feature: TerrainFeature, value: str) -> TerrainFeature | None:
    """Give a feature the type and boundary of a value; None where the value does not read so.

    Without corners the boundary stays, or is the footprint.
    """
    found = _VALUE.fullmatch(value)
    if found is None or found[1] not in TYPES:
        return None
    kind = found[1]
    corners = tuple(Spot(x=int(x), y=int(y)) for x, y in (each.split(",") for each in found[2].split()))
    boundary = corners or feature.boundary or feature.footprint
    solids = tuple(each if kind in KINDS else replace(each, kind=SOLID) for each in feature.solids)
    return TerrainFeature(
        type=kind, footprint=feature.footprint, solids=() if kind == CRATERS else solids,
        boundary=boundary if kind in BOUNDED else (),
    )  # fmt: skip


def judge(ruling: Ruling[Game], fact: Fact, value: str) -> None:
    """GA-6.0-01 GA-6.5-01 Hold a type and boundary that may be against those stated; who is right is settled."""
    row = ruling.game.terrain[fact.subjects[0]]
    other = retyped(row.feature, value)
    if other is None:
        ruling.reject("GA-6.0-01", "terrain-value", "value", types=" ".join(TYPES))
    ruling.refuse_all(list(feature_faults(ruling.game, other, but=row.id)))


def _settle(ruling: Ruling[Game], window: Window) -> None:
    """GA-6.0-01 GA-6.5-01 GA-6.6-01 Put down what stands for the battle, and go on placing."""
    key, fact = window.about
    row = ruling.game.terrain[key]
    feature = retyped(row.feature, ruling.game.facts[fact].value) or row.feature
    ruling.record(TerrainFeatureAgreed(feature=key, terrain=feature), "GA-6.0-01", *_boundary_clause(feature))
    if ruling.game.battle.step == "terrain":
        ruling.ask("terrain", rival(row.seat))
    else:
        ask_next(ruling)


def terrain_feature_agreed(game: Game, event: TerrainFeatureAgreed) -> None:
    """The feature stands as it is now; the statement has done its work."""
    game.terrain[event.feature] = replace(game.terrain[event.feature], feature=event.terrain, agreed=True)
    stale = [key for key, fact in game.facts.items() if fact.kind == KIND and fact.subjects == (event.feature,)]
    for key in stale:
        del game.facts[key]


# -- what can be wrong with a feature


def feature_faults(game: Game, feature: TerrainFeature, but: str = "") -> Iterator[Fault]:
    """GA-6.0-01 GA-6.5-01 GA-6.6-01 GA-7.0-10 Find what is wrong with a feature; `but` is itself, placed already."""
    if feature.type not in TYPES:
        yield Fault("GA-6.0-01", "terrain-type", "feature.type", (("found", feature.type), ("types", " ".join(TYPES))))
        return
    wrong = [*_outline_faults(game, feature)]
    yield from wrong
    if not wrong:
        yield from _solid_faults(feature)
        yield from _room_faults(game, shape_of(feature), but)


def _outline_faults(game: Game, feature: TerrainFeature) -> Iterator[Fault]:
    bounded = feature.type in BOUNDED
    if bounded and not feature.boundary:
        yield Fault(BOUNDARY[feature.type], "no-boundary", "feature.boundary", (("type", feature.type),))
    if feature.boundary and not bounded:
        yield Fault("GA-6.0-01", "needless-boundary", "feature.boundary", (("type", feature.type),))
    outlines = [("feature.footprint", polygon_of(feature.footprint))]
    outlines += [("feature.boundary", polygon_of(feature.boundary))] if feature.boundary else []
    if len(feature.solids) > SOLIDS:
        yield Fault("GA-6.0-01", "many-solids", "feature.solids", (("found", len(feature.solids)), ("most", SOLIDS)))
        return
    outlines += [(f"feature.solids[{n}].polygon", polygon_of(each.polygon)) for n, each in enumerate(feature.solids)]
    for where, polygon in outlines:
        wrong = _polygon_fault(game, polygon)
        if wrong:
            yield Fault("GA-6.0-01", "terrain-outline", where, (("problem", wrong),))


def _polygon_fault(game: Game, polygon: Polygon) -> str:
    if len(polygon) > CORNERS:
        return f"it has {len(polygon)} corners and may have {CORNERS}"
    board = field(game)
    if not all(board.x0 <= x <= board.x1 and board.y0 <= y <= board.y1 for x, y in polygon):
        return "it leaves the warfield"
    return next(iter(polygon_faults(polygon)), "")


def _solid_faults(feature: TerrainFeature) -> Iterator[Fault]:
    footprint = polygon_of(feature.footprint)
    kinds = KINDS.get(feature.type, (SOLID,))
    if feature.boundary and not polygons_overlap(polygon_of(feature.boundary), footprint):
        yield Fault(BOUNDARY[feature.type], "boundary-elsewhere", "feature.boundary")
    for n, each in enumerate(feature.solids):
        where = f"feature.solids[{n}]"
        if feature.type == CRATERS:
            yield Fault("GA-6.1-01", "solid-craters", where)
        if each.kind not in kinds:
            yield Fault("GA-6.0-01", "solid-kind", where, (("found", each.kind), ("kinds", " ".join(kinds))))
        if not each.bottom < each.top <= HIGHEST:
            yield Fault("GA-6.0-01", "solid-height", where, (("most", HIGHEST),))
        if not polygon_contains_polygon(footprint, polygon_of(each.polygon)):
            yield Fault("GA-6.0-01", "solid-outside", where)


def _room_faults(game: Game, shape: Shape, but: str) -> Iterator[Fault]:
    """GA-7.0-10 Solids of two features do not fill the same space, and a marker is never buried."""
    for row in terrain_of(game):
        if row.id != but and collide(shape, shape_of(row.feature)):
            yield Fault("GA-7.0-10", "terrain-overlaps", "feature", (("other", row.id),))
    for key in sorted(game.markers):
        marker = game.markers[key]
        if buried(shape, marker.x, marker.y):
            yield Fault("GA-7.0-10", "marker-buried", "feature", (("marker", key),))


CLAUSES = handlers(place_terrain_feature)
REDUCERS = reducers(terrain_feature_placed, terrain_feature_agreed)
JUDGES = MappingProxyType({KIND: judge})
WINDOWS = windows(WindowKind("terrain_agreed", "GA-6.0-01", on_close=_settle))

__all__ = ["CLAUSES", "JUDGES", "REDUCERS", "WINDOWS", "described", "feature_faults", "retyped"]
