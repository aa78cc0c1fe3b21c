"""Straight moves and charges that are suggested, and where a move that is cut short ends."""

from __future__ import annotations

import pytest

from adjudicator.board.inches import Pose
from adjudicator.rulesets.antares.model import distances
from adjudicator.rulesets.antares.model.messages import ModelPath, ModelPose, MoveStopped, MoveUnit, UnitMoved
from adjudicator.rulesets.antares.model.rows import Move
from adjudicator.rulesets.antares.rules.assault import contact_paths
from adjudicator.rulesets.antares.rules.movement import move_checks, move_progress, straight_moves
from tests.rulesets.antares.fixtures import change_unit, table
from tests.rulesets.antares.movement.fixtures import FAR_ENEMY, SQUAD, WALL, go_with, moving
from tests.rulesets.antares.sheets import plain_squad
from tests.rulesets.antares.steps import place_of, straight_paths


def end_poses(paths):
    return [ModelPose(model=path.model, pose=path.path[-1]) for path in paths]


@pytest.mark.rule("AN-MOVE-10")
def test_a_move_cut_short_among_friends_stops_where_there_is_room():
    """A move that is cut short among friends stops at the last quarter inch where there is room."""
    friend = ("a-z", plain_squad(), (15_800, 10_000))
    played = moving("run", [6], terrain=[WALL], units=(SQUAD, FAR_ENEMY, friend))
    stopped = go_with(played, 10_000).then(MoveStopped, reason="obstacle", progress=4750)
    stopped.then(UnitMoved, progress=4750, over=True)
    assert {place_of(played, f"a-x.{number}")[0] for number in range(1, 6)} == {14_750}
    alone = moving("run", [6], terrain=[WALL])
    go_with(alone, 10_000).then(MoveStopped, reason="obstacle", progress=6000)
    assert place_of(alone, "a-x.1")[0] == 16_000
    assert not move_checks.faults(played.game, "a-x", "advance", straight_paths(played, "a-x", -1))


@pytest.mark.rule("AN-ASSAULT-04")
def test_a_suggested_charge_leads_into_contact_side_by_side():
    """A charge leads into contact, side by side; out of reach there is none."""
    played = table(units=(SQUAD, ("b-y", plain_squad(), (18_000, 13_000))))
    paths = contact_paths.paths_into_contact(played.game, "a-x", "b-y")
    assert not move_checks.faults(played.game, "a-x", "assault", paths, target="b-y")
    assert not list(move_checks.contact_faults(played.game, "a-x", "b-y", paths, sprint=False))
    played = table(units=(SQUAD, ("b-y", plain_squad(), (24_000, 10_000))))
    assert contact_paths.paths_into_contact(played.game, "a-x", "b-y") == ()
    assert contact_paths.paths_into_contact(played.game, "a-x", "b-y", sprint=True)


def test_a_straight_move_goes_as_far_as_it_may():
    """Straight ways go as far as they may, pass as right, and stop short of what stands in the way."""
    played = table(units=(SQUAD, ("b-y", plain_squad(), (18_000, 10_000))), terrain=[])
    game = played.game
    paths = straight_moves.straight_paths(game, "a-x", (40_000, 10_000), 10_000)
    assert not move_checks.faults(game, "a-x", "run", paths)
    there = distances.with_poses(game, end_poses(paths))
    assert 10 < distances.gap(there, "a-x", "b-y") <= 200
    paths = straight_moves.straight_paths(game, "a-x", (10_000, 30_000), 10_000)
    assert paths[0].path[-1] == Pose(10_000, 20_000, 0, 0)
    paths = straight_moves.straight_paths(game, "a-x", (0, 10_000), 20_000)
    assert 500 <= paths[0].path[-1].x <= 700
    change_unit(played, "a-x", move_limit=0)
    assert straight_moves.straight_paths(played.game, "a-x", (10_000, 30_000), 10_000) == ()


def test_a_straight_move_closes_up_a_torn_unit():
    """A unit that was torn apart closes up on its straight way."""
    places = [(10_000, 10_000), (10_000, 11_500), (10_000, 14_500)]
    played = table(units=(("a-x", plain_squad(models=("trooper",) * 3), places), FAR_ENEMY))
    paths = straight_moves.straight_paths(played.game, "a-x", (30_000, 10_000), 10_000)
    assert paths
    assert not move_checks.faults(played.game, "a-x", "run", paths)


def test_a_halted_unit_stands_so_far_along_each_path():
    """A unit that is halted stands so far along each path, or at its end where that is nearer."""
    played = moving("run")
    short = ModelPath(model="a-x.1", path=(Pose(12_000, 10_000, 0, 0),))
    paths = (short, *straight_paths(played, "a-x", 3000)[1:])
    played.when("red", MoveUnit(unit="a-x", paths=paths, sprint=False)).then(UnitMoved, progress=3000)
    starts = tuple(ModelPose(model=f"a-x.{n}", pose=Pose(10_000, 8500 + 1500 * n, 0, 0)) for n in range(1, 6))
    row = Move(kind="run", paths=paths, starts=starts, sprint=False, allowance=10_000)
    assert [pose.pose.x for pose in move_progress.poses_at(played.game, row, 2500)] == [12_000, *[12_500] * 4]
