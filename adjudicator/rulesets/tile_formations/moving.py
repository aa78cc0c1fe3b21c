"""Chapters TF-MOVE, TF-DANGER and TF-CHARGE: one unit on its path, from its declaration to where it ends."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from adjudicator.kernel.decide.handlers import handlers, reducers
from adjudicator.kernel.decide.ruling import Ruling
from adjudicator.kernel.decide.windows import Window, WindowKind, windows
from adjudicator.rulesets.tile_formations import contacts, danger, leaving, losses, zones
from adjudicator.rulesets.tile_formations.bounds import CHARGE_OR_LEAVE, IN_TIME, WITHDRAW, Duty
from adjudicator.rulesets.tile_formations.course import ENGAGE, Barred, Course, Manner
from adjudicator.rulesets.tile_formations.model.messages import (
    CautiousDeclared,
    Charge,
    DeclareCautious,
    MoveDeclared,
    MoveResumed,
    MoveSuspended,
    MoveUnit,
    UnitLeftBattlefield,
    UnitLeftZone,
    UnitMoved,
    ZocExitImpossible,
)
from adjudicator.rulesets.tile_formations.paths import Way, judge, manner_of
from adjudicator.rulesets.tile_formations.rows import Unit, Walk
from adjudicator.rulesets.tile_formations.state import INFANTRY, LEFT, Game, action_of, allied

WALK = "walk"

# -- declarations


def mover(ruling: Ruling[Game], key: str) -> Unit:
    """TF-MOVE-07 Find a unit of the acting formation that has not moved in this move."""
    unit, action = ruling.find(ruling.game.units, key, "unit"), action_of(ruling.game)
    ruling.require(unit.formation == action.formation, "TF-MOVE-01", "not-acting", "unit", formation=action.formation)
    ruling.require(not unit.out, "TF-MOVE-01", "unit-gone", "unit", unit=unit.id)
    return unit


def declare_cautious(ruling: Ruling[Game], command: DeclareCautious) -> None:
    """TF-DANGER-09 A unit moves cautiously if its owner says so before its first step."""
    unit = mover(ruling, command.unit)
    ruling.require(not unit.moved, "TF-DANGER-09", "too-late", "unit", unit=unit.id)
    ruling.require(not unit.cautious, "TF-DANGER-09", "cautious-already", "unit", unit=unit.id)
    kept = leaving.too_slow(ruling.game, unit.id, manner_of(ruling.game, unit.id, action_of(ruling.game)))
    if kept is not None:
        enemy = kept.course.owners[0]
        ruling.reject(leaving.clause_of(kept), "caution-keeps-inside", "unit", unit=unit.id, enemy=enemy)
    ruling.record(CautiousDeclared(unit=unit.id), "TF-DANGER-09", "TF-DANGER-11")


def cautious_declared(game: Game, event: CautiousDeclared) -> None:
    """Note that the unit is cautious in this move."""
    game.units[event.unit] = replace(game.units[event.unit], cautious=True)


def move_unit(ruling: Ruling[Game], command: MoveUnit) -> None:
    """TF-MOVE-02 A unit goes from tile to tile, each step of a path that is declared whole."""
    set_out(ruling, mover(ruling, command.unit), command.path)


def charge(ruling: Ruling[Game], command: Charge) -> None:
    """TF-CHARGE-01 A unit of an engaging formation moves into contact with an enemy unit."""
    action, unit = action_of(ruling.game), mover(ruling, command.unit)
    ruling.require(action.action == ENGAGE, "TF-CHARGE-01", "not-engaging", "unit", action=action.action)
    enemy = ruling.find(ruling.game.units, command.enemy, "enemy")
    hostile = not allied(ruling.game, unit.seat, enemy.seat) and not enemy.out
    ruling.require(hostile, "TF-CHARGE-02", "not-an-enemy", "enemy", enemy=enemy.id)
    set_out(ruling, unit, command.path, enemy.id)


def set_out(ruling: Ruling[Game], unit: Unit, path: Sequence[str], enemy: str = "") -> None:
    """TF-DANGER-13 Judge a path as a whole, and let the unit go along it."""
    ruling.require(not unit.moved, "TF-MOVE-07", "already-moved", "unit", unit=unit.id)
    manner = manner_of(ruling.game, unit.id, action_of(ruling.game))
    course, duty = leaving.course_of(ruling.game, unit.id, manner)
    way = judge(course, path, enemy)
    if isinstance(way, Barred):
        ruling.reject(way.clause, way.reason, "path", **dict(way.facts))
    _require_exit(ruling, course, duty, way)
    _require_room_to_leave(ruling, course, manner, way)
    gone = (*way.path, way.edge) if way.edge else way.path
    declared = MoveDeclared(
        unit=unit.id, path=gone, speed=way.speed, cost=way.cost, cautious=course.manner.cautious,
        charge=bool(way.contacts), enemy=enemy, zones=course.owners,
    )  # fmt: skip
    ruling.record(declared, "TF-MOVE-02", *way.speed.clauses(), *way.cost.clauses(), *_grounds(course, way))
    ruling.ask(WALK, about=(unit.id,))


def _grounds(course: Course, way: Way) -> tuple[str, ...]:
    """Name the clauses of what the path leads over and past: terrain, allies, zones."""
    places = [course.at(tile) for tile in way.path]
    terrain = [course.passage(tile).clause for spot in places for tile in spot.tiles]
    allies = ["TF-BLOCK-03" if course.column == INFANTRY else "TF-BLOCK-02"] if any(p.full for p in places) else []
    engaging = ["TF-CHARGE-01", "TF-ZOC-05"] if way.contacts else ["TF-CHARGE-04"]
    charged = engaging if course.manner.engaging else []
    leaving = ["TF-ZOC-12"] if course.owners and way.path and not way.contacts else []
    return (*dict.fromkeys(terrain), *allies, *charged, *leaving)


def _end(course: Course, way: Way) -> str:
    return way.edge or (way.path[-1] if way.path else course.start)


def _require_exit(ruling: Ruling[Game], course: Course, duty: Duty, way: Way) -> None:
    """TF-ZOC-10 TF-ZOC-13 A unit that has to be out of enemy zones may not end in one, if it can help it."""
    end = _end(course, way)
    if duty.fits(end, way.contacts):
        return
    if duty.must == WITHDRAW:
        nearest = min(course.owners, key=lambda owner: course.apart(end, owner))
        ruling.reject("TF-ZOC-13", "must-withdraw", "path", enemy=nearest, distance=duty.aim)
    enemy = course.at(end).owners[0]
    if duty.must == IN_TIME:
        ruling.reject(leaving.clause_of(duty), "way-out-lost", "path", enemy=enemy, left=duty.left)
    reason = "must-charge-or-leave" if duty.must == CHARGE_OR_LEAVE else "must-leave"
    ruling.reject("TF-ZOC-10", reason, "path", enemy=enemy)


def _require_room_to_leave(ruling: Ruling[Game], course: Course, manner: Manner, way: Way) -> None:
    """TF-ZOC-12 A unit does not end where it takes the last way out from another that has to leave in this move."""
    if manner.left:
        return
    waiting, end = leaving.leavers(leaving.duties(ruling.game)), _end(course, way)
    mate = leaving.shut_in(course, end, way.contacts, waiting)
    if mate:
        start = leaving.outset(ruling.game, course.unit, manner)
        excused = any(each.place == end for each in leaving.allowed(start, waiting))
        ruling.require(excused, "TF-ZOC-12", "shuts-in", "path", unit=mate)


def move_declared(game: Game, event: MoveDeclared) -> None:
    """Set the unit on its path; it has had its move, cautiously or, where that lapsed, not."""
    unit = game.units[event.unit]
    game.units[event.unit] = replace(unit, moved=True, cautious=event.cautious)
    game.walk = Walk(
        event.unit, unit.tile, event.path, charge=event.charge, enemy=event.enemy, cautious=event.cautious,
        owners=event.zones,
    )  # fmt: skip


# -- on the way


def _go_on(ruling: Ruling[Game], _window: Window) -> None:
    """TF-DANGER-13 Let the unit go on, up to the next test or the end of its path."""
    walk = ruling.game.walk
    if walk is None:
        return
    course = Course(ruling.game, walk.unit, Manner(action_of(ruling.game).action))
    if walk.tested and not _tests_left(course, walk) and walk.at < len(walk.path):
        ruling.record(MoveResumed(unit=walk.unit, rest=walk.path[walk.at :]), "TF-DANGER-13")
    if not _tests_left(course, walk):
        _stretch(ruling, course, walk)
    after = ruling.game.walk
    if after is not None:
        _test(ruling, course, after)


def _place(walk: Walk, at: int) -> str:
    return walk.path[at - 1] if at else walk.start


def _due(course: Course, walk: Walk, at: int) -> tuple[tuple[str, str], ...]:
    """TF-DANGER-01 TF-DANGER-02 List the tests that are due after so many tiles: at the start those of the start."""
    if at == 0:
        return course.dangers(walk.start) if walk.path else ()
    here = _place(walk, at)
    return course.tests(_place(walk, at - 1), here) if here in course.field else ()


def _tests_left(course: Course, walk: Walk) -> tuple[tuple[str, str], ...]:
    return _due(course, walk, walk.at)[walk.tested :]


def _stretch(ruling: Ruling[Game], course: Course, walk: Walk) -> None:
    """Go up to the next tile with a test, or to the end."""
    at = walk.at
    while at < len(walk.path) and walk.path[at] in course.field:
        at += 1
        if _due(course, walk, at):
            break
    gone, tested = walk.path[walk.at : at], bool(_due(course, walk, at)) and at > walk.at
    leaves = at < len(walk.path) and walk.path[at] not in course.field and not tested
    done = not tested and not leaves
    moved = UnitMoved(unit=walk.unit, path=gone, tile=_place(walk, at), done=done)
    if gone or done:
        ruling.record(moved, "TF-MOVE-02")
    if leaves:
        ruling.record(UnitLeftBattlefield(unit=walk.unit, edge=walk.path[at]), "TF-MOVE-09")
        contacts.end_contacts(ruling, walk.unit)
    elif done:
        _arrive(ruling, walk)


def _test(ruling: Ruling[Game], course: Course, walk: Walk) -> None:
    """TF-TERRAIN-04 TF-DANGER-13 Suspend the move for the test that is due."""
    kind, tile = _tests_left(course, walk)[0]
    rest = walk.path[walk.at :]
    ruling.record(MoveSuspended(unit=walk.unit, tile=_place(walk, walk.at), rest=rest), "TF-DANGER-13")
    ruling.ask(WALK, about=(walk.unit,))
    danger.ask_test(ruling, walk.unit, tile, kind, starting=walk.at == 0)


def unit_moved(game: Game, event: UnitMoved) -> None:
    """Put the unit where it is now."""
    game.units[event.unit] = replace(game.units[event.unit], tile=event.tile)
    walk = game.walk
    if walk is not None:
        game.walk = None if event.done else replace(walk, at=walk.at + len(event.path), tested=0)


def move_suspended(_game: Game, _event: MoveSuspended) -> None:
    """What is left of the path stands in the table already."""


def move_resumed(_game: Game, _event: MoveResumed) -> None:
    """The stretch that follows has an event of its own."""


def unit_left_battlefield(game: Game, event: UnitLeftBattlefield) -> None:
    """Take the unit off the board."""
    game.units[event.unit] = replace(game.units[event.unit], tile="", out=LEFT, contacts=())
    game.walk = None


# -- at the end


def _arrive(ruling: Ruling[Game], walk: Walk) -> None:
    """TF-ZOC-07 TF-ZOC-12 Look what the end of a move means: zones left, contact made, no way out."""
    game, action = ruling.game, action_of(ruling.game)
    around = zones.zones_around(game, walk.unit)
    if walk.owners and not around:
        ruling.record(UnitLeftZone(unit=walk.unit, enemies=walk.owners), "TF-ZOC-12")
    if action.action == ENGAGE:
        contacts.make_contact(ruling, walk.unit)
    manner = manner_of(game, walk.unit, action)
    if manner.due and not manner.left and walk.owners and around and not ruling.game.units[walk.unit].charged:
        no_exit(ruling, walk.unit, around)


def no_exit(ruling: Ruling[Game], unit: str, enemies: tuple[str, ...]) -> None:
    """TF-ZOC-13 A unit that can neither leave nor charge stays; the options may have it destroyed."""
    destroyed = ruling.game.how.zoc_trapped_destroyed
    ruling.record(ZocExitImpossible(unit=unit, enemies=enemies, destroyed=destroyed), "TF-ZOC-13")
    if destroyed:
        losses.destroy(ruling, unit, "trapped", "TF-ZOC-13")


def unit_left_zone(_game: Game, _event: UnitLeftZone) -> None:
    """Zones follow from where units stand."""


def zoc_exit_impossible(_game: Game, _event: ZocExitImpossible) -> None:
    """What becomes of the unit has an event of its own."""


CLAUSES = handlers(declare_cautious, move_unit, charge)
REDUCERS = reducers(
    cautious_declared, move_declared, unit_moved, move_suspended, move_resumed, unit_left_battlefield, unit_left_zone,
    zoc_exit_impossible,
)  # fmt: skip
WINDOWS = windows(WindowKind(WALK, "TF-DANGER-13", on_close=_go_on))

__all__ = ["CLAUSES", "REDUCERS", "WALK", "WINDOWS", "mover", "no_exit", "set_out"]
