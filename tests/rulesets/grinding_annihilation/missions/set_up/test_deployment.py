"""Deployment in turns, wholly within the own zone, in cohesion, and without room (GA-7.0-12, -13)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareNoRoom,
    DeployFormation,
    FirstPlayerSet,
    FormationDeployed,
    FormationDestroyed,
    RollOffMade,
    TroopDestroyed,
    TroopPose,
)
from adjudicator.rulesets.grinding_annihilation.rules.missions.set_up import deployment_places
from tests.rulesets.grinding_annihilation.fixtures import Place, formation, line, troop_poses, trooper
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import (
    armies_of_single_troops,
    crowded_zone,
    default_deployment,
    deploying,
    without_friend,
)
from tests.rulesets.grinding_annihilation.missions.set_up.steps import deploy_formation
from tests.rulesets.grinding_annihilation.steps import events_of, last_event, refused


@pytest.mark.rule("GA-7.0-12")
def test_players_deploy_in_turns():
    """The Attacker begins, the players take turns, and who has more goes on alone."""
    table = deploying(*armies_of_single_troops(2, 4))
    refused(table, "blue", deploy_formation("b-0", (55, 5)), "GA-7.0-12").rejected("GA-7.0-12", "not-asked", asks="red")
    order = [("red", "a-0", 5), ("blue", "b-0", 55), ("red", "a-1", 5), ("blue", "b-1", 55), ("blue", "b-2", 55)]
    for number, (who, name, x) in enumerate(order):
        table.when(who, deploy_formation(name, (x, 5 + 2 * number))).then(FormationDeployed, formation=name)
    assert [event.next for event in events_of(table, FormationDeployed)] == [1, 0, 1, 1, 1]
    refused(table, "blue", deploy_formation("b-2", (50, 30)), "GA-7.0-12").rejected("GA-7.0-12", "not-to-deploy")
    table.faces(2, 6)
    table.when("blue", deploy_formation("b-3", (55, 30))).then(FormationDeployed, next=None).then(
        RollOffMade, FirstPlayerSet
    )
    assert last_event(table, FirstPlayerSet) == FirstPlayerSet(round=1, seat=1)


@pytest.mark.rule("GA-7.0-12", "GA-7.1-01", "GA-2.4-07", "GA-2.4-05")
@pytest.mark.ruling("GA-7.0-12.2")
@pytest.mark.parametrize(
    ("at", "accepted"),
    [
        ((19.5, 10), True),
        ((19.6, 10), False),
        ((20.5, 10), False),
        ((0.5, 0.5), True),
        ((0.4, 10), False),
        ((10, 43.6), False),
        ((45, 10), False),
    ],
)
def test_deployed_wholly_within_the_zone(at: Place, *, accepted: bool):
    """Every base stands wholly within its player's zone and on the warfield."""
    table = deploying(*armies_of_single_troops(1, 1))
    if accepted:
        table.when("red", deploy_formation("a-0", at)).then(FormationDeployed)
    else:
        refused(table, "red", deploy_formation("a-0", at), "GA-7.0-12").rejected(
            "GA-7.0-12", "outside-zone", troop="a-0.1"
        )


@pytest.mark.rule("GA-2.2-05", "GA-2.2-06", "GA-3.2-06")
@pytest.mark.ruling("GA-2.2-06.2")
def test_deployed_whole_in_cohesion_and_apart():
    """A formation is set up with all its troops, in cohesion, and none on top of another."""
    table = deploying(formation("a-r", at=line(3, 5)), formation("b-b", at=[(55, 5)]))
    loose = refused(table, "red", deploy_formation("a-r", (5, 10), (5, 13), (5, 16.1)), "GA-2.2-05")
    loose.rejected("GA-2.2-05", "not-cohesive")
    few = refused(table, "red", deploy_formation("a-r", (5, 10), (5, 12)), "GA-2.2-06")
    few.rejected("GA-2.2-06", "troops-left-out", formation="a-r")
    heap = refused(table, "red", deploy_formation("a-r", (5, 10), (5, 12), (5, 12.5)), "GA-3.2-06")
    heap.rejected("GA-3.2-06", "on-another", troop="a-r.3")
    table.when("red", deploy_formation("a-r", (5, 10), (5, 13), (5, 16))).then(FormationDeployed)


@pytest.mark.rule("GA-7.0-13")
@pytest.mark.ruling("GA-7.0-13.2")
def test_formation_without_room_is_destroyed():
    """A formation for which its zone has no room counts as destroyed; nothing is triggered by it."""
    giant = formation("a-giant", at=[(5, 5)], troop=trooper(base=30), powers=("deadly_demise 3",))
    table = deploying(giant, *armies_of_single_troops(1, 1))
    outside = refused(table, "red", deploy_formation("a-giant", (15, 20)), "GA-7.0-12")
    outside.rejected("GA-7.0-12", "outside-zone")
    outcome = table.when("red", DeclareNoRoom(formation="a-giant", troops=()))
    outcome.then(FormationDestroyed, part="a-giant", cause="no_room").asks("deploy", "blue")
    assert [(event.troop, event.demise) for event in events_of(table, TroopDestroyed)] == [("a-giant.1", False)]


@pytest.mark.rule("GA-7.0-13")
def test_room_is_not_denied_where_there_is_some():
    """While a formation could be set up nobody declares that there is no room for it."""
    table = deploying(*armies_of_single_troops(1, 1))
    denied = refused(table, "red", DeclareNoRoom(formation="a-0", troops=()), "GA-7.0-13")
    denied.rejected("GA-7.0-13", "room-left", formation="a-0")


@pytest.mark.rule("GA-3.2-24")
def test_nobody_is_set_up_in_the_air():
    """Without terrain troops are set up on the ground."""
    table = deploying(*armies_of_single_troops(1, 1))
    aloft = refused(table, "red", deploy_formation("a-0", (10, 10, 5)), "GA-3.2-24")
    aloft.rejected("GA-3.2-24", "off-the-ground", troop="a-0.1")
    table.when("red", deploy_formation("a-0", (10, 10, 0))).then(FormationDeployed)


GRID_STEP = 20


@pytest.mark.rule("GA-7.0-13")
def test_a_crowded_zone_is_searched_place_by_place_once(monkeypatch):
    """Where nobody has room, a formation of twenty costs no more looks than one of one troop."""
    looks = []
    real = deployment_places.placement_fault

    def seen(*args: Any) -> Any:
        looks.append(1)
        return real(*args)

    monkeypatch.setattr(deployment_places, "placement_fault", seen)
    counts = []
    for troops in (1, GRID_STEP):
        table = crowded_zone(1_500, troops)
        del looks[:]
        assert deployment_places.what_fits(table.game, table.game.formations["a-r"]) == ()
        counts.append(len(looks))
    assert counts[0] == counts[1]


@pytest.mark.rule("GA-7.0-13", "GA-7.0-12")
def test_silence_sets_up_as_many_as_have_room():
    """Where one friend steps out of a crowd, two of five find room: those with the lowest numbers; else all do."""
    table = without_friend(crowded_zone(1_500, 5), Pose(10_000, 10_000, 0, 0))
    command = default_deployment(table)
    assert isinstance(command, DeclareNoRoom)
    assert [troop.troop for troop in command.troops] == ["a-r.1", "a-r.2"]
    assert isinstance(default_deployment(crowded_zone(6_000, 5)), DeployFormation)


@pytest.mark.rule("GA-7.0-13")
def test_a_bot_finds_the_only_room():
    """Where one place of the grid that tells of room is left, with no more than its base, a bot sets up there."""
    table = without_friend(crowded_zone(1_004, 1, first=514), Pose(9_550, 9_550, 0, 0))
    command = table.rules.choose(table.sight(0), Random(0))
    assert command == default_deployment(table)
    table.when("red", command).accepted()


@pytest.mark.rule("GA-7.0-12", "GA-7.0-13")
def test_the_view_says_who_sets_up_after_a_loss():
    """Where a formation found no room at all, the view names the other player as the next to set up."""
    table = crowded_zone(1_500, 1)
    assert table.view("blue").selects_next == 0
    table.when("red", DeclareNoRoom(formation="a-r", troops=())).accepted().asks("deploy", "blue")
    assert table.view("red").selects_next == 1


@pytest.mark.rule("GA-7.0-13", "GA-2.2-06")
@pytest.mark.ruling("GA-2.2-06.2", "GA-7.0-13.2")
def test_no_room_is_declared_for_those_without():
    """Where two of five find room in the zone, those two are set up and only the others are destroyed."""
    table = without_friend(crowded_zone(1_500, 5), Pose(10_000, 10_000, 0, 0))
    two = default_deployment(table)
    assert isinstance(two, DeclareNoRoom)
    for troops in ((), two.troops[:1]):
        command = replace(two, troops=troops)
        table.when("red", command).rejected("GA-7.0-13", "room-for-more", "troops", formation="a-r", most=2)
    other = tuple(replace(troop, troop=f"a-r.{number}") for number, troop in enumerate(two.troops, 4))
    assert isinstance(other[0], TroopPose)
    table.when("red", replace(two, troops=other)).then(TroopDestroyed, troop="a-r.1", cause="no_room")


@pytest.mark.rule("GA-2.2-06", "GA-7.0-13")
def test_no_room_is_declared_for_the_own_troops():
    """Who declares that there is no room names troops of that formation, each once."""
    table = deploying(formation("a-r", at=line(2, 5)), formation("b-b", at=[(55, 5)]))
    for troops in (troop_poses("b-b", (5, 5)), (*troop_poses("a-r", (5, 5)), *troop_poses("a-r", (5, 7)))):
        strange = refused(table, "red", DeclareNoRoom(formation="a-r", troops=troops), "GA-2.2-06")
        strange.rejected("GA-2.2-06", "strange-troops", formation="a-r")
