"""Rulings on who shoots, on saves and on attacks in a fight."""

from __future__ import annotations

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AllocateAttack,
    ArmouredChargeRolled,
    AttackAllocated,
    AttacksCounted,
    DamageInflicted,
    DeclareAssault,
    DeclareMeleeAttacks,
    FormationBattleFatigued,
    FormationRemainedStationary,
    HitsRolled,
    MakeAssaultMove,
    RollAssault,
    SelectToFight,
    SelectToShoot,
    WoundsRolled,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import armoured_charge, use
from tests.rulesets.grinding_annihilation.brawl.steps import fight_nobody
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    Unit,
    assaulted,
    battle,
    blade,
    brawl,
    clash,
    duel,
    formation,
    gun,
    line,
    moved,
    trooper,
)
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    fight,
    fire,
    last_event,
    path,
    refused,
    select,
    settle,
    strike,
)
from tests.rulesets.grinding_annihilation.troops.fixtures import plane


def boss(*at: tuple[float, float], v: int = 6, leads: str = "b", side: str = "b") -> Unit:
    """Make a Leader of four wounds."""
    return formation(
        f"{side}-chief",
        at=list(at) or [(21.2, 10)],
        weapons=(),
        troop=trooper("chief", v=v, w=4, de=2),
        keywords=("character",),
        powers=("leader",),
        leads=(leads,),
    )


@pytest.mark.rule("GA-3.3-12")
@pytest.mark.ruling("GA-3.3-12.1")
@pytest.mark.parametrize(("x", "locked"), [(12.5, True), (12.6, False)])
def test_an_aircraft_within_threat_range_locks(x: float, *, locked: bool):
    """An enemy Aircraft an inch away keeps a formation from shooting like any other enemy."""
    table = battle(formation("a-r", at=[(10, 10)]), plane((x, 10), "b-f"))
    command = SelectToShoot(formation="a-r", sidearms=())
    if locked:
        refused(table, "red", command, "GA-3.3-12").rejected("GA-3.3-12", "locked")
    else:
        table.when("red", command).accepted()


@pytest.mark.rule("GA-3.3-18")
@pytest.mark.ruling("GA-3.3-18.1")
def test_a_melee_weapon_without_skill_hits_by_itself():
    """MS N/A is treated as RS N/A: both attacks hit without a die, and none is critical."""
    table = fight(clash(1, 1, weapons=(blade("maw", "sustained_fire 1", ms=0, sw=2),)))
    hits = last_event(table, HitsRolled)
    assert (hits.faces, hits.hits, hits.criticals) == ((), 2, 0)


@pytest.mark.rule("GA-3.5-13")
@pytest.mark.ruling("GA-3.5-13.1")
def test_without_a_melee_weapon_nobody_strikes():
    """A troop that carries a rifle alone makes no attack, its fellow with a blade makes one."""
    red = formation("a-r", at=[(20, 10), (20, 11.1)], weapons=(blade(),), only={2: Member(weapons=(gun(),))})
    blue = formation("b-b", at=[(21, 10), (21, 11.1)], weapons=())
    table = select(brawl(red, blue, dice=(1,)))
    for weapon, clause, reason in (
        ("blade", "GA-3.5-13", "no-such-weapon"),
        ("", "GA-3.5-13", "no-such-weapon"),
        ("rifle", "GA-3.5-13", "ranged-weapon"),
    ):
        wrong = DeclareMeleeAttacks(formation="a-r", attacks=(strike("a-r.2", weapon),), sights=())
        refused(table, "red", wrong, clause).rejected(clause, reason)
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=(strike("a-r.1"),), sights=())).accepted()
    settle(table)
    assert [event.attacks for event in events_of(table, AttacksCounted)] == [1]


@pytest.mark.rule("GA-8.3-29")
@pytest.mark.ruling("GA-8.3-29.2")
def test_each_weapon_with_extra_attacks_is_used_once():
    """Horns and a tail both strike besides the sword; neither strikes twice."""
    arms = (blade("sword", sw=4), blade("horns", "extra_attacks", sw=2), blade("tail", "extra_attacks"))
    table = select(clash(*(1,) * 7, weapons=arms))
    twice = tuple(strike("a-r.1", weapon) for weapon in ("sword", "horns", "horns", "tail"))
    found = table.refused(DeclareMeleeAttacks(formation="a-r", attacks=twice, sights=()), "red")
    assert ("GA-3.5-15", "target-twice") in {(row.clause, row.reason) for row in found}
    each = tuple(strike("a-r.1", weapon) for weapon in ("sword", "horns", "tail"))
    table.when("red", DeclareMeleeAttacks(formation="a-r", attacks=each, sights=())).accepted()
    settle(table)
    assert sorted(event.attacks for event in events_of(table, AttacksCounted)) == [1, 2, 4]


@pytest.mark.rule("GA-4.2-09", "GA-3.3-19")
@pytest.mark.ruling("GA-4.2-09.1")
def test_of_a_mixed_escort_its_own_troops_are_counted():
    """Two Escort troops of V 4 and one of V 6 are V 4, though with the Leader there are as many of V 6."""
    hard = {1: Member(profile=trooper("hard", v=6))}
    blue = formation("b-b", at=line(3, 20), weapons=(), troop=trooper(v=4), only=hard)
    red = formation("a-r", at=[(10, 10)], weapons=(gun("shot"),))
    table = fire(battle(red, blue, boss(), lead={"b-chief": "b-b"}, dice=(3, 1)))
    assert last_event(table, WoundsRolled).vigour == 4


@pytest.mark.rule("GA-4.2-10")
@pytest.mark.ruling("GA-4.2-10.1")
@pytest.mark.parametrize("chosen", ["b-b.1", "b-chief.1"])
def test_of_characters_alone_any_troop_is_chosen(chosen: str):
    """Where the Escort's last troop is a Character itself the attack may go to it or to the Leader."""
    blue = formation("b-b", at=[(20, 10)], weapons=(), troop=trooper(w=2), only={1: Member(keywords=("character",))})
    red = formation("a-r", at=[(10, 10)], weapons=(gun("shot"),))
    table = battle(red, blue, boss(), lead={"b-chief": "b-b"}, dice=(3, 4, 6))
    fire(table, until=("AllocateAttack",))
    group = table.view("blue").group.id
    table.when("blue", AllocateAttack(group=group, attack=1, troop=chosen)).then(AttackAllocated, troop=chosen)
    settle(table)


def view_of_chief(table: Table):
    """Give the formation that red's Leader is in."""
    return next(row for row in table.view("red").formations if "a-chief.1" in [troop.id for troop in row.troops])


@pytest.mark.rule("GA-4.2-08", "GA-8.4-01")
@pytest.mark.ruling("GA-4.2-08.1")
def test_a_leader_left_alone_keeps_what_the_formation_was():
    """Without its Escort the Leader is still Battle-Fatigued and has Advanced, with a Starting Strength of one."""
    past: dict[str, list[Struct]] = {
        "manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)],
        "move": moved("a-r", "advance"),
    }
    red = formation("a-r", at=[(10, 10)], weapons=())
    leader = boss((11.5, 10), leads="r", side="a")
    blue = formation("b-b", at=[(20, 10)], weapons=(gun("shot"),))
    table = battle(red, leader, blue, lead={"a-chief": "a-r"}, past=past, first="blue", dice=(3, 4, 1))
    fire(table, "b-b", "a-r", who="blue")
    row = view_of_chief(table)
    assert (row.fatigued, row.move_kind) == (True, "advance")
    living = [part for part in row.parts if part.id == "a-chief"]
    assert [part.starting_strength for part in living] == [1]


@pytest.mark.rule("GA-4.2-08", "GA-3.4-15")
@pytest.mark.ruling("GA-4.2-08.1")
def test_a_leader_left_alone_keeps_fights_first():
    """The Assault bonus of the formation stays with its Leader when the Escort falls."""
    red = formation("a-r", at=[(20, 10)], weapons=())
    leader = boss((20, 11.5), leads="r", side="a")
    blue = formation("b-b", at=[(21, 10)], weapons=(blade(),), powers=("fights_first",))
    past = {"assault": assaulted("a-r", "b-b")}
    table = brawl(red, leader, blue, lead={"a-chief": "a-r"}, past=past, first="red", dice=(3, 4, 1))
    fight(table, "b-b", "a-r", who="blue")
    row = view_of_chief(table)
    assert [troop.id for troop in row.troops] == ["a-chief.1"]
    assert row.fights_first
    assert row.assaulted


@pytest.mark.rule("GA-5.5-02")
@pytest.mark.ruling("GA-5.5-02.2")
@pytest.mark.parametrize(("escort", "leader", "dice"), [(4, 8, 10), (8, 4, 8)])
def test_an_armoured_charge_looks_at_the_escorts_vigour(escort: int, leader: int, dice: int):
    """S 8 has two dice more against an Escort of V 4 whose Leader has V 8, and none the other way round."""
    red = formation("a-r", at=[(15, 10)], weapons=(blade("ram", s=8),), keywords=("vehicle",))
    target = formation("b-t", at=[(23, 10)], weapons=(), troop=trooper(v=escort, w=9))
    chief = boss((24.5, 10), v=leader, leads="t")
    table = prepared_battle(
        red, target, chief, lead={"b-chief": "b-t"}, phase="assault", red=("armoured_charge",), dice=(6, 6)
    )
    use(table, "red", "armoured_charge", "a-r").accepted()
    table.when("red", DeclareAssault(formation="a-r", targets=("b-t",))).accepted()
    table.when("red", RollAssault(formation="a-r")).accepted()
    table.when("red", MakeAssaultMove(formation="a-r", paths=(path("a-r.1", (22, 10)),))).accepted()
    table.faces(*(1,) * dice)
    rolled = table.when("red", armoured_charge()).one(ArmouredChargeRolled)
    assert (rolled.vigour, rolled.dice.total) == (escort, dice)


@pytest.mark.rule("GA-4.3-14")
@pytest.mark.ruling("GA-4.3-14.2")
@pytest.mark.parametrize("flying", [1, 2])
def test_an_aircraft_fights_formations_of_which_every_troop_can_fly(flying: int):
    """Of two troops in contact one that can Fly is not enough for an Aircraft to fight their formation."""
    only = {number: Member(keywords=("fly",)) for number in range(1, flying + 1)}
    blue = formation("b-b", at=[(21.6, 10), (21.6, 11.2)], weapons=(), keywords=(), only=only)
    table = brawl(plane((20, 10), weapons=(blade(),)), blue)
    command = SelectToFight(formation="a-f")
    if flying == 1:
        refused(table, "red", command, "GA-4.3-14").rejected("GA-4.3-14", "nobody-to-fight")
    else:
        table.when("red", command).accepted()


@pytest.mark.rule("GA-3.5-08", "GA-3.5-04")
@pytest.mark.ruling("GA-3.5-08.1")
def test_who_is_eligible_is_looked_at_after_each_fight():
    """A formation whose only enemy near fell in the first fight is not eligible any more."""
    red = [formation(f"a-{name}", at=[(x, 10)], weapons=(blade(),)) for name, x in (("r", 20), ("q", 22))]
    table = brawl(*red, formation("b-b", at=[(21, 10)], weapons=()), dice=(3, 4, 1))
    assert table.refused(SelectToFight(formation="a-q"), "red") == ()
    fight(table, "a-r", "b-b")
    fight_nobody(table, "b-pair1")
    refused(table, "red", SelectToFight(formation="a-q"), "GA-3.5-04").rejected("GA-3.5-04", "nobody-to-fight")


@pytest.mark.rule("GA-4.2-08", "GA-8.3-23")
@pytest.mark.ruling("GA-4.2-08.1")
def test_a_leader_left_alone_has_shot():
    """A Hazard test destroys the Escort after its shots: its Leader is not selected to shoot on his own."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("risky", "hazard"),))
    lord = formation("a-chief", at=[(10, 11.5)], keywords=("character",), powers=("leader",), leads=("r",))
    table = battle(red, lord, formation("b-b", at=[(20, 10)], weapons=()), lead={"a-chief": "a-r"}, dice=(1, 1))
    fire(table, "a-r", "b-b", "risky")
    row = view_of_chief(table)
    assert [troop.id for troop in row.troops] == ["a-chief.1"]
    late = table.refused(SelectToShoot(formation=row.id, sidearms=()), "red")
    assert {fault.reason for fault in late} == {"has-shot"}


@pytest.mark.rule("GA-8.3-29", "GA-8.3-07")
@pytest.mark.ruling("GA-8.3-29.3")
def test_extra_attacks_of_a_ranged_weapon_are_nothing():
    """A rifle with Extra Attacks and Rapid Fire 1 has the attack more that no melee weapon with it would have."""
    table = fire(duel(1, 1, gun=gun("rapid", "extra_attacks", "rapid_fire 1"), gap=6))
    assert last_event(table, AttacksCounted).attacks == 2


@pytest.mark.rule("GA-8.3-01")
@pytest.mark.ruling("GA-8.3-01.2")
@pytest.mark.parametrize("powers", [("sustained_fire 1", "sustained_fire 2"), ("sustained_fire 2", "sustained_fire 1")])
def test_sustained_fire_twice_is_the_higher_one(powers: tuple[str, ...]):
    """A Critical Hit is three hits, not four, whichever stands first."""
    table = fire(duel(6, 1, 1, 1, gun=gun("rapid", *powers)))
    assert last_event(table, HitsRolled).hits == 3


@pytest.mark.rule("GA-8.3-01", "GA-8.3-21")
@pytest.mark.ruling("GA-8.3-01.2")
def test_a_modifier_that_a_weapon_has_twice_counts_once():
    """Heavy twice adds one to the Hit roll, and Inferno 1 and 2 add two to the Damage."""
    weapon = gun("cannon", "heavy", "heavy", "inferno 1", "inferno 2", rs=5)
    past = {"move": [FormationRemainedStationary(formation="a-r")]}
    table = fire(duel(4, 4, 1, gun=weapon, gap=6, troop=trooper(w=9), past=past))
    assert last_event(table, HitsRolled).needed.total == 4
    assert last_event(table, DamageInflicted).damage.total == 3
