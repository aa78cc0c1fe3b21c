"""Cohesion (GA-2.2): who is linked with whom, and the removal of troops at the end of a turn."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    CohesionChecked,
    DeadlyDemiseRolled,
    EndTurn,
    FormationMoved,
    PlayerTurnEnded,
    RemoveOutOfCohesion,
    RoundEnded,
    SelectToShoot,
    TroopRemovedForCohesion,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Place, battle, formation, line
from tests.rulesets.grinding_annihilation.movement.fixtures import move_declared
from tests.rulesets.grinding_annihilation.movement.steps import make_normal_move
from tests.rulesets.grinding_annihilation.steps import declare, events_of, living, make, move, path, places, refused


def out_of_cohesion(*at: Place, fallen: tuple[str, ...] = ()) -> tuple[str, ...]:
    """End a turn with "a-r" standing at these places, and tell who is out of cohesion."""
    table = battle(formation("a-r", at=at), fallen=fallen)
    return table.when("red", EndTurn()).one(CohesionChecked).broken


@pytest.mark.rule("GA-2.2-01")
@pytest.mark.parametrize(("gap", "rise", "linked"), [(2, 5, True), (2.001, 0, False), (1, 5.1, False), (0, 0, True)])
def test_linked_within_two_inches_and_five_in_height(gap: float, rise: float, *, linked: bool):
    """Two troops are linked at no more than 2 inches in plan and 5 in height."""
    assert out_of_cohesion((10, 10), (11 + gap, 10, rise)) == (() if linked else ("a-r",))


@pytest.mark.rule("GA-2.2-02")
@pytest.mark.ruling("GA-2.2-02.2")
def test_two_pairs_are_no_group():
    """All troops have to form one group: two pairs are none, a chain is one."""
    assert out_of_cohesion((10, 10), (11.5, 10), (15.5, 10), (17, 10)) == ("a-r",)
    assert out_of_cohesion(*((10 + 3 * number, 10) for number in range(4))) == ()


@pytest.mark.rule("GA-2.2-03")
@pytest.mark.parametrize(("count", "whole"), [(6, True), (7, False)])
def test_seven_troops_need_two_links_each(count: int, *, whole: bool):
    """From seven troops on each needs two links: a line has one at its ends."""
    assert out_of_cohesion(*line(count, 10, step=2.5)) == (() if whole else ("a-r",))


@pytest.mark.rule("GA-2.2-03")
def test_seven_linked_twice_are_one_group():
    """Seven in two ranks are in cohesion; two rings apart from each other are not."""
    assert out_of_cohesion(*line(4, 10), *line(3, 11.5)) == ()
    assert out_of_cohesion(*line(4, 10), *line(3, 14.2)) == ("a-r",)


@pytest.mark.rule("GA-2.2-03")
@pytest.mark.ruling("GA-2.2-03.1")
def test_living_troops_are_counted():
    """Six left of seven need one link each."""
    assert out_of_cohesion(*line(7, 10, step=2.5), fallen=("a-r.7",)) == ()
    assert out_of_cohesion(*line(8, 10, step=2.5), fallen=("a-r.8",)) == ("a-r",)


@pytest.mark.rule("GA-2.2-04")
def test_single_troop_is_always_in_cohesion():
    """Who is left alone is in cohesion."""
    assert out_of_cohesion(*line(5, 10), fallen=("a-r.1", "a-r.2", "a-r.3", "a-r.4")) == ()


@pytest.mark.rule("GA-2.2-05", "GA-2.2-07")
def test_move_ends_in_cohesion():
    """Only the end of a move is judged; one that ends out of cohesion is not made, and another may be."""
    red = formation("a-r", at=line(5, 10))
    together = [path(f"a-r.{n}", (15, 8.5 + 1.5 * n)) for n in range(1, 6)]
    table = battle(red, phase="move")
    move(table, *together).then(FormationMoved)
    table = battle(red, phase="move")
    before = places(table)
    declare(table).accepted()
    astray = path("a-r.5", (15, 17.501))
    refused(table, "red", make("a-r", *together[:4], astray), "GA-2.2-07").rejected("GA-2.2-07", "not-cohesive")
    assert places(table) == before
    table.when("red", make("a-r", *together[:4], path("a-r.5", (15, 17.5)))).then(FormationMoved)


@pytest.mark.rule("GA-2.2-07", "GA-3.2-12")
@pytest.mark.ruling("GA-2.2-07.1")
def test_dice_of_a_refused_move_stand():
    """The roll of an Advance stays when its ends are refused; it may also be made without moving."""
    table = battle(formation("a-r", at=line(2, 10)), phase="move", dice=(2,))
    declare(table, kind="advance").accepted()
    refused(table, "red", make("a-r", path("a-r.1", (16, 10)), kind="advance"), "GA-2.2-07").rejected(
        "GA-2.2-07", "not-cohesive"
    )
    table.when("red", make("a-r", kind="advance")).then(FormationMoved, kind="advance")


def end_out_of_cohesion(*at: Place, **rest: Any) -> Table:
    """End red's turn with "a-r" at these places."""
    table = battle(formation("a-r", at=at, **rest), formation("b-b", at=[(30, 10), (36, 10)]))
    table.when("red", EndTurn()).without(PlayerTurnEnded)
    return table


def remove(table: Table, who: str, formation: str, number: int) -> object:
    """Remove a troop for cohesion."""
    return table.when(who, RemoveOutOfCohesion(formation=formation, troop=f"{formation}.{number}"))


@pytest.mark.rule("GA-2.2-08")
@pytest.mark.ruling("GA-2.2-08.1", "GA-2.2-08.3")
def test_owner_removes_troops_until_one_group_is_left():
    """At the end of a turn each player removes troops of his choice from his broken formations, in turn first."""
    table = end_out_of_cohesion((10, 10), (15, 10), (16.5, 10))
    refused(table, "red", EndTurn(), "GA-2.2-08").rejected("GA-2.2-08", "not-asked")
    refused(table, "blue", RemoveOutOfCohesion(formation="b-b", troop="b-b.1"), "GA-2.2-08").rejected(
        "GA-2.2-08", "not-asked"
    )
    refused(table, "red", RemoveOutOfCohesion(formation="a-spare", troop="a-spare.1"), "GA-2.2-08").rejected(
        "GA-2.2-08", "in-cohesion"
    )
    refused(table, "red", RemoveOutOfCohesion(formation="b-b", troop="b-b.1"), "GA-2.2-08").rejected(
        "GA-2.2-08", "in-cohesion"
    )
    still = SelectToShoot(formation="a-spare", sidearms=())
    refused(table, "red", still, "GA-2.2-08").rejected("GA-2.2-08", "not-asked", window="cohesion")
    table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.1")).then(TroopRemovedForCohesion)
    assert living(table, "a-r") == ["a-r.2", "a-r.3"]
    table.when("blue", RemoveOutOfCohesion(formation="b-b", troop="b-b.2")).then(PlayerTurnEnded, seat=0)
    assert living(table, "b-b") == ["b-b.1"]


@pytest.mark.rule("GA-2.2-08")
@pytest.mark.ruling("GA-2.2-08.2")
def test_cohesion_is_judged_anew_after_each_removal():
    """Of a line of eight with gaps, each removal changes how many links are needed."""
    at = [*line(4, 10), *line(3, 11.5), (10, 17)]  # the eighth has one link
    table = battle(formation("a-r", at=at))
    table.when("red", EndTurn()).without(PlayerTurnEnded)
    table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.1")).without(PlayerTurnEnded)
    table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.5")).then(PlayerTurnEnded)
    assert len(living(table, "a-r")) == 6


@pytest.mark.rule("GA-2.2-08")
@pytest.mark.ruling("GA-2.2-08.1", "GA-2.2-08.4")
def test_cohesion_may_be_checked_once_a_round():
    """With the option nothing is removed before the end of the round; there it is removed with it or without."""
    red = formation("a-r", at=[(10, 10), (15, 10)])
    table = battle(red, options={"cohesion_check": "end_of_round"})
    table.when("red", EndTurn()).then(PlayerTurnEnded)
    assert len(living(table, "a-r")) == 2
    for options in ({"cohesion_check": "end_of_round"}, {}):
        table = battle(red, phase="brawl", options=options, dice=(6, 1))
        assert events_of(table, RoundEnded) == []
        table.when("red", RemoveOutOfCohesion(formation="a-r", troop="a-r.1")).then(TroopRemovedForCohesion, RoundEnded)
        assert living(table, "a-r") == ["a-r.2"]


@pytest.mark.rule("GA-2.2-09")
def test_removal_triggers_nothing():
    """A troop that is removed for cohesion counts as destroyed and sets nothing off."""
    table = end_out_of_cohesion((10, 10), (15, 10), powers=("deadly_demise 3",))
    remove(table, "red", "a-r", 1)
    assert events_of(table, DeadlyDemiseRolled) == []
    found = next(row for row in table.view("red").formations if row.id == "a-r")
    assert (len(found.troops), found.parts[0].starting_strength) == (1, 2)
    remove(table, "blue", "b-b", 1)


FOE = formation("b-b", at=[(40, 10)])


@pytest.mark.rule("GA-2.2-07", "GA-3.2-06")
def test_ends_are_judged_together():
    """Troops may take each other's places; a gap of more than two inches at the end is refused."""
    table = move_declared(formation("a-r", at=line(3, 10)), FOE)
    make_normal_move(table, path("a-r.1", (12, 6))).rejected("GA-2.2-07", "not-cohesive")
    make_normal_move(table, path("a-r.1", (10, 11.9))).rejected("GA-3.2-06", "on-top", troop="a-r.1")
    make_normal_move(table, path("a-r.1", (10, 11.5)), path("a-r.2", (10, 10))).accepted()


@pytest.mark.rule("GA-2.2-08", "GA-2.2-09")
def test_a_broken_formation_loses_troops_before_the_turn_is_over():
    """The owner removes troops one at a time until the rest is one group; nothing else is accepted meanwhile."""
    pairs = formation("a-pairs", at=[(10, 10), (11.5, 10), (30, 10), (31.5, 10)], powers=("deadly_demise 3",))
    table = battle(pairs)
    outcome = table.when("red", EndTurn()).asks("cohesion", "red")
    assert outcome.one(CohesionChecked).broken == ("a-pairs",)
    table.when("red", EndTurn()).rejected("GA-2.2-08", "not-asked")
    table.when("red", RemoveOutOfCohesion(formation="a-pairs", troop="a-pairs.1")).asks("cohesion", "red")
    table.when("red", RemoveOutOfCohesion(formation="a-pairs", troop="b-spare.1")).rejected(
        "GA-2.2-08", "not-of-formation"
    )
    table.when("red", RemoveOutOfCohesion(formation="a-pairs", troop="a-pairs.2")).asks("shooting_turn", "blue")
    assert table.game.demises == ()
    assert sorted(table.game.fallen) == ["a-pairs.1", "a-pairs.2"]
