"""What army options do: the effects that data may name, and the presets (AN-OPT-01 to AN-OPT-08)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import (
    ArmyOption,
    DieContested,
    DrawnDieChanged,
    DrawnDieReturned,
    OptionEffect,
    OptionEffectLasts,
    SpecialDieAdded,
)
from adjudicator.rulesets.antares.model.rows import ContestedDie, LastingEffect
from adjudicator.rulesets.antares.model.state import Game, rival
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.turn import order_dice

ADD_DIE = "add_special_die"
DOWN_NEXT = "next_die_down"
ON_A_UNIT = frozenset({"remove_pins", "add_test_modifier", "grant_free_reaction"})
LASTING = frozenset({DOWN_NEXT, "add_test_modifier", "grant_free_reaction"})


def effect(kind: str, number: int = 0, word: str = "") -> OptionEffect:
    """Name an effect."""
    return OptionEffect(kind=kind, number=number, word=word)


BLOCK_REDRAW = (effect("return_drawn_die"), effect("redraw_unblockable"))
DISTORT_DOWN = (effect(DOWN_NEXT),)


def effects_of(game: Game, sheet: ArmyOption) -> tuple[OptionEffect, ...]:
    """AN-OPT-01 AN-OPT-05 Give what an option does when it is played, up to the special die that it adds.

    A "block" without effects of its own has those of the preset, where the game has it.
    """
    listed = tuple(row for row in sheet.effects if row.kind != "none")
    if not listed and sheet.id == "block" and "block_redraw" in game.options.presets:
        return BLOCK_REDRAW
    kinds = [row.kind for row in listed]
    return listed[: kinds.index(ADD_DIE) + 1] if ADD_DIE in kinds else listed


def effects_of_die(game: Game, name: str) -> tuple[Party, tuple[OptionEffect, ...]]:
    """AN-OPT-04 Give the side that added a special die, and what the die does when it is drawn.

    That is what stands behind the die in the list of the option that added it; a "distort" die without anything of
    the sort has the effects of the preset, where the game has it.
    """
    seat: Party = 0
    for key in sorted(game.owned_options):
        row = game.owned_options[key]
        added = [place for place, item in enumerate(row.sheet.effects) if (item.kind, item.word) == (ADD_DIE, name)]
        if row.played and added:
            seat = row.seat
            if behind := row.sheet.effects[added[0] + 1 :]:
                return seat, behind
    preset = name == "distort" and "distort_next_die_down" in game.options.presets
    return seat, DISTORT_DOWN if preset else ()


def apply_effects(
    ruling: Ruling[Game], seat: Party, unit: str, effects: tuple[OptionEffect, ...], *clauses: str
) -> None:
    """AN-OPT-01 Apply effects in the order of their list; one that finds nothing to work on does nothing."""
    for row in effects:
        if row.kind in LASTING:
            _let_last(ruling, seat, unit, row, clauses)
        elif row.kind in EFFECTS:
            EFFECTS[row.kind](ruling, seat, unit, row, effects, clauses)


# -- effects one by one


def _let_last(
    ruling: Ruling[Game], seat: Party, unit: str, option_effect: OptionEffect, clauses: tuple[str, ...]
) -> None:
    ruling.record(
        OptionEffectLasts(
            kind=option_effect.kind, seat=seat, unit=unit, number=option_effect.number, word=option_effect.word
        ),
        *clauses,
    )


def _add_die(
    ruling: Ruling[Game],
    _seat: Party,
    _unit: str,
    option_effect: OptionEffect,
    _all: tuple[OptionEffect, ...],
    clauses: tuple[str, ...],
) -> None:
    ruling.record(SpecialDieAdded(name=option_effect.word), *clauses, "AN-OPT-03")


def _return_die(
    ruling: Ruling[Game],
    _seat: Party,
    _unit: str,
    _each: OptionEffect,
    effects: tuple[OptionEffect, ...],
    clauses: tuple[str, ...],
) -> None:
    drawn = ruling.game.drawn_die
    if drawn is not None:
        unblockable = any(row.kind == "redraw_unblockable" for row in effects)
        ruling.record(DrawnDieReturned(seat=drawn.seat, unblockable=unblockable), *clauses, "AN-OPT-05")


def _change_side(
    ruling: Ruling[Game],
    _seat: Party,
    _unit: str,
    _each: OptionEffect,
    _all: tuple[OptionEffect, ...],
    clauses: tuple[str, ...],
) -> None:
    drawn = ruling.game.drawn_die
    if drawn is not None:
        ruling.record(DrawnDieChanged(seat=rival(drawn.seat)), *clauses, "AN-OPT-07")


def _remove_pins(
    ruling: Ruling[Game],
    _seat: Party,
    unit: str,
    option_effect: OptionEffect,
    _all: tuple[OptionEffect, ...],
    clauses: tuple[str, ...],
) -> None:
    if unit:
        pins.remove_pins(ruling, unit, option_effect.number, "option", *clauses)


def _contest(
    ruling: Ruling[Game],
    seat: Party,
    _unit: str,
    option_effect: OptionEffect,
    _all: tuple[OptionEffect, ...],
    clauses: tuple[str, ...],
) -> None:
    for _ in range(max(1, option_effect.number)):
        ruling.record(DieContested(owner=rival(seat), contester=seat), *clauses, "AN-TURNEND-13")


Effect: TypeAlias = Callable[[Ruling[Game], Party, str, OptionEffect, tuple[OptionEffect, ...], tuple[str, ...]], None]
EFFECTS: Mapping[str, Effect] = MappingProxyType(
    {
        ADD_DIE: _add_die,
        "return_drawn_die": _return_die,
        "change_die_side": _change_side,
        "remove_pins": _remove_pins,
        "contest_die": _contest,
    }
)


# -- reducers


def special_die_added(game: Game, event: SpecialDieAdded) -> None:
    """Put it into the bag."""
    game.special_dice = (*game.special_dice, event.name)


def drawn_die_returned(game: Game, event: DrawnDieReturned) -> None:
    """Put the drawn die back; nobody has it."""
    order_dice.move_bag(game, event.seat, 1)
    game.drawn_die, game.unblockable = None, event.unblockable


def drawn_die_changed(game: Game, event: DrawnDieChanged) -> None:
    """Let the other side use it."""
    if game.drawn_die is not None:
        game.drawn_die = replace(game.drawn_die, seat=event.seat)


def option_effect_lasts(game: Game, event: OptionEffectLasts) -> None:
    """Keep it until its moment comes."""
    row = LastingEffect(kind=event.kind, seat=event.seat, unit=event.unit, number=event.number, word=event.word)
    game.lasting_effects = (*game.lasting_effects, row)


def die_contested(game: Game, event: DieContested) -> None:
    """Keep it for the end of the turn."""
    game.contested_dice = (*game.contested_dice, ContestedDie(owner=event.owner, contester=event.contester))


def use_up(game: Game, row: LastingEffect) -> None:
    """Take away an effect whose moment has come; for reducers."""
    place = game.lasting_effects.index(row)
    game.lasting_effects = (*game.lasting_effects[:place], *game.lasting_effects[place + 1 :])


def waiting_effect(game: Game, kind: str, unit: str = "") -> LastingEffect | None:
    """Find the oldest effect of a kind that waits, for a unit."""
    return next((row for row in game.lasting_effects if row.kind == kind and row.unit in ("", unit)), None)


def played_modifier(game: Game, unit: str) -> int:
    """AN-OPT-08 Give what a played option adds to the next order test of a unit; 0 where there is none."""
    row = waiting_effect(game, "add_test_modifier", unit)
    return row.number if row is not None else 0


PART = Part(
    reducers=reducers(special_die_added, drawn_die_returned, drawn_die_changed, option_effect_lasts, die_contested)
)
