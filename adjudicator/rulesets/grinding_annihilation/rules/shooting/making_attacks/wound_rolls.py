"""Chapter 3.3, step two of an attack: the Wound rolls of a group, and Twin-Weapons that throw them again."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DieRerolled,
    Rerolled,
    RollWound,
    WoundResult,
    WoundsRolled,
)
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, AttackGroup
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.shooting import weapon_abilities
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    facts_of,
    group_profile,
    opened,
    require_group,
    seat_of,
)

TWIN = "twin_weapon"


# -- Wound rolls


def roll_wound(ruling: Ruling[Game], command: RollWound) -> None:
    """GA-3.3-19 The attacker rolls to wound for every hit that needs it."""
    require_group(ruling, command.group)
    for number in command.waived:
        may = automatic(ruling.game)
        ruling.require(number in may, "GA-8.3-05", "not-waivable", "waived", attack=number, may=listed(may))
    once = len(set(command.waived)) == len(command.waived)
    ruling.require(once, "GA-8.3-05", "waived-twice", "waived")
    rolled = roll_wounds(ruling, command.waived)
    ruling.answered()
    if rolled and not rerollable(ruling.game):
        ask_reroll(ruling, opened(ruling.game).formation, "wound", group=command.group)


def automatic(game: Game) -> list[int]:
    """GA-8.3-05 List the attacks whose automatic wound the attacker may waive and roll for; by option alone."""
    return [attack.number for attack in game.attacks.values() if attack.automatic and game.options.auto_wound_optional]


def listed(numbers: Sequence[int]) -> str:
    """Write numbers of attacks down."""
    return " ".join(map(str, numbers)) or "none"


def roll_wounds(ruling: Ruling[Game], waived: Sequence[int] = ()) -> bool:
    """GA-3.3-19 GA-3.3-20 Roll to wound in the order of the hits; automatic wounds roll nothing unless waived.

    Tell whether anything was thrown.
    """
    game, group = ruling.game, opened(ruling.game)
    profile, vigour = group_profile(game, group), facts_of(game, group.target).vigour
    needed = wound_needed(game, group)
    critical = weapon_abilities.anti(profile, group.keywords)
    without_roll = {row.number for row in game.attacks.values() if row.automatic}.difference(waived)
    rolled = len(game.attacks) - len(without_roll)
    faces = ruling.roll(rolled, dice_outcomes.SIDES, "wound-roll", seat_of(game)) if rolled else ()
    left = iter(faces)
    results = tuple(
        _wound(attack, 0 if attack.number in without_roll else next(left), needed.total, critical)
        for attack in game.attacks.values()
    )
    event = WoundsRolled(
        group=group.id,
        faces=faces,
        strength=profile.strength,
        vigour=vigour.total,
        needed=needed,
        critical=critical,
        results=results,
        wounds=sum(result.outcome != dice_outcomes.FAILED for result in results),
    )
    why = (*(("GA-8.3-30",) if critical < dice_outcomes.SIDES else ()), *(("GA-8.3-05",) if waived else ()))
    ruling.record(event, *needed.clauses(), "GA-3.3-20", *vigour.clauses(), *why)
    return bool(faces)


def wound_needed(game: Game, group: AttackGroup) -> Tally:
    """GA-3.3-19 Give the face that wounds in a group."""
    profile, vigour = group_profile(game, group), facts_of(game, group.target).vigour
    assaulted = game.formations[group.formation].assaulted
    modifiers = dice_outcomes.wound_modifiers(profile, assaulted=assaulted, keywords=group.keywords)
    return dice_outcomes.needed_to_wound(profile.strength, vigour.total, modifiers, game.options.roll_modifier_cap)


def _wound(attack: Attack, face: int, needed: int, critical: int) -> WoundResult:
    outcome = dice_outcomes.wound(face, needed, critical) if face else dice_outcomes.WOUND
    return WoundResult(attack=attack.number, troop=attack.troop, face=face, outcome=outcome)


def wounds_rolled(game: Game, event: WoundsRolled) -> None:
    """Note what each hit gave; the wounding ones are due."""
    game.group = replace(
        opened(game),
        step="wounded",
        strength=event.strength,
        vigour=event.vigour,
        wound_needed=event.needed,
        critical=event.critical,
    )
    for result in event.results:
        note_wound(game, result.attack, result.face, result.outcome, rerolled=False)


def note_wound(game: Game, number: int, face: int, outcome: str, *, rerolled: bool) -> None:
    """GA-3.3-20 Note the Wound die of an attack; a wounding one is due."""
    status = "" if outcome == dice_outcomes.FAILED else "due"
    game.attacks[number] = replace(game.attacks[number], face=face, outcome=outcome, rerolled=rerolled, status=status)


# -- re-rolls


def rerollable(game: Game) -> list[int]:
    """GA-8.3-09 GA-2.5-05 List the attacks whose Wound die may be thrown again: each once, with a Twin-Weapon."""
    group = opened(game)
    if group.step != "wounded" or not weapon_abilities.twin_weapon(group_profile(game, group)):
        return []
    return [attack.number for attack in game.attacks.values() if attack.face and not attack.rerolled]


def reroll(ruling: Ruling[Game], numbers: Sequence[int], ability: str = TWIN) -> None:
    """GA-8.3-09 GA-5.1-01 Throw these Wound dice again."""
    game, group = ruling.game, opened(ruling.game)
    needed = 0 if group.wound_needed is None else group.wound_needed.total
    faces = ruling.roll(len(numbers), dice_outcomes.SIDES, "wound-reroll", seat_of(game))
    dice = tuple(
        Rerolled(
            attack=number,
            was=game.attacks[number].face,
            face=face,
            outcome=dice_outcomes.wound(face, needed, group.critical),
        )
        for number, face in zip(numbers, faces, strict=True)
    )
    formation = None if ability == TWIN else group.formation
    event = DieRerolled(roll="wound", group=group.id, ability=ability, dice=dice, formation=formation)
    ruling.record(event, "GA-2.5-04", "GA-8.3-09" if ability == TWIN else "GA-5.1-01", "GA-2.5-06")


def _wound_offers(game: Game, _window: Window, _party: Party) -> list[Offer]:
    may = tuple(str(number) for number in automatic(game))
    waived = {"waived": Some(may, 0, len(may))} if may else {}
    return [offer(RollWound, "GA-3.3-19", group=Choice((opened(game).id,)), **waived)]


def _default_wound_roll(game: Game, _window: Window, _party: Party) -> Struct:
    return RollWound(group=opened(game).id)


PART = Part(
    handlers=handlers(roll_wound),
    reducers=reducers(wounds_rolled),
    windows=windows(
        WindowKind("wound_roll", "GA-3.3-19", (RollWound,), _wound_offers, _default_wound_roll, subject=AttackSubject)
    ),
)
