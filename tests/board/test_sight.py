import msgspec
from hypothesis import given
from hypothesis import strategies as st

from adjudicator.board.bodies import Rect, rect_polygon, turned
from adjudicator.board.polygons import is_convex, point_in_polygon
from adjudicator.board.sight import (
    Sight,
    Volume,
    line_inside,
    line_inside_within,
    sees,
    sight,
    visible_share,
    volume_of,
)
from tests.board.shapes import BODIES, box, disc, oval, quarter_turned, square, with_pose

HIGH = 9000


def wall(x0, y0, x1, y1, top=HIGH, bottom=0):
    return Volume(square(x0, y0, x1, y1), bottom, top)


WALLS = st.builds(
    lambda x, y, dx, dy, z, dz: wall(x, y, x + dx, y + dy, z + dz, z),
    st.integers(-6000, 6000),
    st.integers(-6000, 6000),
    st.integers(50, 4000),
    st.integers(50, 4000),
    st.integers(0, 3000),
    st.integers(100, 5000),
)


def test_open_wall_and_barricade():
    """In the open all is seen, behind a solid wall nothing, behind a low one the upper part."""
    eye, target = disc(0, 0), disc(10000, 0)
    assert sight(eye, target, ()) is Sight.FULL
    assert sight(eye, target, [wall(5000, -9000, 5100, 9000)]) is Sight.NONE
    assert sight(eye, target, [wall(9000, -9000, 9100, 9000, 500)]) is Sight.PARTIAL
    assert not sees(eye, target, [wall(5000, -9000, 5100, 9000)])
    assert sees(eye, target, [wall(9000, -9000, 9100, 9000, 500)])


def test_beside_and_above():
    """What stands beside, behind, above or below all lines hides nothing."""
    eye, target = disc(0, 0), disc(10000, 0)
    apart = [
        wall(4000, 500, 5000, 900),
        wall(11000, -900, 12000, 900),
        wall(4000, -900, 5000, 900, HIGH, 1000),
        wall(4000, -900, 5000, 900, 0, -900),
        wall(4000, -900, 5000, 900, 500, 500),
        wall(-2000, -900, -500, 900),
        wall(9000, -9000, 12000, 9000, HIGH, 1000),
    ]
    assert sight(eye, target, apart) is Sight.FULL
    assert sight(disc(0, 0, 500), target, apart) is Sight.FULL


def test_window():
    """Through a gap in a wall, beside it or over its sill, part of what is behind can be seen."""
    eye, target = disc(0, 0), disc(10000, 0, diameter=3000)
    gap = [wall(9000 - 3000, -9000, 6100, -200), wall(6000, 200, 6100, 9000)]
    assert sight(eye, target, gap) is Sight.PARTIAL
    sill = [wall(6000, -9000, 6100, 9000, 700), wall(6000, -9000, 6100, 9000, HIGH, 900)]
    assert sight(eye, target, sill) is Sight.PARTIAL
    shut = [wall(6000, -9000, 6100, 9000, 900), wall(6000, -9000, 6100, 9000, HIGH, 900)]
    assert sight(eye, target, shut) is Sight.NONE


def test_looking_down():
    """From a height one sees over what hides the same target from the ground, to the grain of a ray."""
    target, hedge = disc(10000, 0), [wall(5000, -9000, 5100, 9000, 2000)]
    assert sight(disc(0, 0), target, hedge) is Sight.NONE
    assert sight(disc(0, 0, 9000), target, hedge) is Sight.FULL
    assert sight(disc(0, 0, 3000), target, hedge) is Sight.PARTIAL
    assert sight(target, disc(0, 0, 9000), hedge) is Sight.FULL


def test_other_bodies_block():
    """A large body between two small ones hides one from the other; a small one hides part of a large."""
    big, small = disc(5000, 0, diameter=4000, height=4000), disc(5000, 0, diameter=500, height=500)
    assert sight(disc(0, 0), disc(10000, 0), [volume_of(big)]) is Sight.NONE
    assert sight(disc(0, 0), disc(10000, 0, diameter=4000, height=4000), [volume_of(small)]) is Sight.PARTIAL
    assert sight(disc(0, 0, 1000), disc(10000, 0, 1000), [volume_of(small)]) is Sight.FULL
    near = volume_of(disc(9000, 0, diameter=800))
    assert sight(disc(0, 0), disc(10000, 0), [near]) is Sight.PARTIAL


def test_bay():
    """A hollow shape hides what is behind its arms and nothing in the mouth of its bay."""
    arms = (
        (4000, -3000),
        (8000, -3000),
        (8000, 3000),
        (4000, 3000),
        (4000, 2000),
        (7000, 2000),
        (7000, -2000),
        (4000, -2000),
    )
    assert sight(disc(0, 0), disc(5000, 0), [Volume(arms, 0, HIGH)]) is Sight.FULL
    assert sight(disc(0, 0), disc(10000, 0), [Volume(arms, 0, HIGH)]) is Sight.NONE
    assert sight(disc(0, 0), disc(10000, 0, 4000), [Volume(arms, 0, 1500)]) is Sight.FULL


def test_share():
    """The share counts the points that face the observer: five places at five heights of a box's end."""
    eye, target = disc(0, 0), box(10000, 0, length=4000, width=1000)
    assert visible_share(eye, target, ()) == (25, 25)
    half = [wall(7000, -1, 7900, 9000), wall(7000, -9000, 7900, 0, 500)]
    seen, total = visible_share(eye, target, half)
    assert total == 25
    assert 0 < 2 * seen < total
    assert visible_share(eye, disc(10000, 0), ())[1] % 5 == 0
    assert visible_share(eye, box(0, 0, length=8000, width=8000), ()) == (80, 80)


def test_in_one_place():
    """Bodies one above the other see each other, unless a floor lies between them."""
    floor = wall(-5000, -5000, 5000, 5000, 3000, 2500)
    assert sight(disc(0, 0), disc(0, 0, 4000), ()) is Sight.FULL
    assert sight(disc(0, 0), disc(0, 0, 4000), [floor]) is Sight.NONE
    assert sight(disc(0, 0), disc(0, 0, 4000), [wall(-5000, -5000, 0, 5000, 3000, 2500)]) is not Sight.NONE


def test_eye_behind_an_edge():
    """Any part of the observer may look: one that leans past a corner sees what its centre does not."""
    corner = [wall(1000, 0, 2000, 9000)]
    assert sight(disc(0, 0), disc(9000, 3000, diameter=400), corner) is Sight.NONE
    assert sight(disc(0, -800, diameter=2000), disc(9000, 800, diameter=400), corner) is Sight.FULL
    assert sight(disc(0, 0, diameter=1000), disc(9000, 200, diameter=400), corner) is Sight.FULL


def test_line_inside():
    """Stretches in separate pieces add up: 2.5 and 1.5 inches are four, 2.5 and 2.0 are more."""
    wood, scrub = square(1000, -500, 3500, 500), square(6000, -500, 7500, 500)
    hedge = square(8000, -500, 8500, 500)
    assert line_inside((0, 0), (9000, 0), [wood, scrub]) == 4000
    assert line_inside_within((0, 0), (9000, 0), [wood, scrub], 4000)
    assert not line_inside_within((0, 0), (9000, 0), [wood, scrub], 3999)
    assert not line_inside_within((0, 0), (9000, 0), [wood, scrub, hedge], 4000)
    assert line_inside((0, 0), (9000, 1), [wood, scrub, hedge]) == 4500
    assert not line_inside_within((0, 0), (9000, 1), [wood, scrub, hedge], 4500)
    assert line_inside((0, 500), (9000, 500), [wood]) == 0
    assert not line_inside_within((0, 500), (9000, 500), [wood], -1)


def test_volumes_in_records():
    """Volumes go through the bytes of a record as plain arrays."""
    volume = Volume(rect_polygon(Rect(0, 0, 5, 6)), 1, 2)
    data = msgspec.msgpack.encode(volume)
    assert msgspec.msgpack.decode(data) == [[[0, 0], [5, 0], [5, 6], [0, 6]], 1, 2]
    assert msgspec.msgpack.decode(data, type=Volume) == volume


@given(BODIES)
def test_volume_lies_in_its_body(body):
    """The volume of a body is convex, as high as the body, and keeps within its outline's box."""
    volume = volume_of(body)
    assert (volume.z0, volume.z1) == (body.pose.z, body.pose.z + body.height)
    assert is_convex(volume.polygon)
    assert point_in_polygon((body.pose.x, body.pose.y), volume.polygon)
    reach = max(body.base.length, body.base.width)
    assert all(abs(x - body.pose.x) <= reach for x, _ in volume.polygon)


def test_volume_of_shapes():
    """Rectangles keep their four corners, discs and ovals are seen with sixteen."""
    assert volume_of(box(0, 0)).polygon == ((-1000, -500), (1000, -500), (1000, 500), (-1000, 500))
    assert [len(volume_of(body).polygon) for body in (disc(0, 0), oval(0, 0))] == [16, 16]


@given(BODIES, BODIES, st.lists(WALLS, max_size=4), WALLS)
def test_more_blockers_show_no_more(observer, target, walls, another):
    """Without blockers all is seen; each further one hides what it hides and shows nothing new."""
    seen, total = visible_share(observer, target, walls)
    assert 0 <= seen <= total > 0
    assert visible_share(observer, target, ()) == (total, total)
    assert visible_share(observer, target, [*walls, another])[0] <= seen
    assert visible_share(observer, target, [another, *walls]) == visible_share(observer, target, [*walls, another])


@given(BODIES, BODIES, st.lists(WALLS, max_size=4))
def test_sight_is_the_share(observer, target, walls):
    """Sight is none, part or full as the share is, and a body is seen when it is not none."""
    seen, total = visible_share(observer, target, walls)
    assert sight(observer, target, walls) == (2 if seen == total else seen > 0)
    assert sees(observer, target, walls) is (sight(observer, target, walls) > Sight.NONE)


@given(BODIES, BODIES, st.lists(WALLS, max_size=4))
def test_board_turned(observer, target, walls):
    """Turning the board by a right angle, or a disc on the spot, hides and shows nothing."""
    eye, aim = (with_pose(body, quarter_turned(body.pose)) for body in (observer, target))
    turned_walls = [Volume(tuple((-y, x) for x, y in w.polygon), w.z0, w.z1) for w in walls]
    share = visible_share(observer, target, walls)
    assert share == visible_share(eye, aim, turned_walls)
    if observer.base.round:
        assert share == visible_share(turned(observer, 77), target, walls)


@given(BODIES, BODIES, WALLS)
def test_hollow_walls_hide_as_their_parts(observer, target, block):
    """A wall with a notch hides no more than the whole wall and no less than its two arms."""
    (x0, y0), (x1, y1) = block.polygon[0], block.polygon[2]
    x, y = (x0 + x1) // 2, (y0 + y1) // 2
    bent = Volume(((x0, y0), (x1, y0), (x1, y), (x, y), (x, y1), (x0, y1)), block.z0, block.z1)
    arms = [Volume(square(x0, y0, x1, y), block.z0, block.z1), Volume(square(x0, y0, x, y1), block.z0, block.z1)]
    shares = [visible_share(observer, target, walls)[0] for walls in ([block], [bent], arms)]
    assert shares[0] <= shares[1] <= shares[2]
