"""Who may shoot, and at whom (GA-3.3-01, -02, -12 to -14)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    EndTurn,
    FormationRemainedStationary,
    FormationSelectedToShoot,
    HitsRolled,
    PlayerTurnBegun,
    SelectToShoot,
    ShootingEnded,
    TargetsDeclared,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, duel, formation, line, moved
from tests.rulesets.grinding_annihilation.shooting.fixtures import shooters_of_three
from tests.rulesets.grinding_annihilation.shooting.steps import select_shooter
from tests.rulesets.grinding_annihilation.steps import aim, fire, last_event, refused, settle, shoot, shots


@pytest.mark.rule("GA-3.3-01")
def test_formation_shoots_once_in_a_phase():
    """A formation is selected to shoot at most once in a phase."""
    table = shoot(1)
    assert last_event(table, ShootingEnded).formation == "a-r"
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.3-01", "has-shot")
    table.when("red", SelectToShoot(formation="a-spare", sidearms=())).accepted()


@pytest.mark.rule("GA-3.3-01", "GA-3.0-09")
def test_turn_may_end_without_a_shot():
    """A player may end the Shooting turn though nobody has shot."""
    table = duel()
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1, phase="shooting")


@pytest.mark.rule("GA-3.3-02", "GA-3.2-14", "GA-3.2-17")
@pytest.mark.parametrize(
    ("kind", "clause", "reason"), [("advance", "GA-3.2-14", "has-advanced"), ("retreat", "GA-3.2-17", "has-retreated")]
)
def test_advance_and_retreat_bar_shooting(kind: str, clause: str, reason: str):
    """Who Advanced or Retreated this round does not shoot, and does so in the next round."""
    table = duel(past={"move": moved("a-r", kind)})
    command = SelectToShoot(formation="a-r", sidearms=())
    refused(table, "red", command, clause).rejected(clause, reason)
    select_shooter(duel(number=2, before=moved("a-r", kind)))


@pytest.mark.rule("GA-3.3-02")
@pytest.mark.parametrize("past", [moved("a-r"), [FormationRemainedStationary(formation="a-r")]])
def test_normal_move_and_standing_still_do_not(past: list[Struct]):
    """Who stood still or made a Normal move shoots."""
    table = select_shooter(duel(past={"move": past}))
    assert table.game.formations["a-r"].shot


@pytest.mark.rule("GA-3.3-12", "GA-2.3-02")
@pytest.mark.parametrize(("gap", "accepted"), [(0.9, False), (1.0, False), (1.001, True)])
def test_formation_within_threat_range_does_not_shoot(gap: float, *, accepted: bool):
    """One troop within Threat Range of an enemy keeps the whole formation from shooting."""
    red = formation("a-r", at=line(5, 10))
    table = battle(red, formation("b-b", at=[(11 + gap, 10)], weapons=()))
    command = SelectToShoot(formation="a-r", sidearms=())
    if accepted:
        table.when("red", command).accepted()
    else:
        refused(table, "red", command, "GA-3.3-12").rejected("GA-3.3-12", "locked")


def friend_locked(*dice: int, friend: float = 0.8, **rest: Any) -> Table:
    """Let "a-f" be locked with "b-b", while "a-r" is free; "b-c" is free as well."""
    return battle(
        formation("a-r", at=[(10, 10)]),
        formation("a-f", at=[(21 + friend, 10)], weapons=()),
        formation("b-b", at=[(20, 10)], weapons=(), **rest),
        formation("b-c", at=[(20, 20)], weapons=()),
        dice=dice,
    )


@pytest.mark.rule("GA-3.3-13")
def test_locked_enemy_is_no_target():
    """An enemy within Threat Range of a friend is not shot at; others are."""
    table = select_shooter(friend_locked(1, friend=1.0))
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    table.when("red", command).rejected("GA-3.3-13", "target-locked", target="b-b")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-c"))).accepted()
    settle(table)
    fire(friend_locked(1, friend=1.001))


def monster_locked(*dice: int, keyword: str = "monstrous", **rest: Any) -> Table:
    """Let "a-r" be in Threat Range of "b-b", "a-f" of "b-c"; "b-d" is free."""
    return battle(
        formation("a-r", at=[(10, 10)], keywords=(keyword,)),
        formation("b-b", at=[(11.5, 10)], weapons=()),
        formation("a-f", at=[(20, 20)], weapons=()),
        formation("b-c", at=[(21.5, 20)], weapons=()),
        formation("b-d", at=[(20, 10)], weapons=()),
        dice=dice,
        **rest,
    )


@pytest.mark.rule("GA-3.3-14")
@pytest.mark.ruling("GA-3.3-14.2")
@pytest.mark.parametrize("target", ["b-b", "b-d"])
def test_monstrous_shoots_from_within_threat_range(target: str):
    """A Monstrous formation shoots at those that it is locked with and at the free, as well as ever."""
    table = fire(monster_locked(3, 1), "a-r", target)
    assert (last_event(table, AttackGroupBegun).target, last_event(table, HitsRolled).hits) == (target, 1)


@pytest.mark.rule("GA-3.3-14")
@pytest.mark.ruling("GA-3.3-14.2", "GA-3.3-14.4")
def test_monstrous_does_not_shoot_into_others_fights():
    """What is locked with a friend alone is no target for a Monstrous formation, unless the option says so."""
    table = select_shooter(monster_locked())
    command = aim(table, "a-r", *shots(table, "a-r", "b-c"))
    table.when("red", command).rejected("GA-3.3-13", "target-locked", target="b-c")
    fire(monster_locked(1, options={"monstrous_any_locked_target": True}), "a-r", "b-c")


@pytest.mark.rule("GA-3.3-14")
@pytest.mark.ruling("GA-3.3-14.2")
def test_monstrous_target_may_be_shot_at_in_its_fight():
    """A Monstrous enemy is a target though it is locked with a friend, and no harder to hit for that."""
    table = fire(friend_locked(3, 1, keywords=("monstrous",)))
    assert (last_event(table, AttackGroupBegun).target, last_event(table, HitsRolled).hits) == ("b-b", 1)


@pytest.mark.rule("GA-3.3-14")
@pytest.mark.ruling("GA-3.3-14.3", "GA-3.3-14.4")
def test_vehicles_are_no_exception_but_by_option():
    """A Vehicle does not shoot within Threat Range, unless the option names its keyword."""
    command = SelectToShoot(formation="a-r", sidearms=())
    monster_locked(keyword="vehicle").when("red", command).rejected("GA-3.3-12", "locked")
    fire(monster_locked(1, keyword="vehicle", options={"locked_exception_keywords": ("monstrous", "vehicle")}))


@pytest.mark.rule("GA-3.3-02", "GA-8.3-06")
def test_profiles_of_one_weapon_after_an_advance():
    """After an Advance a profile without Storm stays silent, though another of the same weapon may be shot."""
    table = shooters_of_three(move="advance", carry=("gun", "two"))
    table.select().then(FormationSelectedToShoot, only="storm")
    table.declare(("gun", 0, "b-wall")).rejected("GA-8.3-06", "storm-only")
    table.declare(("two", 0, "b-wall")).rejected("GA-8.3-06", "storm-only")
    table.declare(("two", 1, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-3.3-12", "GA-8.3-10")
def test_locked_with_sidearms():
    """Within Threat Range only SideArms shoot, at those within it."""
    table = shooters_of_three(near=True, carry=("pistol", "gun")).formation("b-far", at=(10_000, 16_000))
    table.select().then(FormationSelectedToShoot, only="sidearm")
    table.declare(("gun", 0, "b-wall")).rejected("GA-8.3-10", "sidearm-only")
    table.declare(("pistol", 0, "b-far")).rejected("GA-8.3-10", "beyond-threat")
    table.declare(("pistol", 0, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-3.3-14", "GA-8.3-19")
def test_monstrous_shooters():
    """A Monstrous formation shoots while locked, also at those who lock it, but not with Volatile weapons."""
    table = shooters_of_three(near=True, carry=("gun", "mortar"), keywords=("monstrous",))
    table.formation("b-other", at=(30_000, 30_000)).formation("a-friend", at=(30_000, 31_900))
    table.select().then(FormationSelectedToShoot, only="")
    table.declare(("mortar", 0, "b-wall")).rejected("GA-8.3-19", "volatile-near-friends")
    table.declare(("gun", 0, "b-other")).rejected("GA-3.3-13", "target-locked")
    table.declare(("gun", 0, "b-wall")).then(TargetsDeclared)
