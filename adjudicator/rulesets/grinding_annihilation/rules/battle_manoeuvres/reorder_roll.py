"""Chapter 5.1, Reorder Roll: which dice of a roll may be thrown again, and how (GA-5.1-01 to GA-5.1-04).

`ROLLS` has every roll of GA-5.1-01. The question itself is the window `reroll` (rerolls.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import subject_of
from adjudicator.rulesets.grinding_annihilation.model.messages import DieRerolled, Rerolled, UseBattleManoeuvre
from adjudicator.rulesets.grinding_annihilation.model.state import Game
from adjudicator.rulesets.grinding_annihilation.model.subjects import RerollSubject
from adjudicator.rulesets.grinding_annihilation.rules.assault.assault_roll import assault_reach
from adjudicator.rulesets.grinding_annihilation.rules.battle_manoeuvres.conditions_and_costs import (
    may_reorder,
    pay,
    reorders,
)
from adjudicator.rulesets.grinding_annihilation.rules.movement.desperate_retreats import failed
from adjudicator.rulesets.grinding_annihilation.rules.movement.normal_moves import advance_reaches
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks import damage, dice_outcomes, hit_rolls
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.attack_groups import (
    counted,
    declared,
    entries_of,
    key_of,
    opened,
)
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.saves import saves_of
from adjudicator.rulesets.grinding_annihilation.rules.shooting.making_attacks.wound_rolls import reroll, rerollable

Numbers: TypeAlias = Sequence[int] | None
WOUND, HAZARD_FAILS = "wound", 1
SAVED, LOST = "saved", "failed_save"


class Roll(NamedTuple):
    """A roll that may be thrown again: its single dice by number (None: all are added up), and how it is thrown."""

    dice: Callable[[Game, RerollSubject], Numbers]
    throw: Callable[[Ruling[Game], RerollSubject, UseBattleManoeuvre], None]


# -- by Reorder Roll


def reorder(ruling: Ruling[Game], command: UseBattleManoeuvre) -> None:
    """GA-5.1-01 GA-5.1-03 GA-5.1-04 Throw one die of a roll again, or all where they are added up."""
    window = ruling.window
    assert window is not None  # noqa: S101  (the command answers this window)
    subject = subject_of(window, RerollSubject)
    ruling.require(
        command.formation == subject.formation, "GA-5.1-02", "not-this-roll", "formation", formation=subject.formation
    )
    dice = _dice(ruling.game, subject)
    if dice is None:
        ruling.require(command.die is None, "GA-5.1-03", "all-dice", "die")
    else:
        may = " ".join(map(str, dice)) or "none"
        ruling.require(command.die in dice, "GA-5.1-04", "no-such-die", "die", found=command.die or 0, may=may)
    pay(ruling, command.manoeuvre, command.formation)
    ROLLS[subject.roll].throw(ruling, subject, command)
    if subject.roll != WOUND or not rerollable(ruling.game):
        ruling.answered()
        _ask_on(ruling, subject, command.die)


def _ask_on(ruling: Ruling[Game], subject: RerollSubject, die: int | None) -> None:
    """GA-5.0-09 GA-2.5-05 Ask about the other dice of the roll, if their player has another use for them."""
    game, seat = ruling.game, ruling.game.formations[subject.formation].seat
    if die is None or not may_reorder(game, seat, subject.formation):
        return
    rest = subject.with_rerolled(die, _thrown(ruling))
    if _dice(game, rest):
        ruling.ask("reroll", seat, subject=rest)


def _thrown(ruling: Ruling[Game]) -> int:
    """Read the face that was just thrown again."""
    event, _ = ruling.events[-1]
    return event.dice[0].face if isinstance(event, DieRerolled) else 0


def _dice(game: Game, subject: RerollSubject) -> Numbers:
    """GA-2.5-05 Number the dice that may be thrown again, each once; None where all are added up."""
    dice = ROLLS[subject.roll].dice(game, subject)
    return None if dice is None else [die for die in dice if die not in subject.rerolled]


def _note(
    ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre, dice: Sequence[Rerolled], **rest: Any
) -> None:
    """GA-5.1-04 Record what was thrown again; it stands, even if it is worse."""
    group = "" if ruling.game.group is None else ruling.game.group.id
    event = DieRerolled(
        roll=subject.roll, group=group, ability=use.manoeuvre, dice=tuple(dice), formation=subject.formation, **rest
    )
    ruling.record(event, "GA-5.1-01", "GA-5.1-03", "GA-2.5-04", "GA-2.5-06")


def _rerolled_faces(ruling: Ruling[Game], subject: RerollSubject, die: int, was: Sequence[int]) -> tuple[Rerolled, ...]:
    """Throw as many dice as were thrown."""
    faces = ruling.roll(len(was), dice_outcomes.SIDES, f"{subject.roll.replace('_', '-')}-reroll")
    pairs = zip(was, faces, strict=True)
    return tuple(Rerolled(attack=die, was=old, face=face, outcome="") for old, face in pairs)


def _faces(dice: Sequence[Rerolled]) -> tuple[int, ...]:
    return tuple(die.face for die in dice)


def _whole(_game: Game, _subject: RerollSubject) -> Numbers:
    return None


def _tests(_game: Game, subject: RerollSubject) -> Numbers:
    return range(1, len(subject.faces) + 1)


# -- rolls of an attack


def _counts(game: Game, _subject: RerollSubject) -> Numbers:
    return [n for n, count in enumerate(opened(game).counts, 1) if count.faces]


def _reroll_attacks(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    """GA-5.1-03 The number of attacks of one weapon is thrown again, all its dice."""
    die = use.die or 0
    game, group = ruling.game, opened(ruling.game)
    row = next(item for item in declared(game).groups if key_of(item) == (group.target, group.weapon, group.profile))
    dice = _rerolled_faces(ruling, subject, die, group.counts[die - 1].faces)
    entry = entries_of(declared(game), row)[die - 1]
    _note(ruling, subject, use, dice, counted=counted(game, entry, _faces(dice)))


def _hits(game: Game, _subject: RerollSubject) -> Numbers:
    return [n for n, hit in enumerate(opened(game).hits, 1) if hit.face]


def _reroll_hit(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    die = use.die or 0
    group = opened(ruling.game)
    old = group.hits[die - 1]
    needed = hit_rolls.hit_needed(ruling.game, group, old.troop).total
    (thrown,) = _rerolled_faces(ruling, subject, die, (old.face,))
    new = hit_rolls.hit_of(ruling, old.troop, thrown.face, needed)
    _note(ruling, subject, use, (replace(thrown, outcome=new.outcome),), hits=(new,))


def _wounds(game: Game, _subject: RerollSubject) -> Numbers:
    return [attack.number for attack in game.attacks.values() if attack.face and not attack.rerolled]


def _reroll_wound(ruling: Ruling[Game], _subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    reroll(ruling, (use.die or 0,), use.manoeuvre)


def _reroll_defence(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    """GA-5.1-01 The same save is rolled again, armour or invulnerable."""
    attack = ruling.game.attacks[subject.attack]
    needed = saves_of(ruling.game, attack)[subject.save]
    (thrown,) = _rerolled_faces(ruling, subject, attack.number, subject.faces)
    saved = dice_outcomes.saved(thrown.face, needed.total)
    _note(ruling, subject, use, (replace(thrown, outcome=SAVED if saved else LOST),))


def _reroll_damage(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    attack = ruling.game.attacks[subject.attack]
    dice = _rerolled_faces(ruling, subject, attack.number, subject.faces)
    _note(ruling, subject, use, dice, damage=damage.damage_by(ruling.game, attack, _faces(dice)))


def _reroll_hazard(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    die = use.die or 0
    faces = subject.faces
    (thrown,) = _rerolled_faces(ruling, subject, die, (faces[die - 1],))
    _note(ruling, subject, use, (thrown,), failures=with_value_at(faces, die, thrown.face).count(HAZARD_FAILS))


# -- rolls of a move


def _reroll_advance(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    dice = _rerolled_faces(ruling, subject, 0, subject.faces)
    row = ruling.game.formations[subject.formation]
    _note(ruling, subject, use, dice, reaches=advance_reaches(ruling.game, row, dice[0].face))


def _reroll_assault(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    """GA-5.1-03 Both dice of an Assault roll are thrown again."""
    dice = _rerolled_faces(ruling, subject, 0, subject.faces)
    _note(ruling, subject, use, dice, reach=assault_reach(_faces(dice)))


def _reroll_retreat(ruling: Ruling[Game], subject: RerollSubject, use: UseBattleManoeuvre) -> None:
    die = use.die or 0
    faces = subject.faces
    (thrown,) = _rerolled_faces(ruling, subject, die, (faces[die - 1],))
    _note(ruling, subject, use, (thrown,), failures=failed(with_value_at(faces, die, thrown.face)))


def with_value_at(values: tuple[Any, ...], number: int, new: Any) -> tuple[Any, ...]:
    """Put another value at a number, counted from 1."""
    return (*values[: number - 1], new, *values[number:])


ROLLS: Mapping[str, Roll] = MappingProxyType(
    {
        "attacks": Roll(_counts, _reroll_attacks),
        "hit": Roll(_hits, _reroll_hit),
        WOUND: Roll(_wounds, _reroll_wound),
        "defence": Roll(_whole, _reroll_defence),
        "damage": Roll(_whole, _reroll_damage),
        "hazard": Roll(_tests, _reroll_hazard),
        "advance": Roll(_whole, _reroll_advance),
        "assault": Roll(_whole, _reroll_assault),
        "desperate_retreat": Roll(_tests, _reroll_retreat),
    }
)


def reorder_offers(game: Game, subject: RerollSubject) -> Iterator[Offer]:
    dice, seat = _dice(game, subject), game.formations[subject.formation].seat
    for key in reorders(game, seat, subject.formation):
        fields = {"manoeuvre": Choice((key,)), "formation": Choice((subject.formation,))}
        if dice is None:
            yield offer(UseBattleManoeuvre, "GA-5.1-01", **fields)
        for least, most in _ranges(dice or ()):
            yield offer(UseBattleManoeuvre, "GA-5.1-01", **fields, die=Range(least, most))


def _ranges(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Gather numbers that follow one another."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
