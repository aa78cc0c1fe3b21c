"""Chapter 3.5, blows as they are offered: each fighter on one enemy, with Precision, and split between enemies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
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
MOST_SPLITS = 4


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    """GA-3.5-15 Offer each troop one of its melee weapons and all extra ones, with the targets that it reaches.

    Besides, at each target with Character troops, all fighters with those who have Precision on it (GA-8.3-16), and
    all fighters with the attacks of those who reach two enemies split between them (GA-3.5-14).
    """
    formation = formation_of(window)
    reached = {key: enemies for key, enemies in targets_by_troop(game, formation).items() if enemies}
    shapes = [item for key, enemies in reached.items() for item in _shapes(game, key, enemies)]
    one = Choice((formation,))
    attacks = {"attacks": items(*shapes, least=0, most=len(shapes), once=True)} if shapes else {}
    precise = (item for item in enemies_of(game, game.formations[formation]) if characters_of(game, item.id))
    aimed = (fields for enemy in precise if (fields := _precise_fields(game, reached, enemy.id)))
    return [
        offer(DeclareMeleeAttacks, "GA-3.5-15", formation=one, **attacks),
        *(offer(DeclareMeleeAttacks, "GA-8.3-16", formation=one, **fields) for fields in aimed),
        *(offer(DeclareMeleeAttacks, "GA-3.5-14", formation=one, attacks=rows) for rows in _splits(game, reached)),
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
    """GA-3.5-14 GA-3.5-15 Offer some attacks of a weapon on one enemy, those that are left on another.

    Each offer takes another weapon or profile of those who split theirs; everybody else strikes as usual.
    """
    several = {key: list(_splittable(game, key)) for key, enemies in reached.items() if len(enemies) > 1}
    for number in range(min(MOST_SPLITS, max(map(len, several.values()), default=0))):
        rows: list[Shape] = []
        for key, enemies in reached.items():
            mains = [item for item in _weapons_of(game, key) if not item[2]]
            if several.get(key):
                usable = several[key][min(number, len(several[key]) - 1)]
                rows += _shares(game, key, usable, enemies)
            elif mains:
                rows.append(_melee_shape(key, mains, enemies))
        yield items(*rows, least=len(rows), most=len(rows), once=True)


def _splittable(game: Game, troop: str) -> Iterator[UsableProfile]:
    """GA-3.5-14 Go through the weapons that a troop may use, with two attacks and more."""
    for item in _weapons_of(game, troop):
        if not item[2] and _most_attacks(game, item) > 1:
            yield item


def _most_attacks(game: Game, item: UsableProfile) -> int:
    return dice_outcomes.most_of(game.weapons[item[0]].profiles[item[1]].swiftness)


def _shares(game: Game, troop: str, item: UsableProfile, enemies: Sequence[str]) -> Iterator[Shape]:
    """GA-3.5-14 Offer fewer than all attacks on the first enemy, and what is left (0 says so) on another."""
    for targets, attacks in ((enemies[:1], Range(1, _most_attacks(game, item) - 1)), (enemies[1:], Range(0, 0))):
        yield shape(
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
    found = list(_weapons_of(game, troop))
    mains = [item for item in found if not item[2]]
    if mains:
        yield _melee_shape(troop, mains, enemies)
    for weapon in dict.fromkeys(item[0] for item in found if item[2]):
        yield _melee_shape(troop, [item for item in found if item[2] and item[0] == weapon], enemies)


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
