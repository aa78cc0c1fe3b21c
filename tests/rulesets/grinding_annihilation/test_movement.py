"""Chapter 3.2: standing, moving, advancing and retreating."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from adjudicator.board.inches import Base, Shape
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    ChooseRetreatCasualties,
    DeadlyDemiseRolled,
    DeclareAdvance,
    DeclareAssault,
    DeclareNormalMove,
    DeclareRetreat,
    DesperateRetreatTested,
    EndMoveStep,
    EndTurn,
    FormationBattleFatigued,
    FormationDestroyed,
    FormationMoved,
    FormationRemainedStationary,
    MoveDeclared,
    MoveStepEnded,
    PlayerTurnBegun,
    RemainStationary,
    SelectToShoot,
    TroopDestroyed,
    TroopPath,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.givens import (
    Member,
    Place,
    battle,
    declare,
    formation,
    last,
    line,
    living,
    make,
    move,
    moved,
    path,
    places,
    refused,
    settle,
    story,
    trooper,
)

CROSSES = {"GA-3.2-05": "crosses-enemy", "GA-3.2-11": "passes-threat"}
OVAL = Base(length=4000, width=2000, shape=Shape.OVAL)
TIRED = {"manoeuvres": [FormationBattleFatigued(formation="a-r", until=2)]}


def field(*enemies: Place, at: tuple[Place, ...] = ((10, 10),), dice: tuple[int, ...] = (), **rest: Any) -> Table:
    """Let "a-r" stand on its places and "b-b" on the others, in red's Move turn."""
    past = rest.pop("past", None)
    options = rest.pop("options", None)
    red = formation("a-r", at=at, **rest)
    blue = [formation("b-b", at=enemies, weapons=())] if enemies else []
    return battle(red, *blue, phase="move", dice=dice, past=past, options=options)


def refused_move(table: Table, *paths: TroopPath, why: Mapping[str, str], kind: str = "normal") -> Outcome:
    """Declare a move of "a-r" and find it refused as it is made, for these clauses' reasons; nobody has moved."""
    before = places(table)
    declare(table, kind=kind).accepted()
    outcome = refused(table, "red", make("a-r", *paths, kind=kind), *why)
    for clause, reason in why.items():
        outcome.rejected(clause, reason)
    assert places(table) == before
    return outcome


# -- the turn


@pytest.mark.rule("GA-3.2-01")
def test_each_formation_moves_once_and_one_at_a_time():
    """Each formation is selected once; a move is finished before the next is begun."""
    table = field()
    declare(table).accepted()
    refused(table, "red", RemainStationary(formation="a-spare"), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    table.when("red", make("a-r", path("a-r.1", (14, 10)))).accepted()
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-01").rejected("GA-3.2-01", "already-moved")
    refused(table, "red", RemainStationary(formation="a-r"), "GA-3.2-01").rejected("GA-3.2-01", "already-moved")
    table.when("red", RemainStationary(formation="a-spare")).accepted()


@pytest.mark.rule("GA-3.2-01", "GA-3.2-30")
def test_closing_the_step_leaves_the_rest_standing():
    """Formations that were not selected when the step is closed Remained Stationary; nobody moves after it."""
    table = field()
    ended = table.when("red", EndMoveStep()).accepted()
    ended.then(MoveStepEnded, seat=0)
    assert sorted(each.formation for each in story(table, FormationRemainedStationary)) == ["a-r", "a-spare"]
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-30").rejected("GA-3.2-30", "not-asked")
    if story(table, PlayerTurnBegun)[-1].seat == 0:
        table.when("red", EndTurn()).accepted()
    assert story(table, PlayerTurnBegun)[-1].seat == 1


@pytest.mark.rule("GA-3.2-02")
def test_no_retreat_out_of_threat_range():
    """A formation that no enemy threatens does not Retreat; it moves, Advances or stands."""
    table = field((12.5, 10), dice=(1,))
    refused(table, "red", DeclareRetreat(formation="a-r", paths=(path("a-r.1", (6, 10)),)), "GA-3.2-02").rejected(
        "GA-3.2-02", "not-in-threat"
    )
    declare(table, kind="advance").accepted()


@pytest.mark.rule("GA-3.2-03", "GA-2.3-02")
def test_only_retreat_or_standing_within_threat_range():
    """With one troop within Threat Range a formation may only Remain Stationary or Retreat."""
    table = field((12, 10), at=((10, 10), (8, 10)))
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")
    refused(table, "red", DeclareAdvance(formation="a-r"), "GA-3.2-03").rejected("GA-3.2-03", "in-threat")
    back = (path("a-r.1", (6, 10)), path("a-r.2", (4, 10)))
    table.when("red", DeclareRetreat(formation="a-r", paths=back)).accepted()
    field((12, 10)).when("red", RemainStationary(formation="a-r")).accepted()


@pytest.mark.rule("GA-2.1-02")
def test_enemy_formation_is_not_moved():
    """A player moves his own formations."""
    refused(field((30, 10)), "red", DeclareNormalMove(formation="b-b"), "GA-2.1-02").rejected("GA-2.1-02", "not-yours")


# -- any move


@pytest.mark.rule("GA-3.2-04")
def test_any_all_or_none_of_the_troops_move():
    """Three of five may move, or none; the formation has made a Normal move."""
    table = field(at=tuple(line(5, 10)))
    moved_troops = move(table, *(path(f"a-r.{n}", (12, 8.5 + 1.5 * n)) for n in (1, 2, 3))).one(FormationMoved).troops
    assert [each.troop for each in moved_troops] == ["a-r.1", "a-r.2", "a-r.3"]
    table = field()
    move(table).then(FormationMoved, formation="a-r", kind="normal", troops=())


@pytest.mark.rule("GA-3.2-05")
def test_no_move_across_enemies_or_the_edge():
    """No part of a base crosses an enemy or the edge of the warfield."""
    refused_move(field((12.5, 10)), path("a-r.1", (15.5, 10)), why=CROSSES)
    edge = {"GA-3.2-05": "over-the-edge"}
    refused_move(field(at=((2, 10),)), path("a-r.1", (0.4, 10)), why=edge)
    refused_move(field(at=((2, 10),)), path("a-r.1", (0.4, 10), (3, 10)), why=edge)
    move(field(at=((2, 10),)), path("a-r.1", (0.5, 10))).accepted()


@pytest.mark.rule("GA-3.2-06")
def test_friends_are_crossed_and_not_stood_upon():
    """A troop passes its friends as if they were absent and ends on none of them."""
    friend = formation("a-f", at=[(13, 10)], keywords=("vehicle",))
    table = battle(formation("a-r", at=[(10, 10)]), friend, phase="move")
    move(table, path("a-r.1", (15, 10))).accepted()
    table = battle(formation("a-r", at=[(10, 10)]), friend, phase="move")
    refused_move(table, path("a-r.1", (13.999, 10)), why={"GA-3.2-06": "on-top"})
    table.when("red", make("a-r", path("a-r.1", (14, 10)))).accepted()


@pytest.mark.rule("GA-3.2-07", "GA-3.2-26")
@pytest.mark.parametrize(("mover", "other", "accepted"), [
    (("vehicle",), ("vehicle",), False), (("monstrous",), ("vehicle",), False), (("vehicle",), ("monstrous",), False),
    (("vehicle",), ("infantry",), True), (("infantry",), ("vehicle",), True), (("vehicle", "fly"), ("vehicle",), True),
])  # fmt: skip
def test_great_ones_go_around_each_other(mover: tuple[str, ...], other: tuple[str, ...], *, accepted: bool):
    """A Monstrous or Vehicle troop does not cross a friendly one, unless it can Fly."""
    friend = formation("a-f", at=[(13, 10)], keywords=other)
    table = battle(formation("a-r", at=[(10, 10)], keywords=mover), friend, phase="move")
    if accepted:
        move(table, path("a-r.1", (15, 10))).accepted()
    else:
        refused_move(table, path("a-r.1", (15, 10)), why={"GA-3.2-07": "crosses-friend"})
        table.when("red", make("a-r", path("a-r.1", (12.5, 11.1), (13.5, 11.1), (15, 10)))).accepted()


@pytest.mark.rule("GA-3.2-08")
def test_the_farthest_part_of_the_base_is_measured():
    """A pivot of an oval base costs what its tip travels; of a round base nothing."""
    turn = path("a-r.1", (10, 10, 0, 30), (15.5, 10, 0, 30))
    refused_move(field(troop=trooper(base=OVAL)), turn, why={"GA-3.2-10": "too-far"})
    move(field(troop=trooper(base=OVAL)), path("a-r.1", (10, 10, 0, 30), (14.9, 10, 0, 30))).accepted()
    move(field(troop=trooper(base=OVAL), options={"pivot_cost": "free"}), turn).accepted()
    move(field(), path("a-r.1", (10, 10, 0, 180), (16, 10, 0, 180))).accepted()


@pytest.mark.rule("GA-3.2-09")
def test_who_stands_stays():
    """A formation that Remained Stationary does not move in this phase; later it may assault."""
    table = field((19, 10))
    table.when("red", RemainStationary(formation="a-r")).then(FormationRemainedStationary, formation="a-r")
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-01").rejected(
        "GA-3.2-01", "already-moved", move="remained_stationary"
    )
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(19, 10)])
    still = {"move": [FormationRemainedStationary(formation="a-r")]}
    table = battle(red, blue, phase="assault", past=still)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()


# -- Normal moves and Advances


@pytest.mark.rule("GA-3.2-10")
@pytest.mark.parametrize(("reach", "accepted"), [(6, True), (6.01, False)])
def test_normal_move_goes_as_far_as_move(reach: float, *, accepted: bool):
    """A troop moves up to its Move."""
    table = field()
    if accepted:
        assert move(table, path("a-r.1", (10 + reach, 10))).one(FormationMoved).troops[0].distance == 6000
    else:
        refused_move(table, path("a-r.1", (10 + reach, 10)), why={"GA-3.2-10": "too-far"})


@pytest.mark.rule("GA-3.2-10")
def test_the_way_counts_not_the_end():
    """The whole path is measured, and each troop has its own Move."""
    refused_move(field(), path("a-r.1", (10, 13.1), (10, 10)), why={"GA-3.2-10": "too-far"})
    at = ((10, 10), (10, 11.5))
    fast = {2: Member(profile=trooper("fast", m=8))}
    move(field(at=at, only=fast), path("a-r.1", (16, 10)), path("a-r.2", (18, 11.5))).accepted()


@pytest.mark.rule("GA-3.2-11", "GA-3.2-13")
@pytest.mark.parametrize("kind", ["normal", "advance"])
@pytest.mark.parametrize(("side", "accepted"), [(2.1, True), (1.9, False)])
def test_no_passing_within_threat_range(kind: str, side: float, *, accepted: bool):
    """Neither a Normal move nor an Advance comes within Threat Range, even in passing."""
    table = field((13, 10 + side), dice=(1,) if kind == "advance" else ())
    way = path("a-r.1", (16, 10))
    if accepted:
        move(table, way, kind=kind).accepted()
    else:
        clause = {"normal": "GA-3.2-11", "advance": "GA-3.2-13"}[kind]
        refused_move(table, way, kind=kind, why={clause: "passes-threat"})


@pytest.mark.rule("GA-3.2-12")
def test_advance_adds_a_die_to_every_move():
    """An Advance adds one die to the Move of every troop, and is not made a Normal move any more."""
    at = ((10, 10), (10, 11.5))
    table = field(at=at, only={2: Member(profile=trooper("fast", m=8))}, dice=(4,))
    declare(table, kind="advance").then(AdvanceRolled, face=4)
    assert [each.reach.total for each in last(table, AdvanceRolled).reaches] == [10_000, 12_000]
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    refused(table, "red", make("a-r"), "GA-3.2-12").rejected("GA-3.2-12", "other-move")
    too_far = make("a-r", path("a-r.1", (20.01, 10)), path("a-r.2", (20, 11.5)), kind="advance")
    refused(table, "red", too_far, "GA-3.2-12").rejected("GA-3.2-12", "too-far")
    table.when("red", make("a-r", path("a-r.1", (20, 10)), path("a-r.2", (22, 11.5)), kind="advance")).accepted()
    assert last(table, FormationMoved).kind == "advance"


@pytest.mark.rule("GA-3.2-14")
def test_advance_bars_shooting_and_assault_for_the_round():
    """Who Advanced neither shoots nor assaults in this round, and does both in the next."""
    red, blue = formation("a-r", at=[(10, 10)]), formation("b-b", at=[(19, 10)])
    past = {"move": moved("a-r", "advance")}
    refused(battle(red, blue, past=past), "red", SelectToShoot(formation="a-r", sidearms=()), "GA-3.2-14").rejected(
        "GA-3.2-14", "has-advanced"
    )
    charge = DeclareAssault(formation="a-r", targets=("b-b",))
    refused(battle(red, blue, past=past, phase="assault"), "red", charge, "GA-3.4-03").rejected(
        "GA-3.4-03", "moved-too-far", move="advance"
    )
    battle(red, blue, phase="assault", number=2, before=past["move"]).when("red", charge).accepted()
    battle(red, blue, number=2, before=past["move"]).when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()


# -- Retreat


@pytest.mark.rule("GA-3.2-15", "GA-2.3-04")
def test_retreat_may_pass_within_threat_range_and_not_end_there():
    """A Retreat passes within Threat Range and ends out of it; a plan that does not is refused, nobody dies."""
    enemies = ((11.5, 10), (10, 7.5))
    table = field(*enemies)
    short = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (8.4, 8.4)),))
    refused(table, "red", short, "GA-3.2-15").rejected("GA-3.2-15", "ends-in-threat")
    assert living(table, "a-r") == ["a-r.1"]
    table.when("red", DeclareRetreat(formation="a-r", paths=(path("a-r.1", (8.6, 8.6), (6, 8)),))).accepted()
    settle(table)
    assert places(table) == [(6, 8)]
    assert last(table, FormationMoved).kind == "retreat"


@pytest.mark.rule("GA-3.2-15")
@pytest.mark.parametrize(("reach", "accepted"), [(6, True), (6.01, False)])
def test_retreat_goes_as_far_as_move(reach: float, *, accepted: bool):
    """A Retreat reaches as far as the troop's Move."""
    command = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (10 - reach, 10)),))
    if accepted:
        settle(run(field((11.5, 10)), command))
    else:
        refused(field((11.5, 10)), "red", command, "GA-3.2-15").rejected("GA-3.2-15", "too-far")


def run(table: Table, command: DeclareRetreat) -> Table:
    """Give a command and go on."""
    table.when("red", command).accepted()
    return table


@pytest.mark.rule("GA-3.2-16")
def test_no_retreat_without_a_legal_end():
    """Who can not end out of Threat Range does not Retreat; no die is thrown, and he may stand."""
    ring = [(10 + dx, 10 + dy) for dx in (-1.6, 0, 1.6) for dy in (-1.6, 0, 1.6) if dx or dy]
    table = field(*ring, troop=trooper(m=2))
    for end, clause, reason in (
        ((10, 12), "GA-3.2-06", "on-top"), ((12, 10), "GA-3.2-06", "on-top"), ((8.6, 8.6), "GA-3.2-06", "on-top"),
        ((10.3, 10), "GA-3.2-15", "ends-in-threat"), ((10, 12.7), "GA-3.2-15", "too-far"),
    ):  # fmt: skip
        command = DeclareRetreat(formation="a-r", paths=(path("a-r.1", end),))
        table.when("red", command).rejected(clause, reason)
    table.when("red", DeclareRetreat(formation="a-r", paths=())).rejected("GA-3.2-15", "ends-in-threat")
    table.when("red", RemainStationary(formation="a-r")).accepted()


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


FIVE = tuple(line(5, 10))
ACROSS = tuple(path(f"a-r.{n}", (15, 8.5 + 1.5 * n)) for n in range(1, 6))


@pytest.mark.rule("GA-3.2-18")
@pytest.mark.parametrize(
    ("keyword", "tested"), [("", ("a-r.1", "a-r.2")), ("fly", ("a-r.1",)), ("titanic", ("a-r.1",))]
)
def test_crossing_enemies_is_tested_for(keyword: str, tested: tuple[str, ...]):
    """Each troop that Retreats across enemies takes a test before anybody moves, but Titanic and flying ones."""
    only = {2: Member(keywords=(keyword,))} if keyword else None
    table = field((11.5, 10), (11.5, 11.5), at=FIVE, only=only, dice=(3,) * len(tested))
    table.when("red", DeclareRetreat(formation="a-r", paths=ACROSS)).accepted()
    assert places(table) == list(FIVE)
    assert last(table, MoveDeclared).tested == tested
    told = last(table, DesperateRetreatTested)
    assert (told.troops, told.failures) == (tested, 0)
    settle(table)
    assert places(table)[0] == (15, 10)


@pytest.mark.rule("GA-3.2-19", "GA-3.1-09")
@pytest.mark.parametrize(("keywords", "count"), [(("infantry",), 5), (("fly",), 3)])
def test_every_troop_of_the_fatigued_is_tested(keywords: tuple[str, ...], count: int):
    """A Battle-Fatigued formation takes one test for every troop, whatever its way."""
    table = field((11.5, 10), (11.5, 11.5), at=FIVE[:count], keywords=keywords, past=TIRED, dice=(3,) * count)
    table.when("red", DeclareRetreat(formation="a-r", paths=ACROSS[:count])).accepted()
    assert len(last(table, DesperateRetreatTested).faces) == count
    settle(table)


@pytest.mark.rule("GA-3.2-19")
def test_fatigued_flyers_may_be_exempt_by_option():
    """With the option flying troops of a fatigued formation are not tested."""
    options = {"fatigued_fly_exempt": True}
    table = field((11.5, 10), at=FIVE[:3], keywords=("fly",), past=TIRED, options=options)
    table.when("red", DeclareRetreat(formation="a-r", paths=ACROSS[:3])).accepted()
    assert story(table, DesperateRetreatTested) == []
    settle(table)


BACK = tuple(path(f"a-r.{n}", (5, 8.5 + 1.5 * n)) for n in range(1, 5))


@pytest.mark.rule("GA-3.2-20", "GA-3.2-21", "GA-3.1-09")
def test_ones_and_twos_destroy_troops_of_the_owners_choice():
    """Each 1 or 2 destroys a troop that its player chooses, without save or Reinforced Health; the rest Retreat."""
    table = field((11.5, 10), at=FIVE[:4], powers=("reinforced_health 2",), past=TIRED, dice=(1, 2, 3, 6))
    table.when("red", DeclareRetreat(formation="a-r", paths=BACK)).then(DesperateRetreatTested, failures=2)
    choose = ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",))
    refused(table, "red", choose, "GA-3.2-20").rejected("GA-3.2-20", "casualties-count")
    refused(table, "blue", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.4")), "GA-3.2-20").rejected(
        "GA-3.2-20", "not-asked"
    )
    table.when("red", ChooseRetreatCasualties(formation="a-r", troops=("a-r.1", "a-r.4"))).accepted()
    settle(table, "MakeRetreatMove")
    assert [each.cause for each in story(table, TroopDestroyed)] == ["desperate_retreat", "desperate_retreat"]
    table.when("red", make("a-r", *BACK[1:3], kind="retreat")).accepted()
    assert places(table) == [(5, 11.5), (5, 13)]


@pytest.mark.rule("GA-3.2-20")
def test_desperate_retreat_sets_off_a_deadly_demise():
    """A troop that a test destroys is destroyed like any other: its Deadly Demise is rolled for."""
    table = field((11.5, 10), at=FIVE[:2], powers=("deadly_demise 1",), past=TIRED, dice=(1, 3, 5))
    table.when("red", DeclareRetreat(formation="a-r", paths=BACK[:2])).accepted()
    settle(table, ChooseRetreatCasualties=[ChooseRetreatCasualties(formation="a-r", troops=("a-r.1",))])
    assert last(table, DeadlyDemiseRolled).face == 5
    assert living(table, "a-r") == ["a-r.2"]


@pytest.mark.rule("GA-3.2-21")
def test_spoiled_plan_is_made_anew_without_new_crossings():
    """Where casualties spoil the plan other ends may be given, but nobody untested crosses an enemy."""
    table = field((11.5, 10), (12.5, 15), at=((10, 10), (10, 12.5), (10, 15)), dice=(1,))
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


# -- those that can not move, and those that Fly


@pytest.mark.rule("GA-3.2-25")
def test_immovable_troops_stand():
    """A formation with Move "-" only stands: no move, no Advance, no Retreat, no Assault; it may shoot."""
    still = trooper(m=None)
    table = field((18, 10), troop=still)
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    refused(table, "red", DeclareAdvance(formation="a-r"), "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    table.when("red", RemainStationary(formation="a-r")).accepted()
    away = DeclareRetreat(formation="a-r", paths=(path("a-r.1", (6, 10)),))
    refused(field((11.5, 10), troop=still), "red", away, "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    red, blue = formation("a-r", at=[(10, 10)], troop=still), formation("b-b", at=[(18, 10)])
    charge = DeclareAssault(formation="a-r", targets=("b-b",))
    refused(battle(red, blue, phase="assault"), "red", charge, "GA-3.2-25").rejected("GA-3.2-25", "cannot-move")
    battle(red, blue).when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()


@pytest.mark.rule("GA-3.2-26")
@pytest.mark.parametrize("kind", ["normal", "advance"])
def test_flying_troops_cross_enemies(kind: str):
    """A troop that can Fly crosses enemies in a Normal move or Advance, untested; others of its formation do not."""
    table = field((12.5, 10), keywords=("fly", "vehicle"), dice=(1,) if kind == "advance" else ())
    move(table, path("a-r.1", (16, 10)), kind=kind).accepted()
    assert story(table, DesperateRetreatTested) == []
    clause = {"normal": "GA-3.2-11", "advance": "GA-3.2-13"}[kind]
    only = {1: Member(keywords=("fly",))}
    ways = (path("a-r.1", (16, 10)), path("a-r.2", (16, 11.5)))
    table = field((13, 11), at=((10, 10), (10, 11.5)), only=only, dice=(1,) if kind == "advance" else ())
    refused_move(table, *ways, kind=kind, why={"GA-3.2-05": "crosses-enemy", clause: "passes-threat"})


@pytest.mark.rule("GA-3.2-26", "GA-3.2-03")
def test_flying_does_not_free_from_threat_range():
    """A flying formation within Threat Range makes no Normal move."""
    refused(field((11.5, 10), keywords=("fly",)), "red", DeclareNormalMove(formation="a-r"), "GA-3.2-03").rejected(
        "GA-3.2-03", "in-threat"
    )


@pytest.mark.rule("GA-3.2-27")
def test_flying_troops_end_out_of_threat_range_and_on_nobody():
    """A flying troop ends neither within Threat Range nor on top of another troop."""
    table = field((12.5, 10), keywords=("fly",))
    declare(table).accepted()
    refused(table, "red", make("a-r", path("a-r.1", (14.5, 10))), "GA-3.2-27").rejected("GA-3.2-27", "ends-in-threat")
    refused(table, "red", make("a-r", path("a-r.1", (12.5, 10))), "GA-3.2-06", "GA-3.2-27").rejected(
        "GA-3.2-06", "on-top"
    ).rejected("GA-3.2-27", "ends-in-threat")
    table.when("red", make("a-r", path("a-r.1", (14.6, 10)))).accepted()


@pytest.mark.rule("GA-7.0-01")
def test_markers_are_no_obstacle():
    """Troops move over objective markers and end on them."""
    red = formation("a-r", at=[(27, 10)])
    table = battle(red, phase="move", markers=((30, 10), (33, 10)))
    assert move(table, path("a-r.1", (33, 10))).one(FormationMoved).troops[0].distance == 6000
    assert places(table) == [(33, 10)]


@pytest.mark.rule("GA-3.2-16", "GA-2.2-05")
def test_retreat_plan_is_cohesive_before_any_die():
    """A Retreat plan that ends out of cohesion is refused, and no test is rolled."""
    table = field((11.5, 10), at=FIVE[:2], past=TIRED)
    apart = (path("a-r.1", (5, 10)), path("a-r.2", (9, 15)))
    wrong = table.refused(DeclareRetreat(formation="a-r", paths=apart), "red")
    assert [(each.clause, each.reason) for each in wrong] == [("GA-2.2-07", "not-cohesive")]
    table.faces(4, 4)
    near = (path("a-r.1", (5, 10)), path("a-r.2", (6, 12.8)))
    table.when("red", DeclareRetreat(formation="a-r", paths=near)).then(DesperateRetreatTested, faces=(4, 4))


@pytest.mark.rule("GA-3.2-24")
@pytest.mark.parametrize("way", [((10, 10, 3),), ((10, 10, 6),), ((11, 10, 2), (12, 10))])
def test_nobody_moves_through_the_air(way: tuple[Place, ...]):
    """Without terrain to stand on a troop stays on the ground."""
    refused_move(field(), path("a-r.1", *way), why={"GA-3.2-24": "off-the-ground"})


@pytest.mark.rule("GA-3.2-04")
def test_ways_belong_to_the_formation():
    """A move names troops of its own formation, each once."""
    there = path("a-r.1", (12, 10))
    for reason, *ways in (
        ("moved-twice", there, there),
        ("not-of-formation", path("a-spare.1", (3, 42))),
        ("not-of-formation", path("b-b.1", (29, 10))),
    ):
        refused_move(field((30, 10)), *ways, why={"GA-3.2-04": reason})


@pytest.mark.rule("GA-3.2-05")
def test_turning_base_crosses_nobody():
    """A long base that pivots into an enemy crosses it, though it begins and ends clear of him."""
    long = trooper(m=20, base=Base(length=6000, width=1000, shape=Shape.HULL))
    round_about = path("a-r.1", *((10, 10, 0, degrees) for degrees in (90, 180, 270, 0)))
    refused_move(field((12.2, 12.2), troop=long), round_about, why=CROSSES)
    move(field((14.5, 13), troop=long), round_about).accepted()


@pytest.mark.rule("GA-3.0-04", "GA-3.2-14")
def test_what_an_advance_bars_lasts_for_the_round():
    """What an Advance bars in the same turn it bars for the round, not for the player turn alone."""
    table = field((19, 10), dice=(1,))
    move(table, kind="advance").accepted()
    table.when("red", EndMoveStep()).accepted()
    settle(table, "SelectToShoot")
    assert last(table, PlayerTurnBegun) == PlayerTurnBegun(seat=0, phase="shooting")
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.2-14", "has-advanced")
    table.when("red", EndTurn()).accepted()
    table.when("blue", EndTurn()).accepted()
    charge = DeclareAssault(formation="a-r", targets=("b-b",))
    table.when("red", charge).rejected("GA-3.4-03", "moved-too-far", move="advance")


@pytest.mark.rule("GA-3.0-04", "GA-3.2-14")
def test_what_an_advance_bars_is_over_with_the_round():
    """Who Advanced in the round before shoots, and declares an Assault, as if he had not."""
    units = (formation("a-r", at=[(10, 10)]), formation("b-b", at=[(19, 10)], weapons=()))
    before = moved("a-r", "advance")
    table = battle(*units, phase="shooting", number=2, before=before)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table = battle(*units, phase="assault", number=2, before=before)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()


@pytest.mark.rule("GA-3.2-20", "GA-3.2-21")
def test_retreat_may_destroy_everybody():
    """Where as many tests fail as there are troops, the formation is destroyed and nobody moves."""
    table = field((11.5, 10), at=FIVE[:2], past=TIRED, dice=(1, 2))
    table.when("red", DeclareRetreat(formation="a-r", paths=BACK[:2])).accepted()
    settle(table, "RemainStationary", "EndMoveStep")
    assert last(table, FormationDestroyed).cause == "desperate_retreat"
    assert living(table, "a-r") == []


@pytest.mark.rule("GA-3.2-01", "GA-3.2-30")
def test_step_is_not_closed_within_a_move():
    """A move that was declared is made before the step is closed or another formation is selected."""
    table = field()
    declare(table).accepted()
    refused(table, "red", EndMoveStep(), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    refused(table, "red", EndTurn(), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    refused(table, "red", make("a-spare"), "GA-3.2-01").rejected("GA-3.2-01", "other-formation")
    table.when("red", make("a-r")).accepted()
