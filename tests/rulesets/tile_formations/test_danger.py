"""Clause tests: the dangerous terrain test, and cautious movement."""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.rulesets.tile_formations.model.messages import (
    CasualtyTaken,
    CautiousDeclared,
    DangerousTerrainRolled,
    DangerousTestRequired,
    MoveDeclared,
    MoveResumed,
    MoveSuspended,
    SavesRolled,
    ShockAdded,
    UnitDestroyed,
    UnitMoved,
    UnitSheet,
)
from tests.kit import Table
from tests.rulesets.tile_formations.givens import (
    aircraft,
    alive,
    at,
    begin,
    end_move,
    infantry,
    light_vehicle,
    move,
    roll,
    shock,
    unit,
    vehicle,
    war_engine,
    where,
)
from tests.rulesets.tile_formations.said_ground import barred, cautious, danger_tests, lone, plain, refused

WOOD = {(3, 2): "woods"}


@pytest.mark.rule("TF-DANGER-01")
def test_entering_danger_is_tested() -> None:
    """Infantry takes a test at the moment it steps from open ground into a river, and not before or after."""
    played = lone(infantry(), terrain={(4, 2): "river"})
    outcome = move(played, "a1.1", (3, 2), (4, 2), (5, 2))
    outcome.then(UnitMoved(unit="a1.1", path=(at(3, 2), at(4, 2)), tile=at(4, 2), done=False), DangerousTestRequired)
    test = danger_tests(outcome)[0]
    assert (test.tile, test.kind, test.starting, test.dice, test.faces) == (at(4, 2), "river", False, 1, (6,))
    assert not danger_tests(roll(played, "a1.1", 5))
    assert where(played, "a1.1") == at(5, 2)


@pytest.mark.rule("TF-DANGER-01")
def test_only_its_own_class_is_in_danger() -> None:
    """What is dangerous for another class alone is tested for nobody else, and nothing is for aircraft."""
    for sheet in (war_engine(), aircraft()):
        assert not danger_tests(move(lone(sheet, terrain={(3, 2): "river"}), "a1.1", (3, 2)))


@pytest.mark.rule("TF-DANGER-02")
def test_starting_in_danger_is_tested() -> None:
    """A vehicle in woods that moves 2 tiles is tested where it stands, before its first step."""
    played = lone(vehicle(), terrain={(2, 2): "woods"})
    outcome = move(played, "a1.1", (3, 2), (4, 2)).without(UnitMoved)
    tests = danger_tests(outcome)
    assert [(test.tile, test.starting) for test in tests] == [(at(2, 2), True)]
    assert where(played, "a1.1") == at(2, 2)
    roll(played, "a1.1", 1).then(UnitMoved, tile=at(4, 2), done=True)
    played = lone(vehicle(), terrain={(2, 2): "woods"})
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6).then(UnitDestroyed).without(UnitMoved)


@pytest.mark.rule("TF-DANGER-02")
def test_a_unit_that_stays_is_not_tested() -> None:
    """With a path of no tile, and where it is not moved at all, it takes no test."""
    played = lone(vehicle(), terrain={(2, 2): "woods"})
    assert not danger_tests(move(played, "a1.1"))
    assert not danger_tests(end_move(played, "a1"))
    played = lone(vehicle(), terrain={(2, 2): "woods"})
    assert not danger_tests(end_move(played, "a1"))


@pytest.mark.rule("TF-DANGER-03")
@pytest.mark.parametrize(("faces", "left"), [((6, 2, 6), 1), ((1, 2, 3), 3), ((5, 5, 5), 3), ((6, 4, 4), 2)])
def test_every_six_is_a_casualty(faces: tuple[int, ...], left: int) -> None:
    """One die for each point of integrity: 6, 2, 6 cost two of three points, 1 to 5 nothing."""
    played = lone(war_engine(), terrain=WOOD)
    move(played, "a1.1", (3, 2)).accepted()
    rolled = roll(played, "a1.1", *faces).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.again, rolled.casualties) == (faces, (), 3 - left)
    assert unit(played, "a1.1").integrity == left


@pytest.mark.rule("TF-DANGER-03")
def test_a_five_does_nothing() -> None:
    """A unit of integrity 1 survives a 5."""
    played = lone(vehicle(), terrain=WOOD)
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 5).without(CasualtyTaken, UnitDestroyed)


@pytest.mark.rule("TF-DANGER-03")
@pytest.mark.parametrize(("source", "dice"), [("current", 1), ("full", 3)])
def test_which_integrity_is_counted(source: str, dice: int) -> None:
    """A war engine with 1 of 3 points rolls one die, or three where the option counts the full integrity."""
    options = {"danger_dice_from": source}
    played = plain({"a1.1": ((2, 2), war_engine(), {"integrity": 1})}, terrain=WOOD, options=options)
    begin(played, "a1")
    test = danger_tests(move(played, "a1.1", (3, 2)))[0]
    assert test.dice == dice
    assert len(roll(played, "a1.1", *[1] * dice).one(DangerousTerrainRolled).faces) == dice


@pytest.mark.rule("TF-DANGER-03")
def test_the_second_test_has_fewer_dice() -> None:
    """After a casualty the next test of the same move has a die less."""
    played = lone(war_engine(), terrain={(3, 2): "woods", (5, 2): "woods"})
    move(played, "a1.1", (3, 2), (4, 2), (5, 2)).accepted()
    second = danger_tests(roll(played, "a1.1", 6, 1, 1))
    assert [test.dice for test in second] == [2]
    roll(played, "a1.1", 1, 1)


@pytest.mark.rule("TF-DANGER-04")
def test_the_last_point_destroys() -> None:
    """A unit of integrity 1 that rolls a 6 is destroyed in the tile it entered, and goes no further."""
    played = lone(vehicle(), terrain=WOOD)
    move(played, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(3, 2))
    outcome = roll(played, "a1.1", 6).then(CasualtyTaken, points=1, left=0, cause="dangerous_terrain")
    outcome.then(UnitDestroyed, unit="a1.1", cause="dangerous_terrain").without(UnitMoved, MoveResumed)
    assert (where(played, "a1.1"), unit(played, "a1.1").integrity) == ("", 0)


@pytest.mark.rule("TF-DANGER-04")
def test_a_casualty_is_one_point() -> None:
    """A unit that keeps a point of integrity survives and goes on."""
    played = lone(war_engine(integrity=2), terrain=WOOD)
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    rolled = roll(played, "a1.1", 6, 1).then(CasualtyTaken, points=1, left=1)
    rolled.then(UnitMoved, tile=at(4, 2)).without(UnitDestroyed)


@pytest.mark.rule("TF-DANGER-05")
def test_no_save_against_danger() -> None:
    """Infantry with armour 5 in marsh loses its point on a 6: no save is asked for or rolled."""
    played = lone(infantry(armour=5), terrain={(3, 2): "marsh"})
    move(played, "a1.1", (3, 2)).accepted()
    rolled = roll(played, "a1.1", 6).then(UnitDestroyed, unit="a1.1").without(SavesRolled)
    assert [each.why for each in rolled.rolls] == ["dangerous-terrain"]


@pytest.mark.rule("TF-DANGER-06")
def test_no_shock_from_danger() -> None:
    """Two casualties by terrain leave the Shock of the formation at 0."""
    played = lone(war_engine(), terrain=WOOD)
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 6, 6, 1).then(CasualtyTaken, points=2, left=1).without(ShockAdded)
    assert shock(played, "a1") == 0


@pytest.mark.rule("TF-DANGER-07")
def test_no_morale_is_lost_in_danger() -> None:
    """A unit destroyed in a minefield costs its formation neither Shock nor morale."""
    played = plain({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())}, terrain={(3, 2): "+minefield"},
                   formations={"a1": {"shock": 2}})  # fmt: skip
    begin(played, "a1")
    move(played, "a1.1", (3, 2)).accepted()
    roll(played, "a1.1", 5).then(UnitDestroyed, unit="a1.1", morale=False).without(ShockAdded)
    assert shock(played, "a1") == 2
    assert alive(played) == ["a1.2", "b1.1"]


def count_tests(played: Table, *places: tuple[int, int]) -> list[str]:
    """Move a vehicle along a path and list the tiles of its tests, each rolled with a 1."""
    outcome = move(played, "a1.1", *places)
    found: list[str] = []
    while tests := danger_tests(outcome):
        found += [test.tile for test in tests]
        outcome = roll(played, "a1.1", 1)
    assert where(played, "a1.1") == at(*places[-1])
    return found


@pytest.mark.rule("TF-DANGER-08")
@pytest.mark.parametrize(("scope", "expected"), [("feature", [(4, 2), (7, 2)]), ("tile", [(4, 2), (5, 2), (7, 2)])])
def test_a_stretch_is_tested_once(scope: str, expected: list[tuple[int, int]]) -> None:
    """Open, wood, wood, open, wood: two tests, or one for each tile of wood by the option."""
    ground = {(4, 2): "woods", (5, 2): "woods", (7, 2): "woods"}
    played = lone(vehicle(speed=5), terrain=ground, options={"danger_test_scope": scope})
    assert count_tests(played, *[(x, 2) for x in range(3, 8)]) == [at(*place) for place in expected]


@pytest.mark.rule("TF-DANGER-08")
def test_the_same_feature_again_is_a_new_test() -> None:
    """A unit that leaves a wood and comes back into it is tested again; so it is in another kind beside it."""
    ground = {(3, 2): "woods", (4, 2): "woods", (5, 2): "marsh"}
    played = lone(vehicle(speed=5), terrain=ground)
    assert count_tests(played, (3, 2), (3, 3), (4, 2)) == [at(3, 2), at(4, 2)]
    played = lone(vehicle(speed=5), terrain=ground)
    assert count_tests(played, (3, 2), (4, 2), (5, 2)) == [at(3, 2), at(5, 2)]


@pytest.mark.rule("TF-DANGER-08")
def test_a_march_inside_a_wood_is_three_tests() -> None:
    """Each of three moves inside one wood begins with a test and has no other."""
    played = lone(vehicle(speed=2), action="march", terrain={(x, 2): "woods" for x in range(2, 10)})
    for number in range(3):
        first = 3 + 2 * number
        assert count_tests(played, (first, 2), (first + 1, 2)) == [at(first - 1, 2)]
        end_move(played, "a1").accepted()


@pytest.mark.rule("TF-DANGER-08")
def test_starting_inside_and_leaving_is_one_test() -> None:
    """A unit that starts in a wood is tested for that, and not for the next tiles of the same wood."""
    played = lone(vehicle(), terrain={(2, 2): "woods", (3, 2): "woods"})
    assert count_tests(played, (3, 2), (4, 2)) == [at(2, 2)]


@pytest.mark.rule("TF-DANGER-08")
def test_starting_inside_and_coming_back_is_two_tests() -> None:
    """A unit that starts in a wood, leaves it and enters it again in the same move is tested for both."""
    played = lone(vehicle(), terrain={(2, 2): "woods", (3, 2): "woods"})
    assert count_tests(played, (2, 3), (3, 2)) == [at(2, 2), at(3, 2)]


@pytest.mark.rule("TF-DANGER-02")
def test_starting_in_a_minefield_counts_its_faces() -> None:
    """A unit that sets out from a minefield is tested with the faces of minefields."""
    played = lone(infantry(), terrain={(2, 2): "+minefield"})
    assert [test.faces for test in danger_tests(move(played, "a1.1", (3, 2)))] == [(5, 6)]
    roll(played, "a1.1", 5).then(UnitDestroyed).without(UnitMoved)


# -- cautious movement


def careful(sheet: UnitSheet | None = None, kind: str = "woods", **given: Any) -> Table:
    """Let a war engine of integrity 2, or another unit, go cautiously towards this terrain at (3,2)."""
    made = sheet or war_engine(integrity=2)
    played = lone(made, terrain={(3, 2): kind}, **given)
    cautious(played, "a1.1").then(CautiousDeclared, unit="a1.1")
    return played


@pytest.mark.rule("TF-DANGER-09")
def test_cautious_movement_is_slow() -> None:
    """A cautious unit of speed 6 has speed 1: a path of 2 tiles is refused, one of a tile is not."""
    played = careful(infantry(speed=6))
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", speed=1)
    moved = move(played, "a1.1", (3, 2)).one(MoveDeclared)
    assert (moved.speed.total, moved.cautious) == (1, True)


@pytest.mark.rule("TF-DANGER-09")
def test_caution_is_declared_before_the_first_step() -> None:
    """After its move a unit can not be cautious any more, nor while it is under way."""
    played = lone(infantry())
    move(played, "a1.1", (3, 2)).accepted()
    refused(cautious(played, "a1.1"), "too-late", "TF-DANGER-09", unit="a1.1")
    played = lone(vehicle(), terrain=WOOD)
    move(played, "a1.1", (3, 2)).accepted()
    barred(cautious(played, "a1.1"), "dangerous_test", "TF-DANGER-13")
    roll(played, "a1.1", 1)


@pytest.mark.rule("TF-DANGER-09")
def test_caution_is_for_one_unit_and_one_move() -> None:
    """Another unit of the formation keeps its speed, and so does the same unit in its next move."""
    played = plain({"a1.1": ((2, 2), infantry()), "a1.2": ((2, 3), infantry())})
    begin(played, "a1", "double")
    cautious(played, "a1.1").accepted()
    move(played, "a1.2", (3, 3), (4, 3)).accepted()
    move(played, "a1.1", (3, 2)).accepted()
    end_move(played, "a1").accepted()
    move(played, "a1.1", (4, 2), (5, 2), (6, 2), (7, 2)).accepted()


@pytest.mark.rule("TF-DANGER-10")
@pytest.mark.parametrize(
    ("first", "second", "casualties"),
    [((6, 6), (3, 6), 1), ((1, 6), (6, 6), 1), ((6, 6), (1, 2), 0), ((1, 2), (6, 6), 0)],
)
def test_a_cautious_test_is_rolled_twice(first: tuple[int, int], second: tuple[int, int], casualties: int) -> None:
    """The whole test is rolled twice and the roll with fewer casualties counts: 6, 6 and then 3, 6 cost one point."""
    played = careful()
    assert danger_tests(move(played, "a1.1", (3, 2)))[0].second_roll
    rolled = roll(played, "a1.1", *first, *second).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.again, rolled.casualties) == (first, second, casualties)
    assert unit(played, "a1.1").integrity == 2 - casualties


@pytest.mark.rule("TF-DANGER-10")
@pytest.mark.parametrize(("scope", "left"), [("test", (1, 1, 1)), ("die", (2, 1, 1))])
def test_each_die_may_have_its_second_roll_instead(scope: str, left: tuple[int, int, int]) -> None:
    """By the option a failed die is mended by its own second roll: 6, 2 and then 1, 6 cost nothing."""
    rolls = ((6, 2, 1, 6), (6, 6, 3, 6), (6, 2, 6, 6))
    for faces, integrity in zip(rolls, left, strict=True):
        played = careful(options={"cautious_scope": scope})
        move(played, "a1.1", (3, 2)).accepted()
        roll(played, "a1.1", *faces)
        assert unit(played, "a1.1").integrity == integrity, faces


@pytest.mark.rule("TF-DANGER-10")
def test_starting_tests_are_rolled_twice_too() -> None:
    """Each test of a cautious move is rolled twice, for starting in danger and for entering some more."""
    played = lone(vehicle(), terrain={(2, 2): "marsh", (3, 2): "woods"})
    cautious(played, "a1.1").accepted()
    move(played, "a1.1", (3, 2)).accepted()
    assert danger_tests(roll(played, "a1.1", 6, 1))[0].second_roll
    roll(played, "a1.1", 6, 1)
    assert where(played, "a1.1") == at(3, 2)


@pytest.mark.rule("TF-DANGER-11")
def test_caution_is_legal_everywhere() -> None:
    """A unit may go cautiously on open ground, and into a minefield, where it rolls once."""
    move(careful(infantry(), "open_ground"), "a1.1", (3, 2)).accepted()
    played = careful(infantry(integrity=2), "+minefield")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", speed=1)
    assert not danger_tests(move(played, "a1.1", (3, 2)))[0].second_roll
    rolled = roll(played, "a1.1", 5, 1).one(DangerousTerrainRolled)
    assert (rolled.faces, rolled.again, rolled.casualties) == ((5, 1), (), 1)


@pytest.mark.rule("TF-DANGER-11")
def test_a_minefield_may_allow_the_second_roll() -> None:
    """Where the option lifts the bar of minefields, caution is worth its second roll."""
    played = careful(infantry(), "+minefield", options={"minefield_bars_cautious": False})
    move(played, "a1.1", (3, 2)).accepted()
    assert roll(played, "a1.1", 6, 1).one(DangerousTerrainRolled).casualties == 0


@pytest.mark.rule("TF-DANGER-12")
def test_one_tile_can_always_be_entered() -> None:
    """Cautious infantry enters a barricade of cost 2 as its whole move, and so does a vehicle of speed 1."""
    played = careful(infantry(), "+barricade")
    refused(move(played, "a1.1", (3, 2), (4, 2)), "exceeds-speed", "TF-DANGER-09", cost=3, speed=1)
    declared = move(played, "a1.1", (3, 2)).one(MoveDeclared)
    assert (declared.cost.total, declared.speed.total) == (2, 1)
    roll(played, "a1.1", 1, 1)
    assert where(played, "a1.1") == at(3, 2)
    for sheet, reaches in ((light_vehicle(speed=1), True), (light_vehicle(speed=0), False)):
        outcome = move(lone(sheet, terrain={(3, 2): "+barricade"}), "a1.1", (3, 2))
        if reaches:
            outcome.accepted()
        else:
            refused(outcome, "exceeds-speed", "TF-MOVE-01", speed=0)


@pytest.mark.rule("TF-DANGER-12")
def test_the_one_tile_has_to_be_enterable() -> None:
    """The least move does not open what is impassable."""
    played = careful(vehicle(), "buildings")
    refused(move(played, "a1.1", (3, 2)), "impassable", "TF-BUILD-02", tile=at(3, 2))


@pytest.mark.rule("TF-DANGER-13")
def test_a_move_goes_on_after_its_test() -> None:
    """A unit that survives at the wood with one of two points goes on to the third tile of its path."""
    played = lone(war_engine(integrity=2), terrain=WOOD)
    outcome = move(played, "a1.1", (3, 2), (4, 2)).then(MoveSuspended, tile=at(3, 2), rest=(at(4, 2),))
    outcome.asks("dangerous_test", "red")
    resumed = roll(played, "a1.1", 6, 1).then(CasualtyTaken, left=1).then(MoveResumed, rest=(at(4, 2),))
    resumed.then(UnitMoved, tile=at(4, 2), done=True)
    assert where(played, "a1.1") == at(4, 2)


@pytest.mark.rule("TF-DANGER-13")
def test_nothing_else_is_done_while_a_test_is_due() -> None:
    """Other units wait, the path can not be changed, and the move not ended, before the die is rolled."""
    played = plain({"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}, terrain=WOOD)
    begin(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).accepted()
    barred(move(played, "a1.2", (3, 3)), "dangerous_test", "TF-DANGER-13")
    barred(move(played, "a1.1", (3, 3)), "dangerous_test", "TF-DANGER-13")
    barred(end_move(played, "a1"), "dangerous_test", "TF-DANGER-13")
    roll(played, "a1.1", 2).then(UnitMoved, tile=at(4, 2))
    refused(move(played, "a1.1", (5, 2)), "already-moved", "TF-MOVE-07")
    move(played, "a1.2", (3, 3)).accepted()


@pytest.mark.rule("TF-DANGER-13")
def test_a_destroyed_unit_ends_where_it_was_tested() -> None:
    """A unit destroyed in the wood has entered it and nothing beyond; the others go on with the move."""
    played = plain({"a1.1": ((2, 2), vehicle()), "a1.2": ((2, 3), vehicle())}, terrain=WOOD)
    begin(played, "a1")
    move(played, "a1.1", (3, 2), (4, 2)).then(UnitMoved, tile=at(3, 2), done=False)
    roll(played, "a1.1", 6).then(UnitDestroyed).without(UnitMoved)
    move(played, "a1.2", (3, 3), (4, 2)).accepted()


@pytest.mark.rule("TF-DANGER-13")
def test_the_path_is_checked_whole_before_any_die() -> None:
    """A path that breaks a rule beyond the dangerous tile is refused before the test."""
    played = lone(vehicle(), terrain={(3, 2): "woods", (4, 2): "buildings"})
    refused(move(played, "a1.1", (3, 2), (4, 2)), "impassable", "TF-BUILD-02", tile=at(4, 2))
    assert where(played, "a1.1") == at(2, 2)
