"""Chapters 7.0 and 7.1, in battle: control of markers, Tactical Points, the end and the victor."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from adjudicator.kernel.dice.tally import Tally
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BattleEnded,
    ConcedeBattle,
    ControlDetermined,
    DeclareNormalMove,
    EndMoveStep,
    EndTurn,
    FormationBattleFatigued,
    MarkerControl,
    SelectToShoot,
    TacticalPointsScored,
    TakeBattleFatigueTest,
    TroopDestroyed,
    VictorDetermined,
)
from tests.kit import Table
from tests.rulesets.grinding_annihilation.afield import field
from tests.rulesets.grinding_annihilation.givens import (
    Place,
    Unit,
    battle,
    blade,
    fight,
    fire,
    formation,
    gun,
    last,
    line,
    make,
    path,
    refused,
    settle,
    story,
    trooper,
)

MARKER = ((30, 22),)
SHOT = gun("shot")


def controlled(table: Table, who: str = "red") -> MarkerControl:
    """End a turn and tell about the first marker."""
    return table.when(who, EndTurn()).one(ControlDetermined).markers[0]


def points(red: int, blue: int) -> list[Struct]:
    """Let both players have scored already."""
    return [
        TacticalPointsScored(seat=seat, points=Tally.base(total, "GA-7.1-05"), total=total)
        for seat, total in enumerate((red, blue))
    ]


def stand(name: str, *at: Place, be: int = 1, **rest: Any) -> Unit:
    """Let troops of so much Battle Effectiveness stand somewhere."""
    return formation(name, at=at, troop=trooper(be=be), weapons=(), **rest)


# -- control


@pytest.mark.rule("GA-7.0-02")
@pytest.mark.parametrize(("at", "level"), [
    ((33.4, 22), 1), ((33.5, 22), 1), ((33.6, 22), 0), ((32.5, 22, 4), 1), ((32.5, 22, 6), 0), ((40.5, 22), 0),
])  # fmt: skip
def test_in_range_of_a_marker_both_ways(at: Place, level: int):
    """A troop is in range within 3 inches in plan and 5 in height, from its base to the marker's centre."""
    assert controlled(battle(stand("a-r", at), markers=MARKER)).levels == (level, 0)


@pytest.mark.rule("GA-7.0-02")
def test_radius_of_a_marker_is_an_option():
    """With a radius ranges count from the marker's rim."""
    table = battle(stand("a-r", (34.5, 22)), markers=MARKER, options={"marker_radius": 1000})
    assert controlled(table).levels == (1, 0)


@pytest.mark.rule("GA-7.0-03", "GA-4.1-02")
def test_level_of_control_adds_up():
    """Three troops of BE 2 and a Leader of BE 1 are seven; who is out of range counts nothing."""
    squad = stand("a-r", (29, 21), (29, 22.5), (29, 24), (29, 26), be=2)
    chief = formation(
        "a-chief", at=[(31, 22)], troop=trooper("chief", be=1), weapons=(), keywords=("character",),
        powers=("leader",), leads=("r",),
    )  # fmt: skip
    assert controlled(battle(squad, chief, lead={"a-chief": "a-r"}, markers=MARKER)).levels == (7, 0)


@pytest.mark.rule("GA-7.0-03")
def test_the_destroyed_and_those_in_reserve_count_nothing():
    """Of three troops of BE 2 beside a marker one is destroyed: four are left; a formation in Reserves adds nothing."""
    squad = stand("a-r", (29, 21), (29, 22.5), (29, 24), be=2)
    assert controlled(battle(squad, markers=MARKER, fallen=("a-r.2",))).levels == (4, 0)
    units = (squad, stand("a-q", (31, 22), be=2))
    for place, level in (("warfield", 8), ("reserves", 6)):
        off = {} if place == "warfield" else {"a-q": place}
        assert controlled(field(*units, off=off, phase="shooting", markers=MARKER)).levels == (level, 0)


@pytest.mark.rule("GA-7.0-03", "GA-3.1-08")
def test_fatigued_troops_count_nothing():
    """Battle-Fatigued troops count nothing."""
    past = {"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}
    assert controlled(battle(stand("a-r", (29, 22), be=2), markers=MARKER, past=past)).levels == (0, 0)


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.parametrize(("red", "blue", "controller"), [(5, 4, 0), (4, 4, None), (3, 4, 1), (0, 0, None)])
def test_the_greater_level_controls(red: int, blue: int, controller: int | None):
    """The strictly greater Level of Control controls a marker; on equal levels nobody does."""
    table = battle(stand("a-r", (28, 22), be=red), stand("b-b", (32, 22), be=blue), markers=MARKER)
    told = controlled(table)
    assert (told.levels, told.controller) == ((red, blue), controller)
    assert table.view("referee").markers[0].controller == controller


@pytest.mark.rule("GA-7.0-04")
@pytest.mark.parametrize(("sticky", "controller"), [(False, None), (True, 0)])
def test_control_is_left_with_the_troops(controller: int | None, *, sticky: bool):
    """Control ends at the next determination after the troops walked away, unless the option keeps it."""
    table = battle(stand("a-r", (28, 22)), phase="manoeuvres", markers=MARKER, options={"sticky_objectives": sticky})
    assert controlled(table).controller == 0
    table.when("blue", EndTurn()).accepted()
    table.when("red", DeclareNormalMove(formation="a-r")).accepted()
    table.when("red", make("a-r", path("a-r.1", (22, 22)))).accepted()
    table.when("red", EndMoveStep()).accepted()
    told = table.when("red", EndTurn()).one(ControlDetermined).markers[0]
    assert (told.levels, told.controller) == ((0, 0), controller)
    assert table.view("referee").markers[0].controller == controller


@pytest.mark.rule("GA-7.0-04")
def test_control_may_be_determined_by_phases():
    """With the option control is determined when the phase ends, not after each turn."""
    table = battle(stand("a-r", (28, 22)), markers=MARKER, options={"control_when": "phase"})
    table.when("red", EndTurn()).without(ControlDetermined)
    assert controlled(table, "blue").controller == 0


@pytest.mark.rule("GA-7.0-05")
def test_markers_begin_contested():
    """Before control is determined for the first time nobody controls a marker."""
    table = battle(stand("a-r", (30, 22)), phase="manoeuvres", markers=MARKER)
    assert table.view("referee").markers[0].controller is None
    assert controlled(table).controller == 0


# -- points

FOUR = ((28, 8), (28, 20), (28, 30), (28, 40))


def holders() -> list[Unit]:
    """Let red stand at every marker of FOUR."""
    return [stand(f"a-h{number}", at) for number, at in enumerate(FOUR)]


@pytest.mark.rule("GA-7.1-05")
@pytest.mark.parametrize(("number", "markers", "scored"), [(1, 2, []), (2, 2, [2]), (2, 4, [3])])
def test_points_for_markers_from_the_second_round(number: int, markers: int, scored: list[int]):
    """From round 2 a player scores a point for each marker at the end of his Manoeuvres turn, three at most."""
    dice = (6, 1) if number > 1 else ()
    table = battle(*holders(), phase="manoeuvres", number=number, markers=FOUR[:markers], dice=dice)
    table.when("red", EndTurn()).accepted()
    assert [each.points.total for each in story(table, TacticalPointsScored) if each.seat == 0] == scored
    table.when("blue", EndTurn()).accepted()
    assert [side.tactical_points for side in table.view("referee").sides] == [sum(scored), 0]


@pytest.mark.rule("GA-7.1-05", "GA-3.1-08")
@pytest.mark.parametrize(("dice", "scored"), [((1, 1), []), ((6, 6), [1])])
def test_holder_that_becomes_fatigued_scores_nothing(dice: tuple[int, int], scored: list[int]):
    """Points are counted after the Battle-Fatigue tests of the turn: who fails scores nothing for its marker."""
    red = formation("a-r", at=line(5, 28, 20), troop=trooper(be=2, he=7), weapons=())
    fallen = ("a-r.1", "a-r.2", "a-r.3")
    table = battle(red, phase="manoeuvres", number=2, markers=((28, 25),), fallen=fallen, dice=(6, 1, *dice))
    table.when("red", TakeBattleFatigueTest(formation="a-r")).accepted()
    table.when("red", EndTurn()).accepted()
    assert [each.points.total for each in story(table, TacticalPointsScored)] == scored


@pytest.mark.rule("GA-7.0-21")
def test_points_are_never_lost_and_not_scored_at_the_end():
    """Points add up; what is held at the end of round 5 scores nothing."""
    table = battle(*holders(), phase="brawl", number=5, markers=FOUR, past={"manoeuvres": points(2, 1)})
    assert last(table, VictorDetermined).points == (2, 1)
    assert story(table, TacticalPointsScored) == []


@pytest.mark.rule("GA-2.1-09", "GA-8.1-07")
@pytest.mark.parametrize(("options", "scored"), [({}, 0), ({"general_kill_tp": 2}, 2)])
def test_the_generals_death_scores_nothing(options: dict[str, int], scored: int):
    """A destroyed General scores nothing, but by option; the battle goes on."""
    general = formation("a-aa", at=[(20, 10)], weapons=(), keywords=("infantry", "character"))
    blue = formation("b-b", at=[(10, 10)], weapons=(SHOT,))
    table = battle(general, blue, first="blue", dice=(3, 4, 1), options=options)
    fire(table, "b-b", "a-aa", who="blue")
    table.when("blue", EndTurn()).accepted()
    assert [side.tactical_points for side in table.view("referee").sides] == [0, scored]
    assert [each.troop for each in story(table, TroopDestroyed)] == ["a-aa.1"]
    assert story(table, BattleEnded) == []


@pytest.mark.rule("GA-8.1-07")
def test_the_last_generals_death_counts_before_the_victor():
    """With the option a General who falls in the last fight of the battle still scores."""
    general = formation("a-aa", at=[(20, 10)], weapons=(), keywords=("infantry", "character"))
    blue = formation("b-b", at=[(21, 10)], weapons=(blade("knife"),))
    options = {"general_kill_tp": 2}
    table = battle(general, blue, phase="brawl", number=5, first="red", dice=(3, 4, 1), options=options)
    fight(table, "b-b", "a-aa", who="blue")
    settle(table, "EndBattle")
    assert (last(table, VictorDetermined).points, last(table, VictorDetermined).winner) == ((0, 2), 1)


# -- the end


@pytest.mark.rule("GA-7.0-17")
def test_battle_ends_with_an_army():
    """The battle ends when every troop of an army is destroyed; nothing is done after it."""
    red, blue = formation("a-r", at=[(10, 10)], weapons=(SHOT,)), formation("b-b", at=[(20, 10)], weapons=())
    table = fire(battle(red, blue, spares=False, number=3, dice=(3, 4, 1)))
    assert last(table, BattleEnded) == BattleEnded(reason="annihilation", round=3)
    assert last(table, VictorDetermined).winner == 0
    late = ("red", EndTurn()), ("blue", SelectToShoot(formation="b-b", sidearms=()))
    for who, command in late:
        refused(table, who, command, "WG-END-02").rejected("WG-END-02", "not-asked", window="confirm_result")


@pytest.mark.rule("GA-7.0-17", "GA-7.0-19", "GA-3.3-38")
@pytest.mark.parametrize(("red_points", "winner"), [(3, 0), (2, None), (1, 1)])
def test_both_armies_may_fall_together(red_points: int, winner: int | None):
    """The battle ends once what the destruction set off is done: if both armies fell, points decide."""
    red = formation("a-r", at=[(10, 10)], weapons=(SHOT,))
    blue = formation("b-b", at=[(15, 10)], weapons=(), powers=("deadly_demise 1",))
    past = {"manoeuvres": points(red_points, 2)}
    table = fire(battle(red, blue, spares=False, number=2, dice=(3, 4, 1, 6), past=past))
    told = last(table, VictorDetermined)
    assert (told.destroyed, told.winner) == ((0, 1), winner)


@pytest.mark.rule("GA-7.0-17", "GA-7.0-19")
@pytest.mark.parametrize(("scored", "winner"), [((6, 6), None), ((8, 2), 0), ((2, 8), 1)])
def test_battle_ends_after_round_five(scored: tuple[int, int], winner: int | None):
    """After round 5 more points win, equal points are a draw."""
    table = battle(phase="brawl", number=5, past={"manoeuvres": points(*scored)})
    assert last(table, BattleEnded) == BattleEnded(reason="rounds", round=5)
    told = last(table, VictorDetermined)
    assert (told.points, told.destroyed, told.winner) == (scored, (), winner)


@pytest.mark.rule("GA-7.0-19")
def test_destroyed_army_loses_whatever_its_points():
    """Who is destroyed with 9 points loses to 2."""
    red, blue = formation("a-r", at=[(10, 10)], weapons=(SHOT,)), formation("b-b", at=[(20, 10)], weapons=())
    past = {"manoeuvres": points(2, 9)}
    table = fire(battle(red, blue, spares=False, number=4, dice=(3, 4, 1), past=past))
    assert last(table, VictorDetermined).winner == 0


def test_conceding_ends_the_battle():
    """Who gives up loses at once, at any time."""
    table = battle()
    table.when("blue", ConcedeBattle()).then(BattleEnded, reason="conceded")
    assert table.view("red").winner == 0


@pytest.mark.rule("GA-7.0-04")
def test_control_is_determined_after_the_brawl():
    """Control is determined at the end of the Brawl Phase too."""
    table = battle(stand("a-r", (28, 22)), phase="brawl", markers=MARKER, dice=(6, 1))
    assert [each.markers[0].controller for each in story(table, ControlDetermined)] == [0]
