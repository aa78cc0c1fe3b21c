"""Battle-Fatigue (GA-3.1-05 to -12): who is tested, and what the fatigued may not do."""

from __future__ import annotations

import pytest
from msgspec import Struct

from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    AssaultDeclared,
    BattleFatigueEnded,
    BattleFatigueTested,
    ControlDetermined,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    EndTurn,
    FormationBattleFatigued,
    FormationRemainedStationary,
    HitsRolled,
    RemainStationary,
    SelectToShoot,
    TakeBattleFatigueTest,
)
from tests.rulesets.grinding_annihilation.fixtures import (
    Member,
    battle,
    blade,
    brawl,
    clash,
    formation,
    gun,
    line,
    trooper,
)
from tests.rulesets.grinding_annihilation.manoeuvres_phase.fixtures import thinned
from tests.rulesets.grinding_annihilation.movement.fixtures import carrier, take_off_warfield
from tests.rulesets.grinding_annihilation.steps import (
    answer_by_default,
    fight,
    first_troops,
    formation_view,
    last_event,
    refused,
    shoot,
)

FATIGUE_TEST = TakeBattleFatigueTest(formation="a-r")


@pytest.mark.rule("GA-3.1-05")
@pytest.mark.parametrize(("left", "due"), [(5, False), (4, True)])
def test_formations_below_half_are_tested(left: int, *, due: bool):
    """Every formation Below Half-Strength is tested, once; others are not."""
    table = thinned(left, *((6, 6) if due else ()))
    if not due:
        refused(table, "red", FATIGUE_TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")
        table.when("red", EndTurn()).accepted()
        return
    table.when("red", FATIGUE_TEST).then(BattleFatigueTested, formation="a-r", faces=(6, 6), passed=True)
    refused(table, "red", FATIGUE_TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")


@pytest.mark.rule("GA-3.1-05", "GA-8.4-02")
@pytest.mark.parametrize(("left", "due"), [(6, False), (5, True)])
def test_single_troop_is_tested_by_its_wounds(left: int, *, due: bool):
    """A single troop of 12 wounds is tested with 5 left, not with 6."""
    red = formation("a-r", at=[(10, 10)], troop=trooper(w=12))
    table = battle(red, phase="manoeuvres", wounds={"a-r.1": left}, dice=(6, 6) if due else ())
    if due:
        table.when("red", FATIGUE_TEST).then(BattleFatigueTested, formation="a-r")
    else:
        refused(table, "red", FATIGUE_TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")


@pytest.mark.rule("GA-3.1-06", "GA-4.1-02", "GA-4.2-07", "GA-2.5-01")
@pytest.mark.ruling("GA-3.1-06.2")
@pytest.mark.parametrize(("dice", "passed"), [((2, 4), True), ((2, 3), False)])
def test_fatigue_test_against_the_best_heroism(dice: tuple[int, int], *, passed: bool):
    """Two dice have to reach the lowest Heroism of the formation, the Leader's included."""
    red = formation("a-r", at=line(9, 10, 5), troop=trooper(he=7))
    chief = formation(
        "a-chief",
        at=[(11.5, 5)],
        troop=trooper("chief", he=6),
        keywords=("character",),
        powers=("leader",),
        leads=("r",),
    )
    fallen = tuple(f"a-r.{number}" for number in range(4, 10))
    table = battle(red, chief, lead={"a-chief": "a-r"}, phase="manoeuvres", fallen=fallen, dice=dice)
    tested = table.when("red", FATIGUE_TEST).one(BattleFatigueTested)
    assert (tested.faces, tested.total.total, tested.needed, tested.passed) == (dice, sum(dice), 6, passed)
    assert formation_view(table).fatigued is not passed


@pytest.mark.rule("GA-3.1-06")
@pytest.mark.ruling("GA-3.1-06.2")
def test_best_heroism_is_that_of_the_living():
    """A better Heroism that fell counts no more."""
    brave = {1: Member(profile=trooper("brave", he=3))}
    red = formation("a-r", at=line(5, 10), troop=trooper(he=7), only=brave)
    table = battle(red, phase="manoeuvres", fallen=first_troops(3), dice=(3, 3))
    assert table.when("red", FATIGUE_TEST).one(BattleFatigueTested).needed == 7


FATIGUED = FormationBattleFatigued(formation="a-r", until=2)


@pytest.mark.rule("GA-3.1-07")
def test_fatigue_ends_and_is_tested_for_again():
    """At its player's next Manoeuvres turn the fatigue ends, and who is still below half tests again."""
    table = thinned(4, 6, 1, 6, 6, number=2, before=[FATIGUED])
    assert last_event(table, BattleFatigueEnded).formations == ("a-r",)
    table.when("red", FATIGUE_TEST).then(BattleFatigueTested, passed=True)
    assert not formation_view(table).fatigued
    table = thinned(4, 6, 1, 1, 1, number=2, before=[FATIGUED])
    table.when("red", FATIGUE_TEST).then(FormationBattleFatigued, formation="a-r", until=3)


@pytest.mark.rule("GA-3.0-05", "GA-3.1-07")
@pytest.mark.ruling("GA-3.0-05.2")
def test_fatigue_ends_with_its_players_next_manoeuvres_turn():
    """A formation stays fatigued through the other player's Manoeuvres turn and recovers when its player's begins."""
    blue = formation("b-b", at=line(4, 30))
    before = [FormationBattleFatigued(formation="b-b", until=2)]
    table = battle(blue, phase="manoeuvres", number=2, before=before, dice=(6, 1))
    assert formation_view(table, "b-b").fatigued
    table.when("red", EndTurn()).then(BattleFatigueEnded, formations=("b-b",))
    assert not formation_view(table, "b-b").fatigued


@pytest.mark.rule("GA-3.1-08", "GA-7.0-03")
@pytest.mark.parametrize(("past", "level"), [([], 10), ([FATIGUED], 0)])
def test_fatigued_troops_control_nothing(past: list[FormationBattleFatigued], level: int):
    """While fatigued every troop has a Battle Effectiveness of 0."""
    red = formation("a-r", at=line(5, 30, 8), troop=trooper(be=2))
    table = battle(red, markers=((30, 11),), past={"manoeuvres": past})
    control = table.when("red", EndTurn()).one(ControlDetermined)
    assert control.markers[0].levels == (level, 0)


@pytest.mark.rule("GA-3.1-10")
@pytest.mark.ruling("GA-3.1-10.1")
def test_fatigued_formations_neither_advance_nor_assault():
    """A fatigued formation does not Advance or assault; it may move, stay, shoot and fight."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)])
    past = {"manoeuvres": [FATIGUED]}
    table = battle(red, blue, phase="move", past=past)
    advance = refused(table, "red", DeclareAdvance(formation="a-r"), "GA-3.1-10")
    advance.rejected("GA-3.1-10", "battle-fatigued")
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    table = battle(red, blue, phase="move", past=past)
    table.when("red", RemainStationary(formation="a-r")).accepted()
    table = battle(red, blue, phase="assault", past=past)
    assault = refused(table, "red", DeclareAssault(formation="a-r", targets=("b-b",)), "GA-3.1-10")
    assault.rejected("GA-3.1-10", "battle-fatigued")
    battle(red, blue, past=past).when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    fighters = (formation("a-r", at=[(20, 10)], weapons=(blade(ms=3),)), formation("b-b", at=[(21, 10)], weapons=()))
    fight(brawl(*fighters, past=past, dice=(3, 1)))


@pytest.mark.rule("GA-3.1-10")
def test_the_same_formation_when_fresh():
    """Fresh, the formation that is refused an Advance and an Assault while fatigued is allowed both."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(18, 10)])
    table = battle(red, blue, phase="move", dice=(3,))
    table.when("red", DeclareAdvance(formation="a-r")).then(AdvanceRolled, formation="a-r", face=3)
    table = battle(red, blue, phase="assault")
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).then(AssaultDeclared, targets=("b-b",))


@pytest.mark.rule("GA-3.1-12")
@pytest.mark.parametrize(("dice", "hits"), [((5,), 0), ((6, 1), 1)])
def test_a_fatigued_formation_shoots_on_sixes(dice: tuple[int, ...], hits: int):
    """With RS 3+ a fatigued formation misses on an unmodified 5 and hits on a 6."""
    table = shoot(*dice, past={"manoeuvres": [FATIGUED]})
    assert (last_event(table, HitsRolled).needed.total, last_event(table, HitsRolled).hits) == (6, hits)


@pytest.mark.rule("GA-3.1-12")
def test_modifiers_still_count_while_fatigued():
    """With Heavy a fatigued formation hits on an unmodified 5, and misses on a 4."""
    past = {"manoeuvres": [FATIGUED], "move": [FormationRemainedStationary(formation="a-r")]}
    table = shoot(5, 1, gun=gun("cannon", "heavy", rs=3), past=past)
    assert last_event(table, HitsRolled).hits == 1
    table = shoot(4, gun=gun("cannon", "heavy", rs=3), past=past)
    assert last_event(table, HitsRolled).hits == 0


@pytest.mark.rule("GA-3.1-12")
@pytest.mark.ruling("GA-3.1-12.2", "GA-3.1-12.3")
@pytest.mark.parametrize(("option", "faces"), [(False, ()), (True, (5,))])
def test_fatigue_and_weapons_without_skill(faces: tuple[int, ...], *, option: bool):
    """Weapons without RS hit by themselves also while fatigued, unless the option gives them a 6+."""
    past, options = {"manoeuvres": [FATIGUED]}, {"fatigue_affects_auto_hit": option}
    table = shoot(*(faces or (1,)), gun=gun("flame", rs=0), past=past, options=options)
    assert last_event(table, HitsRolled).faces == faces
    assert last_event(table, HitsRolled).hits == (0 if option else 1)


@pytest.mark.rule("GA-3.1-05", "GA-3.1-06", "GA-3.1-07", "GA-3.0-09")
def test_fatigue_is_tested_before_the_turn_ends_and_lasts_for_a_round():
    """A formation Below Half-Strength has to test; failed, it is fatigued until its next Manoeuvres turn."""
    squad = formation("a-squad", at=line(10, 10))
    lost = [f"a-squad.{number}" for number in range(1, 7)]
    table = battle(squad, phase="manoeuvres", fallen=lost, dice=[2, 4, 1, 2, 3, 5])
    table.when("red", EndTurn()).rejected("GA-3.0-09", "tests-due", formations="a-squad")
    outcome = table.when("red", TakeBattleFatigueTest(formation="a-squad"))
    assert outcome.one(BattleFatigueTested).needed == 7
    assert outcome.one(FormationBattleFatigued).until == 2
    table.when("red", TakeBattleFatigueTest(formation="a-squad")).rejected("GA-3.1-05", "no-test-due")
    table.when("red", EndTurn()).accepted()
    while table.game.battle.round == 1:
        assert table.game.formations["a-squad"].fatigued
        answer_by_default(table)
    assert table.game.battle.turn == 1
    assert table.game.formations["a-squad"].fatigued
    assert table.when("blue", EndTurn()).one(BattleFatigueEnded).formations == ("a-squad",)
    table.when("red", TakeBattleFatigueTest(formation="a-squad")).accepted()


@pytest.mark.rule("GA-3.1-12")
def test_fatigue_leaves_melee_alone():
    """MS 3+ of a Battle-Fatigued troop still hits on a 3, and not on a 2."""
    tired = FormationBattleFatigued(formation="a-r", until=2)
    table = fight(clash(3, 2, 1, weapons=(blade(ms=3, sw=2),), past={"manoeuvres": [tired]}))
    assert last_event(table, HitsRolled).needed.total == 3
    assert [result.outcome for result in last_event(table, HitsRolled).results] == ["hit", "miss"]


@pytest.mark.rule("GA-3.1-10")
def test_fatigued_formations_fight():
    """Battle-Fatigue keeps nobody from fighting."""
    tired: list[Struct] = [FormationBattleFatigued(formation="a-r", until=2)]
    table = clash(3, 1, past={"manoeuvres": tired})
    fight(table)
    assert last_event(table, HitsRolled).hits == 1


@pytest.mark.rule("GA-3.1-05", "GA-3.1-04")
@pytest.mark.ruling("GA-3.1-05.2", "GA-3.1-05.3")
@pytest.mark.parametrize("place", ["reserves", "strategic_reserves"])
@pytest.mark.parametrize(("options", "due"), [({}, True), ({"fatigue_in_reserves": False}, False)])
def test_formations_in_reserves_are_tested(place: str, options: dict, *, due: bool):
    """A formation Below Half-Strength is tested in Reserves too, once in the turn; by option only on the warfield."""
    table = take_off_warfield(thinned(4, *((1, 1) if due else ()), options=options), {"a-r": place})
    assert ("TakeBattleFatigueTest" in table.offered("red")) is due
    if not due:
        refused(table, "red", FATIGUE_TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")
        table.when("red", EndTurn()).accepted()
        return
    assert "EndTurn" not in table.offered("red")
    table.when("red", FATIGUE_TEST).then(FormationBattleFatigued, formation="a-r", until=2)
    refused(table, "red", FATIGUE_TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")
    table.when("red", EndTurn()).accepted()
    assert not formation_view(table).tested


@pytest.mark.rule("GA-3.1-05", "GA-3.2-38")
@pytest.mark.ruling("GA-3.1-05.2")
def test_the_embarked_are_not_tested():
    """A formation Below Half-Strength aboard of a transport takes no test."""
    red = formation("a-r", at=line(10, 10, 5), troop=trooper(he=7))
    table = battle(red, carrier(at=(20, 20)), phase="manoeuvres", fallen=first_troops(6))
    take_off_warfield(table, {"a-r": "a-t.1"})
    refused(table, "red", FATIGUE_TEST, "GA-3.1-05").rejected("GA-3.1-05", "no-test-due")


@pytest.mark.rule("GA-8.4-02", "GA-8.4-03")
def test_a_test_cites_the_strength_it_goes_by():
    """A formation of several troops is tested for those it lost, a single troop for its wounds."""
    table = thinned(4, 6, 6)
    table.when("red", FATIGUE_TEST).accepted()
    assert dict.fromkeys(clause for _, why in table.ruled for clause in why).keys() >= {"GA-8.4-03"}
    assert "GA-8.4-02" not in {clause for _, why in table.ruled for clause in why}
    red = formation("a-r", at=[(10, 10)], troop=trooper(w=12))
    single = battle(red, phase="manoeuvres", wounds={"a-r.1": 5}, dice=(6, 6))
    single.when("red", FATIGUE_TEST).cites("GA-8.4-02")
    assert "GA-8.4-03" not in {clause for _, why in single.ruled for clause in why}
