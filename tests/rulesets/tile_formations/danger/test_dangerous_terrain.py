"""The dangerous terrain test: when it is due, its dice and its casualties."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    DangerousTerrainRolled,
    DangerousTestRequired,
    DeclareCautious,
    MoveResumed,
    RecordCasualties,
    RollDangerousTerrain,
    SavesRolled,
    ShockAdded,
    UnitDestroyed,
    UnitMoved,
)
from tests.kit import Table
from tests.rulesets.tile_formations.fixtures import (
    QUIET_ENEMY_AT_F3,
    WOOD_AND_MINES,
    WOOD_AT_D3,
    Placed,
    aircraft,
    at,
    duel,
    infantry,
    open_ground,
    table,
    unarmed,
    vehicle,
    war_engine,
    wide_ground,
    zoneless,
)
from tests.rulesets.tile_formations.steps import (
    begin_action,
    danger_tests,
    end_move,
    hold_and_shoot,
    lone_unit,
    move,
    report_loss,
    roll,
    roll_saves,
    shock_of,
    tile_of_unit,
    unit_row,
    units_left,
)


@pytest.mark.rule("TF-DANGER-01")
def test_entering_danger_is_tested() -> None:
    """Infantry takes a test at the moment it steps from open ground into a river, and not before or after."""
    played = lone_unit(infantry(), terrain={(4, 2): "river"})
    outcome = move(played, "a1.1", (3, 2), (4, 2), (5, 2))
    outcome.then(UnitMoved(unit="a1.1", path=(at(3, 2), at(4, 2)), tile=at(4, 2), done=False), DangerousTestRequired)
    test = danger_tests(outcome)[0]
    assert (test.tile, test.kind, test.starting, test.dice, test.faces) == (at(4, 2), "river", False, 1, (6,))
    assert not danger_tests(roll(played, "a1.1", 5))
    assert tile_of_unit(played, "a1.1") == at(5, 2)


@pytest.mark.rule("TF-DANGER-01")
def test_only_its_own_class_is_in_danger() -> None:
    """What is dangerous for another class alone is tested for nobody else, and nothing is for aircraft."""
    for sheet in (war_engine(), aircraft()):
        assert not danger_tests(move(lone_unit(sheet, terrain={(3, 2): "river"}), "a1.1", (3, 2)))


@pytest.mark.rule("TF-DANGER-02")
def test_starting_in_danger_is_tested() -> None:
    """A vehicle in woods that moves 2 tiles is tested where it stands, before its first step."""
    played = lone_unit(vehicle(), terrain={(2, 2): "woods"})
    outcome = move(played, "a1.1", (3, 2), (4, 2)).without(UnitMoved)
    tests = danger_tests(outcome)
    assert [(test.tile, test.starting) for test in tests] == [(at(2, 2), True)]
    assert tile_of_unit(played, "a1.1") == at(2, 2)
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(4, 2), done=True)
    played = lone_unit(vehicle(), terrain={(2, 2): "woods"})
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed).without(UnitMoved)


@pytest.mark.rule("TF-DANGER-02")
def test_a_unit_that_stays_is_not_tested() -> None:
    """With a path of no tile, and where it is not moved at all, it takes no test."""
    played = lone_unit(vehicle(), terrain={(2, 2): "woods"})
    assert not danger_tests(move(played, "a1.1"))
    assert not danger_tests(end_move(played, "a1"))
    played = lone_unit(vehicle(), terrain={(2, 2): "woods"})
    assert not danger_tests(end_move(played, "a1"))


@pytest.mark.rule("TF-DANGER-03")
@pytest.mark.parametrize(("faces", "left"), [((6, 2, 6), 1), ((1, 2, 3), 3), ((5, 5, 5), 3), ((6, 4, 4), 2)])
def test_every_six_is_a_casualty(faces: tuple[int, ...], left: int) -> None:
    """One die for each point of integrity: 6, 2, 6 cost two of three points, 1 to 5 nothing."""
    played = lone_unit(war_engine(), terrain=WOOD_AT_D3)
    move(played, "a1.1", (3, 2)).accepted()
    rolled = roll(played, "a1.1", *faces).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.second_faces, rolled.casualties) == (faces, (), 3 - left)
    assert unit_row(played, "a1.1").integrity == left


@pytest.mark.rule("TF-DANGER-03")
def test_a_five_does_nothing() -> None:
    """A unit of integrity 1 survives a 5."""
    played = lone_unit(vehicle(), terrain=WOOD_AT_D3)
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 5).without(CasualtyTaken, UnitDestroyed)


@pytest.mark.rule("TF-DANGER-03")
@pytest.mark.parametrize(("source", "dice"), [("current", 1), ("full", 3)])
@pytest.mark.ruling("TF-DANGER-03.2", "TF-DANGER-03.3")
def test_which_integrity_is_counted(source: str, dice: int) -> None:
    """A war engine with 1 of 3 points rolls one die, or three where the option counts the full integrity."""
    options = {"danger_dice_from": source}
    played = open_ground({"a1.1": ((2, 2), war_engine(), {"integrity": 1})}, terrain=WOOD_AT_D3, options=options)
    begin_action(played, "a1")
    test = danger_tests(move(played, "a1.1", (3, 2)))[0]
    assert test.dice == dice
    assert len(roll(played, "a1.1", *[1] * dice).one(DangerousTerrainRolled).faces) == dice


@pytest.mark.rule("TF-DANGER-03")
@pytest.mark.ruling("TF-DANGER-03.2")
def test_the_second_test_has_fewer_dice() -> None:
    """After a casualty the next test of the same move has a die less."""
    played = lone_unit(war_engine(), terrain={(3, 2): "woods", (5, 2): "woods"})
    move(played, "a1.1", (3, 2), (4, 2), (5, 2)).accepted()
    second = danger_tests(roll(played, "a1.1", 6, 1, 1))
    assert [test.dice for test in second] == [2]
    roll(played, "a1.1", 1, 1)


@pytest.mark.rule("TF-DANGER-04")
@pytest.mark.ruling("TF-DANGER-04.2")
def test_the_last_point_destroys() -> None:
    """A unit of integrity 1 that rolls a 6 is destroyed in the tile it entered, and goes no further."""
    played = lone_unit(vehicle(), terrain=WOOD_AT_D3)
    move(played, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(3, 2))
    outcome = roll(played, "a1.1", 6).then(CasualtyTaken, points=1, left=0, cause="dangerous_terrain")
    outcome.then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain").without(UnitMoved, MoveResumed)
    assert (tile_of_unit(played, "a1.1"), unit_row(played, "a1.1").integrity) == ("", 0)


@pytest.mark.rule("TF-DANGER-04")
@pytest.mark.ruling("TF-DANGER-04.2")
def test_a_casualty_is_one_point() -> None:
    """A unit that keeps a point of integrity survives and goes on."""
    played = lone_unit(war_engine(integrity=2), terrain=WOOD_AT_D3)
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    rolled = roll(played, "a1.1", 6, 1).then(CasualtyTaken, points=1, left=1)
    rolled.then(UnitMoved, tile=at(4, 2)).without(UnitDestroyed)


@pytest.mark.rule("TF-DANGER-05")
def test_no_save_against_danger() -> None:
    """Infantry with armour 5 in marsh loses its point on a 6: no save is asked for or rolled."""
    played = lone_unit(infantry(armour=5), terrain={(3, 2): "marsh"})
    move(played, "a1.1", (3, 2)).accepted()
    rolled = roll(played, "a1.1", 6).then(UnitDestroyed, unit="a1.1").without(SavesRolled)
    assert [row.why for row in rolled.rolls] == ["dangerous-terrain"]


@pytest.mark.rule("TF-DANGER-06")
def test_no_shock_from_danger() -> None:
    """Two casualties by terrain leave the Shock of the formation at 0."""
    played = lone_unit(war_engine(), terrain=WOOD_AT_D3)
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6, 6, 1).then(CasualtyTaken, points=2, left=1).without(ShockAdded)
    assert shock_of(played, "a1") == 0


@pytest.mark.rule("TF-DANGER-07")
@pytest.mark.ruling("TF-DANGER-07.2")
def test_no_morale_is_lost_in_danger() -> None:
    """A unit destroyed in a minefield costs its formation neither Shock nor morale."""
    played = open_ground(
        {"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())},
        terrain={(3, 2): "+minefield"},
        formations={"a1": {"shock": 2}},
    )
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 5).then(UnitDestroyed, unit="a1.1", morale=False).without(ShockAdded)
    assert shock_of(played, "a1") == 2
    assert units_left(played) == ["a1.2", "b1.1"]


def count_tests(played: Table, *places: tuple[int, int]) -> list[str]:
    """Move a vehicle along a path and list the tiles of its tests, each rolled with a 1."""
    outcome = move(played, "a1.1", *places)
    found: list[str] = []
    while tests := danger_tests(outcome):
        found += [test.tile for test in tests]
        outcome = roll(played, "a1.1", 1)
    assert tile_of_unit(played, "a1.1") == at(*places[-1])
    return found


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.parametrize(("scope", "expected"), [("feature", [(4, 2), (7, 2)]), ("tile", [(4, 2), (5, 2), (7, 2)])])
@pytest.mark.ruling("TF-DANGER-08.2", "TF-DANGER-08.3")
def test_a_stretch_is_tested_once(scope: str, expected: list[tuple[int, int]]) -> None:
    """Open, wood, wood, open, wood: two tests, or one for each tile of wood by the option."""
    ground = {(4, 2): "woods", (5, 2): "woods", (7, 2): "woods"}
    played = lone_unit(vehicle(speed=5), terrain=ground, options={"danger_test_scope": scope})
    assert count_tests(played, *[(x, 2) for x in range(3, 8)]) == [at(*place) for place in expected]


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.ruling("TF-DANGER-08.2")
def test_the_same_feature_again_is_a_new_test() -> None:
    """A unit that leaves a wood and comes back into it is tested again; so it is in another kind beside it."""
    ground = {(3, 2): "woods", (4, 2): "woods", (5, 2): "marsh"}
    played = lone_unit(vehicle(speed=5), terrain=ground)
    assert count_tests(played, (3, 2), (3, 3), (4, 2)) == [at(3, 2), at(4, 2)]
    played = lone_unit(vehicle(speed=5), terrain=ground)
    assert count_tests(played, (3, 2), (4, 2), (5, 2)) == [at(3, 2), at(5, 2)]


@pytest.mark.rule("TF-DANGER-08")
def test_a_march_inside_a_wood_is_three_tests() -> None:
    """Each of three moves inside one wood begins with a test and has no other."""
    played = lone_unit(vehicle(speed=2), action="march", terrain={(x, 2): "woods" for x in range(2, 10)})
    for number in range(3):
        first = 3 + 2 * number
        assert count_tests(played, (first, 2), (first + 1, 2)) == [at(first - 1, 2)]
        end_move(played, "a1").accepted()


@pytest.mark.rule("TF-DANGER-08")
def test_starting_inside_and_leaving_is_one_test() -> None:
    """A unit that starts in a wood is tested for that, and not for the next tiles of the same wood."""
    played = lone_unit(vehicle(), terrain={(2, 2): "woods", (3, 2): "woods"})
    assert count_tests(played, (3, 2), (4, 2)) == [at(2, 2)]


@pytest.mark.rule("TF-DANGER-08")
def test_starting_inside_and_coming_back_is_two_tests() -> None:
    """A unit that starts in a wood, leaves it and enters it again in the same move is tested for both."""
    played = lone_unit(vehicle(), terrain={(2, 2): "woods", (3, 2): "woods"})
    assert count_tests(played, (2, 3), (3, 2)) == [at(2, 2), at(3, 2)]


@pytest.mark.rule("TF-DANGER-02")
def test_starting_in_a_minefield_counts_its_faces() -> None:
    """A unit that sets out from a minefield is tested with the faces of minefields."""
    played = lone_unit(infantry(), terrain={(2, 2): "+minefield"})
    assert [test.faces for test in danger_tests(move(played, "a1.1", (3, 2)))] == [(5, 6)]
    roll(played, "a1.1", 5).then(UnitDestroyed).without(UnitMoved)


def vehicle_before_woods(cautious: bool = False, **changes: object) -> Table:
    played = table(WOOD_AND_MINES, QUIET_ENEMY_AT_F3 | {"a1.1": ("A1", vehicle(integrity=2))}, **changes)  # type: ignore[arg-type]
    begin_action(played, "a1")
    if cautious:
        played.when("red", DeclareCautious(unit="a1.1")).accepted()
    return played


@pytest.mark.rule("TF-DANGER-06", "TF-DANGER-07")
def test_danger_brings_no_shock() -> None:
    """A unit that terrain destroys costs its formation neither Shock nor morale."""
    played = vehicle_before_woods()
    move(played, "a1.1", "B1", "C1").accepted()
    lost = roll(played, "a1.1", 6, 6).then(UnitDestroyed, cause="dangerous_terrain", morale=False)
    lost.without(ShockAdded)
    assert shock_of(played, "a1") == 0
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-DANGER-04")
def test_a_tested_unit_may_be_gone() -> None:
    """Where the tested unit is destroyed otherwise, its test is off."""
    played = vehicle_before_woods()
    move(played, "a1.1", "B1", "C1").accepted()
    played.when("referee", RecordCasualties(unit="a1.1", points=2, causes_shock=False)).then(UnitDestroyed)
    played.when("red", RollDangerousTerrain(unit="", feature="")).exactly().asks("formation_move", "red")


@pytest.mark.rule("TF-DANGER-03")
def test_a_loss_before_the_roll_takes_a_die_away() -> None:
    """The integrity that the unit has when the test is rolled counts: a point lost meanwhile is no die."""
    played = lone_unit(war_engine(), terrain=WOOD_AT_D3, referee=True)
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    report_loss(played, "a1.1")
    rolled = roll(played, "a1.1", 6, 1).one(DangerousTerrainRolled)
    assert rolled.faces == (6, 1)
    assert unit_row(played, "a1.1").integrity == 1


@pytest.mark.rule("TF-DANGER-04")
def test_a_unit_destroyed_while_its_test_is_due_ends_its_move() -> None:
    """Where the tested unit is destroyed from outside, its move is over and the others go on."""
    units: dict[str, Placed] = {"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}
    played = open_ground(units, terrain=WOOD_AT_D3, referee=True)
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    gone = played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=False))
    gone.then(UnitDestroyed, unit="a1.1").without(UnitMoved)
    gone.asks("dangerous_test", "red")
    roll(played, "a1.1").without(UnitMoved, DangerousTerrainRolled).asks("formation_move", "red")
    move(played, "a1.2", (3, 3)).then(UnitMoved, tile=at(3, 3))


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_in_one_wood_is_tested_once() -> None:
    """A 2 by 2 unit that goes on within one wood takes no second test, though it enters new tiles of it."""
    ground = {(x, y): "woods" for x in range(4, 9) for y in (2, 3)}
    played = lone_unit(war_engine(columns=2, rows=2), terrain=ground)
    tests = danger_tests(move(played, "a1.1", (3, 2), (4, 2), (5, 2)))
    assert len(tests) == 1
    assert not danger_tests(roll(played, "a1.1", 1, 1, 1))
    assert tile_of_unit(played, "a1.1") == at(5, 2)


@pytest.mark.rule("TF-DANGER-07")
def test_other_losses_may_cost_morale() -> None:
    """A unit destroyed by fire is one that outside rules of morale may ask about, unlike one destroyed by terrain."""
    played = duel(unarmed(integrity=1))
    hold_and_shoot(played, 1)
    roll_saves(played).then(UnitDestroyed, unit="b1.1", cause="shooting", morale=True)
    played = wide_ground({"a1.1": ((2, 2), zoneless("AV"))}, terrain={(3, 2): "woods"})
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed, cause="dangerous_terrain", morale=False)


@pytest.mark.rule("TF-DANGER-01", "TF-DANGER-02")
@pytest.mark.parametrize(("start", "starting"), [("open_ground", False), ("woods", True)])
def test_a_test_names_what_called_for_it(start: str, starting: bool) -> None:
    """A test for entering woods names the one clause, a test for setting out in them the other."""
    played = wide_ground({"a1.1": ((2, 2), zoneless("AV"))}, terrain={(2, 2): start, (3, 2): "woods"})
    begin_action(played, "a1")
    move(played, "a1.1", (3, 2)).then(DangerousTestRequired, starting=starting)
    (cited,) = [ids for event, ids in played.ruled if isinstance(event, DangerousTestRequired)]
    assert ("TF-DANGER-02" in cited, "TF-DANGER-01" in cited) == (starting, not starting)
    roll(played, "a1.1", 1)


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.parametrize(("joined", "tests"), [(False, 1), (True, 0)])
def test_a_large_unit_tells_features_apart(joined: bool, tests: int) -> None:
    """Between two woods a 2 by 2 unit is tested for the second one, and not where they are one wood elsewhere."""
    around = {(x, 1): "woods" for x in (2, 3, 4)} if joined else {}
    ground: Any = {(2, 2): "woods", (4, 2): "woods", **around}
    played = lone_unit(war_engine(columns=2, rows=2), terrain=ground)
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == 1
    assert len(danger_tests(roll(played, "a1.1", 1, 1, 1))) == tests
    if tests:
        roll(played, "a1.1", 1, 1, 1)
    assert tile_of_unit(played, "a1.1") == at(3, 2)
