"""Storm and SideArms (GA-8.3-06, -10, -11)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    DeclareAssault,
    FormationRemainedStationary,
    SelectToShoot,
    TargetsDeclared,
)
from tests.rulesets.grinding_annihilation.fixtures import Member, battle, duel, formation, gun, line, moved
from tests.rulesets.grinding_annihilation.shooting.fixtures import shooter_in_threat_range, shooters_of_three
from tests.rulesets.grinding_annihilation.shooting.steps import attack_counts, declare_sidearms
from tests.rulesets.grinding_annihilation.steps import aim, refused, settle, shots

STORM = gun("storm", "storm")


@pytest.mark.rule("GA-8.3-06", "GA-3.2-14")
def test_storm_after_an_advance():
    """After an Advance a formation with a Storm weapon shoots, with Storm weapons only."""
    red = formation("a-r", at=line(2, 10), weapons=(STORM,), only={2: Member(weapons=(gun("other"),))})
    blue = formation("b-b", at=[(20, 10)], weapons=())
    table = battle(red, blue, dice=(1,), past={"move": moved("a-r", "advance")})
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    refused(table, "red", aim(table, "a-r", *shots(table, "a-r", "b-b")), "GA-8.3-06").rejected(
        "GA-8.3-06", "storm-only", troop="a-r.2", weapon="other"
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "storm"))).accepted()
    settle(table)
    assert [(attack_count.weapon, attack_count.attacks) for attack_count in attack_counts(table)] == [("storm", 1)]


@pytest.mark.rule("GA-8.3-06", "GA-3.2-14", "GA-3.2-17")
def test_storm_lifts_neither_retreat_nor_assault():
    """A Retreat bars Storm weapons too, and an Advance the Assault."""
    table = duel(gun=STORM, past={"move": moved("a-r", "retreat")})
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.2-17", "has-retreated")
    table = duel(gun=STORM, gap=6, phase="assault", past={"move": moved("a-r", "advance")})
    command = DeclareAssault(formation="a-r", targets=("b-b",))
    table.when("red", command).rejected("GA-3.4-03", "moved-too-far", move="advance")
    duel(gun=STORM, gap=6, phase="assault", past={"move": moved("a-r")}).when("red", command).accepted()


@pytest.mark.rule("GA-8.3-10", "GA-3.3-12", "GA-3.3-13")
def test_sidearms_shoot_at_those_within_threat_range():
    """Within Threat Range SideArms alone shoot, and only at formations within it."""
    table = shooter_in_threat_range(1)
    table.when("red", declare_sidearms(table, "b-c", "pistol")).rejected("GA-8.3-10", "beyond-threat", target="b-c")
    rifles = aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))
    table.when("red", rifles).rejected("GA-8.3-10", "sidearm-only", weapon="rifle")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "pistol"))).accepted()
    settle(table)
    assert [(attack_count.weapon, attack_count.attacks) for attack_count in attack_counts(table)] == [("pistol", 1)]
    table = shooter_in_threat_range(weapons=(gun(),))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.3-12", "locked")


@pytest.mark.rule("GA-8.3-10")
def test_monstrous_needs_no_sidearms():
    """A Monstrous formation shoots all its weapons within Threat Range."""
    table = shooter_in_threat_range(1, 1, keywords=("monstrous",))
    table.when("red", declare_sidearms(table, "b-b", sidearms=False)).accepted()
    settle(table)
    assert sorted((attack_count.weapon, attack_count.attacks) for attack_count in attack_counts(table)) == [
        ("pistol", 1),
        ("rifle", 1),
    ]


PISTOL = gun("pistol", "sidearm", reach=12)


@pytest.mark.rule("GA-8.3-10", "GA-3.2-14", "GA-3.2-17")
@pytest.mark.parametrize(
    ("kind", "clause", "reason"), [("advance", "GA-3.2-14", "has-advanced"), ("retreat", "GA-3.2-17", "has-retreated")]
)
def test_sidearms_do_not_lift_advance_or_retreat(kind: str, clause: str, reason: str):
    """An Advance or a Retreat bars SideArms too, which else may be shot from there."""
    table = duel(gun=PISTOL, gap=0.5, past={"move": moved("a-r", kind)})
    table.when("red", SelectToShoot(formation="a-r", sidearms=("a-r.1",))).rejected(clause, reason)
    table = duel(gun=PISTOL, gap=0.5, past={"move": [FormationRemainedStationary(formation="a-r")]})
    table.when("red", SelectToShoot(formation="a-r", sidearms=("a-r.1",))).accepted()


@pytest.mark.rule("GA-8.3-11")
def test_troop_shoots_sidearms_or_the_rest():
    """A troop that is neither Monstrous nor Vehicle shoots its SideArms or its other weapons."""
    red = formation("a-r", at=[(10, 10)], weapons=(PISTOL, gun()))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,))
    table.when("red", declare_sidearms(table, "b-b")).rejected("GA-8.3-11", "sidearms-or-others", weapon="rifle")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "pistol"))).accepted()
    settle(table)
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,))
    table.when("red", declare_sidearms(table, "b-b", sidearms=False)).rejected(
        "GA-8.3-11", "sidearms-or-others", weapon="pistol"
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))).accepted()
    settle(table)
    assert [(attack_count.weapon, attack_count.attacks) for attack_count in attack_counts(table)] == [("rifle", 1)]


@pytest.mark.rule("GA-8.3-11")
def test_vehicle_shoots_everything():
    """A Vehicle out of Threat Range shoots SideArms and other weapons together."""
    red = formation("a-r", at=[(10, 10)], weapons=(PISTOL, gun()), keywords=("vehicle",))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1))
    table.when("red", declare_sidearms(table, "b-b", sidearms=False)).accepted()
    settle(table)
    assert sorted((attack_count.weapon, attack_count.attacks) for attack_count in attack_counts(table)) == [
        ("pistol", 1),
        ("rifle", 1),
    ]


@pytest.mark.rule("GA-8.3-10")
@pytest.mark.ruling("GA-8.3-10.2", "GA-8.3-10.3")
@pytest.mark.parametrize(("scope", "accepted"), [("formation", True), ("troop", False)])
def test_scope_of_sidearms(scope: str, *, accepted: bool):
    """The formation has to be within Threat Range of a SideArm's target; by option the troop itself."""
    red = formation("a-r", at=[(10, 10), (8.5, 10)], weapons=(), only={2: Member(weapons=(PISTOL,))})
    blue = formation("b-b", at=[(11.5, 10)], weapons=())
    table = battle(red, blue, options={"sidearm_scope": scope}, dice=(1,) if accepted else ())
    table.when("red", SelectToShoot(formation="a-r", sidearms=("a-r.2",))).accepted()
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    if accepted:
        table.when("red", command).accepted()
        settle(table)
    else:
        table.when("red", command).rejected("GA-8.3-10", "beyond-threat")


@pytest.mark.rule("GA-8.3-11")
def test_sidearms_or_other_weapons():
    """A troop with SideArms shoots those or its other weapons, as it said; Vehicles shoot both."""
    table = shooters_of_three(carry=("gun", "pistol"))
    table.select("a-guns", "b-wall.1").rejected("GA-8.3-11", "no-sidearm-choice")
    table.select("a-guns", "a-guns.1").accepted()
    table.declare(("gun", 0, "b-wall")).rejected("GA-8.3-11", "sidearms-or-others", troop="a-guns.1")
    table.declare(("pistol", 0, "b-wall")).rejected("GA-8.3-11", "sidearms-or-others", troop="a-guns.2")
    vehicle = shooters_of_three(carry=("gun", "pistol"), keywords=("vehicle",))
    vehicle.select()
    vehicle.declare(("gun", 0, "b-wall"), ("pistol", 0, "b-wall")).then(TargetsDeclared)


@pytest.mark.rule("GA-8.3-10")
def test_vehicle_within_threat_range_has_its_sidearms_alone():
    """A Vehicle, which elsewhere shoots everything, has no more than its SideArms within Threat Range."""
    table = shooter_in_threat_range(1, keywords=("vehicle",))
    table.when("red", declare_sidearms(table, "b-b", sidearms=False)).rejected(
        "GA-8.3-10", "sidearm-only", weapon="rifle"
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "pistol"))).accepted()
    settle(table)


@pytest.mark.rule("GA-8.3-10", "GA-3.2-14")
def test_storm_does_not_lift_the_advance_of_sidearms_within_threat_range():
    """Storm weapons are of no use to who Advanced and is within Threat Range, though they be SideArms as well."""
    table = duel(gun=gun("spray", "sidearm", "storm"), gap=0.5, past={"move": moved("a-r", "advance")})
    command = SelectToShoot(formation="a-r", sidearms=("a-r.1",))
    table.when("red", command).rejected("GA-8.3-10", "has-advanced")
    free = duel(gun=gun("spray", "sidearm", "storm"), gap=1.5, past={"move": moved("a-r", "advance")})
    free.when("red", command).accepted()


@pytest.mark.rule("GA-3.3-12", "GA-8.3-06", "GA-8.3-10")
@pytest.mark.ruling("GA-8.3-10.4")
@pytest.mark.parametrize(
    ("arms", "clause", "reason"),
    [
        ((STORM,), "GA-3.3-12", "locked"),
        ((STORM, PISTOL), "GA-8.3-10", "has-advanced"),
        ((gun("spray", "sidearm", "storm"),), "GA-8.3-10", "has-advanced"),
        ((PISTOL,), "GA-3.2-14", "has-advanced"),
    ],
)
def test_why_who_advanced_does_not_shoot_within_threat_range(arms: tuple, clause: str, reason: str):
    """Storm weapons alone are locked in combat; where there are SideArms it is the Advance that bars them."""
    red = formation("a-r", at=[(10, 10)], weapons=arms)
    near = formation("b-b", at=[(11.5, 10)], weapons=())
    table = battle(red, near, past={"move": moved("a-r", "advance")})
    refused(table, "red", SelectToShoot(formation="a-r", sidearms=()), clause).rejected(clause, reason)


@pytest.mark.rule("GA-8.3-10", "GA-8.3-06")
@pytest.mark.ruling("GA-8.3-10.4")
def test_weapons_of_both_abilities_by_option():
    """By option weapons that have Storm and SideArm are fired after an Advance within Threat Range, no others."""
    arms = (gun("spray", "sidearm", "storm"), STORM, PISTOL)
    red = formation("a-r", at=[(10, 10)], weapons=arms)
    blue = (formation("b-b", at=[(11.5, 10)], weapons=()), formation("b-c", at=[(16, 10)], weapons=()))
    past = {"move": moved("a-r", "advance")}
    table = battle(red, *blue, past=past, options={"sidearm_with_storm": True}, dice=(1,))
    table.when("red", SelectToShoot(formation="a-r", sidearms=("a-r.1",))).accepted()
    for weapon, target, clause, reason in (
        ("storm", "b-b", "GA-8.3-10", "sidearm-only"),
        ("pistol", "b-b", "GA-8.3-06", "storm-only"),
        ("spray", "b-c", "GA-8.3-10", "beyond-threat"),
    ):
        table.when("red", aim(table, "a-r", *shots(table, "a-r", target, weapon))).rejected(clause, reason)
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "spray"))).accepted()
    settle(table)
    plain = battle(
        formation("a-r", at=[(10, 10)], weapons=(STORM, PISTOL)), *blue, past=past, options={"sidearm_with_storm": True}
    )
    plain.when("red", SelectToShoot(formation="a-r")).rejected("GA-8.3-10", "has-advanced")
