"""Clause tests: where clauses of movement, zones, formations and danger meet."""

from __future__ import annotations

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    ContactMade,
    DangerousTerrainRolled,
    MoveDeclared,
    OutOfFormationDestroyed,
    RecordCasualties,
    UnitDestroyed,
    UnitLeftBattlefield,
    UnitMoved,
    ZocExitImpossible,
)
from tests.rulesets.tile_formations.givens import (
    Placed,
    alive,
    at,
    begin,
    end_action,
    end_move,
    infantry,
    move,
    roll,
    unit,
    vehicle,
    war_engine,
    where,
)
from tests.rulesets.tile_formations.said_ground import cautious, charge, danger_tests, lone, lost, plain, refused

WOOD = {(3, 2): "woods"}
E: Placed = ((5, 5), infantry())


@pytest.mark.rule("TF-ZOC-10")
@pytest.mark.rule("TF-ZOC-07")
def test_a_zone_that_is_lost_need_not_be_left() -> None:
    """Once another unit has contacted the enemy, a unit in its former zone may stay, since there is no zone."""
    units: dict[str, Placed] = {"a1.1": ((3, 5), infantry()), "a1.2": ((3, 6), infantry()), "b1.1": E}
    played = plain(units)
    begin(played, "a1", "engage", target="b1")
    charge(played, "a1.1", "b1.1", (4, 5)).then(ContactMade)
    end_move(played, "a1").without(ZocExitImpossible).asks("assault", "red", "blue")
    assert where(played, "a1.2") == at(3, 6)


@pytest.mark.rule("TF-ZOC-12")
def test_a_unit_may_leave_the_zone_over_an_open_edge() -> None:
    """A unit that leaves the battlefield is out of all zones."""
    units: dict[str, Placed] = {
        "a1.1": ((0, 5), infantry()), "a1.2": ((1, 9), infantry()), "b1.1": ((2, 5), infantry()),
    }  # fmt: skip
    played = plain(units, options={"exit_edges": ("west",)})
    begin(played, "a1")
    refused(end_move(played, "a1"), "unit-in-zone", "TF-ZOC-12")
    move(played, "a1.1", "west").then(UnitLeftBattlefield, unit="a1.1")
    end_move(played, "a1").accepted()


@pytest.mark.rule("TF-DANGER-13")
@pytest.mark.rule("TF-BLOCK-02")
@pytest.mark.parametrize(("face", "left"), [(1, True), (6, False)])
def test_a_test_may_be_met_among_own_infantry(face: int, left: bool) -> None:
    """A vehicle that goes through own infantry in a wood is tested there; it goes on, or ends in that tile."""
    played = plain({"a1.1": ((2, 2), vehicle()), "a1.2": ((3, 2), infantry())}, terrain=WOOD)
    begin(played, "a1")
    refused(move(played, "a1.1", (3, 2)), "occupied", "TF-BLOCK-05")
    assert [test.tile for test in danger_tests(move(played, "a1.1", (3, 2), (4, 2)))] == [at(3, 2)]
    roll(played, "a1.1", face)
    assert where(played, "a1.1") == (at(4, 2) if left else "")
    assert where(played, "a1.2") == at(3, 2)


@pytest.mark.rule("TF-DANGER-03")
def test_a_loss_before_the_roll_takes_a_die_away() -> None:
    """The integrity that the unit has when the test is rolled counts: a point lost meanwhile is no die."""
    played = lone(war_engine(), terrain=WOOD, referee=True)
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    lost(played, "a1.1")
    rolled = roll(played, "a1.1", 6, 1).one(DangerousTerrainRolled)
    assert rolled.faces == (6, 1)
    assert unit(played, "a1.1").integrity == 1


@pytest.mark.rule("TF-DANGER-04")
def test_a_unit_destroyed_while_its_test_is_due_ends_its_move() -> None:
    """Where the tested unit is destroyed from outside, its move is over and the others go on."""
    units: dict[str, Placed] = {"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}
    played = plain(units, terrain=WOOD, referee=True)
    begin(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    gone = played.when("referee", RecordCasualties(unit="a1.1", points=1, causes_shock=False))
    gone.then(UnitDestroyed, unit="a1.1").without(UnitMoved)
    gone.asks("dangerous_test", "red")
    roll(played, "a1.1").without(UnitMoved, DangerousTerrainRolled).asks("formation_move", "red")
    move(played, "a1.2", (3, 3)).then(UnitMoved, tile=at(3, 3))


@pytest.mark.rule("TF-COHESION-02")
@pytest.mark.parametrize(("x", "whole"), [(5, True), (6, False)])
def test_links_run_from_the_nearest_tiles(x: int, whole: bool) -> None:
    """A 2 by 2 unit at (2,2) reaches column 3: a unit in column 5 is linked to it, one in column 6 is not."""
    units: dict[str, Placed] = {"a1.1": ((2, 2), war_engine(columns=2, rows=2)), "a1.2": ((x, 2), infantry())}
    played = plain(units)
    begin(played, "a1")
    outcome = end_move(played, "a1", *(() if whole else ("a1.1",)))
    if whole:
        outcome.without(OutOfFormationDestroyed)
    else:
        outcome.then(OutOfFormationDestroyed, units=("a1.2",))


@pytest.mark.rule("TF-CHARGE-02")
@pytest.mark.rule("TF-GRID-02")
def test_contact_with_a_large_unit_is_with_its_nearest_tile() -> None:
    """Beside any tile of a 2 by 2 enemy is contact; its zone begins two tiles from that side."""
    units: dict[str, Placed] = {"a1.1": ((10, 6), infantry()), "b1.1": ((5, 5), war_engine(columns=2, rows=2))}
    played = plain(units)
    begin(played, "a1", "engage", target="b1")
    refused(move(played, "a1.1", (9, 6), (8, 6)), "no-contact", "TF-ZOC-06")
    charge(played, "a1.1", "b1.1", (9, 6), (8, 6), (7, 7)).then(ContactMade, enemies=("b1.1",))


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.rule("TF-GRID-02")
def test_a_large_unit_in_one_wood_is_tested_once() -> None:
    """A 2 by 2 unit that goes on within one wood takes no second test, though it enters new tiles of it."""
    ground = {(x, y): "woods" for x in range(4, 9) for y in (2, 3)}
    played = lone(war_engine(columns=2, rows=2), terrain=ground)
    tests = danger_tests(move(played, "a1.1", (3, 2), (4, 2), (5, 2)))
    assert len(tests) == 1
    assert not danger_tests(roll(played, "a1.1", 1, 1, 1))
    assert where(played, "a1.1") == at(5, 2)


@pytest.mark.rule("TF-TERRAIN-09")
@pytest.mark.rule("TF-CLIFF-04")
@pytest.mark.parametrize(("gear", "tests"), [(True, 1), (False, 0)])
def test_setting_out_from_a_cliff(gear: bool, tests: int) -> None:
    """A climber that starts on a cliff is tested; infantry without gear that finds itself there just leaves."""
    flags = ("climbing_gear",) if gear else ()
    played = lone(infantry(flags=flags), terrain={(2, 2): "cliffs"})
    assert len(danger_tests(move(played, "a1.1", (3, 2)))) == tests
    if tests:
        roll(played, "a1.1", 5)
    assert where(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-TERRAIN-07")
def test_a_position_is_left_with_the_first_step() -> None:
    """A unit that starts in a bunker leaves it freely, and may end the same move in another one, or in it again."""
    for path in ([(2, 3), (3, 3)], [(2, 3), (2, 2)]):
        played = lone(infantry(), terrain={(2, 2): "+bunkers", (3, 3): "+bunkers"})
        move(played, "a1.1", *path).then(UnitMoved, tile=at(*path[-1]), done=True)


@pytest.mark.rule("TF-MOVE-08")
@pytest.mark.rule("TF-BARR-04")
def test_a_halved_move_counts_the_road() -> None:
    """Under halved moves the speed with the road bonus is halved; cautious movement makes it 1 whatever else holds."""
    ground = {(x, 0): "+roads" for x in range(8)} | {(1, 0): "+roads+barricade"}
    played = lone(vehicle(speed=4), (0, 0), terrain=ground, options={"impeded_mode": "halve_move"})
    refused(move(played, "a1.1", *[(x, 0) for x in range(1, 5)]), "exceeds-speed", "TF-MOVE-01")
    move(played, "a1.1", *[(x, 0) for x in range(1, 4)]).accepted()
    played = lone(vehicle(speed=4), (0, 0), terrain=ground, options={"impeded_mode": "halve_move"})
    cautious(played, "a1.1").accepted()
    assert move(played, "a1.1", (1, 0)).one(MoveDeclared).speed.total == 1


@pytest.mark.rule("TF-COHESION-06")
def test_the_last_unit_of_a_formation_may_die_in_its_move() -> None:
    """Where the only unit of the acting formation dies in its move, the action ends and the game goes on."""
    played = plain({"a1.1": ((2, 2), vehicle()), "a2.1": ((9, 2), infantry())}, terrain=WOOD)
    begin(played, "a1", "march")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed, unit="a1.1")
    end_move(played, "a1").without(OutOfFormationDestroyed).asks("action_end", "red")
    end_action(played, "a1").asks("choose_action", "blue")
    assert alive(played) == ["a2.1", "b1.1"]
