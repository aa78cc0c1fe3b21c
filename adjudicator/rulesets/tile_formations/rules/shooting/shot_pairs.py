"""Chapters TF-SHOOT and TF-COVER: which units of a formation can hit which units of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.model.geometry import unit_distance
from adjudicator.rulesets.tile_formations.model.ids import id_order
from adjudicator.rulesets.tile_formations.model.look_ups import terrain_class, units_of
from adjudicator.rulesets.tile_formations.model.messages import ShotPair, Weapon
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.model.terrain_table import CLASSES, cell_for, move_clause
from adjudicator.rulesets.tile_formations.rules.shooting import cover
from adjudicator.rulesets.tile_formations.rules.shooting.line_of_fire import LinesOfFire

PAIR = "pair"


# -- units


def weapons_of(game: Game, unit: str) -> tuple[Weapon, ...]:
    """TF-SHOOT-01 List the weapons of a unit that have dice."""
    weapons = game.sheets[unit].weapons or (game.options.default_weapon,)
    return tuple(weapon for weapon in weapons if weapon.dice)


def weapon_of(game: Game, unit: str, name: str) -> Weapon | None:
    """Give a weapon by its name."""
    return next((weapon for weapon in weapons_of(game, unit) if weapon.name == name), None)


def vision_of(game: Game, unit: str) -> Tally | None:
    """TF-HILL-01 Give how far a unit sees from where it stands; None for no limit."""
    own, column = game.sheets[unit].vision, terrain_class(game, unit)
    sight = game.options.default_vision if own is None else own
    if not sight:
        return None
    more = [(cell.vision, kind.name) for kind in cover.kinds_occupied(game, unit) if (cell := cell_for(kind, column))]
    best, kind = max(more, key=lambda row: row[0], default=(0, ""))
    return Tally.base(sight, "TF-SHOOT-05").add(best, move_clause(kind, column, "TF-HILL-01"))


def printed_value(weapon: Weapon, column: str) -> int:
    """TF-SHOOT-01 Give the highest die that hits a class of units; 0 for units that use no column."""
    return int(getattr(weapon.to_hit, column)) if column in CLASSES else 0


def reaches(game: Game, weapon: Weapon, target: str, distance: int) -> bool:
    """TF-SHOOT-05 Tell whether a weapon can do anything to a unit at that distance."""
    return distance <= weapon.weapon_range and printed_value(weapon, terrain_class(game, target)) > 0


# -- pairs


def pairs_of(game: Game, formation: str, target: str, sights: LinesOfFire) -> tuple[ShotPair, ...]:
    """TF-SHOOT-05 TF-COVER-08 List who can hit whom, by shooter, then by target, with the cover modifier of each."""
    found = tuple(_pairs(game, formation, target, sights))
    if game.options.cover_scope == PAIR or not found:
        return found
    shared = sorted(pair.cover for pair in found)[len(found) // 2]
    return tuple(replace(pair, cover=shared) for pair in found)


def can_hit(game: Game, formation: str, target: str, sights: LinesOfFire) -> bool:
    """TF-SHOOT-05 Tell whether some unit of a formation can hit some unit of another."""
    return any(True for _ in _pairs(game, formation, target, sights))


def _pairs(game: Game, formation: str, target: str, sights: LinesOfFire) -> Iterator[ShotPair]:
    for unit in units_of(game, formation):
        for other in units_of(game, target):
            distance = unit_distance(game, unit.id, other.id)
            if not _reason_out_of_reach(game, unit.id, other.id, distance):
                sight = sights.look(unit.id, other.id)
                if not sight.blocked:
                    modifier = cover.to_hit_cover(game, other.id, sight)
                    yield ShotPair(unit=unit.id, target=other.id, distance=distance, cover=modifier)


HARMLESS, RANGE, VISION, SIGHT = "harmless", "out-of-range", "beyond-vision", "no-line-of-fire"
REASONS = (HARMLESS, RANGE, VISION, SIGHT)
CLAUSES = {HARMLESS: "TF-SHOOT-01", RANGE: "TF-SHOOT-05", VISION: "TF-SHOOT-05", SIGHT: "TF-COVER-07"}


def _reason_out_of_reach(game: Game, unit: str, target: str, distance: int) -> str:
    """TF-SHOOT-05 Say what a unit is short of to hit another; empty where only the line of fire is left to ask."""
    column = terrain_class(game, target)
    harming = [weapon for weapon in weapons_of(game, unit) if printed_value(weapon, column) > 0]
    if not harming:
        return HARMLESS
    if all(weapon.weapon_range < distance for weapon in harming):
        return RANGE
    vision = vision_of(game, unit)
    return VISION if vision is not None and vision.total < distance else ""


def no_pairs_fault(game: Game, formation: str, target: str) -> Fault:
    """Say why nobody can hit anybody: by what comes closest to a hit."""
    found = [
        pair_fault(game, unit.id, other.id) for unit in units_of(game, formation) for other in units_of(game, target)
    ]
    return max(found, key=lambda row: REASONS.index(row.reason))


def pair_fault(game: Game, unit: str, target: str) -> Fault:
    """Say why a unit can not hit another."""
    distance = unit_distance(game, unit, target)
    reason = _reason_out_of_reach(game, unit, target, distance) or SIGHT
    return fault(CLAUSES[reason], reason, "target", unit=unit, target=target, distance=distance)


def nearest_first(pairs: Sequence[ShotPair]) -> tuple[str, ...]:
    """TF-SHOOT-03 List the target units, the nearest to the attackers first, then by id."""
    near: dict[str, int] = {}
    for pair in pairs:
        near[pair.target] = min(pair.distance, near.get(pair.target, pair.distance))
    return tuple(sorted(near, key=lambda unit: (near[unit], id_order(unit))))
