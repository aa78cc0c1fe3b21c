"""Chapter 5.0, windows of reactions: who is asked, and what declines them (GA-5.0-05, GA-5.0-09, GA-5.0-13).

A window that allows reactions is asked of the seats that `asked_to_react` names: those that have something prepared for
it; it is skipped where they could not use it.
"""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Offer, Range, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, subject_of
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclineReaction,
    ReactionDeclined,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game, rival
from adjudicator.rulesets.grinding_annihilation.model.subjects import AttackSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import working_as
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import opened

REACTING = (UseBattleManoeuvre, DeclineReaction)


def asked_to_react(game: Game, seat: Party, kind: str, *keys: str) -> tuple[Party, ...]:
    """GA-5.0-09 GA-5.0-13 Name the player of a window of reactions, if anything is prepared for it and not declined."""
    asked = kind not in game.sides[seat].declined and any(working_as(game, seat, key) for key in keys)
    return (seat,) if asked else ()


def asked_opponents(game: Game, mover: Party, kind: str, *keys: str) -> tuple[Party, ...]:
    """GA-5.0-05 Name who may react to what the player does whose turn it is; nobody to what others do."""
    return asked_to_react(game, rival(mover), kind, *keys) if mover == game.battle.turn else ()


def decline_reaction(ruling: Ruling[Game], command: DeclineReaction) -> None:
    """GA-5.0-09 The player takes none of what the window allows; it closes for good."""
    window = ruling.window
    asked = 0 if window is None else window.id
    ruling.require(command.window == asked, "GA-5.0-09", "not-this-window", "window", open=asked)
    kind = "" if window is None else window.kind
    attack = subject_of(window, AttackSubject).attack if window is not None and kind == "precision" else None
    ruling.record(ReactionDeclined(seat=ruling.actor, window=kind, attack=attack), "GA-5.0-09")
    ruling.answered()


def reaction_declined(game: Game, event: ReactionDeclined) -> None:
    """A re-roll that was declined is settled; so is the choice of a Character by Precision."""
    if event.window == "reroll" and game.group is not None and game.group.step == "wounded":
        game.group = replace(opened(game), step="settled")
    elif event.window == "precision":
        first = next(attack.number for attack in game.attacks.values() if attack.status == "due")
        number = first if event.attack is None else event.attack
        game.attacks[number] = replace(game.attacks[number], declined=True)


def decline_offer(window: Window) -> Offer:
    """Offer to decline what a window allows."""
    return offer(DeclineReaction, "GA-5.0-09", window=Range(window.id, window.id))


def decline(_game: Game, window: Window, _party: Party) -> DeclineReaction:
    """Silence declines."""
    return DeclineReaction(window=window.id)


PART = Part(handlers=handlers(decline_reaction), reducers=reducers(reaction_declined))
