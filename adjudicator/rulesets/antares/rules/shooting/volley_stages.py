"""The stages of volleys: all that are under way go through one stage before the next begins (AN-SHOOT-12)."""

from __future__ import annotations

from collections.abc import Callable

from adjudicator.kernel.decide.handlers import Part
from adjudicator.kernel.decide.parties import TABLE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.model.subjects import UnitSubject, VolleySubject
from adjudicator.rulesets.antares.rules.hits import hit_rerolls, hit_scoring, miss_rerolls, reroll_sources
from adjudicator.rulesets.antares.rules.hits.hit_allocation import (
    ALLOCATE,
    ALLOCATE_LUCKY,
    even_spread,
    hits_in_order,
    hits_to_allocate,
    hits_to_place,
    possible_models,
    record_allocation,
    units_of,
)
from adjudicator.rulesets.antares.rules.shooting import accuracy_rolls, overhead_fire

ACCURACY, MISSES, SHIFT, HITS = "salvo_accuracy", "salvo_misses", "salvo_shift", "salvo_hit_rerolls"
ALLOCATION, RESIST, DAMAGE, PINS = "salvo_allocation", "salvo_resist", "salvo_damage", "salvo_pins"


def push(ruling: Ruling[Game]) -> None:
    """AN-SHOOT-12 Let the volleys under way be rolled, and what they hit be settled, stage by stage."""
    push_hits(ruling)
    for stage in (HITS, SHIFT, MISSES, ACCURACY):
        ruling.ask(stage)


def push_hits(ruling: Ruling[Game]) -> None:
    """AN-SHOOT-12 Settle the hits: they are placed, resisted, rolled for on the damage chart, counted in pins."""
    for stage in (PINS, DAMAGE, RESIST, ALLOCATION):
        ruling.ask(stage)


def _accuracy(ruling: Ruling[Game], window: Window) -> None:
    """AN-REACT-15 Roll the next volley, that of the acting side first."""
    for row in ruling.game.volleys.values():
        if volleys.unrolled_groups(row):
            ruling.ask(window.kind)
            ruling.ask(accuracy_rolls.WINDOW, TABLE, subject=VolleySubject(row.id))
            return


def _misses(ruling: Ruling[Game], window: Window) -> None:
    """AN-REROLL-04 Ask for the misses of the next volley that a source lets be thrown again."""
    for row in ruling.game.volleys.values():
        if reroll_sources.sources_for(ruling.game, row):
            ruling.ask(window.kind)
            ruling.ask(miss_rerolls.MISSES, row.seat, subject=VolleySubject(row.id))
            return


def _shift(ruling: Ruling[Game], window: Window) -> None:
    """AN-OH-12 Bring the templates of the next volley down."""
    for row in ruling.game.volleys.values():
        if volleys.landing_dice(row) and not row.shifted:
            ruling.ask(window.kind)
            ruling.ask(overhead_fire.WINDOW, TABLE, subject=VolleySubject(row.id))
            return


def _hits(ruling: Ruling[Game], window: Window) -> None:
    """AN-REROLL-05 AN-REROLL-08 Make hits final, volley by volley, with a step of its own where dice are thrown."""
    for key, row in tuple(ruling.game.volleys.items()):
        if row.hits_final or not hit_scoring.has_hits(ruling.game, row):
            continue
        if hit_rerolls.needs_hit_rerolls(ruling.game, row):
            ruling.ask(window.kind)
            ruling.ask(hit_rerolls.HITS, TABLE, subject=VolleySubject(key))
            return
        hit_rerolls.finish_hits(ruling, key)


def _allocation(ruling: Ruling[Game], window: Window) -> None:
    """AN-HIT-03 AN-HIT-04 Place the hits of the next unit: ordinary ones first, the lucky ones last of all."""
    game = ruling.game
    found = next(iter(hits_to_allocate(game)), None)
    if found is None:
        return
    unit, lucky, seat = found
    hits = hits_to_place(game, unit, lucky=lucky, seat=seat)
    ruling.ask(window.kind)
    if len(possible_models(game, hits)) == 1:
        record_allocation(ruling, unit, even_spread(game, unit, hits), lucky=lucky)
    else:
        ruling.ask(ALLOCATE_LUCKY if lucky else ALLOCATE, seat, subject=UnitSubject(unit))


def _stage(waiting: Callable[[Game], tuple[str, ...]], kind: str) -> Callable[[Ruling[Game], Window], None]:
    """Make a stage that asks for a command of the table for every unit that waits for it."""

    def go_on(ruling: Ruling[Game], window: Window) -> None:
        left = waiting(ruling.game)
        if left:
            ruling.ask(window.kind)
            ruling.ask(kind, TABLE, subject=UnitSubject(left[0]))

    return go_on


def units_with_placed_hits(game: Game) -> tuple[str, ...]:
    """AN-RESIST-01 List the units with hits that are placed, in the order of the volleys that made them."""
    return units_of(row for row in hits_in_order(game) if row.model)


def units_with_damage_rolls(game: Game) -> tuple[str, ...]:
    """AN-DMG-02 List the units with damage rolls to make, by id."""
    return tuple(key for key in sorted(game.volley_results) if game.volley_results[key].damage_rolls)


def _settle(ruling: Ruling[Game], _window: Window) -> None:
    """AN-PIN-15 Let losses and pins be applied."""
    if ruling.game.volleys:
        ruling.ask("pins", TABLE)


PART = Part(
    windows=windows(
        WindowKind(ACCURACY, "AN-SHOOT-12", on_close=_accuracy),
        WindowKind(MISSES, "AN-REROLL-04", on_close=_misses),
        WindowKind(SHIFT, "AN-OH-12", on_close=_shift),
        WindowKind(HITS, "AN-SHOOT-12", on_close=_hits),
        WindowKind(ALLOCATION, "AN-HIT-04", on_close=_allocation),
        WindowKind(RESIST, "AN-RESIST-01", on_close=_stage(units_with_placed_hits, "resist")),
        WindowKind(DAMAGE, "AN-DMG-02", on_close=_stage(units_with_damage_rolls, "damage")),
        WindowKind(PINS, "AN-PIN-15", on_close=_settle),
    )
)
