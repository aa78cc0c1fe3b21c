"""A unit with Hit and Run may break off after point blank shooting (AN-PBS-09, AN-PBS-10)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.exact_offers import exact_items
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Places, bare, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, subject_of, windows
from adjudicator.rulesets.antares.model.messages import (
    BreakOff,
    BreakOffDeclined,
    DeclineBreakOff,
    ModelPath,
    UnitBrokeOff,
)
from adjudicator.rulesets.antares.model.state import Game, has_flag
from adjudicator.rulesets.antares.model.subjects import UnitsSubject, UnitSubject
from adjudicator.rulesets.antares.rules.assault.consolidation import asked_to_part, heading_away
from adjudicator.rulesets.antares.rules.assault.fighters import fighters_left, opponent_of
from adjudicator.rulesets.antares.rules.assault.point_blank import BOTH
from adjudicator.rulesets.antares.rules.movement import move_allowance, move_checks, straight_moves, unit_moves

BREAK_OFF = "break_off"


def break_off(ruling: Ruling[Game], command: BreakOff) -> None:
    """AN-PBS-09 AN-PBS-10 A unit with Hit and Run leaves the fight, through its opponent if it likes."""
    game, unit = ruling.game, asked_to_part(ruling, command.unit, "AN-PBS-09")
    ruling.require(has_flag(game, unit, "hit_and_run"), "AN-PBS-09", "no-hit-and-run", "unit", unit=unit)
    ruling.require(command.paths, "AN-PBS-10", "nobody-breaks-off", "paths", unit=unit)
    enemy = opponent_of(game, unit)
    ruling.refuse_all(move_checks.faults(game, unit, BREAK_OFF, command.paths, target=enemy))
    ruling.record(UnitBrokeOff(unit=unit), "AN-PBS-09")
    unit_moves.declare_move(ruling, BREAK_OFF, unit, command.paths, False, "AN-CONS-01", "AN-CONS-02", target=enemy)
    ruling.answered()


def unit_broke_off(game: Game, event: UnitBrokeOff) -> None:
    """It is in the fight no more."""
    if game.assault is not None:
        game.assault = replace(game.assault, broke_off=(*game.assault.broke_off, event.unit))


def straight_break_off(game: Game, unit: str) -> tuple[ModelPath, ...]:
    """AN-PBS-10 Lead a unit straight away out of a fight by breaking off; () where that is not possible."""
    enemy = opponent_of(game, unit)
    if not enemy:
        return ()
    most = move_allowance.allowance(game, unit, BREAK_OFF)
    return straight_moves.paths_along_heading(
        game, unit, heading_away(game, unit, enemy), most, kind=BREAK_OFF, target=enemy
    )


def _ask_hit_and_run(ruling: Ruling[Game], window: Window) -> None:
    """AN-PBS-09 Ask who may break off, the assaulter first; one that leaves ends the fight."""
    game = ruling.game
    left = fighters_left(game)
    before = subject_of(window, UnitsSubject).units
    asked = [row for row in left if has_flag(game, row, "hit_and_run") and row not in before]
    if len(left) < BOTH or not asked:
        return
    ruling.ask("hit_and_run", subject=UnitsSubject((*before, asked[0])))
    ruling.ask("break_off", game.units[asked[0]].seat, subject=UnitSubject(asked[0]))


def decline_break_off(ruling: Ruling[Game], command: DeclineBreakOff) -> None:
    """AN-PBS-09 A unit with Hit and Run stays and fights."""
    unit = ruling.subject(UnitSubject).unit
    ruling.require(command.unit == unit, "AN-PBS-09", "other-unit-asked", "unit", unit=command.unit, asked=unit)
    ruling.record(BreakOffDeclined(unit=unit), "AN-PBS-09")
    ruling.answered()


def _break_offers(game: Game, window: Window, _party: Party) -> list[Offer]:
    unit = subject_of(window, UnitSubject).unit
    straight = straight_break_off(game, unit)
    spots = (bare(exact_items(straight)),) if straight else ()
    places = Places(game.units[unit].models, move_allowance.allowance(game, unit, "break_off"), spots=spots)
    away = [offer(BreakOff, "AN-PBS-10", unit=Choice((unit,)), paths=places)] if spots else []
    return [*away, offer(DeclineBreakOff, "AN-PBS-09", unit=Choice((unit,)))]


def _default_command(_game: Game, window: Window, _party: Party) -> DeclineBreakOff:
    return DeclineBreakOff(unit=subject_of(window, UnitSubject).unit)


def break_off_declined(_game: Game, _event: BreakOffDeclined) -> None:
    """It stays."""


PART = Part(
    handlers=handlers(break_off, decline_break_off),
    reducers=reducers(unit_broke_off, break_off_declined),
    windows=windows(
        WindowKind("hit_and_run", "AN-PBS-09", on_close=_ask_hit_and_run, subject=UnitsSubject),
        WindowKind(
            "break_off", "AN-PBS-09", (BreakOff, DeclineBreakOff), _break_offers, _default_command, subject=UnitSubject
        ),
    ),
)
