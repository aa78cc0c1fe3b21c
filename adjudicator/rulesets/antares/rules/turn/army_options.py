"""Army options: who may play one when, and what it does (AN-OPT-01 to AN-OPT-08, AN-OPT-10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, always, windows
from adjudicator.rulesets.antares.model.messages import (
    ArmyOptionPlayed,
    OptionEffect,
    OptionPassed,
    PassOption,
    PlayArmyOption,
)
from adjudicator.rulesets.antares.model.rows import OwnedOption
from adjudicator.rulesets.antares.model.state import SEATS, Game, current_action, on_table, rival
from adjudicator.rulesets.antares.rules.turn.option_effects import ON_A_UNIT, apply_effects, effects_of

TURN_START, DICE_DRAW, ALLOCATION = "turn_start", "dice_draw", "allocation"
MOMENT = {"start_options": TURN_START, "draw_options": DICE_DRAW, "allocation_options": ALLOCATION}
CLAUSE = {TURN_START: "AN-OPT-01", DICE_DRAW: "AN-OPT-05", ALLOCATION: "AN-OPT-08"}
STEP = {TURN_START: "AN-TURN-02", DICE_DRAW: "AN-OPT-05", ALLOCATION: "AN-OPT-08"}
MOMENTS = {TURN_START: "the start of the turn", DICE_DRAW: "when a die is drawn", ALLOCATION: "when an order is given"}
BOTH = len(SEATS)

# -- who is asked


def playable(game: Game, seat: Party, moment: str) -> tuple[OwnedOption, ...]:
    """AN-OPT-10 List the options that a side could play at a moment (TURN_START, DICE_DRAW, ALLOCATION), by id."""
    rows = (game.owned_options[key] for key in sorted(game.owned_options))
    return tuple(
        row
        for row in rows
        if row.seat == seat
        and row.uses_left > 0
        and moment in row.sheet.windows
        and not _blocked(game, row)
        and (on_table(game, seat) or not _on_a_unit(effects_of(game, row.sheet)))
    )


def _on_a_unit(effects: tuple[OptionEffect, ...]) -> bool:
    """AN-OPT-01 Tell whether an option is played on a unit."""
    return any(effect.kind in ON_A_UNIT for effect in effects)


def _blocked(game: Game, row: OwnedOption) -> bool:
    """AN-OPT-05 Tell whether an option would send back a drawn die that can not be blocked."""
    returns = any(effect.kind == "return_drawn_die" for effect in effects_of(game, row.sheet))
    return returns and game.drawn_die is not None and game.drawn_die.unblockable


def next_to_play(game: Game, first: Party, moment: str) -> Party | None:
    """AN-OPT-10 Give the side that is asked next: in turn, from `first` on, until both have passed in succession.

    A side with nothing to play counts as having passed. None where the questions are over.
    """
    seat = first if not game.answered else rival(int(game.answered[-1]))
    for _ in range(game.passes_in_succession, BOTH):
        if playable(game, seat, moment):
            return seat
        seat = rival(seat)
    return None


# -- playing and passing


def play_army_option(ruling: Ruling[Game], command: PlayArmyOption) -> None:
    """AN-OPT-01 AN-TURN-02 AN-OPT-10 Play an option: it is spent and settled before the next question."""
    game, moment = ruling.game, _moment(ruling)
    clause = CLAUSE[moment]
    row = ruling.find(game.owned_options, command.option, "option")
    ruling.require(row.seat == ruling.actor, clause, "option-not-owned", "option", option=row.id)
    ruling.require(row.uses_left > 0, clause, "no-uses-left", "option", option=row.id)
    windows = row.sheet.windows
    ruling.require(
        moment in windows, STEP[windows[0]], "wrong-moment", "option", option=row.id, moments=_format_moments(windows)
    )
    ruling.require(not _blocked(game, row), "AN-OPT-05", "die-unblockable", "option", option=row.id)
    effects = effects_of(game, row.sheet)
    unit = _unit(ruling, command, effects, clause)
    ruling.record(
        ArmyOptionPlayed(seat=row.seat, option=row.id, left=row.uses_left - 1, unit=unit, window=moment),
        *_clauses(row, moment, effects),
    )
    ruling.answered()
    apply_effects(ruling, row.seat, unit, effects, clause)


def _format_moments(moments: tuple[str, ...]) -> str:
    return ", ".join(MOMENTS[moment] for moment in moments)


def _moment(ruling: Ruling[Game]) -> str:
    window = cast("Window", ruling.window)
    return MOMENT[window.kind]


def _unit(ruling: Ruling[Game], command: PlayArmyOption, effects: tuple[OptionEffect, ...], clause: str) -> str:
    """Give the unit that an option is played on: the ordered one where none is named at allocation."""
    game = ruling.game
    if not _on_a_unit(effects):
        ruling.require(not command.unit, clause, "option-takes-no-unit", "unit", option=command.option)
        return ""
    named = command.unit or (current_action(game).unit if _moment(ruling) == ALLOCATION else "")
    ruling.require(named, clause, "option-needs-unit", "unit", option=command.option)
    row = ruling.find(game.units, named, "unit")
    own = row in on_table(game, ruling.actor)
    ruling.require(own, clause, "option-needs-unit", "unit", option=command.option)
    return named


def _clauses(row: OwnedOption, moment: str, effects: tuple[OptionEffect, ...]) -> tuple[str, ...]:
    """Name the clauses under which an option is played."""
    kinds = {effect.kind for effect in effects}
    boost = {TURN_START, DICE_DRAW} <= set(row.sheet.windows)
    if moment == TURN_START:
        special = "AN-OPT-03" if "add_special_die" in kinds else "AN-OPT-02" if boost else "AN-OPT-01"
        return ("AN-TURN-02", "AN-OPT-01", special)
    if moment == DICE_DRAW:
        special = "AN-OPT-07" if "change_die_side" in kinds else "AN-OPT-06" if boost else "AN-OPT-05"
        return ("AN-OPT-10", special)
    return ("AN-OPT-10", "AN-OPT-08")


def pass_option(ruling: Ruling[Game], _command: PassOption) -> None:
    """AN-OPT-10 AN-TURN-02 Play nothing now."""
    clause = "AN-TURN-02" if _moment(ruling) == TURN_START else "AN-OPT-10"
    ruling.record(OptionPassed(seat=ruling.actor), clause)
    ruling.answered()


# -- reducers


def army_option_played(game: Game, event: ArmyOptionPlayed) -> None:
    """Spend a use; both sides are asked anew."""
    row = game.owned_options[event.option]
    game.owned_options[event.option] = replace(row, uses_left=event.left, played=True)
    game.passes_in_succession, game.answered = 0, (*game.answered, str(event.seat))


def option_passed(game: Game, event: OptionPassed) -> None:
    """Count it."""
    game.passes_in_succession, game.answered = game.passes_in_succession + 1, (*game.answered, str(event.seat))


# -- what may be said


def _offers(game: Game, window: Window, party: Party) -> list[Offer]:
    clause = "AN-TURN-02" if window.kind == "start_options" else "AN-OPT-10"
    rows = playable(game, party, MOMENT[window.kind])
    plays = (item for row in rows for item in _play(game, row, party, MOMENT[window.kind]))
    return [offer(PassOption, clause), *plays]


def _play(game: Game, row: OwnedOption, party: Party, moment: str) -> Iterator[Offer]:
    if not _on_a_unit(effects_of(game, row.sheet)):
        yield offer(PlayArmyOption, CLAUSE[moment], option=Choice((row.id,)))
        return
    units = tuple(item.id for item in on_table(game, party))
    if units:
        yield offer(PlayArmyOption, CLAUSE[moment], option=Choice((row.id,)), unit=Choice(units))


PART = Part(
    handlers=handlers(play_army_option, pass_option),
    reducers=reducers(army_option_played, option_passed),
    windows=windows(
        WindowKind("start_options", "AN-TURN-02", (PlayArmyOption, PassOption), _offers, always(PassOption())),
        WindowKind("draw_options", "AN-OPT-10", (PlayArmyOption, PassOption), _offers, always(PassOption())),
        WindowKind("allocation_options", "AN-OPT-10", (PlayArmyOption, PassOption), _offers, always(PassOption())),
    ),
)
