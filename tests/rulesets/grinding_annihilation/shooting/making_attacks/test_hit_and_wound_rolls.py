"""Hit and Wound rolls (GA-3.3-15 to -20)."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AttackGroupBegun,
    AttackGroupEnded,
    AttacksCounted,
    Effect,
    FormationRemainedStationary,
    HitsRolled,
    SelectToShoot,
    TargetsDeclared,
    WoundsRolled,
)
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    ability,
    battle,
    blade,
    clash,
    duel,
    formation,
    gun,
    line,
    trooper,
)
from tests.rulesets.grinding_annihilation.shooting.fixtures import attack_table, shooters_of_three, troop_profile
from tests.rulesets.grinding_annihilation.shooting.steps import allocate_next_to, begin_group
from tests.rulesets.grinding_annihilation.steps import (
    aim,
    events_of,
    fight,
    fire,
    last_event,
    living,
    settle,
    shoot,
    shots,
)

TOUGH = trooper(w=9, de=7)

STEALTH = ("stealth",)


@pytest.mark.rule("GA-3.3-15")
@pytest.mark.parametrize(("face", "hits"), [(4, 0), (5, 1)])
def test_stealth_of_every_troop_takes_one_off_the_hit_roll(face: int, hits: int):
    """Where every troop of the target has Stealth, ranged attacks on it have -1 to hit."""
    dice = (face, 1) if hits else (face,)
    table = shoot(*dice, gun=gun(rs=4), powers=STEALTH, troops=2, troop=TOUGH)
    assert last_event(table, HitsRolled).hits == hits
    assert last_event(table, HitsRolled).needed.total == 5


@pytest.mark.rule("GA-3.3-15")
@pytest.mark.ruling("GA-2.1-06.2")
def test_stealth_of_some_troops_is_nothing():
    """One troop without Stealth takes it from the formation."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun(rs=4),))
    blue = formation("b-b", at=line(2, 20), weapons=(), only={1: Member(powers=STEALTH)})
    table = fire(battle(red, blue, dice=(4, 1)))
    assert last_event(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-3.3-16")
@pytest.mark.parametrize(("face", "hits"), [(4, 1), (3, 0)])
def test_hit_roll_reaches_the_skill(face: int, hits: int):
    """An attack hits if its die reaches the weapon's skill, and ends there if it does not."""
    table = shoot(*((face, 1) if hits else (face,)), gun=gun(rs=4))
    assert last_event(table, HitsRolled).hits == hits
    assert len(events_of(table, WoundsRolled)) == hits


@pytest.mark.rule("GA-3.3-17")
def test_six_hits_whatever_lowers_it():
    """An unmodified 6 is a Critical Hit and always hits."""
    weapon = gun("mortar", "indirect", rs=6)
    table = duel(6, 5, 1, gun=weapon, guns=2, powers=STEALTH, troop=TOUGH)
    fire(table, seen="none")
    hits = last_event(table, HitsRolled)
    assert [result.outcome for result in hits.results] == ["critical", "miss"]
    assert (hits.hits, hits.criticals) == (1, 1)


@pytest.mark.rule("GA-3.3-17")
def test_one_misses_whatever_raises_it():
    """An unmodified 1 always misses."""
    table = shoot(1, gun=gun("cannon", "heavy", rs=2), past={"move": [FormationRemainedStationary(formation="a-r")]})
    assert last_event(table, HitsRolled).hits == 0


@pytest.mark.rule("GA-3.3-18")
def test_weapon_without_skill_hits_without_a_roll():
    """RS N/A: every attack hits, none is critical, whatever the target's Stealth."""
    weapon = gun("flame", "sustained_fire 2", "destructive", sw=5, rs=0)
    table = shoot(1, 1, 1, 1, 1, gun=weapon, powers=STEALTH)
    hits = last_event(table, HitsRolled)
    assert (hits.faces, hits.hits, hits.criticals) == ((), 5, 0)


@pytest.mark.rule("GA-3.3-19")
@pytest.mark.parametrize(
    ("strength", "vigour", "needed"), [(8, 4, 2), (7, 4, 3), (4, 4, 4), (3, 4, 5), (2, 4, 6), (3, 5, 5), (4, 9, 6)]
)
def test_wound_roll_compares_strength_and_vigour(strength: int, vigour: int, needed: int):
    """Strength against Vigour names the face that wounds; double and half go before the rest."""
    table = shoot(3, 3, needed, needed - 1, 1, gun=gun(s=strength, sw=2), troop=trooper(v=vigour, w=9))
    wounds = last_event(table, WoundsRolled)
    assert wounds.needed.total == needed
    assert [result.outcome != "failed" for result in wounds.results] == [True, False]


@pytest.mark.rule("GA-3.3-19")
@pytest.mark.ruling("GA-3.3-19.2")
@pytest.mark.parametrize(
    ("tough", "count", "fallen", "vigour"), [(2, 4, (), 6), (1, 3, (), 3), (2, 3, (), 6), (3, 5, ("b-b.1", "b-b.2"), 3)]
)
def test_mixed_vigour_is_that_of_most_troops(tough: int, count: int, fallen: tuple[str, ...], vigour: int):
    """Of mixed Vigour that of most living troops counts, the higher on a tie."""
    hard = Member(profile=trooper("hard", v=6))
    blue = formation("b-b", at=line(count, 20), troop=trooper(v=3), only=dict.fromkeys(range(1, tough + 1), hard))
    red = formation("a-r", at=[(10, 10)], weapons=(gun(rs=3),))
    table = fire(battle(red, blue, dice=(3, 1), fallen=fallen))
    assert last_event(table, WoundsRolled).vigour == vigour
    assert last_event(table, WoundsRolled).needed.total == {6: 5, 3: 3}[vigour]


@pytest.mark.rule("GA-3.3-20")
def test_one_never_wounds_and_six_always_does():
    """An unmodified 1 fails and an unmodified 6 wounds, whatever is added or taken off."""
    weapon = gun("beam", "emission", s=8, sw=2)
    table = shoot(3, 3, 1, 2, 1, gun=weapon, troop=trooper(v=4, w=9))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["failed", "wound"]
    table = shoot(3, 6, 1, gun=gun(s=2), troop=trooper(v=40, w=9))
    assert [result.outcome for result in last_event(table, WoundsRolled).results] == ["critical"]


@pytest.mark.rule("GA-3.3-19")
@pytest.mark.ruling("GA-3.3-19.2", "GA-3.3-39.1")
def test_vigour_is_kept_for_all_attacks_of_the_formation():
    """The Vigour of most troops at the declaration stays, though casualties shift it; the next formation looks anew."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("one", d=2), gun("two")))
    hard = dict.fromkeys((1, 2), Member(profile=trooper("hard", v=8)))
    blue = formation("b-b", at=line(4, 20), weapons=(), troop=trooper(v=4), only=hard)
    table = battle(red, formation("a-q", at=[(10, 20)]), blue, dice=(3, 6, 1, 3, 4, 3, 3))
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "BeginAttackGroup")
    begin_group(table, "one")
    settle(table, AllocateAttack=[allocate_next_to("b-b.1")])
    assert living(table, "b-b") == ["b-b.2", "b-b.3", "b-b.4"]
    fire(table, "a-q", "b-b")
    assert [(event.vigour, event.needed.total) for event in events_of(table, WoundsRolled)] == [(8, 6), (8, 6), (4, 4)]


@pytest.mark.rule("GA-3.3-15", "GA-8.3-30")
@pytest.mark.ruling("GA-3.3-39.1", "GA-4.2-07.1")
def test_what_holds_for_the_whole_group():
    """Stealth needs every troop, and keywords are those of all troops of an Attached formation, or of its Escort."""
    for option, words in (("union", ("character", "infantry", "walker")), ("escort", ("walker",))):
        field = attack_table(_attached_keywords=option)
        stealth = (ability("stealth"),)
        field.formation("b-wall", 2, leader=troop_profile("boss"), keywords=("walker",), abilities=stealth)
        begun = field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun").one(AttackGroupBegun)
        assert (begun.keywords, begun.stealth) == (words, False)
    field = attack_table().formation("b-wall", 2, abilities=stealth)
    assert field.shoot(("gun", 0, "b-wall")).begin("b-wall", "gun").one(AttackGroupBegun).stealth
    assert field.window.kind == "hit_roll"


@pytest.mark.rule("GA-3.3-18")
def test_weapons_that_hit_by_themselves():
    """Without RS there is no Hit roll and no Critical Hit."""
    field = attack_table(ability("sustained_fire", 2), ability("destructive"), skill=0, swiftness="D6").formation(
        "b-wall", 9
    )
    field.shoot(("gun", 0, "b-wall"))
    field.table.faces(5)
    outcome = field.begin("b-wall", "gun").then(AttacksCounted, HitsRolled, hits=5, criticals=0, faces=())
    assert [roll.why for roll in outcome.rolls] == ["attacks"]
    outcome.asks("wound_roll", "red")


@pytest.mark.rule("GA-3.3-19", "GA-4.2-09")
def test_vigour_of_a_target():
    """On an Attached formation attacks use the Vigour of its Escort, though the Leader's were higher on a tie."""
    table = shooters_of_three()
    table.formation(
        "b-led", kind=troop_profile(vigour=3), leader=troop_profile("boss", vigour=6), at=(20_000, 24_000)
    ).select()
    declared = table.declare(("gun", 0, "b-led")).one(TargetsDeclared)
    assert (declared.targets[0].vigour.total, declared.targets[0].troops) == (3, 2)


@pytest.mark.rule("GA-3.3-17", "GA-3.3-18")
def test_hits_without_a_roll_rest_on_their_own_clause():
    """Where no Hit die is thrown the clauses of the Hit roll decide nothing and are not cited."""
    automatic = fire(duel(1, gun=gun("hose", rs=0)))
    rolled = shoot(1)
    cited = [
        set(clauses)
        for table in (automatic, rolled)
        for entry in table.log
        for event, clauses in entry.events
        if isinstance(event, HitsRolled)
    ]
    assert cited[0] == {"GA-3.3-18"}
    assert {"GA-3.3-16", "GA-3.3-17"} <= cited[1]


@pytest.mark.rule("GA-3.3-20")
def test_an_attack_that_did_not_wound_is_over():
    """The view shows a failed Wound roll as lost, not as an attack that is still due."""
    table = duel(6, 6, 1, 6, guns=2, troops=2)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table.when("red", aim(table, "a-r", *shots(table, "a-r", "b-b"))).accepted()
    settle(table, "AllocateAttack")
    group = table.view("blue").group
    assert [(attack.outcome, attack.status) for attack in group.attacks] == [("failed", "lost"), ("critical", "due")]
    table.faces(1)
    settle(table)
    assert events_of(table, AttackGroupEnded)[-1].lost == 0


@pytest.mark.rule("GA-3.3-15")
@pytest.mark.ruling("GA-3.3-15.1")
@pytest.mark.parametrize(("powers", "smoke"), [(("stealth",), False), ((), True), (("stealth",), True)])
def test_stealth_from_two_sources_takes_one_off(powers: tuple[str, ...], *, smoke: bool):
    """Stealth by ability and by Smokescreen is still one -1: RS 4+ misses on a 4 and hits on a 5."""
    table = duel(4, 5, 1, gun=gun(rs=4, sw=2), powers=powers)
    if smoke:
        table.set(effects=(Effect(manoeuvre="smokescreen", formation="b-b", troop=""),))
    fire(table)
    assert [result.outcome for result in last_event(table, HitsRolled).results] == ["miss", "hit"]


@pytest.mark.rule("GA-3.3-15")
def test_stealth_is_nothing_in_melee():
    """A blow of MS 4+ hits a formation with Stealth on a 4."""
    table = fight(clash(4, 1, weapons=(blade(ms=4),), powers=("stealth",)))
    assert last_event(table, HitsRolled).hits == 1
