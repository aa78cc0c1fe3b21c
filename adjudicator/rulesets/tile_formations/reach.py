"""The query Reach: every tile that a unit can end its move in, at what cost and with which tests."""

from __future__ import annotations

from adjudicator.kernel.decide.faults import Fault, Rejected, Unknown
from adjudicator.kernel.decide.parties import Party
from adjudicator.rulesets.tile_formations import danger, leaving
from adjudicator.rulesets.tile_formations.bounds import FREE, is_out
from adjudicator.rulesets.tile_formations.course import Course, Manner
from adjudicator.rulesets.tile_formations.leaving import Outset
from adjudicator.rulesets.tile_formations.options import actions_of, moves_of
from adjudicator.rulesets.tile_formations.paths import ADVANCE, manner_of, moves_to_leave, road_from, speed_of
from adjudicator.rulesets.tile_formations.reports.messages import Reach, ReachRequest, ReachTest, ReachTile
from adjudicator.rulesets.tile_formations.search import End
from adjudicator.rulesets.tile_formations.state import Game
from adjudicator.rulesets.tile_formations.zones import zones_around


def reach(game: Game, _party: Party, request: ReachRequest) -> Reach:
    """TF-MOVE-01 Tell where a unit can go in one move, in the action under way or in one that is supposed.

    Raises Unknown for a unit that there is not, Rejected for one off the battlefield or an action that there is not.
    """
    row = game.units.get(request.unit)
    if row is None:
        raise Unknown(Fault("", "unknown-id", "unit"))
    if row.out:
        raise Rejected(Fault("TF-MOVE-01", "unit-gone", "unit", (("unit", row.id),)))
    manner, reason = _manner(game, request)
    if not reason and request.cautious and not row.cautious and leaving.too_slow(game, row.id, manner) is not None:
        reason = "caution-keeps-inside"
    if reason:
        return _told(Course(game, row.id, manner), [], FREE, reason)
    start = leaving.outset(game, row.id, manner)
    others = leaving.leavers(leaving.duties(game)) if game.action is not None and _is_open(game, request) else []
    stays = [_own_place(start.course)] if _may_stay(start) else []
    return _told(start.course, [*leaving.allowed(start, others), *stays], start.duty.must, "")


def _told(course: Course, found: list[End], must: str, reason: str) -> Reach:
    engaging, road = course.manner.engaging, road_from(course, course.start)
    tiles = sorted(found, key=lambda each: _order(course, each.place))
    return Reach(
        unit=course.unit, tile=course.start, speed=speed_of(course, charging=engaging, road=False),
        road_speed=speed_of(course, charging=engaging, road=road), tiles=tuple(_tile(course, each) for each in tiles),
        bound=course.owners, must=must, reason=reason,
    )  # fmt: skip


def _is_open(game: Game, request: ReachRequest) -> bool:
    """Tell whether the action asked about is the one under way."""
    action = game.action
    own = action is not None and action.formation == game.units[request.unit].formation
    return own and action is not None and request.action in {"", action.action}


def _manner(game: Game, request: ReachRequest) -> tuple[Manner, str]:
    """Say how the unit moves, and why it can not: a reason of refusal, empty for none."""
    row, action = game.units[request.unit], game.action
    if action is not None and _is_open(game, request):
        manner = manner_of(game, row.id, action)
        wary = manner._replace(cautious=manner.cautious or request.cautious)
        return wary, "already-moved" if row.moved else "" if action.moving else "no-move-open"
    name = request.action or ADVANCE
    count = moves_of(game.how, name)
    if count is None:
        facts = (("action", name[:40]), ("known", " ".join(actions_of(game.how))))
        raise Rejected(Fault("TF-MOVE-04", "no-such-action", "action", facts))
    due, left = bool(zones_around(game, row.id)), moves_to_leave(game, max(0, count - 1))
    reason = "" if count else "no-move-open"
    if count and request.road_march and leaving.kept_on_road(game, row, count):
        reason = "road-keeps-inside"
    return Manner(name, request.cautious, request.road_march, due, left), reason


def _may_stay(start: Outset) -> bool:
    """TF-ZOC-13 Tell whether the unit may be left where it is, or charge without a step."""
    course = start.course
    return start.duty.stays() or bool(course.manner.engaging and course.contacts(course.start))


def _own_place(course: Course) -> End:
    contacts = course.contacts(course.start) if course.manner.engaging else ()
    return End(course.start, 0, 0, (), road=False, contacts=contacts)


def _order(course: Course, place: str) -> tuple[bool, tuple[int, int], str]:
    inside = place in course.field
    return not inside, course.field.order(place) if inside else (0, 0), place


def _tile(course: Course, end: End) -> ReachTile:
    return ReachTile(
        tile=end.place, cost=end.cost, path=end.path, tests=way_tests(course, end.path), road=end.road,
        contacts=end.contacts, in_zone=not is_out(course, end.place),
    )  # fmt: skip


def way_tests(course: Course, path: tuple[str, ...]) -> tuple[ReachTest, ...]:
    """TF-DANGER-01 TF-DANGER-02 List the tests of a way, from the one for starting on."""
    due = list(course.dangers(course.start)) if path else []
    here = course.start
    for there in path:
        if there in course.field:
            due += course.tests(here, there)
            here = there
    return tuple(_test(course, kind, tile) for kind, tile in due)


def _test(course: Course, kind: str, tile: str) -> ReachTest:
    game = course.game
    return ReachTest(
        tile=tile, kind=kind, dice=danger.dice_of(game, course.unit), faces=danger.faces_of(game, kind),
        second_roll=danger.rolls_twice(game, kind, course.manner.cautious),
    )  # fmt: skip


__all__ = ["reach", "way_tests"]
