"""Retreats (GA-3.2-15 to -21): plans, Desperate Retreat tests, casualties and other ends than planned."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    ChooseRetreatCasualties,
    DeadlyDemiseRolled,
    DeclareAssault,
    DeclareRetreat,
    DesperateRetreatTested,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationMoved,
    MakeRetreatMove,
    MoveDeclared,
    RemainStationary,
    SelectToShoot,
    TroopDestroyed,
    TroopPath,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import Member, battle, formation, line, moved, trooper
from tests.rulesets.grinding_annihilation.movement.fixtures import move_turn, row_before_enemy
from tests.rulesets.grinding_annihilation.movement.steps import retreat
from tests.rulesets.grinding_annihilation.steps import (
    events_of,
    last_event,
    living,
    make,
    path,
    places,
    refused,
    settle,
)


@pytest.mark.rule("GA-3.2-15", "GA-2.3-04")
def test_retreat_may_pass_within_threat_range_and_not_end_there():
    """A Retreat passes within Threat Range and ends out of it; a plan that does not is refused, nobody dies."""
    enemies = ((11.5, 10), (10, 7.5))
    table = move_turn(*enemies)
    short = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (8.4, 8.4)),))
    refused(table, "red", short, "GA-3.2-15").rejected("GA-3.2-15", "ends-in-threat")
    assert living(table, "a-r") == ["a-r.1"]
    table.when("red", DeclareRetreat(formation="a-r", paths=(path("a-r.1", (8.6, 8.6), (6, 8)),))).accepted()
    settle(table)
    assert places(table) == [(6, 8)]
    assert last_event(table, FormationMoved).kind == "retreat"


def accept(table: Table, command: DeclareRetreat) -> Table:
    """Give a command and go on."""
    table.when("red", command).accepted()
    return table


@pytest.mark.rule("GA-3.2-15")
@pytest.mark.parametrize(("reach", "accepted"), [(6, True), (6.01, False)])
def test_retreat_goes_as_far_as_move(reach: float, *, accepted: bool):
    """A Retreat reaches as far as the troop's Move."""
    command = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (10 - reach, 10)),))
    if accepted:
        settle(accept(move_turn((11.5, 10)), command))
    else:
        refused(move_turn((11.5, 10)), "red", command, "GA-3.2-15").rejected("GA-3.2-15", "too-far")


@pytest.mark.rule("GA-3.2-16")
def test_no_retreat_without_a_legal_end():
    """Who can not end out of Threat Range does not Retreat; no die is thrown, and he may stand."""
    ring = [(10 + dx, 10 + dy) for dx in (-1.6, 0, 1.6) for dy in (-1.6, 0, 1.6) if dx or dy]
    table = move_turn(*ring, troop=trooper(m=2))
    for end, clause, reason in (
        ((10, 12), "GA-3.2-06", "on-top"),
        ((12, 10), "GA-3.2-06", "on-top"),
        ((8.6, 8.6), "GA-3.2-06", "on-top"),
        ((10.3, 10), "GA-3.2-15", "ends-in-threat"),
        ((10, 12.7), "GA-3.2-15", "too-far"),
    ):
        command = DeclareRetreat(formation="a-r", paths=(path("a-r.1", end),))
        table.when("red", command).rejected(clause, reason)
    table.when("red", DeclareRetreat(formation="a-r", paths=())).rejected("GA-3.2-15", "ends-in-threat")
    table.when("red", RemainStationary(formation="a-r")).accepted()


FATIGUED_BEFORE = {"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}

FIVE = tuple(line(5, 10))


@pytest.mark.rule("GA-3.2-16", "GA-2.2-05")
def test_retreat_plan_is_cohesive_before_any_die():
    """A Retreat plan that ends out of cohesion is refused, and no test is rolled."""
    table = move_turn((11.5, 10), at=FIVE[:2], past=FATIGUED_BEFORE)
    apart = (path("a-r.1", (5, 10)), path("a-r.2", (9, 15)))
    wrong = table.refused(DeclareRetreat(formation="a-r", paths=apart), "red")
    assert [(row.clause, row.reason) for row in wrong] == [("GA-2.2-07", "not-cohesive")]
    table.faces(4, 4)
    near = (path("a-r.1", (5, 10)), path("a-r.2", (6, 12.8)))
    table.when("red", DeclareRetreat(formation="a-r", paths=near)).then(DesperateRetreatTested, faces=(4, 4))


@pytest.mark.rule("GA-3.2-17")
def test_retreat_bars_shooting_and_assault():
    """Who Retreated neither shoots nor assaults in this round, and does both in the next."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(19, 10)])
    past = {"move": moved("a-r", "retreat")}
    refused(battle(red, blue, past=past), "red", SelectToShoot(formation="a-r", sidearms=()), "GA-3.2-17").rejected(
        "GA-3.2-17", "has-retreated"
    )
    charge = DeclareAssault(formation="a-r", targets=("b-b",))
    refused(battle(red, blue, past=past, phase="assault"), "red", charge, "GA-3.4-03").rejected(
        "GA-3.4-03", "moved-too-far", move="retreat"
    )
    battle(red, blue, phase="assault", number=2, before=past["move"]).when("red", charge).accepted()
    battle(red, blue, number=2, before=past["move"]).when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()


ACROSS = tuple(path(f"a-r.{n}", (15, 8.5 + 1.5 * n)) for n in range(1, 6))


@pytest.mark.rule("GA-3.2-18")
@pytest.mark.ruling("GA-3.2-15.2", "GA-3.2-18.1", "GA-3.2-21.1")
@pytest.mark.parametrize(
    ("keyword", "tested"), [("", ("a-r.1", "a-r.2")), ("fly", ("a-r.1",)), ("titanic", ("a-r.1",))]
)
def test_crossing_enemies_is_tested_for(keyword: str, tested: tuple[str, ...]):
    """Each troop that Retreats across enemies takes a test before anybody moves, but Titanic and flying ones."""
    only = {2: Member(keywords=(keyword,))} if keyword else None
    table = move_turn((11.5, 10), (11.5, 11.5), at=FIVE, only=only, dice=(3,) * len(tested))
    table.when("red", DeclareRetreat(formation="a-r", paths=ACROSS)).accepted()
    assert places(table) == list(FIVE)
    assert last_event(table, MoveDeclared).tested == tested
    event = last_event(table, DesperateRetreatTested)
    assert (event.troops, event.failures) == (tested, 0)
    settle(table)
    assert places(table)[0] == (15, 10)


@pytest.mark.rule("GA-3.2-19", "GA-3.1-09")
@pytest.mark.ruling("GA-3.2-19.1")
@pytest.mark.parametrize(("keywords", "count"), [(("infantry",), 5), (("fly",), 3)])
def test_every_troop_of_the_fatigued_is_tested(keywords: tuple[str, ...], count: int):
    """A Battle-Fatigued formation takes one test for every troop, whatever its way."""
    table = move_turn(
        (11.5, 10), (11.5, 11.5), at=FIVE[:count], keywords=keywords, past=FATIGUED_BEFORE, dice=(3,) * count
    )
    table.when("red", DeclareRetreat(formation="a-r", paths=ACROSS[:count])).accepted()
    assert len(last_event(table, DesperateRetreatTested).faces) == count
    settle(table)


@pytest.mark.rule("GA-3.2-19")
@pytest.mark.ruling("GA-3.2-19.2")
def test_fatigued_flyers_may_be_exempt_by_option():
    """With the option flying troops of a fatigued formation are not tested."""
    options = {"fatigued_fly_exempt": True}
    table = move_turn((11.5, 10), at=FIVE[:3], keywords=("fly",), past=FATIGUED_BEFORE, options=options)
    table.when("red", DeclareRetreat(formation="a-r", paths=ACROSS[:3])).accepted()
    assert events_of(table, DesperateRetreatTested) == []
    settle(table)


BACK = tuple(path(f"a-r.{n}", (5, 8.5 + 1.5 * n)) for n in range(1, 5))


@pytest.mark.rule("GA-3.2-20", "GA-3.2-21", "GA-3.1-09")
@pytest.mark.ruling("GA-3.2-20.1", "GA-3.2-20.3", "GA-3.3-35.2")
def test_ones_and_twos_destroy_troops_of_the_owners_choice():
    """Each 1 or 2 destroys a troop that its player chooses, without save or Reinforced Health; the rest Retreat."""
    table = move_turn((11.5, 10), at=FIVE[:4], powers=("reinforced_health 2",), past=FATIGUED_BEFORE, dice=(1, 2, 3, 6))
    table.when("red", DeclareRetreat(formation="a-r", paths=BACK)).then(DesperateRetreatTested, failures=2)
    choose = ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",))
    refused(table, "red", choose, "GA-3.2-20").rejected("GA-3.2-20", "casualties-count")
    refused(table, "blue", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.4")), "GA-3.2-20").rejected(
        "GA-3.2-20", "not-asked"
    )
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.4"))).accepted()
    settle(table, "MakeRetreatMove")
    assert [event.cause for event in events_of(table, TroopDestroyed)] == ["desperate_retreat", "desperate_retreat"]
    table.when("red", make("a-r", *BACK[1:3], kind="retreat")).accepted()
    assert places(table) == [(5, 11.5), (5, 13)]


@pytest.mark.rule("GA-3.2-20")
@pytest.mark.ruling("GA-3.2-20.2")
def test_desperate_retreat_sets_off_a_deadly_demise():
    """A troop that a test destroys is destroyed like any other: its Deadly Demise is rolled for."""
    table = move_turn((11.5, 10), at=FIVE[:2], powers=("deadly_demise 1",), past=FATIGUED_BEFORE, dice=(1, 3, 5))
    table.when("red", DeclareRetreat(formation="a-r", paths=BACK[:2])).accepted()
    settle(table, ChooseRetreatCasualties=[ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",))])
    assert last_event(table, DeadlyDemiseRolled).face == 5
    assert living(table, "a-r") == ["a-r.2"]


@pytest.mark.rule("GA-3.2-21")
def test_spoiled_plan_is_replaced_without_new_crossings():
    """Where casualties spoil the plan other ends may be given, but nobody untested crosses an enemy."""
    table = move_turn((11.5, 10), (12.5, 15), at=((10, 10), (10, 12.5), (10, 15)), dice=(1,))
    around = path("a-r.3", (10.5, 13.7), (15, 13.7))
    plan = (path("a-r.1", (15, 10)), path("a-r.2", (15, 12.5)), around)
    table.when("red", DeclareRetreat(formation="a-r", paths=plan)).then(DesperateRetreatTested, failures=1)
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.2",))).accepted()
    settle(table, "MakeRetreatMove")
    refused(table, "red", make("a-r", plan[0], plan[2], kind="retreat"), "GA-2.2-07").rejected(
        "GA-2.2-07", "not-cohesive"
    )
    over = (path("a-r.1", (14.5, 12.5)), path("a-r.3", (15, 15)))
    refused(table, "red", make("a-r", *over, kind="retreat"), "GA-3.2-21").rejected("GA-3.2-21", "untested-crossing")
    table.when("red", make("a-r", path("a-r.1", (14.5, 11.5)), around, kind="retreat")).accepted()
    assert places(table) == [(14.5, 11.5), (15, 13.7)]


def straight_ahead(x: float, count: int = 4) -> list[TroopPath]:
    """Go straight ahead; beyond 11.5 the first two troops cross the enemy."""
    return [path(f"a-r.{n + 1}", (x, 10 + 1.5 * n)) for n in range(count)]


@pytest.mark.rule("GA-3.2-15", "GA-3.2-16", "GA-3.2-21")
def test_a_retreat_is_found_legal_before_any_die_and_made_as_planned():
    """An end within Threat Range is refused and nothing rolled; a legal plan may be made."""
    table = row_before_enemy()
    retreat(table, *straight_ahead(9.6)).rejected("GA-3.2-15", "ends-in-threat")
    retreat(table, *straight_ahead(7)).then(MoveDeclared, kind="retreat", tested=()).asks("make_move", "red")
    turned = tuple(reversed(straight_ahead(7)))
    table.when("red", MakeRetreatMove(formation="a-r", paths=turned)).then(FormationMoved, kind="retreat")


@pytest.mark.rule("GA-3.2-18", "GA-3.2-20")
def test_the_owner_chooses_as_many_casualties_as_tests_failed():
    """Two cross: two dice; one fails, and any one troop falls, tested or not."""
    table = row_before_enemy(dice=[2, 3])
    declared = retreat(table, *straight_ahead(14.5))
    declared.then(MoveDeclared, tested=("a-r.1", "a-r.2")).then(DesperateRetreatTested, failures=1, faces=(2, 3))
    wrong = table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.2")))
    wrong.rejected("GA-3.2-20", "casualties-count", due=1, found=2)
    fallen = table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.4",)))
    fallen.then(TroopDestroyed, troop="a-r.4", cause="desperate_retreat").asks("make_move", "red")
    left = tuple(straight_ahead(14.5, 3))
    table.when("red", MakeRetreatMove(formation="a-r", paths=left)).then(FormationMoved)


@pytest.mark.rule("GA-3.2-20", "GA-3.2-21")
def test_when_every_test_fails_the_formation_is_gone():
    """As many failures as troops leave no choice; the next formation may be selected."""
    table = row_before_enemy(count=2, dice=[1, 2])
    outcome = retreat(table, *straight_ahead(14.5, 2))
    outcome.then(DesperateRetreatTested, TroopDestroyed, TroopDestroyed, FormationDestroyed, FormationMoved)
    outcome.asks("move_turn", "red").cites("GA-3.2-20")
    assert outcome.one(FormationDestroyed).cause == "desperate_retreat"
    assert living(table, "a-r") == []
    assert table.game.action is None


@pytest.mark.rule("GA-3.2-21")
@pytest.mark.ruling("GA-3.2-21.2", "GA-3.2-16.2")
def test_other_ends_than_planned_may_be_given():
    """Whether or not casualties spoiled the plan other ends are accepted; who was not tested crosses no enemy."""
    table = row_before_enemy(dice=[3, 4])
    retreat(table, *straight_ahead(14.5)).then(DesperateRetreatTested, failures=0, troops=("a-r.1", "a-r.2"))
    over = (path("a-r.1", (14.5, 10)), path("a-r.2", (14.5, 13)), path("a-r.3", (14.5, 11.5)))
    crossing = MakeRetreatMove(formation="a-r", paths=(*over, path("a-r.4", (14.5, 14.5))))
    refused(table, "red", crossing, "GA-3.2-21").rejected("GA-3.2-21", "untested-crossing", troop="a-r.3")
    near = MakeRetreatMove(formation="a-r", paths=tuple(straight_ahead(9.6)))
    refused(table, "red", near, "GA-3.2-15").rejected("GA-3.2-15", "ends-in-threat")
    back = MakeRetreatMove(formation="a-r", paths=tuple(straight_ahead(7)))
    table.when("red", back).then(FormationMoved, kind="retreat")
    assert places(table) == [(7, 10 + 1.5 * number) for number in range(4)]


@pytest.mark.rule("GA-3.2-18", "GA-3.2-19")
@pytest.mark.parametrize(
    ("ends", "past", "clauses"),
    [
        (7, None, ("GA-3.2-15",)),
        (14.5, None, ("GA-3.2-15", "GA-3.2-18")),
        (7, FATIGUED_BEFORE, ("GA-3.2-15", "GA-3.2-19")),
    ],
)
def test_a_declared_retreat_cites_why_troops_are_tested(ends: float, past: dict | None, clauses: tuple):
    """Who crosses nobody cites no test; crossing and fatigue are cited where they are why."""
    table = row_before_enemy(dice=[3] * 4 if past else [3, 3] if ends > 10 else [], past=past)
    outcome = retreat(table, *straight_ahead(ends)).then(MoveDeclared)
    found = next(why for event, why in table.ruled if isinstance(event, MoveDeclared))
    assert found == clauses
    settle(outcome.table)


@pytest.mark.rule("GA-3.2-21", "GA-3.3-37")
def test_a_demise_may_leave_nobody_to_retreat():
    """A failed test destroys one troop, whose Deadly Demise destroys the other: there is nobody left to move."""
    table = move_turn((11.5, 10), at=FIVE[:2], powers=("deadly_demise 1",), past=FATIGUED_BEFORE, dice=(1, 3, 6, 1))
    table.when("red", DeclareRetreat(formation="a-r", paths=BACK[:2])).accepted()
    settle(table, ChooseRetreatCasualties=[ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",))])
    assert living(table, "a-r") == []
    whys = [why for entry in table.log for event, why in entry.events if isinstance(event, FormationMoved)]
    assert whys == [("GA-3.2-21",)]
