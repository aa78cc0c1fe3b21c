"""From allocated successes to hits whose armour and damage are rolled like those of a shot (HX-ASSAULT-28)."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel.decide.parties import EVERYONE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.hex_orders.model import ids
from adjudicator.rulesets.hex_orders.model.messages import AllocatedHit, Hit, HitScored, WeaponEffect
from adjudicator.rulesets.hex_orders.model.rows import Fight
from adjudicator.rulesets.hex_orders.model.state import Game, other_seat
from adjudicator.rulesets.hex_orders.rules.assault.dice_pools import (
    CUNNING,
    PSYCHIC,
    group_of,
    line_of,
    of_seat,
    pool_of,
)
from adjudicator.rulesets.hex_orders.rules.assault.fights import angle_in, fighter
from adjudicator.rulesets.hex_orders.rules.assault.hit_allocation import next_hit_number, supports_of
from adjudicator.rulesets.hex_orders.rules.damage import damage_rolls
from adjudicator.rulesets.hex_orders.rules.damage.damage_tables import LIGHT, LIGHT_DIE

FIRE = "fire"


def score_allocated_hits(ruling: Ruling[Game], fight: Fight) -> None:
    """HX-ASSAULT-28 Put what is left of the allocations on the table, and let armour and damage be rolled."""
    hits = [*_damaging(ruling.game, fight), *_light(ruling.game, fight)]
    for hit, because in hits:
        ruling.record(HitScored(owner=EVERYONE, hit=hit), "HX-ASSAULT-28", *because)
    damage_rolls.begin_damage(ruling)


def _damaging(game: Game, fight: Fight) -> Iterator[tuple[Hit, tuple[str, ...]]]:
    for row in fight.hits:
        hit, clause = _hit(game, fight, row)
        yield hit, (clause, *hit.bonus.clauses())


def _hit(game: Game, fight: Fight, allocated_hit: AllocatedHit) -> tuple[Hit, str]:
    group = group_of(fight, allocated_hit.group)
    line = line_of(group)
    psychic = pool_of(group) == PSYCHIC
    supports = supports_of(allocated_hit)
    clause = "HX-ASSAULT-32" if psychic else "HX-ASSAULT-33" if line.extra and supports else "HX-ASSAULT-27"
    angle, because = _angle(game, fight, allocated_hit.target)
    hit = Hit(
        id=allocated_hit.id,
        seat=allocated_hit.seat,
        unit=group.unit,
        source=group.id,
        target=allocated_hit.target,
        angle=angle,
        penetration=Tally.base(line.ap, "HX-ASSAULT-28"),
        damage=line.damage,
        bonus=Tally.base(0, "HX-ASSAULT-28").add(supports, clause),
        extra=line.extra,
        light=False,
        effects=_effects(fight, allocated_hit),
    )
    return hit, because


def _angle(game: Game, fight: Fight, target: str) -> tuple[str, str]:
    each = fighter(fight, target)
    return angle_in(game, fight, each) if each is not None else ("front", "HX-ASSAULT-10")


def _effects(fight: Fight, hit: AllocatedHit) -> tuple[WeaponEffect, ...]:
    """HX-ABILITIES-19, HX-ABILITIES-21, HX-ABILITIES-23 Supports bring fire along, and nothing else."""
    own = line_of(group_of(fight, hit.group)).effects
    lines = (line_of(group_of(fight, support.group)) for support in hit.supports)
    flames = tuple(effect for line in lines for effect in line.effects if effect.kind == FIRE)
    return own if any(effect.kind == FIRE for effect in own) else (*own, *flames[:1])


def _light(game: Game, fight: Fight) -> Iterator[tuple[Hit, tuple[str, ...]]]:
    """HX-ABILITIES-11 Make one roll on the light table for each exchange."""
    number = next_hit_number(game) - sum(rolls for _, rolls in fight.light)
    for target, rolls in fight.light:
        seat = other_seat(game.units[target].seat)
        for _ in range(rolls):
            yield _light_hit(game, fight, ids.open_id(ids.HIT, number), seat, target), ("HX-ABILITIES-11",)
            number += 1


def _light_hit(game: Game, fight: Fight, id: str, seat: Party, target: str) -> Hit:
    cunning = (row for row in of_seat(fight.groups, seat) if any(a.name == CUNNING for a in row.abilities))
    nothing = Tally.base(0, "HX-ABILITIES-11")
    return Hit(
        id=id,
        seat=seat,
        unit=next(cunning).unit,
        source=LIGHT,
        target=target,
        angle=_angle(game, fight, target)[0],
        penetration=nothing,
        damage=LIGHT_DIE,
        bonus=nothing,
        light=True,
    )
