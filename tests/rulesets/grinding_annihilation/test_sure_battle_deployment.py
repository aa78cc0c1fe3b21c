"""Chapter 7.0, deployment: in turns, wholly within the own zone, in cohesion, and without room (GA-7.0-12, -13)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Attachment,
    BattleFormations,
    DeclareNoRoom,
    DeployFormation,
    FirstPlayerSet,
    FormationDeployed,
    FormationDestroyed,
    RollOffMade,
    TroopDestroyed,
    TroopPose,
)
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    Unit,
    formation,
    last,
    line,
    pose,
    refused,
    story,
    trooper,
)
from tests.rulesets.grinding_annihilation.test_setup import deploy, deploying, leader


def armies(red: int, blue: int) -> list[Unit]:
    """Give formations of one troop each."""
    return [
        *(formation(f"a-{number}", at=[(5, 5)]) for number in range(red)),
        *(formation(f"b-{number}", at=[(55, 5)]) for number in range(blue)),
    ]


@pytest.mark.rule("GA-7.0-12")
def test_players_deploy_in_turns():
    """The Attacker begins, the players take turns, and who has more goes on alone."""
    table = deploying(*armies(2, 4))
    refused(table, "blue", deploy("b-0", (55, 5)), "GA-7.0-12").rejected("GA-7.0-12", "not-asked", asks="red")
    order = [("red", "a-0", 5), ("blue", "b-0", 55), ("red", "a-1", 5), ("blue", "b-1", 55), ("blue", "b-2", 55)]
    for number, (who, name, x) in enumerate(order):
        table.when(who, deploy(name, (x, 5 + 2 * number))).then(FormationDeployed, formation=name)
    assert [each.next for each in story(table, FormationDeployed)] == [1, 0, 1, 1, 1]
    refused(table, "blue", deploy("b-2", (50, 30)), "GA-7.0-12").rejected("GA-7.0-12", "not-to-deploy")
    table.faces(2, 6)
    table.when("blue", deploy("b-3", (55, 30))).then(FormationDeployed, next=None).then(RollOffMade, FirstPlayerSet)
    assert last(table, FirstPlayerSet) == FirstPlayerSet(round=1, seat=1)


@pytest.mark.rule("GA-7.0-12", "GA-7.1-01", "GA-2.4-07", "GA-2.4-05")
@pytest.mark.parametrize(("at", "accepted"), [
    ((19.5, 10), True), ((19.6, 10), False), ((20.5, 10), False), ((0.5, 0.5), True), ((0.4, 10), False),
    ((10, 43.6), False), ((45, 10), False),
])  # fmt: skip
def test_deployed_wholly_within_the_zone(at: Place, *, accepted: bool):
    """Every base stands wholly within its player's zone and on the warfield."""
    table = deploying(*armies(1, 1))
    if accepted:
        table.when("red", deploy("a-0", at)).then(FormationDeployed)
    else:
        refused(table, "red", deploy("a-0", at), "GA-7.0-12").rejected("GA-7.0-12", "outside-zone", troop="a-0.1")


@pytest.mark.rule("GA-2.2-05", "GA-2.2-06", "GA-3.2-06")
def test_deployed_whole_in_cohesion_and_apart():
    """A formation is set up with all its troops, in cohesion, and none on top of another."""
    table = deploying(formation("a-r", at=line(3, 5)), formation("b-b", at=[(55, 5)]))
    loose = refused(table, "red", deploy("a-r", (5, 10), (5, 13), (5, 16.1)), "GA-2.2-05")
    loose.rejected("GA-2.2-05", "not-cohesive")
    few = refused(table, "red", deploy("a-r", (5, 10), (5, 12)), "GA-2.2-06")
    few.rejected("GA-2.2-06", "troops-left-out", formation="a-r")
    heap = refused(table, "red", deploy("a-r", (5, 10), (5, 12), (5, 12.5)), "GA-3.2-06")
    heap.rejected("GA-3.2-06", "on-another", troop="a-r.3")
    table.when("red", deploy("a-r", (5, 10), (5, 13), (5, 16))).then(FormationDeployed)


@pytest.mark.rule("GA-4.2-07")
def test_attached_formation_deploys_as_one():
    """Escort and Leader are set up together, in one cohesion."""
    units = (leader("a-one", "squad"), formation("a-squad", at=line(2, 5)), formation("b-b", at=[(55, 5)]))
    joined = BattleFormations(attachments=(Attachment(leader="a-one", escort="a-squad"),))
    table = deploying(*units, red=joined)
    refused(table, "red", deploy("a-one", (5, 5)), "").rejected("", "unknown-id")
    alone = refused(table, "red", deploy("a-squad", (5, 10), (5, 12)), "GA-2.2-06")
    alone.rejected("GA-2.2-06", "troops-left-out", formation="a-squad")
    astray = refused(table, "red", both_at((5, 15.1)), "GA-2.2-05")
    astray.rejected("GA-2.2-05", "not-cohesive")
    table.when("red", both_at((5, 15))).then(FormationDeployed, formation="a-squad")


def both_at(at: Place) -> DeployFormation:
    """Set an Escort of two and its Leader up, who stands here."""
    poses = (("a-squad.1", (5, 10)), ("a-squad.2", (5, 12)), ("a-one.1", at))
    troops = tuple(TroopPose(troop=troop, pose=pose(each)) for troop, each in poses)
    return DeployFormation(formation="a-squad", troops=troops)


@pytest.mark.rule("GA-7.0-13")
def test_formation_without_room_is_destroyed():
    """A formation for which its zone has no room counts as destroyed; nothing is triggered by it."""
    giant = formation("a-giant", at=[(5, 5)], troop=trooper(base=30), powers=("deadly_demise 3",))
    table = deploying(giant, *armies(1, 1))
    outside = refused(table, "red", deploy("a-giant", (15, 20)), "GA-7.0-12")
    outside.rejected("GA-7.0-12", "outside-zone")
    gone = table.when("red", DeclareNoRoom(formation="a-giant", troops=()))
    gone.then(FormationDestroyed, part="a-giant", cause="no_room").asks("deploy", "blue")
    assert [(each.troop, each.demise) for each in story(table, TroopDestroyed)] == [("a-giant.1", False)]


@pytest.mark.rule("GA-7.0-13")
def test_room_is_not_denied_where_there_is_some():
    """While a formation could be set up nobody declares that there is no room for it."""
    table = deploying(*armies(1, 1))
    denied = refused(table, "red", DeclareNoRoom(formation="a-0", troops=()), "GA-7.0-13")
    denied.rejected("GA-7.0-13", "room-left", formation="a-0")


@pytest.mark.rule("GA-2.3-03")
@pytest.mark.parametrize(("gap", "accepted"), [(1.0, False), (1.1, True)])
def test_nobody_is_set_up_within_threat_range(gap: float, *, accepted: bool):
    """A troop is not set up within Threat Range of an enemy."""
    table = deploying(*armies(1, 2))
    enemy = TroopPose(troop="b-1.1", pose=pose((11 + gap, 10)))
    table.given(FormationDeployed(formation="b-1", troops=(enemy,), next=0))
    if accepted:
        table.when("red", deploy("a-0", (10, 10))).then(FormationDeployed)
    else:
        refused(table, "red", deploy("a-0", (10, 10)), "GA-2.3-03").rejected("GA-2.3-03", "set-up-in-threat")


@pytest.mark.rule("GA-3.2-24")
def test_nobody_is_set_up_in_the_air():
    """Without terrain troops are set up on the ground."""
    table = deploying(*armies(1, 1))
    aloft = refused(table, "red", deploy("a-0", (10, 10, 5)), "GA-3.2-24")
    aloft.rejected("GA-3.2-24", "off-the-ground", troop="a-0.1")
    table.when("red", deploy("a-0", (10, 10, 0))).then(FormationDeployed)
