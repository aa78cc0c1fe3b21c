"""Moves through commands: how far, over what, halted by what."""

import pytest
from msgspec.structs import replace

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares import charging, courses, measure, ways
from adjudicator.rulesets.antares.model.messages import (
    AgilityTested,
    ModelPath,
    ModelPose,
    MoveDeclared,
    MoveStopped,
    MoveUnit,
    PinsAdded,
    UnitExhausted,
    UnitMoved,
)
from adjudicator.rulesets.antares.rows import Move
from tests.rulesets.antares.givens import at, box, change, plain, probe, straight, table, under, unit, vehicle, wall

SQUAD = ("a-x", plain(), (10_000, 10_000))
FOE = ("b-y", plain(), (60_000, 10_000))
WOOD = box("wood", 14_500, 5000, 8000, 20_000)
WALL = wall("wall", (16_500, 0), (16_500, 40_000))


def moving(order, dice=(), options=None, *, terrain=(), units=(SQUAD, FOE), mover="a-x", **rest):
    """Let a unit act, in a turn that ends with its action."""
    played = under(table(dice, options, units=units, terrain=terrain, **rest), mover, order)
    return played.set(stack=played.game.stack[1:])


def go(played, dx=0, dy=0, *, sprint=False, mover="a-x"):
    return played.when("red", MoveUnit(unit=mover, paths=straight(played, mover, dx, dy), sprint=sprint))


@pytest.mark.rule("AN-MOVE-01", "AN-MOVE-02", "AN-MOVE-04")
def test_allowances():
    """An Advance goes 1M, a Run 2M and a sprint 3M, to the thousandth."""
    for order, sprint, most, clause in (
        ("advance", False, 5000, "AN-MOVE-01"),
        ("run", False, 10_000, "AN-MOVE-02"),
        ("run", True, 15_000, "AN-MOVE-04"),
    ):
        played = moving(order, [5] * sprint)
        go(played, most + 1, sprint=sprint).rejected(clause, "too-far", distance=most + 1, limit=most)
        go(played, most, sprint=sprint).then(MoveDeclared, UnitMoved, over=True)
        assert at(played, "a-x.1") == (10_000 + most, 10_000)


@pytest.mark.rule("AN-MOVE-05", "AN-ORDER-09")
def test_who_sprints():
    """A vehicle does not sprint, and nobody does on an Advance."""
    played = moving("run", units=(("a-x", vehicle(), (10_000, 10_000)), FOE))
    go(played, 12_000, sprint=True).rejected("AN-MOVE-05", "cannot-sprint", type="vehicle")
    go(moving("advance"), 5000, sprint=True).rejected("AN-ORDER-09", "no-sprint-here")


@pytest.mark.rule("AN-MOVE-06", "AN-MOVE-07", "AN-MOVE-08")
def test_sprint_test():
    """A sprint is tested after the move, however short; a failure costs 1 pin and the move stands."""
    played = moving("run", [5])
    go(played, 9000, sprint=True).then(UnitMoved, AgilityTested, UnitMoved, over=True)
    assert unit(played, "a-x").pins == 0
    played = moving("run", [10])
    go(played, 14_000, sprint=True).then(AgilityTested, UnitExhausted, PinsAdded, cause="sprint")
    assert unit(played, "a-x").pins == 1
    assert at(played, "a-x.1")[0] == 24_000


@pytest.mark.rule("AN-MOVE-06", "AN-TERRAIN-09")
def test_sprint_that_is_cut_short():
    """A sprint that stops at a wall is tested all the same, once."""
    played = moving("run", [9, 9], terrain=[WALL])
    outcome = go(played, 15_000, sprint=True).then(MoveStopped, AgilityTested, UnitExhausted, UnitMoved)
    assert [each.cause for each in outcome.events if isinstance(each, AgilityTested)] == ["wall", "sprint"]
    assert [each.progress for each in outcome.events if isinstance(each, UnitMoved)] == [6000, 6000]
    assert unit(played, "a-x").pins == 1


@pytest.mark.rule("AN-MOVE-06", "AN-MOVE-08")
def test_sprint_options():
    """By option only what goes beyond 2M is tested, and the exhausted go Down."""
    only = {"sprint_test_only_beyond_run": True}
    go(moving("run", [], only), 10_000, sprint=True).without(AgilityTested)
    go(moving("run", [6], only), 10_001, sprint=True).then(AgilityTested)
    played = moving("run", [6], {"exhausted_goes_down": True})
    go(played, 12_000, sprint=True).then(UnitMoved, over=True)
    assert unit(played, "a-x").order == "down"


@pytest.mark.rule("AN-MOVE-09")
def test_coherency():
    """Models end within the coherency distance; 0 leaves it to the players."""
    far = (ModelPath(model="a-x.1", path=(Pose(10_000, 6999, 0, 0),)),)
    played = moving("run")
    played.when("red", MoveUnit(unit="a-x", paths=far, sprint=False)).rejected("AN-MOVE-09", "not-coherent", gap=3501)
    moving("run", [], {"coherency": 0}).when("red", MoveUnit(unit="a-x", paths=far, sprint=False)).then(UnitMoved)
    near = (ModelPath(model="a-x.1", path=(Pose(10_000, 9500, 0, 0),)),)
    moving("run").when("red", MoveUnit(unit="a-x", paths=near, sprint=False)).then(UnitMoved)


@pytest.mark.rule("AN-MOVE-09")
def test_torn_apart():
    """A unit that was torn apart has to close up, by at least something."""
    places = [(10_000, 10_000), (10_000, 11_500), (10_000, 30_000)]
    units = (("a-x", plain(models=("trooper",) * 3), places), FOE)
    go(moving("run", units=units), 1000).rejected("AN-MOVE-09", "not-coherent")
    played = moving("run", units=units)
    closer = (ModelPath(model="a-x.3", path=(Pose(10_000, 29_000, 0, 0),)),)
    played.when("red", MoveUnit(unit="a-x", paths=closer, sprint=False)).then(UnitMoved)


@pytest.mark.rule("AN-MOVE-09", "AN-MOVE-10", "AN-ORDER-02")
def test_refusals():
    """Paths are of the unit's own models, once each, on the ground and on the table; orders allow moves or not."""
    played = moving("run")

    def said(*paths):
        return played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False))

    step = (Pose(10_000, 9000, 0, 0),)
    said(ModelPath(model="b-y.1", path=step)).rejected("AN-MOVE-09", "not-of-unit", "paths[0]")
    said(ModelPath(model="a-x.1", path=step), ModelPath(model="a-x.1", path=step)).rejected("AN-MOVE-09", "moved-twice")
    said(ModelPath(model="a-x.1", path=())).rejected("AN-MOVE-09", "path-legs")
    said(ModelPath(model="a-x.1", path=(Pose(10_000, 9000, 500, 0),))).rejected("AN-MOVE-09", "off-the-ground")
    said(ModelPath(model="a-x.1", path=(Pose(10_000, 11_400, 0, 0),))).rejected("AN-MOVE-09", "on-top")
    go(played, -9501).rejected("AN-MOVE-09", "over-the-edge")
    go(played, 100).then(UnitMoved)
    go(moving("fire"), 1000).rejected("AN-ORDER-02", "no-move-on-fire")
    played = moving("advance")
    go(played, 1000)
    go(played, 1000).rejected("AN-MOVE-10", "moved-already")


@pytest.mark.rule("AN-ASSAULT-01")
def test_enemies_in_the_way():
    """Enemies are neither passed through nor touched but in assaults; friends are passed through."""
    units = (SQUAD, ("b-y", plain(), (16_000, 10_000)))
    go(moving("run", units=units), 5000).rejected("AN-ASSAULT-01", "ends-in-contact", enemy="b-y")
    go(moving("run", units=units), 8000).rejected("AN-ASSAULT-01", "crosses-enemy")
    go(moving("run", units=(SQUAD, ("a-z", plain(), (16_000, 10_000)), FOE)), 8000).then(UnitMoved, over=True)


@pytest.mark.rule("AN-DMG-15")
def test_slowed():
    """Damage takes multiples of M away, down to none."""
    for limit, order, most, clause in (
        (2, "run", 12_000, "AN-MOVE-02"), (1, "run", 6000, "AN-DMG-15"), (1, "advance", 6000, "AN-MOVE-01")
    ):  # fmt: skip
        played = moving(order, units=(("a-x", vehicle(), (10_000, 10_000), {"move_limit": limit}), FOE))
        go(played, most + 1).rejected(clause, "too-far")
        go(played, most).then(UnitMoved)
    played = moving("run", units=(("a-x", vehicle(), (10_000, 10_000), {"move_limit": 0}), FOE))
    go(played, 1).rejected("AN-DMG-15", "immobilised")


@pytest.mark.rule("AN-TERRAIN-02", "AN-TERRAIN-03", "AN-TERRAIN-07", "AN-TERRAIN-09")
def test_obstacles():
    """An Advance crosses an obstacle freely; a Run tests where it reaches it and stops there if it fails."""
    near = [(14_000, 10_000 + 1500 * n) for n in range(5)]
    go(moving("advance", terrain=[WALL], units=(("a-x", plain(), near), FOE)), 5000).without(AgilityTested)
    played = moving("run", [5], terrain=[WALL])
    go(played, 10_000).then(UnitMoved, AgilityTested, UnitMoved, over=True)
    assert at(played, "a-x.1")[0] == 20_000
    played = moving("run", [6], terrain=[WALL])
    go(played, 10_000).then(AgilityTested, MoveStopped, UnitMoved, progress=6000, over=True)
    assert at(played, "a-x.5") == (16_000, 16_000)


@pytest.mark.rule("AN-TERRAIN-01", "AN-TERRAIN-04")
def test_from_a_defended_position():
    """Who starts behind an obstacle, most of them within 1 inch, crosses it without a test, and no other."""
    second = wall("second", (19_000, 0), (19_000, 40_000))
    behind = [(15_500, 10_000 + 1500 * n) for n in range(5)]
    played = moving("run", [5], terrain=[WALL, second], units=(("a-x", plain(), behind), FOE))
    go(played, 9000).then(AgilityTested, cause="second")
    for far in (2, 3):
        places = [(15_000 - 2000 * (n < far), 10_000 + 1500 * n) for n in range(5)]
        units = (("a-x", plain(), places), FOE)
        played = moving("run", [1] * (far == 3), {"coherency": 0}, terrain=[WALL], units=units)
        outcome = go(played, 9000).accepted()
        assert any(isinstance(each, AgilityTested) for each in outcome.events) == (far == 3)


@pytest.mark.rule("AN-TERRAIN-05", "AN-TERRAIN-26")
def test_probes():
    """Probes pay for no terrain, and impassable terrain stops them too."""
    units = (("a-x", probe(), (10_000, 10_000)), FOE)
    go(moving("run", terrain=[WOOD, WALL], units=units), 10_000).without(AgilityTested)
    rock = box("rock", 13_000, 9000, 1000, 5000, move="impassable")
    go(moving("run", terrain=[rock], units=units), 10_000).rejected("AN-TERRAIN-26", "impassable", terrain="rock")
    go(moving("advance", terrain=[rock]), 5000).rejected("AN-TERRAIN-26", "impassable", terrain="rock")


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-08", "AN-TERRAIN-25")
def test_difficult_ground():
    """Whoever enters difficult ground tests at its edge; a failure lets every inch in it cost two."""
    played = moving("run", [5], terrain=[WOOD])
    go(played, 10_000).then(UnitMoved, AgilityTested, UnitMoved, over=True)
    assert at(played, "a-x.1")[0] == 20_000
    played = moving("run", [6], terrain=[WOOD])
    outcome = go(played, 10_000).then(MoveStopped, UnitMoved, progress=7000, over=True)
    assert outcome.one(MoveStopped).reason == "difficult"
    assert next(each for each in outcome.events if isinstance(each, UnitMoved)).progress == 4000
    narrow = box("narrow", 14_500, 5000, 500, 20_000)
    played = moving("run", [6], terrain=[narrow])
    go(played, 10_000).then(UnitMoved, progress=8500, over=True)
    go(moving("run", terrain=[replace(WOOD, move="open")]), 10_000).without(AgilityTested)


@pytest.mark.rule("AN-TERRAIN-06", "AN-TERRAIN-08")
def test_difficult_options():
    """By option an Advance is not tested, and the whole move is halved."""
    near = (("a-x", plain(), (13_000, 10_000)), FOE)
    go(moving("advance", [4], terrain=[WOOD], units=near), 5000).then(AgilityTested)
    off = {"difficult_test_on_advance": False}
    go(moving("advance", [], off, terrain=[WOOD], units=near), 5000).without(AgilityTested)
    whole = {"difficult_fail_mode": "whole_move"}
    go(moving("run", [6], whole, terrain=[WOOD]), 10_000).then(MoveStopped, UnitMoved, progress=5000)
    go(moving("run", [6], whole, terrain=[WOOD], units=near), 10_000).then(MoveStopped, UnitMoved, progress=5000)


@pytest.mark.rule("AN-TERRAIN-06")
def test_starting_in_difficult_ground():
    """Who starts in difficult ground tests before anything else."""
    played = moving("run", [6], terrain=[box("wood", 9000, 5000, 8000, 20_000)])
    go(played, 10_000).then(AgilityTested, UnitMoved, progress=5000)


@pytest.mark.rule("AN-TERRAIN-10", "AN-TERRAIN-11")
def test_cumbersome_and_one_test_each():
    """Cumbersome units take a pin with a failed terrain test; each piece is tested for once, the sprint besides."""
    slow = (("a-x", plain(flags=("can_sprint", "cumbersome")), (10_000, 10_000)), FOE)
    played = moving("run", [8], terrain=[WOOD], units=slow)
    go(played, 10_000).then(AgilityTested, PinsAdded, cause="terrain", pins=1)
    far = wall("wall", (24_500, 0), (24_500, 40_000))
    played = moving("run", [3, 4, 5], terrain=[box("wood", 14_500, 5000, 2000, 20_000), far], units=slow)
    outcome = go(played, 15_000, sprint=True).accepted()
    assert [each.cause for each in outcome.events if isinstance(each, AgilityTested)] == ["wood", "wall", "sprint"]


def test_room_where_it_stops():
    """A move that is cut short among friends stops at the last quarter inch where there is room."""
    friend = ("a-z", plain(), (15_800, 10_000))
    played = moving("run", [6], terrain=[WALL], units=(SQUAD, FOE, friend))
    stopped = go(played, 10_000).then(MoveStopped, reason="obstacle", progress=4750)
    stopped.then(UnitMoved, progress=4750, over=True)
    assert {at(played, f"a-x.{number}")[0] for number in range(1, 6)} == {14_750}
    alone = moving("run", [6], terrain=[WALL])
    go(alone, 10_000).then(MoveStopped, reason="obstacle", progress=6000)
    assert at(alone, "a-x.1")[0] == 16_000
    assert not ways.faults(played.game, "a-x", "advance", straight(played, "a-x", -1))


def test_straight_ways():
    """Straight ways go as far as they may, pass as right, and stop short of what stands in the way."""
    played = table(units=(SQUAD, ("b-y", plain(), (18_000, 10_000))), terrain=[])
    game = played.game
    paths = ways.straight(game, "a-x", (40_000, 10_000), 10_000)
    assert not ways.faults(game, "a-x", "run", paths)
    there = measure.supposed(game, ends(paths))
    assert 10 < measure.gap(there, "a-x", "b-y") <= 200
    paths = ways.straight(game, "a-x", (10_000, 30_000), 10_000)
    assert paths[0].path[-1] == Pose(10_000, 20_000, 0, 0)
    paths = ways.straight(game, "a-x", (0, 10_000), 20_000)
    assert 500 <= paths[0].path[-1].x <= 700
    change(played, "a-x", move_limit=0)
    assert ways.straight(played.game, "a-x", (10_000, 30_000), 10_000) == ()


def ends(paths):
    return [ModelPose(model=each.model, pose=each.path[-1]) for each in paths]


def test_straight_ways_close_up():
    """A unit that was torn apart closes up on its straight way."""
    places = [(10_000, 10_000), (10_000, 11_500), (10_000, 14_500)]
    played = table(units=(("a-x", plain(models=("trooper",) * 3), places), FOE))
    paths = ways.straight(played.game, "a-x", (30_000, 10_000), 10_000)
    assert paths
    assert not ways.faults(played.game, "a-x", "run", paths)


@pytest.mark.rule("AN-ASSAULT-04")
def test_charges():
    """A charge leads into contact, side by side; out of reach there is none."""
    played = table(units=(SQUAD, ("b-y", plain(), (18_000, 13_000))))
    paths = charging.charge(played.game, "a-x", "b-y")
    assert not ways.faults(played.game, "a-x", "assault", paths, target="b-y")
    assert not list(ways.contact_faults(played.game, "a-x", "b-y", paths, sprint=False))
    played = table(units=(SQUAD, ("b-y", plain(), (24_000, 10_000))))
    assert charging.charge(played.game, "a-x", "b-y") == ()
    assert charging.charge(played.game, "a-x", "b-y", sprint=True)


def test_places_on_the_way():
    """A unit that is halted stands so far along each path, or at its end where that is nearer."""
    played = moving("run")
    short = ModelPath(model="a-x.1", path=(Pose(12_000, 10_000, 0, 0),))
    paths = (short, *straight(played, "a-x", 3000)[1:])
    played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False)).then(UnitMoved, progress=3000)
    starts = tuple(ModelPose(model=f"a-x.{n}", pose=Pose(10_000, 8500 + 1500 * n, 0, 0)) for n in range(1, 6))
    row = Move(kind="run", paths=paths, starts=starts, sprint=False, allowance=10_000)
    assert [each.pose.x for each in courses.poses_at(played.game, row, 2500)] == [12_000, *[12_500] * 4]
