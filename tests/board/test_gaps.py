import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from adjudicator.board.bodies import Pose, Rect
from adjudicator.board.gaps import (
    any_within_both,
    border_gap_within,
    flat_gap,
    flat_gap_within,
    gap,
    hang_together,
    height_gap,
    inside,
    inside_polygon,
    link_counts,
    linked_groups,
    overlapping,
    overlapping_pairs,
    overlaps_polygon,
    point_gap,
    point_gap_within,
    polygon_gap,
    polygon_gap_within,
    touching,
    wholly_within,
    wholly_within_of_point,
    within,
    within_both,
)
from tests.board.shapes import (
    BODIES,
    COORDINATES,
    LIMITS,
    ROUND_BODIES,
    box,
    disc,
    oval,
    quarter_turned,
    shifted,
    slow_distance,
    slow_reach,
    slow_squared_gap,
    square,
    with_pose,
)

ELL = ((0, 0), (6000, 0), (6000, 2000), (2000, 2000), (2000, 6000), (0, 6000))

GROUPS = st.lists(BODIES, min_size=1, max_size=6)


def test_nearest_parts():
    """Two discs of one inch with centres seven inches apart are six apart."""
    assert flat_gap(disc(0, 0), disc(7000, 0)) == gap(disc(0, 0), disc(0, 7000)) == 6000


def test_plan_and_height():
    """Six inches in plan and eight in height are ten in a straight line."""
    a, b = disc(0, 0), disc(7000, 0, 8000)
    assert (flat_gap(a, b), height_gap(a, b), gap(a, b)) == (6000, 8000, 10000)
    assert within(a, b, 10000)
    assert not within(a, b, 9999)


@pytest.mark.parametrize("make", [disc, oval, lambda x, y: box(x, y, length=1000)])
def test_the_limit_is_within(make):
    """Exactly twelve inches is within twelve; a thousandth more is not."""
    gap_to = 12000 + (2000 if make is oval else 1000)
    assert within(make(0, 0), make(gap_to, 0), 12000)
    assert not within(make(0, 0), make(gap_to + 1, 0), 12000)
    assert gap(make(0, 0), make(gap_to + 1, 0)) == 12001


@pytest.mark.parametrize(
    ("flat", "up", "limits", "met"),
    [
        (2000, 5000, (2000, 5000), True),
        (2010, 0, (2000, 5000), False),
        (1000, 5100, (2000, 5000), False),
        (1000, 5000, (1000, 5000), True),
        (1010, 0, (1000, 5000), False),
        (500, 5500, (1000, 5000), False),
    ],
)
def test_both_limits(flat, up, limits, met):
    """Where two limits are named, both have to hold."""
    assert within_both(disc(0, 0), disc(1000 + flat, 0, up), *limits) is met


def test_touching():
    """A gap of nothing touches, and so does the slack; a twentieth of an inch does not."""
    assert touching(disc(0, 0), disc(1000, 0))
    assert touching(disc(0, 0), disc(1010, 0, 10))
    assert not touching(disc(0, 0), disc(1011, 0))
    assert not touching(disc(0, 0), disc(1000, 0, 11))
    assert not touching(disc(0, 0), disc(1050, 0))


def test_overlapping():
    """Bodies overlap where they share space: neither side by side nor one on top of the other."""
    assert overlapping(disc(0, 0), disc(999, 0))
    assert not overlapping(disc(0, 0), disc(1000, 0))
    assert overlapping(disc(0, 0), disc(0, 0, 999))
    assert not overlapping(disc(0, 0), disc(0, 0, 1000))
    assert not overlapping(disc(0, 0, 1000), disc(0, 0))
    assert not overlapping(box(0, 0), box(2000, 0))
    assert overlapping(box(0, 0), box(1999, 999))
    assert not overlapping(box(0, 0), box(1999, 1000))
    assert overlapping(box(0, 0, length=6000, width=6000), disc(500, 500))


def test_wholly_within():
    """A disc of one inch whose near edge is two and a half away reaches out to three and a half."""
    plate, coin = box(0, 0, length=4000, width=2000), disc(5000, 0)
    assert flat_gap(plate, coin) == 2500
    assert flat_gap_within(coin, plate, 3000)
    assert not wholly_within(coin, plate, 3499)
    assert wholly_within(coin, plate, 3500)


def test_overhang():
    """A disc of one inch centred 0.4 inches from the edge hangs over it; at 0.5 it does not."""
    board = Rect(0, 0, 44000, 60000)
    assert not inside(disc(400, 30000), board)
    assert inside(disc(500, 500), board)
    assert not inside(box(1000, 1000, facing=450), board)
    assert inside(box(1061, 1061, facing=450), board)


def test_links():
    """Chains hang together; separate pairs do not, though each has its link."""
    pairs = [disc(0, 0), disc(3000, 0), disc(7000, 0), disc(10000, 0)]
    assert linked_groups(pairs, 2000, 5000) == ((0, 1), (2, 3))
    assert link_counts(pairs, 2000, 5000) == (1, 1, 1, 1)
    chain = [disc(2500 * k, 0) for k in range(7)]
    assert linked_groups(chain, 1500, 5000) == (tuple(range(7)),)
    assert link_counts(chain, 1500, 5000) == (1, 2, 2, 2, 2, 2, 1)
    mixed = [disc(0, 0), disc(9000, 0), disc(3000, 0), disc(12000, 0, 6000)]
    assert linked_groups(mixed, 2000, 5000) == ((0, 2), (1,), (3,))
    assert linked_groups([], 2000, 5000) == ()


def test_corner_to_corner():
    """Two rectangles are as far apart as their nearest corners, whatever lies between the centres."""
    a, b = box(0, 0), box(2000 + 3000, 1000 + 4000)
    assert flat_gap(a, b) == 5000
    assert flat_gap_within(a, b, 5000)
    assert not flat_gap_within(a, b, 4999)
    assert flat_gap(a, disc(1000 + 3000, 500 + 4000)) == 4500
    assert gap(a, box(2000 + 1, 1000 + 2, 2)) == 3


def test_point():
    """A point is measured from the nearest part of a base, and covered to its farthest."""
    body = disc(4000, 3000)
    assert point_gap(body, 0, 0) == 4500
    assert point_gap_within(body, 0, 0, 4500)
    assert not point_gap_within(body, 0, 0, 4499)
    assert wholly_within_of_point(body, 0, 0, 5500)
    assert not wholly_within_of_point(body, 0, 0, 5499)
    assert point_gap(box(0, 0), 500, 200) == 0
    assert wholly_within_of_point(box(2000, 3500), 0, 0, 5000)
    assert not wholly_within_of_point(box(2000, 3501), 0, 0, 5000)


def test_small_limits_round_a_large_disc():
    """A disc as large as its neighbour lies wholly within nothing of it only when they coincide."""
    assert wholly_within(disc(0, 0), disc(0, 0), 0)
    assert not wholly_within(disc(1, 0), disc(0, 0), 0)
    assert wholly_within(disc(1, 0), disc(0, 0), 1)
    assert wholly_within(disc(0, 0), box(0, 0, width=1000), 0)
    assert not wholly_within(disc(0, 1), box(0, 0, width=1000), 0)
    assert not wholly_within(disc(0, 0), box(3000, 0), 400)
    assert not wholly_within_of_point(disc(0, 0), 0, 0, 499)


def test_polygon():
    """A base stands in a bent polygon with all of it or some of it, or at a distance from it."""
    assert inside_polygon(disc(1000, 1000, diameter=2000), ELL)
    assert not inside_polygon(disc(1001, 3000, diameter=2000), ELL)
    assert inside_polygon(disc(1000, 3000, diameter=2000), ELL)
    assert inside_polygon(box(3000, 1000, length=6000, width=2000), ELL)
    assert not inside_polygon(box(2000, 2000, length=1000), ELL)
    assert not inside_polygon(box(4000, 4000, length=4000, width=4000), ELL)
    assert overlaps_polygon(box(4000, 2000), ELL)
    assert not overlaps_polygon(box(4000, 4000, length=4000, width=4000), ELL)
    assert overlaps_polygon(box(4000, 3999, length=4000, width=4000), ELL)
    assert overlaps_polygon(disc(1000, 1000, diameter=100), ELL)
    assert not overlaps_polygon(disc(2500, 2500, diameter=1000), ELL)
    assert overlaps_polygon(disc(2500, 2500, diameter=1001), ELL)
    assert overlaps_polygon(box(3000, 3000, length=9000, width=9000), ELL)


def test_polygon_gap():
    """The gap to a polygon is nothing inside it; the gap to its border is measured from both sides."""
    inner, outer = disc(1000, 1000, diameter=500), disc(5000, 5000)
    assert polygon_gap(inner, ELL) == 0
    assert polygon_gap_within(inner, ELL, 0)
    assert border_gap_within(inner, ELL, 750)
    assert not border_gap_within(inner, ELL, 749)
    assert polygon_gap(outer, ELL) == 2500
    assert polygon_gap_within(outer, ELL, 2500)
    assert not polygon_gap_within(outer, ELL, 2499)
    assert polygon_gap(box(5000, 5000), ELL) == 2000


def test_nothing_is_nearer_than_nothing():
    """A negative limit keeps everything out, even what overlaps."""
    a, ground = disc(0, 0), square(-1000, -1000, 1000, 1000)
    assert not flat_gap_within(a, a, -1)
    assert not flat_gap_within(box(0, 0), a, -1)
    assert not within(a, disc(0, 0, 1), -1)
    assert not wholly_within(disc(0, 0, diameter=10), a, -1)
    assert not wholly_within_of_point(a, 0, 0, -1)
    assert not point_gap_within(a, 0, 0, -1)
    assert not polygon_gap_within(a, ground, -1)
    assert not border_gap_within(a, ground, -1)


@given(BODIES, BODIES, LIMITS)
def test_within_against_fractions(a, b, limit):
    """Decisions and recorded gaps agree with a slow oracle in fractions."""
    low, high = slow_distance(a, b)
    assert within(a, b, limit) is (high <= limit)
    assert gap(a, b) <= low
    assert high < gap(a, b) + 1
    squared, radii = slow_squared_gap(a, b)
    assert flat_gap_within(a, b, limit) is (squared <= (radii + 2 * limit) ** 2)


@given(BODIES, BODIES)
def test_flat_gap_rounds_down(a, b):
    """A recorded gap in plan is the last whole one that does not exceed the true one."""
    squared, radii = slow_squared_gap(a, b)
    flat = flat_gap(a, b)
    assert squared < (radii + 2 * flat + 2) ** 2
    assert flat == 0 or squared >= (radii + 2 * flat) ** 2


@given(BODIES, BODIES, LIMITS)
def test_symmetry(a, b, limit):
    """It does not matter from which of two bodies one measures."""
    assert (flat_gap(a, b), gap(a, b), height_gap(a, b)) == (flat_gap(b, a), gap(b, a), height_gap(b, a))
    assert within(a, b, limit) is within(b, a, limit)
    assert overlapping(a, b) is overlapping(b, a)


@given(BODIES, BODIES, LIMITS, st.integers(0, 500))
def test_monotony(a, b, limit, more):
    """What is within a limit is within every larger one."""
    for decide in (flat_gap_within, within, wholly_within):
        assert decide(a, b, limit) <= decide(a, b, limit + more)
    assert within(a, b, limit) <= flat_gap_within(a, b, limit)
    assert wholly_within(a, b, limit) <= flat_gap_within(a, b, limit)


@given(BODIES, BODIES, BODIES)
def test_triangle(a, b, c):
    """A detour over a third body is shorter by no more than that body is long."""
    across = b.base.length + b.base.width
    assert flat_gap(a, c) <= flat_gap(a, b) + across + flat_gap(b, c) + 2


@given(BODIES, BODIES, LIMITS, COORDINATES, COORDINATES)
def test_board_turned_and_moved(a, b, limit, dx, dy):
    """Turning the board by a right angle or moving all of it changes no answer."""
    c, d = (with_pose(body, quarter_turned(body.pose)) for body in (a, b))
    e, f = (shifted(body, dx, dy) for body in (a, b))
    for decide in (flat_gap, gap, overlapping):
        assert decide(a, b) == decide(c, d) == decide(e, f)
    for judge in (within, wholly_within):
        assert judge(a, b, limit) == judge(c, d, limit) == judge(e, f, limit)


@given(BODIES, BODIES)
def test_overlap_and_gap(a, b):
    """Bodies that overlap have no gap, and bodies with a gap in plan do not overlap."""
    level = with_pose(b, Pose(b.pose.x, b.pose.y, a.pose.z, b.pose.facing))
    assume(overlapping(a, level))
    assert flat_gap_within(a, level, 0)
    assert gap(a, level) == flat_gap(a, level) == 0


@given(st.lists(BODIES, max_size=9))
def test_overlapping_pairs(bodies):
    """The pairs that overlap are found once each, and they are those that overlap one by one."""
    found = [tuple(sorted(pair)) for pair in overlapping_pairs(bodies)]
    assert sorted(found) == [
        (n, m) for n, a in enumerate(bodies) for m, b in enumerate(bodies) if n < m and overlapping(a, b)
    ]


@given(BODIES, BODIES, LIMITS)
def test_wholly_within_by_corners(a, b, limit):
    """A base with corners is wholly within a limit just when each corner is, by fractions."""
    assume(not a.base.round)
    squared, radius = slow_reach(a, b)
    assert wholly_within(a, b, limit) is (squared <= (radius + 2 * limit) ** 2)


@given(ROUND_BODIES, ROUND_BODIES, LIMITS)
def test_wholly_within_of_discs(a, b, limit):
    """A disc is wholly within a limit of a disc when the farthest point of the one is, by squares."""
    squared, _ = slow_squared_gap(a, b)
    spare = b.base.length + 2 * limit - a.base.length
    assert wholly_within(a, b, limit) is (spare >= 0 and squared <= spare * spare)


@given(st.lists(ROUND_BODIES, max_size=8), st.integers(0, 4000), st.integers(0, 4000))
def test_groups_partition(bodies, flat, vertical):
    """Groups hold every body once, no link leaves a group, and lone bodies have no links."""
    groups = linked_groups(bodies, flat, vertical)
    assert sorted(index for group in groups for index in group) == list(range(len(bodies)))
    assert [group[0] for group in groups] == sorted(group[0] for group in groups)
    group_of = {index: group for group in groups for index in group}
    for i, a in enumerate(bodies):
        for j, b in enumerate(bodies):
            assert group_of[i] == group_of[j] or not within_both(a, b, flat, vertical)
    counts = link_counts(bodies, flat, vertical)
    assert all((counts[i] == 0) == (len(group_of[i]) == 1) for i in range(len(bodies)))


@given(GROUPS)
def test_hanging_together_is_one_group_with_links(bodies):
    """Bodies hang together when they are one group and each has the links asked for."""
    for least in (0, 1, 2):
        one = len(linked_groups(bodies, 2000, 5000)) == 1
        linked = min(link_counts(bodies, 2000, 5000)) >= least
        assert hang_together(bodies, 2000, 5000, least) == (one and linked)


@given(GROUPS, GROUPS)
def test_any_within_both_is_any_pair(bodies, others):
    """Some body keeps both limits from some other exactly where a pair does, however far the groups are."""
    pairs = any(within_both(a, b, 1000, 5000) for a in bodies for b in others)
    assert any_within_both(bodies, others, 1000, 5000) == pairs
    assert any_within_both([], others, 1000, 5000) is False
