"""Chapter 6.0, the Benefit of Cover: asked for when a ranged attack is allocated to a troop.

`has_cover` is the one door: terrain, Battle-Manoeuvres and unseen Indirect fire answer through it alike. Where sight is
stated, the statements of the declaration say who sees a troop fully, and a feature is the reason where it lies between
the two; where sight is worked out, it is the reason where it alone would keep the troop from being fully visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from adjudicator.board.inches import inside_polygon, polygon_gap_within
from adjudicator.rulesets.grinding_annihilation.model.messages import Cover
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, AttackGroup, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import INCH, Game, has_keyword, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import (
    FULL,
    UNDER_HALF,
    UNSEEN,
    hidden_by,
    lies_between,
    visibility_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import geometric
from adjudicator.rulesets.grinding_annihilation.rules.movement.movement_on_terrain import shapes_of, terrain_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    facts_of,
    opened,
    profile_at,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.boundaries import sight_body_of
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import (
    BARRICADE,
    CRATERS,
    DEBRIS,
    HILL,
    RUINS,
    WOODS,
    Shape,
)

BEHIND = 3 * INCH
CLAUSE = {
    CRATERS: "GA-6.1-01",
    BARRICADE: "GA-6.2-04",
    DEBRIS: "GA-6.3-01",
    HILL: "GA-6.4-02",
    WOODS: "GA-6.5-04",
    RUINS: "GA-6.6-05",
}


# -- cover


def has_cover(game: Game, troop: Troop, attack: Attack) -> tuple[Cover, ...]:
    """GA-6.0-02 GA-6.0-03 Give what gives a troop cover against an attack of the open group; nothing: it has none."""
    group = opened(game)
    profile = profile_at(game, group.weapon, group.profile)
    if exempt(game, group):
        return ()
    found = [Cover(source=source, clause=clause) for source, clause in effects.covers(game, troop.formation)]
    if weapon_abilities.unseen_cover(profile, seen=facts_of(game, group.target).seen):
        found.append(Cover(source="unseen", clause="GA-8.3-15"))
    if game.terrain:
        found += _by_terrain(game, troop, attack.troop, group.formation)
    return tuple(found)


def exempt(game: Game, group: AttackGroup) -> bool:
    """GA-6.0-02 GA-8.3-08 Tell whether no cover counts against a group: it is melee, or its weapon ignores cover."""
    melee = game.weapons[group.weapon].melee
    return melee or weapon_abilities.ignores_cover(profile_at(game, group.weapon, group.profile))


def _by_terrain(game: Game, troop: Troop, attacker: str, formation: str) -> Iterator[Cover]:
    """GA-6.0-06 Go through the features that give a troop cover, by the places of this moment."""
    view = _View(game, troop, attacker, formation)
    if has_keyword(game, troop, "vehicle") and not view.under_half():
        return
    for row, shape in zip(terrain_of(game), shapes_of(game), strict=True):
        if _gives(view, shape):
            yield Cover(source=row.id, clause=CLAUSE[row.feature.terrain_type])


class _View:
    """One troop as an attacking formation sees it."""

    def __init__(self, game: Game, troop: Troop, attacker: str, formation: str) -> None:
        self.game, self.troop = game, troop
        self.shooter = game.troops[attacker] if attacker in game.troops else game.fallen[attacker].troop
        self.attackers = troops_of(game, formation)
        self.geometric = geometric(game)
        self.stated = {} if self.geometric else stated(game)

    def under_half(self) -> bool:
        """GA-6.0-05 Tell whether the attacking troop sees less than half of the troop."""
        if self.geometric:
            word = visibility_of(self.game, self.shooter.seat, self.shooter).alone(self.shooter.id, self.troop.id)
        else:
            word = self.stated.get((self.shooter.id, self.troop.id), FULL)
        return word in (UNSEEN, UNDER_HALF)

    def obscured(self, shape: Shape) -> bool:
        """GA-6.0-07 Tell whether a feature keeps the troop from being fully visible to the attacking formation."""
        match self.game.options.partial_cover_scope:
            case "shooter":
                return self._from(shape, self.shooter)
            case "all_attackers":
                return bool(self.attackers) and all(self._from(shape, attacker) for attacker in self.attackers)
            case _:
                return any(self._from(shape, attacker) for attacker in self.attackers)

    def _from(self, shape: Shape, observer: Troop) -> bool:
        looks = sight_body_of(self.game, observer), sight_body_of(self.game, self.troop)
        if self.geometric:
            return hidden_by(shape, *looks)
        return self.stated.get((observer.id, self.troop.id), FULL) != FULL and lies_between(shape, *looks)


def _gives(view: _View, shape: Shape) -> bool:
    """GA-6.1-01 GA-6.2-04 GA-6.3-01 GA-6.4-02 GA-6.5-04 GA-6.6-05 Tell whether a feature gives a troop cover."""
    body, infantry = body_of(view.game, view.troop), has_keyword(view.game, view.troop, "infantry")
    within = inside_polygon(body, shape.ground)
    match shape.type:
        case "craters":
            return infantry and within
        case "barricade" if view.game.options.barricade_cover == "as_written":
            return infantry and within
        case "barricade":
            return infantry and polygon_gap_within(body, shape.footprint, BEHIND) and view.obscured(shape)
        case "woods" | "ruins" if within:
            return True
        case _:
            return view.obscured(shape)


def stated(game: Game) -> Mapping[tuple[str, str], str]:
    """GA-2.4-12 Gather what the open declaration says about sight, by observer and troop."""
    sights = () if game.declaration is None else game.declaration.sights
    return {pair: sight.seen for sight in sights for pair in product(sight.observers, sight.troops)}
