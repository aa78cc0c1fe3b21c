"""Chapters TF-SHOOT and TF-COVER: which units of a formation can hit which units of another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations import cover
from adjudicator.rulesets.tile_formations.kinds import CLASSES, cell_of, move_clause
from adjudicator.rulesets.tile_formations.model.messages import ShotPair, Weapon
from adjudicator.rulesets.tile_formations.sight import Sights
from adjudicator.rulesets.tile_formations.state import Game, class_of, gap, order_of_ids, units_of

PAIR = "pair"


# -- units


def weapons_of(game: Game, unit: str) -> tuple[Weapon, ...]:
    """TF-SHOOT-01 List the weapons of a unit that have dice."""
    weapons = game.sheets[unit].weapons or (game.how.default_weapon,)
    return tuple(weapon for weapon in weapons if weapon.dice)


def weapon_of(game: Game, unit: str, name: str) -> Weapon | None:
    """Give a weapon by its name."""
    return next((weapon for weapon in weapons_of(game, unit) if weapon.name == name), None)


def vision_of(game: Game, unit: str) -> Tally | None:
    """TF-HILL-01 Give how far a unit sees from where it stands; None for no limit."""
    own, column = game.sheets[unit].vision, class_of(game, unit)
    sight = game.how.default_vision if own is None else own
    if not sight:
        return None
    more = [(cell.vision, kind.name) for kind in cover.kinds_of(game, unit) if (cell := cell_of(kind, column))]
    best, kind = max(more, key=lambda each: each[0], default=(0, ""))
    return Tally.base(sight, "TF-SHOOT-05").add(best, move_clause(kind, column, "TF-HILL-01"))


def printed_value(weapon: Weapon, column: str) -> int:
    """TF-SHOOT-01 Give the highest die that hits a class of units; 0 for units that use no column."""
    return int(getattr(weapon.to_hit, column)) if column in CLASSES else 0


def reaches(game: Game, weapon: Weapon, target: str, distance: int) -> bool:
    """TF-SHOOT-05 Tell whether a weapon can do anything to a unit at that distance."""
    return distance <= weapon.range and printed_value(weapon, class_of(game, target)) > 0


# -- pairs


def pairs_of(game: Game, formation: str, target: str, sights: Sights) -> tuple[ShotPair, ...]:
    """TF-SHOOT-05 TF-COVER-08 List who can hit whom, by shooter, then by target, with the cover modifier of each."""
    found = tuple(_pairs(game, formation, target, sights))
    if game.how.cover_scope == PAIR or not found:
        return found
    shared = sorted(pair.cover for pair in found)[len(found) // 2]
    return tuple(replace(pair, cover=shared) for pair in found)


def can_hit(game: Game, formation: str, target: str, sights: Sights) -> bool:
    """TF-SHOOT-05 Tell whether some unit of a formation can hit some unit of another."""
    return any(True for _ in _pairs(game, formation, target, sights))


def _pairs(game: Game, formation: str, target: str, sights: Sights) -> Iterator[ShotPair]:
    for unit in units_of(game, formation):
        for other in units_of(game, target):
            distance = gap(game, unit.id, other.id)
            if not _short_of(game, unit.id, other.id, distance):
                sight = sights.look(unit.id, other.id)
                if not sight.blocked:
                    modifier = cover.to_hit_cover(game, other.id, sight)
                    yield ShotPair(unit=unit.id, target=other.id, distance=distance, cover=modifier)


HARMLESS, RANGE, VISION, SIGHT = "harmless", "out-of-range", "beyond-vision", "no-line-of-fire"
REASONS = (HARMLESS, RANGE, VISION, SIGHT)
CLAUSES = {HARMLESS: "TF-SHOOT-01", RANGE: "TF-SHOOT-05", VISION: "TF-SHOOT-05", SIGHT: "TF-COVER-07"}


def _short_of(game: Game, unit: str, target: str, distance: int) -> str:
    """TF-SHOOT-05 Say what a unit is short of to hit another; empty where only the line of fire is left to ask."""
    column = class_of(game, target)
    harming = [weapon for weapon in weapons_of(game, unit) if printed_value(weapon, column) > 0]
    if not harming:
        return HARMLESS
    if all(weapon.range < distance for weapon in harming):
        return RANGE
    vision = vision_of(game, unit)
    return VISION if vision is not None and vision.total < distance else ""


def no_pairs(game: Game, formation: str, target: str) -> Fault:
    """Say why nobody can hit anybody: by what comes closest to a hit."""
    found = [
        (REASONS.index(_short_of(game, unit.id, other.id, gap(game, unit.id, other.id)) or SIGHT), unit.id, other.id)
        for unit in units_of(game, formation) for other in units_of(game, target)
    ]  # fmt: skip
    best, unit, other = max(found, key=lambda each: each[0])
    return why_not(game, unit, other, REASONS[best])


def why_not(game: Game, unit: str, target: str, reason: str = "") -> Fault:
    """Say why a unit can not hit another."""
    distance = gap(game, unit, target)
    reason = reason or _short_of(game, unit, target, distance) or SIGHT
    facts: tuple[tuple[str, int | str], ...] = (("unit", unit), ("target", target), ("distance", distance))
    return Fault(CLAUSES[reason], reason, "target", facts)


def nearest_first(pairs: Sequence[ShotPair]) -> tuple[str, ...]:
    """TF-SHOOT-03 List the target units, the nearest to the attackers first, then by id."""
    near: dict[str, int] = {}
    for pair in pairs:
        near[pair.target] = min(pair.distance, near.get(pair.target, pair.distance))
    return tuple(sorted(near, key=lambda unit: (near[unit], order_of_ids(unit))))


__all__ = [
    "can_hit", "nearest_first", "no_pairs", "pairs_of", "printed_value", "reaches", "vision_of", "weapon_of",
    "weapons_of", "why_not",
]  # fmt: skip
