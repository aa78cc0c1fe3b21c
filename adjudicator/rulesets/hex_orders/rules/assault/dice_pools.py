"""Assault and deflection dice: which groups a base rolls at its angle, and what came of them (HX-ASSAULT-09 on)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.angles import value_at
from adjudicator.rulesets.hex_orders.model.messages import Ability, AssaultLine, DiceGroup, DiceKept, Model
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import SEATS, Game, alive, model_of
from adjudicator.rulesets.hex_orders.rules.assault.fights import angle_in, rolling_bases

SIDES = 6
CUNNING = "cunning_assault"
REAL, PSYCHIC = "real", "psychic"


class Pool(NamedTuple):
    """Dice of like models of one base before they are rolled; the group has no faces yet."""

    group: DiceGroup
    dice: int


class Kind(NamedTuple):
    """What makes models of a base alike for their assault dice (HX-ASSAULT-15)."""

    model: str
    line: AssaultLine
    abilities: tuple[Ability, ...]


# -- the dice rolled


def assault_pools(game: Game, unit: str, angle: str) -> tuple[Pool, ...]:
    """HX-ASSAULT-09, HX-ASSAULT-15 List the assault dice of a base by groups, in order of its models; all its dice."""
    counts: dict[Kind, int] = {}
    for model in _alive_models(game, unit):
        kind = Kind(model.name, model.assault, _counting(game, unit, model))
        counts[kind] = counts.get(kind, 0) + value_at(model.assault.dice, angle)
    thrown = [(kind, dice) for kind, dice in counts.items() if dice]
    return tuple(
        Pool(_group(game, unit, f"{unit}.{number}", kind.model, kind.line.to_hit, kind), dice)
        for number, (kind, dice) in enumerate(thrown, 1)
    )


def deflection_pools(game: Game, unit: str, angle: str) -> tuple[Pool, ...]:
    """HX-ASSAULT-17 List the deflection dice of a base by models and number needed."""
    counts: dict[tuple[str, int], int] = {}
    for model in _alive_models(game, unit):
        if model.deflection is not None:
            kind = (model.name, value_at(model.deflection.to_hit, angle))
            counts[kind] = counts.get(kind, 0) + value_at(model.deflection.dice, angle)
    thrown = [(kind, dice) for kind, dice in counts.items() if dice]
    return tuple(
        Pool(_group(game, unit, f"{unit}.d{number}", name, needed), dice)
        for number, ((name, needed), dice) in enumerate(thrown, 1)
    )


def _alive_models(game: Game, unit: str) -> Iterable[Model]:
    return (model_of(game, unit, number) for number in alive(game, unit))


def _counting(game: Game, unit: str, model: Model) -> tuple[Ability, ...]:
    """HX-ABILITIES-11 Keep the abilities that count for the successes of a model."""
    return tuple(ability for ability in (*game.sheets[unit].abilities, *model.abilities) if ability.name == CUNNING)


def _group(game: Game, unit: str, id: str, model: str, to_hit: int, kind: Kind | None = None) -> DiceGroup:
    return DiceGroup(
        id=id,
        seat=game.units[unit].seat,
        unit=unit,
        model=model,
        to_hit=to_hit,
        successes=0,
        line=kind.line if kind else None,
        abilities=kind.abilities if kind else (),
    )


def default_kept(pools: Sequence[Pool], dice: int) -> tuple[DiceKept, ...]:
    """Keep so many dice of the first groups."""
    kept: list[DiceKept] = []
    for pool in pools:
        taken = min(pool.dice, dice)
        dice -= taken
        if taken:
            kept.append(DiceKept(group=pool.group.id, dice=taken))
    return tuple(kept)


# -- of a fight


def assault_dice(game: Game, fight: Fight, seat: Party) -> tuple[Pool, ...]:
    """HX-ASSAULT-14 List the assault dice of a side, less what fear took away (HX-ABILITIES-08)."""
    pools: list[Pool] = []
    for row in rolling_bases(game, fight, seat):
        own = assault_pools(game, row.unit, angle_in(game, fight, row)[0])
        pools.extend(_after_fear(fight, row.unit, own))
    return tuple(pools)


def deflection_dice(game: Game, fight: Fight, seat: Party) -> tuple[Pool, ...]:
    """HX-ASSAULT-17 List the deflection dice of a side; fear takes none of them."""
    units = rolling_bases(game, fight, seat)
    return tuple(pool for unit in units for pool in deflection_pools(game, unit.unit, angle_in(game, fight, unit)[0]))


def _after_fear(fight: Fight, unit: str, pools: Sequence[Pool]) -> Iterable[Pool]:
    kept = {group: dice for base, group, dice in fight.kept if base == unit}
    if all(base != unit for base, _, _ in fight.kept):
        return pools
    return (Pool(pool.group, kept[pool.group.id]) for pool in pools if kept.get(pool.group.id))


def roll_pools(ruling: Ruling[Game], pools: Sequence[Pool], why: str) -> tuple[DiceGroup, ...]:
    """HX-ASSAULT-09 Roll every die once and count those that reach the number needed."""
    return tuple(_roll_pool(ruling, pool, why) for pool in pools)


def _roll_pool(ruling: Ruling[Game], pool: Pool, why: str) -> DiceGroup:
    faces = ruling.roll(pool.dice, SIDES, why, by=pool.group.seat)
    successes = sum(face >= pool.group.to_hit for face in faces)
    return replace(pool.group, faces=faces, successes=successes)


# -- what came of it


def of_seat(groups: Sequence[DiceGroup], seat: Party) -> tuple[DiceGroup, ...]:
    """List the groups of a side."""
    return tuple(group for group in groups if group.seat == seat)


def successes_of(fight: Fight, seat: Party) -> tuple[DiceGroup, ...]:
    """HX-ASSAULT-16 List the groups of a side that have successes left."""
    return tuple(row for row in of_seat(fight.groups, seat) if row.successes)


def successes(groups: Sequence[DiceGroup], seat: Party) -> int:
    """Count the successes of a side."""
    return sum(row.successes for row in of_seat(groups, seat))


def scored(groups: Sequence[DiceGroup]) -> tuple[int, int]:
    """Count the successes of both sides."""
    first, second = (successes(groups, seat) for seat in SEATS)
    return first, second


def group_of(fight: Fight, group: str) -> DiceGroup:
    """Give a group of assault dice by its id.

    Raises LookupError where the fight has no such group.
    """
    found = next((row for row in fight.groups if row.id == group), None)
    if found is None:
        raise LookupError(f"fight {fight.id} has no group {group}")
    return found


def line_of(group: DiceGroup) -> AssaultLine:
    """Give the line of a group of assault dice.

    Raises LookupError for deflection dice.
    """
    if group.line is None:
        raise LookupError(f"group {group.id} is one of deflection dice")
    return group.line


def pool_of(group: DiceGroup) -> str:
    """HX-ASSAULT-31 Name the pool of a group's successes: real damage, or none but special damage."""
    line = line_of(group)
    return PSYCHIC if line.damage is None and line.extra else REAL
