"""Rulings on Assaults and on closing in."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ClosedIn,
    CloseIn,
    Consolidate,
    Consolidated,
    DeclareAssault,
    DeclareRetreat,
    FormationMoved,
    SelectToFight,
    SelectToShoot,
    TerrainFeature,
)
from tests.rulesets.grinding_annihilation.assault.fixtures import assault_turn
from tests.rulesets.grinding_annihilation.assault.steps import ROLL, assault_move, path_to, roll_assault
from tests.rulesets.grinding_annihilation.fixtures import assaulted, battle, blade, brawl, formation
from tests.rulesets.grinding_annihilation.steps import aim, path, places, settle, shots
from tests.rulesets.grinding_annihilation.terrain.fixtures import barricade, with_terrain

BLADE = (blade(),)


@pytest.mark.rule("GA-3.4-06")
@pytest.mark.ruling("GA-3.4-06.2")
def test_targets_stand_once_they_are_declared():
    """Neither before the roll nor after it another target may be named."""
    table = assault_turn(5, 5, enemy=((18, 10),), other=((10, 20),))
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).asks("assault_roll", "red")
    other = DeclareAssault(formation="a-r", targets=("b-c",))
    assert {row.reason for row in table.refused(other, "red")} == {"not-asked"}
    table.when("red", ROLL).asks("assault_move", "red")
    assert {row.reason for row in table.refused(other, "red")} == {"not-asked"}


@pytest.mark.rule("GA-3.4-08")
@pytest.mark.ruling("GA-3.4-08.1")
def test_an_assault_may_end_beside_a_friend():
    """Who ends half an inch from a friend is within nobody's Threat Range but its target's."""
    friend = formation("a-f", at=[(17, 11.5)])
    table = roll_assault(assault_turn(5, 5, rest=(friend,)))
    table.when("red", assault_move(path_to(17, 10))).then(FormationMoved, kind="assault")


@pytest.mark.rule("GA-3.5-10")
@pytest.mark.ruling("GA-3.5-10.1")
@pytest.mark.parametrize("movers", [(), (1,), (2,), (1, 2)])
def test_each_troop_may_decline_to_close_in(movers: tuple[int, ...]):
    """Of two troops that could come closer none, one or both do."""
    red = formation("a-r", at=[(20, 10), (20, 11.5)], weapons=BLADE)
    table = brawl(red, formation("b-b", at=[(21.9, 10)], weapons=()))
    table.when("red", SelectToFight(formation="a-r")).accepted()
    ends = {1: (20.5, 10), 2: (20.5, 11.5)}
    paths = tuple(path(f"a-r.{number}", ends[number]) for number in movers)
    table.when("red", CloseIn(formation="a-r", paths=paths)).then(ClosedIn)
    assert places(table) == [(20.5 if n in movers else 20, y) for n, y in ((1, 10), (2, 11.5))]


@pytest.mark.rule("GA-3.5-10")
@pytest.mark.ruling("GA-3.5-10.2")
def test_close_in_may_reach_who_was_not_assaulted():
    """The formation assaulted b-b; it closes in on b-c, round a troop in the way and not across it."""
    foes = (formation("b-b", at=[(20, 30)], weapons=()), formation("b-c", at=[(25, 10)], weapons=()))
    red = formation("a-r", at=[(20, 10)], weapons=BLADE)
    table = brawl(red, *foes, past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "CloseIn")
    table.when("red", CloseIn(formation="a-r", paths=(path("a-r.1", (23, 10)),))).then(ClosedIn)
    assert places(table) == [(23, 10)]


@pytest.mark.rule("GA-3.5-10", "GA-3.4-12")
@pytest.mark.ruling("GA-3.5-10.2")
@pytest.mark.parametrize(("y", "reason"), [(0.5, ""), (0.4, "over-the-edge")])
def test_a_way_of_closing_in_keeps_to_the_warfield(y: float, reason: str):
    """Ways of Close In are limited as those of an Assault: none leads over the edge."""
    red = formation("a-r", at=[(20, 1)], weapons=BLADE)
    table = brawl(red, formation("b-b", at=[(23.5, 1)], weapons=()), past={"assault": assaulted("a-r", "b-b")})
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "CloseIn")
    command = CloseIn(formation="a-r", paths=(path("a-r.1", (20.6, y), (22, 1)),))
    if reason:
        assert {row.reason for row in table.refused(command, "red")} == {reason}
    else:
        table.when("red", command).then(ClosedIn)


WALL = barricade(20.6, 5, 21.6, 15)


@pytest.mark.rule("GA-6.2-03")
@pytest.mark.ruling("GA-6.2-03.2")
@pytest.mark.parametrize("features", [(), (WALL,)])
def test_consolidation_may_end_across_a_barricade(features: tuple[TerrainFeature, ...]):
    """An end 1.8" from the enemy reaches him across a barricade; with nothing between it does not."""
    red = formation("a-r", at=[(18, 10)], weapons=())
    table = brawl(red, formation("b-b", at=[(22.8, 10)], weapons=()), past={"assault": assaulted("a-r", "b-b")})
    with_terrain(table, *features)
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "Consolidate")
    command = Consolidate(formation="a-r", paths=(path("a-r.1", (20, 10)),), marker="")
    if features:
        table.when("red", command).then(Consolidated)
        assert places(table) == [(20, 10)]
    else:
        assert table.refused(command, "red")


@pytest.mark.rule("GA-6.2-03")
@pytest.mark.ruling("GA-6.2-03.2")
@pytest.mark.parametrize(("gap", "locked"), [(1.8, False), (1, True)])
def test_fighters_across_a_barricade_are_not_locked(gap: float, *, locked: bool):
    """1.8" from a friend across a barricade an enemy may be shot at; who stands there does not Retreat."""
    friend, foe = formation("a-f", at=[(20, 10)], weapons=()), formation("b-b", at=[(21 + gap, 10)], weapons=())
    wall = barricade(20.5, 5, 20.9 if locked else 21.6, 15)
    table = with_terrain(battle(formation("a-r", at=[(35, 10)]), friend, foe), wall)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    found = table.refused(aim(table, "a-r", *shots(table, "a-r", "b-b")), "red")
    assert ({row.clause for row in found} == {"GA-3.3-13"}) is locked
    moving = with_terrain(battle(friend, foe, phase="move"), wall)
    refusal = moving.refused(DeclareRetreat(formation="a-f", paths=(path("a-f.1", (16, 10)),)), "red")
    assert (("GA-3.2-02", "not-in-threat") in {(row.clause, row.reason) for row in refusal}) is not locked
