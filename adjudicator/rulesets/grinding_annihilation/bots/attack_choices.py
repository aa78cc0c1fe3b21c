"""What a bot attacks: shots at the best target in range, blows at whoever is within reach, statements of sight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from adjudicator.board.inches import within
from adjudicator.kernel.bot import Generator
from adjudicator.kernel.decide.offers import Choice, Items, Offer, Shape, Values
from adjudicator.kernel.dice.tally import doubled_mean
from adjudicator.kernel.sampling import values_of, word_of, words_of
from adjudicator.rulesets.grinding_annihilation.bots import reserve_choices
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareMeleeAttacks,
    DeclareTargets,
    MeleeAttack,
    SelectToShoot,
    Shot,
    Sight,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.state import id_of
from adjudicator.rulesets.grinding_annihilation.reports.messages import FormationView, TroopView
from adjudicator.rulesets.grinding_annihilation.rules.concepts.impossibility.search_ground import closest
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import (
    FULL,
    UNDER_HALF,
    UNSEEN,
    VISIBLE,
    most_by_boundaries,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import SIGHT
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.dice_outcomes import (
    SIDES,
    strength_against,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.weapon_abilities import has

DOUBLE = 2
AT_RANDOM = 12

Settled: TypeAlias = Mapping[tuple[str, str], str]


class Blow(NamedTuple):
    """A melee weapon that may be used, how much it is worth, and whether it comes on top of another."""

    worth: int
    attack: MeleeAttack
    extra: bool


# -- how good a target is


def value(table: Table, profile: WeaponProfile, target: FormationView) -> int:
    """Weigh an attack on a formation: chance to wound, chance to get through, what a wound is worth."""
    troop = max(target.troops, key=lambda row: (table.profiles[row.id].vigour, row.id))
    kind = table.profiles[troop.id]
    through = min(SIDES, max(1, (kind.defence or SIDES + 1) - profile.penetration - 1))
    damage = min(kind.wounds, profile.damage.plus + profile.damage.dice * DOUBLE)
    price = sum(part.points for part in target.parts if not part.destroyed) // sum(
        row.wounds_left for row in target.troops
    )
    return (SIDES + 1 - strength_against(profile.strength, kind.vigour)) * through * max(damage, 1) * (price + 1)


def devastating(table: Table, weapon: str, number: int) -> bool:
    """Tell whether a critical wound does more than another."""
    return has(table.profile(weapon, number), "devastating")


def is_divided(offer: Offer) -> bool:
    """Tell whether an offer is one of shots at several targets, or of blows split between enemies."""
    divided = {"GA-3.3-05", "GA-3.5-14"}
    return offer.command in {"DeclareTargets", "DeclareMeleeAttacks"} and offer.clause in divided


# -- shooting


def selection(table: Table, offers: Sequence[Offer], chance: Generator) -> SelectToShoot | None:
    """Select the next formation that has somebody to shoot at; who has nothing better fires his SideArms."""
    for offer in offers:
        formation = word_of(offer.fields, "formation")
        lent = reserve_choices.loans(table, offer)
        if formation and (lent or reaches_somebody(table, formation)):
            sidearms = _sidearms(table, formation, words_of(offer.fields, "sidearms"), chance)
            return SelectToShoot(formation=formation, sidearms=sidearms, loans=lent)
    return None


def reaches_somebody(table: Table, formation: str) -> bool:
    """Tell whether an enemy stands within the longest range of a formation."""
    troops = table.formations[formation].troops
    weapons = [weapon for troop in troops for weapon in table.ranged(troop)]
    longest = max((profile.weapon_range for weapon in weapons for profile in weapon.profiles), default=0)
    return closest(table.bodies_of(formation), table.side(mine=False)) <= longest


def _sidearms(table: Table, formation: str, choosing: Sequence[str], chance: Generator) -> tuple[str, ...]:
    troops = {troop.id: troop for troop in table.formations[formation].troops}
    at_random = chance.randrange(AT_RANDOM) == 0
    return tuple(key for key in choosing if at_random or not _others(table, troops[key]))


def _others(table: Table, troop: TroopView) -> bool:
    return any(not has(weapon.profiles[0], "sidearm") for weapon in table.ranged(troop))


def targets(table: Table, offers: Sequence[Offer], chance: Generator) -> DeclareTargets:
    """Let every weapon that is offered a target fire at the best of them."""
    row = table.formations[word_of(offers[0].fields, "formation")]
    fixed = settled_words(table)
    chosen: dict[tuple[str, str], list[list[Shot]]] = {}
    for (troop, weapon, number), (copies, keys) in _offered_shots(table, row, offers).items():
        best = _best_target(table, troop, table.profile(weapon, number), keys, fixed)
        shot = Shot(troop=troop, weapon=weapon, profile=number, target=best)
        chosen.setdefault((troop, weapon), []).append([shot] * copies)
    way = chance.randrange(DOUBLE)
    shots = [shot for ways in chosen.values() for shot in ways[min(way, len(ways) - 1)] if shot.target]
    aimed = list(dict.fromkeys(shot.target for shot in shots))
    return DeclareTargets(formation=row.id, shots=tuple(shots), sights=sights(table, row, aimed))


def _offered_shots(
    table: Table, row: FormationView, offers: Sequence[Offer]
) -> dict[tuple[str, str, int], tuple[int, list[str]]]:
    """Gather what may be fired with how many copies at whom: by troop, weapon and number of the profile."""
    found: dict[tuple[str, str, int], tuple[int, list[str]]] = {}
    for offer in offers:
        shapes = values_of(offer.fields, "shots")
        counted: Counter[tuple[str, str, int, str]] = Counter()
        for parts in (domain.values.parts for domain in shapes.of) if isinstance(shapes, Items) else ():  # type: ignore[union-attr]  # members are shapes
            troop, weapon, target = (word_of(parts, name) for name in ("troop", "weapon", "target"))
            counted.update((troop, weapon, int(number), target) for number in words_of(parts, "profile"))
        for (troop, weapon, number, target), copies in counted.items():
            found.setdefault((troop, weapon, number), (copies, []))[1].append(target)
    order = {troop.id: place for place, troop in enumerate(row.troops)}
    carried = {troop.id: list(troop.weapons) for troop in row.troops}
    return dict(
        sorted(found.items(), key=lambda item: (order[item[0][0]], carried[item[0][0]].index(item[0][1]), item[0][2]))
    )


def _best_target(table: Table, troop: str, profile: WeaponProfile, keys: Sequence[str], fixed: Settled) -> str:
    """Take the target that is worth most; none where all are out of sight."""
    seen = [key for key in keys if _may_see(table, troop, key, profile, fixed)]
    return max(seen, key=lambda key: (value(table, profile, table.formations[key]), key), default="")


def _may_see(table: Table, troop: str, target: str, profile: WeaponProfile, fixed: Settled) -> bool:
    if not (fixed or table.shapes or worked_out(table)) or has(profile, "indirect"):
        return True
    body = table.bodies[troop]
    return any(
        word(table, fixed, troop, row.id) != UNSEEN and within(body, table.bodies[row.id], profile.weapon_range)
        for row in table.formations[target].troops
    )


# -- sight


def sights(table: Table, row: FormationView, aimed: Iterable[str]) -> tuple[Sight, ...]:
    """Say that everybody is seen, on open ground as it is, but for what was settled otherwise."""
    found: list[Sight] = []
    fixed = settled_words(table)
    observers = tuple(troop.id for troop in row.troops)
    for key in aimed:
        theirs = tuple(troop.id for troop in table.formations[key].troops)
        found += _sights(table, observers, theirs, fixed)
    return tuple(found)


def _sights(table: Table, observers: Sequence[str], theirs: Sequence[str], fixed: Settled) -> list[Sight]:
    if worked_out(table):
        return []
    seen = {(one, other): word(table, fixed, one, other) for one in observers for other in theirs}
    if set(seen.values()) == {VISIBLE} and not any(pair in fixed for pair in seen):
        return [Sight(observers=tuple(observers), troops=tuple(theirs), seen=VISIBLE, fact="")]
    return [Sight(observers=(one,), troops=(other,), seen=stated, fact="") for (one, other), stated in seen.items()]


def worked_out(table: Table) -> bool:
    """Tell whether the rules work sight out from positions (GA-2.4-12)."""
    return table.view.options is not None and table.view.options.visibility_source == "geometric"


def word(table: Table, fixed: Settled, observer: str, troop: str) -> str:
    """Say what a troop sees of another: what was settled, else what terrain allows."""
    if worked_out(table):
        return table.sights.pair(observer, troop)
    stated = fixed.get((observer, troop))
    if stated is not None or not table.shapes:
        return stated or VISIBLE
    most, _ = most_by_boundaries(table.bounded, table.looks[observer], table.looks[troop])
    return UNSEEN if most == UNSEEN else VISIBLE


def settled_words(table: Table) -> Settled:
    """Gather what was settled about sight, by own observer and enemy troop; a word that is none says "none"."""
    prefix = id_of(table.seat, "")
    fixed: dict[tuple[str, str], str] = {}
    for fact in table.view.facts:
        if fact.kind == SIGHT and fact.status == "settled" and fact.subjects[0].startswith(prefix):
            observers = [subject for subject in fact.subjects if subject.startswith(prefix)]
            theirs = [subject for subject in fact.subjects if not subject.startswith(prefix)]
            seen = fact.value if fact.value in (UNDER_HALF, VISIBLE, FULL) else UNSEEN
            fixed.update({(one, other): seen for one in observers for other in theirs})
    return fixed


# -- melee


def blows(table: Table, offered: Offer, chance: Generator) -> DeclareMeleeAttacks:
    """Let every troop that reaches an enemy strike with its best weapon, and with all its extra ones."""
    row = table.formations[word_of(offered.fields, "formation")]
    found: dict[str, list[Blow]] = {}
    shapes = values_of(offered.fields, "attacks")
    for domain in shapes.of if isinstance(shapes, Items) else ():
        for blow in _blows(table, domain.values, chance):
            found.setdefault(blow.attack.troop, []).append(blow)
    attacks = [attack for item in found.values() for attack in _weapons_used(item)]
    return DeclareMeleeAttacks(
        formation=row.id, attacks=tuple(attacks), sights=tuple(_precise(table, attacks, settled_words(table)))
    )


def _blows(table: Table, shape: Values, chance: Generator) -> Iterator[Blow]:
    """Weigh every way of one that is offered: each weapon in each of its profiles."""
    if not isinstance(shape, Shape):
        return
    for domain in shape.parts:
        if domain.field == "profile" and isinstance(domain.values, Choice):
            (weapon,) = domain.conditions[0].values
            for number in domain.values.values:
                yield _blow(table, shape, weapon, int(number), chance)


def _blow(table: Table, shape: Shape, weapon: str, number: int, chance: Generator) -> Blow:
    profile, troop = table.profile(weapon, number), word_of(shape.parts, "troop")
    weighed = {key: value(table, profile, table.formations[key]) for key in words_of(shape.parts, "target")}
    best = max(weighed, key=lambda key: (weighed[key], key))
    attack = MeleeAttack(troop=troop, weapon=weapon, profile=number, target=best, attacks=0)
    avoid_enemies = has(profile, "hazard") and chance.randrange(DOUBLE)
    return Blow(
        0 if avoid_enemies else weighed[best] * doubled_mean(profile.swiftness), attack, has(profile, "extra_attacks")
    )


def _weapons_used(found: Sequence[Blow]) -> list[MeleeAttack]:
    """Choose a troop's weapon, and add its extra ones."""
    main = [row for row in found if not row.extra]
    extra: dict[str, Blow] = {row.attack.weapon: row for row in found if row.extra}
    best = [max(main, key=lambda row: (row.worth, row.attack.weapon, row.attack.profile))] if main else []
    return [row.attack for row in (*best, *extra.values())]


def _precise(table: Table, attacks: Iterable[MeleeAttack], fixed: Settled) -> Iterator[Sight]:
    """GA-8.3-16 Say that Character troops are seen by those who could pick them out."""
    if worked_out(table):
        return
    precise = (attack for attack in attacks if has(table.profile(attack.weapon, attack.profile), "precision"))
    for troop, target in dict.fromkeys((row.troop, row.target) for row in precise):
        for character in table.characters(target):
            seen = word(table, fixed, troop, character)
            yield Sight(observers=(troop,), troops=(character,), seen=seen, fact="")
