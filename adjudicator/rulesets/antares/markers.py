"""Markers on the table and devices of units: how they come and go, and the state that they are in."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.handlers import reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import DeviceStateChanged, MarkerPlaced, MarkerRemoved
from adjudicator.rulesets.antares.rows import Device
from adjudicator.rulesets.antares.state import Game, standing

WORKING = "working"
PATCHED = "patched"


def place(
    ruling: Ruling[Game], sheet: str, seat: Party, *clauses: str, unit: str = "", pose: Pose | None = None
) -> str:
    """Put a marker on a unit or at a place; returns its id, which no other marker of the game has."""
    marker = f"m{ruling.game.placed + 1}"
    ruling.record(MarkerPlaced(marker=marker, sheet=sheet, seat=seat, unit=unit, pose=pose), *clauses)
    return marker


def remove(ruling: Ruling[Game], marker: str, cause: str, *clauses: str) -> None:
    """Take a marker or device off the table."""
    ruling.record(MarkerRemoved(marker=marker, cause=cause), *clauses)


def remove_of(ruling: Ruling[Game], unit: str, *clauses: str) -> None:
    """Take away what goes with a unit that is gone, by id."""
    for key in sorted(key for key, row in ruling.game.devices.items() if row.unit == unit):
        remove(ruling, key, "unit_gone", *clauses)


def in_play(game: Game, device: Device) -> bool:
    """Tell whether a device or marker is on the table, by itself or with its unit."""
    return standing(game, device.unit) if device.unit else device.pose is not None


def marker_placed(game: Game, event: MarkerPlaced) -> None:
    """Put it down."""
    game.placed += 1
    game.devices[event.marker] = Device(
        id=event.marker, sheet=event.sheet, seat=event.seat, unit=event.unit, pose=event.pose
    )


def marker_removed(game: Game, event: MarkerRemoved) -> None:
    """Take it away."""
    del game.devices[event.marker]


def device_state_changed(game: Game, event: DeviceStateChanged) -> None:
    """Set its state."""
    row = game.devices[event.device]
    game.devices[event.device] = replace(row, state=event.state, lends=event.lends_sight_to)


REDUCERS = reducers(marker_placed, marker_removed, device_state_changed)

__all__ = ["PATCHED", "REDUCERS", "WORKING", "in_play", "place", "remove", "remove_of"]
