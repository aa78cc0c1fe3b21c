"""Chapter 8.3 at its edges: weapons near the enemy, abilities that come twice, and those that come to nothing."""

from __future__ import annotations

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttacksCounted,
    ChooseHazardVictim,
    DeclareAssault,
    DeclareMeleeAttacks,
    DeclareNormalMove,
    DefenceRolled,
    DisembarkFormation,
    Effect,
    EndMoveStep,
    FormationBattleFatigued,
    FormationDisembarked,
    HazardTested,
    HitsRolled,
    MakeAssaultMove,
    RollAssault,
    RollDefence,
    SelectToFight,
    SelectToShoot,
    TroopDestroyed,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import carrier, field, poses, squad
from tests.rulesets.grinding_annihilation.armed import armed, use
from tests.rulesets.grinding_annihilation.givens import (
    aim,
    battle,
    blade,
    brawl,
    clash,
    duel,
    fight,
    fire,
    formation,
    gun,
    last,
    line,
    living,
    moved,
    path,
    select,
    settle,
    shoot,
    shots,
    story,
    strike,
    trooper,
)
from tests.rulesets.grinding_annihilation.ground import barricade, with_terrain
from tests.rulesets.grinding_annihilation.test_reserves import arrive
from tests.rulesets.grinding_annihilation.test_weapon_abilities import cornered, counts, declare

# -- near the enemy


@pytest.mark.rule("GA-8.3-10")
def test_vehicle_within_threat_range_has_its_sidearms_alone():
    """A Vehicle, which elsewhere shoots everything, has no more than its SideArms within Threat Range."""
    table = cornered(1, keywords=("vehicle",))
    table.when("red", declare(table, "b-b", sidearms=False)).rejected("GA-8.3-10", "sidearm-only", weapon="rifle")
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


@pytest.mark.rule("GA-8.3-19", "GA-3.3-14")
@pytest.mark.parametrize(("friend", "accepted"), [(22, False), (22.001, True)])
def test_volatile_never_into_a_friends_fight(friend: float, *, accepted: bool):
    """A Monstrous enemy in a fight with a friend may be shot at, but by no Volatile weapon until the friend is off."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("bomb", "volatile"), gun()))
    blue = formation("b-b", at=[(20, 10)], weapons=(), keywords=("monstrous",))
    table = battle(red, formation("a-f", at=[(friend, 10)], weapons=()), blue, dice=(1,))
    bomb = declare(table, "b-b", "bomb", sidearms=False)
    if accepted:
        table.when("red", bomb).accepted()
    else:
        table.when("red", bomb).rejected("GA-8.3-19", "volatile-near-friends")
        table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b", "rifle"))).accepted()
    settle(table)


# -- which abilities count


@pytest.mark.rule("GA-8.3-01")
@pytest.mark.parametrize(("face", "outcome"), [(3, "failed"), (4, "critical")])
def test_the_lower_of_two_anti_counts(face: int, outcome: str):
    """Of Anti twice against one keyword the lowest threshold counts, whichever stands first."""
    for first, second in (("anti vehicle 5", "anti vehicle 4"), ("anti vehicle 4", "anti vehicle 5")):
        saves = (6,) if outcome == "critical" else ()
        table = shoot(
            3, face, *saves, gun=gun("drill", first, second), troop=trooper(v=10, w=9), keywords=("vehicle",)
        )  # fmt: skip
        assert [each.outcome for each in last(table, WoundsRolled).results] == [outcome]


@pytest.mark.rule("GA-8.3-05", "GA-3.3-18")
def test_what_hits_by_itself_sets_nothing_off():
    """A weapon without RS is never critical and shows no 5: its one hit is one hit, and is rolled for."""
    weapon = gun("hose", "sustained_fire 1", "destructive", "annihilation", rs=0)
    table = shoot(4, 6, gun=weapon, troop=trooper(w=9))
    hits = last(table, HitsRolled)
    assert (hits.faces, hits.hits, hits.criticals, [each.wounds for each in hits.results]) == ((), 1, 0, [False])
    assert (last(table, WoundsRolled).faces, last(table, WoundsRolled).wounds) == ((4,), 1)


@pytest.mark.rule("GA-8.3-03", "GA-8.3-07")
def test_half_range_is_measured_for_each_troop():
    """Of two troops the one 12" away has an attack more with Rapid Fire 1, the one 13.5" away has not."""
    red = formation("a-r", at=[(10, 10), (8.5, 10)], weapons=(gun("carbine", "rapid_fire 1"),))
    table = fire(battle(red, formation("b-b", at=[(23, 10)], weapons=()), dice=(1, 1, 1)))
    told = [(each.troop, each.attacks.total) for each in last(table, AttacksCounted).counts]
    assert told == [("a-r.1", 2), ("a-r.2", 1)]


@pytest.mark.rule("GA-8.3-08", "GA-5.9-01")
@pytest.mark.parametrize(("powers", "armour"), [((), 4), (("ignores_cover",), 5)])
def test_find_cover_keeps_its_save_where_its_cover_is_ignored(powers: tuple[str, ...], armour: int):
    """Against Ignores Cover the armour has no help from Find Cover!, and the invulnerable 5+ of it remains."""
    for save, needed in (("armour", armour), ("invulnerable", 5)):
        table = duel(3, 4, 6, gun=gun("flamer", *powers, ap=-1))
        table.set(effects=(Effect(manoeuvre="find_cover", formation="b-b", troop=""),))
        fire(table, until=("RollDefence",))
        command = RollDefence(group=table.view("blue").group.id, attack=1, save=save)
        rolled = table.when("blue", command).one(DefenceRolled)
        assert (rolled.save, rolled.needed.total) == (save, needed)
        settle(table)


@pytest.mark.rule("GA-3.3-15")
@pytest.mark.parametrize(("powers", "smoke"), [(("stealth",), False), ((), True), (("stealth",), True)])
def test_stealth_from_two_sources_takes_one_off(powers: tuple[str, ...], *, smoke: bool):
    """Stealth by ability and by Smokescreen is still one -1: RS 4+ misses on a 4 and hits on a 5."""
    table = duel(4, 5, 1, gun=gun(rs=4, sw=2), powers=powers)
    if smoke:
        table.set(effects=(Effect(manoeuvre="smokescreen", formation="b-b", troop=""),))
    fire(table)
    assert [each.outcome for each in last(table, HitsRolled).results] == ["miss", "hit"]


@pytest.mark.rule("GA-3.3-15")
def test_stealth_is_nothing_in_melee():
    """A blow of MS 4+ hits a formation with Stealth on a 4."""
    table = fight(clash(4, 1, weapons=(blade(ms=4),), powers=("stealth",)))
    assert last(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-3.1-12")
def test_fatigue_leaves_melee_alone():
    """MS 3+ of a Battle-Fatigued troop still hits on a 3, and not on a 2."""
    tired = FormationBattleFatigued(formation="a-r", until=2)
    table = fight(clash(3, 2, 1, weapons=(blade(ms=3, sw=2),), past={"manoeuvres": [tired]}))
    assert [each.outcome for each in last(table, HitsRolled).results] == ["hit", "miss"]


# -- Heavy


CANNON = gun("cannon", "heavy", rs=4, reach=100)


@pytest.mark.rule("GA-8.3-21", "GA-8.3-04", "GA-3.3-02")
def test_heavy_is_for_who_stayed_and_not_for_who_arrived():
    """Whom nobody moved has stood still and hits with a 3; who arrived from Reserves in this round misses with it."""
    kept = formation("a-q", at=[(10, 30)], weapons=(CANNON,))
    enemy = formation("b-b", at=[(30, 22)], troop=trooper(w=9))
    table = field(
        squad(1, weapons=(CANNON,)), kept, enemy, off={"a-p": "strategic_reserves"}, number=2, dice=(3, 3, 1)
    )  # fmt: skip
    table.when("red", EndMoveStep()).asks("reinforcements", "red")
    table.when("red", arrive((30, 5))).accepted()
    settle(table, "SelectToShoot")
    for name, hits in (("a-p", 0), ("a-q", 1)):
        fire(table, name, "b-b")
        assert last(table, HitsRolled).hits == hits


@pytest.mark.rule("GA-8.3-21", "GA-3.3-02")
def test_heavy_is_not_for_who_disembarked():
    """Who got out of a transport in this round has not stood still, though nobody moved it after that."""
    enemy = formation("b-b", at=[(40, 20)])
    table = field(squad(1, weapons=(CANNON,)), carrier(), enemy, off={"a-p": "a-t.1"}, dice=(3,))
    out = DisembarkFormation(formation="a-p", transport="a-t.1", troops=poses("a-p", (20, 22.6)))
    table.when("red", out).then(FormationDisembarked)
    table.when("red", EndMoveStep()).accepted()
    settle(table, "SelectToShoot")
    fire(table, "a-p", "b-b")
    assert last(table, HitsRolled).hits == 0


# -- Extra Attacks


@pytest.mark.rule("GA-8.3-29")
def test_extra_attacks_have_their_own_target():
    """The sword strikes at one formation with its four and the horns at another with their two."""
    arms = (blade("sword", sw=4), blade("horns", "extra_attacks", sw=2))
    near = [formation("b-b", at=[(21, 10)], weapons=()), formation("b-c", at=[(19, 10)], weapons=())]
    table = brawl(formation("a-r", at=[(20, 10)], weapons=arms), *near, dice=(1,) * 6)
    select(table)
    both = (strike("a-r.1", "sword"), strike("a-r.1", "horns", "b-c"))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=both, sights=())).accepted()
    settle(table)
    told = [(each.target, each.weapon) for each in story(table, AttackGroupBegun)]
    assert sorted(zip(told, (each.attacks for each in counts(table)), strict=True)) == [
        (("b-b", "sword"), 4), (("b-c", "horns"), 2),
    ]  # fmt: skip


@pytest.mark.rule("GA-8.3-29", "GA-8.3-18")
def test_what_adds_an_attack_adds_none_to_extra_attacks():
    """One attack more for five troops makes five of a sword's four, and leaves the horns their two."""
    arms = (blade("sword", "volatile", sw=4), blade("horns", "extra_attacks", "volatile", sw=2))
    red = formation("a-r", at=[(20, 10)], weapons=arms)
    blue = formation("b-b", at=line(5, 22.8), weapons=())
    # across a barricade they fight and are not within Threat Range, where Volatile could not be used (GA-8.3-19)
    table = with_terrain(brawl(red, blue, dice=(1,) * 7), barricade(20.6, 5, 21.6, 20))
    fight(table)
    assert sorted((each.weapon, each.attacks) for each in counts(table)) == [("horns", 2), ("sword", 5)]


# -- with Battle-Manoeuvres


@pytest.mark.rule("GA-8.3-13")
def test_bayonet_after_a_heros_ingress():
    """The Assault move of a Hero's Ingress counts for Bayonet: S 4 against V 4 wounds on a 3."""
    red = formation("a-r", at=[(15, 10)], weapons=(), troop=trooper(w=3))
    prey = formation("b-t", at=[(23, 10)], weapons=())
    hero = formation("b-n", at=[(22, 16)], weapons=(blade("pike", "bayonet"),))
    table = armed(red, prey, hero, phase="assault", blue=("heros_ingress",), dice=(6, 6, 3, 3, 3, 3, 6))
    charge(table, "red", "a-r", (22, 10), DeclareAssault(formation="a-r", targets=("b-t",)))
    use(table, "blue", "heros_ingress", "b-n").accepted()
    charge(table, "blue", "b-n", (22, 11))
    settle(table, "SelectToFight")
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "SelectToFight")
    table.when("blue", SelectToFight(formation="b-n")).accepted()
    settle(table, "DeclareMeleeAttacks")
    swing = DeclareMeleeAttacks(formation="b-n", attacks=(strike("b-n.1", "pike", "a-r"),), sights=())
    table.when("blue", swing).accepted()
    settle(table, "SelectToFight")
    rolled = last(table, WoundsRolled)
    assert (rolled.faces, rolled.needed.total, rolled.wounds) == ((3,), 3, 1)


def charge(table: Table, who: str, formation: str, at: tuple[float, float], *declared: Struct) -> None:
    """Roll for an Assault that is declared, if need be first, and make its move."""
    for command in declared:
        table.when(who, command).accepted()
    table.when(who, RollAssault(formation=formation)).accepted()
    settle(table, "MakeAssaultMove")
    table.when(who, MakeAssaultMove(formation=formation, paths=(path(f"{formation}.1", at),))).accepted()


@pytest.mark.rule("GA-8.3-22")
def test_shots_of_an_overwatch_are_tested_for_hazard():
    """A Hazard weapon fired in an Overwatch is tested for, and on a 1 its bearer is destroyed."""
    red = formation("a-r", at=[(30, 10)], weapons=())
    blue = formation("b-b", at=line(2, 20), weapons=(gun("risky", "hazard"),))
    table = armed(red, blue, phase="move", blue=("onslaught_overwatch",), dice=(5, 5, 1, 2))
    table.when("red", DeclareNormalMove(formation="a-r")).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    table.when("blue", aim(table, "b-b", *shots(table, "b-b", "a-r"))).accepted()
    settle(table, "MakeNormalMove", "ChooseHazardVictim")
    assert (last(table, HazardTested).faces, last(table, HazardTested).failures) == ((1, 2), 1)
    table.when("blue", ChooseHazardVictim(formation="b-b", troop="b-b.2")).then(TroopDestroyed, cause="hazard")
    assert living(table, "b-b") == ["b-b.1"]
