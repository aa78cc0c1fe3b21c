"""AN-MOVE-03: what protects Fast units that run."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.antares.model.messages import HitsHalved, RollOverheadShift
from tests.kit import Table
from tests.rulesets.antares.fixtures import RUNNING, gun_duel, overhead_duel, target_place
from tests.rulesets.antares.sheets import INCH, overhead_effect, overhead_gun, troopers, vehicle
from tests.rulesets.antares.steps import (
    fired,
    hits_scored,
    pins_gained,
    play_on,
    question,
    reroll_hits,
    roll_accuracy,
    shoot,
)


def thrown_net(faces: list[int], **rest: Any) -> Table:
    """Throw an overhead net on "b-y", without waiting."""
    arm = overhead_gun("net", properties=("suspensor_net",), overhead=overhead_effect("net", 0, INCH))
    played = overhead_duel(faces, arm=arm, pace="auto", **rest)
    shoot(played, fired("net", aim=target_place()))
    return played


@pytest.mark.rule("AN-MOVE-03")
@pytest.mark.parametrize(("order", "thrown"), [("run", [(1, 2, 3), (2, 3, 4), (3, 4, 10)]), ("advance", [])])
def test_hits_on_a_fast_vehicle_that_runs_are_re_rolled(order, thrown):
    """All three hits on a Fast vehicle on Run are re-rolled; on Advance they stand."""
    faces = [2, 3, 4, *(now for _, _, now in thrown)]
    played = gun_duel(faces, own=troopers(3, "gun"), enemy=vehicle(), theirs={"order": order, "unused_dice": 0})
    roll_accuracy(played)
    assert question(played) == ("hit_reroll" if thrown else "resist")
    if thrown:
        assert reroll_hits(played) == thrown
    assert hits_scored(played) == (2 if thrown else 3)


@pytest.mark.rule("AN-MOVE-03")
@pytest.mark.parametrize("kind", ["infantry", "mounted", "drone", "weapon_team"])
@pytest.mark.ruling("AN-MOVE-03.2")
def test_fast_protects_whatever_the_type(kind):
    """A Fast unit of any type on Run has its hits re-rolled, even where Down would not protect it."""
    played = gun_duel([2, 9], enemy=troopers(1, unit_type=kind, flags=("fast",)), theirs=RUNNING)
    roll_accuracy(played)
    assert reroll_hits(played) == [(1, 2, 9)]


@pytest.mark.rule("AN-MOVE-03")
def test_blast_hits_on_a_fast_unit_that_runs_are_halved():
    """A blast of 5 hits on a Fast unit on Run makes 2."""
    played = overhead_duel([3, 5], enemy=troopers(1, flags=("fast",)), theirs=RUNNING)
    roll_accuracy(played, fired("lobber", aim=target_place()))
    played.when("table", RollOverheadShift()).accepted()
    assert reroll_hits(played) == []
    halved = played.last.one(HitsHalved)
    assert (halved.what, halved.before, halved.now) == ("hits", 5, 2)


@pytest.mark.rule("AN-MOVE-03")
@pytest.mark.parametrize(("order", "pins"), [("run", 2), ("advance", 4)])
def test_net_pins_on_a_fast_unit_that_runs_are_halved(order, pins):
    """A net of D3 + 1 that shows 3 gives 2 pins to a Fast unit on Run and 4 on Advance."""
    played = thrown_net([3, 3], enemy=troopers(1, resist=11, flags=("fast",)), theirs={"order": order})
    assert pins_gained(play_on(played)) == pins
