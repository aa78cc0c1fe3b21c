"""Hits on targets that are hard to hit are thrown again or halved, and then final (AN-REROLL-04 to AN-REROLL-12)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import DieRerolled, HitsHalved, RerollHits
from adjudicator.rulesets.antares.model.rows import Group, Volley
from adjudicator.rulesets.antares.model.state import Game, has_flag, is_down
from adjudicator.rulesets.antares.model.subjects import VolleySubject
from adjudicator.rulesets.antares.model.volleys import Die
from adjudicator.rulesets.antares.rules.damage import nets
from adjudicator.rulesets.antares.rules.hits import hit_scoring
from adjudicator.rulesets.antares.rules.tests import rounding
from adjudicator.rulesets.antares.rules.tests.stat_tests import D10

HITS = "hit_reroll"
DOWN_FLAG = "down_forces_rerolls"
PROTECTION = {"fast": "AN-REROLL-05", "down": "AN-REROLL-06", "sprinting": "AN-REROLL-07"}

# -- dice that are thrown again


def reroll_dice(
    ruling: Ruling[Game], row: Volley, numbers: tuple[int, ...], why: str, reason: str, because: tuple[str, ...]
) -> None:
    faces = ruling.roll(len(numbers), D10, why, row.seat)
    for number, face in zip(numbers, faces, strict=True):
        now = ruling.game.volleys[row.id]
        die = volleys.dice_of(now)[number - 1]
        result = hit_scoring.read_reroll(ruling.game, now, die, face)
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
    return has_flag(game, unit, DOWN_FLAG)


def _sprints(game: Game, unit: str, volley: Volley) -> bool:
    row = game.units[unit]
    if game.options.sprint_reroll_all_shots and row.sprinted and row.sprinted == game.turn:
        return True
    return row.sprinting and volley.kind in (*volleys.CLOSE, "ambush_fire")


def protected_hits(game: Game, volley: Volley) -> tuple[Die, ...]:
    """AN-REROLL-09 AN-REROLL-11 List the direct hits that are re-rolled: none that is lucky, by the option none twice.

    Those of nets stand, unless the option says otherwise.
    """
    if not volley.target or not protection(game, volley.target, volley):
        return ()
    once = volley.rerolled_dice if game.options.reroll_each_die_once else ()
    hits = (die for die in volleys.direct_hits(volley) if die.result == "hit" and die.number not in once)
    return tuple(die for die in hits if rerolls_hits(game, volley.groups[die.group]))


def rerolls_hits(game: Game, group: Group) -> bool:
    """AN-REROLL-09 Tell whether hits of direct dice on a protected target are re-rolled: those of nets by option."""
    net = bool(group.weapon) and nets.NET in game.weapons[group.weapon].properties
    return not net or game.options.net_protection != "pins"


def protected_pins(game: Game, pins: int) -> int:
    """AN-REROLL-09 AN-GEN-06 Halve the pins of a net that is fired directly, unless its hits are re-rolled instead."""
    return pins if game.options.net_protection == "hits" else rounding.halved(game, pins)


def protected_units(game: Game, volley: Volley) -> tuple[str, ...]:
    """AN-REROLL-08 AN-REROLL-09 List the units whose hits or pins of templates are halved, by id."""
    struck = {template_hit.unit for template_hit in hit_scoring.template_hits(game, volley)} | {
        unit for unit, _ in volley.nets
    }
    return tuple(unit for unit in sorted(struck) if protection(game, unit, volley))


def needs_hit_rerolls(game: Game, volley: Volley) -> bool:
    """Tell whether the hits of a volley need a step of their own before they are final."""
    return bool(protected_hits(game, volley) or protected_units(game, volley) or hit_scoring.needs_dice(game, volley))


def reroll_hits(ruling: Ruling[Game], _command: RerollHits) -> None:
    """AN-REROLL-05 AN-REROLL-08 AN-REROLL-12 Throw the hits on a protected target again, halve those of templates."""
    volley = ruling.subject(VolleySubject).volley
    ruling.answered()
    finish_hits(ruling, volley)


def finish_hits(ruling: Ruling[Game], volley: str) -> None:
    """AN-SHOOT-12 Make the hits of a volley final: re-roll, halve, throw for nets, score."""
    game = ruling.game
    row = game.volleys[volley]
    again = protected_hits(game, row)
    if again:
        reason = protection(game, row.target, row)
        numbers = tuple(item.number for item in again)
        reroll_dice(ruling, row, numbers, "hit-reroll", reason, _clauses(game, row, row.target, reason))
    for unit in protected_units(game, row):
        _halve(ruling, volley, unit)
    row = game.volleys[volley]
    faces, pins = nets.roll_nets(ruling, row, row.seat)
    hit_scoring.score_hits(ruling, volley, _halve_net(ruling, row, pins), faces)


def _clauses(game: Game, row: Volley, unit: str, reason: str) -> tuple[str, ...]:
    """Name the clauses of a protection."""
    close = ("AN-PBS-07",) if row.kind in volleys.CLOSE and reason == "down" else ()
    kinds = ("AN-ORDER-19",) if reason == "down" else ("AN-MOVE-03",) if reason == "fast" else ()
    again = ("AN-REROLL-04",) if row.rerolled_dice and unit == row.target else ()
    return (PROTECTION[reason], *kinds, *close, *again, "AN-REROLL-12")


def _halve(ruling: Ruling[Game], volley: str, unit: str) -> None:
    """AN-REROLL-08 AN-REROLL-09 AN-GEN-06 Halve hits and pins of templates; the lucky hit falls last."""
    game = ruling.game
    row = game.volleys[volley]
    because = _clauses(game, row, unit, protection(game, unit, row))
    hits = sorted(
        (template_hit for template_hit in hit_scoring.template_hits(game, row) if template_hit.unit == unit),
        key=lambda found: (not found.lucky, found.id),
    )
    left = rounding.halved(game, len(hits))
    if hits:
        dropped = tuple(sorted(hit.id for hit in hits[left:]))
        event = HitsHalved(volley=volley, unit=unit, what="hits", before=len(hits), now=left, dropped=dropped)
        ruling.record(event, "AN-REROLL-08", "AN-GEN-06", *because)
    pins = dict(row.nets).get(unit, 0)
    if pins:
        now = rounding.halved(game, pins)
        event = HitsHalved(volley=volley, unit=unit, what="pins", before=pins, now=now, dropped=())
        ruling.record(event, "AN-REROLL-09", "AN-GEN-06", *because)


def _halve_net(ruling: Ruling[Game], row: Volley, pins: int) -> int:
    """AN-REROLL-09 Halve the pins of a net without a template against a protected target."""
    reason = protection(ruling.game, row.target, row) if pins else ""
    now = protected_pins(ruling.game, pins) if reason else pins
    if now == pins:
        return pins
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
    used = row.used_sources if event.reason in row.used_sources else (*row.used_sources, event.reason)
    game.volleys[event.volley] = replace(row, used_sources=used, rerolled_dice=(*row.rerolled_dice, event.die))


PART = Part(
    handlers=handlers(reroll_hits),
    reducers=reducers(die_rerolled),
    windows=windows(table_step(HITS, "AN-REROLL-05", RerollHits, subject=VolleySubject)),
)
