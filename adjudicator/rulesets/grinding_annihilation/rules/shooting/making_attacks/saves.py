"""Chapter 3.3, step four of an attack: the saves of a troop, what they are owed to, and the Defense Check."""

from __future__ import annotations

from msgspec import Struct

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import DefenceRolled, RollDefence
from adjudicator.rulesets.grinding_annihilation.model.rows import Attack, Troop
from adjudicator.rulesets.grinding_annihilation.model.state import Game, abilities_of, profile_of, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres import effects
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import ask_reroll
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import dice_outcomes
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    asked_attack,
    attack_fields,
    opened,
    profile_at,
    require_attack,
    seat_of,
    set_status,
)
from adjudicator.rulesets.grinding_annihilation.rules.terrain.plunging_fire import plunging

CHECKS = {dice_outcomes.ARMOUR: "defence-check"}
INVULNERABLE_CHECK = "invulnerable-save"


def saves_of(game: Game, attack: Attack) -> dict[str, Tally]:
    """GA-3.3-23 GA-3.3-25 List the saves of the troop an attack was put on, with the face that each needs.

    "armour", "invulnerable" for the best Invulnerable Save, and "invulnerable-5" for a further one of 5+.
    """
    group, troop = opened(game), game.troops[attack.allocated]
    penetration = profile_at(game, group.weapon, group.profile).penetration
    saves: dict[str, Tally] = {}
    defence = profile_of(game, troop).defence
    if defence:
        saves[dice_outcomes.ARMOUR] = dice_outcomes.needed_to_save(
            defence, penetration, cover=bool(attack.covers), cap=game.options.cover_cap, plunging=plunging(game, attack)
        )
    for place, face in enumerate(invulnerable_saves(game, troop)):
        saves[_invulnerable_name(place, face)] = Tally.base(face, "GA-3.3-25")
    return saves


def _invulnerable_name(place: int, face: int) -> str:
    """GA-3.3-25 Name an invulnerable save; each after the best has its face in its name."""
    return f"{dice_outcomes.INVULNERABLE}-{face}" if place else dice_outcomes.INVULNERABLE


def invulnerable_saves(game: Game, troop: Troop) -> list[int]:
    """GA-3.3-25 GA-5.9-01 GA-5.9-02 List the faces of a troop's invulnerable saves, the best first, each once."""
    faces = sorted((*_own_invulnerable(game, troop), *effects.find_cover_save(game, troop)))
    return list(dict.fromkeys(faces))


def _own_invulnerable(game: Game, troop: Troop) -> tuple[int, ...]:
    """GA-3.3-25 Give the faces of the invulnerable saves that a troop has by itself."""
    granted = (
        ability.x.plus
        for ability in abilities_of(game, troop)
        if ability.name == dice_outcomes.INVULNERABLE and ability.x
    )
    return (*profile_of(game, troop).invulnerable, *granted)


def preferred(game: Game, attack: Attack) -> str:
    """GA-3.3-25 Name the save that its player preferred ahead, else the better chance."""
    saves = saves_of(game, attack)
    ahead = game.sides[game.troops[attack.allocated].seat].save_preference
    if ahead in saves:
        return ahead
    return dice_outcomes.better_save(saves.get(dice_outcomes.ARMOUR), saves.get(dice_outcomes.INVULNERABLE))


def granted(game: Game, attack: Attack, save: str, needed: Tally) -> tuple[str, ...]:
    """GA-6.0-02 GA-5.9-01 Name what gave the cover, or the invulnerable save, that a Defense Check was made with."""
    if save != dice_outcomes.ARMOUR:
        own = _own_invulnerable(game, game.troops[attack.allocated])
        return () if save == dice_outcomes.NONE or needed.total in own else ("GA-5.9-01",)
    return tuple(cover.clause for cover in attack.covers) if "GA-6.0-02" in needed.clauses() else ()


def roll_defence(ruling: Ruling[Game], command: RollDefence) -> None:
    """GA-3.3-23 GA-3.3-25 The target's player makes one Defense Check, with the save of his choice."""
    game = ruling.game
    attack = require_attack(ruling, command.group, command.attack)
    saves = saves_of(game, attack)
    ruling.require(
        not command.save or command.save in saves,
        "GA-3.3-25",
        "no-such-save",
        "save",
        save=command.save,
        saves=" ".join(saves),
    )
    save = command.save or preferred(game, attack)
    face = defend(ruling, attack, save)
    ruling.answered()
    if face:
        ask_reroll(ruling, opened(game).target, "defence", face, attack=attack.number, save=save)


def defend(ruling: Ruling[Game], attack: Attack, save: str) -> int:
    """GA-3.3-23 GA-3.3-24 Roll the save and give the face; where there is none nothing is rolled."""
    game = ruling.game
    needed = saves_of(game, attack).get(save)
    face, held = 0, False
    if needed is not None:
        (face,) = ruling.roll(1, dice_outcomes.SIDES, CHECKS.get(save, INVULNERABLE_CHECK), rival(seat_of(game)))
        held = dice_outcomes.saved(face, needed.total)
    shown = needed or Tally.base(0, "GA-3.3-23")
    event = DefenceRolled(
        group=opened(game).id,
        attack=attack.number,
        troop=attack.allocated,
        save=save,
        face=face,
        needed=shown,
        saved=held,
    )
    ruling.record(event, *shown.clauses(), *granted(game, attack, save, shown), "GA-3.3-24")
    return face


def defence_rolled(game: Game, event: DefenceRolled) -> None:
    """The attack is over or does damage."""
    set_status(game, event.attack, "saved" if event.saved else "failed_save")


def _defence_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    saves = Choice(tuple(saves_of(game, game.attacks[asked_attack(window)])))
    return [offer(RollDefence, "GA-3.3-23", **attack_fields(window), save=saves)]


def _default_defence(_game: Game, window: Window, _party: Party) -> Struct:
    return RollDefence(group=subject_of(window, AttackSubject).group, attack=asked_attack(window), save="")


PART = Part(
    handlers=handlers(roll_defence),
    reducers=reducers(defence_rolled),
    windows=windows(
        WindowKind(
            "defence",
            "GA-3.3-23",
            (RollDefence,),
            _defence_offers,
            _default_defence,
            subject=AttackSubject,
            after_flag=True,
        )
    ),
)
