"""Chapter TF-ZOC, exits for several: how many units that have to leave zones can do so together, and what an end costs.

Exits are matched to units, at most one to each; where the matching does not settle it, because units stand in each
other's way or a charge frees another, orders of moves are tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import NamedTuple

from msgspec.structs import replace

from adjudicator.rulesets.tile_formations.model.look_ups import LEFT
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import PathEnd
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.zones.leave_duty import FREE, WITHDRAW, LeaveDuty

MOST_TRIALS = 400


class Mate(NamedTuple):
    """A unit that has to leave zones in this move and has not moved, how it moves, and its duty where it is known."""

    unit: str
    mode: MoveMode
    duty: LeaveDuty | None = None


class Plan(NamedTuple):
    """Units that can leave together, and all the tiles that they go over."""

    units: tuple[str, ...] = ()
    tiles: frozenset[str] = frozenset()


class _Exits(NamedTuple):
    """The ends by which one unit can leave or charge now; `free` where it need not move for it.

    `choices` are all ends of one that can charge where it stands, its own place first: it may go on to meet others.
    """

    mate: Mate
    graph: MoveGraph
    free: bool
    ends: tuple[PathEnd, ...]
    choices: tuple[PathEnd, ...] = ()

    def tiles(self, end: PathEnd) -> frozenset[str]:
        """List the tiles that the way to an end leads over."""
        graph = self.graph
        return frozenset(tile for place in end.path if place in graph.field for tile in graph.placement_at(place).tiles)

    def end_tiles(self, end: PathEnd) -> tuple[str, ...]:
        """List the tiles of an end; none for an edge."""
        return self.graph.placement_at(end.place).tiles if end.place in self.graph.field else ()


class _Step(NamedTuple):
    exits: _Exits
    end: PathEnd


def with_unit_at(game: Game, unit: str, place: str, contacts: Sequence[str] = ()) -> Game:
    """Suppose that a unit had ended its move there, or off the battlefield; whom it contacts has no zone."""
    twin, row = copy(game), game.units[unit]
    changed = {enemy: replace(game.units[enemy], zone_lost="supposed") for enemy in contacts}
    moved = replace(row, tile=place, out="" if place else LEFT, moved=True, charged=bool(contacts))
    twin.units = {**game.units, **changed, unit: moved}
    return twin


def plan_exits(game: Game, mates: Sequence[Mate], goal: int | None = None, trials: list[int] | None = None) -> Plan:
    """TF-ZOC-12 Find as many units as possible that can leave together, at least `goal` of them where that can be.

    `trials` counts the moves that may still be tried, so that a crowd does not take for ever.
    """
    return _plan(game, [_exits(game, mate) for mate in mates], goal, [MOST_TRIALS] if trials is None else trials)


def _plan(game: Game, found: Sequence[_Exits], goal: int | None, left: list[int]) -> Plan:
    after, charged = _charged_in_place(game, found)
    plan = _joined(_free(charged), _in_order(_matched([exits for exits in charged if exits.ends])))
    wanted = len(found) if goal is None else goal
    if len(plan.units) >= wanted:
        return plan
    wanted = min(wanted, _most(after, charged))
    if len(plan.units) < wanted:
        plan = _longest(after, charged, plan, wanted, left)
    if len(plan.units) < wanted and any(exits.choices for exits in found):
        plan = _longest(game, [_not_in_place(exits) for exits in found], plan, wanted, left)
    return plan


def _longest(game: Game, found: Sequence[_Exits], plan: Plan, wanted: int, left: list[int]) -> Plan:
    """Try who goes first and where to, until as many leave as are wanted."""
    free = _free(found)
    for exits in [row for row in found if row.ends]:
        rest = [other.mate for other in found if other.mate != exits.mate and not other.free]
        for end in _ends_to_try(game, exits, found):
            left[0] -= 1
            if left[0] < 0:
                return plan
            after = with_unit_at(game, exits.mate.unit, end.place if exits.end_tiles(end) else "", end.contacts)
            more = _plan(after, [_exits(after, mate) for mate in rest], wanted - len(free.units) - 1, left)
            longer = Plan((*free.units, exits.mate.unit, *more.units), exits.tiles(end) | more.tiles)
            plan = max(plan, longer, key=lambda row: len(row.units))
            if len(plan.units) >= wanted:
                return plan
    return plan


def _not_in_place(exits: _Exits) -> _Exits:
    """TF-ZOC-07 Let one that can charge where it stands choose whom it contacts."""
    return exits._replace(free=False, ends=exits.choices, choices=()) if exits.choices else exits


def _charged_in_place(game: Game, found: Sequence[_Exits]) -> tuple[Game, Sequence[_Exits]]:
    """TF-ZOC-07 Suppose that who can charge where it stands does so: whom it contacts has no zone for the others."""
    after = game
    for exits in found:
        contacts = exits.graph.contacts(exits.graph.start) if exits.free and exits.graph.mode.engaging else ()
        if any(not after.units[enemy].zone_lost for enemy in contacts):
            after = with_unit_at(after, exits.mate.unit, after.units[exits.mate.unit].tile, contacts)
    return after, found if after is game else [exits if exits.free else _exits(after, exits.mate) for exits in found]


def _exits(game: Game, mate: Mate) -> _Exits:
    return _exits_by(mate, LeaveDuty(MoveGraph(game, mate.unit, mate.mode)))


def _exits_by(mate: Mate, duty: LeaveDuty) -> _Exits:
    graph = duty.graph
    free = duty.must == FREE or graph.may_charge_from(graph.start)
    shut = duty.must in {FREE, WITHDRAW}
    ends = () if shut else tuple(end for end in duty.found.values() if duty.allows_end(end.place, end.contacts))
    if not free or not ends:
        return _Exits(mate, graph, free, ends)
    return _Exits(mate, graph, free, (), (_in_place(graph), *ends))


def _in_place(graph: MoveGraph) -> PathEnd:
    """TF-CHARGE-02 Give the end of a charge that takes no step."""
    return PathEnd(graph.start, 0, 0, (), road=False, contacts=graph.contacts(graph.start))


def _free(found: Iterable[_Exits]) -> Plan:
    return Plan(tuple(exits.mate.unit for exits in found if exits.free))


def _joined(free: Plan, steps: Iterable[_Step]) -> Plan:
    rows = tuple(steps)
    tiles = [tile for step in rows for tile in step.exits.tiles(step.end)]
    return Plan((*free.units, *(step.exits.mate.unit for step in rows)), frozenset(tiles))


# -- matching


def _matched(able: Sequence[_Exits]) -> list[_Step]:
    """Match units to ends, no tile to two of them, by augmenting paths; edges have room for all."""
    holders: dict[str, tuple[_Exits, PathEnd]] = {}
    placed: dict[str, _Step] = {}
    for exits in able:
        _place(exits, holders, placed, set())
    return list(placed.values())


def _place(
    exits: _Exits, holders: dict[str, tuple[_Exits, PathEnd]], placed: dict[str, _Step], tried: set[str]
) -> bool:
    for end in exits.ends:
        tiles = exits.end_tiles(end)
        if end.place in tried:
            continue
        tried.add(end.place)
        held = [holders[tile][0] for tile in tiles if tile in holders]
        rivals = {row.mate.unit: row for row in held if row.mate != exits.mate}
        if len(rivals) > 1:
            continue
        if all(_place(rival, holders, placed, tried) for rival in rivals.values()):
            _take(exits, end, holders, placed)
            return True
    return False


def _take(exits: _Exits, end: PathEnd, holders: dict[str, tuple[_Exits, PathEnd]], placed: dict[str, _Step]) -> None:
    for tile in [tile for tile, (row, _) in holders.items() if row.mate == exits.mate]:
        del holders[tile]
    holders.update(dict.fromkeys(exits.end_tiles(end), (exits, end)))
    placed[exits.mate.unit] = _Step(exits, end)


def _in_order(steps: Iterable[_Step]) -> list[_Step]:
    """Put moves in an order in which nobody ends on the way of one that follows; who fits into none is left out."""
    waiting, ordered = list(steps), []
    while waiting:
        step = next((row for row in waiting if not any(_ends_in_way(row, o) for o in waiting if o is not row)), None)
        if step is not None:
            ordered.append(step)
        waiting.remove(step or waiting[0])
    return ordered


def _ends_in_way(step: _Step, other: _Step) -> bool:
    return not other.exits.tiles(other.end).isdisjoint(step.exits.end_tiles(step.end))


# -- trying


def _alone(game: Game, mate: Mate, others: Iterable[Mate]) -> _Exits:
    """Look for exits as if nobody of the others stood in the way."""
    cleared = game
    for other in others:
        cleared = with_unit_at(cleared, other.unit, "") if other != mate else cleared
    return _exits(cleared, mate)


def _most(game: Game, found: Sequence[_Exits]) -> int:
    """Give a bound of how many can leave: who could not even alone can do so only if a charge frees it."""
    mates = [exits.mate for exits in found]
    return sum(
        exits.free or bool(exits.ends) or exits.mate.mode.engaging or bool(_alone(game, exits.mate, mates).ends)
        for exits in found
    )


def _ends_to_try(game: Game, exits: _Exits, found: Sequence[_Exits]) -> list[PathEnd]:
    """List the ends of a unit: first one that is on nobody's way, as far as ways are known while others stand there."""
    others = [other for other in found if other.mate != exits.mate and not other.free]
    mates = [other.mate for other in found]
    looked = [other if other.ends else _alone(game, other.mate, mates) for other in others]
    ways = frozenset(tile for other in looked for end in other.ends for tile in other.tiles(end))
    plain = [end for end in exits.ends if not end.contacts]
    clear = next((end for end in plain if ways.isdisjoint(exits.end_tiles(end))), None)
    charges = [end for end in exits.ends if end.contacts]
    rest = [end for end in plain if end is not clear]
    return [clear, *charges, *rest] if clear is not None else [*plain, *charges]


# -- what an end leaves to others


class SharedExits:
    """What the end of one unit's move leaves to others that have to leave zones: how many of them, and who."""

    __slots__ = ("_best", "_found", "game", "graph", "mates", "standing")

    def __init__(self, graph: MoveGraph, mates: Sequence[Mate]) -> None:
        """Look who can leave together now, and where that is not all of them, if this unit were out of the way."""
        self.graph, self.game = graph, graph.game
        self.mates = [mate for mate in mates if mate.unit != graph.unit]
        self._found = [_exits_by(mate, mate.duty) if mate.duty else _exits(self.game, mate) for mate in self.mates]
        self.standing = self._best = _plan(self.game, self._found, None, [MOST_TRIALS])
        if len(self.standing.units) < len(self.mates):
            lifted = plan_exits(with_unit_at(self.game, graph.unit, ""), self.mates)
            self._best = max(self.standing, lifted, key=lambda plan: len(plan.units))

    def after(self, place: str, contacts: Sequence[str]) -> Plan:
        """TF-ZOC-12 Say who can still leave where the unit ends there; never more than without the unit."""
        if place == self.graph.start:
            return self.standing
        if place not in self.graph.field:
            return self._best
        taken = self.graph.placement_at(place).tiles
        if self._best.tiles.isdisjoint(taken):
            return self._best
        goal = len(self._best.units)
        around = _joined(_free(self._found), _in_order(_matched([_without(exits, taken) for exits in self._found])))
        if len(around.units) >= goal:
            return around
        return plan_exits(with_unit_at(self.game, self.graph.unit, place, contacts), self.mates, goal)

    def leaves_all(self, place: str, contacts: Sequence[str]) -> bool:
        """TF-ZOC-12 Tell whether as many others can leave where the unit ends there as if it were not there."""
        return self._count(self.after(place, contacts)) == len(self._best.units)

    def allowed(self, ends: Sequence[PathEnd], *, may_stay: bool) -> list[PathEnd]:
        """TF-ZOC-12 List the ends that leave as many others a way out as any, or as where the unit stands."""
        counts = [self._count(self.after(end.place, end.contacts)) for end in ends]
        least = self._count(self.standing) if may_stay else max(counts, default=0)
        return [end for end, count in zip(ends, counts, strict=True) if count >= least]

    def shut_in(self, place: str, contacts: Sequence[str]) -> str:
        """TF-ZOC-12 Name a unit that could leave no more if this one ended there; empty for none."""
        after = self.after(place, contacts).units
        return next((unit for unit in self._best.units if unit not in after), "")

    def _count(self, plan: Plan) -> int:
        return min(len(plan.units), len(self._best.units))


def _without(exits: _Exits, taken: Sequence[str]) -> _Exits:
    """Leave out the ends whose ways lead over these tiles."""
    return exits._replace(ends=tuple(end for end in exits.ends if exits.tiles(end).isdisjoint(taken)))
