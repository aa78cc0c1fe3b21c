"""Chapter 3.3, up to the targets: who shoots, what is declared, and in which order it is worked off."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    DeclareTargets,
    EndTurn,
    FormationRemainedStationary,
    HitsRolled,
    PlayerTurnBegun,
    RollHit,
    SelectToShoot,
    ShootingEnded,
    Shot,
    Sight,
    TargetsDeclared,
    TroopDestroyed,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    RIFLE,
    Member,
    aim,
    battle,
    blade,
    duel,
    fire,
    formation,
    gun,
    last,
    line,
    modes,
    moved,
    refused,
    sees,
    settle,
    shoot,
    shots,
    story,
    trooper,
)


def pick(table: Table, formation: str = "a-r") -> Table:
    """Select a formation of red to shoot."""
    table.when("red", SelectToShoot(formation=formation, sidearms=())).accepted()
    return table


def start(table: Table, weapon: str, target: str, profile: int = 0) -> BeginAttackGroup:
    """Begin a group of the last declaration."""
    declared = last(table, TargetsDeclared).declaration
    return BeginAttackGroup(declaration=declared, target=target, weapon=weapon, profile=profile)


def shot(troop: str, weapon: str, target: str, profile: int = 0) -> Shot:
    """Fire one weapon."""
    return Shot(troop=troop, weapon=weapon, profile=profile, target=target)


# -- who shoots


@pytest.mark.rule("GA-3.3-01")
def test_formation_shoots_once_in_a_phase():
    """A formation is selected to shoot at most once in a phase."""
    table = shoot(1)
    assert last(table, ShootingEnded).formation == "a-r"
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.3-01", "has-shot")
    table.when("red", SelectToShoot(formation="a-spare", sidearms=())).accepted()


@pytest.mark.rule("GA-3.3-01", "GA-3.0-09")
def test_turn_may_end_without_a_shot():
    """A player may end the Shooting turn though nobody has shot."""
    table = duel()
    table.when("red", EndTurn()).then(PlayerTurnBegun, seat=1, phase="shooting")


@pytest.mark.rule("GA-3.3-02", "GA-3.2-14", "GA-3.2-17")
@pytest.mark.parametrize(("kind", "clause", "reason"), [
    ("advance", "GA-3.2-14", "has-advanced"), ("retreat", "GA-3.2-17", "has-retreated"),
])  # fmt: skip
def test_advance_and_retreat_bar_shooting(kind: str, clause: str, reason: str):
    """Who Advanced or Retreated this round does not shoot, and does so in the next round."""
    table = duel(past={"move": moved("a-r", kind)})
    command = SelectToShoot(formation="a-r", sidearms=())
    refused(table, "red", command, clause).rejected(clause, reason)
    pick(duel(number=2, before=moved("a-r", kind)))


@pytest.mark.rule("GA-3.3-02")
@pytest.mark.parametrize("past", [moved("a-r"), [FormationRemainedStationary(formation="a-r")]])
def test_normal_move_and_standing_still_do_not(past: list[Struct]):
    """Who stood still or made a Normal move shoots."""
    pick(duel(past={"move": past}))


# -- what is declared


@pytest.mark.rule("GA-3.3-03")
def test_every_target_is_declared_before_the_first_attack():
    """After the first group has begun nothing more is declared."""
    red = formation("a-r", at=[(10, 10)], weapons=(RIFLE, gun("cannon")))
    table = pick(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,)))
    command = aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))
    table.when("red", command).accepted()
    settle(table, "BeginAttackGroup")
    table.when("red", start(table, "rifle", "b-b")).accepted()
    late = aim(table, "a-r", *shots(table, "a-r", "b-b", "cannon"))
    table.when("red", late).rejected("GA-3.3-16", "not-asked", window="hit_roll")
    table.when("red", RollHit(group=table.view("red").group.id)).then(HitsRolled, faces=(1,))
    table.when("red", late).rejected("GA-3.3-01", "not-asked", window="shooting_turn")
    assert last(table, ShootingEnded).formation == "a-r"


@pytest.mark.rule("GA-3.3-03")
def test_empty_declaration_ends_the_shooting():
    """A declaration without shots ends the formation's shooting."""
    table = pick(duel())
    table.when("red", DeclareTargets(formation="a-r", shots=(), sights=())).then(ShootingEnded, formation="a-r")
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.3-01", "has-shot")


@pytest.mark.rule("GA-3.3-03", "GA-4.1-04")
def test_profile_is_declared():
    """A weapon with two profiles is fired with one of those it has."""
    table = pick(duel(1, 1, gun=modes("caster", gun("one"), gun("two", sw=2))))
    for number in (2, -1):
        command = aim(table, "a-r", shot("a-r.1", "caster", "b-b", number))
        table.when("red", command).rejected("GA-3.3-03", "no-such-profile", profiles=2)
    table.when("red", aim(table, "a-r", shot("a-r.1", "caster", "b-b", 1))).accepted()
    settle(table)
    assert last(table, AttacksCounted).attacks == 2


@pytest.mark.rule("GA-3.3-04", "GA-2.4-04", "GA-2.4-12")
def test_one_troop_has_to_be_in_range_and_in_sight():
    """The same enemy troop has to be within range and visible."""
    red = formation("a-r", at=[(10, 10)])
    blue = formation("b-b", at=[(31, 10), (33.5, 10), (35, 10)], weapons=(), troop=trooper(w=9))
    table = pick(battle(red, blue, dice=(1,)))
    fired = shots(table, "a-r", "b-b")
    hidden = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="none", fact="")
    seen = Sight(observers=("a-r.1",), troops=("b-b.2", "b-b.3"), seen="visible", fact="")
    # gaps are 20, 22.5 and 24: the hidden one is near, those that are seen within range too
    table.when("red", aim(table, "a-r", *fired, sights=(hidden, seen))).accepted()
    settle(table)


@pytest.mark.rule("GA-3.3-04", "GA-2.4-04")
@pytest.mark.parametrize(("gap", "accepted"), [(24, True), (24.001, False)])
def test_range_is_inclusive(gap: float, *, accepted: bool):
    """A hidden troop in range does not make up for a visible one out of range; 24 inches are within 24."""
    red = formation("a-r", at=[(10, 10)])
    blue = formation("b-b", at=[(9 + gap, 10), (11 + gap, 10)], weapons=())
    table = pick(battle(red, blue, dice=(1,) if accepted else ()))
    sights = (
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="none", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.2",), seen="visible", fact=""),
    )
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=sights)
    if accepted:
        table.when("red", command).accepted()
        settle(table)
    else:
        table.when("red", command).rejected("GA-3.3-04", "not-visible")


@pytest.mark.rule("GA-3.3-05")
def test_each_weapon_at_its_own_target():
    """Two cannons may be fired at two targets, the attacks of one are not split."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one", sw=4), gun("two", sw=4)))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = pick(battle(red, blue, green, dice=(1,) * 8))
    split = (shot("a-r.1", "one", "b-b"), shot("a-r.1", "one", "b-c"))
    table.when("red", aim(table, "a-r", *split)).rejected("GA-3.3-05", "weapon-split", weapon="one", copies=1)
    table.when("red", aim(table, "a-r", shot("a-r.1", "one", "b-b"), shot("a-r.1", "two", "b-c"))).accepted()
    settle(table)
    assert [each.target for each in story(table, AttackGroupBegun)] == ["b-b", "b-c"]


@pytest.mark.rule("GA-3.3-06")
def test_troops_may_shoot_at_different_targets():
    """Of ten troops six shoot at one formation and four at another."""
    red = formation("a-r", at=line(5, 10) + line(5, 11.5))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 15)], weapons=())
    table = pick(battle(red, blue, green, dice=(1,) * 10))
    fired = [shot(f"a-r.{number}", "rifle", "b-b" if number < 7 else "b-c") for number in range(1, 11)]
    table.when("red", aim(table, "a-r", *fired)).accepted()
    settle(table)
    assert [each.attacks for each in story(table, AttacksCounted)] == [6, 4]


@pytest.mark.rule("GA-3.3-07", "GA-2.5-01")
@pytest.mark.parametrize(
    ("swiftness", "guns", "thrown", "attacks"),
    [(2, 5, (), 10), ("D6", 1, (4,), 4), ("D6", 2, (2, 3), 5), ("3D6", 1, (2, 5, 6), 13)],
)
def test_swiftness_is_the_number_of_attacks(swiftness: str, guns: int, thrown: tuple[int, ...], attacks: int):
    """A weapon makes as many attacks as its Swiftness, thrown for each weapon where it is random."""
    table = shoot(*thrown, *(1,) * attacks, gun=gun(sw=swiftness), guns=guns)
    counted = last(table, AttacksCounted)
    assert counted.attacks == attacks
    assert tuple(face for each in counted.counts for face in each.faces) == thrown
    assert len(last(table, HitsRolled).faces) == attacks


# -- in which order


@pytest.mark.rule("GA-3.3-08")
def test_one_target_after_the_other():
    """While attacks on one target are left none of another are begun; which comes first is the attacker's choice."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one"), gun("two"), gun("three")))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = pick(battle(red, blue, green, dice=(1, 1, 1)))
    fired = (shot("a-r.1", "one", "b-b"), shot("a-r.1", "two", "b-c"), shot("a-r.1", "three", "b-c"))
    table.when("red", aim(table, "a-r", *fired)).accepted()
    settle(table, "BeginAttackGroup")
    table.when("red", start(table, "two", "b-c")).accepted()
    settle(table, "BeginAttackGroup", "SelectToShoot")
    table.when("red", start(table, "one", "b-b")).rejected("GA-3.3-08", "target-unfinished", open="b-c")
    table.when("red", start(table, "three", "b-c")).accepted()
    settle(table)
    assert [each.target for each in story(table, AttackGroupBegun)] == ["b-c", "b-c", "b-b"]


@pytest.mark.rule("GA-3.3-09")
@pytest.mark.parametrize(("first", "attacks", "second"), [("rifle", 2, "cannon"), ("cannon", 1, "rifle")])
def test_weapons_of_one_profile_are_one_group(first: str, attacks: int, second: str):
    """All weapons of a profile are worked off together before another profile, whichever comes first."""
    members = {2: Member(weapons=(gun("cannon", s=9),))}
    red = formation("a-r", at=line(3, 10), only=members)
    table = pick(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 1)))
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    table.when("red", start(table, first, "b-b")).then(AttacksCounted, attacks=attacks)
    table.when("red", start(table, second, "b-b")).rejected("GA-3.3-16", "not-asked", window="hit_roll")
    settle(table)
    assert [each.weapon for each in story(table, AttackGroupBegun)] == [first, second]
    assert [each.attacks for each in story(table, AttacksCounted)] == [attacks, 3 - attacks]


@pytest.mark.rule("GA-3.3-10")
def test_declared_attacks_do_not_need_sight_any_more():
    """Once the only visible troops are gone the other declared attacks still fall on the hidden rest."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one"), gun("two")))
    blue = formation("b-b", at=line(2, 20), weapons=())
    table = pick(battle(red, blue, dice=(3, 4, 1, 3, 4, 1)))
    sights = (
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-b.2",), seen="none", fact=""),
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=sights)).accepted()
    settle(table)
    assert len(story(table, TroopDestroyed)) == 2


# -- locked in combat


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


def locked(*dice: int, friend: float = 0.8, **rest: Any) -> Table:
    """Let "a-f" be locked with "b-b", while "a-r" is free; "b-c" is free as well."""
    return battle(
        formation("a-r", at=[(10, 10)]), formation("a-f", at=[(21 + friend, 10)], weapons=()),
        formation("b-b", at=[(20, 10)], weapons=(), **rest),
        formation("b-c", at=[(20, 20)], weapons=()), dice=dice,
    )  # fmt: skip


@pytest.mark.rule("GA-3.3-13")
def test_locked_enemy_is_no_target():
    """An enemy within Threat Range of a friend is not shot at; others are."""
    table = pick(locked(1, friend=1.0))
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"))
    table.when("red", command).rejected("GA-3.3-13", "target-locked", target="b-b")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-c"))).accepted()
    settle(table)
    fire(locked(1, friend=1.001))


def monster(*dice: int, keyword: str = "monstrous", **rest: Any) -> Table:
    """Let "a-r" be in Threat Range of "b-b", "a-f" of "b-c"; "b-d" is free."""
    return battle(
        formation("a-r", at=[(10, 10)], keywords=(keyword,)),
        formation("b-b", at=[(11.5, 10)], weapons=()),
        formation("a-f", at=[(20, 20)], weapons=()), formation("b-c", at=[(21.5, 20)], weapons=()),
        formation("b-d", at=[(20, 10)], weapons=()), dice=dice, **rest,
    )  # fmt: skip


@pytest.mark.rule("GA-3.3-14")
@pytest.mark.parametrize("target", ["b-b", "b-d"])
def test_monstrous_shoots_from_within_threat_range(target: str):
    """A Monstrous formation shoots at those that it is locked with and at the free, as well as ever."""
    table = fire(monster(3, 1), "a-r", target)
    assert (last(table, AttackGroupBegun).target, last(table, HitsRolled).hits) == (target, 1)


@pytest.mark.rule("GA-3.3-14")
def test_monstrous_does_not_shoot_into_others_fights():
    """What is locked with a friend alone is no target for a Monstrous formation, unless the option says so."""
    table = pick(monster())
    command = aim(table, "a-r", *shots(table, "a-r", "b-c"))
    table.when("red", command).rejected("GA-3.3-13", "target-locked", target="b-c")
    fire(monster(1, options={"monstrous_any_locked_target": True}), "a-r", "b-c")


@pytest.mark.rule("GA-3.3-14")
def test_monstrous_target_may_be_shot_at_in_its_fight():
    """A Monstrous enemy is a target though it is locked with a friend, and no harder to hit for that."""
    table = fire(locked(3, 1, keywords=("monstrous",)))
    assert (last(table, AttackGroupBegun).target, last(table, HitsRolled).hits) == ("b-b", 1)


@pytest.mark.rule("GA-3.3-14")
def test_vehicles_are_no_exception_but_by_option():
    """A Vehicle does not shoot within Threat Range, unless the option names its keyword."""
    command = SelectToShoot(formation="a-r", sidearms=())
    monster(keyword="vehicle").when("red", command).rejected("GA-3.3-12", "locked")
    fire(monster(1, keyword="vehicle", options={"locked_exception_keywords": ("monstrous", "vehicle")}))


# -- what else a declaration has to keep


@pytest.mark.rule("GA-4.1-04")
def test_melee_weapon_is_not_fired():
    """A melee weapon is no ranged weapon."""
    red = formation("a-r", at=[(10, 10)], weapons=(RIFLE, blade()))
    table = pick(battle(red, formation("b-b", at=[(20, 10)], weapons=())))
    table.when("red", aim(table, "a-r", shot("a-r.1", "blade", "b-b"))).rejected("GA-4.1-04", "melee-weapon")


@pytest.mark.rule("GA-2.4-12")
@pytest.mark.parametrize("seen", ["visible", "full"])
def test_sight_is_stated_for_every_pair(seen: str):
    """Targets are declared with what each troop sees of each troop of the target, or not at all."""
    table = pick(duel(1, 1, guns=2, troops=2, gap=20))
    fired = shots(table, "a-r", "b-b")
    told = sees(table, "a-r", "b-b", seen=seen)
    for part in (replace(told, troops=("b-b.1",)), replace(told, observers=("a-r.2",))):
        table.when("red", aim(table, "a-r", *fired, sights=(part,))).rejected("GA-2.4-12", "sight-missing")
    table.when("red", aim(table, "a-r", *fired, sights=(told, told))).rejected("GA-2.4-12", "sight-twice")
    table.when("red", aim(table, "a-r", *fired, sights=(told,))).accepted()
    settle(table)
    assert last(table, TargetsDeclared).sights[0].seen == seen


@pytest.mark.rule("GA-2.1-02")
def test_enemy_formation_is_not_commanded():
    """A player gives commands to his own formations."""
    table = duel()
    command = SelectToShoot(formation="b-spare", sidearms=())
    table.when("red", command).rejected("GA-2.1-02", "not-yours", id="b-spare")
