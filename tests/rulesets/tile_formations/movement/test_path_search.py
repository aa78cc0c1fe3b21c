"""The search for ends of moves, against all paths of small battlefields tried one by one."""

from __future__ import annotations

from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from adjudicator.kernel.decide.faults import Fault
from adjudicator.rulesets.tile_formations.model.state import Game
from adjudicator.rulesets.tile_formations.rules.danger.path_tests import due_on_step
from adjudicator.rulesets.tile_formations.rules.movement.move_graph import MoveGraph
from adjudicator.rulesets.tile_formations.rules.movement.path_search import path_ends
from adjudicator.rulesets.tile_formations.rules.movement.paths import judge_path
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from tests.rulesets.tile_formations.fixtures import (
    aircraft,
    at,
    battlefield,
    infantry,
    light_vehicle,
    vehicle,
    war_engine,
)
from tests.rulesets.tile_formations.oracles.all_paths import all_paths

SIGNS = "......WSHMU#*==XKGC~B"


SIZE = 5


def random_battlefield(chance: Random) -> tuple[Game, MoveMode]:
    """Draw a small battlefield at random, with a unit that is to move, friends and enemies."""
    drawing = "\n".join("".join(chance.choice(SIGNS) for _ in range(SIZE)) for _ in range(SIZE))
    makers = [infantry, vehicle, light_vehicle, war_engine, aircraft]
    places = [(x, y) for x, y in product(range(SIZE), repeat=2) if (x, y) not in {(3, 3), (2, 3), (3, 2)}]
    chance.shuffle(places)
    size = chance.choice([1, 1, 1, 2])
    me = chance.choice(makers)(
        speed=chance.choice([0, 1, 2, 2, 3]) if size == 1 else 2,
        columns=size,
        rows=size,
        flags=("climbing_gear",) if chance.randrange(2) else (),
    )
    units: dict[str, Any] = {"a1.1": ((2, 2), me)}
    places = [place for place in places if place != (2, 2)]
    for number in range(chance.randrange(4)):
        units[f"a2.{number + 1}"] = (places.pop(), chance.choice(makers)())
    for number in range(chance.randrange(3)):
        flags = ("no_zoc",) if chance.randrange(2) else ()
        units[f"b1.{number + 1}"] = (places.pop(), chance.choice(makers)(flags=flags))
    options = {
        "tile_shape": chance.choice(["square8", "square8", "square4", "hex"]),
        "impeded_mode": chance.choice(["tile_cost", "halve_move"]),
        "charge_contact": chance.choice(["any_enemy", "zone_owner"]),
        "exit_edges": chance.choice([(), ("north", "east")]),
        "road_start_counts": chance.choice([True, False]),
        "no_diagonal_squeeze": chance.choice([True, False]),
        "stacking_limit": chance.choice([1, 1, 2]),
        "zoc_radius": chance.choice([1, 1, 2]),
        "danger_test_scope": chance.choice(["feature", "tile"]),
        "cover_and_impassable": chance.choice(["occupy", "deploy_only"]),
    }
    mode = MoveMode(chance.choice(["advance", "engage"]), cautious=not chance.randrange(4))
    return battlefield(drawing, units, options=options), mode


@pytest.mark.parametrize("seed", range(150))
def test_reach_is_what_paths_reach(seed: int) -> None:
    """Every end of a path that is allowed is found, and the way that is given to an end is allowed and not dearer."""
    game, mode = random_battlefield(Random(seed))
    graph = MoveGraph(game, "a1.1", mode)
    found = path_ends(graph)
    best: dict[str, tuple[bool, int, int]] = {}
    for path in all_paths(graph, min(4, graph.sheet.speed + 1)):
        way = judge_path(graph, path)
        if isinstance(way, Fault):
            continue
        places = [graph.start, *way.tiles]
        tests = sum(len(due_on_step(graph, here, there)) for here, there in pairwise(places))
        end = way.edge or way.tiles[-1]
        rank = (not way.contacts, tests, way.cost.total)
        best[end] = min(best.get(end, rank), rank)
    best.pop(graph.start, None)
    for place, rank in best.items():
        assert place in found, f"{place} is reached and not found"
        assert (not found[place].contacts, found[place].tests, found[place].cost) <= rank, place
    for place, row in found.items():
        way = judge_path(graph, row.path)
        assert not isinstance(way, Fault), f"{row} is not allowed: {way}"
        assert (way.cost.total, way.contacts) == (row.cost, row.contacts), place


def test_reach_of_the_plain() -> None:
    """On open ground a unit of speed 2 reaches all 24 tiles around it, each for its distance."""
    game = battlefield("", {"a1.1": ((5, 5), infantry(speed=2))})
    found = path_ends(MoveGraph(game, "a1.1", MoveMode("advance")))
    assert len(found) == 24
    assert {row.cost for row in found.values()} == {1, 2}
    assert found[at(7, 6)].path[-1] == at(7, 6)
