"""What an estimate takes from the battle, what may be supposed, and what can not be asked."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from adjudicator.kernel.decide.faults import Rejected, Unknown
from adjudicator.kernel.decide.parties import SPECTATOR, TABLE
from adjudicator.rulesets.grinding_annihilation import RULESET
from adjudicator.rulesets.grinding_annihilation.model.messages import BattleFormations, Sight
from adjudicator.rulesets.grinding_annihilation.model.rows import Declaration, Side
from adjudicator.rulesets.grinding_annihilation.reports.messages import EstimateAttackRequest, EstimatedWeapon
from tests.rulesets.grinding_annihilation.fixtures import ability, battle, duel, formation, trooper
from tests.rulesets.grinding_annihilation.odds.fixtures import (
    cases_on_table,
    estimate_request,
    gun_with,
    request_of_case,
    with_target,
)
from tests.rulesets.grinding_annihilation.odds.steps import ask_estimate, estimate, fractions, mean_of
from tests.rulesets.grinding_annihilation.oracles.attack_odds import Case, Gun, Mark, expected_distributions
from tests.rulesets.grinding_annihilation.shooting.fixtures import AttackTable, troop_profile, weapon, weapon_profile
from tests.rulesets.grinding_annihilation.terrain.fixtures import craters, debris, ruins, with_terrain, woods


@pytest.mark.rule("GA-8.3-03", "GA-8.3-07", "GA-8.3-21", "GA-3.1-12")
def test_what_is_not_supposed_is_as_it_stands():
    """Distance, move and fatigue are taken from the battle where nothing else is supposed."""
    gun = weapon_profile(ability("rapid_fire", 1), ability("heavy"), skill=4, reach=22)
    field = with_target(AttackTable().weapons(weapon("gun0", gun)).formation("a-guns", carry=("gun0",)), Case())
    assert fractions(ask_estimate(field, estimate_request()).attacks) == {2: 1}
    assert fractions(ask_estimate(field, estimate_request(half_range=False)).attacks) == {1: 1}
    assert mean_of(ask_estimate(field, estimate_request()).hits) == Fraction(2, 2)
    field.change("formations", "a-guns", move="remained_stationary")
    assert mean_of(ask_estimate(field, estimate_request()).hits) == Fraction(4, 3)
    assert mean_of(ask_estimate(field, estimate_request(stationary=False)).hits) == Fraction(2, 2)
    field.change("formations", "a-guns", fatigued=2)
    assert mean_of(ask_estimate(field, estimate_request()).hits) == Fraction(2, 3)
    assert mean_of(ask_estimate(field, estimate_request(fatigued=False)).hits) == Fraction(4, 3)


@pytest.mark.rule("GA-6.0-02", "GA-6.0-06", "GA-6.1-01")
def test_terrain_covers_the_troops_that_stand_in_it():
    """The troop in the open saves on a 5, the one behind it in a crater on a 4, unless cover is supposed."""
    troops = trooper(de=5)
    blue = formation("b-b", at=[(20, 10), (20, 14)], troop=troops, weapons=())
    table = battle(formation("a-r", at=[(10, 10), (10, 12)]), blue)
    with_terrain(table, craters(18, 12.5, 22, 16))
    weapon_ = EstimatedWeapon(weapon="rifle", profile=0, attacks=2)
    answer = estimate(table, weapon_)
    expected = expected_distributions(Case(gun=Gun(swiftness="2"), target=(Mark(defence=5), Mark(defence=4))))
    assert fractions(answer.damage) == expected["damage"]
    assert fractions(answer.unsaved) == expected["unsaved"]
    for cover in (True, False):
        case = Case(gun=Gun(swiftness="2"), target=(Mark(defence=5),) * 2, cover=cover)
        assert fractions(estimate(table, weapon_, cover=cover).damage) == expected_distributions(case)["damage"]


@pytest.mark.rule("GA-6.5-04")
@pytest.mark.parametrize("source", ["declared", "geometric"])
def test_sight_is_what_terrain_allows(source):
    """Before sight is stated, a wood between the two lets nobody be fully seen, and so gives cover."""
    table = battle(
        formation("a-r", at=[(10, 10)]),
        formation("b-b", at=[(20, 10)], troop=trooper(de=5), weapons=()),
        options={"visibility_source": source},
    )
    with_terrain(table, woods(14, 5, 16, 15))
    assert estimate(table).groups[0].save_needed.total == 4
    assert estimate(table, cover=False).groups[0].save_needed.total == 5


@pytest.mark.rule("GA-6.6-05", "GA-2.4-12")
def test_sight_is_what_the_open_declaration_states():
    """Ruins at the edge of sight may hide nothing; once the shooter has stated that they do, they give cover."""
    blue = formation("b-b", at=[(20, 10)], troop=trooper(de=5), weapons=())
    table = battle(formation("a-r", at=[(10, 10)]), blue, options={"visibility_source": "declared"})
    with_terrain(table, ruins(14, 10.3, 16, 15))
    assert estimate(table).groups[0].save_needed.total == 5
    sight = Sight(observers=("a-r.1",), troops=("b-b.1",), seen="visible", fact="")
    stated = Declaration(id="d1", formation="a-r", melee=False, target="b-b", sights=(sight,))
    table.game.declaration = stated
    assert estimate(table).groups[0].save_needed.total == 4
    table.game.declaration = replace(stated, formation="a-other")
    assert estimate(table).groups[0].save_needed.total == 5


@pytest.mark.rule("GA-8.3-16")
@pytest.mark.parametrize(("source", "hidden"), [("geometric", True), ("geometric", False), ("declared", True)])
def test_nobody_aims_at_a_character_that_is_not_seen(source, hidden):
    """Where sight is worked out, a Character behind debris can not be aimed at; what will be stated is not judged."""
    chief = formation("b-chief", at=[(20, 20)], weapons=(), keywords=("character",), powers=("leader",), leads=("b",))
    blue = formation("b-b", at=[(20, 10)], weapons=())
    options = {"visibility_source": source}
    table = battle(formation("a-r", at=[(10, 10)]), blue, chief, lead={"b-chief": "b-b"}, options=options)
    if hidden:
        with_terrain(table, debris(17, 14, 18, 24))
    if hidden and source == "geometric":
        with pytest.raises(Rejected) as refused:
            estimate(table, aim="b-chief.1")
        (fault,) = refused.value.faults
        assert (fault.clause, fault.reason) == ("GA-8.3-16", "not-a-seen-character")
    else:
        assert mean_of(estimate(table, aim="b-chief.1").hits) > 0


@pytest.mark.rule("GA-5.8-01", "GA-5.9-01", "GA-5.7-05")
def test_manoeuvres_may_be_supposed():
    """Smokescreen hides and covers, Find Cover! saves on a 5, an Overwatch hits on 6 alone: before any is paid for."""
    case = Case(copies=1, gun=Gun(penetration=-1), target=(Mark(defence=6),))
    field = cases_on_table(case)
    names = "smokescreen", "find_cover", "onslaught_overwatch"
    answer = {name: ask_estimate(field, estimate_request(manoeuvres=(name,))) for name in names}
    assert answer["smokescreen"].groups[0].hit_needed.total == 4
    assert answer["smokescreen"].groups[0].save_needed.total == 6
    assert (answer["find_cover"].groups[0].save, answer["find_cover"].groups[0].save_needed.total) == (
        "invulnerable",
        5,
    )
    assert mean_of(answer["onslaught_overwatch"].hits) == Fraction(1, 6)
    assert ask_estimate(field, estimate_request()).groups[0].save_needed.total == 7


DEADLY = Gun(skill=0, strength=8, penetration=-6)


@pytest.mark.rule("GA-3.3-21", "GA-3.3-22")
def test_who_takes_attacks_is_as_the_battle_says():
    """A wounded troop takes the first attack; among whole ones the standing choice of the player goes first."""
    case = Case(gun=DEADLY, copies=1, target=(Mark(wounds=2),) * 3)
    field = cases_on_table(case)
    assert ask_estimate(field, estimate_request()).groups[0].first_taker == "b-wall.1"
    field.table.set(sides={**field.game.sides, 1: Side(seat=1, mustered=True, casualty_order=("b-wall.3",))})
    assert ask_estimate(field, estimate_request()).groups[0].first_taker == "b-wall.3"
    field.change("troops", "b-wall.2", wounds_left=1)
    answer = ask_estimate(field, estimate_request())
    assert answer.groups[0].first_taker == "b-wall.2"
    assert fractions(answer.troops_lost) == {0: Fraction(1, 6), 1: Fraction(5, 6)}


@pytest.mark.rule("GA-3.3-07")
def test_attacks_may_be_supposed_and_troops_chosen():
    """A number stands in place of Swiftness, abilities add to it; of several bearers those named attack."""
    case = Case(gun=gun_with("rapid_fire", swiftness="D6"), copies=3, near=True)
    field = cases_on_table(case)
    chosen = EstimatedWeapon(weapon="gun0", profile=0, troops=("a-guns.1", "a-guns.3"), attacks=2)
    answer = ask_estimate(field, estimate_request(chosen, half_range=True))
    assert fractions(answer.attacks) == {6: 1}
    assert answer.groups[0].copies == 2


FIVE = (Mark(defence=5),) * 5


@pytest.mark.rule("GA-3.3-20", "GA-3.3-23")
def test_what_dice_need_is_told_with_its_reasons():
    """The faces needed are told as tallies that name their clauses."""
    case = Case(gun=gun_with("heavy", "anti"), stationary=True, cover=True, target=FIVE)
    group = ask_estimate(cases_on_table(case), request_of_case(case)).groups[0]
    assert (group.hit_needed.total, group.wound_needed.total, group.critical) == (3, 4, 4)
    assert "GA-8.3-21" in group.hit_needed.clauses()
    assert (group.save, group.save_needed.total) == ("armour", 5)
    assert "GA-6.0-02" in group.save_needed.clauses()


@pytest.mark.rule("GA-8.3-29", "GA-3.5-13")
def test_weapons_not_named_are_those_that_would_be_used():
    """Without names a troop fights with its first melee weapon and all Extra Attacks, and shoots what reaches."""
    field = AttackTable().weapons(
        weapon("blade", weapon_profile(reach=0, swiftness=2)),
        weapon("axe", weapon_profile(reach=0)),
        weapon("tail", weapon_profile(ability("extra_attacks"), reach=0)),
        weapon("rifle", weapon_profile()),
        weapon("pistol", weapon_profile(ability("sidearm"))),
        weapon("stub", weapon_profile(reach=5)),
    )
    field.formation("a-guns", carry=("blade", "axe", "tail", "rifle", "pistol", "stub"))
    with_target(field, Case())
    assert [group.weapon for group in ask_estimate(field, estimate_request(melee=True)).groups] == ["blade", "tail"]
    assert [group.weapon for group in ask_estimate(field, estimate_request()).groups] == ["rifle"]


TOUGH = (Mark(wounds=3, defence=3, invulnerable=5, health=5),) * 2


def test_asking_changes_nothing_and_tells_everybody_the_same():
    """Whoever asks is told the same, no die is thrown, and the battle is as before."""
    case = Case(gun=gun_with("devastating", "hazard", swiftness="D3"), target=TOUGH)
    field = cases_on_table(case)
    before, entries = repr(field.game.dump()), len(field.table.log)
    answers = [ask_estimate(field, request_of_case(case), party) for party in (0, 1, TABLE, SPECTATOR)]
    assert all(answer == answers[0] for answer in answers)
    assert (repr(field.game.dump()), len(field.table.log)) == (before, entries)


def test_nothing_secret_is_read():
    """What the other player wrote down in secret makes no difference to the odds."""
    field = cases_on_table(Case())
    answer = ask_estimate(field, request_of_case(Case()))
    hidden = Side(seat=1, mustered=True, committed=True, written=BattleFormations(), entry=3)
    field.table.set(sides={**field.game.sides, 1: hidden})
    assert ask_estimate(field, request_of_case(Case())) == answer


UNKNOWN = {
    "formation": estimate_request(formation="a-nobody"),
    "target": estimate_request(target="b-nobody"),
    "weapon": estimate_request(EstimatedWeapon(weapon="spoon", profile=0)),
    "troop": estimate_request(EstimatedWeapon(weapon="gun0", profile=0, troops=("a-guns.9",))),
    "aim": estimate_request(aim="b-nobody.1"),
}


@pytest.mark.parametrize("request_", UNKNOWN.values(), ids=UNKNOWN)
def test_unknown_ids_are_refused(request_):
    """An id that does not exist is refused as one, with its place."""
    with pytest.raises(Unknown) as refusal:
        ask_estimate(cases_on_table(Case()), request_)
    assert [fault.reason for fault in refusal.value.faults] == ["unknown-id"]
    assert refusal.value.faults[0].path


FIELDS = EstimateAttackRequest.__struct_fields__


REFUSED = {
    "not-an-enemy": estimate_request(target="a-guns"),
    "attacker-off-field": estimate_request(formation="a-away"),
    "target-off-field": estimate_request(target="b-away"),
    "unknown-rerolls": estimate_request(rerolls="sixes"),
    "no-supposed-manoeuvre": estimate_request(manoeuvres=("grenades",)),
    "not-a-seen-character": estimate_request(aim="b-wall.1"),
    "no-such-profile": estimate_request(EstimatedWeapon(weapon="gun0", profile=1)),
    "not-a-shooter": estimate_request(EstimatedWeapon(weapon="gun0", profile=0, troops=("a-more.1",))),
    "not-of-formation": estimate_request(EstimatedWeapon(weapon="claw", profile=0, troops=("a-more.1",))),
    "no-such-weapon": estimate_request(EstimatedWeapon(weapon="fist", profile=0, troops=("a-guns.1",))),
    "weapon-split": estimate_request(*[EstimatedWeapon(weapon="gun0", profile=0)] * 2),
    "weapons-mixed": estimate_request(
        EstimatedWeapon(weapon="gun0", profile=0), EstimatedWeapon(weapon="claw", profile=0)
    ),
    "one-weapon": estimate_request(
        EstimatedWeapon(weapon="claw", profile=0, troops=("a-guns.1",)), EstimatedWeapon(weapon="horn", profile=0)
    ),
    "no-weapons": estimate_request(formation="a-bare"),
    "too-many-attacks": estimate_request(EstimatedWeapon(weapon="gun0", profile=0, attacks=10**9)),
    "odds-too-large": estimate_request(EstimatedWeapon(weapon="burst", profile=0, attacks=60)),
}


@pytest.mark.parametrize(("reason", "request_"), REFUSED.items(), ids=REFUSED)
def test_what_can_not_be_asked_is_refused(reason, request_):
    """A question that makes no sense is refused with a reason that has a sentence."""
    field = AttackTable().weapons(
        weapon("gun0", weapon_profile()),
        weapon("claw", weapon_profile(reach=0)),
        weapon("horn", weapon_profile(reach=0)),
        weapon("fist", weapon_profile(reach=0)),
        weapon("burst", weapon_profile(ability("sustained_fire", "D6"), ability("devastating"), damage="2D6")),
    )
    field.formation("a-guns", 2, carry=("gun0", "claw", "horn", "burst")).formation("a-bare")
    field.formation("a-more", 1, carry=("gun0",))
    for key in ("a-away", "b-away"):
        field.formation(key).change("formations", key, place="reserves")
    with_target(field, Case(target=TOUGH))
    with pytest.raises(Rejected) as refusal:
        ask_estimate(field, request_)
    assert {fault.reason for fault in refusal.value.faults} == {reason}
    assert all(fault.path.split("[")[0] in FIELDS for fault in refusal.value.faults)
    assert RULESET.reasons[reason]


@pytest.mark.rule("GA-3.3-04", "GA-3.3-05", "GA-3.5-13", "GA-3.5-15")
@pytest.mark.parametrize(
    ("request_", "clause", "reason"),
    [
        (estimate_request(target="a-guns"), "GA-3.3-04", "not-an-enemy"),
        (estimate_request(target="a-guns", melee=True), "GA-3.5-15", "not-an-enemy"),
        (estimate_request(formation="a-bare"), "GA-3.3-05", "no-weapons"),
        (estimate_request(formation="a-bare", melee=True), "GA-3.5-13", "no-weapons"),
        (estimate_request(EstimatedWeapon(weapon="gun1", profile=0)), "GA-3.3-05", "no-such-weapon"),
        (estimate_request(EstimatedWeapon(weapon="fist", profile=0)), "GA-3.5-13", "no-such-weapon"),
        (estimate_request(EstimatedWeapon(weapon="spoon", profile=0)), "GA-3.3-05", "no-such-weapon"),
        (estimate_request(EstimatedWeapon(weapon="spoon", profile=0), melee=True), "GA-3.5-13", "no-such-weapon"),
        (estimate_request(EstimatedWeapon(weapon="gun0", profile=1)), "GA-3.3-03", "no-such-profile"),
        (estimate_request(EstimatedWeapon(weapon="claw", profile=1)), "GA-3.5-13", "no-such-profile"),
        (estimate_request(*[EstimatedWeapon(weapon="gun0", profile=0)] * 2), "GA-3.3-05", "weapon-split"),
        (estimate_request(*[EstimatedWeapon(weapon="claw", profile=0)] * 2), "GA-3.5-15", "target-twice"),
    ],
)
def test_refusals_of_melee_rest_on_the_rules_of_melee(request_, clause, reason):
    """What a shooter may not do is refused by the rules of shooting, and what a fighter may not by those of melee."""
    field = AttackTable().weapons(
        *(weapon(key, weapon_profile()) for key in ("gun0", "gun1")),
        *(weapon(key, weapon_profile(reach=0)) for key in ("claw", "fist")),
    )
    field.formation("a-guns", 1, carry=("gun0", "claw")).formation("a-bare")
    with_target(field, Case(target=TOUGH))
    named = tuple(replace(row, troops=("a-guns.1",)) for row in request_.weapons)
    with pytest.raises(Rejected) as refusal:
        ask_estimate(field, replace(request_, weapons=named))
    first = refusal.value.faults[0]
    assert (first.clause, first.reason) == (clause, reason)


@pytest.mark.rule("GA-3.3-36")
@pytest.mark.parametrize(
    ("troops", "gap", "left_out"), [(1, 12, ()), (2, 12, ("GA-3.3-36",)), (1, 6, ("GA-3.3-36",)), (1, 6.1, ())]
)
def test_a_deadly_demise_that_may_interfere_is_named(troops: int, gap: float, left_out: tuple):
    """Where a falling troop may hurt others of the target, or the attackers, the odds say so."""
    assert estimate(duel(gap=gap, troops=troops, powers=("deadly_demise 1",))).left_out == left_out
    assert estimate(duel(gap=gap, troops=troops)).left_out == ()


@pytest.mark.rule("GA-8.3-16", "GA-8.3-17")
@pytest.mark.parametrize("source", ["declared", "geometric"])
@pytest.mark.parametrize("deadly", [False, True])
def test_precision_goes_to_nobody_who_is_not_aimed_at(source: str, deadly: bool) -> None:
    """A Character in plain sight takes an attack with Precision where it is aimed at; else its Escort does."""
    field = AttackTable(visibility_source=source, precision_steers_mortals=True, devastating_spill=False)
    names = ("precision", "devastating") if deadly else ("precision",)
    profile = weapon_profile(*map(ability, names), skill=0, strength=9, penetration=-6, damage=2)
    field.weapons(weapon("gun", profile)).formation("a-guns", 1, carry=("gun",))
    field.formation("b-wall", 1, kind=troop_profile(wounds=1), leader=troop_profile("boss", wounds=2))
    damage = {aim: fractions(ask_estimate(field, estimate_request(aim=aim)).damage) for aim in ("", "b-wallboss.1")}
    sixth = Fraction(1, 6)
    assert damage[""] == {0: sixth, 1: 5 * sixth}
    assert damage["b-wallboss.1"] == {0: sixth, 2: 5 * sixth}


@pytest.mark.rule("GA-8.3-16")
def test_nobody_aims_at_a_character_of_a_target_that_is_supposed_to_be_unseen() -> None:
    """Where no attacker is supposed to see the target, no Character of it is visible either."""
    case = Case(copies=1, gun=gun_with("precision", "indirect"), target=(Mark(), Mark(leader=True)))
    field = cases_on_table(case)
    assert fractions(ask_estimate(field, estimate_request(aim="b-wallboss.1")).damage)
    with pytest.raises(Rejected) as refused:
        ask_estimate(field, estimate_request(aim="b-wallboss.1", seen=False))
    (fault,) = refused.value.faults
    assert (fault.clause, fault.reason, fault.path) == ("GA-8.3-16", "not-a-seen-character", "aim")
