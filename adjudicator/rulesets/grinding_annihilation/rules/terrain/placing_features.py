"""Chapters 6.0 and 7.0, terrain features: placed in turns, each agreed by the other player.

A placed feature is a fact of kind "terrain" with its type and, of woods and ruins, the corners of its boundary as
value: "woods 1000,2000 3000,2000 3000,4000". The other player lets it stand or holds another value against it, which a
roll-off or the referee settles. The suspended window `terrain_agreed` then puts down what stands.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Values
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.state import Fact
from adjudicator.kernel.decide.windows import FactsSubject, Window, WindowKind, subject_of, windows
from adjudicator.kernel.messages import Spot
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    PlaceTerrainFeature,
    TerrainFeature,
    TerrainFeatureAgreed,
    TerrainFeaturePlaced,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Terrain
from adjudicator.rulesets.grinding_annihilation.model.state import Game, forget_facts, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import TerrainSubject
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up.placing_turns import ask_next, features_left
from adjudicator.rulesets.grinding_annihilation.rules.missions.warfield_layout import interleaved
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_checks import BOUNDARY, KINDS, feature_faults
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import BOUNDED, CRATERS, SOLID, TYPES

KIND = "terrain"
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
    ruling.record(event, "GA-7.0-10", "GA-6.0-01", *boundary_clause(feature))
    ruling.answered()
    fact = ruling.state_fact(KIND, (key,), described(feature), "GA-6.0-01")
    ruling.ask("terrain_agreed", subject=TerrainSubject(key, fact))
    ruling.ask("fact_stated", rival(ruling.actor), subject=FactsSubject((fact,)))


def terrain_feature_placed(game: Game, event: TerrainFeaturePlaced) -> None:
    """Put the feature down; the other player is next."""
    game.terrain[event.feature] = Terrain(id=event.feature, seat=event.seat, feature=event.terrain)
    game.battle = replace(game.battle, passes=0, selects=rival(event.seat))


def boundary_clause(feature: TerrainFeature) -> tuple[str, ...]:
    return (BOUNDARY[feature.terrain_type],) if feature.terrain_type in BOUNDED else ()


# -- agreeing


def described(feature: TerrainFeature) -> str:
    """Write down what has to be agreed of a feature."""
    corners = feature.boundary if feature.terrain_type in BOUNDED else ()
    return " ".join((feature.terrain_type, *(f"{corner.x},{corner.y}" for corner in corners)))


def retyped(feature: TerrainFeature, value: str) -> TerrainFeature | None:
    """Give a feature the type and boundary of a value; None where the value does not read so.

    Without corners the boundary stays, or is the footprint.
    """
    found = _VALUE.fullmatch(value)
    if found is None or found[1] not in TYPES:
        return None
    kind = found[1]
    corners = tuple(Spot(x=int(x), y=int(y)) for x, y in (word.split(",") for word in found[2].split()))
    boundary = corners or feature.boundary or feature.footprint
    solids = tuple(solid if kind in KINDS else replace(solid, kind=SOLID) for solid in feature.solids)
    return TerrainFeature(
        terrain_type=kind,
        footprint=feature.footprint,
        solids=() if kind == CRATERS else solids,
        boundary=boundary if kind in BOUNDED else (),
    )


def judge(ruling: Ruling[Game], fact: Fact, value: str) -> None:
    """GA-6.0-01 GA-6.5-01 Hold a type and boundary that may be against those stated; who is right is settled."""
    row = ruling.game.terrain[fact.subjects[0]]
    other = retyped(row.feature, value)
    if other is None:
        ruling.reject("GA-6.0-01", "terrain-value", "value", types=" ".join(TYPES))
    ruling.refuse_all(list(feature_faults(ruling.game, other, but=row.id)))


def _disputes(game: Game, fact: Fact) -> Values | None:
    """GA-6.0-01 Offer the other types that a feature may be of, its boundary as it is."""
    row = game.terrain[fact.subjects[0]]
    others = {kind: retyped(row.feature, kind) for kind in TYPES if kind != row.feature.terrain_type}
    may = [key for key, other in others.items() if other and not any(feature_faults(game, other, but=row.id))]
    return Choice(tuple(may)) if may else None


def _settle(ruling: Ruling[Game], window: Window) -> None:
    """GA-6.0-01 GA-6.5-01 GA-6.6-01 Put down what stands for the battle, and go on placing."""
    subject = subject_of(window, TerrainSubject)
    key, fact = subject.feature, subject.fact
    row = ruling.game.terrain[key]
    feature = retyped(row.feature, ruling.game.facts[fact].value) or row.feature
    ruling.record(TerrainFeatureAgreed(feature=key, terrain=feature), "GA-6.0-01", *boundary_clause(feature))
    if ruling.game.battle.step == "terrain":
        ruling.ask("terrain", rival(row.seat))
    else:
        ask_next(ruling)


def terrain_feature_agreed(game: Game, event: TerrainFeatureAgreed) -> None:
    """The feature stands as it is now; the statement has done its work."""
    game.terrain[event.feature] = replace(game.terrain[event.feature], feature=event.terrain, agreed=True)
    forget_facts(game, lambda fact: fact.kind == KIND and fact.subjects == (event.feature,))


PART = Part(
    handlers=handlers(place_terrain_feature),
    reducers=reducers(terrain_feature_placed, terrain_feature_agreed),
    windows=windows(WindowKind("terrain_agreed", "GA-6.0-01", on_close=_settle, subject=TerrainSubject)),
    judges={KIND: judge},
    disputes={KIND: _disputes},
)
