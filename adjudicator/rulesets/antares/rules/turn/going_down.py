"""Going Down: what becomes of the die, and what happens to a unit that is Down already (AN-ORDER-26, AN-PIN-06)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import UnitWentDown
from adjudicator.rulesets.antares.model.state import Game, is_down
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.turn import order_dice

DOWN = "down"


def go_down(ruling: Ruling[Game], unit: str, cause: str, *clauses: str, forced: bool = False) -> None:
    """AN-ORDER-26 AN-ORDER-27 Let a unit go Down: its die is turned, or one is taken from the bag, or it has none.

    `cause` is as in UnitWentDown; `forced` is the wording of the damage chart that an option reads (AN-DMG-17). A unit
    that reacts uses an unused die rather than one that shows another order (AN-REACT-03); a unit that is Down already
    stays so (AN-PIN-06).
    """
    row = ruling.game.units[unit]
    if is_down(ruling.game, unit):
        _already_down(ruling, unit, cause, *clauses, forced=forced)
    elif row.order and not (cause == "reaction" and row.order != "ambush"):
        _record(ruling, unit, "turned", cause, *clauses, "AN-ORDER-26")
    elif order_dice.may_take(ruling.game, unit):
        _from_bag(ruling, unit, cause, *clauses, "AN-ORDER-26")
    else:
        _record(ruling, unit, "none", cause, *clauses, "AN-ORDER-27")


def _already_down(ruling: Ruling[Game], unit: str, cause: str, *clauses: str, forced: bool) -> None:
    """AN-PIN-06 A unit that is forced Down again uses an unused die up, or takes 1 pin where it has none."""
    chart = forced and ruling.game.options.chart_forced_down_pin
    if cause != "break_test" and not chart:
        _record(ruling, unit, "kept", cause, *clauses)
    elif order_dice.may_take(ruling.game, unit):
        _from_bag(ruling, unit, cause, *clauses, "AN-PIN-06")
    else:
        _record(ruling, unit, "kept", cause, *clauses)
        pins.add_pins(ruling, unit, 1, "damage" if chart else "break", "AN-PIN-06", *clauses)


def _from_bag(ruling: Ruling[Game], unit: str, cause: str, *clauses: str) -> None:
    order_dice.take_die(ruling, unit, DOWN, *clauses)
    _record(ruling, unit, "from_bag", cause, *clauses)


def _record(ruling: Ruling[Game], unit: str, die: str, cause: str, *clauses: str) -> None:
    ruling.record(UnitWentDown(unit=unit, die=die, cause=cause), *clauses)


def unit_went_down(game: Game, event: UnitWentDown) -> None:
    """Let it lie down."""
    row = game.units[event.unit]
    game.units[event.unit] = replace(
        row, order=DOWN, down_without_die=row.down_without_die or event.die == "none", retained_run=False
    )
    if event.die == "turned":
        game.units[event.unit] = replace(game.units[event.unit], die_kept=False)


PART = Part(reducers=reducers(unit_went_down))
