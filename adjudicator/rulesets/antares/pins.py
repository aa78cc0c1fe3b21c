"""Pins: how they come and go (AN-PIN-14, AN-PIN-15)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import PinsAdded, PinsRemoved
from adjudicator.rulesets.antares.state import Game


def add(ruling: Ruling[Game], unit: str, count: int, cause: str, *clauses: str) -> None:
    """AN-PIN-15 Give pins to a unit, as many as there are; nothing is noted for none."""
    if count > 0:
        ruling.record(PinsAdded(unit=unit, pins=count, cause=cause), *clauses, "AN-PIN-15")


def take_off(ruling: Ruling[Game], unit: str, count: int, cause: str, *clauses: str) -> None:
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


REDUCERS = reducers(pins_added, pins_removed)

__all__ = ["REDUCERS", "add", "take_off"]
