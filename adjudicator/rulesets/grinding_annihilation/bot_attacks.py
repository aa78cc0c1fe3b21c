"""What a bot attacks: shots at the best target in range, blows at whoever is within reach, statements of sight."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from adjudicator.board.inches import Body, within
from adjudicator.kernel.bots import Generator
from adjudicator.kernel.offers import Offer, Range, Shape
from adjudicator.rulesets.grinding_annihilation.bot_table import Table, closest, has, one_of, several
from adjudicator.rulesets.grinding_annihilation.measure import UNSEEN, VISIBLE, base_to_base, in_threat
from adjudicator.rulesets.grinding_annihilation.messages import (
    DeclareMeleeAttacks,
    DeclareTargets,
    FormationView,
    MeleeAttack,
    SelectToShoot,
    Shot,
    Sight,
    TroopView,
    WeaponProfile,
)

DOUBLE = 2
SIDES = 6
WHIM = 12

Settled: TypeAlias = Mapping[tuple[str, str], str]

# -- how good a target is


def value(table: Table, profile: WeaponProfile, target: FormationView) -> int:
    """Weigh an attack on a formation: chance to wound, chance to get through, what a wound is worth."""
    troop = max(target.troops, key=lambda each: (table.profiles[each.id].vigour, each.id))
    kind = table.profiles[troop.id]
    through = min(SIDES, max(1, (kind.defence or SIDES + 1) - profile.penetration - 1))
    damage = min(kind.wounds, profile.damage.plus + profile.damage.dice * DOUBLE)
    price = sum(part.points for part in target.parts if not part.destroyed) // sum(each.wounds_left for each in target.troops)
    return wounding(profile.strength, kind.vigour) * through * max(damage, 1) * (price + 1)


def wounding(strength: int, vigour: int) -> int:
    """Count the faces that wound (GA-3.3-19)."""
    if strength >= DOUBLE * vigour:
        return 5
    if strength * DOUBLE <= vigour:
        return 1
    return 3 + (strength > vigour) - (strength < vigour)


# -- shooting


def selection(table: Table, offers: Sequence[Offer], chance: Generator) -> SelectToShoot | None:
    """Select the next formation that has somebody to shoot at; who has nothing better fires his SideArms."""
    for each in offers:
        formation = one_of(each, "formation")
        if formation and reaches_somebody(table, formation):
            return SelectToShoot(formation=formation, sidearms=_sidearms(table, formation, several(each, "sidearms"), chance))
    return None


def reaches_somebody(table: Table, formation: str) -> bool:
    """Tell whether an enemy stands within the longest range of a formation."""
    troops = table.formations[formation].troops
    longest = max(profile.range for troop in troops for weapon in table.ranged(troop) for profile in weapon.profiles)
    return closest(table.bodies_of(formation), table.side(mine=False)) <= longest


def _sidearms(table: Table, formation: str, choosing: Sequence[str], chance: Generator) -> tuple[str, ...]:
    troops = {each.id: each for each in table.formations[formation].troops}
    whim = chance.randrange(WHIM) == 0
    return tuple(key for key in choosing if whim or not _others(table, troops[key]))


def _others(table: Table, troop: TroopView) -> bool:
    return any(not has(weapon.profiles[0], "sidearm") for weapon in table.ranged(troop))


def targets(table: Table, offered: Offer, chance: Generator) -> DeclareTargets:
    """Let every weapon that is offered a target fire at the best of them."""
    row = table.formations[one_of(offered, "formation")]
    fixed = settled(table)
    chosen: dict[tuple[str, str], list[list[Shot]]] = {}
    for domain in offered.fields:
        if domain.field == "shots" and isinstance(domain.values, Shape):
            shot = _shot(table, domain.values, fixed)
            ways = chosen.setdefault((shot.troop, shot.weapon), [])
            mine = next((way for way in ways if way[0].profile == shot.profile), None)
            ways.append([shot]) if mine is None else mine.append(shot)
    way = chance.randrange(DOUBLE)
    shots = [shot for ways in chosen.values() for shot in ways[min(way, len(ways) - 1)] if shot.target]
    aimed = list(dict.fromkeys(shot.target for shot in shots))
    return DeclareTargets(formation=row.id, shots=tuple(shots), sights=sights(table, row, aimed))


def _shot(table: Table, shape: Shape, fixed: Settled) -> Shot:
    """Turn an offered shot into one; without a target where all are out of sight."""
    parts = Offer("", shape.parts)
    troop, weapon = one_of(parts, "troop"), one_of(parts, "weapon")
    number = next(each.values.least for each in shape.parts if isinstance(each.values, Range))
    profile = table.profile(weapon, number)
    seen = [key for key in several(parts, "target") if _may_see(table, troop, key, profile, fixed)]
    best = max(seen, key=lambda key: (value(table, profile, table.formations[key]), key), default="")
    return Shot(troop=troop, weapon=weapon, profile=number, target=best)


def _may_see(table: Table, troop: str, target: str, profile: WeaponProfile, fixed: Settled) -> bool:
    if not fixed or has(profile, "indirect"):
        return True
    body = table.bodies[troop]
    return any(
        fixed.get((troop, each.id)) != UNSEEN and within(body, table.bodies[each.id], profile.range)
        for each in table.formations[target].troops
    )


# -- sight


def sights(table: Table, row: FormationView, aimed: Iterable[str]) -> tuple[Sight, ...]:
    """Say that everybody is seen, on open ground as it is, but for what was settled otherwise."""
    found: list[Sight] = []
    fixed = settled(table)
    observers = tuple(each.id for each in row.troops)
    for key in aimed:
        theirs = tuple(each.id for each in table.formations[key].troops)
        found += _sights(observers, theirs, fixed)
    return tuple(found)


def _sights(observers: Sequence[str], theirs: Sequence[str], fixed: Settled) -> list[Sight]:
    if not any((one, other) in fixed for one in observers for other in theirs):
        return [Sight(observers=tuple(observers), troops=tuple(theirs), seen=VISIBLE, fact="")]
    return [
        Sight(observers=(one,), troops=(other,), seen=fixed.get((one, other), VISIBLE), fact="")
        for one in observers
        for other in theirs
    ]


def settled(table: Table) -> Settled:
    """Gather what was settled about sight, by observer and troop."""
    mine = {each.id for row in table.view.formations if row.seat == table.seat for each in row.troops}
    fixed: dict[tuple[str, str], str] = {}
    for fact in table.view.facts:
        if fact.kind == "sight" and fact.status == "settled":
            observers = [each for each in fact.subjects if each in mine]
            theirs = [each for each in fact.subjects if each not in mine]
            fixed.update({(one, other): fact.value for one in observers for other in theirs})
    return fixed


# -- melee


def blows(table: Table, formation: str, chance: Generator) -> DeclareMeleeAttacks:
    """Let every troop that reaches an enemy strike with its best weapon, and with all its extra ones."""
    row = table.formations[formation]
    attacks = [blow for troop in row.troops for blow in _blows(table, row, troop, chance)]
    return DeclareMeleeAttacks(formation=formation, attacks=tuple(attacks), sights=_precise(table, row, attacks))


def _blows(table: Table, row: FormationView, troop: TroopView, chance: Generator) -> list[MeleeAttack]:
    reached = [each for each in table.standing(mine=False) if _reaches(table, row, troop.id, each.id)]
    held = [table.weapons[key] for key in troop.weapons if table.weapons[key].melee]
    if not reached or not held:
        return []
    options = [
        (value(table, profile, enemy) * _swings(profile), weapon.id, number, enemy.id)
        for weapon in held
        for number, profile in enumerate(weapon.profiles)
        for enemy in reached
        if chance.randrange(4) or not number
    ]
    extra = {weapon.id for weapon in held if has(weapon.profiles[0], "extra_attacks")}
    main = [option for option in options if option[1] not in extra]
    chosen = [max(main)] if main else []
    chosen += [max(option for option in options if option[1] == key) for key in sorted(extra)]
    return [MeleeAttack(troop=troop.id, weapon=key, profile=number, target=enemy, attacks=0) for _, key, number, enemy in chosen]


def _swings(profile: WeaponProfile) -> int:
    return max(1, profile.swiftness.plus + profile.swiftness.dice * DOUBLE)


def _reaches(table: Table, row: FormationView, troop: str, enemy: str) -> bool:
    """GA-3.5-12 GA-3.5-15 Within Threat Range, or touching a fellow that touches the enemy."""
    body, theirs = table.bodies[troop], table.bodies_of(enemy)
    if any(in_threat(body, other) for other in theirs):
        return True
    fellows = (table.bodies[each.id] for each in row.troops if each.id != troop)
    return any(base_to_base(body, each) and _touches(each, theirs) for each in fellows)


def _touches(body: Body, others: Iterable[Body]) -> bool:
    return any(base_to_base(body, other) for other in others)


def _precise(table: Table, row: FormationView, attacks: Sequence[MeleeAttack]) -> tuple[Sight, ...]:
    return ()


__all__ = ["blows", "selection", "settled", "sights", "targets", "value", "wounding"]
