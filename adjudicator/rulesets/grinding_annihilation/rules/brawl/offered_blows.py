"""Chapter 3.5, blows as they are offered: each fighter on one enemy, with Precision, and split between enemies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, pairwise, product
from typing import TypeAlias

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.offers import Choice, Items, Offer, Range, Shape, items, offer, shape, where
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import DeclareMeleeAttacks, MeleeAttack
from adjudicator.rulesets.grinding_annihilation.model.state import Game, enemies_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import FormationSubject, formation_of
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.brawl.melee_attacks import characters_of, targets_by_troop
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import geometric, statements, words_for
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes

# a weapon, the number of a profile, and whether its attacks come on top of others
UsableProfile: TypeAlias = tuple[str, int, bool]
# offers of one question that split attacks
MOST_SPLITS = 64


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """GA-3.5-15 Offer each troop one of its melee weapons and all extra ones, with the targets that it reaches.

    Besides, at each target with Character troops, all fighters with those who have Precision on it (GA-8.3-16), and
    all fighters with the attacks of those who reach several enemies split between them (GA-3.5-14).
    """
    formation = formation_of(window)
    reached = {key: enemies for key, enemies in targets_by_troop(game, formation).items() if enemies}
    shapes = [item for key, enemies in reached.items() for item in _shapes(game, key, enemies)]
    one = Choice((formation,))
    attacks = {"attacks": items(*shapes, least=0, most=len(shapes), once=True)} if shapes else {}
    precise = (item for item in enemies_of(game, game.formations[formation]) if characters_of(game, item.id))
    aimed = (fields for enemy in precise if (fields := _precise_fields(game, reached, enemy.id)))
    splits = islice(_splits(game, reached), MOST_SPLITS)
    return [
        offer(DeclareMeleeAttacks, "GA-3.5-15", formation=one, **attacks),
        *(offer(DeclareMeleeAttacks, "GA-8.3-16", formation=one, **fields) for fields in aimed),
        *(offer(DeclareMeleeAttacks, "GA-3.5-14", formation=one, attacks=rows) for rows in splits),
    ]


def _precise_fields(game: Game, reached: Mapping[str, Sequence[str]], target: str) -> dict[str, Items]:
    """GA-8.3-16 Offer attacks with Precision on a target, with statements of which Characters are seen; none without.

    Those who have no Precision attack besides.
    """
    chosen: list[Shape] = []
    precise: list[str] = []
    for key, enemies in reached.items():
        mains = [item for item in _weapons_of(game, key) if not item[2]]
        able = [item for item in mains if target in enemies and _is_precise(game, key, item)]
        if able:
            chosen.append(_melee_shape(key, able[:1], (target,)))
            precise.append(key)
        elif mains:
            chosen.append(_melee_shape(key, mains, enemies))
    if not precise or geometric(game):
        return {}
    pairs = product(precise, (troop.id for troop in characters_of(game, target)))
    return {
        "attacks": items(*chosen, least=len(chosen), most=len(chosen), once=True),
        "sights": statements(words_for(game, pairs)),
    }


def _splits(game: Game, reached: Mapping[str, Sequence[str]]) -> Iterator[Items]:
    """GA-3.5-14 GA-3.5-15 Offer attacks of a weapon split between enemies: by all who can, and by each of them alone.

    Whoever does not split strikes with all attacks. Each offer takes one way to split of each who does, since a domain
    can not tie one attack of a list to another.
    """
    strikers = [(key, usable) for key in reached for usable in _usable_together(game, key)]
    whole = [[_melee_shape(key, usable, reached[key])] for key, usable in strikers]
    ways = [list(_ways(game, key, usable, reached[key])) for key, usable in strikers]
    for number in range(max(map(len, ways), default=0)):
        yield _all_of(own[number % len(own)] if own else one for own, one in zip(ways, whole, strict=True))
    if sum(map(bool, ways)) > 1:
        for at, own in enumerate(ways):
            for way in own:
                yield _all_of((*whole[:at], way, *whole[at + 1 :]))


def _all_of(rows: Iterable[Sequence[Shape]]) -> Items:
    shapes = [item for row in rows for item in row]
    return items(*shapes, least=len(shapes), most=len(shapes), once=True)


def _ways(game: Game, troop: str, usable: Sequence[UsableProfile], enemies: Sequence[str]) -> Iterator[Sequence[Shape]]:
    """GA-3.5-14 Go through the ways to split: so many attacks on each of some enemies, what is left on another.

    Those of one number of enemies and attacks come together; 0 attacks say that these are what is left.
    """
    for item in usable:
        most = dice_outcomes.most_of(game.weapons[item[0]].profiles[item[1]].swiftness)
        for count in range(1, min(len(enemies), most)):
            for bounds in _bounds(most - 1, count):
                for counted in combinations(enemies, count):
                    others = [enemy for enemy in enemies if enemy not in counted]
                    yield (
                        *(
                            _share(troop, item, (one,), Range(1, up_to))
                            for one, up_to in zip(counted, bounds, strict=True)
                        ),
                        _share(troop, item, others, Range(0, 0)),
                    )


def _bounds(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """List the numbers, each at least 1, that add up to a total: any shares up to these leave an attack over."""
    for cuts in combinations(range(1, total), count - 1):
        yield tuple(after - before for before, after in pairwise((0, *cuts, total)))


def _share(troop: str, item: UsableProfile, targets: Sequence[str], attacks: Range) -> Shape:
    return shape(
        MeleeAttack,
        troop=Choice((troop,)),
        weapon=Choice((item[0],)),
        profile=Choice((str(item[1]),)),
        target=Choice(tuple(targets)),
        attacks=attacks,
    )


def _is_precise(game: Game, troop: str, item: UsableProfile) -> bool:
    return weapon_abilities.precision(game.weapons[item[0]].profiles[item[1]]) or effects.precise(game, troop)


def _weapons_of(game: Game, troop: str) -> Iterator[UsableProfile]:
    """GA-8.3-19 GA-8.3-29 Go through the melee profiles of a troop: weapon, number, and whether it is extra."""
    for weapon in dict.fromkeys(game.troops[troop].weapons):
        row = game.weapons[weapon]
        for number, profile in enumerate(row.profiles if row.melee else ()):
            if not weapon_abilities.volatile(profile):
                yield weapon, number, weapon_abilities.extra_attacks(profile, melee=True)


def _shapes(game: Game, troop: str, enemies: Sequence[str]) -> Iterator[Shape]:
    return (_melee_shape(troop, usable, enemies) for usable in _usable_together(game, troop))


def _usable_together(game: Game, troop: str) -> Iterator[Sequence[UsableProfile]]:
    """GA-3.5-13 GA-8.3-29 Go through what a troop strikes with, one profile of each: its weapons, each extra one."""
    found = list(_weapons_of(game, troop))
    if mains := [item for item in found if not item[2]]:
        yield mains
    for weapon in dict.fromkeys(item[0] for item in found if item[2]):
        yield [item for item in found if item[2] and item[0] == weapon]


def _melee_shape(troop: str, usable: Sequence[UsableProfile], enemies: Sequence[str]) -> Shape:
    """GA-3.5-13 Offer all attacks of one of these profiles on one of these enemies."""
    weapons = tuple(dict.fromkeys(weapon for weapon, _, _ in usable))
    profiles = [
        where(Choice(tuple(str(number) for key, number, _ in usable if key == weapon)), weapon=weapon)
        for weapon in weapons
    ]
    return shape(
        MeleeAttack,
        troop=Choice((troop,)),
        weapon=Choice(weapons),
        profile=profiles,
        target=Choice(tuple(enemies)),
        attacks=Range(0, 0),
    )


def _no_attacks(_game: Game, window: Window, _party: Party) -> Struct:
    return DeclareMeleeAttacks(formation=formation_of(window))


PART = Part(
    windows=windows(
        WindowKind("declare_melee", "GA-3.5-15", (DeclareMeleeAttacks,), _offers, _no_attacks, subject=FormationSubject)
    )
)
