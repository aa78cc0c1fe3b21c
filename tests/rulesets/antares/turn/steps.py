"""Commands of a turn, and what is read of it."""

from __future__ import annotations

from typing import Any

from adjudicator.rulesets.antares.model.messages import PlayArmyOption, ResolveDown, StepBegun
from tests.kit import Outcome, Table
from tests.rulesets.antares.fixtures import two_sides
from tests.rulesets.antares.steps import begin_step, begin_turn, events_of, unit_row


def play_option(played: Table, option: str, who: str = "red", name: str = "") -> Outcome:
    """Play an option, on a unit where one is named."""
    return played.when(who, PlayArmyOption(option=option, unit=name))


def start_of_turn(dice: Any, *owns: Any, **rest: Any) -> Table:
    """Begin the first turn of two squads whose sides own these options."""
    played = two_sides(dice, owns=owns, **rest)
    begin_turn(played, 1)
    return played


def start_of_orders(dice: Any, *owns: Any, **rest: Any) -> Table:
    """Begin the orders of two squads whose sides own these options."""
    played = two_sides(dice, owns=owns, **rest)
    begin_step(played, "orders")
    return played


def play_command(option: str, name: str = "") -> PlayArmyOption:
    """Make the command that plays an option, on a unit where one is named."""
    return PlayArmyOption(option=option, unit=name)


def resolve_down(name: str = "a-x", *, recover: bool = False) -> ResolveDown:
    """Make the command that keeps the Down die of a unit, or takes its recovery test."""
    return ResolveDown(unit=name, recover=recover)


def pins_and_order(played: Table, name: str = "a-x") -> tuple[int, str]:
    """Give the pins of a unit and what its die shows."""
    return unit_row(played, name).pins, unit_row(played, name).order


def pins_order_and_hand(played: Table, name: str = "a-x") -> tuple[int, str, int]:
    """Give pins, order and unused dice of a unit."""
    found = unit_row(played, name)
    return found.pins, found.order, found.unused_dice


def steps_begun(events: Any) -> list[str]:
    """List the steps that began, in order."""
    return [event.step for event in events_of(events, StepBegun)]
