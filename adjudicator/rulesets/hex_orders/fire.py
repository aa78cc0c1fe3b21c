"""The gunnery steps: parts are judged, fire is chosen in ranking order and rolled all at once (HX-TURN-02)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from msgspec import Struct

from adjudicator.kernel.decide.handlers import handlers
from adjudicator.kernel.decide.parties import TABLE, Party
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, table_step, windows
from adjudicator.rulesets.hex_orders import (
    area,
    damage,
    effects,
    firing,
    hexfire,
    hits,
    notation,
    orders,
    ranking,
    shots,
    spending,
    spotting,
    volleys,
)
from adjudicator.rulesets.hex_orders.model.messages import (
    FireAreaWeapon,
    FireHexEffect,
    FireWeapon,
    GunneryOrder,
    HoldFire,
    OrderReplacedByDefault,
    PassChoice,
    RollHits,
    SpotHiddenUnit,
)
from adjudicator.rulesets.hex_orders.rows import Declared, Unit
from adjudicator.rulesets.hex_orders.state import SEATS, Game, is_shaken, on_board, orders_key, veil, weapon_of

STILL = "stand_still"
WINDOW = "fire"

# -- the step


def begin_gunnery(ruling: Ruling[Game], number: int) -> None:
    """HX-TURN-02 HX-TURN-13 Begin gunnery step 1 or 2: judge the parts, load and aim, ask who fires at what.

    Load and Aim of a unit that also fires in this step wait for its end, so that they do not help it (HX-TURN-22).
    """
    game = ruling.game
    for row in on_board(game):
        _judge(ruling, row, number)
    for row in on_board(game):
        if shots.FIRE not in shots.parts_of(game, row.id):
            spending.prepare(ruling, row.id)
    ruling.ask(shots.END, about=shots.hidden_now(game))
    ruling.ask("gunnery_effects")
    ruling.ask("gunnery_damage")
    ruling.ask("gunnery_hits", TABLE)
    needs = {seat: [row.id for row in on_board(game, seat) if firing.has_choice(game, row)] for seat in SEATS}
    ranking.ask_in_order(ruling, WINDOW, ranking.groups(game, needs))


def _damage(ruling: Ruling[Game], _window: Window) -> None:
    """HX-DAMAGE-01 Every hit leads to armour and damage."""
    damage.begin_damage(ruling)


def _effects(ruling: Ruling[Game], _window: Window) -> None:
    """HX-HEXFX-17 HX-TURN-22 At the end, effects are there and spotted units seen; then effects act (HX-TURN-03)."""
    hexfire.place_effects(ruling)
    spotting.reveal_spotted(ruling)
    effects.ask_trigger(ruling, "gunnery")


def _end(ruling: Ruling[Game], _window: Window) -> None:
    """HX-TURN-22 Let those load and aim that fired in this step too."""
    for row in on_board(ruling.game):
        if shots.FIRE in shots.parts_of(ruling.game, row.id):
            spending.prepare(ruling, row.id)


# -- judging parts


def _judge(ruling: Ruling[Game], row: Unit, number: int) -> None:
    """HX-GUNNERY-22 Let a part that is not allowed now become no action; a whole order its default (HX-ORDERS-33)."""
    game = ruling.game
    if number == 1:
        _judge_whole(ruling, row)
    for index, part in enumerate(orders.gunnery_parts(game, row.id, number)):
        fault = None if part == notation.NOTHING else fault_of_part(game, row, number, index, part)
        if fault is not None:
            _replace(ruling, row, number, part, notation.NOTHING, fault)


def _judge_whole(ruling: Ruling[Game], row: Unit) -> None:
    sheet, running = ruling.game.sheets[row.id], ruling.game.running.get(row.id)
    default = sheet.default_gunnery or notation.NO_GUNNERY
    allowed = {notation.NO_GUNNERY, default, *(each.pattern for each in sheet.gunnery)}
    for order in [notation.joined(each) for each in (running.gunnery if running else ())]:
        if notation.bare(order) not in allowed:
            _replace(ruling, row, 0, order, default, ("HX-ORDERS-33", "unknown"))


def _replace(ruling: Ruling[Game], row: Unit, part: int, ordered: str, instead: str, fault: shots.Fault) -> None:
    clause, reason = fault
    event = OrderReplacedByDefault(
        owner=veil(ruling.game, row.id), unit=row.id, order="gunnery", part=part, ordered=ordered, instead=instead,
        reason=reason,
    )  # fmt: skip
    ruling.record(event, clause, "HX-GUNNERY-22" if part else "HX-GUNNERY-09")


def fault_of_part(game: Game, row: Unit, number: int, index: int, part: str) -> shots.Fault | None:
    """HX-GUNNERY-10 Say why a unit may not carry a part of its gunnery order `index` out now; None where it may."""
    if is_shaken(game, row):
        return "HX-SHAKEN-04", "shaken"
    code = notation.action(part)
    faults = (
        _fault_of_load(game, row, number, code.word) if code.name == shots.LOAD else None,
        _fault_of_speed(game, row, number, index),
        _fault_of_fire(game, row) if code.name == shots.FIRE else None,
        _fault_of_spot(game, row) if code.name == spotting.SPOT else None,
    )
    return next((each for each in faults if each is not None), None)


def _fault_of_speed(game: Game, row: Unit, number: int, index: int) -> shots.Fault | None:
    pattern = _pattern(game, row, index)
    speeds = () if pattern is None else pattern.first_speeds if number == 1 else pattern.second_speeds
    return ("HX-GUNNERY-10", "speed") if speeds and row.speed not in speeds else None


def _fault_of_spot(game: Game, row: Unit) -> shots.Fault | None:
    return ("HX-GUNNERY-19", "no-weapon") if hits.usual_weapon(game, row.id) is None else None


def _pattern(game: Game, row: Unit, index: int) -> GunneryOrder | None:
    """Find a gunnery order as it was given in the unit's list; earlier parts of it may be replaced by now."""
    given = game.orders.get(orders_key(row.id, game.turn))
    written = given.gunnery if given is not None else ()
    if index >= len(written):
        return None
    bare = notation.bare(written[index])
    return next((each for each in game.sheets[row.id].gunnery if each.pattern == bare), None)


def _fault_of_load(game: Game, row: Unit, number: int, weapon: str) -> shots.Fault | None:
    if weapon_of(game.sheets[row.id], weapon) is None or weapon in row.lost_weapons:
        return "HX-GUNNERY-11", "no-weapon"
    if row.speed == STILL:
        return None
    if number == 2:  # noqa: PLR2004 - the second gunnery step
        return "HX-GUNNERY-03", "speed"
    return ("HX-GUNNERY-06", "speed") if game.how.load_requires_stand_still == "both" else None


def _fault_of_fire(game: Game, row: Unit) -> shots.Fault | None:
    """HX-GUNNERY-12 A unit that has no weapon ready does not fire."""
    if shots.ready(game, row):
        return None
    faults = (shots.fault_of_weapon(game, row, each) for each in shots.weapons_of(game, row.id))
    return next((each for each in faults if each is not None), ("HX-GUNNERY-18", "no-weapon"))


# -- declarations


def fire_weapon(ruling: Ruling[Game], command: FireWeapon) -> None:
    """HX-GUNNERY-18 Models of a unit fire a weapon at enemy units."""
    volleys.declare_shots(ruling, command)
    firing.close_if_done(ruling)


def fire_area_weapon(ruling: Ruling[Game], command: FireAreaWeapon) -> None:
    """HX-AREA-07 Models of a unit fire an area weapon at a hex."""
    area.declare_area(ruling, command)
    firing.close_if_done(ruling)


def fire_hex_effect(ruling: Ruling[Game], command: FireHexEffect) -> None:
    """HX-HEXFX-17 Models of a unit fire an effect into a hex."""
    hexfire.declare_effect(ruling, command)
    firing.close_if_done(ruling)


def hold_fire(ruling: Ruling[Game], command: HoldFire) -> None:
    """HX-FIRE-01 Models of a unit hold their fire."""
    firing.hold_fire(ruling, command)
    firing.close_if_done(ruling)


def spot_hidden_unit(ruling: Ruling[Game], command: SpotHiddenUnit) -> None:
    """HX-GUNNERY-19 A unit that is seen itself tries to reveal a token."""
    spotting.declare_spot(ruling, command)
    firing.close_if_done(ruling)


def passed(ruling: Ruling[Game], command: PassChoice) -> None:
    """HX-GAP-08 Nothing more is fired; what hidden units spot is declared along with it."""
    spotting.spot_in_secret(ruling, command.spots.spots if command.spots else ())


# -- the rolls


ROLLERS: Mapping[str, Callable[[Ruling[Game], Declared], None]] = MappingProxyType({
    "shots": volleys.roll_shots, "area": area.roll_area, "effect": hexfire.roll_effect, "spot": spotting.roll_spot,
})  # fmt: skip


def roll_hits(ruling: Ruling[Game], _command: RollHits) -> None:
    """HX-TURN-22 Roll for all that was declared, by unit, whichever side was asked first."""
    for made in shots.in_order(ruling.game):
        ROLLERS[made.kind](ruling, made)
    ruling.answered()


def _hold(_game: Game, _window: Window, _party: Party) -> Struct:
    """HX-GAP-08 Silence holds fire and spots nothing."""
    return PassChoice()


CLAUSES = handlers(fire_weapon, fire_area_weapon, fire_hex_effect, hold_fire, spot_hidden_unit, roll_hits)
FIRES = (FireWeapon, FireAreaWeapon, FireHexEffect, HoldFire, SpotHiddenUnit, PassChoice)
WINDOWS = windows(
    WindowKind(WINDOW, "HX-GUNNERY-18", FIRES, firing.offers, _hold),
    table_step("gunnery_hits", "HX-FIRE-31", RollHits),
    WindowKind("gunnery_damage", "HX-DAMAGE-01", on_close=_damage),
    WindowKind("gunnery_effects", "HX-TURN-22", on_close=_effects),
    WindowKind(shots.END, "HX-TURN-22", on_close=_end),
)
ON_PASS: Mapping[str, Callable[[Ruling[Game], PassChoice], None]] = MappingProxyType({WINDOW: passed})

__all__ = ["CLAUSES", "ON_PASS", "WINDOWS", "begin_gunnery", "fault_of_part"]
