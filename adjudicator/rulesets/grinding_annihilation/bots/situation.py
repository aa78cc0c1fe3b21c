"""What a bot makes of its view: who stands where, how far from whom, and with what."""

from __future__ import annotations

from functools import cached_property

from adjudicator.board.inches import Body, Rect
from adjudicator.kernel.bot import Sight
from adjudicator.kernel.dice.tally import doubled_mean
from adjudicator.rulesets.grinding_annihilation.model.messages import Alteration, TroopProfile, Weapon, WeaponProfile
from adjudicator.rulesets.grinding_annihilation.reports.messages import FormationView, TroopView, View
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import (
    Mover,
    closest,
    every_flies,
    every_walks,
    is_bulky,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import Visibility
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import any_threat
from adjudicator.rulesets.grinding_annihilation.rules.terrain.boundaries import ABOVE_ALL, SightBody
from adjudicator.rulesets.grinding_annihilation.rules.terrain.feature_shapes import BOUNDED, Shape, shape_of
from adjudicator.rulesets.grinding_annihilation.rules.troops import damaged_states
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import AIRCRAFT

CHARACTER = "character"
TALL = frozenset(ABOVE_ALL)


class Table:
    """A view with its bodies made. `seat` is the bot's own."""

    def __init__(self, sight: Sight) -> None:
        self.view: View = sight.view
        self.seat = sight.party
        self.formations = {formation.id: formation for formation in self.view.formations}
        self.rect = Rect(0, 0, self.view.length, self.view.width)
        self._movers: dict[str, Mover] = {}

    @cached_property
    def profiles(self) -> dict[str, TroopProfile]:
        """Statistics of every troop."""
        found: dict[str, TroopProfile] = {}
        for formation in self.view.formations:
            kinds = {(part.id, profile.name): profile for part in formation.parts for profile in part.profiles}
            found.update({troop.id: kinds[troop.part, troop.profile] for troop in formation.troops})
        return found

    @cached_property
    def bodies(self) -> dict[str, Body]:
        """Bodies of the troops on the warfield."""
        return {
            troop.id: Body(self.profiles[troop.id].base_size, self.profiles[troop.id].height, troop.pose)
            for formation in self.view.formations
            if formation.place == "warfield"
            for troop in formation.troops
            if troop.pose is not None
        }

    @cached_property
    def shapes(self) -> tuple[Shape, ...]:
        """Terrain features, worked out."""
        return tuple(shape_of(row.feature) for row in self.view.terrain)

    @cached_property
    def bounded(self) -> tuple[Shape, ...]:
        """Woods and ruins."""
        return tuple(shape for shape in self.shapes if shape.type in BOUNDED)

    @cached_property
    def looks(self) -> dict[str, SightBody]:
        """Troops on the warfield as they look and are looked at."""
        tall = {
            troop.id: not TALL.isdisjoint((*troop.keywords, *part.keywords))
            for row in self.view.formations
            for part in row.parts
            for troop in row.troops
            if troop.part == part.id
        }
        return {key: SightBody(body, tall[key]) for key, body in self.bodies.items()}

    @cached_property
    def sights(self) -> Visibility:
        """What own troops see, where the rules work it out (GA-2.4-12)."""
        formations = {troop.id: row.id for row in self.view.formations for troop in row.troops}
        options = self.view.options
        enemy_troops = [
            troop.id for row in self.standing(mine=False) for troop in row.troops if troop.id in self.bodies
        ]
        blocking = enemy_troops if options is not None and options.enemy_troops_block_los else []
        return Visibility(self.shapes, self.looks, formations, blocking)

    def mover(self, formation: str) -> Mover:
        """Take a formation as the rules do that search for a move of it."""
        if formation not in self._movers:
            self._movers[formation] = self._made_mover(formation)
        return self._movers[formation]

    def _made_mover(self, formation: str) -> Mover:
        troops = [troop.id for troop in self.formations[formation].troops]
        friends = [row.id for row in self.standing(mine=True) if row.id != formation]
        enemies = [row.id for row in self.standing(mine=False)]
        return Mover(
            troops={key: self.bodies[key] for key in troops if key in self.bodies},
            stuck=frozenset(key for key in troops if self.profiles[key].immovable),
            keywords=self.keywords(formation),
            flies=self.flies(formation),
            walks=self.walks(formation),
            friends={key: tuple(self.bodies_of(key)) for key in friends},
            bulky_friends=frozenset(key for key in friends if is_bulky(self.keywords(key))),
            enemies={key: tuple(self.bodies_of(key)) for key in enemies},
            aircraft=frozenset(key for key in enemies if AIRCRAFT in self.keywords(key)),
            shapes=self.shapes,
            rect=self.rect,
        )

    def walks(self, formation: str) -> bool:
        """Tell whether every part of a formation walks through ruins (GA-6.6-01)."""
        return every_walks(part.keywords for part in self.formations[formation].parts if not part.destroyed)

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """Weapons by id."""
        return {weapon.id: weapon for weapon in self.view.weapons}

    def standing(self, *, mine: bool) -> list[FormationView]:
        """List the formations of one side on the warfield."""
        rows = self.view.formations
        return [row for row in rows if row.place == "warfield" and (row.seat == self.seat) is mine]

    def bodies_of(self, formation: str) -> list[Body]:
        """List the bodies of a formation."""
        return [self.bodies[troop.id] for troop in self.formations[formation].troops if troop.id in self.bodies]

    def side(self, *, mine: bool, but: str = "") -> list[Body]:
        """List the bodies of one side, but for one formation."""
        rows = self.standing(mine=mine)
        return [body for row in rows if row.id != but for body in self.bodies_of(row.id)]

    def keywords(self, formation: str) -> frozenset[str]:
        """Gather the keywords of a formation."""
        row = self.formations[formation]
        words = {word for part in row.parts for word in part.keywords}
        return frozenset(words | {word for troop in row.troops for word in troop.keywords})

    def characters(self, formation: str) -> list[str]:
        """List the Character troops of a formation."""
        row = self.formations[formation]
        leading = {part.id for part in row.parts if CHARACTER in part.keywords}
        return [troop.id for troop in row.troops if troop.part in leading or CHARACTER in troop.keywords]

    def flies(self, formation: str) -> bool:
        """Tell whether every part of a formation can Fly."""
        return every_flies(part.keywords for part in self.formations[formation].parts if not part.destroyed)

    def moves(self, formation: str) -> int:
        """Give the least Move of a formation; 0 where a troop of it can not move."""
        troops = self.formations[formation].troops
        kinds = [(self.profiles[troop.id], self.altered(formation, troop)) for troop in troops]
        return min(0 if kind.immovable else damaged_states.altered_move(kind, altered) for kind, altered in kinds)

    def effective(self, formation: str) -> bool:
        """Tell whether a formation has any Battle Effectiveness by its troops (GA-7.0-03)."""
        troops = self.formations[formation].troops
        return any(
            damaged_states.altered_effectiveness(self.profiles[troop.id], self.altered(formation, troop))
            for troop in troops
        )

    def altered(self, formation: str, troop: TroopView) -> Alteration:
        """Tell what damage does to the profile of a troop (GA-4.1-03)."""
        part = next(row for row in self.formations[formation].parts if row.id == troop.part)
        return damaged_states.alteration((*part.abilities, *troop.abilities), troop.wounds_left)

    def apart(self, one: str, other: str) -> int:
        """Measure the distance of two formations."""
        return closest(self.bodies_of(one), self.bodies_of(other))

    def threatened(self, formation: str) -> bool:
        """Tell whether an enemy is within Threat Range."""
        return any_threat(self.bodies_of(formation), self.side(mine=False))

    def profile(self, weapon: str, number: int) -> WeaponProfile:
        """Give a profile of a weapon."""
        return self.weapons[weapon].profiles[number]

    def power(self, formation: str, *, melee: bool) -> int:
        """Weigh what a formation deals out, by a rough measure."""
        troops = self.formations[formation].troops
        return sum(worth(self.weapons[key], melee=melee) for troop in troops for key in troop.weapons)

    def ranged(self, troop: TroopView) -> list[Weapon]:
        """List a troop's ranged weapons, one for each copy."""
        return [self.weapons[key] for key in troop.weapons if not self.weapons[key].melee]


def worth(weapon: Weapon, *, melee: bool) -> int:
    """Weigh a weapon: attacks, strength and damage of its first profile; 0 for one of the other sort."""
    if weapon.melee is not melee:
        return 0
    profile = weapon.profiles[0]
    return (
        doubled_mean(profile.swiftness)
        * doubled_mean(profile.damage)
        * (profile.strength - profile.penetration)
        * (7 - (profile.skill or 1))
    )
