"""Leaders and their Escorts (GA-4.2-06 to -11)."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    Attachment,
    AttackAllocated,
    BattleFormations,
    CommitBattleFormations,
    DefenceRolled,
    DeployFormation,
    FormationDeployed,
    FormationDestroyed,
    InflictDamage,
    SelectToShoot,
    TroopPose,
    WarfieldClosed,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Member, Place, battle, formation, gun, line, pose, trooper
from tests.rulesets.grinding_annihilation.missions.set_up.fixtures import (
    ask_battle_formations,
    ask_for,
    deploying,
    leader,
    warfield_set,
)
from tests.rulesets.grinding_annihilation.missions.set_up.steps import battle_formations, deploy_formation
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier, squad
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import allocate, roll_hits_and_wounds, roll_save
from tests.rulesets.grinding_annihilation.steps import (
    declare,
    events_of,
    fire,
    last_event,
    living,
    make,
    path,
    refused,
    wounds_left,
)


def attack_on_led_squad(*dice: int, escorts: int = 6, weapons: tuple = (), **rest: Any) -> Table:
    """Let "a-r" have a Leader, and face "b-b" with one too; "a-q" stands by."""
    shooters = (
        formation("a-r", at=[(10, 10)], weapons=weapons or (gun("shot"),)),
        formation("a-q", at=[(10, 14)], weapons=(gun("late"),)),
    )
    blue = formation("b-b", at=line(escorts, 20), weapons=(), troop=trooper(v=4))
    chief = formation(
        "b-chief",
        at=[(21.2, 10)],
        weapons=(),
        troop=trooper("chief", v=6, w=4, de=2),
        keywords=("character",),
        powers=("leader",),
        leads=("b",),
    )
    return battle(*shooters, blue, chief, lead={"b-chief": "b-b"}, dice=dice, **rest)


@pytest.mark.rule("GA-4.2-07", "GA-2.2-03")
@pytest.mark.ruling("GA-2.2-03.1")
def test_attached_formation_is_one_formation():
    """Escort and Leader move by one roll, in one cohesion, and shoot as one; each keeps its own statistics."""
    table = attack_on_led_squad(4, phase="move", first="blue")
    rolled = declare(table, "b-b", "advance", "blue").one(AdvanceRolled)
    assert len(rolled.reaches) == 7
    # seven troops need two links each: the Leader alone to the side has one
    away = make("b-b", path("b-chief.1", (23, 8)), kind="advance")
    refused(table, "blue", away, "GA-2.2-07").rejected("GA-2.2-07", "not-cohesive")
    table.when("blue", make("b-b", path("b-chief.1", (22, 11)), kind="advance")).accepted()
    table = attack_on_led_squad(first="blue")
    alone = refused(table, "blue", SelectToShoot(formation="b-chief", sidearms=()), "")
    alone.rejected("", "unknown-id")
    table.when("blue", SelectToShoot(formation="b-b", sidearms=())).accepted()


def formation_of_leader(table: Table) -> str:
    """Name the formation that the Leader is in."""
    return next(row.id for row in table.view("red").formations if "b-chief.1" in [troop.id for troop in row.troops])


@pytest.mark.rule("GA-4.2-09")
def test_escorts_vigour_for_all_attacks_of_the_formation():
    """All attacks of a formation use the Escort's Vigour, though it falls meanwhile; the next formation's do not."""
    arms = (gun("first"), gun("second"))
    table = fire(attack_on_led_squad(3, 4, 1, 3, 4, 6, escorts=1, weapons=arms))
    assert [event.vigour for event in events_of(table, WoundsRolled)] == [4, 4]
    table.faces(3, 4)
    fire(table, "a-q", formation_of_leader(table))
    assert (last_event(table, WoundsRolled).vigour, last_event(table, WoundsRolled).wounds) == (6, 0)


@pytest.mark.rule("GA-4.2-10")
@pytest.mark.ruling("GA-4.2-10.1")
def test_characters_of_the_escort_are_protected_too():
    """A Character within the Escort is spared while another Escort troop lives, though it is wounded."""
    hero = {1: Member(keywords=("character",))}
    blue = formation("b-b", at=line(2, 20), weapons=(), troop=trooper(w=2), only=hero)
    chief = formation(
        "b-chief",
        at=[(21.2, 10)],
        weapons=(),
        troop=trooper("chief", w=4),
        keywords=("character",),
        leads=("b",),
        powers=("leader",),
    )
    red = formation("a-r", at=[(10, 10)], weapons=(gun("shot"),))
    table = battle(red, blue, chief, lead={"b-chief": "b-b"}, wounds={"b-b.1": 1}, dice=(3, 4, 6))
    fire(table)
    assert last_event(table, AttackAllocated).troop == "b-b.2"


@pytest.mark.rule("GA-4.2-11")
def test_leader_is_next_when_the_escort_is_gone():
    """Attacks that are left when the last Escort troop is destroyed go to the Leader, on his own Defence."""
    table = fire(attack_on_led_squad(3, 3, 3, 3, 4, 4, 4, 4, 1, 1, 2, 1, escorts=2, weapons=(gun("four", sw=4),)))
    found = [event.troop for event in events_of(table, AttackAllocated)]
    assert (sorted(found[:2]), found[2:]) == (["b-b.1", "b-b.2"], ["b-chief.1", "b-chief.1"])
    assert [event.needed.total for event in events_of(table, DefenceRolled)] == [4, 4, 2, 2]
    assert [event.saved for event in events_of(table, DefenceRolled)] == [False, False, True, False]
    rest = next(row.id for row in table.view("red").formations if [one.id for one in row.troops] == ["b-chief.1"])
    assert wounds_left(table, rest) == [3]
    assert living(table, rest) == ["b-chief.1"]


@pytest.mark.rule("GA-4.2-10", "GA-4.2-11", "GA-4.2-08", "GA-8.4-05")
def test_leaders_are_guarded():
    """A Character takes no attacks while an Escort troop lives; afterwards with his own save. Parts fall one by one."""
    field = attack_table(swiftness=3, pace="step").formation(
        "b-wall", 2, leader=troop_profile("boss", defence=2, wounds=3), keywords=("infantry",)
    )
    roll_hits_and_wounds(field, 5, 5, 5, 5, 5, 5)
    boss = "b-wallboss.1"
    field.change("troops", boss, wounds_left=2)
    allocate(field, 1, boss).rejected("GA-4.2-10", "character-guarded", may="b-wall.1 b-wall.2")
    for number, troop in ((1, "b-wall.1"), (2, "b-wall.2")):
        allocate(field, number, troop).accepted()
        roll_save(field, number, 1)
        done = field.table.when("red", InflictDamage(group=field.open, attack=number, reinforced_health=0))
    done.then(FormationDestroyed, formation="b-wall", part="b-wall", whole=False)
    log = field.table.log
    fallen = next(why for entry in log for event, why in entry.events if isinstance(event, FormationDestroyed))
    assert fallen == ("GA-8.4-05", "GA-4.2-08")
    allocate(field, 3, boss).accepted()
    roll_save(field, 3, 2).then(DefenceRolled, saved=True)


def commit_attachments(*pairs: tuple[str, str]) -> CommitBattleFormations:
    """Write down Leaders and their Escorts."""
    joined = tuple(Attachment(leader=one, escort=other) for one, other in pairs)
    return CommitBattleFormations(formations=BattleFormations(attachments=joined))


@pytest.mark.rule("GA-4.2-06", "GA-7.0-11")
def test_leader_joins_one_escort_of_his_kind():
    """A Leader joins one own Escort that he lists; an Escort takes one Leader."""
    units = (
        leader("a-one", "squad"),
        leader("a-two", "squad"),
        formation("a-squad", at=line(3, 5, 10)),
        formation("a-other", at=line(3, 5, 20)),
        formation("b-squad", at=line(3, 55, 10)),
    )
    table = warfield_set(*units).given(WarfieldClosed())
    ask_for(table, "CommitBattleFormations", "red", "blue")
    for reason, pairs in (
        ("attached-twice", (("a-one", "a-squad"), ("a-two", "a-squad"))),
        ("may-not-lead", (("a-one", "a-other"),)),
        ("attached-twice", (("a-one", "a-squad"), ("a-one", "a-squad"))),
        ("may-not-lead", (("a-squad", "a-other"),)),
    ):
        refused(table, "red", commit_attachments(*pairs), "GA-4.2-06").rejected("GA-4.2-06", reason)
    for pair in (("a-one", "b-squad"), ("a-nobody", "a-squad")):
        refused(table, "red", commit_attachments(pair), "").rejected("", "unknown-id")
    table.when("red", commit_attachments(("a-one", "a-squad"))).accepted()
    table.when("blue", commit_attachments()).accepted()
    joined = next(row for row in table.view("blue").formations if row.id == "a-squad")
    assert [part.role for part in joined.parts] == ["escort", "leader"]
    assert len(joined.troops) == 4
    late = refused(table, "red", commit_attachments(("a-two", "a-squad")), "GA-7.0-12")
    late.rejected("GA-7.0-12", "not-asked", window="deploy")


@pytest.mark.rule("GA-4.2-07", "GA-7.0-11")
def test_a_leader_that_joins_is_named_by_its_escort():
    """Who writes an attached Leader down for Reserves or a transport is told to name the Escort."""
    leader = formation("a-l", at=[(8, 8)], keywords=("infantry", "character"), leads=("p",), powers=("leader",))
    table = ask_battle_formations(squad(1), leader, carrier(), formation("b-b", at=[(50, 5)]))
    joined = {"a-l": "a-p"}
    for command in (
        battle_formations(lead=joined, strategic=("a-l",)),
        battle_formations(lead=joined, aboard={"a-l": "a-t.1"}),
    ):
        table.when("red", command).rejected("GA-4.2-07", "goes-with-escort", formation="a-l", escort="a-p")
    table.when("red", battle_formations(lead=joined, aboard={"b-b": "a-t.1"})).rejected("", "unknown-id")
    table.when("red", battle_formations(lead=joined, strategic=("a-p",))).accepted()


def deploy_with_leader_at(at: Place) -> DeployFormation:
    """Set an Escort of two and its Leader up, who stands here."""
    poses = (("a-squad.1", (5, 10)), ("a-squad.2", (5, 12)), ("a-one.1", at))
    troops = tuple(TroopPose(troop=troop, pose=pose(row)) for troop, row in poses)
    return DeployFormation(formation="a-squad", troops=troops)


@pytest.mark.rule("GA-4.2-07")
@pytest.mark.ruling("GA-4.2-07.1")
def test_attached_formation_deploys_as_one():
    """Escort and Leader are set up together, in one cohesion."""
    units = (leader("a-one", "squad"), formation("a-squad", at=line(2, 5)), formation("b-b", at=[(55, 5)]))
    joined = BattleFormations(attachments=(Attachment(leader="a-one", escort="a-squad"),))
    table = deploying(*units, red=joined)
    refused(table, "red", deploy_formation("a-one", (5, 5)), "").rejected("", "unknown-id")
    alone = refused(table, "red", deploy_formation("a-squad", (5, 10), (5, 12)), "GA-2.2-06")
    alone.rejected("GA-2.2-06", "troops-left-out", formation="a-squad")
    astray = refused(table, "red", deploy_with_leader_at((5, 15.1)), "GA-2.2-05")
    astray.rejected("GA-2.2-05", "not-cohesive")
    table.when("red", deploy_with_leader_at((5, 15))).then(FormationDeployed, formation="a-squad")
