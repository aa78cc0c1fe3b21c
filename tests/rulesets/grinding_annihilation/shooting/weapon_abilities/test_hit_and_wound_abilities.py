"""Abilities of Hit and Wound rolls, and Ignores Cover (GA-8.3-08, -09, -13 to -15, -21, -30, -31)."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AssaultFailed,
    DeclareAssault,
    DeclareMeleeAttacks,
    DefenceRolled,
    DieRerolled,
    DisembarkFormation,
    Effect,
    EndMoveStep,
    FormationDisembarked,
    FormationRemainedStationary,
    HitsRolled,
    MakeAssaultMove,
    MortalWoundSuffered,
    RerollDie,
    RollAssault,
    RollDefence,
    RollHit,
    RollWound,
    SelectToFight,
    SelectToShoot,
    Sight,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.steps import arrival
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import use, window_kind
from tests.rulesets.grinding_annihilation.fixtures import (
    ability,
    assaulted,
    battle,
    blade,
    clash,
    duel,
    formation,
    gun,
    moved,
    troop_poses,
    trooper,
)
from tests.rulesets.grinding_annihilation.movement.fixtures import battle_with_absent, carrier, squad
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_on_led_formation, attack_table
from tests.rulesets.grinding_annihilation.shooting.steps import allocate, attack_count, ones, reroll_wounds
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fight,
    fire,
    last_event,
    path,
    refused,
    settle,
    shoot,
    shots,
    strike,
    wounds_left,
)


@pytest.mark.rule("GA-8.3-08")
@pytest.mark.parametrize(("powers", "needed"), [(("indirect",), 4), (("indirect", "ignores_cover"), 5)])
def test_ignored_cover_is_no_cover(powers: tuple[str, ...], needed: int):
    """Cover does nothing against a weapon that ignores it."""
    table = fire(duel(4, 4, 6, gun=gun("mortar", *powers, ap=-1)), seen="none")
    assert last_event(table, DefenceRolled).needed.total == needed


@pytest.mark.rule("GA-8.3-09", "GA-2.5-04")
@pytest.mark.parametrize(("first", "rerolled", "outcome"), [(2, 5, "wound"), (4, 3, "failed"), (4, 6, "critical")])
def test_twin_weapon_rerolls_wounds(first: int, rerolled: int, outcome: str):
    """Every Wound roll of a Twin-Weapon may be thrown again, and then stands."""
    rest = () if outcome == "failed" else (6,)
    table = duel(3, first, rerolled, *rest, gun=gun("twin", "twin_weapon"))
    fire(table, RerollDie=lambda t, _w, _p: reroll_wounds(t))
    event = last_event(table, DieRerolled).dice
    assert [(row.was, row.face, row.outcome) for row in event] == [(first, rerolled, outcome)]


@pytest.mark.rule("GA-8.3-09")
def test_automatic_wound_has_nothing_to_reroll():
    """Of an automatic wound and a rolled one only the rolled one may be thrown again; with no die nobody is asked."""
    table = duel(6, 3, 2, 6, gun=gun("twin", "twin_weapon", "destructive", sw=2))
    fire(table, until=("RerollDie",))
    table.when("red", reroll_wounds(table, 1)).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    settle(table)
    table = duel(6, gun=gun("twin", "twin_weapon", "destructive"))
    fire(table, until=("RerollDie", "RollDefence"))
    assert window_kind(table) == "defence"
    table.faces(6)
    settle(table)


FAILED_ASSAULT = [*assaulted("a-r", "b-b")[:2], AssaultFailed(formation="a-r", reason="too_short")]


@pytest.mark.rule("GA-8.3-13")
@pytest.mark.ruling("GA-8.3-13.1")
@pytest.mark.parametrize(("past", "needed"), [(assaulted("a-r", "b-b"), 3), (FAILED_ASSAULT, 4), ([], 4)])
def test_bayonet_after_an_assault_move(past: list, needed: int):
    """Bayonet adds one to wound for a formation that made an Assault move, and none where the Assault failed."""
    pike = (blade("pike", "bayonet"),)
    table = clash(3, 3, *ones(4 - needed), weapons=pike, troop=trooper(w=3), past={"assault": past})
    fight(table)
    rolled = last_event(table, WoundsRolled)
    assert (rolled.needed.total, rolled.wounds) == (needed, 4 - needed)
    assert ("GA-8.3-13" in rolled.needed.clauses()) is (needed == 3)


@pytest.mark.rule("GA-8.3-13", "GA-3.3-20")
def test_bayonet_makes_no_critical_wound():
    """A 5 made 6 by Bayonet is no Critical Wound, and a 1 fails."""
    weapon = blade("pike", "bayonet", "devastating", sw=2, d=3)
    table = clash(3, 3, 5, 1, 6, weapons=(weapon,), troop=trooper(w=5), past={"assault": assaulted("a-r", "b-b")})
    fight(table)
    rolled = last_event(table, WoundsRolled)
    assert (rolled.needed.total, [result.outcome for result in rolled.results]) == (3, ["wound", "failed"])
    assert events_of(table, MortalWoundSuffered) == []


def unseen_shots_refused(table: Table, clause: str, reason: str) -> None:
    """Find shots at an unseen "b-b" refused."""
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    command = aim(table, "a-r", *shots(table, "a-r", "b-b"), seen="none")
    refused(table, "red", command, clause).rejected(clause, reason)


@pytest.mark.rule("GA-8.3-14", "GA-3.3-04")
@pytest.mark.ruling("GA-8.3-14.2")
def test_indirect_needs_no_sight():
    """An Indirect weapon shoots at what its troop does not see, within its range."""
    table = fire(duel(1, gun=gun("mortar", "indirect", reach=36), gap=20), seen="none")
    assert attack_count(table) == 1
    table = duel(gun=gun("mortar", "indirect", reach=18), gap=20)
    unseen_shots_refused(table, "GA-3.3-04", "out-of-range")
    table = duel(gun=gun("rifle", reach=36), gap=20)
    unseen_shots_refused(table, "GA-3.3-04", "not-visible")


@pytest.mark.rule("GA-8.3-14", "GA-3.3-13")
def test_indirect_keeps_off_locked_targets():
    """What is locked with a friend is no target of Indirect weapons either."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("mortar", "indirect"),))
    blue = formation("b-b", at=[(20, 10)], weapons=())
    table = battle(red, formation("a-f", at=[(22, 10)], weapons=()), blue)
    unseen_shots_refused(table, "GA-3.3-13", "target-locked")
    table = fire(battle(red, formation("a-f", at=[(22.001, 10)], weapons=()), blue, dice=(1,)), seen="none")
    assert attack_count(table) == 1


@pytest.mark.rule("GA-8.3-15")
@pytest.mark.parametrize(("seen", "hit", "save"), [("none", 5, 4), ("visible", 4, 5)])
def test_indirect_at_the_unseen(seen: str, hit: int, save: int):
    """Where nobody sees the target Indirect attacks have -1 to hit, and it has cover."""
    mortar = gun("mortar", "indirect", rs=4, sw=3)
    dice = (hit - 1, hit, hit, 4, 4, save - 1, save)
    table = fire(duel(*dice, gun=mortar, troop=trooper(de=5, w=9)), seen=seen)
    assert [result.outcome for result in last_event(table, HitsRolled).results] == ["miss", "hit", "hit"]
    assert [(event.face, event.saved) for event in events_of(table, DefenceRolled)] == [(save - 1, False), (save, True)]
    assert (last_event(table, HitsRolled).needed.total, last_event(table, DefenceRolled).needed.total) == (hit, save)


@pytest.mark.rule("GA-8.3-15")
def test_one_seeing_troop_is_enough():
    """If one troop of the formation sees the target, its unsighted fellows shoot without penalty and no cover."""
    table = duel(4, 1, 4, 3, gun=gun("mortar", "indirect", rs=4), guns=2, troop=trooper(w=9))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    found = [
        Sight(observers=("a-r.1",), troops=("b-b.1",), seen="none", fact=""),
        Sight(observers=("a-r.2",), troops=("b-b.1",), seen="visible", fact=""),
    ]
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"), sights=found)).accepted()
    settle(table)
    results = last_event(table, HitsRolled).results
    assert [(result.troop, result.outcome) for result in results] == [("a-r.1", "hit"), ("a-r.2", "miss")]
    assert (last_event(table, DefenceRolled).needed.total, last_event(table, DefenceRolled).saved) == (4, False)


STATIONARY = {"move": [FormationRemainedStationary(formation="a-r")]}


@pytest.mark.rule("GA-8.3-21", "GA-3.2-04")
@pytest.mark.ruling("GA-8.3-21.2")
@pytest.mark.parametrize(("past", "hits"), [(STATIONARY["move"], 1), (moved("a-r"), 0), ([], 0)])
def test_heavy_for_those_who_stood_still(past: list, hits: int):
    """Heavy adds one to hit for a formation that Remained Stationary, not for a Normal move of nothing."""
    table = shoot(3, *ones(hits), gun=gun("cannon", "heavy", rs=4), past={"move": past})
    assert last_event(table, HitsRolled).hits == hits


@pytest.mark.rule("GA-8.3-30")
def test_anti_makes_critical_wounds_of_lower_dice():
    """Against its keyword a die of X or more is a Critical Wound."""
    weapon = gun("drill", "anti vehicle 4", sw=2)
    vehicle = trooper(v=10, w=9)
    table = shoot(3, 3, 4, 3, 6, gun=weapon, troop=vehicle, keywords=("vehicle",))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["critical", "failed"]
    table = shoot(3, 3, 4, 3, gun=weapon, troop=vehicle)
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["failed", "failed"]


@pytest.mark.rule("GA-8.3-30")
def test_anti_counts_the_unmodified_die():
    """A 3 made 4 is no Critical Wound; with Devastating a critical one is mortal."""
    weapon = gun("drill", "anti vehicle 4", "emission", "devastating", sw=2, d=2)
    table = shoot(3, 3, 3, 4, gun=weapon, troop=trooper(v=10, w=9), keywords=("vehicle", "infantry"))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["failed", "critical"]
    assert wounds_left(table, "b-b") == [7]


@pytest.mark.rule("GA-8.3-30")
@pytest.mark.ruling("GA-8.3-30.2")
def test_attached_formation_has_the_keywords_of_all_its_troops():
    """Anti against Characters works on an Escort while its Leader lives."""
    table = fire(attack_on_led_formation(3, 4, 6, weapons=(gun("drill", "anti character 4", s=1),)))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["critical"]


@pytest.mark.rule("GA-8.3-31")
@pytest.mark.parametrize(
    ("keyword", "outcomes"), [("infantry", ["wound", "wound", "failed"]), ("vehicle", ["failed", "wound", "failed"])]
)
def test_emission_adds_to_wound_infantry(keyword: str, outcomes: list[str]):
    """Emission adds one to wound Infantry; a 5 made 6 is not critical and a 1 fails."""
    saves = [6] * outcomes.count("wound")
    weapon = gun("beam", "emission", sw=3)
    table = shoot(3, 3, 3, 3, 5, 1, *saves, gun=weapon, keywords=(keyword,), troop=trooper(w=9))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == outcomes


@pytest.mark.rule("GA-8.3-30")
@pytest.mark.ruling("GA-8.3-30.3")
@pytest.mark.parametrize(("keywords", "outcome"), [("union", "critical"), ("escort", "failed")])
def test_keywords_of_attached_formations(keywords: str, outcome: str):
    """By option an Attached formation has its Escort's keywords only."""
    weapon = gun("drill", "anti character 4", s=1)
    dice = (3, 4, 6) if outcome == "critical" else (3, 4)
    table = fire(attack_on_led_formation(*dice, weapons=(weapon,), options={"attached_keywords": keywords}))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == [outcome]


@pytest.mark.rule("GA-8.3-09", "GA-2.5-05", "GA-2.5-04")
def test_rerolled_dice_are_named():
    """Re-rolled are the dice that are named, each once, and no others."""
    table = duel(3, 3, 3, 2, 2, 2, 5, 6, 1, 1, gun=gun("twin", "twin_weapon", sw=3), troop=trooper(w=9))
    fire(table, until=("RerollDie",))
    table.when("red", reroll_wounds(table, 1, 1)).rejected("GA-2.5-05", "dice-twice")
    for attack in (4, 0):
        table.when("red", reroll_wounds(table, attack)).rejected("GA-2.5-05", "not-rerollable", attacks=str(attack))
    table.when("red", replace(reroll_wounds(table), ability="luck")).rejected("GA-8.3-09", "no-such-reroll")
    table.when("red", reroll_wounds(table, 3, 1)).accepted()
    assert sorted((die.attack, die.face) for die in last_event(table, DieRerolled).dice) == [(1, 6), (3, 5)]
    table.when("red", reroll_wounds(table, 1)).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    settle(table)
    assert wounds_left(table, "b-b") == [7]


@pytest.mark.rule("GA-2.5-05", "GA-8.3-09", "GA-3.3-40")
def test_twin_weapons():
    """Each Wound die may be thrown again once before anything else goes on."""
    field = attack_table(ability("twin_weapon"), swiftness=3).formation("b-wall", 2)
    field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun")
    field.table.faces(5, 5, 5, 2, 4, 3)
    field.table.play(("red", RollHit(group=field.open)))
    field.table.when("red", RollWound(group=field.open)).asks("reroll", "red")
    command = RerollDie(roll="wound", group=field.open, attacks=(1,), ability="twin_weapon")
    allocate(field, 2, "b-wall.1").rejected("GA-3.3-40", "not-asked")
    field.table.faces(5)
    field.table.when("red", command).then(DieRerolled).asks("reroll", "red")
    field.table.when("red", command).rejected("GA-2.5-05", "not-rerollable", attacks="1")
    field.decline("red").asks("allocate", "blue")
    assert [attack.outcome for attack in field.game.attacks.values()] == ["wound", "wound", "failed"]


@pytest.mark.rule("GA-8.3-01")
@pytest.mark.ruling("GA-8.3-01.2")
@pytest.mark.parametrize(("face", "outcome"), [(3, "failed"), (4, "critical")])
def test_the_lower_of_two_anti_counts(face: int, outcome: str):
    """Of Anti twice against one keyword the lowest threshold counts, whichever stands first."""
    for first, second in (("anti vehicle 5", "anti vehicle 4"), ("anti vehicle 4", "anti vehicle 5")):
        saves = (6,) if outcome == "critical" else ()
        table = shoot(3, face, *saves, gun=gun("drill", first, second), troop=trooper(v=10, w=9), keywords=("vehicle",))
        assert [result.outcome for result in last_event(table, WoundsRolled).results] == [outcome]


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


CANNON = gun("cannon", "heavy", rs=4, reach=100)


@pytest.mark.rule("GA-8.3-21", "GA-8.3-04", "GA-3.3-02")
def test_heavy_is_for_who_stayed_and_not_for_who_arrived():
    """Whom nobody moved has stood still and hits with a 3; who arrived from Reserves in this round misses with it."""
    kept = formation("a-q", at=[(10, 30)], weapons=(CANNON,))
    enemy = formation("b-b", at=[(30, 22)], troop=trooper(w=9))
    table = battle_with_absent(
        squad(1, weapons=(CANNON,)), kept, enemy, off={"a-p": "strategic_reserves"}, number=2, dice=(3, 3, 1)
    )
    table.when("red", EndMoveStep()).asks("reinforcements", "red")
    table.when("red", arrival((30, 5))).accepted()
    settle(table, "SelectToShoot")
    for name, hits in (("a-p", 0), ("a-q", 1)):
        fire(table, name, "b-b")
        assert last_event(table, HitsRolled).hits == hits


@pytest.mark.rule("GA-8.3-21", "GA-3.3-02")
def test_heavy_is_not_for_who_disembarked():
    """Who got out of a transport in this round has not stood still, though nobody moved it after that."""
    enemy = formation("b-b", at=[(40, 20)])
    table = battle_with_absent(squad(1, weapons=(CANNON,)), carrier(), enemy, off={"a-p": "a-t.1"}, dice=(3,))
    out = DisembarkFormation(formation="a-p", transport="a-t.1", troops=troop_poses("a-p", (20, 22.6)))
    table.when("red", out).then(FormationDisembarked)
    table.when("red", EndMoveStep()).accepted()
    settle(table, "SelectToShoot")
    fire(table, "a-p", "b-b")
    assert last_event(table, HitsRolled).hits == 0


def assault_up_to_place(table: Table, who: str, formation: str, at: tuple[float, float], *declared: Struct) -> None:
    """Roll for an Assault that is declared, if need be first, and make its move."""
    for command in declared:
        table.when(who, command).accepted()
    table.when(who, RollAssault(formation=formation)).accepted()
    settle(table, "MakeAssaultMove")
    table.when(who, MakeAssaultMove(formation=formation, paths=(path(f"{formation}.1", at),))).accepted()


@pytest.mark.rule("GA-8.3-13")
@pytest.mark.ruling("GA-5.10-03.3")
def test_bayonet_after_a_heros_ingress():
    """The Assault move of a Hero's Ingress counts for Bayonet: S 4 against V 4 wounds on a 3."""
    red = formation("a-r", at=[(15, 10)], weapons=(), troop=trooper(w=3))
    prey = formation("b-t", at=[(23, 10)], weapons=())
    hero = formation("b-n", at=[(22, 16)], weapons=(blade("pike", "bayonet"),))
    table = prepared_battle(red, prey, hero, phase="assault", blue=("heros_ingress",), dice=(6, 6, 3, 3, 3, 3, 6))
    assault_up_to_place(table, "red", "a-r", (22, 10), DeclareAssault(formation="a-r", targets=("b-t",)))
    use(table, "blue", "heros_ingress", "b-n").accepted()
    assault_up_to_place(table, "blue", "b-n", (22, 11))
    settle(table, "SelectToFight")
    table.when("red", SelectToFight(formation="a-r")).accepted()
    settle(table, "SelectToFight")
    table.when("blue", SelectToFight(formation="b-n")).accepted()
    settle(table, "DeclareMeleeAttacks")
    swing = DeclareMeleeAttacks(formation="b-n", attacks=(strike("b-n.1", "pike", "a-r"),), sights=())
    table.when("blue", swing).accepted()
    settle(table, "SelectToFight")
    rolled = last_event(table, WoundsRolled)
    assert (rolled.faces, rolled.needed.total, rolled.wounds) == ((3,), 3, 1)


@pytest.mark.rule("GA-8.3-13", "GA-3.3-20", "GA-8.3-02")
@pytest.mark.parametrize(("face", "outcome"), [(1, "failed"), (2, "wound"), (6, "critical")])
def test_an_unmodified_one_fails_however_strong_the_bayonet(face: int, outcome: str):
    """S 8 against V 4 with Bayonet needs no more than a 1; an unmodified 1 fails all the same, and a 2 wounds."""
    weapon = blade("pike", "bayonet", s=8)
    past = {"assault": assaulted("a-r", "b-b")}
    fight(table := clash(3, face, *ones(int(face > 1)), weapons=(weapon,), troop=trooper(w=3), past=past))
    rolled = last_event(table, WoundsRolled)
    assert (rolled.needed.total, [result.outcome for result in rolled.results]) == (1, [outcome])
