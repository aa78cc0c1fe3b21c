"""Markers on the table and states of devices: how they come and go (AN-ACC-06, AN-ACC-12, AN-ACC-26, AN-ACC-27)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.messages import (
    DeviceStateChanged,
    MarkerPlaced,
    MarkerRemoved,
    PlaceMarker,
    SetDeviceState,
)
from adjudicator.rulesets.antares.model.rows import Device
from adjudicator.rulesets.antares.model.state import Game
from adjudicator.rulesets.antares.rules.retired import REFEREES_UNTIL_2026_7


def place(
    ruling: Ruling[Game], sheet: str, seat: Party, *clauses: str, unit: str = "", pose: Pose | None = None
) -> str:
    """Put a marker on a unit or at a place; returns its id, which no other marker of the game has."""
    marker = f"m{ruling.game.marker_count + 1}"
    ruling.record(MarkerPlaced(marker=marker, sheet=sheet, seat=seat, unit=unit, pose=pose), *clauses)
    return marker


def remove(ruling: Ruling[Game], marker: str, cause: str, *clauses: str) -> None:
    """Take a marker or device off the table."""
    ruling.record(MarkerRemoved(marker=marker, cause=cause), *clauses)


def remove_of(ruling: Ruling[Game], unit: str, *clauses: str) -> None:
    """Take away what goes with a unit that is gone, by id."""
    for key in sorted(key for key, row in ruling.game.devices.items() if row.unit == unit):
        remove(ruling, key, "unit_gone", *clauses)


def marker_placed(game: Game, event: MarkerPlaced) -> None:
    """Put it down."""
    game.marker_count += 1
    game.devices[event.marker] = Device(
        id=event.marker, sheet=event.sheet, seat=event.seat, unit=event.unit, pose=event.pose
    )


def marker_removed(game: Game, event: MarkerRemoved) -> None:
    """Take it away."""
    del game.devices[event.marker]


def device_state_changed(game: Game, event: DeviceStateChanged) -> None:
    """Set its state, as a ruling of an edition before 2026.7 did."""
    row = game.devices[event.device]
    game.devices[event.device] = replace(row, state=event.state, lends_sight_to=event.lends_sight_to)


PART = Part(
    reducers=reducers(marker_placed, marker_removed, device_state_changed),
    retired={SetDeviceState: REFEREES_UNTIL_2026_7, PlaceMarker: REFEREES_UNTIL_2026_7},
)
