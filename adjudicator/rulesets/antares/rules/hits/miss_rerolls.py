"""Misses are thrown again by a source, or stand (AN-REROLL-01 to AN-REROLL-04)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import DeclineReroll, RerollDeclined, RerollMisses
from adjudicator.rulesets.antares.model.rows import Volley
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.model.subjects import VolleySubject
from adjudicator.rulesets.antares.rules.hits import reroll_sources
from adjudicator.rulesets.antares.rules.hits.hit_rerolls import reroll_dice

MISSES = "miss_reroll"


def reroll_misses(ruling: Ruling[Game], command: RerollMisses) -> None:
    """AN-REROLL-01 AN-REROLL-02 AN-REROLL-03 Throw misses again by one kind of source."""
    row = _asked(ruling, command.volley)
    found = reroll_sources.sources_for(ruling.game, row)
    clause = reroll_sources.CLAUSE.get(command.source, "AN-REROLL-01")
    _check_dice(ruling, row, command)
    ruling.require(command.source in found, clause, "no-such-source", "source", source=command.source)
    most = reroll_sources.most_dice(ruling.game, row, command.source, found[command.source])
    ruling.require(command.dice, clause, "no-dice-named", "dice")
    ruling.require(len(command.dice) <= most, clause, "too-many-misses", "dice", most=most, named=len(command.dice))
    for number in command.dice:
        allowed = number in reroll_sources.candidates(ruling.game, row, command.source)
        ruling.require(allowed, clause, "not-by-this-source", "dice", die=number, source=command.source)
    ruling.answered()
    reroll_dice(ruling, row, tuple(sorted(command.dice)), "miss-reroll", command.source, (clause, "AN-REROLL-04"))


def _check_dice(ruling: Ruling[Game], row: Volley, command: RerollMisses) -> None:
    """AN-HIT-07 AN-HIT-08 AN-REROLL-11 Refuse duds, hits, dice that were thrown again, and dice of blind fire."""
    dice = {item.number: item for item in volleys.dice_of(row)}
    again = len(set(command.dice)) < len(command.dice)
    ruling.require(not again, "AN-REROLL-11", "die-twice", "dice")
    for number in command.dice:
        die = dice.get(number)
        if die is None:
            ruling.reject("WG-DATA-01", "no-such-die", "dice", die=number, most=len(dice))
        group = row.groups[die.group]
        dud = "AN-HIT-08" if command.source == reroll_sources.RETARGET else "AN-HIT-07"
        ruling.require(die.result != "dud", dud, "dud", "dice", die=number)
        ruling.require(number not in row.rerolled_dice, "AN-REROLL-11", "re-rolled-before", "dice", die=number)
        ruling.require(not group.blind, "AN-REROLL-01", "blind-fire", "dice", die=number)
        ruling.require(die.result in volleys.MISS_RESULTS, "AN-REROLL-01", "not-a-miss", "dice", die=number)
        direct = not group.overhead or ruling.game.options.miss_reroll_overhead
        ruling.require(direct, "AN-REROLL-01", "overhead-stands", "dice", die=number)


def decline_reroll(ruling: Ruling[Game], command: DeclineReroll) -> None:
    """AN-REROLL-01 Let the misses stand."""
    row = _asked(ruling, command.volley)
    ruling.answered()
    ruling.record(RerollDeclined(volley=row.id), "AN-REROLL-01")


def _asked(ruling: Ruling[Game], volley: str) -> Volley:
    row = ruling.find(ruling.game.volleys, volley, "volley")
    asked = ruling.subject(VolleySubject).volley
    ruling.require(row.id == asked, "WG-ASK-01", "other-volley", "volley", volley=asked)
    return row


def reroll_declined(game: Game, event: RerollDeclined) -> None:
    """Ask no more about the misses of this volley."""
    game.volleys[event.volley] = replace(game.volleys[event.volley], rerolls_declined=True)


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    row = game.volleys[subject_of(window, VolleySubject).volley]
    volley = Choice((row.id,))
    found = [
        (name, how, reroll_sources.candidates(game, row, name))
        for name, how in reroll_sources.sources_for(game, row).items()
    ]
    offers = [
        Offer(
            RerollMisses.__name__,
            (
                Domain("volley", volley),
                Domain("source", Choice((name,))),
                Domain(
                    "dice", Some(tuple(str(die) for die in dice), 1, reroll_sources.most_dice(game, row, name, how))
                ),
            ),
            reroll_sources.CLAUSE[name],
        )
        for name, how, dice in found
    ]
    return [*offers, offer(DeclineReroll, "AN-REROLL-01", volley=volley)]


def _default_command(_game: Game, window: Window, _party: Party) -> DeclineReroll:
    return DeclineReroll(volley=subject_of(window, VolleySubject).volley)


PART = Part(
    handlers=handlers(reroll_misses, decline_reroll),
    reducers=reducers(reroll_declined),
    windows=windows(
        WindowKind(
            MISSES, "AN-REROLL-01", (RerollMisses, DeclineReroll), _offers, _default_command, subject=VolleySubject
        )
    ),
)
