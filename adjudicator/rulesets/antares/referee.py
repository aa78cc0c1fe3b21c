"""What the referee changes and puts on record at any time (AN-OPT-01, AN-TURN-12, AN-ACC-27, AN-TERRAIN-16)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.parties import REFEREE
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.rulesets.antares import bag, downs, markers, pins
from adjudicator.rulesets.antares.model.messages import (
    DeviceStateChanged,
    OverrideRuling,
    PlaceMarker,
    RecordOptionEffect,
    RefereeEffectRecorded,
    RulingRecorded,
    SetDeviceState,
    SetUnitFlag,
    StateChange,
    UnitFlagChanged,
)
from adjudicator.rulesets.antares.state import SEATS, Game, standing

FLAGS = (
    "fast", "can_sprint", "can_assault", "cumbersome", "heavily_armoured", "hit_and_run", "uses_damage_chart",
    "down_forces_rerolls", "may_split_targets", "all_weapons", "primary_model_only", "force_order_test",
)  # fmt: skip
NOT_PATCHED = frozenset({"flitter", "blur", "staa_tag", "munition"})
TO_BAG, FROM_BAG = "order_die_to_bag", "order_die_from_bag"
UNASKED = frozenset({"pins", "note"})
OF_STEPS = ("retained_runs", "draw", "down", "ambush", "run", "end_test")
OF_DIE = ("allocation", "set_aside")
Change: TypeAlias = Callable[[Ruling[Game], StateChange, str], None]


def _referee_only(ruling: Ruling[Game], clause: str) -> None:
    ruling.require(ruling.actor == REFEREE, clause, "referee-only")


# -- effects without data


def record_option_effect(ruling: Ruling[Game], command: RecordOptionEffect) -> None:
    """AN-OPT-01 AN-OPT-09 Carry out an effect that has no data, as the referee rules."""
    _referee_only(ruling, "AN-OPT-01")
    ruling.require(command.note.strip(), "AN-OPT-01", "note-needed", "note")
    ruling.refuse_all(list(_faults(ruling.game, command.changes)))
    ruling.record(RefereeEffectRecorded(option=command.option, note=command.note, changes=command.changes), "AN-OPT-01")
    for each in command.changes:
        if each.kind in CHANGES:
            CHANGES[each.kind](ruling, each, "AN-OPT-01")
    if any(each.kind not in UNASKED for each in command.changes):
        _ask_anew(ruling)


def _ask_anew(ruling: Ruling[Game]) -> None:
    """Take a question back that the change may have left without an answer: what lies beneath asks what is due now."""
    top = ruling.game.stack[-1] if ruling.game.stack else None
    if top is None or top.kind not in (*OF_STEPS, *OF_DIE):
        return
    ruling.window = top
    ruling.answered_all()
    if top.kind in OF_DIE:
        ruling.ask("drawn")


def _faults(game: Game, changes: tuple[StateChange, ...]) -> list[Fault]:
    return [
        Fault("AN-OPT-01", reason, f"changes[{place}]", (("kind", each.kind),))
        for place, each in enumerate(changes)
        if (reason := _fault(game, each))
    ]


def _fault(game: Game, each: StateChange) -> str:
    """Give what is wrong with a change; empty where nothing is."""
    if each.kind not in (*CHANGES, TO_BAG, FROM_BAG, "note"):
        return "no-such-change"
    if each.kind in {TO_BAG, FROM_BAG} and not each.unit:
        return "" if each.seat in SEATS and each.number > 0 else "change-needs-side"
    if each.kind == "marker_removed":
        return "" if each.unit in game.devices else "change-needs-marker"
    if each.kind == "flag" and each.word not in FLAGS:
        return "no-such-flag"
    if each.kind != "note" and not standing(game, each.unit):
        return "change-needs-unit"
    return "change-needs-die" if each.kind in {TO_BAG, FROM_BAG} and not _has_die(game, each) else ""


def _has_die(game: Game, each: StateChange) -> bool:
    """Tell whether a unit has a die that can be moved: one that it has used, or one in the bag."""
    row = game.units[each.unit]
    return row.hand < row.dice if each.kind == TO_BAG else bag.dice_in_bag(game, row.id) > 0


def _pins(ruling: Ruling[Game], each: StateChange, clause: str) -> None:
    if each.number < 0:
        pins.take_off(ruling, each.unit, -each.number, "ruled", clause)
    else:
        pins.add(ruling, each.unit, each.number, "ruled", clause)


def _down(ruling: Ruling[Game], each: StateChange, clause: str) -> None:
    downs.go_down(ruling, each.unit, "ruled", clause)


def _flag(ruling: Ruling[Game], each: StateChange, clause: str) -> None:
    ruling.record(UnitFlagChanged(unit=each.unit, flag=each.word, on=each.number >= 0), clause)


def _marker(ruling: Ruling[Game], each: StateChange, clause: str) -> None:
    markers.remove(ruling, each.unit, "ruled", clause)


CHANGES: Mapping[str, Change] = MappingProxyType({
    "pins": _pins, "down": _down, "flag": _flag, "marker_removed": _marker,
})  # fmt: skip

# -- flags, devices, markers, rulings


def set_unit_flag(ruling: Ruling[Game], command: SetUnitFlag) -> None:
    """AN-TURN-12 Set a flag of a unit or take it away."""
    _referee_only(ruling, "AN-TURN-12")
    row = ruling.find(ruling.game.units, command.unit, "unit")
    ruling.require(command.flag in FLAGS, "AN-TURN-12", "no-such-flag", "flag", kind=command.flag)
    ruling.record(UnitFlagChanged(unit=row.id, flag=command.flag, on=command.on), "AN-TURN-12")
    _ask_anew(ruling)


def set_device_state(ruling: Ruling[Game], command: SetDeviceState) -> None:
    """AN-ACC-27 Patch a device or set it to work; a patched one may lend its sight to a unit of its side."""
    _referee_only(ruling, "AN-ACC-27")
    game = ruling.game
    row = ruling.find(game.devices, command.device, "device")
    states = (markers.WORKING, markers.PATCHED)
    ruling.require(command.state in states, "AN-ACC-27", "no-such-state", "state", state=command.state)
    patchable = game.device_sheets[row.sheet].kind not in NOT_PATCHED
    ruling.require(patchable, "AN-ACC-27", "not-patchable", "device", device=row.id)
    lends = command.lends_sight_to
    if lends:
        unit = ruling.find(game.units, lends, "lends_sight_to")
        own = unit.seat == row.seat and command.state == markers.PATCHED
        ruling.require(own, "AN-ACC-27", "lends-no-sight", "lends_sight_to", device=row.id, unit=lends)
    ruling.record(DeviceStateChanged(device=row.id, state=command.state, lends_sight_to=lends), "AN-ACC-27")


def place_marker(ruling: Ruling[Game], command: PlaceMarker) -> None:
    """AN-ACC-06 AN-ACC-12 AN-ACC-26 Put a marker on a unit, or at a place."""
    game = ruling.game
    sheet = ruling.find(game.device_sheets, command.sheet, "sheet")
    clause = {"staa_tag": "AN-ACC-12", "blur": "AN-ACC-26", "targeter": "AN-ACC-08"}.get(sheet.kind, "AN-ACC-06")
    _referee_only(ruling, clause)
    ruling.require(command.seat in SEATS, clause, "no-such-side", "seat", seat=command.seat)
    one = bool(command.unit) != (command.pose is not None)
    ruling.require(one, clause, "marker-place", "pose")
    if command.unit:
        unit = ruling.find(game.units, command.unit, "unit")
        ruling.require(standing(game, unit.id), clause, "not-on-table", "unit", unit=unit.id)
    markers.place(ruling, sheet.id, command.seat, clause, unit=command.unit, pose=command.pose)


def override_ruling(ruling: Ruling[Game], command: OverrideRuling) -> None:
    """AN-TERRAIN-16 Put a decision on record, about any clause and with its reason."""
    _referee_only(ruling, "AN-TERRAIN-16")
    known = command.clause in ruling.rules.texts
    ruling.require(known, "AN-TERRAIN-16", "no-such-clause", "clause", named=command.clause)
    ruling.require(command.decision.strip(), "AN-TERRAIN-16", "note-needed", "decision")
    ruling.require(command.reason.strip(), "AN-TERRAIN-16", "note-needed", "reason")
    ruling.record(
        RulingRecorded(clause=command.clause, decision=command.decision, reason=command.reason),
        command.clause, "AN-TERRAIN-16",
    )  # fmt: skip


# -- reducers


def referee_effect_recorded(game: Game, event: RefereeEffectRecorded) -> None:
    """Move the dice; other changes are events of their own."""
    for each in event.changes:
        if each.kind in {TO_BAG, FROM_BAG}:
            _move_dice(game, each)


def _move_dice(game: Game, each: StateChange) -> None:
    sign = 1 if each.kind == TO_BAG else -1
    if not each.unit:
        bag.move_bag(game, each.seat, sign * each.number)
        game.sides[each.seat] = replace(game.sides[each.seat], ruled=True)
        return
    row = game.units[each.unit]
    hand = min(row.dice, max(0, row.hand + sign))
    bag.move_bag(game, row.seat, sign * (hand != row.hand))
    order = "" if sign > 0 else row.order
    game.units[each.unit] = replace(row, hand=hand, order=order, kept=False, dieless=False, retained=False)


def unit_flag_changed(game: Game, event: UnitFlagChanged) -> None:
    """Set the flag, or take it away; what the sheet says stands otherwise."""
    row = game.units[event.unit]
    flags = tuple(each for each in row.flags if each != event.flag)
    unflagged = tuple(each for each in row.unflagged if each != event.flag)
    if event.on and event.flag not in game.sheets[event.unit].flags:
        flags = (*flags, event.flag)
    if not event.on:
        unflagged = (*unflagged, event.flag)
    game.units[event.unit] = replace(row, flags=flags, unflagged=unflagged)


def ruling_recorded(_game: Game, _event: RulingRecorded) -> None:
    """It is on record; people act on it."""


CLAUSES = handlers(record_option_effect, set_unit_flag, set_device_state, place_marker, override_ruling)
REDUCERS = reducers(referee_effect_recorded, unit_flag_changed, ruling_recorded)
ANYTIME: frozenset[type[Struct]] = frozenset({
    RecordOptionEffect, SetUnitFlag, SetDeviceState, PlaceMarker, OverrideRuling,
})  # fmt: skip

__all__ = ["ANYTIME", "CLAUSES", "FLAGS", "REDUCERS"]
