"""What the referee carries out of effects that have no data, at any time (AN-OPT-01)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault, fault
from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, Range, Shape, Words, items, offer, optional, shape
from adjudicator.kernel.decide.parties import REFEREE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.messages import PatchItem
from adjudicator.rulesets.antares.model.messages import (
    OverrideRuling,
    RecordOptionEffect,
    RefereeEffectRecorded,
    RulingRecorded,
    SetUnitFlag,
    StateChange,
    UnitFlagChanged,
)
from adjudicator.rulesets.antares.model.state import SEATS, Game, is_on_table
from adjudicator.rulesets.antares.roster.force_lists import FLAGS
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.retired import REFEREES_UNTIL_2026_7
from adjudicator.rulesets.antares.rules.shooting import markers
from adjudicator.rulesets.antares.rules.turn import going_down, order_dice

TO_BAG, FROM_BAG = "order_die_to_bag", "order_die_from_bag"
TEXT_MOST, MOST_PINS, MOST_DICE = 200, 10, 2
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
    for change in command.changes:
        if change.kind in CHANGES:
            CHANGES[change.kind](ruling, change, "AN-OPT-01")
    if any(change.kind not in UNASKED for change in command.changes):
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


def after_correction(ruling: Ruling[Game], patch: Sequence[PatchItem]) -> None:
    """Ask what is due now, unless pins alone were set: no question hangs on those."""
    if any(item.field not in UNASKED for item in patch):
        _ask_anew(ruling)


def _faults(game: Game, changes: tuple[StateChange, ...]) -> Iterator[Fault]:
    for place, change in enumerate(changes):
        reason = _what_is_wrong(game, change)
        if reason:
            yield fault("AN-OPT-01", reason, f"changes[{place}]", kind=change.kind)


def _what_is_wrong(game: Game, change: StateChange) -> str:
    """Give the reason why a change is refused; empty where nothing is wrong with it."""
    if change.kind not in (*CHANGES, TO_BAG, FROM_BAG, "note"):
        return "no-such-change"
    if change.kind in {TO_BAG, FROM_BAG} and not change.unit:
        return "" if change.seat in SEATS and change.number > 0 else "change-needs-side"
    if change.kind == "marker_removed":
        return "" if change.unit in game.devices else "change-needs-marker"
    if change.kind == "flag" and change.word not in FLAGS:
        return "no-such-flag"
    if change.kind != "note" and not is_on_table(game, change.unit):
        return "change-needs-unit"
    return "change-needs-die" if change.kind in {TO_BAG, FROM_BAG} and not _has_die(game, change) else ""


def _has_die(game: Game, change: StateChange) -> bool:
    """Tell whether a unit has a die that can be moved: one that it has used, or one in the bag."""
    row = game.units[change.unit]
    return row.unused_dice < row.dice if change.kind == TO_BAG else order_dice.dice_in_bag(game, row.id) > 0


def _change_pins(ruling: Ruling[Game], change: StateChange, clause: str) -> None:
    if change.number < 0:
        pins.remove_pins(ruling, change.unit, -change.number, "ruled", clause)
    else:
        pins.add_pins(ruling, change.unit, change.number, "ruled", clause)


def _change_down(ruling: Ruling[Game], change: StateChange, clause: str) -> None:
    going_down.go_down(ruling, change.unit, "ruled", clause)


def _change_flag(ruling: Ruling[Game], change: StateChange, clause: str) -> None:
    ruling.record(UnitFlagChanged(unit=change.unit, flag=change.word, on=change.number >= 0), clause)


def _remove_marker(ruling: Ruling[Game], change: StateChange, clause: str) -> None:
    markers.remove(ruling, change.unit, "ruled", clause)


CHANGES: Mapping[str, Change] = MappingProxyType(
    {"pins": _change_pins, "down": _change_down, "flag": _change_flag, "marker_removed": _remove_marker}
)

# -- reducers


def referee_effect_recorded(game: Game, event: RefereeEffectRecorded) -> None:
    """Move the dice; other changes are events of their own."""
    for change in event.changes:
        if change.kind in {TO_BAG, FROM_BAG}:
            _move_dice(game, change)


def _move_dice(game: Game, change: StateChange) -> None:
    sign = 1 if change.kind == TO_BAG else -1
    if not change.unit:
        order_dice.move_bag(game, change.seat, sign * change.number)
        game.sides[change.seat] = replace(game.sides[change.seat], referee_moved_dice=True)
        return
    row = game.units[change.unit]
    hand = min(row.dice, max(0, row.unused_dice + sign))
    order_dice.move_bag(game, row.seat, sign * (hand != row.unused_dice))
    order = "" if sign > 0 else row.order
    game.units[change.unit] = replace(
        row, unused_dice=hand, order=order, die_kept=False, down_without_die=False, retained_run=False
    )


def unit_flag_changed(game: Game, event: UnitFlagChanged) -> None:
    """Set the flag, or take it away; what the sheet says stands otherwise."""
    row = game.units[event.unit]
    flags = tuple(flag for flag in row.added_flags if flag != event.flag)
    unflagged = tuple(item for item in row.removed_flags if item != event.flag)
    if event.on and event.flag not in game.sheets[event.unit].flags:
        flags = (*flags, event.flag)
    if not event.on:
        unflagged = (*unflagged, event.flag)
    game.units[event.unit] = replace(row, added_flags=flags, removed_flags=unflagged)


def ruling_recorded(_game: Game, _event: RulingRecorded) -> None:
    """It is on record, in games of editions before 2026.7; people act on it."""


# -- offers


def _effect_offers(_rules: object, game: Game, party: Party) -> list[Offer]:
    """AN-OPT-01 Offer a referee to note an effect, and each change at most once with it."""
    changes = list(_changes(game))
    listed = items(*changes, least=0, most=len(changes), once=True)
    option = optional(Words(TEXT_MOST))
    made = offer(RecordOptionEffect, "AN-OPT-01", option=option, note=Words(TEXT_MOST, 1), changes=listed)
    return [made] if party == REFEREE else []


def _changes(game: Game) -> Iterator[Shape]:
    """AN-OPT-01 Go through what may be changed now: of units on the table, of dice of a side, of markers."""
    units = tuple(key for key in game.units if is_on_table(game, key))
    yield shape(StateChange, kind=Choice(("note",)))
    if units:
        one = Choice(units)
        yield shape(StateChange, kind=Choice(("pins",)), unit=one, number=Range(-MOST_PINS, MOST_PINS))
        yield shape(StateChange, kind=Choice(("flag",)), unit=one, number=Range(-1, 1), word=Choice(FLAGS))
        yield shape(StateChange, kind=Choice(("down",)), unit=one)
        sides = Range(SEATS[0], SEATS[-1])
        yield shape(StateChange, kind=Choice((TO_BAG, FROM_BAG)), seat=sides, number=Range(1, MOST_DICE))
    for kind in (TO_BAG, FROM_BAG):
        able = tuple(
            key for key in units if _has_die(game, StateChange(kind=kind, unit=key, seat=0, number=0, word=""))
        )
        if able:
            yield shape(StateChange, kind=Choice((kind,)), unit=Choice(able))
    if game.devices:
        yield shape(StateChange, kind=Choice(("marker_removed",)), unit=Choice(tuple(game.devices)))


PART = Part(
    handlers=handlers(record_option_effect),
    reducers=reducers(referee_effect_recorded, unit_flag_changed, ruling_recorded),
    anytime=frozenset({RecordOptionEffect}),
    anytime_offers={RecordOptionEffect: _effect_offers},
    retired={SetUnitFlag: REFEREES_UNTIL_2026_7, OverrideRuling: REFEREES_UNTIL_2026_7},
)
