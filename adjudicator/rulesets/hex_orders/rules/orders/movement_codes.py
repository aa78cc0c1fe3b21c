"""What the codes of a movement order do, part by part, from the state at the start of the step (HX-ORDERS-17 to -25).

A part is carried out as it was ordered, or as the default has it, or not at all (HX-ORDERS-34).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.hex_orders.model.board_hexes import (
    FACINGS,
    facing_between,
    hex_in_direction,
    opposite,
    turned,
)
from adjudicator.rulesets.hex_orders.model.messages import Sheet
from adjudicator.rulesets.hex_orders.model.order_codes import MOVES, NOTHING, STEERS, Code, read_codes
from adjudicator.rulesets.hex_orders.model.rows import Choice, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, flies_at, on_board, order_of_ids, unit_index
from adjudicator.rulesets.hex_orders.rules.board.entering import may_stand
from adjudicator.rulesets.hex_orders.rules.orders.chase_follow_flee import Destination, destinations
from adjudicator.rulesets.hex_orders.rules.orders.due_orders import default_part, movement_part
from adjudicator.rulesets.hex_orders.rules.orders.flying import may_land_or_take_off, shift_of, without_room

AMONG_FRIENDS = ("no-room-to-fly", "no-room-to-land", "nowhere-to-go")
"""Faults that may hang on what hidden friends are."""
NO_ROOM_OR_NOWHERE = Fault("HX-ORDERS-34", "no-room-or-nowhere")
CLAUSE_OF: Mapping[str, str] = MappingProxyType(
    {
        "F": "HX-ORDERS-17",
        "R": "HX-ORDERS-18",
        "L": "HX-ORDERS-19",
        "B": "HX-ORDERS-20",
        "A": "HX-ORDERS-22",
        "Rev": "HX-ORDERS-24",
        "Chase": "HX-ORDERS-26",
        "Follow": "HX-ORDERS-27",
        "360": "HX-ORDERS-29",
        "Flee": "HX-ORDERS-30",
    }
)
CLAUSE_OF_SPEED_CODE: Mapping[str, str] = MappingProxyType({"A": "HX-ORDERS-23", "B": "HX-ORDERS-21"})
CLICKS: Mapping[str, int] = MappingProxyType({"R": 1, "L": -1})
WAY_OF_MOVE: Mapping[str, str] = MappingProxyType(
    {"F": "forward", "Rev": "reverse", "Chase": "chase", "Follow": "follow", "Flee": "flee"}
)


class Change(NamedTuple):
    """A turn or a change of speed by a code: the facing or the speed that comes of it, the other is empty."""

    code: Code
    facing: str = ""
    speed: str = ""


class Plan(NamedTuple):
    """What a unit does in a movement step.

    `before` comes before its move, `after` behind it; `goal` is empty where it goes nowhere. `fault` says why
    something else than `ordered` is carried out.
    """

    unit: str
    ordered: str
    part: str
    before: tuple[Change, ...] = ()
    move: str = ""
    goal: str = ""
    clause: str = ""
    after: tuple[Change, ...] = ()
    facing: str = ""
    speed: str = ""
    fault: Fault | None = None


class OpenPart(NamedTuple):
    """What a part leaves open: facings of a 360, hexes of a Chase, Follow or Flee; nothing where both are empty.

    The first of each is taken where nobody chooses; `enemy` says that the enemy chooses the hex.
    """

    part: str
    facings: tuple[str, ...] = ()
    destinations: tuple[Destination, ...] = ()
    enemy: bool = False

    def answers(self) -> Iterator[tuple[str, str]]:
        """List facing and hex of every legal answer of the owner, in order."""
        hexes = [course.hex for course in self.destinations[: 1 if self.enemy else None]] or [""]
        return ((facing, where) for facing in self.facings or ("",) for where in hexes)

    def is_open(self) -> bool:
        """Tell whether the owner has more than one answer."""
        return len(self.facings) > 1 or (len(self.destinations) > 1 and not self.enemy)


class _PartDone:
    """A part while its codes are gone through."""

    def __init__(self, row: Unit) -> None:
        self.facing = row.facing
        self.speed = row.speed
        self.before: list[Change] = []
        self.after: list[Change] = []
        self.move = ""
        self.goal = ""
        self.clause = ""
        self.shifts = False

    def take(self, change: Change) -> None:
        self.facing = change.facing or self.facing
        self.speed = change.speed or self.speed
        (self.after if self.move else self.before).append(change)


# -- what is known


class KnownPlans:
    """What the units could do in one movement step, from the tables that it follows from besides that of the units."""

    __slots__ = ("_tables", "open_parts", "plans")

    def __init__(self, game: Game) -> None:
        self._tables = [table.copy() for table in _tables(game)]
        self.open_parts: dict[str, OpenPart] = {}
        self.plans: dict[tuple[str, Choice | None, bool], Plan] = {}

    def holds(self, game: Game) -> bool:
        """Tell whether the tables are those that this was worked out from."""
        return self._tables == _tables(game)


def _tables(game: Game) -> list[dict[Any, Any]]:
    return [{"step": game.step, "options": game.options}, game.running, game.sheets, game.hexes]


def known_plans(game: Game) -> KnownPlans:
    """Give what is known of the plans in a game as it stands."""
    index = unit_index(game)
    found: KnownPlans | None = index.plans
    if found is None or not found.holds(game):
        found = index.plans = KnownPlans(game)
    return found


# -- the parts


def number_of_step(game: Game) -> int:
    """Give the number of the movement step that is under way, or whose fights are, 1 to 3."""
    return int(game.step[-1])


def count_of_steps(game: Game) -> int:
    """Number the movement steps of a game through, so that the next one has the next number."""
    return 3 * game.turn + number_of_step(game)


def parts_of(game: Game, unit: str) -> tuple[str, ...]:
    """HX-ORDERS-34 List what a unit tries to carry out: the ordered part, that of the default, no action."""
    number = number_of_step(game)
    ordered = movement_part(game, unit, number)
    return tuple(dict.fromkeys((ordered, default_part(game, unit, number), NOTHING)))


def next_speed(sheet: Sheet, speed: str, code: Code) -> str | None:
    """HX-ORDERS-09, HX-ORDERS-20 to -23 Say where a speed code leads; None where it is not allowed."""
    if code.word:
        return code.word if any(item.speed == code.word for item in sheet.speeds) else None
    if speed in sheet.ladder:
        place = sheet.ladder.index(speed) + (1 if code.name == "A" else -1)
        return sheet.ladder[place] if 0 <= place < len(sheet.ladder) else None
    row = next((item for item in sheet.speeds if item.speed == speed), None)
    return None if row is None else (row.accelerates if code.name == "A" else row.brakes) or None


# -- what is open


def open_part_of(game: Game, unit: str) -> OpenPart:
    """HX-ORDERS-06 Say what the part that a unit carries out leaves open: the first one that has an allowed answer."""
    known = known_plans(game).open_parts
    found = known.get(unit)
    if found is None:
        found = known[unit] = _first_open_part(game, unit)
    return found


def _first_open_part(game: Game, unit: str) -> OpenPart:
    for part in parts_of(game, unit):
        found = _open_in(game, unit, part)
        if any(isinstance(_carried_out(game, unit, found, *answer), _PartDone) for answer in found.answers()):
            return found
    return OpenPart(NOTHING)


def _open_in(game: Game, unit: str, part: str) -> OpenPart:
    row, sheet, found = game.units[unit], game.sheets[unit], read_codes(part)
    facings: tuple[str, ...] = ()
    leads_to: tuple[Destination, ...] = ()
    speed, enemy = row.speed, False
    for code in found:
        if code.name == "360":
            facings = tuple(turned(row.facing, clicks) for clicks in range(len(FACINGS)))
        elif code.name in CLICKS or code.name in ("F", "Rev"):
            continue
        elif code.name in MOVES:
            code_destinations = destinations(game, row, code.name, flying=flies_at(sheet, speed))
            leads_to, enemy = code_destinations.found, code_destinations.enemy
        else:
            speed = next_speed(sheet, speed, code) or speed
    return OpenPart(part, facings, leads_to, enemy)


# -- the plan


def plan_of(game: Game, unit: str, chosen: Choice | None = None, *, grounded: bool = False) -> Plan:
    """Work out what a unit does with what was chosen for it; what was not chosen is the first legal answer.

    `grounded` says that it can neither land nor take off before its move, for others do so too.
    """
    known, key = known_plans(game).plans, (unit, chosen, grounded)
    found = known.get(key)
    if found is None:
        found = known[key] = _worked_out(game, unit, chosen, grounded=grounded)
    return found


def _worked_out(game: Game, unit: str, chosen: Choice | None, *, grounded: bool) -> Plan:
    parts = parts_of(game, unit)
    ordered, fault = parts[0], None
    for number, part in enumerate(parts):
        found = _open_in(game, unit, part)
        result = _carried_out(game, unit, found, *_answer(found, chosen), grounded=grounded)
        if isinstance(result, Fault) and number and found.is_open():
            others = (_carried_out(game, unit, found, *answer, grounded=grounded) for answer in found.answers())
            result = next((other for other in others if isinstance(other, _PartDone)), result)
        if isinstance(result, _PartDone):
            return _plan(game, unit, ordered, part, result, fault)
        fault = fault or result
    return Plan(unit, ordered, NOTHING)


def _answer(found: OpenPart, chosen: Choice | None) -> tuple[str, str]:
    hexes = tuple(course.hex for course in found.destinations)
    facing = _wished_or_first(found.facings, chosen.facing if chosen else "")
    return facing, _wished_or_first(hexes, chosen.hex if chosen else "")


def _wished_or_first(values: tuple[str, ...], wanted: str) -> str:
    return wanted if wanted in values else values[0] if values else ""


def _plan(game: Game, unit: str, ordered: str, part: str, progress: _PartDone, fault: Fault | None) -> Plan:
    goal = "" if progress.goal == game.units[unit].hex else progress.goal
    before, after = tuple(progress.before), tuple(progress.after)
    return Plan(
        unit,
        ordered,
        part,
        before,
        progress.move,
        goal,
        progress.clause,
        after,
        _facing(game, unit, before),
        _speed(game, unit, before),
        fault,
    )


def _facing(game: Game, unit: str, changes: Iterable[Change]) -> str:
    return next((change.facing for change in reversed(tuple(changes)) if change.facing), game.units[unit].facing)


def _speed(game: Game, unit: str, changes: Iterable[Change]) -> str:
    return next((change.speed for change in reversed(tuple(changes)) if change.speed), game.units[unit].speed)


def _carried_out(
    game: Game, unit: str, found: OpenPart, facing: str, where: str, *, grounded: bool = False
) -> _PartDone | Fault:
    """HX-ORDERS-11 Go through the codes of a part from left to right.

    Why it fails is told to all, so a fault that is there whatever hidden friends are comes first (HX-GAP-09).
    """
    progress, among_friends = _PartDone(game.units[unit]), None
    for code in read_codes(found.part):
        fault = _step(game, unit, progress, code, facing, where, grounded=grounded)
        if fault is not None and fault.reason not in AMONG_FRIENDS:
            return fault
        among_friends = among_friends or fault
    if among_friends is None:
        return progress
    return NO_ROOM_OR_NOWHERE if progress.shifts and progress.move in ("Follow", "Flee") else among_friends


def _step(
    game: Game, unit: str, progress: _PartDone, code: Code, facing: str, where: str, *, grounded: bool
) -> Fault | None:
    if code.name in STEERS:
        progress.take(Change(code, facing=facing if code.name == "360" else turned(progress.facing, CLICKS[code.name])))
        return None
    if code.name in MOVES:
        return _move(game, unit, progress, code, where)
    return _change_speed(game, unit, progress, code, grounded=grounded)


def _change_speed(game: Game, unit: str, progress: _PartDone, code: Code, *, grounded: bool) -> Fault | None:
    """HX-ORDERS-20 to HX-ORDERS-23, HX-ORDERS-37 Change the speed; landing before a move needs room at once."""
    sheet = game.sheets[unit]
    speed = next_speed(sheet, progress.speed, code)
    if speed is None:
        return Fault(clause_of(code), "no-speed")
    shift = None if progress.move else shift_of(sheet, progress.speed, speed)
    progress.take(Change(code, speed=speed))
    if shift is None:
        return None
    progress.shifts = True
    if grounded or not may_land_or_take_off(game, (unit,), game.units[unit].hex, flying=shift):
        return Fault("HX-ORDERS-37", "no-room-to-fly" if shift else "no-room-to-land")
    return None


def _move(game: Game, unit: str, progress: _PartDone, code: Code, where: str) -> Fault | None:
    """HX-GAP-02, HX-ORDERS-34 Go one hex; none may lead off the board or into a hex that is impassable."""
    row, sheet = game.units[unit], game.sheets[unit]
    progress.clause = CLAUSE_OF[code.name]
    if code.name in ("F", "Rev"):
        goal = hex_in_direction(row.hex, progress.facing if code.name == "F" else opposite(progress.facing))
        if goal is None or goal not in game.hexes:
            return Fault("HX-GAP-02", "off-map")
        if not may_stand(game, sheet, goal, flying=flies_at(sheet, progress.speed)):
            return Fault("HX-ORDERS-34", "impassable")
        progress.move, progress.goal = code.name, goal
        return None
    found = destinations(game, row, code.name, flying=flies_at(sheet, progress.speed))
    progress.clause = found.clause
    if not where:
        progress.move = code.name
        return Fault(found.clause, "nowhere-to-go")
    ahead = facing_between(row.hex, where)
    if ahead is not None and ahead != progress.facing:
        progress.take(Change(code, facing=ahead))
    progress.move, progress.goal = code.name, where
    return None


def clause_of(code: Code) -> str:
    """Give the clause of a code."""
    return CLAUSE_OF_SPEED_CODE[code.name] if code.word else CLAUSE_OF[code.name]


def early_shift(game: Game, plan: Plan) -> bool | None:
    """Tell whether a unit takes off (True) or lands (False) before its move; None where it does neither."""
    return shift_of(game.sheets[plan.unit], game.units[plan.unit].speed, plan.speed)


# -- all units


def plans_of(game: Game) -> dict[str, Plan]:
    """Work out what every unit on the board does, by id; of several that land in one hex without room none does."""
    units = [row.id for row in on_board(game)]
    plans = {unit: plan_of(game, unit, game.choices.get(unit)) for unit in units}
    grounded: set[str] = set()
    while crowded := [unit for unit in _crowded(game, plans) if unit not in grounded]:
        grounded.update(crowded)
        for unit in crowded:
            plans[unit] = plan_of(game, unit, game.choices.get(unit), grounded=True)
    return plans


def _crowded(game: Game, plans: Mapping[str, Plan]) -> list[str]:
    found = ((unit, early_shift(game, plan)) for unit, plan in plans.items())
    lost = without_room(game, ((unit, shift) for unit, shift in found if shift is not None))
    return sorted(lost, key=order_of_ids)


def after_early_changes(game: Game, plans: Iterable[Plan]) -> Game:
    """Give the game as it is once these units have turned and changed speed before their moves."""
    changed = [plan for plan in plans if plan.before]
    if not changed:
        return game
    twin = game.fork()
    for plan in changed:
        twin.units[plan.unit] = replace(twin.units[plan.unit], facing=plan.facing, speed=plan.speed)
    return twin
