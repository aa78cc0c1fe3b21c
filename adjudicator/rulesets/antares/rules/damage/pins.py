"""Pins: how they come and go, and what volleys and rounds of hand to hand leave behind (AN-PIN)."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import table_step, windows
from adjudicator.rulesets.antares.model import volleys
from adjudicator.rulesets.antares.model.messages import ApplyPins, PinsAdded, PinsRemoved, VolleysResolved
from adjudicator.rulesets.antares.model.rows import VolleyEffect, VolleyResult
from adjudicator.rulesets.antares.model.state import Game, has_flag, is_on_table
from adjudicator.rulesets.antares.rules.damage import casualties

Pinning: TypeAlias = tuple[int, str, tuple[str, ...]]  # how many pins, their cause, the clauses
GHAR = "ghar"
STRONG = 2
CAUSES = {"point_blank": "point_blank", "stand_and_shoot": "point_blank", "hand_to_hand": "hand_to_hand"}


def add_pins(ruling: Ruling[Game], unit: str, count: int, cause: str, *clauses: str) -> None:
    """AN-PIN-15 Give pins to a unit, as many as there are; nothing is noted for none."""
    if count > 0:
        ruling.record(PinsAdded(unit=unit, pins=count, cause=cause), *clauses, "AN-PIN-15")


def remove_pins(ruling: Ruling[Game], unit: str, count: int, cause: str, *clauses: str) -> None:
    """AN-PIN-15 Take pins from a unit, at most those that it has; nothing is noted for none."""
    taken = min(count, ruling.game.units[unit].pins)
    if taken > 0:
        ruling.record(PinsRemoved(unit=unit, pins=taken, cause=cause), *clauses)


def pins_added(game: Game, event: PinsAdded) -> None:
    """Add them."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(row, pins=row.pins + event.pins)


def pins_removed(game: Game, event: PinsRemoved) -> None:
    """Take them off."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(row, pins=row.pins - event.pins)


def apply_pins(ruling: Ruling[Game], _command: ApplyPins) -> None:
    """AN-RESIST-07 AN-PIN-15 AN-BREAK-09 Remove what fell, unit by unit, then give pins and call for break tests."""
    game = ruling.game
    ruling.answered()
    kind = next(iter(game.volleys.values())).kind
    rows = tuple(game.volley_results[key] for key in sorted(game.volley_results))
    for row in rows:
        casualties.lose_models(
            ruling, row.unit, _remove_fallen(game, row), CAUSES.get(kind, "shooting"), "AN-RESIST-07"
        )
    for row in rows:
        if is_on_table(ruling.game, row.unit):
            for count, cause, because in pins_of(ruling.game, row, blows=kind == volleys.HAND_TO_HAND):
                add_pins(ruling, row.unit, count, cause, *because)
        if row.shaken and is_on_table(ruling.game, row.unit):
            casualties.require_break_test(ruling, row.unit, "munition", "AN-BREAK-09")
    ruling.record(VolleysResolved(volleys=tuple(sorted(ruling.game.volleys))), "AN-SHOOT-12")


def _remove_fallen(game: Game, row: VolleyResult) -> tuple[str, ...]:
    return tuple(item for item in row.removed_models if item in game.models)


def pins_of(game: Game, row: VolleyResult, *, blows: bool) -> list[Pinning]:
    """AN-PIN-04 AN-PIN-05 List the pins that each volley, or the round, gives a unit."""
    if blows:
        return [_hand_to_hand_rule(game, row)]
    return [
        max(_shooting_rules(game, row.unit, effect), key=lambda item: item[0])
        for effect in sorted(row.effects, key=lambda effect: effect.volley)
    ]


def _hand_to_hand_rule(game: Game, row: VolleyResult) -> Pinning:
    """AN-PIN-05 AN-H2H-10 AN-H2H-09 A pin for each casualty; units with a damage chart take theirs from that."""
    if has_flag(game, row.unit, "uses_damage_chart"):
        return 0, "casualties", ("AN-H2H-09",)
    count = row.wounds if game.options.h2h_wound_pins else len(row.removed_models)
    return count, "casualties", ("AN-PIN-05", "AN-H2H-10")


def _shooting_rules(game: Game, unit: str, effect: VolleyEffect) -> list[Pinning]:
    """AN-PIN-01 to AN-PIN-13 List the pin rules that a volley meets; the largest number counts."""
    armoured, ghar = has_flag(game, unit, "heavily_armoured"), _is_ghar(game, unit)
    net = effect.net_pins if effect.resisted_low or not game.options.net_pins_need_res_10 else 0
    also = ("AN-PIN-09",) if effect.disrupted and ghar else ()
    return [
        (net, "net", ("AN-PIN-13", "AN-PIN-04")),
        (STRONG if effect.disrupted and not ghar else 0, "hit", _disrupted(armoured=armoured)),
        (STRONG if effect.slung and not armoured else 0, "hit", ("AN-PIN-10", "AN-PIN-04")),
        (1 if effect.wounds else 0, "hit", ("AN-PIN-02", "AN-PIN-04", *also)),
        (1 if effect.resisted_low else 0, "hit", ("AN-PIN-01", "AN-PIN-04", *also)),
    ]


def _is_ghar(game: Game, unit: str) -> bool:
    return game.sheets[unit].faction == GHAR


def _disrupted(*, armoured: bool) -> tuple[str, ...]:
    return ("AN-PIN-07", "AN-PIN-04", *(("AN-PIN-08",) if armoured else ()))


def volleys_resolved(game: Game, _event: VolleysResolved) -> None:
    """Clear the table for the next volleys."""
    game.volleys, game.hits, game.volley_results, game.volley_count = {}, {}, {}, 0


PART = Part(
    handlers=handlers(apply_pins),
    reducers=reducers(pins_added, pins_removed, volleys_resolved),
    windows=windows(table_step("pins", "AN-PIN-15", ApplyPins)),
)
