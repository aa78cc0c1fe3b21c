"""Volumes and screens: standing in them, moving through them, looking across them."""

from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board.gaps import overlapping
from adjudicator.board.paths import air_length, crosses, crosses_volume, moved, straight_length
from adjudicator.board.polygons import point_side
from adjudicator.board.sight import Sight, Volume, between, fills, sees, sight, visible_share, volume_of
from tests.board.shapes import BODIES, POSES, box, disc, quarter_turned, square, to, with_pose

VOLUMES = st.builds(
    lambda x, y, dx, dy, z, dz: Volume(square(x, y, x + dx, y + dy), z, z + dz),
    st.integers(-6000, 6000),
    st.integers(-6000, 6000),
    st.integers(50, 4000),
    st.integers(50, 4000),
    st.integers(0, 3000),
    st.integers(100, 5000),
)
BOXES = st.builds(box, st.integers(-4000, 4000), st.integers(-4000, 4000), st.integers(0, 3000))


def test_a_body_fills_what_it_does_not_only_touch():
    """Beside a block, on it or under it a body fills none of it, in between it does."""
    block = Volume(square(1000, -1000, 3000, 1000), 2000, 4000)
    assert fills(disc(2000, 0, 3000), block)
    assert fills(disc(2000, 0, 1500), block)
    assert not fills(disc(2000, 0, 1000), block)
    assert not fills(disc(2000, 0, 4000), block)
    assert not fills(disc(500, 0, 3000), block)
    assert fills(disc(501, 0, 3000), block)


@given(body=BODIES, other=BOXES)
def test_a_rectangle_is_filled_as_it_is_overlapped(body, other):
    """What fills the volume of a rectangular body overlaps that body, and the other way round."""
    assert fills(body, volume_of(other)) == overlapping(body, other)


@given(body=BODIES, end=POSES, other=BOXES)
def test_a_rectangle_is_crossed_alike_as_body_and_as_volume(body, end, other):
    """A way crosses the volume of a rectangular body exactly where it crosses the body."""
    assert crosses_volume(body, (end,), volume_of(other)) == crosses(body, (end,), other)


@given(body=BODIES, end=POSES, volume=VOLUMES)
def test_who_begins_or_ends_in_a_volume_crosses_it(body, end, volume):
    """The ends of a way are moments of it."""
    if fills(body, volume) or fills(moved(body, (end,)), volume):
        assert crosses_volume(body, (end,), volume)
    assert crosses_volume(body, (), volume) == fills(body, volume)


def test_over_a_wall_and_through_it():
    """Up, across and down again goes over a wall; level, or by a rise too late, goes through."""
    wall = Volume(square(2000, -5000, 2200, 5000), 0, 3000)
    body = disc(0, 0)
    assert not crosses_volume(body, (to(1500, 0), to(1500, 0, 3000), to(2700, 0, 3000), to(2700, 0)), wall)
    assert crosses_volume(body, (to(4000, 0),), wall)
    assert crosses_volume(body, (to(1500, 0), to(2000, 0, 3000)), wall)


def test_a_way_through_the_air_is_measured_from_corner_to_corner():
    """8" on and 6" up are 10"; a corner in the way makes it longer."""
    assert air_length(disc(0, 0), (to(8000, 0, 6000),)) == 10_000
    assert air_length(disc(0, 0), (to(0, 0, 6000), to(8000, 0, 6000))) == 14_000
    assert air_length(disc(0, 0), ()) == 0


@given(body=BODIES, end=POSES, corner=POSES)
def test_the_straight_line_is_the_shortest_way_through_the_air(body, end, corner):
    """Straight through the air is as long as the straight line, and no corner shortens it."""
    assert air_length(body, (end,)) == straight_length(body, (end,)) <= air_length(body, (corner, end))


def test_what_lies_between_two_bodies():
    """A patch under the lines from one base to another lies between them, one beside or behind does not."""
    a, b = disc(0, 0), disc(10000, 0)
    assert between(a, b, square(4000, 400, 5000, 4000))
    assert not between(a, b, square(4000, 500, 5000, 4000))
    assert not between(a, b, square(10500, -400, 12000, 400))
    assert between(a, b, square(9600, -400, 12000, 400))


@given(a=BODIES, b=BODIES, volume=VOLUMES)
def test_between_is_symmetrical_and_holds_what_bodies_stand_on(a, b, volume):
    """Either end may be named first, and ground under the centre of one of them lies between."""
    found = between(a, b, volume.polygon)
    assert found == between(b, a, volume.polygon)
    if point_side((a.pose.x, a.pose.y), volume.polygon) > 0:
        assert found


SCREEN = square(4000, -9000, 6000, 9000)


def test_nobody_looks_across_a_screen():
    """Across a screen nothing is seen, from however high; into it, out of its border and past it all is."""
    eye, target = disc(0, 0), disc(10000, 0)
    assert sight(eye, target, (), [SCREEN]) is Sight.NONE
    assert sight(disc(0, 0, 90_000), target, (), [SCREEN]) is Sight.NONE
    assert sight(eye, disc(5000, 0), (), [SCREEN]) is Sight.FULL
    assert sight(eye, disc(6300, 0), (), [SCREEN]) is Sight.PARTIAL
    assert sight(eye, target, (), [square(4000, 500, 6000, 9000)]) is Sight.FULL
    assert sees(eye, target, (), [square(4000, 0, 6000, 9000)])


@given(a=BODIES, b=BODIES, volume=VOLUMES)
def test_a_screen_hides_what_a_wall_without_end_hides_or_less(a, b, volume):
    """Whatever a screen hides, a block of its outline without top and bottom hides too."""
    screened, total = visible_share(a, b, (), [volume.polygon])
    walled, same = visible_share(a, b, [Volume(volume.polygon, -(10**6), 10**6)])
    assert walled <= screened <= total == same


@given(a=BODIES, b=BODIES, volume=VOLUMES)
def test_screens_are_turned_with_the_board(a, b, volume):
    """Turned by a right angle all looks the same."""
    turned = tuple((-y, x) for x, y in volume.polygon)
    first, second = (with_pose(row, quarter_turned(row.pose)) for row in (a, b))
    assert visible_share(a, b, (), [volume.polygon]) == visible_share(first, second, (), [turned])


def test_a_flat_body_fills_and_crosses_nothing_on_the_ground():
    """What has no height is in nobody's way."""
    assert not fills(disc(0, 0, height=0), Volume(square(-1000, -1000, 1000, 1000), 0, 2000))
