"""What a unit can come to in several moves, by trying every move from every place."""

from __future__ import annotations

from adjudicator.rulesets.tile_formations.ahead import OUT, depth, is_out
from adjudicator.rulesets.tile_formations.course import Course
from adjudicator.rulesets.tile_formations.search import each_end


def best_by_all_moves(course: Course, place: str, moves: int, known: dict[tuple[str, int], int]) -> int:
    """Try every move from every place: the best that the unit can come to in so many of them."""
    key = (place, moves)
    if key not in known:
        beside = course.manner.engaging and place in course.field and bool(course.contacts(place))
        known[key] = OUT if beside or is_out(course, place) else depth(course, place)
        if moves and known[key] < OUT:
            after = {end.place for end in each_end(course.again(place))}
            known[key] = max(known[key], *(best_by_all_moves(course, each, moves - 1, known) for each in after), 0)
    return known[key]
