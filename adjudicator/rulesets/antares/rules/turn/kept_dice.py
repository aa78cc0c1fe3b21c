"""The end of a turn: Down units, kept dice, and what goes back into the bag (AN-TURNEND-01 to AN-TURNEND-12)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

from msgspec import Struct
from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import Part, handlers, reducers
from adjudicator.kernel.decide.offers import Choice, Offer, offer
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.antares.model.messages import (
    KeepOrder,
    OrderDiceReturned,
    OrderDieKept,
    OrderDieReleased,
    RecoveryTested,
    ResolveDown,
)
from adjudicator.rulesets.antares.model.rows import Unit
from adjudicator.rulesets.antares.model.state import SEATS, Game, has_flag, is_down, is_on_table, on_table, stat
from adjudicator.rulesets.antares.rules.damage import pins
from adjudicator.rulesets.antares.rules.tests import natural_results
from adjudicator.rulesets.antares.rules.tests.stat_tests import ALWAYS, D10, NEVER, passes
from adjudicator.rulesets.antares.rules.turn import order_dice

DOWN, AMBUSH, RUN = "down", "ambush", "run"
YES_OR_NO = Choice(("false", "true"))
CLAUSE: Mapping[str, str] = MappingProxyType({DOWN: "AN-TURNEND-02", AMBUSH: "AN-TURNEND-10", RUN: "AN-TURNEND-11"})


def unresolved(game: Game, seat: Party, step: str) -> tuple[str, ...]:
    """AN-TURNEND-02 AN-TURNEND-10 AN-TURNEND-11 List a side's units that still have to answer in a step, by id."""
    rows = (row for row in on_table(game, seat) if row.order == step and row.id not in game.answered)
    return tuple(row.id for row in rows if step != RUN or has_flag(game, row.id, "fast"))


# -- 2.1


def resolve_down(ruling: Ruling[Game], command: ResolveDown) -> None:
    """AN-TURNEND-02 Keep the Down die of a unit, or let it take a recovery test."""
    game = ruling.game
    row = _asked(ruling, command.unit, DOWN)
    ruling.require(is_down(game, row.id), "AN-TURNEND-02", "not-down", "unit", unit=row.id)
    if command.recover:
        _recover(ruling, row)
        return
    ruling.record(OrderDieKept(unit=row.id, order=DOWN), "AN-TURNEND-02", "AN-TURNEND-03")
    pins.remove_pins(ruling, row.id, 1, "down", "AN-TURNEND-03")
    ruling.answered()


def _asked(ruling: Ruling[Game], unit: str, step: str) -> Unit:
    """Find a unit of the side that is asked, which has not answered yet."""
    row = ruling.find(ruling.game.units, unit, "unit")
    clause = CLAUSE[step]
    ruling.require(row.seat == ruling.actor, clause, "wrong-side", "unit", unit=row.id)
    ruling.require(row.id not in ruling.game.answered, clause, "already-resolved", "unit", unit=row.id)
    ruling.require(is_on_table(ruling.game, row.id), clause, "not-on-table", "unit", unit=row.id)
    return row


def recovery_tally(game: Game, unit: str) -> Tally | None:
    """AN-TURNEND-04 Give what a unit has to roll to recover: its full Co; None where it has none."""
    command = stat(game, unit, "command")
    if command is None:
        return None
    needed = Tally.base(command, "AN-TURNEND-04")
    return needed.add(-game.units[unit].pins, "AN-TURNEND-04") if game.options.recovery_uses_pins else needed


def _recover(ruling: Ruling[Game], row: Unit) -> None:
    """AN-TURNEND-04 Test: a pass returns the die to the bag, and only a 10 leaves all pins."""
    needed = recovery_tally(ruling.game, row.id)
    ruling.require(needed is not None, "AN-TURNEND-04", "no-command", "recover", unit=row.id)
    needed = cast("Tally", needed)
    (face,) = ruling.roll(1, D10, "recovery", by=row.seat)
    passed = passes(face, needed.total)
    clause, shed = recovery_band(face, passed=passed)
    ruling.record(RecoveryTested(unit=row.id, needed=needed, face=face, passed=passed), *needed.clauses(), clause)
    pins.remove_pins(ruling, row.id, shed, "recovery", clause)
    if passed:
        ruling.record(OrderDieReleased(unit=row.id), clause)
    else:
        ruling.record(OrderDieKept(unit=row.id, order=DOWN), clause)
    ruling.answered()
    natural_results.apply_natural_result(ruling, row.id, "recovery", face)


def recovery_band(face: int, *, passed: bool) -> tuple[str, int]:
    """Give the clause of a result, and the pins that come off."""
    if passed:
        return ("AN-TURNEND-05", 2) if face == ALWAYS else ("AN-TURNEND-06", 1)
    return ("AN-TURNEND-08", 0) if face == NEVER else ("AN-TURNEND-07", 1)


# -- 2.2 and 2.3


def keep_order(ruling: Ruling[Game], command: KeepOrder) -> None:
    """AN-TURNEND-10 AN-TURNEND-11 Keep an Ambush die, or the Run die of a Fast unit, or let it go."""
    step = cast("Window", ruling.window).kind
    row = _asked(ruling, command.unit, step)
    reason = "not-in-ambush" if step == AMBUSH else "not-on-run"
    ruling.require(row.order == step, CLAUSE[step], reason, "unit", unit=row.id)
    fast = step != RUN or has_flag(ruling.game, row.id, "fast")
    ruling.require(fast, "AN-TURNEND-11", "not-fast", "unit", unit=row.id)
    cited = ("AN-TURNEND-10", "AN-ORDER-12") if step == AMBUSH else ("AN-TURNEND-11",)
    if command.keep:
        ruling.record(OrderDieKept(unit=row.id, order=step), *cited)
    else:
        ruling.record(OrderDieReleased(unit=row.id), *cited, "AN-TURNEND-12")
    ruling.answered()


def return_dice(ruling: Ruling[Game]) -> None:
    """AN-TURNEND-12 AN-ORDER-27 Return every die that is not kept; a unit that is Down without a die gets one."""
    kept: list[str] = []
    back: list[int] = []
    for seat in SEATS:
        units, dice = _returning(ruling.game, seat)
        kept += units
        back.append(dice)
    ruling.record(OrderDiceReturned(dice=tuple(back), kept=tuple(sorted(kept))), "AN-TURNEND-12", "AN-TURN-05")


def _returning(game: Game, seat: Party) -> tuple[list[str], int]:
    """AN-TURN-05 AN-BREAK-05 Give the units of a side that keep a die, and the dice that go back into the bag.

    No die is placed on a unit that has lost its own, as one that flees.
    """
    side, rows = game.sides[seat], on_table(game, seat)
    supply = order_dice.dice_supply(game, seat)
    keepers = [row.id for row in rows if row.die_kept and not row.down_without_die]
    spare = max(0, supply - len(keepers))
    keepers += [row.id for row in rows if row.die_kept and row.down_without_die and row.dice][:spare]
    return keepers, max(0, supply - len(keepers) - side.bag)


# -- reducers


def order_die_kept(game: Game, event: OrderDieKept) -> None:
    """Leave the die where it is."""
    game.units[event.unit] = replace(game.units[event.unit], die_kept=True)
    game.answered = (*game.answered, event.unit)


def order_die_released(game: Game, event: OrderDieReleased) -> None:
    """Let a Down unit rise, its die back in the bag; other dice go back with all others."""
    row = game.units[event.unit]
    game.answered = (*game.answered, event.unit)
    if row.order != DOWN:
        return
    if not row.down_without_die:
        order_dice.move_bag(game, row.seat, 1)
        # a unit that has lost a die of several meanwhile holds no more than are left to it
        row = replace(row, unused_dice=min(row.dice, row.unused_dice + 1))
    game.units[event.unit] = replace(row, order="", down_without_die=False)


def order_dice_returned(game: Game, event: OrderDiceReturned) -> None:
    """Fill the bag; units without a kept die have no order."""
    for seat, dice in zip(SEATS, event.dice, strict=True):
        order_dice.move_bag(game, seat, dice)
        side = game.sides[seat]
        game.sides[seat] = replace(
            side,
            aside=0,
            referee_moved_dice=None if side.referee_moved_dice is None else side.referee_moved_dice and not dice,
        )
    for row in on_table(game):
        game.units[row.id] = _returned(row, keeps=row.id in event.kept)


def _returned(row: Unit, *, keeps: bool) -> Unit:
    if keeps:
        return replace(row, unused_dice=max(0, row.dice - 1), down_without_die=False, retained_run=row.order == RUN)
    if row.die_kept:
        # it stays Down and no die could be placed on it
        return replace(row, unused_dice=row.dice, down_without_die=True)
    return replace(row, order="", unused_dice=row.dice, die_kept=False, down_without_die=False, retained_run=False)


def recovery_tested(_game: Game, _event: RecoveryTested) -> None:
    """Die and pins move by events of their own."""


# -- what may be said


def _down_offers(game: Game, _window: Window, party: Party) -> list[Offer]:
    units = unresolved(game, party, DOWN)
    able = tuple(unit for unit in units if recovery_tally(game, unit) is not None)
    keep = offer(ResolveDown, "AN-TURNEND-03", unit=Choice(units), recover=Choice(("false",)))
    return [keep, offer(ResolveDown, "AN-TURNEND-04", unit=Choice(able), recover=Choice(("true",)))] if able else [keep]


def _default_down(game: Game, _window: Window, party: Party) -> Struct:
    return ResolveDown(unit=unresolved(game, party, DOWN)[0], recover=False)


def _keep_offers(game: Game, window: Window, party: Party) -> list[Offer]:
    units = Choice(unresolved(game, party, window.kind))
    return [offer(KeepOrder, CLAUSE[window.kind], unit=units, keep=YES_OR_NO)]


def _default_keep(game: Game, window: Window, party: Party) -> Struct:
    return KeepOrder(unit=unresolved(game, party, window.kind)[0], keep=False)


PART = Part(
    handlers=handlers(resolve_down, keep_order),
    reducers=reducers(order_die_kept, order_die_released, order_dice_returned, recovery_tested),
    windows=windows(
        WindowKind(DOWN, "AN-TURNEND-02", (ResolveDown,), _down_offers, _default_down),
        WindowKind(AMBUSH, "AN-TURNEND-10", (KeepOrder,), _keep_offers, _default_keep),
        WindowKind(RUN, "AN-TURNEND-11", (KeepOrder,), _keep_offers, _default_keep),
    ),
)
