"""Chapter 2.5, dice that are thrown again: the question after a roll, and what the new faces change.

The window `reroll` is asked right after a roll, before anything depends on it. It is about the roll, the formation
whose it is, the group or attack concerned, and what was thrown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclineReaction,
    DieRerolled,
    RerollDie,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import RerollSubject
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import may_reorder
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reactions import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.reorder_roll import (
    WOUND,
    reorder_offers,
    with_value_at,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.move_plans import same_reach
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import (
    attack_groups,
    hit_rolls,
    wound_rolls,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    declared,
    note_counts,
    opened,
    require_group,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import (
    TWIN,
    reroll,
    rerollable,
)


def reroll_die(ruling: Ruling[Game], command: RerollDie) -> None:
    """GA-2.5-04 The attacker throws Wound dice again; the new faces stand."""
    _require_wounds(ruling)
    require_group(ruling, command.group)
    ruling.require(command.roll == WOUND, "GA-8.3-09", "no-such-reroll", "roll", roll=command.roll)
    ruling.require(command.ability == TWIN, "GA-8.3-09", "no-such-reroll", "ability", ability=command.ability)
    may = rerollable(ruling.game)
    unknown = [number for number in command.attacks if number not in may]
    ruling.require(command.attacks, "GA-2.5-04", "no-dice-named", "attacks")
    ruling.require(not unknown, "GA-2.5-05", "not-rerollable", "attacks", attacks=" ".join(map(str, unknown)))
    once = len(set(command.attacks)) == len(command.attacks)
    ruling.require(once, "GA-2.5-05", "dice-twice", "attacks")
    reroll(ruling, command.attacks)
    if not rerollable(ruling.game):
        ruling.answered()


def _require_wounds(ruling: Ruling[Game]) -> None:
    """GA-8.3-09 Twin-Weapons have Wound rolls thrown again and no others."""
    roll = "" if ruling.window is None else subject_of(ruling.window, RerollSubject).roll
    ruling.require(roll == WOUND, "GA-8.3-09", "no-such-reroll", "roll", roll=roll)


def _note_attacks(game: Game, event: DieRerolled) -> None:
    if event.counted is not None:
        number = event.dice[0].attack
        note_counts(game, with_value_at(opened(game).counts, number, event.counted))


def _note_hit(game: Game, event: DieRerolled) -> None:
    results = opened(game).hits
    for die, new in zip(event.dice, event.hits, strict=True):
        results = with_value_at(results, die.attack, new)
    hit_rolls.note_hits(game, results)


def _note_wound(game: Game, event: DieRerolled) -> None:
    for die in event.dice:
        wound_rolls.note_wound(game, die.attack, die.face, die.outcome, rerolled=True)


def _note_defence(game: Game, event: DieRerolled) -> None:
    for die in event.dice:
        attack_groups.set_status(game, die.attack, die.outcome)


def _note_damage(game: Game, event: DieRerolled) -> None:
    number = event.dice[0].attack
    game.attacks[number] = replace(game.attacks[number], damage=event.damage)


def _note_hazard(game: Game, event: DieRerolled) -> None:
    game.declaration = replace(declared(game), hazards_failed=event.failures or 0)


def _note_advance(game: Game, event: DieRerolled) -> None:
    if game.action is not None:
        game.action = replace(game.action, reaches=event.reaches)


def _note_assault(game: Game, event: DieRerolled) -> None:
    if game.action is not None and event.reach is not None:
        reaches = same_reach(game, game.action.formation, event.reach)
        game.action = replace(game.action, reach=event.reach, reaches=reaches)


def _note_retreat(game: Game, event: DieRerolled) -> None:
    if game.action is not None:
        game.action = replace(game.action, failures=event.failures or 0)


NOTES: Mapping[str, Callable[[Game, DieRerolled], None]] = MappingProxyType(
    {
        "attacks": _note_attacks,
        "hit": _note_hit,
        WOUND: _note_wound,
        "defence": _note_defence,
        "damage": _note_damage,
        "hazard": _note_hazard,
        "advance": _note_advance,
        "assault": _note_assault,
        "desperate_retreat": _note_retreat,
    }
)


def die_rerolled(game: Game, event: DieRerolled) -> None:
    """The new faces stand, even if they are worse."""
    NOTES[event.roll](game, event)


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer to let the roll stand, the dice of an ability, and every die of a Reorder Roll."""
    offers, subject = [decline_offer(window)], subject_of(window, RerollSubject)
    numbers = tuple(str(number) for number in rerollable(game)) if subject.roll == WOUND else ()
    if numbers:
        reroll_offer = offer(
            RerollDie,
            "GA-8.3-09",
            roll=Choice((WOUND,)),
            group=Choice((opened(game).id,)),
            attacks=Some(numbers, 1, len(numbers)),
            ability=Choice((TWIN,)),
        )
        offers.append(reroll_offer)
    if may_reorder(game, party, subject.formation):
        offers += reorder_offers(game, subject)
    return offers


PART = Part(
    handlers=handlers(reroll_die),
    reducers=reducers(die_rerolled),
    windows=windows(
        WindowKind(
            "reroll",
            "GA-3.3-40",
            (RerollDie, UseBattleManoeuvre, DeclineReaction),
            _offers,
            decline,
            subject=RerollSubject,
        )
    ),
)
