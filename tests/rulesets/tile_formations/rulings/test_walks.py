"""Random walks: what is legal, what it costs and which tests it takes are what an oracle finds by the ledger alone."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import DangerousTestRequired, MoveDeclared
from tests.kit import Outcome, Table
from tests.rulesets.tile_formations.fixtures import SHEETS_BY_TYPE, Place, Placed, at, table, zoneless
from tests.rulesets.tile_formations.oracles.walks import (
    SIZE,
    Walk,
    cost,
    danger_on_way,
    is_legal,
    is_open,
    random_walk,
    speed,
)
from tests.rulesets.tile_formations.steps import begin_action, danger_tests, declare_cautious, move, roll, tile_of_unit


def set_up(walk: Walk) -> Table:
    """Begin the advance of the unit that walks, with caution where it is cautious."""
    flags = ("climbing_gear",) if walk.climbs else ()
    walker = SHEETS_BY_TYPE[walk.kind](speed=walk.speed, integrity=2, flags=flags)
    units: dict[str, Placed] = {"a1.1": (walk.start, walker)}
    for number, (spot, other) in enumerate(walk.others.items(), 2):
        sheet = SHEETS_BY_TYPE[other.kind]() if other.zone else zoneless(other.kind)
        units[f"{'b' if other.foe else 'a'}{number}.1"] = (spot, sheet)
    terrain: dict[Place, str] = {tile: "+".join(kinds) for tile, kinds in walk.terrain.items()}
    played = table("", units, terrain=terrain, columns=SIZE, rows=SIZE, options=walk.options)
    begin_action(played, "a1")
    if walk.cautious:
        declare_cautious(played, "a1.1").accepted()
    return played


def taken_tests(played: Table, went: Outcome) -> list[tuple[str, str, bool]]:
    """Roll 1s until the unit has arrived, and list its tests."""
    found: list[DangerousTestRequired] = []
    while tests := danger_tests(went):
        found += tests
        went = roll(played, "a1.1", *[1] * (tests[-1].dice * (1 + tests[-1].second_roll)))
    return [(test.tile, test.kind, test.second_roll) for test in found]


@pytest.mark.rule("TF-MOVE-02", "TF-MOVE-08", "TF-ZOC-04", "TF-TERRAIN-08", "TF-DANGER-08", "TF-ROAD-04")
@pytest.mark.ruling("TF-GRID-03.3", "TF-MOVE-02.2", "TF-MOVE-08.2", "TF-TERRAIN-07.4", "TF-TERRAIN-08.2")
@pytest.mark.ruling("TF-TERRAIN-08.3", "TF-DANGER-08.2", "TF-MINE-05.2", "TF-ROAD-01.2", "TF-ROAD-04.2", "TF-ROAD-04.3")
@pytest.mark.ruling("TF-BARR-04.2", "TF-BARR-04.3", "TF-FIELD-04.1")
@pytest.mark.parametrize("seed", [seed for seed in range(200) if is_open(random_walk(seed))])
def test_a_walk_is_judged_as_the_clauses_say(seed: int) -> None:
    """A legal path is accepted at its cost, with its tests, and leads to its end; another one is refused."""
    walk = random_walk(seed)
    played = set_up(walk)
    went = move(played, "a1.1", *walk.path)
    went.looked_at = True
    assert bool(went.faults) is not is_legal(walk), f"{walk}\n{went.faults}"
    if went.faults:
        return
    declared = went.one(MoveDeclared)
    assert (declared.cost.total, declared.speed.total) == (cost(walk), speed(walk)), walk
    expected = [(at(*tile), kind, twice) for tile, kind, twice in danger_on_way(walk)]
    assert sorted(taken_tests(played, went)) == sorted(expected), walk
    assert tile_of_unit(played, "a1.1") == at(*walk.path[-1])
