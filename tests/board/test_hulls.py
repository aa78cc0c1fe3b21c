from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board.hulls import (
    Hull,
    convex_hull,
    cross,
    overlap,
    parted,
    point_to_segment,
    sides,
    spread,
    whole_root,
)

POINTS = st.lists(st.tuples(st.integers(-9, 9), st.integers(-9, 9)), min_size=1, max_size=8)


def test_small_hulls():
    """Equal points are a point, points on a line a segment, and straight corners are left out."""
    assert convex_hull([(1, 1), (1, 1)]) == ((1, 1),)
    assert convex_hull([(0, 0), (2, 2), (1, 1), (3, 3)]) == ((0, 0), (3, 3))
    assert convex_hull([(0, 0), (2, 0), (1, 0), (2, 2), (0, 2), (1, 1)]) == ((0, 0), (2, 0), (2, 2), (0, 2))


@given(POINTS)
def test_hull_holds_its_points(points):
    """A hull turns left at every corner and has no point on the right of any side."""
    corners = convex_hull(points)
    if len(corners) > 2:
        assert all(cross(a, b, p) >= 0 for a, b in sides(corners) for p in points)
    assert set(corners) <= set(points)
    assert all(spread((p,), corners) == (0, 1) for p in points)


def test_distance_to_a_segment():
    """The distance from a segment is that of its nearest end or of the line between them."""
    assert point_to_segment((5, 3), (0, 0), (10, 0)) == (900, 100)
    assert point_to_segment((-3, 4), (0, 0), (10, 0)) == (25, 1)
    assert point_to_segment((13, 4), (0, 0), (10, 0)) == (25, 1)
    assert point_to_segment((3, 4), (0, 0), (0, 0)) == (25, 1)


def test_segments_on_one_line():
    """Segments on one line are parted by the space between them, and meet where they touch."""
    assert spread(((0, 0), (2, 0)), ((5, 0), (9, 0)))[0] == 9
    assert parted(((0, 0), (2, 0)), ((3, 0), (9, 0)), touching=False)
    assert spread(((0, 0), (2, 0)), ((2, 0), (9, 0))) == (0, 1)
    assert spread(((0, 0), (4, 4)), ((0, 4), (4, 0))) == (0, 1)


@given(POINTS, POINTS)
def test_spread_is_nearest(a, b):
    """No two given points are nearer than their hulls, and the hulls meet just when nothing parts them."""
    one, other = convex_hull(a), convex_hull(b)
    num, den = spread(one, other)
    assert all(((p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2) * den >= num for p in a for q in b)
    n, d = spread(other, one)
    assert n * den == num * d
    assert (num > 0) is (one != other and (len(one) == len(other) == 1 or parted(one, other, touching=False)))


def test_overlap():
    """Only a shared area overlaps: not a touch, nor what has no area."""
    plot = ((0, 0), (4, 0), (4, 4), (0, 4))
    assert overlap(Hull(plot, 0), Hull(((5, 2),), 2))
    assert not overlap(Hull(plot, 0), Hull(((6, 2),), 2))
    assert not overlap(Hull(plot, 0), Hull(((2, 2),), 0))
    assert not overlap(Hull(plot, 0), Hull(tuple((x + 4, y) for x, y in plot), 0))
    assert overlap(Hull(plot, 0), Hull(tuple((x + 3, y + 3) for x, y in plot), 0))


def test_whole_root():
    """A recorded root is rounded down."""
    assert [whole_root(s) for s in ((99, 1), (100, 1), (403, 4), (0, 1))] == [9, 10, 10, 0]
