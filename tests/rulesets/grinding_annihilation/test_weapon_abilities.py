"""Chapter 8.3: what the abilities of weapons do."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    AssaultFailed,
    AttackAllocated,
    AttackGroupBegun,
    AttacksCounted,
    BeginAttackGroup,
    ChooseHazardVictim,
    DamageInflicted,
    DamageRolled,
    DeadlyDemiseRolled,
    DeclareAssault,
    DeclareMeleeAttacks,
    DeclareTargets,
    DeclineReaction,
    DefenceRolled,
    DieRerolled,
    FormationDestroyed,
    FormationRemainedStationary,
    HazardResolved,
    HazardTested,
    HitsRolled,
    MortalWoundSuffered,
    RerollDie,
    ResolveAttackGroup,
    SelectToShoot,
    SetStandingChoices,
    Sight,
    TakeHazardTests,
    TargetsDeclared,
    TroopDestroyed,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.givens import (
    Answer,
    Member,
    aim,
    assaulted,
    battle,
    blade,
    clash,
    duel,
    fight,
    fire,
    formation,
    gun,
    last,
    line,
    living,
    modes,
    moved,
    refused,
    select,
    settle,
    shoot,
    shots,
    story,
    strike,
    trooper,
    wounds_left,
)

STILL = {"move": [FormationRemainedStationary(formation="a-r")]}


def chief_of(*dice: int, weapons: tuple, vigour: int = 4, escorts: int = 3, wounds: int = 4, **rest: Any) -> Table:
    """Let "a-r" with these weapons face an Escort "b-b" that "b-chief" leads."""
    red = formation("a-r", at=[(10, 10)], weapons=weapons)
    blue = formation("b-b", at=line(escorts, 20), weapons=())
    chief = formation(
        "b-chief", at=[(21.5, 10)], weapons=(), troop=trooper("chief", w=wounds, de=2, v=vigour),
        keywords=("character",), powers=("leader",), leads=("b",),
    )  # fmt: skip
    return battle(red, blue, chief, lead={"b-chief": "b-b"}, dice=dice, **rest)


def precisely(troop: str) -> Answer:
    """Put an attack on a troop by Precision, where the attacker is asked."""

    def answer(table: Table, window: object, party: int) -> AllocateAttack | None:
        del window
        group = table.view("referee").group
        assert group is not None
        due = [each.attack for each in group.attacks if each.status == "due" and not each.allocated]
        return AllocateAttack(group=group.id, attack=min(due), troop=troop) if party == 0 else None

    return answer


def counted(table: Table) -> int:
    """Give the number of attacks of the last group."""
    return last(table, AttacksCounted).attacks


def counts(table: Table) -> list[Any]:
    """Give which weapon attacked how often, group by group."""
    begun = {each.group: each.weapon for each in story(table, AttackGroupBegun)}
    return [Counted(begun[each.group], each.attacks) for each in story(table, AttacksCounted)]


class Counted(NamedTuple):
    """The attacks of a group."""

    weapon: str
    attacks: int


def kind_of_window(table: Table) -> str:
    """Give the kind of the innermost question."""
    return "" if table.window is None else table.window.kind


def misses(count: int) -> tuple[int, ...]:
    """Throw nothing but ones."""
    return (1,) * count


# -- in general


@pytest.mark.rule("GA-8.3-01")
@pytest.mark.parametrize(("profile", "rerolls"), [(0, 1), (1, 0)])
def test_ability_belongs_to_its_profile(profile: int, rerolls: int):
    """An ability works for the profile that has it and no other."""
    weapon = modes("caster", gun("twin", "twin_weapon"), gun("plain"))
    table = duel(3, 2, *misses(rerolls), gun=weapon)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    shot = replace(shots(table, "a-r", "b-b")[0], profile=profile)
    table.when("red", aim(table, "a-r", shot)).accepted()
    settle(table, RerollDie=lambda t, w, _p: reroll(t) if w.kind == "reroll" else None)
    assert len(story(table, DieRerolled)) == rerolls


def reroll(table: Table, *attacks: int) -> RerollDie:
    """Throw wound dice again by Twin-Weapon."""
    group = table.view("referee").group
    assert group is not None
    return RerollDie(roll="wound", group=group.id, attacks=attacks or (1,), ability="twin_weapon")


@pytest.mark.rule("GA-8.3-01")
def test_same_ability_twice_is_the_better_one():
    """An ability that a weapon has twice counts once, with the better X."""
    table = shoot(*misses(3), gun=gun("rifle", "rapid_fire 1", "rapid_fire 2"), gap=6)
    assert counted(table) == 3


@pytest.mark.rule("GA-8.3-02", "GA-2.5-07")
def test_penalties_to_hit_add_up():
    """Stealth and Indirect together lower a Hit roll by two; a 6 hits all the same."""
    weapon = gun("mortar", "indirect", rs=4, sw=2)
    table = fire(duel(5, 6, 1, gun=weapon, powers=("stealth",)), seen="none")
    assert [each.outcome for each in last(table, HitsRolled).results] == ["miss", "critical"]
    assert last(table, HitsRolled).needed.total == 6


@pytest.mark.rule("GA-8.3-02")
def test_bonuses_to_wound_add_up():
    """Bayonet and Emission together: Strength against like Vigour wounds on 2+, a 1 never."""
    weapon = blade("pike", "bayonet", "emission", sw=2)
    table = clash(3, 3, 2, 1, 1, weapons=(weapon,), troop=trooper(w=9), past={"assault": assaulted("a-r", "b-b")})
    fight(table)
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["wound", "failed"]


@pytest.mark.rule("GA-8.3-02", "GA-2.5-07")
def test_cap_on_modifiers_is_an_option():
    """With a cap of one, two penalties to hit are one."""
    weapon = gun("mortar", "indirect", rs=4)
    table = duel(5, 1, gun=weapon, powers=("stealth",), options={"roll_modifier_cap": 1})
    fire(table, seen="none")
    assert last(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-8.3-03")
@pytest.mark.parametrize(("gap", "attacks"), [(7.5, 2), (7.6, 1)])
def test_half_range_is_not_rounded(gap: float, attacks: int):
    """Half of 15 inches is 7.5."""
    table = shoot(*misses(attacks), gun=gun("rifle", "rapid_fire 1", reach=15), gap=gap)
    assert counted(table) == attacks


@pytest.mark.rule("GA-8.3-03")
def test_half_range_holds_from_the_declaration():
    """Half range is measured when targets are declared and stays, though the closest troop is gone."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), gun("carbine", "rapid_fire 1", reach=20)))
    blue = formation("b-b", at=[(20, 10), (22.5, 10)], weapons=())
    table = battle(red, blue, dice=(3, 4, 1, 1, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table)
    assert living(table, "b-b") == ["b-b.2"]
    assert counted(table) == 2


@pytest.mark.rule("GA-8.3-04")
def test_heavy_and_bayonet_last_for_the_round():
    """Standing still and assaulting in one round give nothing in the next."""
    table = shoot(3, 1, gun=gun("cannon", "heavy", rs=4), past=STILL)
    assert last(table, HitsRolled).hits == 1
    table = shoot(3, gun=gun("cannon", "heavy", rs=4), number=2, before=STILL["move"])
    assert last(table, HitsRolled).hits == 0
    pike = (blade("pike", "bayonet"),)
    table = fight(clash(3, 3, 1, weapons=pike, past={"assault": assaulted("a-r", "b-b")}))
    assert last(table, WoundsRolled).wounds == 1
    table = fight(clash(3, 3, weapons=pike, number=2, before=assaulted("a-r", "b-b")))
    assert last(table, WoundsRolled).wounds == 0


@pytest.mark.rule("GA-8.3-05")
def test_order_of_what_a_hit_roll_sets_off():
    """A 6 wounds and adds a hit, a 5 wounds, a 3 is a hit to roll for, a 2 nothing."""
    weapon = gun("ray", "sustained_fire 1", "destructive", "annihilation", sw=4, rs=3)
    table = shoot(6, 5, 3, 2, 1, 1, 6, 6, gun=weapon, troop=trooper(w=9))
    hits, wounds = last(table, HitsRolled), last(table, WoundsRolled)
    assert hits.hits == 4
    assert [(each.outcome, each.wounds, each.extra) for each in hits.results] == [
        ("critical", True, 1), ("hit", True, 0), ("hit", False, 0), ("miss", False, 0),
    ]  # fmt: skip
    assert (wounds.faces, wounds.wounds) == ((1, 1), 2)


@pytest.mark.rule("GA-8.3-05")
def test_automatic_wound_is_never_critical():
    """A wound without a Wound roll is no Critical Wound: it does not devastate."""
    table = shoot(6, 6, gun=gun("ray", "destructive", "devastating", d=3), troop=trooper(w=9))
    assert last(table, DefenceRolled).saved
    assert story(table, MortalWoundSuffered) == []


# -- who may shoot what

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
    assert [(each.weapon, each.attacks) for each in counts(table)] == [("storm", 1)]


@pytest.mark.rule("GA-8.3-06", "GA-3.2-14", "GA-3.2-17")
def test_storm_lifts_neither_retreat_nor_assault():
    """A Retreat bars Storm weapons too, and an Advance the Assault."""
    table = duel(gun=STORM, past={"move": moved("a-r", "retreat")})
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.2-17", "has-retreated")
    table = duel(gun=STORM, gap=6, phase="assault", past={"move": moved("a-r", "advance")})
    command = DeclareAssault(formation="a-r", targets=("b-b",))
    table.when("red", command).rejected("GA-3.4-03", "moved-too-far", move="advance")
    duel(gun=STORM, gap=6, phase="assault", past={"move": moved("a-r")}).when("red", command).accepted()


@pytest.mark.rule("GA-8.3-07")
@pytest.mark.parametrize(("gap", "attacks"), [(12, 3), (12.1, 2)])
def test_rapid_fire_at_half_range(gap: float, attacks: int):
    """Rapid Fire adds its X to the Swiftness within half range."""
    table = shoot(*misses(attacks), gun=gun("rifle", "rapid_fire 1", sw=2), gap=gap)
    assert counted(table) == attacks


@pytest.mark.rule("GA-8.3-07")
def test_rapid_fire_adds_to_a_random_number():
    """Two attacks thrown and Rapid Fire 2 are four."""
    table = shoot(3, *misses(4), gun=gun("rifle", "rapid_fire 2", sw="D3"), gap=12)
    assert counted(table) == 4
    assert last(table, AttacksCounted).counts[0].faces == (3,)


@pytest.mark.rule("GA-8.3-08")
@pytest.mark.parametrize(("powers", "needed"), [(("indirect",), 4), (("indirect", "ignores_cover"), 5)])
def test_ignored_cover_is_no_cover(powers: tuple[str, ...], needed: int):
    """Cover does nothing against a weapon that ignores it."""
    table = fire(duel(4, 4, 6, gun=gun("mortar", *powers, ap=-1)), seen="none")
    assert last(table, DefenceRolled).needed.total == needed


@pytest.mark.rule("GA-8.3-09", "GA-2.5-04")
@pytest.mark.parametrize(("first", "again", "outcome"), [(2, 5, "wound"), (4, 3, "failed"), (4, 6, "critical")])
def test_twin_weapon_rerolls_wounds(first: int, again: int, outcome: str):
    """Every Wound roll of a Twin-Weapon may be thrown again, and then stands."""
    rest = () if outcome == "failed" else (6,)
    table = duel(3, first, again, *rest, gun=gun("twin", "twin_weapon"))
    fire(table, RerollDie=lambda t, _w, _p: reroll(t))
    told = last(table, DieRerolled).dice
    assert [(each.was, each.face, each.outcome) for each in told] == [(first, again, outcome)]


@pytest.mark.rule("GA-8.3-09", "GA-2.5-05")
def test_die_is_rerolled_once():
    """A die that was thrown again is not thrown a third time."""
    table = duel(3, 3, 2, 2, 1, gun=gun("twin", "twin_weapon", sw=2))
    fire(table, until=("RerollDie",))
    table.when("red", reroll(table, 1)).accepted()
    table.when("red", reroll(table, 1)).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    settle(table)


@pytest.mark.rule("GA-8.3-09")
def test_automatic_wound_has_nothing_to_reroll():
    """Of an automatic wound and a rolled one only the rolled one may be thrown again; with no die nobody is asked."""
    table = duel(6, 3, 2, 6, gun=gun("twin", "twin_weapon", "destructive", sw=2))
    fire(table, until=("RerollDie",))
    table.when("red", reroll(table, 1)).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    settle(table)
    table = duel(6, gun=gun("twin", "twin_weapon", "destructive"))
    fire(table, until=("RerollDie", "RollDefence"))
    assert kind_of_window(table) == "defence"
    table.faces(6)
    settle(table)


PISTOL = gun("pistol", "sidearm", reach=12)


def cornered(*dice: int, weapons: tuple = (PISTOL, gun()), keywords: tuple[str, ...] = ("infantry",)) -> Table:
    """Let "a-r" stand within Threat Range of "b-b", which "a-f" is near too; "b-c" is 6 inches away."""
    return battle(
        formation("a-r", at=[(10, 10)], weapons=weapons, keywords=keywords),
        formation("a-f", at=[(11.5, 11.5)], weapons=()),
        formation("b-b", at=[(11.5, 10)], weapons=(), troop=trooper(w=3)),
        formation("b-c", at=[(10, 17)], weapons=()), dice=dice,
    )  # fmt: skip


def declare(table: Table, target: str, *weapons: str, sidearms: bool = True) -> DeclareTargets:
    """Select "a-r" with or without its SideArms, and aim these weapons."""
    table.when("red", SelectToShoot(formation="a-r", sidearms=("a-r.1",) if sidearms else ())).accepted()
    return aim(table, "a-r", *shots(table, "a-r", target, *weapons))


@pytest.mark.rule("GA-8.3-10", "GA-3.3-12", "GA-3.3-13")
def test_sidearms_shoot_at_those_within_threat_range():
    """Within Threat Range SideArms alone shoot, and only at formations within it."""
    table = cornered(1)
    table.when("red", declare(table, "b-c", "pistol")).rejected("GA-8.3-10", "beyond-threat", target="b-c")
    rifles = aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))
    table.when("red", rifles).rejected("GA-8.3-10", "sidearm-only", weapon="rifle")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "pistol"))).accepted()
    settle(table)
    assert [(each.weapon, each.attacks) for each in counts(table)] == [("pistol", 1)]
    table = cornered(weapons=(gun(),))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.3-12", "locked")


@pytest.mark.rule("GA-8.3-10")
def test_monstrous_needs_no_sidearms():
    """A Monstrous formation shoots all its weapons within Threat Range."""
    table = cornered(1, 1, keywords=("monstrous",))
    table.when("red", declare(table, "b-b", sidearms=False)).accepted()
    settle(table)
    assert sorted((each.weapon, each.attacks) for each in counts(table)) == [("pistol", 1), ("rifle", 1)]


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
    table.when("red", declare(table, "b-b")).rejected("GA-8.3-11", "sidearms-or-others", weapon="rifle")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "pistol"))).accepted()
    settle(table)
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,))
    table.when("red", declare(table, "b-b", sidearms=False)).rejected(
        "GA-8.3-11", "sidearms-or-others", weapon="pistol"
    )
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))).accepted()
    settle(table)
    assert [(each.weapon, each.attacks) for each in counts(table)] == [("rifle", 1)]


@pytest.mark.rule("GA-8.3-11")
def test_vehicle_shoots_everything():
    """A Vehicle out of Threat Range shoots SideArms and other weapons together."""
    red = formation("a-r", at=[(10, 10)], weapons=(PISTOL, gun()), keywords=("vehicle",))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1))
    table.when("red", declare(table, "b-b", sidearms=False)).accepted()
    settle(table)
    assert sorted((each.weapon, each.attacks) for each in counts(table)) == [("pistol", 1), ("rifle", 1)]


# -- hits and wounds


@pytest.mark.rule("GA-8.3-12")
def test_destructive_wounds_on_a_critical_hit():
    """A Critical Hit of a Destructive weapon wounds without a roll; another hit is rolled for."""
    table = shoot(6, 5, 5, 6, gun=gun("ray", "destructive", sw=2, s=3), troop=trooper(v=12, w=5))
    wounds = last(table, WoundsRolled)
    assert (wounds.faces, wounds.needed.total, wounds.wounds) == ((5,), 6, 1)


FAILED = [*assaulted("a-r", "b-b")[:2], AssaultFailed(formation="a-r", reason="too_short")]


@pytest.mark.rule("GA-8.3-13")
@pytest.mark.parametrize(("past", "needed"), [(assaulted("a-r", "b-b"), 3), (FAILED, 4), ([], 4)])
def test_bayonet_after_an_assault_move(past: list, needed: int):
    """Bayonet adds one to wound for a formation that made an Assault move, and none where the Assault failed."""
    pike = (blade("pike", "bayonet"),)
    table = clash(3, 3, *misses(4 - needed), weapons=pike, troop=trooper(w=3), past={"assault": past})
    fight(table)
    rolled = last(table, WoundsRolled)
    assert (rolled.needed.total, rolled.wounds) == (needed, 4 - needed)
    assert ("GA-8.3-13" in rolled.needed.clauses()) is (needed == 3)


@pytest.mark.rule("GA-8.3-13", "GA-3.3-20")
def test_bayonet_changes_no_unmodified_die():
    """With a Bayonet an unmodified 1 fails, and a 5 that became a 6 is no Critical Wound."""
    pike = (blade("pike", "bayonet", sw=2, s=2),)
    table = clash(3, 3, 1, 5, 6, weapons=pike, troop=trooper(w=3), past={"assault": assaulted("a-r", "b-b")})
    fight(table)
    rolled = last(table, WoundsRolled)
    assert (rolled.needed.total, [each.outcome for each in rolled.results]) == (5, ["failed", "wound"])


@pytest.mark.rule("GA-8.3-13")
def test_bayonet_makes_no_critical_wound():
    """A 5 made 6 by Bayonet is no Critical Wound, and a 1 fails."""
    weapon = blade("pike", "bayonet", "devastating", sw=2, d=3)
    table = clash(3, 3, 5, 1, 6, weapons=(weapon,), troop=trooper(w=5), past={"assault": assaulted("a-r", "b-b")})
    fight(table)
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["wound", "failed"]
    assert story(table, MortalWoundSuffered) == []


@pytest.mark.rule("GA-8.3-14", "GA-3.3-04")
def test_indirect_needs_no_sight():
    """An Indirect weapon shoots at what its troop does not see, within its range."""
    table = fire(duel(1, gun=gun("mortar", "indirect", reach=36), gap=20), seen="none")
    assert counted(table) == 1
    table = duel(gun=gun("mortar", "indirect", reach=18), gap=20)
    refused_to_fire(table, "GA-3.3-04", "out-of-range")
    table = duel(gun=gun("rifle", reach=36), gap=20)
    refused_to_fire(table, "GA-3.3-04", "not-visible")


def refused_to_fire(table: Table, clause: str, reason: str) -> None:
    """Find shots at an unseen "b-b" refused."""
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="none")
    refused(table, "red", command, clause).rejected(clause, reason)


@pytest.mark.rule("GA-8.3-14", "GA-3.3-13")
def test_indirect_keeps_off_locked_targets():
    """What is locked with a friend is no target of Indirect weapons either."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("mortar", "indirect"),))
    blue = formation("b-b", at=[(20, 10)], weapons=())
    table = battle(red, formation("a-f", at=[(22, 10)], weapons=()), blue)
    refused_to_fire(table, "GA-3.3-13", "target-locked")
    table = fire(battle(red, formation("a-f", at=[(22.001, 10)], weapons=()), blue, dice=(1,)), seen="none")
    assert counted(table) == 1


@pytest.mark.rule("GA-8.3-15")
@pytest.mark.parametrize(("seen", "hit", "save"), [("none", 5, 4), ("visible", 4, 5)])
def test_indirect_at_the_unseen(seen: str, hit: int, save: int):
    """Where nobody sees the target Indirect attacks have -1 to hit, and it has cover."""
    mortar = gun("mortar", "indirect", rs=4, sw=3)
    dice = (hit - 1, hit, hit, 4, 4, save - 1, save)
    table = fire(duel(*dice, gun=mortar, troop=trooper(de=5, w=9)), seen=seen)
    assert [each.outcome for each in last(table, HitsRolled).results] == ["miss", "hit", "hit"]
    assert [(each.face, each.saved) for each in story(table, DefenceRolled)] == [(save - 1, False), (save, True)]
    assert (last(table, HitsRolled).needed.total, last(table, DefenceRolled).needed.total) == (hit, save)


@pytest.mark.rule("GA-8.3-15")
def test_one_seeing_troop_is_enough():
    """If one troop of the formation sees the target, its unsighted fellows shoot without penalty and no cover."""
    table = duel(4, 1, 4, 3, gun=gun("mortar", "indirect", rs=4), guns=2, troop=trooper(w=9))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    told = [
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="none", fact=""),
        Sight(observers=("a-r.2",), troops=("b-b.1",), seen="visible", fact=""),
    ]
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=told)).accepted()
    settle(table)
    results = last(table, HitsRolled).results
    assert [(each.troop, each.outcome) for each in results] == [("a-r.1", "hit"), ("a-r.2", "miss")]
    assert (last(table, DefenceRolled).needed.total, last(table, DefenceRolled).saved) == (4, False)


SNIPER = gun("sniper", "precision", rs=3)


@pytest.mark.rule("GA-8.3-16", "GA-4.2-09")
def test_precision_puts_an_attack_on_the_character():
    """An attack with Precision may go to a visible Character, and is saved with its Defence."""
    table = chief_of(3, 4, 1, weapons=(SNIPER,), vigour=6, marked=("b-b.1",))
    fire(table, AllocateAttack=precisely("b-chief.1"))
    allocated = last(table, AttackAllocated)
    assert (allocated.troop, allocated.seat, allocated.precision) == ("b-chief.1", 0, True)
    assert last(table, WoundsRolled).vigour == 4
    assert last(table, DefenceRolled).needed.total == 2
    assert sorted(wounds_left(table, "b-b")) == [1, 1, 1, 3]


@pytest.mark.rule("GA-8.3-16")
def test_precision_needs_sight_of_the_character():
    """A Character that the troop does not see is allocated to by nobody's Precision."""
    table = chief_of(3, 4, 1, weapons=(SNIPER,))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    told = [
        Sight(observers=("a-r.1",), troops=("b-b.1", "b-b.2", "b-b.3"), seen="full", fact=""),
        Sight(observers=("a-r.1",), troops=("b-chief.1",), seen="none", fact=""),
    ]
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=told)).accepted()
    settle(table, AllocateAttack=precisely("b-chief.1"))
    allocated = last(table, AttackAllocated)
    assert (allocated.troop, allocated.seat, allocated.precision) == ("b-b.1", 1, False)


@pytest.mark.rule("GA-8.3-16", "GA-8.3-17")
def test_precision_is_for_one_attack():
    """After a Precision attack ordinary ones still go to the Escort; Precision may also be declined."""
    table = chief_of(3, 3, 4, 4, 1, 1, weapons=(gun("sniper", "precision", sw=2),))
    fire(table, until=("AllocateAttack",))
    group = table.view("red").group.id
    table.when("red", AllocateAttack(group=group, attack=1, troop="b-chief.1")).accepted()
    settle(table, "AllocateAttack")
    assert table.window is not None
    table.when("red", DeclineReaction(window=table.window.id)).asks("allocate", "blue")
    chief = AllocateAttack(group=group, attack=2, troop="b-chief.1")
    table.when("blue", chief).rejected("GA-4.2-10", "character-guarded")
    table.when("blue", replace(chief, troop="b-b.2")).accepted()
    settle(table)
    assert [(each.troop, each.seat, each.precision) for each in story(table, AttackAllocated)] == [
        ("b-chief.1", 0, True), ("b-b.2", 1, False),
    ]  # fmt: skip


@pytest.mark.rule("GA-8.3-17")
def test_precision_does_not_steer_mortal_wounds():
    """Mortal wounds of a Devastating attack with Precision go to the Escort."""
    table = chief_of(3, 6, weapons=(gun("sniper", "precision", "devastating", d=2),))
    fire(table, AllocateAttack=precisely("b-chief.1"))
    assert "b-chief.1" not in [each.troop for each in story(table, MortalWoundSuffered)]
    assert len(living(table, "b-b")) == 2


@pytest.mark.rule("GA-8.3-18")
@pytest.mark.parametrize(("troops", "attacks"), [(4, 3), (5, 4), (9, 4), (10, 5), (11, 5)])
def test_volatile_counts_troops_by_fives(troops: int, attacks: int):
    """Volatile adds an attack for every five troops of the target."""
    table = shoot(*misses(attacks), gun=gun("bomb", "volatile", sw=3), troops=troops)
    assert counted(table) == attacks


@pytest.mark.rule("GA-8.3-18", "GA-4.2-07")
def test_volatile_counts_leader_and_escort():
    """An Attached formation of four and a Leader counts five."""
    table = fire(chief_of(*misses(4), weapons=(gun("bomb", "volatile", sw=3),), escorts=4))
    assert counted(table) == 4


@pytest.mark.rule("GA-8.3-18")
def test_volatile_counts_at_the_declaration():
    """Casualties after the declaration take no Volatile attack away."""
    weapons = (gun("lance"), gun("bomb", "volatile", sw=3))
    red = formation("a-r", at=[(10, 10)], weapons=weapons)
    table = battle(red, formation("b-b", at=line(5, 20), weapons=()), dice=(3, 4, 1, *misses(4)))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table)
    assert len(living(table, "b-b")) == 4
    assert counted(table) == 4


@pytest.mark.rule("GA-8.3-19")
def test_volatile_never_at_those_within_threat_range():
    """A Volatile weapon does not attack what is within Threat Range of its own army."""
    table = cornered(1, weapons=(gun("bomb", "volatile"), gun()), keywords=("monstrous",))
    bomb = declare(table, "b-b", "bomb", sidearms=False)
    table.when("red", bomb).rejected("GA-8.3-19", "volatile-near-friends", target="b-b")
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))).accepted()
    settle(table)
    table = cornered(weapons=(gun("bomb", "volatile", "sidearm"),))
    table.when("red", declare(table, "b-b", "bomb")).rejected("GA-8.3-19", "volatile-near-friends")


@pytest.mark.rule("GA-8.3-20")
@pytest.mark.parametrize(("gap", "damage"), [(6, 5), (6.1, 3)])
def test_inferno_at_half_range(gap: float, damage: int):
    """Inferno adds its X to the damage within half range."""
    table = shoot(3, 4, 1, gun=gun("torch", "inferno 2", reach=12, d=3), gap=gap, troop=trooper(w=9))
    assert last(table, DamageInflicted).damage.total == damage
    assert wounds_left(table, "b-b") == [9 - damage]


@pytest.mark.rule("GA-8.3-20")
def test_inferno_adds_to_random_and_devastating_damage():
    """Inferno adds to a thrown damage and to the mortal wounds of a Devastating attack."""
    table = shoot(3, 4, 1, 4, gun=gun("torch", "inferno 2", reach=12, d="D6"), gap=6, troop=trooper(w=9))
    assert last(table, DamageRolled).damage.total == 6
    weapon = gun("torch", "inferno 2", "devastating", reach=12, d=3)
    table = shoot(3, 6, gun=weapon, gap=6, troop=trooper(w=9))
    assert wounds_left(table, "b-b") == [4]


@pytest.mark.rule("GA-8.3-21", "GA-3.2-04")
@pytest.mark.parametrize(("past", "hits"), [(STILL["move"], 1), (moved("a-r"), 0), ([], 0)])
def test_heavy_for_those_who_stood_still(past: list, hits: int):
    """Heavy adds one to hit for a formation that Remained Stationary, not for a Normal move of nothing."""
    table = shoot(3, *misses(hits), gun=gun("cannon", "heavy", rs=4), past={"move": past})
    assert last(table, HitsRolled).hits == hits


# -- hazard

RISKY = gun("risky", "hazard")


@pytest.mark.rule("GA-8.3-22", "GA-8.3-23")
def test_hazard_tests_for_each_weapon_used():
    """Every Hazard weapon used is tested for after the attacks; each 1 destroys a bearer of its player's choice."""
    table = duel(*misses(3), 1, 4, 1, gun=RISKY, guns=3)
    victims = [ChooseHazardVictim(formation="a-r", troop=troop) for troop in ("a-r.3", "a-r.1")]
    fire(table, ChooseHazardVictim=victims)
    tested = last(table, HazardTested)
    assert (tested.faces, tested.failures) == ((1, 4, 1), 2)
    assert [each.troop for each in story(table, TroopDestroyed)] == ["a-r.3", "a-r.1"]
    assert living(table, "a-r") == ["a-r.2"]
    assert story(table, FormationDestroyed) == []


@pytest.mark.rule("GA-8.3-22")
def test_hazard_weapon_that_is_not_used_is_not_tested():
    """A Hazard weapon that is carried and not fired is not tested for."""
    red = formation("a-r", at=[(10, 10)], weapons=(RISKY, gun()))
    table = fire(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1,)), "a-r", "b-b", "rifle")
    assert story(table, HazardTested) == []


@pytest.mark.rule("GA-8.3-22", "GA-3.3-11")
def test_hazard_tests_come_after_a_destroyed_target():
    """Hazard tests are due though the target is gone."""
    table = shoot(3, 4, 1, 6, gun=RISKY)
    assert (last(table, HazardTested).faces, last(table, HazardTested).failures) == ((6,), 0)


@pytest.mark.rule("GA-8.3-23")
def test_hazard_strikes_bearers_only():
    """A troop without a Hazard weapon is no victim; the victim has neither save nor Reinforced Health."""
    red = formation(
        "a-r", at=line(3, 10), weapons=(RISKY,), only={3: Member(weapons=(gun(),))}, powers=("reinforced_health 2",)
    )
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 1, 6))
    fire(table, "a-r", "b-b", "risky", until=("ChooseHazardVictim",))
    victim = ChooseHazardVictim(formation="a-r", troop="a-r.3")
    table.when("red", victim).rejected("GA-8.3-23", "no-hazard-bearer")
    table.when("red", ChooseHazardVictim(formation="a-r", troop="a-r.2")).accepted()
    settle(table)
    assert living(table, "a-r") == ["a-r.1", "a-r.3"]


@pytest.mark.rule("GA-8.3-23")
def test_hazard_without_a_bearer_is_nothing():
    """A failure that finds no bearer is over."""
    red = formation("a-r", at=line(2, 10), weapons=(RISKY, RISKY), only={2: Member(weapons=(gun(),))})
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 1, 1))
    fire(table, "a-r", "b-b", "risky")
    assert living(table, "a-r") == ["a-r.2"]
    assert [each.troop for each in story(table, HazardResolved)] == ["a-r.1", ""]


@pytest.mark.rule("GA-8.3-24")
@pytest.mark.parametrize(
    ("keyword", "wounds", "left"), [("character", 4, [1]), ("vehicle", 10, [7]), ("monstrous", 3, [])]
)
def test_hazard_wounds_the_great(keyword: str, wounds: int, left: list[int]):
    """A Character, Monstrous or Vehicle bearer suffers three mortal wounds instead."""
    red = formation("a-r", at=[(10, 10)], weapons=(RISKY,), keywords=(keyword,), troop=trooper(w=wounds))
    table = fire(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1)))
    assert wounds_left(table, "a-r") == left


@pytest.mark.rule("GA-8.3-24")
def test_hazard_wounds_may_be_ignored():
    """Reinforced Health works against the mortal wounds of a Hazard test."""
    red = formation(
        "a-r", at=[(10, 10)], weapons=(RISKY,), keywords=("vehicle",), troop=trooper(w=10),
        powers=("reinforced_health 5",),
    )  # fmt: skip
    table = fire(battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 5, 6, 4)))
    assert wounds_left(table, "a-r") == [9]


@pytest.mark.rule("GA-8.3-24")
def test_hazard_wounds_go_on_from_the_chosen_character():
    """A chosen Character suffers first, though another troop is wounded; what is left goes on."""
    red = formation("a-r", at=line(2, 10), weapons=(), troop=trooper(w=3))
    hero = formation(
        "a-hero", at=[(11.5, 10)], weapons=(RISKY,), troop=trooper("hero", w=2), keywords=("character",), leads=("r",),
        powers=("leader",),
    )  # fmt: skip
    blue = formation("b-b", at=[(20, 10)], weapons=())
    table = battle(red, hero, blue, lead={"a-hero": "a-r"}, dice=(1, 1), wounds={"a-r.2": 2})
    fire(table)
    assert [each.troop for each in story(table, MortalWoundSuffered)] == ["a-hero.1", "a-hero.1", "a-r.2"]


@pytest.mark.rule("GA-8.3-22")
def test_hazard_in_melee_precedes_consolidating():
    """In melee the Hazard tests come before Consolidate."""
    table = clash(1, 2, weapons=(blade("risky", "hazard"),))
    select(table)
    swing = DeclareMeleeAttacks(formation="a-r", attacks=(strike("a-r.1", "risky"),), sights=())
    table.when("red", swing).accepted()
    settle(table, "TakeHazardTests", "Consolidate")
    assert (kind_of_window(table), story(table, HazardTested)) == ("hazard", [])
    table.when("red", TakeHazardTests(formation="a-r")).then(HazardTested, faces=(2,), failures=0)
    settle(table, "Consolidate")
    assert kind_of_window(table) == "consolidate"
    settle(table)


# -- critical wounds


@pytest.mark.rule("GA-8.3-25")
def test_devastating_critical_is_mortal():
    """A Critical Wound of a Devastating weapon is its damage in mortal wounds, without save or allocation."""
    table = shoot(3, 6, gun=gun("ray", "devastating", d=3), troop=trooper(inv=(4,)), troops=4)
    assert len(living(table, "b-b")) == 1
    assert (story(table, DefenceRolled), story(table, AttackAllocated)) == ([], [])
    table = shoot(3, 5, 4, gun=gun("ray", "devastating", d=3), troop=trooper(inv=(4,), de=0))
    assert last(table, DefenceRolled).saved


@pytest.mark.rule("GA-8.3-26")
def test_devastating_damage_is_rolled_for_each_attack():
    """A random damage is thrown for every Devastating attack."""
    table = shoot(3, 3, 6, 6, 5, 2, gun=gun("ray", "devastating", d="D3", sw=2), troop=trooper(w=9))
    assert wounds_left(table, "b-b") == [5]


@pytest.mark.rule("GA-8.3-27")
def test_annihilation_wounds_on_fives_and_sixes():
    """A hit with an unmodified 5 or 6 wounds without a roll; a 5 is no Critical Hit."""
    table = shoot(5, 6, 4, 1, 6, 6, gun=gun("ray", "annihilation", sw=3, rs=3), troop=trooper(w=9))
    hits, wounds = last(table, HitsRolled), last(table, WoundsRolled)
    assert [(each.outcome, each.wounds) for each in hits.results] == [("hit", True), ("critical", True), ("hit", False)]
    assert (wounds.faces, wounds.wounds) == ((1,), 2)


@pytest.mark.rule("GA-8.3-27")
def test_annihilation_has_to_hit_first():
    """A 5 that misses wounds nobody."""
    table = shoot(5, 6, 6, gun=gun("ray", "annihilation", sw=2, rs=6), troop=trooper(w=9))
    assert [each.wounds for each in last(table, HitsRolled).results] == [False, True]
    assert last(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-8.3-28")
def test_sustained_fire_adds_hits():
    """A Critical Hit scores X hits more, which are rolled for and never critical."""
    table = shoot(6, 4, 1, *misses(4), gun=gun("gun", "sustained_fire 2", sw=3))
    assert (last(table, HitsRolled).hits, last(table, HitsRolled).criticals) == (4, 1)
    table = shoot(6, 4, 1, *misses(3), 6, gun=gun("gun", "sustained_fire 2", "destructive", sw=3))
    assert (last(table, WoundsRolled).faces, last(table, WoundsRolled).wounds) == ((1, 1, 1), 1)


@pytest.mark.rule("GA-8.3-28")
def test_random_sustained_fire_is_thrown():
    """A random X is thrown for the Critical Hit."""
    table = shoot(6, 5, *misses(4), gun=gun("gun", "sustained_fire D3"))
    assert last(table, HitsRolled).hits == 4
    assert last(table, HitsRolled).results[0].extra_faces == (5,)


SWORD = blade("sword", sw=4)
HORNS = blade("horns", "extra_attacks", sw=2)


@pytest.mark.rule("GA-8.3-29")
def test_extra_attacks_come_besides_the_chosen_weapon():
    """A weapon with Extra Attacks strikes besides the weapon that the troop chose."""
    table = clash(*misses(6), weapons=(SWORD, HORNS))
    fight(table)
    assert sorted(each.attacks for each in story(table, AttacksCounted)) == [2, 4]


@pytest.mark.rule("GA-8.3-29", "GA-3.5-13")
def test_extra_attacks_as_the_main_weapon():
    """Chosen as the main weapon they strike their own number."""
    table = clash(*misses(2), weapons=(SWORD, HORNS))
    fight(table, "a-r", "b-b", "horns")
    assert [each.attacks for each in story(table, AttacksCounted)] == [2]
    table = clash(weapons=(SWORD, blade("axe")))
    select(table)
    both = (strike("a-r.1", "sword"), strike("a-r.1", "axe"))
    command = DeclareMeleeAttacks(formation="a-r", attacks=both, sights=())
    table.when("red", command).rejected("GA-3.5-13", "one-weapon")


@pytest.mark.rule("GA-8.3-30")
def test_anti_makes_critical_wounds_of_lower_dice():
    """Against its keyword a die of X or more is a Critical Wound."""
    weapon = gun("drill", "anti vehicle 4", sw=2)
    vehicle = trooper(v=10, w=9)
    table = shoot(3, 3, 4, 3, 6, gun=weapon, troop=vehicle, keywords=("vehicle",))
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["critical", "failed"]
    table = shoot(3, 3, 4, 3, gun=weapon, troop=vehicle)
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["failed", "failed"]


@pytest.mark.rule("GA-8.3-30")
def test_anti_counts_the_unmodified_die():
    """A 3 made 4 is no Critical Wound; with Devastating a critical one is mortal."""
    weapon = gun("drill", "anti vehicle 4", "emission", "devastating", sw=2, d=2)
    table = shoot(3, 3, 3, 4, gun=weapon, troop=trooper(v=10, w=9), keywords=("vehicle", "infantry"))
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["failed", "critical"]
    assert wounds_left(table, "b-b") == [7]


@pytest.mark.rule("GA-8.3-30")
def test_attached_formation_has_the_keywords_of_all_its_troops():
    """Anti against Characters works on an Escort while its Leader lives."""
    table = fire(chief_of(3, 4, 6, weapons=(gun("drill", "anti character 4", s=1),)))
    assert [each.outcome for each in last(table, WoundsRolled).results] == ["critical"]


@pytest.mark.rule("GA-8.3-31")
@pytest.mark.parametrize(
    ("keyword", "outcomes"),
    [("infantry", ["wound", "wound", "failed"]), ("vehicle", ["failed", "wound", "failed"])],
)
def test_emission_adds_to_wound_infantry(keyword: str, outcomes: list[str]):
    """Emission adds one to wound Infantry; a 5 made 6 is not critical and a 1 fails."""
    saves = [6] * outcomes.count("wound")
    weapon = gun("beam", "emission", sw=3)
    table = shoot(3, 3, 3, 3, 5, 1, *saves, gun=weapon, keywords=(keyword,), troop=trooper(w=9))
    assert [each.outcome for each in last(table, WoundsRolled).results] == outcomes


# -- options of chapter 8.3


@pytest.mark.rule("GA-8.3-10")
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


@pytest.mark.rule("GA-8.3-24")
@pytest.mark.parametrize(("spill", "left"), [(True, [2]), (False, [3])])
def test_hazard_wounds_beyond_death(spill: bool, left: list[int]):
    """What is left of Hazard mortal wounds when the bearer dies goes on to another troop, or is lost by option."""
    only = {1: Member(profile=trooper("hero", w=2), weapons=(RISKY,), keywords=("character",))}
    red = formation("a-r", at=line(2, 10), weapons=(), troop=trooper(w=3), only=only)
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1), options={"hazard_spill": spill})
    fire(table)
    assert wounds_left(table, "a-r") == left


@pytest.mark.rule("GA-8.3-25")
@pytest.mark.parametrize(("spill", "left"), [(True, 1), (False, 3)])
def test_devastating_wounds_beyond_death(spill: bool, left: int):
    """Devastating mortal wounds go on from troop to troop, or by option not beyond the first."""
    ray = gun("ray", "devastating", d=3)
    table = shoot(3, 6, gun=ray, troops=4, options={"devastating_spill": spill})
    assert len(living(table, "b-b")) == left


@pytest.mark.rule("GA-8.3-27")
@pytest.mark.parametrize(("always", "hits"), [(False, 0), (True, 1)])
def test_annihilation_may_always_hit_on_five(always: bool, hits: int):
    """With the option a 5 hits with Annihilation, whatever the skill."""
    options = {"annihilation_5_always_hits": always}
    table = shoot(5, *[6] * hits, gun=gun("ray", "annihilation", rs=6), troop=trooper(w=9), options=options)
    assert last(table, HitsRolled).hits == hits


@pytest.mark.rule("GA-8.3-30")
@pytest.mark.parametrize(("keywords", "outcome"), [("union", "critical"), ("escort", "failed")])
def test_keywords_of_attached_formations(keywords: str, outcome: str):
    """By option an Attached formation has its Escort's keywords only."""
    weapon = gun("drill", "anti character 4", s=1)
    dice = (3, 4, 6) if outcome == "critical" else (3, 4)
    table = fire(chief_of(*dice, weapons=(weapon,), options={"attached_keywords": keywords}))
    assert [each.outcome for each in last(table, WoundsRolled).results] == [outcome]


# -- where abilities and the sequence meet


@pytest.mark.rule("GA-8.3-22", "GA-3.3-11")
def test_hazard_weapon_that_never_fired_is_not_tested():
    """A declared Hazard weapon whose attacks are lost was not used."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("lance"), RISKY))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table)
    assert story(table, HazardTested) == []


@pytest.mark.rule("GA-8.3-23", "GA-3.3-36")
def test_hazard_sets_off_a_deadly_demise():
    """A bearer that a Hazard test destroys is destroyed like any other."""
    red = formation("a-r", at=[(10, 10)], weapons=(RISKY,), powers=("deadly_demise 1",))
    near = formation("a-q", at=[(10, 14)], weapons=(), troop=trooper(w=3))
    table = fire(battle(red, near, formation("b-b", at=[(20, 10)], weapons=()), dice=(1, 1, 6)))
    assert last(table, DeadlyDemiseRolled).troop == "a-r.1"
    assert wounds_left(table, "a-q") == [2]


@pytest.mark.rule("GA-8.3-26", "GA-3.3-32", "GA-3.3-30")
def test_held_mortal_wounds_are_lost_with_the_target():
    """Mortal wounds that wait for normal damage find nobody when that destroyed the target."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("ray", "devastating", d=3), gun("lance")))
    table = battle(red, formation("b-b", at=[(20, 10)], weapons=()), dice=(3, 6, 3, 4, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="ray", profile=0)).accepted()
    settle(table)
    assert [each.cause for each in story(table, TroopDestroyed)] == ["attack"]
    assert story(table, MortalWoundSuffered) == []


@pytest.mark.rule("GA-3.3-32", "GA-3.3-08")
def test_mortal_wounds_come_before_the_next_target():
    """Mortal wounds on one target are suffered before attacks on the next begin."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("ray", "devastating"), gun("lance")))
    blue, green = formation("b-b", at=[(20, 10)], weapons=()), formation("b-c", at=[(20, 20)], weapons=())
    table = battle(red, blue, green, dice=(3, 6, 1))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    fired = (*shots(table, "a-r", "b-b", "ray"), *shots(table, "a-r", "b-c", "lance"))
    table.when("red", aim(table, "a-r", *fired)).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, TargetsDeclared).declaration
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="ray", profile=0)).accepted()
    settle(table, "BeginAttackGroup", "SelectToShoot")
    assert (kind_of_window(table), living(table, "b-b")) == ("attack_group", [])
    assert len(story(table, HitsRolled)) == 1
    settle(table)
    assert len(story(table, HitsRolled)) == 2


@pytest.mark.rule("GA-8.3-16", "GA-3.3-27")
def test_precision_ends_with_the_character():
    """When the Character has fallen the other attacks with Precision are the target's player's to allocate."""
    table = chief_of(*[3] * 3, *[4] * 3, 1, 1, 1, weapons=(gun("sniper", "precision", sw=3, d=4),))
    fire(table, AllocateAttack=precisely("b-chief.1"))
    assert [each.precision for each in story(table, AttackAllocated)] == [True, False, False]
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-8.3-09", "GA-2.5-05", "GA-2.5-04")
def test_rerolled_dice_are_named():
    """Re-rolled are the dice that are named, each once, and no others."""
    table = duel(3, 3, 3, 2, 2, 2, 5, 6, 1, 1, gun=gun("twin", "twin_weapon", sw=3), troop=trooper(w=9))
    fire(table, until=("RerollDie",))
    table.when("red", reroll(table, 1, 1)).rejected("GA-2.5-05", "dice-twice")
    for attack in (4, 0):
        table.when("red", reroll(table, attack)).rejected("GA-2.5-05", "not-rerollable", attacks=str(attack))
    table.when("red", replace(reroll(table), ability="luck")).rejected("GA-8.3-09", "no-such-reroll")
    table.when("red", reroll(table, 3, 1)).accepted()
    assert sorted((each.attack, each.face) for each in last(table, DieRerolled).dice) == [(1, 6), (3, 5)]
    table.when("red", reroll(table, 1)).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    settle(table)
    assert wounds_left(table, "b-b") == [7]


@pytest.mark.rule("GA-3.3-39", "GA-8.3-09")
@pytest.mark.parametrize(("rerolls", "again", "told"), [
    ("", (), []), ("failures", (5,), [(1, 2, 5)]), ("non_criticals", (6, 1), [(1, 2, 6), (2, 4, 1)]),
])  # fmt: skip
def test_own_rerolls_of_a_whole_group(rerolls: str, again: tuple[int, ...], told: list[tuple[int, int, int]]):
    """A group that goes at once takes the attacker's re-rolls as he says: none, failures or what is not critical."""
    saves = {"": 2, "failures": 3, "non_criticals": 2}[rerolls]
    weapon = gun("twin", "twin_weapon", sw=3)
    table = duel(3, 3, 3, 2, 4, 6, *again, *misses(saves), gun=weapon, troop=trooper(w=9))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    declared = last(table, TargetsDeclared).declaration
    command = ResolveAttackGroup(declaration=declared, target="b-b", weapon="twin", profile=0, rerolls=rerolls)
    table.when("red", command).accepted()
    settle(table)
    assert [(each.attack, each.was, each.face) for event in story(table, DieRerolled) for each in event.dice] == told
    assert wounds_left(table, "b-b") == [9 - saves]


@pytest.mark.rule("GA-3.3-40")
def test_declined_windows_do_not_open():
    """Who declined a kind of window beforehand is not asked in it."""
    table = duel(3, 2, gun=gun("twin", "twin_weapon"))
    said = SetStandingChoices(casualty_order=(), save_preference="", windows_declined=("reroll",))
    table.when("red", said).accepted()
    fire(table, until=("RerollDie", "SelectToShoot"))
    assert table.window is not None
    assert table.window.kind != "reroll"
    assert last(table, WoundsRolled).wounds == 0
