"""Where units may retreat to, who may enter after a fight, and who is surrounded (HX-RETREAT-02 to HX-RETREAT-10).

What counts is where everybody will be once the retreats are done: winners in the hexes that they enter, losers where
they chose to go as far as it is the own side's choice, units that do not fight where they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from msgspec.structs import replace

from adjudicator.board import hexes
from adjudicator.board.hexes import Hex
from adjudicator.kernel.decide.parties import Party
from adjudicator.kernel.decide.windows import subject_of
from adjudicator.rulesets.hex_orders.model.board_hexes import format_hex, number_of, on_map, opposite, parse
from adjudicator.rulesets.hex_orders.model.messages import FightUnit
from adjudicator.rulesets.hex_orders.model.rows import Fight, Unit
from adjudicator.rulesets.hex_orders.model.state import Game, is_flying, on_board, order_of_ids, other_seat, units_in
from adjudicator.rulesets.hex_orders.model.subjects import RetreatPart, RetreatsSubject
from adjudicator.rulesets.hex_orders.rules.assault.fights import fighters, fights_in_order, retreat_of, sides_left
from adjudicator.rulesets.hex_orders.rules.board.entering import may_enter
from adjudicator.rulesets.hex_orders.rules.movement.stacking import fits_after_moves

END = "retreat_end"
BOARD = 64
# the last fight of each unit, and its row there
LastFights: TypeAlias = Mapping[str, tuple[Fight, FightUnit]]


class Entry(NamedTuple):
    """A unit that may enter the hex it fought for: `held` is "", "enemy", "trapped" or "overstacked"."""

    unit: str
    goal: str
    held: str


# -- who goes, who comes


def fight_of_unit(game: Game, unit: str) -> tuple[Fight, FightUnit] | None:
    """Find the last fight of the step that a unit is still in."""
    return last_fights(game).get(unit)


def last_fights(game: Game) -> LastFights:
    """Find for every unit the last fight of the step that it is still in."""
    return {row.unit: (fight, row) for fight in fights_in_order(game) for row in reversed(fight.units)}


def losers(game: Game) -> tuple[str, ...]:
    """HX-RETREAT-01 List units that have lost their fight and have not left it, by id."""
    found = (
        row.unit
        for fight in fights_in_order(game)
        if fight.over and fight.advantage is not None
        for row in fighters(fight, other_seat(fight.advantage))
        if not game.units[row.unit].out
    )
    return tuple(sorted(found, key=order_of_ids))


def scope(game: Game) -> tuple[RetreatPart, ...]:
    """Give the fights, and winners of earlier ones, that the retreats under way are about; none for all fights."""
    window = next((window for window in reversed(game.stack) if window.kind == END), None)
    return () if window is None else subject_of(window, RetreatsSubject).parts


def _is_about(parts: Sequence[RetreatPart], fight: str, winner: str) -> bool:
    return not parts or RetreatPart("fight", fight) in parts or RetreatPart("winner", winner) in parts


def winners(game: Game) -> tuple[FightUnit, ...]:
    """HX-ASSAULT-08 List movers of winning sides that have still to enter, by id."""
    parts = scope(game)
    found = (
        row
        for fight in fights_in_order(game)
        if fight.over and fight.advantage is not None
        for row in fighters(fight, fight.advantage)
        if row.goal and _is_about(parts, fight.id, row.unit) and not game.units[row.unit].out
    )
    return tuple(sorted(found, key=lambda row: order_of_ids(row.unit)))


def cannot_share_hex(game: Game, one: Unit, other: Unit) -> bool:
    """HX-ASSAULT-04 Tell whether enemies can not be in one hex; of a hidden one nobody knows how high it is."""
    level = is_flying(game, one) == is_flying(game, other)
    return level or one.hidden or other.hidden or game.options.flying_ground_assault


# -- where everybody will be


def entries(game: Game, movers: Sequence[FightUnit]) -> tuple[Entry, ...]:
    """HX-ASSAULT-08, HX-ASSAULT-38, HX-RETREAT-07 Say which of these enter the hexes that they fought for."""
    fights = last_fights(game) if movers else {}
    return tuple(Entry(mover.unit, mover.goal, _held(game, mover, movers, fights)) for mover in movers)


def _held(game: Game, unit: FightUnit, movers: Sequence[FightUnit], fights: LastFights) -> str:
    off = [other.unit for other in movers if other.goal != game.units[other.unit].hex]
    there = [row for row in units_in(game, unit.goal) if row.id not in off and not _leaves(game, row.id, fights)]
    row = game.units[unit.unit]
    enemies = [other for other in there if other.seat != row.seat and cannot_share_hex(game, row, other)]
    if enemies:
        return "trapped" if all(retreat_of(game, enemy.id).trapped for enemy in enemies) else "enemy"
    friends = [other.id for other in there if other.seat == row.seat and other.id != unit.unit]
    coming = [other.unit for other in movers if other.goal == unit.goal and other.seat == unit.seat]
    return "" if fits_after_moves(game, dict.fromkeys((*friends, *coming))) else "overstacked"


def _leaves(game: Game, unit: str, fights: LastFights) -> bool:
    """HX-RETREAT-10 Tell whether a unit does not count where it is: it fights for another hex, or has to leave."""
    found = fights.get(unit)
    if found is None or retreat_of(game, unit).trapped:
        return False
    fight, each = found
    if fight.over and fight.advantage != each.seat:
        return fight.advantage is not None
    return bool(each.goal) and (not fight.over or each in winners(game))


def expected_places(game: Game, unit: str) -> dict[str, str]:
    """Give where the others will be as far as a unit has to take them into account."""
    seat = game.units[unit].seat
    will = {entry.unit: entry.goal for entry in entries(game, winners(game)) if not entry.held}
    fights = last_fights(game)
    found = {row.id: will.get(row.id) or _place(game, row, seat, fights) for row in on_board(game) if row.id != unit}
    return {key: name for key, name in found.items() if name}


def _place(game: Game, row: Unit, seat: Party, fights: LastFights) -> str:
    found = fights.get(row.id)
    if found is None or retreat_of(game, row.id).trapped:
        return row.hex
    fight, each = found
    if not fight.over:
        return each.goal or row.hex
    if fight.advantage is not None and each.seat != fight.advantage:
        return retreat_of(game, row.id).hex if row.seat == seat else ""
    return row.hex


# -- where to


class RetreatGround:
    """What a retreating unit takes into account: `start` is the hex it leaves, `proper` the one it should go to."""

    def __init__(self, game: Game, unit: str) -> None:
        self.game = game
        self.row = game.units[unit]
        found = fight_of_unit(game, unit)
        self.each = found[1] if found is not None else None
        mover = self.each is not None and bool(self.each.goal)
        self.start = self.each.origin if self.each is not None and mover else self.row.hex
        here = parse(self.start)
        self.proper = here if mover else hexes.step(here, number_of(opposite(self.row.facing)))
        self.places = expected_places(game, unit)
        self.closed = {fight.hex for fight in game.fights.values()} | ({self.each.goal} if self.each else set())

    def enemies_in(self, name: str) -> list[str]:
        """List the enemies that hold a hex."""
        rows = (self.game.units[key] for key, where in self.places.items() if where == name)
        return [row.id for row in rows if row.seat != self.row.seat and cannot_share_hex(self.game, self.row, row)]

    def possible(self, name: str | None) -> bool:
        """HX-RETREAT-04 Tell whether a hex can be retreated to."""
        if name is None or name in self.closed or not may_enter(self.game, self.row.id, name):
            return False
        return not self.enemies_in(name) and self.has_room(name)

    def has_room(self, name: str) -> bool:
        """HX-STACK-01 Tell whether the unit fits in with its friends."""
        units = self.game.units
        friends = (key for key, where in self.places.items() if where == name and units[key].seat == self.row.seat)
        return fits_after_moves(self.game, (*friends, self.row.id))

    def far(self, place: Hex) -> int:
        """Measure how far a hex is from the one the unit should have gone to."""
        return hexes.distance(place, self.proper)

    def reach(self) -> dict[Hex, int]:
        """HX-RETREAT-04 List the hexes that a path without enemies leads to."""
        return hexes.steps_through(parse(self.start), self._open, BOARD)

    def _open(self, place: Hex) -> bool:
        name = format_hex(place)
        return name is not None and on_map(self.game, name) and not self.enemies_in(name)


def destinations(game: Game, unit: str) -> tuple[str, ...]:
    """HX-RETREAT-04, HX-RETREAT-05, HX-RETREAT-10 List where a unit may retreat to, clockwise from N.

    The least distance from the hex it leaves counts first, then that from the hex it should have gone to.
    """
    ground = RetreatGround(game, unit)
    centre = parse(ground.start)
    reach: dict[Hex, int] | None = None
    for radius in range(BOARD):
        ring = hexes.ring(centre, radius)
        if not any(on_map(game, format_hex(place)) for place in ring):
            return ()
        if radius > 1 and reach is None:
            reach = ground.reach()
        found = [place for place in ring if ground.possible(format_hex(place)) and (reach is None or place in reach)]
        if found:
            return _named(hexes.nearest(found, ground.proper))
    return ()


def clauses_of_retreat(game: Game, unit: str, where: str) -> tuple[str, ...]:
    """Name the clauses by which a unit retreats to one of its destinations."""
    ground = RetreatGround(game, unit)
    first = "HX-RETREAT-03" if ground.each is not None and ground.each.goal else "HX-RETREAT-02"
    if where == format_hex(ground.proper):
        return (first,)
    held = "HX-RETREAT-05" if ground.enemies_in(ground.start) else "HX-RETREAT-10"
    return first, "HX-RETREAT-04", *((held,) if first == "HX-RETREAT-03" else ())


def _named(found: Iterable[Hex]) -> tuple[str, ...]:
    return tuple(name for name in map(format_hex, found) if name is not None)


def ways_out(game: Game, unit: str) -> tuple[str, ...]:
    """HX-RETREAT-06 List the enemy hexes that a surrounded unit may fight for: the proper one, or the nearest to it.

    Friends that are surrounded too stay where they are, so that nobody enters their hex.
    """
    ground = RetreatGround(_without_way(game, unit), unit)
    lost = ground.each.goal if ground.each else ""
    around = [ground.proper, *hexes.neighbours(parse(ground.start))]
    named = [
        place
        for place in around
        if (name := format_hex(place)) and name != lost and ground.enemies_in(name) and may_enter(game, unit, name)
    ]
    return _named(dict.fromkeys(hexes.nearest(named, ground.proper)))


def _without_way(game: Game, unit: str) -> Game:
    """Give the game as it is once the other losers of a side that can go nowhere are known to be surrounded."""
    friends = (row for row in losers(game) if row != unit and game.units[row].seat == game.units[unit].seat)
    stuck = [row for row in friends if not destinations(game, row)]
    twin = game.fork()
    twin.retreats = {**game.retreats, **{row: replace(retreat_of(game, row), trapped=True) for row in stuck}}
    return twin


def hexes_to_choose(game: Game, unit: str) -> tuple[str, ...]:
    """List the hexes that a loser may choose: to go to, or where it is surrounded to fight for, once in a step."""
    if retreat_of(game, unit).trapped:
        return ()
    surrounded = bool(scope(game))
    return destinations(game, unit) or (() if surrounded else ways_out(game, unit))


def cancelled_movers(fights: Iterable[Fight]) -> tuple[FightUnit, ...]:
    """HX-ASSAULT-37 List the movers of fights in which one side is left, by id."""
    found = (row for fight in fights for seat in sides_left(fight) for row in fighters(fight, seat) if row.goal)
    return tuple(sorted(found, key=lambda row: order_of_ids(row.unit)))
