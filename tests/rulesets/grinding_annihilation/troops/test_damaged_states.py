"""Damaged-state rules (GA-4.1-03): what a troop loses of its profile while it has few wounds left."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from adjudicator.kernel.labels import Known as Earlier
from adjudicator.rulesets.grinding_annihilation.bots.situation import Table as Known
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    Ability,
    AdvanceRolled,
    Alteration,
    BeginAttackGroup,
    ControlDetermined,
    DamageInflicted,
    DeclareAdvance,
    DeclareNormalMove,
    DeclareRetreat,
    EndTurn,
    FormationMoved,
    HitsRolled,
    MakeRetreatMove,
    ManoeuvresRuleResolved,
    MoveDeclared,
    ReachesChanged,
    ResolveManoeuvresRule,
    RosterAccepted,
    RoundRuleResolved,
    ScientistNamed,
)
from adjudicator.rulesets.grinding_annihilation.reports.chances import luck
from adjudicator.rulesets.grinding_annihilation.roster.catalogue_library import LIBRARY
from replays.tell.phrases import EventFormatter
from tests.kit import Table
from tests.rulesets.grinding_annihilation.armies.fixtures import LORD_ROW, autereium_roster, roster_formation
from tests.rulesets.grinding_annihilation.armies.steps import submit_roster
from tests.rulesets.grinding_annihilation.battle_manoeuvres.fixtures import prepared_battle
from tests.rulesets.grinding_annihilation.battle_manoeuvres.steps import decline, overwatch_shots, use
from tests.rulesets.grinding_annihilation.fixtures import Member, battle, blade, brawl, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.missions.fixtures import (
    MIDDLE_MARKER,
    control_of_marker,
    name_scientist,
    scientist_capture,
)
from tests.rulesets.grinding_annihilation.odds.steps import estimate
from tests.rulesets.grinding_annihilation.shooting.steps import allocate_next_to
from tests.rulesets.grinding_annihilation.steps import (
    declare,
    events_of,
    fight,
    fire,
    last_event,
    living,
    make,
    move,
    path,
    refused,
    settle,
    wounds_left,
)
from tests.rulesets.grinding_annihilation.troops.fixtures import damaged_ability, damaged_vehicle, tank

CLAUSE = "GA-4.1-03"


@pytest.mark.rule("GA-4.1-03", "GA-3.3-16")
@pytest.mark.parametrize(("left", "needed", "hits"), [(5, 3, 1), (3, 3, 1), (2, 4, 0), (1, 4, 0)])
def test_attacks_of_a_damaged_troop_hit_worse(left: int, needed: int, hits: int):
    """With two wounds or fewer left a 3 of a weapon of 3+ misses, for a reason in the tally; with three it does not."""
    table = fire(damaged_vehicle(left, dice=(3, *[1] * hits)))
    rolled = last_event(table, HitsRolled)
    assert (rolled.needed.total, rolled.hits, rolled.unlike) == (needed, hits, ())
    assert (CLAUSE in rolled.needed.clauses()) is (needed == 4)


@pytest.mark.rule("GA-4.1-03", "GA-3.5-18")
@pytest.mark.parametrize(("left", "needed"), [(3, 3), (2, 4)])
def test_it_counts_in_melee(left: int, needed: int):
    """Blows of a damaged troop hit worse as well."""
    one = tank("a-r", ((20, 10),), weapons=(blade(),))
    other = formation("b-b", at=[(21, 10)], weapons=(), troop=trooper(w=9))
    table = fight(brawl(one, other, wounds={"a-r.1": left}, dice=(1,)))
    assert last_event(table, HitsRolled).needed.total == needed


@pytest.mark.rule("GA-4.1-03", "GA-3.3-18", "GA-5.7-05")
def test_what_hits_without_a_roll_still_does():
    """A weapon that hits without a roll has no Hit roll to worsen."""
    rolled = last_event(fire(damaged_vehicle(1, weapons=(gun(rs=0),), dice=(1,))), HitsRolled)
    assert (rolled.needed.total, rolled.hits) == (0, 1)


@pytest.mark.rule("GA-4.1-03", "GA-2.5-07", "GA-8.3-02")
@pytest.mark.parametrize(("cap", "needed"), [(0, 5), (1, 4)])
def test_it_is_a_modifier_among_others(cap: int, needed: int):
    """With Stealth of the target it makes 5+ of 3+; by the option that caps modifiers at one, 4+."""
    enemy = formation("b-b", at=[(23, 10)], weapons=(), troop=trooper(w=9), powers=("stealth",))
    table = battle(tank(), enemy, wounds={"a-r.1": 1}, dice=(1,), options={"roll_modifier_cap": cap})
    assert last_event(fire(table), HitsRolled).needed.total == needed


@pytest.mark.rule("GA-4.1-03")
def test_it_holds_at_once():
    """Blue's shots leave two wounds: red's shot in its own turn of the same phase needs a 4."""
    shooter = formation("b-b", at=[(23, 10)], weapons=(gun("lance", ap=-6, d=3),), troop=trooper(w=9))
    table = battle(tank(), shooter, first="blue", dice=(6, 6, 1, 3))
    fire(table, "b-b", "a-r", who="blue")
    assert (last_event(table, DamageInflicted).troop, wounds_left(table, "a-r")) == ("a-r.1", [2])
    table.when("blue", EndTurn()).accepted()
    assert last_event(fire(table), HitsRolled).needed.total == 4


@pytest.mark.rule("GA-4.1-03")
def test_rules_of_several_add_up():
    """Two such rules add up where both conditions are met; with four wounds left one of them is."""
    powers = (damaged_ability(4, hit=-1), damaged_ability(2, hit=-1))
    assert [
        last_event(fire(damaged_vehicle(left, *powers, dice=(1,))), HitsRolled).needed.total for left in (5, 4, 2)
    ] == [3, 4, 5]


def one_of_two_damaged(*dice: int, left: int = 2, weapon: Any = None, **rest: Any) -> Table:
    """Let two Vehicles, the second of them hurt, face an enemy."""
    two = tank("a-r", line(2, 10), weapons=(weapon or gun(),))
    enemy = formation("b-b", at=[(23, 10)], weapons=(), troop=trooper(w=9))
    return prepared_battle(two, enemy, wounds={"a-r.2": left}, dice=dice, **rest)


@pytest.mark.rule("GA-4.1-03", "GA-3.3-16")
def test_who_is_hurt_in_a_group_needs_another_face():
    """Of two Vehicles that roll 3 the whole one hits and the damaged one misses; the event says who needs what."""
    table = fire(one_of_two_damaged(3, 3, 1))
    rolled = last_event(table, HitsRolled)
    assert [result.outcome for result in rolled.results] == ["hit", "miss"]
    assert (rolled.needed.total, [(row.troop, row.needed.total) for row in rolled.unlike]) == (3, [("a-r.2", 4)])
    assert [row[:4] for row in luck(rolled, Earlier())] == [(0, 4, 6, True), (0, 3, 6, False)]
    command = EventFormatter(table.rules, ("Red", "Blue")).format_event(rolled)
    assert "need 3 or more" in command
    assert "others need by damage" in command
    assert last_event(fire(one_of_two_damaged(3, 3, 1, 1, left=3)), HitsRolled).unlike == ()


@pytest.mark.rule("GA-4.1-03", "GA-2.5-07", "GA-8.3-02")
def test_who_needs_the_same_face_is_not_unlike():
    """Where Stealth alone fills the cap on modifiers a damaged Vehicle needs the face that the whole one needs."""
    enemy = formation("b-b", at=[(23, 10)], weapons=(), troop=trooper(w=9), powers=("stealth",))
    two = tank("a-r", line(2, 10))
    table = battle(two, enemy, wounds={"a-r.2": 1}, dice=(3, 3), options={"roll_modifier_cap": 1})
    rolled = last_event(fire(table), HitsRolled)
    assert (rolled.needed.total, rolled.unlike, rolled.hits) == (4, (), 0)
    free = last_event(fire(battle(two, enemy, wounds={"a-r.2": 1}, dice=(4, 4, 1))), HitsRolled)
    assert (free.needed.total, [(row.troop, row.needed.total) for row in free.unlike]) == (4, [("a-r.2", 5)])
    assert free.hits == 1


VEHICLE_PROFILE = trooper("hull", w=5, be=3, m=8)


@pytest.mark.rule("GA-4.1-03", "GA-3.3-41")
@pytest.mark.parametrize(("powers", "needed"), [((damaged_ability(hit=-1),), 4), ((), 3)])
def test_the_dead_aim_no_better_than_the_damaged(powers: tuple[Ability, ...], needed: int):
    """A damaged Vehicle that a Deadly Demise destroys before its declared shot needs a 4 for it still."""
    guns = {1: Member(weapons=(gun("lance", d=3),)), 2: Member(weapons=(gun("cannon"),))}
    red = formation(
        "a-r", at=[(10, 10), (12, 10)], troop=VEHICLE_PROFILE, keywords=("vehicle",), powers=powers, only=guns
    )
    bomb = {1: Member(profile=trooper("bomb"), powers=("deadly_demise 1",))}
    blue = formation("b-b", at=[(17, 10), (18, 13)], weapons=(), troop=trooper(w=9), only=bomb)
    table = battle(red, blue, wounds={"a-r.2": 1}, dice=(3, 4, 1, 6, 2))
    fire(table, until=("BeginAttackGroup",))
    declared = table.game.declaration.id
    table.when("red", BeginAttackGroup(declaration=declared, target="b-b", weapon="lance", profile=0)).accepted()
    settle(table, "SelectToShoot", AllocateAttack=[allocate_next_to("b-b.1")])
    assert living(table, "a-r") == ["a-r.1"]
    assert [event.results[0].troop for event in events_of(table, HitsRolled)] == ["a-r.1", "a-r.2"]
    assert last_event(table, HitsRolled).needed.total == needed


@pytest.mark.rule("GA-4.1-03", "GA-2.5-04")
@pytest.mark.parametrize(("die", "outcome"), [(1, "hit"), (2, "miss")])
def test_a_reroll_is_judged_by_its_own_troop(die: int, outcome: str):
    """A 3 thrown again hits for the whole Vehicle, and misses for the damaged one."""
    table = one_of_two_damaged(2, 2, 3, *[1] * (outcome == "hit"), red=("reorder_roll",))
    fire(table, until=("UseBattleManoeuvre",))
    decline(table, "blue")
    settle(table, "UseBattleManoeuvre")
    use(table, "red", "reorder_roll", "a-r", die=die).accepted()
    assert table.game.group is None or table.game.group.hits[die - 1].outcome == outcome
    settle(table, "SelectToShoot")


@pytest.mark.rule("GA-4.1-03", "GA-3.2-10")
@pytest.mark.parametrize(("left", "reach"), [(3, 8), (2, 5)])
def test_a_damaged_troop_moves_less(left: int, reach: int):
    """A Move of 8" is 5" with two wounds left: farther is refused, so far is accepted."""
    table = damaged_vehicle(left, damaged_ability(move=-3000), phase="move")
    far = move(table, path("a-r.1", (10, 10 + reach + 0.01)))
    far.rejected("GA-3.2-10", "too-far")
    assert last_event(table, MoveDeclared).reaches[0].reach.total == reach * 1000
    table = damaged_vehicle(left, damaged_ability(move=-3000), phase="move")
    move(table, path("a-r.1", (10, 10 + reach))).one(FormationMoved)
    declared = damaged_vehicle(left, damaged_ability(move=-3000), phase="move").when(
        "red", DeclareNormalMove(formation="a-r")
    )
    if left == 2:
        declared.cites(CLAUSE)
    clauses = declared.one(MoveDeclared).reaches[0].reach.clauses()
    assert (CLAUSE in clauses) is (left == 2)


@pytest.mark.rule("GA-4.1-03", "GA-3.2-12")
def test_an_advance_adds_to_what_is_left():
    """A damaged Vehicle that rolls a 4 advances 5" and 4"."""
    table = damaged_vehicle(2, damaged_ability(move=-3000), phase="move", dice=(4,))
    rolled = table.when("red", DeclareAdvance(formation="a-r")).cites(CLAUSE).one(AdvanceRolled)
    assert rolled.reaches[0].reach.total == 9000


@pytest.mark.rule("GA-4.1-03", "GA-3.2-15")
@pytest.mark.parametrize(("reach", "accepted"), [(5, True), (5.01, False)])
def test_a_retreat_is_shorter(reach: float, *, accepted: bool):
    """A Retreat of a damaged Vehicle reaches as far as its Move does now; so its offer says."""
    one, other = tank("a-r", ((20, 10),), damaged_ability(move=-3000)), formation("b-b", at=[(21.5, 10)], weapons=())
    table = battle(one, other, phase="move", wounds={"a-r.1": 2})
    command = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (20 - reach, 10)),))
    if accepted:
        table.when("red", command).cites(CLAUSE).then(MoveDeclared)
    else:
        refused(table, "red", command, "GA-3.2-15").rejected("GA-3.2-15", "too-far")


@pytest.mark.rule("GA-4.1-03", "GA-5.7-01")
@pytest.mark.parametrize(("reach", "accepted"), [(5, True), (5.01, False)])
def test_an_overwatch_may_slow_a_move_down(reach: float, *, accepted: bool):
    """A Vehicle that an Overwatch damages after its move was declared goes 5" and not 8"."""
    watch = formation("b-b", at=[(30, 10)], weapons=(gun("lance", ap=-6, d=3),))
    table = prepared_battle(
        tank("a-r", ((10, 10),), damaged_ability(move=-3000)), watch, phase="move", blue=("onslaught_overwatch",)
    )
    assert declare(table).asks("move_started", "blue").one(MoveDeclared).reaches[0].reach.total == 8000
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    overwatch_shots(table, 6, 6, 1)
    assert last_event(table, ReachesChanged).reaches[0].reach.total == 5000
    result = table.when("red", make("a-r", path("a-r.1", (10, 10 + reach))))
    if accepted:
        result.one(FormationMoved)
    else:
        result.rejected("GA-3.2-10", "too-far")


@pytest.mark.rule("GA-4.1-03", "GA-3.2-21")
def test_a_plan_of_a_retreat_may_be_spoiled():
    """A Retreat that was planned for 8" is planned anew for the 5" that an Overwatch has left."""
    watch = formation("b-b", at=[(21.5, 10)], weapons=(gun("lance", "sidearm", ap=-6, d=3),))
    table = prepared_battle(
        tank("a-r", ((20, 10),), damaged_ability(move=-3000)), watch, phase="move", blue=("onslaught_overwatch",)
    )
    table.when("red", DeclareRetreat(formation="a-r", paths=(path("a-r.1", (12, 10)),))).asks("move_started", "blue")
    use(table, "blue", "onslaught_overwatch", "b-b").accepted()
    overwatch_shots(table, 6, 6, 1)
    far = MakeRetreatMove(formation="a-r", paths=(path("a-r.1", (12, 10)),))
    table.when("red", far).rejected("GA-3.2-15", "too-far")
    table.when("red", MakeRetreatMove(formation="a-r", paths=(path("a-r.1", (15, 10)),))).one(FormationMoved)


@pytest.mark.rule("GA-4.1-03")
def test_a_move_never_falls_below_nothing():
    """A Vehicle that loses more than its Move stays where it is."""
    table = damaged_vehicle(1, damaged_ability(move=-20_000), phase="move")
    reach = declare(table).one(MoveDeclared).reaches[0].reach
    assert (reach.total, reach.terms[-1].value) == (0, -8000)


@pytest.mark.rule("GA-4.1-03", "GA-7.0-03")
@pytest.mark.parametrize(("left", "levels", "who"), [(3, (3, 2), 0), (2, (1, 2), 1)])
def test_a_damaged_troop_holds_less(left: int, levels: tuple[int, int], who: int):
    """A Vehicle of BE 3 holds a marker against BE 2; damaged it counts 1 and loses it, for that reason."""
    rival = formation("b-b", at=[(31, 22)], weapons=(), troop=trooper(be=2))
    table = battle(
        tank("a-r", ((29, 22),), damaged_ability(be=-2)), rival, markers=MIDDLE_MARKER, wounds={"a-r.1": left}
    )
    found = control_of_marker(table)
    assert (found.levels, found.controller) == (levels, who)
    cited = {clause for event, why in table.ruled if isinstance(event, ControlDetermined) for clause in why}
    assert (CLAUSE in cited) is (left == 2)


@pytest.mark.rule("GA-4.1-03", "GA-7.0-03")
def test_far_from_markers_it_is_no_reason():
    """It never falls below nothing, and a damaged Vehicle that is in range of no marker is not cited."""
    assert control_of_marker(damaged_vehicle(2, damaged_ability(be=-9), markers=((10, 12),))).levels == (0, 0)
    table = damaged_vehicle(2, damaged_ability(be=-2), markers=MIDDLE_MARKER)
    control_of_marker(table)
    cited = {clause for event, why in table.ruled if isinstance(event, ControlDetermined) for clause in why}
    assert CLAUSE not in cited


@pytest.mark.rule("GA-4.1-03", "GA-7.3-05")
@pytest.mark.parametrize(("left", "accepted"), [(3, True), (2, False)])
def test_without_effectiveness_there_is_no_scientist(left: int, *, accepted: bool):
    """A Vehicle whose Battle Effectiveness damage has taken names no scientist; the same one with a wound more does."""
    table = scientist_capture(tank("a-r", ((33, 22),), damaged_ability(be=-3)), wounds={"a-r.1": left})
    command = table.when("red", name_scientist("a-r.1"))
    if accepted:
        command.then(ScientistNamed)
    else:
        command.rejected("GA-7.3-05", "not-effective")


@pytest.mark.rule("GA-4.1-03")
def test_it_ends_with_a_repair():
    """One wound mended takes a Vehicle from two to three wounds: it moves as far and hits as well as before."""
    powers = (damaged_ability(hit=-1, move=-3000), "field_repair 1")
    table = damaged_vehicle(2, *powers, phase="manoeuvres")
    before = Known(table.sight("red")).moves("a-r")
    repaired = table.when("red", ResolveManoeuvresRule(rule="field_repair", formation="a-r", troop="a-r.1"))
    repaired.then(ManoeuvresRuleResolved, wounds_left=3)
    assert (before, Known(table.sight("red")).moves("a-r")) == (5000, 8000)
    assert Fraction(estimate(table).hits.mean) == Fraction(2, 3)
    settle(table, "DeclareNormalMove")
    reach = table.when("red", DeclareNormalMove(formation="a-r")).one(MoveDeclared).reaches[0].reach
    assert (reach.total, CLAUSE in reach.clauses()) == (8000, False)


@pytest.mark.rule("GA-4.1-03", "GA-2.5-10")
@pytest.mark.parametrize(("left", "hits"), [(2, Fraction(2, 3)), (1, Fraction(1, 2))])
def test_it_ends_with_regeneration(left: int, hits: Fraction):
    """Regeneration at the start of a round gives one wound: from two it ends the damage, from one it does not."""
    table = damaged_vehicle(left, damaged_ability(hit=-1), "regeneration 1", phase="brawl", dice=(6, 1))
    settle(table, "TakeBattleFatigueTest", "DeclareNormalMove")
    assert (last_event(table, RoundRuleResolved).rule, wounds_left(table, "a-r")) == ("regeneration", [left + 1])
    assert Fraction(estimate(table).hits.mean) == hits


@pytest.mark.rule("GA-4.1-03", "GA-3.3-16")
def test_odds_know_who_is_damaged():
    """Two Vehicles, one of them damaged, hit four and three times in six; a group tells the first attacker's need."""
    answer = estimate(one_of_two_damaged())
    assert Fraction(answer.hits.mean) == Fraction(4 + 3, 6)
    assert answer.groups[0].hit_needed.total == 3
    alone = estimate(damaged_vehicle(2))
    assert (Fraction(alone.hits.mean), alone.groups[0].hit_needed.clauses()[-1]) == (Fraction(1, 2), CLAUSE)
    assert Fraction(estimate(damaged_vehicle(3)).hits.mean) == Fraction(2, 3)


@pytest.mark.rule("GA-4.1-03")
def test_large_vehicles_carry_it_into_battle():
    """The Horizon Crawler is mustered with what damage does to it, for everybody to see."""
    accepted = submit_roster(autereium_roster(LORD_ROW, roster_formation("crawler", "horizon_crawler", 1, 150))).one(
        RosterAccepted
    )
    found = [ability for row in accepted.formations for ability in row.abilities if ability.name == "damaged"]
    assert [(item.x.plus, item.alters) for item in found] == [(4, Alteration(hit=-1, movement=0, effectiveness=0))]
    shown = next(
        ability
        for row in damaged_vehicle(5).view("spectator").formations
        for part in row.parts
        for ability in part.abilities
    )
    assert shown.alters == Alteration(hit=-1, movement=0, effectiveness=0)
    bearers = [
        row.id for row in LIBRARY.catalogues.values() if any(ability.name == "damaged" for ability in row.abilities)
    ]
    assert len(bearers) >= 3
