"""Landing and taking off (HX-ORDERS-37)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel.decide.handlers import Part, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.hex_orders.model.messages import Sheet, UnitLanded, UnitTookOff
from adjudicator.rulesets.hex_orders.model.state import Game, flies_at, is_flying, other_seat, owner_if_hidden, units_in
from adjudicator.rulesets.hex_orders.rules.board.entering import may_be_in
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits, occupants, sizes_of


def shift_of(sheet: Sheet, before: str, after: str) -> bool | None:
    """HX-ORDERS-37 Tell whether a change of speed is a take-off (True) or a landing (False); None for neither."""
    flying = flies_at(sheet, after)
    return None if flying == flies_at(sheet, before) else flying


def may_land_or_take_off(game: Game, units: tuple[str, ...], name: str, *, flying: bool) -> bool:
    """HX-ORDERS-37 Tell whether units of one seat can come down in a hex together, or rise above it.

    There must be room beside those that are there already (HX-STACK-03), no enemy, and ground to stand on. An enemy
    token counts as on the ground, for nobody knows how high it is (HX-GAP-09).
    """
    seat = game.units[units[0]].seat
    enemies = (row for row in units_in(game, name) if row.seat == other_seat(seat))
    if any(flying == (not row.hidden and is_flying(game, row)) for row in enemies):
        return False
    there = [row.id for row in occupants(game, name, flying=flying, seat=seat, without=units)]
    stands = flying or all(may_be_in(game.sheets[unit], game.hexes[name].terrain) for unit in units)
    return stands and fits(sizes_of(game, (*there, *units)))


def without_room(game: Game, shifting: Iterable[tuple[str, bool]]) -> list[str]:
    """HX-ORDERS-37 List the units that can not land or take off where they are, all at once; units of a side as one."""
    joint: dict[tuple[str, int, bool], list[str]] = {}
    for unit, flying in shifting:
        row = game.units[unit]
        joint.setdefault((row.hex, row.seat, flying), []).append(unit)
    return [
        unit
        for (name, _, flying), units in joint.items()
        if not may_land_or_take_off(game, tuple(units), name, flying=flying)
        for unit in units
    ]


def record_shift(ruling: Ruling[Game], unit: str, before: str) -> None:
    """HX-ORDERS-37 Tell that a unit took off or landed by its change of speed."""
    game, owner = ruling.game, owner_if_hidden(ruling.game, unit)
    shift = shift_of(game.sheets[unit], before, game.units[unit].speed)
    if shift is not None:
        event = UnitTookOff(owner=owner, unit=unit) if shift else UnitLanded(owner=owner, unit=unit)
        ruling.record(event, "HX-ORDERS-37")


def unit_took_off(_game: Game, _event: UnitTookOff) -> None:
    """Change nothing: its speed says that it flies."""


def unit_landed(_game: Game, _event: UnitLanded) -> None:
    """Change nothing: its speed says that it is on the ground."""


PART = Part(reducers=reducers(unit_took_off, unit_landed))
