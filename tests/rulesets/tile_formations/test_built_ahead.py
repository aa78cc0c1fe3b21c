"""Looking ahead over several moves: the same answers as trying every move from every place, at a bounded cost."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.rulesets.tile_formations import ahead as module
from adjudicator.rulesets.tile_formations.ahead import OUT, Ahead, depth, is_out
from adjudicator.rulesets.tile_formations.course import Course, Manner
from adjudicator.rulesets.tile_formations.reach import reach
from adjudicator.rulesets.tile_formations.reports.messages import ReachRequest
from adjudicator.rulesets.tile_formations.search import each_end
from tests.rulesets.tile_formations.givens import (
    Place,
    Placed,
    asked,
    at,
    field,
    infantry,
    light_vehicle,
    table,
    vehicle,
    war_engine,
)

GROUNDS = ("cliffs", "cliffs", "cliffs", "woods", "jungle", "marsh", "+roads", "+roads", "+barricade", "+bunkers")
SHEETS = (infantry, vehicle, light_vehicle, war_engine)
E: Placed = ((5, 5), infantry())


def wild(seed: int) -> Any:
    """Make a small battlefield with units, ground and options at random."""
    chance = Random(seed)
    columns, rows = 5 + chance.randrange(4), 5 + chance.randrange(4)
    tiles = [(x, y) for x in range(columns) for y in range(rows)]
    keys, places = ("a1.1", "a1.2", "a1.3", "b1.1", "b1.2"), chance.sample(tiles, 5)
    units: dict[str, Placed] = {
        key: (place, chance.choice(SHEETS)(speed=1 + chance.randrange(3)))
        for key, place in zip(keys, places, strict=True)
    }
    x, y = places[0]
    if x + 1 < columns and (x + 1, y) not in places:
        units["a1.1"] = ((x, y), vehicle(speed=2, columns=1 + chance.randrange(2)))
    options: dict[str, Any] = {
        "tile_shape": chance.choice(("square8", "square4", "hex")), "zoc_radius": 2 + chance.randrange(3),
        "charge_contact": chance.choice(("any_enemy", "zone_owner")), "stacking_limit": 1 + chance.randrange(2),
        "impeded_mode": chance.choice(("tile_cost", "halve_move")), "road_start_counts": chance.random() < 0.5,
        "exit_edges": ("north", "east") if chance.randrange(3) == 0 else (),
    }  # fmt: skip
    terrain: dict[Place, Any] = {tile: chance.choice(GROUNDS) for tile in tiles if chance.random() < 0.5}
    return field("", units, terrain=terrain, columns=columns, rows=rows, options=options)


def tried(course: Course, place: str, moves: int, known: dict[tuple[str, int], int]) -> int:
    """Try every move from every place: the best that the unit can come to in so many of them."""
    key = (place, moves)
    if key not in known:
        beside = course.manner.engaging and place in course.field and bool(course.contacts(place))
        known[key] = OUT if beside or is_out(course, place) else depth(course, place)
        if moves and known[key] < OUT:
            after = {end.place for end in each_end(course.again(place))}
            known[key] = max(known[key], *(tried(course, each, moves - 1, known) for each in after), 0)
    return known[key]


@pytest.mark.parametrize("seed", range(60))
def test_looking_ahead_is_trying_all_moves(seed: int) -> None:
    """TF-ZOC-12 TF-ZOC-13: the best that is found, and where it is kept, are what trying all moves finds."""
    game = wild(seed)
    for action, left, road in (("double", 1, False), ("march", 2, False), ("march", 2, True), ("engage", 1, False)):
        course = Course(game, "a1.1", Manner(action, road_march=road, due=True, left=left))
        if not course.owners:
            continue
        found, known = Ahead(course, left), dict[tuple[str, int], int]()
        assert found.aim == tried(course, course.start, left + 1, known)
        for place in {course.start, *(end.place for end in each_end(course))}:
            inside = not is_out(course, place) and not (course.manner.engaging and course.contacts(place))
            if inside:
                assert (place in found.kept) == (tried(course, place, left, known) >= found.aim), place


def test_looking_ahead_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a zone as wide as the battlefield, ways are looked for a few times for each move, not from every place."""
    calls: list[int] = []

    def counted(course: Course, starts: Any = ()) -> Any:
        calls.append(len(starts))
        return each_end(course, starts)

    monkeypatch.setattr(module, "each_end", counted)
    units: dict[str, Placed] = {"a1.1": ((9, 9), infantry(speed=8)), "b1.1": ((0, 0), infantry())}
    game = field("", units, columns=24, rows=18, options={"zoc_radius": 20, "leave_zone_by": "last_move"})
    request = ReachRequest(game=b"", unit="a1.1", action="march", cautious=False, road_march=False)
    assert reach(game, 0, request).must == "leave_in_time"
    assert 1 <= len(calls) <= 3


def test_a_road_march_does_not_keep_a_unit_near() -> None:
    """TF-ZOC-13: who can not leave, but off the road get farther from the enemy, does not march on the road alone."""
    free = {(5, 5), (4, 5), (3, 5), (2, 5)}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in free}
    for road, kept in (((4, 5),), True), (((4, 5), (3, 5), (2, 5)), False):
        units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": E}
        terrain: dict[Place, Any] = cliffs | dict.fromkeys(road, "+roads")
        outcome = asked(table("", units, terrain=terrain, options={"zoc_radius": 5}), "a1", "march", road_march=True)
        if kept:
            outcome.rejected("TF-ZOC-13", "road-keeps-inside", unit="a1.1")
        else:
            outcome.accepted()


def test_who_stands_beside_its_enemy_may_step_back_in_time() -> None:
    """TF-ZOC-10: with two moves to engage in, a unit beside its enemy may end the first where it can charge again."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": E}
    game = field("", units, options={"moves_per_action": {"engage": 2}})
    found = Ahead(Course(game, "a1.1", Manner("engage", due=True, left=1)), 1)
    assert (found.aim, at(3, 5) in found.kept) == (OUT, True)


def corridor(*tiles: tuple[int, int], units: dict[str, Placed], ground: dict[Place, Any], **options: Any) -> Any:
    """Make all tiles cliffs but these, some of them with other ground; the enemy stands at (5,5)."""
    free = {*tiles, *(place for place, *_ in units.values()), (5, 5)}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in free}
    return field("", {**units, "b1.1": E}, terrain=cliffs | ground, options={"zoc_radius": 3, **options})


def test_one_tile_is_entered_whatever_it_costs() -> None:
    """TF-DANGER-12: of speed 1, a barricade that costs 2 is entered in a move of its own, and time is kept for it."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), vehicle(speed=1))}
    game = corridor((3, 5), (2, 5), (1, 5), units=units, ground={(2, 5): "+barricade"})
    found = Ahead(Course(game, "a1.1", Manner("march", due=True, left=2)), 2)
    assert (found.aim, set(found.kept)) == (OUT, {at(3, 5), at(2, 5), at(1, 5)})


def test_the_road_helps_from_the_road_alone() -> None:
    """TF-ROAD-04: who waits beside the road has no bonus in the next move; who comes onto it has."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1))}
    road: dict[Place, Any] = dict.fromkeys(((3, 5), (2, 5), (1, 5)), "+roads")
    game = corridor((3, 5), (2, 5), (1, 5), units=units, ground=road)
    found = Ahead(Course(game, "a1.1", Manner("double", due=True, left=1)), 1)
    assert (found.aim, at(3, 5) in found.kept, at(4, 5) in found.kept) == (OUT, True, False)


def test_a_charge_past_an_owner_is_no_way_out() -> None:
    """TF-ZOC-06: where whoever enters a zone has to contact its owner, another is charged from the edge of it alone."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=2)), "b1.2": ((0, 5), infantry(flags=("no_zoc",)))}
    game = corridor((2, 5), (1, 5), units=units, ground={}, charge_contact="zone_owner")
    found = Ahead(Course(game, "a1.1", Manner("engage", due=True, left=1)), 1)
    assert (found.aim, at(2, 5) in found.kept, at(3, 5) in found.kept) == (OUT, True, False)


def test_a_way_out_may_lead_past_an_enemy_that_is_not_charged() -> None:
    """TF-ZOC-06: out of the zone but beside an enemy without one, a unit may not end, and goes on to where it may."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=3)), "b1.2": ((1, 6), infantry(flags=("no_zoc",)))}
    options = {"charge_contact": "zone_owner", "tile_shape": "square4"}
    game = corridor((2, 5), (1, 5), (0, 5), units=units, ground={}, **options)
    found = Ahead(Course(game, "a1.1", Manner("engage", due=True, left=1)), 1)
    assert (found.aim, set(found.kept)) == (OUT, {at(3, 5), at(2, 5), at(0, 5)})
