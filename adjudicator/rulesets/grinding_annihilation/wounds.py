"""Chapter 3.3, steps three to five of an attack: allocation, Defense Check, Damage and what a troop loses by it."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation import abilities, effects, outcomes
from adjudicator.rulesets.grinding_annihilation.attacks import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.cover import has_cover
from adjudicator.rulesets.grinding_annihilation.groups import opened, profile_at, seat_of
from adjudicator.rulesets.grinding_annihilation.losses import destroy
from adjudicator.rulesets.grinding_annihilation.manoeuvres import ask_reroll
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AttackAllocated,
    DamageInflicted,
    DamageRolled,
    DeclineReaction,
    DefenceRolled,
    InflictDamage,
    MortalWoundsHeld,
    RollDamage,
    RollDefence,
    WeaponProfile,
)
from adjudicator.rulesets.grinding_annihilation.mortal import (
    health_of,
    require_taker,
    set_off,
    standing_choice,
    suffer,
    takers,
)
from adjudicator.rulesets.grinding_annihilation.rolls import require_group
from adjudicator.rulesets.grinding_annihilation.saves import granted, preferred, saves_of
from adjudicator.rulesets.grinding_annihilation.sights import geometric, picks_out
from adjudicator.rulesets.grinding_annihilation.state import (
    Attack,
    Game,
    Held,
    has_keyword,
    led,
    rival,
    troops_of,
)

CHECKS = {outcomes.ARMOUR: "defence-check", outcomes.INVULNERABLE: "invulnerable-save"}

# -- allocation


def allocate_attack(ruling: Ruling[Game], command: AllocateAttack) -> None:
    """GA-3.3-21 A wounding attack is put on one troop of the target; by Precision the attacker puts it.

    By option that holds for the mortal wounds of a Devastating attack too (GA-8.3-17).
    """
    game = ruling.game
    attack = _require_attack(ruling, command.group, command.attack)
    troop = ruling.find(game.troops, command.troop, "troop")
    aimed = ruling.window is not None and ruling.window.kind == "precision"
    if aimed:
        may = aims(game, attack)
        ruling.require(troop.id in may, "GA-8.3-16", "not-a-seen-character", "troop", may=" ".join(may))
    else:
        target = game.formations[opened(game).target]
        require_taker(ruling, troop, target, takers(game, target))
    if devastates(game, attack):
        hold(ruling, attack, troop.id)
    else:
        allocate(ruling, attack, troop.id, aimed=aimed)
    ruling.answered()


def allocate(ruling: Ruling[Game], attack: Attack, troop: str, *, aimed: bool) -> None:
    """GA-3.3-21 GA-8.3-16 Record who takes an attack."""
    attacker = seat_of(ruling.game)
    covers = has_cover(ruling.game, ruling.game.troops[troop], attack)
    event = AttackAllocated(
        group=opened(ruling.game).id, attack=attack.number, troop=troop, seat=attacker if aimed else rival(attacker),
        precision=aimed, covers=covers,
    )  # fmt: skip
    why = ("GA-6.0-06", *(each.clause for each in covers)) if covers else ()
    ruling.record(event, "GA-8.3-16" if aimed else "GA-3.3-21", *why)


def attack_allocated(game: Game, event: AttackAllocated) -> None:
    """Mark the troop for the phase (GA-3.3-22)."""
    game.troops[event.troop] = replace(game.troops[event.troop], marked=True)
    game.attacks[event.attack] = replace(
        game.attacks[event.attack],
        allocated=event.troop,
        status="allocated",
        precision=event.precision,
        covers=event.covers,
    )


def aims(game: Game, attack: Attack) -> list[str]:
    """GA-8.3-16 List the Characters that the attacker may put this attack on by Precision.

    Sight that is worked out is worked out now; what was stated stands, and so it does for a troop that has fallen
    since its declaration (GA-3.3-41).
    """
    group = opened(game)
    if attack.declined or not led(game, game.formations[group.target]) or not _precise(game, attack):
        return []
    declared = next(each.characters_visible for each in group.counts if each.troop == attack.troop)
    observer = game.troops.get(attack.troop)
    if observer is None or not geometric(game):
        return [each for each in declared if _is_character(game, each, group.target)]
    characters = (each for each in troops_of(game, group.target) if has_keyword(game, each, "character"))
    return [each.id for each in characters if picks_out(game, observer, each)]


def devastates(game: Game, attack: Attack) -> bool:
    """GA-8.3-25 Tell whether an attack of the open group ends in mortal wounds."""
    return abilities.devastating(_profile(game), attack.outcome)


def steers(game: Game, attack: Attack) -> list[str]:
    """GA-8.3-17 List the Characters that Precision may put the mortal wounds of an attack on; by option alone."""
    return aims(game, attack) if game.how.precision_steers_mortals else []


def _precise(game: Game, attack: Attack) -> bool:
    """GA-8.3-16 GA-5.3-02 Tell whether the weapon has Precision, or its troop by Epic Momentum."""
    melee = game.weapons[opened(game).weapon].melee
    return abilities.precision(_profile(game)) or (melee and effects.precise(game, attack.troop))


def _is_character(game: Game, key: str, target: str) -> bool:
    troop = game.troops.get(key)
    return troop is not None and troop.formation == target and has_keyword(game, troop, "character")


# -- Defense Check


def roll_defence(ruling: Ruling[Game], command: RollDefence) -> None:
    """GA-3.3-23 GA-3.3-25 The target's player makes one Defense Check, with the save of his choice."""
    game = ruling.game
    attack = _require_attack(ruling, command.group, command.attack)
    saves = saves_of(game, attack)
    ruling.require(
        not command.save or command.save in saves, "GA-3.3-25", "no-such-save", "save",
        save=command.save, saves=" ".join(saves),
    )  # fmt: skip
    save = command.save or preferred(game, attack)
    face = defend(ruling, attack, save)
    ruling.answered()
    if face:
        ask_reroll(ruling, opened(game).target, "defence", str(attack.number), save, face)


def defend(ruling: Ruling[Game], attack: Attack, save: str) -> int:
    """GA-3.3-23 GA-3.3-24 Roll the save and give the face; where there is none nothing is rolled."""
    game = ruling.game
    needed = saves_of(game, attack).get(save)
    face, held = 0, False
    if needed is not None:
        (face,) = ruling.roll(1, outcomes.SIDES, CHECKS[save], rival(seat_of(game)))
        held = outcomes.saved(face, needed.total)
    told = needed or Tally.base(0, "GA-3.3-23")
    event = DefenceRolled(
        group=opened(game).id, attack=attack.number, troop=attack.allocated, save=save, face=face, needed=told,
        saved=held,
    )  # fmt: skip
    ruling.record(event, *told.clauses(), *granted(game, attack, save, told), "GA-3.3-24")
    return face


def defence_rolled(game: Game, event: DefenceRolled) -> None:
    """The attack is over or does damage."""
    set_status(game, event.attack, "saved" if event.saved else "failed_save")


# -- damage


def roll_damage(ruling: Ruling[Game], command: RollDamage) -> None:
    """GA-3.3-26 The attacker throws for a random Damage."""
    attack = _require_attack(ruling, command.group, command.attack)
    faces = throw_damage(ruling, attack)
    ruling.answered()
    ask_reroll(ruling, opened(ruling.game).formation, "damage", str(attack.number), *faces)


def throw_damage(ruling: Ruling[Game], attack: Attack) -> tuple[int, ...]:
    """GA-3.3-26 GA-8.3-20 Throw for the Damage of one attack and give the faces."""
    amount = _profile(ruling.game).damage
    faces = ruling.roll(amount.dice, outcomes.SIDES, "damage-roll", seat_of(ruling.game))
    total = damage_by(ruling.game, attack, faces)
    event = DamageRolled(group=opened(ruling.game).id, attack=attack.number, faces=faces, damage=total)
    ruling.record(event, *total.clauses())
    return faces


def damage_rolled(game: Game, event: DamageRolled) -> None:
    """Note it for the attack."""
    game.attacks[event.attack] = replace(game.attacks[event.attack], damage=event.damage)


def damage_of(game: Game, attack: Attack) -> Tally | None:
    """GA-3.3-26 Give the Damage of an attack; None where it has to be thrown for first."""
    amount = _profile(game).damage
    return attack.damage if amount.dice else damage_from(game, attack, amount.plus)


def damage_by(game: Game, attack: Attack, faces: tuple[int, ...]) -> Tally:
    """GA-3.3-26 Give the Damage of an attack from the dice thrown for it."""
    return damage_from(game, attack, outcomes.value(_profile(game).damage, faces))


def damage_from(game: Game, attack: Attack, thrown: int) -> Tally:
    """GA-3.3-26 GA-8.3-20 Give the Damage of an attack from what was thrown, or is printed, for it."""
    near = next(each.half_range for each in opened(game).counts if each.troop == attack.troop)
    return outcomes.damage(_profile(game), thrown, near=near)


def hold(ruling: Ruling[Game], attack: Attack, troop: str | None = None) -> None:
    """GA-8.3-25 GA-8.3-26 Hold the mortal wounds of a Devastating Critical Wound; the attack is over."""
    group, total = opened(ruling.game), _known_damage(ruling.game, attack)
    event = MortalWoundsHeld(group=group.id, attack=attack.number, target=group.target, wounds=total, troop=troop)
    ruling.record(event, "GA-8.3-25", "GA-8.3-26", *total.clauses(), *(("GA-8.3-17",) if troop else ()))


def mortal_wounds_held(game: Game, event: MortalWoundsHeld) -> None:
    """Keep them until normal damage on the target is done (GA-3.3-32)."""
    set_status(game, event.attack, "mortal")
    if game.declaration is not None:
        held = Held(
            group=event.group, attack=event.attack, target=event.target, wounds=event.wounds.total,
            troop=event.troop or "",
        )  # fmt: skip
        game.declaration = replace(game.declaration, held=(*game.declaration.held, held))


def inflict_damage(ruling: Ruling[Game], command: InflictDamage) -> None:
    """GA-3.3-26 The troop loses wounds; its player may choose which Reinforced Health it uses."""
    game = ruling.game
    attack = _require_attack(ruling, command.group, command.attack)
    faces = health_of(game, game.troops[attack.allocated])
    ruling.require(
        command.reinforced_health in (0, *faces), "GA-3.3-35", "no-such-health", "reinforced_health",
        faces=" ".join(map(str, faces)),
    )  # fmt: skip
    inflict(ruling, attack, command.reinforced_health or min(faces, default=0))
    ruling.answered()
    set_off(ruling)


def inflict(ruling: Ruling[Game], attack: Attack, health: int) -> None:
    """GA-3.3-26 GA-3.3-27 GA-3.3-34 Roll Reinforced Health wound by wound; damage beyond the troop's end is lost."""
    game = ruling.game
    troop, total = game.troops[attack.allocated], _known_damage(game, attack)
    faces, ignored, lost = suffer(ruling, troop, total.total, health)
    left = troop.wounds_left - lost
    event = DamageInflicted(
        group=opened(game).id, attack=attack.number, troop=troop.id, damage=total, health_faces=faces,
        health_needed=health, ignored=ignored, lost=lost, wounds_left=left,
    )  # fmt: skip
    ruling.record(event, *total.clauses(), "GA-3.3-27", *(("GA-3.3-34", "GA-3.3-35") if health else ()))
    if left == 0:
        destroy(ruling, troop.id, "attack", "GA-3.3-28")


def damage_inflicted(game: Game, event: DamageInflicted) -> None:
    """Take the wounds."""
    set_status(game, event.attack, "damaged")
    game.troops[event.troop] = replace(game.troops[event.troop], wounds_left=event.wounds_left)


# -- helpers


def _known_damage(game: Game, attack: Attack) -> Tally:
    total = damage_of(game, attack)
    if total is None:
        message = f"the Damage of attack {attack.number} is used before it is thrown"
        raise AssertionError(message)
    return total


def _require_attack(ruling: Ruling[Game], group: str, number: int) -> Attack:
    """GA-3.3-39 Find the attack that is worked off now; the window is about it."""
    require_group(ruling, group)
    now = asked_attack(ruling.window)
    ruling.require(number == now, "GA-3.3-39", "other-attack", "attack", next=now)
    return ruling.game.attacks[now]


def asked_attack(window: Window | None) -> int:
    """Give the attack that a window is about."""
    return 0 if window is None else int(window.about[1])


def set_status(game: Game, number: int, status: str) -> None:
    """Say what has become of an attack."""
    game.attacks[number] = replace(game.attacks[number], status=status)


def _profile(game: Game) -> WeaponProfile:
    group = opened(game)
    return profile_at(game, group.weapon, group.profile)


# -- offers and silence


def _which(window: Window) -> dict[str, Choice | Range]:
    number = asked_attack(window)
    return {"group": Choice(window.about[:1]), "attack": Range(number, number)}


def _precision_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    may = Choice(tuple(aims(game, game.attacks[asked_attack(window)])))
    clause = "GA-8.3-17" if devastates(game, game.attacks[asked_attack(window)]) else "GA-8.3-16"
    return [decline_offer(window), offer(AllocateAttack, clause, **_which(window), troop=may)]


def _allocate_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    may = Choice(tuple(takers(game, game.formations[opened(game).target])))
    return [offer(AllocateAttack, "GA-3.3-21", **_which(window), troop=may)]


def _allocate_now(game: Game, window: Window, _party: Party) -> Struct:
    target = game.formations[opened(game).target]
    legal = takers(game, target)
    chosen = standing_choice(game, target.seat, legal) or legal[0]
    return AllocateAttack(group=window.about[0], attack=asked_attack(window), troop=chosen)


def _defence_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    saves = Choice(tuple(saves_of(game, game.attacks[asked_attack(window)])))
    return [offer(RollDefence, "GA-3.3-23", **_which(window), save=saves)]


def _defence_now(_game: Game, window: Window, _party: Party) -> Struct:
    return RollDefence(group=window.about[0], attack=asked_attack(window), save="")


def _attack(_game: Game, window: Window) -> dict[str, str | int]:
    return {"group": window.about[0], "attack": asked_attack(window)}


def _inflict_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    attack = game.attacks[asked_attack(window)]
    faces = health_of(game, game.troops[attack.allocated]) or (0,)
    return [offer(InflictDamage, "GA-3.3-26", **_which(window), reinforced_health=Range(face, face)) for face in faces]


def _inflict_now(_game: Game, window: Window, _party: Party) -> Struct:
    return InflictDamage(group=window.about[0], attack=asked_attack(window), reinforced_health=0)


CLAUSES = handlers(allocate_attack, roll_defence, roll_damage, inflict_damage)
REDUCERS = reducers(attack_allocated, defence_rolled, damage_rolled, mortal_wounds_held, damage_inflicted)
WINDOWS = windows(
    WindowKind("precision", "GA-8.3-16", (AllocateAttack, DeclineReaction), _precision_offers, decline),
    WindowKind("allocate", "GA-3.3-21", (AllocateAttack,), _allocate_offers, _allocate_now),
    WindowKind("defence", "GA-3.3-23", (RollDefence,), _defence_offers, _defence_now),
    table_step("damage_roll", "GA-3.3-26", RollDamage, _attack),
    WindowKind("inflict", "GA-3.3-26", (InflictDamage,), _inflict_offers, _inflict_now),
)

__all__ = [
    "CLAUSES", "REDUCERS", "WINDOWS", "aims", "allocate", "damage_by", "damage_from", "damage_of", "defend",
    "devastates", "hold", "inflict", "set_status", "steers", "throw_damage",
]  # fmt: skip
