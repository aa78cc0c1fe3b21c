"""Re-rolls: misses that a source lets be thrown again, and hits on targets that are hard to hit (AN-REROLL)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Domain, Offer, Some, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.antares import scoring, sources, volleys
from adjudicator.rulesets.antares.model.messages import (
    DeclineReroll,
    DieRerolled,
    HitsHalved,
    RerollDeclined,
    RerollHits,
    RerollMisses,
)
from adjudicator.rulesets.antares.rows import Volley
from adjudicator.rulesets.antares.state import Game, has_flag, is_down
from adjudicator.rulesets.antares.volleys import Die

MISSES, HITS = "miss_reroll", "hit_reroll"
D10 = 10
SHELTERED = "down_forces_rerolls"
PROTECTION = {"fast": "AN-REROLL-05", "down": "AN-REROLL-06", "sprinting": "AN-REROLL-07"}

# -- misses


def reroll_misses(ruling: Ruling[Game], command: RerollMisses) -> None:
    """AN-REROLL-01 AN-REROLL-02 AN-REROLL-03 Throw misses again by one kind of source."""
    row = _asked(ruling, command.volley)
    found = sources.of(ruling.game, row)
    clause = sources.CLAUSE.get(command.source, "AN-REROLL-01")
    _check_dice(ruling, row, command)
    ruling.require(command.source in found, clause, "no-such-source", "source", source=command.source)
    most = sources.most(ruling.game, row, command.source, found[command.source])
    ruling.require(command.dice, clause, "no-dice-named", "dice")
    ruling.require(len(command.dice) <= most, clause, "too-many-misses", "dice", most=most, named=len(command.dice))
    for number in command.dice:
        allowed = number in sources.candidates(ruling.game, row, command.source)
        ruling.require(allowed, clause, "not-by-this-source", "dice", die=number, source=command.source)
    ruling.answered()
    _throw_again(ruling, row, tuple(sorted(command.dice)), "miss-reroll", command.source, (clause, "AN-REROLL-04"))


def _check_dice(ruling: Ruling[Game], row: Volley, command: RerollMisses) -> None:
    """AN-HIT-07 AN-HIT-08 AN-REROLL-11 Refuse duds, hits, dice that were thrown again, and dice of blind fire."""
    dice = {each.number: each for each in volleys.dice_of(row)}
    again = len(set(command.dice)) < len(command.dice)
    ruling.require(not again, "AN-REROLL-11", "die-twice", "dice")
    for number in command.dice:
        die = dice.get(number)
        if die is None:
            ruling.reject("AN-REROLL-01", "no-such-die", "dice", die=number, most=len(dice))
        group = row.groups[die.group]
        dud = "AN-HIT-08" if command.source == sources.RETARGET else "AN-HIT-07"
        ruling.require(die.result != "dud", dud, "dud", "dice", die=number)
        ruling.require(number not in row.touched, "AN-REROLL-11", "re-rolled-before", "dice", die=number)
        ruling.require(not group.blind, "AN-REROLL-01", "blind-fire", "dice", die=number)
        ruling.require(die.result in volleys.FAILED, "AN-REROLL-01", "not-a-miss", "dice", die=number)
        direct = not group.overhead or ruling.game.how.miss_reroll_overhead
        ruling.require(direct, "AN-REROLL-01", "overhead-stands", "dice", die=number)


def decline_reroll(ruling: Ruling[Game], command: DeclineReroll) -> None:
    """AN-REROLL-01 Let the misses stand."""
    row = _asked(ruling, command.volley)
    ruling.answered()
    ruling.record(RerollDeclined(volley=row.id), "AN-REROLL-01")


def _asked(ruling: Ruling[Game], volley: str) -> Volley:
    row = ruling.find(ruling.game.volleys, volley, "volley")
    about = ruling.window.about if ruling.window is not None else ()
    ruling.require(row.id in about, "AN-REROLL-01", "other-volley", "volley", volley=", ".join(about))
    return row


def _throw_again(
    ruling: Ruling[Game], row: Volley, numbers: tuple[int, ...], why: str, reason: str, because: tuple[str, ...]
) -> None:  # fmt: skip
    faces = ruling.roll(len(numbers), D10, why, row.seat)
    for number, face in zip(numbers, faces, strict=True):
        now = ruling.game.volleys[row.id]
        die = volleys.dice_of(now)[number - 1]
        result = scoring.judge_again(ruling.game, now, die, face)
        event = DieRerolled(volley=row.id, die=number, reason=reason, before=die.face, now=result)
        ruling.record(event, *because)


# -- hits


def protection(game: Game, unit: str, volley: Volley) -> str:
    """AN-REROLL-05 AN-REROLL-06 AN-REROLL-07 AN-REROLL-10 Say why hits on a unit are re-rolled or halved; "" if not.

    "fast", "down" or "sprinting": one reason is enough, and more do not add up.
    """
    if unit not in game.units or volley.kind == volleys.HAND_TO_HAND:
        return ""
    if has_flag(game, unit, "fast") and game.units[unit].order == "run":
        return "fast"
    if is_down(game, unit) and forces_rerolls_down(game, unit):
        return "down"
    return "sprinting" if _sprints(game, unit, volley) else ""


def forces_rerolls_down(game: Game, unit: str) -> bool:
    """AN-ORDER-19 Tell whether a unit is of those that Down protects: its flag says so, which armies get by type."""
    return has_flag(game, unit, SHELTERED)


def _sprints(game: Game, unit: str, volley: Volley) -> bool:
    row = game.units[unit]
    if game.how.sprint_reroll_all_shots and row.sprinted and row.sprinted == game.turn:
        return True
    return row.sprinting and volley.kind in (*volleys.CLOSE, "ambush_fire")


def protected_hits(game: Game, volley: Volley) -> tuple[Die, ...]:
    """AN-REROLL-11 List the direct hits that are thrown again: none that is lucky, and by the option none twice."""
    if not volley.target or not protection(game, volley.target, volley):
        return ()
    once = volley.touched if game.how.reroll_each_die_once else ()
    return tuple(each for each in volleys.direct_hits(volley) if each.result == "hit" and each.number not in once)


def protected_units(game: Game, volley: Volley) -> tuple[str, ...]:
    """AN-REROLL-08 AN-REROLL-09 List the units whose hits or pins of templates are halved, by id."""
    struck = {each.unit for each in scoring.template_hits(game, volley)} | {unit for unit, _ in volley.nets}
    return tuple(unit for unit in sorted(struck) if protection(game, unit, volley))


def wants_hits(game: Game, volley: Volley) -> bool:
    """Tell whether the hits of a volley need a step of their own before they are final."""
    return bool(
        protected_hits(game, volley) or protected_units(game, volley) or scoring.needs_dice(game, volley)
    )  # fmt: skip


def reroll_hits(ruling: Ruling[Game], _command: RerollHits) -> None:
    """AN-REROLL-05 AN-REROLL-08 AN-REROLL-12 Throw the hits on a protected target again, halve those of templates."""
    volley = ruling.window.about[0] if ruling.window is not None else ""
    ruling.answered()
    finish(ruling, volley)


def finish(ruling: Ruling[Game], volley: str) -> None:
    """AN-SHOOT-12 Make the hits of a volley final: re-roll, halve, throw for nets, score."""
    game = ruling.game
    row = game.volleys[volley]
    again = protected_hits(game, row)
    if again:
        reason = protection(game, row.target, row)
        numbers = tuple(each.number for each in again)
        _throw_again(ruling, row, numbers, "hit-reroll", reason, _because(game, row, row.target, reason))
    for unit in protected_units(game, row):
        _halve(ruling, volley, unit)
    row = game.volleys[volley]
    faces, pins = scoring.roll_nets(ruling, row, row.seat)
    scoring.score(ruling, volley, _net_left(ruling, row, pins), faces)


def _because(game: Game, row: Volley, unit: str, reason: str) -> tuple[str, ...]:
    """Name the clauses of a protection."""
    close = ("AN-PBS-07",) if row.kind in volleys.CLOSE and reason == "down" else ()
    kinds = ("AN-ORDER-19",) if reason == "down" else ("AN-MOVE-03",) if reason == "fast" else ()
    again = ("AN-REROLL-04",) if row.touched and unit == row.target else ()
    return (PROTECTION[reason], *kinds, *close, *again, "AN-REROLL-12")


def _halve(ruling: Ruling[Game], volley: str, unit: str) -> None:
    """AN-REROLL-08 AN-REROLL-09 AN-GEN-06 Halve hits and pins of templates; the lucky hit falls last."""
    game = ruling.game
    row = game.volleys[volley]
    because = _because(game, row, unit, protection(game, unit, row))
    hits = sorted(
        (each for each in scoring.template_hits(game, row) if each.unit == unit),
        key=lambda each: (not each.lucky, each.id),
    )
    left = scoring.half(game, len(hits))
    if hits:
        dropped = tuple(sorted(each.id for each in hits[left:]))
        event = HitsHalved(volley=volley, unit=unit, what="hits", before=len(hits), now=left, dropped=dropped)
        ruling.record(event, "AN-REROLL-08", "AN-GEN-06", *because)
    pins = dict(row.nets).get(unit, 0)
    if pins:
        now = scoring.half(game, pins)
        event = HitsHalved(volley=volley, unit=unit, what="pins", before=pins, now=now, dropped=())
        ruling.record(event, "AN-REROLL-09", "AN-GEN-06", *because)


def _net_left(ruling: Ruling[Game], row: Volley, pins: int) -> int:
    """AN-REROLL-09 Halve the pins of a net without a template against a protected target."""
    reason = protection(ruling.game, row.target, row) if pins else ""
    if not reason:
        return pins
    now = scoring.half(ruling.game, pins)
    event = HitsHalved(volley=row.id, unit=row.target, what="pins", before=pins, now=now, dropped=())
    ruling.record(event, "AN-REROLL-09", "AN-GEN-06", PROTECTION[reason])
    return now


# -- reducers


def die_rerolled(game: Game, event: DieRerolled) -> None:
    """Put the new face in its place, and remember what a source has done."""
    volleys.put_die(game, event.volley, event.die, event.now)
    if event.reason in PROTECTION:
        return
    row = game.volleys[event.volley]
    used = row.sources if event.reason in row.sources else (*row.sources, event.reason)
    game.volleys[event.volley] = replace(row, sources=used, touched=(*row.touched, event.die))


def reroll_declined(game: Game, event: RerollDeclined) -> None:
    """Ask no more about the misses of this volley."""
    game.volleys[event.volley] = replace(game.volleys[event.volley], waived=True)


# -- windows


def _offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    row = game.volleys[window.about[0]]
    volley = Choice((row.id,))
    found = [(name, how, sources.candidates(game, row, name)) for name, how in sources.of(game, row).items()]
    made = [
        Offer(
            RerollMisses.__name__,
            (
                Domain("volley", volley),
                Domain("source", Choice((name,))),
                Domain("dice", Some(tuple(str(each) for each in dice), 1, sources.most(game, row, name, how))),
            ),
            sources.CLAUSE[name],
        )
        for name, how, dice in found
    ]
    return [*made, offer(DeclineReroll, "AN-REROLL-01", volley=volley)]


def _silence(_game: Game, window: Window, _party: Party) -> DeclineReroll:
    return DeclineReroll(volley=window.about[0])


CLAUSES = handlers(reroll_misses, decline_reroll, reroll_hits)
REDUCERS = reducers(die_rerolled, reroll_declined)
WINDOWS = windows(
    WindowKind(MISSES, "AN-REROLL-01", (RerollMisses, DeclineReroll), _offers, _silence),
    table_step(HITS, "AN-REROLL-05", RerollHits),
)

__all__ = [
    "CLAUSES", "HITS", "MISSES", "REDUCERS", "WINDOWS", "finish", "forces_rerolls_down", "protected_hits",
    "protected_units", "protection", "wants_hits",
]  # fmt: skip
