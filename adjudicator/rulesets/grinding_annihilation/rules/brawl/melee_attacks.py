"""Chapter 3.5, melee attacks: who may attack whom, and with what; declarations.py works the declaration off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.board.inches import Body
from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclaredMelee,
    DeclareMeleeAttacks,
    MeleeAttack,
    MeleeDeclared,
    MeleeEnded,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Declaration, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, troops_of
from adjudicator.rulesets.grinding_annihilation.rules.assault.contact import in_contact
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.concepts.derived import derived_of, enemies_near
from adjudicator.rulesets.grinding_annihilation.rules.concepts.distances import body_of
from adjudicator.rulesets.grinding_annihilation.rules.concepts.line_of_sight import UNSEEN
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import (
    Pair,
    Seen,
    check_sights,
    state_sights,
    stated_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.concepts.threat_range import FARTHEST, engages, threatened_by
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import acting
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.declared_attacks import (
    begin_declaration,
    drop_declaration,
    take_declaration,
    target_facts,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.troops.aircraft import may_strike

# a weapon, the number of a profile, and whether its attacks come on top of others
UsableProfile: TypeAlias = tuple[str, int, bool]

# -- who may attack whom


def targets_by_troop(game: Game, formation: str) -> Mapping[str, tuple[str, ...]]:
    """GA-3.5-12 GA-3.5-15 Name the enemies each troop may attack: near, or touched by a fellow that it touches."""
    known = derived_of(game).targets
    if formation not in known:
        known[formation] = _worked_out(game, formation)
    return known[formation]


def _worked_out(game: Game, formation: str) -> dict[str, tuple[str, ...]]:
    row = game.formations[formation]
    mine = {troop.id: body_of(game, troop) for troop in troops_of(game, formation)}
    theirs = dict(enemies_near(game, row, FARTHEST))
    touched = {key: {enemy for enemy, their in theirs.items() if in_contact(body, their)} for key, body in mine.items()}
    return {
        key: tuple(
            enemy
            for enemy, bodies in theirs.items()
            if may_strike(game, game.troops[key], enemy)
            and (engages(game, (body,), bodies) or _through_fellow(key, enemy, mine, touched))
        )
        for key, body in mine.items()
    }


def _through_fellow(key: str, enemy: str, mine: Mapping[str, Body], touched: Mapping[str, set[str]]) -> bool:
    fellows = [body for other, body in mine.items() if other != key and enemy in touched[other]]
    return in_contact(mine[key], fellows)


def has_targets(game: Game, formation: str) -> bool:
    """GA-3.5-16 Tell whether some troop of a formation may attack somebody."""
    return any(targets_by_troop(game, formation).values())


# -- declaring


def declare_melee_attacks(ruling: Ruling[Game], command: DeclareMeleeAttacks) -> None:
    """GA-3.5-15 All melee weapons, profiles and targets are declared before the first attack."""
    game = ruling.game
    acting(ruling, command.formation)
    reached = targets_by_troop(game, command.formation)
    _find_all(ruling, command.attacks)
    ruling.refuse_all([*_attack_faults(game, command.formation, reached, command.attacks)])
    ruling.refuse_all([*weapon_faults(game, command.attacks)])
    wanted = _precise_pairs(game, command.attacks)
    seen = check_sights(ruling, command.sights, stated_of(game, command.sights, wanted), alone=True)
    ruling.answered()
    if not command.attacks:
        ruling.record(MeleeEnded(formation=command.formation), "GA-3.5-15")
        return
    targets = tuple(dict.fromkeys(attack.target for attack in command.attacks))
    event = MeleeDeclared(
        declaration=f"d{ruling.seq}",
        formation=command.formation,
        fighters=tuple(key for key, enemies in reached.items() if enemies),
        attacks=tuple(_declared(game, attack, seen) for attack in command.attacks),
        targets=tuple(target_facts(game, target, seen=True) for target in targets),
        sights=state_sights(ruling, command.sights, seen),
    )
    ruling.record(event, "GA-3.5-12", "GA-3.5-13", "GA-3.5-15")
    begin_declaration(ruling)


def melee_declared(game: Game, event: MeleeDeclared) -> None:
    """Take the declaration up."""
    if game.action is not None:
        game.action = replace(game.action, step="attacks")
    take_declaration(
        game,
        Declaration(
            id=event.declaration,
            formation=event.formation,
            melee=True,
            attacks=event.attacks,
            targets=event.targets,
            sights=event.sights,
        ),
    )


def melee_ended(game: Game, _event: MeleeEnded) -> None:
    """Consolidate is next."""
    drop_declaration(game)
    if game.action is not None:
        game.action = replace(game.action, step="consolidate")


def _find_all(ruling: Ruling[Game], attacks: Iterable[MeleeAttack]) -> None:
    for number, attack in enumerate(attacks):
        ruling.find(ruling.game.troops, attack.troop, f"attacks[{number}].troop")
        ruling.find(ruling.game.formations, attack.target, f"attacks[{number}].target")


def fighter_fault(game: Game, formation: str, attack: MeleeAttack, where: str) -> Fault | None:
    """GA-3.5-12 GA-3.5-13 Say why a troop never makes this attack for a formation, whoever the target is."""
    troop, facts = game.troops[attack.troop], (("troop", attack.troop),)
    if troop.formation != formation:
        return Fault("GA-3.5-12", "not-of-formation", where, (*facts, ("formation", formation)))
    if attack.weapon not in troop.weapons:
        return Fault("GA-3.5-13", "no-such-weapon", where, (*facts, ("weapon", attack.weapon)))
    weapon = game.weapons[attack.weapon]
    if not weapon.melee:
        return Fault("GA-3.5-13", "ranged-weapon", where, (("weapon", attack.weapon),))
    if not 0 <= attack.profile < len(weapon.profiles):
        named = (("weapon", attack.weapon), ("profiles", len(weapon.profiles)))
        return Fault("GA-3.5-13", "no-such-profile", where, named)
    return None


def _attack_faults(
    game: Game, formation: str, reached: Mapping[str, Sequence[str]], attacks: Iterable[MeleeAttack]
) -> Iterator[Fault]:
    """GA-3.5-12 GA-3.5-13 GA-3.5-15 Find attacks that their troop may not make, each by itself."""
    for number, attack in enumerate(attacks):
        where, facts = f"attacks[{number}]", (("troop", attack.troop),)
        wrong = fighter_fault(game, formation, attack, where)
        if wrong is not None:
            yield wrong
        elif not reached[attack.troop]:
            yield Fault("GA-3.5-12", "cannot-attack", where, facts)
        elif attack.target not in reached[attack.troop]:
            yield Fault("GA-3.5-15", "target-not-touched", where, (*facts, ("target", attack.target)))
        elif weapon_abilities.volatile(_profile(game, attack)) and threatened_by(game, attack.target):
            named = (*facts, ("weapon", attack.weapon), ("target", attack.target))
            yield Fault("GA-8.3-19", "volatile-near-friends", where, named)


def weapon_faults(game: Game, attacks: Sequence[MeleeAttack]) -> Iterator[Fault]:
    """GA-3.5-13 GA-8.3-29 A troop uses one weapon and one profile of it, and every Extra Attacks weapon besides."""
    for troop in dict.fromkeys(attack.troop for attack in attacks):
        own = [attack for attack in attacks if attack.troop == troop]
        main = dict.fromkeys(row.weapon for row in own if not _extra(game, row))
        if len(main) > 1:
            yield Fault("GA-3.5-13", "one-weapon", "attacks", (("troop", troop), ("weapons", " ".join(main))))
        for weapon in dict.fromkeys(row.weapon for row in own):
            yield from _split_faults(game, troop, weapon, [row for row in own if row.weapon == weapon])


def _split_faults(game: Game, troop: str, weapon: str, shares: Sequence[MeleeAttack]) -> Iterator[Fault]:
    """GA-3.5-14 GA-3.5-15 The attacks of a weapon may be split: every one of them goes to one target."""
    facts = (("troop", troop), ("weapon", weapon))
    if len({share.profile for share in shares}) > 1:
        yield Fault("GA-3.5-13", "one-profile", "attacks", facts)
        return
    if len({share.target for share in shares}) < len(shares):
        yield Fault("GA-3.5-15", "target-twice", "attacks", facts)
    swiftness = _profile(game, shares[0]).swiftness
    named, rest = sum(share.attacks for share in shares), sum(share.attacks == 0 for share in shares)
    most = dice_outcomes.most_of(swiftness)
    whole = rest == 1 and (named == 0 or named < most)
    exact = rest == 0 and swiftness.dice == 0 and named == swiftness.plus
    if not (whole or exact):
        yield Fault("GA-3.5-14", "attacks-count", "attacks", (*facts, ("named", named), ("swiftness", most)))


def _profile(game: Game, attack: MeleeAttack) -> WeaponProfile:
    return game.weapons[attack.weapon].profiles[attack.profile]


def _extra(game: Game, attack: MeleeAttack) -> bool:
    return weapon_abilities.extra_attacks(_profile(game, attack), melee=True)


# -- Precision


def _precise_pairs(game: Game, attacks: Iterable[MeleeAttack]) -> list[Pair]:
    """GA-8.3-16 List whose sight of which Character troops may be stated; what is not stated is not seen."""
    return list(
        dict.fromkeys(
            (attack.troop, troop.id)
            for attack in attacks
            if weapon_abilities.precision(_profile(game, attack)) or effects.precise(game, attack.troop)
            for troop in characters_of(game, attack.target)
        )
    )


def characters_of(game: Game, formation: str) -> list[Troop]:
    return [troop for troop in troops_of(game, formation) if has_keyword(game, troop, "character")]


def _declared(game: Game, attack: MeleeAttack, seen: Seen) -> DeclaredMelee:
    visible = tuple(
        troop.id for troop in characters_of(game, attack.target) if seen.get((attack.troop, troop.id), UNSEEN) != UNSEEN
    )
    return DeclaredMelee(
        troop=attack.troop,
        weapon=attack.weapon,
        profile=attack.profile,
        target=attack.target,
        attacks=attack.attacks,
        characters_visible=visible,
    )


PART = Part(handlers=handlers(declare_melee_attacks), reducers=reducers(melee_declared, melee_ended))
