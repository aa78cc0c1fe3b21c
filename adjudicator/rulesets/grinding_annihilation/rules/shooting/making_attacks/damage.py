"""Chapter 3.3, step five of an attack: Damage and what a troop loses by it; Devastating ones are held."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, table_step, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DamageInflicted,
    DamageRolled,
    InflictDamage,
    MortalWoundsHeld,
    RollDamage,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, HeldWounds
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    asked_attack,
    attack_fields,
    open_profile,
    opened,
    require_attack,
    seat_of,
    set_status,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.destruction import (
    ask_queued_demises,
    destroy,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.reinforced_health import (
    health_of,
    note_wounds,
    suffer,
)

# -- damage


def roll_damage(ruling: Ruling[Game], command: RollDamage) -> None:
    """GA-3.3-26 The attacker throws for a random Damage."""
    attack = require_attack(ruling, command.group, command.attack)
    faces = roll_for_damage(ruling, attack)
    ruling.answered()
    ask_reroll(ruling, opened(ruling.game).formation, "damage", *faces, attack=attack.number)


def roll_for_damage(ruling: Ruling[Game], attack: Attack) -> tuple[int, ...]:
    """GA-3.3-26 GA-8.3-20 Throw for the Damage of one attack and give the faces."""
    amount = open_profile(ruling.game).damage
    faces = ruling.roll(amount.dice, dice_outcomes.SIDES, "damage-roll", seat_of(ruling.game))
    total = damage_by(ruling.game, attack, faces)
    event = DamageRolled(group=opened(ruling.game).id, attack=attack.number, faces=faces, damage=total)
    ruling.record(event, *total.clauses())
    return faces


def damage_rolled(game: Game, event: DamageRolled) -> None:
    """Note it for the attack."""
    game.attacks[event.attack] = replace(game.attacks[event.attack], damage=event.damage)


def damage_of(game: Game, attack: Attack) -> Tally | None:
    """GA-3.3-26 Give the Damage of an attack; None where it has to be thrown for first."""
    amount = open_profile(game).damage
    return attack.damage if amount.dice else damage_from(game, attack, amount.plus)


def damage_by(game: Game, attack: Attack, faces: tuple[int, ...]) -> Tally:
    """GA-3.3-26 Give the Damage of an attack from the dice thrown for it."""
    return damage_from(game, attack, dice_outcomes.value(open_profile(game).damage, faces))


def damage_from(game: Game, attack: Attack, thrown: int) -> Tally:
    """GA-3.3-26 GA-8.3-20 Give the Damage of an attack from what was thrown, or is printed, for it."""
    near = next(count.half_range for count in opened(game).counts if count.troop == attack.troop)
    return dice_outcomes.damage(open_profile(game), thrown, near=near)


def hold_mortal_wounds(ruling: Ruling[Game], attack: Attack, troop: str | None = None) -> None:
    """GA-8.3-25 GA-8.3-26 Hold the mortal wounds of a Devastating Critical Wound; the attack is over."""
    group, total = opened(ruling.game), _known_damage(ruling.game, attack)
    event = MortalWoundsHeld(group=group.id, attack=attack.number, target=group.target, wounds=total, troop=troop)
    ruling.record(event, "GA-8.3-25", "GA-8.3-26", *total.clauses(), *(("GA-8.3-17",) if troop else ()))


def mortal_wounds_held(game: Game, event: MortalWoundsHeld) -> None:
    """Keep them until normal damage on the target is done (GA-3.3-32)."""
    set_status(game, event.attack, "mortal")
    if game.declaration is not None:
        held = HeldWounds(
            group=event.group,
            attack=event.attack,
            target=event.target,
            wounds=event.wounds.total,
            troop=event.troop or "",
        )
        game.declaration = replace(game.declaration, held=(*game.declaration.held, held))


def inflict_damage(ruling: Ruling[Game], command: InflictDamage) -> None:
    """GA-3.3-26 The troop loses wounds; its player may choose which Reinforced Health it uses."""
    game = ruling.game
    attack = require_attack(ruling, command.group, command.attack)
    faces = health_of(game, game.troops[attack.allocated])
    ruling.require(
        command.reinforced_health in (0, *faces),
        "GA-3.3-35",
        "no-such-health",
        "reinforced_health",
        faces=" ".join(map(str, faces)),
    )
    inflict(ruling, attack, command.reinforced_health or min(faces, default=0))
    ruling.answered()
    ask_queued_demises(ruling)


def inflict(ruling: Ruling[Game], attack: Attack, health: int) -> None:
    """GA-3.3-26 GA-3.3-27 GA-3.3-34 Roll Reinforced Health wound by wound; damage beyond the troop's end is lost."""
    game = ruling.game
    troop, total = game.troops[attack.allocated], _known_damage(game, attack)
    faces, ignored, lost = suffer(ruling, troop, total.total, health)
    left = troop.wounds_left - lost
    event = DamageInflicted(
        group=opened(game).id,
        attack=attack.number,
        troop=troop.id,
        damage=total,
        health_faces=faces,
        health_needed=health,
        ignored=ignored,
        lost=lost,
        wounds_left=left,
    )
    ruling.record(event, *total.clauses(), "GA-3.3-27", *(("GA-3.3-34", "GA-3.3-35") if health else ()))
    if left == 0:
        destroy(ruling, troop.id, "attack", "GA-3.3-28")


def damage_inflicted(game: Game, event: DamageInflicted) -> None:
    """Take the wounds."""
    set_status(game, event.attack, "damaged")
    note_wounds(game, event.troop, event.wounds_left)


# -- helpers


def _known_damage(game: Game, attack: Attack) -> Tally:
    total = damage_of(game, attack)
    if total is None:
        message = f"the Damage of attack {attack.number} is used before it is thrown"
        raise AssertionError(message)
    return total


def _attack(_game: Game, window: Window) -> dict[str, str | int]:
    return {"group": subject_of(window, AttackSubject).group, "attack": asked_attack(window)}


def _inflict_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    attack = game.attacks[asked_attack(window)]
    faces = health_of(game, game.troops[attack.allocated]) or (0,)
    return [
        offer(InflictDamage, "GA-3.3-26", **attack_fields(window), reinforced_health=Range(face, face))
        for face in faces
    ]


def _default_inflict(_game: Game, window: Window, _party: Party) -> Struct:
    return InflictDamage(
        group=subject_of(window, AttackSubject).group, attack=asked_attack(window), reinforced_health=0
    )


PART = Part(
    handlers=handlers(roll_damage, inflict_damage),
    reducers=reducers(damage_rolled, mortal_wounds_held, damage_inflicted),
    windows=windows(
        table_step("damage_roll", "GA-3.3-26", RollDamage, _attack, subject=AttackSubject),
        WindowKind(
            "inflict",
            "GA-3.3-26",
            (InflictDamage,),
            _inflict_offers,
            _default_inflict,
            subject=AttackSubject,
            after_flag=True,
        ),
    ),
)
