"""Threat Range (GA-2.3)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareNormalMove,
    DeclareRetreat,
    FormationDeployed,
    RemainStationary,
    TroopPose,
)
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, line, pose
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import armies_of_single_troops, deploying
from tests.rulesets.grinding_annihilation.missions.set_up.steps import deploy_formation
from tests.rulesets.grinding_annihilation.steps import path, places, refused, settle


@pytest.mark.rule("GA-2.3-01")
@pytest.mark.parametrize(
    ("gap", "rise", "threatened"), [(1, 5, True), (1.001, 0, False), (0.5, 5.5, False), (0, 0, True)]
)
def test_threat_range_is_an_inch_and_five_in_height(gap: float, rise: float, *, threatened: bool):
    """Enemies are within Threat Range at no more than 1 inch in plan and 5 in height, each of the other."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(11 + gap, 10, rise)])
    for first, own in (("red", "a-r"), ("blue", "b-b")):
        table = battle(red, blue, phase="move", first=first)
        if threatened:
            refused(table, first, DeclareNormalMove(formation=own), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")
        else:
            table.when(first, DeclareNormalMove(formation=own)).accepted()


@pytest.mark.rule("GA-2.3-02")
def test_one_troop_puts_whole_formations_within_threat_range():
    """Both whole formations are within Threat Range through one pair of troops."""
    table = battle(formation("a-r", at=line(10, 10)), formation("b-b", at=[(11.8, 10), (14, 10)]), phase="move")
    found = {row.id: row.threatened_by for row in table.view("red").formations}
    assert (found["a-r"], found["b-b"], found["a-spare"]) == (("b-b",), ("a-r",), ())
    table.when("red", RemainStationary(formation="a-r")).accepted()


@pytest.mark.rule("GA-2.3-04")
@pytest.mark.ruling("GA-2.3-04.2", "GA-3.2-16.1")
def test_retreat_that_ends_threatened_is_refused_and_kills_nobody():
    """A Retreat plan that leaves a troop within Threat Range is refused; nobody moves or dies."""
    red = formation("a-r", at=[(10, 10), (10, 11.5)])
    table = battle(red, formation("b-b", at=[(11.5, 10)]), phase="move")
    near, fellow = (path("a-r.1", (9.5, 10)), path("a-r.1", (9.499, 10))), path("a-r.2", (8, 11.5))
    refused(table, "red", DeclareRetreat(formation="a-r", paths=(near[0], fellow)), "GA-3.2-15").rejected(
        "GA-3.2-15", "ends-in-threat", troop="a-r.1", enemy="b-b.1"
    )
    assert places(table) == [(10, 10), (10, 11.5)]
    table.when("red", DeclareRetreat(formation="a-r", paths=(near[1], fellow))).accepted()
    assert places(settle(table)) == [(9.499, 10), (8, 11.5)]


@pytest.mark.rule("GA-2.3-03")
@pytest.mark.ruling("GA-2.3-03.1")
@pytest.mark.parametrize(("gap", "accepted"), [(1.0, False), (1.1, True)])
def test_nobody_is_set_up_within_threat_range(gap: float, *, accepted: bool):
    """A troop is not set up within Threat Range of an enemy."""
    table = deploying(*armies_of_single_troops(1, 2))
    enemy = TroopPose(troop="b-1.1", pose=pose((11 + gap, 10)))
    table.given(FormationDeployed(formation="b-1", troops=(enemy,), next=0))
    if accepted:
        table.when("red", deploy_formation("a-0", (10, 10))).then(FormationDeployed)
    else:
        refused(table, "red", deploy_formation("a-0", (10, 10)), "GA-2.3-03").rejected("GA-2.3-03", "set-up-in-threat")
