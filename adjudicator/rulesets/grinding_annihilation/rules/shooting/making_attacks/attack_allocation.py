"""Chapter 3.3, step three of an attack: allocation to a troop, by its player or, with Precision, by the attacker."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import AllocateAttack, AttackAllocated, DeclineReaction
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack
from adjudicator.rulesets.grinding_annihilation.model.state import Game, has_keyword, led, rival, troops_of
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.rules.concepts.sight_statements import geometric, sees_by_itself
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    asked_attack,
    attack_fields,
    open_profile,
    opened,
    require_attack,
    seat_of,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.damage import hold_mortal_wounds
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.eligible_troops import (
    mark_troop,
    may_take,
    require_taker,
    standing_choice,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.cover import has_cover


def allocate_attack(ruling: Ruling[Game], command: AllocateAttack) -> None:
    """GA-3.3-21 A wounding attack is put on one troop of the target; by Precision the attacker puts it.

    By option that holds for the mortal wounds of a Devastating attack too (GA-8.3-17).
    """
    game = ruling.game
    attack = require_attack(ruling, command.group, command.attack)
    troop = ruling.find(game.troops, command.troop, "troop")
    aimed = ruling.window is not None and ruling.window.kind == "precision"
    if aimed:
        may = precision_targets(game, attack)
        ruling.require(troop.id in may, "GA-8.3-16", "not-a-seen-character", "troop", may=" ".join(may))
    else:
        target = game.formations[opened(game).target]
        require_taker(ruling, troop, target, may_take(game, target))
    if devastates(game, attack):
        hold_mortal_wounds(ruling, attack, troop.id)
    else:
        allocate(ruling, attack, troop.id, aimed=aimed)
    ruling.answered()


def allocate(ruling: Ruling[Game], attack: Attack, troop: str, *, aimed: bool) -> None:
    """GA-3.3-21 GA-8.3-16 Record who takes an attack."""
    attacker = seat_of(ruling.game)
    covers = has_cover(ruling.game, ruling.game.troops[troop], attack)
    event = AttackAllocated(
        group=opened(ruling.game).id,
        attack=attack.number,
        troop=troop,
        seat=attacker if aimed else rival(attacker),
        precision=aimed,
        covers=covers,
    )
    why = ("GA-6.0-06", *(cover.clause for cover in covers)) if covers else ()
    ruling.record(event, "GA-8.3-16" if aimed else "GA-3.3-21", *why)


def attack_allocated(game: Game, event: AttackAllocated) -> None:
    """Mark the troop for the phase (GA-3.3-22)."""
    mark_troop(game, event.troop)
    game.attacks[event.attack] = replace(
        game.attacks[event.attack],
        allocated=event.troop,
        status="allocated",
        precision=event.precision,
        covers=event.covers,
    )


def precision_targets(game: Game, attack: Attack) -> list[str]:
    """GA-8.3-16 List the Characters that the attacker may put this attack on by Precision.

    Sight that is worked out is worked out now; what was stated stands, and so it does for a troop that has fallen
    since its declaration (GA-3.3-41).
    """
    group = opened(game)
    if attack.declined or not led(game, game.formations[group.target]) or not _precise(game, attack):
        return []
    declared = next(count.characters_visible for count in group.counts if count.troop == attack.troop)
    observer = game.troops.get(attack.troop)
    if observer is None or not geometric(game):
        return [row for row in declared if _is_character(game, row, group.target)]
    characters = (troop for troop in troops_of(game, group.target) if has_keyword(game, troop, "character"))
    return [character.id for character in characters if sees_by_itself(game, observer, character)]


def devastates(game: Game, attack: Attack) -> bool:
    """GA-8.3-25 Tell whether an attack of the open group ends in mortal wounds."""
    return weapon_abilities.devastating(open_profile(game), attack.outcome)


def mortal_wound_characters(game: Game, attack: Attack) -> list[str]:
    """GA-8.3-17 List the Characters that Precision may put the mortal wounds of an attack on; by option alone."""
    return precision_targets(game, attack) if game.options.precision_steers_mortals else []


def _precise(game: Game, attack: Attack) -> bool:
    """GA-8.3-16 GA-5.3-02 Tell whether the weapon has Precision, or its troop by Epic Momentum."""
    melee = game.weapons[opened(game).weapon].melee
    return weapon_abilities.precision(open_profile(game)) or (melee and effects.precise(game, attack.troop))


def _is_character(game: Game, key: str, target: str) -> bool:
    troop = game.troops.get(key)
    return troop is not None and troop.formation == target and has_keyword(game, troop, "character")


def _precision_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    may = Choice(tuple(precision_targets(game, game.attacks[asked_attack(window)])))
    clause = "GA-8.3-17" if devastates(game, game.attacks[asked_attack(window)]) else "GA-8.3-16"
    return [decline_offer(window), offer(AllocateAttack, clause, **attack_fields(window), troop=may)]


def _allocate_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    may = Choice(tuple(may_take(game, game.formations[opened(game).target])))
    return [offer(AllocateAttack, "GA-3.3-21", **attack_fields(window), troop=may)]


def _default_allocation(game: Game, window: Window, _party: Party) -> Struct:
    target = game.formations[opened(game).target]
    legal = may_take(game, target)
    chosen = standing_choice(game, target.seat, legal) or legal[0]
    return AllocateAttack(group=subject_of(window, AttackSubject).group, attack=asked_attack(window), troop=chosen)


PART = Part(
    handlers=handlers(allocate_attack),
    reducers=reducers(attack_allocated),
    windows=windows(
        WindowKind(
            "precision",
            "GA-8.3-16",
            (AllocateAttack, DeclineReaction),
            _precision_offers,
            decline,
            subject=AttackSubject,
        ),
        WindowKind(
            "allocate",
            "GA-3.3-21",
            (AllocateAttack,),
            _allocate_offers,
            _default_allocation,
            subject=AttackSubject,
            after_flag=True,
        ),
    ),
)
