"""Boards in inches: facings, nearest points of outlines, and parts of ways, in whole thousandths of an inch."""

from itertools import pairwise

import pytest

from adjudicator.kernel.scene.inch_layout import Outline, between, facing_from, front, way_between, way_length

SQUARE = Outline(((0, 0), (1000, 0), (1000, 1000), (0, 1000)))
DISC = Outline(((3000, 500),), 500)


@pytest.mark.parametrize(("tenths", "turned"), [(0, 90_000), (900, 180_000), (2700, 0), (3599, 89_900)])
def test_facings_are_counted_from_the_top(tenths, turned):
    """What looks along x looks to the right, what looks along y down the board."""
    assert facing_from(tenths) == turned


@pytest.mark.parametrize(
    ("one", "other", "points"),
    [
        (SQUARE, DISC, ((1000, 500), (2500, 500))),
        (DISC, SQUARE, ((2500, 500), (1000, 500))),
        (Outline(((0, 0),), 500), Outline(((0, 4000),), 1000), ((0, 500), (0, 3000))),
        (SQUARE, Outline(((2000, 2000), (3000, 2000), (3000, 3000), (2000, 3000))), ((1000, 1000), (2000, 2000))),
        (Outline(((5, 5),)), Outline(((5, 5),)), ((5, 5), (5, 5))),
    ],
)
def test_distances_are_drawn_between_the_nearest_points(one, other, points):
    """Corners, sides and rims: the points lie where the distance of the rules is measured."""
    assert between(one, other) == points


def test_the_foremost_point_lies_in_the_direction_of_the_way():
    """A disc leads with its rim, a square with a corner; what does not move leads with itself."""
    assert front(DISC, (3000, 500), (3000, 9000)) == (3000, 1000)
    assert front(SQUARE, (500, 500), (900, 900)) == (1000, 1000)
    assert front(Outline(((7, 7),), 500), (7, 7), (7, 7)) == (7, 7)


@pytest.mark.parametrize(
    ("start", "end", "points"),
    [
        ((0, 0), (1000, 1000), ((0, 0), (1000, 0), (1000, 1000))),
        ((0, 0), (600, 0), ((0, 0), (600, 0))),
        ((600, 0), (1000, 400), ((600, 0), (1000, 0), (1000, 400))),
        ((1000, 400), (1000, 1000), ((1000, 400), (1000, 1000))),
        ((0, 0), (0, 0), ((0, 0),)),
    ],
)
def test_a_way_is_cut_where_a_move_halts_and_goes_on(start, end, points):
    """Corners that a base has passed, or has not come to, are no part of its way."""
    way = ((1000, 0), (1000, 1000))
    assert way_between(start, end, way) == points
    assert way_length(points) == sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(points))


def test_a_way_that_nobody_declared_is_straight():
    """Without corners a way leads from its start to its end."""
    assert way_between((0, 0), (5, 5), ()) == ((0, 0), (5, 5))
