"""Exits for crowds: as many leave by the plan as an oracle finds by the clauses alone, whoever goes first."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.rows import Cell
from adjudicator.rulesets.tile_formations.rules.movement.speed import MoveMode
from adjudicator.rulesets.tile_formations.rules.zones.joint_exits import Mate, plan_exits
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import CHOSEN_ACTION, Place, Placed, infantry, table, vehicle
from tests.rulesets.tile_formations.oracles.shared_exits import SIZE, Crowd, most_out, random_crowd, random_queue
from tests.rulesets.tile_formations.steps import begin_action

SECOND_OF_ITS_ENDS = (502, 2294, 3976)
"""Queues in which a unit has to take another end than one that is on nobody's way before others have gone."""

GO_ON_TO_MEET_OTHERS = (508, 543)
"""Crowds of which a unit can charge where it stands, and more get out where it goes on to meet another enemy."""


def set_up(crowd: Crowd) -> Table:
    """Begin the action of the crowd."""
    units: dict[str, Placed] = {
        f"a1.{number}": (mover.spot, (infantry if mover.infantry else vehicle)(speed=mover.speed))
        for number, mover in enumerate(crowd.movers, 1)
    }
    units |= {f"b{number}.1": (foe, infantry()) for number, foe in enumerate(crowd.enemies, 1)}
    options = CHOSEN_ACTION | {"coherency_tiles": 20}
    cliffs: dict[Place, str | Cell] = dict.fromkeys(sorted(crowd.cliffs), "cliffs")
    played = table("", units, terrain=cliffs, options=options, columns=SIZE, rows=SIZE)
    begin_action(played, "a1", *(("engage",) if crowd.engaging else ()), target="b1" if crowd.engaging else "")
    return played


def planned(crowd: Crowd) -> int:
    """Count the units that leave, or charge, by the plan."""
    game = set_up(crowd).game
    assert game.action is not None
    mode = MoveMode(game.action.action, due=True)
    return len(plan_exits(game, [Mate(unit, mode) for unit in game.action.bound]).units)


@pytest.mark.rule("TF-ZOC-10", "TF-ZOC-12")
def test_a_crowd_leaves_as_the_clauses_let_it() -> None:
    """Two to four units, slow and fast, of one enemy's zone or two: nobody is left inside who could be out."""
    counts = set()
    for seed in range(150):
        crowd = random_crowd(seed, engaging=False)
        counts.add(most_out(crowd))
        assert planned(crowd) == most_out(crowd), seed
    assert {0, 1, 2, 3, 4} <= counts


@pytest.mark.rule("TF-ZOC-12")
def test_a_queue_leaves_in_an_order_that_lets_all_out() -> None:
    """Vehicles that stand in each other's way leave one by one, each by an end that the next ones do not need."""
    for seed in (*SECOND_OF_ITS_ENDS, *range(40)):
        crowd = random_queue(seed)
        assert planned(crowd) == most_out(crowd), seed


@pytest.mark.rule("TF-ZOC-07", "TF-ZOC-10", "TF-CHARGE-02")
def test_a_charge_lets_others_out() -> None:
    """In an engage action whom a charge contacts has no zone for the others; one may stay beside an enemy or go on."""
    for seed in (*GO_ON_TO_MEET_OTHERS, *range(150)):
        crowd = random_crowd(seed, engaging=True)
        assert planned(crowd) == most_out(crowd), seed
