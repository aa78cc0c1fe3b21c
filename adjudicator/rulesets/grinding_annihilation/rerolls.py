"""Chapters 2.5 and 5.1, dice that are thrown again: by an ability of the roll, or by Reorder Roll.

The window `reroll` is asked right after a roll, before anything depends on it. It is about the roll, the formation
whose it is, the group or attack concerned, and what was thrown. `ROLLS` says for each roll of GA-5.1-01 which of its
dice may be thrown again, and how that is done.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.grinding_annihilation import outcomes, rolls, wounds
from adjudicator.rulesets.grinding_annihilation.assault import assault_reach
from adjudicator.rulesets.grinding_annihilation.attacks import decline, decline_offer
from adjudicator.rulesets.grinding_annihilation.groups import counted, declared, entries_of, key_of, note_counts, opened
from adjudicator.rulesets.grinding_annihilation.manoeuvres import may_reorder, pay, reorders
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclineReaction,
    DieRerolled,
    RerollDie,
    Rerolled,
    UseBattleManoeuvre,
)
from adjudicator.rulesets.grinding_annihilation.movement import advance_reaches
from adjudicator.rulesets.grinding_annihilation.moves import same_reach
from adjudicator.rulesets.grinding_annihilation.retreat import failed
from adjudicator.rulesets.grinding_annihilation.rolls import TWIN, require_group, reroll, rerollable
from adjudicator.rulesets.grinding_annihilation.saves import saves_of
from adjudicator.rulesets.grinding_annihilation.state import Game

Numbers: TypeAlias = Sequence[int] | None
WOUND, HAZARD_FAILS = "wound", 1
SAVED, LOST = "saved", "failed_save"
AGAIN = "again:"


class Roll(NamedTuple):
    """A roll that may be thrown again: its single dice by number (None: all are added up), and how it is thrown."""

    dice: Callable[[Game, Window], Numbers]
    throw: Callable[[Ruling[Game], Window, UseBattleManoeuvre], None]


# -- by an ability


def reroll_die(ruling: Ruling[Game], command: RerollDie) -> None:
    """GA-2.5-04 The attacker throws Wound dice again; the new faces stand."""
    _require_wounds(ruling)
    require_group(ruling, command.group)
    ruling.require(command.roll == WOUND, "GA-8.3-09", "no-such-reroll", "roll", roll=command.roll)
    ruling.require(command.ability == TWIN, "GA-8.3-09", "no-such-reroll", "ability", ability=command.ability)
    may = rerollable(ruling.game)
    strange = [number for number in command.attacks if number not in may]
    ruling.require(command.attacks, "GA-2.5-04", "no-dice-named", "attacks")
    ruling.require(not strange, "GA-2.5-05", "not-rerollable", "attacks", attacks=" ".join(map(str, strange)))
    once = len(set(command.attacks)) == len(command.attacks)
    ruling.require(once, "GA-2.5-05", "dice-twice", "attacks")
    reroll(ruling, command.attacks)
    if not rerollable(ruling.game):
        ruling.answered()


def _require_wounds(ruling: Ruling[Game]) -> None:
    """GA-8.3-09 Twin-Weapons have Wound rolls thrown again and no others."""
    roll = "" if ruling.window is None else ruling.window.about[0]
    ruling.require(roll == WOUND, "GA-8.3-09", "no-such-reroll", "roll", roll=roll)


# -- by Reorder Roll


def reorder(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.1-01 GA-5.1-03 GA-5.1-04 Throw one die of a roll again, or all where they are added up."""
    window = ruling.window
    assert window is not None  # noqa: S101  (the command answers this window)
    ruling.require(
        command.formation == window.about[1], "GA-5.1-02", "not-this-roll", "formation", formation=window.about[1]
    )
    dice = _dice(ruling.game, window)
    if dice is None:
        ruling.require(command.die is None, "GA-5.1-03", "all-dice", "die")
    else:
        may = " ".join(map(str, dice)) or "none"
        ruling.require(command.die in dice, "GA-5.1-04", "no-such-die", "die", found=command.die or 0, may=may)
    pay(ruling, command.manoeuvre, command.formation)
    ROLLS[window.about[0]].throw(ruling, window, command)
    if window.about[0] != WOUND or not rerollable(ruling.game):
        ruling.answered()
        _ask_on(ruling, window, command.die)


def _ask_on(ruling: Ruling[Game], window: Window, die: int | None) -> None:
    """GA-5.0-09 GA-2.5-05 Ask about the other dice of the roll, if their player has another use for them."""
    game, (_, formation, *_) = ruling.game, window.about
    seat = game.formations[formation].seat
    if die is None or not may_reorder(game, seat, formation):
        return
    faces = [str(each) for each in _was(window)]
    if faces:
        faces[die - 1] = str(_thrown(ruling))
    gone = (*(each for each in window.about if each.startswith(AGAIN)), f"{AGAIN}{die}")
    about = (*window.about[:3], *faces, *gone)
    if _dice(game, Window(window.id, window.kind, (seat,), about)):
        ruling.ask("reroll", seat, about=about)


def _thrown(ruling: Ruling[Game]) -> int:
    """Read the face that was just thrown again."""
    event, _ = ruling.events[-1]
    return event.dice[0].face if isinstance(event, DieRerolled) else 0


def _dice(game: Game, window: Window) -> Numbers:
    """GA-2.5-05 Number the dice that may be thrown again, each once; None where all are added up."""
    dice = ROLLS[window.about[0]].dice(game, window)
    return None if dice is None else [each for each in dice if f"{AGAIN}{each}" not in window.about]


def _note(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre, dice: Sequence[Rerolled], **rest: Any) -> None:
    """GA-5.1-04 Record what was thrown again; it stands, even if it is worse."""
    group = "" if ruling.game.group is None else ruling.game.group.id
    event = DieRerolled(
        roll=window.about[0], group=group, ability=use.manoeuvre, dice=tuple(dice), formation=window.about[1], **rest
    )
    ruling.record(event, "GA-5.1-01", "GA-5.1-03", "GA-2.5-04", "GA-2.5-06")


def _again(ruling: Ruling[Game], window: Window, die: int, was: Sequence[int]) -> tuple[Rerolled, ...]:
    """Throw as many dice as were thrown."""
    faces = ruling.roll(len(was), outcomes.SIDES, f"{window.about[0].replace('_', '-')}-reroll")
    pairs = zip(was, faces, strict=True)
    return tuple(Rerolled(attack=die, was=old, face=face, outcome="") for old, face in pairs)


def _faces(dice: Sequence[Rerolled]) -> tuple[int, ...]:
    return tuple(each.face for each in dice)


def _was(window: Window) -> tuple[int, ...]:
    """Read the faces that a window is about."""
    return tuple(int(each) for each in window.about[3:] if each.isdigit())


def _whole(_game: Game, _window: Window) -> Numbers:
    return None


def _tests(_game: Game, window: Window) -> Numbers:
    return range(1, len(_was(window)) + 1)


# -- rolls of an attack


def _counts(game: Game, _window: Window) -> Numbers:
    return [n for n, each in enumerate(opened(game).counts, 1) if each.faces]


def _count_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    """GA-5.1-03 The number of attacks of one weapon is thrown again, all its dice."""
    die = use.die or 0
    game, group = ruling.game, opened(ruling.game)
    row = next(each for each in declared(game).groups if key_of(each) == (group.target, group.weapon, group.profile))
    dice = _again(ruling, window, die, group.counts[die - 1].faces)
    entry = entries_of(declared(game), row)[die - 1]
    _note(ruling, window, use, dice, counted=counted(game, entry, _faces(dice)))


def _count_noted(game: Game, event: DieRerolled) -> None:
    if event.counted is not None:
        number = event.dice[0].attack
        note_counts(game, _swap(opened(game).counts, number, event.counted))


def _hits(game: Game, _window: Window) -> Numbers:
    return [n for n, each in enumerate(opened(game).hits, 1) if each.face]


def _hit_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    die = use.die or 0
    group = opened(ruling.game)
    old = group.hits[die - 1]
    needed = rolls.hit_needed(ruling.game, group, old.troop).total
    (thrown,) = _again(ruling, window, die, (old.face,))
    new = rolls.hit_of(ruling, old.troop, thrown.face, needed)
    _note(ruling, window, use, (replace(thrown, outcome=new.outcome),), hits=(new,))


def _hit_noted(game: Game, event: DieRerolled) -> None:
    results = opened(game).hits
    for each, new in zip(event.dice, event.hits, strict=True):
        results = _swap(results, each.attack, new)
    rolls.note_hits(game, results)


def _wounds(game: Game, _window: Window) -> Numbers:
    return [each.number for each in game.attacks.values() if each.face and not each.rerolled]


def _wound_again(ruling: Ruling[Game], _window: Window, use: UseBattleManoeuvre) -> None:
    reroll(ruling, (use.die or 0,), use.manoeuvre)


def _wound_noted(game: Game, event: DieRerolled) -> None:
    for each in event.dice:
        rolls.note_wound(game, each.attack, each.face, each.outcome, rerolled=True)


def _defend_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    """GA-5.1-01 The same save is rolled again, armour or invulnerable."""
    attack = ruling.game.attacks[int(window.about[2])]
    needed = saves_of(ruling.game, attack)[window.about[3]]
    (thrown,) = _again(ruling, window, attack.number, _was(window))
    saved = outcomes.saved(thrown.face, needed.total)
    _note(ruling, window, use, (replace(thrown, outcome=SAVED if saved else LOST),))


def _defence_noted(game: Game, event: DieRerolled) -> None:
    for each in event.dice:
        wounds.set_status(game, each.attack, each.outcome)


def _damage_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    attack = ruling.game.attacks[int(window.about[2])]
    dice = _again(ruling, window, attack.number, _was(window))
    _note(ruling, window, use, dice, damage=wounds.damage_by(ruling.game, attack, _faces(dice)))


def _damage_noted(game: Game, event: DieRerolled) -> None:
    number = event.dice[0].attack
    game.attacks[number] = replace(game.attacks[number], damage=event.damage)


def _hazard_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    die = use.die or 0
    faces = _was(window)
    (thrown,) = _again(ruling, window, die, (faces[die - 1],))
    _note(ruling, window, use, (thrown,), failures=_swap(faces, die, thrown.face).count(HAZARD_FAILS))


def _hazard_noted(game: Game, event: DieRerolled) -> None:
    game.declaration = replace(declared(game), hazards_failed=event.failures or 0)


# -- rolls of a move


def _advance_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    dice = _again(ruling, window, 0, _was(window))
    row = ruling.game.formations[window.about[1]]
    _note(ruling, window, use, dice, reaches=advance_reaches(ruling.game, row, dice[0].face))


def _advance_noted(game: Game, event: DieRerolled) -> None:
    if game.action is not None:
        game.action = replace(game.action, reaches=event.reaches)


def _assault_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    """GA-5.1-03 Both dice of an Assault roll are thrown again."""
    dice = _again(ruling, window, 0, _was(window))
    _note(ruling, window, use, dice, reach=assault_reach(_faces(dice)))


def _assault_noted(game: Game, event: DieRerolled) -> None:
    if game.action is not None and event.reach is not None:
        reaches = same_reach(game, game.action.formation, event.reach)
        game.action = replace(game.action, reach=event.reach, reaches=reaches)


def _retreat_again(ruling: Ruling[Game], window: Window, use: UseBattleManoeuvre) -> None:
    die = use.die or 0
    faces = _was(window)
    (thrown,) = _again(ruling, window, die, (faces[die - 1],))
    _note(ruling, window, use, (thrown,), failures=failed(_swap(faces, die, thrown.face)))


def _retreat_noted(game: Game, event: DieRerolled) -> None:
    if game.action is not None:
        game.action = replace(game.action, failures=event.failures or 0)


def _swap(values: tuple[Any, ...], number: int, new: Any) -> tuple[Any, ...]:
    """Put another value at a number, counted from 1."""
    return (*values[: number - 1], new, *values[number:])


ROLLS: Mapping[str, Roll] = MappingProxyType({
    "attacks": Roll(_counts, _count_again), "hit": Roll(_hits, _hit_again), WOUND: Roll(_wounds, _wound_again),
    "defence": Roll(_whole, _defend_again), "damage": Roll(_whole, _damage_again),
    "hazard": Roll(_tests, _hazard_again), "advance": Roll(_whole, _advance_again),
    "assault": Roll(_whole, _assault_again), "desperate_retreat": Roll(_tests, _retreat_again),
})  # fmt: skip
NOTED: Mapping[str, Callable[[Game, DieRerolled], None]] = MappingProxyType({
    "attacks": _count_noted, "hit": _hit_noted, WOUND: _wound_noted, "defence": _defence_noted,
    "damage": _damage_noted, "hazard": _hazard_noted, "advance": _advance_noted, "assault": _assault_noted,
    "desperate_retreat": _retreat_noted,
})  # fmt: skip


def die_rerolled(game: Game, event: DieRerolled) -> None:
    """The new faces stand, even if they are worse."""
    NOTED[event.roll](game, event)


# -- offers


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    """Offer to let the roll stand, the dice of an ability, and every die of a Reorder Roll."""
    offers = [decline_offer(window)]
    numbers = tuple(str(number) for number in rerollable(game)) if window.about[0] == WOUND else ()
    if numbers:
        again = offer(
            RerollDie, "GA-8.3-09", roll=Choice((WOUND,)), group=Choice((opened(game).id,)),
            attacks=Some(numbers, 1, len(numbers)), ability=Choice((TWIN,)),
        )  # fmt: skip
        offers.append(again)
    if may_reorder(game, party, window.about[1]):
        offers += _reorder_offers(game, window)
    return offers


def _reorder_offers(game: Game, window: Window) -> Iterator[Offer]:
    dice, seat = _dice(game, window), game.formations[window.about[1]].seat
    for key in reorders(game, seat, window.about[1]):
        fields = {"manoeuvre": Choice((key,)), "formation": Choice((window.about[1],))}
        if dice is None:
            yield offer(UseBattleManoeuvre, "GA-5.1-01", **fields)
        for least, most in _runs(dice or ()):
            yield offer(UseBattleManoeuvre, "GA-5.1-01", **fields, die=Range(least, most))


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Gather numbers that follow one another."""
    runs: list[tuple[int, int]] = []
    for each in numbers:
        if runs and runs[-1][1] == each - 1:
            runs[-1] = (runs[-1][0], each)
        else:
            runs.append((each, each))
    return runs


CLAUSES = handlers(reroll_die)
REDUCERS = reducers(die_rerolled)
WINDOWS = windows(
    WindowKind("reroll", "GA-3.3-40", (RerollDie, UseBattleManoeuvre, DeclineReaction), _offers, decline),
)  # fmt: skip

__all__ = ["CLAUSES", "REDUCERS", "WINDOWS", "reorder"]
