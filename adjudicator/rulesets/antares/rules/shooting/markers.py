"""Markers on the table and states of devices: how they come and go (AN-ACC-06, AN-ACC-12, AN-ACC-26, AN-ACC-27)."""

from __future__ import annotations

from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.board.sines import FULL_TURN
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, offer, optional, shape, where
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares.model.devices import PATCHED, WORKING
from adjudicator.rulesets.antares.model.messages import (
    DeviceStateChanged,
    MarkerPlaced,
    MarkerRemoved,
    PlaceMarker,
    SetDeviceState,
)
from adjudicator.rulesets.antares.model.rows import Device
from adjudicator.rulesets.antares.model.state import SEATS, Game, is_on_table, terms_of

NOT_PATCHED = frozenset({"flitter", "blur", "staa_tag", "munition"})


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
    """Set its state."""
    row = game.devices[event.device]
    game.devices[event.device] = replace(row, state=event.state, lends_sight_to=event.lends_sight_to)


def set_device_state(ruling: Ruling[Game], command: SetDeviceState) -> None:
    """AN-ACC-27 Patch a device or set it to work; a patched one may lend its sight to a unit of its side."""
    ruling.require(ruling.actor == REFEREE, "AN-ACC-27", "referee-only")
    game = ruling.game
    row = ruling.find(game.devices, command.device, "device")
    states = (WORKING, PATCHED)
    ruling.require(command.state in states, "AN-ACC-27", "no-such-state", "state", state=command.state)
    patchable = game.device_sheets[row.sheet].kind not in NOT_PATCHED
    ruling.require(patchable, "AN-ACC-27", "not-patchable", "device", device=row.id)
    lends = command.lends_sight_to
    if lends:
        unit = ruling.find(game.units, lends, "lends_sight_to")
        own = unit.seat == row.seat and command.state == PATCHED
        ruling.require(own, "AN-ACC-27", "lends-no-sight", "lends_sight_to", device=row.id, unit=lends)
    ruling.record(DeviceStateChanged(device=row.id, state=command.state, lends_sight_to=lends), "AN-ACC-27")


def place_marker(ruling: Ruling[Game], command: PlaceMarker) -> None:
    """AN-ACC-06 AN-ACC-12 AN-ACC-26 Put a marker on a unit, or at a place."""
    game = ruling.game
    sheet = ruling.find(game.device_sheets, command.sheet, "sheet")
    clause = {"staa_tag": "AN-ACC-12", "blur": "AN-ACC-26", "targeter": "AN-ACC-08"}.get(sheet.kind, "AN-ACC-06")
    ruling.require(ruling.actor == REFEREE, clause, "referee-only")
    ruling.require(command.seat in SEATS, clause, "no-such-side", "seat", seat=command.seat)
    one = bool(command.unit) != (command.pose is not None)
    ruling.require(one, clause, "marker-place", "pose")
    if command.unit:
        unit = ruling.find(game.units, command.unit, "unit")
        ruling.require(is_on_table(game, unit.id), clause, "not-on-table", "unit", unit=unit.id)
    place(ruling, sheet.id, command.seat, clause, unit=command.unit, pose=command.pose)


def _state_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """AN-ACC-27 Offer a referee each device that can be patched, and whom it lends its sight to then."""
    rows = [row for row in game.devices.values() if game.device_sheets[row.sheet].kind not in NOT_PATCHED]
    return [_state_offer(game, row) for row in rows] if party == REFEREE else []


def _state_offer(game: Game, row: Device) -> Offer:
    units = tuple(key for key, unit in game.units.items() if unit.seat == row.seat)
    lends = {"lends_sight_to": where(optional(Choice(units)), state=PATCHED)} if units else {}
    return offer(SetDeviceState, "AN-ACC-27", device=Choice((row.id,)), state=Choice((WORKING, PATCHED)), **lends)


def _marker_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """AN-ACC-06 Offer a referee any marker on a unit, or anywhere on the table."""
    sheets = Choice(tuple(game.device_sheets))
    if party != REFEREE or game.terms is None or not sheets.values:
        return []
    terms, seat = terms_of(game).terms, Range(SEATS[0], SEATS[-1])
    at = shape(Pose, x=Range(0, terms.length), y=Range(0, terms.width), z=Range(0, 0), facing=Range(0, FULL_TURN - 1))
    units = tuple(key for key in game.units if is_on_table(game, key))
    on_units = [offer(PlaceMarker, "AN-ACC-06", sheet=sheets, seat=seat, unit=Choice(units))] if units else []
    return [*on_units, offer(PlaceMarker, "AN-ACC-06", sheet=sheets, seat=seat, pose=at)]


PART = Part(
    handlers=handlers(set_device_state, place_marker),
    reducers=reducers(marker_placed, marker_removed, device_state_changed),
    anytime=frozenset({SetDeviceState, PlaceMarker}),
    anytime_offers={SetDeviceState: _state_offers, PlaceMarker: _marker_offers},
)
