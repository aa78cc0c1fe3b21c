"""Cheap tests come first and decide nothing else than the exact ones after them."""

from math import isqrt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adjudicator.board.bodies import box_of, core_of, fine, hull_of, near_box, outline, reach_of, way_box
from adjudicator.board.gaps import (
    flat_gap,
    flat_gap_below,
    flat_gap_within,
    gap,
    inside_polygon,
    least_gap,
    overlapping,
    overlaps_any,
    overlaps_polygon,
    wholly_within,
)
from adjudicator.board.hulls import Hull, convex_hull, overlap, spread
from adjudicator.board.paths import crosses, sweeps_within
from adjudicator.board.polygons import bounds, boxes_meet, hull_in_polygon, hull_overlaps_polygon
from adjudicator.board.sight import Volume, between, sees_all, visible_share
from tests.board.shapes import BODIES, COORDINATES, LIMITS, POSES, box, disc, shifted, square

GROUPS = st.lists(BODIES, min_size=1, max_size=6)
SPOTS = st.tuples(COORDINATES, COORDINATES)
GROUNDS = st.lists(SPOTS, min_size=3, max_size=8).map(convex_hull).filter(lambda corners: len(corners) > 2)
PATHS = st.lists(POSES, max_size=3).map(tuple)
WALLS = st.lists(st.builds(Volume, GROUNDS, st.sampled_from((0, -9000)), st.integers(1, 9000)), max_size=3)


@given(BODIES)
def test_the_box_is_the_least_one(body):
    """The box around a base touches its hull on every side."""
    corners, radius = hull_of(body)
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    assert box_of(body) == (min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius)


@given(BODIES)
def test_core_and_reach(body):
    """Every base lies within its reach of its centre, and holds all that lies within its core."""
    body = shifted(body, -body.pose.x, -body.pose.y)
    assert all(x * x + y * y <= (reach_of(body.base) + 1) ** 2 for x, y in outline(body))
    assert core_of(body.base) > 0
    assert wholly_within(disc(0, 0, diameter=2 * core_of(body.base)), body, 0)


@given(BODIES, BODIES, LIMITS)
def test_less_than_a_limit(a, b, limit):
    """Two bases are less than a limit apart where their distance, rounded down, is less."""
    assert flat_gap_below(a, b, limit) == (flat_gap(a, b) < limit)
    assert flat_gap_within(a, b, flat_gap(a, b) + 1)
    assert not flat_gap_below(a, b, flat_gap(a, b))


@given(GROUPS, GROUPS)
def test_groups_are_measured_as_their_pairs(bodies, others):
    """What is said of groups is what the pairs say one by one."""
    assert least_gap(bodies, others) == min(gap(a, b) for a in bodies for b in others)
    assert overlaps_any(bodies[0], others) == any(overlapping(bodies[0], other) for other in others)


DISCS = st.builds(
    disc,
    st.integers(-200, 200),
    st.integers(-200, 200),
    st.integers(0, 60),
    diameter=st.integers(1, 90),
    height=st.integers(1, 90),
)


@given(DISCS, DISCS)
@example(disc(0, 0, diameter=10), disc(10, 0, diameter=10))
def test_discs_are_measured_as_their_hulls(a, b):
    """Distance and overlap of two discs are those of their hulls, to the last half thousandth."""
    one, other = hull_of(a), hull_of(b)
    far = isqrt(spread(one.corners, other.corners)[0]) - one.radius - other.radius
    assert flat_gap(a, b) == max(0, far // 2)
    level = a.pose.z < b.pose.z + b.height and b.pose.z < a.pose.z + a.height
    assert overlapping(a, b) == (level and overlap(one, other))


def test_nobody_is_at_no_distance():
    """A distance from or to nobody is an error, not a number."""
    with pytest.raises(ValueError, match="nobody"):
        least_gap((), (disc(0, 0),))


@given(BODIES, GROUNDS)
def test_boxes_settle_only_what_is_apart(body, polygon):
    """A base stands in a polygon, wholly or in part, where its hull does."""
    assert overlaps_polygon(body, polygon) == hull_overlaps_polygon(hull_of(body), fine(polygon))
    assert inside_polygon(body, polygon) == hull_in_polygon(hull_of(body), fine(polygon))


@given(BODIES, BODIES, GROUNDS)
def test_ground_between_is_ground_under_the_hull_of_both(a, b, polygon):
    """A polygon lies between two bases where it shares ground with the hull of both."""
    under = Hull(convex_hull(outline(a) + outline(b)), 0)
    assert between(a, b, polygon) == hull_overlaps_polygon(under, fine(polygon))


@given(BODIES, PATHS, BODIES, LIMITS)
def test_a_way_keeps_to_its_box(body, path, other, limit):
    """Whoever is off the box around a way is neither crossed on it nor passed within reach."""
    if not near_box(other, way_box(body, path, limit)):
        assert not crosses(body, path, other)
        assert not sweeps_within(body, path, other, limit, 99_999)


def test_a_way_box_is_no_wider_than_it_needs():
    """A disc of one inch that goes an inch and reaches another is four inches off a disc beyond its box."""
    around = way_box(disc(0, 0), (disc(1000, 0).pose,), 1000)
    assert near_box(disc(6000, 0), around)
    assert not near_box(disc(6001, 0), around)


@given(BODIES, BODIES, WALLS, st.lists(GROUNDS, max_size=1))
def test_all_is_seen_where_the_share_is_whole(observer, target, walls, screens):
    """To see all of a body is to see every point that the share counts."""
    seen, total = visible_share(observer, target, walls, screens)
    assert sees_all(observer, target, walls, screens) == (seen == total)


def test_a_wall_beyond_all_heights_hides_like_a_high_one():
    """A wall that no ray passes over hides what a wall hides that rays could pass over in theory alone."""
    observer, target = disc(0, 0), box(9000, 300)
    shares = {
        visible_share(observer, target, [Volume(square(4000, -200, 4100, 400), low, high)])
        for low, high in ((-1_000_000, 1_000_000), (-1, 1001), (0, 1001))
    }
    ((seen, total),) = shares
    assert 0 < seen < total


def test_boxes_that_touch_do_not_meet():
    """Two squares side by side share a border and no ground."""
    assert not boxes_meet(bounds(square(0, 0, 10, 10)), bounds(square(10, 0, 20, 10)))
    assert boxes_meet(bounds(square(0, 0, 10, 10)), bounds(square(9, 9, 20, 20)))
