"""Clause tests: who may move and charge, what contact and its end leave behind, and what aircraft do not mind."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ActionBegun,
    ActionTestFailed,
    ActionTestPassed,
    BeginAction,
    ContactEnded,
    ContactMade,
    EndAction,
    EndFormationMove,
    FormationMoveBegun,
    MoveDeclared,
    UnitDestroyed,
    UnitLeftBattlefield,
    UnitLeftZone,
    UnitMoved,
    ZocLost,
    ZocRestored,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    Placed,
    aircraft,
    asked,
    at,
    begin,
    change,
    end_action,
    end_move,
    formation,
    infantry,
    move,
    roll,
    table,
    unit,
    vehicle,
    war_engine,
    where,
)
from tests.rulesets.tile_formations.said_ground import (
    MADE,
    charge,
    danger_tests,
    lone,
    lost,
    made,
    over,
    plain,
    refused,
)

E: Placed = ((5, 5), infantry())


def engaged(units: dict[str, Placed], **given: Any) -> Table:
    """Set units up and let a1 engage b1, with a referee."""
    played = plain(units, referee=True, **given)
    begin(played, "a1", "engage", target="b1")
    return played


# -- who moves


@pytest.mark.rule("TF-MOVE-01")
def test_units_of_the_acting_formation_move() -> None:
    """A unit of another formation, of the enemy, or off the battlefield does not move in the move of a formation."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry()), "a2.1": ((2, 6), infantry()),
        "b1.1": ("L12", infantry()),
    }  # fmt: skip
    played = plain(units)
    begin(played, "a1")
    change(played, "a1.2", out="shooting", tile="", integrity=0)
    refused(move(played, "a2.1", (3, 6)), "not-acting", "TF-MOVE-01", formation="a1")
    refused(move(played, "a1.2", (3, 3)), "unit-gone", "TF-MOVE-01", unit="a1.2")
    refused(move(played, "b1.1", "K12"), "not-asked", "TF-MOVE-05", window="formation_move")
    move(played, "a1.1", (3, 2)).accepted()


@pytest.mark.rule("TF-MOVE-05")
def test_the_move_of_the_acting_formation_is_ended() -> None:
    """A move can not be ended in the name of another formation."""
    played = plain({"a1.1": ((2, 2), infantry()), "a2.1": ((2, 6), infantry())})
    begin(played, "a1", "double")
    ending = EndFormationMove(formation="a2", keep=())
    refused(played.when("red", ending), "not-acting", "TF-MOVE-05", formation="a1")
    end_move(played, "a1").then(FormationMoveBegun, formation="a1", move=2, left=0)


@pytest.mark.rule("TF-MOVE-04")
@pytest.mark.parametrize(
    ("action", "options", "shoots"),
    [("advance", {}, True), ("march", {}, False), ("march", {"shooting_actions": ("march",)}, True),
     ("advance", {"shooting_actions": ("march",)}, False)],
)  # fmt: skip
def test_which_actions_include_shooting_comes_from_outside(
    action: str, options: dict[str, tuple[str, ...]], shoots: bool
) -> None:
    """After its moves an advance shoots and a march does not, unless the options say otherwise."""
    played = lone(infantry(), action=action, options=options)
    for _ in range(3 if action == "march" else 1):
        ended = end_move(played, "a1").accepted()
    ended.asks("shooting" if shoots else "action_end", "red")


@pytest.mark.rule("TF-MOVE-10")
def test_a_referee_says_what_is_begun_instead() -> None:
    """After a failed test the referee begins what the outside rules prescribe, or lets the formation do nothing."""
    played = plain({"a1.1": ((2, 2), infantry())}, referee=True)
    failed = begin(played, "a1", "march", test="failed").then(ActionTestFailed, action="march", instead="")
    failed.without(ActionBegun, FormationMoveBegun).asks("action_instead", "referee")
    hold = BeginAction(formation="a1", action="hold", test="", target="", road_march=False)
    played.when("referee", hold).then(ActionBegun, formation="a1", action="hold", moves=1)
    played = plain({"a1.1": ((2, 2), infantry())}, referee=True)
    begin(played, "a1", "march", test="failed").asks("action_instead", "referee")
    nothing = played.when("referee", EndAction(formation="a1")).without(ActionBegun)
    nothing.asks("choose_action", "blue")
    assert formation(played, "a1").acted == played.game.turn


@pytest.mark.rule("TF-ROAD-05")
@pytest.mark.parametrize("test", ["", "failed"])
def test_no_test_spoils_a_road_march(test: str) -> None:
    """A road march passes its test whatever would have been thrown; an ordinary march with that result fails."""
    units: dict[str, Placed] = {"a1.1": ((0, 0), infantry()), "b1.1": ("L12", infantry())}
    ground: Any = {(x, 0): "+roads" for x in range(4)}
    outcome = begin(table("", units, terrain=ground), "a1", "march", road_march=True, test=test)
    outcome.then(ActionTestPassed, automatic=True).then(ActionBegun, action="march", moves=3, road_march=True)
    ordinary = begin(table("", units, terrain=ground), "a1", "march", test="failed")
    ordinary.then(ActionTestFailed).without(ActionBegun)


@pytest.mark.rule("TF-MOVE-09")
def test_an_edge_is_crossed_by_who_stands_at_it() -> None:
    """Over an open edge leaves who stands beside it, not who is three tiles away."""
    played = lone(infantry(), (3, 3), options={"exit_edges": ("west",)})
    refused(move(played, "a1.1", "west"), "edge-closed", "TF-MOVE-09")
    refused(move(played, "a1.1", (2, 3), (1, 3), "west"), "edge-closed", "TF-MOVE-09")
    move(played, "a1.1", (2, 3), (1, 3), (0, 3), "west").then(UnitLeftBattlefield, unit="a1.1", edge="west")


@pytest.mark.rule("TF-MOVE-09")
def test_leaving_costs_a_point() -> None:
    """The step over the edge is one of the tiles that the speed allows."""
    played = lone(infantry(speed=3), (3, 3), options={"exit_edges": ("west",)})
    refused(move(played, "a1.1", (2, 3), (1, 3), (0, 3), "west"), "exceeds-speed", "TF-MOVE-01", cost=4, speed=3)


# -- zones


@pytest.mark.rule("TF-ZOC-07")
@pytest.mark.parametrize(
    "path",
    [[(2, y), (3, y), (4, y), (5, y), (6, y), (7, y), (8, y)] for y in (3, 4, 6, 7)]
    + [[(2, 6), (3, 5), (4, 6), (5, 6), (6, 5), (7, 5), (8, 5)]],
)  # fmt: skip
def test_contact_opens_all_tiles_of_a_zone(path: list[tuple[int, int]]) -> None:
    """Each of the tiles around a contacted enemy may be gone through, which was closed to all before the contact."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "a1.2": (path[0], infantry(speed=9)), "b1.1": E}
    played = engaged(units)
    for here, there in pairwise(path):
        change(played, "a1.2", tile=at(*here), moved=False)
        if (max(abs(here[0] - 5), abs(here[1] - 5)), max(abs(there[0] - 5), abs(there[1] - 5))) == (3, 2):
            refused(move(played, "a1.2", there), "no-contact", "TF-ZOC-06", enemy="b1.1")
    change(played, "a1.2", tile=at(*path[0]), moved=False)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ZocLost, unit="b1.1")
    move(played, "a1.2", *path[1:]).then(UnitMoved, unit="a1.2", tile=at(*path[-1]), done=True)


@pytest.mark.rule("TF-ZOC-09")
def test_only_who_is_left_has_a_zone_again() -> None:
    """Of two contacted enemies the one that was destroyed gets no zone back when the assault is over."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": E, "b1.2": ((3, 3), infantry())}
    played = engaged(units)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 4)).then(ContactMade, enemies=("b1.1", "b1.2"))
    end_move(played, "a1").asks("assault", "referee")
    lost(played, "b1.2").then(UnitDestroyed, unit="b1.2")
    ended = over(played).accepted()
    assert [each.unit for each in ended.events if isinstance(each, ZocRestored)] == ["b1.1"]
    assert not unit(played, "b1.1").zone_lost


@pytest.mark.rule("TF-ZOC-12")
def test_a_zone_is_left_when_the_unit_is_out_of_it() -> None:
    """A step away that ends inside the zone has not left it; the one that leads out has."""
    played = plain({"a1.1": ((4, 5), infantry()), "b1.1": E})
    begin(played, "a1", "double")
    move(played, "a1.1", (3, 5)).without(UnitLeftZone)
    end_move(played, "a1").accepted()
    move(played, "a1.1", (2, 5)).then(UnitLeftZone, unit="a1.1", enemies=("b1.1",))


@pytest.mark.rule("TF-ZOC-10")
@pytest.mark.rule("TF-ZOC-12")
def test_who_was_outside_leaves_nothing() -> None:
    """A unit that was in no zone when its action began tells of no zone that it left."""
    played = plain({"a1.1": ((1, 5), infantry()), "b1.1": E})
    begin(played, "a1").then(ActionBegun, bound=())
    move(played, "a1.1", (2, 5)).without(UnitLeftZone)
    end_move(played, "a1").accepted()


# -- charges


@pytest.mark.rule("TF-CHARGE-02")
def test_a_charge_without_contact_is_none_where_there_is_no_zone() -> None:
    """A charge that ends two tiles from an enemy without a zone is no contact either; a move there is allowed."""
    units: dict[str, Placed] = {"a1.1": ((2, 5), infantry()), "b1.1": ((5, 5), made("INF"))}
    played = engaged(units)
    refused(charge(played, "a1.1", "b1.1", (3, 5)), "no-contact", "TF-CHARGE-02", enemy="b1.1")
    move(played, "a1.1", (3, 5)).without(ContactMade)
    assert unit(played, "a1.1").contacts == ()


@pytest.mark.rule("TF-CHARGE-02")
def test_a_charge_names_an_enemy_that_stands() -> None:
    """Neither an own unit nor one that is destroyed can be charged."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "a1.2": ((2, 6), infantry()), "b1.1": E, "b1.2": ("L12", infantry()),
    }  # fmt: skip
    played = engaged(units)
    change(played, "b1.2", out="shooting", tile="", integrity=0)
    for other in ("a1.2", "b1.2"):
        refused(charge(played, "a1.1", other, (3, 5), (4, 5)), "not-an-enemy", "TF-CHARGE-02", enemy=other)
    charge(played, "a1.1", "b1.1", (3, 5), (4, 5)).then(ContactMade, enemies=("b1.1",))


@pytest.mark.rule("TF-CHARGE-07")
def test_other_contacts_outlast_a_unit() -> None:
    """Where one of two chargers is destroyed, its contact alone is over."""
    units: dict[str, Placed] = {"a1.1": ((3, 4), infantry()), "a1.2": ((3, 6), infantry()), "b1.1": E}
    played = engaged(units)
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    charge(played, "a1.2", "b1.1", (4, 6)).then(ContactMade, unit="a1.2").without(ZocLost)
    assert unit(played, "b1.1").contacts == ("a1.1", "a1.2")
    gone = lost(played, "a1.1").then(ContactEnded, unit="a1.1", enemy="b1.1")
    assert [each.unit for each in gone.events if isinstance(each, ContactEnded)] == ["a1.1"]
    assert (unit(played, "b1.1").contacts, unit(played, "a1.2").contacts) == (("a1.2",), ("b1.1",))


@pytest.mark.rule("TF-CHARGE-06")
def test_no_contact_outlasts_the_assault() -> None:
    """When the assault is over, the units are in contact no more."""
    played = engaged({"a1.1": ((3, 4), infantry()), "b1.1": E})
    charge(played, "a1.1", "b1.1", (4, 4)).then(ContactMade)
    end_move(played, "a1").asks("assault", "referee")
    over(played).asks("action_end", "red")
    assert (unit(played, "a1.1").contacts, unit(played, "b1.1").contacts) == ((), ())
    end_action(played, "a1").accepted()


@pytest.mark.rule("TF-CHARGE-03")
def test_a_target_has_units_left() -> None:
    """A formation whose units are all off the battlefield can not be engaged."""
    units: dict[str, Placed] = {
        "a1.1": ((2, 5), infantry()), "b1.1": E, "b2.1": ("", infantry(), {"out": "shooting", "integrity": 0}),
    }  # fmt: skip
    played = plain(units)
    refused(asked(played, "a1", "engage", target="b2"), "not-an-enemy", "TF-CHARGE-03", enemy="b2")
    begin(played, "a1", "engage", target="b1")


# -- large units and aircraft


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.parametrize(("joined", "tests"), [(False, 1), (True, 0)])
def test_a_large_unit_tells_features_apart(joined: bool, tests: int) -> None:
    """Between two woods a 2 by 2 unit is tested for the second one, and not where they are one wood elsewhere."""
    around = {(x, 1): "woods" for x in (2, 3, 4)} if joined else {}
    ground: Any = {(2, 2): "woods", (4, 2): "woods", **around}
    played = lone(war_engine(columns=2, rows=2), terrain=ground)
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    assert len(danger_tests(roll(played, "a1.1", 1, 1, 1))) == tests
    if tests:
        roll(played, "a1.1", 1, 1, 1)
    assert where(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-GRID-03")
def test_aircraft_have_no_use_for_roads() -> None:
    """Aircraft use no column, so a road makes them no faster, as it does a vehicle; nor are they stopped."""
    ground: Any = {(x, 0): "+roads" for x in range(8)}
    path = [(x, 0) for x in range(1, 6)]
    played = lone(aircraft(speed=4), (0, 0), terrain=ground)
    refused(move(played, "a1.1", *path), "exceeds-speed", "TF-MOVE-01", speed=4, cost=5)
    assert move(played, "a1.1", *path[:4]).one(MoveDeclared).speed.total == 4
    assert move(lone(vehicle(speed=4), (0, 0), terrain=ground), "a1.1", *path).one(MoveDeclared).speed.total == 6
    played = lone(aircraft(speed=4), (0, 0), terrain=ground, options={"roads_impassable": True})
    move(played, "a1.1", *path[:4]).accepted()


@pytest.mark.rule("TF-BARR-04")
@pytest.mark.parametrize(("kind", "cost"), [("INF", 2), ("LV", 2), ("AV", 2), ("WE", 1), ("AC", 1)])
@pytest.mark.parametrize("ground", ["+barricade", "+fieldworks"])
def test_who_is_impeded(kind: str, cost: int, ground: str) -> None:
    """Barricades and fieldworks cost infantry and armoured vehicles two points, war engines and aircraft one."""
    played = lone(MADE[kind](), terrain={(3, 2): ground})
    assert move(played, "a1.1", (3, 2)).one(MoveDeclared).cost.total == cost
    if kind == "INF" and ground == "+barricade":
        roll(played, "a1.1", 1)
    if kind in {"LV", "AV"} and ground == "+fieldworks":
        roll(played, "a1.1", 1)
