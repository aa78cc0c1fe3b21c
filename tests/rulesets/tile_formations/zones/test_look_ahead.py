"""Looking ahead over several moves: the same answers as trying every move, at a bounded cost."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.reports.messages import ReachRequest
from adjudicator.rulesets.tile_formations.reports.reach import reach
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import iter_path_ends
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.zones import look_ahead as module
from adjudicator.rulesets.tile_formations.rules.zones.look_ahead import CLEAR_OF_ZONES, LookAhead, is_outside_zones
from tests.rulesets.tile_formations.fixtures import (
    CHOSEN_ACTION,
    ENEMY_INFANTRY,
    Place,
    Placed,
    at,
    battlefield,
    infantry,
    light_vehicle,
    table,
    vehicle,
    war_engine,
)
from tests.rulesets.tile_formations.oracles.all_moves import best_by_all_moves
from tests.rulesets.tile_formations.steps import ask_action

GROUNDS = ("cliffs", "cliffs", "cliffs", "woods", "jungle", "marsh", "+roads", "+roads", "+barricade", "+bunkers")


SHEETS = (infantry, vehicle, light_vehicle, war_engine)


def random_battlefield(seed: int) -> Any:
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
        "tile_shape": chance.choice(("square8", "square4", "hex")),
        "zoc_radius": 2 + chance.randrange(3),
        "charge_contact": chance.choice(("any_enemy", "zone_owner")),
        "stacking_limit": 1 + chance.randrange(2),
        "impeded_mode": chance.choice(("tile_cost", "halve_move")),
        "road_start_counts": chance.random() < 0.5,
        "exit_edges": ("north", "east") if chance.randrange(3) == 0 else (),
    }
    terrain: dict[Place, Any] = {tile: chance.choice(GROUNDS) for tile in tiles if chance.random() < 0.5}
    return battlefield("", units, terrain=terrain, columns=columns, rows=rows, options=options)


@pytest.mark.rule("TF-ZOC-12", "TF-ZOC-13")
@pytest.mark.parametrize("seed", range(60))
def test_looking_ahead_is_trying_all_moves(seed: int) -> None:
    """The best that is found, and where it is kept, are what trying all moves finds."""
    game = random_battlefield(seed)
    for action, left, road in (("double", 1, False), ("march", 2, False), ("march", 2, True), ("engage", 1, False)):
        graph = MoveGraph(game, "a1.1", MoveMode(action, road_march=road, due=True, left=left))
        if not graph.owners:
            continue
        found, known = LookAhead(graph, left), dict[tuple[str, int], int]()
        assert found.aim == best_by_all_moves(graph, graph.start, left + 1, known)
        for place in {graph.start, *(end.place for end in iter_path_ends(graph))}:
            inside = not is_outside_zones(graph, place) and not (graph.mode.engaging and graph.contacts(place))
            if inside:
                assert (place in found.kept) == (best_by_all_moves(graph, place, left, known) >= found.aim), place


def test_looking_ahead_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a zone as wide as the battlefield, ways are looked for a few times for each move, not from every place."""
    calls: list[int] = []

    def counted(graph: MoveGraph, starts: Any = ()) -> Any:
        calls.append(len(starts))
        return iter_path_ends(graph, starts)

    monkeypatch.setattr(module, "iter_path_ends", counted)
    units: dict[str, Placed] = {"a1.1": ((9, 9), infantry(speed=8)), "b1.1": ((0, 0), infantry())}
    options = CHOSEN_ACTION | {"zoc_radius": 20, "leave_zone_by": "last_move"}
    game = battlefield("", units, columns=24, rows=18, options=options)
    request = ReachRequest(game=b"", unit="a1.1", action="march", cautious=False, road_march=False)
    assert reach(game, 0, request).must == "leave_in_time"
    assert 1 <= len(calls) <= 3


@pytest.mark.rule("TF-ZOC-13")
def test_a_road_march_does_not_keep_a_unit_near() -> None:
    """Who can not leave, but off the road get farther from the enemy, does not march on the road alone."""
    free = {(5, 5), (4, 5), (3, 5), (2, 5)}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in free}
    for road, kept in (((4, 5),), True), (((4, 5), (3, 5), (2, 5)), False):
        units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}
        terrain: dict[Place, Any] = cliffs | dict.fromkeys(road, "+roads")
        outcome = ask_action(
            table("", units, terrain=terrain, options=CHOSEN_ACTION | {"zoc_radius": 5}), "a1", "march", road_march=True
        )
        if kept:
            outcome.rejected("TF-ZOC-13", "road-keeps-inside", unit="a1.1")
        else:
            outcome.accepted()


@pytest.mark.rule("TF-ZOC-10")
def test_who_stands_beside_its_enemy_may_step_back_in_time() -> None:
    """With two moves to engage in, a unit beside its enemy may end the first where it can charge again."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1)), "b1.1": ENEMY_INFANTRY}
    game = battlefield("", units, options={"moves_per_action": {"engage": 2}})
    found = LookAhead(MoveGraph(game, "a1.1", MoveMode("engage", due=True, left=1)), 1)
    assert (found.aim, at(3, 5) in found.kept) == (CLEAR_OF_ZONES, True)


def corridor(*tiles: tuple[int, int], units: dict[str, Placed], ground: dict[Place, Any], **options: Any) -> Any:
    """Make all tiles cliffs but these, some of them with other ground; the enemy stands at (5,5)."""
    free = {*tiles, *(place for place, *_ in units.values()), (5, 5)}
    cliffs: dict[Place, Any] = {(x, y): "cliffs" for x in range(12) for y in range(12) if (x, y) not in free}
    return battlefield(
        "", {**units, "b1.1": ENEMY_INFANTRY}, terrain=cliffs | ground, options={"zoc_radius": 3, **options}
    )


@pytest.mark.rule("TF-DANGER-12")
def test_one_tile_is_entered_whatever_it_costs() -> None:
    """By option, of speed 1, a barricade that costs 2 is entered in a move of its own, and time is kept for it."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), vehicle(speed=1))}
    game = corridor((3, 5), (2, 5), (1, 5), units=units, ground={(2, 5): "+barricade"}, minimum_move="all")
    found = LookAhead(MoveGraph(game, "a1.1", MoveMode("march", due=True, left=2)), 2)
    assert (found.aim, set(found.kept)) == (CLEAR_OF_ZONES, {at(3, 5), at(2, 5), at(1, 5)})


@pytest.mark.rule("TF-ROAD-04")
def test_the_road_helps_from_the_road_alone() -> None:
    """Who waits beside the road has no bonus in the next move; who comes onto it has."""
    units: dict[str, Placed] = {"a1.1": ((4, 5), infantry(speed=1))}
    road: dict[Place, Any] = dict.fromkeys(((3, 5), (2, 5), (1, 5)), "+roads")
    game = corridor((3, 5), (2, 5), (1, 5), units=units, ground=road)
    found = LookAhead(MoveGraph(game, "a1.1", MoveMode("double", due=True, left=1)), 1)
    assert (found.aim, at(3, 5) in found.kept, at(4, 5) in found.kept) == (CLEAR_OF_ZONES, True, False)


@pytest.mark.rule("TF-ZOC-06")
def test_a_charge_past_an_owner_is_no_way_out() -> None:
    """Where whoever enters a zone has to contact its owner, another is charged from the edge of it alone."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=2)), "b1.2": ((0, 5), infantry(flags=("no_zoc",)))}
    game = corridor((2, 5), (1, 5), units=units, ground={}, charge_contact="zone_owner")
    found = LookAhead(MoveGraph(game, "a1.1", MoveMode("engage", due=True, left=1)), 1)
    assert (found.aim, at(2, 5) in found.kept, at(3, 5) in found.kept) == (CLEAR_OF_ZONES, True, False)


@pytest.mark.rule("TF-ZOC-06")
def test_a_way_out_may_lead_past_an_enemy_that_is_not_charged() -> None:
    """Out of the zone but beside an enemy without one, a unit may not end, and goes on to where it may."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry(speed=3)), "b1.2": ((1, 6), infantry(flags=("no_zoc",)))}
    options = {"charge_contact": "zone_owner", "tile_shape": "square4"}
    game = corridor((2, 5), (1, 5), (0, 5), units=units, ground={}, **options)
    found = LookAhead(MoveGraph(game, "a1.1", MoveMode("engage", due=True, left=1)), 1)
    assert (found.aim, set(found.kept)) == (CLEAR_OF_ZONES, {at(3, 5), at(2, 5), at(0, 5)})
