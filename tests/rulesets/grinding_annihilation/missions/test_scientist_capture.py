"""Scientist Capture (GA-7.3) in battle: who becomes a scientist, where, and what a delivery scores."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    BeginPhase,
    ControlDetermined,
    EndTurn,
    FormationBattleFatigued,
    HazardTested,
    MarkerControl,
    MortalWoundSuffered,
    ScientistDelivered,
    ScientistNamed,
    TacticalPointsScored,
    TakeBattleFatigueTest,
    TroopDestroyed,
    VictorDetermined,
)
from adjudicator.rulesets.grinding_annihilation.model.state import EMBARKED
from tests.kit import Table
from tests.rulesets.grinding_annihilation.fixtures import battle, formation, gun, line, trooper
from tests.rulesets.grinding_annihilation.missions.fixtures import (
    SQUAD,
    name_scientist,
    points_scored,
    scientist_capture,
    scientist_named,
)
from tests.rulesets.grinding_annihilation.steps import events_of, fire, last_event, living, settle, wounds_left


def troop_keywords(table: Table, troop: str) -> tuple[str, ...]:
    """Give a troop's own keywords."""
    return next(item.keywords for row in table.view("referee").formations for item in row.troops if item.id == troop)


@pytest.mark.rule("GA-7.3-03")
@pytest.mark.ruling("GA-7.3-03.2")
@pytest.mark.parametrize("troop", ["a-r.1", "a-r.2", "a-r.3"])
def test_any_troop_of_a_formation_in_range_may_be_named(troop: str):
    """One troop in range of a controlled marker is enough for any troop of its formation to be named."""
    squad = formation("a-r", at=[(33, 22), (33, 23.9), (33, 25.8)], weapons=())
    table = scientist_capture(squad)
    assert "NameScientist" in table.offered("red")
    table.when("red", name_scientist(troop)).then(ScientistNamed, troop=troop, keywords=("scientist", "character"))
    assert troop_keywords(table, troop) == ("scientist", "character")


@pytest.mark.rule("GA-7.3-03")
@pytest.mark.parametrize("control", [None, 1])
def test_no_scientist_at_a_marker_that_is_not_ours(control: int | None):
    """A contested marker, or one of the enemy's, gives no scientist."""
    table = scientist_capture(control={"2": control})
    assert "NameScientist" not in table.offered("red")
    table.when("red", name_scientist("a-r.1")).rejected("GA-7.3-03", "marker-not-yours", "marker")


@pytest.mark.rule("GA-7.3-03")
def test_formation_has_to_be_in_range():
    """A formation of which nobody is in range of that marker is refused, and so is one of the enemy."""
    table = scientist_capture(SQUAD, formation("b-b", at=[(33, 20)], weapons=()))
    table.when("red", name_scientist("a-r.1", marker="1")).rejected("GA-7.3-03", "not-at-marker", "formation")
    table.when("red", name_scientist("b-b.1", formation="b-b")).rejected("GA-2.1-02", "not-yours", "formation")
    table.when("red", name_scientist("a-spare.1")).rejected("GA-7.3-03", "not-the-scientist", "troop")


@pytest.mark.rule("GA-7.3-03")
@pytest.mark.ruling("GA-7.3-03.2")
def test_one_scientist_for_a_marker_and_for_a_formation():
    """A marker gives one in a player's turn; a formation that has one gets no other."""
    other = formation("a-s", at=[(31, 22)], weapons=())
    table = scientist_capture(SQUAD, other)
    table.when("red", name_scientist("a-r.1")).accepted()
    table.when("red", name_scientist("a-s.1", formation="a-s")).rejected("GA-7.3-03", "marker-spent", "marker")
    second = scientist_capture(SQUAD, named=[scientist_named("a-r.1")], control={"2": 0})
    second.when("red", name_scientist("a-r.2")).rejected("GA-7.3-03", "has-scientist", "formation")


@pytest.mark.rule("GA-7.3-03")
@pytest.mark.ruling("GA-7.3-03.2", "GA-7.3-03.3")
@pytest.mark.parametrize("once", [False, True])
def test_a_marker_gives_another_in_a_later_turn(once: bool):
    """In a later turn a marker gives another scientist, but not with the option."""
    table = scientist_capture(SQUAD, named=[scientist_named("a-spare.1")], options={"scientist_once_per_marker": once})
    outcome = table.when("red", name_scientist("a-r.1"))
    outcome.rejected("GA-7.3-03", "marker-spent", "marker") if once else outcome.accepted()


@pytest.mark.rule("GA-7.3-03")
def test_scientists_belong_to_their_scenario():
    """In another scenario nobody becomes a scientist."""
    held = [ControlDetermined(markers=(MarkerControl(marker="1", levels=(1, 0), controller=0),))]
    table = battle(SQUAD, phase="manoeuvres", number=2, markers=((33, 22),), before=held, dice=(6, 1))
    table.when("red", name_scientist("a-r.1", marker="1")).rejected("GA-7.3-03", "no-scientists")


@pytest.mark.rule("GA-7.3-04")
def test_an_attached_character_is_the_scientist():
    """Of an Attached formation the Leader is chosen, though out of range, and gains SCIENTIST alone."""
    chief = formation(
        "a-chief",
        at=[(33, 26.9)],
        troop=trooper("chief", w=4),
        weapons=(),
        keywords=("infantry", "character"),
        powers=("leader",),
        leads=("r",),
    )
    table = scientist_capture(SQUAD, chief, lead={"a-chief": "a-r"})
    table.when("red", name_scientist("a-r.1")).rejected("GA-7.3-04", "not-the-scientist", "troop")
    table.when("red", name_scientist("a-chief.1")).then(ScientistNamed, keywords=("scientist",))


@pytest.mark.rule("GA-7.3-05")
@pytest.mark.ruling("GA-7.3-05.2")
def test_no_scientist_without_effectiveness():
    """A formation whose troops all have BE 0, or that is Battle-Fatigued, is refused."""
    idle = formation("a-r", at=[(33, 22)], troop=trooper(be=0), weapons=())
    scientist_capture(idle).when("red", name_scientist("a-r.1")).rejected("GA-7.3-05", "not-effective", "formation")
    tired = scientist_capture(SQUAD, named=[FormationBattleFatigued(formation="a-r", until=3)])
    tired.when("red", name_scientist("a-r.1")).rejected("GA-7.3-05", "not-effective", "formation")


@pytest.mark.rule("GA-7.3-05")
@pytest.mark.ruling("GA-7.3-05.2")
def test_names_are_given_before_the_tests():
    """A formation that fails its test later in the turn keeps its scientist; after the first test nobody is named."""
    other = formation("a-s", at=[(33, 5)], weapons=())
    table = scientist_capture(SQUAD, other, fallen=("a-r.2", "a-r.3"), dice=(6, 1, 1, 1))
    table.when("red", name_scientist("a-r.1")).accepted()
    table.when("red", TakeBattleFatigueTest(formation="a-r")).then(FormationBattleFatigued)
    assert troop_keywords(table, "a-r.1") == ("scientist", "character")
    table.when("red", name_scientist("a-s.1", marker="1", formation="a-s")).rejected(
        "GA-7.3-05", "tests-begun", "marker"
    )


def scientist_near_home(*at: tuple[float, float], **rest: Any) -> Table:
    """Begin round 3 with a scientist in a squad that stands at these places."""
    squad = formation("a-r", at=at, weapons=())
    return scientist_capture(squad, number=3, named=[scientist_named("a-r.1")], control={}, **rest)


def tactical_points(table: Table) -> list[int]:
    return [side.tactical_points for side in table.view("referee").sides]


@pytest.mark.rule("GA-7.3-06", "GA-7.0-21", "GA-7.3-07")
@pytest.mark.ruling("GA-7.3-06.1")
def test_a_delivery_scores_once():
    """A formation wholly in its zone scores 1 at the start of the phase, and its scientist is none any more."""
    table = scientist_near_home((10, 20), (10, 21.5))
    assert tactical_points(table) == [1, 0]
    assert last_event(table, ScientistDelivered).keywords == ("scientist", "character")
    assert troop_keywords(table, "a-r.1") == ()


@pytest.mark.rule("GA-7.3-06")
@pytest.mark.parametrize("at", [(14.6, 20), (40, 20), (60, 20)])
def test_no_delivery_with_one_base_outside(at: tuple[float, float]):
    """One base that crosses the zone's edge, or a place in the enemy's zone, scores nothing; the scientist stays."""
    table = scientist_near_home((14.5, 22), at) if at[0] < 20 else scientist_near_home(at)
    assert tactical_points(table) == [0, 0]
    assert troop_keywords(table, "a-r.1") == ("scientist", "character")


@pytest.mark.rule("GA-7.3-06")
@pytest.mark.ruling("GA-7.3-06.2")
def test_nothing_is_delivered_off_the_warfield():
    """A formation that is embarked at home scores nothing; on the warfield there it would."""
    squad = formation("a-r", at=[(10, 20)], weapons=())
    for aboard in (True, False):
        table = scientist_capture(squad, number=3, named=[scientist_named("a-r.1")], control={}, begin=False)
        row, troop = table.game.formations["a-r"], table.game.troops["a-r.1"]
        if aboard:
            table.put("formations", replace(row, place=EMBARKED)).put("troops", replace(troop, pose=None))
        table.ask("begin_phase", "table")
        table.when("table", BeginPhase(phase="manoeuvres")).accepted()
        assert tactical_points(table) == ([0, 0] if aboard else [1, 0])
        assert len(events_of(table, ScientistDelivered)) == (0 if aboard else 1)


@pytest.mark.rule("GA-7.3-06")
@pytest.mark.ruling("GA-7.3-06.1")
def test_what_reaches_home_in_the_last_round_is_late():
    """After round 5 there is no phase in which a delivery would score."""
    squad = formation("a-r", at=[(10, 20)], weapons=())
    table = scientist_capture(squad, number=5, phase="brawl", named=[scientist_named("a-r.1")], control={})
    settle(table, "EndBattle")
    assert last_event(table, VictorDetermined).points == (0, 0)


@pytest.mark.rule("GA-7.3-07")
@pytest.mark.ruling("GA-7.3-07.1", "GA-7.3-07.2")
@pytest.mark.parametrize(("repeats", "total"), [(False, 1), (True, 2)])
def test_a_parked_scientist_scores_once(repeats: bool, total: int):
    """A formation that stays in its zone does not score again, but by option."""
    squad = formation("a-r", at=[(10, 20)], weapons=())
    past = [scientist_named("a-r.1"), *points_scored(0, 0)]
    table = scientist_capture(
        squad, number=4, named=past, control={}, options={"scientist_repeats": repeats}, begin=False, dice=(6, 1, 6, 1)
    )
    for _ in range(2):
        table.ask("begin_phase", "table")
        table.when("table", BeginPhase(phase="manoeuvres")).accepted()
        table.set(battle=replace(table.game.battle, phase="brawl", round=5))
    assert tactical_points(table) == [total, 0]


@pytest.mark.rule("GA-7.3-07")
def test_a_character_keeps_what_it_was():
    """After a delivery a Leader loses SCIENTIST and is a Character as before."""
    chief = formation("a-chief", at=[(10, 22)], troop=trooper("chief"), weapons=(), keywords=("infantry", "character"))
    table = scientist_capture(chief, number=3, named=[scientist_named("a-chief.1", "scientist")], control={})
    assert last_event(table, ScientistDelivered).keywords == ("scientist",)
    row = next(item for item in table.view("referee").formations if item.id == "a-chief")
    assert "character" in row.parts[0].keywords


@pytest.mark.rule("GA-7.3-07")
def test_who_delivered_may_be_named_again():
    """A formation that delivered its scientist and went back to a marker may have one again."""
    squad = formation("a-r", at=[(10, 20)], weapons=())
    table = scientist_capture(squad, number=3, named=[scientist_named("a-r.1")], control={"2": 0})
    assert tactical_points(table) == [1, 0]
    troop = table.game.troops["a-r.1"]
    table.put("troops", replace(troop, pose=Pose(33_000, 22_000, 0, 0)))
    table.when("red", name_scientist("a-r.1")).then(ScientistNamed, troop="a-r.1", keywords=("scientist", "character"))


@pytest.mark.rule("GA-7.3-08")
@pytest.mark.ruling("GA-7.3-08.1")
def test_a_dead_scientist_is_lost():
    """The formation whose scientist fell scores nothing at home, and neither does the enemy."""
    squad = formation("a-r", at=[(10, 20), (10, 21.5)], weapons=())
    pose = Pose(10_000, 20_000, 0, 0)
    dead = TroopDestroyed(troop="a-r.1", formation="a-r", cause="attack", pose=pose, demise=False)
    table = scientist_capture(squad, number=3, named=[scientist_named("a-r.1"), dead], control={})
    assert tactical_points(table) == [0, 0]
    assert troop_keywords(table, "a-r.2") == ()


@pytest.mark.rule("GA-7.3-09")
def test_a_scientist_is_not_protected():
    """A squad with a scientist is no Attached formation: a Precision attack is allocated by its owner, to anybody."""
    red = formation("a-r", at=[(10, 10)], weapons=(gun("scope", "precision"),))
    blue = formation("b-b", at=line(2, 20), weapons=(), troop=trooper(de=0))
    table = scientist_capture(red, blue, phase="shooting", named=[scientist_named("b-b.2")], control={}, dice=(3, 4))
    fire(table, until=("AllocateAttack",))
    assert table.window is not None
    assert table.window.asks == (1,)
    offered = table.offers("blue")[0]
    assert {value for field in offered.fields if field.field == "troop" for value in field.values.values} == {
        "b-b.1",
        "b-b.2",
    }
    settle(table)
    assert len(living(table, "b-b")) == 1


@pytest.mark.rule("GA-7.3-09", "GA-8.3-24")
def test_a_scientist_suffers_hazard_as_a_character():
    """A failed Hazard test on a scientist gives 3 mortal wounds instead of destroying it."""
    red = formation("a-r", at=[(10, 10)], troop=trooper(w=5), weapons=(gun("furnace", "hazard"),))
    blue = formation("b-b", at=[(20, 10)], weapons=(), troop=trooper(w=9))
    table = scientist_capture(red, blue, phase="shooting", named=[scientist_named("a-r.1")], control={}, dice=(1, 1))
    fire(table)
    assert last_event(table, HazardTested).faces == (1,)
    assert len(events_of(table, MortalWoundSuffered)) == 3
    assert wounds_left(table, "a-r") == [2]


@pytest.mark.rule("GA-7.3-10")
@pytest.mark.ruling("GA-7.3-10.2", "GA-7.3-10.3")
@pytest.mark.parametrize(("option", "expected"), [(False, []), (True, [1])])
def test_markers_score_nothing_by_themselves(option: bool, expected: list[int]):
    """Control of markers scores nothing, but by option as in the War of Control."""
    table = scientist_capture(SQUAD, options={"scientist_marker_scoring": option})
    table.when("red", EndTurn()).accepted()
    assert [event.points.total for event in events_of(table, TacticalPointsScored)] == expected


@pytest.mark.rule("GA-7.3-10", "GA-7.3-06")
def test_deliveries_lie_outside_the_cap_of_markers():
    """With the option a delivery does not lessen what markers may score in the round."""
    squads = [formation(f"a-h{n}", at=[(33, y)], weapons=()) for n, y in enumerate((5, 22, 39))]
    suspended = formation("a-r", at=[(10, 20)], weapons=())
    table = scientist_capture(
        *squads, suspended, number=3, named=[scientist_named("a-r.1")], options={"scientist_marker_scoring": True}
    )
    table.when("red", EndTurn()).accepted()
    assert tactical_points(table) == [4, 0]
