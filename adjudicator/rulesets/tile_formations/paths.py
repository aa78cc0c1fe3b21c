"""Chapters TF-MOVE and TF-CHARGE: a declared path is judged whole, before any die (TF-DANGER-13)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from adjudicator.board.tiles import EDGES
from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.tile_formations.course import FIRST_MOVE, Barred, Course, Manner
from adjudicator.rulesets.tile_formations.ground import impeded_clause
from adjudicator.rulesets.tile_formations.kinds import NONE
from adjudicator.rulesets.tile_formations.rows import Action
from adjudicator.rulesets.tile_formations.state import Game

ROAD_BONUS = 2
HALVE = "halve_move"
ZONE_OWNER = "zone_owner"
ADVANCE = "advance"


class Way(NamedTuple):
    """A path that is allowed: tiles entered, the edge it leaves by (empty for none), its speed and its cost.

    `contacts` are enemies that are met at its end; with some it is a charge.
    """

    path: tuple[str, ...]
    edge: str
    speed: Tally
    cost: Tally
    contacts: tuple[str, ...]


# -- how a unit moves


def manner_of(game: Game, unit: str, action: Action) -> Manner:
    """Say how a unit moves in the action under way."""
    row = game.units[unit]
    bound = unit in action.bound and not row.charged
    return Manner(action.action, row.cautious, action.road_march, bound, moves_to_leave(game, action.left))


def moves_to_leave(game: Game, left: int) -> int:
    """TF-ZOC-12 Count the moves after this one in which a unit may still leave a zone."""
    return 0 if game.how.leave_zone_by == FIRST_MOVE else left


def speed_of(course: Course, *, charging: bool, road: bool, impeded: str = "") -> Tally:
    """TF-MOVE-08 Work a unit's speed out: base speed, roads, halving, and last of all cautious movement."""
    speed = Tally.base(course.sheet.speed, "TF-MOVE-01")
    if charging and course.game.how.charge_moves != 1:
        speed = speed.times(course.game.how.charge_moves, "TF-CHARGE-01")
    if road:
        speed = speed.add(ROAD_BONUS, "TF-ROAD-04")
    if impeded and course.game.how.impeded_mode == HALVE:
        speed = speed.set(halved(speed.total), impeded_clause(course.game, course.sheet, impeded))
    if course.manner.cautious:
        speed = speed.at_most(1, "TF-DANGER-09")
    return speed


def halved(speed: int) -> int:
    """TF-BARR-04 Halve a speed, rounded down; what can move at all keeps 1."""
    return max(min(1, speed), speed // 2)


def road_from(course: Course, place: str) -> bool:
    """TF-ROAD-04 Tell whether a unit that sets out there may have the road bonus."""
    return course.column != NONE and (course.at(place).road or not course.game.how.road_start_counts)


# -- a path


def judge(course: Course, given: Sequence[str], enemy: str = "") -> Way | Barred:
    """Judge a declared path: the way it is, or why it is not allowed. `enemy` is a unit that it has to contact."""
    tiles, edge = _parts(course, given)
    unreal = _unreal(course, tiles, edge)
    if unreal is not None:
        return unreal
    end = tiles[-1] if tiles else course.start
    contacts = course.contacts(end) if course.manner.engaging and not edge else ()
    barred = _steps(course, tiles, edge, charging=bool(contacts)) or _contact(course, tiles, contacts, enemy)
    if barred is not None:
        return _for_want_of_contact(course, tiles, barred, contacts)
    return _measured(course, tiles, edge, contacts)


def _parts(course: Course, given: Sequence[str]) -> tuple[tuple[str, ...], str]:
    """Take the starting tile off the front of a path, and an edge off its end; one text may name several tiles."""
    words = " ".join(given).split()
    tiles = tuple(words[1:] if words and words[0] == course.start else words)
    return (tiles[:-1], tiles[-1]) if tiles and tiles[-1] in EDGES else (tiles, "")


def _unreal(course: Course, tiles: Sequence[str], edge: str) -> Barred | None:
    """TF-MOVE-02 TF-MOVE-03 TF-MOVE-09 Look for tiles that do not follow each other, and edges that are closed.

    A path may turn as it likes.
    """
    here = course.start
    for there in tiles:
        if there not in course.field or course.spot(there) is None:
            return Barred("TF-MOVE-09", "off-the-battlefield", (("tile", there[:20]),))
        if there not in course.field.neighbours(here):
            return Barred("TF-MOVE-02", "not-adjacent", (("tile", there), ("here", here)))
        here = there
    if edge and not leaves(course, here, edge):
        return Barred("TF-MOVE-09", "edge-closed", (("edge", edge), ("here", here)))
    return None


def leaves(course: Course, place: str, edge: str) -> bool:
    """TF-MOVE-09 Tell whether a unit may leave the battlefield there, over an edge that the options open."""
    at = {each for tile in course.at(place).tiles for each in course.field.edges(tile)}
    return edge in course.game.how.exit_edges and edge in at


def _steps(course: Course, tiles: Sequence[str], edge: str, *, charging: bool) -> Barred | None:
    """TF-MOVE-02 Look for the first step that is not allowed; leaving over an edge is a step on, not a stay."""
    for number, there in enumerate(tiles):
        here = tiles[number - 1] if number else course.start
        barred = course.through(here) if number else None
        barred = barred or course.step(here, there, charging=charging)
        if barred is not None:
            return barred
    if not tiles:
        return None
    return course.through(tiles[-1]) if edge else course.stay(tiles[-1])


def _contact(course: Course, tiles: Sequence[str], contacts: tuple[str, ...], enemy: str) -> Barred | None:
    """TF-CHARGE-02 TF-ZOC-06 A charge ends in contact with the enemy that it names, or whose zone it entered."""
    if enemy and enemy not in contacts:
        entered = any(course.at(tile).owners for tile in tiles)
        return Barred("TF-ZOC-06" if entered else "TF-CHARGE-02", "no-contact", (("enemy", enemy),))
    if contacts and course.game.how.charge_contact == ZONE_OWNER:
        owners = tuple(dict.fromkeys(owner for tile in tiles for owner in course.at(tile).owners))
        if owners and not set(owners) & set(contacts):
            return Barred("TF-ZOC-06", "no-contact", (("enemy", owners[0]),))
    return None


def _for_want_of_contact(course: Course, tiles: Sequence[str], barred: Barred, contacts: tuple[str, ...]) -> Barred:
    """TF-ZOC-06 Say of an engaging unit that it entered a zone without contact, where that alone is wrong."""
    if barred.reason != "enemy-zone" or contacts or not course.manner.engaging:
        return barred
    other = _steps(course, tiles, "", charging=True)
    return other or Barred("TF-ZOC-06", "no-contact", tuple(fact for fact in barred.facts if fact[0] == "enemy"))


# -- what it costs


def _measured(course: Course, tiles: tuple[str, ...], edge: str, contacts: tuple[str, ...]) -> Way | Barred:
    """TF-MOVE-01 TF-DANGER-12 Compare cost and speed; one tile may be entered whatever it costs."""
    cost, impeded = _cost(course, tiles, edge)
    places = [course.at(tile) for tile in tiles]
    road = bool(tiles) and not edge and road_from(course, course.start) and all(spot.road for spot in places)
    engaging = course.manner.engaging
    speed = speed_of(course, charging=engaging, road=road, impeded=impeded)
    single = len(tiles) + bool(edge) <= 1 and speed.total >= 1
    if cost.total > speed.total and not single:
        clause = "TF-DANGER-09" if course.manner.cautious else "TF-CHARGE-01" if engaging else "TF-MOVE-01"
        return Barred(clause, "exceeds-speed", (("cost", cost.total), ("speed", speed.total)))
    return Way(tiles, edge, speed, cost, contacts)


def _cost(course: Course, tiles: Sequence[str], edge: str) -> tuple[Tally, str]:
    """TF-MOVE-02 Add up what the tiles of a path cost, and name the first terrain that slows the unit down."""
    cost, first, here = Tally.base(len(tiles) + bool(edge), "TF-MOVE-02"), "", course.start
    extra: dict[str, int] = {}
    for there in tiles:
        price, slow = course.price(here, there)
        if slow:
            first = first or slow
            clause = impeded_clause(course.game, course.sheet, slow)
            extra[clause] = extra.get(clause, 0) + price - 1
        here = there
    for clause, more in extra.items():
        cost = cost.add(more, clause)
    return cost, first


__all__ = [
    "ADVANCE", "HALVE", "ROAD_BONUS", "Way", "halved", "judge", "leaves", "manner_of", "moves_to_leave", "road_from",
    "speed_of",
]  # fmt: skip
