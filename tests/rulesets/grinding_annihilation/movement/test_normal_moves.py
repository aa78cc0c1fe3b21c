"""Normal moves and Advances (GA-3.2-05 to -14, -24 to -27): paths, what they cross, how far they go."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from adjudicator.board.inches import Base, Shape, hull_base
from adjudicator.rulesets.grinding_annihilation.model.messages import (
    AdvanceRolled,
    DeclareAssault,
    DeclareNormalMove,
    DesperateRetreatTested,
    EndMoveStep,
    EndTurn,
    FormationMoved,
    MakeNormalMove,
    PlayerTurnBegun,
    SelectToShoot,
    TroopPath,
)
from tests.kit import Outcome, Table
from tests.rulesets.grinding_annihilation.fixtures import Member, Place, battle, formation, moved, trooper
from tests.rulesets.grinding_annihilation.movement.fixtures import move_declared, move_turn
from tests.rulesets.grinding_annihilation.movement.steps import make_normal_move
from tests.rulesets.grinding_annihilation.steps import (
    declare,
    events_of,
    last_event,
    make,
    move,
    path,
    places,
    refused,
    settle,
)

FOE = formation("b-b", at=[(40, 10)])


@pytest.mark.rule("GA-3.2-04")
def test_paths_name_own_troops_once_and_lead_somewhere():
    """A stranger's troop, a second path and a path without a pose are all told at once."""
    table = move_declared(formation("a-r", at=[(10, 10)]), FOE)
    outcome = make_normal_move(table, path("a-r.1"), path("a-spare.1", (2, 41)), path("a-r.1", (11, 10)))
    outcome.rejected("GA-3.2-04", "path-legs", "paths[0]")
    outcome.rejected("GA-3.2-04", "not-of-formation", "paths[1]", troop="a-spare.1")
    outcome.rejected("GA-3.2-04", "moved-twice", "paths[2]")


@pytest.mark.rule("GA-3.2-08")
@pytest.mark.ruling("GA-3.2-08.2", "GA-3.2-08.3")
def test_a_pivot_of_a_hull_counts_as_far_as_its_farthest_part_travels():
    """Half a turn of a hull costs the arc of its corner, or nothing by option."""
    hull = trooper("hull", m=6, base=hull_base(4000, 4000))
    table = move_declared(formation("a-r", at=[(10, 10)], troop=hull), FOE)
    make_normal_move(table, path("a-r.1", (10, 10, 0, 180))).rejected("GA-3.2-10", "too-far", distance=8886, limit=6000)
    make_normal_move(table, path("a-r.1", (10, 10, 0, 90))).accepted()
    free = move_declared(formation("a-r", at=[(10, 10)], troop=hull), FOE, options={"pivot_cost": "free"})
    make_normal_move(free, path("a-r.1", (10, 10, 0, 180))).accepted()


@pytest.mark.rule("GA-3.2-07", "GA-3.2-26")
def test_vehicles_go_round_one_another_in_the_order_of_the_paths():
    """A fellow Vehicle that moved away first is in nobody's way; a flier crosses it anyway."""
    after, before = path("a-r.1", (15, 10)), path("a-r.2", (13.5, 12.5))
    for keywords, paths, allowed in (
        (("vehicle",), (after, before), False),
        (("vehicle",), (before, after), True),
        (("vehicle", "fly"), (after, before), True),
    ):
        table = move_declared(formation("a-r", at=[(10, 10), (11.5, 10)], keywords=keywords), FOE)
        if allowed:
            make_normal_move(table, *paths).then(FormationMoved)
        else:
            outcome = refused(table, "red", MakeNormalMove(formation="a-r", paths=paths), "GA-3.2-07")
            outcome.rejected("GA-3.2-07", "crosses-friend", troop="a-r.1", friend="a-r.2")


def refused_move(table: Table, *paths: TroopPath, why: Mapping[str, str], kind: str = "normal") -> Outcome:
    """Declare a move of "a-r" and find it refused as it is made, for these clauses' reasons; nobody has moved."""
    before = places(table)
    declare(table, kind=kind).accepted()
    outcome = refused(table, "red", make("a-r", *paths, kind=kind), *why)
    for clause, reason in why.items():
        outcome.rejected(clause, reason)
    assert places(table) == before
    return outcome


@pytest.mark.rule("GA-3.2-04")
def test_ways_belong_to_the_formation():
    """A move names troops of its own formation, each once."""
    there = path("a-r.1", (12, 10))
    for reason, *ways in (
        ("moved-twice", there, there),
        ("not-of-formation", path("a-spare.1", (3, 42))),
        ("not-of-formation", path("b-b.1", (29, 10))),
    ):
        refused_move(move_turn((30, 10)), *ways, why={"GA-3.2-04": reason})


CROSSES = {"GA-3.2-05": "crosses-enemy", "GA-3.2-11": "passes-threat"}


@pytest.mark.rule("GA-3.2-05")
def test_no_move_across_enemies_or_the_edge():
    """No part of a base crosses an enemy or the edge of the warfield."""
    refused_move(move_turn((12.5, 10)), path("a-r.1", (15.5, 10)), why=CROSSES)
    edge = {"GA-3.2-05": "over-the-edge"}
    refused_move(move_turn(at=((2, 10),)), path("a-r.1", (0.4, 10)), why=edge)
    refused_move(move_turn(at=((2, 10),)), path("a-r.1", (0.4, 10), (3, 10)), why=edge)
    move(move_turn(at=((2, 10),)), path("a-r.1", (0.5, 10))).accepted()


@pytest.mark.rule("GA-3.2-05")
def test_turning_base_crosses_nobody():
    """A long base that pivots into an enemy crosses it, though it begins and ends clear of him."""
    long = trooper(m=20, base=Base(length=6000, width=1000, shape=Shape.HULL))
    round_about = path("a-r.1", *((10, 10, 0, degrees) for degrees in (90, 180, 270, 0)))
    refused_move(move_turn((12.2, 12.2), troop=long), round_about, why=CROSSES)
    move(move_turn((14.5, 13), troop=long), round_about).accepted()


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
@pytest.mark.ruling("GA-3.2-07.2")
@pytest.mark.parametrize(
    ("mover", "other", "accepted"),
    [
        (("vehicle",), ("vehicle",), False),
        (("monstrous",), ("vehicle",), False),
        (("vehicle",), ("monstrous",), False),
        (("vehicle",), ("infantry",), True),
        (("infantry",), ("vehicle",), True),
        (("vehicle", "fly"), ("vehicle",), True),
    ],
)
def test_great_ones_go_around_each_other(mover: tuple[str, ...], other: tuple[str, ...], *, accepted: bool):
    """A Monstrous or Vehicle troop does not cross a friendly one, unless it can Fly."""
    friend = formation("a-f", at=[(13, 10)], keywords=other)
    table = battle(formation("a-r", at=[(10, 10)], keywords=mover), friend, phase="move")
    if accepted:
        move(table, path("a-r.1", (15, 10))).accepted()
    else:
        refused_move(table, path("a-r.1", (15, 10)), why={"GA-3.2-07": "crosses-friend"})
        table.when("red", make("a-r", path("a-r.1", (12.5, 11.1), (13.5, 11.1), (15, 10)))).accepted()


OVAL = Base(length=4000, width=2000, shape=Shape.OVAL)


@pytest.mark.rule("GA-3.2-08")
@pytest.mark.ruling("GA-3.2-08.1", "GA-3.2-08.2", "GA-3.2-08.3")
def test_the_farthest_part_of_the_base_is_measured():
    """A pivot of an oval base costs what its tip travels; of a round base nothing."""
    turn = path("a-r.1", (10, 10, 0, 30), (15.5, 10, 0, 30))
    refused_move(move_turn(troop=trooper(base=OVAL)), turn, why={"GA-3.2-10": "too-far"})
    move(move_turn(troop=trooper(base=OVAL)), path("a-r.1", (10, 10, 0, 30), (14.9, 10, 0, 30))).accepted()
    move(move_turn(troop=trooper(base=OVAL), options={"pivot_cost": "free"}), turn).accepted()
    move(move_turn(), path("a-r.1", (10, 10, 0, 180), (16, 10, 0, 180))).accepted()


@pytest.mark.rule("GA-3.2-10")
@pytest.mark.parametrize(("reach", "accepted"), [(6, True), (6.01, False)])
def test_normal_move_goes_as_far_as_move(reach: float, *, accepted: bool):
    """A troop moves up to its Move."""
    table = move_turn()
    if accepted:
        assert move(table, path("a-r.1", (10 + reach, 10))).one(FormationMoved).troops[0].distance == 6000
    else:
        refused_move(table, path("a-r.1", (10 + reach, 10)), why={"GA-3.2-10": "too-far"})


@pytest.mark.rule("GA-3.2-10")
def test_the_way_counts_not_the_end():
    """The whole path is measured, and each troop has its own Move."""
    refused_move(move_turn(), path("a-r.1", (10, 13.1), (10, 10)), why={"GA-3.2-10": "too-far"})
    at = ((10, 10), (10, 11.5))
    fast = {2: Member(profile=trooper("fast", m=8))}
    move(move_turn(at=at, only=fast), path("a-r.1", (16, 10)), path("a-r.2", (18, 11.5))).accepted()


@pytest.mark.rule("GA-3.2-11", "GA-3.2-13")
@pytest.mark.ruling("GA-3.2-13.2")
@pytest.mark.parametrize("kind", ["normal", "advance"])
@pytest.mark.parametrize(("side", "accepted"), [(2.1, True), (1.9, False)])
def test_no_passing_within_threat_range(kind: str, side: float, *, accepted: bool):
    """Neither a Normal move nor an Advance comes within Threat Range, even in passing."""
    table = move_turn((13, 10 + side), dice=(1,) if kind == "advance" else ())
    way = path("a-r.1", (16, 10))
    if accepted:
        move(table, way, kind=kind).accepted()
    else:
        clause = {"normal": "GA-3.2-11", "advance": "GA-3.2-13"}[kind]
        outcome = refused_move(table, way, kind=kind, why={clause: "passes-threat"})
        outcome.rejected(clause, "passes-threat", enemy="b-b.1")


@pytest.mark.rule("GA-3.2-12")
def test_advance_adds_a_die_to_every_move():
    """An Advance adds one die to the Move of every troop, and is not made a Normal move any more."""
    at = ((10, 10), (10, 11.5))
    table = move_turn(at=at, only={2: Member(profile=trooper("fast", m=8))}, dice=(4,))
    declare(table, kind="advance").then(AdvanceRolled, face=4)
    assert [reach.reach.total for reach in last_event(table, AdvanceRolled).reaches] == [10_000, 12_000]
    refused(table, "red", DeclareNormalMove(formation="a-r"), "GA-3.2-04").rejected("GA-3.2-04", "not-asked")
    refused(table, "red", make("a-r"), "GA-3.2-01").rejected("GA-3.2-01", "other-move")
    too_far = make("a-r", path("a-r.1", (20.01, 10)), path("a-r.2", (20, 11.5)), kind="advance")
    refused(table, "red", too_far, "GA-3.2-12").rejected("GA-3.2-12", "too-far")
    table.when("red", make("a-r", path("a-r.1", (20, 10)), path("a-r.2", (22, 11.5)), kind="advance")).accepted()
    assert last_event(table, FormationMoved).kind == "advance"


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


@pytest.mark.rule("GA-3.0-04", "GA-3.2-14")
@pytest.mark.ruling("GA-3.0-04.2")
def test_what_an_advance_bars_lasts_for_the_round():
    """What an Advance bars in the same turn it bars for the round, not for the player turn alone."""
    table = move_turn((19, 10), dice=(1,))
    move(table, kind="advance").accepted()
    table.when("red", EndMoveStep()).accepted()
    settle(table, "SelectToShoot")
    assert last_event(table, PlayerTurnBegun) == PlayerTurnBegun(seat=0, phase="shooting")
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).rejected("GA-3.2-14", "has-advanced")
    table.when("red", EndTurn()).accepted()
    table.when("blue", EndTurn()).accepted()
    charge = DeclareAssault(formation="a-r", targets=("b-b",))
    table.when("red", charge).rejected("GA-3.4-03", "moved-too-far", move="advance")


@pytest.mark.rule("GA-3.0-04", "GA-3.2-14")
@pytest.mark.ruling("GA-3.0-04.2")
def test_what_an_advance_bars_is_over_with_the_round():
    """Who Advanced in the round before shoots, and declares an Assault, as if he had not."""
    units = (formation("a-r", at=[(10, 10)]), formation("b-b", at=[(19, 10)], weapons=()))
    before = moved("a-r", "advance")
    table = battle(*units, phase="shooting", number=2, before=before)
    table.when("red", SelectToShoot(formation="a-r", sidearms=())).accepted()
    table = battle(*units, phase="assault", number=2, before=before)
    table.when("red", DeclareAssault(formation="a-r", targets=("b-b",))).accepted()


@pytest.mark.rule("GA-3.2-26")
@pytest.mark.ruling("GA-2.1-06.2", "GA-3.2-26.1")
@pytest.mark.parametrize("kind", ["normal", "advance"])
def test_flying_troops_cross_enemies(kind: str):
    """A troop that can Fly crosses enemies in a Normal move or Advance, untested; others of its formation do not."""
    table = move_turn((12.5, 10), keywords=("fly", "vehicle"), dice=(1,) if kind == "advance" else ())
    move(table, path("a-r.1", (16, 10)), kind=kind).accepted()
    assert events_of(table, DesperateRetreatTested) == []
    clause = {"normal": "GA-3.2-11", "advance": "GA-3.2-13"}[kind]
    only = {1: Member(keywords=("fly",))}
    ways = (path("a-r.1", (16, 10)), path("a-r.2", (16, 11.5)))
    table = move_turn((13, 11), at=((10, 10), (10, 11.5)), only=only, dice=(1,) if kind == "advance" else ())
    refused_move(table, *ways, kind=kind, why={"GA-3.2-05": "crosses-enemy", clause: "passes-threat"})


@pytest.mark.rule("GA-3.2-26", "GA-3.2-03")
@pytest.mark.ruling("GA-3.2-26.2")
def test_flying_does_not_free_from_threat_range():
    """A flying formation within Threat Range makes no Normal move."""
    refused(move_turn((11.5, 10), keywords=("fly",)), "red", DeclareNormalMove(formation="a-r"), "GA-3.2-03").rejected(
        "GA-3.2-03", "in-threat"
    )


@pytest.mark.rule("GA-3.2-27")
def test_flying_troops_end_out_of_threat_range_and_on_nobody():
    """A flying troop ends neither within Threat Range nor on top of another troop."""
    table = move_turn((12.5, 10), keywords=("fly",))
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


@pytest.mark.rule("GA-3.2-24")
@pytest.mark.parametrize("way", [((10, 10, 3),), ((10, 10, 6),), ((11, 10, 2), (12, 10))])
def test_nobody_moves_through_the_air(way: tuple[Place, ...]):
    """Without terrain to stand on a troop stays on the ground."""
    refused_move(move_turn(), path("a-r.1", *way), why={"GA-3.2-24": "off-the-ground"})
