"""Distances between drawn bases: those that the rules measure, but for the corners of ovals."""

from __future__ import annotations

import pytest

from adjudicator.board.inches import Base, Pose, Shape, flat_gap, point_gap
from adjudicator.board.inches import Body as Measured
from adjudicator.kernel.scene.inch_ground import stands
from replays.draw.outlines import gap, gap_to_point

NEARLY = 5  # thousandths of an inch
DISC, HULL, OVAL = Base(1260, 1260, Shape.ROUND), Base(6000, 3000, Shape.HULL), Base(4100, 2000, Shape.OVAL)
POSES = (Pose(10_000, 10_000, 0, 0), Pose(10_000, 10_000, 0, 900), Pose(10_000, 10_000, 0, 335))
FAR = (Pose(20_000, 10_000, 0, 0), Pose(13_000, 19_000, 0, 450), Pose(10_500, 10_500, 0, 1234))


@pytest.mark.parametrize("one", [DISC, HULL, OVAL], ids=["disc", "hull", "oval"])
@pytest.mark.parametrize("other", [DISC, HULL, OVAL], ids=["disc", "hull", "oval"])
def test_gaps_are_those_of_the_rules(one: Base, other: Base) -> None:
    """However two bases face, their drawn gap is the one that the rules measure, 0 where they overlap."""
    for pose in POSES:
        for far in FAR:
            ruled = flat_gap(Measured(one, 1000, pose), Measured(other, 1000, far))
            drawn = [
                stands(where, base)(id="body:x", text="A base.", unit="x", seat=0)
                for where, base in ((pose, one), (far, other))
            ]
            assert abs(gap(*drawn) - ruled) <= NEARLY


@pytest.mark.parametrize("base", [DISC, HULL, OVAL], ids=["disc", "hull", "oval"])
def test_gaps_to_points_are_those_of_the_rules(base: Base) -> None:
    """From the edge of a base to a point, 0 within it."""
    for pose in POSES:
        for x, y in ((20_000, 12_000), (10_100, 10_100), (9000, 16_000)):
            drawn = stands(pose, base)(id="body:x", text="A base.", unit="x", seat=0)
            assert abs(gap_to_point(drawn, (x, y)) - point_gap(Measured(base, 1000, pose), x, y)) <= NEARLY
